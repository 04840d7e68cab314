"""The names of the panes on narrow terminals, where only one is open at a time."""

from textual.content import Content

from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import DIM, action

PANES = {"decide": "Decide", "here": "Here", "log": "Log"}


class DrawerTabs(Words):
    """One line; only shown when the terminal is narrow."""

    DEFAULT_CSS = """
    DrawerTabs { height: 1; background: $panel; padding: 0 1; display: none; }
    """

    def show(self, open_pane: str | None) -> None:
        """Mark the open pane; None if the drawer is closed."""
        parts = [
            action(f" {words} ", f"screen.pane({name!r})", "bold #14171a on #e3b652" if name == open_pane else DIM)
            for name, words in PANES.items()
        ]
        ending = "Tab next pane   d hides" if open_pane else "d shows the panes"
        self.update(Content.assemble(*parts, action(f"   {ending}", "screen.drawer", DIM)), layout=False)
