"""The area map of Monty's Gamble against the rulebook's map facts, history, geography and its own drawing."""

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

import pytest

from wargame_tui.board.area import Point
from wargame_tui.board.files import load
from wargame_tui.board.plain import scenarios_folder
from wargame_tui.titles.montys_gamble.printed.data import Link, MapFile, Space

MAP = load(scenarios_folder() / "montys_gamble" / "map.yaml", MapFile)
SPACES = MAP.spaces
AREAS = {key: space for key, space in SPACES.items() if space.kind == "area"}
ZONES = {key: space for key, space in SPACES.items() if space.kind == "zone"}
LINKS = {frozenset(link.between): link for link in MAP.links}
NUMBER_OF = {space.name: key for key, space in AREAS.items()}
DIVISIONS = ("1", "82", "101")
COLOUR = {"1": "red", "82": "green", "101": "green"}
RIVERS = {"Rhine", "Waal", "Maas", "IJssel"}
CANALS = {"Maas-Waal Canal", "Zuid-Willemsvaart", "Wilhelmina Canal", "Dommel"}
CORRIDOR = ("F", *map(str, (64, 63, 54, 53, 51, 46, 41, 42, 36, 32, 31, 28, 23, 21, 17, 13, 10)), "A")
BETUWE = set(map(str, (16, 17, 18, 19, 21, 22, 23, 24, 25)))
NORTH = set(map(str, range(1, 14)))
BRIDGES = {
    "Arnhem": ("13", "17"),
    "Oosterbeek railway": ("7", "17"),
    "Westervoort": ("13", "15"),
    "Doesburg": ("11", "14"),
    "Nijmegen": ("23", "28"),
    "Honinghutje": ("28", "31"),
    "Hatert": ("28", "32"),
    "Malden": ("30", "32"),
    "Grave": ("32", "36"),
    "Mook railway": ("30", "35"),
    "Gennep railway": ("29", "39"),
    "Heeswijk": ("45", "50"),
    "Veghel": ("46", "51"),
    "Beek en Donk": ("48", "49"),
    "Helmond": ("57", "58"),
    "Someren": ("60", "65"),
    "Son": ("54", "63"),
    "Best": ("55", "63"),
    "Boxtel": ("50", "52"),
    "Sint-Oedenrode": ("53", "54"),
    "Eindhoven": ("63", "64"),
    "Stratum": ("61", "63"),
    "Tongelre": ("57", "63"),
    "Dommelen": ("62", "64"),
}
RAILWAY = {"Oosterbeek railway", "Mook railway", "Gennep railway"}
FERRIES = {frozenset(pair) for pair in (("15", "16"), ("15", "25"), ("7", "24"))}

Square = tuple[int, int]
"""Column and row."""

assert MAP.shapes is not None
SHAPES = MAP.shapes
OWNER: dict[Square, str] = {
    (x // 2, y): row[x : x + 2].strip()
    for y, row in enumerate(SHAPES.rows)
    for x in range(0, len(row), 2)
    if row[x : x + 2] != ".."
}
COLUMNS, ROWS = len(SHAPES.rows[0]) // 2, len(SHAPES.rows)
SHAPE: dict[str, set[Square]] = defaultdict(set)
for square, owner in OWNER.items():
    SHAPE[owner].add(square)


def named(*names: str) -> set[str]:
    return {NUMBER_OF[name] for name in names}


def label(link: Link) -> str:
    return "-".join(link.between)


def link_id(link: object) -> str:
    return label(link) if isinstance(link, Link) else str(link)


def linked(one: str, other: str) -> Link:
    return LINKS[frozenset((one, other))]


def reachable(start: str, usable: Callable[[Link], bool], inside: Iterable[str] = SPACES) -> set[str]:
    """Spaces of `inside` joined to one of them by usable links."""
    members = set(inside)
    neighbours: dict[str, set[str]] = defaultdict(set)
    for link in filter(usable, MAP.links):
        one, other = link.between
        if {one, other} <= members:
            neighbours[one].add(other)
            neighbours[other].add(one)
    reached = {start}
    queue = deque(reached)
    while queue:
        new = neighbours[queue.popleft()] - reached
        reached |= new
        queue += new
    return reached


def around(square: Square) -> Iterator[Square]:
    x, y = square
    yield from ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))


