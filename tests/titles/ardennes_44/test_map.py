"""The map of Ardennes '44 against every hex, place and line that the rulebook names, geography and its own drawing.

Geometry is worked out here from printed numbers alone (columns from the east, rows from the south, odd columns half a
hex further north), not by the program's grid, which is tested against it.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

import pytest

from wargame_tui.board.files import load
from wargame_tui.board.hexes import members
from wargame_tui.board.plain import scenarios_folder
from wargame_tui.titles.ardennes_44.printed.book import Board, open_board, open_book, tactical_steps
from wargame_tui.titles.ardennes_44.printed.data import MapFile, Wood
from wargame_tui.titles.ardennes_44.rules import special

MAP = load(scenarios_folder() / "ardennes_44" / "map.yaml", MapFile)
BOARD: Board = open_board()
GRID = BOARD.grid
EAST, WEST, ROWS = 36, 34, 43
COLUMNS = EAST + WEST
Cell = tuple[int, int]
"""Column over both sheets, counted from the east, and row, counted from the south, both from 1."""


# Geometry from printed numbers


def cell(name: str) -> Cell:
    """`2013` and `W3420`."""
    west = name.startswith("W")
    digits = name.removeprefix("W")
    return int(digits[:2]) + (EAST if west else 0), int(digits[2:])


def printed(where: Cell) -> str:
    column, row = where
    return f"{column:02}{row:02}" if column <= EAST else f"W{column - EAST:02}{row:02}"


def around(where: Cell) -> list[Cell]:
    """N, NE, SE, S, SW, NW, those outside the map too: east is a lower column."""
    column, row = where
    up = column % 2
    return [
        (column, row + 1),
        (column - 1, row + up),
        (column - 1, row - 1 + up),
        (column, row - 1),
        (column + 1, row - 1 + up),
        (column + 1, row + up),
    ]


def on_map(where: Cell) -> bool:
    return 1 <= where[0] <= COLUMNS and 1 <= where[1] <= ROWS


def plane(where: Cell) -> tuple[float, float]:
    """East and north, in hexes."""
    column, row = where
    return -column * math.sqrt(3) / 2, row + (0.5 if column % 2 else 0.0)


def ends(hexside: str) -> tuple[Cell, Cell]:
    one, other = hexside.split("-")
    return cell(one), cell(other)


def corners(hexside: str) -> set[frozenset[Cell]]:
    """The two corners of a hexside, each as the three hexes that meet there."""
    one, other = ends(hexside)
    common = {*around(one)} & {*around(other)}
    assert len(common) == 2, f"{hexside} is no hexside"
    return {frozenset((one, other, third)) for third in common}


def hexside(one: str, other: str) -> frozenset[str]:
    return frozenset((one, other))


def water_between(one: str, other: str) -> str | None:
    return BOARD.water[BOARD.key(BOARD.index[one], BOARD.index[other])]


def rivers_between(one: str, other: str) -> set[str]:
    wanted = hexside(one, other)
    return {name for name, river in MAP.rivers.items() if any(hexside(*s.split("-")) == wanted for s in river.hexsides)}


def road_between(one: str, other: str) -> str | None:
    return BOARD.road[BOARD.key(BOARD.index[one], BOARD.index[other])]


def terrain(name: str) -> str:
    """Read from the file's rows: the first is row 43, the first character column W34."""
    column, row = cell(name)
    return MAP.legend[MAP.terrain[ROWS - row][COLUMNS - column]]


def is_on_road(name: str) -> bool:
    return any(name in road.path for road in MAP.roads)


def place_of(name: str) -> tuple[str, ...]:
    """The hexes of a town, village or hamlet."""
    found = [place for place in MAP.places if place.name == name]
    assert len(found) == 1, f"{len(found)} places called {name}"
    return found[0].hexes


def kind_of(name: str) -> str:
    return next(place.kind for place in MAP.places if place.name == name)


def distance(one: str, other: str) -> int:
    return GRID.distance(BOARD.index[one], BOARD.index[other])


def flood(start: str, open_: Callable[[str, str], bool]) -> set[str]:
    """Hexes that can be reached from one over hexsides that are open."""
    found, ring = {start}, [start]
    while ring:
        here = ring.pop()
        for to in map(printed, filter(on_map, around(cell(here)))):
            if to not in found and open_(here, to):
                found.add(to)
                ring.append(to)
    return found


NAMES = [printed((column, row)) for column in range(1, COLUMNS + 1) for row in range(1, ROWS + 1)]
MEUSE_SIDES = {hexside(*s.split("-")) for river in MAP.rivers.values() if river.kind == "meuse" for s in river.hexsides}
OUR_SIDES = {hexside(*s.split("-")) for s in MAP.rivers["Our"].hexsides}


# The sheet


@pytest.mark.rule("2.1", "2.13")
def test_70_columns_and_43_rows_of_characters_of_the_legend():
    assert [(sheet.prefix, sheet.columns) for sheet in MAP.grid.sheets] == [("", EAST), ("W", WEST)]
    assert (MAP.grid.rows, len(MAP.terrain)) == (ROWS, ROWS)
    assert {len(row) for row in MAP.terrain} == {COLUMNS}
    assert {character for row in MAP.terrain for character in row} == MAP.legend.keys()
    assert {*MAP.legend.values()} == {"clear", "light_woods", "forest", "forest_ravine", "westwall"}
    assert GRID.size == COLUMNS * ROWS == len({*GRID.names})


@pytest.mark.rule("2.13")
def test_the_programs_grid_is_that_of_the_printed_numbers():
    assert [*GRID.names] == NAMES
    for number, name in enumerate(GRID.names):
        wanted = [printed(to) if on_map(to) else None for to in around(cell(name))]
        assert [None if to is None else GRID.names[to] for to in GRID.neighbours[number]] == wanted, name
        assert BOARD.terrain[number] == terrain(name)


