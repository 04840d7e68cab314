"""What is worth having in Tigers in the Mist: spaces, strength, supply, and what to expect of an attack."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from heapq import heappop, heappush
from math import erf, sqrt

from wargame_tui.core.state import changed
from wargame_tui.titles.tigers_in_the_mist.printed.book import ALLIED, DATA, GERMAN, Book, enemy, open_book
from wargame_tui.titles.tigers_in_the_mist.rules import (
    supply,
    victory,
)
from wargame_tui.titles.tigers_in_the_mist.state import (
    State,
    Unit,
    book_of,
    chart_of,
    destroyed,
    holds,
    positions,
    stamp,
    strength,
    units_in,
)

PACE = 7.0
"""Movement points that a column makes good in a day."""
EXIT_CHANCE = 0.5
"""How sure the German is that units over the Meuse will be in supply at the end."""
EXIT_STRENGTH = 3.5
"""Strength that comes with a thrust over the Meuse; twice that when the end is near."""
POINT = 0.8
"""What a strength point is worth in victory points; less towards the end."""
BLOOD = 0.5
"""What a strength point of the enemy is worth in own ones, for the recruit."""
CAUTION = 4.0
"""Movement points that the German would give to save a point of risk."""
OVERRUN = 6.0
"""Movement points that the German would give not to have tanks where they are overrun: infantry comes too late."""
ASTRAY = 0.3
"""Victory points that a strength point is worth which a day's march away from its goal takes out of the offensive."""
OVERWHELMED = 3.0
"""How many times his strength that takes within a day."""
RELEASE = 0.3
"""Victory points for a strength point of reserves that is released."""
FAR = 99.0
SHIELDED = 2
"""How many units may be cut off before one has to stay to cover their road."""
ROAD_GUARD = 5.0
"""The most strength that stays to cover a road of supply."""
GARRISON = 0.6
"""Strength in a town that counts, of that which can attack it."""
GUARD = 1.0
"""How many units must be saved from being cut off before one is sent to guard their road."""


@dataclass(frozen=True)
class Bias:
    """How a plan departs from what a player likes."""

    name: str = ""
    """Two of the same name are the same."""
    prizes: Mapping[str, float] = field(default_factory=dict)
    """What goals count more or less, as factors; those that are not named: `others`."""
    others: float = 1.0
    interest: Mapping[str, float] = field(default_factory=dict)
    """What is added to the German interest in areas, as the Allied player guesses it."""
    boldness: float = 0.0
    """What is added to the score of every attack."""
    spared: frozenset[str] = frozenset()
    """Areas that are not attacked."""
    caution: float = 1.0
    """How much more or less a risk to units counts."""
    blood: float = BLOOD
    """What a strength point of the enemy is worth in own ones."""

    def of(self, goal: str) -> float:
        """The factor of a goal."""
        return self.prizes.get(goal, self.others)


PLAIN = Bias()
"""The recruit's."""
HABITS: Mapping[str, Bias] = {
    GERMAN: PLAIN,
    ALLIED: Bias("practised", boldness=-1.0, caution=0.67, blood=0.24),
}
"""What won against the recruit in the attack of the Seventh Army, by side: `python -m tests.benchmarks.tune_biases`.

What was found for the German did not last in other games. Those of the Allied player were found against a recruit who
did not see what he gives away by leaving a place, and who marched round the enemy before him; against the one of today
he wins 67 % of 100 games with them and loses 17 %, as a recruit 55 % and 21 % of 120."""


def last_date(state: State) -> int:
    """The last date of the scenario."""
    return _last(state.scenario)[0]


@DATA.forgotten
@cache
def _last(scenario: str) -> tuple[int, int]:
    """The last date of a scenario, and the last impulse on it."""
    date, _, impulse = open_book(scenario).scenario.last.partition("-")
    return int(date), int(impulse)


def days_left(state: State) -> float:
    """Days still to be played, this impulse included."""
    date, on_last = _last(state.scenario)
    rest = (4 - state.impulse) / 3 if state.date < date else (on_last + 1 - state.impulse) / 3
    return rest if state.date == date else rest + date - state.date - 1 + on_last / 3


