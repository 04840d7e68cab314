"""Films: what journal entries led to, scene by scene, each with the state in which the table stood then."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Protocol

from wargame_tui.board.title import BoardTitle
from wargame_tui.core.event import Event
from wargame_tui.core.game import OPENING, Entry, Frame, Game

END = "end"
"""The command with which a player ends what he has to decide, in every title."""
Place = tuple[int, int]
"""A moment within a journal entry (or OPENING): its number, and the number of the scene."""


class Played(Protocol):
    """The game at a table, as far as a film tells of it."""

    game: Game

    @property
    def title(self) -> BoardTitle[Any]:
        """Its title."""

    @property
    def newest(self) -> int:
        """The journal entries that can be looked back through."""

    @property
    def at(self) -> int:
        """How many of them have been played in the state on view."""

    def seen(self, events: Iterable[Event]) -> list[Event]:
        """Those of the events that whoever sits there may know of, as he may."""

    def is_seed(self, entry: int) -> bool:
        """Whether an entry only says where dice come from."""


class Film:
    """The scenes of a game. Those of one entry are cut once."""

    def __init__(self, played: Played) -> None:
        self._played = played
        self._cut: dict[int, tuple[Entry | None, list[Frame]]] = {}

    def scenes(self, entry: int) -> list[Frame]:
        """What a journal entry (or OPENING) led to, as pieces in which something happened; at least one."""
        game = self._played.game
        of = None if entry == OPENING else game.entries[entry]
        if entry not in self._cut or self._cut[entry][0] is not of:
            frames = [replace(frame, events=tuple(self._played.seen(frame.events))) for frame in game.frames(entry)]
            self._cut[entry] = of, _eventful(frames)
        return self._cut[entry][1]

    def scene(self, place: Place) -> Frame:
        """One of them."""
        return self.scenes(place[0])[place[1]]

    def after(self, place: Place, by: int) -> Place | None:
        """The scene after one, or before it; None at the end, or at the beginning, of the game."""
        entry, number = place
        if 0 <= number + by < len(self.scenes(entry)):
            return entry, number + by
        entry += by
        while 0 <= entry < self._played.newest and self._played.is_seed(entry):
            entry += by
        if not OPENING <= entry < self._played.newest:
            return None
        return entry, 0 if by > 0 else len(self.scenes(entry)) - 1

    def scene_of(self, entry: int, event: Event) -> Place:
        """The scene in which something happened."""
        left = next((number for number, each in enumerate(self._told(entry)) if each is event), 0)
        for number, frame in enumerate(self.scenes(entry)):
            left -= len(frame.events)
            if left < 0:
                return entry, number
        return entry, 0

    def _told(self, entry: int) -> Sequence[Event]:
        game = self._played.game
        return game.opening if entry == OPENING else game.entries[entry].events

    # Where films begin

    def news(self) -> Place | None:
        """What whoever sits down here has not seen yet; None if there is nothing new."""
        return None if self._played.newest else self.enemy_acts(OPENING)

    def enemy_acts(self, since: int) -> Place | None:
        """The first scene since a journal entry in which the program moved the side that nobody plays."""
        for entry in range(since, self._played.newest):
            first = next((event for event in self._told(entry) if self._played.title.enemy_act(event)), None)
            if first is not None:
                return self.scene_of(entry, first)
        return None

    def enemy_turn(self) -> Place | None:
        """The enemy's last turn before the moment on view; None if there was none."""
        found: int | None = None
        for entry in range(self._played.at - 1, OPENING - 1, -1):
            if any(map(self._played.title.enemy_act, self._told(entry))):
                found = entry
            if found is not None and entry != OPENING and self._played.game.entries[entry].text == END:
                break
        return None if found is None else self.enemy_acts(found)


def _eventful(frames: Sequence[Frame]) -> list[Frame]:
    """Pieces in which something happened, each with the silent ones before it; one silent piece if there is no other.

    What follows silently after the last is the passage to the next decision.
    """
    found: list[Frame] = []
    before = frames[0].before
    for frame in frames:
        if frame.events:
            found.append(replace(frame, before=before))
            before = frame.state
    return found or [replace(frames[-1], before=before)]
