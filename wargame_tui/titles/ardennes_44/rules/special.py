"""Units and events with rules of their own (rules 27 to 29, 32, 33)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Protocol

from wargame_tui.board.hexes import bits, members
from wargame_tui.core.command import Command
from wargame_tui.core.remembered import Remembered
from wargame_tui.core.step import Refusal, refused
from wargame_tui.engine.ways import nearest
from wargame_tui.titles.ardennes_44.commands import Drop
from wargame_tui.titles.ardennes_44.events import specials as happenings
from wargame_tui.titles.ardennes_44.events.moves import Boxed
from wargame_tui.titles.ardennes_44.events.turns import BoundaryLifted, WeatherChanged
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN, WATER_OF_MEUSE, Board, Book, Piece
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules import weather
from wargame_tui.titles.ardennes_44.rules.stacking import no_room, overstacked
from wargame_tui.titles.ardennes_44.rules.zones import in_enemy_zone, zone
from wargame_tui.titles.ardennes_44.state import DIE, OFF_MAP, Draft, Mode, Mover, Table, Unit

FIRST = 1
"""The turn of chapter 29."""
ROER_DAMS = {1: 0, 2: 1}
"""Hexes that the regiments at the Roer dams may move, by turn; one more once they are released (27.6)."""
SECTOR_OF_106TH = 2
"""The last turn of rule 27.7."""
AREA_18VG = "18VG"
SAUER = ("1006", "1005")
"""The crossing below Echternach, from and to (29.2)."""
CROSSING_DIVISION = "212VG"
ENGINEER_HEXES = 2
"""Hexes that US engineers may move in their turn of arrival (13.2)."""
ELEVENTH, FIFTH, NINETIETH = "11Arm", "5Arm", "90"
"""Optional Allied formations with limits of their own (33.2)."""
AFTER_CROSSING = frozenset({"11Pz", "10SS"})
"""Optional German divisions that wait for the Meuse to be crossed (33.3)."""
SEMOIS, CORNER_BOX = "Semois", "SW"
"""The river and the box of the corner in which 11th Armored stays (33.2)."""
WAITING_BOX = "NW"
"""Where 5th Armored waits (33.2)."""
OPEN_GROUND = frozenset({"clear", "light_woods"})
"""Where von der Heydte may come down (27.2)."""


# Fixed facts of the map and the counters


@cache
def with_role(book: Book) -> Mapping[str, str]:
    """The unit of each role (27)."""
    return {entry.role: name for name, entry in book.units.units.items() if entry.role}


def unit_of(table: Table, role: str) -> Unit | None:
    """The unit of a role, if it is in the game."""
    return table.units.get(with_role(table.book).get(role, ""))


def _flood(board: Board, start: Sequence[int], barred: Sequence[bool], ends: frozenset[int] = frozenset()) -> int:
    """The hexes that can be reached over hexsides that are not barred; nobody goes on from those in `ends`."""

    def steps(hex_: int) -> Iterator[int]:
        around = enumerate(board.grid.neighbours[hex_]) if hex_ not in ends else ()
        return (to for turn, to in around if to is not None and not barred[6 * hex_ + turn])

    return bits(nearest(start, steps))


@cache
def beyond_meuse(board: Board) -> int:
    """The hexes west and north of the Meuse, those through which it flows included (27.3, 33)."""
    through = (board.numbers(entry.through) for entry in board.map.rivers.values() if entry.kind == WATER_OF_MEUSE)
    corner = next(hex_ for hex_ in range(board.grid.size) if board.grid.square(hex_) == (0, 0))
    barred = [water == WATER_OF_MEUSE for water in board.water]
    return _flood(board, [corner], barred, frozenset().union(*through))


@cache
def beside_meuse(board: Board) -> int:
    """The hexes along the Meuse (33.2)."""
    return bits(key // 6 for key, water in enumerate(board.water) if water == WATER_OF_MEUSE)


@cache
def _east_sheet(board: Board) -> int:
    return bits(hex_ for hex_, name in enumerate(board.names) if name.isdigit())


@cache
def st_vith_area(board: Board, distance: int) -> int:
    """The St. Vith area: so near to the town, and south of the boundary between the panzer armies (27.8).

    West of its end, hexes on the level of its last one count as north of it too.
    """
    grid, north = board.grid, dict[int, int]()
    for name, sides in board.map.army_boundary.items():
        if {*name.split("-")} == {"6Pz", "5Pz"}:
            for side in sides:
                column, row = max(map(grid.column_row, grid.pair(side)), key=lambda place: grid.plane(*place)[1])
                north[column] = min(row, north.get(column, row))
    near = {hex_ for town in board.numbers(board.map.st_vith) for hex_ in grid.within(town, distance)}
    places = {hex_: grid.column_row(hex_) for hex_ in near}
    nearest = {column: min(north, key=lambda known: abs(known - column)) for column, _ in places.values()}
    return bits(hex_ for hex_, (column, row) in places.items() if row < north[nearest[column]])


@cache
def _lands(board: Board) -> Mapping[str, int]:
    """The start area of each German division with its rear zone (29.3)."""
    return {
        name: bits(board.numbers((*area.hexes, *area.west, *area.rear))) for name, area in board.map.start_areas.items()
    }


@cache
def _drop_zone(book: Book) -> int:
    """Hexes in which von der Heydte's men may come down, were nobody there (27.2)."""
    board = book.board
    return book.inside & bits(
        hex_ for hex_, ground in enumerate(board.terrain) if ground in OPEN_GROUND and hex_ not in board.built
    )