@pytest.mark.rule("2.13", "10.3a", "15.5a")
def test_neighbours_and_distances_that_the_rulebook_gives():
    assert distance("1005", "1006") == distance("2828", "2928") == 1
    assert distance("1305", "1505") == distance("1305", "1506") == 2
    common = [{*around(cell("1305"))} & {*around(cell(other))} for other in ("1505", "1506")]
    assert [len(found) for found in common] == [2, 1], "a hexside bond and a hex bond"


PAIRS = {
    "Echternach, the river below it": ((10, 5.5), 49.8121, 6.4185),
    "Monschau": ((18, 39), 50.5546, 6.2400),
    "Höfen": ((18, 37), 50.5370, 6.2520),
    "Dasburg": ((21, 15), 50.0500, 6.1290),
    "Gemünd on the Our": ((20, 13), 49.9833, 6.1650),
    "Ouren": ((20, 20), 50.1430, 6.1350),
}
"""Hexes that the rulebook gives to places, and where these are."""
KM_PER_DEGREE = 111.2


def kilometres(latitude: float, longitude: float) -> tuple[float, float]:
    """East and north of an origin near the map's east edge."""
    scale = math.cos(math.radians(MAP.grid.parallel))
    return (longitude - 6.0) * KM_PER_DEGREE * scale, (latitude - 50.0) * KM_PER_DEGREE


def fitted() -> tuple[complex, complex]:
    """The turn and shift of the grid that fit the pairs best: in the plane of complex numbers these are a line."""
    grid = [complex(*plane(where)) for where, _, _ in PAIRS.values()]  # type: ignore[arg-type]
    world = [complex(*kilometres(lat, lon)) for _, lat, lon in PAIRS.values()]
    middle, centre = sum(grid) / len(grid), sum(world) / len(world)
    slope = sum((w - centre) * (g - middle).conjugate() for g, w in zip(grid, world, strict=True))
    slope /= sum(abs(g - middle) ** 2 for g in grid)
    return slope, centre - slope * middle


@pytest.mark.rule("2.13", "1.1")
def test_the_grid_is_the_least_squares_fit_of_the_rulebooks_pairs():
    slope, shift = fitted()
    residuals = {}
    for name, ((column, row), lat, lon) in PAIRS.items():
        east, north = -column * math.sqrt(3) / 2, row + (0.5 if column % 2 else 0.0)
        residuals[name] = abs((complex(*kilometres(lat, lon)) - shift) / slope - complex(east, north))
    root = math.sqrt(sum(value**2 for value in residuals.values()) / len(residuals))
    report = ", ".join(f"{name} {value:.2f}" for name, value in residuals.items())
    message = f"residuals in hexes: {report}; root mean square {root:.2f}; {abs(slope):.3f} km a hex"
    assert root < 0.7, message
    assert max(residuals.values()) < 1.0, message
    assert abs(slope) == pytest.approx(MAP.grid.scale, rel=0.03), message
    assert abs(slope) == pytest.approx(2.57, rel=0.06), f"1.6 miles (1.1): {message}"
    turn = math.degrees(math.atan2(slope.imag, slope.real))
    assert turn == pytest.approx(MAP.grid.rotation, abs=1.0), message
    for name in ("0101", "W3443", "2020"):
        want = slope * complex(*plane(cell(name))) + shift
        lat, lon = GRID.whereabouts(BOARD.index[name])
        assert abs(complex(*kilometres(lat, lon)) - want) < 2.0, f"{name}: {message}"


KNOWN = {
    "Liège": (50.6337, 5.5675),
    "Namur": (50.4669, 4.8675),
    "Verviers": (50.5891, 5.8624),
    "Trier": (49.7557, 6.6394),
    "Andenne": (50.4894, 5.0951),
    "Huy": (50.5189, 5.2328),
    "Amay": (50.5483, 5.3097),
    "Dinant": (50.2581, 4.9117),
    "Givet": (50.1380, 4.8255),
    "Eupen": (50.6279, 6.0365),
    "Bastogne": (50.0035, 5.7184),
    "Monschau": (50.5546, 6.2400),
    "Malmedy": (50.4267, 6.0283),
    "Stavelot": (50.3950, 5.9312),
    "Spa": (50.4838, 5.8667),
    "Vielsalm": (50.2841, 5.9150),
    "St. Vith": (50.2815, 6.1272),
    "Clervaux": (50.0547, 6.0314),
    "Houffalize": (50.1292, 5.7896),
    "Wiltz": (49.9662, 5.9324),
    "Vianden": (49.9350, 6.2089),
    "Diekirch": (49.8678, 6.1558),
    "Ettelbruck": (49.8475, 6.1042),
    "Echternach": (49.8114, 6.4175),
    "Mersch": (49.7489, 6.1061),
    "Marche": (50.2268, 5.3442),
    "Rochefort": (50.1631, 5.2216),
    "La Roche": (50.1837, 5.5759),
    "St. Hubert": (50.0266, 5.3743),
    "Ciney": (50.2945, 5.1002),
    "Neufchâteau": (49.8407, 5.4353),
    "Libramont": (49.9197, 5.3787),
    "Bouillon": (49.7938, 5.0669),
    "Aywaille": (50.4741, 5.6768),
    "Prüm": (50.2079, 6.4202),
    "Bitburg": (49.9679, 6.5273),
    "Gerolstein": (50.2222, 6.6598),
    "Schleiden": (50.5290, 6.4769),
    "Elsenborn": (50.4580, 6.2180),
    "Trois-Ponts": (50.3700, 5.8710),
    "Manhay": (50.2920, 5.6750),
    "Gembloux": (50.5615, 4.6989),
    "Fumay": (49.9913, 4.7077),
    "Revin": (49.9404, 4.6350),
    "Chaudfontaine": (50.5828, 5.6341),
    "Tilff": (50.5643, 5.5764),
    "Grosskampenberg": (50.1500, 6.2000),
    "Longlier": (49.8538, 5.4501),
    "Durnal": (50.3365, 4.9862),
}
"""Where towns of the map are."""


