"""Monty's Gamble: Market Garden: areas and impulses, 17 to 26 September 1944."""

from wargame_tui.titles.montys_gamble.title import MontysGamble

TITLE = MontysGamble()
