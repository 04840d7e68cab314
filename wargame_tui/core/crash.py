"""Errors inside the program: a player reads one sentence; a file has what is needed to mend them, and no secrets.

What a game hides (secrets of games by mail, veiled decisions, what lies face down) is in the values of variables and
often in an error's own words. The report therefore names kinds of errors and places in the program only; a game that
leads to the error is found in the player's saves, which stay as they are.
"""

import os
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from wargame_tui import __version__
from wargame_tui.core.errors import ForPlayers, InWords

MOST_FRAMES = 60
"""Of an error, the innermost."""


class Crash(ForPlayers):
    """An error inside the program, after `told` has put it down."""


def is_for_players(error: BaseException) -> bool:
    """Whether the words of an error are made for players."""
    return isinstance(error, InWords | OSError)


def told(error: BaseException) -> str:
    """A sentence about an error inside the program, which names the file of a report on it."""
    kind = type(error).__name__
    path = _kept("\n".join(_report(error)) + "\n")
    where = f"please report it with {path}" if path else "and no report of it can be written"
    return f"an error inside the program ({kind}); games are kept as they were. {where[:1].upper()}{where[1:]}"


def _report(error: BaseException) -> Iterator[str]:
    import platform
    import traceback

    yield f"wargame-tui {__version__}, Python {platform.python_version()}, {sys.platform}"
    yield "Values and words of errors are left out: they may tell what a game hides."
    known = set[int]()
    found: BaseException | None = error
    while found is not None and id(found) not in known:
        known.add(id(found))
        yield f"\n{type(found).__module__}.{type(found).__qualname__}"
        for frame in traceback.extract_tb(found.__traceback__)[-MOST_FRAMES:]:
            yield f"  {frame.filename}, line {frame.lineno}, in {frame.name}\n    {frame.line}"
        found = found.__cause__ or found.__context__


def _kept(report: str) -> Path | None:
    """Write a report into a file of its own, which its owner alone can read."""
    import tempfile

    name = f"error-{datetime.now(UTC):%Y%m%d-%H%M%S}-"
    for folder in (_folder(), Path(tempfile.gettempdir())):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            handle, path = tempfile.mkstemp(".txt", name, folder)
            with os.fdopen(handle, "w", encoding="utf-8", errors="replace") as file:
                file.write(report)
        except OSError:
            continue
        return Path(path)
    return None


def _folder() -> Path:
    from platformdirs import user_state_path

    return user_state_path("wargame-tui", appauthor=False) / "errors"
