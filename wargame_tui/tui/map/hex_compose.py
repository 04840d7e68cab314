"""Composes the rows of a hex map, tile by tile: ground, outlines, rivers and roads, then what is written in the hexes.

Tiles are kept until something in them changes, and only those in view are composed.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from wargame_tui.board.scene import Highlight, Overlay, Scene, SpaceScene
from wargame_tui.tui.map.glyphs import PRIMARY, Arms, GlyphSet
from wargame_tui.tui.map.hex_asides import Asides
from wargame_tui.tui.map.hex_labels import HexSubject, Placed, hex_label, row_of_name
from wargame_tui.tui.map.hex_layout import HexLayout
from wargame_tui.tui.map.hex_names import Letters, Names
from wargame_tui.tui.map.hex_roads import Cells, both, gate, lines, stream
from wargame_tui.tui.map.hex_terrain import NW, SW, N, Pair, S, pair
from wargame_tui.tui.map.labels import Span, short_badge, side_mark_of
from wargame_tui.tui.map.laid import laid_on
from wargame_tui.tui.map.palette import Sides, strewn_ink
from wargame_tui.tui.map.patterns import strewn
from wargame_tui.tui.map.view import Box, RowComposer, Run, View, joined, merge, sides_on

RISING, FALLING, LEVEL = range(3)
"""The three directions of hexsides; glyph sets have a glyph for each."""
_EMPTY = SpaceScene()
Tile = list[list[Run]]


class Side(NamedTuple):
    """How the cells of a hexside look."""

    char: str
    ink: str
    ground: str | None = None


_BLANK = Side(" ", "plain")


@dataclass(slots=True)
class Ground:
    """What never changes in a tile: the hexes that show in it, outlines, rivers, roads, woods."""

    own: int | None
    upper: int | None
    """The neighbour in the north-west."""
    lower: int | None
    """The neighbour in the south-west."""
    below: int | None
    chars: list[list[str]]
    inks: list[list[str]]
    wet: list[tuple[int, int, str]]
    """Cells with a ground of their own: column, row, ground."""
    plain: Tile | None = None
    """The tile while nothing is laid over its hexes."""

    def put(self, x: int, y: int, char: str, ink: str, ground: str | None = None) -> None:
        """Draw one cell."""
        self.chars[y][x], self.inks[y][x] = char, ink
        if ground:
            self.wet.append((x, y, ground))


class Trace(NamedTuple):
    """What is made anew when a hex changes."""

    hexes: tuple[int, ...]
    """Those whose texts depend on it."""
    tiles: tuple[tuple[int, int], ...]
    box: Box
    """What must be repainted."""


class Canvas:
    """The cells of a tile while it is composed."""

    def __init__(self, ground: Ground, grounds: list[list[str]]) -> None:
        self.chars = [row[:] for row in ground.chars]
        self.inks = [row[:] for row in ground.inks]
        self.grounds = grounds
        for x, y, role in ground.wet:
            grounds[y][x] = role

    def put(self, x: int, y: int, char: str, ink: str, ground: str | None = None) -> None:
        """Draw one cell."""
        self.chars[y][x], self.inks[y][x] = char, ink
        if ground:
            self.grounds[y][x] = ground

    def write(self, x: int, y: int, span: Span, left: int, right: int) -> None:
        """Write what of a text lies between two columns."""
        text, ground, ink, _ = span
        for at, char in enumerate(text, x):
            if left <= at < right:
                self.put(at, y, char, ink, ground)


class HexComposer(RowComposer):
    """The rows of one hex layout under a view."""

    def __init__(self, layout: HexLayout, glyphs: GlyphSet, view: View) -> None:
        self.layout = layout
        self.glyphs = glyphs.of_title(view.look)
        self.view = view
        self.sides = Sides()
        self._scale = layout.scale
        self._terrain = layout.terrain
        self._grid = layout.terrain.grid
        self._index = layout.terrain.grid.index
        self._roomy = layout.scale.rows >= 4
        """Whether counters leave the lower sides free, and hexsides have room for a sign."""
        self._asides = Asides(layout, self.glyphs, view)
        self._names = Names(layout)
        self.letters: Letters = {}
        """Names that reach over several hexes."""
        self._apart: frozenset[int] = frozenset()
        """The hexes of these, where others have their names written in them."""
        self._whole: dict[int, bool] = {}
        """By hex with a place, whether there is room for its name."""
        self._covered: dict[tuple[int, bool], frozenset[tuple[int, int]]] = {}
        """The cells that are written on, by hex, with its name or without."""
        self._grounds: dict[tuple[int, int], Ground] = {}
        self._tiles: dict[tuple[int, int], Tile] = {}
        self._texts: dict[int, list[Placed]] = {}
        self._traces: dict[str, Trace] = {}
        self._laid: dict[Pair, Highlight] = {}
        self._fallen: set[Pair] = set()
        self._built: set[Pair] = set()
        """Hexsides with a bridge that no road crosses."""
        self._read: tuple[Scene, Overlay] | None = None
        self._laden: set[int] = set()
        """Hexes over which anything lies, but for cursor and jump letters."""
        self._busy: set[int] = set()
        """With these."""
        self._outside: frozenset[int] = frozenset()

    # -- what changed ---------------------------------------------------------------------------------

    def forget_all(self) -> None:
        """Compose everything anew."""
        scene = self.view.scene
        self.sides = Sides(sides_on(scene), self.view.look)
        outside = frozenset(self._index[name] for name in scene.outside if name in self._index)
        if outside != self._outside:
            self._outside = outside
            self._grounds.clear()
        self._tiles.clear()
        self._texts.clear()
        self._whole.clear()
        self._covered.clear()
        self._asides.forget_all(self.sides)
        self._read_view()
        self.letters = self._placed_names()

    def forget(self, spaces: Iterable[str], *, labels_only: bool = False) -> list[Box]:
        """Compose anew what these hexes and boxes touch; returns the rectangles that must be repainted."""
        self._read_view()
        dirty, crowded = [], not self._roomy
        for space in spaces:
            if space in self.layout.asides:
                self._asides.forget(space)
                dirty.append(self.layout.asides[space])
                continue
            trace = self._traces.get(space) or self._trace(space)
            for hex_ in trace.hexes:
                self._texts.pop(hex_, None)
                crowded = (not labels_only and self._is_otherwise_crowded(hex_)) or crowded
            for tile in trace.tiles:
                self._tiles.pop(tile, None)
            dirty.append(trace.box)
        return dirty + self._set_names() if crowded and not labels_only else dirty

    def _read_view(self) -> None:
        """Turn what lies on the map into numbers of hexes."""
        view = self.view
        pointed = (*view.jumps, view.cursor, view.hover)
        overlay, scene = view.overlay, view.scene
        if self._read is None or self._read[0] is not scene or self._read[1] is not overlay:
            self._read = scene, overlay
            self._read_laden(scene, overlay)
        self._busy = self._laden | {self._index[name] for name in pointed if name and name in self._index}

    def _read_laden(self, scene: Scene, overlay: Overlay) -> None:
        index, pair_of = self._index, self._grid.pair
        self._laid = {pair(*pair_of(hexside)): kind for hexside, kind in overlay.hexsides.items()}
        # A title may tell of bridges beyond the sheets in play.
        bridges = {
            pair(*pair_of(bridge)): stands
            for bridge, stands in scene.bridges.items()
            if index.keys() >= {*bridge.split("-")}
        }
        self._fallen = {hexside for hexside, stands in bridges.items() if not stands}
        self._built = {hexside for hexside, stands in bridges.items() if stands}
        self._built -= self._terrain.crossings
        marked = (scene.spaces, overlay.highlights, overlay.notes)
        self._laden = {index[name] for names in marked for name in names if name in index}
        self._laden |= {hex_ for hexside in (*self._laid, *self._fallen, *self._built) for hex_ in hexside}

    def _occupied(self) -> list[int]:
        """The hexes with units."""
        spaces = self.view.scene.spaces.items()
        return [self._index[name] for name, space in spaces if space.counters and name in self._index]

    def _badges(self) -> dict[int, int]:
        """The hexes that show a badge at the middle zoom, and its width."""
        found: dict[int, int] = {}
        for name, space in self.view.scene.spaces.items():
            badge = next(iter((*space.markers, *space.badges)), None)
            if badge and name in self._index:
                found[self._index[name]] = min(len(short_badge(badge, self.glyphs)), self._scale.flat)
        return found

    def _placed_names(self) -> Letters:
        """The letters of names over several hexes: of all that are seen, or of those for which hexes have no room."""
        if not self._roomy:
            return self._names.placed(self._occupied(), self._outside, self._badges())
        named = (hex_ for hex_, _ in self._terrain.places_named)
        spots = self._names.placed_apart(
            {hex_: self._row_of_name(hex_) for hex_ in named if not self._has_room(hex_)}, self._cells_of
        )
        for hex_ in self._apart ^ spots.keys():
            self._texts.pop(hex_, None)
        self._apart = frozenset(spots)
        return self._names.lettered(spots)

    def _row_of_name(self, hex_: int) -> int:
        scene = self.view.scene.spaces.get(self._grid.names[hex_], _EMPTY)
        return row_of_name(self._scale, scene.counters)

    def _has_room(self, hex_: int) -> bool:
        """Whether the name of a hex is whole in it, or is not to be seen at all."""
        found = self._whole.get(hex_)
        if found is None:
            texts = self._write_hex(hex_)
            name = self._terrain.places[hex_].name
            found = self._whole[hex_] = not texts or any(name in text.span.text for text in texts)
        return found

    def _is_otherwise_crowded(self, hex_: int) -> bool:
        """Whether names over several hexes may be elsewhere now, because of what is written in a hex."""
        had = self._whole.pop(hex_, None)
        cells = {named: self._covered.pop((hex_, named), None) for named in (False, True)}
        if had is not None and self._has_room(hex_) != had:
            return True
        return any(before is not None and self._cells_of(hex_, named) != before for named, before in cells.items())

    def _cells_of(self, hex_: int, named: bool) -> frozenset[tuple[int, int]]:
        """The cells that are written on in a hex, with its name or without."""
        found = self._covered.get((hex_, named))
        if found is None:
            left, top = self.layout.corner(*self._grid.square(hex_))
            texts = self._write_hex(hex_, apart=not named)
            found = self._covered[hex_, named] = frozenset(
                (left + x + at, top + y) for x, y, span in texts for at in range(len(span.text))
            )
        return found

    def _set_names(self) -> list[Box]:
        """Make room for units that moved; returns where letters changed."""
        apart, before, self.letters = self._apart, self.letters, self._placed_names()
        layout, dirty = self.layout, []
        for hex_ in apart ^ self._apart:
            name = self._grid.names[hex_]
            for tile in self._trace(name).tiles:
                self._tiles.pop(tile, None)
            dirty.append(layout.boxes[name])
        for strip, y in before.keys() | self.letters.keys():
            if before.get((strip, y)) != self.letters.get((strip, y)):
                x = layout.left + strip * self._scale.pitch
                column, row, _, _ = layout.tile_at(x, y)
                self._tiles.pop((column, row), None)
                dirty.append(Box(x, y, self._scale.pitch, 1))
        return dirty

    def _trace(self, space: str) -> Trace:
        """What changes with a hex: its own tile, those east of it, and the one above for the side between."""
        hex_, box = self._index[space], self.layout.boxes[space]
        above = self._grid.neighbours[hex_][N]
        column, row = self._grid.square(hex_)
        east = row - 1 if self._terrain.is_high(column) else row
        over = 1 if self._roomy else self._scale.rows
        trace = self._traces[space] = Trace(
            (hex_,) if self._roomy or above is None else (hex_, above),
            ((column, row), (column, row - 1), (column + 1, east), (column + 1, east + 1)),
            Box(box.x, box.y - over, box.width, box.height + over),
        )
        return trace

    # -- rows -----------------------------------------------------------------------------------------

    def window(self, y: int, left: int, right: int) -> tuple[int, list[Run]]:
        """The runs of a row over at least these columns."""
        layout, pitch = self.layout, self._scale.pitch
        if not layout.top - 1 <= y < layout.bottom:
            return 0, self._asides.row(y, 0, layout.width)
        last = self._grid.columns
        first = max(0, (left - layout.left) // pitch)
        stop = min(last + 1, (right - layout.left) // pitch + 1)
        start = layout.left + first * pitch if first else 0
        runs = self._asides.row(y, 0, layout.left) if first == 0 else []
        places = [divmod(y - layout.top - down, self._scale.rows) for down in (0, self._scale.slant)]
        tiles, odd = self._tiles, not self._terrain.is_high(0)
        for column in range(first, stop):
            row, inner = places[(column + odd) % 2]
            tile = tiles.get((column, row))
            if tile is None:
                tile = tiles[column, row] = self._tile(column, row)
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
        hex_ = self._index[space]
        left, top = self.layout.corner(*self._grid.square(hex_))
        for at, row, span in self.written(hex_):
            if span.unit and row == y - top and at <= x - left < at + len(span.text):
                return span.unit
        return None

    def ground_of(self, space: str) -> str:
        """The ground of a hex or box."""
        hex_ = self._index.get(space)
        return "hex.box" if hex_ is None else self._ground(hex_)

    def mark_of(self, space: str) -> tuple[str, str, str]:
        """Ground, ink and glyph of a space on the overview."""
        ground = self.ground_of(space)
        counters = self.view.scene.spaces.get(space, _EMPTY).counters
        if space == self.view.cursor:
            return ground, "hover", self.glyphs.place
        return side_mark_of(counters, self.glyphs, self.sides) if counters else (ground, "plain", " ")

    # -- tiles ----------------------------------------------------------------------------------------

    def _tile(self, column: int, row: int) -> Tile:
        """The rows of a tile, on the map or at its rim; made anew only if anything lies over its hexes."""
        ground = self._grounds.get((column, row))
        if ground is None:
            ground = self._grounds[column, row] = self._lay_ground(column, row)
        top = self.layout.corner(column, row)[1]
        letters = self.letters and any((column, top + y) in self.letters for y in range(self._scale.rows))
        busy = self._busy
        calm = not letters and not (
            ground.own in busy or ground.upper in busy or ground.lower in busy or ground.below in busy
        )
        if calm and ground.plain is not None:
            return ground.plain
        canvas = Canvas(ground, self._cell_grounds(ground))
        if not calm:
            self._mark_sides(canvas, ground)
        if letters:
            self._draw_names(canvas, column, row)
        self._write(canvas, ground)
        tile = [merge(*cells) for cells in zip(canvas.chars, canvas.grounds, canvas.inks, strict=True)]
        if calm:
            ground.plain = tile
        return tile

    def _cell_grounds(self, ground: Ground) -> list[list[str]]:
        """The ground of every cell: that of the hex west of the slant, then that of the hex itself."""
        own, upper, lower = self._ground(ground.own), self._ground(ground.upper), self._ground(ground.lower)
        scale, rows = self._scale, []
        for y in range(scale.rows):
            edge = scale.slant_at(y) + (ground.own is None)
            rows.append([upper if y < scale.slant else lower] * edge + [own] * (scale.pitch - edge))
        return rows

    def _ground(self, hex_: int | None) -> str:
        """Terrain, and the highlight laid over it."""
        if hex_ is None:
            return "void"
        if hex_ in self._outside:
            return "outside"
        ground = self._terrain.grounds[hex_]
        laid = laid_on(self.view.overlay, self._grid.names[hex_])
        return f"{ground}.{laid}" if laid else ground

    # -- what never changes ---------------------------------------------------------------------------

    def _lay_ground(self, column: int, row: int) -> Ground:
        scale, terrain, layout = self._scale, self._terrain, self.layout
        own, below = terrain.hex_at(column, row), terrain.hex_at(column, row + 1)
        upper = terrain.hex_at(*layout.west(column, row, upper=True))
        lower = terrain.hex_at(*layout.west(column, row, upper=False))
        cells = [[" "] * scale.pitch for _ in range(scale.rows)]
        ground = Ground(own, upper, lower, below, cells, [["plain"] * scale.pitch for _ in cells], [])
        for other, direction in ((upper, RISING), (lower, FALLING), (below, LEVEL)):
            self._draw_side(ground, direction, self._side(own, other, direction))
        if own is not None and own not in self._outside:
            pattern = terrain.looks[own].strewn
            strewn_over = ("plain",) if self._roomy else ("plain", "hex.side")
            for x, y, kind in strewn(scale.rows, pattern) if pattern else ():
                if ground.inks[y][x] in strewn_over:
                    ground.put(x, y, self.glyphs.strewn.get(kind, kind), strewn_ink(kind))
        self._draw_streams(ground)
        self._draw_roads(ground)
        for side, other in ((NW, upper), (SW, lower), (S, below)):
            if own is None or other is None or self._outside.issuperset((own, other)):
                continue
            if pair(own, other) in terrain.crossings:
                ground.put(*gate(scale, side), self.glyphs.bridges[side == S], "bridge", "bridge")
        return ground

    def _draw_side(self, cells: "Ground | Canvas", direction: int, side: Side) -> None:
        """The cells of one of the three sides that lie in a tile."""
        scale = self._scale
        if side is _BLANK:
            return
        if direction == LEVEL:
            for x in range(scale.slant, scale.pitch):
                cells.put(x, scale.rows - 1, *side)
            return
        for y in range(scale.slant) if direction == RISING else range(scale.slant, scale.rows):
            cells.put(scale.slant_at(y), y, *side)

    def _side(self, one: int | None, other: int | None, direction: int) -> Side:
        """How a hexside looks by itself."""
        glyphs, terrain = self.glyphs, self._terrain
        hexes = [hex_ for hex_ in (one, other) if hex_ is not None]
        if hexes and self._outside.issuperset(hexes):
            return Side(glyphs.edges[direction], "outside")
        if one is not None and other is not None:
            water = terrain.water.get(pair(one, other))
            if water:
                ground = "river.major" if water != "river" else None
                return Side(glyphs.waters[water][direction], f"hex.water.{water}", ground)
        if not hexes or terrain.blind.issuperset(hexes):
            return _BLANK
        if not terrain.blind.isdisjoint(hexes):
            return Side(glyphs.edges[direction], "hex.coast")
        ravine = len(hexes) == 2 and any(terrain.looks[hex_].edged for hex_ in hexes)
        return Side(glyphs.edges[direction], "hex.ravine" if ravine else "hex.side")

    def _draw_streams(self, ground: Ground) -> None:
        """Rivers through towns."""
        through = self._terrain.through
        for hex_, part in ((ground.own, 0), (ground.upper, 2), (ground.lower, 1)):
            if hex_ in through and hex_ not in self._outside:
                for x, y in stream(self._scale, through[hex_])[part]:
                    ground.put(x, y, self.glyphs.river, "hex.water.river")

    def _draw_roads(self, ground: Ground) -> None:
        """The roads of the hex, and of those in the west as far as they reach in here."""
        found: Cells = {}
        roads = self._terrain.roads
        for hex_, part in ((ground.own, 0), (ground.upper, 2), (ground.lower, 1)):
            if hex_ in roads and hex_ not in self._outside:
                cells = lines(self._scale, roads[hex_])[part]
                found = both(found, cells) if found else cells
        for (x, y), arms in found.items():
            ground.put(x, y, self.glyphs.roads[arms], road_ink(arms))

    # -- what is laid over it -------------------------------------------------------------------------

    def _mark_sides(self, canvas: Canvas, ground: Ground) -> None:
        """The outline of the cursor's hex, blown and makeshift bridges, and hexsides with a highlight."""
        index, view = self._index, self.view
        cursor, hover = index.get(view.cursor or ""), index.get(view.hover or "")
        own = ground.own
        others = ((NW, ground.upper, RISING), (SW, ground.lower, FALLING), (S, ground.below, LEVEL))
        for side, other, direction in others:
            here = pair(own, other) if own is not None and other is not None else None
            laid = self._laid.get(here) if here else None
            heavy = self.glyphs.edges[3 + direction]
            if laid:
                ink = "hex.bond" if laid == "bond" else "hex.laid"
                self._draw_side(canvas, direction, Side(heavy, ink))
                if self._roomy:
                    canvas.put(*gate(self._scale, side), self.glyphs.highlights[laid], ink)
            elif cursor is not None and cursor in (own, other):
                self._draw_side(canvas, direction, Side(heavy, "hex.cursor"))
            elif hover is not None and hover in (own, other) and here not in self._terrain.water:
                self._draw_side(canvas, direction, Side(self.glyphs.edges[direction], "hex.hover"))
            if here in self._built:
                canvas.put(*gate(self._scale, side), self.glyphs.bridges[side == S], "bridge", "bridge")
            if here in self._fallen:
                canvas.put(*gate(self._scale, side), self.glyphs.bridges[2], "bridge.down", "bridge.down")

    def _draw_names(self, canvas: Canvas, column: int, row: int) -> None:
        """Names that reach over several hexes."""
        left, top = self.layout.corner(column, row)
        for y in range(self._scale.rows):
            for x, char, ink in self.letters.get((column, top + y), ()):
                canvas.put(x - left, y, char, ink)

    def _write(self, canvas: Canvas, ground: Ground) -> None:
        """What is written in the hex, and in those in the west as far as it reaches in here."""
        scale = self._scale
        if ground.own is not None:
            for x, y, span in self.written(ground.own):
                canvas.write(x, y, span, scale.slant_at(y) + 1, scale.pitch)
        for hex_, down in ((ground.upper, scale.slant), (ground.lower, -scale.slant)):
            for x, y, span in self.written(hex_) if hex_ is not None else ():
                row = y - down
                if x + len(span.text) > scale.pitch and 0 <= row < scale.rows:
                    canvas.write(x - scale.pitch, row, span, 0, scale.slant_at(row))

    def written(self, hex_: int) -> list[Placed]:
        """What is written in a hex, where in its tile."""
        found = self._texts.get(hex_)
        if found is None:
            found = self._texts[hex_] = self._write_hex(hex_, apart=hex_ in self._apart)
        return found

    def _write_hex(self, hex_: int, *, apart: bool = False) -> list[Placed]:
        view, number = self.view, self._grid.names[hex_]
        spared = hex_ in self._terrain.blind and hex_ not in self._laden
        if (spared or hex_ in self._outside) and number != view.cursor and number not in view.jumps:
            return []
        subject = HexSubject(
            number,
            self._terrain.places.get(hex_),
            view.scene.spaces.get(number, _EMPTY),
            view.overlay.highlights.get(number),
            view.overlay.notes.get(number, ""),
            number == view.cursor,
            number == view.hover,
            view.jumps.get(number, ""),
            self._lower_side_is_free(hex_),
            apart,
        )
        return hex_label(self._scale, subject, self.glyphs, self.sides)

    def _lower_side_is_free(self, hex_: int) -> bool:
        """Whether a small counter may cover the row with the lower side: nothing is to be seen there."""
        below, names = self._grid.neighbours[hex_][S], self._grid.names
        if self.view.cursor in (names[hex_], None if below is None else names[below]):
            return False
        return below is None or not (pair(hex_, below) in self._terrain.water or pair(hex_, below) in self._laid)


def road_ink(arms: Arms) -> str:
    """The ink of a road cell: that of the best road in it."""
    return "road.primary" if PRIMARY in arms else "road.secondary"
