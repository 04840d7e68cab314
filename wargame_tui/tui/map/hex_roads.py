"""Which way the roads run in the cells of a hex: from its middle to the middles of its sides."""

from functools import cache
from itertools import pairwise
from typing import NamedTuple

from wargame_tui.tui.map.glyphs import Arms
from wargame_tui.tui.map.hex_layout import Scale
from wargame_tui.tui.map.hex_terrain import NE, NW, SE, SW, N, Roads, S

Cell = tuple[int, int]
"""Column and row in a tile."""
Cells = dict[Cell, Arms]


class Lines(NamedTuple):
    """The road cells of a hex by the tile in which they lie."""

    own: Cells
    above: Cells
    """In the tile of the neighbour in the north-east."""
    below: Cells
    """In that of the neighbour in the south-east."""


@cache
def gate(scale: Scale, side: int) -> Cell:
    """The cell in which a road crosses a side of a hex; on the sides towards the north it is the neighbour's."""
    slant, flat = scale.slant, scale.flat
    aside = (slant - 1) // 2
    return {
        N: (scale.middle[0], -1),
        NE: (slant + flat + aside, aside),
        SE: (2 * slant + flat - 1 - aside, slant + aside),
        S: (scale.middle[0], scale.rows - 1),
        SW: (aside, slant + aside),
        NW: (slant - 1 - aside, aside),
    }[side]


@cache
def lines(scale: Scale, roads: Roads) -> Lines:
    """The cells of a hex's roads. Where they change rows they keep clear of the columns for names and counters."""
    found: Cells = {}
    for side, kind in enumerate(roads):
        if kind:
            for one, other in pairwise(_way(scale, side)):
                _join(found, one, other, kind)
    found = {cell: arms for cell, arms in found.items() if 0 <= cell[1] < scale.rows}
    pitch, slant = scale.pitch, scale.slant
    return Lines(
        {(x, y): arms for (x, y), arms in found.items() if x < pitch},
        {(x - pitch, y + slant): arms for (x, y), arms in found.items() if x >= pitch and y < slant},
        {(x - pitch, y - slant): arms for (x, y), arms in found.items() if x >= pitch and y >= slant},
    )


def _way(scale: Scale, side: int) -> list[Cell]:
    """From the middle to the gate, cell by cell."""
    (x, y), (to_x, to_y) = scale.middle, gate(scale, side)
    turn = to_x
    if y != to_y and side in (NE, SE):
        turn = scale.slant + scale.flat - (1 if scale.slant == 1 else 0)
    elif y != to_y and side in (NW, SW):
        turn = max(1, scale.slant - 1)
    way = [(x, y)]
    for goal_x, goal_y in ((turn, y), (turn, to_y), (to_x, to_y)):
        while (x, y) != (goal_x, goal_y):
            x += (goal_x > x) - (goal_x < x)
            y += (goal_y > y) - (goal_y < y)
            way.append((x, y))
    if side == S:
        way.append((x, y + 1))
    return way


_SIDES = {(0, -1): 0, (1, 0): 1, (0, 1): 2, (-1, 0): 3}


def _join(cells: Cells, one: Cell, other: Cell, kind: int) -> None:
    side = _SIDES[other[0] - one[0], other[1] - one[1]]
    for cell, arm in ((one, side), (other, (side + 2) % 4)):
        arms = list(cells.get(cell, (0, 0, 0, 0)))
        arms[arm] = max(arms[arm], kind)
        cells[cell] = (arms[0], arms[1], arms[2], arms[3])


def corner(scale: Scale, number: int) -> Cell:
    """The cell of a hex that is nearest to a corner; they are counted clockwise from that between N and NE."""
    slant, flat, rows = scale.slant, scale.flat, scale.rows
    right = slant + flat
    tip = right + slant - 2
    return ((right - 1, 0), (tip, slant), (right - 1, rows - 1), (slant, rows - 1), (1, slant - 1), (slant, 0))[number]


@cache
def stream(scale: Scale, ends: tuple[int, int]) -> tuple[tuple[Cell, ...], tuple[Cell, ...], tuple[Cell, ...]]:
    """The cells of a river through a hex from corner to corner, by the tile in which they lie as in Lines."""
    (x, y), (to_x, to_y) = corner(scale, ends[0]), corner(scale, ends[1])
    steps = max(abs(to_x - x), abs(to_y - y), 1)
    cells = [(x + round(n * (to_x - x) / steps), y + round(n * (to_y - y) / steps)) for n in range(steps + 1)]
    pitch, slant = scale.pitch, scale.slant
    return (
        tuple(cell for cell in cells if cell[0] < pitch),
        tuple((x - pitch, y + slant) for x, y in cells if x >= pitch and y < slant),
        tuple((x - pitch, y - slant) for x, y in cells if x >= pitch and y >= slant),
    )


def both(one: Cells, other: Cells) -> Cells:
    """The roads of two hexes in the cells of one tile."""
    joined = dict(one)
    for cell, (up, right, down, left) in other.items():
        old = joined.get(cell, (0, 0, 0, 0))
        joined[cell] = (max(up, old[0]), max(right, old[1]), max(down, old[2]), max(left, old[3]))
    return joined
