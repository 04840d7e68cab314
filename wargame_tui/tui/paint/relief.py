"""Shaded relief: a height field of the whole map in small, lit from the north-west."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFilter

from wargame_tui.tui.paint.canvas import Canvas, Spot, noise_square
from wargame_tui.tui.paint.style import Relief

LEVEL = 127


class Heights:
    """Heights as they are drawn, ridge by ridge, on a field of so many pixels a row."""

    def __init__(self, width: int, height: int, fine: float) -> None:
        self.width, self.height, self.fine = width, height, fine
        self.size = max(1, round(width * fine / 2)), max(1, round(height * fine))
        self._field = np.zeros(self.size[::-1], np.float32)

    def raise_line(self, spots: Sequence[Spot], wide: float, by: float, line: bool = True) -> None:
        """Raise a ridge, or spots alone, so many rows wide; the slopes are as wide again."""
        across, down = self.size[0] / self.width, self.size[1] / self.height
        mask = Image.new("L", self.size)
        draw = ImageDraw.Draw(mask)
        pixels = [(x * across, y * down) for x, y in spots]
        half = wide * down / 2
        if line and len(pixels) > 1:
            draw.line(pixels, fill=255, width=max(1, round(2 * half)), joint="curve")
        for x, y in pixels:
            draw.ellipse((x - half, y - half, x + half, y + half), fill=255)
        left, top, right, bottom = _around(mask, round(3 * wide * down) + 2)
        soft = mask.crop((left, top, right, bottom)).filter(ImageFilter.GaussianBlur(0.75 * wide * down))
        self._field[top:bottom, left:right] += np.asarray(soft, np.float32) * (by / 255)

    def slopes(self, rows: float, rough: float, patch: float) -> Image.Image:
        """The whole map's slopes, sunny ones above `LEVEL`.

        A rise over so many rows is steep; `rough` breaks the slopes up, in patches of so many rows.
        """
        field = self._field
        if rough:
            field = field * (1 + rough * _rugged(self.size, patch * self.fine))
        down, across = np.gradient(field)
        slope = (across + down) * rows * self.fine
        return Image.fromarray(np.clip(LEVEL + LEVEL * slope, 0, 255).astype(np.uint8))


def _around(mask: Image.Image, margin: int) -> tuple[int, int, int, int]:
    """What is drawn on a mask with a margin, within its edges."""
    left, top, right, bottom = mask.getbbox() or (0, 0, 1, 1)
    return (
        max(0, left - margin),
        max(0, top - margin),
        min(mask.width, right + margin),
        min(mask.height, bottom + margin),
    )


def _rugged(size: tuple[int, int], patch: float) -> npt.NDArray[np.float32]:
    """A noise over a field whose patches are so many pixels wide."""
    noise = noise_square()
    step = len(noise) / 32 / max(patch, 1)
    rows = (np.arange(size[1]) * step).astype(np.int64) % len(noise)
    columns = (np.arange(size[0]) * step).astype(np.int64) % len(noise)
    return noise[np.ix_(rows, columns)]


def lay_slopes(canvas: Canvas, slopes: Image.Image, width: int, height: int, style: Relief) -> None:
    """Light and shade of the slopes of a map so many cells large."""
    part = canvas.part_of(slopes, width, height, LEVEL)
    for color, table in ((style.light, _LIGHT), (style.dark, _SHADE), (style.steep, _STEEP)):
        share = part.point(table)
        if share.getbbox():
            canvas.image.paste(color, (0, 0), share)


_LIGHT = [max(0, min(255, 2 * (value - LEVEL) - 4)) for value in range(256)]
_STEEP = [max(0, min(200, 3 * (LEVEL - value) - 130)) for value in range(256)]
_SHADE = [max(0, min(255, 2 * (LEVEL - value) - 4)) for value in range(256)]


def ticks(line: Sequence[Spot], apart: float, long: float) -> list[list[Spot]]:
    """Short strokes to the right of a line, so many rows apart and so many long: a slope that falls to that side."""
    spots = np.asarray(line, float) * (0.5, 1)
    way = np.diff(spots, axis=0)
    done = np.concatenate(([0.0], np.cumsum(np.maximum(1e-9, np.hypot(way[:, 0], way[:, 1])))))
    marks = np.arange(apart / 2, done[-1], apart)
    before, after = (
        np.stack([np.interp(marks + off, done, spots[:, n]) for n in range(2)], axis=1) for off in (-0.1, 0.1)
    )
    along = after - before
    along /= np.maximum(1e-9, np.hypot(along[:, 0], along[:, 1]))[:, None]
    start = (before + after) / 2
    end = (
        start
        + np.stack((-along[:, 1], along[:, 0]), axis=1) * long * np.where(np.arange(len(marks)) % 2, 1, 0.65)[:, None]
    )
    return [[(2 * ax, ay), (2 * bx, by)] for (ax, ay), (bx, by) in zip(start.tolist(), end.tolist(), strict=True)]
