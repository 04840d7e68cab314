"""The rows of a painted map in cells: ground, tints and strokes fitted to glyphs, lettering above them."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from rich.color import Color
from rich.segment import Segment
from rich.style import Style

from wargame_tui.tui.map.palette import EIGHT_BIT, Palette
from wargame_tui.tui.map.view import Box, View
from wargame_tui.tui.paint.cells import Cells, GlyphKind, Ints, fitted, packed
from wargame_tui.tui.paint.few_colors import nearest
from wargame_tui.tui.paint.over import Over
from wargame_tui.tui.paint.painter import Lettering, Text
from wargame_tui.tui.paint.style import MapStyle
from wargame_tui.tui.paint.tiles import ACROSS, DOWN, Ground, Stroke, Tints, rgb, touch

SOFT = 0.6
"""How much of the halo is laid under letters."""
BOLD = 1 << 24
"""Added to the ink of bold letters."""
_NO_UNIT = None
STYLES = 1 << 13
"""Of ink and ground that are remembered: some screens full."""


class Row(NamedTuple):
    """A row with its letters, from a column on, over whole tiles."""

    start: int
    codes: Ints
    inks: Ints
    grounds: Ints


class PaintedComposer:
    """The rows of one layout under a view, painted."""

    def __init__(
        self, ground: Ground, over: Over, lettering: Lettering, view: View, style: MapStyle, kind: GlyphKind
    ) -> None:
        self.layout = ground.layout
        self.view = view
        self.style = style
        self._kind: GlyphKind = kind
        self._over = over
        self.lettering = lettering
        self._spaces = ground.painter.spaces
        self.ground = ground
        """Its tiles in cells."""
        self._fits: dict[tuple[int, int], Cells] = {}
        self._rows: dict[int, Row] = {}
        self.tints = Tints(len(self._spaces), style.ground)
        """What is laid over every space."""
        self.strokes: Sequence[Stroke] = ()
        """The lines above."""

    # -- what changed ---------------------------------------------------------------------------------

    def forget_all(self) -> None:
        """Compose everything anew: the scene changed altogether."""
        self.lettering.forget_all()
        self.tints, self.strokes = self._over.tints(), self._over.strokes()
        self._fits.clear()
        self._rows.clear()

    def forget(self, spaces: Iterable[str], *, labels_only: bool = False) -> list[Box]:
        """Compose anew what these spaces touch; returns the rectangles that must be repainted."""
        spaces = list(spaces)
        before, self.tints = self.tints, self._over.tints()
        lines, self.strokes = self.strokes, self._over.strokes()
        dirty = [self._over.extent(space) for space in spaces]
        dirty += [self._over.extent(self._spaces[number]) for number in self.tints.differ(before)]
        dirty += [stroke.box for stroke in _others(lines, self.strokes) ^ _others(self.strokes, lines)]
        for box in _joined(dirty):
            self._refit(box)
        dirty += self.lettering.forget(spaces)
        for box in dirty:
            for y in range(box.y, box.y + box.height):
                self._rows.pop(y, None)
        return dirty

    def _refit(self, box: Box) -> None:
        """Fit anew what is fitted of a rectangle."""
        for place in self.ground.under(box):
            cells = self._fits.get(place)
            if cells is None:
                continue
            tile = self.ground.tile(*place)
            x, y = max(box.x, tile.box.x), max(box.y, tile.box.y)
            width = min(box.x + box.width, tile.box.x + tile.box.width) - x
            height = min(box.y + box.height, tile.box.y + tile.box.height) - y
            if width <= 0 or height <= 0:
                continue
            part = fitted(self.ground.shown(tile, Box(x, y, width, height), self.tints, self.strokes), self._kind)
            rows = slice(y - tile.box.y, y - tile.box.y + height)
            columns = slice(x - tile.box.x, x - tile.box.x + width)
            for whole, new in zip(cells, part, strict=True):
                whole[rows, columns] = new

    # -- rows -----------------------------------------------------------------------------------------

    def segments(self, y: int, left: int, right: int, palette: Palette) -> list[Segment]:
        """The row from one column to another, both on the map; its colours are those of the style."""
        row = self._rows.get(y)
        if row is None or left < row.start or right > row.start + len(row.codes):
            start, end = left // ACROSS * ACROSS, min(self.layout.width, -(-right // ACROSS) * ACROSS)
            row = self._rows[y] = self._lettered(y, start, end)
        part = slice(left - row.start, right - row.start)
        style = _style_of_few if palette is EIGHT_BIT else _style
        return _segments(row.codes[part], row.inks[part], row.grounds[part], style)

    def _lettered(self, y: int, left: int, right: int) -> Row:
        """The row with its letters."""
        codes, inks, grounds, means = self._cells(y, left, right)
        texts = self.lettering.row(y)
        soft = _softened(means, self.style.halo) if any(not text.ground for text in texts) else means
        for text in texts:
            self._letter(text, left, codes, inks, grounds, soft)
        return Row(left, codes, inks, grounds)

    def _cells(self, y: int, left: int, right: int) -> tuple[Ints, Ints, Ints, Ints]:
        """Copies of the cells of a row."""
        parts = []
        for place in self.ground.under(Box(left, y, right - left, 1)):
            tile = self.ground.tile(*place)
            cells = self._fits.get(place)
            if cells is None:
                pixels = self.ground.shown(tile, tile.box, self.tints, self.strokes)
                cells = self._fits[place] = fitted(pixels, self._kind)
            start, end = max(0, left - tile.box.x), min(tile.box.width, right - tile.box.x)
            parts.append([plane[y % DOWN, start:end] for plane in cells])
        codes, inks, grounds, means = (np.concatenate(planes) for planes in zip(*parts, strict=True))
        return codes, inks, grounds, means

    def _letter(self, text: Text, left: int, codes: Ints, inks: Ints, grounds: Ints, soft: Ints) -> None:
        """Write what of a text lies in a row."""
        start, end = max(0, text.x - left), min(len(codes), text.x + len(text.words) - left)
        if start >= end:
            return
        words = text.words[start - (text.x - left) : end - (text.x - left)]
        codes[start:end] = np.frombuffer(words.encode("utf-32-le"), np.uint32)
        inks[start:end] = _number(text.ink) | (BOLD if text.bold else 0)
        grounds[start:end] = _number(text.ground) if text.ground else soft[start:end]

    def unit_at(self, x: int, y: int) -> str | None:
        """The unit whose counter covers a cell."""
        for text in reversed(self.lettering.row(y)):
            if text.x <= x < text.x + len(text.words):
                return text.unit
        return _NO_UNIT

    # -- overview -------------------------------------------------------------------------------------

    def ground_of(self, space: str) -> str:
        """The ground of a space on the overview: its colour in its middle."""
        box = self.layout.boxes[space]
        x, y = box.x + box.width // 2, box.y + box.height // 2
        means = self._cells(y, x, x + 1)[3]
        return f"#{int(means[0]):06x}"

    def mark_of(self, space: str) -> tuple[str, str, str]:
        """Ground, ink and glyph of a space on the overview."""
        ground = self.ground_of(space)
        if space == self.view.cursor:
            return ground, self.style.cursor, "◆"
        return ground, self.style.ink, " "


def _others(strokes: Sequence[Stroke], known: Sequence[Stroke]) -> set[Stroke]:
    """Those that are not the very same as known ones: to compare them all takes longer than to draw some."""
    same = {id(each) for each in known}
    return {each for each in strokes if id(each) not in same}


def _joined(boxes: Iterable[Box]) -> list[Box]:
    """Rectangles that touch each other as one."""
    found: list[Box] = []
    for box in boxes:
        for other in [each for each in found if touch(each, box)]:
            found.remove(other)
            x, y = min(box.x, other.x), min(box.y, other.y)
            right, bottom = (
                max(box.x + box.width, other.x + other.width),
                max(box.y + box.height, other.y + other.height),
            )
            box = Box(x, y, right - x, bottom - y)
        found.append(box)
    return found


def _segments(codes: Ints, inks: Ints, grounds: Ints, style: Callable[[int, int], Style]) -> list[Segment]:
    """Neighbouring cells of one style as one segment; the ink of blanks is of no consequence."""
    inks = np.where(codes == ord(" "), grounds, inks)
    changes = np.flatnonzero((inks[1:] != inks[:-1]) | (grounds[1:] != grounds[:-1])) + 1
    words = codes.astype("<u4").tobytes().decode("utf-32-le")
    ends = [0, *changes.tolist(), len(codes)]
    starts = ends[:-1]
    return [
        Segment(words[start:end], style(ink, ground))
        for (start, end), ink, ground in zip(
            pairwise(ends), inks[starts].tolist(), grounds[starts].tolist(), strict=True
        )
    ]


@lru_cache(STYLES)
def _style(ink: int, ground: int) -> Style:
    return Style(color=_color(ink & 0xFFFFFF), bgcolor=_color(ground), bold=True if ink & BOLD else None)


@lru_cache(STYLES)
def _style_of_few(ink: int, ground: int) -> Style:
    """The same in a terminal of 256 colours."""
    return Style(color=nearest(ink & 0xFFFFFF), bgcolor=nearest(ground), bold=True if ink & BOLD else None)


@cache
def _color(number: int) -> Color:
    return Color.from_rgb(number >> 16, number >> 8 & 0xFF, number & 0xFF)


@cache
def _number(color: str) -> int:
    return int(color[1:], 16)


def _softened(means: Ints, halo: str) -> Ints:
    """Colours with the halo of letters over them."""
    parts = np.stack([means >> 16, means >> 8 & 0xFF, means & 0xFF], -1).astype(np.float32)
    return packed(parts * (1 - SOFT) + np.asarray(rgb(halo), np.float32) * SOFT)
