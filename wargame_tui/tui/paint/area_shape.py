"""Where the areas of a layout lie, in cell coordinates: outlines, borders, waters along them and elsewhere."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import combinations, pairwise
from math import hypot
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw

from wargame_tui.board.area import AreaMapEntry
from wargame_tui.tui.map.layout import SCALES, Layout, spaces_of
from wargame_tui.tui.map.shapes import VOID, Squares, read_squares
from wargame_tui.tui.map.view import Box
from wargame_tui.tui.paint.borders import Arc, Bend, Spots, rings, trace_borders
from wargame_tui.tui.paint.canvas import Line, Spot, chained, curved, rounded

REACH = 0.4
"""Squares that a border may move to become smooth."""
FINE = 8
"""Pixels across a cell at least when outlines are filled."""
SNAP, CLOSE = 2.5, 0.8
"""Rows from which a river in its own course is drawn to a border that its name is on; and near its end."""
PIECE = 12
"""Points of a piece of a line."""
BRIDGED = 6.0
"""Rows between the ends of two borders on one river that are joined straight."""
FLOW = 9
"""How often a river is rounded."""
LEAP = 5
"""Rows about a point where it leaves one border for another."""


class Water(NamedTuple):
    """A stretch of a river or canal."""

    name: str
    line: list[Spot]


class Sheaf:
    """Lines, of which those on some cells are soon found; long ones in short pieces, unless they are to stay whole."""

    def __init__(self, lines: Iterable[Line], *, whole: bool = False) -> None:
        self._pieces = [
            line if whole else line[start : start + PIECE + 1]
            for line in lines
            for start in range(0, 1 if whole else max(1, len(line) - 1), PIECE)
        ]
        spots = [np.asarray(piece) for piece in self._pieces]
        self._bounds = np.asarray([(*piece.min(axis=0), *piece.max(axis=0)) for piece in spots]).reshape(-1, 4)

    def near(self, box: Box, margin: float) -> list[Line]:
        """The pieces that may lie on some cells, or so many rows beside them."""
        left, top, right, bottom = self._bounds.T
        seen = (
            (left < box.x + box.width + 2 * margin) & (right > box.x - 2 * margin)
            & (top < box.y + box.height + margin) & (bottom > box.y - margin)
        )  # fmt: skip
        return [self._pieces[n] for n in np.flatnonzero(seen)]


class AreaShape:
    """The geometry of an area layout.

    A map with shapes is smoothed on its own grid, at every zoom alike; one without on the squares of the layout.
    """

    def __init__(self, entry: AreaMapEntry, layout: Layout) -> None:
        self.entry = entry
        self.layout = layout
        self.aside = {n for n, item in enumerate(spaces_of(entry).values()) if item.kind != "area"}
        """The zones and boxes."""
        self.factor = SCALES[layout.zoom] if layout.shaped else 1
        if entry.shapes is not None:
            self.squares = read_squares(entry.shapes, layout.ids)
        else:
            self.squares = Squares(layout.columns, layout.rows, layout.owner)
        number = {space: n for n, space in enumerate(layout.ids)}
        self.waters: dict[tuple[int, int], str] = {}
        """The rivers and canals by the two spaces between which they lie, the lower number first."""
        for link in entry.links:
            if link.river:
                one, other = sorted(number[space] for space in link.between)
                self.waters[one, other] = link.river
        self._arcs = trace_borders(
            self.squares, self.aside, REACH, self._bend, self.factor + 1 if layout.shaped else 3, not layout.shaped
        )

    def _bend(self, one: int, other: int) -> Bend:
        name = self.waters.get((one, other))
        if name is None:
            return Bend()
        river = self.entry.rivers.get(name)
        return Bend(4.0, straight=river is not None and river.kind == "canal")

    def cells(self, line: Iterable[Spot]) -> list[Spot]:
        """Squares as cells."""
        return [(2 * self.factor * x, self.factor * y) for x, y in line]

    @cached_property
    def arcs(self) -> list[Arc]:
        """The borders, those with the void included."""
        return [Arc(arc.left, arc.right, tuple(self.cells(arc.line))) for arc in self._arcs]

    @cached_property
    def rings(self) -> list[tuple[int, Spots]]:
        """The outlines of the spaces, those that lie in others after them."""
        return rings(self.arcs)

    @cached_property
    def _bounds(self) -> npt.NDArray[np.float64]:
        return np.asarray([(*ring.min(axis=0), *ring.max(axis=0)) for _, ring in self.rings])

    def near(self, box: Box) -> list[tuple[int, Spots]]:
        """The outlines that some cells may be in."""
        left, top, right, bottom = self._bounds.T
        seen = (left < box.x + box.width) & (right > box.x) & (top < box.y + box.height) & (bottom > box.y)
        return [self.rings[n] for n in np.flatnonzero(seen)]

    def outline(self, space: int) -> list[Spot]:
        """The line around the largest part of a space."""
        ring = next(ring for number, ring in self.rings if number == space)
        return [(float(x), float(y)) for x, y in ring]

    def owners(self, box: Box, across: int, down: int) -> npt.NDArray[np.int32]:
        """The space of every pixel of some cells, so many pixels a cell; VOID beside the map."""
        times = -(-FINE // across)
        image = Image.new("I", (box.width * across * times, box.height * down * times), VOID)
        draw = ImageDraw.Draw(image)
        for space, ring in self.near(box):
            draw.polygon(corners(ring, box, across * times, down * times), fill=space)
        return np.asarray(image, np.int32)[times // 2 :: times, times // 2 :: times]

    def town(self, space: int) -> Spot:
        """Where a space's town lies: its square, or the middle of its label."""
        layout = self.layout
        if layout.towns:
            y, x = divmod(layout.towns[space], layout.columns)
            return 2 * x + 1.0, y + 0.5
        box = layout.boxes[layout.ids[space]]
        return box.x + box.width / 2, box.y + box.height / 2

    # -- water ----------------------------------------------------------------------------------------

    @cached_property
    def water(self) -> list[Water]:
        """The rivers and canals: along the borders that they are on, else in their own courses."""
        banks: dict[str, list[list[Spot]]] = {}
        for arc in self.arcs:
            name = self.water_at(arc)
            if name is not None:
                banks.setdefault(name, []).append(list(arc.line))
        if self.layout.shaped:
            canals = {name for name, river in self.entry.rivers.items() if river.kind == "canal"}
            return [
                Water(name, line if name in canals else _flowing(line))
                for name, lines in banks.items()
                for line in _strung(lines)
            ]
        whole = {name: _strung([*lines, *_links(lines)]) for name, lines in banks.items()}
        return [Water(name, _flowing(line)) for name, lines in self._with_courses(whole).items() for line in lines]

    def _with_courses(self, whole: Mapping[str, list[list[Spot]]]) -> dict[str, list[list[Spot]]]:
        """Waters along borders and, where they leave these or have none, in their courses; by name."""
        found = {name: list(lines) for name, lines in whole.items()}
        links = _links([line for lines in whole.values() for line in lines])
        if links:
            found.setdefault(next(iter(whole)), []).extend(links)
        courses = [(name, _evenly(self.cells(course))) for name, course in self.layout.courses]
        banks = [(name, np.asarray(line)) for name, lines in whole.items() for line in lines]
        others = [(name, np.asarray(line)) for name, line in courses]
        for number, (name, course) in enumerate(courses):
            elsewhere = [line for other, line in banks if other != name]
            elsewhere += [line for n, (_, line) in enumerate(others) if n != number]
            parts = _beside(course, whole.get(name, ()), np.concatenate([np.empty((0, 2)), *elsewhere]))
            lines = found.setdefault(name, [])
            found[name] = _strung([*lines, *parts]) if lines and parts else [*lines, *parts]
        return found

    def water_at(self, arc: Arc) -> str | None:
        """The river or canal on a border. The rivers of a map without shapes pass zones in their own courses."""
        one, other = sorted((arc.left, arc.right))
        if not self.layout.shaped and (one in self.aside or other in self.aside):
            return None
        return self.waters.get((one, other))


