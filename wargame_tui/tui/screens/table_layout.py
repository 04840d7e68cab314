"""How the table is laid out: the map, the panes around it at every width, and what moves between them."""

from __future__ import annotations

from pathlib import Path

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import Screen
from textual.widget import Widget

from wargame_tui.tui.map.map_widget import MapWidget
from wargame_tui.tui.map.maps import MapEntry, map_widget, names
from wargame_tui.tui.map.overview import Overview
from wargame_tui.tui.session import Place, Session
from wargame_tui.tui.settings import Settings
from wargame_tui.tui.widgets.banner import Banner
from wargame_tui.tui.widgets.battle_panel import BattlePanel
from wargame_tui.tui.widgets.command_line import CommandLine
from wargame_tui.tui.widgets.decision_pane import DecisionPane
from wargame_tui.tui.widgets.drawer_tabs import PANES, DrawerTabs
from wargame_tui.tui.widgets.here_pane import HerePane
from wargame_tui.tui.widgets.hint_bar import HintBar
from wargame_tui.tui.widgets.log_pane import LogPane
from wargame_tui.tui.widgets.phase_bar import PhaseStrip


class TableLayout(Screen[str]):
    """Map, panes, bars. Narrow terminals have one pane at a time, in a drawer below the map."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-medium"), (220, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (55, "-tall")]

    DEFAULT_CSS = """
    TableLayout {
        layout: vertical;
        & * {
            scrollbar-color: #4a515a;
            scrollbar-color-hover: #6a727c;
            scrollbar-color-active: #8a929c;
            scrollbar-background: transparent;
            scrollbar-background-hover: transparent;
            scrollbar-background-active: transparent;
        }
        & #table-body { height: 1fr; layout: grid; grid-size: 2 2; grid-columns: 1fr 46; grid-rows: 1fr 11; }
        & #field { row-span: 2; layers: below above; }
        & MapWidget { layer: below; }
        & BattlePanel, & Banner { layer: above; }
        & Overview { layer: above; dock: right; width: 44; height: 16; display: none; }
        & Overview.-shown { display: block; }
        & #side DecisionPane { height: 3fr; }
        & #side HerePane { height: 2fr; background: $surface-darken-1; }
        & LogPane { background: $background; }

        &.-medium.-fighting #side HerePane { height: 7; }
        &.-medium.-fighting #side DecisionPane { height: 1fr; }

        &.-medium.-tall #table-body { grid-columns: 1fr 54; grid-rows: 1fr 16; }
        &.-wide #table-body { grid-size: 3 1; grid-columns: 1fr 52 38; grid-rows: 1fr; }
        &.-wide #field { row-span: 1; }
        &.-wide #side DecisionPane { height: 1fr; }
        &.-wide #side HerePane { height: 1fr; }

        &.-narrow #table-body { layout: vertical; }
        &.-narrow DrawerTabs { display: block; }
        &.-narrow #field { height: 1fr; }
        &.-narrow #side { height: 9; display: none; }
        &.-narrow LogPane { height: 9; display: none; }
        &.-narrow DecisionPane { display: none; }
        &.-narrow HerePane { display: none; }
        &.-narrow #side DecisionPane, &.-narrow #side HerePane { height: 1fr; }
        &.-narrow.-decide #side, &.-narrow.-decide DecisionPane { display: block; }
        &.-narrow.-here #side, &.-narrow.-here HerePane { display: block; }
        &.-narrow.-log LogPane { display: block; }
        &.-narrow #choose { layout: horizontal; }
        &.-narrow #choose DecisionList { width: 1fr; }
        &.-narrow #choose OddsPane { width: 38; height: 1fr; max-height: 100%; border-top: none; }
        &.-narrow #prompt { max-height: 2; }
        &.-narrow #happened { max-height: 1; }
        &.-narrow Overview { width: 32; height: 11; }
        &.-narrow BattlePanel { max-height: 100%; }
        &.-narrow.-covered #side { display: none; }
    }
    """

    def __init__(self, session: Session, settings: Settings, cache_dir: Path | None = None) -> None:
        super().__init__()
        self.session = session
        self._settings = settings
        self._cache_dir = cache_dir
        self._entry = session.title.map_of(session.state)
        self._maps: list[tuple[MapEntry, MapWidget]] = []
        """Every map that has lain on the table."""
        self._names = names(self._entry)
        self._map = self._map_for(self._entry)
        self._strip, self._banner, self._tabs = PhaseStrip(), Banner(), DrawerTabs()
        self._overview, self._battle = Overview(self._map), BattlePanel()
        self._decision, self._here, self._log = DecisionPane(), HerePane(), LogPane()
        self._line, self._bar = CommandLine(), HintBar()
        self._pane = "decide"
        """The pane that is open, or was last, where there is only one at a time."""

    def compose(self) -> ComposeResult:
        """From the phase bar down to the hints."""
        yield self._strip
        with Vertical(id="table-body"):
            with Vertical(id="field"):
                yield self._map
                yield self._banner
                yield self._overview
                yield self._battle
            yield self._tabs
            with Vertical(id="side"):
                yield self._decision
                yield self._here
            yield self._log
        yield self._line
        yield self._bar

    def _map_for(self, entry: MapEntry) -> MapWidget:
        """The widget of a map, made when it is first needed."""
        for known, widget in self._maps:
            if known is entry:
                return widget
        chosen, look = self._settings, self.session.title.look()
        made = map_widget(entry, glyphs=chosen.glyphs, palette=chosen.palette, cache_dir=self._cache_dir, look=look)
        self._maps.append((entry, made))
        return made

    def _use_map(self) -> None:
        """Lay the map of the state on view on the table, if that is not the one that lies there."""
        entry = self.session.title.map_of(self.session.state)
        if entry is self._entry:
            return
        before, self._entry, self._names = self._map, entry, names(entry)
        self._map = self._map_for(entry)
        if not self._map.is_attached:
            self.query_one("#field").mount(self._map, before=before)
        before.display, self._map.display = False, True
        if before.has_focus:
            self._map.focus()
        self._overview.use(self._map)

    def show_scene(self, place: Place) -> None:
        """Show the table as it was after a scene of a journal entry."""
        raise NotImplementedError

    @property
    def settings(self) -> Settings:
        """How the table is drawn."""
        return self._settings

    def use(self, settings: Settings) -> None:
        """Draw the table with other settings."""
        if (settings.glyphs, settings.palette) != (self._settings.glyphs, self._settings.palette):
            for _, widget in self._maps:
                widget.set_look(glyphs=settings.glyphs, palette=settings.palette)
        self._settings = settings
        self._use_log_width()

    def _use_log_width(self) -> None:
        if self.has_class("-wide"):
            self.query_one("#table-body").styles.grid_columns = f"1fr 52 {self._settings.log_width}"
        else:
            self.query_one("#table-body").styles.clear_rule("grid_columns")

    def on_resize(self) -> None:
        """Widths that depend on settings follow the layout."""
        self.call_after_refresh(self._use_log_width)

    # Panes

    def action_next_pane(self, by: int) -> None:
        """Tab: from the map to the commands, to what is here, to the log, and round again."""
        stops: list[tuple[Widget, str | None]] = [
            (self._map, None),
            (self._decision.listed, "decide"),
            (self._here, "here"),
            (self._log, "log"),
        ]
        now = next((n for n, (widget, _) in enumerate(stops) if widget.has_focus), 0)
        widget, pane = stops[(now + by) % len(stops)]
        if pane:
            self._open_pane(pane)
        widget.focus()

    def action_pane(self, name: str) -> None:
        """Open a pane and go there."""
        self._open_pane(name)
        {"decide": self._decision.listed, "here": self._here, "log": self._log}[name].focus()

    def _open_pane(self, name: str) -> None:
        self._pane = name
        for other in PANES:
            self.set_class(other == name, f"-{other}")
        self._tabs.show(name)

    def action_drawer(self) -> None:
        """Hide the panes, or show them again."""
        shown = self.has_class(f"-{self._pane}")
        if shown:
            self._map.focus()
            self.remove_class(f"-{self._pane}")
        else:
            self.add_class(f"-{self._pane}")
        self.set_class(shown, "-bare")
        self._tabs.show(None if shown else self._pane)

    # The map

    def action_overview(self) -> None:
        """Show or hide the whole map in small."""
        overview = self._overview
        overview.toggle_class("-shown")
        overview.update()

    @on(Overview.Jumped)
    def _jumped(self, event: Overview.Jumped) -> None:
        self._map.go_to(event.space)

    @on(BattlePanel.Covering)
    def _covered(self, event: BattlePanel.Covering) -> None:
        self._map.cover(event.rows)

    @on(MapWidget.Scrolled)
    def _scrolled(self) -> None:
        self._update_overview()

    def _update_overview(self) -> None:
        overview = self._overview
        if overview.has_class("-shown"):
            overview.update()

    def action_zoom(self, by: int) -> None:
        """Nearer or farther."""
        if by > 0:
            self._map.zoom_in()
        else:
            self._map.zoom_out()
