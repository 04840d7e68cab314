"""Advance after combat (7.11, 20.1.2) and Exploitation markers (7.12)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.titles.liberty_roads.commands import Advance, Mark
from wargame_tui.titles.liberty_roads.events.combat import Advanced, Marked
from wargame_tui.titles.liberty_roads.printed.book import ALLIED, enemy
from wargame_tui.titles.liberty_roads.printed.data import Side
from wargame_tui.titles.liberty_roads.rules import control, festung, stacking
from wargame_tui.titles.liberty_roads.rules.ending import Endable
from wargame_tui.titles.liberty_roads.rules.reach import closed_reich, is_stuck
from wargame_tui.titles.liberty_roads.state import Draft, Table, Unit

OPENS = frozenset({"S", "SS", "DR"})
"""Final results that let the Allies into the Siegfried Line and German cities (20.1.2)."""


@dataclass(frozen=True, slots=True)
class Advancing(Endable):
    """The victors of a combat may go into hexes that it emptied (7.8.3, 7.11)."""

    side: Side
    units: tuple[str, ...]
    hexes: tuple[str, ...]
    final: str = "-"
    """The defender's tactical result after terrain (20.1.2)."""
    kind: Literal["advancing"] = "advancing"
    ends: ClassVar[str] = "No more advances"
    question: ClassVar[Prompt] = Prompt("Advance units into the vacated hex, or end the advance", "7.11")

    def title(self, table: Table) -> str:
        return f"{self.side} advance"

    def choices(self, table: Table) -> Iterator[Command]:
        """Every unit to every hex."""
        return (Advance(unit.id, hex_) for unit in table.left(self.units) for hex_ in self.hexes)

    def choice_refusal(self, table: Table, command: Command) -> Refusal | None:
        """Adjacent, empty of enemies, with room; not into the closed Reich without S or DR."""
        if not isinstance(command, Advance):
            return self.not_now(table)
        if command.unit not in self.units or command.hex not in self.hexes:
            return refused("only units of this combat, into hexes that it emptied", "7.11.2")
        if table.units[command.unit].location in self.hexes:
            return refused("it has advanced", "7.11.1")
        return _advance_refusal(table, table.units[command.unit], command.hex, self.final)

    def choose(self, g: Draft, command: Command) -> None:
        assert isinstance(command, Advance)
        origin = g.units[command.unit].location
        festung.leave(g, command.unit)
        g.change(command.unit, location=command.hex)
        g.tell(Advanced(unit=command.unit, origin=origin, hex=command.hex))
        control.passed(g, self.side, [command.hex])


def _advance_refusal(table: Table, unit: Unit, hex_: str, final: str) -> Refusal | None:
    board, where = table.board, table.hex_of(unit)
    there = board.index[hex_]
    if where is None or unit.location == hex_ or there not in board.land[where]:
        return refused("it is not next to that hex, or is across wide water", "7.11.2")
    if is_stuck(table, unit):
        return refused("units with movement 0 may not advance", "7.11.3")
    if table.units_in(hex_, enemy(unit.side)):
        return refused("enemies are still there", "7.11.2")
    if not stacking.fits(table, hex_, [unit]):
        return refused("there is no room for it", "7.11.2")
    closed = unit.side == ALLIED and not table.book.scenario.basic and closed_reich(table) >> there & 1
    if closed and final not in OPENS:
        return refused("into the Siegfried Line and German cities only after S or DR", "20.1.2")
    return None


@dataclass(frozen=True, slots=True)
class Marking(Endable):
    """The attacker marks units for exploitation (7.12)."""

    side: Side
    units: tuple[str, ...]
    halves: int
    """Half units that may still be marked: armour counts half after armour exploitation (7.12.3)."""
    armour: bool
    kind: Literal["marking"] = "marking"
    ends: ClassVar[str] = "No more Exploitation markers"
    heading: ClassVar[str] = "Exploitation"

    def _cost(self, table: Table, name: str) -> int:
        return 1 if self.armour and table.piece(name).armour else 2

    def _able(self, table: Table) -> list[str]:
        return [
            unit.id
            for unit in table.left(self.units)
            if not unit.exploiting and self._cost(table, unit.id) <= self.halves
        ]

    def decider(self, table: Table) -> Side | None:
        """The attacker, while a marker is left."""
        return self.side if self._able(table) else None

    def prompt(self, table: Table) -> Prompt:
        left_ = f"{self.halves / 2:g} {'unit' if self.halves <= 2 else 'units'}"
        armour = ", armour counting half" if self.armour else ""
        return Prompt(f"Mark units for exploitation ({left_}{armour}), or end marking", "7.12.1")

    def choices(self, table: Table) -> Iterator[Command]:
        return map(Mark, self._able(table))

    def choice_refusal(self, table: Table, command: Command) -> Refusal | None:
        """Units of the combat, as many as the result gives."""
        if not isinstance(command, Mark):
            return self.not_now(table)
        if command.unit not in self._able(table):
            return refused("it took no part, is marked, or the result gives no more", "7.12.2")
        return None

    def choose(self, g: Draft, command: Command) -> None:
        assert isinstance(command, Mark)
        g.change(command.unit, exploiting=True)
        g.tell(Marked(unit=command.unit, hex=g.units[command.unit].location))
        g.swap(halves=self.halves - self._cost(g, command.unit))
