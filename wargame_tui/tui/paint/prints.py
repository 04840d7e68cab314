"""Painted maps as PNG files, a page of the printed map for every turn: ways as arrows, what was taken outlined."""

import math
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from PIL import Image

from wargame_tui.tui.map.view import Box
from wargame_tui.tui.paint.canvas import Grain, Pixels, Spot, mixed
from wargame_tui.tui.paint.painted import PaintedComposer
from wargame_tui.tui.paint.picture import Picture
from wargame_tui.tui.paint.tiles import Stroke, Tints, stroke

COLOURS, STEPS_OF = 256, (4, 8, 12)
"""Of a picture; they are told in steps: small ones nobody sees, and files are smaller by a third."""
CUT, PLAIN = Image.Quantize.MEDIANCUT, Image.Dither.NONE
CLEAR = COLOURS - 1
"""The colour of what is not drawn, where not all is."""
MOST = 1_000_000
"""Bytes of a file up to which steps are small."""
SHAFT, HEAD, LONG = 0.2, 0.34, 0.75
"""Of an arrow, in rows of the map: its width, half the width of its head, how long the head is."""
BOW = 0.08
"""How far an arrow bends aside, by its length: ways there and back lie beside each other."""
REACH = 0.5
"""How far from the middle of a space arrows end, by its size: where counters begin."""
STEPS = 24
"""Straight pieces of an arrow."""
EDGE, WASH = 0.26, 0.35
"""Of a place that changed hands: the width of the line around it, in rows, and the share of its holder's colour."""
DARK = 0.45
"""How much ink is mixed into the colour of a side."""


class Way(NamedTuple):
    """Units of a side went from one space to another."""

    start: str
    goal: str
    coat: str
    """The colour of the side."""


class Print(NamedTuple):
    """A picture as PNG files."""

    png: bytes
    """All of it."""
    size: tuple[int, int]
    over: bytes | None
    """What is not as in the first picture of its map, clear elsewhere; empty if nothing is, None for the first."""


class Prints:
    """Pictures of one map, one scene after the other."""

    def __init__(self, cells: PaintedComposer, cell: tuple[int, int]) -> None:
        """`cells`: the map, on which a scene lies; `cell`: pixels of a cell across and down."""
        across, down = cell
        self.cells = cells
        self._picture = Picture(cells.ground.of_grain(Grain(2 * across, 2 * down, across, down)), cells)
        self._first: Pixels | None = None
        self._coarse = 0
        """Which of the steps the last picture took: the next will hardly do with finer ones."""

    def print(self, box: Box, ways: Iterable[Way] = (), taken: Mapping[str, str] = MappingProxyType({})) -> Print:
        """A part of the map as it lies now; `taken`: places that changed hands, by the holder's coat."""
        cells, here = self.cells, [space for space in taken if space in self.cells.layout.boxes]
        lines, tints = cells.strokes, cells.tints
        try:
            cells.tints = self._washed({space: self._color(taken[space]) for space in here})
            cells.strokes = [*lines, *self._edges(here, taken), *self._arrows(ways)]
            pixels = self._picture.image(box)
        finally:
            cells.strokes, cells.tints = lines, tints
        whole, size = self._saved(Image.fromarray(pixels)), (pixels.shape[1], pixels.shape[0])
        if self._first is None or self._first.shape != pixels.shape:
            self._first = pixels
            return Print(whole, size, None)
        return Print(whole, size, _over(self._first, pixels))

    def _saved(self, image: Image.Image) -> bytes:
        """A PNG file."""
        while True:
            file = _written(_stepped(image, STEPS_OF[self._coarse]).quantize(COLOURS, CUT, dither=PLAIN))
            if len(file) < MOST or self._coarse == len(STEPS_OF) - 1:
                return file
            self._coarse += 1

    def _washed(self, colors: Mapping[str, str]) -> Tints:
        """The tints of the map, those of some places washed with a colour."""
        tints = self.cells.tints.copy()
        numbers = {space: number for number, space in enumerate(self.cells.ground.painter.spaces)}
        for space, color in colors.items():
            tints.glaze(numbers[space], color, WASH)
        return tints

    def _edges(self, spaces: Iterable[str], taken: Mapping[str, str]) -> Iterator[Stroke]:
        for space in spaces:
            outline = self.cells.ground.painter.outline(space)
            line = [*outline, outline[0]]
            yield stroke(line, self.cells.style.halo, 2 * EDGE)
            yield stroke(line, mixed(self._color(taken[space]), self.cells.style.ink, DARK / 2), EDGE)

    def _arrows(self, ways: Iterable[Way]) -> Iterator[Stroke]:
        """Each way once, the long ones below."""
        boxes = self.cells.layout.boxes
        found = [way for way in dict.fromkeys(ways) if way.start in boxes and way.goal in boxes]
        lines = [(way, _line(boxes, way)) for way in found]
        for way, line in sorted(lines, key=lambda each: -_apart(each[1][0], each[1][-1])):
            color = mixed(self._color(way.coat), self.cells.style.ink, DARK)
            yield from _arrow(line, color, self.cells.style.halo)

    def _color(self, coat: str) -> str:
        sides = self.cells.style.sides
        return next((color for name, color in sides.items() if name == coat), sides["none"])


