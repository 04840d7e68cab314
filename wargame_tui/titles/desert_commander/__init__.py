"""Desert Commander: the Axis in France, Africa and Normandy, for one player (chapter 4 of the reference)."""

from wargame_tui.titles.desert_commander.title import DesertCommander

TITLE = DesertCommander()
