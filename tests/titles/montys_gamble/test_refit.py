"""Rules 6.4, 13.3 to 13.9, 19.23, 23.4 and 23.6: the Refit Phase."""

from dataclasses import replace
from typing import Any

import pytest

from tests.titles.montys_gamble.kit import ALLIED, BOOK, GERMAN, condition, do, legal, position, refused, told, unit
from wargame_tui.core.game import Game
from wargame_tui.core.step import Refusal
from wargame_tui.titles.montys_gamble.rules import sequence
from wargame_tui.titles.montys_gamble.rules.refit_phase import Refitting

XXX = dict.fromkeys(BOOK.ground, "XXX")
"""Everything is XXX Corps'."""


def german(*units, **changes: Any) -> Game:
    """The German half on the last day of the basic game: nothing comes after it."""
    return position(*units, **{"at": "20-3", "side": GERMAN, "phase": "refit", **changes})


def allied(*units, **changes: Any) -> Game:
    """The Allied half on the same day."""
    return position(*units, **{"at": "20-3", "side": ALLIED, "phase": "refit", **changes})


def only(*spaces: str, who: str = "German") -> dict[str, str]:
    """Control of these spaces by one, of all others by somebody of the other side."""
    other = "XXX" if who == "German" else "German"
    return dict.fromkeys(BOOK.ground, other) | dict.fromkeys(spaces, who)


def points(game: Game, depot: str) -> int:
    return int(game.state.depots[depot].points)


def paid(game: Game, command: str) -> dict[str, int]:
    """What depots give for a refit or a night repair."""
    [event] = [event for event in do(game, command) if event.kind in ("refit", "night_repair")]
    if event.kind == "refit":
        return dict(event.data["depots"])
    return {event.data["depot"]: event.data["points"]}


def capacity(game: Game, command: str) -> int:
    """The supply points of a depot as it is placed."""
    [event] = told(do(game, command), "depot_placed")
    return int(event.data["points"])


def supply(game: Game, *commands: str) -> None:
    """Place and move depots, and end that stage, which ends by itself when nothing is left to do in it."""
    do(game, *commands)
    if stage(game) == "depots":
        do(game, "end")
    assert stage(game) == "refit"


def stage(game: Game) -> str:
    """The stage of the phase; empty when it is over."""
    step = game.state.stack[-1]
    return step.stage if step.kind == "refit" else ""


# Depots


@pytest.mark.rule("13.4", "13.41")
def test_germans_place_five_depots_in_any_zones():
    game = german(unit("Rink", "13"), control={"F": "XXX"})
    assert legal(game, "depot") == {f"depot G1 {zone}" for zone in "ABCDEFGHIJ"}
    assert refused(game, "depot G1 13").rule == "13.41"
    do(game, *(f"depot G{number} {zone}" for number, zone in enumerate("AAFBC", 1)))
    assert not legal(game, "depot")
    assert [depot.location for depot in game.state.depots.values()] == ["A", "A", "F", "B", "C"]


@pytest.mark.rule("13.41")
def test_alike_depots_are_placed_and_moved_in_order():
    game = german(unit("Rink", "13"))
    assert "G1" in refused(game, "depot G3 A").reason
    assert refused(game, "haul G1 9").reason == "place it first"
    do(game, "depot G1 A", "depot G2 A")
    assert refused(game, "depot G1 B").rule == "13.41"
    assert "G1" in refused(game, "haul G2 9").reason
    do(game, "haul G1 9", "haul G2 9")


@pytest.mark.rule("13.4")
def test_depots_not_placed_are_lost():
    game = german(unit("Rink", "13", "spent"))
    supply(game, "depot G1 A")
    assert legal(game) == {"refit Rink G1", "end"}
    do(game, "end")
    assert game.state.reserve[GERMAN] == 5
    assert not game.state.depots


@pytest.mark.rule("13.41", "17.2", "17.3", "17.41")
@pytest.mark.parametrize(("weather", "expected"), [("clear", 5), ("overcast", 6)])
def test_german_depots_are_by_the_weather_in_which_the_turn_started(weather, expected):
    other = "overcast" if weather == "clear" else "clear"
    game = german(unit("Rink", "13"), start_weather=weather, weather=other)
    assert capacity(game, "depot G1 A") == expected


@pytest.mark.rule("17.4", "13.422", "13.424")
def test_w14_a_change_of_weather_alters_neither_depots_nor_air_supply():
    game = allied(unit("1Para", "4"), start_weather="clear", weather="overcast")
    assert capacity(game, "depot 1 4") == 10
    assert capacity(game, "depot AIR 4") == 5


@pytest.mark.rule("13.41")
def test_german_depots_move_by_road_through_free_areas_to_free_areas():
    control = only("A", "8", "9", "10", "11")
    game = german(unit("1Para", "9"), unit("Rink", "9"), control=control)
    do(game, "depot G1 A")
    assert legal(game, "haul") == {"haul G1 10", "haul G1 8", "haul G1 11"}  # 9 is contested
    game = german(control=control | {"10": "airborne"})
    do(game, "depot G1 A")
    assert legal(game, "haul") == {"haul G1 9", "haul G1 11"}  # 10 is the enemy's, and 8 beyond it
    assert refused(game, "haul G1 8").rule == "13.41"
    game = german(unit("1Para", "10"), control=control)
    do(game, "depot G1 A")
    assert legal(game, "haul") == {"haul G1 9", "haul G1 11"}  # an enemy is in 10


@pytest.mark.rule("13.41")
def test_a_depot_that_moves_is_told_by_its_rule():
    game = german(control=only("A", "9", "10"))
    do(game, "depot G1 A")
    [event] = told(do(game, "haul G1 10"), "depot_moved")
    assert (event.rule, event.data) == ("13.41", {"depot": "G1", "origin": "A", "to": "10"})


