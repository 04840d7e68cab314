"""The plan of a movement phase: who attacks what from where, who holds which town, where the others go."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from wargame_tui.board.hexes import bits, members, spread
from wargame_tui.core.game import Game
from wargame_tui.core.state import changed
from wargame_tui.titles.ardennes_44.bot.line import Line, Reply
from wargame_tui.titles.ardennes_44.bot.sight import View, view_of
from wargame_tui.titles.ardennes_44.bot.stance import RECRUIT, Stance
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules import modes, moving, stacking, transport
from wargame_tui.titles.ardennes_44.rules.battle import Battle
from wargame_tui.titles.ardennes_44.rules.reach import reach
from wargame_tui.titles.ardennes_44.shown import assault
from wargame_tui.titles.ardennes_44.state import Mode, State, Unit

LEAST: Mapping[Side, float] = {GERMAN: 0.8, ALLIED: 2.2}
"""What an attack must be worth (`assault.WORTH`) to be made; the Allies have time."""
CHANCE = 0.15
"""By how much less it must promise to be prepared: guns and aircraft are counted, what else comes is not."""
GOAL = 3.0
"""What it adds to an attack that it is aimed at a goal itself; less with every hex that it is off."""
PACE = 30
"""Half points off a goal at which that is down to a third."""
STAY = 1.5
"""What it counts to be in place already, in half points of the way."""
UNFED = 40
CROWD = 3
"""A stack on the way stands in the way of others."""
BOND = 5
"""What a ZOC bond with a stack in place counts, if enemies are about."""
ABOUT = 6
"""Hexes within which they are."""
GROUND = 2
"""What a point of the terrain's defence counts then."""
FRONT = 5.0
"""What it costs to take a unit off the front, in points of its strength."""
BEHIND = 3
"""Hexes from the enemy at which strategic movement ends, and guns stand."""
GAIN = 8
"""Half points more that strategic movement must bring."""
TRIED = 6
"""Hexes that are tried for a unit that is no part of the line."""
MODES: tuple[Mode, ...] = ("normal", "extended", "tactical", "strategic")


@dataclass(frozen=True, slots=True)
class Order:
    """Where a unit goes, and in which way of moving."""

    unit: str
    hex: int
    mode: Mode


@dataclass(frozen=True, slots=True)
class Strike:
    """An attack that is planned."""

    value: float
    hex: int
    places: Mapping[str, int]
    """Where the attackers are to stand."""


def plan_for(game: Game, side: Side, given: Stance | None = None) -> "Plan":
    """The plan of the movement phase in hand, as it was made before anything moved; the recruit's without a stance."""
    stance = RECRUIT[side] if given is None else given
    found: State = game.state
    for state in reversed(game.states):
        if not any(step.kind == "movement" for step in state.stack) or state.now.side != side:
            break
        found = state
        if state.stack[-1].kind == "movement" and not state.now.movers:
            break
    return _plan_of(_Same(found), side, stance)


class _Same:
    """A state as the key of what is remembered: the same one, or one that was read again and is equal."""

    def __init__(self, state: State) -> None:
        self.state = state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and (other.state is self.state or other.state == self.state)

    def __hash__(self) -> int:
        return hash((self.state.scenario, self.state.moment))


@lru_cache(maxsize=4)
def _plan_of(key: _Same, side: Side, stance: Stance) -> "Plan":
    return Plan(view_of(key.state, side, stance))


def least(view: View) -> float:
    """What an attack must be worth to be made."""
    return LEAST[view.side] if view.stance.least is None else view.stance.least


def options(view: View, unit: Unit) -> Mapping[int, Mode]:
    """Where a unit can go from its hex, each in the way of moving that costs least."""
    state, found = view.state, dict[int, Mode]()
    if modes.move_refusal(state, unit) is not None:
        return found
    able = [mode for mode in modes.modes(state, unit) if mode in MODES]
    for mode in sorted(able, key=MODES.index):
        group = moving.Moving((unit.id,), mode, unit.location)
        for hex_ in reach(state, moving.group_at(state, group, view.board.index[unit.location])).spent:
            if mode != "strategic" or view.near[hex_] >= BEHIND:
                found.setdefault(hex_, mode)
    return found


