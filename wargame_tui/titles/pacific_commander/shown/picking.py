"""Picking on the map: what commands are about, where Forces can go, why something cannot be picked."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from wargame_tui.board.scene import Highlight, Overlay
from wargame_tui.board.steps import top
from wargame_tui.board.title import Target
from wargame_tui.core.command import Command
from wargame_tui.core.step import Refusal
from wargame_tui.titles.pacific_commander import commands
from wargame_tui.titles.pacific_commander.printed.book import ASHORE, GROUND, JAPAN
from wargame_tui.titles.pacific_commander.shown.pieces import piece_of
from wargame_tui.titles.pacific_commander.shown.words import choose_heading, rest_heading
from wargame_tui.titles.pacific_commander.state import Force, Table, book_of, present


def target(state: Table, command: Command) -> Target:
    """What on the table a command is about."""
    match command:
        case commands.CarrierRaid(_, area, _):
            return Target(space=area)
        case commands.CodeBreak(area):
            return Target(space=area, aside=True)  # Any Area will do: that is no reason to mark them all.
        case commands.ChoosePlan():
            return Target(group=choose_heading(state))
        case commands.AimRest():
            return Target(group=rest_heading(state))
        case commands.RerollOrder() | commands.KeepOrder():
            return Target(space=state.stack[-1].group.area)
        case commands.Load(ship, force):
            return Target(space=_area(state, force) or _area(state, ship), unit=force)
        case commands.Sail(area) | commands.Withdraw(area):
            return Target(space=area)
        case commands.Shuttle(force, area) | commands.Fly(force, area) | commands.AirLift(force, area):
            return Target(space=_area(state, force), unit=force, to=area)
    named = piece_of(command)
    if named is not None:
        return Target(space=_area(state, named), unit=named)
    return Target(space=getattr(command, "area", None))


def _area(state: Table, force: str) -> str | None:
    return state.forces[force].area if force in state.forces else None


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
        elif isinstance(command, commands.Sail | commands.Withdraw) and about.space is not None:
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
        return Refusal("nothing is to be decided now")
    refusal: Refusal | None = None
    for command in (*_offered(state, step, wanted), *_wish(state, step, wanted)):
        found: Refusal | None = step.refusal(state, command)
        if found is None:
            return None
        refusal = refusal or found
    return refusal or Refusal("nothing is to be picked there in this step", step.prompt(state).rule)


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


_AT_FORCE: Mapping[str, Callable[[str], Command]] = {
    "commerce_raiding": commands.Add,
    "carrier_raiding": commands.Add,
    "withdrawing": commands.Add,
    "boxes": commands.Rear,
    "air_support": commands.Support,
    "strike_aim": commands.Target,
    "submarine_attack": commands.Torpedo,
    "gun_aim": commands.Aim,
    "landing_choice": commands.Land,
    "losses": commands.Lose,
    "damage_control": commands.RepairHit,
}
"""What picking a Force means, by the kind of the step in hand."""
_AT_AREA: Mapping[str, Callable[[str], Command]] = {
    "movement": commands.TaskForce,
    "task_force": commands.Sail,
    "withdrawal_choice": commands.Withdraw,
    "last_withdrawal": commands.Withdraw,
}
"""What picking an Area means."""


def _wish(state: Table, step: Any, wanted: Target) -> Iterator[Command]:
    """The commands that a player who picks a Force or an Area has in mind."""
    force = state.forces.get(wanted.unit or "")
    if force is None:
        if wanted.space is not None and step.kind in _AT_AREA:
            yield _AT_AREA[step.kind](wanted.space)
    elif step.kind in _AT_FORCE:
        yield _AT_FORCE[step.kind](force.id)
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
