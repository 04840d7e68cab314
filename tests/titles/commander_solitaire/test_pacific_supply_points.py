"""Pacific Commander: Supply Points, arrivals, purchases, Battle Plans, and what comes to Japan (3.4)."""

from typing import Any

import pytest

from tests.titles.commander_solitaire.pacific_kit import (
    US,
    book,
    do,
    here,
    legal,
    position,
    refused,
    replaced,
    told,
    where,
)
from wargame_tui.core.game import Game

COSTS = {
    "MAR": 6, "INF": 5, "GAR": 2, "LBA": 4, "TRN": 3, "DD": 4, "SS": 4, "CVE": 6, "CRU": 8,
}  # fmt: skip


@pytest.mark.rule("3.4.1")
@pytest.mark.parametrize(
    ("campaign", "sp", "repairs", "air", "pool"),
    [("1942", 14, 3, 8, 10), ("1943", 20, 3, 6, 10), ("1944", 24, 2, 5, 12), ("1945", 26, 2, 4, 12)],
)
def test_the_economy_of_a_year(campaign: str, sp: int, repairs: int, air: int, pool: int) -> None:
    year = book(campaign).campaign
    assert (year.sp, year.repairs, year.air, year.pool) == (sp, repairs, air, pool)
    game = Game.new(f"pacific_commander/{campaign}", 1)
    assert (game.state.sp, game.state.pool) == (sp, pool)


@pytest.mark.rule("3.4.2")
@pytest.mark.parametrize(("before", "after"), [(0, 20), (3, 23), (10, 30), (11, 30), (40, 30)])
def test_unspent_sp_above_10_are_lost_then_those_of_the_year_come(before: int, after: int) -> None:
    game = position(us={"HAW": "DD 1"}, campaign="1943", turn=2, whole=True, sp=before)
    assert game.state.sp == after
    assert told(game.opening, "supply")[0].data == {"lost": max(before - 10, 0), "gained": 20, "sp": after}


@pytest.mark.rule("3.4.2")
def test_sp_can_be_spent_in_the_first_three_steps() -> None:
    game = position(us={"HAW": "TRN 1; INF A"}, japan={"WAK": "BTN X"}, sp=14)
    do(game, "buy_force GAR", "end", "coastwatchers", "end")
    assert game.state.sp == 11
    do(game, "task_force HAW", "load us-trn-1 us-inf-a")
    sail = do(game, "sail WAK")
    assert told(sail, "sail")[0].data["sp"] == 8


# Arrivals


@pytest.mark.rule("3.4.3", "3.1.2")
def test_arrivals_come_in_table_order_then_what_was_bought() -> None:
    game = position(
        us={"HAW": "DD 1", "AUS": "DD 4", "USA": "DD 3"}, turn=2, whole=True, stage="us_resupply",
        due=_due("GAR", "SS", "GAR"),
    )  # fmt: skip
    came = [(event.data["cls"], event.data["name"], event.data["area"]) for event in told(game.opening, "arrival")]
    assert came == [
        ("CV", "Hornet", "HAW"),
        ("INF", "27th Inf", "HAW"),
        ("INF", "Americal", "USA"),
        ("INF", "41st Inf", "AUS"),
        ("LBA", "5th AF", "AUS"),
        ("GAR", "GAR N1", "USA"),
        ("SS", "SS N1", "USA"),
        ("GAR", "GAR N2", "USA"),
    ]
    serials = [game.state.forces[event.data["force"]].serial for event in told(game.opening, "arrival")]
    assert serials == sorted(serials)
    assert game.state.due == ()


def _due(*classes: Any) -> tuple[Any, ...]:
    from wargame_tui.titles.pacific_commander.state import Purchase

    return tuple(Purchase(cls) for cls in classes)


