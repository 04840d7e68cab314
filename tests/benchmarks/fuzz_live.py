"""Sends malformed messages to a live game: none may do anything but end its line; the game stays as it is.

`python -m tests.benchmarks.fuzz_live [MESSAGES] [SEED]`; the default is 100,000. Most go to the exchange itself, at
every point of a game: noise, real messages damaged in one place, messages out of order. Some go over a real socket, by
strangers and by somebody who knows the code. What a message is refused with must be a sentence for players, within
a second; afterwards the game must still be there, line for line, and go on.
"""

import asyncio
import json
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from tests.live.kit import connected, offered, play
from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.core.crash import is_for_players
from wargame_tui.live.door import outside
from wargame_tui.live.exchange import Exchange
from wargame_tui.live.wire import Hello, Message, read, written
from wargame_tui.mail.box import Box

LONGEST = 1.0
"""Seconds that a message may take."""
BY_SOCKET = 400
"""One of so many goes over a real socket."""


class Harm(Exception):
    """A message did something."""


@dataclass
class Report:
    """What came of it."""

    messages: int = 0
    refused: int = 0
    passed: int = 0
    """Were whole messages after all, and changed nothing."""
    slowest: float = 0.0
    seconds: float = 0.0


def exchanges(folder: Path, lot: RandomPlayer, decisions: int) -> tuple[Exchange, Exchange, list[bytes]]:
    """Two ends of a game after so many decisions at random, and all that they said."""
    ends = [offered(folder / "host")]
    box = Box(folder / "guest")
    ends.append(Exchange(box, box._accept(ends[0].mail.invitation, "Bert")))
    queue = [(number, each) for number in (0, 1) for each in ends[1 - number].greeting()]
    said: list[bytes] = []
    while True:
        while queue:
            number, message = queue.pop(0)
            said.append(written(message))
            queue += [(1 - number, each) for each in ends[number].take(message)]
        decider = next((n for n, end in enumerate(ends) if end.mail.game is not None and end.mail.may_decide), None)
        if decider is None or not decisions:
            return ends[0], ends[1], said
        decisions -= 1
        ends[decider].mail.apply(lot.choose(ends[decider].mail.table.legal()))
        ends[decider].box.keep(ends[decider].case)
        queue += [(1 - decider, each) for each in ends[decider].decided()]


def damaged(line: bytes, chance: Random) -> bytes:
    """A line with one thing wrong."""
    kind = chance.randrange(6)
    if kind == 0:
        return chance.randbytes(chance.randrange(1, 300)).replace(b"\n", b" ")
    if kind == 1:
        at = chance.randrange(len(line))
        return line[:at] + bytes([chance.randrange(256)]) + line[at + 1 :]
    if kind == 2:
        return line[: chance.randrange(1, len(line))]
    value = json.loads(line)
    _spoil(value, chance)
    return json.dumps(value).encode()


def _spoil(value: Any, chance: Random) -> None:
    """Put something else into one place of a JSON value."""
    odd = [None, -1, 0, 10**30, True, "", "x" * 5000, "\x1b[2J", [], {}, [[["a"]]], "0" * 64, 1.5, "*", "seed 5"]
    while isinstance(value, dict | list) and value:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        key = chance.choice(keys)
        if not isinstance(value[key], dict | list) or not value[key] or chance.random() < 0.3:
            value[key] = chance.choice(odd)
            return
        value = value[key]


def run(messages: int, seed: int) -> Report:
    """Send so many. Raises Harm."""
    chance, report, began = Random(seed), Report(), time.perf_counter()
    while report.messages < messages:
        with tempfile.TemporaryDirectory() as folder:
            one, other, said = exchanges(Path(folder), RandomPlayer(seed), chance.randrange(0, 80))
            for _ in range(min(5_000, messages - report.messages)):
                _send(chance.choice((one, other)), damaged(chance.choice(said), chance), report)
            if not one.mail.game or one.mail.game.over is None:
                more = exchanges_go_on(one, other)
                if not more:
                    raise Harm("the game does not go on")
        asyncio.run(_over_socket(said, chance, max(messages // BY_SOCKET // 20, 5)))
    report.seconds = time.perf_counter() - began
    return report


def exchanges_go_on(one: Exchange, other: Exchange) -> bool:
    """Whether both ends still understand each other."""
    queue = [(other, each) for each in one.greeting()] + [(one, each) for each in other.greeting()]
    while queue:
        end, message = queue.pop(0)
        queue += [(one if end is other else other, each) for each in end.take(message)]
    return one.mail.letters == other.mail.letters


def _send(end: Exchange, line: bytes, report: Report) -> None:
    before, began = (_kept(end), time.perf_counter())
    message: Message | None = None
    try:
        message = read(line)
        end.take(message)
    except Exception as error:
        if not is_for_players(error):
            raise Harm(f"{type(error).__name__}: {error}: {line[:200]!r}") from error
        report.refused += 1
    else:
        report.passed += 1
    report.messages += 1
    report.slowest = max(report.slowest, time.perf_counter() - began)
    if _kept(end) != before:
        raise Harm(f"the game was changed by {line[:300]!r}")


def _kept(end: Exchange) -> tuple[Any, ...]:
    mail = end.mail
    return mail.game.last_check if mail.game else "", len(mail.letters), mail.pending, mail.answer, mail.base


async def _over_socket(said: list[bytes], chance: Random, count: int) -> None:
    """Strangers, and one who knows the word, at a real port; then the real guest plays on."""
    with tempfile.TemporaryDirectory() as folder:
        async with connected(Path(folder)) as two:
            lot = RandomPlayer(1)
            await play([two.host, two.guest], lot, 5)
            for _ in range(count):
                _, writer = await asyncio.open_connection("127.0.0.1", two.port, ssl=outside(), server_hostname="")
                with suppress(OSError):
                    if chance.random() < 0.5:
                        writer.write(written(Hello(word=two.code.word, name="Eve", watch=chance.random() < 0.5)))
                    for _ in range(chance.randrange(1, 4)):
                        writer.write(damaged(chance.choice(said), chance) + b"\n")
                    await writer.drain()
                    await asyncio.sleep(0.002)
                    writer.transport.abort()
            async with asyncio.timeout(30):
                while not (two.host.connected and two.guest.connected):
                    await asyncio.sleep(0.05)
                    if two.joining.done():
                        raise Harm(f"the guest is out: {two.joining.exception()}")
                await play([two.host, two.guest], lot, 20)


def main() -> None:
    """Run it and tell what came of it."""
    given = [int(each) for each in sys.argv[1:]]
    report = run(*(given + [100_000, 1][len(given) :]))
    print(
        f"{report.messages} messages: {report.refused} refused, {report.passed} without effect, "
        f"slowest {report.slowest * 1000:.0f} ms, {report.seconds:.0f} s; no harm done"
    )


if __name__ == "__main__":
    main()