@pytest.mark.rule("13.41", "14.1")
def test_depots_leave_only_a_zone_that_is_controlled_and_uncontested():
    game = german(unit("4Wilts", "A"), unit("Rink", "A"), control={"A": "German", "B": "XXX"})
    do(game, "depot G1 A", "depot G2 B", "depot G3 J")
    assert {text.split()[1] for text in legal(game, "haul")} == {"G3"}
    assert refused(game, "haul G1 10").rule == "13.41"
    assert refused(game, "haul G2 11").rule == "13.41"


@pytest.mark.rule("13.41", "9.4", "3.21")
def test_depots_need_roads_that_meet():
    game = german(control=only("D", "33", "34", "28"))
    do(game, "depot G1 D")
    assert legal(game, "haul") == {f"haul G1 {area}" for area in (33, 34)}  # 28 lies on the other road of 34
    game = german(control=only("D", "33", "34", "28", "26", "27"))
    do(game, "depot G1 D")
    assert legal(game, "haul") == {f"haul G1 {area}" for area in (33, 34, 26, 27, 28)}


@pytest.mark.rule("13.41")
def test_depots_move_over_own_standing_bridges_and_not_by_ferry():
    """Q21."""
    control = only("C", "14", "15", "13", "16")
    game = german(control=control)
    do(game, "depot G1 C")
    assert legal(game, "haul") == {"haul G1 14", "haul G1 15", "haul G1 13"}
    for barred in ({"blown": ["13-15"]}, {"holders": {"13-15": ALLIED}}):
        game = german(control=control, **barred)
        do(game, "depot G1 C")
        assert legal(game, "haul") == {"haul G1 14", "haul G1 15"}


@pytest.mark.rule("13.41")
def test_a_depot_moves_once():
    game = german(unit("Rink", "13"))
    do(game, "depot G1 A", "haul G1 9")
    assert refused(game, "haul G1 8").rule == "13.41"
    do(game, "end")
    assert not legal(game, "haul")


@pytest.mark.rule("13.42", "13.421")
def test_zone_f_depots_are_in_zone_f_and_move_from_there():
    game = allied(unit("1Gren", "F"), control={"64": "XXX"}, start_weather="overcast")
    assert [(name, depot.points) for name, depot in game.state.depots.items() if depot.location == "F"] == [
        (f"F{number}", 5) for number in range(1, 6)
    ]
    assert legal(game) == {"haul F1 64", "end"}
    do(game, "haul F1 64", "haul F2 64")
    assert game.state.depots["F2"].location == "64"


@pytest.mark.rule("13.421", "13.61")
def test_in_a_contested_zone_f_depots_stay_and_serve_only_units_there():
    units = unit("1Gren", "F", "spent"), unit("5Cold", "64", "spent"), unit("Rink", "F")
    game = allied(*units, control={"F": "XXX"}, start_weather="overcast")
    assert legal(game) == {"refit 1Gren F1", "end"}
    assert refused(game, "refit 5Cold F1").rule == "13.61"
    do(game, "end")
    assert game.state.reserve[ALLIED] == 0  # lost


@pytest.mark.rule("13.422", "3.262")
def test_airborne_depots_land_in_airhead_areas_of_their_division():
    game = allied(unit("1Para", "4"), unit("2Para", "2"), unit("1-508", "33"), start_weather="overcast")
    assert legal(game, "depot") == {"depot 1 4", "depot 82 33"}
    assert refused(game, "depot 1 2").rule == "13.422"  # no airhead
    assert refused(game, "depot 1 8").rule == "13.422"  # the enemy's
    assert refused(game, "depot 1 33").rule == "13.422"  # another division's
    assert refused(game, "depot 101 54").rule == "13.4"  # nowhere to go: lost
    do(game, "depot 1 4")
    assert refused(game, "haul 1 5").rule == "13.422"


@pytest.mark.rule("13.422")
def test_airborne_depots_land_among_enemies_too():
    game = allied(unit("1Para", "4"), unit("2Para", "8"), unit("Rink", "8"), start_weather="overcast")
    assert game.state.control["8"] == "German"
    assert legal(game, "depot") == {"depot 1 4", "depot 1 8"}


@pytest.mark.rule("13.422", "17.2", "17.3")
@pytest.mark.parametrize(("weather", "expected"), [("clear", 10), ("overcast", 5)])
def test_airborne_depots_are_by_the_weather_in_which_the_turn_started(weather, expected):
    game = allied(unit("1Para", "4"), start_weather=weather)
    assert capacity(game, "depot 1 4") == expected


@pytest.mark.rule("13.422", "13.5", "4.125", "16.4")
def test_v35_a_fresh_tower_beside_it_and_a_marker_in_it_take_two_points():
    game = allied(unit("1Para", "8"), unit("TwrArnhem", "13"), interdiction=("8",))
    assert capacity(game, "depot 1 8") == 8


@pytest.mark.rule("13.5", "13.424")
def test_interdiction_of_air_supply_never_below_nothing():
    flak = [unit(name, "9") for name in ("FlakEin", "FlakNij", "FlakBetu", "Gropp", "Swoboda", "TwrDeelen")]
    game = allied(unit("1Para", "4", "spent"), *flak)
    assert capacity(game, "depot AIR 4") == 0
    assert capacity(game, "depot 1 4") == 4
    assert stage(game) == "refit"
    assert refused(game, "refit 1Para AIR").rule == "13.6"


@pytest.mark.rule("13.5", "6.4")
def test_w12_flak_refitted_in_the_same_phase_interdicts():
    def landed(refit: bool) -> int:
        game = german(unit("FlakNij", "9", "spent"), unit("1Para", "4"))
        state = game.state
        stack = (sequence.Day(19, "regroup"), Refitting(ALLIED), state.stack[-1])
        game.states[:] = [replace(state, stack=stack)]
        do(game, "depot G1 A", "end", *(["refit FlakNij G1"] if refit else ["end"]))
        while game.side == GERMAN:
            do(game, "end")
        return capacity(game, "depot 1 4")

    assert (landed(refit=False), landed(refit=True)) == (10, 9)


