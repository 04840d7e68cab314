"""Units off the map: reinforcements, off-map boxes, sealing, attacks onto the map, leaving it (rules 11.9, 13, 31)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, product
from typing import Any

from wargame_tui.board.hexes import bits, spread
from wargame_tui.core.command import Command
from wargame_tui.core.remembered import Remembered, Resting
from wargame_tui.core.step import Refusal, refused
from wargame_tui.titles.ardennes_44.commands import Arrive, Box, Enter, Seal
from wargame_tui.titles.ardennes_44.events import moves
from wargame_tui.titles.ardennes_44.events.fights import RetreatedOff
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN, WOODED, Board, Book, enemy
from wargame_tui.titles.ardennes_44.printed.charts import Mover as Column
from wargame_tui.titles.ardennes_44.printed.data import EntryHex, Side
from wargame_tui.titles.ardennes_44.rules import special, traffic
from wargame_tui.titles.ardennes_44.rules.reach import strategic_hexes
from wargame_tui.titles.ardennes_44.rules.stacking import overstacked
from wargame_tui.titles.ardennes_44.rules.zones import bonds, in_enemy_zone, next_to_enemy, zone
from wargame_tui.titles.ardennes_44.state import (
    EDGE,
    EXITED,
    OFF_MAP,
    Draft,
    Mode,
    Mover,
    OfUnit,
    Such,
    Table,
    Unit,
    changed,
    markers_free,
    positions,
)

EXITS = ("F", "G")
"""Entry hexes by which Germans leave the map for victory (30.2)."""
WEST = "west"
"""What German units that leave by the west edge of a short scenario's map name (31)."""
SEALERS = 3
"""Units that seal an entry hex at most (13.4)."""
ENTRY_MODES: tuple[Mode, ...] = ("normal", "extended", "tactical", "strategic")
_enter, _box, _seal, _arrive = cache(Enter), cache(Box), cache(Seal), cache(Arrive)


# Entry hexes, boxes, edges


def entry(table: Table, letter: str) -> EntryHex | None:
    """The entry hex of a letter, if it is in play."""
    found: EntryHex | None = _entries(table.book).get(letter)
    return found


@cache
def _entries(book: Book) -> Mapping[str, EntryHex]:
    return {letter: book.map.entries[letter] for letter in book.letters}


@cache
def sector(book: Book, box: str) -> tuple[str, ...]:
    """The entry hexes joined to a box (13.4a)."""
    return tuple(letter for letter, entered in _entries(book).items() if entered.box == box)


@cache
def _edges(board: Board, book: Book) -> tuple[frozenset[str], ...]:
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
    return frozenset() if where is None else _edges(book.board, book)[where]


def box_at(table: Table, hex_: str) -> str | None:
    """The off-map box joined to the map edge at a hex; None where Allied units cannot leave the map (11.9, 17.6)."""
    return _boxes_at(table.book).get(hex_)


@cache
def _boxes_at(book: Book) -> Mapping[str, str]:
    """For each hex at the south, west or north edge its box; where the printed edge is out of play, the nearest one."""
    board, grid, found = book.board, book.board.grid, {}
    ends = [(board.index[entered.hex], entered.box) for entered in _entries(book).values() if entered.box]
    edges = _edges(board, book)
    for hex_, sides in enumerate(edges):
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
    if entered is None:
        return refused("there is no such entry hex in play", "13.1")
    where = table.board.index[entered.hex]
    if table.occupied(enemy(entered.side)) >> where & 1:
        return refused("enemy units hold the entry hex", "13.4")
    if bonds(table, enemy(entered.side)).hexes >> where & 1:
        return refused("an enemy bond bars the entry hex", "10.2")
    if entered.side == ALLIED and entered.hex in table.exits and letter in EXITS:
        return refused("German units have left by this hex: it serves no more", "30.2")
    if entered.box is not None and unsealed(table, entered.box):
        return refused("enemy units on an entry hex of this sector have to be sealed off first", "13.4")
    return None


closed = Remembered(_find_closed, "units", "exits")
"""Why nobody can come in by an entry hex now; None if it is open (13.4, 30.2)."""


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


def _is_released(table: Table, unit: Unit) -> bool:
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


