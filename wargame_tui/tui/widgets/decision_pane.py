"""The decision in hand: the question, and the legal commands with their keys."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import ascii_uppercase

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from wargame_tui.core.title import Odds
from wargame_tui.tui.session import Choice
from wargame_tui.tui.widgets.hint_bar import Hint
from wargame_tui.tui.widgets.odds_pane import OddsPane
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import DIM, KEY

MOST_LISTED_ELSEWHERE = 14
"""With more commands than this away from the cursor, each other place is one line that leads there."""
RESERVED = "FNPQ"
"""Capital letters that mean something else on the table."""


@dataclass(frozen=True, slots=True)
class Place:
    """A line of the list that leads to a place with commands of its own."""

    space: str
    count: int


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the list: a command, a place, or a heading (neither)."""

    words: str
    choice: Choice | None = None
    place: Place | None = None
    key: str = ""


def arrange(
    choices: Sequence[Choice], here: str | None, unit: str | None, names: Mapping[str, str], only_here: bool = False
) -> list[Row]:
    """The list of commands as seen from the cursor: here, then those without a place, then elsewhere."""
    near = [c for c in choices if concerns(c, here, unit)]
    free = [c for c in choices if c.space is None and c not in near]
    far: dict[str, list[Choice]] = {}
    for choice in choices:
        if choice.space is not None and choice not in near:
            far.setdefault(choice.space, []).append(choice)
    rows: list[Row] = []
    if near and here:
        rows.append(Row(names.get(here, here)))
    rows += [Row(c.text, c, key=str(n) if n < 10 else "") for n, c in enumerate(near, 1)]
    if free and rows:
        rows.append(Row("In general"))
    # Letters stay the same while the cursor moves; where nothing depends on it, digits are easier to find.
    keyed = letters(free) if near or far else [(c, str(n) if n < 10 else "") for n, c in enumerate(free, 1)]
    rows += [Row(choice.text, choice, key=key) for choice, key in keyed]
    if not far or (only_here and near):
        return rows
    if sum(map(len, far.values())) > MOST_LISTED_ELSEWHERE:
        rows.append(Row("Elsewhere"))
        return rows + [Row(names.get(space, space), place=Place(space, len(there))) for space, there in far.items()]
    alone = [there[0] for there in far.values() if len(there) == 1]
    if alone:
        rows += [Row("Elsewhere"), *(Row(choice.text, choice) for choice in alone)]
    for space, there in far.items():
        if len(there) > 1:
            rows += [Row(names.get(space, space)), *(Row(choice.text, choice) for choice in there)]
    return rows


def letters(choices: Sequence[Choice]) -> list[tuple[Choice, str]]:
    """A capital letter for each command: from its words if one is free."""
    free = [letter for letter in ascii_uppercase if letter not in RESERVED]
    taken: dict[int, str] = {}
    # A verb's own letter goes first, so that `end` is E whatever else may be done.
    for texts in ([c.notation[:1] for c in choices], [c.notation + c.text + ascii_uppercase for c in choices]):
        for number, text in enumerate(texts):
            letter = next((c for c in text.upper() if c in free), "")
            if number not in taken and letter:
                free.remove(letter)
                taken[number] = letter
    return [(choice, taken.get(number, "")) for number, choice in enumerate(choices)]


def concerns(choice: Choice, here: str | None, unit: str | None) -> bool:
    """Whether a command is about the space, or if one is named the unit, that the cursor points at."""
    if unit is not None:
        return choice.target.unit == unit
    if here is None:
        return False
    bridge = choice.target.bridge
    return choice.space == here or (bridge is not None and here in bridge.split("-"))


class CommandList(OptionList):
    """The legal commands."""

    DEFAULT_CSS = """
    CommandList {
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

    class Lit(Message):
        """The highlight moved to a command, or off all of them."""

        def __init__(self, choice: Choice | None) -> None:
            self.choice = choice
            super().__init__()

    class Led(Message):
        """A line that leads to a place was picked."""

        def __init__(self, space: str) -> None:
            self.space = space
            super().__init__()

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[Row] = []
        self.keys: dict[str, Choice] = {}
        self.listed = CommandList()
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
        self.keys = {row.key: row.choice for row in rows if row.key and row.choice}
        listed = self.listed
        listed.set_options(Option(_line(row), disabled=row.choice is None and row.place is None) for row in rows)
        first = next((n for n, row in enumerate(rows) if row.choice), None)
        listed.highlighted = first
        if first is None:
            self.post_message(self.Lit(None))
        listed.scroll_home(animate=False)

    def odds(self, odds: Odds | None, heading: str = "") -> None:
        """Show the odds of the highlighted command."""
        self._odds.show(odds, heading)

    @property
    def lit(self) -> Choice | None:
        """The highlighted command."""
        number = self.listed.highlighted
        return self.rows[number].choice if number is not None and number < len(self.rows) else None

    @property
    def hints(self) -> tuple[Hint, ...]:
        """What keys do here."""
        lit = self.lit
        enter = Hint("Enter", lit.text if lit else "go there")
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
            self.post_message(self.Lit(self.rows[event.option_index].choice))

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        row = self.rows[event.option_index]
        if row.choice:
            self.post_message(self.Chosen(row.choice))
        elif row.place:
            self.post_message(self.Led(row.place.space))


def _line(row: Row) -> Content:
    if row.place:
        return Content.assemble("  ", row.words, (f"  {row.place.count}", DIM))
    if row.choice is None:
        return Content.styled(row.words)
    return Content.assemble((f"{row.key or ' '} ", KEY), row.words)
