"""Off the map: entry hexes, boxes and edges, who waits there and who seals, how units leave (11.9, 13.1, 13.4)."""

from collections.abc import Mapping, Sequence
from functools import cache

from wargame_tui.core.remembered import Remembered, Resting
from wargame_tui.core.step import Refusal, refused
from wargame_tui.titles.ardennes_44.events import moves
from wargame_tui.titles.ardennes_44.events.fights import RetreatedOff
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN, Board, Book, enemy
from wargame_tui.titles.ardennes_44.printed.data import EntryHex, Side
from wargame_tui.titles.ardennes_44.rules import special
from wargame_tui.titles.ardennes_44.rules.zones import bonds, in_enemy_zone
from wargame_tui.titles.ardennes_44.state import (
    EDGE,
    EXITED,
    OFF_MAP,
    Draft,
    Mover,
    Such,
    Table,
    Unit,
)

EXITS = ("F", "G")
"""Entry hexes by which Germans leave the map for victory (30.2)."""
WEST = "west"
"""What German units that leave by the west edge of a short scenario's map name (31)."""


# Entry hexes, boxes, edges


def entry(table: Table, letter: str) -> EntryHex | None:
    """The entry hex of a letter, if it is in play."""
    found: EntryHex | None = entries(table.book).get(letter)
    return found


@cache
def entries(book: Book) -> Mapping[str, EntryHex]:
    return {letter: book.map.entries[letter] for letter in book.letters}


@cache
def sector(book: Book, box: str) -> tuple[str, ...]:
    """The entry hexes joined to a box (13.4a)."""
    return tuple(letter for letter, entered in entries(book).items() if entered.box == box)


@cache
def edges_at(board: Board, book: Book) -> tuple[frozenset[str], ...]:
    """The map edges at which each hex in play lies."""
    grid = board.grid
    squares = [grid.square(hex_) for hex_ in range(grid.size) if book.is_inside(hex_)]
    west, east = min(x for x, _ in squares), max(x for x, _ in squares)
    north, south = min(y for _, y in squares), max(y for _, y in squares)
    found = []
    for hex_ in range(grid.size):
        x, y = grid.square(hex_) if book.is_inside(hex_) else (-1, -1)
        names = {"west": x == west, "east": x == east, "north": y == north, "south": y == south}
        found.append(frozenset(name for name, there in names.items() if there))
    return tuple(found)


def edges_of(table: Table, hex_: str) -> frozenset[str]:
    """The map edges at which a hex lies: `north`, `east`, `south`, `west`."""
    book = table.book
    where = book.board.index.get(hex_)
    return frozenset() if where is None else edges_at(book.board, book)[where]


def box_at(table: Table, hex_: str) -> str | None:
    """The off-map box joined to the map edge at a hex; None where Allied units cannot leave the map (11.9, 17.6)."""
    return _boxes_at(table.book).get(hex_)


@cache
def _boxes_at(book: Book) -> Mapping[str, str]:
    """For each hex at the south, west or north edge its box; where the printed edge is out of play, the nearest one."""
    board, grid, found = book.board, book.board.grid, {}
    ends = [(board.index[entered.hex], entered.box) for entered in entries(book).values() if entered.box]
    for hex_, sides in enumerate(edges_at(board, book)):
        if not sides - {"east"} or not ends:
            continue
        box = next((name for name in book.boxes if _is_beside(book, name, hex_, sides)), None)
        distances = {end: grid.distance(hex_, end[0]) for end in ends}
        found[board.names[hex_]] = box or min(ends, key=distances.__getitem__)[1]
    return found


def _is_beside(book: Book, box: str, hex_: int, sides: frozenset[str]) -> bool:
    """Whether a hex lies on the part of a map edge to which a box is joined (11.9)."""
    grid, index = book.board.grid, book.board.index
    x, y = grid.square(hex_)
    for edge, (first, last) in book.map.boxes[box].at_edge.items():  # type: ignore[index]
        xs, ys = zip(grid.square(index[first]), grid.square(index[last]), strict=True)
        if edge in sides and min(xs) <= x <= max(xs) and min(ys) <= y <= max(ys):
            return True
    return False


