"""Rule 14: zones, and Zone F with its additional activation."""

from typing import Any

import pytest

from tests.titles.montys_gamble.battles import attack, rolls, settle, stage, values
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
from wargame_tui.titles.montys_gamble.rules.supply import sources
from wargame_tui.titles.montys_gamble.state import Unit

GARRISON = (
    "Kerutt",
    "Hoff2",
    "Penal6",
    "Heinke",
    "Hoff3",
    "Eindh",
    "HGErs",
    "Rink",
    "Stargaard",
    "Greschick",
    "Goebel",
)
"""Eleven German battalions: more than a stack."""


def targets(game: Game, verb: str, name: str) -> set[str]:
    """The spaces of a unit's commands of a kind."""
    return {text.split()[2] for text in legal(game, verb) if text.split()[1] == name}


# Movement (14.2, 14.3)


@pytest.mark.rule("14.2")
def test_w8_zone_f_leads_to_valkenswaard_only():
    game = position(unit("1Gren", "F"), unit("Rink", "13"))
    do(game, "assault F")
    assert targets(game, "move", "1Gren") == {"64"}
    for area in ("56", "63"):
        assert refused(game, f"move 1Gren {area}").rule == "9.1"


@pytest.mark.rule("14.2")
@pytest.mark.parametrize(
    ("zone", "expected"),
    [
        ("A", {"1", "9", "10", "11", "B", "J"}),
        ("C", {"14", "B"}),
        ("D", {"26", "33", "29", "E"}),
        ("I", {"37", "40", "H"}),
    ],
)
def test_zones_are_entered_and_left_along_the_printed_arrows(zone, expected):
    game = position(unit("Rink", zone), side=GERMAN)
    do(game, f"assault {zone}")
    assert targets(game, "move", "Rink") == expected


@pytest.mark.rule("14.2", "9.2")
def test_entering_a_zone_takes_the_whole_movement_factor():
    game = position(unit("Rink", "1", mf=9), side=GERMAN)
    do(game, "assault 1", "move Rink A")
    assert not legal(game, "move")
    assert refused(game, "move Rink B").rule == "9.2"
    slow = position(unit("Rink", "1", mf=1), side=GERMAN)
    do(slow, "assault 1", "move Rink A")
    assert place(slow, "Rink") == "A"


@pytest.mark.rule("14.2")
def test_only_a_unit_that_began_the_impulse_next_to_a_zone_enters_it():
    game = position(unit("Rink", "2", mf=9), unit("Krafft", "1"), side=GERMAN)
    do(game, "assault 2", "move Rink 1")
    assert "A" not in targets(game, "move", "Rink")
    assert refused(game, "move Rink A").rule == "14.2"
    do(game, "end")
    beside = position(unit("Krafft", "1"), side=GERMAN)
    do(beside, "assault 1", "move Krafft A")


@pytest.mark.rule("14.2")
def test_from_zone_to_zone_goes_one_zone_at_a_time():
    game = position(unit("Rink", "A", mf=9), side=GERMAN)
    do(game, "assault A", "move Rink B")
    assert not legal(game, "move")
    assert refused(game, "move Rink C").rule == "9.2"


@pytest.mark.rule("14.2")
def test_leaving_a_zone_costs_what_the_area_costs_and_the_move_goes_on():
    game = position(unit("Rink", "A", mf=3), side=GERMAN, control={"9": "German", "8": "airborne"})
    do(game, "assault A", "move Rink 9", "move Rink 8")  # 1 for a Free area, 2 for the enemy's Vacant one
    assert place(game, "Rink") == "8"
    assert refused(game, "move Rink 13").rule == "9.2"


@pytest.mark.rule("14.2", "9.2")
def test_a_contested_zone_has_no_exit_limits():
    units = [unit("Rink", "A"), unit("1Gren", "A")]
    game = position(*units, side=GERMAN, control={"10": "airborne"})
    do(game, "assault A")
    assert {"9", "10", "11"} <= targets(game, "move", "Rink")  # an enemy-controlled area too, for its normal cost
    do(game, "move Rink 9", "move Rink 8")
    area = position(unit("Rink", "9"), unit("1Para", "9"), side=GERMAN, control={"10": "airborne"})
    do(area, "assault 9")
    assert refused(area, "move Rink 10").rule == "9.2"


