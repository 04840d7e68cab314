"""Activation (rules 8.1 to 8.5): the movement step of an impulse, and a unit or stack on the move."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.remembered import following
from wargame_tui.core.state import changed
from wargame_tui.core.step import Decision, Prompt, Refusal, Step, refused
from wargame_tui.titles.tigers_in_the_mist import events
from wargame_tui.titles.tigers_in_the_mist.commands import (
    Abandon,
    EndMovement,
    Entrench,
    Move,
    Shift,
    Stop,
    To,
    UseSpecial,
    With,
)
from wargame_tui.titles.tigers_in_the_mist.printed.book import GERMAN, Road, company, enemy
from wargame_tui.titles.tigers_in_the_mist.printed.data import Side
from wargame_tui.titles.tigers_in_the_mist.rules import bridges, movement, special, stacking, supply
from wargame_tui.titles.tigers_in_the_mist.state import (
    NOBODY,
    Draft,
    Stack,
    Table,
    Unit,
    book_of,
    chart_of,
    positions,
    units_in,
)

_move, _entrench, _to, _with, _abandon = map(cache, (Move, Entrench, To, With, Abandon))
_shift, _stop, _use_special, _end_movement = map(cache, (Shift, Stop, UseSpecial, EndMovement))
"""Commands that are listed over and over again, made once for each unit or space."""


@dataclass(frozen=True, slots=True)
class Movement(Decision[Table, Draft]):
    """The movement step of a player impulse (6.0 II.1): the active player moves any, all or none."""

    side: Side
    kind: Literal["movement"] = "movement"
    heading: ClassVar[str] = "Movement"
    asks: ClassVar[Prompt] = Prompt("Move or entrench units, or end movement", "8.2")
    passes_alone: ClassVar[bool] = True

    def candidates(self, table: Table) -> Iterator[Command]:
        """Every own unit, to move or to dig in; special forces; the end."""
        for units in positions(table).of_side[self.side].values():
            yield from _orders(units)
        yield from self._other_candidates()

    def _other_candidates(self) -> Iterator[Command]:
        if self.side == GERMAN:
            for effect in special.EFFECTS:
                yield _use_special(effect)
        yield _end_movement()

    def legal(self, table: Table) -> Iterator[Command]:
        """The candidates without a refusal; what the units of a space may do is known from the last time or found."""
        known = outlooks(table, self)
        for outlook in known.of_space.values():
            yield from outlook.commands
        for command in self._other_candidates():
            if self._refusal(table, known.lie, command) is None:
                yield command

    def legal_in(self, table: Table, lie: movement.Ground, space: str) -> tuple[Command, ...]:
        """What the units of a space may do, each alone."""
        ready = [unit for unit in lie.own[space] if not unit.marked]
        moves = [_move(unit.id) for unit in ready if self._move_refusal(table, lie, unit.id) is None]
        return (*moves, *[_entrench(unit.id) for unit in ready if self._entrench_refusal(table, lie, unit.id) is None])

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """Rules 5.23 to 8.5 for a unit; 7.1 for the end of movement."""
        return self._refusal(table, movement.ground(table, self.side), command)

    def _refusal(self, table: Table, lie: movement.Ground, command: Command) -> Refusal | None:
        match command:
            case Move(name):
                return self._move_refusal(table, lie, name)
            case Entrench(name):
                return self._entrench_refusal(table, lie, name)
            case UseSpecial():
                if self.side != GERMAN:
                    return Refusal("only the German has special forces", "14.11")
                return special.use_refusal(table, command)
            case EndMovement():
                return self._end_refusal(table, lie)
            case To() | With() | Stop() | Abandon() | Shift():
                return Refusal("first choose the unit to move", "8.21")
        return self.not_now(table)

    def _move_refusal(self, table: Table, lie: movement.Ground, name: str) -> Refusal | None:
        unit = table.units.get(name)
        if refusal := movement.unavailable(table, unit, self.side, name):
            return refusal
        unit = table.units[name]
        if refusal := movement.barred(table, unit):
            return refusal
        return None if movement.first_step(table, lie, Stack([unit])) else why_stuck(table, lie, unit)

    def _entrench_refusal(self, table: Table, lie: movement.Ground, name: str) -> Refusal | None:
        """Rule 8.5; and who digs in does not leave any more an area that others have overstacked (QA-1)."""
        unit = table.units.get(name)
        if refusal := movement.unavailable(table, unit, self.side, name):
            return refusal
        unit = table.units[name]
        if refusal := movement.entrench_refusal(table, lie, unit, 0):
            return refusal
        if movement.has_room(lie, NOBODY, unit.location):
            return None
        entered = any(other.entered_from for other in lie.own[unit.location])
        return movement.crowded(table, lie, Stack([unit]), unit.location) if entered else None

    def _end_refusal(self, table: Table, lie: movement.Ground) -> Refusal | None:
        """Overstacks made in this impulse must be undone by moving on, if anybody there can move (7.1, QA-1)."""
        for area in stacking.overstacked(table, self.side):
            here = lie.own[area]
            if any(unit.entered_from for unit in here) and any(movement.may_leave(table, lie, unit) for unit in here):
                words = f"{book_of(table).name(area)} is over the limit of {stacking.limit_words(table)}: move units on"
                return Refusal(words, "7.1")
        return None

    def do(self, g: Draft, command: Command) -> None:
        match command:
            case Move(name):
                unit = g.units[name]
                out = () if supply.in_supply(g, unit) else (name,)  # 13.15: before the move
                g.push(Moving((name,), unit.location, out))
            case Entrench(name):
                g.change(name, mp_spent=movement.allowance(g, g.units[name]))
                movement.dig_in(g, name)
            case UseSpecial(effect):
                g.push(special.Placement(effect))
            case EndMovement():
                g.tell(events.MovementEnded(side=self.side))
                g.finish()


def _orders(units: Sequence[Unit]) -> Iterator[Command]:
    """What the units of a space might do, each alone."""
    ready = [unit for unit in units if not unit.marked]
    for unit in ready:
        yield _move(unit.id)
    for unit in ready:
        if not unit.entrenched:
            yield _entrench(unit.id)


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the units of a space may do, each alone."""

    commands: tuple[Command, ...]
    rests_on: frozenset[str]
    """The spaces whose units decide it."""


