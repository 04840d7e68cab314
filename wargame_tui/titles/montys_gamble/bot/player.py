"""A greedy player of Monty's Gamble: for either side, the legal command that promises most at once.

Every space is worth something (`worth`): the road from Valkenswaard to Arnhem, crossings, victory areas. From that and
from where the enemy is follows where units are needed (`View.needs`). A move gains by what it enters and by how near
it comes to a need; an attack by its chances and its prize. Nothing is planned beyond the impulse and nothing
remembered between commands: the choice follows from the state alone.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any

from wargame_tui.core.command import Command
from wargame_tui.core.game import Game
from wargame_tui.core.remembered import remembered
from wargame_tui.titles.montys_gamble import commands as c
from wargame_tui.titles.montys_gamble.printed.book import ALLIED, GERMAN, UK, Book, Edge, enemy, open_book
from wargame_tui.titles.montys_gamble.printed.data import Division, Side
from wargame_tui.titles.montys_gamble.rules import attack, bombardment, bridges, movement, refit, reinforcements
from wargame_tui.titles.montys_gamble.rules.advantage import Aftermath, Roll
from wargame_tui.titles.montys_gamble.rules.areas import (
    allowance,
    bridge_stands,
    controls,
    free_spaces,
    fresh,
    holds,
    is_free,
    is_vacant,
    may_lead,
    positions,
    units_in,
)
from wargame_tui.titles.montys_gamble.rules.assault import Operations, startable
from wargame_tui.titles.montys_gamble.rules.attack import Assailing
from wargame_tui.titles.montys_gamble.rules.casualties import Absorb, FallBack, Withdraw
from wargame_tui.titles.montys_gamble.rules.dday import DropAreaActs
from wargame_tui.titles.montys_gamble.rules.impulses import Impulse
from wargame_tui.titles.montys_gamble.rules.movement import How
from wargame_tui.titles.montys_gamble.rules.refit_phase import Refitting
from wargame_tui.titles.montys_gamble.rules.regroup import Regrouping
from wargame_tui.titles.montys_gamble.rules.reinforcements import Dropping
from wargame_tui.titles.montys_gamble.shown.odds import DICE_AGAINST_DICE
from wargame_tui.titles.montys_gamble.state import (
    DIS1,
    DIS2,
    FRESH,
    OFF_MAP,
    SPENT,
    Depot,
    State,
    Unit,
    book_of,
    traits,
)

ROAD = ("F", "64", "63", "54", "53", "51", "46", "41", "42", "36", "32", "31", "28", "23", "21", "17", "13")
"""The spaces of XXX Corps on its way to Arnhem."""
BESIDE: Mapping[str, float] = {"30": 1.5, "33": 1.5, "34": 1.5, "27": 1.0, "7": 2.0, "4": 1.5, "8": 1.0}
"""What other spaces are worth: crossings of the Maas-Waal Canal, heights, landing zones, the way into Arnhem."""
ON_ROAD, ENDS, ELSEWHERE, POINT = 3.0, 5.0, 0.2, 0.4
"""What a space is worth on the road, at its two ends, elsewhere, and more for each victory point off the road."""
BRIDGES = frozenset("-".join(sorted(pair, key=int)) for pair in pairwise(ROAD[1:]))
"""The bridges of the road."""
SPARED = frozenset({"13-17", "23-28"})
"""Bridges that the Germans want for themselves until XXX Corps is near."""
SPENT_COST, DIS_COST = 0.35, 0.8
"""What it costs to have a unit Spent, or Dis1."""
PACE, CROWD = 0.6, 0.4
"""How much less a need counts with every area on the way to it; how much each unit there fills it."""
GUARD = 3.0
"""What it is worth not to leave the road open."""
LIFT = 0.6
"""How much more an area is worth to the Allies for each of three units that are still to drop there."""
SEIZURE = 2.5
"""How much more a bridge is worth on D-Day, before the Germans can blow it."""
BOLDNESS: Mapping[Side, float] = {GERMAN: 0.0, ALLIED: 0.6}
"""What is added to the promise of every attack: the Allies cannot wait."""
LEAST = 0.6
"""An impulse that promises less is passed."""
FAR = 99.0
TARGET = 12.0
"""How much more the attack promises that a plan is about."""
STEPS: Mapping[How, type[Any]] = {"move": c.Move, "cross": c.Cross, "ferry": c.Ferry, "boat": c.Boat}
LEADS = {lead: int(p * 6**4) for lead, p in DICE_AGAINST_DICE.items()}
"""In how many ways of four dice two exceed the other two by a number."""
WAYS = sum(LEADS.values())

Option = tuple[float, Command]
"""What a command promises."""


@dataclass(frozen=True)
class Bias:
    """How a plan departs from what the player likes."""

    wanted: Mapping[str, float] = field(default_factory=dict)
    """What is added to the need for units in spaces; guns do not march with them."""
    target: str = ""
    """The space that is attacked if it can be."""
    peaceful: bool = False
    """No attack but those that must be."""
    ruin: str = ""
    """The bridge that is to be blown before all."""


PLAIN = Bias()


def choose(game: Game) -> Command:
    """The command of the side that decides now, of which there must be one."""
    return advise(game.state)


def advise(state: State, bias: Bias = PLAIN) -> Command:
    """The same of a state, with a bias."""
    step: Any = state.stack[-1]
    return _HANDLERS.get(type(step), _plain)(state, step, View(state, step.decider(state), bias))


def _best(options: Iterable[Option], least: float = -FAR) -> Command | None:
    """The option that promises most, the first of equals; None if none promises more than the least."""
    value, found = max(options, key=lambda option: option[0], default=(least, None))
    return found if value > least else None


def _legal(state: State, step: Any, kind: type[Any]) -> list[Any]:
    return [command for command in step.legal(state) if isinstance(command, kind)]


def _plain(state: State, step: Any, view: "View") -> Command:
    """What needs no thought: the end if there is one, else the first that comes."""
    legal: list[Command] = list(step.legal(state))
    return next((command for command in legal if isinstance(command, c.End)), legal[0])


# ------------------------------------------------------------------ what is worth having


@cache
def worth(scenario: str, space: str) -> float:
    """What a space is worth to either side."""
    book = open_book(scenario)
    if space in (book.named["arnhem"], book.named["exit"]):
        return ENDS
    points = book.spaces[space].vp or 0
    return ON_ROAD + points if space in ROAD else BESIDE.get(space, ELSEWHERE) + POINT * points


@cache
def distances(scenario: str, blown: frozenset[str]) -> Mapping[str, Mapping[str, int]]:
    """How many boundaries lie between any two spaces, rivers crossed by standing bridges and ferries only."""
    book = open_book(scenario)

    def joined(edge: Edge) -> bool:
        return edge.water != "river" or edge.ferry or (edge.bridge and edge.id not in blown)

    found: dict[str, dict[str, int]] = {}
    for start in book.ground:
        far, ahead = {start: 0}, [start]
        for here in ahead:
            for edge in book.edges[here].values():
                if edge.to not in far and joined(edge):
                    far[edge.to] = far[here] + 1
                    ahead.append(edge.to)
        found[start] = far
    return found


def _rank(space: str) -> int:
    return ROAD.index(space) if space in ROAD else 0


@dataclass(frozen=True)
class View:
    """The table as a side sees it."""

    state: State
    side: Side
    bias: Bias = PLAIN

    @cached_property
    def book(self) -> Book:
        return book_of(self.state)

    @cached_property
    def worn(self) -> list[Unit]:
        """The units that supply points make better."""
        worn = (SPENT, DIS1, DIS2)
        return [unit for unit in self.state.units.values() if unit.side == self.side and unit.condition in worn]

    @cached_property
    def far(self) -> Mapping[str, Mapping[str, int]]:
        blown = (border for border, crossing in self.state.crossings.items() if crossing.blown)
        return distances(self.state.scenario, frozenset(blown))

    @cached_property
    def threatened(self) -> frozenset[str]:
        """The spaces within two boundaries of the enemy."""
        enemies = [space for space in positions(self.state).occupied[enemy(self.side)] if space in self.far]
        return frozenset(space for one in enemies for space, far in self.far[one].items() if far <= 2)

    @cached_property
    def lifts(self) -> Counter[str]:
        """How many airborne units are still to drop in each area."""
        waiting = (unit for unit in self.state.units.values() if unit.drop and unit.location in (UK, OFF_MAP))
        return Counter(unit.drop for unit in waiting if unit.drop)

    @cached_property
    def spearhead(self) -> int:
        """How far up the road XXX Corps controls everything."""
        return next((n for n, space in enumerate(ROAD) if self.state.control[space] != "XXX"), len(ROAD)) - 1

    def worth(self, space: str) -> float:
        return worth(self.state.scenario, space)

    @cached_property
    def needs(self) -> Mapping[str, float]:
        """Where units are needed, and how much if there are none yet."""
        return {space: need for space in self.book.ground if (need := self._need(space)) >= 1}

    def _need(self, space: str) -> float:
        value, mine = self.worth(space), controls(self.state, space, self.side)
        if self.side == ALLIED:
            value += LIFT * min(3, self.lifts[space])
            return value if not mine or space in self.threatened else value / 4
        if space == self.book.named["entry"]:
            return 0.0
        prized = space in ROAD or (self.book.spaces[space].vp or 0) > 0
        return max(value, 1.0 + prized) if not mine or (space in self.threatened and prized) else value / 5

    @cached_property
    def _goals(self) -> dict[Division | None, dict[str, tuple[float, int]]]:
        return {}

    def _goals_of(self, division: Division | None) -> dict[str, tuple[float, int]]:
        """The needs for units of an airborne division, or of none, and how many units of the side are there."""
        if division not in self._goals:
            extra = self.bias.wanted
            able = (s for s in {**self.needs, **extra} if division is None or division in self.book.spaces[s].ranges)
            self._goals[division] = {
                space: (
                    (self._wanted(division, space) if space in self.needs else 0.0) + extra.get(space, 0.0),
                    len(units_in(self.state, space, self.side)),
                )
                for space in able
            }
        return self._goals[division]

    @cached_property
    def _stands(self) -> dict[tuple[Division | None, str], float]:
        return {}

    @cached_property
    def _crowded(self) -> dict[Division | None, list[tuple[float, str]]]:
        return {}

    def _worth_going_to(self, division: Division | None) -> list[tuple[float, str]]:
        """The needs as they are with those who are there already, the greatest first."""
        if division not in self._crowded:
            goals = self._goals_of(division).items()
            found = [(wanted / (1 + CROWD * there), goal) for goal, (wanted, there) in goals]
            self._crowded[division] = sorted((each for each in found if each[0] > 0), reverse=True)
        return self._crowded[division]

    def _stand_of_another(self, division: Division | None, space: str) -> float:
        """What it is worth to have one unit more in a space."""
        if (division, space) not in self._stands:
            near, best = self.far[space], 0.0
            for wanted, goal in self._worth_going_to(division):
                if wanted <= best:
                    break
                if goal in near:
                    best = max(best, wanted - PACE * near[goal])
            self._stands[division, space] = best
        return self._stands[division, space]

    def _wanted(self, division: Division | None, space: str) -> float:
        """The need for a unit; XXX Corps links up and goes up the road, leaving nothing open behind it."""
        need = self.needs[space]
        if self.side == ALLIED and division is None:
            if self.state.control[space] == "airborne":
                need += 1 + 2 * (self.book.spaces[space].vp or 0)
            if _rank(space) <= self.spearhead + 1:
                return need + 0.3 * _rank(space)
            return need * (0.4 if controls(self.state, space, GERMAN) else 1.0)
        return need

    def stand(self, unit: Unit, space: str) -> float:
        """What it is worth to have a unit in a space: the greatest need, less the way to it."""
        best, goals = self._stand_of_another(unit.range, space), self._goals_of(unit.range)
        if unit.location in goals and unit.location in self.far[space]:
            wanted, there = goals[unit.location]
            best = max(best, wanted / (1 + CROWD * (there - 1)) - PACE * self.far[space][unit.location])
        return best + GUARD * (space == unit.location and self._is_last(space))

    def _is_last(self, space: str) -> bool:
        """Whether a single unit keeps the enemy off the road, or off a drop area, there."""
        alone = len(units_in(self.state, space, self.side)) == 1
        matters = space in ROAD or (self.side == ALLIED and self.lifts[space] > 0)
        return alone and matters and space in self.threatened and is_free(self.state, space, self.side)

    def enters(self, unit: Unit, space: str) -> float:
        """What passing into a space brings: control, or a link-up (7.2, 7.21)."""
        if not is_vacant(self.state, space, self.side):
            return 0.0
        if not controls(self.state, space, self.side):
            return 0.8 * self.worth(space)
        linked = self.state.control[space] == "airborne" and unit.range is None
        return 0.3 + 2 * (self.book.spaces[space].vp or 0) if linked else 0.0

    def prize(self, space: str) -> float:
        """What the enemies' end in a space is worth."""
        opens = self.side == ALLIED and space in ROAD[: self.spearhead + 3]
        return 0.9 * self.worth(space) + (4.0 if opens else 0.0)

    def bridge(self, border: str) -> float:
        """What a bridge is worth."""
        return 3.0 if border in BRIDGES else 0.4 * min(self.worth(bank) for bank in self.book.banks[border])


