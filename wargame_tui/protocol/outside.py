"""Programs from outside that play a side, in the spirit of UCI: see docs/bots.md.

Here the roles of the engine protocol are exchanged: this program asks, the other one answers, with the same lines of
JSON-RPC 2.0 and the same terms. It is asked to `bot.initialize` once a game, to `bot.choose` for every decision of its
side, and told `bot.end`. It is shown what its side may see: no seed, nothing that its title hides.

It is never trusted. What it is asked has to be answered within its clock, or its process is ended; lines are bounded in
length and number, and what does not belong to the question is not read. Whatever is wrong is a `Fault`, after which the
process is gone; the next question starts another.
"""

import os
import shlex
import signal
import subprocess
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import BufferedReader
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import IO, Any

from wargame_tui import __version__
from wargame_tui.bots.opponent import Decision, plain
from wargame_tui.bots.thinker import ThinkerGone
from wargame_tui.core.command import BadNotation
from wargame_tui.core.errors import ForPlayers
from wargame_tui.core.game import Game
from wargame_tui.core.harmless import harmless
from wargame_tui.core.title import outcome_json
from wargame_tui.protocol import messages, views
from wargame_tui.protocol.messages import RpcError

PREFIX = "program:"
"""Before the command line of a program, where a player is named."""
PROTOCOL = 1
LONGEST_ANSWER = 64 * 1024
MOST_LINES = 1_000
"""That it may write before the answer to a question: what it says besides is not read."""
MOST_DIAGNOSTICS = 10 * 1024 * 1024
"""Bytes on its standard error; more of them are a flood."""
STARTING = 30.0
"""Seconds for the answer to `bot.initialize`, which needs no thought."""
FAREWELL = 1.0
"""Seconds in which it may end by itself."""
LEAST_WAIT = 0.05
GONE, SLOW, FLOOD, NONSENSE, ILLEGAL = "gone", "slow", "flood", "nonsense", "illegal"
"""What a program may do wrong."""

Json = dict[str, Any]


class BadCommandLine(ForPlayers):
    """What was given as a program to play cannot be one."""


class Fault(Exception):
    """What a program did wrong."""

    def __init__(self, kind: str, why: str) -> None:
        self.kind = kind
        """One of those above."""
        super().__init__(harmless(f"{kind}: {why}", 400))


@dataclass
class Clock:
    """The time that a program has, in seconds by the clock on the wall."""

    move: float = 60.0
    """For a decision, at most."""
    left: float | None = None
    """For the rest of the game; None: as much as it likes."""

    @property
    def bound(self) -> float:
        """For the decision in hand."""
        return self.move if self.left is None else max(0.0, min(self.move, self.left))

    def spend(self, seconds: float) -> None:
        """Take away what was used."""
        if self.left is not None:
            self.left = max(0.0, self.left - seconds)

    def as_json(self) -> Json:
        """As a program is told."""
        return {"move": self.move} if self.left is None else {"move": self.move, "left": round(self.left, 3)}


def command_line(words: str) -> list[str]:
    """The parts of a command line, which no shell sees. Raises BadCommandLine."""
    try:
        parts = shlex.split(words)
    except ValueError as error:
        raise BadCommandLine(f"`{PREFIX}{words[:80]}` is no command line: {error}") from None
    if not parts:
        raise BadCommandLine(f"behind `{PREFIX}` stands the command that starts it, such as `python3 mybot.py`")
    return parts


