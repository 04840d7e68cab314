"""What would hurt if the phase in hand ended now: a line each, with its rule."""

from collections.abc import Iterator, Sequence
from typing import Any

from wargame_tui.board.steps import top
from wargame_tui.core.wording import plural
from wargame_tui.titles.liberty_roads.printed import names
from wargame_tui.titles.liberty_roads.printed.book import ALLIED
from wargame_tui.titles.liberty_roads.printed.data import Side
from wargame_tui.titles.liberty_roads.rules import landing, stacking, supply
from wargame_tui.titles.liberty_roads.rules.combat import CombatPhase
from wargame_tui.titles.liberty_roads.rules.drops import DropPhase
from wargame_tui.titles.liberty_roads.rules.exploitation import ExploitationMovement
from wargame_tui.titles.liberty_roads.rules.landing import FollowingUp, Planning
from wargame_tui.titles.liberty_roads.rules.movement import MovementPhase
from wargame_tui.titles.liberty_roads.rules.replacements import ReplacementPhase
from wargame_tui.titles.liberty_roads.rules.sea import SeaPhase
from wargame_tui.titles.liberty_roads.shown import attacks, d_day, picking
from wargame_tui.titles.liberty_roads.state import State, positions

NAMED = 3
"""Units or places named in a line; of more only how many."""
GOOD = ("3/1", "4/1", "5/1", "6/1")
"""Odds at which it is a pity not to attack."""


def warnings(state: State) -> Sequence[str]:
    """The lines; none where nothing hurts, or no phase is in hand."""
    step = top(state)
    match step:
        case MovementPhase():
            return [*_unreleased(state, step), *_crowded(state, step.side), *_cut_off(state, step.side)]
        case ExploitationMovement():
            return [*_crowded(state, step.side), *_cut_off(state, step.side)]
        case CombatPhase():
            return [*_idle(state)]
        case SeaPhase():
            return [*_unused_ships(state, step)]
        case DropPhase():
            return [*_undropped(state, step)]
        case Planning():
            return [*_unplanned(state, step)]
        case FollowingUp():
            return [*_without_hq(state)]
        case ReplacementPhase():
            lost = ", ".join(f"{value} {name}" for name, value in state.now.points.items() if value > 0)
            return [f"Replacement points lost: {lost} (10.3)"] if lost else []
    return []


def _some(found: Sequence[str]) -> str:
    more = f" and {len(found) - NAMED} more" if len(found) > NAMED else ""
    return ", ".join(found[:NAMED]) + more


def _unreleased(state: State, step: MovementPhase) -> Iterator[str]:
    if state.now.releases and step.side != ALLIED:
        yield f"{plural(state.now.releases, 'armoured division')} may still be released (14.1.4)"


def _crowded(state: State, side: Side) -> Iterator[str]:
    """Stacks of which units would be eliminated."""
    for place, stack in positions(state).of_side[side].items():
        if place in state.board.index and (group := stacking.excess(state, place, stack)):
            yield f"Overstacked at {names.place(place)}: {_some([names.called(each.id) for each in group])} (1.10.2)"


def _cut_off(state: State, side: Side) -> Iterator[str]:
    """HQs that would leave the map, and units that would be out of supply, in the next supply phase."""
    own = [unit for unit in state.on_map(side) if not supply.supplied(state, unit)]
    hqs = [names.called(unit.id) for unit in own if state.piece(unit).hq]
    if hqs:
        yield f"Cut off, and off the map in the next supply phase: {_some(hqs)} (4.1.2)"
    others = [unit for unit in own if not state.piece(unit).hq and not state.piece(unit).fixed and not unit.oos]
    if others:
        yield f"Going out of supply: {_some([names.called(unit.id) for unit in others])} (4.2.2)"


def _idle(state: State) -> Iterator[str]:
    if not state.now.attacked:
        good = [f"{names.place(hex_)} {odds}" for hex_, odds in attacks.odds_at(state).items() if odds in GOOD]
        if good:
            yield f"No attack yet; good odds at {_some(good)}"


def _unused_ships(state: State, step: SeaPhase) -> Iterator[str]:
    if any(not picking.target(state, each).aside for each in step.open(state)):
        yield f"{names.amount(state.now.sea, 'sea transport point')} not used (11.2)"


def _undropped(state: State, step: DropPhase) -> Iterator[str]:
    """On D-Day those who jumped in history and still can; later on who stays in England is the player's to weigh."""
    waiting = d_day.drops() if d_day.is_near(state) else ()
    units = [names.called(each.unit) for each in waiting if step.refusal(state, each) is None]
    if units:
        yield f"Not dropped yet on D-Day: {_some(units)} (12.2)"


def _unplanned(state: State, step: Planning) -> Iterator[str]:
    planned = [hex_ for hex_, units in step.assault.items() if units]
    if not planned:
        yield "No invasion in this turn"
        return
    empty = [names.place(hex_) for hex_, units in step.assault.items() if not units]
    if empty:
        yield f"Called off, for want of assault units: {_some(empty)}"
    used, most = sum(len(step.dday.get(hex_, ())) for hex_ in planned), landing.total(state, planned, "dday")
    if used < most:
        yield f"{most - used} of {most} D-Day markers not used (13.3.2)"


def _without_hq(state: State) -> Iterator[str]:
    """Nationalities that have divisions ashore but nobody to supply them beyond the beach (4.2.1)."""
    for nationality in ("American", "British"):
        ashore = [state.piece(unit) for unit in state.on_map(ALLIED)]
        own: list[Any] = [printed for printed in ashore if printed.nationalities == {nationality}]
        if own and not any(printed.hq and nationality in printed.nationalities for printed in ashore):
            yield f"No {nationality} HQ ashore: off the beaches they will be out of supply (4.2.1)"
