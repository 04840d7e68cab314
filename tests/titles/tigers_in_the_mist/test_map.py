"""The area map of Tigers in the Mist against the rulebook's map facts and against geography."""

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, pairwise
from math import cos, hypot, radians

import pytest

from wargame_tui.board.area import LinkEntry, Point
from wargame_tui.board.files import load
from wargame_tui.board.plain import scenarios_folder
from wargame_tui.titles.tigers_in_the_mist.printed.data import MapFile, Space

MAP = load(scenarios_folder() / "tigers_in_the_mist" / "map.yaml", MapFile)
AREAS = {key: space for key, space in MAP.spaces.items() if space.kind == "area"}
ZONES = {key: space for key, space in MAP.spaces.items() if space.kind == "zone"}
LINKS = {frozenset(link.between): link for link in MAP.links}
ROADS = tuple(link for link in MAP.links if link.road)
NUMBER_OF = {space.name: key for key, space in AREAS.items()}
GAME_RIVERS = {name for name, river in MAP.rivers.items() if river.width == "major"}
GERMAN_ZONES = ("A", "B", "C")
ALLIED_ZONES = tuple("DEFGHIJKLMNP")
CLOSED_ZONES = ("L", "M", "N", "P")
DESTROYED = (("40", "41"), ("51", "70"), ("55", "69"), ("19", "20"), ("10", "11"))
EAST = set(map(str, (8, 9, 10, 18, 19, 40, 42, 43, 44, 45, 46, *range(51, 57))))
"""The areas east of the Allied line of 16 December."""

KM_NORTH = 111.2
KM_EAST = 111.3 * cos(radians(50.1))


def named(*names: str) -> frozenset[str]:
    return frozenset(NUMBER_OF[name] for name in names)


def label(link: LinkEntry) -> str:
    return "-".join(link.between)


def link_id(link: object) -> str:
    return label(link) if isinstance(link, LinkEntry) else str(link)


def path(link: LinkEntry) -> list[Point]:
    first, second = link.between
    return [MAP.spaces[first].at, *link.via, MAP.spaces[second].at]


def km(one: Point, other: Point) -> float:
    return hypot((one[0] - other[0]) * KM_NORTH, (one[1] - other[1]) * KM_EAST)


def km_from_segment(point: Point, start: Point, end: Point) -> float:
    along = ((end[1] - start[1]) * KM_EAST, (end[0] - start[0]) * KM_NORTH)
    there = ((point[1] - start[1]) * KM_EAST, (point[0] - start[0]) * KM_NORTH)
    share = (along[0] * there[0] + along[1] * there[1]) / (along[0] ** 2 + along[1] ** 2)
    share = min(1.0, max(0.0, share))
    return hypot(along[0] * share - there[0], along[1] * share - there[1])


def segments_cross(p: Point, q: Point, r: Point, s: Point) -> bool:
    def side(a: Point, b: Point, c: Point) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    return side(p, q, r) * side(p, q, s) < 0 and side(r, s, p) * side(r, s, q) < 0


def crossings(one: Sequence[Point], other: Sequence[Point]) -> int:
    return sum(segments_cross(*a, *b) for a in pairwise(one) for b in pairwise(other))


def rivers_crossed(link: LinkEntry) -> dict[str, int]:
    """How often the drawn link crosses each river that has game effect."""
    counts = {name: sum(crossings(path(link), line) for line in MAP.rivers[name].lines) for name in GAME_RIVERS}
    return {name: count for name, count in counts.items() if count}


def reachable(
    sources: Iterable[str], inside: Iterable[str], usable: Callable[[LinkEntry], bool] = lambda _: True
) -> set[str]:
    """Spaces of `inside` joined to the sources by roads within it; lines end at zones (13.11)."""
    members = set(inside)
    neighbours: dict[str, set[str]] = defaultdict(set)
    for link in ROADS:
        one, other = link.between
        if usable(link) and one in members and other in members:
            neighbours[one].add(other)
            neighbours[other].add(one)
    reached = set(sources)
    queue = deque(reached)
    while queue:
        for key in neighbours[queue.popleft()] - reached:
            reached.add(key)
            if MAP.spaces[key].kind == "area":
                queue.append(key)
    return reached


def unbroken(link: LinkEntry) -> bool:
    return link.bridge != "destroyed"


def in_section(name: str) -> set[str]:
    return {key for key, space in MAP.spaces.items() if name in space.sections}


