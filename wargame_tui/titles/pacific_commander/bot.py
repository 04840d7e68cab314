"""A greedy player of Pacific Commander: walks into empty Objectives, then takes the others in order of threat.

Everything follows from the state alone: whoever has gone to an Objective this turn counts for it, so that every command
of a turn goes on with the same plan. In battles it leaves every decision to `auto` (5.3).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import ceil, sqrt
from typing import Any

from wargame_tui.core.command import Command
from wargame_tui.core.game import Game
from wargame_tui.core.remembered import Remembered
from wargame_tui.titles.pacific_commander import commands as c
from wargame_tui.titles.pacific_commander.printed.book import CARRIERS, GROUND, JAPAN, US, WARSHIPS
from wargame_tui.titles.pacific_commander.rules import movement, orders, resupply, special_ops
from wargame_tui.titles.pacific_commander.state import (
    Force,
    State,
    all_forces,
    book_of,
    cargo_of,
    damaged,
    fort_for,
    friendly,
    held,
    owner_of,
    present,
    ratings,
    room_for_ground,
    steps_left,
    supplied,
)

NEAR: Mapping[int, float] = {0: 1.0, 1: 0.5, 2: 0.2}
"""How much of the enemy's strength counts by its distance."""
GROUND_STEP = 8
"""What a ground step adds to the threat."""
MARGIN, RESERVE, CAUTION = 1.5, 20, 0.55
"""Own strength that is sent: so many times the threat and so much more; times more, squared, for each other assault."""
MOST_ASSAULTS = 3
"""Assaults in a turn."""
GUNS = 4
"""Ships with guns that go at least."""
EXCHANGE, SURPLUS = 0.42, 2
"""Steps for a landing: by the root of this over the own chance to hit, and so many more."""
KEPT_LEAST, KEPT_MOST = 9, 21
"""Supply Points kept for landings, by how many ground Forces could go."""
FULL_STEPS = 3
"""Steps of a division: an Area at its cap can hold no more than so many for each place."""
FLEET_BASE = "HAW"


@dataclass(frozen=True, slots=True)
class Landing:
    """A transport and what it takes where."""

    ship: Force
    cargo: tuple[Force, ...]


@dataclass
class Plan:
    """Who goes where this turn."""

    ships: dict[str, str] = field(default_factory=dict)
    """Ship to Area."""
    landings: dict[str, Landing] = field(default_factory=dict)
    """Transport to its cargo."""
    sp: int = 0


def choose(game: Game) -> Command:
    """The command of the player, who must have a decision to make."""
    state: State = game.state
    step: Any = state.stack[-1]
    handler = _HANDLERS.get(type(step), _plain)
    return handler(state, step)


def _plain(state: State, step: Any) -> Command:
    """What needs no thought: `auto`, else the end, else the first that comes."""
    legal: list[Command] = list(step.legal(state))
    for kind in (c.Auto, c.KeepOrder, c.Done, c.Go, c.End):
        for command in legal:
            if isinstance(command, kind):
                return command
    return legal[0]


def _first_legal(state: State, step: Any, wishes: Iterable[Command]) -> Command:
    """The first wish that is legal, or the end."""
    return next((wish for wish in wishes if step.refusal(state, wish) is None), c.End())


# ------------------------------------------------------------------ resupply


def _resupply(state: State, step: Any) -> Command:
    return _first_legal(state, step, _purchases(state))


def _purchases(state: State) -> Iterator[Command]:
    mine = all_forces(state, US)
    for force in mine:
        if damaged(force) and force.cls in WARSHIPS:
            yield c.RepairShip(force.id)
    for force in mine:
        if force.cls in CARRIERS and force.airloss:
            yield c.RestoreAir(force.id, force.airloss)
    kept = _kept(state)
    if state.sp - 2 < kept:
        return
    for force in mine:
        if force.hits and force.cls in ("MAR", "INF"):
            yield c.RestoreStep(force.id)
    room = state.sp - kept
    transports = sum(force.cls == "TRN" for force in mine)
    divisions = sum(force.cls in ("MAR", "INF") for force in mine)
    wanted = ("TRN", "MAR") if transports * 2 < divisions else ("MAR", "TRN")
    for cls in wanted:
        if book_of(state).ratings(US, cls).cost <= room:  # type: ignore[arg-type]
            yield c.BuyForce(cls)  # type: ignore[arg-type]


def _kept(state: State) -> int:
    """Supply Points for this turn's landings."""
    wanted = book_of(state).charts.economy.landing * len(_troops(state, Plan()))
    return min(max(wanted, KEPT_LEAST), KEPT_MOST)


