"""What both players of Tigers in the Mist do alike: carry out orders, weigh attacks, fight, dig in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from wargame_tui.core.command import Command
from wargame_tui.core.game import Game
from wargame_tui.core.state import changed
from wargame_tui.titles.tigers_in_the_mist import commands as c
from wargame_tui.titles.tigers_in_the_mist.bot.values import (
    PLAIN,
    Bias,
    last_impulse_of_date,
    outlook,
)
from wargame_tui.titles.tigers_in_the_mist.bot.view import View
from wargame_tui.titles.tigers_in_the_mist.printed.book import ALLIED, GERMAN, Book, enemy
from wargame_tui.titles.tigers_in_the_mist.printed.data import Side
from wargame_tui.titles.tigers_in_the_mist.rules import (
    activation,
    bridges,
    combat,
    movement,
    reinforcements,
    special,
    stacking,
    supply,
)
from wargame_tui.titles.tigers_in_the_mist.state import (
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


class Player:
    """What both sides do alike: carry out orders, fight, build."""

    side: Side = GERMAN

    def __init__(self, seed: int, bias: Bias = PLAIN) -> None:
        """A player with a mind of its own."""
        self.random, self.bias = Random(seed), bias
        self.box = ""
        self.seen: tuple[str, View] | None = None
        self.worth: dict[str, float] = {}
        self.ways: dict[str, Mapping[str, tuple[float, str]]] = {}
        """How tanks and lorries of a space go to their goal."""
        self.orders: dict[str, Order] = {}
        """What units have been ordered."""

    def view(self, state: State) -> View:
        """The table at the first look at it in this impulse."""
        if self.seen is None or self.seen[0] != stamp(state):
            self.seen = stamp(state), View(state, self.side, self.bias)
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
        begun = len(game.entries)
        game.apply(c.Move(order.unit))
        if order.abandon and game.refusal(c.Abandon(order.unit)) is None:
            game.apply(c.Abandon(order.unit))
        self.orders[order.unit] = order
        if not self.go_on(game, order, other):
            game.undo(len(game.entries) - begun)
            return False
        return True

    def go_on(self, game: Game, order: Order, other: "Player") -> bool:
        """Go on with a move that has begun, along its path; False: it could not set out, and cannot end there."""
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
            return False
        self.get_away(game, order.unit, other)
        return True

    def get_away(self, game: Game, unit: str, other: "Player") -> None:
        """Bring a move to an end that may not end where it is: to where no enemy stands, if that goes."""
        while _moving(game, unit):
            state, foe = game.state, enemy(self.side)
            able = [cmd for cmd in game.legal() if not isinstance(cmd, c.With)]
            game.apply(min(able, key=lambda cmd: isinstance(cmd, c.To) and holds(state, cmd.space, foe)))
            while isinstance(game.state.stack[-1], bridges.Demolition):
                game.apply(other.blow(game))

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
        spaces = [space for space in spaces if space not in self.bias.spared]
        found: list[Attack] = []
        self.ways = {}
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
                river = not inside and all(over_river(view.book, state, order, area) for order in more)
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

    def astray(self, view: View, unit: Unit, area: str) -> float:
        """What it costs that a unit leaves its way, or its post, to attack."""
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
        score = value + (look.gained * self.bias.blood - look.lost) * view.point - 0.03 * len(attackers)
        score -= sum(self.astray(view, unit, area) for unit in attackers)
        return Attack(area, sorted(orders, key=lambda order: not order.path), score + self.bias.boldness)

    # Everything else

    def decide(self, game: Game) -> Command:
        """A decision outside movement."""
        state, legal = game.state, game.legal()
        step = state.stack[-1]
        if isinstance(step, reinforcements.Reinforcement):
            return self.place(state, legal)
        if isinstance(step, special.Placement):
            return max(legal, key=lambda cmd: self._helped(state, cmd))
        if isinstance(step, combat.Battles):
            return self._next_battle(game, legal)
        if isinstance(step, combat.Battle):
            command: Command = self._in_battle(state, step, legal)
            return command
        return legal[0]  # build, count gaps, remove

    def _helped(self, state: State, placed: Any) -> tuple[bool, float]:
        """How much special forces help in an area: most where an attack has been declared."""
        return bool(combat.must_attack(state, placed.area, self.side)), self.view(state).interest.get(placed.area, 0.0)

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

    def _in_battle(self, state: State, step: combat.Battle, legal: Sequence[Any]) -> Any:
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


def over_river(book: Book, state: State, order: Order, area: str) -> bool:
    if not order.path:
        return False
    before = order.path[-2] if len(order.path) > 1 else state.units[order.unit].location
    return book.road_to[before, area].bridge is not None
