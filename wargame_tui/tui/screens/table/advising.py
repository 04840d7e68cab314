"""Advice of the program: why it did what it did, and what it would do in a person's place. Nothing is carried out."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from wargame_tui.board.phrases import percent, side_words
from wargame_tui.board.scene import Overlay
from wargame_tui.bots.opponent import RECRUIT, VETERAN, Decision, adviser, weighs
from wargame_tui.bots.reasons import BEGINNING, reasons
from wargame_tui.bots.thinker import Thinker, ThinkerGone
from wargame_tui.core.dice import Dice, SealedDice
from wargame_tui.core.game import Game
from wargame_tui.core.state import changed
from wargame_tui.tui.players import HINTS
from wargame_tui.tui.screens.table.view import View
from wargame_tui.tui.screens.why import WhyScreen

MOST_TOLD = 6
"""Commands of a hint: a unit, with whom, the way."""


class Advising:
    """Tells reasons, and asks a player of its own for hints."""

    def __init__(self, view: View) -> None:
        self._view, self._session = view, view.session
        self._thinker = Thinker()
        self._asked: Any = None
        """The state about which a hint is wanted; None if none is."""

    # Why

    def why(self) -> None:
        """Why the program did what it did last, up to the moment on view."""
        view, thoughts = self._view, self._session.players.thoughts
        last = max((entry for entry in thoughts if entry < self._session.at), default=None)
        if last is None:
            view.notice(self._nothing())
            return
        thought, entry = thoughts[last], self._session.game.entries[last]
        title, state = self._session.title, self._session.game.states[last]
        words = title.command_text(state, self._session.game.parse(entry.text))
        heading = f"{side_words(thought.side)}: {title.spoken(words)}"
        view.screen.app.push_screen(WhyScreen(heading, self._spoken(reasons(thought))))

    def _nothing(self) -> str:
        """Why there is nothing to tell."""
        playing = [*self._session.players.levels.values()]
        if not playing:
            return "The program plays no side here: Ctrl+O hands one over"
        if RECRUIT in playing:
            return "A recruit does what promises most at once and weighs nothing: Ctrl+O has better players"
        if VETERAN in playing and not weighs(self._session.title, VETERAN):
            return "A veteran plays this by habit and weighs nothing: staff does, Ctrl+O"
        return "The program has not thought about anything since the game was resumed"

    def _spoken(self, sections: list[tuple[str, tuple[str, ...]]]) -> list[tuple[str, tuple[str, ...]]]:
        spoken = self._session.title.spoken
        return [(heading, tuple(map(spoken, lines))) for heading, lines in sections]

    # Hints

    def hint(self) -> None:
        """Ask what the program would do in the place of the person on the move."""
        view, session = self._view, self._session
        level = adviser(session.title) if session.is_for_two else None
        if level is None:
            view.notice("No hints in this game" if not session.is_for_two else "Nobody has written a player for this")
        elif session.replayed or session.game.over is not None or session.viewed is not None:
            view.notice("Hints are for the decision in hand")
        elif not view.barred() and self._asked is None:
            self._asked = session.game.state
            view.notice("The program is thinking about a hint; Esc: what it has found so far")
            work = partial(self._think, session.game.branch(), self._asked, level)
            view.screen.run_worker(work, thread=True, group="hint", exit_on_error=False)

    def _think(self, game: Game, state: Any, level: str) -> None:
        app = self._view.screen.app
        try:
            decision = self._thinker.ask(game, level, partial(app.call_from_thread, self._weighs, state))
            course = self._course(game, level, decision)
        except ThinkerGone:
            app.call_from_thread(self._told, state, None, ())
        else:
            app.call_from_thread(self._told, state, decision, course)

    def _course(self, game: Game, level: str, decision: Decision) -> tuple[str, ...]:
        """What is proposed, command by command, until it is done, dice roll or the other side is asked."""
        if decision.trouble is not None:
            return ()
        title, side, depth = self._session.title, game.side, len(game.state.stack)
        words = list[str]()
        game.states[-1] = changed(game.state, dice=Dice(None, game.state.dice.count))
        with suppress(SealedDice):
            while decision.trouble is None and len(words) < MOST_TOLD:
                words.append(title.command_text(game.state, game.parse(decision.command)))
                game.apply(decision.command)
                if game.over is not None or game.side != side or len(game.state.stack) <= depth:
                    break
                decision = self._thinker.ask(game, level)
        return tuple(words)

    def _weighs(self, state: Any, words: str) -> None:
        """Say what is being weighed, as long as the hint is wanted."""
        if self._asked is state and self._view.screen.is_attached and self._session.game.state is state:
            self._view.notice(f"Thinking about a hint (Esc: the best so far), weighing: {words}")

    def _told(self, state: Any, decision: Decision | None, course: Sequence[str]) -> None:
        """Show a hint, if it still fits."""
        view, session = self._view, self._session
        asked, self._asked = self._asked, None
        if asked is not state or not view.screen.is_attached or session.game.state is not state:
            return
        if decision is None or decision.trouble is not None:
            view.notice("The program has no hint here")
            return
        session.players.mark(HINTS)
        session.keep()
        view.bar.forget()
        self._show(decision, course)

    def _show(self, decision: Decision, course: Sequence[str]) -> None:
        view, session = self._view, self._session
        title, state = session.title, session.game.state
        command = session.game.parse(decision.command)
        target = title.target(state, command)
        thought = decision.thought
        spaces = [space for space in (target.to, target.space, *(thought.spaces if thought else ())) if space]
        unit = state.units.get(target.unit) if target.unit else None
        from_ = [unit.location] if unit is not None else []
        lit = [space for space in dict.fromkeys([*spaces, *from_]) if space in view.field.names]
        view.sitting.over_map.hinted = state, Overlay(dict.fromkeys(lit, "objective"))
        view.lay()
        if lit:
            view.map.go_to(lit[0])
        sections = [("It would", (*map(title.spoken, course), *self._odds(command)))]
        sections += self._spoken(_from_here(reasons(thought), course)) if thought is not None else []
        view.screen.app.push_screen(WhyScreen("Hint: nothing is carried out", sections))

    def _odds(self, command: Any) -> list[str]:
        """The chances of what the command would decide by dice."""
        odds = self._session.title.odds(self._session.game.state, command)
        return (
            [f"{percent(chance.p)} {self._session.title.spoken(chance.text)}" for chance in odds.outcomes]
            if odds
            else []
        )

    def hurry(self) -> bool:
        """Take the hint found so far; whether one is being sought."""
        if self._asked is not None:
            self._thinker.hurry()
        return self._asked is not None

    def stop(self) -> None:
        """No hint is wanted any more."""
        self._asked = None
        thinker, self._thinker = self._thinker, Thinker()
        thinker.stop()


def _from_here(sections: list[tuple[str, tuple[str, ...]]], course: Sequence[str]) -> list[tuple[str, tuple[str, ...]]]:
    """Reasons of a plan, without the beginning of it where that has been carried out, or been played otherwise."""
    return [(head, lines) for head, lines in sections if head != BEGINNING or lines[0] == course[0]]
