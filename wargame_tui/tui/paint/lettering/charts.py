"""What is lettered on a chart: the boxes of its places, names of islands and small towns, the stack at the cursor."""

from collections.abc import Iterable, Iterator

from wargame_tui.board.area import AreaMapEntry
from wargame_tui.board.scene import SpaceScene
from wargame_tui.tui.map.chart_labels import chart_label, forces, holder_of, shortened, tag_of
from wargame_tui.tui.map.chart_layout import ChartLayout
from wargame_tui.tui.map.glyphs import GlyphSet
from wargame_tui.tui.map.labels import Span, Subject, name_ink, short_badge, stacks_of
from wargame_tui.tui.map.layout import spaces_of
from wargame_tui.tui.map.palette import Sides
from wargame_tui.tui.map.view import Box, View, holders_on, sides_on
from wargame_tui.tui.paint.lettering.cards import Press
from wargame_tui.tui.paint.lettering.fan import MOST, MOST_FAR, fanned
from wargame_tui.tui.paint.lettering.inks import best
from wargame_tui.tui.paint.lettering.lettered import Lettered
from wargame_tui.tui.paint.lettering.placer import Cells, Placement, Placer, Position, Wish
from wargame_tui.tui.paint.lettering.places import around
from wargame_tui.tui.paint.lettering.sheet import COUNTERS, FAN, JUMPS, NAMES, Line
from wargame_tui.tui.paint.painter import Text
from wargame_tui.tui.paint.style import MapStyle

_BARE = ("chart.plate", "chart.body")
"""Grounds that are painted."""
_EMPTY = SpaceScene()