def pieces(squares: set[Square]) -> int:
    """Into how many parts without common sides a set of squares falls."""
    left, count = set(squares), 0
    while left:
        count += 1
        queue = [left.pop()]
        while queue:
            near = set(around(queue.pop())) & left
            left -= near
            queue += near
    return count


def sides() -> Iterator[tuple[Square, Square, frozenset[str]]]:
    """Sides of squares between two spaces: the two corners of the grid that they join, and the spaces."""
    for (x, y), here in OWNER.items():
        for there, side in (((x + 1, y), ((x + 1, y), (x + 1, y + 1))), ((x, y + 1), ((x, y + 1), (x + 1, y + 1)))):
            other = OWNER.get(there)
            if other is not None and other != here:
                yield *side, frozenset((here, other))


BORDERS: dict[frozenset[str], list[tuple[Square, Square]]] = defaultdict(list)
for corner, next_corner, both in sides():
    BORDERS[both].append((corner, next_corner))


def scaled(value: float, knots: Sequence[tuple[float, float]]) -> float:
    """Linear between knots and beyond the outer ones."""
    ordered = sorted(knots)
    low, high = next((pair for pair in pairwise(ordered) if value <= pair[1][0]), (ordered[-2], ordered[-1]))
    return low[1] + (high[1] - low[1]) * (value - low[0]) / (high[0] - low[0])


def place(point: Point) -> tuple[float, float]:
    """Column and row of a point of the globe, on the grid or clamped to its edge."""
    latitude, longitude = point
    x = scaled(longitude, [(SHAPES.west, 0), *SHAPES.meridians, (SHAPES.east, COLUMNS)])
    y = scaled(latitude, [(SHAPES.north, 0), *SHAPES.parallels, (SHAPES.south, ROWS)])
    return min(max(x, 0), COLUMNS - 0.01), min(max(y, 0), ROWS - 0.01)


def under(point: Point) -> str | None:
    x, y = place(point)
    return OWNER.get((int(x), int(y)))


def passed(link: Link) -> list[str]:
    """The spaces, void left out, under the straight lines of a road."""
    one, other = link.between
    found: list[str] = []
    points = [place(point) for point in (SPACES[one].at, *link.via, SPACES[other].at)]
    for (x1, y1), (x2, y2) in pairwise(points):
        for step in range(401):
            at = (int(x1 + (x2 - x1) * step / 400), int(y1 + (y2 - y1) * step / 400))
            if at in OWNER and (not found or found[-1] != OWNER[at]):
                found.append(OWNER[at])
    return found


# The rulebook's facts


@pytest.mark.rule("3.2", "3.3", "3.4")
def test_65_areas_ten_zones_and_the_uk_box_in_order() -> None:
    assert list(SPACES) == [*map(str, range(1, 66)), *"ABCDEFGHIJ", "UK"]
    assert list(AREAS) == list(map(str, range(1, 66)))
    assert "".join(ZONES) == "ABCDEFGHIJ"
    assert SPACES["UK"].kind == "box"


@pytest.mark.rule("3.2")
def test_names_are_unique() -> None:
    names = [space.name for space in SPACES.values()]
    assert len(set(names)) == len(names)
    assert not set(MAP.places) & set(names)


@pytest.mark.rule("3.2")
def test_every_pair_is_linked_once_and_none_to_itself() -> None:
    assert len(LINKS) == len(MAP.links)
    assert all(len(pair) == 2 and pair <= set(SPACES) for pair in LINKS)


@pytest.mark.rule("3.11", "3.21")
def test_three_ferries_over_rivers_without_bridge_or_road() -> None:
    ferries = {pair for pair, link in LINKS.items() if link.ferry}
    assert ferries == FERRIES
    for pair in ferries:
        assert LINKS[pair].river == "Rhine"
        assert LINKS[pair].bridge is None
        assert LINKS[pair].road is None


