"""Tiles by kitty's protocol: what the terminal gets is what was given, once, and no more than it may keep."""

import unicodedata

import numpy as np
import pytest
from rich.cells import cell_len
from textual.strip import Strip

from tests.tui.paint.decoded import Kitty
from wargame_tui.tui.paint.canvas import Pixels
from wargame_tui.tui.paint.pixels import Run
from wargame_tui.tui.paint.pixels.kitty import MARKS, PLACEHOLDER, Placeholders, Placements, rectangles, transmission


def tile(seed: int, columns: int = 8, rows: int = 4, depth: int = 3) -> Pixels:
    """Noise: as much as can be sent."""
    return np.random.default_rng(seed).integers(0, 256, (rows * 20, columns * 10, depth), np.uint8)


@pytest.mark.parametrize(("columns", "rows", "depth"), [(1, 1, 3), (8, 4, 3), (40, 20, 3), (8, 4, 4), (3, 50, 3)])
def test_what_is_sent_is_what_was_given(columns: int, rows: int, depth: int) -> None:
    there, given = Kitty(), tile(1, columns, rows, depth)
    text = transmission(77, given, columns, rows, virtual=True)
    there.write(text)
    assert (there.pictures[77] == given).all()
    assert there.virtual[77] == (columns, rows)
    assert max(len(part) for part in text.split("\x1b\\")) <= 4096 + 80


def test_the_marks() -> None:
    assert len(set(MARKS)) == 297
    assert all(unicodedata.combining(mark) == 230 for mark in MARKS)
    assert {cell_len(PLACEHOLDER + mark + mark) for mark in MARKS} == {1}


def test_a_cell_tells_picture_row_and_column_however_it_is_cut() -> None:
    there = Kitty()
    surface = Placeholders(there.write)
    surface.put("a", tile(1, 40, 4), 40, 4)
    strip = Strip([surface.cells("a", 2, 5, 40)]).crop(3, 20)
    assert strip.cell_length == 17
    assert strip.text == "".join(PLACEHOLDER + MARKS[2] + MARKS[column] for column in range(8, 25))
    (segment,) = strip
    assert segment.style is not None
    assert segment.style.color is not None
    red, green, blue = segment.style.color.get_truecolor()
    assert red << 16 | green << 8 | blue in there.virtual


@pytest.mark.parametrize("kind", [Placeholders, Placements])
def test_a_tile_is_sent_once_and_those_unseen_go_first(kind: type[Placeholders | Placements]) -> None:
    there, size = Kitty(), tile(1).nbytes
    surface = kind(there.write, limit=3 * size)
    for key in "abc":
        surface.put(key, tile(ord(key)), 8, 4)
    sent = there.sent
    surface.put("a", tile(ord("a")), 8, 4)
    assert there.sent == sent
    surface.put("d", tile(4), 8, 4)
    surface.lay([Run(0, 0, 8, "b", 0, 0), Run(0, 1, 8, "d", 0, 0)], frozenset())
    assert [surface.has(key) for key in "abcd"] == [True, True, False, True]
    assert len(there.pictures) == 3
    surface.clear()
    assert (there.pictures, there.placed) == ({}, {})


def test_all_that_is_seen_stays_even_if_it_is_too_much() -> None:
    there = Kitty()
    surface = Placeholders(there.write, limit=1)
    for key in "abc":
        surface.put(key, tile(ord(key)), 8, 4)
    surface.lay([Run(0, n, 8, key, 0, 0) for n, key in enumerate("abc")], frozenset())
    assert len(there.pictures) == 3


def test_numbers_are_not_used_twice() -> None:
    there = Kitty()
    surface = Placeholders(there.write)
    surface._number = (1 << 24) - 3
    for key in range(5):
        surface.put(key, tile(key, 1, 1), 1, 1)
    assert len(there.pictures) == 5
    assert 0 not in there.pictures


def test_runs_below_each_other_are_one_placement() -> None:
    runs = [Run(3, 10 + n, 8, "a", n, 0) for n in range(4)]
    assert [part[:4] for part in rectangles(runs)] == [(3, 10, 8, 4)]
    hole = [
        *runs[:1],
        *(run for old in runs[1:2] for run in (old._replace(width=2), old._replace(x=7, width=4, column=4))),
    ]
    assert sorted(part[:4] for part in rectangles([*hole, *runs[2:]])) == [
        (3, 10, 8, 1), (3, 11, 2, 1), (3, 12, 8, 2), (7, 11, 4, 1),
    ]  # fmt: skip


def test_scrolling_moves_placements_and_sends_nothing_again() -> None:
    there = Kitty()
    surface = Placements(there.write)
    surface.put("a", tile(1), 8, 4)
    surface.lay([Run(2, 5 + n, 8, "a", n, 0) for n in range(4)], frozenset())
    (part,) = there.placed.values()
    assert (part["left"], part["top"], part["c"], part["r"]) == (2, 5, 8, 4)
    assert (part["x"], part["y"], part["w"], part["h"]) == (0, 0, 80, 80)
    sent, chunks = there.sent, there.chunks
    surface.lay([Run(2, 5 + n, 6, "a", n + 1, 2) for n in range(3)], frozenset())
    (part,) = there.placed.values()
    assert (part["x"], part["y"], part["w"], part["h"]) == (20, 20, 60, 60)
    assert there.chunks == chunks
    assert there.sent - sent < 200
    sent = there.sent
    surface.lay([Run(2, 5 + n, 6, "a", n + 1, 2) for n in range(3)], frozenset({5}))
    assert there.sent == sent
    surface.lay([], frozenset())
    assert there.placed == {}
