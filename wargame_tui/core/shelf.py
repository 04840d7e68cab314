"""The folder of saves: what lies there, and how a game is taken up again from it."""

import os
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from glob import escape
from pathlib import Path

from wargame_tui.core import save as saves
from wargame_tui.core.autosave import ASIDE, GENERATIONS, Autosave, generations, journal_path
from wargame_tui.core.disk import CannotSave, cannot_save, locked, make_folder
from wargame_tui.core.errors import BadData
from wargame_tui.core.game import Game, NoUndo
from wargame_tui.core.journal import KERNEL
from wargame_tui.core.journal_file import JournalFile, Row, read_journal
from wargame_tui.core.salvage import rebuilt
from wargame_tui.core.save import DamagedSave, Elsewhere, Header, NotPlayable, repeat

DELETED = "deleted"
"""The folder, in that of the saves, where games go that players delete."""
LONGEST_NAME = 200
"""Bytes of a name: with what is added to it, a file may have 255."""
FOLDER_VARIABLE = "WARGAME_TUI_SAVES"
REBUILT = "the game was rebuilt from the commands in it, and nothing is lost. The damaged file is kept"
REMEDY = "Put a copy of the file in its place if you have one; it was not changed"
Notes = list[str]
_NAME = re.compile(r"[^\W_][\w -]{0,79}(?<! )")
_ASIDE = re.compile(rf"\.{ASIDE}-\d+$")
_GENERATION = re.compile(rf"\.[1-{GENERATIONS - 1}]$")


def saves_folder() -> Path:
    """Where saves live: as the environment says; `saves` of a checkout; else the user's data folder."""
    if chosen := os.environ.get(FOLDER_VARIABLE):
        return Path(chosen).expanduser()
    checkout = Path(__file__).resolve().parents[2]
    if (checkout / "pyproject.toml").is_file():
        return checkout / "saves"
    from platformdirs import user_data_path

    return user_data_path("wargame-tui", appauthor=False) / "saves"


@dataclass(frozen=True, slots=True)
class Card:
    """A game on the shelf, as its header describes it; damaged ones are shown too."""

    name: str
    path: Path
    """Its newest full save."""
    modified: datetime
    """Local time of the last change to any of its files."""
    header: Header | None
    """None if no full save of it has a readable header."""
    damage: str | None
    """What is wrong with the newest save; if there is a header, an older one can stand in for it."""
    in_progress: bool
    """Whether a journal goes with it: it has been played under this name. A save that has just been named has none."""


@dataclass(frozen=True, slots=True)
class Recovery:
    """A game taken up again, and what there is to tell about it."""

    game: Game
    notes: tuple[str, ...]
    """Sentences for the player: damaged files passed over, lines that could not be repeated. Empty if all is well."""


