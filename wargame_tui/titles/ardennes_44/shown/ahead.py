"""What a side could do in a turn: where its units get, and its best odds against each enemy hex. No rule needs it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wargame_tui.board import ahead
from wargame_tui.board.ahead import Offer
from wargame_tui.board.hexes import bits, members, spread
from wargame_tui.board.scene import Overlay
from wargame_tui.board.steps import top
from wargame_tui.core.state import changed
from wargame_tui.titles.ardennes_44.printed.book import LAKE, enemy
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules import combat, modifiers, special, stacking
from wargame_tui.titles.ardennes_44.rules.battle import Battle
from wargame_tui.titles.ardennes_44.rules.reach import Group, reach
from wargame_tui.titles.ardennes_44.rules.zones import in_enemy_zone
from wargame_tui.titles.ardennes_44.state import Mode, Table, Unit


def threat(table: Table, side: Side) -> Overlay:
    """Where units that are not engaged get in a move, on the road by strategic movement; whom they could attack.

    As the enemy stands now: no unit is in the way that has not come yet (11.1, 11.3, 12.1, 16.5).
    """
    usual, along = 0, 0
    for unit in table.on_map(side):
        usual |= _reached(table, unit)
        along |= _reached_by_road(table, unit)
    board, theirs = table.board, table.occupied(enemy(side))
    marked = board.marked(along, "path") | board.marked(usual, "battle")
    return ahead.threat(marked, board.marked(spread(board.steps, usual) & theirs, "unsupplied"))


def _reached(table: Table, unit: Unit) -> int:
    """The hexes in which a unit could end a normal move, or a tactical one if it can do no more; its own among them."""
    where, numbers, printed = table.hex_of(unit), table.book.charts.movement, table.piece(unit)
    if where is None or printed.artillery:
        return 0
    if unit.eng:
        return 1 << where
    mode: Mode = "normal" if unit.status == "fresh" and not unit.oos else "tactical"
    limit, most = 2 * printed.entry.movement, special.hex_limit(table, unit)
    if mode == "tactical":
        own = numbers.tactical if unit.status == "fresh" else numbers.disrupted
        limit, most = 0, own if most is None else min(own, most)
    return 1 << where | bits(reach(table, Group((unit.id,), mode, where, 0, limit, 0, most)).spent)


def _reached_by_road(table: Table, unit: Unit) -> int:
    """The hexes in which a unit could end a strategic move (12.1, 12.2)."""
    where, printed = table.hex_of(unit), table.piece(unit)
    able = printed.mechanized and not printed.artillery and unit.status == "fresh" and not (unit.oos or unit.eng)
    if where is None or not able or in_enemy_zone(table, unit.side, where):
        return 0
    limit = 4 * printed.entry.movement
    return bits(reach(table, Group((unit.id,), "strategic", where, 0, limit, 0, special.hex_limit(table, unit))).spent)


@dataclass(frozen=True, slots=True)
class _Attack:
    """An attack of which only hex and side are known (`modifiers.Fight`)."""

    target: str
    side: Side
    attackers: tuple[str, ...] = ()
    support: tuple[str, ...] = ()
    air: bool = False
    surprise: bool = False
    shelled: int = 0
    jabo: int = 0


def odds(table: Table, side: Side) -> Overlay:
    """The best odds against each enemy hex, after shifts (14.4, 15.1 to 15.9, 8.2).

    With all units that can get next to it, each to one hex, as if no other attack needed them; in the side's combat
    phase with those that stand there. Nothing of artillery, aircraft and command control.
    """
    board = table.board
    fighting = isinstance(top(table), combat.CombatPhase | Battle) and table.now.side == side
    places = {unit: _places(table, unit, side, still=fighting) for unit in table.on_map(side) if _attacks(table, unit)}
    found: dict[str, str] = {}

    def fits(units: Sequence[str]) -> bool:
        return stacking.overstacked(table.book, [table.units[name] for name in units]) is None

    for target in members(table.occupied(enemy(side))):
        best = ahead.strongest(_offers(table, places, target), fits)
        if best:
            fight = _Attack(board.names[target], side, tuple(offer.unit for offer in best))
            there = ahead.arrayed(table, best)
            strengths = sum(offer.value for offer in best), modifiers.defence_strength(there, fight)
            shifted = modifiers.odds_column(*strengths) + sum(shift.value for shift in modifiers.shifts(there, fight))
            found[fight.target] = table.book.charts.combat.columns[modifiers.on_crt(table, shifted)]
    return ahead.odds_overlay(found)


def _attacks(table: Table, unit: Unit) -> bool:
    """Whether a unit could attack in its next combat phase (14.4, 18.2, 22.9)."""
    return not table.piece(unit).artillery and unit.status == "fresh" and table.attack(unit) > 0


def _places(table: Table, unit: Unit, side: Side, *, still: bool) -> int:
    where = table.hex_of(unit)
    assert where is not None
    moved = table.now.side == side and unit.id in table.now.movers
    return 1 << where if still or moved else _reached(table, unit)


def _offers(table: Table, places: dict[Unit, int], target: int) -> Iterator[Offer]:
    board, name = table.board, table.board.names[target]
    around = board.grid.around[target]
    for unit, reached in places.items():
        for hex_ in members(reached & around):
            if board.water[board.key(hex_, target)] != LAKE:
                there = changed(unit, location=board.names[hex_])
                yield Offer(modifiers.attack_value(table, there, name), unit.id, there.location)
