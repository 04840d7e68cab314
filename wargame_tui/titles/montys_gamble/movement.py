"""Movement (rule 9): what a step costs, why a unit may not make it, and what it does."""

from dataclasses import dataclass
from typing import Literal

from wargame_tui.core.step import Refusal
from wargame_tui.titles.montys_gamble import supply
from wargame_tui.titles.montys_gamble.book import ALLIED, GERMAN, Edge, enemy
from wargame_tui.titles.montys_gamble.table import (
    FIRST_DATE,
    FRESH,
    STILL,
    Draft,
    Mover,
    Table,
    Unit,
    allowance,
    book_of,
    bridge_stands,
    controls,
    hold,
    holds,
    in_range,
    is_contested,
    is_free,
    is_full,
    is_vacant,
    may_lead,
    put,
    settle_control,
    traits,
    units_in,
)

How = Literal["move", "cross", "ferry", "boat"]
HALF = 2
"""Costs are counted in half points (M1)."""


def mover_of(table: Table, unit: Unit) -> Mover:
    """What a unit has done in this impulse."""
    mover: Mover = table.now.movers.get(unit.id, STILL)
    return mover


def alike(table: Table, unit: Unit) -> tuple[object, ...]:
    """All of a unit that rules of movement ask for: units alike in it may do the same."""
    mechanized, now = "mechanized" in traits(table, unit), table.now
    seizures = tuple(entry.removeprefix(unit.id) for entry in now.seizers if entry.startswith(f"{unit.id} "))
    return unit.location, unit.type, unit.range, unit.mf, mechanized, seizures, now.movers.get(unit.id)


def halves_spent(table: Table, unit: Unit) -> int:
    """Half points that count as spent before the next step: the drop (18.42), an attack inside the area (10.6)."""
    mover = mover_of(table, unit)
    if mover.halves or mover.stopped:
        return mover.bonus if mover.on_road else mover.halves
    inside: int = table.now.inside.get(unit.location, 0)
    return mover.drop_halves or inside


def _price(table: Table, points: float) -> int:
    return int(points * HALF)


def entry_cost(table: Table, unit: Unit, space: str) -> int:
    """Half points to enter a space, the highest that applies (9.2, 7.2)."""
    costs, foes = book_of(table).charts.costs, units_in(table, space, enemy(unit.side))
    if foes:
        return _price(table, costs.fresh if any(foe.condition == FRESH for foe in foes) else costs.spent)
    was_enemy = (table.now.control[space] == GERMAN) != (unit.side == GERMAN)
    return _price(table, costs.vacant if was_enemy else costs.free)


def has_road_bonus(table: Table, unit: Unit) -> bool:
    """Allied armour, mechanized infantry and artillery in an assault impulse (9.4)."""
    return unit.side == ALLIED and (unit.type in ("armour", "artillery") or "mechanized" in traits(table, unit))


def road_open(table: Table, unit: Unit, edge: Edge) -> bool:
    """Whether the unit can take the road over a boundary: there is one, joined to the one it came by (9.4)."""
    came = mover_of(table, unit).road_from
    return edge.road and (came is None or book_of(table).roads_meet(unit.location, came, edge.to))


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
    refusal = (
        _unit_refusal(table, unit)
        or _entry_refusal(table, unit, edge)
        or _crossing_refusal(table, unit, edge, how)
        or _exit_refusal(table, unit, space)
        or _point_refusal(table, unit, edge, how)
    )
    return refusal or _afford(table, unit, edge, how)


def _unit_refusal(table: Table, unit: Unit) -> Refusal | None:
    if unit.type == "tower":
        return Refusal("FLAK towers never move", "9.64")
    if mover_of(table, unit).stopped:
        return Refusal("its move is over", "9.2")
    return None


