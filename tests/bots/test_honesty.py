"""What no player may know: it decides alike whatever is hidden from its side, whatever the dice, in every process."""

import subprocess
import sys
from dataclasses import replace
from os import environ
from typing import Any

import pytest

from wargame_tui.board.sight import seen_by
from wargame_tui.board.staff import Choose
from wargame_tui.board.title import BoardTitle
from wargame_tui.bots.opponent import RECRUIT, STAFF, VETERAN, decide, levels, player
from wargame_tui.bots.search import Searcher
from wargame_tui.core.game import Game

SCENARIOS = (
    "first_command/mortain",
    "tigers_in_the_mist/seventh_army",
    "tigers_in_the_mist/fifth_panzer_army",
    "montys_gamble/basic",
    "ardennes_44/three_days",
    "liberty_roads/cobra",
)
WORK = {VETERAN: 40, STAFF: 80}
"""Commands that are played in thinking: enough for a few plans."""
DECISIONS = {RECRUIT: 6, VETERAN: 3, STAFF: 2}
"""That are looked at, each in the opening and later."""
LATER = 30
"""Commands after which it is looked again."""
PLAYED = """
import sys
from wargame_tui.bots.opponent import RECRUIT, player
from wargame_tui.core.game import Game
game = Game.new(sys.argv[1], 7)
choose = player(game.title, RECRUIT)
while not game.over and len(game.entries) < 90:
    game.apply(choose(game))
print(*(entry.text for entry in game.entries), sep="; ")
"""


def other_secrets(title: BoardTitle[Any], state: Any, side: str) -> Any:
    """The state with what is hidden from a side exchanged: the same in its eyes, and another one in truth.

    Where a title hides anything, it is known here how to exchange it.
    """
    truth, seen = title.dump(state), title.dump(state, side)
    hidden = {name for name in truth if name != "dice" and truth[name] != seen[name]}
    if not hidden:
        return state
    assert hidden == {"support"}, f"{title.id} hides {hidden}: exchange it here"
    swap = {"pool": "available", "available": "pool"}
    theirs = [name for name, each in seen["support"].items() if each["where"] == "hidden"]
    moved = {name: replace(each, where=swap.get(each.where, each.where)) for name, each in state.support.items()}
    other = replace(state, support={**state.support, **{name: moved[name] for name in theirs}})
    assert other != state
    assert title.dump(other, side)["support"] == seen["support"]
    return other


def thinker(title: BoardTitle[Any], level: str) -> Choose:
    """A player that thinks but little."""
    staff = title.staff()
    choose = player(title, RECRUIT) if level == RECRUIT or staff is None else Searcher(staff, level, WORK[level])
    assert choose is not None
    return choose


@pytest.mark.parametrize("level", DECISIONS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_other_dice_and_other_secrets_give_the_same_decision(scenario: str, level: str) -> None:
    game = Game.new(scenario, 5)
    title: Any = game.title
    if level not in levels(title):
        pytest.skip(f"nobody plays {title.name} at this level yet")
    greedy = thinker(title, RECRUIT)
    for start in (0, LATER):
        while not game.over and game.seq < start:
            game.apply(greedy(game))
        one, other = thinker(title, level), thinker(title, level)
        for _ in range(DECISIONS[level]):
            assert not game.over
            side, seed = game.side or "", game.state.dice.seed or 0
            here = decide(one, seen_by(game, side))
            assert here.trouble is None, (game.trail, here)
            twin = game.branch()
            exchanged = [replace(state, dice=replace(state.dice, seed=seed + 1)) for state in game.states]
            twin.states = [other_secrets(title, state, side) for state in exchanged]
            assert decide(other, seen_by(twin, side)) == here
            game.apply(here.command)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_process_decides_alike(scenario: str) -> None:
    """Sets of names have another order in every process: no decision may follow from it."""
    told = [
        subprocess.run(
            [sys.executable, "-c", PLAYED, scenario],
            env={**environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True, timeout=300,
        ).stdout
        for seed in ("1", "2")
    ]  # fmt: skip
    assert told[0] == told[1]
    assert told[0].count(";") > 40
