"""Hex maps: a grid with printed numbers, what lies in hexes and on hexsides, and the map file that holds them.

Inside, a hex is a whole number and a hexside a number too; printed numbers (`2013`, `W3420`) are for files and people.
A set of hexes is a whole number with a bit for each of them: unions and tests cost next to nothing.
"""

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, Field, ValidationError, ValidationInfo
from pydantic_core import PydanticCustomError

from wargame_tui.board.area import border_id
from wargame_tui.board.files import Entry

NO_HEX = "no_hex"
"""The kind of error that `off_grid` looks for."""


def _on_grid(name: str, read: ValidationInfo) -> str:
    if isinstance(read.context, HexGrid) and name not in read.context.index:
        raise PydanticCustomError(NO_HEX, "no hex {name} on the map", {"name": name})
    return name


HexId = Annotated[str, Field(pattern=r"^[A-Z]?\d{4}$"), AfterValidator(_on_grid)]
"""A printed number: column, then row, two digits each, after the letter of its map sheet, if it has one."""
HexsideId = Annotated[str, Field(pattern=r"^[A-Z]?\d{4}-[A-Z]?\d{4}$")]
"""Two adjacent hexes: the hexside between them."""
Edge = Literal["north", "east", "south", "west"]
"""An edge of the map."""
DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
"""The six neighbours of a hex, clockwise: the order in which everything about hexsides is kept."""
KM_PER_DEGREE = 111.2


class SheetEntry(Entry):
    """A map sheet: its columns are numbered from 1."""

    prefix: str = ""
    """Letter before the numbers of its hexes."""
    columns: int = Field(ge=1, le=99)


class GridEntry(Entry):
    """A grid of hexes with flat tops, standing in columns; odd columns lie half a hex further north."""

    sheets: tuple[SheetEntry, ...] = Field(min_length=1)
    """In the direction in which columns are counted."""
    columns_from: Literal["east", "west"]
    rows: int = Field(ge=1, le=99)
    rows_from: Literal["south", "north"]
    latitude: float
    longitude: float
    """Where the grid's origin lies (column 0, row 0, before the half hex of odd columns), WGS84 in degrees."""
    parallel: float
    """Latitude whose degree of longitude is taken for the whole map."""
    scale: float = Field(gt=0)
    """Kilometres from hex to hex."""
    rotation: float = 0.0
    """Degrees by which the grid is turned against north, counter-clockwise."""


class HexPlaceEntry(Entry):
    """A town or village with its hexes; a hamlet is a name only."""

    name: str = Field(min_length=1)
    kind: Literal["hamlet", "village", "town", "city", "fort"]
    hexes: tuple[HexId, ...] = Field(min_length=1)
    source: str = Field(min_length=1)


class HexWaterEntry(Entry):
    """A river, or a lake, on the hexsides along which it lies, in order."""

    kind: str = "river"
    """`river`, `lake`, or a title's own word for a river of another rank."""
    hexsides: tuple[HexsideId, ...]
    through: tuple[HexId, ...] = ()
    """Hexes through the middle of which it flows between two of its hexsides."""
    source: str = Field(min_length=1)


class HexRoadEntry(Entry):
    """A road from hex to hex. Over a hexside with a river it has a bridge."""

    name: str
    kind: Literal["primary", "secondary", "railway"]
    path: tuple[HexId, ...] = Field(min_length=2)
    source: str = Field(min_length=1)


class HexBoxEntry(Entry):
    """A box beside the map."""

    name: str = Field(min_length=1)
    adjacent: tuple[str, ...] = ()
    """Boxes to which units may go from it."""
    edge: Edge
    """The map edge at which it is drawn."""
    at_edge: dict[Edge, tuple[HexId, HexId]] = {}
    """The map edges joined to it: first and last hex."""
    source: str = Field(min_length=1)


