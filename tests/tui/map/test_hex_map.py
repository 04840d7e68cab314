"""The widget for hex maps under a pilot."""

from dataclasses import replace

import pytest
from textual.app import App, ComposeResult
from textual.message import Message

from tests.tui.map.looks import LOOK
from wargame_tui.board.hexes import HexMapEntry
from wargame_tui.board.scene import Overlay, Scene
from wargame_tui.tui.map.hex_compose import HexComposer
from wargame_tui.tui.map.hex_layout import HEX_ZOOMS
from wargame_tui.tui.map.hex_map import HexMap
from wargame_tui.tui.map.map_widget import MapWidget
from wargame_tui.tui.map.maps import map_widget
from wargame_tui.tui.map.overview import Overview
from wargame_tui.tui.map.view import touched


class Table(App[None]):
    """The map, an overview, and the messages that they post."""

    def __init__(self, entry: HexMapEntry, scene: Scene) -> None:
        super().__init__()
        self.map = map_widget(entry, glyphs="full", palette="truecolor", cache_dir=None, look=LOOK)
        self.overview = Overview(self.map)
        self.overview.styles.dock = "right"
        self.scene = scene
        self.posted: list[Message] = []

    def compose(self) -> ComposeResult:
        yield self.map
        yield self.overview

    def on_mount(self) -> None:
        self.map.show(self.scene)
        self.map.go_to("0505")
        self.map.focus()

    def on_map_widget_picked(self, event: MapWidget.Picked) -> None:
        self.posted.append(event)

    def on_map_widget_unit_picked(self, event: MapWidget.UnitPicked) -> None:
        self.posted.append(event)

    def on_map_widget_hovered(self, event: MapWidget.Hovered) -> None:
        self.posted.append(event)


@pytest.fixture
def table(hex_entry: HexMapEntry, hex_scene: Scene) -> Table:
    return Table(hex_entry, hex_scene)


def _spot(table: Table, space: str, dx: int = 0, dy: int = 0) -> tuple[int, int]:
    box = table.map.layout_now.boxes[space]
    left, top = table.map._origin()
    return box.x + dx - left, box.y + dy - top


async def test_the_factory_makes_a_hex_map(table: Table) -> None:
    assert isinstance(table.map, HexMap)
    async with table.run_test(size=(140, 45)):
        assert table.map.cursor in table.map.spaces_in_view


@pytest.mark.parametrize(
    ("keys", "goal"),
    [
        ("up", "0506"),
        ("down", "0504"),
        ("left", "0605"),
        ("right", "0405"),
        ("left left", "0705"),
        ("right right", "0305"),
        ("left right", "0505"),
        ("up left down right", "0505"),
        ("right right right right right right", "0105"),
    ],
)
async def test_arrows_lead_straight_over_the_hexes(table: Table, keys: str, goal: str) -> None:
    async with table.run_test(size=(140, 45)) as pilot:
        await pilot.press(*keys.split())
        assert table.map.cursor == goal


async def test_arrows_lead_into_the_boxes_and_back(table: Table) -> None:
    async with table.run_test(size=(140, 45)) as pilot:
        await pilot.press(*["down"] * 5)
        box = table.map.cursor
        assert box in ("south_east", "south_west")
        await pilot.press("left" if box == "south_east" else "right")
        assert table.map.cursor in ("south_east", "south_west")
        assert table.map.cursor != box
        await pilot.press("up")
        assert table.map.cursor
        assert table.map.cursor.endswith("01")
        await pilot.press(*["left"] * 14)
        assert table.map.cursor == "west"
        await pilot.press("right")
        assert table.map.cursor.startswith("W05")


async def test_a_jump_shows_what_is_around_but_a_step_and_a_click_move_nothing(table: Table) -> None:
    async with table.run_test(size=(80, 24)) as pilot:
        table.map.set_zoom("near")
        await pilot.pause()
        boxes, (left, top) = table.map.layout_now.boxes, table.map._origin()
        width, height = table.map.size
        inside = [
            space
            for space, box in boxes.items()
            if left + 1 < box.x
            and box.x + box.width + 1 < left + width
            and top <= box.y
            and box.y + box.height <= top + height
        ]
        at_edge = min(inside, key=lambda space: boxes[space].y)
        table.map.go_to(at_edge, near=True)
        await pilot.pause()
        assert table.map._origin() == (left, top)
        table.map.go_to(at_edge)
        await pilot.pause()
        assert boxes[at_edge].y - table.map._origin().y >= min(boxes[at_edge].height, 2)
        seen = table.map._origin()
        table.map.go_to(at_edge)
        await pilot.pause()
        assert table.map._origin() == seen


async def test_from_a_box_beside_the_map_the_first_place_is_the_nearest(table: Table) -> None:
    async with table.run_test(size=(140, 45)):
        table.map.go_to("west")
        assert table.map.nearest(["0304", "0706"]) == "0304"
        assert table.map.nearest(["0706", "0304"]) == "0706"
        table.map.go_to("0705")
        assert table.map.nearest(["0304", "0706"]) == "0706"


async def test_a_map_that_leaves_the_screen_empty_begins_nearer(table: Table) -> None:
    async with table.run_test(size=(400, 100)):
        layout, room = table.map.layout_now, table.map.size
        assert table.map.zoom > table.map.zooms.index("near")
        assert layout.width <= room.width
        assert layout.height <= room.height
        assert "0505" in table.map.spaces_in_view


