"""What every title promises, in every scenario of every installed title: one suite, no word about any title."""

import sys
from pathlib import Path
from random import Random

import pytest

from tests.protocol.client import Client, Local
from wargame_tui.bots.conformance import PROMISES, SEED, keep
from wargame_tui.core.title import find_title, title_ids

PLUGIN = str(Path(__file__).resolve().parents[1] / "plugin")


def scenarios() -> list[str]:
    """Every scenario of every installed title, and those of the miniature one."""
    sys.path.insert(0, PLUGIN)
    try:
        return [info.id for title_id in title_ids() for info in find_title(title_id).scenarios()]
    finally:
        sys.path.remove(PLUGIN)


SCENARIOS = scenarios()


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(PLUGIN)


@pytest.mark.parametrize("promise", PROMISES)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_promises_are_kept(scenario: str, promise: str) -> None:
    keep(scenario, promise)


@pytest.mark.parametrize("promise", PROMISES)
def test_new_titles_keep_them(new_title: str, promise: str) -> None:
    keep(f"{new_title}/crossroads", promise)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_through_the_engine(scenario: str) -> None:
    play_through_the_engine(scenario)


def test_a_new_title_through_the_engine(new_title: str) -> None:
    play_through_the_engine(f"{new_title}/crossroads")


def play_through_the_engine(scenario: str) -> None:
    """What the engine tells of a game is the same whichever way it is asked."""
    client, random = Client(Local()), Random(SEED)
    game = client.call("new", scenario=scenario, seed=SEED)["game"]
    assert client.call("map", game=game)["spaces"] == client.call("map", scenario=scenario)["spaces"]
    for seq in range(80):
        status = client.call("status", game=game)
        assert status["seq"] == seq
        if status["over"]:
            break
        listed = client.call("legal", game=game)
        assert listed["complete"]
        chosen = random.choice(listed["commands"])
        assert client.call("explain", game=game, command=chosen["command"]) == {"legal": True}
        client.call("odds", game=game, command=chosen["notation"])
        done = client.call("apply", game=game, command=chosen["notation"])
        assert done["events"] == client.call("log", game=game, **{"from": seq})["entries"][0]["events"]
    twin = client.call("load", save=client.call("save", game=game)["save"])["game"]
    for method in ("state", "legal", "log", "save"):
        assert client.call(method, game=twin) == client.call(method, game=game)
