"""Liberty Roads: France on hexes, from D-Day to December 1944."""

from wargame_tui.titles.liberty_roads.title import LibertyRoads

TITLE = LibertyRoads()
