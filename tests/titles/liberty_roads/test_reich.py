"""Strategic reserve, Withdrawal from France, defence of the Reich (rules 18 to 20)."""

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
    unit,
)
from wargame_tui.core.game import Game
from wargame_tui.core.step import Refusal
from wargame_tui.titles.liberty_roads import TITLE
from wargame_tui.titles.liberty_roads.rules import approval, sequence
from wargame_tui.titles.liberty_roads.rules.advance import Advancing
from wargame_tui.titles.liberty_roads.rules.control import is_active
from wargame_tui.titles.liberty_roads.rules.fight import after_terrain
from wargame_tui.titles.liberty_roads.rules.reach import reach
from wargame_tui.titles.liberty_roads.rules.strengths import defence_strength, hex_grounds
from wargame_tui.titles.liberty_roads.state import Support, Unit

INDEX, NAMES = BOARD.index, BOARD.names
HOME, RESERVE = "2904", "reserve"
CHART = BOOK.charts.approval
NINE = ("G-77", "G-84", "G-85", "G-47", "G-49", "G-352", "G-331", "G-326", "G-89")


def german(*units: Unit, phase: str = "movement", **changes: Any) -> Game:
    """A German phase; 7th Army stands in Köln."""
    return position(unit("HQ-7G", HOME), *units, side=GERMAN, phase=phase, **changes)


def stored(*markers: str) -> dict[str, Support]:
    """All support markers in the pool, these in the Strategic Reserve."""
    support: dict[str, Support] = dict(position().state.support)
    return support | {name: Support(name, "reserve") for name in markers}


# The Strategic Reserve (18.1)


@pytest.mark.rule("18.1.1")
def test_reinforcements_and_rebuilt_units_may_appear_in_the_reserve() -> None:
    game = german(unit("G-59", "off", due=8), unit("G-84", "eliminated"), phase="replacements")
    do(game, "place G-59 reserve", "rebuild G-84 1 reserve")
    assert place(game, "G-59") == place(game, "G-84") == RESERVE


@pytest.mark.rule("18.1.1")
def test_nobody_else_is_transferred() -> None:
    game = german(unit("G-77", "2903"), unit("G-84", RESERVE), unit("G-59", "off", due=9), unit("US-30", "1109"))
    for name in ("G-84", "G-59", "US-30"):
        assert refused(game, f"reserve {name}") == Refusal("not one of your units on the map", "18.1.1")
    assert "reserve G-77" in legal(game)


@pytest.mark.rule("18.1.1")
def test_units_that_could_go_to_germany_by_rail_may_be_transferred_without_points() -> None:
    game = german(unit("G-77", "1713"), unit("G-84", "0908"), unit("G-85", "1007"), unit("US-30", "1109"))
    left = game.state.now.rail
    do(game, "reserve G-77")
    assert place(game, "G-77") == RESERVE
    assert game.state.now.rail == left
    for name in ("G-84", "G-85"):  # without a railway; cut off
        assert refused(game, f"reserve {name}").rule == "18.1.1"
    moved = german(unit("G-77", "1713"))
    do(moved, "move G-77", "to 1613", "end")
    assert refused(moved, "reserve G-77").rule == "6.1.3"


@pytest.mark.rule("18.1.1")
def test_a_pontoon_hq_does_not_move_into_the_reserve() -> None:
    game = german(unit("HQ-5Pz", "2903", pontoon=0))
    assert refused(game, "reserve HQ-5Pz").rule == "6.1.7"


@pytest.mark.rule("18.1.1", "18.1.3")
def test_markers_received_in_the_turn_may_be_stored_three_at_most() -> None:
    game = german(unit("G-84", "2903"), phase="support", approval=10, hand=["flak-1"])
    fresh = sorted(name for name, each in game.state.support.items() if each.fresh)
    assert len(fresh) == CHART.draws[10] > 3
    assert refused(game, "store flak-1").rule == "18.1.1"
    do(game, *(f"store {name}" for name in fresh[:3]))
    assert [game.state.support[name].where for name in fresh[:3]] == ["reserve"] * 3
    assert refused(game, f"store {fresh[3]}").rule == "18.1.3"


@pytest.mark.rule("18.1.1", "9.2.3")
def test_a_dismissal_does_not_lose_them() -> None:
    draft = TITLE.draft(german(support=stored("flak-1"), approval=1).state)
    approval.change(draft, -1, "9.2", "test")
    assert draft.support["flak-1"].where == "reserve"