def last_impulse_of_date(state: State) -> bool:
    """Whether the turn ends with this impulse."""
    return state.impulse == 3 or stamp(state) == book_of(state).scenario.last


def prize(state: State, space: str, time: float) -> float:
    """Victory points that a space brings the German if he has it in so many days."""
    book, entry = book_of(state), book_of(state).spaces[space]
    late = min(1.0, max(0.0, (days_left(state) - time) * 3))
    if entry.kind == "zone":
        return late * (entry.multiplier or 0) * EXIT_STRENGTH * EXIT_CHANCE * (1 if state.date < 20 else 2)
    freed = RELEASE * reserves_freed(state, space, time)
    if book.scenario.victory == "points":
        if not entry.vp or state.control.get(space) == GERMAN:
            return freed
        evenings = last_date(state) - state.date + (4 - state.impulse) / 3 - time
        return freed + entry.vp * max(0.0, evenings + 0.3)
    worth = 18.0 if book.scenario.victory == "seventh_army" else 7.0  # as much as the points of several days
    town = space in book.scenario.towns and state.control.get(space) != GERMAN
    return freed + (worth * late if town else 0.0)


def reserves_freed(state: State, space: str, time: float) -> float:
    """Strength of the reserves that superiority in a space in so many days would release; less if they come late."""
    book, total = book_of(state), 0.0
    for name, group in book.reserves.items():
        if state.reserves.get(name) == "locked" and space in group.areas:
            day, _, impulse = group.since.partition("-")
            due = int(day) - state.date + (int(impulse) - state.impulse) / 3
            useful = min(1.0, max(0.0, days_left(state) - max(time, due)) / 2)
            total += useful * sum(state.units[unit].strength for unit in group.units if unit in state.units)
    return total


def evening_points(state: State) -> float:
    """What the German would score if the turn, or the game, ended now; his units out of supply count against him."""
    book, points = book_of(state), 0.0
    last = state.date == last_date(state)
    if book.scenario.victory == "points":
        points += sum(
            e.vp or 0 for a, e in book.spaces.items() if e.vp and a in book.section and victory.scores(state, a)
        )
    if last and book.scenario.victory != "seventh_army":
        for zone in book.zones:
            supplied = [unit for unit in units_in(state, zone, GERMAN) if supply.in_supply(state, unit)]
            points += (book.spaces[zone].multiplier or 0) * strength(supplied)
    if book.scenario.towns:
        town = 6.0 if book.scenario.victory == "seventh_army" else 2.0
        worth = {"German": town, "contested": town / 2, "Allied": 0.0}
        points += sum(worth[victory.town_state(state, name)] for name in book.scenario.towns)
        if last and book.scenario.victory == "first_three_days":
            points += 3 * victory.count_gaps(state)
    if not last:
        for side, sign in ((GERMAN, -1), (ALLIED, 1)):
            out = sum(len(u) for a, u in positions(state).of_side[side].items() if a not in supply.lines(state, side))
            points += sign * out * POINT * 1.5
    return points


def as_if(state: State, unit: Unit, space: str) -> State:
    """The state if the unit stood in a space; alone there, it controls it, as the enemy does what it leaves to him."""
    here, foe, control = unit.location, enemy(unit.side), {**state.control}
    table = replace(state, units={**state.units, unit.id: changed(unit, location=space)})
    if here in control and holds(table, here, foe) and not holds(table, here, unit.side):
        control[here] = foe
    if not book_of(state).is_zone(space) and not holds(state, space, foe):
        control[space] = unit.side
    return replace(table, control=control)


def open_to_raids(state: State, *, today: bool) -> set[str]:
    """Areas without Germans that an Allied unit can enter in a day, in supply; only units that may still move today."""
    book, stacks = book_of(state), positions(state).of_side
    lines, found = supply.lines(state, ALLIED), set[str]()
    for start, units in stacks[ALLIED].items():
        points = max((chart_of(state, u).movement for u in units if not (today and u.marked)), default=0)
        best, queue = {start: 0}, [(0, start)]
        while queue:
            so_far, here = heappop(queue)
            for road in book.roads[here] if here == start or here not in stacks[GERMAN] else ():
                cost = so_far + road.cost
                if cost <= points and cost < best.get(road.to, FAR) and not book.is_zone(road.to):
                    best[road.to] = cost
                    heappush(queue, (cost, road.to))
        found |= best.keys()
    return {area for area in found if area in lines and area not in stacks[GERMAN]}