def _chance(needs: int) -> float:
    """Of one die."""
    return max(0, min(6, 7 - needs)) / 6


# ------------------------------------------------------------------ attacks (10)


@dataclass(frozen=True, slots=True)
class _Party:
    """Units for an attack, and what it promises."""

    value: float = 0.0
    members: tuple[str, ...] = ()


def _point(state: State, names: Iterable[str]) -> str | None:
    able = [state.units[name] for name in names if may_lead(state.units[name])]
    return max(able, key=lambda unit: unit.attack).id if able else None


@remembered("units", "control", most=128)
def _guns(state: State, side: Side, space: str) -> list[Unit]:
    """The Fresh artillery of a side that can fire into a space."""
    guns = (unit for unit in state.units.values() if unit.type == "artillery" and unit.condition == FRESH)
    return [gun for gun in guns if gun.side == side and attack.reaches(state, gun, space)]


def _support(state: State, space: str, members: Sequence[str], given: Sequence[str] = ()) -> tuple[str, ...]:
    """The guns that raise the attack value."""
    found = tuple(given)
    for gun in _guns(state, state.now.side, space):
        if gun.id in given or attack.support_refusal(state, gun, space, members) is not None:
            continue
        if not attack.mixes(state.units[name] for name in (*members, *found, gun.id)):
            found = (*found, gun.id)
    return found


