"""The list of commands: which lines it has, in which order, and by which keys they are given."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase, digits

from wargame_tui.tui.session import Choice

MOST_LISTED_ELSEWHERE = 14
"""With more commands than this away from the cursor, each other place is one line that leads there."""
MOST_PLACES = 120
"""Of more places than this those are not listed where only what lies aside can be done, or else none of them."""
MOST_KEYS = 9
"""Commands at the cursor that get a digit; if there are more, those of one piece that go somewhere share a line."""
FEWEST_IN_GROUP = 4
"""Of fewer commands of one kind each has a line of its own, however long the list."""
FIRST_KEY = "0"
"""The key of the command that carries out what has been declared."""
END_KEY = "E"
"""The key that ends what is being decided, and never does anything else."""
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
    """The first of them, by which the line has its letter."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the list: a command, a place, a piece, a group, or a heading (none of them)."""

    words: str
    choice: Choice | None = None
    place: Place | None = None
    key: str = ""
    piece: Piece | None = None
    group: Group | None = None


def arrange(
    choices: Sequence[Choice],
    here: str | None,
    unit: str | None,
    names: Mapping[str, str],
    only_here: bool = False,
    labels: Mapping[str, str] | None = None,
    first: Choice | None = None,
    opened: str | None = None,
) -> list[Row]:
    """The list of commands as seen from the cursor: here, then those without a place, then elsewhere.

    `labels` are the words for pieces. With one of them in hand the list is about nothing else. `first` is shown before
    all others. Of an opened group the list shows its commands alone.
    """
    if opened is not None and (of_kind := [choice for choice in choices if choice.target.group == opened]):
        of_kind.sort(key=lambda choice: choice.target.aside)
        return [Row(opened), *(Row(choice.text, choice, key=key) for choice, key in digits_but_end(of_kind))]
    if first is not None and first in choices and not (unit is not None and in_hands(choices, unit)):
        others = [choice for choice in choices if choice != first]
        return [Row(first.text, first, key=FIRST_KEY), *arrange(others, here, unit, names, only_here, labels)]
    near = [c for c in choices if concerns(c, here, unit)]
    kinds = _kinds_far_away(choices, near)
    free = [c for c in choices if (c.space is None or c.target.group in kinds) and c not in near]
    far: dict[str, list[Choice]] = {}
    for choice in choices:
        if choice.space is not None and choice.target.group not in kinds and choice not in near:
            far.setdefault(choice.space, []).append(choice)
    rows: list[Row] = []
    in_hand = unit is not None and in_hands(choices, unit)
    if near and (in_hand or here):
        rows.append(Row(f"{_label(unit, labels)} in hand" if in_hand else names.get(here or "", here or "")))
    lines = [Row(c.text, c) for c in near] if in_hand else _folded(near, labels)
    lines_of = _one_of_each(free)
    # Letters stay the same while the cursor moves; where nothing depends on it, digits are easier to find.
    keyed = letters(lines_of) if near or far else digits_but_end(lines_of)
    general = [_general(choice, key, free, lines_of) for choice, key in keyed]
    if far and not near and len(choices) - len(free) <= MOST_LISTED_ELSEWHERE:
        # What is asked for comes before what declines it.
        return _numbered([*_elsewhere(far, names), *([Row("In general"), *general] if general else [])])
    rows += lines
    rows += [Row("In general"), *general] if general and rows else general
    if not far or in_hand or (only_here and near):
        return _numbered(rows)
    if len(far) > MOST_PLACES:
        return _numbered(rows) + _of_many(far, names)
    if sum(map(len, far.values())) > MOST_LISTED_ELSEWHERE:
        return [*_numbered(rows), Row("Elsewhere"), *_places(far, names)]
    return _numbered(rows + _elsewhere(far, names, len(lines)))


def _numbered(rows: Sequence[Row]) -> list[Row]:
    """The lines that can be picked and have no letter get digits, as far as these go."""
    left = iter(range(1, MOST_KEYS + 1))
    return [row if row.key or is_heading(row) else replace(row, key=str(next(left, ""))) for row in rows]


def _kinds_far_away(choices: Sequence[Choice], near: Sequence[Choice]) -> set[str]:
    """Groups of commands about so many places that a line for each group says more than one for each place."""
    far = [choice for choice in choices if choice.space is not None and choice not in near]
    if len(far) <= MOST_LISTED_ELSEWHERE:
        return set()
    sizes = Counter(choice.target.group for choice in far if choice.target.group is not None)
    return {group for group, count in sizes.items() if FEWEST_IN_GROUP <= count <= MOST_PLACES}


def _one_of_each(free: Sequence[Choice]) -> list[Choice]:
    """Commands without a place; if they are many, only the first of each group that is large."""
    sizes = Counter(choice.target.group for choice in free)
    found: list[Choice] = []
    seen: set[str] = set()
    for choice in free:
        group = choice.target.group
        if group is not None and len(free) > MOST_KEYS and sizes[group] >= FEWEST_IN_GROUP:
            if group in seen:
                continue
            seen.add(group)
        found.append(choice)
    return found


def _general(choice: Choice, key: str, free: Sequence[Choice], lines: Sequence[Choice]) -> Row:
    """The line of a command without a place, or of the group for which it stands."""
    group = choice.target.group
    count = sum(other.target.group == group for other in free)
    if group is None or sum(other.target.group == group for other in lines) == count:
        return Row(choice.text, choice, key=key)
    return Row(group, key=key, group=Group(group, count, choice))


