"""Roads between shapes: from town to town inside their two areas, over their common border once.

In every area one tree of shortest ways leads to its town; a road is the way of one tree, a gate in the border, and
the way of the other tree. Arrows to zones lead from an area over the void.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import NamedTuple

from wargame_tui.tui.map.shapes import VOID, Squares

STEP, BEND = 4, 5
RIM, BANK = 5, 14
"""A square beside a border; one beside water."""
ASIDE = 3
"""Each square that a gate lies off the straight line between the towns."""
CORNER, CROWD = 9, 12
"""Each third space beside a gate; another gate close by."""
CROSSING = 40
"""A square of another arrow; a square beside a road from which this one keeps apart."""


class Passage(NamedTuple):
    """Two spaces to be joined by a path."""

    a: int
    b: int
    road: bool = True
    """Whether a road will be drawn along it."""
    stub: int | None = None
    """Of the two the one in which the path ends beyond the border, apart from the roads there."""


@dataclass(slots=True)
class _Tree:
    """Ways to a town: for every square its cost and the next square; the town's next is itself."""

    cost: dict[int, int]
    onward: dict[int, int]

    def way(self, square: int) -> list[int]:
        """The squares from here to the town, both included."""
        squares = [square]
        while self.onward[squares[-1]] != squares[-1]:
            squares.append(self.onward[squares[-1]])
        return squares


def find_ways(
    squares: Squares,
    towns: Sequence[int],
    passages: Sequence[Passage],
    wet: Collection[tuple[int, int]],
    zones: Collection[int],
) -> list[list[int]]:
    """The path of every passage, from the town (or the rim, of a zone) of `a` to that of `b`; empty if there is none.

    `wet`: pairs of spaces, the lower first, with water between them.
    """
    rough = _rough(squares, wet)
    trees = {space: _grow(squares, rough, space, towns[space]) for space in range(len(towns)) if space not in zones}
    gates, shore = _gates(squares), _Shore(squares, zones)
    taken: list[int] = []
    roads: set[int] = set()
    ways: list[list[int]] = []
    for a, b, road, stub in passages:
        if a in zones or b in zones:
            space, zone = (b, a) if a in zones else (a, b)
            way = _arrow(squares, shore, trees, space, zone, roads)
            way = way[::-1] if a in zones else way
        else:
            pairs = gates.get((min(a, b), max(a, b)), [])
            mine = trees if stub is None else {**trees, stub: _ends(squares, stub, roads)}
            way = _through(squares, mine, towns, (a, b), pairs if a < b else [(t, s) for s, t in pairs], taken)
        if road:
            roads.update(way)
        ways.append(way)
    return ways


def _ends(squares: Squares, space: int, roads: Collection[int]) -> _Tree:
    """No tree at all: a road may end on any square of a shape that has no road, best away from those that have."""
    free = [square for square, here in enumerate(squares.owner) if here == space and square not in roads]
    beside = {square: sum(near in roads for near in squares.sides(square)) for square in free}
    return _Tree({square: CROSSING * count for square, count in beside.items()}, {square: square for square in free})


def _rough(squares: Squares, wet: Collection[tuple[int, int]]) -> list[int]:
    """What every square costs beyond a step: near borders roads would hide them."""
    owner, rough = squares.owner, [0] * len(squares.owner)
    for square in range(squares.columns, len(owner) - squares.columns):
        here = owner[square]
        others = {owner[near] for near in squares.sides(square)} - {here}
        if others:
            beside_water = any((min(here, other), max(here, other)) in wet for other in others)
            rough[square] = BANK if beside_water else RIM
    return rough


def _grow(squares: Squares, rough: Sequence[int], space: int, town: int) -> _Tree:
    """The tree of shortest ways inside a shape."""
    tree = _Tree({town: 0}, {town: town})
    heap = [(0, town)]
    while heap:
        price, square = heappop(heap)
        if price > tree.cost[square]:
            continue
        ahead = tree.onward[square] - square
        for near in squares.sides(square):
            if squares.owner[near] == space:
                total = price + STEP + rough[near] + (BEND if ahead and near + ahead != square else 0)
                if total < tree.cost.get(near, total + 1):
                    tree.cost[near], tree.onward[near] = total, square
                    heappush(heap, (total, near))
    return tree


