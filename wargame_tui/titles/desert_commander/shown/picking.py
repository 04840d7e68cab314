"""Picking on the map: what commands are about, where forces can go, why something cannot be picked."""

from collections.abc import Iterator
from typing import Any

from wargame_tui.board import picking
from wargame_tui.board.scene import Highlight, Overlay
from wargame_tui.board.steps import top
from wargame_tui.board.title import Target
from wargame_tui.core.command import Command, field_names
from wargame_tui.core.step import Refusal
from wargame_tui.titles.desert_commander.commands import Sortie
from wargame_tui.titles.desert_commander.printed.book import ENEMY
from wargame_tui.titles.desert_commander.rules.operations import Forming, Operations, ready, why_not_ready
from wargame_tui.titles.desert_commander.shown.pieces import forces_in
from wargame_tui.titles.desert_commander.state import Force, Table, book_of, present


def target(state: Table, command: Command) -> Target:
    """What on the table a command is about; an operation is begun with the first force that can take part."""
    if isinstance(command, Sortie):
        able = ready(state, command.origin, command.blitz)
        return Target(space=command.origin, unit=able[0].id if able else None, to=command.area)
    for name in forces_in(command):
        return Target(space=state.forces[name].area if name in state.forces else None, unit=name)
    return Target(space=getattr(command, "area", None), aside=command.aside)


def reach(state: Table, unit: str) -> Overlay:
    """Where a force can go now in an operation or blitz from its Area, or with the one being formed."""
    force, step = state.forces.get(unit), top(state)
    if force is None or step is None or step.decider(state) is None:
        return Overlay()
    if isinstance(step, Forming):
        return Overlay({step.area: _kind(state, step.area)})
    begun = (command for command in step.legal(state) if isinstance(command, Sortie) and command.origin == force.area)
    able = (command for command in begun if why_not_ready(state, force, command.blitz) is None)
    return Overlay({command.area: _kind(state, command.area) for command in able})


def _kind(state: Table, area: str) -> Highlight:
    return "battle" if present(state, area, ENEMY) else "reach"


def suggested(state: Table) -> Command | None:
    """What carries out the operation as formed so far, or leaves a decision of a battle to `auto`."""
    step = top(state)
    return picking.if_legal(state, step, getattr(step, "suggested", None))


# Why not


def why_not(state: Table, wanted: Target) -> Refusal | None:
    """Why an Area or force cannot be picked now; None if it can."""
    if state.over is not None:
        return Refusal("the game is over")
    step = state.stack[-1]
    if step.decider(state) is None:
        return Refusal("nothing to decide now")
    return picking.why_none(state, step, (*_wish(state, step, wanted), *_offered(state, step, wanted)))


def why_nothing(state: Table, force: Force) -> Refusal | None:
    """Why a force that may do nothing now may not do what a player has likeliest in mind."""
    if force.side == ENEMY and state.over is None:
        return Refusal("the enemy moves by its orders", "4.5.1")
    if isinstance(top(state), Operations):
        return why_not_ready(state, force, force.won and not force.blitzed) or why_not(state, Target(space=force.area))
    return why_not(state, Target(unit=force.id))


def _offered(state: Table, step: Any, wanted: Target) -> Iterator[Command]:
    """The candidates that are about what is wanted."""
    for command in step.candidates(state):
        found = target(state, command)
        whole = wanted.unit in (None, found.unit) and wanted.to in (None, found.to)
        if whole and (wanted.unit or (wanted.space and wanted.space in (found.space, found.to))):
            yield command


def _wish(state: Table, step: Any, wanted: Target) -> Iterator[Command]:
    """The commands that a player who picks a force or an Area has in mind."""
    force = state.forces.get(wanted.unit or "")
    area = force.area if force is not None else wanted.space
    names = field_names(step.meant) if step.meant else ()
    if names == ("force",) and force is not None:
        yield step.meant(force.id)
    elif names == ("area",) and area is not None:
        yield step.meant(area)
    elif "origin" in names and area is not None and area in state.areas:
        goals = (wanted.to,) if wanted.to is not None else book_of(state).links[area]
        yield from (step.meant(area, there) for there in goals)