# ------------------------------------------------------------------ movement


def _move(state: State, step: Any) -> Command:
    return _first_legal(state, step, _moves(state))


def _moves(state: State) -> Iterator[Command]:
    plan = _plan(state)
    for name in (*plan.landings, *plan.ships):
        yield c.TaskForce(state.forces[name].area)
    yield from _flights(state)


def _form(state: State, step: Any) -> Command:
    """Ships of the task force in hand that share the first one's goal."""
    plan = _plan(state)
    goals = [plan.ships[name] for name in (*plan.landings, *plan.ships) if state.forces[name].area == step.area]
    wishes: list[Command] = []
    for name, goal in plan.ships.items():
        if goals and goal == goals[0] and state.forces[name].area == step.area:
            wishes.append(c.Add(name))
            landing = plan.landings.get(name)
            wishes += [c.Load(name, force.id) for force in landing.cargo] if landing else []
    wishes += [c.Sail(goals[0])] if goals else []
    found = next((wish for wish in wishes if step.refusal(state, wish) is None), None)
    return found or _plain(state, step)


def _find_plan(state: State) -> Plan:
    plan = Plan(sp=state.sp)
    for area in _empty_objectives(state):
        _occupy(state, plan, area)
    goals = sorted(_enemy_objectives(state), key=lambda area: threat(state, area))
    for area in goals:
        others = len(_under_way(state, plan) & {*goals} - {area})
        if others < MOST_ASSAULTS:
            _assault(state, plan, area, MARGIN + CAUTION * others**2)
    for ship in _free(state, plan):
        if ship.cls in WARSHIPS and ship.area != FLEET_BASE:
            plan.ships[ship.id] = FLEET_BASE
    _hunt(state, plan)
    return plan


_plan = Remembered(_find_plan, "forces", "areas", "sp")
"""Who goes where, as long as nobody has gone."""


def _under_way(state: State, plan: Plan) -> set[str]:
    """Where ships go, or have gone this turn."""
    return {*plan.ships.values(), *(force.area for force in all_forces(state, US) if force.moved)}


def _free(state: State, plan: Plan) -> list[Force]:
    return [
        force
        for force in all_forces(state, US)
        if not force.moved and force.carried_by is None and force.id not in plan.ships
    ]


def _within_supply(state: State, area: str) -> bool:
    """Whether an Area would be In-Supply if it were ours."""
    book = book_of(state)
    most = book.charts.economy.supply_range
    mine = (there for there in supplied(state) if there in book.bases or owner_of(state, there) == US)
    return any(book.distances[area][there] <= most for there in mine)


def _empty_objectives(state: State) -> list[str]:
    book = book_of(state)
    return [
        area
        for area in book.objectives
        if owner_of(state, area) == "empty" and not present(state, area, JAPAN).real and _within_supply(state, area)
    ]


def _enemy_objectives(state: State) -> list[str]:
    book = book_of(state)
    return [area for area in book.objectives if present(state, area, JAPAN).real and _within_supply(state, area)]


def _threat(state: State, area: str) -> float:
    book = book_of(state)
    total = 0.0
    for there, distance in book.distances[area].items():
        if distance in NEAR:
            total += NEAR[distance] * orders.strength(state, present(state, there, JAPAN).forces)
    return total + GROUND_STEP * sum(steps_left(state, force) for force in present(state, area, JAPAN).ground)


threat = Remembered(_threat, "forces", "index")
"""What the Japanese have in and about an Area."""


def _occupy(state: State, plan: Plan, area: str) -> None:
    """The smallest ground Force that a transport can bring."""
    if present(state, area, US).cargo or present(state, area, US).ground:
        return
    ship = next((force for force in _free(state, plan) if force.cls == "TRN" and not cargo_of(state, force.id)), None)
    cargo = min(_troops(state, plan), key=lambda force: steps_left(state, force), default=None)
    if ship and cargo:
        plan.ships[ship.id] = area
        plan.landings[ship.id] = Landing(ship, (cargo,))


def _troops(state: State, plan: Plan) -> list[Force]:
    """Ground Forces that may be taken away from where they are: Objectives keep one."""
    taken = {force.id for landing in plan.landings.values() for force in landing.cargo}
    left: dict[str, int] = {}
    for force in all_forces(state, US):
        if force.cls in GROUND and force.carried_by is None and force.id not in taken:
            left[force.area] = left.get(force.area, 0) + 1
    found: list[Force] = []
    for force in all_forces(state, US):
        if force.cls not in GROUND or force.moved or force.carried_by or force.id in taken:
            continue
        keeps = 0 if force.area in ("USA", "AUS") else 1
        if left[force.area] > keeps and friendly(state, force.area):
            left[force.area] -= 1
            found.append(force)
    return found


