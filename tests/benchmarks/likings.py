"""What likings of the player of Ardennes '44 are worth: games between stances, without thinking ahead.

    python -m tests.benchmarks.likings SCENARIO FIRST-LAST [--german JSON] [--allied JSON]

A stance is the recruit's without a word, else the veteran's with the changes given, `{}` for none:

    python -m tests.benchmarks.likings three_days 1-4 --allied '{"units": 3.0, "retake": 4.0}'

One game takes some seven seconds of processor time. What was found is in `titles/ardennes_44/bot/stance.py`.
"""

import argparse
import json
from collections.abc import Mapping
from dataclasses import replace
from statistics import mean
from time import process_time

from wargame_tui.core.game import Game
from wargame_tui.titles.ardennes_44.bot.player import advise
from wargame_tui.titles.ardennes_44.bot.stance import RECRUIT, VETERAN, Stance
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN, TITLE_ID
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules import victory


def stance(side: Side, given: str | None) -> Stance:
    """The recruit's, or the veteran's with changes in JSON."""
    return RECRUIT[side] if given is None else replace(VETERAN[side], **json.loads(given))


def played(scenario: str, seed: int, stances: Mapping[Side, Stance]) -> tuple[str, int]:
    """Who wins a game, and with how many German points or, in the campaign, victory hexes."""
    game = Game.new(f"{TITLE_ID}/{scenario}", seed)
    while game.over is None:
        game.apply(advise(game, stances[GERMAN if game.side == GERMAN else ALLIED]))
    points = victory.points(game.state) or sum(1 for _ in victory.held_by_german(game.state))
    return game.over.winner or "", points


def main() -> None:
    """Read the command line, play, print a line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("scenario")
    parser.add_argument("seeds")
    parser.add_argument("--german")
    parser.add_argument("--allied")
    given = parser.parse_args()
    stances: Mapping[Side, Stance] = {GERMAN: stance(GERMAN, given.german), ALLIED: stance(ALLIED, given.allied)}
    first, _, last = given.seeds.partition("-")
    began = process_time()
    found = [played(given.scenario, seed, stances) for seed in range(int(first), int(last or first) + 1)]
    points, wins = [points for _, points in found], sum(winner == ALLIED for winner, _ in found)
    words = f"German points {points}, mean {mean(points):.1f}; Allied wins {wins} of {len(found)}"
    print(f"{words}; {(process_time() - began) / len(found):.1f} s a game")


if __name__ == "__main__":
    main()
