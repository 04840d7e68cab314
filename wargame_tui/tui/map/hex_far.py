"""Composes the rows of a whole hex map in small: two cells a hex, its terrain, rivers, cities and units.

Every other column of hexes lies half a cell lower: there the upper half of a cell belongs to the hex above.
"""

from collections.abc import Iterable

from wargame_tui.board.scene import SpaceScene
from wargame_tui.tui.map.glyphs import GlyphSet
from wargame_tui.tui.map.hex_asides import Asides
from wargame_tui.tui.map.hex_layout import HexLayout
from wargame_tui.tui.map.hex_names import Letters, Names
from wargame_tui.tui.map.hex_terrain import NE, NW, SE, SW, N, S
from wargame_tui.tui.map.labels import side_mark_of, strength_of
from wargame_tui.tui.map.laid import laid_on
from wargame_tui.tui.map.palette import LIKE, Sides, held_ink
from wargame_tui.tui.map.view import Box, RowComposer, Run, View, joined, sides_on

_EMPTY = SpaceScene()
_DOTS = {
    N: ((0, 0), (1, 0), (2, 0), (3, 0)),
    S: ((0, 4), (1, 4), (2, 4), (3, 4)),
    NE: ((3, 0), (4, 1), (4, 2)),
    SE: ((3, 4), (4, 3), (4, 2)),
    NW: ((0, 0), (0, 1), (0, 2)),
    SW: ((0, 4), (0, 3), (0, 2)),
}
"""The dots of a hexside, a hex being four dots wide and four high."""
_BITS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
"""Braille: the bit of a dot by column and row."""
PLACES = ("city", "fort", "town")
"""The places shown at this zoom."""