@pytest.mark.rule("18.1.2")
def test_armour_in_the_box_is_restored_without_a_marker() -> None:
    game = german(unit("G-2Pz", RESERVE, reduced=True), unit("G-21Pz", HOME, reduced=True), phase="replacements")
    assert refused(game, "replace G-21Pz 1").rule == "10.3.5"
    do(game, "replace G-2Pz 1")
    assert not game.state.units["G-2Pz"].reduced
    assert place(game, "G-2Pz") == RESERVE


@pytest.mark.rule("18.1.3")
def test_the_box_holds_eight_divisions() -> None:
    assert BOOK.charts.reserve.divisions == 8
    game = german(*(unit(name, RESERVE) for name in NINE[:7]), *(unit(name, "2903") for name in ("HQ-5Pz", *NINE[7:])))
    do(game, f"reserve {NINE[7]}")
    assert refused(game, f"reserve {NINE[8]}").rule == "18.1.3"
    do(game, "reserve HQ-5Pz")  # no division
    full = german(*(unit(name, RESERVE) for name in NINE[:8]), unit("G-59", "off", due=8), phase="replacements")
    assert "place G-59 reserve" not in legal(full)


@pytest.mark.rule("18.1.4")
def test_nothing_leaves_the_box_before_the_counter_offensive() -> None:
    game = german(unit("G-77", RESERVE), support=stored("flak-1"))
    assert refused(game, "move G-77").rule == "6.1.1"
    assert refused(game, "spend flak-1").rule == "6.2.4"
    assert not [text for text in legal(game) if "G-77" in text or "flak-1" in text]


# The strategic counter-offensive (18.2)


@pytest.mark.rule("18.2.1", "18.2.5")
def test_it_is_declared_once_and_then_the_box_is_used_no_more() -> None:
    game = german(unit("G-77", RESERVE), unit("G-84", "2903"))
    do(game, "counteroffensive", f"place G-77 {HOME}")
    assert game.state.campaign.counteroffensive
    assert refused(game, "counteroffensive").rule == "18.2.5"
    assert refused(game, "reserve G-84").rule == "18.2.5"
    later = german(unit("G-59", "off", due=8), phase="replacements", campaign={"counteroffensive": True})
    assert "place G-59 reserve" not in legal(later)
    support = german(unit("G-84", "2903"), phase="support", campaign={"counteroffensive": True}, approval=10)
    fresh = next(name for name, each in support.state.support.items() if each.fresh)
    assert refused(support, f"store {fresh}").rule == "18.1.1"


@pytest.mark.rule("18.2.2")
def test_it_is_declared_at_the_start_of_the_movement_phase_alone() -> None:
    game = german(unit("G-77", RESERVE), unit("G-84", "2903"))
    do(game, "move G-84", "to 2804", "end")
    assert refused(game, "counteroffensive").rule == "18.2.2"
    filled = german(unit("G-77", RESERVE), unit("G-2Pz", "2903"))
    do(filled, "reserve G-2Pz")
    assert refused(filled, "counteroffensive").rule == "18.2.2"
    assert refused(position(unit("US-30", "1109"), unit("G-77", RESERVE)), "counteroffensive")


@pytest.mark.rule("18.2.3")
def test_all_units_are_placed_with_hqs_in_germany_or_beside_them_away_from_the_enemy() -> None:
    game = german(unit("G-77", RESERVE), unit("G-2Pz", RESERVE), unit("HQ-15G", "2105"), unit("US-30", "2703"))
    do(game, "counteroffensive")
    around = {HOME, *(NAMES[there] for there in BOARD.land[INDEX[HOME]])}
    menaced = {NAMES[there] for there in BOARD.grid.near[INDEX["2703"]]}
    assert around & menaced
    assert {text.split()[2] for text in legal(game, "place")} == around - menaced
    assert refused(game, "place G-77 2105").rule == "18.2.3"  # an HQ in France
    assert refused(game, f"place HQ-15G {HOME}") == Refusal("it is not in the Strategic Reserve", "18.2.3")
    assert refused(game, "end").rule == "18.2.3"
    do(game, f"place G-77 {HOME}", "place G-2Pz 3004")
    assert at(game, "movement")
    assert "move G-77" in legal(game)
    nobody = position(unit("HQ-15G", "2105"), unit("G-77", RESERVE), side=GERMAN)
    assert refused(nobody, "counteroffensive").rule == "18.2.3"


