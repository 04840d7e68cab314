"""Finding one's way: places and units by name, jump letters, layers over the map, the desk."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from wargame_tui.board.look import Look
from wargame_tui.tui.coats import sides_of
from wargame_tui.tui.map.legend import Colours, OnView, in_characters, legend
from wargame_tui.tui.map.view import Surface
from wargame_tui.tui.screens.desk import DeskScreen
from wargame_tui.tui.screens.layers import LayersScreen
from wargame_tui.tui.screens.legend import LegendScreen
from wargame_tui.tui.screens.pick import Item, PickScreen
from wargame_tui.tui.screens.table.hand import Hand
from wargame_tui.tui.screens.table.view import View
from wargame_tui.tui.table.over_map import OverMap

UNIT = "unit "
"""Before the names of units among the places to go to."""


class Finding:
    """Brings the cursor to what a player names, and shows what he wants to see."""

    def __init__(self, view: View, hand: Hand) -> None:
        self._view, self._sitting, self._session, self._hand = view, view.sitting, view.session, hand

    def ask(self) -> None:
        """Go to a place by name or number, or to a unit by name."""
        screen = PickScreen("Go to a place or unit", self.destinations(), search=True)
        self._view.screen.app.push_screen(screen, self.went)

    def destinations(self) -> list[Item]:
        """Places and units to go to."""
        names = self._view.field.names
        items = [Item(space, words) for space, words in names.items()]
        items += [
            Item(f"{UNIT}{unit}", self._sitting.label(unit), names.get(space, space))
            for unit, space in self._sitting.standing.items()
        ]
        return items

    def went(self, picked: str | None) -> None:
        """Go to a place or unit that was picked."""
        if picked is None:
            return
        self._view.map.focus()
        unit = picked.removeprefix(UNIT) if picked.startswith(UNIT) else None
        space = self._sitting.standing.get(unit) if unit else picked
        if space is not None:
            self._view.map.go_to(space)
        if unit is not None:
            self._view.screen.call_after_refresh(self._hand.point_at, unit)

    def place_name(self, space: str | None) -> str:
        """Number and name of a space; empty for none."""
        return self._view.field.names.get(space, space) if space else ""

    def jump(self) -> None:
        """Letters over the map; typing one goes there."""
        self._view.map.focus()
        self._view.jumps.start(self._sitting.selecting.ways or ())
        self._view.hints()

    # Layers

    @property
    def over_map(self) -> OverMap:
        """What lies over the map."""
        return self._sitting.over_map

    @property
    def marks(self) -> Mapping[str, str]:
        """The signs of highlights on the map."""
        return self._view.map.glyphs.highlights

    def open_layers(self) -> None:
        """Let the player lay something over the map."""
        view = self._view
        view.screen.app.push_screen(LayersScreen(self._session, view.screen, self), self._layers_closed)

    def _layers_closed(self, _: None) -> None:
        if legend := self._sitting.over_map.legend(self._session, self.marks):
            self._view.notice(legend)

    def show_layer(self, layer: str) -> None:
        """Switch a layer on by its name; say what its marks mean."""
        if layer not in self._sitting.over_map.laid:
            self.switch_layer(layer)
        self._layers_closed(None)

    def switch_layer(self, layer: str) -> None:
        """Switch a layer on or off."""
        self._sitting.over_map.toggle(layer)
        self._laid()

    def hide_layers(self) -> bool:
        """Take away what was switched on; whether there was anything."""
        hidden = self._sitting.over_map.clear()
        if hidden:
            self._laid()
        return hidden

    def _laid(self) -> None:
        self._view.lay()
        self._view.here()
        self._view.hints()

    def open_legend(self) -> None:
        """The signs on the screen."""
        view, session, map_ = self._view, self._session, self._view.map
        title = session.title
        on_view = OnView(
            view.field.entry,
            map_.scene,
            map_.laid,
            map_.spaces_in_view,
            self.over_map.on(session),
            sides_of(title),
            map_.glyphs.of_title(title.look()),
            title.look(),
            _colours(title.look(), map_.surface),
            partial(title.side_called, session.state),
        )
        view.screen.app.push_screen(LegendScreen(session, view.screen, legend(on_view)))

    # The desk

    def open_desk(self) -> None:
        """Points, forces by area, enemy activity, arrivals, objectives."""
        desk = self._session.title.desk(self._session.state)
        if desk is None:
            self._view.notice("This game has no commander's desk")
        elif not self._view.busy():
            self._view.screen.app.push_screen(DeskScreen(desk, sides_of(self._session.title)), self.went)


def _colours(look: Look, surface: Surface | None) -> Colours:
    """The colours of the signs on a map, painted or not."""
    if surface is None:
        return in_characters
    # Imported here: it comes with the painter.
    from wargame_tui.tui.paint.legend_colours import painted_colours
    from wargame_tui.tui.paint.surface import style_on

    return painted_colours(style_on(look, surface))
