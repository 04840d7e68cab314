"""Rules 3 and 4 as far as play shows them: tracks and boxes, types of units, factors, markers."""

from typing import Any

import pytest

from tests.titles.montys_gamble.kit import (
    ALLIED,
    BOOK,
    GERMAN,
    TITLE,
    condition,
    do,
    legal,
    place,
    play_on,
    position,
    quietly,
    refused,
    told,
    unit,
)
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.titles.montys_gamble.rules import sequence, victory
from wargame_tui.titles.montys_gamble.rules.movement import mover_of
from wargame_tui.titles.montys_gamble.rules.reinforcements import interdiction_value


def value(events: list[Event], kind: str, which: str) -> dict[str, int]:
    """The terms of an attack or bombardment, by rule."""
    [event] = told(events, kind)
    found: dict[str, int] = {}
    for _, number, rule in event.data[which]:
        found[rule] = found.get(rule, 0) + number
    return found


# 3 Boxes and tracks


@pytest.mark.rule("3.5", "4.3", "16.1")
def test_air_markers() -> None:
    """Two for air bombardment and the air supply marker; the Germans place at most two for interdiction."""
    game = Game(TITLE, "montys_gamble/basic", 1)
    assert set(game.state.air) == {"RAF2", "RAF83", "8AF"}
    game = position(unit("Rink", "B"), unit("1Gren", "64"), side=GERMAN, interdiction=("4",))
    do(game, "interdict 33")
    assert game.state.interdiction == ("4", "33")
    game = position(unit("Rink", "B"), unit("1Gren", "64"), side=GERMAN, interdiction=("4", "33"))
    assert not legal(game, "interdict")
    assert refused(game, "interdict 54").rule == "16.4"


@pytest.mark.rule("3.6", "4.8")
def test_the_turn_track_shows_date_and_weather() -> None:
    game = position(unit("Rink", "B"), unit("1Gren", "64"), at="18-3", weather="overcast")
    assert TITLE.turn(game.state) == "18-3"
    assert game.trail[0] == "18 September"
    assert game.state.weather == "overcast"


@pytest.mark.rule("3.7", "4.9")
@pytest.mark.parametrize("holder", [GERMAN, ALLIED])
def test_the_impulse_track_shows_the_impulse_and_who_holds_the_advantage(holder: str) -> None:
    game = position(unit("Rink", "B"), unit("1Gren", "64"), at="19-4", holder=holder, dice=(6, 6))
    assert (game.state.impulse, game.state.advantage.holder) == (4, holder)
    do(game, "pass", "keep")
    assert (game.state.impulse, game.state.advantage.holder) == (5, holder)


@pytest.mark.rule("3.8", "13.7", "21.3")
def test_the_supply_track_records_both_reserves_and_the_victory_points() -> None:
    reserve = {GERMAN: 13, ALLIED: 27}
    game = position(unit("Rink", "B"), unit("1Gren", "64"), reserve=reserve, holder=ALLIED)
    assert dict(game.state.reserve) == reserve
    assert TITLE.points(game.state) == "1 VP" == f"{victory.points(game.state)} VP"


@pytest.mark.rule("3.9", "19.21")
@pytest.mark.parametrize(("used", "works", "free"), [(0, {}, True), (2, {}, False), (2, {"63-64": {ALLIED: 1}}, True)])
def test_a_bridge_is_repaired_only_if_a_construction_marker_can_be_placed(used: int, works: Any, free: bool) -> None:
    """Available, or lying on that bridge."""
    game = position(
        *(unit("1Gren", "64"), unit("Rink", "B")),
        control={"F": "XXX"},
        blown=("63-64",),
        works=works,
        construction_used={GERMAN: 0, ALLIED: used - len(works)},
    )
    do(game, "assault 64")
    assert ("repair 63-64" in legal(game)) == free
    if not free:
        assert refused(game, "repair 63-64").rule == "19.21"


