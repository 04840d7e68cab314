"""The commander's desk: points, forces by area, enemy activity, arrivals, objectives. Enter leads to the map."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Grid, Vertical
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from wargame_tui.board.desk import Activity, Arrival, Counts, Desk, ForceRow, Objective
from wargame_tui.board.fact import Fact
from wargame_tui.tui.coats import side_color
from wargame_tui.tui.map.palette import Sides
from wargame_tui.tui.screens.over_table import OverTable
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import BAD, DIM, GOOD, HEAD, KEY, keyed, rule_link

PAGES = ("forces", "activity", "arrivals", "objectives")
HEADINGS = {
    "forces": "Forces by area",
    "activity": "Enemy activity",
    "arrivals": "Arrivals due",
    "objectives": "Objectives",
}
"""Above the lists."""
SHORT = {"forces": "Forces", "activity": "Enemy", "arrivals": "Arrivals", "objectives": "Objectives"}
WIDEST_PLACE = 20
_OBJECTIVE = {None: ("  ", ""), True: ("★ ", f"bold {GOOD}"), False: ("☆ ", "bold")}
"""The sign before an area, and its style: no objective, one that is held, one that is not."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a list, and where on the map it leads."""

    words: Content
    space: str | None
    rule: str | None = None
    head: bool = False
    """Whether it stands over the others and is no row to go to."""


