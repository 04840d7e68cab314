"""Pacific Commander: the US Pacific Fleet against Japan, 1942 to 1945, for one player (chapter 3 of the reference)."""

from wargame_tui.titles.pacific_commander.title import PacificCommander

TITLE = PacificCommander()
