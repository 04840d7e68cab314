"""Picking on the map: what commands are about, and where the units on the move can go."""

import pytest

from tests.titles.tigers_in_the_mist.kit import TITLE, do, position, unit
from wargame_tui.board.views import Target
from wargame_tui.core.game import Game
from wargame_tui.titles.tigers_in_the_mist import commands


@pytest.fixture
def game() -> Game:
    return position(
        unit("G", "German armour 4 @67"), unit("H", "German armour 4 @67"), unit("US", "Allied infantry 2 @66")
    )


def test_a_unit_taken_up_reaches_what_it_reached_before(game: Game) -> None:
    """Every space with the points left there, enemies marked as such, those one step away too."""
    before = TITLE.reach(game.state, "G")
    assert before.highlights["66"] == "battle"
    assert before.notes.keys() == before.highlights.keys()
    do(game, "move G")
    assert TITLE.reach(game.state, "G") == before
    assert TITLE.reach(game.state, "H") == before, "also while the list speaks of who may go along"


def test_steps_of_a_move_are_about_the_units_that_make_them(game: Game) -> None:
    do(game, "move G", "with H")
    steps = [command for command in game.legal() if isinstance(command, commands.To)]
    assert steps
    assert {TITLE.target(game.state, command).unit for command in steps} == {"G"}
    assert {TITLE.target(game.state, command).space for command in steps} == {command.space for command in steps}


@pytest.mark.rule("8.51")
def test_whoever_picks_a_unit_does_not_mean_to_dig_in() -> None:
    game = Game(TITLE, "tigers_in_the_mist/seventh_army", 1)
    dug = [command for command in game.legal() if isinstance(command, commands.Entrench)]
    assert dug
    assert all(TITLE.target(game.state, command).aside for command in dug)


@pytest.mark.rule("8.33")
def test_why_a_group_does_not_go_somewhere_is_told_of_the_way_there(game: Game) -> None:
    do(game, "move G")
    refusal = TITLE.why_not(game.state, Target(unit="G", to="23"))
    assert refusal is not None
    assert refusal == game.refusal(commands.To("23"))
