"""Conduct in menus: how each topic is answered in the other side's turn, with exceptions, and what that means today."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option
from textual.worker import Worker, WorkerState

from wargame_tui.board.conduct import PLACE, TURN, UNIT, BadConduct, Choice, Conduct, Order, Topic, topics
from wargame_tui.board.conduct_file import ASK, PROPOSAL
from wargame_tui.board.ordering import FORM, insisted, renewed, where_words, written
from wargame_tui.board.phrases import side_words
from wargame_tui.board.rehearsal import Asked, answered, rehearsed
from wargame_tui.core.game import Game
from wargame_tui.tui.screens.ask import NameScreen
from wargame_tui.tui.screens.over_table import OverTable
from wargame_tui.tui.screens.pick import Item, PickScreen
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import BAD, DIM, GOOD, HEAD, KEY, WORDS, keyed, linked, rule_link

WIDE = 110
"""Columns from which on the answers of today stand beside the list, not below it."""
BY_MAIL = "goes with your next letter"
"""How long a conduct by mail holds."""
MOST_UNITS = 6
"""Under the cursor, that are offered by themselves."""
WORDS_WIDTH = {False: 32, True: 36}
"""Columns of a topic's words in the list: on a narrow screen, on a wide one."""


@dataclass(frozen=True, slots=True)
class Places:
    """What exceptions can name, and what lies under the cursor."""

    spaces: Sequence[Item]
    units: Sequence[Item]
    here: str | None = None
    units_here: Sequence[str] = ()


def places(game: Game, here: str | None = None) -> Places:
    """All places and units of a game, and what lies in the space under the cursor."""
    title: Any = game.title
    state = game.state
    pieces = [piece for piece in title.pieces(state) if title.step_count(state, piece)[0] > 0]
    spaces = [Item(space, title.called(space)) for space in title.spaces(state)]
    units = [Item(piece.id, title.counter(state, piece).label, title.enrolled(state, piece)[0]) for piece in pieces]
    there = [piece.id for piece in pieces if here is not None and getattr(piece, "location", None) == here]
    return Places(spaces, units, here, there)


class Row(NamedTuple):
    """A line of the list: a topic with its answer everywhere, or an exception of it."""

    topic: Topic
    where: Mapping[str, str]

    @property
    def is_exception(self) -> bool:
        """Whether it holds somewhere only."""
        return bool(self.where)


@dataclass
class Drawn:
    """What the screen shows of one side."""

    conduct: Conduct
    asked: Sequence[Asked] | None = None
    """Likely questions; None while they are looked for."""
    changed: bool = field(default=False)


