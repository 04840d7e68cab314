"""Reinforcements and replacements (rule 10)."""

from typing import Any

import pytest

from tests.titles.liberty_roads.kit import (
    ALLIED,
    BOARD,
    BOOK,
    GERMAN,
    at,
    do,
    legal,
    place,
    position,
    refused,
    told,
    unit,
)
from wargame_tui.core.game import Game
from wargame_tui.core.step import Refusal
from wargame_tui.titles.liberty_roads.rules import sequence
from wargame_tui.titles.liberty_roads.state import Support, Unit

PIECES = BOOK.pieces
ASHORE = "1109"
HOME = "2904"
"""Köln, where a German HQ is in supply."""
ESTEEM = 8
CITIES = {BOARD.names[hex_] for hex_ in BOARD.german_sources}


def allied(*units: Unit, american: int = 3, british: int = 3, turn: int = 8, **changes: Any) -> Game:
    """The Allied phase with so many RPs, 1st Army and PLUTO on the Beachhead of Saint-Lô."""
    row = BOOK.row(turn).replacements
    points = {"American": american - row["American"], "British": british - row["British"]}
    campaign = {"beachheads": (ASHORE,), "pluto": (ASHORE,), **changes.pop("campaign", {})}
    changes["now"] = {"points": points}
    return position(unit("HQ-1US", ASHORE), *units, phase="replacements", turn=turn, campaign=campaign, **changes)


def german(*units: Unit, points: int = 3, **changes: Any) -> Game:
    """The German phase with so many RPs, 7th Army in Köln."""
    given = BOOK.charts.approval.replacements[ESTEEM - 1]
    more = BOOK.charts.approval.withdrawal_replacements if changes.get("campaign", {}).get("withdrawn") else 0
    now = {"points": {"German": points - given - more}, **changes.pop("now", {})}
    return position(unit("HQ-7G", HOME), *units, side=GERMAN, phase="replacements", approval=ESTEEM, now=now, **changes)


def reduced(name: str, hex_: str = ASHORE, **changes: Any) -> Unit:
    """A reduced unit."""
    return unit(name, hex_, reduced=True, **changes)


def dead(name: str) -> Unit:
    """An eliminated unit."""
    return unit(name, "eliminated")


def places(game: Game, name: str) -> set[str]:
    """Where an arriving unit can be placed."""
    return {text.split()[2] for text in legal(game, "place") if text.split()[1] == name}


# Reinforcements (10.1, 10.2)


@pytest.mark.rule("10.1")
def test_allied_reinforcements_appear_in_either_box() -> None:
    game = allied(unit("US-80", "off", due=8), unit("PL-1P", "off", due=8), unit("US-94", "off", due=9))
    assert places(game, "US-80") == places(game, "PL-1P") == {"England", "Mediterranean"}
    assert not places(game, "US-94")
    do(game, "place US-80 Mediterranean", "place PL-1P England")
    assert place(game, "US-80") == "Mediterranean"
    assert place(game, "PL-1P") == "England-Air"


@pytest.mark.rule("10.1")
def test_the_schedule_is_that_of_the_counters() -> None:
    turns = {name: piece.entry.turn for name, piece in PIECES.items() if piece.entry and piece.side == ALLIED}
    scheduled = {name: turn for name, turn in turns.items() if turn}
    game = allied(*(unit(name, "off", due=turn) for name, turn in scheduled.items()))
    arriving = {text.split()[1] for text in legal(game, "place")}
    assert arriving == {name for name, turn in scheduled.items() if turn <= 8} < {*scheduled}


@pytest.mark.rule("10.1")
def test_new_support_markers_join_the_pool_and_patton_comes_to_hand_on_turn_6() -> None:
    all_ = position().state.support
    waiting = {
        name: Support(name, "later")
        for name in ("patton-1", "red_ball-3", "model-1", "carpet_bombing-3")
        if name in all_
    }
    for turn, name, where in ((6, "patton-1", "available"), (9, "red_ball-3", "pool")):
        game = position(phase="replacements", turn=turn, support={**all_, **waiting})
        assert game.state.support[name].where == where
        assert game.state.support["model-1"].where == "later"
    theirs = position(phase="replacements", turn=8, support={**all_, **waiting})
    assert theirs.state.support["model-1"].where == "later"
    ours = position(phase="replacements", turn=8, side=GERMAN, support={**all_, **waiting})
    assert ours.state.support["model-1"].where == "pool"
    assert ours.state.support["patton-1"].where == "later"


