"""What the numbers on the table rest on: for the panel of sources, and for their overlay and its marks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from wargame_tui.board.origins import Origins, Printed
from wargame_tui.board.plain import DataError, briefly
from wargame_tui.board.title import OverlayInfo
from wargame_tui.tui.session import Session

OVERLAY = OverlayInfo("sources", "Sources", (("reach", "something in it rests on an estimate"),), "s")
"""Over the map; beside values in the pane of what is here stands ESTIMATED."""
ESTIMATED = "≈"


@dataclass(frozen=True, slots=True)
class Doubts:
    """What of a space and its units rests on estimates: the names of values, and ids of neighbours."""

    space: frozenset[str] = frozenset()
    units: Mapping[str, frozenset[str]] = field(default_factory=dict)


NO_DOUBTS = Doubts()


def origins_of(session: Session) -> Origins | str:
    """What the numbers of a game rest on, or why that cannot be told."""
    try:
        found = session.title.origins(session.state)
    except DataError as error:
        return f"The sources cannot be read: {briefly(error)}"
    return found or f"{session.title.name} does not say where its numbers come from"


def sourced(session: Session, origins: Origins, space: str, first: str | None = None) -> Sequence[Printed]:
    """What is printed about a space, then about the units in it; a unit pointed at comes before both."""
    state, title = session.state, session.title
    units = [sheet.counter.unit for sheet in title.unit_sheets(state, space, session.viewer)]
    about = {unit: origins.of_unit(unit, title.entries_of(state, unit)) for unit in units}
    before = about.pop(first, ()) if first else ()
    rest = (each for unit in about.values() for each in unit)
    return [*dict.fromkeys((*before, *origins.of_space(space), *rest))]


def doubts(session: Session, space: str, units: Iterable[str]) -> Doubts:
    """What of a space and its units rests on estimates; nothing if that cannot be told."""
    origins, state, title = origins_of(session), session.state, session.title
    if isinstance(origins, str):
        return NO_DOUBTS
    found = {unit: origins.doubts_of_unit(unit, title.entries_of(state, unit)) for unit in units}
    return Doubts(origins.doubts_of_space(space), found)
