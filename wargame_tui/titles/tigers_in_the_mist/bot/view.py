"""The table as a player of Tigers in the Mist sees it: ways, threats, and the German interest in each area."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, cached_property
from heapq import heappop, heappush
from math import exp

from wargame_tui.titles.tigers_in_the_mist.bot.values import (
    FAR,
    PACE,
    PLAIN,
    POINT,
    Bias,
    days_left,
    prize,
    road_distances,
)
from wargame_tui.titles.tigers_in_the_mist.printed.book import ALLIED, DATA, GERMAN, open_book
from wargame_tui.titles.tigers_in_the_mist.printed.data import Side
from wargame_tui.titles.tigers_in_the_mist.rules import (
    supply,
)
from wargame_tui.titles.tigers_in_the_mist.state import (
    State,
    Unit,
    book_of,
    chart_of,
    destroyed,
    positions,
    strength,
)

ON_FOOT = 5
"""Movement points up to which a unit walks."""
THROUGH = 0.4
"""How much the delay by a defender counts for infantry that stands before him: it is there to break through."""


@DATA.forgotten
@cache
def german_roads(scenario: str) -> Mapping[str, Sequence[tuple[str, int, str | None]]]:
    """The roads to each space, by which the German may come: from where, movement points, the bridge."""
    book = open_book(scenario)
    inside = book.section
    return {
        space: [(road.to, road.cost, road.bridge) for road in roads if space in inside or road.to not in inside]
        for space, roads in book.roads.items()
    }


class View:
    """The table as both players see it at the start of an impulse."""

    def __init__(self, state: State, side: Side, bias: Bias = PLAIN) -> None:
        """Look at the table with the eyes of a side: the Allied player does not count on his own men to be avoided."""
        self.state, self.book, self.side, self.bias = state, book_of(state), side, bias
        self.lines = {side: supply.lines(state, side) for side in (GERMAN, ALLIED)}
        self.german, self.allied = (positions(state).of_side[side] for side in (GERMAN, ALLIED))
        self.goals = [
            space
            for space in self.book.in_play
            if space not in self.book.charts.closed_zones[GERMAN] and prize(state, space, 0) > 0
        ]
        self.prizes = {goal: self.prize(goal, 0) for goal in self.goals}
        self._through: dict[str, Mapping[str, tuple[float, str]]] = {}
        self.ways_to = {goal: self.german_ways(goal) for goal in self.goals}
        self.interest = self._interest()

    def prize(self, goal: str, time: float) -> float:
        """Victory points that a goal brings the German if he has it in so many days, as the bias has it."""
        return prize(self.state, goal, time) * self.bias.of(goal)

    def ways_of(self, units: Sequence[Unit], goal: str) -> Mapping[str, tuple[float, str]]:
        """The ways to a goal as units of one space take them: infantry before the enemy does not march round him."""
        on_foot = bool(units) and all(chart_of(self.state, unit).movement <= ON_FOOT for unit in units)
        if not on_foot or not any(road.to in self.allied for road in self.book.roads[units[0].location]):
            return self.ways_to[goal]
        if goal not in self._through:
            self._through[goal] = self.german_ways(goal, THROUGH)
        return self._through[goal]

    def german_ways(self, goal: str, held_up: float = 1.0) -> dict[str, tuple[float, str]]:
        """For each space the German's way to a goal, delays by defenders counted so far, and the next space on it."""
        blown, roads, delays = destroyed(self.state), german_roads(self.state.scenario), self._delays
        found: dict[str, tuple[float, str]] = {goal: (0.0, goal)}
        queue = [(0.0, goal)]
        while queue:
            so_far, here = heappop(queue)
            if so_far > found[here][0] or (here != goal and here in self.book.zone_set):
                continue
            enter = so_far + held_up * delays.get(here, 0.0)
            for to, points, bridge in roads[here]:
                cost = enter + (4 if bridge in blown else points)
                known = found.get(to)
                if known is None or cost < known[0]:
                    found[to] = cost, here
                    heappush(queue, (cost, to))
        return found

    @cached_property
    def _delays(self) -> Mapping[str, float]:
        """What each defender costs the German."""
        return {space: self.delay(space) for space in self.allied}

    def delay(self, space: str) -> float:
        """Movement points that a defender costs the German."""
        units = self.allied.get(space, ())
        if not units or self.book.is_zone(space):
            return 0.0
        by_strength = 0.15 if self.side == ALLIED else 1.0
        return 1.5 + by_strength * sum((u.strength * (1.1 if u.entrenched else 0.8) for u in units), 0.0)

    @cached_property
    def rides(self) -> bool:
        """Whether the German has more tanks and lorries than engineers: else these must ride ahead for him."""
        riders = [u for units in self.german.values() for u in units if chart_of(self.state, u).movement > ON_FOOT]
        engineers = strength(unit for unit in riders if unit.type == "engineer")
        return strength(riders) > 2 * engineers

    @cached_property
    def threat(self) -> dict[str, float]:
        """Enemy strength that could be brought against each area soon."""
        far, found = road_distances(self.state.scenario), {}
        hostile = self.german if self.side == ALLIED else self.allied
        for area in self.book.in_play:
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
        roads, zones = self.book.roads, self.book.zone_set
        while queue:
            so_far, here = heappop(queue)
            if (here != start and here in barred) or so_far > best[here]:
                continue
            for road in roads[here]:
                to = road.to
                cost = so_far + (3 if road.bridge in blown else road.cost) + (to in barred)
                if cost <= points and cost < best.get(to, FAR) and to not in zones:
                    best[to] = cost
                    heappush(queue, (cost, to))
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
        return unit.strength * pressure * self.point * self.bias.caution * (1.0 if area in hostile else 0.6)

    def _interest(self) -> dict[str, float]:
        """How much the German wants to go into or through each area, near areas more than far ones."""
        found: dict[str, float] = defaultdict(float, self.bias.interest)
        for start, units in self.german.items():
            if self.book.is_zone(start) and self.book.spaces[start].owner == ALLIED:
                continue
            wishes = []
            for goal in self.goals:
                far = self.ways_of(units, goal).get(start, (FAR, ""))[0]
                wishes.append((self.prize(goal, far / PACE) * exp(-far / 25), goal))
            for wish, goal in sorted(wishes, reverse=True)[:5]:
                ways, here = self.ways_of(units, goal), start
                far = ways.get(start, (FAR, ""))[0]
                while wish and here != goal:
                    here = ways[here][1]
                    passed = far - ways[here][0] - self.delay(here)
                    if here not in self.german or here in self.allied:
                        found[here] += wish * min(strength(units), 10) / 40 * exp(-max(0.0, passed) / 9)
        return found

    @property
    def point(self) -> float:
        """What a strength point is worth now."""
        short = 0.4 if self.book.scenario.towns else 1.0
        return short * POINT * min(1.0, 0.3 + days_left(self.state) / 5)
