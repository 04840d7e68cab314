"""Games between two that have ended: how often each side of a title was won, and against whom.

`results.jsonl` in the folder of saves has a line for every game that ended at this player's table. Lines are only ever
added.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from wargame_tui.board.phrases import side_words
from wargame_tui.board.record import Line, LineFile
from wargame_tui.core.game import Game

FILE = "results.jsonl"
BY_MAIL, HOT_SEAT, OUTSIDE = "another player", "two at this table", "another program"
"""Against whom, where it was no level of the program."""


class Ended(Line):
    """A line of the file."""

    when: datetime
    title: str
    scenario: str
    side: str
    """The side whose result it is: the player's own; of a game that two played at this table the winner's."""
    against: str
    """The level at which the program played the other side, or what stands above."""
    winner: str | None
    level: str
    root: str
    """What was to be played, hashed: the same for games that could have rolled the same dice."""
    check: str
    """The whole game, hashed."""
    help: str = ""
    """What the side had of the program, in words: hints, sides handed over; empty if nothing."""

    @property
    def won(self) -> bool:
        """Whether the side has won."""
        return self.winner == self.side


@dataclass(frozen=True, slots=True)
class Tally:
    """What the games of a side against somebody have come to."""

    side: str
    against: str
    won: int
    drawn: int
    lost: int
    helped: bool = False
    """Whether these are the games in which the program helped."""

    @property
    def words(self) -> str:
        """`German against staff: won 2, lost 1`."""
        counts = [f"{name} {count}" for name, count in (("won", self.won), ("drawn", self.drawn), ("lost", self.lost))]
        told = [words for words in counts if not words.endswith(" 0")]
        seats = f", {HOT_SEAT}" if self.against == HOT_SEAT else f" against {self.against}"
        return f"{side_words(self.side)}{seats}{', with help' if self.helped else ''}: {', '.join(told)}"


class Results(LineFile[Ended]):
    """The results in a folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / FILE, Ended)


def ended(
    game: Game, side: str, against: str, earlier: Iterable[Ended], now: datetime, help_: str = ""
) -> Ended | None:
    """What to write down of a game that is over; None if it stands there already, or was not played by the rules.

    A second game with the same dice does not count either: they were known.
    """
    over = game.over
    if over is None or game.edited or game.scripted or game.unverified is not None:
        return None
    if any(each.root == game.root for each in earlier):
        return None
    return Ended(
        when=now,
        title=game.title.id,
        scenario=game.scenario,
        side=side,
        against=against,
        winner=over.winner,
        level=over.level,
        root=game.root,
        check=(game.checks() or [game.root])[-1],
        help=help_,
    )


def tallies(results: Iterable[Ended]) -> Iterator[Tally]:
    """The results added up by side and opponent; a game of two at one table counts for the side that won it.

    Games in which the program helped stand apart.
    """
    found: dict[tuple[str, str, bool], list[Ended]] = {}
    for each in results:
        found.setdefault((each.side, each.against, bool(each.help)), []).append(each)
    for (side, against, helped), games in sorted(found.items()):
        won, drawn = sum(game.won for game in games), sum(game.winner is None for game in games)
        yield Tally(side, against, won, drawn, len(games) - won - drawn, helped)
