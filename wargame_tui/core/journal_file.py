"""The journal of a game in progress as a file: appended to line by line, read back after whatever happened to it.

The first line says which game it is. Every other line is `[seq, side, text, check]`: a line of the game's journal,
`seq` counted from 1; or an undo, `[seq, "*", "undo 2", check]`, after which the game stands where it stood after
line `seq`, whose check is repeated.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from wargame_tui.core.game import Game
from wargame_tui.core.journal import KERNEL, Line, follows, root
from wargame_tui.core.save import DamagedSave, content

HEADER = "wargame_tui_journal"
FORMAT = 1
_UNDO = re.compile(r"undo (\d{1,6})")


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the file: a line of the game's journal or an undo, and how long the journal is after it."""

    seq: int
    line: Line

    @property
    def undone(self) -> int:
        """How many lines an undo takes back; 0 for everything else."""
        found = _UNDO.fullmatch(self.line.text) if self.line.side == KERNEL else None
        return int(found[1]) if found else 0


class Beginning(BaseModel):
    """The first line: from these the game can be set up anew."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    format: int
    scenario: str
    seed: int
    options: dict[str, Any]


class _FirstLine(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    wargame_tui_journal: Beginning


_ROW: TypeAdapter[tuple[int, str, str, str]] = TypeAdapter(tuple[int, str, str, str], config={"strict": True})


@dataclass(frozen=True, slots=True)
class JournalFile:
    """What could be read."""

    beginning: Beginning | None
    rows: Sequence[Row | None]
    """None for a line that cannot be read. A last line without its end is left out: nobody was told it was kept."""

    @property
    def root(self) -> str:
        """What the check of the first line builds upon; empty if the beginning is unreadable."""
        begun = self.beginning
        return root(begun.scenario, begun.seed, begun.options) if begun else ""

    def heads(self) -> list[str]:
        """The checks of the game's lines as they stand at the end of the file.

        Raises DamagedSave at the first line that is not as it was written.
        """
        if self.beginning is None:
            raise DamagedSave("line 1", "it does not say which game this is")
        heads: list[str] = []
        for _ in self.walk(self.root, heads, 0):
            pass
        return heads

    def walk(self, base: str, heads: list[str], start: int) -> Iterator[Row]:
        """The rows from index `start` on, each checked against those before it.

        `heads` are the checks of the journal's lines as it stands before `start`, and is kept up to date; `base` is
        what the check of the first line builds upon. Raises DamagedSave at a row that does not follow.
        """
        for index in range(start, len(self.rows)):
            row = self.rows[index]
            if row is None or not _fits(row, base, heads):
                raise DamagedSave(f"line {index + 2}", "it is not as it was written")
            yield row

    def after(self, seq: int, head: str) -> int | None:
        """The index of the row with which a game goes on that stands after line `seq`, with the check `head`.

        None if the file does not lead on from there.
        """
        for index in reversed(range(len(self.rows))):
            row = self.rows[index]
            if row is None:
                continue
            if (row.seq, row.line.check) == (seq, head):
                return index + 1
            if row.seq == seq + 1 and not row.undone and follows(head, row.line):
                return index
        return 0 if seq == 0 else None


def _fits(row: Row, base: str, heads: list[str]) -> bool:
    """Whether a row follows upon the lines whose checks are `heads`, which then become those after it."""
    if row.undone:
        del heads[-row.undone :]
        return row.seq == len(heads) and row.line.check == (heads[-1] if heads else base)
    last = heads[-1] if heads else base
    heads.append(row.line.check)
    return row.seq == len(heads) and follows(last, row.line)


def first_line(game: Game) -> bytes:
    """The line with which the file of a game begins."""
    begun = {
        "format": FORMAT,
        "scenario": game.scenario,
        "seed": game.seed,
        "options": dict(sorted(game.options.items())),
    }
    return json.dumps({HEADER: begun}, allow_nan=False).encode() + b"\n"


def line_texts(rows: Iterable[Row]) -> bytes:
    """Rows as the file has them."""
    return b"".join(json.dumps([row.seq, *row.line]).encode() + b"\n" for row in rows)


def read_journal(path: Path) -> JournalFile:
    """What a file holds, in whatever state it is. Raises DamagedSave only if it cannot be read at all."""
    first, *others = content(path).split(b"\n")[:-1] or [b""]
    return JournalFile(_beginning(first), [_row(text) for text in others])


def _beginning(text: bytes) -> Beginning | None:
    try:
        begun = _FirstLine.model_validate_json(text).wargame_tui_journal
    except ValidationError:
        return None
    return begun if begun.format == FORMAT else None


def _row(text: bytes) -> Row | None:
    try:
        seq, side, words, check = _ROW.validate_json(text)
    except ValidationError:
        return None
    return Row(seq, Line(side, words, check))
