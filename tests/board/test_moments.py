"""The moments of a game: words for what led to each, and where turns, phases and battles begin."""

from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from wargame_tui.board.moments import (
    begins_battle,
    begins_phase,
    begins_turn,
    chapters,
    has_changed,
    seek,
    told,
    trail_of,
)
from wargame_tui.core import save
from wargame_tui.core.game import Game

GOLDEN = Path(__file__).parents[1] / "golden/games/tigers_in_the_mist-seventh_army.save"


@cache
def played() -> Game:
    """A whole recorded game."""
    return save.read(GOLDEN)


def test_turns_are_found_in_both_directions() -> None:
    game = played()
    turns = [game.title.turn(state) for state in game.states]
    first = next(n for n, turn in enumerate(turns) if turn != turns[0])
    assert seek(game, 0, 1, begins_turn) == first
    second = seek(game, first, 1, begins_turn)
    assert second is not None
    assert turns[second - 1] == turns[first] != turns[second]
    assert seek(game, second, -1, begins_turn) == first
    assert seek(game, second - 1, -1, begins_turn) == first
    assert seek(game, first, -1, begins_turn) is None
    assert seek(game, len(game.entries), 1, begins_turn) is None


def test_phases_are_what_the_trail_says() -> None:
    game = played()
    found = chapters(game)
    assert found[0].at == 0
    assert [chapter.at for chapter in found] == sorted({chapter.at for chapter in found})
    inside = next(at for at in range(1, len(game.states)) if len(trail_of(game.states[at])) > 4)
    assert not begins_phase(game, inside)  # a unit taken in hand begins no phase
    words = [chapter.words for chapter in found]
    assert any("Combat" in each for each in words)
    assert all(one != other for one, other in pairwise(words))


def test_a_trail_that_goes_on_has_not_changed() -> None:
    assert not has_changed(["day", "movement"], ["day", "movement", "unit"])
    assert not has_changed(["day", "movement", "unit"], ["day", "movement"])
    assert has_changed(["day", "movement"], ["day", "combat"])


def test_battles_begin_once() -> None:
    game = played()
    begun, at = [], 0
    while (found := seek(game, at, 1, begins_battle)) is not None:
        begun.append(found)
        at = found
    assert begun
    named = [n for n, entry in enumerate(game.entries, 1) if entry.text.split()[0] == "battle"]
    assert set(named) <= set(begun)
    assert seek(game, begun[0], -1, begins_battle) is None


def test_a_line_of_the_journal_in_words() -> None:
    game = played()
    assert told(game, 0).startswith("German: ")
    by_hand = game.branch()
    by_hand.script([3])
    assert told(by_hand, len(game.entries)) == "Dice are forced"
    by_hand.unscript()
    assert told(by_hand, len(game.entries) + 1) == "Dice are no longer forced"


@pytest.mark.parametrize("begins", [begins_turn, begins_phase, begins_battle])
def test_seeking_there_and_back_meets_the_same_moments(begins: object) -> None:
    game = played()
    there, at = [], 0
    while (found := seek(game, at, 1, begins)) is not None:  # type: ignore[arg-type]
        there.append(at := found)
    back, at = [], len(game.entries)
    if there and there[-1] == at:
        back.append(at)
    while (found := seek(game, at, -1, begins)) is not None:  # type: ignore[arg-type]
        back.append(at := found)
    assert there == back[::-1]
