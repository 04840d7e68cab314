"""Chapters 1 and 2, TA1, TA14: what the game is, what counters say, what kinds of units there are."""

import pytest

from tests.titles.ardennes_44.kit import ALLIED, BOARD, BOOK, GERMAN, GRID, legal, position, unit
from tests.titles.ardennes_44.terrain import open_country, step
from wargame_tui.titles.ardennes_44.printed.book import DATA, open_book
from wargame_tui.titles.ardennes_44.printed.names import turn_name
from wargame_tui.titles.ardennes_44.rules import stacking
from wargame_tui.titles.ardennes_44.rules.zones import in_enemy_zone

PIECES = BOOK.pieces.values()
COUNTERS = [piece for piece in PIECES if not piece.split and not piece.remnant]
SILHOUETTE_TYPES = {"tank", "tank_destroyer", "assault_gun", "heavy_assault"}
VEHICLE_TYPES = SILHOUETTE_TYPES | {"armour", "recon", "flak"}
ON_FOOT = {"infantry", "parachute", "glider", "mountain", "engineer", "fortress"}
MOTORIZED = {"mech_infantry", "motor_infantry"}
GUNS = {"artillery", "nebelwerfer"}
FIELD = next(open_country(2))


# 1


@pytest.mark.rule("1.0")
def test_the_campaign_and_the_two_opening_scenarios():
    assert turn_name(1) == "16AM"
    assert turn_name(BOOK.scenario.last) == "26PM"
    short = [scenario for scenario in DATA.scenarios.values() if scenario.sheets == ("",)]
    assert sorted(scenario.last for scenario in short) == [6, 8]
    assert len(DATA.scenarios) == 3


@pytest.mark.rule("1.1")
def test_scale_of_the_map():
    assert GRID.entry.scale == pytest.approx(1.6 * 1.609, rel=0.05)


@pytest.mark.rule("1.1", "2.3")
def test_sizes_are_those_of_the_list():
    listed = {"X", "III", "II", "TF", "Gp", "XXX", "Sq", "CC"}
    others = {piece.id for piece in COUNTERS if piece.entry.size not in listed}
    # A company of Sturmtiger and a battalion without Roman figures: neither is in the rulebook's list
    assert others <= {"1001", "SAS"}


# 2.2 What counters say


@pytest.mark.rule("2.2")
def test_markers_are_no_units():
    here, there = FIELD, BOARD.names[GRID.near[BOARD.index[FIELD]][0]]
    game = position(unit("28-110-1", here), side=ALLIED, traffic={"German1": there}, roadblocks={"German1": there})
    assert not in_enemy_zone(game.state, ALLIED, BOARD.index[here])
    assert f"move {'28-110-1'}" in legal(game)


@pytest.mark.rule("2.2a")
def test_every_unit_has_strengths_and_a_movement_allowance():
    for piece in COUNTERS:
        assert min(piece.defence) > 0, piece.id
        if not piece.artillery:
            assert min(piece.attack) > 0, piece.id
            assert piece.entry.movement > 0, piece.id
        assert piece.attack[1] <= piece.attack[0]
        assert piece.defence[1] <= piece.defence[0]


@pytest.mark.rule("2.2a", "2.9")
def test_tank_units_have_a_tank_quality_and_nobody_without_vehicles_has():
    for piece in COUNTERS:
        if piece.type in ("tank", "tank_destroyer", "assault_gun", "armour"):
            assert piece.tq > 0, piece.id
        if not piece.vehicle:
            assert piece.tq == 0, piece.id


@pytest.mark.rule("2.2b")
def test_artillery_has_a_range_and_no_attack_strength():
    guns = [piece for piece in COUNTERS if piece.type in GUNS]
    assert guns
    for piece in guns:
        assert piece.entry.range is not None
        assert piece.attack == (0, 0)
        assert piece.entry.parenthesised
    assert all(piece.entry.range is None for piece in COUNTERS if piece.type not in GUNS)


@pytest.mark.rule("2.2c")
def test_the_back_of_a_two_step_unit_has_its_reduced_values():
    game = position(unit("106-422", FIELD, reduced=True), side=ALLIED)
    regiment = game.state.units["106-422"]
    full = position(unit("106-422", FIELD), side=ALLIED).state.units["106-422"]
    assert (game.state.attack(full), game.state.defence(full)) == (6, 6)
    assert (game.state.attack(regiment), game.state.defence(regiment)) == (4, 4)
    assert stacking.points(game.state.book, [full]) == 3
    assert stacking.points(game.state.book, [regiment]) == 2


