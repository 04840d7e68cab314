"""The geometry of a hex map at one zoom: which cell belongs to which hex, and where the boxes beside the map are.

A hex of H rows has slanted sides of H / 2 rows, a cell a row, so that the map falls into strips, one a column of hexes:

      ╱▔▔▔▔▔╲           A strip is `pitch` columns wide. In each row it begins with the cells left of a slant, which
     ╱       ╲▁▁▁▁▁     belong to the strip before it, then comes the cell of the slant, then its own hex.
     ╲       ╱          The rows of one hex of a strip are a tile: rows 0 to H - 1, the last with the lower side.
      ╲▁▁▁▁▁╱

At the far zoom a hex is two cells, and every other column of hexes lies half a cell lower. A map that is larger than
a small screen even so has one zoom more, the theatre: there hexes are as small as it takes, in fractions of cells.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil
from typing import ClassVar, TypeVar

from wargame_tui.board.hexes import Edge, HexMapEntry
from wargame_tui.tui.map.hex_terrain import HexTerrain
from wargame_tui.tui.map.view import SMALL, THEATRE, TINY, WHOLE, Box, Cells


@dataclass(frozen=True)
class Scale:
    """The size of hexes at a zoom, and of the boxes beside the map, in cells."""

    zoom: str
    pitch: int
    """Columns from one column of hexes to the next."""
    rows: int
    """Rows of a hex."""
    box: tuple[int, int]
    """Width and height of a box above or below the map."""
    side_box: tuple[int, int]
    """The same for one left or right of the map."""

    @cached_property
    def slant(self) -> int:
        """Rows, and columns, of a slanted side."""
        return self.rows // 2

    @cached_property
    def flat(self) -> int:
        """Columns of the upper and the lower side."""
        return self.pitch - self.slant

    @cached_property
    def middle(self) -> tuple[int, int]:
        """Column and row of the cell where the roads of a hex meet."""
        return (self.slant + self.flat // 2, self.slant - 1) if self.slant else (0, 0)

    @cached_property
    def _slants(self) -> tuple[int, ...]:
        return (*range(self.slant - 1, -1, -1), *range(self.rows - self.slant))

    def slant_at(self, row: int) -> int:
        """The column of a tile in which the slant is at a row."""
        return self._slants[row]


SCALES = {
    scale.zoom: scale
    for scale in (
        Scale("far", 2, 1, (20, 1), (5, 3)),
        Scale("middle", 5, 2, (30, 3), (22, 4)),
        Scale("near", 10, 4, (46, 6), (32, 8)),
        Scale("close", 14, 6, (46, 8), (36, 10)),
        Scale("closest", 16, 8, (60, 10), (46, 12)),
    )
}
HEX_ZOOMS = tuple(SCALES)
"""The zooms of all hex maps; large ones have THEATRE before them."""
STEP = 0.125
"""By so many columns and rows the scales of a map that fills the screen differ."""
TOLD = 5
"""Columns that a box of one row has behind its name, for what is in it."""
LOWEST = 1.6
"""Columns from one hex to the next, for a row of its height: no hex is narrower."""
BROADEST = 2.5
"""Columns from one hex to the next, for a row of its height, in the nearer zooms: no hex is broader."""


@dataclass(frozen=True)
class SmallScale:
    """The size of hexes in fractions of cells, and of the boxes beside the map."""

    pitch: float
    """Columns from one column of hexes to the next."""
    rows: float
    """Rows of a hex."""
    zoom: str = THEATRE
    box: tuple[int, int] = (16, 1)
    side_box: tuple[int, int] = (5, 3)
    slant: int = 0


AnyScale = TypeVar("AnyScale", Scale, SmallScale)


class HexFrame:
    """What layouts with hexes of any size share: the boxes around the map, and with them its size."""

    terrain: HexTerrain
    scale: Scale | SmallScale
    gap: ClassVar[int] = 1
    """Rows and columns between the map and a box."""

    @cached_property
    @abstractmethod
    def right(self) -> int:
        """The column after the map."""

    @cached_property
    @abstractmethod
    def bottom(self) -> int:
        """The row after the map."""

    @abstractmethod
    def corner(self, column: int, row: int) -> tuple[int, int]:
        """The first cell of a hex."""

    @property
    def entry(self) -> HexMapEntry:
        """The map file."""
        return self.terrain.entry

    @cached_property
    def _edges(self) -> Mapping[Edge, Sequence[str]]:
        edges: dict[Edge, list[str]] = {"north": [], "east": [], "south": [], "west": []}
        for box, item in self.entry.boxes.items():
            edges[item.edge].append(box)
        return edges

    @cached_property
    def left(self) -> int:
        """The column where the first strip begins."""
        return self.scale.side_box[0] + self.gap if self._edges["west"] else 0

    @cached_property
    def top(self) -> int:
        """The row where the first hex of a high column begins."""
        outline = int(self.scale.slant > 0)
        return (self.scale.box[1] + self.gap if self._edges["north"] else 0) + outline

    @cached_property
    def width(self) -> int:
        """Width in cells."""
        east = self.right + (self.scale.side_box[0] + self.gap if self._edges["east"] else 0)
        return max([east, *(box.x + box.width for box in self.asides.values())])

    @cached_property
    def height(self) -> int:
        """Height in cells."""
        south = self.bottom + (self.scale.box[1] + self.gap if self._edges["south"] else 0)
        return max([south, *(box.y + box.height for box in self.asides.values())])

    @cached_property
    def asides(self) -> dict[str, Box]:
        """The boxes beside the map, each in the middle of what is joined to it, or spread along the edge."""
        found: dict[str, Box] = {}
        for edge, boxes in self._edges.items():
            level = edge in ("north", "south")
            width, height = self.scale.box if level else self.scale.side_box
            start, end = (self.left, self.right) if level else (self.top, self.bottom)
            y = 0 if edge == "north" else self.bottom + self.gap
            x = 0 if edge == "west" else self.right + self.gap
            last = start
            middles = {
                box: self._joined_at(box, edge) or start + (2 * n + 1) * (end - start) // (2 * len(boxes))
                for n, box in enumerate(boxes)
            }
            for box in sorted(boxes, key=middles.__getitem__):
                across = self._across(box, width) if level else width
                size = across if level else height
                last = max(last, middles[box] - size // 2)
                found[box] = Box(last, y, across, height) if level else Box(x, last, across, height)
                last += size + 1
        return found

    def _across(self, box: str, width: int) -> int:
        """How wide a box above or below the map is: where it has one row, at least as its name and what is in it."""
        return width if self.scale.box[1] > 1 else max(width, 1 + len(self.entry.boxes[box].name) + TOLD)

    def _joined_at(self, box: str, edge: Edge) -> int | None:
        """The middle of the map edge that is joined to a box, as a column or a row."""
        ends = self.entry.boxes[box].at_edge.get(edge)
        if ends is None:
            return None
        grid = self.terrain.grid
        (x, y), (other_x, other_y) = (self.corner(*grid.square(grid.index[name])) for name in ends)
        return (x + other_x) // 2 if edge in ("north", "south") else (y + other_y) // 2

    def box_at(self, x: int, y: int) -> str | None:
        """The box beside the map to which a cell belongs."""
        for space, box in self.asides.items():
            if box.x <= x < box.x + box.width and box.y <= y < box.y + box.height:
                return space
        return None


@dataclass(frozen=True)
class HexLayout(HexFrame):
    """A hex map laid out at one zoom, each hex of whole cells."""

    terrain: HexTerrain
    scale: Scale

    @cached_property
    def right(self) -> int:
        """The column after the last strip; where there are slants, one more strip holds those of the last column."""
        strips = self.terrain.grid.columns + int(self.scale.slant > 0)
        return self.left + strips * self.scale.pitch

    @cached_property
    def bottom(self) -> int:
        """The row after the last hex of a low column."""
        return self.top + self.terrain.grid.rows * self.scale.rows + max(1, self.scale.slant)

    @cached_property
    def boxes(self) -> dict[str, Box]:
        """The rectangle of every hex from tip to tip, and the boxes beside the map."""
        names, scale = self.terrain.grid.names, self.scale
        width = scale.pitch + scale.slant
        found = {}
        for column, hexes in enumerate(self.terrain.squares):
            x, y = self.corner(column, 0)
            for row, hex_ in enumerate(hexes):
                found[names[hex_]] = Box(x, y + row * scale.rows, width, scale.rows)
        return found | self.asides

    def corner(self, column: int, row: int) -> tuple[int, int]:
        """The first cell of a hex's tile."""
        down = 0 if self.terrain.is_high(column) else self.scale.slant
        return self.left + column * self.scale.pitch, self.top + row * self.scale.rows + down

    def tile_at(self, x: int, y: int) -> tuple[int, int, int, int]:
        """Column and row of the hex to whose tile a cell belongs, on the map or beside it, and where it is therein."""
        column, inner_x = divmod(x - self.left, self.scale.pitch)
        down = 0 if self.terrain.is_high(column) else self.scale.slant
        row, inner_y = divmod(y - self.top - down, self.scale.rows)
        return column, row, inner_x, inner_y

    def west(self, column: int, row: int, *, upper: bool) -> tuple[int, int]:
        """Column and row of the neighbour in the north-west or in the south-west."""
        if self.terrain.is_high(column):
            return column - 1, row - 1 if upper else row
        return column - 1, row if upper else row + 1

    def hex_at(self, x: int, y: int) -> int | None:
        """The hex to which a cell belongs. The cell of a slant belongs to the hex east of it, if there is one."""
        column, row, inner_x, inner_y = self.tile_at(x, y)
        scale, terrain = self.scale, self.terrain
        if not scale.slant:
            low = not terrain.is_high(column)
            return terrain.hex_at(column, row - 1 if low and row == terrain.grid.rows else row)
        slant = scale.slant_at(inner_y)
        own = terrain.hex_at(column, row) if inner_x >= slant else None
        if inner_x < slant or (inner_x == slant and own is None):
            return terrain.hex_at(*self.west(column, row, upper=inner_y < scale.slant))
        return own

    def space_at(self, x: int, y: int) -> str | None:
        """The hex or box to which a cell belongs."""
        if self.left <= x < self.right and self.top <= y < self.bottom:
            hex_ = self.hex_at(x, y)
            return None if hex_ is None else self.terrain.grid.names[hex_]
        return self.box_at(x, y)


