"""Rule 18: reinforcements by zone and by air, drops and their interdiction.

Most drops fall on Ginkelse Heide (2, TEM 1) or Groesbeek (28, TEM 2).
"""

from typing import Any

import pytest

from tests.titles.montys_gamble.battles import CORPS, attack, rolls, settle, stage
from tests.titles.montys_gamble.kit import (
    ALLIED,
    BOOK,
    GERMAN,
    condition,
    do,
    legal,
    place,
    position,
    refused,
    told,
    unit,
)
from wargame_tui.core.game import Game
from wargame_tui.titles.montys_gamble.rules import sequence
from wargame_tui.titles.montys_gamble.rules.regroup import Regrouping
from wargame_tui.titles.montys_gamble.rules.reinforcements import interdiction_value
from wargame_tui.titles.montys_gamble.state import Unit


def due(date: int) -> list[Unit]:
    """The reinforcements of a date, off the map."""
    units = [
        (name, arrival.drops.get(name)) for arrival in BOOK.arrivals if arrival.date == date for name in arrival.units
    ]
    return [unit(name, "off", due=date, drop=drop) for name, drop in units]


def morning(date: int, *units: Unit, **more: Any) -> Game:
    """A day that has just begun, with its reinforcements and those of the next day due."""
    more = {"scenario": "extended", "dice": (6,), **more}
    return position(*units, *due(date), *due(date + 1), at=f"{date - 1}-5", stack=(sequence.Day(date),), **more)


def events_of(game: Game) -> list[str]:
    return [event.kind for event in game.opening]


# The dawn (18.1, 18.2)


@pytest.mark.rule("18.1", "18.2", "6.2", "4.23")
def test_germans_arrive_fresh_in_their_zones_at_dawn():
    game = morning(18)
    for arrival in BOOK.arrivals:
        if arrival.date == 18 and game.state.units[arrival.units[0]].side == GERMAN:
            assert {place(game, name) for name in arrival.units} == {arrival.space}
            assert {condition(game, name) for name in arrival.units} == {"fresh"}
    assert place(game, "Bruhn") == "B"


@pytest.mark.rule("18.1", "18.2")
def test_nobody_arrives_before_the_day():
    game = morning(18)
    assert {place(game, each.id) for each in due(19)} == {"off"}


@pytest.mark.rule("18.1", "6.2")
def test_germans_are_placed_before_allies():
    sides = [BOOK.roster[event.data["units"][0]].side for event in morning(19).opening if event.kind == "arrived"]
    assert sides == sorted(sides, reverse=True)
    assert set(sides) == {GERMAN, ALLIED}


@pytest.mark.rule("18.1", "6.2", "6.21")
def test_q2_reinforcements_are_placed_before_the_weather_is_known():
    kinds = events_of(morning(19))
    assert "arrived" in kinds
    assert max(n for n, kind in enumerate(kinds) if kind == "arrived") < kinds.index("roll")


@pytest.mark.rule("18.2", "18.1")
def test_w20_allied_units_in_the_zone_do_not_matter():
    game = morning(18, unit("1Gren", "B"), unit("1Para", "13"))
    assert game.side == GERMAN
    assert (place(game, "Bruhn"), condition(game, "Bruhn")) == ("B", "fresh")
    assert game.state.control["B"] == "XXX"  # contested now, and still theirs
    do(game, "assault B", "end")  # no duty to attack
    assert condition(game, "Bruhn") == "fresh"


@pytest.mark.rule("18.2", "16.1")
def test_interdiction_markers_are_at_hand_on_every_day():
    game = morning(18, unit("1Para", "4"))
    assert game.state.interdiction == ()
    assert "interdict 4" in legal(game)


@pytest.mark.rule("18.4", "3.4")
def test_airborne_reinforcements_wait_in_the_uk_box():
    game = morning(18)
    lift = [name for arrival in BOOK.arrivals if arrival.date == 18 and arrival.space == "UK" for name in arrival.units]
    assert len(lift) > 3
    assert {place(game, name) for name in lift} == {"UK"}
    assert {condition(game, name) for name in lift} == {"fresh"}


