"""Fog of war (9.1): what the player sees of the enemy. It changes no rule; the enemy sees everything."""

from collections.abc import Iterable, Mapping
from typing import Any

from wargame_tui.core.remembered import Remembered
from wargame_tui.titles.pacific_commander.printed.book import JAPAN, US
from wargame_tui.titles.pacific_commander.state import Force, OrderLine, Table, book_of, present

FOG = "fog"
FLEET = "fleet"
"""What a carrier fleet or a surface fleet is called by who does not see which it is."""


def _scouted(table: Table) -> frozenset[str]:
    """Areas near US LBA."""
    book = book_of(table)
    bases = {force.area for force in table.forces.values() if force.side == US and force.cls == "LBA"}
    reach = book.charts.fog_range
    return frozenset(area for area in book.areas if any(book.distances[base][area] <= reach for base in bases))


scouted = Remembered(_scouted, "forces", "index")
"""The Areas within sight of US LBA."""


def seen(table: Table, area: str) -> bool:
    """Whether the player sees which Forces the enemy has in an Area, and not only how many."""
    if FOG not in table.options or table.over is not None:
        return True
    return area in table.revealed or area in scouted(table)


def hidden(table: Table, side: str | None) -> Mapping[str, int]:
    """For every Area that a side sees only the number of enemy Forces in: that number. Japan sees everything."""
    if side == JAPAN:
        return {}
    counts = {area: len(present(table, area, JAPAN).forces) for area in table.areas if not seen(table, area)}
    return {area: count for area, count in counts.items() if count}


def unseen(table: Table) -> frozenset[str]:
    """The enemy Forces of which the player does not know what they are."""
    return frozenset(force.id for area in hidden(table, US) for force in present(table, area, JAPAN).forces)


def told(table: Table, areas: Iterable[str | None], forces: Iterable[str]) -> tuple[str, ...]:
    """What may be said of Forces that were in one of these Areas and went to another: nothing, if none is seen."""
    return tuple(forces) if any(seen(table, area) for area in areas if area is not None) else ()


def about(table: Table, force: Force) -> dict[str, Any]:
    """What may be said of an enemy Force that does not move: which one it is, if its Area is seen."""
    return {"force": force.id, "name": force.name, "cls": force.cls} if seen(table, force.area) else {}


def group_told(table: Table, area: str, group: str) -> str:
    """What may be said of the kind of a fleet: whether it has carriers is seen only where Forces are."""
    return group if seen(table, area) or not group.endswith(FLEET) else FLEET


def veiled(table: Table, shown: dict[str, Any]) -> dict[str, Any]:
    """A whole state as data, without what the player does not see: `hidden` counts it Area by Area."""
    gone, counts = unseen(table), hidden(table, US)
    forces = {name: force for name, force in shown["forces"].items() if name not in gone}
    orders = [_veiled_order(table, line, data) for line, data in zip(table.orders, shown["orders"], strict=True)]
    return {**shown, "forces": forces, "orders": orders, "hidden": dict(counts)}


def _veiled_order(table: Table, line: OrderLine, shown: dict[str, Any]) -> dict[str, Any]:
    forces = list(told(table, (line.area, line.target), line.forces))
    return {**shown, "group": group_told(table, line.area, line.group), "forces": forces}