def road_degree(key: str) -> int:
    return sum(key in link.between for link in ROADS)


# The rulebook's facts


@pytest.mark.rule("3.22")
def test_numbers_run_from_1_without_gaps() -> None:
    assert sorted(map(int, AREAS)) == list(range(1, 88))


@pytest.mark.rule("3.22")
def test_names_are_unique() -> None:
    names = [space.name for space in MAP.spaces.values()]
    assert len(set(names)) == len(names)


@pytest.mark.rule("3.22")
def test_every_pair_of_spaces_is_linked_once() -> None:
    assert len(LINKS) == len(MAP.links)
    assert all(len(pair) == 2 and pair <= set(MAP.spaces) for pair in LINKS)


@pytest.mark.rule("3.22")
def test_both_classes_of_road_are_there() -> None:
    classes = {link.road for link in MAP.links}
    assert classes == {"primary", "secondary", None}


@pytest.mark.rule("3.21", "11.22", "11.23", "13.11")
def test_zones_and_their_owners() -> None:
    assert tuple(sorted(ZONES)) == GERMAN_ZONES + ALLIED_ZONES
    assert {key for key, zone in ZONES.items() if zone.owner == "German"} == set(GERMAN_ZONES)
    assert {key for key, zone in ZONES.items() if zone.owner == "Allied"} == set(ALLIED_ZONES)
    assert all(area.owner is None for area in AREAS.values())


@pytest.mark.rule("3.28", "2.0")
def test_zones_behind_the_meuse_pay_more_than_the_others() -> None:
    behind = {key for key in ZONES for link in MAP.links if key in link.between and link.river == "Meuse"}
    before = {key for key, zone in ZONES.items() if zone.multiplier} - behind
    assert behind == set("FGHIJ")
    assert min(ZONES[key].multiplier for key in behind) > max((ZONES[key].multiplier for key in before), default=0)


@pytest.mark.rule("3.21", "11.14", "QA-17")
def test_zones_lie_in_the_order_of_their_letters_round_the_edge() -> None:
    """Counter-clockwise: D next to A in the north, P next to C in the south."""
    middle = (50.1, 5.8)
    ring = ("C", "B", "A", *ALLIED_ZONES)
    for one, other in pairwise((*ring, ring[0])):
        a, b = MAP.spaces[one].at, MAP.spaces[other].at
        turn = (a[1] - middle[1]) * (b[0] - middle[0]) - (a[0] - middle[0]) * (b[1] - middle[1])
        assert turn > 0, f"{other} does not follow {one}"


@pytest.mark.rule("11.13")
def test_zones_are_joined_to_areas_by_primary_roads_and_to_no_other_zone() -> None:
    for key in ZONES:
        links = [link for link in MAP.links if key in link.between]
        assert 1 <= len(links) <= 4
        for link in links:
            assert link.road == "primary", label(link)
            assert len(set(link.between) & set(AREAS)) == 1, label(link)


@pytest.mark.rule("11.13", "13.11")
def test_each_german_zone_opens_on_two_areas_or_more() -> None:
    assert all(road_degree(key) >= 2 for key in GERMAN_ZONES)


@pytest.mark.rule("3.25", "9.44")
def test_the_start_line() -> None:
    line = {key for key, space in MAP.spaces.items() if space.start_line}
    assert line <= set(AREAS)
    assert {"11", "20", "41", "69", "70"} <= line, "the Allied ends of the five bridges"
    assert not line & {"10", "19", "40", "51", "55"}, "their German ends"
    assert named("Vianden", "Bleialf", "Losheimergraben") <= line


@pytest.mark.rule("3.25")
def test_the_start_line_is_unbroken() -> None:
    """No road from the German zones to an Allied zone passes it by."""
    line = {key for key, space in AREAS.items() if space.start_line}
    reached = set(GERMAN_ZONES)
    queue = deque(reached)
    neighbours: dict[str, set[str]] = defaultdict(set)
    for link in ROADS:
        one, other = link.between
        neighbours[one].add(other)
        neighbours[other].add(one)
    while queue:
        for key in neighbours[queue.popleft()] - reached - line:
            reached.add(key)
            queue.append(key)
    assert not reached & set(ALLIED_ZONES)
    assert reached & set(AREAS) == EAST


