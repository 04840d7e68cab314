"""Steps that last until their player ends them, or has nothing left to do."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, ClassVar

from wargame_tui.core.command import Command
from wargame_tui.core.step import Refusal
from wargame_tui.titles.liberty_roads.commands import End
from wargame_tui.titles.liberty_roads.rules.asked import Asking
from wargame_tui.titles.liberty_roads.state import Draft, Table

Paragraphs = Mapping[type[Command], str]
"""Of a step, as `paragraphs`: the rules under which commands are given that have another one elsewhere."""
_END = End()


class Endable(Asking):
    """A step with things to do, in any order, and an end to them."""

    __slots__ = ()
    ends: ClassVar[str] = "End"

    def decider(self, table: Table) -> str | None:
        """Its side, while there is anything to do."""
        whole: Any = self
        side: str = whole.side
        return side if self.busy(table) else None

    def ending(self, table: Table) -> str:
        """What the end is called."""
        return self.ends

    def choices(self, table: Table) -> Iterator[Command]:
        """What there might be to do, but for the end; all that is legal is among them."""
        raise NotImplementedError

    def choice_refusal(self, table: Table, command: Command) -> Refusal | None:
        """Why one of them is not legal now."""
        raise NotImplementedError

    def choose(self, g: Draft, command: Command) -> None:
        """Carry one of them out."""
        raise NotImplementedError

    def end_refusal(self, table: Table) -> Refusal | None:
        """Why it cannot be ended yet."""
        return None

    def open(self, table: Table) -> Iterator[Command]:
        """What there is to do: the choices that are legal."""
        return (each for each in self.choices(table) if self.choice_refusal(table, each) is None)

    def busy(self, table: Table) -> bool:
        """Whether there is anything to do."""
        return any(True for _ in self.open(table))

    def legal(self, table: Table) -> Iterator[Command]:
        """What there is to do, and the end."""
        yield from self.open(table)
        if self.end_refusal(table) is None:
            yield _END

    def candidates(self, table: Table) -> Iterator[Command]:
        """The choices, and the end."""
        return chain(self.choices(table), (_END,))

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """Of the end, or of a choice."""
        if isinstance(command, End):
            return self.end_refusal(table)
        return self.choice_refusal(table, command)

    def do(self, g: Draft, command: Command) -> None:
        """End it, or carry a choice out."""
        if isinstance(command, End):
            self.end(g)
        else:
            self.choose(g, command)

    def end(self, g: Draft) -> None:
        """Its player ends it."""
        self.proceed(g)

    def proceed(self, g: Draft) -> None:
        """It is over."""
        g.finish()
