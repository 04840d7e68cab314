"""Players of First Command, for either side: the greedy one, and the staff work for those that think ahead."""

from wargame_tui.titles.first_command.bot.player import choose as choose
from wargame_tui.titles.first_command.bot.staff import STAFF as STAFF
