"""Where things stand: true positions relaxed until every space has room for its label box.

Units are squares, two terminal columns by one row, which look about as wide as tall. Boxes grow in small
steps from points to their full size and push each other apart; rivers, via points and small places ride
along with the spaces around them and are pushed out of the boxes, so nothing changes sides on the way.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from itertools import pairwise
from math import ceil, cos, hypot, radians, sqrt

from wargame_tui.board.area import Point

GROWTH_STEPS = 10
SETTLING_STEPS = 4
GAP = 1.0
"""Squares kept free around every box, so two boxes lie at least two apart."""
CARRIERS = 4
"""How many nearby spaces carry a loose point along."""
STRETCH = 1.3
"""Boxes are wider than tall, and so are screens: a little extra width packs the map better."""

EVEN = 0.7
"""How far crowded parts are widened at the cost of empty ones: 0 not at all, 1 until all are alike."""

Projection = Callable[[Point], tuple[float, float]]


@dataclass(slots=True)
class Placement:
    """A map of `width` by `height` squares: corner of each box, and the loose points in the order given."""

    width: int
    height: int
    corners: list[tuple[int, int]]
    lines: list[list[tuple[float, float]]]


@dataclass(slots=True)
class _Loose:
    """A point that rides along: its place, its carriers with their weights, the next point of its line."""

    x: float
    y: float
    carriers: list[tuple[int, float]]


def place(
    at: Sequence[Point],
    sizes: Sequence[tuple[int, int]],
    zones: Sequence[bool],
    lines: Sequence[Sequence[Point]],
    fill: float,
) -> Placement:
    """Place boxes of `sizes` (squares) for spaces `at`, with `lines` of loose points among them.

    `fill` is the share of the map that the boxes may cover: less makes a larger and truer map.
    """
    areas = [i for i, zone in enumerate(zones) if not zone]
    project = _projection([at[i] for i in areas], [sizes[i] for i in areas], fill)
    xs, ys = map(list, zip(*(project(p) for p in at), strict=True))
    half = [(w / 2 + GAP, h / 2 + GAP) for w, h in sizes]
    # Close enough that no box can slip between two points of a line.
    spacing = min(h for _, h in half)
    loose = [[_loose(project(p), areas, xs, ys) for p in _dense(line, project, spacing)] for line in lines]
    _relax(areas, xs, ys, half, loose)
    _carry_zones(zones, at, project, areas, xs, ys)
    return _settle(xs, ys, sizes, zones, loose)


def _projection(at: Sequence[Point], sizes: Sequence[tuple[int, int]], fill: float) -> Projection:
    """Equirectangular, crowded parts widened, scaled so that the boxes with their gaps fill `fill` of the whole."""
    lats, lons = [p[0] for p in at], [p[1] for p in at]
    squeeze = cos(radians((max(lats) + min(lats)) / 2)) * STRETCH
    broad = max((max(lons) - min(lons)) * squeeze, 0.01)
    tall = max(max(lats) - min(lats), 0.01)
    needed = sum((w + 2 * GAP) * (h + 2 * GAP) for w, h in sizes) / fill
    scale = sqrt(needed / (broad * tall))
    east, south = _evened(lons), _evened([-lat for lat in lats])

    def project(point: Point) -> tuple[float, float]:
        return east(point[1]) * broad * scale, south(-point[0]) * tall * scale

    return project


def _evened(values: Sequence[float]) -> Callable[[float], float]:
    """A rising function from the values to 0..1 that spreads them more evenly.

    Each axis by itself, so everything keeps its order from west to east and from north to south. It is a mixture
    of the plain scale and the share of values below, taken at every tenth.
    """
    ordered = sorted(values)
    low, span = ordered[0], max(ordered[-1] - ordered[0], 0.001)
    last = len(ordered) - 1
    knots = [(ordered[round(last * n / 10)] - low) / span for n in range(11)]

    def even(value: float) -> float:
        plain = (value - low) / span
        if not 0 < plain < 1:
            return plain
        n = max(0, bisect_left(knots, plain) - 1)
        part = (plain - knots[n]) / (knots[n + 1] - knots[n]) if knots[n + 1] > knots[n] else 0.0
        return (1 - EVEN) * plain + EVEN * (n + part) / 10

    return even


def _dense(line: Sequence[Point], project: Projection, spacing: float) -> list[Point]:
    """The line with points added until none is more than about `spacing` squares from the next."""
    points = [line[0]]
    for a, b in pairwise(line):
        (ax, ay), (bx, by) = project(a), project(b)
        pieces = max(1, ceil(hypot(bx - ax, by - ay) / spacing))
        for n in range(1, pieces + 1):
            part = n / pieces
            points.append((a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part))
    return points


def _loose(at: tuple[float, float], areas: list[int], xs: list[float], ys: list[float]) -> _Loose:
    x, y = at
    near = nsmallest(CARRIERS, [((xs[i] - x) ** 2 + (ys[i] - y) ** 2, i) for i in areas])
    weights = [1 / (d + 0.5) for d, _ in near]
    total = sum(weights)
    return _Loose(x, y, [(i, w / total) for (_, i), w in zip(near, weights, strict=True)])


def _relax(
    areas: list[int],
    xs: list[float],
    ys: list[float],
    half: list[tuple[float, float]],
    loose: list[list[_Loose]],
) -> None:
    """Grow the boxes of the areas to their full size, pushing neighbours and loose points away."""
    for step in range(1, GROWTH_STEPS + SETTLING_STEPS + 1):
        size = min(1.0, step / GROWTH_STEPS)
        was = list(zip(xs, ys, strict=True))
        _part(areas, xs, ys, half, size, sweeps=2 if size < 1 else 40)
        _carry(loose, [(x - wx, y - wy) for x, y, (wx, wy) in zip(xs, ys, was, strict=True)])
        # At the end the boxes stand still, so that the lines come to lie outside all of them.
        give = 0.0 if step == GROWTH_STEPS + SETTLING_STEPS else 0.1
        for line in loose:
            _push_line(line, xs, ys, half, size, give)


def _part(
    areas: list[int],
    xs: list[float],
    ys: list[float],
    half: list[tuple[float, float]],
    size: float,
    sweeps: int,
) -> None:
    """Sweep over the pairs of boxes until none overlap."""
    for sweep in range(sweeps):
        if sweep % 8 == 0:
            pairs = _close_pairs(areas, xs, ys, half)
        if not _push_boxes(pairs, xs, ys, size):
            return


def _close_pairs(
    areas: list[int], xs: list[float], ys: list[float], half: list[tuple[float, float]]
) -> list[tuple[int, int, float, float]]:
    """Pairs of boxes that touch or soon might, with the distances they need in x and y."""
    order = sorted(areas, key=lambda i: (ys[i], i))
    tallest = max(h for _, h in half)
    pairs = []
    for n, i in enumerate(order):
        wi, hi = half[i]
        xi, yi = xs[i], ys[i]
        for m in range(n + 1, len(order)):
            j = order[m]
            if ys[j] - yi > hi + tallest + 2:
                break
            wj, hj = half[j]
            if abs(xs[j] - xi) < wi + wj + 4:
                pairs.append((i, j, wi + wj, hi + hj))
    return pairs


def _push_boxes(
    pairs: list[tuple[int, int, float, float]],
    xs: list[float],
    ys: list[float],
    size: float,
) -> bool:
    """One sweep over the pairs: those that overlap part along the axis on which they differ most."""
    moved = False
    for i, j, wide, high in pairs:
        dx, dy = xs[j] - xs[i], ys[j] - ys[i]
        ox, oy = wide * size - abs(dx), high * size - abs(dy)
        if ox <= 0.02 or oy <= 0.02:
            continue
        moved = True
        if abs(dx) * high > abs(dy) * wide:
            push = ox * 0.51 if dx > 0 else -ox * 0.51
            xs[i] -= push
            xs[j] += push
        else:
            push = oy * 0.51 if dy > 0 else -oy * 0.51
            ys[i] -= push
            ys[j] += push
    return moved


def _carry(loose: list[list[_Loose]], shift: list[tuple[float, float]]) -> None:
    for line in loose:
        for point in line:
            for i, weight in point.carriers:
                dx, dy = shift[i]
                point.x += dx * weight
                point.y += dy * weight


def _push_line(
    line: list[_Loose],
    xs: list[float],
    ys: list[float],
    half: list[tuple[float, float]],
    size: float,
    give: float,
) -> None:
    """Smooth the line a little, then push it out of the boxes; the boxes `give` way."""
    for before, point, after in zip(line, line[1:], line[2:], strict=False):
        point.x += (before.x + after.x - 2 * point.x) * 0.12
        point.y += (before.y + after.y - 2 * point.y) * 0.12
    for point in line:
        for i, _ in point.carriers:
            wide, high = half[i][0] * size, half[i][1] * size
            dx, dy = point.x - xs[i], point.y - ys[i]
            if not (-wide < dx < wide and -high < dy < high):
                continue
            ox, oy = wide - abs(dx), high - abs(dy)
            if abs(dx) * high > abs(dy) * wide:
                push = ox if dx > 0 else -ox
                point.x += push * (1 - give)
                xs[i] -= push * give
            else:
                push = oy if dy > 0 else -oy
                point.y += push * (1 - give)
                ys[i] -= push * give


def _carry_zones(
    zones: Sequence[bool],
    at: Sequence[Point],
    project: Projection,
    areas: list[int],
    xs: list[float],
    ys: list[float],
) -> None:
    """Move the zones as the areas near them moved."""
    true = [project(p) for p in at]
    for zone, is_zone in enumerate(zones):
        if is_zone:
            x, y = true[zone]
            near = sorted(((true[i][0] - x) ** 2 + (true[i][1] - y) ** 2, i) for i in areas)[:3]
            xs[zone] += sum(xs[i] - true[i][0] for _, i in near) / len(near)
            ys[zone] += sum(ys[i] - true[i][1] for _, i in near) / len(near)


def _settle(
    xs: list[float],
    ys: list[float],
    sizes: Sequence[tuple[int, int]],
    zones: Sequence[bool],
    loose: list[list[_Loose]],
) -> Placement:
    """Whole squares, the zones lined up along the edges, the north-west corner at 0, 0."""
    corners = [(round(x - w / 2), round(y - h / 2)) for x, y, (w, h) in zip(xs, ys, sizes, strict=True)]
    inner = [i for i, zone in enumerate(zones) if not zone]
    left = min(corners[i][0] for i in inner) - 1
    top = min(corners[i][1] for i in inner) - 1
    right = max(corners[i][0] + sizes[i][0] for i in inner) + 1
    bottom = max(corners[i][1] + sizes[i][1] for i in inner) + 1
    sides = _sides(zones, xs, ys, (left, top, right, bottom))
    for side, members in sides.items():
        _line_up(side, members, corners, sizes, (left, top, right, bottom))
    left = min(left, *(x - 1 for x, _ in corners))
    top = min(top, *(y - 1 for _, y in corners))
    right = max(right, *(x + w + 1 for (x, _), (w, _) in zip(corners, sizes, strict=True)))
    bottom = max(bottom, *(y + h + 1 for (_, y), (_, h) in zip(corners, sizes, strict=True)))
    return Placement(
        right - left,
        bottom - top,
        [(x - left, y - top) for x, y in corners],
        [[(p.x - left, p.y - top) for p in line] for line in loose],
    )


def _sides(
    zones: Sequence[bool], xs: list[float], ys: list[float], frame: tuple[int, int, int, int]
) -> dict[str, list[int]]:
    """To which edge of the frame each zone belongs."""
    left, top, right, bottom = frame
    sides: dict[str, list[int]] = {"left": [], "right": [], "top": [], "bottom": []}
    for i, zone in enumerate(zones):
        if zone:
            u = (2 * xs[i] - left - right) / (right - left)
            v = (2 * ys[i] - top - bottom) / (bottom - top)
            side = ("right" if u > 0 else "left") if abs(u) > abs(v) else "bottom" if v > 0 else "top"
            sides[side].append(i)
    return sides


def _line_up(
    side: str,
    members: list[int],
    corners: list[tuple[int, int]],
    sizes: Sequence[tuple[int, int]],
    frame: tuple[int, int, int, int],
) -> None:
    """Put the zones of one side just outside the frame, in order, not overlapping."""
    left, top, right, bottom = frame
    upright = side in ("left", "right")
    axis = 1 if upright else 0
    low, high = (top, bottom) if upright else (left, right)
    members.sort(key=lambda i: (corners[i][axis], i))
    starts = []
    free = low
    for i in members:
        starts.append(max(free, min(corners[i][axis], high - sizes[i][axis])))
        free = starts[-1] + sizes[i][axis] + 3
    ceiling = high
    for n in range(len(members) - 1, -1, -1):
        starts[n] = min(starts[n], ceiling - sizes[members[n]][axis])
        ceiling = starts[n] - 3
    for i, start in zip(members, starts, strict=True):
        across = {"left": left - sizes[i][0] - 1, "right": right + 1, "top": top - sizes[i][1] - 1,
                  "bottom": bottom + 1}[side]  # fmt: skip
        corners[i] = (across, start) if upright else (start, across)
