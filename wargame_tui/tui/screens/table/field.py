"""The field: the map, and what lies over it: banner, overview, battle."""

from __future__ import annotations

from pathlib import Path

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical

from wargame_tui.board.look import Look
from wargame_tui.tui.map.map_widget import MapWidget
from wargame_tui.tui.map.maps import MapEntry, map_widget, names
from wargame_tui.tui.map.overview import Overview
from wargame_tui.tui.map.view import Surface
from wargame_tui.tui.program import program
from wargame_tui.tui.settings import Settings
from wargame_tui.tui.table.covered import CoveredDice
from wargame_tui.tui.widgets.banner import Banner
from wargame_tui.tui.widgets.battle_panel import BattlePanel


class Field(Vertical):
    """One map at a time; games of several maps change it."""

    def __init__(
        self, entry: MapEntry, look: Look, dice: CoveredDice, settings: Settings, cache_dir: Path | None
    ) -> None:
        super().__init__(id="field")
        self._look, self._settings, self._cache_dir = look, settings, cache_dir
        self._maps: list[tuple[MapEntry, MapWidget]] = []
        """Every map that has lain on the table."""
        self.entry = entry
        self.names = names(entry)
        """Number and name of every space."""
        self.map = self._map_for(entry)
        self.banner, self.overview, self.battle = Banner(), Overview(self.map), BattlePanel(dice)

    def compose(self) -> ComposeResult:
        """The map below everything else."""
        yield self.map
        yield self.banner
        yield self.overview
        yield self.battle

    def on_mount(self) -> None:
        """Maps in pixels, where the terminal has them."""
        self.map.use_terminal(program(self.screen).terminal)

    def _map_for(self, entry: MapEntry) -> MapWidget:
        """The widget of a map, made when it is first needed."""
        for known, widget in self._maps:
            if known is entry:
                return widget
        settings = self._settings
        made = map_widget(
            entry, glyphs=settings.glyphs, palette=settings.palette, surface=_surface(settings, self._cache_dir),
            cache_dir=self._cache_dir, look=self._look,
        )  # fmt: skip
        self._maps.append((entry, made))
        return made

    def use_map(self, entry: MapEntry) -> bool:
        """Lay a map on the table, if that is not the one that lies there; whether it is another."""
        if entry is self.entry:
            return False
        before, self.entry, self.names = self.map, entry, names(entry)
        self.map = self._map_for(entry)
        if not self.map.is_attached:
            self.mount(self.map, before=before)
            self.map.use_terminal(program(self.screen).terminal)
        before.display, self.map.display = False, True
        if before.has_focus:
            self.map.focus()
        self.overview.use(self.map)
        return True

    def use(self, settings: Settings) -> None:
        """Draw the maps with other settings."""
        before, self._settings = self._settings, settings
        looks = ("glyphs", "palette", "map", "cells", "pictures")
        if any(getattr(settings, name) != getattr(before, name) for name in looks):
            for _, widget in self._maps:
                widget.set_look(
                    glyphs=settings.glyphs, palette=settings.palette, surface=_surface(settings, self._cache_dir)
                )
                widget.use_terminal(program(self.screen).terminal)

    def go_to(self, space: str) -> None:
        """Bring the cursor to a space, if it is on the map."""
        if space in self.names:
            self.map.go_to(space)

    def zoom(self, by: int) -> None:
        """Nearer or farther."""
        if by > 0:
            self.map.zoom_in()
        else:
            self.map.zoom_out()

    # The overview

    def toggle_overview(self) -> None:
        """Show or hide the whole map in small."""
        self.overview.toggle_class("-shown")
        self.overview.update()

    def update_overview(self) -> None:
        """Draw the overview anew, if it is shown."""
        if self.overview.has_class("-shown"):
            self.overview.update()

    @on(Overview.Jumped)
    def _jumped(self, event: Overview.Jumped) -> None:
        self.map.go_to(event.space)

    @on(MapWidget.Scrolled)
    def _scrolled(self) -> None:
        self.update_overview()

    @on(BattlePanel.Covering)
    def _covered(self, event: BattlePanel.Covering) -> None:
        self.map.cover(event.rows)


def _surface(settings: Settings, cache_dir: Path | None) -> Surface | None:
    """How maps are painted, if they are."""
    return Surface(settings.map, settings.cells, cache_dir) if settings.painted else None
