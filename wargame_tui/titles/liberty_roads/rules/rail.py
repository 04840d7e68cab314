"""Rail movement of the Germans (6.3)."""

from collections.abc import Mapping
from functools import cache, lru_cache

from wargame_tui.board.hexes import Links, bits, joined, links, members, spread
from wargame_tui.core.remembered import Remembered
from wargame_tui.core.step import Refusal, refused
from wargame_tui.titles.liberty_roads.printed.book import ALLIED, GERMAN, Board
from wargame_tui.titles.liberty_roads.rules.reach import toward_supply
from wargame_tui.titles.liberty_roads.rules.supply import near_enemy, sources
from wargame_tui.titles.liberty_roads.state import Table, Unit, occupied


def _net(table: Table) -> int:
    """Rail hexes joined to a German source, free of Allied units and of the hexes beside them (6.3.2)."""
    board = table.board
    blocked = occupied(table, ALLIED) | near_enemy(table, GERMAN)
    ever = {*table.ever}
    blocked |= bits(hex_ for hex_ in board.major_cities if board.names[hex_] in ever)
    return _joined(board, sources(table, GERMAN) & ~blocked, ~blocked)


net: Remembered[int] = Remembered(_net, "units", "control", "campaign", "ever")
"""Where German units may start and end rail movement."""


@lru_cache(maxsize=256)
def _joined(board: Board, origins: int, through: int) -> int:
    """Hexes joined to several by railways through free ones."""
    return joined(_rail_steps(board), origins, through)


@cache
def _rail_steps(board: Board) -> Links:
    return links(
        [there for turn, there in enumerate(around) if there is not None and board.rail[6 * hex_ + turn]]
        for hex_, around in enumerate(board.grid.neighbours)
    )


def cost(table: Table, unit: Unit) -> int:
    """Rail capacity points (6.3.3); HQs and engineers as infantry (A27)."""
    chart = table.book.charts.movement
    return chart.rail_armour if table.piece(unit).armour else chart.rail_infantry


def refusal(table: Table, unit: Unit) -> Refusal | None:
    """Why a unit cannot use the railway at all."""
    where = table.hex_of(unit)
    if unit.side != GERMAN:
        return refused("only the Germans move by rail", "6.3.1")
    if where is None or not net(table) >> where & 1:
        return refused("it is not on a free railway connected to a German city", "6.3.2")
    if cost(table, unit) > table.now.rail:
        return refused("the rail capacity of this turn is used up", "6.3.4")
    return None


def hexes(table: Table, unit: Unit) -> int:
    """Where it can go by rail: as far as the free railway goes, out of supply only toward an HQ or source (4.5.5)."""
    where = table.hex_of(unit)
    if where is None or refusal(table, unit) is not None:
        return 0
    found = _joined(table.board, 1 << where, net(table)) & ~(1 << where)
    distances = toward_supply(table, unit)
    if distances is None:
        return found
    return bits(hex_ for hex_ in members(found) if distances[hex_] < distances[where])


def came(table: Table, unit: Unit) -> Mapping[int, int]:
    """From which hex a unit enters each hex that railways join to its own, on a shortest way; the nearest first."""
    start = table.hex_of(unit)
    assert start is not None
    return _came(table.board, start, net(table))


@lru_cache(maxsize=64)
def _came(board: Board, start: int, lines: int) -> Mapping[int, int]:
    steps, found = _rail_steps(board), dict[int, int]()
    edge = seen = 1 << start
    while edge:
        following = spread(steps, edge) & lines & ~seen
        for hex_ in members(following):
            found[hex_] = next(members(spread(steps, 1 << hex_) & edge))
        edge, seen = following, seen | following
    return found


def way(table: Table, unit: Unit, to: int) -> list[int]:
    """The hexes of a shortest way by rail to one of `hexes`, the last one included."""
    before, found = came(table, unit), [to]
    while before[found[-1]] in before:
        found.append(before[found[-1]])
    return found[::-1]
