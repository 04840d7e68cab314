"""Tigers in the Mist: the opening week of the Ardennes offensive. Modules are named after the rulebook's chapters."""

from wargame_tui.titles.tigers_in_the_mist.title import TigersInTheMist

TITLE = TigersInTheMist()
