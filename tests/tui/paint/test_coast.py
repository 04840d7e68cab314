"""Coasts: hexes that play as sea look like sea, those of land like land; how far off the land water is pale."""

from functools import cache

import numpy as np
import pytest
from PIL import ImageColor

from wargame_tui.board.files import load
from wargame_tui.board.hexes import HexGrid
from wargame_tui.board.look import Look
from wargame_tui.board.plain import scenarios_folder
from wargame_tui.titles.liberty_roads.printed.data import MapFile
from wargame_tui.tui.map.hex_layout import HEX_ZOOMS, SCALES, HexLayout
from wargame_tui.tui.map.hex_terrain import HexTerrain
from wargame_tui.tui.map.view import Box
from wargame_tui.tui.paint.canvas import Canvas, Grain
from wargame_tui.tui.paint.coast import Coast, distance, islet, smooth_outline
from wargame_tui.tui.paint.hex_painter import HexPainter
from wargame_tui.tui.paint.hex_sea import ABROAD, SEA, HexSea, widened
from wargame_tui.tui.paint.hex_shape import HexShape
from wargame_tui.tui.paint.style import STYLES, StyleName, map_style

FOLDER = scenarios_folder() / "liberty_roads"
CELLS = Grain(8, 16, 2, 4)
SQUARE = [(10.0, 5.0), (30.0, 5.0), (30.0, 15.0), (10.0, 15.0)]


@cache
def layout(zoom: str) -> HexLayout:
    return HexLayout(HexTerrain(load(FOLDER / "map.yaml", MapFile), load(FOLDER / "look.yaml", Look)), SCALES[zoom])


@cache
def painter(zoom: str, style: StyleName = "paper") -> HexPainter:
    return HexPainter(layout(zoom), map_style(style))


def sea(zoom: str) -> HexSea:
    return HexSea(layout(zoom), HexShape(layout(zoom)), map_style("paper"))


def test_a_point_of_the_globe_lies_where_its_hex_does() -> None:
    for zoom in HEX_ZOOMS:
        shape = HexShape(layout(zoom))
        for hex_ in (0, 27, 300, shape.grid.size - 1):
            assert shape.place(*shape.grid.whereabouts(hex_)) == pytest.approx(shape.middle(hex_))


def test_the_middles_of_land_lie_within_the_coast_and_those_of_the_sea_beyond() -> None:
    made = sea("near")
    coast, shape, looks = made.coast, made.shape, layout("near").terrain.looks
    assert coast is not None
    box, grain = Box(0, 0, coast.width, coast.height), Grain(4, 8, 4, 8)
    canvas = Canvas(box, grain, None)
    mask = np.asarray(coast.mask(canvas, coast.outlines_on(canvas)))
    for hex_, (x, y) in enumerate(shape.middles.tolist()):
        land = mask[int(8 * y) - 2 : int(8 * y) + 3, int(4 * x) - 2 : int(4 * x) + 3] > 0
        assert land.all() if looks[hex_].tone != SEA else not land.any(), shape.grid.names[hex_]


@pytest.mark.parametrize("style", STYLES)
def test_hexes_of_the_sea_look_like_sea_and_those_out_of_play_grey(style: StyleName) -> None:
    made = painter("near", style)
    looks, shape = layout("near").terrain.looks, made.shape
    pixels = made.paint(Box(0, 0, layout("near").width, layout("near").height), CELLS).astype(int)
    abroad = np.asarray(ImageColor.getrgb(str(made.style.tones[ABROAD].fill)))
    for hex_, (x, y) in enumerate(shape.middles.tolist()):
        red, _, blue = found = pixels[int(4 * y), int(2 * x)]
        if looks[hex_].tone == SEA:
            assert blue > red + 12, shape.grid.names[hex_]
        elif looks[hex_].tone == ABROAD:
            assert np.abs(found - abroad).max() < 40, shape.grid.names[hex_]
        elif hex_ not in layout("near").terrain.places and looks[hex_].tone != "reed":
            assert blue < red + 12, shape.grid.names[hex_]