@dataclass(frozen=True)
class TheatreLayout(HexFrame):
    """A hex map laid out to be seen as a whole, in fractions of cells: of a small hex several may lie in one cell."""

    terrain: HexTerrain
    scale: SmallScale
    gap: ClassVar[int] = 0

    @cached_property
    def right(self) -> int:
        """The column after the last hex."""
        return self.left + ceil(self.terrain.grid.columns * self.scale.pitch - TINY)

    @cached_property
    def bottom(self) -> int:
        """The row after the last hex of a low column."""
        return self.top + ceil((self.terrain.grid.rows + 0.5) * self.scale.rows - TINY)

    def middle(self, column: int, row: int) -> tuple[float, float]:
        """Column and row of a hex's middle."""
        down = 0.5 if self.terrain.is_high(column) else 1.0
        return self.left + (column + 0.5) * self.scale.pitch, self.top + (row + down) * self.scale.rows

    def corner(self, column: int, row: int) -> tuple[int, int]:
        """The cell in which a hex's middle lies; the first of two where there is room for them."""
        x, y = self.middle(column, row)
        return (round(x) - 1 if self.broad > 1 else int(x)), int(y)

    @cached_property
    def broad(self) -> int:
        """Columns of what stands for a hex: as many as a sign has, if there is room."""
        return 2 if self.scale.pitch >= 2 else 1

    @cached_property
    def boxes(self) -> dict[str, Box]:
        """The cells in the middle of every hex, and the boxes beside the map."""
        grid = self.terrain.grid
        cells = (self.corner(*grid.square(hex_)) for hex_ in range(grid.size))
        return {name: Box(*cell, self.broad, 1) for name, cell in zip(grid.names, cells, strict=True)} | self.asides

    def hex_at(self, x: float, y: float) -> int | None:
        """The hex at a spot: sides that slant reach over a quarter of the way to the next column of hexes."""
        pitch, terrain = self.scale.pitch, self.terrain
        slant = pitch / 4
        column, inner = divmod(x - self.left + slant / 2, pitch)
        square = int(column), *self._row_at(int(column), y)
        if inner < slant * abs(2 * square[2] - 1):
            square = int(column) - 1, *self._row_at(int(column) - 1, y)
        return terrain.hex_at(square[0], square[1])

    def _row_at(self, column: int, y: float) -> tuple[int, float]:
        """The row of the hex of a column at a height, and the share of the hex that is above it."""
        down = 0.0 if self.terrain.is_high(column) else 0.5
        row, within = divmod((y - self.top) / self.scale.rows - down, 1)
        return int(row), within

    def space_on(self, x: float, y: float) -> str | None:
        """The hex at a spot."""
        hex_ = self.hex_at(x, y)
        return None if hex_ is None else self.terrain.grid.names[hex_]

    def space_at(self, x: int, y: int) -> str | None:
        """The hex in the middle of a cell, or the box."""
        return self.box_at(x, y) or self.space_on(x + 0.5, y + 0.5)


