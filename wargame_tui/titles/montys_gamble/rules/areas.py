"""Areas and zones (rule 7): who stands where, stacking, control, who holds the water between; units as they are now."""

from collections.abc import Iterable, Mapping, Sequence

from wargame_tui.board.positions import Positions, arranged
from wargame_tui.core.remembered import Following, remembered
from wargame_tui.titles.montys_gamble.events import moves
from wargame_tui.titles.montys_gamble.printed.book import ALLIED, GERMAN, SIDES, enemy
from wargame_tui.titles.montys_gamble.printed.data import Control, Side
from wargame_tui.titles.montys_gamble.state import FIRST_DATE, FRESH, POINT_TYPES, Draft, Table, Unit, book_of

# Who stands where


def _find_positions(table: Table, last: Positions | None) -> Positions:
    return arranged(table.units, last, SIDES)


positions = Following(_find_positions, "units")
"""Who stands where."""


@remembered("units")
def contested(table: Table) -> tuple[str, ...]:
    """The spaces with units of both sides (7.3), in the order of the map."""
    occupied = positions(table).occupied
    both = occupied[GERMAN] & occupied[ALLIED]
    return tuple([space for space in book_of(table).ground if space in both])


@remembered("units")
def actors(table: Table, side: Side) -> Mapping[str, Sequence[Unit]]:
    """The spaces in which a side has Fresh units that could act, with these."""
    stacks = positions(table).of_side[side].items()
    found = ((space, [u for u in units if u.condition == FRESH and u.type != "tower"]) for space, units in stacks)
    return {space: units for space, units in found if units}


def units_in(table: Table, space: str, side: Side) -> Sequence[Unit]:
    """A side's units in a space."""
    here: Sequence[Unit] = positions(table).of_side[side].get(space, ())
    return here


def holds(table: Table, space: str, side: Side) -> bool:
    """Whether a side has units in a space."""
    return space in positions(table).occupied[side]


def is_contested(table: Table, space: str) -> bool:
    """Units of both sides (7.3)."""
    occupied = positions(table).occupied
    return space in occupied[GERMAN] and space in occupied[ALLIED]


def is_vacant(table: Table, space: str, side: Side) -> bool:
    """No enemy of the side there (7.4)."""
    return space not in positions(table).occupied[enemy(side)]


def controls(table: Table, space: str, side: Side) -> bool:
    """Whether a side controls a space (7.2)."""
    return (table.control[space] == GERMAN) == (side == GERMAN)


@remembered("control")
def controlled(table: Table, side: Side) -> frozenset[str]:
    """The spaces that a side controls (7.2)."""
    return frozenset(space for space, who in table.control.items() if (who == GERMAN) == (side == GERMAN))


@remembered("control", "units")
def free_spaces(table: Table, side: Side) -> frozenset[str]:
    """The Free spaces of a side (7.5)."""
    return controlled(table, side) - positions(table).occupied[enemy(side)]


def is_free(table: Table, space: str, side: Side) -> bool:
    """Vacant and own-controlled (7.5)."""
    return space in free_spaces(table, side)


def has_room(table: Table, space: str, side: Side, count: int = 1) -> bool:
    """Whether so many more units of a side fit into a space (7.1); zones have no limit (14.3)."""
    return book_of(table).fits(space, len(units_in(table, space, side)) + count)


def is_full(table: Table, space: str, side: Side) -> bool:
    """At the stacking limit (7.1)."""
    return not has_room(table, space, side)


def fresh(units: Iterable[Unit]) -> list[Unit]:
    """Those with the coloured side up."""
    return [unit for unit in units if unit.condition == FRESH]


def may_lead(unit: Unit) -> bool:
    """Infantry and armour: what can be a point unit (9.65, 10.72A)."""
    return unit.type in POINT_TYPES


def in_range(table: Table, unit: Unit, space: str) -> bool:
    """Whether the operational range lets a unit into a space (9.66)."""
    return unit.range is None or unit.range in book_of(table).spaces[space].ranges


def allowance(table: Table, unit: Unit) -> int:
    """A unit's half movement points in this impulse (17.2, 17.3, 20.61)."""
    if unit.side == ALLIED:
        return 2 * unit.mf
    if table.weather == "overcast":
        return 2 * (unit.mf + 1)
    return 2 if table.date == FIRST_DATE else 2 * unit.mf


def bridge_stands(table: Table, border: str) -> bool:
    """Whether a boundary has a circled bridge that is not blown (19.1)."""
    return book_of(table).waters[border].bridge is not None and not table.crossings[border].blown


# Control


def settle_control(g: Draft, space: str) -> None:
    """Let a Vacant space pass to the side that has units in it, and to XXX Corps by link-up (7.2, 7.21)."""
    book = book_of(g)
    if book.spaces[space].kind == "box":
        return
    before, of_side = g.control[space], positions(g).of_side
    now: Control = before
    allies, germans = of_side[ALLIED].get(space, ()), of_side[GERMAN].get(space, ())
    xxx = any(unit.range is None for unit in allies)
    if germans and not allies:
        now = "German"
    elif allies and not germans and before == GERMAN:
        now = "XXX" if xxx else "airborne"
    elif xxx and before == "airborne":
        now = "XXX"
    if now != before:
        g.control = {**g.control, space: now}
        g.tell(moves.Control(space=space, control=now, rule="7.21" if before == "airborne" and now == "XXX" else "7.2"))
        _hold_between(g, space)


def _hold_between(g: Draft, space: str) -> None:
    """Water between two areas of a side is that side's (9.22, 4.6, 10.4)."""
    side: Side = GERMAN if g.control[space] == GERMAN else ALLIED
    for edge in book_of(g).edges[space].values():
        if edge.water != "plain" and controls(g, edge.to, side):
            hold(g, edge.id, side, "10.4")


def hold(g: Draft, border: str, side: Side, rule: str) -> None:
    """Give a boundary over water, and a bridge on it, to a side."""
    if g.crossings[border].holder != side:
        g.change_crossing(border, holder=side)
        g.tell(moves.Held(border=border, side=side, rule=rule))


def put(g: Draft, unit: str, space: str) -> None:
    """Put a unit into a space; control follows there."""
    g.change(unit, location=space)
    settle_control(g, space)
