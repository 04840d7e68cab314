"""The line between two programs: the host's port, whoever joins, those who watch, and what happens when it is cut.

Everything runs in one asyncio loop, without threads. Whoever has not said the word of a code may send one short line
within some seconds; after that a line has a size, a shape, and a number that may come in a second. What breaks any of
this is cut off, and the game goes on as if it had never come.
"""

import asyncio
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hmac import compare_digest
from random import random
from secrets import token_hex
from time import monotonic
from typing import Any

from wargame_tui.core.crash import told
from wargame_tui.core.disk import CannotSave
from wargame_tui.core.errors import ForPlayers
from wargame_tui.live import way_back
from wargame_tui.live.code import Code
from wargame_tui.live.door import Door, outside
from wargame_tui.live.exchange import Exchange, Parted
from wargame_tui.live.watching import Gallery, Watching
from wargame_tui.live.way_back import Way
from wargame_tui.live.wire import (
    MOST_BYTES,
    MOST_BYTES_OUTSIDE,
    Ask,
    At,
    BadMessage,
    Chat,
    Heard,
    Hello,
    Message,
    Ping,
    Reply,
    Scene,
    Sorry,
    Terms,
    Watched,
    Welcome,
    read,
    written,
)
from wargame_tui.mail import armour
from wargame_tui.mail.box import Box
from wargame_tui.mail.letters import BadLetter

GREETING = 10.0
"""Seconds within which a newcomer has to say the word."""
BEAT, SILENCE = 4.0, 15.0
"""Seconds after which a silent line is asked whether anybody is there, and after which it is held to be cut."""
FIRST_WAIT, LONGEST_WAIT = 0.2, 5.0
"""Seconds before a cut line is tried again, from time to time longer."""
TO_WATCH = "that is the code to watch: add --watch, or choose to watch where you join in the app"
"""Said to one who wants to play with the code for watchers."""
WRONG_WORD = 1.0
"""Seconds that a wrong word costs."""
MOST_NEWCOMERS, MOST_WATCHING = 8, 16
MOST_A_BEAT = 4_000
"""Messages that a player may send within one `BEAT`."""
MOST_BEHIND = 16_000_000
"""Bytes that may wait for somebody who does not read."""
MOST_SAID = 200
"""Lines of talk that are kept."""
WAITING, CONNECTED, CUT, ENDED = "waiting", "connected", "cut", "ended"


class CannotConnect(ForPlayers):
    """There is no line to be had, and trying again is of no use. Says why."""


class Line:
    """One connection, as lines of messages."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def next(self, within: float, most: int = MOST_BYTES) -> Message:
        """What comes next. Raises BadMessage, OSError, EOFError, TimeoutError."""
        try:
            # Not wait_for: in Python 3.11 it swallows a cancellation that comes with a message.
            async with asyncio.timeout(within):
                data = await self._reader.readuntil(b"\n")
        except asyncio.LimitOverrunError:
            raise BadMessage("a message is longer than any may be") from None
        if len(data) > most:
            raise BadMessage("a message is longer than any may be")
        return read(data)

    def say(self, *messages: Message) -> None:
        """Send messages; nothing if the line is cut, which the reading end finds."""
        if self._writer.is_closing():
            return
        for message in messages:
            self._writer.write(written(message))
        if self._writer.transport.get_write_buffer_size() > MOST_BEHIND:
            self._writer.transport.abort()

    async def flush(self) -> None:
        """Wait until what was said is on its way."""
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(GREETING):
                await self._writer.drain()

    def cut(self) -> None:
        """End the connection at once."""
        self._writer.transport.abort()

    def close(self) -> None:
        """End it once what was said has gone."""
        with suppress(OSError, RuntimeError):
            self._writer.close()

    def certificate(self) -> bytes:
        """The certificate at the other end (DER); empty if there is none."""
        secured = self._writer.get_extra_info("ssl_object")
        return (secured.getpeercert(binary_form=True) if secured is not None else None) or b""

    async def messages(self) -> AsyncIterator[Message]:
        """What comes, until the line is cut or nobody is heard any more. Raises BadMessage."""
        since, count = monotonic(), 0
        beat = asyncio.create_task(self._beat())
        try:
            while True:
                message = await self.next(SILENCE)
                if monotonic() - since > BEAT:
                    since, count = monotonic(), 0
                count += 1
                if count > MOST_A_BEAT:
                    raise BadMessage("more messages come than anybody could mean")
                if not isinstance(message, Ping):
                    yield message
        except (OSError, EOFError, TimeoutError):
            return
        finally:
            beat.cancel()

    async def _beat(self) -> None:
        """Tell the other end that somebody is here, as long as the line stands."""
        while not self._writer.is_closing():
            self.say(Ping())
            await asyncio.sleep(BEAT)


@dataclass
class Talk:
    """What the players have said to each other since they sat down."""

    sitting: str = field(default_factory=lambda: token_hex(8))
    mine: list[str] = field(default_factory=list)
    said: list[tuple[str, str]] = field(default_factory=list)
    """Name and words, the last one last."""
    heard: dict[str, int] = field(default_factory=dict)

    def say(self, name: str, text: str) -> Chat:
        """A line of mine."""
        self.mine.append(text)
        self.keep(name, text)
        return Chat(sitting=self.sitting, number=len(self.mine), text=text)

    def hear(self, name: str, message: Chat) -> bool:
        """A line of the other's; whether it is new."""
        if message.number <= self.heard.get(message.sitting, 0):
            return False
        self.heard = {message.sitting: message.number}
        self.keep(name, message.text)
        return True

    def unheard(self, heard: int) -> list[Chat]:
        """Lines of mine after one."""
        rest = [*enumerate(self.mine, 1)][heard:]
        return [Chat(sitting=self.sitting, number=number, text=text) for number, text in rest[-MOST_SAID:]]

    def keep(self, name: str, text: str) -> None:
        """A line that somebody said."""
        self.said = [*self.said, (name, text)][-MOST_SAID:]


