"""What players look up beside the map: order of battle, calendar, losses, victory, charts, hand; as data."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol

from wargame_tui.board.fact import Fact
from wargame_tui.board.positions import ELIMINATED, OFF_MAP
from wargame_tui.board.rulebook import Rulebook, RuleText, meant, tables
from wargame_tui.board.scene import Counter, Scene

_CLAUSE = re.compile(r"[A-Z0-9][\w' -]{3,40}(?=[.,:;])")
"""How a rule begins, if that is short enough to be a title."""

Where = Literal["map", "coming", "lost", "gone"]
"""On the map or in a box of it; still to come; destroyed; out of the game alive."""
Days = Callable[[str], Iterable[int]]
"""The turns that the first cell of a row of a calendar's table names; none if it names none."""


@dataclass(frozen=True, slots=True)
class Muster:
    """A unit in the order of battle."""

    counter: Counter
    name: str
    formation: str
    left: int
    """Steps that are left."""
    full: int
    """Steps with which it begins; 0 where that is not known of an enemy."""
    space: str | None
    """Where it stands, if it stands somewhere."""
    place: str
    """The same in words; of a unit to come when, of a lost one how."""
    where: Where = "map"


@dataclass(frozen=True, slots=True)
class Dated:
    """A line of the calendar."""

    turn: int
    """Its number; 0 for what has no day of its own."""
    kind: Literal["arrival", "withdrawal", "event"]
    side: str
    """Empty: both sides' affair."""
    what: str
    place: str = ""
    space: str | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Calendar:
    """What the days bring."""

    now: int
    days: Mapping[int, str]
    """Every turn of the game in words, in order."""
    lines: tuple[Dated, ...]


@dataclass(frozen=True, slots=True)
class Loss:
    """Steps that a unit lost in a turn."""

    unit: str
    side: str
    steps: int
    destroyed: bool
    """Whether they were its last ones."""
    name: str
    """The unit as players name it."""


@dataclass(frozen=True, slots=True)
class Prize:
    """Something that counts for victory."""

    name: str
    worth: str
    """Points in a few characters; empty where it is a goal without points."""
    holder: str
    """Who has it, in a word."""
    space: str | None = None
    note: str = ""
    rule: str | None = None
    side: str = ""
    """The side for which it counts now; empty if for none."""


@dataclass(frozen=True, slots=True)
class Level:
    """A level of victory and what it takes."""

    name: str
    takes: str
    reached: bool = False
    """Whether the game would end with it now."""


@dataclass(frozen=True, slots=True)
class Victory:
    """Who holds what, and what it would come to."""

    forecast: str
    """How the game would end if it ended now."""
    facts: tuple[Fact, ...]
    prizes: tuple[Prize, ...]
    levels: tuple[Level, ...] = ()
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Lit:
    """What of a chart counts now, by words in its head and at the beginning of its rows."""

    column: str = ""
    row: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """A table of the rulebook."""

    number: str
    heading: str
    rows: tuple[tuple[str, ...], ...]
    """The first is its head."""
    also: str = ""
    """What players call it."""
    column: int | None = None
    """The column that counts now."""
    row: int | None = None
    """The row of `rows` that counts now."""


@dataclass(frozen=True, slots=True)
class Held:
    """Markers, plans or chits of a kind."""

    name: str
    count: int
    what: str
    """What they do."""
    place: str = ""
    """Where they are: in hand, on the map, in the pool."""
    space: str | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Hand:
    """What a side may play beside its units."""

    side: str
    facts: tuple[Fact, ...]
    held: tuple[Held, ...]


# Order of battle


class Musters(Protocol):
    """A title as far as its order of battle goes; each method is that of `board.title`."""

    @property
    def sides(self) -> Sequence[str]:
        """Its sides."""

    def pieces(self, state: Any) -> Iterable[Any]:
        """Every unit."""

    def scene(self, state: Any, side: str | None = None, /) -> Scene:
        """What a side sees."""

    def counter(self, state: Any, unit: Any, /) -> Counter:
        """A unit's counter."""

    def called(self, id_: str, /) -> str:
        """A space by its name."""

    def spoken(self, text: str, /) -> str:
        """A text with pieces named as on their counters."""

    def step_count(self, state: Any, piece: Any, /) -> tuple[int, int]:
        """Steps left, and those of a fresh unit."""

    def enrolled(self, state: Any, piece: Any, /) -> tuple[str, str]:
        """Name and formation."""

    def whereabouts(self, state: Any, piece: Any, /) -> tuple[str, Where] | None:
        """Where a unit is that is not on the map."""


