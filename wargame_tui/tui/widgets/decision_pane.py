"""The decision in hand: the question, and the legal commands with their keys."""

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from wargame_tui.core.title import Odds
from wargame_tui.tui.hint import Hint
from wargame_tui.tui.session import Choice
from wargame_tui.tui.table.listing import Row, by_key, is_heading, is_offered
from wargame_tui.tui.widgets.odds_pane import OddsPane
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import DIM, KEY


class DecisionList(OptionList):
    """The legal commands."""

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

    def on_click(self, event: events.Click) -> None:
        """The second click of two falls on a list that the first has changed: it picks nothing."""
        if event.chain > 1:
            event.prevent_default()


class DecisionPane(Vertical):
    """Prompt, what just happened, commands, odds."""

    DEFAULT_CSS = """
    DecisionPane {
        background: $surface;
        & > #prompt { padding: 0 1; height: auto; max-height: 6; }
        & > #happened { padding: 0 1; height: auto; max-height: 5; color: #8b8f94; display: none; }
        & > #happened.-shown { display: block; }
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

    class Lit(Message):
        """The highlight moved to a command, to a piece, or off all of them."""

        def __init__(self, choice: Choice | None, unit: str | None = None) -> None:
            self.choice = choice
            self.unit = unit
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

    def compose(self) -> ComposeResult:
        """From the question down to the odds."""
        yield Words(id="prompt")
        yield Words(id="happened")
        with Vertical(id="choose"):
            yield self.listed
            yield self._odds

    def ask(self, prompt: Content, happened: Content | None) -> None:
        """Show the question, and what led to it."""
        self.query_one("#prompt", Words).update(prompt)
        told = self.query_one("#happened", Words)
        told.set_class(happened is not None, "-shown")
        if happened is not None:
            told.update(happened)

    def offer(self, rows: list[Row]) -> None:
        """Show other commands, or the same in another order."""
        if rows == self.rows:
            return
        self.rows = rows
        self.keys = by_key(rows)
        listed = self.listed
        listed.set_options(Option(_line(row), disabled=is_heading(row)) for row in rows)
        first = next((n for n, row in enumerate(rows) if is_offered(row)), None)
        listed.highlighted = first
        if first is None:
            self.post_message(self.Lit(None))
        listed.scroll_home(animate=False)
        self._share_room()

    def on_resize(self) -> None:
        """Share the new room out."""
        self._share_room()

    def _share_room(self) -> None:
        """The odds may have the half of the room below the question, and what the list leaves."""
        self.call_after_refresh(self._leave_to_odds)

    def _leave_to_odds(self) -> None:
        room = self.query_one("#choose").size.height
        beside = self.screen.has_class("-narrow")
        left = room - self.listed.virtual_size.height
        self._odds.styles.max_height = room if beside else max(room // 2, left)

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
        if row.choice:
            self.post_message(self.Chosen(row.choice))
        elif row.piece:
            self.post_message(self.Taken(row.piece.unit))
        elif row.group:
            self.post_message(self.Opened(row.group.name))
        elif row.place:
            self.post_message(self.Led(row.place.space))

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
        without = "show them" if row.group else "take it in hand" if self.lit_piece else "go there"
        enter = Hint("Enter", lit.text if lit else without)
        rule = (Hint("r", f"rule {lit.rule}", "screen.rule_here"),) if lit and lit.rule else ()
        return (enter, Hint("Esc", "to the map", "screen.back"), *rule)

    def step(self, by: int) -> None:
        """Move the highlight without leaving the map."""
        listed = self.listed
        if by > 0:
            listed.action_cursor_down()
        else:
            listed.action_cursor_up()

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


def _line(row: Row) -> Content:
    if row.place:
        return Content.assemble("  ", row.words, (f"  {row.place.count}", DIM))
    if row.piece:
        return Content.assemble((f"{row.key or ' '} ", KEY), row.words, (f"  {row.piece.count} ways", DIM))
    if row.group:
        return Content.assemble((f"{row.key or ' '} ", KEY), row.words, (f"  {row.group.count}", DIM))
    if row.choice is None:
        return Content.styled(row.words)
    return Content.assemble((f"{row.key or ' '} ", KEY), row.words)
