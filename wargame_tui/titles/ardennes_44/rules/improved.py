"""Improved positions (rule 15.8): begun in the movement phase, completed in the next, removed when empty."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from wargame_tui.core.command import Command
from wargame_tui.core.step import Refusal, refused
from wargame_tui.titles.ardennes_44.commands import Dig
from wargame_tui.titles.ardennes_44.events.moves import PositionBegun, PositionBuilt, PositionRemoved
from wargame_tui.titles.ardennes_44.printed.book import enemy
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.state import Draft, Mover, OfUnit, Position, Table, Unit, unmoved

_dig = cache(Dig)


def candidates(table: Table, side: Side) -> Iterator[Command]:
    """Units that might dig."""
    return (_dig(unit.id) for unit in table.on_map(side) if table.piece(unit).infantry)


def legal(table: Table, side: Side) -> Iterator[Command]:
    """Units that may dig."""
    if not table.night:
        builders = _builders(table, side, unmoved(table, side))
        yield from (_dig(unit.id) for unit in builders if unit.location not in table.ips)


def refusal(table: Table, side: Side, command: Any) -> Refusal | None:
    """Why a unit may not begin an improved position (15.8b to 15.8d)."""
    unit = table.units.get(command.unit)
    if unit is None or unit.side != side:
        return refused("not one of your units", "15.8")
    if table.night:
        return refused("not at night", "25.3")
    return _builder_refusal(table, unit)


def _builder_refusal(table: Table, unit: Unit) -> Refusal | None:
    if unit.id in table.now.movers:
        return refused("it has moved: no digging in", "15.8")
    if unit.location in table.ips:
        return refused("there already is an improved position", "15.8")
    return _unable(table, unit)


def _unable(table: Table, unit: Unit) -> Refusal | None:
    """Why a unit never builds as it is and where it is."""
    if not table.piece(unit).infantry:
        return refused("only infantry can dig in", "15.8")
    if unit.status != "fresh" or unit.eng:
        return refused("disrupted and engaged units cannot dig in", "15.8")
    if unit.oos:
        return refused("units out of supply cannot dig in", "23.4")
    return _site_refusal(table, unit)


def _site_refusal(table: Table, unit: Unit) -> Refusal | None:
    where, board = table.hex_of(unit), table.board
    if where is None:
        return refused("it is not on the map", "15.8")
    if where in board.built or board.terrain[where] == "westwall":
        return refused("the hex has a village, a town, a city or the Westwall", "15.8")
    return None


_builders = OfUnit(lambda table, unit: unit if _unable(table, unit) is None else None)


def do(g: Draft, side: Side, command: Any) -> None:
    """Begin an improved position; who builds neither moves nor attacks (15.8d)."""
    place = g.units[command.unit].location
    g.ips = {**g.ips, place: Position(side, built=False, begun=g.turn)}
    g.note(movers={**g.now.movers, command.unit: Mover("built")}, began=(*g.now.began, command.unit))
    g.tell(PositionBegun(unit=command.unit, hex=place, side=side))


def begin_phase(g: Draft, side: Side) -> None:
    """Improved positions are completed at the start of their owner's movement phase (15.8e, 15.8f)."""
    for place, position in g.ips.items():
        if position.side == side and not position.built and _is_completed(g, place, side):
            g.ips = {**g.ips, place: Position(side, begun=position.begun)}
            g.tell(PositionBuilt(hex=place, side=side))


def _is_completed(table: Table, place: str, side: Side) -> bool:
    """Infantry in good order is there, and none is engaged; in the night only marked units count (Ambiguity 39)."""
    units = table.units_in(place, side)
    return not any(unit.eng for unit in units) and any(
        table.piece(unit).infantry and unit.status == "fresh" and (not table.night or unit.night) for unit in units
    )


def remove_empty(g: Draft) -> None:
    """At the end of a movement phase complete positions without occupants go, and all that the enemy has entered.

    A position under construction that was left stays until then (15.8g, 15.8h, Ambiguity 50).
    """
    for place, position in g.ips.items():
        left = position.built and not g.units_in(place, position.side)
        if left or g.units_in(place, enemy(position.side)):
            _remove(g, place)


def vacated(g: Draft, place: str) -> None:
    """In combat a position goes at once when the last of its occupants are eliminated or driven out (15.8h)."""
    position = g.ips.get(place)
    if position is not None and not g.units_in(place, position.side):
        _remove(g, place)


def _remove(g: Draft, place: str) -> None:
    gone = g.ips[place]
    g.ips = {name: position for name, position in g.ips.items() if name != place}
    g.tell(PositionRemoved(hex=place, side=gone.side, built=gone.built))
