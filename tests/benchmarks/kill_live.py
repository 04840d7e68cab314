"""Kills either end of a live game with signal 9 again and again: nothing may be lost, nothing doubled.

`python -m tests.benchmarks.kill_live [KILLS] [SEED]`; the default is 200. Two processes play each other at random over
a real socket, each out of its own letter box, and say every line of the journal that they have kept. One of them, by
lot, is killed at a random moment and begun anew. Then its box must hold what it had said; at the end of every game,
and when all kills are done, both journals must be the same to the last line, and proved.
"""

import asyncio
import os
import signal
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.live.kit import SMALL, guest, host, offered, taken_up
from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.live.door import Door, door_of
from wargame_tui.live.line import Live, over_tcp
from wargame_tui.mail import proof
from wargame_tui.mail.box import Box

LONGEST_LIFE = 0.6
"""Seconds between two kills at most."""
PAUSE = 0.01
"""Seconds between two decisions."""
PATIENCE = 60.0
"""Seconds within which two ends must come to agree."""


class Lost(Exception):
    """Something acknowledged did not come back, or the two ends are not the same."""


@dataclass
class Report:
    """What came of it."""

    kills: int = 0
    kept: int = 0
    """Lines that were acknowledged."""
    games: int = 0
    letters: int = 0
    seconds: float = 0.0


@dataclass
class End:
    """One of the two ends: its process, and what it has said."""

    folder: Path
    hosts: bool
    door: Door
    port: int
    pid: int = 0
    pipe: int = -1
    said: list[str] = field(default_factory=list)

    def begin(self, seed: int) -> None:
        """Start its process."""
        reading, writing = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(reading)
            with suppress(BaseException):
                asyncio.run(_play(self, writing, RandomPlayer(seed)))
            os._exit(0)
        os.close(writing)
        os.set_blocking(reading, False)
        self.pipe = reading

    def hear(self) -> None:
        """Take in what it has said."""
        with suppress(BlockingIOError):
            while data := os.read(self.pipe, 1 << 16):
                self.said.append(data.decode())

    def kill(self) -> str:
        """Kill it; the last line that it has said."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        self.hear()
        os.close(self.pipe)
        rows = [row for row in "".join(self.said).split("\n")[:-1] if row]
        self.said = rows[-1:] and [f"{rows[-1]}\n"]
        return rows[-1] if rows else ""

    def checks(self) -> list[str]:
        """The checks of the journal in its box."""
        box = Box(self.folder)
        mail = box.load(box.names()[0]).mail if box.names() else None
        return mail.game.checks() if mail is not None and mail.game is not None else []


async def _play(end: End, pipe: int, lot: RandomPlayer) -> None:
    live = host(taken_up(end.folder)) if end.hosts else guest(end.folder)
    tasks = []
    if end.hosts:
        await live.host(end.door, "127.0.0.1", end.port)
    else:
        tasks.append(asyncio.create_task(live.join(over_tcp("127.0.0.1", end.port), end.door.codes[0])))
    told = 0
    while True:
        _decide(live, lot)
        game = live.exchange.mail.game if live.exchange is not None else None
        if game is not None and game.seq != told:
            told = game.seq
            os.write(pipe, f"{told} {game.last_check}\n".encode())
        await asyncio.sleep(PAUSE)


def _decide(live: Live, lot: RandomPlayer) -> None:
    exchange = live.exchange
    if exchange is not None and exchange.mail.game is not None and exchange.mail.may_decide:
        exchange.mail.apply(lot.choose(exchange.mail.table.legal()))
        exchange.box.keep(exchange.case)
        live.decided()


def run(kills: int, seed: int) -> Report:
    """Kill so many times. Raises Lost."""
    chance, report, began = Random(seed), Report(), time.perf_counter()
    while report.kills < kills:
        with tempfile.TemporaryDirectory() as folder:
            _game(Path(folder), kills, chance, report)
    report.seconds = time.perf_counter() - began
    return report


def _game(folder: Path, kills: int, chance: Random, report: Report) -> None:
    """One game, with kills until it is over."""
    exchange = offered(folder / "host", SMALL, chance.choice(("sealed", "trust")))
    door = door_of(folder / "host", exchange.mail.invitation.game)
    port = chance.randrange(20_000, 60_000)
    ends = [End(folder / name, name == "host", door, port) for name in ("host", "guest")]
    for end in ends:
        end.begin(chance.randrange(1 << 30))
    report.games += 1
    try:
        while report.kills < kills and not _over(ends):
            time.sleep(chance.random() * LONGEST_LIFE)
            for end in ends:
                end.hear()
            _kill(chance.choice(ends), chance.randrange(1 << 30), report)
        _insist_on_end(ends, report)
    finally:
        for end in ends:
            end.kill()


def _kill(end: End, seed: int, report: Report) -> None:
    last = end.kill()
    report.kills += 1
    if last:
        number, check = last.split()
        checks = end.checks()
        if len(checks) < int(number) or checks[int(number) - 1] != check:
            raise Lost(f"{end.folder.name}: line {number} was kept, and is not there ({len(checks)} lines)")
        report.kept += len(checks)
    end.begin(seed)


def _over(ends: list[End]) -> bool:
    mails = [Box(end.folder).load(name).mail for end in ends for name in Box(end.folder).names()]
    return len(mails) == len(ends) and all(mail.settled for mail in mails)


def _insist_on_end(ends: list[End], report: Report) -> None:
    """Left alone the two ends play to the end, and have the same game."""
    until = time.monotonic() + PATIENCE
    while not _over(ends):
        if time.monotonic() > until:
            raise Lost(f"the two ends do not go on: {[len(end.checks()) for end in ends]} lines")
        time.sleep(0.2)
    if ends[0].checks() != ends[1].checks():
        raise Lost("the two journals are not the same")
    letter = Box(ends[1].folder).load(Box(ends[1].folder).names()[0]).mail.last_letter()
    report.letters += letter.number
    proof.verify(letter)


def main() -> None:
    """Run it and tell what came of it."""
    given = [int(each) for each in sys.argv[1:]]
    report = run(*(given + [200, 1][len(given) :]))
    print(
        f"{report.kills} kills in {report.games} games of {report.letters} letters, {report.kept} lines found again, "
        f"{report.seconds:.0f} s: nothing lost, nothing doubled, both journals the same"
    )


if __name__ == "__main__":
    main()
