"""A greedy player of Liberty Roads."""

from wargame_tui.titles.liberty_roads.bot.player import choose as choose
