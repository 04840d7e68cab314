"""Events: what happened, as data. Words are made from them in one place, by the title's `event_text`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, with the rule that made it happen."""

    kind: str
    rule: str | None
    data: Mapping[str, Any]
    """Ids, numbers and lists of them: what JSON can hold, never a sentence."""
    secret_to: str | None = None
    """A side that may not see this event."""


@dataclass(frozen=True, slots=True)
class Modifier:
    """A die roll modifier, added to the die: by name, amount and rule."""

    name: str
    value: int
    rule: str