def misfit(name: str) -> float:
    """Hexes between a place and the nearest of its hexes."""
    wanted = complex(*kilometres(*KNOWN[name]))
    found = (complex(*kilometres(*GRID.whereabouts(BOARD.index[hex_]))) for hex_ in place_of(name))
    return min(abs(where - wanted) for where in found) / MAP.grid.scale


@pytest.mark.rule("2.13")
def test_towns_lie_where_they_are():
    """Half a hex is the most that rounding makes, to a corner a little more; a nudge over a river makes the rest."""
    found = {name: misfit(name) for name in KNOWN}
    root = math.sqrt(sum(value**2 for value in found.values()) / len(found))
    worst = sorted(found.items(), key=lambda item: -item[1])[:5]
    message = f"root mean square {root:.2f} hexes; worst: {', '.join(f'{n} {v:.2f}' for n, v in worst)}"
    assert root < 0.5, message
    assert max(found.values()) < 1.0, message


# Hexes and places that the rulebook names


@pytest.mark.rule("27.6")
def test_monschau_and_hofen():
    assert place_of("Monschau") == ("1839",)
    assert place_of("Höfen") == ("1837",)
    assert {*MAP.monschau_pair} == {"1837", "1839"}


@pytest.mark.rule("7.10", "3.5")
def test_dasburg_and_gemund():
    """Two of the six bridges that are down at start; both over the Our and under construction."""
    for name, place in (("2115", "Dasburg"), ("2013", "Gemünd")):
        assert place in {entry.name for entry in MAP.places if name in entry.hexes}
        down = [side for side in MAP.completed if name in side.split("-")]
        assert len(down) == 1
        assert down[0] in MAP.destroyed
        assert rivers_between(*down[0].split("-")) & {"Our"}
        assert road_between(*down[0].split("-"))
    assert len(MAP.completed) == 2


@pytest.mark.rule("3.5")
def test_six_bridges_are_down_at_start():
    assert len({hexside(*side.split("-")) for side in MAP.destroyed}) == 6
    for side in MAP.destroyed:
        one, other = side.split("-")
        assert water_between(one, other) == "river", side
        assert road_between(one, other), side
        assert GRID.hexside(BOARD.index[one], BOARD.index[other]) in BOARD.bridges, side
    assert MAP.ouren not in MAP.destroyed


@pytest.mark.rule("3.5", "11.10")
def test_no_bridge_stands_before_seventh_army():
    """Its assault guns wait on the German bank of the Our and the Sauer until a bridge is rebuilt."""
    land = {name for area in MAP.start_areas.values() if area.army == "7A" for name in (*area.hexes, *area.rear)}
    out = [pair for pair in (name.split("-") for name in BOARD.bridges) if len(land.intersection(pair)) == 1]
    down = {hexside(*side.split("-")) for side in MAP.destroyed}
    standing = [pair for pair in out if hexside(*pair) not in down and water_between(*pair) == "river"]
    west = [pair for pair in standing if rivers_between(*pair) & {"Our", "Sauer"}]
    assert not west, west


@pytest.mark.rule("2.9")
def test_all_jagdpanthers_have_the_tank_quality_of_the_schedule():
    units = open_book("ardennes_44/campaign").units.units.values()
    found = {(entry.tq.value, entry.tq.colour) for entry in units if entry.model == "Jagdpanther" and entry.tq}
    assert found == {(5, "grey")}


@pytest.mark.rule("29.2")
def test_1006_and_1005_are_the_two_banks_of_the_sauer():
    assert water_between("1005", "1006") == "river"
    assert rivers_between("1005", "1006") == {"Sauer"}
    assert "1006" in MAP.start_areas["212VG"].hexes
    assert not any("1005" in (*area.hexes, *area.rear) for area in MAP.start_areas.values())
    assert distance("1006", place_of("Echternach")[0]) <= 1
    assert road_between("1005", "1006") is None, "else the special crossing would be a bridge"


@pytest.mark.rule("10.3a")
def test_no_bonds_between_1305_and_1505_nor_1506():
    bonds = BOARD.bonds_of(BOARD.index["1305"])
    assert BOARD.index["1505"] not in bonds
    assert BOARD.index["1506"] not in bonds
    (between,) = {*around(cell("1305"))} & {*around(cell("1506"))}
    near, far = (BOARD.key(BOARD.index[name], BOARD.index[printed(between)]) for name in ("1305", "1506"))
    assert (BOARD.ravine[near] and BOARD.ravine[far]) or (BOARD.is_river[near] and BOARD.is_river[far])
    middle = [printed(to) for to in {*around(cell("1305"))} & {*around(cell("1505"))}]
    assert [terrain(name) for name in middle] == ["forest_ravine", "forest_ravine"]


@pytest.mark.rule("27.6")
def test_1535_and_1636_are_in_american_hands():
    """At the Wahlerscheid road: just before the Germans, in nobody's start area."""
    for name in ("1535", "1636"):
        assert not any(name in (*area.hexes, *area.rear) for area in MAP.start_areas.values())
        front = [hex_ for key in ("277VG", "326VG") for hex_ in MAP.start_areas[key].hexes]
        assert min(distance(name, hex_) for hex_ in front) <= 2


