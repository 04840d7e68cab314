"""What all decisions of the player in a battle have in common (2.11, 2.12)."""

from collections.abc import Iterator

from wargame_tui.core.command import Command
from wargame_tui.core.step import Refusal, Step
from wargame_tui.titles.pacific_commander.commands import Auto
from wargame_tui.titles.pacific_commander.printed.book import GROUND, US
from wargame_tui.titles.pacific_commander.state import Draft, Force, Table


class Choice(Step[Table, Draft]):
    """A decision of the player: `auto` is always one of its answers (2.12); with one outcome it passes (2.11).

    As other steps it may say what is meant by picking a Force, `at_force`, or an Area, `at_area`.
    """

    __slots__ = ()

    def open(self, table: Table) -> bool:
        """Whether there is more than one possible outcome."""
        raise NotImplementedError

    def answers(self, table: Table) -> Iterator[Command]:
        """Answers that might be legal, without `auto`."""
        raise NotImplementedError

    def objection(self, table: Table, command: Command) -> Refusal | None:
        """Why an answer is not legal, or None if it is."""
        raise NotImplementedError

    def answer(self, g: Draft, command: Command) -> None:
        """Carry out a legal answer."""
        raise NotImplementedError

    def automatically(self, g: Draft) -> None:
        """Do what is left to decide by the rule of thumb of 5.3, or what alone is possible, and finish."""
        raise NotImplementedError

    def decider(self, table: Table) -> str | None:
        """The player, if there is anything to decide."""
        return US if self.open(table) else None

    def candidates(self, table: Table) -> Iterator[Command]:
        """The answers, and `auto`."""
        yield from self.answers(table)
        yield Auto()

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """The step's own objection; none to `auto` (2.12)."""
        return None if isinstance(command, Auto) else self.objection(table, command)

    def do(self, g: Draft, command: Command) -> None:
        """Carry out an answer."""
        if isinstance(command, Auto):
            self.automatically(g)
        else:
            self.answer(g, command)

    def proceed(self, g: Draft) -> None:
        """Take the only possibility."""
        self.automatically(g)


def among(table: Table, force: str, open_to: list[str], reason: str, rule: str) -> Refusal | None:
    """Why a Force cannot be named where only some can; None if it can."""
    if force not in table.forces:
        return Refusal(f"there is no Force `{force}` in play", rule)
    return None if force in open_to else Refusal(f"{called(table.forces[force])}: {reason}", rule)


def called(force: Force) -> str:
    """A Force in a question: ships and LBA with their class, since `DD 1` has no name of its own."""
    return force.name if force.cls in GROUND or force.name.startswith(force.cls) else f"{force.cls} {force.name}"
