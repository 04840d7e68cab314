"""Rules 11 and 15: bombardment by artillery, attrition points, support of attacks.

Most fire falls on Geldrop (61, TEM 2) from Valkenswaard (64) beside it, with equal dice: then the attrition points are
the attack value less four.
"""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.titles.montys_gamble.battles import attack, rolls, settle
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
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.titles.montys_gamble.state import Unit

EVEN = (3, 4, 3, 4)
"""The same DR, 7, on both sides."""
SHELTER = 4
"""Twice the TEM of Geldrop (11.3)."""


def shelled(*targets: Unit, points: int, aim: str) -> Game:
    """A bombardment of Geldrop that has made so many attrition points."""
    game = position(unit("55Fd", "64", attack=SHELTER + points), *targets, dice=EVEN)
    result = fire(game, "61", "lead 55Fd", aim=aim)
    assert result.data["points"] == points
    return game


def fire(game: Game, space: str, *parts: str, aim: str | None = None) -> Event:
    """Bombard a space, aiming at a target, or else at the only one. The result."""
    do(game, f"bombard {space}", *parts)
    if "fight" not in legal(game):
        [only] = [f"aim {aim}"] if aim else legal(game, "aim")
        do(game, only)
    [result] = told(do(game, "fight"), "bombardment_result")
    return result


def terms(event: Event, which: str) -> list[int]:
    """The terms of an attack value (`av`) or defence value (`dv`)."""
    return [value for _, value, _ in event.data[which]]


def total(event: Event, which: str) -> int:
    return sum(terms(event, which))


# The impulse (11.1)


@pytest.mark.rule("11.1", "8.23")
def test_in_a_bombardment_nobody_moves_and_no_bridge_is_worked_on():
    game = position(
        unit("55Fd", "64"), unit("1Gren", "64"), unit("Rink", "61"), holders={"63-64": ALLIED, "62-64": ALLIED}
    )
    do(game, "bombard 61")
    assert legal(game) == {"lead 55Fd"}
    for command in ("move 1Gren 61", "seize 1Gren 63-64", "blow 63-64", "repair 63-64", "attack 61"):
        refused(game, command)
    do(game, "lead 55Fd", "fight")
    assert place(game, "1Gren") == "64"
    assert condition(game, "1Gren") == "fresh"


@pytest.mark.rule("11.1", "13.1", "8.3", "13.2")
def test_artillery_that_bombards_stays_fresh():
    game = position(unit("55Fd", "64"), unit("153Fd", "64"), unit("Rink", "61"))
    fire(game, "61", "lead 55Fd", "support 153Fd")
    assert [condition(game, name) for name in ("55Fd", "153Fd")] == ["fresh", "fresh"]


@pytest.mark.rule("11.11")
def test_only_artillery_leads_and_supports():
    game = position(unit("55Fd", "64"), unit("1Gren", "64"), unit("2Gren", "64"), unit("Rink", "61"))
    do(game, "bombard 61")
    assert legal(game) == {"lead 55Fd"}
    assert refused(game, "lead 1Gren").rule == "11.11"
    do(game, "lead 55Fd")
    assert refused(game, "support 2Gren").rule == "11.11"


@pytest.mark.rule("11.11", "16.1")
def test_germans_bombard_with_artillery_only():
    game = position(unit("SSArt10", "63"), unit("Gropp", "63"), unit("1Gren", "64"), side=GERMAN)
    assert legal(game, "air") == set()
    assert refused(game, "air RAF2 64").rule == "16.1"
    do(game, "bombard 64")
    assert refused(game, "lead Gropp").rule == "11.11"  # FLAK is no artillery
    assert legal(game) == {"lead SSArt10"}
    only_flak = position(unit("Gropp", "63"), unit("1Gren", "64"), side=GERMAN)
    assert refused(only_flak, "bombard 64").rule == "11.111"


@pytest.mark.rule("13.1")
@pytest.mark.parametrize("state", ["spent", "dis1", "dis2"])
def test_only_fresh_artillery_bombards(state):
    game = position(unit("55Fd", "64", state), unit("Rink", "61"))
    assert legal(game, "bombard") == set()
    refused(game, "bombard 61")
    game = position(unit("153Fd", "64"), unit("55Fd", "64", state), unit("Rink", "61"))
    do(game, "bombard 61")
    assert refused(game, "lead 55Fd").rule == "13.1"
    do(game, "lead 153Fd")
    assert refused(game, "support 55Fd").rule == "13.1"


