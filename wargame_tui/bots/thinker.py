"""A player that thinks in a process of its own, so that whoever asks it can do something else, and stop it.

`Thinker` is the asking side; this module run as a program (`python -m wargame_tui.bots.thinker`) is the other. They
exchange lines of JSON: level, how many of the states known already still hold, the further ones as the side sees them;
in return what is being weighed, now and then, and the decision with the thought behind it. A line `hurry` in between
asks for the best found so far. The process never has the game itself, its seed, or what the other side keeps to itself.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from queue import Queue
from threading import Event, Thread
from time import monotonic
from typing import IO, Any

from wargame_tui.board.sight import seen_game, sight, turn_so_far
from wargame_tui.board.staff import Choose
from wargame_tui.board.title import BoardTitle
from wargame_tui.bots.opponent import RECRUIT, Decision, decide, player
from wargame_tui.bots.search import Searcher, thought_from
from wargame_tui.core.game import Game
from wargame_tui.core.title import find_scenario

MODULE = "wargame_tui.bots.thinker"
HURRY = "hurry"
"""The line that asks for the best found so far."""
TELLING = 0.25
"""Seconds between two lines that say what is being weighed."""


NICENESS = 5
"""By how much it gives way to the program that shows the game, where the two have to share a processor."""


class ThinkerGone(Exception):
    """The process that thinks has ended, or cannot be started."""


class Thinker:
    """A process that plays one side of one game. Started by the first question."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._told: list[Any] = []
        """The states that the process knows."""
        self._side = ""

    def ask(self, game: Game, level: str = RECRUIT, hear: Callable[[str], None] = lambda words: None) -> Decision:
        """What the side that decides should do, as far as the process knows: waits for it.

        `hear` is told what is being weighed, now and then. Raises ThinkerGone.
        """
        side = game.side or ""
        if side != self._side:
            self._told, self._side = [], side
        process = self._process or self._start()
        states = turn_so_far(game)
        known = 0
        for mine, told in zip(states, self._told, strict=False):
            if mine is not told:
                break
            known += 1
        title = game.title
        assert isinstance(title, BoardTitle)
        sights = [sight(title, state, side) for state in states[known:]]
        self._told = states
        question = {
            "scenario": game.scenario, "options": game.options, "level": level, "keep": known, "states": sights,
        }  # fmt: skip
        answer = self._exchange(process, json.dumps(question), hear)
        thought = answer["thought"]
        return Decision(answer["command"], answer["trouble"], None if thought is None else thought_from(thought))

    def hurry(self) -> None:
        """Ask for the best found so far, if it thinks; it answers soon."""
        process = self._process
        if process is not None and process.stdin is not None:
            with suppress(OSError, ValueError):
                process.stdin.write(f"{HURRY}\n")
                process.stdin.flush()

    def stop(self) -> None:
        """End the process; whoever waits for it gets ThinkerGone. The next question starts another."""
        process, self._process, self._told = self._process, None, []
        if process is not None:
            process.kill()
            process.wait()

    def _start(self) -> subprocess.Popen[str]:
        # The same code as here, whatever lies in the folder in which the program was started.
        command = [sys.executable, *([] if os.getcwd() in sys.path else ["-P"]), "-m", MODULE]
        pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
        try:
            self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=nowhere, text=True, bufsize=1)
        except OSError as error:
            raise ThinkerGone(f"it cannot be started: {error.strerror}") from error
        self._told = []
        return self._process

    def _exchange(self, process: subprocess.Popen[str], question: str, hear: Callable[[str], None]) -> Any:
        assert process.stdin is not None
        assert process.stdout is not None
        answer = None
        with suppress(OSError, ValueError):
            process.stdin.write(question + "\n")
            process.stdin.flush()
            while answer is None:
                told = json.loads(process.stdout.readline())
                if "weighs" in told:
                    hear(told["weighs"])
                else:
                    answer = told
        if answer is None:
            if self._process is process:
                self.stop()
            raise ThinkerGone("its process has ended")
        return answer


class Desk:
    """The other side: answers question after question, and hears in the middle of a thought that it is hurried."""

    def __init__(self, questions: IO[str], out: IO[str]) -> None:
        self._questions, self._out = questions, out
        self._asked: Queue[str | None] = Queue()
        self._hurried = Event()
        self._players: dict[tuple[str, str], Choose] = {}
        self._told_at = 0.0

    def work(self) -> None:
        """Answer until nobody asks any more."""
        Thread(target=self._read, daemon=True).start()
        states: list[Any] = []
        while (line := self._asked.get()) is not None:
            asked = json.loads(line)
            title = find_scenario(asked["scenario"])[0]
            assert isinstance(title, BoardTitle)
            states = [*states[: asked["keep"]], *map(title.restore, asked["states"])]
            seen = seen_game(title, asked["scenario"], asked["options"], states)
            decision = decide(self._player(title, asked["level"]), seen)
            thought = decision.thought
            self._say({**decision._asdict(), "thought": None if thought is None else thought.plainly()})

    def _read(self) -> None:
        for line in self._questions:
            if line.strip() == HURRY:
                self._hurried.set()
            else:
                self._hurried.clear()
                self._asked.put(line)
        self._asked.put(None)

    def _player(self, title: BoardTitle[Any], level: str) -> Choose:
        known = title.id, level
        if known not in self._players:
            choose = player(title, level)
            assert choose is not None
            if isinstance(choose, Searcher):
                choose.hurried, choose.tell = self._hurried.is_set, self._weighs
            self._players[known] = choose
        return self._players[known]

    def _weighs(self, words: str) -> None:
        if monotonic() - self._told_at >= TELLING:
            self._told_at = monotonic()
            self._say({"weighs": words})

    def _say(self, told: Any) -> None:
        self._out.write(json.dumps(told) + "\n")
        self._out.flush()


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    Desk(sys.stdin, sys.stdout).work()
