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
    """For which: the kind of a step, alone or with its stage, the side that decides, or both, `attack forward German`;
    `over`. A title may name other parts of its help.
    """
    heading: str = ""
    lines: tuple[str, ...]
    """Sentences in the order in which they are needed; rule numbers in parentheses.

    What stands in braces is a fact of the title: `a hit costs {economy.repair} SP`.
    """
    rules: tuple[str, ...] = ()


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
    stage, side = getattr(step, "stage", ""), step.decider(state)
    yield f"{step.kind} {stage} {side}"
    yield f"{step.kind} {stage}"
    yield f"{step.kind} {side}"
    yield step.kind


def filled(found: Help, facts: Mapping[str, Any]) -> Help:
    """Help with the facts of the moment; a sentence that names one that is not there stays a form."""
    if not facts:
        return found
    return Help(_filled(found.heading, facts), tuple(_filled(line, facts) for line in found.lines), found.rules)


def _filled(form: str, facts: Mapping[str, Any]) -> str:
    try:
        return form.format_map(facts)
    except (LookupError, AttributeError, ValueError):
        return form
