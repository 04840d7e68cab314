"""The commands `wargame-tui report` and `wargame-tui cast`."""

import sys
from datetime import UTC, datetime
from pathlib import Path

from wargame_tui.core.disk import cannot_save, replace_file
from wargame_tui.core.errors import ForPlayers
from wargame_tui.core.shelf import saves_folder
from wargame_tui.core.wording import plural
from wargame_tui.tui.export.cast import CannotFilm, cast, lengths
from wargame_tui.tui.export.report import report
from wargame_tui.tui.library import replayed_session
from wargame_tui.tui.session import Session


class NotForAll(ForPlayers):
    """A game that cannot be shown without saying, or saying rightly, as whom."""


def write_report(file: str, out: str | None, side: str | None) -> int:
    """Write the report of a game into a folder.

    Raises CannotSave, NotForAll, and what opening the file raises.
    """
    session, saved = _opened(file, side)
    path = report(session, saved).write(Path(out or f"{Path(file).stem}-report"))
    print(f"The report: {path}")
    return 0


def write_cast(file: str, out: str | None, side: str | None, *, size: str, speed: float, first: str, last: str) -> int:
    """Write the film of a game, or of a part of it, to a file.

    Raises CannotFilm, CannotSave, NotForAll, and what opening the file raises.
    """
    session, saved = _opened(file, side)
    timestamp = None if saved is None else int(saved.timestamp())
    lines = [*cast(session, size=_size(size), speed=speed, first=first, last=last, timestamp=timestamp)]
    path = Path(out or f"{Path(file).stem}.cast")
    data = "".join(lines).encode()
    try:
        replace_file(path, data)
    except OSError as error:
        raise cannot_save(path, error) from error
    turns = lengths(lines)
    took = f"{plural(len(turns), 'turn')} in {sum(turns):.0f} seconds, the longest takes {max(turns):.0f}"
    print(f"The film: {path}; {took}. `asciinema play` shows it")
    return 0


def _opened(file: str, side: str | None) -> tuple[Session, datetime | None]:
    """A game as a side sees it, and when its file was written."""
    folder = saves_folder()
    session, notes = replayed_session(file, None, folder)
    for note in notes:
        print(f"wargame-tui: {note}", file=sys.stderr)
    session.viewer = viewer_of(session, side)
    found = next((path for path in (Path(file), folder / f"{file}.json") if path.is_file()), None)
    return session, None if found is None else datetime.fromtimestamp(int(found.stat().st_mtime), UTC)


def viewer_of(session: Session, side: str | None) -> str | None:
    """The side through whose eyes a game is shown; None for all that there is.

    Raises NotForAll for a side that there is not, and without one while two players may have secrets.
    """
    sides = session.title.sides
    known = next((each for each in sides if side is not None and each.lower() == side.lower()), None)
    if side is not None and known is None:
        raise NotForAll(f"there is no side `{side[:40]}`; there are {' and '.join(sides)}")
    if known is None and session.game.over is None and not session.solitaire:
        raise NotForAll(f"the game is not over: say with --side as whom to show it, {' or '.join(sides)}")
    return known


def _size(words: str) -> tuple[int, int]:
    width, _, height = words.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise CannotFilm(f"`--size {words[:20]}`: the form is COLUMNSxLINES, for example 140x45")
    return int(width), int(height)
