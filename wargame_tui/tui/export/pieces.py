"""A game as what it is told of piece by piece: a command, and each thing that the rules then did by themselves."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from wargame_tui.board.title import Battle
from wargame_tui.core.event import Event
from wargame_tui.core.game import OPENING
from wargame_tui.tui.session import Session
from wargame_tui.tui.table import rolls

DICE = frozenset(rolls.DICE)
"""Where events keep what was rolled."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that happened, between two states."""

    entry: int
    """The journal entry to which it belongs, or OPENING."""
    number: int
    """Its place among the pieces of the entry."""
    before: Any
    after: Any
    events: tuple[Event, ...]
    battle: Battle | None
    """The battle that is fought in it, or has just been."""


def pieces(session: Session, first: int = OPENING, last: int | None = None) -> Iterator[Piece]:
    """What happened from one journal entry to another (the last one of the game), seen by whoever views the session.

    The session shows the moment of the piece that was given last.
    """
    end = session.newest if last is None else last + 1
    for entry in range(first, end):
        if session.is_seed(entry):
            continue
        for number, frame in enumerate(session.film.scenes(entry)):
            session.show_scene((entry, number))
            yield Piece(entry, number, frame.before, frame.state, frame.events, session.battle())


def is_rolled(event: Event) -> bool:
    """Whether an event says what dice showed."""
    return not DICE.isdisjoint(event.data)
