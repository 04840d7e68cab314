"""Layers: a letter each, several put together, a front that no rule knows."""

from typing import Any

import pytest

from wargame_tui.board.layers import LETTERS, front, merged, nearest_side, rank
from wargame_tui.board.scene import MapLine, Overlay
from wargame_tui.board.title import BoardTitle
from wargame_tui.core.title import find_title, title_ids

TITLES = [title for name in title_ids() if isinstance(title := find_title(name), BoardTitle)]


def test_the_upper_highlight_shows_notes_join_and_all_lines_are_drawn() -> None:
    one, other = MapLine(("1", "2"), "supply"), MapLine(("2", "3"), "bond")
    lower = Overlay({"1": "supplied", "2": "supplied"}, {"1": "source"}, {"1-2": "front"}, (one,), {"3": "night"})
    upper = Overlay({"2": "zoc"}, {"1": "3-1", "2": "4"}, {"2-3": "bond"}, (one, other))
    assert merged([lower, upper]) == Overlay(
        {"1": "supplied", "2": "zoc"},
        {"1": "source 3-1", "2": "4"},
        {"1-2": "front", "2-3": "bond"},
        (one, other),
        {"3": "night"},
    )
    assert merged([upper]) is upper
    assert merged([]) == Overlay()


def test_what_covers_much_lies_below_what_marks_a_few_spaces() -> None:
    assert rank("") < rank("w") < rank("u") == rank("U") < rank("z") < rank("o")


@pytest.mark.parametrize("title", TITLES, ids=[title.id for title in TITLES])
def test_every_layer_of_a_title_has_a_letter_of_its_own_with_the_meaning_it_has_everywhere(
    title: BoardTitle[Any],
) -> None:
    infos = title.overlays()
    keys = [info.key for info in infos]
    assert len(set(keys)) == len(keys), keys
    assert {key.lower() for key in keys} <= LETTERS.keys()
    assert "s" not in keys, "that of sources is every title's"
    for info in infos:
        assert not info.rule or title.rulebook().find(info.rule), info


def test_a_front_lies_between_what_two_sides_hold() -> None:
    near = {"1": "2", "2": "13", "3": "24", "4": "3"}
    held = {"1": "A", "2": "A", "3": "B"}
    assert front(near, held.get) == {"2-3": "front"}
    assert nearest_side(near, {"1": "A", "4": "B"}, 1) == {"1": "A", "2": "A", "3": "B", "4": "B"}
    between = nearest_side({"1": "2", "2": "13", "3": "2"}, {"1": "A", "3": "B"}, 2)
    assert between["2"] is None, "as near to either"
    assert nearest_side(near, {"1": "A"}, 3, but="2") == {"1": "A"}