def corners(ring: Spots, box: Box, across: int, down: int) -> list[float]:
    """An outline in the pixels of some cells, column and row by turns."""
    found: list[float] = np.floor((ring - (box.x, box.y)) * (across, down)).ravel().tolist()
    return found


def _strung(lines: Iterable[Line]) -> list[list[Spot]]:
    """Lines that share ends, strung together where just two meet."""
    return chained(side for line in lines for side in pairwise(line))


def _links(lines: Sequence[Line]) -> list[list[Spot]]:
    """Straight lines between loose ends that lie near one another, each end to one other."""
    ends = [(n, end) for n, line in enumerate(lines) for end in (line[0], line[-1])]
    counts = Counter(end for _, end in ends)
    loose = sorted(
        (_rows(one, other), one, other)
        for (a, one), (b, other) in combinations(ends, 2)
        if a != b and counts[one] == counts[other] == 1 and _rows(one, other) < BRIDGED
    )
    gone: set[Spot] = set()
    found = []
    for _, one, other in loose:
        if one not in gone and other not in gone:
            gone |= {one, other}
            found.append([one, other])
    return found


def _rows(one: Spot, other: Spot) -> float:
    return hypot((one[0] - other[0]) / 2, one[1] - other[1])


def _evenly(line: Line) -> list[Spot]:
    """A line as a curve with points about a row apart."""
    return [(float(x), float(y)) for x, y in _spread(curved(rounded(line, 1), 4), 1)]


