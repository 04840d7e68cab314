"""What thinking ahead is worth: positions of greedy games, played to the end with and without the plans that are found.

    python -m tests.benchmarks.worth_of_thought TITLE/SCENARIO [--positions N] [--games N] [--work N ..] [--level LEVEL]

Much cheaper than whole games between two levels, and it says where a value misleads: each line gives what the search
claims to gain by its plans in the terms of the title's staff, and what is gained at the end of the game in the same
terms, each position played out with the same dice by greedy players on both sides. Whoever changes plans, value or
horizon of a staff looks at this first, at matches afterwards (`wargame-tui match`).
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from statistics import mean, pstdev
from time import process_time
from typing import Any

from wargame_tui.board.staff import Plan, Staff
from wargame_tui.board.title import BoardTitle
from wargame_tui.bots.search import Searcher
from wargame_tui.core.dice import Dice
from wargame_tui.core.game import Game

A_GAME = 4
"""Positions that are taken of one game."""
FIRST_SEED, DICE = 500, 90_000
"""Of the games from which positions are taken, and of those that are played out."""


def positions(staff: Staff, scenario: str, count: int) -> list[Game]:
    """Games that stand where a fork of full weight begins, both sides'."""
    found: list[Game] = []
    for seed in range(FIRST_SEED, FIRST_SEED + count):
        game, forks, last = Game.new(scenario, seed), list[Game](), None
        while not game.over:
            fork = staff.fork(game.state, game.side or "")
            if fork not in (None, last) and staff.weight(game.state, game.side or "") >= 1:
                forks.append(game.branch())
                last = fork
            staff.go_on(game)
        step = max(1, len(forks) // A_GAME)
        found += forks[seed % step :: step][:A_GAME]
    return found[:count]


def played_out(staff: Staff, game: Game, choose: Any, number: int) -> float:
    """What a position is worth at the end of the game, if its side follows a player for the turn in hand."""
    trial, title = game.branch(), game.title
    side, turn, state = game.side or "", game.title.turn(game.state), game.state
    trial.states = [*trial.states[:-1], replace(state, dice=Dice(DICE + number, state.dice.count))]
    trial.entries.clear()
    while not trial.over:
        if choose is not None and trial.side == side and title.turn(trial.state) == turn:
            trial.apply(choose(trial))
        else:
            staff.go_on(trial)
    return sum(staff.value(trial.state, side).values())


class Following:
    """Plans that were found once, followed whatever the dice."""

    def __init__(self, staff: Staff, plans: Sequence[Plan]) -> None:
        self._staff, self._plans = staff, plans

    def __call__(self, game: Game) -> Any:
        """The next command."""
        for plan in self._plans:
            command = plan.propose(game)
            if command is not None and game.refusal(command) is None:
                return command
        return type(self._staff).choose(game)


def main() -> None:
    """Read the command line, measure, print a line for each amount of work."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("scenario")
    parser.add_argument("--positions", type=int, default=16)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--level", default="veteran")
    parser.add_argument("--work", type=int, nargs="*", help="commands; those of the level if not given")
    given = parser.parse_args()
    title = Game.new(given.scenario, 1).title
    staff = title.staff() if isinstance(title, BoardTitle) else None
    if staff is None:
        raise SystemExit(f"{title.name} has no staff")
    table = positions(staff, given.scenario, given.positions)
    for work in given.work or [type(staff).work[given.level]]:
        _measure(staff, table, given.level, work, given.games)


def _measure(staff: Staff, table: Sequence[Game], level: str, work: int, games: int) -> None:
    claims, gains, began, followed = list[float](), list[float](), process_time(), 0
    for game in table:
        plans, thought = Searcher(staff, level, work).think(game)
        claims.append(thought.chosen.value - thought.plain.value if plans else 0.0)
        pairs = range(games if plans else 0)
        found = [played_out(staff, game, Following(staff, plans), n) - played_out(staff, game, None, n) for n in pairs]
        followed += bool(plans)
        gains.append(mean(found) if found else 0.0)
    error = pstdev(gains) / sqrt(len(gains))
    followed_in = f"plans in {followed} of {len(table)} positions"
    print(f"{level}, {work:,} commands: {followed_in}; claimed {mean(claims):+.2f}")
    print(f"  gained at the end {mean(gains):+.2f} ± {error:.2f} a position; {process_time() - began:.0f} s in all")


if __name__ == "__main__":
    main()
