"""Autosave: the game in progress is on disk, to the last command, before the next question is put.

For a game called NAME there are in the folder of saves

- `NAME.journal`: what the game is (first line), then every command as it was applied and every undo, each a line that
  is on disk before `keep` returns;
- `NAME.json`, `NAME.1.json`, `NAME.2.json`: the newest full save and the two before it, in case one is damaged.

`Shelf.recover` makes the game from them again. Files that are damaged, and a journal that holds more than the game
taken up from it, are set aside as `NAME.aside-1.json` and so on, and never touched again. A save under a name of the
player's choice is a game of which there is no more than `NAME.json` yet.

Two programs may have the same game on the table. Whichever writes second finds that the files are not those it has
read or written, says so, and overwrites nothing.
"""

import os
from contextlib import suppress
from hashlib import sha256
from itertools import count, pairwise
from pathlib import Path

from wargame_tui.core import save as saves
from wargame_tui.core.disk import (
    CannotSave,
    append_file,
    cannot_save,
    drop_drafts,
    locked,
    make_folder,
    replace_file,
    sync_folder,
)
from wargame_tui.core.game import Game
from wargame_tui.core.journal import KERNEL, Line, root
from wargame_tui.core.journal_file import Row, first_line, line_texts, read_journal

SAVE_EVERY = 50
"""Lines of the journal after which a full save is due even within a turn."""
GENERATIONS = 3
ASIDE = "aside"
TAIL = 256
"""Bytes at the end of the journal by which it is known again."""


def generations(folder: Path, name: str) -> list[Path]:
    """Where the full saves of a game lie, the newest first."""
    return [folder / f"{name}.json", *(folder / f"{name}.{number}.json" for number in range(1, GENERATIONS))]


def journal_path(folder: Path, name: str) -> Path:
    """Where the journal of a game lies."""
    return folder / f"{name}.journal"


