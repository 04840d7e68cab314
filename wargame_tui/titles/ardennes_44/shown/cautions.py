"""What would hurt if a phase ended now (8.3)."""

from collections.abc import Iterator, Sequence

from wargame_tui.board.steps import top
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.printed.names import called
from wargame_tui.titles.ardennes_44.rules import advance, excess, movement_phase, moving, stacking
from wargame_tui.titles.ardennes_44.state import State, Unit

LAST = 3
"""Points of strength that a unit is worth by being there: a hex and a zone of control go with it."""


def price(state: State, unit: Unit) -> tuple[int, int, str]:
    """How dear the loss of a step is: the attack and defence strength that go with it, a last step dearer by `LAST`.

    Between equals recruits go before others, elite last, and who has no tank quality before who has one.
    """
    printed = state.piece(unit)
    left = 0 if state.is_last_step(unit) else printed.attack[True] + printed.defence[True] + LAST
    return state.attack(unit) + state.defence(unit) + LAST - left, _quality(state, unit), unit.id


def worth(state: State, unit: Unit) -> tuple[int, int, str]:
    """How dear the loss of a whole unit is: its strength, then as above."""
    return state.attack(unit) + state.defence(unit), _quality(state, unit), unit.id


def _quality(state: State, unit: Unit) -> int:
    printed = state.piece(unit)
    return 2 * {"recruit": -1, "elite": 1}.get(printed.morale or "", 0) + (printed.tq > 0)


def surplus(state: State, units: Sequence[Unit]) -> list[Unit]:
    """The units that go until a stack is legal, the least valuable each time (8.3)."""
    left, gone = list(units), list[Unit]()
    while left and stacking.overstacked(state.book, left) is not None:
        enough = [unit for unit in left if stacking.overstacked(state.book, [u for u in left if u is not unit]) is None]
        gone.append(min(enough or left, key=lambda unit: worth(state, unit)))
        left.remove(gone[-1])
    return gone


def warnings(state: State) -> Sequence[str]:
    """Stacks that are too many when the movement phase, or an advance, ends; what each will cost at least (8.3)."""
    step = top(state)
    match step:
        case movement_phase.MovementPhase() | moving.Moving() if not state.night:
            side = state.now.side
            return list(_crowds(state, side, excess.crowded(state, side)))
        case advance.Advancing():
            places = dict.fromkeys(state.units[name].location for name in step.strides)
            return list(_crowds(state, step.side, [*places]))
    return ()


def _crowds(state: State, side: Side, places: Sequence[str]) -> Iterator[str]:
    for place in places:
        units = state.units_in(place, side)
        why = stacking.excess(state.book, units)
        if why is not None:
            lost = surplus(state, units)
            named = " and ".join(called(unit.id) for unit in lost)
            number = f"{len(lost)} units" if len(lost) > 1 else "a unit"
            yield f"{state.board.name(place)} is OVERSTACKED, {why}: it costs {number}, {named} at least (8.3)"