@pytest.mark.rule("13.423")
def test_the_oss_depot_is_there_if_zone_i_is_allied_and_uncontested():
    game = allied(unit("4Wilts", "I"), unit("1-501", "37", "spent"), control={"37": "airborne"})
    assert (game.state.depots["OSS"].location, points(game, "OSS")) == ("I", 10)
    assert "haul OSS 37" in legal(game)
    supply(game)
    assert paid(game, "refit 1-501 OSS") == {"OSS": 2}
    game = allied(unit("4Wilts", "I"), unit("Rink", "I"), unit("1Para", "4"), control={"I": "XXX"})
    assert "OSS" not in game.state.depots
    game = allied(unit("1Para", "4"))
    assert "OSS" not in game.state.depots


@pytest.mark.rule("13.424", "16.3", "4.32")
def test_air_supply_goes_to_an_allied_area_or_zone_of_low_tem():
    control = {"7": "airborne", "4": "airborne", "3": "XXX", "G": "XXX", "D": "XXX"}
    game = allied(unit("1Para", "4"), control=control)
    assert legal(game, "depot") >= {"depot AIR 4", "depot AIR 3", "depot AIR G"}
    for space in ("7", "D", "5"):  # TEM 3, TEM 3, the enemy's
        assert refused(game, f"depot AIR {space}").rule == "13.424"
    assert capacity(game, "depot AIR 3") == 5
    assert refused(game, "haul AIR 2").rule == "13.424"


@pytest.mark.rule("13.424", "17.2")
def test_no_air_supply_if_the_turn_started_overcast():
    game = allied(unit("1Para", "4"), start_weather="overcast", weather="clear")
    assert "AIR" not in game.state.depots


@pytest.mark.rule("13.411")
@pytest.mark.parametrize(("control", "expected"), [("German", "fresh"), ("XXX", "spent")])
def test_germans_in_zone_i_refit_by_themselves_while_they_control_it(control, expected):
    game = german(unit("Rink", "I", "spent"), unit("4Wilts", "I"), control={"I": control})
    do(game, "end")
    assert condition(game, "Rink") == expected


@pytest.mark.rule("13.423", "13.6")
def test_allies_in_zone_i_refit_by_themselves_whoever_controls_it():
    """Q55: one level, and no second one from a depot."""
    units = unit("4Wilts", "I", "dis2"), unit("5Wilts", "I", "spent"), unit("Rink", "I"), unit("1Gren", "F")
    game = allied(*units, unit("1Para", "4", "spent"), control={"I": "German"})
    supply(game, "depot AIR 4")
    assert (condition(game, "4Wilts"), condition(game, "5Wilts")) == ("dis1", "fresh")
    assert refused(game, "refit 4Wilts AIR").rule == "13.6"


# Refit


@pytest.mark.rule("13.6")
@pytest.mark.parametrize(
    ("state", "better", "price"), [("spent", "fresh", 1), ("dis1", "spent", 2), ("dis2", "dis1", 2)]
)
def test_w13_one_level_for_a_point_and_another_if_disrupted(state, better, price):
    game = german(unit("Rink", "A", state), unit("Kerutt", "A", "spent"))
    supply(game, "depot G1 A")
    do(game, "refit Rink G1")
    assert condition(game, "Rink") == better
    assert points(game, "G1") == 5 - price
    assert refused(game, "refit Rink G1").rule == "13.6"


@pytest.mark.rule("13.6")
@pytest.mark.parametrize(("space", "price"), [("A", 1), ("10", 2), ("8", 3), ("7", 4)])
def test_each_boundary_costs_a_point_by_the_best_route(space, price):
    game = german(unit("Rink", space, "spent"))
    supply(game, "depot G1 A")
    assert paid(game, "refit Rink G1") == {"G1": price}


@pytest.mark.rule("13.6")
def test_fresh_units_need_nothing_and_towers_are_refitted_too():
    game = german(unit("Rink", "A"), unit("TwrDeelen", "9", "spent"), unit("4Wilts", "64", "spent"))
    supply(game, "depot G1 A")
    assert refused(game, "refit Rink G1").rule == "13.6"
    assert refused(game, "refit 4Wilts G1").rule == "13.6"
    assert refused(game, "refit TwrDeelen G2").rule == "13.4"
    do(game, "refit TwrDeelen G1")
    assert condition(game, "TwrDeelen") == "fresh"


@pytest.mark.rule("13.6")
@pytest.mark.parametrize("place", ["UK", "eliminated"])
def test_who_is_not_on_the_map_is_not_refitted(place):
    game = allied(unit("1Para", "4", "spent"), unit("2Para", place, "spent"))
    supply(game, "depot AIR 4")
    assert refused(game, "refit 2Para AIR").reason == "it is not on the map"
    assert "refit 1Para AIR" in legal(game)


def _around_8(*contested: str) -> Game:
    """Rink spent in 8, which leads to Zone A by 9 and 10 only; contested areas stay German."""
    allies = [unit(name, space) for name, space in zip(("1Para", "2Para", "3Para"), contested, strict=False)]
    own = [unit(name, space) for name, space in zip(("Kerutt", "Henke", "Melitz"), contested, strict=False)]
    game = german(unit("Rink", "8", "spent"), *allies, *own, control=only("A", "8", "9", "10"))
    supply(game, "depot G1 A")
    return game