@pytest.mark.rule("3.11")
def test_the_third_ferry_is_that_of_driel() -> None:
    assert frozenset((NUMBER_OF["Oosterbeek"], NUMBER_OF["Driel"])) in FERRIES
    assert under(MAP.places["Heveadorp"].at) == NUMBER_OF["Oosterbeek"]


@pytest.mark.rule("9.4")
@pytest.mark.parametrize("key", [key for key, space in SPACES.items() if space.roads_apart])
def test_roads_apart_sort_all_roads_of_an_area(key: str) -> None:
    sorted_roads = [other for group in SPACES[key].roads_apart for other in group]
    roads = [next(iter(pair - {key})) for pair, link in LINKS.items() if key in pair and link.road]
    assert sorted(sorted_roads) == sorted(roads)


def lands_in_line(key: str, division: str) -> bool:
    """Whether a drop area is an airhead of its division or a line from one enters it over no bridge (23.2, 13.8)."""
    airheads = {other for other, space in AREAS.items() if space.airhead and division in space.ranges}
    beside = [link for pair, link in LINKS.items() if key in pair and airheads & (pair - {key})]
    return key in airheads or any(link.river in {None, *CANALS} or link.ferry for link in beside)


@pytest.mark.rule("3.22", "23.2", "Q31")
def test_area_24_is_a_polder_drop_area_without_an_airhead() -> None:
    area = SPACES["24"]
    assert area.polder
    assert area.drop == "red"
    assert not lands_in_line("24", "1")


@pytest.mark.rule("23.2", "Q31")
@pytest.mark.parametrize("division", DIVISIONS)
def test_every_other_drop_area_has_an_airhead_beside_it(division: str) -> None:
    own = {key for key, space in AREAS.items() if space.drop == COLOUR[division] and division in space.ranges}
    assert {key for key in own if not lands_in_line(key, division)} == ({"24"} if division == "1" else set())


@pytest.mark.rule("3.22")
def test_no_area_is_both_high_ground_and_polder() -> None:
    assert not [key for key, space in SPACES.items() if space.high and space.polder]
    assert not [key for key, space in SPACES.items() if space.kind != "area" and (space.high or space.polder)]


@pytest.mark.rule("3.22")
def test_polders_and_high_ground() -> None:
    polders = {key for key, space in AREAS.items() if space.polder}
    assert polders == BETUWE | named("Duiven", "Beuningen")
    assert {key for key, space in AREAS.items() if space.high} == named(
        "Schaarsbergen", "Dieren", "Beek", "Groesbeek Heights", "Sint-Jansberg"
    )


@pytest.mark.rule("3.23a")
def test_terrain() -> None:
    assert {space.tem for space in AREAS.values()} == {1, 2, 3, 4}
    assert SPACES["13"].tem == 4
    assert SPACES[NUMBER_OF["Nijmegen"]].tem == SPACES[NUMBER_OF["Oosterbeek"]].tem == 3
    assert all(space.tem <= 2 for space in AREAS.values() if space.polder)
    assert all(space.tem >= 3 for space in AREAS.values() if space.high)
    assert SPACES["9"].tem == 1


# Drop areas, ranges, airheads


@pytest.mark.rule("3.26")
def test_only_areas_bear_the_symbols_of_divisions() -> None:
    for key in (*ZONES, "UK"):
        space = SPACES[key]
        assert not any((space.ranges, space.drop, space.airhead, space.vp))


@pytest.mark.rule("3.26")
@pytest.mark.parametrize("division", DIVISIONS)
def test_ranges_hang_together(division: str) -> None:
    inside = {key for key, space in AREAS.items() if division in space.ranges}
    assert reachable(next(iter(inside)), lambda _: True, inside) == inside


@pytest.mark.rule("3.26", "21.32")
def test_ranges_reach_the_goals_of_the_divisions() -> None:
    goals = {
        "1": ("Arnhem", "Deelen", "Oosterbeek", "Driel", "Elden"),
        "82": ("Grave", "Nijmegen", "Groesbeek", "Lent", "Elst", "Beek", "Mook"),
        "101": ("Eindhoven", "Son", "Best", "Sint-Oedenrode", "Veghel", "Uden", "Grave"),
    }
    for division, names in goals.items():
        assert all(division in SPACES[key].ranges for key in named(*names))
    assert not [key for key, space in AREAS.items() if {"1", "101"} <= set(space.ranges)]


