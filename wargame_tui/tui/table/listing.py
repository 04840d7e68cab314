"""The list of commands: which lines it has, in which order, and by which keys they are given.

Commands of a kind have the letter of their kind, and nothing else has one. Objects - units, spaces, chits - are
numbered in an order that stays as long as the decision lasts: a number is free once its object is done with.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase, digits

from wargame_tui.board.gestures import Gesture
from wargame_tui.board.steps import ALSO_ROLLS, ROLLS
from wargame_tui.core.command import Command
from wargame_tui.tui.session import Choice
from wargame_tui.tui.table.numbers import PAGE, Numbers, Scope

MOST_TOGETHER = 18
"""Of a decision about more objects than this, the list shows those at the cursor, and where there are others."""
MOST_PLACES = 120
"""Of more places than this those are not listed where only what lies aside can be done, or else none of them."""
FEWEST_IN_GROUP = 4
"""Of fewer commands of one kind each has a line of its own, however long the list."""
FEWEST_SAID_ONCE = 2
"""Of so many lines that all lead to dice none says so for itself."""
EACH_ROLLS = "Each rolls the dice"
FIRST_KEY = "0"
"""The key of the command that carries out what has been declared."""
AS_DECLARED_KEY = "J"
"""The key of that command where more is proposed on its own key: just what has been declared; no letter like a 0."""
END_KEY = "E"
"""The key that ends what is being decided, and never does anything else."""
DECLINING_KEY = "X"
"""The key that cancels or declines."""
RESERVED = "FNPQ"
"""Capital letters that mean something else on the table."""
LIST_KEYS = frozenset({*digits, *ascii_uppercase} - {*RESERVED})
"""Keys that may give a command of the list."""


@dataclass(frozen=True, slots=True)
class Place:
    """A line of the list that leads to a place with commands of its own."""

    space: str
    count: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A line of the list that takes a unit, or another piece, in hand: its commands say where it may go."""

    unit: str
    count: int


@dataclass(frozen=True, slots=True)
class Group:
    """A line of the list that stands for commands of one kind, and opens the list of them."""

    name: str
    count: int
    like: Choice
    """The first of them."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the list: a command, a place, a piece, a group, or a heading (none of them)."""

    words: str
    choice: Choice | None = None
    place: Place | None = None
    key: str = ""
    piece: Piece | None = None
    group: Group | None = None
    denied: Choice | None = None
    """A command that cannot be given now, with the reason."""
    number: int = 0
    """Of an object: the number by which it is known as long as the decision lasts."""
    space: str | None = None
    """Where it belongs on the map."""
    where: str = ""
    """The name of that space, if the words do not say it."""
    commits: bool = False
    """Whether it carries out what has been declared."""
    proposal: Gesture | None = None
    """What is proposed for the decision in hand, as a whole."""
    also: str = ""
    """The key that it has in its own right, by which it is given too."""
    out: Command | None = None
    """A command of the attack in hand that picking takes out of it."""


def arrange(
    choices: Sequence[Choice],
    here: str | None,
    unit: str | None,
    names: Mapping[str, str],
    only_here: bool = False,
    labels: Mapping[str, str] | None = None,
    first: Choice | None = None,
    opened: str | None = None,
    *,
    numbers: Numbers | None = None,
    denied: Sequence[Choice] = (),
) -> list[Row]:
    """The list of commands: what carries out what was declared, objects, kinds of commands.

    A list that is short enough is the same wherever the cursor is; else it has what is at the cursor, and then the
    other places. `labels` are the words for pieces. With one of them in hand the list is about nothing else. `first`
    is shown before all others. Of an opened group the list shows its commands alone. `denied` are too dear.
    """
    listed = [choice for choice in choices if not choice.target.dominated or choice == first]
    numbers = numbers or Numbers()

    def rows() -> list[Row]:
        table = _Table(listed, names, labels or {}, numbers, denied)
        return _arranged(table, listed, here, unit, only_here, first, opened)

    found = rows()
    return rows() if numbers.follow([row.number for row in found if row.number]) else found


def _arranged(
    table: "_Table",
    listed: Sequence[Choice],
    here: str | None,
    unit: str | None,
    only_here: bool,
    first: Choice | None,
    opened: str | None,
) -> list[Row]:
    if opened is not None and (of_kind := [choice for choice in listed if choice.target.group == opened]):
        of_kind.sort(key=lambda choice: choice.target.aside)
        return [Row(opened), *table.numbered(of_kind, ("group", opened))]
    if unit is not None and in_hands(listed, unit):
        return table.of_hand(unit)
    head = [table.first(first)] if first is not None and first in listed else []
    table.leave_out(first)
    return head + (table.about(here, unit, only_here) if table.scattered else table.together(declared=bool(head)))


