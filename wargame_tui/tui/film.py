"""Films: what journal entries led to, scene by scene, each with the state in which the table stood then."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

from wargame_tui.board.title import BoardTitle
from wargame_tui.board.turns import Turns
from wargame_tui.core.event import Event
from wargame_tui.core.game import OPENING, Entry, Frame, Game
from wargame_tui.tui.players import Players

END = "end"
"""The command with which a player ends what he has to decide, in every title."""
Place = tuple[int, int]
"""A moment within a journal entry (or OPENING): its number, and the number of the scene."""


def is_quiet(title: BoardTitle[Any], event: Event) -> bool:
    """Whether what the program did there matters so little that several of the kind are one scene."""
    return event.weight == "quiet" and title.enemy_act(event)


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

    @property
    def side(self) -> str | None:
        """Who decides in the state on view."""

    @property
    def turns(self) -> Turns:
        """Whose turn every moment was."""

    @property
    def players(self) -> Players:
        """Which sides the program plays."""

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
            self._cut[entry] = of, _together(_eventful(frames), partial(is_quiet, self._played.title))
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

    def before(self, place: Place) -> Place | None:
        """The scene before one, whoever's turn it belongs to; None at the beginning of the game."""
        return Film.after(self, place, -1)

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

    def forget(self) -> None:
        """Cut the scenes anew: whoever sits there may know other things now."""
        self._cut.clear()

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

    def turn_of(self, place: Place) -> str | None:
        """Whose turn a scene belongs to, where two play in turn."""
        return None


class TurnFilm(Film):
    """The scenes of a game that two play at one table: a film shows what the other side did in its last turn."""

    def enemy_turn(self) -> Place | None:
        """Where the last turn of the side begins that is not asked at the moment on view; None if there was none."""
        played, states = self._played, self._played.game.states
        stretch = played.side and played.turns.last_of_others(states, played.at, played.side)
        if not stretch or stretch[0] == played.at:
            return None
        first = stretch[0]
        if first:
            # What came by itself after the last decision of the turn before belongs to this one.
            for number in range(len(self.scenes(first - 1))):
                if self.turn_of((first - 1, number)) == played.turns.of(states, first):
                    return first - 1, number
        return first, 0

    def enemy_acts(self, since: int) -> Place | None:
        """The first scene since a journal entry in which the program played its own turn."""
        played, states = self._played, self._played.game.states
        for entry in range(max(since, 0), played.newest):
            side = played.game.entries[entry].side
            if played.players.of(side) is not None and played.turns.of(states, entry) == side:
                return entry, 0
        return None

    def after(self, place: Place, by: int) -> Place | None:
        """The scene after one, or before it, in the same turn; answers of which nothing came are left out."""
        found = super().after(place, by)
        while found is not None and self._is_silent(found):
            found = super().after(found, by)
        return found if found is not None and self.turn_of(found) == self.turn_of(place) else None

    def turn_of(self, place: Place) -> str | None:
        """Whose turn a scene belongs to: that in which it began, perhaps the one to which its command led."""
        turns, states, entry = self._played.turns, self._played.game.states, place[0]
        if entry != OPENING and turns.goes_on(states, entry, self.scene(place).before):
            return turns.of(states, entry)
        return turns.of(states, entry + 1)

    def _is_silent(self, place: Place) -> bool:
        """Whether a scene is only the answer to a short question."""
        entry, number = place
        if entry == OPENING or number or self.scene(place).events:
            return False
        return self._played.game.entries[entry].side != self._played.turns.of(self._played.game.states, entry)


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


def _together(frames: Sequence[Frame], quietly: Callable[[Event], bool]) -> list[Frame]:
    """The same with one piece for several in a row in which nothing but quiet things happened."""
    found: list[Frame] = []
    quiet = False
    for frame in frames:
        before, quiet = quiet, bool(frame.events) and all(map(quietly, frame.events))
        if before and quiet:
            last = found.pop()
            frame = replace(frame, before=last.before, events=(*last.events, *frame.events))
        found.append(frame)
    return found
