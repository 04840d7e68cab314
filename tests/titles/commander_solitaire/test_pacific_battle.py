"""Pacific Commander: battles, their set-up, carrier raids, won battles (3.8, 3.1, 3.5.4, 3.13.2, 5.4)."""

from typing import Any

import pytest

from tests.titles.commander_solitaire.pacific_battles import battle, left, now, rolled, spent
from tests.titles.commander_solitaire.pacific_kit import (
    JAPAN,
    TITLE,
    US,
    do,
    legal,
    play_on,
    position,
    refused,
    replaced,
    told,
    where,
)
from wargame_tui.core.game import Game
from wargame_tui.core.state import changed
from wargame_tui.core.title import BadState
from wargame_tui.titles.pacific_commander.rules.battle import Battle, raid
from wargame_tui.titles.pacific_commander.rules.engagement import in_hand
from wargame_tui.titles.pacific_commander.state import Victory


def kind(game: Game) -> str:
    """The kind of the decision in hand."""
    return str(game.state.stack[-1].kind)


# Which battles


@pytest.mark.rule("3.8.1")
def test_battles_are_fought_areas_in_index_order() -> None:
    game = position(
        {"MID": "DD 2", "HAW": "DD 1", "GIL": "DD 3"}, {"MID": "DD 2", "HAW": "DD 1", "CAR": "DD 4"}, stage="battles"
    )
    events = [*game.opening, *play_on(game, lambda g: not told_step(g, "battles"), ["auto"])]
    assert [event.data["area"] for event in told(events, "battle")] == ["HAW", "MID"]


def told_step(game: Game, name: str) -> bool:
    """Whether a step of a kind is on the stack."""
    return any(step.kind == name for step in game.state.stack)


@pytest.mark.rule("3.8.1")
def test_no_battle_without_forces_of_both_sides() -> None:
    game = position({"MID": "DD 2"}, {"WAK": "DD 2"}, stage="battles", stop="post_battle")
    assert not told(game.opening, "battle")


@pytest.mark.rule("3.8.2")
def test_against_submarines_alone_one_round_of_step_4_is_played() -> None:
    game = position({"MID": "SS 1, 2"}, {"MID": "DD 1; CRU X"}, stage="battles")
    assert kind(game) == "submarine_attack"
    assert legal(game) == {"torpedo jp-dd-1", "torpedo jp-cru-x", "hold_back", "auto"}
    events = do(game, "torpedo jp-cru-x", "hold_back", dice=[2, 9])
    assert rolled(events, "torpedo") == [([2], [2])]
    assert rolled(events, "asw") == [([2], [9])]
    assert left(game, "jp-cru-x") == 1
    assert not told([*game.opening, *events], "rounds")
    assert not told([*game.opening, *events], "round")


@pytest.mark.rule("3.8.2")
def test_submarines_on_both_sides_only_do_nothing() -> None:
    game = position({"MID": "SS 1"}, {"MID": "SS 1"}, stage="battles", stop="post_battle")
    assert [event.data["sort"] for event in told(game.opening, "battle")] == ["submarines"]
    assert not told(game.opening, "check")


@pytest.mark.rule("3.8.2")
def test_japanese_submarines_alone_attack_ships_and_nothing_else_follows() -> None:
    game = position(
        {"MID": "DD 1; LBA X"}, {"MID": "SS 1"}, stage="battles", stop="post_battle", dice=[9, 9], hand=["smoke"]
    )
    assert rolled(game.opening, "torpedo") == [([3], [9])]
    assert rolled(game.opening, "asw") == [([4], [9])]
    assert not told(game.opening, "round")
    assert spent(game)


# Set-up


@pytest.mark.rule("3.8.3")
def test_boxes_then_air_support_then_plans_then_rounds() -> None:
    game = position(
        {"MID": "CRU X [hits=1]", "HAW": "LBA Y"}, {"MID": "CV Z", "WAK": "LBA V"}, stage="battles", hand=["smoke"]
    )
    assert kind(game) == "boxes"
    do(game, "done")
    assert kind(game) == "air_support"
    events = do(game, "support us-lba-y", dice=[1])
    assert [event.kind for event in events][:4] == ["support", "support", "plans", "table_roll"]
    assert kind(game) == "plan_choice"


