"""Zones of control and ZOC bonds (rules 9, 10)."""

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from wargame_tui.board.hexes import bits, members, spread
from wargame_tui.core.remembered import Following
from wargame_tui.titles.ardennes_44.printed.book import Board, Book, enemy
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.state import OfSide, Table, front, positions


@dataclass(frozen=True, slots=True)
class _Zone:
    """A zone of control with the hexes that it comes from."""

    occupied: int
    narrow: int
    hexes: int


def _find_zone(table: Table, side: Side, last: _Zone | None) -> _Zone:
    now, board = front(table, side), table.board
    if last is not None and last.occupied == now.occupied and last.narrow == now.narrow:
        return last
    wide = spread(board.steps, now.occupied & ~now.narrow)
    return _Zone(now.occupied, now.narrow, wide | spread(board.silhouette_steps, now.narrow))


_zone = OfSide(_find_zone)


def zone(table: Table, side: Side) -> int:
    """The hexes in a side's zone of control, as a set: all next to its units, but 9.4 (9.1)."""
    return _zone(table, side).hexes


def exerts(table: Table, place: str, side: Side, hex_: int) -> bool:
    """Whether a side's units in a hex have a zone of control that reaches another hex (9.1, 9.4)."""
    board = table.board
    units = positions(table).of_side[side].get(place, ())
    narrow = all(table.piece(unit).silhouette for unit in units)
    where = board.index[place]
    return bool(units) and bool((board.silhouette_zone if narrow else board.grid.around)[where] >> hex_ & 1)


class Pair(NamedTuple):
    """Two hexes of a side that form a bond."""

    one: int
    other: int | None
    """None where it is the map edge."""
    between: int
    """What lies between, as a set: the hex of a hex bond, the two beside a hexside bond."""
    sides: tuple[int, ...]
    """The hexside of a hexside bond, seen from both hexes."""
    ends: int
    """The two hexes as a set."""


@dataclass(frozen=True, slots=True)
class _Formed:
    """The bonds that a side's units form, whoever stands between (10.1, 10.6)."""

    occupied: int
    pairs: tuple[Pair, ...]
    field: int
    """What lies between, as a set of hexes."""


def _find_formed(table: Table, side: Side, last: _Formed | None) -> _Formed:
    book, mine = table.book, table.occupied(side)
    was, known = (last.occupied, last.pairs) if last else (0, ())
    if last is not None and mine == was:
        return last
    gone, come = was & ~mine, mine & ~was
    found = [pair for pair in known if not gone & pair.ends]
    for hex_ in members(come):
        found += (pair for pair in _pairs_at(book, hex_) if pair.other is None or _is_new(pair, hex_, mine, come))
    field = 0
    for pair in found:
        field |= pair.between
    return _Formed(mine, tuple(found), field)


def _is_new(pair: Pair, hex_: int, mine: int, come: int) -> bool:
    """Whether the other hex of a pair is held too; if both are new, the pair counts at its first hex."""
    other = pair.one if pair.other == hex_ else pair.other
    assert other is not None
    return bool(mine >> other & 1) and (hex_ == pair.one or not come >> other & 1)


@cache
def _pairs_at(book: Book, hex_: int) -> tuple[Pair, ...]:
    """The bonds in which a hex may have a part, each written from its lower hex."""
    board = book.board
    found = (
        _pair(board, min(hex_, other), max(hex_, other), between)
        for other, between in dict(board.bonds_of(hex_)).items()
    )
    return (*found, *(_pair(board, hex_, None, between) for between in book.edge_bonds[hex_]))


def _pair(board: Board, one: int, other: int | None, between: tuple[int, ...]) -> Pair:
    sides = board.both_ways(*between) if len(between) > 1 else ()
    return Pair(one, other, bits(between), sides, bits(hex_ for hex_ in (one, other) if hex_ is not None))


_formed = OfSide(_find_formed)


@dataclass(frozen=True, slots=True)
class Bonds:
    """Where a side's bonds bar its enemy."""

    formed: _Formed
    foes: int
    """Enemies between, as a set of hexes."""
    hexes: int
    """Hex bonds, as a set."""
    sides: frozenset[int]
    """Hexside bonds, seen from both hexes."""
    ends: int
    """Hexes beside hexside bonds, as a set."""

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The hexes between which they run."""
        return tuple(pair for pair in self.formed.pairs if self.foes & pair.between != pair.between)


def _find_bonds(table: Table, last: Bonds | None, side: Side) -> Bonds:
    formed = _formed(table, side)
    foes = table.occupied(enemy(side)) & formed.field
    if last is not None and last.formed is formed and last.foes == foes:
        return last
    hexes, ends = 0, 0
    sides: list[int] = []
    for _, _, between, across, _ in formed.pairs:
        if foes & between == between:
            continue
        if across:
            sides += across
            ends |= between
        else:
            hexes |= between
    return Bonds(formed, foes, hexes, frozenset(sides), ends)


bonds = Following(_find_bonds, "units")
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
    return bool(table.occupied(enemy(side)) & table.board.grid.around[hex_])
