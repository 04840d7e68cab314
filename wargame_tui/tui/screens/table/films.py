"""Films: what others did in one go, shown step by step over the table."""

from __future__ import annotations

from collections.abc import Callable

from wargame_tui.tui.film import Place
from wargame_tui.tui.screens.film import FilmScreen
from wargame_tui.tui.screens.table.view import View
from wargame_tui.tui.settings import HIDDEN
from wargame_tui.tui.table.over_map import places_on_view


class Films:
    """Opens them; those that open by themselves only if the player wants that."""

    def __init__(self, view: View) -> None:
        self._view, self._session = view, view.session

    @property
    def _wanted(self) -> bool:
        return self._view.settings.enemy_turns == "step"

    def show_news(self, then: Callable[[], None]) -> bool:
        """What a player has not seen yet who sits down, as a film or a page; whether there is anything."""
        news = self._session.film.news()
        if news is None:
            return False
        if self._wanted:
            self.open(news, then)
            return True
        return self._page(news, None, then)

    def summary(self) -> None:
        """What the other side has done, before the turn of a side begins."""
        start, side = self._session.film.enemy_turn(), self._session.side
        others = [other for other in self._session.title.sides if other != side]
        if start is not None:
            self._page(start, others[0] if len(others) == 1 else None, self._view.uncovered)

    def summary_since(self, entry: int) -> None:
        """What the program has done since a journal entry, to a player who does not step through its turns."""
        start = None if self._wanted else self._session.film.enemy_acts(entry)
        if start is not None:
            self._page(start, None, self._view.uncovered)

    def _page(self, start: Place, who: str | None, then: Callable[[], None]) -> bool:
        """What happened from a scene on, on a page, if the player wants that and anything did; whether it is shown."""
        if self._view.settings.summary == HIDDEN:
            return False
        # Late: it knows maps and reports, which no table needs before its first turn is over.
        from wargame_tui.tui.export.summary import summary
        from wargame_tui.tui.screens.summary import SummaryScreen

        told = summary(self._session, start, who)

        def read(film: bool | None) -> None:
            if film:
                self.open(start, then)
            else:
                then()

        if not told.is_slight:
            self._view.screen.app.push_screen(SummaryScreen(told), read)
        return not told.is_slight

    def since(self, entry: int) -> Place | None:
        """Where the film begins of what the commands since a journal entry have brought."""
        return self._session.film.enemy_acts(entry) if self._wanted else None

    def ask_for(self) -> None:
        """The film of the enemy's last turn or letter, or from a line of the log on."""
        view, session = self._view, self._session
        if view.busy():
            return
        log = view.panes.log
        moment = log.lit_moment if log.has_focus else None
        start = session.film.scene_of(*moment) if moment else session.film.enemy_turn()
        if start is None:
            view.notice("The other side has had no turn yet; in the log, t shows what a line tells")
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
        film = FilmScreen(session, view.screen, self._show, start, goal, view.settings.film_speed)
        view.screen.app.push_screen(film, ended)

    def _show(self, place: Place) -> None:
        """Show the table as it was after a scene of a journal entry, the cursor where it happened."""
        self._session.show_scene(place)
        self._view.all()
        if spaces := places_on_view(self._session, self._view.field.names):
            self._view.map.go_to(spaces[-1])
