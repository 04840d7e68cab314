"""Land and sea: land inside smooth outlines, water that deepens away from it, with lines along the coast as engraved.

How far from land every part of the sea lies is worked out once, in small, for the whole map.
"""

import math
from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageColor, ImageDraw, ImageFilter

from wargame_tui.tui.paint.canvas import Canvas, Line, Spot, curved, eased
from wargame_tui.tui.paint.style import MapStyle

SMALL = 240_000
"""About how many spots of the sea are measured."""
MARGIN = 8.0
"""Rows beside a tile within which an outline has to stay in shape."""
LINES = (0.12, 0.32, 0.6)
"""Where the lines along the coast are drawn, as shares of the reach of the shallows."""


class Coast:
    """The land of a map and how far the sea reaches from it, in cell coordinates."""

    def __init__(self, outlines: Iterable[Line], width: int, height: int, reach: float, shelf: float) -> None:
        self.width, self.height = width, height
        self.reach = reach
        """Rows from the coast to where water is no longer pale."""
        self.shelf = shelf
        """Rows over which the sea deepens."""
        self.outlines = [np.asarray(outline, np.float32) for outline in outlines]
        self._bounds = [(*outline.min(axis=0), *outline.max(axis=0)) for outline in self.outlines]

    def outlines_on(self, canvas: Canvas) -> list[list[Spot]]:
        """The outlines around a canvas, in its pixels; what lies far off is drawn in to a frame around it."""
        box, grain = canvas.box, canvas.grain
        left, right = box.x - 2 * MARGIN, box.x + box.width + 2 * MARGIN
        top, bottom = box.y - MARGIN, box.y + box.height + MARGIN
        found = []
        for outline, (west, north, east, south) in zip(self.outlines, self._bounds, strict=True):
            if west > right or east < left or north > bottom or south < top:
                continue
            spots = outline
            if west < left or east > right or north < top or south > bottom:
                spots = np.minimum(np.maximum(outline, (left, top)), (right, bottom))
                spots = spots[np.any(spots != np.roll(spots, 1, axis=0), axis=1)]
            pixels = (spots - (box.x, box.y)) * (grain.across, grain.down)
            found.append([*map(tuple, pixels.tolist())])
        return [outline for outline in found if len(outline) > 2]

    def mask(self, canvas: Canvas, outlines: Sequence[Line]) -> Image.Image:
        """Where land is: 255, else 0."""
        mask = Image.new("L", canvas.size)
        draw = ImageDraw.Draw(mask)
        for outline in outlines:
            draw.polygon(outline, fill=255)
        return mask

    def stroke(self, canvas: Canvas, outlines: Sequence[Line], ink: str, width: float) -> None:
        """The coast as a line so many rows wide."""
        draw = ImageDraw.Draw(canvas.image)
        thick = max(1, round(width * canvas.grain.down))
        for outline in outlines:
            draw.line([*outline, outline[0]], fill=ink, width=thick)

    def off_land(self, x: float, y: float) -> float:
        """How many rows a spot lies off land, at most `reach`; 0 on land."""
        field = self._off_land
        column, row = int(x / self.width * field.width), int(y / self.height * field.height)
        inside = 0 <= column < field.width and 0 <= row < field.height
        if not inside or self._mask.getpixel((column, row)):
            return 0.0
        value = field.getpixel((column, row))
        return self.reach * (value / 255) ** 2 if isinstance(value, int) else 0.0

    def nearest_sea(self, x: float, y: float, within: float) -> Spot | None:
        """The nearest spot at sea around one on land, so many rows off at the most."""
        if self.off_land(x, y):
            return None
        for step in range(1, 9):
            far = within * step / 8
            around = [(x + 2 * far * math.cos(turn), y + far * math.sin(turn)) for turn in _TURNS]
            found = [spot for spot in around if self.off_land(*spot)]
            if found:
                return max(found, key=lambda spot: self.off_land(*spot))
        return None

    def lay_sea(self, canvas: Canvas, style: MapStyle) -> None:
        """Water over the whole canvas: deep in the open, pale along the coast, where lines follow it."""
        deep, open_sea = (ImageColor.getrgb(color) for color in (style.deep, style.sea))
        shelf = canvas.part_of(self._shelf, self.width, self.height, 0)
        bands = [shelf.point([round(a + (b - a) * n / 255) for n in range(256)])
                 for a, b in zip(deep, open_sea, strict=True)]  # fmt: skip
        canvas.image.paste(Image.merge("RGB", bands))
        off = canvas.part_of(self._off_land, self.width, self.height, 255)
        canvas.image.paste(style.shallow, (0, 0), off.point(_SHALLOWS))
        canvas.image.paste(style.coast, (0, 0), off.point(_LINES))

    @cached_property
    def _mask(self) -> Image.Image:
        """The land of the whole map in small."""
        fine = min(8.0, math.sqrt(SMALL / (self.width / 2 * self.height)))
        size = max(1, round(self.width / 2 * fine)), max(1, round(self.height * fine))
        mask = Image.new("L", size)
        draw = ImageDraw.Draw(mask)
        scale = np.asarray((size[0] / self.width, size[1] / self.height), np.float32)
        for outline in self.outlines:
            draw.polygon([*map(tuple, (outline * scale).tolist())], fill=255)
        return mask

    @cached_property
    def _off_land(self) -> Image.Image:
        """How far every part of the map lies from land: 0 is land, 255 `reach`; finest near the coast."""
        fine = self._mask.height / self.height
        share = distance(np.asarray(self._mask) > 0, math.ceil(self.reach * fine)) / fine / self.reach
        # A blur takes away the steps of a raster.
        soft = Image.fromarray((255 * np.clip(share, 0, 1)).astype(np.uint8)).filter(ImageFilter.GaussianBlur(1.3))
        return soft.point([round(255 * math.sqrt(n / 255)) for n in range(256)])

    @cached_property
    def _shelf(self) -> Image.Image:
        """How much land is around every part of the map: 0 is the deep."""
        small = self._mask.reduce(4)
        rows = small.height / self.height
        soft = np.asarray(small.filter(ImageFilter.GaussianBlur(self.shelf * rows)), np.float32) / 255
        return Image.fromarray((255 * np.clip(2.4 * soft, 0, 1) ** 0.8).astype(np.uint8))


