"""A player for one side of a game between two: what it is shown, and what becomes of what it says.

A title's player is the function `choose(game) -> Command` of its module `bot`, which `BoardTitle.bot` finds; the levels
above it (`bots.search`) go on by better habits and think ahead, where the title has a staff. A player chooses for the
side that decides, and gets a game that holds what this side may know (`board.sight`): states as the title shows them to
it, dice sealed, no journal, and no state before the turn in hand. So it cannot look at hidden markers or dice, whatever
it tries, and the same position gives the same choice.

A player is never trusted (`decide`): an exception, an illegal command or a turn without end costs it the choice, not
the game.
"""

from typing import Any, NamedTuple

from wargame_tui.board.sight import MOST_DECISIONS
from wargame_tui.board.staff import Choose
from wargame_tui.board.title import BoardTitle
from wargame_tui.bots.search import Searcher, Thought
from wargame_tui.core.command import Command
from wargame_tui.core.game import Game
from wargame_tui.core.title import Title, UnknownScenario

RECRUIT = "recruit"
"""The level of the greedy players: what promises most at once."""
VETERAN, STAFF = "veteran", "staff"
"""The levels above: habits that have proved their worth, with little thought or none, and thinking ahead a lot."""
LEVELS = (RECRUIT, VETERAN, STAFF)
END = "end"


class Decision(NamedTuple):
    """What a player has decided."""

    command: str
    """In notation."""
    trouble: str | None = None
    """Why that is not what it said; None if it is."""
    thought: Thought | None = None
    """What is behind it, where the player thought ahead."""


def has_player(title: Title[Any]) -> bool:
    """Whether the program can play a side of a title."""
    return bool(levels(title))


def player(title: Title[Any], level: str) -> Choose | None:
    """The player of a title at a level of `LEVELS`; None if nobody has written one."""
    if level not in LEVELS:
        raise ValueError(f"no level `{level}`")
    if not isinstance(title, BoardTitle):
        return None
    if level == RECRUIT:
        return title.bot()
    staff = title.staff()
    return None if staff is None else Searcher(staff, level)


def levels(title: Title[Any]) -> tuple[str, ...]:
    """The levels at which the program can play a title, the weakest first."""
    return tuple(level for level in LEVELS if player(title, level) is not None)


def weighs(title: Title[Any], level: str) -> bool:
    """Whether the player of a title thinks ahead at a level."""
    staff = title.staff() if isinstance(title, BoardTitle) else None
    return staff is not None and type(staff).work.get(level, 0) > 0


def adviser(title: Title[Any]) -> str | None:
    """The level that gives hints: the quickest one that weighs what it proposes; None if nobody plays the title."""
    able = levels(title)
    return next((level for level in able if weighs(title, level)), able[0] if able else None)


def side_of(title: Title[Any], given: str) -> str:
    """A side of a title that the program can play, however its case is written.

    Raises UnknownScenario: no such side, or nobody to play it.
    """
    if not has_player(title):
        raise UnknownScenario(f"{title.name} has no opponent: nobody has written a player for it")
    return side_named(title, given)


def side_named(title: Title[Any], given: str) -> str:
    """A side of a title, however its case is written. Raises UnknownScenario."""
    found = next((side for side in title.sides if side.lower() == given.lower()), None)
    if found is None:
        raise UnknownScenario(f"{title.name} has no side `{given[:40]}`; there are {', '.join(title.sides)}")
    return found


# What it decides


def decide(choose: Choose, seen: Game) -> Decision:
    """What a player decides in a game as its side knows it; `plain` if that cannot be done."""
    if _has_decided_too_often(seen):
        return Decision(plain(seen).notation(), f"{MOST_DECISIONS} decisions in one turn")
    try:
        command = choose(seen)
        refusal = seen.refusal(command)
    except Exception as error:
        return Decision(plain(seen).notation(), f"{type(error).__name__}: {error}")
    if refusal is not None:
        return Decision(plain(seen).notation(), f"`{command.notation()}` was refused: {refusal.reason}")
    return Decision(command.notation(), thought=getattr(choose, "thought", None))


def _has_decided_too_often(seen: Game) -> bool:
    """Whether the side that decides has done so without end this turn: what the other one did is not its fault."""
    if len(seen.states) < MOST_DECISIONS:
        return False
    own = [state for state in seen.states if state.stack[-1].decider(state) == seen.side]
    return len(own) >= MOST_DECISIONS


def plain(game: Game) -> Command:
    """What needs no thought: what the question itself proposes, or its end, or else the first legal command."""
    title = game.title
    suggested = title.suggested(game.state) if isinstance(title, BoardTitle) else None
    if suggested is not None and game.refusal(suggested) is None:
        return suggested
    legal = game.legal()
    return next((command for command in legal if command.verb == END), legal[0])


def checked(game: Game, decision: Decision) -> Decision:
    """A decision that the game itself takes: what a side cannot see may forbid what it chose."""
    try:
        refusal = game.refusal(game.parse(decision.command))
    except ValueError as error:
        return Decision(plain(game).notation(), str(error))
    if refusal is None:
        return decision
    return Decision(plain(game).notation(), f"`{decision.command}` was refused: {refusal.reason}")
