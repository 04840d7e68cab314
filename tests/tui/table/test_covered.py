"""Dice that are uncovered one by one, without a screen."""

from dataclasses import replace

from wargame_tui.board.title import Battle, Shot, Tally
from wargame_tui.tui.table.covered import COVERED, OVER, CoveredDice

SHOT = Shot("A", "B", 4, 4, (), (3, 5), 1)
FOUGHT = Battle("2", "Attack", "German", "Allied", (), (), "fire", (), (SHOT, SHOT), False)
OVER_NOW = replace(FOUGHT, finished=True)


def laid(battle: Battle | None, fresh: int = 0, *, live: bool = False) -> CoveredDice:
    dice = CoveredDice()
    dice.lay(battle, fresh, live=live)
    return dice


def test_new_rolls_are_covered_and_uncovered_one_by_one() -> None:
    dice = laid(FOUGHT, 2, live=True)
    assert (dice.hidden, dice.is_read, dice.words) == (2, False, COVERED)
    dice.next()
    assert (dice.hidden, dice.dice) == (1, 1)
    dice.next()
    assert (dice.hidden, dice.is_read) == (0, True)


def test_no_more_is_covered_than_lies_there() -> None:
    assert laid(FOUGHT, 5).hidden == 2
    assert laid(replace(FOUGHT, shots=(replace(SHOT, dice=None),)), 5).hidden == 0
    thrown = replace(FOUGHT, shots=(), tallies=(Tally("German", "AV", (), (3,)), Tally("Allied", "DV", (), (4,))))
    assert laid(thrown, 5).hidden == 1, "the dice of both totals are thrown at once"


def test_the_end_of_a_battle_is_to_be_read() -> None:
    dice = laid(OVER_NOW, 1, live=True)
    assert (dice.hidden, dice.dice) == (2, 1)
    dice.next()
    assert (dice.hidden, dice.dice, dice.is_read, dice.words, dice.first) == (1, 0, True, OVER, OVER)
    dice.next()
    assert dice.hidden == 0


def test_all_at_once_stops_before_the_outcome() -> None:
    dice = laid(replace(OVER_NOW, shots=(SHOT,) * 4), 4, live=True)
    dice.all()
    assert (dice.dice, dice.is_read, dice.hidden) == (0, True, 1)
    dice.all()
    assert dice.hidden == 0


def test_an_outcome_without_new_dice_is_to_be_read_too() -> None:
    """The last decision of a battle may be one that rolls nothing, such as a withdrawal."""
    assert laid(OVER_NOW).hidden == 0
    dice = laid(OVER_NOW, live=True)
    assert dice.hidden
    assert dice.is_read


def test_without_a_battle_nothing_is_covered() -> None:
    dice = laid(OVER_NOW, 2)
    dice.lay(None)
    assert (dice.battle, dice.hidden) == (None, 0)