@pytest.mark.rule("14.3", "7.1")
def test_zones_have_no_stacking_limit():
    stack = [unit(name, "A") for name in GARRISON[:10]]
    game = position(*stack, unit(GARRISON[10], "9"), side=GERMAN)
    do(game, "assault 9", f"move {GARRISON[10]} A")
    assert sum(each.location == "A" for each in game.state.units.values()) == 11
    area = position(*(unit(name, "10") for name in GARRISON[:10]), unit(GARRISON[10], "9"), side=GERMAN)
    do(area, "assault 9")
    assert refused(area, f"move {GARRISON[10]} 10").rule == "9.61"


# Control and combat (14.1, 14.4)


@pytest.mark.rule("14.1", "7.2")
def test_control_of_zones_passes_as_that_of_areas():
    game = position(unit("1Gren", "9"), unit("Rink", "13"))
    assert game.state.control["A"] == "German"
    do(game, "assault 9", "move 1Gren A")
    assert game.state.control["A"] == "XXX"
    held = position(unit("1Gren", "9"), unit("Rink", "A"))
    do(held, "assault 9", "move 1Gren A")
    assert held.state.control["A"] == "German"


@pytest.mark.rule("14.1")
def test_zones_have_terrain_of_their_own_in_attacks():
    game = position(unit("1Gren", "D"), unit("Rink", "D"), dice=rolls(7, 7))
    do(game, "assault D")
    assert values(attack(game, "D", "1Gren"), "dv")["10.73B"] == BOOK.spaces["D"].tem == 3


@pytest.mark.rule("14.1", "10.5")
def test_there_are_overruns_in_zones():
    game = position(unit("1Gren", "F", attack=20), unit("Kerutt", "F"), dice=rolls(7, 7))
    do(game, "assault F")
    assert told(attack(game, "F", "1Gren"), "overrun")
    do(game, "move 1Gren 64")
    assert place(game, "1Gren") == "64"


@pytest.mark.rule("14.1", "10.2")
def test_entering_an_enemy_zone_is_a_mandatory_attack():
    game = position(unit("Rink", "9"), unit("1Gren", "A"), side=GERMAN)
    do(game, "assault 9", "move Rink A")
    assert refused(game, "end").rule == "10.2"
    contested = position(unit("Rink", "9"), unit("Kussin", "A"), unit("1Gren", "A"), side=GERMAN)
    do(contested, "assault 9", "move Rink A", "end")
    assert condition(contested, "Rink") == "spent"


GUNNERS = (unit("1Gren", "F"), unit("55Fd", "F"), unit("7Med", "F"))


@pytest.mark.rule("14.4", "15.11")
def test_artillery_in_a_zone_bombards_only_there():
    game = position(*GUNNERS, unit("Kerutt", "F"), unit("Hoff3", "64"))
    assert legal(game, "bombard") == {"bombard F"}
    assert refused(game, "bombard 64").rule == "11.111"
    free = position(*GUNNERS, unit("Hoff3", "64"), control={"F": "XXX"})
    assert not legal(free, "bombard")
    assert refused(free, "bombard 64").rule == "11.111"


@pytest.mark.rule("14.4")
def test_artillery_outside_does_not_bombard_a_zone():
    game = position(unit("7Med", "64"), unit("55Fd", "64"), unit("Kerutt", "F"), unit("Rink", "61"))
    assert legal(game, "bombard") == {"bombard 61"}
    assert refused(game, "bombard F").rule == "11.111"
    inside = position(unit("7Med", "64"), unit("55Fd", "F"), unit("Kerutt", "F"), unit("Rink", "61"))
    do(inside, "bombard F", "lead 55Fd")
    assert refused(inside, "support 7Med").rule == "11.111"