def _act_refusal(table: Table, side: Side, name: str) -> Refusal | None:
    """Why a unit off the map does nothing now."""
    unit = table.units.get(name)
    if unit is None or unit.side != side:
        return refused("that is no unit of yours", "13.1")
    if table.night:
        return refused("reinforcements come by day", "25.1")
    if name in table.now.movers:
        return refused("it has moved", "11.1")
    if unit.location == OFF_MAP and unit.due is None:
        return refused("it is not in the game, or does not come yet", "13.1")
    if unit.location == OFF_MAP and not is_due(table, unit):
        return Refusal(f"it is due on turn {unit.due}", "13.1")
    if name not in waiting(table, side):
        return refused("it is not off the map", "13.1")
    if unit.eng:
        return refused("an engaged unit does not move", "16.5")
    if unit.replaced and table.turn % 2:
        return refused("it received a replacement in the night", "25.25")
    return special.box_refusal(table, unit) if unit.location in table.book.boxes else None


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


# Coming in (13.1)


def _as_it_enters(table: Table, unit: Unit, mode: str) -> Unit:
    """A unit with what it has as it comes in: trucks for infantry, artillery fired (12.6a, 13.3)."""
    printed = table.piece(unit)
    truck = mode == "strategic" and unit.side == ALLIED and not printed.mechanized and unit.marker == "none"
    fired = unit.fired or (printed.artillery and unit.location == OFF_MAP)
    return changed(unit, fired=fired, marker="truck" if truck else unit.marker)


def entry_cost(table: Table, unit: Unit, hex_: str) -> int:
    """Half points of the first hex, at the rate of its best road, with enemy markers there (13.1, 24.2)."""
    board, printed = table.board, table.piece(unit)
    column: Column = "mech" if unit.marker == "truck" else printed.mover
    where = board.index[hex_]
    return _road_rate(board, where, column) + traffic.extra_cost(table, unit.side).get(where, 0)


@cache
def _road_rate(board: Board, hex_: int, column: Column) -> int:
    roads = board.charts.roads
    if "primary" in board.road[6 * hex_ : 6 * hex_ + 6]:
        return int(2 * roads.primary[column])
    return int(2 * (roads.forest if board.terrain[hex_] in WOODED else roads.secondary)[column])


def enter_refusal(table: Table, side: Side, name: str, letter: str, mode: str) -> Refusal | None:
    """Why a unit cannot come onto the map by an entry hex in a way of moving (11.9, 13.1, 13.4)."""
    unit = table.units[name]
    entered = entry(table, letter)
    if entered is None or letter not in letters_of(table, unit):
        return refused("it does not come by that entry hex", "13.1")
    if unit.location.startswith(EDGE) and not _is_released(table, unit):
        return refused("it seals the entry hex", "13.4")
    if (no := closed(table, letter)) is not None:
        return no
    return _way_refusal(table, _alike(table, side).get(name, name), entered.hex, mode)


def _find_alike(table: Table, side: Side) -> Mapping[str, str]:
    """Units off the map to the first one that may do the same: in place, state and kind."""
    first: dict[Any, str] = {}
    return {name: first.setdefault(_likeness(table, table.units[name]), name) for name in waiting(table, side)}


def _likeness(table: Table, unit: Unit) -> Any:
    printed = table.piece(unit)
    entry_ = printed.entry
    now = (unit.location, unit.status, unit.oos, unit.marker, unit.fired, unit.night, unit.replaced)
    kind = (printed.type, printed.nation, entry_.movement, entry_.fired_movement, printed.optional, entry_.role)
    return (*now, *kind, entry_.arrival and entry_.arrival.place)


_alike = Remembered(_find_alike, "units", "turn")


def _find_way_refusal(table: Table, name: str, hex_: str, mode: str) -> Refusal | None:
    unit = table.units[name]
    if unit.location != OFF_MAP and unit.status != "fresh":
        return refused("it has to recover in its box first", "17.6")
    if special.closed_hexes(table, unit) >> table.board.index[hex_] & 1:
        return refused("it may not be in that part of the map", "27.3")
    return _mode_refusal(table, unit, hex_, mode)


_way_refusal = Remembered(
    _find_way_refusal, "units", "parents", "turn", "night", "traffic", "roadblocks", "control", "specials", most=512
)
"""Why a unit cannot come in by a hex in a way of moving."""


