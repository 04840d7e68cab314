"""The rows of a painted map in cells: ground, tints and strokes fitted to glyphs, lettering above them."""

from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt
from rich.color import Color
from rich.segment import Segment
from rich.style import Style

from wargame_tui.tui.map.palette import EIGHT_BIT, Palette
from wargame_tui.tui.map.view import Box, Run, View
from wargame_tui.tui.paint.canvas import shrunk
from wargame_tui.tui.paint.cells import Cells, GlyphKind, Ints, fitted, fitted_squares, mixed_in
from wargame_tui.tui.paint.few_colors import nearest
from wargame_tui.tui.paint.over import Over
from wargame_tui.tui.paint.painter import Lettering, Text
from wargame_tui.tui.paint.style import MapStyle
from wargame_tui.tui.paint.tiles import ACROSS, DOWN, Chosen, Ground, Stroke, Tints, cells_under, touch

K = TypeVar("K")
V = TypeVar("V")
Numbers = npt.NDArray[np.int64]
SOFT, PRINTED = 0.6, 0.42
"""How much of the halo is laid under letters; how much ink there is in those through which the ground shows."""
BOLD = 1 << 24
"""Added to the ink of bold letters."""
_NO_UNIT = None
STYLES = 1 << 12
"""Of ink and ground that are remembered: some screens full."""


FITS, ROWS = 160, 128
"""Fitted tiles, and rows, that are kept: some screens full."""


Span = tuple[int, int]
"""From one column to another."""
CLOSE = 6
"""Cells between two stretches of a row that are composed as one."""


class Row(NamedTuple):
    """A row with its letters, from a column on, over whole tiles."""

    start: int
    codes: Ints
    inks: Ints
    grounds: Ints


class Told(NamedTuple):
    """A row as it was last asked for: from one column to another, in styles made in one way."""

    left: int
    right: int
    style: Callable[[int, int], Style]
    segments: list[Segment]
    ends: list[int]
    """Where the segments begin and end."""


class Whole(NamedTuple):
    """A picture of all of the ground."""

    size: tuple[int, int]
    tints: Tints
    rows: Sequence[Sequence[Run]]


