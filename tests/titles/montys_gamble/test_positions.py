"""Positions set up by hand that no game could be in are refused."""

import pytest

from wargame_tui.core.game import Game
from wargame_tui.core.title import BadState


@pytest.mark.parametrize("totals", [[4], [4, 4, 4]])
def test_a_roll_in_combat_has_a_total_of_either_side(totals: list[int]) -> None:
    game = Game.new("montys_gamble/basic", 5)
    while game.state.stack[-1].kind != "roll":
        game.apply(game.legal(1)[0])
    before, top = game.state, len(game.state.stack) - 1
    assert len(before.stack[-1].totals) == 2
    with pytest.raises(BadState, match="totals"):
        game.edit([{"op": "replace", "path": f"/stack/{top}/totals", "value": totals}])
    assert game.state is before
