"""Fog of war (9.1): what the player sees of the enemy. It changes no rule; the enemy sees everything."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from wargame_tui.titles.desert_commander.printed.book import AT_SEA, ENEMY
from wargame_tui.titles.desert_commander.rules.battle import Battle
from wargame_tui.titles.desert_commander.state import FOG, Force, Table, present


def seen(table: Table, area: str | None) -> bool:
    """Whether the player sees which forces the enemy has in an Area, and not only how many; the sea is no Area."""
    if area in (None, AT_SEA) or FOG not in table.options or table.over is not None:
        return True
    return area in table.revealed


def hidden_forces(table: Table) -> Mapping[str, Sequence[Force]]:
    """For every Area of which the player sees only the number of enemy forces: those that he does not see."""
    fighting = {name for step in table.stack if isinstance(step, Battle) for name in step.attackers}
    found = {
        area: [force for force in present(table, area, ENEMY) if force.id not in fighting]
        for area in table.areas
        if not seen(table, area)
    }
    return {area: forces for area, forces in found.items() if forces}


def told(table: Table, areas: Iterable[str | None], names: Iterable[str]) -> list[str]:
    """The names among which a report of forces in these Areas may be made: none, if one of the Areas is not seen."""
    return list(names) if all(seen(table, area) for area in areas) else []


def veiled(table: Table, shown: dict[str, Any]) -> dict[str, Any]:
    """A whole state as data, without what the player does not see: `hidden` counts it Area by Area."""
    hidden = hidden_forces(table)
    gone = {force.id for forces in hidden.values() for force in forces}
    return {
        **shown,
        "forces": {name: force for name, force in shown["forces"].items() if name not in gone},
        "orders": [
            {**data, "forces": told(table, (line.area, line.target), line.forces)}
            for line, data in zip(table.orders, shown["orders"], strict=True)
        ],
        "hidden": {area: len(forces) for area, forces in hidden.items()},
    }
