"""The map of Liberty Roads against every fact that the reference states, geography, and its own drawing.

Geometry is worked out here from printed numbers alone (columns from the west, rows from the north, odd columns half a
hex further north), not by the program's grid, which is tested against it.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise

import pytest

from wargame_tui.board.files import load
from wargame_tui.board.hexes import HexGrid
from wargame_tui.board.plain import scenarios_folder
from wargame_tui.titles.liberty_roads.printed.data import MapFile

MAP = load(scenarios_folder() / "liberty_roads" / "map.yaml", MapFile)
GRID = HexGrid(MAP.grid)
COLUMNS, ROWS = 34, 28
CLOSED = {"sea", "abroad", "high_mountain"}
"""Terrain that no unit enters."""
Cell = tuple[int, int]
"""Column from the west, row from the north, from 1."""
Corner = frozenset[Cell]
"""A corner of hexes as the three that meet there, those outside the map too."""


# Geometry from printed numbers


def cell(name: str) -> Cell:
    return int(name[:2]), int(name[2:])


def printed(where: Cell) -> str:
    column, row = where
    return f"{column:02}{row:02}"


def around(where: Cell) -> list[Cell]:
    """N, NE, SE, S, SW, NW, those outside the map too."""
    column, row = where
    upper = row - column % 2
    return [
        (column, row - 1),
        (column + 1, upper),
        (column + 1, upper + 1),
        (column, row + 1),
        (column - 1, upper + 1),
        (column - 1, upper),
    ]


def on_map(where: Cell) -> bool:
    return 1 <= where[0] <= COLUMNS and 1 <= where[1] <= ROWS


def near(name: str) -> list[str]:
    """The neighbours on the map."""
    return [printed(other) for other in around(cell(name)) if on_map(other)]


def corners(hexside: str) -> set[Corner]:
    """The two ends of a hexside."""
    one, other = map(cell, hexside.split("-"))
    common = {*around(one)} & {*around(other)}
    assert len(common) == 2, f"{hexside} is no hexside"
    assert one in around(other), f"{hexside} is no hexside"
    return {frozenset((one, other, third)) for third in common}


def side(one: str, other: str) -> frozenset[str]:
    return frozenset((one, other))


def sides(hexsides: Iterable[str]) -> set[frozenset[str]]:
    return {side(*hexside.split("-")) for hexside in hexsides}


# What lies where

HEXES = [f"{column:02}{row:02}" for column in range(1, COLUMNS + 1) for row in range(1, ROWS + 1)]


def layer(rows: tuple[str, ...]) -> dict[str, str]:
    """A character for each hex of strings that stand row by row."""
    return {name: rows[int(name[2:]) - 1][int(name[:2]) - 1] for name in HEXES}


TERRAIN = {name: MAP.legend[mark] for name, mark in layer(MAP.terrain).items()}
COUNTRY, ARMY = layer(MAP.countries), layer(MAP.armies)
LAND = [name for name in HEXES if TERRAIN[name] not in ("sea", "abroad")]
COAST = [name for name in LAND if any(TERRAIN[other] == "sea" for other in near(name))]
SEA_SIDES = sides(MAP.sea_hexsides)
RIVER_SIDES = {each for river in MAP.rivers.values() for each in sides(river.hexsides)}
PLACES = {place.name: place for place in MAP.places}
CITIES = {name: place.hexes for name, place in PLACES.items() if place.kind == "city"}
TOWNS = {name: place.hexes for name, place in PLACES.items() if place.kind == "town"}


def ways(*kinds: str) -> dict[str, set[str]]:
    """From each hex the hexes to which roads of these kinds lead."""
    found: dict[str, set[str]] = {}
    for road in MAP.roads:
        for one, other in pairwise(road.path):
            if road.kind in kinds:
                found.setdefault(one, set()).add(other)
                found.setdefault(other, set()).add(one)
    return found


def spread(start: str, steps: dict[str, set[str]]) -> set[str]:
    """All hexes joined to one."""
    found, edge = {start}, [start]
    while edge:
        for other in steps.get(edge.pop(), set()) - found:
            found.add(other)
            edge.append(other)
    return found


def on_foot() -> dict[str, set[str]]:
    """Steps between hexes that may be entered, over hexsides that may be crossed."""
    able = [name for name in LAND if TERRAIN[name] not in CLOSED]
    return {
        name: {other for other in near(name) if TERRAIN[other] not in CLOSED and side(name, other) not in SEA_SIDES}
        for name in able
    }


# The grid


def test_the_grid_has_four_digit_numbers_column_then_row() -> None:
    assert (GRID.columns, GRID.rows) == (COLUMNS, ROWS)
    assert sorted(GRID.names) == sorted(HEXES)
    assert len(MAP.terrain) == len(MAP.countries) == len(MAP.armies) == ROWS
    assert {len(row) for rows in (MAP.terrain, MAP.countries, MAP.armies) for row in rows} == {COLUMNS}


def test_the_grid_and_printed_numbers_agree_on_neighbours() -> None:
    for name in HEXES:
        assert sorted(GRID.names[other] for other in GRID.near[GRID.index[name]]) == sorted(near(name))


TRUE_POSITIONS = {
    "0410": (48.58, -3.83),  # Morlaix
    "0311": (48.39, -4.49),  # Brest
    "1007": (49.64, -1.62),  # Cherbourg
    "1008": (49.41, -1.32),  # Sainte-Mère-Église
    "1109": (49.12, -1.09),  # Saint-Lô
    "1208": (49.28, -0.70),  # Bayeux
    "1309": (49.18, -0.37),  # Caen
    "1310": (48.89, -0.20),  # Falaise
    "1408": (49.49, 0.11),  # Le Havre
    "1608": (49.44, 1.10),  # Rouen
    "1705": (50.73, 1.61),  # Boulogne
    "1804": (50.95, 1.85),  # Calais
    "1910": (48.85, 2.35),  # Paris
    "2403": (51.22, 4.40),  # Antwerp
    "2404": (50.85, 4.35),  # Brussels
    "2705": (50.78, 6.08),  # Aachen
    "2701": (51.98, 5.91),  # Arnhem
    "2702": (51.84, 5.85),  # Nijmegen
    "2602": (51.44, 5.48),  # Eindhoven
    "2904": (50.94, 6.96),  # Cologne
    "2809": (49.12, 6.18),  # Metz
    "2810": (48.69, 6.18),  # Nancy
    "3111": (48.58, 7.75),  # Strasbourg
    "3307": (50.11, 8.68),  # Frankfurt
    "3410": (48.78, 9.18),  # Stuttgart
    "1014": (47.22, -1.55),  # Nantes
    "0814": (47.28, -2.21),  # Saint-Nazaire
    "1221": (44.84, -0.58),  # Bordeaux
    "1625": (43.60, 1.44),  # Toulouse
    "2419": (45.76, 4.84),  # Lyon
    "2626": (43.30, 5.37),  # Marseille
    "2727": (43.12, 5.93),  # Toulon
    "3025": (43.70, 7.27),  # Nice
    "2028": (42.70, 2.90),  # Perpignan
}


@pytest.mark.parametrize("name", TRUE_POSITIONS)
def test_towns_lie_in_hexes_near_their_true_positions(name: str) -> None:
    latitude, longitude = TRUE_POSITIONS[name]
    there = GRID.whereabouts(GRID.index[name])
    north = (there[0] - latitude) * 111.2
    east = (there[1] - longitude) * 111.2 * math.cos(math.radians(MAP.grid.parallel))
    assert math.hypot(north, east) < 0.6 * MAP.grid.scale
    assert any(name in place.hexes for place in MAP.places)


# Facts of the reference


@pytest.mark.rule("1.1.8", "13.2.2")
def test_0410_is_a_beach_of_level_five_on_the_channel() -> None:
    assert MAP.beaches["0410"].level == 5
    assert TERRAIN["0409"] == "sea"
    assert {*near("0410")}.intersection(PLACES["Brest"].hexes)


@pytest.mark.rule("1.2.1", "1.2.3")
def test_1015_and_1016_are_land_and_a_major_river_flows_near_by() -> None:
    assert {"1015", "1016"} <= {*LAND}
    assert any("1015" in each for each in sides(MAP.rivers["Loire"].hexsides))
    assert MAP.rivers["Loire"].kind == "major"


@pytest.mark.rule("12.2.4", "12.2.5")
def test_rows_up_to_23_are_the_north() -> None:
    assert MAP.north_rows == 23
    assert all(int(name[2:]) > 23 for name in ("2626", "2727", "2926"))


@pytest.mark.rule("14.1.6")
def test_the_19th_army_stands_east_of_column_12_in_the_south() -> None:
    assert {name[:2] for name in LAND if ARMY[name] == "9"} == {f"{column:02}" for column in range(13, 31)}
    assert all(int(name[:2]) <= 12 for name in LAND if ARMY[name] == "1")


@pytest.mark.rule("14.1.2")
def test_every_hex_of_the_occupied_countries_is_in_one_zone_and_no_other_is() -> None:
    assert {name for name in HEXES if ARMY[name] != "."} == {name for name in LAND if COUNTRY[name] != "G"}
    assert {ARMY[name] for name in LAND if COUNTRY[name] == "N"} == {"N"}
    assert {ARMY[PLACES[name].hexes[0]] for name in ("Caen", "Brest", "Saint-Nazaire")} == {"7"}
    assert {ARMY[PLACES[name].hexes[0]] for name in ("Le Havre", "Calais", "Antwerp")} == {"5"}
    assert {ARMY[PLACES[name].hexes[0]] for name in ("La Rochelle", "Bordeaux", "Bayonne")} == {"1"}
    assert {ARMY[PLACES[name].hexes[0]] for name in ("Toulouse", "Marseille", "Lyon")} == {"9"}


@pytest.mark.parametrize("army", ["7", "5", "1", "9", "N"])
def test_army_zones_hang_together(army: str) -> None:
    zone = {name for name in LAND if ARMY[name] == army}
    steps = {name: zone.intersection(near(name)) for name in zone}
    assert spread(min(zone), steps) == zone


def test_every_hex_of_land_has_a_country_and_no_other_has() -> None:
    assert {COUNTRY[name] for name in LAND} == set("FBNGL")
    assert all(COUNTRY[name] == "." for name in HEXES if name not in LAND)
    for place, country in {"Strasbourg": "F", "Lille": "F", "Aachen": "G", "Trier": "G", "Bastogne": "B"}.items():
        assert COUNTRY[PLACES[place].hexes[0]] == country
    assert {COUNTRY[PLACES[name].hexes[0]] for name in ("Arnhem", "Nijmegen", "Eindhoven", "Rotterdam")} == {"N"}


# Ports


@pytest.mark.rule("15.1.1")
def test_ports_lie_on_the_coast_or_in_an_estuary() -> None:
    for name, port in MAP.ports.items():
        assert TERRAIN[port.hex] not in CLOSED, name
        assert port.hex in COAST or port.estuary, name
    assert len({port.hex for port in MAP.ports.values()}) == len(MAP.ports)


@pytest.mark.rule("15.1.5")
def test_estuaries_bar_the_ports_above_them() -> None:
    assert {port.estuary for port in MAP.ports.values() if port.estuary} == {*MAP.estuaries}
    for name, hexes in MAP.estuaries.items():
        assert all(each in LAND for each in hexes)
        assert any(each in COAST for each in hexes), name
    assert "2202" in MAP.estuaries["Scheldt"]
    assert MAP.ports["Antwerp"].hex not in MAP.estuaries["Scheldt"]


@pytest.mark.rule("6.5.2")
def test_the_fortresses_of_1944_have_the_symbol() -> None:
    assert {name for name, port in MAP.ports.items() if port.fortress} == {
        *("Cherbourg", "Le Havre", "Brest", "Lorient", "Saint-Nazaire", "La Rochelle", "Royan", "Le Verdon"),
        *("Saint-Malo", "Boulogne", "Calais", "Dunkirk", "Vlissingen", "Hoek van Holland", "Marseille", "Toulon"),
    }


# Landings


@pytest.mark.rule("13.2.1", "13.2.2", "13.2.3")
def test_beaches_are_coastal_and_weaker_far_from_england() -> None:
    assert all(name in COAST and TERRAIN[name] not in CLOSED for name in MAP.beaches)
    assert {name for name, beach in MAP.beaches.items() if beach.level == 5} == {"0410", "1705", "1804", "1904"}
    level = {name: beach.level for name, beach in MAP.beaches.items()}
    assert {level[name] for name in ("1008", "1109", "1208", "1309")} == {2, 3}
    assert max(level[name] for name in MAP.zones["gironde"].coast if name in level) <= 3
    assert not any(name in level for name in ("0311", "1007", "2626"))


@pytest.mark.rule("13.3.1")
def test_every_coastal_hex_lies_before_one_zone_of_its_sea() -> None:
    assert Counter(name for zone in MAP.zones.values() for name in zone.coast) == Counter(COAST)
    ports = {port.hex: port for port in MAP.ports.values()}
    for zone in MAP.zones.values():
        for name in {*zone.coast} & {*ports} - {"1904"}:
            assert ports[name].sea == zone.sea, name
    assert 8 <= len(MAP.zones) <= 12


@pytest.mark.rule("13.3.2", "13.3.4")
def test_history_can_happen_in_normandy_and_provence() -> None:
    normandy, provence = MAP.zones["normandy"], MAP.zones["provence"]
    assert (normandy.assault, normandy.follow_up, normandy.dday, normandy.aircraft) == (8, 6, 8, True)
    assert {"1008", "1109", "1208"} <= {*normandy.coast}
    assert (provence.assault, provence.aircraft, provence.sea) == (3, True, "mediterranean")
    assert {"2826", "2926"} <= {*provence.coast}
    assert not any(MAP.zones[name].aircraft for name in ("south_brittany", "biscay", "gironde"))
    assert MAP.zones["netherlands"].aircraft, "with airborne divisions, on turn 1"


# Germany


@pytest.mark.rule("20.1.1", "20.2.1")
def test_the_siegfried_line_runs_unbroken_from_the_reichswald_to_basel() -> None:
    assert {COUNTRY[name] for name in MAP.siegfried} == {"G"}
    assert all(other in near(one) for one, other in pairwise(MAP.siegfried))
    assert (MAP.siegfried[0], MAP.siegfried[-1]) == ("2802", "3114")
    assert "2705" in MAP.siegfried


@pytest.mark.rule("20.2.1")
def test_nobody_reaches_the_heart_of_germany_from_france_past_the_siegfried_line() -> None:
    barred = {*MAP.siegfried} | {name for name in LAND if COUNTRY[name] == "N"}
    open_ = {name: others - barred for name, others in on_foot().items() if name not in barred}
    reached = {name for name in spread("1910", open_) if COUNTRY[name] == "G"}
    assert not reached, reached


@pytest.mark.rule("4.4.1", "6.3.2")
@pytest.mark.parametrize("start", ["Brest", "Bordeaux", "Cherbourg", "Marseille", "Calais", "Antwerp", "Paris"])
def test_railways_join_the_occupied_countries_to_every_german_source(start: str) -> None:
    sources = {name for place in CITIES.values() for name in place if COUNTRY[name] == "G"}
    assert len(sources) == 8
    assert sources <= spread(PLACES[start].hexes[0], ways("railway"))


@pytest.mark.rule("9.2.1", "19.1.3")
def test_strategic_hexes_are_places_and_count_less_in_france_after_the_withdrawal() -> None:
    named = {name for place in MAP.places for name in place.hexes}
    for name, entry in MAP.strategic.items():
        assert name in named
        assert entry.value > 0
        assert entry.withdrawn == entry.value or COUNTRY[name] == "F"
        assert entry.withdrawn <= entry.value
    french = [entry for name, entry in MAP.strategic.items() if COUNTRY[name] == "F"]
    assert sum(entry.withdrawn for entry in french) < sum(entry.value for entry in french) / 2 + 1
    assert MAP.strategic["2403"].value == max(e.value for name, e in MAP.strategic.items() if COUNTRY[name] != "G")


# Rivers


def course(name: str) -> list[Corner]:
    """The corners along a river, in order."""
    ends = [corners(hexside) for hexside in MAP.rivers[name].hexsides]
    if len(ends) == 1:
        return sorted(ends[0], key=lambda corner: -sum(row for _, row in corner))
    here = next(iter(ends[0] - ends[1]))
    found = [here]
    for each in ends:
        assert here in each, f"{name} is broken at {sorted(here)}"
        here = next(iter(each - {here}))
        found.append(here)
    return found


COURSES = {name: course(name) for name in MAP.rivers}


def is_mouth(corner: Corner, name: str) -> bool:
    """At the sea, the map edge or another river."""
    if any(not on_map(where) or TERRAIN[printed(where)] == "sea" for where in corner):
        return True
    if any(corner in corners("-".join(each)) for each in SEA_SIDES):
        return True
    return any(corner in other for river, other in COURSES.items() if river != name)


@pytest.mark.parametrize("name", MAP.rivers)
def test_each_river_is_one_course_to_the_sea_another_river_or_the_edge(name: str) -> None:
    corners_ = COURSES[name]
    assert len({*corners_}) == len(corners_), "it runs in a ring"
    assert is_mouth(corners_[-1], name)
    assert MAP.rivers[name].kind in ("river", "major")


def test_no_two_rivers_share_a_hexside_and_none_lies_along_the_sea() -> None:
    count = Counter(each for river in MAP.rivers.values() for each in sides(river.hexsides))
    assert max(count.values()) == 1
    assert all(name in LAND for each in count for name in each)
    assert not count.keys() & SEA_SIDES


def banks(name: str) -> tuple[set[str], set[str]]:
    """Hexes on the left and on the right bank: a hexside names the left one first."""
    pairs = [hexside.split("-") for hexside in MAP.rivers[name].hexsides]
    return {left for left, _ in pairs}, {right for _, right in pairs}


@pytest.mark.parametrize("name", [name for name, river in MAP.rivers.items() if len(river.hexsides) > 1])
def test_a_hexside_names_the_left_bank_first(name: str) -> None:
    """Left and right of the way from corner to corner, by the sign of a cross product."""
    for hexside, (start, end) in zip(MAP.rivers[name].hexsides, pairwise(COURSES[name]), strict=True):
        left, right = (cell(each) for each in hexside.split("-"))
        (x, y), (to_x, to_y), (left_x, left_y) = middle(start), middle(end), plane(left)
        assert (to_x - x) * (left_y - y) - (to_y - y) * (left_x - x) > 0, hexside
        assert left != right


def plane(where: Cell) -> tuple[float, float]:
    """East and north, in hexes."""
    column, row = where
    return column * math.sqrt(3) / 2, (0.5 if column % 2 else 0.0) - row


def middle(corner: Corner) -> tuple[float, float]:
    points = [plane(where) for where in corner]
    return sum(x for x, _ in points) / 3, sum(y for _, y in points) / 3


@pytest.mark.parametrize(
    ("river", "left", "right"),
    [
        ("Rhine", "Strasbourg Mulhouse Colmar Mainz Koblenz Köln", "Karlsruhe Mannheim Freiburg Düsseldorf Wesel"),
        ("Seine", "Mantes", "Rouen Le-Havre Vernon"),
        ("Loire", "Tours", "Orléans Angers Nantes Nevers"),
        ("Meuse", "Liège Eindhoven", "Aachen Nijmegen"),
        ("Upper Meuse", "Namur Charleville", "Sedan Dinant"),
        ("Moselle", "Thionville Luxembourg", "Metz Trier Koblenz"),
        ("Upper Moselle", "Toul", "Nancy Épinal"),
        ("Rhône", "Valence Avignon Arles", "Lyon Nîmes"),
        ("Saône", "Bourg-en-Bresse", "Lyon Mâcon Chalon-sur-Saône"),
        ("Garonne", "Bordeaux", "Agen"),
        ("Upper Garonne", "", "Toulouse Montauban"),
        ("Orne", "Caen", "Falaise"),
        ("Vire", "Carentan Coutances", "Saint-Lô"),
        ("Somme", "Amiens", "Abbeville Saint-Quentin"),
        ("Our and Sauer", "Prüm Bitburg", "Saint-Vith Bastogne Diekirch"),
        ("Rur", "Aachen", "Düren"),
        ("Saar", "Saint-Avold", "Saarbrücken Trier"),
        ("Aisne", "Soissons Reims", "Laon"),
        ("Marne", "", "Châlons Vitry Épernay"),
        ("Waal", "Nijmegen Eindhoven Breda", "Arnhem Tiel Rotterdam"),
        ("Var", "Nice", "Fréjus"),
    ],
)
def test_towns_stand_on_their_banks(river: str, left: str, right: str) -> None:
    on_left, on_right = banks(river)
    for names, here, there in ((left, on_left, on_right), (right, on_right, on_left)):
        for name in (each if each in PLACES else each.replace("-", " ") for each in names.split()):
            assert {*PLACES[name].hexes} & here, name
            assert not {*PLACES[name].hexes} & there, name


def test_the_great_rivers_are_major_and_join_as_they_do() -> None:
    major = {name for name, river in MAP.rivers.items() if river.kind == "major"}
    great = {"Seine", "Loire", "Rhine", "Meuse", "Waal", "Rhône", "Garonne", "Moselle", "Scheldt", "Lower Rhine"}
    assert major == great
    joins = {"Marne": "Seine", "Oise": "Seine", "Yonne": "Seine", "Aisne": "Oise", "Moselle": "Rhine", "Main": "Rhine"}
    joins |= {"Neckar": "Rhine", "Saar": "Moselle", "Saône": "Rhône", "Durance": "Rhône", "Isère": "Rhône"}
    joins |= {"Allier": "Loire", "Cher": "Loire", "Vienne": "Loire", "Mayenne": "Loire", "Sarthe": "Mayenne"}
    joins |= {"Dordogne": "Garonne", "Rur": "Meuse", "Sambre": "Meuse", "Doubs": "Saône", "Meuse": "Waal"}
    for name, other in joins.items():
        courses = COURSES[other] + COURSES.get(f"Upper {other}", [])
        assert COURSES[name][-1] in courses, name


# Roads and railways


@pytest.mark.rule("6.1.8")
def test_roads_run_from_hex_to_adjacent_hex_over_land_that_is_open() -> None:
    for road in MAP.roads:
        assert road.kind in ("primary", "railway")
        assert len({*road.path}) == len(road.path), road.name
        assert all(TERRAIN[name] not in CLOSED for name in road.path), road.name
        for one, other in pairwise(road.path):
            assert other in near(one), road.name
            assert side(one, other) not in SEA_SIDES, road.name


def test_cities_and_ports_stand_on_roads_that_hang_together() -> None:
    net = spread("1910", ways("primary", "railway"))
    assert {name for hexes in [*CITIES.values(), *TOWNS.values()] for name in hexes} <= net
    assert {port.hex for name, port in MAP.ports.items() if name != "Le Verdon"} <= net


@pytest.mark.rule("6.4")
def test_bridges_stand_where_the_campaign_fought_for_them() -> None:
    roads = ways("primary", "railway")
    for one, other in (
        ("2702", "2601"),
        ("2601", "2701"),
        ("2602", "2702"),
        ("3005", "3105"),
        ("2802", "2902"),
        ("3111", "3211"),
    ):
        assert other in roads[one]
        assert side(one, other) in RIVER_SIDES
    major = {each for river in MAP.rivers.values() if river.kind == "major" for each in sides(river.hexsides)}
    assert "2701" not in roads["2702"], "to Arnhem over the Waal at Nijmegen, then over the Lower Rhine"
    unbridged = [each for each in major if not any(other in roads.get(one, ()) for one, other in (tuple(each),))]
    assert len(unbridged) > len(major) / 3


# Sea, places and the whole


@pytest.mark.rule("7.10.7")
def test_sea_hexsides_part_land_from_land() -> None:
    assert all(name in LAND for each in SEA_SIDES for name in each)
    assert side("1408", "1309") in SEA_SIDES  # Le Havre and the beaches across the bay
    assert side("0311", "0312") in SEA_SIDES  # the roads of Brest
    for hexside in MAP.sea_hexsides:
        assert corners(hexside)


def test_every_open_hex_can_be_reached_on_foot() -> None:
    steps = on_foot()
    assert spread("1910", steps) == {*steps}


def test_places_lie_in_hexes_that_units_enter_and_no_two_share_one() -> None:
    hexes = [name for place in MAP.places for name in place.hexes]
    assert len({*hexes}) == len(hexes)
    assert len(PLACES) == len(MAP.places)
    assert all(TERRAIN[name] not in CLOSED for name in hexes)


def looks(kind: str) -> Iterator[str]:
    return (name for name in LAND if TERRAIN[name] == kind)


@pytest.mark.parametrize(
    ("kind", "hexes"),
    [
        ("bocage", "1109 1110 1009 1209 1011"),
        ("forest", "2805 2607 2802 1123 3109 2509 2008"),
        ("marsh", "1008 2703 2202 1117"),
        ("rough", "1210 2214 0511"),
        ("mountain", "2913 2222 2617 1921"),
        ("high_mountain", "2919 1427"),
        ("clear", "1309 1310 2310 1907 1712 2005 2710"),
    ],
)
def test_landscapes_are_where_they_are(kind: str, hexes: str) -> None:
    assert {*hexes.split()} <= {*looks(kind)}
