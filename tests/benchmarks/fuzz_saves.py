"""Feeds damaged saves to the loader: it must answer with a game or with DamagedSave, and soon.

`python -m tests.benchmarks.fuzz_saves [COUNT] [SEED]`; the default is 100,000 saves.
"""

import json
import random
import sys
import tempfile
import time
from collections.abc import Set
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.benchmarks.damage import Damage, Found
from tests.core import skirmish
from wargame_tui.core import save
from wargame_tui.core.dice import SealedDice
from wargame_tui.core.harmless import is_harmless
from wargame_tui.core.journal import check, root
from wargame_tui.core.salvage import rebuilt
from wargame_tui.core.save import DamagedSave

ODDITIES: list[Any] = [
    None, True, False, 0, -1, 1, 2, 3, 10**9, 10**40, 10**4000, -(2**63), 1.5, 1e300, "", "x",
    "red", "blue", "*", "end", "bid 1", "dice [6]", "edit []",
    "\ud800", "\0", "ß漢", "x" * 5000, [], {}, [[]], [1, 2, 3], ["red", "end", ""], {"at": 0},
]  # fmt: skip
RAW = [b"NaN", b"Infinity", b"-Infinity", b"1e999", b"9" * 5000, b"[" * 2000, b'{"a":' * 2000, b"\xff", b"\0\0\0\0"]
NOTHING_LONGER = 10.0
"""Seconds after which an input counts as a hang."""


@dataclass
class Report:
    """What came of it."""

    count: int = 0
    refused: int = 0
    opened: int = 0
    unverified: int = 0
    rebuilt: int = 0
    """Damaged ones of which all commands were whole: each must be the game that was saved."""
    headers: int = 0
    """Inputs whose header alone could be read."""
    seconds: float = 0.0
    slowest: float = 0.0


class Damager:
    """Makes damaged saves out of sound ones."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._damage = Damage(self._chance, ODDITIES, RAW)
        games = [skirmish.played(moves, moves, {"undo": "free"}) for moves in (0, 3, 12, 30, 10_000)]
        games[2].edit([{"op": "replace", "path": "/bid", "value": 2}])
        games[2].script([6, 6])
        self._saves = [save.dump(game) for game in games]
        self._texts = [save.text(data).encode() for data in self._saves]
        self.sums = {data["checksum"] for data in self._saves}

    def any(self, number: int) -> Any:
        """A damaged save of each kind in turn: the bytes of a file, or plain values."""
        match number % 4:
            case 0:
                return self.text()
            case 1:
                return self.forgery()
            case kind:
                return self.tree(sealed=kind == 2)

    def text(self) -> bytes:
        """A save with damaged bytes."""
        data = bytearray(self._chance.choice(self._texts))
        for _ in range(self._chance.choice((1, 1, 1, 2, 5))):
            self._damage.harm(data, self._texts)
        return bytes(data)

    def tree(self, *, sealed: bool) -> Any:
        """A save with values replaced, removed, doubled or nested; with a new checksum it gets further."""
        data = deepcopy(self._chance.choice(self._saves))
        for _ in range(self._chance.choice((1, 1, 1, 2, 4))):
            self._damage.twist(data)
        return self._sealed(data) if sealed else data

    def forgery(self) -> Any:
        """A save whose journal says other things, with all checks reckoned anew: only a replay finds it out."""
        data = deepcopy(self._chance.choice(self._saves))
        lines = data["journal"]
        for _ in range(self._chance.choice((1, 1, 2, 5))):
            at = self._chance.randrange(len(lines) + 1)
            lines[at : at + self._chance.randrange(2)] = [[self._chance.choice(("red", "blue", "*")), self._text(), ""]]
        last = root("skirmish/duel", data["seed"], {"undo": "free"})
        for line in lines:
            line[2] = last = check(last, line[0], line[1], [])
        data[save.HEADER]["seq"] = data["snapshots"][-1]["at"] = len(lines)
        if self._chance.random() < 0.3:
            self._damage.twist(data["snapshots"][-1]["state"])
        return self._sealed(data)

    def _text(self) -> str:
        verbs = ("end", "dodge", "stand", "bid 1", "bid 2", "bid 9", "hide r1", "fire r1 b1", "fire b1 r2", "spam", "")
        patch = [{"op": self._chance.choice(("replace", "add", "remove", "copy")), "path": "/units/r1", "from": ""}]
        patch[0]["value"] = deepcopy(self._chance.choice(ODDITIES))
        return self._chance.choice(
            [*verbs, "dice [6]", "dice [[]]", "edit []", "edit " + json.dumps(patch), "edit [[["]
        )

    @staticmethod
    def _sealed(data: Any) -> Any:
        body = {key: value for key, value in data.items() if key != "checksum"}
        return {**body, "checksum": save._checksum(body)}


def run(count: int, seed: int) -> Report:
    """Tries so many damaged saves. Raises Found at the first that is not answered as it should be."""
    with skirmish.installed(), tempfile.TemporaryDirectory() as folder:
        report, damager, path = Report(), Damager(seed), Path(folder) / "damaged.json"
        began = time.perf_counter()
        for number in range(count):
            given = damager.any(number)
            started = time.perf_counter()
            try:
                if isinstance(given, bytes):
                    _try_file(given, path, report, damager.sums)
                else:
                    _try_value(given, report)
            except Exception as error:
                raise Found(f"input {number} of seed {seed}: {error!r}") from error
            took = time.perf_counter() - started
            report.slowest = max(report.slowest, took)
            if took > NOTHING_LONGER:
                raise Found(f"input {number} of seed {seed} took {took:.1f} s")
        report.count, report.seconds = count, time.perf_counter() - began
        return report


def _try_file(content: bytes, path: Path, report: Report, sums: Set[str]) -> None:
    path.write_bytes(content)
    try:
        save.read_header(path)
        report.headers += 1
    except DamagedSave:
        pass
    try:
        _use(save.read(path), report)
    except DamagedSave as error:
        _insist_on_words(error, report)
        if (game := rebuilt(path)) is not None:
            report.rebuilt += 1
            if save.dump(game)["checksum"] not in sums:
                raise AssertionError("a damaged save was rebuilt as another game") from None


def _try_value(data: Any, report: Report) -> None:
    try:
        _use(save.load(data), report)
    except DamagedSave as error:
        _insist_on_words(error, report)


def _use(game: Any, report: Report) -> None:
    """A game that opened must be one that can be played and saved."""
    report.opened += 1
    report.unverified += game.unverified is not None
    for command in game.legal(3):
        with suppress(SealedDice):  # They may be, as in a game by mail.
            game.branch().apply(command)
    _ = game.side, game.prompt, game.trail
    again = save.load(json.loads(save.text(save.dump(game))))
    if again.state != game.state or again.checks() != game.checks():
        raise AssertionError("saving it again gives another game")


def _insist_on_words(error: DamagedSave, report: Report) -> None:
    report.refused += 1
    if not (error.where and error.what and is_harmless(str(error))) or len(str(error)) > 1000:
        raise AssertionError(f"not in words for a player: {error}")


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    print(run(given[0] if given else 100_000, given[1] if len(given) > 1 else 1))
