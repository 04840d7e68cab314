"""Balance of Liberty Roads: games between two greedy players, and how they end.

    python tests/benchmarks/balance_liberty_roads.py [--games N] [--scenario NAME] [--seed S] [--jobs N] [--save FILE]
        [--trace]

Prints for each game the winner, the points, when the great places fell, how many steps were lost; then a summary beside
the dates of 1944. `--save` writes the last game as a save, to be opened with `wargame-tui resume FILE`; `--trace` tells
the story of every game.
"""

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import mean, median
from time import process_time

from wargame_tui.core import save
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.titles.liberty_roads import bot
from wargame_tui.titles.liberty_roads.printed.book import SIDES, TITLE_ID, marker_kind, open_board, open_book
from wargame_tui.titles.liberty_roads.rules.victory import points
from wargame_tui.titles.liberty_roads.state import State

MOST_COMMANDS = 40_000
PLACES: Mapping[str, tuple[str, str]] = {
    "Cherbourg": ("1007", "27 June"),
    "Caen": ("1309", "19 July"),
    "Avranches": ("1010", "31 July"),
    "Rennes": ("0912", "4 August"),
    "Le Mans": ("1412", "8 August"),
    "Saint-Malo": ("0911", "17 August"),
    "Marseille": ("2626", "28 August"),
    "Paris": ("1910", "25 August"),
    "Rouen": ("1608", "30 August"),
    "Dijon": ("2515", "11 September"),
    "Lyon": ("2419", "3 September"),
    "Brussels": ("2404", "3 September"),
    "Antwerp": ("2403", "4 September"),
    "Le Havre": ("1408", "12 September"),
    "Nancy": ("2810", "15 September"),
    "Brest": ("0311", "19 September"),
    "Nijmegen": ("2702", "20 September"),
    "Calais": ("1804", "30 September"),
    "Aachen": ("2705", "21 October"),
    "Walcheren": ("2202", "8 November"),
    "Metz": ("2809", "22 November"),
    "Strasbourg": ("3111", "23 November"),
}
"""Places, and when the Allies took them."""
MARKS: Mapping[str, str] = {
    "a breakthrough south of Avranches": "1 August",
    "the Westwall": "11 September",
    "Germany": "11 September",
    "the port of Antwerp": "28 November",
    "the second landing": "15 August",
    "the first dismissal": "2 July",
}


