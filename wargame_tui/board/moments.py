"""The moments of a game: what led to each, in words, and where turns, phases and battles begin.

A moment is a number of commands, counted from the first state that is known: after 0 the game begins.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from wargame_tui.board.title import Battle, BoardTitle
from wargame_tui.core.game import Game
from wargame_tui.core.journal import KERNEL

PHASE = 4
"""Steps of the trail that make up a phase: turn, impulse, side, phase."""
Begins = Callable[[Game, int], bool]
"""Whether something begins with a moment that is not the first."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A phase of a game: the moment with which it begins, its turn and its words."""

    at: int
    turn: str
    words: str


def trail_of(state: Any) -> list[str]:
    """The words of the steps of a state, from the turn down to the decision."""
    return [words for step in state.stack if (words := step.title(state))]


def told(game: Game, entry: int, side: str | None = None) -> str:
    """A line of the journal in words: who decided what, as far as a side may know it; None knows all."""
    played = game.entries[entry]
    if played.side == KERNEL:
        return _BY_HAND.get(played.text) or _BY_HAND.get(played.text.partition(" ")[0], played.text)
    words = decided(game, entry, side)
    return f"{played.side[:1].upper()}{played.side[1:]}: {words}"


def decided(game: Game, entry: int, side: str | None) -> str:
    """What a player decided, in words, as far as a side may know it; None knows all."""
    if not game.is_open(entry, side):
        return IN_SECRET
    return game.title.command_text(game.states[entry], game.parse(game.entries[entry].text))


IN_SECRET = "decides in secret"
"""What is told of a decision that only its side may know."""
_BY_HAND = {
    "edit": "The position is set up by hand",
    "dice": "Dice are forced",
    "dice null": "Dice are no longer forced",
    "seed": "The dice change",
}


# Where something begins


def begins_turn(game: Game, at: int) -> bool:
    """Whether a turn begins."""
    return game.title.turn(game.states[at]) != game.title.turn(game.states[at - 1])


def begins_phase(game: Game, at: int) -> bool:
    """Whether a phase begins, not only a step of the same one is begun or done."""
    return has_changed(trail_of(game.states[at - 1])[:PHASE], trail_of(game.states[at])[:PHASE])


def has_changed(before: Sequence[str], now: Sequence[str]) -> bool:
    """Whether play has neither gone into a step of the one in hand nor back to one around it, but on to the next."""
    shared = min(len(before), len(now))
    return before[:shared] != now[:shared]


def begins_battle(game: Game, at: int) -> bool:
    """Whether a battle begins, or is fought at once."""
    now = _battle(game, at)
    if now is None:
        return False
    before = _battle(game, at - 1)
    return before is None or before.finished or before.space != now.space


def _battle(game: Game, at: int) -> Battle | None:
    title = game.title
    if not isinstance(title, BoardTitle):
        return None
    return title.battle(game.states[at], game.entries[at - 1].events if at else game.opening)


def seek(game: Game, at: int, by: int, begins: Begins) -> int | None:
    """The nearest moment after, or before, one at which something begins; None if there is none."""
    moments = range(at + 1, len(game.entries) + 1) if by > 0 else range(at - 1, 0, -1)
    return next((moment for moment in moments if begins(game, moment)), None)


def chapters(game: Game) -> list[Chapter]:
    """Every phase that has begun, the set-up first."""
    moments = [0, *(at for at in range(1, len(game.entries) + 1) if begins_phase(game, at))]
    return [_chapter(game, at) for at in moments]


def _chapter(game: Game, at: int) -> Chapter:
    state, title = game.states[at], game.title
    words = " · ".join(trail_of(state)[:PHASE])
    spoken = title.spoken(words) if isinstance(title, BoardTitle) else words
    return Chapter(at, title.turn(state), spoken or (state.over.level if state.over else ""))