class Shelf:
    """A folder of saves."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or saves_folder()

    def list(self) -> Sequence[Card]:
        """Every game in the folder, the last played first. Reads headers only. Raises DamagedSave if it cannot look."""
        cards = [card for name in self._names() if (card := self._card(name))]
        return sorted(cards, key=lambda card: (-card.modified.timestamp(), card.name))

    def autosave(self, name: str) -> Autosave:
        """What keeps a game under a name. Raises CannotSave if it cannot be a name."""
        return Autosave(self.folder, _proper(name))

    def save(self, game: Game, name: str, *, over: bool = False) -> Path:
        """Save a game under a name of the player's choice, over an earlier save of that name only if told so.

        Raises CannotSave, also if the name is that of a game in progress.
        """
        path = self.folder / f"{_proper(name)}.json"
        if journal_path(self.folder, name).exists():
            raise CannotSave(f"{name} is a game in progress; choose another name")
        if path.exists() and not over:
            raise CannotSave(f"there is a save called {name} already")
        try:
            make_folder(self.folder)
            with locked(self.folder):
                saves.write(game, path)
        except OSError as error:
            raise cannot_save(self.folder, error) from error
        return path

    def has(self, name: str) -> bool:
        """Whether any file of a game of this name lies here."""
        return any(path.is_file() for path in (*generations(self.folder, name), journal_path(self.folder, name)))

    def free_name(self, wish: str) -> str:
        """A name that no game has yet: the wish, made into a proper name, with a number if need be."""
        name = re.sub(r"[^\w -]+", "-", wish).strip(" -_")[:60]
        name = name.encode()[: LONGEST_NAME - 10].decode(errors="ignore").rstrip() or "game"
        number, found = 1, name
        while self.has(found):
            number += 1
            found = f"{name}-{number}"
        return found

    def files(self, name: str) -> Sequence[Path]:
        """Every file of a game: its saves, its journal, what was set aside, and what other parts put beside it."""
        return sorted(path for path in self.folder.glob(f"{escape(_proper(name))}.*") if path.is_file())

    def rename(self, name: str, wish: str) -> None:
        """Give a game another name. Raises CannotSave, also if there is such a game; nothing is changed then."""
        self._carry(name, self._free(wish), os.rename)

    def duplicate(self, name: str, wish: str) -> None:
        """Have the same game a second time under another name. Raises CannotSave like `rename`."""
        self._carry(name, self._free(wish), shutil.copy2)

    def delete(self, name: str) -> Path:
        """Take a game off the shelf; the folder where its files lie from now on. Raises CannotSave like `rename`."""
        number, bin_ = 1, self.folder / DELETED / name
        while bin_.exists():
            number += 1
            bin_ = self.folder / DELETED / f"{name}-{number}"
        self._carry(name, bin_ / name, os.rename)
        return bin_

    def _free(self, wish: str) -> Path:
        """Where a game of a name would lie, without its endings. Raises CannotSave if there is one."""
        if self.files(wish):
            raise CannotSave(f"there is a game called {wish} already")
        return self.folder / wish

    def _carry(self, name: str, goal: Path, carry: Callable[[Path, Path], object]) -> None:
        """Move or copy every file of a game; those done already go back if one cannot be carried."""
        files = self.files(name)
        if not files:
            raise CannotSave(f"there is no game called {name}")
        done: list[tuple[Path, Path]] = []
        try:
            make_folder(goal.parent)
            with locked(self.folder):
                for path in files:
                    to = goal.with_name(f"{goal.name}{path.name.removeprefix(name)}")
                    carry(path, to)
                    done.append((path, to))
        except OSError as error:
            for path, to in done:
                with suppress(OSError):
                    to.unlink() if path.exists() else to.rename(path)
            raise cannot_save(goal, error) from error

    def recover(self, name: str) -> Recovery:
        """The game as it last stood: its newest sound save, played on by what its journal has after it.

        Changes nothing on disk. Raises DamagedSave if nothing of it can be used.
        """
        if Path(name).name != name:
            raise DamagedSave("the game", f"`{name[:60]}` is no name of a game")
        notes: Notes = []
        journal = self._journal(name, notes)
        game = self._newest(name, notes)
        if game is None:
            game = _set_up(journal, notes)
        if journal:
            self._play_on(game, journal, name, notes)
        return Recovery(game, tuple(notes))

    def resume(self, name: str) -> tuple[Recovery, Autosave | None]:
        """The game as it last stood, and what keeps it under its name from the first change on.

        That is None for a file whose name no game can have, such as an older generation by itself. Changes nothing on
        disk. Raises DamagedSave if nothing of the game can be used.
        """
        try:
            keeper = self.autosave(name)
        except CannotSave:
            return self.recover(name), None
        found = keeper.stamps()
        recovery = self.recover(name)
        keeper.rest(recovery.game, found)
        return recovery, keeper

    def _names(self) -> Iterator[str]:
        """The games whose saves or journals lie here."""
        try:
            found = {_GENERATION.sub("", path.stem) for path in self.folder.glob("*.json")}
            found |= {path.stem for path in self.folder.glob("*.journal")}
            return (name for name in found if not _ASIDE.search(name))
        except OSError as error:
            raise DamagedSave("the folder of saves", f"it cannot be read: {error.strerror}") from None

    def _card(self, name: str) -> Card | None:
        """None if the files have gone in the meantime."""
        header, damage = None, None
        newest, *older = generations(self.folder, name)
        for path in (newest, *older):
            try:
                header = saves.read_header(path)
                break
            except DamagedSave as error:
                damage = damage or str(error)
        times = [_modified(path) for path in (newest, *older, journal_path(self.folder, name))]
        if not any(times):
            return None
        last = max(time for time in times if time)
        in_progress = journal_path(self.folder, name).exists()
        return Card(name, newest, last, header, damage, in_progress)

    def _journal(self, name: str, notes: Notes) -> JournalFile | None:
        path = journal_path(self.folder, name)
        try:
            return read_journal(path) if path.exists() else None
        except DamagedSave as error:
            notes.append(f"{path.name}: {error}")
            return None

    def _newest(self, name: str, notes: Notes) -> Game | None:
        for path in generations(self.folder, name):
            if not path.exists():
                continue
            try:
                return saves.read(path)
            except NotPlayable:
                raise
            except DamagedSave as error:
                game = rebuilt(path)
                if game is not None:
                    notes.append(f"{path.name} is damaged ({error}); {REBUILT}")
                    return game
                notes.append(f"{path.name} is damaged and was passed over: {error}")
        return None

    @staticmethod
    def _play_on(game: Game, journal: JournalFile, name: str, notes: Notes) -> None:
        """Bring a game up to the end of its journal, as far as that leads."""
        checks = [*game.checks()]
        start = journal.after(game.seq, checks[-1] if checks else game.root)
        if start is None:
            notes.append(f"{name}.journal does not go on from the newest sound save; the game stands as in the save")
            return
        try:
            for row in journal.walk(game.root, checks, start):
                _repeat(game, row)
        except (DamagedSave, Elsewhere, NoUndo) as error:
            notes.append(f"{name}.journal: {error}; what came after is left out")
        texts = [row.line.text for row in journal.rows if row and row.line.side == KERNEL]
        game.edited |= any(text.startswith("edit ") for text in texts)
        game.scripted |= any(text.startswith("dice ") for text in texts)


def opened(path: Path) -> Recovery:
    """The game in a file, wherever it lies. Raises DamagedSave."""
    try:
        return Recovery(saves.read(path), ())
    except NotPlayable:
        raise
    except DamagedSave as error:
        game = rebuilt(path)
        if game is None:
            raise DamagedSave(error.where, f"{error.what}. {REMEDY}") from error
        return Recovery(game, (f"{path.name} is damaged ({error}); {REBUILT}",))


def _proper(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise CannotSave("a name begins with a letter or digit and has letters, digits, spaces, - and _, 80 at most")
    if len(name.encode()) > LONGEST_NAME:
        raise CannotSave("the name is too long")
    return name


def _modified(path: Path) -> datetime | None:
    """When a file was changed last, in local time; None if there is no such file. Clocks may have said anything."""
    try:
        seconds = path.stat().st_mtime
    except OSError:
        return None
    try:
        return datetime.fromtimestamp(seconds).astimezone()
    except (ValueError, OverflowError, OSError):
        return datetime.fromtimestamp(0).astimezone()


def _set_up(journal: JournalFile | None, notes: Notes) -> Game:
    """The game from its beginning, when no save of it is left."""
    begun = journal.beginning if journal else None
    if begun is None:
        raise DamagedSave("the game", "; ".join([*notes, REMEDY]) if notes else "there is none of this name")
    try:
        return Game.new(begun.scenario, begun.seed, begun.options)
    except BadData:  # Nothing is lost: the game waits for its data.
        raise
    except Exception as error:  # Rules that have changed since may refuse in any way.
        raise DamagedSave("the game", "; ".join([*notes, f"it cannot be set up again: {error}"])) from error


def _repeat(game: Game, row: Row) -> None:
    """Do a row of the journal file again. Raises Elsewhere, NoUndo if that is not possible."""
    if row.undone:
        game.undo(row.undone, agreed=True)
        return
    seq = game.seq
    try:
        repeat(game, row.line)
    except Elsewhere as difference:
        if game.seq == seq:
            raise
        game.unverified = game.unverified or str(difference)