@pytest.mark.rule("13.5")
def test_1601_is_an_entry_hex_of_the_south_edge_with_two_roads():
    (entry,) = (entry for entry in MAP.entries.values() if entry.hex == "1601")
    assert (entry.roads, entry.side) == (2, "Allied")
    assert sum("1601" in (road.path[0], road.path[-1]) for road in MAP.roads) >= 2, "two roads come from off the map"


@pytest.mark.rule("11.9b")
def test_w3420_is_on_the_west_edge_beyond_the_meuse():
    assert cell("W3420") == (COLUMNS, 20)
    assert "W3420" in beyond_meuse()


@pytest.mark.rule("30.2c")
def test_the_six_towns_on_the_meuse():
    assert MAP.meuse_towns.keys() == {"Givet", "Dinant", "Namur", "Andenne", "Huy", "Amay"}
    for name, hex_ in MAP.meuse_towns.items():
        assert place_of(name) == (hex_,)
        assert kind_of(name) in ("town", "city")
        assert any(hex_ in side for side in MEUSE_SIDES), f"{name} lies on the Meuse"
    downstream = [cell(MAP.meuse_towns[name])[0] for name in ("Namur", "Andenne", "Huy", "Amay")]
    assert downstream == sorted(downstream, reverse=True), "from Namur the Meuse flows east"


@pytest.mark.rule("30.2b", "11.9b")
def test_liege_is_a_city_of_four_hexes_on_the_meuse():
    assert len({*MAP.liege}) == 4
    assert {*MAP.liege} == {*place_of("Liège")}
    assert kind_of("Liège") == "city"
    assert any(name in side for side in MEUSE_SIDES for name in MAP.liege)
    assert flood(MAP.liege[0], lambda _, to: to in MAP.liege) == {*MAP.liege}, "they hang together"


@pytest.mark.rule("13.2", "16.2")
def test_bastogne_has_two_town_hexes():
    hexes = place_of("Bastogne")
    assert len(hexes) == 2
    assert distance(*hexes) == 1
    assert kind_of("Bastogne") == "town"


@pytest.mark.rule("7.7a", "11.4b")
@pytest.mark.parametrize(("town", "river"), [("Clervaux", "Clerf"), ("Houffalize", "Ourthe"), ("Malmedy", "Warche")])
def test_rivers_through_towns(town: str, river: str):
    """The river flows through the hex: upstream and downstream of it, not along a bank of it only."""
    (hex_,) = place_of(town)
    assert kind_of(town) == "town"
    through = {name for name, water in MAP.rivers.items() if hex_ in water.through}
    assert any(river in name for name in through), through


@pytest.mark.rule("24.7")
def test_three_congestion_hexes_at_st_vith():
    assert len({*MAP.congestion}) == 3
    assert place_of("St. Vith") == MAP.st_vith
    assert kind_of("St. Vith") == "town"
    for name in MAP.congestion:
        assert distance(name, MAP.st_vith[0]) <= 2
        assert is_on_road(name)


@pytest.mark.rule("32.1")
def test_three_places_where_the_dump_may_be():
    assert len({entry.hex for entry in MAP.dumps}) == 3
    assert min(distance(entry.hex, place_of("Francorchamps")[0]) for entry in MAP.dumps) <= 2, "outside it"
    german = {hex_ for area in MAP.start_areas.values() for hex_ in (*area.hexes, *area.rear, *area.west)}
    for entry in MAP.dumps:
        assert is_on_road(entry.hex), "fuel is shipped along a road"
        assert entry.hex not in german
        assert not any(hex_ in german for hex_ in map(printed, around(cell(entry.hex)))), "nobody starts next to it"


@pytest.mark.rule("33.2", "30.2", "11.10", "6.5")
def test_lines_that_the_rulebook_names_are_on_the_map():
    assert {"Meuse", "Our", "Ourthe", "Sauer", "Semois"} <= MAP.rivers.keys()
    assert {name for name, river in MAP.rivers.items() if river.kind == "meuse"} == {"Meuse"}


# Rivers


def side_chain(name: str) -> list[str]:
    return [*MAP.rivers[name].hexsides]


@pytest.mark.rule("11.4")
@pytest.mark.parametrize("name", MAP.rivers)
def test_a_river_is_one_line(name: str):
    """Each hexside shares a corner with the next one, or both touch a town through which the river flows."""
    river = MAP.rivers[name]
    assert len({hexside(*side.split("-")) for side in river.hexsides}) == len(river.hexsides), "no hexside twice"
    for one, other in pairwise(river.hexsides):
        if corners(one) & corners(other):
            continue
        towns = [
            hex_
            for hex_ in river.through
            if all(any(cell(hex_) in corner for corner in corners(side)) for side in (one, other))
        ]
        assert towns, f"{name}: from {one} to {other}"


@pytest.mark.rule("11.4b", "7.7a")
def test_rivers_flow_through_towns_only():
    for name, river in MAP.rivers.items():
        for hex_ in river.through:
            assert BOARD.built.get(BOARD.index[hex_]) in ("town", "city"), f"{name} through {hex_}"


@pytest.mark.rule("11.4")
def test_a_river_turns_no_corner_twice():
    """A line without forks or loops: no corner has more than two of a river's hexsides."""
    for name, river in MAP.rivers.items():
        met = Counter(corner for side in river.hexsides for corner in corners(side))
        assert max(met.values()) <= 2, f"{name}: {[c for c, number in met.items() if number > 2]}"


def loose_ends(name: str) -> list[frozenset[Cell]]:
    river = MAP.rivers[name]
    met = Counter(corner for side in river.hexsides for corner in corners(side))
    towns = {cell(hex_) for hex_ in river.through}
    return [corner for corner, number in met.items() if number == 1 and not corner & towns]


ELSEWHERE: dict[str, set[frozenset[Cell]]] = {
    name: {
        corner for other, river in MAP.rivers.items() if other != name for s in river.hexsides for corner in corners(s)
    }
    for name in MAP.rivers
}


