"""The guided first turn at the table: it comes by itself once, leads on, and can be switched off."""

from pathlib import Path

from textual.pilot import Pilot

from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.library import offers
from wargame_tui.tui.screens.table import TableScreen
from wargame_tui.tui.settings import read_settings
from wargame_tui.tui.widgets.guide_band import GuideBand


def app_in(folder: Path, scenario: str = "first_command/mortain") -> WargameApp:
    return WargameApp(scenario, seed=3, saves=folder / "s", config=folder / "c.yaml", cache=folder / "c")


async def band(pilot: Pilot[object]) -> GuideBand:
    for _ in range(500):
        await pilot.pause(0.01)
        if isinstance(pilot.app.screen, TableScreen) and pilot.app.screen.is_mounted:
            await pilot.pause()
            return pilot.app.screen.query_one(GuideBand)
    raise AssertionError("no table")


def words(shown: GuideBand) -> str:
    return str(shown.render()) if shown.has_class("-shown") else ""


async def test_it_leads_from_step_to_step(tmp_path: Path) -> None:
    async with app_in(tmp_path).run_test(size=(80, 24)) as pilot:
        shown = await band(pilot)
        assert "1/11" in words(shown)
        await pilot.press("enter")
        assert "2/11" in words(shown)
        await pilot.press("left", "w")
        assert "3/11" in words(shown)


async def test_once_switched_off_it_comes_again_when_it_is_wanted_only(tmp_path: Path) -> None:
    async with app_in(tmp_path).run_test(size=(80, 24)) as pilot:
        shown = await band(pilot)
        await pilot.press("f4")
        await pilot.pause()
        assert not words(shown)
    assert read_settings(tmp_path / "c.yaml")[0].guided == "first_command"
    async with app_in(tmp_path).run_test(size=(80, 24)) as pilot:
        shown = await band(pilot)
        assert not words(shown)
        await pilot.press("f4")
        assert "1/11" in words(shown)


async def test_a_title_without_a_guide_has_no_band(tmp_path: Path) -> None:
    async with app_in(tmp_path, "tigers_in_the_mist/seventh_army").run_test(size=(80, 24)) as pilot:
        shown = await band(pilot)
        await pilot.press("f4")
        assert not words(shown)


def test_titles_with_a_guide_are_offered_first() -> None:
    found, problems = offers()
    assert not problems
    assert found[0].info.id == "first_command/mortain"
