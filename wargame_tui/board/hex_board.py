"""Hex maps as rules use them: terrain, roads, rivers and bridges by number of hex and hexside."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from wargame_tui.board.hexes import HexGrid, HexMapEntry, Links, links, members, off_grid
from wargame_tui.board.scene import Highlight

Contradiction = tuple[str, tuple[str | int, ...], str]
"""File, place in it and what is wrong there."""


@dataclass(frozen=True, eq=False)
class HexBoard:
    """A map as rules use it; hexes are numbers, a hexside seen from a hex is `6 * hex + direction`.

    Titles subclass it and name the model of their own map file.
    """

    map: HexMapEntry

    @cached_property
    def grid(self) -> HexGrid:
        """The geometry."""
        return HexGrid(self.map.grid)

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The hex of each printed number."""
        return self.grid.index

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The printed number of each hex."""
        return self.grid.names

    @cached_property
    def terrain(self) -> tuple[str, ...]:
        """Of each hex."""
        found = []
        for hex_ in range(self.grid.size):
            x, y = self.grid.square(hex_)
            found.append(self.map.legend[self.map.terrain[y][x]])
        return tuple(found)

    @cached_property
    def built(self) -> Mapping[int, str]:
        """Hexes with a village, town or city."""
        found: dict[int, str] = {}
        order = ("village", "town", "city")
        for place in self.map.places:
            for name in place.hexes:
                hex_ = self.index[name]
                if place.kind in order and order.index(place.kind) >= order.index(found.get(hex_, "village")):
                    found[hex_] = place.kind
        return found

    @cached_property
    def place_names(self) -> Mapping[int, str]:
        """The best known name in each hex that has one."""
        order = ("hamlet", "village", "fort", "town", "city")
        found: dict[int, str] = {}
        for place in sorted(self.map.places, key=lambda place: -order.index(place.kind)):
            for name in place.hexes:
                found.setdefault(self.index[name], place.name)
        return found

    def key(self, hex_: int, other: int) -> int:
        """The hexside to an adjacent hex."""
        turn = self.grid.direction(hex_, other)
        assert turn is not None, f"{self.names[hex_]} and {self.names[other]} are not adjacent"
        return 6 * hex_ + turn

    def both_ways(self, hex_: int, other: int) -> tuple[int, int]:
        """A hexside seen from either of its hexes."""
        turn = self.grid.neighbours[hex_].index(other)
        return 6 * hex_ + turn, 6 * other + (turn + 3) % 6

    def name(self, hex_: int | str) -> str:
        """A hex in words: `3413 Bastogne`."""
        number = self.index[hex_] if isinstance(hex_, str) else hex_
        place = self.place_names.get(number)
        return f"{self.names[number]} {place}" if place else self.names[number]

    def is_city(self, hex_: int) -> bool:
        """Whether a hex is a city hex."""
        return self.built.get(hex_) == "city"

    @cached_property
    def urban(self) -> frozenset[int]:
        """Town and city hexes."""
        return frozenset(hex_ for hex_, kind in self.built.items() if kind in ("town", "city"))

    def spread(self, hexsides: Mapping[tuple[int, int], Any], empty: Any) -> list[Any]:
        """Something on hexsides, seen from both hexes."""
        found = [empty] * (6 * self.grid.size)
        for (one, other), what in hexsides.items():
            found[self.key(one, other)] = found[self.key(other, one)] = what
        return found

    @cached_property
    def water(self) -> Sequence[str | None]:
        """Kind of water on each hexside."""
        found = {
            self.grid.pair(hexside): entry.kind for entry in self.map.rivers.values() for hexside in entry.hexsides
        }
        return self.spread(found, None)

    @cached_property
    def river_names(self) -> Mapping[str, str]:
        """The river on each hexside that has one, by the hexside's printed name."""
        return {
            self.grid.hexside(*self.grid.pair(hexside)): name
            for name, entry in self.map.rivers.items()
            for hexside in entry.hexsides
        }

    @cached_property
    def road(self) -> Sequence[str | None]:
        """The best road over each hexside."""
        found: dict[tuple[int, int], str] = {}
        for road in sorted(self.map.roads, key=lambda road: road.kind, reverse=True):
            for one, other in pairwise(road.path):
                pair = (self.index[one], self.index[other])
                found.pop((pair[1], pair[0]), None)
                found[pair] = road.kind
        return self.spread(found, None)

    @cached_property
    def on_road(self) -> frozenset[int]:
        """Hexes with a road."""
        return frozenset(hex_ for hex_ in range(self.grid.size) if any(self.road[6 * hex_ : 6 * hex_ + 6]))

    @cached_property
    def steps(self) -> Links:
        """All steps between adjacent hexes."""
        return links(self.grid.near)

    @cached_property
    def road_steps(self) -> Links:
        """Those along roads."""
        return links(
            [to for turn, to in enumerate(around) if to is not None and self.road[6 * hex_ + turn]]
            for hex_, around in enumerate(self.grid.neighbours)
        )

    @cached_property
    def bridge(self) -> Sequence[str | None]:
        """The bridge over each hexside: its printed name."""
        found: list[str | None] = [None] * (6 * self.grid.size)
        for key, (water, road) in enumerate(zip(self.water, self.road, strict=True)):
            other = self.grid.neighbours[key // 6][key % 6]
            if water and road and other is not None:
                found[key] = self.grid.hexside(key // 6, other)
        return found

    @cached_property
    def bridges(self) -> Mapping[str, tuple[int, int]]:
        """Every bridge with its two hexes."""
        return {name: self.grid.pair(name) for name in self.bridge if name}

    # Hexes by name

    def marked(self, hexes: int, how: Highlight) -> dict[str, Highlight]:
        """A set of hexes, all highlighted in one way."""
        return {self.names[hex_]: how for hex_ in members(hexes)}

    def near(self, name: str) -> tuple[str, ...]:
        """The printed numbers of the hexes next to one."""
        return tuple(self.names[hex_] for hex_ in self.grid.near[self.index[name]])

    @cached_property
    def around(self) -> Mapping[str, tuple[str, ...]]:
        """For every printed number those of the hexes next to it."""
        return {name: self.near(name) for name in self.names}

    def numbers(self, names: Sequence[str]) -> frozenset[int]:
        """Printed numbers as hexes."""
        return frozenset(self.index[name] for name in names)


def map_contradictions(grid: HexGrid, map_: HexMapEntry) -> Iterator[Contradiction]:
    """What a map file says that its grid does not know."""
    if len(map_.terrain) != grid.rows:
        yield "map", ("terrain",), f"{len(map_.terrain)} rows; the grid has {grid.rows}"
    for row, text in enumerate(map_.terrain):
        if len(text) != grid.columns or not set(text) <= map_.legend.keys():
            yield "map", ("terrain", row), f"{grid.columns} characters of the legend, not {text!r}"
    yield from (("map", loc, words) for loc, words in off_grid(map_, grid))
    for river, water in map_.rivers.items():
        for hexside in water.hexsides:
            if not _is_hexside(grid, hexside):
                yield "map", ("rivers", river), f"{hexside} is no hexside"
    for index, road in enumerate(map_.roads):
        for one, other in pairwise(road.path):
            if {one, other} <= grid.index.keys() and not _is_hexside(grid, f"{one}-{other}"):
                yield "map", ("roads", index), f"{one} and {other} are not adjacent"


def _is_hexside(grid: HexGrid, hexside: str) -> bool:
    one, _, other = hexside.partition("-")
    known = one in grid.index and other in grid.index
    return known and grid.direction(grid.index[one], grid.index[other]) is not None