@pytest.mark.rule("2.2c")
def test_the_back_of_artillery_is_its_fired_side_not_a_lost_step():
    assert all(piece.steps == 1 for piece in COUNTERS if piece.type in GUNS)


# 2.4 Types


@pytest.mark.rule("2.4", "2.4b")
@pytest.mark.parametrize("piece", COUNTERS, ids=lambda piece: piece.id)
def test_class_and_column_of_each_type(piece):
    if piece.type in VEHICLE_TYPES:
        assert (piece.mechanized, piece.mover, piece.vehicle, piece.infantry) == (True, "vehicle", True, False)
    elif piece.type in MOTORIZED:
        assert (piece.mechanized, piece.mover, piece.vehicle, piece.infantry) == (True, "mech", False, True)
    elif piece.type in ON_FOOT:
        assert (piece.mechanized, piece.mover, piece.vehicle, piece.infantry) == (False, "foot", False, True)
    else:
        assert piece.type in GUNS
        assert (piece.mover, piece.infantry, piece.artillery) == ("vehicle", False, True)


@pytest.mark.rule("2.4a")
@pytest.mark.parametrize(("name", "mechanized"), [("106-422", False), ("9Arm-CCB", True), ("9Arm-CCA1", True)])
def test_who_moves_by_extended_and_who_by_strategic_movement(name, mechanized):
    game = position(unit(name, FIELD), side=ALLIED)
    game.apply(f"move {name}")
    ways = legal(game, "mode")
    assert ("mode extended" in ways) == (not mechanized)
    assert ("mode strategic" in ways) == mechanized


@pytest.mark.rule("2.4b")
def test_vehicles_enter_forest_along_roads_only():
    here, woods = step(("clear",), ("forest",))
    road, on_road = step(("clear",), ("forest",), road="secondary")
    for name in ("741Tnk", "9Arm-CCB", "14Cav-18"):
        game = position(unit(name, here), side=ALLIED)
        game.apply(f"move {name}")
        assert f"to {woods}" not in legal(game, "to")
        game = position(unit(name, road), side=ALLIED)
        game.apply(f"move {name}")
        assert f"to {on_road}" in legal(game, "to")


@pytest.mark.rule("2.4c")
def test_silhouettes_are_tanks_without_infantry_and_armour_symbols_are_not():
    for piece in COUNTERS:
        assert piece.silhouette == (piece.type in SILHOUETTE_TYPES)
        assert piece.tank == (piece.silhouette or piece.type == "armour")
    assert not BOOK.pieces["9Arm-CCB"].silhouette
    assert BOOK.pieces["9Arm-CCB"].tank


@pytest.mark.rule("2.4d")
def test_artillery_units_include_nebelwerfer():
    assert {piece.type for piece in COUNTERS if piece.artillery} == GUNS


# 2.5 to 2.11


@pytest.mark.rule("2.5")
def test_the_division_is_the_first_part_of_the_name():
    printed = BOOK.pieces["4-8-2"]
    assert printed.division == "4"
    assert "8th Infantry Regiment" in printed.entry.name
    assert printed.entry.name.startswith("2nd Battalion")


@pytest.mark.rule("2.6")
def test_every_unit_that_does_not_start_on_the_map_says_when_and_where_it_comes():
    for piece in COUNTERS:
        entry = piece.entry
        assert (entry.setup is None) != (entry.arrival is None), piece.id
        if entry.arrival is not None:
            assert entry.arrival.entry or entry.arrival.place, piece.id


@pytest.mark.rule("2.7")
def test_set_up_boxes():
    for piece in COUNTERS:
        setup = piece.entry.setup
        if setup is None:
            continue
        if piece.side == ALLIED:
            assert setup.hex in BOARD.index
            assert (setup.area, setup.corps) == (None, None)
        else:
            assert (setup.area is None) != (setup.corps is None), piece.id
    boxes = [piece.entry.setup.red for piece in COUNTERS if piece.entry.setup]
    assert {*boxes} == {True, False}


@pytest.mark.rule("2.7")
@pytest.mark.parametrize(("name", "bound"), [("106-422", True), ("106-424", False)])
def test_a_red_box_holds_a_unit_on_the_first_turn(name, bound):
    assert BOOK.pieces[name].entry.setup.red == bound
    game = position(unit(name, FIELD), side=ALLIED, turn=1)
    assert (f"move {name}" in legal(game)) != bound


@pytest.mark.rule("2.8")
def test_three_grades_of_morale():
    assert {piece.morale for piece in COUNTERS} == {"elite", "veteran", "recruit"}
    assert BOOK.pieces["106-422"].morale == "recruit"
    assert BOOK.pieces["101-501"].morale == "elite"
    assert BOOK.pieces["2-9"].morale == "veteran"


