"""Who plays each side of a game between two: a person at this table, the program, or a program from outside.

That lies beside the game, not in it: no rule, save or journal speaks of it. A game called NAME that the program plays,
or has given advice in, has a file `NAME.players` beside its saves, which says so when the game is taken up again. A
program from outside is never named there, since no file may say what is to be started: whoever goes on with the game
names it again.
"""

from pathlib import Path
from typing import Any

from wargame_tui.board.phrases import plural, side_words
from wargame_tui.bots.opponent import LEVELS, RECRUIT, Decision, levels, side_named, side_of
from wargame_tui.bots.search import TIME, Thought
from wargame_tui.core.event import Event, event
from wargame_tui.core.harmless import harmless
from wargame_tui.core.title import BadOption, Title
from wargame_tui.protocol.outside import PREFIX, command_line
from wargame_tui.tui.beside import Beside

PERSONS, BOTH = "none", "both"
"""On the command line: nobody but persons plays; the program plays every side."""
HINTS, HANDED = "hints", "handed over"
"""In the file: how often a person asked for a hint, and how often a side changed hands during the game."""


@event("program_trouble", None, "The program had no answer and did what needs no thought: {why}")
class InTrouble(Event):
    """The program's player failed, and something was decided for it; told in the log only."""

    side: str
    why: str


@event("program_late", None, "The program ran out of time and took the best plan found so far")
class OutOfTime(Event):
    """The program's player thought for longer than it may; told in the log only."""

    side: str


class Players(Beside):
    """The sides that the program plays, each with its level."""

    suffix = ".players"

    def __init__(self) -> None:
        super().__init__()
        self.levels: dict[str, str] = {}
        self.told: dict[int, InTrouble | OutOfTime] = {}
        """Where its player failed or was late, by the number of the journal entry."""
        self.thoughts: dict[int, Thought] = {}
        """What was behind its decisions, by the number of the journal entry; not kept on disk."""
        self.marks: dict[str, int] = {}
        """How often there were `HINTS`, and sides were `HANDED` over."""

    def of(self, side: str | None) -> str | None:
        """The level at which the program plays a side, or the program from outside, `program:COMMAND`, that does.

        None: a person does, or there is no side.
        """
        return self.levels.get(side or "")

    def person(self, title: Title[Any]) -> str | None:
        """The only side that a person plays; None if both do."""
        persons = [side for side in title.sides if side not in self.levels]
        return persons[0] if len(persons) == 1 else None

    def decided(self, entry: int, side: str, decision: Decision) -> None:
        """Keep in mind what was behind a decision of the program, or that it was not that of its player."""
        if decision.thought is not None:
            if decision.thought.cut == TIME and decision.thought not in self.thoughts.values():
                self.told[entry] = OutOfTime(side=side)
            self.thoughts[entry] = decision.thought
        if decision.trouble is not None:
            self.told[entry] = InTrouble(side=side, why=decision.trouble)

    def mark(self, what: str) -> None:
        """Count `HINTS`, or sides `HANDED` over."""
        self.marks[what] = self.marks.get(what, 0) + 1

    def forget_after(self, entries: int) -> None:
        """Some of it was taken back: so many journal entries are left."""
        self.told = {entry: told for entry, told in self.told.items() if entry < entries}
        self.thoughts = {entry: thought for entry, thought in self.thoughts.items() if entry < entries}

    @property
    def named(self) -> str | None:
        """Who the program plays, as the command line names them; None if nobody."""
        return ",".join(f"{side}:{level}" for side, level in self.levels.items()) or None

    def words(self) -> str:
        """Who the program plays, in a few words; empty if nobody."""
        return ", ".join(f"{_called(level)} plays {side_words(side)}" for side, level in self.levels.items())

    def help_words(self) -> str:
        """The help that persons had from the program, in a few words; empty if they had none."""
        hints, handed = self.marks.get(HINTS, 0), self.marks.get(HANDED, 0)
        told = [plural(hints, "hint")] if hints else []
        return ", ".join([*told, *([f"{plural(handed, 'side')} handed over during the game"] if handed else [])])

    def read(self, folder: Path, name: str, title: Title[Any]) -> None:
        """Take what the file beside a game says, as far as it can be understood."""
        given, able = self.found(folder, name), levels(title)
        self.levels = {side: level for side, level in given.items() if side in title.sides and level in able}
        counts = {what: given.get(what) for what in (HINTS, HANDED)}
        self.marks = {what: count for what, count in counts.items() if type(count) is int and count > 0}
        self._kept = self.to_keep

    @property
    def to_keep(self) -> dict[str, str | int]:
        """The sides with their levels, and the marks; never a program from outside."""
        return {**{side: level for side, level in self.levels.items() if level in LEVELS}, **self.marks}


def _called(level: str) -> str:
    outside = level.startswith(PREFIX)
    return harmless(level.removeprefix(PREFIX), 100) if outside else f"the program ({level})"


def opponents(title: Title[Any], given: str | None, *, solitaire: bool) -> dict[str, str] | None:
    """The players that opponents named on the command line make; None if none is named.

    `german`, `german:veteran`, `german:staff,american:recruit`, `both:staff`, `none`; a side named without a level is
    played by a recruit. One alone may be a program from outside, `german:program:COMMAND`. Raises BadCommandLine,
    BadOption, UnknownScenario.
    """
    if given is None:
        return None
    if given == PERSONS:
        return {}
    if solitaire:
        raise BadOption("this is a game for one player: the program plays the other side anyway")
    side, _, level = given.partition(":")
    if level.startswith(PREFIX):
        command_line(level.removeprefix(PREFIX))
        return {side_named(title, side): level}
    found = {}
    for each in given.split(","):
        side, _, at = each.partition(":")
        sides = title.sides if side.lower() == BOTH else (side_of(title, side),)
        found.update(dict.fromkeys(sides, _level(title, at or RECRUIT)))
    return found


def _level(title: Title[Any], given: str) -> str:
    """A level at which the program plays a title. Raises BadOption."""
    able = levels(title)
    if given.lower() not in able:
        raise BadOption(f"{title.name} has no level `{given[:40]}`; there are {', '.join(able)}, and `{PREFIX}COMMAND`")
    return given.lower()
