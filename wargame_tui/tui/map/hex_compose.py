"""Composes the rows of a hex map, tile by tile: ground, outlines, rivers and roads, then what is written in the hexes.

Tiles are kept until something in them changes, and only those in view are composed.
"""

from collections.abc import Iterable
from typing import NamedTuple

from wargame_tui.board.scene import SpaceScene
from wargame_tui.tui.map.glyphs import PRIMARY, Arms, GlyphSet
from wargame_tui.tui.map.hex_asides import Asides
from wargame_tui.tui.map.hex_labels import HexSubject, Placed, hex_label
from wargame_tui.tui.map.hex_layout import HexLayout
from wargame_tui.tui.map.hex_names import Letters, Names
from wargame_tui.tui.map.hex_roads import Cells, both, gate, lines
from wargame_tui.tui.map.hex_terrain import BUILT, NO_ROADS, NW, SW, Pair, S, pair
from wargame_tui.tui.map.labels import side_mark_of
from wargame_tui.tui.map.palette import side_roles
from wargame_tui.tui.map.view import Box, Run, View, joined, merge

AHEAD = 3
"""Strips composed on either side of the window, so that scrolling by a little finds them ready."""
RISING, FALLING, LEVEL = range(3)
"""The three directions of hexsides; glyph sets have a glyph for each."""
_EMPTY = SpaceScene()
_WOODS: dict[int, dict[str, tuple[tuple[int, int, str], ...]]] = {
    2: {
        "light_woods": ((3, 1, "light_woods"),),
        "forest": ((1, 1, "forest"), (4, 1, "forest")),
        "forest_ravine": ((1, 1, "forest"), (4, 1, "forest_ravine")),
        "westwall": ((1, 1, "westwall"),),
    },
    4: {
        "light_woods": ((8, 2, "light_woods"), (3, 1, "light_woods")),
        "forest": ((2, 2, "forest"), (9, 2, "forest"), (4, 3, "forest"), (8, 1, "forest")),
        "forest_ravine": ((2, 2, "forest"), (9, 2, "forest_ravine"), (4, 1, "forest_ravine"), (7, 3, "forest")),
        "westwall": ((1, 2, "westwall"), (2, 2, "westwall"), (9, 1, "westwall")),
    },
    6: {
        "light_woods": ((11, 3, "light_woods"), (4, 4, "light_woods"), (6, 1, "light_woods")),
        "forest": (
            (3, 1, "forest"), (12, 1, "forest"), (2, 3, "forest"), (13, 3, "forest"), (5, 4, "forest"),
            (10, 4, "forest"), (7, 5, "forest"),
        ),
        "forest_ravine": (
            (3, 1, "forest"), (12, 1, "forest_ravine"), (3, 3, "forest_ravine"), (13, 3, "forest"),
            (6, 4, "forest"), (11, 4, "forest_ravine"),
        ),
        "westwall": ((3, 3, "westwall"), (4, 3, "westwall"), (11, 1, "westwall"), (12, 1, "westwall")),
    },
}  # fmt: skip
"""What a terrain is strewn with, by the rows of a hex: column, row, glyph."""

Tile = list[list[Run]]


class Side(NamedTuple):
    """How the cells of a hexside look."""

    char: str
    ink: str
    ground: str | None
    middle: str | None = None
    """Glyph in the middle, if it is another."""


