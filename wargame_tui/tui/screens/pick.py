"""A small list to pick from, with or without a line to narrow it down."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from wargame_tui.tui.screens.over_table import OverTable
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import DIM, keyed

NOTHING = "Nothing has this in its name"
_PARTS = re.compile(r"\d+|[^\W\d]+")
"""Numbers and words."""


@dataclass(frozen=True, slots=True)
class Item:
    """Something to pick: what is returned, what is shown, what is searched."""

    id: str
    words: str
    note: str = ""


class PickScreen(OverTable[str | None]):
    """Returns the id of the picked item, or None."""

    BINDINGS = [
        Binding("escape", "dismiss(None)", "back"),
        Binding("down", "move(1)", show=False, priority=True),
        Binding("up", "move(-1)", show=False, priority=True),
        Binding("pagedown", "move_page(1)", show=False, priority=True),
        Binding("pageup", "move_page(-1)", show=False, priority=True),
    ]

    DEFAULT_CSS = """
    PickScreen {
        align: center middle;
        background: $background 40%;
        & > Vertical {
            width: 60;
            max-width: 90%;
            height: auto;
                        background: $panel;
            padding: 1 2;
        }
        & OptionList { height: auto; max-height: 50vh; border: none; background: $panel; padding: 0; }
        & OptionList:focus { border: none; background-tint: 0%; }
        & Input { margin-bottom: 1; }
        & #pick-heading { margin-bottom: 1; }
        & #pick-nothing { display: none; }
        &.-nothing #pick-nothing { display: block; }
        & #pick-keys { margin-top: 1; }
    }
    """

    def __init__(
        self,
        heading: str,
        items: Sequence[Item],
        search: bool = False,
        now: str | None = None,
        find: Callable[[Sequence[Item], str], list[Item]] | None = None,
    ) -> None:
        """`find` is what narrows the items down to what was typed; `matching` if not given."""
        super().__init__()
        self._heading, self._items, self._search, self._now = heading, items, search, now
        self._find = find or matching
        self._shown: list[Item] = self._find(items, "") if search else list(items)

    def compose(self) -> ComposeResult:
        """Heading, perhaps a line to type in, the list, the keys."""
        with Vertical():
            yield Words(Content.styled(self._heading, "bold"), id="pick-heading")
            if self._search:
                yield Input(placeholder="name or number", compact=True)
            yield OptionList(*map(_option, self._shown))
            yield Words(Content.styled(NOTHING, DIM), id="pick-nothing")
            yield Words(Content("  ").join([keyed("Enter", "pick"), keyed("Esc", "back")]), id="pick-keys")

    def on_mount(self) -> None:
        """Start at what is picked now."""
        listed = self.query_one(OptionList)
        listed.highlighted = next((n for n, item in enumerate(self._shown) if item.id == self._now), 0)
        (self.query_one(Input) if self._search else listed).focus()

    def action_move(self, by: int) -> None:
        """Move the highlight, also while typing."""
        listed = self.query_one(OptionList)
        if by > 0:
            listed.action_cursor_down()
        else:
            listed.action_cursor_up()

    def action_move_page(self, by: int) -> None:
        """The same by a page; not before the list has its place on the screen."""
        listed = self.query_one(OptionList)
        if not listed.scrollable_content_region:
            return
        move: Callable[[], None] = listed.action_page_down if by > 0 else listed.action_page_up
        move()

    @on(Input.Changed)
    def _narrow(self, event: Input.Changed) -> None:
        self._shown = self._find(self._items, event.value)
        listed = self.query_one(OptionList)
        listed.set_options(map(_option, self._shown))
        listed.highlighted = 0 if self._shown else None
        self.set_class(not self._shown, "-nothing")

    @on(Input.Submitted)
    def _submitted(self) -> None:
        number = self.query_one(OptionList).highlighted
        if number is not None and number < len(self._shown):
            self.dismiss(self._shown[number].id)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        # The list may have become shorter since it was clicked.
        if event.option_index < len(self._shown):
            self.dismiss(self._shown[event.option_index].id)


def matching(items: Sequence[Item], typed: str) -> list[Item]:
    """Items that are what was typed, then those with it among their words, begun by it, holding it.

    A number is no part of a longer one: 707 is the 707th Tank Battalion, not hex 1707; hex 0707 is found behind it.
    """
    wanted = typed.strip().lower()

    def rank(item: Item) -> int:
        words, note = item.words.lower(), item.note.lower()
        parts = parts_of(words)
        if wanted in (item.id.lower(), words):
            return 0
        if wanted in parts:
            return 1
        if words.startswith(wanted) or any(part.startswith(wanted) for part in parts):
            return 2
        if wanted.isdigit():
            return 3 if wanted in parts_of(note) or wanted in (part.lstrip("0") for part in parts) else 4
        return 3 if wanted in words or wanted in note else 4

    ranked = [(rank(item), number) for number, item in enumerate(items)]
    return [items[number] for place, number in sorted(ranked) if place < 4]


def parts_of(words: str) -> list[str]:
    """The words of a text, whole, and the numbers and words that they are made of."""
    return [*words.split(), *_PARTS.findall(words)]


def _option(item: Item) -> Option:
    return Option(Content.assemble(item.words, (f"  {item.note}", DIM) if item.note else ""))
