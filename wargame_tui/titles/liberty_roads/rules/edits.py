"""What follows from an edit of the table, by the engine protocol or by hand."""

from dataclasses import replace

from wargame_tui.titles.liberty_roads.printed.book import ALLIED, SIDES
from wargame_tui.titles.liberty_roads.printed.data import Side
from wargame_tui.titles.liberty_roads.rules.sequence import Turn
from wargame_tui.titles.liberty_roads.state import ELIMINATED, REMOVED, State, Unit, changed


def after_edit(before: State, after: State) -> State:
    """The state after an edit, with what the edit left alone fitted to what it changed.

    - A unit put into a hex controls it (1.9); a unit put onto the map, or taken off it, is no longer due.
    - A unit that is eliminated or removed has no markers.
    - The turn set moves the turn on the stack along.
    """
    state = replace(after, units={name: _settled(before.units.get(name), unit) for name, unit in after.units.items()})
    if state.control == before.control:
        held = {**state.control, **_presence(before, state)}
        ever = [hex_ for hex_, side in held.items() if side == ALLIED and hex_ not in state.ever]
        state = replace(state, control=held, ever=(*state.ever, *ever))
    if state.turn != before.turn:
        moved = tuple(changed(step, number=state.turn) if isinstance(step, Turn) else step for step in state.stack)
        state = replace(state, stack=moved)
    return state


def _settled(before: Unit | None, unit: Unit) -> Unit:
    """A unit where it was put, with nothing that belongs to its old place."""
    if before is None or unit.location == before.location:
        return unit
    if unit.location in (ELIMINATED, REMOVED):
        return Unit(unit.id, unit.side, unit.location)
    return changed(unit, due=None if unit.due == before.due else unit.due)


def _presence(before: State, after: State) -> dict[str, Side]:
    """Who holds the hexes into which units were put."""
    tracked = after.book.tracked
    return {
        unit.location: unit.side
        for side in SIDES
        for name, unit in after.units.items()
        if unit.side == side and unit.location in tracked and before.units[name].location != unit.location
    }