@pytest.mark.rule("10.2.1", "9.2.1")
def test_approval_falls_by_one_at_the_start_of_the_german_phase_and_once() -> None:
    assert german().state.approval.value == ESTEEM - 1
    assert allied(approval=ESTEEM).state.approval.value == ESTEEM


@pytest.mark.rule("10.2.2")
def test_german_reinforcements_appear_in_major_german_cities_away_from_the_enemy() -> None:
    game = german(unit("G-59", "off", due=8))
    assert places(game, "G-59") == CITIES | {"reserve"}
    near = german(unit("G-59", "off", due=8), unit("US-30", "3310"), unit("US-35", "2803"))
    beside = {BOARD.names[there] for name in ("3310", "2803") for there in BOARD.grid.near[BOARD.index[name]]}
    assert CITIES & beside
    assert places(near, "G-59") == CITIES - beside - {"3310"} | {"reserve"}
    lost = german(unit("G-59", "off", due=8), allied=("3410",))
    assert places(lost, "G-59") == CITIES - {"3410"} | {"reserve"}
    assert refused(lost, "place G-59 2105").rule == "10.2.2"  # Lille


@pytest.mark.rule("10.2.2")
def test_who_finds_no_city_waits() -> None:
    game = german(unit("G-59", "off", due=8), allied=tuple(CITIES), campaign={"counteroffensive": True})
    assert place(game, "G-59") == "off"
    assert game.state.units["G-59"].due == 8


@pytest.mark.rule("10.2.3")
def test_a_german_reinforcement_may_go_on_by_rail_or_stay() -> None:
    game = german(unit("G-59", "off", due=8), unit("G-1SS", "off", due=8), now={"rail": 2})
    do(game, f"place G-59 {HOME}", "end", "place G-1SS 2903", "to 1713")
    assert place(game, "G-59") == HOME
    assert place(game, "G-1SS") == "1713"
    assert game.state.now.rail == 0


@pytest.mark.rule("10.2.3", "1.10.3")
def test_it_does_not_go_by_rail_where_there_is_no_room() -> None:
    full = [unit(name, "1713") for name in ("G-77", "G-84", "G-85")]
    game = german(unit("G-59", "off", due=8), *full, unit("US-30", "1109"), now={"rail": 2})
    do(game, "place G-59 2903")
    assert refused(game, "to 1713").rule == "1.10.3"
    assert "to 1712" in legal(game)


# Replacement points (10.3)


@pytest.mark.rule("10.3.1")
def test_allied_points_come_from_the_schedule_by_nationality() -> None:
    for turn in (2, 8, 16):
        game = position(phase="replacements", turn=turn)
        found = told(game.opening, "replacement_points")[0].data["points"]
        assert found == BOOK.row(turn).replacements


@pytest.mark.rule("10.3.2", "9.1.3")
def test_german_points_come_from_the_approval_track() -> None:
    for value in (9, 5, 2):
        game = position(side=GERMAN, phase="replacements", approval=value)
        found = told(game.opening, "replacement_points")[0].data["points"]
        assert found == {"German": BOOK.charts.approval.replacements[value - 1]}


def told_points(game: Game) -> dict[str, int]:
    """The RPs that the phase began with."""
    found: dict[str, int] = told(game.opening, "replacement_points")[0].data["points"]
    return found


@pytest.mark.rule("10.3.2")
def test_no_german_points_on_the_first_turn() -> None:
    assert told_points(position(side=GERMAN, phase="replacements", turn=1, approval=10)) == {"German": 0}
    assert told_points(position(side=GERMAN, phase="replacements", turn=2, approval=10))["German"] > 0


@pytest.mark.rule("10.3.2", "9.2.3")
def test_dv_15_approval_1_at_the_start_of_the_phase_dismisses_without_points_in_it() -> None:
    game = position(side=GERMAN, phase="replacements", approval=1)
    assert told(game.opening, "dismissal")
    assert told_points(game) == {"German": 0}
    assert game.state.approval.value == 10
    assert not game.state.approval.no_replacements  # one phase only is lost