@pytest.mark.rule("11.4")
@pytest.mark.parametrize("name", [name for name, river in MAP.rivers.items() if river.kind != "lake"])
def test_a_river_flows_into_another_or_off_the_map(name: str):
    """One end at most is a source within the map; the other meets another water or the edge."""
    free = [
        corner
        for corner in loose_ends(name)
        if corner not in ELSEWHERE[name] and all(on_map(where) for where in corner)
    ]
    assert len(free) <= 1, [sorted(map(printed, corner)) for corner in free]


@pytest.mark.rule("11.4")
def test_no_hexside_belongs_to_two_rivers():
    sides = Counter(hexside(*side.split("-")) for river in MAP.rivers.values() for side in river.hexsides)
    assert [side for side, number in sides.items() if number > 1] == []


@pytest.mark.rule("11.4a", "27.3")
def test_the_meuse_divides_the_map():
    """From the south edge to the north edge: without its bridges nobody comes from Germany to Brussels."""
    west = beyond_meuse()
    assert "W3437" in west
    assert not {"2126", "3413", "0101", "W1902"} & west
    assert any(name[-2:] == "01" for side in MEUSE_SIDES for name in side), "it comes in over the south edge"


def beyond_meuse() -> set[str]:
    return flood("W3443", lambda here, to: hexside(here, to) not in MEUSE_SIDES)


@pytest.mark.rule("27.3", "33.3")
def test_the_program_knows_the_same_west_bank():
    assert {GRID.names[hex_] for hex_ in members(special.beyond_meuse(BOARD))} == beyond_meuse()


@pytest.mark.rule("10.3b", "17.2")
def test_lakes_are_where_the_reservoirs_were():
    lakes = {name for name, river in MAP.rivers.items() if river.kind == "lake"}
    assert lakes == {"Bütgenbach lake", "Robertville lake", "Rursee", "Urftsee", "Gileppe lake"}


@pytest.mark.rule("3.4b")
def test_west_of_the_our_in_the_area_of_the_26th():
    area = MAP.start_areas["26VG"]
    assert area.west
    east = {*area.hexes} - {*area.west}
    assert all(any(hexside(name, other) in OUR_SIDES for other in east) for name in area.west)
    dry = flood("2013", lambda here, to: hexside(here, to) not in OUR_SIDES and distance("2013", to) <= 4)
    assert not {*area.west} & dry
    others = {hex_ for key, other in MAP.start_areas.items() if key != "26VG" for hex_ in other.west}
    assert not others, "only the 26th has hexes west of the Our"


# Roads


@pytest.mark.rule("11.7")
def test_a_road_goes_from_hex_to_adjacent_hex_without_turning_back():
    for road in MAP.roads:
        for one, other in pairwise(road.path):
            assert cell(other) in around(cell(one)), f"{road.name}: {one} to {other}"
        for one, _, third in zip(road.path, road.path[1:], road.path[2:], strict=False):
            assert one != third, f"{road.name} turns back at {one}"


def by_road(inside: Callable[[str], bool]) -> list[set[str]]:
    """The parts into which the road net falls, all bridges standing."""
    near: dict[str, set[str]] = defaultdict(set)
    for road in MAP.roads:
        for one, other in pairwise(road.path):
            if inside(one) and inside(other):
                near[one].add(other)
                near[other].add(one)
    parts, left = [], {*near}
    while left:
        part, ring = set[str](), [left.pop()]
        while ring:
            here = ring.pop()
            part.add(here)
            ring += near[here] - part
        left -= part
        parts.append(part)
    return parts


@pytest.mark.rule("11.7", "23.3")
def test_all_roads_hang_together():
    parts = by_road(lambda name: True)
    assert len(parts) == 1, sorted(map(sorted, parts), key=len)[:-1]


@pytest.mark.rule("11.7", "31.1")
def test_the_roads_of_the_east_map_hang_together_but_for_ends_at_its_west_edge():
    parts = sorted(by_road(str.isdigit), key=len)
    for part in parts[:-1]:
        assert any(cell(name)[0] == EAST for name in part), sorted(part)
        assert len(part) <= 8, sorted(part)


@pytest.mark.rule("11.7")
def test_towns_and_villages_lie_on_roads():
    for place in MAP.places:
        if place.kind in ("town", "city"):
            assert all(is_on_road(hex_) for hex_ in place.hexes), place.name
        elif place.kind == "village":
            assert any(is_on_road(hex_) for hex_ in place.hexes), place.name


@pytest.mark.rule("17.2", "11.4")
def test_no_road_crosses_a_lake():
    for road in MAP.roads:
        for one, other in pairwise(road.path):
            assert water_between(one, other) != "lake", f"{road.name}: {one} to {other}"


@pytest.mark.rule("11.7")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bastogne", "Houffalize"),
        ("Bastogne", "Marche"),
        ("Bastogne", "Neufchâteau"),
        ("Marche", "Namur"),
        ("St. Vith", "Malmedy"),
        ("Malmedy", "Eupen"),
        ("Liège", "Bastogne"),
        ("Ettelbruck", "Mersch"),
    ],
)
def test_main_roads_are_primary(one: str, other: str):
    """The great roads of the campaign: along primary roads alone without a great detour."""
    start, goals = place_of(one)[0], {*place_of(other)}
    primary = {key: kind == "primary" for key, kind in enumerate(BOARD.road)}
    steps, ring = {start: 0}, [start]
    while ring and not goals & steps.keys():
        following = []
        for here in ring:
            for turn, to in enumerate(GRID.neighbours[BOARD.index[here]]):
                if to is not None and primary[6 * BOARD.index[here] + turn] and GRID.names[to] not in steps:
                    steps[GRID.names[to]] = steps[here] + 1
                    following.append(GRID.names[to])
        ring = following
    reached = goals & steps.keys()
    assert reached, f"no primary road from {one} to {other}"
    goal = next(iter(reached))
    assert steps[goal] <= 2 * distance(start, goal)


