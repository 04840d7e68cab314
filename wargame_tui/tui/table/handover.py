"""Who is asked, and whether he has taken over: keys of one player never decide for the other."""

from time import monotonic
from typing import NamedTuple

from wargame_tui.board.moments import has_changed
from wargame_tui.tui.session import Session

HASTE = 0.6
"""Seconds after the beginning of a phase in which E does not end it: the key was meant for the one before."""


class Passage(NamedTuple):
    """How the game has gone on since the table was shown last."""

    passed: bool
    """The decision has passed to another side."""
    begun: bool
    """Another side, or another phase: not only a step of the same one begun or done."""
    deeper: bool
    """A step within the one before."""


class Handover:
    """Who was asked when the table was shown last, and where in the sequence of play that was."""

    def __init__(self) -> None:
        self.awaited: str | None = None
        """The side at a table for two that has to take over before it is asked."""
        self._decider: str | None = None
        self._trail: list[str] = []
        self._begun_at = -HASTE

    def settle(self, session: Session) -> None:
        """Whoever is asked sits at the keys already."""
        self.awaited, self._decider, self._trail = None, session.side, session.trail

    def follow(self, session: Session) -> Passage:
        """Go on with the game; at a table for two another side is awaited."""
        side, trail = session.side, session.trail
        passed = side is not None and side != self._decider
        begun = passed or has_changed(self._trail, trail)
        deeper = len(trail) > len(self._trail)
        self._decider, self._trail = side, trail
        self.awaited = side if passed and session.hot_seat else None
        self._begun_at = monotonic() if begun else self._begun_at
        return Passage(passed, begun, deeper)

    @property
    def in_haste(self) -> bool:
        """Whether the phase has begun so shortly before that a key was likely meant for the last one."""
        return monotonic() - self._begun_at <= HASTE
