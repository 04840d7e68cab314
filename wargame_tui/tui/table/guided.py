"""Where a guided first turn stands: it follows the game and the keys, and never decides anything itself."""

from collections.abc import Sequence

from wargame_tui.board.guide import GuideStep
from wargame_tui.core.game import Game


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
    def count(self) -> str:
        """`3/10`."""
        return f"{self.at + 1}/{len(self._steps)}"

    def key(self, key: str) -> None:
        """A key was pressed at the table."""
        if self.step is not None and key in self.step.keys:
            self.at += 1

    def follow(self, game: Game, *, in_hand: bool) -> None:
        """Look at what has been played since the last time, and at the hand."""
        new = game.entries[self._seen :] if self._seen is not None else []
        self._seen = len(game.entries)
        step = self.step
        if step is None:
            return
        given = any(entry.text.split()[0] in step.commands for entry in new)
        happened = any(event.kind in step.events for entry in new for event in entry.events)
        if given or happened or (step.in_hand and in_hand):
            self.at += 1
