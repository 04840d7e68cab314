"""Who is asked what a side does that no person plays: the program's player, or a program from outside."""

from collections.abc import Callable

from wargame_tui.bots.opponent import RECRUIT, Decision
from wargame_tui.bots.thinker import Thinker
from wargame_tui.core.game import Game
from wargame_tui.protocol.outside import PREFIX, OutsideThinker


class Advisor(Thinker):
    """A thinker that hands on what is for a program from outside. Each is started by its first question."""

    def __init__(self) -> None:
        super().__init__()
        self._outside: dict[str, OutsideThinker] = {}
        """By the words that name it."""

    def ask(self, game: Game, level: str = RECRUIT, hear: Callable[[str], None] = lambda words: None) -> Decision:
        """What the side that decides should do: waits for it. Raises ThinkerGone."""
        if not level.startswith(PREFIX):
            return super().ask(game, level, hear)
        if level not in self._outside:
            self._outside[level] = OutsideThinker(level.removeprefix(PREFIX))
        return self._outside[level].ask(game)

    def stop(self) -> None:
        """End the processes; whoever waits for one gets an answer that comes too late."""
        super().stop()
        outside, self._outside = self._outside, {}
        for each in outside.values():
            each.stop()
