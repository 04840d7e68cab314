"""What all decisions have in common: the player makes them."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Refusal, Step
from wargame_tui.titles.desert_commander.commands import Auto
from wargame_tui.titles.desert_commander.printed.book import AXIS
from wargame_tui.titles.desert_commander.state import Draft, Table


class Decision(Step[Table, Draft]):
    """A step in which the player decides."""

    __slots__ = ()
    heading: ClassVar[str]
    """Its name in the trail."""
    asked: ClassVar[Prompt]
    """What it asks, where that depends on nothing."""
    meant: ClassVar[type[Command] | None] = None
    """What a player has in mind who picks a force or an Area."""
    suggested: ClassVar[Command | None] = None
    """What is shown before all others, where it is legal."""

    def decider(self, table: Table) -> str | None:
        """The player."""
        return AXIS

    def title(self, table: Table) -> str:
        """Its name."""
        return self.heading

    def prompt(self, table: Table) -> Prompt:
        """What it asks."""
        return self.asked


class Choice(Decision):
    """A decision among a few commands, all of them legal; the rule of thumb is the first, if it is among them."""

    __slots__ = ()
    suggested: ClassVar[Command | None] = Auto()

    def thumb(self, table: Table) -> Sequence[Command]:
        """The answers, one after another, that come to the same as the rule of thumb now (5.3)."""
        raise NotImplementedError

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """Why a command is not one of them."""
        return None if command in self.candidates(table) else self.why_not(table, command)

    def why_not(self, table: Table, command: Command) -> Refusal:
        """Why a command that is not legal is not."""
        return self.not_now(table)

    def legal(self, table: Table) -> Iterator[Command]:
        """All of them."""
        return self.candidates(table)