@pytest.mark.rule("11.1")
def test_there_is_no_bombardment_without_a_target():
    game = position(unit("55Fd", "64"), unit("Rink", "61"))
    assert legal(game, "bombard") == {"bombard 61"}
    assert refused(game, "bombard 65").rule == "11.12"


# Range (11.111, 15.11, 15.13)


@pytest.mark.rule("11.111", "15.11")
def test_artillery_reaches_its_own_area_and_adjacent_areas():
    targets = [unit("Rink", "61"), unit("Eindh", "63"), unit("HGErs", "54")]
    game = position(unit("55Fd", "64"), *targets)
    assert legal(game, "bombard") == {"bombard 61", "bombard 63"}
    assert refused(game, "bombard 54").rule == "11.111"
    inside = position(unit("55Fd", "61"), *targets)
    assert legal(inside, "bombard") == {"bombard 61"}


@pytest.mark.rule("11.111", "15.13")
def test_corps_artillery_reaches_two_areas():
    targets = [unit("Rink", "61"), unit("HGErs", "54"), unit("Stargaard", "53")]
    game = position(unit("7Med", "64"), *targets)
    assert legal(game, "bombard") == {"bombard 61", "bombard 54"}
    assert refused(game, "bombard 53").rule == "11.111"  # three areas away


@pytest.mark.rule("11.111")
def test_range_does_not_care_for_rivers_and_roads():
    game = position(unit("55Fd", "5"), unit("Rink", "24"))
    assert BOOK.edges["5"]["24"].water == "river"
    assert legal(game, "bombard") == {"bombard 24"}


@pytest.mark.rule("15.11", "15.13")
@pytest.mark.parametrize("gun", ["55Fd", "7Med"])
def test_artillery_in_a_contested_area_bombards_only_that_area(gun):
    foes = [unit("Hoff3", "64"), unit("Rink", "61")]
    game = position(unit(gun, "64"), *foes, control={"64": "XXX"})
    assert legal(game, "bombard") == {"bombard 64"}
    assert refused(game, "bombard 61").rule == "11.111"
    free = position(unit(gun, "64"), foes[1])
    assert "bombard 61" in legal(free)


@pytest.mark.rule("9.66", "4.121")
def test_airborne_artillery_bombards_outside_its_operational_range():
    game = position(unit("320GFA", "29"), unit("Rink", "39"))
    assert "82" not in BOOK.spaces["39"].ranges
    assert legal(game, "bombard") == {"bombard 39"}


@pytest.mark.rule("11.2", "15.11")
def test_q9_supporting_corps_artillery_fires_from_two_areas_away():
    foes = [unit("Rink", "61")]
    game = position(unit("55Fd", "64"), unit("7Med", "62"), unit("153Fd", "62"), *foes)
    do(game, "bombard 61")
    assert refused(game, "lead 153Fd").rule == "11.111"
    do(game, "lead 55Fd")
    assert legal(game, "support") == {"support 7Med"}
    assert refused(game, "support 153Fd").rule == "11.111"


@pytest.mark.rule("11.2")
def test_supporting_artillery_in_a_contested_area_helps_only_there():
    game = position(unit("55Fd", "64"), unit("153Fd", "65"), unit("Hoff3", "65"), unit("Rink", "61"))
    do(game, "bombard 61", "lead 55Fd")
    assert refused(game, "support 153Fd").rule == "11.111"
    beside = position(unit("55Fd", "64"), unit("153Fd", "65"), unit("Rink", "61"))
    do(beside, "bombard 61", "lead 55Fd", "support 153Fd")


# Barrage (11.112)


@pytest.mark.rule("11.112", "15.13")
def test_v33_a_barrage_doubles_the_lead_and_all_become_spent():
    guns = [unit("7Med", "64", attack=5), unit("64Med", "62"), unit("55Fd", "64"), unit("153Fd", "64")]
    game = position(*guns, unit("Rink", "61"), dice=EVEN)
    result = fire(game, "61", "lead 7Med", "barrage", "support 64Med", "support 55Fd")
    assert terms(result, "av") == [10, 2]
    assert [condition(game, gun.id) for gun in guns] == ["spent", "spent", "spent", "fresh"]


