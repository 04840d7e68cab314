"""What layers tell, title by title, held against what the rules say of the same position."""

from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Any

import pytest

from wargame_tui.board.scene import MapLine
from wargame_tui.board.title import BoardTitle
from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.core.game import Game
from wargame_tui.core.title import find_scenario

SCENARIOS = {
    "ardennes_44/three_days": 160,
    "liberty_roads/cobra": 60,
    "first_command/mortain": 30,
    "tigers_in_the_mist/fifth_panzer_army": 60,
    "montys_gamble/basic": 60,
    "desert_commander/north_africa": 40,
    "pacific_commander/1943": 40,
}
"""With the commands after which a look is taken, and again after as many."""
MOST = 10_000
"""Commands of a set-up."""


def states(scenario: str) -> Iterator[Any]:
    """The states of a random game from the end of the set-up on."""
    title, _ = find_scenario(scenario)
    game, player = Game(title, scenario, 5), RandomPlayer(5)
    while game.state.stack[-1].kind == "set_up":
        game.apply(next(command for command in game.legal(MOST) if command.verb in ("historical", "end")))
    while not game.over:
        game.apply(player.choose([*game.legal(400)]))
        yield game.state


def looks(scenario: str, times: int = 3) -> Iterator[tuple[BoardTitle[Any], Any]]:
    """A title and the states of a random game at some moments."""
    title, _ = find_scenario(scenario)
    assert isinstance(title, BoardTitle)
    every = SCENARIOS[scenario]
    for state in islice(states(scenario), every, every * times, every):
        yield title, state


def lines(title: BoardTitle[Any], state: Any, what: str) -> list[MapLine]:
    """The lines of all layers of a kind."""
    found = (title.overlay(state, info.id) for info in title.overlays() if info.id.partition(" ")[0] == what)
    return [line for overlay in found for line in overlay.lines]


def layers_of(side: str) -> tuple[str, str]:
    """The layer of a side's supply, by the ids that it may have."""
    return f"supply {side}", "supply"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_everything_laid_lies_on_the_map(scenario: str) -> None:
    for title, state in looks(scenario):
        spaces = title.spaces(state)
        for info in title.overlays():
            laid = title.overlay(state, info.id)
            assert {*laid.highlights, *laid.notes, *laid.tints} <= spaces.keys(), info.id
            assert {space for line in laid.lines for space in line.spaces} <= spaces.keys(), info.id
            assert {space for side in laid.hexsides for space in side.split("-")} <= spaces.keys(), info.id
            assert not info.legend or {*laid.highlights.values()} <= {kind for kind, _ in info.legend}, info.id


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_supply_routes_lead_step_by_step_from_where_units_stand(scenario: str) -> None:
    some = 0
    for title, state in looks(scenario):
        spaces, standing = (
            title.spaces(state),
            {each for each, here in title.scene(state).spaces.items() if here.counters},
        )
        for line in lines(title, state, "supply"):
            some += 1
            assert line.spaces[0] in standing
            joined = all(other in spaces[space]["neighbours"] for space, other in pairwise(line.spaces))
            assert joined or (len(line.spaces) == 2 and scenario.startswith("liberty_roads")), line
            laid = next(title.overlay(state, info.id) for info in title.overlays() if info.id in layers_of(line.side))
            assert all(laid.highlights.get(space) != "unsupplied" for space in line.spaces)
    assert some


def in_movement(state: Any) -> bool:
    """Whether a side decides which unit to move."""
    step = state.stack[-1] if state.stack else None
    phase = {getattr(step, "kind", ""), getattr(step, "stage", "")}
    return not state.over and step is not None and not phase.isdisjoint(("movement", "impulse"))


@pytest.mark.parametrize("scenario", [name for name in SCENARIOS if "commander" not in name])
def test_a_unit_goes_nowhere_that_the_threat_of_its_side_leaves_out(scenario: str) -> None:
    """Where a unit may go in hand is by the rules of the phase; the threat is of a whole turn."""
    title, _ = find_scenario(scenario)
    assert isinstance(title, BoardTitle)
    some = 0
    for state in islice((state for state in islice(states(scenario), 900) if in_movement(state)), 0, 60, 15):
        side = state.stack[-1].decider(state)
        threat, spaces = title.overlay(state, f"threat {side}").highlights, title.spaces(state)
        standing = [unit for unit in state.units.values() if unit.side == side and unit.location in spaces]
        for unit in standing[:20]:
            reached = title.reach(state, unit.id).highlights.keys()
            some += len(reached)
            assert reached <= threat.keys(), (unit.id, reached - threat.keys())
    assert some
