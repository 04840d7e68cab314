"""The line: where the Allies stand so that the German gets least out of his next turn.

What he may do is reckoned for all his units at once, by sets of hexes: how far wheels and infantry come against zones
and bonds as the line has them, what can be attacked from there and at which odds, who would be cut off. That takes a
millisecond, so that hundreds of lines are compared where a turn played through takes seconds.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property, lru_cache

from wargame_tui.board.hexes import Links, bits, joined, links, members, spread
from wargame_tui.titles.ardennes_44.bot.sight import MEUSE, TOWN, VITAL, View, kind_of
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN, Board, Book
from wargame_tui.titles.ardennes_44.printed.charts import Mover
from wargame_tui.titles.ardennes_44.rules import modes, modifiers
from wargame_tui.titles.ardennes_44.rules.reach import is_boundary_closed, open_steps, tactical_moves
from wargame_tui.titles.ardennes_44.shown.assault import WORTH
from wargame_tui.titles.ardennes_44.state import State, Unit

OPEN = 10.0
"""What a town costs that the German can enter in his next turn; everything else is measured by it."""
LATER = 4.0
"""One that he reaches in the turn after it."""
FOUGHT_FOR = 0.7
"""How much of it is lost with a garrison that is sure to be driven out: it has cost him an attack."""
POINT = 1.2
"""What a point of defence strength costs."""
CUT_OFF = 1.0
"""How much of that is lost with a stack that is left without a way back, attacked or not."""
SIDES = 0.12
"""By how much worse an attack is for each hex beyond the second from which it may come: a retreat leads nowhere."""
PIERCED, ADVANCE, BONUS = 0.4, 0.4, 2
"""Danger from which on a stack may be broken through, how much of an empty town behind it is lost then, how far."""
STANDS = 0.8
"""How much less it is where a last stand may be tried."""
WEAK = 0.8
"""Danger from which on a stack is not counted on in the turn after the next."""
STACK, MOST = 8, 24
"""Attack strength that comes out of one hex, and out of all: two divisions."""
SUPPORT = 2
"""Columns that German guns and tanks shift the odds, as a rule."""
SECOND = 12
"""Half points of wheels in the turn after the next."""
ATTACKS, SPARED = 6, 0.3
"""Attacks that are reckoned with in a turn, and how much is lost of what he leaves.

