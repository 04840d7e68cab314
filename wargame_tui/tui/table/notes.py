"""What is told once beside the game: that the disk takes nothing, what the record says now, what letters have done."""

from typing import Literal, NamedTuple

from wargame_tui.tui.recording import Entered
from wargame_tui.tui.session import Session


class Note(NamedTuple):
    """Something to be told in a corner of the screen."""

    words: str
    title: str
    severity: Literal["information", "warning", "error"] = "information"


class Notes:
    """What is to be told of keeping a game and of its end, each once."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._trouble_told = False

    def trouble(self) -> list[Note]:
        """A game that cannot be kept on disk goes on in memory."""
        trouble, told = self._session.trouble, self._trouble_told
        self._trouble_told = trouble is not None
        if trouble is None or told:
            return []
        return [Note(f"{trouble}\n{self._session.remedy}", "The game cannot be saved", "error")]

    def record(self) -> list[Note]:
        """What the end of the game has left in the player's record."""
        entered, self._session.entered = self._session.entered, None
        if entered is None:
            return []
        notes = [Note(entered.trouble, "The campaign record", "warning")] if entered.trouble else []
        return [*notes, Note(_run_words(entered), "Added to your record")] if entered.run else notes


def _run_words(entered: Entered) -> str:
    run = entered.run
    assert run is not None
    words = f"{run.name}: {run.level}, {run.score}."
    words += f" It does not count for bests and medals: {run.why_not}." if run.why_not else ""
    return words + "".join(f"\n★ {medal.name}: {medal.words}" for medal in entered.medals)
