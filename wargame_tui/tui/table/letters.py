"""Letters while their player sits at the table: which key they have, what is told of them, when one is shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wargame_tui.board.conduct import TURN, Conduct, Order
from wargame_tui.board.ordering import renewed
from wargame_tui.tui.hint import Hint
from wargame_tui.tui.post_office import other_player
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
        if self.session.is_live:
            return Hint("m", "talk", "screen.mail", kept=True)
        if mail.ready:
            return Hint("m", "send the letter", "screen.mail", kept=True)
        if mail.is_asked:
            return Hint("m", "yes or no", "screen.mail", kept=True)
        at_rest = self.session.deciding or mail.settled
        return Hint("m", "letters" if at_rest else "open the answer", "screen.mail", kept=True)

    @property
    def cases(self) -> Sequence[str]:
        """What may be asked before the phase goes on behind declared dice, in words; nothing within one of them."""
        ahead = self.session.ahead
        able = ahead is not None and self.session.deciding and ahead.is_fresh
        return [case.words for case in ahead.cases] if ahead is not None and able else []

    @property
    def is_case(self) -> bool:
        """Whether such a case is asked about."""
        position = self.session.position
        return position is not None and position.is_case and self.session.viewed is None

    @property
    def case_hint(self) -> Hint:
        """The key of the cases: on, or back to them."""
        if self.is_case:
            return Hint("Ctrl+D", "leave it open", "screen.case")
        return Hint("Ctrl+D", f"if asked: {self.cases[0]}", "screen.case")

    @property
    def is_due(self) -> bool:
        """Whether nothing is left to decide, and the letter is to be shown: mine, or one that asks to take back."""
        mail = self.session.mail
        return not self.session.is_live and (mail.ready or mail.is_asked) and not self.session.deciding

    @property
    def takes_conduct(self) -> bool:
        """Whether letters of this game bring conduct."""
        from wargame_tui.mail.letters import CONDUCTED  # Late: games without letters load nothing of them.

        return self.session.mail.invitation.format >= CONDUCTED

    @property
    def takes_orders(self) -> bool:
        """Whether the question in hand can be answered alike for the rest of the turn."""
        return self.takes_conduct and self.session.deciding

    def order_for_this_turn(self, order: Order) -> None:
        """Let questions be answered so for the rest of the turn: as conduct, which goes with the next letter."""
        where = {**order.where, TURN: self._turn}
        self.use(renewed(self.session.mail.conduct, Order(order.topic, order.choice, where)))

    def use(self, conduct: Conduct) -> None:
        """Answer by another conduct from the next letter on; what can be declared ahead hangs on it."""
        self.session.mail.conduct = conduct
        self.session.look_ahead()
        self.session.keep()

    def revoke(self) -> bool:
        """Take such orders back; whether there were any."""
        given, turn = self.session.mail.conduct, self._turn
        left = tuple(order for order in given if order.where.get(TURN) != turn)
        if left != given:
            self.use(left)
        return left != given

    @property
    def _turn(self) -> str:
        return self.session.title.turn(self.session.state)

    def notes(self) -> list[Note]:
        """The other player's note, what standing orders have answered, what was declared in vain; once."""
        case, notes = self.session.case, []
        if case.said:
            notes.append(Note(case.said, f"{other_player(case.mail)} writes"))
        if case.answered:
            notes.append(Note("\n".join(case.answered), "Your standing orders answered"))
        if case.left_out:
            notes.append(Note("\n".join(case.left_out), "Declared, but it did not come to that"))
        if case.granted is not None:
            said = "It is taken back: decide anew" if case.granted else "No: what you sent stands"
            notes.append(Note(said, f"{other_player(case.mail)} answers"))
        case.answered, case.left_out, case.said, case.granted = [], [], "", None
        return notes
