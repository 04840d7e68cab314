"""What lies over the map: an overlay that the player switched on, or else what can be decided where."""

from collections.abc import Container, Mapping

from wargame_tui.board.scene import Highlight, Overlay
from wargame_tui.board.title import OverlayInfo
from wargame_tui.tui.session import Session
from wargame_tui.tui.table.picking import Picking
from wargame_tui.tui.table.sourced import OVERLAY, origins_of


class OverMap:
    """Remembers what was switched on, and how far the unit goes that the player considers."""

    def __init__(self) -> None:
        self.laid: str | None = None
        """The overlay that the player switched on."""
        self.reach: Overlay | None = None
        """Where the unit considered can go."""

    def consider(self, reach: Overlay | None) -> None:
        """Show how far a unit goes; not if it goes nowhere."""
        self.reach = reach if reach is not None and reach.highlights else None

    def overlay(self, session: Session, picking: Picking, names: Container[str]) -> Overlay:
        """What lies over the map now, which has spaces of those names; in the past where what led there happened."""
        if self.laid == OVERLAY.id and session.scene is None:
            origins = origins_of(session)
            doubtful = frozenset[str]() if isinstance(origins, str) else origins.doubtful_spaces
            return Overlay(dict.fromkeys((space for space in doubtful if space in names), "reach"))
        if self.laid is not None and session.scene is None:
            return session.title.overlay(session.state, self.laid)
        if session.viewed is not None:
            return Overlay(dict.fromkeys(places_on_view(session, names), "path"))
        marked: dict[str, Highlight] = dict.fromkeys(picking.routes, "reach")
        notes: dict[str, str] = {}
        if self.reach is not None:
            marked.update(self.reach.highlights)
            notes.update(self.reach.notes)
        choices = picking.goals() if picking.held is not None else picking.places()
        marked.update({space: "choice" for space in choices if space not in marked})
        return Overlay(marked, notes)

    def infos(self, session: Session) -> list[OverlayInfo]:
        """The overlays that a player can switch on: those of the title, and that of sources where they are known."""
        return [*session.title.overlays(), *([] if isinstance(origins_of(session), str) else [OVERLAY])]

    def info(self, session: Session) -> OverlayInfo | None:
        """What is known of the overlay that the player switched on."""
        return next((info for info in self.infos(session) if info.id == self.laid), None)

    def name(self, session: Session) -> str:
        """What the overlay that the player switched on is called; empty if there is none."""
        info = self.info(session)
        return info.name if info else self.laid or ""

    def legend(self, session: Session, marks: Mapping[str, str]) -> str:
        """What the marks of that overlay mean; `marks` are the signs for highlights."""
        info = self.info(session)
        return "   ".join(f"{marks[kind]} {words}" for kind, words in info.legend) if info else ""


def places_on_view(session: Session, names: Container[str]) -> list[str]:
    """Where on the map, which has spaces of those names, what led to the table on view happened."""
    return [space for space in session.places() if space in names]