@pytest.mark.rule("11.112", "15.13")
def test_only_corps_artillery_leads_a_barrage():
    game = position(unit("55Fd", "64"), unit("7Med", "64"), unit("Rink", "61"))
    do(game, "bombard 61", "lead 55Fd", "support 7Med")
    assert refused(game, "barrage").rule == "11.112"
    assert "barrage" not in legal(game)


@pytest.mark.rule("11.112")
def test_corps_artillery_may_do_without_a_barrage():
    game = position(unit("7Med", "64", attack=5), unit("Rink", "61"), dice=EVEN)
    result = fire(game, "61", "lead 7Med")
    assert total(result, "av") == 5
    assert condition(game, "7Med") == "fresh"


# Primary target (11.12, 15.1)


@pytest.mark.rule("11.12", "15.1")
def test_artillery_is_no_primary_target_while_another_type_is_there():
    game = position(unit("55Fd", "64"), unit("Rink", "61", "dis2"), unit("Art191", "61"), unit("FlakEin", "61"))
    do(game, "bombard 61", "lead 55Fd")
    assert legal(game, "aim") == {"aim Rink", "aim FlakEin"}  # a Dis2 unit may be picked
    assert refused(game, "aim Art191").rule == "11.12"
    alone = position(unit("55Fd", "64"), unit("SSArt10", "61"), unit("Art191", "61"))
    do(alone, "bombard 61", "lead 55Fd")
    assert legal(alone, "aim") == {"aim SSArt10", "aim Art191"}


@pytest.mark.rule("11.12")
def test_the_primary_target_is_in_the_target_area_and_must_be_named():
    game = position(unit("55Fd", "64"), unit("Rink", "61"), unit("Eindh", "61"), unit("HGErs", "63"))
    do(game, "bombard 61", "lead 55Fd")
    assert refused(game, "aim HGErs").rule == "11.12"
    assert refused(game, "fight").rule == "11.12"
    do(game, "aim Rink")
    assert "fight" in legal(game)


def at_the_works(gun: Unit, level: int = 2, border: str = "63-64", **more: Any) -> Game:
    """A German gun before a blown bridge with an Allied construction marker; British in Valkenswaard (64)."""
    allies = [unit("1Gren", "64"), unit("5Cold", "64", "spent"), unit("3Irish", "54", "spent")]
    return position(gun, *allies, side=GERMAN, works={border: {ALLIED: level}}, **more)


def level(game: Game, border: str, side: str) -> int:
    return int(game.state.crossings[border].works.get(side, 0))


@pytest.mark.rule("11.12", "19.22", "11.41")
def test_w15_a_point_lowers_a_construction_marker_and_the_rest_hits_units():
    game = at_the_works(unit("SSArt10", "63", attack=SHELTER + 1), dice=EVEN)
    fire(game, "64", "lead SSArt10", aim="work/63-64")
    assert level(game, "63-64", ALLIED) == 1
    assert condition(game, "5Cold") == "spent"
    assert game.state.construction_used[ALLIED] == 0
    game = at_the_works(unit("SSArt10", "63", attack=SHELTER + 2), dice=EVEN)
    fire(game, "64", "lead SSArt10", aim="work/63-64")
    assert level(game, "63-64", ALLIED) == 1
    assert condition(game, "5Cold") == "dis1"
    assert game.state.crossings["63-64"].blown


@pytest.mark.rule("19.22")
def test_w15_a_construction_marker_of_level_one_goes_to_used():
    game = at_the_works(unit("SSArt10", "63", attack=SHELTER + 1), level=1, dice=EVEN)
    fire(game, "64", "lead SSArt10", aim="work/63-64")
    assert level(game, "63-64", ALLIED) == 0
    assert game.state.construction_used[ALLIED] == 1


@pytest.mark.rule("11.12", "11.41")
def test_a_construction_marker_takes_points_only_as_primary_target():
    game = at_the_works(unit("SSArt10", "63", attack=SHELTER + 9), dice=EVEN)
    fire(game, "64", "lead SSArt10", aim="1Gren")
    assert level(game, "63-64", ALLIED) == 2
    assert [condition(game, name) for name in ("1Gren", "5Cold")] == ["spent", "dis1"]


@pytest.mark.rule("11.12", "19.22")
def test_no_point_leaves_the_construction_marker_as_it_is():
    game = at_the_works(unit("SSArt10", "63", attack=SHELTER), dice=EVEN)
    fire(game, "64", "lead SSArt10", aim="work/63-64")
    assert level(game, "63-64", ALLIED) == 2