# XXX Corps (18.3)


FIRST = {"1Hamps", "7Hamps", "NottsY"}
"""Some of the conditional units of 18 September: they come when XXX Corps is over the Maas (32)."""
SECOND = {"4Wilts", "44RTR"}
"""Some of 20 September: for them it must be over the Waal (23)."""
OPEN = {"32": "XXX"}


def places(game: Game, names: set[str]) -> set[str]:
    return {place(game, name) for name in names}


@pytest.mark.rule("18.3")
def test_conditional_units_come_at_dawn_if_the_condition_is_met():
    assert places(morning(18, control=OPEN), FIRST) == {"F"}
    assert places(morning(18, control={"36": "XXX"}), FIRST) == {"off"}
    assert places(morning(18, control={"32": "airborne"}), FIRST) == {"F"}  # the Allies are over the Maas
    assert places(morning(18, unit("Kerutt", "32"), control=OPEN), FIRST) == {"off"}


@pytest.mark.rule("18.3")
def test_conditional_units_do_not_come_before_their_date():
    lent = {**OPEN, "23": "XXX"}
    assert places(morning(19, control=lent), SECOND) == {"off"}
    assert places(morning(20, control=lent), SECOND) == {"F"}
    assert places(morning(20, control={**lent, "23": "airborne"}), SECOND) == {"F"}
    assert places(morning(20, control=OPEN), SECOND) == {"off"}


@pytest.mark.rule("18.3")
def test_conditional_units_may_come_on_a_later_day():
    late = [unit(name, "off", due=18) for name in sorted(FIRST)]
    game = position(*late, at="18-5", control=OPEN, stack=(sequence.Day(19),), dice=(6,))
    assert places(game, {"1Hamps"}) == {"F"}
    barred = position(*late, at="18-5", stack=(sequence.Day(19),), dice=(6,))
    assert places(barred, FIRST) == {"off"}


def at_the_door(*units: Unit, **more: Any) -> Game:
    """The Guards beside Overasselt (32), which is German-controlled and Vacant; 231 Brigade is due."""
    waiting = [unit(name, "off", due=18) for name in ("1Hamps", "1Dorset", "2Devon", "124Fd")]
    return position(*units, *waiting, unit("Rink", "13"), **{"control": {"F": "XXX"}, "at": "18-3", **more})


@pytest.mark.rule("18.3", "14.5")
def test_conditional_units_come_at_once_and_act_if_zone_f_is_still_to_be_activated():
    game = at_the_door(unit("1Gren", "31"))
    do(game, "assault 31")
    assert place(game, "1Hamps") == "off"
    do(game, "move 1Gren 32")
    assert (place(game, "1Hamps"), condition(game, "1Hamps")) == ("F", "fresh")
    do(game, "assault F", "move 1Hamps 64")
    assert place(game, "1Hamps") == "64"


@pytest.mark.rule("18.3", "14.5", "8.21")
def test_conditional_units_wait_if_zone_f_has_been_activated():
    game = at_the_door(unit("1Gren", "31"), unit("5Cold", "F"))
    do(game, "assault F", "move 5Cold 64", "end", "assault 31", "move 1Gren 32")
    assert place(game, "1Hamps") == "F"
    assert refused(game, "move 1Hamps 64").rule == "8.21"
    assert refused(game, "assault F").rule == "14.5"


@pytest.mark.rule("18.3")
def test_conditional_units_come_the_moment_the_last_german_is_gone():
    game = at_the_door(unit("1Gren", "32", attack=20), unit("Hoff3", "32"), control=OPEN, dice=rolls(7, 7))
    do(game, "assault 32")
    assert place(game, "1Hamps") == "off"
    attack(game, "32", "1Gren")
    assert place(game, "1Hamps") == "F"


@pytest.mark.rule("18.3")
def test_conditional_units_come_when_germans_leave_in_their_own_impulse():
    game = at_the_door(unit("1Gren", "32"), unit("Hoff3", "32"), control=OPEN, side=GERMAN)
    do(game, "assault 32", "move Hoff3 31")
    assert place(game, "1Hamps") == "F"


