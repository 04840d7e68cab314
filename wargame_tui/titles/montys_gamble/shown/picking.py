"""Picking on the map: what commands are about, where units can go, why something cannot be picked."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from wargame_tui.board.scene import Highlight, Overlay
from wargame_tui.board.steps import top
from wargame_tui.board.title import Target
from wargame_tui.core.command import Command
from wargame_tui.core.step import Refusal
from wargame_tui.titles.montys_gamble import commands
from wargame_tui.titles.montys_gamble.printed.book import GERMAN, UK
from wargame_tui.titles.montys_gamble.printed.names import FERRY, WORK
from wargame_tui.titles.montys_gamble.rules import (
    assault,
    attack,
    bombardment,
    bridges,
    casualties,
    dday,
    impulses,
    refit_phase,
    regroup,
    reinforcements,
)
from wargame_tui.titles.montys_gamble.shown import reach as ways
from wargame_tui.titles.montys_gamble.shown import words
from wargame_tui.titles.montys_gamble.state import FRESH, NOWHERE, State, book_of, controls, units_in


def target(state: State, command: Command) -> Target:
    """What on the table a command is about."""
    step = top(state)
    match command:
        case commands.ChooseDrop(unit, area):
            drops = dict(step.drops) if isinstance(step, dday.AirbornePhase) else {}
            return Target(space=drops.get(unit), unit=unit, to=area)
        case commands.Drop(unit, area):
            return Target(space=UK, unit=unit, to=area)
        case commands.MoveDepot(depot, space):
            here = state.depots[depot].location if depot in state.depots else None
            return Target(space=here, unit=depot, to=space)
        case commands.Seize(unit, border):
            here = _location(state, unit)
            far = bridges.beyond(state, border, here) if here and border in book_of(state).banks else None
            return Target(space=here, unit=unit, bridge=border, to=far)
        case commands.Repair(border) | commands.Blow(border) | commands.NightRepair(border):
            return Target(space=_bank(state, border), bridge=border)
        case commands.DropAction():
            return Target(space=step.area if isinstance(step, dday.DropAreaActs) else None)
        case commands.Join(unit) | commands.Point(unit) | commands.Support(unit) | commands.Lead(unit):
            return Target(space=getattr(step, "space", None) or _location(state, unit), unit=unit)
        case commands.Aim(aimed):
            return _aimed(state, aimed, getattr(step, "space", None))
    named, where = getattr(command, "unit", None), getattr(command, "space", None) or getattr(command, "area", None)
    if named is not None:
        return Target(space=_location(state, named), unit=named, to=where)
    return Target(space=where)


def _location(state: State, unit: str) -> str | None:
    location = state.units[unit].location if unit in state.units else None
    return None if location in NOWHERE else location


def _bank(state: State, border: str) -> str | None:
    """The bank of a bridge from which it is worked on: the activated one, or a controlled one."""
    banks = book_of(state).banks.get(border)
    if banks is None:
        return None
    active = [bank for bank in banks if bank in state.now.activated]
    own = [bank for bank in banks if controls(state, bank, state.now.side)]
    return (*active, *own, *banks)[0]


def _aimed(state: State, aimed: str, space: str | None) -> Target:
    for prefix in (WORK, FERRY):
        if aimed.startswith(prefix):
            return Target(space=space, bridge=aimed.removeprefix(prefix))
    return Target(space=space, unit=aimed)


def suggested(state: State) -> Command | None:
    """What carries out an attack, a bombardment or a drop as declared so far, or lets the defenders stay."""
    step = top(state)
    wish: Command
    match step:
        case attack.Assailing(stage="declare") | bombardment.Bombardment(stage="declare"):
            wish = commands.Fight()
        case reinforcements.Dropping() | dday.AirbornePhase(stage="choose"):
            wish = commands.End()
        case casualties.Withdraw():
            wish = commands.Stay()
        case _:
            return None
    return wish if step.decider(state) is not None and step.refusal(state, wish) is None else None


# Where units can go


def routes(state: State) -> Mapping[str, Sequence[Command]]:
    """None: units are taken in hand at the table, not by a command."""
    return {}


def routes_of(state: State, unit: str) -> Mapping[str, Sequence[Command]]:
    """A unit's best way to every space that it reaches by several steps."""
    if not isinstance(top(state), assault.Operations):
        return {}
    return {space: goal.path for space, goal in ways.goals(state, unit).items() if len(goal.path) > 1}


