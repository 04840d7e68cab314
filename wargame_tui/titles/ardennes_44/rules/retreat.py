"""Retreats, hex by hex by their owner (rules 17, 18.1, 20.3)."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.remembered import Remembered
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.core.wording import plural
from wargame_tui.titles.ardennes_44.commands import Retreat
from wargame_tui.titles.ardennes_44.events.fights import Retreated
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN, LAKE, WATER_OF_MEUSE, enemy
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules import improved, off_map, special
from wargame_tui.titles.ardennes_44.rules.reach import is_boundary_closed, open_steps
from wargame_tui.titles.ardennes_44.rules.steps import Task
from wargame_tui.titles.ardennes_44.rules.zones import bonds, zone
from wargame_tui.titles.ardennes_44.state import Draft, Table, Unit

OUT = -1
"""The step off the map (17.6)."""
Path = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Flight:
    """A unit that must retreat: how far, from where, by which rules."""

    unit: str
    hexes: int
    combat: int
    """The hex of the combat, from which distance counts (17.1a)."""
    forced: bool = True
    """By a combat, so that the priorities of 17.1 hold; else a withdrawal (20.3, A-32)."""
    into_zone: bool = True
    """Whether an empty hex in an enemy zone of control may be the first hex (17.1b, 20.4)."""
    visited: Path = ()
    """Hexes already entered."""
    company: tuple[str, ...] = ()
    """All units that retreat from this combat."""


# Where a retreat may lead


def may_cross(table: Table, unit: Unit, key: int, to: int) -> bool:
    """Whether a retreat over a hexside does not eliminate the unit by terrain (17.2)."""
    board = table.board
    water, bridged = board.water[key], board.bridge[key] is not None and board.bridge[key] not in table.bridges
    if water == LAKE or (water == WATER_OF_MEUSE and not bridged):
        return False
    printed = table.piece(unit)
    return not (printed.vehicle or printed.artillery) or open_steps(table, "vehicle")[key] is not None


def steps(table: Table, flight: Flight, here: int, first: bool) -> Iterator[tuple[int, bool]]:
    """Hexes next on a retreat that do not eliminate, each with whether it is an empty one in an enemy zone."""
    board, unit = table.board, table.units[flight.unit]
    side = unit.side
    theirs, zoned, friends = table.occupied(enemy(side)), zone(table, enemy(side)), table.occupied(side)
    barrier = bonds(table, enemy(side))
    closed = theirs | barrier.hexes | ~table.book.inside | special.closed_hexes(table, unit)
    for turn, to in enumerate(board.grid.neighbours[here]):
        key = 6 * here + turn
        if to is None:
            if _may_leave(table, unit, here):
                yield OUT, False
        elif not (closed >> to & 1) and key not in barrier.sides and may_cross(table, unit, key, to):
            exposed = bool(zoned >> to & 1) and not (friends >> to & 1 and _is_held(table, flight, to))
            if not exposed or (first and flight.into_zone):
                yield to, exposed


def _is_held(table: Table, flight: Flight, to: int) -> bool:
    """Whether friends other than those retreating from this combat hold a hex (17.1b)."""
    here = table.units_in(table.board.names[to], table.units[flight.unit].side)
    return any(unit.id != flight.unit and unit.id not in flight.company for unit in here)


def _may_leave(table: Table, unit: Unit, here: int) -> bool:
    """Whether a retreat may lead off the map here without eliminating (17.6)."""
    return unit.side == ALLIED and off_map.box_at(table, table.board.names[here]) is not None


def paths(table: Table, flight: Flight) -> list[Path]:
    """All ways in which a unit can carry its retreat out alive, none of them shortened."""
    where = table.board.index[table.units[flight.unit].location]
    found: list[Path] = []
    _extend(table, flight, where, flight.visited, flight.hexes, found)
    return found


def _extend(table: Table, flight: Flight, here: int, visited: Path, left: int, found: list[Path]) -> None:
    if not left:
        found.append(visited)
        return
    for to, _ in steps(table, flight, here, first=not visited):
        if to == OUT:
            found.append((*visited, OUT))
        elif to not in visited and to != flight.combat:
            _extend(table, flight, to, (*visited, to), left - 1, found)


def _find_best_paths(table: Table, flight: Flight) -> list[Path]:
    found = paths(table, flight)
    if not flight.forced or not found:
        return found
    for worth in (_distance, _unexposed, _toward_supply, _along_roads):
        values = [worth(table, flight, path) for path in found]
        best = max(values)
        found = [path for path, value in zip(found, values, strict=True) if value == best]
    return found


best_paths = Remembered(_find_best_paths, "units", "bridges", "turn", "specials", "night")
"""The ways that the priorities leave, the strongest first: distance, zones, supply, roads (17.1)."""


def _distance(table: Table, flight: Flight, path: Path) -> int:
    whole = flight.hexes + len(flight.visited)
    return whole if path[-1] == OUT else min(table.board.grid.distance(flight.combat, path[-1]), whole)


def _unexposed(table: Table, flight: Flight, path: Path) -> bool:
    """Whether no empty hex in an enemy zone is entered."""
    side = table.units[flight.unit].side
    friends, zoned = table.occupied(side), zone(table, enemy(side))
    fresh = path[len(flight.visited) :]
    empty = (to for to in fresh if to != OUT and zoned >> to & 1)
    return not any(not friends >> to & 1 or not _is_held(table, flight, to) for to in empty)


def _toward_supply(table: Table, flight: Flight, path: Path) -> bool:
    """Whether it ends nearer to a supply source of its side (Ambiguity 20)."""
    if path[-1] == OUT:
        return True
    grid, side = table.board.grid, table.units[flight.unit].side
    theirs = table.occupied(enemy(side))
    sources = [hex_ for hex_ in table.book.sources(side) if not theirs >> hex_ & 1]
    return any(grid.distance(path[-1], hex_) < grid.distance(flight.combat, hex_) for hex_ in sources)


def _along_roads(table: Table, flight: Flight, path: Path) -> int:
    """Steps along roads, of mechanized units (17.1d)."""
    board = table.board
    if not table.piece(flight.unit).mechanized:
        return 0
    way = [board.index[table.units[flight.unit].location], *path[len(flight.visited) :]]
    pairs = [(one, to) for one, to in pairwise(way) if to != OUT]
    return sum(board.road[board.key(one, to)] is not None for one, to in pairs)


# The step


@dataclass(frozen=True, slots=True)
class Retreating(Task):
    """Units of a combat retreat, one after the other (17.1)."""

    side: Side
    units: tuple[str, ...]
    """Still to retreat; the first one may be on its way."""
    hexes: int
    combat: str
    company: tuple[str, ...] = ()
    """All units that retreat from this combat."""
    visited: tuple[str, ...] = ()
    """Hexes that the unit on its way has entered."""
    disrupts: bool = True
    """False for a retreat of one hex (16.7g, 21.4)."""
    rule: str = "17.1"
    kind: Literal["retreating"] = "retreating"
    meant: ClassVar[type[Command]] = Retreat
    name: ClassVar[str] = "Retreat"

    def decider(self, table: Table) -> Side | None:
        return self.side if self.units and not self._doomed(table) else None

    def _doomed(self, table: Table) -> str | None:
        """A unit that cannot retreat: it is eliminated (17.2, 17.5, 17.7, 27.10)."""
        order = self.units[:1] if self.visited else self.units
        return next((name for name in order if _elimination(table, self, name)), None)

    def prompt(self, table: Table) -> Prompt:
        more = "more " if self.visited else ""
        left = plural(self.hexes - len(self.visited), f"{more}hex")
        return Prompt(f"Retreat from {self.combat}: {left}", self.rule)

    def candidates(self, table: Table) -> Iterator[Command]:
        """The next hex of every unit, or of the one on its way."""
        names = table.board.names
        for name in self.units[:1] if self.visited else self.units:
            for to in dict.fromkeys(path[len(self.visited)] for path in ways(table, self, name)):
                yield Retreat(name, "off" if to == OUT else names[to])

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        if not isinstance(command, Retreat):
            return self.not_now(table)
        if command.unit not in self.units or (self.visited and command.unit != self.units[0]):
            return refused("another unit must retreat first", "17.1")
        if command in tuple(self.candidates(table)):
            return None
        return refused("a better retreat path exists (distance, EZOC, supply, roads), or this one eliminates", "17.1")

    def do(self, g: Draft, command: Any) -> None:
        rest = tuple(name for name in self.units if name != command.unit)
        if command.hex == "off":
            edge = g.units[command.unit].location
            was = g.units[command.unit].status
            _leave_position(g, self, command.unit)
            off_map.retreat_off_map(g, command.unit, edge)
            if self.disrupts and (self.hexes > 2 or (self.hexes > 1 and was == "disrupted")):
                g.disrupt(command.unit, "18.1", rout=True)
            g.swap(units=rest, visited=())
            return
        if not self.visited:
            _leave_position(g, self, command.unit)
        _cross_boundary(g, command.unit, command.hex)
        g.change(command.unit, location=command.hex)
        special.note_driven(g, command.unit, command.hex)
        visited = (*self.visited, command.hex)
        if len(visited) < self.hexes:
            g.swap(units=(command.unit, *rest), visited=visited)
            return
        g.tell(Retreated(unit=command.unit, path=list(visited), from_=self.combat, rule=self.rule))
        g.swap(units=rest, visited=())
        _end(g, self, command.unit)

    def proceed(self, g: Draft) -> None:
        """Eliminate who has no way; then all is done."""
        doomed = self._doomed(g) if self.units else None
        if doomed is None:
            g.finish(("retreated", self.combat))
            return
        rule = _elimination(g, self, doomed)
        g.swap(units=tuple(name for name in self.units if name != doomed), visited=())
        g.lose(doomed, rule or "17.2")


def ways(table: Table, step: Retreating, name: str) -> list[Path]:
    """The best ways that are left to a unit from where it has come."""
    index = table.board.index
    visited = tuple(index[hex_] for hex_ in step.visited) if name == step.units[0] else ()
    flight = Flight(name, step.hexes - len(visited), index[step.combat], visited=visited, company=step.company)
    return best_paths(table, flight)


def _elimination(table: Table, step: Retreating, name: str) -> str | None:
    """The rule by which a unit that must retreat is eliminated; None if it can."""
    unit, printed = table.units[name], table.piece(name)
    if not step.visited:
        if name in table.now.retreated:
            return "17.5"
        if printed.artillery and unit.side == GERMAN and unit.marker != "PM" and step.hexes > 1:
            return "17.7"
        if printed.type == "engineer" and unit.side == ALLIED and step.hexes > 2:
            return "27.10"
        if unit.status == "routed" and step.disrupts:
            return "18.1"
    return None if ways(table, step, name) else "17.2"


def _leave_position(g: Draft, step: Retreating, name: str) -> None:
    """What a unit loses as it begins to retreat: markers, the position it leaves (12.5, 15.8h, 17.7, 17.8)."""
    unit = g.units[name]
    fired = unit.fired or g.piece(unit).artillery
    g.change(name, eng=False, marker="PM" if unit.marker == "PM" else "none", fired=fired)
    g.advantages = tuple(mark for mark in g.advantages if mark.hex != step.combat or mark.side != step.side)


def _cross_boundary(g: Draft, name: str, hex_: str) -> None:
    """A German retreat over the army boundary disrupts until the unit is back (11.10c)."""
    board = g.board
    if g.units[name].side != GERMAN or not is_boundary_closed(g):
        return
    if board.key(board.index[g.units[name].location], board.index[hex_]) in board.boundary:
        g.change(name, cut_off=not g.units[name].cut_off)


def _end(g: Draft, step: Retreating, name: str) -> None:
    """Where the retreat ends: disruption or rout, friends there (17.5, 18.1)."""
    unit = g.units[name]
    others = [other for other in g.units_in(unit.location, step.side) if other.id not in (name, *step.company)]
    g.pass_through(step.side, unit.location)
    if others or special.dump_strength(g, unit.location, enemy(step.side)):
        g.note(retreated=(*g.now.retreated, name))
    alive = True
    if step.disrupts and step.hexes > 1:
        alive = g.disrupt(name, "18.1", rout=step.hexes > 2)
    if alive and g.units[name].cut_off and g.units[name].status == "fresh":
        g.disrupt(name, "11.10")
    if not g.units_in(step.combat, step.side):
        improved.vacated(g, step.combat)
