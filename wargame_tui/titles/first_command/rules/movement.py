"""Movement, zones of control, stacking, supply, reinforcements (4, 5, 6, 9, 10)."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from wargame_tui.board.hexes import bits, joined, spread
from wargame_tui.board.positions import NOWHERE, OFF_MAP
from wargame_tui.core.command import Command
from wargame_tui.core.remembered import remembered
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.engine.staged import Question
from wargame_tui.engine.ways import cheapest, way
from wargame_tui.titles.first_command.commands import End, Move
from wargame_tui.titles.first_command.events import Arrived, Moved
from wargame_tui.titles.first_command.printed import DATA, GERMAN, Side, enemy
from wargame_tui.titles.first_command.state import Draft, State, Unit

FAR = 99
"""More movement points than the way to any hex costs."""


@remembered("units")
def hold(table: State, side: Side) -> tuple[int, int]:
    """The hexes of a side's units, and their zones of control (5.1)."""
    here = bits(DATA.board.index[unit.location] for unit in table.on_map(side))
    return here, spread(DATA.board.steps, here)


def price(unit: str, here: int, to: int, *, clear: bool) -> int | None:
    """Movement points from hex to hex, apart from zones of control; None: no way (3.3, 4.2 to 4.4)."""
    printed, key, chart = DATA.units.units[unit], DATA.board.key(here, to), DATA.charts
    vehicles = printed.type != "infantry"
    cost = chart.ground[DATA.board.terrain[to]][vehicles]
    if DATA.board.road[key]:
        return cost if clear and vehicles and printed.side == GERMAN else 1
    return cost if not DATA.board.water[key] else None if vehicles else cost + chart.river


@DATA.forgotten
@lru_cache(maxsize=8192)
def _ways(scenario: str, unit: str, start: int, most: int, enemies: int, zones: int, clear: bool) -> Mapping[int, Any]:
    """The same by all that it rests on; the scenario's id names the data packs."""

    def steps(here: int, spent: int) -> Iterator[tuple[int, int]]:
        for to in DATA.board.grid.near[here]:
            cost, watched = price(unit, here, to, clear=clear), zones >> to & 1
            if cost is None or enemies >> to & 1 or (clear and zones >> here & 1 and (watched or here != start)):
                continue
            yield to, cost + (DATA.charts.zone if watched and not clear else 0)

    return cheapest([start], steps, most)


@remembered("units", "weather", most=64)
def ways(table: State, unit: Unit) -> Mapping[int, Any]:
    """Where a unit may come in one move, and how (5.2, 5.3, 9.3)."""
    most = unit.printed.movement if in_supply(table, unit) else DATA.charts.unsupplied
    start, clear = DATA.board.index[unit.location], table.weather == "clear"
    return _ways(table.scenario, unit.id, start, most, *hold(table, enemy(unit.side)), clear)


@remembered("units")
def supplied(table: State, side: Side) -> int:
    """The hexes to which a side's supply comes (9.1, 9.2)."""
    (own, _), (enemies, zones) = hold(table, side), hold(table, enemy(side))
    free = (1 << DATA.board.grid.size) - 1 & ~enemies & (own | ~zones)
    return joined(DATA.board.steps, bits(DATA.board.numbers(DATA.scenario(table.scenario).supply[side])) & free, free)


def in_supply(table: State, unit: Unit) -> bool:
    """Whether a unit on the map is in supply."""
    return unit.location in NOWHERE or bool(supplied(table, unit.side) >> DATA.board.index[unit.location] & 1)


def is_ready(table: State, unit: Unit) -> bool:
    """Whether it may move and attack already (4.6)."""
    return table.turn >= (unit.printed.waits or 1)


def no_room(table: State, space: str, side: Side) -> Refusal | None:
    """Why no unit of a side may end in a hex; None if it may (4.5, 6.1)."""
    if table.units_in(space, enemy(side)):
        return refused("there is an enemy unit in the hex", "4.5")
    return None if fits(len(table.units_in(space, side)) + 1) else refused("the hex is at the stacking limit", "6.1")