class DeskScreen(OverTable[str | None]):
    """Returns the space to go to, or None."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-broad")]

    BINDINGS = [
        Binding("escape,q,c", "dismiss(None)", "back"),
        Binding("tab,right", "next(1)", "next list", priority=True),
        Binding("shift+tab,left", "next(-1)", "previous list", priority=True),
        *(Binding(str(number), f"page('{page}')", show=False) for number, page in enumerate(PAGES, 1)),
        Binding("r", "rule", "rule"),
    ]

    DEFAULT_CSS = """
    DeskScreen {
        align: center middle;
        background: $background 40%;
        & > Vertical { width: 100%; height: 100%; background: $panel; padding: 0 1; }
        & #desk-facts { height: auto; margin: 1 0; }
        & #desk-tabs { display: none; height: 1; }
        & Grid { grid-size: 2 3; grid-columns: 11fr 9fr; grid-rows: 4fr 3fr 4fr; grid-gutter: 0 2; height: 1fr; }
        & .page { height: 1fr; }
        & #page-forces { row-span: 3; }
        & .heading { height: 1; }
        & OptionList {
            height: 1fr; border: none; background: $panel; padding: 0; scrollbar-size-vertical: 1;
            &:focus { border: none; background-tint: 0%; }
            & > .option-list--option { padding: 0; }
            & > .option-list--option-highlighted { background: transparent; color: $foreground; text-style: none; }
            &:focus > .option-list--option-highlighted { background: #4a4128; color: #ffffff; }
        }
        &.-narrow {
            & #desk-tabs { display: block; }
            & #desk-facts { margin: 0; }
            & Grid { grid-size: 1 1; grid-columns: 1fr; grid-rows: 1fr; }
            & .heading { display: none; }
            & .page { display: none; row-span: 1; }
            & .page.-open { display: block; }
        }
    }
    """

    def __init__(self, desk: Desk, sides: Sides) -> None:
        super().__init__()
        self._desk, self._sides = desk, sides
        self._page = PAGES[0]
        self._rows: dict[str, list[Row]] = {}

    def compose(self) -> ComposeResult:
        """Facts, then the four lists: side by side, or one at a time under tabs."""
        with Vertical():
            yield Words(id="desk-facts")
            yield Words(id="desk-tabs")
            with Grid():
                for page in PAGES:
                    with Vertical(id=f"page-{page}", classes="page"):
                        yield Words(Content.styled(HEADINGS[page], HEAD), classes="heading")
                        yield OptionList(id=f"list-{page}")
            keys = [
                keyed("↑↓", "row"),
                keyed("Tab", "next list"),
                keyed("Enter", "show on the map"),
                keyed("r", "rule"),
            ]
            yield Words(Content("  ").join([*keys, keyed("Esc", "back", "screen.dismiss(None)")]))

    def on_mount(self) -> None:
        """Fill the lists, once more when their widths are known."""
        self._draw()
        self.action_page(self._page)

    def on_resize(self) -> None:
        """Columns follow the width."""
        self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        width = self.app.size.width
        self.query_one("#desk-facts", Words).update(_facts(self._desk, width - 4))
        for page in PAGES:
            listed = self.query_one(f"#list-{page}", OptionList)
            room = (listed.size.width or width // 2) - 2  # A column for the scroll bar, and one of air.
            self._rows[page] = list(_ROWS[page](self._desk, self._sides, room))
            before = listed.highlighted
            listed.set_options(Option(row.words, disabled=row.head) for row in self._rows[page])
            first = next((number for number, row in enumerate(self._rows[page]) if not row.head), None)
            listed.highlighted = before if before is not None else first
        self._show_tabs()

    def _show_tabs(self) -> None:
        tabs = []
        for number, page in enumerate(PAGES, 1):
            count = sum(row.space is not None for row in self._rows.get(page, ()))
            style = "bold #101418 on #e3b652" if page == self._page else DIM
            tabs.append(Content.assemble((str(number), KEY), (f" {SHORT[page]} {count} ", style)))
        self.query_one("#desk-tabs", Words).update(Content(" ").join(tabs))

    def action_page(self, page: str) -> None:
        """To one of the lists."""
        self._page = page
        for other in PAGES:
            self.query_one(f"#page-{other}").set_class(other == page, "-open")
        self.query_one(f"#list-{page}").focus()
        self._show_tabs()
        self.call_after_refresh(self._draw)

    def action_next(self, by: int) -> None:
        """To the next list, or the one before."""
        self.action_page(PAGES[(PAGES.index(self._page) + by) % len(PAGES)])

    @property
    def _lit(self) -> Row | None:
        number, rows = self.query_one(f"#list-{self._page}", OptionList).highlighted, self._rows[self._page]
        return rows[number] if number is not None and number < len(rows) else None

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        page = (event.option_list.id or "").removeprefix("list-")
        row = self._rows[page][event.option_index]
        if row.space is not None:
            self.dismiss(row.space)

    def on_descendant_focus(self) -> None:
        """A click on a list goes there too."""
        page = (self.focused.id or "").removeprefix("list-") if self.focused is not None else ""
        if page in PAGES and page != self._page:
            self._page = page
            self._show_tabs()

    def action_rule(self) -> None:
        """Open the rule of the row."""
        row = self._lit
        if row is not None and row.rule:
            self.call_later(self.app.run_action, f"rule({row.rule!r})")


def _facts(desk: Desk, width: int) -> Content:
    """Heading and facts, as many in a line as fit."""
    lines = [Content.styled(desk.heading, HEAD)]
    line = Content("")
    for fact in desk.resources:
        piece = _fact(fact)
        longer = piece if not line else Content.assemble(line, ("  ·  ", DIM), piece)
        if longer.cell_length > width and line:
            lines.append(line)
            longer = piece
        line = longer
    return Content("\n").join([*lines, line])


def _fact(fact: Fact) -> Content:
    return Content.assemble((f"{fact.label} ", DIM), (fact.value, "bold"), " ", rule_link(fact.rule))


def _columns(parts: Sequence[tuple[Content, int]]) -> Content:
    """Parts side by side, each cut to or filled up to its width."""
    return Content("").join([_cell(words, width) for words, width in parts])


def _cell(words: Content, width: int) -> Content:
    if words.cell_length > width:
        return words.truncate(width - 1, ellipsis=True).pad_right(max(0, width - words.truncate(width - 1).cell_length))
    return words.pad_right(width - words.cell_length)


def _counts(counts: Counts, width: int) -> list[str]:
    """How many of each class, in as many lines as it takes."""
    lines = [""]
    for name, count in counts:
        longer = f"{lines[-1]} {name} {count}".strip()
        if len(longer) > width and lines[-1]:
            lines.append(f"{name} {count}")
        else:
            lines[-1] = longer
    return lines if counts else ["–"]


def _nothing(words: str) -> Row:
    return Row(Content.styled(words, DIM), None)


def force_rows(desk: Desk, sides: Sides, width: int) -> Iterator[Row]:
    """A line or more an area: who is there, the player's pieces on the left, then what is to be known of it."""
    place = min(WIDEST_PLACE, max((len(row.place) for row in desk.forces), default=0)) + 3
    half = max(8, (width - place - 1) // 2)
    if desk.forces and any(desk.sides):
        named = zip(desk.sides, sides, strict=False)
        heads = [Content.styled(words, f"bold {side_color(sides, side)}") for words, side in named]
        yield Row(_columns([(Content(""), place), *((words, half) for words in heads)]), None, head=True)
    for row in desk.forces:
        yield Row(_force_line(row, sides, place, half, width), row.space)
    if not desk.forces:
        yield _nothing("no units on the map")


def _force_line(row: ForceRow, sides: Sides, place: int, half: int, width: int) -> Content:
    color = side_color(sides, row.owner) if row.owner in sides else "#8b8f94"
    name = Content.assemble(_OBJECTIVE[row.objective], _cell(Content.styled(row.place, f"bold {color}"), place - 2))
    first, *more = _who(row, sides, half)
    if row.notes:
        notes = Content.styled(" · ".join(row.notes), BAD if row.alarm else DIM)
        more += notes.wrap(width - place)
    return Content("\n").join([Content.assemble(name, first), *(Content.assemble(" " * place, line) for line in more)])


def _who(row: ForceRow, sides: Sides, half: int) -> Iterator[Content]:
    """Both sides beside each other, each in as many lines of its own column as it needs."""
    columns = [_counts(row.own, half - 1), _counts(row.enemy, half - 1)]
    for parts in zip_longest(*columns, fillvalue=""):
        styled = zip(parts, sides, strict=False)
        yield _columns([(Content.styled(words, side_color(sides, side)), half) for words, side in styled])


def _activity_rows(desk: Desk, sides: Sides, width: int) -> Iterator[Row]:
    for line in desk.activity:
        yield Row(_activity_line(line, width), line.target or line.space, line.rule)
    if not desk.activity:
        yield _nothing("no orders rolled yet")


def _activity_line(line: Activity, width: int) -> Content:
    """Who and where, the die and its row, the order and what became of it."""
    roll = f"{line.die}" if line.die is not None else ""
    if line.row is not None and line.row != line.die:
        roll += f"→{line.row}"
    order = line.done if line.rolled == line.done else f"{line.rolled} → {line.done}"
    parts = [(line.place, "bold"), (line.group, DIM), (roll, KEY), (order, "bold")]
    head = Content(" ").join([Content.styled(words, style) for words, style in parts if words])
    way = f"to {line.target_place}" if line.target_place and line.target != line.space else ""
    rest = ": ".join(part for part in (way, line.moved) if part)
    lines = [Content.assemble(head, " ", rule_link(line.rule))]
    if rest:
        lines.append(Content.assemble("  ", _wrapped(rest, 2, width, DIM)))
    return Content("\n").join(lines)


def _arrival_rows(desk: Desk, sides: Sides, width: int) -> Iterator[Row]:
    place = min(WIDEST_PLACE, max((len(row.place) for row in desk.arrivals), default=0)) + 1
    for row in desk.arrivals:
        yield Row(_arrival_line(row, sides, place, width), row.space)
    if not desk.arrivals:
        yield _nothing("no arrivals known")


def _arrival_line(row: Arrival, sides: Sides, place: int, width: int) -> Content:
    color = side_color(sides, row.side)
    head = _columns([(Content.styled(row.when, KEY), 4), (Content.styled(row.place, f"bold {color}"), place)])
    return Content.assemble(head, _wrapped(row.pieces, 4 + place, width))


def _wrapped(words: str, indent: int, width: int, style: str = "") -> Content:
    """Words in as many lines as they need, all but the first with an indent."""
    lines, line = [], ""
    for word in words.split(" "):
        longer = f"{line} {word}".strip()
        if len(longer) > max(10, width - indent - 1) and line:
            lines.append(line)
            longer = word
        line = longer
    return Content.styled(f"\n{' ' * indent}".join([*lines, line]), style)


def _objective_rows(desk: Desk, sides: Sides, width: int) -> Iterator[Row]:
    place = min(WIDEST_PLACE, max((len(row.place) for row in desk.objectives), default=0)) + 1
    worth = any(row.worth != 1 for row in desk.objectives)
    for row in desk.objectives:
        yield Row(_objective_line(row, place, worth), row.space)
    if not desk.objectives:
        yield _nothing("no place counts for victory")


def _objective_line(row: Objective, place: int, with_worth: bool) -> Content:
    mark = _OBJECTIVE[row.held]
    worth = f"{row.worth:>2}  " if with_worth else ""
    status = Content.styled(row.status, GOOD if row.held else "")
    return Content.assemble(mark, _cell(Content.styled(row.place, "bold"), place), (worth, KEY), status)


_ROWS: dict[str, Callable[[Desk, Sides, int], Iterator[Row]]] = {
    "forces": force_rows,
    "activity": _activity_rows,
    "arrivals": _arrival_rows,
    "objectives": _objective_rows,
}
