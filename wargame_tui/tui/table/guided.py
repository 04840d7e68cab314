"""Where a guided first turn stands: it follows the game and the keys, and never decides anything itself."""

from collections.abc import Sequence

from wargame_tui.board.guide import GuideStep
from wargame_tui.core.game import Entry, Game


class Guided:
    """The steps of a guide, and the one in hand."""

    def __init__(self, steps: Sequence[GuideStep]) -> None:
        self._steps = steps
        self.at = 0
        self._seen: int | None = None
        """Commands of the game that have been looked at."""

    @property
    def step(self) -> GuideStep | None:
        """The step in hand; None once all are done."""
        return self._steps[self.at] if self.at < len(self._steps) else None

    @property
    def total(self) -> int:
        """How many steps there are."""
        return len(self._steps)

    def key(self, key: str) -> None:
        """A key was pressed at the table."""
        if self.step is not None and key in self.step.keys:
            self.at += 1

    def resume(self, game: Game) -> None:
        """Go to where a game has come to that is resumed."""
        for entry in game.entries:
            self._catch_up([entry])
        self._seen = len(game.entries)

    def follow(self, game: Game, *, in_hand: bool) -> None:
        """Look at what has been played since the last time, and at the hand.

        Whoever went on without doing what a step says finds the guide again behind the next thing that had to happen.
        """
        new = game.entries[self._seen :] if self._seen is not None else []
        self._seen = len(game.entries)
        step = self.step
        if step is None:
            return
        if _is_met(step, new) or (step.in_hand and in_hand):
            self.at += 1
        else:
            self._catch_up(new)

    def _catch_up(self, new: Sequence[Entry]) -> None:
        """Whoever goes on without trying a key finds the guide behind what he has played, or what had to happen.

        Beyond what has to happen, and has not, nothing is looked for: the same commands come again there.
        """
        for at in range(self.at, self.total):
            if _is_met(self._steps[at], new):
                self.at = at + 1
                return
            if self._steps[at].events:
                return


def _is_met(step: GuideStep, new: Sequence[Entry]) -> bool:
    """Whether what a step waits for was played, or has happened."""
    verbs = {entry.text.split()[0] for entry in new}
    return not verbs.isdisjoint(step.commands) or any(
        event.kind in step.events for entry in new for event in entry.events
    )
