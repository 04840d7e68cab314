"""The towns of an area map: houses in blocks around a square, along the roads and never on them."""

import math
import random
from collections.abc import Collection, Iterator
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np

from wargame_tui.board.area import AreaMapEntry
from wargame_tui.tui.map.layout import spaces_of
from wargame_tui.tui.map.view import Box
from wargame_tui.tui.paint.area_roads import AreaRoads
from wargame_tui.tui.paint.borders import Spots
from wargame_tui.tui.paint.canvas import Spot

Size = Literal["hamlet", "village", "town", "city"]
RADII: dict[Size, float] = {"hamlet": 0.3, "village": 0.62, "town": 1.05, "city": 1.75}
"""How far a place reaches, in rows of the unit."""
STREET = 0.36
"""From house to house."""
CLEAR = 0.24
"""From the middle of a road to that of a house."""

PLOTS = ((-0.16, 0.1), (0.17, -0.12), (-0.4, 0.3), (0.42, 0.3), (-0.4, -0.34), (0.44, -0.4), (0.0, 0.55), (0.0, -0.6))
"""Where the two houses of a hamlet may stand, in units from its middle."""


class Town(NamedTuple):
    """A place with its houses."""

    ground: list[Spot]
    """The outline of the built-up ground; empty for hamlets and villages."""
    houses: list[list[Spot]]
    """The corners of each."""


def size_of(space: object, *, high: bool = False) -> Size:
    """How large a town is: by what its space is worth and, unless the ground does that, how well it is defended."""
    worth = getattr(space, "vp", 0) + (1 if high else getattr(space, "tem", 2)) - 1
    return "city" if worth >= 3 else "town" if worth == 2 else "village"


class Towns:
    """The towns of the areas and the small places of a layout; each is built when it is first seen."""

    def __init__(self, entry: AreaMapEntry, roads: AreaRoads, unit: float, high: Collection[int]) -> None:
        """`high`: the spaces on high ground."""
        shape = roads.shape
        spaces = enumerate(spaces_of(entry).values())
        self._unit = unit
        self._roads = roads
        self._plots: list[tuple[Spot, Size]] = [
            (shape.town(number), size_of(space, high=number in high))
            for number, space in spaces
            if number not in shape.aside
        ]
        for x, y, _ in shape.layout.places:
            if shape.layout.space_at(x, y) is not None:
                self._plots.append(((x + 1.0, y + 0.5), "hamlet"))
        self._built: dict[int, Town] = {}

    @cached_property
    def _ways(self) -> Spots:
        """Points along all roads and waters, in rows from west to east, and how much wider than a road each is."""
        spots = [(x / 2, y, 0.0) for lines in self._roads.lines.values() for line in lines for x, y in line]
        spots += [(x / 2, y, 0.2 * self._unit) for water in self._roads.shape.water for x, y in water.line]
        found = np.asarray(spots).reshape(-1, 3)
        return found[found[:, 0].argsort(kind="stable")]

    def near(self, box: Box) -> list[Town]:
        """The towns of which some may lie on some cells."""
        found = []
        for number, ((x, y), size) in enumerate(self._plots):
            reach = 1.4 * RADII[size] * self._unit
            if (
                box.x - 2 * reach < x < box.x + box.width + 2 * reach
                and box.y - reach < y < box.y + box.height + reach
            ):  # fmt: skip
                if number not in self._built:
                    self._built[number] = _town((x, y), size, self._unit, self._ways, number)
                found.append(self._built[number])
        return found


def _town(at: Spot, size: Size, unit: float, ways: Spots, seed: int) -> Town:
    middle = np.asarray((at[0] / 2, at[1]))
    radius = RADII[size] * unit
    first, last = np.searchsorted(ways[:, 0], (middle[0] - radius - unit, middle[0] + radius + unit))
    near = ways[first:last]
    near = near[np.abs(near[:, 1] - middle[1]) < radius + unit]
    luck = random.Random(seed)
    houses = [] if size == "hamlet" else list(_houses(middle, radius, unit, near, luck))
    if not houses:
        spots = middle + np.asarray(PLOTS) * unit
        crowded = (_clearances(spots, near) < CLEAR * unit).tolist()
        houses = [
            _house(spots[n], 0.0, unit, luck) for _, n in sorted(zip(crowded, range(len(spots)), strict=True))[:2]
        ]
    ground = _blot(at, 1.06 * radius, luck) if size in ("town", "city") else []
    return Town(ground, houses)


def _houses(middle: Spots, radius: float, unit: float, near: Spots, luck: random.Random) -> Iterator[list[Spot]]:
    """Houses in rows that turn with the main road."""
    angle = _heading(middle, near, unit)
    along = np.asarray((math.cos(angle), math.sin(angle)))
    aside = np.asarray((-along[1], along[0]))
    step = STREET * unit
    reach = math.ceil(radius / step)
    spots = []
    for row in range(-reach, reach + 1):
        for column in range(-reach, reach + 1):
            far = math.hypot(row, column) * step / radius
            if far <= 1 and luck.random() < 1.25 - 0.9 * far**2:
                spots.append(middle + step * (column + luck.uniform(-0.12, 0.12)) * along + step * (row + 0.5) * aside)
    free = np.asarray(spots).reshape(-1, 2)
    for spot in free[_clearances(free, near) > CLEAR * unit]:
        yield _house(spot, angle, unit, luck)


def _clearances(spots: Spots, near: Spots) -> Spots:
    """How far from each of some spots the nearest road or water is."""
    if not len(near):
        return np.full(len(spots), 99.0)
    apart = near[None, :, :2] - spots[:, None]
    clear: Spots = (np.hypot(apart[..., 0], apart[..., 1]) - near[:, 2]).min(axis=1)
    return clear


def _heading(middle: Spots, near: Spots, unit: float) -> float:
    """The direction of the roads through a place."""
    turns = near[near[:, 2] == 0, :2] - middle
    far = np.hypot(*turns.T)
    turns = turns[(far > 0.1 * unit) & (far < 1.5 * unit)]
    total = complex(((turns[:, 0] + 1j * turns[:, 1]) ** 2).sum()) if len(turns) else 1 + 0j
    return math.atan2(total.imag, total.real) / 2


def _house(spot: Spots, angle: float, unit: float, luck: random.Random) -> list[Spot]:
    wide, deep = unit * luck.uniform(0.11, 0.165), unit * luck.uniform(0.085, 0.125)
    cos, sin = math.cos(angle), math.sin(angle)
    return [
        (2 * (spot[0] + a * wide * cos - b * deep * sin), spot[1] + a * wide * sin + b * deep * cos)
        for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]


def _blot(at: Spot, radius: float, luck: random.Random) -> list[Spot]:
    """An uneven round."""
    bumps = [luck.uniform(0.82, 1.12) for _ in range(9)]
    spots = []
    for n in range(36):
        turn = n / 4
        one, other = bumps[int(turn) % 9], bumps[(int(turn) + 1) % 9]
        share = (1 - math.cos(math.pi * (turn % 1))) / 2
        far = radius * (one + share * (other - one))
        spots.append((at[0] + 2 * far * math.cos(n * math.tau / 36), at[1] + far * math.sin(n * math.tau / 36)))
    return spots
