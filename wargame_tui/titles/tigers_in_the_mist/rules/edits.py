"""What follows from setting up a position by hand: the moment of play, and where everybody was when it began."""

from dataclasses import replace
from typing import Any

from wargame_tui.core.state import changed
from wargame_tui.titles.tigers_in_the_mist.printed.book import GERMAN
from wargame_tui.titles.tigers_in_the_mist.rules import activation, sequence, supply
from wargame_tui.titles.tigers_in_the_mist.state import State, Unit, contested


def after_edit(before: State, after: State) -> State:
    """The state after an edit, with what the edit left alone fitted to what it changed.

    - A unit put elsewhere that has not moved this turn was there at the start of the turn (8.21, 10.12).
    - Date, impulse and side set at a movement step move the steps above it along (6.0).
    - As long as nobody has moved in this impulse, it began with the table as it now lies (9.13, 10.24, A17).
    """
    state = replace(after, units={name: _settled(before.units.get(name), unit) for name, unit in after.units.items()})
    state = replace(state, stack=_moment(before, state))
    if any(unit.entered_from for unit in state.units.values()):
        return state
    if state.contested_at_start == before.contested_at_start:
        state = replace(state, contested_at_start=contested(state))
    if state.unsupplied_at_start == before.unsupplied_at_start:
        state = replace(state, unsupplied_at_start=supply.unsupplied(state))
    return state


def _settled(before: Unit | None, unit: Unit) -> Unit:
    """The unit where it was put; nothing is done to the start of its turn if the edit says where that was."""
    told = before is not None and unit.area_at_turn_start != before.area_at_turn_start
    put = before is None or unit.location != before.location
    if unit.moved or told or not put or (before is None and unit.area_at_turn_start is not None):
        return unit
    return changed(unit, area_at_turn_start=unit.location)


def _moment(before: State, after: State) -> tuple[Any, ...]:
    """The stack for the date, impulse and side that an edit sets at a movement step, unless it sets the stack too."""
    now = (after.date, after.impulse, after.active)
    if after.stack != before.stack or now == (before.date, before.impulse, before.active):
        return after.stack
    match after.stack:
        case (sequence.Date() as date, sequence.Impulse() as impulse, sequence.Half() as half, activation.Movement()):
            return (
                replace(date, date=after.date, next_impulse=after.impulse + 1),
                replace(
                    impulse, number=after.impulse, stage="german done" if after.active == GERMAN else "allied done"
                ),
                replace(half, side=after.active),
                activation.Movement(after.active),
            )
    return after.stack
