"""What a player of this title means as one thing: moves, attacks, answers; see `board.gestures`."""

from collections.abc import Mapping, Sequence
from typing import Any

from wargame_tui.board.gestures import Gesture, Gestures, Tally, Way
from wargame_tui.board.steps import top
from wargame_tui.core.command import Command
from wargame_tui.titles.ardennes_44.rules import movement_phase, moving
from wargame_tui.titles.ardennes_44.shown import answers, assault, cautions, ways
from wargame_tui.titles.ardennes_44.state import State


class ArdennesGestures(Gestures):
    """Its moves know five ways of moving, its attacks guns and command control, its answers whole retreats."""

    _odds: tuple[Any, Mapping[str, str]] = (None, {})
    """The state whose odds were asked for last, and these."""

    def movable(self, state: State, space: str) -> Sequence[str]:
        """Those in hand, then the strongest first."""
        return ways.movable(state, space)

    def in_hand(self, state: State) -> Sequence[str]:
        """The group on the move."""
        step = top(state)
        return step.units if isinstance(step, moving.Moving) else ()

    def unmoved(self, state: State) -> Mapping[str, Sequence[str]]:
        """Those that can move and have not."""
        return ways.to_go(state) if isinstance(top(state), movement_phase.MovementPhase) else {}

    def ways(self, state: State, units: Sequence[str]) -> Mapping[str, Sequence[Way]]:
        """Over all ways of moving; stacks whose units pay different costs go one sort after the other."""
        return ways.ways(state, units)

    def tally(self, state: State) -> Tally | None:
        """Units that have moved, of those and the ones that can (11.1)."""
        if not isinstance(top(state), movement_phase.MovementPhase | moving.Moving):
            return None
        done = len(state.now.movers)
        return Tally(done, done + len(ways.idle(state)))

    def warnings(self, state: State) -> Sequence[str]:
        """Stacks that cost units when movement or an advance ends (8.3)."""
        return cautions.warnings(state)

    def attack(self, state: State, space: str) -> Sequence[Command] | None:
        """The group and the guns that make most of it."""
        return assault.attack(state, space, self.after)

    def odds_at(self, state: State) -> Mapping[str, str]:
        """With all shifts but those of guns and aircraft."""
        if self._odds[0] is not state:
            self._odds = state, assault.odds_at(state)
        return self._odds[1]

    def answer(self, state: State) -> Gesture | None:
        """Losses, leaders, retreats, advances."""
        return answers.answer(state, self.after)

    def idle(self, state: State) -> Command | None:
        """Where the priorities leave a retreat one hex alone, it goes there (17.1)."""
        only = answers.only_way(state)
        return only if only is not None and self.after(state, (only,)) is not None else None
