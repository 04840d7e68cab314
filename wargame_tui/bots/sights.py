"""What both sides of a game know of it, kept up as it goes on: each state is looked at once for each side."""

from typing import Any

from wargame_tui.board.sight import seen_game, sight, turn_so_far
from wargame_tui.board.title import BoardTitle
from wargame_tui.core.dice import Dice
from wargame_tui.core.game import Game
from wargame_tui.core.state import changed


class Sights:
    """A game as each side may know it. Needs no word of what happens: it looks at the states of the turn in hand."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._known: dict[str, list[tuple[Any, Any]]] = {}
        """By side the states that it was shown, each with what it saw."""

    def of(self, side: str) -> Game:
        """The game as a side knows it now. Raises BadState if its title shows what it cannot take back."""
        game = self._game
        before = {id(state): seen for state, seen in self._known.get(side, ())}
        found = []
        for state in turn_so_far(game):
            seen = before.get(id(state))
            found.append((state, self._seen(state, side) if seen is None else seen))
        self._known[side] = found
        return seen_game(game.title, game.scenario, game.options, [seen for _, seen in found])

    def _seen(self, state: Any, side: str) -> Any:
        """A state as a side sees it: where nothing is hidden from it, the state itself, its dice sealed.

        That is the same, and many times faster: what is remembered about parts of a state goes on to hold.
        """
        title = self._game.title
        assert isinstance(title, BoardTitle)
        sealed = changed(state, dice=Dice(None, state.dice.count))
        shown = sight(title, state, side)
        return sealed if shown == title.dump(sealed) else title.restore(shown)
