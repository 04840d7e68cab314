"""Rule 19: bridges held, seized, repaired and blown; repair by night (19.23) is part of the Refit Phase.

Canals are crossed at Son (54-63), Best (55-63) and Sint-Oedenrode (53-54), the Rhine at Arnhem (13-17).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.titles.montys_gamble.battles import CORPS, attack, holder, rolls, settle, values
from tests.titles.montys_gamble.kit import (
    ALLIED,
    BOOK,
    GERMAN,
    TITLE,
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
from wargame_tui.titles.montys_gamble.rules import sequence
from wargame_tui.titles.montys_gamble.rules.bridges import available_markers
from wargame_tui.titles.montys_gamble.state import Unit

LINE = {"F": "XXX", "64": "XXX", "63": "XXX"}
"""Zone F to Eindhoven (63)."""
ROAD = {"63-64": ALLIED}
"""The bridge on that way."""


def blown(game: Game, border: str) -> bool:
    return bool(game.state.crossings[border].blown)


def level(game: Game, border: str, side: str) -> int:
    return int(game.state.crossings[border].works.get(side, 0))


def needed(events: Sequence[Event], kind: str) -> tuple[int, list[int]]:
    """The number that an attempt needs, and its modifiers."""
    [event] = told(events, kind)
    return event.data["needs"], [value for _, value, _ in event.data["modifiers"]]


# Who holds what (19.1, 10.4)


@pytest.mark.rule("19.1", "9.62", "5.1")
def test_all_bridges_are_german_held_at_the_start():
    game = Game(TITLE, "montys_gamble/basic", 1)
    assert {crossing.holder for crossing in game.state.crossings.values()} == {GERMAN}
    assert not any(crossing.blown for crossing in game.state.crossings.values())
    assert sum(link.bridge is not None for link in BOOK.waters.values()) > 10


@pytest.mark.rule("19.1", "9.221")
def test_w10_crossing_into_a_vacant_enemy_area_takes_the_bridge_without_a_die():
    game = position(unit("1Gren", "63"), unit("Rink", "13"))
    do(game, "assault 63")
    events = do(game, "move 1Gren 54")
    assert not told(events, "roll")
    assert holder(game, "54-63") == ALLIED
    assert game.state.control["54"] == "XXX"
    assert game.state.now.movers["1Gren"].halves == 2 * 2


@pytest.mark.rule("19.1", "10.4", "9.22")
def test_a_side_that_controls_both_areas_holds_the_bridge():
    game = position(unit("1-502", "52"), unit("1Gren", "63"), unit("Rink", "13"))
    assert holder(game, "54-63") == GERMAN
    do(game, "assault 52", "move 1-502 54")  # by land
    assert holder(game, "54-63") == ALLIED
    assert holder(game, "53-54") == GERMAN


@pytest.mark.rule("19.1", "10.743", "10.742")
@pytest.mark.parametrize(("dice", "expected"), [((12, 2), ALLIED), ((7, 5), ALLIED), ((2, 12), GERMAN)])
def test_a_mandatory_attack_over_a_bridge_takes_it_by_success_or_stalemate(dice, expected):
    foe = unit("Rink", "54", defence=4)
    game = position(unit("1Gren", "63", attack=5), foe, dice=rolls(*dice))  # 5 against 4 + 1 + 2
    do(game, "assault 63", "move 1Gren 54")
    attack(game, "54", "1Gren")
    assert holder(game, "54-63") == expected


@pytest.mark.rule("19.1", "9.62")
def test_five_units_cross_a_bridge_in_an_impulse():
    column = [unit(name, "63") for name in CORPS[:6]]
    game = position(*column, unit("Rink", "13"), control={"54": "XXX"}, holders={"54-63": ALLIED})
    do(game, "assault 63", *(f"move {each.id} 54" for each in column[:5]))
    assert refused(game, f"move {column[5].id} 54").rule == "9.62"
    do(game, f"move {column[5].id} 62")  # by land


@pytest.mark.rule("19.1", "9.62")
def test_w11_both_directions_count_and_forced_retreats_do_not():
    column = [unit(name, "63") for name in CORPS[:5]]
    game = position(*column, unit("Rink", "13"), control={"54": "XXX"}, holders={"54-63": ALLIED})
    do(game, "assault 63", *(f"move {each.id} 54" for each in column[:4]), f"move {column[0].id} 63")
    assert refused(game, f"move {column[4].id} 54").rule == "9.62"
    assault = position(*column, unit("Rink", "54"), holders={"54-63": GERMAN}, dice=rolls(2, 12))
    do(assault, "assault 63", *(f"move {each.id} 54" for each in column))
    attack(assault, "54", column[0].id)
    assert {place(assault, each.id) for each in column} == {"63"}


@pytest.mark.rule("10.4", "19.4")
def test_q29_the_last_holder_keeps_a_boundary_whose_bridge_is_blown():
    game = position(unit("1Gren", "63"), unit("Rink", "54"), holders={"54-63": ALLIED}, dice=(6, 6, 6))
    do(game, "assault 63", "blow 54-63")
    assert blown(game, "54-63")
    assert holder(game, "54-63") == ALLIED
    both = position(unit("1-502", "52"), unit("1Gren", "63"), unit("Rink", "13"), blown=("54-63",))
    do(both, "assault 52", "move 1-502 54")
    assert holder(both, "54-63") == ALLIED
    assert blown(both, "54-63")


# Seizure (9.22, 19.3; B1)


def at_son(*units: Unit, **more: Any) -> Game:
    """Grenadiers in Eindhoven (63), activated, before the German-held bridge of Son."""
    game = position(unit("1Gren", "63"), *units, **more)
    do(game, "assault 63")
    return game


@pytest.mark.rule("19.3", "9.22")
@pytest.mark.parametrize(("die", "expected"), [(2, GERMAN), (3, ALLIED)])
def test_v17_a_canal_bridge_to_a_vacant_area_needs_a_three(die, expected):
    game = at_son(unit("Rink", "13"), dice=(die,))
    events = do(game, "seize 1Gren 54-63")
    assert needed(events, "seizure_attempt") == (3, [1])
    assert holder(game, "54-63") == expected


@pytest.mark.rule("19.3", "9.22")
def test_b1_fresh_enemies_and_a_river_make_it_harder():
    one = at_son(unit("Rink", "54"), unit("Eindh", "54", "spent"))
    assert needed(do(one, "seize 1Gren 54-63"), "seizure_attempt") == (5, [-1])
    spent = at_son(unit("Rink", "54", "spent"))
    assert needed(do(spent, "seize 1Gren 54-63"), "seizure_attempt") == (4, [])
    rhine = position(unit("1Para", "13"), unit("Rink", "55"))
    do(rhine, "assault 13")
    assert needed(do(rhine, "seize 1Para 13-17"), "seizure_attempt") == (4, [1, -1])


@pytest.mark.rule("19.3", "9.22")
def test_v19_a_river_bridge_with_two_fresh_enemies_beyond_cannot_be_seized():
    game = position(unit("1Para", "13"), unit("Rink", "17"), unit("Kussin", "17"))
    do(game, "assault 13")
    assert refused(game, "seize 1Para 13-17").rule == "9.22"
    assert "seize 1Para 13-17" not in legal(game)
    one = position(unit("1Para", "13"), unit("Rink", "17"))
    do(one, "assault 13")
    assert needed(do(one, "seize 1Para 13-17"), "seizure_attempt") == (6, [-1, -1])


@pytest.mark.rule("19.3", "9.22")
def test_a_bridge_is_seized_from_a_free_area():
    contested = position(unit("1Gren", "63"), unit("Eindh", "63"), unit("Rink", "54"), control={"63": "XXX"})
    do(contested, "assault 63")
    assert refused(contested, "seize 1Gren 54-63").rule == "9.22"
    moving = position(unit("1Gren", "64"), unit("Rink", "13"), control={"63": "XXX"}, holders=ROAD)
    do(moving, "assault 64", "move 1Gren 63", "seize 1Gren 54-63")  # at any time of the move


@pytest.mark.rule("19.3", "9.22")
def test_only_infantry_and_armour_seize_bridges():
    game = at_son(unit("55Fd", "63"), unit("2Gren", "63"), unit("Rink", "13"))
    assert {text.split()[1] for text in legal(game, "seize")} == {"1Gren", "2Gren"}
    assert refused(game, "seize 55Fd 54-63").rule == "9.22"


@pytest.mark.rule("19.3", "9.22")
def test_only_standing_enemy_bridges_are_seized():
    game = at_son(unit("Rink", "13"), blown=("55-63",), holders={"63-64": ALLIED})
    assert refused(game, "seize 1Gren 55-63").rule == "9.22"
    assert refused(game, "seize 1Gren 63-64").rule == "9.22"  # it is theirs
    assert refused(game, "seize 1Gren 53-54").rule == "9.22"  # it is elsewhere
    assert "seize 1Gren 54-63" in legal(game)


@pytest.mark.rule("19.3", "9.22")
def test_a_try_costs_a_movement_point():
    game = position(unit("1Gren", "63", mf=1), unit("Rink", "13"), dice=(6,))
    do(game, "assault 63", "seize 1Gren 54-63")
    assert refused(game, "move 1Gren 54").rule == "9.2"
    assert refused(game, "seize 1Gren 55-63").rule == "9.22"
    do(game, "end")
    assert condition(game, "1Gren") == "spent"
    poor = position(unit("1Gren", "63", mf=0), unit("Rink", "13"))
    do(poor, "assault 63")
    assert refused(poor, "seize 1Gren 54-63").rule == "9.22"


@pytest.mark.rule("19.3", "9.22")
def test_each_bridge_is_tried_once_in_an_impulse():
    game = at_son(unit("2Gren", "63"), unit("Rink", "13"), dice=(1,))
    do(game, "seize 1Gren 54-63")
    assert holder(game, "54-63") == GERMAN
    assert refused(game, "seize 2Gren 54-63").rule == "9.22"
    assert "seize 2Gren 55-63" in legal(game)
    do(game, "end")
    later = at_son(unit("2Gren", "63"), unit("Rink", "13"))
    assert "seize 2Gren 54-63" in legal(later)


def halves(game: Game, name: str) -> int:
    return int(game.state.now.movers[name].halves)


@pytest.mark.rule("19.3", "9.22")
def test_others_pay_a_point_more_over_a_seized_bridge():
    game = at_son(unit("5Cold", "63"), unit("3Irish", "63"), unit("Rink", "13"), control={"54": "XXX"}, dice=(6,))
    do(game, "seize 1Gren 54-63", "move 1Gren 54", "move 5Cold 54")
    assert halves(game, "1Gren") == 2 * (1 + 1)  # the try, the area
    assert halves(game, "5Cold") == 2 * (1 + 1)  # the area, the bridge


@pytest.mark.rule("19.3", "9.22")
def test_who_tried_another_bridge_pays_as_well():
    game = at_son(unit("5Cold", "63"), unit("Rink", "13"), control={"54": "XXX"}, dice=(1, 6))
    do(game, "seize 5Cold 55-63", "seize 1Gren 54-63", "move 5Cold 54")
    assert halves(game, "5Cold") == 2 * (1 + 1 + 1)


@pytest.mark.rule("19.3")
def test_w9_after_a_failure_others_pay_nothing_more():
    game = at_son(unit("5Cold", "63"), unit("Rink", "13"), control={"54": "XXX"}, dice=(1,))
    do(game, "seize 1Gren 54-63", "move 5Cold 54")
    assert halves(game, "5Cold") == 2


@pytest.mark.rule("9.22", "19.3")
def test_who_has_seized_a_bridge_need_not_cross_it():
    game = at_son(unit("Rink", "54", "spent"), dice=(6,))
    do(game, "seize 1Gren 54-63", "end")
    assert (place(game, "1Gren"), condition(game, "1Gren")) == ("63", "spent")
    assert holder(game, "54-63") == ALLIED


# Repair (19.2; B2)


def engineers(*units: Unit, space: str = "63", **more: Any) -> Game:
    """The Guards in Eindhoven, in supply, with the bridges to Son and Best blown."""
    given = {"control": LINE, "holders": ROAD, "blown": ("54-63", "55-63"), **more}
    game = position(unit("1Gren", "63"), unit("Rink", "13"), *units, **given)
    do(game, f"assault {space}")
    return game


@pytest.mark.rule("19.2", "19.5")
@pytest.mark.parametrize(("die", "expected"), [(4, True), (5, False)])
def test_a_repair_needs_seven(die, expected):
    game = engineers(dice=(die,))
    assert needed(do(game, "repair 54-63"), "repair_attempt") == (5, [3, -1])
    assert blown(game, "54-63") == expected
    assert holder(game, "54-63") == (GERMAN if expected else ALLIED)


@pytest.mark.rule("19.5", "19.2")
def test_v25_over_a_river_only_a_six_will_do():
    control = dict.fromkeys(("F", "64", "63", "54", "53", "51", "46", "41", "42", "36", "32", "31", "28"), "XXX")
    holders = dict.fromkeys(BOOK.waters, ALLIED)
    game = position(
        unit("1Gren", "28"), unit("Rink", "13"), control=control, holders=holders, blown=("23-28",), dice=(5,)
    )
    do(game, "assault 28")
    assert needed(do(game, "repair 23-28"), "repair_attempt") == (6, [3, -1, -1])
    assert blown(game, "23-28")


@pytest.mark.rule("19.2", "3.24")
def test_only_blown_bridges_are_repaired():
    game = engineers(blown=("55-63",))
    assert refused(game, "repair 54-63").rule == "19.2"
    assert refused(game, "repair 62-63").rule == "19.2"  # there never was one
    assert refused(game, "repair 53-54").rule == "19.2"  # not beside the activated area
    assert legal(game, "repair") == {"repair 55-63"}


@pytest.mark.rule("19.2", "8.21")
def test_repairs_come_before_everything_else():
    game = engineers(unit("5Cold", "63"))
    do(game, "move 5Cold 64")
    assert refused(game, "repair 54-63").rule == "8.21"


@pytest.mark.rule("19.2", "8.21", "12.3")
def test_each_half_of_a_double_impulse_repairs_at_its_own_start():
    two = {"control": {**LINE, "62": "XXX"}, "blown": ("54-63", "62-64"), "holder": ALLIED}
    game = engineers(unit("5Cold", "62"), **two)
    do(game, "move 1Gren 64", "end")
    settle(game)
    do(game, "double", "assault 62")
    assert legal(game, "repair") == {"repair 62-64"}
    assert refused(game, "repair 54-63").rule == "19.2"  # its time is over
    together = engineers(unit("5Cold", "62"), **two)
    do(together, "double", "assault 62")
    assert legal(together, "repair") == {"repair 54-63", "repair 62-64"}


@pytest.mark.rule("19.2", "8.21")
def test_the_activated_area_must_be_own_controlled():
    game = engineers(unit("Eindh", "63"), control={"F": "XXX", "64": "XXX", "63": "German"})
    assert not legal(game, "repair")
    assert refused(game, "repair 54-63").rule == "19.2"
    contested = engineers(unit("Eindh", "63"))
    assert needed(do(contested, "repair 54-63"), "repair_attempt") == (6, [2, -1])


@pytest.mark.rule("19.2", "13.82", "13.8")
@pytest.mark.parametrize("date", [17, 19])
def test_q6_allies_repair_only_where_they_trace_supply_to_zone_f(date):
    cut = engineers(at=f"{date}-3", control={"F": "XXX", "63": "XXX", "64": "German"})
    assert not legal(cut, "repair")
    assert refused(cut, "repair 54-63").rule == "19.2"
    assert "repair 54-63" in legal(engineers(at=f"{date}-3"))


@pytest.mark.rule("19.2", "13.81")
def test_germans_repair_where_they_trace_supply_to_a_zone():
    units = (unit("Rink", "55"), unit("1Gren", "63"))
    game = position(*units, side=GERMAN, blown=("55-63",), dice=(6,))
    do(game, "assault 55", "repair 55-63")
    assert not blown(game, "55-63")
    assert holder(game, "55-63") == GERMAN
    ring = dict.fromkeys(BOOK.ground, "XXX") | {"55": "German"}
    cut = position(*units, side=GERMAN, blown=("55-63",), control=ring)
    do(cut, "assault 55")
    assert refused(cut, "repair 55-63").rule == "19.2"


@pytest.mark.rule("19.2", "19.21")
def test_the_allies_try_two_bridges_a_turn():
    game = engineers(unit("5Cold", "63"), blown=("54-63", "55-63", "57-63"), dice=(1, 1))
    do(game, "repair 54-63", "repair 55-63")
    assert refused(game, "repair 57-63").rule == "19.2"
    assert not legal(game, "repair")


@pytest.mark.rule("19.2", "19.21")
def test_the_germans_try_one_bridge_a_turn():
    units = (unit("Rink", "63"), unit("1Gren", "13"))
    game = position(*units, side=GERMAN, blown=("54-63", "55-63"), dice=(1,))
    do(game, "assault 63", "repair 54-63")
    assert refused(game, "repair 55-63").rule == "19.2"


@pytest.mark.rule("19.2")
def test_q10_bridges_tried_count_for_the_turn_and_the_same_ones_may_be_tried_again():
    tried = {"repairs": {ALLIED: ("54-63", "55-63"), GERMAN: ()}}
    game = engineers(blown=("54-63", "55-63", "57-63"), works={"54-63": {ALLIED: 1}, "55-63": {ALLIED: 1}}, **tried)
    assert legal(game, "repair") == {"repair 54-63", "repair 55-63"}
    assert refused(game, "repair 57-63").rule == "19.2"


@pytest.mark.rule("19.2")
def test_each_bridge_is_repaired_once_in_an_impulse():
    game = engineers(dice=(1,))
    do(game, "repair 54-63")
    assert refused(game, "repair 54-63").rule == "19.2"
    assert "repair 55-63" in legal(game)


@pytest.mark.rule("19.2", "6.2")
def test_a_new_day_brings_new_tries_and_used_markers_back():
    game = position(
        unit("1Gren", "63"),
        unit("Rink", "13"),
        at="17-5",
        control=LINE,
        holders=ROAD,
        blown=("54-63", "55-63"),
        repairs={ALLIED: ("13-17", "23-28"), GERMAN: ("54-63",)},
        construction_used={ALLIED: 2, GERMAN: 1},
        stack=(sequence.Day(18),),
    )
    assert dict(game.state.repairs) == {ALLIED: (), GERMAN: ()}
    assert [available_markers(game.state, side) for side in (ALLIED, GERMAN)] == [2, 1]


# Construction markers (19.21)


@pytest.mark.rule("19.21", "3.9")
def test_a_failed_repair_leaves_a_construction_marker_that_rises_to_two():
    game = engineers(dice=(1,))
    do(game, "repair 54-63")
    assert level(game, "54-63", ALLIED) == 1
    assert available_markers(game.state, ALLIED) == 1
    again = engineers(works={"54-63": {ALLIED: 1}}, dice=(1,))
    assert needed(do(again, "repair 54-63"), "repair_attempt") == (4, [3, -1, 1])
    assert level(again, "54-63", ALLIED) == 2
    last = engineers(works={"54-63": {ALLIED: 2}}, dice=(1,))
    assert needed(do(last, "repair 54-63"), "repair_attempt") == (3, [3, -1, 2])
    assert level(last, "54-63", ALLIED) == 2


@pytest.mark.rule("19.21")
def test_a_successful_repair_uses_the_marker_up():
    for works in ({}, {"54-63": {ALLIED: 2}}):
        game = engineers(works=works, dice=(6,))
        do(game, "repair 54-63")
        assert not blown(game, "54-63")
        assert level(game, "54-63", ALLIED) == 0
        assert game.state.construction_used[ALLIED] == 1
        assert available_markers(game.state, ALLIED) == 1


@pytest.mark.rule("19.21")
def test_an_enemys_marker_on_the_same_bridge_is_used_up_too():
    game = engineers(works={"54-63": {ALLIED: 1, GERMAN: 2}}, dice=(6,))
    do(game, "repair 54-63")
    assert level(game, "54-63", GERMAN) == 0
    assert dict(game.state.construction_used) == {ALLIED: 1, GERMAN: 1}
    failed = engineers(works={"54-63": {GERMAN: 2}}, dice=(1,))
    do(failed, "repair 54-63")
    assert (level(failed, "54-63", ALLIED), level(failed, "54-63", GERMAN)) == (1, 2)  # both may work there


@pytest.mark.rule("19.21", "19.5")
def test_an_enemys_marker_does_not_help():
    game = engineers(works={"54-63": {GERMAN: 2}})
    assert needed(do(game, "repair 54-63"), "repair_attempt") == (5, [3, -1])


@pytest.mark.rule("19.21")
def test_without_a_marker_available_or_there_no_bridge_is_repaired():
    game = engineers(construction_used={ALLIED: 2, GERMAN: 0})
    assert refused(game, "repair 54-63").rule == "19.21"
    elsewhere = engineers(works={"54-63": {ALLIED: 1}, "23-28": {ALLIED: 2}})
    assert legal(elsewhere, "repair") == {"repair 54-63"}
    assert refused(elsewhere, "repair 55-63").rule == "19.21"


@pytest.mark.rule("19.21")
def test_the_germans_have_one_construction_marker():
    units = (unit("Rink", "63"), unit("1Gren", "13"))
    game = position(*units, side=GERMAN, blown=("54-63",), works={"55-63": {GERMAN: 1}})
    do(game, "assault 63")
    assert legal(game, "repair") == {"repair 55-63"}
    assert refused(game, "repair 54-63").rule == "19.21"


# Demolition (19.4, 19.5; B2)


def sappers(*units: Unit, space: str = "63", **more: Any) -> Game:
    """Germans in Eindhoven (63), activated, with the bridges theirs and the enemy beyond that of Son."""
    game = position(unit("Rink", "63"), *units, **{"side": GERMAN, "control": {"54": "airborne"}, **more})
    do(game, f"assault {space}")
    return game


@pytest.mark.rule("19.4", "19.5")
@pytest.mark.parametrize(("die", "expected"), [(3, False), (4, True)])
def test_v21_between_a_free_and_an_enemy_area_a_four_blows_a_canal_bridge(die, expected):
    game = sappers(dice=(die,))
    assert needed(do(game, "blow 54-63"), "demolition_attempt") == (4, [3])
    assert blown(game, "54-63") == expected


@pytest.mark.rule("19.5")
@pytest.mark.parametrize(
    ("here", "there", "terms"),
    [
        ("free", "enemy", [3]),
        ("free", "own contested", [3, 2]),
        ("free", "enemy contested", [3, 1]),
        ("own contested", "own contested", [2, 2]),
        ("own contested", "enemy contested", [2, 1]),
        ("own contested", "enemy", [2]),
        ("enemy contested", "enemy contested", [1, 1]),
        ("enemy contested", "enemy", [1]),
    ],
)
@pytest.mark.parametrize(("border", "river"), [("54-63", []), ("13-17", [-1])])
def test_b2_both_areas_count(here, there, terms, border, river):
    units, control = [unit("Krafft", "A")], {}
    for number, (space, how) in enumerate(zip(BOOK.banks[border], (here, there), strict=True)):
        control[space] = "XXX" if how.startswith("enemy") else "German"
        if "contested" in how:
            units += [unit(("1Gren", "5Cold")[number], space), unit(("Rink", "Kussin")[number], space)]
    game = position(*units, side=GERMAN, control=control)
    needs = 7 - sum(terms + river)
    if needs > 6:
        assert f"blow {border}" not in legal(start(game, border))
        assert refused(start(game, border), f"blow {border}").rule == "19.5"
    else:
        told_terms = needed(do(start(game, border), f"blow {border}"), "demolition_attempt")
        assert (told_terms[0], sorted(told_terms[1])) == (needs, sorted(terms + river))


def start(game: Game, border: str) -> Game:
    """Activate a bank of a bridge: the first that has something to do."""
    bank = next((bank for bank in BOOK.banks[border] if f"assault {bank}" in legal(game)), None)
    if bank:
        do(game, f"assault {bank}")
    return game


@pytest.mark.rule("19.5", "19.4")
def test_v23_between_enemy_areas_over_a_river_there_is_no_chance():
    units = (unit("Rink", "13"), unit("1Gren", "13"))
    game = position(*units, side=GERMAN, control={"13": "XXX", "17": "XXX"})
    do(game, "assault 13")
    assert "blow 13-17" not in legal(game)
    assert refused(game, "blow 13-17").rule == "19.5"


@pytest.mark.rule("19.4")
def test_only_own_held_standing_bridges_of_the_activated_area_are_blown():
    game = sappers(holders={"57-63": ALLIED}, blown=("61-63",), control={"54": "XXX", "57": "XXX", "61": "XXX"})
    assert legal(game, "blow") == {"blow 54-63"}
    assert refused(game, "blow 57-63").rule == "19.4"
    assert refused(game, "blow 61-63").rule == "19.4"
    assert refused(game, "blow 53-54").rule == "19.4"


@pytest.mark.rule("19.4")
def test_a_bridge_lost_or_won_in_this_impulse_is_not_blown():
    game = sappers(control={"54": "XXX", "57": "XXX"})
    assert {"blow 54-63", "blow 57-63"} <= legal(game)
    crossings = game.state.crossings
    lost = crossings | {"54-63": replace(crossings["54-63"], holder=ALLIED)}
    game.states[-1] = replace(game.state, crossings=lost)
    assert refused(game, "blow 54-63").rule == "19.4"
    assert "blow 57-63" in legal(game)
    won = sappers(control={"54": "XXX"}, holders={"54-63": ALLIED})
    won.states[-1] = replace(won.state, crossings=crossings)
    assert refused(won, "blow 54-63").rule == "19.4"


@pytest.mark.rule("19.4")
def test_one_bank_must_be_enemy_controlled_or_contested():
    game = sappers(unit("1-502", "55"), unit("HGErs", "55"))
    assert legal(game, "blow") == {"blow 54-63", "blow 55-63"}  # 55 is German-controlled, but contested
    assert refused(game, "blow 57-63").rule == "19.4"


@pytest.mark.rule("19.4", "8.21")
def test_any_number_of_bridges_is_blown_each_tried_once():
    game = sappers(control={"54": "XXX", "55": "XXX"}, dice=(1, 6))
    do(game, "blow 54-63")
    assert refused(game, "blow 54-63").rule == "19.4"
    do(game, "blow 55-63")
    assert [blown(game, border) for border in ("54-63", "55-63")] == [False, True]


@pytest.mark.rule("19.4", "8.21")
def test_demolition_comes_last():
    game = sappers(dice=(1,))
    do(game, "blow 54-63")
    assert not legal(game, "move")
    assert refused(game, "move Rink 62").rule == "8.21"
    moved = sappers(dice=(6,))
    do(moved, "move Rink 62", "blow 54-63")
    assert blown(moved, "54-63")


@pytest.mark.rule("19.4", "8.21")
def test_w7_no_own_units_are_needed_in_the_activated_area():
    game = position(unit("Rink", "13"), side=GERMAN, control={"54": "airborne"}, dice=(6,))
    do(game, "assault 54")  # the enemy's, and nobody there
    assert legal(game) == {"blow 53-54", "blow 54-63", "end"}
    do(game, "blow 54-63")
    assert blown(game, "54-63")
    nothing = position(unit("Rink", "13"), side=GERMAN)
    assert refused(nothing, "assault 54").rule == "8.21"


@pytest.mark.rule("19.4", "19.5")
def test_eligibility_and_modifiers_are_those_at_the_start_of_the_impulse():
    # German Rink leaves Eindhoven; at the end it is still counted as Free.
    game = sappers(unit("1Gren", "64"), control={"54": "airborne", "64": "XXX"}, dice=[*rolls(2, 12), 6])
    do(game, "move Rink 64")
    attack(game, "64", "Rink")
    settle(game)
    assert place(game, "Rink") == "63"
    assert needed(do(game, "blow 54-63"), "demolition_attempt") == (4, [3])
    # A bridge taken in this impulse is not blown in it.
    taken = position(unit("Rink", "63"), side=GERMAN, control={"54": "airborne"}, holders={"54-63": ALLIED})
    do(taken, "assault 63", "move Rink 54")
    assert holder(taken, "54-63") == GERMAN
    assert refused(taken, "blow 54-63").rule == "19.4"


@pytest.mark.rule("19.4")
def test_an_area_contested_for_a_moment_by_a_repulsed_attack_does_not_count():
    game = position(unit("Rink", "63"), unit("1Gren", "54"), side=GERMAN, dice=rolls(2, 12))
    do(game, "assault 63", "move Rink 54")
    attack(game, "54", "Rink")
    settle(game)
    assert place(game, "Rink") == "63"
    assert needed(do(game, "blow 54-63"), "demolition_attempt") == (4, [3])


@pytest.mark.rule("19.4")
def test_a_mandatory_attack_comes_before_demolition():
    game = sappers(unit("1-502", "54"))
    do(game, "move Rink 54")
    assert refused(game, "blow 54-63").rule == "10.2"


@pytest.mark.rule("19.4")
def test_allies_blow_bridges_too():
    game = position(unit("1Gren", "63"), unit("Rink", "54"), holders={"54-63": ALLIED}, dice=(4,))
    do(game, "assault 63", "blow 54-63")
    assert blown(game, "54-63")


@pytest.mark.rule("19.1", "10.73")
def test_a_blown_bridge_carries_nobody():
    game = position(unit("1Gren", "63"), unit("2Gren", "63"), unit("Rink", "54"), blown=("54-63",))
    do(game, "assault 63")
    assert refused(game, "move 1Gren 54").rule == "9.62"
    assert refused(game, "cross 2Gren 54").rule == "9.2"
    do(game, "cross 1Gren 54")
    assert values(attack(game, "54", "1Gren"), "dv")["10.73D"] == 2


@pytest.mark.rule("19.4", "12.2")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_nobody_is_asked_about_a_roll_that_could_not_come_out_better_for_him(die):
    needs = 4
    german, allied = (sappers(holder=holder, dice=(die,)) for holder in (GERMAN, ALLIED))
    events = do(german, "blow 54-63")
    assert needed(events, "demolition_attempt")[0] == needs
    assert [event.rule for event in told(events, "roll")] == ["19.4"]
    do(allied, "blow 54-63")
    assert ("reroll" in legal(german), "reroll" in legal(allied)) == (die < needs, die >= needs)


@pytest.mark.rule("8.21", "12.3")
def test_after_demolition_the_advantage_makes_no_double_impulse():
    game = sappers(holder=GERMAN, dice=(6,))
    do(game, "blow 54-63")
    refusal = refused(game, "double")
    assert (refusal.rule, refusal.reason) == ("8.21", "demolition comes last")