@pytest.mark.rule("3.261")
@pytest.mark.parametrize("key", [key for key, space in AREAS.items() if space.drop])
def test_a_drop_area_lies_in_the_range_of_a_division_of_its_colour(key: str) -> None:
    assert SPACES[key].drop in {COLOUR[division] for division in SPACES[key].ranges}


@pytest.mark.rule("3.261", "20.4", "18.5")
@pytest.mark.parametrize(
    ("zone", "name", "division"),
    [
        ("LZ S", "Wolfheze", "1"),
        ("DZ X and LZ Z", "Renkum", "1"),
        ("DZ Y", "Ginkelse Heide", "1"),
        ("LZ L", "Lichtenbeek", "1"),
        ("Polish brigade, 21 September", "Driel", "1"),
        ("DZ N and T", "Groesbeek", "82"),
        ("DZ O", "Overasselt", "82"),
        ("company at Grave", "Grave", "82"),
        ("DZ A", "Eerde", "101"),
        ("DZ A1", "Heeswijk", "101"),
        ("DZ B and C, LZ W", "Son", "101"),
    ],
)
def test_historical_drop_zones(zone: str, name: str, division: str) -> None:
    space = SPACES[NUMBER_OF[name]]
    assert space.drop == COLOUR[division], zone
    assert division in space.ranges, zone


@pytest.mark.rule("3.261", "23.2")
def test_no_drop_areas_but_the_historical_ones() -> None:
    assert {key for key, space in AREAS.items() if space.drop == "red"} == named(
        "Ginkelse Heide", "Renkum", "Wolfheze", "Lichtenbeek", "Driel"
    )
    assert {key for key, space in AREAS.items() if space.drop == "green"} == named(
        "Groesbeek", "Overasselt", "Grave", "Eerde", "Heeswijk", "Son"
    )
    assert all(space.tem <= 2 for space in AREAS.values() if space.drop)


@pytest.mark.rule("3.262", "13.422")
@pytest.mark.parametrize("division", DIVISIONS)
def test_every_division_has_two_airheads_or_more(division: str) -> None:
    airheads = [key for key, space in AREAS.items() if space.airhead and division in space.ranges]
    assert len(airheads) >= 2
    assert all(SPACES[key].drop == COLOUR[division] for key in airheads)


@pytest.mark.rule("20.4")
@pytest.mark.parametrize(
    ("area", "bridge"),
    [("32", "Grave"), ("36", "Grave"), ("32", "Hatert"), ("32", "Malden"), ("51", "Veghel"), ("54", "Son")],
)
def test_bridges_that_can_be_seized_from_drop_areas_on_the_first_day(area: str, bridge: str) -> None:
    assert area in BRIDGES[bridge]
    assert SPACES[area].drop


# Water, bridges, roads


@pytest.mark.rule("3.23b")
def test_waters_are_the_rivers_and_canals_of_the_rulebook() -> None:
    assert {name for name, river in MAP.rivers.items() if river.kind == "river"} == RIVERS
    assert {name for name, river in MAP.rivers.items() if river.kind == "canal"} == CANALS
    assert {link.river for link in MAP.links if link.river} == RIVERS | CANALS
    assert all((river.width == "major") == (river.kind == "river") for river in MAP.rivers.values())


@pytest.mark.rule("3.24", "19.1")
def test_circled_bridges() -> None:
    found = {link.bridge_name: frozenset(link.between) for link in MAP.links if link.bridge}
    assert found == {name: frozenset(pair) for name, pair in BRIDGES.items()}
    assert {link.bridge for link in MAP.links} == {"intact", None}
    assert all((link.bridge is None) == (link.bridge_name is None) for link in MAP.links)


