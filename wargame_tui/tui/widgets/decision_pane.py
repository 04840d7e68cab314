"""The decision in hand: the question, and the legal commands with their keys."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from time import monotonic
from typing import ClassVar, Self

from textual import events, on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.visual import VisualType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from wargame_tui.board.gestures import Compared, Gesture
from wargame_tui.core.command import Command
from wargame_tui.core.title import Odds
from wargame_tui.tui.hint import Hint
from wargame_tui.tui.session import Choice
from wargame_tui.tui.table.listing import FIRST_KEY, Row, by_key, is_heading, is_offered, stands_first
from wargame_tui.tui.table.numbers import PAGE
from wargame_tui.tui.widgets.odds_pane import OddsPane
from wargame_tui.tui.widgets.text import Hung, Words
from wargame_tui.tui.words import DIM, KEY

FEWEST_ROWS = 8
"""Lines of the list that odds never take, if it has as many."""
FIGURES = "#c9a24a"
"""The colour of the figures before a line."""
REACTION = 0.2
"""Seconds in which nobody aims at a line anew: figures and proposals that come later may move the lines."""
MOST_HAPPENED = 5
"""Rows of what led to a question."""
AIMING = 0.7
"""Seconds after the mouse has moved over the list, or clicked there, in which lines stay where they are."""
FEWEST_ODDS = 3
"""Lines that odds have even where that leaves the list fewer."""


class DecisionList(OptionList):
    """The legal commands."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pagedown", "turn(1)", "the next nine", show=False),
        Binding("pageup", "turn(-1)", "the nine before", show=False),
        Binding("shift+down", "odds(1)", "odds below", show=False),
        Binding("shift+up", "odds(-1)", "odds above", show=False),
    ]

    class Turned(Message):
        """Digits are to give the next nine, or those before."""

        def __init__(self, by: int) -> None:
            self.by = by
            super().__init__()

    class Scrolled(Message):
        """More of the odds is to be seen."""

        def __init__(self, by: int) -> None:
            self.by = by
            super().__init__()

    DEFAULT_CSS = """
    DecisionList {
        height: 1fr;
        min-height: 4;
        border: none;
        padding: 0;
        background: $surface;
        scrollbar-size-vertical: 1;
        &:focus { border: none; background: $surface; background-tint: 0%; }
        & > .option-list--option { padding: 0 1; }
        & > .option-list--option-highlighted { background: $panel-lighten-1; text-style: none; }
        &:focus > .option-list--option-highlighted { background: #4a4128; color: #ffffff; text-style: bold; }
        & > .option-list--option-disabled { color: #c8b98a; text-style: bold; }
    }
    """

    _changed = 0.0
    """When other lines were shown."""
    _aimed = 0.0
    """When the mouse last moved or clicked over the lines; 0 once it has left them."""

    @property
    def aimed(self) -> float:
        """Seconds for which what comes late had better wait, since a player aims at a line."""
        return max(0.0, self._aimed + AIMING - monotonic())

    def set_options(self, options: Iterable[Option | VisualType | None]) -> Self:
        """Show other lines."""
        self._changed = monotonic()
        return super().set_options(options)

    def action_turn(self, by: int) -> None:
        """Let digits give other lines."""
        self.post_message(self.Turned(by))

    def action_odds(self, by: int) -> None:
        """Show more of the odds."""
        self.post_message(self.Scrolled(by))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """What the mouse is over is lit, with its odds, before it is clicked."""
        self._aimed = monotonic()
        number = event.style.meta.get("option")
        if number is not None and not self.options[number].disabled:
            self.highlighted = number

    def on_leave(self) -> None:
        """Nobody aims at a line any more."""
        self._aimed = 0.0

    def on_click(self, event: events.Click) -> None:
        """What was aimed at lines that have just moved picks nothing, and no more does the second click of two."""
        self._aimed = monotonic()
        haste = App.CLICK_CHAIN_TIME_THRESHOLD if event.chain > 1 else REACTION
        if monotonic() - self._changed < haste:
            event.prevent_default()


