"""Finding one's way: places and units by name, jump letters, overlays, the desk."""

from __future__ import annotations

from wargame_tui.tui.coats import sides_of
from wargame_tui.tui.screens.desk import DeskScreen
from wargame_tui.tui.screens.pick import Item, PickScreen
from wargame_tui.tui.screens.table.hand import Hand
from wargame_tui.tui.screens.table.view import View

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
        self._view.jumps.start()
        self._view.hints()

    # Overlays

    def ask_for_overlay(self) -> None:
        """Lay something over the map."""
        items = [Item("", "Decisions", "what can be picked now")]
        items += [Item(info.id, info.name) for info in self._sitting.over_map.infos(self._session)]
        laid = self._sitting.over_map.laid or ""
        self._view.screen.app.push_screen(PickScreen("Show on the map", items, now=laid), self.lay_overlay)

    def lay_overlay(self, overlay: str | None) -> None:
        """Lay an overlay over the map, the one of decisions if it has no name; say what its marks mean."""
        if overlay is None:
            return
        view, over_map = self._view, self._sitting.over_map
        over_map.laid = overlay or None
        view.lay()
        view.here()
        view.hints()
        if legend := over_map.legend(self._session, view.map.glyphs.highlights):
            view.notice(legend)

    def hide_overlay(self) -> bool:
        """Take away what was switched on; whether there was anything."""
        if self._sitting.over_map.laid is None:
            return False
        self._sitting.over_map.laid = None
        self._view.lay()
        self._view.here()
        self._view.hints()
        return True

    # The desk

    def open_desk(self) -> None:
        """Points, forces by area, enemy activity, arrivals, objectives."""
        desk = self._session.title.desk(self._session.state)
        if desk is None:
            self._view.notice("This game has no commander's desk")
        elif not self._view.busy():
            self._view.screen.app.push_screen(DeskScreen(desk, sides_of(self._session.title)), self.went)
