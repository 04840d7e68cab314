"""The colours of sides and counters in what is written beside the map."""

from functools import cache
from typing import Any

from wargame_tui.board.scene import Counter
from wargame_tui.board.title import BoardTitle
from wargame_tui.tui.map.palette import TRUECOLOR, Sides

SIDE_PAPER = {"earth": "#b4b0a4", "blue": "#7aa5d2", "violet": "#b58fc4"}
"""Sides have on every screen the hue that their land has on the map."""
SIDE_INK = "#101418"


@cache
def sides_of(title: BoardTitle[Any]) -> Sides:
    """The sides of a title, with their coats."""
    return Sides(title.sides, title.look())


def side_color(sides: Sides, side: str | None) -> str:
    """A side's colour for text on the dark table."""
    coat = sides.get(side) if side else None
    return SIDE_PAPER[coat] if coat else "#c9c3b0"


def side_style(sides: Sides, side: str | None) -> str:
    """Ink on paper in a side's colour."""
    return f"bold {SIDE_INK} on {side_color(sides, side)}"


def chip_style(counter: Counter, sides: Sides) -> str:
    """The colours of a counter, the same as on the map."""
    paint = sides.paint(counter)
    return f"bold {TRUECOLOR.inks[paint].color} on {TRUECOLOR.grounds[paint]}"