class DecisionPane(Vertical):
    """Prompt, what just happened, commands, odds.

    Below the commands it is said what figures beside them are: they come late, and what stands above would push lines.
    """

    DEFAULT_CSS = """
    DecisionPane {
        background: $surface;
        border-left: blank;
        &:focus-within { border-left: outer #d8a848; }
        & > #prompt { padding: 0 1; height: auto; max-height: 6; }
        & > #happened { padding: 0 1; height: auto; max-height: 5; color: #8b8f94; display: none; }
        & > #happened.-shown, & #columns.-shown { display: block; }
        & #columns { padding: 0 1 0 3; height: 1; display: none; }
        & > #choose { height: 1fr; }
    }
    """

    class Chosen(Message):
        """A command was picked in the list."""

        def __init__(self, choice: Choice) -> None:
            self.choice = choice
            super().__init__()

    class Taken(Message):
        """A line that takes a piece in hand was picked."""

        def __init__(self, unit: str) -> None:
            self.unit = unit
            super().__init__()

    class Opened(Message):
        """A line that stands for a group was picked."""

        def __init__(self, group: str) -> None:
            self.group = group
            super().__init__()

    class Denied(Message):
        """A line was picked that cannot be given now."""

        def __init__(self, choice: Choice) -> None:
            self.choice = choice
            super().__init__()

    class Lit(Message):
        """The highlight moved to a command, to a piece, or off all of them."""

        def __init__(self, choice: Choice | None, unit: str | None = None) -> None:
            self.choice = choice
            self.unit = unit
            super().__init__()

    class Proposed(Message):
        """What is proposed was accepted."""

        def __init__(self, proposal: Gesture) -> None:
            self.proposal = proposal
            super().__init__()

    class LeftOut(Message):
        """Something is to be left out of the attack in hand."""

        def __init__(self, command: Command) -> None:
            self.command = command
            super().__init__()

    class Led(Message):
        """A line that leads to a place was picked."""

        def __init__(self, space: str) -> None:
            self.space = space
            super().__init__()

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[Row] = []
        self.keys: dict[str, Row] = {}
        self.listed = DecisionList()
        self._odds = OddsPane()
        self._columns: Compared | None = None
        """What stands before the words of the lines."""

    def compose(self) -> ComposeResult:
        """From the question down to the odds."""
        yield Words(id="prompt")
        yield Words(id="happened")
        with Vertical(id="choose"):
            yield self.listed
            yield Words(id="columns")
            yield self._odds

    def ask(self, prompt: Content, happened: Sequence[Content] = ()) -> None:
        """Show the question, and what led to it: the last of that, where there is no room for all."""
        self.query_one("#prompt", Words).update(prompt)
        told, width = self.query_one("#happened", Words), self.size.width - 2
        lines = [*happened]
        while width > 0 and len(lines) > 1 and sum(len(line.wrap(width)) for line in lines) > MOST_HAPPENED:
            del lines[0]
        told.set_class(bool(lines), "-shown")
        if lines:
            told.update(Content("\n").join(lines))

    def offer(
        self, rows: list[Row], here: str | None = None, columns: Compared | None = None, *, again: bool = False
    ) -> None:
        """Show other commands, or the same as seen from another space: what is there is highlighted.

        `columns` stand before their words. `again`: they are those of the same decision, perhaps in other words.
        """
        at_cursor = next((n for n, row in enumerate(rows) if row.space == here and is_offered(row)), None)
        if rows == self.rows and columns == self._columns:
            lit = self._row
            bound = lit is not None and stands_first(lit)
            if at_cursor is not None and not bound and (lit is None or lit.space != here):
                self.listed.highlighted = at_cursor
            return
        still = self._still_in(rows) if again else None
        still = self._same_in(rows) if still is None else still
        self._set(rows, columns)
        listed = self.listed
        first = next((n for n, row in enumerate(rows) if is_offered(row)), None)
        # What is proposed as a whole gives way to what is under the cursor; what commits or ends does not.
        stands = first is not None and stands_first(rows[first]) and rows[first].proposal is None
        listed.highlighted = still if still is not None else first if stands or at_cursor is None else at_cursor
        if listed.highlighted is None:
            self.post_message(self.Lit(None))
        if listed.highlighted in (None, first):
            listed.scroll_home(animate=False)
        self._share_room()

    def _still_in(self, rows: list[Row]) -> int | None:
        """The highlighted line among the same lines in other words; None if they are others."""
        lit = self._row
        if lit is None or [*filter(None, map(_picked, self.rows))] != [*filter(None, map(_picked, rows))]:
            return None
        return next((n for n, row in enumerate(rows) if _picked(row) == _picked(lit)), None)

    def _same_in(self, rows: list[Row]) -> int | None:
        """The line of other rows that is the highlighted one, for a player who is in the list and buys it again."""
        lit = self.lit if self.listed.has_focus else None
        if lit is None:
            return None
        lines = ((n, row.choice or row.denied) for n, row in enumerate(rows) if row.number)
        return next((n for n, choice in lines if choice is not None and choice.notation == lit.notation), None)

    def _set(self, rows: list[Row], columns: Compared | None) -> None:
        self.rows, self.keys, self._columns = rows, by_key(rows), columns
        head = self.query_one("#columns", Words)
        head.set_class(columns is not None, "-shown")
        if columns is not None:
            head.update(Content.styled(columns.heading, DIM))
        wide = [max(map(len, cells)) for cells in zip(*columns.of.values(), strict=True)] if columns else []

        def figures(row: Row) -> str:
            cells = columns.of.get(row.choice.command, ()) if columns and row.choice else ()
            return "  ".join(cell.rjust(width) for cell, width in zip(cells, wide, strict=False))

        self.listed.set_options(Option(_line(row, figures(row)), disabled=is_heading(row)) for row in rows)

    def show_page(self, rows: list[Row], columns: Compared | None = None) -> None:
        """Show the same lines with digits beside others; the first of these is highlighted."""
        self._set(rows, columns)
        first = next((n for n, row in enumerate(rows) if row.number and row.key), None)
        if first is not None:
            self.listed.highlighted = len(rows) - 1
            self.listed.highlighted = first

    def on_resize(self) -> None:
        """Share the new room out."""
        self._share_room()

    def _share_room(self) -> None:
        """The odds may have the half of the room below the question, and what the list leaves."""
        self.call_after_refresh(self._leave_to_odds)

    def _leave_to_odds(self) -> None:
        room = self.query_one("#choose").size.height
        beside = self.screen.has_class("-narrow")
        left = room - min(FEWEST_ROWS, self.listed.virtual_size.height) - (self._columns is not None)
        self._odds.styles.max_height = room if beside else max(FEWEST_ODDS, left)

    def odds(self, odds: Odds | None, heading: str = "") -> None:
        """Show the odds of the highlighted command."""
        self._odds.show(odds, heading)

    def light(self, choice: Choice) -> None:
        """Highlight a command."""
        number = next((n for n, row in enumerate(self.rows) if row.choice == choice), None)
        if number is not None:
            self.listed.highlighted = number

    def pick(self, row: Row) -> None:
        """What picking a line means."""
        if row.proposal:
            self.post_message(self.Proposed(row.proposal))
        elif row.choice:
            self.post_message(self.Chosen(row.choice))
        elif row.piece:
            self.post_message(self.Taken(row.piece.unit))
        elif row.group:
            self.post_message(self.Opened(row.group.name))
        elif row.place:
            self.post_message(self.Led(row.place.space))
        elif row.denied:
            self.post_message(self.Denied(row.denied))
        elif row.out:
            self.post_message(self.LeftOut(row.out))

    @property
    def _row(self) -> Row | None:
        number = self.listed.highlighted
        return self.rows[number] if number is not None and number < len(self.rows) else None

    @property
    def lit(self) -> Choice | None:
        """The highlighted command."""
        row = self._row
        return row.choice if row else None

    @property
    def lit_object(self) -> Choice | None:
        """The highlighted command, if it is not the one that commits: that has a key of its own."""
        row = self._row
        return row.choice if row and not row.commits and FIRST_KEY not in (row.key, row.also) else None

    @property
    def lit_piece(self) -> str | None:
        """The piece of the highlighted line, if it takes one in hand."""
        row = self._row
        return row.piece.unit if row and row.piece else None

    @property
    def hints(self) -> tuple[Hint, ...]:
        """What keys do here."""
        lit, row = self.lit, self._row
        if row is None:
            return (Hint("↑↓", "choose"), Hint("Esc", "to the map", "screen.back"))
        enter = Hint("Enter", lit.text if lit else _without_command(row))
        rule = (Hint("r", f"rule {lit.rule}", "screen.rule_here"),) if lit and lit.rule else ()
        more = (Hint("PgDn", "next nine"),) if any(row.number > PAGE for row in self.rows) else ()
        return (enter, Hint("Esc", "to the map", "screen.back"), *more, *rule)

    def step(self, by: int) -> None:
        """Move the highlight without leaving the map."""
        listed = self.listed
        if by > 0:
            listed.action_cursor_down()
        else:
            listed.action_cursor_up()

    @on(DecisionList.Scrolled)
    def _scrolled(self, event: DecisionList.Scrolled) -> None:
        event.stop()
        self._odds.scroll_relative(y=event.by, animate=False)

    @on(OptionList.OptionHighlighted)
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if event.option_index < len(self.rows):
            row = self.rows[event.option_index]
            self.post_message(self.Lit(row.choice, row.piece.unit if row.piece else None))

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        # A second click may arrive after the list has become another, shorter one.
        if event.option_index < len(self.rows):
            self.pick(self.rows[event.option_index])


