"""Movement (rule 8): what a step costs, why a group may not make it, where it can go; stacking on the way (7.1),
entry from other zones (11.14), entrenchment (8.5)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any

from wargame_tui.board.phrases import plural
from wargame_tui.core.remembered import remembered
from wargame_tui.core.state import changed
from wargame_tui.core.step import Refusal, refused
from wargame_tui.titles.tigers_in_the_mist import events
from wargame_tui.titles.tigers_in_the_mist.printed.book import ALLIED, GERMAN, Book, Road, enemy
from wargame_tui.titles.tigers_in_the_mist.printed.data import Side
from wargame_tui.titles.tigers_in_the_mist.rules import special, stacking, supply
from wargame_tui.titles.tigers_in_the_mist.state import (
    NOBODY,
    OFF_MAP,
    Draft,
    Stack,
    Stacks,
    Table,
    Unit,
    book_of,
    chart_of,
    destroyed,
    positions,
    stamp,
    stamp_number,
)


def allowance(table: Table, unit: Unit) -> int:
    """Movement points of a turn (8.31, 8.32; on foot 8.34)."""
    return book_of(table).allowances[unit.type, unit.on_foot]


def barred(table: Table, unit: Unit) -> Refusal | None:
    """Why a unit may not move in the opening impulses (5.23, 5.24)."""
    if (unit.side, table.date, table.impulse) not in book_of(table).barred_boxes:
        return None
    if unit.side == ALLIED and not unit.yellow:
        return Refusal(f"{unit.id} is frozen in impulse {stamp(table)}", "5.23")
    if unit.side == GERMAN and unit.red:
        return Refusal(f"{unit.id} is frozen until impulse 16-2", "5.24")
    return None


def unavailable(table: Table, unit: Unit | None, side: Side, name: str) -> Refusal | None:
    """Why a unit cannot be activated by a side at all (8.1, 8.25, 9.16, 10.14)."""
    if unit is None:
        return Refusal(f"there is no unit {name} in this game")
    if unit.side != side:
        return Refusal(f"{unit.id} is an enemy unit", "8.1")
    if not unit.strength or unit.location == OFF_MAP:
        return Refusal(f"{unit.id} is {'not yet on the map' if unit.location == OFF_MAP else 'eliminated'}", "11.11")
    if unit.attacked:
        return Refusal(f"{unit.id} has attacked this turn", "9.16")
    if unit.marked:
        return refused(f"{unit.id} has already been activated this turn", "8.25")
    if unit.bridging_attempted:
        return Refusal(f"{unit.id} has tried to build a bridge this turn", "10.14")
    return None


class Watched(Mapping[str, Stack]):
    """Stacks that note the spaces in which somebody looked for units."""

    def __init__(self, stacks: Stacks) -> None:
        self._stacks = stacks
        self.seen: set[str] = set()

    def __getitem__(self, space: str) -> Stack:
        self.seen.add(space)
        return self._stacks[space]

    def __contains__(self, space: object) -> bool:
        self.seen.add(str(space))
        return space in self._stacks

    def get(self, space: str, default: Any = None) -> Any:
        """The stack in a space, if there is one."""
        self.seen.add(space)
        return self._stacks.get(space, default)

    def __iter__(self) -> Iterator[str]:
        raise NotImplementedError("who looks at all stacks need not be watched")

    def __len__(self) -> int:
        raise NotImplementedError("who looks at all stacks need not be watched")


@dataclass(frozen=True, slots=True)
class Ground:
    """The table as a side's movement meets it, looked up once for the many steps that are weighed on it."""

    book: Book
    side: Side
    foes: frozenset[str]
    """Spaces with enemy units."""
    own: Stacks
    blown: frozenset[str]
    """Destroyed bridges."""
    lines: supply.Lines
    impeded: str | None
    """Area in which special forces impede the side's movement (14.22)."""
    when: tuple[int, int]
    """Date and impulse."""

    def disturbed_since(self, before: "Ground") -> Collection[str]:
        """The spaces where the side's units changed since the ground lay like that; all if anything else did."""
        if (
            self.foes is before.foes
            and self.blown is before.blown
            and self.lines is before.lines
            and (self.book, self.side, self.impeded, self.when)
            == (before.book, before.side, before.impeded, before.when)
        ):
            put = [space for space, there in self.own.items() if before.own.get(space) is not there]
            return (before.own.keys() - self.own.keys()).union(put)
        return self.book.space_set