@pytest.mark.rule("2.9")
def test_tank_destroyers_have_a_red_tank_quality():
    destroyers = [piece for piece in COUNTERS if piece.type == "tank_destroyer"]
    assert destroyers
    assert not any(piece.grey for piece in destroyers)
    assert all(piece.grey for piece in COUNTERS if piece.type == "tank")


@pytest.mark.rule("2.9")
def test_tank_quality_as_it_is_now():
    game = position(unit("741Tnk", FIELD), unit("644TD", FIELD, oos=True), side=ALLIED)
    assert game.state.tank_quality(game.state.units["741Tnk"]) == 3
    assert game.state.tank_quality(game.state.units["644TD"]) == 2


@pytest.mark.rule("2.10")
def test_nations():
    assert {piece.nation for piece in COUNTERS if piece.side == GERMAN} == {"Army", "SS", "Luftwaffe"}
    assert {piece.nation for piece in COUNTERS if piece.side == ALLIED} == {"US", "British"}
    assert {BOOK.pieces[name].nation for name in ("3FJ-5", "5FJ-13")} == {"Luftwaffe"}
    assert BOOK.pieces["1SS-1Pz"].nation == "SS"
    assert BOOK.pieces["29Arm-23H"].nation == "British"


@pytest.mark.rule("2.11")
def test_german_armies():
    for piece in COUNTERS:
        if piece.side == GERMAN:
            assert piece.army in ("6Pz", "5Pz", "7A", "Nordwind"), piece.id
            assert (piece.army == "Nordwind") == (piece.entry.optional == "Nordwind"), piece.id
    armies = {"1SS-1Pz": "6Pz", "2Pz-3-1": "5Pz", "5FJ-13": "7A"}
    assert {name: BOOK.pieces[name].army for name in armies} == armies


@pytest.mark.rule("2.11", "2.11a")
def test_allied_units_have_a_corps_and_no_army():
    assert all(piece.army is None for piece in COUNTERS if piece.side == ALLIED)
    corps = {"106-422": "VIII", "99-395": "V", "29Arm-23H": "XXX"}
    assert {name: BOOK.pieces[name].entry.corps for name in corps} == corps


@pytest.mark.rule("2.12")
def test_every_marker_has_its_place_in_the_state():
    state = position(unit("106-422", FIELD), side=ALLIED).state
    assert {*state.traffic} == {f"{side}{number}" for side in (GERMAN, ALLIED) for number in range(1, 7)}
    assert {*state.roadblocks} == {f"{side}{number}" for side in (GERMAN, ALLIED) for number in (1, 2)}
    markers = ("status", "eng", "oos", "marker", "night", "replaced", "fired", "points")
    assert all(hasattr(state.units["106-422"], field) for field in markers)
    assert (state.advantages, state.ips, state.bridges) == ((), {}, {})


@pytest.mark.rule("2.13")
def test_the_map_shows_ardennes_and_eifel():
    named = {place.name for place in BOOK.map.places}
    assert {"Bastogne", "St. Vith", "Liège", "Dinant", "Malmedy", "Prüm", "Bitburg", "Echternach"} <= named
    latitude, longitude = GRID.whereabouts(BOARD.index["3413"])
    assert latitude == pytest.approx(50.0, abs=0.05)
    assert longitude == pytest.approx(5.72, abs=0.05)


@pytest.mark.rule("2.13")
@pytest.mark.parametrize(
    ("number", "latitude", "longitude"),
    [("1839", 50.5546, 6.24), ("2115", 50.05, 6.129), ("2020", 50.143, 6.135), ("1105", 49.8121, 6.4185)],
)
def test_places_lie_where_they_are(number, latitude, longitude):
    found = GRID.whereabouts(BOARD.index[number])
    assert found[0] == pytest.approx(latitude, abs=0.03)
    assert found[1] == pytest.approx(longitude, abs=0.05)


# TA14


@pytest.mark.rule("2.4c", "8.1")
def test_silhouettes_have_no_stacking_value():
    assert all(piece.stacking == (0, 0) for piece in PIECES if piece.silhouette)


@pytest.mark.rule("2.4c")
def test_silhouettes_do_not_build():
    game = position(unit("741Tnk", FIELD), unit("106-422", FIELD), side=ALLIED)
    assert legal(game, "dig") == {"dig 106-422"}


@pytest.mark.rule("1.0", "2.1")
def test_short_scenarios_leave_the_west_map_out():
    book = open_book("ardennes_44/three_days")
    assert book.is_inside(BOARD.index["3643"])
    assert not book.is_inside(BOARD.index["W0101"])
