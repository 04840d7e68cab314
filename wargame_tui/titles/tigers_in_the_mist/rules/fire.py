"""Fire between units (rule 9.5): who may fire at whom."""

from collections.abc import Sequence

from wargame_tui.titles.tigers_in_the_mist.state import Table, Unit, chart_of

Assignments = tuple[tuple[str, str], ...]
"""Pairs of firing unit and target, in the order in which they were made."""


def quality(table: Table, unit: Unit) -> int:
    """Rank of a unit's type, 1 the highest (9.51); vehicles abandoned or not (QA-11)."""
    return chart_of(table, unit).quality


def next_firers(table: Table, firers: Sequence[Unit], made: Assignments) -> list[Unit]:
    """The units one of which is given its target next: the best quality first, ties to the player (9.57)."""
    assigned = {firer for firer, _ in made}
    waiting = [unit for unit in firers if unit.id not in assigned]
    if not waiting:
        return []
    best = min(quality(table, unit) for unit in waiting)
    return [unit for unit in waiting if quality(table, unit) == best]


def choices(
    table: Table, firer: Unit, firers: Sequence[Unit], targets: Sequence[Unit], made: Assignments, *, defending: bool
) -> list[Unit]:
    """The targets open to a firing unit (9.52 to 9.57)."""
    if len(firers) == 1:
        return _lone(table, firer, targets)
    aimed = [target for _, target in made]
    fewest = min(aimed.count(unit.id) for unit in targets)
    open_to = [unit for unit in targets if aimed.count(unit.id) == fewest]  # 9.55
    if fewest:
        return open_to  # 9.56
    return _relaxed(table, firer, open_to) if defending else _by_quality(table, firer, open_to)  # 9.57


def _lone(table: Table, firer: Unit, targets: Sequence[Unit]) -> list[Unit]:
    """A side with a single unit fires at any target of its quality or less, else at the lowest (9.52, 9.54)."""
    own = quality(table, firer)
    return [unit for unit in targets if quality(table, unit) >= own] or _extreme(table, targets, lowest=True)


def _by_quality(table: Table, firer: Unit, open_to: Sequence[Unit]) -> list[Unit]:
    """Own quality, else the highest below it, else the lowest above it (9.57)."""
    own = quality(table, firer)
    same = [unit for unit in open_to if quality(table, unit) == own]
    lower = [unit for unit in open_to if quality(table, unit) > own]
    return same or _extreme(table, lower, lowest=False) or _extreme(table, open_to, lowest=True)


def _relaxed(table: Table, firer: Unit, open_to: Sequence[Unit]) -> list[Unit]:
    """The same for a defender, who may pass over targets of strength 1 (9.53, A7), but never for a better quality."""
    own = quality(table, firer)
    found: list[Unit] = []
    for rank in sorted({quality(table, unit) for unit in open_to if quality(table, unit) >= own}):
        found += [unit for unit in open_to if quality(table, unit) == rank]
        if any(unit.strength > 1 for unit in found):
            break
    return found or _extreme(table, open_to, lowest=True)


def _extreme(table: Table, units: Sequence[Unit], *, lowest: bool) -> list[Unit]:
    if not units:
        return []
    ranks = [quality(table, unit) for unit in units]
    wanted = max(ranks) if lowest else min(ranks)
    return [unit for unit in units if quality(table, unit) == wanted]
