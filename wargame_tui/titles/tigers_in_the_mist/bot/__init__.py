"""A sensible player of Tigers in the Mist.

Plans an impulse at a time. Both sides know what every town is worth to the German from now on and how long the way to
it is; from that follows the German interest in each area (`View.interest`). The German attacks where the interest is
great and the expected exchange of strength bearable, and sends the rest down open roads; he keeps garrisons in towns
that count, and leaves nobody's road of supply open to a single raider. The Allied player stands where the interest is
great and his chance of holding is good, and in the evening cuts roads and retakes towns.
"""

from wargame_tui.titles.tigers_in_the_mist.bot.recruit import choose as choose
from wargame_tui.titles.tigers_in_the_mist.bot.staff import STAFF as STAFF
