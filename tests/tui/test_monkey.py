"""The random player in short; `make monkey` lets it play for long."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests import monkey
from wargame_tui.tui.screens.table.playing import Playing
from wargame_tui.tui.screens.table.view import View

STEPS = 60


@pytest.mark.parametrize(("scenario", "size"), list(zip(monkey.SCENARIOS, monkey.SIZES * 2, strict=True)))
def test_a_random_player_finds_every_promise_kept(scenario: str, size: tuple[int, int], tmp_path: Path) -> None:
    player = monkey.Monkey(scenario, size, STEPS, seed=2)
    asyncio.run(player.play())
    assert not player.findings, "\n".join(player.findings)


@pytest.mark.parametrize(
    ("part", "broken", "found"),
    [
        (View, "barred", "decided though"),
        (View, "offer", "list"),
        (Playing, "take_over", "exception"),
    ],
)
def test_it_finds_a_table_that_breaks_its_promises(
    skirmish: Any, part: type, broken: str, found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the oracles are worth: each defect put in is found."""

    def wrong(*_: Any) -> bool:
        if broken == "take_over":
            raise KeyError("an error inside the program")
        return False

    monkeypatch.setattr(part, broken, wrong)
    for seed in range(1, 6):  # What one player meets depends on how fast the machine is.
        player = monkey.Monkey("skirmish/road", (140, 45), 4 * STEPS, seed=seed)
        asyncio.run(player.play())
        if any(found in finding for finding in player.findings):
            return
    raise AssertionError(f"nobody has noticed: {found}")
