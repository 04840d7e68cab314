"""Steps that go through stages, a battle for one: each stage is an object that asks, or works by itself."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from wargame_tui.core.command import Command
from wargame_tui.core.state import Draft
from wargame_tui.core.step import Prompt, Refusal, Step, Table

DraftT = TypeVar("DraftT", bound=Draft[Any])
StepT = TypeVar("StepT", bound="Staged[Any, Any]")


class Stage(Generic[StepT, Table, DraftT]):
    """A stage of a step. By itself it has nothing to decide and nothing to do, and gives way to the next."""

    asks: ClassVar[Prompt]
    """Its question, if it is always the same."""

    def enter(self, step: StepT, g: DraftT) -> None:
        """What begins with it; `step` is still in the stage before."""

    def decider(self, step: StepT, table: Table) -> str | None:
        """The side that decides in it; None if it works by itself, or if there is nothing to decide now."""
        return None

    def prompt(self, step: StepT, table: Table) -> Prompt:
        """What it asks."""
        return self.asks

    def candidates(self, step: StepT, table: Table) -> Iterator[Command]:
        """Commands that might be legal in it, each once; all legal ones are among them."""
        return iter(())

    def refusal(self, step: StepT, table: Table, command: Command) -> Refusal | None:
        """Why a command is not legal in it; None if it is."""
        return step.not_now(table)

    def do(self, step: StepT, g: DraftT, command: Command) -> None:
        """Carry out a legal command."""
        raise NotImplementedError

    def proceed(self, step: StepT, g: DraftT) -> None:
        """Its own work; then, if nothing else is said, the next stage."""
        step.onward(g)

    def resumed(self, step: StepT, g: DraftT, result: Any) -> None:
        """Take the result of a sub-step that has finished during the stage."""


class Work(Stage[StepT, Table, DraftT]):
    """A stage that goes on to the next one, and then does something: the next takes results of steps that it pushes."""

    def __init__(self, work: Callable[[StepT, DraftT], None]) -> None:
        self._work = work

    def proceed(self, step: StepT, g: DraftT) -> None:
        """On, and its work; `step` is as it was in this stage."""
        step.onward(g)
        self._work(step, g)


class Question(Stage[StepT, Table, DraftT]):
    """A stage in which the side of the step decides, with one question and commands that are all legal."""

    def decider(self, step: StepT, table: Table) -> str | None:
        """The side of the step."""
        whole: Any = step
        side: str = whole.side
        return side

    def refusal(self, step: StepT, table: Table, command: Command) -> Refusal | None:
        """Whatever is not among the candidates."""
        return None if command in self.candidates(step, table) else super().refusal(step, table, command)


class Staged(Step[Table, DraftT]):
    """A step that is in one of its stages, which stand in the order in which they follow each other.

    The field `stage`, a Literal of their names, is part of the state; the objects are not.
    """

    __slots__ = ()

    stage: Any
    stages: ClassVar[Mapping[str, Stage[Any, Any, Any]]]

    @property
    def now(self) -> Any:  # Any: each title has stages of its own
        """The stage in which it is."""
        return self.stages[self.stage]

    def begun(self, stage: str) -> bool:
        """Whether a stage has been reached, or is past."""
        order = list(self.stages)
        return order.index(self.stage) >= order.index(stage)

    def onward(self, g: DraftT) -> None:
        """Go to the next stage; after the last one the step is finished."""
        order = list(self.stages)
        following = order.index(self.stage) + 1
        if following < len(order):
            g.swap(stage=order[following])
            self.stages[order[following]].enter(self, g)
        else:
            g.finish()

    def decider(self, table: Table) -> str | None:
        """Whoever decides in the stage."""
        return self.stages[self.stage].decider(self, table)

    def prompt(self, table: Table) -> Prompt:
        """The question of the stage."""
        return self.stages[self.stage].prompt(self, table)

    def candidates(self, table: Table) -> Iterator[Command]:
        """The commands of the stage."""
        return self.stages[self.stage].candidates(self, table)

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """By the stage."""
        return self.stages[self.stage].refusal(self, table, command)

    def do(self, g: DraftT, command: Command) -> None:
        """In the stage."""
        self.now.do(self, g, command)

    def proceed(self, g: DraftT) -> None:
        """The work of the stage."""
        self.now.proceed(self, g)

    def resumed(self, g: DraftT, result: Any) -> None:
        """By the stage."""
        self.now.resumed(self, g, result)