@pytest.mark.rule("11.12", "11.111")
def test_q18_the_lead_stands_next_to_the_marker_and_either_bank_is_the_target_area():
    game = at_the_works(unit("SSArt10", "63"))
    do(game, "bombard 63")  # its own area, with nobody in it
    do(game, "lead SSArt10")  # the marker is the only target
    assert legal(game) == {"fight"}
    other = at_the_works(unit("SSArt10", "61"))
    do(other, "bombard 64", "lead SSArt10")  # in range, but beside another boundary
    assert refused(other, "aim work/63-64").rule == "11.12"
    assert "aim work/63-64" not in legal(other)


@pytest.mark.rule("11.12", "11.111")
def test_corps_artillery_two_areas_away_does_not_reach_a_construction_marker():
    works = {"54-63": {GERMAN: 2}}
    game = position(unit("7Med", "64"), unit("55Fd", "63"), unit("Rink", "54"), works=works)
    do(game, "bombard 54", "lead 7Med")
    assert refused(game, "aim work/54-63").rule == "11.12"
    game = position(unit("7Med", "64"), unit("55Fd", "63"), unit("Rink", "54"), works=works)
    do(game, "bombard 54", "lead 55Fd", "aim work/54-63")
    assert legal(game, "support") == {"support 7Med"}  # range 2 to help


@pytest.mark.rule("11.12", "11.3")
@pytest.mark.parametrize(("space", "shelter"), [("63", 6), ("54", 2)])
def test_fire_on_a_construction_marker_is_against_the_terrain_of_the_target_area(space, shelter):
    game = position(unit("55Fd", "63"), unit("Rink", "54"), works={"54-63": {GERMAN: 2}}, dice=EVEN)
    result = fire(game, space, "lead 55Fd", aim="work/54-63")
    assert total(result, "dv") == shelter


@pytest.mark.rule("11.12")
def test_own_construction_markers_are_no_targets():
    game = position(unit("55Fd", "63"), unit("Rink", "54"), works={"54-63": {ALLIED: 2}})
    do(game, "bombard 54", "lead 55Fd")
    assert legal(game) == {"fight"}  # the only target is taken unasked
    assert refused(game, "aim work/54-63").rule == "11.12"
    assert refused(game, "aim Rink").rule == "11.12"  # it is the target already


@pytest.mark.rule("4.7", "11.12", "11.41")
def test_a_point_destroys_a_ferry_for_both_sides_and_for_good():
    gun = unit("55Fd", "16", attack=4 + 1)
    game = position(gun, unit("1Para", "16"), unit("Rink", "15", "spent"), dice=EVEN)
    fire(game, "16", "lead 55Fd")  # the ferry is the only target
    assert game.state.ferries["15-16"] == "destroyed"
    assert [event.data["border"] for event in told(game.entries[-1].events, "ferry_destroyed")] == ["15-16"]
    assert condition(game, "Rink") == "spent"
    for side, mover, there in ((GERMAN, unit("Rink", "15"), "16"), (ALLIED, unit("1Gren", "16"), "15")):
        later = position(mover, unit("1Para", "17"), side=side, ferries=dict(game.state.ferries))
        do(later, f"assault {mover.location}")
        assert refused(later, f"ferry {mover.id} {there}").rule == "9.63"
    unharmed = position(unit("55Fd", "16", attack=4), unit("Rink", "15"), dice=EVEN)
    fire(unharmed, "16", "lead 55Fd")
    assert unharmed.state.ferries["15-16"] == "ready"


@pytest.mark.rule("11.12")
def test_a_ferry_two_areas_away_is_no_target():
    game = position(unit("7Med", "17"), unit("Rink", "16"), unit("Eindh", "16"))
    do(game, "bombard 16", "lead 7Med")
    assert refused(game, "aim ferry/15-16").rule == "11.12"
    near = position(unit("7Med", "15"), unit("Rink", "16"), unit("Eindh", "16"))
    do(near, "bombard 16", "lead 7Med")
    assert "aim ferry/15-16" in legal(near)


# Values (11.2, 11.3; C4)