@pytest.mark.rule("3.26")
def test_victory_areas() -> None:
    values = {space.name: space.vp for space in MAP.spaces.values() if space.vp}
    assert set(values) <= set(NUMBER_OF)
    assert set(values.values()) == {1, 2, 3}
    assert values["Bastogne"] == max(values.values()) == 3
    assert not set(values) & {"Luxembourg", "Arlon", "Eupen"}  # no German came near
    assert values["St. Vith"] == 2
    assert not {space.name for space in MAP.spaces.values() if space.vp} & {"Irrel", "Nusbaum", "Dasburg", "Gemund"}


@pytest.mark.rule("3.26")
def test_history_scores_a_draw() -> None:
    """What the Germans held at the end of each date, as in the comment at the head of the file."""
    held = {
        "Büllingen": (17, 22),
        "Stavelot": (18, 18),
        "Houffalize": (19, 22),
        "Wiltz": (20, 22),
        "Echternach": (20, 22),
        "St. Vith": (21, 22),
        "La Roche": (22, 22),
    }
    score = {name: MAP.spaces[NUMBER_OF[name]].vp * (last - first + 1) for name, (first, last) in held.items()}
    red = sum(points for name, points in score.items() if NUMBER_OF[name] in in_section("red"))
    assert sum(score.values()) == 25
    assert red == 12


@pytest.mark.rule("3.27", "11.32")
def test_reserve_areas_are_areas_behind_the_allied_line() -> None:
    tanks = {key for key, space in MAP.spaces.items() if space.tank}
    assert tanks == named(
        "Ettlebruck", "Bastogne", "Houffalize", "Clervaux", "St. Vith", "Bütgenbach", "Malmedy", "Stavelot"
    )
    assert not any(AREAS[key].start_line for key in tanks)


# What public texts on the printed game say of the front and of places (the data's sources.md)


@pytest.mark.rule("3.25")
def test_the_bridgehead_east_of_the_our_is_american() -> None:
    names = named("Auw", "Bleialf", "Habscheid", "Lützkampen", "Wallendorf")
    assert all(AREAS[key].start_line for key in names)


@pytest.mark.rule("3.23", "5.1")
def test_a_bridge_stands_by_which_vianden_is_attacked() -> None:
    for east, west in (("Körperich", "Vianden"), ("Bleialf", "Schönberg")):
        link = LINKS[named(east, west)]
        assert (link.river, link.bridge) == ("Our", "intact")


@pytest.mark.rule("3.22")
def test_auw_has_no_road_west() -> None:
    """With Bleialf lost its garrison is cut off."""
    roads = {key for link in ROADS for key in link.between if NUMBER_OF["Auw"] in link.between} - {NUMBER_OF["Auw"]}
    assert roads == named("Losheim", "Bleialf")


@pytest.mark.rule("3.22")
def test_seventh_army_has_its_crossings() -> None:
    assert LINKS[named("Bollendorf", "Beaufort")].bridge == "intact"
    assert LINKS[named("Nusbaum", "Wallendorf")].road
    assert LINKS[named("Wallendorf", "Diekirch")].bridge == "intact"


@pytest.mark.rule("3.22")
def test_areas_that_reports_of_games_name() -> None:
    named_in_reports = (
        "Auw, Bleialf, Habscheid, Lützkampen, Wallendorf, Hoscheid, Schönberg, Grandmenil, Baraque de Fraiture, "
        "Aywaille, Oneux"
    )
    assert set(named_in_reports.split(", ")) <= set(NUMBER_OF)


@pytest.mark.rule("3.22")
def test_trois_ponts_lies_in_the_red_section_aywaille_and_oneux_beside_it() -> None:
    red = in_section("red")
    assert named("Trois Ponts", "Baraque de Fraiture", "Grandmenil") <= red
    for key in named("Aywaille", "Oneux"):
        assert key not in red
        assert any(key in link.between and set(link.between) & red for link in ROADS)


# The scenario sections (S1, S2)


@pytest.mark.rule("3.21")
def test_zones_of_the_sections() -> None:
    assert in_section("green") & set(ZONES) == {"C", "P"}
    assert in_section("red") & set(ZONES) == {"B", "C", "G", "H", "I", "J", "K"}


@pytest.mark.rule("3.22")
def test_areas_of_the_sections() -> None:
    assert named("Vianden", "Diekirch", "Luxembourg", "Mersch", "Echternach", "Irrel") <= in_section("green")
    assert named("Diekirch", "Ettlebruck", "Bastogne", "Houffalize", "Dasburg", "Gemund") <= in_section("red")
    assert not named("Bastogne", "Arlon", "St. Vith") & in_section("green")
    assert not named("Monschau", "Malmedy", "Luxembourg", "Arlon", "Echternach") & in_section("red")


