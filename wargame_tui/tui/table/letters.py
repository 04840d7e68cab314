"""Letters while their player sits at the table: which key they have, what is told of them, when one is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame_tui.tui.hint import Hint
from wargame_tui.tui.table.notes import Note

if TYPE_CHECKING:
    from wargame_tui.tui.mail_session import MailSession


class Letters:
    """The letters of the game at the table."""

    def __init__(self, session: MailSession) -> None:
        self.session = session

    @property
    def hint(self) -> Hint:
        """Their key."""
        mail = self.session.mail
        if mail.ready:
            return Hint("m", "send the letter", "screen.mail", kept=True)
        at_rest = self.session.deciding or mail.settled
        return Hint("m", "letters" if at_rest else "open the answer", "screen.mail", kept=True)

    @property
    def is_due(self) -> bool:
        """Whether nothing is left to decide, and the letter is to be shown."""
        return self.session.mail.ready and not self.session.deciding

    def notes(self) -> list[Note]:
        """What standing orders have answered, and what was declared in vain; once."""
        case, notes = self.session.case, []
        if case.answered:
            notes.append(Note("\n".join(case.answered), "Your standing orders answered"))
        if case.left_out:
            notes.append(Note("\n".join(case.left_out), "Declared, but no longer legal when it came to that"))
        case.answered, case.left_out = [], []
        return notes
