"""The borders of a grid of squares as smooth curves: each is drawn once, for the two spaces that it parts.

A border is an arc between two points where three spaces meet. It runs through the middles of the sides of squares,
not through their corners, so that stairs become slopes; then it is drawn taut, each point within its own small circle.
The circles of two arcs never meet, so no two spaces come to touch, nor cease to.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from wargame_tui.tui.map.shapes import VOID, Squares
from wargame_tui.tui.paint.canvas import Line, Spot, curves, rounded

Spots = npt.NDArray[np.float64]
"""Points, each column and row."""
PULLS, MORE = 6, 16
"""How often every point is drawn towards its neighbours, and those of strong borders after that."""
FREER = 1.3
"""How many times as far as others the points of strong borders may move."""
SHARE = 0.42
"""How much of the way to the nearest other border a point may take: below a half."""
WINDOW = 4
"""Half squares around a point in which other borders are looked for."""
STAIRS = 0.75
"""Squares by which the frames of zones cut stairs off, on a map without shapes."""
REACHES = 0.3
"""Squares by which a canal cuts its bends off."""
FOLDED = 9
"""Points of one arc so far apart along it may be two sides of one strip; shorter spurs may shrink."""
SHORT, FIRM = 4, 0.18
"""Of an arc with so few points the ends move no farther, in squares: what meets along it goes on meeting."""


@dataclass(frozen=True, slots=True)
class Arc:
    """A stretch of border; to its left and right lie two spaces, or VOID. A closed one begins where it ends."""

    left: int
    right: int
    line: tuple[Spot, ...]


@dataclass(slots=True)
class _Trace:
    """An arc on the grid: the corners of squares at its ends and all those between them."""

    left: int
    right: int
    corners: list[int]


class Bend(NamedTuple):
    """How a border is drawn."""

    pull: float = 1.0
    """How strongly it pulls at a point where borders meet: the stronger run through smoothly."""
    straight: bool = False
    """In straight reaches, as a canal."""


Bends = Callable[[int, int], Bend]
"""How the border between two spaces is drawn, the lower number first."""


def trace_borders(
    squares: Squares, rigid: Collection[int], reach: float, bends: Bends, steps: int, framed: bool
) -> list[Arc]:
    """The borders of all spaces, in squares. Those of the spaces `rigid` keep to the sides of squares.

    No point moves farther than `reach` squares. `steps` are the parts of a curve from point to point. `framed` says
    that the edge of the grid is the edge of the map, and stays straight.
    """
    traces = _traces(squares)
    return _Taut(squares, traces, rigid, reach, bends, framed).arcs(steps)


def _traces(squares: Squares) -> list[_Trace]:
    """Every side between two spaces, strung together from junction to junction."""
    wide = squares.columns + 1
    beside = _sides(squares)
    traces: list[_Trace] = []
    gone: set[tuple[int, int]] = set()
    ends = [corner for corner, steps in beside.items() if len(steps) != 2]
    # What is left without a junction are closed lines: they begin anywhere.
    for start in [*ends, *beside]:
        for step in beside[start]:
            if (start, step) not in gone:
                traces.append(_follow(beside, start, step, gone, wide))
    return traces


def _sides(squares: Squares) -> dict[int, dict[int, tuple[int, int]]]:
    """By corner of squares the corners next to it along a border, each with the spaces left and right of the way."""
    columns, rows = squares.columns, squares.rows
    owner = np.full((rows + 2, columns + 2), VOID)
    owner[1:-1, 1:-1] = np.asarray(squares.owner).reshape(rows, columns)
    wide = columns + 1
    beside: dict[int, dict[int, tuple[int, int]]] = {}

    def enter(one: int, other: int, left: int, right: int) -> None:
        beside.setdefault(one, {})[other] = left, right
        beside.setdefault(other, {})[one] = right, left

    ys, xs = np.nonzero(owner[1:-1, :-1] != owner[1:-1, 1:])
    west, east = owner[ys + 1, xs], owner[ys + 1, xs + 1]
    for y, x, one, other in zip(ys.tolist(), xs.tolist(), west.tolist(), east.tolist(), strict=True):
        enter(y * wide + x, (y + 1) * wide + x, other, one)
    ys, xs = np.nonzero(owner[:-1, 1:-1] != owner[1:, 1:-1])
    north, south = owner[ys, xs + 1], owner[ys + 1, xs + 1]
    for y, x, one, other in zip(ys.tolist(), xs.tolist(), north.tolist(), south.tolist(), strict=True):
        enter(y * wide + x, y * wide + x + 1, one, other)
    return beside


def _follow(
    beside: dict[int, dict[int, tuple[int, int]]], start: int, step: int, gone: set[tuple[int, int]], wide: int
) -> _Trace:
    left, right = beside[start][step]
    corners = [start, step]
    gone |= {(start, step), (step, start)}
    while step != start and len(beside[step]) == 2:
        before = corners[-2]
        step = next(corner for corner in beside[step] if corner != before)
        gone |= {(corners[-1], step), (step, corners[-1])}
        corners.append(step)
    return _Trace(left, right, corners)


class _Taut:
    """The points of all arcs in one array, drawn taut together."""

    def __init__(
        self, squares: Squares, traces: Sequence[_Trace], rigid: Collection[int], reach: float, bends: Bends,
        framed: bool,
    ) -> None:  # fmt: skip
        self._squares = squares
        self._traces = traces
        self._bends = [bends(min(trace.left, trace.right), max(trace.left, trace.right)) for trace in traces]
        self._framed = framed
        self._wide = squares.columns + 1
        self._ends: dict[int, int] = {}
        self._spots: list[Spot] = []
        self._fixed: list[int] = []
        self._chains = [self._chain(trace, self._stiff(trace, rigid, framed)) for trace in traces]
        start = np.asarray(self._spots)
        room = np.minimum(reach * self._strength(len(start)), SHARE * self._gaps(start))
        room[self._fixed] = 0
        self._pulled = self._pull(start, room)

    def arcs(self, steps: int) -> list[Arc]:
        """The arcs as curves."""
        fixed = set(self._fixed)
        lines: list[list[Spot]] = []
        smooth: list[int] = []
        for number, (chain, bend) in enumerate(zip(self._chains, self._bends, strict=True)):
            line = [(float(x), float(y)) for x, y in self._pulled[chain]]
            if all(point in fixed for point in chain):
                line = straightened(line, STAIRS) if self._framed else line
            elif bend.straight:
                line = rounded(straightened(line, REACHES))
            else:
                smooth.append(number)
            lines.append(line)
        for number, line in zip(smooth, _bent([lines[number] for number in smooth], steps), strict=True):
            lines[number] = line
        return [Arc(trace.left, trace.right, tuple(line)) for trace, line in zip(self._traces, lines, strict=True)]

    def _stiff(self, trace: _Trace, rigid: Collection[int], framed: bool) -> bool:
        return trace.left in rigid or trace.right in rigid or (framed and VOID in (trace.left, trace.right))

    def _chain(self, trace: _Trace, stiff: bool) -> list[int]:
        """The numbers of an arc's points: its ends, which it shares, and what lies between them."""
        places = [self._place(corner) for corner in trace.corners]
        if stiff:
            between = [spot for before, spot, after in zip(places, places[1:], places[2:], strict=False)
                       if (after[0] - before[0]) * (after[1] - before[1])]  # fmt: skip
        else:
            between = [((x + to_x) / 2, (y + to_y) / 2) for (x, y), (to_x, to_y) in pairwise(places)]
        first = self._end(trace.corners[0])
        inner = list(range(len(self._spots), len(self._spots) + len(between)))
        self._spots += between
        last = self._end(trace.corners[-1])
        if stiff:
            self._fixed += [first, *inner, last]
        return [first, *inner, last]

    def _end(self, corner: int) -> int:
        if corner not in self._ends:
            self._ends[corner] = len(self._spots)
            self._spots.append(self._place(corner))
        return self._ends[corner]

    def _place(self, corner: int) -> Spot:
        return float(corner % self._wide), float(corner // self._wide)

    def _gaps(self, spots: Spots) -> npt.NDArray[np.float64]:
        """How far from every point the nearest of another border is, or of a fold of its own."""
        arc, along = np.full(len(spots), -1), np.zeros(len(spots), np.int64)
        for number, chain in enumerate(self._chains):
            arc[chain[1:-1]], along[chain[1:-1]] = number, np.arange(len(chain) - 2)
        margin = WINDOW
        grid = np.full((2 * self._squares.rows + 1 + 2 * margin, 2 * self._wide - 1 + 2 * margin), -1)
        x, y = (2 * spots + margin).astype(np.int64).T
        grid[y, x] = np.arange(len(spots))
        gaps = np.full(len(spots), (margin + 1) / 2)
        joints = np.asarray(sorted(self._ends.values()))
        for down in range(-margin, margin + 1):
            for across in range(-margin, margin + 1):
                apart = np.hypot(across, down) / 2
                near = grid[y + down, x + across]
                folded = np.abs(along - along[near]) >= np.maximum(FOLDED, 1.6 * apart)
                other = (near >= 0) & (arc >= 0) & (arc[near] >= 0) & ((arc != arc[near]) | folded)
                gaps = np.where(other & (apart < gaps), apart, gaps)
        gaps[joints] = self._strength(len(spots))[joints]
        for chain in self._chains:
            if len(chain) <= SHORT:
                gaps[chain] = np.minimum(gaps[chain], FIRM / SHARE)
        return gaps

    def _strength(self, count: int) -> npt.NDArray[np.float64]:
        """1 for every point; those of strong borders may move farther."""
        strength = np.ones(count)
        for chain, bend in zip(self._chains, self._bends, strict=True):
            if bend.pull > 1:
                strength[chain] = FREER
        return strength

    def _pull(self, start: Spots, room: npt.NDArray[np.float64]) -> Spots:
        """Draw every point towards the middle of its neighbours, as far as it has room; the strong ones longer."""
        one, other, pull = self._pulls()
        total = np.bincount(one, pull, len(start))
        strong = self._strength(len(start)) > 1
        spots = start.copy()
        for turn in range(PULLS + MORE):
            drawn = np.stack([np.bincount(one, pull * spots[other, axis], len(spots)) for axis in (0, 1)], axis=1)
            moved = 0.5 * (spots + drawn / total[:, None]) - start
            far = np.hypot(moved[:, 0], moved[:, 1])
            wanted = start + moved * np.minimum(1, room / np.maximum(far, 1e-9))[:, None]
            spots = wanted if turn < PULLS else np.where(strong[:, None], wanted, spots)
        return spots

    def _pulls(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.float64]]:
        """Pairs of neighbours, and how strongly the first is drawn to the second."""
        one, other, pull = [], [], []
        for chain, bend in zip(self._chains, self._bends, strict=True):
            one += chain[:-1] + chain[1:]
            other += chain[1:] + chain[:-1]
            pull += [bend.pull] * (2 * len(chain) - 2)
        return np.asarray(one), np.asarray(other), np.asarray(pull)


