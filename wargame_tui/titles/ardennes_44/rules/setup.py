"""The German set-up (rules 3.4, 3.7)."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, compress
from typing import ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.remembered import Following, Remembered
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.titles.ardennes_44.commands import End, Historical, Place
from wargame_tui.titles.ardennes_44.events.turns import Placed, PlacedAll
from wargame_tui.titles.ardennes_44.printed.book import DATA, GERMAN, Book, Piece, open_book
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules.stacking import overstacked
from wargame_tui.titles.ardennes_44.rules.steps import Task
from wargame_tui.titles.ardennes_44.state import OFF_MAP, Draft, Table, Unit, changes_since

SHARED = ("1331", frozenset({"277VG", "12VG"}))
"""The hex in which units of both divisions may start (3.4a)."""


@cache
def starters(book: Book) -> tuple[str, ...]:
    """German units that start on the map (3.4)."""
    return tuple(
        name
        for name, printed in book.pieces.items()
        if printed.side == GERMAN
        and printed.entry.setup is not None
        and book.is_inside(book.board.index[printed.entry.setup.hex])
    )


@cache
def start_hexes(book: Book, name: str) -> tuple[str, ...]:
    """Where a unit may be placed, whoever is there: its division's area, or those of its corps (3.4 to 3.4b)."""
    printed = book.pieces[name]
    found = dict.fromkeys(hex_ for area in _areas(book, printed) for hex_ in _area_hexes(book, printed, area))
    return tuple(hex_ for hex_ in found if _ground_refusal(book, printed, hex_) is None)


def _areas(book: Book, printed: Piece) -> Sequence[str]:
    setup, areas = printed.entry.setup, book.map.start_areas
    if setup is None:
        return ()
    if setup.area is not None:
        return (setup.area,)
    return tuple(name for name, area in areas.items() if area.corps == setup.corps)


def _area_hexes(book: Book, printed: Piece, area: str) -> Iterator[str]:
    """The hexes of an area; those west of the Our are for the two regiments that history had there (3.4a, 3.4b)."""
    known, setup = book.map.start_areas[area], printed.entry.setup
    hexes = dict.fromkeys((*known.hexes, *known.west))
    if area in SHARED[1]:
        hexes[SHARED[0]] = None
    west = setup is not None and setup.hex in known.west
    yield from (hex_ for hex_ in hexes if west or hex_ not in known.west)


def _ground_refusal(book: Book, printed: Piece, hex_: str) -> Refusal | None:
    """Vehicles and guns start where they could have come: in woods and the Westwall on roads only (11.5)."""
    board = book.board
    where = board.index[hex_]
    if printed.mover == "vehicle" and board.is_closed(where) and where not in board.on_road:
        return refused("vehicles and artillery start in forest and Westwall hexes only on roads", "11.5")
    return None


@DATA.forgotten
@lru_cache(maxsize=20_000)
def _stack_refusal(scenario: str, units: tuple[str, ...]) -> Refusal | None:
    """What a stack at start violates: all its units are at full strength."""
    return overstacked(open_book(scenario), [Unit(name, GERMAN, OFF_MAP) for name in units])


def place_refusal(table: Table, name: str, hex_: str) -> Refusal | None:
    """Why a German unit cannot start in a hex (3.4, 8)."""
    book = table.book
    if name not in starters(book):
        return refused("not a German unit that starts on the map", "3.4")
    if hex_ not in start_hexes(book, name):
        return _why_not_there(book, name, hex_)
    if table.units[name].location == hex_:
        return refused("it is already there", "3.4")
    return _room_refusal(table, name, _company(table, hex_))


def _company(table: Table, hex_: str) -> tuple[str, ...] | None:
    """The German units in a hex; None if the enemy is there."""
    held = table.holder(hex_) not in (None, GERMAN)
    return None if held else tuple(other.id for other in table.units_in(hex_, GERMAN))


def _room_refusal(table: Table, name: str, here: tuple[str, ...] | None) -> Refusal | None:
    """Why a hex of its area, with those who are there, has no room for a unit (3.4, 8)."""
    if here is None:
        return refused("enemy-occupied", "3.4")
    return _stack_refusal(table.scenario, (*here, name)) if here else None