@pytest.mark.rule("18.2.1")
def test_an_empty_reserve_is_not_opened() -> None:
    assert refused(german(unit("G-84", "2903")), "counteroffensive").rule == "18.2.1"
    assert "counteroffensive" in legal(german(support=stored("flak-1")))


@pytest.mark.rule("18.2.3", "1.10.3")
def test_nobody_comes_out_of_it_into_a_full_hex_or_onto_the_enemy() -> None:
    beside = NAMES[min(BOARD.land[INDEX[HOME]])]
    full = german(unit("G-77", RESERVE), *(unit(name, HOME) for name in NINE[1:4]), unit("US-30", beside))
    do(full, "counteroffensive")
    assert refused(full, f"place G-77 {beside}").rule == "1.10.3"
    alone = german(unit("G-77", RESERVE), *(unit(name, HOME) for name in NINE[1:4]))
    do(alone, "counteroffensive")
    assert refused(alone, f"place G-77 {HOME}").rule == "1.10.3"
    assert f"place G-77 {beside}" in legal(alone)


@pytest.mark.rule("18.2.4")
def test_its_markers_come_to_hand_above_six_for_this_turn() -> None:
    hand = ["flak-1", "flak-2", "flak-3", "nebelwerfer-1", "nebelwerfer-2", "bunkers-1"]
    support = stored("fuel_ammo-1", "fuel_ammo-2") | {name: Support(name, "available") for name in hand}
    game = german(unit("G-77", RESERVE), unit("US-30", "2703"), unit("G-84", "2903"), support=support)
    do(game, "counteroffensive", f"place G-77 {HOME}", "end")
    held = [name for name, each in game.state.support.items() if each.where == "available"]
    assert len(held) == 8
    assert not at(game, "movement")
    again = german(phase="support", support=support | {"fuel_ammo-1": Support("fuel_ammo-1", "available")})
    assert refused(again, "end").rule == "5.1.4"


# The Withdrawal from France (19)


@pytest.mark.rule("19.1.1")
@pytest.mark.parametrize(("turn", "may"), [(6, False), (7, True), (15, True)])
def test_the_german_may_declare_it_from_turn_7_on(turn: int, may: bool) -> None:
    game = german(unit("G-77", HOME), turn=turn)
    assert ("withdraw" in legal(game)) is may


@pytest.mark.rule("19.1.1")
def test_it_is_declared_before_anything_moves_and_once() -> None:
    game = german(unit("G-77", HOME))
    do(game, "move G-77", "to 2903", "end")
    assert refused(game, "withdraw").rule == "19.1.1"
    twice = german(unit("G-77", HOME))
    do(twice, "withdraw")
    assert refused(twice, "withdraw").rule == "19.1.1"
    assert refused(position(unit("US-30", "1109")), "withdraw")  # the Allied turn


@pytest.mark.rule("19.1.2")
@pytest.mark.parametrize(("value", "may"), [(3, False), (4, True), (10, True)])
def test_approval_must_stand_at_4_or_more(value: int, may: bool) -> None:
    assert ("withdraw" in legal(german(approval=value))) is may


@pytest.mark.rule("19.1.3", "19.1.4", "10.3.3")
def test_what_the_withdrawal_does() -> None:
    game = german(approval=8)
    assert is_active(game.state, "1309")
    assert is_active(game.state, "2926")
    assert is_active(game.state, "2103")
    do(game, "withdraw")
    assert game.state.approval.value == 3
    assert game.state.campaign.withdrawn
    assert not any(is_active(game.state, hex_) for hex_ in BOOK.map.beaches if BOARD.country["F"] >> INDEX[hex_] & 1)
    assert is_active(game.state, "2103")  # Belgium
    gained = BOOK.map.strategic["1910"]
    lost = position(unit("US-30", "1910"), phase="supply", campaign={"withdrawn": True}, approval=8)
    assert lost.state.approval.value == 8 - gained.withdrawn != 8 - gained.value


# Siegfried Line and German cities (20.1)

LINE = "2705"
"""Aachen: on the line, a minor city of Germany; 2605 (Liège) lies west of it beyond the Meuse, joined by road."""


