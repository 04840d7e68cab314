"""Picking on the map: which of a step's commands are about what is picked, and why none of them is legal."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from wargame_tui.board.title import Target
from wargame_tui.core.command import Command
from wargame_tui.core.step import Refusal

TargetOf = Callable[[Any, Command], Target]
"""What on the table a command is about, in a state."""


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
    return first or Refusal("nothing is to be picked there in this step", step.prompt(state).rule)
