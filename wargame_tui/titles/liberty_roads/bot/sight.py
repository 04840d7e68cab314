"""What the greedy player of Liberty Roads sees: what hexes are worth, how far they are, what battles promise.

Everything follows from the position. Values are in victory points, or what is worth as much; ways in half movement
points.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from heapq import heappop, heappush, nlargest
from typing import Any, NamedTuple

from wargame_tui.core.command import Command
from wargame_tui.core.remembered import Remembered
from wargame_tui.core.state import changed
from wargame_tui.engine.spread import TWO_DICE
from wargame_tui.titles.liberty_roads import commands as c
from wargame_tui.titles.liberty_roads.printed.book import (
    ALLIED,
    GERMAN,
    Board,
    Book,
    enemy,
    open_board,
    open_book,
    step_costs,
)
from wargame_tui.titles.liberty_roads.printed.data import Nationality, Side
from wargame_tui.titles.liberty_roads.rules import strengths, supply
from wargame_tui.titles.liberty_roads.rules.fight import after_terrain
from wargame_tui.titles.liberty_roads.state import State, Table, Unit, occupied

MAJOR_PORT, MINOR_PORT = 1.5, 0.3
"""What a port is worth for what it lands, beside its points."""
THROUGH = 12
"""How much longer a way is for every enemy stack on it."""
ENOUGH_PORTS = 3
"""Major ports after which the Allies need no more, but for their points."""
FAR = 999
AREA = 3
"""Hexes about a place in which enemies endanger it."""


class Prospect(NamedTuple):
    """What a combat promises on the average: steps lost by both, chances that the hex is emptied, of exploitation."""

    own: float
    foe: float
    clear: float
    exploit: float


def _prospect(table: Table, column: int, ground: str, most: int) -> Prospect:
    own = foe = clear = exploit = 0.0
    for roll in TWO_DICE:
        cell = strengths.result(table, column, roll)
        final = after_terrain(table, cell.defender, ground)
        shaken = len(final) if final in ("S", "SS") else 0
        own += cell.losses[0] + (cell.attacker == "D1")
        foe += min(most, cell.losses[1] + shaken / 2)
        clear += 1.0 if final == "DR" or cell.losses[1] >= most else 0.5 * bool(shaken)
        exploit += cell.attacker.startswith("E")
    return Prospect(*(each / len(TWO_DICE) for each in (own, foe, clear, exploit)))


prospect: Remembered[Prospect] = Remembered(_prospect, "scenario", most=512)
"""What a column of the combat results table promises on a ground, against so many steps."""


# ------------------------------------------------------------------ what is worth having


@cache
def worth(scenario: str) -> Mapping[int, float]:
    """What hexes are worth to whoever holds them at the end."""
    book = open_book(scenario)
    index, entry, found = book.board.index, book.scenario.victory, dict[str, float]()

    def add(hexes: Iterable[str], value: float) -> None:
        for hex_ in hexes:
            found[hex_] = found.get(hex_, 0.0) + value

    assert entry is not None
    for goal in entry.goals:
        share = goal.points / len(goal.hexes) if goal.count == "all" else goal.points
        if goal.most is not None:
            share = min(share, 2 * goal.most / len(goal.hexes))
        add(goal.hexes, share)
        for port in (book.board.ports.get(hex_) for hex_ in goal.hexes if goal.works):
            if port is not None and port.estuary:
                add(book.map.estuaries[port.estuary], goal.points / 2)
    if entry.strategic:
        for hex_, row in book.map.strategic.items():
            add([hex_], row.value)
    if not book.scenario.basic:
        add(book.board.ports, MINOR_PORT)
        add(major_ports(book.board), MAJOR_PORT - MINOR_PORT)
    return {index[hex_]: value for hex_, value in found.items()}


@cache
def major_ports(board: Board) -> Sequence[str]:
    """The hexes of major ports."""
    return [hex_ for hex_, port in board.ports.items() if port.size == "major"]


@cache
def _entries(board: Board) -> Sequence[Sequence[tuple[int, int]]]:
    """From where each hex is entered, and for how many half points."""
    costs, found = step_costs(board, "infantry"), [list[tuple[int, int]]() for _ in range(board.grid.size)]
    for hex_, around in enumerate(board.grid.neighbours):
        for turn, there in enumerate(around):
            cost = costs[6 * hex_ + turn]
            if there is not None and cost is not None:
                found[there].append((hex_, cost))
    return found


@lru_cache(maxsize=512)
def ways_to(goal: int, foes: int) -> Sequence[int]:
    """The half points from every hex to a goal, past enemies in a set of hexes."""
    entries = _entries(open_board())
    found = [FAR] * len(entries)
    queue = [(0, goal)]
    while queue:
        far, hex_ = heappop(queue)
        if found[hex_] <= far:
            continue
        found[hex_] = far
        toll = THROUGH if foes >> hex_ & 1 and hex_ != goal else 0
        for there, cost in entries[hex_]:
            if found[there] > far + cost + toll:
                heappush(queue, (far + cost + toll, there))
    return found


# ------------------------------------------------------------------ likings


@dataclass(frozen=True)
class Bias:
    """How a plan departs from what the greedy player likes."""

    goals: tuple[tuple[int, float], ...] = ()
    """What prizes count more or less, as factors by hex; those that are not named: `others`."""
    others: float = 1.0
    spared: frozenset[int] = frozenset()
    """Hexes that are not attacked."""
    least: float = 0.0
    """What is added to what an attack must promise."""
    opening: float = 1.0
    """How much more it counts to drive the enemy out of a hex."""
    thrust: float = 1.0
    """How much more a chance of exploitation counts."""
    price: float = 1.0
    """How much more an own step counts."""
    economy: float = 1.0
    """How much more it counts that a unit attacks here and not elsewhere."""
    caution: float | None = None
    """How careful the Allies are, from 0 to 1; None: as the position has it."""
    crowd: float = 1.0
    """How much sooner the Allies spread to other prizes."""
    hold: float = 1.0
    """How much ground the Germans hold for a prize."""
    contact: float = 1.0
    """How much sooner a line keeps off the enemy; below 0 it seeks him."""
    mass: float = 1.0
    """How much more of the line goes to where the threat is greatest: the power of the threat that counts."""

    def of(self, hex_: int) -> float:
        """The factor of a prize."""
        return dict(self.goals).get(hex_, self.others)


PLAIN = Bias()


# ------------------------------------------------------------------ the position


@dataclass(frozen=True, eq=False)
class View:
    """The table as a side sees it."""

    state: State
    side: Side
    bias: Bias = PLAIN

    @cached_property
    def book(self) -> Book:
        """Fixed data."""
        return self.state.book

    @cached_property
    def board(self) -> Board:
        """The map."""
        return self.book.board

    @cached_property
    def own(self) -> int:
        """Hexes with own units."""
        return occupied(self.state, self.side)

    @cached_property
    def foes(self) -> int:
        """Hexes with enemies."""
        return occupied(self.state, enemy(self.side))

    @cached_property
    def beside_foes(self) -> int:
        """Hexes next to enemies."""
        return supply.near_enemy(self.state, self.side)

    @cached_property
    def stacks(self) -> Mapping[int, list[Unit]]:
        """The enemies in each hex."""
        return self._stacks(enemy(self.side))

    @cached_property
    def own_stacks(self) -> Mapping[int, list[Unit]]:
        """The own units in each hex."""
        return self._stacks(self.side)

    def _stacks(self, side: Side) -> Mapping[int, list[Unit]]:
        found: dict[int, list[Unit]] = {}
        for unit in self.state.on_map(side):
            found.setdefault(self.board.index[unit.location], []).append(unit)
        return found

    @cached_property
    def divisions(self) -> Sequence[Unit]:
        """Own divisions on the map."""
        return [unit for unit in self.state.on_map(self.side) if self.state.piece(unit).division]

    @cached_property
    def worth(self) -> Mapping[int, float]:
        """What hexes are worth."""
        found = worth(self.state.scenario)
        if self.bias.others == 1.0 and not self.bias.goals:
            return found
        return {hex_: value * self.bias.of(hex_) for hex_, value in found.items()}

    def is_allied(self, hex_: int) -> bool:
        """Whether the Allies hold a prize: by control, or a unit where control does not matter."""
        name = self.board.names[hex_]
        if name in self.state.control:
            return self.state.control[name] == ALLIED
        return bool(occupied(self.state, ALLIED) >> hex_ & 1)

    @cached_property
    def prizes(self) -> Mapping[int, float]:
        """Hexes worth having that the enemy has."""
        mine = self.side == ALLIED
        found = {hex_: value for hex_, value in self.worth.items() if self.is_allied(hex_) != mine}
        ports = [self.board.index[hex_] for hex_ in major_ports(self.board) if not self.book.scenario.basic]
        if mine and sum(map(self.is_allied, ports)) >= ENOUGH_PORTS:
            found.update({hex_: max(0.1, found[hex_] - MAJOR_PORT) for hex_ in ports if hex_ in found})
        return found

    def danger(self, hex_: int) -> bool:
        """Whether enemies are near a place."""
        return nearest(hex_, self.stacks) <= AREA

    @cached_property
    def _menaces(self) -> dict[int, float]:
        return {}

    @cached_property
    def _attacks(self) -> Mapping[int, Sequence[int]]:
        """The attack strengths of the enemies in each hex."""
        pieces = self.book.pieces
        return {
            hex_: [pieces[unit.id].attack[unit.reduced] for unit in units if not unit.festung]
            for hex_, units in self.stacks.items()
        }

    @cached_property
    def asleep(self) -> int:
        """The army zones in which the Allies would wake Germans whom Operation Fortitude still holds."""
        if self.side != ALLIED or not self.state.campaign.fortitude or self.book.scenario.basic:
            return 0
        found = 0
        for zone in self.board.army_zones.values():
            found |= 0 if zone & self.own else zone
        return found

    def menace(self, hex_: int) -> float:
        """The attack strength that the enemy has near a hex: that of as many units as can come to attack it."""
        if hex_ not in self._menaces:
            strengths_near = [
                weight * each
                for there, attacks in self._attacks.items()
                if (weight := NEAR.get(distance(hex_, there)))
                for each in attacks
            ]
            self._menaces[hex_] = sum(nlargest(MOST_ATTACKERS, strengths_near))
        return self._menaces[hex_]

    def shield(self, hex_: int, units: Iterable[Unit]) -> float:
        """The strength with which units would defend a hex, its ground included."""
        if hex_ not in self._grounds:
            kinds = strengths.hex_grounds(self.state, self.board.names[hex_])
            self._grounds[hex_] = max((strengths.factor(self.state, each) for each in kinds), default=1.0)
        pieces = self.book.pieces
        return self._grounds[hex_] * sum(pieces[unit.id].defence[unit.reduced] for unit in units)

    @cached_property
    def _grounds(self) -> dict[int, float]:
        return {}

    def exposure(self, hex_: int, units: Sequence[Unit]) -> float:
        """How likely it is that units would be lost in a hex, from 0 to 1: many enemies near, little to hold with."""
        shield = self.shield(hex_, units)
        if not shield:
            return float(self.menace(hex_) > 0)
        return min(1.0, max(0.0, self.menace(hex_) / shield - SAFE) / SAFE)

    def step_worth(self, unit: Unit) -> float:
        """What a step of a unit is worth: 1 for a usual infantry division's."""
        printed = self.state.piece(unit)
        if printed.fixed:
            return 0.2
        if printed.hq:
            return 1.5
        return (printed.attack[0] + printed.defence[0]) / 10 * (1.15 if printed.armour or printed.elite else 1.0)

    @cached_property
    def in_command(self) -> Mapping[Nationality, int]:
        """The hexes in command range by nationality."""
        names: tuple[Nationality, ...] = ("British", "American") if self.side == ALLIED else ("German",)
        return {name: supply.commanded(self.state, self.side, name) for name in names}

    def commanded(self, unit: Unit) -> int:
        """The hexes in command range of HQs of a unit's nationality."""
        found = 0
        for name in self.state.piece(unit).nationalities:
            found |= self.in_command.get(name, 0)
        return found

    def at(self, unit: Unit, hex_: int) -> Unit:
        """A unit as if it stood in a hex."""
        name = self.board.names[hex_]
        return unit if unit.location == name else changed(unit, location=name)

    # Battles

    @cached_property
    def _defenders(self) -> dict[int, list[Unit]]:
        return {}

    def defenders(self, hex_: int) -> list[Unit]:
        """The enemies in a hex as they would defend: out of supply if they would be found so (7.4)."""
        if hex_ not in self._defenders:
            self._defenders[hex_] = [
                unit if unit.oos or supply.supplied(self.state, unit) else changed(unit, oos=True)
                for unit in self.stacks.get(hex_, ())
            ]
        return self._defenders[hex_]

    @cached_property
    def price(self) -> float:
        """What an own step is worth beside an enemy's: the less, the more replacements come."""
        return self.bias.price * self._fair_price

    @cached_property
    def _fair_price(self) -> float:
        if self.side == GERMAN:
            return 1.0
        return max(LEAST_PRICE, 0.8 - 0.08 * sum(self.book.row(self.state.turn).replacements.values()))

    @cached_property
    def caution(self) -> float:
        """How careful the Allies are with their divisions, from 0 to 1.

        The less, the more replacements come; the more, the stronger the enemy is where they are.
        """
        if self.bias.caution is not None:
            return self.bias.caution
        spare = (self._fair_price - LEAST_PRICE) / (MOST_PRICE - LEAST_PRICE)
        return min(1.0, max(spare, (SUPERIOR - self._odds) / (SUPERIOR - EQUAL)))

    @cached_property
    def _odds(self) -> float:
        """The strength of own divisions beside that of the enemies within six hexes of them."""
        near = (there for there in self.stacks if nearest(there, self.own_stacks) <= max(NEAR))
        enemies = sum(self.state.piece(unit).attack[unit.reduced] for there in near for unit in self.stacks[there])
        return sum(self.state.piece(unit).attack[unit.reduced] for unit in self.divisions) / max(1, enemies)

    def gains(self, hex_: int) -> float:
        """What it is worth to take a hex from the enemy, beside his losses."""
        value = self.worth.get(hex_, 0.0)
        if any(self.state.piece(unit).hq for unit in self.stacks.get(hex_, ())):
            value += 1.0
        return value + OPENING[self.side] * self.bias.opening

    def promise(self, hex_: int, party: Sequence[Unit], *, exploitation: bool = False, more: int = 0) -> float:
        """What an attack by units, where they would stand, promises; `more` columns are hoped for."""
        key = hex_, tuple((unit.id, unit.location) for unit in party), exploitation, more
        if key not in self._promises:
            self._promises[key] = self._promise(hex_, party, exploitation, more)
        return self._promises[key]

    @cached_property
    def _promises(self) -> dict[object, float]:
        return {}

    def _promise(self, hex_: int, party: Sequence[Unit], exploitation: bool, more: int) -> float:
        name, table = self.board.names[hex_], self.state
        defending = self.defenders(hex_)
        ground = strengths.best(table, name, party)
        attack = strengths.attack_strength(table, party)
        defence = strengths.defence_strength(table, name, defending, ground)
        shifts = strengths.shifts(table, self.side, name, party, defending)
        found = strengths.column(table, attack, defence, shifts)
        if found.number is None or hex_ in self.bias.spared:
            return -9.0
        column = min(found.number + more, len(self.book.charts.combat.columns) - 1)
        whole = sum(table.steps_of(unit) for unit in defending)
        hope = prospect(table, column, ground, whole)
        mean = sum(map(self.step_worth, defending)) / max(1, len(defending))
        price = min(map(self.step_worth, party)) * self.price
        value = hope.foe * mean + hope.clear * self.gains(hex_) - hope.own * price
        return value + (0.0 if exploitation else hope.exploit * EXPLOITATION * self.bias.thrust) - self._effort(party)

    def _effort(self, party: Sequence[Unit]) -> float:
        """What it costs that units attack here and not elsewhere, and come from afar."""
        index, now = self.board.index, self.state.units
        far = (distance(index[now[unit.id].location], index[unit.location]) for unit in party)
        effort = EFFORT * self.bias.economy
        return sum(effort * (1 + each / 2) for each in far) + sum(
            self.strangeness(unit, index[unit.location]) for unit in party
        )

    @cached_property
    def _strange(self) -> dict[tuple[frozenset[Nationality], int], float]:
        return {}

    def strangeness(self, unit: Unit, hex_: int) -> float:
        """What it costs a unit to go among divisions of the other Allied nationality, with whom it does not fight."""
        key = self.state.piece(unit).nationalities, hex_
        if key not in self._strange:
            near = [each for there in (hex_, *self.board.land[hex_]) for each in self.own_stacks.get(there, ())]
            own = sum(bool(self.state.piece(each).nationalities & key[0]) for each in near)
            self._strange[key] = STRANGE * max(0, len(near) - 2 * own)
        return self._strange[key]


