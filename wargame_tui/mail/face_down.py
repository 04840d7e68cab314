"""Decisions that lie face down, such as D-Day markers: letters bring their lines without words.

A line's check vouches for its words, and of the commands that are legal where it was given just one fits it. So the
reader's program, which plays the game on, finds what he may not be told, and `proof` can tell that it was legal; nobody
reads it in the file. Whoever writes a program that plays the game finds it, too.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from wargame_tui.core.game import Game
from wargame_tui.core.harmless import harmless
from wargame_tui.core.journal import Line, follows
from wargame_tui.core.title import Title

_TAG = "?"
"""Begins what stands in a letter for a command that is declared face down: the hash of game and command."""
UNTOLD = "what lies face down"
"""What is told of a tag."""
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
    return line._replace(text="") if _lies(title, line.text) else line


def _lies(title: Title[Any], text: str) -> bool:
    kind = title.grammar.kinds.get(text.partition(" ")[0])
    return kind is not None and kind.face_down


def rows(title: Title[Any], lines: Iterable[Line]) -> list[list[str]]:
    """A journal as letters bring it."""
    return [list(covered(title, line)) for line in lines]


def is_tag(text: str) -> bool:
    """Whether a command that a letter declares lies face down."""
    return text.startswith(_TAG)


def told(text: str) -> str:
    """What a letter declares, as anybody may read it."""
    return UNTOLD if is_tag(text) else harmless(text)


def tagged(title: Title[Any], game_id: str, text: str) -> str:
    """A command as a letter declares it: a tag if it lies face down."""
    return _TAG + sha256(f"wargame-tui tag {game_id} {text}".encode()).hexdigest() if _lies(title, text) else text


def untagged(game: Game, game_id: str, text: str) -> str | None:
    """What a letter declared, as it can be carried out now: of a tag the legal command that has it, or None."""
    if not is_tag(text):
        return text
    possible = (each.notation() for each in game.legal() if each.face_down)
    return next((each for each in possible if tagged(game.title, game_id, each) == text), None)


def uncovered(game: Game, line: Line) -> Line:
    """The next line of a game with its words; as it is if it has some, or if no decision fits its check."""
    if line.text or game.side != line.side:
        return line
    possible = (line._replace(text=each.notation()) for each in game.legal() if each.face_down)
    return next((worded for worded in possible if follows(game.last_check, worded)), line)
