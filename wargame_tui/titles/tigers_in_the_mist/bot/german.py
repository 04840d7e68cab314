"""The German player of Tigers in the Mist."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import exp

from wargame_tui.core.game import Game
from wargame_tui.titles.tigers_in_the_mist import commands as c
from wargame_tui.titles.tigers_in_the_mist.bot.player import Attack, Order, Player, over_river
from wargame_tui.titles.tigers_in_the_mist.bot.values import (
    ASTRAY,
    CAUTION,
    FAR,
    GARRISON,
    GUARD,
    OVERRUN,
    OVERWHELMED,
    PACE,
    ROAD_GUARD,
    SHIELDED,
    as_if,
    cut_off,
    days_left,
    evening_points,
    last_date,
    last_impulse_of_date,
    lost_without,
    open_to_raids,
    road_distances,
    without,
)
from wargame_tui.titles.tigers_in_the_mist.bot.view import ON_FOOT, View
from wargame_tui.titles.tigers_in_the_mist.printed.book import ALLIED, GERMAN
from wargame_tui.titles.tigers_in_the_mist.rules import (
    supply,
)
from wargame_tui.titles.tigers_in_the_mist.rules.special import area_refusal
from wargame_tui.titles.tigers_in_the_mist.state import (
    State,
    Unit,
    book_of,
    chart_of,
    destroyed,
    holds,
    positions,
    strength,
    units_in,
)


class German(Player):
    """Attacks with all arms where it opens a road, then drives on."""

    side = GERMAN

    def attack_value(self, view: View, area: str) -> float:
        """The interest in the area."""
        return min(view.interest.get(area, 0.0), 6.0)

    def astray(self, view: View, unit: Unit, area: str) -> float:
        """The day that tanks and lorries lose if they turn away from their goal to attack; infantry mops up."""
        if chart_of(view.state, unit).movement <= ON_FOOT:
            return 0.0
        if unit.location not in self.ways:
            goal = self._goal(view, unit, view.goals, defaultdict(float))
            self.ways[unit.location] = view.ways_to[goal] if goal else {}
        ways = self.ways[unit.location]
        back = ways.get(area, (FAR, ""))[0] - ways.get(unit.location, (FAR, ""))[0] if ways else 0.0
        return ASTRAY * unit.strength * max(0.0, back) / PACE

    def foothold(self, state: State, area: str) -> float:
        """On the last date, what a town counts that is contested."""
        scenario = book_of(state).scenario
        if area not in scenario.towns or state.date < last_date(state) or state.control.get(area) == GERMAN:
            return 0.0
        return 3.0 if scenario.victory == "seventh_army" else 1.0

    def give_orders(self, game: Game, other: Player) -> None:
        """Attacks first, then the marches that the open roads allow."""
        view = View(game.state, self.side, self.bias)
        self.seen = self.box, view
        builders = self._builders(game.state)
        garrisons = self._posts_to_hold(view)
        free = [u for u in self.free_units(game.state) if not self._shields(game.state, u)]
        free = [u for u in free if not self._stays(game.state, u, garrisons)]
        reach = {unit.id: self.reach(game.state, unit) for unit in free}
        planned = self.attacks(view, [u for u in free if u.type != "engineer"], reach)
        self._special_forces(game, planned)
        busy = builders | {order.unit for attack in planned for order in attack.orders}
        for attack in planned:
            for order in sorted(attack.orders, key=lambda o: not over_river(view.book, game.state, o, attack.area)):
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
        lost = [name for name in lost_without(state, here) if name != unit.id]
        return len(lost) > SHIELDED and here in open_to_raids(without(state, unit), today=False)

    @staticmethod
    def _faces(state: State, unit: Unit) -> bool:
        """Whether infantry stands before an enemy who would have nobody as strong before him if it marched away."""
        if chart_of(state, unit).movement > ON_FOOT or holds(state, unit.location, ALLIED):
            return False
        roads = book_of(state).roads
        for near in roads[unit.location]:
            foe = strength(units_in(state, near.to, ALLIED))
            before = {road.to for road in roads[near.to]}
            held = sum(strength(units_in(state, space, GERMAN)) for space in before) - unit.strength
            if held < foe:
                return True
        return False

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
            river = any(over_river(book_of(state), state, order, attack.area) for order in attack.orders)
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
        garrisons = self._posts_to_hold(view)
        goals = view.goals or [*garrisons]
        for town in goals:
            view.ways_to.setdefault(town, view.german_ways(town))
        units = [unit for unit in self.free_units(state) if unit.id not in busy]
        free = {unit.id for unit in units}
        for unit in (each for stack in positions(state).of_side[GERMAN].values() for each in stack):
            if unit.id not in free:  # those who have marched today are on their way to somewhere, too
                crowd[self._goal(view, unit, goals, crowd)] += unit.strength
        units.sort(key=lambda u: min((view.ways_to[g].get(u.location, (FAR, ""))[0] for g in goals), default=FAR))
        for unit in units:
            state = game.state
            unit = state.units[unit.id]
            if self._stays(state, unit, garrisons) or self._shields(state, unit) or self._faces(state, unit):
                continue
            goal = self._goal(view, unit, goals, crowd)
            crowd[goal] += unit.strength
            order = self._towards(view, state, unit, goal, garrisons)
            if order is not None:
                self.carry_out(game, order, other)

    def _posts_to_hold(self, view: View) -> dict[str, float]:
        """Towns that count, and roads of supply, that the enemy might take, with the strength that each should have."""
        state, far = view.state, road_distances(view.state.scenario)
        towns = [a for a in view.book.in_play if view.book.spaces[a].vp and state.control.get(a) == GERMAN]
        towns += [town for town in view.book.scenario.towns if state.control.get(town) == GERMAN]
        most = 4.0 if view.book.scenario.victory == "seventh_army" else 7.0
        if not view.goals:
            most = 10.0  # nothing else is left to do
        posts = {
            town: min(most, max(2.0, GARRISON * view.danger.get(town, 0.0)))
            for town in towns
            if min((far[town].get(space, FAR) for space in view.allied), default=FAR) <= 8
        }
        return {**self._roads_to_hold(view), **posts}

    @staticmethod
    def _roads_to_hold(view: View) -> dict[str, float]:
        """Areas without which many units would be cut off, if the enemy can attack them within a day."""
        found = {}
        for space, units in view.german.items():
            danger = view.danger.get(space, 0.0)
            if danger and space not in view.book.zone_set and space not in view.allied:
                lost = set(lost_without(view.state, space)) - {unit.id for unit in units}
                if len(lost) > SHIELDED:
                    found[space] = min(ROAD_GUARD, max(2.0, GARRISON * danger))
        return found

    def _stays(self, state: State, unit: Unit, garrisons: Mapping[str, float]) -> bool:
        """Whether a town that counts, or a road of supply, cannot spare a unit."""
        here = units_in(state, unit.location, GERMAN)
        return (
            unit.location in garrisons
            and strength(here) - unit.strength < garrisons[unit.location]
            and not holds(state, unit.location, ALLIED)
        )

    def _goal(self, view: View, unit: Unit, goals: Sequence[str], crowd: Mapping[str, float]) -> str:
        """The goal that promises a unit most; towns that are held already are worth the same to it."""

        def promise(goal: str) -> float:
            far = view.ways_of([unit], goal).get(unit.location, (FAR, ""))[0]
            pace = PACE if chart_of(view.state, unit).movement > 5 else 4.0
            need = 8 + 1.5 * strength(view.allied.get(goal, ()))
            worth = view.prize(goal, far / pace) if view.goals else 1.0
            return worth * exp(-far / 20) / (1 + (crowd[goal] / need) ** 2)

        return max(goals, key=promise, default="")

    def _towards(self, view: View, state: State, unit: Unit, goal: str, garrisons: Mapping[str, float]) -> Order | None:
        """The move that brings a unit nearest to its goal; none if it had better wait."""
        ways, book = self.reach(state, unit), view.book
        nearest = view.ways_of([unit], goal) if goal in view.ways_to else {}
        now = nearest.get(unit.location, (FAR, ""))[0]
        evening = last_impulse_of_date(state)
        base = evening_points(state) if evening else 0.0
        best, best_value = None, 0.0
        here = unit.location

        def counts(space: str) -> bool:
            return bool(book.spaces[space].vp or space in book.scenario.towns)

        danger = 0.0
        if here not in book.zone_set:
            danger = CAUTION * view.risk(here, strength(units_in(state, here, GERMAN)), unit)
            danger *= 0.5 if unit.entrenched else 1.0
        others = [other for other in units_in(state, here, GERMAN) if not other.marked]
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
                company = min(10, strength(each for each in others if chart_of(state, each).movement >= way.spent))
                defence = strength(units_in(state, space, GERMAN)) + company
                value += danger - CAUTION * view.risk(space, defence, unit)
                if _exposed(view, state, unit, space, defence):
                    value -= OVERRUN
            if evening and (counts(space) or counts(here)) and value > -8:
                value += 5 * (evening_points(as_if(state, unit, space)) - base)
            if value > best_value + 1e-9:
                best, best_value = Order(unit.id, way.path), value
        worth = 0.6 if evening else 0.5 * chart_of(state, unit).movement
        return best if best is not None and best_value >= worth else None

    @staticmethod
    def _may_exit(state: State) -> bool:
        return days_left(state) <= 0.7


def _exposed(view: View, state: State, unit: Unit, space: str, defence: float) -> bool:
    """Whether the enemy may overrun a unit: tanks that are outnumbered, engineers before everybody else who rides."""
    danger = view.danger.get(space, 0.0)
    if unit.type == "engineer":
        return view.rides and danger > 0 and not units_in(state, space, GERMAN)
    return unit.type == "armour" and OVERWHELMED * defence < danger
