"""Conduct: how a side wants to be answered for, when it is asked while it is not at the table.

A conduct is a row of orders. An order has a topic of the title (`topics`), one of its choices, and where that holds:
everywhere, or as an exception at a place, for a unit, in a turn, or for what else the question names. Of those that fit
the question in hand the most particular one answers; among equals the later. An exception for a unit decides about the
answers that name it, and leaves the others to the rest.

`answer` is a function of the position alone: it looks at no dice, no clock and no file but the title's own, so that it
comes to the same on every machine with the same version of the program and the title.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from fractions import Fraction
from functools import lru_cache
from typing import Any

from wargame_tui.board.conduct_file import ASK, PROPOSAL, ChoiceEntry, Measure, TopicEntry, Wish
from wargame_tui.board.helps import decision
from wargame_tui.board.phrases import first_up
from wargame_tui.board.questions import About, about, question, readings
from wargame_tui.board.sight import seen_by
from wargame_tui.board.steps import top
from wargame_tui.core.command import Command
from wargame_tui.core.errors import ForPlayers
from wargame_tui.core.game import Game
from wargame_tui.core.step import Step, steps_of
from wargame_tui.engine.staged import Stage, Staged

PLACE, UNIT, TURN = EXCEPTIONS = "place", "unit", "turn"
"""Exceptions that every topic takes, beside fields of the question."""
MOST_ORDERS, MOST_WHERE, LONGEST = 200, 6, 120
"""Of a conduct, of an order's exceptions, of a word in it: what a letter may hold."""


class BadConduct(ForPlayers):
    """An order that cannot be followed; names it, and says what to write instead."""


@dataclass(frozen=True, slots=True)
class Order:
    """How the questions of a topic are answered."""

    topic: str
    choice: str
    """The id of a choice, with a number after a colon if it has one: `never`, `chance:40`, `odds:2-1`."""
    where: Mapping[str, str] = field(default_factory=dict)
    """The exception that it is; empty if it holds everywhere."""


