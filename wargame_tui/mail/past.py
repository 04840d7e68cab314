"""What was played at one table before a game went on by letters, and the way back to one table.

The invitation brings the journal of that game, with its seed. Who accepts plays it on from there: the past stands as
both have agreed with the invitation. It is played again under the rules, so that every command in it was legal; of its
dice, of positions set up by hand and of who decided what, nothing is proved. Dice of both begin where it ends.
"""

from itertools import takewhile
from secrets import randbits
from typing import Any

from wargame_tui.core.errors import ForPlayers
from wargame_tui.core.game import Game
from wargame_tui.core.journal import KERNEL, Line, follows
from wargame_tui.core.save import Elsewhere, repeat
from wargame_tui.core.title import Title
from wargame_tui.mail.letters import LONGEST, BadLetter, Invitation

AT_TABLE = (
    "What letters have declared and not yet rolled is to be decided again there. The game by letters stays in the "
    "letter box: agree which of the two goes on."
)
"""What is said of a game that comes to one table."""
SEED_BITS = 48
"""Of the dice at one table, where a game by letters ends."""


class NoPast(ForPlayers):
    """A game that cannot go on by letters; says why."""


def brought(game: Game) -> dict[str, Any]:
    """A game at one table as the terms of one by letters have it. Raises NoPast."""
    if game.over:
        raise NoPast(f"the game is over: {game.over.level}")
    if game.past:
        raise NoPast("the game was played under other rules, and cannot be played again from its beginning")
    if game.state.dice.scripted:
        raise NoPast("the next dice of the game have been laid down by hand: take that back first")
    if any(step.secret for step in game.state.stack[-1:]):
        raise NoPast("a secret decision is being made: finish it first")
    rows = [list(line) for line in game.lines()]
    if any(len(text) > LONGEST for _, text, _ in rows):
        raise NoPast("a position was set up by hand that is too large for a letter")
    if not all(isinstance(value, str) for value in game.options.values()):
        raise NoPast("the game has options that letters do not know")
    return {"past": rows, "past_seed": game.seed} if rows else {}


def begun(invitation: Invitation, title: Title[Any]) -> Game:
    """The game as it was when it went over to letters. Raises BadLetter, ValueError."""
    game = Game(title, invitation.scenario, invitation.past_seed or 0, invitation.options)
    for number, row in enumerate(invitation.past, 1):
        line = Line(*row)
        if not follows(game.last_check, line):
            raise BadLetter("edited history", f"line {number} of what was played before was changed since")
        try:
            repeat(game, line)
        except Elsewhere as difference:
            raise BadLetter("illegal command", f"line {number} of what was played before: {difference}") from None
    if game.over or game.state.dice.scripted:
        raise BadLetter("malformed", "what was played before cannot go on: it is over, or its next dice are laid down")
    return game


def begun_at(invitation: Invitation, game: Game) -> int:
    """The lines of a journal before the first decision that came by letters."""
    if invitation.past:
        return len(invitation.past) + 1
    return sum(1 for _ in takewhile(lambda line: line.side == KERNEL, game.lines()))


def at_one_table(game: Game) -> Game:
    """A game by letters as it goes on at one table, with dice of its own from now on."""
    found = game.branch()
    found.reseed(randbits(SEED_BITS))
    return found