He makes 62 in three days, nights and breakthroughs among them (eight games); with ten the Allies do no better. While
each stack was reckoned as attacked, garrisons were taken out of towns that cost him nothing then.
"""
FIREFIGHT = 1.5
"""What a firefight is worth to the attacker, as a rule."""

Stacks = Mapping[int, Sequence[Unit]]
"""Who stands where."""
Priced = Sequence[tuple[int, Links]]
"""Steps by the half points that they cost."""


@lru_cache(maxsize=4)
def _pairs(board: Board) -> Sequence[Sequence[tuple[int, tuple[int, ...]]]]:
    """Of every hex: with which a unit there may form a bond, and what lies between; each bond at its lower hex."""
    size = board.grid.size
    return [[(other, way) for other, way in board.bonds_of(hex_).items() if other > hex_] for hex_ in range(size)]


@lru_cache(maxsize=4)
def _dangers(book: Book) -> Sequence[float]:
    """What each column of the CRT is worth to the attacker, the best one as 1; never less than 0."""
    rows = [*book.charts.combat.crt.values()]
    found = [
        sum(float(WORTH[result]) if result in WORTH else FIREFIGHT for result in column) / len(rows)
        for column in zip(*rows, strict=True)
    ]
    return [max(0.0, each) / max(found) for each in found]


@lru_cache(maxsize=16)
def _by_cost(board: Board, steps: tuple[int | None, ...], inside: int) -> Priced:
    """The steps that a kind of unit may take, by what they cost."""
    kinds = {cost for cost in steps if cost is not None}
    near = board.grid.neighbours

    def able(hex_: int, cost: int) -> Iterable[int]:
        costs = zip(near[hex_], steps[6 * hex_ : 6 * hex_ + 6], strict=True)
        return (to for to, each in costs if each == cost and to is not None and inside >> to & 1)

    return [(cost, links(able(hex_, cost) for hex_ in range(board.grid.size))) for cost in sorted(kinds)]


@dataclass(frozen=True, slots=True)
class Wall:
    """What a line of stacks is to its enemy."""

    zone: int
    """Where he stops, as a set of hexes."""
    closed: int
    """Where he does not come: stacks and the bonds in hexes."""
    barred: Mapping[int, int]
    """The steps that bonds along hexsides bar, like `Links`."""

    def passed(self, steps: Links, hexes: int) -> int:
        """The hexes one step on from some hexes."""
        found = 0
        for step, able in steps.items():
            moved = hexes & able & ~self.barred.get(step, 0)
            found |= moved << step if step > 0 else moved >> -step
        return found & ~self.closed

    def flooded(self, ways: Priced, starts: Mapping[int, int]) -> int:
        """How far units come with the half points that they have; where they start, a zone does not hold them."""
        due = [0] * (max(starts, default=0) + 1)
        for points, hexes in starts.items():
            due[points] |= hexes
        seen = 0
        for points in range(len(due) - 1, -1, -1):
            fresh = due[points] & ~seen
            seen |= fresh
            on = (fresh & ~self.zone) | starts.get(points, 0)
            if on:
                for cost, steps in ways:
                    if cost <= points:
                        due[points - cost] |= self.passed(steps, on)
        return seen


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the German may do against a line."""

    reach: int
    """Where he may be after his next movement, as a set of hexes."""
    cost: float
    """What it costs the Allies, by `OPEN`."""