def _over(first: Pixels, pixels: Pixels) -> bytes:
    """A PNG file of what is not as in a first picture, clear elsewhere; empty if nothing is."""
    changed = (pixels != first).any(axis=2)
    if not changed.any():
        return b""
    drawn = _stepped(Image.fromarray(pixels[changed][np.newaxis]), STEPS_OF[0]).quantize(CLEAR, CUT, dither=PLAIN)
    colours = np.full(changed.shape, CLEAR, np.uint8)
    colours[changed] = np.asarray(drawn)[0]
    image = Image.fromarray(colours, "P")
    # Of a shorter palette the colour that is clear would be none.
    image.putpalette([*(drawn.getpalette() or []), *[0] * 3 * COLOURS][: 3 * COLOURS])
    return _written(image, transparency=CLEAR)


def _stepped(image: Image.Image, step: int) -> Image.Image:
    """A picture, its colours told in steps."""
    return image.point([min(255, round(value / step) * step) for value in range(256)] * 3)


def _written(image: Image.Image, **given: int) -> bytes:
    file = BytesIO()
    image.save(file, "PNG", compress_level=7, **given)
    return file.getvalue()


def _line(boxes: Mapping[str, Box], way: Way) -> list[Spot]:
    """From the middle of a space to the edge of what stands in another, bent aside."""
    (x, y), (to_x, to_y) = _middle(boxes[way.start]), _middle(boxes[way.goal])
    across, down = to_x - x, to_y - y
    # Rows are twice as high as columns are wide.
    bend = (x + to_x) / 2 - 4 * BOW * down, (y + to_y) / 2 + BOW * across
    line = []
    for n in range(STEPS + 1):
        t = n / STEPS
        one, two, three = (1 - t) ** 2, 2 * t * (1 - t), t * t
        line.append((one * x + two * bend[0] + three * to_x, one * y + two * bend[1] + three * to_y))
    goal = boxes[way.goal]
    near = REACH * min(goal.width / 2, goal.height)
    while len(line) > STEPS // 2 and _apart(line[-1], (to_x, to_y)) < near:
        line.pop()
    return line


def _arrow(line: list[Spot], color: str, halo: str) -> Iterator[Stroke]:
    """A shaft and a head, with a halo around both."""
    (x, y), tip = line[-2], line[-1]
    long = _apart((x, y), tip) or 1.0
    along, aside = (tip[0] - x) / 2 / long, (tip[1] - y) / long
    neck = tip[0] - 2 * along * LONG, tip[1] - aside * LONG
    shaft = [*(spot for spot in line[:-1] if _apart(spot, tip) > LONG), neck]
    if len(shaft) < 2:
        shaft = [line[0], neck]
    for ink, more in ((halo, 0.07), (color, 0.0)):
        yield stroke(shaft, ink, SHAFT + 2 * more)
        yield stroke(_head(neck, tip, (along, aside), more), ink)


def _head(neck: Spot, tip: Spot, way: Spot, more: float) -> list[Spot]:
    """A triangle, larger by so many rows on every side."""
    along, aside = way
    half, back, fore = HEAD + 1.6 * more, more, 2.4 * more
    base = neck[0] - 2 * along * back, neck[1] - aside * back
    return [
        (base[0] - 2 * aside * half, base[1] + along * half),
        (tip[0] + 2 * along * fore, tip[1] + aside * fore),
        (base[0] + 2 * aside * half, base[1] - along * half),
    ]


def _middle(box: Box) -> Spot:
    return box.x + box.width / 2, box.y + box.height / 2


def _apart(one: Spot, other: Spot) -> float:
    """How far apart two spots are, in rows."""
    return math.hypot((one[0] - other[0]) / 2, one[1] - other[1])