class Touched(NamedTuple):
    """What has to be fitted anew."""

    box: Box
    cells: npt.NDArray[np.bool_] | None
    """Rows and columns of the rectangle; None: all of it."""


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
        self._fits: OrderedDict[tuple[int, int], Cells] = OrderedDict()
        self._behind: dict[tuple[int, int], list[Touched]] = {}
        """What has to be fitted anew of tiles that are fitted, once they are seen."""
        self._rows: OrderedDict[int, Row] = OrderedDict()
        self._told: OrderedDict[int, Told] = OrderedDict()
        self._stale: dict[int, list[Span]] = {}
        """From which column to which rows that are kept have to be lettered anew."""
        self._changed: dict[int, list[Span]] = {}
        """The same where their ground was fitted anew already."""
        self.tints = Tints(len(self._spaces), style.ground)
        """What is laid over every space."""
        self.strokes: Sequence[Stroke] = ()
        """The lines above."""
        self._picture: Whole | None = None
        """The overview's, as it was last asked for."""

    def rest(self) -> None:
        """Keep neither tiles nor rows."""
        self.ground.rest()
        self.lettering.rest()
        self._fits.clear()
        self._behind.clear()
        self._rows.clear()
        self._told.clear()
        self._stale.clear()
        self._changed.clear()

    def prepare(self, box: Box, *, beyond: bool = True) -> bool:
        """Paint a few more tiles of the ground, the nearest to a rectangle; whether any were left to be painted."""
        return self.ground.prepare(box) if beyond else self.ground.prepare_within(box)

    # -- what changed ---------------------------------------------------------------------------------

    def forget_all(self) -> None:
        """Compose everything anew: the scene changed altogether."""
        self.lettering.forget_all()
        self.tints, self.strokes = self._over.tints(), self._over.strokes()
        self._fits.clear()
        self._behind.clear()
        self._rows.clear()
        self._told.clear()
        self._stale.clear()
        self._changed.clear()

    def forget(self, spaces: Iterable[str], *, labels_only: bool = False) -> list[Box]:
        """Compose anew what these spaces touch; returns the rectangles that must be repainted."""
        spaces = list(spaces)
        before, self.tints = self.tints, self._over.tints()
        lines, self.strokes = self.strokes, self._over.strokes()
        # What is new about tints and strokes is found out below.
        dirty = [] if labels_only else [self._over.extent(space) for space in spaces]
        if self.tints is not before:
            dirty += [self._over.extent(self._spaces[number]) for number in self.tints.differ(before)]
        strokes = _others(lines, self.strokes) | _others(self.strokes, lines)
        touched: list[Touched] = [Touched(box, None) for box in _joined(dirty)]
        # Of lines one above the other the widest touches the cells of all.
        widest = {id(each.line): each for each in sorted(strokes, key=_width)}
        touched += [Touched(each.box, cells_under(each) if each.width else None) for each in widest.values()]
        for what in touched:
            for place in self.ground.under(what.box):
                if place in self._fits:
                    self._behind.setdefault(place, []).append(what)
        dirty += self.lettering.forget(spaces)
        for box in dirty:
            for y in range(box.y, box.y + box.height):
                self._stale.setdefault(y, []).append((box.x, box.x + box.width))
        return [*dirty, *(each.box for each in strokes)]

    def _fit(self, place: tuple[int, int]) -> Cells:
        """A tile with everything over it, in cells."""
        cells = self._fits.get(place)
        if cells is None:
            tile = self.ground.tile(*place, self.view.window)
            pixels = self.ground.shown(tile, tile.box, self.tints, self.strokes)
            return _keep(self._fits, place, fitted(pixels, self._kind), FITS)
        return cells

    def _catch_up(self, row: Box) -> None:
        """Fit anew what was touched in the window and in a row: of all tiles at once, for each call takes its time."""
        seen = {*self.ground.under(row), *self.ground.under(self.view.window or row)}
        chosen: list[Chosen] = []
        for place in seen & self._behind.keys():
            behind = self._behind.pop(place)
            if place in self._fits:
                tile = self.ground.tile(*place)
                rows, columns = np.nonzero(_touched(tile.box, behind))
                if rows.size:
                    chosen.append(Chosen(tile, rows, columns))
        if chosen:
            self._refit(chosen)

    def _refit(self, chosen: Sequence[Chosen]) -> None:
        """Fit some cells anew, in the tiles and in the rows that are kept."""
        new = fitted_squares(self.ground.shown_cells(chosen, self.tints, self.strokes), self._kind)
        start = 0
        for tile, rows, columns in chosen:
            end = start + len(rows)
            for whole, values in zip(self._fits[tile.box.x // ACROSS, tile.box.y // DOWN], new, strict=True):
                whole[rows, columns] = values[start:end]
            start = end
        down = np.concatenate([rows + tile.box.y for tile, rows, _ in chosen])
        across = np.concatenate([columns + tile.box.x for tile, _, columns in chosen])
        order = np.lexsort((across, down))
        self._renew(down[order], across[order], [plane[order] for plane in new[:3]])

    def _renew(self, down: Numbers, across: Numbers, planes: Sequence[Ints]) -> None:
        """Put cells, row by row and from left to right, into the rows that are kept; their letters come later."""
        first = [0, *(np.flatnonzero(np.diff(down)) + 1).tolist(), len(down)]
        breaks = np.flatnonzero(np.diff(across) > CLOSE) + 1
        columns = across.tolist()
        for (start, end), y in zip(pairwise(first), down[first[:-1]].tolist(), strict=True):
            row = self._rows.get(y)
            if row is None:
                continue
            begin, stop = np.searchsorted(across[start:end], (row.start, row.start + len(row.codes))) + start
            for whole, values in zip(row[1:], planes, strict=True):
                whole[across[begin:stop] - row.start] = values[begin:stop]
            inner = breaks[(breaks > start) & (breaks < end)].tolist()
            self._changed.setdefault(y, []).extend(
                (columns[one], columns[other - 1] + 1) for one, other in pairwise((start, *inner, end))
            )

    # -- rows -----------------------------------------------------------------------------------------

    def segments(self, y: int, left: int, right: int, palette: Palette) -> list[Segment]:
        """The row from one column to another, both on the map; its colours are those of the style."""
        style = _style_of_few if palette is EIGHT_BIT else _style
        if self._behind:
            self._catch_up(Box(left, y, right - left, 1))
        row, told = self._rows.get(y), self._told.get(y)
        stale, changed = self._stale.pop(y, []), self._changed.pop(y, [])
        if row is None or left < row.start or right > row.start + len(row.codes):
            start, end = left // ACROSS * ACROSS, min(self.layout.width, -(-right // ACROSS) * ACROSS)
            row, told = _keep(self._rows, y, self._lettered(y, start, end), ROWS), None
        elif stale or changed:
            stale = _united([*stale, *self._over_letters(y, changed)])
            for span in stale:
                self._mend(y, row, *span)
        if told is None or told[:3] != (left, right, style):
            told = _told(row, left, right, style)
        else:
            for span in _united([*stale, *changed]):
                _retell(told, row, *span)
        return _keep(self._told, y, told, ROWS).segments

    def _over_letters(self, y: int, spans: Sequence[Span]) -> list[Span]:
        """The texts of a row of which any lies over some stretches."""
        ends = [(text.x, text.x + len(text.words)) for text in self.lettering.row(y)] if spans else ()
        return [(x, end) for x, end in ends if any(start < end and x < stop for start, stop in spans)]

    def beyond(self, y: int, left: int, right: int, palette: Palette) -> list[Segment]:
        """The paper goes on."""
        color = _number(self.style.beyond)
        return [Segment(" " * (right - left), (_style_of_few if palette is EIGHT_BIT else _style)(color, color))]

    def _mend(self, y: int, row: Row, left: int, right: int) -> None:
        """Compose the cells of a row anew from one column to another: the whole of it takes several times as long."""
        left, right = max(left, row.start), min(right, row.start + len(row.codes))
        if left < right:
            part = slice(left - row.start, right - row.start)
            for whole, values in zip(row[1:], self._lettered(y, left, right)[1:], strict=True):
                whole[part] = values

    def _lettered(self, y: int, left: int, right: int) -> Row:
        """The row with its letters."""
        codes, inks, grounds, means = self._cells(y, left, right)
        texts = self.lettering.row(y)
        soft, printed = means, inks
        if any(not text.ground for text in texts):
            soft = mixed_in(means, _number(self.style.halo), SOFT)
        if any(text.printed for text in texts):
            printed = mixed_in(means, _number(self.style.ink), PRINTED)
        for text in texts:
            if text.printed:
                self._letter(text, left, codes, inks, grounds, means, printed)
            else:
                self._letter(text, left, codes, inks, grounds, soft)
        return Row(left, codes, inks, grounds)

    def _cells(self, y: int, left: int, right: int) -> tuple[Ints, Ints, Ints, Ints]:
        """Copies of the cells of a row."""
        parts = []
        for place in self.ground.under(Box(left, y, right - left, 1)):
            cells, x = self._fit(place), place[0] * ACROSS
            start, end = max(0, left - x), min(cells.codes.shape[1], right - x)
            parts.append([plane[y % DOWN, start:end] for plane in cells])
        codes, inks, grounds, means = (np.concatenate(planes) for planes in zip(*parts, strict=True))
        return codes, inks, grounds, means

    def _letter(
        self, text: Text, left: int, codes: Ints, inks: Ints, grounds: Ints, soft: Ints, ink: Ints | None = None
    ) -> None:
        """Write what of a text lies in a row: on a ground of its own or a soft one, in its ink or in those of cells."""
        start, end = max(0, text.x - left), min(len(codes), text.x + len(text.words) - left)
        if start >= end:
            return
        words = text.words[start - (text.x - left) : end - (text.x - left)]
        codes[start:end] = np.frombuffer(words.encode("utf-32-le"), np.uint32)
        inks[start:end] = _number(text.ink) | (BOLD if text.bold else 0) if ink is None else ink[start:end]
        grounds[start:end] = _number(text.ground) if text.ground else soft[start:end]

    def unit_at(self, x: int, y: int) -> str | None:
        """The unit whose counter covers a cell."""
        for text in reversed(self.lettering.row(y)):
            if text.x <= x < text.x + len(text.words):
                return text.unit
        return _NO_UNIT

    # -- overview -------------------------------------------------------------------------------------

    def picture(self, width: int, height: int) -> Sequence[Sequence[Run]]:
        """All of the ground with its tints in so many columns and rows, made anew only when tints have changed."""
        tints = self._over.tints()
        made = self._picture
        if made is None or made.size != (width, height) or tints.differ(made.tints).size:
            made = self._picture = Whole((width, height), tints, self._reduced(width, height, tints))
        return made.rows

    def _reduced(self, width: int, height: int, tints: Tints) -> Sequence[Sequence[Run]]:
        """The ground under some tints, reduced before it is fitted to cells."""
        layout, grain = self.layout, self.ground.grain
        across, down = grain.shown_across, grain.shown_down
        pixels = np.zeros((layout.height * down, layout.width * across, 3), np.uint8)
        for place in self.ground.under(Box(0, 0, layout.width, layout.height)):
            tile = self.ground.tile(*place)
            (x, y, wide, high) = tile.box
            shown = self.ground.shown(tile, tile.box, tints, ())
            pixels[y * down : (y + high) * down, x * across : (x + wide) * across] = shown
        cells = fitted(shrunk(pixels, width * across, height * down), self._kind)
        return [
            [(chr(code), f"#{ground:06x}", f"#{ink:06x}") for code, ink, ground in zip(*row, strict=True)]
            for row in zip(*(plane.tolist() for plane in cells[:3]), strict=True)
        ]

    def ground_of(self, space: str) -> str:
        """Nothing: the picture shows it."""
        return ""

    def mark_of(self, space: str) -> tuple[str, str, str]:
        """Ground, ink and glyph of a space on the overview."""
        return "", self.style.cursor, "◆" if space == self.view.cursor else " "


_width = attrgetter("width")


def _others(strokes: Sequence[Stroke], known: Sequence[Stroke]) -> set[Stroke]:
    """Those that are not the very same as known ones: to compare them all takes longer than to draw some."""
    same = {id(each) for each in known}
    return {each for each in strokes if id(each) not in same}


def _keep(kept: OrderedDict[K, V], key: K, value: V, most: int) -> V:
    """Keep one thing more; of too many the oldest goes."""
    kept[key] = value
    if len(kept) > most:
        kept.popitem(last=False)
    return value


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


def _touched(box: Box, behind: Iterable[Touched]) -> npt.NDArray[np.bool_]:
    """Rows and columns of a tile that were touched."""
    chosen = np.zeros((box.height, box.width), np.bool_)
    for (x, y, width, height), touched in behind:
        left, top = max(x, box.x), max(y, box.y)
        right, bottom = min(x + width, box.x + box.width), min(y + height, box.y + box.height)
        here = chosen[top - box.y : bottom - box.y, left - box.x : right - box.x]
        here |= True if touched is None else touched[top - y : bottom - y, left - x : right - x]
    return chosen


def _united(spans: Sequence[Span]) -> list[Span]:
    """Stretches of a row from left to right, those close together as one."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1] + CLOSE:
            found[-1] = found[-1][0], max(found[-1][1], end)
        else:
            found.append((start, end))
    return found


def _told(row: Row, left: int, right: int, style: Callable[[int, int], Style]) -> Told:
    """Neighbouring cells of one style as one segment; the ink of blanks is of no consequence."""
    codes, inks, grounds = (plane[left - row.start : right - row.start].tolist() for plane in row[1:])
    words = "".join(map(chr, codes))
    looks = [(ground if word == " " else ink, ground) for word, ink, ground in zip(words, inks, grounds, strict=True)]
    ends = [0, *(n for n, (one, other) in enumerate(pairwise(looks), 1) if one != other), len(looks)]
    segments = [Segment(words[start:end], style(*looks[start])) for start, end in pairwise(ends)]
    return Told(left, right, style, segments, [left + end for end in ends])


def _retell(told: Told, row: Row, start: int, end: int) -> None:
    """Put the segments of some cells that changed in place of those that were told.

    With them goes a segment on either side, which may be of one style with its neighbour now.
    """
    ends = told.ends
    first = max(0, bisect_right(ends, start) - 2)
    last = min(len(told.segments), bisect_left(ends, end) + 1)
    if first < last:
        new = _told(row, ends[first], ends[last], told.style)
        told.segments[first:last] = new.segments
        ends[first : last + 1] = new.ends


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
