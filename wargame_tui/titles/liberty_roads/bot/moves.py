"""How the greedy player of Liberty Roads moves: a plan for the whole movement phase, made when it begins.

First the attacks that promise most are given the units that can reach them. Then the Allies send everybody else toward
the prizes; the Germans hold the cheapest line between the Allies and what is worth defending, and home.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from wargame_tui.board.hexes import members, spread
from wargame_tui.core.game import Game
from wargame_tui.titles.liberty_roads.bot.sight import (
    FAR,
    PLAIN,
    Bias,
    View,
    distance,
    nearest,
    parties,
    view_of,
    ways_to,
)
from wargame_tui.titles.liberty_roads.printed.book import ALLIED, BRITISH, GERMAN, Board
from wargame_tui.titles.liberty_roads.printed.data import Side
from wargame_tui.titles.liberty_roads.rules import rail, stacking, strengths, supply
from wargame_tui.titles.liberty_roads.rules.movement import MODES, move_refusal
from wargame_tui.titles.liberty_roads.rules.reach import reach, strategic_refusal
from wargame_tui.titles.liberty_roads.state import Mode, State, Unit

LEAST: Mapping[Side, float] = {ALLIED: 0.1, GERMAN: 1.0}
"""What an attack must promise."""
PRIZES = 14
"""How many prizes the Allies go for at a time."""
ANY = 1.0
"""What any prize is worth to the Allies beside its value."""
UNFED = 0.5
"""How much of its worth is left of a hex where no HQ can be expected to feed."""
GUARDED = 0.4
"""How exposed a harbour may be without a guard."""
STAY = 0.05
"""What it is worth not to move without need."""
NORTH, ABROAD = 8, 0.6
"""The last row of the British sector; how much a prize counts in the other nation's."""
BOLD, BEYOND = 2.0, 1.5
"""What it costs that the hex of an attack is exposed, or where no HQ can be expected to feed."""
CROWD = 0.1
"""How much less a prize counts for every unit that goes for it already."""
FEAR = 0.9
"""How much of its worth a hex loses at most where a stack would be lost."""
PACE = 0.94
"""How much of a prize is left with every half movement point on the way to it."""
HOLD, NATURE, REACHABLE, CONTACT = 5, 1, 7, 1
"""What a hex of a line costs; less on good ground; more if nobody gets there in time; more next to the enemy."""
GIVE_UP = 5.0
"""What a prize may cost in hexes of the line for each point before the Germans give it up."""
HOME = 400
"""The same for Germany."""


def fear(view: View) -> float:
    """How much of its worth a hex loses where a stack would be lost."""
    return FEAR * (1 + view.caution) / 2


@dataclass(frozen=True, slots=True)
class Order:
    """Where a unit is to go, and how."""

    unit: str
    mode: Mode
    hex: int


def plan_for(game: Game, side: Side, bias: Bias = PLAIN) -> "Plan":
    """The plan of the movement phase in hand, as it was made before anything moved."""

    def fresh(state: State) -> bool:
        return state.stack[-1].kind == "movement" and not state.now.moved

    return plan_of(begun(game, "movement", fresh), side, bias)


def begun(game: Game, kind: str, fresh: Callable[[State], bool]) -> State:
    """The last state that was still fresh, since a kind of step has been in hand; else the first since then."""
    found: State = game.state
    for state in reversed(game.states):
        if not any(step.kind == kind for step in state.stack):
            break
        found = state
        if fresh(state):
            break
    return found


@dataclass(frozen=True, slots=True)
class Strike:
    """An attack that is planned."""

    value: float
    hex: int
    party: tuple[Unit, ...]
    """The attackers, where they are to stand."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Orders by unit, and the attacks for which they are given, the most promising first."""

    orders: Mapping[str, Order]
    strikes: Sequence[Strike]


