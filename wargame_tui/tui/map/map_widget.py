"""The map widget: draws a map by lines, moves a cursor over its spaces, scrolls, zooms and tells the mouse.

How a map is laid out and composed is the business of its subclasses; nothing else knows which of them it has.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from textual.binding import Binding, BindingType
from textual.events import Leave, MouseDown, MouseMove, MouseScrollDown, MouseScrollUp, MouseUp, Resize
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.timer import Timer

from wargame_tui.board.look import Look
from wargame_tui.board.scene import Counter, Overlay, Scene
from wargame_tui.tui.map.glyphs import GLYPH_SETS
from wargame_tui.tui.map.labels import side_mark_of
from wargame_tui.tui.map.laid import with_lines_marked
from wargame_tui.tui.map.palette import PALETTES, Palette, Sides
from wargame_tui.tui.map.view import (
    SMALL,
    WHOLE,
    Box,
    Cells,
    MapComposer,
    MapLayout,
    Run,
    Surface,
    View,
    changed,
    sides_on,
    touched,
)

if TYPE_CHECKING:
    from wargame_tui.tui.paint.pixels.sheet import Sheet
    from wargame_tui.tui.paint.pixels.shown import MapPixels
    from wargame_tui.tui.paint.terminal import Abilities

JUMP_LETTERS = "asdfghjklqwertyuiopzxcvbnm"
LOWEST = 5
"""Rows of map in which a space with its counters can be looked at."""
MANY = 10
"""If more than one space in so many changes, everything is drawn anew: to find what need not be takes longer."""
STRIPS = 128
"""Rows that are kept at a zoom: some screens full."""
_NO_STRIP = (0, 0, Strip([], 0))
IDLE, LONG, BREATH = 0.4, 1.5, 0.04
"""Seconds of rest before ground is painted that is not in view yet; before other zooms are laid out, and painted where
a step would lead; and between two pieces of it."""
AROUND = Size(10, 6)
"""Columns and rows around what a step to another zoom would show that are painted as well."""
LEFT, MIDDLE = 1, 2
"""Mouse buttons."""
CLICK = 1
"""Cells by which the mouse may move while a click is made."""
EMPTY = 1.25
"""A map begins nearer if so many times as much of it would go on the screen both ways."""
FULLER = 1.12
"""How much larger a picture of the whole map must be to be made for a screen of its own."""
NEAREST_REGION = "near"
"""The zoom up to which a region is enlarged: beyond it, what lies around would be lost."""


@dataclass(slots=True)
class Press:
    """A mouse button held down on the map."""

    at: Offset
    """Where on the screen it went down."""
    scroll: Offset
    """How far the map was scrolled then."""
    button: int
    pans: bool
    """Whether the map goes with the mouse."""
    moved: bool = False
    """Whether this is more than a click."""
    drags: bool = False
    """Whether what lies there goes with the mouse."""


class Stage:
    """One zoom: its layout, its composer, the strips made of the composer's rows."""

    def __init__(self, layout: MapLayout, compose: Callable[[], MapComposer]) -> None:
        self.layout = layout
        self._compose = compose
        self.composer = compose()
        self.composer.forget_all()
        self._strips: dict[int, tuple[int, int, Strip]] = {}
        """By row: the columns where a strip begins and ends, and the strip."""
        self.behind: set[str] = set()
        """Spaces that changed while another zoom was shown."""
        self.outdated = False
        """Whether everything changed meanwhile."""
        self.sheet: Sheet | None = None
        """The same in pixels, if the terminal shows them."""

    def renew(self) -> None:
        """The glyphs changed."""
        self.composer, self.sheet = self._compose(), None

    def forget_all(self) -> None:
        """Everything changed."""
        self.composer.forget_all()
        self._strips.clear()
        self.behind.clear()
        self.outdated = False
        if self.sheet:
            self.sheet.forget_all()

    def catch_up(self) -> None:
        """Compose anew what changed while another zoom was shown."""
        if self.outdated:
            self.forget_all()
        elif self.behind:
            self.forget(sorted(self.behind), labels_only=False)
            self.behind.clear()

    def rest(self) -> None:
        """Other zooms are shown: keep nothing that can be had again at once."""
        self._strips.clear()
        self.composer.rest()
        if self.sheet:
            self.sheet.rest()

    def forget(self, spaces: Sequence[str], *, labels_only: bool) -> list[Box]:
        """These spaces changed; returns what must be repainted."""
        dirty = self.composer.forget(spaces, labels_only=labels_only)
        for area in dirty:
            for y in range(area.y, area.y + area.height):
                self._strips.pop(y, None)
        if self.sheet:
            self.sheet.forget(dirty)
        return dirty

    def strip(self, y: int, left: int, right: int, palette: Palette) -> Strip:
        """The cells of a row from one column to another, blank where the map does not reach."""
        begins, ends, strip = self._strips.get(y, _NO_STRIP)
        if (begins, ends) != (left, right):
            strip = Strip(self._segments(y, left, right, palette), right - left)
            self._strips[y] = left, right, strip
            if len(self._strips) > STRIPS:
                del self._strips[next(iter(self._strips))]
        return strip

    def _segments(self, y: int, left: int, right: int, palette: Palette) -> list[Segment]:
        begin, end = max(0, left), min(right, self.layout.width)
        beyond = self.composer.beyond
        if not 0 <= y < self.layout.height or begin >= end:
            return beyond(y, left, right, palette)
        before = beyond(y, left, begin, palette) if begin > left else []
        after = beyond(y, end, right, palette) if right > end else []
        return [*before, *self.composer.segments(y, begin, end, palette), *after]


