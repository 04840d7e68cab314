"""The widget for charts under a pilot."""

from dataclasses import replace
from types import ModuleType

import pytest
from rich.color import Color
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.message import Message

from tests.tui.map.looks import LOOK
from wargame_tui.board.area import AreaMapEntry
from wargame_tui.board.scene import Overlay, Scene
from wargame_tui.tui.map.chart_map import ChartMap
from wargame_tui.tui.map.layout import spaces_of
from wargame_tui.tui.map.map_widget import MapWidget
from wargame_tui.tui.map.maps import map_widget, names
from wargame_tui.tui.map.overview import Overview


class Table(App[None]):
    """The map, an overview, and the messages that they post."""

    def __init__(self, entry: AreaMapEntry, scene: Scene) -> None:
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
        self.map.go_to("MAR")
        self.map.focus()

    def on_map_widget_picked(self, event: MapWidget.Picked) -> None:
        self.posted.append(event)

    def on_map_widget_unit_picked(self, event: MapWidget.UnitPicked) -> None:
        self.posted.append(event)

    def on_map_widget_hovered(self, event: MapWidget.Hovered) -> None:
        self.posted.append(event)

    def on_overview_jumped(self, event: Overview.Jumped) -> None:
        self.posted.append(event)


@pytest.fixture
def table(chart_kit: ModuleType) -> Table:
    entry = chart_kit.chart_entry("pacific")
    return Table(entry, chart_kit.chart_scene(entry))


def _spot(table: Table, space: str, dx: int = 4, dy: int = 0) -> tuple[int, int]:
    """A cell of a space's box in the widget."""
    box = table.map.layout_now.boxes[space]
    left, top = table.map._origin()
    return box.x + dx - left, box.y + dy - top


async def test_the_factory_makes_a_chart(table: Table) -> None:
    assert isinstance(table.map, ChartMap)
    async with table.run_test(size=(140, 45)):
        assert table.map.zoom_name == "middle"
        assert table.map.cursor in table.map.spaces_in_view
        assert names(table.map.entry)["MID"] == "MID Midway"


@pytest.mark.parametrize(
    ("start", "keys", "goal"),
    [("MAR", "right", "CAR"), ("WAK", "right", "MID"), ("MID", "right", "HAW"), ("KUR", "right", "ALE"),
     ("JPN", "down", "IWO"), ("PAL", "left", "PHI"), ("ALA", "left", "ALE")],
)  # fmt: skip
async def test_arrows_lead_from_place_to_place(table: Table, start: str, keys: str, goal: str) -> None:
    async with table.run_test(size=(200, 60)) as pilot:
        table.map.go_to(start)
        await pilot.press(*keys.split())
        assert table.map.cursor == goal


async def test_arrows_reach_every_place(table: Table, chart_kit: ModuleType) -> None:
    async with table.run_test(size=(140, 45)):
        for name in chart_kit.CHARTS:
            entry = chart_kit.chart_entry(name)
            widget = ChartMap(entry, look=LOOK)
            for zoom in widget.zooms:
                widget._zoom = zoom
                found, open_ = set(), [next(iter(spaces_of(entry)))]
                while open_:
                    space = open_.pop()
                    if space not in found:
                        found.add(space)
                        ways = [widget._neighbour(space, way) for way in ("up", "down", "left", "right")]
                        open_ += [way for way in ways if way]
                assert found == set(spaces_of(entry)), (name, zoom)


async def test_zooms_keep_the_cursor_in_view(table: Table) -> None:
    async with table.run_test(size=(100, 30)) as pilot:
        for key, zoom in (
            ("plus", 2),
            ("plus", 3),
            ("plus", 3),
            ("minus", 2),
            ("minus", 1),
            ("minus", 0),
            ("minus", 0),
        ):
            await pilot.press(key)
            assert table.map.zoom == zoom
            assert "MAR" in table.map.spaces_in_view


async def test_the_whole_map_shows_on_a_small_terminal(table: Table) -> None:
    table.overview.display = False
    async with table.run_test(size=(80, 24)):
        table.map.set_zoom("far")
        assert set(table.map.spaces_in_view) == set(spaces_of(table.map.entry))  # type: ignore[attr-defined]


@pytest.mark.parametrize("size", [(94, 40), (146, 57), (120, 28)])
async def test_the_whole_fills_a_screen_of_any_shape_in_characters(table: Table, size: tuple[int, int]) -> None:
    """Across and down alike."""
    width, height = size
    table.overview.display = False
    async with table.run_test(size=size):
        table.map.set_zoom(table.map.zooms[0])
        layout = table.map.layout_now
        assert width * 0.98 <= layout.width <= width
        assert height * 0.85 <= layout.height <= height
        assert set(table.map.spaces_in_view) == set(spaces_of(table.map.entry))  # type: ignore[attr-defined]


async def test_land_and_sea_go_on_beside_a_chart(table: Table) -> None:
    """Siberia, not nothing, stands above what of it is on the chart; sea above the sea."""
    table.overview.display = False
    async with table.run_test(size=(94, 60)):
        table.map.set_zoom(table.map.zooms[0])
        top = -table.map._origin()[1]
        assert top > 2
        above, edge = (grounds_of(table.map, y) for y in (0, top))
        assert len({*above}) == 2, "land and sea"
        same = sum(one == other for one, other in zip(above, edge, strict=True))
        assert same > 0.8 * len(edge), "but for coasts and what is written at the edge"


