"""Ctrl+P: everything by name, at the table and in the chooser; no flood of keys brings it down."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from tests.tui.test_help import at_chooser
from tests.tui.test_table import at_table, notice, until
from wargame_tui.core.shelf import Shelf
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.screens.chooser import ChooserScreen
from wargame_tui.tui.screens.commands import CommandsScreen, Entry, fitting
from wargame_tui.tui.screens.help import HelpScreen
from wargame_tui.tui.screens.rule import RuleScreen
from wargame_tui.tui.screens.settings import SettingsScreen
from wargame_tui.tui.screens.table import TableScreen
from wargame_tui.tui.widgets.decision_pane import DecisionList

MakeApp = Callable[..., WargameApp]
MOVES = ("pagedown", "pageup", "down", "up", "home", "end")
KEYS = (*MOVES, "enter", "escape", "tab", "a", "e", "g", "ctrl+p", "backspace")


async def opened(pilot: Pilot[Any]) -> CommandsScreen:
    await pilot.press("ctrl+p")
    await until(pilot, lambda: isinstance(pilot.app.screen, CommandsScreen) and pilot.app.screen.is_mounted)
    screen = pilot.app.screen
    assert isinstance(screen, CommandsScreen)
    return screen


def lines(app: WargameApp) -> list[str]:
    return [str(option.prompt) for option in app.screen.query_one(OptionList).options]


async def found(pilot: Pilot[Any], typed: str) -> list[str]:
    screen = await opened(pilot)
    screen.query_one(Input).value = typed
    await pilot.pause()
    return lines(screen.app)  # type: ignore[arg-type]


def burst(app: WargameApp, *keys: str) -> None:
    """Keys that come faster than anything can be drawn."""
    for key in keys:
        app.post_message(events.Key(key, key if len(key) == 1 else None))


@pytest.mark.parametrize("scenario", ["skirmish/road", None])
async def test_paging_before_the_list_is_drawn(make_app: MakeApp, scenario: str | None) -> None:
    app = make_app(scenario)
    async with app.run_test(size=(80, 24)) as pilot:
        await (at_table(pilot) if scenario else at_chooser(pilot))
        burst(app, "ctrl+p", "pagedown", "pageup", "a", "pagedown", "backspace", "pagedown")
        await until(pilot, lambda: isinstance(app.screen, CommandsScreen))
        assert lines(app)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_a_flood_of_keys(make_app: MakeApp, size: tuple[int, int], seed: int) -> None:
    rng = random.Random(seed)
    app = make_app()
    async with app.run_test(size=size) as pilot:
        await at_table(pilot)
        for _ in range(20):
            burst(app, "ctrl+p", *rng.choices(KEYS, k=20))
            await pilot.pause(0.02)
    assert app.return_code in (None, 0)


@pytest.mark.parametrize(
    "keys", [("f2", "right", "left"), ("r", "slash", "e"), ("g", "down", "pagedown"), ("question_mark", "j", "end")]
)
async def test_keys_for_a_screen_that_is_being_opened_wait_for_it(make_app: MakeApp, keys: tuple[str, ...]) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        table, _ = await at_table(pilot)
        burst(app, *keys)
        await until(pilot, lambda: app.screen is not table and app.screen.is_mounted and not app._early)


async def test_a_list_to_pick_from_is_whole_on_a_small_screen(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(pilot)
        screen = await opened(pilot)
        await pilot.pause()
        listed, keys = screen.query_one(OptionList), screen.query_one("#pick-keys")
        assert keys.region.bottom < 24
        assert listed.region.bottom < keys.region.y
        assert listed.max_scroll_y == listed.virtual_size.height - listed.region.height


async def test_the_list_of_commands_outlives_it(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, _ = await at_table(pilot)
        await pilot.press("tab")
        await opened(pilot)
        await pilot.press("escape", "d", "d")
        await until(pilot, lambda: app.screen is table)
        listed = table.query_one(DecisionList)
        assert listed.visible
        assert listed.option_count


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("settings", "Settings"),
        ("help", "Help"),
        ("zoc", "Layers over the map"),
        ("stavelot", "Go to 3 Stavelot"),
        ("12ss", "Move 12SS"),
        ("go to kgp", "Go to kgPeiper"),
        ("rule 2.1", "Rule 2.1"),
        ("rulebook", "Search the rules"),
        ("control", "Show Control"),
        ("save", "Save under a name"),
        ("end imp", "End the impulse"),
        ("zoom", "Zoom in"),
        ("older", "Leave, and continue older"),
    ],
)
async def test_what_is_typed_is_found(make_app: MakeApp, tmp_path: Any, typed: str, first: str) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        _, session = await at_table(pilot)
        Shelf(tmp_path / "saves").save(session.game, "older")
        assert (await found(pilot, typed))[0].startswith(first)


async def test_actions_come_before_commands_and_places_only_when_looked_for(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        await at_table(pilot)
        await opened(pilot)
        shown = lines(app)
        assert shown[0].startswith("Help")
        assert shown.index("Move 12SS  pick 12SS · 1 Elsenborn") > 20
        assert not any(line.startswith(("Go to 3", "Rule 1")) for line in shown)


@pytest.mark.parametrize(
    ("typed", "screen"), [("settings", SettingsScreen), ("help", HelpScreen), ("rule 1.2", RuleScreen)]
)
@pytest.mark.parametrize("scenario", ["skirmish/road", None])
async def test_what_is_picked_is_done(make_app: MakeApp, scenario: str | None, typed: str, screen: type) -> None:
    app = make_app(scenario)
    async with app.run_test(size=(80, 24)) as pilot:
        await (at_table(pilot) if scenario else at_chooser(pilot))
        lines = await found(pilot, typed)
        if scenario is None and screen is RuleScreen:
            assert not lines
            return
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, screen))


async def test_a_place_and_a_legend_are_gone_to(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, _ = await at_table(pilot)
        await found(pilot, "verviers")
        await pilot.press("enter")
        await until(pilot, lambda: table.view.map.cursor == "5")
        await found(pilot, "show control")
        await pilot.press("enter")
        await until(pilot, lambda: "held" in notice(table))


async def test_in_the_chooser_scenarios_and_saves_are_found(make_app: MakeApp, tmp_path: Any) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        _, session = await at_table(pilot)
        Shelf(tmp_path / "saves").save(session.game, "mine")
        await pilot.press("q")
        chooser = await at_chooser(pilot)
        assert [line.split("  ")[0] for line in await found(pilot, "alone")] == ["Scenario Alone on the road"]
        await pilot.press("enter")
        await until(pilot, lambda: "Alone on the road" in str(chooser.query_one("#chooser-about").render()))
        assert (await found(pilot, "saves"))[0].startswith("Saved game ")
        await pilot.press("escape")
        for typed, first in (("letter", "Letter box"), ("medals", "Campaign record"), ("dice", "Random seed")):
            assert (await found(pilot, typed))[0].startswith(first)
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, ChooserScreen))


async def test_another_save_is_opened_from_the_table(make_app: MakeApp, tmp_path: Any) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        table, session = await at_table(pilot)
        await pilot.press("E")
        Shelf(tmp_path / "saves").save(session.game, "older")
        await found(pilot, "older")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen is not table)
        assert [entry.text for entry in app.screen.session.game.entries] == ["end"]  # type: ignore[attr-defined]
        await pilot.press("q")
        await at_chooser(pilot)


def test_beginnings_come_first() -> None:
    entries = [Entry(words, note, lambda: None) for words, note in (("Go to A", "end"), ("End it", ""), ("Send", ""))]
    assert fitting(entries, "end") == [1, 0, 2]
    assert fitting(entries, "it end") == [1]
    assert fitting(entries, "zzz") == []