def _gates(squares: Squares) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """Pairs of squares on either side of each border: that of the lower space first."""
    gates: dict[tuple[int, int], list[tuple[int, int]]] = {}
    owner = squares.owner
    for step in (1, squares.columns):
        for square in range(len(owner) - step):
            here, there = owner[square], owner[square + step]
            if here != there and VOID not in (here, there):
                key, pair = ((here, there), (square, square + step)) if here < there else (
                    (there, here), (square + step, square))  # fmt: skip
                gates.setdefault(key, []).append(pair)
    return gates


def _through(
    squares: Squares,
    trees: Mapping[int, _Tree],
    towns: Sequence[int],
    between: tuple[int, int],
    pairs: Sequence[tuple[int, int]],
    taken: list[int],
) -> list[int]:
    """The best road through any of the gates; its gate is put down in `taken`."""
    a, b = between
    here, there = squares.place(towns[a]), squares.place(towns[b])
    crowd = [squares.place(square) for square in taken]

    def price(pair: tuple[int, int]) -> tuple[int, tuple[int, int]]:
        one, other = pair
        total = trees[a].cost[one] + trees[b].cost[other]
        for square, tree, ahead in ((one, trees[a], one - other), (other, trees[b], other - one)):
            if tree.onward[square] - square not in (0, ahead):
                total += BEND
            third = {squares.owner[near] for near in squares.sides(square)} - {a, b}
            total += CORNER * len(third)
        x, y = squares.place(one)
        total += round(ASIDE * _off_line((x, y), here, there))
        total += sum(CROWD for tx, ty in crowd if -2 <= tx - x <= 2 and -2 <= ty - y <= 2)
        return total, pair

    open_pairs = [pair for pair in pairs if pair[0] in trees[a].cost and pair[1] in trees[b].cost]
    if not open_pairs:
        return []
    _, (one, other) = min(map(price, open_pairs))
    taken.append(one)
    return trees[a].way(one)[::-1] + trees[b].way(other)


def _off_line(at: tuple[int, int], here: tuple[int, int], there: tuple[int, int]) -> float:
    """How far a place lies off the straight line between two others."""
    dx, dy = there[0] - here[0], there[1] - here[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    return abs((at[0] - here[0]) * dy - (at[1] - here[1]) * dx) / length


class _Shore:
    """Where arrows run: the sides of the squares of the void and of the zones' rims, and whose squares lie there."""

    def __init__(self, squares: Squares, zones: Collection[int]) -> None:
        owner, columns = squares.owner, squares.columns
        self.sides: dict[int, tuple[int, ...]] = {}
        self.beside: dict[int, frozenset[int]] = {}
        self.rims: dict[int, list[int]] = {}
        for square, here in enumerate(owner):
            if here == VOID or here in zones:
                x = square % columns
                sides = tuple(
                    near
                    for near in squares.sides(square)
                    if 0 <= near < len(owner) and -1 <= near % columns - x <= 1  # Not round the edge of the map.
                )
                beside = frozenset(owner[near] for near in sides) - {here}
                if here == VOID or beside:
                    self.sides[square], self.beside[square] = sides, beside
                if here != VOID and beside:
                    self.rims.setdefault(here, []).append(square)


def _arrow(
    squares: Squares, shore: _Shore, trees: Mapping[int, _Tree], space: int, zone: int, roads: Collection[int]
) -> list[int]:
    """The path from a space (its town, or its rim if it is a zone too) over the void to the first square of a zone."""
    owner, tree, welcome = squares.owner, trees.get(space), {space, zone}
    cost = dict.fromkeys(shore.rims.get(zone, ()), 0)
    onward: dict[int, int] = {}
    heap = [(0, square) for square in cost]
    best, start = None, -1
    while heap:
        price, square = heappop(heap)
        if best is not None and price >= best:
            break
        if price > cost[square]:
            continue
        ahead = onward.get(square, square) - square
        for near in shore.sides[square]:
            total = price + STEP + (BEND if ahead and near + ahead != square else 0)
            if owner[near] == space:
                total += tree.cost[near] if tree else 0
                if best is None or total < best:
                    best, start = total, near
                    onward[near] = square
            elif owner[near] == VOID:
                total += (0 if shore.beside[near] <= welcome else RIM) + (CROSSING if near in roads else 0)
                if total < cost.get(near, total + 1):
                    cost[near], onward[near] = total, square
                    heappush(heap, (total, near))
    if best is None:
        return []
    path = tree.way(start)[::-1] if tree else [start]
    while path[-1] in onward:
        path.append(onward[path[-1]])
    return path
