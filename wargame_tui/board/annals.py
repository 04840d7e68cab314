"""What is worth counting in a game, and what history says of it: for the laboratory, which adds up many games.

A title's `annalist` is asked about every command of a game: it notes when a thing happened first, numbers by date, and
counts. How that is added up and told is the same for every title. Whens are whole numbers that grow with the game's
time, such as turns or days; `History.when` says them in words.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from wargame_tui.core.event import Event

Json = dict[str, Any]


@dataclass
class Annals:
    """What a game left behind beside its result, as it is kept in a file."""

    firsts: dict[str, int] = field(default_factory=dict)
    """When each thing happened first."""
    dated: dict[str, dict[int, float]] = field(default_factory=dict)
    """Numbers by name and when."""
    counts: dict[str, float] = field(default_factory=dict)
    """Numbers of the whole game."""

    def first(self, name: str, when: int) -> None:
        """Note that a thing has happened, if it is the first time."""
        self.firsts.setdefault(name, when)

    def on(self, name: str, when: int, value: float) -> None:
        """Note a number of a date; a later one replaces it."""
        self.dated.setdefault(name, {})[when] = value

    def count(self, name: str, by: float = 1) -> None:
        """Add to a number of the whole game."""
        self.counts[name] = self.counts.get(name, 0) + by

    def as_json(self) -> Json:
        """As JSON values: whens become texts there."""
        dated = {name: {str(when): value for when, value in row.items()} for name, row in self.dated.items()}
        return {"firsts": self.firsts, "dated": dated, "counts": self.counts}

    @classmethod
    def from_json(cls, kept: Json) -> "Annals":
        """What `as_json` gave."""
        dated = {name: {int(when): value for when, value in row.items()} for name, row in kept["dated"].items()}
        return cls(kept["firsts"], dated, kept["counts"])


@dataclass(frozen=True)
class Then:
    """When a thing happened in history."""

    words: str
    """The date as books have it."""
    when: int | None = None
    """The same as the game's time; None if it lies outside, or never came."""


@dataclass(frozen=True)
class History:
    """What really happened, to stand beside what happens in games."""

    year: str
    """Over its columns."""
    firsts: Mapping[str, Then] = field(default_factory=dict)
    """In the order in which they are told."""
    dated: Mapping[str, Mapping[int, float]] = field(default_factory=dict)
    points: float | None = None
    """What the game's points would have come to."""
    shares: Sequence[str] = ()
    """Beginnings of the names of numbers by date that are shares of games: told as such."""
    when: Callable[[int], str] = str
    """The game's time in a few characters."""


class Annalist:
    """Writes a game's annals. A title's own overrides `note`, and `close` if something is known at the end alone."""

    def __init__(self) -> None:
        self.annals = Annals()

    def note(self, before: Any, events: Sequence[Event], after: Any) -> None:
        """Note what a command has led to, given the states before and after it."""

    def close(self, state: Any) -> None:
        """Note what the end of the game leaves."""
