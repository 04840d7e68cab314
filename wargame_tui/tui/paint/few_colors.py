"""Painted maps in terminals of 256 colours: to each colour that of the terminal which looks most like it.

Channel by channel, as programs usually choose, creams turn pink and woods grey. Here distances are those of
CIELAB (1976, D65), in which equal steps look equal, and colour counts for more than lightness.
"""

from functools import cache

import numpy as np
import numpy.typing as npt
from rich.color import Color

LEVELS = 0, 95, 135, 175, 215, 255
"""Of red, green and blue in the cube of 216 colours (xterm)."""
FIRST = 16
"""The colours below are the user's own: nobody knows what they look like."""
LIGHTNESS = 0.8
"""How much lightness counts against colour."""
_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
Values = npt.NDArray[np.float64]


@cache
def nearest(number: int) -> Color:
    """The colour of the terminal for 0xrrggbb."""
    wanted = _lab(np.array([[number >> 16, number >> 8 & 0xFF, number & 0xFF]], float))
    return Color.from_ansi(FIRST + int(np.square(_palette() - wanted).sum(1).argmin()))


@cache
def _palette() -> Values:
    """The cube and the greys after it."""
    cube = [(red, green, blue) for red in LEVELS for green in LEVELS for blue in LEVELS]
    greys = [(8 + 10 * n,) * 3 for n in range(24)]
    return _lab(np.array([*cube, *greys], float))


def _lab(colors: Values) -> Values:
    """Colours by lightness, red against green, yellow against blue."""
    shares = colors / 255
    linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    x, y, z = _XYZ @ linear.T / _XYZ.sum(axis=1)[:, None]
    fx, fy, fz = (np.where(v > 0.008856, np.cbrt(v), 7.787 * v + 16 / 116) for v in (x, y, z))
    return np.stack([LIGHTNESS * (116 * fy - 16), 500 * (fx - fy), 200 * (fy - fz)], axis=1)
