"""Layers over the map: several at once, each by its letter."""

from collections.abc import Callable
from typing import Any

from textual.widgets import OptionList

from tests.tui.pictures import shown
from tests.tui.test_table import at_table, notice, until
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.map.area_map import AreaMap
from wargame_tui.tui.screens.layers import LayersScreen
from wargame_tui.tui.screens.rule import RuleScreen

MakeApp = Callable[..., WargameApp]


def rows(screen: Any) -> list[str]:
    return [str(option.prompt) for option in screen.query_one(OptionList).options]


async def opened(pilot: Any) -> Any:
    await pilot.press("v")
    await until(pilot, lambda: isinstance(pilot.app.screen, LayersScreen))
    return pilot.app.screen


async def test_letters_switch_layers_while_the_map_shows_them(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, _ = await at_table(pilot)
        over, map_ = table.sitting.over_map, table.query_one(AreaMap)
        panel = await opened(pilot)
        assert rows(panel) == ["c · Control", "t · Far places  2.1"]
        await pilot.press("c")
        assert over.laid == ("control",)
        assert map_._view.overlay.highlights == {"1": "supplied"}
        assert rows(panel)[0] == "c ■ Control"
        await pilot.press("t")
        await until(pilot, lambda: map_._view.overlay.notes == {"2": "far"})
        assert map_._view.overlay.highlights == {"1": "supplied", "2": "zoc"}
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is table)
        marks = map_.glyphs.highlights
        assert notice(table) == f"{marks['supplied']} held   {marks['objective']} lost"
        await pilot.press("right")
        assert "hide layers c t" in shown(app)
        await pilot.press("escape")
        assert not over.laid
        assert "far" not in map_._view.overlay.notes.values()


async def test_a_letter_that_a_game_does_not_know_says_so(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        table, _ = await at_table(pilot)
        await opened(pilot)
        await pilot.press("b")
        assert "b: this game has no bonds" in shown(app)
        await pilot.press("space", "0", "q")
        await until(pilot, lambda: app.screen is table)
        assert not table.sitting.over_map.laid


async def test_the_rule_of_a_layer_opens_from_the_list(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        await at_table(pilot)
        await opened(pilot)
        await pilot.press("down", "full_stop")
        await until(pilot, lambda: isinstance(app.screen, RuleScreen))
