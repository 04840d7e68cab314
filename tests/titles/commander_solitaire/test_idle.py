"""Decisions that the table takes by itself, since nothing else would help (4.4.12, 3.9.15)."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.tui.test_table import at_table, notice, until
from wargame_tui.core.command import Command
from wargame_tui.core.game import Game
from wargame_tui.tui.app import WargameApp


def found(scenario: str, seed: int, kind: str, count: int = 900) -> list[tuple[Game, Command | None]]:
    """Decisions of a kind in random play, and what the table would answer."""
    game, random, seen = Game.new(scenario, seed), Random(seed), []
    for _ in range(count):
        if game.over is not None:
            break
        legal, gestures = game.legal(), game.title.gestures  # type: ignore[attr-defined]
        if game.state.stack[-1].kind == kind:
            seen.append((game.branch(), gestures.idle(game.state)))
        auto = next((each for each in legal if each.notation() == "auto"), None)
        game.apply(auto if auto is not None and random.random() < 0.3 else random.choice(legal))
    return seen


@pytest.mark.rule("4.4.12")
def test_no_plan_is_asked_for_where_none_works() -> None:
    seen = found("desert_commander/north_africa", 3, "plan_choice")
    assert {command is None for _, command in seen} == {True, False}
    for game, command in seen:
        words = [game.title.command_text(game.state, each) for each in game.legal() if each.notation() != "auto"]
        plays = [each for each in words if each.startswith("Play ") and not each.startswith("Play no")]
        assert (command is not None) == all("no effect here" in each for each in plays), words


@pytest.mark.rule("3.9.15")
def test_shells_without_effect_are_not_fired() -> None:
    seen = found("pacific_commander/1944", 2, "bombardment_choice")
    idle = [game for game, command in seen if command is not None]
    assert idle
    for game in idle:
        forces: list[Any] = []
        for answer in ("yes", "no"):
            twin = game.branch()
            twin.apply(f"bombard {answer}")
            told = [event for event in twin.entries[-1].events if event.kind == "hit"]
            forces.append([event for event in told if "jp-" in str(event.data.get("force"))])
        assert forces[0] == forces[1], "no enemy loses a step either way"


async def test_the_table_presses_on_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = WargameApp(
        "desert_commander/france_1940", seed=3, saves=tmp_path / "s", config=tmp_path / "c.yaml", cache=tmp_path / "c"
    )
    async with app.run_test(size=(140, 45)) as pilot:
        screen, session = await at_table(pilot)
        gestures = session.title.gestures
        ends = session.game.parse("end")
        idle = lambda state: ends if state.stack[-1].kind == "operations" and session.newest == 1 else None  # noqa: E731
        monkeypatch.setattr(type(gestures), "idle", lambda self, state: idle(state))
        screen.playing.give("end")
        assert session.newest == 2
        if app.screen is not screen:
            await pilot.press("escape")
        await until(pilot, lambda: "no other answer would help" in notice(screen))
