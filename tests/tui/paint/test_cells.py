"""Pixels as characters: what two colours can say is said exactly."""

from collections.abc import Iterator

import numpy as np
import pytest

from wargame_tui.tui.paint.canvas import Pixels
from wargame_tui.tui.paint.cells import GLYPH_KINDS, GRAINS, HUE, STEP, GlyphKind, fitted, glyphs, packed

DARK, LIGHT = (0x10, 0x40, 0x80), (0xF0, 0xE8, 0xD0)


def patterns(kind: GlyphKind) -> Iterator[tuple[int, Pixels]]:
    """Every pattern of a cell in two colours."""
    _, _, across, down = GRAINS[kind]
    for bits in range(1 << across * down):
        parts = [DARK if bits >> n & 1 else LIGHT for n in range(across * down)]
        yield bits, np.asarray(parts, np.uint8).reshape(down, across, 3)


@pytest.mark.parametrize("kind", GLYPH_KINDS)
def test_every_pattern_of_two_colours_comes_out_as_it_is(kind: GlyphKind) -> None:
    table = glyphs(kind).tolist()
    for bits, pixels in patterns(kind):
        cells = fitted(pixels, kind)
        pattern = table.index(int(cells.codes[0, 0]))
        shown = [cells.inks if pattern >> n & 1 else cells.grounds for n in range(pixels.size // 3)]
        colors = [int(plane[0, 0]) for plane in shown]
        assert colors == [_packed(DARK if bits >> n & 1 else LIGHT) for n in range(len(colors))]


def _packed(color: tuple[int, int, int]) -> int:
    return int(packed(np.asarray(color, np.float32)))


@pytest.mark.parametrize("color", [(79, 75, 60), (20, 42, 64), (224, 214, 192), DARK, LIGHT])
def test_colours_keep_their_hue_when_they_are_rounded(color: tuple[int, int, int]) -> None:
    number = int(packed(np.asarray(color, np.float32)))
    red, green, blue = (number >> shift & 0xFF for shift in (16, 8, 0))
    off = [red - color[0], green - color[1], blue - color[2]]
    assert max(map(abs, off)) <= (STEP + HUE) / 2 + 1
    assert max(off) - min(off) <= HUE + 1, "all channels are off by the same"


@pytest.mark.parametrize(("kind", "patterns"), [("halves", 4), ("quadrants", 16), ("sextants", 64), ("octants", 256)])
def test_every_pattern_has_a_glyph_of_its_own(kind: GlyphKind, patterns: int) -> None:
    assert len({*glyphs(kind).tolist()}) == patterns


@pytest.mark.parametrize(
    ("bits", "code"),
    [
        (0b00000100, 0x1CD00),  # BLOCK OCTANT-3
        (0b00000110, 0x1CD01),  # BLOCK OCTANT-23
        (0b00001000, 0x1CD03),  # BLOCK OCTANT-4
        (0b11111110, 0x1CDE5),  # BLOCK OCTANT-2345678
        (0b00001111, ord("▀")),
    ],
)
def test_octants_are_those_of_unicode(bits: int, code: int) -> None:
    assert glyphs("octants")[bits] == code


@pytest.mark.parametrize(("bits", "code"), [(1, 0x1FB00), (0b111110, 0x1FB3B), (0b010101, ord("▌"))])
def test_sextants_are_those_of_unicode(bits: int, code: int) -> None:
    assert glyphs("sextants")[bits] == code


def test_colours_that_hardly_differ_are_one() -> None:
    pixels = np.full((4, 2, 3), 200, np.uint8)
    pixels[0, 0] += 6
    assert fitted(pixels, "octants").codes[0, 0] == ord(" ")


def test_of_three_colours_the_two_that_are_alike_are_taken_together() -> None:
    pixels = np.asarray([[[240, 240, 240], [232, 232, 232]], [[240, 240, 240], [0, 0, 0]]], np.uint8)
    cells = fitted(pixels, "quadrants")
    assert chr(int(cells.codes[0, 0])) in "▗▛"