def _mode_refusal(table: Table, unit: Unit, hex_: str, mode: str) -> Refusal | None:
    """Why a unit cannot come in that way (11.2, 11.3, 12, 13.1)."""
    # moving.py sends the commands of this chapter here, so it stands above: looked up when it is needed
    from wargame_tui.titles.ardennes_44.rules import moving

    if mode not in ENTRY_MODES:
        return refused("come in `normal`, `extended`, `tactical` or `strategic`", "13.1")
    coming = _as_it_enters(table, unit, mode)
    unused = markers_free(table, unit.side) - markers_reserved(table, unit.side)
    if mode == "strategic" and unit.marker == "none" and unused < 1:
        return refused("no strategic movement marker is left", "12.4")
    chosen: Mode = next(known for known in ENTRY_MODES if known == mode)
    if (no := moving.mode_refusal(table, coming, chosen) or special.bound_refusal(table, coming, chosen)) is not None:
        return no
    where = table.board.index[hex_]
    if mode == "tactical":
        return None
    if mode == "extended" and next_to_enemy(table, unit.side, where):
        return refused("extended movement does not end next to an enemy", "11.2")
    limit, _ = moving.allowance(table, coming, chosen)
    cost = entry_cost(table, coming, hex_)
    if cost > limit:
        return refused("it has too few movement points for the first hex", "13.1")
    return _column_refusal(table, coming, where) if mode == "strategic" else None


def _column_refusal(table: Table, unit: Unit, where: int) -> Refusal | None:
    """Why strategic movement does not begin in a first hex: a zone of control, others in the way (12.2)."""
    if zone(table, enemy(unit.side)) >> where & 1:
        return refused("strategic movement does not enter enemy zones of control", "12.2")
    if table.occupied(unit.side) >> where & 1 or _next_to_column(table, unit.side, where):
        return refused("not stacked, nor next to others in strategic movement", "12.2")
    return None


def _next_to_column(table: Table, side: Side, where: int) -> bool:
    """Whether a unit with a strategic movement marker stands next to a hex along a road (12.2)."""
    board = table.board
    marked = strategic_hexes(table, side)
    around = enumerate(board.grid.neighbours[where])
    return any(to in marked and board.road[6 * where + turn] is not None for turn, to in around)


def _come_in(g: Draft, name: str, hex_: str, mode: Mode, halves: int) -> None:
    """A unit is in its first hex and goes on from there."""
    from wargame_tui.titles.ardennes_44.rules import moving

    coming = _as_it_enters(g, g.units[name], mode)
    g.change(name, due=None, fired=coming.fired, marker=coming.marker, eng=False)
    if g.piece(name).entry.role == "jpz653":
        g.mark(jpz653="in play")
    moving.entering(g, (name,), mode, hex_, halves)


# Arriving at a hex (13.2, 27.10, 31)


def _find_arrival_hexes(table: Table, kind: str) -> int:
    """Hexes at which engineers, or the units of rule 31, may arrive, as a set."""
    board, book = table.board, table.book
    free = book.inside & ~table.occupied(GERMAN) & ~zone(table, GERMAN) & ~bonds(table, GERMAN).hexes
    if kind == "late":
        return free & _west_roads(book)
    taken = {table.units[name].location for name in _for_towns(book) if name in table.units}
    return free & bits(
        hex_
        for hex_ in board.urban
        if board.names[hex_] not in taken and special.controller(table, board.names[hex_]) == ALLIED
    )


_arrival_hexes = Remembered(_find_arrival_hexes, "units", "control")


@cache
def _west_roads(book: Book) -> int:
    """Road hexes of the west edge of the map in play (31)."""
    edges = _edges(book.board, book)
    return bits(hex_ for hex_ in book.board.on_road if "west" in edges[hex_])


@cache
def _for_towns(book: Book) -> frozenset[str]:
    """Units that arrive in towns (13.2)."""
    arrivals = ((name, printed.entry.arrival) for name, printed in book.pieces.items())
    return frozenset(name for name, arrival in arrivals if arrival is not None and arrival.place == "towns")


def _comes_to_towns(table: Table, unit: Unit) -> bool:
    return unit.id in _for_towns(table.book)


def arrive_refusal(table: Table, side: Side, name: str, hex_: str) -> Refusal | None:
    """Why a unit cannot arrive at a hex: engineers in towns, the airborne divisions on the west edge (13.2, 31)."""
    unit, where = table.units[name], table.board.index.get(hex_)
    if unit.location != OFF_MAP or where is None:
        return refused("it does not arrive there", "13.2")
    if _comes_to_towns(table, unit):
        if _arrival_hexes(table, "towns") >> where & 1:
            return None
        return refused("a friendly town or city outside enemy zones of control, one engineer unit each", "13.2")
    if not is_late(table, unit):
        return refused("it comes by its entry hex", "13.1")
    if not _arrival_hexes(table, "late") >> where & 1:
        return refused("a road hex of the west edge, outside enemy zones of control", "31")
    late = table.book.scenario.late
    assert late is not None
    coming = _as_it_enters(table, unit, "strategic")
    if table.occupied(side) >> where & 1 or _next_to_column(table, side, where):
        return refused("not stacked, nor next to others in strategic movement", "12.2")
    used_up = table.turn > late.turn and markers_free(table, side) < 1
    return refused("no strategic movement marker is left", "12.4") if used_up or coming.oos else None