@pytest.mark.rule("10.3.3", "19.1.3")
def test_after_the_withdrawal_there_is_one_point_more_even_after_a_dismissal() -> None:
    track = BOOK.charts.approval.replacements
    game = position(side=GERMAN, phase="replacements", approval=3, campaign={"withdrawn": True})
    assert told_points(game) == {"German": track[2] + 1}
    poor = position(side=GERMAN, phase="replacements", approval=1, campaign={"withdrawn": True})
    assert told_points(poor) == {"German": 1}


@pytest.mark.rule("10.3.4")
def test_a_point_flips_a_unit_on_the_map() -> None:
    game = allied(reduced("US-30"), american=1)
    do(game, "replace US-30 1")
    assert not game.state.units["US-30"].reduced
    assert not at(game, "replacements")  # nothing is left
    whole = allied(unit("US-30", ASHORE), reduced("US-35"))
    assert refused(whole, "replace US-30 1").rule == "10.3.4"
    away = allied(reduced("US-30", "England"), reduced("US-35"))
    assert refused(away, "replace US-30 1").rule == "10.3.4"
    assert refused(away, "replace US-35 2").rule == "10.3.4", "one step at a time"
    assert refused(away, f"rebuild US-35 1 {ASHORE}").rule == "10.3.4", "it is not eliminated"
    stored = german(unit("G-84", "reserve"), reduced("G-77", "reserve"))
    assert refused(stored, "replace G-84 1").rule == "10.3.4"
    assert "replace G-77 1" in legal(stored)


@pytest.mark.rule("10.3.4")
def test_a_point_brings_an_eliminated_unit_back_reduced_and_two_at_full_strength() -> None:
    game = allied(dead("US-30"), dead("US-35"), american=3)
    do(game, f"rebuild US-30 1 {ASHORE}", f"rebuild US-35 2 {ASHORE}")
    assert game.state.units["US-30"].reduced
    assert not game.state.units["US-35"].reduced
    assert place(game, "US-30") == ASHORE
    short = allied(dead("US-30"), american=1)
    assert refused(short, f"rebuild US-30 2 {ASHORE}").rule == "10.3.7"
    assert refused(short, f"rebuild US-30 3 {ASHORE}").rule == "10.3.4"


@pytest.mark.rule("10.3.6")
def test_engineers_are_rebuilt_where_reinforcements_come() -> None:
    """A29."""
    game = allied(dead("ENG-1056"), american=1)
    assert legal(game, "rebuild") == {"rebuild ENG-1056 1 England"}
    assert refused(game, f"rebuild ENG-1056 1 {ASHORE}").rule == "10.3.6"


@pytest.mark.rule("10.3.4")
def test_hqs_may_be_rebuilt() -> None:
    """Where is not printed: like reinforcements (A29), because an HQ hex holds one HQ."""
    game = allied(dead("HQ-3US"), american=1)
    assert legal(game, "rebuild") == {"rebuild HQ-3US 1 England"}
    do(game, "rebuild HQ-3US 1 England")
    assert place(game, "HQ-3US") == "England"
    other = german(dead("HQ-5Pz"), points=1)
    assert legal(other, "rebuild") == {f"rebuild HQ-5Pz 1 {city}" for city in CITIES - {HOME}}
    do(other, "rebuild HQ-5Pz 1 2903")
    assert place(other, "HQ-5Pz") == "2903"


@pytest.mark.rule("10.3.5", "5.6.7")
@pytest.mark.parametrize("name", ["US-3A", "US-82AB"])
def test_armoured_and_airborne_units_on_the_map_take_a_marker_within_pluto_range(name: str) -> None:
    far = allied(reduced(name), reduced("US-30"), hand=["air_support-1"], campaign={"pluto": ("2113",)})
    assert refused(far, f"replace {name} 1").rule == "10.3.5"
    assert refused(far, "spend air_support-1").rule == "10.3.5"
    game = allied(reduced(name), reduced("US-30"), hand=["air_support-1"])
    do(game, "spend air_support-1", f"replace {name} 1")
    assert not game.state.units[name].reduced
    assert game.state.support["air_support-1"].where == "pool"