def _appraise(view: View, space: str, members: Sequence[str], crossing: int) -> _Party:
    """What an attack by some units promises, the worst crossing added to the defence value."""
    state, foes, point = view.state, units_in(view.state, space, enemy(view.side)), _point(view.state, members)
    if point is None:
        return _Party(-FAR)
    value = attack.total(attack.attack_value(state, members, point, _support(state, space, members)))
    edge = value - crossing - _defence(state, space, enemy(view.side))[0]
    most, prize, promise = attack.capacity(state, foes), view.prize(space), 0.0
    for lead, ways in LEADS.items():
        if edge + lead > 0:
            points = min(most, attack.casualty_points(state, space, edge + lead))
            promise += ways * points * ((1 + view.worth(space)) / 10 + prize / most)
        else:
            promise -= ways * DIS_COST * (len(members) if edge + lead < 0 else 1)
    return _Party(promise / WAYS - SPENT_COST * len(members), tuple(members))


@remembered("units", "control", "crossings", "ferries", most=128)
def _defence(state: State, space: str, side: Side) -> tuple[int, str]:
    """The highest defence value of a side in a space, before attackers' crossings, and the forward unit that gives it.

    The first of equals.
    """
    names = [u.id for u in units_in(state, space, side) if not attack.forward_refusal(state, space, u.id, side)]
    values = [(attack.total(attack.defence_value(state, space, (), name)), name) for name in names]
    return max(values, key=lambda value: value[0])