def _spread(line: Line, density: float) -> Spots:
    """So many points a row along a line, evenly."""
    spots = np.asarray(line)
    along = np.concatenate(([0.0], np.cumsum(np.hypot(*(np.diff(spots, axis=0) / (2, 1)).T))))
    places = np.linspace(0, along[-1], max(3, round(density * along[-1])))
    return np.stack([np.interp(places, along, spots[:, axis]) for axis in (0, 1)], axis=1)


def _flowing(line: Line) -> list[Spot]:
    """A line without corners, its ends where they were."""
    even = _spread(line, 2)
    for _ in range(FLOW):
        even[1:-1] = (even[:-2] + 2 * even[1:-1] + even[2:]) / 4
    return [line[0], *((float(x), float(y)) for x, y in even[1:-1]), line[-1]]


def _beside(line: Line, banks: Sequence[Line], others: Spots) -> list[list[Spot]]:
    """The parts of a river that run beside no border of its name; their ends are led to the borders.

    A mouth is led to the water of `others`; left out are short ends that lead only to where that is anyway.
    """
    line = [*line, *_mouth(line[-1], others)]
    beside, nearest = _courses_beside(line, banks)
    changes = [0, *(np.flatnonzero(np.diff(beside)) + 1).tolist(), len(line)]
    parts = []
    for start, end in pairwise(changes):
        before = [nearest[start - 1]] if start and beside[start - 1] >= 0 else []
        if beside[start] < 0:
            between = start > 0 and end < len(line)
            if between and beside[start - 1] == beside[end]:
                continue
            if banks and not between and end - start < BRIDGED and _mouth(line[-1] if start else line[0], others):
                continue
            after = [nearest[end]] if end < len(line) else []
            parts.append(rounded([*before, *line[start:end], *after], 1))
        elif before and before[0] != nearest[start]:
            parts.append([*before, nearest[start]])
    return parts


def _mouth(end: Spot, others: Spots) -> list[Spot]:
    """The water into which a river flows that ends at a spot, if any."""
    if not len(others):
        return []
    apart = np.hypot(*((others - end) / (2, 1)).T)
    x, y = others[int(apart.argmin())].tolist()
    return [(x, y)] if apart.min() < BRIDGED else []


def _courses_beside(line: Line, banks: Sequence[Line]) -> tuple[npt.NDArray[np.int64], Line]:
    """For every point of a river the number of the border beside it, or -1, and the nearest point of any."""
    spots = [spot for bank in banks for spot in bank]
    if not spots:
        return np.full(len(line), -1), line
    which = np.repeat(np.arange(len(banks)), [len(bank) for bank in banks])
    bank, course = np.asarray(spots), np.asarray(line)
    apart = np.hypot((course[:, None, 0] - bank[None, :, 0]) / 2, course[:, None, 1] - bank[None, :, 1])
    nearest, gaps = apart.argmin(axis=1), apart.min(axis=1)
    beside = np.where(gaps > SNAP, -1, which[nearest])
    # From border to border the river keeps its own course.
    for n in np.flatnonzero((beside[1:] != beside[:-1]) & (beside[1:] >= 0) & (beside[:-1] >= 0)).tolist():
        part = slice(max(0, n - LEAP), n + 2 + LEAP)
        beside[part] = np.where(gaps[part] > CLOSE, -1, beside[part])
    return beside, [spots[n] for n in nearest]