@dataclass(frozen=True, eq=False)
class Reply:
    """What the German may do in his next turn, wherever the Allies stand."""

    view: View

    @property
    def _state(self) -> State:
        return self.view.state

    @property
    def _board(self) -> Board:
        return self.view.board

    @cached_property
    def _movers(self) -> Sequence[Unit]:
        able = (unit for unit in self._state.on_map(GERMAN) if not self._state.piece(unit).artillery)
        return [unit for unit in able if unit.status == "fresh" and not unit.eng and not unit.oos]

    @cached_property
    def _steps(self) -> Mapping[Mover, Priced]:
        kinds: tuple[Mover, ...] = ("vehicle", "foot")
        inside = self.view.book.inside
        return {kind: _by_cost(self._board, tuple(open_steps(self._state, kind)), inside) for kind in kinds}

    @cached_property
    def _tactical(self) -> tuple[Links, Links]:
        return self._on_foot(True), self._on_foot(False)

    def _on_foot(self, first: bool) -> Links:
        """The tactical steps of infantry, which cost nothing."""
        steps = tuple(tactical_moves(self._state, "foot", first))
        return _by_cost(self._board, steps, self.view.book.inside)[0][1]

    @cached_property
    def _starts(self) -> Mapping[Mover, Mapping[int, int]]:
        """Where German units start, by kind and half points."""
        found: dict[Mover, dict[int, int]] = {"vehicle": {}, "foot": {}}
        for unit in self._movers:
            points, _ = modes.allowance(self._state, unit, "normal")
            of_kind = found[kind_of(self._state, unit)]
            of_kind[points] = of_kind.get(points, 0) | 1 << self._board.index[unit.location]
        return found

    @cached_property
    def _boundary(self) -> Mapping[int, int]:
        """The steps over the army boundary, while that is closed."""
        found = dict[int, int]()
        for key in self._board.boundary if is_boundary_closed(self._state) else ():
            hex_, to = key // 6, self._board.grid.neighbours[key // 6][key % 6]
            if to is not None:
                found[to - hex_] = found.get(to - hex_, 0) | 1 << hex_
        return found

    @cached_property
    def strength(self) -> Sequence[int]:
        """The attack strength that might come beside each hex, were nobody in the way."""
        open_, found = Wall(0, 0, self._boundary), [0] * self._board.grid.size
        for unit in self._movers:
            kind, points = kind_of(self._state, unit), modes.allowance(self._state, unit, "normal")[0]
            reach = self._reached(open_, {kind: {points: 1 << self._board.index[unit.location]}})
            for hex_ in members(spread(self._board.steps, reach) | reach):
                found[hex_] += self._state.attack(unit)
        return found

    def _reached(self, wall: Wall, starts: Mapping[Mover, Mapping[int, int]]) -> int:
        found = 0
        for kind, by_points in starts.items():
            found |= wall.flooded(self._steps[kind], self._delayed(wall, by_points))
        on_foot, (first, later) = _all(starts.get("foot", {})), self._tactical
        one = wall.passed(first, on_foot)
        return found | one | wall.passed(later, one & ~wall.zone)

    def _delayed(self, wall: Wall, starts: Mapping[int, int]) -> Mapping[int, int]:
        """The same starts; to leave a zone takes points (9.2)."""
        leave, found = int(2 * self.view.book.charts.movement.leave_zoc), dict[int, int]()
        for points, hexes in starts.items():
            held = hexes & wall.zone
            found[points] = found.get(points, 0) | hexes & ~held
            if held:
                less = max(0, points - leave)
                found[less] = found.get(less, 0) | held
        return found

    def wall(self, own: int) -> Wall:
        """What stacks in some hexes are to the German."""
        foes, closed, barred = self._germans, own, dict(self._boundary)
        pairs = _pairs(self._board)
        for hex_ in members(own):
            for other, between in pairs[hex_]:
                if not own >> other & 1:
                    continue
                if len(between) == 1:
                    closed |= 1 << between[0]
                else:
                    one, two = between
                    if not (foes >> one & 1 and foes >> two & 1):
                        barred[two - one] = barred.get(two - one, 0) | 1 << one
                        barred[one - two] = barred.get(one - two, 0) | 1 << two
        return Wall(spread(self._board.steps, own), closed & ~foes, barred)

    @cached_property
    def _germans(self) -> int:
        return self._state.occupied(GERMAN)

    @cached_property
    def _sources(self) -> int:
        return bits(self.view.book.sources(ALLIED)) & ~self._germans

    @cached_property
    def weights(self) -> Mapping[int, float]:
        """What towns count."""
        stance, meuse = self.view.stance, {*self.view.book.map.meuse_towns}

        def weight(name: str) -> float:
            found = MEUSE if name in meuse else VITAL.get(name, TOWN)
            return found * (stance.stress if name in stance.efforts else 1.0)

        return {hex_: weight(name) for hex_, name in self.view.towns.items()}

    @cached_property
    def _rough(self) -> Sequence[int]:
        """For each hex those next to it out of which an attack on it is halved: over rivers, out of ravines (15.3)."""
        board = self._board
        found = list[int]()
        for hex_, near in enumerate(board.grid.neighbours):
            sides = ((turn, to) for turn, to in enumerate(near) if to is not None)
            found.append(
                bits(
                    to for turn, to in sides if board.is_river[6 * hex_ + turn] or board.terrain[to] == "forest_ravine"
                )
            )
        return found

    @cached_property
    def _covers(self) -> dict[int, int]:
        return {}

    def cover(self, hex_: int) -> int:
        """What the ground of a hex adds to a defence there."""
        if hex_ not in self._covers:
            self._covers[hex_] = modifiers.terrain_dcb(self._state, self._board.names[hex_], ALLIED)
        return self._covers[hex_]

    # A line, weighed

    def outlook(self, stacks: Stacks) -> Outlook:
        """What the German may do against stacks, and what it costs."""
        own = bits(stacks)
        wall = self.wall(own)
        wheels = wall.flooded(self._steps["vehicle"], self._delayed(wall, self._starts["vehicle"]))
        reach = self._germans | wheels | self._reached(wall, {"foot": self._starts["foot"]})
        dangers = {hex_: self.danger(hex_, units, reach) for hex_, units in stacks.items()}
        rest = self.wall(bits(hex_ for hex_, danger in dangers.items() if danger < WEAK))
        later = rest.flooded(self._steps["vehicle"], self._delayed(rest, {SECOND: wheels}))
        behind = joined(self._board.steps, self._sources, self.view.book.inside & ~reach)
        cost = self._given_up(own, reach, later) + self._broken_into(own | reach, dangers)
        losses = [self._loss(hex_, units, dangers[hex_], behind) for hex_, units in stacks.items()]
        losses.sort(reverse=True)
        return Outlook(reach, cost + sum(losses[:ATTACKS]) + SPARED * sum(losses[ATTACKS:]))

    def _given_up(self, own: int, reach: int, later: int) -> float:
        """What empty towns cost that the German has or may have in his next turn, or in the one after it."""
        cost = 0.0
        for hex_, weight in self.weights.items():
            if not own >> hex_ & 1:
                if hex_ in self.view.taken or reach >> hex_ & 1:
                    cost += OPEN * weight
                elif later >> hex_ & 1:
                    cost += LATER * self.view.stance.depth * weight
        return cost

    def _broken_into(self, counted: int, dangers: Mapping[int, float]) -> float:
        """What empty towns close behind weak stacks cost, but those that are counted already."""
        passed = dict[int, float]()
        for hex_, danger in dangers.items():
            for town in self._beyond.get(hex_, ()) if danger > PIERCED else ():
                if not counted >> town & 1:
                    passed[town] = max(danger, passed.get(town, 0.0))
        return sum(ADVANCE * OPEN * self.weights[town] * danger for town, danger in passed.items())

    @cached_property
    def _beyond(self) -> Mapping[int, Sequence[int]]:
        """The towns in Allied hands into which the conqueror of a hex might advance, where there are any."""
        found = dict[int, list[int]]()
        for town in self.weights:
            if town not in self.view.taken:
                for hex_ in self._board.grid.within(town, BONUS)[1:]:
                    found.setdefault(hex_, []).append(town)
        return found

    def _loss(self, hex_: int, units: Sequence[Unit], danger: float, behind: int) -> float:
        """What a stack may lose, and its town with it."""
        cut = not (self._board.grid.around[hex_] | 1 << hex_) & behind
        strength = POINT * self.view.stance.units * sum(map(self._state.defence, units))
        town = FOUGHT_FOR * OPEN * self.weights.get(hex_, 0.0)
        return strength * max(danger, CUT_OFF * cut) + town * danger

    def danger(self, hex_: int, units: Sequence[Unit], reach: int) -> float:
        """How much the best attack on a stack promises: 0 nothing, 1 as much as any."""
        beside = self._board.grid.around[hex_] & reach
        if not beside:
            return 0.0
        rough = beside & self._rough[hex_]
        out_of = STACK * (beside & ~rough).bit_count() + STACK // 2 * rough.bit_count()
        attack = min(self.strength[hex_], out_of, MOST)
        defence = sum(map(self._state.defence, units)) + self.cover(hex_) * any(map(self._may_dig, units))
        column = modifiers.on_crt(self._state, modifiers.odds_column(attack, max(1, defence)) + SUPPORT)
        stands = STANDS if hex_ in self._stood_in and any(unit.status == "fresh" for unit in units) else 1.0
        return _dangers(self.view.book)[column] * stands * (1 + SIDES * max(0, beside.bit_count() - 2))

    @cached_property
    def _stood_in(self) -> Set[int]:
        """Hexes in which a last stand may be tried (16.7)."""
        index = self._board.index
        return {*self._board.built, *(index[name] for name, place in self._state.ips.items() if place.built)}

    def _may_dig(self, unit: Unit) -> bool:
        return not self._state.piece(unit).entry.parenthesised


