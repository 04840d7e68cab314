"""Standing orders: answers prepared for questions that letters will bring."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from wargame_tui.core.title import StandingOrder
from wargame_tui.mail import orders, proof
from wargame_tui.mail.correspondence import Correspondence
from wargame_tui.tui.screens.ask import NameScreen
from wargame_tui.tui.screens.mail_dialog import MailDialog
from wargame_tui.tui.screens.pick import Item, PickScreen
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import BAD, DIM, GOOD, HEAD, KEY, keyed

MOST_ANSWERS = 60
"""Answers to the question in hand that are offered for an order."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the list, and what Enter does there; a heading does nothing."""

    words: Content
    do: Callable[[], None] | None = None


class OrdersScreen(MailDialog[bool]):
    """Returns whether the orders were changed."""

    BINDINGS = [
        Binding("escape,q,s", "leave", "back"),
        Binding("a", "write", "write your own"),
        Binding("e", "enclose", "enclose"),
    ]

    DEFAULT_CSS = """
    OrdersScreen {
        & OptionList { max-height: 16; margin: 1 0; }
        &.-low OptionList { max-height: 10; }
        &.-low.-told OptionList { max-height: 5; }
        & OptionList > .option-list--option-disabled { color: #c8b98a; text-style: bold; }
        & #orders-told { display: none; margin-bottom: 1; }
        &.-told #orders-told { display: block; }
    }
    """

    def __init__(self, mail: Correspondence) -> None:
        super().__init__()
        self._mail, self._changed = mail, False
        self._rows: list[Row] = []

    def compose(self) -> ComposeResult:
        """What they are, the list, what was wrong, the keys."""
        with Vertical():
            yield Words(
                Content.assemble(
                    ("Standing orders", HEAD),
                    ("\nThe first that fits answers as soon as the question comes up.", DIM),
                )
            )
            yield OptionList()
            yield Words(id="orders-told")
            keys = [
                keyed("Enter", "give, or take back"),
                keyed("e", "enclose, or keep at home", "screen.enclose"),
                keyed("a", "write your own", "screen.write"),
            ]
            yield Words(Content("  ").join([*keys, keyed("Esc", "back", "screen.leave")]))

    def on_mount(self) -> None:
        """Fill the list."""
        self._fill()
        self.query_one(OptionList).focus()

    def _fill(self) -> None:
        self._rows = [*self._given(), *self._ready(), *self._in_hand()]
        listed = self.query_one(OptionList)
        before = listed.highlighted
        listed.set_options(Option(row.words, disabled=row.do is None) for row in self._rows)
        first = next((n for n, row in enumerate(self._rows) if row.do is not None), None)
        usable = before is not None and before < len(self._rows) and self._rows[before].do is not None
        listed.highlighted = before if usable else first

    def _given(self) -> Iterator[Row]:
        yield Row(Content("Given" if self._mail.orders else "No orders given"))
        known = {order.text: order.words for order in self._offered()}
        for number, order in enumerate(self._mail.orders):
            text = replace(order, enclosed=False).text
            words = order.words or known.get(text, "")
            where = "enclosed  " if order.enclosed else "at home   "
            yield Row(_line(f"✓ {where}", GOOD, words, text), lambda number=number: self._remove(number))  # type: ignore[misc]

    def _ready(self) -> Iterator[Row]:
        given = {replace(order, enclosed=False).text for order in self._mail.orders}
        free = [order for order in self._offered() if order.text not in given]
        if free:
            yield Row(Content("Ready to be given"))
        for order in free:
            yield Row(_line("+ ", KEY, order.words, order.text), lambda order=order: self._add(order))  # type: ignore[misc]

    def _in_hand(self) -> Iterator[Row]:
        """An order for the question that is asked now, with an answer to be picked."""
        if self._mail.may_decide:
            yield Row(Content("For the present question"))
            yield Row(_line("+ ", KEY, f"Whenever asked: {self._mail.table.prompt.text}", ""), self._pick_answer)

    def _offered(self) -> list[StandingOrder]:
        return [*proof.installed(self._mail.invitation).standing_orders()]

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        if do := self._rows[event.option_index].do:
            do()

    def action_enclose(self) -> None:
        """Let the highlighted order travel with the letters, or keep it at home; say what that means."""
        number = (self.query_one(OptionList).highlighted or 0) - 1  # Below its heading.
        if not 0 <= number < len(self._mail.orders):
            self._say(Content.styled("✗ Only a given order can be enclosed: Enter gives it", BAD))
            return
        order = self._mail.orders[number]
        try:
            changed = replace(order, enclosed=False) if order.enclosed else orders.enclosed(order)
        except orders.BadOrder as error:
            self._say(Content.styled(f"✗ {error}", BAD))
            return
        self._mail.orders[number] = changed
        self._after()
        self._say(Content.styled(orders.PROMISES["enclosed" if changed.enclosed else "at home"], DIM))

    def _say(self, words: Content) -> None:
        self.set_class(bool(words), "-told")
        self.query_one("#orders-told", Words).update(words)
        self.call_after_refresh(self.query_one(OptionList).scroll_to_highlight)

    def _add(self, order: StandingOrder) -> None:
        self._mail.orders.append(order)
        self._after()

    def _remove(self, number: int) -> None:
        del self._mail.orders[number]
        self._after()

    def _after(self) -> None:
        self._changed = True
        self._say(Content(""))
        self._fill()

    def _pick_answer(self) -> None:
        table = self._mail.table
        items = [
            Item(command.notation(), table.title.command_text(table.state, command), command.notation())
            for command in table.legal(MOST_ANSWERS)
        ]
        self.app.push_screen(PickScreen("The answer, given every time", items, search=True), self._answer_picked)

    def _answer_picked(self, answer: str | None) -> None:
        if answer is not None:
            kind = orders.question(self._mail.table)["kind"]
            self.app.push_screen(NameScreen(_FORM, f"{kind}: {answer}"), self._written)

    def action_write(self) -> None:
        """Write an order."""
        kind = orders.question(self._mail.table)["kind"] if self._mail.may_decide else ""
        self.app.push_screen(NameScreen(_FORM, f"{kind}: " if kind else ""), self._written)

    def _written(self, text: str | None) -> None:
        if not text:
            return
        try:
            self._add(orders.parsed(text))
        except orders.BadOrder as error:
            self._say(Content.styled(f"✗ {error}", BAD))

    def action_leave(self) -> None:
        """Back, with what was changed."""
        self.dismiss(self._changed)


_FORM = "A standing order, STEP FIELD=VALUE: ANSWER. In the answer * stands for anything, {field} for that of the step."


def _line(mark: str, style: str, words: str, note: str) -> Content:
    return Content.assemble((mark, style), words, ("  " if words and note else ""), (note, DIM if words else ""))
