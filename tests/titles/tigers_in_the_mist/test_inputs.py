"""How many inputs the ordinary acts of an impulse take: a goal for a stack, one key for each proposal."""

import pytest

from wargame_tui.board.steps import top
from wargame_tui.core.game import Game
from wargame_tui.titles.tigers_in_the_mist import TITLE
from wargame_tui.titles.tigers_in_the_mist.commands import EndMovement
from wargame_tui.titles.tigers_in_the_mist.rules.activation import Movement
from wargame_tui.titles.tigers_in_the_mist.state import positions

G = TITLE.gestures
ATTACKS = {"19": "20", "44": "76", "46": "75", "51": "50", "55": "69", "10": "11", "52": "49", "45": "48"}
"""Where the first attacks of 16 December might go, by where they come from."""


def campaign() -> Game:
    return Game.new("tigers_in_the_mist/campaign", 16)


def move(game: Game, start: str, to: str, units: int | None = None) -> tuple[int, int]:
    """Move a stack, or some of it; the inputs (take it up, show the goal) and the commands of the rules."""
    ways = G.ways(game.state, list(G.movable(game.state, start))[:units])
    if to not in ways:
        return 0, 0
    for command in ways[to][0].commands:
        game.apply(command)
    return 2 if units is None else 2 + (units < len(G.movable(game.state, start))), len(ways[to][0].commands)


@pytest.mark.rule("8.2", "8.21")
def test_a_unit_a_stack_a_far_goal_take_two_inputs() -> None:
    """Before: 3 keys for a unit and the next area, 5 for a stack of three; `g`, a name and two more for a far goal."""
    game = campaign()
    for start in positions(game.state).of_side["German"]:
        stack = list(G.movable(game.state, start))
        for units in (stack[:1], stack[:3]):
            for to, ways in (G.ways(game.state, units) if units else {}).items():
                assert ways[0].to == to
                trial = game.branch()
                for command in ways[0].commands:
                    trial.apply(command)
                step = top(trial.state)
                assert getattr(step, "units", ()) != tuple(units), "nothing is left to be said about this move"


@pytest.mark.rule("9.3", "9.42", "9.46", "9.57")
def test_the_battles_of_the_first_impulse() -> None:
    """The eight battles took 48 keys: now each question is one proposal, at most three of each side in a battle."""
    game = campaign()
    fought = [to for start, to in ATTACKS.items() if move(game, start, to)[1]]
    assert len(fought) >= 6
    while isinstance(top(game.state), Movement) and game.side == "German":
        game.apply(EndMovement())
    proposals = commands = 0
    while not isinstance(top(game.state), Movement):
        answer = G.answer(game.state)
        assert answer is not None, game.prompt
        proposals += 1
        for command in answer.commands:
            game.apply(command)
            commands += 1
    assert set(fought) <= {event.place() for entry in game.entries for event in entry.events if event.kind == "battle"}
    print(f"{len(fought)} battles: {proposals} proposals, {commands} commands")
    assert proposals <= 5 * len(fought)
    assert proposals <= commands