@pytest.mark.rule("18.3", "6.5")
def test_conditional_units_come_when_germans_regroup_away():
    units = (unit("1Gren", "32"), unit("Hoff3", "32"))
    halves = (sequence.Day(18, "end"), Regrouping(ALLIED), Regrouping(GERMAN))
    game = at_the_door(*units, control={**OPEN, "F": "XXX", "64": "XXX"}, stack=halves)
    do(game, "regroup Hoff3 31")
    assert place(game, "1Hamps") == "F"
    do(game, "end")
    assert game.side == ALLIED
    do(game, "regroup 1Hamps 64")


@pytest.mark.rule("18.3", "13.9")
def test_conditional_units_come_when_the_last_german_has_surrendered():
    game = at_the_door(unit("1Gren", "32"), control=OPEN, stack=(sequence.Day(18, "regroup"),))
    assert place(game, "1Hamps") == "F"


# The UK box (18.4, 18.41)


def uk(name: str, area: str, **changes: Any) -> Unit:
    """A unit in the UK box with a drop area on its back."""
    return unit(name, "UK", drop=area, **changes)


LIFT = (uk("10Para", "2"), uk("11Para", "2"), uk("156Para", "2"), uk("2SStaff", "4"))
FREE = {"2": "airborne", "4": "airborne", "8": "airborne", "13": "airborne", "7": "airborne"}


def lift(*units: Unit, **more: Any) -> Game:
    """The second lift in England, an enemy far off, and the country around Wolfheze in Allied hands."""
    return position(*LIFT, unit("Kussin", "12"), *units, **{"at": "18-3", "control": FREE, **more})


@pytest.mark.rule("18.4", "8.1", "8.21")
def test_the_uk_box_is_activated_as_an_area_is():
    game = lift()
    assert "assault UK" in legal(game)
    do(game, "assault UK", "drop 10Para 2", "end", "end")
    assert (game.side, place(game, "10Para")) == (GERMAN, "2")
    assert refused(game, "assault UK").rule == "18.4"


@pytest.mark.rule("18.4")
def test_an_empty_uk_box_is_not_activated():
    assert refused(position(unit("1Para", "4")), "assault UK").rule == "18.4"


@pytest.mark.rule("17.2", "17.3", "18.4")
def test_there_are_no_drops_in_overcast_weather():
    game = lift(weather="overcast", start_weather="clear")
    assert "assault UK" not in legal(game)
    assert refused(game, "assault UK").rule == "17.3"
    assert "assault UK" in legal(lift(weather="clear", start_weather="overcast"))


@pytest.mark.rule("18.4", "19.2", "19.4")
def test_no_bridge_is_repaired_or_blown_with_the_uk_box():
    more = {"blown": ("54-63",), "holders": {"53-54": ALLIED}, "control": {"54": "airborne"}}
    game = position(uk("2-327", "54"), unit("1-502", "54"), unit("Rink", "53"), at="18-3", **more)
    do(game, "assault UK", "drop 2-327 54", "end")
    assert refused(game, "repair 54-63").rule == "19.2"
    assert refused(game, "blow 53-54").rule == "19.4"
    assert not legal(game, "repair")
    assert not legal(game, "blow")


@pytest.mark.rule("18.4", "9.22")
def test_a_bridge_may_be_seized_by_who_has_just_dropped():
    game = position(uk("2-327", "54"), unit("Rink", "52"), at="18-3", dice=(6,))
    do(game, "assault UK", "drop 2-327 54", "end", "seize 2-327 54-63")
    assert game.state.crossings["54-63"].holder == ALLIED


@pytest.mark.rule("18.41", "18.5", "9.66")
def test_each_unit_drops_in_the_area_on_its_back():
    game = lift()
    do(game, "assault UK")
    assert legal(game, "drop") == {"drop 10Para 2", "drop 11Para 2", "drop 156Para 2", "drop 2SStaff 4"}
    assert refused(game, "drop 10Para 4").rule == "18.5"
    assert refused(game, "drop Kussin 4").rule == "18.4"


