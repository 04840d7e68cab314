"""What players of Liberty Roads mean as one thing, and the rules take as several commands."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from wargame_tui.board.gestures import Gesture, Gestures, Shown, Tally, Way
from wargame_tui.board.steps import top
from wargame_tui.core.command import Command
from wargame_tui.titles.liberty_roads.commands import Move
from wargame_tui.titles.liberty_roads.rules import movement
from wargame_tui.titles.liberty_roads.rules.combat import Gathering
from wargame_tui.titles.liberty_roads.rules.landing import Reaction
from wargame_tui.titles.liberty_roads.rules.movement import Moving
from wargame_tui.titles.liberty_roads.rules.support import SupportPhase
from wargame_tui.titles.liberty_roads.shown import answers, attacks, dangers, marches
from wargame_tui.titles.liberty_roads.state import State


class LibertyGestures(Gestures):
    """Marches in all ways of moving at once, attacks by proposal, answers by rules of thumb."""

    def __init__(self, title: Shown, advise: Callable[[State], Command]) -> None:
        """`advise` gives the command that a sensible player would give in a state."""
        super().__init__(title)
        self._advise = advise

    def movable(self, state: State, space: str) -> Sequence[str]:
        """Units that can be taken up; in a phase without moves those that a command of theirs leads somewhere."""
        return marches.movable(state, space) if _marching(state) else super().movable(state, space)

    def ways(self, state: State, units: Sequence[str]) -> Mapping[str, Sequence[Way]]:
        """Normal, strategic, by rail; what costs a marker comes last."""
        return marches.ways(state, units, self.after) if _marching(state) else super().ways(state, units)

    def tally(self, state: State) -> Tally | None:
        """Units that have moved, of those that could; in a combat phase attacks are not counted."""
        step = top(state)
        phase = state.stack[-2] if isinstance(step, Moving) else step
        match phase:
            case movement.MovementPhase(side=side):
                moved = len(state.now.moved)
                return Tally(moved, moved + len(movement.free(state, side)))
            case Reaction(count=count, moved=gone):
                return Tally(len(gone), len(gone) + count)
        if isinstance(phase, marches.MOVERS):
            moved = len(state.now.moved)
            return Tally(moved, moved + sum(isinstance(each, Move) for each in phase.legal(state)))
        return None

    def attack(self, state: State, space: str) -> Sequence[Command] | None:
        """All who help, up to the odds; whoever another attack can use stays out of it where he is not needed."""
        return attacks.declared(state, space)

    def odds_at(self, state: State) -> Mapping[str, str]:
        """The column of everybody who may attack together, before the defender's markers and bonus."""
        return attacks.odds_at(state)

    def answer(self, state: State) -> Gesture | None:
        """By the rules of thumb of `answers`; behind the front as the greedy player would do it."""
        return answers.answer(state, self.after, self._advise)

    def considered(self, state: State) -> Gesture | None:
        """The support marker that adds most, PLUTO moved up: what they cost is said, and the player's to weigh."""
        step = top(state)
        if not isinstance(step, SupportPhase) or step.stage != "use" or step.decider(state) is None:
            return None
        return answers.marker_or_pluto(state, step, self.after)

    def warnings(self, state: State) -> Sequence[str]:
        """Nobody moved, overstacked, cut off, no HQ ashore, markers or points lost."""
        return dangers.warnings(state)

    def _of_moving(self, state: Any) -> Iterator[Command]:
        """In phases of movement the units that are taken up."""
        if _marching(state):
            return (each for each in state.stack[-1].legal(state) if isinstance(each, Move))
        if isinstance(top(state), Gathering):
            return iter(())
        return super()._of_moving(state)


def _marching(state: State) -> bool:
    return isinstance(top(state), (*marches.MOVERS, Moving))
