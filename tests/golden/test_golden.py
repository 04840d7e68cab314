"""Recorded games replay to the same end: every command, every die, every event, every checksum."""

import pytest

from tests.golden.record import FOLDER, path_of, scenarios
from wargame_tui.core import save


@pytest.mark.parametrize("scenario", scenarios())
def test_golden_game_replays_to_the_same_end(scenario: str) -> None:
    path = path_of(scenario)
    assert path.exists(), "no golden game yet: python -m tests.golden.record"
    game = save.read(path)
    assert game.unverified is None, f"{game.unverified}; if that is meant: python -m tests.golden.record {scenario}"
    assert game.over is not None
    assert save.text(save.dump(game)) == path.read_text("utf-8")


def test_no_golden_game_has_lost_its_scenario() -> None:
    assert {path.name for path in FOLDER.glob("*.save")} <= {path_of(scenario).name for scenario in scenarios()}
