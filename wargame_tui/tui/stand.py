"""How a saved game stands, for its card: who plays, score, what happened last, the map. Nothing is played for it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wargame_tui.board.scene import Scene
from wargame_tui.board.title import BoardTitle
from wargame_tui.core import save as saves
from wargame_tui.core.save import NotPlayable
from wargame_tui.core.title import find_scenario
from wargame_tui.tui.kept_words import NOBODY, LastWords
from wargame_tui.tui.players import Players


@dataclass(frozen=True, slots=True)
class Stand:
    """The newest position in a save, as whoever looks at a list of games may see it."""

    title: BoardTitle[Any]
    state: Any
    scene: Scene
    sides: str
    """Who plays them."""
    score: str
    last: str
    """What happened last; empty if that is not known."""


def stand_of(path: Path) -> Stand:
    """How the game in a file stands: by the newest position in it, whose journal is not played again.

    Raises DamagedSave, BadData.
    """
    save = saves.check(path)
    title, info = find_scenario(save.header.scenario)
    if not isinstance(title, BoardTitle):
        raise NotPlayable(path.name, "it has no map")
    state = title.restore(save.snapshots[-1].state)
    players = Players()
    viewer = None
    sides = "you against the program"
    if not info.solitaire:
        players.read(path.parent, path.stem, title)
        viewer = players.person(title) or NOBODY
        sides = players.words() or "two at this table"
    last = LastWords().read(path.parent, path.stem, len(save.journal))
    return Stand(title, state, title.scene(state, viewer), sides, title.phase_bar(state).score, last)
