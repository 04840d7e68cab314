"""Rivers on the grid of squares, and the regions that grow from the label boxes with rivers as walls.

Grids are flat lists with a rim one square wide, so that neighbours need no bounds checks:
square (x, y) has index (y + 1) * (width + 2) + x + 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

FREE = -1
RIM = -2
RIVER_DELAY = 4
"""Steps of growth that a river costs."""


@dataclass(slots=True)
class Grid:
    """The flat grid: its size, the owner of every square (index of a space), the river on it (index or FREE)."""

    width: int
    height: int
    owner: list[int]
    river: list[int]
    box: list[int]
    """Label boxes: the space whose box covers the square, or FREE."""
    middles: list[tuple[float, float]]
    """The middle of every label box."""

    @property
    def stride(self) -> int:
        """Distance of a square from the one below it."""
        return self.width + 2

    def index(self, x: int, y: int) -> int:
        """Flat index of a square."""
        return (y + 1) * (self.width + 2) + x + 1

    def place(self, index: int) -> tuple[int, int]:
        """Square of a flat index."""
        return index % (self.width + 2) - 1, index // (self.width + 2) - 1


def empty_grid(width: int, height: int) -> Grid:
    """A grid of free squares inside a rim."""
    rim, row = [RIM] * (width + 2), [RIM, *[FREE] * width, RIM]
    owner = rim + row * height + rim
    return Grid(width, height, owner, [FREE] * len(owner), [FREE] * len(owner), [])


def set_boxes(grid: Grid, corners: Sequence[tuple[int, int]], sizes: Sequence[tuple[int, int]]) -> None:
    """Enter the label boxes."""
    for space, ((x, y), (w, h)) in enumerate(zip(corners, sizes, strict=True)):
        for row in range(y, y + h):
            start = grid.index(x, row)
            grid.box[start : start + w] = [space] * w
        grid.middles.append((x + w / 2, y + h / 2))


def draw_river(grid: Grid, river: int, line: Sequence[tuple[float, float]]) -> None:
    """Enter a river's line as a chain of squares joined by their sides, going round label boxes."""
    squares: list[int] = []
    for a, b in pairwise(line):
        squares += _steps(grid, a, b)
    dry = 0
    for n, square in enumerate(squares):
        if grid.box[square] == FREE and grid.owner[square] != RIM:
            if dry and n > dry:
                _detour(grid, river, squares[n - dry - 1], square)
            grid.river[square] = river
            dry = 0
        else:
            dry += 1


