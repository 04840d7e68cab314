"""What a terrain is strewn with on a painted map: trees, hedges, reeds, hachures; only where there is room for it."""

import math
import random
from collections.abc import Callable
from functools import lru_cache

from wargame_tui.board.look import Pattern
from wargame_tui.tui.paint.canvas import Canvas, Spot, mixed

ROOM = 8
"""Pixels across a cell from which on single trees can be seen."""
FIELDS = ("hedges", "furrows")
"""What is drawn as fields."""
TALL = 30
"""Pixels of a hex from north to south from which on its fields can be seen."""
FIELD = 0.19
"""Hexes that a field measures."""
Sown = Callable[[Canvas, random.Random, float, float, float, str], None]
"""Draws one of it: canvas, luck, column, row, size in rows, colour of the ground."""


def strew(canvas: Canvas, texture: Pattern, ground: str, middle: Spot, number: int, rows: float) -> None:
    """Strew a hex so many rows high, by its middle and number; it is strewn the same at every zoom."""
    if canvas.grain.shown_across < ROOM:
        return
    if texture in FIELDS:
        if rows * canvas.grain.shown_down >= TALL:
            _fields(canvas, middle, rows, ground)
        return
    many, sow = _SOWN.get(texture, _SOWN["copse"])
    luck, (x, y) = random.Random(number), middle
    for _ in range(many):
        turn, far = luck.random() * math.tau, math.sqrt(luck.random())
        at = x + 2 * math.cos(turn) * far * 0.48 * rows, y + math.sin(turn) * far * 0.44 * rows
        sow(canvas, luck, *at, rows, ground)


def _tree(canvas: Canvas, luck: random.Random, x: float, y: float, rows: float, ground: str) -> None:
    size = rows * (0.028 + 0.022 * luck.random())
    canvas.dot(x + 0.5 * size, y + 0.4 * size, size, mixed(ground, "#000000", 0.35))
    canvas.dot(x, y, size, mixed(ground, "#1c4010", 0.28))
    canvas.dot(x - 0.6 * size, y - 0.3 * size, 0.35 * size, mixed(ground, "#ffffff", 0.18))


def _hachure(canvas: Canvas, luck: random.Random, x: float, y: float, rows: float, ground: str) -> None:
    if luck.random() < 0.45:
        _tree(canvas, luck, x, y, rows, ground)
    else:
        size = rows * (0.05 + 0.03 * luck.random())
        canvas.line([(x, y), (x - size, y + size)], mixed(ground, "#3a2412", 0.55), 0.02 * rows)


def _chance(column: int, row: int, of: int) -> float:
    """A number from 0 to 1 that belongs to a place of a net, one of several."""
    mixed_up = (column * 73856093 ^ row * 19349663 ^ of * 83492791) & 0xFFFFFFFF
    return ((mixed_up * 2654435761 ^ mixed_up >> 13) & 0xFFFF) / 0xFFFF


@lru_cache(4096)
def _crooked(column: int, row: int) -> Spot:
    """A corner of the crooked net of fields, in fields."""
    across = column + 0.55 * (_chance(column, row, 1) - 0.5)
    return across, row + 0.22 * column + 0.55 * (_chance(column, row, 2) - 0.5)


def _fields(canvas: Canvas, middle: Spot, rows: float, ground: str) -> None:
    """Small fields with hedges around them: of a net over the whole map those that begin in a hex."""
    step, (x, y) = FIELD * rows, middle
    hedge, meadow = mixed(ground, "#2f5a1c", 0.42), mixed(ground, "#f4f0c0", 0.35)
    left, top = round(x / 2 / step), round(y / step)
    for column in range(left - 5, left + 6):
        lean = round(0.22 * column)
        for row in range(top - 4 - lean, top + 5 - lean):
            across, down = _crooked(column, row)
            off = abs(down * step - y)
            if abs(across * step - x / 2) + 0.5 * off > 0.74 * rows or off > 0.5 * rows:
                continue
            around = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]
            corners = [(2 * step * a, step * b) for a, b in (_crooked(*place) for place in around)]
            if _chance(column, row, 3) < 0.3:
                canvas.fill(corners, meadow)
            for n, end in ((4, corners[1]), (5, corners[3])):
                if _chance(column, row, n) < 0.8:
                    canvas.line([corners[0], end], hedge, 0.02 * rows)
            if _chance(column, row, 6) < 0.4:
                canvas.dot(*corners[0], 0.026 * rows, hedge)


def _reed(canvas: Canvas, luck: random.Random, x: float, y: float, rows: float, ground: str) -> None:
    dark = mixed(ground, "#2c6a78", 0.6)
    for lean in (-0.05, 0.0, 0.05):
        canvas.line([(x, y), (x + 2 * lean * rows, y - 0.08 * rows)], dark, 0.014 * rows)
    canvas.line([(x - 0.14 * rows, y), (x + 0.14 * rows, y)], dark, 0.014 * rows)


def _slope(canvas: Canvas, luck: random.Random, x: float, y: float, rows: float, ground: str) -> None:
    size = rows * (0.06 + 0.04 * luck.random())
    canvas.line([(x - 2 * size, y + size), (x, y - size)], mixed(ground, "#ffffff", 0.35), 0.02 * rows)
    canvas.line([(x, y - size), (x + 2 * size, y + size)], mixed(ground, "#3a2412", 0.5), 0.026 * rows)


def _peak(canvas: Canvas, luck: random.Random, x: float, y: float, rows: float, ground: str) -> None:
    size = rows * (0.06 + 0.05 * luck.random())
    top, foot = (x, y - size), (x + 0.5 * size, y + 0.8 * size)
    canvas.fill([top, foot, (x - 2 * size, y + 0.7 * size)], mixed(ground, "#ffffff", 0.3))
    canvas.fill([top, (x + 2.1 * size, y + 0.7 * size), foot], mixed(ground, "#3a2412", 0.42))
    canvas.line([(x - 2 * size, y + 0.7 * size), top], mixed(ground, "#3a2412", 0.3), 0.014 * rows)


def _bunker(canvas: Canvas, luck: random.Random, x: float, y: float, rows: float, ground: str) -> None:
    size = rows * 0.045
    canvas.fill([(x - 2 * size, y + size), (x, y - size), (x + 2 * size, y + size)], mixed(ground, "#8a1f14", 0.7))


_SOWN: dict[Pattern, tuple[int, Sown]] = {
    "copse": (5, _tree),
    "trees": (26, _tree),
    "ravines": (24, _hachure),
    "reeds": (9, _reed),
    "hills": (5, _slope),
    "heights": (6, _slope),
    "peaks": (6, _peak),
    "summits": (8, _peak),
    "bunkers": (5, _bunker),
}
"""How many a hex, and how each is drawn."""
