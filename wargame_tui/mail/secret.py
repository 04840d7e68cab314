"""Decisions that both players make in secret, such as bids: the first one travels veiled until the second is made.

A veil is the hash of the decision together with the link that its player will show in his next letter but has shown to
nobody yet: nobody can look through it, and he cannot show another decision under it. Meanwhile the other player decides
at a position in which some other decision stands in for the veiled one; his answer is carried out after it is shown.
"""

from wargame_tui.core.dice import SealedDice
from wargame_tui.core.game import Game


def is_first_of_two(game: Game) -> bool:
    """Whether the decision in hand is secret, and so is the other player's that comes next."""
    if game.over or not game.state.stack[-1].secret:
        return False
    try:
        ahead = stand_in(game)
    except SealedDice:
        return False  # Nothing is secret any longer where dice follow at once.
    return ahead.over is None and ahead.side != game.side and bool(ahead.state.stack[-1].secret)


def stand_in(game: Game) -> Game:
    """The position after the first legal decision in place of the veiled one. A side's view does not show which."""
    ahead = game.branch()
    ahead.apply(ahead.legal(1)[0])
    return ahead
