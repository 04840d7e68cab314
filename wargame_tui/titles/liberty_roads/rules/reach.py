"""Where units can go and what it costs (6.1, 6.2, 8.2, 20.1.1)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from math import inf
from typing import NamedTuple

from wargame_tui.board.hexes import bits, members, spread
from wargame_tui.core.remembered import Remembered
from wargame_tui.core.step import Refusal, refused
from wargame_tui.titles.liberty_roads.printed.book import ALLIED, GERMAN, Board, Mover, enemy, river_costs, step_costs
from wargame_tui.titles.liberty_roads.printed.data import Side
from wargame_tui.titles.liberty_roads.rules.supply import commanded, near_enemy, pontoons, sources
from wargame_tui.titles.liberty_roads.state import Mode, Table, Unit, occupied


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


STAYS = Reach({}, {})
"""Of a unit that stays where it is."""


def allowance(table: Table, unit: Unit, mode: Mode, *, exploiting: bool = False) -> int:
    """Half points that a unit may spend: halved, fractions up, out of supply, after a dismissal, in exploitation."""
    printed = table.piece(unit)
    points = printed.movement
    halvings = unit.oos + (unit.side == GERMAN and table.now.halved)
    if exploiting and not (table.now.patton and printed.armour and "American" in printed.nationalities):
        halvings += 1
    for _ in range(halvings):
        points = (points + 1) // 2
    if exploiting and unit.oos:
        points = min(points, 1)
    if mode == "strategic":
        chart = table.book.charts.movement
        factor = chart.german_strategic if unit.side == GERMAN else chart.allied_strategic.get(printed.movement, 1)
        points *= factor
    return 2 * points


def is_stuck(table: Table, unit: Unit) -> bool:
    """Whether a unit never moves: printed 0, or an HQ on its pontoon side (6.1.7, A6)."""
    return table.piece(unit).movement == 0 or unit.pontoon is not None


def still_refusal(table: Table, unit: Unit) -> Refusal | None:
    """Why a unit on the map stays where it is in the movement phase, whatever it had in mind."""
    if unit.id in table.now.moved:
        return refused("it has moved", "6.1.3")
    if is_stuck(table, unit):
        return refused("it cannot move: its allowance is 0, or it is an HQ on its pontoon side", "6.1.7")
    return None


def _untrodden(table: Table, hexes: frozenset[int]) -> int:
    """Those of several hexes that the Allies have never controlled."""
    names, ever = table.board.names, {*table.ever}
    return bits(hex_ for hex_ in hexes if names[hex_] not in ever)


def _closed_reich(table: Table) -> int:
    board = table.board
    return _untrodden(table, board.siegfried | board.german_cities)


closed_reich: Remembered[int] = Remembered(_closed_reich, "ever", "control")
"""Siegfried Line hexes and German cities that the Allies have never occupied (20.1, 6.2.1)."""


def _line(table: Table, side: Side) -> int:
    basic = table.book.scenario.basic
    return 0 if side != ALLIED or basic else _untrodden(table, table.board.siegfried)


line: Remembered[int] = Remembered(_line, "ever", "control")
"""The Siegfried hexes that cost the Allies 4 MP (20.1.1)."""


def _goals(table: Table, unit: Unit) -> int | None:
    """Where a unit that is out of supply and not elite must tend: its side's HQs and sources (4.5.5, A31)."""
    if not unit.oos or table.piece(unit).elite:
        return None
    return sources(table, unit.side) | bits(where for _, where in table.hqs(unit.side))


def toward_supply(table: Table, unit: Unit) -> Sequence[int] | None:
    """For such a unit: the distance of each hex to the nearest of them; None for every other."""
    goals = _goals(table, unit)
    return None if goals is None else _distances(table.board, goals)


@lru_cache(maxsize=32)
def _distances(board: Board, goals: int) -> Sequence[int]:
    """The distance of each hex to the nearest of several; 0 everywhere if there are none."""
    found, edge, seen, distance = [0] * board.grid.size, goals, goals, 0
    while edge:
        for hex_ in members(edge):
            found[hex_] = distance
        edge, distance = spread(board.steps, edge) & ~seen, distance + 1
        seen |= edge
    return found


