"""Tiles as sixels: decoded, they are the picture but for its colours' rounding, and nothing else is touched."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tui.paint.decoded import Sixel, decode
from wargame_tui.tui.paint.canvas import Pixels
from wargame_tui.tui.paint.pixels import Run
from wargame_tui.tui.paint.pixels import sixel as module
from wargame_tui.tui.paint.pixels.sixel import CLEAR, Palette, Sixels, encode
from wargame_tui.tui.paint.terminal import Abilities

CELL = 10, 20
FOOT = Abilities("sixel", cell=CELL, name="foot")
XTERM = Abilities("sixel", cell=CELL, name="xterm", largest=(1000, 800))


def country(columns: int = 30, rows: int = 12) -> Pixels:
    """Soft hills with a road."""
    y, x = np.mgrid[0 : rows * CELL[1], 0 : columns * CELL[0]]
    hills = np.sin(x / 37) * np.cos(y / 23)
    picture = np.stack([200 + 30 * hills, 190 + 40 * hills, 150 + 20 * hills], axis=-1).astype(np.uint8)
    picture[abs(x - 2 * y) < 5] = 200, 30, 40
    return picture


@settings(max_examples=60, deadline=None)
@given(
    height=st.integers(1, 40), width=st.integers(1, 70), colours=st.integers(1, 255), coarse=st.integers(1, 20),
    clear=st.booleans(), seed=st.integers(0, 2**32 - 1),
)  # fmt: skip
def test_any_picture_comes_out_as_it_went_in(
    height: int, width: int, colours: int, coarse: int, clear: bool, seed: int
) -> None:
    chance = np.random.default_rng(seed)
    indices = chance.integers(0, colours, (height, width), np.uint8).repeat(coarse, axis=1)[:, :width]
    if clear:
        indices[chance.random((height, width)) < chance.random()] = CLEAR
    bands = encode([indices[y : y + 6] for y in range(0, height, 6)])
    _, drawn = decode(b"-".join(bands).decode(), width, height)
    assert (np.where(drawn < 0, CLEAR, drawn) == indices).all()


def test_widths_and_colours_of_every_number_of_digits() -> None:
    indices = np.zeros((6, 9_900), np.uint8)
    for start, colour in ((3, 9), (5, 10), (15, 99), (115, 100), (1115, 254), (9_115, CLEAR)):
        indices[:, start:] = colour
    (band,) = encode([indices])
    _, drawn = decode(band.decode(), 9_900, 6)
    assert (np.where(drawn < 0, CLEAR, drawn) == indices).all()


@pytest.mark.parametrize(("registers", "most"), [(256, 6), (64, 16), (16, 40)])
def test_colours_are_near(registers: int, most: int) -> None:
    picture = country()
    palette = Palette(picture, registers)
    assert len(palette.colours) <= min(registers, 255)
    found = palette.colours[palette.indices(picture)].astype(int)
    assert abs(found - picture).max(axis=2).mean() < most / 2
    road = (picture == (200, 30, 40)).all(axis=2)
    assert abs(found - picture)[road].max() < 3 * most


def whole(surface: Sixels, picture: Pixels, x: int = 0, y: int = 0) -> list[Run]:
    """A picture as one tile, and all of it seen."""
    rows, columns = picture.shape[0] // CELL[1], picture.shape[1] // CELL[0]
    surface.put("all", picture, columns, rows)
    return [Run(x, y + row, columns, "all", row, 0) for row in range(rows)]


@pytest.mark.parametrize("abilities", [FOOT, XTERM])
def test_a_picture_on_the_screen(abilities: Abilities) -> None:
    there, picture = Sixel(40, 20, CELL), country()
    surface = Sixels(there.write, abilities)
    runs = whole(surface, picture, 5, 8)
    surface.lay(runs, frozenset(range(20)))
    shown = there.pixels[8 * 20 :, 50:350].astype(int)
    assert abs(shown - picture).mean() < 4
    assert not there.pixels[: 8 * 20].any()
    assert not there.pixels[:, :50].any()


def test_cells_that_others_have_are_not_touched() -> None:
    there = Sixel(30, 12, CELL)
    surface = Sixels(there.write, FOOT)
    runs = whole(surface, country())
    surface.lay([*runs[:4], runs[4]._replace(width=10), runs[4]._replace(x=18, width=12, column=18)], frozenset({3, 4}))
    assert there.pixels[60:100, :100].all()
    assert not there.pixels[80:100, 100:180].any()
    assert there.pixels[80:100, 180:].all()
    assert not there.pixels[:60].any(), "nobody wrote there"
    assert not there.pixels[100:].any()


def test_only_lines_that_were_written_are_filled_and_in_xterm_all() -> None:
    for abilities, heights in ((FOOT, [40, 20]), (XTERM, [240])):
        there = Sixel(30, 12, CELL)
        surface = Sixels(there.write, abilities)
        runs = whole(surface, country())
        surface.lay(runs, frozenset({2, 3, 7, 15}))
        assert [height for _, height in there.sizes] == heights
        surface.lay(runs, frozenset({30}))
        surface.lay(runs, frozenset())
        assert len(there.sizes) == len(heights)


def test_bands_are_encoded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    encoded: list[int] = []

    def counting(blocks: list[module.Indices]) -> list[bytes]:
        encoded.append(len(blocks))
        return encode(blocks)

    monkeypatch.setattr(module, "encode", counting)
    there = Sixel(30, 12, CELL)
    surface = Sixels(there.write, FOOT)
    runs = whole(surface, country())
    surface.prepare(runs)
    surface.lay(runs, frozenset(range(12)))
    surface.lay([run._replace(y=run.y - 3) for run in runs[3:]], frozenset(range(12)))
    assert encoded == [40, 0, 0]


def test_large_windows_do_not_fit_every_terminal() -> None:
    assert Sixels(print, XTERM).fits(100, 40)
    assert not Sixels(print, XTERM).fits(101, 40)
    assert Sixels(print, FOOT).fits(400, 200)


def test_tiles_that_are_not_seen_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LIMIT", 4 * 3 * 200 * 100)
    surface = Sixels(lambda _: None, FOOT)
    for key in range(6):
        surface.put(key, country(10, 10), 10, 10)
    surface.lay([Run(0, 0, 10, 0, 0, 0)], frozenset({0}))
    assert [surface.has(key) for key in range(6)] == [True, False, False, False, True, True]


def test_a_tile_of_other_pixels_is_refused() -> None:
    with pytest.raises(ValueError, match="pixels of its cells"):
        Sixels(print, FOOT).put("a", country(), 30, 13)