@pytest.mark.rule("3.4.3")
@pytest.mark.parametrize(
    ("japan", "comes_to"),
    [
        ({}, "AUS"),
        ({"AUS": "BTN X"}, "HAW"),
        ({"AUS": "TRN 1"}, "HAW"),
        ({"AUS": "SS S"}, "AUS"),
        ({"AUS": "BTN X", "HAW": "DD 1"}, "USA"),
        ({"AUS": "BTN X", "HAW": "LBA Y"}, "USA"),
        ({"AUS": "BTN X", "HAW": "DD 1", "USA": "DD 2"}, "USA"),
    ],
)
def test_an_arrival_whose_area_is_in_enemy_hands_goes_to_a_base(japan: dict[str, str], comes_to: str) -> None:
    game = position(us={"MID": "GAR G"}, japan=japan, turn=2, whole=True)
    assert where(game, "us-lba-5th-af") == comes_to


@pytest.mark.rule("3.4.3")
def test_an_arrival_comes_to_a_contested_area() -> None:
    game = position(us={"AUS": "INF A"}, japan={"AUS": "BTN X"}, turn=2, whole=True)
    assert where(game, "us-lba-5th-af") == "AUS"


@pytest.mark.rule("3.4.3", "2.20")
def test_arrivals_may_exceed_caps() -> None:
    many = ", ".join(f"F{number}" for number in range(4))
    game = position(us={"AUS": f"LBA {many}"}, turn=2, whole=True)
    assert len([name for name in here(game, "AUS") if "-lba-" in name]) == 5


@pytest.mark.rule("3.4.3", "3.13.1")
def test_bought_forces_are_green_where_they_have_a_level() -> None:
    game = position(us={"HAW": "DD 1"}, turn=2, whole=True, due=_due("MAR", "LBA", "CVE", "TRN"))
    levels = {force.cls: force.level for force in game.state.forces.values() if " N1" in force.name}
    assert levels == {"MAR": "Green", "LBA": "Green", "CVE": "Green", "TRN": "Regular"}
    assert game.state.forces["us-inf-americal"].level == "Regular", "arrivals"


# What SP buy


@pytest.mark.rule("3.4.4", "3.4.5")
def test_repair_costs_2_sp_a_hit_and_keeps_the_ship_in_port() -> None:
    game = position(us={"HAW": "BB A [hits=2]; DD 1"}, sp=5)
    do(game, "repair_ship us-bb-a", "repair_ship us-bb-a")
    ship = game.state.forces["us-bb-a"]
    assert (ship.hits, ship.moved, game.state.sp) == (0, True, 1)
    do(game, "end")
    assert game.state.stack[-1].kind == "special_ops"
    do(game, "end", "task_force HAW")  # the only other ship goes along unasked
    assert game.state.stack[-1].ships == ("us-dd-1",)


@pytest.mark.rule("3.4.5")
def test_repair_needs_a_friendly_area_with_a_repair_port() -> None:
    game = position(
        us={"PHI": "BB A [hits=1]; INF B", "HAW": "BB C [hits=1]; BB D", "FIJ": "BB E [hits=1]; INF F"},
        japan={"HAW": "BTN X", "PHI": "BTN Y"},
        sp=9,
    )
    for ship in ("a", "c", "e"):
        assert refused(game, f"repair_ship us-bb-{ship}").rule == "3.4.5"
    assert refused(game, "repair_ship us-bb-d").rule == "3.4.5", "no hit"
    assert refused(game, "repair_ship us-inf-b").rule == "3.4.5", "no ship"
    assert refused(game, "repair_ship jp-btn-x").rule == "3.4.5", "not his"
    port_2 = position(us={"NCA": "BB A [hits=1]; INF B"}, sp=2)
    assert "repair_ship us-bb-a" in legal(port_2)


@pytest.mark.rule("3.4.4", "3.4.6")
def test_restoring_a_step_costs_2_sp_and_the_force_may_still_move() -> None:
    game = position(us={"HAW": "INF A [hits=2]; LBA B [hits=1]; TRN 1"}, sp=7)
    do(game, "restore_step us-inf-a", "restore_step us-inf-a", "restore_step us-lba-b")
    assert game.state.sp == 1
    assert all(not force.hits and not force.moved for force in game.state.forces.values())
    assert refused(game, "restore_step us-inf-a").rule == "3.4.6"
    ship = position(us={"HAW": "INF A [hits=1]; CRU B [hits=1]"}, sp=7)
    assert refused(ship, "restore_step us-cru-b").rule == "3.4.6", "ships are repaired"


