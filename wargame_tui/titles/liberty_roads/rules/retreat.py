"""Retreats after combat (7.10)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from wargame_tui.board.hexes import members
from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Refusal, Step, refused
from wargame_tui.core.wording import plural
from wargame_tui.titles.liberty_roads.commands import Retreat
from wargame_tui.titles.liberty_roads.events.combat import Retreated
from wargame_tui.titles.liberty_roads.printed.book import enemy
from wargame_tui.titles.liberty_roads.printed.data import Side
from wargame_tui.titles.liberty_roads.rules import control, festung, stacking
from wargame_tui.titles.liberty_roads.rules.reach import is_stuck
from wargame_tui.titles.liberty_roads.rules.supply import sources
from wargame_tui.titles.liberty_roads.state import Draft, Table, Unit, occupied


def goals(table: Table, side: Side, start: int) -> set[int]:
    """HQs and supply sources of a side that do not lie in the hex that is left (7.10.5)."""
    hqs = (table.hex_of(unit) for unit in table.on_map(side) if table.piece(unit).hq)
    return {*members(sources(table, side)), *(hex_ for hex_ in hqs if hex_ is not None)} - {start}


def destinations(table: Table, unit: Unit, count: int) -> list[int]:
    """Hexes where a retreat of so many hexes may end (7.10.6 to 7.10.9); none: the unit is eliminated.

    Nearer to an HQ or source, if it can (7.10.5). Where there is no room, it goes on until it fits.
    It does not end in a hex under invasion (7.10.7).
    """
    board, start = table.board, table.hex_of(unit)
    invaded = {step.hex for step in table.stack if step.kind == "landing"}
    if start is None or is_stuck(table, unit):
        return []
    closed = occupied(table, enemy(unit.side))
    found: dict[int, None] = {}
    edge, length = {start}, 0
    while edge and (length < count or not found):
        length += 1
        edge = {
            there
            for hex_ in edge
            for there in board.land[hex_]
            if not closed >> there & 1 and board.grid.distance(start, there) == length
        }
        if length >= count:
            edge = {hex_ for hex_ in edge if board.names[hex_] not in invaded}
            found |= dict.fromkeys(
                hex_ for hex_ in sorted(edge) if not stacking.excess(table, board.names[hex_], _with(table, unit, hex_))
            )
    aims = goals(table, unit.side, start)
    if not aims:
        return [*found]

    def away(hex_: int) -> int:
        return min(board.grid.distance(hex_, aim) for aim in aims)

    nearer = [hex_ for hex_ in found if away(hex_) < away(start)]
    return nearer or [*found]


def _with(table: Table, unit: Unit, hex_: int) -> list[Unit]:
    return [unit, *table.units_in(table.board.names[hex_], unit.side)]


@dataclass(frozen=True, slots=True)
class Retreating(Step[Table, Draft]):
    """All units of a side in a combat retreat, each as its owner likes (7.10.2 to 7.10.4)."""

    side: Side
    units: tuple[str, ...]
    count: int
    """Hexes."""
    kind: Literal["retreating"] = "retreating"

    def title(self, table: Table) -> str:
        return f"{self.side} retreat"

    def decider(self, table: Table) -> Side | None:
        """The owner, unless a unit cannot retreat, or the last one has one way only."""
        ways = [len(destinations(table, unit, self.count)) for unit in table.left(self.units)]
        return self.side if all(ways) and sum(ways) > 1 else None

    def prompt(self, table: Table) -> Prompt:
        return Prompt(f"Retreat {plural(self.count, 'hex')}: choose a unit and a hex", "7.10.2")

    def candidates(self, table: Table) -> Iterator[Command]:
        """Every unit to every hex."""
        names = table.board.names
        for unit in table.left(self.units):
            yield from (Retreat(unit.id, names[hex_]) for hex_ in destinations(table, unit, self.count))

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """As far as the result says, not through enemies, nearer to an HQ or source if it can be."""
        if not isinstance(command, Retreat):
            return self.not_now(table)
        unit = next((unit for unit in table.left(self.units) if unit.id == command.unit), None)
        if unit is None:
            return refused("it does not have to retreat", "7.10.3")
        where = table.board.index.get(command.hex)
        if where is None or where not in destinations(table, unit, self.count):
            return refused(
                f"{plural(self.count, 'hex')} away, free of enemies, with room, and nearer to an HQ or supply source",
                "7.10.5",
            )
        return None

    def do(self, g: Draft, command: Command) -> None:
        assert isinstance(command, Retreat)
        origin = g.units[command.unit].location
        festung.leave(g, command.unit)
        g.change(command.unit, location=command.hex, functional=False)
        g.note(retreated=(*g.now.retreated, command.unit))
        g.tell(Retreated(unit=command.unit, origin=origin, hex=command.hex))
        g.swap(units=tuple(name for name in self.units if name != command.unit))
        control.passed(g, self.side, [command.hex])

    def proceed(self, g: Draft) -> None:
        """Units that cannot comply are eliminated (7.10.10, 7.10.12); the last one goes the only way that it has."""
        if len([*self.legal(g)]) == 1:
            self.do(g, next(self.legal(g)))
            return
        for unit in g.left(self.units):
            if not destinations(g, unit, self.count):
                stacking.eliminate(g, unit.id, "7.10.10")
                g.swap(units=tuple(name for name in self.units if name != unit.id))
                return
        g.finish()