@pytest.mark.rule("11.2", "15.11")
def test_the_attack_value_is_the_lead_and_one_for_each_other_gun():
    guns = [unit("55Fd", "64", attack=5), unit("153Fd", "64", attack=9), unit("84Med", "65"), unit("64Med", "62")]
    game = position(*guns, unit("Rink", "61"), dice=EVEN)
    result = fire(game, "61", "lead 55Fd", "support 153Fd", "support 84Med", "support 64Med")
    assert terms(result, "av") == [5, 3]
    assert result.data["points"] == 8 - SHELTER


@pytest.mark.rule("11.2", "8.4")
def test_british_and_american_artillery_do_not_fire_together():
    guns = [unit("55Fd", "54"), unit("321GFA", "54"), unit("907GFA", "54")]
    game = position(*guns, unit("Rink", "55"))
    do(game, "bombard 55", "lead 321GFA")
    assert legal(game, "support") == {"support 907GFA"}
    assert refused(game, "support 55Fd").rule == "11.2"
    game = position(*guns, unit("Rink", "55"))
    do(game, "bombard 55", "lead 55Fd")
    assert refused(game, "support 321GFA").rule == "11.2"


@pytest.mark.rule("11.2", "4.11")
@pytest.mark.parametrize("branch", ["Polish", "Dutch"])
def test_polish_and_dutch_artillery_fires_with_the_british(branch):
    game = position(unit("55Fd", "64"), unit("153Fd", "64", branch=branch), unit("Rink", "61"))
    do(game, "bombard 61", "lead 55Fd", "support 153Fd")


@pytest.mark.rule("11.2")
@pytest.mark.parametrize(("other", "expected"), [("SS", [5, 1]), ("Wehrmacht", [5, 1, -1]), ("Luftwaffe", [5, 1, -1])])
def test_q59_ss_and_gray_artillery_together_lose_a_point(other, expected):
    guns = [unit("SSArt10", "61"), unit("Art191", "61", branch=other)]
    game = position(*guns, unit("1Gren", "64"), side=GERMAN, dice=EVEN)
    assert terms(fire(game, "64", "lead SSArt10", "support Art191"), "av") == expected


@pytest.mark.rule("11.2", "11.3")
def test_no_unit_fires_twice_in_one_bombardment():
    game = position(unit("55Fd", "64"), unit("153Fd", "64"), unit("Rink", "61"))
    do(game, "bombard 61", "lead 55Fd", "support 153Fd")
    assert refused(game, "support 55Fd").rule == "11.2"
    assert refused(game, "support 153Fd").rule == "11.2"


@pytest.mark.rule("11.3", "3.23a")
@pytest.mark.parametrize(("area", "gun", "tem"), [("54", "63", 1), ("61", "64", 2), ("63", "64", 3), ("13", "8", 4)])
def test_the_defence_value_is_twice_the_terrain(area, gun, tem):
    game = position(unit("55Fd", gun), unit("Rink", area), dice=EVEN)
    assert BOOK.spaces[area].tem == tem
    assert terms(fire(game, area, "lead 55Fd"), "dv") == [2 * tem]


@pytest.mark.rule("11.3", "15.11")
def test_each_fresh_defending_gun_adds_one_and_nothing_else_does():
    foes = [unit("Art191", "61"), unit("SSArt10", "61"), unit("Art159", "61", "spent"), unit("FlakEin", "61")]
    tough = unit("Rink", "61", defence=12)
    game = position(unit("55Fd", "64"), tough, *foes, unit("ArtFeldt", "65"), dice=EVEN)
    result = fire(game, "61", "lead 55Fd", aim="Rink")
    assert terms(result, "dv") == [SHELTER, 2]


# Attrition points (11.4, 11.41; C5)


@pytest.mark.rule("11.4", "10.71")
@pytest.mark.parametrize(
    ("dice", "expected"), [((6, 6, 1, 1), 11), ((2, 3, 1, 3), 2), ((1, 3, 2, 3), 0), ((1, 1, 6, 6), 0)]
)
def test_attrition_points_are_the_difference_of_the_totals(dice, expected):
    game = position(unit("55Fd", "64", attack=5), unit("Rink", "61"), dice=dice)
    result = fire(game, "61", "lead 55Fd")
    assert result.data["dice"] == (sum(dice[:2]), sum(dice[2:]))
    assert result.data["points"] == expected


