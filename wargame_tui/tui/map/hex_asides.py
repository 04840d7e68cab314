"""The boxes beside a hex map: rectangles with a name and the counters in them."""

from collections.abc import Mapping

from wargame_tui.board.scene import SpaceScene
from wargame_tui.tui.map.glyphs import GlyphSet
from wargame_tui.tui.map.hex_layout import AnyHexLayout, parts
from wargame_tui.tui.map.labels import Line, Span, Subject, label, line_width, marks_of_sides
from wargame_tui.tui.map.laid import laid_on
from wargame_tui.tui.map.palette import Sides
from wargame_tui.tui.map.view import THEATRE, WHOLE, Box, Run, View, joined

_EMPTY = SpaceScene()


class Asides:
    """The boxes of one layout under a view."""

    def __init__(self, layout: AnyHexLayout, glyphs: GlyphSet, view: View) -> None:
        self._layout = layout
        self._glyphs = glyphs
        self._view = view
        self._sides = Sides()
        self._lines: dict[str, list[Line]] = {}

    @property
    def boxes(self) -> Mapping[str, Box]:
        """Where each box lies."""
        return self._layout.asides

    def forget_all(self, sides: Sides) -> None:
        """Everything changed."""
        self._sides = sides
        self._lines.clear()

    def forget(self, space: str) -> None:
        """A box changed."""
        self._lines.pop(space, None)

    def row(self, y: int, left: int, right: int) -> list[Run]:
        """The cells of a row between two columns: boxes, and nothing between them."""
        runs: list[Run] = []
        x = left
        for space, box in sorted(self._layout.asides.items(), key=lambda item: item[1].x):
            if left <= box.x < right and box.y <= y < box.y + box.height:
                runs.append((" " * (box.x - x), "void", "plain"))
                runs += [(span.text, span.ground or self._ground(space), span.ink) for span in self._line(space, y)]
                x = box.x + box.width
        runs.append((" " * (right - x), "void", "plain"))
        return joined(runs)

    def unit_at(self, space: str, x: int, y: int) -> str | None:
        """The unit whose counter covers a cell of a box."""
        at = self._layout.asides[space].x
        for span in self._line(space, y):
            if at <= x < at + len(span.text):
                return span.unit
            at += len(span.text)
        return None

    def _ground(self, space: str) -> str:
        laid = laid_on(self._view.overlay, space)
        return f"highlight.{laid}" if laid else "hex.box"

    def lines(self, space: str) -> list[Line]:
        """The lines of a box, each as wide as the box."""
        lines = self._lines.get(space)
        if lines is None:
            lines = self._lines[space] = self._written(space, self._layout.asides[space])
        return lines

    def _line(self, space: str, y: int) -> Line:
        return self.lines(space)[y - self._layout.asides[space].y]

    def _written(self, space: str, box: Box) -> list[Line]:
        """The lines of a box, each as wide as the box."""
        view, name = self._view, self._layout.entry.boxes[space].name
        subject = Subject(
            name,
            name,
            True,
            view.scene.spaces.get(space, _EMPTY),
            space in view.scene.outside,
            view.overlay.highlights.get(space),
            view.overlay.notes.get(space, ""),
            space == view.cursor,
            space == view.hover,
        )
        room = box.width - 2
        if self._layout.scale.zoom in ("far", THEATRE, WHOLE):
            lines = self._small(subject, box)
        else:
            zoom = "middle" if self._layout.scale.zoom == "middle" else "near"
            lines = label(zoom, subject, room, box.height, self._glyphs, self._sides)
        jump = view.jumps.get(space)
        if jump:
            lines[0] = [Span(jump, "jump", "jump"), *lines[0]]
        return [_filled(line, box.width) for line in [*lines, *[[]] * box.height][: box.height]]

    def _small(self, subject: Subject, box: Box) -> list[Line]:
        """A box of the far zoom: as much of the name as fits, and how many units of each side."""
        marks = marks_of_sides(subject.scene.counters, self._glyphs, self._sides)
        ground, ink = ("cursor", "cursor") if subject.cursor else (None, "hover" if subject.hover else "name.zone")
        if box.height > 1:
            words = parts(subject.name)
            return [*([Span(word, ground, ink)] for word in words[: box.height - 1]), marks]
        room = box.width - line_width(marks) - 1
        return [[Span(subject.name[:room], ground, ink), Span(" ", None, "plain"), *marks]]


def _filled(line: Line, width: int) -> Line:
    """A line with blanks around it, cut to a width."""
    found: Line = []
    left = max(0, min(1, width - line_width(line)))
    room = width
    for span in [Span(" " * left, None, "plain"), *line]:
        if room > 0 and span.text:
            found.append(span._replace(text=span.text[:room]))
            room -= len(span.text)
    return [*found, Span(" " * room, None, "plain")] if room > 0 else found