def _picked(row: Row) -> object:
    """What picking a line is about; None of a heading."""
    return row.proposal or row.choice or row.piece or row.group or row.place or row.denied or row.out


def _without_command(row: Row) -> str:
    """What Enter does on a line that is no command."""
    if row.denied:
        return "why not?"
    if row.proposal:
        return "accept"
    return "list them" if row.group else "select it" if row.piece else "leave it out" if row.out else "go there"


def _line(row: Row, figures: str = "") -> Hung:
    """`figures` stand in columns before the words."""
    key, where = (f"{row.key or ' '} ", KEY), Content.styled(f"  {row.where}" if row.where else "", DIM)
    if row.place:
        return Hung(Content.assemble("  ", row.words, (f"  {row.place.count}", DIM)))
    if row.piece:
        return Hung(Content.assemble(key, row.words, (f"  {row.piece.count} choices", DIM)), where)
    if row.group:
        return Hung(Content.assemble(key, row.words, (f"  {row.group.count}", DIM)))
    if row.denied:
        return Hung(Content.styled(f"{row.key or ' '} {row.words}", DIM))
    if is_heading(row):
        return Hung(Content.styled(row.words))
    return Hung(Content.assemble(key, (f"{figures}  ", FIGURES) if figures else "", row.words), where)
