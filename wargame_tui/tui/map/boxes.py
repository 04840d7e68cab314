"""Where the label of a shape is written: a rectangle of free cells near the town, on as little road as possible."""

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby, product
from math import ceil

from wargame_tui.board.area import SpaceEntry
from wargame_tui.tui.map.outlines import Outlines
from wargame_tui.tui.map.shapes import VOID, Squares

Size = tuple[int, int]
"""Width and height in cells."""
Rectangle = tuple[int, int, int, int]
"""Left column, top row, width and height in cells."""
SHORT = 5
"""Letters of a name that are worth showing at the far zoom."""
COUNTERS = (13, 10)
"""Cells of a counter at the near zoom, with room and without."""
STACK = 10
"""Counters a side that the near zoom should have room for."""
ROAD_WEIGHTS = (6, 4, 3, 2, 1)
"""What a road's cell costs under the first lines of a label; further down lines are mostly empty."""


def wanted_sizes(zoom: str, space: str, item: SpaceEntry) -> list[list[Size]]:
    """The sizes that a label would like to have at a zoom, the best first, those that are as good together.

    The last is a single cell.
    """
    name = len(space) + 1 + len(item.name)
    if zoom == "far":
        least = len(space) + 1 + SHORT
        sizes = [(name + 2, 2), (name, 2), *((width, 2) for width in (least + 4, least + 2, least) if width < name)]
        sizes += [(9, 1), (8, 1)]
    elif zoom == "middle":
        wide = max(name + 2, 16)
        sizes = [(wide + 4, 4), (wide, 4), (name, 4), (wide, 3), (name, 3), (14, 4), (12, 4), (10, 4), (10, 3), (8, 3)]
    else:
        return [*_near_sizes(name), *([(width, 1)] for width in range(name, 0, -1))]
    return [[size] for size in sizes] + [[(width, 1)] for width in range(min(name, 7), 0, -1)]


def _near_sizes(name: int) -> list[list[Size]]:
    """By how many counters they hold, two sides of STACK at most; a line is left for the badges."""
    best: dict[int, list[Size]] = {}
    for columns, counter in product((1, 2, 3, 4), COUNTERS):
        width = columns * (counter + 1) - 1
        for rows in range(2, 2 * STACK + 3):
            counters = columns * (rows - 2)
            if counters - columns < 2 * STACK:
                # A single column: only where a wider box would hold less than half as much.
                worth = min(2 * STACK, counters) // (2 if columns == 1 else 1)
                best.setdefault(worth, []).append((max(width, name), rows))
    return [best[worth] for worth in sorted(best, reverse=True)]


def find_boxes(
    squares: Squares,
    outlines: Outlines,
    sizes: Sequence[Sequence[Sequence[Size]]],
    towns: Sequence[int],
    roads: Collection[int],
    occupied: Collection[int],
) -> list[Rectangle]:
    """The label box of every space: the first of its sizes that fits, where it lies best.

    It keeps to cells of its shape that hold no outline, off the squares `occupied`; on bare cells of the shape if
    there is no other way.
    """
    rows: list[dict[int, _Row]] = [{} for _ in sizes]
    columns = squares.columns
    taken, busy = _bits(roads, columns), _bits(occupied, columns)
    for y in range(squares.rows):
        drawn = outlines.drawn(y) | busy.get(y, 0)
        x = 0
        for space, run in groupby(squares.owner[y * columns : (y + 1) * columns]):
            length = len(list(run))
            if space != VOID:
                row = rows[space].setdefault(y, _Row())
                row.whole |= (1 << 2 * length) - 1 << 2 * x
                row.free = row.whole & ~drawn
                row.road = row.whole & taken.get(y, 0)
            x += length
    return [
        _find(_Shape(shape), wishes, squares.place(town))
        for shape, wishes, town in zip(rows, sizes, towns, strict=True)
    ]


def _bits(squares: Collection[int], columns: int) -> dict[int, int]:
    """The cells of squares as bits, by row."""
    rows: dict[int, int] = {}
    for square in squares:
        y, x = divmod(square, columns)
        rows[y] = rows.get(y, 0) | 3 << 2 * x
    return rows


class _Row:
    """A row of a shape's cells as bits: those free, those with a road, all."""

    __slots__ = ("free", "road", "whole")

    def __init__(self) -> None:
        self.free = self.road = self.whole = 0


class _Shape:
    """The rows of one shape."""

    def __init__(self, rows: dict[int, _Row]) -> None:
        self.top = min(rows)
        self.rows = [rows.get(y) or _Row() for y in range(self.top, max(rows) + 1)]

    def best(self, size: Size, town: tuple[int, int], whole: bool, limit: float) -> tuple[float, Rectangle] | None:
        """Where a rectangle lies best, and what that costs; None if nowhere below `limit`."""
        width, height = size
        aim = 2 * town[0] - width / 2
        lines = [_runs(row.whole if whole else row.free, width) for row in self.rows]
        best = limit, -1, -1
        for aside, n in sorted((3 * abs(self.top + n + 1 - town[1]), n) for n in range(len(lines) - height + 1)):
            if aside > best[0]:
                break
            fits = lines[n]
            for line in lines[n + 1 : n + height]:
                fits &= line
            for side in _outward(fits, max(0, ceil(aim))):
                for x in side:
                    price = aside + int(abs(x - aim))
                    if price > best[0]:
                        break
                    # Of places that are as good the upper one is taken, and the one to the left.
                    best = min(best, (price + self._under(x, n, size), n, x))
        return (best[0], (best[2], self.top + best[1], width, height)) if best[2] >= 0 else None

    def _under(self, x: int, row: int, size: Size) -> int:
        """What the roads under a rectangle cost."""
        width, height = size
        mask = (1 << width) - 1
        lines = self.rows[row : row + height]
        return sum(
            weight * (line.road >> x & mask).bit_count() for line, weight in zip(lines, ROAD_WEIGHTS, strict=False)
        )


def _runs(bits: int, length: int) -> int:
    """The bits at which a run of so many set bits begins."""
    have = 1
    while have < length:
        step = min(have, length - have)
        bits &= bits >> step
        have += step
    return bits


def _outward(bits: int, middle: int) -> tuple[Iterator[int], Iterator[int]]:
    """The bits that are set, from a middle on, and from there down."""
    return _rising(bits >> middle, middle), _falling(bits & ((1 << middle) - 1))


def _rising(bits: int, start: int) -> Iterator[int]:
    while bits:
        yield start + (bits & -bits).bit_length() - 1
        bits &= bits - 1


def _falling(bits: int) -> Iterator[int]:
    while bits:
        last = bits.bit_length() - 1
        yield last
        bits ^= 1 << last


def _find(shape: _Shape, sizes: Sequence[Sequence[Size]], town: tuple[int, int]) -> Rectangle:
    """The best place of the first sizes of which one fits; a shape always has a cell of its own."""
    for whole in (False, True):
        for alike in sizes:
            limit, rectangle = float("inf"), None
            for size in alike:
                found = shape.best(size, town, whole, limit)
                if found:
                    limit, rectangle = found
            if rectangle:
                return rectangle
    raise ValueError("a shape without squares")