@pytest.mark.rule("10.3.5")
def test_every_such_unit_takes_a_marker_of_its_own() -> None:
    game = allied(reduced("US-3A"), reduced("US-5A"), hand=["air_support-1", "air_support-2"])
    assert refused(game, "spend flak-1") == Refusal("that marker is not in your Available Support", "10.3.5")
    do(game, "spend air_support-1")
    assert refused(game, "spend air_support-2").rule == "10.3.5"
    do(game, "replace US-3A 1")
    assert refused(game, "replace US-5A 1").rule == "10.3.5"
    do(game, "spend air_support-2", "replace US-5A 1")
    assert not game.state.units["US-5A"].reduced


@pytest.mark.rule("10.3.5")
@pytest.mark.parametrize("name", ["G-21Pz", "G-5FJ"])
def test_german_armoured_and_parachute_units_take_a_marker_without_pluto(name: str) -> None:
    game = german(reduced(name, HOME), reduced("G-77", HOME), hand=["flak-1"])
    assert refused(game, f"replace {name} 1").rule == "10.3.5"
    do(game, "spend flak-1", f"replace {name} 1")
    assert not game.state.units[name].reduced


@pytest.mark.rule("10.3.5")
def test_infantry_takes_no_marker() -> None:
    game = german(reduced("G-17SS", HOME))
    do(game, "replace G-17SS 1")
    assert not game.state.units["G-17SS"].reduced


@pytest.mark.rule("10.3.6")
def test_a_rebuilt_unit_appears_with_an_hq_of_its_nationality() -> None:
    game = allied(dead("US-30"), dead("UK-3"), unit("HQ-2UK", "1208"), unit("HQ-3US", "1008"))
    assert {text for text in legal(game, "rebuild") if " 1 " in text} == {
        f"rebuild US-30 1 {ASHORE}",
        "rebuild US-30 1 1008",
        "rebuild UK-3 1 1208",
    }
    assert refused(game, "rebuild UK-3 1 1109").rule == "10.3.6"
    full = allied(dead("US-30"), *(unit(name, ASHORE) for name in ("US-35", "US-4", "US-8", "US-5")))
    assert not legal(full, "rebuild")


@pytest.mark.rule("10.3.6")
def test_a_rebuilt_elite_unit_comes_on_the_next_turn_to_england_or_a_german_city() -> None:
    game = allied(dead("US-1"), american=2)
    assert {text.split()[3] for text in legal(game, "rebuild")} == {"England"}
    do(game, "rebuild US-1 2 England")
    waiting = game.state.units["US-1"]
    assert waiting.location == "off"
    assert waiting.due == 9
    assert not waiting.reduced
    assert places(allied(waiting, turn=9), "US-1") == {"England"}
    other = german(dead("G-17SS"), points=1)
    do(other, "rebuild G-17SS 1 Germany")
    waiting = other.state.units["G-17SS"]
    assert waiting.due == 9
    assert waiting.reduced
    assert places(german(waiting, turn=9), "G-17SS") == CITIES | {"reserve"}


@pytest.mark.rule("10.3.6", "10.3.5")
def test_allied_armour_and_airborne_units_need_no_marker_if_they_come_back_in_england() -> None:
    game = allied(dead("US-3A"), dead("US-17AB"), american=3)
    assert {text.split()[3] for text in legal(game, "rebuild")} == {"England"}
    do(game, "rebuild US-3A 2 England", "rebuild US-17AB 1 England")
    assert place(game, "US-3A") == "England"
    assert place(game, "US-17AB") == "England-Air"
    marked = allied(dead("US-3A"), american=1, hand=["air_support-1"])
    do(marked, "spend air_support-1", f"rebuild US-3A 1 {ASHORE}")
    assert place(marked, "US-3A") == ASHORE


@pytest.mark.rule("10.3.5", "10.3.6")
def test_german_elite_armour_takes_its_marker_when_it_is_rebuilt() -> None:
    game = german(dead("G-2Pz"), dead("G-77"), hand=["flak-1"])
    assert refused(game, "rebuild G-2Pz 1 Germany").rule == "10.3.5"
    do(game, "spend flak-1", "rebuild G-2Pz 1 Germany")
    assert game.state.units["G-2Pz"].due == 9


