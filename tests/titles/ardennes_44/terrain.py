"""Ground for tests of Ardennes '44, found on the map by its properties instead of by its numbers."""

from collections.abc import Iterator, Sequence

from tests.titles.ardennes_44.kit import BOARD, BOOK, GRID
from wargame_tui.board.hexes import bits

NAMES, INDEX = BOARD.names, BOARD.index
RESERVED = bits(BOARD.congestion) | bits(INDEX[entry.hex] for entry in BOOK.map.entries.values())
"""Hexes with costs or events of their own."""


def key(one: str, other: str) -> int:
    """The hexside between two hexes."""
    return BOARD.key(INDEX[one], INDEX[other])


def near(hex_: str) -> list[str]:
    """The hexes around one."""
    return [NAMES[other] for other in GRID.near[INDEX[hex_]]]


def terrain(hex_: str) -> str:
    """What grows in a hex."""
    return BOARD.terrain[INDEX[hex_]]


def on_road(hex_: str) -> bool:
    """Whether any road leads through it."""
    return INDEX[hex_] in BOARD.on_road


def inner(distance: int = 3) -> Iterator[str]:
    """Hexes without villages, towns or rules of their own, so far from the map's edge."""
    for hex_, name in enumerate(NAMES):
        column, row = GRID.column_row(hex_)
        middle = distance < column <= GRID.columns - distance and distance < row <= GRID.rows - distance
        if middle and hex_ not in BOARD.built and not RESERVED >> hex_ & 1:
            yield name


QUIET = tuple(inner())


def steps(
    start: Sequence[str] = ("clear",),
    to: Sequence[str] = ("clear",),
    *,
    road: str | None = None,
    water: str | None = None,
    ends: Sequence[str] = QUIET,
) -> Iterator[tuple[str, str]]:
    """Adjacent quiet hexes of such terrains with this road and this water between them.

    Without a road between them, no road leads to the second one at all.
    """
    goals = {*ends}
    for name in QUIET:
        if terrain(name) not in start:
            continue
        for turn, other in enumerate(GRID.neighbours[INDEX[name]]):
            side = 6 * INDEX[name] + turn
            if other is None or NAMES[other] not in goals or BOARD.terrain[other] not in to or side in BOARD.boundary:
                continue
            if BOARD.road[side] == road and BOARD.water[side] == water and (road or other not in BOARD.on_road):
                yield name, NAMES[other]


def step(*given: Sequence[str], **more: str | None) -> tuple[str, str]:
    """The first of them."""
    return next(steps(*given, **more))  # type: ignore[arg-type]


def bridge(water: str = "river", *, ends: Sequence[str] = ("clear", "light_woods")) -> tuple[str, str, str]:
    """A bridge between two quiet hexes, with no other way over to the second one: both banks and its name."""
    for road in ("primary", "secondary"):
        for one, other in steps(ends, ends, road=road, water=water):
            if GRID.hexside(INDEX[one], INDEX[other]) != GRID.hexside(*GRID.pair(BOOK.map.ouren)):
                return one, other, GRID.hexside(INDEX[one], INDEX[other])
    raise LookupError(water)


def roads(length: int, kind: str = "primary", *, clear: bool = False) -> Iterator[list[str]]:
    """Quiet hexes in a row along a road of one kind without rivers; two of them are adjacent only if neighbours in it.

    No road of the row crosses an army boundary; `clear`: only clear hexes and light woods.
    """
    for start in QUIET:
        yield from _roads([start], length, kind, clear)


def road(length: int, kind: str = "primary", *, clear: bool = False) -> list[str]:
    """The first of them."""
    return next(roads(length, kind, clear=clear))


def straight_road(length: int, kind: str = "primary") -> list[str]:
    """One whose ends are as far apart as it is long."""
    return next(row for row in roads(length, kind) if GRID.distance(INDEX[row[0]], INDEX[row[-1]]) == length - 1)


def _roads(row: list[str], length: int, kind: str, clear: bool) -> Iterator[list[str]]:
    here = INDEX[row[-1]]
    if clear and BOARD.terrain[here] not in ("clear", "light_woods"):
        return
    if len(row) == length:
        yield row
        return
    for turn, to in enumerate(GRID.neighbours[here]):
        side = 6 * here + turn
        if to is None or BOARD.road[side] != kind or BOARD.water[side] or side in BOARD.boundary:
            continue
        alone = NAMES[to] in QUIET and not any(GRID.distance(to, INDEX[other]) < 2 for other in row[:-1])
        if alone and NAMES[to] not in row:
            yield from _roads([*row, NAMES[to]], length, kind, clear)


def lines() -> Iterator[tuple[str, str, str]]:
    """Three quiet hexes in one straight line (10.1a)."""
    for name in QUIET:
        for turn, middle in enumerate(GRID.neighbours[INDEX[name]]):
            end = None if middle is None else GRID.neighbours[middle][turn]
            if middle is not None and end is not None and {NAMES[middle], NAMES[end]} <= {*QUIET}:
                yield name, NAMES[middle], NAMES[end]


def bends() -> Iterator[tuple[str, str, str, str]]:
    """Quiet hexes two apart that are not in one line, each with the two hexes between them (10.1b): U, a, b, V."""
    for name in QUIET:
        around = GRID.neighbours[INDEX[name]]
        for turn in range(6):
            one, other = around[turn], around[(turn + 1) % 6]
            end = None if one is None else GRID.neighbours[one][(turn + 1) % 6]
            if one is not None and other is not None and end is not None:
                found = name, NAMES[one], NAMES[other], NAMES[end]
                if {*found} <= {*QUIET}:
                    yield found


def is_open(*hexes: str) -> bool:
    """Whether hexes are clear or light woods without rivers or ravines on their sides: 1 point each for infantry."""
    return all(
        terrain(name) in ("clear", "light_woods")
        and not any(BOARD.water[side] or BOARD.ravine[side] for side in range(6 * INDEX[name], 6 * INDEX[name] + 6))
        for name in hexes
    )


def open_country(distance: int) -> Iterator[str]:
    """Quiet hexes with nothing but open ground and perhaps roads so far around."""
    for name in inner(distance + 1):
        around = [NAMES[other] for other in GRID.within(INDEX[name], distance)]
        if is_open(*around) and {*around} <= {*QUIET}:
            yield name


def far_from(*hexes: str, distance: int = 12) -> str:
    """A quiet hex that far from all of these."""
    return next(name for name in QUIET if all(GRID.distance(INDEX[name], INDEX[other]) >= distance for other in hexes))