def _assault(state: State, plan: Plan, area: str, margin: float) -> None:
    """Warships and landings for an Objective, if there are enough of both."""
    there = present(state, area, US)
    need = margin * threat(state, area) + RESERVE - orders.strength(state, there.ships)
    guns = GUNS - sum(_has_guns(state, ship) for ship in there.ships)
    ships: list[Force] = []
    for ship in sorted(_warships(state, plan), key=lambda ship: -orders.strength(state, [ship])):
        if need <= 0 and guns <= 0:
            break
        if need > 0 or _has_guns(state, ship):
            ships.append(ship)
            need -= orders.strength(state, [ship])
            guns -= _has_guns(state, ship)
    landings = _landings(state, plan, area)
    if need > 0 or guns > 0 or landings is None:
        return
    plan.ships |= {ship.id: area for ship in ships}
    for landing in landings:
        plan.ships[landing.ship.id] = area
        plan.landings[landing.ship.id] = landing
        plan.sp -= book_of(state).charts.economy.landing * len(landing.cargo)


def _has_guns(state: State, ship: Force) -> bool:
    return ratings(state, ship).bom.dice > 0


def _warships(state: State, plan: Plan) -> list[Force]:
    return [ship for ship in _free(state, plan) if ship.cls in WARSHIPS and not damaged(ship)]


def _landings(state: State, plan: Plan, area: str) -> list[Landing] | None:
    """Transports with enough troops; none if there is nobody to fight, None if there are not enough."""
    book = book_of(state)
    mine = present(state, area, US)
    defenders = sum(steps_left(state, force) for force in present(state, area, JAPAN).ground)
    if not present(state, area, JAPAN).ashore:
        return [] if mine.ground or mine.cargo else None
    chance = max(1, 3 + book.areas[area].def_ - fort_for(state, area, JAPAN)) / 10
    need = ceil(max(1, defenders - 2) * sqrt(EXCHANGE / chance) + SURPLUS)
    need = min(need, FULL_STEPS * book.areas[area].ground_cap)
    need -= sum(steps_left(state, force) for force in (*mine.ground, *mine.cargo))
    room, money = room_for_ground(state, area, US), plan.sp // book.charts.economy.landing
    troops = sorted(_troops(state, plan), key=lambda force: (-steps_left(state, force), force.cls != "MAR"))
    found: list[Landing] = []
    for ship in _free(state, plan):
        if need <= 0:
            break
        if ship.cls != "TRN" or cargo_of(state, ship.id):
            continue
        first = next((force for force in troops if room > 0 and money > 0), None)
        if first is None:
            return None
        cargo = [force for force in troops if force.area == first.area][: min(ratings(state, ship).load, room, money)]
        troops = [force for force in troops if force not in cargo]
        room, money = room - len(cargo), money - len(cargo)
        need -= sum(steps_left(state, force) for force in cargo)
        found.append(Landing(ship, tuple(cargo)))
    return found if need <= 0 else None


def _hunt(state: State, plan: Plan) -> None:
    """Submarines go where most Japanese ships are."""
    book = book_of(state)
    fleets = [area for area in book.areas if area not in book.closed and present(state, area, JAPAN).ships]
    goal = max(fleets, key=lambda area: len(present(state, area, JAPAN).ships), default=None)
    for boat in _free(state, plan):
        if goal and boat.cls == "SS" and boat.area != goal:
            plan.ships[boat.id] = goal


def _flights(state: State) -> Iterator[Command]:
    """Aircraft go forward, next to Objectives that are not Held, and leave those at the front alone."""
    book = book_of(state)
    wanted = [area for area in book.objectives if not held(state, area)]
    front = [area for area in book.areas if any(goal in book.links[area] for goal in wanted)]
    for force in all_forces(state, US):
        if force.cls == "LBA" and not force.moved and force.area not in front and force.area not in wanted:
            for area in front:
                yield c.Fly(force.id, area)


_HANDLERS: dict[type, Callable[[State, Any], Command]] = {
    resupply.Resupply: _resupply,
    movement.Movement: _move,
    movement.TaskForce: _form,
    special_ops.SpecialOps: lambda state, step: c.End(),
}
