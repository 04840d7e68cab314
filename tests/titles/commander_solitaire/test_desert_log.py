"""Desert Commander: every action of either side stands in the log, in its order, with its rule and what it came to."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.titles.commander_solitaire.desert_kit import (
    AFRICA,
    NORMANDY,
    NOTHING,
    do,
    operate,
    position,
    told,
)
from wargame_tui.core.event import Event


def facts(events: Sequence[Event], kind: str, *names: str) -> list[tuple[Any, ...]]:
    """The rule and some facts of all events of a kind."""
    return [(event.rule, *(event.data.get(name) for name in names)) for event in told(events, kind)]


@pytest.mark.rule("4.3.5", "4.3.6", "4.2.6")
def test_an_operation_its_move_and_the_new_owner() -> None:
    game = position({"EIF": "PZ A, B, C, D"}, sp=9)
    do(game, "operation EIF HOU")
    events = do(game, "add ax-pz-a", "add ax-pz-b", "add ax-pz-c", "add ax-pz-d")
    assert [event.kind for event in events] == ["operation", "moved", "owner"]
    assert facts(events, "operation", "origin", "area", "sp", "labels") == [
        ("4.3.5", "EIF", "HOU", 2, ["PZ A", "PZ B", "PZ C", "PZ D"])
    ]
    assert facts(events, "moved", "side", "origin", "area", "labels") == [
        ("4.3.6", "Axis", "EIF", "HOU", ["PZ A", "PZ B", "PZ C", "PZ D"])
    ]


@pytest.mark.rule("4.3.9")
def test_a_blitz_is_told_by_its_rule() -> None:
    game = position({"HOU": "PZ A [won operations=2]"}, sp=9)
    assert facts(do(game, "blitz HOU MCH"), "operation", "origin", "area", "sp") == [("4.3.9", "HOU", "MCH", 2)]


@pytest.mark.rule("4.3.14", "4.5.5")
def test_who_digs_in_and_where() -> None:
    game = position({"EIF": "PZ A", "HOU": "PZ B"}, sp=9)
    assert facts(do(game, "dig_in HOU"), "dug_in", "side", "area", "sp") == [("4.3.14", "Axis", "HOU", 1)]
    enemy = position({"EIF": "PZ A"}, {"LEC": "INF E"}, turn=8, stage="enemy_orders", dice=(3,), stop="axis_resupply")
    assert facts(enemy.opening, "dug_in", "side", "area") == [("4.5.5", "Enemy", "LEC")]


@pytest.mark.rule("4.3.10", "4.3.11", "4.3.7")
def test_an_assault_with_aircraft_pressed_on() -> None:
    game = position({"EIF": "PZ A"}, {"HOU": "INF E"}, sp=9)
    operate(game, "EIF", "HOU")
    called = do(game, "air_support yes", dice=(NOTHING, *(6,) * 8))
    assert facts(called, "air_support", "area", "sp") == [("4.3.10", "HOU", 2)]
    assert facts(do(game, "press_on", dice=(6, 6)), "press_on", "area", "sp") == [("4.3.11", "HOU", 1)]
    assert facts(do(game, "break_off"), "battle_ends", "area", "side", "won") == [("4.4.11", "HOU", "Axis", False)]


@pytest.mark.rule("4.4.8", "4.4.9")
def test_a_retreat_is_told_before_what_it_costs() -> None:
    game = position({"EIF": "PZ A, B, C"}, {"HOU": "IN2 E; FRT G", "MCH": "INF F"}, sp=9)
    operate(game, "EIF", "HOU", "pz-a", "pz-b", "pz-c")
    events = do(game, "air_support no", dice=(NOTHING, 6, 6, 6, 6, 6, 4))
    kinds = [event.kind for event in events]
    assert facts(events, "retreat", "side", "origin", "area") == [("4.4.9", "Enemy", "HOU", "MCH")]
    assert kinds[-6:] == ["check", "retreat", "hit", "moved", "battle_ends", "owner"]


@pytest.mark.rule("4.3.12", "4.3.13", "2.6")
def test_refits_and_chits() -> None:
    cup = ["feint", "pursuit"]
    game = position({"EIF": "PZ A [reduced]"}, stage="axis_resupply", sp=9, cup=cup, discard=("feint",))
    assert facts(do(game, "refit ax-pz-a"), "refitted", "side", "area", "labels", "sp") == [
        ("4.3.12", "Axis", "EIF", ["PZ A"], 1)
    ]
    bought = do(game, "buy_plan", dice=(2,))
    assert facts(bought, "plan_bought", "chit", "faces", "left") == [("4.3.13", "pursuit", 2, 1)]
    assert not told(bought, "cup_renewed")
    last = do(game, "buy_plan")
    assert facts(last, "plan_bought", "chit", "faces", "left") == [("4.3.13", "feint", 1, 0)]
    assert facts(last, "cup_renewed", "chits") == [("4.3.13", 1)]
    assert game.state.cup == ("feint",)
    empty = position({"EIF": "PZ A"}, stage="axis_resupply", sp=9, cup=["feint"])
    assert not told(do(empty, "buy_plan"), "cup_renewed"), "there was no discard"


@pytest.mark.rule("4.3.16")
def test_sp_that_do_not_carry() -> None:
    wasteful = position({"EIF": "INF A"}, stage="next_turn", sp=9, stop="enemy_reinforce")
    assert facts(wasteful.opening, "sp_lost", "sp", "kept") == [("4.3.16", 3, 6)]
    assert not told(position({"EIF": "INF A"}, stage="next_turn", sp=6, stop="enemy_reinforce").opening, "sp_lost")


@pytest.mark.rule("4.6.1", "4.6.3")
def test_the_bonus_of_the_career_comes_on_turn_1_only() -> None:
    for turn, sp in ((1, 12), (2, 10)):
        game = position({"EIF": "PZ A"}, turn=turn, stage="axis_resupply", whole=True, bonus=2)
        assert game.state.sp == sp
    without = position({"EIF": "PZ A"}, turn=1, stage="axis_resupply", whole=True)
    assert [sp for _, *found in facts(without.opening, "sp_gained", "sources") for sp in found] == [[["turn", 10]]]


@pytest.mark.rule("4.6.2")
def test_the_total_of_africa() -> None:
    game = position({"BEN": "INF A"}, campaign=AFRICA, stage="next_turn", owned="DER", best=5, stop="enemy_reinforce")
    assert facts(game.opening, "total_noted", "total", "best") == [("4.6.2", 3, 5)]


@pytest.mark.rule("4.9.4", "4.9.5")
def test_the_attack_from_within_a_contested_area() -> None:
    game = position(
        {"UTA": "STA A, B"}, {"UTA": "INF E, F"}, campaign=NORMANDY, turn=5, stage="enemy_orders", contested="UTA",
        dice=(6, 6), hand=["feint"],
    )  # fmt: skip
    assert facts(game.opening, "order", "area", "order", "carried_out", "target", "labels") == [
        ("4.9.4", "UTA", "ATTACK", "ATTACK", "UTA", ["INF E", "INF F"])
    ]


@pytest.mark.rule("4.6.3")
def test_the_veteran_of_a_career() -> None:
    game = position({"TRI": "PZ A; REC B"}, campaign="career", index=1, stage="promotion")
    assert facts(do(game, "veteran ax-pz-a"), "veteran", "force", "label", "area") == [
        ("4.6.3", "ax-pz-a", "PZ A", "TRI")
    ]