@pytest.mark.rule("14.4", "15.11")
def test_zones_do_not_count_in_the_range_of_corps_artillery():
    game = position(unit("7Med", "10"), unit("Rink", "1"), unit("Kussin", "12"))  # 10 and 1 both adjoin Zone A
    assert legal(game, "bombard") == {"bombard 12"}


@pytest.mark.rule("14.4", "15.12")
@pytest.mark.parametrize("gun", ["55Fd", "7Med"])
def test_artillery_in_a_zone_supports_attacks_only_there(gun):
    game = position(*GUNNERS, unit("Hoff3", "64"), control={"F": "XXX"})
    do(game, "assault F", "move 1Gren 64", "attack 64", "point 1Gren")
    assert refused(game, f"support {gun}").rule == "15.12"
    inside = position(*GUNNERS, unit("Kerutt", "F"))
    do(inside, "assault F", "attack F", "point 1Gren", f"support {gun}")


@pytest.mark.rule("14.4", "15.12")
def test_artillery_outside_does_not_support_attacks_in_a_zone():
    game = position(unit("1Gren", "F"), unit("Kerutt", "F"), unit("7Med", "64"), unit("55Fd", "64"))
    do(game, "assault F", "attack F", "point 1Gren")
    assert not legal(game, "support")
    for gun in ("7Med", "55Fd"):
        assert refused(game, f"support {gun}").rule == "15.12"


@pytest.mark.rule("14.1", "13.81", "13.82", "7.2")
def test_q25_zones_as_sources_of_supply():
    game = position(unit("1Gren", "F"), unit("Kerutt", "F"), unit("5Cold", "A"), unit("Rink", "A"))
    assert game.state.control["F"] == game.state.control["A"] == "German"
    assert {"F", "A"} <= set(sources(game.state, GERMAN))  # contested, and still theirs
    assert sources(game.state, ALLIED) == ["F"]  # whoever controls it
    lost = position(unit("1Gren", "A"), unit("Rink", "13"))
    assert "A" not in sources(lost.state, GERMAN)


# Zone F (14.5)


def entry(*units: Unit, **changes: Any) -> Game:
    """Guards in Zone F, a battalion in Wolfheze (5), no Germans near."""
    return position(
        unit("1Gren", "F"), unit("1Para", "4"), unit("Rink", "13"), *units, **{"control": {"F": "XXX"}, **changes}
    )


@pytest.mark.rule("14.5", "8.1")
@pytest.mark.parametrize("holder", [GERMAN, ALLIED])
def test_zone_f_is_activated_in_addition_whoever_holds_the_advantage(holder):
    game = entry(holder=holder)
    do(game, "assault 4", "move 1Para 8")
    assert refused(game, "assault 64").rule == "14.5"
    do(game, "assault F", "move 1Gren 64", "end")
    assert place(game, "1Gren") == "64"
    settle(game)
    assert game.state.advantage.holder == holder


@pytest.mark.rule("14.5")
def test_zone_f_may_be_activated_after_the_first_area_is_done():
    game = entry()
    do(game, "assault 4", "move 1Para 8", "end")
    assert game.side == ALLIED
    assert legal(game, "assault") == {"assault F"}
    do(game, "assault F", "move 1Gren 64", "end")
    assert game.side == GERMAN


@pytest.mark.rule("14.5")
def test_zone_f_may_come_first():
    game = entry()
    do(game, "assault F", "move 1Gren 64", "end", "assault 4", "move 1Para 8", "end")
    assert game.side == GERMAN


@pytest.mark.rule("14.5", "12.3")
def test_beside_zone_f_the_advantage_makes_no_double_impulse():
    game = entry(unit("2Para", "5"), holder=ALLIED)
    do(game, "assault 4", "assault F")
    assert refused(game, "double").rule == "14.5"
    assert refused(game, "assault 5").rule == "14.5"
    assert not legal(game, "assault")
    assert "double" not in legal(game)