def _bent(lines: Sequence[list[Spot]], steps: int) -> list[list[Spot]]:
    """Curves through the points; closed ones are smooth where they close."""
    closed = [len(line) > 3 and line[0] == line[-1] for line in lines]
    wound = [[line[-2], *line, line[1]] if round_ else line for line, round_ in zip(lines, closed, strict=True)]
    return [line[steps:-steps] if round_ else line for line, round_ in zip(curves(wound, steps), closed, strict=True)]


def straightened(line: Line, apart: float) -> list[Spot]:
    """A line with fewer points, none of those left out farther from it than so much (Douglas and Peucker 1973)."""
    (x, y), (to_x, to_y) = line[0], line[-1]
    length = hypot(to_x - x, to_y - y)
    if len(line) < 3:
        return list(line)
    if length:
        aside = [abs((to_x - x) * (y - row) - (x - column) * (to_y - y)) / length for column, row in line]
    else:
        aside = [hypot(column - x, row - y) for column, row in line]
    far = max(range(len(line)), key=aside.__getitem__)
    if aside[far] <= apart:
        return [line[0], line[-1]]
    return straightened(line[: far + 1], apart)[:-1] + straightened(line[far:], apart)


def rings(arcs: Sequence[Arc]) -> list[tuple[int, Spots]]:
    """The outlines of all spaces, the largest first: who fills them in this order has every space where it belongs.

    Holes are filled by the space in them, and by VOID where there is none.
    """
    found: list[tuple[float, int, Spots]] = []
    by_space: dict[int, list[Spots]] = {}
    for arc in arcs:
        line = np.asarray(arc.line)
        by_space.setdefault(arc.left, []).append(line)
        by_space.setdefault(arc.right, []).append(line[::-1])
    for space, lines in by_space.items():
        for ring in _closed(lines):
            x, y = ring.T
            area = float(np.dot(np.roll(x, -1), y) - np.dot(x, np.roll(y, -1))) / 2
            if area > 0:
                found.append((area, space, ring))
    found.sort(key=lambda item: (-item[0], item[1]))
    return [(space, ring) for _, space, ring in found]


def _closed(lines: Sequence[Spots]) -> list[Spots]:
    """Lines joined end to start until they close."""
    beginning: dict[Spot, list[int]] = {}
    for number, line in enumerate(lines):
        beginning.setdefault((line[0, 0], line[0, 1]), []).append(number)
    left = set(range(len(lines)))
    closed = []
    for first in range(len(lines)):
        if first not in left:
            continue
        ring, number = [], first
        while number in left:
            left.remove(number)
            ring.append(lines[number][:-1])
            x, y = lines[number][-1]
            number = next((line for line in beginning[x, y] if line in left), first)
        closed.append(np.concatenate(ring))
    return closed
