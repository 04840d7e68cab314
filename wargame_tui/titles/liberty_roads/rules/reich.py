"""The defence of the Reich: the Vaterland divisions (20.2); the Siegfried Line is in reach.py and advance.py (20.1)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Refusal, refused
from wargame_tui.titles.liberty_roads.commands import Place
from wargame_tui.titles.liberty_roads.events.course import VaterlandPlaced
from wargame_tui.titles.liberty_roads.printed.book import ALLIED, GERMAN
from wargame_tui.titles.liberty_roads.printed.data import Side
from wargame_tui.titles.liberty_roads.rules.asked import Asking
from wargame_tui.titles.liberty_roads.rules.ending import Paragraphs
from wargame_tui.titles.liberty_roads.state import OFF_MAP, Draft, Table


def first_step(table: Table, side: Side, path: Sequence[int]) -> int | None:
    """The first hex of Germany or the Netherlands on the way of the first Allied unit that goes there (20.2.1)."""
    if side != ALLIED or table.campaign.vaterland != "waiting" or table.book.scenario.basic:
        return None
    country = table.board.country
    home = country["G"] | country["N"]
    return next((hex_ for hex_ in path if home >> hex_ & 1), None)


def interrupt(g: Draft) -> None:
    """Have the divisions placed now, if they are due: after the move, combat or roll in hand (20.2, A54)."""
    if g.campaign.vaterland == "due":
        g.record(vaterland="placed")
        g.push(Vaterland())


def waiting(table: Table) -> list[str]:
    """The divisions still to be placed."""
    units = table.book.units.units
    return [name for name, entry in units.items() if entry.vaterland and table.units[name].location == OFF_MAP]


@dataclass(frozen=True, slots=True)
class Vaterland(Asking):
    """The German places the seven divisions in the hexes of the schedule (20.2.1)."""

    kind: Literal["vaterland"] = "vaterland"
    paragraphs: ClassVar[Paragraphs] = {Place: "20.2.1"}
    heading: ClassVar[str] = "Vaterland"
    question: ClassVar[Prompt] = Prompt("The Allies enter the Reich: place the Vaterland divisions", "20.2.1")

    def decider(self, table: Table) -> Side | None:
        """The German, as long as a division is left and a hex is free."""
        return GERMAN if waiting(table) and self._hexes(table) else None

    def _hexes(self, table: Table) -> list[str]:
        """The hexes of the schedule in which no Allied unit stands and none of the divisions has been placed."""
        units = table.book.units.units
        named = dict.fromkeys(entry.vaterland for entry in units.values() if entry.vaterland)
        taken = {table.units[name].location for name, entry in units.items() if entry.vaterland}
        return [hex_ for hex_ in named if hex_ not in taken and not table.units_in(hex_, ALLIED)]

    def candidates(self, table: Table) -> Iterator[Command]:
        """Every division to every hex."""
        hexes = self._hexes(table)
        return (Place(name, hex_) for name in waiting(table) for hex_ in hexes)

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """A division that waits, in a free hex of the schedule."""
        if not isinstance(command, Place):
            return self.not_now(table)
        if command.unit not in waiting(table):
            return refused("it is none of the Vaterland divisions that wait", "20.2.1")
        if command.place not in self._hexes(table):
            return refused("name a free hex of the schedule", "20.2.1")
        return None

    def do(self, g: Draft, command: Command) -> None:
        assert isinstance(command, Place)
        g.change(command.unit, location=command.place)
        g.tell(VaterlandPlaced(unit=command.unit, hex=command.place, name=g.piece(command.unit).name))

    def proceed(self, g: Draft) -> None:
        """All are placed; those whose hexes the Allies hold do not come."""
        g.finish()
