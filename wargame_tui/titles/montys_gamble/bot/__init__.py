"""Players of Monty's Gamble, for either side: the greedy one, and the staff work for those that think ahead."""

from wargame_tui.titles.montys_gamble.bot.player import advise as advise
from wargame_tui.titles.montys_gamble.bot.player import choose as choose
from wargame_tui.titles.montys_gamble.bot.staff import STAFF as STAFF