@pytest.mark.rule("7.3", "11.4")
def test_bridges_are_where_roads_cross_rivers():
    crossed = {
        hexside(one, other)
        for road in MAP.roads
        for one, other in pairwise(road.path)
        if water_between(one, other) is not None
    }
    assert {hexside(*name.split("-")) for name in BOARD.bridges} == crossed
    assert len(crossed) > 60


@pytest.mark.rule("7.3", "30.2c")
@pytest.mark.parametrize("town", ["Givet", "Dinant", "Namur", "Andenne", "Huy", "Amay"])
def test_a_bridge_over_the_meuse_at_or_next_to_each_of_its_towns(town: str):
    hex_ = MAP.meuse_towns[town]
    spans = [
        pair for pair in map(str.split, BOARD.bridges, ["-"] * len(BOARD.bridges)) if hexside(*pair) in MEUSE_SIDES
    ]
    assert min(min(distance(hex_, name) for name in pair) for pair in spans) <= 1


# Entry hexes, boxes, supply


@pytest.mark.rule("11.9", "13.1", "13.3")
def test_entry_hexes_lie_on_roads_at_the_edges():
    assert "".join(MAP.entries) == "ABCDEFGHJKLMN"
    assert len({entry.hex for entry in MAP.entries.values()}) == len(MAP.entries)
    south, east, north = (set[str](), set[str](), set[str]())
    for letter, entry in MAP.entries.items():
        column, row = cell(entry.hex)
        assert is_on_road(entry.hex), letter
        assert entry.side == ("German" if letter in "KLMN" else "Allied")
        assert (entry.box is None) == (entry.side == "German"), letter
        for edge, there in ((south, row == 1), (east, column == 1), (north, row == ROWS)):
            if there:
                edge.add(letter)
    assert (south, east, north) == (set("ABCDE"), set("KLMN"), set("GHJ"))
    assert cell(MAP.entries["F"].hex)[0] == COLUMNS
    for letters in ("NMLK", "ABCDE"):
        along = [cell(MAP.entries[letter].hex) for letter in letters]
        assert along == sorted(along), letters


@pytest.mark.rule("13.5")
def test_roads_from_off_the_map():
    assert {letter: entry.roads for letter, entry in MAP.entries.items() if entry.roads != 1} == {"A": 2}
    assert MAP.entries["A"].hex == "1601"


@pytest.mark.rule("11.9", "13.1", "33.2")
def test_boxes_and_the_entry_hexes_joined_to_them():
    joined: dict[str, str] = defaultdict(str)
    for letter, entry in MAP.entries.items():
        if entry.box:
            joined[entry.box] += letter
    assert joined["SE"] == "ABC"
    assert joined.keys() == MAP.boxes.keys(), "every box has an entry hex"
    assert {"SE", "SW", "NW"} <= MAP.boxes.keys()
    assert "SW" in MAP.boxes["SE"].adjacent
    for name, box in MAP.boxes.items():
        assert all(name in MAP.boxes[other].adjacent for other in box.adjacent), name  # type: ignore[index]


def edge_hexes(edge: str, first: str, last: str) -> Iterator[str]:
    (column, row), (to_column, to_row) = cell(first), cell(last)
    assert column == to_column or row == to_row, (edge, first, last)
    for c in range(min(column, to_column), max(column, to_column) + 1):
        for r in range(min(row, to_row), max(row, to_row) + 1):
            yield printed((c, r))


@pytest.mark.rule("11.9", "17.6")
def test_the_boxes_share_the_south_west_and_north_edges_and_none_the_east():
    covered: Counter[tuple[str, str]] = Counter()
    for box in MAP.boxes.values():
        for edge, (first, last) in box.at_edge.items():
            covered.update((edge, name) for name in edge_hexes(edge, first, last))
    assert {edge for edge, _ in covered} == {"south", "west", "north"}
    assert max(covered.values()) == 1, [each for each, number in covered.items() if number > 1]
    wanted = {("south", printed((column, 1))) for column in range(1, COLUMNS + 1)}
    wanted |= {("north", printed((column, ROWS))) for column in range(1, COLUMNS + 1)}
    wanted |= {("west", printed((COLUMNS, row))) for row in range(1, ROWS + 1)}
    assert covered.keys() == wanted
    for letter, entry in MAP.entries.items():
        if entry.box:
            edges = MAP.boxes[entry.box].at_edge
            assert any(entry.hex in edge_hexes(edge, *ends_) for edge, ends_ in edges.items()), letter


@pytest.mark.rule("23.2", "11.9")
def test_supply_sources_are_the_allied_entry_hexes_and_german_hexes_of_the_east_edge():
    book = open_book("ardennes_44/campaign")
    allied, german = ({GRID.names[hex_] for hex_ in book.sources(side)} for side in ("Allied", "German"))
    assert allied == {entry.hex for entry in MAP.entries.values() if entry.side == "Allied"}
    entries = {entry.hex for entry in MAP.entries.values() if entry.side == "German"}
    assert entries < german
    assert not entries & {*MAP.supply["German"]}, "no hex is named twice"
    assert all(cell(name)[0] == 1 for name in german)
    assert all(is_on_road(name) for name in german | allied)


@pytest.mark.rule("30.2a", "11.9b")
def test_exits_f_and_g_lie_between_w3420_and_liege_beyond_the_meuse():
    """A-31."""
    for letter in "FG":
        assert MAP.entries[letter].hex in beyond_meuse()
    column, row = cell(MAP.entries["F"].hex)
    assert column == COLUMNS
    assert row > 20
    column, row = cell(MAP.entries["G"].hex)
    assert row == ROWS
    assert column > min(cell(name)[0] for name in MAP.liege)


