"""The ways of moving: who may move, in which ways, and how far (11.1 to 11.3, 12, 18.2, 22, 25.3)."""

from collections.abc import Iterator
from typing import Any

from wargame_tui.board.hexes import members
from wargame_tui.core.step import Refusal, refused
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN, enemy
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules import (
    night,
    special,
    transport,
)
from wargame_tui.titles.ardennes_44.rules.reach import exits, mover_of
from wargame_tui.titles.ardennes_44.rules.zones import bonds, in_enemy_zone
from wargame_tui.titles.ardennes_44.state import (
    Mode,
    OfUnit,
    Table,
    Unit,
    positions,
)

MODES: tuple[Mode, ...] = ("normal", "extended", "tactical", "strategic", "shift")


# Who may move


def move_refusal(table: Table, unit: Unit) -> Refusal | None:
    """Why a unit cannot be taken up to move."""
    if table.hex_of(unit) is None:
        return refused("it is not on the map", "11.1")
    if unit.id in table.now.movers:
        return refused("it has moved, or acted instead", "11.1")
    if unit.eng:
        return refused("engaged units cannot move", "16.5")
    if unit.replaced and table.turn % 2 and not table.night:
        return refused("it was refitted in the night", "25.25")
    if table.night and not night.may_move(table, unit):
        return refused("at night only stacks with a night marker move", "25.3")
    if (bound := special.bound_refusal(table, unit)) is not None:
        return bound
    limited = unit.night or unit.marker == "truck" or table.piece(unit).artillery
    if limited and next(modes(table, unit), None) is None:
        return next(no for mode in MODES if (no := mode_refusal(table, unit, mode)) is not None)
    return None if _can_step(table, unit) else refused("it cannot leave its hex", "11.1")


def facts(table: Table, side: Side) -> tuple[Any, ...]:
    """What decides beside a unit itself whether it can move."""
    theirs = positions(table).of_side[enemy(side)], bonds(table, enemy(side))
    unused = transport.free_markers(table, side) > 0
    return (*theirs, unused, table.bridges, table.turn, table.night, table.specials, table.parents)


mobile = OfUnit(lambda table, unit: unit.id if move_refusal(table, unit) is None else None, facts)
"""A side's units that can be taken up to move."""


def _can_step(table: Table, unit: Unit) -> bool:
    """Whether a unit could enter at least one hex next to it."""
    where, theirs = table.hex_of(unit), bonds(table, enemy(unit.side))
    assert where is not None
    way_out = exits(table, mover_of(table, unit.id), where) & ~(table.occupied(enemy(unit.side)) | theirs.hexes)
    if not way_out or not theirs.ends >> where & 1:
        return bool(way_out)
    board = table.board
    return any(board.key(where, to) not in theirs.sides for to in members(way_out))


# In which ways, and how far


def modes(table: Table, unit: Unit) -> Iterator[Mode]:
    """The ways in which a unit may move, the usual one first."""
    order = ("shift", *MODES) if table.piece(unit).artillery and not unit.fired else MODES
    return (mode for mode in dict.fromkeys(order) if mode_refusal(table, unit, mode) is None)


def mode_refusal(table: Table, unit: Unit, mode: str) -> Refusal | None:
    """Why a unit cannot move in a way (11.2, 11.3, 12.1, 22.1, 22.2, 25.3)."""
    printed = table.piece(unit)
    if mode not in MODES:
        return refused("move `normal`, `extended`, `tactical`, `strategic` or `shift`", "11.1")
    if mode != "tactical" and (unit.status != "fresh" or unit.oos) and mode != "shift":
        return refused(
            "disrupted, routed and out of supply units: tactical movement only", "18.2" if not unit.oos else "23.4"
        )
    if unit.marker == "truck" and mode != "strategic":
        return refused("a unit in trucks must use strategic movement", "12.6")
    if printed.artillery and (stuck := _artillery_refusal(unit, mode, printed.side, printed.type)) is not None:
        return stuck
    if mode == "shift":
        return None if printed.artillery else refused("only artillery may shift position", "22.2")
    if night.bound_by_marker(table, unit) and mode != "normal":
        return refused("a unit with a night marker moves at most 1 MP", "25.3")
    if mode == "extended" and printed.mechanized:
        return refused("mechanized units have no extended movement", "11.2")
    return _strategic_refusal(table, unit) if mode == "strategic" else None


def _artillery_refusal(unit: Unit, mode: str, side: Side, type_: str) -> Refusal | None:
    if mode == "extended":
        return refused("artillery has no extended movement", "22.1")
    if mode == "shift":
        able = type_ == "nebelwerfer" if side == GERMAN else not unit.fired
        steady = unit.status == "fresh" and not unit.oos
        return None if able and steady else refused("only Nebelwerfer and ready Allied artillery may shift", "22.2")
    if side == GERMAN and (unit.marker != "PM" or mode == "strategic"):
        return refused("German artillery must be limbered to move", "22.1")
    return None


def _strategic_refusal(table: Table, unit: Unit) -> Refusal | None:
    where = table.hex_of(unit)
    if not table.piece(unit).mechanized and unit.marker != "truck":
        return refused("only mechanized units and units in trucks use strategic movement", "12.1")
    if table.night and not table.book.charts.night.strategic:
        return refused("no strategic movement at night", "25.3")
    if table.turn == 1 and unit.side == ALLIED:
        return refused("no US strategic movement on turn 1", "29.4")
    if where is not None and in_enemy_zone(table, unit.side, where):
        return refused("strategic movement may not begin in an EZOC", "12.2")
    if unit.marker == "none" and transport.free_markers(table, unit.side) < 1:
        return refused("no strategic movement marker is left", "12.4")
    return None


def allowance(table: Table, unit: Unit, mode: Mode) -> tuple[int, int | None]:
    """Half points and hexes that a unit may spend and enter in a way of moving; None: any number of hexes."""
    numbers, printed = table.book.charts.movement, table.piece(unit)
    points = printed.entry.movement
    if printed.artillery:
        points = numbers.prime_mover if unit.side == GERMAN else printed.entry.fired_movement or points
    most = special.hex_limit(table, unit)
    if mode == "tactical":
        own = numbers.tactical if unit.status == "fresh" else numbers.disrupted
        return 0, own if most is None else min(own, most)
    if mode == "shift":
        return 0, 1
    if mode == "extended":
        points += numbers.extended
    elif mode == "strategic":
        points = numbers.trucks if unit.marker == "truck" else 2 * points
    if night.bound_by_marker(table, unit):
        points = min(points, 1)
    return 2 * points, most
