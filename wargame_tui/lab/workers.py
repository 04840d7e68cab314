"""Games on all cores of one machine: processes of the standard library, each with one game at a time.

A process that dies (the system ran out of memory, somebody ended it) costs no game: it is played again by another one.
"""

import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection, wait
from typing import Any

from wargame_tui.lab.contest import Json, Task

MOST_TRIES = 3
"""Of a game; whatever ends so many processes is a fault of the game."""
PATIENCE = 5.0
"""Seconds in which a process may tidy up when it is told to end."""

Play = Callable[[Task], Json]


class GameKillsProcess(Exception):
    """A game has ended the process that played it, again and again."""


class _Worker:
    """A process, and the game that it plays."""

    def __init__(self, play: Play) -> None:
        self.pipe, other = Pipe()
        self.task: Task | None = None
        self._process = Process(target=_serve, args=(play, other), daemon=True)
        self._process.start()
        other.close()

    def give(self, task: Task) -> None:
        """Let it play."""
        self.task = task
        self.pipe.send(task)

    def stop(self) -> None:
        """End it, in the middle of a game as well: with it ends whatever plays for it outside."""
        self._process.terminate()
        self._process.join(PATIENCE)
        if self._process.exitcode is None:
            self._process.kill()
            self._process.join()
        self.pipe.close()


def _serve(play: Play, pipe: "Connection[Any, Any]") -> None:
    """Play what is given until nobody gives any more."""
    # The interrupt is for the process that asks; it ends this one as it sees fit.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    while True:
        try:
            task = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            done: Json | Exception = play(task)
        except Exception as error:
            done = error
        pipe.send(done)


def played(tasks: Iterable[Task], jobs: int, play: Play) -> Iterator[tuple[Task, Json]]:
    """Play games in so many processes: each with what came of it, as it ends.

    Raises GameKillsProcess, and what `play` raises.
    """
    waiting, tries = deque(tasks), dict[int, int]()
    workers = [_Worker(play) for _ in range(min(jobs, len(waiting)))]
    try:
        for worker in workers:
            worker.give(waiting.popleft())
        while busy := {worker.pipe: worker for worker in workers if worker.task is not None}:
            for pipe in wait([*busy]):
                worker = busy[pipe]  # type: ignore[index]
                task = worker.task
                assert task is not None
                try:
                    done = worker.pipe.recv()
                except (EOFError, OSError):
                    tries[id(task)] = tries.get(id(task), 1) + 1
                    if tries[id(task)] > MOST_TRIES:
                        raise GameKillsProcess(f"game {task.number}, seed {task.seed}") from None
                    waiting.appendleft(task)
                    worker.stop()
                    workers[workers.index(worker)] = worker = _Worker(play)
                else:
                    if isinstance(done, Exception):
                        raise done
                    yield task, done
                worker.task = None
                if waiting:
                    worker.give(waiting.popleft())
    finally:
        for worker in workers:
            worker.stop()
