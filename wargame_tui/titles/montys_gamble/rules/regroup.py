"""The Regroup Phase (rules 6.5, 6.51): every unit may go to an adjacent Free area or zone."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

from wargame_tui.core.command import Command
from wargame_tui.core.remembered import Remembered, remembered
from wargame_tui.core.step import Prompt, Refusal, Step, refused
from wargame_tui.titles.montys_gamble.commands import End, Regroup
from wargame_tui.titles.montys_gamble.events import nights
from wargame_tui.titles.montys_gamble.printed.book import UK, Edge
from wargame_tui.titles.montys_gamble.printed.data import Division, Side, UnitType
from wargame_tui.titles.montys_gamble.rules import areas
from wargame_tui.titles.montys_gamble.rules.advantage import begin
from wargame_tui.titles.montys_gamble.rules.movement import ferry_refusal, needs_road
from wargame_tui.titles.montys_gamble.rules.reinforcements import release
from wargame_tui.titles.montys_gamble.state import NOWHERE, Draft, Table, Unit, book_of

_regroup = cache(Regroup)
"""Commands that are listed over and over again, made once."""
Way = Literal["land", "bridge", "canal", "ferry"]


def over_own_bridge(table: Table, edge: Edge, side: Side) -> bool:
    """Whether a boundary over water has a standing bridge that the side holds (19.1)."""
    return edge.bridge and areas.bridge_stands(table, edge.id) and table.crossings[edge.id].holder == side


def regroup_refusal(table: Table, unit: Unit, space: str) -> Refusal | None:
    """Why a unit cannot regroup to a space, whatever it has done in this phase (6.51)."""
    if unit.type == "tower":
        return Refusal("FLAK towers never regroup", "6.51")
    if unit.location in NOWHERE or unit.location == UK:
        return Refusal("it is not on the map", "6.5")
    book = book_of(table)
    edge = book.edges[unit.location].get(space)
    if edge is None:
        words = f"no such area or zone: {space}"
        if space in book.spaces:
            words = f"{book.name(space)} is not adjacent to {book.name(unit.location)}"
        return Refusal(words, "6.5")
    if refusal := _entry_refusal(table, unit, space):
        return refusal
    way = find_way(table, unit, edge)
    return way if isinstance(way, Refusal) else None


@remembered("control", "units")
def open_spaces(table: Table, side: Side) -> frozenset[str]:
    """The spaces into which a side may regroup: Free, below the stacking limit, and not Zone F."""
    book, stacks = book_of(table), areas.positions(table).of_side[side]
    full = {space for space, units in stacks.items() if not book.fits(space, len(units) + 1)}
    return areas.free_spaces(table, side) - full - {book.named["entry"]}


def _entry_refusal(table: Table, unit: Unit, space: str) -> Refusal | None:
    if space in open_spaces(table, unit.side):
        return None if areas.in_range(table, unit, space) else Refusal("outside its operational range", "9.66")
    book = book_of(table)
    if space == book.named["entry"]:
        return Refusal(f"no regroup from {book.name(unit.location)} to {book.name(space)}", "6.51")
    if space == UK or not areas.is_free(table, space, unit.side):
        return Refusal(f"{book.name(space)} is not Free", "6.5")
    return Refusal(f"{book.name(space)} holds {book.charts.limits.stacking} of your units", "7.1")


def find_way(table: Table, unit: Unit, edge: Edge) -> Way | Refusal:
    """How a unit regroups over a boundary: over the bridge while there is room, else through the canal or by ferry.

    Infantry crosses any canal, whoever holds it, as it does in the Daylight Phase (6.51, 9.2, Q23).
    """
    roadless = needs_road(table, unit, edge) and not edge.road
    if edge.water == "plain":
        return Refusal("it needs a road there", "6.51") if roadless else "land"
    over = _bridge_refusal(table, unit, edge)
    if over is None and not roadless:
        return "bridge"
    if edge.water == "canal" and unit.type == "infantry":
        return "canal"
    if edge.ferry:
        return ferry_refusal(table, unit, edge) or "ferry"
    return over or Refusal("it needs a road there", "6.51")


def _bridge_refusal(table: Table, unit: Unit, edge: Edge) -> Refusal | None:
    if not edge.bridge or not areas.bridge_stands(table, edge.id):
        return refused(f"no bridge crosses this {edge.water}", "9.62")
    if not over_own_bridge(table, edge, unit.side):
        return refused("the enemy holds the bridge", "6.51")
    if edge.id in _worn(table):
        return Refusal("five units have crossed this bridge in this phase", "9.62")
    return None


@remembered("now.crossed")
def _worn(table: Table) -> frozenset[str]:
    """The bridges that carry no further unit in this half of the phase (9.62)."""
    book = book_of(table)
    return frozenset([border for border, count in table.now.crossed.items() if not book.bears(count)])


def _ways_out(table: Table, unit: Unit) -> tuple[str, ...]:
    """Where a unit may regroup, as far as boundaries and range go."""
    edges = book_of(table).edges[unit.location].values()
    if unit.type == "tower":
        return ()
    return tuple(
        edge.to
        for edge in edges
        if areas.in_range(table, unit, edge.to) and not isinstance(find_way(table, unit, edge), Refusal)
    )


Kin = tuple[str, UnitType, Division | None]
"""Space, type and range: units alike in these may regroup to the same spaces."""
_known_ways: Remembered[dict[Kin, tuple[str, ...]]] = Remembered(
    lambda table, side, worn: {}, "crossings", "ferries", "date"
)
"""What `_ways_out` has found for a side's units since boundaries last changed, with the bridges that were worn."""


