"""The practice scenario's first impulse as a new player goes through it: by what the screen says, keys only."""

from pathlib import Path

from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.map.area_map import AreaMap
from wargame_tui.tui.offers import Offer
from wargame_tui.tui.screens.chooser import ChooserScreen
from wargame_tui.tui.screens.table import TableScreen
from wargame_tui.tui.widgets.decision_pane import DecisionList
from wargame_tui.tui.widgets.hint_bar import HintBar


async def test_first_impulse_of_the_practice_scenario(tmp_path: Path) -> None:
    app = WargameApp(saves=tmp_path, config=tmp_path / "settings.yaml", cache=tmp_path / "cache")
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(600):
            await pilot.pause(0.02)
            if isinstance(app.screen, ChooserScreen) and "play" in app.screen.query_one(HintBar).words:
                break
        assert "Enter play" in app.screen.query_one(HintBar).words
        chooser = app.screen
        assert isinstance(chooser, ChooserScreen)
        while not (isinstance(chooser._lit, Offer) and chooser._lit.info.id == "tigers_in_the_mist/seventh_army"):
            await pilot.press("down")
        await pilot.press("enter")
        for _ in range(600):
            await pilot.pause(0.02)
            if isinstance(app.screen, TableScreen) and app.screen.is_mounted:
                break
        table = app.screen
        assert isinstance(table, TableScreen)
        session = table.session
        assert session.game.scenario == "tigers_in_the_mist/seventh_army"
        assert session.side == "German"

        # `n` leads to a place with units to move, Enter lists what can be done there, Enter does the first.
        await pilot.press("n", "enter")
        await pilot.pause(0.2)
        assert isinstance(app.focused, DecisionList)
        await pilot.press("enter")
        assert session.game.entries[-1].text.startswith("move ")

        # `n` leads on to a place the unit can go to, or to companions; the list says which.
        goal = next(choice for choice in session.choices() if choice.notation.startswith("to "))
        area_map = table.query_one(AreaMap)
        assert goal.space is not None
        area_map.go_to(goal.space)
        await pilot.pause(0.2)
        assert "Enter To" in table.query_one(HintBar).words
        await pilot.press("enter")
        await pilot.pause(0.2)
        assert any(entry.text == goal.notation for entry in session.game.entries)

        if any(choice.notation == "stop" for choice in session.choices()):
            await pilot.press("S")
        await pilot.press("E")
        await pilot.pause(0.2)
        assert session.side == "Allied" or session.trail[-1] != "Movement"
