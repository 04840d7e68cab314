"""What players do with their saved games in the first screen: rename, copy, delete, search, letters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from wargame_tui.core.disk import CannotSave
from wargame_tui.core.save import DamagedSave
from wargame_tui.core.shelf import Shelf
from wargame_tui.core.title import find_scenario
from wargame_tui.tui.offers import Kept
from wargame_tui.tui.program import program
from wargame_tui.tui.screens.ask import ConfirmScreen, NameScreen
from wargame_tui.tui.widgets.hint_bar import HintBar

if TYPE_CHECKING:
    from wargame_tui.mail.box import Case


class SavedGames:
    """The saved games of a screen."""

    def __init__(self, screen: Screen[Any], saves: Callable[[], Path], changed: Callable[[], object]) -> None:
        """`changed` reads the folder again."""
        self._screen, self._saves, self._changed = screen, saves, changed
        self.wanted = ""
        """What is searched for; empty: everything is listed."""

    def fitting(self, kept: Sequence[Kept]) -> Sequence[Kept]:
        """Those in which every word that is searched for stands."""
        words = self.wanted.lower().split()
        return [game for game in kept if all(word in f"{game.name} {game.game} {game.words}".lower() for word in words)]

    def search(self) -> None:
        """Ask what to search for among saved games."""
        asked = NameScreen("Search saved games: name, title, scenario or date; empty lists all", self.wanted)
        self._screen.app.push_screen(asked, self._searched)

    def _searched(self, words: str | None) -> None:
        if words is not None:
            self.wanted = words
            self._changed()

    def rename(self, game: Kept) -> None:
        """Ask for another name."""
        self._ask(f"Another name for {game.name}", game.name, lambda name: Shelf(self._saves()).rename(game.name, name))

    def duplicate(self, game: Kept) -> None:
        """Ask under which name the game is to be there once more."""
        wish = Shelf(self._saves()).free_name(game.name)
        self._ask(f"Copy {game.name} as", wish, lambda name: Shelf(self._saves()).duplicate(game.name, name))

    def delete(self, game: Kept) -> None:
        """Ask whether a game is to go."""

        def answered(yes: bool | None) -> None:
            if yes:
                self._do(lambda: Shelf(self._saves()).delete(game.name), f"{game.name} is deleted")

        question = f"Delete {game.name}?\nIts files go to the folder `deleted` among your saves."
        self._screen.app.push_screen(ConfirmScreen(question, "delete", "keep"), answered)

    def by_letters(self, game: Kept) -> None:
        """Offer a game at one table to somebody, to go on by letters or live."""
        self._screen.run_worker(lambda: self._offer(game.name), thread=True, exclusive=True, group="offering")

    def _offer(self, name: str) -> None:
        # Late: the first screen comes up without anything of letters.
        from wargame_tui.mail.past import NoPast, brought
        from wargame_tui.tui.screens.invite import InviteScreen, Offered

        app = self._screen.app
        try:
            table = Shelf(self._saves()).recover(name).game
            brought(table)
        except (DamagedSave, NoPast) as error:
            app.call_from_thread(self._screen.query_one(HintBar).notice, str(error), bad=True)
            return
        title, info = find_scenario(table.scenario)
        if info.solitaire:
            words = "This game is for one player: letters are for two"
            app.call_from_thread(self._screen.query_one(HintBar).notice, words, bad=True)
            return
        office = program(self._screen).post_office
        offered = [Offered(info, title.name, title.sides[:2])]
        app.call_from_thread(app.push_screen, InviteScreen(office, offered, table=table), self._offered)

    def _offered(self, case: Case | None) -> None:
        from wargame_tui.tui.screens.post import PostScreen

        if case is not None:
            app = self._screen.app
            app.push_screen(PostScreen(program(self._screen).post_office, case))

    def _ask(self, question: str, value: str, carry_out: Callable[[str], object]) -> None:
        def named(name: str | None) -> None:
            if name:
                self._do(lambda: carry_out(name), f"Done: {name}")

        self._screen.app.push_screen(NameScreen(question, value), named)

    def _do(self, carry_out: Callable[[], object], done: str) -> None:
        try:
            carry_out()
        except CannotSave as error:
            self._screen.query_one(HintBar).notice(str(error), bad=True)
        else:
            self._screen.query_one(HintBar).notice(done)
            self._changed()
