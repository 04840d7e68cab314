"""What a position of Monty's Gamble is worth to the Allies, in victory points, term by term.

Points are counted as the rules do (21.3). What is not scored yet counts by the chance that XXX Corps is there in time:
it follows from the way there, in effort (`COSTS`), and the days left. What is scored counts by the chance that it is
held against the Germans next to it.
"""

from collections.abc import Mapping
from heapq import heappop, heappush
from math import exp

from wargame_tui.titles.montys_gamble.bot.player import BRIDGES, ROAD
from wargame_tui.titles.montys_gamble.printed.book import ALLIED, GERMAN, UK, Edge
from wargame_tui.titles.montys_gamble.printed.data import Side
from wargame_tui.titles.montys_gamble.rules import supply, victory
from wargame_tui.titles.montys_gamble.rules.areas import bridge_stands, controls, holds, units_in
from wargame_tui.titles.montys_gamble.rules.refit_phase import Refitting
from wargame_tui.titles.montys_gamble.rules.regroup import Regrouping
from wargame_tui.titles.montys_gamble.state import ELIMINATED, FIRST_DATE, FRESH, NOWHERE, State, Unit, book_of

CONDITION: Mapping[str, float] = {"fresh": 1.0, "spent": 0.9, "dis1": 0.55, "dis2": 0.3, "eliminated": 0.0}
"""What is left of a unit's strength, in the long run."""
STRENGTH: Mapping[Side, float] = {GERMAN: 0.045, ALLIED: 0.03}
"""What a point of attack or defence is worth."""
READY = 0.012
"""What a point of attack of a Fresh unit is worth at the beginning of a day."""
LAST_IMPULSE = 8.0
"""The impulse after which a day is over, on average."""
SPARE = 1.5
"""How many Fresh units of XXX Corps make a full day's work, as a share of all: its inverse."""
PACE = 3.0
"""Effort that XXX Corps makes in a day."""
FRIENDLY, VACANT, OPPOSED, PER_DEFENCE, TERRAIN = 0.35, 0.7, 1.0, 0.12, 0.2
"""Effort to get through a space that is Allied; German, but Vacant; defended, and more by the defence and terrain."""
BLOWN, HELD, TIRED = 2.5, 0.6, 0.4
"""Effort to get over a boundary whose bridge is blown, or German; more for a unit that is not Fresh."""
THREAT, WALLS = 0.22, 2.0
"""How much a point of German attack next to a space endangers it; what its terrain counts in defence."""
GAP, MOST_GAPS = 0.3, 4
"""What it costs that a German can step on the supply road, and how often that is counted."""
CUT = 0.06
"""What a unit that is cut off costs its side for every night to come."""
BRIDGE = 0.25
"""What it costs the Allies that a bridge of the road is blown; half of it if it is in German hands."""
ADVANTAGE = 0.2
"""What it is worth to have the Advantage before the last day: it changes hands often."""
RESULT = 8.0
"""What it counts to win."""


def days_left(state: State) -> float:
    """Days of daylight still to come; today's is worth less to a corps that has spent itself."""
    corps = [unit for unit in state.units.values() if _is_corps(unit)]
    able = sum(unit.condition == FRESH for unit in corps) / max(1, len(corps))
    return _today(state) * min(1.0, SPARE * able) + book_of(state).scenario.last - state.date


def _today(state: State) -> float:
    """What is left of the day's impulses."""
    if any(step.kind == "daylight" for step in state.stack):
        return max(0.05, 1 - state.impulse / LAST_IMPULSE)
    return 0.0 if night(state) else 1.0


def _is_corps(unit: Unit) -> bool:
    """Whether it can take ground for XXX Corps."""
    here = unit.location not in NOWHERE and unit.location != UK
    return here and unit.side == ALLIED and unit.range is None and unit.type in ("infantry", "armour")


def night(state: State) -> bool:
    """Whether the day's impulses are over."""
    return any(isinstance(step, Refitting | Regrouping) for step in state.stack)


def terms(state: State) -> dict[str, float]:
    """What a position that is not decided is worth to the Allies."""
    left = days_left(state)
    ready = _today(state)
    scored, near = victory.scored(state), _threats(state)
    return {
        "points": _held(state, scored, near, left),
        "points within reach": _reach(state, scored, left),
        "bridges": _bridges(state),
        "strength": _strength(state, ALLIED, ready) - _strength(state, GERMAN, ready),
        "supply": _supply(state, near),
        "Advantage": _advantage(state, left),
    }


def _advantage(state: State, left: float) -> float:
    holder = state.advantage.heir or state.advantage.holder
    worth = ADVANTAGE + (1 - ADVANTAGE) * max(0.0, 1 - left)
    return worth * ((holder == ALLIED) - 0.5)


def _strength(state: State, side: Side, ready: float) -> float:
    total = 0.0
    for unit in state.units.values():
        if unit.side == side and unit.location != ELIMINATED:
            total += STRENGTH[side] * CONDITION[unit.condition] * (unit.attack + unit.defence)
            if unit.condition == FRESH and unit.location not in NOWHERE and unit.type != "tower":
                total += READY * ready * unit.attack
    return total