def _why_not_there(book: Book, name: str, hex_: str) -> Refusal:
    if hex_ not in book.board.index:
        return refused("no such hex", "3.4")
    printed = book.pieces[name]
    inside = any(hex_ in _area_hexes(book, printed, area) for area in _areas(book, printed))
    ground = _ground_refusal(book, printed, hex_) if inside else None
    return ground or refused("it starts in its division's area, or that of a division of its corps", "3.4")


def _find_left(table: Table) -> tuple[str, ...]:
    return tuple(name for name in starters(table.book) if table.units[name].location == OFF_MAP)


left = Remembered(_find_left, "units")
"""Units still to be placed."""


@cache
def _all_placings(book: Book) -> tuple[Place, ...]:
    return tuple(Place(name, hex_) for name in starters(book) for hex_ in start_hexes(book, name))


@cache
def _placings_in(book: Book) -> Mapping[str, Sequence[int]]:
    """For each hex which of all placings are there."""
    found: dict[str, list[int]] = {}
    for number, command in enumerate(_all_placings(book)):
        found.setdefault(command.hex, []).append(number)
    return found


@dataclass(frozen=True, slots=True)
class _Placings:
    """Which of all placings are possible, for these units."""

    units: Mapping[str, Unit]
    possible: bytes
    """1 or 0 for each of them."""
    found: Sequence[Place]


def _find_placings(table: Table, last: _Placings | None) -> _Placings:
    every, places = _all_placings(table.book), _placings_in(table.book)
    units, possible = table.units, bytearray(last.possible if last else len(every))
    hexes: Set[str] = places.keys()
    if last is not None and last.units.keys() == units.keys():
        changes = changes_since(table, last.units)
        hexes = {unit.location for change in changes for unit in change} & hexes
    for hex_ in hexes:
        here = _company(table, hex_)
        for number in places[hex_]:
            name = every[number].unit
            possible[number] = units[name].location != hex_ and _room_refusal(table, name, here) is None
    return _Placings(units, bytes(possible), [*compress(every, possible)])


_placings = Following(_find_placings, "units")


def placings(table: Table) -> Sequence[Place]:
    """All that can be placed now."""
    return _placings(table).found


@dataclass(frozen=True, slots=True)
class SetUp(Task):
    """The German places his units, in any order; a unit placed may be placed again elsewhere (3.4)."""

    kind: Literal["set_up"] = "set_up"
    meant: ClassVar[type[Command]] = Place
    name: ClassVar[str] = "Set-up"
    ending: ClassVar[str] = "End set-up: start the game"

    def decider(self, table: Table) -> Side | None:
        return GERMAN

    def prompt(self, table: Table) -> Prompt:
        number = len(left(table))
        if number:
            return Prompt(f"Set up units in their start areas ({number} left), or all historically", "3.4")
        return Prompt("Move units within their areas, or end set-up", "3.4")

    def candidates(self, table: Table) -> Iterator[Command]:
        yield from placings(table)
        yield Historical()
        yield End()

    def legal(self, table: Table) -> Iterator[Command]:
        """What can be placed is found without refusals."""
        others = (command for command in (Historical(), End()) if self.refusal(table, command) is None)
        return chain(placings(table), others)

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """Areas, ground, stacking; the end only with all units placed."""
        match command:
            case Place(name, hex_):
                return place_refusal(table, name, hex_)
            case Historical():
                return None if left(table) else refused("all units are set up", "3.7")
            case End():
                number = len(left(table))
                return Refusal(f"{number} units still to be set up", "3.4") if number else None
        return self.not_now(table)

    def do(self, g: Draft, command: Command) -> None:
        match command:
            case Place(name, hex_):
                g.change(name, location=hex_)
                g.tell(Placed(unit=name, hex=hex_))
            case Historical():
                _place_as_in_history(g)
            case End():
                g.finish()


def _place_as_in_history(g: Draft) -> None:
    """All units that are left go where history had them, or near it where that is full (3.7)."""
    found: dict[str, str] = {}
    book = g.book
    for name in left(g):
        setup = book.pieces[name].entry.setup
        assert setup is not None
        hexes = dict.fromkeys((setup.hex, *start_hexes(book, name)))
        free = next((hex_ for hex_ in hexes if place_refusal(g, name, hex_) is None), None)
        if free is not None:
            g.change(name, location=free)
            found[name] = free
    g.tell(PlacedAll(hexes=found))