class _Table:
    """The commands of a decision, and the numbers of what they are about."""

    def __init__(
        self,
        choices: Sequence[Choice],
        names: Mapping[str, str],
        labels: Mapping[str, str],
        numbers: Numbers,
        denied: Sequence[Choice],
    ) -> None:
        self._choices, self._names, self._labels, self._numbers, self._denied = choices, names, labels, numbers, denied
        count = Counter(choice.key for choice in choices)
        self._lettered = [choice for choice in choices if choice.key and count[choice.key] == 1]
        self._objects = _without(choices, self._lettered)

    @property
    def scattered(self) -> bool:
        """Whether there is too much for one list; once it was, it stays so as long as the decision lasts."""
        decision = self._numbers.decision
        if not decision.scattered:
            lines = len(self._lines(self._objects, self._numbers.scope()))
            decision.scattered = lines > MOST_TOGETHER * (1 if decision.scattered is None else 2)
        return decision.scattered

    def leave_out(self, choice: Choice | None) -> None:
        """List everything but this, which has its line already."""
        self._lettered = [each for each in self._lettered if each != choice]
        self._objects = [each for each in self._objects if each != choice]

    def first(self, choice: Choice) -> Row:
        """The line of what carries out what was declared; it keeps its own letter, if it has one."""
        return Row(choice.text, choice, key=choice.key or FIRST_KEY, commits=True)

    def together(self, *, declared: bool = False) -> list[Row]:
        """The list of everything: it does not depend on the cursor.

        Where something is `declared`, what else can be done with it as a whole stands before what can be left out.
        """
        rows = self._sorted(self._objects)
        of_one = len({row.space for row in rows}) == 1  # Then the first line names it for all.
        named = [row if n and of_one else replace(row, where=self._where(row)) for n, row in enumerate(rows)]
        kinds = self._kinds()
        beside = [row for row in kinds if declared and row.key not in (END_KEY, DECLINING_KEY)]
        return [*beside, *named, *(row for row in kinds if row not in beside)]

    def _where(self, row: Row) -> str:
        """The name of the space of an object, if its line does not have it."""
        space = row.space or ""
        name = self._names.get(space, "")
        return "" if name.removeprefix(f"{space} ") in row.words or space in row.words else name

    def of_hand(self, unit: str) -> list[Row]:
        """The list of what a unit, or another piece, in hand may do."""
        near = [choice for choice in self._choices if choice.target.unit == unit]
        self._lettered = [choice for choice in self._lettered if choice not in near and choice.space is None]
        goals = self.numbered(near, ("hand", unit))
        return [Row(f"{self._labels.get(unit, unit)} selected"), *goals, *self._kinds()]

    def about(self, here: str | None, unit: str | None, only_here: bool) -> list[Row]:
        """The list as seen from the cursor: what is there, kinds of commands, other places."""
        near = [choice for choice in self._objects if concerns(choice, here, unit)]
        kinds = _kinds_far_away(self._objects, near)
        others = _without(self._objects, near)
        free = [choice for choice in others if choice.space is None or choice.target.group in kinds]
        rows = [Row(self._names.get(here, here)), *self._sorted(near, here)] if near and here is not None else []
        general = [*self._sorted(free, "free", keyed=False), *self._kinds()]
        rows += [Row("In general"), *general] if rows and general else general
        far: dict[str, list[Choice]] = {}
        for choice in others:
            if choice.space is not None and choice.target.group not in kinds:
                far.setdefault(choice.space, []).append(choice)
        if not far or (only_here and near):
            return rows
        if len(far) > MOST_PLACES:
            return [*rows, *_of_many(far, self._names)]
        return [*rows, Row("Elsewhere"), *_places(far, self._names)]

    def numbered(self, choices: Iterable[Choice], where: object) -> list[Row]:
        """A line for each, with the numbers of a scope of its own."""
        scope = self._numbers.scope(where)
        return self._in_order([Row(each.text, each, number=scope.number(each.notation)) for each in choices])

    def _kinds(self) -> list[Row]:
        """Lines with letters, the end last; what is too dear keeps its letter."""
        found = [*self._lettered, *(choice for choice in self._denied if choice.key)]
        order = {END_KEY: 2, DECLINING_KEY: 1}
        found.sort(key=lambda choice: order.get(choice.key, 0))
        return [_line(choice, choice.key) for choice in found]

    def _sorted(self, choices: Sequence[Choice], where: str | None = None, *, keyed: bool = True) -> list[Row]:
        """Lines of objects in the order of their numbers, what is too dear among them."""
        scope = self._numbers.scope(where)
        denied = [choice for choice in self._denied if not choice.key] if where is None else []
        rows = self._lines([*choices, *denied], scope)
        if not keyed:
            return [*rows.values()]
        return self._in_order(replace(row, number=scope.number(what)) for what, row in rows.items())

    def _in_order(self, rows: Iterable[Row]) -> list[Row]:
        in_order = sorted(rows, key=lambda row: row.number)
        return [replace(row, key=row.key or self._numbers.digit(row.number)) for row in in_order]

    def _lines(self, choices: Sequence[Choice], scope: Scope) -> dict[object, Row]:
        """A line each by what it is about; of too many, one for each piece that can go somewhere, and each group."""
        if not scope.folded:
            scope.folded = len(choices) > PAGE * (1 if scope.folded is None else 2)
        if not scope.folded:
            return {choice.notation: _line(choice) for choice in choices}
        of_piece = Counter(each.target.unit for each in choices if each.target.unit is not None and each.target.to)
        of_group = Counter(each.target.group for each in choices if each.target.group is not None)
        rows: dict[object, Row] = {}
        for choice in choices:
            unit, group = choice.target.unit, choice.target.group
            if unit is not None and choice.target.to and choice.denied is None:
                piece = Row(self._labels.get(unit, unit), piece=Piece(unit, of_piece[unit]), space=choice.space)
                rows["piece", unit] = piece if of_piece[unit] > 1 else _line(choice)
            elif group is not None and of_group[group] >= FEWEST_IN_GROUP:
                key = choice.key
                rows.setdefault(("group", group), Row(group, key=key, group=Group(group, of_group[group], choice)))
            else:
                rows[choice.notation] = _line(choice)
        return rows


