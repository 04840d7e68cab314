"""The hex grid: printed numbers, neighbours, distances, hexsides, projection, sets of hexes."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargame_tui.board.hexes import DIRECTIONS, GridEntry, HexGrid, SheetEntry, bits, cut, members
from wargame_tui.titles.ardennes_44.printed.book import open_board

COUNTINGS = [(columns, rows) for columns in ("east", "west") for rows in ("south", "north")]
BEARINGS = {"N": 0, "NE": 60, "SE": 120, "S": 180, "SW": 240, "NW": 300}


def grid(columns_from: str = "east", rows_from: str = "south", columns: int = 5, rows: int = 6, **changes) -> HexGrid:
    """A small grid of two sheets, the second one lettered W and three columns wide."""
    sheets = (SheetEntry(columns=columns), SheetEntry(prefix="W", columns=3))
    values = {"latitude": 50.0, "longitude": 6.0, "parallel": 50.0, "scale": 2.0} | changes
    return HexGrid(
        GridEntry(sheets=sheets, columns_from=columns_from, rows=rows, rows_from=rows_from, **values)  # type: ignore[arg-type]
    )


@pytest.fixture(params=COUNTINGS, ids="-".join)
def any_grid(request) -> HexGrid:
    return grid(*request.param)


def bearing(a: tuple[float, float], b: tuple[float, float]) -> int:
    """From one point (east, north) to another, clockwise from north."""
    return round(math.degrees(math.atan2(b[0] - a[0], b[1] - a[1]))) % 360


def middle(any_grid: HexGrid, hex_: int) -> tuple[float, float]:
    return any_grid.plane(*any_grid.column_row(hex_))


# Numbers


def test_numbers_run_column_by_column_over_all_sheets():
    found = grid()
    assert found.columns == 8
    assert found.size == 48 == len(found.names) == len(found.index)
    assert found.names[0] == "0101"
    assert found.names[5] == "0106"
    assert found.names[6] == "0201"
    assert found.names[29] == "0506"
    assert found.names[30] == "W0101"
    assert found.names[47] == "W0306"
    assert all(found.names[number] == name for name, number in found.index.items())


def test_columns_and_rows_are_counted_over_all_sheets():
    found = grid()
    assert found.column_row(found.index["0304"]) == (3, 4)
    assert found.column_row(found.index["W0206"]) == (7, 6)
    assert found.at(7, 6) == found.index["W0206"]
    assert all(found.at(*found.column_row(hex_)) == hex_ for hex_ in range(found.size))


@pytest.mark.parametrize(("column", "row"), [(0, 1), (9, 1), (1, 0), (1, 7)])
def test_outside_the_map_there_is_no_hex(column, row):
    assert grid().at(column, row) is None


@pytest.mark.parametrize("counting", COUNTINGS)
def test_square_is_counted_from_the_north_west(counting):
    found = grid(*counting)
    first, last = found.index["0101"], found.index["W0306"]
    x, y = 7 if counting[0] == "east" else 0, 5 if counting[1] == "south" else 0
    assert found.square(first) == (x, y)
    assert found.square(last) == (7 - x, 5 - y)
    assert {found.square(hex_) for hex_ in range(found.size)} == {(x, y) for x in range(8) for y in range(6)}


def test_odd_columns_lie_higher(any_grid):
    for hex_ in range(any_grid.size):
        column, _ = any_grid.column_row(hex_)
        assert any_grid.is_high(hex_) == (column % 2 == 1)
        north = middle(any_grid, hex_)[1] % 1
        assert north == (0.5 if any_grid.is_high(hex_) else 0)


# Neighbours


@pytest.mark.parametrize(
    ("counting", "number", "expected"),
    [
        (("east", "south"), "0303", ["0304", "0204", "0203", "0302", "0403", "0404"]),
        (("east", "south"), "0403", ["0404", "0303", "0302", "0402", "0502", "0503"]),
        (("west", "south"), "0303", ["0304", "0404", "0403", "0302", "0203", "0204"]),
        (("west", "south"), "0403", ["0404", "0503", "0502", "0402", "0302", "0303"]),
        (("east", "north"), "0303", ["0302", "0202", "0203", "0304", "0403", "0402"]),
        (("east", "north"), "0403", ["0402", "0303", "0304", "0404", "0504", "0503"]),
        (("west", "north"), "0303", ["0302", "0402", "0403", "0304", "0203", "0202"]),
        (("west", "north"), "0403", ["0402", "0503", "0504", "0404", "0304", "0303"]),
    ],
)
def test_neighbours_clockwise_from_north(counting, number, expected):
    found = grid(*counting)
    around = found.neighbours[found.index[number]]
    assert [found.names[hex_] for hex_ in around if hex_ is not None] == expected


def test_neighbours_lie_in_their_directions_one_hex_away(any_grid):
    for hex_ in range(any_grid.size):
        for name, other in zip(DIRECTIONS, any_grid.neighbours[hex_], strict=True):
            if other is not None:
                here, there = middle(any_grid, hex_), middle(any_grid, other)
                assert math.dist(here, there) == pytest.approx(1)
                assert bearing(here, there) == BEARINGS[name]


def test_all_hexes_one_hex_away_are_neighbours(any_grid):
    for hex_ in range(any_grid.size):
        here = middle(any_grid, hex_)
        near = {other for other in range(any_grid.size) if 0.1 < math.dist(here, middle(any_grid, other)) < 1.1}
        assert set(any_grid.near[hex_]) == near == set(members(any_grid.around[hex_]))


def test_neighbours_cross_from_sheet_to_sheet():
    found = grid()
    assert found.hexside(found.index["0503"], found.index["W0103"]) == "0503-W0103"
    assert found.index["W0103"] in found.near[found.index["0503"]]


def test_corner_hexes_miss_the_neighbours_outside():
    found = grid()
    assert found.neighbours[found.index["0101"]] == (1, None, None, None, found.index["0201"], found.index["0202"])
    assert found.neighbours[found.index["0201"]] == (7, 0, None, None, None, found.index["0301"])


def test_direction():
    found = grid()
    here = found.index["0303"]
    assert [found.direction(here, found.index[name]) for name in ("0304", "0204", "0404")] == [0, 1, 5]
    assert found.direction(here, found.index["0305"]) is None
    assert found.direction(here, here) is None


def test_direction_back_is_opposite(any_grid):
    for hex_ in range(any_grid.size):
        for turn, other in enumerate(any_grid.neighbours[hex_]):
            if other is not None:
                assert any_grid.direction(other, hex_) == (turn + 3) % 6


# Distance


def walked(found: HexGrid, start: int) -> dict[int, int]:
    """Hexes to each hex, found by walking."""
    far, ring, steps = {start: 0}, [start], 0
    while ring:
        steps += 1
        ring = [other for other in dict.fromkeys(to for each in ring for to in found.near[each]) if other not in far]
        far |= dict.fromkeys(ring, steps)
    return far


@given(st.sampled_from(COUNTINGS), st.integers(1, 12), st.integers(1, 12), st.data())
def test_distance_is_the_shortest_walk(counting, columns, rows, data):
    found = grid(*counting, columns=columns, rows=rows)
    start = data.draw(st.integers(0, found.size - 1))
    assert {hex_: found.distance(start, hex_) for hex_ in range(found.size)} == walked(found, start)


def test_within():
    found = grid(columns=12, rows=12)
    start = found.index["0606"]
    near = found.within(start, 2)
    assert near[0] == start
    assert len(near) == 19
    assert set(near) == {hex_ for hex_ in range(found.size) if found.distance(start, hex_) <= 2}
    assert found.within(start, 0) == [start]


# Hexsides


def test_hexside_has_one_name_from_both_sides():
    found = grid()
    one, other = found.index["0303"], found.index["0304"]
    assert found.hexside(one, other) == found.hexside(other, one) == "0303-0304"


def test_pair_reads_any_order():
    found = grid()
    assert found.pair("0304-0303") == (found.index["0304"], found.index["0303"])
    assert found.pair("W0103-0503") == (found.index["W0103"], found.index["0503"])
    with pytest.raises(KeyError):
        found.pair("0303-9999")


def outside_hexes(found: HexGrid) -> set[tuple[int, int]]:
    """Columns and rows of the places just off the map."""
    return {(column, row) for column in (0, found.columns + 1) for row in range(found.rows + 2)} | {
        (column, row) for row in (0, found.rows + 1) for column in range(found.columns + 2)
    }


def test_edge_pairs_are_common_neighbours_of_a_hex_and_a_place_outside(any_grid):
    for hex_ in range(any_grid.size):
        here = middle(any_grid, hex_)
        expected = set()
        for place in outside_hexes(any_grid):
            there = any_grid.plane(*place)
            if math.dist(here, there) == pytest.approx(math.sqrt(3)):
                common = {
                    other
                    for other in any_grid.near[hex_]
                    if math.dist(middle(any_grid, other), there) == pytest.approx(1)
                }
                if len(common) == 2:
                    expected.add(frozenset(common))
        found = [frozenset(pair) for pair in any_grid.edge_pairs(hex_)]
        assert set(found) == expected
        assert len(found) == len(set(found))


def test_edge_pairs_exist_along_straight_edges_only_next_to_the_edge_row():
    found = grid(columns=9, rows=9)
    assert [*found.edge_pairs(found.index["0505"])] == []
    beside = {frozenset(pair) for pair in found.edge_pairs(found.index["0205"])}
    assert beside == {frozenset({found.index["0105"], found.index["0104"]})}


def test_edge_pairs_of_a_part_of_the_map():
    """With the second sheet out of play, the last column of the first one is the edge."""
    found = grid()
    inside = bits(hex_ for hex_, name in enumerate(found.names) if name.isdigit())
    here = found.index["0403"]
    assert [*found.edge_pairs(here)] == []
    assert {frozenset(pair) for pair in found.edge_pairs(here, inside)} == {
        frozenset({found.index["0502"], found.index["0503"]})
    }
    assert [*found.edge_pairs(found.index["W0103"], inside)] == []


# Projection


def test_the_origin_is_column_0_row_0():
    found = grid()
    latitude, longitude = found.whereabouts(found.index["0201"])
    assert latitude == pytest.approx(50 + 2 / 111.2)
    assert longitude == pytest.approx(6 - 2 * math.sqrt(3) * 2 / 2 / (111.2 * math.cos(math.radians(50))))


@pytest.mark.parametrize("counting", COUNTINGS)
def test_next_columns_and_rows_lie_where_they_are_counted(counting):
    found = grid(*counting)
    latitude, longitude = found.whereabouts(found.index["0202"])
    assert (found.whereabouts(found.index["0402"])[1] < longitude) == (counting[0] == "east")
    assert (found.whereabouts(found.index["0203"])[0] > latitude) == (counting[1] == "south")


@given(st.floats(-180, 180), st.floats(0.5, 20))
def test_neighbours_are_one_scale_apart_however_the_grid_is_turned(rotation, scale):
    found = grid(rotation=rotation, scale=scale)
    here = found.index["0303"]
    latitude, longitude = found.whereabouts(here)
    for other in found.near[here]:
        north, east = found.whereabouts(other)
        kilometres = math.hypot((north - latitude) * 111.2, (east - longitude) * 111.2 * math.cos(math.radians(50)))
        assert kilometres == pytest.approx(scale, rel=1e-6)


def test_rotation_is_counter_clockwise():
    straight, turned = grid(), grid(rotation=10)
    here = straight.index["0101"], straight.index["0106"]
    assert straight.whereabouts(here[1])[1] == pytest.approx(straight.whereabouts(here[0])[1])
    assert turned.whereabouts(here[1])[1] < turned.whereabouts(here[0])[1]


# Sets of hexes


@given(st.sets(st.integers(0, 4000)))
def test_bits_and_members_are_inverse(hexes):
    found = bits(hexes)
    assert [*members(found)] == sorted(hexes)
    assert found.bit_count() == len(hexes)
    assert all(found >> hex_ & 1 for hex_ in hexes)


def test_the_empty_set():
    assert bits([]) == 0
    assert [*members(0)] == []
    assert bits([3, 3, 0]) == 0b1001


def test_a_map_is_cut_to_the_sheets_in_play():
    """What lies on other sheets goes; roads are kept as far as they lead, rivers where both banks are there."""
    whole = open_board().map
    east = cut(whole, [""], ["SE", "N"])
    grid = HexGrid(east.grid)
    assert (grid.columns, grid.rows, set(east.boxes)) == (36, 43, {"SE", "N"})
    assert [len(row) for row in east.terrain] == [36] * 43
    assert all(name in grid.index for place in east.places for name in place.hexes)
    assert all(name in grid.index for road in east.roads for name in road.path)
    steps = {pair for road in whole.roads for pair in pairwise(road.path) if set(pair) <= set(grid.index)}
    assert {pair for road in east.roads for pair in pairwise(road.path)} == steps
    assert all(hexside.split("-")[0] in grid.index for water in east.rivers.values() for hexside in water.hexsides)
    assert "Our" in east.rivers
