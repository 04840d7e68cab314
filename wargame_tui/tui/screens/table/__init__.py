"""The table: the screen on which the game is played, and what it is made of."""

from wargame_tui.tui.screens.table.screen import TableScreen

__all__ = ["TableScreen"]
