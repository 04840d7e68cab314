"""Supply lines, out of supply, communications and isolated groups (rules 23.1 to 23.6)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from wargame_tui.board.hexes import Links, bits, members, spread
from wargame_tui.core.remembered import Remembered
from wargame_tui.titles.ardennes_44.events.turns import SupplyChecked
from wargame_tui.titles.ardennes_44.printed.book import Board, enemy
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules.zones import bonds, zone
from wargame_tui.titles.ardennes_44.state import Draft, Table, Unit


@lru_cache(maxsize=8)
def _cut(board: Board, road: bool, keys: frozenset[int]) -> Links:
    """Steps, or those along roads, without the ones over some hexsides, given as seen from both hexes."""
    found = dict(board.road_steps if road else board.steps)
    for key in keys:
        other = board.grid.neighbours[key // 6][key % 6]
        if other is not None:
            found[other - key // 6] &= ~(1 << key // 6)
    return found


def within(board: Board, hexes: int, distance: int) -> int:
    """The hexes at most so far from any of a set, those of the set included."""
    for _ in range(distance):
        hexes |= spread(board.steps, hexes)
    return hexes


def _find_roadblocks(table: Table, side: Side) -> frozenset[int]:
    index = table.board.index
    foe = enemy(side)
    return frozenset(index[hex_] for name, hex_ in table.roadblocks.items() if hex_ and name.startswith(foe))


enemy_roadblocks = Remembered(_find_roadblocks, "roadblocks")
"""The hexes with roadblocks of a side's enemy (24.8)."""


@dataclass(frozen=True, slots=True)
class Ground:
    """Where a side's supply lines may go (23.3b to 23.3j)."""

    clear: int
    """Hexes that any part of a line may enter."""
    risky: int
    """Empty hexes in an enemy zone of control: one at a time, and in the overland part only."""
    overland: Links
    roads: Links


def _find_ground(table: Table, side: Side) -> Ground:
    board, foe = table.board, enemy(side)
    theirs = bonds(table, foe)
    barred = table.occupied(foe) | theirs.hexes | bits(enemy_roadblocks(table, side))
    entered = table.book.inside & ~barred
    risky = entered & zone(table, foe) & ~table.occupied(side)
    pairs = (board.bridges[name] for name in table.bridges)
    blown = [board.key(*ends) for pair in pairs for ends in (pair, pair[::-1])]
    return Ground(
        entered & ~risky, risky, _cut(board, False, theirs.sides), _cut(board, True, theirs.sides.union(blown))
    )


_ground = Remembered(_find_ground, "units", "bridges", "roadblocks")


def _find_road_supplied(table: Table, side: Side) -> int:
    """From the sources back along roads; a source is closed by an enemy in it, not by his zone of control (23.2a)."""
    ground = _ground(table, side)
    found = bits(table.book.sources(side)) & (ground.clear | ground.risky)
    ends = found
    while ends:
        ends = spread(ground.roads, ends) & ground.clear & ~found
        found |= ends
    return found


road_supplied = Remembered(_find_road_supplied, "units", "bridges", "roadblocks")
"""The hexes, as a set, with a road supply line to a source of a side (23.3e to 23.3k)."""


def _reaching(table: Table, side: Side, goals: int) -> int:
    """The hexes from which an overland part leads to any of a set of hexes (23.3a to 23.3d)."""
    ground = _ground(table, side)
    found, clear, risky = goals, goals & ~ground.risky, goals & ground.risky
    for _ in range(table.book.charts.supply.overland):
        beside = spread(ground.overland, clear)
        all_ = beside | spread(ground.overland, risky)
        found |= all_
        clear, risky = all_ & ground.clear, beside & ground.risky
    return found


def _find_in_supply(table: Table, side: Side) -> int:
    return _reaching(table, side, road_supplied(table, side))


in_supply = Remembered(_find_in_supply, "units", "bridges", "roadblocks")
"""The hexes, as a set, from which a unit of a side can trace a supply line (23.3)."""


