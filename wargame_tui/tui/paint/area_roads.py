"""The roads of an area map as curves: a net of squares drawn taut, without leaving its areas, then smoothed."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from math import hypot
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from wargame_tui.tui.map.layout import Road
from wargame_tui.tui.map.shapes import VOID
from wargame_tui.tui.paint.area_shape import AreaShape
from wargame_tui.tui.paint.canvas import Line, Spot, curves, stretches

PULLS = 40
"""How often every point of the net is drawn towards its neighbours."""
ROOM = 2.5
"""Squares that a point may go."""
GATE_ROOM = 0.6
"""The same where a road crosses water: its bridge stands there."""
MAIN = 3.0
"""How strongly a primary road pulls where roads meet: it runs through smoothly."""


FAR = 8.0
"""Rows from where the layout has a crossing beyond which no water is meant."""
SKEW = 0.75
"""The least cosine of the angle between a bridge and the shortest way over the water."""
TURN = 0.1
"""The least cosine of the angle between two roads that are one road through a town."""


class Span(NamedTuple):
    """Where a link crosses water: a spot, and another one farther along the way, both in cells."""

    at: Spot
    towards: Spot


class AreaRoads:
    """The net of an area layout's roads."""

    def __init__(self, shape: AreaShape) -> None:
        self.shape = shape
        self._numbers: dict[int, int] = {}
        self._places: list[Spot] = []
        self._paths = [self._path(road) for road in shape.layout.roads]
        self._spots = self._pulled()

    @cached_property
    def curves(self) -> dict[int, list[Spot]]:
        """The whole curve of every road, in cells, by the number of its link."""
        beside: dict[int, dict[int, bool]] = {}
        for road, path in zip(self.shape.layout.roads, self._paths, strict=True):
            for one, other in pairwise(path):
                for a, b in ((one, other), (other, one)):
                    beside.setdefault(a, {})[b] = road.primary or beside.get(a, {}).get(b, False)
        roads, steps = self.shape.layout.roads, self._steps
        lines = curves([self._prolonged(path, beside) for path in self._paths], steps)
        return {
            road.link: line[steps:-steps] if len(path) > 1 else line
            for road, path, line in zip(roads, self._paths, lines, strict=True)
        }

    def _prolonged(self, path: Sequence[int], beside: Mapping[int, Mapping[int, bool]]) -> list[Spot]:
        """The points of a road and, at both ends, one of the road straight ahead, into which it goes on smoothly."""
        line = [self._cell(point) for point in path]
        if len(path) < 2:
            return line
        return [self._ahead(path[1], path[0], beside), *line, self._ahead(path[-2], path[-1], beside)]

    def _ahead(self, start: int, end: int, beside: Mapping[int, Mapping[int, bool]]) -> Spot:
        """Whither a road from a point to a town goes on: into that of its class which turns least, or nowhere."""
        way = self._spots[end] - self._spots[start]
        best, found = TURN, self._cell(end)
        for point, main in beside[end].items():
            on = self._spots[point] - self._spots[end]
            straight = float(way @ on) / (hypot(*way) * hypot(*on) or 1.0)
            if point != start and main == beside[end][start] and straight > best:
                best, found = straight, self._cell(point)
        return found

    @property
    def _steps(self) -> int:
        return self.shape.factor + 1 if self.shape.layout.shaped else 3

    @cached_property
    def lines(self) -> dict[str, list[list[Spot]]]:
        """The roads of each class, each stretch once: `primary`, `secondary`."""
        drawn: set[tuple[int, int]] = set()
        found: dict[str, list[list[Spot]]] = {"primary": [], "secondary": []}
        for kind, main in (("primary", True), ("secondary", False)):
            for road, path in zip(self.shape.layout.roads, self._paths, strict=True):
                if road.primary == main:
                    found[kind] += stretches(path, self.curves[road.link], self._steps, drawn)
        return found

    @cached_property
    def spans(self) -> dict[int, Span]:
        """Where the links cross their water, by number; those without a bridge or ferry to draw are not among them."""
        shape, columns = self.shape, self.shape.layout.columns
        wanted = {crossing.link: (crossing.a, crossing.b) for crossing in shape.layout.crossings}
        wanted |= {road.link: (road.wet[0], road.wet[-1]) for road in shape.layout.roads if road.bridge and road.wet}
        found = {}
        for link, squares in wanted.items():
            x = sum(square % columns + 0.5 for square in squares)
            y = sum(square // columns + 0.5 for square in squares) / 2
            span = self._span(link, (x, y))
            if span is not None:
                found[link] = span
        return found

    def _span(self, link: int, about: Spot) -> Span | None:
        """The crossing nearest to a spot: of road and water, or straight over the water where there is no road."""
        name = self.shape.entry.links[link].river
        waters = [water.line for water in self.shape.water if water.name == name]
        if link in self.curves:
            met = [cut for water in waters for cut in cuts(self.curves[link], water)]
            if met:
                return min(met, key=lambda span: _apart(span.at, about))
        straight = (_straight(water, about) for water in waters)
        span = min(straight, key=lambda span: _apart(span.at, about), default=None)
        return span if span and _apart(span.at, about) < FAR**2 else None

    # -- the net --------------------------------------------------------------------------------------

    def _path(self, road: Road) -> list[int]:
        """The points of a road, from town to town; those of other roads on the same squares are the same."""
        layout, factor = self.shape.layout, self.shape.factor
        path: list[int] = []
        for square in road.squares:
            y, x = divmod(square, layout.columns)
            number = self._point(y // factor * layout.columns + x // factor, self._middle(x, y))
            if not path or path[-1] != number:
                path.append(number)
        if layout.shaped:
            path = [*self._rim(road.a, path[:1]), *path, *self._rim(road.b, path[-1:])]
        else:
            path = [*self._into(road.a), *path, *self._into(road.b)]
        return path

    def _middle(self, x: int, y: int) -> Spot:
        """The middle of the square that a road passes, in squares of the shape."""
        factor = self.shape.factor
        off = ((factor - 1) // 2 + 0.5) / factor
        return x // factor + off, y // factor + off

    def _point(self, key: int, place: Spot) -> int:
        if key not in self._numbers:
            self._numbers[key] = len(self._places)
            self._places.append(place)
        return self._numbers[key]

    def _rim(self, space: str, end: Sequence[int]) -> list[int]:
        """The point on the frame of a zone at which a road arrives from its last square."""
        number, squares = self.shape.layout.ids.index(space), self.shape.squares
        if number not in self.shape.aside or not end:
            return []
        x, y = self._places[end[0]]
        for across, down in ((0, -1), (1, 0), (0, 1), (-1, 0)):
            column, row = int(x) + across, int(y) + down
            if squares.owner[row * squares.columns + column] == number:
                rim = x + 0.75 * across, y + 0.75 * down
                return [self._point(-1 - len(self._places), rim)]
        return []

    def _into(self, space: str) -> list[int]:
        """The point of a space's town, where roads lead to labels; zones have none."""
        number = self.shape.layout.ids.index(space)
        if number in self.shape.aside:
            return []
        x, y = self.shape.town(number)
        return [self._point(-1 - number, (x / 2, y))]

    def _cell(self, point: int) -> Spot:
        x, y = self._spots[point]
        return float(2 * self.shape.factor * x), float(self.shape.factor * y)

    def _pulled(self) -> npt.NDArray[np.float64]:
        """The points drawn taut: none leaves its area or crosses water anew."""
        start = np.asarray(self._places, float).reshape(-1, 2)
        one, other, pull = self._edges()
        total = np.maximum(np.bincount(one, pull, len(start)), 1e-9)
        room = self._room(one, other)
        ground = self._ground()
        stands = _at(ground, start)
        spots = start.copy()
        for _ in range(PULLS):
            drawn = np.stack([np.bincount(one, pull * spots[other, axis], len(start)) for axis in (0, 1)], axis=1)
            moved = 0.5 * (spots + drawn / total[:, None]) - start
            far = np.hypot(moved[:, 0], moved[:, 1])
            wanted = start + moved * np.minimum(1, room / np.maximum(far, 1e-9))[:, None]
            spots = np.where((_at(ground, wanted) == stands)[:, None], wanted, spots)
        return spots

    def _edges(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.float64]]:
        """Pairs of points along roads, both ways, each once, and how strongly the first is drawn to the second."""
        pulls: dict[tuple[int, int], float] = {}
        for road, path in zip(self.shape.layout.roads, self._paths, strict=True):
            for a, b in pairwise(path):
                for pair in ((a, b), (b, a)):
                    pulls[pair] = max(pulls.get(pair, 0.0), MAIN if road.primary else 1.0)
        pairs = np.asarray(list(pulls), np.int64).reshape(-1, 2)
        return pairs[:, 0], pairs[:, 1], np.asarray(list(pulls.values()), float)

    def _room(self, one: npt.NDArray[np.int64], other: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
        """How far every point may go: towns and ends stay, gates nearly."""
        layout, factor = self.shape.layout, self.shape.factor
        room = np.full(len(self._places), ROOM / (2 if layout.shaped else 1))
        room[np.bincount(one, minlength=len(room)) < 2] = 0
        gates = {square for crossing in layout.crossings for square in (crossing.a, crossing.b)}
        gates |= {square for road in layout.roads for square in road.wet}
        for square in gates:
            y, x = divmod(square, layout.columns)
            point = self._numbers.get(y // factor * layout.columns + x // factor)
            if point is not None:
                room[point] = GATE_ROOM / (2 if layout.shaped else 1)
        for square in layout.towns:
            y, x = divmod(square, layout.columns)
            point = self._numbers.get(y // factor * layout.columns + x // factor)
            if point is not None:
                room[point] = 0
        for key, point in self._numbers.items():
            if key < 0:
                room[point] = 0
        return room

    def _ground(self) -> npt.NDArray[np.int64]:
        """For every square what a road on it may not leave: its space, dry or wet."""
        squares = self.shape.squares
        ground = np.asarray(squares.owner)
        for square in self.shape.layout.rivers:
            ground[square] += 1 << 16
        return ground.reshape(squares.rows, squares.columns)


def _at(ground: npt.NDArray[np.int64], spots: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
    rows, columns = ground.shape
    x, y = np.floor(spots).astype(np.int64).T
    inside = (x >= 0) & (x < columns) & (y >= 0) & (y < rows)
    return np.where(inside, ground[np.clip(y, 0, rows - 1), np.clip(x, 0, columns - 1)], VOID)


def _apart(one: Spot, other: Spot) -> float:
    return (one[0] - other[0]) ** 2 / 4 + (one[1] - other[1]) ** 2


def _across(x: float, y: float, way: npt.NDArray[np.float64], stream: npt.NDArray[np.float64]) -> Span:
    """A crossing along the road, or straight over the water where they run nearly side by side."""
    dx, dy = float(way[0]) / 2, float(way[1])
    over_x, over_y = -float(stream[1]), float(stream[0]) / 2
    cosine = (dx * over_x + dy * over_y) / (hypot(dx, dy) * hypot(over_x, over_y) or 1.0)
    if abs(cosine) < SKEW:
        dx, dy = over_x, over_y
    return Span((x, y), (x + 2 * dx, y + dy))


def _straight(water: Line, about: Spot) -> Span:
    """Over the point of a line nearest to a spot."""
    spots, aim = np.asarray(water) / (2, 1), np.asarray(about) / (2, 1)
    start, way = spots[:-1], np.diff(spots, axis=0)
    share = np.clip(((aim - start) * way).sum(axis=1) / np.maximum((way**2).sum(axis=1), 1e-9), 0, 1)
    feet = start + share[:, None] * way
    place = int(np.hypot(*(feet - aim).T).argmin())
    (x, y), (dx, dy) = feet[place].tolist(), way[place].tolist()
    return Span((2 * x, y), (2 * (x - dy), y + dx))


def cuts(line: Line, other: Line) -> list[Span]:
    """Where a line crosses another: the spots, and where the line goes on to."""
    p, q = np.asarray(line), np.asarray(other)
    # What lies beside the line cannot cross it, and most of a river does.
    low, high = np.minimum(q[:-1], q[1:]), np.maximum(q[:-1], q[1:])
    near = np.flatnonzero(((high >= p.min(0)) & (low <= p.max(0))).all(1))
    if not near.size:
        return []
    q = q[near[0] : near[-1] + 2]
    start, way = p[:-1, None], np.diff(p, axis=0)[:, None]
    begin, side = q[None, :-1], np.diff(q, axis=0)[None]
    turn = way[..., 0] * side[..., 1] - way[..., 1] * side[..., 0]
    gap = begin - start
    with np.errstate(divide="ignore", invalid="ignore"):
        along = (gap[..., 0] * side[..., 1] - gap[..., 1] * side[..., 0]) / turn
        aside = (gap[..., 0] * way[..., 1] - gap[..., 1] * way[..., 0]) / turn
    met = np.argwhere((along >= 0) & (along <= 1) & (aside >= 0) & (aside <= 1))
    found = []
    for n, m in met.tolist():
        x, y = p[n] + along[n, m] * (p[n + 1] - p[n])
        found.append(_across(float(x), float(y), p[n + 1] - p[n], q[m + 1] - q[m]))
    return found
