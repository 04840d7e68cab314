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
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN, WOODED, Board, Book, enemy
from wargame_tui.titles.ardennes_44.printed.charts import Mover as Column
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules import modes, moving, off_map, special, traffic
from wargame_tui.titles.ardennes_44.rules.reach import strategic_hexes
from wargame_tui.titles.ardennes_44.rules.stacking import overstacked
from wargame_tui.titles.ardennes_44.rules.zones import bonds, next_to_enemy, zone
from wargame_tui.titles.ardennes_44.state import (
    EDGE,
    OFF_MAP,
    Draft,
    Mode,
    Mover,
    OfUnit,
    Table,
    Unit,
    changed,
    markers_free,
    positions,
)

SEALERS = 3
"""Units that seal an entry hex at most (13.4)."""
ENTRY_MODES: tuple[Mode, ...] = ("normal", "extended", "tactical", "strategic")
_enter, _box, _seal, _arrive = cache(Enter), cache(Box), cache(Seal), cache(Arrive)


# Sealing (13.4)


def _act_refusal(table: Table, side: Side, name: str) -> Refusal | None:
    """Why a unit off the map does nothing now."""
    unit = table.units.get(name)
    if unit is None or unit.side != side:
        return refused("not one of your units", "13.1")
    if table.night:
        return refused("reinforcements arrive by day only", "25.1")
    if name in table.now.movers:
        return refused("it has moved", "11.1")
    if unit.location == OFF_MAP and unit.due is None:
        return refused("it is not in the game, or not due yet", "13.1")
    if unit.location == OFF_MAP and not off_map.is_due(table, unit):
        return Refusal(f"it is due on turn {unit.due}", "13.1")
    if name not in off_map.waiting(table, side):
        return refused("it is not off the map", "13.1")
    if unit.eng:
        return refused("engaged units cannot move", "16.5")
    if unit.replaced and table.turn % 2:
        return refused("it was refitted in the night", "25.25")
    return special.box_refusal(table, unit) if unit.location in table.book.boxes else None


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
    entered = off_map.entry(table, letter)
    if entered is None or letter not in off_map.letters_of(table, unit):
        return refused("it may not enter at that entry hex", "13.1")
    if unit.location.startswith(EDGE) and not off_map.is_released(table, unit):
        return refused("it seals the entry hex", "13.4")
    if (no := off_map.closed(table, letter)) is not None:
        return no
    return _way_refusal(table, _alike(table, side).get(name, name), entered.hex, mode)


def _find_alike(table: Table, side: Side) -> Mapping[str, str]:
    """Units off the map to the first one that may do the same: in place, state and kind."""
    first: dict[Any, str] = {}
    return {name: first.setdefault(_likeness(table, table.units[name]), name) for name in off_map.waiting(table, side)}


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
        return refused("it must recover in its box first", "17.6")
    if special.closed_hexes(table, unit) >> table.board.index[hex_] & 1:
        return refused("it may not be in that part of the map", "27.3")
    return _mode_refusal(table, unit, hex_, mode)


_way_refusal = Remembered(
    _find_way_refusal, "units", "parents", "turn", "night", "traffic", "roadblocks", "control", "specials", most=512
)
"""Why a unit cannot come in by a hex in a way of moving."""


def _mode_refusal(table: Table, unit: Unit, hex_: str, mode: str) -> Refusal | None:
    """Why a unit cannot come in that way (11.2, 11.3, 12, 13.1)."""
    if mode not in ENTRY_MODES:
        return refused("come in `normal`, `extended`, `tactical` or `strategic`", "13.1")
    coming = _as_it_enters(table, unit, mode)
    unused = markers_free(table, unit.side) - off_map.markers_reserved(table, unit.side)
    if mode == "strategic" and unit.marker == "none" and unused < 1:
        return refused("no strategic movement marker is left", "12.4")
    chosen: Mode = next(known for known in ENTRY_MODES if known == mode)
    if (no := modes.mode_refusal(table, coming, chosen) or special.bound_refusal(table, coming)) is not None:
        return no
    where = table.board.index[hex_]
    if mode == "tactical":
        return None
    if mode == "extended" and next_to_enemy(table, unit.side, where):
        return refused("extended movement may not end next to an enemy", "11.2")
    limit, _ = modes.allowance(table, coming, chosen)
    cost = entry_cost(table, coming, hex_)
    if cost > limit:
        return refused("it lacks the MP for the first hex", "13.1")
    return _column_refusal(table, coming, where) if mode == "strategic" else None


def _column_refusal(table: Table, unit: Unit, where: int) -> Refusal | None:
    """Why strategic movement does not begin in a first hex: a zone of control, others in the way (12.2)."""
    if zone(table, enemy(unit.side)) >> where & 1:
        return refused("strategic movement may not enter an EZOC", "12.2")
    if table.occupied(unit.side) >> where & 1 or _next_to_column(table, unit.side, where):
        return refused("may not stack with, or end next to, units in strategic movement", "12.2")
    return None