def muster(title: Musters, state: Any, side: str | None) -> Sequence[Muster]:
    """Every unit of which a side may know, those on the map first; by side, formation and name."""
    pieces = {piece.id: piece for piece in title.pieces(state)}
    found, seen = list[Muster](), set[str]()
    for space, there in title.scene(state, side).spaces.items():
        for counter in there.counters:
            seen.add(counter.unit)
            piece = pieces.get(counter.unit)
            if piece is None:
                found.append(Muster(counter, counter.label, "", 0, 0, space, title.called(space)))
            else:
                found.append(_mustered(title, state, piece, counter, space, title.called(space), "map"))
    for piece in pieces.values():
        where = title.whereabouts(state, piece)
        if piece.id not in seen and where is not None:
            counter = title.counter(state, piece)
            found.append(_mustered(title, state, piece, counter, None, *where))
    order = {side: number for number, side in enumerate(title.sides)}
    return sorted(found, key=lambda one: (order[one.counter.side], _natural(one.formation), _natural(one.name)))


def _natural(words: str) -> list[tuple[int, str]]:
    """For sorting: numbers by value and before words, what has no name last."""
    parts = re.findall(r"\d+|[^\d\s]+", words)
    return [(int(part), "") if part.isdigit() else (10**6, part) for part in parts] or [(10**7, "")]


def _mustered(
    title: Musters, state: Any, piece: Any, counter: Counter, space: str | None, place: str, where: Where
) -> Muster:
    left, full = title.step_count(state, piece)
    name, formation = title.enrolled(state, piece)
    return Muster(counter, name, formation, 0 if where == "lost" else left, full, space, place, where)


def steps(piece: Any, printed: Any) -> tuple[int, int]:
    """Steps left and at full strength, by how many strengths are printed and whether the counter is turned over."""
    printed_ = (getattr(printed, name, 0) for name in ("strength", "attack"))
    full = max((len(each) for each in printed_ if isinstance(each, tuple)), default=1)
    return full - bool(getattr(piece, "reduced", False)) if full > 1 else 1, full


def whereabouts(piece: Any) -> tuple[str, Where] | None:
    """Of a piece that is not on the map: where it is in words; None if that is not to be told."""
    match piece.location:
        case str() as place if place == ELIMINATED:
            return "eliminated", "lost"
        case str() as place if place == OFF_MAP:
            due = getattr(piece, "due", None)
            return (f"due turn {due}" if due else "off the map"), "coming"
    return None


# Losses


def steps_left(title: Musters, state: Any) -> Mapping[str, int]:
    """The steps that are left of every piece, 0 of those lost."""

    def left(piece: Any) -> int:
        where = title.whereabouts(state, piece)
        return 0 if where is not None and where[1] in ("lost", "gone") else title.step_count(state, piece)[0]

    return {piece.id: left(piece) for piece in title.pieces(state)}


def standing(title: Musters, state: Any) -> Mapping[str, tuple[str, int]]:
    """Side and steps of every piece that is in the game, on the map or to come."""
    found = {}
    for piece in title.pieces(state):
        where = title.whereabouts(state, piece)
        if where is None or where[1] in ("map", "coming"):
            found[piece.id] = (piece.side, title.step_count(state, piece)[0])
    return found


def unit_name(title: Musters, counter: Counter) -> str:
    """A unit as players name it: with its class, if counters are told by class."""
    spoken = title.spoken(counter.unit)
    if spoken != counter.unit:
        return spoken
    told = counter.symbol.isupper() and not counter.label.startswith(counter.symbol)
    return f"{counter.symbol} {counter.label}" if told else counter.label


def named(title: Musters, state: Any, unit: str) -> str:
    """A unit as players name it, by its id."""
    spoken = title.spoken(title.called(unit))
    if spoken != unit:
        return spoken
    piece = next((piece for piece in title.pieces(state) if piece.id == unit), None)
    if piece is None:
        return unit
    short, (whole, _) = unit_name(title, title.counter(state, piece)), title.enrolled(state, piece)
    return whole if whole.startswith(short) else short  # A counter has no room for long names.


def losses(title: Musters, before: Any, after: Any) -> Sequence[Loss]:
    """What was lost between two states: steps of units and whole units, with those they carried."""
    now = standing(title, after)
    places = ((piece.id, title.whereabouts(after, piece)) for piece in title.pieces(after))
    left_alive = {unit for unit, at in places if at is not None and at[1] == "gone"}
    found = []
    for unit, (side, had) in standing(title, before).items():
        has = now.get(unit, (side, 0))[1]
        if has < had and unit not in left_alive:
            found.append(Loss(unit, side, had - has, unit not in now, named(title, before, unit)))
    return found