def regroup(g: Draft, unit: Unit, space: str) -> None:
    """Carry out a legal regroup: the crossing counts, control follows at both ends."""
    edge = book_of(g).edges[unit.location][space]
    way = find_way(g, unit, edge)
    assert not isinstance(way, Refusal)
    if way == "bridge":
        g.note(crossed=g.count(g.now.crossed, edge.id))
    if way == "ferry":
        g.ferries = {**g.ferries, edge.id: "used"}
    g.tell(nights.Regrouped(unit=unit.id, origin=unit.location, to=space, how=way))
    areas.put(g, unit.id, space)
    if way in ("ferry", "canal") and not areas.bridge_stands(g, edge.id):
        areas.hold(g, edge.id, unit.side, "9.22")
    areas.settle_control(g, unit.location)


@dataclass(frozen=True, slots=True)
class Regrouping(Step[Table, Draft]):
    """One side's half of the Regroup Phase.

    A bridge carries five units in each half (9.62): only one side at a time holds it. A ferry carries one unit in the
    whole phase (Q53): it stays used until Dawn.
    """

    side: Side
    opened: bool = False
    moved: tuple[str, ...] = ()
    """Units that have regrouped."""
    kind: Literal["regroup"] = "regroup"
    sure = (Regroup, End)
    heading = "Regroup"
    asks = Prompt("Regroup units to adjacent Free areas and zones, or end", "6.5")
    passes_alone = True

    def goes_without_saying(self, command: Command) -> bool:
        """Nothing but the end when no unit can go anywhere."""
        return isinstance(command, End)

    def decider(self, table: Table) -> Side | None:
        """The side, once its half has begun."""
        return self.side if self.opened else None

    def candidates(self, table: Table) -> Iterator[Command]:
        """Every unit that has not gone, to wherever it may; the end."""
        gone, inviting = frozenset(self.moved), open_spaces(table, self.side)
        known = _known_ways(table, self.side, _worn(table))
        for space, units in areas.positions(table).of_side[self.side].items():
            for unit in units if space != UK else ():
                if unit.id in gone:
                    continue
                kin = space, unit.type, unit.range
                ways = known.get(kin)
                if ways is None:
                    ways = known[kin] = _ways_out(table, unit)
                for to in ways:
                    if to in inviting:
                        yield _regroup(unit.id, to)
        yield End()

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """Own units, each once, and the limits of 6.51."""
        match command:
            case End():
                return None
            case Regroup(name, space):
                unit = table.units.get(name)
                if unit is None or unit.side != self.side:
                    return Refusal(f"you have no unit `{name}`", "6.5")
                if name in self.moved:
                    return Refusal("it has regrouped", "6.5")
                return regroup_refusal(table, unit, space)
        return self.not_now(table)

    def do(self, g: Draft, command: Command) -> None:
        match command:
            case Regroup(name, space):
                g.swap(moved=(*self.moved, name))
                regroup(g, g.units[name], space)
                release(g)
            case _:
                g.finish()

    def proceed(self, g: Draft) -> None:
        begin(g, self.side)
        g.swap(opened=True)