def reach(state: State, unit: str) -> Overlay:
    """Where a unit can go, with the movement points left there; where it may retreat, drop or regroup to."""
    step = top(state)
    if step is None:
        return Overlay()
    found = ways.goals(state, unit)
    highlights: dict[str, Highlight] = {space: "battle" if goal.fights else "reach" for space, goal in found.items()}
    notes = {space: words.points(goal.left) for space, goal in found.items()}
    if not found and not isinstance(step, impulses.Impulse):
        for command in step.candidates(state):
            if getattr(command, "unit", None) == unit or getattr(command, "depot", None) == unit:
                to = target(state, command).to
                if to is not None and step.refusal(state, command) is None:
                    highlights[to] = "reach"
    return Overlay(highlights, notes)


# Why not


def why_not(state: State, wanted: Target) -> Refusal | None:
    """Why a space or unit cannot be picked now; None if it can."""
    if state.over is not None:
        return Refusal("the game is over")
    step, first = state.stack[-1], None
    for command in (*_wish(state, wanted), *_offered(state, step, wanted)):
        refusal: Refusal | None = step.refusal(state, command)
        if refusal is None:
            return None
        first = first or refusal
    return first or Refusal("nothing is to be picked there in this step", step.prompt(state).rule)


def why_nothing(state: State, unit: str) -> Refusal | None:
    """Why a unit that may do nothing now may not do what a player has likeliest in mind."""
    if state.over is not None:
        return Refusal("the game is over")
    step, wanted = state.stack[-1], Target(unit=unit)
    decider = step.decider(state)
    if isinstance(step, impulses.Impulse) and unit in state.units:
        if state.units[unit].side != step.side:
            return Refusal(f"it is the {step.side} impulse", "8.1")
        if state.units[unit].condition != FRESH:
            return Refusal("only Fresh units act", "8.3")
    elif unit in state.units and decider not in (None, state.units[unit].side):
        return Refusal(f"the {decider} player decides", step.prompt(state).rule)
    tried = next(iter(_wish(state, wanted)), None) or next(_offered(state, step, wanted), None)
    refusal: Refusal | None = step.refusal(state, tried) if tried is not None else None
    return refusal or Refusal("nothing is to be done with it in this step", step.prompt(state).rule)


def _wish(state: State, wanted: Target) -> Iterator[Command]:
    """The commands that a player who picks a unit or a space has in mind, the likeliest first."""
    step, unit = state.stack[-1], wanted.unit
    space = wanted.space or (_location(state, unit) if unit else None)
    match step:
        case impulses.Impulse() if space is not None:
            yield commands.Assault(space)
            yield commands.Bombard(space)
            yield from (commands.AirBombard(marker, space) for marker in state.air)
            if step.side == GERMAN:
                yield commands.Infiltration(space)
                yield commands.Interdict(space)
        case assault.Operations() if unit is not None and unit in state.units:
            yield from _steps(state, unit, wanted.to)
        case assault.Operations() if space is not None:
            yield from (
                command for mover in units_in(state, space, state.now.side) for command in _steps(state, mover.id)
            )
            yield commands.Attack(space)
        case attack.Assailing() if unit is not None:
            yield from (commands.Join(unit), commands.Point(unit), commands.Support(unit), commands.Forward(unit))
        case bombardment.Bombardment() if unit is not None:
            yield from (commands.Lead(unit), commands.Support(unit), commands.Aim(unit))
        case casualties.Absorb() | bombardment.Attrition() if unit is not None:
            yield commands.Take(unit)
        case refit_phase.Refitting(stage="refit") if unit is not None:
            yield from (commands.Refit(unit, depot) for depot in state.depots)
        case regroup.Regrouping() if unit is not None and unit in state.units:
            near = book_of(state).edges.get(state.units[unit].location, {})
            yield from (commands.Regroup(unit, to) for to in ([wanted.to] if wanted.to else near))


def _steps(state: State, unit: str, to: str | None = None) -> Iterator[Command]:
    """The steps of a unit to a neighbour, or to all."""
    near = book_of(state).edges.get(state.units[unit].location, {})
    for space in [to] if to is not None else near:
        yield commands.Move(unit, space)
        if space in near and near[space].water != "plain":
            yield from (commands.Cross(unit, space), commands.Ferry(unit, space), commands.Boat(unit, space))


def _offered(state: State, step: Any, wanted: Target) -> Iterator[Command]:
    """The candidates that are about what is wanted."""
    if step.decider(state) is None:
        return
    for command in step.candidates(state):
        about = target(state, command)
        if wanted.unit is not None and about.unit != wanted.unit:
            continue
        if wanted.to is not None and about.to != wanted.to:
            continue
        if wanted.unit is not None or (wanted.space is not None and about.space == wanted.space):
            yield command