class HexReliefEntry(Entry):
    """High or low ground, for drawing; no rule looks at it."""

    name: str
    kind: Literal["ridge", "plateau", "gorge", "valley"]
    path: tuple[HexId, ...] = Field(min_length=1)
    """The hexes along it, in order, the left bank of a gorge; those that a plateau covers."""
    height: int | None = None
    """Of its summit in metres, where that is sure."""
    source: str


class HexMapEntry(Entry):
    """A map file of hexes; titles subclass it for what is theirs alone."""

    title: str
    credits: tuple[str, ...]
    grid: GridEntry
    legend: dict[str, str]
    """A character of `terrain` to the terrain that it stands for."""
    terrain: tuple[str, ...]
    """Row by row from the north, one character a column from the west."""
    places: tuple[HexPlaceEntry, ...]
    rivers: dict[str, HexWaterEntry]
    roads: tuple[HexRoadEntry, ...]
    sea_hexsides: tuple[HexsideId, ...] = ()
    """Wide water between two hexes of land: estuaries and straits."""
    countries: tuple[str, ...] = ()
    """Row by row like `terrain`, the country of each hex; `.` for none."""
    boxes: dict[str, HexBoxEntry] = {}
    relief: tuple[HexReliefEntry, ...] = ()


Map = TypeVar("Map", bound=HexMapEntry)


def cut(entry: Map, sheets: Sequence[str], boxes: Collection[str]) -> Map:
    """The part of a map that lies on some sheets, the first ones as columns are counted, with these boxes beside it."""
    kept = entry.grid.sheets[: len(sheets)]
    columns = sum(sheet.columns for sheet in kept)
    east = entry.grid.columns_from == "east"
    inside = {f"{sheet.prefix}{column:02}" for sheet in kept for column in range(1, sheet.columns + 1)}

    def lies(*hexes: str) -> bool:
        return all(hex_[:-2] in inside for hexside in hexes for hex_ in hexside.split("-"))

    rivers = {
        name: water.model_copy(update={"hexsides": tuple(side for side in water.hexsides if lies(side))})
        for name, water in entry.rivers.items()
    }
    return entry.model_copy(
        update={
            "grid": entry.grid.model_copy(update={"sheets": kept}),
            "terrain": tuple(row[-columns:] if east else row[:columns] for row in entry.terrain),
            "places": tuple(place for place in entry.places if lies(*place.hexes)),
            "rivers": {name: water for name, water in rivers.items() if water.hexsides},
            "roads": tuple(part for road in entry.roads for part in _stretches(road, lies)),
            "boxes": {name: _beside(box, lies) for name, box in entry.boxes.items() if name in boxes},
        }
    )


def _beside(box: HexBoxEntry, lies: Callable[[str], bool]) -> HexBoxEntry:
    """A box with those stretches of the edge that are kept whole."""
    return box.model_copy(
        update={"at_edge": {edge: ends for edge, ends in box.at_edge.items() if all(map(lies, ends))}}
    )


def _stretches(road: HexRoadEntry, lies: Callable[[str], bool]) -> Iterator[HexRoadEntry]:
    """The parts of a road between hexes that are kept."""
    for kept, hexes in groupby(road.path, lies):
        path = tuple(hexes)
        if kept and len(path) > 1:
            yield road.model_copy(update={"path": path})


