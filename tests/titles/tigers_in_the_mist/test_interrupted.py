"""The program goes on from whatever a person has begun: a hint in mid-move, a side taken over in mid-move."""

import pytest

from tests.titles.tigers_in_the_mist.kit import do, position, unit
from wargame_tui.bots.search import Searcher
from wargame_tui.core.game import Game
from wargame_tui.titles.tigers_in_the_mist.bot import STAFF, choose
from wargame_tui.titles.tigers_in_the_mist.commands import EndMovement, Move, To, With

SEVENTH = "tigers_in_the_mist/seventh_army"


def begun() -> list[tuple[str, ...]]:
    """Everything with which a first movement may begin, and stacks of two."""
    game = Game.new(SEVENTH, 3)
    series: list[tuple[str, ...]] = []
    for command in game.legal():
        if isinstance(command, EndMovement):
            continue
        series.append((command.notation(),))
        if isinstance(command, Move):
            branch = game.branch()
            branch.apply(command)
            joined = next((each for each in branch.legal() if isinstance(each, With)), None)
            gone = next((each for each in branch.legal() if isinstance(each, To)), None)
            series += [(command.notation(), each.notation()) for each in (joined, gone) if each is not None]
    return series


@pytest.mark.parametrize("series", begun(), ids="; ".join)
def test_a_move_that_a_person_began_is_gone_on_with(series: tuple[str, ...]) -> None:
    game = Game.new(SEVENTH, 3)
    for text in series:
        game.apply(text)
    decided = game.seq + 60
    while game.side == "German" and game.state.stack[-1].kind != "movement":
        assert game.seq < decided, "a move without end"
        command = choose(game.branch())
        assert game.refusal(command) is None, (series, command)
        game.apply(command)


def test_a_better_player_has_a_hint_in_mid_move_too() -> None:
    game = Game.new(SEVENTH, 3)
    game.apply("move 986/276V")
    assert game.refusal(Searcher(STAFF, "veteran", 40)(game)) is None


def test_special_forces_that_a_person_calls_go_where_an_attack_is_declared() -> None:
    game = position(
        unit("915/352V", "German infantry 3 @19"),
        unit("914/352V", "German infantry 3 @57"),
        unit("12/4", "Allied infantry 3 @20"),
        at="17-1",
    )
    do(game, "move 915/352V", "to 18", "to 20", "pass", "special prevent")
    assert choose(game.branch()).notation() == "at 20"