def reaching(name: str, start: str, *more: Unit, **changes: Any) -> dict[str, int]:
    """Half points by hex that a unit can reach."""
    game = position(unit(name, start), *more, side=BOOK.pieces[name].side, **changes)
    return {NAMES[hex_]: cost for hex_, cost in reach(game.state, game.state.units[name], "normal").spent.items()}


@pytest.mark.rule("20.1", "20.1.1")
def test_an_uncontrolled_siegfried_hex_costs_the_allies_four_points_road_or_not() -> None:
    assert BOARD.road[6 * INDEX["2605"] + _turn("2605", LINE)]
    assert reaching("US-2A", "2605")[LINE] == 2 * 4
    assert reaching("G-2Pz", "2605")[LINE] == 1
    assert reaching("US-2A", "2605", allied=(LINE,))[LINE] == 1


@pytest.mark.rule("20.1.1")
def test_a_pontoon_makes_the_line_no_cheaper() -> None:
    """2604 to 2705, over the Meuse: the HQ bridges a river that costs nothing on top."""
    hq = unit("HQ-1US", "2604", pontoon=_turn("2604", LINE))
    game = position(unit("US-2A", "2604"), hq)
    assert BOARD.water[6 * INDEX["2604"] + _turn("2604", LINE)] == "major"
    assert reach(game.state, game.state.units["US-2A"], "normal").spent[INDEX[LINE]] == 2 * 4


def _turn(one: str, other: str) -> int:
    found = BOARD.grid.direction(INDEX[one], INDEX[other])
    assert found is not None
    return found


@pytest.mark.rule("20.1.1")
def test_in_the_line_its_bonus_alone_counts() -> None:
    game = position(unit("G-352", LINE))
    assert {"siegfried", "minor_city"} <= {*BOARD.grounds[INDEX[LINE]]}
    assert hex_grounds(game.state, LINE) == ["siegfried"]
    units = [game.state.units["G-352"]]
    assert defence_strength(game.state, LINE, units, "siegfried") == 5 * BOARD.charts.ground["siegfried"].defence


@pytest.mark.rule("20.1.2", "7.8.3")
@pytest.mark.parametrize("hex_", [LINE, "2904"])
@pytest.mark.parametrize(("final", "may"), [("-", False), ("S", True), ("DR", True)])
def test_the_allies_advance_into_the_closed_reich_after_s_or_dr_alone(hex_: str, final: str, may: bool) -> None:
    start = NAMES[BOARD.land[INDEX[hex_]][0]]
    stack = (
        sequence.Turn(8, "German"),
        sequence.PlayerTurn(ALLIED, sequence.ORDER.index("combat") + 1),
        Advancing(ALLIED, ("US-30",), (hex_,), final),
    )
    game = position(unit("US-30", start), stack=stack, campaign={"vaterland": "placed"})
    assert (at(game, "advancing") and f"advance US-30 {hex_}" in legal(game)) is may
    held = position(unit("US-30", start), unit("G-77", hex_), stack=stack)
    assert not at(held, "advancing")
    once = position(unit("US-30", start), stack=stack, ever=(hex_,))
    assert f"advance US-30 {hex_}" in legal(once)  # 20.1.3


@pytest.mark.rule("20.1.2")
def test_the_final_result_is_that_after_terrain() -> None:
    state = position().state
    ignored = BOARD.charts.ground["siegfried"].ignores
    assert ignored == 1
    assert after_terrain(state, "S", "siegfried") == "-"
    assert after_terrain(state, "SS", "siegfried") == "S"


@pytest.mark.rule("20.1.2")
def test_germans_and_allies_elsewhere_advance_as_they_like() -> None:
    for name, hex_, side in (("G-352", LINE, GERMAN), ("US-30", "2604", ALLIED)):
        start = NAMES[BOARD.land[INDEX[hex_]][0]]
        combat = sequence.PlayerTurn(side, sequence.ORDER.index("combat") + 1)
        step = Advancing(side, (name,), (hex_,), "-")
        game = position(unit(name, start), side=side, stack=(sequence.Turn(8, "end"), combat, step))
        assert f"advance {name} {hex_}" in legal(game)


