"""Reinforcements (rule 11): placement in zones, German reserves, and the test of superiority."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.remembered import remembered
from wargame_tui.core.step import Prompt, Refusal, Step
from wargame_tui.titles.tigers_in_the_mist import events
from wargame_tui.titles.tigers_in_the_mist.commands import Done, Place, Release
from wargame_tui.titles.tigers_in_the_mist.printed.book import ALLIED, GERMAN
from wargame_tui.titles.tigers_in_the_mist.printed.data import Side
from wargame_tui.titles.tigers_in_the_mist.rules import supply
from wargame_tui.titles.tigers_in_the_mist.state import (
    OFF_MAP,
    Draft,
    Table,
    Unit,
    book_of,
    stamp,
    stamp_number,
    strength,
    units_in,
)


@remembered("units", "date", "impulse")
def due(table: Table, side: Side) -> tuple[Unit, ...]:
    """Units of a side that arrive in this game impulse and are not yet placed (11.11)."""
    now, units = stamp(table), table.units.values()
    return tuple([unit for unit in units if unit.scheduled == now and unit.location == OFF_MAP and unit.side == side])


def put(g: Draft, unit: Unit, zone: str) -> None:
    """Place a reinforcement in a zone (11.11)."""
    outside = None if zone in book_of(g).section else g.date
    g.change(unit.id, location=zone, area_at_turn_start=zone, outside_since=outside)
    g.tell(events.Arrived(unit=unit.id, space=zone))


@dataclass(frozen=True, slots=True)
class Reinforcement(Step[Table, Draft]):
    """A player's part of the reinforcement phase (6.0 I)."""

    side: Side
    kind: Literal["reinforcement"] = "reinforcement"
    heading: ClassVar[str] = "Reinforcements"
    passes_alone: ClassVar[bool] = True

    def decider(self, table: Table) -> str | None:
        """The owner, if he has anything to choose."""
        return self.side if due(table, self.side) or self._earned(table) else None

    def _earned(self, table: Table) -> list[str]:
        if self.side != GERMAN:
            return []
        return [group for group, state in table.reserves.items() if state == "earned"]

    def prompt(self, table: Table) -> Prompt:
        if due(table, self.side):
            return Prompt("Choose an entry zone for each reinforcement", "11.11")
        return Prompt("Release the reserves earned by superiority?", "11.3")

    def candidates(self, table: Table) -> Iterator[Command]:
        """Every zone for every unit due; reserves; the end."""
        for unit in due(table, self.side):
            for zone in unit.entry_zones:
                yield Place(unit.id, zone)
        for group in self._earned(table):
            yield Release(group)
        yield Done()

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """Rules 11.11 and 11.3."""
        match command:
            case Place(name, zone):
                unit = next((unit for unit in due(table, self.side) if unit.id == name), None)
                if unit is None:
                    return Refusal(f"{name} is not due in {stamp(table)}", "11.11")
                if zone not in unit.entry_zones:
                    return Refusal(f"{name} enters at {', '.join(unit.entry_zones)}", "11.11")
                return None
            case Release(group):
                if group not in self._earned(table):
                    return Refusal(f"superiority has not earned the reserve `{group}`", "11.3")
                return None
            case Done():
                waiting = due(table, self.side)
                return Refusal(f"place {waiting[0].id} first", "11.11") if waiting else None
        return self.not_now(table)

    def do(self, g: Draft, command: Command) -> None:
        match command:
            case Place(name, zone):
                put(g, g.units[name], zone)
            case Release(group):
                release(g, group)
            case Done():
                g.finish()

    def proceed(self, g: Draft) -> None:
        g.finish()


def place_single(g: Draft) -> None:
    """Place every unit due whose card names one zone only (11.11)."""
    for side in (GERMAN, ALLIED):
        for unit in due(g, side):
            if len(unit.entry_zones) == 1:
                put(g, unit, unit.entry_zones[0])


def release(g: Draft, group: str) -> None:
    """The group arrives in this game impulse (11.3, A20)."""
    g.reserves = {**g.reserves, group: "released"}
    g.tell(events.Released(group=group, name=book_of(g).reserves[group].name))
    for unit in [unit for unit in g.units.values() if unit.group == group]:
        g.change(unit.id, scheduled=stamp(g))
    place_single(g)


def superior(table: Table, area: str) -> bool:
    """Whether the German has superiority in an area, with units in supply (11.3, 11.33)."""
    german = units_in(table, area, GERMAN)
    if not any(supply.in_supply(table, unit) for unit in german):
        return False
    return strength(german) > strength(units_in(table, area, ALLIED))


def test_reserves(g: Draft) -> None:
    """At the end of an Allied impulse: which reserves has superiority in any of their areas earned? (11.3, A20)"""
    book, now = book_of(g), stamp_number(stamp(g))
    for group, state in g.reserves.items():
        if state == "released":
            continue
        entry = book.reserves[group]
        area = next((area for area in entry.areas if superior(g, area)), None)
        if now < stamp_number(entry.since):
            area = None
        if area is not None and state == "locked":
            g.tell(events.ReserveEarned(group=group, name=entry.name, space=area))
        g.reserves = {**g.reserves, group: "locked" if area is None else "earned"}