def fits(units: int) -> bool:
    """Whether so many units of a side may stand in a hex (6.1)."""
    return units <= DATA.charts.stacking


class Movement(Question[Any, State, Draft]):
    """The movement phase of a player turn."""

    asks = Prompt("Move your units, each once, or end the phase", "4.1")

    def candidates(self, step: Any, table: State) -> Iterator[Command]:
        """Every place where a unit may come, but for stacking; the end."""
        yield End()
        for unit in table.units.values():
            if unit.side == step.side and unit.location == OFF_MAP:
                yield from (Move(unit.id, space) for space in unit.printed.hexes)
            elif unit.side == step.side and unit.moved and unit.location not in NOWHERE:
                yield Move(unit.id, unit.location)  # refused: what is picked says why
            elif unit.side == step.side and unit.location not in NOWHERE:
                yield from (Move(unit.id, DATA.board.names[hex_]) for hex_ in ways(table, unit))

    def refusal(self, step: Any, table: State, command: Command) -> Refusal | None:
        if not isinstance(command, Move):
            return super().refusal(step, table, command)
        unit = table.units.get(command.unit)
        if unit is None or unit.side != step.side or command.space not in DATA.board.index:
            return refused("name one of your units and a hex", "4.1")
        return _refused(table, unit, command.space) or no_room(table, command.space, unit.side)

    def do(self, step: Any, g: Draft, command: Command) -> None:
        if not isinstance(command, Move):
            step.onward(g)
        elif g.units[command.unit].location == OFF_MAP:
            g.put(Arrived(unit=command.unit, space=command.space))
        else:
            found = way(ways(g, g.units[command.unit]), DATA.board.index[command.space])
            path = [DATA.board.names[hex_] for hex_ in found]
            g.put(Moved(unit=command.unit, space=command.space), *path, moved=True)


def _refused(table: State, unit: Unit, space: str) -> Refusal | None:
    printed = unit.printed
    if unit.location == OFF_MAP:
        if table.turn < (printed.turn or 1):
            return refused(f"it arrives in turn {printed.turn}", "10.1")
        return None if space in printed.hexes else refused(f"it arrives at {', '.join(printed.hexes)}", "10.2")
    if unit.location in NOWHERE:
        return refused("it is eliminated", "4.1")
    if unit.moved:
        return refused("it has already moved", "4.1")
    if unit.location == space:
        return refused("it is there already", "4.1")
    if not is_ready(table, unit):
        return refused(f"it may not move or attack before turn {printed.waits}", "4.6")
    if DATA.board.index[space] in ways(table, unit):
        return None
    if not in_supply(table, unit):
        return refused("it is out of supply: movement allowance 1", "9.3")
    return _too_far(table, unit, DATA.board.index[space])


def _too_far(table: State, unit: Unit, goal: int) -> Refusal:
    """Why a unit in supply does not come to a hex: the enemy in it, the ground, its movement points, EZOC."""
    enemies, zones = hold(table, enemy(unit.side))
    if enemies >> goal & 1:
        return refused("there is an enemy unit in the hex", "4.5")
    start, clear, most = DATA.board.index[unit.location], table.weather == "clear", unit.printed.movement
    free = _ways(table.scenario, unit.id, start, FAR, enemies, 0, clear)
    if goal not in free:
        return refused("no way leads there past enemy units and over bridges", "4.4")
    if free[goal][0] > most:
        return refused(f"too far: {free[goal][0]} movement points, it has {most}", "4.1")
    if clear:
        return refused("EZOC is in the way: a unit stops as it enters, and never goes from EZOC to EZOC", "5.2")
    watched = _ways(table.scenario, unit.id, start, FAR, enemies, zones, clear)
    return refused(f"too far with EZOC on the way: {watched[goal][0]} movement points, it has {most}", "5.3")
