"""The field: the map, and what lies over it: banner, overview, battle."""

from __future__ import annotations

from pathlib import Path

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.geometry import Region

from wargame_tui.board.look import Look
from wargame_tui.board.title import Entering, SpaceSheet
from wargame_tui.tui.map.map_widget import MapWidget
from wargame_tui.tui.map.maps import MapEntry, map_widget, names, surface_of
from wargame_tui.tui.map.overview import Overview
from wargame_tui.tui.map.view import Cells
from wargame_tui.tui.program import program
from wargame_tui.tui.settings import SHOWN, Settings
from wargame_tui.tui.table.card import card
from wargame_tui.tui.table.covered import CoveredDice
from wargame_tui.tui.widgets.banner import Banner
from wargame_tui.tui.widgets.battle_panel import BattlePanel
from wargame_tui.tui.widgets.gate import Gate
from wargame_tui.tui.widgets.ground_card import GroundCard
from wargame_tui.tui.widgets.slides import Slides
from wargame_tui.tui.widgets.title_card import TitleCard

ROOMY = Cells(120, 40)
"""Room for the map with which there is some for the overview."""
WHOLE = (0.0, 0.0, 1.0, 1.0)
"""The viewport if all of the map is in view."""


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
        self.roomy = False
        """Whether there is room for the overview beside what is looked at."""
        self.banner, self.overview, self.battle = Banner(), Overview(self.map), BattlePanel(dice)
        self.card, self.gate = GroundCard(), Gate()
        self.battle.above = lambda: self.gate.outer_size.height if self.gate.has_class("-shown") else 0
        self.title_card, self.slides = TitleCard(), Slides()

    def compose(self) -> ComposeResult:
        """The map below everything else."""
        yield self.map
        yield self.banner
        yield self.gate
        yield self.overview
        yield self.card
        yield from self.slides.ghosts
        yield self.title_card
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
            entry, glyphs=settings.glyphs, palette=settings.palette, surface=surface_of(settings, self._cache_dir),
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
        if self.roomy and settings.minimap != before.minimap:
            self.show_overview(shown=settings.minimap == SHOWN)
        looks = ("glyphs", "palette", "map", "cells", "pictures")
        if any(getattr(settings, name) != getattr(before, name) for name in looks):
            for _, widget in self._maps:
                widget.set_look(
                    glyphs=settings.glyphs, palette=settings.palette, surface=surface_of(settings, self._cache_dir)
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

    # The card

    def toggle_card(self) -> None:
        """Show or hide the ground of the space under the cursor."""
        self.card.toggle_class("-shown")

    def close_card(self) -> bool:
        """Hide it; whether it was shown."""
        shown = self.card.has_class("-shown")
        self.card.remove_class("-shown")
        return shown

    def show_card(self, sheet: SpaceSheet | None, entering: Entering | None) -> None:
        """What the card says of a space, away from it."""
        cursor = self.map.cursor
        x = self.map.column_of(cursor) if cursor is not None else 0
        self.card.show(card(sheet, entering) if sheet is not None else None, left=x > self.map.size.width // 2)

    # The overview

    @property
    def is_overviewed(self) -> bool:
        """Whether the overview is shown."""
        return self.overview.has_class("-shown")

    def show_overview(self, *, shown: bool) -> None:
        """Show or hide the whole map in small."""
        self.overview.set_class(shown, "-shown")
        self.update_overview()

    def update_overview(self) -> None:
        """Draw the overview anew, if it is shown: in the other corner if it lies over the cursor."""
        if not self.is_overviewed:
            return
        # Where it comes by itself, it comes only if there is more than what is in view.
        self.overview.set_class(self.roomy and self.map.viewport() == WHOLE, "-idle")
        width, height = self.overview.fit(Cells(*self.size))
        here = self.map.cursor_region
        if here is not None:
            left, right = Region(0, 0, width, height), Region(self.size.width - width, 0, width, height)
            over_left, over_right = left.intersection(here).area, right.intersection(here).area
            if over_left != over_right:
                self.overview.styles.dock = "left" if over_left < over_right else "right"
        self.overview.update()

    def on_resize(self) -> None:
        """On large screens the overview is there by itself, unless the player does not want it."""
        roomy = self.size.width >= ROOMY.width and self.size.height >= ROOMY.height
        if roomy != self.roomy:
            self.roomy = roomy
            self.show_overview(shown=roomy and self._settings.minimap == SHOWN)
        self.update_overview()
        self.battle.fit()

    @on(Overview.Jumped)
    def _jumped(self, event: Overview.Jumped) -> None:
        self.map.go_to(event.space)

    @on(MapWidget.Moved)
    @on(MapWidget.Scrolled)
    def _scrolled(self) -> None:
        self.update_overview()

    @on(BattlePanel.Covering)
    def _covered(self, event: BattlePanel.Covering) -> None:
        self.map.cover(event.rows)
