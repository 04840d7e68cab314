"""Help for the step in hand from a title's help.yaml: forms, filled with what the title says of the moment."""

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from wargame_tui.board.files import Entry
from wargame_tui.board.views import Help


class HelpEntry(Entry):
    """Help for some kinds of step; what stands in braces is a fact of the title: `{economy.repair} SP`."""

    of: tuple[str, ...] = Field(min_length=1)
    """Kinds of step."""
    heading: str = Field(min_length=1)
    lines: tuple[str, ...]
    rules: tuple[str, ...]

    def told(self, facts: Mapping[str, Any]) -> Help:
        """With the facts in it; a line that names one that is not there stays a form."""
        return Help(_filled(self.heading, facts), tuple(_filled(line, facts) for line in self.lines), self.rules)


def _filled(form: str, facts: Mapping[str, Any]) -> str:
    try:
        return form.format_map(facts)
    except (LookupError, AttributeError, ValueError):
        return form


class HelpFile(Entry):
    """help.yaml"""

    title: str
    steps: tuple[HelpEntry, ...]
