"""Glyph sets: every glyph one cell wide, the narrow set free of ambiguous widths, ASCII plain."""

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import fields
from itertools import product

import pytest
from rich.cells import cell_len

from wargame_tui.tui.map.glyphs import ASCII, FULL, GLYPH_SETS, NARROW, GlyphSet

SQUARES = ("border_right", "border_below", "border_both", "bridge_across", "bridge_along", "bridge_down")


def _glyphs(glyphs: GlyphSet) -> Iterator[tuple[str, str]]:
    for field in fields(glyphs):
        value = getattr(glyphs, field.name)
        if field.name == "name":
            continue
        for text in value.values() if isinstance(value, Mapping) else (value,):
            for char in "".join(text):
                yield field.name, char


@pytest.mark.parametrize("glyphs", GLYPH_SETS.values(), ids=GLYPH_SETS)
def test_every_glyph_is_one_cell_wide(glyphs: GlyphSet) -> None:
    for role, char in _glyphs(glyphs):
        assert cell_len(char) == 1, (role, char)
        assert unicodedata.east_asian_width(char) not in "WF", (role, char)


def test_narrow_set_has_no_ambiguous_widths() -> None:
    for role, char in _glyphs(NARROW):
        assert unicodedata.east_asian_width(char) != "A", (role, char)


def test_ascii_set_is_ascii() -> None:
    for role, char in _glyphs(ASCII):
        assert " " <= char <= "~", (role, char)


@pytest.mark.parametrize("glyphs", GLYPH_SETS.values(), ids=GLYPH_SETS)
def test_a_square_is_two_cells(glyphs: GlyphSet) -> None:
    for name in SQUARES:
        assert len(getattr(glyphs, name)) == 2


@pytest.mark.parametrize("glyphs", GLYPH_SETS.values(), ids=GLYPH_SETS)
def test_glyphs_by_direction_are_complete(glyphs: GlyphSet) -> None:
    assert len(glyphs.water) == 3
    assert len(set(glyphs.ferry)) == len(set(glyphs.arrows)) == 4


@pytest.mark.parametrize("glyphs", GLYPH_SETS.values(), ids=GLYPH_SETS)
def test_roads_have_a_glyph_for_every_junction(glyphs: GlyphSet) -> None:
    for up, right, down, left in product(range(3), repeat=4):
        glyph = glyphs.roads[up, right, down, left]
        assert len(glyph) == 1
        assert glyph.strip() or not any((up, right, down, left))


@pytest.mark.parametrize("glyphs", GLYPH_SETS.values(), ids=GLYPH_SETS)
def test_primary_and_secondary_roads_differ(glyphs: GlyphSet) -> None:
    for bits in range(1, 16):
        up, right, down, left = bits & 1, bits >> 1 & 1, bits >> 2 & 1, bits >> 3
        assert glyphs.roads[up, right, down, left] != glyphs.roads[2 * up, 2 * right, 2 * down, 2 * left]


@pytest.mark.parametrize("glyphs", GLYPH_SETS.values(), ids=GLYPH_SETS)
def test_canals_look_other_than_borders_and_roads(glyphs: GlyphSet) -> None:
    for bits in range(1, 16):
        plain = bits & 1, bits >> 1 & 1, bits >> 2 & 1, bits >> 3
        up, right, down, left = plain
        canal = 2 * up, 2 * right, 2 * down, 2 * left
        assert len({glyphs.borders[plain], glyphs.borders[canal], glyphs.roads[plain], glyphs.roads[canal]}) >= 3
        assert glyphs.borders[canal] not in (glyphs.borders[plain], glyphs.roads[plain], glyphs.roads[canal])


def test_full_borders_join() -> None:
    """Spot checks of the lines of borders and canals."""
    assert FULL.borders[1, 0, 1, 0] == "┊"
    assert FULL.borders[0, 1, 1, 0] == "╭"
    assert FULL.borders[2, 2, 0, 0] == "╚"
    assert FULL.borders[2, 0, 2, 1] == "╢"
    assert FULL.borders[2, 2, 0, 1] == "╚", "no glyph has both: the canal wins"


def test_full_roads_join() -> None:
    """Spot checks of the long string of line characters."""
    assert FULL.roads[1, 0, 1, 0] == "│"
    assert FULL.roads[0, 2, 0, 2] == "━"
    assert FULL.roads[2, 2, 2, 2] == "╋"
    assert FULL.roads[1, 2, 1, 0] == "┝"
    assert FULL.roads[0, 1, 2, 0] == "┎"


@pytest.mark.parametrize("glyphs", GLYPH_SETS.values(), ids=GLYPH_SETS)
def test_glyphs_of_one_kind_differ(glyphs: GlyphSet) -> None:
    for kind in (glyphs.symbols, glyphs.highlights, glyphs.flags):
        assert len(set(kind.values())) == len(kind)
    assert len(set(glyphs.sides)) == 3
    assert len({glyphs.bridge_across, glyphs.bridge_along, glyphs.bridge_down}) == 3


def test_unknown_unit_type_shows_its_letter() -> None:
    assert FULL.symbol("cavalry") == "C"
    assert FULL.symbol("") == "?"


@pytest.mark.parametrize("glyphs", GLYPH_SETS.values(), ids=GLYPH_SETS)
def test_no_glyph_is_missing_from_the_usual_fonts(glyphs: GlyphSet) -> None:
    """Neither DejaVu nor Noto Mono nor their fallbacks have these: a terminal shows a box."""
    lacking = "⬥⬦⬧⌗⟐⟡⯁"
    assert not [role for role, char in _glyphs(glyphs) if char in lacking]