OPENING: Mapping[Side, float] = {ALLIED: 1.2, GERMAN: 0.2}
"""What it is worth to drive the enemy out of any hex."""
EXPLOITATION, EFFORT = 0.8, 0.04
"""What a chance of exploitation is worth, and what it costs to have a unit attack here and not elsewhere."""

STRANGE = 0.05
"""What it costs to be among divisions of the other nationality, by how many they are more."""
SUPERIOR, EQUAL = 2.2, 1.2
"""Odds at which the Allies are bold, and at which they are careful."""
LEAST_PRICE, MOST_PRICE = 0.45, 0.9
"""What an Allied step is worth beside a German one, with many replacements and with few."""
MOST_ATTACKERS = 7
"""Enemy units that are to be feared at once."""
SAFE = 2.5
"""Odds of all enemies near at which a stack is safe."""
NEAR: Mapping[int, float] = {1: 1.0, 2: 1.0, 3: 0.5, 4: 0.5, 5: 0.2, 6: 0.2}
"""How much of an enemy's strength is to be feared at so many hexes."""

view_of: Remembered[View] = Remembered(View, "units", "control", "campaign", "support", "now", most=8)
"""What a side sees in a state, with its likings if they are not plain."""


def parties(
    view: View, hex_: int, able: Iterable[tuple[Unit, int]], *, exploitation: bool = False, more: int = 0
) -> tuple[float, list[tuple[Unit, int]]]:
    """The most promising attack on a hex by units, each with the hex from which it would attack."""
    best: tuple[float, list[tuple[Unit, int]]] = (-9.0, [])
    ranked = sorted(able, key=lambda one: -strengths.attack_strength(view.state, [one[0]]))
    for nationality in view.in_command:
        own = [one for one in ranked if nationality in view.state.piece(one[0]).nationalities]
        party: list[tuple[Unit, int]] = []
        for unit, origin in own:
            party = [*party, (unit, origin)]
            value = view.promise(hex_, [view.at(*one) for one in party], exploitation=exploitation, more=more)
            if value > best[0]:
                best = (value, party)
    return best


@cache
def distance(one: int, other: int) -> int:
    """Hexes between two hexes."""
    return open_board().grid.distance(one, other)


def nearest(hex_: int, places: Iterable[int]) -> int:
    """Hexes to the nearest of some places."""
    return min((distance(hex_, place) for place in places), default=FAR)


# ------------------------------------------------------------------ choosing

Option = tuple[float, Command]
"""What a command promises."""


def best_of(options: Iterable[Option], least: float = -FAR) -> Command | None:
    """The option that promises most, the first of equals; None if none promises more than the least."""
    value, found = max(options, key=lambda option: option[0], default=(least, None))
    return found if value > least else None


def plain(state: State, step: Any, view: View) -> Command:
    """What needs no thought: the end if there is one, else the first that comes."""
    legal: list[Command] = list(step.legal(state))
    return next((command for command in legal if isinstance(command, c.End | c.Pass)), legal[0])