def _arrive_at(g: Draft, side: Side, name: str, hex_: str) -> None:
    g.tell(moves.Arrived(unit=name, hex=hex_, rule="13.2" if _comes_to_towns(g, g.units[name]) else "31"))
    late = g.book.scenario.late
    if late is not None and name in late.units:
        _come_in(g, name, hex_, "strategic", 2 * late.spent)
        return
    # `due` stays as the turn of arrival: it limits the engineers' move (13.2a)
    g.change(name, location=hex_, due=g.turn)


# Boxes and sealing (11.9, 13.1c, 13.4)


def boxes_for(table: Table, unit: Unit) -> tuple[str, ...]:
    """Boxes into which a unit off the map may go: its entry hex's, the next ones, the sealed sector's."""
    book = table.book
    if unit.side == GERMAN:
        return ()
    if unit.location in book.boxes:
        return tuple(box for box in book.map.boxes[unit.location].adjacent if box in book.boxes)  # type: ignore[index]
    joined = (_entries(book)[letter].box for letter in letters_of(table, unit))
    return tuple(dict.fromkeys(box for box in joined if box is not None))


def box_refusal(table: Table, side: Side, name: str, box: str) -> Refusal | None:
    """Why a unit off the map cannot go into a box (11.9, 13.1c, 13.4d)."""
    unit = table.units[name]
    if side == GERMAN:
        return refused("German units never enter an off-map box", "11.9")
    if box not in boxes_for(table, unit):
        return refused("that box is not joined to its place off the map", "11.9")
    if unit.location.startswith(EDGE) and not _is_released(table, unit):
        return refused("it seals the entry hex", "13.4")
    return None


def seal_refusal(table: Table, side: Side, name: str, letter: str) -> Refusal | None:
    """Why a unit cannot seal an entry hex (13.4b, 13.4c)."""
    unit = table.units[name]
    if not held(table, letter):
        return refused("no German unit holds that entry hex", "13.4")
    if unit.location.startswith(EDGE) or letter not in letters_of(table, unit):
        return refused("only units that could enter there, or in that sector's box, seal it", "13.4")
    if len(sealing(table, letter)) >= SEALERS:
        return refused("three units at most seal an entry hex", "13.4")
    return None


def _put(g: Draft, name: str, place: str) -> None:
    """A unit goes to a place off the map: its move for this phase (13.1c, 13.3)."""
    unit = g.units[name]
    fired = unit.fired or (g.piece(unit).artillery and unit.location == OFF_MAP)
    g.change(name, location=place, due=None, fired=fired)
    g.note(movers={**g.now.movers, name: Mover("placed")})


# Actions of the movement phase


def candidates(table: Table, side: Side) -> Iterator[Command]:
    """All that units off the map might do."""
    if table.night:
        return
    for name in waiting(table, side):
        if name not in table.now.movers:
            yield from _candidates_of(table, table.units[name])


def _candidates_of(table: Table, unit: Unit) -> Iterator[Command]:
    printed = table.piece(unit)
    closed = "extended" if printed.mechanized else "strategic" if unit.side == GERMAN else None  # no trucks (12.6)
    modes = [mode for mode in ENTRY_MODES if mode != closed]
    for letter in letters_of(table, unit):
        if held(table, letter):
            yield _seal(unit.id, letter)
        else:
            yield from (_enter(unit.id, letter, mode) for mode in modes)
    yield from (_box(unit.id, box) for box in boxes_for(table, unit))
    if unit.location == OFF_MAP and (_comes_to_towns(table, unit) or is_late(table, unit)):
        names = table.board.names
        hexes = _arrival_hexes(table, "towns" if _comes_to_towns(table, unit) else "late")
        yield from (_arrive(unit.id, names[hex_]) for hex_ in _listed(hexes))


def _actions_of(table: Table, unit: Unit) -> Sequence[Command]:
    return [command for command in _candidates_of(table, unit) if refusal(table, unit.side, command) is None]


def _find_arrivals(table: Table, side: Side) -> Sequence[str]:
    kinds = {"towns": _comes_to_towns, "late": is_late}
    units = [table.units[name] for name in waiting(table, side)]
    return [kind for kind, is_so in kinds.items() if any(is_so(table, unit) for unit in units)]


