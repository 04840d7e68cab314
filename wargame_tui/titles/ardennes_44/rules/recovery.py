"""Recovery of disrupted and routed units (rule 18.4)."""

from collections.abc import Iterator, Sequence

from wargame_tui.core.event import Modifier
from wargame_tui.titles.ardennes_44.events.kinds import told
from wargame_tui.titles.ardennes_44.events.turns import RecoveryTried
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules.reach import is_boundary_closed
from wargame_tui.titles.ardennes_44.rules.zones import next_to_enemy
from wargame_tui.titles.ardennes_44.state import DIE, GONE, Draft, Status, Table, Unit


def recover(g: Draft, side: Side) -> None:
    """Units away from the enemy recover; those next to him roll (18.4)."""
    if not is_boundary_closed(g):
        back = [unit.id for unit in g.units.values() if unit.cut_off and unit.side == side]
        g.change_all(back, cut_off=False)
    for unit in [*shaken(g, side)]:
        _recover(g, unit)


def shaken(table: Table, side: Side) -> Iterator[Unit]:
    """Disrupted and routed units that may recover: those beyond the army boundary wait while it counts (11.10c)."""
    closed = is_boundary_closed(table)
    for unit in table.units.values():
        if unit.side == side and unit.status != "fresh" and unit.location not in GONE and not (unit.cut_off and closed):
            yield unit


def must_roll(table: Table, unit: Unit) -> bool:
    """Whether a unit rolls for its recovery: next to the enemy (18.4)."""
    where = table.hex_of(unit)
    return where is not None and next_to_enemy(table, unit.side, where)


def recovers(table: Table, die: int, drm: Sequence[Modifier]) -> bool:
    """Whether a unit recovers with a die (18.4)."""
    return die + sum(each.value for each in drm) <= table.book.charts.combat.recovery


def modifiers(table: Table, unit: Unit) -> Sequence[Modifier]:
    """What is added to the die (18.4)."""
    match table.piece(unit).morale:
        case "recruit":
            return (Modifier("recruit", 1, "18.4"),)
        case "elite":
            return (Modifier("elite", -1, "18.4"),)
    return ()


def _recover(g: Draft, unit: Unit) -> None:
    die, drm, success = None, [], True
    if must_roll(g, unit):
        added = modifiers(g, unit)
        drm = told(added)
        die = g.roll(DIE)[0]
        success = recovers(g, die, added)
    status: Status = unit.status
    if success:
        status = "disrupted" if unit.status == "routed" else "fresh"
        g.change(unit.id, status=status)
    g.tell(RecoveryTried(unit=unit.id, hex=unit.location, die=die, modifiers=drm, status=status, better=success))
