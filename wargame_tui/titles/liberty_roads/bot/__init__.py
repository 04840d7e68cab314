"""A greedy player of Liberty Roads, and the staff of those that think ahead."""

from wargame_tui.titles.liberty_roads.bot.player import advise as advise
from wargame_tui.titles.liberty_roads.bot.player import choose as choose
from wargame_tui.titles.liberty_roads.bot.staff import STAFF as STAFF
