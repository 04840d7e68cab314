"""A rectangle of map cells to paint on, in cell coordinates: columns and rows of the layout, as floats.

It is painted finer than it is shown, and reduced at the end: edges come out smooth.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from itertools import pairwise
from math import ceil
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageColor, ImageDraw, ImageFilter

from wargame_tui.tui.map.view import Box

Spot = tuple[float, float]
"""Column and row."""
Line = Sequence[Spot]
Outlines = npt.NDArray[np.float64]
"""Lines of as many points each: line, point, column and row."""
Path = npt.NDArray[np.float64]
"""Points of a line: column and row."""
Pixels = npt.NDArray[np.uint8]
"""Rows of pixels, each red, green, blue."""
Mask = npt.NDArray[np.float32]
"""Rows of shares from 0 to 1."""
SHORT = 8
"""Points of a line that is drawn whole."""
NOISE = 256
"""Pixels of the square of noise, which repeats."""


class Grain(NamedTuple):
    """How finely a cell is painted, and how finely it is shown: pixels across and down."""

    across: int
    down: int
    shown_across: int
    shown_down: int

    @property
    def coarse(self) -> "Grain":
        """Half as fine: enough for what has soft edges, at a quarter of the cost."""
        return self._replace(across=self.across // 2, down=self.down // 2)


def shrunk(pixels: Pixels, width: int, height: int) -> Pixels:
    """The same in fewer pixels."""
    found: Pixels = np.asarray(Image.fromarray(pixels).resize((width, height), Image.Resampling.BOX))
    return found


class Canvas:
    """Some cells of a map while they are painted."""

    def __init__(self, box: Box, grain: Grain, ground: str | None) -> None:
        """A ground of one colour, or of glass."""
        self.box = box
        self.grain = grain
        self.size = box.width * grain.across, box.height * grain.down
        self.image = Image.new("RGB", self.size, ground) if ground else Image.new("RGBA", self.size)
        self._draw = ImageDraw.Draw(self.image)

    @classmethod
    def upon(cls, under: "Canvas", grain: Grain) -> "Canvas":
        """A finer canvas that begins with what was painted on a coarser one."""
        canvas = cls(under.box, grain, None)
        canvas.image = under.image.resize(canvas.size, Image.Resampling.BILINEAR)
        canvas._draw = ImageDraw.Draw(canvas.image)
        return canvas

    def _ink(self, color: str) -> str | int:
        """What a colour is drawn with."""
        return color

    def spots(self, line: Iterable[Spot]) -> list[Spot]:
        """Cell coordinates as whole pixels: Pillow rounds towards zero, and so otherwise left of a canvas or above."""
        x, y, across, down = self.box.x, self.box.y, self.grain.across, self.grain.down
        return [((column - x) * across // 1, (row - y) * down // 1) for column, row in line]

    def sees(self, line: Line, margin: float = 1.0) -> bool:
        """Whether any of a line, or of what is so many cells beside it, may lie here."""
        box = self.box
        xs, ys = [x for x, _ in line], [y for _, y in line]
        return (
            min(xs) - margin < box.x + box.width and max(xs) + margin > box.x
            and min(ys) - margin < box.y + box.height and max(ys) + margin > box.y
        )  # fmt: skip

    def fill(self, outline: Line, color: str) -> None:
        """A shape."""
        self._draw.polygon(self.spots(outline), fill=self._ink(color))

    def fills(self, outlines: Outlines, color: str) -> None:
        """Shapes of as many corners each."""
        for outline in self._flat(outlines):
            self._draw.polygon(outline, fill=color)

    def lines(self, lines: Outlines, color: str, width: float) -> None:
        """Thin lines of as many points each, so many rows wide."""
        thick = max(1, round(width * self.grain.down))
        for line in self._flat(lines):
            self._draw.line(line, fill=color, width=thick)

    def _flat(self, outlines: Outlines) -> list[list[float]]:
        """Lines in cell coordinates as pixels, each column, row, column, row."""
        spots = np.floor((outlines - (self.box.x, self.box.y)) * (self.grain.across, self.grain.down))
        flat: list[list[float]] = spots.reshape(len(spots), 2 * spots.shape[1]).tolist()
        return flat

    def line(self, line: Line | Path, color: str, width: float, *, bent: bool = True) -> None:
        """A line so many rows wide, with round ends; one that is not `bent` has no corners worth rounding."""
        thick = max(1, round(width * self.grain.down))
        spots = self._here(line, thick)
        if not spots:
            return
        ink = self._ink(color)
        self._draw.line(spots, fill=ink, width=thick, joint="curve" if thick > (3 if bent else 8) else None)
        if thick > 3:
            for x, y in (spots[0], spots[-1]):
                self._draw.circle((x, y), thick / 2 - 0.5, fill=ink)

    def _here(self, line: Line | Path, margin: float) -> list[Spot]:
        """The pixels of a line from where it comes near the canvas to where it leaves it; of a short one all."""
        if len(line) <= SHORT and not isinstance(line, np.ndarray):
            return self.spots(line)
        spots = np.floor((np.asarray(line) - (self.box.x, self.box.y)) * (self.grain.across, self.grain.down))
        if len(line) > SHORT:
            one, other = spots[:-1], spots[1:]
            beside = (np.maximum(one, other) < -margin) | (np.minimum(one, other) > np.add(self.size, margin))
            near = np.flatnonzero(~beside.any(1))
            if not near.size:
                return []
            spots = spots[near[0] : near[-1] + 2]
        found: list[Spot] = [*map(tuple, spots.tolist())]
        return found

    def dashes(self, line: Line, color: str, width: float) -> None:
        """A broken line so many rows wide: dashes four widths long, gaps of more than half that."""
        spots = np.asarray(line)
        along = np.concatenate(([0.0], np.cumsum(np.hypot(*(np.diff(spots, axis=0) / (2, 1)).T))))
        count = max(1, round(along[-1] / (6.5 * width)))
        step = along[-1] / count
        # Four points a dash follow the bends; every line begins and ends with half a gap.
        places = (np.arange(count)[:, None] * step + np.linspace(0.19, 0.81, 4) * step).ravel()
        found = np.stack([np.interp(places, along, spots[:, axis]) for axis in (0, 1)], axis=1).reshape(count, 4, 2)
        thick = max(1, round(width * self.grain.down))
        for dash in found.tolist():
            self._draw.line(self.spots(map(tuple, dash)), fill=self._ink(color), width=thick)

    def block(self, x: float, y: float, width: float, height: float, color: str) -> None:
        """An upright rectangle about a spot, in rows."""
        (middle,) = self.spots([(x, y)])
        across, down = width * self.grain.down / 2, height * self.grain.down / 2
        self._draw.rectangle((middle[0] - across, middle[1] - down, middle[0] + across, middle[1] + down), fill=color)

    def dot(self, x: float, y: float, radius: float, color: str) -> None:
        """A disc, its radius in rows."""
        (middle,) = self.spots([(x, y)])
        self._draw.circle(middle, max(1.0, radius * self.grain.down), fill=color)

    def lay(self, color: str, mask: Mask) -> None:
        """A colour, as much of it as a mask says."""
        self.image.paste(color, (0, 0), Image.fromarray((mask * 255).astype(np.uint8)))

    def country(
        self, outlines: Iterable[Line] | Outlines, reach: float, wild: Mask | None = None, steep: float = 8
    ) -> Mask:
        """Shapes run together, their edges rounded by some rows; `wild` roughens them, they are sharp if `steep`."""
        across = down = ceil(reach * self.grain.down) + 1  # No farther do two blurs see.
        mask = Image.new("L", (self.size[0] + 2 * across, self.size[1] + 2 * down))
        draw = ImageDraw.Draw(mask)
        shift = across / self.grain.across, down / self.grain.down
        if isinstance(outlines, np.ndarray):
            for flat in self._flat(outlines + shift):
                draw.polygon(flat, fill=255)
        else:
            for outline in outlines:
                draw.polygon([(x + across, y + down) for x, y in self.spots(outline)], fill=255)
        mask = mask.filter(ImageFilter.BoxBlur(reach * self.grain.down / 2))
        mask = mask.filter(ImageFilter.BoxBlur(reach * self.grain.down / 2))
        inner = mask.crop((across, down, across + self.size[0], down + self.size[1]))
        share: Mask = np.asarray(inner, np.float32) / np.float32(255)
        if wild is not None:
            share = share + wild
        return sharpened(share, 0.5, steep)

    def noise(self, size: float) -> Mask:
        """A noise of -0.5 to 0.5 that belongs to the map: `size` rows wide are its patches."""
        step = NOISE / (32 * size)
        x = (np.arange(self.size[0]) / self.grain.across + self.box.x) / 2 * step
        y = (np.arange(self.size[1]) / self.grain.down + self.box.y) * step
        # One dimension after the other: several times as quick as both at once.
        return noise_square()[y.astype(np.int64) % NOISE][:, x.astype(np.int64) % NOISE]

    def put(self, coarse: "Canvas", mask: Image.Image | None = None) -> None:
        """Lay over this what was painted on a coarse canvas, where a mask has it."""
        image = coarse.image.resize(self.size, Image.Resampling.NEAREST)
        if mask is None:
            self.image.paste(image)
        else:
            self.image.paste(image, (0, 0), mask)

    def part_of(self, field: Image.Image, width: int, height: int, beside: int) -> Image.Image:
        """What a picture in small of a map of so many cells has here; `beside` where the map ends."""
        box, grain = self.box, self.grain
        left, top = max(0, box.x), max(0, box.y)
        right, bottom = min(width, box.x + box.width), min(height, box.y + box.height)
        if left >= right or top >= bottom:
            return Image.new(field.mode, self.size, beside)
        across, down = field.width / width, field.height / height
        size = (right - left) * grain.across, (bottom - top) * grain.down
        part = field.resize(size, Image.Resampling.BICUBIC, (left * across, top * down, right * across, bottom * down))
        if size == self.size:
            return part
        whole = Image.new(field.mode, self.size, beside)
        whole.paste(part, ((left - box.x) * grain.across, (top - box.y) * grain.down))
        return whole

    def pixels(self) -> Pixels:
        """What was painted, as finely as it is shown."""
        grain = self.grain
        return np.asarray(self.image.reduce((grain.across // grain.shown_across, grain.down // grain.shown_down)))


class Glass(Canvas):
    """Glass over some cells of which few are drawn on: what lies over these is worked out for them alone."""

    def __init__(self, box: Box, grain: Grain) -> None:
        self.box = box
        self.grain = grain
        self.size = box.width * grain.across, box.height * grain.down
        self.image = Image.new("L", self.size)
        """Which of the colours is where; 0: none."""
        self._draw = ImageDraw.Draw(self.image)
        self._colors: list[str] = []

    def _ink(self, color: str) -> int:
        if color not in self._colors:
            self._colors.append(color)
        return self._colors.index(color) + 1

    @cached_property
    def _drawn(self) -> npt.NDArray[np.uint8]:
        """Rows of cells, their rows, cells, their columns."""
        return np.asarray(self.image).reshape(self.box.height, self.grain.down, self.box.width, self.grain.across)

    def over(self, pixels: Pixels, box: Box) -> Pixels:
        """What was drawn over the pixels of some cells."""
        here, grain = self.box, self.grain
        rows, columns = np.nonzero(self._drawn.max(1).max(2))
        found = pixels.copy()
        squares = found.reshape(box.height, grain.shown_down, box.width, grain.shown_across, 3)
        place = rows + (here.y - box.y), slice(None), columns + (here.x - box.x)
        squares[place] = self.over_cells(squares[place], rows, columns)
        return found

    def over_cells(self, squares: Pixels, rows: npt.NDArray[np.int64], columns: npt.NDArray[np.int64]) -> Pixels:
        """The same over single cells, by their rows and columns on the glass: cell, row, column, colour."""
        part = self._drawn[rows, :, columns]
        inked = np.flatnonzero(part.any((1, 2)))
        grain, count = self.grain, len(inked)
        by_color = np.asarray([(0,) * 4, *((*ImageColor.getrgb(color), 255) for color in self._colors)], np.float32)
        wide, high = grain.across // grain.shown_across, grain.down // grain.shown_down
        # First rows are added up, of which each is many numbers, then what is left of them.
        drawn = by_color[part[inked]].reshape(count, grain.shown_down, high, grain.across * 4).sum(2)
        drawn = drawn.reshape(count, grain.shown_down, grain.shown_across, wide, 4).sum(3) / np.float32(wide * high)
        laid = squares[inked] * (1 - drawn[..., 3:] / 255) + drawn[..., :3]
        found = squares.copy()
        found[inked] = np.rint(laid).astype(np.uint8)
        return found


class Courses:
    """Lines that are drawn again and again, with what each spans: those on a canvas are found at once."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self.lines: list[Path] = [np.asarray(line, float) for line in lines]
        self._spans = np.asarray([(*line.min(0), *line.max(0)) for line in self.lines]).reshape(-1, 4)

    def seen(self, canvas: Canvas, margin: float = 1.0) -> list[int]:
        """The numbers of those of which any, or what is so many cells beside them, may lie on a canvas."""
        (x, y, width, height), spans = canvas.box, self._spans
        beside = (
            (spans[:, 0] - margin >= x + width) | (spans[:, 2] + margin <= x)
            | (spans[:, 1] - margin >= y + height) | (spans[:, 3] + margin <= y)
        )  # fmt: skip
        return np.flatnonzero(~beside).tolist()