def controller(table: Table, hex_: str) -> Side:
    """Who controls a hex: who was there last, at first the side behind whose front it lies (A-15)."""
    known = table.control.get(hex_)
    if known is not None:
        return known
    board = table.board
    return GERMAN if board.index[hex_] in board.german_at_start else ALLIED


# Turns and movement phases


def begin_turn(g: Draft) -> None:
    """What the calendar brings: weather, the end of the army boundary (11.10, 27.8, 28)."""
    events = g.book.charts.events
    if g.turn in (events.frozen, events.clear):
        rule = "28.1" if g.turn == events.frozen else "28.2"
        sky = "clear" if weather.is_clear(g) else "overcast"
        g.tell(WeatherChanged(turn=g.turn, ground=weather.ground(g), sky=sky, rule=rule))
    if g.turn == events.boundary_lifted:
        g.change_all([unit.id for unit in g.units.values() if unit.cut_off], cut_off=False)
        g.tell(BoundaryLifted(turn=g.turn))
    if g.turn == events.ccb_last and g.specials.ccb == "bound":
        _free_ccb(g)


def end_turn(g: Draft) -> None:
    """The end of a day turn: the 150th Panzer Brigade is known, an uncaptured dump is gone (27.1, 32.3)."""
    events, specials = g.book.charts.events, g.specials
    expose_if_used(g)
    if g.turn == events.brigade_last and g.specials.brigade == "hidden":
        g.mark(brigade="exposed")
    if g.turn == events.dump_last and specials.dump is not None and specials.dump_state in ("guarded", "open"):
        g.mark(dump_state="gone", dump_seen=True)
        g.tell(happenings.DumpGone(hex=specials.dump))


def expose_if_used(g: Draft) -> None:
    """The 150th Panzer Brigade is known at the end of a turn in which it used its disguise (27.1)."""
    if g.specials.brigade == "used":
        _expose(g)


def _expose(g: Draft) -> None:
    g.mark(brigade="exposed")
    brigade = unit_of(g, "brigade150")
    if brigade is not None:
        g.tell(happenings.Exposed(unit=brigade.id, hex=brigade.location))


