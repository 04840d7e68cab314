"""Help for decisions, in words that stand in a title's help.yaml."""

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import Field

from wargame_tui.board.files import Entry
from wargame_tui.board.steps import Stepped, top
from wargame_tui.board.views import Help

OVER = "over"
"""Stands for the step in hand once the game is over."""


class HelpEntry(Entry):
    """What a player should know at a decision."""

    steps: tuple[str, ...] = Field(min_length=1)
    """Where it is shown: the kind of a step, perhaps with its stage, its side, or both behind it; `over`."""
    heading: str = Field(min_length=1)
    lines: tuple[str, ...]
    rules: tuple[str, ...]


class HelpFile(Entry):
    """help.yaml"""

    title: str
    helps: tuple[HelpEntry, ...] = Field(min_length=1)

    def by_step(self) -> Mapping[str, Help]:
        """Help by the steps at which it is shown."""
        return {step: Help(each.heading, each.lines, each.rules) for each in self.helps for step in each.steps}


def in_hand(state: Stepped, helps: Mapping[str, Help]) -> Help | None:
    """Help for the step in hand, for its stage and side if there is any of its own; None if there is none."""
    return next((helps[name] for name in _names(top(state)) if name in helps), None)


def _names(step: Any) -> Iterator[str]:
    """What help for a step may stand under, the most special first."""
    if step is None:
        yield OVER
        return
    stage, side = getattr(step, "stage", ""), getattr(step, "side", "")
    yield f"{step.kind} {stage} {side}"
    yield f"{step.kind} {stage}"
    yield f"{step.kind} {side}"
    yield str(step.kind)
