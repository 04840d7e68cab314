"""Zones of control and ZOC bonds (rules 9, 10)."""

from dataclasses import dataclass

from wargame_tui.board.hexes import members
from wargame_tui.core.remembered import Remembered
from wargame_tui.titles.ardennes_44.book import enemy
from wargame_tui.titles.ardennes_44.data import Side
from wargame_tui.titles.ardennes_44.table import Table, board_of, occupied, piece, positions


def _find_zone(table: Table, side: Side) -> int:
    board = board_of(table)
    full, narrow, index = board.grid.around, board.silhouette_zone, board.index
    found = 0
    for place, units in positions(table).of_side[side].items():
        hex_ = index.get(place)
        if hex_ is not None:
            found |= narrow[hex_] if all(piece(table, unit).silhouette for unit in units) else full[hex_]
    return found


zone = Remembered(_find_zone, "units")
"""The hexes in a side's zone of control, as a set: all next to its units, but 9.4 (9.1)."""


def exerts(table: Table, place: str, side: Side, hex_: int) -> bool:
    """Whether a side's units in a hex have a zone of control that reaches another hex (9.1, 9.4)."""
    board = board_of(table)
    units = positions(table).of_side[side].get(place, ())
    narrow = all(piece(table, unit).silhouette for unit in units)
    where = board.index[place]
    return bool(units) and bool((board.silhouette_zone if narrow else board.grid.around)[where] >> hex_ & 1)


@dataclass(frozen=True, slots=True)
class Bonds:
    """Where a side's bonds bar its enemy."""

    hexes: int
    """Hex bonds, as a set."""
    sides: frozenset[int]
    """Hexside bonds, seen from both hexes."""
    pairs: tuple[tuple[int, int | None], ...]
    """The two units of each; the second is None where it is the map edge."""


def _find_bonds(table: Table, side: Side) -> Bonds:
    board = board_of(table)
    mine, theirs = occupied(table, side), occupied(table, enemy(side))
    hexes, sides = 0, set()
    pairs: list[tuple[int, int | None]] = []
    for hex_ in members(mine):
        partners = board.bond_partners[hex_] & mine
        for other in members(partners >> hex_ << hex_):
            between = board.bonds[hex_][other]
            if all(theirs >> middle & 1 for middle in between):
                continue
            pairs.append((hex_, other))
            if len(between) == 1:
                hexes |= 1 << between[0]
            else:
                sides.add(between)
        for pair in board.edge_bonds[hex_]:
            if not (theirs >> pair[0] & 1 and theirs >> pair[1] & 1):
                pairs.append((hex_, None))
                sides.add(pair)
    keys = {board.key(*pair) for pair in sides} | {board.key(other, one) for one, other in sides}
    return Bonds(hexes, frozenset(keys), tuple(pairs))


bonds = Remembered(_find_bonds, "units")
"""The bonds of a side that are in force (10.1 to 10.6)."""


def is_barred(table: Table, side: Side, key: int, to: int) -> bool:
    """Whether a unit of a side may not take a step because of an enemy bond: entered or crossed (10.2)."""
    theirs = bonds(table, enemy(side))
    return bool(theirs.hexes >> to & 1) or key in theirs.sides


def in_enemy_zone(table: Table, side: Side, hex_: int) -> bool:
    """Whether a hex is in the zone of control of a side's enemy."""
    return bool(zone(table, enemy(side)) >> hex_ & 1)


def next_to_enemy(table: Table, side: Side, hex_: int) -> bool:
    """Whether an enemy unit stands next to a hex."""
    return bool(occupied(table, enemy(side)) & board_of(table).grid.around[hex_])
