"""Where units can go: the search over the map with everything that a step costs or forbids (rules 9 to 12, TA4)."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from wargame_tui.board.hexes import bits, spread
from wargame_tui.core.remembered import Remembered, Resting
from wargame_tui.titles.ardennes_44.printed.book import (
    GERMAN,
    Board,
    Weather,
    enemy,
    least_cost,
    road_costs,
    step_costs,
    tactical_steps,
)
from wargame_tui.titles.ardennes_44.printed.charts import Mover
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules import special, traffic, weather
from wargame_tui.titles.ardennes_44.rules.zones import bonds, zone
from wargame_tui.titles.ardennes_44.state import Mode, Table, positions, with_markers

Steps = Sequence[int | None]
"""Half points of every step, by hexside; None where there is none."""


@dataclass(frozen=True, slots=True)
class Group:
    """Units that move together, where they are and what they have done."""

    units: tuple[str, ...]
    mode: Mode
    hex: int
    halves: int
    """Half points spent."""
    limit: int
    """Half points that they have in all."""
    hexes: int
    """Hexes entered."""
    most: int | None
    """Hexes that they may enter in all, where these are limited."""
    free: bool = False
    """The zone of control where they are is ignored (27.1)."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a group can go."""

    spent: Mapping[int, int]
    """Half points spent there, for each hex in which it may end its move."""
    came: Mapping[int, int]
    """For each hex the one before it on the way."""
    costs: Mapping[int, int]
    """Half points spent there, for each hex that it may pass as well."""

    def path(self, hex_: int) -> list[int]:
        """The way to a hex, the start left out."""
        found = [hex_]
        while found[-1] in self.came:
            found.append(self.came[found[-1]])
        return found[-2::-1]


def mover_of(table: Table, unit: str) -> Mover:
    """The column of the terrain chart in which a unit moves: in trucks as mechanized infantry (12.6)."""
    return "mech" if table.units[unit].marker == "truck" else table.piece(unit).mover


# What a step costs now, with the bridges that are down


def _find_open(table: Table, mover: Mover) -> Steps:
    board, ground = table.board, weather.ground(table)
    return _patched(table, step_costs(board, mover, ground), step_costs(board, mover, ground, bridges=False))


def _find_roads(table: Table, mover: Mover) -> Steps:
    board = table.board
    along = road_costs(board, mover)
    return _patched(table, along, [None] * len(along))


def _find_tactical(table: Table, mover: Mover, first: bool) -> Steps:
    board = table.board
    return _patched(table, tactical_steps(board, mover, first), tactical_steps(board, mover, first, bridges=False))


def _patched(table: Table, standing: Steps, down: Steps) -> Steps:
    """Steps where bridges stand, but as without a bridge where they are down."""
    board, found = table.board, [*standing]
    for name in table.bridges:
        one, other = board.bridges[name]
        for key in (board.key(one, other), board.key(other, one)):
            found[key] = down[key]
    return found


@cache
def _ways_out(board: Board, mover: Mover, bridges: bool) -> Sequence[int]:
    """For each hex the hexes next to it that a first tactical step may enter, as a set."""
    steps = tactical_steps(board, mover, True, bridges)
    return [
        bits(to for turn, to in enumerate(around) if to is not None and steps[6 * hex_ + turn] is not None)
        for hex_, around in enumerate(board.grid.neighbours)
    ]


def exits(table: Table, mover: Mover, hex_: int) -> int:
    """The hexes next to a hex that a first tactical step may enter, as a set."""
    board = table.board
    found = _ways_out(board, mover, True)[hex_]
    for turn, bridge in enumerate(board.bridge[6 * hex_ : 6 * hex_ + 6]):
        beyond = board.grid.neighbours[hex_][turn]
        if bridge in table.bridges and beyond is not None:
            found &= ~(1 << beyond) | _ways_out(board, mover, False)[hex_]
    return found


open_steps = Remembered(_find_open, "bridges", "turn")
"""Off the road and on it (11.1, 11.7)."""
road_steps = Remembered(_find_roads, "bridges")
"""Along roads only (12.1)."""
tactical_moves = Remembered(_find_tactical, "bridges")
"""Of tactical movement: its first step, or a later one (11.3)."""


def is_boundary_closed(table: Table) -> bool:
    """Whether German units may not cross the army boundary: before 18AM (11.10)."""
    return table.turn < table.book.charts.events.boundary_lifted


def is_over_boundary(table: Table, side: Side, unit: str, key: int) -> bool:
    """Whether a step leads a German unit over an army boundary that is closed to it (11.10)."""
    closed = side == GERMAN and is_boundary_closed(table) and not table.units[unit].cut_off
    return closed and key in table.board.boundary


def barred_sides(table: Table, side: Side, units: Sequence[str] = ()) -> Set[int]:
    """Hexsides that units never cross: enemy bonds, the army boundary, but to come back over it (10.2, 11.10)."""
    return _barred_sides(table, side, _come_back(table, units))


