"""The panes around the map, and how a player goes from one to the other."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen
from textual.widget import Widget

from wargame_tui.tui.screens.table.field import Field
from wargame_tui.tui.widgets.decision_pane import DecisionPane
from wargame_tui.tui.widgets.drawer_tabs import PANES, DrawerTabs
from wargame_tui.tui.widgets.here_pane import HerePane
from wargame_tui.tui.widgets.log_pane import LogPane

DECIDE, BARE = "decide", "-bare"


class Panes:
    """Decision, what is here, log. Narrow terminals have one of them at a time.

    A player may hide them, so that the map fills the screen: then they come only while they have the focus.
    """

    def __init__(self, screen: Screen[Any], field: Field) -> None:
        self._screen, self._field = screen, field
        self.decision, self.here, self.log = DecisionPane(), HerePane(), LogPane()
        self.tabs = DrawerTabs()
        self._last = DECIDE
        """The pane that is open, or was last, where there is only one at a time."""
        self.hidden = False
        """Whether the player wants to see nothing but the map."""

    @property
    def is_open(self) -> bool:
        """Whether the panes are not hidden."""
        return not self._screen.has_class(BARE)

    def begin(self, *, hidden: bool) -> None:
        """Lay the table."""
        self.hidden = hidden
        if hidden:
            self._hide()
        else:
            self.open(self._last)

    def open(self, name: str) -> None:
        """Open a pane."""
        self._last = name
        self._screen.remove_class(BARE)
        for other in PANES:
            self._screen.set_class(other == name, f"-{other}")
        self.tabs.show(name)

    def show_tabs(self) -> None:
        """Say which pane is open."""
        self.tabs.show(self._last if self.is_open else None)

    def go_to(self, name: str) -> None:
        """Open a pane and go there."""
        self.open(name)
        {DECIDE: self.decision.listed, "here": self.here, "log": self.log}[name].focus()

    def go_on(self, by: int) -> None:
        """From the map to the commands, to what is here, to the log, and round again."""
        stops: list[tuple[Widget, str | None]] = [
            (self._field.map, None),
            (self.decision.listed, DECIDE),
            (self.here, "here"),
            (self.log, "log"),
        ]
        now = next((n for n, (widget, _) in enumerate(stops) if widget.has_focus), 0)
        widget, pane = stops[(now + by) % len(stops)]
        if pane:
            self.open(pane)
        widget.focus()

    def toggle(self) -> None:
        """Hide the panes, or show them again."""
        self.hidden = self.is_open
        if self.hidden:
            self._field.map.focus()
            self._hide()
        else:
            self.open(self._last)

    def give_way(self) -> None:
        """Once the map has the focus again, panes that are to be hidden leave it the screen."""
        if self.hidden and self.is_open and self._field.map.has_focus:
            self._hide()

    def _hide(self) -> None:
        self._screen.remove_class(f"-{self._last}")
        self._screen.add_class(BARE)
        self.show_tabs()
