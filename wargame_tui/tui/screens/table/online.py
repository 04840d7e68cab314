"""The table of a live game: what comes over the line is shown as it happens; talk, cuts, consent."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, cast

from wargame_tui.core.disk import CannotSave
from wargame_tui.core.errors import ForPlayers
from wargame_tui.live.line import CONNECTED, CUT, ENDED, Live
from wargame_tui.tui.live_session import LiveSession, OverLine
from wargame_tui.tui.post_office import can_take_back, other_player
from wargame_tui.tui.screens.ask import ConfirmScreen
from wargame_tui.tui.screens.table.view import View
from wargame_tui.tui.screens.talk import TalkScreen

if TYPE_CHECKING:
    from wargame_tui.live.line import Watcher

AGAIN = 0.2
"""Seconds after which it is looked again whether the table is on top, before what has come is shown."""


class Online:
    """Listens to the line of the game at the table."""

    def __init__(self, view: View, shown: Callable[[int], None]) -> None:
        """`shown` shows what has come since a journal entry."""
        self._view, self._shown = view, shown
        self._session = cast("OverLine", view.session)
        self._line: Live | Watcher = self._session.line
        self._since: int | None = None
        """The journal entries before the first that has not been shown yet; None if everything has."""
        self._status = self._line.status
        self._asked_at = 0
        """Letters when the player was last told what is asked or answered about taking back."""
        self._line.tell = self._heard

    def begin(self) -> None:
        """Show what has come since the table was laid; its dice have fallen before anybody sat here."""
        view = self._view
        self._session.take_over()
        view.sitting.handover.settle(view.session)
        view.uncovered()
        self._stands()
        self._is_asked_for_more()

    def _heard(self, what: str) -> None:
        """From the task of the line: go on where the table takes its messages."""
        if self._view.screen.is_attached:
            self._view.screen.call_later(self._take, what)

    def _take(self, what: str) -> None:
        match what:
            case "game":
                self._came()
            case "status":
                self._stands()
            case "chat":
                self._said()
            case "asked":
                self._asked()
            case "replied":
                self._replied()

    def _came(self) -> None:
        since = self._session.take_over()
        self._since = since if self._since is None else min(self._since, since)
        self._show()
        self._is_asked_for_more()

    def _show(self) -> None:
        """Show what has come, once the table is on top, in the present, and without covered dice."""
        view = self._view
        if self._since is None or not view.screen.is_attached:
            return
        if not view.screen.is_current or view.session.viewed is not None or view.sitting.dice.hidden:
            view.screen.set_timer(AGAIN, self._show)
            return
        since, self._since = min(self._since, view.session.newest), None
        view.sitting.picking.put_aside()
        self._shown(since)

    def _stands(self) -> None:
        view, line = self._view, self._line
        before, self._status = self._status, line.status
        view.banner()
        view.ask()
        if before != line.status and line.status in (CONNECTED, CUT, ENDED):
            words = {CONNECTED: "The line stands", CUT: "The line is cut", ENDED: "The line has ended"}[line.status]
            view.notice(f"{words}{f': {line.trouble}' if line.trouble else ''}", bad=line.status != CONNECTED)

    def _said(self) -> None:
        name, text = self._line.talk.said[-1]
        if name != self._line.name and isinstance(self._view.screen.app.screen, TalkScreen) is False:
            self._view.screen.notify(text, title=name, timeout=12)

    # Taking back

    def undo(self) -> bool:
        """Ask the other whether the last command may be taken back, if he has to agree; whether he was asked."""
        session, line = self._view.session, self._line
        if not isinstance(session, LiveSession) or not isinstance(line, Live):
            self._view.notice("You only watch: there is nothing of yours to take back")
            return True
        if self._view.busy():
            return False
        words = session.needs_consent
        if not words:
            return self._ask_for_more(session, line)
        if not line.connected:
            self._view.notice("The other player has to agree, and he is not connected", bad=True)
        else:
            line.ask(words[:300])
            self._view.notice(f"{line.other_name} is asked whether you may take back: {words}")
        return True

    def _ask_for_more(self, session: LiveSession, line: Live) -> bool:
        """Ask whether what has been answered may be taken back, if nothing else can; whether that was proposed."""
        words = "" if can_take_back(session.mail) else session.asks_for
        if not words:
            return False
        if not line.connected:
            self._view.notice("The other player has to agree, and he is not connected", bad=True)
        else:
            question = f"Ask {line.other_name} to agree?\n{words}"
            self._view.screen.app.push_screen(ConfirmScreen(question, "ask", "leave it"), self._wished)
        return True

    def _wished(self, yes: bool | None) -> None:
        if yes:
            self._sent(LiveSession.ask_back)

    def _sent(self, say: Callable[[LiveSession], None]) -> None:
        """Say something in a letter that goes at once, and show how the game stands then."""
        session = self._view.session
        assert isinstance(session, LiveSession)
        try:
            say(session)
        except (CannotSave, ForPlayers) as error:
            self._view.notice(str(error), bad=True)
        self._came()
        self._stands()

    def _is_asked_for_more(self) -> None:
        """Ask the player here, if the other wants to take back what has been answered; or say what he has answered."""
        session, app = self._view.session, self._view.screen.app
        if not isinstance(session, LiveSession) or not session.mail.letters:
            return
        other, entry = other_player(session.mail), session.mail.letters[-1]
        if words := session.asked_for:
            if self._asked_at != len(session.mail.letters):
                self._asked_at = len(session.mail.letters)
                question = f"{other} wants to take back what has been answered.\n{words}\nDo you agree?"
                app.push_screen(ConfirmScreen(question, "agree", "it stands"), self._consented)
        elif entry.granted is not None and session.mail.my_turn and self._asked_at != len(session.mail.letters):
            self._asked_at = len(session.mail.letters)
            words = "agrees: it is taken back, decide anew" if entry.granted else "does not agree: it stands"
            self._view.notice(f"{other} {words}", bad=not entry.granted)

    def _consented(self, yes: bool | None) -> None:
        self._sent(lambda session: session.answer_back(grant=bool(yes)))

    def _asked(self) -> None:
        line = self._line
        if isinstance(line, Live) and line.asked is not None:
            question = f"{line.other_name} wants to take back:\n{line.asked.words}\nDo you agree?"
            answer = partial(self._answered, line)
            self._view.screen.app.push_screen(ConfirmScreen(question, "agree", "it stands"), answer)

    def _answered(self, line: Live, yes: bool | None) -> None:
        try:
            line.reply(bool(yes))
        except (CannotSave, ForPlayers) as error:
            self._view.notice(str(error), bad=True)

    def _replied(self) -> None:
        line = self._line
        if isinstance(line, Live):
            words = "agrees: it is taken back" if line.granted else "does not agree: it stands"
            self._view.notice(f"{line.other_name} {words}", bad=not line.granted)

    def talk(self) -> None:
        """What has been said; a line to say something."""
        if not self._view.busy():
            self._view.screen.app.push_screen(TalkScreen(self._line, self._session))