class Live:
    """A live game as one of its players has it: his end of the exchange, the line, what is said.

    What happens is told to `tell`, with a word: `game` (the table has changed), `status`, `chat`, `asked` (the other
    wants to take something back), `replied`.
    """

    def __init__(self, exchange: Exchange | None, name: str, box: Box) -> None:
        """`exchange` is None for who joins a game that he does not know yet."""
        self.exchange, self.name, self.box = exchange, name, box
        self.status, self.trouble = WAITING, ""
        """What keeps the game from going on over the line, in a sentence; empty if nothing does."""
        self.other_name = ""
        self.talk = Talk()
        self.gallery: Gallery | None = None
        self.codes: Sequence[tuple[str, str]] = ()
        """Of a host: what he reads out to who plays or watches, each with its name."""
        self.way: Way | None = None
        """Of who joins: how he came here."""
        self.asked: Ask | None = None
        """What the other wants to take back."""
        self.granted: bool | None = None
        """What he has said to my own question last."""
        self.tell: Callable[[str], None] = lambda what: None
        self._line: Line | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._server: asyncio.Server | None = None
        self._newcomers = 0

    # The host

    async def host(self, door: Door, address: str, port: int) -> int:
        """Open the door at an address; the port. Raises CannotConnect, NoDoor."""
        assert self.exchange is not None
        context, limit = door.context(), MOST_BYTES
        try:
            self._server = await asyncio.start_server(
                lambda reader, writer: self._run(self._came(door, Line(reader, writer))),
                address,
                port,
                ssl=context,
                limit=limit,
                ssl_handshake_timeout=GREETING,
            )
        except OSError as error:
            raise CannotConnect(f"{address}:{port} cannot be listened at: {error.strerror or error}") from None
        found: int = self._server.sockets[0].getsockname()[1]
        return found

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        """Let something go on by itself until the game is left."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.trouble = told(error)

    async def _came(self, door: Door, line: Line) -> None:
        """Somebody knocks."""
        if self._newcomers >= MOST_NEWCOMERS:
            line.cut()
            return
        self._newcomers += 1
        try:
            hello = await self._greeted(door, line)
        finally:
            self._newcomers -= 1
        if hello is None:
            line.close()
        elif hello.watch:
            await self._let_watch(line)
        else:
            await self._let_play(hello, line)

    async def _greeted(self, door: Door, line: Line) -> Hello | None:
        """Who it is, if he knows the word."""
        try:
            hello = await line.next(GREETING, MOST_BYTES_OUTSIDE)
        except (BadMessage, OSError, EOFError, TimeoutError):
            return None
        if not isinstance(hello, Hello):
            return None
        words = [door.play, door.watch] if hello.watch else [door.play]
        if any(compare_digest(hello.word.encode(), word.encode()) for word in words):
            return hello
        await asyncio.sleep(WRONG_WORD)
        watches = compare_digest(hello.word.encode(), door.watch.encode())
        line.say(Sorry(why=TO_WATCH if watches else "the code is not that of this game"))
        await line.flush()
        return None

    async def _let_play(self, hello: Hello, line: Line) -> None:
        exchange = self.exchange
        assert exchange is not None
        mail = exchange.mail
        line.say(Welcome(game=mail.invitation.game, name=self.name, taken=mail.answer is not None))
        for message in self._with_heard(exchange.greeting()):
            line.say(message)
        try:
            # Whoever finds that this is not his game leaves without a word, and takes nobody's place.
            first = await line.next(GREETING)
        except (BadMessage, OSError, EOFError, TimeoutError):
            line.cut()
            return
        await self._talk(hello.name, line, first)

    async def _let_watch(self, line: Line) -> None:
        """Show somebody what both sides see."""
        exchange, gallery = self.exchange, self.gallery
        if exchange is None or gallery is None or len(gallery.lines) >= MOST_WATCHING:
            line.say(Sorry(why="nobody more can watch now", again=True))
            await line.flush()
            line.close()
            return
        gallery.enter(line)
        self.tell("status")
        try:
            async for _ in line.messages():
                raise BadMessage("who watches has nothing to say")
        except BadMessage:
            pass
        finally:
            gallery.leave(line)
            line.cut()
            self.tell("status")

    # Who joins

    async def join(self, connect: Callable[[], Coroutine[Any, Any, Line]], code: Code) -> None:
        """Stay connected to a host until the game is left, or it is of no use. Raises CannotConnect."""
        wait = FIRST_WAIT
        while True:
            try:
                line = await connect()
            except OSError as error:
                self._cut(f"the host cannot be reached: {error.strerror or error}")
            else:
                self._insist_on(code, line)
                line.say(Hello(word=code.word, name=self.name))
                if await self._joined(line):
                    wait = FIRST_WAIT
            if self.status == ENDED:
                raise CannotConnect(self.trouble)
            await asyncio.sleep(wait * (0.5 + random()))
            wait = min(wait * 1.5, LONGEST_WAIT)

    def _insist_on(self, code: Code, line: Line) -> None:
        if not code.fits(line.certificate()):
            line.cut()
            self._end("whoever answers there is not the host of this code: nothing was told to him")
            raise CannotConnect(self.trouble)

    async def _joined(self, line: Line) -> bool:
        """Talk over a new line until it is cut; whether the host let us in."""
        try:
            welcome = await line.next(GREETING)
            if isinstance(welcome, Sorry):
                self._sorry(welcome)
                return False
            if not isinstance(welcome, Welcome):
                raise BadMessage("the host does not say which game it is")
            if not self._takes_up(welcome):
                line.cut()
                return False
        except (OSError, EOFError, TimeoutError, BadMessage) as error:
            line.cut()
            self._cut(str(error) if isinstance(error, BadMessage) else "the host does not answer")
            return False
        await self._talk(welcome.name, line)
        return True

    def _takes_up(self, welcome: Welcome) -> bool:
        """Find the host's game in my letter box; whether I may play it."""
        if self.exchange is None and (name := self.box.find(welcome.game)):
            self.exchange = Exchange(self.box, self.box.load(name))
        if self.exchange is not None and self.exchange.mail.invitation.game != welcome.game:
            self._end("the host plays another game now")
            return False
        if self.exchange is None and welcome.taken:
            self._end("somebody else plays this game: it is not in your letter box")
            return False
        self._remember_way()
        return True

    def _remember_way(self) -> None:
        """Let the guest come back to a game that lies in his box without typing anything."""
        if self.way is not None and self.exchange is not None:
            way_back.keep(self.box.folder, self.exchange.mail.invitation.game, self.way)

    # Both

    async def _talk(self, name: str, line: Line, first: Message | None = None) -> None:
        """Take in what comes until the line is cut. A new line takes the place of an old one.

        `first` has come already, after the greeting was said; without it that is said here.
        """
        if self._line is not None:
            self._line.cut()
        self._line, self.other_name = line, name
        self.status, self.trouble = CONNECTED, ""
        try:
            if first is None and self.exchange is not None:
                self._say(*self._with_heard(self.exchange.greeting()))
            self.tell("status")
            if first is not None and not isinstance(first, Ping):
                await self._take(first, line)
            async for message in line.messages():
                if self._line is not line:
                    return
                await self._take(message, line)
        except (BadMessage, BadLetter, ForPlayers) as error:
            await self._refuse(error, line)
        except CannotSave as error:
            line.say(Sorry(why="the other player's disk takes nothing at the moment", again=True))
            self.trouble = str(error)
        finally:
            await line.flush()
            line.close()
            if self._line is line:
                self._line = None
                if self.status == CONNECTED:
                    self._cut("")

    async def _refuse(self, error: Exception, line: Line) -> None:
        """End a line over which something came that cannot be used."""
        fatal = isinstance(error, Parted | BadLetter)
        words = f"{error.fault}: {error}" if isinstance(error, BadLetter) else str(error)
        line.say(Sorry(why=words, again=not fatal))
        if fatal and self._line is line:
            self._end(words)
        else:
            self.trouble = words

    async def _take(self, message: Message, line: Line) -> None:
        match message:
            case Sorry():
                self._sorry(message)
                line.close()
            case Chat():
                if self.talk.hear(self.other_name, message):
                    if self.gallery is not None:
                        self.gallery.hear(*self.talk.said[-1])
                    self.tell("chat")
            case Terms() if self.exchange is None:
                self._offered(message)
            case Ask():
                self._was_asked(message)
            case Reply():
                self._was_answered(message)
            case _ if self.exchange is not None:
                if isinstance(message, At):
                    self._say(*self.talk.unheard(message.heard.get(self.talk.sitting, 0)))
                before = self.exchange.table
                self._say(*self._with_heard(self.exchange.take(message)))
                if self.exchange.table is not before:
                    self._changed()
            case _:
                raise BadMessage("the terms of the game come first")

    def _offered(self, message: Terms) -> None:
        """Accept the host's game. Raises BadLetter, NotNow, CannotSave."""
        self.exchange = Exchange(self.box, self.box.receive(armour.sealed(message.invitation), self.name)[0])
        self._remember_way()
        self._say(*self._with_heard(self.exchange.greeting()))

    def _with_heard(self, messages: list[Message]) -> list[Message]:
        """What is said, with how much of what the other said was heard."""
        heard = self.talk.heard
        return [each.model_copy(update={"heard": heard}) if isinstance(each, At) else each for each in messages]

    def _changed(self) -> None:
        if self.gallery is not None:
            self.gallery.show()
        self.tell("game")

    def _say(self, *messages: Message) -> None:
        if self._line is not None:
            self._line.say(*messages)

    def _sorry(self, message: Sorry) -> None:
        if message.again:
            self.trouble = message.why
        else:
            self._end(message.why)

    def _cut(self, why: str) -> None:
        self.status, self.trouble = CUT, why
        self.tell("status")

    def _end(self, why: str) -> None:
        self.status, self.trouble = ENDED, why
        self.tell("status")

    # What a player does

    def decided(self) -> None:
        """After a decision, or after something was taken back: tell the other. Raises CannotSave."""
        if self.exchange is not None:
            self._say(*self.exchange.decided())
            if self.gallery is not None:
                self.gallery.show()

    def say(self, text: str) -> None:
        """Say a line to the other player; it is said again once there is a line."""
        message = self.talk.say(self.name, text)
        self._say(message)
        if self.gallery is not None:
            self.gallery.hear(self.name, text)
        self.tell("chat")

    @property
    def connected(self) -> bool:
        """Whether the other player is there."""
        return self._line is not None and self.status == CONNECTED

    def ask(self, words: str) -> None:
        """Ask the other whether something may be taken back."""
        if self.exchange is not None:
            self.granted = None
            self._say(self.exchange.ask(words))

    def _was_asked(self, message: Ask) -> None:
        if self.exchange is None or not self.exchange.can_grant(message):
            self._say(Reply(letters=message.letters, yes=False))
            return
        self.asked = message
        self.tell("asked")

    def reply(self, yes: bool) -> None:
        """Answer what the other wants to take back. Raises CannotSave."""
        asked, self.asked = self.asked, None
        if asked is None or self.exchange is None:
            return
        yes = yes and self.exchange.can_grant(asked)
        if yes:
            self.exchange.grant()
        self._say(Reply(letters=asked.letters, yes=yes))
        if yes:
            self._changed()

    def _was_answered(self, message: Reply) -> None:
        if self.exchange is None or message.letters != len(self.exchange.mail.letters):
            return
        self.granted = message.yes
        if message.yes:
            self._say(*self.exchange.granted())
            self._changed()
        self.tell("replied")

    def close(self) -> None:
        """Leave: the port is closed, the other finds the line cut."""
        self.status = ENDED
        if self._server is not None:
            self._server.close()
        if self._line is not None:
            self._line.close()
        for line in [*self.gallery.lines] if self.gallery is not None else []:
            line.close()
        for task in [*self._tasks]:
            task.cancel()


