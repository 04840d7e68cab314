"""What the kernel asks of a title's state and draft."""

from collections.abc import Callable
from dataclasses import dataclass, fields, make_dataclass
from functools import cache
from operator import attrgetter
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from wargame_tui.core.dice import Dice
from wargame_tui.core.event import Event


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


class Draft(Generic[S]):
    """A state in the making: reads like the state, is written to imperatively, frozen when all went well.

    Holds one attribute for each field of the state. Collections are copied by whoever writes to them; an
    abandoned draft leaves nothing behind.
    """

    stack: tuple[Any, ...]
    dice: Dice
    over: Outcome | None

    def __init__(self, state: S) -> None:
        self._state_type: type[S] = type(state)
        self._form = _form_of(type(state))
        self.events: list[Event] = []
        _filler(type(state))(self, *self._form.read(state))

    def freeze(self) -> S:
        """The state as it now stands."""
        state: S = self._form.thawed(*self._form.read(self))
        state.__class__ = self._state_type
        return state

    def tell(self, kind: str, rule: str | None = None, **data: Any) -> None:
        """Record an event."""
        self.events.append(Event(kind, rule, data))

    def roll(self, faces: int, count: int = 1) -> list[int]:
        """Roll dice; whoever asks records the event that says what for."""
        shown = []
        for _ in range(count):
            value, self.dice = self.dice.roll(faces)
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
    """A frozen dataclass with some fields changed: what `dataclasses.replace` does, at a fifth of its cost."""
    kind: Any = type(whole)
    form = _form_of(kind)
    made: T = form.thawed(*form.read(whole))
    for name, value in changes.items():
        setattr(made, name, value)
    made.__class__ = kind
    return made


class _Form(NamedTuple):
    """How to copy a frozen dataclass: its own constructor, which gets around the frost, takes thrice as long."""

    read: Callable[[Any], tuple[Any, ...]]
    """Reads all fields at once, off a draft too."""
    thawed: type[Any]
    """The same class, but that the fields of what it makes may be set, until that is given the frozen class."""


@cache
def _form_of(kind: Any) -> _Form:
    names = [field.name for field in fields(kind)]
    read = attrgetter(*names) if len(names) > 1 else lambda whole: tuple(getattr(whole, name) for name in names)
    plain: Any = make_dataclass(kind.__name__, names, repr=False, eq=False)
    setters = {name: getattr(plain, name) for name in ("__init__", "__setattr__", "__delattr__")}
    return _Form(read, type(kind.__name__, (kind,), {"__slots__": (), **setters}))


@cache
def _filler(kind: Any) -> Callable[..., None]:
    """What gives a draft the fields of a state: not the code that makes states, since code is fast for one class."""
    plain: Any = make_dataclass(kind.__name__, [field.name for field in fields(kind)], repr=False, eq=False)
    fill: Callable[..., None] = plain.__init__
    return fill
