"""What lies over the map and how a battle is shown rest on nothing that either side may not see."""

from dataclasses import replace
from typing import Any

import pytest

from tests.golden.record import path_of
from wargame_tui.board.title import BoardTitle
from wargame_tui.core import save
from wargame_tui.titles.liberty_roads.printed.book import ALLIED
from wargame_tui.titles.liberty_roads.shown.secrets import HIDDEN
from wargame_tui.titles.liberty_roads.state import OFF_MAP, RESERVE

EVERY = 61
"""Of so many moments of a recorded game one is looked at."""


def without_secrets(state: Any, title: BoardTitle[Any], side: str) -> Any:
    """The state with everything put elsewhere that a side may not see."""
    seen = title.dump(state, side)
    if title.id == "ardennes_44":
        return replace(state, specials=replace(state.specials, dump=seen["specials"]["dump"]))
    support = {
        name: replace(marker, where="later", place=None) if seen["support"][name]["where"] == HIDDEN else marker
        for name, marker in state.support.items()
    }
    units = {
        name: replace(unit, location=OFF_MAP) if unit.location == RESERVE and side == ALLIED else unit
        for name, unit in state.units.items()
    }
    steps = [
        replace(
            step, **{name: shown[name] for name in ("dday", "wall") if getattr(step, name, None) and not shown[name]}
        )
        for step, shown in zip(state.stack, seen["stack"], strict=True)
    ]
    return replace(state, support=support, units=units, stack=tuple(steps))


@pytest.mark.parametrize(
    "scenario", ["ardennes_44/campaign", "liberty_roads/cobra", "liberty_roads/campaign", "liberty_roads/to_the_rhine"]
)
def test_overlays_and_battles_rest_on_nothing_hidden(scenario: str) -> None:
    game = save.read(path_of(scenario))
    title: Any = game.title
    differed = 0
    for at in range(0, len(game.entries), EVERY):
        state, told = game.states[at], [event for entry in game.entries[max(0, at - 20) : at] for event in entry.events]
        for side in title.sides:
            other = without_secrets(state, title, side)
            differed += other != state
            for overlay in title.overlays():
                assert title.overlay(other, overlay.id) == title.overlay(state, overlay.id), (at, side, overlay.id)
            assert title.battle(other, told) == title.battle(state, told), (at, side)
    if scenario.startswith("liberty") or game.state.specials.dump_state != "none":
        assert differed, "nothing was hidden in this game"
