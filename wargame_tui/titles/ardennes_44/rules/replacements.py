"""The replacement phase of the night (rule 25.2)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Literal

from wargame_tui.board.hexes import members
from wargame_tui.core.command import Command
from wargame_tui.core.remembered import Remembered
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.engine.ways import Found, nearest
from wargame_tui.titles.ardennes_44.commands import End, First, Replace
from wargame_tui.titles.ardennes_44.events.turns import Rebuilt, ReplacementsCame
from wargame_tui.titles.ardennes_44.printed.book import GERMAN, LAKE, SIDES, WATER_OF_MEUSE, Board, Piece, enemy
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules import special, supply
from wargame_tui.titles.ardennes_44.rules.reach import barred_sides, closed_hexes, is_boundary_closed, open_steps
from wargame_tui.titles.ardennes_44.rules.stacking import no_room
from wargame_tui.titles.ardennes_44.rules.steps import Task
from wargame_tui.titles.ardennes_44.rules.zones import next_to_enemy, zone
from wargame_tui.titles.ardennes_44.state import ELIMINATED, OFF_MAP, Draft, Table, Unit, changed

RETURN = ("K", "L", "M")
"""Entry hexes at which rebuilt German units may come back (25.22)."""
ONE_VEHICLE = 2
"""Points from which on one of them may be for a tank, recon or flak unit (25.21)."""
AIRBORNE = frozenset({"parachute", "glider"})
NEVER = frozenset({"brigade150", "heydte"})


def begin_phase(g: Draft) -> None:
    """Points come; whoever can use them does (25.1)."""
    points = dict(g.book.charts.night.replacements.get(g.turn, {}))
    if not any(points.values()):
        return
    g.now = changed(g.now, replacements=points, vehicles_rebuilt=())
    g.tell(ReplacementsCame(turn=g.turn, points=points))
    g.push(Replacements())


# Who may be rebuilt


def _is_vehicle(printed: Piece) -> bool:
    """Whether the second kind of point is needed for a unit (25.21)."""
    return printed.tank or printed.recon or printed.type == "flak"


def lost_for_good(table: Table, printed: Piece) -> Refusal | None:
    """Why a unit never receives replacements (25.26)."""
    if printed.split or printed.remnant:
        return refused("split units and remnants cannot be rebuilt", "25.24")
    if printed.artillery:
        return refused("artillery cannot be rebuilt", "25.26")
    if printed.nation == "British":
        return refused("British units cannot be rebuilt", "27.3")
    if printed.nation == "US" and printed.type in AIRBORNE:
        return refused("US airborne units cannot be rebuilt", "25.26")
    if printed.entry.role in NEVER or printed.type == "heavy_assault":
        return refused("this unit cannot be rebuilt", "25.26")
    if printed.side == GERMAN and printed.tq >= table.book.charts.night.no_rebuild_tq:
        return refused("German tanks of that quality cannot be rebuilt", "25.26")
    return None


def unit_refusal(table: Table, side: Side, name: str) -> Refusal | None:
    """Why a side has no replacement point for a unit, wherever it would stand (25.21 to 25.26)."""
    unit = table.units.get(name)
    if unit is None or unit.side != side:
        return refused("not one of your units", "25.2")
    printed = table.piece(unit)
    if table.now.replacements.get(side, 0) < 1:
        return refused("no replacement point is left", "25.21")
    if (lost := lost_for_good(table, printed)) is not None:
        return lost
    if (kind := _kind_refusal(table, side, printed)) is not None:
        return kind
    if unit.location == ELIMINATED:
        return None
    if table.hex_of(unit) is None:
        return refused("replacements are for units on the map or in the dead pile", "25.22")
    if not unit.reduced:
        return refused("it is at full strength", "25.21")
    if unit.oos or unit.points:
        return refused("it is out of supply", "25.22")
    if unit.status != "fresh":
        return refused(f"it is {unit.status}", "25.22")
    return None


def _kind_refusal(table: Table, side: Side, printed: Piece) -> Refusal | None:
    """A single point is for infantry; of two, one may be for another unit (25.21b, 25.21c)."""
    granted = table.book.charts.night.replacements[table.turn].get(side, 0)
    if _is_vehicle(printed):
        if granted < ONE_VEHICLE:
            return refused("a single point is for infantry only", "25.21")
        if side in table.now.vehicles_rebuilt:
            return refused("only one point may go to a tank, recon or flak unit", "25.21")
    elif not printed.infantry:
        return refused("points are for infantry, tank, recon and flak units only", "25.21")
    return None


# Where it then stands


def places(table: Table, unit: Unit) -> Iterator[str]:
    """Hexes in which a unit might be once it has received its point."""
    board = table.board
    where = table.hex_of(unit)
    if where is not None:
        yield board.names[where]
        if next_to_enemy(table, unit.side, where):
            yield from (board.names[to] for to in board.grid.near[where])
    elif table.piece(unit).entry.large:
        yield from dict.fromkeys(table.units[name].location for name in _remnants(table, unit))
    else:
        yield from (board.names[hex_] for hex_ in members(_towns(table, unit.side)))
        if unit.side == GERMAN:
            entries = board.map.entries
            yield from dict.fromkeys(entries[letter].hex for letter in RETURN if letter in table.book.letters)


def place_refusal(table: Table, unit: Unit, hex_: str) -> Refusal | None:
    """Why a unit cannot receive its point there (25.22, 25.24)."""
    board = table.board
    if hex_ not in board.index:
        return refused("no such hex", "25.22")
    if table.hex_of(unit) is not None:
        return _map_refusal(table, unit, hex_)
    if table.piece(unit).entry.large:
        if any(table.units[name].location == hex_ for name in _remnants(table, unit)):
            return None
        return refused("a large unit returns only in place of a supplied remnant of its kind", "25.24")
    return _town_refusal(table, unit, hex_)


def _map_refusal(table: Table, unit: Unit, hex_: str) -> Refusal | None:
    """On the map: where it is; next to an enemy only with a retreat of a hex (25.22a, 25.22b)."""
    board, where = table.board, table.hex_of(unit)
    assert where is not None
    to = board.index[hex_]
    if not next_to_enemy(table, unit.side, where):
        return None if to == where else refused("it is rebuilt in place", "25.22")
    if unit.eng:
        return refused("no replacements for an engaged unit next to an enemy", "25.22")
    if to == where:
        return refused("next to an enemy it must retreat one hex", "25.22")
    if board.grid.direction(where, to) is None:
        return refused("the retreat is exactly one hex", "25.22")
    return _retreat_refusal(table, unit, board.key(where, to), to)


def _retreat_refusal(table: Table, unit: Unit, key: int, to: int) -> Refusal | None:
    """Where the special retreat may not lead (17.2, 25.22a)."""
    board, side, printed = table.board, unit.side, table.piece(unit)
    if (zone(table, enemy(side)) | closed_hexes(table, side, (unit.id,))) >> to & 1:
        return refused("the retreat may not end in an EZOC", "25.22")
    if key in barred_sides(table, side):
        return refused("an enemy ZOC bond or the army boundary blocks the retreat", "17.2")
    water, standing = board.water[key], board.bridge[key] is not None and board.bridge[key] not in table.bridges
    if water == LAKE or (water == WATER_OF_MEUSE and not standing):
        return refused("no retreat across a lake, or the unbridged Meuse", "17.2")
    if printed.vehicle and open_steps(table, "vehicle")[key] is None:
        return refused("vehicles may not retreat that way", "17.2")
    return None


def _remnants(table: Table, unit: Unit) -> Sequence[str]:
    """Remnants for which a large unit may come back: of its arm, supplied, in good order, not next to an enemy."""
    printed, found = table.piece(unit), []
    for name in table.book.units.remnants:
        left = table.units[name]
        where = table.hex_of(left)
        if left.side != unit.side or where is None or left.oos or left.points or left.status != "fresh":
            continue
        same = table.arm(name) == table.arm(unit.id)
        if printed.side != GERMAN:
            same = same and table.piece(name).nation == printed.nation
        if same and not next_to_enemy(table, unit.side, where):
            found.append(name)
    return found


def _find_towns(table: Table, side: Side) -> int:
    """Towns and cities in which rebuilt units may stand, but for stacking and the army boundary (25.22c, 25.22d)."""
    book, board = table.book, table.board
    blocked = supply.enemy_roadblocks(table, side)
    theirs, linked = table.occupied(enemy(side)), supply.road_supplied(table, side)
    found = 0
    for hex_ in board.urban:
        free = not theirs & (board.grid.around[hex_] | 1 << hex_)
        name = board.names[hex_]
        if free and linked >> hex_ & 1 and hex_ not in blocked and special.controller(table, name) == side:
            found |= 1 << hex_
    return found & book.inside


_towns = Remembered(_find_towns, "units", "bridges", "roadblocks", "control")


def _town_refusal(table: Table, unit: Unit, hex_: str) -> Refusal | None:
    """Why a unit from the dead pile cannot stand in a hex (25.22c to 25.22g)."""
    to = table.board.index[hex_]
    if not _towns(table, unit.side) >> to & 1 and (no := _entry_refusal(table, unit, hex_, to)) is not None:
        return no
    if unit.side == GERMAN and is_boundary_closed(table) and not _is_own_side(table, unit, to):
        return refused("it returns on its own army's side of the boundary", "25.22")
    if special.closed_hexes(table, unit) >> to & 1:
        return refused("it may not enter that hex", "25.22")
    return no_room(table, hex_, unit.side, [changed(unit, reduced=True)])


def _entry_refusal(table: Table, unit: Unit, hex_: str, to: int) -> Refusal | None:
    """Why a hex that is not such a town does not do either (25.22e)."""
    entries = table.board.map.entries
    back = unit.side == GERMAN and any(entries[letter].hex == hex_ for letter in RETURN)
    if back and not (zone(table, enemy(unit.side)) | table.occupied(enemy(unit.side))) >> to & 1:
        return None
    return refused("only a friendly town or city in road supply, not next to enemies, no enemy roadblock", "25.22")


@cache
def _own_side(board: Board, army: str) -> int:
    """The hexes to which the shortest way from an army's start areas does not cross the boundary (11.10, 25.22f)."""
    start = [
        hex_
        for area in board.map.start_areas.values()
        if area.army == army
        for hex_ in board.numbers((*area.hexes, *area.rear))
    ]
    free, bound = _ways(board, start, False), _ways(board, start, True)
    return sum(1 << hex_ for hex_, (far, _) in bound.items() if free[hex_][0] == far)


