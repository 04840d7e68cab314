"""Speed of play: random legal games through `legal` and `apply`, and verification of their journals.

    python tests/benchmarks/bench_play.py [TITLE/SCENARIO ..] [--runs N] [--games N]

Prints medians over the runs, one process, processor time.
"""

import argparse
import json
from collections.abc import Iterable
from statistics import median
from time import process_time

from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.core import save
from wargame_tui.core.game import Game
from wargame_tui.core.title import find_title, title_ids


def play(scenario: str, seed: int) -> tuple[Game, int]:
    """A whole random game, and how many commands were listed on the way."""
    game, player, listed = Game.new(scenario, seed), RandomPlayer(seed), 0
    while not game.over:
        commands = game.legal()
        listed += len(commands)
        game.apply(player.choose(commands))
    return game, listed


def bench(scenario: str, runs: int, games: int) -> None:
    """Print the figures of a scenario."""
    play(scenario, 0)
    speeds, checks, commands, listed = [], [], 0, 0
    for run in range(runs):
        begun = process_time()
        played = [play(scenario, 1 + run * games + number) for number in range(games)]
        spent = process_time() - begun
        done = sum(game.seq for game, _ in played)
        speeds.append(done / spent)
        checks.append(_verified(game for game, _ in played))
        commands += done
        listed += sum(count for _, count in played)
    print(
        f"{scenario}: {median(speeds):.0f} commands/s, {commands / runs / games:.0f} commands a game, "
        f"{listed / commands:.1f} legal at a time; journal check {median(checks):.0f} commands/s"
    )


def _verified(games: Iterable[Game]) -> float:
    """Commands per second of opening saves, every command replayed and its checksum compared."""
    saves = [json.dumps(save.dump(game)) for game in games]
    begun = process_time()
    done = sum(save.load(json.loads(text)).seq for text in saves)
    return done / (process_time() - begun)


def main() -> None:
    """Read the command line and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("scenarios", nargs="*")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--games", type=int, default=3)
    given = parser.parse_args()
    every = (info.id for title in title_ids() for info in find_title(title).scenarios())
    for scenario in given.scenarios or every:
        bench(scenario, given.runs, given.games)


if __name__ == "__main__":
    main()