@pytest.mark.rule("11.4", "11.41")
@pytest.mark.parametrize(
    ("name", "before", "price", "after"),
    [
        ("Grabner", "fresh", 3, "spent"),
        ("Grabner", "spent", 2, "dis1"),
        ("Grabner", "dis1", 2, "dis2"),
        ("Rink", "fresh", 2, "spent"),
        ("Rink", "spent", 1, "dis1"),
        ("Rink", "dis1", 1, "dis2"),
        ("FlakEin", "fresh", 2, "spent"),
        ("TwrDeelen", "spent", 1, "dis1"),
        ("Art191", "dis1", 1, "dis2"),
    ],
)
def test_c5_what_a_step_costs(name, before, price, after):
    assert condition(shelled(unit(name, "61", before), points=price, aim=name), name) == after
    assert condition(shelled(unit(name, "61", before), points=price - 1, aim=name), name) == before


W3 = (unit("Grabner", "61"), unit("Rink", "61", "spent"), unit("Eindh", "61", "dis2"))
"""Fresh armour, Spent infantry, Dis2 infantry: the rulebook's example."""


def after_w3(aim: str, points: int) -> list[str]:
    game = shelled(*W3, points=points, aim=aim)
    while takes := legal(game, "take"):
        do(game, min(takes))  # either order comes to the same
    return [condition(game, each.id) for each in W3]


@pytest.mark.rule("11.4")
@pytest.mark.parametrize("points", [1, 2])
def test_w3a_q41_too_few_points_for_the_primary_target_are_wasted(points):
    assert after_w3("Grabner", points) == ["fresh", "spent", "dis2"]
    assert after_w3("Grabner", 3) == ["spent", "spent", "dis2"]


@pytest.mark.rule("11.4")
@pytest.mark.parametrize("points", [1, 2, 3])
def test_w3b_the_primary_target_is_hit_and_the_rest_does_not_do(points):
    assert after_w3("Rink", points) == ["fresh", "dis1", "dis2"]
    assert after_w3("Rink", 4) == ["spent", "dis1", "dis2"]


@pytest.mark.rule("11.4")
@pytest.mark.parametrize("points", [1, 2])
def test_w3c_points_slide_off_a_dis2_primary_target(points):
    assert after_w3("Eindh", points) == ["fresh", "dis1", "dis2"]


@pytest.mark.rule("11.4", "11.41")
def test_w3d_as_many_points_as_possible_are_used():
    assert after_w3("Eindh", 3) == ["spent", "spent", "dis2"]
    assert after_w3("Eindh", 4) == ["spent", "dis1", "dis2"]


@pytest.mark.rule("11.41")
def test_the_defender_may_not_spare_units_by_wasting_points():
    foes = [unit("Rink", "61"), unit("Kussin", "61"), unit("Eindh", "61", "spent"), unit("HGErs", "61", "dis2")]
    game = shelled(*foes, points=3, aim="HGErs")
    assert game.side == GERMAN
    assert legal(game) == {"take Rink", "take Kussin", "take Eindh"}  # 2 + 1, in any order
    do(game, "take Rink")  # one is left: only the Spent unit can use it
    assert [condition(game, each.id) for each in foes] == ["spent", "fresh", "dis1", "dis2"]
    game = shelled(*foes, points=2, aim="HGErs")
    assert legal(game) == {"take Rink", "take Kussin"}
    assert refused(game, "take Eindh").rule == "11.41"
    assert refused(game, "take HGErs").rule == "11.41"


@pytest.mark.rule("11.41")
def test_the_defender_chooses_among_equals():
    foes = [unit("Rink", "61"), unit("Kussin", "61", "spent"), unit("Eindh", "61", "spent")]
    game = shelled(*foes, points=3, aim="Rink")
    assert game.side == GERMAN
    assert legal(game) == {"take Kussin", "take Eindh"}
    assert refused(game, "take Rink").rule == "11.41"  # the primary target has lost its step
    do(game, "take Eindh")
    assert [condition(game, each.id) for each in foes] == ["spent", "spent", "dis1"]


@pytest.mark.rule("11.41")
def test_a_unit_loses_one_step_and_points_beyond_are_lost():
    game = shelled(unit("Rink", "61"), unit("Kussin", "61"), points=16, aim="Rink")
    assert [condition(game, name) for name in ("Rink", "Kussin")] == ["spent", "spent"]


@pytest.mark.rule("11.5", "11.4")
def test_bombardment_neither_eliminates_nor_moves_anybody():
    foes = [unit("Rink", "61", "dis2"), unit("Kussin", "61", "dis1")]
    game = shelled(*foes, points=16, aim="Rink")
    assert [condition(game, each.id) for each in foes] == ["dis2", "dis2"]
    assert {place(game, each.id) for each in foes} == {"61"}
    only = shelled(foes[0], points=16, aim="Rink")
    assert condition(only, "Rink") == "dis2"


