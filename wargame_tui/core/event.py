"""Events: what happened, as data, with its words beside it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, ClassVar, Literal, NamedTuple, TypeVar, dataclass_transform

from wargame_tui.core.wording import Name, fields_in, worded

Place = Literal["", "opens", "result", "ends", "apart"]
"""What an event is in a battle's block of the log: its first line, what stands in its headline, its last line, or none
of its lines at all; empty: a line within it, if a battle is going on."""


Weight = Literal["headline", "normal", "quiet"]
"""How much an event matters to whoever follows the game: what a summary names first, what it may leave out."""


class Leg(NamedTuple):
    """Units that went from one place to another, for a log in which their whole way is one line."""

    units: tuple[str, ...]
    to: str
    how: str = ""
    """Behind the way: `tac`, `retreats`; empty for the usual way of moving."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened, with the rule that made it happen. Subclasses are made by `event`.

    Their fields are ids, numbers and lists of them: what JSON can hold, never a sentence.
    """

    kind: ClassVar[str]
    template: ClassVar[str] = ""
    """Its words, with fields or properties in braces: `{unit} moves to {space}`."""
    short: ClassVar[str | None] = None
    """The same in a player's shorthand; None: no shorter; empty: another event tells it already."""
    block: ClassVar[Place] = ""
    """What it is in the log of a battle."""
    usual_weight: ClassVar[Weight] = "normal"
    """How much such an event matters, unless what happened says otherwise."""
    rule: str | None = None
    """By default that of its class."""

    @property
    def weight(self) -> Weight:
        """How much it matters to log, film, letters and reports."""
        return self.usual_weight

    @property
    def data(self) -> Mapping[str, Any]:
        """The fields by name, `place_` as `place`. Those that may be left out, and were, are not there."""
        found = {}
        kind: Any = type(self)
        for name, optional in _told(kind):
            value = getattr(self, name)
            if value is not None or not optional:
                found[name.rstrip("_")] = value
        return found

    def words(self, name: Name, /) -> str:
        """What happened, as players read it; `name` gives the name of a unit or space."""
        return worded(self.template, {field: getattr(self, field) for field in fields_in(self.template)}, name)

    def brief(self, name: Name, /) -> str:
        """What happened in shorthand, for the log; empty if another event tells it already."""
        if self.short is None:
            return self.words(name)
        return worded(self.short, {field: getattr(self, field) for field in fields_in(self.short)}, name)

    def leg(self) -> Leg | None:
        """Who went where, if it is a move."""
        return None

    def place(self) -> str | None:
        """The space where it happened; None if it was nowhere in particular."""
        space: str | None = self.data.get("space")
        return space


@cache
def _told(kind: Any) -> tuple[tuple[str, bool], ...]:
    """The fields of an event, and whether each may be left out: those with None for a default."""
    return tuple((each.name, each.default is None) for each in fields(kind) if each.name != "rule")


E = TypeVar("E", bound=Event)


@dataclass_transform(frozen_default=True, kw_only_default=True)
def event(
    kind: str,
    rule: str | None = None,
    form: str = "",
    short: str | None = None,
    block: Place = "",
    weight: Weight = "normal",
) -> Callable[[type[E]], type[E]]:
    """Declare an event: `@event("moved", "8.33", "{unit} moves to {space}")` above a class with the fields.

    The rule is that of every such event which does not name another. An event without a form has a method `words`.
    `short` is its form in the log, `block` what it is in the log of a battle, `weight` how much it matters.
    """

    def make(bare: type[E]) -> type[E]:
        made = dataclass(frozen=True, slots=True, kw_only=True)(bare)
        made.kind, made.template, made.block, made.usual_weight = kind, form, block, weight
        if short is not None:
            made.short = short
        init: Any = made.__init__
        init.__kwdefaults__["rule"] = rule
        _KINDS[f"{made.__module__}.{made.__name__}"] = made
        return made

    return make


_KINDS: dict[str, type[Event]] = {}
"""The events that all modules have declared so far, by their full names."""


def events_of(package: str) -> tuple[type[Event], ...]:
    """The events that the modules of a package have declared so far."""
    return tuple(kind for name, kind in _KINDS.items() if name.startswith(f"{package}."))


@dataclass(frozen=True, slots=True)
class Modifier:
    """A die roll modifier, added to the die: by name, amount and rule."""

    name: str
    value: int
    rule: str