def sharpened(share: Mask, middle: float, steep: float) -> Mask:
    """Shares pressed towards 0 and 1 around a middle."""
    pressed: Mask = np.clip((share - middle) * steep + 0.5, 0, 1)
    return pressed


@cache
def noise_square() -> Mask:
    """Smooth noise that repeats in both directions, always the same."""
    rough: Any = np.random.default_rng(1944).random((NOISE, NOISE))
    waves = np.fft.rfft2(rough)
    fy, fx = np.meshgrid(np.fft.fftfreq(NOISE), np.fft.rfftfreq(NOISE), indexing="ij")
    waves *= np.exp(-((fx**2 + fy**2) * (NOISE / 22) ** 2))
    smooth = np.fft.irfft2(waves)
    smooth = (smooth - smooth.mean()) / (4 * smooth.std())
    noise: Mask = np.clip(smooth, -0.5, 0.5).astype(np.float32)
    return noise


def rounded(line: Line, times: int = 2) -> list[Spot]:
    """A line with its corners cut off so many times; its ends stay (Chaikin 1974)."""
    spots = list(line)
    closed = len(spots) > 2 and spots[0] == spots[-1]
    for _ in range(times):
        cut = [
            spot
            for (x, y), (to_x, to_y) in pairwise(spots)
            for spot in (
                (0.75 * x + 0.25 * to_x, 0.75 * y + 0.25 * to_y),
                (0.25 * x + 0.75 * to_x, 0.25 * y + 0.75 * to_y),
            )
        ]
        spots = [*cut, cut[0]] if closed else [spots[0], *cut[1:-1], spots[-1]]
    return spots


