"""A damaged save as a game again, if its journal is whole: the journal is the truth, and positions only save time.

A save as written here has every command on a line of its own, so that damage elsewhere leaves them legible. What comes
of playing them again counts only if writing it would give the very file that was written: by the checksum in it or, if
a few digits of that are what is damaged, by all other lines. Nothing is guessed: else the file stays damaged.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from wargame_tui.core.game import Game
from wargame_tui.core.journal import Line, follows, root
from wargame_tui.core.migrations import FORMAT
from wargame_tui.core.save import HEADER, MOST_LINES, DamagedSave, content, dump, parse, repeat, sealed, text

_SEED = re.compile(rb'"seed": (-?\d{1,40}),')
WORN = 8
"""Bytes of the last line, with the checksum, that may be damaged if all others are whole."""


def rebuilt(path: Path) -> Game | None:
    """The game in a file that cannot be read as a whole; None if that is in doubt."""
    try:
        rows = content(path).split(b"\n")
        header = parse(rows[0].removesuffix(b",") + b"}")[HEADER]
        game = _replayed(header, rows)
        return game if game is not None and _is_what_was_written(game, header, rows) else None
    except Exception:  # What is damaged may name anything: a title, an option, a command that breaks a rule.
        return None


def _replayed(header: Mapping[str, Any], rows: Sequence[bytes]) -> Game | None:
    """The game that the legible lines of the journal lead to; None if they are not a chain from its beginning."""
    lines = [Line(*words) for row in rows if (words := _words(row))]
    if header["format"] != FORMAT or len(lines) > MOST_LINES:
        return None
    seed = next(int(found[1]) for row in rows if (found := _SEED.fullmatch(row)))
    last = root(header["scenario"], seed, header["options"])
    for line in lines:
        if not follows(last, line):
            return None
        last = line.check
    game = Game.new(header["scenario"], seed, header["options"])
    for line in lines:
        repeat(game, line)
    # Marks stay though their cause was taken back.
    game.edited |= header["flags"]["edited"]
    game.scripted |= header["flags"]["scripted"]
    return game


def _is_what_was_written(game: Game, header: Mapping[str, Any], rows: Sequence[bytes]) -> bool:
    body = dump(game)
    del body["checksum"]
    body[HEADER] |= {name: header[name] for name in ("rules_version", "data_digest")}
    *others, last = text(sealed(body)).encode().split(b"\n")[:-1]
    if last in rows:
        return True
    worn = [one != other for one, other in zip(last, rows[-2], strict=True)]
    return others == rows[:-2] and sum(worn) <= WORN


def _words(row: bytes) -> list[str] | None:
    """The words of a row that has a line of the journal."""
    if not row.startswith(b"["):
        return None
    try:
        words = parse(row.removesuffix(b","))
    except DamagedSave:
        return None
    return words if isinstance(words, list) and [type(word) for word in words] == [str] * 3 else None