def _find_closed(table: Table, letter: str) -> Refusal | None:
    entered = entry(table, letter)
    assert entered is not None
    where = table.board.index[entered.hex]
    if table.occupied(enemy(entered.side)) >> where & 1:
        return refused("the entry hex is enemy-occupied", "13.4")
    if bonds(table, enemy(entered.side)).hexes >> where & 1:
        return refused("an enemy ZOC bond blocks the entry hex", "10.2")
    if entered.side == ALLIED and entered.hex in table.exits and letter in EXITS:
        return refused("German units have exited here: the entry hex is closed", "30.2")
    if entered.box is not None and unsealed(table, entered.box):
        return refused("enemy units on an entry hex of this sector must be sealed off first", "13.4")
    return None


closed = Remembered(_find_closed, "units", "exits")
"""Why nobody can come in by an entry hex in play now; None if it is open (13.4, 30.2)."""


# Sealing (13.4)


def held(table: Table, letter: str) -> bool:
    """Whether German units stand on an Allied entry hex."""
    entered = entry(table, letter)
    if entered is None or entered.side != ALLIED:
        return False
    return bool(table.occupied(GERMAN) >> table.board.index[entered.hex] & 1)


def sealing(table: Table, letter: str) -> Sequence[Unit]:
    """The units just off the map beside an entry hex."""
    return table.units_in(EDGE + letter, ALLIED)


def is_sealed(table: Table, letter: str, without: Sequence[str] = ()) -> bool:
    """Whether enough defence strength stands beside an entry hex (13.4b)."""
    strength = sum(table.defence(unit) for unit in sealing(table, letter) if unit.id not in without)
    return strength >= table.book.charts.victory.seal


def unsealed(table: Table, box: str, but: str = "") -> list[str]:
    """Entry hexes of a sector that the enemy holds and nobody seals (13.4a)."""
    return [
        letter
        for letter in sector(table.book, box)
        if letter != but and held(table, letter) and not is_sealed(table, letter)
    ]


def is_released(table: Table, unit: Unit) -> bool:
    """Whether a unit that seals may go: the hex is free, or others seal it without this unit (13.4d)."""
    letter = unit.location.removeprefix(EDGE)
    return not held(table, letter) or is_sealed(table, letter, (unit.id,))


# Units off the map


def _is_off_map(book: Book, unit: Unit) -> bool:
    if unit.location == OFF_MAP:
        return unit.due is not None
    return unit.location in book.boxes or unit.location.startswith(EDGE)


_off_map = Such(_is_off_map)
"""Units that are on their way, in boxes, or beside entry hexes."""


def _find_waiting(table: Table, side: Side) -> tuple[str, ...]:
    off = (unit for unit in _off_map(table).values() if unit.side == side)
    return tuple(unit.id for unit in off if unit.location != OFF_MAP or is_due(table, unit))


def is_due(table: Table, unit: Unit) -> bool:
    """Whether a reinforcement may come: in its turn, or in any later one (13.1)."""
    return unit.location == OFF_MAP and unit.due is not None and unit.due <= table.turn


waiting = Resting(_find_waiting, lambda table, _: (_off_map(table), table.turn))
"""A side's units off the map that may do something."""


def letters_of(table: Table, unit: Unit) -> tuple[str, ...]:
    """Entry hexes by which a unit may come in: its own, those of its box, the one that it seals (13.1, 13.4d)."""
    book = table.book
    if unit.location.startswith(EDGE):
        return (unit.location.removeprefix(EDGE),)
    if unit.location in book.boxes:
        return sector(book, unit.location)
    arrival = table.piece(unit).entry.arrival
    return tuple(letter for letter in arrival.entry if letter in book.letters) if arrival else ()


def is_late(table: Table, unit: Unit) -> bool:
    """Whether a unit comes by the west edge, on its way since long (31)."""
    late = table.book.scenario.late
    return late is not None and unit.id in late.units