@dataclass(frozen=True, slots=True)
class Outlooks:
    """What the units of a side may do in each space, on some ground."""

    lie: movement.Ground
    of_space: Mapping[str, Outlook]


@following("units", "bridges", "special", "date", "impulse")
def outlooks(table: Table, last: Outlooks | None, step: Movement) -> Outlooks:
    """What the units of a side may do at a movement step: looked at again only where it rests on what has changed."""
    lie = movement.ground(table, step.side)
    known = last.of_space if last else {}
    disturbed = lie.disturbed_since(last.lie) if last else lie.book.space_set
    own = movement.Watched(lie.own)
    watched = changed(lie, own=own)
    found = {}
    for space in lie.own:
        outlook = known.get(space)
        if outlook is None or not outlook.rests_on.isdisjoint(disturbed):
            own.seen = set()
            outlook = Outlook(step.legal_in(table, watched, space), frozenset(own.seen))
        found[space] = outlook
    return Outlooks(lie, found)


def why_stuck(table: Table, lie: movement.Ground, unit: Unit) -> Refusal:
    """Why a unit has no legal step: the reason at its first road."""
    group = Stack([unit])
    out = movement.cut_off(table, lie, group)
    for road in lie.book.roads[unit.location]:
        if refusal := movement.step_refusal(table, lie, group, road, 0, out):
            return refusal
    return Refusal(f"no road leads out of {lie.book.name(unit.location)}", "8.2")