def grounds_of(field: MapWidget, y: int) -> list[Color | None]:
    """What the characters of a line stand on."""
    return [style.bgcolor if style else None for text, style, _ in field.render_line(y) for _ in text]


async def test_click_picks_place_and_counter(table: Table) -> None:
    async with table.run_test(size=(160, 50)) as pilot:
        table.map.set_zoom("near")
        table.map.go_to("ALE")
        await pilot.pause()
        assert table.scene.spaces["ALE"].counters
        await pilot.click(MapWidget, offset=_spot(table, "ALE", 10, 1))
        picked, unit = table.posted[-2:]
        assert isinstance(picked, MapWidget.Picked)
        assert picked.space == "ALE"
        assert isinstance(unit, MapWidget.UnitPicked)
        assert unit.unit.startswith("ALE")


async def test_hover_tells_the_place_and_the_sea(table: Table) -> None:
    async with table.run_test(size=(160, 50)) as pilot:
        await pilot.hover(MapWidget, offset=_spot(table, "WAK"))
        hovered = table.posted[-1]
        assert isinstance(hovered, MapWidget.Hovered)
        assert hovered.space == "WAK"
        await pilot.hover(MapWidget, offset=_spot(table, "WAK", 6, -4))
        left = table.posted[-1]
        assert isinstance(left, MapWidget.Hovered)
        assert left.space is None


async def test_cursor_move_repaints_two_heads_only(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    async with table.run_test(size=(200, 60)) as pilot:
        await pilot.pause()
        regions: list[Region] = []
        refresh = table.map.refresh

        def spy(*areas: Region, **options: bool) -> MapWidget:
            regions.extend(areas or [Region(0, 0, *table.map.size)])
            refresh(*areas, **options)
            return table.map

        monkeypatch.setattr(table.map, "refresh", spy)
        table.map.go_to("CAR")
        assert len({region.y for region in regions}) == sum(region.height for region in regions) == 2


async def test_overlay_and_scene_redraw_what_changed(table: Table) -> None:
    async with table.run_test(size=(160, 50)) as pilot:
        table.map.overlay(Overlay({"WAK": "reach"}, {"WAK": "3"}))
        await pilot.pause()
        _, y = _spot(table, "WAK")
        assert "▸3" in table.map.render_line(y).text
        table.map.overlay(Overlay())
        assert "▸3" not in table.map.render_line(y).text
        for zoom in table.map.zooms:
            table.map.set_zoom(zoom)
            table.map.render_line(5)
        spaces = {space: here for space, here in table.scene.spaces.items() if space != "ALE"}
        table.map.show(replace(table.scene, spaces=spaces))
        for zoom in table.map.zooms:
            table.map.set_zoom(zoom)
            fresh = ChartMap(table.map.entry, look=LOOK)  # type: ignore[attr-defined]
            fresh.room, fresh._zoom = table.map.room, zoom
            fresh.show(table.map.scene)
            fresh._view.cursor = table.map.cursor
            fresh._redraw_all()
            for y in range(fresh.layout_now.height):
                assert table.map._stage.composer.window(y, 0, 1) == fresh._stage.composer.window(y, 0, 1)


async def test_jump_letters_stand_on_the_heads(table: Table) -> None:
    async with table.run_test(size=(200, 60)):
        targets = table.map.jump_targets
        labels = table.map.show_jumps(targets)
        letter = next(letter for letter, space in labels.items() if space == "WAK")
        _, y = _spot(table, "WAK")
        assert letter in table.map.render_line(y).text
        table.map.hide_jumps()


@pytest.mark.parametrize("glyphs", ["full", "narrow", "ascii"])
@pytest.mark.parametrize("palette", ["truecolor", "16", "mono"])
async def test_every_look_draws_full_lines(table: Table, glyphs: str, palette: str) -> None:
    async with table.run_test(size=(120, 40)):
        table.map.set_look(glyphs=glyphs, palette=palette)
        for zoom in table.map.zooms:
            table.map.set_zoom(zoom)
            for y in range(40):
                strip = table.map.render_line(y)
                assert strip.cell_length == table.map.size.width == len(strip.text)


async def test_the_overview_shows_land_sea_and_every_place(table: Table) -> None:
    async with table.run_test(size=(140, 45)) as pilot:
        palette = table.map.palette
        lines = [table.overview.render_line(y) for y in range(table.overview.size.height)]
        assert {line.cell_length for line in lines} == {40}
        grounds = {segment.style.bgcolor for line in lines for segment in line if segment.style}
        assert {palette.style("chart.land", "plain").bgcolor, palette.style("chart.sea", "plain").bgcolor} <= grounds
        await pilot.click(Overview, offset=(38, 8))
        jumped = table.posted[-1]
        assert isinstance(jumped, Overview.Jumped)
        assert table.map.cursor == jumped.space == "USA"