@pytest.mark.rule("3.4.6")
def test_restoring_a_step_needs_a_friendly_area_and_a_force_that_is_ashore() -> None:
    game = position(
        us={"WAK": "TRN 1; INF A [hits=1 on=trn-1]", "OKI": "INF B [hits=1]", "SOL": "INF C [hits=1]"},
        japan={"WAK": "BTN X", "SOL": "BTN Y"},
        sp=9,
    )
    for force in ("a", "b", "c"):
        assert refused(game, f"restore_step us-inf-{force}").rule == "3.4.6"


@pytest.mark.rule("3.4.4", "3.4.7", "2.9")
@pytest.mark.parametrize(("points", "price"), [(1, 1), (2, 1), (3, 2), (4, 2)])
def test_carrier_air_costs_1_sp_for_2_points_up(points: int, price: int) -> None:
    game = position(us={"WAK": "CV A [airloss=4]"}, sp=9)
    do(game, f"restore_air us-cv-a {points}")
    assert (game.state.forces["us-cv-a"].airloss, game.state.sp) == (4 - points, 9 - price)


@pytest.mark.rule("3.4.7")
def test_each_carrier_is_paid_for_by_itself_in_an_in_supply_area() -> None:
    game = position(us={"WAK": "CV A [airloss=1]; CV B [airloss=1]", "OKI": "CV C [airloss=1]"}, sp=9)
    do(game, "restore_air us-cv-a 1", "restore_air us-cv-b 1")
    assert game.state.sp == 7
    assert refused(game, "restore_air us-cv-c 1").rule == "3.4.7"
    assert refused(game, "restore_air us-cv-a 1").rule == "3.4.7"


@pytest.mark.rule("3.4.4", "3.3.3", "3.3.4")
@pytest.mark.parametrize(("cls", "price"), COSTS.items())
def test_prices_of_forces(cls: str, price: int) -> None:
    game = position(us={"HAW": "DD 1"}, sp=price)
    do(game, f"buy_force {cls}")
    assert [purchase.cls for purchase in game.state.due] == [cls]
    assert game.state.sp == 0
    dear = position(us={"HAW": "DD 1"}, sp=price - 1)
    assert refused(dear, f"buy_force {cls}").rule == "3.4.4"


@pytest.mark.rule("3.3.4")
@pytest.mark.parametrize("cls", ["CV", "CVL", "BB", "FBB"])
def test_capital_ships_cannot_be_bought(cls: str) -> None:
    assert refused(position(us={"HAW": "DD 1"}, sp=30), f"buy_force {cls}").rule == "3.3.4"


@pytest.mark.rule("3.4.8")
def test_bought_forces_are_named_after_class_and_number_without_limit() -> None:
    game = position(us={"MID": "GAR G"}, turn=2, whole=True, due=_due(*["DD"] * 12), bought={"DD": 3})
    names = [force.name for force in game.state.forces.values() if force.cls == "DD"]
    assert names == [f"DD N{number}" for number in range(4, 16)]


# Battle Plans


@pytest.mark.rule("2.6", "3.4.9", "3.12.1")
def test_n11_draws_from_the_full_cup() -> None:
    game = position(us={"HAW": "DD 1"}, sp=2, dice=[7, 23])
    assert len(game.state.cup) == 24
    do(game, "draw_plan", "draw_plan")
    assert game.state.hand == ("flak_wall", "damage_control")
    assert game.state.cup.count("flak_wall") == game.state.cup.count("damage_control") == 1
    assert game.state.sp == 0


@pytest.mark.rule("3.4.4", "3.4.9")
def test_choosing_a_plan_costs_2_sp_and_takes_it_out_of_the_cup() -> None:
    game = position(us={"HAW": "DD 1"}, sp=3, cup=["smoke", "scout_line"])
    do(game, "choose_plan smoke")
    assert (game.state.hand, game.state.cup, game.state.sp) == (("smoke",), ("scout_line",), 1)
    assert refused(game, "choose_plan smoke").rule == "3.4.9", "not in the cup"
    assert refused(game, "choose_plan scout_line").rule == "3.4.4", "too dear"