def _ways(board: Board, start: Sequence[int], bound: bool) -> Found[int]:
    def steps(hex_: int) -> Iterator[int]:
        around = enumerate(board.grid.neighbours[hex_])
        return (to for turn, to in around if to is not None and not (bound and 6 * hex_ + turn in board.boundary))

    return nearest(start, steps)


def _is_own_side(table: Table, unit: Unit, to: int) -> bool:
    army = table.piece(unit).army
    return army is None or bool(_own_side(table.board, army) >> to & 1)


# What a side can do


def _find_options(table: Table, side: Side) -> tuple[Replace, ...]:
    return tuple(
        Replace(unit.id, hex_)
        for unit in table.units.values()
        if unit.side == side
        and (unit.reduced or unit.location == ELIMINATED)
        and unit_refusal(table, side, unit.id) is None
        for hex_ in places(table, unit)
        if place_refusal(table, unit, hex_) is None
    )


options = Remembered(_find_options, "units", "bridges", "roadblocks", "control", "now", "turn", "specials")
"""All that a side can do with its replacement points."""


# The step


@dataclass(frozen=True, slots=True)
class Replacements(Task):
    """Both sides use their replacement points, one after the other (25.2)."""

    order: tuple[Side, ...] | None = None
    """Sides still to come; None: the German has to say who is first (25.23)."""
    kind: Literal["replacements"] = "replacements"
    name: ClassVar[str] = "Replacements"
    ending: ClassVar[str] = "End replacements: points left are lost"

    def decider(self, table: Table) -> Side | None:
        """The German, where the order might matter; then whose turn it is."""
        if self.order is None:
            return GERMAN if all(options(table, side) for side in SIDES) else None
        return self.order[0] if self.order and options(table, self.order[0]) else None

    def prompt(self, table: Table) -> Prompt:
        if self.order is None:
            return Prompt("Which side replaces first?", "25.23")
        left = table.now.replacements.get(self.order[0], 0)
        return Prompt(f"Rebuild units: {left} replacement point{'s' if left > 1 else ''}, or end replacements", "25.2")

    def candidates(self, table: Table) -> Iterator[Command]:
        """A side; or a unit with the hex where it then stands."""
        if self.order is None:
            yield from (First(side) for side in SIDES)
            return
        yield from options(table, self.order[0])
        yield End()

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        match command:
            case First(side) if self.order is None:
                return None if side in SIDES else refused("`first German` or `first Allied`", "25.23")
            case End() if self.order is not None:
                return None
            case Replace(name, hex_) if self.order:
                return unit_refusal(table, self.order[0], name) or place_refusal(table, table.units[name], hex_)
        return self.not_now(table)

    def do(self, g: Draft, command: Command) -> None:
        match command:
            case First(side):
                first = next(each for each in SIDES if each == side)
                g.swap(order=(first, enemy(first)))
            case Replace(name, hex_):
                rebuild(g, name, hex_)
            case End():
                assert self.order is not None
                g.swap(order=self.order[1:])

    def proceed(self, g: Draft) -> None:
        """Sides that can do nothing pass."""
        if self.order is None:
            g.swap(order=tuple(side for side in SIDES if options(g, side)))
        elif self.order:
            g.swap(order=self.order[1:])
        else:
            g.finish()


