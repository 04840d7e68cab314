"""What is the same for all steps, and stages of steps, in which somebody is asked."""

from typing import Any, ClassVar, TypeVar

from wargame_tui.core.command import Command
from wargame_tui.core.step import Prompt, Refusal, Step
from wargame_tui.engine.staged import Stage, Staged
from wargame_tui.titles.liberty_roads.printed.data import Side
from wargame_tui.titles.liberty_roads.state import Draft, Table

StepT = TypeVar("StepT", bound=Staged[Any, Any])


class Asking(Step[Table, Draft]):
    """A step with a heading and a question; all that is not among its candidates is refused."""

    __slots__ = ()
    heading: ClassVar[str] = ""
    question: ClassVar[Prompt]

    def title(self, table: Table) -> str:
        return self.heading

    def prompt(self, table: Table) -> Prompt:
        return self.question

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        return None if command in self.candidates(table) else self.not_now(table)


class Asked(Stage[StepT, Table, Draft]):
    """A stage with a question. If there is one answer, it is taken unasked."""

    question: ClassVar[Prompt]
    shown: ClassVar[str] = ""
    """What goes on, as the pane of the combat has it."""
    passing: ClassVar[str] = "Pass"
    """What passing is called."""

    def side(self, step: StepT) -> Side:
        """Who is asked."""
        raise NotImplementedError

    def decider(self, step: StepT, table: Table) -> Side | None:
        """Whoever is asked, if he has a choice."""
        return self.side(step) if sum(1 for _ in step.legal(table)) > 1 else None

    def prompt(self, step: StepT, table: Table) -> Prompt:
        return self.question

    def refusal(self, step: StepT, table: Table, command: Command) -> Refusal | None:
        return None if command in self.candidates(step, table) else step.not_now(table)

    def proceed(self, step: StepT, g: Draft) -> None:
        """Take the only answer; without one, go on."""
        only = next(step.legal(g), None)
        if only is not None:
            self.do(step, g, only)
        else:
            step.onward(g)
