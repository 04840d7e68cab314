"""Fog of war (9.1): what the player sees of the enemy. It changes no rule; the enemy sees everything."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from wargame_tui.titles.desert_commander.printed.book import AT_SEA, ENEMY
from wargame_tui.titles.desert_commander.rules.battle import Battle
from wargame_tui.titles.desert_commander.state import FOG, Force, OrderLine, Table, present


def seen(table: Table, area: str | None) -> bool:
    """Whether the player sees which forces the enemy has in an Area, and not only how many; the sea is no Area."""
    if area in (None, AT_SEA) or FOG not in table.options or table.over is not None:
        return True
    return area in table.revealed


def hidden_forces(table: Table) -> Mapping[str, Sequence[Force]]:
    """For every Area of which the player sees only the number of enemy forces: those that he does not see."""
    found = {area: _unseen(table, area) for area in table.areas if not seen(table, area)}
    return {area: forces for area, forces in found.items() if forces}


def hidden(table: Table) -> Mapping[str, int]:
    """For every Area of which the player sees only the number of enemy forces: that number."""
    return {area: len(forces) for area, forces in hidden_forces(table).items()}


def _unseen(table: Table, area: str) -> list[Force]:
    """Enemy forces of a hidden Area but for those that take part in a battle."""
    fighting = {name for step in table.stack if isinstance(step, Battle) for name in step.attackers}
    return [force for force in present(table, area, ENEMY) if force.id not in fighting]


def told(table: Table, areas: Iterable[str | None], names: Iterable[str]) -> list[str]:
    """The names among which a report of forces in these Areas may be made: none, if one of the Areas is not seen."""
    return list(names) if all(seen(table, area) for area in areas) else []


def veiled(table: Table, shown: dict[str, Any]) -> dict[str, Any]:
    """A whole state as data, without what the player does not see: `hidden` counts it Area by Area."""
    gone = {force.id for forces in hidden_forces(table).values() for force in forces}
    forces = {name: force for name, force in shown["forces"].items() if name not in gone}
    orders = [_veiled_order(table, line, data) for line, data in zip(table.orders, shown["orders"], strict=True)]
    return {**shown, "forces": forces, "orders": orders, "hidden": dict(hidden(table))}


def _veiled_order(table: Table, line: OrderLine, shown: dict[str, Any]) -> dict[str, Any]:
    return {**shown, "forces": told(table, (line.area, line.target), line.forces)}