@pytest.mark.rule("3.9", "4.11", "19.21", "19.2")
def test_construction_markers_go_to_the_bridge_or_to_used() -> None:
    game = position(unit("1Gren", "64"), unit("Rink", "B"), control={"F": "XXX"}, blown=("63-64",), dice=(1,))
    do(game, "assault 64", "repair 63-64")
    assert game.state.crossings["63-64"].works == {ALLIED: 1}
    assert game.state.construction_used[ALLIED] == 0
    game = position(unit("1Gren", "64"), unit("Rink", "B"), control={"F": "XXX"}, blown=("63-64",), dice=(6,))
    do(game, "assault 64", "repair 63-64")
    assert not game.state.crossings["63-64"].blown
    assert game.state.construction_used[ALLIED] == 1


def boats(**changes: Any) -> Game:
    """Infantry in supply on the Waal, the far bank held by the enemy."""
    control = dict.fromkeys(BOOK.ground, "XXX") | {"26": "German", "23": "German"}
    units = unit("4Wilts", "20"), unit("5Wilts", "20"), unit("Rink", "23")
    holders = dict.fromkeys(BOOK.waters, ALLIED) | {"20-23": GERMAN}
    return position(*units, control=control, holders=holders, **changes)


@pytest.mark.rule("3.10", "9.5")
def test_the_river_assault_marker_is_used_by_one_attempt() -> None:
    game = boats(dice=(1, 1, 6, 6))
    do(game, "assault 20", "boat 4Wilts 23")
    assert not game.state.boat
    assert refused(game, "boat 5Wilts 23").rule == "9.5"
    do(game, "attack 23", "point 4Wilts", "fight")
    quietly(game)
    assert place(game, "4Wilts") == "20"  # it failed, and the marker is used all the same
    assert not game.state.boat
    game = boats(boat=False)
    do(game, "assault 20")
    assert refused(game, "boat 4Wilts 23").rule == "9.5"


# 4.1 Types of units


@pytest.mark.rule("4.1", "4.3")
def test_markers_are_no_units() -> None:
    """They stand nowhere, occupy nothing and control nothing."""
    game = position(unit("Rink", "B"), unit("1Gren", "64"), side=GERMAN, control={"33": "airborne"})
    do(game, "interdict 33")
    assert set(game.state.units) == {"Rink", "1Gren"}
    assert game.state.control["33"] == "airborne"
    assert set(game.state.units) <= set(BOOK.roster)


@pytest.mark.rule("4.12", "4.22", "13.1")
@pytest.mark.parametrize("state", ["fresh", "spent", "dis1", "dis2"])
def test_a_spent_unit_can_neither_attack_nor_move_in_an_impulse(state: str) -> None:
    units = unit("1Gren", "64", state), unit("5Wilts", "64"), unit("Rink", "64")
    game = position(*units, control={"64": "XXX", "65": "XXX"})
    do(game, "assault 64")
    assert ("move 1Gren 65" in legal(game)) == (state == "fresh")
    do(game, "attack 64")
    assert ("point 1Gren" in legal(game)) == (state == "fresh")
    if state != "fresh":
        assert refused(game, "point 1Gren").rule == "10.1"


@pytest.mark.rule("4.121", "18.4", "20.4")
def test_airborne_units_and_nobody_else_come_by_air_drop() -> None:
    airborne = {name for name, entry in BOOK.roster.items() if entry.range}
    infantry = {name for name in airborne if BOOK.roster[name].type == "infantry"}
    assert all({"parachute", "glider", "glider_pilot"} & set(BOOK.roster[name].traits) for name in infantry)
    assert {BOOK.roster[name].type for name in airborne} == {"infantry", "artillery"}  # Q4
    dropping = {*BOOK.drops, *(name for arrival in BOOK.arrivals if arrival.space == "UK" for name in arrival.units)}
    assert dropping == airborne