def _next_to_column(table: Table, side: Side, where: int) -> bool:
    """Whether a unit with a strategic movement marker stands next to a hex along a road (12.2)."""
    board = table.board
    marked = strategic_hexes(table, side)
    around = enumerate(board.grid.neighbours[where])
    return any(to in marked and board.road[6 * where + turn] is not None for turn, to in around)


def _come_in(g: Draft, name: str, hex_: str, mode: Mode, halves: int) -> None:
    """A unit is in its first hex and goes on from there."""
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
    edges = off_map.edges_at(book.board, book)
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
        return refused("only a friendly town or city outside EZOCs, one engineer unit each", "13.2")
    if not off_map.is_late(table, unit):
        return refused("it enters at its entry hex", "13.1")
    if not _arrival_hexes(table, "late") >> where & 1:
        return refused("only a road hex of the west edge, outside EZOCs", "31")
    late = table.book.scenario.late
    assert late is not None
    coming = _as_it_enters(table, unit, "strategic")
    if table.occupied(side) >> where & 1 or _next_to_column(table, side, where):
        return refused("may not stack with, or end next to, units in strategic movement", "12.2")
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
    joined = (off_map.entries(book)[letter].box for letter in off_map.letters_of(table, unit))
    return tuple(dict.fromkeys(box for box in joined if box is not None))


def box_refusal(table: Table, side: Side, name: str, box: str) -> Refusal | None:
    """Why a unit off the map cannot go into a box (11.9, 13.1c, 13.4d)."""
    unit = table.units[name]
    if side == GERMAN:
        return refused("German units may not enter off-map boxes", "11.9")
    if box not in boxes_for(table, unit):
        return refused("that box is not connected to where it is off the map", "11.9")
    if unit.location.startswith(EDGE) and not off_map.is_released(table, unit):
        return refused("it seals the entry hex", "13.4")
    return None


def seal_refusal(table: Table, side: Side, name: str, letter: str) -> Refusal | None:
    """Why a unit cannot seal an entry hex (13.4b, 13.4c)."""
    unit = table.units[name]
    if not off_map.held(table, letter):
        return refused("no German unit holds that entry hex", "13.4")
    if unit.location.startswith(EDGE) or letter not in off_map.letters_of(table, unit):
        return refused("only units that could enter there, or in that sector's box, seal it", "13.4")
    if len(off_map.sealing(table, letter)) >= SEALERS:
        return refused("at most three units may seal an entry hex", "13.4")
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
    for name in off_map.waiting(table, side):
        if name not in table.now.movers:
            yield from _candidates_of(table, table.units[name])


def _candidates_of(table: Table, unit: Unit) -> Iterator[Command]:
    printed = table.piece(unit)
    closed = "extended" if printed.mechanized else "strategic" if unit.side == GERMAN else None  # no trucks (12.6)
    open_ = [mode for mode in ENTRY_MODES if mode != closed]
    for letter in off_map.letters_of(table, unit):
        if off_map.held(table, letter):
            yield _seal(unit.id, letter)
        else:
            yield from (_enter(unit.id, letter, mode) for mode in open_)
    yield from (_box(unit.id, box) for box in boxes_for(table, unit))
    if unit.location == OFF_MAP and (_comes_to_towns(table, unit) or off_map.is_late(table, unit)):
        names = table.board.names
        hexes = _arrival_hexes(table, "towns" if _comes_to_towns(table, unit) else "late")
        yield from (_arrive(unit.id, names[hex_]) for hex_ in _listed(hexes))


def _actions_of(table: Table, unit: Unit) -> Sequence[Command]:
    return [command for command in _candidates_of(table, unit) if refusal(table, unit.side, command) is None]


def _find_arrivals(table: Table, side: Side) -> Sequence[str]:
    kinds = {"towns": _comes_to_towns, "late": off_map.is_late}
    units = [table.units[name] for name in off_map.waiting(table, side)]
    return [kind for kind, is_so in kinds.items() if any(is_so(table, unit) for unit in units)]


_arrivals = Resting(_find_arrivals, lambda table, side: (table.scenario, off_map.waiting(table, side)))
"""What kinds of units off the map arrive away from entry hexes."""


def _who_bars(table: Table, side: Side) -> tuple[Any, ...]:
    """Where the enemy stands, and friends where units come in or beside that."""
    book, theirs = table.book, enemy(side)
    doors, columns = _doors(book), spread(book.board.road_steps, bits(strategic_hexes(table, side)))
    friends = table.occupied(side) & doors, columns & doors, [off_map.sealing(table, letter) for letter in book.letters]
    arrivals = [_arrival_hexes(table, kind) for kind in _arrivals(table, side)]
    return positions(table).of_side[theirs], bonds(table, theirs).hexes & doors, friends, arrivals