@pytest.mark.rule("3.4.9")
def test_the_hand_holds_at_most_6() -> None:
    game = position(us={"HAW": "DD 1"}, sp=9, hand=["smoke"] * 5)
    do(game, "choose_plan flak_wall")
    assert refused(game, "draw_plan").rule == refused(game, "choose_plan flak_wall").rule == "3.4.9"


@pytest.mark.rule("3.4.9", "2.6")
def test_an_empty_cup_is_filled_from_the_discard_in_the_order_of_the_table() -> None:
    game = position(us={"HAW": "DD 1"}, sp=9, cup=[], discard=["smoke", "scout_line", "cap_high"], dice=[1])
    do(game, "draw_plan")
    assert game.state.hand == ("scout_line",)
    assert (game.state.cup, game.state.discard) == (("cap_high", "smoke"), ())
    bare = position(us={"HAW": "DD 1"}, sp=9, cup=[], discard=[])
    assert refused(bare, "draw_plan").rule == "3.4.9"


@pytest.mark.rule("3.4.9")
def test_the_discard_stays_while_the_cup_has_chits() -> None:
    game = position(us={"HAW": "DD 1"}, sp=9, cup=["smoke"], discard=["cap_high"])
    assert refused(game, "choose_plan cap_high").rule == "3.4.9"
    do(game, "choose_plan smoke")
    assert game.state.discard == ("cap_high",)


@pytest.mark.rule("3.4.10")
def test_nothing_else_costs_sp_and_none_are_lent() -> None:
    game = position(us={"HAW": "CV A [hits=1 airloss=2]; TRN 1; LBA B", "MID": "GAR G"}, sp=0)
    assert legal(game) == {"end"}
    moving = position(us={"HAW": "CV A; TRN 1; INF I; LBA B", "MID": "GAR G"}, stage="us_move", sp=0)
    do(moving, "fly us-lba-b MID", "shuttle us-inf-i AUS", "task_force HAW", "add us-cv-a", "sail WAK")
    assert moving.state.sp == 0


@pytest.mark.rule("3.4.2", "3.4.5", "3.4.7", "3.4.9", "3.5.5")
def test_n10_a_turns_purchases() -> None:
    game = position(
        us={"HAW": "CV A [airloss=4]; CV B [airloss=1]; BB C [hits=2]", "MID": "GAR G"},
        campaign="1943", turn=2, whole=True, sp=3, dice=[7, 23, 8],
    )  # fmt: skip
    assert game.state.sp == 23
    do(game, "repair_ship us-bb-c", "repair_ship us-bb-c", "restore_air us-cv-a 4", "restore_air us-cv-b 1")
    do(game, "draw_plan", "draw_plan", "buy_force MAR", "end", "seabees MID")
    assert game.state.hand == ("flak_wall", "damage_control")
    assert game.state.sp == 5
    assert game.state.areas["MID"].enlarged


@pytest.mark.rule("3.15.4")
def test_saratoga_cannot_be_repaired_before_the_third_turn() -> None:
    start = Game.new("pacific_commander/1942", 1)
    assert start.state.forces["us-cv-saratoga"].hits == 1
    assert refused(start, "repair_ship us-cv-saratoga").rule == "3.15.4"
    early = position(us={"HAW": "CV Saratoga [hits=1]"}, turn=2, sp=9)
    assert refused(early, "repair_ship us-cv-saratoga").rule == "3.15.4"
    later = position(us={"HAW": "CV Saratoga [hits=1]"}, turn=3, sp=9)
    do(later, "repair_ship us-cv-saratoga")
    assert later.state.forces["us-cv-saratoga"].hits == 0


# Japan


def _resupplied(**about: Any) -> Game:
    return position(stage="jp_resupply", stop="jp_orders", **about)


