"""Help for decisions: what a player should know to take them, from a title's help.yaml."""

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import Field

from wargame_tui.board.files import Entry
from wargame_tui.board.steps import top
from wargame_tui.board.views import Help


class HelpEntry(Entry):
    """Help for some decisions."""

    of: tuple[str, ...] = Field(min_length=1)
    """For which: the kind of a step, alone or with its stage or the side that decides, `attack forward`; `over`."""
    heading: str = Field(min_length=1)
    lines: tuple[str, ...]
    """Sentences in the order in which they are needed; rule numbers in parentheses."""
    rules: tuple[str, ...]


class HelpFile(Entry):
    """help.yaml"""

    title: str
    helps: tuple[HelpEntry, ...] = Field(min_length=1)

    def by_decision(self) -> Mapping[str, Help]:
        """Each help by all that it is of."""
        return {of: Help(entry.heading, entry.lines, entry.rules) for entry in self.helps for of in entry.of}


def decision(state: Any) -> Iterator[str]:
    """The decision in hand as help.yaml may name it, the most particular name first."""
    step = top(state)
    if step is None:
        yield "over"
        return
    yield f"{step.kind} {getattr(step, 'stage', '')}"
    yield f"{step.kind} {step.decider(state)}"
    yield step.kind
