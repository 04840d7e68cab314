"""Steps: the stack in every state that says where the game is and who decides what."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_
from typing import Annotated, Any, ClassVar, Generic, TypeVar

from wargame_tui.core.command import Command
from wargame_tui.core.errors import ForPlayers

Table = TypeVar("Table", contravariant=True)
"""What a title's steps read: its state, or a draft of it."""
DraftT = TypeVar("DraftT")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something is not allowed, with the rule that forbids it."""

    reason: str
    rule: str | None = None


@lru_cache(maxsize=1024)
def refused(reason: str, rule: str | None = None) -> Refusal:
    """A Refusal with words of a rule: made once, since listings meet with the same ones over and over again."""
    return Refusal(reason, rule)


class IllegalCommand(ForPlayers):
    """A command that is not legal now; carries its Refusal."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(refusal.reason)


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the deciding player is asked, with the rule behind it."""

    text: str
    rule: str | None = None


class Step(Generic[Table, DraftT]):
    """A place in the sequence of play. Subclasses are frozen dataclasses with a `kind` of their own.

    A step either waits for a player (`decider` names the side) or works by itself (`decider` is None and
    `proceed` changes the draft: it pushes, replaces or finishes steps, so that the game moves on).
    """

    __slots__ = ()

    kind: str
    heading: ClassVar[str] = ""
    """Its words in the trail, if they are always the same."""
    asks: ClassVar[Prompt]
    """Its question, if it is always the same."""
    passes_alone: ClassVar[bool] = False
    """Whether the kernel makes the decision when exactly one command is legal and nothing is learnt by waiting."""

    sure: ClassVar[tuple[type[Command], ...]] = ()
    """Commands that are legal whenever they are among the candidates."""

    puts_down: ClassVar[str] = ""
    """Of a step about pieces in hand: the verb, without arguments, that leaves them where they stand."""

    secret: ClassVar[bool] = False
    """Whether nobody else may read the decision before the other side has made its own in the next step, secret too.
    What the other side is asked, and what it may answer, must not depend on it, and its view must not show it."""

    upon: ClassVar[str | None] = None
    """The kind of the step on which it lies, empty for the lowest one; None where that is not said."""

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if "kind" in cls.__annotations__:
            # Under its name, since dataclasses with slots are made twice: the second one counts.
            _KINDS[f"{cls.__module__}.{cls.__qualname__}"] = cls

    def goes_without_saying(self, command: Command) -> bool:
        """Whether the only legal command may be carried out unasked."""
        return self.passes_alone

    def decider(self, table: Table) -> str | None:
        """The side that decides now, or None if the step works by itself."""
        return None

    def title(self, table: Table) -> str:
        """The step's words in the trail, `Combat at Clervaux`; empty if it is not worth a word."""
        return self.heading

    def prompt(self, table: Table) -> Prompt:
        """The question put to the decider."""
        return self.asks

    def particulars(self, table: Table) -> Mapping[str, Sequence[str]]:
        """What else a standing order can name of the question, apart from the step's fields: who is concerned."""
        return {}

    def candidates(self, table: Table) -> Iterator[Command]:
        """Commands that might be legal, each once; all legal ones are among them."""
        raise NotImplementedError

    def refusal(self, table: Table, command: Command) -> Refusal | None:
        """Why a command is not legal now, or None if it is: the one place that knows."""
        raise NotImplementedError

    def not_now(self, table: Table) -> Refusal:
        """The refusal of a command that belongs to another step."""
        asked = self.prompt(table)
        return Refusal(f"that is not what has to be decided now: {asked.text}", asked.rule)

    def do(self, g: DraftT, command: Command) -> None:
        """Carry out a legal command."""
        raise NotImplementedError

    def proceed(self, g: DraftT) -> None:
        """Do the step's own work up to the next decision."""
        raise NotImplementedError

    def resumed(self, g: DraftT, result: Any) -> None:
        """Take the result of a finished sub-step."""

    def problem(self, table: Table) -> str | None:
        """What is wrong with it in a position that somebody made by hand; None if nothing."""
        return None

    def legal(self, table: Table) -> Iterator[Command]:
        """Every command that is legal now, lazily."""
        sure, refusal, candidates = self.sure, self.refusal, self.candidates(table)
        return (command for command in candidates if isinstance(command, sure) or refusal(table, command) is None)


class Decision(Step[Table, DraftT]):
    """A step in which the side of its field `side` decides."""

    __slots__ = ()

    side: str

    def decider(self, table: Table) -> str | None:
        """The side."""
        return self.side


_KINDS: dict[str, type[Step[Any, Any]]] = {}
"""The steps with a `kind` that all modules have defined so far, by their full names."""


def steps_of(module: str) -> tuple[type[Step[Any, Any]], ...]:
    """The steps that the modules of a module's package, and of the packages in it, have defined so far."""
    package = module.rpartition(".")[0] or module
    return tuple(step for name, step in _KINDS.items() if name.startswith(f"{package}."))


@dataclass(frozen=True, slots=True)
class StepsOf:
    """Says of what a state's stack is made: `stack: Annotated[tuple[Any, ...], StepsOf(__name__)]`.

    A module's name stands for it, those beside it and all below them; so a new step need be written down nowhere else.
    """

    module: str

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        """How to read and write the stack. Asked when a state is first read or written: all steps are there by then."""
        from pydantic import Discriminator

        kinds: Any = reduce(or_, steps_of(self.module))
        return handler.generate_schema(tuple[Annotated[kinds, Discriminator("kind")], ...])
