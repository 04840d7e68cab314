"""The bands at the left edge of counters: what they tell, chosen by the player, coloured for the whole game."""

from typing import Any

from wargame_tui.board.scene import Counter
from wargame_tui.tui.session import Session

TOLD = ("division", "army", "supply", "strength", "moved", "none")
"""What bands can tell, in the order in which the key goes through them."""


class Bands:
    """The bands of a game."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._stripes: Any = None
        self.told = TOLD[0]
        """What they tell."""

    def next(self) -> str:
        """Let them tell something else that there is in this game; what."""
        at, stripes = TOLD.index(self.told), self._stripes_of_game()
        self.told = next(told for told in (*TOLD[at + 1 :], *TOLD[: at + 1]) if stripes.tells(told))
        return self.told

    def of(self, counter: Counter) -> tuple[str, ...]:
        """The colours of a counter's band from above; none: it has none."""
        found: tuple[str, ...] = self._stripes_of_game().of(counter, self.told)
        return found

    def _stripes_of_game(self) -> Any:
        if self._stripes is None:
            # Imported here: it comes with the painter, which the first screen can do without.
            from wargame_tui.tui.paint.counter_face import Stripes, roster

            self._stripes = Stripes(roster(self._session.title, self._session.state))
        return self._stripes
