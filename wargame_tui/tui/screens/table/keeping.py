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
            question = ConfirmScreen(f"There is a save called {name} already. Write over it?")
            self._view.screen.app.push_screen(question, lambda yes: self._save(name, over=True) if yes else None)
        else:
            self._view.notice(f"Saved as {name}; the game itself goes on being kept after every command")

    def leave(self) -> None:
        """Back to the chooser; the game is on disk already, unless the disk failed."""
        self._session.close()
        if self._session.trouble:
            question = f"This game could not be kept on disk: {self._session.trouble}\nLeave it all the same?"
            self._view.screen.app.push_screen(ConfirmScreen(question, "leave and lose it", "stay"), self._left)
        else:
            self._left(True)

    def _left(self, leave: bool | None) -> None:
        if leave:
            self._view.screen.dismiss("mail" if self._session.by_mail else "chooser")