def parts(name: str) -> list[str]:
    """The words of a box's name, each of which may stand in a row of its own."""
    return name.replace("-", " ").split()


AnyHexLayout = HexLayout | TheatreLayout


def theatre_scale(terrain: HexTerrain) -> SmallScale | None:
    """The scale at which a map fits a small screen; None if it does so at the far zoom."""
    far = HexLayout(terrain, _named(terrain, SCALES["far"]))
    if far.width <= SMALL.width and far.height <= SMALL.height:
        return None
    return _largest(terrain, SMALL, _named(terrain, SmallScale(2.0, 1.0)))


def whole_scale(terrain: HexTerrain, room: Cells) -> SmallScale:
    """The scale at which a map fills so many cells, with hexes smaller than those of the middle zoom."""
    middle = SCALES["middle"]
    most = _named(terrain, SmallScale(middle.pitch - STEP, middle.rows - STEP, WHOLE, (20, 1), (11, 3)))
    found = _largest(terrain, room, most)
    # In steps, so that a screen a little larger or smaller needs no new picture.
    return replace(found, pitch=found.pitch // STEP * STEP, rows=found.rows // STEP * STEP)


def _named(terrain: HexTerrain, scale: AnyScale) -> AnyScale:
    """A scale at which every word in the names of the boxes left and right of a map has room."""
    words = [
        word for item in terrain.entry.boxes.values() if item.edge in ("west", "east") for word in parts(item.name)
    ]
    width, height = scale.side_box
    return replace(scale, side_box=(max(width, *map(len, words), 0), height))


def _largest(terrain: HexTerrain, room: Cells, most: SmallScale) -> SmallScale:
    """The scale, up to one, at which a map fits into so many cells."""
    edges = [item.edge for item in terrain.entry.boxes.values()]
    level = sum(edge in edges for edge in ("north", "south")) * most.box[1]
    beside = sum(edge in edges for edge in ("west", "east")) * most.side_box[0]
    rows = min(most.rows, (room.height - level) / (terrain.grid.rows + 0.5))
    pitch = min(most.pitch, BROADEST * rows, (room.width - beside) / terrain.grid.columns)
    return replace(most, pitch=pitch, rows=min(rows, pitch / LOWEST))


def zooms_of(terrain: HexTerrain) -> tuple[str, ...]:
    """The zooms of a map, far first."""
    return HEX_ZOOMS if theatre_scale(terrain) is None else (THEATRE, *HEX_ZOOMS)


def hex_layout(terrain: HexTerrain, zoom: str, room: Cells = SMALL) -> AnyHexLayout:
    """The layout of a map at a zoom, as a whole for so much room. Raises KeyError if it has none of that name."""
    if zoom == WHOLE:
        return TheatreLayout(terrain, whole_scale(terrain, room))
    small = theatre_scale(terrain) if zoom == THEATRE else None
    return HexLayout(terrain, _named(terrain, SCALES[zoom])) if small is None else TheatreLayout(terrain, small)
