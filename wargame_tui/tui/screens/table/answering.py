"""Conduct at the table: how a side answers in the other's turn, for this turn, or by mail until it is changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from wargame_tui.board.conduct import answer
from wargame_tui.tui.screens.table.playing import Playing
from wargame_tui.tui.screens.table.view import View

if TYPE_CHECKING:
    from wargame_tui.board.conduct import Conduct

FOR_THIS_TURN = "for this turn"


class Answering:
    """Opens the conduct of whoever sits here, and lets it hold."""

    def __init__(self, view: View, playing: Playing) -> None:
        self._view, self._session, self._playing = view, view.session, playing

    def open(self) -> None:
        """The menus; of two players at one keyboard first for the side that is not on the move."""
        view, session = self._view, self._session
        if session.solitaire:
            view.notice("Conduct is for games of two: here nobody is asked in the other's turn")
        elif view.sitting.letters is not None and not view.sitting.letters.takes_conduct:
            view.notice("This game by mail was begun by an older version: its letters bring no conduct")
        elif session.viewed is not None or session.game.over is not None:
            view.notice("Conduct is for what is still to come: ] goes forward to the present")
        elif not view.barred():
            from wargame_tui.tui.screens.conduct import BY_MAIL, ConductScreen, places

            lasting = BY_MAIL if session.by_mail else FOR_THIS_TURN
            on_table = places(session.game, view.map.cursor)
            screen = ConductScreen(session.game, self._given(), on_table, lasting, turns=session.by_mail)
            view.screen.app.push_screen(screen, self._done)

    def _given(self) -> Mapping[str, Conduct]:
        """The conducts that can be changed here, that of the side which is likely to be asked first."""
        session, letters = self._session, self._view.sitting.letters
        if letters is not None:
            mail = letters.session.mail
            return {mail.side: mail.conduct}
        turn = session.turn_of()
        sides = sorted(session.title.sides, key=lambda side: side == turn)
        persons = [side for side in sides if side not in session.players.levels]
        return {side: session.standing.of(session.game, side) for side in persons}

    def _done(self, changed: Mapping[str, Conduct] | None) -> None:
        session, letters = self._session, self._view.sitting.letters
        self._view.uncovered()
        if letters is not None:
            if changed:
                letters.use(next(iter(changed.values())))
                self._view.all()
                self._view.tell(self._view.sitting.notes.trouble())
            if letters.is_due:
                # The letter that brings it is still to be sent.
                self._view.screen.call_later(self._view.screen.run_action, "mail")
            return
        if not changed:
            return
        for side, conduct in changed.items():
            session.standing.put(session.game, side, conduct)
        given = session.standing.of(session.game, session.side or "")
        command = answer(session.title, given, session.game) if given else None
        if command is not None:
            self._playing.give_series([command])
