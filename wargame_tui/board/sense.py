"""The sense of a title's data: what its files mean together, where each by itself is well written.

A title says in `FolderTitle.sense` what is against its rules in a set-up, with the tests here and its own rules'
functions, and in `FolderTitle.rulebook_facts` what its rulebook says of the printed things.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from wargame_tui.board.area import AreaMapEntry, ShapesEntry, border_id
from wargame_tui.board.hex_board import Contradiction
from wargame_tui.board.scene import Scene

Loc = tuple[str | int, ...]
"""A place in a file."""
Steps = Callable[[str], Iterable[str]]
"""The spaces next to one, by the links on which units move."""
MARKS = "*+"
"""Behind the id of a unit in a set-up."""
SEEN = ("area", "hex")
"""Kinds of spaces on the map: zones and boxes lie beside it."""


@dataclass(frozen=True)
class RulebookFact:
    """Something that the rulebook says of map, counters or set-up, whatever the numbers of one's own copy are."""

    rules: tuple[str, ...]
    words: str
    """As a statement: what must be true."""
    holds: Callable[[Any], bool]
    """Whether it is, of what `open_scenario` gives."""
    file: str = "map"
    at: Loc = ()
    """The place in the file that says otherwise if it is not."""

    def is_true(self, book: Any) -> bool:
        """Whether it holds; what it speaks of may not be there at all."""
        try:
            return self.holds(book)
        except (LookupError, ValueError, StopIteration, AssertionError):
            return False


def fact(rules: str, words: str, holds: Callable[[Any], bool], file: str = "map", *at: str | int) -> RulebookFact:
    """A fact of some rules, `5.1, 3.22`, with the place in a file that says otherwise if it does not hold."""
    return RulebookFact(tuple(rules.split(", ")), words, holds, file, at)


@dataclass(frozen=True)
class Standing:
    """A unit on the map."""

    id: str
    side: str
    space: str


@dataclass(frozen=True)
class SetUp:
    """A scenario as it begins, with the words of its files: what the tests below speak of."""

    name: str
    """Of the scenario's file."""
    state: Any
    scene: Scene
    spaces: Mapping[str, Any]
    """As the protocol gives them: with `neighbours`."""
    called: Callable[[str], str]
    """A space in words."""
    files: Mapping[str, Any] = field(repr=False)
    """The plain values of the files that may name a unit, the nearest first."""

    @cached_property
    def units(self) -> tuple[Standing, ...]:
        """The units on the map, space by space."""
        return tuple(
            Standing(counter.unit, counter.side, space)
            for space, there in self.scene.spaces.items()
            for counter in there.counters
        )

    def where(self, unit: str) -> tuple[str, Loc]:
        """The file and the place in it that says where a unit begins; where its counter is printed, if none does."""
        for name, plain in self.files.items():
            for path in _naming(plain, unit, ()):
                return name, path
        return self.name, ()

    # What may be wrong with any set-up

    def together(self, but: Collection[str] = ()) -> Iterator[Contradiction]:
        """Units of both sides in one space, but for those spaces where the rulebook has them so."""
        first: dict[str, Standing] = {}
        told: set[str] = set(but)
        for unit in self.units:
            other = first.setdefault(unit.space, unit)
            if other.side != unit.side and unit.space not in told:
                told.add(unit.space)
                words = (
                    f"{self.called(unit.space)} has {other.id} of {other.side} and {unit.id} of {unit.side} at start"
                )
                yield *self._nearer(other, unit), f"{words}: set one of them up elsewhere"

    def _nearer(self, one: Standing, other: Standing) -> tuple[str, Loc]:
        """The place of the unit that the topmost file names: a pack's, if one has it."""
        return self.where(other.id) if self.where(one.id)[0] != self.name else self.where(one.id)

    def crowded(self, over: Iterable[tuple[str, Iterable[str], str]]) -> Iterator[Contradiction]:
        """Stacks over the limit: the space, the units there, and in words what they break."""
        for space, units, words in over:
            names = list(units)
            yield *self.where(names[-1]), f"{self.called(space)} has {', '.join(names)} at start, {words}: move some"

    def idle(self, units: Iterable[str]) -> Iterator[Contradiction]:
        """Units that are neither on the map nor ever due, and that nobody excuses."""
        for unit in units:
            words = f"{unit} is neither set up in {self.name}.yaml nor due later, and nothing says that it stays away"
            yield *self.where(unit), f"{words}: set it up, give it a turn, or remove it"

    def barred(self, closed: Callable[[Standing], str | None]) -> Iterator[Contradiction]:
        """Units where none can stand, by the reason, if there is one."""
        for unit in self.units:
            if why := closed(unit):
                yield *self.where(unit.id), f"{unit.id} begins in {self.called(unit.space)}, {why}: set it up elsewhere"

    def unlinked(self, *at: str) -> Iterator[Contradiction]:
        """Areas and hexes that nothing leads to; `at` is where map.yaml has its spaces."""
        for space, printed in self.spaces.items():
            if printed.get("kind", "area") in SEEN and not printed["neighbours"]:
                words = f"nothing leads to {self.called(space)}: link it with its neighbours, or take it away"
                yield "map", (*(at or ("spaces",)), space), words

    def cut_off(self, steps: Steps, also: Collection[str] = ()) -> Iterator[Contradiction]:
        """Spaces from which those that begin there have no way to the enemy, whoever is in between.

        `also` is where an enemy will be who is not on the map yet. Spaces beside the map are no start.
        """
        standing = [unit for unit in self.units if self.spaces[unit.space].get("kind", "area") in SEEN]
        for side in dict.fromkeys(unit.side for unit in standing):
            reached = _reaching({*also, *(unit.space for unit in self.units if unit.side != side)}, steps, self.spaces)
            for space in dict.fromkeys(unit.space for unit in standing if unit.side == side):
                if space not in reached:
                    name = next(unit.id for unit in standing if unit.space == space and unit.side == side)
                    words = f"{name} begins in {self.called(space)}, from where no way leads to the enemy"
                    yield *self.where(name), f"{words}: give it a way in map.yaml, or set it up elsewhere"

    def twice(self, named: Iterable[tuple[str, Loc]]) -> Iterator[Contradiction]:
        """Units that a scenario brings on more than once; each with the place that says so."""
        seen: set[str] = set()
        for unit, loc in named:
            if unit in seen:
                yield self.name, loc, f"{unit} is set up or comes more than once: it is one counter"
            seen.add(unit)


