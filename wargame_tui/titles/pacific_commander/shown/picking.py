"""Picking on the map: what commands are about, where Forces can go, why something cannot be picked."""

from collections.abc import Iterator
from typing import Any

from wargame_tui.board import picking
from wargame_tui.board.scene import Highlight, Overlay
from wargame_tui.board.steps import top
from wargame_tui.board.title import Target
from wargame_tui.core.command import Command
from wargame_tui.core.step import Refusal
from wargame_tui.titles.pacific_commander import commands
from wargame_tui.titles.pacific_commander.printed.book import ASHORE, GROUND, JAPAN
from wargame_tui.titles.pacific_commander.rules.resupply import air_for_the_same
from wargame_tui.titles.pacific_commander.shown.words import heading
from wargame_tui.titles.pacific_commander.state import Force, Table, book_of, present


def target(state: Table, command: Command) -> Target:
    """What on the table a command is about: a Force, perhaps on its way to an Area, an Area, or one of a list."""
    assert isinstance(command, commands.Order)
    if command.heading:
        return Target(group=heading(state, command))
    if isinstance(command, commands.RestoreAir):
        less = _dominated(state, command)
        carrier = state.forces.get(command.carrier)
        return Target(carrier.area if carrier else None, command.carrier, aside=less, dominated=less)
    area: str | None = getattr(command, "area", None)
    if command.piece is not None:
        force = state.forces.get(command.piece)
        return Target(space=force.area if force else None, unit=command.piece, to=area)
    ordered = getattr(top(state), "group", None)
    return Target(space=area or (ordered.area if ordered else None), aside=command.aside)


def _dominated(state: Table, command: commands.RestoreAir) -> bool:
    """Whether more air points come back for the same SP (3.4.4, 3.4.7)."""
    carrier = state.forces.get(command.carrier)
    return carrier is not None and air_for_the_same(book_of(state), command.points, carrier.airloss) > command.points


def reach(state: Table, unit: str) -> Overlay:
    """Where a Force can go now, by the commands that take it, or the task force of which it is a part, somewhere."""
    step = top(state)
    if step is None or unit not in state.forces or step.decider(state) is None:
        return Overlay()
    marked: dict[str, Highlight] = {}
    for command in step.legal(state):
        about = target(state, command)
        if about.unit == unit and about.to is not None:
            marked[about.to] = _kind(state, about.to)
        elif command.goes and about.space is not None:
            marked[about.space] = _kind(state, about.space)
    return Overlay(marked)


def _kind(state: Table, area: str) -> Highlight:
    return "battle" if present(state, area, JAPAN).forces else "reach"


def suggested(state: Table) -> Command | None:
    """What carries out a raid or withdrawal as formed so far, or leaves a decision of a battle to `auto`."""
    step = top(state)
    if step is None or step.decider(state) is None:
        return None
    wishes: tuple[Command, ...] = (commands.Go(), commands.Auto())
    return next((wish for wish in wishes if step.refusal(state, wish) is None), None)


# Why not


def why_not(state: Table, wanted: Target) -> Refusal | None:
    """Why an Area or Force cannot be picked now; None if it can."""
    if state.over is not None:
        return Refusal("the game is over")
    step = state.stack[-1]
    if step.decider(state) is None:
        return Refusal("nothing to decide now")
    return picking.why_none(state, step, (*_offered(state, step, wanted), *_wish(state, step, wanted)))


def why_nothing(state: Table, force: str) -> Refusal | None:
    """Why a Force that may do nothing now may not do what a player has likeliest in mind."""
    if force in state.forces and state.forces[force].side == JAPAN and state.over is None:
        return Refusal("Japan moves by its orders", "3.7.4")
    return why_not(state, Target(unit=force))


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
    """The commands that a player who picks a Force or an Area has in mind."""
    force = state.forces.get(wanted.unit or "")
    if force is None:
        if wanted.space is not None and hasattr(step, "at_area"):
            yield step.at_area(wanted.space)
    elif hasattr(step, "at_force"):
        yield step.at_force(force.id)
    elif step.kind == "resupply":
        yield commands.RestoreStep(force.id) if force.cls in ASHORE else commands.RepairShip(force.id)
    elif step.kind == "movement":
        yield _move(state, force)
    elif step.kind == "task_force":
        transport = next((ship for ship in step.ships if state.forces[ship].cls == "TRN"), None)
        yield commands.Load(transport, force.id) if transport and force.cls in GROUND else commands.Add(force.id)


def _move(state: Table, force: Force) -> Command:
    """How a Force would move."""
    if force.cls == "LBA":
        return commands.Fly(force.id, force.area)
    if force.cls in GROUND:
        return commands.Shuttle(force.id, next(base for base in book_of(state).bases if base != force.area))
    return commands.TaskForce(force.area)