@remembered("units", "bridges", "special", "date", "impulse")
def ground(table: Table, side: Side) -> Ground:
    """The ground as it lies for a side."""
    at = positions(table)
    return Ground(
        book=book_of(table),
        side=side,
        foes=at.occupied[enemy(side)],
        own=at.of_side[side],
        blown=destroyed(table),
        lines=supply.lines(table, side),
        impeded=table.special.area if side == ALLIED and special.impeding(table) else None,
        when=(table.date, table.impulse),
    )


def step_cost(lie: Ground, road: Road) -> int:
    """Movement points for one step along a road (8.33, 8.36, 14.22)."""
    costs, here, there = lie.book.costs, road.here, road.to
    cost = costs.destroyed_bridge if road.bridge in lie.blown else road.cost
    if (there in lie.foes or there in lie.own) and there not in lie.book.zone_set:
        cost += costs.enter_occupied
    if here in lie.foes and here not in lie.book.zone_set:
        cost += costs.leave_enemy
    if lie.impeded is not None:
        cost += costs.impede_enter if there == lie.impeded else 0
        cost += costs.impede_leave if here == lie.impeded else 0
    return cost


def step_refusal(
    table: Table, lie: Ground, group: Stack, road: Road, spent: int, unsupplied: tuple[str, ...]
) -> Refusal | None:
    """Why a group may not make a step along a road, or None (7.1, 8.2, 8.3, 11.2, 13.2)."""
    if refusal := _road_refusal(table, lie, group, road, spent, unsupplied):
        return refusal
    there = road.to
    if _welcome(lie, group, there):
        return None
    if there in lie.foes:
        return crowded(table, lie, group, there)
    return jammed(table, lie, group, there, spent + step_cost(lie, road), unsupplied)


def _welcome(lie: Ground, group: Stack, space: str) -> bool:
    """Whether stacking cannot stand in the way of entering a space."""
    return space not in lie.own or space in lie.book.zone_set or has_room(lie, group, space)


def has_room(lie: Ground, group: Stack, space: str) -> bool:
    """Whether a group may stand in an area together with all that is there (7.1)."""
    (most, strongest), there = lie.book.limits, lie.own[space]
    return len(there) + len(group) <= most and there.strength + group.strength <= strongest


def _road_refusal(
    table: Table, lie: Ground, group: Sequence[Unit], road: Road, spent: int, unsupplied: tuple[str, ...]
) -> Refusal | None:
    """Why a group may not make a step along a road, stacking aside."""
    book, here, there = lie.book, road.here, road.to
    zones = book.zone_set
    if (here in zones or there in zones or there not in book.section) and (refusal := _closed(lie, here, there)):
        return refusal
    if there in lie.foes and here in lie.foes and there not in zones and here not in zones:
        return Refusal(f"no move from enemy units in {book.name(here)} to enemy units in {book.name(there)}", "8.27")
    cost, crossed = step_cost(lie, road), lie.lines.get(there, supply.MOST_BLOWN + 1)
    wading = road.bridge in lie.blown
    for unit in group:
        if wading and (refusal := _cannot_wade(table, unit, road)):
            return refusal
        left = book.allowances[unit.type, unit.on_foot] - spent
        if cost > left:
            return Refusal(f"{unit.id} has {left} MP left; {book.name(there)} costs {cost}", "8.38")
        short = crossed and crossed > chart_of(table, unit).blown_bridges_in_supply_line
        if short and unit.id not in unsupplied and there in book.section:
            return Refusal(f"{unit.id} would be out of supply in {book.name(there)}", "8.28")
    return None


def _closed(lie: Ground, here: str, there: str) -> Refusal | None:
    """Spaces that a side may not enter or leave by this road."""
    book, side = lie.book, lie.side
    if there not in book.section and here in book.section:
        return Refusal(f"{book.name(there)} is outside the map section of this scenario", "A44")
    if there in book.charts.closed_zones[side]:
        return Refusal(f"{side} units may not enter {book.name(there)}", "11.22" if side == GERMAN else "11.23")
    if side == GERMAN and book.is_zone(here) and book.spaces[here].owner == ALLIED:
        return Refusal(f"a German unit in {book.name(here)} may not return to the map", "12.25")
    if side == ALLIED and book.is_zone(here) and here in lie.foes:
        return Refusal(f"German units occupy {book.name(here)}", "11.21")
    return None


def _cannot_wade(table: Table, unit: Unit, road: Road) -> Refusal | None:
    chart = chart_of(table, unit)
    if not chart.infantry_type:
        return Refusal(f"the bridge is destroyed and {unit.id} cannot cross on foot", "8.33")
    if chart.has_vehicles and not unit.on_foot:
        return Refusal(f"the bridge is destroyed: {unit.id} must abandon its vehicles to cross", "8.35")
    return None