@pytest.mark.rule("13.6")
@pytest.mark.parametrize(
    ("contested", "price"), [((), 3), (("9",), 3), (("9", "10"), 4), (("8",), 3), (("9", "10", "8"), 4)]
)
def test_each_contested_area_between_costs_a_point(contested, price):
    """Q20: neither the depot's area nor the unit's."""
    game = _around_8(*contested)
    assert paid(game, "refit Rink G1") == {"G1": price}


@pytest.mark.rule("13.6")
def test_routes_do_not_pass_through_enemy_controlled_areas_but_units_trace_out_of_them():
    game = german(unit("Rink", "10", "spent"), unit("1Para", "10"), control=only("A", "8") | {"10": "airborne"})
    supply(game, "depot G1 A")
    assert paid(game, "refit Rink G1") == {"G1": 2}
    units = unit("Rink", "8", "spent"), unit("Kerutt", "10"), unit("1Para", "10"), unit("Henke", "10", "spent")
    game = german(*units, control=only("A", "8") | {"10": "airborne"})
    supply(game, "depot G1 A")
    assert refused(game, "refit Rink G1").rule == "13.6"
    assert "refit Henke G1" in legal(game)


@pytest.mark.rule("13.6", "13.8")
@pytest.mark.parametrize(
    ("changes", "price"),
    [
        ({}, 4),
        ({"blown": ["13-15"]}, None),
        ({"holders": {"13-15": ALLIED}}, None),
    ],
)
def test_routes_cross_a_river_by_an_own_bridge(changes, price):
    """Q58."""
    game = german(
        unit("Rink", "13", "spent"), unit("Henke", "C", "spent"), control=only("C", "14", "15", "13"), **changes
    )
    supply(game, "depot G1 C")
    assert _price(game, "refit Rink G1") == price


def _price(game: Game, command: str) -> int | None:
    """What a refit costs; None if it is not possible."""
    return sum(paid(game, command).values()) if command in legal(game) else None


@pytest.mark.rule("13.6", "13.8", "9.63")
@pytest.mark.parametrize(("state", "price"), [("ready", 4), ("used", 4), ("destroyed", None)])
def test_routes_cross_a_river_by_a_ferry_that_is_not_destroyed(state, price):
    ferries = dict.fromkeys(BOOK.ferries, "ready") | {"15-16": state}
    game = german(
        unit("Rink", "16", "spent"), unit("Henke", "C", "spent"), control=only("C", "14", "15", "16"), ferries=ferries
    )
    supply(game, "depot G1 C")
    assert _price(game, "refit Rink G1") == price


@pytest.mark.rule("13.6", "13.8")
def test_only_the_last_boundary_may_be_a_canal_without_bridge():
    units = unit("Rink", "49", "spent"), unit("Kerutt", "48", "spent")
    game = german(*units, control=only("G", "55", "54", "49", "48"))
    supply(game, "depot G1 G")
    assert refused(game, "refit Kerutt G1").rule == "13.6"
    assert paid(game, "refit Rink G1") == {"G1": 4}


@pytest.mark.rule("13.421", "13.422", "13.424")
def test_whom_a_depot_serves():
    units = [unit(name, "F", "spent") for name in ("1Gren", "1Para", "1Pol", "1-508", "1-501")]
    game = allied(*units, unit("2Para", "4", "spent"), unit("2Pol", "4", "spent"), unit("2-508", "4", "spent"))
    supply(game, "depot AIR F", "depot 1 4")
    assert legal(game, "refit") == {
        "refit 1Gren F1",
        *(f"refit {name} AIR" for name in ("1Gren", "1Para", "1Pol", "1-508", "1-501")),
        "refit 2Para 1",
        "refit 2Pol 1",
    }
    assert refused(game, "refit 1Para F1").rule == "13.421"
    assert refused(game, "refit 2-508 1").rule == "13.422"


@pytest.mark.rule("13.61", "13.7")
def test_a_depot_in_a_contested_area_serves_only_that_area_and_saves_nothing():
    units = unit("1Para", "8", "spent"), unit("2Para", "4", "spent"), unit("Rink", "8"), unit("1Gren", "F")
    game = allied(*units, control={"8": "airborne"}, start_weather="overcast")
    supply(game, "depot 1 8")
    assert refused(game, "refit 2Para 1").rule == "13.61"
    events = do(game, "refit 1Para 1")
    [saved] = told(events, "reserve")
    assert (saved.data["points"], saved.data["lost"]) == (25, 4)
    assert game.state.reserve[ALLIED] == 25  # the depots of Zone F


@pytest.mark.rule("13.6")
def test_a_price_beyond_the_depot():
    game = german(unit("Rink", "8", "dis1"), unit("Kerutt", "8", "spent"))
    supply(game, "depot G1 A")
    do(game, "refit Rink G1")
    assert not legal(game, "refit")
    game = german(unit("Rink", "8", "dis1"), unit("Kerutt", "8", "spent"), unit("Henke", "A", "spent"))
    supply(game, "depot G1 A")
    do(game, "refit Rink G1")
    assert refused(game, "refit Kerutt G1").rule == "13.6"
    assert legal(game, "refit") == {"refit Henke G1"}


@pytest.mark.rule("13.6")
def test_two_depots_share_at_the_price_of_the_farther():
    units = unit("Rink", "8", "spent"), unit("Kerutt", "10", "dis1"), unit("Henke", "A", "spent")
    game = german(*units)
    supply(game, "depot G1 A", "depot G2 B")
    do(game, "refit Rink G1")
    assert points(game, "G1") == 2
    assert refused(game, "refit Kerutt G1").rule == "13.6"
    assert refused(game, "share Kerutt G1 G1").rule == "13.6"
    assert "can pay without the last" in refused(game, "share Kerutt G2 G1").reason
    assert legal(game, "share") == {"share Kerutt G1 G2"}
    do(game, "share Kerutt G1 G2")  # 3 from A, 4 from B
    assert (points(game, "G1"), points(game, "G2")) == (0, 3)
    assert condition(game, "Kerutt") == "spent"