def begin_movement(g: Draft, side: Side) -> None:
    """The start of a movement phase by day: optional formations, 653rd battalion, 9Arm/CCB (27.8, 27.9, 33)."""
    _call_up(g, side)
    if side == GERMAN:
        _roll_for_653rd(g)
    else:
        _fill_waiting_box(g)
        _roll_for_ccb(g)


def _call_up(g: Draft, side: Side) -> None:
    """Optional formations whose condition holds now are due (33.2, 33.3)."""
    crossed = g.specials.meuse_crossed
    if crossed is None:
        return
    first = g.book.charts.events.optional_first
    for unit in [unit for unit in g.units.values() if unit.side == side and unit.location == OFF_MAP]:
        printed = g.piece(unit)
        arrival = printed.entry.arrival
        if unit.due is not None or arrival is None or printed.optional is None:
            continue
        german = printed.optional in AFTER_CROSSING and crossed < g.turn and g.turn >= first
        allied = printed.optional == NINETIETH and g.turn >= arrival.turn
        if german or allied:
            g.change(unit.id, due=g.turn)
            g.tell(happenings.CalledUp(unit=unit.id, turn=g.turn, rule="33.3" if german else "33.2"))


def _fill_waiting_box(g: Draft) -> None:
    """5th Armored Division is put in the north-west box (33.2)."""
    for unit in [unit for unit in g.units.values() if unit.due is not None and unit.location == OFF_MAP]:
        arrival = g.piece(unit).entry.arrival
        if arrival is not None and arrival.place == "box" and unit.due is not None and unit.due <= g.turn:
            g.change(unit.id, location=WAITING_BOX, due=None)
            g.note(movers={**g.now.movers, unit.id: Mover("placed")})
            g.tell(Boxed(unit=unit.id, box=WAITING_BOX, from_=OFF_MAP, rule="33.2"))


def _roll_for_653rd(g: Draft) -> None:
    events, unit = g.book.charts.events, unit_of(g, "jpz653")
    if unit is None or g.specials.jpz653 != "waiting" or g.turn < events.jpz653_first:
        return
    die = g.roll(DIE)[0]
    result = events.jpz653[die - 1]
    g.tell(happenings.Jpz653Rolled(unit=unit.id, die=die, modifiers=[], result=result))
    if result == "arrives":
        g.mark(jpz653="arriving")
        g.change(unit.id, due=g.turn)
    elif result == "never":
        g.mark(jpz653="never")
        g.change(unit.id, due=None)


def _roll_for_ccb(g: Draft) -> None:
    events, unit = g.book.charts.events, unit_of(g, "ccb9")
    if "ccb" not in g.optional or unit is None or g.turn != events.ccb_turn or g.hex_of(unit) is None:
        return
    die = g.roll(DIE)[0]
    bound = die <= events.ccb_bound
    g.tell(happenings.CcbRolled(unit=unit.id, die=die, modifiers=[], bound=bound))
    if bound:
        g.mark(ccb="bound")


def _free_ccb(g: Draft) -> None:
    g.mark(ccb="free")
    unit = unit_of(g, "ccb9")
    if unit is not None:
        g.tell(happenings.CcbFreed(unit=unit.id))


# Where units may not go


def closed_hexes(table: Table, unit: Unit) -> int:
    """Hexes that a unit never enters by its own move, as a set (27.3, 27.7, 27.8, 29.3, 32.1, 33.2)."""
    printed = table.piece(unit)
    if unit.side == GERMAN:
        return first_turn_closed(table, unit) | _dump_places(table)
    closed = closed_106(table, ALLIED)
    if printed.nation == "British":
        board = table.board
        closed |= _all_hexes(board) & ~beyond_meuse(board) | _east_sheet(board)
    if printed.optional == ELEVENTH:
        closed |= _beyond_semois(table.board)
    if table.specials.ccb == "bound" and printed.entry.role == "ccb9":
        closed |= _away_from_st_vith(table, unit)
    return closed


