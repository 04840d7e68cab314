"""The country of an area map: soft relief, woods on the heights, fields between ditches in the polders."""

import math
import random
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFilter

from wargame_tui.tui.map.view import Box
from wargame_tui.tui.paint.area_shape import AreaShape, Sheaf
from wargame_tui.tui.paint.borders import Spots
from wargame_tui.tui.paint.canvas import Canvas, Grain, Line, Mask

CROPS = 5
"""Greens of fields."""
FIELD = 400_000
"""Pixels, about, of the small picture in which the soft ground of a whole map is kept."""


class Soft(NamedTuple):
    """Pictures of a whole map in small."""

    light: Image.Image
    """The sunny slopes: the light comes from the north-west."""
    dark: Image.Image
    """The shady ones."""
    woods: Image.Image | None
    """How near the heights are to being wooded, if there are any: half of white is the edge of a wood."""
    slopes: Image.Image | None
    """The same of the sides of valleys, too steep for fields."""


class AreaGround:
    """What lies on the areas of a shape, worked out once for a zoom."""

    def __init__(
        self, shape: AreaShape, unit: float, high: Collection[int], polder: Collection[int], valleys: bool
    ) -> None:
        """`high`, `polder`: numbers of spaces. `valleys`: the rivers lie in valleys."""
        self.shape = shape
        self._unit = unit
        self._high = high
        self._polder = polder
        self._valleys = valleys
        layout = shape.layout
        down = max(1, round(math.sqrt(FIELD / (layout.width * layout.height / 2))))
        self._small = Canvas(Box(0, 0, layout.width, layout.height), Grain(max(1, down // 2), down, 1, 1), "#000000")

    # -- relief ---------------------------------------------------------------------------------------

    @cached_property
    def soft(self) -> Soft:
        """Relief and woods; what they are worked out from is not kept."""
        heights, depths = self._heights(), self._depths() if self._valleys else None
        slope, wild = self._slope(heights, depths), self._wild()
        return Soft(
            _grey(np.clip(slope, 0, 1)),
            _grey(np.clip(-slope, 0, 1)),
            self._edged(heights * (0.8 + 0.75 * wild)) if self._high else None,
            None if depths is None else self._edged(self._steepness(depths) * (0.75 + 1.3 * wild)),
        )

    def _wild(self) -> Mask:
        wild: Mask = self._small.noise(1.3 * self._unit) + np.float32(0.6) * self._small.noise(0.45 * self._unit)
        return wild

    def _edged(self, share: Mask) -> Image.Image:
        return _grey(np.clip(share, 0, 1)).filter(ImageFilter.GaussianBlur(0.05 * self._unit * self._small.grain.down))

    def _steepness(self, depths: Mask) -> Mask:
        """How steep the sides of valleys are."""
        down, across = np.gradient(depths)
        steep = np.hypot(down, 2 * across * self._small.grain.across / self._small.grain.down)
        found: Mask = np.clip(1.1 * self._small.grain.down * self._unit * steep, 0, 0.75)
        return found

    def _slope(self, heights: Mask, depths: Mask | None) -> Mask:
        """How far the ground leans to the light, -1 to 1, with the unevenness of paper."""
        height = 1.5 * heights * (1 + 0.8 * self._small.noise(2.2 * self._unit))
        if depths is not None:
            height = height - depths
        down, across = np.gradient(height)
        rows = self._small.grain.down * self._unit
        slope = (across * self._small.grain.down / self._small.grain.across / 2 + down) * rows
        uneven = 0.3 * self._small.noise(3.1 * self._unit) + 0.22 * self._small.noise(0.8 * self._unit)
        leaning: Mask = slope + uneven
        return leaning

    def _heights(self) -> Mask:
        mask = Image.new("L", self._small.size)
        draw = ImageDraw.Draw(mask)
        for space, ring in self.shape.rings:
            if space in self._high:
                draw.polygon(self._small.spots(map(tuple, ring.tolist())), fill=255)
        return self._blurred(mask, 0.8)

    def _depths(self) -> Mask:
        mask = Image.new("L", self._small.size)
        draw = ImageDraw.Draw(mask)
        wide = max(1, round(1.1 * self._unit * self._small.grain.down))
        for water in self.shape.water:
            draw.line(self._small.spots(water.line), fill=255, width=wide)
        return self._blurred(mask, 1.3) + self._blurred(mask, 0.5)

    def _blurred(self, mask: Image.Image, rows: float) -> Mask:
        """A mask blurred, at half its size: nothing finer is left of it."""
        down = rows * self._unit * self._small.grain.down / 2
        across = 2 * down * self._small.grain.across / self._small.grain.down
        blurred = mask.reduce(2).filter(ImageFilter.GaussianBlur((across, down)))
        half = (0, 0, mask.width / 2, mask.height / 2)
        whole = np.asarray(blurred.convert("F").resize(mask.size, Image.Resampling.BILINEAR, half), np.float32)
        found: Mask = whole / np.float32(255)
        return found

    # -- trees ----------------------------------------------------------------------------------------

    @cached_property
    def trees(self) -> list[tuple[float, float, float]]:
        """Where single trees stand in the woods: column, row, size; from north to south."""
        if self.soft.woods is None:
            return []
        wood, grain = np.asarray(self.soft.woods), self._small.grain
        luck = np.random.default_rng(1917)
        step = 0.42 * self._unit
        rows, columns = int(self.shape.layout.height / step), int(self.shape.layout.width / step / 2)
        y, x = np.mgrid[0:rows, 0:columns]
        shift = luck.random((3, rows, columns))
        x, y = 2 * step * (x + shift[0]), step * (y + 0.9 * shift[1])
        deep = wood[
            np.minimum((y * grain.down).astype(int), wood.shape[0] - 1),
            np.minimum((x * grain.across).astype(int), wood.shape[1] - 1),
        ]
        stands = deep > 135
        size = self._unit * (0.1 + 0.09 * shift[2])
        return sorted(zip(x[stands].tolist(), y[stands].tolist(), size[stands].tolist(), strict=True),
                      key=lambda tree: tree[1])  # fmt: skip

    # -- polders --------------------------------------------------------------------------------------

    @cached_property
    def fields(self) -> list[Sheaf]:
        """The fields of the polders, their corners in the order of a round; in CROPS kinds."""
        found: list[list[Line]] = [[] for _ in range(CROPS)]
        for space, ring in self.shape.rings:
            if space in self._polder:
                luck = random.Random(space)
                for field in self._till(space, ring, luck):
                    found[luck.randrange(CROPS)].append(field)
        return [Sheaf(fields, whole=True) for fields in found]

    def _till(self, space: int, ring: Spots, luck: random.Random) -> Iterator[Line]:
        """Narrow strips across an outline, at right angles to its rivers, as they were dug; staggered."""
        angle = self._bank_angle(space) + math.pi / 2
        x, y = math.cos(angle), math.sin(angle)
        flat = ring / (2, 1)
        along, aside = flat @ (x, y), flat @ (-y, x)
        place, end = float(aside.min()), float(aside.max())
        edges = _inside(along, aside, place)
        while place < end:
            further = place + 0.62 * self._unit * luck.uniform(0.8, 1.2)
            beyond = _inside(along, aside, further)
            for one, other in zip(edges, beyond, strict=False):
                for start, stop in _pieces(max(one[0], other[0]), min(one[1], other[1]), 3.4 * self._unit, luck):
                    corners = ((start, place), (stop, place), (stop, further), (start, further))
                    yield [(2 * (a * x - b * y), a * y + b * x) for a, b in corners]
            place, edges = further, beyond

    def _bank_angle(self, space: int) -> float:
        """The direction, on the screen, of the rivers along an area; else of its longest border."""
        total = 0j
        for arc in self.shape.arcs:
            if space in (arc.left, arc.right):
                weight = 1.0 if self.shape.water_at(arc) else 0.05
                for (x, y), (to_x, to_y) in pairwise(arc.line):
                    way = complex((to_x - x) / 2, to_y - y)
                    total += weight * way * way / (abs(way) or 1)
        return math.atan2(total.imag, total.real) / 2


def _inside(along: npt.NDArray[np.float64], aside: npt.NDArray[np.float64], place: float) -> list[tuple[float, float]]:
    """The stretches of a straight line that lie in an outline, given along and aside of it."""
    to_along, to_aside = np.roll(along, -1), np.roll(aside, -1)
    met = (aside > place) != (to_aside > place)
    share = (place - aside[met]) / (to_aside[met] - aside[met])
    places = sorted((along[met] + share * (to_along[met] - along[met])).tolist())
    return list(zip(places[::2], places[1::2], strict=False))


def _pieces(start: float, end: float, length: float, luck: random.Random) -> Sequence[tuple[float, float]]:
    """A stretch in pieces of about a length."""
    pieces = []
    while end - start > 0.1 * length:
        stop = min(end, start + length * luck.uniform(0.6, 1.4))
        pieces.append((start, stop))
        start = stop
    return pieces


def _grey(share: Mask) -> Image.Image:
    return Image.fromarray((share * 255).astype(np.uint8))