class ConductScreen(OverTable[Mapping[str, Conduct]]):
    """Returns the conduct of each side that was changed."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]

    BINDINGS = [
        Binding("escape,q", "leave", "done"),
        Binding("down", "move(1)", show=False, priority=True),
        Binding("up", "move(-1)", show=False, priority=True),
        Binding("left", "change(-1)", "the choice before", priority=True),
        Binding("right", "change(1)", "the next choice", priority=True),
        Binding("enter", "narrow", "an exception", priority=True),
        Binding("delete,backspace,x", "remove", "take back", priority=True),
        Binding("p", "propose", "the program answers whatever is asked"),
        Binding("tab", "other_side", "the other side", priority=True),
    ]

    DEFAULT_CSS = """
    ConductScreen {
        align: center middle;
        background: $background 40%;
        & > Vertical { width: 150; max-width: 100%; height: 96%; max-height: 48; background: $panel; padding: 0 1; }
        &.-narrow > Vertical { height: 100%; }
        & Words { height: auto; }
        & #conduct-body { height: 1fr; margin: 1 0; }
        & #conduct-body > Vertical { height: 1fr; }
        & OptionList { height: 1fr; border: none; background: $panel; padding: 0; scrollbar-size-vertical: 1; }
        & OptionList:focus { border: none; background-tint: 0%; }
        & VerticalScroll { background: $surface; padding: 0 1; scrollbar-size-vertical: 1; }
        &.-wide VerticalScroll { width: 46%; }
        &.-narrow #conduct-body { layout: vertical; margin: 0; }
        &.-narrow VerticalScroll { height: 9; }
    }
    """

    def __init__(self, game: Game, given: Mapping[str, Conduct], places: Places, lasting: str, *, turns: bool) -> None:
        """`given` are the conducts that can be changed, by side, the first one shown first; `lasting` says how long
        they hold, `turns` whether that may be some turn alone.
        """
        super().__init__()
        self._game, self._places, self._lasting = game, places, lasting
        self._title: Any = game.title
        self._sides = {side: Drawn(conduct) for side, conduct in given.items()}
        self._side = next(iter(given))
        self._rows: list[Row] = []
        self._turns = turns

    def compose(self) -> ComposeResult:
        """Heading, the list beside what is likely to be asked, what was wrong, the keys."""
        with Vertical():
            yield Words(id="conduct-head")
            with Horizontal(id="conduct-body"):
                yield OptionList()
                with VerticalScroll(can_focus=False):
                    yield Words(id="conduct-today")
            yield Words(id="conduct-told")
            yield Words(id="conduct-keys")

    def on_mount(self) -> None:
        """Fill the list, and look for today's questions."""
        keys = [
            keyed("←→", "change"),
            keyed("Enter", "exception", "screen.narrow"),
            keyed("x", "take back", "screen.remove"),
        ]
        keys.append(keyed("p", "program answers all", "screen.propose"))
        if len(self._sides) > 1:
            keys.append(keyed("Tab", "other side", "screen.other_side"))
        self.query_one("#conduct-keys", Words).update(Content("  ").join([*keys, keyed("Esc", "done", "screen.leave")]))
        self._begin()

    def on_resize(self) -> None:
        """Lines are as long as the list is wide."""
        self.call_after_refresh(self._fill)

    def _begin(self) -> None:
        self._head()
        self._fill(at=0)
        self.query_one(OptionList).focus()
        if self._now.asked is None:
            work = partial(self._rehearse, self._side)
            self.run_worker(work, thread=True, group="rehearsal", name=self._side, exit_on_error=False)

    def _rehearse(self, side: str) -> Sequence[Asked]:
        return rehearsed(self._title, self._game.branch(), side)

    @on(Worker.StateChanged)
    def _rehearsed(self, event: Worker.StateChanged) -> None:
        """What was found is shown; a rehearsal that went wrong has found nothing."""
        if event.worker.group == "rehearsal" and event.state in (WorkerState.SUCCESS, WorkerState.ERROR):
            found = event.worker.result if event.state == WorkerState.SUCCESS else []
            self._sides[event.worker.name].asked = found
            self._fill()

    @property
    def _now(self) -> Drawn:
        return self._sides[self._side]

    # The list

    def _head(self) -> None:
        self.query_one("#conduct-head", Words).update(
            Content.assemble(
                (f"Conduct of the {side_words(self._side)} player", HEAD),
                (f"   {self._lasting}; 3×: likely to be asked", DIM),
            )
        )

    def _fill(self, at: int | None = None) -> None:
        listed = self.query_one(OptionList)
        highlighted = listed.highlighted if at is None else at
        self._rows = [*self._lines()]
        listed.set_options(Option(self._words(row)) for row in self._rows)
        listed.highlighted = min(highlighted or 0, len(self._rows) - 1)
        self._today()

    def _lines(self) -> Iterator[Row]:
        for topic in topics(self._title):
            if topic.side in ("", self._side):
                yield Row(topic, {})
                for order in self._now.conduct:
                    if order.topic == topic.id and order.where:
                        yield Row(topic, order.where)

    def _choice(self, row: Row) -> Choice:
        """What is answered there: the last order about exactly that, else to be asked."""
        orders = [each for each in self._now.conduct if each.topic == row.topic.id and dict(each.where) == row.where]
        chosen = row.topic.choice(orders[-1].choice) if orders else None
        return chosen or row.topic.choices[0]

    def _open(self, row: Row) -> list[Choice]:
        """What can be chosen there, with a number of the player's own if he has written one."""
        listed = [each for each in row.topic.choices if UNIT in row.where or not each.leaves_out]
        chosen = self._choice(row)
        return listed if chosen in listed else [*listed, chosen]

    def _words(self, row: Row) -> Content:
        choice = self._choice(row)
        wide = self.has_class("-wide")
        room = WORDS_WIDTH[wide]
        words = f"   {where_words(self._title, row.topic, row.where)}" if row.is_exception else row.topic.words
        words = words if len(words) <= room else f"{words[: room - 1]}…"
        style = DIM if choice.id == ASK else KEY if not row.is_exception else GOOD
        head = (f"{words:<{room}}", WORDS if row.is_exception else ""), (f"{self._count(row):>4} ", DIM)
        parts = *head, ("◂ ", DIM), (choice.words, style), (" ▸", DIM)
        return Content.assemble(*parts).truncate(self._room(), ellipsis=True)

    def _count(self, row: Row) -> str:
        """How many questions of a topic are likely in the coming turn."""
        count = 0 if row.is_exception else sum(each.topic == row.topic.id for each in self._now.asked or ())
        return f"{count}×" if count else ""

    def _room(self) -> int:
        """Columns of a line of the list."""
        width = self.query_one(OptionList).scrollable_content_region.width
        return width if width > 0 else 200

    def _lit(self) -> Row | None:
        at = self.query_one(OptionList).highlighted
        return self._rows[at] if at is not None and at < len(self._rows) else None

    @on(OptionList.OptionHighlighted)
    def _moved(self) -> None:
        self._tell("")
        self._today()

    @on(OptionList.OptionSelected)
    def _clicked(self) -> None:
        self.action_change(1)

    # What it means today

    def _today(self) -> None:
        row = self._lit()
        if row is None:
            return
        self.query_one("#conduct-today", Words).update(
            Content("\n").join([*self._explained(row), Content(""), *self._likely(row)])
        )

    def _explained(self, row: Row) -> Iterator[Content]:
        """What the topic is about; on a wide screen all that can be chosen."""
        where = f", {where_words(self._title, row.topic, row.where)}" if row.is_exception else ""
        yield Content.assemble((row.topic.words, HEAD), "  ", rule_link(row.topic.rule), (where, GOOD))
        if row.topic.note:
            yield linked(row.topic.note, WORDS)
        if self.has_class("-wide"):
            chosen = self._choice(row).id
            ids = [choice.id for choice in self._open(row)]
            marks = [("● " if id_ == chosen else "○ ") for id_ in ids]
            yield from (
                Content.styled(mark + choice.words, KEY if choice.id == chosen else DIM)
                for mark, choice in zip(marks, self._open(row), strict=True)
            )

    def _likely(self, row: Row) -> Iterator[Content]:
        """The questions of the topic that are likely in the coming turn, with their answers; then those of others."""
        if self._now.asked is None:
            yield Content.styled("Looking for questions of the coming turn ...", DIM)
            return
        asked = [each for each in self._now.asked if each.topic == row.topic.id]
        yield Content.styled(_LIKELY if asked else _NONE, DIM)
        yield from self._answers(asked)
        others = [each for each in self._now.asked if each.topic != row.topic.id]
        if others and self.has_class("-wide"):
            yield Content.styled("\nOther questions, as things are", DIM)
            yield from self._answers(others)

    def _answers(self, asked: Sequence[Asked]) -> Iterator[Content]:
        for found in answered(self._title, self._now.conduct, asked):
            yield Content(found.question)
            yield Content.assemble("   ", (found.answer, DIM if found.asks else GOOD))

    def _tell(self, words: str) -> None:
        self.query_one("#conduct-told", Words).update(Content.styled(f"✗ {words}", BAD) if words else Content(""))

    # Changing it

    def action_move(self, by: int) -> None:
        """The next line, or the one before; with priority, since keys of a burst keep their order."""
        listed = self.query_one(OptionList)
        if by > 0:
            listed.action_cursor_down()
        else:
            listed.action_cursor_up()

    def action_change(self, by: int) -> None:
        """The next choice of what is highlighted, or the one before."""
        row = self._lit()
        if row is None:
            return
        ids = [each.id for each in self._open(row)]
        now = self._choice(row).id
        at = ids.index(now) if now in ids else 0
        self._put(Order(row.topic.id, ids[(at + by) % len(ids)], row.where))

    def _put(self, order: Order) -> None:
        conduct = renewed(self._now.conduct, order)
        if order.choice == ASK and not order.where:
            conduct = tuple(each for each in conduct if each != order)
        self._now.conduct, self._now.changed = conduct, True
        self._tell("")
        self._fill()

    def action_remove(self) -> None:
        """Take the exception back; of a topic all that is ordered everywhere, so that it is asked."""
        row = self._lit()
        if row is None:
            return
        kept = tuple(
            each for each in self._now.conduct if each.topic != row.topic.id or dict(each.where) != dict(row.where)
        )
        self._now.conduct, self._now.changed = kept, True
        self._fill()

    def action_propose(self) -> None:
        """Whatever would be asked everywhere is answered as the program proposes."""
        for row in self._rows:
            if not row.is_exception and self._choice(row).id == ASK and row.topic.choice(PROPOSAL) is not None:
                self._now.conduct = renewed(self._now.conduct, Order(row.topic.id, PROPOSAL))
                self._now.changed = True
        self._fill()

    def action_other_side(self) -> None:
        """The conduct of the other side."""
        sides = list(self._sides)
        if len(sides) > 1:
            self._side = sides[(sides.index(self._side) + 1) % len(sides)]
            self._begin()

    # Exceptions

    def action_narrow(self) -> None:
        """An exception to what is highlighted; of an exception, one more thing that it takes."""
        row = self._lit()
        if row is not None:
            screen = PickScreen(f"{row.topic.words}: an exception", [*self._offered(row)])
            self.app.push_screen(screen, partial(self._narrowing, row))

    def _offered(self, row: Row) -> Iterator[Item]:
        named = self._title.called
        if self._places.here is not None and PLACE not in row.where:
            yield Item(f"{PLACE} {self._places.here}", f"at {named(self._places.here)}", "under the cursor")
        if UNIT not in row.where:
            units = {unit.id: unit.words for unit in self._places.units}
            for each in self._places.units_here[:MOST_UNITS]:
                yield Item(f"{UNIT} {each}", f"for {units.get(each, each)}", "here")
        if PLACE not in row.where:
            yield Item(PLACE, "at another place ...")
        if UNIT not in row.where:
            yield Item(UNIT, "for another unit ...")
        if TURN not in row.where and self._turns:
            now = self._title.turn(self._game.state)
            yield Item(f"{TURN} {now}", f"in this turn only ({now})")
            yield Item(TURN, "in a turn to come ...")
        for name, words in row.topic.names.items():
            # The bare fields of a step can be typed; the title has words for those worth naming.
            if name not in row.where and words.replace(" ", "_") != name:
                yield Item(name, f"by {words} ...")
        yield Item("", "type the order ...")

    def _narrowing(self, row: Row, picked: str | None) -> None:
        if picked is None:
            return
        name, _, value = picked.partition(" ")
        if value:
            self._add(row, name, value)
        elif not name:
            begun = f"{row.topic.id} {self._default(row)} "
            self.app.push_screen(NameScreen(f"An order: {FORM}", begun), self._typed)
        elif name in (PLACE, UNIT):
            items = self._places.spaces if name == PLACE else self._places.units
            screen = PickScreen(f"{row.topic.words}: where?" if name == PLACE else f"{row.topic.words}: for whom?",
                                items, search=True)  # fmt: skip
            self.app.push_screen(screen, partial(self._named, row, name))
        else:
            words = "The turn, as it is written" if name == TURN else row.topic.names[name]
            now = self._title.turn(self._game.state) if name == TURN else ""
            self.app.push_screen(NameScreen(f"{words}:", now), partial(self._named, row, name))

    def _named(self, row: Row, name: str, value: str | None) -> None:
        if value:
            self._add(row, name, value)

    def _default(self, row: Row) -> str:
        """What an exception begins with: the answer that it is an exception to is asked, or else it asks."""
        return row.topic.choices[1].id if self._choice(row).id == ASK else ASK

    def _add(self, row: Row, name: str, value: str) -> None:
        order = Order(row.topic.id, self._default(row), {**row.where, name: value})
        if row.is_exception:
            order = Order(row.topic.id, self._choice(row).id, order.where)
        try:
            self._take(insisted(self._title, self._game, self._side, order), instead=row)
        except BadConduct as error:
            self._tell(str(error))

    def _typed(self, text: str | None) -> None:
        if not text:
            return
        try:
            self._take(written(self._title, self._game, self._side, text), instead=None)
        except BadConduct as error:
            self._tell(str(error))

    def _take(self, order: Order, instead: Row | None) -> None:
        """An order that makes sense, in the place of an exception that it narrows; its line is highlighted."""
        if instead is not None and instead.is_exception:
            gone = (order.topic, dict(instead.where))
            self._now.conduct = tuple(each for each in self._now.conduct if (each.topic, dict(each.where)) != gone)
        self._put(order)
        found = [n for n, row in enumerate(self._rows) if row.topic.id == order.topic and row.where == order.where]
        self.query_one(OptionList).highlighted = found[0] if found else None

    def action_leave(self) -> None:
        """Done: what was changed holds."""
        self.dismiss({side: drawn.conduct for side, drawn in self._sides.items() if drawn.changed})


_LIKELY = "Likely in the other side's coming turn, as things are"
_NONE = "No such question was found for the other side's coming turn."
