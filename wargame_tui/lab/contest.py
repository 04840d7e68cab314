"""One game between two players under the oracles of the laboratory, and the line that is left of it."""

import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from wargame_tui.board.sight import MOST_DECISIONS
from wargame_tui.board.title import BoardTitle
from wargame_tui.bots.sights import Sights
from wargame_tui.core import save
from wargame_tui.core.disk import make_folder
from wargame_tui.core.game import Game
from wargame_tui.core.title import find_scenario
from wargame_tui.lab.seats import OutsideSeat, Seat, taken
from wargame_tui.protocol.outside import Clock, Fault

try:
    import resource
except ImportError:  # Windows does not say how much memory a process has taken.
    resource = None  # type: ignore[assignment]

MOST_COMMANDS = 40_000
"""Of a game; one that is not over then is endless."""
MOST_SECONDS = 60.0
"""That a decision of a player of the program may take; an outside one has its clock."""
MOST_FAULTS = 20
"""That are kept of a game."""

Json = dict[str, Any]
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Task:
    """A game to be played: the same task gives the same game, as far as its players do."""

    scenario: str
    number: int
    """Among the games of these players, from 0."""
    seed: int
    players: Mapping[str, str]
    """By side."""
    options: Mapping[str, Any] = field(default_factory=dict)
    move: float = 60.0
    """Seconds that an outside program has for a decision."""
    clock: float | None = None
    """Seconds that it has for the game; None: as many as it likes."""
    saves: str = ""
    """A folder in which the game is kept as a save; empty: it is not."""

    @property
    def name(self) -> str:
        """Of its save."""
        scenario = self.scenario.replace("/", "-")
        return "-".join([scenario, *(_plain(player) for player in self.players.values()), str(self.number)])


def _plain(words: str) -> str:
    return "".join(character if character.isalnum() else "_" for character in words)[:40]


def play(task: Task, tell: Tell | None = None) -> Json:
    """Play a game to its end or to the first fault that ends it: the line that is kept of it.

    `tell` is told the story. Raises UnknownScenario, BadOption, UnknownPlayer, DataError.
    """
    return _Contest(task, tell).run()


class _Contest:
    """A game in progress."""

    def __init__(self, task: Task, tell: Tell | None) -> None:
        self._task, self._tell = task, tell
        title = find_scenario(task.scenario)[0]
        assert isinstance(title, BoardTitle)
        self._title = title
        self._game = Game(title, task.scenario, task.seed, task.options)
        self._sights = Sights(self._game)
        self._annalist = title.annalist(task.scenario)
        self._seats: dict[str, Seat] = {
            side: taken(title, words, 2 * task.seed + number, Clock(task.move, task.clock))
            for number, (side, words) in enumerate(task.players.items())
        }
        self._turns = Counter[tuple[str, str]]()
        """Decisions by turn and side."""
        self._seconds: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        """By side and turn."""
        self._longest: dict[str, float] = dict.fromkeys(task.players, 0.0)
        self._faults: list[Json] = []
        self._forfeited: str | None = None

    def run(self) -> Json:
        """Play it."""
        game = self._game
        try:
            while not game.over and self._goes_on():
                self._decide(game.side or "")
        except Fault as fault:
            self._forfeited = game.side
            self._found(fault.kind, game.side, str(fault))
        except Exception:
            self._found("crash", game.side, traceback.format_exc(limit=-3))
        finally:
            for seat in self._seats.values():
                seat.leave(game)
        if game.over:
            self._annalist.close(game.state)
        if self._task.saves:
            folder = Path(self._task.saves)
            make_folder(folder)
            save.write(game, folder / f"{self._task.name}.json")
        return self._line()

    def _goes_on(self) -> bool:
        if self._game.seq >= MOST_COMMANDS:
            self._found("endless", self._game.side, f"not over after {MOST_COMMANDS} commands")
            return False
        if not self._game.legal(1):
            self._found("dead end", self._game.side, f"nobody can do anything: {self._game.prompt.text}")
            return False
        return True

    def _decide(self, side: str) -> None:
        game, seat = self._game, self._seats[side]
        before, turn = game.state, self._title.turn(game.state)
        self._turns[turn, side] += 1
        begun, troubles = seat.now(), len(seat.troubles)
        try:
            command = seat.choose(game, self._sights, hurried=self._turns[turn, side] > MOST_DECISIONS)
        finally:
            seconds = seat.now() - begun
            self._seconds[side][turn] += seconds
            self._longest[side] = max(self._longest[side], seconds)
        if seconds > MOST_SECONDS and not isinstance(seat, OutsideSeat):
            self._found("slow", side, f"a decision took {seconds:.1f} s")
        for trouble in seat.troubles[troubles:]:
            self._found("trouble", side, trouble)
        events = game.apply(command)
        self._annalist.note(before, events, game.state)
        if self._tell is not None:
            for event in events:
                self._tell(self._title.event_text(event))

    def _found(self, oracle: str, side: str | None, text: str) -> None:
        if len(self._faults) < MOST_FAULTS:
            self._faults.append({"oracle": oracle, "side": side, "at": self._game.seq, "text": text[-1_000:]})

    def _line(self) -> Json:
        game, task, over = self._game, self._task, self._game.over
        other = next((side for side in task.players if side != self._forfeited), None)
        return {
            "number": task.number,
            "seed": task.seed,
            "players": dict(task.players),
            "winner": over.winner if over else other if self._forfeited else None,
            "level": over.level if over else "forfeit" if self._forfeited else "not over",
            "reason": over.reason if over else self._faults[-1]["text"].strip().splitlines()[-1],
            "points": over.points if over else None,
            "over": bool(over or self._forfeited),
            "turn": self._title.turn(game.state),
            "commands": game.seq,
            "most": max(self._turns.values(), default=0),
            "seconds": {side: round(sum(turns.values()), 3) for side, turns in self._seconds.items()},
            "turn_seconds": {side: round(median(turns.values()), 3) for side, turns in self._seconds.items()},
            "longest": {side: round(seconds, 3) for side, seconds in self._longest.items()},
            "memory": _memory(),
            "faults": self._faults,
            "annals": self._annalist.annals.as_json() if over else None,
        }


def _memory() -> int:
    """The most megabytes that this process has ever taken; 0 where that is not known."""
    if resource is None:
        return 0
    import sys

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(most // (1024 * 1024 if sys.platform == "darwin" else 1024))