class Autosave:
    """Keeps one game on disk under one name. Call `keep` after everything that changes the game."""

    def __init__(self, folder: Path, name: str, every: int = SAVE_EVERY) -> None:
        self.folder = folder
        self.name = name
        self._every = every
        self._journal = journal_path(folder, name)
        self._size: int | None = None
        """Bytes in the journal; None before it is written, and after a failure that may have torn it."""
        self._heads: list[str] = []
        """The checks of the lines that stand in the journal, those taken back left out."""
        self._saved: tuple[str, bool, bool, bool] | None = None
        """Occasion of the last full save."""
        self._since = 0
        """Lines written to the journal after the last full save."""
        self._tail = b""
        """How the journal ends."""
        self._mine: set[str] = set()
        """The checks of all lines that this object has ever written or tried to write."""
        self._found: list[str] | None = None
        """What the files were when the game was taken up from them; None from the first writing on."""
        self._resting: tuple[int, str, bool, bool] | None = None
        """The game as it was taken up, for which there is nothing to write."""

    def stamps(self) -> list[str]:
        """What tells the files from other ones: take this before they are read, and give it to `rest`."""
        return [_stamp(path) for path in (*generations(self.folder, self.name), self._journal)]

    def rest(self, game: Game, found: list[str]) -> None:
        """Write nothing for a game taken up from the files, which were `found`, until something happens in it."""
        self._found, self._resting = found, _identity(game)

    def keep(self, game: Game) -> None:
        """Bring the disk up to date with the game, whatever was applied, edited or taken back since the last time.

        Raises CannotSave; the game goes on in memory, and the next call writes all that is missing.
        """
        if self._resting == _identity(game):
            return
        self._resting = None
        try:
            make_folder(self.folder)
            with locked(self.folder):
                if self._size is None:
                    self._begin(game)
                else:
                    self._go_on(game, self._size)
        except OSError as error:
            self._size = None
            raise cannot_save(self._journal, error) from error

    def close(self, game: Game) -> None:
        """Keep the game, with a full save so that the list of saves shows where it stands. Raises CannotSave."""
        self._since = self._every
        self.keep(game)

    def _begin(self, game: Game) -> None:
        """Write everything anew: a full save, and a journal without torn or undone lines."""
        if self._found is not None and self._found != self.stamps():
            raise self._changed()
        self._insist_on_own_name(game)
        self._set_others_aside(game)
        self._found = None
        self._mine |= {*game.checks()}
        self._save(game)
        drop_drafts(self._journal)
        rows = line_texts(Row(seq, line) for seq, line in enumerate(game.lines(), 1))
        data = first_line(game) + rows
        replace_file(self._journal, data)
        self._size, self._heads, self._tail = len(data), [*game.checks()], data[-TAIL:]

    def _go_on(self, game: Game, size: int) -> None:
        """Add to the journal what it lacks, and save in full when that is due."""
        checks = game.checks()
        common = min(len(self._heads), len(checks))
        while common and self._heads[common - 1] != checks[common - 1]:
            common -= 1
        rows = [Row(seq, line) for seq, line in enumerate(game.lines(common), common + 1)]
        if undone := len(self._heads) - common:
            head = checks[common - 1] if common else game.root
            rows.insert(0, Row(common, Line(KERNEL, f"undo {undone}", head)))
        if rows:
            self._mine |= {*checks[common:]}
            self._append(line_texts(rows), size)
            self._heads[common:] = checks[common:]
            self._since += len(rows)
        if self._since >= self._every or self._saved != _occasion(game):
            self._save(game)

    def _append(self, data: bytes, size: int) -> None:
        if not self._is_own(size):
            raise self._changed()
        append_file(self._journal, data)
        self._size, self._tail = size + len(data), (self._tail + data)[-TAIL:]

    def _is_own(self, size: int) -> bool:
        """Whether the journal is as this object has left it."""
        with self._journal.open("rb") as file:
            if file.seek(0, os.SEEK_END) != size:
                return False
            file.seek(size - len(self._tail))
            return file.read() == self._tail

    def _changed(self) -> CannotSave:
        return CannotSave(
            f"{self._journal.name} was changed by another program; is the game open in a second window? "
            "Close one of the two, or save under another name"
        )

    def _save(self, game: Game) -> None:
        """Write a full save; the older ones move one place down. At no moment is there none."""
        data = saves.text(saves.dump(game)).encode()
        draft = self.folder / f"{self.name}.new"
        drop_drafts(draft)
        replace_file(draft, data)
        places = [draft, *generations(self.folder, self.name)]
        for place, older in reversed([*pairwise(places)]):
            with suppress(FileNotFoundError):
                os.replace(place, older)
        sync_folder(self.folder)
        self._saved, self._since = _occasion(game), 0

    def _insist_on_own_name(self, game: Game) -> None:
        """Never write over another game that bears this name."""
        for path in generations(self.folder, self.name):
            with suppress(saves.DamagedSave):
                found = saves.check(path)
                if root(found.header.scenario, found.seed, found.header.options) != game.root:
                    raise CannotSave(f"{path.name} is a save of another game; choose another name")

    def _set_others_aside(self, game: Game) -> None:
        """Move out of the way what this game would overwrite without holding it.

        Raises CannotSave if the journal was this object's own, and somebody else has written in it.
        """
        for path in generations(self.folder, self.name):
            try:
                if path.exists():
                    saves.check(path)
            except saves.DamagedSave:
                self._set_aside(path)
        try:
            heads = read_journal(self._journal).heads() if self._journal.exists() else []
        except saves.DamagedSave:
            heads = [""]
        if self._mine.issuperset(heads) or heads == game.checks()[: len(heads)]:
            return  # The game has all that the journal holds, or has taken it back.
        if self._mine and heads != [""]:
            raise self._changed()
        self._set_aside(self._journal)

    def _set_aside(self, path: Path) -> None:
        for number in count(1):
            place = self.folder / f"{self.name}.{ASIDE}-{number}{path.suffix}"
            if not place.exists():
                os.replace(path, place)
                return


def _stamp(path: Path) -> str:
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def _identity(game: Game) -> tuple[int, str, bool, bool]:
    """What tells a game that has changed since: its last line, and the marks that may come without one."""
    checks = game.checks()
    return game.seq, checks[-1] if checks else game.root, game.edited, game.scripted


def _occasion(game: Game) -> tuple[str, bool, bool, bool]:
    """A full save is due when one of these changes: the turn, the end, and marks that the journal may not show."""
    return game.title.turn(game.state), game.over is not None, game.edited, game.scripted
