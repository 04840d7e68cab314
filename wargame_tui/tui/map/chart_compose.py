"""Composes the rows of a chart: land, sea and lines from the layout, boxes from the scene.

A composed row is a list of (text, ground, ink); rows are kept until a box in them changes.
"""

from collections.abc import Iterable

from rich.segment import Segment

from wargame_tui.board.area import AreaMapEntry
from wargame_tui.board.scene import SpaceScene
from wargame_tui.tui.map.chart_ground import LAND, SEA, is_land
from wargame_tui.tui.map.chart_labels import chart_label
from wargame_tui.tui.map.chart_layout import ChartLayout
from wargame_tui.tui.map.chart_lines import LANE, LEADER, PRIMARY, RIVER, SECONDARY, Stroke
from wargame_tui.tui.map.glyphs import GlyphSet
from wargame_tui.tui.map.labels import Span, Subject, line_width
from wargame_tui.tui.map.layout import NEAR, spaces_of
from wargame_tui.tui.map.palette import LIKE, Palette, Sides
from wargame_tui.tui.map.view import Box, RowComposer, Run, View, holders_on, merge, sides_on

_EMPTY = SpaceScene()
_INKS = {
    RIVER: "chart.river", LEADER: "chart.leader", LANE: "chart.lane",
    SECONDARY: "road.secondary", PRIMARY: "road.primary",
}  # fmt: skip
_LAND_INK = f"{LIKE}chart.land"

_Cells = tuple[list[str], list[str], list[str]]
"""Glyphs, grounds and inks of a row."""


