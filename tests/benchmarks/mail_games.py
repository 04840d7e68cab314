"""Plays whole random games by mail: two processes with a home each, which exchange nothing but files.

`python -m tests.benchmarks.mail_games [--games N] [--modes MODE ..] [--scenarios TITLE/SCENARIO ..] [--seed N]
[--option NAME=VALUE ..] [--orders CHANCE]`. Without scenarios it takes the first of every title for two. Players change
their standing orders now and then, at home and enclosed. Both must end with the same position, and the last letter must
verify. The full run: `--games 100` for titles with areas, `--games 10` for hexes.
`--campaign TITLE/SCENARIO` only tells how large the last letter of one long game is, and how soon it is verified.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from tests.mail.kit import campaign, decide, two_player_scenarios
from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.core.title import StandingOrder, find_title
from wargame_tui.mail import armour, enclosed, orders, proof
from wargame_tui.mail.box import Box, Case
from wargame_tui.mail.correspondence import Correspondence
from wargame_tui.mail.letters import MODES, Letter, Mode

CHANGE = 0.15
"""How often a player changes his standing orders before he writes."""


class Differs(Exception):
    """The two players' games, or what is proved of them, are not the same."""


def ordered(mail: Correspondence, chance: Random) -> list[StandingOrder]:
    """Orders at random: some that the title suggests, and one that answers the question in hand; many are enclosed."""
    title = find_title(mail.invitation.title)
    found = chance.sample(list(title.standing_orders()), chance.randint(0, 2))
    asked, command = orders.question(mail.table), chance.choice(mail.table.legal(50)).notation()
    where = {name: value for name, value in asked.items() if name != "kind" and chance.random() < 0.3}
    verb, _, rest = command.partition(" ")
    answer = chance.choice((command, f"{verb} *" if rest else verb))
    found.append(StandingOrder(asked["kind"], answer, dict(list(where.items())[:5])))
    return [orders.enclosed(order) if chance.random() < 0.7 else order for order in found]


def answers(mail: Correspondence, start: int) -> int:
    """How many lines of a letter just opened my enclosed orders gave; `start` is its first line."""
    if mail.game is None or len(mail.letters) < 2:
        return 0
    mine, lines = mail.letters[-2], mail.game.lines(start)[: mail.letters[-1].seq - start]
    return sum(line.side == mine.side and line.text not in mine.pending for line in lines)


