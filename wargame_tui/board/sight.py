"""What a player of the program is shown of a game: what his side may know, with the dice sealed."""

from collections.abc import Mapping, Sequence
from typing import Any

from wargame_tui.board.title import BoardTitle
from wargame_tui.core.game import Game, Position
from wargame_tui.core.title import Title

MOST_DECISIONS = 1_500
"""Of one side in a turn of the game; from then on its player only ends what can be ended."""
MOST_SHOWN = 2 * MOST_DECISIONS
"""States that a player is shown of the turn in hand."""


def sight(title: BoardTitle[Any], state: Any, side: str) -> dict[str, Any]:
    """A state as JSON values that `restore` takes: what a side may see of it, the dice sealed."""
    seen = title.supposed(title.dump(state, side), side)
    return {**seen, "dice": {"seed": None, "count": state.dice.count, "scripted": []}}


def turn_so_far(game: Game) -> list[Any]:
    """The states of the turn in hand, the present last."""
    title, states = game.title, game.states
    turn, first = title.turn(game.state), len(states) - 1
    while first and len(states) - first < MOST_SHOWN and title.turn(states[first - 1]) == turn:
        first -= 1
    return states[first:]


def seen_game(title: Title[Any], scenario: str, options: Mapping[str, Any], states: Sequence[Any]) -> Game:
    """A game of which a player knows only some states, the present last."""
    game = Game(title, scenario, 0, options, position=Position(states[-1], (), "what a side has seen"))
    game.states = [*states]
    return game


def seen_by(game: Game, side: str, most: int = MOST_SHOWN) -> Game:
    """A game as a side may know it, with at most so many states of the turn in hand.

    Raises BadState if its title shows what it cannot take back.
    """
    title = game.title
    assert isinstance(title, BoardTitle)
    states = [title.restore(sight(title, state, side)) for state in turn_so_far(game)[-most:]]
    return seen_game(title, game.scenario, game.options, states)
