"""Composes the rows of a map: regions, rivers, borders and roads from the layout, labels and overlays from the scene.

A composed row is a list of (text, ground, ink); rows are kept until something in them changes.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain, groupby, pairwise

from wargame_tui.board.area import AreaMapEntry, SpaceEntry
from wargame_tui.board.look import TerrainLook
from wargame_tui.board.scene import SpaceScene
from wargame_tui.tui.map.glyphs import PRIMARY, SECONDARY, Arms, GlyphSet
from wargame_tui.tui.map.labels import NAME_LINES, Line, Span, Subject, label, line_width, shaped_label, side_mark_of
from wargame_tui.tui.map.laid import laid_on
from wargame_tui.tui.map.layout import NEAR, Layout, spaces_of, touching
from wargame_tui.tui.map.palette import SHADES, Sides, strewn_ink
from wargame_tui.tui.map.shaped import ShapedGround, stands
from wargame_tui.tui.map.shapes import VOID
from wargame_tui.tui.map.view import Box, RowComposer, Run, View, holders_on, merge, sides_on

_Cells = dict[int, list[tuple[int, str, str]]]
"""By row: column, glyph and ink."""
UP, RIGHT, DOWN, LEFT = range(4)
_EMPTY = SpaceScene()


@dataclass(slots=True)
class _Text:
    """A piece of a label at its place in a row."""

    x: int
    span: Span


class Composer(RowComposer):
    """The rows of one layout under a view."""

    def __init__(self, entry: AreaMapEntry, layout: Layout, glyphs: GlyphSet, view: View) -> None:
        self.layout = layout
        self.glyphs = glyphs = glyphs.of_title(view.look)
        self.view = view
        self._items = spaces_of(entry)
        self._links = entry.links
        self._rows: list[list[Run] | None] = [None] * layout.height
        self._static: dict[int, _Static] = {}
        self._labels: dict[str, dict[int, list[_Text]]] = {}
        self._spurs: dict[str, _Cells] = {}
        self._grounds: dict[int, str] = {}
        self._spurs_of_shape: dict[tuple[str, tuple[tuple[int, int], ...]], _Cells] = {}
        self._shaped = ShapedGround(entry, layout, glyphs) if layout.shaped else None
        self._ports = {} if layout.shaped else _ports(layout)
        self._arms = _road_arms(layout, self._ports)
        self._heads = _heads(layout, self._items, glyphs) if layout.shaped else {}
        self._bridges = _bridges(layout)
        self._shades = _shades(layout)
        self._spaces_of_row = _spaces_by_row(layout)
        self._extents = _extents(layout)
        self.sides = Sides()

    # -- what changed ---------------------------------------------------------------------------------

    def forget_all(self) -> None:
        """Compose everything anew: the scene changed altogether."""
        scene = self.view.scene
        self.sides = Sides({*sides_on(scene), *holders_on(scene), *scene.holders.values()}, self.view.look)
        self._rows = [None] * self.layout.height
        self._labels.clear()
        self._spurs.clear()
        self._grounds.clear()

    def forget(self, spaces: Iterable[str], *, labels_only: bool = False) -> list[Box]:
        """Compose anew the rows of these spaces; returns the rectangles that must be repainted."""
        dirty = []
        for space in spaces:
            self._labels.pop(space, None)
            self._spurs.pop(space, None)
            self._grounds.pop(self.layout.ids.index(space), None)
            area = self._name_box(space) if labels_only else self.extent(space)
            for y in range(max(0, area.y), min(area.y + area.height, self.layout.height)):
                self._rows[y] = None
            dirty.append(area)
        return dirty

    def _name_box(self, space: str) -> Box:
        """The part of a label that changes with the cursor; the counters in a shape's large box do not."""
        box = self.layout.boxes[space]
        height = min(box.height, NAME_LINES) if self._shaped else box.height
        return Box(box.x - 1, box.y, box.width + 2, height)

    def extent(self, space: str) -> Box:
        """The rectangle around a space's region."""
        return self._extents[space]

    # -- rows -----------------------------------------------------------------------------------------

    def row(self, y: int) -> list[Run]:
        """The runs of a row, composed if need be."""
        row = self._rows[y]
        if row is None:
            row = self._rows[y] = self._compose(y)
        return row

    def window(self, y: int, left: int, right: int) -> tuple[int, list[Run]]:
        """A row from its first column: rows are kept whole."""
        return 0, self.row(y)

    def unit_at(self, x: int, y: int) -> str | None:
        """The unit whose counter covers a cell."""
        for space in self._spaces_of_row[y] if 0 <= y < self.layout.height else ():
            for text in self._label(space).get(y, ()):
                if text.span.unit and text.x <= x < text.x + len(text.span.text):
                    return text.span.unit
        return None

    def ground_of(self, space: str) -> str:
        """The ground of a space's region."""
        return self._ground(self.layout.ids.index(space))

    def mark_of(self, space: str) -> tuple[str, str, str]:
        """Ground, ink and glyph of a space on the overview: its control, and whose units stand there."""
        ground = self.ground_of(space)
        counters = self.view.scene.spaces.get(space, _EMPTY).counters
        present = {counter.side for counter in counters}
        if space == self.view.cursor:
            return ground, "hover", self.glyphs.place
        if len(present) > 1:
            return ground, "contested", self.glyphs.contested
        if not present:
            return ground, "plain", " "
        return side_mark_of(counters, self.glyphs, self.sides)

    def _compose(self, y: int) -> list[Run]:
        width = self.layout.width
        static = self._static.get(y)
        if static is None:
            static = self._static[y] = self._compose_static(y)
        chars, inks = static.chars.copy(), static.inks.copy()
        grounds: list[str] = []
        for owner, length in static.regions:
            grounds += [self._ground(owner)] * length
        for x, owner in static.shore:
            grounds[x] = self._ground(owner)
        if self.view.scene.outside:
            self._strew_outside(y, chars, grounds, inks)
        self._strew_terrain(y, static.regions, chars, inks)
        for x, ground in static.wet:
            grounds[x] = ground
        self._draw_bridges(y, chars, grounds, inks)
        for space in self._spaces_of_row[y]:
            label_texts = self._label(space).get(y, ())
            for x, char, ink in self._spurs[space].get(y, ()):
                chars[x], inks[x] = char, ink
            for text in label_texts:
                self._put(text, width, chars, grounds, inks)
            if label_texts:
                last = label_texts[-1]
                for x in (label_texts[0].x - 1, last.x + len(last.span.text)):
                    if 0 <= x < width and inks[x].startswith("strewn."):
                        chars[x] = " "
        return merge(chars, grounds, inks)

    def _strew_outside(self, y: int, chars: list[str], grounds: list[str], inks: list[str]) -> None:
        """Regions out of play are strewn with a glyph, so that they read without colour too."""
        for x in range(2 * y % 6, len(chars), 6):
            if grounds[x] == "outside" and chars[x] == " ":
                chars[x], inks[x] = self.glyphs.outside, "outside"

    def _strew_terrain(self, y: int, regions: list[tuple[int, int]], chars: list[str], inks: list[str]) -> None:
        """So are grounds with a pattern, with a glyph of their own; the larger the map, the wider apart."""
        apart = 16 if self.layout.zoom in NEAR else 8
        end = 0
        for owner, length in regions:
            start, end = end, end + length
            look = self._terrain(owner)
            if look and look.strewn:
                char, ink = self.glyphs.strewn.get(look.strewn, look.strewn), strewn_ink(look.strewn)
                for x in range(start + (apart // 2 * y - start) % apart, end, apart):
                    if chars[x] == " ":
                        chars[x], inks[x] = char, ink

    def _terrain(self, owner: int) -> TerrainLook | None:
        """The look of a region's terrain, if that is worth one."""
        if owner == VOID or self.layout.ids[owner] in self.view.scene.outside:
            return None
        terrain = self.view.scene.spaces.get(self.layout.ids[owner], _EMPTY).terrain
        return self.view.look.terrain(terrain) if terrain else None

    def _put(self, text: _Text, width: int, chars: list[str], grounds: list[str], inks: list[str]) -> None:
        words, ground, ink, _ = text.span
        for x, char in enumerate(words, text.x):
            if 0 <= x < width:
                chars[x], inks[x] = char, ink
                if ground:
                    grounds[x] = ground

    def _ground(self, owner: int) -> str:
        """The ground of a region."""
        ground = self._grounds.get(owner)
        if ground is None:
            ground = self._grounds[owner] = "void" if owner == VOID else self._ground_of(owner)
        return ground

    def _ground_of(self, owner: int) -> str:
        """The highlight of a region, else its control, shade and terrain."""
        space = self.layout.ids[owner]
        view = self.view
        if space in view.scene.outside:
            return "outside"
        if (laid := laid_on(view.overlay, space)) is not None:
            return f"highlight.{laid}"
        here = view.scene.spaces.get(space, _EMPTY)
        side = self.sides.get(here.control, "none") if here.control else "none"
        if self._items[space].kind != "area":
            return f"zone.{side}"
        look = self._terrain(owner)
        land = f"land.{side}.{self._shades[owner]}"
        return f"{land}.{look.tint}" if look and look.tint else land

    # -- what never changes ---------------------------------------------------------------------------

    def _compose_static(self, y: int) -> "_Static":
        """Borders, rivers, roads and small places of a row."""
        layout, glyphs = self.layout, self.glyphs
        start = y * layout.columns
        owner = layout.owner[start : start + layout.columns]
        regions = [(here, 2 * len(list(run))) for here, run in groupby(owner)]
        chars, inks, wet = self._shaped_borders(y) if self._shaped else self._grown_borders(y, owner)
        shore = self._shaped.shore(y) if self._shaped else []
        self._texture_zones(y, owner, chars, inks)
        for x, arms in self._arms.get(y, {}).items():
            chars[x], inks[x] = glyphs.roads[arms], _road_ink(arms)
        for x, char, ink in self._heads.get(y, ()):
            chars[x], inks[x] = char, ink
        if layout.zoom in NEAR:
            self._draw_places(y, chars, inks)
        return _Static(chars, inks, regions, wet, shore)

    def _shaped_borders(self, y: int) -> "_Borders":
        """Outlines, and rivers along them."""
        assert self._shaped
        cells = self._shaped.row(y)
        wet = [(x, cell.ground) for x, cell in enumerate(cells) if cell.ground]
        return [cell.char for cell in cells], [cell.ink for cell in cells], wet

    def _grown_borders(self, y: int, owner: list[int]) -> "_Borders":
        """River squares, and lines between regions where no river runs."""
        layout, glyphs = self.layout, self.glyphs
        columns = layout.columns
        start = y * columns
        below = layout.owner[start + columns : start + 2 * columns] or owner
        chars: list[str] = []
        inks: list[str] = []
        wet: list[tuple[int, str]] = []
        last = columns - 1
        for x, here in enumerate(owner):
            river = layout.rivers.get(start + x)
            if river is not None:
                chars += glyphs.river * 2
                inks += ("river", "river")
                ground = "river.major" if river else "river.minor"
                wet += ((x * 2, ground), (x * 2 + 1, ground))
                continue
            right = x < last and owner[x + 1] != here and start + x + 1 not in layout.rivers
            under = below[x] != here and start + columns + x not in layout.rivers
            chars += (
                glyphs.border_both if right and under else glyphs.border_right if right
                else glyphs.border_below if under else "  "
            )  # fmt: skip
            inks += ("border", "border")
        return chars, inks, wet

    def _texture_zones(self, y: int, owner: list[int], chars: list[str], inks: list[str]) -> None:
        """Zones are hatched, so that they read as off the map without colour too."""
        for x, here in enumerate(owner):
            if here != VOID and self._items[self.layout.ids[here]].kind == "zone":
                for cell in (2 * x, 2 * x + 1):
                    if chars[cell] == " " and (cell + 2 * y) % 4 == 0:
                        chars[cell], inks[cell] = self.glyphs.zone, "zone"

    def _draw_places(self, y: int, chars: list[str], inks: list[str]) -> None:
        """Small towns, where dot and name cover nothing."""
        taken = [self.layout.boxes[space] for space in self._spaces_of_row[y]]
        for x, row, name in self.layout.places:
            if row != y:
                continue
            words = f"{self.glyphs.place}{name}"
            end = x + len(words)
            free = end < len(chars) and all(char == " " for char in chars[x:end])
            if free and not any(box.x < end and x < box.x + box.width for box in taken):
                chars[x:end] = words
                inks[x:end] = ["place"] * len(words)

    # -- bridges --------------------------------------------------------------------------------------

    def _draw_bridges(self, y: int, chars: list[str], grounds: list[str], inks: list[str]) -> None:
        for number, x, across in self._bridges.get(y, ()):
            standing = stands(self.view.scene, self._links[number])
            glyph = (
                self.glyphs.bridge_down if not standing
                else self.glyphs.bridge_across if across else self.glyphs.bridge_along
            )  # fmt: skip
            role = "bridge" if standing else "bridge.down"
            chars[x : x + 2] = glyph
            grounds[x : x + 2] = [role, role]
            inks[x : x + 2] = [role, role]
        for mark in self._shaped.marks(y, self.view.scene, self.sides) if self._shaped else ():
            end = mark.x + len(mark.text)
            chars[mark.x : end] = mark.text
            grounds[mark.x : end] = [mark.ground] * len(mark.text)
            inks[mark.x : end] = [mark.ink] * len(mark.text)

    # -- labels ---------------------------------------------------------------------------------------

    def _label(self, space: str) -> dict[int, list[_Text]]:
        found = self._labels.get(space)
        if found is None:
            found = self._labels[space] = self._compose_label(space)
        return found

    def _subject(self, space: str) -> Subject:
        view = self.view
        return Subject(
            space,
            self._items[space].name,
            self._items[space].kind == "zone",
            view.scene.spaces.get(space, _EMPTY),
            space in view.scene.outside,
            view.overlay.highlights.get(space),
            view.overlay.notes.get(space, ""),
            space == view.cursor,
            space == view.hover,
        )

    def _compose_label(self, space: str) -> dict[int, list[_Text]]:
        """The label's texts by row, centred in the box, and the spurs that lead the roads up to them."""
        box = self.layout.boxes[space]
        write = shaped_label if self._shaped else label
        lines = write(self.layout.zoom, self._subject(space), box.width, box.height, self.glyphs, self.sides)
        texts: dict[int, list[_Text]] = {}
        spans: list[tuple[int, int]] = []
        for n, line in enumerate(lines):
            x = box.x + (box.width - line_width(line)) // 2
            spans.append((x - 1, x + line_width(line) + 1))
            texts[box.y + n] = _placed(line, x)
        jump = self.view.jumps.get(space)
        if jump:
            x = spans[0][0] + 1 - len(jump)
            texts[box.y].append(_Text(x, Span(jump, "jump", "jump")))
        shape = (space, tuple(spans))
        if shape not in self._spurs_of_shape:
            cells = _spurs(box, spans, self._ports.get(space, []), self.layout.width)
            self._spurs_of_shape[shape] = self._spurs_by_row(cells)
        self._spurs[space] = self._spurs_of_shape[shape]
        return texts

    def _spurs_by_row(self, cells: dict[int, Arms]) -> _Cells:
        rows: _Cells = {}
        for cell, arms in cells.items():
            y, x = divmod(cell, self.layout.width)
            rows.setdefault(y, []).append((x, self.glyphs.roads[arms], _road_ink(arms)))
        return rows


@dataclass(slots=True)
class _Static:
    """The part of a row that never changes."""

    chars: list[str]
    inks: list[str]
    regions: list[tuple[int, int]]
    """Owner and length in cells of each stretch."""
    wet: list[tuple[int, str]]
    """Cells with a ground of their own."""
    shore: list[tuple[int, int]]
    """Cells of the void that belong to a region beside it, as its outline is drawn there."""


_Borders = tuple[list[str], list[str], list[tuple[int, str]]]
"""Glyphs and inks of a row, and its wet cells."""


def _placed(line: Line, x: int) -> list[_Text]:
    texts = []
    for span in line:
        texts.append(_Text(x, span))
        x += len(span.text)
    return texts


def _road_ink(arms: Arms) -> str:
    return "road.primary" if PRIMARY in arms else "road.secondary"


def _join(cells: dict[int, Arms], cell: int, side: int, road: int) -> None:
    """Add an arm to a cell; the better road wins."""
    arms = list(cells.get(cell, (0, 0, 0, 0)))
    arms[side] = max(arms[side], road)
    cells[cell] = (arms[0], arms[1], arms[2], arms[3])


def _road_arms(layout: Layout, ports: Mapping[str, list["Port"]]) -> dict[int, dict[int, Arms]]:
    """By row, then column: which way the roads run in each cell."""
    squares: dict[int, Arms] = {}
    for road in layout.roads:
        kind = PRIMARY if road.primary else SECONDARY
        for one, other in pairwise(road.squares):
            side = _side(one, other, layout.columns)
            _join(squares, one, side, kind)
            _join(squares, other, (side + 2) % 4, kind)
    for x, y, side, kind in chain.from_iterable(ports.values()):
        outside_x, outside_y = _beyond(x // 2, y, side)
        _join(squares, outside_y * layout.columns + outside_x, (side + 2) % 4, kind)
    rows: dict[int, dict[int, Arms]] = {}
    for square, (up, right, down, left) in squares.items():
        y, x = divmod(square, layout.columns)
        row = rows.setdefault(y, {})
        row[2 * x] = (up, right, down, left)
        if right:
            row[2 * x + 1] = (0, right, 0, right)
    return rows


def _side(one: int, other: int, columns: int) -> int:
    step = other - one
    return {-columns: UP, 1: RIGHT, columns: DOWN, -1: LEFT}[step]


def _beyond(x: int, y: int, side: int) -> tuple[int, int]:
    dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[side]
    return x + dx, y + dy


Port = tuple[int, int, int, int]
"""Where a road enters a label box: the box's cell, the side it comes from, the kind of road."""


def _ports(layout: Layout) -> dict[str, list[Port]]:
    """The roads' entries into every label box."""
    ports: dict[str, list[Port]] = {}
    for road in layout.roads:
        kind = PRIMARY if road.primary else SECONDARY
        for space, square in ((road.a, road.squares[0]), (road.b, road.squares[-1])):
            y, x = divmod(square, layout.columns)
            box = layout.boxes[space]
            for side in (UP, RIGHT, DOWN, LEFT):
                # The side of the box from which the road comes is opposite to the way to the box.
                inside = _beyond(x, y, (side + 2) % 4)
                if box.x <= inside[0] * 2 < box.x + box.width and box.y <= inside[1] < box.y + box.height:
                    ports.setdefault(space, []).append((inside[0] * 2, inside[1], side, kind))
                    break
    return ports


def _spurs(box: Box, spans: list[tuple[int, int]], ports: list[Port], width: int) -> dict[int, Arms]:
    """Lines from the ports over the free cells of a box to the text in it; `spans` are its lines' columns."""
    cells: dict[int, Arms] = {}
    for x, y, side, kind in ports:
        if side == RIGHT:
            x += 1
        came, line = side, y - box.y
        for _ in range(box.width + box.height):
            left, right = spans[line] if line < len(spans) else (-1, -1)
            if left <= x < right:
                break
            if side in (UP, DOWN) and left < 0:
                onward = DOWN if side == UP else UP
            elif left >= 0:
                onward = RIGHT if x < left else LEFT
            else:
                last_left, last_right = spans[-1]
                under = last_left < x < last_right - 1
                onward = UP if under else RIGHT if x <= last_left else LEFT
            _join(cells, y * width + x, came, kind)
            _join(cells, y * width + x, onward, kind)
            x, y = _beyond(x, y, onward)
            came, line = (onward + 2) % 4, y - box.y
    return cells


def _bridges(layout: Layout) -> dict[int, list[tuple[int, int, bool]]]:
    """By row: link, column and direction (across the screen?) of every bridge square."""
    rows: dict[int, list[tuple[int, int, bool]]] = {}
    for road in layout.roads:
        if not road.bridge:
            continue
        for square in road.wet:
            at = road.squares.index(square)
            before = road.squares[at - 1] if at else road.squares[at + 1]
            y, x = divmod(square, layout.columns)
            rows.setdefault(y, []).append((road.link, 2 * x, abs(before - square) == 1))
    return rows


def _heads(layout: Layout, items: Mapping[str, SpaceEntry], glyphs: GlyphSet) -> _Cells:
    """The towns where roads end, and the heads of those that lead to zones."""
    rows: _Cells = {}
    for road in layout.roads:
        for space, square in ((road.a, road.squares[0]), (road.b, road.squares[-1])):
            y, x = divmod(square, layout.columns)
            if square in layout.towns:
                rows.setdefault(y, []).append((2 * x, glyphs.town, "town"))
            if items[space].kind == "area":
                continue
            for side in (UP, RIGHT, DOWN, LEFT):
                there_x, there_y = _beyond(x, y, side)
                if layout.space_at(2 * there_x, there_y) == space:
                    ink = "road.primary" if road.primary else "road.secondary"
                    rows.setdefault(y, []).append((2 * x, glyphs.arrows[side], ink))
                    break
    return rows


def _shades(layout: Layout) -> list[int]:
    """A shade for every region, different from those of its neighbours where that can be had."""
    numbers = {space: n for n, space in enumerate(layout.ids)}
    near: list[set[int]] = [set() for _ in layout.ids]
    for a, b in touching(layout):
        near[numbers[a]].add(numbers[b])
        near[numbers[b]].add(numbers[a])
    shades: list[int] = []
    for n in range(len(layout.ids)):
        used = [shades[m] for m in near[n] if m < n]
        shades.append(min(range(SHADES), key=lambda shade: (used.count(shade), shade)))
    return shades


def _spaces_by_row(layout: Layout) -> list[list[str]]:
    rows: list[list[str]] = [[] for _ in range(layout.height)]
    for space, box in layout.boxes.items():
        for y in range(box.y, box.y + box.height):
            rows[y].append(space)
    return rows


def _extents(layout: Layout) -> dict[str, Box]:
    """The rectangle of cells around every region; where bridges may stick out of it, with the cells around it."""
    left = [layout.columns] * len(layout.ids)
    right, top, bottom = [0] * len(layout.ids), [-1] * len(layout.ids), [0] * len(layout.ids)
    for y in range(layout.rows):
        x = 0
        for owner, run in groupby(layout.owner[y * layout.columns : (y + 1) * layout.columns]):
            start, x = x, x + len(list(run))
            if owner != VOID:
                left[owner], right[owner] = min(left[owner], start), max(right[owner], x)
                top[owner] = y if top[owner] < 0 else top[owner]
                bottom[owner] = y
    rim = 1 if layout.shaped else 0
    return {
        space: Box(
            left[n] * 2 - rim, top[n] - rim, (right[n] - left[n]) * 2 + 2 * rim, bottom[n] - top[n] + 1 + 2 * rim
        )
        for n, space in enumerate(layout.ids)
    }
