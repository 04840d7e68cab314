"""The table of a game by mail: the letter that is ready, the answer that is opened right here, standing orders."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from wargame_tui.core.save import DamagedSave
from wargame_tui.tui.program import program
from wargame_tui.tui.screens.table.view import View

if TYPE_CHECKING:
    from wargame_tui.tui.post_office import Watch
    from wargame_tui.tui.screens.open_letter import Opened


class ByMail:
    """What a player does with letters while he sits at the table. Games without letters load nothing of them."""

    def __init__(self, view: View) -> None:
        self._view, self._letters = view, view.sitting.letters
        self._folder_watch: Watch | None = None

    def watch(self) -> None:
        """From now on look into the watched folder, if there is one, while the other player is to write."""
        if self._letters is not None and not self._letters.session.is_live:
            from wargame_tui.tui import post_office

            self._folder_watch = post_office.Watch(self._letters.session.office)
            self._view.screen.set_interval(post_office.WATCHED, self._look)

    def _look(self) -> None:
        assert self._letters is not None
        assert self._folder_watch is not None
        mail, screen = self._letters.session.mail, self._view.screen
        if not mail.my_turn and not mail.settled and screen.is_current and self._folder_watch.sees_news():
            screen.run_worker(self._told_if_come, thread=True, exclusive=True, group="receiving")

    def _told_if_come(self) -> None:
        from wargame_tui.tui.post_office import other_player

        assert self._letters is not None
        session = self._letters.session
        with suppress(OSError, DamagedSave):
            if session.office.has_come(session.mail.invitation.game):
                told = f"A letter from {other_player(session.mail)} has come: m, then o opens it"
                self._view.screen.app.call_from_thread(self._view.notice, told)

    def tell(self) -> None:
        """Once nothing is left to decide, show the letter; before that, what standing orders have answered."""
        if self._letters is not None:
            self._view.tell(self._letters.notes())
            if self._letters.is_due:
                self.open()

    def open(self) -> None:
        """The letter: to be sent, or as it was sent; the answer to be opened, standing orders."""
        if self._letters is None:
            self._view.notice("This game is not played by mail; in the chooser m opens the letter box")
        elif not self._view.busy():
            from wargame_tui.tui.screens.post import PostScreen

            session = self._letters.session
            self._view.screen.app.push_screen(PostScreen(session.office, session.case), self._done)

    def turn_to_case(self) -> bool:
        """Behind declared dice: the next case in which something is asked before the phase goes on, or the phase.

        Whether there is one.
        """
        view = self._view
        if self._letters is None or not self._letters.session.turn_to_case():
            begun = self._letters is not None and self._letters.is_case
            view.notice(
                "Finish what you have begun here, or u undoes it"
                if begun
                else "Here is nothing that you may be asked before the phase goes on"
            )
            return False
        view.sitting.picking.put_aside()
        view.all()
        view.map.focus()
        return True

    def _done(self, wish: str | None) -> None:
        self._view.uncovered()
        if self._letters is None:
            return
        session, app = self._letters.session, self._view.screen.app
        if session.is_behind:
            program(self._view.screen).play_mail(session.case, None)
        elif wish == "open":
            from wargame_tui.tui.screens.open_letter import OpenLetterScreen

            game = session.mail.invitation.game
            app.push_screen(OpenLetterScreen(session.office, game), self._opened)
        elif wish == "conduct":
            self._view.screen.call_later(self._view.screen.run_action, "conduct")
        elif wish == "orders":
            from wargame_tui.tui.screens.orders import OrdersScreen

            app.push_screen(OrdersScreen(session.mail), self._ordered)

    def _opened(self, opened: Opened | None) -> None:
        if opened is not None and opened.case is not None:
            program(self._view.screen).play_mail(opened.case, opened.start)

    def _ordered(self, changed: bool | None) -> None:
        if changed:
            self._view.session.keep()
            self._view.tell(self._view.sitting.notes.trouble())
