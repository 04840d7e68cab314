"""Rules 6.5 and 6.51: the Regroup Phase."""

import pytest

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

XXX = dict.fromkeys(BOOK.ground, "XXX")
"""Everything is XXX Corps'."""
INFANTRY = ("4Wilts", "5Wilts", "4SLI", "7Hamps", "4Dorset", "5Dorset", "7SLI", "1Worcs", "5DCLI", "1Hamps", "1Dorset")


def allied(*units, at: str = "19-3", **changes) -> Game:
    """The Allied half, the Allies controlling and holding everything unless said otherwise."""
    given = {"control": XXX, "holders": dict.fromkeys(BOOK.waters, ALLIED)} | changes
    return position(*units, at=at, side=ALLIED, phase="regroup", **given)


def german(*units, at: str = "19-3", **changes) -> Game:
    """The German half."""
    return position(*units, at=at, side=GERMAN, phase="regroup", **changes)


@pytest.mark.rule("6.5")
@pytest.mark.parametrize("state", ["fresh", "spent", "dis1", "dis2"])
def test_units_in_any_condition_regroup_and_stay_in_it(state):
    game = allied(unit("4Wilts", "64", state), unit("5Wilts", "64"))
    do(game, "regroup 4Wilts 65")
    assert place(game, "4Wilts") == "65"
    assert condition(game, "4Wilts") == state


@pytest.mark.rule("6.5")
def test_a_unit_regroups_once_and_by_one_area():
    game = allied(unit("4Wilts", "64"), unit("5Wilts", "64"))
    assert refused(game, "regroup 4Wilts 58").rule == "6.5"
    do(game, "regroup 4Wilts 65")
    assert refused(game, "regroup 4Wilts 64").rule == "6.5"
    assert {text.split()[1] for text in legal(game, "regroup")} == {"5Wilts"}


@pytest.mark.rule("6.5")
def test_any_number_of_units_regroup_and_the_half_ends_when_none_is_left():
    game = allied(*(unit(name, "64") for name in INFANTRY[:3]), at="20-3")
    events = do(game, *(f"regroup {name} 65" for name in INFANTRY[:3]))
    assert len(told(events, "regrouped")) == 3
    assert not any(step.kind == "regroup" for step in game.state.stack)


@pytest.mark.rule("6.5")
def test_a_side_may_end_its_half_at_once():
    game = allied(unit("4Wilts", "64"), at="20-3")
    do(game, "end")
    assert place(game, "4Wilts") == "64"
    assert not any(step.kind == "regroup" for step in game.state.stack)


@pytest.mark.rule("6.5")
def test_units_of_the_enemy_do_not_regroup():
    game = allied(unit("4Wilts", "64"), unit("Rink", "61"), control=XXX | {"61": "German", "57": "German"})
    assert refused(game, "regroup Rink 57").rule == "6.5"
    assert refused(game, "regroup Nobody 57").rule == "6.5"
    assert refused(game, "regroup 4Wilts 99").rule == "6.5"


@pytest.mark.rule("6.5", "7.5")
def test_only_into_free_areas():
    game = allied(
        unit("4Wilts", "64"),
        unit("5Wilts", "61"),
        unit("Rink", "61"),
        unit("Eindh", "65"),
        control=XXX | {"61": "XXX", "62": "German", "65": "German"},
    )
    for space in ("61", "62", "65"):  # own but contested, Vacant but the enemy's, enemies alone
        assert refused(game, f"regroup 4Wilts {space}").rule == "6.5"
    assert "regroup 4Wilts 63" in legal(game)


@pytest.mark.rule("6.5", "14.1")
def test_zones_are_entered_if_free():
    game = german(unit("Rink", "9"), unit("Kerutt", "52"), unit("4Wilts", "G"))
    assert "regroup Rink A" in legal(game)
    assert "regroup Kerutt H" in legal(game)
    assert refused(game, "regroup Kerutt G").rule == "6.5"


@pytest.mark.rule("6.51", "9.64")
def test_towers_never_regroup():
    game = german(unit("TwrArnhem", "13"), unit("Rink", "13"))
    assert refused(game, "regroup TwrArnhem 12").rule == "6.51"
    assert {text.split()[1] for text in legal(game, "regroup")} == {"Rink"}


@pytest.mark.rule("6.51", "14.5")
def test_nobody_regroups_from_64_to_zone_f():
    game = allied(unit("4Wilts", "64"))
    assert refused(game, "regroup 4Wilts F").rule == "6.51"
    assert "regroup 4Wilts 65" in legal(game)
    game = allied(unit("4Wilts", "F"))
    assert legal(game, "regroup") == {"regroup 4Wilts 64"}


@pytest.mark.rule("6.51", "9.4")
def test_guns_go_into_and_out_of_polder_by_road_only():
    game = allied(unit("55Fd", "16"), unit("4Wilts", "16"), unit("153Fd", "27"))
    assert refused(game, "regroup 55Fd 21").rule == "6.51"  # plain, no road
    assert "regroup 4Wilts 21" in legal(game)
    assert "regroup 55Fd 25" in legal(game)  # road
    assert "regroup 153Fd 34" in legal(game)  # no road, no polder