class ChartComposer(RowComposer):
    """The rows of one chart layout under a view."""

    def __init__(self, entry: AreaMapEntry, layout: ChartLayout, glyphs: GlyphSet, view: View) -> None:
        self.layout = layout
        self.glyphs = glyphs.of_title(view.look)
        self.view = view
        self.sides = Sides()
        self._items = spaces_of(entry)
        self._rows: list[list[Run] | None] = [None] * layout.height
        self._static: dict[int, _Cells] = {}
        self._labels: dict[str, dict[int, list[tuple[int, Span]]]] = {}
        self._lines: dict[int, list[tuple[int, Stroke]]] = {}
        for (y, x), stroke in layout.lines.items():
            self._lines.setdefault(y, []).append((x, stroke))
        self._spaces_of_row: list[list[str]] = [[] for _ in range(layout.height)]
        for space, box in layout.boxes.items():
            for y in range(box.y, box.y + box.height):
                self._spaces_of_row[y].append(space)

    # -- what changed ---------------------------------------------------------------------------------

    def forget_all(self) -> None:
        """Compose everything anew: the scene changed altogether."""
        scene = self.view.scene
        self.sides = Sides({*sides_on(scene), *holders_on(scene)}, self.view.look)
        self._rows = [None] * self.layout.height
        self._labels.clear()

    def forget(self, spaces: Iterable[str], *, labels_only: bool = False) -> list[Box]:
        """Compose anew the rows of these spaces; returns the rectangles that must be repainted."""
        dirty = []
        for space in spaces:
            self._labels.pop(space, None)
            box = self.layout.boxes[space]
            height = 1 if labels_only else box.height
            for y in range(box.y, box.y + height):
                self._rows[y] = None
            dirty.append(Box(box.x - 1, box.y, box.width + 2, height))
        return dirty

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

    def beyond(self, y: int, left: int, right: int, palette: Palette) -> list[Segment]:
        """Land and sea go on as they are at the edge."""
        layout, coast = self.layout, self.glyphs.coast
        row = min(max(y, 0), layout.height - 1)
        ends = [min(max(x, 0), layout.width - 1) for x in range(left, right)]
        chars = [coast[LAND if is_land(layout.land[row][x]) else SEA] for x in ends]
        runs = merge(chars, [layout.ground_at(x, row) for x in ends], ["chart.land"] * len(ends))
        return [Segment(text, palette.styles[ground, ink]) for text, ground, ink in runs]

    def unit_at(self, x: int, y: int) -> str | None:
        """The unit whose counter, or the first of the class whose stack, covers a cell."""
        for space in self._spaces_of_row[y] if 0 <= y < self.layout.height else ():
            for start, span in self._label(space).get(y, ()):
                if span.unit and start <= x < start + len(span.text):
                    return span.unit
        return None

    def ground_of(self, space: str) -> str:
        """The ground of a space on the overview: that of its holder."""
        return f"chart.{self.sides.get(self.view.scene.spaces.get(space, _EMPTY).control or '', 'none')}"

    def mark_of(self, space: str) -> tuple[str, str, str]:
        """Ground, ink and glyph of a space on the overview: its holder, and whose counters stand there."""
        ground = self.ground_of(space)
        present = {counter.side for counter in self.view.scene.spaces.get(space, _EMPTY).counters}
        if space == self.view.cursor:
            return "cursor", "cursor", self.glyphs.place
        if len(present) > 1:
            return ground, ground, self.glyphs.contested
        if not present:
            return ground, ground, self.glyphs.place
        return ground, ground, self.glyphs.sides[self.sides.rank(present.pop())]

    def _compose(self, y: int) -> list[Run]:
        static = self._static.get(y)
        if static is None:
            static = self._static[y] = self._compose_static(y)
        chars, grounds, inks = (cells[:] for cells in static)
        for space in self._spaces_of_row[y]:
            for x, span in self._label(space).get(y, ()):
                end = x + len(span.text)
                chars[x:end] = span.text
                if span.ground:
                    grounds[x:end] = [span.ground] * (end - x)
                inks[x:end] = [span.ink] * (end - x)
        return merge(chars, grounds, inks)

    # -- what never changes ---------------------------------------------------------------------------

    def _compose_static(self, y: int) -> _Cells:
        """Land, sea, rivers, links, places of a row."""
        layout, glyphs = self.layout, self.glyphs
        quarters = layout.land[y]
        chars = [glyphs.coast[cell] for cell in quarters]
        grounds = [layout.ground_at(x, y) for x in range(layout.width)]
        inks = ["chart.land"] * layout.width
        for x, cell in enumerate(quarters):
            if cell not in (SEA, LAND) and chars[x] not in (glyphs.coast[SEA], glyphs.coast[LAND]):
                grounds[x], inks[x] = "chart.sea", _LAND_INK
        for x, stroke in self._lines.get(y, ()):
            chars[x], inks[x] = self._line_glyph(x, y, stroke), _INKS[stroke.kind]
            grounds[x] = layout.ground_at(x, y)
        if layout.zoom in NEAR:
            self._draw_places(y, chars, grounds, inks)
        for x, row in layout.spots.values():
            if row == y and layout.zoom != "far":
                chars[x], grounds[x], inks[x] = glyphs.town, layout.ground_at(x, y), "chart.spot"
        return chars, grounds, inks

    def _line_glyph(self, x: int, y: int, stroke: Stroke) -> str:
        """Dots, or where there are none a sign for the way in which the line runs."""
        glyphs = self.glyphs
        if len(glyphs.dots) > 1:
            return glyphs.dots[stroke.dots]
        if stroke.kind == RIVER:
            return glyphs.river
        return glyphs.lanes[-1] if stroke.kind <= LANE else glyphs.lanes[stroke.slant]

    def _draw_places(self, y: int, chars: list[str], grounds: list[str], inks: list[str]) -> None:
        """Names of towns and islands, where they cover no line."""
        lines = {x for x, _ in self._lines.get(y, ())}
        for x, row, name in self.layout.places:
            words = f"{self.glyphs.place}{name}"
            end = x + len(words)
            if row == y and end < len(chars) and not lines & set(range(x, end)):
                chars[x:end] = words
                grounds[x:end] = [self.layout.ground_at(cell, y) for cell in range(x, end)]
                inks[x:end] = ["chart.place"] * len(words)

    # -- boxes ----------------------------------------------------------------------------------------

    def _label(self, space: str) -> dict[int, list[tuple[int, Span]]]:
        found = self._labels.get(space)
        if found is None:
            found = self._labels[space] = self._compose_label(space)
        return found

    def _compose_label(self, space: str) -> dict[int, list[tuple[int, Span]]]:
        """The texts of a box by row, in the middle of the room that it has."""
        box, view = self.layout.boxes[space], self.view
        subject = Subject(
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
        lines = chart_label(self.layout.zoom, subject, box.width, box.height, self.glyphs, self.sides)
        brackets = 1 if subject.cursor else 0
        left = box.x + (box.width - line_width(lines[0]) + 2 * brackets) // 2
        texts: dict[int, list[tuple[int, Span]]] = {}
        for n, line in enumerate(lines):
            x = left - brackets if n == 0 else left
            texts[box.y + n] = []
            for span in line:
                texts[box.y + n].append((x, span))
                x += len(span.text)
        jump = view.jumps.get(space)
        if jump:
            texts[box.y].append((left, Span(jump, "jump", "jump")))
        return texts