@pytest.mark.rule("11.41", "12.3")
def test_q17_a_second_bombardment_in_a_double_impulse_costs_another_step():
    game = position(unit("55Fd", "64", attack=SHELTER + 2), unit("Rink", "61"), holder=ALLIED, dice=[*EVEN, *EVEN])
    do(game, "bombard 61", "lead 55Fd", "fight", "keep")
    assert condition(game, "Rink") == "spent"
    do(game, "double", "bombard 61", "lead 55Fd", "fight")
    assert condition(game, "Rink") == "dis1"


@pytest.mark.rule("12.3", "11.1")
def test_a_double_impulse_may_attack_what_it_has_bombarded():
    game = position(
        unit("55Fd", "64", attack=4 + 3), unit("1Gren", "64"), unit("Hoff3", "64"), holder=ALLIED, dice=EVEN
    )
    do(game, "bombard 64", "lead 55Fd", "fight", "keep")
    assert condition(game, "Hoff3") == "spent"
    do(game, "double", "assault 64", "attack 64", "point 1Gren")
    assert "fight" in legal(game)


@pytest.mark.rule("12.3", "11.1")
def test_a_double_impulse_may_bombard_what_it_has_attacked():
    units = (unit("1Gren", "64"), unit("55Fd", "64"), unit("Hoff3", "64"))
    game = position(*units, holder=ALLIED, dice=rolls(2, 12))
    do(game, "assault 64")
    attack(game, "64", "1Gren")
    settle(game)
    do(game, "end", "double", "bombard 64", "lead 55Fd")
    assert legal(game) == {"fight"}


# Attack support (15.12)


def before_attack(*others: Unit, **more: Any) -> Game:
    """The Grenadiers of Valkenswaard (64) have entered Geldrop (61) against one battalion and attack."""
    game = position(unit("1Gren", "64"), unit("Rink", "61"), *others, **more)
    do(game, "assault 64", "move 1Gren 61", "attack 61", "point 1Gren")
    return game


def av(events: Sequence[Event]) -> list[tuple[int, str]]:
    [result] = told(events, "attack_result")
    return [(value, rule) for _, value, rule in result.data["av"]]


@pytest.mark.rule("15.12", "10.72C")
def test_each_fresh_gun_in_support_adds_one_and_stays_fresh():
    guns = [unit("55Fd", "64"), unit("153Fd", "65"), unit("7Med", "62"), unit("64Med", "64")]
    game = before_attack(*guns, dice=EVEN)
    events = do(game, *(f"support {gun.id}" for gun in guns), "fight")
    assert (4, "10.72C") in av(events)
    assert {condition(game, gun.id) for gun in guns} == {"fresh"}


@pytest.mark.rule("15.12")
def test_support_comes_from_adjacent_free_areas_activated_or_not():
    game = before_attack(unit("55Fd", "65"), unit("153Fd", "62"))
    assert legal(game, "support") == {"support 55Fd"}
    assert refused(game, "support 153Fd").rule == "15.12"  # two areas away


@pytest.mark.rule("15.12", "15.13")
def test_corps_artillery_supports_from_two_areas_away_and_belongs_to_no_division():
    game = before_attack(unit("7Med", "62"), unit("64Med", "53"))
    assert legal(game, "support") == {"support 7Med"}
    assert refused(game, "support 64Med").rule == "15.12"


@pytest.mark.rule("15.12")
@pytest.mark.parametrize("gun", ["55Fd", "7Med"])
def test_artillery_in_a_contested_area_supports_only_attacks_there(gun):
    game = before_attack(unit(gun, "65"), unit("Kussin", "65"), control={"65": "XXX"})
    assert refused(game, f"support {gun}").rule == "15.12"
    game = position(unit("5Cold", "65"), unit(gun, "65"), unit("Kussin", "65"), control={"65": "XXX"})
    do(game, "assault 65", "attack 65", "point 5Cold", f"support {gun}")


@pytest.mark.rule("15.12")
@pytest.mark.parametrize("state", ["spent", "dis1", "dis2"])
def test_only_fresh_artillery_supports(state):
    game = before_attack(unit("55Fd", "64", state))
    assert refused(game, "support 55Fd").rule == "10.72C"