class MapWidget(ScrollView, can_focus=True):
    """A map on which a scene lies."""

    DEFAULT_CSS = """
    MapWidget {
        width: 1fr;
        height: 1fr;
        scrollbar-size: 0 0;
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step('up')", "Cursor", show=False),
        Binding("down", "step('down')", "Cursor", show=False),
        Binding("left", "step('left')", "Cursor", show=False),
        Binding("right", "step('right')", "Cursor", show=False),
        Binding("shift+up,ctrl+up", "pan(0, -3)", "Scroll", show=False),
        Binding("shift+down,ctrl+down", "pan(0, 3)", "Scroll", show=False),
        Binding("shift+left,ctrl+left", "pan(-8, 0)", "Scroll", show=False),
        Binding("shift+right,ctrl+right", "pan(8, 0)", "Scroll", show=False),
        Binding("pageup", "page(-1)", "Scroll", show=False),
        Binding("pagedown", "page(1)", "Scroll", show=False),
        Binding("plus,equals_sign", "zoom_in", "Nearer", key_display="+"),
        Binding("minus,underscore", "zoom_out", "Farther", key_display="-"),
        Binding("home", "recenter", "Centre"),
        Binding("enter", "pick", "Pick"),
    ]

    class Moved(Message):
        """The cursor came to a space."""

        def __init__(self, space: str) -> None:
            super().__init__()
            self.space = space

    class Hovered(Message):
        """The mouse came over a space, or left the map."""

        def __init__(self, space: str | None) -> None:
            super().__init__()
            self.space = space

    class Picked(Message):
        """A space was picked with Enter or by a click.

        `adds`: Shift or Ctrl was held down; `fresh`: the cursor was elsewhere before.
        """

        def __init__(self, space: str, *, adds: bool = False, fresh: bool = False) -> None:
            super().__init__()
            self.space = space
            self.adds, self.fresh = adds, fresh

    class UnitPicked(Message):
        """A counter was clicked; `adds`: Shift or Ctrl was held down."""

        def __init__(self, unit: str, *, adds: bool = False) -> None:
            super().__init__()
            self.unit = unit
            self.adds = adds

    class Dragged(Message):
        """The left button was pressed on a space, perhaps on a counter, and the mouse has moved away."""

        def __init__(self, space: str, unit: str | None) -> None:
            super().__init__()
            self.space = space
            self.unit = unit

    class Dropped(Message):
        """What was dragged was let go over a space, or over none."""

        def __init__(self, space: str | None) -> None:
            super().__init__()
            self.space = space

    class Scrolled(Message):
        """Another part of the map came into view, or another zoom."""

    class Grabbed(Message):
        """The map was taken in the hand, to be moved by arrows or by dragging, or was let go."""

    def __init__(
        self,
        *,
        glyphs: str,
        palette: str,
        zoom: str,
        look: Look,
        surface: Surface | None,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.palette = PALETTES[palette]
        self.glyphs = GLYPH_SETS[glyphs]
        self.surface = surface
        """How it is painted; None: in characters on flat grounds."""
        self._pixels: MapPixels | None = None
        self._view = View(look=look)
        self._unmarked = Overlay()
        """What is laid over the map, before lines are marked that characters cannot draw."""
        self._stages: dict[str, Stage] = {}
        self._zoom = zoom
        self._zooms: tuple[str, ...] = ()
        """Those of use on this screen, once its size is known."""
        self.room = SMALL
        """For how many cells the whole of the map is laid out."""
        self._wanted: str | None = None
        self._covered = 0
        """Rows at the bottom over which something lies."""
        self._press: Press | None = None
        self._preparing: Timer | None = None
        """Until a little of what lies around the view is painted."""
        self._prepared: tuple[Stage, Offset, str | None] | None = None
        """Zoom, place of the view and cursor for which nothing is left to be painted."""
        self.grabbed = False
        """Whether arrows and the left mouse button move the map."""
        self._fit_scroll()

    # -- what a kind of map knows ---------------------------------------------------------------------

    @property
    @abstractmethod
    def all_zooms(self) -> tuple[str, ...]:
        """The zooms that are the same on every screen by name, far first."""

    @abstractmethod
    def _layout(self, zoom: str) -> MapLayout:
        """The layout of a zoom; WHOLE is laid out for the present room."""

    def _size_at(self, zoom: str) -> Cells:
        """How large the layout of a zoom is."""
        layout = self._layout(zoom)
        return Cells(layout.width, layout.height)

    @abstractmethod
    def _lay_out(self, zoom: str) -> Stage:
        """Layout and composer of a zoom."""

    @abstractmethod
    def _neighbour(self, space: str, direction: str) -> str | None:
        """Where an arrow key leads from a space at the present zoom."""

    # -- what is shown --------------------------------------------------------------------------------

    @property
    def _stage(self) -> Stage:
        return self._stage_at(self._zoom)

    def _stage_at(self, zoom: str) -> Stage:
        stage = self._stages.get(zoom)
        if stage is None:
            stage = self._stages[zoom] = self._lay_out(zoom)
        return stage

    @property
    def zooms(self) -> tuple[str, ...]:
        """The zooms that are of use on this screen by name, far first."""
        return self._zooms or self.all_zooms

    def _choose_zooms(self) -> None:
        """Of the zooms at which all of the map can be seen the nearest is enough, or one made to fill the screen."""
        if not self.size.area:
            return
        self.room = Cells(*self.size)
        known = self.all_zooms
        first, nearest = 0, known.index(NEAREST_REGION)
        saw_all = bool(self._zooms) and self._zoom == self._zooms[0] and self._zoom not in known[nearest:]
        while first < nearest and self._spare(self._size_at(known[first + 1])) >= 1:
            first += 1
        self._zooms, size = known[first:], self._size_at(known[first])
        if self._whole_fills and first < nearest and self._spare(size) >= 1:
            whole = self._size_at(WHOLE)
            if whole.width >= FULLER * size.width or whole.height >= FULLER * size.height:
                self._zooms = WHOLE, *known[first + 1 :]
            old = self._stages.get(WHOLE)
            if old and (old.layout.width, old.layout.height) != whole:
                del self._stages[WHOLE]
        if self._zoom not in self._zooms or (saw_all and self._zoom != self._zooms[0]):
            self._change_zoom(self._zooms[0])
        elif self._zoom not in self._stages:
            self._change_zoom(self._zoom)

    @property
    def _whole_fills(self) -> bool:
        """Whether the whole of the map can be laid out for a screen of any size: when it is painted."""
        return self.surface is not None

    def _spare(self, size: Cells) -> float:
        """How many times as large a layout might be in the present room."""
        return min(self.room.width / size.width, self.room.height / size.height)

    @property
    def layout_now(self) -> MapLayout:
        """The layout of the present zoom."""
        return self._stage.layout

    @property
    def scene(self) -> Scene:
        """The scene that is shown."""
        return self._view.scene

    @property
    def overlaid(self) -> Iterable[str]:
        """The spaces that are highlighted."""
        return self._view.overlay.highlights.keys()

    def show(self, scene: Scene) -> None:
        """Show a scene; only what differs from the one before is drawn anew."""
        before, self._view.scene = self._view.scene, scene
        spaces = touched(before, scene)
        if sides_on(before) != sides_on(scene) or len(spaces) > len(self.layout_now.boxes) // MANY:
            self._redraw_all()
        else:
            self._redraw(spaces)

    def overlay(self, overlay: Overlay) -> None:
        """Lay highlights and notes over the map in place of those before."""
        self._unmarked = overlay
        if self.surface is None:
            overlay = with_lines_marked(overlay)
        before, self._view.overlay = self._view.overlay, overlay
        spaces = changed(before.highlights, overlay.highlights) | changed(before.notes, overlay.notes)
        spaces |= changed(before.tints, overlay.tints)
        spaces.update(*(line.spaces for line in {*before.lines} ^ {*overlay.lines}))
        spaces.update(*(hexside.split("-") for hexside in changed(before.hexsides, overlay.hexsides)))
        self._redraw(spaces)

    @property
    def laid(self) -> Overlay:
        """What is laid over the map."""
        return self._view.overlay

    def set_look(
        self, *, glyphs: str | None = None, palette: str | None = None, surface: Surface | None = None
    ) -> None:
        """Change the glyph set, the palette, and how it is painted."""
        self.glyphs = GLYPH_SETS[glyphs] if glyphs else self.glyphs
        self.palette = PALETTES[palette] if palette else self.palette
        self.surface = surface
        self._view.overlay = with_lines_marked(self._unmarked) if surface is None else self._unmarked
        for stage in self._stages.values():
            stage.renew()
        self._choose_zooms()
        self._redraw_all()

    def set_bands(self, stripe: Callable[[Counter], tuple[str, ...]]) -> None:
        """The colours of the bands at the counters' left edges; only painted maps have them."""
        self._view.stripe = stripe
        if self.surface and self.scene.spaces:
            self._redraw_all()

    def _redraw_all(self) -> None:
        """Draw everything anew, here at once, in other zooms when they are next shown."""
        here = self._stage
        for stage in self._stages.values():
            stage.outdated = stage is not here
        here.forget_all()
        self.refresh()

    def _redraw(self, spaces: set[str], *, labels_only: bool = False) -> None:
        """Draw these spaces anew, here at once, in other zooms when they are next shown."""
        changed = sorted(spaces & self.layout_now.boxes.keys())
        if not changed:
            return
        dirty = self._stage.forget(changed, labels_only=labels_only)
        for name, stage in self._stages.items():
            if name != self._zoom:
                stage.behind.update(changed)
        self._refresh_rows(dirty)

    def _refresh_rows(self, dirty: Iterable[Box]) -> None:
        """Repaint what can be seen of some rectangles: one stretch a row, as rows are written from their start."""
        (left, top), (width, height) = self._origin(), self.size
        ends: dict[int, int] = {}
        for area in dirty:
            end = min(area.x + area.width - left, width)
            if area.x < left + width and end > 0:
                for y in range(max(0, area.y - top), min(height, area.y + area.height - top)):
                    ends[y] = max(end, ends.get(y, 0))
        if ends:
            self.refresh(*(Region(0, y, end, 1) for y, end in ends.items()))

    # -- drawing --------------------------------------------------------------------------------------

    def _origin(self) -> Offset:
        """The map cell in the widget's top left corner; negative where a small map is centred."""
        width, height = self.size
        layout = self.layout_now
        x, y = self.scroll_offset
        return Offset(
            x if layout.width > width else (layout.width - width) // 2,
            y if layout.height + self._covered > height else (layout.height - height) // 2,
        )

    def render_line(self, y: int) -> Strip:
        """One line of the widget."""
        return self._line(y, self._origin(), self.size.width)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Lines of the widget, drawn as they are: a map has no frame, and its palette nothing to be filtered."""
        if self._pixels:
            self._pixels.frame(crop)
        if (self._stage, self._origin(), self.cursor) != self._prepared and not self.app.is_headless:
            self._prepare_in(IDLE)
        origin, width, (start, end) = self._origin(), self.size.width, crop.column_span
        return [self._line(y, origin, width).crop(start, end) for y in crop.line_range]

    def _line(self, y: int, origin: Offset, width: int) -> Strip:
        strip = self._stage.strip(origin.y + y, origin.x, origin.x + width, self.palette)
        return self._pixels.line(y, strip) if self._pixels else strip

    def _prepare_in(self, seconds: float) -> None:
        """Paint what lies around the view while nothing is asked for, so that no key has to wait for it."""
        if self._preparing is not None:
            self._preparing.stop()
        self._preparing = self.set_timer(seconds, self._prepare)

    def _prepare(self) -> None:
        if self.display and self._stage.composer.prepare(Box(*self._origin(), *self.size)):
            self._prepare_in(BREATH)
        elif self.display:
            self._prepared = self._stage, self._origin(), self.cursor
            self._preparing = self.set_timer(LONG, self._prepare_steps)

    def _prepare_steps(self) -> None:
        """The same of what a step nearer or farther would show."""
        at, zooms = self.zooms.index(self._zoom), self.zooms
        for zoom in (*zooms[at + 1 : at + 2], *zooms[max(0, at - 1) : at]):
            new = zoom not in self._stages
            stage = self._caught_up(zoom)
            if new or stage.composer.prepare(self._view_at(stage.layout), beyond=False):
                self._preparing = self.set_timer(BREATH, self._prepare_steps)
                return

    def _view_at(self, layout: MapLayout) -> Box:
        """The cells of another zoom that would be seen, and those around them: the cursor may have to be moved."""
        (width, height), (anchor, spot) = self.size, self._anchor()
        corner = _middle(layout.boxes[anchor]) - spot
        left = max(0, min(corner.x, layout.width - width) - AROUND.width)
        top = max(0, min(corner.y, layout.height - height) - AROUND.height)
        return Box(left, top, width + 2 * AROUND.width, height + 2 * AROUND.height)

    def use_terminal(self, terminal: Abilities) -> None:
        """Show a painted map in pixels if a terminal can; else in cells."""
        if self._pixels:
            self._pixels.close()
            self._pixels = None
        if self.surface and terminal.graphics and terminal.cell:
            from wargame_tui.tui.paint.pixels.shown import MapPixels

            self._pixels = MapPixels(self, terminal, lambda: self._stage, self._origin)
        self.refresh()

    def on_unmount(self) -> None:
        """Take pictures from the terminal."""
        if self._pixels:
            self._pixels.close()

    # -- cursor ---------------------------------------------------------------------------------------

    @property
    def cursor(self) -> str | None:
        """The space under the cursor."""
        return self._view.cursor

    def go_to(self, space: str, *, animate: bool = False, near: bool = False) -> None:
        """Put the cursor on a space and bring it into view, with what is around it unless it is `near` the last one."""
        before = self._view.cursor
        if space != before:
            self._view.cursor = space
            self._redraw({space} | ({before} if before else set()), labels_only=True)
            self.post_message(self.Moved(space))
        if self.size.width:
            self._bring_into_view(space, animate=animate, alone=near)
        else:
            self._wanted = space

    @property
    def _open(self) -> Size:
        """The part of the widget over which nothing lies; all of it if that part is too low to be of use."""
        height = self.size.height - self._covered
        return Size(self.size.width, height) if height >= LOWEST else self.size

    def _frame(self) -> None:
        """Tell the view what of the map is on the screen: a stack fanned out at the cursor stays within it."""
        window = Box(*self._origin(), *self._open)
        if self.surface is None or not self.size.width or window == self._view.window:
            return
        self._view.window = window
        here = self._view.scene.spaces.get(self.cursor or "")
        if self.cursor and here is not None and len(here.counters) > 1:
            self._redraw({self.cursor}, labels_only=True)

    def cover(self, rows: int) -> None:
        """Something lies over so many rows at the bottom: the cursor stays in view above it."""
        if rows == self._covered:
            return
        self._covered = rows
        self._fit_scroll()
        self.call_after_refresh(self._keep_cursor)

    def _fit_scroll(self) -> None:
        """What is at the bottom of the map can be scrolled up from under what lies over it."""
        self.virtual_size = Size(self.layout_now.width, self.layout_now.height + self._covered)

    def _keep_cursor(self) -> None:
        if self.cursor and self.size.width:
            self._bring_into_view(self.cursor)
        self._frame()
        self.refresh()

    def look_to(self, space: str) -> None:
        """Bring a space into the middle of the view; the cursor stays where it is."""
        self._centre(space, animate=False)

    def show_cursor(self) -> None:
        """Bring the cursor's space into view."""
        if self.cursor:
            self._bring_into_view(self.cursor)

    def recenter(self) -> None:
        """Put the cursor's space in the middle."""
        if self.cursor:
            self._centre(self.cursor, animate=False)

    def action_recenter(self) -> None:
        """Home."""
        self.recenter()

    def _bring_into_view(self, space: str, *, animate: bool = False, alone: bool = True) -> None:
        """Centre a space that is not in view, or not with its neighbours if it is not to be seen `alone`."""
        layout, box = self.layout_now, self.layout_now.boxes[space]
        left, top = self._origin()
        width, height = self._open
        across, down = (1, 0) if alone else self._room(box)
        inside = (
            left <= max(0, box.x - across) and min(layout.width, box.x + box.width + across) <= left + width
            and top <= max(0, box.y - down) and min(layout.height, box.y + box.height + down) <= top + height
        )  # fmt: skip
        if not inside:
            self._centre(space, animate=animate)

    def _room(self, box: Box) -> tuple[int, int]:
        """Columns and rows around a space that show its neighbours: as many as it has, if there are so many."""
        width, height = self._open
        return max(1, min(box.width, (width - box.width) // 3)), max(0, min(box.height, (height - box.height) // 3))

    def _centre(self, space: str, *, animate: bool) -> None:
        # Of a box that is larger than the screen the head is seen: there is its name.
        width, height = (max(size, box) for size, box in zip(self._open, self.layout_now.boxes[space][2:], strict=True))
        self._hold_at(space, Offset(width // 2, height // 2), animate=animate)

    def _hold_at(self, space: str, spot: Offset, *, animate: bool = False) -> None:
        """Scroll until the middle of a space is at a spot of the widget, or as near as the map's edge lets it."""
        self._put_corner(_middle(self.layout_now.boxes[space]) - spot, animate=animate)

    def _put_corner(self, corner: Offset, *, animate: bool = False) -> None:
        """Scroll until a cell of the map is in the widget's corner, or as near as the map's edge lets it."""
        duration = 0.2 if animate else None
        # By force: a map that had no need to be scrolled until now counts as one that cannot be.
        self.scroll_to(*corner, animate=animate, duration=duration, immediate=not animate, force=True)

    def action_step(self, direction: str) -> None:
        """An arrow key: to the neighbouring space in that direction; with the map in the hand, that way over it."""
        if self.grabbed:
            dx, dy = _PAN[direction]
            self.action_pan(dx, dy)
        elif self.cursor is None:
            self.go_to(self._middle_space())
        elif other := self._neighbour(self.cursor, direction):
            self.go_to(other, near=True)

    def _middle_space(self) -> str:
        """The space nearest to the middle of the view."""
        left, top = self._origin()
        return self._nearest_to(left + self.size.width // 2, top + self.size.height // 2, self.layout_now.boxes)

    def nearest(self, spaces: Iterable[str]) -> str:
        """The one of some spaces that is nearest to the cursor; without one, the first."""
        if self.cursor is None:
            return next(iter(spaces))
        box = self.layout_now.boxes[self.cursor]
        return self._nearest_to(box.x + box.width // 2, box.y + box.height // 2, spaces)

    @property
    def amid(self) -> str:
        """Of the spaces with counters, or of all if there are none, the one amid the others."""
        boxes = self.layout_now.boxes
        stood = [space for space, here in self.scene.spaces.items() if here.counters and space in boxes]
        spaces = stood or list(boxes)
        across, down = sorted(boxes[space].x for space in spaces), sorted(boxes[space].y for space in spaces)
        return self._nearest_to(across[len(across) // 2], down[len(down) // 2], spaces)

    def _nearest_to(self, x: int, y: int, spaces: Iterable[str]) -> str:
        boxes = self.layout_now.boxes

        def distance(space: str) -> int:
            box = boxes[space]
            return abs(box.x + box.width // 2 - x) + 2 * abs(box.y + box.height // 2 - y)

        return min(spaces, key=distance)

    def action_pick(self) -> None:
        """Enter; with the map in the hand it is let go, and the cursor comes to where one looks."""
        if self.grabbed:
            self.grab(held=False)
            if not (self.cursor and self._in_view(self.cursor)):
                self.go_to(self._middle_space())
        elif self.cursor:
            self.post_message(self.Picked(self.cursor))

    # -- scroll and zoom ------------------------------------------------------------------------------

    def action_pan(self, dx: int, dy: int) -> None:
        """Scroll by some cells."""
        self.scroll_relative(dx, dy, animate=False)

    def action_page(self, direction: int) -> None:
        """Scroll by most of a screen."""
        self.scroll_relative(0, direction * max(1, self.size.height - 6), animate=False)

    @property
    def zoom(self) -> int:
        """The present zoom as a place in `zooms`."""
        return self.zooms.index(self._zoom)

    @property
    def zoom_name(self) -> str:
        """The present zoom by name."""
        return self._zoom

    def zoom_in(self) -> None:
        """Nearer."""
        self._zoom_by(1)

    def zoom_out(self) -> None:
        """Farther."""
        self._zoom_by(-1)

    def _zoom_by(self, steps: int, about: Offset | None = None) -> None:
        """So many steps nearer, about a spot of the widget or about the cursor."""
        name = self.zooms[min(max(self.zoom + steps, 0), len(self.zooms) - 1)]
        if about is None:
            self.set_zoom(name)
        elif name != self._zoom:
            self._zoom_about(name, about)

    def action_zoom_in(self) -> None:
        """The + key."""
        self.zoom_in()

    def action_zoom_out(self) -> None:
        """The - key."""
        self.zoom_out()

    def set_zoom(self, name: str) -> None:
        """Show the map at a zoom, with the cursor where it was, or if it is out of view the space in the middle."""
        name = name if name in self.zooms else self.zooms[0]
        if name == self._zoom:
            return
        anchor, spot = self._anchor()
        self._change_zoom(name)
        self._hold_at(anchor, spot)
        self._bring_into_view(anchor)

    def _anchor(self) -> tuple[str, Offset]:
        """The space that stays at its spot of the widget at another zoom."""
        anchor = self.cursor if self.cursor and self._in_view(self.cursor) else self._middle_space()
        return anchor, _middle(self.layout_now.boxes[anchor]) - self._origin()

    def _zoom_about(self, name: str, spot: Offset) -> None:
        """Show the map at a zoom with the same place of it at a spot of the widget."""
        cell = spot + self._origin()
        anchor = self.layout_now.space_at(*cell) or self._nearest_to(*cell, self.layout_now.boxes)
        before = self.layout_now.boxes[anchor]
        self._change_zoom(name)
        box = self.layout_now.boxes[anchor]
        x = box.x + round((cell.x - before.x + 0.5) * box.width / before.width - 0.5)
        y = box.y + round((cell.y - before.y + 0.5) * box.height / before.height - 0.5)
        self._put_corner(Offset(x, y) - spot)

    def _change_zoom(self, name: str) -> None:
        for other, stage in self._stages.items():
            if other not in (self._zoom, name):
                stage.rest()
        self._zoom = name
        self._stage.catch_up()
        self._fit_scroll()
        self._frame()
        self.refresh()
        self.post_message(self.Scrolled())

    def _grow(self) -> None:
        """Begin a map that would leave most of the screen empty nearer: as near as all of it can be seen.

        Not one that is shown far on purpose, as a picture of itself.
        """
        (width, height), now = self.size, self.layout_now
        if self._zoom != NEAREST_REGION:
            return
        if EMPTY * now.width > width or EMPTY * now.height > height:
            return
        for name in self.zooms[self.zoom + 1 :]:
            nearer = self._stage_at(name).layout
            if nearer.width > width or nearer.height > height:
                return
            self._change_zoom(name)

    def show_all(self) -> None:
        """The nearest zoom at which all of the map that is in play can be seen, or else the farthest."""
        outside = self.scene.outside
        self._fit([space for space in self.layout_now.boxes if space not in outside], self.zooms, margin=0)

    def show_region(self, spaces: Iterable[str]) -> None:
        """The nearest zoom at which some spaces can be seen together with what is next to them.

        A cursor that is at none of them goes to the nearest. Spaces that are not on this map are left out.
        """
        region = [space for space in spaces if space in self.layout_now.boxes]
        if not region:
            return
        if self.cursor not in region:
            self.go_to(self.nearest(region))
        self._fit(region, self.zooms[: self.zooms.index(NEAREST_REGION) + 1], margin=0.5)

    def _fit(self, spaces: Sequence[str], zooms: Sequence[str], margin: float) -> None:
        """The nearest of some zooms at which spaces can be seen with so much of one around them; else the farthest."""
        width, height = self._open
        fitting, middle = zooms[0], Offset()
        for name in zooms:
            layout = self._stage_at(name).layout
            around = _around([layout.boxes[space] for space in spaces], margin)
            across, down = min(around.width, layout.width), min(around.height, layout.height)
            if name != fitting and (across > width or down > height):
                break
            fitting, middle = name, _middle(around)
        if fitting != self._zoom:
            self._change_zoom(fitting)
        self._put_corner(middle - Offset(width // 2, height // 2))
        if self.cursor:
            self._bring_into_view(self.cursor)

    def _in_view(self, space: str) -> bool:
        box = self.layout_now.boxes[space]
        left, top = self._origin()
        return left <= box.x < left + self.size.width and top <= box.y < top + self.size.height

    def on_resize(self, event: Resize) -> None:
        """Keep the cursor in view; carry out a go_to from before the widget had a size."""
        self._choose_zooms()
        if self._wanted:
            self._grow()
            self._centre(self._wanted, animate=False)
            self._wanted = None
        elif self.cursor:
            self._bring_into_view(self.cursor)
        self._frame()
        self.post_message(self.Scrolled())
        if self._pixels:
            self._pixels.resized()

    def watch_scroll_x(self, old_value: float, new_value: float) -> None:
        """Tell the overview."""
        super().watch_scroll_x(old_value, new_value)
        if round(old_value) != round(new_value):
            self._frame()
            self.post_message(self.Scrolled())

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Tell the overview."""
        super().watch_scroll_y(old_value, new_value)
        if round(old_value) != round(new_value):
            self._frame()
            self.post_message(self.Scrolled())

    def spot_of(self, space: str) -> tuple[int, int]:
        """The cell of the widget in the middle of a space's label; it may be out of view."""
        x, y = _middle(self.layout_now.boxes[space]) - self._origin()
        return x, y

    def column_of(self, space: str) -> int:
        """The column of the widget in which the middle of a space's label is."""
        box = self.layout_now.boxes[space]
        return box.x + box.width // 2 - self._origin().x

    @property
    def spaces_in_view(self) -> list[str]:
        """The spaces whose label is in view, west to east within rows."""
        boxes = self.layout_now.boxes
        return sorted((space for space in boxes if self._in_view(space)), key=lambda s: (boxes[s].y, boxes[s].x))

    @property
    def jump_targets(self) -> list[str]:
        """The spaces in view to which jump letters lead."""
        return self.spaces_in_view

    # -- jump labels ----------------------------------------------------------------------------------

    def show_jumps(self, spaces: Sequence[str]) -> dict[str, str]:
        """Draw a label of one or two letters over each of these spaces; returns label to space."""
        letters = JUMP_LETTERS
        if len(spaces) <= len(letters):
            labels = dict(zip(letters, spaces, strict=False))
        else:
            pairs = ("".join(pair) for pair in product(letters, repeat=2))
            labels = dict(zip(pairs, spaces, strict=False))
        self._set_jumps({space: name for name, space in labels.items()})
        return labels

    def hide_jumps(self) -> None:
        """Take the jump labels away."""
        self._set_jumps({})

    def _set_jumps(self, jumps: dict[str, str]) -> None:
        before, self._view.jumps = self._view.jumps, jumps
        self._redraw(set(before) | set(jumps), labels_only=True)

    # -- mouse ----------------------------------------------------------------------------------------

    def _cell(self, event: MouseMove | MouseDown | MouseUp) -> Offset:
        """The map cell under the mouse."""
        return event.get_content_offset_capture(self) + self._origin()

    def grab(self, *, held: bool) -> None:
        """Take the map in the hand, or let it go."""
        if held != self.grabbed:
            self.grabbed = held
            self.post_message(self.Grabbed())

    def on_mouse_down(self, event: MouseDown) -> None:
        """Begin a click or a drag. The left button is for the pieces: it drags the map where there are none."""
        pans = event.button == MIDDLE or (event.button == LEFT and (self.grabbed or not self._holds(event)))
        self._press = Press(event.screen_offset, self.scroll_offset, event.button, pans)
        self.capture_mouse()

    def _holds(self, event: MouseDown) -> bool:
        """Whether a piece is where the mouse is."""
        here = self.scene.spaces.get(self.layout_now.space_at(*self._cell(event)) or "")
        return here is not None and bool(here.counters)

    def on_mouse_move(self, event: MouseMove) -> None:
        """Drag the map, or tell over which space the mouse is."""
        press = self._press
        if press is not None and not event.button:
            self._let_go()  # Released where the terminal does not tell of it.
            press = None
        if press is None:
            self._hover(self.layout_now.space_at(*self._cell(event)))
            return
        moved = event.screen_offset - press.at
        press.moved = press.moved or abs(moved.x) + abs(moved.y) > CLICK
        if press.moved and press.pans:
            self.scroll_to(press.scroll.x - moved.x, press.scroll.y - moved.y, animate=False, immediate=True)
        elif press.moved and press.button == LEFT:
            self._drag(press, event)

    def _drag(self, press: Press, event: MouseMove) -> None:
        """What the left button was pressed on goes along with the mouse."""
        begun = self._cell(event) - (event.screen_offset - press.at)
        over = self.layout_now.space_at(*self._cell(event))
        if not press.drags and (space := self.layout_now.space_at(*begun)) is not None and over != space:
            press.drags = True
            self.post_message(self.Dragged(space, self._stage.composer.unit_at(*begun)))
        if press.drags:
            self._hover(over)

    def _let_go(self) -> None:
        self._press = None
        self.release_mouse()

    def on_mouse_up(self, event: MouseUp) -> None:
        """End a drag, or pick what was clicked."""
        press = self._press
        self._let_go()
        if press is None or press.button != LEFT:
            return
        if press.drags:
            self.post_message(self.Dropped(self.layout_now.space_at(*self._cell(event))))
        if press.moved:
            return
        x, y = self._cell(event)
        space = self.layout_now.space_at(x, y)
        if space is None:
            return
        unit = self._stage.composer.unit_at(x, y)
        fresh = space != self.cursor
        self.go_to(space, near=True)
        adds = event.shift or event.ctrl
        self.post_message(self.Picked(space, adds=adds, fresh=fresh))
        if unit:
            self.post_message(self.UnitPicked(unit, adds=adds))

    def on_leave(self, event: Leave) -> None:
        """The mouse left."""
        self._hover(None)

    def _hover(self, space: str | None) -> None:
        before = self._view.hover
        if space != before:
            self._view.hover = space
            self._redraw({name for name in (before, space) if name}, labels_only=True)
            self.post_message(self.Hovered(space))

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Wheel: up; with ctrl nearer, with shift left."""
        self._wheel(event, -1)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Wheel: down; with ctrl farther, with shift right."""
        self._wheel(event, 1)

    def _wheel(self, event: MouseScrollUp | MouseScrollDown, direction: int) -> None:
        event.stop()
        event.prevent_default()
        if event.ctrl:
            self._zoom_by(-direction, event.get_content_offset_capture(self))
        elif event.shift:
            self.action_pan(8 * direction, 0)
        else:
            self.action_pan(0, 3 * direction)

    def look_at(self, across: float, down: float) -> None:
        """Bring a place of the map, by its shares of width and height, into the middle of the view."""
        layout, (width, height) = self.layout_now, self._open
        middle = Offset(round(across * layout.width), round(down * layout.height))
        self._put_corner(middle - Offset(width // 2, height // 2))

    @property
    def cursor_region(self) -> Region | None:
        """Where in the widget the space under the cursor is."""
        if self.cursor is None:
            return None
        x, y, width, height = self.layout_now.boxes[self.cursor]
        return Region(x, y, width, height).translate(-self._origin())

    def viewport(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of what is in view as shares of the map."""
        left, top = self._origin()
        layout, (width, height) = self.layout_now, self.size
        return (
            max(0.0, left / layout.width),
            max(0.0, top / layout.height),
            min(1.0, (left + width) / layout.width),
            min(1.0, (top + height) / layout.height),
        )

    @property
    def whole(self) -> MapLayout:
        """The layout that the overview shows in small: that of the farthest zoom, whatever zoom is shown."""
        return self._farthest.layout

    @property
    def _farthest(self) -> Stage:
        return self._caught_up(self.all_zooms[0])

    def _caught_up(self, zoom: str) -> Stage:
        stage = self._stage_at(zoom)
        if stage is not self._stage:
            stage.catch_up()
        return stage

    def layout_at(self, zoom: str) -> MapLayout:
        """The layout of a zoom, whatever zoom is shown."""
        return self._caught_up(zoom).layout

    def zoom_within(self, room: Cells) -> str | None:
        """The nearest zoom at which there is room for the whole map; None if there is none."""
        found = None
        for zoom in self.all_zooms:
            layout = self.layout_at(zoom)
            if layout.width > room.width or layout.height > room.height:
                break
            found = zoom
        return found

    def line_of_whole(self, y: int, zoom: str) -> Strip:
        """A line of the whole map at a zoom."""
        return self._caught_up(zoom).strip(y, 0, self.layout_at(zoom).width, self.palette)

    def picture(self, width: int, height: int) -> Sequence[Sequence[Run]] | None:
        """All of the map in so many columns and rows, cell by cell; None if it is not painted."""
        return self._farthest.composer.picture(width, height)

    def ground_at(self, x: int, y: int) -> str:
        """The ground of a cell of the whole on the overview."""
        space = self.whole.space_at(x, y)
        return self._farthest.composer.ground_of(space) if space else "outside"

    def space_near(self, x: int, y: int) -> str | None:
        """The space that a click on a cell of the whole means."""
        return self.whole.space_at(x, y)

    @property
    def marked(self) -> Sequence[str]:
        """The spaces that have a mark on the overview, those of most weight first."""
        return [space for space, here in self.scene.spaces.items() if here.counters]

    def mark_of(self, space: str) -> tuple[str, str, str]:
        """Ground, ink and glyph that stand for a space on the overview."""
        counters = self.scene.spaces[space].counters if space in self.scene.spaces else ()
        if counters and space != self.cursor:
            return side_mark_of(counters, self.glyphs.of_title(self._view.look), self._coats)
        return self._farthest.composer.mark_of(space)

    @property
    def _coats(self) -> Sides:
        """The colours of the sides."""
        return Sides(sides_on(self.scene), self._view.look)


_PAN = {"up": (0, -3), "down": (0, 3), "left": (-8, 0), "right": (8, 0)}
"""Columns and rows by which an arrow moves the map."""


def _middle(box: Box) -> Offset:
    return Offset(box.x + box.width // 2, box.y + box.height // 2)


def _around(boxes: Sequence[Box], margin: float) -> Box:
    """What contains some boxes, with so much of the largest around them."""
    across = round(margin * max(box.width for box in boxes))
    down = round(margin * max(box.height for box in boxes))
    left, top = min(box.x for box in boxes) - across, min(box.y for box in boxes) - down
    right, bottom = max(box.x + box.width for box in boxes) + across, max(box.y + box.height for box in boxes) + down
    return Box(left, top, right - left, bottom - top)