def crowded(table: Table, lie: Ground, group: Stack, space: str) -> Refusal | None:
    """Whether a group that ends its move in an area would break the stacking limit for certain (7.1, QA-1).

    Units there that may still move away are left out of the count, except for the Germans on the first date:
    they may not form such a stack at all.
    """
    if space in lie.book.zone_set or _fits(lie, group, space):
        return None
    others = _others(lie, group, space)
    strict = _first_date_german(table, lie.side)
    staying = others if strict else [unit for unit in others if not may_leave(table, lie, unit)]
    return _overfull(table, space) if staying and not stacking.within_limit(table, [*staying, *group]) else None


def _overfull(table: Table, space: str) -> Refusal:
    return Refusal(f"{book_of(table).name(space)} would be over the limit of {stacking.limit_words(table)}", "7.1")


def _fits(lie: Ground, group: Stack, space: str) -> bool:
    """Whether a group keeps the limit together with all others in an area, whether it stands there or not."""
    return space not in lie.own or has_room(lie, NOBODY if group[0].location == space else group, space)


def _others(lie: Ground, group: Stack, space: str) -> list[Unit]:
    ids = {unit.id for unit in group}
    return [unit for unit in lie.own.get(space, NOBODY) if unit.id not in ids]


def _first_date_german(table: Table, side: Side) -> bool:
    return side == GERMAN and table.date == book_of(table).first_date


def _bound(table: Table, unit: Unit) -> bool:
    """Whether a unit cannot move in this impulse, wherever its roads lead."""
    return (unavailable(table, unit, unit.side, unit.id) or barred(table, unit)) is not None


def _is_full(table: Table, lie: Ground, group: Stack, space: str) -> bool:
    """Whether units that cannot move in this impulse leave a group no room in an area."""
    if _fits(lie, group, space):
        return False
    others, strict = _others(lie, group, space), _first_date_german(table, lie.side)
    staying = others if strict else [unit for unit in others if _bound(table, unit)]
    return not stacking.within_limit(table, [*staying, *group])


def jammed(
    table: Table, lie: Ground, group: Stack, space: str, spent: int, unsupplied: tuple[str, ...]
) -> Refusal | None:
    """Whether a group would have to end its move in a full area, unable to go on from there (7.1, QA-1)."""
    if not _is_full(table, lie, group, space) or (not unsupplied and _goes_on(table, lie, group, space, spent)):
        return None
    return _overfull(table, space)


def _goes_on(table: Table, lie: Ground, group: Stack, space: str, spent: int) -> bool:
    """Whether a group in supply could leave a full area at once for one that has room."""
    book = lie.book
    for road in book.roads[space]:
        if _road_refusal(table, lie, group, road, spent, ()):
            continue
        if road.to in book.zone_set or road.to not in lie.own:
            return True
        if road.to in lie.foes:
            if not _is_full(table, lie, group, road.to):
                return True
        elif jammed(table, lie, group, road.to, spent + step_cost(lie, road), ()) is None:
            return True
    return False


def may_leave(table: Table, lie: Ground, unit: Unit) -> bool:
    """Whether a unit may still leave its space in this impulse."""
    return not _bound(table, unit) and first_step(table, lie, Stack([unit]))


def first_step(table: Table, lie: Ground, group: Stack) -> bool:
    """Whether a group has any legal step from where it stands, crossing on foot and entry by another zone included."""
    here = group[0].location
    out, roads = cut_off(table, lie, group), lie.book.roads[here]
    for road in roads:  # the answer is nearly always here, without a thought to who might make room
        if _welcome(lie, group, road.to) and _road_refusal(table, lie, group, road, 0, out) is None:
            return True
    if any(step_refusal(table, lie, group, road, 0, out) is None for road in roads):
        return True
    walkers = Stack([walking(table, unit) for unit in group])
    if walkers != group and any(step_refusal(table, lie, walkers, road, 0, out) is None for road in roads):
        return True
    return any(shift_refusal(table, lie, group, zone, 0, here) is None for zone in own_zones(table, group[0]))


def cut_off(table: Table, lie: Ground, group: Sequence[Unit]) -> tuple[str, ...]:
    """The units of a group that are out of supply where they stand (13.15)."""
    if lie.lines.get(group[0].location) == 0:
        return ()
    return tuple(unit.id for unit in group if not supply.in_supply(table, unit))


@dataclass(frozen=True, slots=True)
class Way:
    """How a group may get to a space: the spaces on its way and the points spent on arrival."""

    path: tuple[str, ...]
    spent: int