@cache
def _all_hexes(board: Board) -> int:
    return (1 << board.grid.size) - 1


@cache
def _beyond_semois(board: Board) -> int:
    """Where 11th Armored Division may not go: all but the corner that the Semois cuts off (33.2, A-18)."""
    grid = board.grid
    rivers = [entry.hexsides for name, entry in board.map.rivers.items() if name == SEMOIS]
    pairs = [grid.pair(side) for sides in rivers for side in sides]
    keys = {board.key(*pair) for pair in pairs} | {board.key(other, one) for one, other in pairs}
    source = min((grid.column_row(hex_)[0] for pair in pairs for hex_ in pair), default=1)
    barred = [
        key in keys or board.water[key] == WATER_OF_MEUSE or to is None or grid.column_row(to)[0] < source
        for key, to in enumerate(to for around in grid.neighbours for to in around)
    ]
    start = [board.index[entry.hex] for entry in board.map.entries.values() if entry.box == CORNER_BOX]
    return _all_hexes(board) & ~_flood(board, start, barred)


def _away_from_st_vith(table: Table, unit: Unit) -> int:
    """Hexes farther from the St. Vith area than the unit is: it goes there, or stays there (27.8)."""
    board, where = table.board, table.hex_of(unit)
    if where is None or table.now.side != ALLIED:
        return 0
    near = _distances(board, table.book.charts.events.ccb_distance)
    return bits(hex_ for hex_, far in enumerate(near) if far > near[where])


@cache
def _distances(board: Board, distance: int) -> Sequence[int]:
    """How far each hex is from the St. Vith area."""
    goal = [*members(st_vith_area(board, distance))]
    return [min(board.grid.distance(hex_, other) for other in goal) for hex_ in range(board.grid.size)]


def ccb_in_place(table: Table, unit: Unit) -> bool:
    """Whether 9Arm/CCB, bound, is where it must go, or not on the map (27.8)."""
    where = table.hex_of(unit)
    area = st_vith_area(table.board, table.book.charts.events.ccb_distance)
    return where is None or bool(area >> where & 1)


def british_refusal(table: Table, unit: Unit, hex_: str) -> Refusal | None:
    """Why a British unit may not be in a hex: west of the Meuse only, never on the East map (27.3)."""
    if table.piece(unit).nation != "British":
        return None
    board = table.board
    where = board.index[hex_]
    if beyond_meuse(board) >> where & 1 and not _east_sheet(board) >> where & 1:
        return None
    return refused("British units must stay west of the Meuse", "27.3")


@cache
def _land_106(book: Book) -> int:
    return bits(book.areas.get(AREA_18VG, ()))


def closed_106(table: Table, side: Side) -> int:
    """The start area of 18th Volksgrenadier Division, while it is closed to Allied units, as a set (27.7)."""
    if side != ALLIED or table.turn > SECTOR_OF_106TH or table.night:
        return 0
    land = _land_106(table.book)
    return land if land & table.occupied(GERMAN) else 0


def sector_refusal(table: Table, side: Side, hex_: str) -> Refusal | None:
    """Why a side may not attack a hex: the sector of 106th Division (27.7)."""
    if closed_106(table, side) >> table.board.index[hex_] & 1:
        return refused("the Allies may not enter 18th Volksgrenadier Division's start area yet", "27.7")
    return None


def closed_refusal(table: Table, unit: Unit, hex_: str) -> Refusal | None:
    """Why a unit never enters a hex by its own move, whatever the way (27.3, 27.7, 27.8, 29.3, 32.1, 33.2)."""
    where = table.board.index[hex_]
    if not closed_hexes(table, unit) >> where & 1:
        return None
    if first_turn_closed(table, unit) >> where & 1:
        return refused("turn 1: no entry into another division's set-up area or the hexes behind it", "29.3")
    if unit.side == GERMAN:
        return refused("the fuel dump is, or may be, there", "32.1")
    if table.piece(unit).optional == ELEVENTH:
        return refused("11th Armoured Division may not leave its corner of the map", "33.2")
    shut = british_refusal(table, unit, hex_) or sector_refusal(table, unit.side, hex_)
    return shut or refused("9Arm/CCB must move toward St. Vith", "27.8")


