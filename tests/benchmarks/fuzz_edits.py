"""Positions that cannot be: edits by lot, and play from there if they are taken. An error or a game, never a crash.

    python -m tests.benchmarks.fuzz_edits [--number N] [--seed N] [TITLE/SCENARIO ...]

Every edit must be answered by an error that names what is wrong, or leave a game in which what is listed can be carried
out. A command that fails inside the engine ("internal error") or takes more than a second is a finding.
"""

import argparse
import json
import sys
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any

from wargame_tui.core.title import find_title, title_ids
from wargame_tui.protocol import messages
from wargame_tui.protocol.server import Engine

ODD: list[Any] = [None, True, 0, -1, 1, 2, 7, 99, 2**31, 2**70, 1.5, "", "x", "\ud800", [], {}, [[]], {"a": 1}, [1, 1]]
NOTHING_LONGER = 1.0
"""Seconds for one call, on a machine with nothing else to do."""
MOST_PLAYED = 12
"""Commands after an edit that was taken."""


@dataclass
class Report:
    """What came of it."""

    edits: int = 0
    taken: int = 0
    played: int = 0
    slowest: float = 0.0
    codes: Counter[int] = field(default_factory=Counter)
    findings: list[str] = field(default_factory=list)


class Player:
    """An engine with one game, and what it answers."""

    def __init__(self, scenario: str, seed: int, report: Report, longest: float) -> None:
        self.longest = longest
        self.engine, self.chance, self.report = Engine(), Random(seed), report
        self.scenario = scenario
        self.game = ""

    def call(self, method: str, **given: Any) -> Any:
        """The result; None for an error. Notes what should not be."""
        line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": given}).encode()
        began = perf_counter()
        answer = self.engine.answer(line)
        took = perf_counter() - began
        assert answer is not None
        found = json.loads(answer)
        self.report.slowest = max(self.report.slowest, took)
        error = found.get("error")
        if took > self.longest:
            self.report.findings.append(f"{took:.1f} s: {line[:400]!r}")
        if error is None:
            return found["result"]
        self.report.codes[error["code"]] += 1
        if error["code"] == messages.INTERNAL_ERROR:
            self.report.findings.append(f"{error['data']['reason']}: {line[:400]!r}")
        return None

    def begin(self) -> Any:
        """A game played for a while; its state."""
        if self.game:
            self.call("close", game=self.game)
        self.game = self.call("new", scenario=self.scenario, seed=self.chance.randrange(1000))["game"]
        self.play(self.chance.randrange(30))
        return self.call("state", game=self.game)["state"]

    def play(self, most: int) -> int:
        """Carry out listed commands by lot; how many."""
        for number in range(most):
            listed = self.call("legal", game=self.game, limit=200)
            if not listed or not listed["commands"]:
                return number
            command = self.chance.choice(listed["commands"])["notation"]
            if self.chance.random() < 0.2:
                self.call("odds", game=self.game, command=command)
            if self.call("apply", game=self.game, command=command) is None:
                self.report.findings.append(f"{self.scenario}: what was listed is refused: {command}")
        return most


def patch_of(state: Any, chance: Random) -> list[dict[str, Any]]:
    """Changes by lot: values of other places, odd values, things removed or twice."""
    found = []
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        place, other = _place(state, chance), _place(state, chance)
        match chance.randrange(5):
            case 0:
                found.append({"op": "remove", "path": place})
            case 1:
                found.append({"op": "copy", "from": other, "path": place})
            case 2:
                found.append({"op": "move", "from": other, "path": place})
            case 3:
                found.append({"op": "replace", "path": place, "value": chance.choice(ODD)})
            case _:
                found.append({"op": "add", "path": place, "value": chance.choice((0, 1, 2, 3, -1, 50))})
    return found


def _place(state: Any, chance: Random) -> str:
    path, node = "", state
    while isinstance(node, dict | list) and node:
        key = chance.choice(list(node)) if isinstance(node, dict) else chance.randrange(len(node))
        path += f"/{str(key).replace('~', '~0').replace('/', '~1')}"
        node = node[key]
        if chance.random() < 0.15:
            break
    return path


def run(scenario: str, number: int, seed: int, longest: float = NOTHING_LONGER) -> Report:
    """Tries so many edits of positions of a scenario."""
    report = Report()
    player = Player(scenario, seed, report, longest)
    state: Any = None
    for count in range(number):
        if count % 25 == 0:
            state = player.begin()
        report.edits += 1
        before = player.call("save", game=player.game)["save"]
        if player.call("edit", game=player.game, patch=patch_of(state, player.chance)) is None:
            continue
        report.taken += 1
        player.call("state", game=player.game)
        report.played += player.play(MOST_PLAYED)
        player.call("close", game=player.game)
        player.game = player.call("load", save=before)["game"]
    return report


def main() -> int:
    """Read the command line and run; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("scenarios", nargs="*")
    parser.add_argument("--number", type=int, default=100_000, help="edits in all (100,000)")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    first = [find_title(title).scenarios()[0].id for title in title_ids()]
    scenarios, wrong = given.scenarios or first, 0
    for scenario in scenarios:
        report = run(scenario, given.number // len(scenarios), given.seed)
        wrong += len(report.findings)
        print(f"{scenario}: {report.edits} edits, {report.taken} taken, {report.played} commands from there, ", end="")
        print(f"slowest call {report.slowest:.2f} s, errors {dict(sorted(report.codes.items()))}")
        print(*(f"  {finding}" for finding in report.findings[:20]), sep="\n", end="", flush=True)
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
