"""Games kept in a file, one line of JSON each: what a series has played already is not played again.

A line belongs to a series if its mark, scenario, options, players and clock are the same. The mark is a hash of the
title, its data and the program's players: games under other rules or of other players are not comparable.
"""

import json
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import wargame_tui.bots
from wargame_tui.core.disk import append_file, cannot_save, make_folder, replace_file
from wargame_tui.core.errors import ForPlayers
from wargame_tui.core.title import Title
from wargame_tui.lab.contest import Json, Task

BEGINNING = b'{"key":'
"""Of every line."""
FORMAT = 1
"""Of a line: raised when what is counted in a game changes."""
PLAYERS = ("opponent.py", "random_player.py", "thinker.py", "conformance.py", "examiner.py", "fuzz.py", "sights.py")
"""Modules of `bots` that choose nothing: what else is there makes the players."""


class ForeignFile(ForPlayers):
    """The file is there, and not one of games."""


def mark_of(title: Title[Any], scenario: str) -> str:
    """A short name for the rules, data and players with which games are played."""
    import sys

    found = sha256(f"{FORMAT} {title.rules_version} {title.digest(scenario)}".encode())
    own = Path(sys.modules[type(title).__module__].__file__ or "").parent
    shared = Path(wargame_tui.bots.__path__[0])
    files = [*own.rglob("*.py"), *(path for path in shared.rglob("*.py") if path.name not in PLAYERS)]
    for path in sorted(files):
        found.update(path.name.encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:12]


def key_of(task: Task, mark: str) -> str:
    """What two games must have in common to be the same one."""
    clock = [task.move, task.clock] if any(words.startswith("program:") for words in task.players.values()) else None
    return json.dumps([mark, task.scenario, dict(task.options), dict(task.players), task.seed, clock], sort_keys=True)


class Kept:
    """A file of games; without one, they are kept as long as the command runs."""

    def __init__(self, path: Path | None, mark: str) -> None:
        """Raises ForeignFile, CannotSave, OSError."""
        self._path, self._mark = path, mark
        self._known: dict[str, Json] = {}
        self.others = 0
        """Lines that belong to other series, or to other rules and players."""
        if path is not None and path.exists():
            self._read(path)
        elif path is not None:
            try:
                make_folder(path.parent)
                replace_file(path, b"")
            except OSError as error:
                raise cannot_save(path, error) from error

    def found(self, task: Task) -> Json | None:
        """The game of a task, if it has been played."""
        return self._known.get(key_of(task, self._mark))

    def add(self, task: Task, game: Json) -> None:
        """Keep a game that was played. Raises CannotSave."""
        key = key_of(task, self._mark)
        self._known[key] = game
        if self._path is not None:
            line = json.dumps({"key": key, "game": game}, ensure_ascii=False, separators=(",", ":")) + "\n"
            try:
                append_file(self._path, line.encode())
            except OSError as error:
                raise cannot_save(self._path, error) from error

    def count_others(self, tasks: Iterable[Task]) -> int:
        """How many games of the file are none of these tasks."""
        return len(self._known.keys() - {key_of(task, self._mark) for task in tasks})

    def _read(self, path: Path) -> None:
        """Take up what is there; a last line that was broken off does not count, and is ended."""
        data = path.read_bytes()
        for key, game in _lines(data):
            self._known[key] = game
        if data and not data.startswith(BEGINNING):
            raise ForeignFile(f"{path} holds no games of `wargame-tui match`; name another file")
        if data and not data.endswith(b"\n"):
            append_file(path, b"\n")


def _lines(data: bytes) -> Iterator[tuple[str, Json]]:
    for line in data.splitlines():
        try:
            entry = json.loads(line)
            key, game = entry["key"], entry["game"]
        except (ValueError, KeyError, TypeError, RecursionError):
            continue
        if isinstance(key, str) and isinstance(game, dict):
            yield key, game