_arrivals = Resting(_find_arrivals, lambda table, side: (table.scenario, waiting(table, side)))
"""What kinds of units off the map arrive away from entry hexes."""


def _who_bars(table: Table, side: Side) -> tuple[Any, ...]:
    """Where the enemy stands, and friends where units come in or beside that."""
    book, theirs = table.book, enemy(side)
    doors, columns = _doors(book), spread(book.board.road_steps, bits(strategic_hexes(table, side)))
    friends = table.occupied(side) & doors, columns & doors, [sealing(table, letter) for letter in book.letters]
    arrivals = [_arrival_hexes(table, kind) for kind in _arrivals(table, side)]
    return positions(table).of_side[theirs], bonds(table, theirs).hexes & doors, friends, arrivals


def _what_decides(table: Table, side: Side) -> tuple[Any, ...]:
    """What decides beside a unit itself what it can do off the map."""
    unused = markers_free(table, side)
    markers = unused > 0, unused > markers_reserved(table, side), traffic.extra_cost(table, side), table.exits
    when = table.scenario, table.turn, table.night, table.now.side, table.specials
    return (*_who_bars(table, side), *markers, *when)


@cache
def _doors(book: Book) -> int:
    """Entry hexes, and the road hexes by which units may come from the west."""
    return bits(book.board.index[entered.hex] for entered in _entries(book).values()) | _west_roads(book)


_actions = OfUnit(_actions_of, _what_decides)


def legal(table: Table, side: Side) -> Iterator[Command]:
    """All that units off the map can do."""
    names = () if table.night else waiting(table, side)
    units = [table.units[name] for name in names if name not in table.now.movers]
    return chain.from_iterable(_actions(table, side, units) if units else ())


@cache
def _listed(hexes: int) -> tuple[int, ...]:
    return tuple(hex_ for hex_ in range(hexes.bit_length()) if hexes >> hex_ & 1)


def refusal(table: Table, side: Side, command: Any) -> Refusal | None:
    """Why a unit off the map cannot do something."""
    if not isinstance(command, Enter | Arrive | Box | Seal):
        return refused("no action of units off the map", "13.1")
    if (no := _act_refusal(table, side, command.unit)) is not None:
        return no
    match command:
        case Enter(name, letter, mode):
            return enter_refusal(table, side, name, letter, mode)
        case Arrive(name, hex_):
            return arrive_refusal(table, side, name, hex_)
        case Box(name, box):
            return box_refusal(table, side, name, box)
        case Seal(name, letter):
            return seal_refusal(table, side, name, letter)
    return None


def do(g: Draft, side: Side, command: Command) -> None:
    """Come in, arrive, go into a box, seal."""
    match command:
        case Enter(name, letter, mode):
            entered = entry(g, letter)
            assert entered is not None
            chosen: Mode = next(known for known in ENTRY_MODES if known == mode)
            cost = 0 if mode == "tactical" else entry_cost(g, _as_it_enters(g, g.units[name], mode), entered.hex)
            g.tell(moves.Entered(unit=name, letter=letter, hex=entered.hex, mode=mode, points=cost / 2))
            _come_in(g, name, entered.hex, chosen, cost)
        case Arrive(name, hex_):
            _arrive_at(g, side, name, hex_)
        case Box(name, box):
            g.tell(moves.Boxed(unit=name, box=box, from_=g.units[name].location))
            _put(g, name, box)
        case Seal(name, letter):
            g.tell(moves.Sealing(unit=name, letter=letter, hex=_entries(g.book)[letter].hex))
            _put(g, name, EDGE + letter)


# Attacks onto the map (13.5)


def stage_units(table: Table, letter: str) -> list[Unit]:
    """Units that may attack an entry hex from off the map: sealing it, in the box, or just arriving (13.5)."""
    entered = entry(table, letter)
    if entered is None or entered.box is None:
        return []
    found = [*sealing(table, letter), *table.units_in(entered.box, ALLIED)]
    found += [
        table.units[name]
        for name in waiting(table, ALLIED)
        if table.units[name].location == OFF_MAP and letter in letters_of(table, table.units[name])
    ]
    return [unit for unit in found if _stage_unit_refusal(table, unit) is None]