@pytest.mark.rule("14.5", "12.3")
def test_a_double_impulse_leaves_no_room_for_zone_f():
    game = entry(unit("2Para", "5"), holder=ALLIED)
    do(game, "assault 4", "double", "assault 5")
    assert not legal(game, "assault")
    assert refused(game, "assault F").rule == "12.3"
    half = entry(unit("2Para", "5"), holder=ALLIED)
    do(half, "assault 4", "double", "assault F", "move 1Gren 64")  # as the second half it is an area like others


@pytest.mark.rule("14.5")
def test_zone_f_is_activated_once():
    game = entry()
    do(game, "assault F")
    assert refused(game, "assault F").rule == "14.5"
    do(game, "end")
    assert "assault F" not in legal(game)


@pytest.mark.rule("14.5", "11.1")
def test_q61_zone_f_goes_with_an_artillery_bombardment():
    game = entry(unit("55Fd", "64"), unit("Eindh", "61"), dice=rolls(7, 7))
    do(game, "bombard 61", "lead 55Fd", "fight")
    assert game.side == ALLIED
    do(game, "assault F", "move 1Gren 64", "end")
    assert game.side == GERMAN
    other = entry(unit("55Fd", "64"), unit("Eindh", "61"), dice=rolls(7, 7, 7))
    do(other, "assault F", "move 1Gren 64", "end", "bombard 61", "lead 55Fd", "fight")
    assert other.side == GERMAN


@pytest.mark.rule("14.5", "8.24")
def test_q61_zone_f_alone_is_an_assault_and_no_pass():
    game = entry(passes=1, dice=rolls(12))
    events = do(game, "assault F", "move 1Gren 64", "end", "end")
    assert not told(events, "daylight_ended")
    assert game.state.passes == 0
    passing = entry(passes=1, dice=rolls(12))
    assert told(do(passing, "pass"), "daylight_ended")


@pytest.mark.rule("14.5", "18.3")
def test_zone_f_is_entered_only_by_retreat():
    game = position(unit("1Gren", "64"), unit("Rink", "13"), control={"F": "XXX"})
    do(game, "assault 64")
    assert "F" not in targets(game, "move", "1Gren")
    assert refused(game, "move 1Gren F").rule == "14.5"
    german = position(unit("Rink", "64"), unit("1Gren", "F"), side=GERMAN)
    do(german, "assault 64")
    assert refused(german, "move Rink F").rule == "14.5"


@pytest.mark.rule("14.5", "10.92")
def test_defenders_of_valkenswaard_may_retreat_into_zone_f():
    british, foe = unit("1Gren", "64"), unit("1-FJR6", "65", attack=9)
    game = position(british, foe, side=GERMAN, control={"F": "XXX"}, dice=rolls(7, 7))
    do(game, "assault 65", "move 1-FJR6 64")
    attack(game, "64", "1-FJR6")
    while stage(game) == "absorb":
        do(game, "take 1Gren")
    do(game, "retreat 1Gren F")
    assert place(game, "1Gren") == "F"


@pytest.mark.rule("14.5", "10.741")
@pytest.mark.parametrize("where", ["F", "64"])
def test_q7_who_fails_in_an_attack_from_zone_f_stays(where):
    foe = unit("Kerutt", where)
    game = position(unit("1Gren", "F"), foe, control={} if where == "F" else {"F": "XXX"}, dice=rolls(2, 12))
    do(game, "assault F")
    if where == "64":
        do(game, "move 1Gren 64")
    attack(game, where, "1Gren")
    settle(game)
    assert (place(game, "1Gren"), condition(game, "1Gren")) == (where, "dis1")


@pytest.mark.rule("14.5")
def test_germans_have_no_additional_zone():
    game = position(unit("Kerutt", "F"), unit("Rink", "13"), unit("1Para", "4"), side=GERMAN)
    do(game, "assault 13")
    assert refused(game, "assault F").rule == "8.1"
    do(game, "end")
    assert game.side == ALLIED
