"""Who plays a side in the laboratory: a level of the program's player, `habits`, `random`, or an outside program."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from time import monotonic, process_time
from typing import Any

from wargame_tui.board.staff import Choose
from wargame_tui.board.title import BoardTitle
from wargame_tui.bots.opponent import LEVELS, checked, decide, levels, plain, player
from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.bots.sights import Sights
from wargame_tui.core.errors import ForPlayers
from wargame_tui.core.game import Game
from wargame_tui.core.title import Title
from wargame_tui.protocol.outside import PREFIX, Clock, Fault, Outside, command_line

RANDOM = "random"
HABITS = "habits"
"""How the levels above the recruit go on where they follow no plan: what thinking ahead is measured against."""


class UnknownPlayer(ForPlayers):
    """Nobody is called this."""


class Seat(ABC):
    """A player of one side of one game."""

    def __init__(self) -> None:
        self.troubles: list[str] = []
        """What it did wrong, in the order in which that came; each cost it a choice."""

    @abstractmethod
    def choose(self, game: Game, sights: Sights, *, hurried: bool) -> str:
        """Its decision as notation: legal. Raises Fault, which costs it the game.

        `hurried`: there were too many decisions in this turn, it must come to an end.
        """

    def now(self) -> float:
        """A clock of the time for which it is to blame, in seconds."""
        return process_time()

    def leave(self, game: Game) -> None:  # noqa: B027 - most players have nothing to do then
        """The game is over."""


class RandomSeat(Seat):
    """Chooses by lot."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._player = RandomPlayer(seed)

    def choose(self, game: Game, sights: Sights, *, hurried: bool) -> str:
        """Any legal command; in haste what ends something."""
        return (plain(game) if hurried else self._player.choose(game.legal())).notation()


class InnerSeat(Seat):
    """A player of the program, which sees what its side may see."""

    def __init__(self, choose: Choose) -> None:
        super().__init__()
        self._choose = choose

    def choose(self, game: Game, sights: Sights, *, hurried: bool) -> str:
        """What it decides, or what needs no thought where it fails; a turn that is too long is bound by `decide`."""
        decision = checked(game, decide(self._choose, sights.of(game.side or "")))
        if decision.trouble is not None:
            self.troubles.append(decision.trouble)
        return decision.command


class OutsideSeat(Seat):
    """A program from outside: whatever it does wrong costs it the game."""

    def __init__(self, words: str, clock: Clock) -> None:
        super().__init__()
        self._outside = Outside(words, clock)

    def choose(self, game: Game, sights: Sights, *, hurried: bool) -> str:
        """What it decides. Raises Fault."""
        if hurried:
            raise Fault("endless", "too many decisions in one turn")
        return self._outside.choose(game)

    def now(self) -> float:
        """The clock on the wall: it works elsewhere."""
        return monotonic()

    def leave(self, game: Game) -> None:
        """Tell it, and end its process."""
        self._outside.end(game)


def known(title: Title[Any], words: str) -> str:
    """A player as it is named, if there is one. Raises UnknownPlayer, BadCommandLine."""
    if words.startswith(PREFIX):
        command_line(words.removeprefix(PREFIX))
        return words
    if words == RANDOM or _player(title, words) is not None:
        return words
    if words in (*LEVELS, HABITS):
        raise UnknownPlayer(f"{title.name} has no player `{words}`; there are {', '.join(_there_are(title))}")
    raise UnknownPlayer(f"no player `{words[:60]}`; there are {', '.join(_there_are(title))}, and `{PREFIX}COMMAND`")


def _player(title: Title[Any], words: str) -> Choose | None:
    """A player of the program; None if there is none."""
    if words == HABITS:
        staff = title.staff() if isinstance(title, BoardTitle) else None
        return None if staff is None else type(staff).choose
    return player(title, words) if words in LEVELS else None


def _there_are(title: Title[Any]) -> Sequence[str]:
    return [*levels(title), *([HABITS] if _player(title, HABITS) else []), RANDOM]


def taken(title: Title[Any], words: str, seed: int, clock: Clock) -> Seat:
    """The player in its seat. Raises UnknownPlayer, BadCommandLine."""
    words = known(title, words)
    if words.startswith(PREFIX):
        return OutsideSeat(words.removeprefix(PREFIX), clock)
    choose = _player(title, words)
    return RandomSeat(seed) if choose is None else InnerSeat(choose)