# Charts


def charts(book: Rulebook, wanted: Iterable[str], lit: Mapping[str, Lit]) -> Iterator[Chart]:
    """The tables of some rules, by their numbers; those of which a column counts now come first, then all that are lit.

    One can be named among these for being wanted now, with nothing of it lit.
    """
    found = [chart for number in wanted for chart in _charts_of(book, number, lit.get(number))]
    order = {number: at for at, number in enumerate(lit)}
    yield from sorted(found, key=lambda chart: (chart.column is None, order.get(chart.number, len(order))))


def _charts_of(book: Rulebook, number: str, lit: Lit | None) -> Iterator[Chart]:
    rule = book.rules[number]
    firsts: list[str] = []
    for rows in tables(rule.text):
        # Another table of the same rule is told from the ones before by what its first column is.
        first = rows[0][0].strip("*` ").lower()
        heading = _chart_heading(rule) if not firsts or first in firsts else f"{rule.heading}: {first}"
        firsts.append(first)
        made = Chart(number, heading, tuple(tuple(row) for row in rows), rule.also)
        yield made if lit is None else _lit(made, lit)


def _chart_heading(rule: RuleText) -> str:
    """What a chart is called; in a rule without a title of its own by the chapter and how the rule begins."""
    begins = _CLAUSE.match(rule.text)
    if (
        begins is None
        or begins[0] in rule.chapter
        or rule.heading not in rule.chapter
        or rule.chapter.startswith(f"{rule.number} ")
    ):
        return rule.heading
    return f"{rule.heading}: {begins[0]}"


def _lit(chart: Chart, lit: Lit) -> Chart:
    head = [cell.strip("*` ") for cell in chart.rows[0]]
    column = head.index(lit.column) if lit.column and lit.column in head else None
    begin = [row[0].strip("*` ") if row else "" for row in chart.rows]
    row = begin.index(lit.row) if lit.row and lit.row in begin else _named(begin, lit.row)
    return replace(chart, column=column, row=row)


def _named(cells: Sequence[str], wanted: str) -> int | None:
    """The row that names something among others, or begins with it."""
    named = (
        n
        for n, cell in enumerate(cells)
        if any(part == wanted or part.startswith(f"{wanted} ") for part in cell.split(", "))
    )
    return next(named, None) if wanted else None


def chart_numbers(book: Rulebook, chapter: str = "") -> Sequence[str]:
    """The rules of a chapter that are tables; where a book numbers no tables, those in which one stands itself."""
    rules = {number: rule for number, rule in book.rules.items() if number.startswith(chapter)}
    printed = [number for number, rule in rules.items() if rule.is_table and tables(rule.text)]
    if printed:
        return printed
    having = [number for number, rule in rules.items() if tables(rule.text)]
    return [number for number in having if not any(other.startswith(f"{number}.") for other in having)]


def fitting(charts_: Sequence[Chart], words: str) -> list[Chart]:
    """The charts that are called so, by number, heading or synonym; then those in which the words stand."""
    terms = meant(words)
    if not terms[0]:
        return list(charts_)

    def rank(chart: Chart) -> int:
        heading = f"{chart.number} {chart.heading} {chart.also}".lower()
        if chart.number.lower() == terms[0]:
            return 0
        if any(term in heading for term in terms):
            return 1
        return 2 if any(term in cell.lower() for row in chart.rows for cell in row for term in terms) else 3

    return [chart for rank_, chart in sorted(((rank(c), c) for c in charts_), key=lambda pair: pair[0]) if rank_ < 3]


# Calendars


def dated(book: Rulebook, table: str, when: str, what: Sequence[str], days: Days, rule: str = "") -> Iterator[Dated]:
    """The events in a table of the rulebook: `when` heads the column of turns, `what` those that are told.

    `rule` heads the column of the rule, if there is one; else the table's own number is cited.
    """
    rows = tables(book.rules[table].text)[0]
    head = list(rows[0])
    for row in rows[1:]:
        told = [_told(name, row[head.index(name)]) for name in what if row[head.index(name)] not in ("", "-")]
        cited = row[head.index(rule)].split(",")[0].strip() if rule else table
        for turn in days(row[head.index(when)]) if told else ():
            yield Dated(turn, "event", "", "; ".join(told), rule=cited)


def _told(name: str, cell: str) -> str:
    """A number is told with what it counts, words speak for themselves."""
    return f"{name} {cell}" if cell.replace("-", "").isdigit() else cell
