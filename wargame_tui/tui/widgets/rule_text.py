"""A rule's text in parts: prose, and tables as wide as the screen allows."""

import re
from collections.abc import Callable, Iterator, Sequence

from rich import box
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import DIM, HEAD, rule_style

Row = Sequence[str]
CITED = re.compile(r"(?<![\w./\-:`])(?:QA-\d+|[A-Z]{1,2}\d{1,2}|\d{1,2}(?:\.\d{1,3}){1,2}[a-z]?)(?![\d.]*\d|[/\w])")
"""What may be the number of a rule; whether it is, the book knows."""
_RULED = re.compile(r"\|[\s:|-]+\|\s*")
_BETWEEN_CELLS = re.compile(r"(?<!\\)\|")
_MARKED = re.compile(rf"\*\*(?P<bold>[^*]+)\*\*|`(?P<code>[^`]*)`|(?P<number>{CITED.pattern})")
STRIPES = ("", "on #1b1f23")
WIDE_ENOUGH = 10_000


def parts(text: str) -> Iterator[str | list[Row]]:
    """The prose and the tables of a text in Markdown, in order; the first row of a table is its head."""
    prose: list[str] = []
    table: list[str] = []
    for line, code in _with_code(text.split("\n")):
        if not code and line.startswith("|"):
            table.append(line)
            continue
        if table:
            yield from _closed(prose, table)
            prose, table = [], []
        prose.append(line)
    yield from _closed(prose, table)


def _with_code(lines: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Each line, and whether it is code."""
    code = False
    for line in lines:
        fence = line.startswith("```")
        yield line, code or fence
        code ^= fence


def _closed(prose: list[str], table: list[str]) -> Iterator[str | list[Row]]:
    if len(table) < 2 or not _RULED.fullmatch(table[1]):
        prose, table = prose + table, []  # Not a table after all.
    if any(line.strip() for line in prose):
        yield "\n".join(prose)
    if table:
        yield [_cells(line) for line in (table[0], *table[2:])]


def _cells(line: str) -> Row:
    return [cell.replace("\\|", "|").strip() for cell in _BETWEEN_CELLS.split(line.strip().strip("|"))]


class RuleTable(Words):
    """A table of the rules. Numbers of rules in it open them."""

    DEFAULT_CSS = """
    RuleTable { height: auto; margin: 0 0 1 0; }
    """

    def __init__(self, rows: Sequence[Row], known: Callable[[str], bool]) -> None:
        """`known` says whether something is the number of a rule."""
        head, *body = rows
        width = len(head)
        cells = [[_inked(cell, known) for cell in [*row[:width], *[""] * (width - len(row))]] for row in body]
        super().__init__(_Grid([_inked(cell, known) for cell in head], cells))


class _Grid:
    """Columns side by side where their words fit, otherwise one row after the other, cell below cell."""

    def __init__(self, head: Sequence[Text], body: Sequence[Sequence[Text]]) -> None:
        self._head, self._body = head, body

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        table = self._side_by_side()
        wide = options.update(width=WIDE_ENOUGH)
        fits = Measurement.get(console, wide, table).minimum <= options.max_width
        yield table if fits else self._below_each_other()

    def _side_by_side(self) -> Table:
        table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False, row_styles=STRIPES, show_edge=False)
        for head in self._head:
            table.add_column(head, header_style=HEAD, vertical="top")
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