@pytest.mark.rule("13.6")
def test_depots_that_cannot_pay_the_price_of_the_farther_do_not_share():
    units = unit("Rink", "8", "spent"), unit("Henke", "14", "spent"), unit("Melitz", "11", "spent")
    game = german(*units, unit("Kerutt", "10", "dis1"), unit("Becker", "A", "spent"))
    supply(game, "depot G1 A", "depot G2 B")
    do(game, "refit Rink G1", "refit Henke G2")
    assert (points(game, "G1"), points(game, "G2")) == (2, 3)
    assert "share Kerutt G1 G2" in legal(game)
    do(game, "refit Melitz G2")
    assert (points(game, "G1"), points(game, "G2")) == (2, 1)
    assert refused(game, "share Kerutt G1 G2").rule == "13.6"  # 3 from A, but 4 from B


@pytest.mark.rule("13.6")
def test_two_depots_share_what_neither_can_pay():
    units = unit("Rink", "8", "spent"), unit("Kerutt", "8", "spent"), unit("Henke", "10", "dis1")
    game = german(*units)
    supply(game, "depot G1 A", "depot G2 A")
    assert "G1" in refused(game, "refit Rink G2").reason
    do(game, "refit Rink G1", "refit Kerutt G2")
    assert legal(game) == {"share Henke G1 G2", "end"}
    do(game, "share Henke G1 G2")
    assert condition(game, "Henke") == "spent"
    assert game.state.reserve[GERMAN] == 1


def left_in(game, **points):
    """Leave so many supply points in depots."""
    game.edit([{"op": "replace", "path": f"/depots/{name}/points", "value": left} for name, left in points.items()])


@pytest.mark.rule("13.6")
def test_more_than_two_depots_share_what_no_two_can_pay():
    """All but the last give everything, and without the last they cannot pay."""
    game = german(unit("Henke", "10", "dis1"))
    supply(game, "depot G1 A", "depot G2 A", "depot G3 A")
    left_in(game, G1=1, G2=1, G3=3)
    assert legal(game, "refit") == {"refit Henke G3"}  # 3 points: disruption and a boundary
    left_in(game, G3=2)
    assert legal(game, "share") == {"share Henke G1 G3", "share Henke G3 G1", "share Henke G1 G2+G3"}
    assert refused(game, "share Henke G1 G2").rule == "13.6"
    assert "can pay without the last" in refused(game, "share Henke G1 G3+G2").reason
    assert "once" in refused(game, "share Henke G1 G1+G3").reason
    empty = game.branch()
    left_in(empty, G1=0, G3=2)
    assert refused(empty, "share Henke G1 G3").reason == "every depot named must have supply points"
    left_in(game, G3=1)
    assert legal(game, "share") == {"share Henke G1 G2+G3"}
    do(game, "share Henke G1 G2+G3")
    assert condition(game, "Henke") == "spent"
    assert game.state.reserve[GERMAN] == 0


@pytest.mark.rule("13.6")
def test_three_depots_pay_the_price_of_the_farthest():
    game = german(unit("Henke", "10", "dis1"))
    supply(game, "depot G1 A", "depot G2 A", "depot G3 B")
    left_in(game, G1=1, G2=1, G3=2)  # 3 from A, but 4 from B
    assert legal(game, "share") == {"share Henke G1 G2+G3", "share Henke G1 G3+G2"}
    do(game, "share Henke G1 G3+G2")
    assert condition(game, "Henke") == "spent"


# Reserve


@pytest.mark.rule("13.7", "13.4")
def test_unused_points_of_depots_in_free_areas_go_to_the_reserve():
    game = german(unit("Rink", "9", "spent"), reserve={GERMAN: 3, ALLIED: 0}, control={"F": "XXX"})
    supply(game, "depot G1 A", "depot G2 F", "depot G3 B", "haul G3 11")
    do(game, "refit Rink G1")
    assert game.state.reserve[GERMAN] == 3 + 3 + 5  # what is left in A and in 11; nothing from the enemy's zone
    assert not game.state.depots


@pytest.mark.rule("13.7", "6.4")
def test_w2_each_player_shifts_the_start_of_the_next_day():
    units = unit("Rink", "13"), unit("1Gren", "F")
    reserve = {GERMAN: 10, ALLIED: 30}
    game = german(*units, at="19-3", reserve=reserve)
    do(game, "end")
    assert legal(game) == {"buy 1", "buy -1", "end"}
    do(game, "buy 1")
    assert (game.state.shift[GERMAN], game.state.reserve) == (1, {GERMAN: 0, ALLIED: 30})
    game = allied(*units, at="19-3", reserve=game.state.reserve, shift=game.state.shift, start_weather="overcast")
    assert stage(game) == "buy"  # there was nothing else to do
    assert refused(game, "buy 5").rule == "13.7"
    assert refused(game, "buy 0").rule == "13.7"
    do(game, "buy -3")
    assert sum(game.state.shift.values()) == -2
    assert game.state.reserve[ALLIED] == 25  # the five depots of this day's Zone F


@pytest.mark.rule("13.7")
def test_impulses_are_bought_once_and_for_what_there_is():
    game = german(unit("Rink", "13"), at="19-3", reserve={GERMAN: 90, ALLIED: 0})
    do(game, "end", "buy 1")
    assert not any(step.kind == "refit" for step in game.state.stack)
    game = german(unit("Rink", "13"), at="19-3", reserve={GERMAN: 29, ALLIED: 0})
    do(game, "end")
    assert refused(game, "buy 3").rule == "13.7"
    do(game, "buy -2")
    assert game.state.shift[GERMAN] == -2
    assert not any(step.kind == "refit" for step in game.state.stack)
    game = german(unit("Rink", "13"), at="19-3", reserve={GERMAN: 9, ALLIED: 0})
    do(game, "end")
    assert not any(step.kind == "refit" for step in game.state.stack)


