"""The map fills the screen: panes hide on a key at any width, the map pans and zooms, the overview comes along."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.tui.test_table import at_table, notice, until
from wargame_tui.tui.app import WargameApp
from wargame_tui.tui.screens.table.field import ROOMY
from wargame_tui.tui.settings import HIDDEN, SHOWN, read_settings
from wargame_tui.tui.table.handover import HASTE
from wargame_tui.tui.widgets.log_pane import LogPane

MakeApp = Callable[..., WargameApp]
SIZES = [(80, 24), (140, 45), (200, 60), (250, 70)]


@pytest.mark.parametrize("size", SIZES)
async def test_a_key_hides_all_panes(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app()
    async with app.run_test(size=size) as pilot:
        table, _ = await at_table(pilot)
        before = table.view.map.size
        await pilot.press("d")
        await until(pilot, lambda: table.view.map.size != before)
        assert table.view.map.size.width == size[0]
        assert table.view.map.size.height >= size[1] - 3 - table.view.guide.size.height
        assert "d panes" in notice(table)
        assert table.view.map.has_focus
        await pilot.press("d")
        await until(pilot, lambda: table.view.map.size == before)


async def test_hidden_panes_come_while_they_have_the_focus(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, _ = await at_table(pilot)
        await pilot.press("d", "tab")
        await until(pilot, lambda: table.view.map.size.width < 140)
        assert table.view.decision.listed.has_focus
        await pilot.press("escape")
        await until(pilot, lambda: table.view.map.size.width == 140)
        await pilot.press("l")
        await until(pilot, lambda: isinstance(table.focused, LogPane))
        assert table.view.panes.is_open


async def test_what_is_hidden_stays_hidden_in_the_next_game(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(200, 60)) as pilot:
        table, _ = await at_table(pilot)
        await pilot.press("d", "o")
        assert read_settings(app.settings_path)[0].panes == HIDDEN
        await pilot.press("o")
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, _ = await at_table(pilot)
        await pilot.pause()
        assert table.view.map.size.width == 140
        assert not table.view.panes.is_open
        await pilot.press("d")
        assert read_settings(app.settings_path)[0].panes == SHOWN


async def _idle(pilot: Any) -> None:
    """Until no Space is taken for one that was meant for dice."""
    await pilot.pause(HASTE + 0.1)


async def test_space_takes_the_map_in_the_hand(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        table, session = await at_table(pilot)
        before, cursor = session.newest, table.view.map.cursor
        await pilot.press("space")
        assert table.view.map.grabbed
        assert "Arrows pan" in notice(table)
        await pilot.press("left", "up")
        assert table.view.map.cursor == cursor
        await pilot.press("escape")
        assert not table.view.map.grabbed
        assert "Arrows pan" not in notice(table)
        await pilot.press("space", "space")
        assert not table.view.map.grabbed
        assert session.newest == before, "it decides nothing"


async def test_who_decides_has_let_the_map_go(make_app: MakeApp) -> None:
    """Else the last line told of nothing but panning for the rest of the battle."""
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, session = await at_table(pilot)
        table.view.map.grab(held=True)
        await pilot.pause()
        await pilot.press("E")
        await until(pilot, lambda: session.newest)
        assert not table.view.map.grabbed


async def test_keys_zoom_to_the_whole_and_to_what_is_decided(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        table, _ = await at_table(pilot)
        map_ = table.view.map
        await pilot.press("d", "a")
        await pilot.pause()
        assert set(map_.spaces_in_view) == {*map_.layout_now.boxes} - table.view.map.scene.outside
        await pilot.press("plus", "plus", "plus", "plus", "z")
        await pilot.pause()
        stops = set(table.sitting.picking.stops())
        assert stops
        assert map_.cursor in stops
        assert stops <= set(map_.spaces_in_view) or map_.zoom == 0


async def test_large_screens_have_the_overview_by_themselves(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(140, 45)) as pilot:
        table, _ = await at_table(pilot)
        field = table.view.field
        assert not field.is_overviewed
        await pilot.press("o")
        assert field.is_overviewed
        await pilot.press("escape")
        assert not field.is_overviewed, "where it lies over the map, Esc takes it away"
        await pilot.resize_terminal(200, 60)
        await until(pilot, lambda: field.is_overviewed)
        assert field.size.width >= ROOMY.width
        await pilot.press("escape")
        assert field.is_overviewed
        await pilot.press("o")
        assert not field.is_overviewed
        assert read_settings(app.settings_path)[0].minimap == HIDDEN
        await pilot.resize_terminal(80, 24)
        await pilot.resize_terminal(200, 60)
        await pilot.pause()
        assert not field.is_overviewed


async def test_the_overview_never_lies_over_the_cursor(tmp_path: Path) -> None:
    app = WargameApp("montys_gamble/basic", seed=3, saves=tmp_path, config=tmp_path / "settings.yaml", cache=tmp_path)
    async with app.run_test(size=(140, 45)) as pilot:
        table, _ = await at_table(pilot)
        field = table.view.field
        await pilot.press("plus", "o")
        for space in list(field.map.layout_now.boxes)[::6]:
            field.map.go_to(space)
            await pilot.pause(0.05)
            here = field.map.cursor_region
            assert here is not None
            over = field.overview.region.translate(-field.region.offset)
            across = field.size.width - over.width - 2 * over.x
            beside = over.translate((across, 0))
            assert not over.overlaps(here) or beside.overlaps(here), space