@pytest.mark.rule("18.41")
def test_three_units_leave_the_uk_box_in_an_impulse():
    game = lift()
    do(game, "assault UK", "drop 10Para 2", "drop 11Para 2", "drop 156Para 2")
    assert legal(game) == {"end"}
    assert refused(game, "drop 2SStaff 4").rule == "18.41"


@pytest.mark.rule("18.41", "12.3")
def test_q17_not_even_a_double_impulse_takes_a_fourth():
    game = lift(holder=ALLIED)
    do(game, "assault UK", "drop 10Para 2", "end", "double")
    assert refused(game, "assault UK").rule == "18.41"
    assert "assault UK" not in legal(game)


@pytest.mark.rule("18.41", "7.1")
def test_with_those_already_there_ten_units_at_most():
    crowd = [unit(name, "2") for name in CORPS[:9]]
    game = lift(*crowd)
    do(game, "assault UK", "drop 10Para 2")
    assert refused(game, "drop 11Para 2").rule == "18.41"
    assert "drop 2SStaff 4" in legal(game)
    fewer = lift(*crowd[:8])
    do(fewer, "assault UK", "drop 10Para 2", "drop 11Para 2")
    assert refused(fewer, "drop 156Para 2").rule == "18.41"


@pytest.mark.rule("18.41")
def test_artillery_drops_into_an_uncontested_german_area_only_with_a_point_unit():
    guns = (uk("319GFA", "33"), uk("1-325", "33"), uk("2-325", "32"))
    game = position(*guns, unit("Rink", "13"), at="18-3")
    do(game, "assault UK")
    assert refused(game, "drop 319GFA 33").rule == "18.41"
    do(game, "drop 2-325 32")
    assert refused(game, "drop 319GFA 33").rule == "18.41"  # the point unit drops elsewhere
    do(game, "drop 1-325 33", "drop 319GFA 33")
    for there, control in (((), "airborne"), ((unit("1-508", "33"), unit("Melitz", "33")), "German")):
        alone = position(*guns, *there, at="18-3", control={"33": control})
        do(alone, "assault UK", "drop 319GFA 33")


@pytest.mark.rule("18.41")
def test_artillery_alone_does_not_open_the_uk_box():
    game = position(uk("319GFA", "33"), unit("1-508", "30"), at="18-3")
    assert refused(game, "assault UK").rule == "18.4"


@pytest.mark.rule("18.41", "9.66", "4.121")
def test_q4_airborne_artillery_is_dropped_and_bound_as_other_airborne_units():
    guns = {name: entry for name, entry in BOOK.roster.items() if entry.type == "artillery" and entry.range}
    assert {entry.range for entry in guns.values()} == {"1", "82", "101"}
    game = position(unit("320GFA", "33"), unit("55Fd", "33"), unit("1Gren", "29"), control={"D": "XXX"})
    do(game, "assault 33")
    assert refused(game, "move 320GFA D").rule == "9.66"
    do(game, "move 55Fd D")


# The drop (18.42, 18.43)


@pytest.mark.rule("18.42")
def test_the_drop_is_declared_whole_and_into_several_areas():
    game = lift()
    do(game, "assault UK")
    assert refused(game, "end").rule == "18.42"
    do(game, "drop 10Para 2", "drop 2SStaff 4")
    assert refused(game, "drop 10Para 2").rule == "18.42"
    assert places(game, {"10Para", "2SStaff"}) == {"UK"}
    do(game, "end")
    assert (place(game, "10Para"), place(game, "2SStaff")) == ("2", "4")
    assert game.state.now.dropped == 2  # of three in the impulse (18.41)


@pytest.mark.rule("18.42", "8.3")
def test_who_drops_and_does_nothing_stays_fresh():
    game = lift()
    do(game, "assault UK", "drop 10Para 2", "drop 11Para 2", "end", "move 11Para 4", "end")
    assert [condition(game, name) for name in ("10Para", "11Para")] == ["fresh", "spent"]