@pytest.mark.rule("20.1.3", "20.1.1")
def test_a_hex_of_the_line_that_the_allies_have_held_is_like_any_other_even_retaken() -> None:
    game = position(unit("G-352", LINE), unit("US-2A", "2605"), ever=(LINE,))
    assert game.state.control[LINE] == GERMAN
    assert "siegfried" not in hex_grounds(game.state, LINE)
    free = position(unit("US-2A", "2605"), ever=(LINE,))
    assert reach(free.state, free.state.units["US-2A"], "normal").spent[INDEX[LINE]] == 1


# Vaterland (20.2)

SEVEN = {name: entry.vaterland for name, entry in BOOK.units.units.items() if entry.vaterland}


@pytest.mark.rule("20.2.1")
@pytest.mark.parametrize(("start", "to"), [("2605", LINE), ("2604", "2704")])
def test_the_first_step_into_germany_or_the_netherlands_calls_up_seven_divisions(start: str, to: str) -> None:
    assert len(SEVEN) == 7
    country = BOARD.country["G"] | BOARD.country["N"]
    assert country >> INDEX[to] & 1
    assert not country >> INDEX[start] & 1
    game = position(unit("US-2A", start))
    do(game, "move US-2A", f"to {to}")
    assert at(game, "vaterland")
    assert game.side == GERMAN
    assert refused(game, "place G-406 1713").rule == "20.2.1"
    assert refused(game, "place G-77 2802").rule == "20.2.1"
    while at(game, "vaterland"):
        do(game, min(legal(game, "place")))
    placed = {place(game, name) for name in SEVEN} - {"off"}
    assert placed == {*SEVEN.values()} - {to}
    assert game.side == ALLIED
    assert at(game, "moving")


@pytest.mark.rule("20.2.1")
def test_movement_stops_and_resumes_with_the_points_that_are_left() -> None:
    """From 2604 by the road into the Netherlands and on."""
    whole = position(unit("US-2A", "2604"), campaign={"vaterland": "placed"})
    costs = {NAMES[hex_]: cost for hex_, cost in reach(whole.state, whole.state.units["US-2A"], "normal").spent.items()}
    far = next(name for name in ("2702", "2701", "2601") if name in costs)
    game = position(unit("US-2A", "2604"))
    do(game, "move US-2A", f"to {far}")
    stopped = place(game, "US-2A")
    assert at(game, "vaterland")
    assert stopped != far
    while at(game, "vaterland"):
        do(game, min(legal(game, "place")))
    assert at(game, "moving")
    assert game.state.stack[-1].spent == (costs[stopped],)
    again = position(unit("US-2A", "2604"), campaign={"vaterland": "placed"})
    do(again, "move US-2A", f"to {far}")
    assert place(again, "US-2A") == far  # only the first entry


@pytest.mark.rule("20.2.1", "6.1.1")
def test_a_stack_stops_together() -> None:
    game = position(unit("US-2A", "2604"), unit("US-30", "2604"))
    do(game, "move US-30", "with US-2A")
    do(game, "to 2702")
    assert at(game, "vaterland")
    stopped = place(game, "US-30")
    assert place(game, "US-2A") == stopped != "2702"
    while at(game, "vaterland"):
        do(game, min(legal(game, "place")))
    do(game, "to 2702" if "to 2702" in legal(game) else "end")
    assert place(game, "US-2A") == place(game, "US-30")


@pytest.mark.rule("20.2.2")
def test_an_advance_into_the_reich_calls_them_after_the_combat() -> None:
    game = position(
        unit("US-2A", "2604"), unit("US-3A", "2604"), unit("US-1", "2604"), unit("G-77", "2704", reduced=True),
        phase="combat", dice=[6, 6],
    )  # fmt: skip
    do(game, "attack 2704", "with US-2A", "with US-3A", "with US-1", "go")
    while not at(game, "advancing"):
        do(game, "go" if "go" in legal(game) else min(legal(game)))
    do(game, "advance US-1 2704")
    assert not at(game, "vaterland")
    while "battle" in [step.kind for step in game.state.stack]:
        do(game, "end" if "end" in legal(game) else min(legal(game)))
    assert at(game, "vaterland")
    assert game.state.stack[-2].kind == "combat"
    assert game.side == GERMAN


@pytest.mark.rule("20.2.1")
def test_germans_at_home_call_up_nobody() -> None:
    game = german(unit("G-2Pz", HOME))
    do(game, "move G-2Pz", "to 3101")
    assert place(game, "G-2Pz") == "3101"
    assert game.state.campaign.vaterland == "waiting"