@pytest.mark.rule("13.7")
def test_on_the_last_day_there_is_nothing_to_buy():
    """Q52."""
    game = german(unit("Rink", "13"), at="20-3", reserve={GERMAN: 30, ALLIED: 0})
    do(game, "end")
    assert not any(step.kind == "refit" for step in game.state.stack)
    game = german(unit("Rink", "13"), at="20-3", scenario="extended", reserve={GERMAN: 30, ALLIED: 0})
    do(game, "end")
    assert stage(game) == "buy"


@pytest.mark.rule("23.4")
def test_the_reserve_raises_nothing_before_an_airborne_depot_has_landed():
    options, reserve = ["use_of_reserve"], {GERMAN: 0, ALLIED: 14}
    game = allied(unit("1Para", "4", "spent"), options=options, reserve=reserve)
    supply(game, "depot AIR 4")
    assert refused(game, "raise 1") == Refusal("no airborne depot has landed", "23.4")


@pytest.mark.rule("23.4", "13.7")
def test_use_of_reserve_raises_all_airborne_depots_evenly():
    units = unit("1Para", "4", "spent"), unit("1-508", "33", "spent"), unit("1-501", "54", "spent")
    options, reserve = ["use_of_reserve"], {GERMAN: 0, ALLIED: 14}
    game = allied(*units, options=options, reserve=reserve, start_weather="overcast", interdiction=("4",))
    supply(game, "depot 1 4", "depot 82 33", "depot 101 54")
    assert legal(game, "raise") == {f"raise {number}" for number in range(1, 5)}
    assert refused(game, "raise 5").rule == "23.4"  # takes 15
    do(game, "raise 3")
    assert [points(game, name) for name in ("1", "82", "101")] == [7, 8, 8]
    assert game.state.reserve[ALLIED] == 5
    assert refused(game, "raise 1").rule == "23.4"
    do(game, "end")
    assert game.state.reserve[ALLIED] == 5 + 23


@pytest.mark.rule("23.4")
def test_use_of_reserve_up_to_ten_points_each():
    """Q30: by the same number as far as possible."""
    units = unit("1Para", "4", "spent"), unit("1-508", "33", "spent")
    game = allied(
        *units,
        options=["use_of_reserve"],
        reserve={GERMAN: 0, ALLIED: 40},
        start_weather="overcast",
        interdiction=("4",),
    )
    supply(game, "depot 1 4", "depot 82 33")
    assert refused(game, "raise 7").rule == "23.4"
    do(game, "raise 6")
    assert [points(game, name) for name in ("1", "82")] == [10, 10]
    assert game.state.reserve[ALLIED] == 40 - 11


@pytest.mark.rule("23.4")
def test_no_use_of_reserve_without_the_option_or_with_a_full_depot():
    units = unit("1Para", "4", "spent"), unit("1-508", "33", "spent")
    reserve = {GERMAN: 0, ALLIED: 40}
    game = allied(*units, reserve=reserve, start_weather="overcast")
    supply(game, "depot 1 4", "depot 82 33")
    assert refused(game, "raise 1").rule == "13.7"
    game = allied(*units, options=["use_of_reserve"], reserve=reserve, interdiction=("4",))
    supply(game, "depot 1 4", "depot 82 33")
    do(game, "refit 1-508 82")
    assert points(game, "82") == 9
    assert refused(game, "raise 1").rule == "23.4"  # its capacity was 10


# Night repair


def _night(*dice: int, units: Any = (), control: dict[str, str] | None = None, **changes: Any) -> Game:
    """Zone F and 64 are XXX Corps', the bridge to Eindhoven is blown."""
    given = {"64": "XXX"} | (control or {})
    return allied(unit("1Gren", "F"), *units, control=given, blown=["63-64"], dice=dice, **changes)


@pytest.mark.rule("19.23", "19.2")
def test_night_repair_costs_as_much_as_a_spent_unit_beside_the_bridge():
    """Q19."""
    game = _night(5)
    supply(game)
    assert legal(game) == {"night 63-64 F1", "end"}
    assert paid(game, "night 63-64 F1") == {"F1": 2}  # 64 Free +3, repair -1: 5 is enough
    assert not game.state.crossings["63-64"].blown
    assert game.state.crossings["63-64"].holder == ALLIED
    assert game.state.repairs[ALLIED] == ("63-64",)


@pytest.mark.rule("19.23", "19.21")
def test_a_night_repair_that_fails_leaves_a_construction_marker_and_is_not_repeated():
    game = _night(4, units=(unit("5Cold", "F", "spent"),))
    supply(game)
    do(game, "night 63-64 F1")
    assert game.state.crossings["63-64"].blown
    assert game.state.crossings["63-64"].works == {ALLIED: 1}
    assert refused(game, "night 63-64 F2").rule == "19.2"
    assert refused(game, "haul F2 63").rule == "13.6"


@pytest.mark.rule("19.23", "19.2")
def test_night_repair_keeps_the_limits_of_the_day():
    tried = {ALLIED: ("54-63", "55-63"), GERMAN: ()}
    game = _night(units=(unit("5Cold", "F", "spent"),), repairs=tried)
    supply(game)
    assert refused(game, "night 63-64 F1").rule == "19.2"
    game = _night(repairs=tried | {ALLIED: ("54-63", "63-64")})
    supply(game)
    assert "night 63-64 F1" in legal(game)


@pytest.mark.rule("19.23")
def test_only_zone_f_depots_pay_for_allied_night_repair():
    game = _night()
    supply(game, "depot AIR 64")
    assert refused(game, "night 63-64 AIR").rule == "19.23"
    assert refused(game, "night 62-64 F1").rule == "19.2"  # not blown
    assert refused(game, "night 61-64 F1").rule == "19.23"  # no bridge
    assert refused(game, "night 63-64 F9").rule == "13.4"
    assert "F1" in refused(game, "night 63-64 F2").reason


