"""What follows from setting up a position by hand (the protocol's `edit`)."""

from dataclasses import replace
from typing import Any

from wargame_tui.core.state import changed
from wargame_tui.titles.ardennes_44.printed.book import ALLIED, GERMAN
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.rules import combat, movement_phase, sequence, withdrawal
from wargame_tui.titles.ardennes_44.state import GONE, Now, State, Unit

PHASES = (movement_phase.MovementPhase, withdrawal.WithdrawalPhase, combat.CombatPhase)
"""Phases of a side in which a position is most likely set up."""


def after_edit(before: State, after: State) -> State:
    """The state after an edit, with what the edit left alone fitted to what it changed.

    - A unit put into a hex has been there last (30.2, A-15).
    - A unit put onto the map, or taken off it, is no longer due, and has no markers of the place where it was.
    - The turn set at a phase of a side moves the steps above it along; so does the side (4).
    - Whoever has not done anything in the phase in hand begins it where he now stands.
    """
    state = replace(after, units={name: _settled(before.units.get(name), unit) for name, unit in after.units.items()})
    state = replace(state, stack=_moment(before, state))
    if state.control == before.control:
        state = replace(state, control={**state.control, **_presence(before, state)})
    if state.now == before.now:
        state = replace(state, now=_begun(state))
    return state


def _settled(before: Unit | None, unit: Unit) -> Unit:
    """A unit where it was put, with nothing that belongs to its old place."""
    if before is None or unit.location == before.location:
        return unit
    due = None if unit.due == before.due else unit.due
    if unit.location in GONE:
        return Unit(unit.id, unit.side, unit.location, unit.reduced, due=unit.due)
    return changed(unit, due=due)


def _presence(before: State, after: State) -> dict[str, Side]:
    """Who was last in the hexes into which units were put."""
    tracked = after.board.tracked
    return {
        unit.location: unit.side
        for name, unit in after.units.items()
        if unit.location in tracked and (name not in before.units or before.units[name].location != unit.location)
    }


def _moment(before: State, after: State) -> tuple[Any, ...]:
    """The stack for the turn and the side that an edit sets in a phase, unless it sets the stack too."""
    if after.stack != before.stack or (after.turn, after.now.side) == (before.turn, before.now.side):
        return after.stack
    side = after.now.side
    match after.stack:
        case (sequence.Turn() as turn, sequence.PlayerTurn() as player, phase) if isinstance(phase, PHASES):
            stage = ALLIED if side == GERMAN else "night"
            return (
                replace(turn, number=after.turn, stage=stage),
                replace(player, side=side),
                replace(phase, side=side),
            )
    return after.stack


def _begun(state: State) -> Now:
    """The player turn of the phase in hand as it begins, if the phase is another side's than was remembered."""
    side = getattr(state.stack[-1], "side", None) if state.stack else None
    return Now(side) if side in (GERMAN, ALLIED) and side != state.now.side else state.now
