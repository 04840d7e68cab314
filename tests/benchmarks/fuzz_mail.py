"""Feeds malformed letters to the reader of mail: it must answer with a letter or with BadLetter, and soon.

`python -m tests.benchmarks.fuzz_mail [COUNT] [SEED]`; the default is 100,000 letters. Half of them have damaged text;
the others have hostile content whose checksum is right, and go on to the player's game, which they must leave alone.
"""

import base64
import json
import random
import sys
import time
import zlib
from copy import deepcopy
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from tests.benchmarks.damage import Damage, Found
from tests.mail.kit import Pair, play, twin, written
from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.core.harmless import is_harmless
from wargame_tui.mail import armour, orders
from wargame_tui.mail.correspondence import Correspondence, NotNow
from wargame_tui.mail.letters import FORMAT, Answer, BadLetter, Invitation, Letter, plain

ODDITIES: list[Any] = [
    None, True, False, 0, -1, 1, 2, 10**9, 10**40, 10**4000, 1.5, 1e300, "", "x", "German", "Allied", "*", "end",
    "seed 7", "seed null", "dice [6]", "edit []", "edit [[[", "\ud800", "\0", "\u202e", "ß漢", "x" * 5000, "0" * 64,
    "0" * 16, [], {}, [[]], [1, 2], ["German", "end", ""], {"side": "German", "seq": 1}, "trust", "batch", "letter",
]  # fmt: skip
RAW = [b"NaN", b"1e999", b"9" * 5000, b"[" * 2000, b'{"a":' * 2000, b"\xff", b"\0\0\0", b'"kind":"letter",']
NOTHING_LONGER = 10.0
"""Seconds after which an input counts as a hang."""


@dataclass
class Report:
    """What came of it."""

    count: int = 0
    refused: int = 0
    taken: int = 0
    """Letters that are as good as the honest one."""
    seconds: float = 0.0
    slowest: float = 0.0


class Damager:
    """Makes malformed letters out of sound ones."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._damage = Damage(self._chance, ODDITIES, RAW)
        self.pair: Pair = play("tigers_in_the_mist/seventh_army", "sealed", 3, until=lambda pair: len(pair.texts) >= 5)
        self.pair.writer.orders = [orders.parsed("enclosed demolition bridge=83-84: blow *")]
        honest = written(twin(self.pair.writer), RandomPlayer(1), random.Random(1))
        posts = [honest, self.pair.last(), self.pair.host.invitation, honest.answer]
        self._values = [plain(post) for post in posts]
        self._texts = [armour.sealed(post).encode() for post in posts]

    def any(self, number: int) -> str:
        """A malformed letter of each kind in turn."""
        match number % 4:
            case 0:
                return self._text()
            case 1:
                data = bytearray(json.dumps(self._chance.choice(self._values)).encode())
                self._damage.harm(data, self._texts)
                return packed(bytes(data))
            case _:
                data = deepcopy(self._values[0] if self._chance.random() < 0.7 else self._chance.choice(self._values))
                for _ in range(self._chance.choice((1, 1, 1, 2, 4))):
                    self._damage.twist(data)
                return packed(json.dumps(data).encode())

    def _text(self) -> str:
        data = bytearray(self._chance.choice(self._texts))
        for _ in range(self._chance.choice((1, 1, 1, 2, 5))):
            self._damage.harm(data, self._texts)
        return data.decode(errors="replace")


def packed(data: bytes) -> str:
    """Any content as the text of a letter whose checksum is right."""
    squeezed = zlib.compress(data, 1)
    body, checksum = base64.b64encode(squeezed).decode(), sha256(squeezed).hexdigest()
    return f"{armour.BEGIN}\nVersion: {FORMAT}\nGame: x\nChecksum: {checksum}\n\n{body}\n{armour.END}\n"


def run(count: int, seed: int) -> Report:
    """Tries so many letters. Raises Found at the first that is not answered as it should be."""
    report, damager = Report(), Damager(seed)
    reader = damager.pair.reader
    assert reader.game is not None
    before, began = (reader.game.seq, reader.game.checks()[-1], len(reader.letters)), time.perf_counter()
    for number in range(count):
        text, started = damager.any(number), time.perf_counter()
        try:
            _try(text, reader, report)
        except Exception as error:
            raise Found(f"input {number} of seed {seed}: {error!r}") from error
        took = time.perf_counter() - started
        report.slowest = max(report.slowest, took)
        if took > NOTHING_LONGER:
            raise Found(f"input {number} of seed {seed} took {took:.1f} s")
        if (reader.game.seq, reader.game.checks()[-1], len(reader.letters)) != before:
            raise Found(f"input {number} of seed {seed} changed the game although it was refused")
    report.count, report.seconds = count, time.perf_counter() - began
    return report


def _try(text: str, reader: Correspondence, report: Report) -> None:
    try:
        match armour.opened(text):
            case Invitation() as invitation:
                Correspondence.accept(invitation, "Bert")
            case Answer() as answer:
                reader.take_answer(answer)
            case Letter() as letter:
                twin(reader).open(letter)
        report.taken += 1
    except (BadLetter, NotNow) as error:
        report.refused += 1
        if not is_harmless(str(error)) or not 10 < len(str(error)) < 1000:
            raise AssertionError(f"not in words for a player: {error}") from error


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    print(run(given[0] if given else 100_000, given[1] if len(given) > 1 else 1))
