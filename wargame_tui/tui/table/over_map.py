"""What lies over the map: layers that the player switched on, or else what can be decided where."""

from collections.abc import Container, Mapping
from typing import Any

from wargame_tui.board.layers import merged, rank
from wargame_tui.board.scene import Highlight, MapLine, Overlay
from wargame_tui.board.title import OverlayInfo
from wargame_tui.tui.session import Session
from wargame_tui.tui.table.picking import Picking
from wargame_tui.tui.table.sourced import OVERLAY, origins_of


class OverMap:
    """Remembers what was switched on, and how far the unit goes that the player considers."""

    def __init__(self) -> None:
        self.laid: tuple[str, ...] = ()
        """The layers that the player switched on."""
        self.reach: Overlay | None = None
        """Where the unit considered can go."""
        self.goals: Overlay | None = None
        """Where what is selected can go, and the way there."""
        self.proposed = Overlay()
        """What is proposed: the path of an answer, the best odds of attacks."""
        self.hinted: tuple[Any, Overlay] = None, Overlay()
        """What a hint is about, with the state for which it was given."""
        self._known: dict[str, tuple[Any, Overlay]] = {}
        """Layers with the state of which they tell."""
        self._merged: tuple[list[Overlay], Overlay] = ([], Overlay())

    # Switching

    def toggle(self, layer: str) -> bool:
        """Switch a layer on or off; whether it is on now."""
        on = layer not in self.laid
        self.laid = (*self.laid, layer) if on else tuple(each for each in self.laid if each != layer)
        return on

    def clear(self) -> bool:
        """Switch everything off; whether anything was on."""
        before, self.laid = self.laid, ()
        return bool(before)

    def infos(self, session: Session) -> list[OverlayInfo]:
        """The layers that a player can switch on: those of the title, and that of sources where they are known."""
        return [*session.title.overlays(), *([] if isinstance(origins_of(session), str) else [OVERLAY])]

    def by_rank(self, session: Session) -> list[OverlayInfo]:
        """The same in the order in which they are laid, the lowest first."""
        return sorted(self.infos(session), key=lambda info: rank(info.key))

    def on(self, session: Session) -> list[OverlayInfo]:
        """What is known of the layers that the player switched on, the lowest first."""
        return [info for info in self.by_rank(session) if info.id in self.laid]

    def by_key(self, session: Session, key: str) -> OverlayInfo | None:
        """The layer of a letter."""
        return next((info for info in self.infos(session) if info.key == key), None)

    # What it comes to

    def consider(self, reach: Overlay | None) -> None:
        """Show how far a unit goes; not if it goes nowhere."""
        self.reach = reach if reach is not None and reach.highlights else None

    def overlay(self, session: Session, picking: Picking, names: Container[str], *, slow: bool = True) -> Overlay:
        """What lies over the map now, which has spaces of those names; in the past where what led there happened.

        Where the unit in hand goes lies under the layers. Without `slow` layers are left out that take long to work
        out and are not known yet.
        """
        if self.laid and session.scene is None:
            shown = [info for info in self.on(session) if slow or not self.waits(session, info)]
            parts = [self._layer(session, info.id, names) for info in shown]
            reach = self.reach if picking.held is not None else None
            in_hand = [each for each in (self.goals or reach,) if each is not None]
            return self._together([*in_hand, *parts])
        if session.viewed is not None:
            return Overlay(dict.fromkeys(places_on_view(session, names), "path"), lines=moves_on_view(session, names))
        if self.goals is not None:
            return self.goals
        marked: dict[str, Highlight] = dict.fromkeys(picking.routes, "reach")
        notes: dict[str, str] = {}
        if self.reach is not None:
            marked.update(self.reach.highlights)
            notes.update(self.reach.notes)
        choices = picking.goals() if picking.held is not None else picking.places()
        marked.update({space: "choice" for space in choices if space not in marked})
        marked.update(self.proposed.highlights)
        if self.hinted[0] is session.state:
            marked.update(self.hinted[1].highlights)
        return Overlay(marked, {**notes, **self.proposed.notes}, lines=self.proposed.lines)

    def waits(self, session: Session, info: OverlayInfo) -> bool:
        """Whether a layer takes long to work out and has not been worked out for the state on view."""
        known = self._known.get(info.id)
        return info.slow and (known is None or known[0] is not session.state)

    def is_behind(self, session: Session) -> bool:
        """Whether some layer that is on still has to be worked out."""
        return session.scene is None and any(self.waits(session, info) for info in self.on(session))

    def _layer(self, session: Session, layer: str, names: Container[str]) -> Overlay:
        """A layer as of the state on view, worked out once for each state."""
        known = self._known.get(layer)
        if known is not None and known[0] is session.state:
            return known[1]
        found = sources_on(session, names) if layer == OVERLAY.id else session.title.overlay(session.state, layer)
        self._known[layer] = session.state, found
        return found

    def _together(self, parts: list[Overlay]) -> Overlay:
        """Layers put together; the same object for the same ones, so that nothing is drawn anew for nothing."""
        before, together = self._merged
        if len(before) != len(parts) or any(one is not other for one, other in zip(before, parts, strict=True)):
            together = merged(parts)
            self._merged = parts, together
        return together

    # In words

    def name(self, session: Session) -> str:
        """What is switched on, in a few words: its name, or the letters of several; empty if nothing is."""
        infos = self.on(session)
        return infos[0].name if len(infos) == 1 else f"layers {' '.join(info.key for info in infos)}" if infos else ""

    def legend(self, session: Session, marks: Mapping[str, str]) -> str:
        """What the marks of the layers mean that are on; `marks` are the signs for highlights."""
        told = dict.fromkeys(entry for info in self.on(session) for entry in info.legend)
        return "   ".join(f"{marks[kind]} {words}" for kind, words in told)


def sources_on(session: Session, names: Container[str]) -> Overlay:
    """The spaces of a map of which something rests on an estimate."""
    origins = origins_of(session)
    doubtful = frozenset[str]() if isinstance(origins, str) else origins.doubtful_spaces
    return Overlay(dict.fromkeys((space for space in doubtful if space in names), "reach"))


def places_on_view(session: Session, names: Container[str]) -> list[str]:
    """Where on the map, which has spaces of those names, what led to the table on view happened."""
    return [space for space in session.places() if space in names]


def moves_on_view(session: Session, names: Container[str]) -> tuple[MapLine, ...]:
    """Arrows on the map, which has spaces of those names, for the units that moved in the scene of the film on view."""
    frame = session.frame
    if frame is None:
        return ()
    was = session.title.scene(frame.before, session.viewer)
    stood = {counter.unit: space for space, shown in was.spaces.items() for counter in shown.counters}
    ways = {
        (stood[counter.unit], space, counter.side): None
        for space, shown in session.pieces(frame.state).spaces.items()
        for counter in shown.counters
        if stood.get(counter.unit, space) != space and space in names and stood[counter.unit] in names
    }
    return tuple(MapLine((origin, goal), "arrow", side) for origin, goal, side in ways)