@pytest.mark.rule("18.42", "9.2")
@pytest.mark.parametrize(("control", "reach"), [("airborne", 3), ("German", 2)])
def test_who_moves_at_once_pays_for_the_drop_area(control, reach):
    game = lift(control={**FREE, "2": control})  # four points: one for a Free area, two for the enemy's Vacant one
    do(game, "assault UK", "drop 10Para 2", "end")
    route = ["4", "8", "13", "7"]
    do(game, *(f"move 10Para {area}" for area in route[:reach]))
    [after] = route[reach : reach + 1] or ["4"]
    assert refused(game, f"move 10Para {after}").rule == "9.2"


@pytest.mark.rule("18.42", "9.21")
def test_the_drop_counts_against_the_minimum_move():
    game = position(uk("10Para", "2", mf=1), at="18-3", control=FREE)
    do(game, "assault UK", "drop 10Para 2", "end")
    assert refused(game, "move 10Para 4").rule == "9.2"


@pytest.mark.rule("18.42", "7.2", "7.21")
def test_the_drop_takes_control_of_a_vacant_area():
    game = lift(control={})
    do(game, "assault UK", "drop 10Para 2", "end")
    assert game.state.control["2"] == "airborne"


def among_enemies(*units: Unit, control: str = "German", **more: Any) -> Game:
    """A German battalion on Ginkelse Heide, to drop upon."""
    return lift(unit("Rink", "2"), *units, control={**FREE, "2": control}, **more)


@pytest.mark.rule("18.42")
def test_who_has_dropped_does_not_fight_beside_who_is_there():
    game = among_enemies(unit("1Border", "2"))
    do(game, "assault UK", "drop 10Para 2", "end", "attack 2", "point 10Para")
    assert refused(game, "join 1Border").rule == "10.1"
    assert not legal(game, "join")


@pytest.mark.rule("18.42", "12.3")
@pytest.mark.parametrize("order", [("UK", "2"), ("2", "UK")])
def test_a_double_impulse_of_uk_box_and_drop_area_lets_them_fight_together(order):
    game = among_enemies(unit("1Border", "2"), holder=ALLIED, dice=rolls(7, 7))
    for space in order:
        if space == order[1]:
            do(game, "double")
        do(game, f"assault {space}")
        if space == "UK":
            do(game, "drop 10Para 2", "end")
    do(game, "attack 2", "point 10Para", "join 1Border", "fight")


@pytest.mark.rule("18.43", "10.2")
def test_dropping_on_germans_in_an_uncontested_area_is_a_mandatory_attack():
    game = among_enemies()
    do(game, "assault UK", "drop 10Para 2", "drop 11Para 2", "end")
    assert refused(game, "end").rule == "10.2"
    do(game, "attack 2", "point 10Para")
    assert set(game.state.stack[-1].attackers) == {"10Para", "11Para"}


@pytest.mark.rule("18.43", "18.42")
@pytest.mark.parametrize("control", ["German", "airborne"])
def test_q45_in_a_contested_area_nobody_must_attack(control):
    game = among_enemies(unit("1Border", "2"), control=control)
    do(game, "assault UK", "drop 10Para 2", "end", "end")
    assert (place(game, "10Para"), condition(game, "10Para")) == ("2", "fresh")


@pytest.mark.rule("18.43", "18.42")
def test_q45_in_an_allied_controlled_area_nobody_must_attack():
    game = among_enemies(control="airborne")
    do(game, "assault UK", "drop 10Para 2", "end", "end")
    assert (place(game, "10Para"), condition(game, "10Para")) == ("2", "fresh")


