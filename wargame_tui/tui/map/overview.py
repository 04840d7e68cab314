"""The overview: the whole map in a few cells, with a rectangle round what the map widget shows."""

from collections.abc import Mapping

from rich.segment import Segment
from textual.events import Click
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from wargame_tui.tui.map.map_widget import MapWidget

_EMPTY = " "


class Overview(Widget):
    """A small picture of a map: control in the ground, stacks as marks, the viewport as a frame."""

    DEFAULT_CSS = """
    Overview {
        width: 40;
        height: 20;
    }
    """

    class Jumped(Message):
        """A place was clicked."""

        def __init__(self, space: str) -> None:
            super().__init__()
            self.space = space

    def __init__(self, map_: MapWidget, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._map = map_
        self._marked: tuple[object, Mapping[tuple[int, int], str]] | None = None

    def use(self, map_: MapWidget) -> None:
        """Be the overview of another map."""
        self._map = map_
        self.update()

    def update(self) -> None:
        """Draw anew: the scene or the view changed."""
        self._marked = None
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line of the picture."""
        width, height = self.size
        if not width or not height:
            return Strip.blank(width)
        palette, glyphs = self._map.palette, self._map.glyphs
        left, top, right, bottom = self._frame()
        marks = self._marks()
        segments = []
        for x in range(width):
            if (x, y) in marks:
                ground, ink, char = self._map.mark_of(marks[x, y])
            else:
                ground, ink, char = self._map.ground_at(*self._cell(x, y)), "plain", _EMPTY
            if left <= x <= right and top <= y <= bottom and (x in (left, right) or y in (top, bottom)):
                char, ink = _frame_glyph(glyphs.viewport, x, y, (left, top, right, bottom)), "hover"
            segments.append(Segment(char, palette.style(ground, ink)))
        return Strip(segments, width).simplify()

    def _marks(self) -> Mapping[tuple[int, int], str]:
        """By cell, the space whose mark stands there: that under the cursor, else the first with counters."""
        scene, cursor = self._map.scene, self._map.cursor
        key = (id(scene), cursor, self._map.zoom_name, self.size)
        if self._marked is None or self._marked[0] != key:
            marked = self._map.marked
            found: dict[tuple[int, int], str] = {}
            for space in [cursor, *marked] if cursor else marked:
                found.setdefault(self._anchor(space), space)
            self._marked = key, found
        return self._marked[1]

    def _frame(self) -> tuple[int, int, int, int]:
        """The viewport's rectangle in cells of the picture, corners included."""
        width, height = self.size
        left, top, right, bottom = self._map.viewport()
        return (
            round(left * (width - 1)),
            round(top * (height - 1)),
            round(right * (width - 1)),
            round(bottom * (height - 1)),
        )

    def _cell(self, x: int, y: int) -> tuple[int, int]:
        """The cell of the map in the middle of a cell of the picture."""
        width, height = self.size
        layout = self._map.layout_now
        return int((x + 0.5) / width * layout.width), int((y + 0.5) / height * layout.height)

    def _anchor(self, space: str) -> tuple[int, int]:
        """The cell that stands for a space's town."""
        width, height = self.size
        layout = self._map.layout_now
        box = layout.boxes[space]
        return (
            int((box.x + box.width / 2) / layout.width * width),
            int((box.y + box.height / 2) / layout.height * height),
        )

    def on_click(self, event: Click) -> None:
        """Jump to the space that was clicked."""
        offset = event.get_content_offset(self)
        space = self._map.space_near(*self._cell(offset.x, offset.y)) if offset else None
        if space:
            self._map.go_to(space)
            self.post_message(self.Jumped(space))


def _frame_glyph(glyphs: str, x: int, y: int, frame: tuple[int, int, int, int]) -> str:
    """The corner or line of a rectangle at a cell on its rim."""
    left, top, right, bottom = frame
    if y == top:
        return glyphs[0] if x == left else glyphs[2] if x == right else glyphs[1]
    if y == bottom:
        return glyphs[4] if x == left else glyphs[5] if x == right else glyphs[1]
    return glyphs[3]
