"""What is printed on counters: signs of branches, marks of sizes and states, as shapes in a square of 1 by 1; letters.

The signs are those of NATO's APP-6, as wargames use them; what it does not know (flak towers) is a silhouette.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from math import cos, pi, sin
from typing import Literal, NamedTuple

from PIL import ImageDraw, ImageFont

from wargame_tui.board.look import Symbol
from wargame_tui.board.scene import Flag

Spot = tuple[float, float]
"""Right and down, of 1."""
Rect = tuple[float, float, float, float]
"""Left, top, right, bottom, in pixels."""


class Line(NamedTuple):
    """A line through some spots."""

    spots: Sequence[Spot]


class Area(NamedTuple):
    """A filled shape."""

    spots: Sequence[Spot]


class Disc(NamedTuple):
    """A filled circle: its middle, its radius in heights."""

    x: float
    y: float
    radius: float


class Oval(NamedTuple):
    """The outline of a tank's track: left, top, right, bottom."""

    box: tuple[float, float, float, float]


Shape = Line | Area | Disc | Oval


def _arc(middle: Spot, across: float, down: float, start: float, end: float) -> list[Spot]:
    """Spots of an ellipse from one angle to another, in half turns; 0 is right, 0.5 below."""
    turns = [start + (end - start) * n / 12 for n in range(13)]
    return [(middle[0] + across * cos(pi * turn), middle[1] + down * sin(pi * turn)) for turn in turns]


_CROSS = (Line(((0, 0), (1, 1))), Line(((0, 1), (1, 0))))
_TRACK = (Oval((0.14, 0.20, 0.86, 0.80)),)

SIGNS: Mapping[Symbol, Sequence[Shape]] = {
    "infantry": _CROSS,
    "armour": _TRACK,
    "mechanized": (*_CROSS, *_TRACK),
    "motorized": (*_CROSS, Line(((0.5, 0), (0.5, 1)))),
    "engineer": (Line(((0.2, 0.78), (0.2, 0.28), (0.8, 0.28), (0.8, 0.78))), Line(((0.5, 0.28), (0.5, 0.78)))),
    "artillery": (Disc(0.5, 0.5, 0.22),),
    "flak": (Line(_arc((0.5, 1), 0.38, 0.72, 1, 2)), Disc(0.5, 0.68, 0.13)),
    "tower": (
        Area((
            (0.32, 0.92), (0.32, 0.42), (0.24, 0.42), (0.24, 0.10), (0.38, 0.10), (0.38, 0.22), (0.45, 0.22),
            (0.45, 0.10), (0.55, 0.10), (0.55, 0.22), (0.62, 0.22), (0.62, 0.10), (0.76, 0.10), (0.76, 0.42),
            (0.68, 0.42), (0.68, 0.92),
        )),
    ),
    "reconnaissance": (Line(((0, 1), (1, 0))),),
    "airborne": (
        *_CROSS,
        Line([*_arc((0.36, 0.98), 0.14, 0.26, 1, 2), *_arc((0.64, 0.98), 0.14, 0.26, 1, 2)]),
    ),
    "rocket": (
        Disc(0.5, 0.76, 0.15),
        Line(((0.34, 0.56), (0.5, 0.36), (0.66, 0.56))),
        Line(((0.34, 0.32), (0.5, 0.12), (0.66, 0.32))),
    ),
    "tank": (
        Area(((0.08, 0.62), (0.2, 0.5), (0.84, 0.5), (0.92, 0.62), (0.84, 0.84), (0.18, 0.84))),
        Area(((0.36, 0.52), (0.42, 0.24), (0.68, 0.24), (0.74, 0.52))),
        Area(((0.02, 0.30), (0.44, 0.30), (0.44, 0.39), (0.02, 0.39))),
    ),
    "assault_gun": (*_TRACK, Disc(0.5, 0.5, 0.15)),
    "tank_destroyer": (*_TRACK, Line(((0, 1), (0.5, 0), (1, 1)))),
    "headquarters": (),
}  # fmt: skip
"""By `board.look.Symbol`, in the box; headquarters have their letters."""