@pytest.mark.rule("19.23")
def test_night_repair_that_the_depot_cannot_pay():
    game = _night(units=(unit("2Irish", "64", "spent"), unit("3Irish", "64", "spent")))
    supply(game)
    do(game, "refit 2Irish F1", "refit 3Irish F1")
    assert points(game, "F1") == 1
    assert refused(game, "night 63-64 F1").rule == "19.23"
    assert "night 63-64 F2" in legal(game)


@pytest.mark.rule("19.23", "13.61")
def test_a_depot_in_a_contested_zone_pays_for_no_bridge_elsewhere():
    control = {"F": "XXX", "64": "XXX", "63": "XXX"}
    game = allied(unit("1Gren", "F", "spent"), unit("Rink", "F"), control=control, blown=("63-64",))
    supply(game)
    refusal = refused(game, "night 63-64 F1")
    assert (refusal.rule, refusal.reason) == ("19.23", "no route from the depot to the bridge")


@pytest.mark.rule("19.23", "13.41")
def test_germans_pay_with_any_depot():
    game = german(unit("Rink", "13"), blown=["13-15"], dice=(1,))
    supply(game, "depot G1 A")
    assert paid(game, "night 13-15 G1") == {"G1": 3}  # from A by 10 to 13
    assert game.state.crossings["13-15"].works == {GERMAN: 1}


@pytest.mark.rule("19.23")
def test_a_bank_without_supply_is_no_place_for_repair():
    control = only("64", "F", "54", who="XXX")
    game = allied(unit("1Gren", "F"), unit("Rink", "63"), control=control, blown=["54-63", "63-64"])
    do(game, "end")
    assert refused(game, "night 54-63 F1").rule == "19.2"
    assert "night 63-64 F1" in legal(game)


@pytest.mark.rule("19.23")
def test_other_depots_move_over_a_bridge_repaired_by_night():
    game = _night(2, control={"63": "XXX", "55": "XXX"}, holders={"55-63": ALLIED})  # both Free: 6 - 1
    assert legal(game, "haul") == {"haul F1 64"}
    supply(game, "haul F1 64")
    assert not legal(game, "haul")
    do(game, "night 63-64 F2")
    assert legal(game, "haul") == {"haul F3 63", "haul F3 55"}
    assert refused(game, "haul F1 63").rule == "13.421"  # moved
    assert refused(game, "haul F2 63").rule == "13.421"  # drawn upon
    assert refused(game, "haul F3 64").rule == "19.23"
    do(game, "haul F3 55")
    assert game.state.depots["F3"].location == "55"


@pytest.mark.rule("12.2", "19.23")
def test_the_advantage_used_in_a_half_of_the_phase_passes_at_its_end():
    """Q57."""
    game = _night(5, 1, holder=GERMAN)
    do(game, "end", "night 63-64 F1")
    assert game.side == GERMAN
    do(game, "reroll")
    assert game.state.crossings["63-64"].blown
    while any(step.kind == "refit" for step in game.state.stack):
        assert game.state.advantage.holder is None
        do(game, "end")
    assert game.state.advantage.holder == ALLIED


# Surrender


def _cut_off(*units, dice=(), **changes: Any) -> Game:
    """Germans that hold 54 and 52 and nothing else, after their depots, at the last dice."""
    game = german(*units, control=only("54", "52"), dice=dice, **changes)
    do(game, "end")
    return game


@pytest.mark.rule("13.9", "6.4")
@pytest.mark.parametrize(
    ("state", "results"),
    [
        ("fresh", ["spent", "fresh", "fresh", "fresh", "fresh", "fresh"]),
        ("spent", ["eliminated", "dis1", "spent", "spent", "spent", "spent"]),
        ("dis1", ["eliminated", "eliminated", "dis2", "dis1", "dis1", "dis1"]),
        ("dis2", ["eliminated", "eliminated", "eliminated", "eliminated", "dis2", "dis2"]),
    ],
)
def test_surrender_of_isolated_units(state, results):
    found = [condition(_cut_off(unit("Rink", "54", state), dice=(die,)), "Rink") for die in range(1, 7)]
    assert found == results


@pytest.mark.rule("13.9", "13.8")
def test_units_in_supply_do_not_roll():
    game = german(unit("Rink", "13", "spent"), dice=(1,))
    do(game, "end")
    assert condition(game, "Rink") == "spent"


@pytest.mark.rule("13.8", "13.9")
@pytest.mark.parametrize(("at", "expected"), [("18-3", "spent"), ("19-3", "eliminated")])
def test_allied_units_are_never_isolated_on_the_first_two_days(at, expected):
    game = allied(unit("1Para", "4", "spent"), unit("Rink", "13"), at=at, dice=(1,))
    do(game, "end")
    assert condition(game, "1Para") == expected


@pytest.mark.rule("13.9", "13.3")
def test_refit_comes_before_surrender():
    game = allied(unit("1Para", "4", "spent"), dice=(2,))
    supply(game, "depot 1 4")
    do(game, "refit 1Para 1")
    while any(step.kind == "refit" for step in game.state.stack):
        do(game, "end")
    assert condition(game, "1Para") == "fresh"  # as a Spent unit it would be Dis1


@pytest.mark.rule("12.4", "13.9")
def test_surrender_counts_for_nothing_in_rule_12():
    units = [unit(name, "54", "spent") for name in ("Rink", "Kerutt", "Henke", "Melitz")]
    game = _cut_off(*units, dice=(1, 1, 1, 1), holder=GERMAN)
    while game.side == GERMAN and "keep" in legal(game):
        do(game, "keep")
    assert all(condition(game, each.id) == "eliminated" for each in units)
    assert game.over  # nobody was asked to move the marker
    assert game.state.advantage.holder == GERMAN
    assert game.state.sunset_drm == 0


