"""Area occupation limits (rule 7)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Refusal, Step
from wargame_tui.titles.tigers_in_the_mist import events
from wargame_tui.titles.tigers_in_the_mist.commands import Remove
from wargame_tui.titles.tigers_in_the_mist.printed.book import GERMAN
from wargame_tui.titles.tigers_in_the_mist.printed.data import Side
from wargame_tui.titles.tigers_in_the_mist.state import (
    Draft,
    Table,
    Unit,
    book_of,
    positions,
    strength,
    units_in,
)


def within_limit(table: Table, units: Iterable[Unit]) -> bool:
    """Whether units of one side may stand together in an area (7.1)."""
    stack, (most, strongest) = list(units), book_of(table).limits
    return len(stack) <= most and strength(stack) <= strongest


def limit_words(table: Table) -> str:
    """The limit in words."""
    most, strongest = book_of(table).limits
    return f"{most} units and {strongest} strength points"


def overstacked(table: Table, side: Side) -> list[str]:
    """Areas where a side exceeds the limit; zones have none (7.1, 7.3)."""
    book = book_of(table)
    most, strongest = book.limits
    return [
        space
        for space, units in positions(table).of_side[side].items()
        if len(units) > 1 and (len(units) > most or units.strength > strongest) and not book.is_zone(space)
    ]


def tolerated(table: Table, side: Side) -> frozenset[str]:
    """The two German set-up areas that may stay overstacked during 16 December (7.1)."""
    book = book_of(table)
    if side == GERMAN and table.date == book.first_date:
        return book.setup_overstacks
    return frozenset()


def to_reduce(table: Table, side: Side) -> list[str]:
    """Overstacked areas that must be reduced at once (7.2, A3)."""
    return [area for area in overstacked(table, side) if area not in tolerated(table, side)]


@dataclass(frozen=True, slots=True)
class Reduce(Step[Table, Draft]):
    """A player eliminates whole units until he keeps the stacking limit everywhere (7.2)."""

    side: Side
    setup: bool = False
    """Whether the set-up stacks are meant too: at the end of the German impulse 16-3 (7.1, A3)."""
    kind: Literal["reduce"] = "reduce"
    passes_alone: ClassVar[bool] = True

    def _areas(self, table: Table) -> list[str]:
        return overstacked(table, self.side) if self.setup else to_reduce(table, self.side)

    def decider(self, table: Table) -> str | None:
        """The owner of the overstack."""
        return self.side if self._areas(table) else None

    def title(self, table: Table) -> str:
        return f"Overstacked: {', '.join(map(book_of(table).name, self._areas(table)))}"

    def prompt(self, table: Table) -> Prompt:
        return Prompt(f"Over the limit of {limit_words(table)}: eliminate which unit?", "7.2")

    def candidates(self, table: Table) -> Iterator[Command]:
        """Every unit in an overstacked area."""
        for area in self._areas(table):
            for unit in units_in(table, area, self.side):
                yield Remove(unit.id)

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """Only units in overstacked areas may be removed."""
        if not isinstance(command, Remove):
            return self.not_now(table)
        unit = table.units.get(command.unit)
        if unit is None or unit.side != self.side or unit.location not in self._areas(table):
            return Refusal(f"{command.unit} is not in an area over the limit of {limit_words(table)}", "7.2")
        return None

    def do(self, g: Draft, command: Command) -> None:
        assert isinstance(command, Remove)
        space = g.units[command.unit].location
        g.eliminate(command.unit)
        g.tell(events.Removed(unit=command.unit, space=space))

    def proceed(self, g: Draft) -> None:
        g.finish()
