"""Two players at one keyboard: keys of the one never decide for the other; no widget is hidden by a foreign style."""

import inspect
import pkgutil
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from rich.style import Style
from textual import command as palette
from textual import events, widgets
from textual.widget import Widget
from textual.widgets import OptionList

import wargame_tui.tui
from tests.tui.test_table import at_table, notice, until
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.map.area_map import AreaMap
from wargame_tui.tui.widgets import decision_pane
from wargame_tui.tui.widgets.decision_pane import DecisionList

MakeApp = Callable[..., WargameApp]


async def test_one_player_against_the_program_hands_nothing_over(make_app: MakeApp) -> None:
    app = make_app("skirmish/alone")
    async with app.run_test(size=(140, 45)) as pilot:
        _, session = await at_table(pilot)
        assert not session.hot_seat
        await pilot.press("1")
        assert session.newest == 1


async def test_nothing_is_listed_while_dice_are_covered(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, _ = await at_table(pilot)
        table.query_one(AreaMap).go_to("2")
        await pilot.pause()
        table.playing.give_series(["pick kgPeiper", "go 4"])
        await pilot.pause()
        assert table.query_one(AreaMap).cursor == "4", "where the battle is"
        assert not table.query_one(DecisionList).option_count
        await pilot.press("right")
        assert not table.query_one(DecisionList).option_count


async def test_nothing_is_considered_while_dice_are_covered(make_app: MakeApp, monkeypatch: Any) -> None:
    """The game has gone on: odds of a command of the list before would be asked of another state."""
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        table.playing.give("pick kgPeiper")
        choice = next(choice for choice in table.sitting.picking.choices if choice.notation == "go 4")
        asked: list[Any] = []
        table.playing.give(choice.command)
        monkeypatch.setattr(table.considering, "_compute", lambda *given: asked.append(given))
        table.considering.consider(choice, None)
        await until(pilot, lambda: all(worker.is_finished for worker in table.workers))
        assert not asked
        await pilot.press("end", "space")
        table.considering.consider(table.sitting.picking.choices[0], None)
        await until(pilot, lambda: asked)
        assert asked[-1][-1] is session.game.state


async def test_seen_dice_stay_seen_after_looking_back(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        table.playing.give_series(["pick kgPeiper", "go 4"])
        await pilot.press("end", "space")
        panel = table.query_one("BattlePanel")
        assert not panel.display
        await pilot.press("left_square_bracket", "left_square_bracket", "escape")
        assert session.viewed is None
        assert not panel.display, "a battle that is over and read is not shown again"
        await pilot.press("ctrl+e")
        assert "The dice come first" not in notice(table)


async def test_the_commands_are_listed_after_the_palette_was_open(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, _ = await at_table(pilot)
        await pilot.press("ctrl+p")
        await pilot.pause(0.3)
        await pilot.press("escape", "tab", "d", "d", "l", "l")
        await pilot.resize_terminal(200, 60)
        await pilot.pause()
        listed = table.query_one(DecisionList)
        assert listed.styles.visibility == "visible"
        assert listed.visible
        assert listed.region.height


def test_no_widget_has_the_name_of_one_of_textuals() -> None:
    """Styles find widgets by the names of their classes, also those that Textual's own screens bring."""
    taken = set(widgets.__all__) | {
        name for name, kind in vars(palette).items() if inspect.isclass(kind) and issubclass(kind, Widget)
    }
    for module in pkgutil.walk_packages(wargame_tui.tui.__path__, "wargame_tui.tui."):
        for name, kind in vars(import_module(module.name)).items():
            if inspect.isclass(kind) and issubclass(kind, Widget) and kind.__module__.startswith("wargame_tui"):
                assert name not in taken, f"{kind.__module__}.{name}"


@pytest.mark.parametrize(("chain", "since", "given"), [(1, 0.3, 1), (1, 0.1, 0), (2, 0.3, 0), (3, 0.3, 0), (3, 0.7, 1)])
async def test_a_click_aimed_at_lines_that_were_there_before_gives_no_command(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, chain: int, since: float, given: int
) -> None:
    """The second of two falls on a list that the first has changed; figures that come late move lines."""
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        table.query_one(AreaMap).go_to("1")
        await pilot.pause()
        listed = table.query_one(DecisionList)
        monkeypatch.setattr(decision_pane, "monotonic", lambda: listed._changed + since)
        on_first = Style(meta={"option": 1})
        listed.post_message(events.Click(listed, 4, 1, 0, 0, 1, False, False, False, 4, 1, on_first, chain))
        await pilot.pause()
        assert session.newest == given


async def test_a_line_that_is_gone_is_not_picked(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        listed = table.query_one(DecisionList)
        last = listed.option_count - 1
        gone = OptionList.OptionSelected(listed, listed.get_option_at_index(last), last + 1)
        table.playing.give(table.sitting.picking.choices[0].command)
        assert listed.option_count <= last + 1
        listed.post_message(gone)
        await pilot.pause()
        assert session.newest == 1
