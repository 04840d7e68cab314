"""Areas that come as shapes: the grid of squares as the map file gives it, and enlarged for a zoom.

A grid has a margin of void all round, so that neighbours need no bounds checks inside it. Squares are numbered
`y * columns + x`.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from wargame_tui.board.area import Point, ShapesEntry
from wargame_tui.tui.map.projection import Projection

VOID = -1
"""Owner of the squares outside the map."""
MARGIN = 1


@dataclass(frozen=True, slots=True)
class Squares:
    """A grid: its size and, for every square, the number of the space whose shape holds it, or VOID."""

    columns: int
    rows: int
    owner: list[int]

    def sides(self, square: int) -> tuple[int, int, int, int]:
        """The squares above, right, below and left."""
        return square - self.columns, square + 1, square + self.columns, square - 1

    def place(self, square: int) -> tuple[int, int]:
        """Column and row."""
        return square % self.columns, square // self.columns


def read_squares(shapes: ShapesEntry, ids: Sequence[str]) -> Squares:
    """The grid of a map file. Raises ValueError where a square names no space, or a space has no square."""
    numbers = {space: number for number, space in enumerate(ids)} | {"..": VOID, "": VOID}
    columns = max(len(row) for row in shapes.rows) // 2 + 2 * MARGIN
    owner = [VOID] * (columns * MARGIN)
    for y, row in enumerate(shapes.rows):
        names = [row[x : x + 2].strip() for x in range(0, len(row), 2)]
        unknown = [name for name in names if name not in numbers]
        if unknown:
            raise ValueError(f"shapes, row {y + 1}: there is no space {unknown[0]!r}")
        line = [VOID] * MARGIN + [numbers[name] for name in names]
        owner += line + [VOID] * (columns - len(line))
    owner += [VOID] * (columns * MARGIN)
    missing = set(range(len(ids))) - set(owner)
    if missing:
        raise ValueError(f"shapes: space {ids[min(missing)]} has no square")
    return Squares(columns, len(owner) // columns, owner)


def place_of(shapes: ShapesEntry, point: Point) -> tuple[float, float]:
    """Where a point of the globe lies on the grid: column and row, margin included."""
    columns = max(len(row) for row in shapes.rows) // 2
    x, y = Projection(shapes, columns, len(shapes.rows))(point)
    return x + MARGIN, y + MARGIN


def find_towns(squares: Squares, wanted: Sequence[tuple[float, float]]) -> list[int]:
    """For every space the square of its shape nearest to where its town lies, off the rim where that can be had."""
    best: list[tuple[float, int]] = [(float("inf"), 0)] * len(wanted)
    for square, space in enumerate(squares.owner):
        if space != VOID:
            x, y = squares.place(square)
            wx, wy = wanted[space]
            rim = sum(squares.owner[near] != space for near in squares.sides(square))
            # A square off the rim may lie one and a half squares farther.
            apart = ((x + 0.5 - wx) ** 2 + (y + 0.5 - wy) ** 2) ** 0.5 + (1.5 if rim else 0) + 0.1 * rim
            best[space] = min(best[space], (apart, square))
    return [square for _, square in best]


def enlarge_path(path: Sequence[int], columns: int, factor: int) -> list[int]:
    """A path on a grid `columns` wide as a path on the enlarged grid, through the middles of its squares."""
    middle = (factor - 1) // 2
    steps: list[int] = []
    for square in path:
        x, y = square % columns * factor + middle, square // columns * factor + middle
        goal = y * columns * factor + x
        if steps:
            ahead = (goal - steps[-1]) // factor
            steps += range(steps[-1] + ahead, goal + ahead, ahead)
        else:
            steps.append(goal)
    return steps


def enlarge(squares: Squares, factor: int, pinned: Collection[int], rigid: Collection[int]) -> Squares:
    """The grid with every square cut in factor x factor, and the outer corners of the shapes rounded.

    Spaces `rigid` stay square, and squares `pinned` (of the enlarged grid) their space's. A corner goes to the space
    beside and above it only if both its other sides are its own space's: so no two spaces come to touch or cease to,
    and no shape falls apart.
    """
    owner: list[int] = []
    for y in range(squares.rows):
        row = squares.owner[y * squares.columns : (y + 1) * squares.columns]
        owner += [space for space in row for _ in range(factor)] * factor
    larger = Squares(squares.columns * factor, squares.rows * factor, owner)
    if factor > 1:
        for square, space in enumerate(squares.owner):
            x, y = squares.place(square)
            inside = 0 < x < squares.columns - 1 and 0 < y < squares.rows - 1
            if inside and space not in rigid:
                _round_corners(squares, square, larger, factor, pinned, rigid)
    return larger


def _round_corners(
    squares: Squares, square: int, larger: Squares, factor: int, pinned: Collection[int], rigid: Collection[int]
) -> None:
    """Round the corners of one square of the smaller grid."""
    above, right, below, left = squares.sides(square)
    owner, wide = larger.owner, larger.columns
    x, y = squares.place(square)
    start, far = y * factor * wide + x * factor, factor - 1
    own = squares.owner[square]
    for one, other, corner, down, across in (
        (above, left, start, wide, 1),
        (above, right, start + far, wide, -1),
        (below, left, start + far * wide, -wide, 1),
        (below, right, start + far * wide + far, -wide, -1),
    ):
        beyond = squares.owner[one]
        if beyond == own or beyond != squares.owner[other] or beyond in rigid or corner in pinned:
            continue
        inner = owner[corner + down], owner[corner + across], owner[corner + down + across]
        if inner == (own, own, own) and owner[corner - down] == owner[corner - across] == beyond:
            owner[corner] = beyond