def _line(choice: Choice, key: str = "") -> Row:
    """The line of a command, or of one that is too dear."""
    if choice.denied is not None:
        return Row(choice.text, key=key, denied=choice, space=choice.space)
    return Row(choice.text, choice, key=key, space=choice.space)


def _without(choices: Sequence[Choice], some: Sequence[Choice]) -> list[Choice]:
    """All but some of them; they are the same objects, of which there may be thousands."""
    left_out = {id(choice) for choice in some}
    return [choice for choice in choices if id(choice) not in left_out]


def _kinds_far_away(choices: Sequence[Choice], near: Sequence[Choice]) -> set[str]:
    """Groups of commands about so many places that a line for each group says more than one for each place."""
    far = [choice for choice in _without(choices, near) if choice.space is not None]
    if len(far) <= MOST_TOGETHER:
        return set()
    sizes = Counter(choice.target.group for choice in far if choice.target.group is not None)
    return {group for group, count in sizes.items() if FEWEST_IN_GROUP <= count <= MOST_PLACES}


def _places(far: Mapping[str, Sequence[Choice]], names: Mapping[str, str]) -> list[Row]:
    """A line for each place; one with a single command shows it."""
    return [
        Row(there[0].text, there[0], space=space)
        if len(there) == 1
        else Row(names.get(space, space), place=Place(space, len(there)), space=space)
        for space, there in far.items()
    ]


def _of_many(far: Mapping[str, Sequence[Choice]], names: Mapping[str, str]) -> list[Row]:
    """The places that matter, if they are few enough to be read; how many others there are."""
    main = {space: there for space, there in far.items() if not all(choice.target.aside for choice in there)}
    listed = main if len(main) <= MOST_PLACES else {}
    rest = Row(f"{len(far) - len(listed):,} {'more ' if listed else ''}places: choose on the map")
    return [Row("Elsewhere"), *_places(listed, names), rest] if listed else [rest]


def in_hands(choices: Sequence[Choice], unit: str) -> bool:
    """Whether a unit, or another piece, can be taken in hand: it has commands that go somewhere."""
    return any(choice.target.unit == unit and choice.target.to is not None for choice in choices)


def concerns(choice: Choice, here: str | None, unit: str | None) -> bool:
    """Whether a command is about the space, or if one is named the unit, that the cursor points at."""
    if unit is not None:
        return choice.target.unit == unit
    if here is None:
        return False
    bridge = choice.target.bridge
    return choice.space == here or (bridge is not None and here in bridge.split("-"))


def said_once(rows: Sequence[Row]) -> list[Row]:
    """The list with what all its objects end with, that dice follow, said once over them."""
    rolling = [row for row in rows if row.choice and row.number]
    if len(rolling) < FEWEST_SAID_ONCE or not all(row.words.endswith((ROLLS, ALSO_ROLLS)) for row in rolling):
        return [*rows]
    bare = {row: row.words.removesuffix(ROLLS).removesuffix(ALSO_ROLLS) for row in rolling}
    short = [replace(row, words=bare[row]) if row in bare else row for row in rows]
    first = rows[0].choice
    # What is proposed rolls them as well, in words of its own.
    at = 0 if first is not None and first.text.endswith((ROLLS, ALSO_ROLLS)) else rows.index(rolling[0])
    return [*short[:at], Row(EACH_ROLLS), *short[at:]]


def by_key(rows: Sequence[Row]) -> dict[str, Row]:
    """Lines by their keys; 0 also gives the first, which carries out what was declared, whatever letter it has."""
    keys = {key: row for row in rows for key in (row.key, row.also) if key}
    first = next((row for row in rows if row.commits and row.key != DECLINING_KEY), None)
    return keys if first is None else {FIRST_KEY: first} | keys


def is_offered(row: Row) -> bool:
    """Whether Enter may mean a line before the player has moved to it: nothing ends because nothing else is near."""
    return bool(row.piece or row.group or row.proposal or (row.choice and row.key != END_KEY))


def stands_first(row: Row) -> bool:
    """Whether a line stays highlighted wherever the cursor is: a commitment, a proposal, the advice to end here."""
    advised = row.key == FIRST_KEY and row.choice is not None and row.choice.key == END_KEY
    return row.commits or row.proposal is not None or advised


def is_heading(row: Row) -> bool:
    """Whether a line can not be picked."""
    return not (row.choice or row.place or row.piece or row.group or row.denied or row.proposal or row.out)