def _come_back(table: Table, units: Sequence[str]) -> bool:
    """Whether units were driven over the army boundary, so that they may cross it (11.10)."""
    return bool(units) and all(table.units[name].cut_off for name in units)


def _barred_sides(table: Table, side: Side, back: bool) -> Set[int]:
    theirs = bonds(table, enemy(side)).sides
    closed = side == GERMAN and is_boundary_closed(table) and not back
    return _with_boundary(table.board, theirs) if closed else theirs


@lru_cache(maxsize=8)
def _with_boundary(board: Board, sides: frozenset[int]) -> Set[int]:
    return sides | board.boundary


def closed_to(table: Table, units: Sequence[str]) -> int:
    """Hexes closed to one of some units by rules of its own, as a set."""
    closed = 0
    for unit in units:
        closed |= special.closed_hexes(table, table.units[unit])
    return closed


def closed_ground(table: Table, side: Side, units: Sequence[str] = ()) -> int:
    """Hexes that units never enter, as a set: with enemies, out of play, closed to one of them."""
    whole = (1 << table.board.grid.size) - 1
    return table.occupied(enemy(side)) | whole & ~table.book.inside | closed_to(table, units)


def closed_hexes(table: Table, side: Side, units: Sequence[str] = ()) -> int:
    """The same with enemy bonds (10.2)."""
    return closed_ground(table, side, units) | bonds(table, enemy(side)).hexes


# The search


def reach(table: Table, group: Group) -> Reach:
    """Where a group can go."""
    side = table.units[group.units[0]].side
    if group.most is not None:
        spent, came = _by_hexes(table, side, group)
    else:
        spent, came = _by_points(table, side, group)
    spent.pop(group.hex, None)
    crossing = special.sauer_step(table, table.units[group.units[0]]) if len(group.units) == 1 else None
    if crossing is not None and not group.hexes and group.mode in ("normal", "tactical"):
        spent[crossing[1]], came[crossing[1]] = group.halves, group.hex
    ends = spent
    if group.mode in ("strategic", "extended"):
        shut = _closed_ends(table, side, group)
        ends = {hex_: cost for hex_, cost in spent.items() if not shut >> hex_ & 1}
    return Reach(ends, came, spent)


def _by_points(table: Table, side: Side, group: Group) -> tuple[dict[int, int], dict[int, int]]:
    """Movement limited by points (11.1, 11.2, 12.1)."""
    mover, closed = mover_of(table, group.units[0]), closed_to(table, group.units)
    network = _network(table, side, mover, group.mode == "strategic", closed, _come_back(table, group.units))
    return _flood(network, group, _leaving(table, group, zone(table, enemy(side))))


Ways = Sequence[tuple[int, int]]
"""Hexes next to a hex, with the half points that it costs to enter them."""


