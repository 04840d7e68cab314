"""A title that has nothing but the defaults, at the table: the map, picking, why-not, help, replay, a report."""

import json
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from wargame_tui.core import save
from wargame_tui.core.game import Game
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.export.commands import write_report
from wargame_tui.tui.screens.help import HelpScreen
from wargame_tui.tui.screens.table import TableScreen

START = {"new_hex": "0102", "new_areas": "1", "new_chart": "1"}


async def table_of(app: WargameApp, pilot: Pilot[Any]) -> TableScreen:
    """The table as soon as the map has been laid out."""
    for _ in range(300):
        await pilot.pause(0.02)
        if isinstance(app.screen, TableScreen) and app.screen.view.map.cursor is not None:
            return app.screen
    raise AssertionError("no table")


@pytest.mark.parametrize("size", [(140, 45), (80, 24)])
async def test_a_turn_is_played_on_the_map(new_title: str, tmp_path: Path, size: tuple[int, int]) -> None:
    app = WargameApp(
        f"{new_title}/crossroads",
        seed=7,
        saves=tmp_path,
        config=tmp_path / "settings.yaml",
        cache=tmp_path / "cache",
    )
    async with app.run_test(size=size) as pilot:
        table = await table_of(app, pilot)
        session = table.session
        table.view.map.go_to(START[new_title])
        await pilot.pause()
        assert [sheet.counter.unit for sheet in session.title.unit_sheets(session.state, START[new_title])] == ["R1"]
        await pilot.press("enter")
        await pilot.pause()
        assert table.sitting.picking.held == "R1"
        goal = table.sitting.picking.goals()[0]
        assert goal in session.title.reach(session.state, "R1").highlights
        table.view.map.go_to(goal)
        await pilot.press("enter")
        await pilot.pause()
        assert session.state.units["R1"].location == goal
        await pilot.press("w", "v", "question_mark")
        await pilot.pause()
        await pilot.press("escape", "question_mark")
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)


def test_a_game_is_written_down_as_a_report(new_title: str, tmp_path: Path) -> None:
    game = Game.new(f"{new_title}/crossroads", 3)
    while not game.over:
        game.apply(game.legal()[0])
    path = tmp_path / "game.json"
    path.write_text(json.dumps(save.dump(game)))
    assert write_report(str(path), str(tmp_path / "report"), None) == 0
    assert "Hannover" in "".join(page.read_text("utf-8") for page in (tmp_path / "report").glob("*.md"))
