"""The widget under a pilot."""

from dataclasses import replace

import pytest
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.message import Message

from tests.tui.map.looks import LOOK
from wargame_tui.board.area import AreaMapEntry
from wargame_tui.board.scene import Overlay, Scene
from wargame_tui.tui.map.area_map import AreaMap
from wargame_tui.tui.map.glyphs import FULL
from wargame_tui.tui.map.overview import Overview


class Table(App[None]):
    """The map, an overview, and the messages that they post."""

    def __init__(self, entry: AreaMapEntry, scene: Scene) -> None:
        super().__init__()
        self.map = AreaMap(entry, look=LOOK)
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

    def on_map_widget_moved(self, event: AreaMap.Moved) -> None:
        self.posted.append(event)

    def on_map_widget_picked(self, event: AreaMap.Picked) -> None:
        self.posted.append(event)

    def on_map_widget_unit_picked(self, event: AreaMap.UnitPicked) -> None:
        self.posted.append(event)

    def on_map_widget_hovered(self, event: AreaMap.Hovered) -> None:
        self.posted.append(event)

    def on_overview_jumped(self, event: Overview.Jumped) -> None:
        self.posted.append(event)


@pytest.fixture
def table(entry: AreaMapEntry, scene: Scene) -> Table:
    return Table(entry, scene)


def _on_screen(table: Table, space: str) -> bool:
    return space in table.map.spaces_in_view


def _spot(table: Table, space: str, row: int = 0) -> tuple[int, int]:
    """Where a space's label is in the widget."""
    box = table.map.layout_now.boxes[space]
    left, top = table.map._origin()
    return box.x + box.width // 2 - left, box.y + row - top


def _last(table: Table, kind: type[Message]) -> Message:
    return [event for event in table.posted if isinstance(event, kind)][-1]


async def test_go_to_before_mount_ends_in_view(table: Table) -> None:
    async with table.run_test(size=(140, 45)):
        assert table.map.cursor == "9"
        assert _on_screen(table, "9")


async def test_arrows_move_the_cursor_and_enter_picks(table: Table) -> None:
    async with table.run_test(size=(140, 45)) as pilot:
        await pilot.press("right")
        moved = _last(table, AreaMap.Moved)
        assert isinstance(moved, AreaMap.Moved)
        assert moved.space == table.map.cursor != "9"
        await pilot.press("enter")
        picked = _last(table, AreaMap.Picked)
        assert isinstance(picked, AreaMap.Picked)
        assert picked.space == table.map.cursor


async def test_cursor_stays_in_view_on_a_small_screen(table: Table) -> None:
    table.overview.display = False
    async with table.run_test(size=(80, 24)) as pilot:
        for key in ("up", "up", "up", "right", "right", "down"):
            await pilot.press(key)
            assert table.map.cursor
            assert _on_screen(table, table.map.cursor)


async def test_zoom_keeps_the_cursor_in_view(table: Table) -> None:
    async with table.run_test(size=(140, 45)) as pilot:
        keys = ("plus", "plus", "plus", "minus", "minus", "minus")
        for key, zoom in zip(keys, ("near", "close", "close", "near", "middle", "far"), strict=True):
            await pilot.press(key)
            assert table.map.zoom_name == zoom
            assert _on_screen(table, "9")
        table.map.set_zoom("near")
        assert table.map.zoom_name == "near"


async def test_scrolling_and_coming_back(table: Table) -> None:
    async with table.run_test(size=(100, 30)) as pilot:
        start = table.map.scroll_offset
        await pilot.press("shift+right", "shift+down")
        assert table.map.scroll_offset != start
        await pilot.press("home")
        assert table.map.scroll_offset == start


async def test_click_moves_picks_and_tells_the_unit(table: Table) -> None:
    async with table.run_test(size=(140, 45)) as pilot:
        counter = table.scene.spaces["9"].counters[0]
        assert await pilot.click(AreaMap, offset=_spot(table, "9", row=1))
        picked, unit = _last(table, AreaMap.Picked), _last(table, AreaMap.UnitPicked)
        assert isinstance(picked, AreaMap.Picked)
        assert picked.space == "9"
        assert isinstance(unit, AreaMap.UnitPicked)
        assert unit.unit == counter.unit


async def test_hover_tells_the_space(table: Table) -> None:
    async with table.run_test(size=(140, 45)) as pilot:
        await pilot.hover(AreaMap, offset=_spot(table, "60"))
        hovered = _last(table, AreaMap.Hovered)
        assert isinstance(hovered, AreaMap.Hovered)
        assert hovered.space == "60"