def rebuild(g: Draft, name: str, hex_: str) -> None:
    """A point for a unit, which then stands in a hex and does not move in the morning (25.21, 25.22, 25.25)."""
    unit, printed = g.units[name], g.piece(name)
    spent = {**g.now.replacements, unit.side: g.now.replacements[unit.side] - 1}
    g.note(replacements=spent)
    if _is_vehicle(printed):
        g.note(vehicles_rebuilt=(*g.now.vehicles_rebuilt, unit.side))
    remnant = None
    if unit.location != ELIMINATED:
        retreated = unit.location != hex_
        marker = "none" if retreated else unit.marker
        g.change(name, location=hex_, reduced=False, replaced=True, marker=marker, eng=unit.eng and not retreated)
    else:
        remnant = _replace_remnant(g, unit, hex_) if printed.entry.large else None
        if remnant is None:
            g.change(name, location=hex_, reduced=printed.steps > 1, replaced=True)
    g.tell(Rebuilt(unit=name, hex=hex_, remnant=remnant, from_=unit.location))
    g.pass_through(unit.side, hex_)
    special.note_entered(g, (name,), unit.side, hex_)


def _replace_remnant(g: Draft, unit: Unit, hex_: str) -> str:
    """A large unit takes the place of a remnant (25.24)."""
    left = next(name for name in _remnants(g, unit) if g.units[name].location == hex_)
    back = changed(g.units[left], id=unit.id, reduced=True, replaced=True)
    g.units = {**g.units, unit.id: back, left: Unit(left, unit.side, OFF_MAP)}
    return left