@pytest.mark.rule("4.1211", "9.4", "9.5")
def test_mechanized_infantry_is_infantry_with_the_road_bonus_and_without_boats() -> None:
    roads = dict.fromkeys(("64", "65", "61"), "XXX")
    game = position(unit("1Gren", "64"), unit("4Wilts", "64"), unit("Rink", "B"), control=roads)
    do(game, "assault 64", "move 1Gren 65", "move 4Wilts 65")
    found = {name: mover_of(game.state, game.state.units[name]) for name in ("1Gren", "4Wilts")}
    assert (found["1Gren"].bonus, found["4Wilts"].bonus) == (1, 0)
    control = dict.fromkeys(BOOK.ground, "XXX") | {"23": "German"}
    held = dict.fromkeys(BOOK.waters, ALLIED) | {"20-23": GERMAN}
    game = position(unit("1Gren", "20"), unit("4Wilts", "20"), unit("Rink", "23"), control=control, holders=held)
    do(game, "assault 20")
    assert refused(game, "boat 1Gren 23").rule == "9.5"
    assert "boat 4Wilts 23" in legal(game)


@pytest.mark.rule("4.1211", "9.2")
def test_mechanized_infantry_crosses_a_canal_without_a_bridge() -> None:
    game = position(unit("1Gren", "64"), unit("2Irish", "64"), unit("Rink", "B"), blown=("63-64",))
    do(game, "assault 64", "cross 1Gren 63")
    assert refused(game, "cross 2Irish 63").rule == "9.2"


@pytest.mark.rule("4.123", "4.124", "9.65")
@pytest.mark.parametrize(("name", "lead"), [("55Fd", "4Wilts"), ("FlakBetu", "Rink")])
def test_guns_do_not_lead_into_an_enemy_area(name: str, lead: str) -> None:
    side = BOOK.roster[name].side
    here, theirs = ("64", "German") if side == ALLIED else ("64", "XXX")
    control = {"64": "XXX" if side == ALLIED else "German", "65": theirs}
    game = position(
        *(unit(each, here) for each in (name, lead)),
        unit("Harder", "B"),
        unit("1Para", "4"),
        side=side,
        control=control,
    )
    do(game, f"assault {here}")
    assert refused(game, f"move {name} 65").rule == "9.65"
    do(game, f"move {lead} 65", f"move {name} 65")
    assert place(game, name) == "65"


@pytest.mark.rule("4.123", "4.124")
@pytest.mark.parametrize("name", ["55Fd", "FlakBetu"])
def test_guns_are_no_point_units(name: str) -> None:
    side = BOOK.roster[name].side
    mate, foe = ("4Wilts", "Rink") if side == ALLIED else ("Rink", "4Wilts")
    game = position(unit(name, "64"), unit(mate, "64"), unit(foe, "64"), side=side, control={"64": "XXX"})
    do(game, "assault 64", "attack 64")
    assert refused(game, f"point {name}").rule == "10.72A"
    game = position(unit(name, "64"), unit(foe, "64"), side=side, control={"64": "XXX"})
    do(game, "assault 64")
    assert refused(game, "attack 64").rule == "10.3"


@pytest.mark.rule("4.124", "10.72")
def test_flak_takes_part_in_an_attack_also_when_it_moved_and_artillery_does_not() -> None:
    units = unit("Rink", "61"), unit("FlakBetu", "61"), unit("Art191", "61"), unit("1Gren", "64")
    game = position(*units, side=GERMAN, dice=(1, 1, 6, 6))
    do(game, "assault 61", "move Rink 64", "move FlakBetu 64", "move Art191 64", "attack 64")
    for name in ("FlakBetu", "Art191"):
        if f"join {name}" in legal(game):
            do(game, f"join {name}")
    found = value([*do(game, "point Rink", "fight"), *quietly(game)], "attack_result", "av")
    assert found == {"10.72A": 3, "10.72B": 1}