@dataclass(frozen=True)
class HexGrid:
    """The geometry of a grid: numbers, neighbours, distances."""

    entry: GridEntry

    @cached_property
    def columns(self) -> int:
        """Columns of all sheets together."""
        return sum(sheet.columns for sheet in self.entry.sheets)

    @cached_property
    def rows(self) -> int:
        """Rows."""
        return self.entry.rows

    @cached_property
    def size(self) -> int:
        """How many hexes there are: they are numbered from 0."""
        return self.columns * self.rows

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The printed number of each hex, column by column."""
        return tuple(
            f"{sheet.prefix}{column:02}{row:02}"
            for sheet in self.entry.sheets
            for column in range(1, sheet.columns + 1)
            for row in range(1, self.rows + 1)
        )

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The hex of each printed number."""
        return {name: number for number, name in enumerate(self.names)}

    def is_drawn(self, rows: Any) -> bool:
        """Whether something in a map file is drawn on the grid: rows from the north, a character for each column."""
        return (
            isinstance(rows, list)
            and len(rows) == self.rows
            and all(isinstance(row, str) and len(row) == self.columns for row in rows)
        )

    def at(self, column: int, row: int) -> int | None:
        """The hex in a column and row, both counted from 1 over all sheets; None outside the map."""
        inside = 1 <= column <= self.columns and 1 <= row <= self.rows
        return (column - 1) * self.rows + row - 1 if inside else None

    def column_row(self, hex_: int) -> tuple[int, int]:
        """Column and row, counted from 1 over all sheets."""
        return hex_ // self.rows + 1, hex_ % self.rows + 1

    def square(self, hex_: int) -> tuple[int, int]:
        """Column from the west and row from the north, both from 0: where a drawing has it."""
        column, row = self.column_row(hex_)
        return (
            self.columns - column if self.entry.columns_from == "east" else column - 1,
            self.rows - row if self.entry.rows_from == "south" else row - 1,
        )

    def is_high(self, hex_: int) -> bool:
        """Whether it stands in a column that lies half a hex further north."""
        return self.column_row(hex_)[0] % 2 == 1

    def plane(self, column: int, row: int) -> tuple[float, float]:
        """The middle of a place on the grid, in hexes east and north of the origin."""
        east = (-column if self.entry.columns_from == "east" else column) * math.sqrt(3) / 2
        return east, (row if self.entry.rows_from == "south" else -row) + column % 2 / 2

    def whereabouts(self, hex_: int) -> tuple[float, float]:
        """Latitude and longitude of a hex's middle."""
        east, north = self.plane(*self.column_row(hex_))
        turn = math.radians(self.entry.rotation)
        x = self.entry.scale * (east * math.cos(turn) - north * math.sin(turn))
        y = self.entry.scale * (east * math.sin(turn) + north * math.cos(turn))
        return self.entry.latitude + y / KM_PER_DEGREE, self.entry.longitude + x / self._km_per_longitude

    def plane_of(self, latitude: float, longitude: float) -> tuple[float, float]:
        """A point of the globe, in hexes east and north of the origin."""
        x = (longitude - self.entry.longitude) * self._km_per_longitude
        y = (latitude - self.entry.latitude) * KM_PER_DEGREE
        turn = math.radians(self.entry.rotation)
        east, north = x * math.cos(turn) + y * math.sin(turn), y * math.cos(turn) - x * math.sin(turn)
        return east / self.entry.scale, north / self.entry.scale

    @cached_property
    def _km_per_longitude(self) -> float:
        return KM_PER_DEGREE * math.cos(math.radians(self.entry.parallel))

    def _neighbours_of(self, hex_: int) -> Iterator[int | None]:
        column, row = self.column_row(hex_)
        up = 1 if self.entry.rows_from == "south" else -1
        east = -1 if self.entry.columns_from == "east" else 1
        high = column % 2 == 1
        beside_n, beside_s = (row + up, row) if high else (row, row - up)
        yield self.at(column, row + up)
        yield self.at(column + east, beside_n)
        yield self.at(column + east, beside_s)
        yield self.at(column, row - up)
        yield self.at(column - east, beside_s)
        yield self.at(column - east, beside_n)

    @cached_property
    def neighbours(self) -> tuple[tuple[int | None, ...], ...]:
        """The six neighbours of each hex in the order of DIRECTIONS; None where the map ends."""
        return tuple(tuple(self._neighbours_of(hex_)) for hex_ in range(self.size))

    @cached_property
    def near(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours on the map of each hex."""
        return tuple(tuple(other for other in around if other is not None) for around in self.neighbours)

    @cached_property
    def around(self) -> tuple[int, ...]:
        """The neighbours of each hex as a set of bits."""
        return tuple(bits(near) for near in self.near)

    def direction(self, hex_: int, other: int) -> int | None:
        """In which direction a neighbour lies; None if the two are not adjacent."""
        around = self.neighbours[hex_]
        return around.index(other) if other in around else None

    def distance(self, hex_: int, other: int) -> int:
        """Hexes from one to the other, the last one counted."""
        (column, row), (to_column, to_row) = self.column_row(hex_), self.column_row(other)
        across = abs(to_column - column)
        sign = 1 if self.entry.rows_from == "south" else -1
        halves = abs(2 * (to_row - row) * sign + to_column % 2 - column % 2)
        return across + max(0, halves - across) // 2

    def hexside(self, hex_: int, other: int) -> str:
        """The printed name of the hexside between two adjacent hexes."""
        return border_id(self.names[hex_], self.names[other])

    def pair(self, hexside: str) -> tuple[int, int]:
        """The two hexes of a hexside's printed name. Raises KeyError if a hex is not on the map."""
        one, _, other = hexside.partition("-")
        return self.index[one], self.index[other]

    def edge_pairs(self, hex_: int, inside: int = -1) -> Iterator[tuple[int, int]]:
        """Pairs of adjacent edge hexes beside a hex, both adjacent to the same place just outside the map.

        `inside`: the hexes in play, as a set, if these are not all.
        """
        near = self.neighbours
        for turn in range(6):
            one, other = near[hex_][turn], near[hex_][(turn + 1) % 6]
            if one is None or other is None or not (inside >> one & 1 and inside >> other & 1):
                continue
            beyond = near[one][(turn + 1) % 6]
            if beyond is None or not inside >> beyond & 1:
                yield one, other

    def within(self, hex_: int, hexes: int) -> list[int]:
        """All hexes at most so many hexes away, itself first."""
        found = ring = {hex_: None}
        for _ in range(hexes):
            ring = {other: None for each in ring for other in self.near[each] if other not in found}
            found = found | ring
        return [*found]


Links = Mapping[int, int]
"""Steps between hexes: the difference of their numbers, to the hexes from which that step may be taken."""


def links(near: Iterable[Iterable[int]]) -> Links:
    """The steps from each hex to some of its neighbours."""
    found: dict[int, int] = {}
    for hex_, others in enumerate(near):
        for other in others:
            found[other - hex_] = found.get(other - hex_, 0) | 1 << hex_
    return found


def spread(steps: Links, hexes: int) -> int:
    """The hexes one step away from any of a set."""
    found = 0
    for step, able in steps.items():
        moved = hexes & able
        found |= moved << step if step > 0 else moved >> -step
    return found


def joined(steps: Links, origins: int, through: int) -> int:
    """A set of hexes with all that can be reached from it step by step through hexes of another set."""
    found = edge = origins
    while edge:
        edge = spread(steps, edge) & through & ~found
        found |= edge
    return found


def bits(hexes: Iterable[int]) -> int:
    """A set of hexes as a whole number."""
    found = 0
    for hex_ in hexes:
        found |= 1 << hex_
    return found


def members(found: int) -> Iterator[int]:
    """The hexes of a set, in their order."""
    while found:
        lowest = found & -found
        yield lowest.bit_length() - 1
        found ^= lowest


def off_grid(entry: Entry, grid: HexGrid) -> Iterator[tuple[tuple[int | str, ...], str]]:
    """The hexes (`HexId`) that a file names and its map has not: place in the file, and words."""
    try:
        type(entry).model_validate(entry.model_dump(), context=grid)
    except ValidationError as error:
        for item in error.errors(include_url=False):
            if item["type"] == NO_HEX:
                yield tuple(part for part in item["loc"] if part != "[key]"), item["msg"]
