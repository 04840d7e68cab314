"""Roads on the grid of squares.

In every region one tree of shortest ways leads to the label box; a road between two regions is the way of
one tree, a gate in their border, and the way of the other tree. Ways of one tree join but never cross, so
roads cross nowhere, and they fork only in the region of the space that they lead to.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from wargame_tui.tui.map.regions import FREE, RIM, Grid

STEP, BEND, EDGE, CORNER = 4, 5, 2, 3
WET, WADE, BEND_WET = 30, 60, 25
"""Onto a river square; from one river square to the next, along the river or over a slanting one; to bend there."""
CROSSING, FOREIGN = 60, 8
"""Another road's square, or the wrong number of rivers; a square of a third space's region."""
HASTE = STEP + 2
"""Estimate for a square still to go: a little too high, which halves the search and costs few detours."""
FAR = 1 << 30


@dataclass(frozen=True, slots=True)
class Wish:
    """A road to be drawn: its two spaces, the river it must cross, if any, points it should pass."""

    a: int
    b: int
    river: int
    """Index of the river; FREE: none; RIM: a river that has no line on the map."""
    via: tuple[tuple[float, float], ...] = ()


@dataclass(slots=True)
class _Trees:
    """For every square: cost to its box, the step towards it, the river crossed on the way."""

    cost: list[int]
    step: list[int]
    crossed: list[int]


def lay_roads(grid: Grid, wishes: Sequence[Wish]) -> list[list[int]]:
    """The squares of each wished road, from beside the box of `a` to beside that of `b`.

    Where a road must cross a river that is not drawn between its ends, river squares are added on the border.
    """
    boxes: dict[int, list[int]] = {}
    for square, space in enumerate(grid.box):
        if space != FREE:
            boxes.setdefault(space, []).append(square)
    trees = _grow_trees(grid, boxes)
    gates = _gates(grid, wishes)
    paths: list[list[int]] = []
    taken: set[int] = set()
    left: list[int] = []
    for number, wish in enumerate(wishes):
        pairs = gates.get((min(wish.a, wish.b), max(wish.a, wish.b)), [])
        path = _through_gate(grid, trees, wish, pairs) if pairs else []
        paths.append(path)
        if path and _wet(grid, path) < 2:
            taken.update(path)
        else:
            left.append(number)
    for number in left:
        path, other = paths[number], _across(grid, boxes, wishes[number], taken)
        if not path or (
            other and _price(grid, wishes[number], other, taken) < _price(grid, wishes[number], path, taken)
        ):
            paths[number] = other
        taken.update(paths[number])
    for wish, path in zip(wishes, paths, strict=True):
        if wish.river != FREE and not any(grid.river[square] != FREE for square in path):
            _dig(grid, wish, path, taken)
    return paths


def _grow_trees(grid: Grid, boxes: dict[int, list[int]]) -> _Trees:
    """Shortest ways to the box inside every region at once, straight where possible."""
    size, stride = len(grid.owner), grid.stride
    trees = _Trees([FAR] * size, [0] * size, [FREE] * size)
    steps = (-stride, -1, 1, stride)
    waves: list[list[int]] = [[], [], [], []]
    for space, squares in boxes.items():
        for square in squares:
            for back in steps:
                near = square - back
                if grid.box[near] == FREE and grid.owner[near] == space and grid.river[near] == FREE:
                    corner = grid.box[square + 1] != space or grid.box[square - 1] != space
                    price = CORNER if corner and back in (-stride, stride) else 0
                    if price < trees.cost[near]:
                        trees.cost[near], trees.step[near] = price, back
                        waves[price].append(near)
    # The list grows while it is read: every wave holds the squares that cost as much as its place in the list.
    for price, wave in enumerate(waves):
        _advance(grid, trees, price, wave, waves)
    return trees


def _advance(grid: Grid, trees: _Trees, price: int, wave: list[int], waves: list[list[int]]) -> None:
    """Grow the trees from squares that cost `price` to their neighbours."""
    owner, box, river = grid.owner, grid.box, grid.river
    cost, step, crossed = trees.cost, trees.step, trees.crossed
    steps = (-grid.stride, -1, 1, grid.stride)
    for square in wave:
        if price > cost[square]:
            continue
        space, ahead, wet = owner[square], step[square], river[square]
        for back in steps:
            near = square - back
            if owner[near] != space or cost[near] <= price + STEP or box[near] != FREE:
                continue
            bend = back != ahead
            total = price + STEP + (BEND if bend else 0)
            if river[near] != FREE:
                total += WET + (WADE if wet != FREE else 0) + (BEND_WET if bend else 0)
            elif wet != FREE and bend:
                total += BEND_WET
            elif owner[near - 1] != space or owner[near + 1] != space:
                total += EDGE
            if total < cost[near]:
                cost[near], step[near] = total, back
                crossed[near] = river[near] if river[near] != FREE else crossed[square]
                while total >= len(waves):
                    waves.append([])
                waves[total].append(near)


def _gates(grid: Grid, wishes: Sequence[Wish]) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """Pairs of squares on either side of the border of each two regions that want a road."""
    owner, box, stride = grid.owner, grid.box, grid.stride
    found: dict[tuple[int, int], list[tuple[int, int]]] = {(min(w.a, w.b), max(w.a, w.b)): [] for w in wishes}
    for square in range(stride, len(owner) - stride):
        here = owner[square]
        if here < 0 or box[square] != FREE:
            continue
        for near in (square + 1, square + stride):
            there = owner[near]
            if there != here and there >= 0 and box[near] == FREE:
                pair = (square, near) if here < there else (near, square)
                key = (here, there) if here < there else (there, here)
                if key in found:
                    found[key].append(pair)
    return found


def _through_gate(grid: Grid, trees: _Trees, wish: Wish, pairs: list[tuple[int, int]]) -> list[int]:
    """The cheapest road through any of the gates."""
    best, chosen = FAR, (0, 0)
    for low, high in pairs:
        one, other = (low, high) if wish.a < wish.b else (high, low)
        price = trees.cost[one] + trees.cost[other]
        if price >= FAR:
            continue
        onward = other - one
        bend = BEND_WET if max(grid.river[one], grid.river[other]) != FREE else BEND
        price += (trees.step[one] != -onward) * bend + (trees.step[other] != onward) * bend
        if trees.crossed[one] == trees.crossed[other] != FREE:
            price += CROSSING
        over = (trees.crossed[one], trees.crossed[other])
        if wish.river not in over if wish.river >= 0 else over != (FREE, FREE):
            price += CROSSING
        price += sum(_distance(grid, one, point) for point in wish.via)
        if price < best:
            best, chosen = price, (one, other)
    if best >= FAR:
        return []
    return [*reversed(_walk(grid, trees, chosen[0])), *_walk(grid, trees, chosen[1])]


def _distance(grid: Grid, square: int, point: tuple[float, float]) -> int:
    x, y = grid.place(square)
    return round((abs(x - point[0]) + abs(y - point[1])) * STEP / 2)


def _walk(grid: Grid, trees: _Trees, square: int) -> list[int]:
    """From a square along its tree to beside the box."""
    path = []
    while grid.box[square] == FREE:
        path.append(square)
        square += trees.step[square]
    return path


def _wet(grid: Grid, path: list[int]) -> int:
    return sum(grid.river[square] != FREE for square in path)


def _price(grid: Grid, wish: Wish, path: list[int], taken: set[int]) -> int:
    """What speaks against a road: its length, foreign ground, other roads, and time spent in rivers."""
    price = STEP * len(path)
    price += FOREIGN * sum(grid.owner[square] not in (wish.a, wish.b) for square in path)
    price += CROSSING * sum(square in taken for square in path)
    price += (WET + WADE) * _wet(grid, path)
    crosses = {grid.river[square] for square in path} - {FREE}
    return price + (CROSSING if (wish.river == FREE) != (not crosses) else 0)


def _across(grid: Grid, boxes: dict[int, list[int]], wish: Wish, taken: set[int]) -> list[int]:
    """The cheapest road between two spaces through any regions (A* by straight distance)."""
    owner, box, river, stride = grid.owner, grid.box, grid.river, grid.stride
    size = len(owner)
    (left, top), (right, bottom) = grid.place(boxes[wish.b][0]), grid.place(boxes[wish.b][-1])
    away_x = [HASTE * max(left - x, x - right, 0) for x in range(-1, grid.width + 1)]
    away_y = [HASTE * max(top - y, y - bottom, 0) for y in range(-1, grid.height + 1)]
    ends = (wish.a, wish.b)
    open_boxes = (FREE, *ends)
    cost: dict[int, int] = dict.fromkeys(boxes[wish.a], 0)
    step: dict[int, int] = {}
    done: set[int] = set()
    heap = [(away_x[square % stride] + away_y[square // stride]) * size + square for square in cost]
    heap.sort()
    while heap:
        square = heappop(heap) % size
        if square in done:
            continue
        done.add(square)
        if box[square] == wish.b:
            return _trace(grid, wish, square, step)
        price, ahead, wet = cost[square], step.get(square), river[square] != FREE
        for onward in (-stride, -1, 1, stride):
            near = square + onward
            if near in done or box[near] not in open_boxes or owner[near] == RIM:
                continue
            total = price + STEP + (BEND if ahead and ahead != onward else 0)
            if owner[near] not in ends:
                total += FOREIGN
            if near in taken:
                total += CROSSING
            if river[near] != FREE:
                total += WET + WADE if wet else WET
            if total < cost.get(near, FAR):
                cost[near], step[near] = total, onward
                estimate = total + away_x[near % stride] + away_y[near // stride]
                heappush(heap, estimate * size + near)
    return []


def _trace(grid: Grid, wish: Wish, square: int, step: dict[int, int]) -> list[int]:
    path = []
    square -= step[square]
    while grid.box[square] != wish.a:
        path.append(square)
        square -= step[square]
    return path[::-1]


def _dig(grid: Grid, wish: Wish, path: list[int], taken: set[int]) -> None:
    """Put a stretch of river on the border where the road crosses it."""
    owner, stride = grid.owner, grid.stride
    gate = next((n for n, square in enumerate(path) if owner[square] == wish.b), len(path) // 2)
    square = path[gate]
    aside = stride if abs(square - path[gate - 1]) == 1 else 1
    number = max(wish.river, 0)
    grid.river[square] = number
    for step in (aside, -aside):
        near = square + step
        for _ in range(3):
            if near in taken or grid.box[near] != FREE or owner[near] not in (wish.a, wish.b):
                break
            grid.river[near] = number
            near += step
