"""Where a unit could go by several steps in a row: a search over the rules of movement, without dice (9)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import count
from typing import Any

from wargame_tui.core.command import Command
from wargame_tui.core.remembered import Remembered
from wargame_tui.titles.montys_gamble.commands import Assault
from wargame_tui.titles.montys_gamble.printed.data import Side
from wargame_tui.titles.montys_gamble.rules import areas, assault, movement
from wargame_tui.titles.montys_gamble.rules.areas import allowance
from wargame_tui.titles.montys_gamble.rules.impulses import Impulse
from wargame_tui.titles.montys_gamble.state import FRESH, Draft, Now, State, Unit, book_of


@dataclass(frozen=True, slots=True)
class Goal:
    """A space that a unit can reach."""

    path: tuple[Command, ...]
    left: int
    """Half movement points left there."""
    fights: bool
    """Whether there are enemies."""
    costs: tuple[int, ...] = ()
    """Half points that each step takes."""


def goals(state: State, name: str) -> Mapping[str, Goal]:
    """Every space that a unit can reach in the impulse in hand, by the way that leaves it most movement points.

    Also asked before its area is activated, for what it could do then.
    """
    unit = state.units.get(name)
    if unit is None or not _may_go(state, name):
        return {}
    known, alike = _known(state), (unit.side, *movement.alike(state, unit))
    found: Mapping[str, Goal] | None = known.get(name)
    if found is None:
        like = known.get(alike)
        found = known[name] = (
            _search(state, name) if like is None else {to: _of(name, goal) for to, goal in like.items()}
        )
        known.setdefault(alike, found)
    return found


def _of(name: str, goal: Goal) -> Goal:
    """The same way of another unit."""
    return replace(goal, path=tuple(type(step)(name, step.space) for step in goal.path))  # type: ignore[attr-defined, call-arg]


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


_known: Remembered[dict[object, Mapping[str, Goal]]] = Remembered(
    lambda table: {}, "units", "now", "control", "crossings", "ferries", most=8
)
"""What has been found out about a table: the goals of units by name, and by all in which they are alike."""


Place = tuple[str, bool, str | None]
"""Where a unit is on its way: the space, whether it kept to the road, where the road it came by begins."""


@dataclass(frozen=True, slots=True)
class _Leg:
    """A step of a search that is still to be made: on which table, and what had been gone before."""

    table: State
    step: movement.Step
    path: tuple[Command, ...]
    costs: tuple[int, ...]

    def made(self) -> State:
        """The table after it."""
        g = Draft(self.table)
        movement.make(g, self.step)
        after: State = g.freeze()
        return after


def _search(state: State, name: str) -> Mapping[str, Goal]:
    """The cheapest ways first; a unit goes on only from where it may, and the table is as its steps leave it."""
    found: dict[str, Goal] = {}
    seen: set[Place] = set()
    waiting: dict[Place, int] = {}
    order, start, mover = count(), state.units[name].location, movement.mover_of(state, state.units[name])
    first = (start, mover.on_road, mover.road_from)
    ahead: list[tuple[int, int, Place, _Leg | None]] = [(0, next(order), first, None)]
    while ahead:
        before, _, place, leg = heappop(ahead)
        if place in seen:
            continue
        seen.add(place)
        here, path, costs = (state, (), ()) if leg is None else (leg.made(), leg.path, leg.costs)
        unit = here.units[name]
        most = allowance(here, unit)
        for step in movement.next_steps(here, unit):
            space, way = step.edge.to, step.way
            used = way.cost if way.bonus is None else way.bonus
            left = 0 if way.whole else max(0, most - used)
            known = found.get(space)
            better = space != start and (known is None or (-left, len(path) + 1) < (-known.left, len(known.path)))
            then = (space, way.bonus is not None, step.road_from)
            if not better and (step.stops or waiting.get(then, used + 1) <= used):
                continue  # it goes no further from there, or did so for as little before
            further = (*path, assault.TO_STEP[step.how](name, space))
            prices = (*costs, most if way.whole else used - before)
            if better:
                found[space] = Goal(further, left, step.fights, prices)
            if not step.stops:
                waiting[then] = min(used, waiting.get(then, used))
                heappush(ahead, (used, next(order), then, _Leg(here, step, further, prices)))
    return found
