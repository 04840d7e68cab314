"""Speed of play: random legal games through `legal` and `apply`, and verification of their journals.

    python tests/benchmarks/bench_play.py [TITLE/SCENARIO ..] [--runs N] [--games N]

Prints medians over the runs, one process, processor time, with a yardstick measured between the games of each run (a
few lines of what rules are made of, without any rules), since machines differ and so do their hours.
"""

import argparse
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from operator import truediv
from statistics import median
from time import process_time

from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.cli import be_patient
from wargame_tui.core import save
from wargame_tui.core.game import Game
from wargame_tui.core.title import find_title, title_ids

YARD = 1000
"""Rounds of the yardstick at a time: less than a tenth of a second."""


@dataclass(frozen=True, slots=True)
class Piece:
    """What the yardstick pushes around."""

    name: str
    place: int
    spent: bool = False


def may_go(pieces: Mapping[str, Piece], piece: Piece, place: int) -> bool:
    """Whether a piece of the yardstick may go to a place."""
    return not piece.spent and (piece.place + place) % 3 > 0 and pieces[piece.name] is piece


def yardstick() -> float:
    """Seconds for `YARD` rounds of reading frozen records, calling a function, listing tuples, copying a dictionary."""
    pieces = {str(number): Piece(str(number), number) for number in range(100)}
    begun = process_time()
    for number in range(YARD):
        ways = [(piece.name, place) for piece in pieces.values() for place in (1, 2, 3) if may_go(pieces, piece, place)]
        name, place = ways[number % len(ways)]
        pieces = {**pieces, name: Piece(name, pieces[name].place + place)}
    return process_time() - begun


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
    speeds, yards, checks, commands, listed = [], [], [], 0, 0
    for run in range(runs):
        played, spent, yard = list[tuple[Game, int]](), 0.0, yardstick()
        for number in range(games):
            begun = process_time()
            played.append(play(scenario, 1 + run * games + number))
            spent += process_time() - begun
            yard += yardstick()
        done = sum(game.seq for game, _ in played)
        speeds.append(done / spent)
        yards.append((games + 1) * YARD / yard)
        checks.append(_verified(game for game, _ in played))
        commands += done
        listed += sum(count for _, count in played)
    rounds, rounds_checked = median(map(truediv, speeds, yards)), median(map(truediv, checks, yards))
    print(
        f"{scenario}: {median(speeds):.0f} commands/s, {commands / runs / games:.0f} commands a game, "
        f"{listed / commands:.1f} legal at a time; journal check {median(checks):.0f} commands/s; "
        f"yardstick {median(yards):.0f} rounds/s: {rounds:.2f} commands a round, {rounds_checked:.2f} checked"
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
    be_patient()
    every = (info.id for title in title_ids() for info in find_title(title).scenarios())
    for scenario in given.scenarios or every:
        bench(scenario, given.runs, given.games)


if __name__ == "__main__":
    main()
