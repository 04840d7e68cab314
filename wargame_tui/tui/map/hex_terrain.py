"""What a map file of hexes says of every hex and hexside, by the numbers of its grid: as the drawing asks for it."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise

from wargame_tui.board.hexes import DIRECTIONS, HexGrid, HexMapEntry
from wargame_tui.board.look import PLAIN, Look, TerrainLook
from wargame_tui.tui.map.glyphs import PRIMARY, SECONDARY

N, NE, SE, S, SW, NW = range(len(DIRECTIONS))
RANKS = ("fort", "city", "town", "village", "hamlet")
"""Places, the most important first."""
GREAT = ("fort", "city")
"""Places named on every map that shows the whole."""
BUILT = {"city": "brick", "fort": "sand", "town": "sand"}
"""The ground of places that fill their hexes."""
WATERS = ("river", "lake")
"""Kinds of water with a look of their own; all others look like major rivers."""
ROADS = {"primary": PRIMARY, "secondary": SECONDARY, "railway": SECONDARY}
"""Classes of roads; railways look like lesser roads."""
STRAIT = "lake"
"""Wide water between two hexes of land looks like a lake."""

Pair = tuple[int, int]
"""Two adjacent hexes, the lower number first: their hexside."""
Roads = tuple[int, int, int, int, int, int]
"""The class of the road towards each neighbour, in the order of DIRECTIONS; 0: none."""


@dataclass(frozen=True, slots=True)
class Place:
    """A town or village in a hex."""

    name: str
    """Empty in the further hexes of a place of several."""
    kind: str


@dataclass(frozen=True)
class HexTerrain:
    """The facts of a map file of hexes, and what they look like."""

    entry: HexMapEntry
    look: Look = PLAIN

    @cached_property
    def grid(self) -> HexGrid:
        """Numbers and neighbours."""
        return HexGrid(self.entry.grid)

    @cached_property
    def squares(self) -> list[list[int]]:
        """The hex in each column from the west and row from the north."""
        grid = self.grid
        squares = [[0] * grid.rows for _ in range(grid.columns)]
        for hex_ in range(grid.size):
            column, row = grid.square(hex_)
            squares[column][row] = hex_
        return squares

    @cached_property
    def high(self) -> list[bool]:
        """Whether each column from the west lies half a hex further north."""
        return [self.grid.is_high(column[0]) for column in self.squares]

    def hex_at(self, column: int, row: int) -> int | None:
        """The hex in a column from the west and a row from the north; None outside the map."""
        if 0 <= column < self.grid.columns and 0 <= row < self.grid.rows:
            return self.squares[column][row]
        return None

    def is_high(self, column: int) -> bool:
        """Whether a column from the west, on the map or beside it, lies half a hex further north."""
        return self.high[0] == (column % 2 == 0)

    @cached_property
    def looks(self) -> list[TerrainLook]:
        """How each hex is drawn."""
        found = [TerrainLook()] * self.grid.size
        legend = {char: self.look.terrain(word) for char, word in self.entry.legend.items()}
        for row, line in enumerate(self.entry.terrain):
            for column, char in enumerate(line):
                found[self.squares[column][row]] = legend[char]
        return found

    @cached_property
    def blind(self) -> frozenset[int]:
        """The hexes of the sea, and those of which there is nothing to tell."""
        return frozenset(hex_ for hex_, look in enumerate(self.looks) if look.blind)

    @cached_property
    def grounds(self) -> list[str]:
        """The ground of each hex: its terrain, or the town that fills it."""
        grounds = [f"hex.{look.tone}" for look in self.looks]
        for hex_, place in self.places.items():
            if place.kind in BUILT:
                grounds[hex_] = f"hex.{BUILT[place.kind]}"
        return grounds

    @cached_property
    def places(self) -> dict[int, Place]:
        """The most important place in each hex that has one."""
        found: dict[int, Place] = {}
        for place in sorted(self.entry.places, key=lambda place: RANKS.index(place.kind), reverse=True):
            for n, name in enumerate(place.hexes):
                found[self.grid.index[name]] = Place("" if n else place.name, place.kind)
        return found

    @cached_property
    def places_named(self) -> list[tuple[int, Place]]:
        """Each place that has a name, at its first hex: great ones first, then by rank."""

        def order(item: tuple[int, Place]) -> tuple[bool, int]:
            return item[0] not in self.great, RANKS.index(item[1].kind)

        return sorted(((hex_, place) for hex_, place in self.places.items() if place.name), key=order)

    @cached_property
    def great(self) -> frozenset[int]:
        """The first hexes of cities, of forts, and of towns of several hexes."""
        index = self.grid.index
        return frozenset(
            index[place.hexes[0]]
            for place in self.entry.places
            if place.kind in GREAT or (place.kind == "town" and len(place.hexes) > 1)
        )

    @cached_property
    def names(self) -> dict[int, str]:
        """The name of the place in each hex that has one."""
        return {
            self.grid.index[name]: place.name
            for place in sorted(self.entry.places, key=lambda place: RANKS.index(place.kind), reverse=True)
            for name in place.hexes
        }

    @cached_property
    def water(self) -> dict[Pair, str]:
        """The hexsides with water, and whether it is a `river`, `major` or a `lake`."""
        straits = {self._pair(hexside): STRAIT for hexside in self.entry.sea_hexsides}
        return straits | {
            self._pair(hexside): river.kind if river.kind in WATERS else "major"
            for river in sorted(self.entry.rivers.values(), key=lambda river: river.kind == "river", reverse=True)
            for hexside in river.hexsides
        }

    @cached_property
    def through(self) -> dict[int, tuple[int, int]]:
        """The hexes through which a river flows, and at which two corners it enters and leaves."""
        found = {}
        for river in self.entry.rivers.values():
            sides = {self._pair(hexside) for hexside in river.hexsides}
            for hex_ in (self.grid.index[name] for name in river.through):
                ends = [corner for corner in range(6) if self._rivers_at(hex_, corner, sides) % 2]
                if len(ends) == 2:
                    found[hex_] = (ends[0], ends[1])
        return found

    def _rivers_at(self, hex_: int, corner: int, sides: set[Pair]) -> int:
        """How many of some hexsides end at a corner; the corners come clockwise, from that between N and NE."""
        around = self.grid.neighbours[hex_]
        hexes = [other for other in (hex_, around[corner], around[(corner + 1) % 6]) if other is not None]
        return sum(pair(one, other) in sides for one, other in combinations(hexes, 2))

    def _pair(self, hexside: str) -> Pair:
        one, other = self.grid.pair(hexside)
        return pair(one, other)

    @cached_property
    def roads(self) -> dict[int, Roads]:
        """The roads of each hex that has any."""
        found: dict[int, list[int]] = {}
        for one, direction, other, back, kind in self._road_steps():
            for hex_, side in ((one, direction), (other, back)):
                arms = found.setdefault(hex_, [0] * len(DIRECTIONS))
                arms[side] = max(arms[side], kind)
        return {hex_: (arms[0], arms[1], arms[2], arms[3], arms[4], arms[5]) for hex_, arms in found.items()}

    def _road_steps(self) -> Iterator[tuple[int, int, int, int, int]]:
        for road in self.entry.roads:
            kind = ROADS.get(road.kind)
            if kind is None:
                continue
            for a, b in pairwise(road.path):
                one, other = self.grid.index[a], self.grid.index[b]
                direction = self.grid.direction(one, other)
                if direction is not None:
                    yield one, direction, other, (direction + 3) % 6, kind

    @cached_property
    def crossings(self) -> set[Pair]:
        """The hexsides where a road crosses a river."""
        return {
            pair(hex_, other)
            for hex_, arms in self.roads.items()
            for side, other in enumerate(self.grid.neighbours[hex_])
            if arms[side] and other is not None and self.water.get(pair(hex_, other), "lake") != "lake"
        }


def pair(one: int, other: int) -> Pair:
    """The hexside between two hexes."""
    return (one, other) if one < other else (other, one)


def names_of(entry: HexMapEntry) -> dict[str, str]:
    """Number and name of every hex, and the name of every box."""
    terrain = HexTerrain(entry)
    names = {
        number: f"{number} {terrain.names[hex_]}" if hex_ in terrain.names else number
        for hex_, number in enumerate(terrain.grid.names)
    }
    return names | {box: item.name for box, item in entry.boxes.items()}
