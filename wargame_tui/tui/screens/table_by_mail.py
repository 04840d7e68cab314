"""The table of a game by mail: the letter that is ready, the answer that is opened right here, standing orders."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from wargame_tui.tui.program import program
from wargame_tui.tui.screens.table_in_time import TableInTime
from wargame_tui.tui.widgets.hint_bar import Hint

if TYPE_CHECKING:
    from wargame_tui.tui.mail_session import MailSession
    from wargame_tui.tui.screens.open_letter import Opened


class TableByMail(TableInTime):
    """What a player does with letters while he sits at the table."""

    @property
    def _at_mail(self) -> MailSession:
        """The session of a game by mail."""
        assert self.session.by_mail
        return cast("MailSession", self.session)

    @property
    def mail_hints(self) -> list[Hint]:
        """The key of the letters."""
        if not self.session.by_mail:
            return []
        mail = self._at_mail.mail
        if mail.ready:
            return [Hint("m", "send the letter", "screen.mail", kept=True)]
        at_rest = self.session.deciding or mail.settled
        return [Hint("m", "letters" if at_rest else "open the answer", "screen.mail", kept=True)]

    def _tell_mail(self) -> None:
        """Once nothing is left to decide, show the letter; before that, what standing orders have answered."""
        if not self.session.by_mail:
            return
        session = self._at_mail
        if session.case.answered:
            answers, session.case.answered = session.case.answered, []
            self.notify("\n".join(answers), title="Your standing orders answered", timeout=12)
        if session.case.left_out:
            texts, session.case.left_out = session.case.left_out, []
            self.notify("\n".join(texts), title="Declared, but no longer legal when it came to that", timeout=12)
        if session.mail.ready and not session.deciding:
            self.action_mail()

    def action_mail(self) -> None:
        """The letter: to be sent, or as it was sent; the answer to be opened, standing orders."""
        if not self.session.by_mail:
            self._bar.notice("This game is not played by mail; in the chooser m opens the letter box")
        elif not self._busy():
            from wargame_tui.tui.screens.post import PostScreen

            session = self._at_mail
            self.app.push_screen(PostScreen(session.office, session.case), self._mail_done)

    def _mail_done(self, wish: str | None) -> None:
        self._show_uncovered()
        if wish == "open":
            from wargame_tui.tui.screens.open_letter import OpenLetterScreen

            session = self._at_mail
            game = session.mail.invitation.game
            self.app.push_screen(OpenLetterScreen(session.office, game), self._letter_opened)
        elif wish == "orders":
            from wargame_tui.tui.screens.orders import OrdersScreen

            self.app.push_screen(OrdersScreen(self._at_mail.mail), self._ordered)

    def _letter_opened(self, opened: Opened | None) -> None:
        if opened is not None and opened.case is not None:
            program(self).play_mail(opened.case, opened.start)

    def _ordered(self, changed: bool | None) -> None:
        if changed:
            self.session.keep()
            self._tell_trouble()