def ways(table: Table, group: Stack, spent: int, steps: int, unsupplied: tuple[str, ...]) -> dict[str, Way]:
    """The cheapest legal way of a group to every space that it can reach, demolitions aside (8.3)."""
    lie, start = ground(table, group[0].side), group[0].location
    book = lie.book
    most_steps = book.costs.areas_out_of_supply if unsupplied else None
    found = {start: Way((), spent)}
    queue = [(spent, 0, start)]
    most = min(book.allowances[unit.type, unit.on_foot] for unit in group)
    while queue:
        so_far, taken, here = heappop(queue)
        stops = here != start and here in lie.foes and here not in book.zone_set  # 8.22
        if so_far > found[here].spent or stops or (most_steps is not None and steps + taken >= most_steps):
            continue
        for road in book.roads[here]:
            cost = so_far + step_cost(lie, road)
            if cost > most or (road.to in found and cost >= found[road.to].spent):
                continue  # what is too far or no shorter is not asked for its reasons (8.38)
            if step_refusal(table, lie, group, road, so_far, unsupplied) is None:
                found[road.to] = Way((*found[here].path, road.to), cost)
                heappush(queue, (cost, taken + 1, road.to))
    del found[start]
    return found


def walking(table: Table, unit: Unit) -> Unit:
    return changed(unit, on_foot=True) if chart_of(table, unit).has_vehicles else unit


def own_zones(table: Table, unit: Unit) -> tuple[str, ...]:
    book = book_of(table)
    return book.scenario.sources[unit.side] if book.is_zone(unit.location) and unit.scheduled else ()


def shifts_to(table: Table, group: Sequence[Unit], zone: str) -> int:
    """How many zones a zone lies off the nearest one on the card, for the unit furthest off (11.11, 11.14)."""
    distance = book_of(table).zone_distance
    return max(min(distance[own, zone] for own in unit.entry_zones) for unit in group)


def shift_refusal(table: Table, lie: Ground, group: Stack, zone: str, spent: int, start: str) -> Refusal | None:
    """Why reinforcements may not enter from another zone (11.14, QA-17, A19)."""
    book, side, here = lie.book, lie.side, group[0].location
    costs = book.costs
    if not book.is_zone(here) or here != start:
        return refused("only reinforcements still in their entry zone may shift to another", "11.14")
    if zone == here or zone not in book.scenario.sources[side]:
        return Refusal(f"zone {zone} is no entry zone to which {side} reinforcements can shift", "11.14")
    if any(unit.scheduled is None or here not in unit.entry_zones for unit in group):
        return refused("only reinforcements in their scheduled zone may shift to another", "11.14")
    shifts = shifts_to(table, group, zone)
    for unit in group:
        due = stamp_number(unit.scheduled or "16-1") + shifts * costs.zone_shift_impulses
        if stamp_number(stamp(table)) < due:
            return Refusal(
                f"{unit.id} may enter from zone {zone} only {plural(shifts, 'impulse')} after it was due", "11.14"
            )
    if side == ALLIED and zone in lie.foes:
        return Refusal(f"German units occupy zone {zone}", "11.21")
    paid = spent + shifts * costs.zone_shift
    out = cut_off(table, lie, group)
    if all(step_refusal(table, lie, group, road, paid, out) for road in book.roads[zone]):
        return Refusal(f"after the {shifts * costs.zone_shift} MP for zone {zone} it could not enter any area", "11.14")
    return None


def entrench_refusal(table: Table, lie: Ground, unit: Unit, spent: int) -> Refusal | None:
    """Why a unit cannot dig in now, having spent so many points in this move (8.5)."""
    book = lie.book
    cost = book.charts.types[unit.type].entrench_cost
    if cost is None:
        return refused(f"{unit.id} is armour and cannot entrench", "8.54")
    if unit.entrenched:
        return Refusal(f"{unit.id} is entrenched already", "8.51")
    if book.is_zone(unit.location):
        return refused("units entrench in areas, not in zones", "8.55")
    if unit.location in lie.foes:
        return Refusal(f"enemy units are in {book.name(unit.location)}", "8.55")
    if cost == "all" and spent:
        return refused(f"{unit.id} needs all its movement points to entrench", "8.53")
    if cost != "all" and allowance(table, unit) - spent < cost:
        return Refusal(f"{unit.id} needs {cost} movement points to entrench", "8.52")
    return None


def dig_in(g: Draft, unit: str) -> None:
    """Put the entrenchment on the unit; its activation of the turn is used (8.51, A36)."""
    g.change(unit, entrenched=True, marked=True)
    g.tell(events.Entrenched(unit=unit, space=g.units[unit].location))
