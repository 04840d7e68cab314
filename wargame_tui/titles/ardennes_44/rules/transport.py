"""Trucks and prime movers: the backs of the strategic movement markers (rules 12.6, 22.3)."""

from collections.abc import Iterator
from typing import Any

from wargame_tui.board.hexes import bits
from wargame_tui.core.command import Command
from wargame_tui.core.step import Refusal, refused
from wargame_tui.titles.ardennes_44.commands import Board, Prime, TakeOff
from wargame_tui.titles.ardennes_44.events.moves import Boarded, MarkerOff, PrimeMoverGiven
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN
from wargame_tui.titles.ardennes_44.printed.data import Army, Side
from wargame_tui.titles.ardennes_44.rules import off_map
from wargame_tui.titles.ardennes_44.state import Draft, Mover, OfUnit, Table, Unit, markers_free, unmoved, with_markers


def free_markers(table: Table, side: Side) -> int:
    """Strategic movement markers that may be used now (12.4, 31)."""
    return markers_free(table, side) - off_map.markers_reserved(table, side)


def candidates(table: Table, side: Side) -> Iterator[Command]:
    """Prime movers for German artillery, trucks for Allied infantry; trucks that are no longer wanted."""
    return (command for unit in unmoved(table, side) if (command := _action(table, unit)) is not None)


def _action(table: Table, unit: Unit) -> Command | None:
    """What might be done with a unit's marker."""
    if unit.marker == "truck":
        return TakeOff(unit.id)
    if unit.side == GERMAN:
        return Prime(unit.id) if table.piece(unit).artillery else None
    return None if table.piece(unit).mechanized else Board(unit.id)


def _legal_action(table: Table, unit: Unit) -> Command | None:
    command = _action(table, unit)
    return command if command is not None and refusal(table, unit.side, command) is None else None


def _facts(table: Table, side: Side) -> tuple[Any, ...]:
    near = table.occupied(GERMAN) if side == ALLIED else None
    return near, table.night, free_markers(table, side) > 0, _prime_movers(table)


_legal_actions = OfUnit(_legal_action, _facts)


def legal(table: Table, side: Side) -> Iterator[Command]:
    """What can be done with the markers of units that have not moved."""
    return _legal_actions(table, side, unmoved(table, side))


def refusal(table: Table, side: Side, command: Command) -> Refusal | None:
    """Why a marker cannot be put on or taken off."""
    name = getattr(command, "unit", "")
    unit = table.units.get(name)
    if unit is None or unit.side != side:
        return refused("not one of your units", "12.4")
    if name in table.now.movers:
        return refused("it has moved", "11.1")
    if isinstance(command, TakeOff):
        return None if unit.marker == "truck" else refused("it is not in trucks", "12.7")
    if table.night:
        return refused("no strategic movement at night", "25.3")
    if unit.marker != "none":
        return refused("it already has a marker", "12.4")
    if unit.eng or unit.replaced:
        return refused("it cannot move this phase", "16.5" if unit.eng else "25.25")
    if free_markers(table, side) < 1:
        return refused("no strategic movement marker is left", "12.4")
    return _prime_refusal(table, unit) if isinstance(command, Prime) else _board_refusal(table, unit)


def _prime_movers(table: Table) -> tuple[Army | None, ...]:
    """The armies of the units with prime movers."""
    return tuple(table.piece(unit).army for unit in with_markers(table).values() if unit.marker == "PM")


def _prime_refusal(table: Table, unit: Unit) -> Refusal | None:
    printed = table.piece(unit)
    if unit.side != GERMAN or not printed.artillery:
        return refused("prime movers are for German artillery", "22.3")
    if table.hex_of(unit) is None:
        return refused("it is not on the map", "22.3")
    most = table.book.charts.movement.prime_movers.get(printed.army or "", 0)
    if _prime_movers(table).count(printed.army) >= most:
        return refused("its army has no prime movers left", "22.3")
    return None


def _board_refusal(table: Table, unit: Unit) -> Refusal | None:
    if unit.side != ALLIED or table.piece(unit).mechanized:
        return refused("trucks are for Allied non-mechanized units", "12.6")
    if unit.oos or unit.status != "fresh":
        return refused("only units in supply and good order may use strategic movement", "12.1")
    if unit.location in table.book.boxes:
        return None
    where = table.hex_of(unit)
    if where is None:
        return refused("it is not on the map or in a box", "12.6")
    if where not in table.board.on_road:
        return refused("it boards on a road, or in an off-map box", "12.6")
    near = table.board.grid.within(where, table.book.charts.movement.board_distance - 1)
    if table.occupied(GERMAN) & bits(near):
        return refused("too close to the enemy to board", "12.6")
    return None


def do(g: Draft, side: Side, command: Command) -> None:
    """Put the marker on: boarding takes the whole move (12.6). Or take trucks off."""
    if isinstance(command, Prime):
        g.change(command.unit, marker="PM")
        g.tell(PrimeMoverGiven(unit=command.unit, hex=g.units[command.unit].location))
    elif isinstance(command, Board):
        g.change(command.unit, marker="truck")
        g.note(movers={**g.now.movers, command.unit: Mover("boarded")})
        g.tell(Boarded(unit=command.unit, hex=g.units[command.unit].location))
    elif isinstance(command, TakeOff):
        g.change(command.unit, marker="none")
        g.tell(MarkerOff(unit=command.unit, hex=g.units[command.unit].location))


def end_phase(g: Draft, side: Side) -> None:
    """Trucks come off units that have neither boarded nor used them in the movement phase that ends (12.7)."""
    for unit in g.units.values():
        if unit.marker == "truck" and unit.side == side and unit.id not in g.now.movers:
            g.change(unit.id, marker="none")
            g.tell(MarkerOff(unit=unit.id, hex=unit.location))