@pytest.mark.rule("6.51", "9.4")
def test_armour_goes_by_road_only():
    game = allied(unit("44RTR", "27"), unit("2Irish", "30"))
    assert refused(game, "regroup 44RTR 34").rule == "6.51"
    assert "regroup 44RTR 26" in legal(game)
    assert refused(game, "regroup 2Irish 35").rule == "6.51"  # a railway bridge
    assert "regroup 2Irish 32" in legal(game)  # a road bridge


@pytest.mark.rule("9.4", "6.51")
def test_w1_whatever_road_it_came_by_a_unit_may_take_any_road():
    game = allied(unit("44RTR", "34"))
    assert {"regroup 44RTR 33", "regroup 44RTR 28"} <= legal(game)


@pytest.mark.rule("6.51", "9.62")
def test_five_units_cross_a_bridge():
    game = allied(*(unit(name, "36") for name in INFANTRY[:6]))
    do(game, *(f"regroup {name} 32" for name in INFANTRY[:5]))
    assert refused(game, f"regroup {INFANTRY[5]} 32").rule == "9.62"
    assert f"regroup {INFANTRY[5]} 35" in legal(game)


@pytest.mark.rule("6.51", "9.62")
def test_both_directions_count_together():
    game = allied(*(unit(name, "36") for name in INFANTRY[:3]), *(unit(name, "32") for name in INFANTRY[3:6]))
    do(game, *(f"regroup {name} 32" for name in INFANTRY[:3]), *(f"regroup {name} 36" for name in INFANTRY[3:5]))
    assert refused(game, f"regroup {INFANTRY[5]} 36").rule == "9.62"


@pytest.mark.rule("9.62", "M2")
def test_infantry_wades_a_canal_that_its_side_holds_once_the_bridge_is_full():
    game = allied(*(unit(name, "30") for name in INFANTRY[:6]), unit("55Fd", "30"))
    events = do(game, *(f"regroup {name} 32" for name in INFANTRY[:6]))
    assert [event.data["how"] for event in told(events, "regrouped")] == ["bridge"] * 5 + ["canal"]
    assert refused(game, "regroup 55Fd 32").rule == "9.62"


@pytest.mark.rule("6.51", "9.62")
def test_over_a_blown_bridge_only_infantry_and_only_on_a_canal():
    game = allied(unit("4Wilts", "30"), unit("55Fd", "30"), unit("5Wilts", "32"), blown=["30-32", "32-36"])
    assert "regroup 4Wilts 32" in legal(game)
    assert refused(game, "regroup 55Fd 32").rule == "9.62"
    assert refused(game, "regroup 5Wilts 36").rule == "9.62"


@pytest.mark.rule("6.51")
def test_nobody_regroups_over_a_bridge_that_the_enemy_holds():
    """Q23."""
    game = allied(unit("55Fd", "30"), unit("4Wilts", "32"), holders={})
    assert refused(game, "regroup 55Fd 32").rule == "6.51"
    assert refused(game, "regroup 4Wilts 36").rule == "6.51"


@pytest.mark.rule("6.51", "9.2", "9.22")
def test_infantry_wades_a_canal_that_the_enemy_holds_and_takes_it():
    """Q23: 6.51 bars only what the Daylight Phase bars, and there infantry crosses any canal."""
    game = allied(unit("5Wilts", "49"), unit("55Fd", "49"), holders={})
    assert refused(game, "regroup 55Fd 57").rule == "9.62"
    events = do(game, "regroup 5Wilts 57")
    assert [event.data["how"] for event in told(events, "regrouped")] == ["canal"]
    assert game.state.crossings["49-57"].holder == "Allied"


@pytest.mark.rule("6.5", "6.51", "9.2")
def test_infantry_leaves_a_contested_area_through_an_enemy_canal():
    game = allied(unit("1Hamps", "58"), unit("Rink", "58"), control=XXX | {"58": "German"}, holders={})
    events = do(game, "regroup 1Hamps 65")
    assert [event.data["how"] for event in told(events, "regrouped")] == ["canal"]
    assert place(game, "1Hamps") == "65"


@pytest.mark.rule("6.51", "9.2")
def test_who_wades_beside_an_enemy_bridge_does_not_take_it():
    game = allied(unit("4Wilts", "30"), holders={})
    events = do(game, "regroup 4Wilts 32")
    assert [event.data["how"] for event in told(events, "regrouped")] == ["canal"]
    assert game.state.crossings["30-32"].holder == "German"


@pytest.mark.rule("9.62")
def test_a_river_without_bridge_and_ferry_bars_the_way():
    game = allied(unit("4Wilts", "14"))
    assert refused(game, "regroup 4Wilts 12").rule == "9.62"


@pytest.mark.rule("6.51", "9.63", "4.7")
def test_a_ferry_carries_one_unit_in_the_phase_for_both_sides_together():
    """Q53."""
    game = german(unit("Rink", "15"), unit("Kerutt", "15"))
    do(game, "regroup Rink 16")
    assert place(game, "Rink") == "16"
    assert refused(game, "regroup Kerutt 16").rule == "9.63"
    assert "regroup Kerutt 25" in legal(game)
    used = game.state.ferries
    assert used["15-16"] == "used"
    game = allied(unit("4Wilts", "16"), ferries=used)
    assert refused(game, "regroup 4Wilts 15").rule == "9.63"