@dataclass
class Record:
    """What came of one game."""

    seed: int
    winner: str = ""
    level: str = ""
    reason: str = ""
    points: int = 0
    turns: int = 0
    fell: dict[str, int] = field(default_factory=dict)
    """The turn on which each place was first Allied, each mark first reached."""
    combats: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By attacker and column of the table, those that were cancelled too."""
    losses: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """By attacker, column, and who lost the steps by attrition."""
    steps: Counter[str] = field(default_factory=Counter)
    gone: Counter[str] = field(default_factory=Counter)
    """Divisions eliminated, by side."""
    markers: Counter[str] = field(default_factory=Counter)
    left: dict[str, int] = field(default_factory=dict)
    """Divisions on the map at the end."""
    course: list[tuple[int, int, int]] = field(default_factory=list)
    """Allied and German divisions on the map, and points, after each turn."""
    commands: int = 0
    seconds: float = 0.0


def play(scenario: str, seed: int, *, trace: bool = False) -> tuple[Game, Record]:
    """A whole game, and what came of it. Raises RuntimeError if it does not end."""
    game, record, begun = Game.new(f"{TITLE_ID}/{scenario}", seed), Record(seed), process_time()
    while not game.over:
        if game.seq >= MOST_COMMANDS:
            raise RuntimeError(f"seed {seed}: not over after {MOST_COMMANDS} commands")
        before: State = game.state
        for event in game.apply(bot.choose(game)):
            if trace:
                print(game.title.event_text(event))
            _note(record, before, event)
        if game.state.turn != before.turn or game.over:
            record.course.append((*_divisions(game.state), points(game.state)))
        _mark(record, game.state)
    record.commands, record.seconds, record.turns = game.seq, process_time() - begun, game.state.turn
    record.winner, record.reason = game.over.winner or "nobody", game.over.reason
    record.level, record.points = game.over.level, game.over.points or 0
    record.left = dict(zip(SIDES, _divisions(game.state), strict=True))
    return game, record


def _divisions(state: State) -> tuple[int, int]:
    allied, german = (sum(state.piece(unit).division for unit in state.on_map(side)) for side in SIDES)
    return allied, german


def _note(record: Record, before: State, event: Event) -> None:
    """Note an event of the command that was given in a state."""
    data = event.data
    match event.kind:
        case "odds" if event.rule == "7.5":
            record.combats[data["side"], "cancelled" if data["cancelled"] else data["column"]] += 1
        case "combat" if event.rule == "7.7.3":
            for who, lost in zip(("attacker", "defender"), data["losses"], strict=True):
                record.losses[data["side"], data["column"], who] += lost
        case "step":
            record.steps[before.units[data["unit"]].side] += 1
        case "eliminated":
            unit = before.units[data["unit"]]
            record.steps[unit.side] += 1 if unit.reduced or before.piece(unit).steps == 1 else 2
            record.gone[unit.side] += before.piece(unit).division
        case "played" | "spent":
            kind = marker_kind(data["marker"])
            record.markers[f"{data['side']} {kind}" + (" spent" if event.kind == "spent" else "")] += 1
        case "dismissal":
            record.fell.setdefault("the first dismissal", before.turn)
        case "repair" if data["works"] and data["hex"] == PLACES["Antwerp"][0]:
            record.fell.setdefault("the port of Antwerp", before.turn)


def _mark(record: Record, state: State) -> None:
    """Note what the Allies have reached."""
    board, turn = open_board(), state.turn
    allied = {unit.location for unit in state.on_map(SIDES[0])}
    for name, (hex_, _) in PLACES.items():
        if hex_ in allied or state.control.get(hex_) == SIDES[0]:
            record.fell.setdefault(name, turn)
    hexes = [board.index[hex_] for hex_ in allied]
    if any(board.grid.column_row(hex_)[1] >= 11 and board.grid.column_row(hex_)[0] < 16 for hex_ in hexes):
        record.fell.setdefault("a breakthrough south of Avranches", turn)
    if any(there in board.siegfried for hex_ in hexes for there in (hex_, *board.grid.near[hex_])):
        record.fell.setdefault("the Westwall", turn)
    if any(board.country["G"] >> hex_ & 1 for hex_ in hexes):
        record.fell.setdefault("Germany", turn)
    if state.campaign.invasions > 1:
        record.fell.setdefault("the second landing", turn)


def tell(record: Record, scenario: str) -> None:
    """Print a game."""
    names = open_book(f"{TITLE_ID}/{scenario}").charts.turns
    print(f"\nseed {record.seed}: {record.winner}; {record.reason}")
    fell = sorted(record.fell.items(), key=lambda one: one[1])
    print("  " + ", ".join(f"{name} {names[turn - 1].name}" for name, turn in fell))
    print("  divisions and points by turn: " + ", ".join(f"{a}:{g} {p}" for a, g, p in record.course))
    lost = ", ".join(f"{side} {record.steps[side]} steps, {record.gone[side]} divisions" for side in SIDES)
    print(f"  lost: {lost}; {record.commands} commands, {record.seconds:.1f} s")


def report(records: Sequence[Record], scenario: str) -> None:
    """Print what the games have in common."""
    names = open_book(f"{TITLE_ID}/{scenario}").charts.turns
    print(f"\n{scenario}: {len(records)} games")
    for words, values in (
        ("winners", [record.winner for record in records]),
        ("ends", [record.reason.partition(";")[0].lstrip("-0123456789 ") or record.level for record in records]),
    ):
        print(f"  {words}: " + ", ".join(f"{what} {n}" for what, n in Counter(values).most_common()))
    decided = [record for record in records if record.winner != "nobody"]
    if decided:
        share = sum(record.winner == SIDES[0] for record in decided) / len(decided)
        print(f"  {SIDES[0]}: {share:.0%} of {len(decided)} decided games")
    scores = sorted(record.points for record in records)
    print(f"  points: median {median(scores)}, all {scores}")
    print("  fell: in how many games, median turn (1944)")
    history = {name: date for name, (_, date) in PLACES.items()} | dict(MARKS)
    for name, date in history.items():
        turns = sorted(record.fell[name] for record in records if name in record.fell)
        middle = names[turns[len(turns) // 2] - 1].name if turns else "-"
        print(f"    {name:34}{len(turns):3}  {middle:>18} ({date})")
    for side in SIDES:
        _report_side(records, side)
    course = [[record.course[turn] for record in records if turn < len(record.course)] for turn in range(21)]
    print("  mean divisions Allied:German and points after each turn")
    print("    " + ", ".join(_mean_of(turn) for turn in course if turn))
    print(f"  {mean(r.commands for r in records):.0f} commands, {mean(r.seconds for r in records):.1f} s a game")


def _mean_of(turn: Sequence[tuple[int, int, int]]) -> str:
    allied, german, score = (mean(column) for column in zip(*turn, strict=True))
    return f"{allied:.0f}:{german:.0f} {score:.1f}"


def _report_side(records: Sequence[Record], side: str) -> None:
    """Print the combats, losses and markers of a side."""
    count = len(records)
    combats = sum((record.combats for record in records), Counter[tuple[str, str]]())
    losses = sum((record.losses for record in records), Counter[tuple[str, str, str]]())
    columns = [*open_board().charts.combat.columns, "cancelled"]
    shown = [
        f"{name} {combats[side, name] / count:.1f}"
        + ("" if name == "cancelled" else f" ({_rate(losses, combats, side, name)})")
        for name in columns
        if combats[side, name]
    ]
    print(f"  {side} combats a game by odds (mean attrition of attacker/defender): " + ", ".join(shown))
    gone, steps = mean(record.gone[side] for record in records), mean(record.steps[side] for record in records)
    left = mean(record.left[side] for record in records)
    print(f"  {side} losses: {steps:.1f} steps, {gone:.1f} divisions eliminated, {left:.1f} left on the map")
    markers = sum((record.markers for record in records), Counter[str]())
    own = [(name.partition(" ")[2], n) for name, n in markers.most_common() if name.startswith(side)]
    print(f"  {side} markers a game: " + ", ".join(f"{name} {n / count:.1f}" for name, n in own))


def _rate(
    losses: Mapping[tuple[str, str, str], int], combats: Mapping[tuple[str, str], int], side: str, name: str
) -> str:
    own, foe = (losses[side, name, who] / combats[side, name] for who in ("attacker", "defender"))
    return f"{own:.1f}/{foe:.1f}"


def _record(scenario: str, seed: int) -> Record:
    return play(scenario, seed)[1]


def main() -> None:
    """Read the command line, play, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--scenario", default="cobra", choices=("cobra", "to_the_rhine", "overlord", "campaign"))
    parser.add_argument("--seed", type=int, default=1, help="of the first game; counts up")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--save", type=Path, metavar="FILE", help="where to save the last game")
    parser.add_argument("--trace", action="store_true", help="tell the story of every game")
    given = parser.parse_args()
    seeds = range(given.seed, given.seed + max(1, given.games))
    if given.jobs > 1:
        with ProcessPoolExecutor(given.jobs) as pool:
            records = [*pool.map(partial(_record, given.scenario), seeds)]
    else:
        records = [play(given.scenario, seed, trace=given.trace)[1] for seed in seeds]
    for record in records:
        tell(record, given.scenario)
    if given.save:
        save.write(play(given.scenario, seeds[-1])[0], given.save)
    report(records, given.scenario)


if __name__ == "__main__":
    main()
