"""What is under the cursor: the units as counters, one of them as a card, then the space as a table."""

from collections.abc import Sequence
from dataclasses import replace

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content

from wargame_tui.board.title import SpaceSheet, UnitSheet
from wargame_tui.tui.hint import Hint
from wargame_tui.tui.table.sourced import ESTIMATED, NO_DOUBTS, Doubts
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.widgets.unit_card import ESTIMATE as ESTIMATE
from wargame_tui.tui.widgets.unit_card import Draw, Row, card, facts, stack, table
from wargame_tui.tui.widgets.unit_card import states as states
from wargame_tui.tui.words import HEAD

LIT = "on #4a4128"


class HerePane(VerticalScroll):
    """Units and facts of one space. With the focus, arrows open the next unit and light a line, `r` opens its rule."""

    hints = (
        Hint("↑↓", "line"),
        Hint("←→", "unit"),
        Hint("r", "rule of the line"),
        Hint("Esc", "to the map", "screen.back"),
    )
    BINDINGS = [
        Binding("up", "line(-1)", show=False),
        Binding("down", "line(1)", show=False),
        Binding("left", "unit(-1)", show=False),
        Binding("right", "unit(1)", show=False),
        Binding("r", "rule", show=False),
    ]

    DEFAULT_CSS = """
    HerePane {
        padding: 0 1;
        background: $surface;
        scrollbar-size-vertical: 1;
        scrollbar-gutter: stable;
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._space: SpaceSheet | None = None
        self._units: Sequence[UnitSheet] = ()
        self._doubts = NO_DOUBTS
        self._draw_counter: Draw | None = None
        self._opened: str | None = None
        """The unit whose card is open."""
        self._pointed: str | None = None
        """The unit pointed at on the map: its card opens."""
        self._lit: int | None = None
        """The line that arrows have come to."""
        self._rows: list[Row] = []

    def compose(self) -> ComposeResult:
        """One text."""
        yield Words(id="here")

    def show(
        self,
        space: SpaceSheet | None,
        units: Sequence[UnitSheet],
        draw: Draw,
        first: str | None,
        doubts: Doubts = NO_DOUBTS,
    ) -> None:
        """Show a space; the card of the unit pointed at is open, and values that are in doubt have a mark."""
        names = [sheet.counter.unit for sheet in units]
        elsewhere = space is None or self._space is None or space.space != self._space.space
        if elsewhere or (first is not None and first != self._pointed) or self._opened not in names:
            self._opened = first if first in names else next(iter(names), None)
            self._lit = None
            self.scroll_home(animate=False)
        self._pointed = first
        self._space, self._units, self._draw_counter, self._doubts = space, units, draw, doubts
        self._draw()

    def on_resize(self) -> None:
        """Wrap the lines for the new width."""
        self._draw()

    @property
    def opened(self) -> str | None:
        """The unit whose card is open."""
        return self._opened

    @property
    def lit(self) -> int | None:
        """The line that arrows have come to."""
        return self._lit

    @property
    def rows(self) -> Sequence[Row]:
        """The lines on view."""
        return self._rows

    def _draw(self) -> None:
        width = max(20, self.scrollable_content_region.width or self.app.size.width - 4)
        self._rows = self._lines(width)
        words = [row.words for row in self._rows]
        if self._lit is not None and self._lit < len(words):
            lit = words[self._lit]
            words[self._lit] = lit.pad_right(max(0, width - lit.cell_length)).stylize(LIT)
        self.query_one("#here", Words).update(Content("\n").join(words))

    def _lines(self, width: int) -> list[Row]:
        space, draw = self._space, self._draw_counter
        if space is None or draw is None:
            return []
        mark = (f"{ESTIMATED} ", ESTIMATE) if self._doubts.space else ("", "")
        rows = [Row(Content.assemble(mark, (space.heading, HEAD)).truncate(width, ellipsis=True))]
        if len(self._units) > 1:
            rows += stack([sheet.counter for sheet in self._units], self._opened, draw, width)
            rows.append(_line(width))
        opened = next((sheet for sheet in self._units if sheet.counter.unit == self._opened), None)
        if opened is not None:
            doubts = self._doubts.units.get(opened.counter.unit, frozenset())
            rows += card(_supplied(opened, space), draw, width, doubts)
        if opened is not None and space.facts:
            rows.append(_line(width))
        rows += facts(space.facts, width, self._doubts.space)
        if space.links:
            rows.append(Row(Content.styled("Neighbours", "bold")))
            rows += table(space.links, width, self._doubts.space)
        return rows

    def action_line(self, by: int) -> None:
        """Light the next line that has a rule."""
        ruled = [number for number, row in enumerate(self._rows) if row.rule]
        if not ruled:
            self.scroll_relative(y=by, animate=False)
            return
        if self._lit is None:
            self._lit = ruled[0]
        else:
            after = [number for number in ruled if (number > self._lit if by > 0 else number < self._lit)]
            self._lit = (after[0] if by > 0 else after[-1]) if after else self._lit
        self._draw()
        self.scroll_to_region_of(self._lit)

    def scroll_to_region_of(self, line: int) -> None:
        """Bring a line into view."""
        top, height = int(self.scroll_y), self.scrollable_content_region.height
        if not top <= line < top + height:
            self.scroll_to(y=line if line < top else line - height + 1, animate=False)

    def action_unit(self, by: int) -> None:
        """Open the next unit of the stack."""
        names = [sheet.counter.unit for sheet in self._units]
        if names:
            at = names.index(self._opened) if self._opened in names else -by
            self.open(names[(at + by) % len(names)])

    def open(self, unit: str) -> None:
        """Open a unit's card."""
        self._opened, self._lit = unit, None
        self._draw()

    def action_rule(self) -> None:
        """Open the rule of the line; of none that of the first one that has a rule."""
        lit = self._rows[self._lit] if self._lit is not None and self._lit < len(self._rows) else None
        rule = lit.rule if lit else next((row.rule for row in self._rows if row.rule), None)
        if rule:
            self.app.call_later(self.app.run_action, f"rule({rule!r})")

    def on_click(self, event: events.Click) -> None:
        """A counter opens its card; a line with a rule is lit, and lit already opens the rule."""
        at = event.get_content_offset(self.query_one("#here", Words))
        if at is None or not 0 <= at.y < len(self._rows):
            return
        row = self._rows[at.y]
        unit = next((unit for start, end, unit in row.units if start <= at.x < end), None)
        if unit is not None:
            self.open(unit)
        elif row.rule and at.y == self._lit:
            self.action_rule()
        elif row.rule:
            self._lit = at.y
            self._draw()


def _line(width: int) -> Row:
    return Row(Content.styled("─" * width, "#4a515a"))


def _supplied(sheet: UnitSheet, space: SpaceSheet) -> UnitSheet:
    """A sheet with the supply of its side in its space, if it does not say itself how it is supplied."""
    label = f"{sheet.counter.side} supply"
    there = next((fact for fact in space.facts if fact.label == label), None)
    if there is None or any("supply" in fact.label.lower() for fact in (*sheet.condition, *sheet.facts)):
        return sheet
    return replace(sheet, facts=(*sheet.facts, replace(there, label="supply")))