@pytest.mark.rule("18.43", "10.741")
def test_who_fails_after_a_drop_does_not_retreat():
    game = among_enemies(dice=rolls(2, 12))
    do(game, "assault UK", "drop 10Para 2", "end")
    attack(game, "2", "10Para")
    settle(game)
    assert (place(game, "10Para"), condition(game, "10Para")) == ("2", "dis1")
    optional = among_enemies(unit("1Border", "2"), control="airborne", dice=rolls(2, 12))
    do(optional, "assault UK", "drop 10Para 2", "end")
    attack(optional, "2", "10Para")
    assert stage(optional) != "fall_back"  # nor may who attacked of its own will
    settle(optional)
    assert place(optional, "10Para") == "2"


@pytest.mark.rule("10.5", "18.43")
def test_there_are_overruns_after_a_drop():
    game = lift(unit("Rink", "4"), uk("7KOSB", "4", attack=20), control={}, dice=rolls(7, 7))
    do(game, "assault UK", "drop 7KOSB 4", "end")
    assert told(attack(game, "4", "7KOSB"), "overrun")
    assert refused(game, "move 7KOSB 8").rule == "9.2"  # four points, all spent
    game = lift(unit("Rink", "4"), uk("7KOSB", "4", attack=20, mf=5), control={"8": "airborne"}, dice=rolls(7, 7))
    do(game, "assault UK", "drop 7KOSB 4", "end")
    attack(game, "4", "7KOSB")
    do(game, "move 7KOSB 8")


@pytest.mark.rule("12.3", "9.3", "18.42")
def test_nobody_drops_into_an_area_that_has_been_attacked_in_the_impulse():
    game = among_enemies(unit("1Border", "2"), holder=ALLIED, dice=rolls(7, 7))
    do(game, "assault 2", "attack 2", "point 1Border", "fight")
    settle(game)
    do(game, "double", "assault UK")
    assert refused(game, "drop 10Para 2").rule == "9.3"
    do(game, "drop 2SStaff 4", "end")


@pytest.mark.rule("15.12", "18.42")
def test_q44_artillery_that_has_just_dropped_supports_nothing():
    units = (uk("1-325", "33"), uk("319GFA", "33"), unit("376PFA", "33"), unit("Melitz", "33"))
    game = position(*units, at="18-3", control={"33": "airborne"})
    do(game, "assault UK", "drop 1-325 33", "drop 319GFA 33", "end", "attack 33", "point 1-325")
    assert refused(game, "support 319GFA").rule == "15.12"
    do(game, "support 376PFA")


# Interdiction (18.44; I1)


def shot_at(die: int, **changes: Any) -> Game:
    """A drop on Ginkelse Heide under two guns: one there, one beside it."""
    game = lift(unit("FlakEin", "4"), unit("TwrDeelen", "9"), control={"2": "airborne"}, dice=(die,), **changes)
    do(game, "assault UK", "drop 10Para 2", "end")
    return game


@pytest.mark.rule("18.44")
@pytest.mark.parametrize(("die", "expected"), [(1, "dis1"), (2, "spent"), (3, "fresh"), (6, "fresh")])
def test_i1_the_die_against_the_interdiction_value(die, expected):
    game = shot_at(die)
    assert (place(game, "10Para"), condition(game, "10Para")) == ("2", expected)


@pytest.mark.rule("18.44")
@pytest.mark.parametrize("die", [1, 2])
def test_who_is_interdicted_does_nothing_more(die):
    game = shot_at(die)
    assert not legal(game, "move")
    assert refused(game, "move 10Para 4").rule == "8.21"
    assert "move 10Para 1" in legal(shot_at(3))


@pytest.mark.rule("18.44", "12.2")
@pytest.mark.parametrize(("holder", "asked"), [(GERMAN, [2, 3, 6]), (ALLIED, [1, 2])])
def test_who_holds_the_advantage_is_asked_as_long_as_a_die_could_serve_better(holder, asked):
    games = {die: shot_at(die, holder=holder) for die in (1, 2, 3, 6)}
    assert [die for die, game in games.items() if legal(game, "reroll")] == asked


@pytest.mark.rule("18.44", "18.43")
def test_who_is_interdicted_among_enemies_does_not_attack():
    game = among_enemies(unit("FlakEin", "1"), dice=(1,))
    do(game, "assault UK", "drop 10Para 2", "end")
    assert refused(game, "attack 2").rule == "10.3"
    do(game, "end")
    assert (place(game, "10Para"), condition(game, "10Para")) == ("2", "spent")