# Start areas, army boundaries


@pytest.mark.rule("3.4", "3.4a", "29.3")
def test_start_areas_and_rear_zones_do_not_overlap_but_in_1331():
    owners: dict[str, list[str]] = defaultdict(list)
    for name, area in MAP.start_areas.items():
        hexes = [*dict.fromkeys((*area.hexes, *area.west)), *area.rear]
        assert len(hexes) == len({*hexes}), name
        for hex_ in hexes:
            owners[hex_].append(name)
    shared = {hex_: sorted(names) for hex_, names in owners.items() if len(names) > 1}
    assert shared == {"1331": ["12VG", "277VG"]}


@pytest.mark.rule("3.4")
def test_named_start_areas():
    assert {"12VG", "18VG", "26VG", "212VG", "277VG"} <= MAP.start_areas.keys()


@pytest.mark.rule("3.4", "29.3")
def test_a_start_area_is_in_one_piece():
    for name, area in MAP.start_areas.items():
        hexes = {*area.hexes, *area.west}
        assert flood(area.hexes[0], lambda _, to, hexes=hexes: to in hexes) == hexes, name


@pytest.mark.rule("3.4")
def test_start_areas_lie_behind_the_our_the_sauer_and_the_border():
    """South of the Losheim gap no start hex but those of 3.4b is west of the Our or south of the Sauer."""
    banks = OUR_SIDES | {hexside(*side.split("-")) for side in MAP.rivers["Sauer"].hexsides}
    east = flood("0112", lambda here, to: hexside(here, to) not in banks and cell(to)[1] <= 22)
    for name, area in MAP.start_areas.items():
        for hex_ in {*area.hexes} - {*area.west}:
            if cell(hex_)[1] <= 21:
                assert hex_ in east or hexside_crossed(hex_, east, banks) is None, f"{name}: {hex_}"


def hexside_crossed(hex_: str, east: Iterable[str], banks: set[frozenset[str]]) -> str | None:
    """A hex of the east bank from which only a crossing of the river leads to this hex."""
    near = [printed(to) for to in around(cell(hex_)) if on_map(to)]
    return next((other for other in near if other in east and hexside(hex_, other) in banks), None)


@pytest.mark.rule("11.10")
def test_army_boundaries_are_lines_that_end_on_the_map():
    assert {frozenset(name.split("-")) for name in MAP.army_boundary} == {
        frozenset(("6Pz", "5Pz")),
        frozenset(("5Pz", "7A")),
    }
    for name, sides in MAP.army_boundary.items():
        for one, other in pairwise(sides):
            assert corners(one) & corners(other), f"{name}: {one}, {other}"
        met = Counter(corner for side in sides for corner in corners(side))
        outer = [corner for corner, number in met.items() if number == 1]
        assert sorted(all(on_map(where) for where in corner) for corner in outer) == [False, True]
        columns = [cell(hex_)[0] for side in sides for hex_ in side.split("-")]
        assert min(columns) == 1, "it begins at the east edge"
        assert max(columns) < EAST, "and ends on the East map"


@pytest.mark.rule("11.10", "11.10f")
def test_army_boundaries_part_the_start_areas_of_the_armies():
    sides = {hexside(*side.split("-")) for found in MAP.army_boundary.values() for side in found}
    for area in MAP.start_areas.values():
        land = {*area.hexes, *area.west, *area.rear}
        for one in land:
            for other in map(printed, around(cell(one))):
                owners = {a.army for a in MAP.start_areas.values() if other in (*a.hexes, *a.west, *a.rear)}
                if owners and owners != {area.army}:
                    assert hexside(one, other) in sides, f"{one} {other}"
                elif owners:
                    assert hexside(one, other) not in sides, f"{one} {other}"


@pytest.mark.rule("27.7", "30.3a")
def test_start_areas_are_free_of_towns_west_of_the_border():
    """No victory hex lies in a start area at start."""
    held = {hex_ for area in MAP.start_areas.values() for hex_ in (*area.hexes, *area.west, *area.rear)}
    assert not {entry.hex for entry in MAP.victory} & held


# Victory hexes, the Ourthe, the Semois


@pytest.mark.rule("30.2", "30.2d")
def test_victory_hexes():
    """More than twenty of the East map and eight of the West map, all in places."""
    assert len({entry.hex for entry in MAP.victory}) == len(MAP.victory)
    east = [entry.hex for entry in MAP.victory if entry.hex.isdigit()]
    west = [entry.hex for entry in MAP.victory if not entry.hex.isdigit()]
    assert len(east) > 20
    assert len(west) > 8
    for entry in MAP.victory:
        assert is_on_road(entry.hex), entry.name
        assert entry.name in {place.name for place in MAP.places if entry.hex in place.hexes}, entry.name


@pytest.mark.rule("6.5")
def test_west_of_the_ourthe():
    """Everything west of the river: Marche and Liège, not Bastogne, Houffalize nor Manhay; no gaps in the line."""
    west = {name for name, there in zip(GRID.names, BOARD.is_west_of_ourthe, strict=True) if there}
    for name in ("Marche", "Dinant", "Ciney", "Rochefort"):
        assert place_of(name)[0] in west, name
    for name in ("Bastogne", "Houffalize", "Manhay", "Vielsalm", "Stavelot", "St. Vith", "Spa"):
        assert not {*place_of(name)} & west, name
    rows = sorted(MAP.west_of_ourthe)
    assert rows == [*range(rows[0], rows[-1] + 1)]
    ourthe = {cell(name) for side in MAP.rivers["Ourthe"].hexsides for name in side.split("-")}
    for row, first in MAP.west_of_ourthe.items():
        banks = [column for column, other in ourthe if other == row]
        if banks:
            assert min(banks) - 1 <= first <= max(banks) + 1, row