def routes(table: Table, side: Side) -> Mapping[int, tuple[int, ...]]:
    """For each hex with units of a side that are in supply one of their shortest supply lines, up to the source (23.3).

    First the overland part, then the road; the hex itself comes first.
    """
    board, ground = table.board, _ground(table, side)
    before, rings = _along_roads(table, side), _overland_rings(table, side)
    found = {}
    for start in members(table.occupied(side) & in_supply(table, side)):
        path = [start]
        ring = next(number for number, (clear, risky) in enumerate(rings) if (clear | risky) >> start & 1)
        was_risky = False
        while ring:
            ring -= 1
            clear, risky = rings[ring][0] & ground.clear, rings[ring][1]
            near = members((clear if was_risky else clear | risky) & board.grid.around[path[-1]])
            step = next(hex_ for hex_ in near if spread(ground.overland, 1 << hex_) >> path[-1] & 1)
            was_risky = bool(ground.risky >> step & 1)
            path.append(step)
        while path[-1] in before:
            path.append(before[path[-1]])
        found[start] = tuple(path)
    return found


def _along_roads(table: Table, side: Side) -> Mapping[int, int]:
    """For every hex with a road supply line the next one on it; nothing for a source."""
    ground = _ground(table, side)
    found = ends = bits(table.book.sources(side)) & (ground.clear | ground.risky)
    before: dict[int, int] = {}
    while ends:
        following = 0
        for hex_ in members(ends):
            on = spread(ground.roads, 1 << hex_) & ground.clear & ~found
            before.update(dict.fromkeys(members(on), hex_))
            found |= on
            following |= on
        ends = following
    return before


def _overland_rings(table: Table, side: Side) -> list[tuple[int, int]]:
    """As `_reaching` goes out from the roads: the hexes so many steps away, clear ones and risky ones.

    Those that end a line, whatever they are, stand among the clear ones; no line goes on from the last ring.
    """
    ground, goals = _ground(table, side), road_supplied(table, side)
    rings = [(goals & ~ground.risky, goals & ground.risky)]
    for _ in range(table.book.charts.supply.overland):
        clear, risky = rings[-1]
        beside = spread(ground.overland, clear & ground.clear)
        all_ = beside | spread(ground.overland, risky)
        rings.append((all_ & ~ground.risky, beside & ground.risky))
    return rings


def traceable(table: Table, unit: Unit) -> bool:
    """Whether a unit can trace a supply line; units off the map always can."""
    where = table.hex_of(unit)
    return where is None or bool(in_supply(table, unit.side) >> where & 1)


def _find_isolated(table: Table, side: Side) -> tuple[tuple[str, ...], ...]:
    own = table.occupied(side)
    linked = _chained(table, side, own & in_supply(table, side), own)
    left, found = own & ~linked, []
    while left:
        group = _chained(table, side, left & -left, left)
        left &= ~group
        names = [table.board.names[hex_] for hex_ in members(group)]
        found.append(tuple(unit.id for name in names for unit in table.units_in(name, side)))
    return tuple(found)


def _chained(table: Table, side: Side, hexes: int, own: int) -> int:
    """Occupied hexes joined to some of them by a chain of overland parts (23.6a)."""
    ends = hexes
    while ends and hexes != own:
        ends = _reaching(table, side, ends) & own & ~hexes
        hexes |= ends
    return hexes


isolated_groups = Remembered(_find_isolated, "units", "bridges", "roadblocks")
"""A side's units without a line of communication, group by group (23.6)."""


def check(g: Draft, side: Side) -> None:
    """Out of supply markers of a side, put on and taken off (23.1).

    Units off the map lose theirs too: a reinforcement that was short of fuel and has not come (6.4).
    """
    mine = [unit for unit in g.units.values() if unit.side == side]
    cut = [unit.id for unit in mine if not unit.oos and not traceable(g, unit)]
    back = [unit.id for unit in mine if unit.oos and traceable(g, unit)]
    if cut or back:
        g.change_all(cut, oos=True)
        g.change_all(back, oos=False)
        g.tell(SupplyChecked(side=side, cut_off=cut, supplied=back))
