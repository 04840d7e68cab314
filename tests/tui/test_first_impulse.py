"""The practice scenario's first impulse as a new player goes through it: by what the screen says, keys only."""

from pathlib import Path

from tests.tui.test_table import until
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.offers import Offer
from wargame_tui.tui.screens.chooser import ChooserScreen
from wargame_tui.tui.screens.table import TableScreen
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

        # `n` leads to the nearest stack that has not moved and selects it; `f` leads to a lit space, Enter goes there.
        hints = table.query_one(HintBar)
        assert "n next unmoved" in hints.words
        await pilot.press("n")
        selecting = table.view.sitting.selecting
        await until(pilot, lambda: selecting.units and selecting.ways)
        stack = selecting.units
        assert "Enter next unit" in hints.words
        await pilot.press("f")
        await until(pilot, lambda: table.view.jumps)
        letters, goal = next((keys, to) for keys, to in table.view.jumps.labels.items() if to in (selecting.ways or ()))
        await pilot.press(*letters)
        await until(pilot, lambda: "Enter go" in hints.words)
        await pilot.press("enter")
        await until(pilot, lambda: session.game.entries)
        assert {session.state.units[unit].location for unit in stack} == {goal}
        assert session.game.entries[0].text.startswith("move ")

        # Most have not moved: the first E says so, the second ends the movement.
        await pilot.press("E")
        await until(pilot, lambda: table.view.warning.display)
        assert session.trail[-1] == "Movement"
        await pilot.press("E")
        await pilot.pause(0.2)
        assert session.side == "Allied" or session.trail[-1] != "Movement"