@pytest.mark.rule("33.2")
def test_the_semois_cuts_off_the_south_west_corner():
    """From the south edge to the Meuse."""
    ends_ = loose_ends("Semois")
    assert any(not all(on_map(where) for where in corner) for corner in ends_)
    meuse = {corner for side in MAP.rivers["Meuse"].hexsides for corner in corners(side)}
    assert any(corner in meuse for corner in ends_)


# Terrain


@pytest.mark.rule("11.6")
def test_forest_ravine_lies_where_rivers_run():
    """Most have a river on one of their sides, or another ravine next to them; brooks are not drawn."""
    ravines = [name for name in NAMES if terrain(name) == "forest_ravine"]
    assert ravines
    lonely = []
    for name in ravines:
        near = [printed(to) for to in around(cell(name)) if on_map(to)]
        if not any(water_between(name, other) or terrain(other) == "forest_ravine" for other in near):
            lonely.append(name)
    assert len(lonely) <= len(ravines) // 5, lonely


@pytest.mark.rule("15.7")
def test_the_westwall_is_german_ground():
    bunkers = {name for name in NAMES if terrain(name) == "westwall"}
    assert bunkers
    assert all(cell(name)[0] <= 24 for name in bunkers), "at the border, not in Belgium"


def inside(latitude: float, longitude: float, outline: tuple[tuple[float, float], ...]) -> bool:
    """Whether a place lies within an outline: a line from it to the east crosses that an odd number of times."""
    crossings = 0
    for (north, east), (to_north, to_east) in zip(outline, (*outline[1:], *outline[:1]), strict=True):
        if (north > latitude) != (to_north > latitude):
            crossings += longitude < east + (to_east - east) * (latitude - north) / (to_north - north)
    return crossings % 2 == 1


def wood_at(name: str) -> Wood | None:
    """The first wood that names a hex or holds its middle."""
    where = GRID.whereabouts(BOARD.index[name])
    return next((wood for wood in MAP.woods if name in wood.hexes or inside(*where, wood.outline)), None)


BUILT = {hex_: place.kind for place in MAP.places if place.kind != "hamlet" for hex_ in place.hexes}


def drawn(name: str) -> str:
    """What grows in a hex by the list: villages and towns make the woods of an outline a kind lighter."""
    wood = wood_at(name)
    if wood is None or BUILT.get(name) == "city":
        return "clear"
    if name in BUILT and wood.outline:
        return "light_woods" if wood.ground == "forest" else "clear"
    return wood.ground


@pytest.mark.rule("2.13")
def test_the_terrain_is_drawn_from_the_list_of_woods():
    wrong = [name for name in NAMES if terrain(name) not in ("westwall", drawn(name))]
    assert not wrong, wrong


@pytest.mark.rule("2.13", "11.5", "11.6")
def test_every_wood_is_on_the_map_once_and_has_either_an_outline_or_hexes():
    names = [wood.name for wood in MAP.woods]
    assert len(names) == len({*names})
    named = [hex_ for wood in MAP.woods for hex_ in wood.hexes]
    assert len(named) == len({*named})
    for wood in MAP.woods:
        assert bool(wood.outline) != bool(wood.hexes), wood.name
        held = [
            name for name in NAMES if name in wood.hexes or inside(*GRID.whereabouts(BOARD.index[name]), wood.outline)
        ]
        assert any(terrain(name) in ("light_woods", "forest", "forest_ravine") for name in held), wood.name


@pytest.mark.rule("15.9")
def test_woods_are_no_copses():
    """Light woods are country, not dots: few of their hexes have no wood beside them."""
    wooded = {name for name in NAMES if terrain(name) not in ("clear", "westwall")}
    light = [name for name in NAMES if terrain(name) == "light_woods"]
    lonely = [name for name in light if not any(printed(to) in wooded for to in around(cell(name)) if on_map(to))]
    assert len(light) < len(NAMES) / 8
    assert len(lonely) <= 12, lonely


@pytest.mark.rule("11.7")
def test_the_road_of_the_2nd_panzer_division_is_primary():
    """Over the bridge of Dasburg to Marnach and Clervaux."""
    for one, other in pairwise(("1817", "1916", "2016", "2115", "2215", "2315", "2416")):
        assert road_between(one, other) == "primary", (one, other)


@pytest.mark.rule("2.13")
def test_relief_lies_on_the_map():
    assert {entry.kind for entry in MAP.relief} == {"ridge", "plateau", "gorge", "valley"}
    assert len({entry.name for entry in MAP.relief}) == len(MAP.relief)
    for entry in MAP.relief:
        assert {*entry.path} <= {*NAMES}, entry.name
        assert len(entry.path) == len({*entry.path}), entry.name
        if entry.kind in ("ridge", "valley"):
            steps = [distance(one, other) for one, other in pairwise(entry.path)]
            assert max(steps, default=1) <= 2, (entry.name, steps)


@pytest.mark.rule("2.13")
def test_shares_of_terrain():
    found = Counter(terrain(name) for name in NAMES)
    wooded = (found["forest"] + found["forest_ravine"] + found["light_woods"]) / len(NAMES)
    assert 0.3 < wooded < 0.7
    assert found["clear"] > len(NAMES) / 4
    assert found["westwall"] < len(NAMES) / 20


@pytest.mark.rule("11.5")
def test_no_place_is_cut_off_from_all_units():
    """Every hex can be entered by infantry with tactical movement from some neighbour."""
    steps = tactical_steps(BOARD, "foot", True)
    for hex_, name in enumerate(GRID.names):
        assert any(steps[BOARD.key(other, hex_)] is not None for other in GRID.near[hex_]), name