class ChartLettering(Lettered):
    """The texts of one chart layout under a view."""

    def __init__(self, entry: AreaMapEntry, layout: ChartLayout, glyphs: GlyphSet, view: View, style: MapStyle) -> None:
        super().__init__(glyphs, view, style)
        self.layout = layout
        self._items = spaces_of(entry)
        self.placement = self._place_names() if layout.zoom != "far" else Placement({}, Cells())

    def _place_names(self) -> Placement:
        """The names of islands and small towns: they keep clear of boxes, of places and, if they can, of lines."""
        layout, lines, standing = self.layout, Cells(), Cells()
        for y, x in layout.lines:
            lines.dot(x, y)
        for box in layout.boxes.values():
            standing.add(box)
        for x, y in (*layout.spots.values(), *((x, y) for x, y, _ in layout.places)):
            standing.dot(x, y)
        size = layout.width, layout.height
        return Placer([Wish(name, around(x, y, name, size, lines, 1)) for x, y, name in layout.places]).place(standing)

    # -- what changed ---------------------------------------------------------------------------------

    def forget_all(self) -> None:
        """Letter everything anew."""
        scene = self.view.scene
        self.sides = Sides({*sides_on(scene), *holders_on(scene)}, self.view.look)
        self._press = Press(self.glyphs, self.view, self.sides)
        self.clear()
        self._pointed.clear()
        for name, position in self.placement.names.items():
            self.sheet.write((NAMES, name), list(self._name(position)))
        self.forget(self.layout.boxes)

    def forget(self, spaces: Iterable[str]) -> list[Box]:
        """Letter these boxes anew; returns the rectangles in which anything may have changed."""
        pointed = {space for space in (self.view.cursor, self.view.hover, *self.view.jumps) if space}
        changed, self._pointed = ({*spaces} | self._pointed | pointed) & self._items.keys(), pointed
        dirty: list[Box] = []
        for space in changed:
            dirty += self.sheet.write((COUNTERS, space), list(self._label(space)))
            dirty += self.sheet.write((JUMPS, space), list(self._jump(space)))
        dirty += self.sheet.write((FAN, ""), self._fan())
        return self.redrawn(dirty)

    # -- texts ----------------------------------------------------------------------------------------

    def _name(self, position: Position) -> Iterator[Line]:
        for n, words in enumerate(position.lines):
            x = position.box.x + (position.box.width - len(words)) // 2
            yield position.box.y + n, Text(x, words, self.inks.ink("chart.place"))

    def _subject(self, space: str) -> Subject:
        view, item = self.view, self._items[space]
        return Subject(
            space,
            item.name,
            item.kind == "zone",
            view.scene.spaces.get(space, _EMPTY),
            space in view.scene.outside,
            view.overlay.highlights.get(space),
            view.overlay.notes.get(space, ""),
            space == view.cursor,
            space == view.hover,
        )

    def _label(self, space: str) -> Iterator[Line]:
        """The head of a box, then the forces: one by one if there is room, else by class."""
        subject, box, zoom = self._subject(space), self.layout.boxes[space], self.layout.zoom
        if zoom == "far":
            (line,) = chart_label(zoom, subject._replace(cursor=False), box.width, 1, self.glyphs, self.sides)
            if subject.cursor:
                line = [line[0]._replace(ground="cursor", ink="cursor"), *line[1:]]
            yield from self._written(line, box.x + (box.width - sum(len(span.text) for span in line)) // 2, box.y)
            return
        counters = subject.scene.counters
        stacks = stacks_of(counters, self.sides)
        # A row for each side before badges.
        rows = self._head(subject, box.width - 2)[: max(1, box.height - len(stacks))]
        for n, line in enumerate(rows):
            yield from self._written(line, box.x + 1, box.y + n)
        room = Box(box.x + 1, box.y + len(rows), box.width - 2, box.height - len(rows))
        if counters and self._press.holds(counters, room):
            yield from self._press.grid(counters, room, self.inks)
        elif counters:
            for n, line in enumerate(forces("middle", stacks, room.width, room.height, self.glyphs, self.sides)):
                yield from self._written(line, room.x, room.y + n)

    def _written(self, line: Iterable[Span], x: int, y: int) -> Iterator[Line]:
        """A line at its place; blanks on painted ground are left out."""
        for span in line:
            painted = span.ground is None or span.ground in _BARE
            if span.text.strip() or not painted:
                yield y, self.inks.text(x, span._replace(ground=None) if painted else span)
            x += len(span.text)

    def _head(self, subject: Subject, width: int) -> list[list[Span]]:
        """Who holds the space, its id, its name whole, then highlight with note and badges as far as there is room."""
        contested = len({counter.side for counter in subject.scene.counters}) > 1
        holder = f"chart.{holder_of(subject, self.sides)}"
        tag = Span(f" {tag_of(subject, self.glyphs, self.sides)} ", holder, holder)
        room = width - len(tag.text) - 1
        words = shortened(f"{self.glyphs.contested if contested else ''}{subject.name}", room)
        name = Span(words, None, name_ink(subject._replace(cursor=False), contested))
        if subject.cursor:
            tag, name = tag._replace(ground="cursor", ink="cursor"), name._replace(ground="cursor", ink="cursor")
        gap = Span(" ", None, "plain")
        rows = [[tag, gap, name]]
        for extra in self._extras(subject):
            used = sum(len(span.text) for span in rows[-1])
            if used + 1 + len(extra.text) <= width:
                rows[-1] += [gap, extra]
            elif len(rows) == 1:
                rows.append([gap, extra])
        return rows

    def _extras(self, subject: Subject) -> Iterator[Span]:
        if subject.highlight or subject.note:
            mark = self.glyphs.highlights[subject.highlight] if subject.highlight else ""
            yield Span(mark + subject.note, None, "choice" if subject.highlight == "choice" else "note")
        for badge in (*subject.scene.badges, *subject.scene.markers):
            yield Span(short_badge(badge, self.glyphs), None, "badge")

    def _jump(self, space: str) -> Iterator[Line]:
        jump = self.view.jumps.get(space)
        if jump:
            box, ground = self.layout.boxes[space], self.inks.ground("jump")
            yield box.y, Text(box.x, jump, best(ground or "#ffffff"), ground, True)

    def _fan(self) -> list[Line]:
        """The counters at the cursor, where not all of them are whole in its box and they are not too many."""
        space = self.view.cursor
        if space is None or self.view.jumps or space not in self._items:
            return []
        counters = self.view.scene.spaces.get(space, _EMPTY).counters
        whole = self._press.are_whole(self.sheet.piece((COUNTERS, space)), counters)
        most = MOST_FAR if self.layout.zoom == "far" else MOST
        if whole or not counters or len(counters) > most:
            return []
        heading = f"{space} {self._items[space].name}" if self.layout.zoom == "far" else ""
        standing, names = self.cells(COUNTERS), self.cells(NAMES)
        box = self.layout.boxes[space]
        area = self.view.room(box, self.layout.width, self.layout.height)
        return fanned(counters, box, area, standing, names, self._press, self.inks, heading)