@pytest.mark.rule("13.11")
@pytest.mark.parametrize(("section", "sources"), [("green", "C"), ("green", "P"), ("red", "BC"), ("red", "GHIJK")])
def test_supply_reaches_all_of_a_section(section: str, sources: str) -> None:
    """As soon as the bridges stand: either side may end up anywhere in it."""
    inside = in_section(section)
    assert inside & set(AREAS) <= reachable(sources, inside)


@pytest.mark.rule("13.11", "13.14")
@pytest.mark.parametrize(
    ("section", "german", "allied"), [(None, "ABC", "DEFGHIJKLMNP"), ("green", "C", "P"), ("red", "BC", "GHIJK")]
)
def test_at_start_both_sides_trace_over_unbroken_bridges(section: str | None, german: str, allied: str) -> None:
    inside = in_section(section) if section else set(MAP.spaces)
    front = {key for key in inside if MAP.spaces[key].start_line}
    east = EAST & inside
    assert east <= reachable(german, inside - front, unbroken)
    assert front <= reachable(allied, inside - east, unbroken)


@pytest.mark.rule("13.11")
@pytest.mark.parametrize("zone", [*GERMAN_ZONES, *ALLIED_ZONES])
def test_every_zone_is_joined_to_every_area(zone: str) -> None:
    assert set(AREAS) <= reachable(zone, MAP.spaces)


@pytest.mark.rule("3.22")
@pytest.mark.parametrize("key", AREAS)
def test_each_area_has_two_to_six_roads(key: str) -> None:
    assert 2 <= road_degree(key) <= 6


def test_the_road_net_is_neither_bare_nor_a_thicket() -> None:
    assert 3.5 <= sum(map(road_degree, AREAS)) / len(AREAS) <= 4.5


# Geography


@pytest.mark.rule("3.23")
@pytest.mark.parametrize("link", MAP.links, ids=link_id)
def test_a_link_crosses_its_river_and_no_other(link: LinkEntry) -> None:
    assert rivers_crossed(link) == ({link.river: 1} if link.river else {})


@pytest.mark.rule("3.23")
def test_rivers_of_links_are_drawn_as_major() -> None:
    used = {link.river for link in MAP.links if link.river}
    assert used <= GAME_RIVERS
    assert {"Our", "Sauer", "Sûre", "Salm", "Amblève", "Ourthe", "Meuse", "Rur"} <= used


def test_no_two_spaces_lie_closer_than_3_km() -> None:
    close = [(one.name, other.name) for one, other in combinations(MAP.spaces.values(), 2) if km(one.at, other.at) < 3]
    assert not close


@pytest.mark.parametrize("link", ROADS, ids=link_id)
def test_no_road_is_longer_than_35_km(link: LinkEntry) -> None:
    assert sum(km(*leg) for leg in pairwise(path(link))) < 35


@pytest.mark.parametrize("link", ROADS, ids=link_id)
def test_no_road_passes_through_a_third_space(link: LinkEntry) -> None:
    others: dict[str, Space] = {key: space for key, space in MAP.spaces.items() if key not in link.between}
    passed = [
        space.name
        for space in others.values()
        if min(km_from_segment(space.at, *leg) for leg in pairwise(path(link))) < 1.5
    ]
    assert not passed


def test_roads_meet_only_in_spaces() -> None:
    crossing = [
        (label(one), label(other)) for one, other in combinations(ROADS, 2) if crossings(path(one), path(other))
    ]
    assert not crossing


def test_borders_do_not_cross_roads_or_one_another() -> None:
    """A link without a road is a common border, which two other areas cannot share as well.

    Its straight line is only a guide, so links with a space in common are left out.
    """
    crossing = [
        (label(one), label(other))
        for one, other in combinations(MAP.links, 2)
        if not set(one.between) & set(other.between) and crossings(path(one), path(other))
    ]
    assert not crossing


def test_no_two_places_of_the_same_name() -> None:
    assert not set(MAP.places) & {space.name for space in MAP.spaces.values()}


def test_every_space_and_place_lies_on_the_map_sheet() -> None:
    points = [space.at for space in MAP.spaces.values()] + [place.at for place in MAP.places.values()]
    assert all(49.4 < lat < 50.8 and 4.7 < lon < 6.8 for lat, lon in points)
