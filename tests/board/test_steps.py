"""What every title says of the steps of its units: front ends count losses by it."""

from random import Random
from typing import Any

import pytest

from wargame_tui.board.title import BoardTitle
from wargame_tui.core.game import Game
from wargame_tui.core.title import find_title, title_ids

TITLES = [title for title in map(find_title, title_ids()) if isinstance(title, BoardTitle)]


@pytest.mark.parametrize("title", TITLES, ids=lambda title: title.id)
def test_who_stands_on_the_map_has_steps_left(title: Any) -> None:
    game, random = Game.new(title.scenarios()[0].id, 7), Random(7)
    for _ in range(150):
        if game.over is not None:
            break
        game.apply(random.choice(list(game.iter_legal())))
        steps = title.steps(game.state)
        assert all(left >= 0 for left in steps.values())
        standing = {each.unit for here in title.scene(game.state).spaces.values() for each in here.counters}
        assert not [unit for unit in standing & steps.keys() if not steps[unit]]
    assert standing & steps.keys(), "units are known by the names of their counters"
