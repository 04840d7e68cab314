"""How often campaigns of the commander titles are won: greedy and random players against the system.

    python tests/benchmarks/balance_commander.py [TITLE/SCENARIO ..] [--games N] [--player greedy] [--player random]
        [--difficulty easy ..] [--seed S] [--jobs J] [--check]

Prints for each campaign, difficulty and player the mean score, how often each level was reached, and the share of games
won (2.18). With --check it fails if a greedy player wins less than 15 or more than 85 per cent, or a random one 5 or
more.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from statistics import mean

from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.core.command import Command
from wargame_tui.core.game import Game
from wargame_tui.core.title import find_scenario
from wargame_tui.titles.commander.levels import DIFFICULTIES, LEVELS, WON

CAMPAIGNS = (
    "pacific_commander/1942",
    "pacific_commander/1943",
    "pacific_commander/1944",
    "pacific_commander/1945",
    "desert_commander/france_1940",
    "desert_commander/north_africa",
    "desert_commander/normandy_1944",
)
GREEDY, RANDOM = "greedy", "random"
LEAST, MOST, RANDOM_MOST = 15.0, 85.0, 5.0
"""Shares of games won, in per cent: of a greedy player, and of a random one."""
MOST_COMMANDS = 20_000


@dataclass(frozen=True)
class Task:
    """A game to be played."""

    scenario: str
    difficulty: str
    player: str
    seed: int


def chooser(task: Task) -> Callable[[Game], Command]:
    """Who plays."""
    if task.player == RANDOM:
        player = RandomPlayer(task.seed)
        return lambda game: player.choose(game.legal())
    if task.scenario.startswith("pacific"):
        from wargame_tui.titles.pacific_commander import bot as pacific

        return pacific.choose
    from wargame_tui.titles.desert_commander import bot as desert

    return desert.choose


def play(task: Task) -> tuple[int, str]:
    """Score and level of a game. Raises RuntimeError if it does not end."""
    options = {} if task.difficulty == "normal" else {task.difficulty: "on"}
    game = Game(find_scenario(task.scenario)[0], task.scenario, task.seed, options)
    choose = chooser(task)
    while not game.over:
        if game.seq >= MOST_COMMANDS:
            raise RuntimeError(f"{task}: not over after {MOST_COMMANDS} commands")
        game.apply(choose(game))
    return game.over.points or 0, game.over.level


def rows(arguments: argparse.Namespace) -> Iterator[tuple[str, str, str, list[tuple[int, str]]]]:
    """Campaign, difficulty, player and the results of all games."""
    with ProcessPoolExecutor(arguments.jobs) as pool:
        for scenario in arguments.scenarios or CAMPAIGNS:
            for player in arguments.player or (GREEDY, RANDOM):
                for difficulty in arguments.difficulty or DIFFICULTIES:
                    seeds = range(arguments.seed, arguments.seed + arguments.games)
                    tasks = [Task(scenario, difficulty, player, seed) for seed in seeds]
                    yield scenario, difficulty, player, [*pool.map(play, tasks, chunksize=5)]


def main() -> int:
    """Play, print, and perhaps check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenarios", nargs="*", metavar="TITLE/SCENARIO")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--player", action="append", choices=[GREEDY, RANDOM])
    parser.add_argument("--difficulty", action="append", choices=DIFFICULTIES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    outside = 0
    print(
        f"{'campaign':32}{'player':8}{'':8}{'score':>6}" + "".join(f"{level:>10}" for level in LEVELS) + f"{'won':>8}"
    )
    for scenario, difficulty, player, results in rows(arguments):
        counts = Counter(level for _, level in results)
        shares = {level: 100 * counts[level] / len(results) for level in LEVELS}
        won = sum(shares[level] for level in WON)
        text = "".join(f"{shares[level]:9.0f}%" for level in LEVELS)
        score = mean(score for score, _ in results)
        print(f"{scenario:32}{player:8}{difficulty:8}{score:6.1f}{text}{won:7.1f}%", flush=True)
        outside += not (LEAST <= won <= MOST) if player == GREEDY else won >= RANDOM_MOST
    return 1 if arguments.check and outside else 0


if __name__ == "__main__":
    sys.exit(main())