def plan_of(state: State, side: Side, bias: Bias = PLAIN) -> Plan:
    """The plan of a side for a movement phase that begins with a position.

    The last ones are kept: a player that thinks ahead comes back to the same position again and again.
    """
    for known, mine, liked, plan in reversed(_KNOWN):
        if known.units is state.units and mine == side and liked == bias and _is_like(known, state):
            return plan
    plan = _Planner(view_of(state, side, bias)).plan()
    _KNOWN.append((state, side, bias, plan))
    del _KNOWN[:-MOST_KNOWN]
    return plan


_KNOWN: list[tuple[State, Side, Bias, Plan]] = []
MOST_KNOWN = 30


def _is_like(one: State, other: State) -> bool:
    """Whether two positions with the same units are the same for a plan."""
    return (
        one.control is other.control
        and one.campaign is other.campaign
        and one.support is other.support
        and one.now is other.now
    )


class _Planner:
    """A plan in the making: who is still free, and how many divisions each hex is to hold."""

    def __init__(self, view: View) -> None:
        self.view = view
        state = view.state
        self.free = {unit.id: unit for unit in view.divisions if move_refusal(state, unit) is None and not unit.festung}
        self.orders: dict[str, Order] = {}
        self.strikes: list[Strike] = []
        self.watch: dict[str, Unit] = {}
        """Guards, who attack only from where they are."""
        self.posted: dict[int, list[Unit]] = {}
        self.homes: dict[int, list[Unit]] = {}
        """Allied divisions that have no order yet, where they are."""
        self.rail_left = state.now.rail if view.side == GERMAN else 0
        for unit in view.divisions:
            if unit.id not in self.free:
                self.posted.setdefault(view.board.index[unit.location], []).append(unit)

    def plan(self) -> Plan:
        """Attacks, then everybody else."""
        if self.view.side == ALLIED:
            self._keep_guards()
            self._plan_attacks()
            if self.view.caution:
                self._cover()
            self._advance()
        else:
            self._keep_garrisons()
            self._plan_attacks()
            self._hold_the_line()
        return Plan(self.orders, self.strikes)

    # Where units can go

    @cached_property
    def _ways(self) -> dict[object, Mapping[int, Mode]]:
        return {}

    def ways(self, unit: Unit) -> Mapping[int, Mode]:
        """Where a unit can be at the end of the phase, and how it gets there."""
        printed = self.view.state.piece(unit)
        key = unit.location, printed.mover, printed.movement, unit.oos, printed.elite, printed.nationalities
        if key not in self._ways:
            self._ways[key] = self._find_ways(unit)
        return self._ways[key]

    def _find_ways(self, unit: Unit) -> Mapping[int, Mode]:
        view, state = self.view, self.view.state
        here = view.board.index[unit.location]
        found: dict[int, Mode] = {here: "normal"}
        found.update(dict.fromkeys(reach(state, unit, "normal").spent, "normal"))
        if strategic_refusal(state, unit) is None or self._would_pay(unit):
            for hex_ in reach(state, unit, "strategic").spent:
                found.setdefault(hex_, "strategic")
        if view.side == GERMAN:
            for hex_ in members(rail.hexes(state, unit)):
                found.setdefault(hex_, "rail")
        return found

    def _would_pay(self, unit: Unit) -> bool:
        """Whether strategic movement waits only for a marker to be spent."""
        state = self.view.state
        ready = unit.side == GERMAN and not state.now.paid and not state.now.halved
        return ready and len(state.available(GERMAN)) > 1 and not state.piece(unit).hq

    @cached_property
    def arrivals(self) -> Mapping[int, list[Unit]]:
        """Who can get to each hex."""
        found: dict[int, list[Unit]] = {}
        for unit in self.free.values():
            for hex_, mode in self.ways(unit).items():
                if mode == "normal":
                    found.setdefault(hex_, []).append(unit)
        return found

    def has_room(self, unit: Unit, hex_: int) -> bool:
        """Whether a division may be posted to a hex."""
        return self._fits(hex_, (unit,))

    def _fits(self, hex_: int, units: Sequence[Unit]) -> bool:
        """Whether some units find room in a hex with those who are to be there."""
        stack = [*units, *self.posted.get(hex_, ()), *self.homes.get(hex_, ())]
        if len(stack) > stacking.most_divisions(self.view.state, self.view.board.names[hex_]):
            return False
        return not stacking.is_mixed(self.view.state, stack)

    def post(self, unit: Unit, hex_: int) -> None:
        """Give a unit its order."""
        mode = self.ways(unit).get(hex_, "normal")
        if mode == "rail":
            self.rail_left -= rail.cost(self.view.state, unit)
        self.orders[unit.id] = Order(unit.id, mode, hex_)
        self.posted.setdefault(hex_, []).append(unit)
        del self.free[unit.id]

    def can(self, unit: Unit, hex_: int) -> bool:
        """Whether a free unit can be posted to a hex."""
        mode = self.ways(unit).get(hex_)
        if mode is None or not self.has_room(unit, hex_):
            return False
        return mode != "rail" or rail.cost(self.view.state, unit) <= self.rail_left

    # Attacks

    def _plan_attacks(self) -> None:
        """The most promising attack, and so on with the units that are left."""
        board, found = self.view.board, dict[int, tuple[float, list[tuple[Unit, int]]]]()
        stale = {hex_ for hex_ in self.view.stacks if any(there in self.arrivals for there in board.land[hex_])}
        while True:
            for hex_ in stale:
                found[hex_] = self._attack_on(hex_)
            if not found:
                return
            best = max(found, key=lambda hex_: found[hex_][0])
            value, party = found.pop(best)
            if value < LEAST[self.view.side] + self.view.bias.least:
                return
            self.strikes.append(Strike(value, best, tuple(self.view.at(*one) for one in party)))
            for unit, origin in party:
                if self.watch.pop(unit.id, None) is None:
                    self.post(unit, origin)
            used = {unit.id for unit, _ in party}
            stale = {hex_ for hex_, (_, others) in found.items() if any(unit.id in used for unit, _ in others)}

    def _attack_on(self, hex_: int) -> tuple[float, list[tuple[Unit, int]]]:
        """The best attack on a hex with the units that are free."""
        view = self.view
        origins = [there for there in view.board.land[hex_] if not view.foes >> there & 1]
        names, most = view.board.names, stacking.most_divisions
        room = {there: most(view.state, names[there]) - len(self.posted.get(there, ())) for there in origins}
        able = [(unit, there) for there in origins for unit in self.posted.get(there, ()) if unit.id in self.watch]
        near: dict[str, list[int]] = {}
        for there in origins:
            for unit in self.arrivals.get(there, ()):
                if unit.id in self.free:
                    near.setdefault(unit.id, []).append(there)
        national: dict[int, Unit] = {}
        ranked = sorted(near, key=lambda name: (-strengths.attack_strength(view.state, [self.free[name]]), name))
        for name in ranked:
            unit = self.free[name]
            places = [there for there in near[name] if room[there] > 0 and self._alike(unit, there, national)]
            if places and strengths.attack_strength(view.state, [unit]):
                place = min(places, key=lambda there: (view.board.names[there] != unit.location, -room[there]))
                room[place] -= 1
                national.setdefault(place, unit)
                able.append((unit, place))
        value, party = parties(view, hex_, able)
        for unit, origin in {origin: (unit, origin) for unit, origin in party}.values():
            value -= BOLD * view.caution * self._exposed(party, origin)
            value -= BEYOND * (not self._near_command(unit) >> origin & 1 or bool(view.asleep >> origin & 1))
        value -= BEYOND * (view.asleep >> hex_ & 1)
        return value, party

    def _exposed(self, party: Sequence[tuple[Unit, int]], origin: int) -> float:
        """How exposed those will be who attack from a hex."""
        there = [
            *self.posted.get(origin, ()),
            *(unit for unit, place in party if place == origin and unit.id in self.free),
        ]
        return self.view.exposure(origin, there)

    def _alike(self, unit: Unit, hex_: int, first: Mapping[int, Unit]) -> bool:
        there = [*self.posted.get(hex_, ()), *([first[hex_]] if hex_ in first else [])]
        return not stacking.is_mixed(self.view.state, [unit, *there])

    # The Allies

    def _keep_guards(self) -> None:
        """Divisions stay in every harbour that the enemy might reach, until it is safe enough; they may attack."""
        view = self.view
        for hex_ in members(supply.sources(view.state, ALLIED)):
            own = [unit for unit in view.own_stacks.get(hex_, ()) if unit.id in self.free]
            if not view.danger(hex_):
                continue
            for unit in sorted(own, key=lambda unit: (view.step_worth(unit), unit.id))[: 1 + round(view.caution)]:
                if view.exposure(hex_, self.posted.get(hex_, ())) > GUARDED:
                    self.post(unit, hex_)
                    self.watch[unit.id] = unit

    def _cover(self) -> None:
        """Units for the line that keeps the enemy from the harbours, until it is safe or nobody is left."""
        view = self.view
        line = front(view, {hex_ for unit in self.free.values() for hex_ in self.ways(unit)}, self.posted)
        while True:
            open_ = {hex_: view.exposure(hex_, self.posted.get(hex_, ())) for hex_ in line}
            able = {
                hex_: [unit for unit in self.free.values() if self.can(unit, hex_)]
                for hex_, exposure in open_.items()
                if exposure > 0
            }
            able = {hex_: units for hex_, units in able.items() if units}
            if not able:
                return
            hex_ = max(able, key=lambda each: (open_[each], -each))
            self.post(min(able[hex_], key=lambda unit: (*self._cost(unit, hex_), unit.id)), hex_)

    def _advance(self) -> None:
        """Everybody to the prize that promises most; a prize that is sought counts less for others."""
        view, sought, goals = self.view, Counter[int](), self._goals()
        crowd = CROWD * view.bias.crowd
        at = {unit.id: view.board.index[unit.location] for unit in self.free.values()}
        for unit in self.free.values():
            self.homes.setdefault(at[unit.id], []).append(unit)
        crowded = {hex_ for hex_ in self.homes if not self._fits(hex_, ())}
        order = sorted(at, key=lambda name: (at[name] not in crowded, nearest(at[name], view.stacks), name))
        for unit in [self.free[name] for name in order]:
            home = where = at[unit.id]
            sector = self._sector(unit, goals)
            self.homes[home].remove(unit)
            best, goal = -FAR * 1.0, None
            for hex_ in self.ways(unit):
                if self.has_room(unit, hex_):
                    extra = STAY * (hex_ == home) - view.strangeness(unit, hex_)
                    hope = self._hope(unit, hex_)
                    for prize, (value, ways) in goals.items():
                        gain = hope * sector[prize] * value * PACE ** ways[hex_] / (1 + crowd * sought[prize]) + extra
                        if gain > best:
                            best, goal, where = gain, prize, hex_
            if goal is not None:
                sought[goal] += 1
            self.post(unit, where)

    def _sector(self, unit: Unit, goals: Iterable[int]) -> Mapping[int, float]:
        """How much prizes count for a unit: the British go along the coast, the Americans inland."""
        grid, nations = self.view.board.grid, self.view.state.piece(unit).nationalities
        if len(nations) > 1:
            return dict.fromkeys(goals, 1.0)
        north = {hex_: grid.column_row(hex_)[1] <= NORTH for hex_ in goals}
        return {hex_: 1.0 if north[hex_] == (BRITISH in nations) else ABROAD for hex_ in goals}

    def _goals(self) -> Mapping[int, tuple[float, Sequence[int]]]:
        """The prizes that are near and worth most, and the ways to them."""
        view = self.view
        prizes = {hex_: ANY + value for hex_, value in view.prizes.items()}
        prizes |= {hex_: 0.5 + view.worth[hex_] for hex_ in view.worth if hex_ not in prizes and view.danger(hex_)}
        if not prizes:
            prizes = dict.fromkeys(view.stacks, 1.0)
        near = {hex_: nearest(hex_, view.own_stacks) for hex_ in prizes}
        ranked = sorted(prizes, key=lambda hex_: (-prizes[hex_] * 0.88 ** near[hex_], hex_))[:PRIZES]
        return {hex_: (prizes[hex_], ways_to(hex_, view.foes)) for hex_ in ranked}

    def _hope(self, unit: Unit, hex_: int) -> float:
        """How much of what a hex promises is left, with enemies about and supply left behind."""
        view = self.view
        hope = 1 - fear(view) * view.exposure(hex_, [*self.posted.get(hex_, ()), unit, unit, unit][:3])
        hope *= 1.0 if self._near_command(unit) >> hex_ & 1 else UNFED
        return hope * (UNFED if view.asleep >> hex_ & 1 else 1.0)

    @cached_property
    def _zones(self) -> dict[object, int]:
        return {}

    def _near_command(self, unit: Unit) -> int:
        """Where HQs may be expected to feed a unit: their command range and three hexes about it."""
        key = self.view.state.piece(unit).nationalities
        if key not in self._zones:
            found = self.view.commanded(unit)
            for _ in range(2):
                found |= spread(self.view.board.steps, found)
            self._zones[key] = found
        return self._zones[key]

    # The Germans

    def _keep_garrisons(self) -> None:
        """Fortresses that are worth something keep a division, the worst one; one more where it counts."""
        view = self.view
        for name, port in view.board.ports.items():
            hex_ = view.board.index[name]
            own = sorted((unit for unit in view.own_stacks.get(hex_, ()) if unit.id in self.free), key=view.step_worth)
            if port.fortress and own and not view.is_allied(hex_):
                for unit in own[: 1 + (view.worth.get(hex_, 0) >= 2)]:
                    self.post(unit, hex_)

    def _hold_the_line(self) -> None:
        """Units for every hex of the line, more where the threat is greatest; the others go toward it."""
        view = self.view
        line = front(view, {hex_ for unit in self.free.values() for hex_ in self.ways(unit)}, self.posted)
        threats = {hex_: (1 + view.menace(hex_)) ** view.bias.mass for hex_ in line}
        while True:
            open_ = [hex_ for hex_ in line if any(self.can(unit, hex_) for unit in self.free.values())]
            if not open_ or not self.free:
                break
            hex_ = max(
                open_, key=lambda each: (threats[each] / (0.5 + view.shield(each, self.posted.get(each, ()))), -each)
            )
            able = [unit for unit in self.free.values() if self.can(unit, hex_)]
            self.post(min(able, key=lambda unit: self._cost(unit, hex_)), hex_)
        self._gather(line)

    def _cost(self, unit: Unit, hex_: int) -> tuple[float, ...]:
        """Of sending a unit to a hex: rather those who need no train, and are near."""
        mode = self.ways(unit)[hex_]
        far = distance(self.view.board.index[unit.location], hex_)
        strange = 20 * self.view.strangeness(unit, hex_)
        strength = self.view.state.piece(unit).defence[unit.reduced]
        return MODES.index(mode), far + strange - 0.3 * strength

    def _gather(self, line: Sequence[int]) -> None:
        """Who finds no place in the line goes toward it, or home."""
        view = self.view
        aims = line or sorted(view.board.german_sources)
        maps = [ways_to(hex_, view.foes) for hex_ in aims[:: max(1, len(aims) // 8)]]
        far = [min(ways) + 4 * (view.beside_foes >> hex_ & 1) for hex_, ways in enumerate(zip(*maps, strict=True))]
        for unit in sorted(self.free.values(), key=lambda unit: unit.id):
            here, ways = view.board.index[unit.location], self.ways(unit)
            able = sorted((far[hex_], hex_ != here, hex_) for hex_, mode in ways.items() if mode == "normal")
            self.post(unit, next((hex_ for _, _, hex_ in able if self.can(unit, hex_)), here))


# ------------------------------------------------------------------ the line


def front(view: View, reachable: Iterable[int], posted: Mapping[int, Sequence[Unit]]) -> list[int]:
    """The cheapest line of hexes between the enemy and what a side has to defend: a minimal cut.

    A prize is given up if the line that it takes costs more than it is worth.
    """
    board, near = view.board, {*reachable}
    good = board.effects

    contact = round(CONTACT * view.bias.contact)

    def price(hex_: int) -> int:
        if hex_ in posted:
            return 1
        ground = max((good[each].defence for each in board.grounds[hex_]), default=1)
        cost = HOLD - NATURE * (ground > 1) - NATURE * (ground > 1.5)
        return cost + REACHABLE * (hex_ not in near) + contact * (view.beside_foes >> hex_ & 1)

    mine = view.side == ALLIED
    goals = {
        hex_: round(GIVE_UP * view.bias.hold * value)
        for hex_, value in view.worth.items()
        if view.is_allied(hex_) == mine
    }
    home = supply.sources(view.state, ALLIED) if mine else board.country["G"]
    goals |= dict.fromkeys(members(home & ~view.foes), HOME)
    return _cut(board, [*view.stacks], goals, price)


@dataclass(frozen=True, slots=True)
class _Net:
    """Hexes split in two: a node by which a hex is entered, one by which it is left, and one beyond all goals.

    Arc `2 * n` is followed by its way back; the first arcs lead through the hexes, the next from them beyond.
    """

    heads: Sequence[int]
    """Where each arc leads."""
    arcs: Sequence[Sequence[int]]
    """Those that leave each node."""


@cache
def _net(board: Board) -> _Net:
    size = board.grid.size
    tails = [*range(size), *range(size, 2 * size)]
    heads = [*range(size, 2 * size), *[2 * size] * size]
    for hex_, around in enumerate(board.land):
        tails += [hex_ + size] * len(around)
        heads += around
    arcs = [list[int]() for _ in range(2 * size + 1)]
    for number, (tail, head) in enumerate(zip(tails, heads, strict=True)):
        arcs[tail].append(2 * number)
        arcs[head].append(2 * number + 1)
    return _Net([node for pair in zip(heads, tails, strict=True) for node in pair], arcs)


def _cut(board: Board, sources: Sequence[int], goals: Mapping[int, int], price: Callable[[int], int]) -> list[int]:
    """The hexes of a cheapest cut between sources and goals, nearest to the sources (Dinic's algorithm)."""
    net, size, starts = _net(board), board.grid.size, {*sources}
    left = [FAR, 0] * (len(net.heads) // 2)
    for hex_ in range(size):
        left[2 * hex_] = FAR if hex_ in starts else price(hex_)
        left[2 * (size + hex_)] = goals.get(hex_, 0)
    begin = [hex_ + size for hex_ in starts]
    while (levels := _levels(net, left, begin))[-1] >= 0:
        _fill(net, left, begin, levels)
    return [hex_ for hex_ in range(size) if levels[hex_] >= 0 and levels[hex_ + size] < 0]


def _levels(net: _Net, left: Sequence[int], begin: Iterable[int]) -> list[int]:
    """Arcs from the beginning to each node, -1 where none with room lead to it; nothing beyond the last node's."""
    levels, heads = [-1] * len(net.arcs), net.heads
    queue = [*begin]
    for node in queue:
        levels[node] = 0
    for node in queue:
        if levels[-1] >= 0:
            break
        further = levels[node] + 1
        for arc in net.arcs[node]:
            there = heads[arc]
            if levels[there] < 0 and left[arc]:
                levels[there] = further
                queue.append(there)
    return levels


def _fill(net: _Net, left: list[int], begin: Iterable[int], levels: Sequence[int]) -> None:
    """Send as much as there is room for along the shortest ways to the last node."""
    heads, last = net.heads, len(net.arcs) - 1
    tried = [0] * len(net.arcs)
    for start in begin:
        way, node = list[int](), start
        while True:
            if node == last:
                flow = min(left[arc] for arc in way)
                for arc in way:
                    left[arc] -= flow
                    left[arc ^ 1] += flow
                way, node = [], start
                continue
            arcs, wanted = net.arcs[node], levels[node] + 1
            number, many = tried[node], len(arcs)
            while number < many and not (left[arcs[number]] and levels[heads[arcs[number]]] == wanted):
                number += 1
            tried[node] = number
            if number < many:
                way.append(arcs[number])
                node = heads[arcs[number]]
            elif way:
                node = heads[way.pop() ^ 1]
                tried[node] += 1
            else:
                break
