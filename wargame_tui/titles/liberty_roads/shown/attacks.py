"""Attacks as they would be proposed: the best group against a hex, and what odds that gives (7.1, 7.3, 7.5)."""

from collections.abc import Iterator, Mapping

from wargame_tui.board.hexes import members
from wargame_tui.board.steps import top
from wargame_tui.core.command import Command
from wargame_tui.core.state import changed
from wargame_tui.titles.liberty_roads.commands import Attack, Go, Pass, With
from wargame_tui.titles.liberty_roads.printed.book import enemy
from wargame_tui.titles.liberty_roads.printed.data import Nationality, Side
from wargame_tui.titles.liberty_roads.rules import combat, strengths
from wargame_tui.titles.liberty_roads.rules.combat import CombatPhase, Gathering
from wargame_tui.titles.liberty_roads.state import Table, Unit, occupied

NATIONALITIES: tuple[Nationality, ...] = ("American", "British", "German")


def everybody(table: Table, side: Side, hex_: str, *, exploitation: bool) -> Gathering | None:
    """The strongest attack on a hex: all of one nationality who may take part together (7.1.12); None without any."""
    able = sorted(
        combat.able(table, side, hex_, exploitation=exploitation),
        key=lambda unit: (-strengths.attack_strength(table, [unit]), unit.id),
    )
    best: Gathering | None = None
    for nationality in NATIONALITIES:
        own = tuple(unit.id for unit in able if nationality in table.piece(unit).nationalities)
        group = Gathering(side, hex_, own, exploitation)
        if own and group.refusal(table, Go()) is None and (best is None or _rank(table, group) > _rank(table, best)):
            best = group
    return best


def _rank(table: Table, group: Gathering) -> tuple[int, int]:
    found = group.fight(table).odds(table)
    return -1 if found.number is None else found.number, found.attack


def best(table: Table, side: Side, hex_: str, *, exploitation: bool) -> Gathering | None:
    """The attack to be proposed: everybody, but for those whom another attack can use and this one does not need.

    The weakest are left out first, as long as the column stays the same.
    """
    group = everybody(table, side, hex_, exploitation=exploitation)
    if group is None:
        return None
    column, units = _rank(table, group)[0], group.units
    for name in reversed(units):
        fewer = changed(group, units=tuple(each for each in group.units if each != name))
        spare = fewer.units and fewer.refusal(table, Go()) is None and _rank(table, fewer)[0] == column
        if spare and any(_others(table, table.units[name], group)):
            group = fewer
    return group


def _others(table: Table, unit: Unit, group: Gathering) -> Iterator[str]:
    """Hexes that a unit could attack instead."""
    board, where = table.board, table.hex_of(unit)
    if where is None:
        return
    for there in members(occupied(table, enemy(unit.side)) & board.grid.around[where]):
        hex_ = board.names[there]
        fresh = hex_ != group.hex and hex_ not in table.now.attacked
        if fresh and combat.unit_refusal(table, unit.side, unit, hex_, exploitation=group.exploitation) is None:
            yield hex_


def odds_at(table: Table) -> Mapping[str, str]:
    """The column of the best attack on each hex that can be attacked now."""
    step = top(table)
    if not isinstance(step, CombatPhase):
        return {}
    found = {}
    for command in step.open(table):
        assert isinstance(command, Attack)
        group = everybody(table, step.side, command.hex, exploitation=step.exploitation)
        if group is not None:
            found[command.hex] = group.fight(table).odds(table).name
    return found


def declared(table: Table, hex_: str) -> list[Command] | None:
    """The commands that declare the best attack on a hex, up to the one that begins it; None if there is none.

    An attack on another hex that was being declared is called off.
    """
    step, lead, given = top(table), list[Command](), tuple[str, ...]()
    if isinstance(step, Gathering):
        if step.hex == hex_:
            given = step.units
        else:
            lead = [Pass()]
        phase = table.stack[-2]
    else:
        phase = step
    if not isinstance(phase, CombatPhase) or phase.refusal(table, Attack(hex_)) is not None:
        return None
    group = best(table, phase.side, hex_, exploitation=phase.exploitation)
    if group is None:
        return None
    if isinstance(step, Gathering) and step.hex == hex_:
        if not {*given} <= {*group.units}:
            return None
        return [With(name) for name in group.units if name not in given]
    return [*lead, Attack(hex_), *map(With, group.units)]