def _party(view: View, space: str, must: Sequence[str], able: Iterable[tuple[str, int]]) -> _Party:
    """The best party of those who must and the strongest of those who can, each with the price of its crossing."""
    names, dearest = tuple(must), 0
    best = _appraise(view, space, names, dearest) if names else _Party(-FAR)
    for name, price in sorted(able, key=lambda one: (one[1], -view.state.units[one[0]].attack)):
        names, dearest = (*names, name), max(dearest, price)
        best = max(best, _appraise(view, space, names, dearest), key=lambda party: party.value)
    return best


def _assail(state: State, step: Assailing, view: View) -> Command:
    """Name point unit, the others, artillery; or the forward unit."""
    if step.stage == "forward":
        return c.Forward(_defence(state, step.space, view.side)[1])
    crossing = attack.total(attack.crossing_terms(state, step.attackers, enemy(view.side)))
    joining = [state.units[join.unit] for join in _legal(state, step, c.Join)]
    able = [u.id for u in joining if u.type != "artillery" and (step.scene != "ground" or u.division)]
    members = _party(view, step.space, step.attackers, [(name, crossing) for name in able]).members
    point = _point(state, members)
    if step.point is None and point is not None:
        return c.Point(point)
    for name in members:
        if name not in step.attackers:
            return c.Join(name)
    for gun in _support(state, step.space, step.attackers, step.support):
        if gun not in step.support:
            return c.Support(gun)
    return _plain(state, step, view) if step.point is None else c.Fight()


# ------------------------------------------------------------------ movement (9)


@dataclass(frozen=True, slots=True)
class Route:
    """A way to a space: how the first step is made, which is legal, and the spaces on it."""

    how: How
    spaces: tuple[str, ...]

    def first(self, name: str) -> Command:
        """The first step of a unit."""
        command: Command = STEPS[self.how](name, self.spaces[0])
        return command


def _routes(state: State, unit: Unit) -> Mapping[str, Route]:
    """Where a unit gets in this impulse: the first step by the rules, the others by what they seem to cost."""
    book, most, number = book_of(state), allowance(state, unit), 0
    edges, foes = book.edges, positions(state).of_side[enemy(unit.side)]
    entries, bonus = _entries(state, unit.side, unit.range), movement.has_road_bonus(state, unit)
    by_road, free = int(movement.HALF * book.charts.costs.road), free_spaces(state, unit.side)
    ahead: list[tuple[int, int, Route]] = []
    for step in movement.next_steps(state, unit):
        way = step.way
        used = most if way.whole else way.cost if way.bonus is None else way.bonus
        heappush(ahead, (used, number := number + 1, Route(step.how, (step.edge.to,))))
    found: dict[str, Route] = {}
    while ahead:
        used, _, route = heappop(ahead)
        here = route.spaces[-1]
        if here in found or here == unit.location:
            continue
        found[here] = route
        if here in foes:
            continue
        for edge in edges[here].values():
            price = None if edge.to in found else entries[edge.to]
            if price is None or (edge.water != "plain" and not bridge_stands(state, edge.id)):
                continue
            if not edge.road and movement.needs_road(state, unit, edge):
                continue
            price = by_road if bonus and edge.road and edge.to in free else price
            if used + price <= most:
                heappush(ahead, (used + price, number := number + 1, Route(route.how, (*route.spaces, edge.to))))
    return found


