"""The stances of First Command's better players, found by play: `HABITS` of its bot is what this prints.

    python -m tests.benchmarks.tune_stances SIDE [--games N] [--seconds S] [--seed N] [--against recruit|habits]

A hill is climbed: a few numbers of the best stance so far are changed at random, and what wins more of the same games
against the recruit (or a player with habits, whose own are the first ones then), points counted a little, is the best
one from then on. In the end both are tried in games that
played no part in it.
"""

import argparse
from dataclasses import replace
from random import Random
from time import process_time
from typing import Any

from wargame_tui.core.game import Game
from wargame_tui.titles.first_command.bot.player import HABITS, LIKED, Stance, advise
from wargame_tui.titles.first_command.printed import enemy

RANGES = {"held": (0.0, 8.0), "watched": (-2.0, 3.0), "stacked": (-1.5, 2.0), "far": (0.2, 2.0), "least": (0.7, 3.5)}
"""What is tried."""
A_POINT = 0.03
"""What a point of the game counts, in games."""
AFRESH = 0.4
"""How often a number is drawn from its whole range."""
NEARLY = 0.08
"""By how much a third of the games may fall short of the best before the others are not played any more."""
FIRST_SEED, TRIED = 1_000, range(5_000, 5_200)
"""Of the games for climbing, and those for the trial in the end."""


def result(stance: Stance, side: str, other: Stance, seeds: range) -> tuple[float, float]:
    """The share of games that a side wins in a stance, and its points on average, against another stance."""
    wins = points = 0
    for seed in seeds:
        game = Game.new("first_command/mortain", seed)
        while game.over is None:
            game.apply(advise(game, stance if game.side == side else other))
        wins += game.over.winner == side
        points += game.state.points * (1 if side == "German" else -1)
    return wins / len(seeds), points / len(seeds)


def worth(found: tuple[float, float]) -> float:
    """What a result counts."""
    return found[0] + A_POINT * found[1]


def changed(stance: Stance, random: Random) -> Stance:
    """A stance not far from one, as a rule."""
    for name in random.sample([*RANGES], random.choice([1, 1, 2, 3])):
        low, high = RANGES[name]
        near = getattr(stance, name) + random.gauss(0, (high - low) / 8)
        value = random.uniform(low, high) if random.random() < AFRESH else near
        numbers: dict[str, Any] = {name: round(min(high, max(low, value)), 2)}
        stance = replace(stance, **numbers)
    return stance


def main() -> None:
    """Read the command line, climb, print every stance that is better than the last one, and the trial."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("side", choices=("German", "American"))
    parser.add_argument("--games", type=int, default=90)
    parser.add_argument("--seconds", type=float, default=120, help="of the processor")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", choices=("recruit", "habits"), default="recruit")
    given = parser.parse_args()
    random, seeds, side = Random(given.seed), range(FIRST_SEED, FIRST_SEED + given.games), given.side
    first, against = (LIKED, LIKED) if given.against == "recruit" else (HABITS[side], HABITS[enemy(side)])
    best, found = first, result(first, side, against, seeds)
    print(f"{found[0]:.0%} {found[1]:+.1f} {best}", flush=True)
    while process_time() < given.seconds:
        other = changed(best, random)
        if worth(result(other, side, against, seeds[: given.games // 3])) < worth(found) - NEARLY:
            continue
        if worth(now := result(other, side, against, seeds)) > worth(found):
            best, found = other, now
            print(f"{found[0]:.0%} {found[1]:+.1f} {best}", flush=True)
    for stance in (first, best):
        share, points = result(stance, side, against, TRIED)
        print(f"{len(TRIED)} other games: {share:.0%} {points:+.1f} {stance}")


if __name__ == "__main__":
    main()
