"""The Allied player of Tigers in the Mist."""

from collections.abc import Iterable, Mapping, Sequence
from heapq import heapify, heappop, heappush
from math import exp

from wargame_tui.core.command import Command
from wargame_tui.core.game import Game
from wargame_tui.titles.tigers_in_the_mist import commands as c
from wargame_tui.titles.tigers_in_the_mist.bot.player import Order, Player, over_river
from wargame_tui.titles.tigers_in_the_mist.bot.values import (
    FAR,
    POINT,
    as_if,
    days_left,
    evening_points,
    last_impulse_of_date,
    outlook,
    road_distances,
)
from wargame_tui.titles.tigers_in_the_mist.bot.view import View
from wargame_tui.titles.tigers_in_the_mist.printed.book import ALLIED, GERMAN
from wargame_tui.titles.tigers_in_the_mist.rules import (
    supply,
)
from wargame_tui.titles.tigers_in_the_mist.state import (
    State,
    Unit,
    book_of,
    chart_of,
    holds,
    positions,
    strength,
    units_in,
)

POST = 3
"""Strength that has to stay at a post before the enemy."""
PICKET = 2
"""Strength that has to stay where the German wants to go."""


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
        view = View(game.state, self.side, self.bias)
        self.seen = self.box, view
        free = self.free_units(game.state)
        reach = {unit.id: self.reach(game.state, unit) for unit in free}
        able = [u for u in free if u.type != "engineer"]
        planned = self.attacks(view, self._sallying(view, able), reach)
        for attack in planned:
            for order in sorted(attack.orders, key=lambda o: not over_river(view.book, game.state, o, attack.area)):
                if order.path:
                    self.carry_out(game, order, other)
        busy = {order.unit for attack in planned for order in attack.orders}
        if last_impulse_of_date(game.state):
            self._strokes(game, busy, other)
        self._deploy(game, busy, other)
        self.dig_in(game, busy)

    def _sallying(self, view: View, able: Sequence[Unit]) -> list[Unit]:
        """Who of them may attack, so that all of them together leave no post without those that it needs."""
        going = list[Unit]()
        for space, units in view.allied.items():
            left, needed = strength(units), self._needed(view, space, units)
            for unit in sorted((unit for unit in units if unit in able), key=lambda unit: -unit.strength):
                if left - unit.strength >= needed:
                    going.append(unit)
                    left -= unit.strength
        return going

    def _needed(self, view: View, space: str, units: Sequence[Unit]) -> int:
        """The strength that has to stay in a space when others sally from it."""
        if view.book.is_zone(space) or space in view.german:
            return 0
        if any(self._stands_fast(view, unit) for unit in units):
            return POST
        if view.interest.get(space, 0.0) >= 1.0:
            return PICKET
        counts = view.book.spaces[space].vp or space in view.book.scenario.towns
        return 1 if counts and view.danger.get(space) else 0

    def _stands_fast(self, view: View, unit: Unit) -> bool:
        """Whether a unit keeps its post: in touch with the enemy, not outnumbered beyond hope, its rear open."""
        here = unit.location
        if view.book.is_zone(here) or here not in view.book.section:
            return False
        mine, foes = view.allied.get(here, ()), view.german.get(here, ())
        if foes:
            return strength(mine) >= 3 and strength(mine) >= 0.4 * strength(foes)
        before = any(road.to in view.german for road in view.book.roads[here])
        return before and bool(_rear_open(view, here) or view.prizes.get(here))

    def _strokes(self, game: Game, busy: set[str], other: Player) -> None:
        """Moves that at once cost the German points or supply."""
        for _ in range(12):
            state = game.state
            base = evening_points(state)
            best: tuple[float, Order | None] = (0.3, None)
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


def _rear_open(view: View, here: str) -> bool:
    """Whether a road leads back: to an area in supply that no German has, and before which none stands."""
    roads, lines = view.book.roads, view.lines[ALLIED]
    behind = [road.to for road in roads[here] if road.to in lines and road.to not in view.german]
    return any(all(road.to not in view.german for road in roads[space]) for space in behind)
