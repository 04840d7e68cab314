"""Help: whole at every size, opened and closed by the same keys, promised only where there is some."""

from collections.abc import Callable
from typing import Any

import pytest
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.geometry import Offset
from textual.pilot import Pilot

from tests.tui.test_table import at_table, notice, until
from wargame_tui.core.title import find_title, title_ids
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.screens.chooser import ChooserScreen
from wargame_tui.tui.screens.help import HelpScreen
from wargame_tui.tui.screens.rule import RuleScreen
from wargame_tui.tui.screens.table import TableScreen
from wargame_tui.tui.screens.table.key_list import GROUPS, letters

MakeApp = Callable[..., WargameApp]


async def at_chooser(pilot: Pilot[Any]) -> ChooserScreen:
    app = pilot.app
    await until(pilot, lambda: isinstance(app.screen, ChooserScreen) and "Enter" in notice(app.screen))
    assert isinstance(app.screen, ChooserScreen)
    return app.screen


async def opened(pilot: Pilot[Any], key: str = "question_mark") -> VerticalScroll:
    await pilot.press(key)
    await until(pilot, lambda: isinstance(pilot.app.screen, HelpScreen) and pilot.app.screen.is_mounted)
    return pilot.app.screen.query_one(VerticalScroll)


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 45), (200, 60)])
@pytest.mark.parametrize("scenario", ["skirmish/road", None])
async def test_the_last_line_of_the_help_can_be_reached(
    make_app: MakeApp, size: tuple[int, int], scenario: str | None
) -> None:
    app = make_app(scenario)
    async with app.run_test(size=size) as pilot:
        await (at_table(pilot) if scenario else at_chooser(pilot))
        body = await opened(pilot)
        keys = app.screen.query_one("#help-keys")
        assert keys.region.bottom < size[1], "the line of keys is in view"
        text = sum(part.region.height for part in body.children)
        assert text > 10
        assert body.max_scroll_y == text - body.region.height
        await pilot.press("end")
        await until(pilot, lambda: body.scroll_offset.y == body.max_scroll_y)


@pytest.mark.parametrize("key", ["down", "pagedown", "end", "space", "j"])
async def test_keys_that_scroll_the_help(make_app: MakeApp, key: str) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(pilot)
        body = await opened(pilot)
        await pilot.press(key)
        await until(pilot, lambda: body.scroll_offset.y > 0)


async def test_the_wheel_scrolls_the_help(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(pilot)
        body = await opened(pilot)
        await pilot._post_mouse_events([_wheel()], body, offset=Offset(5, 5))
        await until(pilot, lambda: body.scroll_offset.y > 0)


def _wheel() -> Any:
    from textual.events import MouseScrollDown

    return MouseScrollDown


@pytest.mark.parametrize("scenario", ["skirmish/road", None])
@pytest.mark.parametrize("key", ["question_mark", "f1"])
async def test_the_key_that_opens_the_help_closes_it(make_app: MakeApp, scenario: str | None, key: str) -> None:
    app = make_app(scenario)
    async with app.run_test(size=(80, 24)) as pilot:
        await (at_table(pilot) if scenario else at_chooser(pilot))
        below = app.screen
        await opened(pilot, key)
        await pilot.press(key)
        await until(pilot, lambda: app.screen is below)


async def test_the_chooser_tells_its_keys(make_app: MakeApp) -> None:
    app = make_app(None)
    async with app.run_test(size=(140, 45)) as pilot:
        await at_chooser(pilot)
        body = await opened(pilot)
        words = "\n".join(line.text for part in body.children for line in part.render_lines(part.size.region))
        for expected in ("scenario", "is kept", "Enter", "letter box", "F2", "Ctrl+P"):
            assert expected in words


async def test_a_screen_without_help_does_not_promise_any(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(pilot)
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, RuleScreen) and app.screen.is_mounted)
        await pilot.press("j")
        assert notice(app.screen) == "j does nothing here"


def sections_now(app: WargameApp) -> dict[str, dict[str, str]]:
    assert isinstance(app.screen, HelpScreen)
    return {section.name: dict(section.rows) for section in app.screen._sections}


@pytest.mark.parametrize("number", range(2, 8))
async def test_every_section_of_the_keys_is_whole_on_the_smallest_screen(make_app: MakeApp, number: int) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(pilot)
        body = await opened(pilot)
        section = body.children[number - 1]
        assert section.region.height <= body.region.height + 1, "beside the blank line above it"
        await pilot.press(str(number))
        await until(pilot, lambda: body.scroll_offset.y > 0)
        await pilot.pause()
        assert section.region.y + 1 >= body.region.y
        assert section.region.bottom <= body.region.bottom


async def test_sections_are_turned_with_arrows_and_by_a_click(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(pilot)
        body = await opened(pilot)
        await pilot.press("right")
        await until(pilot, lambda: body.scroll_offset.y > 0)
        first = body.scroll_offset.y
        await pilot.press("right")
        await until(pilot, lambda: body.scroll_offset.y > first)
        await pilot.press("left")
        await until(pilot, lambda: body.scroll_offset.y == first)
        await pilot.click("#help-tabs", offset=(2, 0))
        await until(pilot, lambda: body.scroll_offset.y == 0)


def test_the_help_tells_every_key_of_the_table() -> None:
    told = {action for lines in GROUPS.values() for line in lines for action in line.actions}
    bound = {each.action.partition("(")[0] for each in TableScreen.BINDINGS if isinstance(each, Binding)}
    assert told == bound


@pytest.mark.parametrize("name", title_ids())
def test_the_help_tells_every_letter_of_the_commands(name: str) -> None:
    told = {key for key, _ in letters(find_title(name).command_kinds)}
    keys = {
        key
        for kind in find_title(name).command_kinds
        for key in ([kind.key] if isinstance(kind.key, str) else kind.key.values())
    }
    assert keys - {""} <= told


async def test_keys_are_told_as_they_stand_on_the_keyboard(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(pilot)
        await opened(pilot)
        groups = sections_now(app)
    assert groups["Move, attack"]["n N"].startswith("nearest unit")
    assert {f"F{number}" for number in range(3, 10)} <= {*groups["Reference"]}
    assert {"[ ]", "{ } ( )", "Ctrl+S", "Ctrl+E"} <= {*groups["Time, game"]}
    assert "Drag a unit" in groups["Mouse"]
    assert not any("_" in key for rows in groups.values() for key in rows)
