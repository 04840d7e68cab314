"""Pixels as characters: two colours a cell, and of the glyphs that a terminal has the one of least error."""

from functools import cache
from typing import Literal, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from wargame_tui.tui.paint.canvas import Grain, Pixels

GlyphKind = Literal["halves", "quadrants", "sextants", "octants"]
GLYPH_KINDS: tuple[GlyphKind, ...] = get_args(GlyphKind)
"""From the coarsest to the finest; the first two are in every font."""
GRAINS: dict[GlyphKind, Grain] = {
    "halves": Grain(8, 16, 1, 2),
    "quadrants": Grain(8, 16, 2, 2),
    "sextants": Grain(6, 12, 2, 3),
    "octants": Grain(8, 16, 2, 4),
}
"""Painted so that pixels are square, a cell being twice as high as wide."""
ALIKE = 9.0
"""Two colours nearer than this, in steps of 0 to 255 by channel, count as one."""
STEP, HUE = 8, 4
"""Lightness and hue are told in steps of so many: the fewer colours there are, the quicker a screen is written."""

Ints = npt.NDArray[np.uint32]
Floats = npt.NDArray[np.float32]
_PLACES = np.asarray([1 << 16, 1 << 8, 1], np.float32)


class Cells(NamedTuple):
    """A rectangle of cells: code point, the colour of the glyph, that of its ground, that of the whole: 0xrrggbb."""

    codes: Ints
    inks: Ints
    grounds: Ints
    means: Ints


def fitted(pixels: Pixels, kind: GlyphKind) -> Cells:
    """The cells that come nearest to some pixels, whose grain is that of the kind."""
    _, _, across, down = GRAINS[kind]
    return fitted_squares(pixels.reshape(len(pixels) // down, down, -1, across, 3).swapaxes(1, 2), kind)


def fitted_squares(squares: Pixels, kind: GlyphKind) -> Cells:
    """The same of cells in any order: the last three of the dimensions are rows, columns and colours of a cell."""
    shape = squares.shape[:-3]
    values = squares.reshape(-1, squares.shape[-3] * squares.shape[-2], 3).astype(np.float32)
    mean = values.mean(1)
    codes = np.full(len(values), ord(" "), np.uint32)
    inks, grounds = mean.copy(), mean.copy()
    busy = np.flatnonzero((values.max(1) - values.min(1)).max(1) > ALIKE)
    if busy.size:
        codes[busy], inks[busy], grounds[busy] = _split(values[busy], mean[busy], kind)
    return Cells(
        codes.reshape(shape), packed(inks).reshape(shape), packed(grounds).reshape(shape), packed(mean).reshape(shape)
    )


def _split(values: Floats, mean: Floats, kind: GlyphKind) -> tuple[Ints, Floats, Floats]:
    """The pixels of each cell in two heaps, by their place along the line from the mean to the farthest of them."""
    apart = values - mean[:, None]
    far = np.square(apart).sum(2).argmax(1)
    line = apart[np.arange(len(values)), far]
    above = np.einsum("cpk,ck->cp", apart, line) > 0
    for _ in range(2):
        ink, ground = _means(values, above)
        nearer = np.square(values - ink[:, None]).sum(2) < np.square(values - ground[:, None]).sum(2)
        above = np.where((nearer.any(1) & ~nearer.all(1))[:, None], nearer, above)
    swap = above.sum(1) * 2 > above.shape[1]
    above = above ^ swap[:, None]
    ink, ground = _means(values, above)
    bits = (above * (1 << np.arange(above.shape[1]))).sum(1)
    codes: Ints = glyphs(kind)[bits]
    return codes, ink, ground


def _means(values: Floats, above: npt.NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """The mean colours of the two heaps of each cell."""
    weights = above[..., None].astype(np.float32)
    count = weights.sum(1)
    whole = values.sum(1)
    upper = (values * weights).sum(1)
    rest = values.shape[1] - count
    ink = upper / np.maximum(count, 1)
    ground = (whole - upper) / np.maximum(rest, 1)
    return ink, ground


def packed(colors: Floats) -> Ints:
    """Colours as 0xrrggbb, rounded to steps: of lightness, then of hue, lest dim colours turn into others."""
    # Added one by one: a product of matrices is rounded otherwise for a row than for a screen.
    light = ((colors[..., 0] + colors[..., 1] + colors[..., 2]) * np.float32(1 / 3))[..., None]
    rounded = np.rint(light / STEP) * STEP + np.rint((colors - light) / HUE) * HUE
    # A sum of whole numbers below 2 ** 24 is exact also as a float, and a product is quicker than shifts.
    found: Ints = (np.minimum(np.maximum(rounded, 0), 255) @ _PLACES).astype(np.uint32)
    return found


def mixed_in(colors: Ints, other: int, share: float) -> Ints:
    """Colours as 0xrrggbb with so much of another; as few of them as there were."""
    part, red_blue, green = round(share * 256), np.uint32(0xFF00FF), np.uint32(0x00FF00)
    pairs = (colors & red_blue) * np.uint32(256 - part) + np.uint32((other & 0xFF00FF) * part)
    middle = (colors & green) * np.uint32(256 - part) + np.uint32((other & 0x00FF00) * part)
    found: Ints = np.bitwise_or(pairs >> np.uint32(8) & red_blue, middle >> np.uint32(8) & green, dtype=np.uint32)
    return found


@cache
def glyphs(kind: GlyphKind) -> Ints:
    """The glyph for every pattern: bit 0 is the upper left part, then to the right, then down."""
    made = {"halves": _halves, "quadrants": _quadrants, "sextants": _sextants, "octants": _octants}[kind]()
    return np.asarray([*map(ord, made)], np.uint32)


def _halves() -> str:
    return " ▀▄█"


def _quadrants() -> str:
    return " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"


def _sextants() -> str:
    """Block sextants (Unicode 13, U+1FB00 to U+1FB3B); four patterns have been there before."""
    old = {0: " ", 21: "▌", 42: "▐", 63: "█"}
    new = iter(range(0x1FB00, 0x1FB3C))
    return "".join(old.get(bits) or chr(next(new)) for bits in range(64))


def _octants() -> str:
    """Block octants (Unicode 16, U+1CD00 to U+1CDE5); twenty-six patterns have been there before or stand elsewhere."""
    old = dict(zip(
        (0, 1, 2, 3, 5, 10, 15, 20, 40, 63, 64, 80, 85, 90, 95, 128, 160, 165, 170, 175, 192, 240, 245, 250, 252, 255),
        " \U0001cea8\U0001ceab\U0001fb82▘▝▀\U0001fbe6\U0001fbe7\U0001fb85\U0001cea3▖▌▞▛\U0001cea0▗▚▐▜▂▄▙▟▆█",
        strict=True,
    ))  # fmt: skip
    new = iter(range(0x1CD00, 0x1CDE6))
    return "".join(old.get(bits) or chr(next(new)) for bits in range(256))
