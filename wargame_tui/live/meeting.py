"""How a live game comes about: who hosts, who joins, who watches, as the command line says it."""

import os
import socket
import sys
import threading
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from wargame_tui.core.errors import ForPlayers
from wargame_tui.core.game import Game
from wargame_tui.core.title import find_scenario
from wargame_tui.live.code import Code, parsed
from wargame_tui.live.door import door_of, keep
from wargame_tui.live.exchange import Exchange
from wargame_tui.live.line import Line, Live, Watcher, over_command, over_tcp
from wargame_tui.live.watching import Gallery
from wargame_tui.live.way_back import Way, way_of
from wargame_tui.mail.box import Box
from wargame_tui.mail.correspondence import Correspondence
from wargame_tui.mail.letters import Mode

PORT = 4944
LOOPBACK = "127.0.0.1"
PLAY, WATCH, TYPES = "Code to play", "Code to watch", "He types"
"""Names of what a host tells the others."""
_AT_ONCE = 65_536
"""Bytes that are handed on at once."""


class BadAddress(ForPlayers):
    """What was given is no host and port."""


@dataclass
class Meeting:
    """A line that is about to be opened, and what the player who waits should know."""

    line: Live | Watcher
    open: Callable[[], Coroutine[Any, Any, None]]
    """Opens it; of who joins, for as long as he stays. Raises what `Live.host`, `Live.join`, `Watcher.watch` raise."""
    told: Sequence[tuple[str, str]]
    """Names and values for who waits."""


def offered(
    box: Box,
    scenario: str,
    side: str,
    name: str,
    mode: Mode,
    options: dict[str, str],
    table: Game | None = None,
) -> Exchange:
    """A new game to be hosted, or one begun at one table. Raises what `Correspondence.invite` raises, CannotSave."""
    return Exchange(box, box.invite(Correspondence.invite(scenario, side, name, mode, options, table)))


def taken_up(box: Box, game: str) -> Exchange:
    """A game in the letter box, to go on live. Raises DamagedSave."""
    return Exchange(box, box.load(game))


def hosting(exchange: Exchange, address: str, port: int | None = None) -> Meeting:
    """Host a game, without a port at the one of the last time. Raises NoDoor, CannotSave, DamagedSave."""
    mail = exchange.mail
    invitation = mail.invitation
    name = invitation.name if mail.side == invitation.side or mail.answer is None else mail.answer.name
    line = Live(exchange, name, exchange.box)
    line.gallery = Gallery(exchange)
    door = door_of(exchange.box.folder, invitation.game)
    if port is None:
        port = door.port or PORT
    elif port != (door.port or PORT):
        door = replace(door, port=port)
        keep(exchange.box.folder, invitation.game, door)
    play, watch = door.codes
    line.codes = ((PLAY, str(play)), (WATCH, str(watch)))

    async def open_() -> None:
        await line.host(door, address, port)

    told = [
        ("Game", f"{_named(invitation.scenario)}, you play {mail.side}"),
        ("Address", f"{address}:{port}" + (" (this machine only)" if address == LOOPBACK else "")),
        (PLAY, str(play)),
        (WATCH, str(watch)),
        (TYPES, f"wargame-tui join {_seen(address)}:{port} {play}"),
        ("By ssh", f"wargame-tui join --command 'ssh you@host wargame-tui host --stdio --port {port}' {play}"),
        ("Later", f"wargame-tui host {exchange.case.name}, or `l` in the first screen"),
    ]
    return Meeting(line, open_, told)


def _named(scenario: str) -> str:
    title, info = find_scenario(scenario)
    return f"{title.name}: {info.name}"


def _seen(address: str) -> str:
    """How others may call an address that is listened at."""
    return "ADDRESS" if address in ("0.0.0.0", "::", "") else address


def joining(box: Box, name: str, way: str, command: str, code: Code, *, watch: bool) -> Meeting:
    """Join a game, or watch it: by an address `HOST:PORT`, or by a command. Raises BadAddress."""
    connect: Callable[[], Coroutine[Any, Any, Line]]
    connect = over_command(command) if command else over_tcp(*address_of(way))
    told = [("Host", command or way)]
    if watch:
        watcher = Watcher(name)
        return Meeting(watcher, lambda: watcher.watch(connect, code), told)
    live = Live(None, name, box)
    live.way = Way(address=way, command=command, code=str(code))
    return Meeting(live, lambda: live.join(connect, code), told)


def joining_again(box: Box, game: str) -> Meeting | None:
    """Join a game of the letter box as before; None if it was never joined from here. Raises BadAddress, BadCode."""
    mail = box.load(game).mail
    way = way_of(box.folder, mail.invitation.game)
    if way is None:
        return None
    name = mail.answer.name if mail.answer is not None else ""
    return joining(box, name, way.address, way.command, parsed(way.code), watch=False)


def address_of(text: str) -> tuple[str, int]:
    """Host and port. Raises BadAddress."""
    host, colon, port = text.rpartition(":")
    if not colon:
        host, port = text, str(PORT)
    if not host or not port.isdecimal() or not 0 < int(port) < 65_536:
        raise BadAddress(f"`{text[:60]}` is no address: a machine's name, or `name:port`")
    return host.strip("[]"), int(port)


def relay(address: str, port: int | None = None) -> None:
    """Hand on what comes by standard input to a host on this machine, and what he says to standard output.

    For `ssh`: it is the guest's program that speaks TLS through it. Raises OSError.
    """
    given, told = sys.stdin.fileno(), sys.stdout.fileno()
    with socket.create_connection((address, port or PORT)) as line:
        # A thread, since both streams may be one socket, which asyncio does not take for two pipes.
        threading.Thread(target=_hand_on, args=(given, line), daemon=True).start()
        with suppress(ConnectionError):
            while data := line.recv(_AT_ONCE):
                while data:
                    data = data[os.write(told, data) :]


def _hand_on(given: int, line: socket.socket) -> None:
    """Hand on what is given, until it ends."""
    with suppress(OSError):
        while data := os.read(given, _AT_ONCE):
            line.sendall(data)
        line.shutdown(socket.SHUT_WR)