LETTERS: Mapping[str, str] = {"headquarters": "HQ"}
"""Signs that are letters."""

Tone = Literal["bad", "warning", "good", "plain"]
"""How a state is to be taken."""


class Badge(NamedTuple):
    """The mark of a state."""

    tone: Tone
    shapes: Sequence[Shape]


_STEP: Sequence[Spot] = ((0.05, 0.72), (0.28, 0.72), (0.28, 0.3), (0.72, 0.3), (0.72, 0.72), (0.95, 0.72))

BADGES: Mapping[Flag, Badge] = {
    "unsupplied": Badge("bad", (Area(((0.4, 0.08), (0.6, 0.08), (0.55, 0.62), (0.45, 0.62))), Disc(0.5, 0.82, 0.12))),
    "routed": Badge("bad", (Area(((0.62, 0.0), (0.2, 0.58), (0.46, 0.58), (0.36, 1.0), (0.8, 0.4), (0.52, 0.4))),)),
    "must_fight": Badge("bad", tuple(
        Line(((0.5 - 0.46 * cos(pi * n / 3), 0.5 - 0.46 * sin(pi * n / 3)),
              (0.5 + 0.46 * cos(pi * n / 3), 0.5 + 0.46 * sin(pi * n / 3)))) for n in range(3)
    )),
    "disrupted": Badge("warning", tuple(
        Line(((0.02, y + 0.1), (0.26, y - 0.12), (0.5, y + 0.1), (0.74, y - 0.12), (0.98, y + 0.1)))
        for y in (0.32, 0.68)
    )),
    "engaged": Badge("warning", (Line(((0.1, 0.1), (0.9, 0.9))), Line(((0.1, 0.9), (0.9, 0.1))))),
    "on_foot": Badge("warning", (Line(((0.5, 0.05), (0.5, 0.6))), Area(((0.16, 0.5), (0.84, 0.5), (0.5, 1.0))))),
    "entrenched": Badge("good", (Line(_STEP),)),
    "fortress": Badge("good", (
        Area(((0.1, 0.9), (0.1, 0.1), (0.34, 0.1), (0.34, 0.34), (0.66, 0.34), (0.66, 0.1), (0.9, 0.1), (0.9, 0.9))),
    )),
    "exploiting": Badge("good", (Area(((0.12, 0.02), (0.98, 0.5), (0.12, 0.98), (0.36, 0.5))),)),
    "supported": Badge("good", (Line(((0.5, 0.06), (0.5, 0.94))), Line(((0.06, 0.5), (0.94, 0.5))))),
    "elite": Badge("warning", (
        Area(((0.5, 0.5), (0.3, 0), (0.7, 0), (0.5, 0.5), (1, 0.3), (1, 0.7), (0.5, 0.5), (0.7, 1), (0.3, 1),
              (0.5, 0.5), (0, 0.7), (0, 0.3))),
    )),
    "dropped": Badge("plain", (
        Area([*_arc((0.5, 0.5), 0.48, 0.46, 1, 2)]), Line(((0.06, 0.5), (0.5, 0.98), (0.94, 0.5))),
    )),
    "bridging": Badge("plain", (Line(_arc((0.5, 0.86), 0.44, 0.58, 1, 2)), Line(((0, 0.2), (1, 0.2))))),
    "working": Badge("plain", (Oval((0.2, 0.2, 0.8, 0.8)), *(
        Line(((0.5 + 0.3 * cos(pi * n / 4), 0.5 + 0.3 * sin(pi * n / 4)),
              (0.5 + 0.5 * cos(pi * n / 4), 0.5 + 0.5 * sin(pi * n / 4)))) for n in range(8)
    ))),
    "fired": Badge("plain", (Oval((0.1, 0.1, 0.9, 0.9)), Line(((0.18, 0.82), (0.82, 0.18))))),
    "strategic": Badge("plain", (
        Line(((0, 0.34), (0.62, 0.34))), Line(((0, 0.66), (0.62, 0.66))), Line(((0.5, 0.04), (0.98, 0.5), (0.5, 0.96))),
    )),
    "moved": Badge("plain", (Line(((0.1, 0.1), (0.5, 0.5), (0.1, 0.9))), Line(((0.5, 0.1), (0.9, 0.5), (0.5, 0.9))))),
    "locked": Badge("plain", (
        Area(((0.14, 0.46), (0.86, 0.46), (0.86, 0.98), (0.14, 0.98))), Line(_arc((0.5, 0.46), 0.24, 0.4, 1, 2)),
    )),
}  # fmt: skip
"""Of the states that have a mark; the others are told by the whole counter."""

