"""The commander's desk: everything a player of one side keeps an eye on, beside the map, as data for front ends."""

from collections.abc import Sequence
from dataclasses import dataclass

from wargame_tui.board.fact import Fact

Counts = tuple[tuple[str, int], ...]
"""How many of each class, in class order."""


@dataclass(frozen=True, slots=True)
class ForceRow:
    """A space with the pieces of both sides in it."""

    space: str
    place: str
    owner: str
    """Whose it is, in a word."""
    own: Counts
    enemy: Counts
    notes: tuple[str, ...] = ()
    """Out of supply, threatened, damaged: a word or two each."""
    objective: bool | None = None
    """Whether the objective that it is is held; None if it is none."""
    alarm: bool = False
    """Whether the notes tell of something that must not be overlooked."""


@dataclass(frozen=True, slots=True)
class Activity:
    """A line of the enemy activity track: what a group rolled, and what came of it."""

    space: str
    place: str
    group: str
    die: int | None
    """None of a group that does not roll."""
    row: int | None
    """The row of the table after modifiers and limits."""
    rolled: str
    done: str
    """The order carried out; the same as `rolled` unless that could not be done."""
    target: str | None
    target_place: str
    moved: str
    """What moved, came or was made, in words; empty if nothing."""
    rule: str


@dataclass(frozen=True, slots=True)
class Arrival:
    """Pieces that are known to come."""

    when: str
    side: str
    space: str | None
    place: str
    pieces: str


@dataclass(frozen=True, slots=True)
class Objective:
    """A space that counts for the result."""

    space: str
    place: str
    worth: int
    held: bool
    status: str
    """Whose it is, and what stands in the way of holding it."""


@dataclass(frozen=True, slots=True)
class Desk:
    """The commander's desk."""

    heading: str
    resources: tuple[Fact, ...]
    """Points, plans in hand, the level now and what the next one takes."""
    forces: tuple[ForceRow, ...]
    activity: tuple[Activity, ...]
    arrivals: tuple[Arrival, ...]
    objectives: tuple[Objective, ...]
    sides: tuple[str, str] = ("", "")
    """What stands over the pieces of the player and of his enemy."""


def counted(names: Sequence[str]) -> Counts:
    """How often each name stands in a list that is in order."""
    return tuple((name, names.count(name)) for name in dict.fromkeys(names))
