"""Recovery of disrupted and routed units (rule 18.4)."""

from collections.abc import Sequence

from wargame_tui.core.event import Modifier
from wargame_tui.titles.ardennes_44.events.kinds import told
from wargame_tui.titles.ardennes_44.events.turns import RecoveryTried
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules.zones import next_to_enemy
from wargame_tui.titles.ardennes_44.state import DIE, GONE, Draft, Status, Table, Unit, book_of, hex_of, piece


def recover(g: Draft, side: Side) -> None:
    """Units away from the enemy recover; those next to him roll (18.4).

    Those beyond the army boundary wait for their return, or for its end (11.10c).
    """
    lifted = g.turn >= book_of(g).charts.events.boundary_lifted
    for unit in [*g.units.values()]:
        if unit.side != side or unit.location in GONE:
            continue
        if unit.cut_off and lifted:
            g.change(unit.id, cut_off=False)
        if unit.status != "fresh" and (lifted or not unit.cut_off):
            _recover(g, unit)


def modifiers(table: Table, unit: Unit) -> Sequence[Modifier]:
    """What is added to the die (18.4)."""
    match piece(table, unit).morale:
        case "recruit":
            return (Modifier("recruit", 1, "18.4"),)
        case "elite":
            return (Modifier("elite", -1, "18.4"),)
    return ()


def _recover(g: Draft, unit: Unit) -> None:
    where = hex_of(g, unit)
    rolled, drm, success = None, [], True
    if where is not None and next_to_enemy(g, unit.side, where):
        added = modifiers(g, unit)
        drm = told(added)
        rolled = g.roll(DIE)[0]
        success = rolled + sum(m.value for m in added) <= book_of(g).charts.combat.recovery
    status: Status = unit.status
    if success:
        status = "disrupted" if unit.status == "routed" else "fresh"
        g.change(unit.id, status=status)
    g.tell(RecoveryTried(unit=unit.id, hex=unit.location, die=rolled, modifiers=drm, status=status, better=success))