def _threats(state: State) -> Mapping[str, float]:
    """German attack factors in and next to every space."""
    book, found = book_of(state), dict[str, float]()
    for unit in state.units.values():
        if unit.side == GERMAN and unit.location in book.edges and unit.type in ("infantry", "armour"):
            force = unit.attack * CONDITION[unit.condition]
            found[unit.location] = found.get(unit.location, 0.0) + force
            for edge in book.edges[unit.location].values():
                if _passable(state, edge):
                    found[edge.to] = found.get(edge.to, 0.0) + force
    return found


def _passable(state: State, edge: Edge) -> bool:
    return edge.water != "river" or bridge_stands(state, edge.id)


def _defence(units: list[Unit]) -> float:
    return sum(unit.defence * CONDITION[unit.condition] for unit in units if unit.type != "artillery")


def _held(state: State, scored: Mapping[str, int], near: Mapping[str, float], left: float) -> float:
    """Points so far, by the chance that they last: Eindhoven's cannot be lost (21.31)."""
    book, total = book_of(state), 0.0
    for area, points in scored.items():
        keeps = 1.0
        if area in near and area != book.named["eindhoven"]:
            wall = WALLS * (1 + book.spaces[area].tem) + _defence([*units_in(state, area, ALLIED)])
            keeps = wall / (wall + THREAT * near[area] * min(2.0, left))
        total += points * keeps
    return total


def _reach(state: State, scored: Mapping[str, int], left: float) -> float:
    """Points that XXX Corps may still make."""
    book, total, way = book_of(state), 0.0, efforts(state)
    for area in book.areas:
        points = book.spaces[area].vp or 0
        if area == book.named["eindhoven"]:
            points = book.charts.victory.eindhoven if state.date == FIRST_DATE else 0
            days = left - (book.scenario.last - FIRST_DATE)
        else:
            days = left
        open_ = points - scored.get(area, 0)
        if open_ > 0 and area in way:
            total += open_ * exp(-way[area] / (PACE * max(0.05, days)))
    return total


def efforts(state: State) -> Mapping[str, float]:
    """The effort that it takes XXX Corps to get to every space, from where its units stand in supply."""
    book, foes = book_of(state), _walls(state)
    lines, found = supply.supplied(state, ALLIED), dict[str, float]()
    ahead: list[tuple[float, str]] = []
    for unit in state.units.values():
        if _is_corps(unit) and unit.location in lines:
            inside = foes.get(unit.location, 0.0)
            heappush(ahead, (TIRED * (unit.condition != FRESH) + inside, unit.location))
    while ahead:
        far, here = heappop(ahead)
        if here in found:
            continue
        found[here] = far
        for edge in book.edges[here].values():
            if edge.to not in found and edge.road and edge.to not in book.zones:
                heappush(ahead, (far + _toll(state, edge) + _step(state, edge.to, foes), edge.to))
    return found


def _walls(state: State) -> Mapping[str, float]:
    """Effort to break the Germans in every space that they hold."""
    book, found = book_of(state), dict[str, float]()
    for unit in state.units.values():
        if unit.side == GERMAN and unit.location in book.edges:
            found.setdefault(unit.location, OPPOSED + TERRAIN * (book.spaces[unit.location].tem - 1))
            found[unit.location] += PER_DEFENCE * unit.defence * CONDITION[unit.condition]
    return found


def _toll(state: State, edge: Edge) -> float:
    if edge.water == "plain":
        return 0.0
    if not edge.bridge or not bridge_stands(state, edge.id):
        return BLOWN
    return HELD * (state.crossings[edge.id].holder == GERMAN)


def _step(state: State, space: str, walls: Mapping[str, float]) -> float:
    if space in walls:
        return walls[space] * (0.7 if holds(state, space, ALLIED) else 1.0)
    return FRIENDLY if controls(state, space, ALLIED) else VACANT


def _bridges(state: State) -> float:
    total = 0.0
    for border in BRIDGES:
        if border in state.crossings and book_of(state).waters[border].bridge:
            crossing = state.crossings[border]
            total -= BRIDGE if crossing.blown else BRIDGE / 2 * (crossing.holder == GERMAN)
    return total


def _supply(state: State, near: Mapping[str, float]) -> float:
    """Units cut off, and gaps through which the road can be cut."""
    allied, german = (len(supply.isolated_units(state, side)) for side in (ALLIED, GERMAN))
    gaps, head = 0, 0
    for number, space in enumerate(ROAD):
        if state.control[space] != "XXX":
            break
        head = number
    for space in ROAD[1:head]:
        gaps += space in near and not holds(state, space, ALLIED)
    nights = min(2, book_of(state).scenario.last - state.date)
    return CUT * nights * (german - allied) - GAP * min(gaps, MOST_GAPS)