async def test_zooms_keep_the_cursor_in_view(table: Table) -> None:
    async with table.run_test(size=(100, 30)) as pilot:
        assert table.map.zoom_name == "near"
        for key, zoom in zip(
            ("plus", "plus", "plus", "minus", "minus", "minus", "minus", "minus"), (3, 4, 4, 3, 2, 1, 0, 0), strict=True
        ):
            await pilot.press(key)
            assert table.map.zoom == zoom
            assert "0505" in table.map.spaces_in_view


async def test_click_picks_hex_and_counter(table: Table) -> None:
    async with table.run_test(size=(160, 50)) as pilot:
        table.map.go_to("0304")
        await pilot.pause()
        await pilot.click(MapWidget, offset=_spot(table, "0304", 5, 1))
        picked, unit = table.posted[-2:]
        assert isinstance(picked, MapWidget.Picked)
        assert picked.space == "0304"
        assert isinstance(unit, MapWidget.UnitPicked)
        assert unit.unit == "77"


async def test_hover_tells_the_hex_and_the_void(table: Table) -> None:
    async with table.run_test(size=(160, 50)) as pilot:
        await pilot.hover(MapWidget, offset=_spot(table, "0504", 6, 1))
        hovered = table.posted[-1]
        assert isinstance(hovered, MapWidget.Hovered)
        assert hovered.space == "0504"


async def test_jump_letters_stand_on_counters(table: Table, hex_scene: Scene) -> None:
    async with table.run_test(size=(160, 50)):
        table.map.go_to("0606")
        targets = table.map.jump_targets
        assert set(targets) <= {space for space, here in hex_scene.spaces.items() if here.counters}
        labels = table.map.show_jumps(targets)
        letter = next(letter for letter, space in labels.items() if space == "0606")
        x, y = _spot(table, "0606", 2)
        assert table.map.render_line(y).text[x] == letter
        table.map.hide_jumps()
        assert table.map.render_line(y).text[x : x + 4] == "0606"
        table.map.overlay(Overlay({"0503": "choice"}))
        assert "0503" in table.map.jump_targets


async def test_a_change_at_another_zoom_is_caught_up_with(table: Table) -> None:
    async with table.run_test(size=(160, 50)):
        for zoom in HEX_ZOOMS:
            table.map.set_zoom(zoom)
            table.map.render_line(5)
        table.map.set_zoom("near")
        spaces = {space: here for space, here in table.scene.spaces.items() if space != "0304"}
        table.map.show(replace(table.scene, spaces=spaces))
        for zoom in HEX_ZOOMS:
            table.map.set_zoom(zoom)
            lines = [table.map.render_line(y).text for y in range(50)]
            fresh = HexMap(table.map.entry, zoom=zoom, look=LOOK)  # type: ignore[attr-defined]
            fresh.show(table.map.scene)
            assert ("77" in "\n".join(lines)) == ("77" in _whole(fresh))


def _whole(widget: MapWidget) -> str:
    composer = widget._stage.composer
    return "\n".join("".join(text for text, _, _ in composer.row(y)) for y in range(widget.layout_now.height))  # type: ignore[attr-defined]


async def test_scrolling_composes_only_what_comes_into_view(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    compose = HexComposer._tile

    def counted(self: HexComposer, column: int, row: int) -> list[list[tuple[str, str, str]]]:
        made.append((column, row))
        return compose(self, column, row)

    monkeypatch.setattr(HexComposer, "_tile", counted)
    async with table.run_test(size=(60, 20)):
        table.map.set_zoom("close")
        for _ in range(2):
            for y in range(20):
                table.map.render_line(y)
        assert len(made) == len(set(made))
        before = len(made)
        table.map.scroll_relative(0, 1, animate=False, immediate=True)
        for y in range(20):
            table.map.render_line(y)
        assert len(made) - before <= 10


@pytest.mark.parametrize("glyphs", ["full", "narrow", "ascii"])
@pytest.mark.parametrize("palette", ["truecolor", "16", "mono"])
async def test_every_look_draws_full_lines(table: Table, glyphs: str, palette: str) -> None:
    async with table.run_test(size=(120, 40)):
        table.map.set_look(glyphs=glyphs, palette=palette)
        for zoom in HEX_ZOOMS:
            table.map.set_zoom(zoom)
            for y in range(40):
                strip = table.map.render_line(y)
                assert strip.cell_length == table.map.size.width == len(strip.text)


async def test_the_overview_shows_stacks_and_jumps(table: Table) -> None:
    async with table.run_test(size=(140, 45)) as pilot:
        lines = [table.overview.render_line(y) for y in range(table.overview.size.height)]
        assert {line.cell_length for line in lines} == {40}
        assert any(mark in line.text for line in lines for mark in "▲▼")
        await pilot.click(Overview, offset=(20, 10))
        assert table.map.cursor != "0505"


def test_a_bridge_that_changes_touches_both_hexes() -> None:
    scene = Scene(spaces={}, bridges={"0405-0505": True})
    assert touched(scene, replace(scene, bridges={"0405-0505": False})) == {"0405", "0505"}