@pytest.mark.rule("4.124", "4.125", "18.44", "13.5")
@pytest.mark.parametrize(
    ("name", "state", "found"), [("FlakEin", "fresh", 1), ("FlakEin", "spent", 0), ("TwrNijm", "fresh", 1)]
)
@pytest.mark.parametrize("area", ["54", "55", "45"])
def test_fresh_flak_and_towers_interdict_their_area_and_those_beside_it(name, state, found, area) -> None:
    game = position(unit(name, area, state), unit("1-506", "64"))
    near = area == "54" or area in BOOK.edges["54"]
    assert interdiction_value(game.state, game.state.units["1-506"], "54") == (found if near else 0)


@pytest.mark.rule("4.124", "4.125", "16.2", "11.3")
def test_fresh_flak_and_towers_defend_against_aircraft_only() -> None:
    units = (
        unit("1Gren", "64"),
        unit("Rink", "61"),
        unit("FlakBetu", "61"),
        unit("TwrNijm", "61"),
        unit("FlakNij", "61", "spent"),
    )
    game = position(*units, dice=(1, 1, 6, 6))
    found = value(do(game, "air RAF2 61", "aim Rink", "fight"), "bombardment_result", "dv")
    assert found == {"11.3": 4, "16.2": 2}
    game = position(*units, unit("55Fd", "64"), dice=(1, 1, 6, 6))
    found = value(do(game, "bombard 61", "lead 55Fd", "aim Rink", "fight"), "bombardment_result", "dv")
    assert found == {"11.3": 4}


@pytest.mark.rule("4.125", "9.64")
def test_a_tower_neither_moves_nor_attacks() -> None:
    units = unit("TwrNijm", "28"), unit("Rink", "28"), unit("1-508", "28")
    game = position(*units, side=GERMAN, control={"28": "German"})
    do(game, "assault 28")
    assert not any("TwrNijm" in text for text in legal(game))
    do(game, "attack 28")
    assert refused(game, "point TwrNijm").rule == "10.72A"
    assert refused(game, "join TwrNijm").rule == "4.125"
    game = position(unit("TwrNijm", "28"), unit("1-508", "30"), unit("Harder", "B"), side=GERMAN)
    for text in ("assault 28", "infiltration 28"):
        assert text not in legal(game)


@pytest.mark.rule("4.125", "10.93")
def test_a_tower_does_not_retreat() -> None:
    units = unit("TwrNijm", "28"), unit("Rink", "28"), unit("1-508", "30")
    game = position(*units, dice=(1, 1, 6, 6))
    do(game, "assault 30", "move 1-508 28", "attack 28", "point 1-508", "fight", "forward Rink")
    assert {text.split()[1] for text in legal(game, "retreat")} == {"Rink"}
    assert refused(game, "retreat TwrNijm 21").rule == "9.64"


# 4.2 Factors


@pytest.mark.rule("4.2", "4.22", "10.72", "10.73")
@pytest.mark.parametrize(("state", "defence"), [("fresh", 5), ("spent", 3)])
def test_attack_and_defence_factors_come_from_the_side_that_is_up(state: str, defence: int) -> None:
    game = position(unit("1Gren", "64"), unit("Rink", "61", state, defence=5, spent=3), dice=(1, 1, 6, 6))
    do(game, "assault 64", "move 1Gren 61", "attack 61", "point 1Gren")
    events = [*do(game, "fight"), *quietly(game)]
    assert value(events, "attack_result", "av") == {"10.72A": BOOK.roster["1Gren"].attack}
    assert value(events, "attack_result", "dv")["10.73A"] == defence


@pytest.mark.rule("4.21", "11.112", "15.13")
def test_only_corps_artillery_leads_a_barrage() -> None:
    """Nothing else depends on the size of a unit."""
    game = position(unit("7Med", "64"), unit("55Fd", "64"), unit("Rink", "61"))
    do(game, "bombard 61", "lead 55Fd")
    assert refused(game, "barrage").rule == "11.112"
    game = position(unit("7Med", "64"), unit("55Fd", "64"), unit("Rink", "61"))
    do(game, "bombard 61", "lead 7Med")
    assert "barrage" in legal(game)