@pytest.mark.rule("3.8.4")
def test_carriers_and_transports_are_in_rear_other_ships_in_line() -> None:
    game = battle(
        "CV A; CVE B; CRU C; DD 1; TRN 1; SS 1; MAR M; LBA L; BB D [hits=1]",
        "CVL A; TRN 1; CRU C [hits=1]; SS 1",
        dice=[1],
    )
    assert set(in_hand(game.state).rear) == {"us-cv-a", "us-cve-b", "us-trn-1", "jp-cvl-a", "jp-trn-1"}
    assert legal(game) == {"rear us-bb-d", "done", "auto"}
    assert refused(game, "rear us-cru-c").rule == "3.8.4"
    assert refused(game, "rear us-cv-a").rule == "3.8.4"
    assert refused(game, "rear us-bb-nowhere").rule == "3.8.4"
    do(game, "rear us-bb-d")
    assert "us-bb-d" in in_hand(game.state).rear


@pytest.mark.rule("3.8.4", "2.11")
def test_without_damaged_ships_in_line_nothing_is_asked() -> None:
    game = battle("CV A [hits=1]; CRU C", "DD 1", until="air support")
    assert in_hand(game.state).rear == ("us-cv-a",)


@pytest.mark.rule("3.8.4")
def test_boxes_are_set_once() -> None:
    game = battle("BB B", "BB D", stage="surface", number=2, rounds=3)
    do(game, "accept_surface yes", dice=[10, 10, 1, 10])
    do(game, "stay")
    assert kind(game) == "surface_consent"
    assert now(game).number == 3
    assert left(game, "us-bb-b") == 2
    assert in_hand(game.state).rear == ()


SUPPORT: dict[str, Any] = {
    "us": {"MID": "CV A", "HAW": "LBA Free, Used [air_used]", "ALE": "LBA Disturbed", "USA": "LBA Far"},
    "japan": {"MID": "CV Z", "ALE": "BTN 1", "WAK": "LBA One, Two", "MAR": "LBA Far"},
}


@pytest.mark.rule("3.8.5")
def test_lba_of_linked_areas_may_join() -> None:
    game = battle(**SUPPORT, stage="air support")
    assert legal(game) == {"support us-lba-free", "done", "auto"}
    assert refused(game, "support us-lba-used").rule == "3.8.5"
    assert refused(game, "support us-lba-disturbed").rule == "3.8.5"
    assert refused(game, "support us-lba-far").rule == "3.8.5"
    do(game, "support us-lba-free", dice=[1])
    record = in_hand(game.state)
    assert record.support == ("us-lba-free", "jp-lba-one", "jp-lba-two")
    assert all(game.state.forces[name].air_used for name in record.support)
    assert where(game, "us-lba-free") == "HAW"


@pytest.mark.rule("3.8.5")
def test_japan_sends_all_that_can_and_the_player_may_send_none() -> None:
    game = battle(**SUPPORT, stage="air support")
    do(game, "done", dice=[1])
    assert in_hand(game.state).support == ("jp-lba-one", "jp-lba-two")
    assert not game.state.forces["us-lba-free"].air_used


@pytest.mark.rule("3.8.5", "3.8.6")
def test_supporting_lba_gives_air_points_and_can_lose_them_but_is_no_target() -> None:
    game = battle(
        {"MID": "LBA Own [air_used]; CRU C", "HAW": "LBA X"},
        {"MID": "CV Z", "WAK": "LBA V"},
        stage="split",
        support=["us-lba-x", "jp-lba-v"],
        now={"located": ("US",)},
    )
    assert legal(game, "split_air") == {f"split_air {cap}" for cap in range(5)}  # 2 of its own Area, marked or not
    assert kind(game) == "split"
    events = do(game, "split_air 0", dice=[9, 9, 5, 9, 9])
    assert rolled(events, "cap") == [([5, 5, 5], [5, 9, 9])]
    assert left(game, "us-lba-own") == 1  # a cancelled die costs a step
    assert [target for target, _ in told(events, "targets")[0].data["targets"]] == ["jp-cv-z"]


@pytest.mark.rule("3.8.6")
def test_start_steps_are_the_ship_steps_of_now() -> None:
    game = battle(
        "BB A [hits=1]; TRN 1; SS 1; GAR G", "YBB A; CV B [hits=1]; SS 1; INF I", stage="plans", until="rounds"
    )
    assert in_hand(game.state).start_steps == {US: 3, JAPAN: 5}


@pytest.mark.parametrize(
    ("face", "rounds"), [(1, 2), (2, 2), (3, 3), (4, 3), (5, 3), (6, 3), (7, 4), (8, 4), (9, 4), (10, 5)]
)
@pytest.mark.rule("3.8.7")
def test_number_of_rounds(face: int, rounds: int) -> None:
    game = battle("CV A", "CV B", stage="rounds", until="round", dice=[face])
    assert in_hand(game.state).rounds == rounds
    assert spent(game)


