"""Picking on the map: what commands are about, where units can go, why something cannot be picked."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from wargame_tui.board.picking import about, if_legal, why_idle, why_none
from wargame_tui.board.scene import Highlight, Overlay
from wargame_tui.board.steps import top
from wargame_tui.board.title import Target
from wargame_tui.core.command import Command
from wargame_tui.core.step import Refusal
from wargame_tui.titles.montys_gamble import commands
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
from wargame_tui.titles.montys_gamble.rules.areas import controls, units_in
from wargame_tui.titles.montys_gamble.shown import reach as ways
from wargame_tui.titles.montys_gamble.shown import words
from wargame_tui.titles.montys_gamble.state import FRESH, NOWHERE, State, book_of


def target(state: State, command: Command) -> Target:
    """What on the table a command is about, by its fields: a unit, perhaps on its way; a bridge; a depot; a space."""
    step, fields = top(state), command.as_json()
    unit, border = fields.get("unit"), fields.get("border")
    space = fields.get("space") or fields.get("area")
    if border is not None:
        return _at_bridge(state, border, unit)
    if unit is not None and space is None:
        return Target(space=getattr(step, "space", None) or _location(state, unit), unit=unit)
    if unit is not None:
        drops = dict(step.drops) if isinstance(step, dday.AirbornePhase) else {}
        return Target(space=drops.get(unit) or _location(state, unit), unit=unit, to=space)
    depot = state.depots.get(fields.get("depot", ""))
    if depot is not None and depot.location is not None:
        return Target(space=depot.location, unit=fields["depot"], to=space)
    if "target" in fields:
        return _aimed(fields["target"], getattr(step, "space", None))
    if "action" in fields:
        return Target(space=getattr(step, "area", None))
    return Target(space=space)


def _at_bridge(state: State, border: str, unit: str | None) -> Target:
    """A bridge to be worked on, or to be seized by a unit."""
    if unit is None:
        return Target(space=_bank(state, border), bridge=border)
    here = _location(state, unit)
    far = bridges.beyond(state, border, here) if here and border in book_of(state).banks else None
    return Target(space=here, unit=unit, bridge=border, to=far)


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


def _aimed(aimed: str, space: str | None) -> Target:
    for prefix in (WORK, FERRY):
        if aimed.startswith(prefix):
            return Target(space=space, bridge=aimed.removeprefix(prefix))
    return Target(space=space, unit=aimed)


def suggested(state: State) -> Command | None:
    """What carries out an attack, a bombardment or a drop as declared so far, or lets the defenders stay."""
    step = top(state)
    match step:
        case attack.Assailing(stage="declare") | bombardment.Bombardment(stage="declare"):
            pass
        case reinforcements.Dropping() | dday.AirbornePhase(stage="choose") | casualties.Withdraw():
            pass
        case _:
            return None
    wish = next((command for command in step.candidates(state) if command.closes), None)
    return if_legal(state, step, wish)


# Where units can go


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
    return why_none(state, state.stack[-1], _tried(state, wanted))


def why_nothing(state: State, unit: str) -> Refusal | None:
    """Why a unit that may do nothing now may not do what a player has likeliest in mind."""
    if state.over is not None:
        return Refusal("the game is over")
    step, side = state.stack[-1], state.units[unit].side
    if isinstance(step, impulses.Impulse):
        if side != step.side:
            return Refusal(f"it is the {step.side} impulse", "8.1")
        if state.units[unit].condition != FRESH:
            return Refusal("only Fresh units act", "8.3")
    return why_idle(state, step, side, _tried(state, Target(unit=unit)))


def _tried(state: State, wanted: Target) -> Iterator[Command]:
    """The command that a player who picks a unit or a space has likeliest in mind; then what is offered about it."""
    step = state.stack[-1]
    yield from _likeliest(state, step, wanted)
    if step.decider(state) is not None:
        sought = wanted if wanted.unit is None else replace(wanted, space=None)
        for command in about(state, step.candidates(state), target, sought):
            if wanted.unit in (None, target(state, command).unit):
                yield command


def _likeliest(state: State, step: Any, wanted: Target) -> Iterator[Command]:
    unit = wanted.unit
    space = wanted.space or (_location(state, unit) if unit else None)
    match step:
        case impulses.Impulse() if space is not None:
            yield commands.Assault(space)
        case assault.Operations() if unit is not None and unit in state.units:
            yield from _first_step(state, unit, wanted.to)
        case assault.Operations() if space is not None:
            for mover in units_in(state, space, state.now.side)[:1]:
                yield from _first_step(state, mover.id)
            yield commands.Attack(space)
        case attack.Assailing() if unit is not None:
            yield commands.Join(unit)
        case bombardment.Bombardment() if unit is not None:
            yield commands.Lead(unit)
        case casualties.Absorb() | bombardment.Attrition() if unit is not None:
            yield commands.Take(unit)
        case refit_phase.Refitting(stage="refit") if unit is not None:
            yield from (commands.Refit(unit, depot) for depot in [*state.depots][:1])
        case regroup.Regrouping() if unit is not None and unit in state.units:
            near = [wanted.to] if wanted.to else [*book_of(state).edges.get(state.units[unit].location, {})]
            yield from (commands.Regroup(unit, to) for to in near[:1])


def _first_step(state: State, unit: str, to: str | None = None) -> Iterator[Command]:
    """A step of a unit to a neighbour."""
    near = [to] if to is not None else [*book_of(state).edges.get(state.units[unit].location, {})]
    yield from (commands.Move(unit, space) for space in near[:1])
