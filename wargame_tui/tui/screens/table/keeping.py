"""Saving under a name, exporting, leaving."""

from __future__ import annotations

from wargame_tui.core.disk import CannotSave
from wargame_tui.tui.program import program
from wargame_tui.tui.screens.ask import ConfirmScreen, NameScreen
from wargame_tui.tui.screens.table.view import View


class Keeping:
    """What a player does with the game as a file."""

    def __init__(self, view: View) -> None:
        self._view, self._session = view, view.session
        self._again = False
        """Whether a new game of the same scenario is to follow."""

    def export(self) -> None:
        """Write a report and a film of the game, while it goes on."""
        if not self._view.busy():
            self._view.notice(program(self._view.screen).export(self._session))

    def save(self) -> None:
        """Ask for a name, and save under it."""
        self._view.screen.app.push_screen(NameScreen("Save this game as"), self._named)

    def _named(self, name: str | None) -> None:
        if name:
            self._save(name)

    def _save(self, name: str, *, over: bool = False) -> None:
        try:
            self._session.save(name, over=over)
        except CannotSave as error:
            if over or "already" not in str(error):
                self._view.notice(str(error), bad=True)
                return
            question = ConfirmScreen(f"A save called {name} exists. Overwrite it?")
            self._view.screen.app.push_screen(question, lambda yes: self._save(name, over=True) if yes else None)
        else:
            self._view.notice(f"Saved as {name}; the game itself is still saved after every command")

    def note(self) -> None:
        """Ask for a note of the player's own."""
        asked = NameScreen("Note at this moment (for the log, the story and the report)")
        self._view.screen.app.push_screen(asked, self._noted)

    def _noted(self, text: str | None) -> None:
        if text:
            self._session.note(text)
            self._view.notice(f"Noted: {text}")

    def again(self) -> None:
        """Leave for a new game of the same scenario."""
        self._again = True
        self._leave()

    def leave(self) -> None:
        """Back to the chooser; the game is on disk already, unless the disk failed."""
        self._again = False
        self._leave()

    def _leave(self) -> None:
        self._session.close()
        if self._session.trouble:
            question = f"This game could not be saved: {self._session.trouble}\nLeave anyway?"
            self._view.screen.app.push_screen(ConfirmScreen(question, "leave and lose it", "stay"), self._left)
        else:
            self._left(True)

    def _left(self, leave: bool | None) -> None:
        if leave:
            goal = "again" if self._again else "mail" if self._session.by_mail else "chooser"
            self._view.screen.dismiss(goal)