_TURNS = [n * math.tau / 24 for n in range(24)]


def _table(share: npt.NDArray[np.float64]) -> list[int]:
    return [round(255 * float(value)) for value in np.clip(share, 0, 1)]


_FAR = np.linspace(0, 1, 256) ** 2
_SHALLOWS = _table(0.9 * (1 - _FAR**0.6) ** 1.3)
"""How pale water is by how far it lies off land."""
_LINES = _table(
    np.sum(
        [
            (0.55 - 0.15 * n) * np.clip(1.6 - abs(np.linspace(0, 1, 256) - math.sqrt(at)) / 0.02, 0, 1)
            for n, at in enumerate(LINES)
        ],
        axis=0,
    )
)
"""How dark the lines along the coast are by how far they lie off it."""


def distance(land: npt.NDArray[np.bool_], reach: int) -> npt.NDArray[np.float32]:
    """How far every pixel lies from the nearest one of the land, in pixels, at most `reach`."""
    columns = np.arange(land.shape[1])
    west = np.maximum.accumulate(np.where(land, columns, -4 * reach), axis=1)
    east = np.minimum.accumulate(np.where(land, columns, land.shape[1] + 4 * reach)[:, ::-1], axis=1)[:, ::-1]
    along = np.minimum(np.minimum(columns - west, east - columns), reach).astype(np.float32) ** 2
    found = along.copy()
    for down in range(1, min(reach, len(land))):
        np.minimum(found[down:], along[:-down] + down * down, out=found[down:])
        np.minimum(found[:-down], along[down:] + down * down, out=found[:-down])
    return np.minimum(np.sqrt(found), np.float32(reach))


def smooth_outline(outline: Sequence[Spot], radius: float) -> list[Spot]:
    """A closed outline with its corners rounded; a small one goes through its points, so that no island dwindles."""
    closed = [*outline, outline[0]]
    if len(outline) > FEW:
        return eased(closed, radius, 3)[:-1]
    return curved([outline[-1], *closed, outline[1]], 5)[5:-6]


FEW = 14
"""Points of a small island."""


def islet(x: float, y: float, radius: float) -> list[Spot]:
    """An island too small for an outline, its radius in rows."""
    turns = [n * math.tau / 9 for n in range(9)]
    return [
        (x + 2 * radius * (1 + 0.18 * math.sin(3 * turn + x)) * math.cos(turn),
         y + radius * (0.85 + 0.2 * math.cos(2 * turn + y)) * math.sin(turn))
        for turn in turns
    ]  # fmt: skip