class Watcher:
    """A live game as somebody has it who only watches."""

    def __init__(self, name: str) -> None:
        self.name, self.watching = name, Watching()
        self.status, self.trouble = WAITING, ""
        self.talk = Talk()
        self.tell: Callable[[str], None] = lambda what: None
        """Told what happens, as by `Live`."""

    async def watch(self, connect: Callable[[], Coroutine[Any, Any, Line]], code: Code) -> None:
        """Stay connected to a host. Raises CannotConnect if that is of no use."""
        wait = FIRST_WAIT
        while True:
            line: Line | None = None
            try:
                line = await connect()
                if not code.fits(line.certificate()):
                    raise CannotConnect("whoever answers there is not the host of this code")
                line.say(Hello(word=code.word, name=self.name, watch=True))
                async for message in line.messages():
                    wait = FIRST_WAIT
                    self._take(message)
                self.trouble = ""
            except OSError as error:
                self.trouble = f"the host cannot be reached: {error.strerror or error}"
            except Parted as error:
                raise CannotConnect(str(error)) from None
            except BadMessage as error:
                self.trouble = str(error)
            finally:
                if line is not None:
                    line.cut()
                self.status = CUT
                self.tell("status")
            await asyncio.sleep(wait * (0.5 + random()))
            wait = min(wait * 1.5, LONGEST_WAIT)

    def _take(self, message: Message) -> None:
        match message:
            case Watched():
                self.watching.begin(message)
            case Scene():
                self.watching.take(message)
                is_back, self.status = self.status != CONNECTED, CONNECTED
                self.tell("game")
                if is_back:
                    self.trouble = ""
                    self.tell("status")
            case Heard():
                self.talk.keep(message.name, message.text)
                self.tell("chat")
            case Sorry():
                if not message.again:
                    raise CannotConnect(message.why)
                self.trouble = message.why
            case _:
                raise BadMessage(f"`{message.kind}` has no place here")

    def close(self) -> None:
        """Leave."""
        self.status = ENDED