@remembered("units", "control", "now", most=8)
def _entries(state: State, side: Side, division: Division | None) -> Mapping[str, int | None]:
    """About what it costs a unit that has moved to enter each space by land; None where it cannot."""
    book, at = book_of(state), positions(state).of_side
    example = next(unit for unit in state.units.values() if unit.side == side)
    found: dict[str, int | None] = {}
    for space, entry in book.spaces.items():
        closed = entry.kind != "area" or space in state.now.attacked
        closed = closed or not book.fits(space, len(at[side].get(space, ())) + 1)
        if closed or (division is not None and division not in entry.ranges):
            found[space] = None
        else:
            found[space] = movement.entry_cost(state, example, space, at[enemy(side)].get(space, ()))
    return found


def all_routes(state: State, units: Sequence[Unit]) -> Mapping[str, Mapping[str, Route]]:
    """The routes of every unit; those that are alike and have not moved have the same."""
    found: dict[str, Mapping[str, Route]] = {}
    known: dict[Any, Mapping[str, Route]] = {}
    for unit in units:
        moved = unit.id if unit.id in state.now.movers else ""
        key = unit.location, unit.type, unit.mf, unit.range, traits(state, unit), moved
        if key not in known:
            known[key] = _routes(state, unit)
        found[unit.id] = known[key]
    return found


def _crossing(state: State, unit: Unit, route: Route) -> int:
    """What the last step adds to the defence value (10.73 C and D)."""
    chart, (here, there) = book_of(state).charts.attack, (unit.location, *route.spaces)[-2:]
    edge = book_of(state).edges[here][there]
    if edge.water == "plain":
        return 0
    if len(route.spaces) == 1 and route.how != "move":
        return chart.no_bridge
    held = state.crossings[edge.id].holder != unit.side
    if there in state.now.contested and not held:
        return 0
    return chart.bridge + chart.bridge_held * held + chart.bridge_river * (edge.water == "river")


def _plan(view: View, names: Iterable[str]) -> tuple[float, Command | None]:
    """What some Fresh units promise altogether, and what to do next: attack, seize a bridge, move."""
    state = view.state
    units = [state.units[name] for name in names]
    routes = all_routes(state, units)
    party, strike = _strike(view, units, routes)
    moves = [_move(view, unit, routes[unit.id]) for unit in units if unit.id not in party.members]
    gains = sorted((move for move in moves if move is not None), key=lambda move: -move[0])
    value = party.value + sum(gain * 0.8**number for number, (gain, _) in enumerate(gains))
    return value, _best([*strike, *_seizures(view, units), *gains], 0.0)


def _move(view: View, unit: Unit, routes: Mapping[str, Route]) -> Option | None:
    """A unit's best move to where there are no enemies, if it is worth its freshness."""
    here, options = view.stand(unit, unit.location), list[Option]()
    cost = 0.1 if movement.mover_of(view.state, unit).origin else SPENT_COST
    stays = unit.type == "flak" or (unit.type == "artillery" and bool(view.bias.wanted))
    for space, route in routes.items() if not stays else ():
        if is_vacant(view.state, space, unit.side):
            entered = sum(view.enters(unit, on) for on in route.spaces)
            options.append((view.stand(unit, space) - here - cost + entered, route.first(unit.id)))
    best = max(options, key=lambda option: option[0], default=(0.0, c.End()))
    return best if best[0] > 0 else None


def _seizures(view: View, units: Sequence[Unit]) -> list[Option]:
    """Bridges that the Allies may try to take by a die (9.22)."""
    found: list[Option] = []
    for unit in units if view.side == ALLIED else ():
        for border in view.book.bridges_of[unit.location]:
            if view.state.stack[-1].refusal(view.state, c.Seize(unit.id, border)) is None:
                chance = _chance(bridges.seizure_needs(view.state, border, unit.location, ALLIED))
                found.append((chance * view.bridge(border) - 0.3, c.Seize(unit.id, border)))
    return found


def _strike(
    view: View, units: Sequence[Unit], routes: Mapping[str, Mapping[str, Route]]
) -> tuple[_Party, list[Option]]:
    """The best attack and the next step to it; what must be fought comes first."""
    best, target = max(attacks(view, units, routes), key=lambda one: one[0].value, default=(_Party(), ""))
    if best.value <= 0:
        return _Party(), []
    for name in best.members:
        if view.state.units[name].location != target:
            return best, [(best.value, routes[name][target].first(name))]
    return best, [(best.value, c.Attack(target))]


def attacks(
    view: View, units: Sequence[Unit], routes: Mapping[str, Mapping[str, Route]]
) -> Iterator[tuple[_Party, str]]:
    """The best party of some units against every space that they could attack."""
    state, bias = view.state, view.bias
    for space in dict.fromkeys(space for unit in units for space in (unit.location, *routes[unit.id])):
        if is_vacant(state, space, view.side) or (space in state.now.attacked and space not in state.now.reopened):
            continue
        must = [u.id for u in units if u.location == space and movement.mover_of(state, u).mandatory]
        if bias.peaceful and not must:
            continue
        party = _party(view, space, must, _able(view, space, units, routes, must))
        extra = FAR * bool(must) + BOLDNESS[view.side] + TARGET * (space == bias.target)
        yield replace(party, value=party.value + extra), space