def _what_decides(table: Table, side: Side) -> tuple[Any, ...]:
    """What decides beside a unit itself what it can do off the map."""
    unused = markers_free(table, side)
    markers = unused > 0, unused > off_map.markers_reserved(table, side), traffic.extra_cost(table, side), table.exits
    when = table.scenario, table.turn, table.night, table.now.side, table.specials
    return (*_who_bars(table, side), *markers, *when)


@cache
def _doors(book: Book) -> int:
    """Entry hexes, and the road hexes by which units may come from the west."""
    return bits(book.board.index[entered.hex] for entered in off_map.entries(book).values()) | _west_roads(book)


_actions = OfUnit(_actions_of, _what_decides)


def legal(table: Table, side: Side) -> Iterator[Command]:
    """All that units off the map can do."""
    names = () if table.night else off_map.waiting(table, side)
    units = [table.units[name] for name in names if name not in table.now.movers]
    return chain.from_iterable(_actions(table, side, units) if units else ())


@cache
def _listed(hexes: int) -> tuple[int, ...]:
    return tuple(hex_ for hex_ in range(hexes.bit_length()) if hexes >> hex_ & 1)


def refusal(table: Table, side: Side, command: Any) -> Refusal | None:
    """Why a unit off the map cannot do something."""
    if not isinstance(command, Enter | Arrive | Box | Seal):
        return refused("not possible for units off the map", "13.1")
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
            entered = off_map.entry(g, letter)
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
            g.tell(moves.Sealing(unit=name, letter=letter, hex=off_map.entries(g.book)[letter].hex))
            _put(g, name, EDGE + letter)


# Attacks onto the map (13.5)


def stage_units(table: Table, letter: str) -> list[Unit]:
    """Units that may attack an entry hex from off the map: sealing it, in the box, or just arriving (13.5)."""
    entered = off_map.entry(table, letter)
    if entered is None or entered.box is None:
        return []
    found = [*off_map.sealing(table, letter), *table.units_in(entered.box, ALLIED)]
    found += [
        table.units[name]
        for name in off_map.waiting(table, ALLIED)
        if table.units[name].location == OFF_MAP and letter in off_map.letters_of(table, table.units[name])
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
    entered = off_map.entry(table, letter)
    if side != ALLIED or entered is None or entered.box is None:
        return refused("only Allied units attack from off the map, at their own entry hexes", "13.5")
    if table.night:
        return refused("not at night: only stacks with a night marker attack", "25.3")
    if not off_map.held(table, letter):
        return refused("no German unit holds that entry hex", "13.5")
    if off_map.unsealed(table, entered.box, but=letter):
        return refused("the sector's other enemy-held entry hexes must be sealed first", "13.5")
    return None if stage_units(table, letter) else refused("no unit off the map can attack there", "13.5")


def join_refusal(table: Table, letter: str, attackers: Sequence[str], name: str) -> Refusal | None:
    """Why a unit cannot join an attack from off the map: as many stacks as roads (13.5)."""
    entered = off_map.entry(table, letter)
    assert entered is not None
    units = [table.units[unit] for unit in (*attackers, name)]
    if _fit(table, units, entered.roads):
        return None
    return refused("only one stack per road may attack from off the map", "13.5")


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
    entered = off_map.entry(table, letter)
    if entered is None or unit.location not in (entered.box, EDGE + letter):
        return refused("only artillery in the sector's box may support this attack", "13.5")
    if not table.piece(unit).artillery or unit.fired:
        return refused("it has fired", "22.6")
    if unit.eng or unit.status != "fresh":
        return refused("engaged, disrupted and routed artillery cannot fire", "22.6")
    return None


def stand_beside(g: Draft, letter: str, units: Sequence[str]) -> None:
    """Units that attack from off the map stand beside the entry hex (13.5)."""
    g.change_all([name for name in units if g.hex_of(name) is None], location=EDGE + letter, due=None)


def after_stage(g: Draft, letter: str, units: Sequence[str]) -> None:
    """After an attack from off the map: who has not advanced seals the hex, or goes back to the box (13.5c, 13.5d)."""
    entered = off_map.entry(g, letter)
    assert entered is not None
    assert entered.box is not None
    left = [name for name in units if g.units[name].location == EDGE + letter]
    if left and not off_map.held(g, letter):
        g.change_all(left, location=entered.box)
        g.tell(moves.BackInBox(units=left, box=entered.box))
    elif left:
        g.tell(moves.Sealed(units=left, letter=letter, hex=entered.hex))
