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

DECIDE = "decide"


class Panes:
    """Decision, what is here, log. Narrow terminals have one of them at a time."""

    def __init__(self, screen: Screen[Any], field: Field) -> None:
        self._screen, self._field = screen, field
        self.decision, self.here, self.log = DecisionPane(), HerePane(), LogPane()
        self.tabs = DrawerTabs()
        self._last = DECIDE
        """The pane that is open, or was last, where there is only one at a time."""

    @property
    def is_open(self) -> bool:
        """Whether the panes are not hidden."""
        return self._screen.has_class(f"-{self._last}")

    def open(self, name: str) -> None:
        """Open a pane."""
        self._last = name
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
        shown = self.is_open
        if shown:
            self._field.map.focus()
            self._screen.remove_class(f"-{self._last}")
        else:
            self._screen.add_class(f"-{self._last}")
        self._screen.set_class(shown, "-bare")
        self.show_tabs()
