"""What a side could do in a turn: where its units get, and its best odds against each enemy hex. No rule needs it."""

from collections.abc import Iterator, Mapping, Sequence

from wargame_tui.board import ahead
from wargame_tui.board.ahead import Offer
from wargame_tui.board.hexes import bits, members
from wargame_tui.board.scene import Overlay
from wargame_tui.core.state import changed
from wargame_tui.titles.liberty_roads.printed.book import GERMAN, enemy
from wargame_tui.titles.liberty_roads.printed.data import Side
from wargame_tui.titles.liberty_roads.rules import fortitude, stacking, strengths
from wargame_tui.titles.liberty_roads.rules.combat import CombatPhase
from wargame_tui.titles.liberty_roads.rules.reach import reach
from wargame_tui.titles.liberty_roads.state import Table, Unit, occupied


def threat(table: Table, side: Side) -> Overlay:
    """Where divisions get in a move, and further by strategic movement; whom they could attack (6.1, 6.2, 14.1, 7.1.1).

    As the enemy stands now, with the marker paid that German strategic movement costs.
    """
    usual, far = 0, 0
    for unit in _divisions(table, side):
        usual |= _reached(table, unit)
        far |= bits(reach(table, unit, "strategic").spent)
    board = table.board
    marked = board.marked(far, "path") | board.marked(usual, "battle")
    exposed = [hex_ for hex_ in members(occupied(table, enemy(side))) if bits(board.land[hex_]) & usual]
    return ahead.threat(marked, [board.names[hex_] for hex_ in exposed])


def _divisions(table: Table, side: Side) -> Iterator[Unit]:
    """The units that can attack, those that Fortitude holds left out."""
    for unit in table.on_map(side):
        held = side == GERMAN and fortitude.is_held(table, unit) and unit.id not in table.now.released
        if table.piece(unit).division and not unit.festung and not held and table.hex_of(unit) is not None:
            yield unit


def _reached(table: Table, unit: Unit) -> int:
    where = table.hex_of(unit)
    assert where is not None
    return 1 << where | bits(reach(table, unit, "normal").spent)


def odds(table: Table, side: Side) -> Overlay:
    """The best odds against each enemy hex, after shifts (7.5, 1.10.3).

    With all divisions that can get next to it, each to one hex, as if no other attack needed them; in the side's combat
    phase with those that stand there. The defender chooses the terrain that helps him most; of markers count those that
    lie there, of support nothing.
    """
    fighting = any(isinstance(step, CombatPhase) and step.side == side for step in table.stack)
    places = {
        unit: 1 << (table.hex_of(unit) or 0) if fighting or unit.id in table.now.moved else _reached(table, unit)
        for unit in _divisions(table, side)
    }
    found: dict[str, str] = {}
    for target in members(occupied(table, enemy(side))):
        name = table.board.names[target]
        attackers = _best(table, places, target, name)
        if attackers:
            ground = strengths.best(table, name, attackers)
            defenders = strengths.defenders_of(table, side, name)
            defence = max(strengths.defence_strength(table, name, defenders, ground), 1)
            shifts = strengths.shifts(table, side, name, attackers, defenders)
            found[name] = strengths.column(table, strengths.attack_strength(table, attackers), defence, shifts).name
    return ahead.odds_overlay(found)


def _best(table: Table, places: Mapping[Unit, int], target: int, name: str) -> list[Unit]:
    """The strongest attackers, where they would stand."""
    board, near = table.board, bits(table.board.land[target])

    def fits(units: Sequence[str]) -> bool:
        stack = [table.units[unit] for unit in units]
        return not stacking.excess(table, name, stack) and not stacking.is_mixed(table, stack)

    offers = (
        Offer(table.piece(unit).attack[unit.reduced] * (1 if unit.oos else 2), unit.id, board.names[hex_])
        for unit, reached in places.items()
        for hex_ in members(reached & near)
    )
    return [changed(table.units[offer.unit], location=offer.space) for offer in ahead.strongest(offers, fits)]
