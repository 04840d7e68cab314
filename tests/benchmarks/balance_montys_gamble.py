"""Balance of Monty's Gamble: games between two greedy players, and how they end.

    python tests/benchmarks/balance_montys_gamble.py [--games N] [--scenario NAME] [--seed S] [--save FILE] [--trace]

Prints for each game the winner, the victory points, when the towns of the road were taken and linked up, which bridges
were blown and repaired, and the losses; then a summary beside what happened in September 1944. `--save` writes the last
game as a save, to be opened with `wargame-tui resume FILE`; `--trace` tells the story of every game.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, median
from time import process_time

from wargame_tui.core import save
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.titles.montys_gamble import bot
from wargame_tui.titles.montys_gamble.printed.book import ALLIED, GERMAN, SIDES, TITLE_ID, open_book
from wargame_tui.titles.montys_gamble.rules import victory
from wargame_tui.titles.montys_gamble.state import State

MOST_COMMANDS = 20_000
TOWNS = {"63": "18", "54": "17", "53": "17", "46": "17", "36": "17", "28": "20", "23": "20", "21": "-", "13": "-"}
"""Towns of the road, with the date in September 1944 on which the Allies took them."""
LINKED = {"63": "18", "54": "19", "53": "19", "46": "19", "36": "19", "28": "20", "23": "20", "21": "-", "13": "-"}
"""The same, with the date on which XXX Corps came."""


@dataclass
class Record:
    """What came of one game."""

    seed: int
    winner: str = ""
    reason: str = ""
    points: int = 0
    scored: dict[str, int] = field(default_factory=dict)
    taken: dict[str, str] = field(default_factory=dict)
    """When each town became Allied first: date and impulse."""
    linked: dict[str, str] = field(default_factory=dict)
    """When XXX Corps came to control it first."""
    held: dict[int, int] = field(default_factory=dict)
    """Victory points in the evening of each date."""
    bridges: list[str] = field(default_factory=list)
    blown: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)
    attacks: Counter[str] = field(default_factory=Counter)
    commands: int = 0
    seconds: float = 0.0


def play(scenario: str, seed: int, *, trace: bool = False) -> tuple[Game, Record]:
    """A whole game, and what came of it. Raises RuntimeError if it does not end."""
    game, record, begun = Game.new(f"{TITLE_ID}/{scenario}", seed), Record(seed), process_time()
    while not game.over:
        if game.seq >= MOST_COMMANDS:
            raise RuntimeError(f"seed {seed}: not over after {MOST_COMMANDS} commands")
        before = game.state
        for event in game.apply(bot.choose(game)):
            if trace:
                print(game.title.event_text(event))
            _note(record, before, event)
        if game.state.date != before.date or game.over:
            record.held[before.date] = victory.points(game.state)
    record.commands, record.seconds = game.seq, process_time() - begun
    record.winner, record.reason = game.over.winner or "nobody", game.over.reason
    record.points, record.scored = game.over.points or 0, dict(victory.scored(game.state))
    return game, record


def _note(record: Record, state: State, event: Event) -> None:
    """Note an event of the command that was given in a state."""
    data, when = event.data, f"{state.date}/{state.impulse}"
    if event.kind == "control" and data["control"] != GERMAN:
        record.taken.setdefault(data["space"], when)
        if data["control"] == "XXX":
            record.linked.setdefault(data["space"], when)
    elif event.kind in ("demolition", "repair") and data["success"]:
        link = open_book(state.scenario).waters[data["border"]]
        record.bridges.append(f"{link.bridge_name} {'blown' if event.kind == 'demolition' else 'repaired'} {when}")
        record.blown[link.bridge_name or data["border"]] += event.kind == "demolition"
    elif event.kind == "eliminated":
        side = state.units[data["unit"]].side
        record.lost[f"{side} surrendered" if event.rule == "13.9" else side] += 1
    elif event.kind == "attack_result":
        record.attacks[f"{state.now.side} {data['result']}"] += 1


def tell(record: Record) -> None:
    """Print a game."""
    book = open_book(f"{TITLE_ID}/basic")
    print(f"\nseed {record.seed}: {record.winner}; {record.reason}")
    print("  points: " + ", ".join(f"{book.spaces[area].name} {vp}" for area, vp in record.scored.items()))
    print("  by evening: " + ", ".join(f"{date}: {points}" for date, points in record.held.items()))
    for words, when in (("taken", record.taken), ("XXX Corps", record.linked)):
        print(f"  {words}: " + ", ".join(f"{book.spaces[town].name} {when.get(town, '-')}" for town in TOWNS))
    print("  bridges: " + ", ".join(record.bridges))
    print("  units lost: " + ", ".join(f"{who} {n}" for who, n in sorted(record.lost.items())))
    print("  attacks: " + ", ".join(f"{what} {n}" for what, n in sorted(record.attacks.items())))
    print(f"  {record.commands} commands, {record.seconds:.1f} s")


def report(records: Sequence[Record]) -> None:
    """Print what the games have in common."""
    book = open_book(f"{TITLE_ID}/basic")
    points = sorted(record.points for record in records)
    print(f"\n{len(records)} games: " + ", ".join(f"{w} {n}" for w, n in Counter(r.winner for r in records).items()))
    print(f"  points: median {median(points)}, all {points}")
    for words, chart, history in (("taken", "taken", TOWNS), ("XXX Corps", "linked", LINKED)):
        print(f"  {words}: in how many games, median date (1944)")
        for town in TOWNS:
            dates = sorted(int(w[:2]) for r in records if (w := getattr(r, chart).get(town)))
            middle = f"{dates[len(dates) // 2]}" if dates else "-"
            print(f"    {book.spaces[town].name:16}{len(dates):3}  {middle:>3} ({history[town]})")
    blown = sum((record.blown for record in records), Counter[str]())
    print("  bridges blown: " + ", ".join(f"{name} {n}" for name, n in blown.most_common() if n))
    for side in SIDES:
        lost = mean(r.lost[side] + r.lost[f"{side} surrendered"] for r in records)
        gone = mean(r.lost[f"{side} surrendered"] for r in records)
        attacks = {how: mean(r.attacks[f"{side} {how}"] for r in records) for how in ("success", "stalemate", "failed")}
        print(
            f"  {side}: {lost:.1f} units lost, {gone:.1f} of them by surrender; attacks "
            + ", ".join(f"{how} {n:.1f}" for how, n in attacks.items())
        )
    advantage = sum(r.points > sum(r.scored.values()) for r in records)
    print(f"  {ALLIED} Advantage at the end: {advantage}; {mean(r.seconds for r in records):.1f} s a game")


def main() -> None:
    """Read the command line, play, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--scenario", default="basic", choices=("basic", "extended"))
    parser.add_argument("--seed", type=int, default=1, help="of the first game; counts up")
    parser.add_argument("--save", type=Path, metavar="FILE", help="where to save the last game")
    parser.add_argument("--trace", action="store_true", help="tell the story of every game")
    given = parser.parse_args()
    records = []
    for seed in range(given.seed, given.seed + max(1, given.games)):
        game, record = play(given.scenario, seed, trace=given.trace)
        tell(record)
        records.append(record)
        if given.save:
            save.write(game, given.save)
    report(records)


if __name__ == "__main__":
    main()
