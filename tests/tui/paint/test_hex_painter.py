"""The ground of a hex map: pixels belong to the hex that the mouse finds there, terrain covers its hexes' middles."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pytest

from tests.tui.map.hex_sample import hex_map
from tests.tui.map.looks import LOOK
from wargame_tui.tui.map.hex_layout import HEX_ZOOMS, SCALES, HexLayout
from wargame_tui.tui.map.hex_terrain import HexTerrain
from wargame_tui.tui.map.view import Box
from wargame_tui.tui.paint.canvas import Grain, chained, curved, joined, rounded
from wargame_tui.tui.paint.cells import GRAINS
from wargame_tui.tui.paint.hex_painter import HexPainter
from wargame_tui.tui.paint.style import STYLES, StyleName, map_style

GRAIN = Grain(16, 32, 8, 16)
Floats = npt.NDArray[np.float64]


def painter(zoom: str, style: StyleName = "paper") -> HexPainter:
    return HexPainter(HexLayout(HexTerrain(hex_map(), LOOK), SCALES[zoom]), map_style(style))


@pytest.mark.parametrize("zoom", [zoom for zoom in HEX_ZOOMS if SCALES[zoom].slant])
def test_the_middle_of_a_cell_is_of_the_hex_that_the_mouse_finds(zoom: str) -> None:
    made = painter(zoom)
    layout = made.layout
    owners = made.owners(Box(0, 0, layout.width, layout.height), 3, 3)[1::3, 1::3]
    agree = total = 0
    for y in range(layout.top, layout.bottom):
        for x in range(layout.left, layout.right):
            space = layout.space_at(x, y)
            number = int(owners[y, x])
            total += 1
            agree += (made.spaces[number] if number >= 0 else None) == space
    # Cells that a slant cuts belong to one hex for the mouse.
    assert agree / total > (0.8 if SCALES[zoom].rows == 2 else 0.9)


@pytest.mark.parametrize("zoom", HEX_ZOOMS)
def test_the_middle_of_a_hex_is_its_own(zoom: str) -> None:
    made = painter(zoom)
    for number, (x, y) in enumerate(made.shape.middles.tolist()):
        box = Box(int(x), int(y), 1, 1)
        owners = made.owners(box, 16, 16)
        assert owners[int((y - int(y)) * 16), int((x - int(x)) * 16)] == number


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("zoom", ["middle", "near", "close"])
def test_woods_cover_the_middles_of_their_hexes_and_of_no_others(zoom: str, style: StyleName) -> None:
    made = painter(zoom, style)
    tones = made.style.tones
    for number, look in enumerate(made.layout.terrain.looks):
        pixels = _spot(made, number)
        wooded = [tones[tone].fill for tone in ("pine", "spruce")]
        green = min(_apart(pixels, color) for color in wooded if color)
        open_ground = _apart(pixels, made.style.ground)
        if look.tone == "olive":
            assert open_ground < green, made.spaces[number]
        elif look.tone in ("pine", "spruce"):
            assert green < open_ground, made.spaces[number]


def test_roads_are_pale_where_hexes_are_so_small_that_they_would_hide_the_country() -> None:
    own = _hidden(painter("near"))
    assert _hidden(painter("middle")) > 0.5 * own
    assert _hidden(painter("far")) < 0.3 * own


def _hidden(made: HexPainter) -> float:
    """How much the colour of the country changes, in cells of quadrants, where a road hides most of it."""
    bare = HexPainter(made.layout, made.style)
    bare._roads = {}
    whole = Box(0, 0, made.layout.width, made.layout.height)
    one, other = (each.paint(whole, GRAINS["quadrants"]).astype(int) for each in (made, bare))
    return float(np.abs(one - other).sum(-1).max())


@pytest.mark.parametrize("style", STYLES)
def test_villages_are_pale_where_there_is_little_room_and_never_outweigh_towns(style: StyleName) -> None:
    middle, near = (_weights(painter(zoom, style)) for zoom in ("middle", "near"))
    assert middle["village"] < 0.7 * middle["town"]
    assert middle["village"] < 0.7 * near["village"]


def _weights(made: HexPainter) -> dict[str, float]:
    """How much the houses of a place of each kind change the ground, in cells of quadrants."""
    places = [*made.layout.terrain.places.items()]
    return {place.kind: _weight(made, hex_, GRAINS["quadrants"]) for hex_, place in places}


def _weight(made: HexPainter, hex_: int, grain: Grain) -> float:
    """How much the houses of a place change the ground in the pixel that they change most."""
    x, y = made.shape.middle(hex_)
    box, places = Box(int(x) - 1, int(y) - 1, 3, 3), made.layout.terrain.places
    place = places.pop(hex_)
    bare = made.paint(box, grain).astype(int)
    places[hex_] = place
    return float(np.abs(made.paint(box, grain).astype(int) - bare).sum(-1).max())


def _spot(made: HexPainter, number: int) -> Floats:
    """The ground about the middle of a hex, without roads, rivers and houses."""
    x, y = made.shape.middle(number)
    box = Box(int(x) - 1, int(y) - 1, 3, 3)
    pixels = np.asarray(made.lay_land(box, GRAIN.coarse).image)
    across, down = round((x - box.x) * 8), round((y - box.y) * 16)
    mean: Floats = pixels[down - 2 : down + 2, across - 2 : across + 2].reshape(-1, 3).mean(0)
    return mean


def _apart(color: Floats, other: str) -> float:
    parts = [int(other[n : n + 2], 16) for n in (1, 3, 5)]
    return float(np.abs(color - parts).sum())


def test_a_map_is_painted_the_same_each_time_and_tiles_fit_together() -> None:
    made = painter("near")
    grain = GRAINS["octants"]
    whole = made.paint(Box(0, 0, 80, 24), grain)
    assert np.array_equal(whole, painter("near").paint(Box(0, 0, 80, 24), grain))
    half = made.paint(Box(40, 0, 40, 24), grain)
    apart = np.abs(whole[:, 80:].astype(int) - half.astype(int)).max(2)
    # The first pixels lie beside other neighbours when the soft ground is enlarged.
    assert (apart[:, 1:] <= 16).mean() > 0.995


def sides() -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    yield (0.0, 0.0), (1.0, 0.0)
    yield (2.0, 1.0), (1.0, 0.0)
    yield (2.0, 1.0), (3.0, 1.0)
    yield (9.0, 9.0), (8.0, 9.0)


def test_sides_of_a_river_are_joined_in_order_and_a_gap_begins_another() -> None:
    assert [*joined(sides())] == [
        [(0.0, 0.0), (1.0, 0.0), (2.0, 1.0), (3.0, 1.0)],
        [(9.0, 9.0), (8.0, 9.0)],
    ]


def test_smooth_lines_keep_their_ends() -> None:
    line = [(0.0, 0.0), (4.0, 0.0), (4.0, 3.0), (9.0, 3.0)]
    assert rounded(line)[0] == curved(line)[0] == line[0]
    assert rounded(line)[-1] == curved(line)[-1] == line[-1]
    assert {*line} <= {(round(x, 6), round(y, 6)) for x, y in curved(line)}


def test_the_water_of_a_hexside_never_leaves_the_two_hexes_beside_it() -> None:
    made = painter("near")
    for hexsides, lines in made.courses():
        hexes = {hex_ for hexside in hexsides for hex_ in hexside.split("-")}
        for line in lines:
            for x, y in line:
                owner = int(made.owners(Box(int(x), int(y), 1, 1), 16, 16)[int(y % 1 * 16), int(x % 1 * 16)])
                assert owner < 0 or made.spaces[owner] in hexes


def test_sides_in_any_order_become_lines_that_end_at_forks() -> None:
    one, two, three, four, five = ((float(n), 0.0) for n in range(5))
    fork = (2.0, 1.0)
    lines = chained([(two, three), (one, two), (fork, three), (three, four), (five, four)])
    assert sorted(sorted(line) for line in lines) == [[one, two, three], [three, fork], [three, four, five]]


def test_a_ring_is_one_line() -> None:
    ring = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
    (line,) = chained(zip(ring, ring[1:] + ring[:1], strict=True))
    assert line[0] == line[-1]
    assert {*line} == {*ring}
