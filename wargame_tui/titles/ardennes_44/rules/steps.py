"""What the steps of this title have in common."""

from collections.abc import Mapping
from typing import ClassVar

from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Step
from wargame_tui.titles.ardennes_44.state import Draft, Table


class Task(Step[Table, Draft]):
    """A step with what is said of it; it ends by itself where there is nothing to decide."""

    __slots__ = ()
    name: ClassVar[str] = ""
    """What it is called."""
    question: ClassVar[Prompt]
    """Its question, where that is always the same."""
    ending: ClassVar[str] = "End"
    """What its end means, in words."""
    rules: ClassVar[Mapping[type[Command], str]] = {}
    """Commands that have another rule in it than elsewhere."""

    def title(self, table: Table) -> str:
        """What it is called."""
        return self.name

    def prompt(self, table: Table) -> Prompt:
        """Its question."""
        return self.question

    def proceed(self, g: Draft) -> None:
        """It is over."""
        g.finish()
