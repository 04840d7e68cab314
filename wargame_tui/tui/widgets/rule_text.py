"""The tables of a rule's text, as wide as the screen allows."""

import re
from collections.abc import Callable, Sequence
from itertools import zip_longest

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from wargame_tui.board.rulebook import Row
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import DIM, HEAD, rule_style

CITED = re.compile(r"(?<![\w./\-:`])(?:QA-\d+|[A-Z]{1,2}\d{1,2}|\d{1,2}(?:\.\d{1,3}){1,2}[a-z]?)(?![\d.]*\d|[/\w])")
"""What may be the number of a rule; whether it is, the book knows."""
_MARKED = re.compile(rf"\*\*(?P<bold>[^*]+)\*\*|`(?P<code>[^`]*)`|(?P<number>{CITED.pattern})")
STRIPES = ("", "on #1b1f23")
LIT, CROSSING = "bold #ffffff on #5a4a1c", "bold #14171a on #e3b652"
"""What counts now in a table: a column or a row, and where both meet."""
WIDE_ENOUGH = 10_000
BETWEEN = 3
"""Blanks between two columns."""


class RuleTable(Words):
    """A table of the rules. Numbers of rules in it open them."""

    DEFAULT_CSS = """
    RuleTable { height: auto; margin: 0 0 1 0; }
    """

    def __init__(
        self, rows: Sequence[Row], known: Callable[[str], bool], *, column: int | None = None, row: int | None = None
    ) -> None:
        """`known` says whether something is the number of a rule; `column` and `row` (of `rows`) are lit."""
        head, *body = rows
        width = len(head)
        cells = [[_inked(cell, known) for cell in [*line[:width], *[""] * (width - len(line))]] for line in body]
        heads = [_inked(cell, known) for cell in head]
        if column is not None:
            for line in (heads, *cells):
                line[column].stylize(LIT)
        if row is not None:
            for cell in cells[row - 1]:
                cell.stylize(LIT)
            if column is not None:
                cells[row - 1][column].stylize(CROSSING)
        super().__init__(_Grid(heads, cells))


class _Grid:
    """Columns side by side where their words fit, else rows side by side, else row after row, cell below cell."""

    def __init__(self, head: Sequence[Text], body: Sequence[Sequence[Text]]) -> None:
        self._head, self._body = head, body

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        wide = options.update(width=WIDE_ENOUGH)
        for grid in (self, self._turned()):
            if Measurement.get(console, wide, grid._side_by_side()).minimum <= options.max_width:
                yield grid._side_by_side(grid._widths(options.max_width))
                return
        yield self._below_each_other()

    def _turned(self) -> "_Grid":
        """The same with its rows as columns."""
        first, *others = zip(self._head, *self._body, strict=True)
        return _Grid(first, others)

    def _widths(self, room: int) -> list[int | None]:
        """Widths of the columns in which no word is broken and the rows are as low as they can be; None: as wanted."""
        columns = [[cell.plain for cell in column] for column in zip(self._head, *self._body, strict=True)]
        most = [max(map(cell_len, "\n".join(cells).split("\n"))) for cells in columns]
        found = [max(map(cell_len, " ".join(cells).split() or [""])) for cells in columns]
        spare = room - BETWEEN * (len(columns) - 1)
        if sum(most) <= spare or sum(found) > spare:
            return [None] * len(columns)
        for _ in range(spare - sum(found)):
            widest = max(range(len(columns)), key=lambda n: most[n] / found[n] if found[n] < most[n] else 0)
            found[widest] += 1
        return [*found]

    def _side_by_side(self, widths: Sequence[int | None] = ()) -> Table:
        table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False, row_styles=STRIPES, show_edge=False)
        for head, width in zip_longest(self._head, widths):
            table.add_column(head, header_style=HEAD, vertical="top", overflow="fold", width=width)
        for row in self._body:
            table.add_row(*row)
        return table

    def _below_each_other(self) -> Table:
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(max_width=26)
        table.add_column()
        for row in self._body:
            table.add_row(Text.assemble(row[0], style=HEAD), "")
            for head, cell in zip(self._head[1:], row[1:], strict=True):
                if cell.plain:
                    table.add_row(Padding(Text(head.plain, DIM), (0, 0, 0, 2)), cell)
        return table


def _inked(cell: str, known: Callable[[str], bool]) -> Text:
    """A cell without its Markdown."""
    text, done = Text(), 0
    for mark in _MARKED.finditer(cell):
        text.append(cell[done : mark.start()])
        done = mark.end()
        if number := mark["number"]:
            text.append(number, rule_style(number).rich_style if known(number) else "")
        else:
            text.append(mark["bold"] or mark["code"] or "", "bold")
    text.append(cell[done:])
    return text
