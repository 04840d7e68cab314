"""Movement (rule 2)."""

from collections.abc import Iterator

from wargame_tui.board.positions import NOWHERE
from wargame_tui.core.step import Refusal

from skeleton.commands import Move
from skeleton.events import Moved
from skeleton.printed.book import enemy, neighbours
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


def candidates(table: State, side: Side) -> Iterator[Move]:
    """Every unit to every space next to its own."""
    for unit in table.on_map(side):
        yield from (Move(unit.id, space) for space in neighbours()[unit.location])


def refusal(table: State, side: Side, command: Move) -> Refusal | None:
    """Why a unit may not move to a space (2.1, 2.2)."""
    if (refused := not_able(table, side, command.unit)) is not None:
        return refused
    if command.space not in neighbours()[table.units[command.unit].location]:
        return Refusal("that is not next to it", "2.1")
    if table.units_in(command.space, enemy(side)):
        return Refusal("an enemy unit is there", "2.2")
    return None


def do(g: Draft, command: Move) -> None:
    """Move the unit; the space is now its side's (4.2)."""
    g.change(command.unit, location=command.space, moved=True)
    g.control = {**g.control, command.space: g.units[command.unit].side}
    g.tell(Moved(unit=command.unit, space=command.space))
