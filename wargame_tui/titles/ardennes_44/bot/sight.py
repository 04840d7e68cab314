"""What the player sees: how far it is to what is to be won, where enemies are near, what threatens which town."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from heapq import heappop, heappush

from wargame_tui.board.hexes import members, spread
from wargame_tui.titles.ardennes_44.bot.stance import RECRUIT, Stance
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN, Board, Book, Weather, enemy, step_costs
from wargame_tui.titles.ardennes_44.printed.charts import Mover
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules import modifiers, supply, victory, weather
from wargame_tui.titles.ardennes_44.rules.zones import zone
from wargame_tui.titles.ardennes_44.state import State, Unit

FAR = 999
"""Half points, or hexes, to what cannot be reached."""
HARD = 10
"""Half points that a step counts which is none of normal movement: infantry over a river, into a ravine."""
STANDING = 8
"""Half points that an enemy stack on the way counts."""
BESIDE = 2
"""The same for a hex in his zone of control."""
AXES: Mapping[str, tuple[str, ...]] = {
    "LXVII": ("Monschau", "Eupen", "Elsenborn"),
    "I SS": (
        "Büllingen", "Krinkelt-Rocherath", "Bütgenbach", "Manderfeld", "Ligneuville", "Malmedy", "Stavelot",
        "Trois-Ponts", "Werbomont", "Spa", "Aywaille", "Huy", "Amay",
    ),
    "II SS": ("Ligneuville", "Vielsalm", "Trois-Ponts", "Baraque de Fraiture", "Manhay", "Werbomont", "Huy", "Amay"),
    "LXVI": ("Schönberg", "St. Vith", "Vielsalm", "Manderfeld", "Gouvy", "Baraque de Fraiture"),
    "LVIII": (
        "Burg Reuland", "Weiswampach", "Troisvierges", "Gouvy", "Houffalize", "La Roche", "Hotton", "Manhay", "Namur",
        "Andenne",
    ),
    "XLVII": (
        "Hosingen", "Clervaux", "Wiltz", "Noville", "Bastogne", "St. Hubert", "Rochefort", "Marche", "Dinant", "Givet",
        "Ciney", "Beauraing",
    ),
    "LXXXV": ("Vianden", "Diekirch", "Esch-sur-Sûre", "Wiltz", "Martelange", "Bastogne"),
    "LXXX": ("Echternach", "Diekirch", "Ettelbruck", "Larochette", "Mersch"),
}  # fmt: skip
"""What each corps is to take: the plan of December 1944, as the histories have it."""
ABROAD = 24
"""Half points that a goal of another corps counts as farther."""
VITAL: Mapping[str, float] = {"St. Vith": 2.0, "Bastogne": 2.0, "Elsenborn": 1.8, "Bütgenbach": 1.3, "Malmedy": 1.3}
"""How much more than others the Allies hold a town."""
MEUSE = 2.5
"""The same for the towns on the Meuse."""
TOWN = 1.0
"""For any other."""
LAST_STAND = 3.0
"""How much more a town is worth on the last turn, on which nothing else counts."""


@lru_cache(maxsize=256)
def ways_to(
    board: Board,
    mover: Mover,
    ground: Weather,
    starts: tuple[tuple[int, int], ...],
    foes: int,
    beside: int,
    inside: int,
) -> Sequence[int]:
    """Half points from each hex to the nearest of some, each with what is added for it, enemies on the way counted.

    Bridges that are down are no matter: they are rebuilt.
    """
    edges = _edges(board, mover, ground, inside)
    found, heap = [FAR] * board.grid.size, list[tuple[int, int]]()
    for hex_, more in starts:
        if more < found[hex_]:
            found[hex_] = more
            heappush(heap, (more, hex_))
    while heap:
        far, hex_ = heappop(heap)
        if far > found[hex_]:
            continue
        far += STANDING * (foes >> hex_ & 1) + BESIDE * (beside >> hex_ & 1)
        for other, cost in edges[hex_]:
            total = far + cost
            if total < found[other]:
                found[other] = total
                heappush(heap, (total, other))
    return found


@lru_cache(maxsize=16)
def _edges(board: Board, mover: Mover, ground: Weather, inside: int) -> Sequence[Sequence[tuple[int, int]]]:
    """From where, and for how many half points, each hex is entered from next to it: ways are found backwards."""
    steps = step_costs(board, mover, ground)
    found = list[list[tuple[int, int]]]()
    for near in board.grid.neighbours:
        able = [(turn, other) for turn, other in enumerate(near) if other is not None and inside >> other & 1]
        costs = ((other, steps[6 * other + (turn + 3) % 6]) for turn, other in able)
        found.append([(other, HARD if cost is None else cost) for other, cost in costs])
    return found


@lru_cache(maxsize=16)
def _rings(board: Board, hexes: int) -> Sequence[int]:
    found, ring, far = [FAR] * board.grid.size, hexes, 0
    seen = hexes
    while ring:
        for hex_ in members(ring):
            found[hex_] = far
        ring = spread(board.steps, ring) & ~seen
        seen, far = seen | ring, far + 1
    return found


def kind_of(state: State, unit: Unit) -> Mover:
    """How a unit is counted on its way: what has wheels, or what walks."""
    return "foot" if state.piece(unit).mover == "foot" else "vehicle"


@dataclass(frozen=True, eq=False)
class View:
    """A position as one side sees it."""

    state: State
    side: Side
    stance: Stance

    @cached_property
    def board(self) -> Board:
        """The map."""
        return self.state.board

    @cached_property
    def book(self) -> Book:
        """What does not change."""
        return self.state.book

    @cached_property
    def foes(self) -> int:
        """Where enemies are, as a set."""
        return self.state.occupied(enemy(self.side))

    @cached_property
    def zoned(self) -> int:
        """The enemy's zone of control, as a set."""
        return zone(self.state, enemy(self.side))

    @cached_property
    def supplied(self) -> int:
        """Where a unit would be in supply, as a set."""
        return supply.in_supply(self.state, self.side)

    @cached_property
    def near(self) -> Sequence[int]:
        """Hexes to the nearest enemy."""
        return _rings(self.board, self.foes)

    @cached_property
    def ground(self) -> Weather:
        """Mud, or frozen ground."""
        return weather.ground(self.state)

    @cached_property
    def towns(self) -> Mapping[int, str]:
        """Victory hexes in play with their names."""
        index = self.board.index
        return {index[each.hex]: each.name for each in self.book.map.victory if self.book.is_inside(index[each.hex])}

    @cached_property
    def taken(self) -> frozenset[int]:
        """Victory hexes that the German holds."""
        return frozenset(self.board.index[name] for name in victory.held_by_german(self.state))

    def field(self, unit: Unit) -> Sequence[int]:
        """Half points from each hex to what a unit is to win, or to hold; the less the better."""
        mover = kind_of(self.state, unit)
        if self.side == ALLIED:
            return self._ways(mover, self._to_hold)
        return self._ways(mover, self._to_win(self.book.pieces[unit.id].entry.corps or ""))

    def _ways(self, mover: Mover, starts: Iterable[tuple[int, int]]) -> Sequence[int]:
        given = tuple(sorted(starts))
        return ways_to(self.board, mover, self.ground, given, self.foes, self.zoned, self.book.inside)

    def _to_win(self, corps: str) -> Iterable[tuple[int, int]]:
        axis = AXES.get(corps, ())
        left = {hex_: name for hex_, name in self.towns.items() if hex_ not in self.taken}
        efforts, pull = self.stance.efforts, self.stance.pull
        found = [
            (hex_, (0 if name in axis else ABROAD) + (0 if name in efforts else pull)) for hex_, name in left.items()
        ]
        return found or [*self._western]

    @cached_property
    def _western(self) -> Sequence[tuple[int, int]]:
        """The ends of the roads in the west."""
        entries = self.book.map.entries
        return [(self.board.index[entries[letter].hex], 0) for letter in ("F", "G", "D") if letter in self.book.letters]

    # What the Allies hold

    @cached_property
    def arrivals(self) -> Sequence[int]:
        """Half points that the nearest German needs to each hex, were nobody in his way."""
        germans = tuple((hex_, 0) for hex_ in members(self.state.occupied(GERMAN)))
        return ways_to(self.board, "vehicle", self.ground, germans, 0, 0, self.book.inside)

    @cached_property
    def threats(self) -> Mapping[int, float]:
        """Towns in Allied hands that a German may reach soon: how much they count, and how near he is."""
        found, meuse = dict[int, float](), {*self.book.map.meuse_towns}
        for hex_, name in self.towns.items():
            if hex_ not in self.taken:
                weight = MEUSE if name in meuse else VITAL.get(name, TOWN)
                weight *= self.stance.stress if name in self.stance.efforts else 1.0
                near = 1 - self.arrivals[hex_] / self.stance.warning
                if near > 0:
                    found[hex_] = weight * near
        return found

    @cached_property
    def _to_hold(self) -> Sequence[tuple[int, int]]:
        most = max(self.threats.values(), default=0.0)
        return [(hex_, round(12 * (most - threat))) for hex_, threat in self.threats.items()] or [
            (hex_, 0) for hex_ in self.towns
        ]

    # What is left to win

    @cached_property
    def is_last(self) -> bool:
        """Whether the player knows that after this turn the points are counted."""
        scenario = self.book.scenario
        return self.stance.counts_days and scenario.points is not None and self.state.turn >= scenario.last

    @cached_property
    def theirs(self) -> frozenset[int]:
        """Victory hexes in the other side's hands."""
        return self.taken if self.side == ALLIED else frozenset(self.towns.keys() - self.taken)

    def prize(self, hex_: int) -> float:
        """What it adds to an attack that the hex attacked is a town to be taken or retaken, or its enemy besieges."""
        found = self.stance.relieve * (hex_ in self.besiegers)
        if hex_ in self.theirs:
            found += self.stance.retake * (LAST_STAND if self.is_last else float(self.side == ALLIED))
        return found

    @cached_property
    def besiegers(self) -> frozenset[int]:
        """Enemies beside own stacks that are cut off in a town."""
        if not self.stance.relieve:
            return frozenset()
        besieged = self.state.occupied(self.side) & ~self.supplied
        towns = (hex_ for hex_ in members(besieged) if hex_ in self.towns)
        return frozenset(foe for hex_ in towns for foe in members(self.board.grid.around[hex_] & self.foes))

    def exposure(self, hex_: int, stack: Sequence[Unit]) -> float:
        """The enemy's strength beside a hex, for each point that would defend there with its terrain."""
        beside = members(self.board.grid.around[hex_] & self.foes)
        foe = enemy(self.side)
        names = (self.board.names[other] for other in beside)
        strength = sum(self.state.attack(unit) for name in names for unit in self.state.units_in(name, foe))
        defence = sum(self.state.defence(unit) for unit in stack)
        defence += modifiers.terrain_dcb(self.state, self.board.names[hex_], self.side)
        return strength / max(1, defence)


_seen: list[View] = []


def view_of(state: State, side: Side, given: Stance | None = None) -> View:
    """The view of a side, as the recruit has it without a stance; that of the state asked for last is kept."""
    stance = RECRUIT[side] if given is None else given
    for view in _seen:
        if view.state is state and view.side == side and view.stance == stance:
            return view
    _seen[:] = [View(state, side, stance)]
    return _seen[0]