@pytest.mark.rule("4.23", "18.1")
def test_units_with_a_date_are_off_the_map_until_then() -> None:
    state = Game(TITLE, "montys_gamble/basic", 1).state
    assert (state.units["Bruhn"].location, state.units["Bruhn"].due) == ("off", 18)
    assert (state.units["Rink"].location, state.units["Rink"].due) == ("55", None)
    assert (state.units["1Para"].location, state.units["1Para"].drop) == ("off", "5")
    assert (state.units["1Pol"].due, state.units["1Pol"].drop) == (19, "24")


# 4.3 to 4.11 Markers


@pytest.mark.rule("4.31", "16.2", "11.2")
def test_an_air_marker_has_attack_value_8_and_serves_once_a_turn() -> None:
    units = unit("1Gren", "64"), unit("Rink", "61")
    game = position(*units, dice=(6, 6, 6, 6) * 2, holder=GERMAN)
    events = do(game, "air RAF2 61", "fight", "keep")
    assert value(events, "bombardment_result", "av") == {"11.2": 8}
    assert game.state.air["RAF2"] == "used"
    quietly(game)
    play_on(game, lambda game: game.side == ALLIED and game.state.stack[-1].kind == "impulse")
    assert {text.split()[1] for text in legal(game, "air")} <= {"RAF83"}
    assert refused(game, "air RAF2 61").rule == "16.2"


@pytest.mark.rule("4.32", "13.424")
def test_the_air_supply_marker_is_a_depot_and_does_not_bomb_after_d_day() -> None:
    air = {"RAF2": "ready", "RAF83": "ready", "8AF": "supply"}
    game = position(unit("1Gren", "64"), unit("Rink", "61"), air=air)
    assert refused(game, "air 8AF 61").rule == "16.2"
    game = position(unit("1Gren", "64"), unit("Rink", "B"), phase="refit", at="20-3")
    assert "depot AIR 64" in legal(game)


@pytest.mark.rule("4.33", "16.4")
def test_interdiction_markers_lie_in_drop_areas_or_airheads() -> None:
    game = position(unit("Rink", "B"), unit("1Gren", "64"), side=GERMAN)
    open_to = {area for area in BOOK.areas if BOOK.spaces[area].drop or BOOK.spaces[area].airhead}
    assert {text.split()[1] for text in legal(game, "interdict")} == open_to
    assert refused(game, "interdict 13").rule == "16.4"


@pytest.mark.rule("4.4", "13.1", "10.8")
def test_disruption_has_two_levels_below_spent() -> None:
    game = position(unit("1Gren", "64"), unit("Rink", "61"))
    draft = TITLE.draft(game.state)
    seen = []
    for _ in range(4):
        draft.worsen("Rink", "10.8")
        seen.append(draft.units["Rink"].condition)
    assert seen == ["spent", "dis1", "dis2", "eliminated"]


@pytest.mark.rule("4.6", "19.1", "19.4", "19.2")
def test_bridges_are_held_or_blown() -> None:
    units = unit("1Gren", "64"), unit("Rink", "63")
    game = position(*units, side=GERMAN, dice=(6,))
    do(game, "assault 63", "blow 63-64")
    assert game.state.crossings["63-64"].blown
    assert not legal(game, "seize")
    game = position(*units[:1], unit("Rink", "B"), control={"F": "XXX"}, blown=("63-64",), dice=(6,))
    do(game, "assault 64", "repair 63-64")
    assert (game.state.crossings["63-64"].blown, game.state.crossings["63-64"].holder) == (False, ALLIED)


@pytest.mark.rule("4.6", "9.22", "10.4")
def test_a_boundary_between_two_areas_of_a_side_is_held_by_it() -> None:
    game = position(unit("1Gren", "56"), unit("Rink", "B"), control={"64": "XXX"})
    assert game.state.crossings["63-64"].holder == GERMAN
    do(game, "assault 56", "move 1Gren 63")
    assert game.state.crossings["63-64"].holder == ALLIED
    assert game.state.crossings["54-63"].holder == GERMAN