def curved(line: Line, steps: int = 6) -> list[Spot]:
    """A smooth line through all points of a line (Catmull and Rom 1974)."""
    return curves([line], steps)[0]


def curves(lines: Sequence[Line], steps: int) -> list[list[Spot]]:
    """The same for many lines at once; those of two points or one stay as they are."""
    bent = [line for line in lines if len(line) > 2]
    if not bent:
        return [list(line) for line in lines]
    spots = np.asarray([spot for line in bent for spot in (line[0], *line, line[-1])], float)
    before, one, other, after = spots[:-3], spots[1:-2], spots[2:-1], spots[3:]
    found = [
        0.5 * (2 * one + (other - before) * t + (2 * before - 5 * one + 4 * other - after) * t**2
               + (3 * one - before - 3 * other + after) * t**3)
        for t in np.arange(steps) / steps
    ]  # fmt: skip
    woven: list[Spot] = [*map(tuple, np.stack(found, axis=1).reshape(-1, 2).tolist())]
    made: list[list[Spot]] = []
    start = 0
    for line in lines:
        if len(line) > 2:
            x, y = line[-1]
            made.append([*woven[start * steps : (start + len(line) - 1) * steps], (x, y)])
            start += len(line) + 2
        else:
            made.append(list(line))
    return made