def test_a_coast_is_painted_alike_in_every_tile() -> None:
    made = painter("near")
    one, other = made.paint(Box(64, 32, 64, 32), CELLS), made.paint(Box(96, 40, 64, 32), CELLS)
    off = np.abs(one[32:, 64:].astype(int) - other[:96, :64])
    assert (off.max(axis=2) > 30).mean() < 0.01
    assert np.array_equal(one, made.paint(Box(64, 32, 64, 32), CELLS))


def test_borders_run_between_countries_and_around_what_is_out_of_play() -> None:
    made = sea("near")
    assert made.borders
    grid, shape = layout("near").terrain.grid, made.shape

    def marked(one: str, other: str) -> bool:
        (ax, ay), (bx, by) = shape.between(grid.index[one], grid.index[other])
        x, y = (ax + bx) / 2, (ay + by) / 2
        return any(abs(px - x) < 2 and abs(py - y) < 1 for line in made.borders for px, py in line)

    assert marked("2805", "2806") is False, "both Germany"
    assert marked("3013", "3113"), "the Rhine"
    assert marked("1427", "1428"), "the Pyrenees"


def test_no_river_ends_short_of_the_sea() -> None:
    made = sea("near")
    coast = made.coast
    assert coast is not None
    ends = [line[-1] for _, lines in painter("near").courses() for line in lines[-1:]]
    assert sum(coast.off_land(*end) > 0 for end in ends) >= 8


def test_a_map_without_a_coast_has_none() -> None:
    terrain = layout("near").terrain
    bare = HexTerrain(terrain.entry.model_copy(update={"countries": ()}))
    made = HexPainter(HexLayout(bare, SCALES["middle"]), map_style("paper"))
    assert made.paint(Box(0, 0, 64, 32), CELLS).shape == (128, 128, 3)
    none = HexSea(made.layout, made.shape, made.style)
    assert none.coast is None
    assert not none.borders
    assert none.mouth([(0, 0), (1, 1)]) == [(0, 0), (1, 1)]


def test_an_estuary_widens() -> None:
    outline = widened([(0, 0), (10, 0), (20, 0)], 0.5, 2.0)
    assert outline[0][1] - outline[-1][1] == pytest.approx(0.5)
    assert outline[2][1] - outline[3][1] == pytest.approx(2.0)


def test_how_far_off_land() -> None:
    land = np.zeros((20, 20), bool)
    land[10, 4] = True
    found = distance(land, 6)
    assert found[10, 4] == 0
    assert found[10, 9] == 5
    assert found[13, 8] == pytest.approx(5)
    assert found[0, 19] == 6
    assert (distance(np.zeros((3, 4), bool), 5) == 5).all()


def test_the_nearest_sea() -> None:
    coast = Coast([SQUARE], 40, 20, 3.0, 4.0)
    assert coast.off_land(20, 10) == 0
    assert coast.off_land(4, 10) > 0
    assert coast.nearest_sea(4, 10, 2.0) is None, "it is at sea"
    assert coast.nearest_sea(20, 10, 1.0) is None, "too far"
    spot = coast.nearest_sea(12, 10, 3.0)
    assert spot is not None
    assert coast.off_land(*spot) > 0


def test_small_outlines_keep_their_size() -> None:
    soft = smooth_outline(SQUARE, 1.0)
    assert max(x for x, _ in soft) >= 30
    assert len(soft) > len(SQUARE)
    many = [(float(n), float(n % 3)) for n in range(30)]
    assert min(y for _, y in smooth_outline(many, 0.2)) >= 0
    rock = islet(10, 5, 0.5)
    assert all(abs(x - 10) < 1.5 and abs(y - 5) < 0.8 for x, y in rock)


def test_places_of_the_coast_lie_on_land() -> None:
    """Ports are on the coast, and on its right side."""
    entry = load(FOLDER / "map.yaml", MapFile)
    index = HexGrid(entry.grid).index
    coast, shape = sea("close").coast, sea("close").shape
    assert coast is not None
    for name, port in entry.ports.items():
        assert coast.off_land(*shape.middle(index[port.hex])) == 0, name
