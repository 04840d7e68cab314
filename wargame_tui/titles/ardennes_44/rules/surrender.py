"""Surrender of isolated groups (rules 23.6 to 23.9)."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from wargame_tui.core.event import Modifier
from wargame_tui.titles.ardennes_44.events.kinds import told
from wargame_tui.titles.ardennes_44.events.turns import Escaped, SurrenderRolled
from wargame_tui.titles.ardennes_44.printed.book import ALLIED
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules import supply, weather
from wargame_tui.titles.ardennes_44.state import DIE, SURRENDERED, Draft, Table, Unit, on_six


def check(g: Draft, side: Side) -> None:
    """Groups that have escaped lose their points; each isolated one rolls (23.6b, 23.9b)."""
    groups = supply.isolated_groups(g, side)
    held = {unit for group in groups for unit in group}
    free = [unit.id for unit in g.units.values() if unit.side == side and _was_isolated(unit) and unit.id not in held]
    if free:
        g.change_all(free, points=0, pocket=None)
        g.tell(Escaped(side=side, units=free))
    for group in groups:
        _roll(g, side, group)


def _was_isolated(unit: Unit) -> bool:
    """Whether a unit belongs to an isolated group; one set up by hand may have its points only."""
    return unit.pocket is not None or unit.points > 0


def points(table: Table, group: Sequence[str]) -> int:
    """The points of a group that may have been several: those of the strongest one, of equals the fewest (23.9a).

    Units that were not isolated before they came are no group (A-35).
    """
    strength: Counter[tuple[str | None, int]] = Counter()
    for unit in (table.units[name] for name in group):
        if _was_isolated(unit):
            strength[unit.pocket, unit.points] += table.attack(unit)
    largest = max(strength.values(), default=0)
    return min((points for (_, points), size in strength.items() if size == largest), default=0)


def level(table: Table, group: Sequence[str]) -> int:
    """The points at which a group surrenders (23.8)."""
    levels, morale = table.book.charts.supply.levels, {table.piece(name).morale for name in group}
    if "elite" in morale:
        return levels["elite"]
    return levels["recruit" if morale == {"recruit"} else "veteran"]


def modifiers(table: Table, side: Side) -> tuple[Modifier, ...]:
    """What is added to the die (23.7a)."""
    if side == ALLIED and weather.is_clear(table):
        return (Modifier("clear weather", table.book.charts.supply.surrender_drm, "28.2"),)
    return ()


class Fate(NamedTuple):
    """What a die does to an isolated group."""

    result: int
    """The die as it counts."""
    added: int
    points: int
    """The group has them then."""
    surrenders: bool


def fate(table: Table, side: Side, group: Sequence[str], die: int) -> Fate:
    """What a die does to an isolated group (23.7, 23.8)."""
    result = on_six(die, modifiers(table, side))
    added = table.book.charts.supply.surrender[result - 1]
    total = max(points(table, group) + added, 0)
    return Fate(result, added, total, total >= level(table, group))


def _roll(g: Draft, side: Side, group: Sequence[str]) -> None:
    die = g.roll(DIE)[0]
    found = fate(g, side, group, die)
    g.tell(
        SurrenderRolled(
            side=side,
            units=list(group),
            die=die,
            modifiers=told(modifiers(g, side)),
            result=found.result,
            added=found.added,
            points=found.points,
            level=level(g, group),
            surrendered=found.surrenders,
        )
    )
    if not found.surrenders:
        g.change_all(group, points=found.points, pocket=group[0])
        return
    for name in group:
        g.lose(name, "23.7", SURRENDERED)