@pytest.mark.rule("15.12")
def test_divisional_artillery_supports_only_its_own_division():
    game = position(unit("1Gren", "64"), unit("4Wilts", "64"), unit("112Fd", "64"), unit("Rink", "61"))
    do(game, "assault 64", "move 1Gren 61", "move 4Wilts 61", "attack 61", "point 1Gren")  # both must fight
    assert legal(game, "support") == {"support 112Fd"}
    game = before_attack(unit("112Fd", "64"))
    assert refused(game, "support 112Fd").rule == "15.12"


@pytest.mark.rule("15.12")
def test_divisional_artillery_is_no_company_for_divisional_artillery():
    game = position(unit("2HCR", "64"), unit("55Fd", "61"), unit("153Fd", "64"), unit("Rink", "61"))
    do(game, "assault 64", "move 2HCR 65")
    assert refused(game, "attack 61").rule == "10.3"
    game = position(unit("PrIrene", "61"), unit("55Fd", "61"), unit("153Fd", "64"), unit("Rink", "61"))
    do(game, "assault 61", "attack 61", "point PrIrene", "join 55Fd")
    assert refused(game, "support 153Fd").rule == "15.12"


@pytest.mark.rule("15.12")
def test_independent_german_artillery_supports_no_attack():
    units = [unit("22PG", "63"), unit("Art191", "63"), unit("SSArt10", "63"), unit("1Gren", "62")]
    game = position(*units, side=GERMAN)
    do(game, "assault 63", "move 22PG 62", "attack 62", "point 22PG")
    assert legal(game, "support") == {"support SSArt10"}
    assert refused(game, "support Art191").rule == "15.12"


@pytest.mark.rule("15.12")
def test_there_are_four_independent_german_artillery_battalions():
    guns = [entry for entry in BOOK.roster.values() if entry.side == GERMAN and entry.type == "artillery"]
    assert sum(entry.division is None for entry in guns) == 4
    assert not any("corps" in entry.traits for entry in guns)


@pytest.mark.rule("15.12", "8.3")
def test_artillery_that_moved_supports_no_more_and_becomes_spent():
    units = [unit("1Gren", "64"), unit("55Fd", "64"), unit("153Fd", "64"), unit("Rink", "61")]
    game = position(*units, control={"65": "XXX"}, dice=(1, 1, 6, 6))
    do(game, "assault 64", "move 55Fd 65", "move 1Gren 61", "attack 61", "point 1Gren")
    assert legal(game, "support") == {"support 153Fd"}
    assert refused(game, "support 55Fd").rule == "15.12"
    do(game, "fight", "stay", "end")
    assert [condition(game, name) for name in ("55Fd", "153Fd")] == ["spent", "fresh"]


@pytest.mark.rule("15.12", "10.5")
def test_artillery_may_support_two_attacks_in_one_impulse():
    units = [unit("1Gren", "64", attack=20), unit("3Irish", "64"), unit("55Fd", "64"), unit("Rink", "61")]
    game = position(*units, unit("Kussin", "65"), dice=[*EVEN, *EVEN])
    do(game, "assault 64", "move 1Gren 61", "attack 61", "point 1Gren", "support 55Fd", "fight")
    do(game, "move 3Irish 65", "attack 65", "point 3Irish")
    assert (1, "10.72C") in av(do(game, "support 55Fd", "fight"))
    assert condition(game, "55Fd") == "fresh"


@pytest.mark.rule("15.1")
def test_artillery_is_no_forward_unit_while_another_type_is_there():
    game = before_attack(unit("Art191", "61"), unit("FlakEin", "61"))
    do(game, "fight")
    assert game.side == GERMAN
    assert legal(game) == {"forward Rink", "forward FlakEin"}
    assert refused(game, "forward Art191").rule == "15.1"
    alone = position(unit("1Gren", "64"), unit("Art191", "61"), unit("SSArt10", "61"))
    do(alone, "assault 64", "move 1Gren 61", "attack 61", "point 1Gren", "fight")
    assert legal(alone) == {"forward Art191", "forward SSArt10"}


@pytest.mark.rule("15.1")
def test_artillery_takes_losses_like_others():
    game = shelled(unit("Rink", "61", "dis2"), unit("Art191", "61", "spent"), points=1, aim="Rink")
    assert condition(game, "Art191") == "dis1"