def _able(
    view: View, space: str, units: Sequence[Unit], routes: Mapping[str, Mapping[str, Route]], must: Sequence[str]
) -> list[tuple[str, int]]:
    """Who could join an attack, with what its crossing adds; as many as the bridges and the area take."""
    limits, crowd, found = view.book.charts.limits, Counter(view.state.now.crossed), list[tuple[str, int]]()
    room = limits.stacking - len(units_in(view.state, space, view.side))
    for unit in sorted(units, key=lambda unit: -unit.attack):
        if unit.id in must or not may_lead(unit):
            continue
        if unit.location == space:
            found.append((unit.id, 0))
        elif space in routes[unit.id] and room > 0:
            steps = pairwise((unit.location, *routes[unit.id][space].spaces))
            over = [edge.id for one, two in steps if (edge := view.book.edges[one][two]).bridge]
            if all(crowd[border] < limits.bridge for border in over):
                crowd.update(over)
                room -= 1
                found.append((unit.id, _crossing(view.state, unit, routes[unit.id][space])))
    return found


# ------------------------------------------------------------------ impulses (8)


def _impulse(state: State, step: Impulse, view: View) -> Command:
    """What to activate; Zone F, which can come second, if nothing else; at last nothing."""
    return _best(openings(state, step, view), LEAST) or (c.End() if state.now.kind else c.Pass())


def openings(state: State, step: Impulse, view: View) -> list[Option]:
    """Everything that could be activated, with what it promises."""
    options: list[Option] = []
    early = state.impulse + state.sunset_drm < 4
    for command in step.legal(state):
        match command:
            case c.Assault(space):
                second = space == view.book.named["entry"] and step.stage == "choose"
                options.append((_activation(view, space) * (0.3 if second else 1.0), command))
            case c.Bombard(space):
                options.append((_hits(view, space) - 0.5, command))
            case c.AirBombard(_, space):
                value = _hits(view, space, air=True)
                options.append((value + FAR * (early and value > LEAST), command))  # it takes no time (16.2)
            case c.Interdict(area):
                options.append((0.4 * sum(unit.drop == area for unit in units_in(state, UK, ALLIED)), command))
    return options


def _activation(view: View, space: str) -> float:
    """What an assault from a space promises."""
    state = view.state
    if space == UK:
        areas = {unit: reinforcements.drops_open(state, unit) for unit in units_in(state, UK, ALLIED)}
        drops = sorted((max(_drop(view, unit, area) for area in where) for unit, where in areas.items()), reverse=True)
        return 0.7 * sum(max(0.0, value) for value in drops[: view.book.charts.limits.drops])
    if view.side == ALLIED:
        works = sum(_repair(view, border) for border in bridges.repairable(state, space, ALLIED))
    else:
        works = sum(ruin(view, border) for border in bridges.blowable(state, space, GERMAN))
    if view.side == GERMAN and state.first_impulse:
        return works
    return works + _plan(view, [unit.id for unit in startable(state, space)])[0]


def _repair(view: View, border: str) -> float:
    return 0.3 + view.bridge(border) * _chance(bridges.works_needs(view.state, border, ALLIED, repair=True))


def ruin(view: View, border: str) -> float:
    """What an attempt to blow a bridge promises the Germans: most ahead of XXX Corps."""
    ranks = [_rank(bank) for bank in view.book.banks[border]]
    if border in SPARED and min(abs(view.spearhead - rank) for rank in ranks) > 2:
        return 0.0
    chance = _chance(bridges.works_needs(view.state, border, GERMAN, repair=False))
    return 0.6 * view.bridge(border) * chance * (1.0 if max(ranks) > view.spearhead else 0.2)


def _hits(view: View, space: str, *, air: bool = False) -> float:
    """What a bombardment promises: the steps that it takes (11)."""
    state = view.state
    guns = [gun.attack for gun in bombardment.batteries(state).get(space, ())]
    foes = [foe for foe in units_in(state, space, enemy(view.side)) if foe.condition != DIS2]
    if not foes or not (guns or air):
        return 0.0
    value = view.book.charts.bombardment.air if air else max(guns) + len(guns) - 1
    edge = value - attack.total(bombardment.shelter_value(state, space, air=air))
    points = sum(max(0, edge + lead) * ways for lead, ways in LEADS.items()) / WAYS
    return min(len(foes), points / 2) * (0.1 + 0.2 * view.worth(space)) * (1.0 if fresh(foes) else 0.5)