@pytest.mark.rule("3.8.7")
def test_example_n6_seven_is_four_rounds_day_and_night_in_turn() -> None:
    game = battle("GAR A", "BTN B", stage="rounds", dice=[7, *[10] * 40])
    days = [event.data["day"] for event in told(game.opening, "round")]
    assert days == [True, False, True, False]


@pytest.mark.rule("3.8.7", "10.2")
def test_the_table_of_rounds_is_data() -> None:
    with replaced("charts", battle={"rounds": {6: 5}}):
        game = battle("CV A", "CV B", stage="rounds", until="round", dice=[6])
    assert in_hand(game.state).rounds == 5


@pytest.mark.parametrize(("forces", "plans"), [(1, 1), (3, 1), (4, 2), (7, 2), (8, 3), (12, 4), (15, 4), (20, 4)])
@pytest.mark.rule("3.8.8")
def test_number_of_japanese_plans(forces: int, plans: int) -> None:
    japan = "DD " + ", ".join(str(number) for number in range(forces))
    game = battle("CV A", {"MID": japan, "WAK": "LBA X"}, stage="plans", until="rounds", support=["jp-lba-x"])
    assert in_hand(game.state).plans_left == plans


@pytest.mark.rule("3.8.8", "3.5.2")
def test_submarines_and_cargo_count_and_a_broken_code_takes_one_plan() -> None:
    japan = "DD 1; SS 1; TRN 1; BTN B [on=trn-1]"
    game = battle("CV A", japan, stage="plans", until="rounds")
    assert in_hand(game.state).plans_left == 2
    game = battle("CV A", japan, stage="plans", until="rounds", code_break="MID")
    assert in_hand(game.state).plans_left == 1
    game = battle("CV A", japan, stage="plans", until="rounds", code_break="HAW")
    assert in_hand(game.state).plans_left == 2


@pytest.mark.rule("3.8.8", "10.2")
def test_plans_by_changed_numbers() -> None:
    with replaced("charts", battle={"plans_base": 0, "plans_forces": 2}):
        game = battle("CV A", "DD 1, 2", stage="plans", until="rounds")
    assert in_hand(game.state).plans_left == 1


# Rounds and the end


@pytest.mark.rule("3.9.1")
def test_a_round_has_its_steps_in_order_by_day() -> None:
    game = battle(
        "CV A; CRU C; DD 1; SS 1; TRN 1; MAR M [on=trn-1]",
        "CV B; CRU D; DD 1; SS 1; INF I; LBA L",
        stage="round",
        number=0,
        hand=["smoke"],
        rounds=2,
        plans_left=1,
    )
    asked: list[str] = []
    while in_hand(game.state).now.number == 1:
        asked.append(kind(game))
        plain = legal(game)
        choice = {"accept_surface no", "bombard no", "pass_plan", "hold_back", "stay"} & plain
        if kind(game) == "surface_consent":
            game.script([1])
        do(game, *(sorted(choice) or ["auto"]))
    wanted = ["plan_choice", "split", "strike_aim", "submarine_attack", "surface_consent", "bombardment_choice"]
    assert [name for name in asked if name in wanted] == [name for name in wanted if name in asked]
    assert "landing_choice" in asked
    assert asked[-1] == "withdrawal_choice"


@pytest.mark.rule("3.9.1")
def test_by_night_there_is_no_search_no_air_step_and_no_landing() -> None:
    game = battle(
        "CV A; TRN 1; MAR M [on=trn-1]", "CV B; INF I", stage="round", number=1, rounds=2, dice=[], until="withdrawal"
    )
    assert now(game).number == 2
    assert not told(game.opening, "check")
    assert game.state.forces["us-mar-m"].carried_by == "us-trn-1"


@pytest.mark.rule("3.9.1", "3.3.8")
def test_cargo_of_sunk_ships_leaves_play_at_once() -> None:
    game = battle("SS 1", "TRN 1; BTN B [on=trn-1]", stage="submarines")
    do(game, "torpedo jp-trn-1", dice=[1])
    assert where(game, "jp-trn-1") is None
    assert where(game, "jp-btn-b") is None


# Won battles


@pytest.mark.rule("3.13.2")
def test_a_battle_is_won_when_all_real_japanese_are_gone() -> None:
    game = battle({"MID": "SS 1; DD 1", "HAW": "LBA X"}, "TRN 1", stage="submarines", support=["us-lba-x"])
    events = do(game, "torpedo jp-trn-1", dice=[1])
    assert told(events, "battle_ended")[0].data["won"] is True