async def test_cursor_move_repaints_two_labels_only(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    async with table.run_test(size=(140, 45)) as pilot:
        await pilot.pause()
        regions: list[Region] = []
        refresh = table.map.refresh

        def spy(*areas: Region, **options: bool) -> AreaMap:
            regions.extend(areas or [Region(0, 0, *table.map.size)])
            refresh(*areas, **options)
            return table.map

        monkeypatch.setattr(table.map, "refresh", spy)
        table.map.go_to("60")
        assert len({region.y for region in regions}) == sum(region.height for region in regions) == 4


async def test_overlay_and_scene_redraw_what_changed(table: Table) -> None:
    async with table.run_test(size=(140, 45)) as pilot:
        table.map.overlay(Overlay({"60": "reach"}, {"60": "3"}))
        await pilot.pause()
        _, y = _spot(table, "60")
        assert "▸3" in table.map.render_line(y).text
        table.map.overlay(Overlay())
        assert "▸3" not in table.map.render_line(y).text
        table.map.show(Scene(spaces={}))
        assert "×" not in "".join(table.map.render_line(y).text for y in range(45))


async def test_jump_labels(table: Table) -> None:
    async with table.run_test(size=(140, 45)):
        labels = table.map.show_jumps(["9", "60"])
        assert list(labels.values()) == ["9", "60"]
        _, y = _spot(table, "9")
        x, _ = _spot(table, "9")
        label = next(name for name, space in labels.items() if space == "9")
        assert label in table.map.render_line(y).text[x - 10 : x]
        table.map.hide_jumps()
        many = table.map.show_jumps(list(table.map.layout_now.ids))
        assert len(many) == len(table.map.layout_now.ids)
        assert {len(name) for name in many} == {2}


async def test_overview_shows_the_view_and_jumps(table: Table) -> None:
    async with table.run_test(size=(140, 45)) as pilot:
        await pilot.pause()
        lines = [table.overview.render_line(y).text for y in range(table.overview.size.height)]
        assert any("┏" in line for line in lines)
        assert {len(line) for line in lines} == {40}
        assert any("▄" in line for line in lines), "cells with two grounds"
        await pilot.click(Overview, offset=(30, 4))
        jumped = _last(table, Overview.Jumped)
        assert isinstance(jumped, Overview.Jumped)
        assert table.map.cursor == jumped.space
        assert _on_screen(table, jumped.space)


@pytest.mark.parametrize("glyphs", ["full", "narrow", "ascii"])
@pytest.mark.parametrize("palette", ["truecolor", "16", "mono"])
async def test_every_look_draws_full_lines(entry: AreaMapEntry, scene: Scene, glyphs: str, palette: str) -> None:
    table = Table(entry, scene)
    async with table.run_test(size=(140, 45)):
        table.map.set_look(glyphs=glyphs, palette=palette)
        table.map.set_zoom("far")
        for y in range(45):
            strip = table.map.render_line(y)
            assert strip.cell_length == table.map.size.width
            assert len(strip.text) == table.map.size.width


@pytest.fixture
def shaped_table(shaped_entry: AreaMapEntry, shaped_scene: Scene) -> Table:
    return Table(shaped_entry, shaped_scene)


async def test_void_is_no_space(shaped_table: Table) -> None:
    """It is neither hovered nor picked, and the overview shows it blank."""
    area_map = shaped_table.map
    async with shaped_table.run_test(size=(140, 45)) as pilot:
        area_map.set_zoom("far")
        await pilot.hover(AreaMap, offset=_spot(shaped_table, "4"))
        left, top = area_map._origin()
        corner = (1 - left, 1 - top)
        assert area_map.layout_now.space_at(1, 1) is None
        await pilot.hover(AreaMap, offset=corner)
        hovered = _last(shaped_table, AreaMap.Hovered)
        assert isinstance(hovered, AreaMap.Hovered)
        assert hovered.space is None
        shaped_table.posted.clear()
        await pilot.click(AreaMap, offset=corner)
        await pilot.click(Overview, offset=(1, 0))
        assert not [event for event in shaped_table.posted if isinstance(event, AreaMap.Picked | Overview.Jumped)]
        lines = [shaped_table.overview.render_line(y) for y in range(20)]
        assert {line.cell_length for line in lines} == {40}
        assert any(FULL.contested in line.text for line in lines)


async def test_arrows_lead_over_a_map_with_shapes(shaped_table: Table) -> None:
    async with shaped_table.run_test(size=(80, 24)) as pilot:
        shaped_table.map.go_to("4")
        seen = ["4"]
        for key in ("down", "down", "up", "up", "up", "right"):
            await pilot.press(key)
            assert shaped_table.map.cursor
            assert _on_screen(shaped_table, shaped_table.map.cursor)
            seen.append(shaped_table.map.cursor)
        assert seen == ["4", "7", "9", "7", "4", "2", "B"]


async def test_new_holder_or_ferry_is_drawn(shaped_table: Table) -> None:
    async with shaped_table.run_test(size=(140, 45)) as pilot:
        await pilot.pause()

        def text() -> str:
            return "".join(shaped_table.map.render_line(y).text for y in range(45))

        before = text()
        german = dict.fromkeys(shaped_table.scene.holders, "German")
        shaped_table.map.show(replace(shaped_table.scene, holders=german, ferries={"1-3": "used"}))
        await pilot.pause()
        after = text()
        assert after.count(f"]{FULL.sides[0]}[") > before.count(f"]{FULL.sides[0]}[")
        assert f"]{FULL.sides[1]}[" not in after
        assert FULL.ferry_used in after
