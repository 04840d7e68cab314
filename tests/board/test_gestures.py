"""Gestures by default: what may be taken up, where it goes, and that trying costs the game nothing."""

import pytest

from wargame_tui.board.gestures import Gestures
from wargame_tui.core.game import Game, tried
from wargame_tui.core.step import IllegalCommand
from wargame_tui.titles.first_command import TITLE
from wargame_tui.titles.first_command.commands import End, Move


def mortain() -> Game:
    """A game of the model title at its first movement."""
    return Game(TITLE, "first_command/mortain", 1)


def test_units_of_a_space_can_be_taken_up_and_go_where_their_commands_lead() -> None:
    game = mortain()
    gestures = TITLE.gestures
    moves = [command for command in game.legal() if isinstance(command, Move)]
    unit = moves[0].unit
    space = game.state.units[unit].location
    assert unit in gestures.movable(game.state, space)
    ways = gestures.ways(game.state, [unit])
    assert set(ways) == {command.space for command in moves if command.unit == unit}
    assert all(way.commands == (Move(unit, to),) for to, of in ways.items() for way in of)


def test_nobody_goes_anywhere_where_nothing_is_decided() -> None:
    game = mortain()
    assert not TITLE.gestures.movable(game.state, "off")
    assert Gestures(TITLE).tally(game.state) is None


def test_trying_leaves_the_game_alone_and_stops_where_the_rules_do() -> None:
    game = mortain()
    before = game.state
    move = next(command for command in game.legal() if isinstance(command, Move))
    after = tried(TITLE.draft(game.state), [move])
    assert after.units[move.unit].location == move.space
    assert game.state is before
    with pytest.raises(IllegalCommand):
        tried(TITLE.draft(game.state), [move, move])
    assert TITLE.gestures.after(game.state, [move, move]) is None
    # The other side decides, or dice do.
    assert TITLE.gestures.after(game.state, [End(), End(), End(), End()]) is None, "the other side decides, or dice"
