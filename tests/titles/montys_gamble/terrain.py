"""Ground for tests of Monty's Gamble, found on the map by its properties instead of by its numbers."""

from collections.abc import Iterator

from tests.titles.montys_gamble.kit import BOOK
from wargame_tui.titles.montys_gamble.printed.book import Edge

ENTRY = BOOK.named["entry"]
"""Zone F."""
EXIT = BOOK.named["exit"]
"""The only area next to it (14.2)."""
ARNHEM, ELDEN, OOSTERBEEK = "13", "17", "7"
"""The bridge over the Rhine leads from 13 to 17; 7 and 17 are adjacent over the river (3.2)."""


def is_open(space: str) -> bool:
    """An area that is neither polder nor high ground, whose roads all meet."""
    entry = BOOK.spaces[space]
    return entry.kind == "area" and not entry.polder and not entry.high and not entry.roads_apart


def edges(water: str, *, bridge: bool | None = None, road: bool | None = None) -> Iterator[tuple[str, Edge]]:
    """The boundaries of a kind between areas, both ways round: where they are seen from, and the boundary."""
    for here in BOOK.areas:
        for edge in BOOK.edges[here].values():
            fits = edge.water == water and bridge in (None, edge.bridge) and road in (None, edge.road)
            if fits and edge.to in BOOK.areas and not edge.ferry:
                yield here, edge


def crossing(water: str, *, bridge: bool, road: bool | None = None) -> tuple[str, str, str]:
    """A boundary over water between two open areas: one bank, the other, and its id."""
    return next(
        (here, edge.to, edge.id)
        for here, edge in edges(water, bridge=bridge, road=road)
        if is_open(here) and is_open(edge.to)
    )


def path(length: int) -> list[str]:
    """Open areas in a row, each joined to the next over a plain boundary by a road, and to no other of them."""
    for start in BOOK.areas:
        if is_open(start):
            for found in _paths([start], length):
                return found
    raise LookupError(length)


def _paths(row: list[str], length: int) -> Iterator[list[str]]:
    if len(row) == length:
        yield row
        return
    for edge in BOOK.edges[row[-1]].values():
        alone = not any(edge.to in BOOK.edges[other] for other in row[:-1])
        if edge.water == "plain" and edge.road and is_open(edge.to) and edge.to not in row and alone:
            yield from _paths([*row, edge.to], length)


def beside(space: str, *, water: str = "plain", besides: tuple[str, ...] = ()) -> str:
    """An open neighbour of a space over a boundary of a kind, other than some."""
    return next(
        edge.to
        for edge in BOOK.edges[space].values()
        if edge.water == water and is_open(edge.to) and edge.to not in besides
    )


def polder_entrance(*, road: bool) -> tuple[str, str]:
    """A dry or wet area and a polder beside it over a plain boundary, with or without a road."""
    return next((here, edge.to) for here, edge in edges("plain", road=road) if BOOK.spaces[edge.to].polder)


def zone_entrance() -> tuple[str, str]:
    """An open area and a zone beside it, other than Zone F."""
    return next(
        (area, zone)
        for zone in sorted(BOOK.zones - {ENTRY})
        for area, edge in BOOK.edges[zone].items()
        if is_open(area) and edge.road and BOOK.spaces[area].kind == "area"
    )


def far_from(space: str) -> str:
    """An area not adjacent to a space."""
    return next(area for area in BOOK.areas if area != space and area not in BOOK.edges[space])


__all__ = [
    "ARNHEM",
    "ELDEN",
    "ENTRY",
    "EXIT",
    "OOSTERBEEK",
    "beside",
    "crossing",
    "edges",
    "far_from",
    "is_open",
    "path",
    "polder_entrance",
    "zone_entrance",
]
