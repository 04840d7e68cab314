"""`map` of a game gives the map on which it stands now; of a scenario, the one with which it begins."""

from dataclasses import replace
from typing import Any

import pytest

from tests.core.skirmish import TITLE
from tests.protocol.client import PLUGIN, Client, Local
from wargame_tui.core.title import find_title


def test_the_map_of_a_game_follows_its_state(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(PLUGIN))
    title = find_title("skirmish")
    monkeypatch.setattr(
        type(title), "map_in", lambda self, scenario, state: {"kind": "area", "spaces": {"bid": {"name": state.bid}}}
    )
    client = Client(Local())
    game = client.call("new", scenario="skirmish/duel", seed=7)["game"]
    client.call("apply", game=game, command="bid 2")
    shown: dict[str, Any] = client.call("map", game=game)
    assert shown["spaces"] == {"bid": {"name": 2}}
    assert client.call("map", scenario="skirmish/duel") == {"kind": "area", "spaces": {}}


def test_a_map_that_never_changes_is_that_of_the_scenario() -> None:
    state = replace(TITLE.start("skirmish/duel", {}, None), bid=3)  # type: ignore[arg-type]
    assert TITLE.map_in("skirmish/duel", state) == TITLE.map("skirmish/duel")
