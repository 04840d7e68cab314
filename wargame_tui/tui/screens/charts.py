"""The charts of a title: tables of the rulebook, with what counts now lit; found by what players call them."""

from __future__ import annotations

import re
from asyncio import Lock
from collections.abc import Callable, Sequence
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from wargame_tui.board.pages import Chart, fitting
from wargame_tui.tui.screens.look_up import PAGE_KEYS, TO_PAGE, page_tabs
from wargame_tui.tui.screens.over_table import OverTable
from wargame_tui.tui.widgets.rule_text import RuleTable
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import DIM, HEAD, KEY, RULE_COLOR, keyed

NAME = "charts"
CITED = re.compile(r" \(\d[^()]*\)")
"""Rules that a heading cites: for the page, too long for the list."""


class ChartsScreen(OverTable[str | None]):
    """A list of the charts and the one on view. Returns another page (`page NAME`), or None."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-broad")]
    BINDINGS = [
        Binding("escape,q", "back", "back", priority=True),
        # With priority, so that what is typed right after it is not lost.
        Binding("slash", "search", "search", priority=True),
        Binding("left,left_square_bracket", "turn(-1)", show=False),
        Binding("right,right_square_bracket", "turn(1)", show=False),
        Binding("r", "rule", "rule"),
        Binding("space,pagedown", "scroll(1)", show=False),
        Binding("pageup", "scroll(-1)", show=False),
        *PAGE_KEYS,
    ]

    DEFAULT_CSS = """
    ChartsScreen {
        & > Vertical { width: 100%; height: 100%; background: $panel; padding: 0 1; }
        & #chart-pages { height: 1; }
        & #chart-list { width: 38; height: 1fr; }
        & #chart-body { height: 1fr; padding: 0 1; scrollbar-size-vertical: 1; }
        & #chart-table { height: auto; }
        & #chart-head { height: auto; margin: 0 0 1 0; }
        & Input { display: none; }
        &.-searching Input { display: block; }
        &.-narrow #chart-list { width: 100%; height: 6; }
        &.-narrow Horizontal { layout: vertical; }
        & OptionList {
            height: 1fr; border: none; background: $panel; padding: 0; scrollbar-size-vertical: 1;
            &:focus { border: none; background-tint: 0%; }
            & > .option-list--option { padding: 0; }
        }
    }
    """

    def __init__(self, charts: Sequence[Chart], known: Callable[[str], bool]) -> None:
        """`known` says whether something is the number of a rule."""
        super().__init__()
        self._charts, self._known = list(charts), known
        self._found = list(charts)
        self._shown: Chart | None = None
        self._writing = Lock()

    def compose(self) -> ComposeResult:
        """Pages, the list of charts and the chart itself, the keys."""
        with Vertical():
            yield Words(page_tabs(NAME, self.app.size.width), id="chart-pages")
            with Horizontal():
                with Vertical(id="chart-list"):
                    yield Input(placeholder="CRT, TEC, supply ...", compact=True)
                    yield OptionList()
                with VerticalScroll(id="chart-body", can_focus=False):
                    yield Words(id="chart-head")
                    yield Vertical(id="chart-table")
            keys = [keyed("↑↓", "chart"), keyed("/", "search", "screen.search"), keyed("Space", "on by a page")]
            keys += [keyed("r", "rule", "screen.rule"), keyed("Esc", "back", "screen.dismiss(None)")]
            yield Words(Content("  ").join(keys))

    def on_mount(self) -> None:
        """List all charts."""
        self._list()
        self.query_one(OptionList).focus()

    @property
    def shown(self) -> Chart | None:
        """The chart on view."""
        return self._shown

    @property
    def found(self) -> Sequence[Chart]:
        """The charts listed."""
        return self._found

    def _list(self) -> None:
        listed = self.query_one(OptionList)
        listed.set_options(Option(_line(chart)) for chart in self._found)
        listed.highlighted = 0 if self._found else None
        self._show(self._found[0] if self._found else None)

    def _show(self, chart: Chart | None) -> None:
        if chart is self._shown and chart is not None:
            return
        self._shown = chart
        head = self.query_one("#chart-head", Words)
        if chart is None:
            head.update(Content.styled("No chart of that name.", DIM))
        else:
            lit = "" if chart.column is None and chart.row is None else "   lit: now"
            head.update(Content.assemble((f"{chart.number} ", f"bold {RULE_COLOR}"), (chart.heading, HEAD), (lit, KEY)))
        self.run_worker(self._write(chart), group="chart")

    async def _write(self, chart: Chart | None) -> None:
        async with self._writing:
            if chart is self._shown:
                body = self.query_one("#chart-table")
                await body.remove_children()
                if chart is not None:
                    await body.mount(RuleTable(chart.rows, self._known, column=chart.column, row=chart.row))
                self.query_one("#chart-body").scroll_home(animate=False)

    @on(OptionList.OptionHighlighted)
    def _lit(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_index < len(self._found):
            self._show(self._found[event.option_index])

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self._show(self._found[event.option_index])

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        self._found = fitting(self._charts, event.value)
        self._list()

    @on(Input.Submitted)
    def _entered(self) -> None:
        self.query_one(OptionList).focus()

    def action_search(self) -> None:
        """Look for a chart by what players call it."""
        self.add_class("-searching")
        self.query_one(Input).focus()

    def action_back(self) -> None:
        """Out of the search, then out of the charts."""
        if self.has_class("-searching"):
            self.remove_class("-searching")
            self.query_one(Input).value = ""
            self.query_one(OptionList).focus()
        else:
            self.dismiss(None)

    def action_turn(self, by: int) -> None:
        """The next chart of the list, or the one before."""
        listed = self.query_one(OptionList)
        if listed.highlighted is not None:
            listed.highlighted = (listed.highlighted + by) % len(self._found)

    def action_scroll(self, by: int) -> None:
        """On or back by a page of the chart."""
        body = self.query_one("#chart-body")
        body.scroll_relative(y=by * max(1, body.size.height - 1), animate=False)

    def action_rule(self) -> None:
        """The rule that the chart is."""
        if self._shown is not None:
            self.app.call_later(self.app.run_action, f"rule({self._shown.number!r})")

    def action_page(self, name: str) -> None:
        """Another page; the key of this one closes it."""
        self.dismiss(None if name == NAME else f"{TO_PAGE}{name}")

    def check_action(self, action: str, parameters: tuple[Any, ...]) -> bool | None:
        """What is typed goes into the search."""
        return not (isinstance(self.focused, Input) and action in ("search", "turn", "rule", "scroll"))


def _line(chart: Chart) -> Content:
    lit = chart.column is not None or chart.row is not None
    number = f"{chart.number} "
    return Content.assemble((number.ljust(6), RULE_COLOR), (CITED.sub("", chart.heading), KEY if lit else "")).truncate(
        36, ellipsis=True
    )
