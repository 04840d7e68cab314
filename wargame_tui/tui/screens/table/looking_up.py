"""Looking up: the pages over the table, each on a key of its own."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen

from wargame_tui.tui.screens.look_up import TO_PAGE, LookUpScreen
from wargame_tui.tui.screens.table.finding import Finding
from wargame_tui.tui.screens.table.view import View
from wargame_tui.tui.widgets.pages import BUILT


class LookingUp:
    """Opens pages, and goes where they lead."""

    def __init__(self, view: View, finding: Finding) -> None:
        self._view, self._session, self._finding = view, view.session, finding

    def open(self, name: str) -> None:
        """A page by its name. While dice are covered or the other side has not taken over, nothing is told."""
        view, session = self._view, self._session
        if name == "rules":
            view.screen.call_later(view.screen.app.run_action, f"rules_at({session.prompt.rule or ''!r})")
        elif view.barred():
            return
        elif name == "charts":
            self._open_charts()
        elif (page := BUILT[name](session)) is None:
            view.notice("This game has no markers or plans in hand")
        else:
            self._push(LookUpScreen(page))

    def _open_charts(self) -> None:
        charts, book = self._session.title.charts(self._session.state), self._session.title.rulebook()
        if charts:
            # Imported here: the first screen can do without.
            from wargame_tui.tui.screens.charts import ChartsScreen

            self._push(ChartsScreen(charts, lambda number: number in book.rules))
        else:
            self._view.notice("The rules of this game have no charts")

    def _push(self, screen: Screen[Any]) -> None:
        self._view.screen.app.push_screen(screen, self._left)

    def _left(self, picked: str | None) -> None:
        if picked is not None and picked.startswith(TO_PAGE):
            self.open(picked.removeprefix(TO_PAGE))
        else:
            self._finding.went(picked)