def _steps(grid: Grid, a: tuple[float, float], b: tuple[float, float]) -> list[int]:
    """Squares from a to b, each joined to the next by a side; those off the grid are clamped to its rim."""
    (x, y), (x1, y1) = ((int(p[0] // 1), int(p[1] // 1)) for p in (a, b))
    dx, dy = abs(x1 - x), abs(y1 - y)
    step_x, step_y = (1 if x1 > x else -1), (1 if y1 > y else -1)
    error = dx - dy
    steps = [(x, y)]
    for _ in range(dx + dy):
        if error > 0:
            x += step_x
            error -= 2 * dy
        else:
            y += step_y
            error += 2 * dx
        steps.append((x, y))
    return [grid.index(min(max(x, -1), grid.width), min(max(y, -1), grid.height)) for x, y in steps]


def _detour(grid: Grid, river: int, start: int, goal: int) -> None:
    """Join two river squares by the shortest way round the boxes between them."""
    came = {start: start}
    wave = [start]
    stride = grid.stride
    while wave and goal not in came:
        following = []
        for square in wave:
            for near in (square - stride, square - 1, square + 1, square + stride):
                if near not in came and grid.owner[near] != RIM and grid.box[near] == FREE:
                    came[near] = square
                    following.append(near)
        wave = following
    while goal in came and goal != start:
        grid.river[goal] = river
        goal = came[goal]


def settle(grid: Grid, zones: Sequence[bool]) -> None:
    """Give every space the squares of its box; zones also one square around it and what lies behind, to the edge."""
    owner, box, stride = grid.owner, grid.box, grid.stride
    around = (-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1)
    for square, space in enumerate(box):
        if space != FREE:
            owner[square] = space
    for square, space in enumerate(box):
        if space != FREE and zones[space]:
            for step in around:
                if owner[square + step] == FREE:
                    owner[square + step] = space
    _reach_edge(grid, zones)


def join(grid: Grid, a: int, b: int, zones: Sequence[bool], *, over_river: bool) -> None:
    """Give the squares on the line between two boxes to their spaces, half each, so that the regions touch.

    Zones take none. Nothing is done where another space or an unexpected river lies in between.
    """
    line = _steps(grid, grid.middles[a], grid.middles[b])
    between = [square for square in line if grid.owner[square] not in (a, b)]
    for square in between:
        if grid.owner[square] != FREE or (grid.river[square] != FREE and not over_river):
            return
    turn = 0.0 if zones[a] else 1.0 if zones[b] else 0.5
    for n, square in enumerate(between):
        grid.owner[square] = a if n < turn * len(between) else b


def grow(grid: Grid, zones: Sequence[bool]) -> None:
    """Give every square to a space: areas grow from their boxes at equal speed; zones keep what they have.

    A river holds growth up for so long that borders follow it, yet land that it cuts off falls to the nearest.
    """
    wave = [square for square, space in enumerate(grid.box) if space != FREE and not zones[space]]
    held: list[list[tuple[int, int]]] = [[] for _ in range(RIVER_DELAY)]
    even = True
    while wave or any(held):
        wave = _by_sides(grid, wave, held[-1]) + ([] if even else _by_corners(grid, wave))
        for square, space in held.pop(0):
            if grid.owner[square] == FREE:
                grid.owner[square] = space
                wave.append(square)
        held.append([])
        even = not even
    _fill_rest(grid)


def _by_sides(grid: Grid, wave: list[int], held: list[tuple[int, int]]) -> list[int]:
    """Grow by a square through the sides; river squares are not taken but held, with who wants them."""
    owner, river, stride = grid.owner, grid.river, grid.stride
    sides = (-stride, -1, 1, stride)
    following = []
    for square in wave:
        space = owner[square]
        for step in sides:
            near = square + step
            if owner[near] == FREE:
                if river[near] == FREE:
                    owner[near] = space
                    following.append(near)
                else:
                    held.append((near, space))
    return following


def _by_corners(grid: Grid, wave: list[int]) -> list[int]:
    """Grow by a square through the corners.

    By sides alone borders would run in diamonds; corners every other time come close to true distance. A corner
    is only turned beside a square of the same region, so regions stay in one piece.
    """
    owner, river, stride = grid.owner, grid.river, grid.stride
    corners = (
        (-stride - 1, -stride, -1),
        (-stride + 1, -stride, 1),
        (stride - 1, stride, -1),
        (stride + 1, stride, 1),
    )
    following = []
    for square in wave:
        space = owner[square]
        for step, one, two in corners:
            near = square + step
            if (
                owner[near] == FREE
                and river[near] == FREE
                and (owner[square + one] == space or owner[square + two] == space)
            ):
                owner[near] = space
                following.append(near)
    return following


def _fill_rest(grid: Grid) -> None:
    """Give squares shut in by lines between boxes to the region beside them."""
    owner, stride = grid.owner, grid.stride
    left = [square for square, space in enumerate(owner) if space == FREE]
    while left:
        beside = []
        for square in left:
            near = (owner[square - stride], owner[square - 1], owner[square + 1], owner[square + stride])
            beside.append((square, min((space for space in near if space >= 0), default=FREE)))
        for square, space in beside:
            owner[square] = space
        left = [square for square in left if owner[square] == FREE]


def _reach_edge(grid: Grid, zones: Sequence[bool]) -> None:
    """Lengthen each zone to the edge of the map nearest to it, so that nothing passes behind it."""
    owner = grid.owner
    spans: dict[int, tuple[int, int, int, int]] = {}
    for square, space in enumerate(owner):
        if space >= 0 and zones[space]:
            x, y = grid.place(square)
            left, top, right, bottom = spans.get(space, (x, y, x, y))
            spans[space] = min(left, x), min(top, y), max(right, x), max(bottom, y)
    for space, (left, top, right, bottom) in spans.items():
        gaps = {"left": left, "top": top, "right": grid.width - 1 - right, "bottom": grid.height - 1 - bottom}
        side = min(gaps, key=lambda side: gaps[side])
        if side in ("left", "right"):
            left, right = (0, right) if side == "left" else (left, grid.width - 1)
        else:
            top, bottom = (0, bottom) if side == "top" else (top, grid.height - 1)
        for y in range(top, bottom + 1):
            for square in range(grid.index(left, y), grid.index(right, y) + 1):
                if owner[square] == FREE:
                    owner[square] = space