SIZES: Mapping[str, str] = {
    "platoon": 3 * "•", "company": "I", "battalion": "II", "regiment": "III", "brigade": "X", "division": "XX",
    "corps": 3 * "X", "army": 4 * "X", "army_group": 5 * "X",
}  # fmt: skip
"""Marks of sizes in the words of front ends."""


def draw_shapes(draw: ImageDraw.ImageDraw, shapes: Sequence[Shape], box: Rect, ink: str, width: int) -> None:
    """Shapes in a box, in lines so many pixels wide."""
    left, top, right, bottom = box
    across, down = right - left, bottom - top

    def pixels(spots: Sequence[Spot]) -> list[Spot]:
        return [(left + x * across, top + y * down) for x, y in spots]

    for shape in shapes:
        match shape:
            case Line(spots):
                draw.line(pixels(spots), fill=ink, width=width, joint="curve")
            case Area(spots):
                draw.polygon(pixels(spots), fill=ink)
            case Disc(x, y, radius):
                (middle,) = pixels([(x, y)])
                draw.circle(middle, radius * down, fill=ink)
            case Oval((x, y, to_x, to_y)):
                (one, other) = pixels([(x, y), (to_x, to_y)])
                radius = min(other[0] - one[0], other[1] - one[1]) / 2
                draw.rounded_rectangle((*one, *other), radius, outline=ink, width=width)


def size_width(size: str, height: float) -> float:
    """How wide the mark of a size is."""
    mark = SIZES.get(size, "")
    return sum(_pitch(letter) for letter in mark) * height


def draw_size(
    draw: ImageDraw.ImageDraw, size: str, middle: float, top: float, height: float, ink: str, fine: int
) -> None:
    """The mark of a size, its middle at so many pixels from the left; upright bars on whole pixels, `fine` wide."""
    x, width = middle - size_width(size, height) / 2, fine * max(1, round(height / fine * 0.24))
    for letter in SIZES.get(size, ""):
        room = _pitch(letter) * height
        box = (x + 0.1 * room, top, x + 0.9 * room, top + height)
        match letter:
            case "X":
                draw_shapes(draw, _CROSS, box, ink, width)
            case "I":
                left = fine * round((x + (room - width) / 2) / fine)
                draw.rectangle((left, top, left + width - 1, top + height - 1), fill=ink)
            case _:
                draw_shapes(draw, (Disc(0.5, 0.5, 0.25),), box, ink, width)
        x += room


def _pitch(letter: str) -> float:
    return 1.1 if letter == "X" else 0.62


@lru_cache(maxsize=64)
def letters(size: int, weight: int = 700) -> ImageFont.FreeTypeFont:
    """Letters so many pixels high, as thick as a weight from 100 to 900 says: Roboto Condensed (OFL 1.1)."""
    path = files("fontpkg_roboto_condensed").joinpath("files", "RobotoCondensed[wght].ttf")
    font = ImageFont.truetype(str(path), size)
    font.set_variation_by_axes([weight])
    return font
