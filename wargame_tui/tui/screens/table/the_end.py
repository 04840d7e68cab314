"""The end of a game: its story, and what the players do next."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wargame_tui.tui.program import program
from wargame_tui.tui.screens.story import StoryScreen
from wargame_tui.tui.screens.table.view import View


class TheEnd:
    """Opens the story once when the game ends, and again on its key."""

    def __init__(self, view: View, next_: Mapping[str, Callable[[], None]]) -> None:
        """`next_` is what carries out what the players want next, by what the story's screen returns."""
        self._view, self._next = view, next_

    def tell(self) -> None:
        """Open the story of a game that is over."""
        view = self._view
        if view.session.game.over is None:
            view.notice("The game is not over; its story comes at the end")
            return
        saves = program(view.screen).saves
        story = StoryScreen(view.session, saves, ascii_only=view.settings.glyphs == "ascii")
        view.screen.app.push_screen(story, self._then)

    def _then(self, wanted: str | None) -> None:
        if wanted is not None:
            self._next[wanted]()