@pytest.mark.rule("3.13.2")
@pytest.mark.parametrize(
    ("us", "japan", "real", "won"),
    [
        ("GAR G", "SS 1", True, True),
        ("SS 1", "SS 1", True, True),
        (None, "SS 1", True, False),
        ("GAR G", "SS 1", False, False),
        ("GAR G", "BTN 1", True, False),
    ],
)
def test_who_won(us: str | None, japan: str, real: bool, won: bool) -> None:
    support = ["us-lba-x", "jp-lba-y", "us-lba-lost"]
    placed = {"MID": us, "HAW": "LBA X"} if us else {"HAW": "LBA X"}
    game = battle(placed, {"MID": japan, "WAK": "LBA Y"}, stage="over", until="over", support=support)
    draft = TITLE.draft(game.state)
    record = changed(in_hand(draft), real_japanese=real)
    draft.stack = (*draft.stack[:-1], Battle(record, "over"))
    draft.stack[-1].proceed(draft)
    assert draft.victories == ((Victory("MID", ("us-lba-x",)),) if won else ())
    assert draft.events[-1].data["won"] is won


@pytest.mark.rule("3.13.2")
def test_submarine_meetings_give_no_victory() -> None:
    game = position({"MID": "SS 1"}, {"MID": "TRN 1"}, stage="battles")
    do(game, "torpedo jp-trn-1", dice=[1])
    assert where(game, "jp-trn-1") is None
    assert game.state.victories == ()


@pytest.mark.rule("9.1")
def test_an_area_of_a_battle_is_remembered_as_seen() -> None:
    game = position({"MID": "SS 1"}, {"MID": "TRN 1"}, stage="battles")
    assert game.state.revealed == ("MID",)


# Carrier raids


def raiding(us: str, japan: Any, *, dice: list[int], ships: list[str], **given: Any) -> Game:
    """A carrier raid on WAK from HAW and home to HAW."""
    game = position({"HAW": us}, {"WAK": japan} if isinstance(japan, str) else japan, stage="us_special_ops", **given)
    draft = TITLE.draft(game.state)
    draft.dice = draft.dice.script(tuple(dice))
    raid(draft, ships, "WAK", "HAW")
    Game._settle(draft)
    game.states[:] = [draft.freeze()]
    game.opening = tuple(draft.events)
    return game


@pytest.mark.rule("3.5.4")
def test_a_raid_fights_one_day_round_and_goes_home() -> None:
    game = raiding(
        "CV A, B; CRU C; LBA X", {"WAK": "BTN S; LBA Y", "MAR": "LBA Z"}, dice=[3], ships=["us-cv-a", "us-cru-c"], sp=9
    )
    assert kind(game) == "split" or rolled(game.opening, "search")
    assert not told(game.opening, "table_roll")  # no die for rounds
    assert in_hand(game.state).support == ("jp-lba-z",)  # Japanese air support, no US one
    assert where(game, "us-cv-a") == "WAK"
    assert where(game, "us-cv-b") == "HAW"
    events = play_on(game, lambda g: not told_step(g, "battle"), ["split_air 4", "auto"])
    assert kind(game) == "special_ops"
    for ship in ("us-cv-a", "us-cru-c"):
        assert where(game, ship) in (None, "HAW")
        if where(game, ship):
            assert game.state.forces[ship].moved
    assert [event.data["sort"] for event in told(events, "battle_ended")] == ["raid"]
    assert not told([*game.opening, *events], "withdrew")
    assert len(told([*game.opening, *events], "round")) == 1


@pytest.mark.rule("3.5.4")
def test_a_raid_knows_steps_1_to_6_and_gives_no_experience() -> None:
    game = raiding("CV A; FBB B; CRU C", "LBA Y [hits=1]", dice=[3], ships=["us-cv-a", "us-fbb-b", "us-cru-c"])
    events = play_on(game, lambda g: not told_step(g, "battle"), ["split_air 4", "bombard yes", "auto"])
    assert rolled(events, "bombard")
    assert game.state.victories == ()


@pytest.mark.rule("3.5.4", "3.8.8")
def test_japanese_plans_of_a_raid_are_as_in_battles() -> None:
    game = raiding("CV A", "BTN S; LBA Y; DD 1, 2", dice=[3], ships=["us-cv-a"])
    assert told(game.opening, "plans")[0].data["count"] == 2
    assert len(told(game.opening, "plan_shown")) == 1
    game = raiding("CV A", "BTN S; LBA Y; DD 1, 2", dice=[3], ships=["us-cv-a"], code_break="WAK")
    assert told(game.opening, "plans")[0].data["count"] == 1


