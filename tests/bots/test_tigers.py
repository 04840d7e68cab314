"""The player of Tigers in the Mist: whoever asks it in the middle of a move that somebody else has begun."""

import pytest

from wargame_tui.bots.opponent import decide
from wargame_tui.core.game import Game
from wargame_tui.titles.tigers_in_the_mist import commands as c
from wargame_tui.titles.tigers_in_the_mist.bot import choose
from wargame_tui.titles.tigers_in_the_mist.rules.activation import Moving


@pytest.mark.parametrize("impulse", [1, 2, 3])
def test_goes_on_with_a_move_that_somebody_else_has_begun(impulse: int) -> None:
    game, impulses = Game.new("tigers_in_the_mist/seventh_army", 1), 0
    while impulses < impulse:
        game.apply(choose(game))
        impulses += isinstance(game.parse(game.entries[-1].text), c.EndMovement)
    while not any(isinstance(each, c.Move) for each in game.legal()):
        game.apply(choose(game))
    begun = [each for each in game.legal() if isinstance(each, c.Move)]
    assert begun
    for move in begun:
        trial = game.branch()
        trial.apply(move)
        while not trial.over and isinstance(trial.state.stack[-1], Moving):
            decision = decide(choose, trial)
            assert decision.trouble is None, (move, decision)
            trial.apply(decision.command)