@pytest.mark.rule("18.44", "4.124", "4.125", "16.4")
def test_the_value_counts_fresh_flak_towers_and_markers_there_and_beside():
    near = [unit("FlakEin", "2"), unit("Gropp", "4"), unit("TwrDeelen", "9")]
    none = [unit("FlakNij", "1", "spent"), unit("TwrArnhem", "5", "dis1"), unit("Swoboda", "8"), unit("Art191", "4")]
    game = position(*near, *none, interdiction=("5",))
    assert interdiction_value(game.state, None, "2") == 4
    far = position(*none, interdiction=("8",))
    assert interdiction_value(far.state, None, "2") == 0


@pytest.mark.rule("18.44", "14.1")
def test_flak_in_an_adjacent_zone_interdicts_too():
    game = position(uk("1-325", "33"), unit("Gropp", "D"), at="18-3", dice=(1,))
    do(game, "assault UK", "drop 1-325 33", "end")
    assert condition(game, "1-325") == "spent"
    far = position(uk("1-325", "33"), unit("Gropp", "E"), at="18-3")
    assert not told(do(far, "assault UK", "drop 1-325 33", "end"), "roll")


@pytest.mark.rule("18.44")
def test_without_guns_and_markers_nobody_rolls():
    game = lift()
    assert not told(do(game, "assault UK", "drop 10Para 2", "end"), "roll")
    marked = lift(interdiction=("4",), dice=(1,))
    assert len(told(do(marked, "assault UK", "drop 10Para 2", "end"), "roll")) == 1


@pytest.mark.rule("18.44", "18.42")
def test_one_die_for_each_unit_once_all_drops_are_declared():
    game = lift(unit("FlakEin", "4"), dice=(1, 6, 1))
    quiet = do(game, "assault UK", "drop 10Para 2", "drop 2SStaff 4", "drop 11Para 2")
    assert not told(quiet, "roll")
    dice = told(do(game, "end"), "roll")
    assert [event.data["subject"] for event in dice] == ["10Para", "2SStaff", "11Para"]
    assert [condition(game, name) for name in ("10Para", "2SStaff", "11Para")] == ["spent", "fresh", "spent"]


@pytest.mark.rule("18.44")
def test_interdiction_spends_neither_guns_nor_markers():
    game = lift(unit("FlakEin", "4"), unit("TwrDeelen", "9"), interdiction=("4",), dice=(6, 6))
    do(game, "assault UK", "drop 10Para 2", "drop 2SStaff 4", "end")
    assert [condition(game, name) for name in ("FlakEin", "TwrDeelen")] == ["fresh", "fresh"]
    assert game.state.interdiction == ("4",)


# Late drops (18.5)


@pytest.mark.rule("18.5", "3.261")
@pytest.mark.parametrize("date", [18, 19])
def test_on_the_18th_and_19th_the_drop_area_is_fixed(date):
    game = position(uk("10Para", "2"), uk("1-325", "32"), at=f"{date}-3")
    do(game, "assault UK")
    assert legal(game, "drop") == {"drop 10Para 2", "drop 1-325 32"}


@pytest.mark.rule("18.5", "3.261")
def test_after_the_19th_any_drop_area_of_the_divisions_colour_will_do():
    game = position(uk("10Para", "2"), uk("1-325", "32"), uk("1-327", "54"), at="20-3")
    do(game, "assault UK")
    for name, division, colour in (("10Para", "1", "red"), ("1-325", "82", "green"), ("1-327", "101", "green")):
        expected = {
            area for area in BOOK.areas if BOOK.spaces[area].drop == colour and division in BOOK.spaces[area].ranges
        }
        assert {text.split()[2] for text in legal(game, "drop") if text.split()[1] == name} == expected
    assert refused(game, "drop 10Para 33").rule == "18.5"
    assert refused(game, "drop 1-325 54").rule == "18.5"