class HexComposer:
    """The rows of one hex layout under a view."""

    def __init__(self, layout: HexLayout, glyphs: GlyphSet, view: View) -> None:
        self.layout = layout
        self.glyphs = glyphs
        self.view = view
        self.sides = side_roles(())
        self._scale = layout.scale
        self._terrain = layout.terrain
        self._grid = layout.terrain.grid
        self._asides = Asides(layout, glyphs, view)
        self._names = Names(layout)
        self._letters: Letters = {}
        self._tiles: dict[tuple[int, int], Tile] = {}
        self._texts: dict[int, list[Placed]] = {}
        self._laid: dict[Pair, str] = {}
        self._outlined = self._scale.rows >= 4

    # -- what changed ---------------------------------------------------------------------------------

    def forget_all(self) -> None:
        """Compose everything anew."""
        spaces = self.view.scene.spaces.values()
        self.sides = side_roles({counter.side for space in spaces for counter in space.counters})
        self._tiles.clear()
        self._texts.clear()
        self._asides.forget_all(self.sides)
        self._read_overlay()
        self._letters = self._names.placed(self._occupied())

    def _occupied(self) -> list[int]:
        """The hexes with units."""
        index = self._grid.index
        spaces = self.view.scene.spaces.items()
        return [index[name] for name, space in spaces if space.counters and name in index]

    def forget(self, spaces: Iterable[str], *, labels_only: bool = False) -> list[Box]:
        """Compose anew what these hexes and boxes touch; returns the rectangles that must be repainted."""
        self._read_overlay()
        dirty = []
        for space in spaces:
            if space in self.layout.asides:
                self._asides.forget(space)
                dirty.append(self.layout.asides[space])
                continue
            hex_ = self._grid.index[space]
            self._texts.pop(hex_, None)
            column, row = self._grid.square(hex_)
            for tile in self._tiles_about(column, row):
                self._tiles.pop(tile, None)
            box = self.layout.boxes[space]
            dirty.append(Box(box.x, box.y - 1, box.width, box.height + 1))
        return dirty if labels_only else dirty + self._set_names()

    def _set_names(self) -> list[Box]:
        """Make room for units that moved; returns where letters changed."""
        before, self._letters = self._letters, self._names.placed(self._occupied())
        layout, dirty = self.layout, []
        for column, y in before.keys() | self._letters.keys():
            if before.get((column, y)) != self._letters.get((column, y)):
                x = layout.left + column * self._scale.pitch
                column, row, _, _ = layout.tile_at(x, y)
                self._tiles.pop((column, row), None)
                dirty.append(Box(x, y, self._scale.pitch, 1))
        return dirty

    def _read_overlay(self) -> None:
        hexsides = self.view.overlay.hexsides
        self._laid = {pair(*self._grid.pair(hexside)): kind for hexside, kind in hexsides.items()}

    def _tiles_about(self, column: int, row: int) -> Iterable[tuple[int, int]]:
        """The tiles in which a hex shows: its own, those east of it, and the one above for the side between."""
        yield column, row
        yield column, row - 1
        high = self._terrain.is_high(column)
        yield column + 1, row - 1 if high else row
        yield column + 1, row if high else row + 1

    # -- rows -----------------------------------------------------------------------------------------

    def window(self, y: int, left: int, right: int) -> tuple[int, list[Run]]:
        """The runs of a row over at least these columns."""
        layout, pitch = self.layout, self._scale.pitch
        if not layout.top - 1 <= y < layout.bottom:
            return 0, self._asides.row(y, 0, layout.width)
        last = self._grid.columns
        first = max(0, (left - layout.left) // pitch - AHEAD)
        stop = min(last + 1, (right - layout.left) // pitch + 1 + AHEAD)
        start = layout.left + first * pitch
        runs: list[Run] = []
        if first == 0:
            start = 0
            runs += self._asides.row(y, 0, layout.left)
        for column in range(first, stop):
            down = 0 if self._terrain.is_high(column) else self._scale.slant
            row, inner = divmod(y - layout.top - down, self._scale.rows)
            tile = self._tiles.get((column, row))
            if tile is None:
                tile = self._tiles[column, row] = self._tile(column, row)
            runs += tile[inner]
        if stop > last:
            runs += self._asides.row(y, layout.right, layout.width)
        return start, joined(runs)

    def row(self, y: int) -> list[Run]:
        """The runs of a whole row."""
        return self.window(y, 0, self.layout.width)[1]

    def unit_at(self, x: int, y: int) -> str | None:
        """The unit whose counter covers a cell."""
        space = self.layout.space_at(x, y)
        if space is None:
            return None
        if space in self.layout.asides:
            return self._asides.unit_at(space, x, y)
        hex_ = self._grid.index[space]
        left, top = self.layout.corner(*self._grid.square(hex_))
        for at, row, span in self._written(hex_):
            if span.unit and row == y - top and at <= x - left < at + len(span.text):
                return span.unit
        return None

    def mark_of(self, space: str) -> tuple[str, str, str]:
        """Ground, ink and glyph of a space on the overview."""
        hex_ = self._grid.index.get(space)
        ground = "hex.box" if hex_ is None else self._ground(hex_)
        counters = self.view.scene.spaces.get(space, _EMPTY).counters
        if space == self.view.cursor:
            return ground, "hover", self.glyphs.place
        if not counters:
            return ground, "plain", " "
        return side_mark_of(counters, self.glyphs, self.sides)

    # -- tiles ----------------------------------------------------------------------------------------

    def _tile(self, column: int, row: int) -> Tile:
        """The rows of a tile, on the map or at its rim."""
        scale, terrain = self._scale, self._terrain
        own = terrain.hex_at(column, row)
        upper = terrain.hex_at(*self.layout.west(column, row, upper=True))
        lower = terrain.hex_at(*self.layout.west(column, row, upper=False))
        sides = (self._side(own, upper, RISING), self._side(own, lower, FALLING))
        ground = self._ground(own)
        tile: Tile = []
        canvas = Canvas(scale.pitch, scale.rows)
        for y in range(scale.rows):
            west = upper if y < scale.slant else lower
            slant = scale.slant_at(y)
            side = sides[0 if y < scale.slant else 1]
            rest = scale.pitch - slant - 1
            edge = side.ground or (ground if own is not None else self._ground(west))
            canvas.grounds.append([self._ground(west)] * slant + [edge] + [ground] * rest)
            canvas.chars[y][slant], canvas.inks[y][slant] = side.char, side.ink
        self._draw_level_side(canvas, own, terrain.hex_at(column, row + 1))
        if own is not None and not self._is_outside(own):
            self._strew(canvas, own)
        self._draw_roads(canvas, own, upper, lower)
        self._mark_sides(canvas, own, (upper, lower, terrain.hex_at(column, row + 1)), sides)
        self._draw_names(canvas, column, row)
        self._write(canvas, own, upper, lower)
        for y in range(scale.rows):
            tile.append(merge(canvas.chars[y], canvas.grounds[y], canvas.inks[y]))
        return tile

    def _draw_level_side(self, canvas: "Canvas", own: int | None, below: int | None) -> None:
        side = self._side(own, below, LEVEL)
        y, scale = self._scale.rows - 1, self._scale
        if not side.char.strip() and not side.ground:
            return
        for x in range(scale.slant, scale.pitch):
            canvas.put(x, y, side.char, side.ink, side.ground)

    def _side(self, one: int | None, other: int | None, direction: int) -> Side:
        """How a hexside looks."""
        glyphs, view = self.glyphs, self.view
        if one is None or other is None:
            return self._rim(one if other is None else other, direction)
        here = pair(one, other)
        names = self._grid.names
        laid = self._laid.get(here)
        if laid:
            return Side(glyphs.edges[3 + direction], "hex.bond" if laid == "bond" else "hex.laid", None)
        if view.cursor in (names[one], names[other]):
            return Side(glyphs.edges[3 + direction], "hex.cursor", None)
        water = self._terrain.water.get(here)
        if water:
            wide = water != "river"
            return Side(glyphs.waters[water][direction], f"hex.water.{water}", "river.major" if wide else None)
        if not self._outlined:
            return Side(" ", "plain", None)
        if view.hover in (names[one], names[other]):
            return Side(glyphs.edges[direction], "hex.hover", None)
        if self._is_outside(one) and self._is_outside(other):
            return Side(glyphs.edges[direction], "outside", None)
        ravine = "forest_ravine" in (self._terrain.grounds[one], self._terrain.grounds[other])
        return Side(glyphs.edges[direction], "hex.ravine" if ravine else "hex.side", None)

    def _rim(self, own: int | None, direction: int) -> Side:
        """A side where the map ends."""
        if own is not None and self.view.cursor == self._grid.names[own]:
            return Side(self.glyphs.edges[3 + direction], "hex.cursor", None)
        if own is None or not self._outlined:
            return Side(" ", "plain", None)
        return Side(self.glyphs.edges[direction], "hex.side", None)

    def _is_outside(self, hex_: int) -> bool:
        outside = self.view.scene.outside
        return bool(outside) and self._grid.names[hex_] in outside

    def _ground(self, hex_: int | None) -> str:
        """Terrain, and the highlight laid over it."""
        if hex_ is None:
            return "void"
        if self._is_outside(hex_):
            return "outside"
        place = self._terrain.places.get(hex_)
        terrain = BUILT.get(place.kind) if place else None
        ground = f"hex.{terrain or self._terrain.grounds[hex_]}"
        highlight = self.view.overlay.highlights.get(self._grid.names[hex_])
        return f"{ground}.{highlight}" if highlight and highlight != "choice" else ground

    def _strew(self, canvas: "Canvas", own: int) -> None:
        terrain = self._terrain.grounds[own]
        for x, y, kind in _WOODS[self._scale.rows].get(terrain, ()):
            if canvas.chars[y][x] == " ":
                canvas.put(x, y, self.glyphs.woods[kind], f"hex.{kind}")

    def _draw_roads(self, canvas: "Canvas", own: int | None, upper: int | None, lower: int | None) -> None:
        """The roads of the hex, and of those in the west as far as they reach in here."""
        found: Cells = {}
        roads, scale = self._terrain.roads, self._scale
        for hex_, part in ((own, 0), (upper, 2), (lower, 1)):
            if hex_ is not None and hex_ in roads and not self._is_outside(hex_):
                cells = lines(scale, roads.get(hex_, NO_ROADS))[part]
                found = both(found, cells) if found else cells
        for (x, y), arms in found.items():
            canvas.put(x, y, self.glyphs.roads[arms], road_ink(arms))

    def _mark_sides(
        self, canvas: "Canvas", own: int | None, others: tuple[int | None, int | None, int | None], sides: object
    ) -> None:
        """Bridges, and the marks of hexsides with a highlight."""
        scale, scene = self._scale, self.view.scene
        if own is None:
            return
        for side, other in zip((NW, SW, S), others, strict=True):
            if other is None:
                continue
            here = pair(own, other)
            x, y = gate(scale, side)
            laid = self._laid.get(here)
            if laid and self._outlined:
                canvas.put(x, y, self.glyphs.highlights[laid], "hex.bond" if laid == "bond" else "hex.laid")
            elif here in self._terrain.crossings or self._grid.hexside(*here) in scene.bridges:
                stands = scene.bridges.get(self._grid.hexside(*here), True)
                role = "bridge" if stands else "bridge.down"
                char = self.glyphs.bridges[2 if not stands else 1 if side == S else 0]
                canvas.put(x, y, char, role, role)

    def _draw_names(self, canvas: "Canvas", column: int, row: int) -> None:
        """Names that reach over several hexes."""
        if not self._letters:
            return
        left, top = self.layout.corner(column, row)
        for y in range(self._scale.rows):
            for x, char, ink in self._letters.get((column, top + y), ()):
                canvas.put(x - left, y, char, ink)

    # -- what is written ------------------------------------------------------------------------------

    def _write(self, canvas: "Canvas", own: int | None, upper: int | None, lower: int | None) -> None:
        """What is written in the hex, and in those in the west as far as it reaches in here."""
        scale = self._scale
        pitch, slant = scale.pitch, scale.slant
        if own is not None:
            for x, y, span in self._written(own):
                canvas.write(x, y, span.text, span.ground, span.ink, scale.slant_at(y) + 1, pitch)
        for hex_, down in ((upper, slant), (lower, -slant)):
            for x, y, span in self._written(hex_) if hex_ is not None else ():
                row = y - down
                if x + len(span.text) > pitch and 0 <= row < scale.rows:
                    canvas.write(x - pitch, row, span.text, span.ground, span.ink, 0, scale.slant_at(row))

    def _written(self, hex_: int) -> list[Placed]:
        found = self._texts.get(hex_)
        if found is None:
            found = self._texts[hex_] = self._write_hex(hex_)
        return found

    def _write_hex(self, hex_: int) -> list[Placed]:
        view, number = self.view, self._grid.names[hex_]
        scene = view.scene.spaces.get(number, _EMPTY)
        if self._is_outside(hex_) and number != view.cursor:
            return []
        below = self._grid.neighbours[hex_][S]
        side = None if below is None else pair(hex_, below)
        subject = HexSubject(
            number,
            self._terrain.places.get(hex_),
            scene,
            view.overlay.highlights.get(number),
            view.overlay.notes.get(number, ""),
            number == view.cursor,
            number == view.hover,
            view.jumps.get(number, ""),
            number != view.cursor
            and (side is None or (side not in self._terrain.water and side not in self._laid))
            and (below is None or self._grid.names[below] != view.cursor),
        )
        return hex_label(self._scale, subject, self.glyphs, self.sides)


class Canvas:
    """The cells of a tile while it is composed."""

    def __init__(self, width: int, height: int) -> None:
        self.chars = [[" "] * width for _ in range(height)]
        self.inks = [["plain"] * width for _ in range(height)]
        self.grounds: list[list[str]] = []

    def put(self, x: int, y: int, char: str, ink: str, ground: str | None = None) -> None:
        """Draw one cell."""
        self.chars[y][x], self.inks[y][x] = char, ink
        if ground:
            self.grounds[y][x] = ground

    def write(self, x: int, y: int, text: str, ground: str | None, ink: str, left: int, right: int) -> None:
        """Write what of a text lies between two columns."""
        for at, char in enumerate(text, x):
            if left <= at < right:
                self.put(at, y, char, ink, ground)


def road_ink(arms: Arms) -> str:
    """The ink of a road cell: that of the best road in it."""
    return "road.primary" if PRIMARY in arms else "road.secondary"