@pytest.mark.rule("3.24")
def test_waters_that_the_bridges_cross() -> None:
    over = {name: linked(*pair).river for name, pair in BRIDGES.items()}
    assert {name for name, river in over.items() if river == "Rhine"} == {"Arnhem", "Oosterbeek railway"}
    assert {name for name, river in over.items() if river == "Waal"} == {"Nijmegen"}
    assert {name for name, river in over.items() if river == "Maas"} == {"Grave", "Mook railway", "Gennep railway"}
    assert {name for name, river in over.items() if river == "IJssel"} == {"Westervoort", "Doesburg"}
    assert {name for name, river in over.items() if river == "Wilhelmina Canal"} == {"Son", "Best"}
    assert {name for name, river in over.items() if river == "Maas-Waal Canal"} == {
        "Honinghutje",
        "Hatert",
        "Malden",
    }
    assert {"Veghel", "Helmond"} <= {name for name, river in over.items() if river == "Zuid-Willemsvaart"}
    assert {"Sint-Oedenrode", "Eindhoven"} <= {name for name, river in over.items() if river == "Dommel"}


@pytest.mark.rule("3.21", "3.24")
@pytest.mark.parametrize("link", MAP.links, ids=link_id)
def test_a_road_crosses_water_on_a_bridge_and_only_railway_bridges_lack_a_road(link: Link) -> None:
    if link.river is None:
        assert link.bridge is None
        assert not link.ferry
    elif link.bridge is None:
        assert link.road is None
    else:
        assert (link.road is None) == (link.bridge_name in RAILWAY)


@pytest.mark.rule("3.21", "9.4")
@pytest.mark.parametrize("key", AREAS)
def test_armour_can_enter_every_area_but_no_thicket_of_roads(key: str) -> None:
    roads = sum(key in pair and link.road is not None for pair, link in LINKS.items())
    assert 1 <= roads <= 7


@pytest.mark.rule("3.21", "9.4", "21.1")
def test_the_corridor_is_a_highway_from_zone_f_to_zone_a() -> None:
    assert all(linked(*pair).road == "primary" for pair in pairwise(CORRIDOR))
    crossed = [linked(*pair).bridge_name for pair in pairwise(CORRIDOR) if linked(*pair).river]
    assert crossed == [
        "Eindhoven",
        "Son",
        "Sint-Oedenrode",
        "Veghel",
        "Grave",
        "Honinghutje",
        "Nijmegen",
        "Arnhem",
    ]


@pytest.mark.rule("3.21", "9.4")
def test_roads_join_all_spaces() -> None:
    assert reachable("F", lambda link: link.road is not None) == set(SPACES) - {"UK"}
    assert reachable("64", lambda link: link.road is not None, AREAS) == set(AREAS)


@pytest.mark.rule("9.62", "9.63")
def test_no_way_round_the_great_rivers() -> None:
    """Over the map edge neither: but Zutphen and Venlo have bridges of their own, off the map."""
    south = reachable("F", lambda link: link.river not in RIVERS)
    assert not south & (BETUWE | NORTH | set("ABCJ"))
    assert reachable("A", lambda link: link.river not in RIVERS) == NORTH | {"14", "15"} | set("ABCJ")
    assert reachable("17", lambda link: link.river not in RIVERS) == BETUWE


@pytest.mark.rule("3.23b")
@pytest.mark.parametrize("water", sorted(RIVERS | CANALS))
def test_a_water_is_drawn_as_one_line_from_edge_or_water_to_edge_or_water(water: str) -> None:
    """The Dommel in two: it passes under the Wilhelmina Canal."""
    net: dict[Square, set[Square]] = defaultdict(set)
    for both, border in BORDERS.items():
        link = LINKS.get(both)
        if link and link.river:
            for one, other in border:
                if link.river == water:
                    net[one].add(other)
                    net[other].add(one)
    assert all(len(near) <= 2 for near in net.values()), "a fork"
    ends = [corner for corner, near in net.items() if len(near) == 1]
    assert len(ends) == (4 if water == "Dommel" else 2)
    others = {
        corner
        for both, border in BORDERS.items()
        if (link := LINKS.get(both)) and link.river and link.river != water
        for side in border
        for corner in side
    }
    for x, y in ends:
        at_edge = any((x + i, y + j) not in OWNER for i in (-1, 0) for j in (-1, 0))
        assert at_edge or (x, y) in others, f"{water} ends in the open at column {x}, row {y}"


