"""Surrender of isolated units (rule 13.9) and reorganization (23.6)."""

from wargame_tui.core.step import Refusal
from wargame_tui.titles.montys_gamble.events import nights
from wargame_tui.titles.montys_gamble.printed.book import enemy
from wargame_tui.titles.montys_gamble.printed.charts import holds_out
from wargame_tui.titles.montys_gamble.printed.data import Side
from wargame_tui.titles.montys_gamble.rules.advantage import DIE, ask
from wargame_tui.titles.montys_gamble.rules.areas import settle_control
from wargame_tui.titles.montys_gamble.state import (
    BETTER,
    DIS1,
    DIS2,
    NOWHERE,
    SPENT,
    WORSE,
    Condition,
    Draft,
    Table,
    Unit,
    book_of,
)

REORGANIZED = frozenset({"infantry", "armour", "artillery"})
"""Types that reorganize (23.6)."""


def surrender_result(table: Table, condition: Condition, die: int) -> Condition:
    """What the die makes of an isolated unit (table S3)."""
    level = book_of(table).charts.surrender[condition]
    if holds_out(die, level):
        return condition
    return "eliminated" if die < level else WORSE[condition]


def ask_surrender(g: Draft, unit: Unit) -> None:
    """Roll for an isolated unit, with the numbers beyond which neither side could wish for more."""
    results = {die: surrender_result(g, unit.condition, die) for die in range(1, DIE + 1)}
    safe = min(die for die, result in results.items() if result == unit.condition)
    worst = max(die for die, result in results.items() if result == results[1])
    ask(g, "surrender", unit.id, goods={unit.side: safe, enemy(unit.side): -worst})


def surrender(g: Draft, name: str, die: int) -> None:
    """The result for a unit. It counts for nothing in rule 12 (12.4)."""
    unit = g.units[name]
    result = surrender_result(g, unit.condition, die)
    level = book_of(g).charts.surrender[unit.condition]
    g.tell(nights.Surrender(unit=name, space=unit.location, die=die, level=level, result=result))
    if result == "eliminated":
        g.eliminate(name, "13.9")
        settle_control(g, unit.location)
    else:
        g.worsen(name, "13.9", result)


# Reorganization (23.6)


def reorganize_refusal(table: Table, side: Side, name: str, other: str, done: tuple[str, ...]) -> Refusal | None:
    """Why a unit cannot recover by the elimination of another."""
    unit, given = table.units.get(name), table.units.get(other)
    if unit is None or given is None or unit.side != side or given.side != side:
        return Refusal("two units of yours", "23.6")
    if name == other or unit.type != given.type or unit.type not in REORGANIZED:
        return Refusal("two units of the same type: infantry, armour or artillery", "23.6")
    if unit.location != given.location or unit.location in NOWHERE:
        return Refusal("two units in the same area", "23.6")
    if unit.condition not in (SPENT, DIS1):
        return Refusal("only a Spent or Dis1 unit recovers", "23.6")
    if given.condition not in (DIS1, DIS2):
        return Refusal("the other unit must be Dis1 or Dis2", "23.6")
    return Refusal("a unit reorganizes once", "23.6") if name in done else None


def reorganize(g: Draft, name: str, other: str) -> None:
    """One unit recovers a level, the other is eliminated."""
    better = BETTER[g.units[name].condition]
    g.eliminate(other, "23.6")
    g.change(name, condition=better)
    g.tell(nights.Reorganized(unit=name, other=other, condition=better, space=g.units[name].location))
