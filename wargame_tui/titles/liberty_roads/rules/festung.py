"""Festungen (6.5)."""

from collections.abc import Iterator

from wargame_tui.core.command import Command
from wargame_tui.core.step import Refusal, refused
from wargame_tui.titles.liberty_roads.commands import Festung
from wargame_tui.titles.liberty_roads.events.moves import FestungDeclared, FestungLeft
from wargame_tui.titles.liberty_roads.printed.book import GERMAN
from wargame_tui.titles.liberty_roads.rules import approval, resistance
from wargame_tui.titles.liberty_roads.state import DIE, Draft, Table


def is_festung(table: Table, hex_: str) -> bool:
    """Whether a Festung marker lies in a hex."""
    return any(unit.festung for unit in table.units_in(hex_, GERMAN))


def candidates(table: Table) -> Iterator[Command]:
    """Every German division in a port."""
    ports = table.board.ports
    return (
        Festung(unit.location, unit.id)
        for unit in table.on_map(GERMAN)
        if unit.location in ports and table.piece(unit).division
    )


def refusal(table: Table, command: Command) -> Refusal | None:
    """Why a port cannot be declared a Festung, or a division join it (6.5.1 to 6.5.3, 6.5.8, 6.5.10)."""
    assert isinstance(command, Festung)
    port, unit = table.board.ports.get(command.hex), table.units.get(command.unit)
    if port is None or not port.fortress:
        return refused("only ports with the fortress symbol become Festungen", "6.5.2")
    if command.hex in table.ever:
        return refused("the Allies have been there", "6.5.10")
    if unit is None or unit.side != GERMAN or unit.location != command.hex or not table.piece(unit).division:
        return refused("choose a German division in the port", "6.5.3")
    if unit.festung:
        return refused("it is already under the marker", "6.5.8")
    if not is_festung(table, command.hex) and table.now.moved:
        return refused("a Festung is declared before anything moves", "6.5.1")
    return None


def do(g: Draft, command: Command) -> None:
    """Put the division under the marker and roll, once for all that are declared together (6.5.4, 6.5.8, A59)."""
    assert isinstance(command, Festung)
    if not rolls(g, command):
        enter(g, command.unit)
        g.tell(FestungDeclared(hex=command.hex, unit=command.unit, die=0))
        return
    if not is_festung(g, command.hex):
        g.note(declared=(*g.now.declared, command.hex))
    enter(g, command.unit)
    die, chart = g.roll(DIE)[0], g.book.charts.festung
    g.tell(FestungDeclared(hex=command.hex, unit=command.unit, die=die))
    if chart.ffl[die] and not g.book.scenario.basic:
        resistance.advance(g, chart.ffl[die], command.hex)
    if chart.approval[die]:
        approval.change(g, chart.approval[die], "6.5.4", command.hex)


def rolls(table: Table, command: Festung) -> bool:
    """Whether a die is rolled: not for a further division under a marker that has just been placed (A59)."""
    return bool(table.now.moved) or command.hex not in table.now.declared


def enter(g: Draft, unit: str) -> None:
    """Put a division under a Festung marker: it is in supply (6.5.5)."""
    g.change(unit, festung=True, oos=False)


def leave(g: Draft, unit: str) -> None:
    """A division that moves out is no longer under the marker (A7, 6.5.9)."""
    if g.units[unit].festung:
        g.change(unit, festung=False)
        g.tell(FestungLeft(unit=unit, hex=g.units[unit].location))
