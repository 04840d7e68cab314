"""Players of Ardennes '44, for either side: the greedy one, and the staff work for those that think ahead."""

from wargame_tui.titles.ardennes_44.bot.player import choose as choose
from wargame_tui.titles.ardennes_44.bot.staff import STAFF as STAFF
