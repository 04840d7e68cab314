"""The chooser: what a new game begins with."""

from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.offers import Offer
from wargame_tui.tui.screens.chooser import ChooserScreen
from wargame_tui.tui.screens.table import TableScreen
from wargame_tui.tui.widgets.hint_bar import HintBar
from wargame_tui.tui.widgets.text import Words


def app_in(folder: Path) -> WargameApp:
    return WargameApp(saves=folder, config=folder / "settings.yaml", cache=folder / "cache")


async def ready(app: WargameApp, pilot: Pilot[Any]) -> ChooserScreen:
    """The chooser once it has read the titles."""
    for _ in range(600):
        await pilot.pause(0.02)
        if isinstance(app.screen, ChooserScreen) and "play" in app.screen.query_one(HintBar).words:
            break
    assert isinstance(app.screen, ChooserScreen)
    await to_scenario(app.screen, pilot, "montys_gamble/basic")
    return app.screen


async def to_scenario(chooser: ChooserScreen, pilot: Pilot[Any], scenario: str) -> None:
    """Walk down the list to a scenario."""
    for _ in range(60):
        if isinstance(chooser._lit, Offer) and chooser._lit.info.id == scenario:
            return
        await pilot.press("down")
    raise AssertionError(f"no {scenario} in the list")


async def table(app: WargameApp, pilot: Pilot[Any]) -> TableScreen:
    for _ in range(600):
        await pilot.pause(0.02)
        if isinstance(app.screen, TableScreen) and app.screen.is_mounted:
            break
    assert isinstance(app.screen, TableScreen)
    return app.screen


async def test_digits_turn_optional_rules_on_and_off(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    async with app.run_test(size=(140, 45)) as pilot:
        chooser = await ready(app, pilot)
        about = chooser.query_one("#chooser-options", Words)
        assert "off better air transport" in str(about.render())
        await pilot.press("2", "6", "6")
        assert "on  better air transport" in str(about.render())
        assert "off combat cards instead of dice" in str(about.render())
        await pilot.press("enter")
        session = (await table(app, pilot)).session
        assert session.game.options == {"air_transport": "on"}
        assert session.game.state.optional == ("air_transport",)


async def test_a_digit_beyond_the_optional_rules_does_nothing(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        chooser = await ready(app, pilot)
        await pilot.press("9")
        assert chooser._optional == set()


async def test_optional_rules_of_one_title_are_not_those_of_another(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        chooser = await ready(app, pilot)
        await pilot.press("6")
        await to_scenario(chooser, pilot, "tigers_in_the_mist/seventh_army")
        await pilot.press("enter")
        session = (await table(app, pilot)).session
        assert session.game.scenario.startswith("tigers_in_the_mist/")
        assert session.game.options == {}
