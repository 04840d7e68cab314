"""The ground of a chart: land where the map file has it, spaces where the layout has them, the same at every tile."""

import importlib.util
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from PIL import ImageColor

from wargame_tui.board.area import AreaMapEntry
from wargame_tui.board.files import load
from wargame_tui.board.look import Look
from wargame_tui.board.plain import scenarios_folder
from wargame_tui.tui.map.chart_layout import CHART_SCALES, lay_out_chart
from wargame_tui.tui.map.layout import spaces_of
from wargame_tui.tui.map.view import Box
from wargame_tui.tui.paint.canvas import Canvas, Grain, Pixels, eased
from wargame_tui.tui.paint.cells import GRAINS
from wargame_tui.tui.paint.chart_painter import ChartPainter
from wargame_tui.tui.paint.relief import Heights, ticks
from wargame_tui.tui.paint.style import STYLES, StyleName, map_style

CHARTS = ("pacific", "france", "africa", "normandy")
CELLS, PIXELS = Grain(8, 16, 2, 4), Grain(20, 40, 10, 20)


@cache
def _entry(name: str) -> AreaMapEntry:
    path = Path(__file__).parents[1] / "map" / "chart_sample.py"
    spec = importlib.util.spec_from_file_location("chart_sample_painted", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    entry: AreaMapEntry = module.chart_entry(name)
    return entry


@cache
def painter(name: str, zoom: str, style: StyleName = "paper") -> ChartPainter:
    title = "pacific_commander" if name == "pacific" else "desert_commander"
    look = load(scenarios_folder() / title / "look.yaml", Look)
    return ChartPainter(_entry(name), lay_out_chart(_entry(name), zoom), map_style(style), look)


def whole(made: ChartPainter) -> Box:
    return Box(0, 0, made.layout.width, made.layout.height)


def is_blue(pixels: Pixels) -> np.ndarray:  # type: ignore[type-arg]
    """Water: more blue than red."""
    return pixels[..., 2].astype(int) > pixels[..., 0].astype(int) + 8


@pytest.mark.parametrize("zoom", CHART_SCALES)
@pytest.mark.parametrize("name", CHARTS)
def test_a_cell_belongs_to_the_space_that_the_layout_finds_there(name: str, zoom: str) -> None:
    made = painter(name, zoom)
    owners = made.owners(whole(made), 2, 4)
    assert owners.shape == (4 * made.layout.height, 2 * made.layout.width)
    for y in range(made.layout.height):
        for x in range(made.layout.width):
            number = owners[4 * y, 2 * x]
            assert (made.spaces[number] if number >= 0 else None) == made.layout.space_at(x, y)


def test_beside_the_chart_there_is_no_space() -> None:
    made = painter("pacific", "far")
    width, height = made.layout.width, made.layout.height
    owners = made.owners(Box(-3, -2, width + 6, height + 4), 1, 1)
    assert (owners[:2] == -1).all()
    assert (owners[:, :3] == -1).all()
    assert np.array_equal(owners[2:-2, 3:-3], made.owners(whole(made), 1, 1))
    assert (made.owners(Box(width + 5, 0, 4, 4), 2, 2) == -1).all()


@pytest.mark.parametrize("name", CHARTS)
def test_land_looks_like_land_and_sea_like_sea(name: str) -> None:
    """Well off the coast, where neither a box nor a line covers the ground."""
    made = painter(name, "middle")
    layout = made.layout
    blue = is_blue(made.paint(whole(made), CELLS))[2::4, 1::2]
    bare = made.owners(whole(made), 1, 1) < 0
    checked = right = 0
    for y in range(2, layout.height - 2):
        for x in range(3, layout.width - 3):
            around = {layout.ground_at(x + dx, y + dy) for dx in (-3, 0, 3) for dy in (-1, 0, 1)}
            free = not any((y + dy, x + dx) in layout.lines for dx in (-2, -1, 0, 1, 2) for dy in (-1, 0, 1))
            if len(around) == 1 and free and bare[y - 1 : y + 2, x - 2 : x + 3].all():
                checked += 1
                right += bool(blue[y, x]) == (around == {"chart.sea"})
    assert checked > 500
    assert right / checked > 0.97


@pytest.mark.parametrize("grain", [CELLS, PIXELS])
@pytest.mark.parametrize("style", STYLES)
def test_a_part_is_painted_as_the_whole(style: StyleName, grain: Grain) -> None:
    """Tiles join without seams, and the same is painted twice."""
    made = painter("africa", "middle", style)
    across, down = grain.shown_across, grain.shown_down
    one = made.paint(Box(60, 8, 64, 32), grain)
    other = made.paint(Box(92, 16, 48, 32), grain)
    assert one.shape == (32 * down, 64 * across, 3)
    assert np.array_equal(one, made.paint(Box(60, 8, 64, 32), grain))
    off = np.abs(one[8 * down :, 32 * across :].astype(int) - other[: 24 * down, : 32 * across])
    assert (off.max(axis=2) > 24).mean() < 0.005, "resampled fields may differ a little along the edge of a tile"


@pytest.mark.parametrize("grain", [*dict.fromkeys(GRAINS.values())])
def test_every_grain_beside_the_chart_too(grain: Grain) -> None:
    made = painter("normandy", "far")
    pixels = made.paint(Box(-4, -4, made.layout.width + 8, made.layout.height + 8), grain)
    beyond = ImageColor.getrgb(made.style.beyond)
    assert tuple(pixels[0, 0]) == beyond
    assert tuple(pixels[-1, -1]) == beyond
    assert tuple(made.paint(Box(-40, -40, 8, 8), grain)[0, 0]) == beyond


@pytest.mark.parametrize("zoom", CHART_SCALES)
def test_a_box_is_a_panel_with_a_band_for_its_name(zoom: str) -> None:
    made = painter("pacific", zoom)
    pixels = made.paint(whole(made), PIXELS)
    head = np.asarray(ImageColor.getrgb(made.style.chart.head))
    for space, box in made.layout.boxes.items():
        middle = pixels[20 * box.y + 10, 10 * box.x + 5 * box.width]
        assert np.abs(middle.astype(int) - head).max() < 12, space
        assert made.outline(space)[0][1] == box.y


def test_the_desert_has_its_own_ground() -> None:
    made = painter("africa", "middle")
    desert = np.asarray(ImageColor.getrgb(made.style.chart.desert))
    pixels = made.paint(whole(made), CELLS).reshape(-1, 3).astype(int)
    assert (np.abs(pixels - desert).max(axis=1) < 6).mean() > 0.2


def test_spaces_come_in_the_order_of_the_map_file() -> None:
    assert list(painter("france", "far").spaces) == list(spaces_of(_entry("france")))


def test_a_map_without_a_chart_is_refused() -> None:
    entry = _entry("france")
    with pytest.raises(ValueError, match="no `chart`"):
        ChartPainter(entry.model_copy(update={"chart": None}), lay_out_chart(entry, "far"), map_style("paper"))


def test_bends_are_rounded_by_so_many_rows_and_ends_stay() -> None:
    line = [(0.0, 0.0), (20.0, 0.0), (20.0, 10.0)]
    soft = eased(line, 1.0)
    assert soft[0] == line[0]
    assert soft[-1] == line[-1]
    assert all(x <= 20 and y >= 0 for x, y in soft)
    assert min(abs(x - 20) / 2 + abs(y) for x, y in soft) > 0.3
    around = eased([*line, line[0]], 1.0)
    assert around[0] == around[-1]


def test_an_escarpment_falls_to_the_right_of_its_course() -> None:
    strokes = ticks([(0.0, 5.0), (20.0, 5.0)], 0.5, 1.0)
    assert len(strokes) > 15
    assert all(end[1] > start[1] for start, end in strokes), "eastwards the right is the south"


def test_the_light_comes_from_the_north_west() -> None:
    heights = Heights(80, 40, 4)
    heights.raise_line([(40, 20)], 3, 1.0, line=False)
    slopes = np.asarray(heights.slopes(3, 0, 1), int)
    assert slopes[68, 68] > 135
    assert slopes[92, 92] < 120


def test_a_small_picture_of_the_map_is_cut_to_a_tile() -> None:
    canvas = Canvas(Box(-2, -1, 8, 4), CELLS, "#000000")
    heights = Heights(40, 20, 2)
    part = canvas.part_of(heights.slopes(1, 0, 1), 40, 20, 3)
    assert part.size == canvas.size
    assert part.getpixel((0, 0)) == 3
    assert part.getpixel((40, 40)) == 127