def _entry_refusal(table: Table, unit: Unit, edge: Edge) -> Refusal | None:
    book, space = book_of(table), edge.to
    if space in table.now.attacked:
        return Refusal("no further unit enters an area that has been attacked in this impulse", "9.3")
    if is_full(table, space, unit.side):
        return Refusal(f"{book.name(space)} holds {book.charts.limits.stacking} of your units", "9.61")
    if not in_range(table, unit, space):
        return Refusal("outside its operational range", "9.66")
    if space == book.named["entry"]:
        return Refusal("Zone F is entered by retreat only", "14.5")
    if book.is_zone(space) and mover_of(table, unit).origin is not None:
        return Refusal("only units that began the impulse next to a zone enter it", "14.2")
    return None


def needs_road(table: Table, unit: Unit, edge: Edge) -> bool:
    """Armour everywhere, artillery and FLAK into and out of polder (9.4)."""
    if unit.type == "infantry":
        return False
    spaces = book_of(table).spaces
    return unit.type == "armour" or spaces[edge.to].polder or spaces[unit.location].polder


def _crossing_refusal(table: Table, unit: Unit, edge: Edge, how: How) -> Refusal | None:
    match how:
        case "move":
            return _land_refusal(table, unit, edge)
        case "cross":
            return _canal_refusal(unit, edge)
        case "ferry":
            return ferry_refusal(table, unit, edge)
    return _boat_refusal(table, unit, edge)


def _land_refusal(table: Table, unit: Unit, edge: Edge) -> Refusal | None:
    if edge.water != "plain":
        if not edge.bridge or table.crossings[edge.id].blown:
            return Refusal(f"no bridge stands on this {edge.water}", "9.62")
        if table.now.crossed.get(edge.id, 0) >= book_of(table).charts.limits.bridge:
            return Refusal("five units have crossed this bridge in this impulse", "9.62")
    if needs_road(table, unit, edge) and not road_open(table, unit, edge):
        return Refusal("it needs a road there, joined to the one it came by", "9.4")
    return None


def _canal_refusal(unit: Unit, edge: Edge) -> Refusal | None:
    if edge.water != "canal":
        return Refusal("there is no canal to cross", "9.2")
    return None if unit.type == "infantry" else Refusal("only infantry crosses a canal without a bridge", "9.2")


def ferry_refusal(table: Table, unit: Unit, edge: Edge) -> Refusal | None:
    """Why a unit may not take a ferry (9.63)."""
    if not edge.ferry:
        return Refusal("there is no ferry", "9.63")
    if table.ferries[edge.id] != "ready":
        return Refusal(f"the ferry is {table.ferries[edge.id]}", "9.63")
    if unit.type == "armour" and not edge.ferry_road:
        return Refusal("armour needs a road, and this ferry is none", "3.21")
    if unit.side == GERMAN and unit.type == "armour" and table.date <= FIRST_DATE + 1:
        return Refusal("German armour uses ferries from 19 September on", "9.63")
    return None


def _boat_refusal(table: Table, unit: Unit, edge: Edge) -> Refusal | None:
    if edge.water != "river" or bridge_stands(table, edge.id):
        return Refusal("boats cross a river where no bridge stands", "9.5")
    if unit.side != ALLIED or unit.type != "infantry" or "mechanized" in traits(table, unit):
        return Refusal("boats carry Allied infantry that is not mechanized", "9.5")
    if not table.boat:
        return Refusal("the River Assault marker is used", "9.5")
    if not supply.traced(table, unit.location, ALLIED):
        return Refusal("it cannot trace supply to Zone F", "9.5")
    return None


def leaves_whole(table: Table, unit: Unit) -> bool:
    """Whether leaving its contested area takes the whole movement factor (M1, Q5)."""
    if unit.type != "armour":
        return True
    return any(foe.type == "armour" for foe in units_in(table, unit.location, enemy(unit.side)))


def _under_exit_limits(table: Table, unit: Unit) -> bool:
    return is_contested(table, unit.location) and not book_of(table).is_zone(unit.location)


def _exit_refusal(table: Table, unit: Unit, space: str) -> Refusal | None:
    if _under_exit_limits(table, unit) and not is_free(table, space, unit.side):
        return Refusal("a contested area is left only for a Free area or zone", "9.2")
    return None


