"""Considering: odds and reach of what is highlighted, computed away from the keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from textual.timer import Timer

from wargame_tui.board.scene import Overlay
from wargame_tui.core.command import Command
from wargame_tui.core.title import Odds
from wargame_tui.tui.screens.table.view import View
from wargame_tui.tui.session import Choice
from wargame_tui.tui.widgets.odds_pane import in_words

CONSIDER_AFTER = 0.12
"""Seconds of rest before odds and reach are computed: the cursor never waits for them."""


class Prospect(NamedTuple):
    """What lies in a command and in a unit."""

    odds: Odds | None
    reach: Overlay | None
    ways: Mapping[str, Sequence[Command]]


class Considering:
    """Follows the highlight of the list."""

    def __init__(self, view: View) -> None:
        self._view, self._sitting, self._session = view, view.sitting, view.session
        self._waiting: Timer | None = None

    def lit(self, choice: Choice | None, unit: str | None) -> None:
        """A command, a piece, or nothing is highlighted."""
        if self._waiting:
            self._waiting.stop()
        if choice is None and unit is None:
            self._clear()
        else:
            self._waiting = self._view.screen.set_timer(CONSIDER_AFTER, partial(self.consider, choice, unit))
        self._view.mark()
        self._view.hints()

    def _clear(self) -> None:
        self._view.decision.odds(None)
        if self._sitting.over_map.reach is not None:
            self._sitting.over_map.reach = None
            self._view.lay()

    def consider(self, choice: Choice | None, unit: str | None) -> None:
        """Compute odds of a command, or reach and routes of a unit, in a thread."""
        # While dice are covered the game has gone on from what the list was about.
        if not self._sitting.dice.hidden and (choice is None or choice in self._sitting.picking.choices):
            unit = choice.target.unit if choice else unit
            work = partial(self._compute, choice, unit, self._session.game.state)
            screen = self._view.screen
            screen.run_worker(work, thread=True, exclusive=True, group="considering", exit_on_error=False)

    def _compute(self, choice: Choice | None, unit: str | None, state: Any) -> None:
        title = self._session.title
        odds = title.odds(state, choice.command) if choice else None
        if odds is not None:
            odds = in_words(odds, title.spoken)
        reach = title.reach(state, unit) if unit else None
        ways = title.routes_of(state, unit) if unit else {}
        show = partial(self._considered, choice, unit, state, Prospect(odds, reach, ways))
        self._view.screen.app.call_from_thread(show)

    def _considered(self, choice: Choice | None, unit: str | None, state: Any, found: Prospect) -> None:
        view = self._view
        lit = view.decision.lit == choice if choice else view.decision.lit_piece == unit
        if not view.screen.is_attached or state is not self._session.state or not lit:
            return
        view.decision.odds(found.odds, choice.text if choice else "")
        self._sitting.over_map.consider(found.reach)
        self._sitting.consider_ways(unit, found.ways)
        view.lay()
        view.hints()
