"""Stacking (rule 8)."""

from collections import Counter
from collections.abc import Sequence

from wargame_tui.core.step import Refusal, refused
from wargame_tui.titles.ardennes_44.printed.book import Book
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.state import Table, Unit


def points(book: Book, units: Sequence[Unit]) -> int:
    """Stacking points (8.1)."""
    return sum(book.pieces[unit.id].stacking[unit.reduced] for unit in units)


def count(book: Book, units: Sequence[Unit]) -> int:
    """Units as stacking counts them: regiments, groups and pairs of one-step silhouettes as one (8.2a to 8.2c)."""
    groups = set()
    silhouettes: Counter[str] = Counter()
    found = 0
    for unit in units:
        printed = book.pieces[unit.id]
        if printed.entry.group is not None:
            groups.add(printed.entry.group)
        elif printed.silhouette and printed.division is not None and (unit.reduced or printed.steps == 1):
            silhouettes[printed.division] += 1
        else:
            found += 1
    return found + len(groups) + sum((number + 1) // 2 for number in silhouettes.values())


def overstacked(book: Book, units: Sequence[Unit]) -> Refusal | None:
    """What a stack violates, if anything (8.1, 8.2)."""
    limits = book.charts.combat
    if points(book, units) > limits.stacking:
        return refused(f"more than {limits.stacking} stacking points", "8.1")
    number = count(book, units)
    if number <= limits.units:
        return None
    fighting = all(not book.pieces[unit.id].artillery for unit in units)
    if number == limits.units + 1 and fighting:
        if sum(book.pieces[unit.id].defence[unit.reduced] for unit in units) <= limits.group_defence:
            return None
        return refused(f"a combat group of three has DF {limits.group_defence} or less", "8.2d")
    return refused(f"more than {limits.units} units", "8.2")


def excess(book: Book, units: Sequence[Unit]) -> str | None:
    """How a stack breaks the limits, in words: `3 units (max. 2; ...)`; None if it is legal."""
    if overstacked(book, units) is None:
        return None
    limits = book.charts.combat
    held = points(book, units)
    if held > limits.stacking:
        return f"{held} stacking points (max. {limits.stacking})"
    group = f"{limits.units + 1} only as a combat group of DF {limits.group_defence} or less"
    return f"{count(book, units)} units (max. {limits.units}; {group})"


def no_room(table: Table, place: str, side: Side, coming: Sequence[Unit]) -> Refusal | None:
    """Why units cannot stay in a hex beside those that are there."""
    names = {unit.id for unit in coming}
    here = [unit for unit in table.units_in(place, side) if unit.id not in names]
    return overstacked(table.book, [*here, *coming])