def first_turn_closed(table: Table, unit: Unit) -> int:
    """Start areas and rear zones of other divisions, closed to a German unit in its first turn, as a set (29.3)."""
    if table.turn != FIRST or table.now.side != GERMAN or unit.side != GERMAN:
        return 0
    return _foreign_land(table.board, home_areas(table, unit))


@cache
def _foreign_land(board: Board, own: frozenset[str]) -> int:
    """What belongs to other divisions than these, as a set (29.3)."""
    lands, closed = _lands(board), 0
    for name, land in lands.items():
        if name not in own:
            closed |= land
    for name in own:
        closed &= ~lands[name]
    return closed


def home_areas(table: Table, unit: Unit) -> frozenset[str]:
    """The division areas to which a German unit belongs at start (3.4); of split units and remnants by their place."""
    return _home(table.book, table.parents.get(unit.id, unit.id)) or _areas_at(table, unit)


@cache
def _home(book: Book, name: str) -> frozenset[str]:
    setup, areas = book.pieces[name].entry.setup, book.map.start_areas
    if setup is None:
        return frozenset()
    if setup.area is not None:
        return frozenset({setup.area})
    return frozenset(area for area, entry in areas.items() if entry.corps == setup.corps)


def _areas_at(table: Table, unit: Unit) -> frozenset[str]:
    where = table.hex_of(unit)
    lands = _lands(table.board).items()
    return frozenset(name for name, land in lands if where is not None and land >> where & 1)


def sauer_step(table: Table, unit: Unit) -> tuple[int, int] | None:
    """The hexside and the hex of the crossing that one unit of 212th Volksgrenadier may make on the first turn (29.2).

    Enemy bonds do not bar it, and the unit stops there. None if it is not for this unit.
    """
    if table.turn != FIRST or unit.location != SAUER[0] or table.piece(unit).division != CROSSING_DIVISION:
        return None
    board = table.board
    to = board.index[SAUER[1]]
    if not sauer_is_free(table):
        return None
    return board.key(board.index[SAUER[0]], to), to


def sauer_is_free(table: Table) -> bool:
    """Whether nobody is beyond the crossing of the Sauer (29.2)."""
    to = table.board.index[SAUER[1]]
    return not (table.occupied(GERMAN) | table.occupied(ALLIED)) >> to & 1


def ends_at_sauer(table: Table, hex_: str) -> bool:
    """Whether a German unit has crossed the Sauer on the first turn: it stops there (29.2)."""
    return table.turn == FIRST and hex_ == SAUER[1]


# How far units may go


def is_bound(table: Table, unit: Unit) -> bool:
    """Whether a red set-up box holds a unit: no move, withdrawal or advance on the first turn (29.1)."""
    if table.turn != FIRST or table.night:
        return False
    setup = _held_as(table, unit).entry.setup
    return setup is not None and setup.red and unit.id not in table.specials.released


def _held_as(table: Table, unit: Unit) -> Piece:
    """The counter whose limits of the first turns hold for a unit: split units and remnants are part of it (A-36)."""
    return table.piece(table.specials.remains.get(unit.id) or table.parents.get(unit.id, unit.id))


def leave_remnant(g: Draft, unit: str, left: str) -> None:
    """The remnant of a unit that may not move does not move either (27.6, 29.1, A-36)."""
    entry = g.piece(unit).entry
    if g.turn in ROER_DAMS and (entry.rrd or (entry.setup is not None and entry.setup.red)):
        g.mark(remains={**g.specials.remains, left: unit})


