"""Where units can go and what it costs (6.1, 6.2, 8.2, 20.1.1)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush

from wargame_tui.board.hexes import bits
from wargame_tui.core.remembered import Remembered
from wargame_tui.core.step import Refusal, refused
from wargame_tui.titles.liberty_roads.book import ALLIED, GERMAN, enemy, river_costs, step_costs
from wargame_tui.titles.liberty_roads.data import Side
from wargame_tui.titles.liberty_roads.supply import commanded, near_enemy, pontoons, sources
from wargame_tui.titles.liberty_roads.table import (
    Mode,
    Table,
    Unit,
    board_of,
    book_of,
    hex_of,
    occupied,
    on_map,
    piece,
)


@dataclass(frozen=True)
class Reach:
    """Where a unit can go: half points spent, and the hex from which each is entered."""

    spent: Mapping[int, int]
    came: Mapping[int, int]

    def path(self, to: int) -> list[int]:
        """The hexes entered on the way, the last one included."""
        found = [to]
        while self.came.get(found[-1], -1) in self.came:
            found.append(self.came[found[-1]])
        return found[::-1]


def allowance(table: Table, unit: Unit, mode: Mode, *, exploiting: bool = False) -> int:
    """Half points that a unit may spend: halved, fractions up, out of supply, after a dismissal, in exploitation."""
    printed = piece(table, unit)
    points = printed.movement
    halvings = unit.oos + (unit.side == GERMAN and table.now.halved)
    if exploiting and not (table.now.patton and printed.armour and "American" in printed.nationalities):
        halvings += 1
    for _ in range(halvings):
        points = (points + 1) // 2
    if exploiting and unit.oos:
        points = min(points, 1)
    if mode == "strategic":
        chart = book_of(table).charts.movement
        factor = chart.german_strategic if unit.side == GERMAN else chart.allied_strategic.get(printed.movement, 1)
        points *= factor
    return 2 * points


def is_stuck(table: Table, unit: Unit) -> bool:
    """Whether a unit never moves: printed 0, or an HQ on its pontoon side (6.1.7, A6)."""
    return piece(table, unit).movement == 0 or unit.pontoon is not None


def still_refusal(table: Table, unit: Unit) -> Refusal | None:
    """Why a unit on the map stays where it is in the movement phase, whatever it had in mind."""
    if unit.id in table.now.moved:
        return refused("it has moved", "6.1.3")
    if is_stuck(table, unit):
        return refused("it cannot move: its allowance is 0, or it is an HQ on its pontoon side", "6.1.7")
    return None


def closed_reich(table: Table) -> int:
    """Siegfried Line hexes and German cities that the Allies have never occupied (20.1, 6.2.1)."""
    board = board_of(table)
    ever = {*table.ever}
    return bits(hex_ for hex_ in board.siegfried | board.german_cities if board.names[hex_] not in ever)


def _line(table: Table, side: Side) -> frozenset[int]:
    """The Siegfried hexes that cost the Allies 4 MP (20.1.1)."""
    if side != ALLIED or book_of(table).scenario.basic:
        return frozenset()
    board, ever = board_of(table), {*table.ever}
    return frozenset(hex_ for hex_ in board.siegfried if board.names[hex_] not in ever)


def toward_supply(table: Table, unit: Unit) -> Mapping[int, int] | None:
    """For a unit out of supply that is not elite: the distance of each hex to the nearest HQ or source (4.5.5, A31)."""
    return None if not unit.oos or piece(table, unit).elite else _distances(table, unit.side)


def _find_distances(table: Table, side: Side) -> Mapping[int, int]:
    board = board_of(table)
    goals = {hex_of(table, each) for each in on_map(table, side) if piece(table, each).hq}
    edge = {hex_ for hex_ in goals if hex_ is not None} | {
        hex_ for hex_ in range(board.grid.size) if sources(table, side) >> hex_ & 1
    }
    found, distance = dict.fromkeys(edge, 0), 0
    while edge:
        distance += 1
        edge = {there for hex_ in edge for there in board.grid.near[hex_] if there not in found}
        found |= dict.fromkeys(edge, distance)
    return found


_distances: Remembered[Mapping[int, int]] = Remembered(_find_distances, "units", "control", "campaign")
"""The distance of each hex to the nearest HQ or supply source of a side."""


def _bounds(table: Table, unit: Unit, mode: Mode) -> int:
    """The hexes that a way of moving allows (6.1.6, 6.2.1)."""
    board, side = board_of(table), unit.side
    allowed = (1 << board.grid.size) - 1 & ~board.closed & ~occupied(table, enemy(side))
    if mode == "strategic":
        inside = 0
        for nationality in piece(table, unit).nationalities:
            inside |= commanded(table, side, nationality)
        allowed &= inside & ~near_enemy(table, side)
        if side == ALLIED:
            allowed &= ~closed_reich(table)
    return allowed


def reach(table: Table, unit: Unit, mode: Mode, spent: int = 0, *, exploiting: bool = False) -> Reach:
    """Every hex where a unit can go with the points that it has left."""
    return _reach(table, unit.id, mode, spent, exploiting)


def _find_reach(table: Table, name: str, mode: Mode, spent: int, exploiting: bool) -> Reach:
    board, unit = board_of(table), table.units[name]
    start = hex_of(table, unit)
    if start is None or is_stuck(table, unit):
        return Reach({}, {})
    most, allowed = allowance(table, unit, mode, exploiting=exploiting), _bounds(table, unit, mode)
    if mode == "strategic" and not allowed >> start & 1:
        return Reach({}, {})
    enter, distances = _steps(table, unit), toward_supply(table, unit)
    found: dict[int, int] = {}
    came: dict[int, int] = {}
    queue = [(spent, start, start)]
    while queue:
        cost, hex_, origin = heappop(queue)
        if hex_ in found:
            continue
        found[hex_] = cost
        if hex_ != start:
            came[hex_] = origin
        for turn, there in enumerate(board.grid.neighbours[hex_]):
            if there is None or there in found or not allowed >> there & 1:
                continue
            if distances is not None and distances.get(there, 0) >= distances.get(hex_, 0):
                continue
            step = enter(6 * hex_ + turn, there)
            if step is None:
                continue
            first = spent == 0 and hex_ == start and mode == "normal"
            if cost + step <= most or first:
                heappush(queue, (cost + step, there, hex_))
    del found[start]
    return Reach(found, came)


_reach: Remembered[Reach] = Remembered(_find_reach, "units", "control", "campaign", "support", "now", "ever")


def _steps(table: Table, unit: Unit) -> Callable[[int, int], int | None]:
    """The half points of a step over a hexside into a hex, over a pontoon or not; None: barred (6.4, 20.1.1)."""
    board, mover = board_of(table), piece(table, unit).mover
    costs, rivers, line = step_costs(board, mover), river_costs(board, mover), _line(table, unit.side)
    dear = int(2 * book_of(table).charts.movement.siegfried)
    bridged = {key for pair in pontoons(table, unit.side) for key in board.both_ways(*pair)}

    def enter(key: int, to: int) -> int | None:
        cost = costs[key]
        if cost is None:
            return None
        if to in line:
            return dear
        return cost - rivers[key] if key in bridged else cost

    return enter


def strategic_refusal(table: Table, unit: Unit) -> Refusal | None:
    """Why a unit cannot use strategic movement at all (6.2, 9.2.3)."""
    printed, start = piece(table, unit), hex_of(table, unit)
    if printed.hq:
        return refused("HQs have no strategic movement", "6.2.1")
    if unit.side == GERMAN and table.now.halved:
        return refused("no strategic movement in the turn after a dismissal", "9.2.3")
    if unit.side == GERMAN and not table.now.paid:
        return refused("spend a support marker first: it covers all strategic movement of the phase", "6.2.4")
    if start is None or not _bounds(table, unit, "strategic") >> start & 1:
        return refused("it must begin in command range of a supplied HQ and away from the enemy", "6.2.1")
    return None
