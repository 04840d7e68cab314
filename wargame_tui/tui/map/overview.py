"""The overview: the whole map in a few cells, with a rectangle round what the map widget shows."""

from collections.abc import Mapping, Sequence

from rich.segment import Segment
from textual.events import MouseDown, MouseEvent, MouseMove, MouseUp
from textual.geometry import Offset, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from wargame_tui.tui.map.labels import strength_of
from wargame_tui.tui.map.map_widget import CLICK, MapWidget
from wargame_tui.tui.map.palette import LIKE
from wargame_tui.tui.map.view import Cells, Run

LEAST, MOST = Cells(32, 10), Cells(40, 16)
"""Room for the picture on small and on large screens: a map of another shape leaves some of it."""
SHARE = 0.3
"""How much of the screen it may take, across and down."""
Mark = tuple[str, str, str]
"""Ground, ink, glyph."""


class Overview(Widget):
    """A small picture of a map: terrain or control in the ground, stacks as marks, the viewport as a frame.

    A click leads to a place; who drags in it pans the map.
    """

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
        self._marked: tuple[object, Mapping[tuple[int, int], Mark]] | None = None
        self._painted: tuple[Size, Sequence[Sequence[Run]] | None] | None = None
        self._press: Offset | None = None
        """Where on the screen the mouse button went down."""
        self._dragged = False

    def use(self, map_: MapWidget) -> None:
        """Be the overview of another map."""
        self._map = map_
        self.update()

    def update(self) -> None:
        """Draw anew: the scene or the view changed."""
        self._marked = self._painted = None
        self.refresh()

    def fit(self, room: Cells) -> Cells:
        """Be as large as a screen allows, in the shape of the map; returns how large that is."""
        layout = self._map.whole
        width, height = (
            min(most, max(least, round(SHARE * size))) for least, most, size in zip(LEAST, MOST, room, strict=True)
        )
        scale = min(width / layout.width, height / layout.height)
        size = Cells(max(8, round(layout.width * scale)), max(4, round(layout.height * scale)))
        self.styles.width, self.styles.height = size
        return size

    def render_line(self, y: int) -> Strip:
        """One line of the picture."""
        width, height = self.size
        if not width or not height:
            return Strip.blank(width)
        palette, glyphs, frame, marks = self._map.palette, self._map.glyphs, self._frame(), self._marks()
        left, top, right, bottom = frame
        painted = self._picture()
        segments = []
        for x in range(width):
            char, ground, ink = painted[y][x] if painted else self._ground(x, y)
            if mark := marks.get((x, y)):
                ground, ink, char = mark[0] or ground, *mark[1:]
            if left <= x <= right and top <= y <= bottom and (x in (left, right) or y in (top, bottom)):
                char, ink = _frame_glyph(glyphs.viewport, x, y, frame), _frame_ink(ground)
            segments.append(Segment(char, palette.style(ground, ink)))
        return Strip(segments, width).simplify()

    def _picture(self) -> Sequence[Sequence[Run]] | None:
        """The painted ground, asked for once until something changes."""
        if self._painted is None or self._painted[0] != self.size:
            self._painted = self.size, self._map.picture(*self.size)
        return self._painted[1]

    def _ground(self, x: int, y: int) -> Run:
        """A cell with nothing in it but ground, of a map that is not painted: its halves may differ."""
        halves = self._map.glyphs.halves
        if not halves.strip():
            return " ", self._map.ground_at(*self._cell(x, y + 0.5)), "plain"
        upper, lower = (self._map.ground_at(*self._cell(x, height)) for height in (y + 0.25, y + 0.75))
        return (" ", upper, "plain") if upper == lower else (halves, upper, LIKE + lower)

    def _marks(self) -> Mapping[tuple[int, int], Mark]:
        """By cell the mark that stands there: of the cursor, else of the strongest stack; or that both sides do."""
        scene, cursor = self._map.scene, self._map.cursor
        key = (id(scene), cursor, self._map.zoom_name, self.size)
        if self._marked is None or self._marked[0] != key:
            there: dict[tuple[int, int], list[str]] = {}
            for space in self._map.marked:
                there.setdefault(self._anchor(space), []).append(space)
            marks = {cell: self._mark(spaces) for cell, spaces in there.items()}
            found = {cell: mark for cell, mark in marks.items() if mark[0] or mark[2].strip()}
            if cursor:
                found[self._anchor(cursor)] = self._map.mark_of(cursor)
            self._marked = key, found
        return self._marked[1]

    def _mark(self, spaces: list[str]) -> Mark:
        here = self._map.scene.spaces
        stood = [space for space in spaces if space in here and here[space].counters]
        ground, ink, char = self._map.mark_of(max(stood or spaces, key=lambda space: self._strength(space)))
        sides = {counter.side for space in stood for counter in here[space].counters}
        return ground, ink, self._map.glyphs.contested if len(sides) > 1 else char

    def _strength(self, space: str) -> int:
        here = self._map.scene.spaces.get(space)
        return strength_of(here.counters) if here else 0

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

    def _cell(self, x: int, y: float) -> tuple[int, int]:
        """The cell of the map in the middle of a column of the picture, at a height of it."""
        width, height = self.size
        layout = self._map.whole
        return int((x + 0.5) / width * layout.width), int(y / height * layout.height)

    def _anchor(self, space: str) -> tuple[int, int]:
        """The cell that stands for a space's town."""
        width, height = self.size
        layout = self._map.whole
        box = layout.boxes[space]
        return (
            int((box.x + box.width / 2) / layout.width * width),
            int((box.y + box.height / 2) / layout.height * height),
        )

    def on_mouse_down(self, event: MouseDown) -> None:
        """Begin a click or a drag."""
        self._press, self._dragged = event.screen_offset, False
        self.capture_mouse()

    def on_mouse_move(self, event: MouseMove) -> None:
        """Pan the map to where the mouse is dragged."""
        if self._press is None:
            return
        if not event.button:
            self._let_go()  # Released where the terminal does not tell of it.
            return
        moved = event.screen_offset - self._press
        self._dragged = self._dragged or abs(moved.x) + abs(moved.y) > CLICK
        if self._dragged:
            (width, height), spot = self.size, self._spot(event)
            self._map.look_at((spot.x + 0.5) / width, (spot.y + 0.5) / height)

    def on_mouse_up(self, event: MouseUp) -> None:
        """Jump to the space that was clicked, or end a drag."""
        clicked = self._press is not None and not self._dragged
        self._let_go()
        spot = self._spot(event)
        space = self._map.space_near(*self._cell(spot.x, spot.y + 0.5)) if clicked else None
        if space:
            self._map.go_to(space)
            self.post_message(self.Jumped(space))

    def _spot(self, event: MouseEvent) -> Offset:
        """The cell of the picture under the mouse; of what is beside the picture the nearest."""
        offset = event.get_content_offset_capture(self)
        return Offset(min(max(offset.x, 0), self.size.width - 1), min(max(offset.y, 0), self.size.height - 1))

    def _let_go(self) -> None:
        self._press = None
        self.release_mouse()


def _frame_ink(ground: str) -> str:
    """What is seen on a painted ground, which may be as light as paper, and on those of palettes, which are dark."""
    if not ground.startswith("#"):
        return "hover"
    red, green, blue = (int(ground[n : n + 2], 16) for n in (1, 3, 5))
    return "#000000" if 2 * red + 5 * green + blue > 8 * 0x70 else "#ffffff"


def _frame_glyph(glyphs: str, x: int, y: int, frame: tuple[int, int, int, int]) -> str:
    """The corner or line of a rectangle at a cell on its rim."""
    left, top, right, bottom = frame
    if y == top:
        return glyphs[0] if x == left else glyphs[2] if x == right else glyphs[1]
    if y == bottom:
        return glyphs[4] if x == left else glyphs[5] if x == right else glyphs[1]
    return glyphs[3]