@pytest.mark.rule("12.2", "13.9")
def test_a_surrender_roll_may_be_made_again():
    game = _cut_off(unit("Rink", "54", "spent"), dice=(1, 6), holder=GERMAN)
    assert legal(game) == {"keep", "reroll", "quiet"}
    do(game, "reroll")
    assert condition(game, "Rink") == "spent"
    assert game.state.advantage.holder == ALLIED


@pytest.mark.rule("12.2", "13.9")
@pytest.mark.parametrize(
    ("state", "asked"), [("fresh", [1]), ("spent", [1, 2]), ("dis1", [1, 2, 3]), ("dis2", [1, 2, 3, 4])]
)
def test_nobody_is_asked_about_a_surrender_roll_that_cannot_be_better_for_him(state, asked):
    def is_asked(holder: str, die: int) -> bool:
        return "reroll" in legal(_cut_off(unit("Rink", "54", state), dice=(die,), holder=holder))

    worst = {"fresh": 1, "spent": 1, "dis1": 2, "dis2": 4}[state]
    assert [die for die in range(1, 7) if is_asked(GERMAN, die)] == asked
    assert [die for die in range(1, 7) if is_asked(ALLIED, die)] == list(range(worst + 1, 7))


@pytest.mark.rule("13.9", "7.2")
def test_who_is_left_alone_by_surrender_takes_control():
    game = _cut_off(unit("Rink", "54", "dis2"), unit("1-506", "54"), dice=(1,))
    assert game.state.control["54"] == "airborne"


# Reorganization


def _reorganizing(*units, dice=(), **changes: Any) -> Game:
    game = german(*units, options=["reorganization"], dice=dice, **changes)
    do(game, "end")
    return game


@pytest.mark.rule("23.6")
def test_a_unit_recovers_by_eliminating_another_of_its_type():
    game = _reorganizing(unit("Rink", "13", "dis1"), unit("Kerutt", "13", "dis2"), unit("Henke", "13", "spent"))
    assert legal(game) == {
        "reorganize Rink Kerutt",
        "reorganize Henke Rink",
        "reorganize Henke Kerutt",
        "end",
    }
    events = do(game, "reorganize Rink Kerutt")
    assert told(events, "eliminated")[0].data["unit"] == "Kerutt"
    assert condition(game, "Rink") == "spent"
    assert not any(step.kind == "refit" for step in game.state.stack)  # nobody is left to give


@pytest.mark.rule("23.6")
def test_a_unit_reorganizes_once():
    game = _reorganizing(
        unit("Rink", "13", "dis1"),
        unit("Kerutt", "13", "dis2"),
        unit("Henke", "13", "dis2"),
        unit("Melitz", "13", "spent"),
    )
    do(game, "reorganize Rink Kerutt")
    assert refused(game, "reorganize Rink Henke").rule == "23.6"
    assert legal(game) == {"reorganize Melitz Henke", "end"}


@pytest.mark.rule("23.6")
def test_who_reorganizes_with_whom():
    game = _reorganizing(
        unit("Rink", "13", "dis1"),
        unit("Kerutt", "13", "dis1"),
        unit("Henke", "13", "dis2"),
        unit("Melitz", "12", "dis2"),
        unit("Pz224", "13", "dis2"),
        unit("FlakNij", "13", "dis2"),
        unit("FlakEin", "13", "dis1"),
        unit("Becker", "13"),
    )
    for other in ("Melitz", "Pz224", "Becker", "Rink", "1Para"):  # elsewhere, armour, Fresh, itself, nobody
        assert refused(game, f"reorganize Rink {other}").rule == "23.6"
    for name, other in (("Henke", "Kerutt"), ("FlakEin", "FlakNij"), ("Becker", "Henke")):
        assert refused(game, f"reorganize {name} {other}").rule == "23.6"
    assert "reorganize Rink Kerutt" in legal(game)


@pytest.mark.rule("23.6", "13.6")
def test_a_unit_may_refit_and_reorganize():
    game = german(unit("Rink", "13", "dis2"), unit("Kerutt", "13", "dis2"), options=["reorganization"])
    supply(game, "depot G1 A")
    do(game, "refit Rink G1")
    do(game, "reorganize Rink Kerutt")
    assert condition(game, "Rink") == "spent"


@pytest.mark.rule("23.6", "13.9")
def test_reorganization_comes_after_surrender():
    control = only("54")
    units = unit("Rink", "54", "spent"), unit("Kerutt", "54", "dis2")
    game = german(*units, options=["reorganization"], dice=(3, 6), control=control)
    events = do(game, "end")
    assert len(told(events, "surrender")) == 2
    do(game, "reorganize Rink Kerutt")
    assert condition(game, "Rink") == "fresh"


@pytest.mark.rule("23.1", "23.6")
def test_no_reorganization_without_the_option():
    game = german(unit("Rink", "13", "dis1"), unit("Kerutt", "13", "dis2"))
    do(game, "end")
    assert not any(step.kind == "refit" for step in game.state.stack)


# The phase


@pytest.mark.rule("6.4", "13.3")
def test_germans_complete_the_phase_before_the_allies():
    game = german(unit("Rink", "13"), unit("1Para", "4"))
    game.states[:] = [
        replace(game.state, stack=(sequence.Day(20, "regroup"), Refitting(ALLIED), *game.state.stack[1:]))
    ]
    assert set(game.state.depots) == {f"G{number}" for number in range(1, 6)}
    do(game, "end")
    assert (game.side, stage(game)) == (ALLIED, "depots")
    assert set(game.state.depots) == {*(f"F{number}" for number in range(1, 6)), "1", "AIR"}
    do(game, "end")
    assert stage(game) == ""
    assert not game.state.depots
