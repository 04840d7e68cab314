"""Decisions that lie face down, such as D-Day markers: letters bring their lines without words.

A line's check vouches for its words, and of the commands that are legal where it was given just one fits it. So the
reader's program, which plays the game on, finds what he may not be told, and `proof` can tell that it was legal; nobody
reads it in the file. Whoever writes a program that plays the game finds it, too.
"""

from collections.abc import Iterable
from typing import Any

from wargame_tui.core.game import Game
from wargame_tui.core.journal import Line, follows
from wargame_tui.core.title import Title

PROMISE = (
    "What lies face down is in no letter in words, and the program does not tell it; but the other player's program "
    "plays the game on and has to know it, as it knows what the dice deal face down: whoever writes a program can look."
)
"""What keeps a decision from the other player, and what it cannot prevent."""


def has_some(title: Title[Any]) -> bool:
    """Whether decisions lie face down in games of a title."""
    return any(kind.face_down for kind in title.command_kinds)


def covered(title: Title[Any], line: Line) -> Line:
    """A line as letters bring it."""
    kind = title.grammar.kinds.get(line.text.partition(" ")[0])
    return line._replace(text="") if kind is not None and kind.face_down else line


def rows(title: Title[Any], lines: Iterable[Line]) -> list[list[str]]:
    """A journal as letters bring it."""
    return [list(covered(title, line)) for line in lines]


def uncovered(game: Game, line: Line) -> Line:
    """The next line of a game with its words; as it is if it has some, or if no decision fits its check."""
    if line.text or game.side != line.side:
        return line
    possible = (line._replace(text=each.notation()) for each in game.legal() if each.face_down)
    return next((worded for worded in possible if follows(game.last_check, worded)), line)