@pytest.mark.rule("3.23b")
def test_the_rhine_forks_where_arnhem_elden_and_duiven_meet() -> None:
    meeting = set.intersection(
        *(
            {corner for side in BORDERS[frozenset(pair)] for corner in side}
            for pair in (("13", "17"), ("13", "15"), ("15", "17"))
        )
    )
    assert len(meeting) == 1


# Zones


@pytest.mark.rule("3.21", "3.3", "14.2")
@pytest.mark.parametrize("key", ZONES)
def test_arrows_of_zones_are_roads_and_lead_to_one_to_four_areas(key: str) -> None:
    links = [link for pair, link in LINKS.items() if key in pair]
    assert all(link.road and link.river is None for link in links)
    assert 1 <= sum(any(end in AREAS for end in link.between) for link in links) <= 4


@pytest.mark.rule("3.3")
def test_zones_that_a_road_joins_along_the_edge() -> None:
    joined = {"".join(sorted(pair)) for pair in LINKS if pair <= set(ZONES)}
    assert joined == {"AB", "BC", "AJ", "DE", "GH", "HI"}


@pytest.mark.rule("3.3")
def test_zones_lie_clockwise_in_the_order_of_their_letters() -> None:
    middles = {
        key: (sum(x for x, _ in SHAPE[key]) / len(SHAPE[key]), sum(y for _, y in SHAPE[key]) / len(SHAPE[key]))
        for key in ZONES
    }
    ring = "ABCDEFGHIJ"
    for one, other in pairwise(ring + ring[0]):
        (ax, ay), (bx, by) = ((x - COLUMNS / 2, y - ROWS / 2) for x, y in (middles[one], middles[other]))
        assert ax * by - ay * bx > 0, f"{other} does not follow {one}"


@pytest.mark.rule("3.4")
def test_the_uk_box_is_linked_with_nothing() -> None:
    assert not [pair for pair in LINKS if "UK" in pair]


# Victory points


@pytest.mark.rule("3.25", "21.3")
def test_victory_areas_and_their_sum() -> None:
    values = {space.name: space.vp for space in AREAS.values() if space.vp}
    assert sum(values.values()) == 27
    assert {name for name, vp in values.items() if vp > 1} == {"Arnhem", "Nijmegen", "Zevenaar", "Helmond"}


@pytest.mark.rule("21.2", "22.1", "V1")
def test_history_falls_short_at_every_check() -> None:
    """What XXX Corps held, as in the comment at the head of the file; the Advantage may add 1."""
    held = named("Son", "Sint-Oedenrode", "Veghel", "Grave", "Groesbeek", "Nijmegen", "Lent")
    for gains, points, needed in (
        ((), 8, 10),
        (("Deurne", "Asten"), 10, 15),
        (("Elst", "Helmond", "Boxmeer"), 14, 21),
    ):
        held |= named(*gains)
        assert sum(SPACES[key].vp for key in held) == points
        assert points + 1 < needed


@pytest.mark.rule("21.2", "V1")
def test_the_plan_wins_on_20_september() -> None:
    """The corridor as far as Arnhem, without the flanks and without Eindhoven on the first day."""
    assert sum(SPACES[key].vp for key in CORRIDOR if key not in ("A", "F", "63")) >= 10


# Shapes


@pytest.mark.rule("3.2")
def test_rows_of_the_drawing_are_equally_long_and_name_all_spaces() -> None:
    assert {len(row) for row in SHAPES.rows} == {2 * COLUMNS}
    assert set(SHAPE) == set(SPACES)


@pytest.mark.rule("3.2")
def test_areas_are_linked_if_and_only_if_their_shapes_have_a_common_side() -> None:
    drawn = {both for both in BORDERS if both <= set(AREAS)}
    assert drawn == {pair for pair in LINKS if pair <= set(AREAS)}


