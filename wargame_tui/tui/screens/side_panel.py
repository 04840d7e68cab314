"""A panel over the panes of the table that leaves the map to be seen: films and comparisons."""

from __future__ import annotations

from typing import Any, TypeVar

from textual import events
from textual.containers import Vertical
from textual.geometry import Spacing
from textual.screen import Screen

from wargame_tui.tui.screens.over_table import OverTable
from wargame_tui.tui.session import Session

T = TypeVar("T")
NARROWEST = 46
"""Columns of the panel where it stands beside the map."""
BAR = 2
"""Lines at the top that belong to the phase bar."""


class SidePanel(OverTable[T]):
    """A modal screen of one panel, which holds what its `compose` puts into a Vertical."""

    DEFAULT_CSS = """
    SidePanel {
        background: transparent;
        & > Vertical { width: 46; height: 1fr; dock: right; background: $panel; border-left: thick #e3b652; }
        & .head { height: auto; padding: 0 1; background: $panel-lighten-1; }
        & .keys { height: auto; padding: 0 1; }
    }
    """

    def __init__(self, session: Session, table: Screen[Any]) -> None:
        """`table` is the screen whose panes it lies over."""
        super().__init__()
        self._session, self._table = session, table

    def on_mount(self) -> None:
        """Lie over the panes of the table, wherever those are."""
        self._fit()

    def on_resize(self, event: events.Resize) -> None:
        """Stay there."""
        self._fit()

    def _fit(self) -> None:
        panel, side = self.query_one(Vertical).styles, self._table.query_one("#side").region
        if self._table.has_class("-narrow"):
            panel.dock, panel.width, panel.height, panel.margin = "bottom", "1fr", 11, 0
        else:
            panel.dock, panel.height, panel.margin = "right", self.app.size.height - BAR, Spacing(BAR, 0, 0, 0)
            panel.width = max(NARROWEST, self.app.size.width - side.x) if side.width else NARROWEST