def bound_refusal(table: Table, unit: Unit) -> Refusal | None:
    """Why a unit may not move at all (27.6, 29.1)."""
    if is_bound(table, unit):
        return refused("units with a red set-up box may not move on turn 1", "29.1")
    if hex_limit(table, unit) == 0:
        return refused("the regiments at the Roer dams may not move on turn 1", "27.6")
    return None


def hex_limit(table: Table, unit: Unit) -> int | None:
    """Hexes that a unit may enter at most; None: no such limit (13.2, 27.6)."""
    if table.night or unit.side != ALLIED:
        return None
    entry = table.piece(unit).entry
    if table.turn in ROER_DAMS and _held_as(table, unit).entry.rrd:
        return ROER_DAMS[table.turn] + table.specials.rrd_released
    if entry.arrival is not None and entry.arrival.place == "towns" and unit.due == table.turn:
        return ENGINEER_HEXES
    return None


def box_refusal(table: Table, unit: Unit) -> Refusal | None:
    """Why a unit may not leave its off-map box yet: 5th Armored Division waits for the Germans (33.2)."""
    if table.piece(unit).optional != FIFTH:
        return None
    board = table.board
    if table.occupied(GERMAN) & (beside_meuse(board) | beyond_meuse(board)):
        return None
    return refused("5th Armored waits until a German unit is next to the Meuse, or across it", "33.2")


# What follows from units being somewhere


def note_entered(g: Draft, units: Sequence[str], side: Side, hex_: str) -> None:
    """Units of a side are in a hex: artillery released, the dump, the Meuse (29.1, 32.1, 32.2, 33.3)."""
    if side == GERMAN:
        if g.turn == FIRST:
            _release(g, hex_)
        for name in units[:1]:
            note_meuse(g, name, hex_)
        disclose(g)
    _take_dump(g, side, hex_)


def note_driven(g: Draft, unit: str, hex_: str) -> None:
    """A unit retreats or withdraws into a hex: Germans find the dump, or are across the Meuse (32.1, 33.3)."""
    if g.units[unit].side == GERMAN:
        note_meuse(g, unit, hex_)
        disclose(g)


def note_meuse(g: Draft, unit: str, hex_: str) -> None:
    """The first German unit across the Meuse calls up optional formations (33.2, 33.3)."""
    board = g.board
    if g.specials.meuse_crossed is None and beyond_meuse(board) >> board.index[hex_] & 1:
        g.mark(meuse_crossed=g.turn)
        g.tell(happenings.MeuseCrossed(unit=unit, hex=hex_, turn=g.turn))


@cache
def _bound_guns(book: Book) -> Sequence[str]:
    """Allied artillery that a red set-up box holds (29.1)."""
    pieces = ((name, printed) for name, printed in book.pieces.items() if printed.artillery and printed.side == ALLIED)
    return [name for name, printed in pieces if printed.entry.setup is not None and printed.entry.setup.red]


def _release(g: Draft, hex_: str) -> None:
    """Red-box artillery next to which a German unit now stands may move (29.1, A-25)."""
    board = g.board
    around = board.grid.around[board.index[hex_]]
    for name in _bound_guns(g.book):
        unit = g.units.get(name)
        where = g.hex_of(unit) if unit is not None else None
        if unit is not None and where is not None and around >> where & 1 and is_bound(g, unit):
            g.mark(released=(*g.specials.released, name))
            g.tell(happenings.Released(unit=name, hex=unit.location))


# The fuel dump (32)


@cache
def dump_places(board: Board) -> tuple[str, ...]:
    """Where the dump may be (32.1)."""
    return tuple(entry.hex for entry in board.map.dumps)


def _dump_places(table: Table) -> int:
    """Hexes that Germans do not enter because of the dump: where it is, or may be for all they know (32.1, 32.2)."""
    specials = table.specials
    if specials.dump_state not in ("guarded", "open"):
        return 0
    board = table.board
    closed = bits(board.index[hex_] for hex_ in dump_places(board) if hex_ not in specials.dump_told)
    if specials.dump_seen and specials.dump_state == "guarded" and specials.dump is not None:
        closed |= 1 << board.index[specials.dump]
    return closed


