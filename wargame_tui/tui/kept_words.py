"""The last thing that happened in a game when it was left, for its card among the saved games.

It lies beside the game: no save or journal speaks of it. That of a game called NAME is in a file `NAME.last`.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from wargame_tui.board.title import BoardTitle
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.core.harmless import harmless
from wargame_tui.tui.beside import Beside

FARTHEST = 20
"""Journal entries among which it is looked for."""
LONGEST = 200
"""Characters of it."""
NOBODY = ""
"""Who looks at a list of saved games: he sees what no side keeps to itself."""


class LastWords(Beside):
    """What happened last in one game."""

    suffix = ".last"

    def __init__(self) -> None:
        super().__init__()
        self._seq, self._words = 0, ""

    def hear(self, game: Game, title: BoardTitle[Any]) -> None:
        """Take what happened last that nobody keeps to himself: what matters, or else what there is."""
        told = [*_told(game, title)]
        event = next((event for event in told if event.weight != "quiet"), next(iter(told), None))
        self._seq, self._words = game.seq, "" if event is None else harmless(title.event_text(event))[:LONGEST]

    def read(self, folder: Path, name: str, seq: int) -> str:
        """What the file beside a game with so many commands says; empty if the game has gone on since."""
        given = self.found(folder, name)
        words = given.get("words")
        return harmless(words)[:LONGEST] if given.get("seq") == seq and isinstance(words, str) else ""

    @property
    def to_keep(self) -> dict[str, str | int]:
        """The words, and how many commands the game had."""
        return {"seq": self._seq, "words": self._words} if self._words else {}


def _told(game: Game, title: BoardTitle[Any]) -> Iterator[Event]:
    for entry in reversed(game.entries[-FARTHEST:]):
        for event in reversed(entry.events):
            if (shown := title.event_for(event, NOBODY)) is not None:
                yield shown