@pytest.mark.rule("4.7", "9.63")
def test_a_ferry_carries_one_unit_in_a_phase() -> None:
    units = unit("4Wilts", "7"), unit("5Wilts", "7"), unit("Rink", "B")
    game = position(*units, control={"24": "XXX"})
    do(game, "assault 7", "ferry 4Wilts 24")
    assert game.state.ferries["7-24"] == "used"
    assert refused(game, "ferry 5Wilts 24").rule == "9.63"


@pytest.mark.rule("4.7", "11.12", "6.2")
def test_one_attrition_point_destroys_a_ferry_for_good() -> None:
    units = unit("55Fd", "7"), unit("1Gren", "64"), unit("Rink", "24", "dis2")
    game = position(*units, dice=(6, 6, 1, 1))
    do(game, "bombard 24", "lead 55Fd", "aim ferry/7-24", "fight")
    assert game.state.ferries["7-24"] == "destroyed"
    ferries = dict(game.state.ferries)
    game = position(
        unit("1Gren", "64"), unit("Rink", "B"), at="18-3", ferries=ferries, stack=(sequence.Day(18, "refit"),)
    )
    play_on(game, lambda game: game.state.date == 19 and any(step.kind == "daylight" for step in game.state.stack))
    assert game.state.ferries["7-24"] == "destroyed"
    game = position(unit("4Wilts", "7"), unit("Rink", "B"), ferries=ferries)
    do(game, "assault 7")
    assert refused(game, "ferry 4Wilts 24").rule == "9.63"


@pytest.mark.rule("4.10", "12.41", "6.4")
@pytest.mark.parametrize("drm", [-2, 0, 2])
def test_the_sunset_marker_modifies_the_sunset_dr(drm: int) -> None:
    """Sun adds, Moon subtracts."""
    game = position(unit("1Gren", "64"), unit("Rink", "B"), at="19-7", sunset_drm=drm, dice=(3, 4))
    [event] = told(do(game, "pass"), "sunset")
    assert (event.data["drm"], event.data["over"]) == (drm, drm < 0)


@pytest.mark.rule("4.11", "13.4")
def test_depots_exist_in_their_owners_refit_phase_only() -> None:
    game = position(unit("1Gren", "64"), unit("Rink", "B"))
    assert game.state.depots == {}
    game = position(unit("1Gren", "64"), unit("Rink", "B"), at="20-3", side=GERMAN, phase="refit")
    assert {depot.side for depot in game.state.depots.values()} == {GERMAN}
    play_on(game, lambda game: game.over is not None or not any(step.kind == "refit" for step in game.state.stack))
    assert game.state.depots == {}
    assert condition(game, "Rink") == "fresh"


@pytest.mark.rule("7.1", "9.62", "9.63", "16.4", "18.41", "19.2", "13.7", "23.2", "4.4")
def test_l1_limits() -> None:
    limits, charts = BOOK.charts.limits, BOOK.charts
    assert (limits.stacking, limits.bridge, limits.drops) == (10, 5, 3)
    assert (limits.bought, limits.impulse_price) == (3, 10)
    assert limits.repairs == {ALLIED: 2, GERMAN: 1}
    assert limits.construction == 2
    assert (limits.choice_drop, limits.choice_drop_in) == (4, {"54": 6})
    assert charts.lost_advantage == {GERMAN: 3, ALLIED: 1}
    assert charts.sunset_free == {GERMAN: 2, ALLIED: 0}
    assert charts.rolls.weather_clear == 4


@pytest.mark.rule("3.7", "13.7")
def test_it1_the_track_reaches_as_far_back_as_both_players_can_buy() -> None:
    assert BOOK.charts.track.first == -2 * BOOK.charts.limits.bought
    assert BOOK.charts.track.last >= 12  # Q15: with a DR of 12 the day may go on
