"""Supply lines and isolation (13.8)."""

from collections import deque
from collections.abc import Collection

from wargame_tui.core.remembered import remembered
from wargame_tui.titles.montys_gamble.printed.book import ALLIED, GERMAN, Edge
from wargame_tui.titles.montys_gamble.printed.data import Side
from wargame_tui.titles.montys_gamble.rules.areas import bridge_stands, controlled
from wargame_tui.titles.montys_gamble.state import FIRST_DATE, Table, Unit, book_of

LAST_DATE_NEVER_ISOLATED = FIRST_DATE + 1
"""Allied units are never isolated on 17 and 18 September (13.8)."""


def sources(table: Table, side: Side) -> list[str]:
    """Zone F; every German-controlled zone, contested or not (13.81, 13.82, Q25)."""
    book = book_of(table)
    if side == ALLIED:
        return [book.named["entry"]]
    return [zone for zone in book.ground if zone in book.zones and table.control[zone] == GERMAN]


def carries(table: Table, edge: Edge, side: Side) -> bool:
    """Whether a line crosses a boundary (13.8)."""
    if edge.water == "plain":
        return True
    if edge.ferry and table.ferries[edge.id] != "destroyed":
        return True
    return edge.bridge and bridge_stands(table, edge.id) and table.crossings[edge.id].holder == side


@remembered("control", "crossings", "ferries")
def _lines(table: Table, side: Side) -> tuple[frozenset[str], dict[str, str]]:
    """The spaces that a side's lines reach, and where each line comes from."""
    return _lines_from(table, sources(table, side), side)


def _lines_from(table: Table, start: Collection[str], side: Side) -> tuple[frozenset[str], dict[str, str]]:
    """The spaces that lines from some spaces reach, and where each line comes from (13.8)."""
    book, own = book_of(table), controlled(table, side)
    came: dict[str, str] = {}
    through, reached = deque(start), set(start)
    while through:
        here = through.popleft()
        for edge in book.edges[here].values():
            if edge.to not in reached and carries(table, edge, side):
                reached.add(edge.to)
                came[edge.to] = here
                if edge.to in own:
                    through.append(edge.to)
    ends = reached & {*own, *start}
    canals = ((here, edge.to) for here in ends for edge in book.edges[here].values() if edge.water == "canal")
    last = [(here, to) for here, to in canals if to not in reached]
    for here, to in sorted(last):
        came.setdefault(to, here)
    return frozenset(reached | {to for _, to in last}), came


def supplied(table: Table, side: Side) -> frozenset[str]:
    """Spaces to which a side can trace a supply line."""
    return _lines(table, side)[0]


def traced(table: Table, space: str, side: Side) -> bool:
    """Whether a side can trace a supply line to a space."""
    return space in _lines(table, side)[0]


def joined(table: Table, start: Collection[str], space: str, side: Side) -> bool:
    """Whether a side's line leads from one of some spaces to another, as if they were its sources."""
    return space in _lines_from(table, start, side)[0]


def line(table: Table, space: str, side: Side) -> list[str]:
    """The line that supplies a space, source first; empty if there is none."""
    reached, came = _lines(table, side)
    if space not in reached:
        return []
    route = [space]
    while route[-1] in came:
        route.append(came[route[-1]])
    return route[::-1]


def isolated(table: Table, unit: Unit) -> bool:
    """Whether a unit is isolated (13.8)."""
    if unit.location not in book_of(table).edges or unit.location == "UK":
        return False
    if unit.side == ALLIED and table.date <= LAST_DATE_NEVER_ISOLATED:
        return False
    return not traced(table, unit.location, unit.side)


def isolated_units(table: Table, side: Side) -> list[Unit]:
    """A side's isolated units, in the order of the counters."""
    return [unit for unit in table.units.values() if unit.side == side and isolated(table, unit)]
