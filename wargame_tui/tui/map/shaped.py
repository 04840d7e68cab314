"""Draws what is peculiar to maps with shapes: outlines and rivers along them, bridges, ferries, who holds the water."""

from collections.abc import Mapping
from typing import NamedTuple, TypeVar

from wargame_tui.board.area import AreaMapEntry, LinkEntry, border_id
from wargame_tui.board.scene import Scene
from wargame_tui.tui.map.glyphs import PRIMARY, SECONDARY, GlyphSet
from wargame_tui.tui.map.layout import Crossing, Layout, spaces_of, waters_of
from wargame_tui.tui.map.outlines import CANAL, FRAME, NO_CORNER, PLAIN, RIVER, Corner, Outlines
from wargame_tui.tui.map.palette import COATS
from wargame_tui.tui.map.shapes import VOID, Squares

UP, RIGHT, DOWN, LEFT = range(4)
WATER = "river.major"
Value = TypeVar("Value")


class Cell(NamedTuple):
    """A cell's glyph and ink, and its ground if that is not the region's."""

    char: str
    ink: str
    ground: str | None = None


class Mark(NamedTuple):
    """A few cells drawn over the map."""

    x: int
    text: str
    ground: str
    ink: str


_BLANK = Cell(" ", "border")


class ShapedGround:
    """The outlines of a shaped layout, row by row, and what stands on its waters."""

    def __init__(self, entry: AreaMapEntry, layout: Layout, glyphs: GlyphSet) -> None:
        framed = {n for n, item in enumerate(spaces_of(entry).values()) if item.kind != "area"}
        self._squares = Squares(layout.columns, layout.rows, layout.owner)
        self._outlines = Outlines(self._squares, waters_of(entry), framed)
        self._glyphs = glyphs
        self._columns = layout.columns
        self._links = entry.links
        self._cells: dict[tuple[bool, bool, Corner], Cell] = {}
        self._crossings: dict[int, list[Crossing]] = {}
        for crossing in layout.crossings:
            for y in sorted({crossing.a // layout.columns, crossing.b // layout.columns}):
                self._crossings.setdefault(y, []).append(crossing)

    def row(self, y: int) -> list[Cell]:
        """The cells of a row of squares."""
        upper, lower = self._outlines.corners(y), self._outlines.corners(y + 1)
        cells = [_BLANK] * (2 * self._columns)
        for x, corners in enumerate(zip(upper, upper[1:], lower, lower[1:], strict=False)):
            if corners != _NO_CORNERS:
                north_west, north_east, south_west, south_east = corners
                along = south_west[RIGHT]
                cells[2 * x] = self._cell(RIVER in north_west, RIVER in south_west, (0, along, 0, along))
                cells[2 * x + 1] = self._cell(RIVER in north_east, RIVER in south_east, south_east)
        return cells

    def shore(self, y: int) -> list[tuple[int, int]]:
        """The cells of the void in which the outline of a space below or to the right is drawn, and that space."""
        lower, owner = self._outlines.corners(y + 1), self._squares.owner
        cells: list[tuple[int, int]] = []
        for x in range(self._columns - 1):
            square = y * self._columns + x
            if owner[square] == VOID and lower[x + 1] is not NO_CORNER:
                below, right = owner[square + self._columns], owner[square + 1]
                corner = next((n for n in (right, below, owner[square + self._columns + 1]) if n != VOID), VOID)
                cells += [(2 * x, below)] * (below != VOID) + [(2 * x + 1, corner)]
        return cells

    def _cell(self, wet_above: bool, wet_below: bool, arms: Corner) -> Cell:
        key = wet_above, wet_below, arms
        cell = self._cells.get(key)
        if cell is None:
            cell = self._cells[key] = _draw(wet_above, wet_below, arms, self._glyphs)
        return cell

    def marks(self, y: int, scene: Scene, sides: Mapping[str, str]) -> list[Mark]:
        """Bridges, ferries and holders' marks in a row."""
        marks: list[Mark] = []
        for crossing in self._crossings.get(y, ()):
            link = self._links[crossing.link]
            x, first = 2 * (crossing.a % self._columns), crossing.a // self._columns == y
            if not first and not crossing.river:
                continue
            holder = of_link(scene.holders, link)
            role = sides.get(holder) if holder else None
            across = crossing.b - crossing.a == 1
            if link.bridge is not None:
                marks.append(_bridge(crossing, x, across, stands(scene, link), role, self._glyphs))
            elif crossing.ferry:
                state = of_link(scene.ferries, link) or "ready"
                marks.append(_ferry(crossing, x, across, first, state, role, self._glyphs))
            elif role and first:
                mark = self._glyphs.sides[COATS.index(role)]
                marks.append(Mark(x + across, mark, WATER, f"held.{role}"))
        return marks


_NO_CORNERS = (NO_CORNER,) * 4


def of_link(values: Mapping[str, Value], link: LinkEntry) -> Value | None:
    """What a mapping by bridge or border says of a link."""
    return values.get(border_id(*link.between))


def stands(scene: Scene, link: LinkEntry) -> bool:
    """Whether a link's bridge stands: by the scene, else as printed on the map."""
    standing = of_link(scene.bridges, link)
    return link.bridge != "destroyed" if standing is None else standing


def _draw(wet_above: bool, wet_below: bool, arms: Corner, glyphs: GlyphSet) -> Cell:
    """A cell by the quarter squares of river in it and the lines through it."""
    above, below, both = tuple(glyphs.water)
    wet = wet_above or wet_below
    if above == " ":  # Without half blocks the lower half stands for both.
        wet_above, wet_below, wet = wet_below, wet_below, wet_below
    if (wet_above and wet_below) or (wet and arms[UP] == CANAL):  # A canal reaches the river through the dry half.
        return Cell(both, "water", WATER)
    if wet:
        return Cell(above if wet_above else below, "water")
    if FRAME in arms:
        up, right, down, left = (SECONDARY if arm == FRAME else 0 for arm in arms)
        return Cell(glyphs.roads[up, right, down, left], "frame")
    classes = {PLAIN: SECONDARY, CANAL: PRIMARY}
    up, right, down, left = (classes.get(arm, 0) for arm in arms)
    return Cell(glyphs.borders[up, right, down, left], "canal" if CANAL in arms else "outline")


def _bridge(crossing: Crossing, x: int, across: bool, standing: bool, role: str | None, glyphs: GlyphSet) -> Mark:
    """A bridge: its rails with the mark of its holder, or that it is down, between them; over a river it is longer."""
    ends = glyphs.bridge_across if across else glyphs.bridge_along
    if not standing:
        middle, look = glyphs.bridge_down[0], "bridge.down"
    elif role:
        middle, look = glyphs.sides[COATS.index(role)], f"bridge.{role}"
    else:
        middle, look = ends[0] if across else " ", "bridge"
    if across:
        return Mark(x, f"{ends[0]}{middle * (2 if crossing.river else 1)}{ends[1]}", look, look)
    return Mark(x - 1, f"{ends[0]}{middle}{ends[1]}", look, look)


def _ferry(
    crossing: Crossing, x: int, across: bool, first: bool, state: str, role: str | None, glyphs: GlyphSet
) -> Mark:
    """A ferry: two arrows over a river, one over a canal; crosses if it is used or destroyed."""
    if across:
        way = glyphs.ferry[LEFT] + glyphs.ferry[RIGHT] if crossing.river else glyphs.ferry[RIGHT]
    else:
        way = glyphs.ferry[UP if first and crossing.river else DOWN]
    if state == "used":
        way = glyphs.ferry_used * len(way)
    elif state == "destroyed":
        way = glyphs.bridge_down[0] * len(way)
    look = "bridge.down" if state == "destroyed" else f"bridge.{role}" if role else "ferry"
    return Mark(x + 1, way, look, look) if across else Mark(x - 1, f" {way} ", look, look)