@pytest.mark.rule("3.2")
@pytest.mark.parametrize("key", SPACES)
def test_a_shape_hangs_together_and_has_no_hole(key: str) -> None:
    assert pieces(SHAPE[key]) == 1
    outside = {(x, y) for x in range(-1, COLUMNS + 1) for y in range(-1, ROWS + 1)} - SHAPE[key]
    assert pieces(outside) == 1


@pytest.mark.rule("3.2")
@pytest.mark.parametrize("key", SPACES)
def test_a_shape_has_room_for_its_label(key: str) -> None:
    shape = SHAPE[key]
    assert any(all((x + i, y + j) in shape for i in range(5) for j in range(3)) for x, y in shape)


@pytest.mark.rule("3.2")
@pytest.mark.parametrize("link", [link for link in MAP.links if set(link.between) <= set(AREAS)], ids=link_id)
def test_a_border_is_two_sides_long_and_three_where_something_crosses(link: Link) -> None:
    crossed = link.road or link.bridge or link.ferry
    assert len(BORDERS[frozenset(link.between)]) >= (3 if crossed else 2)


@pytest.mark.rule("3.2")
def test_no_four_areas_meet_and_no_shape_touches_itself_at_a_corner() -> None:
    for x in range(-1, COLUMNS):
        for y in range(-1, ROWS):
            four = [OWNER.get((x + i, y + j)) for j in (0, 1) for i in (0, 1)]
            assert len(set(four)) < 4, (x, y)
            for one, other, beside in ((0, 3, (1, 2)), (1, 2, (0, 3))):
                assert four[one] != four[other] or four[one] in {four[n] for n in beside}, (x, y)


@pytest.mark.rule("3.3", "3.4")
def test_zones_and_the_uk_box_touch_nothing() -> None:
    for key in (*ZONES, "UK"):
        ring = {(x + i, y + j) for x, y in SHAPE[key] for i in (-1, 0, 1) for j in (-1, 0, 1)}
        assert {OWNER[square] for square in ring if square in OWNER} == {key}


@pytest.mark.parametrize("key", [*AREAS, *ZONES])
def test_a_town_lies_in_its_own_shape(key: str) -> None:
    assert under(SPACES[key].at) == key


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Bemmel", "25"),
        ("Doesburg", "14"),
        ("Gennep", "29"),
        ("Hatert", "28"),
        ("Heumen", "30"),
        ("Malden", "30"),
        ("Koevering", "51"),
        ("Leuth", "26"),
        ("Ooij", "26"),
        ("Nederasselt", "32"),
        ("Oosterhout", "23"),
        ("Pannerden", "15"),
        ("Reek", "36"),
        ("Someren", "65"),
        ("Westervoort", "15"),
        ("Zijtaart", "51"),
    ],
)
def test_small_towns_lie_on_their_side_of_the_water(name: str, key: str) -> None:
    assert under(MAP.places[name].at) == key


@pytest.mark.parametrize("name", MAP.places)
def test_every_small_town_lies_in_an_area(name: str) -> None:
    assert under(MAP.places[name].at) in AREAS


@pytest.mark.parametrize(
    "link", [link for link in MAP.links if link.road and set(link.between) & set(AREAS)], ids=link_id
)
def test_a_road_passes_through_no_third_space(link: Link) -> None:
    assert passed(link) in (list(link.between), list(link.between)[::-1])


def test_scales_rise_from_west_to_east_and_from_north_to_south() -> None:
    across = [(SHAPES.west, 0), *SHAPES.meridians, (SHAPES.east, COLUMNS)]
    down = [(-SHAPES.north, 0), *((-latitude, row) for latitude, row in SHAPES.parallels), (-SHAPES.south, ROWS)]
    for scale in (across, down):
        assert all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(scale))


def test_sources() -> None:
    entries: list[Space | Link] = [*SPACES.values(), *MAP.links]
    assert all(entry.source.split()[0].strip(";,") in ("rulebook", "history", "geography") for entry in entries)
    assert any("GeoNames" in credit and "CC BY 4.0" in credit for credit in MAP.credits)
    assert any("Natural Earth" in credit for credit in MAP.credits)