def _stage_unit_refusal(table: Table, unit: Unit) -> Refusal | None:
    moved = unit.id in table.now.movers and not unit.location.startswith(EDGE)
    if unit.id in table.now.fought or moved:
        return refused("it has attacked, or has moved off the map", "14.1")
    if table.piece(unit).artillery or unit.status != "fresh" or unit.night or not table.attack(unit):
        return refused("it cannot attack", "14.1")
    return special.box_refusal(table, unit)


def stage_refusal(table: Table, side: Side, letter: str) -> Refusal | None:
    """Why an entry hex cannot be attacked from off the map (13.5, 13.5b)."""
    entered = entry(table, letter)
    if side != ALLIED or entered is None or entered.box is None:
        return refused("Allied units attack from off the map, at their own entry hexes", "13.5")
    if table.night:
        return refused("not at night: only marked stacks attack", "25.3")
    if not held(table, letter):
        return refused("no German unit holds that entry hex", "13.5")
    if unsealed(table, entered.box, but=letter):
        return refused("first every other entry hex of the sector that the enemy holds is sealed", "13.5")
    return None if stage_units(table, letter) else refused("no unit off the map can attack there", "13.5")


def join_refusal(table: Table, letter: str, attackers: Sequence[str], name: str) -> Refusal | None:
    """Why a unit cannot join an attack from off the map: as many stacks as roads (13.5)."""
    entered = entry(table, letter)
    assert entered is not None
    units = [table.units[unit] for unit in (*attackers, name)]
    if _fit(table, units, entered.roads):
        return None
    return refused("as many stacks attack from off the map as roads lead in", "13.5")


def _fit(table: Table, units: Sequence[Unit], stacks: int) -> bool:
    """Whether units can be divided into so many legal stacks."""
    limits = table.book.charts.combat
    if len(units) > stacks * (limits.stacking + limits.units + 1):
        return False
    for places in product(range(stacks), repeat=len(units)):
        piles = [[unit for unit, place in zip(units, places, strict=True) if place == pile] for pile in range(stacks)]
        if all(overstacked(table.book, pile) is None for pile in piles):
            return True
    return False


def box_gun_refusal(table: Table, letter: str, unit: Unit) -> Refusal | None:
    """Why artillery in a box cannot support an attack onto the map (13.5a, 22.6)."""
    entered = entry(table, letter)
    if entered is None or unit.location not in (entered.box, EDGE + letter):
        return refused("only artillery in the sector's box supports an attack onto the map", "13.5")
    if not table.piece(unit).artillery or unit.fired:
        return refused("it is not ready", "22.6")
    if unit.eng or unit.status != "fresh":
        return refused("engaged, disrupted and routed artillery does not fire", "22.6")
    return None


def stand_beside(g: Draft, letter: str, units: Sequence[str]) -> None:
    """Units that attack from off the map stand beside the entry hex (13.5)."""
    g.change_all([name for name in units if g.hex_of(name) is None], location=EDGE + letter, due=None)


def after_stage(g: Draft, letter: str, units: Sequence[str]) -> None:
    """After an attack from off the map: who has not advanced seals the hex, or goes back to the box (13.5c, 13.5d)."""
    entered = entry(g, letter)
    assert entered is not None
    assert entered.box is not None
    left = [name for name in units if g.units[name].location == EDGE + letter]
    if left and not held(g, letter):
        g.change_all(left, location=entered.box)
        g.tell(moves.BackInBox(units=left, box=entered.box))
    elif left:
        g.tell(moves.Sealed(units=left, letter=letter, hex=entered.hex))


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
    return [letter for letter in EXITS if letter in book.letters and _entries(book)[letter].hex == hex_]


def leave_refusal(
    table: Table, moving: special.OnTheMove, place: str, allowances: Sequence[tuple[int, int | None]]
) -> Refusal | None:
    """Why a group, with the half points and hexes that its units have, cannot leave the map (11.9, 30.2, 31)."""
    first = table.units[moving.units[0]]
    if place not in leave_places(table, first.side, moving.units, first.location):
        return refused("it cannot leave the map there", "11.9")
    if any(table.units[name].status != "fresh" for name in moving.units):
        return refused("disrupted and routed units do not leave the map before they recover", "11.9")
    if moving.stopped:
        return refused("it has stopped: an enemy zone of control, or a roadblock", "9.2")
    hexes = min((most for _, most in allowances if most is not None), default=None)
    if hexes is not None:
        return None if moving.hexes < hexes else refused("it has moved as many hexes as it may", "11.3")
    if moving.halves + _leaving_cost(table, moving) > min(limit for limit, _ in allowances):
        return refused("leaving the map costs a movement point", "11.9")
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