def disclose(g: Draft) -> None:
    """Germans next to a place where the dump may be are told whether it is there (32.1)."""
    specials, board = g.specials, g.board
    if specials.dump_state not in ("guarded", "open") or specials.dump_seen:
        return
    germans = g.occupied(GERMAN)
    for hex_ in dump_places(board):
        where = board.index[hex_]
        if hex_ in g.specials.dump_told or not germans & (board.grid.around[where] | 1 << where):
            continue
        if hex_ == specials.dump:
            g.mark(dump_seen=True, dump_told=dump_places(board))
            g.tell(happenings.DumpFound(hex=hex_))
            return
        g.mark(dump_told=(*g.specials.dump_told, hex_))
        g.tell(happenings.NoDump(hex=hex_))


def dump_strength(table: Table, hex_: str, attacker: Side) -> int:
    """The defence strength of the dump's guard in a hex attacked by the German (32.2)."""
    specials = table.specials
    if attacker != GERMAN or specials.dump_state != "guarded" or specials.dump != hex_ or not specials.dump_seen:
        return 0
    return table.book.charts.events.dump_defence


def dump_hexes(table: Table, attacker: Side) -> int:
    """The hex of a known and guarded dump, which the German may attack without any unit in it, as a set (32.2)."""
    hex_ = table.specials.dump
    if hex_ is None or not dump_strength(table, hex_, attacker):
        return 0
    return 1 << table.board.index[hex_]


def dump_falls(g: Draft, hex_: str, attacker: Side) -> None:
    """The dump's guard, if it was in the hex, is eliminated or forced to retreat: the German may take it (32.2)."""
    if dump_strength(g, hex_, attacker):
        g.mark(dump_state="open")
        g.tell(happenings.DumpOpened(hex=hex_))


def _take_dump(g: Draft, side: Side, hex_: str) -> None:
    """The dump changes hands (32.2, 32.2e)."""
    specials = g.specials
    if specials.dump != hex_:
        return
    if side == GERMAN and specials.dump_state == "open":
        g.mark(dump_state="captured", dump_seen=True)
        g.tell(happenings.DumpCaptured(hex=hex_))
    elif side == ALLIED and specials.dump_state == "captured":
        g.mark(dump_state="open")
        g.tell(happenings.DumpRetaken(hex=hex_))


# 150th Panzer Brigade (27.1)


class OnTheMove(Protocol):
    """What is asked of a group on the move."""

    @property
    def units(self) -> tuple[str, ...]:
        """The group."""

    @property
    def mode(self) -> Mode:
        """How it moves."""

    @property
    def halves(self) -> int:
        """Half points spent."""

    @property
    def hexes(self) -> int:
        """Hexes entered."""

    @property
    def stopped(self) -> bool:
        """Whether it must stop."""

    @property
    def free(self) -> bool:
        """Whether it ignores the zone of control where it is."""


def has_disguise(table: Table, unit: str) -> bool:
    """Whether a unit is the 150th Panzer Brigade and nobody knows it yet (27.1)."""
    if table.specials.brigade == "exposed" or table.turn > table.book.charts.events.brigade_last:
        return False
    return table.piece(unit).entry.role == "brigade150"


def may_ignore(table: Table, moving: OnTheMove) -> bool:
    """Whether the brigade, alone on the move, may try to ignore the zone of control that it has entered (27.1)."""
    if not moving.stopped or moving.free or len(moving.units) != 1 or moving.mode == "strategic":
        return False
    where = table.hex_of(moving.units[0])
    if where is None or not has_disguise(table, moving.units[0]):
        return False
    return in_enemy_zone(table, GERMAN, where)


