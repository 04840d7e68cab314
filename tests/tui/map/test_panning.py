"""Moving the map: the middle button drags it, the left one where no piece lies; the overview is dragged in."""

from typing import Any

import pytest
from textual.app import App, ComposeResult
from textual.events import MouseDown, MouseMove, MouseUp
from textual.message import Message
from textual.pilot import Pilot

from tests.tui.map.looks import LOOK
from wargame_tui.board.area import AreaMapEntry
from wargame_tui.board.scene import Scene
from wargame_tui.tui.map.area_map import AreaMap
from wargame_tui.tui.map.map_widget import LEFT, MIDDLE, MapWidget
from wargame_tui.tui.map.overview import Overview
from wargame_tui.tui.map.view import Cells

RIGHT = 3


class Table(App[None]):
    """A map and an overview beside it."""

    def __init__(self, entry: AreaMapEntry, scene: Scene) -> None:
        super().__init__()
        self.map = AreaMap(entry, look=LOOK, zoom="near")
        self.overview = Overview(self.map)
        self.overview.styles.dock = "right"
        self.scene = scene
        self.posted: list[Message] = []

    def compose(self) -> ComposeResult:
        yield self.map
        yield self.overview

    def on_mount(self) -> None:
        self.map.show(self.scene)
        self.map.go_to("9")
        self.map.focus()

    def on_map_widget_picked(self, event: MapWidget.Picked) -> None:
        self.posted.append(event)

    def on_map_widget_grabbed(self, event: MapWidget.Grabbed) -> None:
        self.posted.append(event)

    def on_overview_jumped(self, event: Overview.Jumped) -> None:
        self.posted.append(event)


@pytest.fixture
def table(entry: AreaMapEntry, scene: Scene) -> Table:
    return Table(entry, scene)


Spot = tuple[int, int]


async def _drag(pilot: Pilot[Any], widget: type[Any], button: int, start: Spot, *way: Spot) -> None:
    await pilot._post_mouse_events([MouseDown], widget, offset=start, button=button)
    for spot in way:
        await pilot._post_mouse_events([MouseMove], widget, offset=spot, button=button)
    await pilot._post_mouse_events([MouseUp], widget, offset=way[-1], button=button)
    await pilot.pause()


async def test_the_middle_button_drags_the_map(table: Table) -> None:
    async with table.run_test(size=(100, 30)) as pilot:
        start = table.map.scroll_offset
        await _drag(pilot, AreaMap, MIDDLE, (40, 20), (35, 18), (30, 15))
        assert table.map.scroll_offset - start == (10, 5)
        assert not table.posted
        assert table.map.cursor == "9", "the cursor stays in its space"


def _spot(map_: AreaMap, *, with_pieces: bool) -> Spot:
    """A spot in the middle of a space with or without counters, which is brought into the middle of the view."""
    held = {space for space, here in map_.scene.spaces.items() if here.counters}
    map_.look_at(0.5, 0.5)
    space = next(each for each in map_.spaces_in_view if (each in held) == with_pieces)
    map_.look_to(space)
    return map_.spot_of(space)


async def test_the_left_button_drags_the_map_where_no_piece_lies(table: Table) -> None:
    async with table.run_test(size=(100, 30)) as pilot:
        x, y = _spot(table.map, with_pieces=False)
        start = table.map.scroll_offset
        await _drag(pilot, AreaMap, LEFT, (x, y), (x + 4, y + 2))
        assert table.map.scroll_offset - start == (-4, -2)
        assert not table.posted, "nothing is picked"


@pytest.mark.parametrize("button", [LEFT, RIGHT])
async def test_other_buttons_neither_drag_nor_pick(table: Table, button: int) -> None:
    async with table.run_test(size=(100, 30)) as pilot:
        x, y = _spot(table.map, with_pieces=True)
        start = table.map.scroll_offset
        await _drag(pilot, AreaMap, button, (x, y), (x + 4, y + 2))
        assert table.map.scroll_offset == start
        assert not table.posted
        await _drag(pilot, AreaMap, RIGHT, (40, 20), (40, 20))
        assert not table.posted


async def test_a_click_within_a_cell_picks(table: Table) -> None:
    async with table.run_test(size=(100, 30)) as pilot:
        await _drag(pilot, AreaMap, LEFT, (40, 20), (41, 20))
        assert [type(event) for event in table.posted] == [MapWidget.Picked]


async def test_a_drag_ends_wherever_the_button_is_released(table: Table) -> None:
    async with table.run_test(size=(120, 30)) as pilot:
        start = table.map.scroll_offset
        await _drag(pilot, AreaMap, MIDDLE, (40, 20), (30, 15), (99, 29))
        assert table.map.scroll_offset != start
        await pilot._post_mouse_events([MouseDown], AreaMap, offset=(40, 20), button=MIDDLE)
        here = table.map.scroll_offset
        # Released outside of the terminal, which tells nothing of it: the mouse comes back with no button held.
        await pilot._post_mouse_events([MouseMove], AreaMap, offset=(20, 10), button=0)
        assert table.map.scroll_offset == here
        assert table.mouse_captured is None
        await pilot._post_mouse_events([MouseMove], AreaMap, offset=(50, 25), button=0)
        assert table.map.scroll_offset == here


async def test_with_the_map_in_the_hand_arrows_and_the_left_button_pan(table: Table) -> None:
    async with table.run_test(size=(100, 30)) as pilot:
        table.map.grab(held=True)
        start = table.map.scroll_offset
        await pilot.press("left", "up")
        assert table.map.scroll_offset - start == (-8, -3)
        assert table.map.cursor == "9"
        await _drag(pilot, AreaMap, LEFT, (40, 20), (48, 23))
        assert table.map.scroll_offset - start == (-16, -6)
        table.map.look_at(0.0, 0.0)
        await pilot.press("enter")
        assert not table.map.grabbed
        assert table.map.cursor != "9", "the cursor came to where one looks"
        assert table.map.cursor in table.map.spaces_in_view
        assert {type(event) for event in table.posted} == {MapWidget.Grabbed}
        await pilot.press("enter")
        assert isinstance(table.posted[-1], MapWidget.Picked)


async def test_dragging_in_the_overview_pans(table: Table) -> None:
    async with table.run_test(size=(140, 45)) as pilot:
        await pilot.pause()
        await _drag(pilot, Overview, LEFT, (20, 10), (15, 5), (0, 0))
        assert table.map.scroll_offset == (0, 0)
        assert not table.posted
        width, height = table.overview.size
        await _drag(pilot, Overview, LEFT, (0, 0), (width - 1, height - 1))
        left, top, right, bottom = table.map.viewport()
        assert (right, bottom) == (1, 1)
        assert left > 0
        assert top > 0
        await pilot._post_mouse_events([MouseDown], Overview, offset=(5, 5), button=LEFT)
        await pilot._post_mouse_events([MouseMove], Overview, offset=(1, 1), button=0)
        assert table.map.viewport() == (left, top, right, bottom)
        await _drag(pilot, Overview, LEFT, (20, 10), (20, 10))
        assert isinstance(table.posted[-1], Overview.Jumped)


async def test_the_overview_has_the_shape_of_the_map(table: Table) -> None:
    async with table.run_test(size=(140, 45)) as pilot:
        for room in (Cells(80, 20), Cells(146, 57)):
            table.overview.fit(room)
            await pilot.pause()
            layout, (width, height) = table.map.whole, table.overview.size
            assert width <= room.width // 2
            assert height <= room.height // 2
            assert 0.85 < (width / height) / (layout.width / layout.height) < 1.15