@pytest.mark.rule("4.7", "9.63")
def test_a_destroyed_ferry_carries_nobody():
    game = german(unit("Rink", "15"), ferries=dict.fromkeys(BOOK.ferries, "ready") | {"15-16": "destroyed"})
    assert refused(game, "regroup Rink 16").rule == "9.63"
    assert "regroup Rink 25" in legal(game)


@pytest.mark.rule("6.51", "3.21", "9.63")
@pytest.mark.parametrize(("at", "allowed"), [("17-3", False), ("18-3", False), ("19-3", True)])
def test_german_armour_takes_a_ferry_from_19_september_on(at, allowed):
    game = german(unit("Pz224", "15"), unit("Rink", "15"), at=at)
    assert ("regroup Pz224 16" in legal(game)) is allowed
    assert "regroup Rink 16" in legal(game)


@pytest.mark.rule("6.51", "3.21")
def test_ferries_count_as_roads_for_armour_and_guns():
    game = allied(unit("44RTR", "16"), unit("55Fd", "25"), unit("4Wilts", "64"), at="17-3")
    do(game, "regroup 44RTR 15", "regroup 55Fd 15")
    assert place(game, "44RTR") == place(game, "55Fd") == "15"


@pytest.mark.rule("9.22", "9.63")
def test_a_river_is_taken_by_crossing_it():
    units = unit("4Wilts", "15"), unit("Rink", "15"), unit("5Wilts", "15")
    game = allied(*units, control={"15": "German", "16": "XXX"}, holders={})
    do(game, "regroup 4Wilts 16")
    assert game.state.crossings["15-16"].holder == ALLIED


@pytest.mark.rule("6.51", "9.66")
def test_airborne_units_stay_in_their_range():
    game = allied(unit("1-508", "26"), unit("1ALtRA", "13"), unit("4Wilts", "26"))
    assert refused(game, "regroup 1-508 D").rule == "9.66"
    assert "regroup 4Wilts D" in legal(game)
    assert "regroup 1-508 33" in legal(game)
    assert refused(game, "regroup 1ALtRA 99").rule == "6.5"
    assert "regroup 1ALtRA 15" in legal(game)


@pytest.mark.rule("6.51", "7.1")
def test_no_regroup_into_a_full_area_and_no_exchange_between_two():
    ten = [unit(name, "64") for name in INFANTRY[:10]]
    others = [unit(name, "65") for name in _corps() if name not in INFANTRY][:10]
    game = allied(*ten, *others)
    assert refused(game, f"regroup {INFANTRY[0]} 65").rule == "7.1"
    assert refused(game, f"regroup {others[0].id} 64").rule == "7.1"
    do(game, f"regroup {INFANTRY[0]} 62")
    assert f"regroup {others[1].id} 64" in legal(game)


def _corps():
    return (name for name, entry in BOOK.roster.items() if entry.side == ALLIED and entry.range is None)


@pytest.mark.rule("14.3")
def test_zones_are_never_full():
    game = german(*(unit(name, "A") for name in list(_germans())[:10]), unit("Rink", "9"))
    assert "regroup Rink A" in legal(game)


def _germans():
    return (name for name, entry in BOOK.roster.items() if entry.side == GERMAN and name != "Rink")


@pytest.mark.rule("6.5", "18.4")
def test_the_uk_box_takes_no_part():
    game = allied(unit("1Para", "UK"), unit("4Wilts", "64"))
    assert refused(game, "regroup 1Para 4").rule == "6.5"
    assert {text.split()[1] for text in legal(game, "regroup")} == {"4Wilts"}


@pytest.mark.rule("7.21", "6.5")
def test_regrouping_links_up():
    game = allied(unit("4Wilts", "64"), unit("1-506", "63"), control={"63": "airborne"})
    do(game, "regroup 4Wilts 63")
    assert game.state.control["63"] == "XXX"


@pytest.mark.rule("6.5", "7.2")
def test_out_of_a_contested_area_which_the_enemy_takes_when_nobody_stays():
    """Q23."""
    game = allied(unit("4Wilts", "64"), unit("5Wilts", "64"), unit("4SLI", "30"), unit("Rink", "64"))
    do(game, "regroup 4Wilts 65")
    assert game.state.control["64"] == "XXX"
    do(game, "regroup 5Wilts 65")
    assert game.state.control["64"] == "German"


@pytest.mark.rule("6.4", "6.5")
def test_the_germans_regroup_before_the_allies():
    units = unit("4Wilts", "64"), unit("Rink", "13")
    game = position(*units, at="20-3", side=GERMAN, phase="refit", control={"65": "XXX"})
    while game.state.stack[-1].kind != "regroup":
        do(game, "end")
    assert game.side == GERMAN
    do(game, "end")
    assert (game.side, game.state.stack[-1].kind) == (ALLIED, "regroup")