def over_tcp(host: str, port: int) -> Callable[[], Coroutine[Any, Any, Line]]:
    """Connects to a host by name and port."""

    async def connect() -> Line:
        opened = asyncio.open_connection(host, port, ssl=outside(), server_hostname="", limit=MOST_BYTES)
        return await _opened(opened)

    return connect


def over_command(command: str) -> Callable[[], Coroutine[Any, Any, Line]]:
    """Connects by the standard input and output of a command of the shell: ssh, or anything that leads there."""

    async def connect() -> Line:
        mine, theirs = socket.socketpair()
        try:
            subprocess.Popen(command, shell=True, stdin=theirs.fileno(), stdout=theirs.fileno(), start_new_session=True)
        finally:
            theirs.close()
        mine.setblocking(False)
        opened = asyncio.open_connection(sock=mine, ssl=outside(), server_hostname="", limit=MOST_BYTES)
        return await _opened(opened)

    return connect


async def _opened(
    opening: Coroutine[Any, Any, tuple[asyncio.StreamReader, asyncio.StreamWriter]],
) -> Line:
    """The line. Raises OSError."""
    try:
        async with asyncio.timeout(GREETING):
            return Line(*await opening)
    except TimeoutError:
        raise OSError("nobody answers there") from None
    except ssl.SSLError as error:
        raise OSError(f"what answers there is no game ({error.reason})") from None
