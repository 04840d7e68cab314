"""Colours as colour-blind eyes see them, and how far apart they are.

The matrices are those of Machado, Oliveira and Fernandes, A Physiologically-based Model for Simulation of Color Vision
Deficiency (2009), severity 1.0, for linear RGB. Distances are those of CIELAB (D65, 1976): 2.3 is just to be told,
10 at a glance.
"""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

Values = npt.NDArray[np.float64]

EYES: Mapping[str, Values] = {
    "normal": np.eye(3),
    "protanopia": np.array([
        [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998],
    ]),
    "deuteranopia": np.array([
        [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881],
    ]),
    "tritanopia": np.array([
        [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900],
    ]),
}  # fmt: skip
"""What an eye makes of linear red, green and blue."""
_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
_WHITE = _XYZ.sum(axis=1)


def seen(color: str, eye: str) -> Values:
    """A colour (`#rrggbb`) as an eye sees it: L*, a*, b*."""
    shares = np.array([int(color[n : n + 2], 16) for n in (1, 3, 5)]) / 255
    linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    return _lab(np.clip(EYES[eye] @ linear, 0, 1))


def apart(color: str, other: str, eye: str) -> float:
    """How far apart two colours are for an eye."""
    return float(np.linalg.norm(seen(color, eye) - seen(other, eye)))


def _lab(linear: Values) -> Values:
    x, y, z = _XYZ @ linear / _WHITE
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return np.array([116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)])