@pytest.mark.rule("10.3.7")
def test_points_rebuild_their_own_nationality() -> None:
    game = allied(reduced("US-30"), reduced("UK-3", "1208"), unit("HQ-SHAEF", "1208"), american=0, british=1)
    assert refused(game, "replace US-30 1").rule == "10.3.7"
    do(game, "replace UK-3 1")
    assert not game.state.units["UK-3"].reduced


@pytest.mark.rule("10.3.7", "1.6.2")
def test_airborne_units_take_points_of_both() -> None:
    for american, british in ((1, 0), (0, 1)):
        game = allied(dead("US-17AB"), american=american, british=british)
        do(game, "rebuild US-17AB 1 England")
        assert place(game, "US-17AB") == "England-Air"


@pytest.mark.rule("10.3.8")
def test_after_the_withdrawal_one_point_rebuilds_two_weak_units_in_the_siegfried_line() -> None:
    fled = {"withdrawn": True}
    weak = ("G-719", "G-712", "G-711")
    assert all(PIECES[name].attack == (1, 1) for name in weak)
    game = german(*map(dead, weak), dead("G-84"), unit("US-30", "2704"), points=1, campaign=fled)
    assert "rebuild G-719 1 2705" in legal(game)  # next to the enemy
    assert refused(game, "rebuild G-719 2 2705").rule == "10.3.8"
    assert refused(game, "rebuild G-84 1 2705").rule == "10.3.6"
    do(game, "rebuild G-719 1 2705")
    assert at(game, "replacements")  # the point buys a second one
    do(game, "rebuild G-712 1 2909")
    assert game.state.units["G-712"].reduced
    assert place(game, "G-719") == "2705"
    assert not at(game, "replacements")


@pytest.mark.rule("10.3.8")
def test_one_point_a_turn_is_so_used_and_not_before_the_withdrawal() -> None:
    weak = [dead(name) for name in ("G-719", "G-712", "G-711")]
    game = german(*weak, points=3, campaign={"withdrawn": True})
    do(game, "rebuild G-719 1 2705", "rebuild G-712 1 2909")
    assert game.state.now.points == {"German": 2}
    assert refused(game, "rebuild G-711 1 2909").rule == "10.3.8"
    assert f"rebuild G-711 1 {HOME}" in legal(game)  # with an HQ, for a point of its own
    assert refused(german(*weak), "rebuild G-719 1 2705").rule == "10.3.6"


@pytest.mark.rule("10.3.8")
def test_no_unit_is_rebuilt_among_enemies() -> None:
    game = german(dead("G-719"), unit("US-30", "2705"), campaign={"withdrawn": True})
    assert "rebuild G-719 1 2705" not in legal(game)
    assert "rebuild G-719 1 2909" in legal(game)


@pytest.mark.rule("10.3.9", "6.5.5")
@pytest.mark.parametrize(
    "units",
    [
        (reduced("US-30", ASHORE, oos=True),),
        (reduced("US-30", "1110"), unit("G-352", "1210")),
        (reduced("US-30", "2028"),),
    ],
)
def test_no_replacements_out_of_supply_beside_the_enemy_or_out_of_range(units: tuple[Unit, ...]) -> None:
    game = allied(*units, reduced("US-35"))
    assert refused(game, "replace US-30 1").rule == "10.3.9"
    walled = german(reduced("G-353", "0311", festung=True), unit("HQ-5Pz", "0311"), reduced("G-77", HOME))
    assert refused(walled, "replace G-353 1").rule == "10.3.9"


@pytest.mark.rule("10.3.9")
def test_nobody_is_rebuilt_with_an_hq_beside_the_enemy() -> None:
    game = allied(dead("US-30"), reduced("US-35", "1008"), unit("G-352", "1110"))
    assert refused(game, f"rebuild US-30 1 {ASHORE}").rule == "10.3.9"


@pytest.mark.rule("10.3.10")
def test_points_are_not_saved() -> None:
    game = allied(reduced("US-30"), american=9)
    do(game, "end")
    following = sequence.Turn(9, "German"), sequence.PlayerTurn(ALLIED, sequence.ORDER.index("replacements"))
    later = position(unit("HQ-1US", ASHORE), reduced("US-30"), turn=9, stack=following)
    assert told_points(later) == BOOK.row(9).replacements
    assert refused(game, "replace US-30 1")