# The record


@pytest.mark.rule("5.4")
def test_the_record_survives_saving() -> None:
    game = position(
        {"MID": "CV A; CRU C [hits=1]; SS 1; TRN 1; MAR M [on=trn-1]", "HAW": "LBA L"},
        {"MID": "CV B; DD 1; SS 2; INF I; LBA L", "WAK": "LBA V"},
        stage="battles",
        hand=["smoke", "radar_guns"],
    )
    while told_step(game, "battle"):
        assert TITLE.restore(TITLE.dump(game.state)) == game.state
        do(game, sorted(legal(game) - {"auto"})[0])
    assert not told_step(game, "battle")


@pytest.mark.rule("5.4")
def test_chits_searches_and_dice_belong_to_a_round() -> None:
    game = battle(
        "GAR G",
        "CV B",
        stage="round",
        until="US plan",
        chits=["smoke"],
        now={"located": (JAPAN,), "fired": True},
    )
    assert now(game).chits == ()
    assert now(game).located == ()
    assert not now(game).fired


# Positions set up by hand


def _edited(game: Game, path: str, value: Any) -> str:
    """What is wrong with a position after an edit."""
    with pytest.raises(BadState) as caught:
        game.edit([{"op": "replace", "path": path, "value": value}])
    return str(caught.value)


@pytest.mark.rule("5.4")
@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        ("/stack/2/record/area", "XYZ", "/stack/2/record/area"),
        ("/stack/2/record/port", "XYZ", "/stack/2/record/port"),
        ("/stack/2/record/rounds", 99, "/stack/2/record/rounds"),
        ("/stack/2/record/sort", "submarines", "/stack/2/stage"),
        ("/stack/2/record/drawn", ["smoke"], "/stack/2/record/drawn"),
        ("/stack/2/record/now/chits", [{"side": "US", "id": "banzai"}], "/stack/2/record/now/chits/0"),
        ("/stack/2/record/now/targets", [{"force": "nobody", "count": 1}], "/stack/2/record/now/targets"),
        ("/stack/2/record/now/pending", [{"force": "nobody", "count": -1}], "/stack/2/record/now"),
        ("/stack/2/record/now/firing", [], "/stack/3"),
        ("/stack/3/aims", ["us-cru-a"], "/stack/3/aims"),
        ("/stack/3/aims", ["jp-cru-c"] * 9, "/stack/3/aims"),
        ("/stack/1/next", -1, "/stack/1/next"),
    ],
)
def test_a_battle_that_makes_no_sense_is_refused_with_its_place(path: str, value: Any, place: str) -> None:
    game = battle("CRU A, B", "CRU C, D", stage="surface", number=2)
    do(game, "accept_surface yes")
    assert kind(game) == "gun_aim"
    assert _edited(game, path, value).startswith(place)


@pytest.mark.rule("5.4")
def test_steps_of_a_battle_that_make_no_sense_are_refused() -> None:
    now_: dict[str, Any] = {"strike": {US: 4, JAPAN: 0}, "cap": {US: 0, JAPAN: 0}, "at_once": True}
    game = battle("CV A", "CRU C, D", stage="strikes", now=now_)
    assert _edited(game, "/stack/5/named", "jp-cru-x").startswith("/stack/5/named")
    assert _edited(game, "/stack/5/made", [{"force": "jp-cru-c", "count": 5}]).startswith("/stack/5/made")
    assert _edited(game, "/stack/2/record/now/strike", {}).startswith("/stack/3")
    game = battle("SS 1", "CRU C", stage="submarines")
    assert _edited(game, "/stack/3/boat", "jp-cru-c").startswith("/stack/3/boat")
    game = battle("CRU A, B", "CRU C", stage="withdrawal")
    do(game, "withdraw HAW")
    assert _edited(game, "/stack/3/area", "CAR").startswith("/stack/3/area")
    game = battle("GAR A, B, C", "INF I", stage="ground combat", dice=[9, 9, 9, 1, 9, 9, 9])
    assert _edited(game, "/stack/3/forces", ["us-gar-a", "jp-inf-i"]).startswith("/stack/3/forces")
    game = battle("BB A [hits=1], B [hits=1]", "CRU Z", stage="damage control", chits=["damage_control"])
    assert _edited(game, "/stack/3/left", -1).startswith("/stack/3/left")
