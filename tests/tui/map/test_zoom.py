"""Zooming: the cursor stays where it is, and in view, at every step and on every kind of map."""

from functools import cache
from typing import Any

import pytest
from textual.app import App, ComposeResult

from tests.tui.map.looks import LOOK
from wargame_tui.board.title import BoardTitle
from wargame_tui.core.game import Game
from wargame_tui.core.title import find_title
from wargame_tui.tui.map.map_widget import MapWidget
from wargame_tui.tui.map.maps import MapEntry, map_widget

SCENARIOS = {
    "hexes": "ardennes_44/three_days",
    "areas": "tigers_in_the_mist/seventh_army",
    "shapes": "montys_gamble/basic",
    "chart": "pacific_commander/1942",
}
SIZES = [(60, 15), (140, 45), (250, 70)]
STEPS = ("minus", "minus", "minus", "plus", "plus", "plus", "minus", "plus")


@cache
def laid(kind: str) -> tuple[MapEntry, Any]:
    title = find_title(SCENARIOS[kind].partition("/")[0])
    assert isinstance(title, BoardTitle)
    state = Game.new(SCENARIOS[kind], 3).state
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
    box, (left, top) = field.layout_now.boxes[space], field._origin()
    across = left <= box.x and box.x + box.width <= left + field.size.width
    down = top <= box.y and box.y + box.height <= top + field.size.height
    return across and down


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", SCENARIOS)
async def test_the_cursor_is_in_view_at_every_zoom(kind: str, size: tuple[int, int]) -> None:
    app = Field(kind)
    async with app.run_test(size=size) as pilot:
        field = app.map
        spaces = list(field.layout_now.boxes)
        for space in spaces[:: max(1, len(spaces) // 5)]:
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