def markers_reserved(table: Table, side: Side) -> int:
    """Strategic movement markers kept for units that are on their way to the map (31, A-17)."""
    late = table.book.scenario.late
    if late is None or side != ALLIED or not late.markers_from <= table.turn <= late.turn:
        return 0
    return sum(name in table.units and table.units[name].location == OFF_MAP for name in late.units)


# Leaving the map (11.9, 17.6, 30.2, 31)


def leave_places(table: Table, side: Side, units: tuple[str, ...], hex_: str) -> list[str]:
    """Where units may go off the map from a hex: a box; an exit's letter, or `west`, for Germans."""
    edges = edges_of(table, hex_)
    if not edges:
        return []
    if side == ALLIED:
        box = box_at(table, hex_)
        return [] if box is None else [box]
    book = table.book
    if book.scenario.points is not None:
        return [WEST] if "west" in edges else []
    return [letter for letter in EXITS if letter in book.letters and entries(book)[letter].hex == hex_]


def leave_refusal(
    table: Table, moving: special.OnTheMove, place: str, allowances: Sequence[tuple[int, int | None]]
) -> Refusal | None:
    """Why a group, with the half points and hexes that its units have, cannot leave the map (11.9, 30.2, 31)."""
    first = table.units[moving.units[0]]
    if place not in leave_places(table, first.side, moving.units, first.location):
        return refused("it cannot leave the map there", "11.9")
    if any(table.units[name].status != "fresh" for name in moving.units):
        return refused("disrupted and routed units may not leave the map", "11.9")
    if moving.stopped:
        return refused("it has stopped: EZOC or roadblock", "9.2")
    hexes = min((most for _, most in allowances if most is not None), default=None)
    if hexes is not None:
        return None if moving.hexes < hexes else refused("it has moved as many hexes as it may", "11.3")
    if moving.halves + _leaving_cost(table, moving) > min(limit for limit, _ in allowances):
        return refused("leaving the map costs 1 MP", "11.9")
    return None


def _leaving_cost(table: Table, moving: special.OnTheMove) -> int:
    """Half points to leave the map, out of an enemy zone of control one more (9.2, 11.9)."""
    numbers, where = table.book.charts.movement, table.hex_of(moving.units[0])
    assert where is not None
    side = table.units[moving.units[0]].side
    zoned = not moving.hexes and not moving.free and in_enemy_zone(table, side, where)
    return int(2 * (numbers.leave_map + (numbers.leave_zoc if zoned else 0)))


def leave(g: Draft, moving: special.OnTheMove, place: str) -> None:
    """A group goes off the map: Allies into the box, Germans for good (11.9). The caller ends the move."""
    units = moving.units
    hex_ = g.units[units[0]].location
    g.note(movers={**g.now.movers, **{name: Mover("placed") for name in units}})
    if g.units[units[0]].side == ALLIED:
        g.change_all(units, location=place)
        g.tell(moves.LeftMap(units=list(units), hex=hex_, box=place))
        return
    strength = sum(g.attack(g.units[name]) for name in units)
    g.change_all(units, location=EXITED, marker="none", night=False)
    g.exits = {**g.exits, hex_: g.exits.get(hex_, 0) + strength}
    rule = "30.2" if g.book.scenario.points is None else "31"
    g.tell(moves.Exited(units=list(units), hex=hex_, strength=strength, rule=rule))


def retreat_off_map(g: Draft, unit: str, edge_hex: str) -> None:
    """A unit retreats off the map: Allies into a box, disrupted at least; others are eliminated (17.6, Ambiguity 54).

    What the length of the retreat does beyond that (18.1) is the caller's.
    """
    box = box_at(g, edge_hex) if g.units[unit].side == ALLIED else None
    if box is None:
        g.lose(unit, "17.6")
        return
    fired = g.units[unit].fired or g.piece(unit).artillery
    g.change(unit, location=box, marker="none", eng=False, night=False, fired=fired)
    g.tell(RetreatedOff(unit=unit, hex=edge_hex, box=box))
    if g.units[unit].status == "fresh":
        g.disrupt(unit, "17.6")