Conduct = tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of a topic."""

    id: str
    words: str
    entry: ChoiceEntry | None = None
    """What it gives; None for those of every topic."""
    value: str = ""
    """Its number, if it has one."""

    @property
    def leaves_out(self) -> bool:
        """Whether it is for a unit that is to be left out of it, and nothing else."""
        return self.entry is not None and not self.entry.gives


@dataclass(frozen=True, slots=True)
class Topic:
    """Questions that are answered alike."""

    id: str
    words: str
    rule: str
    of: tuple[str, ...]
    """The steps that ask, as help.yaml names decisions."""
    choices: tuple[Choice, ...]
    where: Mapping[str, str] = field(default_factory=dict)
    during: str = ""
    """The kind of a step within which it is asked; empty if that is no matter."""
    side: str = ""
    """The side that it is for; empty for both."""
    note: str = ""
    names: Mapping[str, str] = field(default_factory=dict)
    """What exceptions may name beside place, unit and turn, each in words."""

    def choice(self, id_: str) -> Choice | None:
        """The choice that an order names; None if there is none of that name."""
        for choice in self.choices:
            if choice.id == id_:
                return choice
        kind, _, value = id_.partition(":")
        scaled = next((one for one in self.choices if one.entry and one.entry.measure and one.entry.id == kind), None)
        if scaled is None or scaled.entry is None or not _is_value(scaled.entry, value):
            return None
        return Choice(id_, scaled.entry.words.format(value=value), scaled.entry, value)


def _is_value(entry: ChoiceEntry, value: str) -> bool:
    assert entry.measure is not None
    if entry.measure.by == "odds":
        return re.fullmatch(r"[1-9]\d?-[1-9]\d?", value) is not None
    return value.isdecimal() and len(value) <= 3 and 0 <= int(value) <= 100


# What can be ordered


@lru_cache(maxsize=16)
def topics(title: Any) -> Sequence[Topic]:
    """Every topic of a title: those of its conduct.yaml, then one for each other step that may ask."""
    found = title.conduct()
    named = [_topic(title, entry) for entry in found.topics] if found is not None else []
    known = {of for topic in named for of in topic.of} | set(found.own if found is not None else ())
    return [*named, *(_by_default(step) for step in _asking(title) if not _is_known(step, known))]


def _topic(title: Any, entry: TopicEntry) -> Topic:
    choices = [made for choice in entry.choices for made in _choices(choice)]
    proposal = [_PROPOSAL] if entry.proposal else []
    offered = (_ASK, *choices, *proposal)
    more = {"during": entry.during, "side": entry.side, "note": entry.note}
    names = {**_fields(title, entry.of), **entry.names}
    return Topic(entry.id, entry.words, entry.rule, entry.of, offered, entry.where, names=names, **more)


def _fields(title: Any, of: Iterable[str]) -> dict[str, str]:
    """The fields of steps that questions have as words."""
    kinds = {name.partition(" ")[0] for name in of}
    found: Iterable[Any] = (step for step in steps_of(type(title).__module__) if _kind(step) in kinds)
    names = (each.name for step in found for each in fields(step) if each.type is str)
    return {name: name.replace("_", " ") for name in names if name not in ("kind", "stage", UNIT)}


def _choices(entry: ChoiceEntry) -> Iterator[Choice]:
    if entry.measure is None:
        yield Choice(entry.id, entry.words, entry)
        return
    for value in entry.measure.offers:
        yield Choice(f"{entry.id}:{value}", entry.words.format(value=value), entry, value)


_ASK = Choice(ASK, "ask me")
_PROPOSAL = Choice(PROPOSAL, "as the program proposes")


def _asking(title: Any) -> Iterator[type[Step[Any, Any]]]:
    """The steps of a title in which somebody may decide."""
    for step in steps_of(type(title).__module__):
        stages = getattr(step, "stages", {}).values() if issubclass(step, Staged) else ()
        asks = any(type(stage).candidates is not Stage.candidates for stage in stages)
        if asks or (not issubclass(step, Staged) and step.candidates is not Step.candidates):
            yield step


def _is_known(step: type[Step[Any, Any]], known: Iterable[str]) -> bool:
    """Whether a kind of steps has been spoken of: as a whole, or in some of its stages."""
    return any(of == _kind(step) or of.startswith(f"{_kind(step)} ") for of in known)


def _kind(step: Any) -> str:
    """The kind of steps of a class, which keeps it as the default of a field."""
    return str(step.__dataclass_fields__["kind"].default)


def _by_default(step: type[Step[Any, Any]]) -> Topic:
    """The topic of a step of which the title says nothing."""
    kind = _kind(step)
    rule = getattr(getattr(step, "asks", None), "rule", None) or ""
    words = step.heading or first_up(kind.replace("_", " "))
    return Topic(kind.replace("_", "-"), words, rule, (kind,), (_ASK, _PROPOSAL))


def topic_of(title: Any, game: Game) -> Topic | None:
    """The topic of the question in hand; None if there is none, or nobody is asked."""
    step = top(game.state)
    if step is None or game.side is None:
        return None
    asked, names = question(game), [*decision(game.state)]
    found = [topic for topic in topics(title) if _asks(topic, game, names, asked)]
    # The most particular one, where a topic for all questions of a step stands beside one for some.
    return max(found, key=lambda topic: (len(topic.where), -_place(topic, names)), default=None)


def _asks(topic: Topic, game: Game, names: Sequence[str], asked: Mapping[str, str]) -> bool:
    mine = topic.side in ("", game.side) and any(of in names for of in topic.of)
    there = not topic.during or any(step.kind == topic.during for step in game.state.stack)
    fits = (name in asked and value in readings(asked[name]) for name, value in topic.where.items())
    return mine and there and all(fits)


def _place(topic: Topic, names: Sequence[str]) -> int:
    return min(n for n, name in enumerate(names) if name in topic.of)


# As data


def dumped(conduct: Iterable[Order]) -> list[dict[str, Any]]:
    """A conduct as JSON values, which `loaded` takes."""
    return [{"topic": order.topic, "choice": order.choice, "where": dict(order.where)} for order in conduct]


def loaded(title: Any, rows: Any) -> Conduct:
    """A conduct from JSON values. Raises BadConduct, naming the order and what to write instead."""
    if not isinstance(rows, list) or len(rows) > MOST_ORDERS:
        raise BadConduct(f"a conduct is a list of at most {MOST_ORDERS} orders")
    known = topics(title)
    return tuple(_loaded(known, number, row) for number, row in enumerate(rows, 1))


def _loaded(known: Sequence[Topic], number: int, row: Any) -> Order:
    if not isinstance(row, dict) or row.keys() != {"topic", "choice", "where"} or not isinstance(row["where"], dict):
        raise BadConduct(
            f"order {number}: the form is {{topic, choice, where}}, the last with a word for each exception"
        )
    words = [row["topic"], row["choice"], *row["where"], *row["where"].values()]
    if len(row["where"]) > MOST_WHERE or not all(isinstance(word, str) and _is_word(word) for word in words):
        raise BadConduct(
            f"order {number}: topic, choice, at most {MOST_WHERE} exceptions, words of at most {LONGEST} characters"
        )
    order = Order(row["topic"], row["choice"], row["where"])
    try:
        checked(known, order)
    except BadConduct as error:
        raise BadConduct(f"order {number}, `{told(order)}`: {error}") from None
    return order


def _is_word(word: str) -> bool:
    return 0 < len(word) <= LONGEST and word.isprintable()


def checked(known: Sequence[Topic], order: Order) -> Choice:
    """The choice that an order makes. Raises BadConduct."""
    topic = next((topic for topic in known if topic.id == order.topic), None)
    if topic is None:
        raise BadConduct(f"there is no topic `{order.topic}`; {_meant(order.topic, [each.id for each in known])}")
    choice = topic.choice(order.choice)
    if choice is None:
        raise BadConduct(f"`{topic.id}` has no choice `{order.choice}`; {_meant(order.choice, _ids(topic))}")
    if choice.leaves_out and UNIT not in order.where:
        raise BadConduct(f"`{choice.id}` is for a unit: say which, `{topic.id} {choice.id} unit UNIT`")
    for name in order.where:
        if name not in EXCEPTIONS and name not in topic.names:
            raise BadConduct(f"an order about `{topic.id}` cannot name `{name}`; {_meant(name, _namable(topic))}")
    return choice


def _namable(topic: Topic) -> list[str]:
    return ["at", UNIT, TURN, *topic.names]


def _ids(topic: Topic) -> list[str]:
    return [choice.id for choice in topic.choices]


def _meant(word: str, known: Sequence[str]) -> str:
    near = get_close_matches(word, known, 1, 0.6)
    return f"do you mean `{near[0]}`?" if near else f"there are {', '.join(f'`{each}`' for each in known)}"


def told(order: Order) -> str:
    """An order as it is written: `demolition never at 21 turn 16-2`."""
    where = "".join(f" {_WRITTEN.get(name, name)} {value}" for name, value in order.where.items())
    return f"{order.topic} {order.choice}{where}"


_WRITTEN = {PLACE: "at"}


# What is answered


def answer(title: Any, conduct: Iterable[Order], game: Game) -> Command | None:
    """What the side that is asked answers by its conduct; None if it has to be asked itself."""
    topic = topic_of(title, game)
    if topic is None:
        return None
    orders = [order for order in conduct if order.topic == topic.id]
    if not orders:
        return None
    case = _Case(title, game, topic)
    for order in _by_rank(orders):
        if case.fits(order):
            settled, command = case.follow(order)
            if settled:
                return command
    return None


def in_turn(named: str, turn: str) -> bool:
    """Whether a turn is the one that is named, whole, `16-2`, or by its day, `16`."""
    return re.match(re.escape(named) + r"(?![0-9])", turn) is not None


def _by_rank(orders: Sequence[Order]) -> list[Order]:
    """The most particular first, among equals the later."""
    ranked = sorted(enumerate(orders), key=lambda at: (len(at[1].where), at[0]), reverse=True)
    return [order for _, order in ranked]


class _Case:
    """A question that is to be answered, with what orders so far have left of its answers."""

    def __init__(self, title: Any, game: Game, topic: Topic) -> None:
        self._title, self._game, self._topic = title, game, topic
        self._left = list(game.legal())
        self._asked = question(game)
        self._about: About = about(title, game, self._left)
        self._turn = title.turn(game.state)

    def fits(self, order: Order) -> bool:
        """Whether an order is about this question."""
        return all(self._has(name, value) for name, value in order.where.items())

    def _has(self, name: str, value: str) -> bool:
        if name == PLACE:
            return value in self._about.places
        if name == TURN:
            return in_turn(value, self._turn)
        if name == UNIT:
            return value in self._about.units or any(value in units for units in self._about.named.values())
        return name in self._asked and value in readings(self._asked[name])

    def follow(self, order: Order) -> tuple[bool, Command | None]:
        """Whether an order settles the question, and its answer; if it does not, it may have ruled answers out."""
        choice = self._topic.choice(order.choice)
        if choice is None or choice.id == ASK:
            return True, None
        unit = order.where.get(UNIT, "")
        mine = [command for command in self._left if unit in self._about.named[command]] if unit else []
        if not mine:
            return True, self._given(choice, self._left)
        found = self._given(choice, mine)
        if found is not None:
            return True, found
        # What names the unit is not wanted: the rest is answered as if it could not be, as long as there is a rest.
        self._left = [command for command in self._left if command not in mine] or self._left
        return False, None

    def _given(self, choice: Choice, among: Sequence[Command]) -> Command | None:
        """What a choice takes of some answers."""
        if choice.entry is None:
            proposed = proposal(self._title, self._game)
            return proposed if proposed in among else None
        entry = choice.entry
        if entry.measure is None:
            return self._taken(entry, entry.gives, among)
        wanted = self._reaching(entry, choice.value, [each for each in among if _matches(entry.gives, each)])
        return self._taken(entry, entry.gives, wanted) or self._taken(entry, entry.otherwise, among)

    def _taken(self, entry: ChoiceEntry, forms: Sequence[str], among: Sequence[Command]) -> Command | None:
        """The first form that fits any, and of those the one that is wanted most."""
        among = [command for command in among if all(self._worth(wish, command) for wish in map(Wish.read, entry.only))]
        for form in forms:
            fitting = [command for command in among if _pattern(form, self._asked).fullmatch(command.notation())]
            if fitting:
                return self._wanted(entry, fitting)
        return None

    def _reaching(self, entry: ChoiceEntry, value: str, among: Sequence[Command]) -> list[Command]:
        """Those that reach the measure of a choice."""
        measure = entry.measure
        assert measure is not None
        if measure.by == "odds":
            return list(among) if self._odds_reach(value, measure.at_most) else []
        return [command for command in among if self._chance(command, measure) >= int(value) / 100]

    def _odds_reach(self, value: str, at_most: bool) -> bool:
        """Whether the column of the combat in hand is at least, or at most, some odds."""
        battle = self._title.battle(self._game.state, ())
        chart = battle.chart if battle is not None else None
        if chart is None or chart.column is None:
            return False
        now = _ratio(chart.heads[chart.column])
        if now is None:
            return False
        return now <= _as_ratio(value) if at_most else now >= _as_ratio(value)

    def _chance(self, command: Command, measure: Measure) -> float:
        """How likely an answer succeeds, or comes out better."""
        if measure.by == "better":
            return round(self._title.gestures.better(self._game.state) or 0.0, 6)
        odds = self._title.odds(self._game.state, command)
        if odds is None:
            return 0.0
        # Rounded, as players read it: a chance of two fifths is no less than 40 per cent.
        p: float = sum(chance.p for chance in odds.outcomes if chance.text.startswith(measure.success))
        return round(p, 6)

    def _wanted(self, entry: ChoiceEntry, among: Sequence[Command]) -> Command:
        """The one that a choice prefers; among equals the first in the order of the list."""
        if entry.proposed and (proposed := proposal(self._title, self._game)) in among:
            assert proposed is not None
            return proposed
        left = list(among)
        measure = entry.measure
        if measure is not None and measure.by == "chance":
            left = _best(left, lambda command: self._chance(command, measure))
        for wish in map(Wish.read, entry.prefer):
            left = _best(left, lambda command, wish=wish: self._worth(wish, command))  # type: ignore[misc]
        return left[0]

    def _worth(self, wish: Wish, command: Command) -> float:
        """How well an answer meets a wish: more is better."""
        if wish.number:
            found = self._value(command, wish.number, wish.whose)
            number = float(found) if isinstance(found, int | float) else 0.0
            return number if wish.most else -number
        return float((str(self._value(command, wish.field, wish.whose)) in wish.values) != wish.without)

    def _value(self, command: Command, name: str, whose: str) -> Any:
        """A field of an answer; else of the unit that it names, on the table or as printed."""
        if name != whose and hasattr(command, name):
            return getattr(command, name)
        unit = getattr(command, whose, None)
        piece = getattr(self._game.state, "units", {}).get(unit)
        if name == "steps" and piece is not None:
            return self._title.step_count(self._game.state, piece)[0]
        found = getattr(piece, name, None)
        if found is None and unit is not None:
            found = getattr(self._title.printed_unit(unit), name, None)
        if isinstance(found, tuple) and found and piece is not None:
            # Printed for every step that is left, the most first.
            left, whole = self._title.step_count(self._game.state, piece)
            return found[min(max(whole - left, 0), len(found) - 1)]
        return found


def _best(among: Sequence[Command], worth: Callable[[Command], float]) -> list[Command]:
    worths = [worth(command) for command in among]
    most = max(worths, default=0.0)
    return [command for command, each in zip(among, worths, strict=True) if each == most]


def _ratio(head: str) -> Fraction | None:
    """The odds at the head of a column, `2-1` or `1:2`; None if that is something else."""
    found = re.fullmatch(r"(\d+)[-:](\d+)\D*", head)
    return Fraction(int(found[1]), int(found[2])) if found and int(found[2]) else None


def _as_ratio(value: str) -> Fraction:
    attack, _, defence = value.partition("-")
    return Fraction(int(attack), int(defence))


def _matches(forms: Sequence[str], command: Command) -> bool:
    return any(_pattern(form, {}).fullmatch(command.notation()) for form in forms)


def _pattern(form: str, asked: Mapping[str, str]) -> re.Pattern[str]:
    """What answers a form stands for: `*` is anything, `{bridge}` the field of the step that asks."""
    for name, value in asked.items():
        form = form.replace("{" + name + "}", value)
    return re.compile(".*".join(re.escape(part) for part in form.split("*")))


def proposal(title: Any, game: Game) -> Command | None:
    """What the program would answer to the question in hand; None if it has no proposal."""
    gestured = by_gesture(title, game)
    choose = title.bot() if gestured is None else None
    if choose is None:
        return gestured or suggestion(title, game)
    command: Command = choose(seen_by(game, game.side or "", 1))
    return command if game.refusal(command) is None else None


def by_gesture(title: Any, game: Game) -> Command | None:
    """What most players would answer, as the title's gestures know it; None if they have no proposal."""
    gesture = title.gestures.answer(game.state)
    first: Command | None = gesture.commands[0] if gesture is not None and gesture.commands else None
    return first if first is not None and game.refusal(first) is None else None


def suggestion(title: Any, game: Game) -> Command | None:
    """What the question itself suggests, to carry out what has been declared; None if it does not."""
    suggested: Command | None = title.suggested(game.state)
    return suggested if suggested is not None and game.refusal(suggested) is None else None
