"""Report and film of a game in a folder of its own, from a copy of the game, so that it can be played on meanwhile."""

import shutil
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from wargame_tui.core.disk import CannotSave, cannot_save, make_folder, replace_file, sync_folder
from wargame_tui.core.game import Frame
from wargame_tui.tui.export.cast import cast
from wargame_tui.tui.export.report import report
from wargame_tui.tui.film import Film
from wargame_tui.tui.session import Session

EXPORTS = "exports"
"""The folder of exports, in that of the saves."""
FILM = "film.cast"
Tell = Callable[[str], None]
"""Hears what is being written and how much of it is; may stop it with an exception."""


class _ToldFilm(Film):
    """A film that tells how much of the game it has come to."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.tell: Callable[[float], None] = lambda share: None

    def scenes(self, entry: int) -> list[Frame]:
        """What a journal entry led to."""
        self.tell(max(entry, 0) / max(self._played.newest, 1))
        return super().scenes(entry)


class Copy(Session):
    """A session's game as it is now, seen by the same eyes, gone through from its beginning."""

    def __init__(self, session: Session) -> None:
        game = session.game.branch()
        # A decision that is still veiled is in the game by mail, but not told.
        if veiled := len(game.entries) - session.newest:
            game.undo(veiled, agreed=True)
        super().__init__(game, replayed=True)
        self.viewer, self.name, self.notes = session.viewer, session.name, session.notes
        self.film = self._told = _ToldFilm(self)

    def export(self, saves: Path, tell: Tell, played: datetime | None = None) -> Path:
        """Write report and film, into a new folder beside a folder of saves; that. `played` says when it was saved.

        Raises CannotSave; nothing is left behind then, or if `tell` raises anything.
        """
        self._told.tell = lambda share: tell(f"the report, {share:.0%}")
        story = report(self, played, lambda share: tell(f"its maps, {share:.0%}"))
        self._told.tell = lambda share: tell(f"the film, {share:.0%}")
        film = "".join(cast(self)).encode()
        folder = _new_folder(saves / EXPORTS, self.name)
        try:
            story.write(folder)
            replace_file(folder / FILM, film)
        except (CannotSave, OSError) as error:
            with suppress(OSError):
                shutil.rmtree(folder)
            raise error if isinstance(error, CannotSave) else cannot_save(folder / FILM, error) from error
        return folder


def _new_folder(exports: Path, name: str) -> Path:
    """A folder that was not there, named after a game, with a number if need be. Raises CannotSave."""
    number, folder = 1, exports / name
    try:
        make_folder(exports)
        while folder.exists():
            number += 1
            folder = exports / f"{name}-{number}"
        folder.mkdir()
        sync_folder(exports)
    except OSError as error:
        raise cannot_save(folder, error) from error
    return folder
