"""Terminals of 256 colours: flat grounds are colours that they have, and nothing turns into another hue."""

import re

import pytest

from tests.tui.paint.blindness import apart
from wargame_tui.board.look import PLAIN
from wargame_tui.tui.paint.few_colors import FIRST, nearest
from wargame_tui.tui.paint.style import STYLES, StyleName, style_of


def shown(color: str) -> str:
    """A colour as a terminal of 256 shows it."""
    return nearest(int(color[1:], 16)).get_truecolor().hex


@pytest.mark.parametrize("name", STYLES)
def test_flat_grounds_are_colours_of_the_terminal(name: StyleName) -> None:
    few = re.findall(r"#[0-9a-f]{6}", repr(style_of(PLAIN, name, few=True).few))
    assert few
    assert [shown(color) for color in few] == few


@pytest.mark.parametrize("name", STYLES)
def test_terrains_of_few_colours_are_told_apart(name: StyleName) -> None:
    style = style_of(PLAIN, name, few=True)
    tones = ("moss", "pine", "spruce", "meadow", "reed", "umber", "peat", "granite")
    grounds = [style.ground, style.sea, *(style.tones[tone].fill or style.ground for tone in tones)]  # type: ignore[index]
    assert len({shown(ground) for ground in grounds}) == len(grounds)


@pytest.mark.parametrize("color", ["#f0e8d0", "#8db168", "#6ba6d6", "#c8402f", "#5a9bdc"])
def test_the_nearest_colour_looks_like_it(color: str) -> None:
    number = nearest(int(color[1:], 16))
    assert number.number is not None
    assert number.number >= FIRST
    assert apart(color, shown(color), "normal") <= 20
