"""The end of a movement phase, or of an advance: stacking, empty positions, markers (rules 8.3, 15.8, 24.8, 25.25)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.titles.ardennes_44.commands import Remove
from wargame_tui.titles.ardennes_44.events.turns import RefitOver
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules import improved, traffic, transport
from wargame_tui.titles.ardennes_44.rules.stacking import overstacked
from wargame_tui.titles.ardennes_44.rules.steps import Task
from wargame_tui.titles.ardennes_44.state import Draft, Table, positions


def end_of_movement(g: Draft, side: Side) -> None:
    """Empty positions, passed roadblocks, unused trucks and replacement markers go; then the stacks are checked.

    In the night stacks are let be until the end of the next day's movement phase (Ambiguity 39).
    """
    improved.remove_empty(g)
    traffic.clear_passed(g, side, positions(g).occupied[side])
    if g.night:
        return
    transport.end_phase(g, side)
    if g.turn % 2:
        _end_refit(g, side)
    check(g, side, crowded(g, side))


def _end_refit(g: Draft, side: Side) -> None:
    """Replacement markers come off in AM turns (25.25, 4.0f)."""
    ready = [unit.id for unit in g.units.values() if unit.side == side and unit.replaced]
    if ready:
        g.change_all(ready, replaced=False)
        g.tell(RefitOver(side=side, units=ready))


def crowded(table: Table, side: Side) -> list[str]:
    """The hexes in which a side has too many units."""
    index = table.board.index
    return _too_full(table, side, (place for place in positions(table).of_side[side] if place in index))


def _too_full(table: Table, side: Side, places: Iterable[str]) -> list[str]:
    return [place for place in places if overstacked(table.book, table.units_in(place, side))]


def check(g: Draft, side: Side, places: Iterable[str]) -> None:
    """Ask for what is too many: after movement, and when the whole advance of a combat is over (8.3, Ambiguity 40)."""
    steps = [TooMany(side, place) for place in _too_full(g, side, places)]
    g.push(*reversed(steps))


@dataclass(frozen=True, slots=True)
class TooMany(Task):
    """The owner removes units from a hex until its stack is legal (8.3)."""

    side: Side
    hex: str
    kind: Literal["too_many"] = "too_many"

    def decider(self, table: Table) -> Side | None:
        return self.side if overstacked(table.book, table.units_in(self.hex, self.side)) else None

    def title(self, table: Table) -> str:
        return f"Overstacked in {table.board.name(self.hex)}"

    def prompt(self, table: Table) -> Prompt:
        return Prompt(f"{table.board.name(self.hex)} is overstacked: choose a unit to eliminate", "8.3")

    def candidates(self, table: Table) -> Iterator[Command]:
        yield from (Remove(unit.id) for unit in table.units_in(self.hex, self.side))

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """Any unit of the hex will do."""
        if not isinstance(command, Remove):
            return self.not_now(table)
        unit = table.units.get(command.unit)
        if unit is None or unit.side != self.side or unit.location != self.hex:
            return refused("not one of the units in this hex", "8.3")
        return None

    def do(self, g: Draft, command: Any) -> None:
        g.lose(command.unit, "8.3")