@dataclass(frozen=True, slots=True)
class Moving(Step[Table, Draft]):
    """A unit or stack on the move (8.21)."""

    units: tuple[str, ...]
    start: str
    unsupplied: tuple[str, ...]
    """Those of its units that were out of supply before the move (13.15)."""
    spent: int = 0
    steps: int = 0
    """Spaces entered."""
    halted: bool = False
    """An engineer of the group has begun to dig in; the others may only do likewise."""
    going_to: str | None = None
    """The step that the other player may interrupt."""
    kind: Literal["moving"] = "moving"
    puts_down: ClassVar[str] = "stop"
    passes_alone: ClassVar[bool] = True

    def goes_without_saying(self, command: Command) -> bool:
        """A move that cannot go on is over; but nobody is marched off because only one road is open."""
        return isinstance(command, Stop)

    def group(self, table: Table) -> Stack:
        """The moving units as they stand."""
        return Stack([table.units[name] for name in self.units])

    def decider(self, table: Table) -> str:
        return table.units[self.units[0]].side

    def title(self, table: Table) -> str:
        return f"{company(self.units)} moving"

    def left(self, table: Table) -> int:
        """Movement points left to the slowest of the group."""
        return min(movement.allowance(table, unit) for unit in self.group(table)) - self.spent

    def prompt(self, table: Table) -> Prompt:
        here = book_of(table).name(table.units[self.units[0]].location)
        return Prompt(f"{company(self.units)} at {here}, {self.left(table)} MP left: where to?", "8.3")

    def candidates(self, table: Table) -> Iterator[Command]:
        """Roads out of the space, company, other zones, vehicles, spades, the end of the move."""
        group = self.group(table)
        if not self.halted:
            for road in book_of(table).roads[group[0].location]:
                yield _to(road.to)
        yield from self._others(table, group)

    def _others(self, table: Table, group: Stack) -> Iterator[Command]:
        if not self.halted:
            if not self.spent:
                for unit in units_in(table, group[0].location, group[0].side):
                    if not unit.marked and unit.id not in self.units:
                        yield _with(unit.id)
                for zone in movement.own_zones(table, group[0]):
                    yield _shift(zone)
            for unit in group:
                if chart_of(table, unit).has_vehicles and not unit.on_foot:
                    yield _abandon(unit.id)
        if self.steps:
            for unit in group:
                yield _entrench(unit.id)
        yield _stop()

    def legal(self, table: Table) -> Iterator[Command]:
        """The candidates without a refusal; group and ground are looked up once for all of them."""
        group = self.group(table)
        lie = movement.ground(table, group[0].side)
        if not self.halted:
            for road in lie.book.roads[group[0].location]:
                if self._road_refusal(table, lie, group, road) is None:
                    yield _to(road.to)
        for command in self._others(table, group):
            if self._refusal(table, lie, group, command) is None:
                yield command

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """Rule 8 for each kind of command."""
        group = self.group(table)
        return self._refusal(table, movement.ground(table, group[0].side), group, command)

    def _refusal(self, table: Table, lie: movement.Ground, group: Stack, command: Command) -> Refusal | None:
        if self.halted and not isinstance(command, Entrench | Stop):
            return Refusal("the stack is entrenching", "8.52")
        match command:
            case To(space):
                return self._to_refusal(table, lie, group, space)
            case With(name):
                return self._with_refusal(table, lie, group, name)
            case Shift(zone):
                return movement.shift_refusal(table, lie, group, zone, self.spent, self.start)
            case Abandon(name):
                return self._abandon_refusal(table, lie, group, name)
            case Entrench(name):
                return self._entrench_refusal(table, lie, group, name)
            case Stop():
                return self._stop_refusal(table, lie, group)
            case Move():
                return Refusal(f"finish the move of {company(self.units)} first", "8.21")
            case EndMovement():
                return Refusal(f"finish the move of {company(self.units)} first", "8.24")
        return self.not_now(table)

    def _to_refusal(self, table: Table, lie: movement.Ground, group: Stack, space: str) -> Refusal | None:
        book = lie.book
        road = book.road_to.get((group[0].location, space))
        if road is None:
            known = book.name(space) if space in book.spaces else f"`{space}`"
            return Refusal(f"no road joins {book.name(group[0].location)} and {known}", "8.2")
        return self._road_refusal(table, lie, group, road)

    def _road_refusal(self, table: Table, lie: movement.Ground, group: Stack, road: Road) -> Refusal | None:
        if self.unsupplied and self.steps >= lie.book.costs.areas_out_of_supply:
            return Refusal(f"{self.unsupplied[0]} is out of supply and may move one area only", "8.29")
        return movement.step_refusal(table, lie, group, road, self.spent, self.unsupplied)

    def _with_refusal(self, table: Table, lie: movement.Ground, group: Stack, name: str) -> Refusal | None:
        unit = table.units.get(name)
        if refusal := movement.unavailable(table, unit, group[0].side, name):
            return refusal
        unit = table.units[name]
        if refusal := movement.barred(table, unit):
            return refusal
        if name in self.units:
            return Refusal(f"{name} is in the stack already", "8.21")
        if self.spent or group[0].location != self.start:
            return Refusal("the stack has already moved", "8.21")
        if unit.location != self.start or unit.area_at_turn_start != group[0].area_at_turn_start:
            return Refusal(f"{name} was not in the same area at the start of the turn", "8.21")
        if not stacking.within_limit(table, [*group, unit]):
            return Refusal(f"stacking limit: {stacking.limit_words(table)} of a side", "7.1")
        if not movement.first_step(table, lie, Stack([*group, unit])):
            return Refusal(f"together with {name} the stack could not leave {book_of(table).name(self.start)}", "8.38")
        return None

    def _abandon_refusal(self, table: Table, lie: movement.Ground, group: Stack, name: str) -> Refusal | None:
        if name not in self.units:
            return Refusal(f"{name} is not moving", "8.35")
        unit = table.units[name]
        chart = chart_of(table, unit)
        if not chart.has_vehicles or chart.movement_on_foot is None:
            return Refusal(f"{name} has no vehicles to abandon", "8.34")
        if unit.on_foot:
            return Refusal(f"{name} is on foot already", "8.35")
        if self.spent > chart.movement_on_foot:
            return Refusal(f"{name} has spent more than {chart.movement_on_foot} movement points", "QA-7")
        if movement.has_room(lie, NOBODY, unit.location):
            return None
        walking = Stack([movement.walking(table, each) if each.id == name else each for each in group])
        return movement.jammed(table, lie, walking, unit.location, self.spent, self.unsupplied)

    def _entrench_refusal(self, table: Table, lie: movement.Ground, group: Stack, name: str) -> Refusal | None:
        if name not in self.units:
            return Refusal(f"{name} is not moving", "8.51")
        if not self.steps:
            return Refusal("to entrench in place, give the order without selecting the unit to move", "8.51")
        refusal = movement.entrench_refusal(table, lie, table.units[name], self.spent)
        return refusal or movement.crowded(table, lie, group, group[0].location)

    def _stop_refusal(self, table: Table, lie: movement.Ground, group: Stack) -> Refusal | None:
        if not (self.spent or any(unit.on_foot for unit in group)):
            return refused("the stack has not moved yet", "8.24")
        here = group[0].location
        shifted = not self.steps and here != self.start
        refusal = movement.crowded(table, lie, group, here)
        if shifted:
            refusal = Refusal(f"reinforcements shifted to zone {here} must enter the map from there", "11.14")
        return refusal if refusal and self._can_go_on(table, lie, group) else None

    def _can_go_on(self, table: Table, lie: movement.Ground, group: Stack) -> bool:
        roads = lie.book.roads[group[0].location]
        return any(self._road_refusal(table, lie, group, road) is None for road in roads)

    def do(self, g: Draft, command: Command) -> None:
        """Make the step, perhaps interrupted by a demolition; or change or end the group."""
        match command:
            case To(space):
                self._set_out(g, space)
            case With(name):
                out = () if supply.in_supply(g, g.units[name]) else (name,)
                g.swap(units=(*self.units, name), unsupplied=(*self.unsupplied, *out))
            case Shift(zone):
                self._shift(g, zone)
            case Abandon(name):
                g.change(name, on_foot=True)
                g.tell(events.VehiclesAbandoned(unit=name, space=g.units[name].location))
            case Entrench(name):
                g.change(name, mp_spent=self.spent + int(chart_of(g, g.units[name]).entrench_cost or 0))
                movement.dig_in(g, name)
                g.swap(halted=True)
            case Stop():
                self._finish(g)

    def _shift(self, g: Draft, zone: str) -> None:
        book = book_of(g)
        cost = movement.shifts_to(g, self.group(g), zone) * book.costs.zone_shift
        g.change_all(self.units, location=zone, mp_spent=self.spent + cost)
        g.tell(events.ZoneShifted(units=list(self.units), origin=self.start, zone=zone, cost=cost))
        g.swap(spent=self.spent + cost)

    def _set_out(self, g: Draft, space: str) -> None:
        here = g.units[self.units[0]].location
        bridge = book_of(g).road_to[here, space].bridge
        if bridge is not None and bridges.demolition_possible(g, bridge, self.units[0]):
            g.swap(going_to=space)
            g.push(bridges.Demolition(bridge, enemy(g.units[self.units[0]].side)))
        else:
            self._step(g, space)

    def resumed(self, g: Draft, result: Any) -> None:
        """After the other player's decision about the bridge: cross, or lose a point and think again (8.42, QA-5)."""
        space = self.going_to
        assert space is not None
        g.swap(going_to=None)
        if result != "blown":
            self._step(g, space)
            return
        spent = self.spent + book_of(g).costs.bridge_blown
        g.change_all(self.units, mp_spent=spent)
        g.swap(spent=spent)

    def _step(self, g: Draft, space: str) -> None:
        group = self.group(g)
        lie, here = movement.ground(g, group[0].side), group[0].location
        book, road = lie.book, lie.book.road_to[here, space]
        cost = movement.step_cost(lie, road)
        fights = space in lie.foes and not book.is_zone(space)
        step: dict[str, Any] = {"location": space, "entered_from": here, "crossed_river": road.bridge is not None}
        step |= {"entered_enemy": fights, "moved": True, "entrenched": False, "mp_spent": self.spent + cost}  # 8.58
        g.change_all(self.units, **step, **({"entry_zones": ()} if book.is_zone(here) else {}))  # 11.14: it has entered
        wading = road.bridge in lie.blown
        g.tell(events.Moved(units=list(self.units), origin=here, space=space, cost=cost, on_foot=wading, fights=fights))
        g.swap(spent=self.spent + cost, steps=self.steps + 1)
        out_of_supply = self.unsupplied and self.steps + 1 >= book.costs.areas_out_of_supply
        engineer = any(chart_of(g, unit).entrench_cost not in (None, "all") for unit in group)
        if fights or (out_of_supply and not engineer):  # 8.22, 8.29
            self._finish(g)

    def _finish(self, g: Draft) -> None:
        g.change_all(self.units, marked=True)
        g.tell(events.MoveEnded(units=list(self.units), space=g.units[self.units[0]].location))
        g.finish()