def stretches(path: Sequence[int], line: list[Spot], steps: int, drawn: set[tuple[int, int]]) -> Iterator[list[Spot]]:
    """The parts of a road, drawn as a line of so many points from space to space, that no other has drawn."""
    part: list[Spot] = []
    for n, (one, other) in enumerate(pairwise(path)):
        key = min(one, other), max(one, other)
        if key not in drawn:
            part += line[n * steps + bool(part) : (n + 1) * steps + 1]
            drawn.add(key)
        elif part:
            yield part
            part = []
    if part:
        yield part


def eased(line: Line, radius: float, steps: int = 4) -> list[Spot]:
    """A line with its bends rounded, each by so many rows at the most; a closed one stays closed."""
    closed = len(line) > 2 and line[0] == line[-1]
    spots = np.asarray([line[-2], *line, line[1]] if closed else line, float)
    middle = spots[1:-1]
    ends = []
    for towards in (spots[:-2], spots[2:]):
        way = towards - middle
        length = np.maximum(1e-9, np.hypot(way[:, 0] / 2, way[:, 1]))
        ends.append(middle + way * np.minimum(0.5, radius / length)[:, None])
    shares = np.linspace(0, 1, steps)
    woven = np.stack([(1 - t) ** 2 * ends[0] + 2 * t * (1 - t) * middle + t * t * ends[1] for t in shares], axis=1)
    inner: list[Spot] = [*map(tuple, woven.reshape(-1, 2).tolist())]
    return [*inner[:-steps], inner[0]] if closed else [line[0], *inner, line[-1]]


