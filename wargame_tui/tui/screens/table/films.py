"""Films: what others did in one go, shown step by step over the table."""

from __future__ import annotations

from collections.abc import Callable

from wargame_tui.tui.film import Place
from wargame_tui.tui.screens.film import FilmScreen
from wargame_tui.tui.screens.table.view import View
from wargame_tui.tui.table.over_map import places_on_view


class Films:
    """Opens them; those that open by themselves only if the player wants that."""

    def __init__(self, view: View) -> None:
        self._view, self._session = view, view.session

    @property
    def _wanted(self) -> bool:
        return self._view.settings.enemy_turns == "step"

    def news(self) -> Place | None:
        """Where the film begins of what a player has not seen yet who sits down."""
        return self._session.film.news() if self._wanted else None

    def since(self, entry: int) -> Place | None:
        """Where the film begins of what the commands since a journal entry have brought."""
        return self._session.film.enemy_acts(entry) if self._wanted else None

    def ask_for(self) -> None:
        """The film of the enemy's last turn or letter, or from a line of the log on."""
        view, session = self._view, self._session
        if view.busy():
            return
        if not session.has_films:
            view.notice("Only games against the program or by mail have films; [ steps back command by command")
            return
        log = view.panes.log
        moment = log.lit_moment if log.has_focus else None
        start = session.film.scene_of(*moment) if moment else session.film.enemy_turn()
        if start is None:
            view.notice("No turn of an enemy yet; in the log, t shows what a line tells")
        else:
            self.open(start, view.uncovered)

    def open(self, start: Place, then: Callable[[], None]) -> None:
        """Show a film; afterwards the table is where it was, and `then` shows what lies there."""
        view, session = self._view, self._session
        entry, cursor, viewed = view.field.entry, view.map.cursor, session.viewed

        def ended(_: None) -> None:
            session.look(session.newest if viewed is None else viewed)
            view.use_map()
            if view.field.entry is entry and cursor is not None:
                view.map.go_to(cursor)
            then()

        goal = "skip" if viewed is None else "back"
        view.screen.app.push_screen(FilmScreen(session, view.screen, self._show, start, goal), ended)

    def _show(self, place: Place) -> None:
        """Show the table as it was after a scene of a journal entry, the cursor where it happened."""
        self._session.show_scene(place)
        self._view.all()
        if spaces := places_on_view(self._session, self._view.field.names):
            self._view.map.go_to(spaces[-1])
