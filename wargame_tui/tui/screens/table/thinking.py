"""The program's turn: it thinks in a process of its own while the table stays alive, then what it did is shown.

Where it plays both sides, every decision is shown as it is made, at the pace of a film.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Any

from wargame_tui.board.phrases import first_up, side_words
from wargame_tui.bots.opponent import RECRUIT, STAFF, VETERAN, Decision, has_player, levels, plain
from wargame_tui.bots.thinker import ThinkerGone
from wargame_tui.core.game import Game
from wargame_tui.tui.advisor import Advisor
from wargame_tui.tui.players import BOTH, HANDED, PERSONS, opponents
from wargame_tui.tui.screens.pick import Item, PickScreen
from wargame_tui.tui.screens.table.view import View

AGAIN = 0.2
"""Seconds after which it is looked again whether the table is on top, before the program's turn is shown."""
PATIENCE = 1.0
"""Seconds before it can be hurried: a key that comes sooner was meant for something else."""
WATCHED = 0.7
"""Seconds between two decisions, for who watches the program play both sides."""
HERE = "here"


class Thinking:
    """Asks the program's player decision by decision until a person is asked, or the game is over."""

    def __init__(self, view: View) -> None:
        self._view, self._session = view, view.session
        self._thinker = Advisor()
        self._since = 0
        """The journal entries before the first of its decisions in a row."""
        self._asked: Any = None
        """The state about which it thinks; None while it does not."""
        self._asked_at = 0.0
        """When that was."""
        self._hurried = False
        """Whether it has been asked for the best found so far."""
        self._waits = False
        """Whether somebody who watches has not seen the last decision for long enough."""
        self.shown: Callable[[int], None] = lambda since: None
        """Shows what it has done since a journal entry."""
        self.changed: Callable[[], None] = lambda: None
        """Shows the table to whoever plays now."""

    @property
    def is_running(self) -> bool:
        """Whether it thinks."""
        return self._asked is not None

    def begin(self) -> None:
        """Let the program decide if it is its turn, and it does not think yet."""
        able = not self.is_running and not self._waits and not self._session.replayed
        if self._session.is_programs and able:
            self._since, self._view.decided = self._session.newest, 0
            self._ask()

    def _ask(self) -> None:
        self._asked, self._asked_at = self._session.game.state, monotonic()
        self._view.banner()
        # A copy: the thread reads states while the table may go on.
        level = self._session.players.of(self._session.game.side) or RECRUIT
        work = partial(self._think, self._session.game.branch(), self._asked, self._thinker, level)
        self._view.screen.run_worker(work, thread=True, group="opponent", exit_on_error=False)

    def _think(self, game: Game, state: Any, thinker: Advisor, level: str) -> None:
        app = self._view.screen.app
        try:
            decision = thinker.ask(game, level, partial(app.call_from_thread, self._weighs, state, thinker))
        except ThinkerGone as error:
            app.call_from_thread(self._gone, state, thinker, str(error))
        else:
            app.call_from_thread(self._decided, state, thinker, decision)

    def _weighs(self, state: Any, thinker: Advisor, words: str) -> None:
        """Say what it is weighing."""
        if not self._is_old(state, thinker):
            self._view.weighs = words
            self._view.banner()

    def _decided(self, state: Any, thinker: Advisor, decision: Decision) -> None:
        if self._is_old(state, thinker):
            return
        watched = self._session.players.person(self._session.title) is None and not self._session.hot_seat
        self._session.apply_programs(decision)
        self._view.decided += 1
        self._view.weighs, self._hurried = "", False
        if not self._session.is_programs:
            self._asked = None
            self._show()
        elif watched:
            self._asked = None
            self._watch()
        else:
            self._ask()

    def _watch(self) -> None:
        """Show a decision to who only watches, and go on after a while; not while the table shows the past."""
        screen = self._view.screen
        self._waits = screen.is_attached and not self.is_running and self._session.is_programs
        if self._waits and self._session.viewed is None and screen.is_current:
            self._view.sitting.battles.seen_before = True
            self.changed()
            screen.set_timer(WATCHED, self._go_on_watched)
        elif self._waits:
            screen.set_timer(AGAIN, self._watch)

    def _go_on_watched(self) -> None:
        if self._waits:
            self._waits = False
            self.begin()

    def _is_old(self, state: Any, thinker: Advisor) -> bool:
        """Whether an answer comes too late: hurried, taken back, handed over, or the table has been left."""
        attached = self._view.screen.is_attached
        return thinker is not self._thinker or self._asked is not state or not attached

    def _show(self) -> None:
        """Show what it has done, once the table is on top and in the present."""
        if not self._view.screen.is_attached or self.is_running:
            return
        if not self._view.screen.is_current or self._session.viewed is not None:
            self._view.screen.set_timer(AGAIN, self._show)
        else:
            self.shown(min(self._since, self._session.newest))

    def _gone(self, state: Any, thinker: Advisor, why: str) -> None:
        if self._is_old(state, thinker):
            return
        self.stop()
        side = side_words(self._session.game.side)
        self._view.all()
        self._view.gone = f"The program that plays {side} has stopped ({why}). Ctrl+O: let it think again, or take over"
        self._view.banner()

    def hurry(self) -> bool:
        """Let it take the best found so far; asked again, or without thought, do what needs none. Whether it thinks."""
        if not self.is_running:
            return False
        if monotonic() - self._asked_at < PATIENCE:
            self._view.notice("The program is deciding at its pace; Esc hurries a decision that takes longer")
            return True
        if not self._hurried and self._session.players.of(self._session.game.side) in (VETERAN, STAFF):
            self._hurried = True
            self._thinker.hurry()
            return True
        self.stop()
        decision = Decision(plain(self._session.game).notation(), "it was hurried")
        self._asked = self._session.game.state
        self._decided(self._asked, self._thinker, decision)
        return True

    def stop(self) -> None:
        """Think no more about this; what was begun is forgotten."""
        thinker, self._thinker, self._asked = self._thinker, Advisor(), None
        self._hurried, self._waits, self._view.weighs = False, False, ""
        thinker.stop()

    # Who plays

    def ask_who(self) -> None:
        """Let the players choose who plays: two here, or the program a side; also in the middle of a game."""
        session, view = self._session, self._view
        if not session.is_for_two or session.replayed:
            view.notice("Who plays each side is settled in this game")
        elif not has_player(session.title):
            view.notice(f"The program cannot play {session.title.name}: nobody has written a player for it")
        else:
            able = levels(session.title)
            items = [Item(HERE, "Two at this keyboard")]
            sides = [*((side, side_words(side)) for side in session.title.sides), (BOTH, "both sides")]
            items += [
                Item(f"{side}:{level}", f"The program plays {who}", level) for side, who in sides for level in able
            ]
            view.screen.app.push_screen(PickScreen("Who plays?", items), self._chosen)

    def _chosen(self, who: str | None) -> None:
        if who is None:
            return
        self.stop()
        session, view = self._session, self._view
        given = opponents(session.title, PERSONS if who == HERE else who, solitaire=False) or {}
        if session.newest and given.keys() != session.players.levels.keys():
            session.players.mark(HANDED)
        session.players.levels = given
        session.keep()
        view.gone = ""
        view.sitting.picking.put_aside()
        view.sitting.handover.settle(session)
        self.changed()
        view.notice(first_up(session.players.words() or "two at this keyboard"))
