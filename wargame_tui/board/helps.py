"""Help in words, from a title's help.yaml: what a player should know to decide, by the step in hand."""

from pydantic import Field

from wargame_tui.board.files import Entry
from wargame_tui.board.views import Help


class HelpEntry(Entry):
    """Help for a step, or lines that are part of it."""

    heading: str = ""
    lines: tuple[str, ...] = Field(min_length=1)
    rules: tuple[str, ...] = ()


class HelpFile(Entry):
    """help.yaml"""

    title: str
    help: dict[str, HelpEntry]
    """By the kind of a step, or another name that the title gives it."""

    def read(self) -> dict[str, Help]:
        """All of it."""
        return {name: Help(entry.heading, entry.lines, entry.rules) for name, entry in self.help.items()}
