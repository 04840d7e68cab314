"""Ardennes '44: the Battle of the Bulge on hexes, 16 to 26 December 1944."""

from wargame_tui.titles.ardennes_44.title import Ardennes44

TITLE = Ardennes44()
