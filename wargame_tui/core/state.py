"""What the kernel asks of a title's state and draft."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, dataclass_transform

from wargame_tui.core.dice import Dice
from wargame_tui.core.event import Event
from wargame_tui.core.step import IllegalCommand, Refusal


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    winner: str | None
    """A side, or None for a draw or a game that both lose."""
    level: str
    reason: str
    points: int | None = None


class State(Protocol):
    """Attributes that every title's frozen state has."""

    @property
    def stack(self) -> tuple[Any, ...]:
        """The steps from the turn down to the decision in hand."""

    @property
    def dice(self) -> Dice:
        """Where the dice stand."""

    @property
    def over(self) -> Outcome | None:
        """The result, once there is one."""


S = TypeVar("S", bound=State)
T = TypeVar("T")

STRICT: dict[str, Any] = {"extra": "forbid", "strict": True}
"""`__pydantic_config__` of the dataclasses that make up a state: no unknown fields, no guessing of types."""


@dataclass_transform()
def state(kind: type[T]) -> type[T]:
    """Make a class of fields the state of a title: frozen, and strict about what is read back.

    The title's draft inherits from it, so that a field is declared once: rules take the class for what they read. To
    mypy it is not frozen, since a draft could not be written to then; `tests/test_architecture.py` has an eye on rules
    that write to what they should only read.
    """
    kind.__pydantic_config__ = STRICT  # type: ignore[attr-defined]
    return dataclass(frozen=True, slots=True)(kind)


@dataclass_transform(frozen_default=True)
def record(kind: type[T]) -> type[T]:
    """Make a class of fields a part of a state, a unit or what a step remembers: frozen, and as strict."""
    kind.__pydantic_config__ = STRICT  # type: ignore[attr-defined]
    return dataclass(frozen=True, slots=True)(kind)


class Draft(Generic[S]):
    """A state in the making: reads like the state, is written to imperatively, frozen when all went well.

    Holds one attribute for each field of the state. Collections are copied by whoever writes to them; an
    abandoned draft leaves nothing behind.
    """

    stack: tuple[Any, ...]
    dice: Dice
    over: Outcome | None

    # What it has of its title's state must not freeze it.
    __setattr__ = object.__setattr__
    __delattr__ = object.__delattr__

    def __init__(self, state: S) -> None:
        self._state_type: type[S] = type(state)
        self._form = _form_of(type(state))
        self.events: list[Event] = []
        self._form.open(state, self)

    def freeze(self) -> S:
        """The state as it now stands."""
        state: S = _new(self._form.thawed)
        self._form.close(self, state)
        state.__class__ = self._state_type
        return state

    def tell(self, event: Event) -> None:
        """Record an event."""
        self.events.append(event)

    def roll(self, faces: int, count: int = 1) -> list[int]:
        """Roll dice; whoever asks records the event that says what for.

        Raises IllegalCommand if a die was forced to show what this one has not.
        """
        shown = []
        for _ in range(count):
            value, self.dice = self.dice.roll(faces)
            if value > faces:
                raise IllegalCommand(Refusal(f"the next die is forced to show {value}, but it has {faces} faces"))
            shown.append(value)
        return shown

    def push(self, *steps: Any) -> None:
        """Put steps on the stack; the last one comes first."""
        self.stack = (*self.stack, *steps)

    def swap(self, **changes: Any) -> None:
        """Change fields of the step on top."""
        self.stack = (*self.stack[:-1], changed(self.stack[-1], **changes))

    def finish(self, result: Any = None) -> None:
        """End the step on top and hand its result to the one below."""
        self.stack = self.stack[:-1]
        if self.stack:
            self.stack[-1].resumed(self, result)


def changed(whole: T, **changes: Any) -> T:
    """A frozen dataclass with some fields changed: what `dataclasses.replace` does, at a fifth of its cost.

    Raises AttributeError for a field that it has not.
    """
    kind: Any = type(whole)
    form = _form_of(kind)
    made: T = _new(form.thawed)
    form.copy(whole, made)
    for name, value in changes.items():
        setattr(made, name, value)
    made.__class__ = kind
    return made


_new = object.__new__
Copier = Callable[[Any, Any], None]
"""Gives one thing the fields of another."""


class _Form(NamedTuple):
    """How to copy a frozen dataclass: its own constructor, which gets around the frost, takes far longer."""

    thawed: type[Any]
    """The same class, but that the fields of what it makes may be set, until that is given the frozen class."""
    copy: Copier
    """Between two of the class."""
    open: Copier
    """Off a state onto a draft."""
    close: Copier
    """Off a draft onto a state."""


@cache
def _form_of(kind: Any) -> _Form:
    setters = {"__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    thawed = type(kind.__name__, (kind,), {"__slots__": (), **setters})
    return _Form(thawed, _copier(kind), _copier(kind), _copier(kind))


def _copier(kind: Any) -> Copier:
    """Written out field by field, as dataclasses write constructors; code is fast for one pair of classes only."""
    lines = [f"    new.{field.name} = old.{field.name}\n" for field in fields(kind)]
    made: dict[str, Any] = {}
    exec("def copy(old, new):\n" + ("".join(lines) or "    pass"), made)
    copy: Copier = made["copy"]
    return copy
