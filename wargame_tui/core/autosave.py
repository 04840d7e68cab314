"""Autosave: the game in progress is on disk, to the last command, before the next question is put.

For a game called NAME there are in the folder of saves

- `NAME.journal`: what the game is (first line), then every command as it was applied and every undo, each a line that
  is on disk before `keep` returns;
- `NAME.json`, `NAME.1.json`, `NAME.2.json`: the newest full save and the two before it, in case one is damaged.

`Shelf.recover` makes the game from them again. Files that are damaged, and a journal that holds more than the game
taken up from it, are set aside as `NAME.aside-1.json` and so on, and never touched again.
"""

import os
from contextlib import suppress
from itertools import count, pairwise
from pathlib import Path

from wargame_tui.core import save as saves
from wargame_tui.core.disk import CannotSave, append_file, cannot_save, drop_drafts, replace_file, sync_folder
from wargame_tui.core.game import Game
from wargame_tui.core.journal import KERNEL, Line, root
from wargame_tui.core.journal_file import Row, first_line, line_texts, read_journal

SAVE_EVERY = 50
"""Lines of the journal after which a full save is due even within a turn."""
GENERATIONS = 3
ASIDE = "aside"


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

    def keep(self, game: Game) -> None:
        """Bring the disk up to date with the game, whatever was applied, edited or taken back since the last time.

        Raises CannotSave; the game goes on in memory, and the next call writes all that is missing.
        """
        try:
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
        self.folder.mkdir(parents=True, exist_ok=True)
        self._insist_on_own_name(game)
        if not self._heads:  # Else they are this object's own, and the game has all they hold or has taken it back.
            self._set_others_aside(game)
        self._save(game)
        drop_drafts(self._journal)
        rows = line_texts(Row(seq, line) for seq, line in enumerate(game.lines(), 1))
        data = first_line(game) + rows
        replace_file(self._journal, data)
        self._size, self._heads = len(data), [*game.checks()]

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
            self._append(line_texts(rows), size)
            self._heads[common:] = checks[common:]
            self._since += len(rows)
        if self._since >= self._every or self._saved != _occasion(game):
            self._save(game)

    def _append(self, data: bytes, size: int) -> None:
        if self._journal.stat().st_size != size:
            raise CannotSave(
                f"{self._journal.name} was changed by somebody else; is the game open in a second window? "
                "Close one of the two, or go on under another name"
            )
        append_file(self._journal, data)
        self._size = size + len(data)

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
        """Move out of the way what this game would overwrite without holding it."""
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
        if heads != game.checks()[: len(heads)]:
            self._set_aside(self._journal)

    def _set_aside(self, path: Path) -> None:
        for number in count(1):
            place = self.folder / f"{self.name}.{ASIDE}-{number}{path.suffix}"
            if not place.exists():
                os.replace(path, place)
                return


def _occasion(game: Game) -> tuple[str, bool, bool, bool]:
    """A full save is due when one of these changes: the turn, the end, and marks that the journal may not show."""
    return game.title.turn(game.state), game.over is not None, game.edited, game.scripted
