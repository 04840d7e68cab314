"""Picking on the map: what commands are about, where forces can go, why something cannot be picked."""

from collections.abc import Iterator
from typing import Any

from wargame_tui.board.scene import Highlight, Overlay
from wargame_tui.board.steps import top
from wargame_tui.board.title import Target
from wargame_tui.core.command import Command
from wargame_tui.core.step import Refusal
from wargame_tui.titles.desert_commander import commands
from wargame_tui.titles.desert_commander.printed.book import ENEMY
from wargame_tui.titles.desert_commander.rules.operations import ready, why_not_ready
from wargame_tui.titles.desert_commander.shown.pieces import piece_of
from wargame_tui.titles.desert_commander.state import Force, Table, book_of, present


def target(state: Table, command: Command) -> Target:
    """What on the table a command is about; an operation is begun with the first force that can take part."""
    match command:
        case commands.Operation(origin, area) | commands.Blitz(origin, area):
            return Target(space=origin, unit=_first_ready(state, origin, command), to=area)
        case commands.DigIn(area):
            return Target(space=area, aside=True)
    named = piece_of(command)
    if named is not None:
        return Target(space=state.forces[named].area if named in state.forces else None, unit=named)
    return Target(space=getattr(command, "area", None))


def _first_ready(state: Table, area: str, command: Command) -> str | None:
    found = ready(state, area, isinstance(command, commands.Blitz))
    return found[0].id if found else None


def reach(state: Table, unit: str) -> Overlay:
    """Where a force can go now in an operation or blitz from its Area, or with the one being formed."""
    force, step = state.forces.get(unit), top(state)
    if force is None or step is None or step.decider(state) is None:
        return Overlay()
    if step.kind == "forming":
        return Overlay({step.area: _kind(state, step.area)})
    marked = {
        command.area: _kind(state, command.area)
        for command in step.legal(state)
        if isinstance(command, commands.Operation | commands.Blitz)
        and command.origin == force.area
        and why_not_ready(state, force, isinstance(command, commands.Blitz)) is None
    }
    return Overlay(marked)


def _kind(state: Table, area: str) -> Highlight:
    return "battle" if present(state, area, ENEMY) else "reach"


def suggested(state: Table) -> Command | None:
    """What carries out the operation as formed so far, or leaves the losses that are left to `auto`."""
    step = top(state)
    if step is None or step.decider(state) is None or step.kind not in ("forming", "losses"):
        return None
    wish: Command = commands.Go() if step.kind == "forming" else commands.Auto()
    return wish if step.refusal(state, wish) is None else None


# Why not


def why_not(state: Table, wanted: Target) -> Refusal | None:
    """Why an Area or force cannot be picked now; None if it can."""
    if state.over is not None:
        return Refusal("the game is over")
    step = state.stack[-1]
    if step.decider(state) is None:
        return Refusal("nothing is to be decided now")
    refusal: Refusal | None = None
    for command in (*_wish(state, step, wanted), *_offered(state, step, wanted)):
        found: Refusal | None = step.refusal(state, command)
        if found is None:
            return None
        refusal = refusal or found
    return refusal or Refusal("nothing is to be picked there in this step", step.prompt(state).rule)


def why_nothing(state: Table, force: Force) -> Refusal | None:
    """Why a force that may do nothing now may not do what a player has likeliest in mind."""
    if force.side == ENEMY and state.over is None:
        return Refusal("the enemy moves by its orders", "4.5.1")
    if getattr(top(state), "kind", "") == "operations":
        return why_not_ready(state, force, force.won and not force.blitzed) or why_not(state, Target(space=force.area))
    return why_not(state, Target(unit=force.id))


def _offered(state: Table, step: Any, wanted: Target) -> Iterator[Command]:
    """The candidates that are about what is wanted."""
    for command in step.candidates(state):
        about = target(state, command)
        if wanted.unit is not None and about.unit != wanted.unit:
            continue
        if wanted.to is not None and about.to != wanted.to:
            continue
        if wanted.unit is not None or (wanted.space is not None and wanted.space in (about.space, about.to)):
            yield command


def _wish(state: Table, step: Any, wanted: Target) -> Iterator[Command]:
    """The commands that a player who picks a force or an Area has in mind."""
    force = state.forces.get(wanted.unit or "")
    area = force.area if force is not None else wanted.space
    match step.kind:
        case "resupply" if force is not None:
            yield commands.Refit(force.id)
        case "promotion" if force is not None:
            yield commands.PickVeteran(force.id)
        case "forming" if force is not None:
            yield commands.Add(force.id)
        case "losses" if force is not None:
            yield commands.Lose(force.id)
        case "retreat_choice" if area is not None:
            yield commands.Retreat(area)
        case "operations" if area is not None and area in state.areas:
            goals = (wanted.to,) if wanted.to is not None else book_of(state).links[area]
            yield from (commands.Operation(area, there) for there in goals)
