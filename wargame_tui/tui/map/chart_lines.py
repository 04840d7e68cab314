"""Lines of a chart, dot by dot: links between boxes, past other boxes, and rivers. A cell has two by four dots."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from wargame_tui.tui.map.view import Box

RIVER, LEADER, LANE, SECONDARY, PRIMARY = range(1, 6)
"""What a line stands for: in a cell of several the greatest wins, and its colour is shown."""
ACROSS, UPRIGHT, RISING, FALLING = range(4)
"""How a line runs through a cell, where there are no dots to show it."""
STROKES = {LANE: (3, 2)}
"""Dots drawn and left out by turns; other lines are solid."""
BERTH = 1
"""Cells that a link keeps off a box that it passes."""

_DOT = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""Braille dots by row and column."""

Spot = tuple[float, float]


class Stroke(NamedTuple):
    """What lines leave in a cell."""

    kind: int
    dots: int
    """Pattern in the order of braille."""
    slant: int


class Pen:
    """Draws lines on a grid of cells."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.cells: dict[tuple[int, int], Stroke] = {}
        """By row and column."""

    def draw(self, path: Sequence[Spot], kind: int) -> None:
        """A line through some spots, in cells."""
        on, off = STROKES.get(kind, (1, 0))
        step = 0
        for (ax, ay), (bx, by) in pairwise(path):
            slant = _slant(bx - ax, by - ay)
            for x, y in _dots((2 * ax, 4 * ay), (2 * bx, 4 * by)):
                if step % (on + off) < on:
                    self._dot(x, y, kind, slant)
                step += 1

    def _dot(self, x: int, y: int, kind: int, slant: int) -> None:
        if not (0 <= x < 2 * self.width and 0 <= y < 4 * self.height):
            return
        cell, dot = (y // 4, x // 2), _DOT[y % 4][x % 2]
        before = self.cells.get(cell)
        if before is None or before.kind < LANE <= kind:
            self.cells[cell] = Stroke(kind, dot, slant)
        elif kind >= LANE or before.kind < LANE:
            self.cells[cell] = Stroke(max(kind, before.kind), before.dots | dot, before.slant)


def _dots(start: Spot, end: Spot) -> Iterable[tuple[int, int]]:
    (ax, ay), (bx, by) = start, end
    steps = max(1, round(max(abs(bx - ax), abs(by - ay))))
    for n in range(steps + 1):
        yield int(ax + (bx - ax) * n / steps), int(ay + (by - ay) * n / steps)


def _slant(dx: float, dy: float) -> int:
    """A cell is twice as tall as wide: down one row and across two columns is a slanting line."""
    if abs(dx) > 5 * abs(dy):
        return ACROSS
    if abs(dx) < abs(dy) / 1.2:
        return UPRIGHT
    return FALLING if dx * dy > 0 else RISING


def path_past(start: Spot, end: Spot, boxes: Iterable[Box]) -> list[Spot]:
    """A straight line, or one that bends at a corner or along a side of a box in its way, as short as can be."""
    boxes = list(boxes)
    ways = [[start, *bends, end] for box in boxes if crosses(start, end, box) for bends in _bends(box)]
    clear = [way for way in ways if not any(crosses(a, b, box) for a, b in pairwise(way) for box in boxes)]
    return min(clear, key=lambda way: (_length(way), way), default=[start, end])


def _bends(box: Box) -> list[list[Spot]]:
    """The spots off the corners of a box, alone and in pairs along a side."""
    left, right = box.x - 2 * BERTH, box.x + box.width + 2 * BERTH
    top, bottom = box.y - BERTH / 2, box.y + box.height + BERTH / 2
    corners: list[Spot] = [(left, top), (right, top), (right, bottom), (left, bottom)]
    sides = list(pairwise([*corners, corners[0]]))
    return [[corner] for corner in corners] + [[*pair] for side in sides for pair in (side, side[::-1])]


def _length(way: Sequence[Spot]) -> float:
    return sum(hypot(bx - ax, 2 * (by - ay)) for (ax, ay), (bx, by) in pairwise(way))


def crosses(start: Spot, end: Spot, box: Box) -> bool:
    """Whether a straight line runs through a box."""
    (ax, ay), (bx, by) = start, end
    low, high = 0.0, 1.0
    for at, way, near, far in ((ax, bx - ax, box.x, box.x + box.width), (ay, by - ay, box.y, box.y + box.height)):
        if not way:
            if not near < at < far:
                return False
            continue
        first, second = sorted(((near - at) / way, (far - at) / way))
        low, high = max(low, first), min(high, second)
    return low < high
