"""The table in time: undo, looking back, branches, saving and leaving."""

from __future__ import annotations

from textual.content import Content

from wargame_tui.core.disk import CannotSave
from wargame_tui.core.game import NoUndo
from wargame_tui.tui.screens.ask import ConfirmScreen, NameScreen
from wargame_tui.tui.screens.table_layout import TableLayout
from wargame_tui.tui.session import LookingBack
from wargame_tui.tui.words import DIM


class TableInTime(TableLayout):
    """What a player does to the game as a whole."""

    def _show_all(self) -> None:
        """Show the state on view: everything."""
        raise NotImplementedError

    def _busy(self) -> bool:
        """Whether dice are still covered: then nothing else is decided."""
        raise NotImplementedError

    def _taken_back(self) -> None:
        """Forget what was about the command that has been taken back."""
        raise NotImplementedError

    _trouble_told = False

    def _tell_trouble(self) -> None:
        """A game that cannot be kept on disk goes on in memory; said once."""
        if self.session.trouble and not self._trouble_told:
            self._trouble_told = True
            self.notify(
                f"{self.session.trouble}\nThe game goes on in memory; Ctrl+S saves it elsewhere.",
                title="The game cannot be kept on disk",
                severity="error",
                timeout=12,
            )
        elif self.session.trouble is None:
            self._trouble_told = False

    def _tell_record(self) -> None:
        """What the end of the game has left in the player's record; said once."""
        entered, self.session.entered = self.session.entered, None
        if entered is None:
            return
        if entered.trouble:
            self.notify(entered.trouble, title="The campaign record", severity="warning", timeout=12)
        if (run := entered.run) is None:
            return
        words = f"{run.name}: {run.level}, {run.score}."
        words += f" It does not count: {run.why_not}." if run.why_not else ""
        for medal in entered.medals:
            words += f"\n★ {medal.name}: {medal.words}"
        self.notify(words, title="Entered in your record", timeout=12)

    # Time

    def action_undo(self) -> None:
        """Take back the last command; past dice or another's decision only if both agree."""
        if self._busy():
            return
        session = self.session
        alone = session.solitaire  # Then there is nobody who could agree.
        if session.viewed is not None or session.game.can_undo() or not session.game.entries or alone:
            self._undo(agreed=False)
            return
        text = session.game.entries[-1].text
        question = Content.assemble(
            "Dice were rolled or the decision passed on since ",
            (text, "bold"),
            ".\nIt can be taken back only if both players agree.\n",
            ("(A game started with undo: free does not ask.)", DIM),
        )
        self.app.push_screen(ConfirmScreen(question, "both agree", "no"), self._agreed)

    def _agreed(self, agreed: bool | None) -> None:
        if agreed:
            self._undo(agreed=True)

    def _undo(self, *, agreed: bool) -> None:
        try:
            text = self.session.undo(agreed=agreed)
        except (NoUndo, LookingBack) as error:
            self._bar.notice(str(error), bad=True)
            return
        self._taken_back()
        self._show_all()
        self._tell_trouble()
        self._bar.notice(f"Taken back: {text}")

    def action_look(self, by: int) -> None:
        """Step back and forward through the game."""
        if self._busy():
            return
        before = self.session.at
        self.session.look(before + by)
        if self.session.at == before:
            self._bar.notice("This is the beginning" if by < 0 else "This is the present")
        else:
            self._show_all()

    def action_look_start(self) -> None:
        """To the beginning of the game."""
        if not self._busy():
            self.session.look(0)
            self._show_all()

    def action_look_end(self) -> None:
        """Back to the present."""
        self.session.look(self.session.newest)
        self._show_all()

    def action_play_on(self) -> None:
        """A new game from the moment on view."""
        if self.session.viewed is None:
            self._bar.notice("P plays on from an earlier moment: step back with [ first")
            return
        question = f"Begin a new game from here, after {self.session.at} commands? The other one stays as it was."
        self.app.push_screen(ConfirmScreen(question, "play on from here", "no"), self._branched)

    def _branched(self, wanted: bool | None) -> None:
        if wanted:
            self.call_later(self.app.run_action, "branch")

    # Leaving

    def action_save(self) -> None:
        """Save under a name."""
        self.app.push_screen(NameScreen("Save this game as"), self._named)

    def _named(self, name: str | None) -> None:
        if not name:
            return
        self._save(name)

    def _save(self, name: str, *, over: bool = False) -> None:
        try:
            self.session.save(name, over=over)
        except CannotSave as error:
            if over or "already" not in str(error):
                self._bar.notice(str(error), bad=True)
                return
            question = f"There is a save called {name} already. Write over it?"
            self.app.push_screen(ConfirmScreen(question), lambda yes: self._save(name, over=True) if yes else None)
        else:
            self._bar.notice(f"Saved as {name}; the game itself goes on being kept after every command")

    def action_leave(self) -> None:
        """Back to the chooser; the game is on disk already, unless the disk failed."""
        self.session.close()
        if self.session.trouble:
            question = f"This game could not be kept on disk: {self.session.trouble}\nLeave it all the same?"
            self.app.push_screen(ConfirmScreen(question, "leave and lose it", "stay"), self._left)
        else:
            self._left(True)

    def _left(self, leave: bool | None) -> None:
        if leave:
            self.dismiss("chooser")
