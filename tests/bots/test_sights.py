"""What sides know of a game, kept up: the same as when it is looked at anew, with nothing that is hidden."""

import pytest

from wargame_tui.board.sight import seen_by
from wargame_tui.board.title import BoardTitle
from wargame_tui.bots.opponent import decide
from wargame_tui.bots.sights import Sights
from wargame_tui.core.game import Game


@pytest.mark.parametrize(
    "scenario", ["first_command/mortain", "montys_gamble/basic", "ardennes_44/three_days", "liberty_roads/cobra"]
)
def test_sights_are_those_of_the_states_looked_at_anew(scenario: str) -> None:
    game = Game.new(scenario, 4)
    title, sights = game.title, Sights(game)
    assert isinstance(title, BoardTitle)
    choose = title.bot()
    assert choose is not None
    for _ in range(30):
        side = game.side or ""
        kept, anew = sights.of(side), seen_by(game, side)
        assert [title.dump(state) for state in kept.states] == [title.dump(state) for state in anew.states]
        assert kept.state.dice.seed is None
        decision = decide(choose, anew)
        assert decide(choose, kept) == decision
        game.apply(decision.command)


def test_what_is_hidden_stays_hidden() -> None:
    game = Game.new("liberty_roads/cobra", 4)
    sights = Sights(game)
    for side in game.title.sides:
        assert sights.of(side).state.support != game.state.support