def _reaching(goals: Iterable[str], steps: Steps, spaces: Iterable[str]) -> set[str]:
    """The spaces from which a way leads to one of the goals."""
    from_: dict[str, list[str]] = {}
    for space in spaces:
        for to in steps(space):
            from_.setdefault(to, []).append(space)
    reached = set(goals)
    waiting = list(reached)
    while waiting:
        for space in from_.get(waiting.pop(), ()):
            if space not in reached:
                reached.add(space)
                waiting.append(space)
    return reached


def _naming(here: Any, unit: str, path: Loc) -> Iterator[Loc]:
    """Places that name a unit: as a key, or as an entry of a list, a mark behind it or not."""
    if isinstance(here, dict):
        for name, below in here.items():
            if str(name) == unit:
                yield (*path, name)
            else:
                yield from _naming(below, unit, (*path, name))
    elif isinstance(here, list):
        for number, below in enumerate(here):
            if isinstance(below, str) and below.rstrip(MARKS) == unit:
                yield (*path, number)
            else:
                yield from _naming(below, unit, (*path, number))


# The drawing of a map of areas with shapes


def drawing(entry: AreaMapEntry) -> Iterator[Contradiction]:
    """Where the shapes of a map and its links differ: two spaces are neighbours if and only if they share a side."""
    if entry.shapes is None:
        return
    touching = borders(entry.shapes)
    whole: Any = entry
    drawn = {space for space, printed in whole.spaces.items() if printed.kind == "area"}
    links = {border_id(*link.between): number for number, link in enumerate(entry.links)}
    for name, number in links.items():
        if name not in touching and set(entry.links[number].between) <= drawn:
            yield "map", ("links", number), f"{name} is a link, but the two do not touch in `shapes`: draw them so"
    for name, row in touching.items():
        if name not in links and set(name.split("-")) <= drawn:
            yield "map", ("shapes", "rows", row), f"{name} touch here, but there is no such link: add it, or part them"
    for space, (row, parts) in _parts(entry.shapes).items():
        if parts > 1 and space in drawn:
            yield "map", ("shapes", "rows", row), f"{space} is drawn in {parts} parts: it is one shape"
    yield from _holes(entry.shapes)


def _squares(shapes: ShapesEntry) -> dict[tuple[int, int], str]:
    """The space at each square, by column and row; not those of none."""
    return {
        (x // 2, y): name
        for y, row in enumerate(shapes.rows)
        for x in range(0, len(row), 2)
        if (name := row[x : x + 2].strip()) and name != ".."
    }


def borders(shapes: ShapesEntry) -> dict[str, int]:
    """The pairs of spaces whose shapes share a side, with the first row in which they do."""
    squares = _squares(shapes)
    found: dict[str, int] = {}
    for (x, y), here in squares.items():
        for near in ((x + 1, y), (x, y + 1)):
            there = squares.get(near, here)
            if there != here:
                found.setdefault(border_id(here, there), y)
    return found


def _parts(shapes: ShapesEntry) -> dict[str, tuple[int, int]]:
    """For every shape a row in which it lies, and into how many parts it falls."""
    squares = _squares(shapes)
    left, found = dict(squares), dict[str, tuple[int, int]]()
    for square, space in squares.items():
        if square in left:
            row, count = found.get(space, (square[1], 0))
            found[space] = (row if count == 0 else square[1], count + 1)
            _take(left, square)
    return found


def _take(left: dict[tuple[int, int], str], square: tuple[int, int]) -> None:
    """Take a part of a shape out."""
    waiting = [(square, left.pop(square))]
    while waiting:
        (x, y), space = waiting.pop()
        for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if left.get(near) == space:
                waiting.append((near, left.pop(near)))


def _holes(shapes: ShapesEntry) -> Iterator[Contradiction]:
    """Squares of no space with spaces on three sides or more: somebody has deleted a cell."""
    squares = _squares(shapes)
    columns = max(len(row) for row in shapes.rows) // 2
    for y in range(1, len(shapes.rows) - 1):
        for x in range(1, columns - 1):
            around = [squares.get(near) for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))]
            if (x, y) not in squares and all(around):
                names = ", ".join(dict.fromkeys(filter(None, around)))
                yield (
                    "map",
                    ("shapes", "rows", y),
                    f"column {x + 1} is a hole between {names}: fill it with one of them",
                )