class _Pipes:
    """A process with its standard streams. Nobody waits for it longer than he means to, whatever it does with them."""

    def __init__(self, command: Sequence[str]) -> None:
        """Raises Fault."""
        pipe = subprocess.PIPE
        try:
            # A group of its own, so that what it starts itself ends with it.
            self._process = subprocess.Popen(
                command, bufsize=0, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=os.name == "posix"
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise Fault(GONE, f"`{command[0][:80]}` cannot be started: {why}") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._to: IO[bytes] = self._process.stdin
        self._from = BufferedReader(self._process.stdout)  # type: ignore[type-var]
        self._said: deque[bytes] = deque(maxlen=8)
        """The end of what it wrote as diagnostics."""
        self._busy: Thread | None = None
        """Who writes and reads for the question in hand."""
        self._listener = Thread(target=self._listen, args=(self._process.stderr,), daemon=True)
        self._listener.start()

    def exchange(self, line: bytes, meant: Callable[[bytes], Json | None], seconds: float) -> Json:
        """Write a line and read others until one is meant for it: what that means. Raises Fault."""
        box = SimpleQueue[Json | Exception]()
        self._busy = Thread(target=self._work, args=(line, meant, box), daemon=True)
        self._busy.start()
        try:
            found = box.get(timeout=max(seconds, LEAST_WAIT))
        except Empty:
            raise Fault(SLOW, f"no answer within {seconds:.3g} seconds") from None
        self._busy.join()
        if isinstance(found, Fault):
            raise found
        if isinstance(found, Exception):
            raise Fault(GONE, self._last_words())
        return found

    def farewell(self, line: bytes) -> None:
        """Write a last line, and give it a moment to end by itself."""
        self._busy = Thread(target=self._part, args=(line,), daemon=True)
        self._busy.start()
        self._busy.join(FAREWELL)

    def stop(self) -> None:
        """End the process with all that it has started."""
        self._kill()
        for thread in (self._busy, self._listener):
            if thread is not None:
                thread.join(FAREWELL)
        # A stream on which somebody still waits, since another process holds its other end, cannot be closed.
        if self._busy is None or not self._busy.is_alive():
            for stream in (self._to, self._from):
                with suppress(OSError):
                    stream.close()

    def _kill(self) -> None:
        with suppress(OSError):
            # As long as nobody has asked how it ended, no other process can have its number.
            if os.name == "posix" and self._process.returncode is None:
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(FAREWELL)

    def _work(self, line: bytes, meant: Callable[[bytes], Json | None], box: "SimpleQueue[Json | Exception]") -> None:
        try:
            self._write(line)
            box.put(self._read(meant))
        except (Fault, OSError, ValueError) as error:
            box.put(error)

    def _write(self, line: bytes) -> None:
        rest = memoryview(line)
        while rest:
            rest = rest[self._to.write(rest) :]

    def _read(self, meant: Callable[[bytes], Json | None]) -> Json:
        """Raises Fault, EOFError, OSError."""
        for _ in range(MOST_LINES):
            line = self._from.readline(LONGEST_ANSWER)
            if len(line) >= LONGEST_ANSWER:
                raise Fault(FLOOD, f"a line has at most {LONGEST_ANSWER} bytes")
            if not line.endswith(b"\n"):
                raise BrokenPipeError
            found = meant(line)
            if found is not None:
                return found
        raise Fault(FLOOD, f"{MOST_LINES} lines, none of them the answer")

    def _part(self, line: bytes) -> None:
        with suppress(OSError, ValueError):
            self._write(line)
            self._to.close()
            while self._from.read1(LONGEST_ANSWER):
                pass

    def _listen(self, stream: IO[bytes]) -> None:
        """Read its diagnostics, so that it never waits for somebody to do so."""
        read = 0
        with suppress(OSError, ValueError), stream:
            while piece := stream.read(4096):
                self._said.append(piece)
                read += len(piece)
                if read > MOST_DIAGNOSTICS:
                    self._process.kill()
                    return

    def _last_words(self) -> str:
        """That it has ended, and what it last wrote as diagnostics."""
        self._listener.join(LEAST_WAIT)
        lines = b"".join(self._said).decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return "its process has ended" + (f" ({last})" if last else "")


class Outside:
    """A program that plays one side of one game. Started by the first question."""

    def __init__(self, words: str, clock: Clock | None = None) -> None:
        """Raises BadCommandLine."""
        self._command = command_line(words)
        self.clock = clock or Clock()
        self.name = ""
        """As it calls itself, once it has been asked."""
        self._pipes: _Pipes | None = None
        self._asked = 0

    def choose(self, game: Game) -> str:
        """Its decision for the side that decides, as notation: legal. Raises Fault; its process is gone then."""
        try:
            if self._pipes is None:
                self._begin(game)
            return self._legal(game, self._chosen(game))
        except Fault:
            self.stop()
            raise

    def end(self, game: Game) -> None:
        """Tell it how the game has ended, and let it go."""
        if self._pipes is not None:
            told = {"jsonrpc": "2.0", "method": "bot.end", "params": {"over": outcome_json(game.over)}}
            self._pipes.farewell(messages.write(told) + b"\n")
        self.stop()

    def stop(self) -> None:
        """End its process, whatever it does."""
        pipes, self._pipes = self._pipes, None
        if pipes is not None:
            pipes.stop()

    def _begin(self, game: Game) -> None:
        self._pipes, self._asked = _Pipes(self._command), 0
        title = game.title
        about = {
            "name": "wargame-tui",
            "version": __version__,
            "protocol": PROTOCOL,
            "scenario": game.scenario,
            "options": game.options,
            "side": game.side,
            "sides": list(title.sides),
            "clock": self.clock.as_json(),
            "map": {**title.printed(game.scenario), **title.map_in(game.scenario, game.state)},
        }
        answer = self._ask("bot.initialize", about, STARTING)
        if answer.get("protocol") != PROTOCOL:
            raise Fault(NONSENSE, f"it speaks protocol {str(answer.get('protocol'))[:20]}, not {PROTOCOL}")
        self.name = harmless(str(answer.get("name", "")), 60)

    def _chosen(self, game: Game) -> Json:
        status = {name: value for name, value in views.status_json("", game).items() if name != "game"}
        commands = [views.command_json(game, command) for command in game.legal()]
        seen = views.state_json(game.title, game.state, game.side)
        begun = monotonic()
        try:
            params = {"status": status, **seen, "legal": {"commands": commands}, "clock": self.clock.as_json()}
            return self._ask("bot.choose", params, self.clock.bound)
        finally:
            self.clock.spend(monotonic() - begun)

    def _ask(self, method: str, params: Json, seconds: float) -> Json:
        """The result that it gives. Raises Fault."""
        pipes = self._pipes
        if pipes is None:
            raise Fault(GONE, "it was stopped")
        self._asked += 1
        question = {"jsonrpc": "2.0", "id": self._asked, "method": method, "params": params}
        return pipes.exchange(messages.write(question) + b"\n", self._result, seconds)

    def _result(self, line: bytes) -> Json | None:
        """The result on a line; None if it is not about the question. Raises Fault."""
        try:
            said = messages.read(line)
        except RpcError as error:
            raise Fault(NONSENSE, error.reason) from None
        if not isinstance(said, dict) or said.get("id") != self._asked or "method" in said:
            return None
        result = said.get("result")
        if isinstance(result, dict):
            return result
        wrong = said.get("error")
        reason = wrong.get("message") if isinstance(wrong, dict) else "neither a result that is an object, nor an error"
        raise Fault(NONSENSE, f"it answered: {str(reason)[:200]}")

    def _legal(self, game: Game, answer: Json) -> str:
        given = answer.get("command")
        if not isinstance(given, str | dict):
            raise Fault(NONSENSE, "`command` is a notation or an object")
        try:
            command = game.parse(given)
            refusal = game.refusal(command)
        except BadNotation as error:
            raise Fault(ILLEGAL, str(error)) from None
        if refusal is not None:
            raise Fault(ILLEGAL, f"`{command.notation()}`: {refusal.reason}")
        return command.notation()


class OutsideThinker:
    """The same in the place of a `Thinker`: what it does wrong costs it the choice, and it is started anew."""

    def __init__(self, words: str) -> None:
        """Raises BadCommandLine."""
        self._outside = Outside(words)
        self._stopped = False

    def ask(self, game: Game) -> Decision:
        """Its decision, or what needs no thought and why. Raises ThinkerGone if it cannot be started."""
        try:
            return Decision(self._outside.choose(game))
        except Fault as fault:
            if fault.kind == GONE and not self._outside.name:
                raise ThinkerGone(str(fault)) from fault
            return Decision(plain(game).notation(), str(fault))
        finally:
            if self._stopped:
                self._outside.stop()

    def stop(self) -> None:
        """End its process for good, even one that is just being started; what it still answers comes too late."""
        self._stopped = True
        self._outside.stop()