class FarComposer(RowComposer):
    """The rows of the smallest layout under a view."""

    def __init__(self, layout: HexLayout, glyphs: GlyphSet, view: View) -> None:
        self.layout = layout
        self.glyphs = glyphs.of_title(view.look)
        self.view = view
        self.sides = Sides()
        self._terrain = layout.terrain
        self._grid = layout.terrain.grid
        self._asides = Asides(layout, self.glyphs, view)
        self._rows: dict[int, list[Run]] = {}
        self._rivers = _river_cells(layout, glyphs.dots)
        self._names = Names(layout)
        self._letters: Letters = {}
        self._outside: frozenset[int] = frozenset()

    def forget_all(self) -> None:
        """Compose everything anew."""
        scene, index = self.view.scene, self._grid.index
        self.sides = Sides(sides_on(scene), self.view.look)
        self._outside = frozenset(index[name] for name in scene.outside if name in index)
        self._asides.forget_all(self.sides)
        self._rows.clear()
        self._letters = self._names.placed(self._occupied(), self._outside)

    def _occupied(self) -> list[int]:
        """The hexes with units."""
        index = self._grid.index
        spaces = self.view.scene.spaces.items()
        return [index[name] for name, space in spaces if space.counters and name in index]

    def forget(self, spaces: Iterable[str], *, labels_only: bool = False) -> list[Box]:
        """Compose anew what shows these spaces; returns the rectangles that must be repainted."""
        dirty = []
        for space in spaces:
            box = self.layout.boxes[space]
            if space in self.layout.asides:
                self._asides.forget(space)
            else:
                box = Box(box.x, box.y, box.width, box.height + 1)
            for y in range(box.y, box.y + box.height):
                self._rows.pop(y, None)
            dirty.append(box)
        return dirty if labels_only else dirty + self._set_names()

    def _set_names(self) -> list[Box]:
        """Make room for units that moved; returns where letters changed."""
        before, self._letters = self._letters, self._names.placed(self._occupied(), self._outside)
        dirty = []
        for column, y in before.keys() | self._letters.keys():
            if before.get((column, y)) != self._letters.get((column, y)):
                self._rows.pop(y, None)
                dirty.append(Box(self.layout.left + 2 * column, y, 2, 1))
        return dirty

    def window(self, y: int, left: int, right: int) -> tuple[int, list[Run]]:
        """A row from its first column."""
        return 0, self.row(y)

    def row(self, y: int) -> list[Run]:
        """The runs of a whole row."""
        row = self._rows.get(y)
        if row is None:
            row = self._rows[y] = self._compose(y)
        return row

    def unit_at(self, x: int, y: int) -> str | None:
        """The topmost unit of the hex to which a cell belongs, or that of a box."""
        space = self.layout.space_at(x, y)
        if space is None:
            return None
        if space in self.layout.asides:
            return self._asides.unit_at(space, x, y)
        counters = self.view.scene.spaces.get(space, _EMPTY).counters
        return counters[0].unit if counters else None

    def ground_of(self, space: str) -> str:
        """The ground of a hex or box."""
        hex_ = self._grid.index.get(space)
        return "hex.box" if hex_ is None else self._ground(hex_)

    def mark_of(self, space: str) -> tuple[str, str, str]:
        """Ground, ink and glyph of a space on the overview."""
        ground = self.ground_of(space)
        counters = self.view.scene.spaces.get(space, _EMPTY).counters
        if space == self.view.cursor:
            return ground, "hover", self.glyphs.place
        if not counters:
            return ground, "plain", " "
        return side_mark_of(counters, self.glyphs, self.sides)

    # -- rows -----------------------------------------------------------------------------------------

    def _compose(self, y: int) -> list[Run]:
        layout = self.layout
        if not layout.top <= y < layout.bottom:
            return self._asides.row(y, 0, layout.width)
        runs = self._asides.row(y, 0, layout.left)
        row = y - layout.top
        for column in range(self._grid.columns):
            runs += self._cells(column, row)
        return joined([*runs, *self._asides.row(y, layout.right, layout.width)])

    def _cells(self, column: int, row: int) -> list[Run]:
        """The two cells of a hex."""
        layout = self.layout
        own = self._terrain.hex_at(column, row)
        above = None if self._terrain.is_high(column) else self._terrain.hex_at(column, row - 1)
        marked = None if own is None else self._marked(own)
        if marked:
            return marked
        ground = self._ground(own)
        dry = own in self._outside
        wet = [None if dry else self._rivers.get((2 * column + n, row)) for n in (0, 1)]
        shares = not self._terrain.is_high(column)
        over = self._ground(above) if shares else ground
        cells: list[Run] = []
        letters = {x: (char, ink) for x, char, ink in self._letters.get((column, layout.top + row), ())}
        left = layout.left + 2 * column
        for n, river in enumerate(wet):
            if left + n in letters:
                char, ink = letters[left + n]
                cells.append((char, ground if own is not None else over, ink))
            elif river:
                cells.append((river[0], ground if own is not None else over, river[1]))
            elif over != ground and self.glyphs.halves.strip():
                cells.append((self.glyphs.halves, over, LIKE + ground))
            else:
                cells.append((" ", ground, "plain"))
        return cells

    def _marked(self, hex_: int) -> list[Run] | None:
        """Units, a jump letter, the cursor, a city, a highlight of choice: what stands for a hex by itself."""
        view, glyphs, number = self.view, self.glyphs, self._grid.names[hex_]
        outside = hex_ in self._outside
        counters = view.scene.spaces.get(number, _EMPTY).counters
        jump = view.jumps.get(number)
        cursor = number == view.cursor
        if jump:
            return [(jump[:2].ljust(2), "jump", "jump")]
        if counters and not outside:
            role = "cursor" if cursor else self.sides.paint(counters[0])
            strength = str(strength_of(counters) or "")
            mark = glyphs.sides[self.sides.rank(counters[0].side)]
            return [(mark + strength if len(strength) == 1 else strength[:2] or f"{mark} ", role, role)]
        if cursor:
            return [("".join(glyphs.cursor), "cursor", "cursor")]
        place = self._terrain.places.get(hex_)
        ground = self._ground(hex_)
        if place and place.kind in PLACES and not outside:
            held = held_ink(view.scene.spaces.get(number, _EMPTY).control, self.sides)
            return [(glyphs.places[place.kind], ground, held or "town"), self._beside(hex_, ground)]
        highlight = view.overlay.highlights.get(number)
        if highlight:
            note = view.overlay.notes.get(number, "")
            return [((note if 0 < len(note) <= 2 else glyphs.highlights[highlight]).ljust(2), ground, "note")]
        return None

    def _beside(self, hex_: int, ground: str) -> Run:
        """The cell beside a city's sign: a letter of its name, perhaps."""
        x, y = self.layout.corner(*self._grid.square(hex_))
        for at, char, ink in self._letters.get((self._grid.square(hex_)[0], y), ()):
            if at == x + 1:
                return char, ground, ink
        return " ", ground, "plain"

    def _ground(self, hex_: int | None) -> str:
        """Terrain, and the highlight laid over it."""
        if hex_ is None:
            return "void"
        if hex_ in self._outside:
            return "outside"
        ground = self._terrain.grounds[hex_]
        laid = laid_on(self.view.overlay, self._grid.names[hex_])
        return f"{ground}.{laid}" if laid else ground


def _river_cells(layout: HexLayout, glyphs: str) -> dict[tuple[int, int], tuple[str, str]]:
    """Glyph and ink of the cells with water."""
    terrain, grid = layout.terrain, layout.terrain.grid
    dots: dict[tuple[int, int], int] = {}
    kinds: dict[tuple[int, int], str] = {}
    for (one, other), kind in terrain.water.items():
        column, row = grid.square(one)
        side = grid.neighbours[one].index(other)
        down = 0 if terrain.is_high(column) else 2
        for x, y in _DOTS[side]:
            dot_x, dot_y = 4 * column + x, 4 * row + y + down
            cell = dot_x // 2, dot_y // 4
            dots[cell] = dots.get(cell, 0) | _BITS[dot_x % 2][dot_y % 4]
            kinds[cell] = min(kind, kinds.get(cell, kind))
    return {cell: (glyphs[bits % len(glyphs)], f"hex.water.{kinds[cell]}") for cell, bits in dots.items()}
