"""Help in a title's own words: help.yaml says what a player should know at each kind of step."""

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from wargame_tui.board.files import Entry
from wargame_tui.board.steps import top
from wargame_tui.board.views import Help

OVER = "over"
"""Stands for the game that is over."""


class HelpEntry(Entry):
    """What to know where a decision is asked for."""

    of: tuple[str, ...] = Field(min_length=1)
    """Kinds of steps, `battle`; or a kind and its stage, `battle attackers`; or `over`."""
    heading: str
    lines: tuple[str, ...]
    """Sentences in the order in which they are needed; rule numbers in parentheses."""
    rules: tuple[str, ...] = ()
    """Rules to read on."""


class HelpFile(Entry):
    """help.yaml"""

    title: str
    steps: tuple[HelpEntry, ...]

    @property
    def texts(self) -> Mapping[str, Help]:
        """The texts by what they are of."""
        return {of: Help(each.heading, each.lines, each.rules) for each in self.steps for of in each.of}


def said(texts: Mapping[str, Help], state: Any) -> Help | None:
    """The text for the step in hand: that of its stage before that of its kind; None if there is none."""
    step = top(state)
    if step is None:
        return texts.get(OVER)
    return texts.get(f"{step.kind} {getattr(step, 'stage', '')}") or texts.get(step.kind)