class Network(dict[int, Ways]):
    """The ways on from each hex for units of a kind, worked out when they are first asked for."""

    def __init__(self, board: Board, costs: Steps, closed: int, barred: Set[int], extra: Mapping[int, int]) -> None:
        self._neighbours = board.grid.neighbours
        self._costs, self._closed, self._barred, self._extra = costs, closed, barred, extra
        self.size = board.grid.size
        """Hexes of the map."""
        self.stops = 0
        """Hexes from which units do not go on, as a set."""
        self.least = 0
        """Half points that every step costs at least."""
        self.usual: Sequence[Ways] = ()
        """The ways out of each hex if nothing bars any."""
        self.unusual = spread(board.steps, closed | bits(extra)) | bits({key // 6 for key in barred})
        """Hexes from which it may be otherwise, as a set."""

    def __missing__(self, hex_: int) -> Ways:
        self[hex_] = found = () if self.stops >> hex_ & 1 else self.out_of(hex_)
        return found

    def out_of(self, hex_: int) -> Ways:
        """The ways out of a hex in which units start, whether it stops them or not."""
        if not self.unusual >> hex_ & 1:
            return self.usual[hex_]
        closed, barred, extra = self._closed, self._barred, self._extra
        first = 6 * hex_
        steps = zip(range(first, first + 6), self._neighbours[hex_], self._costs[first : first + 6], strict=True)
        return [
            (to, cost + extra[to] if to in extra else cost)
            for key, to, cost in steps
            if to is not None and cost is not None and not closed >> to & 1 and key not in barred
        ]


@cache
def _usual_ways(board: Board, mover: Mover, ground: Weather | None) -> Sequence[Ways]:
    """The ways out of each hex with all bridges standing; along roads only, if it is on no kind of ground."""
    costs = road_costs(board, mover) if ground is None else step_costs(board, mover, ground)
    return [
        [
            (to, cost)
            for to, cost in zip(around, costs[6 * hex_ : 6 * hex_ + 6], strict=True)
            if to is not None and cost is not None
        ]
        for hex_, around in enumerate(board.grid.neighbours)
    ]


def _find_network(table: Table, side: Side, mover: Mover, strategic: bool, own: int, back: bool) -> Network:
    """Where units may go and stop, as the enemy stands and but for hexes of their own (9.2, 12.2, 24.8)."""
    board, stops = table.board, zone(table, enemy(side))
    closed, barred = own | closed_hexes(table, side), _barred_sides(table, side, back)
    costs = road_steps(table, mover) if strategic else open_steps(table, mover)
    if strategic:
        closed |= stops
        stops |= bits(traffic.enemy_roadblocks(table, side))
    network = Network(board, costs, closed, barred, traffic.extra_cost(table, side))
    network.stops, network.least = stops, least_cost(board, mover)
    network.usual = _usual_ways(board, mover, None if strategic else weather.ground(table))
    network.unusual |= bits(hex_ for name in table.bridges for hex_ in board.bridges[name])
    return network


def _what_bars(table: Table, side: Side, *_: Any) -> tuple[Any, ...]:
    """What decides beside the units themselves where they may go."""
    theirs = positions(table).of_side[enemy(side)], bonds(table, enemy(side))
    return (table.scenario, *theirs, traffic.extra_cost(table, side), table.bridges, table.roadblocks, table.turn)


_network = Resting(_find_network, _what_bars, most=64)


def _flood(network: Network, group: Group, leaving: int) -> tuple[dict[int, int], dict[int, int]]:
    """Cheapest ways from the group's hex; leaving it costs so much more."""
    start, limit = group.hex, group.limit
    best, came = [limit + 1] * network.size, dict[int, int]()
    best[start] = group.halves
    rings: list[list[int]] = [[] for _ in range(limit + 1)]
    for to, cost in network.out_of(start):
        total = group.halves + cost + leaving
        if total <= limit:
            best[to], came[to] = total, start
            rings[total].append(to)
    for points, ring in enumerate(rings[: limit + 1 - network.least]):
        for hex_ in ring:
            if best[hex_] == points:
                for to, cost in network[hex_]:
                    total = points + cost
                    if total < best[to]:
                        best[to], came[to] = total, hex_
                        rings[total].append(to)
    return {hex_: best[hex_] for hex_ in came}, came


def _by_hexes(table: Table, side: Side, group: Group) -> tuple[dict[int, int], dict[int, int]]:
    """Movement limited by hexes: tactical, shift of position, units that may go a hex or two (11.3, 22.2, 27.6).

    The last of them are limited by points as well.
    """
    board, counted = table.board, group.mode not in ("tactical", "shift")
    theirs = stops = zone(table, enemy(side))
    closed, barred = closed_hexes(table, side, group.units), barred_sides(table, side, group.units)
    if group.mode == "strategic":
        closed, stops = closed | theirs, stops | bits(traffic.enemy_roadblocks(table, side))
    if any(table.units[unit].status != "fresh" for unit in group.units):
        closed |= theirs
    extra = traffic.extra_cost(table, side) if counted else {}
    leaving = _leaving(table, group, theirs) if counted else 0
    spent, came, ring = {group.hex: group.halves}, dict[int, int](), {group.hex: group.halves}
    for done in range(group.hexes, group.most or 0):
        steps, following = _steps(table, group, done == 0), dict[int, int]()
        for hex_, points in ring.items():
            if stops >> hex_ & 1 and hex_ != group.hex:
                continue
            for turn, to in enumerate(board.grid.neighbours[hex_]):
                key = 6 * hex_ + turn
                cost = steps[key]
                if to is None or to in spent or cost is None or closed >> to & 1 or key in barred:
                    continue
                total = points + (cost + extra.get(to, 0) if counted else 0) + (leaving if hex_ == group.hex else 0)
                if total <= group.limit and total < following.get(to, group.limit + 1):
                    following[to], came[to] = total, hex_
        spent.update(following)
        ring = following
    return spent, came


def _steps(table: Table, group: Group, first: bool) -> Steps:
    """What steps cost in a way of moving, the first one or a later one."""
    mover = mover_of(table, group.units[0])
    if group.mode == "tactical":
        return tactical_moves(table, mover, first)
    return road_steps(table, mover) if group.mode == "strategic" else open_steps(table, mover)


def _leaving(table: Table, group: Group, theirs: int) -> int:
    """Half points to leave the enemy zone of control in which a group is (9.2)."""
    zoned = theirs >> group.hex & 1 and not group.free
    return int(2 * table.book.charts.movement.leave_zoc) if zoned else 0


def _closed_ends(table: Table, side: Side, group: Group) -> int:
    """Hexes in which a strategic or extended move may not end, as a set (11.2, 12.2)."""
    board = table.board
    if group.mode == "extended":
        return spread(board.steps, table.occupied(enemy(side)))
    return table.occupied(side) | spread(board.road_steps, bits(strategic_hexes(table, side, group.units)))


def strategic_hexes(table: Table, side: Side, but: tuple[str, ...] = ()) -> frozenset[int]:
    """Hexes of a side's units with strategic movement or truck markers, but those on the move themselves (12.2)."""
    index = table.board.index
    return frozenset(
        index[unit.location]
        for unit in with_markers(table).values()
        if unit.side == side and unit.marker in ("SM", "truck") and unit.location in index and unit.id not in but
    )
