"""Where a unit could go by several steps in a row: a search over the rules of movement, without dice (9)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from typing import Any

from wargame_tui.core.command import Command
from wargame_tui.core.remembered import remembered
from wargame_tui.titles.montys_gamble.commands import Assault
from wargame_tui.titles.montys_gamble.printed.data import Side
from wargame_tui.titles.montys_gamble.rules import areas, assault, movement
from wargame_tui.titles.montys_gamble.rules.areas import allowance, is_vacant
from wargame_tui.titles.montys_gamble.rules.impulses import Impulse
from wargame_tui.titles.montys_gamble.rules.movement import How, Way
from wargame_tui.titles.montys_gamble.state import FRESH, Draft, Now, State, Unit, book_of


@dataclass(frozen=True, slots=True)
class Goal:
    """A space that a unit can reach."""

    path: tuple[Command, ...]
    left: int
    """Half movement points left there."""
    fights: bool
    """Whether there are enemies."""


def goals(state: State, name: str) -> Mapping[str, Goal]:
    """Every space that a unit can reach in the impulse in hand, by the way that leaves it most movement points.

    Also asked before its area is activated, for what it could do then.
    """
    unit = state.units.get(name)
    if unit is None or not _may_go(state, name):
        return {}
    return _searched(state, name)


def of_side(state: State, side: Side) -> Mapping[str, bool]:
    """Every space that Fresh units of a side can reach in an assault impulse of theirs, and whether enemies are there.

    As the table lies now, whatever they have done in the impulse in hand (9).
    """
    g = Draft(state)
    g.now = Now(side, "assault", control=g.control, contested=areas.contested(g), crossings=g.crossings)
    fresh = g.freeze()
    found: dict[str, bool] = {}
    for name in _farthest(fresh, side):
        found.update((space, goal.fights) for space, goal in _search(fresh, name).items())
    return found


def _farthest(state: State, side: Side) -> Iterator[str]:
    """Of the Fresh units in a space that move alike the one with most movement points: it gets where the others get."""
    best: dict[tuple[object, ...], Unit] = {}
    for unit in state.units.values():
        if unit.side == side and unit.condition == FRESH and unit.location in book_of(state).edges:
            likes = (unit.location, unit.type, unit.range, movement.has_road_bonus(state, unit))
            if unit.mf > best.get(likes, unit).mf or likes not in best:
                best[likes] = unit
    return (unit.id for unit in best.values())


def _may_go(state: State, name: str) -> bool:
    step: Any = state.stack[-1] if state.stack else None
    unit = state.units[name]
    if isinstance(step, assault.Operations):
        return name in state.now.ready and (not step.only or name in step.only) and step.stage != "blow"
    if not isinstance(step, Impulse) or unit.side != step.side or unit.condition != FRESH:
        return False
    return step.refusal(state, Assault(unit.location)) is None and unit in assault.startable(state, unit.location)


@remembered("units", "now", "control", "crossings", "ferries", most=8)
def _searched(state: State, name: str) -> Mapping[str, Goal]:
    return _search(state, name)


def _search(state: State, name: str) -> Mapping[str, Goal]:
    """The cheapest ways first; a unit goes on only from where it may, and the table is as its steps leave it."""
    found: dict[str, Goal] = {}
    seen: set[tuple[str, bool, str | None]] = set()
    order, start = count(), state.units[name].location
    ahead: list[tuple[int, int, State, tuple[Command, ...]]] = [(0, next(order), state, ())]
    while ahead:
        _, _, here, path = heappop(ahead)
        unit = here.units[name]
        mover = movement.mover_of(here, unit)
        key = (unit.location, mover.on_road, mover.road_from)
        if key in seen:
            continue
        seen.add(key)
        for space, how, way in _ways(here, unit):
            g = Draft(here)
            movement.go(g, unit, space, how)
            used = way.cost if way.bonus is None else way.bonus
            further = (*path, assault.TO_STEP[how](name, space))
            left = 0 if way.whole else max(0, allowance(g, unit) - used)
            known = found.get(space)
            if space != start and (known is None or (-left, len(further)) < (-known.left, len(known.path))):
                found[space] = Goal(further, left, not is_vacant(g, space, unit.side))
            if not movement.mover_of(g, unit).stopped:
                heappush(ahead, (used, next(order), g.freeze(), further))
    return found


def _ways(table: State, unit: Unit) -> Iterator[tuple[str, How, Way]]:
    for edge in book_of(table).edges[unit.location].values():
        for how in movement.hows(edge):
            way = movement.find_way(table, unit, edge.to, how)
            if isinstance(way, Way):
                yield edge.to, how, way
