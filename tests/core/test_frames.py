"""Frames: what one command led to, seen piece by piece."""

from itertools import pairwise

import pytest

from tests.core.skirmish import TITLE
from wargame_tui.core.game import OPENING, Game


def shots() -> Game:
    """A game in which red has fired, blue has dodged and both have ended their orders."""
    game = Game(TITLE, "skirmish/duel", 1)
    for command in ("bid 2", "fire r1 b1", "dodge", "end", "end"):
        game.apply(command)
    return game


def test_every_command_can_be_seen_again_piece_by_piece() -> None:
    game = shots()
    for number, entry in enumerate(game.entries):
        frames = game.frames(number)
        assert frames[0].before == game.states[number]
        assert frames[-1].state == game.states[number + 1]
        assert all(one.state is other.before for one, other in pairwise(frames))
        assert tuple(event for frame in frames for event in frame.events) == entry.events


def test_a_step_that_works_by_itself_is_a_piece_of_its_own() -> None:
    game = shots()
    answer, shot = game.frames(2)
    assert (answer.events, [event.kind for event in shot.events]) == ((), ["shot"])
    assert answer.state.dice.count == game.states[2].dice.count
    assert shot.state.dice.count == answer.state.dice.count + 2


def test_a_command_taken_unasked_is_a_piece_too() -> None:
    game = shots()
    game.apply("fire r1 b1")
    # b1 has no dodge left: firing, standing and the shot follow from one command
    assert len(game.frames(5)) == 3


def test_what_came_before_the_first_command() -> None:
    game = Game(TITLE, "skirmish/duel", 1)
    (begun,) = game.frames(OPENING)
    assert begun.state == game.states[0]
    assert not begun.before.stack[-1].given


def test_edits_and_scripted_dice_are_one_piece() -> None:
    game = Game(TITLE, "skirmish/duel", 1)
    game.edit([{"op": "replace", "path": "/bid", "value": 3}])
    game.script([6, 6])
    game.apply("fire r1 b1")
    game.apply("stand")
    assert [len(game.frames(number)) for number in range(3)] == [1, 1, 1]
    assert game.frames(0)[0].state == game.states[1]
    assert game.frames(3)[-1].events[0].data["dice"] == [6, 6]


def test_a_history_that_leads_elsewhere_is_refused() -> None:
    game = shots()
    game.states[3] = game.states[0]
    with pytest.raises(RuntimeError, match="elsewhere"):
        game.frames(2)