def _operate(state: State, step: Operations, view: View) -> Command:
    """Repairs, then the plan, then demolition."""
    if view.bias.ruin and step.refusal(state, blow := c.Blow(view.bias.ruin)) is None:
        return blow
    if view.side == ALLIED and step.stage == "repair":
        for repair in _legal(state, step, c.Repair):
            return c.Repair(repair.border)
    if step.stage != "blow":
        _, command = _plan(view, [name for name in state.now.ready if not step.only or name in step.only])
        if command is not None and step.refusal(state, command) is None:
            return command
        for fight in _legal(state, step, c.Attack) if step.refusal(state, c.End()) else ():
            return c.Attack(fight.space)
    blows = _legal(state, step, c.Blow) if view.side == GERMAN else ()
    return _best([(ruin(view, blow.border), blow) for blow in blows], 0.5) or c.End()


# ------------------------------------------------------------------ from the air (18, 20)


def _drop(view: View, unit: Unit, area: str) -> float:
    """What a drop promises: best among friends, and far from FLAK."""
    value = 0.3 + 0.1 * unit.attack - 0.3 * reinforcements.interdiction_value(view.state, unit, area)
    if not is_vacant(view.state, area, ALLIED):
        value -= 0.5 if holds(view.state, area, ALLIED) else 3.0
    return value + 0.2 * view.stand(unit, area) + view.enters(unit, area)


def _dropping(state: State, step: Dropping, view: View) -> Command:
    """Declare the drops that promise something, and one at least."""
    options = [(_drop(view, state.units[drop.unit], drop.area), drop) for drop in _legal(state, step, c.Drop)]
    return _best(options, 0.0 if step.declared else -FAR) or c.End()


def _drop_area(state: State, step: DropAreaActs, view: View) -> Command:
    """Attack with good odds; else the best bridge, or a few units into Vacant neighbours; else stay Fresh."""
    units = [u.id for u in units_in(state, step.area, ALLIED) if u.range and u.condition == FRESH]
    if step.action is None:
        allowed = {act.action for act in _legal(state, step, c.DropAction)}
        if "attack" in allowed and _party(view, step.area, (), [(name, 0) for name in units]).value > 0:
            return c.DropAction("attack")
        trials = [(_act(view, replace(step, action=how))[0], how) for how in ("seize", "move") if how in allowed]
        value, how = max(trials, default=(0.0, "pass"))
        return c.DropAction(how if value > LEAST else "pass")
    value, command = _act(view, step)
    return c.End() if step.moved and (value <= 1 or len(units) <= 2 * len(step.moved)) else command


def _act(view: View, step: Any) -> Option:
    """The best seizure or move of a drop area, by the weakest unit that can."""
    options: list[Option] = [(-1.0, c.End())]
    for command in step.legal(view.state):
        if isinstance(command, c.Seize):
            chance = _chance(bridges.seizure_needs(view.state, command.border, step.area, ALLIED))
            options.append((SEIZURE * view.bridge(command.border) * chance, command))
        elif isinstance(command, c.Move | c.Cross):
            unit = view.state.units[command.unit]
            options.append((view.enters(unit, command.space) - unit.attack / 100 - (unit.type == "artillery"), command))
    return max(options, key=lambda option: option[0])


# ------------------------------------------------------------------ answers


def _roll(state: State, step: Roll, view: View) -> Command:
    """The Advantage is kept for rolls that matter; on the last day it is worth a victory point."""
    least = 0.6 if state.date < view.book.scenario.last else 1.6
    return c.Reroll() if _regret(state, step, view) > least else c.Keep()


def _regret(state: State, roll: Roll, view: View) -> float:
    """About how much better a bad roll could come out if it is made again."""
    below, first = state.stack[-2], roll.totals[0]
    mine = 1 if state.now.side == view.side else -1
    if isinstance(below, Assailing) and below.point and below.forward:
        edge = attack.total(attack.attack_value(state, below.attackers, below.point, below.support))
        edge -= attack.total(attack.defence_value(state, below.space, below.attackers, below.forward))
        luck = mine * (first - roll.totals[1])
        bad = mine * (edge + first - roll.totals[1]) <= 0
        return -0.35 * luck * min(1.0, 0.15 * (view.prize(below.space) + len(below.attackers))) if bad else 0.0
    if roll.purpose == "demolition":
        needs = bridges.works_needs(state, roll.subject, state.now.side, repair=False)
        bad, chance = (first < needs) == (mine > 0), _chance(needs)
        return 0.4 * view.bridge(roll.subject) * (chance if mine > 0 else 1 - chance) if bad else 0.0
    ends = roll.purpose == "sunset" and first + state.now.drm < state.impulse <= 5
    return 1.0 if ends and view.side == ALLIED else 0.0


def _absorb(state: State, step: Absorb, view: View) -> Command:
    """Fresh units become Spent first; a worn unit goes when others stay."""
    order, alone = {FRESH: 3.0, SPENT: 1.5, DIS1: 1.0, DIS2: 0.0}, len(units_in(state, step.space, view.side)) == 1
    options: list[Option] = []
    for command in step.legal(state):
        if isinstance(command, c.Take):
            options.append((order[state.units[command.unit].condition], command))
        elif isinstance(command, c.Retreat):
            safe = is_free(state, command.space, view.side)
            options.append(((0.8 if alone else 1.6) - (not safe), command))
    return _best(options) or _plain(state, step, view)


