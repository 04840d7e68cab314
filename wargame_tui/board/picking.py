"""Picking on the map: which of a step's commands are about what is picked, and why none of them is legal."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from wargame_tui.board.views import Target
from wargame_tui.core.command import Command
from wargame_tui.core.step import Refusal

TargetOf = Callable[[Any, Command], Target]
"""What on the table a command is about, in a state."""


def going(unit: str, here: str | None, to: str) -> Target:
    """A unit goes from where it is shown to a space; one that is nowhere to be seen is picked there."""
    return Target(space=to, unit=unit) if here in (None, to) else Target(space=here, unit=unit, to=to)


def about(state: Any, offered: Iterable[Command], target: TargetOf, wanted: Target) -> Iterator[Command]:
    """The commands that are about what is wanted: a unit, perhaps on its way to a space, or a space."""
    for command in offered:
        found = target(state, command)
        if wanted.to is not None and found.to != wanted.to:
            continue
        if wanted.unit is not None or (wanted.space is not None and found.space == wanted.space):
            yield command


def goals(state: Any, step: Any, offered: Iterable[Command], target: TargetOf) -> Iterator[str]:
    """The spaces to which legal ones among the commands would put a piece."""
    if step.decider(state) is None:
        return
    for command in offered:
        found = target(state, command)
        if found.to is not None and step.refusal(state, command) is None:
            yield found.to


def why_none(state: Any, step: Any, tried: Iterable[Command]) -> Refusal | None:
    """Why none of the commands can be given, by the first of them, the likeliest; None if one can."""
    first: Refusal | None = None
    for command in tried:
        refusal: Refusal | None = step.refusal(state, command)
        if refusal is None:
            return None
        first = first or refusal
    return first or Refusal("nothing to do here now", step.prompt(state).rule)


def if_legal(state: Any, step: Any, wish: Command | None) -> Command | None:
    """A command, if it can be given in a step."""
    if wish is None or step.decider(state) is None or step.refusal(state, wish) is not None:
        return None
    return wish


def turn_of(side: str | None) -> str:
    """Why the other side's units may do nothing."""
    return f"the {side} player decides"


def why_idle(state: Any, step: Any, side: str, tried: Iterator[Command]) -> Refusal:
    """Why a unit of a side to which nothing is open in a step may not do what is likeliest meant, which is tried."""
    decider, asked = step.decider(state), step.prompt(state)
    if decider not in (None, side):
        return Refusal(turn_of(decider), asked.rule)
    likeliest = next(tried, None)
    refusal: Refusal | None = step.refusal(state, likeliest) if likeliest is not None else None
    return refusal or Refusal("nothing to do now", asked.rule)