def _deceives(g: Draft) -> tuple[int, bool]:
    """The brigade's die, and whether it is taken for American (27.1)."""
    die = g.roll(DIE)[0]
    return die, die <= g.book.charts.events.infiltration


def ignore(g: Draft, moving: OnTheMove) -> None:
    """It tries: it goes on, or is known and stops. The move is the step on top (27.1)."""
    unit = moving.units[0]
    die, success = _deceives(g)
    g.tell(happenings.DisguiseTried(unit=unit, hex=g.units[unit].location, die=die, modifiers=[], success=success))
    if success:
        g.mark(brigade="used")
        g.swap(stopped=False, free=True)
    else:
        _expose(g)


def surprise(g: Draft, unit: str) -> bool:
    """The brigade tries to surprise, and is known from then on (27.1). Whether it does."""
    die, success = _deceives(g)
    g.tell(happenings.SurpriseTried(unit=unit, die=die, modifiers=[], success=success))
    _expose(g)
    return success


# Von der Heydte (27.2)


def _find_drop_hexes(table: Table) -> int:
    return _drop_zone(table.book) & ~table.occupied(ALLIED) & ~zone(table, ALLIED)


drop_hexes = Remembered(_find_drop_hexes, "units")
"""Hexes in which von der Heydte may come down, as a set (27.2)."""


@cache
def _drops(book: Book) -> Sequence[Drop]:
    return [Drop(name) for name in book.board.names]


def may_drop(table: Table, side: Side) -> Unit | None:
    """Von der Heydte's unit, if it drops now."""
    unit = unit_of(table, "heydte") if side == GERMAN and not table.night else None
    return unit if unit is not None and unit.location == OFF_MAP and unit.due == table.turn else None


def candidates(table: Table, side: Side) -> Iterator[Command]:
    """Where von der Heydte may come down (27.2)."""
    if may_drop(table, side) is not None:
        drops = _drops(table.book)
        yield from (drops[hex_] for hex_ in members(drop_hexes(table)))


def legal(table: Table, side: Side) -> Iterator[Command]:
    """The same, where he has room: hexes without friends are alike."""
    unit = may_drop(table, side)
    if unit is None:
        return
    drops, friends, fits = _drops(table.book), table.occupied(side), overstacked(table.book, [unit]) is None
    for hex_ in members(drop_hexes(table)):
        drop = drops[hex_]
        if no_room(table, drop.hex, side, [unit]) is None if friends >> hex_ & 1 else fits:
            yield drop


def refusal(table: Table, side: Side, command: Command) -> Refusal | None:
    """Why von der Heydte may not drop there (27.2)."""
    unit = may_drop(table, side)
    if unit is None or not isinstance(command, Drop):
        return refused("no unit to drop: von der Heydte drops on 17AM", "27.2")
    board = table.board
    where = board.index.get(command.hex)
    if where is None or not table.book.is_inside(where):
        return refused("no such hex in play", "27.2")
    if drop_hexes(table) >> where & 1:
        return no_room(table, command.hex, side, [unit])
    if not _drop_zone(table.book) >> where & 1:
        return refused("he drops only in clear or light woods, without a village, town or city", "27.2")
    return refused("not on Allied units, nor in their ZOC", "27.2")


def do(g: Draft, side: Side, command: Command) -> None:
    """Drop von der Heydte, and see how many come together (27.2)."""
    unit = may_drop(g, side)
    assert unit is not None
    assert isinstance(command, Drop)
    die = g.roll(DIE)[0]
    result = g.book.charts.events.heydte[die - 1]
    g.change(unit.id, location=command.hex, due=None, reduced=result == "reduced")
    g.note(movers={**g.now.movers, unit.id: Mover("placed")})
    g.tell(happenings.Dropped(unit=unit.id, hex=command.hex, die=die, modifiers=[], result=result))
    if result == "eliminated":
        g.lose(unit.id, "27.2")
        return
    g.pass_through(side, command.hex)
    note_entered(g, (unit.id,), side, command.hex)