def _is_mandatory(table: Table, unit: Unit, edge: Edge, how: How) -> bool:
    """Whether a step into a space with enemies puts a unit under mandatory attack (10.2)."""
    if is_vacant(table, edge.to, unit.side):
        return False
    if edge.to not in table.now.contested or how in ("ferry", "boat"):
        return True
    return edge.water != "plain" and table.crossings[edge.id].holder != unit.side


def _point_refusal(table: Table, unit: Unit, edge: Edge, how: How) -> Refusal | None:
    if may_lead(unit):
        return None
    side, space = unit.side, edge.to
    if not controls(table, space, side) and not holds(table, space, side):
        return Refusal("a point unit must lead the way into an enemy-controlled area", "9.65")
    if _is_mandatory(table, unit, edge, how) and not any(
        may_lead(other) and mover_of(table, other).mandatory for other in units_in(table, space, side)
    ):
        return Refusal("a point unit must lead across into a contested area", "9.65")
    return None


def _afford(table: Table, unit: Unit, edge: Edge, how: How) -> Way | Refusal:
    """The price of a step, if the unit can pay it (9.2, 9.21)."""
    mover, spent, most = mover_of(table, unit), halves_spent(table, unit), allowance(table, unit)
    whole = how != "move" or book_of(table).is_zone(edge.to)
    whole = whole or (_under_exit_limits(table, unit) and leaves_whole(table, unit))
    cost = max(mover.halves, spent if not mover.halves else 0) + entry_cost(table, unit, edge.to)
    extra = 0
    if edge.id in table.now.seized and f"{unit.id} {edge.id}" not in table.now.seizers:
        extra = _price(table, book_of(table).charts.costs.seized)
    cost += extra
    if whole:
        return Way(most, None, True) if spent == 0 else Refusal("that takes its whole movement factor", "9.2")
    bonus = None
    if _keeps_bonus(table, unit, edge, mover):
        bonus = (mover.bonus or spent) + _price(table, book_of(table).charts.costs.road) + extra
    if spent == 0 or min(cost, bonus if bonus is not None else cost) <= most:
        return Way(cost, bonus, False)
    return Refusal(f"it has {(most - spent) / HALF:g} movement points left", "9.2")


def _keeps_bonus(table: Table, unit: Unit, edge: Edge, mover: Mover) -> bool:
    """Whether the whole move so far and this step go along the road net through Free areas (9.4, Q39)."""
    return (
        mover.on_road
        and has_road_bonus(table, unit)
        and road_open(table, unit, edge)
        and is_free(table, edge.to, unit.side)
        and (table.now.control[edge.to] == GERMAN) == (unit.side == GERMAN)
    )


def go(g: Draft, unit: Unit, space: str, how: How) -> None:
    """Make a legal step: position, points, crossing, control (9)."""
    way = find_way(g, unit, space, how)
    assert isinstance(way, Way)
    edge = book_of(g).edges[unit.location][space]
    met, mandatory = not is_vacant(g, space, unit.side), _is_mandatory(g, unit, edge, how)
    muddy = unit.type == "infantry" and book_of(g).spaces[space].polder and not road_open(g, unit, edge)
    bridged = how == "move" and edge.water != "plain"
    g.moves(
        unit.id,
        halves=way.cost,
        bonus=way.bonus or 0,
        on_road=way.bonus is not None,
        road_from=unit.location if edge.road and how == "move" else None,
        origin=unit.location,
        crossed=edge.id if edge.water != "plain" else None,
        by={"move": "bridge" if bridged else "land", "cross": "canal"}.get(how, how),
        mandatory=mandatory,
        stopped=way.whole or met or muddy,
    )
    if bridged:
        g.note(crossed=g.count(g.now.crossed, edge.id))
    if how == "ferry":
        g.ferries = {**g.ferries, edge.id: "used"}
    if how == "boat":
        g.boat = False
    g.tell("moved", "9.2", unit=unit.id, origin=unit.location, to=space, how=how, mandatory=mandatory)
    put(g, unit.id, space)
    settle_control(g, unit.location)
    if edge.water != "plain" and not met:
        hold(g, edge.id, unit.side, "9.221")