LEAST = 0.4
"""What a move must better the line."""
BOND, GROUND, GARRISON = 2, 2, 5
"""By what a hex is worth looking at: bonds there, its cover, a town."""


class Line:
    """Stacks as they stand, and as they would stand better."""

    def __init__(self, reply: Reply, stacks: Stacks) -> None:
        self._reply, self._board = reply, reply.view.board
        self.stacks: dict[int, list[Unit]] = {hex_: [*units] for hex_, units in stacks.items() if units}
        self.outlook = reply.outlook(self.stacks)

    def better(self, unit: Unit, home: int, able: Iterable[int], breadth: int) -> int:
        """Where a unit is best, of the hexes most worth looking at; it stands there from now on."""
        best, outlook = home, self.outlook
        for hex_ in self._worth_a_look(able, breadth):
            moved = self._with(unit, home, hex_)
            found = self._reply.outlook(moved)
            if found.cost < outlook.cost - LEAST * (best == home):
                best, outlook = hex_, found
        if best != home:
            self.stacks, self.outlook = self._with(unit, home, best), outlook
        return best

    def no_worse(self, unit: Unit, home: int, hexes: Sequence[int]) -> int:
        """The first of some hexes in which a unit does no harm to the line; it stands there from now on."""
        for hex_ in hexes:
            if hex_ == home:
                break
            moved = self._with(unit, home, hex_)
            outlook = self._reply.outlook(moved)
            if outlook.cost <= self.outlook.cost + LEAST:
                self.stacks, self.outlook = moved, outlook
                return hex_
        return home

    def moved(self, unit: Unit, home: int, hex_: int) -> Outlook:
        """What it would be with a unit elsewhere."""
        return self._reply.outlook(self._with(unit, home, hex_))

    def _with(self, unit: Unit, home: int, hex_: int) -> dict[int, list[Unit]]:
        found = {**self.stacks, home: [each for each in self.stacks[home] if each.id != unit.id]}
        if not found[home]:
            del found[home]
        found[hex_] = [*found.get(hex_, ()), unit]
        return found

    def _worth_a_look(self, able: Iterable[int], breadth: int) -> Sequence[int]:
        """Those in good cover, in bonds, in towns, near the enemy's next positions."""
        own, reach = bits(self.stacks), self.outlook.reach
        fringe = spread(self._board.steps, spread(self._board.steps, reach)) | reach

        def mark(hex_: int) -> tuple[float, int]:
            bonds = sum(own >> other & 1 for other in self._board.bonds_of(hex_))
            town = 0.0 if own >> hex_ & 1 else GARRISON * self._reply.weights.get(hex_, 0.0) * (1 + (reach >> hex_ & 1))
            return BOND * min(2, bonds) + GROUND * self._reply.cover(hex_) + town, -hex_

        near = [hex_ for hex_ in able if fringe >> hex_ & 1]
        return sorted(near, key=mark, reverse=True)[:breadth]

    def is_safe(self, hex_: int) -> bool:
        """Whether the enemy does not come beside it in his next turn."""
        return not self._board.grid.around[hex_] & self.outlook.reach

    def needs(self, unit: Unit, hex_: int) -> bool:
        """Whether it has a part in it where it stands: the enemy may come beside it, or would have more without it."""
        if not self.is_safe(hex_):
            return True
        without = [each for each in self.stacks[hex_] if each.id != unit.id]
        rest = {**self.stacks, hex_: without} if without else {k: v for k, v in self.stacks.items() if k != hex_}
        return self._reply.outlook(rest).cost > self.outlook.cost + LEAST


@lru_cache(maxsize=1)
def line_of(view: View) -> Line:
    """The line as the Allies stand."""
    stacks = dict[int, list[Unit]]()
    for unit in view.state.on_map(ALLIED):
        stacks.setdefault(view.board.index[unit.location], []).append(unit)
    return Line(Reply(view), stacks)


def _all(starts: Mapping[int, int]) -> int:
    found = 0
    for hexes in starts.values():
        found |= hexes
    return found
