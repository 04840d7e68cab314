"""Movement (rule 2)."""

from collections.abc import Iterator
from typing import Any

from wargame_tui.board.positions import NOWHERE
from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Refusal
from wargame_tui.engine.staged import Question

from skeleton.commands import End, Move
from skeleton.events import Moved
from skeleton.printed.book import enemy, near
from skeleton.printed.data import Side
from skeleton.state import Draft, State


def not_able(table: State, side: Side, name: str) -> Refusal | None:
    """Why a unit may neither move nor attack; None if it may (2.3)."""
    unit = table.units.get(name)
    if unit is None or unit.location in NOWHERE:
        return Refusal("there is no such unit on the map")
    if unit.side != side:
        return Refusal("it is not your unit", "1.1")
    return Refusal("it has acted in this turn", "2.3") if unit.moved else None


class Movement(Question[Any, State, Draft]):
    """The movement phase of a player turn."""

    asks = Prompt("Move your units, each once, then end the phase", "1.1")

    def candidates(self, step: Any, table: State) -> Iterator[Command]:
        """Every unit to every space next to its own; the end."""
        for unit in table.on_map(step.side):
            yield from (Move(unit.id, space) for space in near(unit.location))
        yield End()

    def refusal(self, step: Any, table: State, command: Command) -> Refusal | None:
        """Why a unit may not move to a space (2.1, 2.2)."""
        if not isinstance(command, Move):
            return super().refusal(step, table, command)
        if (refused := not_able(table, step.side, command.unit)) is not None:
            return refused
        if command.space not in near(table.units[command.unit].location):
            return Refusal("that is not next to it", "2.1")
        return Refusal("an enemy unit is there", "2.2") if table.units_in(command.space, enemy(step.side)) else None

    def do(self, step: Any, g: Draft, command: Command) -> None:
        """Move the unit, and the space is now its side's (4.2); or end the phase."""
        if not isinstance(command, Move):
            step.onward(g)
            return
        g.change(command.unit, location=command.space, moved=True)
        g.control = {**g.control, command.space: step.side}
        g.tell(Moved(unit=command.unit, space=command.space))