@pytest.mark.rule("3.4.14")
@pytest.mark.parametrize(
    ("us", "japan", "comes_to"),
    [
        ({}, {"CAR": "INF A"}, "CAR"),
        ({}, {}, "JPN"),
        ({}, {"CAR": "DD 1"}, "JPN"),
        ({"CAR": "DD 1"}, {"CAR": "INF A"}, "JPN"),
        ({"CAR": "SS S; INF B"}, {"CAR": "LBA A"}, "CAR"),
    ],
)
def test_where_japanese_arrivals_appear(us: dict[str, str], japan: dict[str, str], comes_to: str) -> None:
    game = _resupplied(us=us, japan=japan, turn=6)  # T6: INF 6th Div for CAR; INF 18th Army, LBA 6th Air Div for JPN
    assert where(game, "jp-inf-6th-div") == comes_to
    assert where(game, "jp-inf-18th-army") == "JPN", "always takes its own"
    came = [event.data["name"] for event in told(game.opening, "arrival")]
    assert came == ["6th Div", "18th Army", "6th Air Div"]


@pytest.mark.rule("3.4.15")
def test_japanese_repairs_go_round_the_damaged_ships_in_bases() -> None:
    game = _resupplied(
        us={"FOR": "DD 1"},
        japan={
            "PHI": "BB B [hits=2]; CV A [hits=1]; INF I",
            "CAR": "BB C [hits=2]; INF J",
            "WAK": "BB D [hits=1]; BTN K",
            "FOR": "BB E [hits=1]; INF L",
        },
    )
    hits = {name: force.hits for name, force in game.state.forces.items() if force.cls in ("CV", "BB")}
    assert hits == {"jp-cv-a": 0, "jp-bb-b": 1, "jp-bb-c": 1, "jp-bb-d": 1, "jp-bb-e": 1}
    again = _resupplied(japan={"PHI": "BB B [hits=2]; CV A [hits=1]; INF I"})
    assert all(force.hits == 0 for force in again.state.forces.values())
    over = _resupplied(japan={"JPN": "YBB A [hits=3]; BB B [hits=2]"}, campaign="1944")
    assert (over.state.forces["jp-ybb-a"].hits, over.state.forces["jp-bb-b"].hits) == (2, 1)


@pytest.mark.rule("3.4.16")
def test_japanese_air_points_go_to_one_carrier_after_the_other() -> None:
    game = _resupplied(
        japan={
            "WAK": "CV A [airloss=4]; CVL B [airloss=2]",
            "JPN": "CV C [airloss=3]; LBA D [hits=1]; INF E [hits=1]",
        }
    )
    losses = {name: force.airloss for name, force in game.state.forces.items() if force.cls in ("CV", "CVL")}
    assert losses == {"jp-cv-a": 0, "jp-cvl-b": 1, "jp-cv-c": 0}
    assert game.state.forces["jp-lba-d"].hits == game.state.forces["jp-inf-e"].hits == 1, "never come back"
    given = [(event.data["points"], event.data["airloss"]) for event in told(game.opening, "enemy_air")]
    assert given == [(4, 0), (3, 0), (1, 1)]


@pytest.mark.rule("3.4.17")
def test_battalions_of_the_pool_are_new_forces_until_it_is_empty() -> None:
    garrisons = {"FOR": "INF A", "PHI": "INF B", "BOR": "INF C"}
    game = position(
        japan=garrisons, stage="jp_orders", stop="battles", turn=4, pool=2, dice=[5, 5, 5], bought={"BTN": 4}
    )
    assert [line.carried_out for line in game.state.orders] == ["REINFORCE", "REINFORCE", "FORTIFY"]
    assert (where(game, "jp-btn-btn-n5"), where(game, "jp-btn-btn-n6")) == ("FOR", "PHI")
    assert game.state.pool == 0


# Data


@pytest.mark.rule("10.1", "10.2")
def test_costs_are_data() -> None:
    with replaced("charts", economy={"repair": 5, "hand": 1, "air_points_per_sp": 4, "carried": 2}):
        game = position(us={"HAW": "BB A [hits=1]; CV B [airloss=4]"}, turn=2, whole=True, sp=9)
        assert game.state.sp == 16
        do(game, "repair_ship us-bb-a", "restore_air us-cv-b 4", "draw_plan")
        assert game.state.sp == 9
        assert refused(game, "draw_plan").rule == "3.4.9"
    classes = book().units.classes[US]
    with replaced("units", classes={US: {**classes, "BB": classes["BB"].model_copy(update={"cost": 9})}}):
        assert "buy_force BB" in legal(position(us={"HAW": "DD 1"}, sp=9))
