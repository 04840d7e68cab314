"""Artillery (rule 9.4): calls, and the targets on which counters may be laid."""

from collections.abc import Iterable, Mapping

from wargame_tui.board.phrases import plural
from wargame_tui.titles.tigers_in_the_mist.printed.book import ALLIED
from wargame_tui.titles.tigers_in_the_mist.printed.data import Side, UnitType
from wargame_tui.titles.tigers_in_the_mist.state import Table, Unit, book_of, strength


def calls(table: Table, units: Iterable[Unit], *, defending: bool) -> int:
    """Calls of a side with these units in a battle; units out of supply do not count (9.42, 13.22, A13)."""
    chart = book_of(table).charts.artillery
    supplied = [unit for unit in units if unit.id not in table.unsupplied_for_combat]
    if not supplied:
        return 0
    return max(strength(supplied) // chart.strength_per_call, chart.defender_minimum if defending else 0)


def call_target(table: Table, side: Side, area: str) -> tuple[int, str]:
    """A call succeeds on this or less, and the rule that says so (9.43 to 9.45)."""
    book = book_of(table)
    targets = book.charts.artillery.succeeds
    if side == ALLIED:
        return targets.allied, "9.43"
    return (targets.german_start_line, "9.44") if book.spaces[area].start_line else (targets.german_elsewhere, "9.45")


def requests(calls: int, target: int) -> str:
    """So many calls, and on what each of them succeeds, in words."""
    return f"{plural(calls, 'request')}{', each' if calls > 1 else ''} on {target}-"


def targets(table: Table, enemies: Iterable[Unit], laid: Mapping[str, int]) -> list[Unit]:
    """The enemy units on which the next counter may be laid (9.46, A6): the firing player chooses among them."""
    units = list(enemies)
    if not units:
        return []
    each = book_of(table).charts.artillery.counter_strength
    total: dict[UnitType, int] = {}
    for unit in units:
        total[unit.type] = total.get(unit.type, 0) + unit.strength - laid.get(unit.id, 0) * each
    fewest = min(laid.get(unit.id, 0) for unit in units)
    open_to = [unit for unit in units if laid.get(unit.id, 0) == fewest]
    heaviest = max(total[unit.type] for unit in open_to)
    return [unit for unit in open_to if total[unit.type] == heaviest]
