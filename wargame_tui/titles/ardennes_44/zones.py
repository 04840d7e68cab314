"""Zones of control and ZOC bonds (rules 9, 10)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wargame_tui.core.remembered import Remembered
from wargame_tui.titles.ardennes_44.book import Book, enemy
from wargame_tui.titles.ardennes_44.data import Side
from wargame_tui.titles.ardennes_44.table import OfSide, Table, Unit, board_of, occupied, piece, positions
from wargame_tui.titles.ardennes_44.table import hexes as hexes_of


def _find_zone(book: Book, stacks: Mapping[str, Sequence[Unit]]) -> int:
    full, narrow, index, pieces = book.board.grid.around, book.board.silhouette_zone, book.board.index, book.pieces
    found = 0
    for place, units in stacks.items():
        if place in index:
            wide = any(not pieces[unit.id].silhouette for unit in units)
            found |= (full if wide else narrow)[index[place]]
    return found


zone = OfSide(_find_zone)
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
    ends: int
    """Hexes beside hexside bonds, as a set."""
    pairs: tuple[tuple[int, int | None], ...]
    """The two units of each; the second is None where it is the map edge."""


Pair = tuple[int, int | None, tuple[int, ...]]
"""Two hexes that form a bond, the second None where it is the map edge; and what lies between."""


def _find_pairs(book: Book, stacks: Mapping[str, Sequence[Unit]]) -> tuple[Pair, ...]:
    board = book.board
    mine = {board.index[place] for place in stacks if place in board.index}
    found: list[Pair] = []
    for hex_ in mine:
        for other in mine & board.bonds[hex_].keys():
            if other > hex_:
                found.append((hex_, other, board.bonds[hex_][other]))
        found += ((hex_, None, pair) for pair in book.edge_bonds[hex_])
    return tuple(found)


_pairs = OfSide(_find_pairs)
"""All bonds that a side's units form, whoever stands between (10.1, 10.6)."""


def _find_bonds(table: Table, side: Side) -> Bonds:
    board, theirs = board_of(table), hexes_of(table, enemy(side))
    hexes, ends = 0, 0
    sides: set[int] = set()
    pairs: list[tuple[int, int | None]] = []
    for hex_, other, between in _pairs(table, side):
        if theirs.issuperset(between):
            continue
        pairs.append((hex_, other))
        if len(between) == 1:
            hexes |= 1 << between[0]
        else:
            sides.update(board.both_ways(*between))
            ends |= 1 << between[0] | 1 << between[1]
    return Bonds(hexes, frozenset(sides), ends, tuple(pairs))


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
