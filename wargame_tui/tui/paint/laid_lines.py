"""The lines of an overlay as strokes: bonds, supply routes, arrows, ways."""

import math
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from wargame_tui.board.scene import Highlight, LineKind, MapLine
from wargame_tui.tui.paint.canvas import Spot
from wargame_tui.tui.paint.style import MapStyle
from wargame_tui.tui.paint.tiles import Stroke, stroke

HEAD = 0.9
"""Rows of an arrow's head, where a hex has four."""
SPREAD = 0.5
"""Radians between an arrow and either side of its head."""
ROUTE = 0.42
"""Rows that the route from the cursor is wide."""
ASPECT = 2
"""Columns to a row, so that a head is as long in every direction."""


class Pen(NamedTuple):
    """How a kind of line is drawn: in the colour of a highlight, or in ink, which reads on any tint."""

    like: Highlight | None
    width: float
    dashed: bool = False


PENS: dict[LineKind, Pen] = {
    "bond": Pen("bond", 0.3),
    "supply": Pen(None, 0.18, dashed=True),
    "path": Pen(None, 0.24),
    "arrow": Pen("battle", 0.26),
}


def line_strokes(
    lines: Iterable[MapLine], middle: Callable[[str], Spot | None], style: MapStyle, unit: float
) -> Iterator[Stroke]:
    """The strokes of lines from middle to middle, on a halo; `unit` is 1 where a hex has four rows.

    What several lines share is drawn once: supply routes run together on roads.
    """
    drawn: set[tuple[LineKind, Spot, Spot]] = set()
    for line in lines:
        pen = PENS[line.kind]
        color, width = style.highlights[pen.like].color if pen.like else style.ink, pen.width * unit
        spots = [spot for space in line.spaces if (spot := middle(space)) is not None]
        for part in _undrawn(line.kind, spots, drawn):
            yield stroke(part, style.halo, 2 * width)
            yield stroke(part, color, width, dashed=pen.dashed)
        if line.kind == "arrow" and len(spots) > 1:
            yield stroke(_head(spots[-2], spots[-1], HEAD * unit), color, width)


def route_strokes(
    lines: Iterable[MapLine], start: str | None, middle: Callable[[str], Spot | None], style: MapStyle, unit: float
) -> Iterator[Stroke]:
    """The supply routes from a space, among all that are shown: unbroken, and wider."""
    for line in _routes(lines, start):
        spots = [spot for space in line.spaces if (spot := middle(space)) is not None]
        if len(spots) > 1:
            yield stroke(spots, style.halo, 1.6 * ROUTE * unit)
            yield stroke(spots, style.cursor, ROUTE * unit)


def _routes(lines: Iterable[MapLine], start: str | None) -> Iterator[MapLine]:
    """The lines that begin in a space, and those that go on where they end: from a unit to its HQ, from there on."""
    begun: dict[str, list[MapLine]] = {}
    for line in lines:
        if line.kind == "supply" and line.spaces:
            begun.setdefault(line.spaces[0], []).append(line)
    ahead = [start] if start else []
    while ahead:
        for line in begun.pop(ahead.pop(), ()):
            yield line
            ahead.append(line.spaces[-1])


def _undrawn(kind: LineKind, spots: Iterable[Spot], drawn: set[tuple[LineKind, Spot, Spot]]) -> Iterator[list[Spot]]:
    """The parts of a line that no line of its kind has drawn yet."""
    part: list[Spot] = []
    for one, other in pairwise(spots):
        way = kind, min(one, other), max(one, other)
        if way not in drawn and one != other:
            drawn.add(way)
            part = [*(part or [one]), other]
        elif part:
            yield part
            part = []
    if part:
        yield part


def _head(start: Spot, end: Spot, size: float) -> tuple[Spot, Spot, Spot]:
    """The head of an arrow, its point in the middle."""
    back = math.atan2(start[1] - end[1], (start[0] - end[0]) / ASPECT)
    one, other = (
        (end[0] + ASPECT * size * math.cos(turn), end[1] + size * math.sin(turn))
        for turn in (back - SPREAD, back + SPREAD)
    )
    return one, end, other
