"""Two players at two ends of a line, for tests: letter boxes of their own, decisions at random."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.core.title import find_title
from wargame_tui.live.code import Code
from wargame_tui.live.door import Door, door_of
from wargame_tui.live.exchange import Exchange
from wargame_tui.live.line import Live, over_tcp
from wargame_tui.live.watching import Gallery
from wargame_tui.mail.box import Box
from wargame_tui.mail.correspondence import Correspondence
from wargame_tui.mail.letters import Mode

SMALL = "first_command/mortain"
PATIENCE = 15.0


def offered(folder: Path, scenario: str = SMALL, mode: Mode = "sealed", side: str = "") -> Exchange:
    """A game that a host has offered, in a letter box of his own."""
    sides = find_title(scenario.partition("/")[0]).sides
    box = Box(folder)
    return Exchange(box, box.invite(Correspondence.invite(scenario, side or sides[0], "Anna", mode, {})))


def taken_up(folder: Path) -> Exchange:
    """The only game of a letter box, as it lies there."""
    box = Box(folder)
    return Exchange(box, box.load(box.names()[0]))


def guest(folder: Path, name: str = "Bert") -> Live:
    """Somebody who joins, with a letter box of his own."""
    return Live(None, name, box=Box(folder))


def host(exchange: Exchange, name: str = "Anna") -> Live:
    """Somebody who hosts a game."""
    live = Live(exchange, name, box=exchange.box)
    live.gallery = Gallery(exchange)
    return live


@dataclass
class Two:
    """A host and a guest over a line."""

    host: Live
    guest: Live
    door: Door
    port: int
    joining: asyncio.Task[None]

    @property
    def code(self) -> Code:
        """The code to play."""
        return self.door.codes[0]


@asynccontextmanager
async def connected(folder: Path, scenario: str = SMALL, mode: Mode = "sealed") -> AsyncIterator[Two]:
    """A host and a guest who have just met."""
    first = host(offered(folder / "host", scenario, mode))
    assert first.exchange is not None
    door = door_of(folder / "host", first.exchange.mail.invitation.game)
    port = await first.host(door, "127.0.0.1", 0)
    second = guest(folder / "guest")
    joining = asyncio.create_task(second.join(over_tcp("127.0.0.1", port), door.codes[0]))
    two = Two(first, second, door, port, joining)
    try:
        await until(lambda: both_begun(two))
        yield two
    finally:
        joining.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await joining
        first.close()
        second.close()
        await asyncio.sleep(0)


def both_begun(two: Two) -> bool:
    """Whether both see the table."""
    return all(live.exchange is not None and live.exchange.begun for live in (two.host, two.guest))


async def until(holds: object, within: float = PATIENCE) -> None:
    """Wait until something is the case. Raises TimeoutError."""
    assert callable(holds)
    async with asyncio.timeout(within):
        while not holds():
            await asyncio.sleep(0.002)


def decide(live: Live, lot: RandomPlayer) -> bool:
    """Make a decision at random, if one is asked, and tell the other; whether one was made."""
    exchange = live.exchange
    if exchange is None or exchange.mail.game is None or not exchange.mail.may_decide:
        return False
    exchange.mail.apply(lot.choose(exchange.mail.table.legal()))
    exchange.box.keep(exchange.case)
    live.decided()
    return True


async def play(lives: list[Live], lot: RandomPlayer, most: int = 100_000) -> int:
    """Play at random until the game is over for both, or so many decisions have been made; how many."""
    made = 0
    while made < most:
        if all(live.exchange is not None and live.exchange.mail.settled for live in lives):
            break
        if any(decide(live, lot) for live in lives):
            made += 1
        await asyncio.sleep(0.0005)
    return made