def mixed(color: str, other: str, share: float) -> str:
    """A colour with a share of another."""
    parts = [(int(color[n : n + 2], 16), int(other[n : n + 2], 16)) for n in (1, 3, 5)]
    return "#" + "".join(f"{round((1 - share) * one + share * two):02x}" for one, two in parts)


def joined(sides: Iterable[tuple[Spot, Spot]]) -> Iterator[list[Spot]]:
    """Sides in the order of a river as lines from corner to corner."""
    line: list[Spot] = []
    keys: list[tuple[int, int]] = []
    for one, other in sides:
        a, b = corner_key(one), corner_key(other)
        if len(line) == 2 and keys[0] in (a, b) and keys[-1] not in (a, b):
            line.reverse()
            keys.reverse()
        if line and keys[-1] in (a, b):
            beyond = other if keys[-1] == a else one
            line.append(beyond)
            keys.append(corner_key(beyond))
            continue
        if line:
            yield line
        line, keys = [one, other], [a, b]
    if line:
        yield line


def corner_key(spot: Spot) -> tuple[int, int]:
    """The same for a corner, from whichever of its hexes it is worked out."""
    return round(spot[0] * 64), round(spot[1] * 64)


def chained(sides: Iterable[tuple[Spot, Spot]]) -> list[list[Spot]]:
    """Sides in any order as lines as long as they go: from an end, from a fork, at last round and round."""
    spots: dict[tuple[int, int], Spot] = {}
    near: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for one, other in sides:
        a, b = corner_key(one), corner_key(other)
        spots[a], spots[b] = one, other
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    lines = []
    for start in sorted(near, key=lambda key: len(near[key]) == 2):
        while near[start]:
            here, line = start, [spots[start]]
            while near[here]:
                there = near[here].pop()
                near[there].remove(here)
                line.append(spots[there])
                here = there
                if len(near[here]) != 1:
                    break
            lines.append(line)
    return lines
