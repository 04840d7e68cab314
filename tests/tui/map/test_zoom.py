"""Zooming: the cursor stays where it is, and in view, at every step and on every kind of map."""

from functools import cache
from typing import Any

import pytest
from textual.app import App, ComposeResult
from textual.events import MouseScrollDown, MouseScrollUp
from textual.geometry import Offset

from tests.tui.map.looks import LOOK
from wargame_tui.board.title import BoardTitle
from wargame_tui.core.game import Game
from wargame_tui.core.title import find_title
from wargame_tui.tui.map.map_widget import MapWidget
from wargame_tui.tui.map.maps import MapEntry, map_widget
from wargame_tui.tui.map.view import SMALL

SCENARIOS = {
    "hexes": "ardennes_44/three_days",
    "areas": "tigers_in_the_mist/seventh_army",
    "shapes": "montys_gamble/basic",
    "chart": "pacific_commander/1942",
}
ALL = {
    **SCENARIOS,
    "whole front": "ardennes_44/campaign",
    "France": "liberty_roads/campaign",
    "Mortain": "first_command/mortain",
    "Europe": "desert_commander/france_1940",
}
SIZES = [(60, 15), (140, 45), (250, 70)]
STEPS = (*["minus"] * 4, *["plus"] * 6, "minus", "minus")


@cache
def laid(kind: str) -> tuple[MapEntry, Any]:
    title = find_title(ALL[kind].partition("/")[0])
    assert isinstance(title, BoardTitle)
    state = Game.new(ALL[kind], 3).state
    return title.map_of(state), title.scene(state)


class Field(App[None]):
    """Nothing but a map."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self._entry, self._scene = laid(kind)
        self.map = map_widget(self._entry, glyphs="full", palette="truecolor", cache_dir=None, look=LOOK)

    def compose(self) -> ComposeResult:
        yield self.map

    def on_mount(self) -> None:
        self.map.show(self._scene)
        self.map.focus()


def in_view(field: MapWidget, space: str) -> bool:
    """Whether a space can be seen, or of one that is larger than the screen the head."""
    box, (left, top) = field.layout_now.boxes[space], field._origin()
    width, height = min(box.width, field.size.width), min(box.height, field.size.height)
    across = left <= box.x and box.x + width <= left + field.size.width
    down = top <= box.y and box.y + height <= top + field.size.height
    return across and down


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", SCENARIOS)
async def test_the_cursor_is_in_view_at_every_zoom(kind: str, size: tuple[int, int]) -> None:
    app = Field(kind)
    async with app.run_test(size=size) as pilot:
        field = app.map
        spaces = list(field.layout_now.boxes)
        for space in spaces[:: max(1, len(spaces) // 3)]:
            field.go_to(space)
            await pilot.pause()
            for key in STEPS:
                await pilot.press(key)
                await pilot.pause()
                assert field.cursor == space
                assert in_view(field, space), (space, key, field.zoom_name)


@pytest.mark.parametrize("kind", SCENARIOS)
async def test_zooming_and_back_shows_the_same_ground(kind: str) -> None:
    app = Field(kind)
    async with app.run_test(size=(60, 15)) as pilot:
        field = app.map
        boxes = field.layout_now.boxes
        space = min(boxes, key=lambda s: abs(boxes[s].x - field.layout_now.width // 2) + boxes[s].y)
        field.go_to(space)
        await pilot.pause()
        before = field.scroll_offset
        await pilot.press("plus")
        await pilot.press("minus")
        await pilot.pause()
        moved = field.scroll_offset - before
        assert abs(moved.x) <= 4, moved
        assert abs(moved.y) <= 2, moved


@pytest.mark.parametrize("kind", SCENARIOS)
async def test_the_cursor_stays_where_it_is_on_the_screen(kind: str) -> None:
    """At every step, but where the map's edge, or the size of what is looked at, does not let it."""
    app = Field(kind)
    async with app.run_test(size=(140, 45)) as pilot:
        field, held = app.map, 0
        boxes = field.layout_now.boxes
        field.go_to(
            min(
                boxes,
                key=lambda s: (
                    abs(boxes[s].x - field.layout_now.width // 2) + abs(boxes[s].y - field.layout_now.height // 2)
                ),
            )
        )
        field.action_pan(-20, -8)
        await pilot.pause()
        for key in (*["plus"] * 4, *["minus"] * 6):
            before = field.cursor_region
            await pilot.press(key)
            await pilot.pause()
            here = field.cursor_region
            assert before is not None
            assert here is not None
            layout, (left, top), size = field.layout_now, field.scroll_offset, field.size
            free = 0 < left < layout.width - size.width and 0 < top < layout.height - size.height
            if free and size.region.contains_region(here.grow((0, 1, 0, 1))):
                moved = here.center[0] - before.center[0], here.center[1] - before.center[1]
                assert max(map(abs, moved)) <= 1, (key, field.zoom_name, moved)
                held += 1
        assert held


@pytest.mark.parametrize("kind", ALL)
def test_the_whole_map_fits_a_small_screen(kind: str) -> None:
    field = Field(kind).map
    layout = field._stage_at(field.zooms[0]).layout
    assert layout.width <= SMALL.width
    assert layout.height <= SMALL.height
    assert len(field.zooms) > 3


@pytest.mark.parametrize("kind", ALL)
async def test_a_key_shows_all_that_is_in_play(kind: str) -> None:
    app = Field(kind)
    async with app.run_test(size=(80, 21)) as pilot:
        field = app.map
        spaces = [space for space in field.layout_now.boxes if space not in field.scene.outside]
        field.go_to(spaces[0])
        field.show_all()
        await pilot.pause()
        assert set(spaces) <= set(field.spaces_in_view)
        await pilot.resize_terminal(250, 70)
        field.show_all()
        await pilot.pause()
        assert set(spaces) <= set(field.spaces_in_view)


@pytest.mark.parametrize("kind", SCENARIOS)
async def test_a_region_is_shown_as_near_as_it_fits(kind: str) -> None:
    app = Field(kind)
    async with app.run_test(size=(140, 45)) as pilot:
        field = app.map
        field.set_zoom(field.zooms[0])
        space = field.amid
        field.go_to(next(iter(field.layout_now.boxes)))
        field.show_region([space, "no such place"])
        await pilot.pause()
        assert field.zoom_name == "near"
        assert field.cursor == space, "the cursor goes along"
        assert in_view(field, space)
        field.show_region(field.layout_now.boxes)
        assert field.zoom_name in field.zooms[:3]
        field.show_region([])


@pytest.mark.parametrize("kind", SCENARIOS)
async def test_the_wheel_zooms_about_the_mouse(kind: str) -> None:
    app = Field(kind)
    async with app.run_test(size=(140, 45)) as pilot:
        field = app.map
        field.go_to(field.amid)
        await pilot.pause()
        spot = field.cursor_region
        assert spot is not None
        x, y = int(spot.center[0]), int(spot.center[1])
        for wheel, zoom in ((MouseScrollUp, 1), (MouseScrollDown, -1)):
            before = field.zoom
            await pilot._post_mouse_events([wheel], app.map, offset=(x, y), control=True)
            await pilot.pause()
            assert field.zoom == before + zoom
            assert field.layout_now.space_at(*(Offset(x, y) + field._origin())) == field.cursor
        for _ in range(6):
            await pilot._post_mouse_events([MouseScrollDown], app.map, offset=(x, y), control=True)
        assert field.zoom == 0
