"""The habits of the better players of Tigers in the Mist, found by play: `HABITS` of its bot holds what lasted.

    python -m tests.benchmarks.tune_biases SIDE [--games N] [--seconds S] [--seed N]

A hill is climbed as in `tune_stances`, in the attack of the Seventh Army: games won less games lost. In the end the
recruit's likings and the best ones are tried in games that played no part in it: only what is better there is a habit.
"""

import argparse
from dataclasses import replace
from random import Random
from time import process_time
from typing import Any

from wargame_tui.core.game import Game
from wargame_tui.titles.tigers_in_the_mist.bot.recruit import play_on
from wargame_tui.titles.tigers_in_the_mist.bot.values import PLAIN, Bias

RANGES = {"boldness": (-1.0, 1.5), "caution": (0.0, 3.0), "blood": (0.2, 1.5)}
"""What is tried."""
AFRESH = 0.5
"""How often a number is drawn from its whole range."""
NEARLY = 0.15
"""By how much a third of the games may fall short of the best before the others are not played any more."""
FIRST_SEED, TRIED = 1_000, range(5_000, 5_060)
"""Of the games for climbing, and those for the trial in the end."""


def result(bias: Bias, side: str, seeds: range) -> tuple[float, float]:
    """The shares of games that a side wins and loses with a bias, against the recruit; where both lose is neither."""
    won = lost = 0
    for seed in seeds:
        game = Game.new("tigers_in_the_mist/seventh_army", seed)
        while game.over is None:
            play_on(game, bias if game.side == side else PLAIN)
        won += game.over.winner == side
        lost += game.over.winner not in (None, side)
    return won / len(seeds), lost / len(seeds)


def worth(found: tuple[float, float]) -> float:
    """What a result counts."""
    return found[0] - found[1]


def changed(bias: Bias, random: Random, number: int) -> Bias:
    """A bias not far from one, as a rule."""
    numbers: dict[str, Any] = {}
    for name in random.sample([*RANGES], random.choice([1, 2, 3])):
        low, high = RANGES[name]
        near = getattr(bias, name) + random.gauss(0, (high - low) / 8)
        value = random.uniform(low, high) if random.random() < AFRESH else near
        numbers[name] = round(min(high, max(low, value)), 2)
    return replace(bias, name=f"try {number}", **numbers)


def main() -> None:
    """Read the command line, climb, print every bias that is better than the last one, and the trial."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("side", choices=("German", "Allied"))
    parser.add_argument("--games", type=int, default=36)
    parser.add_argument("--seconds", type=float, default=80, help="of the processor")
    parser.add_argument("--seed", type=int, default=2)
    given = parser.parse_args()
    random, seeds, number = Random(given.seed), range(FIRST_SEED, FIRST_SEED + given.games), 0
    best, found = PLAIN, result(PLAIN, given.side, seeds)
    print(f"won {found[0]:.0%}, lost {found[1]:.0%}: {best}", flush=True)
    while process_time() < given.seconds:
        number += 1
        other = changed(best, random, number)
        if worth(result(other, given.side, seeds[: given.games // 3])) < worth(found) - NEARLY:
            continue
        if worth(now := result(other, given.side, seeds)) > worth(found):
            best, found = other, now
            print(f"won {found[0]:.0%}, lost {found[1]:.0%}: {best}", flush=True)
    for bias in (PLAIN, best):
        won, lost = result(bias, given.side, TRIED)
        print(f"{len(TRIED)} other games: won {won:.0%}, lost {lost:.0%}: {bias}")


if __name__ == "__main__":
    main()