def _places(far: Mapping[str, Sequence[Choice]], names: Mapping[str, str]) -> list[Row]:
    """A line for each place; one with a single command shows it."""
    return [
        Row(there[0].text, there[0])
        if len(there) == 1
        else Row(names.get(space, space), place=Place(space, len(there)))
        for space, there in far.items()
    ]


def _of_many(far: Mapping[str, Sequence[Choice]], names: Mapping[str, str]) -> list[Row]:
    """The places that matter, if they are few enough to be read; how many others there are."""
    main = {space: there for space, there in far.items() if not all(choice.target.aside for choice in there)}
    listed = main if len(main) <= MOST_PLACES else {}
    rest = Row(f"{len(far) - len(listed):,} {'more ' if listed else ''}places, to be picked on the map")
    return [Row("Elsewhere"), *_places(listed, names), rest] if listed else [rest]


def _elsewhere(far: Mapping[str, Sequence[Choice]], names: Mapping[str, str], near: int = 0) -> list[Row]:
    """A line for each of a few commands away from the cursor."""
    rows: list[Row] = []
    alone = [there[0] for there in far.values() if len(there) == 1]
    if alone:
        rows += [Row("Elsewhere" if near else "On the map"), *(Row(choice.text, choice) for choice in alone)]
    for space, there in far.items():
        if len(there) > 1:
            rows += [Row(names.get(space, space)), *(Row(choice.text, choice) for choice in there)]
    return rows


def in_hands(choices: Sequence[Choice], unit: str) -> bool:
    """Whether a unit, or another piece, can be taken in hand: it has commands that go somewhere."""
    return any(choice.target.unit == unit and choice.target.to is not None for choice in choices)


def _label(unit: str | None, labels: Mapping[str, str] | None) -> str:
    return (labels or {}).get(unit or "", unit or "")


def _folded(near: Sequence[Choice], labels: Mapping[str, str] | None) -> list[Row]:
    """A line each; of too many, one line for each piece that may go to several places, and for each large group."""
    if len(near) <= MOST_KEYS:
        return [Row(choice.text, choice) for choice in near]
    of_piece = Counter(choice.target.unit for choice in near if choice.target.unit is not None)
    of_group = Counter(choice.target.group for choice in near if choice.target.group is not None)
    rows: dict[object, Row] = {}
    for choice in near:
        unit, group = choice.target.unit, choice.target.group
        if unit is not None and of_piece[unit] > 1 and in_hands(near, unit):
            rows[unit] = Row(_label(unit, labels), piece=Piece(unit, of_piece[unit]))
        elif group is not None and of_group[group] >= FEWEST_IN_GROUP:
            rows.setdefault(("group", group), Row(group, group=Group(group, of_group[group], choice)))
        else:
            rows[choice.notation, choice.text] = Row(choice.text, choice)
    return list(rows.values())


def digits_but_end(choices: Sequence[Choice]) -> list[tuple[Choice, str]]:
    """A digit for each command, then letters; `end` is E, so that no digit pressed once too often ends anything."""
    count = iter(range(1, MOST_KEYS + 1))
    return [(choice, END_KEY if letter == END_KEY else str(next(count, letter))) for choice, letter in letters(choices)]


def letters(choices: Sequence[Choice]) -> list[tuple[Choice, str]]:
    """A capital letter for each command that is the only one of its verb, taken from the verb; E is for `end` alone.

    Commands that differ in what they are about have none: what a letter means must not depend on what else is listed.
    """
    count = Counter(map(_verb, choices))
    free = [letter for letter in ascii_uppercase if letter not in (*RESERVED, END_KEY)]
    taken = {"end": END_KEY}
    for verb in sorted(count):
        letter = next((c for c in verb.upper() if c in free), "")
        if count[verb] == 1 and verb != "end" and letter:
            free.remove(letter)
            taken[verb] = letter
    return [(choice, taken.get(_verb(choice), "")) for choice in choices]


def _verb(choice: Choice) -> str:
    return choice.notation.partition(" ")[0]


def concerns(choice: Choice, here: str | None, unit: str | None) -> bool:
    """Whether a command is about the space, or if one is named the unit, that the cursor points at."""
    if unit is not None:
        return choice.target.unit == unit
    if here is None:
        return False
    bridge = choice.target.bridge
    return choice.space == here or (bridge is not None and here in bridge.split("-"))


def by_key(rows: Sequence[Row]) -> dict[str, Row]:
    """Lines by their keys."""
    keys = {row.key: row for row in rows if row.key}
    # A command keeps its letter where digits are shown: `E` ends whatever else there is to do.
    free = {
        choice: row
        for row in rows
        if (choice := row.group.like if row.group else row.choice) is not None
        and (choice.space is None or choice.notation == "end")
        and (row.group or choice.target.group is None)  # The letter that opened a group gives nothing in it.
    }
    return keys | {key: free[choice] for choice, key in letters(list(free)) if key and key not in keys}


def is_offered(row: Row) -> bool:
    """Whether Enter may mean a line before the player has moved to it: nothing ends because nothing else is near."""
    return bool(row.piece or row.group or (row.choice and row.choice.notation != "end"))


def is_heading(row: Row) -> bool:
    """Whether a line can not be picked."""
    return row.choice is None and row.place is None and row.piece is None and row.group is None