class Plan:
    """Orders for a side's units, in the order in which they can be carried out."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.orders: dict[str, Order] = {}
        self.strikes: list[Strike] = []
        state = view.state
        self._markers = transport.free_markers(state, view.side)
        self._there: dict[int, list[Unit]] = {}
        """Who stands where, with the orders given so far."""
        for unit in state.on_map(view.side):
            self._there.setdefault(view.board.index[unit.location], []).append(unit)
        units = [unit for here in self._there.values() for unit in here]
        self.line: Line | None = None
        """The Allied line, with the orders given so far."""
        self._ways = {unit.id: options(view, unit) for unit in units}
        self._free = {unit.id: unit for unit in units if self._ways[unit.id]}
        if not view.is_last:
            self._plan_strikes(view.besiegers)
            if view.side == ALLIED:
                self._draw_line()
        if view.side == ALLIED and view.stance.retake:
            self._retake()
        if view.side == GERMAN and view.is_last:
            self._take_and_keep()
        self._plan_strikes(members(view.foes))
        self._go_on()

    # Orders

    def _home(self, unit: Unit) -> int:
        return self.view.board.index[unit.location]

    def _has_room(self, unit: Unit, hex_: int) -> bool:
        there = self._there.get(hex_, [])
        if any(other.id == unit.id for other in there):
            return True
        return stacking.overstacked(self.view.book, [*there, unit]) is None

    def _can(self, unit: Unit, hex_: int) -> bool:
        if hex_ == self._home(unit):
            return True
        mode = self._ways[unit.id].get(hex_)
        if mode is None or (mode == "strategic" and (self._markers < 1 or self._there.get(hex_))):
            return False
        return self._has_room(unit, hex_)

    def _post(self, unit: Unit, hex_: int) -> None:
        """A unit is to be in a hex; it is free no more."""
        home = self._home(unit)
        if hex_ != home:
            mode = self._ways[unit.id][hex_]
            self._markers -= mode == "strategic"
            self.orders[unit.id] = Order(unit.id, hex_, mode)
            self._there[home] = [other for other in self._there[home] if other.id != unit.id]
            self._there.setdefault(hex_, []).append(unit)
        del self._free[unit.id]

    # The line (Allied)

    def _draw_line(self) -> None:
        """Everybody who may meet the enemy to where he gets least; the others are left for what else is to be done."""
        self.line = line = Line(Reply(self.view), self._there)
        able = [unit for unit in self._free.values() if self._holds(unit) > 0]
        able.sort(key=lambda unit: (self.view.near[self._home(unit)], unit.id))
        at = {unit.id: self._home(unit) for unit in able}
        for _ in range(self.view.stance.rounds):
            for unit in able:
                here = at[unit.id]
                hurried = [hex_ for name, hex_ in at.items() if name != unit.id and self._is_hurried(name, hex_)]
                ways = [hex_ for hex_ in (self._home(unit), *self._ways[unit.id]) if hex_ != here]
                ways = [hex_ for hex_ in ways if self._may_stand(line, unit, hex_, hurried)]
                at[unit.id] = line.better(unit, here, ways, self.view.stance.breadth)
        for unit in able:
            if at[unit.id] != self._home(unit) or line.needs(unit, at[unit.id]):
                self._post(unit, at[unit.id])

    def _is_hurried(self, name: str, hex_: int) -> bool:
        """Whether a unit goes to a hex in strategic movement."""
        return self._ways[name].get(hex_) == "strategic"

    def _may_stand(self, line: Line, unit: Unit, hex_: int, hurried: Sequence[int]) -> bool:
        """Whether it can go there beside others in strategic movement, is fed there, and there is room (8, 12)."""
        there = line.stacks.get(hex_, ())
        if self._is_hurried(unit.id, hex_):
            beside = spread(self.view.board.road_steps, bits(hurried)) | bits(hurried)
            if there or len(hurried) >= self._markers or beside >> hex_ & 1:
                return False
        room = stacking.overstacked(self.view.book, [*there, unit]) is None
        return room and bool(self.view.supplied >> hex_ & 1)

    def _holds(self, unit: Unit) -> float:
        """What a unit counts in the defence of a town."""
        return 0.0 if self.view.state.piece(unit).artillery else self.view.state.defence(unit)

    def _price(self, unit: Unit) -> float:
        """What it costs to take a unit from where it is: its position on the front, its town."""
        home = self._home(unit)
        held = self.view.near[home] <= 1 and self.view.exposure(home, self._there[home]) <= self.view.stance.bare
        return FRONT * held + 2.0 * (home in self.view.board.built)

    def _retake(self) -> None:
        """Whoever is missed least into each town that the enemy has left empty, as long as it is worth that."""
        view = self.view
        empty = [hex_ for hex_ in sorted(view.taken) if not view.foes >> hex_ & 1]
        if view.is_last:
            self._share_out(empty)
            return
        empty = [hex_ for hex_ in empty if view.supplied >> hex_ & 1]
        while pairs := [(self._price(unit), unit.id, hex_) for hex_ in empty for unit in self._able_to_hold(hex_)]:
            price, name, hex_ = min(pairs)
            if price > view.stance.retake:
                return
            self._post(self._free[name], hex_)
            empty.remove(hex_)

    def _take_and_keep(self) -> None:
        """The German on the last turn: towns attacked, entered where they are empty, kept where they might be lost."""
        view = self.view
        self._plan_strikes(view.theirs & {*members(view.foes)})
        empty = sorted(hex_ for hex_ in view.theirs if not view.foes >> hex_ & 1)
        self._share_out([*empty, *sorted(view.taken, key=lambda hex_: (view.near[hex_], hex_))])

    def _share_out(self, towns: Sequence[int]) -> None:
        """A unit into as many towns as can be, as nothing else counts: who can go elsewhere gives place."""
        able = {hex_: [unit.id for unit in self._able_to_hold(hex_)] for hex_ in towns}
        goes = dict[str, int]()

        def has(hex_: int, asked: set[str]) -> bool:
            for name in able[hex_]:
                if name not in asked:
                    asked.add(name)
                    if name not in goes or has(goes[name], asked):
                        goes[name] = hex_
                        return True
            return False

        for hex_ in towns:
            has(hex_, set())
        for name, hex_ in goes.items():
            if self._can(self._free[name], hex_):
                self._post(self._free[name], hex_)

    def _able_to_hold(self, hex_: int) -> Iterator[Unit]:
        for unit in self._free.values():
            there = hex_ == self._home(unit) or hex_ in self._ways[unit.id]
            if there and self._holds(unit) > 0 and self._can(unit, hex_):
                yield unit

    # Attacks

    def _plan_strikes(self, hexes: Iterable[int]) -> None:
        """The most promising attack on some hexes, and so on with the units that are left."""
        board = self.view.board
        spared = self.view.stance.spared
        targets = {hex_ for hex_ in hexes if board.names[hex_] not in spared}
        targets -= {strike.hex for strike in self.strikes}
        within: dict[int, list[Unit]] = {}
        for unit in self._strikers():
            for origin in (self._home(unit), *self._ways[unit.id]):
                for hex_ in board.grid.near[origin]:
                    if hex_ in targets and unit not in within.setdefault(hex_, []):
                        within[hex_].append(unit)
        found = {hex_: strike for hex_, units in within.items() if (strike := self._strike(hex_, units)) is not None}
        while found:
            best = max(found.values(), key=lambda strike: (strike.value, -strike.hex))
            del found[best.hex]
            self.strikes.append(best)
            for name, origin in best.places.items():
                self._post(self._free[name], origin)
            for hex_ in [hex_ for hex_, strike in found.items() if strike.places.keys() & best.places.keys()]:
                again = self._strike(hex_, [unit for unit in within[hex_] if unit.id in self._free])
                if again is None:
                    del found[hex_]
                else:
                    found[hex_] = again

    def _strikers(self) -> Iterator[Unit]:
        """Who may be sent to attack: nobody who has to recover, no guns."""
        for unit in self._free.values():
            if unit.status == "fresh" and self.view.state.attack(unit) and not self.view.state.piece(unit).artillery:
                yield unit

    def _strike(self, hex_: int, units: Sequence[Unit]) -> Strike | None:
        """The best attack on a hex with some units, where they have room; None if it does not pay."""
        view, places = self.view, dict[str, int]()
        there = {origin: [*self._there.get(origin, ())] for origin in view.board.grid.near[hex_]}
        order = sorted(units, key=lambda unit: (-view.state.attack(unit), unit.id))
        for unit in order:
            origin = self._origin(unit, there)
            if origin is not None:
                places[unit.id] = origin
                if origin != self._home(unit):
                    there[origin].append(unit)
        names = view.board.names
        moved = {name: changed(view.state.units[name], location=names[origin]) for name, origin in places.items()}
        case: State = changed(view.state, units={**view.state.units, **moved})
        made = assault.best(case, Battle(names[hex_], view.side))
        if made is None:
            return None
        value = float(assault.value(case, made))
        party = {name: places[name] for name in made.attackers if name in places}
        value += view.prize(hex_)
        if value < least(view) + CHANCE or not party:
            return None
        return Strike(value + self._aim(hex_, party), hex_, party)

    def _origin(self, unit: Unit, there: Mapping[int, Sequence[Unit]]) -> int | None:
        """From where a unit attacks: where it is, else where there is room and it is fed, best with few others."""
        home, ways = self._home(unit), self._ways[unit.id]
        if home in there:
            return home
        able = [
            hex_
            for hex_, here in there.items()
            if ways.get(hex_) in ("normal", "tactical")
            and self.view.supplied >> hex_ & 1
            and stacking.overstacked(self.view.book, [*here, unit]) is None
        ]
        return min(able, key=lambda hex_: (ways[hex_] != "normal", len(there[hex_]), hex_), default=None)

    def _aim(self, hex_: int, party: Mapping[str, int]) -> float:
        """How much nearer to its goals an attack brings a side."""
        far = min(self.view.field(self.view.state.units[name])[hex_] for name in party)
        return GOAL * float(3.0 ** (-far / PACE))

    # The others

    def _go_on(self) -> None:
        """Everybody else to the best hex in reach, those in front first so that the road is free."""
        fields = {unit.id: self.view.field(unit)[self._home(unit)] for unit in self._free.values()}
        for unit in sorted(self._free.values(), key=lambda unit: (fields[unit.id], unit.id)):
            self._post(unit, self.best_hex(unit))

    def best_hex(self, unit: Unit) -> int:
        """Where a unit that is not told otherwise is best."""
        home = self._home(unit)
        able = [home, *(hex_ for hex_ in self._ways[unit.id] if self._can(unit, hex_))]
        if self.line is not None:
            if self._is_in_position(unit, self.line):
                return home
            able.sort(key=lambda hex_: (-self.score(unit, hex_), hex_))
            return self.line.no_worse(unit, home, able[:TRIED])
        here = self.score(unit, home) + STAY
        marks = {hex_: self.score(unit, hex_) for hex_ in able if hex_ != home}
        for hex_, mode in self._ways[unit.id].items():
            if hex_ in marks and mode == "strategic":
                marks[hex_] -= GAIN
        best = max(marks, key=lambda hex_: (marks[hex_], -hex_), default=home)
        return best if marks and marks[best] > here else home

    def _is_in_position(self, unit: Unit, line: Line) -> bool:
        """Whether ready guns reach the enemy and he does not reach them: who moves them has them silent for a turn."""
        if not self.view.state.piece(unit).artillery or unit.fired or not line.is_safe(self._home(unit)):
            return False
        return self.view.near[self._home(unit)] <= (self.view.state.piece(unit).entry.range or BEHIND)

    def score(self, unit: Unit, hex_: int) -> float:
        """How good a hex is for a unit, in half points of the way to what it is to win or to hold."""
        there = [other for other in self._there.get(hex_, ()) if other.id != unit.id]
        return score(self.view, unit, hex_, there)


def score(view: View, unit: Unit, hex_: int, there: Sequence[Unit]) -> float:
    """How good a hex is for a unit beside others who are there, in half points of its way."""
    state = view.state
    found = -float(UNFED) * (not view.supplied >> hex_ & 1)
    found -= CROWD * len(there) * (view.board.names[hex_] != unit.location)
    if state.piece(unit).artillery:
        range_ = state.piece(unit).entry.range or BEHIND
        return (
            found - 2.0 * abs(view.near[hex_] - max(BEHIND, range_ // 2)) - view.stance.flight * (view.near[hex_] <= 1)
        )
    if unit.status != "fresh" or unit.oos:
        return found + 2.0 * min(view.near[hex_], BEHIND) - view.stance.flight * (view.zoned >> hex_ & 1)
    found -= view.field(unit)[hex_]
    bare = view.exposure(hex_, [*there, unit]) - view.stance.bare if view.near[hex_] <= 1 else 0.0
    found -= view.stance.flight * max(0.0, bare)
    if view.side == ALLIED and view.near[hex_] <= ABOUT:
        found += BOND * min(2, _bonds(view, hex_)) + GROUND * _cover(view, hex_)
    return found


def _bonds(view: View, hex_: int) -> int:
    """Stacks of the side with which a unit in a hex would have a bond."""
    own = view.state.occupied(view.side)
    return sum(own >> other & 1 for other in view.board.bonds_of(hex_))


def _cover(view: View, hex_: int) -> int:
    ground, board = view.board.charts.ground, view.board
    kinds = [board.built.get(hex_), board.terrain[hex_]]
    found = max((ground[kind].dcb for kind in kinds if kind and kind != "westwall"), default=0)
    place = view.state.ips.get(board.names[hex_])
    return max(found, board.charts.combat.ip_dcb) if place is not None and place.side == view.side else found
