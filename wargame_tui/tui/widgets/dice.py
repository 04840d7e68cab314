"""Dice as they lie in a tray, the numbers on which they hit, and the table in which they are read."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from textual.content import Content

from wargame_tui.board.views import Chart
from wargame_tui.tui.settings import Settings
from wargame_tui.tui.words import DIM, rule_link

ACROSS, DOWN = 5, 3
"""Columns and rows of a die."""
MOST_ROWS = 2
"""Rows of dice in a tray; what finds no room in them is counted."""
CUBE = 6
"""Faces of the dice that have pips; of others the number is written."""
_PIPS = {
    1: ("   ", " o ", "   "),
    2: ("o  ", "   ", "  o"),
    3: ("o  ", " o ", "  o"),
    4: ("o o", "   ", "o o"),
    5: ("o o", " o ", "o o"),
    6: ("o o", "o o", "o o"),
}
_PLAIN, _HIT, _MISS, _COVERED = (
    "bold #15181b on #f0ead6", "bold #14171a on #e0705a", "#15181b on #9a9fa6", "bold #9a9fa6 on #30363d",
)  # fmt: skip
_LIT, _COLUMN, _ROW, _CELL = "bold #14171a on #e3b652", "#f0e6c8 on #3c4a57", "#f0e6c8 on #2b343d", DIM


@dataclass(frozen=True, slots=True)
class DiceLook:
    """What dice are drawn with."""

    pip: str = "●"
    lines: bool = True
    """Whether dice with numbers have frames of lines."""
    bracketed: bool = False
    """Whether brackets stand for colours."""

    @classmethod
    def of(cls, settings: Settings) -> "DiceLook":
        """As the terminal can show them."""
        full = settings.glyphs == "full"
        return cls("●" if full else "o", full, settings.palette == "mono" or settings.glyphs == "ascii")


def die(value: int | None, faces: int, look: DiceLook, *, hit: bool | None = None) -> list[Content]:
    """The rows of a die; None for the value while it is covered, for `hit` where the die alone says nothing."""
    style = _COVERED if value is None else _PLAIN if hit is None else _HIT if hit else _MISS
    if value is not None and faces == CUBE:
        face = [f" {row} ".replace("o", look.pip) for row in _PIPS[value]]
    elif value is not None and look.lines:
        face = ["┌───┐", f"│{value:^3}│", "└───┘"]
    else:
        face = [" " * ACROSS, f"{'?' if value is None else value:^{ACROSS}}", " " * ACROSS]
    if look.bracketed:
        # What hits has double edges, where there is no colour to tell it by.
        left, right = ("#", "#") if hit else ("[", "]")
        face = [f"{left}{row[1:-1]}{right}" for row in face]
    return [Content.styled(row, style) for row in face]


def tray(
    dice: Sequence[int | None],
    faces: int,
    look: DiceLook,
    width: int,
    hits: Callable[[int], bool] | None = None,
) -> list[Content]:
    """Dice side by side in rows of a width; `hits` says which of them do."""
    across = max(1, (width + 1) // (ACROSS + 1))
    rows: list[Content] = []
    for first in range(0, min(len(dice), across * MOST_ROWS), across):
        drawn = [
            die(value, faces, look, hit=None if hits is None or value is None else hits(value))
            for value in dice[first : first + across]
        ]
        rows += [Content(" ").join(line) for line in zip(*drawn, strict=True)]
    more = len(dice) - across * MOST_ROWS
    return [*rows, Content.styled(f"and {more} more", DIM)] if more > 0 else rows


def hit_strip(needed: int, faces: int, look: DiceLook, dice: Sequence[int] = ()) -> Content:
    """All faces in a line: those that hit, those that do not, and those that were rolled."""
    parts = []
    for face in range(1, faces + 1):
        style = _HIT if face <= needed else _CELL
        rolled = face in dice
        parts.append(Content.styled(f"[{face}]" if rolled else f" {face} ", f"{style} underline" if rolled else style))
    label = f" hits on 1-{needed}" if needed > 1 else " hits on 1" if needed == 1 else " no face hits"
    return Content.assemble(*parts, (label, DIM))


def chart_rows(chart: Chart, look: DiceLook, width: int, height: int, *, revealed: bool) -> list[Content]:
    """The table within so many columns and rows, around what counts; the row of the dice only once they are seen."""
    row = chart.row if revealed else None
    marks = 2 if look.bracketed else 1
    label = max([len(head) for head, _ in chart.rows] + [len(chart.name)])
    cell = max([len(text) for _, cells in chart.rows for text in cells] + [len(head) for head in chart.heads]) + marks
    across = min(len(chart.heads), max(1, (width - label - 1) // cell))
    left = _window(chart.column, across, len(chart.heads))
    down = min(len(chart.rows), max(1, height - 1))
    top = _window(row, down, len(chart.rows))
    columns = range(left, left + across)
    heads = [_cell(chart.heads[at], cell, at == chart.column, False, look) for at in columns]
    found = [Content.assemble((chart.name.ljust(label), DIM), " ", *heads)]
    if found[0].cell_length + 1 + len(chart.rule) <= width:
        found[0] = Content.assemble(found[0], " ", rule_link(chart.rule))
    for number in range(top, top + down):
        head, cells = chart.rows[number]
        drawn = [_cell(cells[at], cell, at == chart.column, number == row, look) for at in columns]
        found.append(Content.assemble((head.rjust(label), "bold" if number == row else DIM), " ", *drawn))
    return found


def _window(at: int | None, size: int, whole: int) -> int:
    """Where a stretch of so many begins that has a place about its middle."""
    return max(0, min((at or 0) - size // 2, whole - size))


def _cell(text: str, width: int, of_column: bool, of_row: bool, look: DiceLook) -> Content:
    style = _LIT if of_column and of_row else _COLUMN if of_column else _ROW if of_row else _CELL
    shown = f"[{text}]" if look.bracketed and of_column and of_row else text
    return Content.styled(shown.center(width), style)


def beside(left: Sequence[Content], right: Sequence[Content], gap: int = 2) -> list[Content]:
    """Two blocks of lines side by side."""
    width = max((line.cell_length for line in left), default=0) + gap
    pairs = zip_longest(left, right, fillvalue=Content(""))
    return [Content.assemble(one, " " * (width - one.cell_length), other) for one, other in pairs]
