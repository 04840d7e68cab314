"""What steps of the player have in common, in his part of the turn and in battles (2.11, 2.12)."""

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from wargame_tui.core.command import Command
from wargame_tui.core.step import Refusal, Step
from wargame_tui.titles.pacific_commander.commands import Auto
from wargame_tui.titles.pacific_commander.printed.book import GROUND, US
from wargame_tui.titles.pacific_commander.state import Draft, Force, Table


class UsStep(Step[Table, Draft]):
    """A step of the player's part of the turn."""

    __slots__ = ()
    passes_alone: ClassVar[bool] = True

    def decider(self, table: Table) -> str:
        """The player."""
        return US


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

    def thumb(self, table: Table) -> Sequence[Command]:
        """The answers, one after another, that come to the same as the rule of thumb now (5.3)."""
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


class YesOrNo(Choice):
    """The player says yes or no; `auto` says yes (5.3)."""

    __slots__ = ()
    says: ClassVar[type[Any]]
    """The command."""

    def settle(self, g: Draft, yes: bool) -> None:
        """Do as he says."""
        raise NotImplementedError

    def open(self, table: Table) -> bool:
        """Always."""
        return True

    def answers(self, table: Table) -> Iterator[Command]:
        """Yes and no."""
        yield self.says("yes")
        yield self.says("no")

    def objection(self, table: Table, command: Command) -> Refusal | None:
        """Either will do."""
        return None if isinstance(command, self.says) else self.not_now(table)

    def answer(self, g: Draft, command: Command) -> None:
        """As the player says."""
        self.settle(g, command == self.says("yes"))

    def automatically(self, g: Draft) -> None:
        """Yes."""
        self.settle(g, True)

    def thumb(self, table: Table) -> Sequence[Command]:
        """Yes."""
        return (self.says("yes"),)


class Naming(Choice):
    """The player names Forces one after the other, by the command of `at_force`; `auto` names all of them (5.3)."""

    __slots__ = ()
    at_force: ClassVar[type[Any]]
    no_more: ClassVar[type[Command] | None] = None
    """The command that names nobody else, if he need not name all."""
    why_not: ClassVar[str]
    """Why another Force cannot be named."""

    def waiting(self, table: Table) -> Sequence[Force]:
        """The Forces that can be named."""
        raise NotImplementedError

    def name(self, g: Draft, force: Force) -> None:
        """Do with a Force what it was named for."""
        raise NotImplementedError

    def close(self, g: Draft) -> None:
        """Nobody else is named."""
        g.finish()

    def open(self, table: Table) -> bool:
        """With a Force that can be named."""
        return bool(self.waiting(table))

    def answers(self, table: Table) -> Iterator[Command]:
        """Each Force, and no more."""
        yield from (self.at_force(force.id) for force in self.waiting(table))
        if self.no_more:
            yield self.no_more()

    def objection(self, table: Table, command: Command) -> Refusal | None:
        """Only Forces that can be named."""
        if isinstance(command, self.at_force):
            names = [force.id for force in self.waiting(table)]
            return among(table, command.piece, names, self.why_not, self.prompt(table).rule)
        return None if self.no_more and isinstance(command, self.no_more) else self.not_now(table)

    def answer(self, g: Draft, command: Command) -> None:
        """Name a Force, or no more."""
        if isinstance(command, self.at_force):
            self.name(g, g.forces[command.piece])
        else:
            self.close(g)

    def automatically(self, g: Draft) -> None:
        """All of them."""
        for force in self.waiting(g):
            self.name(g, force)
        self.close(g)

    def thumb(self, table: Table) -> Sequence[Command]:
        """All of them."""
        return [self.at_force(force.id) for force in self.waiting(table)]


def among(table: Table, force: str, open_to: list[str], reason: str, rule: str | None) -> Refusal | None:
    """Why a Force cannot be named where only some can; None if it can."""
    if force not in table.forces:
        return Refusal(f"there is no Force `{force}` in play", rule)
    return None if force in open_to else Refusal(f"{called(table.forces[force])}: {reason}", rule)


def called(force: Force) -> str:
    """A Force in a question: ships and LBA with their class, since `DD 1` has no name of its own."""
    return force.name if force.cls in GROUND or force.name.startswith(force.cls) else f"{force.cls} {force.name}"
