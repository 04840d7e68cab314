"""What is remembered from one position to the next is what would be found from nothing (3.2, 3.6, 4.2)."""

from collections.abc import Iterator
from typing import Any

import pytest

from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.core.game import UNDO_FREE, Game
from wargame_tui.titles.desert_commander import state as desert
from wargame_tui.titles.desert_commander.printed.book import AXIS, ENEMY
from wargame_tui.titles.pacific_commander import state as pacific
from wargame_tui.titles.pacific_commander.commands import End, Fly, Shuttle, TaskForce
from wargame_tui.titles.pacific_commander.rules.movement import Movement

PACIFIC = ("pacific_commander/1942", "pacific_commander/1944")
DESERT = ("desert_commander/france_1940", "desert_commander/normandy_1944")


def along(scenario: str, seed: int, most: int = 500) -> Iterator[Any]:
    """The states of two random games taken in turns, some of them visited again after an undo."""
    games = [Game.new(scenario, seed + number, {"undo": UNDO_FREE}) for number in range(2)]
    player = RandomPlayer(seed)
    for number in range(most):
        game = games[number // 7 % 2]
        if game.over:
            return
        yield game.state
        game.apply(player.choose(game.legal()))
        if number % 5 == 0:
            game.undo()
            yield game.state


@pytest.mark.parametrize("scenario", PACIFIC)
def test_who_is_where_in_the_pacific_follows_from_the_last_positions(scenario: str) -> None:
    for state in along(scenario, 1):
        found, anew = pacific.positions(state), pacific.positions.afresh(state)
        assert found.present == anew.present
        assert (found.owners, found.blocked) == (anew.owners, anew.blocked)
        control = pacific.control.afresh(state)
        assert (pacific.supplied(state), pacific.held_areas(state)) == (control.supplied, control.held)
        assert pacific.friendly_areas(state) == control.friendly


@pytest.mark.parametrize("scenario", DESERT)
def test_who_is_where_in_the_desert_follows_from_the_last_positions(scenario: str) -> None:
    for state in along(scenario, 1):
        assert desert.positions(state).present == desert.positions.afresh(state).present
        for side in (AXIS, ENEMY):
            held = [force.area for force in desert.in_force_order(state, state.forces.values()) if force.side == side]
            assert [*desert.stacks(state, side)] == [*dict.fromkeys(held)]


@pytest.mark.parametrize("scenario", PACIFIC)
def test_what_may_move_by_itself_is_whatever_is_not_refused(scenario: str) -> None:
    """Forces for which it is remembered where they may go, every way asked for by itself."""
    for state in along(scenario, 2):
        step = state.stack[-1] if state.stack else None
        if isinstance(step, Movement):
            areas = pacific.book_of(state).areas
            ways = [way(force, area) for way in (Shuttle, Fly) for force in state.forces for area in areas]
            asked = {*map(TaskForce, areas), *ways, End()}
            listed = [*step.legal(state)]
            assert {each for each in asked if step.refusal(state, each) is None} == {*listed}
            assert len(listed) == len({*listed})
