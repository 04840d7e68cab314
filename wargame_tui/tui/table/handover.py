"""Who is asked, and whether he has taken over: keys of one player never decide for the other."""

from collections.abc import Sequence
from time import monotonic
from typing import NamedTuple

from wargame_tui.board.moments import has_changed
from wargame_tui.tui.session import Session
from wargame_tui.tui.settings import GATES

HASTE = 0.6
"""Seconds after the beginning of a phase in which E does not end it: the key was meant for the one before."""
PASSING = 0.3
"""Seconds after the decision has passed to another side in which no key decides: it was meant for the one before."""
LETTER, HIDE, OFF = GATES
NOBODY = "nobody"
"""In place of a side: sees what both sides see."""


class Passage(NamedTuple):
    """How the game has gone on since the table was shown last."""

    passed: bool
    """The decision has passed to another side."""
    begun: bool
    """Another side, or another phase: not only a step of the same one begun or done."""
    deeper: bool
    """A step within the one before."""
    back: bool
    """To the side whose turn it is, from one that answered a short question in it."""


class Handover:
    """Who was asked when the table was shown last, and where in the sequence of play that was.

    At a table for two a turn begins behind a gate, and a short question in the other's turn comes in a band. Both wait
    for a key of the side that is asked; after the answer to a short question the turn goes on without one.
    """

    def __init__(self) -> None:
        self.gate = LETTER
        """How turns are handed over: as in the settings."""
        self.awaited: str | None = None
        """The side at a table for two that has to take over before it is asked."""
        self.is_gate = False
        """Whether that is for its own turn, not for a short question in the other's."""
        self.is_between = False
        """Whether a short question is asked in the other's turn, at a table for two."""
        self._decider: str | None = None
        self._turn: str | None = None
        self._trail: list[str] = []
        self._begun_at = self._passed_at = -HASTE

    @property
    def turn(self) -> str | None:
        """Whose turn it was when the table was shown last."""
        return self._turn

    def settle(self, session: Session) -> None:
        """Whoever is asked sits at the keys already."""
        self.awaited, self.is_gate = None, False
        self._decider, self._turn, self._trail = session.side, session.turn_of(), session.trail
        self.is_between = self._tells(session) and session.side not in (None, self._turn)
        self._show(session)

    def follow(self, session: Session) -> Passage:
        """Go on with the game; at a table for two another side is awaited."""
        side, turn, trail = session.side, session.turn_of(), session.trail
        passed = side is not None and side != self._decider
        begun = passed or has_changed(self._trail, trail)
        deeper = len(trail) > len(self._trail)
        own = side is not None and side == turn
        back = passed and own and turn == self._turn
        if self._guards(session):
            self.is_gate, self.is_between = own and turn != self._turn, side is not None and not own
            self.awaited = side if self.is_gate or (passed and self.is_between) else None
            self._show(session)
        elif session.players.levels or session.is_live:
            self.awaited, self.is_gate = None, False
            self.is_between = self._tells(session) and side is not None and not own
            self._show(session)
        self._decider, self._turn, self._trail = side, turn, trail
        now = monotonic()
        self._begun_at = now if begun else self._begun_at
        self._passed_at = now if passed and session.hot_seat else self._passed_at
        return Passage(passed, begun, deeper, back)

    def open(self, session: Session) -> None:
        """The side that has to decide has come to the keys."""
        self.awaited, self._passed_at = None, monotonic()
        self._show(session)

    @property
    def hides(self) -> bool:
        """Whether nothing may be told that only one side may know, since nobody has come to the keys yet."""
        return self.gate == HIDE and self.awaited is not None

    def _tells(self, session: Session) -> bool:
        """Whether a short question in the other's turn stands out: of two persons, or of one in the other's turn."""
        if session.is_live:
            return session.deciding
        return self._guards(session) or (bool(session.players.levels) and not session.is_programs)

    def _guards(self, session: Session) -> bool:
        return session.hot_seat and self.gate != OFF

    def _show(self, session: Session) -> None:
        """Cover what only one side may know, until it has come to the keys; if the players want that."""
        if session.hot_seat:
            seen = NOBODY if self.awaited is not None else session.side
            session.see_as(seen if self.gate == HIDE else None)
        elif session.is_for_two:
            session.see_as(session.players.person(session.title))

    @property
    def in_haste(self) -> bool:
        """Whether the phase has begun so shortly before that a key was likely meant for the last one."""
        return monotonic() - self._begun_at <= HASTE

    @property
    def has_just_passed(self) -> bool:
        """Whether another side has been asked for so short a time that a key was likely meant by the one before."""
        return monotonic() - self._passed_at <= PASSING


def gate_key(sides: Sequence[str], side: str) -> str:
    """The capital letter by which a side takes over: its initial, or the first letter in which it differs."""
    others = [other.lower() for other in sides if other != side]
    letters = (letter for n, letter in enumerate(side.lower()) if all(other[n : n + 1] != letter for other in others))
    return next(letters, side[:1]).upper()