class Player:
    """One process: a letter box, and a random player who decides."""

    def __init__(self, home: Path, seed: int) -> None:
        self.box, self._lot, self._more = Box(home), RandomPlayer(seed), Random(seed)
        self._case: Case | None = None
        self._answered = 0

    def do(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Carry out what is asked; where letters lie is told by paths."""
        match asked:
            case {"do": "invite", "scenario": scenario, "mode": mode, "options": options}:
                side = find_title(scenario.partition("/")[0]).sides[0]
                self._case = self.box.invite(Correspondence.invite(scenario, side, "Anna", mode, options))
            case {"do": "receive", "file": file}:
                self._case, start = self.box.receive(Path(file).read_text(), "Bert")
                self._answered = answers(self._case.mail, start)
            case {"do": "write", "orders": change}:
                case = self._kept()
                if self._more.random() < change and case.mail.may_decide:
                    case.mail.orders = ordered(case.mail, self._more)
                decide(case.mail, self._lot, self._more)
                self.box.post(case)
        return self._told(asked.get("out", ""))

    def _kept(self) -> Case:
        assert self._case is not None
        return self._case

    def _told(self, out: str) -> dict[str, Any]:
        """The state of affairs; my letter is in the file `out`."""
        case = self._kept()
        if out:
            Path(out).write_text(case.outgoing)
        game = case.mail.game
        settled = game is not None and case.mail.settled
        position = json.dumps(game.title.dump(game.state), sort_keys=True) if game and settled else ""
        return {
            "my_turn": case.mail.my_turn,
            "answered": self._answered,
            "settled": settled,
            "digest": sha256(position.encode()).hexdigest(),
        }


def serve(home: str, seed: str) -> None:
    """Be a player: one JSON object a line, in and out."""
    player = Player(Path(home), int(seed))
    for line in sys.stdin:
        print(json.dumps(player.do(json.loads(line))), flush=True)


class Remote:
    """A player in a process of its own."""

    def __init__(self, home: Path, seed: int) -> None:
        command = [sys.executable, "-m", "tests.benchmarks.mail_games", "--serve", str(home), str(seed)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **asked: Any) -> dict[str, Any]:
        """The answer to a request."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise Differs(f"a player's process broke off at {asked}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def end(self) -> None:
        """Let the process end."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


@dataclass
class Report:
    """What came of the games of a scenario and mode."""

    scenario: str
    mode: str
    games: int = 0
    letters: int = 0
    lines: int = 0
    ordered: int = 0
    """Answers that enclosed orders gave."""
    largest: int = 0
    """Bytes of the largest letter."""
    verifying: float = 0.0
    """Seconds that verifying the last letters took."""
    seconds: float = 0.0
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        rate = self.lines / self.verifying if self.verifying else 0
        return (
            f"{self.scenario} {self.mode}: {self.games} games, {self.letters} letters, {self.lines} lines, "
            f"{self.ordered} by enclosed orders, largest letter {self.largest / 1000:.1f} KB, verified {rate:.0f} "
            f"lines/s, {self.seconds:.0f} s, {len(self.faults)} faults"
        )


def play(scenario: str, mode: Mode, seed: int, options: dict[str, str], report: Report, change: float = CHANGE) -> None:
    """One game from the invitation to the end. `change` is how often orders change. Raises Differs."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        host, guest = (Remote(folder / name, 2 * seed + n) for n, name in enumerate(("host", "guest")))
        file = str(folder / "letter")
        host.ask(do="invite", scenario=scenario, mode=mode, options=options, out=file)
        guest.ask(do="receive", file=file, out=file)
        told = host.ask(do="receive", file=file)
        writer, reader = (host, guest) if told["my_turn"] else (guest, host)
        while not told["settled"]:
            mine = writer.ask(do="write", orders=change, out=file)
            report.letters += 1
            report.ordered += told["answered"]
            report.largest = max(report.largest, Path(file).stat().st_size)
            told = reader.ask(do="receive", file=file)
            writer, reader = reader, writer
        if mine["digest"] != told["digest"]:
            raise Differs("the two players do not see the same position")
        _prove(Path(file).read_text(), told["digest"], report)
        host.end()
        guest.end()


def _prove(text: str, digest: str, report: Report) -> None:
    letter, began = armour.opened(text), time.perf_counter()
    assert isinstance(letter, Letter)
    found = proof.verify(letter)
    report.verifying += time.perf_counter() - began
    report.lines += found.commands
    position = json.dumps(found.game.title.dump(found.game.state), sort_keys=True)
    if sha256(position.encode()).hexdigest() != digest:
        raise Differs("the last letter proves another position than the players see")


def first_of_each() -> list[str]:
    """The first scenario of every title for two."""
    titles: dict[str, str] = {}
    for scenario in two_player_scenarios():
        titles.setdefault(scenario.partition("/")[0], scenario)
    return list(titles.values())


def run(
    scenarios: list[str], modes: list[Mode], games: int, seed: int, options: dict[str, str], change: float = CHANGE
) -> list[Report]:
    """All games; prints a line for every scenario and mode. `change` is how often orders change."""
    reports = []
    for scenario in scenarios:
        for mode in modes:
            report, began = Report(scenario, mode), time.perf_counter()
            for number in range(seed, seed + games):
                try:
                    play(scenario, mode, number, options, report, change)
                    report.games += 1
                except Exception as error:
                    report.faults.append(f"seed {number}: {error!r}")
            report.seconds = time.perf_counter() - began
            print("\n  ".join([str(report), *report.faults]), flush=True)
            reports.append(report)
    return reports


def measure(scenario: str) -> str:
    """The size of a whole campaign in a letter, and the time that it takes to be verified, of the processor."""
    text = armour.sealed(campaign(scenario, 1))
    began = time.process_time()
    letter = armour.opened(text)
    assert isinstance(letter, Letter)
    found, took = proof.verify(letter), time.process_time() - began
    return (
        f"{scenario}: {found.commands} commands in {found.letters} letters take {len(text) / 1000:.1f} KB, verified in "
        f"{took:.2f} s: {found.commands / took:.0f} commands/s"
    )


def main() -> int:
    """Read the command line."""
    enclosed._COST.update({1: 2, 2: 2})  # What keys cost is not what is measured here.
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--modes", nargs="+", choices=MODES, default=list(MODES))
    parser.add_argument("--scenarios", nargs="+", default=None)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--orders", type=float, default=CHANGE, help="how often a player changes standing orders")
    parser.add_argument("--campaign", metavar="TITLE/SCENARIO")
    parser.add_argument("--serve", nargs=2, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.serve:
        serve(*chosen.serve)
        return 0
    if chosen.campaign:
        print(measure(chosen.campaign))
        return 0
    options = dict(pair.split("=", 1) for pair in chosen.option)
    reports = run(chosen.scenarios or first_of_each(), chosen.modes, chosen.games, chosen.seed, options, chosen.orders)
    return 1 if any(report.faults for report in reports) else 0


if __name__ == "__main__":
    sys.exit(main())