def cut_off(state: State, *, today: bool) -> dict[str, list[str]]:
    """For each empty area that an Allied unit can enter, the German units whose supply this would cut."""
    areas = open_to_raids(state, today=today) - positions(state).occupied[ALLIED]
    found = {area: lost_without(state, area) for area in areas}
    return {area: lost for area, lost in found.items() if lost}


def lost_without(state: State, area: str) -> list[str]:
    """The German units whose supply is cut if the Allied player stands in an area."""
    stacks, now = positions(state).of_side[GERMAN], supply.lines(state, GERMAN)
    later = supply.trace(state.scenario, GERMAN, positions(state).occupied[ALLIED] | {area}, destroyed(state))
    return [unit.id for space, units in stacks.items() if space in now and space not in later for unit in units]


def without(state: State, unit: Unit) -> State:
    """The state if a unit were not there."""
    return replace(state, units={name: other for name, other in state.units.items() if name != unit.id})


@dataclass(frozen=True)
class Outlook:
    """Expected result of an attack."""

    lost: float
    gained: float
    clear: float
    """Chance that no defender is left."""


def outlook(state: State, area: str, attackers: Sequence[Unit], defenders: Sequence[Unit], river: bool) -> Outlook:
    """What an attack may be expected to do."""
    if not attackers or not defenders:
        return Outlook(0, 0, 0)
    charts, side = book_of(state).charts, attackers[0].side
    guns = charts.artillery
    on_line = (
        guns.succeeds.german_start_line if book_of(state).spaces[area].start_line else guns.succeeds.german_elsewhere
    )
    success = {ALLIED: guns.succeeds.allied / 10, GERMAN: on_line / 10}
    calls, answers = strength(attackers) // 3, max(1, strength(defenders) // 3)
    both = any(u.type == "armour" for u in attackers) and any(u.type != "armour" for u in attackers)
    arms = 1 - (1 - success[side]) ** calls if both else 0.0
    helped = (1 - arms) * 0.1 + 0.1 * river
    fire = sum(u.strength * (u.defence / 10 + helped) for u in defenders)
    fire += answers * success[enemy(side)] * (guns.hits.defender / 10 + helped)
    lost = min(fire * 0.95, strength(attackers))
    left = 1 - lost / strength(attackers)
    dug = strength(u for u in defenders if u.entrenched) / strength(defenders) * 0.1
    hits = left * sum(u.strength * (u.attack / 10 - dug) for u in attackers)
    hits += calls * success[side] * (guns.hits.attacker / 10 - dug)
    hits *= 0.95 if len(defenders) > 1 else 1.0
    spread = sqrt(max(0.1, hits * 0.7))
    clear = 0.5 + 0.5 * erf((hits - strength(defenders) + 0.5) / spread / sqrt(2))
    return Outlook(lost, min(hits, strength(defenders)), clear if lost < strength(attackers) - 0.5 else clear / 2)


@cache
def road_distances(scenario: str) -> Mapping[str, Mapping[str, int]]:
    """Movement points between any two spaces, enemies and bridges aside."""
    book = open_book(scenario)
    return {space: _distances(book, space) for space in book.spaces}


def _distances(book: Book, start: str) -> dict[str, int]:
    found, queue = {start: 0}, [(0, start)]
    while queue:
        so_far, here = heappop(queue)
        if so_far > found[here] or (here != start and book.is_zone(here)):
            continue
        for road in book.roads[here]:
            inside = road.to in book.section or here not in book.section
            if inside and so_far + road.cost < found.get(road.to, FAR):
                found[road.to] = so_far + road.cost
                heappush(queue, (so_far + road.cost, road.to))
    return found
