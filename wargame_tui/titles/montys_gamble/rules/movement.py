"""Movement (rule 9): what a step costs, why a unit may not make it, and what it does."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from wargame_tui.core.remembered import Remembered, remembered
from wargame_tui.core.step import Refusal, refused
from wargame_tui.titles.montys_gamble.events import moves
from wargame_tui.titles.montys_gamble.printed.book import ALLIED, GERMAN, Book, Edge, enemy
from wargame_tui.titles.montys_gamble.printed.data import Side
from wargame_tui.titles.montys_gamble.rules import areas, supply
from wargame_tui.titles.montys_gamble.state import FIRST_DATE, FRESH, STILL, Draft, Mover, Table, Unit, book_of, changed

How = Literal["move", "cross", "ferry", "boat"]
HALF = 2
"""Costs are counted in half points (M1)."""


def mover_of(table: Table, unit: Unit) -> Mover:
    """What a unit has done in this impulse."""
    mover: Mover = table.now.movers.get(unit.id, STILL)
    return mover


def alike(table: Table, unit: Unit) -> tuple[object, ...]:
    """All of a unit that rules of movement ask for: units alike in it may do the same."""
    name, now, seizures = unit.id, table.now, tuple[str, ...]()
    if now.seizers:
        seizures = tuple(entry.removeprefix(name) for entry in now.seizers if entry.startswith(f"{name} "))
    mechanized = name in book_of(table).mechanized
    return unit.location, unit.type, unit.range, unit.mf, mechanized, seizures, now.movers.get(name)


def halves_spent(table: Table, unit: Unit) -> int:
    """Half points that count as spent before the next step: the drop (18.42), an attack inside the area (10.6)."""
    mover = mover_of(table, unit)
    if mover.halves or mover.stopped:
        return mover.bonus if mover.on_road else mover.halves
    inside: int = table.now.inside.get(unit.location, 0)
    return mover.drop_halves or inside


def _price(points: float) -> int:
    return int(points * HALF)


def entry_cost(table: Table, unit: Unit, space: str, foes: Sequence[Unit]) -> int:
    """Half points to enter a space with some enemies in it, the highest that applies (9.2, 7.2)."""
    costs = book_of(table).charts.costs
    if foes:
        return _price(costs.fresh if any(foe.condition == FRESH for foe in foes) else costs.spent)
    was_enemy = (table.now.control[space] == GERMAN) != (unit.side == GERMAN)
    return _price(costs.vacant if was_enemy else costs.free)


def has_road_bonus(table: Table, unit: Unit) -> bool:
    """Allied armour, mechanized infantry and artillery in an assault impulse (9.4)."""
    return unit.side == ALLIED and (unit.type in ("armour", "artillery") or unit.id in book_of(table).mechanized)


def road_open(table: Table, unit: Unit, edge: Edge) -> bool:
    """Whether the unit can take the road over a boundary: there is one, joined to the one it came by (9.4)."""
    came = mover_of(table, unit).road_from
    return edge.road and (came is None or book_of(table).roads_meet(unit.location, came, edge.to))


@dataclass(frozen=True, slots=True)
class Going:
    """A unit about to step somewhere: what all its steps have in common, looked up once."""

    table: Table
    book: Book
    unit: Unit
    mover: Mover
    spent: int
    """Half points that count as spent."""
    own: Mapping[str, Sequence[Unit]]
    foes: Mapping[str, Sequence[Unit]]
    free: frozenset[str]
    """Free spaces of its side."""
    confined: bool
    """In a contested area, which is left only for a Free space (9.2)."""


def _going(table: Table, unit: Unit) -> Going:
    book, here, at = book_of(table), unit.location, areas.positions(table).of_side
    return Going(
        table=table,
        book=book,
        unit=unit,
        mover=mover_of(table, unit),
        spent=halves_spent(table, unit),
        own=at[unit.side],
        foes=at[enemy(unit.side)],
        free=areas.free_spaces(table, unit.side),
        confined=here in at[GERMAN] and here in at[ALLIED] and here not in book.zones,
    )


@dataclass(frozen=True, slots=True)
class Way:
    """A step that a unit may make."""

    cost: int
    """Half points, the road bonus left aside."""
    bonus: int | None
    """Half points with the road bonus, if this step allows it."""
    whole: bool
    """Takes the whole movement factor (M1)."""


def step_refusal(table: Table, unit: Unit, space: str, how: How) -> Refusal | None:
    """Why a unit may not step into an adjacent space that way; None if it may."""
    way = find_way(table, unit, space, how)
    return way if isinstance(way, Refusal) else None


def find_way(table: Table, unit: Unit, space: str, how: How) -> Way | Refusal:
    """What a step costs, or why it may not be made."""
    edge = book_of(table).edges[unit.location].get(space)
    if edge is None:
        return Refusal(f"{book_of(table).name(space)} is not adjacent to {book_of(table).name(unit.location)}", "9.1")
    return _unit_refusal(table, unit) or _weigh(_going(table, unit), edge, how)


@dataclass(frozen=True, slots=True)
class Step:
    """A step that a unit may make over a boundary, weighed on some table."""

    going: Going
    edge: Edge
    how: How
    way: Way

    @property
    def fights(self) -> bool:
        """Whether there are enemies where it leads."""
        return self.edge.to in self.going.foes

    @property
    def stops(self) -> bool:
        """Whether the unit goes no further: enemies, the whole movement factor, polder off the road (9.2, 9.67)."""
        going, edge = self.going, self.edge
        infantry, polder = going.unit.type == "infantry", going.book.spaces[edge.to].polder
        return self.way.whole or self.fights or (infantry and polder and not road_open(going.table, going.unit, edge))

    @property
    def road_from(self) -> str | None:
        """Where the road begins by which it is made; None if it is made by none (9.4)."""
        return self.going.unit.location if self.edge.road and self.how == "move" else None


def next_steps(table: Table, unit: Unit) -> Iterator[Step]:
    """Every step that a unit may make, with its cost."""
    if _unit_refusal(table, unit):
        return
    going = _going(table, unit)
    for edge in going.book.edges[unit.location].values():
        for how in hows(edge):
            way = _weigh(going, edge, how)
            if isinstance(way, Way):
                yield Step(going, edge, how, way)


def steps(table: Table, unit: Unit, kin: tuple[object, ...]) -> Iterator[tuple[How, str]]:
    """Every step that a unit may make, with all in which it is `alike` to others.

    Only those are weighed again beyond whose boundary something has changed.
    """
    if _unit_refusal(table, unit):
        return
    going: Going | None = None
    known = _known_steps(table, unit.side, *kin)
    for edge, view in _views(table, unit.side, unit.location):
        last = known.get(edge.to)
        if last is None or last[0] != view:
            going = going or _going(table, unit)
            last = known[edge.to] = view, tuple(how for how in hows(edge) if isinstance(_weigh(going, edge, how), Way))
        for how in last[1]:
            yield how, edge.to


View = tuple[object, ...]


@remembered("units", "control", "crossings", "ferries", "boat", "now")
def _views(table: Table, side: Side, here: str) -> tuple[tuple[Edge, View], ...]:
    """The boundaries of a space, each with what changes in an impulse and rules of a step over it ask for."""
    at, now = areas.positions(table).of_side, table.now
    book, own, foes = book_of(table), at[side], at[enemy(side)]
    manned, met, control, bold = here in own, foes.get(here), table.control, led(table)
    boats = side == ALLIED and table.boat and supply.traced(table, here, side)
    found = []
    for edge in book.edges[here].values():
        to, there = edge.to, len(own.get(edge.to, ()))
        view: View = (manned, met, there > 0, book.fits(to, there + 1), foes.get(to), control.get(to), to in bold)
        if edge.water != "plain":
            crossing, crossed = table.crossings[edge.id], now.crossed.get(edge.id, 0)
            view = (*view, crossing.blown, crossing.holder, crossed, table.ferries.get(edge.id), boats)
        found.append((edge, view))
    return tuple(found)


_known_steps: Remembered[dict[str, tuple[View, tuple[How, ...]]]] = Remembered(
    lambda table, *kin: {},
    *("weather", "date", "now.control", "now.contested", "now.attacked", "now.seized", "now.inside"),
    most=256,
)
"""The steps that units alike may make into each neighbour, with the view in which they were weighed."""


@remembered("now.movers", "units")
def led(table: Table) -> frozenset[str]:
    """The spaces with a point unit under mandatory attack (9.65)."""
    units = (table.units[name] for name, mover in table.now.movers.items() if mover.mandatory)
    return frozenset(unit.location for unit in units if areas.may_lead(unit))


def hows(edge: Edge) -> tuple[How, ...]:
    """The ways in which some unit might cross a boundary."""
    if edge.water == "plain":
        return ("move",)
    if edge.water == "canal":
        return ("move", "cross")
    return ("move", "boat", "ferry") if edge.ferry else ("move", "boat")


def _weigh(going: Going, edge: Edge, how: How) -> Way | Refusal:
    """What a step over a boundary costs, or why it may not be made."""
    return (
        _entry_refusal(going, edge)
        or _crossing_refusal(going, edge, how)
        or _exit_refusal(going, edge)
        or _point_refusal(going, edge, how)
        or _afford(going, edge, how)
    )


def _unit_refusal(table: Table, unit: Unit) -> Refusal | None:
    if unit.type == "tower":
        return refused("FLAK towers never move", "9.64")
    if mover_of(table, unit).stopped:
        return refused("its move is over", "9.2")
    return None


def _entry_refusal(going: Going, edge: Edge) -> Refusal | None:
    book, unit, space = going.book, going.unit, edge.to
    if space in going.table.now.attacked:
        return refused("no more units may enter an area attacked in this impulse", "9.3")
    if not book.fits(space, len(going.own.get(space, ())) + 1):
        return Refusal(f"{book.name(space)} holds {book.charts.limits.stacking} of your units", "9.61")
    if unit.range is not None and not areas.in_range(going.table, unit, space):
        return refused("outside its operational range", "9.66")
    if space == book.named["entry"]:
        return refused("Zone F is entered by retreat only", "14.5")
    if space in book.zones and going.mover.origin is not None:
        return refused("only units that began the impulse next to a zone enter it", "14.2")
    return None


def needs_road(table: Table, unit: Unit, edge: Edge) -> bool:
    """Armour everywhere, artillery and FLAK into and out of polder (9.4)."""
    if unit.type == "infantry":
        return False
    spaces = book_of(table).spaces
    return unit.type == "armour" or spaces[edge.to].polder or spaces[unit.location].polder


def _crossing_refusal(going: Going, edge: Edge, how: How) -> Refusal | None:
    match how:
        case "move":
            return _land_refusal(going, edge)
        case "cross":
            return _canal_refusal(going.unit, edge)
        case "ferry":
            return ferry_refusal(going.table, going.unit, edge)
    return _boat_refusal(going.table, going.unit, edge)


def _land_refusal(going: Going, edge: Edge) -> Refusal | None:
    table, unit = going.table, going.unit
    if edge.water != "plain":
        if not edge.bridge or table.crossings[edge.id].blown:
            return refused(f"no bridge crosses this {edge.water}", "9.62")
        if not going.book.bears(table.now.crossed.get(edge.id, 0)):
            return refused("five units have crossed this bridge in this impulse", "9.62")
    if needs_road(table, unit, edge) and not road_open(table, unit, edge):
        return refused("it needs a road there that joins the one it came by", "9.4")
    return None


def _canal_refusal(unit: Unit, edge: Edge) -> Refusal | None:
    if edge.water != "canal":
        return refused("there is no canal to cross", "9.2")
    return None if unit.type == "infantry" else refused("only infantry crosses a canal without a bridge", "9.2")


def ferry_refusal(table: Table, unit: Unit, edge: Edge) -> Refusal | None:
    """Why a unit may not take a ferry (9.63)."""
    if not edge.ferry:
        return refused("there is no ferry", "9.63")
    if table.ferries[edge.id] != "ready":
        return refused(f"the ferry is {table.ferries[edge.id]}", "9.63")
    if unit.type == "armour" and not edge.ferry_road:
        return refused("armour needs a road, and this ferry has none", "3.21")
    if unit.side == GERMAN and unit.type == "armour" and table.date <= FIRST_DATE + 1:
        return refused("German armour uses ferries from 19 September on", "9.63")
    return None


def _boat_refusal(table: Table, unit: Unit, edge: Edge) -> Refusal | None:
    if edge.water != "river" or areas.bridge_stands(table, edge.id):
        return refused("assault boats cross only a river without a bridge", "9.5")
    if unit.side != ALLIED or unit.type != "infantry" or unit.id in book_of(table).mechanized:
        return refused("assault boats carry only Allied infantry that is not mechanized", "9.5")
    if not table.boat:
        return refused("the River Assault marker has been used", "9.5")
    if not supply.traced(table, unit.location, ALLIED):
        return refused("it cannot trace supply to Zone F", "9.5")
    return None


def _leaves_whole(going: Going) -> bool:
    """Whether leaving its contested area takes the whole movement factor (M1, Q5)."""
    unit = going.unit
    return unit.type != "armour" or any(foe.type == "armour" for foe in going.foes.get(unit.location, ()))


def _exit_refusal(going: Going, edge: Edge) -> Refusal | None:
    if going.confined and edge.to not in going.free:
        return refused("from a contested area only into a Free area or zone", "9.2")
    return None


def _is_mandatory(going: Going, edge: Edge, how: How) -> bool:
    """Whether a step into a space with enemies puts a unit under mandatory attack (10.2)."""
    if edge.to not in going.foes:
        return False
    if edge.to not in going.table.now.contested or how in ("ferry", "boat"):
        return True
    return edge.water != "plain" and going.table.crossings[edge.id].holder != going.unit.side


def _point_refusal(going: Going, edge: Edge, how: How) -> Refusal | None:
    if areas.may_lead(going.unit):
        return None
    table = going.table
    if edge.to not in going.own and not areas.controls(table, edge.to, going.unit.side):
        return refused("a point unit must lead the way into an enemy-controlled area", "9.65")
    if _is_mandatory(going, edge, how) and edge.to not in led(table):
        return refused("a point unit must lead across into a contested area", "9.65")
    return None


def _afford(going: Going, edge: Edge, how: How) -> Way | Refusal:
    """The price of a step, if the unit can pay it (9.2, 9.21)."""
    table, unit, mover, spent = going.table, going.unit, going.mover, going.spent
    most, costs = areas.allowance(table, unit), going.book.charts.costs
    if how != "move" or edge.to in going.book.zones or (going.confined and _leaves_whole(going)):
        return Way(most, None, True) if spent == 0 else refused("that takes all its movement points", "9.2")
    seizer = edge.id not in table.now.seized or f"{unit.id} {edge.id}" in table.now.seizers
    extra = 0 if seizer else _price(costs.seized)
    cost = (mover.halves or spent) + entry_cost(table, unit, edge.to, going.foes.get(edge.to, ())) + extra
    bonus = (mover.bonus or spent) + _price(costs.road) + extra if _keeps_bonus(going, edge) else None
    if spent == 0 or min(cost, bonus if bonus is not None else cost) <= most:
        return Way(cost, bonus, False)
    return refused(f"it has {(most - spent) / HALF:g} MF left", "9.2")


def _keeps_bonus(going: Going, edge: Edge) -> bool:
    """Whether the whole move so far and this step go along the road net through Free areas (9.4, Q39)."""
    table, unit = going.table, going.unit
    return (
        going.mover.on_road
        and has_road_bonus(table, unit)
        and road_open(table, unit, edge)
        and edge.to in going.free
        and (table.now.control[edge.to] == GERMAN) == (unit.side == GERMAN)
    )


def go(g: Draft, unit: Unit, space: str, how: How) -> None:
    """Make a legal step: position, points, crossing, control (9)."""
    going, edge = _going(g, unit), book_of(g).edges[unit.location][space]
    way = _weigh(going, edge, how)
    assert isinstance(way, Way)
    make(g, Step(going, edge, how, way))


def make(g: Draft, step: Step) -> None:
    """Make a step on the table on which it was weighed."""
    going, edge, how, way = step.going, step.edge, step.how, step.way
    unit, space = going.unit, edge.to
    met, mandatory = step.fights, _is_mandatory(going, edge, how)
    bridged = how == "move" and edge.water != "plain"
    mover = changed(
        going.mover,
        halves=way.cost,
        bonus=way.bonus or 0,
        on_road=way.bonus is not None,
        road_from=step.road_from,
        origin=unit.location,
        crossed=edge.id if edge.water != "plain" else None,
        by={"move": "bridge" if bridged else "land", "cross": "canal"}.get(how, how),
        mandatory=mandatory,
        stopped=step.stops,
    )
    crossed = g.count(g.now.crossed, edge.id) if bridged else g.now.crossed
    g.note(movers={**g.now.movers, unit.id: mover}, crossed=crossed)
    if how == "ferry":
        g.ferries = {**g.ferries, edge.id: "used"}
    if how == "boat":
        g.boat = False
    g.tell(moves.Moved(unit=unit.id, origin=unit.location, to=space, how=how, mandatory=mandatory))
    areas.put(g, unit.id, space)
    areas.settle_control(g, unit.location)
    if edge.water != "plain" and not met:
        areas.hold(g, edge.id, unit.side, "9.221")
