"""Looking back: where in time keys lead, and what led to the moment on view."""

from collections.abc import Mapping

from wargame_tui.board.moments import Begins, Chapter, begins_battle, begins_phase, begins_turn, chapters, seek, told
from wargame_tui.tui.session import Session

BATTLE = "battle"
BEGINNINGS: Mapping[str, Begins] = {"turn": begins_turn, "phase": begins_phase, BATTLE: begins_battle}
"""What can be looked for."""


class Past:
    """The game on view as a line of moments, each after so many commands."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def step(self, by: int) -> int | None:
        """The moment one command on, or back; None beyond the ends. Nobody needs to see where dice come from."""
        session = self._session
        at = session.at + by
        while 0 < at < session.newest and session.is_seed(at - 1):
            at += by
        return at if 0 <= at <= session.newest else None

    def end_words(self, by: int) -> str:
        """That there is nothing further on, or further back."""
        end = "end" if self._session.replayed else "present"
        return "This is the beginning" if by < 0 else f"This is the {end}"

    def seek(self, what: str, by: int) -> int | None:
        """The moment with which the next turn, phase or battle begins, or the one before; None if there is no battle.

        Beyond the first and last turn and phase lie the ends of the game.
        """
        at = seek(self._session.game, self._session.at, by, BEGINNINGS[what])
        if at is None and what != BATTLE:
            return self._session.newest if by > 0 else 0
        return at

    def led_to(self, at: int) -> str:
        """What led to a moment, in words."""
        return told(self._session.game, at - 1, self._session.viewer) if at else "the beginning"

    @property
    def words(self) -> str:
        """Which moment is on view, and what led to it."""
        session = self._session
        name = "Replay" if session.replayed else "Looking back"
        return f"{name}: {session.at} of {session.newest}   {self.led_to(session.at)}"

    # By number or name

    @property
    def phases(self) -> list[Chapter]:
        """Every phase that has begun."""
        return chapters(self._session.game)

    @property
    def phase(self) -> Chapter:
        """The phase on view."""
        return next(chapter for chapter in reversed(self.phases) if chapter.at <= self._session.at)

    def numbered(self, typed: str) -> int | None:
        """The moment whose number was typed; None if that is not one of them."""
        number = typed.strip()
        is_one = number.isascii() and number.isdigit() and int(number) <= self._session.newest
        return int(number) if is_one else None
