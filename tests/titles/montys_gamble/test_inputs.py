"""How many inputs the ordinary acts of an impulse take: a goal for a stack, one key for each proposal."""

import pytest

from tests.titles.montys_gamble.kit import ALLIED, GERMAN, TITLE, position, unit
from wargame_tui.board.steps import top
from wargame_tui.core.game import Game
from wargame_tui.titles.montys_gamble import commands
from wargame_tui.titles.montys_gamble.bot import choose
from wargame_tui.titles.montys_gamble.rules.bombardment import Attrition

G = TITLE.gestures


@pytest.mark.rule("8.21", "10.7")
def test_an_assault_with_three_units_is_shown_and_committed() -> None:
    """Before: 10 keys to the dice, two for each unit. Now the space that is attacked, and the commitment."""
    game = position(*[unit(name, "64") for name in ("1Cold", "2Gren", "1Gren")], unit("Kerutt", "63", "spent"))
    inputs, given = 0, 0
    for series in (G.attack(game.state, "63"), (commands.Fight(),)):
        assert series
        inputs += 1
        given += len(series)
        for command in series:
            game.apply(command)
    assert (inputs, given) == (2, 7)
    assert any(event.kind == "attack_result" for event in game.entries[-1].events)


@pytest.mark.rule("11.41")
def test_nine_attrition_points_on_five_units_take_one_input() -> None:
    """Before: a key for each unit, with one distribution possible."""
    names = ("1Para", "2Para", "3Para", "1Border", "7KOSB")
    units = [unit(name, "13") for name in names]
    game = position(*units, side=GERMAN, stack=(*position(*units).state.stack, Attrition("13", ALLIED, 9)))
    found = G.answer(game.state)
    assert found is not None
    for command in found.commands:
        game.apply(command)
    assert not isinstance(top(game.state), Attrition)


@pytest.mark.rule("20.1")
def test_decisions_of_d_day_are_answered_by_proposals() -> None:
    """Until the first impulse every question but where units drop and which area acts next has a proposal."""
    game = Game.new("montys_gamble/basic", 4)
    asked = proposed = given = 0
    while top(game.state).kind != "impulse":
        asked += 1
        found = G.answer(game.state)
        series = (choose(game),) if found is None else found.commands
        proposed += found is not None
        given += len(series)
        for command in series:
            game.apply(command)
    assert proposed > 2 * asked // 3
    assert asked < given