def _bounds(table: Table, unit: Unit, mode: Mode) -> int:
    """The hexes that a way of moving allows (6.1.6, 6.2.1)."""
    board, side = table.board, unit.side
    allowed = (1 << board.grid.size) - 1 & ~board.closed & ~occupied(table, enemy(side))
    if mode == "strategic":
        inside = 0
        for nationality in table.piece(unit).nationalities:
            inside |= commanded(table, side, nationality)
        allowed &= inside & ~near_enemy(table, side)
        if side == ALLIED:
            allowed &= ~closed_reich(table)
    return allowed


def reach(table: Table, unit: Unit, mode: Mode, spent: int = 0, *, exploiting: bool = False) -> Reach:
    """Every hex where a unit can go with the points that it has left."""
    start = table.hex_of(unit)
    if start is None or is_stuck(table, unit):
        return STAYS
    most, allowed = allowance(table, unit, mode, exploiting=exploiting), _bounds(table, unit, mode)
    if mode == "strategic" and not allowed >> start & 1:
        return STAYS
    ground = Ground(
        table.board,
        table.piece(unit).mover,
        allowed,
        line(table, unit.side),
        pontoons(table, unit.side),
        _goals(table, unit),
    )
    return _search(ground, start, spent, most, spent == 0 and mode == "normal")


class Ground(NamedTuple):
    """What decides where a unit may step and what it costs, but for its points."""

    board: Board
    mover: Mover
    allowed: int
    line: int
    """Hexes of the Siegfried Line that cost more (20.1.1)."""
    bridged: tuple[tuple[int, int], ...]
    """Over pontoons (6.4)."""
    goals: int | None
    """Where it must tend (4.5.5)."""


@lru_cache(maxsize=2048)
def _search(ground: Ground, start: int, spent: int, most: int, first: bool) -> Reach:
    """The hexes in reach for so many half points; the first step may cost more than there is."""
    exits = _exits(ground)
    found: dict[int, int] = {}
    came: dict[int, int] = {}
    queue = [(spent, start, start)]
    while queue:
        cost, hex_, origin = heappop(queue)
        if hex_ in found:
            continue
        found[hex_] = cost
        came[hex_] = origin
        limit = inf if first and hex_ == start else most
        for there, step in exits[hex_]:
            if there not in found and cost + step <= limit:
                heappush(queue, (cost + step, there, hex_))
    del found[start], came[start]
    return Reach(found, came)


class Exits(dict[int, Sequence[tuple[int, int]]]):
    """The hexes that can be entered from each hex and what it costs, found when first asked for (6.4, 20.1.1)."""

    def __init__(self, ground: Ground) -> None:
        super().__init__()
        board = ground.board
        self._near, self._costs = board.grid.neighbours, step_costs(board, ground.mover)
        self._rivers, self._dear = river_costs(board, ground.mover), int(2 * board.charts.movement.siegfried)
        self._bridged = {key for pair in ground.bridged for key in board.both_ways(*pair)}
        self._allowed, self._line = ground.allowed, ground.line
        self._distances = None if ground.goals is None else _distances(board, ground.goals)

    def __missing__(self, hex_: int) -> Sequence[tuple[int, int]]:
        found = self[hex_] = [*self._leave(hex_)]
        return found

    def _leave(self, hex_: int) -> Iterator[tuple[int, int]]:
        far = self._distances
        for key, there in enumerate(self._near[hex_], 6 * hex_):
            cost = self._costs[key]
            if there is None or cost is None or not self._allowed >> there & 1:
                continue
            if far is not None and far[there] >= far[hex_]:
                continue
            saved = self._rivers[key] if key in self._bridged else 0
            yield there, self._dear if self._line >> there & 1 else cost - saved


_exits = lru_cache(maxsize=64)(Exits)


def strategic_refusal(table: Table, unit: Unit) -> Refusal | None:
    """Why a unit cannot use strategic movement at all (6.2, 9.2.3)."""
    printed, start = table.piece(unit), table.hex_of(unit)
    if printed.hq:
        return refused("HQs have no strategic movement", "6.2.1")
    if unit.side == GERMAN and table.now.halved:
        return refused("no strategic movement in the turn after a dismissal", "9.2.3")
    if unit.side == GERMAN and not table.now.paid:
        return refused("spend a support marker first: it covers all strategic movement of the phase", "6.2.4")
    if start is None or not _bounds(table, unit, "strategic") >> start & 1:
        return refused("it must begin in command range of a supplied HQ and away from the enemy", "6.2.1")
    return None
