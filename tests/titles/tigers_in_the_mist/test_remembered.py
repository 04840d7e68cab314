"""What is remembered from one position to the next is what would be found from nothing."""

from collections.abc import Iterator

import pytest

from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.core.game import UNDO_FREE, Game
from wargame_tui.titles.tigers_in_the_mist.printed.book import TITLE_ID
from wargame_tui.titles.tigers_in_the_mist.rules import activation, movement
from wargame_tui.titles.tigers_in_the_mist.state import State, positions

SCENARIOS = ("campaign", "first_three_days", "fifth_panzer_army", "seventh_army")


def along(scenario: str, seed: int, most: int) -> Iterator[State]:
    """The states of two random games taken in turns, some of them visited again after an undo."""
    games = [Game.new(f"{TITLE_ID}/{scenario}", seed + number, {"undo": UNDO_FREE}) for number in range(2)]
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


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_positions_follow_from_the_last_ones(scenario: str) -> None:
    """Order included, since commands are listed in it."""
    for state in along(scenario, 1, 600):
        found, anew = positions(state), positions.afresh(state)
        assert [(side, list(stacks.items())) for side, stacks in found.of_side.items()] == [
            (side, list(stacks.items())) for side, stacks in anew.of_side.items()
        ]
        assert found.occupied == anew.occupied


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_a_movement_step_lists_is_what_it_does_not_refuse(scenario: str) -> None:
    """The steps between which listings are remembered, every candidate asked for by itself."""
    for state in along(scenario, 3, 600):
        step = state.stack[-1] if state.stack else None
        if isinstance(step, activation.Movement):
            allowed = [command for command in step.candidates(state) if step.refusal(state, command) is None]
            assert list(step.legal(state)) == allowed


def test_stacks_that_nobody_touched_stay_the_same_objects() -> None:
    game = Game.new(f"{TITLE_ID}/campaign", 1)
    before = positions(game.state)
    unit = next(command.as_json()["unit"] for command in game.legal() if command.verb == "entrench")
    space = game.state.units[unit].location
    game.apply(f"entrench {unit}")
    after = positions(game.state)
    touched = [s for side, stacks in after.of_side.items() for s in stacks if stacks[s] is not before.of_side[side][s]]
    assert touched == [space]
    assert all(after.occupied[side] is before.occupied[side] for side in after.occupied)


def test_the_ground_knows_what_was_disturbed() -> None:
    game = Game.new(f"{TITLE_ID}/campaign", 1)
    side = game.side
    before = movement.ground(game.state, side)
    unit = next(command.as_json()["unit"] for command in game.legal() if command.verb == "entrench")
    game.apply(f"entrench {unit}")
    lie = movement.ground(game.state, side)
    assert lie.disturbed_since(before) == {game.state.units[unit].location}
    assert lie.disturbed_since(movement.ground(game.state, "Allied")) == lie.book.space_set
