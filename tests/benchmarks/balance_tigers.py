"""Balance of Tigers in the Mist: games between two sensible players, and how they end.

    python -m tests.benchmarks.balance_tigers [--games N] [--seed N] [--scenario NAME ..] [--file FILE] [--trace]

Prints for each scenario how often each victory level comes up, the points by date, the losses, the state of the
reserves, in what share of the games each town is German on each evening, and how far the Germans are on the roads west,
beside what happened in December 1944. With `--file` each game is kept as a line there, and not played again as long as
data, rules and players stay the same.

The players plan an impulse at a time. Both know what every town is worth to the German from now on and how long the
way to it is; from that follows the German interest in each area (`View.interest`). The German attacks where the
interest is great and the expected exchange of strength bearable, and sends the rest down open roads; he keeps garrisons
in towns that count, and leaves nobody's road of supply open to a single raider. The Allied player stands where the
interest is great and his chance of holding is good, and in the evening cuts roads and retakes towns.
"""

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache, cached_property, partial
from heapq import heapify, heappop, heappush
from math import erf, exp, sqrt
from pathlib import Path
from random import Random
from statistics import mean, median
from typing import Any

from tests.benchmarks import kept_games, tigers_front
from wargame_tui.board.plain import scenarios_folder
from wargame_tui.core.command import Command
from wargame_tui.core.game import Game
from wargame_tui.core.state import changed
from wargame_tui.titles.tigers_in_the_mist import commands as c
from wargame_tui.titles.tigers_in_the_mist.printed.book import ALLIED, GERMAN, TITLE_ID, Book, enemy, open_book
from wargame_tui.titles.tigers_in_the_mist.printed.data import Side
from wargame_tui.titles.tigers_in_the_mist.rules import (
    activation,
    bridges,
    combat,
    movement,
    reinforcements,
    stacking,
    supply,
    victory,
)
from wargame_tui.titles.tigers_in_the_mist.rules.special import area_refusal
from wargame_tui.titles.tigers_in_the_mist.state import (
    OFF_MAP,
    Stack,
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

SCENARIOS = ("campaign", "first_three_days", "fifth_panzer_army", "seventh_army")
PACE = 7.0
"""Movement points that a column makes good in a day."""
EXIT_CHANCE = 0.5
"""How sure the German is that units over the Meuse will be in supply at the end."""
EXIT_STRENGTH = 3.5
"""Strength that comes with a thrust over the Meuse; twice that when the end is near."""
POINT = 0.8
"""What a strength point is worth in victory points; less towards the end."""
BLOOD = 0.5
"""What a strength point of the enemy is worth in own ones."""
CAUTION = 4.0
"""Movement points that the German would give to save a point of risk."""
RELEASE = 0.3
"""Victory points for a strength point of reserves that is released."""
FAR = 99.0
SHIELDED = 2
"""How many units may be cut off before one has to stay to cover their road."""
GARRISON = 0.6
"""Strength in a town that counts, of that which can attack it."""
GUARD = 1.0
"""How many units must be saved from being cut off before one is sent to guard their road."""

HISTORY = {
    "77": (17, 22), "81": (18, 18), "65": (19, 22), "60": (20, 22), "11": (20, 22), "73": (21, 22), "64": (22, 22),
}  # fmt: skip
"""Victory areas that were German, with first and last evening (see map.yaml)."""


# ------------------------------------------------------------------ what is worth having


def last_date(state: State) -> int:
    """The last date of the scenario."""
    return int(book_of(state).scenario.last.partition("-")[0])


def days_left(state: State) -> float:
    """Days still to be played, this impulse included."""
    on_last = int(book_of(state).scenario.last.partition("-")[2])
    rest = (4 - state.impulse) / 3 if state.date < last_date(state) else (on_last + 1 - state.impulse) / 3
    return rest if state.date == last_date(state) else rest + last_date(state) - state.date - 1 + on_last / 3


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
    """The state if the unit stood in a space; alone there, it controls it."""
    table = replace(state, units={**state.units, unit.id: changed(unit, location=space)})
    if book_of(state).is_zone(space) or holds(state, space, enemy(unit.side)):
        return table
    return replace(table, control={**state.control, space: unit.side})


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
    blown, hostile = destroyed(state), positions(state).occupied[ALLIED]
    stacks, now = positions(state).of_side[GERMAN], supply.lines(state, GERMAN)
    found: dict[str, list[str]] = {}
    for area in open_to_raids(state, today=today) - hostile:
        later = supply.trace(state.scenario, GERMAN, hostile | {area}, blown)
        lost = [u.id for space, units in stacks.items() if space in now and space not in later for u in units]
        if lost:
            found[area] = lost
    return found


# ------------------------------------------------------------------ what to expect of a battle


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


# ------------------------------------------------------------------ the lie of the land


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


class View:
    """The table as both players see it at the start of an impulse."""

    def __init__(self, state: State, side: Side) -> None:
        """Look at the table with the eyes of a side: the Allied player does not count on his own men to be avoided."""
        self.state, self.book, self.side = state, book_of(state), side
        self.lines = {side: supply.lines(state, side) for side in (GERMAN, ALLIED)}
        self.german, self.allied = (positions(state).of_side[side] for side in (GERMAN, ALLIED))
        self.goals = [
            space
            for space in self.book.section
            if space not in self.book.charts.closed_zones[GERMAN] and prize(state, space, 0) > 0
        ]
        self.prizes = {goal: prize(state, goal, 0) for goal in self.goals}
        self.ways_to = {goal: self.german_ways(goal) for goal in self.goals}
        self.interest = self._interest()

    def german_ways(self, goal: str) -> dict[str, tuple[float, str]]:
        """For each space the German's way to a goal, delays by defenders counted, and the next space on it."""
        book, blown = self.book, destroyed(self.state)
        found: dict[str, tuple[float, str]] = {goal: (0.0, goal)}
        queue = [(0.0, goal)]
        while queue:
            so_far, here = heappop(queue)
            if so_far > found[here][0] or (here != goal and book.is_zone(here)):
                continue
            enter = self.delay(here)
            for road in book.roads[here]:
                cost = so_far + enter + (4 if road.bridge in blown else road.cost)
                if (here in book.section or road.to not in book.section) and cost < found.get(road.to, (FAR, ""))[0]:
                    found[road.to] = cost, here
                    heappush(queue, (cost, road.to))
        return found

    def delay(self, space: str) -> float:
        """Movement points that a defender costs the German."""
        units = self.allied.get(space, ())
        if not units or self.book.is_zone(space):
            return 0.0
        by_strength = 0.15 if self.side == ALLIED else 1.0
        return 1.5 + by_strength * sum(u.strength * (1.1 if u.entrenched else 0.8) for u in units)

    @cached_property
    def threat(self) -> dict[str, float]:
        """Enemy strength that could be brought against each area soon."""
        far, found = road_distances(self.state.scenario), {}
        hostile = self.german if self.side == ALLIED else self.allied
        for area in self.book.section:
            if not self.book.is_zone(area):
                weights = (min(strength(u), 10) * exp(-far[area].get(s, FAR) / 5) for s, u in hostile.items())
                found[area] = min(12.0, sum(weights))
        return found

    @cached_property
    def danger(self) -> dict[str, float]:
        """Enemy strength that can attack each area within a day, by roads that own units do not bar."""
        mine, hostile = (self.german, self.allied) if self.side == GERMAN else (self.allied, self.german)
        found: dict[str, float] = defaultdict(float)
        for start, units in hostile.items():
            for points in (5, 8):
                force = strength(u for u in units if chart_of(self.state, u).movement == points)
                if force:
                    for area in self._days_march(start, points, mine):
                        found[area] += force
        return {area: min(12.0, force) for area, force in found.items()}

    def _days_march(self, start: str, points: int, barred: Collection[str]) -> Iterable[str]:
        blown, best, queue = destroyed(self.state), {start: 0}, [(0, start)]
        while queue:
            so_far, here = heappop(queue)
            if (here != start and here in barred) or so_far > best[here]:
                continue
            for road in self.book.roads[here]:
                cost = so_far + (3 if road.bridge in blown else road.cost) + (road.to in barred)
                if cost <= points and cost < best.get(road.to, FAR) and not self.book.is_zone(road.to):
                    best[road.to] = cost
                    heappush(queue, (cost, road.to))
        return best

    def from_supply(self, space: str) -> float:
        """Movement points to the nearest area in supply."""
        far = road_distances(self.state.scenario).get(space, {})
        return min((far.get(other, FAR) for other in self.lines[self.side]), default=0.0)

    def risk(self, area: str, defence: float, unit: Unit) -> float:
        """Strength that a unit is likely to lose there in a day, in points."""
        threat = self.danger.get(area, 0.0)
        hostile = self.german if self.side == ALLIED else self.allied
        pressure = threat / (threat + 2 * defence + 0.1)
        return unit.strength * pressure * self.point * (1.0 if area in hostile else 0.6)

    def _interest(self) -> dict[str, float]:
        """How much the German wants to go into or through each area, near areas more than far ones."""
        found: dict[str, float] = defaultdict(float)
        for start, units in self.german.items():
            if self.book.is_zone(start) and self.book.spaces[start].owner == ALLIED:
                continue
            wishes = []
            for goal in self.goals:
                far = self.ways_to[goal].get(start, (FAR, ""))[0]
                wishes.append((prize(self.state, goal, far / PACE) * exp(-far / 25), goal))
            for wish, goal in sorted(wishes, reverse=True)[:5]:
                here, far = start, self.ways_to[goal].get(start, (FAR, ""))[0]
                while wish and here != goal:
                    here = self.ways_to[goal][here][1]
                    passed = far - self.ways_to[goal][here][0] - self.delay(here)
                    if here not in self.german or here in self.allied:
                        found[here] += wish * min(strength(units), 10) / 40 * exp(-max(0.0, passed) / 9)
        return found

    @property
    def point(self) -> float:
        """What a strength point is worth now."""
        short = 0.4 if self.book.scenario.towns else 1.0
        return short * POINT * min(1.0, 0.3 + days_left(self.state) / 5)


@dataclass
class Order:
    """A unit's move: along a path, its vehicles left behind if need be."""

    unit: str
    path: tuple[str, ...]
    abandon: bool = False


@dataclass
class Attack:
    """An attack that is being thought about."""

    area: str
    orders: list[Order] = field(default_factory=list)
    score: float = 0.0


# ------------------------------------------------------------------ a player


class Player:
    """What both sides do alike: carry out orders, fight, build."""

    side: Side = GERMAN

    def __init__(self, seed: int) -> None:
        """A player with a mind of its own."""
        self.random = Random(seed)
        self.box = ""
        self.seen: tuple[str, View] | None = None
        self.worth: dict[str, float] = {}

    def view(self, state: State) -> View:
        """The table at the first look at it in this impulse."""
        if self.seen is None or self.seen[0] != stamp(state):
            self.seen = stamp(state), View(state, self.side)
        return self.seen[1]

    # Movement

    def move(self, game: Game, other: "Player") -> None:
        """The whole movement step; it may end by itself with the last unit that can move."""
        self.box = stamp(game.state)
        self.give_orders(game, other)
        while self.moving(game.state) and game.refusal(c.EndMovement()) is not None:
            self._disentangle(game, other)
        if self.moving(game.state):
            game.apply(c.EndMovement())

    def _disentangle(self, game: Game, other: "Player") -> None:
        """Move a unit out of an area in which a broken-off move has left too many."""
        area = stacking.overstacked(game.state, self.side)[0]
        for unit in [unit for unit in self.free_units(game.state) if unit.location == area]:
            ways = self.reach(game.state, unit)
            open_to = [
                s for s in ways if not holds(game.state, s, enemy(self.side)) and not self.full(game.state, s, unit)
            ]
            if open_to and self.carry_out(game, Order(unit.id, ways[open_to[0]].path), other):
                return
        game.apply(next(cmd for cmd in game.legal() if isinstance(cmd, c.Move)))
        while isinstance(game.state.stack[-1], activation.Moving):
            game.apply(game.legal()[0])

    @staticmethod
    def full(state: State, space: str, unit: Unit) -> bool:
        """Whether a unit would break the stacking limit in a space."""
        others = [u for u in units_in(state, space, unit.side) if u.id != unit.id]
        return not stacking.within_limit(state, [*others, unit]) and not book_of(state).is_zone(space)

    def give_orders(self, game: Game, other: "Player") -> None:
        """The moves of an impulse."""
        raise NotImplementedError

    def moving(self, state: State) -> bool:
        """Whether this player's movement step of the impulse is still going on."""
        step = None if state.over else state.stack[-1]
        return isinstance(step, activation.Movement) and step.side == self.side and stamp(state) == self.box

    def free_units(self, state: State) -> list[Unit]:
        """Own units that may still move."""
        step = state.stack[-1]
        if not self.moving(state):
            return []
        return [
            unit
            for units in positions(state).of_side[self.side].values()
            for unit in units
            if not unit.marked and step.refusal(state, c.Move(unit.id)) is None
        ]

    def reach(self, state: State, unit: Unit) -> dict[str, movement.Way]:
        """Where a unit can go."""
        out = () if supply.in_supply(state, unit) else (unit.id,)
        return movement.ways(state, Stack([unit]), 0, 0, out)

    def reach_on_foot(self, state: State, unit: Unit) -> dict[str, movement.Way]:
        """Where a unit beside a destroyed bridge that is about to be rebuilt can go without its vehicles."""
        if not chart_of(state, unit).has_vehicles or unit.on_foot or chart_of(state, unit).builds_bridges:
            return {}
        blown = destroyed(state)
        across = [road.to for road in book_of(state).roads[unit.location] if road.bridge in blown]
        here = units_in(state, unit.location, self.side)
        if not across or not any(chart_of(state, other).builds_bridges and not other.moved for other in here):
            return {}
        found = self.reach(state, changed(unit, on_foot=True))
        return {space: way for space, way in found.items() if space in across}

    def carry_out(self, game: Game, order: Order, other: "Player") -> bool:
        """Move a unit as ordered, as far as it gets; whether it set out."""
        if not self.moving(game.state) or game.refusal(c.Move(order.unit)) is not None:
            return False
        game.apply(c.Move(order.unit))
        if order.abandon and game.refusal(c.Abandon(order.unit)) is None:
            game.apply(c.Abandon(order.unit))
        for space in order.path:
            for _ in range(2):  # a second time if the bridge is blown, on foot
                if not _moving(game, order.unit) or game.state.units[order.unit].location == space:
                    break
                if game.refusal(c.To(space)) is not None:
                    break
                game.apply(c.To(space))
                while isinstance(game.state.stack[-1], bridges.Demolition):
                    game.apply(other.blow(game))
        if not _moving(game, order.unit):
            return True
        if game.refusal(c.Stop()) is None:
            game.apply(c.Stop())
        elif not game.state.stack[-1].steps and not game.state.stack[-1].spent:
            game.undo()  # it could not set out after all
            return False
        while _moving(game, order.unit):
            game.apply(next(cmd for cmd in game.legal() if not isinstance(cmd, c.With)))
            while isinstance(game.state.stack[-1], bridges.Demolition):
                game.apply(other.blow(game))
        return True

    def blow(self, game: Game) -> Command:
        """Whether to blow the bridge that the enemy is about to cross."""
        state = game.state
        tries = [cmd for cmd in game.legal() if isinstance(cmd, c.Blow)]
        best = max(tries, key=lambda cmd: bridges.demolition_target(state, cmd.bridge, state.units[cmd.unit])[0])
        return best if self.side == ALLIED or state.date >= 20 else c.PassBlow()

    def dig_in(self, game: Game, busy: set[str]) -> None:
        """Entrench who is left where the enemy may come."""
        threat = self.view(game.state).threat
        mine = positions(game.state).of_side[self.side]
        for name in [unit.id for units in mine.values() for unit in units if not unit.marked and unit.id not in busy]:
            order = c.Entrench(name)
            soon = self.box == "16-1" or last_impulse_of_date(game.state)
            danger = threat.get(game.state.units[name].location, 0.0)
            wise = danger > (1.0 if soon else 2.5) or (soon and self.side == ALLIED)
            if wise and self.moving(game.state) and game.refusal(order) is None:
                game.apply(order)

    # Attacks

    def attack_value(self, view: View, area: str) -> float:
        """What it is worth to be alone in an area."""
        raise NotImplementedError

    def attacks(self, view: View, free: Sequence[Unit], reach: Mapping[str, dict[str, movement.Way]]) -> list[Attack]:
        """The attacks worth making, the best first; no unit is in two of them."""
        state, foe, taken = view.state, enemy(self.side), set[str]()
        foot = {unit.id: self.reach_on_foot(state, unit) for unit in free}
        spaces = [space for space in positions(state).of_side[foe] if not view.book.is_zone(space)]
        found: list[Attack] = []
        self.worth = {space: self.attack_value(view, space) + self.relief(view, space) for space in spaces}
        pending = {space: self._best_attack(view, space, free, reach, foot, taken) for space in spaces}
        while pending:
            space = max(pending, key=lambda area: pending[area].score)
            attack = pending.pop(space)
            if attack.score <= 0:
                break
            if any(order.unit in taken for order in attack.orders):
                pending[space] = self._best_attack(view, space, free, reach, foot, taken)
                continue
            taken |= {order.unit for order in attack.orders}
            found.append(attack)
        return found

    def _best_attack(
        self,
        view: View,
        area: str,
        free: Sequence[Unit],
        reach: Mapping[str, dict[str, movement.Way]],
        foot: Mapping[str, dict[str, movement.Way]],
        taken: set[str],
    ) -> Attack:
        """The best stack that can be brought against an area, built up unit by unit."""
        state, best = view.state, Attack(area)
        defenders = units_in(state, area, enemy(self.side))
        inside = [u for u in units_in(state, area, self.side) if not u.marked and u.id not in taken]
        resident = list(units_in(state, area, self.side))
        chosen = [unit for unit in inside if unit.type != "engineer"]
        orders = [Order(unit.id, ()) for unit in chosen]
        if chosen:
            best = self._weigh(view, area, chosen, orders, defenders, river=False)
        able = [
            u for u in free if u.id not in taken and u.location != area and (area in reach[u.id] or area in foot[u.id])
        ]
        while able and len(resident) < 4:
            options = []
            for unit in able:
                if strength(resident) + unit.strength > 10:
                    continue
                walks = area not in reach[unit.id]
                way = (foot if walks else reach)[unit.id][area]
                trial = [*chosen, unit]
                more = [*orders, Order(unit.id, way.path, walks)]
                river = not inside and all(_over_river(view.book, state, order, area) for order in more)
                options.append((self._weigh(view, area, trial, more, defenders, river), unit))
            if not options:
                break
            attack, unit = max(options, key=lambda option: option[0].score)
            chosen, orders = [*chosen, unit], attack.orders
            resident.append(unit)
            able.remove(unit)
            if attack.score > best.score:
                best = attack
        return best

    def foothold(self, state: State, area: str) -> float:
        """What it is worth just to stand in an enemy's area."""
        return 0.0

    def relief(self, view: View, area: str) -> float:
        """What it is worth to clear an area because own units are in supply again then."""
        state, mine = view.state, positions(view.state).of_side[self.side]
        out = [u for space, units in mine.items() if space not in view.lines[self.side] for u in units]
        if not out:
            return 0.0
        hostile = positions(state).occupied[enemy(self.side)] - {area}
        lines = supply.trace(state.scenario, self.side, hostile, destroyed(state))
        return 2 * view.point * sum(1 for unit in out if unit.location in lines and unit.location != area)

    def _weigh(
        self,
        view: View,
        area: str,
        attackers: Sequence[Unit],
        orders: Sequence[Order],
        defenders: Sequence[Unit],
        river: bool,
    ) -> Attack:
        """The value of an attack: the area, times the chance of it, and the exchange of strength."""
        look = outlook(view.state, area, attackers, defenders, river)
        share = look.gained / max(1, strength(defenders))
        worth = self.worth[area] if area in self.worth else self.attack_value(view, area)
        value = worth * (0.6 * look.clear + 0.4 * share)
        value += self.foothold(view.state, area) * max(0.0, 1 - look.lost / max(1, strength(attackers)))
        score = value + (look.gained * BLOOD - look.lost) * view.point - 0.03 * len(attackers)
        return Attack(area, sorted(orders, key=lambda order: not order.path), score)

    # Everything else

    def decide(self, game: Game) -> Command:
        """A decision outside movement."""
        state, legal = game.state, game.legal()
        step = state.stack[-1]
        if isinstance(step, reinforcements.Reinforcement):
            return self.place(state, legal)
        if isinstance(step, combat.Battles):
            return self._next_battle(game, legal)
        if isinstance(step, combat.Battle):
            return self._in_battle(state, step, legal)
        return legal[0]  # build, count gaps, remove

    def place(self, state: State, legal: Sequence[Command]) -> Command:
        """Where reinforcements come in."""
        return legal[0]

    def _next_battle(self, game: Game, legal: Sequence[Command]) -> Command:
        state = game.state
        for cmd in legal:
            if isinstance(cmd, c.Fight):
                if combat.must_attack(state, cmd.area, self.side):
                    return cmd
                ready = combat.may_attack(state, cmd.area, self.side)
                foes = units_in(state, cmd.area, enemy(self.side))
                if self._weigh(self.view(state), cmd.area, ready, [], foes, river=False).score > 0:
                    return cmd
        return legal[-1]

    def _in_battle(self, state: State, step: combat.Battle, legal: Sequence[Command]) -> Command:
        if step.stage == "attackers":
            joining = [cmd for cmd in legal if isinstance(cmd, c.Attack) and state.units[cmd.unit].type != "engineer"]
            joining = [cmd for cmd in joining if state.units[cmd.unit].strength > 1 or not step.attackers]
            return joining[0] if joining else legal[-1] if isinstance(legal[-1], c.Ready) else legal[0]
        if isinstance(legal[0], c.Fire):
            return max(legal, key=lambda cmd: self._target_value(state.units[cmd.target]))
        if isinstance(legal[0], c.Lay):
            return max(legal, key=lambda cmd: self._target_value(state.units[cmd.unit]))
        return legal[0]

    def _target_value(self, unit: Unit) -> float:
        fires_next = unit.attack if unit.side != self.side else 0
        return fires_next + 0.1 * unit.strength - 0.3 * unit.entrenched + 0.01 * self.random.random()


def _moving(game: Game, unit: str) -> bool:
    step = None if game.over else game.state.stack[-1]
    return isinstance(step, activation.Moving) and unit in step.units


def _over_river(book: Book, state: State, order: Order, area: str) -> bool:
    if not order.path:
        return False
    before = order.path[-2] if len(order.path) > 1 else state.units[order.unit].location
    return book.road_to[before, area].bridge is not None


class German(Player):
    """Attacks with all arms where it opens a road, then drives on."""

    side = GERMAN

    def attack_value(self, view: View, area: str) -> float:
        """The interest in the area."""
        return min(view.interest.get(area, 0.0), 6.0)

    def foothold(self, state: State, area: str) -> float:
        """On the last date, what a town counts that is contested."""
        scenario = book_of(state).scenario
        if area not in scenario.towns or state.date < last_date(state) or state.control.get(area) == GERMAN:
            return 0.0
        return 3.0 if scenario.victory == "seventh_army" else 1.0

    def give_orders(self, game: Game, other: Player) -> None:
        """Attacks first, then the marches that the open roads allow."""
        view = View(game.state, self.side)
        self.seen = self.box, view
        builders = self._builders(game.state)
        garrisons = self._towns_to_hold(view)
        free = [u for u in self.free_units(game.state) if not self._shields(game.state, u)]
        free = [u for u in free if not self._stays(game.state, u, garrisons)]
        reach = {unit.id: self.reach(game.state, unit) for unit in free}
        planned = self.attacks(view, [u for u in free if u.type != "engineer"], reach)
        self._special_forces(game, planned)
        busy = builders | {order.unit for attack in planned for order in attack.orders}
        for attack in planned:
            for order in sorted(attack.orders, key=lambda o: not _over_river(view.book, game.state, o, attack.area)):
                if order.path:
                    self.carry_out(game, order, other)
        if last_impulse_of_date(game.state):
            self._guard(game, busy, other)
        self._march(game, view, busy, other)
        if last_impulse_of_date(game.state):
            self.dig_in(game, busy)

    # Roads of supply

    def _guard(self, game: Game, busy: set[str], other: Player) -> None:
        """In the evening a unit to each place where a single enemy could cut off many, the worst first."""
        for _ in range(8):
            state = game.state
            cuts = cut_off(state, today=True)
            free = [u for u in self.free_units(state) if u.id not in busy and u.type != "engineer"]
            free = [u for u in free if u.location not in cuts or len(units_in(state, u.location, GERMAN)) > 1]
            best: tuple[float, Order | None] = (GUARD, None)
            for unit in free:
                for space, way in self.reach(state, unit).items():
                    if space in cuts and space != unit.location:
                        gain = len(cuts[space]) - 0.5 * unit.strength - 0.02 * way.spent
                        if gain > best[0]:
                            best = gain, Order(unit.id, way.path)
            if best[1] is None or not self.carry_out(game, best[1], other):
                return
            busy.add(best[1].unit)

    def _shields(self, state: State, unit: Unit) -> bool:
        """Whether a unit stands alone where an enemy, if it left, could cut off many."""
        here = unit.location
        if (
            len(units_in(state, here, GERMAN)) > 1
            or holds(state, here, ALLIED)
            or here not in supply.lines(state, GERMAN)
        ):
            return False
        without = replace(state, units={name: u for name, u in state.units.items() if name != unit.id})
        return len(cut_off(without, today=False).get(here, ())) > SHIELDED

    def _builders(self, state: State) -> set[str]:
        """Engineers that wait beside a destroyed bridge."""
        blown = destroyed(state)
        return {
            unit.id
            for area, units in positions(state).of_side[GERMAN].items()
            for unit in units
            if unit.type == "engineer" and any(road.bridge in blown for road in book_of(state).roads[area])
        }

    def _special_forces(self, game: Game, planned: Sequence[Attack]) -> None:
        """Help the most important attack of the day."""
        for attack in planned:
            if len(attack.orders) < 2:
                continue
            state = game.state
            river = any(_over_river(book_of(state), state, order, attack.area) for order in attack.orders)
            for effect in ("prevent", "support") if river else ("support", "prevent"):
                use, at = c.UseSpecial(effect), c.PlaceSpecial(attack.area)
                if (
                    self.moving(state)
                    and game.refusal(use) is None
                    and area_refusal(state, effect, attack.area) is None
                ):
                    game.apply(use)
                    game.apply(at)
                    return

    # Marches

    def _march(self, game: Game, view: View, busy: set[str], other: Player) -> None:
        """Send every unit that is left towards the goal that suits it best, unless waiting promises more."""
        state = game.state
        crowd: dict[str, float] = defaultdict(float)
        garrisons = self._towns_to_hold(view)
        units = [unit for unit in self.free_units(state) if unit.id not in busy]
        units.sort(key=lambda u: min((view.ways_to[g].get(u.location, (FAR, ""))[0] for g in view.goals), default=FAR))
        for unit in units:
            state = game.state
            unit = state.units[unit.id]
            if self._stays(state, unit, garrisons) or self._shields(state, unit):
                continue
            goal = self._goal(view, unit, crowd)
            crowd[goal] += unit.strength
            order = self._towards(view, state, unit, goal, garrisons)
            if order is not None:
                self.carry_out(game, order, other)

    def _towns_to_hold(self, view: View) -> dict[str, float]:
        """German towns that count and that the Allied player might retake, with the strength that each should have."""
        state, far = view.state, road_distances(view.state.scenario)
        towns = [a for a in view.book.section if view.book.spaces[a].vp and state.control.get(a) == GERMAN]
        towns += [town for town in view.book.scenario.towns if state.control.get(town) == GERMAN]
        most = 4.0 if view.book.scenario.victory == "seventh_army" else 7.0
        return {
            town: min(most, max(2.0, GARRISON * view.danger.get(town, 0.0)))
            for town in towns
            if min((far[town].get(space, FAR) for space in view.allied), default=FAR) <= 8
        }

    def _stays(self, state: State, unit: Unit, garrisons: Mapping[str, float]) -> bool:
        """Whether a town that counts cannot spare a unit."""
        here = units_in(state, unit.location, GERMAN)
        return (
            unit.location in garrisons
            and strength(here) - unit.strength < garrisons[unit.location]
            and not holds(state, unit.location, ALLIED)
        )

    def _goal(self, view: View, unit: Unit, crowd: Mapping[str, float]) -> str:
        """The goal that promises a unit most."""

        def promise(goal: str) -> float:
            far = view.ways_to[goal].get(unit.location, (FAR, ""))[0]
            pace = PACE if chart_of(view.state, unit).movement > 5 else 4.0
            need = 8 + 1.5 * strength(view.allied.get(goal, ()))
            return prize(view.state, goal, far / pace) * exp(-far / 20) / (1 + (crowd[goal] / need) ** 2)

        return max(view.goals, key=promise, default="")

    def _towards(self, view: View, state: State, unit: Unit, goal: str, garrisons: Mapping[str, float]) -> Order | None:
        """The move that brings a unit nearest to its goal; none if it had better wait."""
        ways, book = self.reach(state, unit), view.book
        nearest = view.ways_to.get(goal, {})
        now = nearest.get(unit.location, (FAR, ""))[0]
        evening = last_impulse_of_date(state)
        base = evening_points(state) if evening else 0.0
        best, best_value = None, 0.0
        here = unit.location
        danger = 0.0
        if here not in book.zone_set:
            danger = CAUTION * view.risk(here, strength(units_in(state, here, GERMAN)), unit)
            danger *= 0.5 if unit.entrenched else 1.0
        company = min(10, strength(other for other in units_in(state, here, GERMAN) if not other.marked))
        for space, way in ways.items():
            if space in book.zone_set:
                if book.spaces[space].owner == GERMAN or not self._may_exit(state):
                    continue
                value = (book.spaces[space].multiplier or 0) * unit.strength * 3.0
            elif holds(state, space, ALLIED):
                continue
            else:
                value = now - nearest.get(space, (FAR, ""))[0] if nearest else 0.0
                if space in garrisons:
                    missing = garrisons[space] - strength(units_in(state, space, GERMAN))
                    value += max(0.0, missing / garrisons[space]) * 4 * (1 + (book.spaces[space].vp or 1))
                if self.full(state, space, unit):
                    continue
                value -= 0.2 * len(units_in(state, space, GERMAN))
                if here not in book.section and space in book.section:
                    value += 20
                elif here not in view.lines[GERMAN]:
                    value += 3 * (view.from_supply(here) - view.from_supply(space))
                value += danger - CAUTION * view.risk(space, strength(units_in(state, space, GERMAN)) + company, unit)
            if evening and (book.spaces[space].vp or space in book.scenario.towns) and value > -8:
                value += 5 * (evening_points(as_if(state, unit, space)) - base)
            if value > best_value + 1e-9:
                best, best_value = Order(unit.id, way.path), value
        worth = 0.6 if evening else 0.5 * chart_of(state, unit).movement
        return best if best is not None and best_value >= worth else None

    @staticmethod
    def _may_exit(state: State) -> bool:
        return days_left(state) <= 0.7


class Allied(Player):
    """Holds where it matters, digs in, blocks roads, and strikes at what is weak or cut off."""

    side = ALLIED

    def attack_value(self, view: View, area: str) -> float:
        """Towns to be retaken, roads to be closed."""
        state, entry = view.state, view.book.spaces[area]
        value = 0.3
        if state.control.get(area) == GERMAN and (entry.vp or area in view.book.scenario.towns):
            value += (entry.vp or 2) * max(0.3, days_left(state) - 0.5)
        if holds(state, area, ALLIED):
            value += 0.5
        return value

    def place(self, state: State, legal: Sequence[Command]) -> Command:
        """Where the German is expected most; with the best road to it."""
        view, far = self.view(state), road_distances(state.scenario)

        def use(cmd: Command) -> float:
            if not isinstance(cmd, c.Place) or cmd.zone not in far:
                return -1.0
            closed = holds(state, cmd.zone, GERMAN)
            return sum(i * exp(-far[cmd.zone].get(a, FAR) / 6) for a, i in view.interest.items()) * (
                0.1 if closed else 1
            )

        return max(legal, key=use)

    def give_orders(self, game: Game, other: Player) -> None:
        """Counter-attacks, evening strokes, then every unit to where it helps most."""
        view = View(game.state, self.side)
        self.seen = self.box, view
        free = self.free_units(game.state)
        reach = {unit.id: self.reach(game.state, unit) for unit in free}
        planned = self.attacks(view, [u for u in free if u.type != "engineer" and self._spare(view, u)], reach)
        for attack in planned:
            for order in sorted(attack.orders, key=lambda o: not _over_river(view.book, game.state, o, attack.area)):
                if order.path:
                    self.carry_out(game, order, other)
        busy = {order.unit for attack in planned for order in attack.orders}
        if last_impulse_of_date(game.state):
            self._strokes(game, busy, other)
        self._deploy(game, busy, other)
        self.dig_in(game, busy)

    def _spare(self, view: View, unit: Unit) -> bool:
        """Whether a unit may leave its post to attack."""
        others = strength(u for u in view.allied.get(unit.location, ()) if u.id != unit.id)
        if self._stands_fast(view, unit) and unit.location not in view.german and others < 3:
            return False
        return unit.location in view.german or others >= 2 or view.interest.get(unit.location, 0.0) < 1.0

    def _stands_fast(self, view: View, unit: Unit) -> bool:
        """Whether a unit keeps its post: in touch with the enemy, not outnumbered beyond hope, its rear open."""
        state, here = view.state, unit.location
        if view.book.is_zone(here) or here not in view.book.section:
            return False
        mine, foes = view.allied.get(here, ()), view.german.get(here, ())
        if foes:
            return strength(mine) >= 3 and strength(mine) >= 0.4 * strength(foes)
        before = {road.to for road in view.book.roads[here] if road.to in view.german}
        lines = supply.lines(state, ALLIED)
        behind = [r.to for r in view.book.roads[here] if r.to in lines and r.to not in supply.lines(state, GERMAN)]
        return bool(before) and bool(behind or view.prizes.get(here))

    def _strokes(self, game: Game, busy: set[str], other: Player) -> None:
        """Moves that at once cost the German points or supply."""
        for _ in range(12):
            state = game.state
            base, best = evening_points(state), (0.3, None)
            for unit in self.free_units(state):
                if unit.id in busy:
                    continue
                for space, way in self.reach(state, unit).items():
                    if book_of(state).is_zone(space) or (space not in supply.lines(state, GERMAN)):
                        continue
                    if self.full(state, space, unit):
                        continue
                    gain = base - evening_points(as_if(state, unit, space))
                    if holds(state, space, GERMAN):  # it must attack
                        look = outlook(state, space, [unit], units_in(state, space, GERMAN), river=False)
                        gain *= 1 - look.lost / unit.strength * 0.8
                        gain -= look.lost * POINT
                    if gain > best[0]:
                        best = (gain, Order(unit.id, way.path))
            if best[1] is None or not self.carry_out(game, best[1], other):
                return
            busy.add(best[1].unit)

    # Deployment

    def _deploy(self, game: Game, busy: set[str], other: Player) -> None:
        """Every unit to the place where it adds most to what is held, the most useful move first."""
        view = self.view(game.state)
        held = {space: self._defence(units) for space, units in positions(game.state).of_side[ALLIED].items()}
        queue: list[tuple[float, int, str, tuple[str, ...], str]] = []

        def push(unit: Unit) -> None:
            gain, path, goal = self._best_post(view, game.state, unit, held)
            if path:
                heappush(queue, (-gain, len(queue), unit.id, path, goal))

        for unit in self.free_units(game.state):
            if unit.id not in busy and not self._stands_fast(view, unit):
                push(unit)
        heapify(queue)
        while queue:
            gain, _, name, _, goal = heappop(queue)
            unit = game.state.units[name]
            now, newer, goal = self._best_post(view, game.state, unit, held)
            if not newer:
                continue
            if queue and now < -queue[0][0] - 1e-9 and now < -gain - 1e-9:
                heappush(queue, (-now, len(queue), name, newer, goal))
                continue
            start = unit.location
            if self.carry_out(game, Order(name, newer), other):
                if start in held:
                    held[start] = max(0.0, held[start] - self._defence([unit]))
                held[goal] = held.get(goal, 0.0) + self._defence([unit])

    @staticmethod
    def _defence(units: Iterable[Unit]) -> float:
        return sum(unit.strength * (1.25 if unit.entrenched else 1.0) for unit in units)

    def _hold_value(self, view: View, area: str, defence: float) -> float:
        """What defenders in an area are worth: the interest in it, times the chance of holding it."""
        entry, state = view.book.spaces[area], view.state
        interest = view.interest.get(area, 0.0)
        retake = 0.0
        if (entry.vp or area in view.book.scenario.towns) and state.control.get(area) == GERMAN:
            retake = (entry.vp or 2) * max(0.3, days_left(state)) * (defence > 0)
        return interest * defence / (defence + 0.6 * view.threat.get(area, 0.0) + 1) + retake * (
            area not in view.german
        )

    def _best_post(
        self, view: View, state: State, unit: Unit, held: Mapping[str, float]
    ) -> tuple[float, tuple[str, ...], str]:
        """The best move of a unit: what it gains, the path, and the post in the end."""
        far = road_distances(state.scenario)
        here, ways = unit.location, self.reach(state, unit)
        pace = chart_of(state, unit).movement
        fresh = unit.strength * 1.0
        staying, zone = 0.0, view.book.is_zone(here)
        if not zone:
            mine = self._defence([unit])
            staying = self._hold_value(view, here, held.get(here, 0.0))
            staying -= self._hold_value(view, here, max(0.0, held.get(here, 0.0) - mine))
            staying -= view.risk(here, held.get(here, 0.0), unit) - self._post_bonus(view, unit)
        elif view.book.spaces[here].multiplier and chart_of(state, unit).demolition:
            guards = [u for u in units_in(state, here, ALLIED) if chart_of(state, u).demolition and u.id != unit.id]
            staying = 0.0 if guards else 0.5 * view.interest.get(here, 0.0)  # to blow the bridges (QA-13)
        open_to = {s: w for s, w in ways.items() if not view.book.is_zone(s) and not holds(state, s, GERMAN)}
        open_to = {s: w for s, w in open_to.items() if not self.full(state, s, unit)}
        best: tuple[float, tuple[str, ...], str] = (0.0, (), here)
        for post in view.threat:
            if post == here or (post in view.german and post not in open_to):
                continue
            before = held.get(post, 0.0)
            value = self._hold_value(view, post, before + fresh) - self._hold_value(view, post, before)
            if value <= staying:
                continue
            value -= view.risk(post, before + fresh, unit)
            if post in open_to:
                path = open_to[post].path
            else:
                near = min(open_to, key=lambda s: far[s].get(post, FAR), default=None)
                if near is None or far[near].get(post, FAR) >= far[here].get(post, FAR):
                    continue
                path = open_to[near].path
                value *= 0.75 ** (far[near].get(post, FAR) / pace + 0.3)
            if value - staying > best[0]:
                best = (value - staying, path, post)
        return best

    @staticmethod
    def _post_bonus(view: View, unit: Unit) -> float:
        """What it is worth not to leave a position: more where it is dug and the German stands before it."""
        near = any(road.to in view.german for road in view.book.roads[unit.location])
        return 0.15 + 0.3 * unit.entrenched + (0.5 if near and unit.location not in view.german else 0.0)


# ------------------------------------------------------------------ games


@dataclass
class Record:
    """What a game left behind."""

    level: str
    points: int
    by_date: dict[int, int] = field(default_factory=dict)
    held: dict[int, list[str]] = field(default_factory=dict)
    """Towns that are German in the evening."""
    disputed: dict[int, list[str]] = field(default_factory=dict)
    """Towns with units of both sides."""
    gaps: dict[int, int] = field(default_factory=dict)
    front: dict[int, dict[str, int]] = field(default_factory=dict)
    """By date, how far the roads west are German."""
    exits: int = 0
    losses: dict[str, list[int]] = field(default_factory=dict)
    """By side: strength lost, strength of the units that were in a battle, strength that came."""
    causes: dict[str, int] = field(default_factory=dict)
    """Strength lost by side and occasion."""
    released: list[str] = field(default_factory=list)
    fought: list[str] = field(default_factory=list)
    """Areas in which there was a battle."""


def from_line(kept: Mapping[str, Any]) -> Record:
    """The record of a game that was kept: JSON has no numbers for keys."""
    dated = {
        name: {int(d): what for d, what in kept[name].items()}
        for name in ("by_date", "held", "disputed", "gaps", "front")
    }
    return Record(**{**kept, **dated})


def play(scenario: str, seed: int, tell: Callable[[str], None] | None = None) -> Record:
    """A game between the two players."""
    game = Game.new(f"{TITLE_ID}/{scenario}", seed, {"undo": "free"})
    players: dict[str, Player] = {GERMAN: German(seed), ALLIED: Allied(seed)}
    record = Record("", 0)
    engaged, fought = set[str](), set[str]()
    while not game.over:
        state, seen = game.state, len(game.entries)
        step = state.stack[-1]
        player = players[str(game.side)]
        if isinstance(step, activation.Movement):
            player.move(game, players[enemy(player.side)])
        else:
            if isinstance(step, combat.Battle):
                engaged |= {*step.attackers, *step.defenders}
                fought.add(step.area)
            game.apply(player.decide(game))
        for event in (event for entry in game.entries[seen:] for event in entry.events):
            if tell:
                tell(game.title.event_text(event))
            if event.kind == "loss":
                loser = state.units[event.data["unit"]].side
                how = "starved" if event.rule == "13.21" else "attacking" if loser == state.active else "defending"
                record.causes[f"{loser} {how}"] = record.causes.get(f"{loser} {how}", 0) + event.data["lost"]
        for date in {state.date, game.state.date} if game.over else {state.date} - {game.state.date}:
            _note_evening(record, date, game.state)
        del game.entries[:-1], game.states[:-1]  # nobody takes back an earlier move
        game.entries.clear()
    _sum_up(record, game, engaged)
    record.fought = sorted(fought)
    return record


def _note_evening(record: Record, date: int, state: State) -> None:
    book = book_of(state)
    marked = {a for a in book.section if book.spaces[a].vp} | set(book.scenario.towns)
    record.held[date] = sorted(a for a in marked if state.control.get(a) == GERMAN)
    record.disputed[date] = sorted(a for a in marked if holds(state, a, GERMAN) and holds(state, a, ALLIED))
    record.front[date] = tigers_front.trace(state)
    record.gaps[date] = victory.count_gaps(state)
    record.by_date[date] = sum(
        s.points for s in state.vp_log if s.turn.startswith(str(date)) and s.source in book.areas
    )


def _sum_up(record: Record, game: Game, engaged: set[str]) -> None:
    state, book = game.state, book_of(game.state)
    assert game.over
    record.level, record.points = game.over.level, state.vp
    record.exits = sum(score.points for score in state.vp_log if score.source in book.zones)
    for side in (GERMAN, ALLIED):
        units = [unit for unit in state.units.values() if unit.side == side and unit.location != OFF_MAP]
        lost = sum(unit.start_strength - unit.strength for unit in units)
        fighting = sum(unit.start_strength for unit in units if unit.id in engaged)
        record.losses[side] = [lost, fighting, sum(unit.start_strength for unit in units)]
    record.released = sorted(name for name, how in state.reserves.items() if how == "released")


# ------------------------------------------------------------------ report


def report(scenario: str, records: Sequence[Record]) -> None:
    """Print the figures of a scenario."""
    book = open_book(f"{TITLE_ID}/{scenario}")
    print(f"\n{scenario}: {len(records)} games")
    levels = Counter(record.level for record in records)
    order = [_level_words(level.level, level.winner) for level in book.scenario.levels] or sorted(levels)
    for level in order:
        print(f"  {level:28} {levels[level]:3}  {kept_games.share(levels[level], len(records))}")
    for side in (GERMAN, ALLIED):
        won = sum(n for level, n in levels.items() if level.startswith(side))
        print(f"  {side + ' wins':28} {won:3}  {kept_games.share(won, len(records))}")
    points = sorted(record.points for record in records)
    quarter = len(points) // 4
    print(f"  points: median {median(points)}, middle half {points[quarter]} to {points[-1 - quarter]}, all {points}")
    print(f"  of these for units beyond the map: mean {mean(r.exits for r in records):.1f}")
    for side in (GERMAN, ALLIED):
        lost, fighting, came = (mean(r.losses[side][i] for r in records) for i in range(3))
        ways = {
            how: mean(r.causes.get(f"{side} {how}", 0) for r in records)
            for how in ("attacking", "defending", "starved")
        }
        rate = f"{lost / max(1, fighting):.0%}, " + ", ".join(f"{how} {n:.0f}" for how, n in ways.items())
        print(f"  {side:6} lost {lost:.0f} of {fighting:.0f} in battle ({rate}), {came:.0f} came")
    if book.reserves and scenario in ("campaign", "fifth_panzer_army"):
        released = Counter(name for record in records for name in record.released)
        print("  released: " + ", ".join(f"{name} {n / len(records):.0%}" for name, n in sorted(released.items())))
    dates = sorted(records[0].held)
    print(f"  {'':16}" + "".join(f"{date:>10}" for date in dates))
    print(f"  {'points, mean':16}" + "".join(f"{mean(r.by_date.get(d, 0) for r in records):10.1f}" for d in dates))
    history = [
        sum(book.spaces[a].vp or 0 for a, (b, e) in HISTORY.items() if b <= d <= e and a in book.section) for d in dates
    ]
    print(f"  {'points, 1944':16}" + "".join(f"{n:10}" for n in history))
    print(f"  {'gaps, mean':16}" + "".join(f"{mean(r.gaps.get(d, 0) for r in records):10.1f}" for d in dates))
    towns = sorted({*_marked(book), *book.scenario.towns}, key=int)
    for town in towns:
        shares = [mean(town in r.held.get(d, ()) for r in records) for d in dates]
        begin, end = HISTORY.get(town, (0, 0))
        both = [mean(town in r.disputed.get(d, ()) for r in records) for d in dates]
        cells = "".join(
            f"{share:5.0%}/{open_:3.0%}{'*' if begin <= d <= end else ' '}"
            for share, open_, d in zip(shares, both, dates, strict=True)
        )
        name = f"{book.spaces[town].name} {book.spaces[town].vp or ''}"
        print(f"  {name:16}{cells}  fought over {mean(town in r.fought for r in records):4.0%}")
    tigers_front.report([record.front for record in records])


def _marked(book: Book) -> list[str]:
    return [] if book.scenario.towns else [area for area in book.areas if book.spaces[area].vp and area in book.section]


def _level_words(level: str, winner: str | None) -> str:
    return f"{winner} {level} victory" if winner else level.capitalize()


def main() -> None:
    """Read the command line, play, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenario", action="append", choices=SCENARIOS)
    parser.add_argument("--file", type=Path, help="where games are kept, a line each")
    parser.add_argument("--trace", action="store_true", help="tell the story of one game")
    given = parser.parse_args()
    rules = Path(victory.__file__).parents[1]
    mark = kept_games.mark_of(Path(__file__), rules, scenarios_folder() / TITLE_ID)
    for scenario in given.scenario or SCENARIOS:
        if given.trace:
            play(scenario, given.seed, print)
            continue
        seeds = range(given.seed, given.seed + given.games)
        found = kept_games.games(given.file, mark, scenario, seeds, partial(_line, scenario))
        report(scenario, [from_line(game) for game in found])


def _line(scenario: str, seed: int) -> dict[str, Any]:
    """A game as it is kept; as it would be read again."""
    kept: dict[str, Any] = json.loads(json.dumps(asdict(play(scenario, seed))))
    return kept


if __name__ == "__main__":
    main()