def _withdraw(state: State, step: Withdraw | FallBack, view: View) -> Command:
    """Who must goes; of the others those who are nearly lost, if others stay to hold the ground."""
    legal = list(step.legal(state))
    for command in legal:
        if isinstance(command, c.Retreat) and (c.Stay() not in legal or is_free(state, command.space, view.side)):
            unit = state.units[command.unit]
            left = len(units_in(state, unit.location, view.side)) > 1 or isinstance(step, FallBack)
            if c.Stay() not in legal or unit.condition == DIS2 or (unit.condition == DIS1 and left):
                return command
    return c.Stay()


def _attrition(state: State, step: bombardment.Attrition, view: View) -> Command:
    """The weakest first."""
    return _best([(-state.units[t.unit].defence, t) for t in _legal(state, step, c.Take)]) or _plain(state, step, view)


def _bombard(state: State, step: bombardment.Bombardment, view: View) -> Command:
    """All guns that go together, at a strong Fresh unit; friendly fire at one as well."""
    leads: list[Option] = [(state.units[lead.unit].attack, lead) for lead in _legal(state, step, c.Lead)]
    aims: list[Option] = []
    for aim in _legal(state, step, c.Aim) if step.target is None or step.stage == "friendly" else ():
        if aim.target in state.units:
            unit = state.units[aim.target]
            aims.append((unit.defence + 10 * (unit.condition == FRESH) - 5 * (unit.type == "armour"), aim))
    if command := _best(leads) or _best(aims):
        return command
    for support in _legal(state, step, c.Support) if step.stage == "declare" else ():
        if not attack.mixes(state.units[name] for name in (step.lead, *step.support, support.unit) if name):
            return c.Support(support.unit)
    return c.Fight() if step.target else _plain(state, step, view)


def _aftermath(state: State, step: Aftermath, view: View) -> Command:
    """Days shall be long for the Allies and short for the Germans (12.41)."""
    spaces = [sunset.spaces for sunset in _legal(state, step, c.Sunset)]
    return c.Sunset(max(spaces) if view.side == ALLIED else min(spaces))


# ------------------------------------------------------------------ evening (6.4, 6.5)


def _refit(state: State, step: Refitting, view: View) -> Command:
    """Depots where most is to be done, then what gives most for a supply point; days are bought as in `_aftermath`."""
    options: list[Option] = []
    for command in step.legal(state):
        match command:
            case c.Buy(impulses):
                options.append((-impulses if view.side == ALLIED else impulses, command))
            case c.PlaceDepot(name, space) | c.MoveDepot(name, space):
                depot = state.depots[name]
                here = _served(view, depot, depot.location) + 0.01 if depot.location else -0.01
                options.append((_served(view, depot, space) - here, command))
            case c.Refit(unit) | c.Share(unit):
                price = refit.common_price(state, state.units[unit], *c.payers(command))
                options.append((_weight(view, unit) / price, command))
            case c.NightRepair(border, _) if view.side == ALLIED:
                options.append((view.bridge(border), command))
    return _best(options, 0.0) or c.End()


def _weight(view: View, name: str) -> float:
    """What a refit is worth."""
    unit = view.state.units[name]
    value = (unit.attack + unit.defence) * (1.5 if unit.location in view.threatened else 1.0)
    return value if unit.condition == SPENT else 0.5 * value


def _served(view: View, depot: Depot, space: str) -> float:
    """How much a depot could do from a space, where each depot before it leaves less to do."""
    total, ways = 0.0, refit.ways_from(view.state, space, depot.side)
    rivals = sum(1 for other in view.state.depots.values() if other.location == space and other is not depot)
    for unit in view.worn:
        way = ways.get(unit.location)
        if way is not None and refit.serves(depot, unit):
            price = refit.level_price(view.state, unit, way)
            if price <= depot.points:
                total += (unit.attack + unit.defence) / price
    return total / (1 + 0.35 * rivals)


def _regroup(state: State, step: Regrouping, view: View) -> Command:
    """Whoever gains most by going to the next area."""
    options: list[Option] = []
    for move in _legal(state, step, c.Regroup):
        unit = state.units[move.unit]
        gain = view.stand(unit, move.space) - view.stand(unit, unit.location) + view.enters(unit, move.space)
        options.append((gain, move))
    return _best(options, 0.25) or c.End()


_HANDLERS: Mapping[type[Any], Callable[[State, Any, View], Command]] = {
    Impulse: _impulse,
    Operations: _operate,
    Dropping: _dropping,
    DropAreaActs: _drop_area,
    Assailing: _assail,
    Absorb: _absorb,
    Withdraw: _withdraw,
    FallBack: _withdraw,
    bombardment.Bombardment: _bombard,
    bombardment.Attrition: _attrition,
    Roll: _roll,
    Aftermath: _aftermath,
    Refitting: _refit,
    Regrouping: _regroup,
}
