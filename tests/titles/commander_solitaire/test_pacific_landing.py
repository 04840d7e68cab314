"""Pacific Commander: landing, ground combat, losses, withdrawal, end of a battle (3.11.1 to 3.11.8, 3.3.8)."""

import pytest

from tests.titles.commander_solitaire.pacific_battles import battle, left, needed, now, rolled
from tests.titles.commander_solitaire.pacific_kit import JAPAN, US, do, here, legal, refused, replaced, told, where
from wargame_tui.core.game import Game

ABOARD = "TRN 1; MAR M [on=trn-1]; INF I [on=trn-1]"


def kind(game: Game) -> str:
    """The kind of the decision in hand."""
    return str(game.state.stack[-1].kind)


# Cargo


@pytest.mark.rule("3.3.8")
def test_cargo_rolls_no_dice_is_no_target_and_takes_no_loss() -> None:
    game = battle(
        f"{ABOARD}; CV A",
        "INF J; CV Z",
        stage="strikes",
        now={"strike": {US: 0, JAPAN: 3}, "cap": {US: 0, JAPAN: 0}, "at_once": True},
        until="submarines",
    )
    assert told(game.opening, "no_strike")[-1].data["side"] == JAPAN  # REAR is not located, cargo is nowhere else
    game = battle(f"{ABOARD}; DD 1", "INF J; BB Z", stage="bombardment", number=2)
    assert not rolled(game.opening, "bombard")  # the US has nothing Ashore
    game = battle(ABOARD, "INF J", stage="ground combat", until="aftermath")
    assert not told(game.opening, "check")


@pytest.mark.rule("3.3.8", "3.11.7")
def test_cargo_withdraws_with_its_ship() -> None:
    game = battle(ABOARD, "INF J; DD 1", stage="withdrawal")
    do(game, "withdraw HAW")
    assert where(game, "us-trn-1") == where(game, "us-mar-m") == where(game, "us-inf-i") == "HAW"


# Landing


@pytest.mark.rule("3.11.1")
def test_the_player_lands_any_of_his_cargo() -> None:
    game = battle(ABOARD, "INF J", stage="landing")
    assert legal(game) == {"land us-mar-m", "land us-inf-i", "done", "auto"}
    assert refused(game, "land jp-inf-j").rule == "3.11.1"
    do(game, "land us-inf-i")
    assert refused(game, "land us-inf-i").rule == "3.11.1"
    do(game, "done", dice=[9] * 4)
    assert game.state.forces["us-inf-i"].carried_by is None
    assert game.state.forces["us-mar-m"].carried_by == "us-trn-1"


@pytest.mark.rule("3.11.1")
def test_the_player_may_land_nothing() -> None:
    game = battle(ABOARD, "INF J", stage="landing")
    events = do(game, "done")
    assert not told(events, "landed")
    assert not rolled(events, "landing_fire")


@pytest.mark.rule("3.11.1", "3.9.1")
def test_nothing_lands_by_night() -> None:
    game = battle(ABOARD, "TRN 1; BTN B [on=trn-1]; INF J", stage="landing", number=2, until="ground combat")
    assert kind(game) == "battle"
    assert game.state.forces["jp-btn-b"].carried_by == "jp-trn-1"


@pytest.mark.rule("3.11.1")
def test_both_sides_land_at_once_japan_all_it_has() -> None:
    game = battle(ABOARD, "TRN 1; BTN B [on=trn-1]; BTN C [on=trn-1]", stage="landing")
    events = do(game, "auto", dice=[9] * 8)
    assert [event.data["forces"] for event in told(events, "landed")] == [
        ["us-mar-m", "us-inf-i"],
        ["jp-btn-b", "jp-btn-c"],
    ]
    assert not rolled(events, "landing_fire")  # nobody was Ashore before
    assert rolled(events, "ground")


@pytest.mark.rule("3.11.2")
def test_the_first_three_forces_ashore_fire_a_die_a_step() -> None:
    game = battle(ABOARD, "BTN A, B, C; INF J [hits=1]; LBA L", stage="landing")
    events = do(game, "auto", dice=[9] * 5)
    shots = [event.data for event in told(events, "check") if event.data["purpose"] == "landing_fire"]
    assert [(shot["force"], shot["needed"]) for shot in shots] == [
        ("jp-inf-j", [3, 3, 3]),
        ("jp-btn-a", [3]),
        ("jp-btn-b", [3]),
    ]


@pytest.mark.rule("3.11.2")
def test_no_landing_fire_when_own_ground_is_ashore_or_the_enemy_has_none() -> None:
    game = battle(f"{ABOARD}; GAR G", "INF J", stage="landing")
    assert not rolled(do(game, "auto", dice=[9] * 12), "landing_fire")
    game = battle(ABOARD, "LBA L", stage="landing")
    assert not rolled(do(game, "auto"), "landing_fire")


@pytest.mark.rule("3.11.2", "3.11.5")
def test_the_owner_spreads_landing_losses_over_those_who_land() -> None:
    game = battle(ABOARD, "BTN A, B", stage="landing")
    do(game, "auto", dice=[3, 9])
    assert legal(game) == {"lose us-mar-m", "lose us-inf-i", "auto"}
    assert now(game).landed == ("us-mar-m", "us-inf-i")
    do(game, "lose us-inf-i", dice=[9] * 8)
    assert left(game, "us-inf-i") == 2
    assert left(game, "us-mar-m") == 3


@pytest.mark.rule("3.11.2", "3.11.5")
def test_japanese_landing_losses_go_to_the_strongest() -> None:
    game = battle(
        "GAR G, H, K, L",
        "TRN 1; INF J [on=trn-1 hits=2]; BTN B [on=trn-1]",
        stage="landing",
        until="barges",
        dice=[3, 3, 9],
    )
    assert needed(game.opening, "landing_fire") == [3, 3, 3]
    assert [event.data["force"] for event in told(game.opening, "hit")] == ["jp-inf-j"] * 2


@pytest.mark.rule("3.11.2", "10.2")
def test_numbers_of_landing_fire_are_data() -> None:
    with replaced("charts", battle={"landing_fire_forces": 1, "landing_fire_hit": 5}):
        game = battle(ABOARD, "BTN A, B", stage="landing")
        assert needed(do(game, "auto", dice=[9] * 10), "landing_fire") == [5]


# Ground combat


@pytest.mark.rule("3.11.3")
def test_the_four_strongest_of_each_side_fight_in_force_order() -> None:
    game = battle(
        "MAR A [hits=2], Z [hits=2]; INF B, C [hits=1], D; LBA L",
        "BTN E, F, G, H; INF I [hits=3]",
        stage="ground combat",
        number=2,
        until="aftermath",
        dice=[9] * 13,
    )
    shots = [(event.data["force"], len(event.data["dice"])) for event in told(game.opening, "check")]
    assert shots == [
        ("us-mar-a", 1),
        ("us-inf-b", 3),
        ("us-inf-c", 2),
        ("us-inf-d", 3),
        ("jp-inf-i", 1),
        ("jp-btn-e", 1),
        ("jp-btn-f", 1),
        ("jp-btn-g", 1),
    ]


@pytest.mark.rule("3.11.3")
def test_ground_combat_needs_ground_of_both_sides_ashore() -> None:
    game = battle("LBA L; DD 1", "INF I", stage="ground combat", until="aftermath")
    assert not told(game.opening, "check")


@pytest.mark.rule("3.11.3", "10.2")
def test_how_many_fight_is_data() -> None:
    with replaced("charts", battle={"ground_forces": 1}):
        game = battle("GAR G, H", "BTN B, C", stage="ground combat", until="aftermath", dice=[9, 9])
        assert len(told(game.opening, "check")) == 2


@pytest.mark.rule("3.11.3")
def test_ground_combat_is_simultaneous() -> None:
    game = battle("GAR G", "BTN B", stage="ground combat", until="aftermath", dice=[1, 1])
    assert here(game, "MID") == set()


@pytest.mark.rule("3.11.4", "3.3.3")
@pytest.mark.parametrize(
    ("us", "number"),
    [
        ("MAR A", 4),
        ("INF A", 3),
        ("GAR A", 3),
        ("MAR A [level=Veteran]", 5),
        ("MAR A [level=Green]", 3),
        ("GAR A [level=Veteran]", 4),
        ("GAR A [level=Green]", 2),
    ],
)
def test_us_ground_numbers(us: str, number: int) -> None:
    game = battle(us, "BTN B", stage="ground combat", until="aftermath", holders={"MID": None}, dice=[9] * 4)
    assert set(rolled(game.opening, "ground")[0][0]) == {number}


@pytest.mark.rule("3.11.4")
@pytest.mark.parametrize(
    ("area", "holder", "fort", "us", "japan"),
    [
        ("MID", JAPAN, 0, 4, 4),  # def 0
        ("MAR", JAPAN, 0, 3, 4),  # def -1
        ("MAR", JAPAN, 2, 1, 4),
        ("MAR", US, 2, 4, 1),
        ("MAR", US, 0, 4, 3),
        ("MAR", None, 2, 4, 4),
    ],
)
def test_the_enemy_of_the_holder_fights_worse(area: str, holder: str, fort: int, us: int, japan: int) -> None:
    game = battle(
        "MAR A",
        "BTN B",
        area=area,
        stage="ground combat",
        holders={area: holder},
        forts={area: fort},
        until="aftermath",
        dice=[9] * 4,
    )
    assert needed(game.opening, "ground") == [us, us, us, japan]


@pytest.mark.rule("3.11.4")
def test_the_japanese_classes() -> None:
    game = battle("GAR G", "INF I; BTN B", stage="ground combat", until="aftermath", dice=[9] * 6)
    assert needed(game.opening, "ground") == [3, 3, 3, 3, 3, 4]


@pytest.mark.rule("3.11.5")
def test_the_player_chooses_his_losses_hit_by_hit_among_those_that_fought() -> None:
    game = battle("INF A, B, C, D; GAR G", "INF I", stage="ground combat", dice=[9] * 12 + [1, 1, 9, 9])
    assert legal(game) == {"lose us-inf-a", "lose us-inf-b", "lose us-inf-c", "lose us-inf-d", "auto"}
    assert refused(game, "lose us-gar-g").rule == "3.11.5"
    assert refused(game, "lose jp-inf-i").rule == "3.11.5"
    do(game, "lose us-inf-b")
    assert kind(game) == "losses"
    assert left(game, "us-inf-b") == 2
    do(game, "lose us-inf-b")
    assert left(game, "us-inf-b") == 1


@pytest.mark.rule("3.11.5", "2.11")
def test_losses_without_a_choice_are_not_asked_for() -> None:
    game = battle("GAR A, B", "INF I", stage="ground combat", dice=[9, 9, 1, 1, 9, 9], until="aftermath")
    assert here(game, "MID") == {"jp-inf-i"}
    game = battle("MAR A", "INF I", stage="ground combat", dice=[9, 9, 9, 1, 1, 9, 9], until="aftermath")
    assert left(game, "us-mar-a") == 1


@pytest.mark.rule("3.11.5")
def test_japan_takes_each_loss_from_the_strongest() -> None:
    game = battle(
        "MAR A, B",
        "BTN B; INF I [hits=2], J [hits=1]",
        stage="ground combat",
        until="aftermath",
        dice=[1, 1, 1, 1, 9, 9, *[9] * 6],
    )
    hits = [event.data["force"] for event in told(game.opening, "hit")]
    assert hits == ["jp-inf-j", "jp-inf-i", "jp-inf-j", "jp-inf-i"]  # 3, then 2 2, then 1 2 ...


@pytest.mark.rule("3.11.6")
def test_lba_of_a_side_without_ground_are_destroyed_by_the_other() -> None:
    game = battle(
        "GAR G", "LBA L, K", stage="aftermath", until="damage control", holders={"MID": JAPAN}, forts={"MID": 2}
    )
    assert here(game, "MID") == {"us-gar-g"}
    assert game.state.areas["MID"].holder == US
    assert game.state.areas["MID"].fort == 0
    game = battle("LBA L", "BTN B", stage="aftermath", until="damage control")
    assert here(game, "MID") == {"jp-btn-b"}
    assert game.state.areas["MID"].holder == JAPAN


@pytest.mark.rule("3.11.6")
def test_supporting_lba_are_not_destroyed_and_without_ground_nothing_is() -> None:
    game = battle(
        {"MID": "DD 1", "HAW": "LBA S"}, "BTN B", stage="aftermath", until="damage control", support=["us-lba-s"]
    )
    assert where(game, "us-lba-s") == "HAW"
    game = battle("LBA L", "LBA K", stage="aftermath", until="damage control")
    assert here(game, "MID") == {"us-lba-l", "jp-lba-k"}


@pytest.mark.rule("3.10.8", "3.11.2", "3.11.3", "3.11.4", "3.11.5")
def test_example_n9() -> None:
    game = battle(
        "FBB A, B; TRN 1, 2; MAR 2nd [on=trn-1]; MAR 4th [on=trn-1]; INF 27th [on=trn-2]",
        "INF 43rd; BTN T; LBA L",
        area="MAR",
        campaign="1944",
        stage="bombardment",
        forts={"MAR": 1},
    )
    do(game, "bombard yes", dice=[3, 6, 5, 9])
    assert left(game, "jp-inf-43rd") == 3
    assert game.state.areas["MAR"].fort == 1
    events = do(game, "auto", dice=[2, 7, 9, 8])
    assert rolled(events, "landing_fire") == [([3, 3, 3], [2, 7, 9]), ([3], [8])]
    game.script([2, 8, 1, 4, 9, 1, 5, 10, 3, 6, 7, 4])
    events = do(game, "lose us-mar-2nd")
    assert rolled(events, "ground") == [
        ([2, 2], [2, 8]),
        ([2, 2, 2], [1, 4, 9]),
        ([1, 1, 1], [1, 5, 10]),
        ([3, 3, 3], [3, 6, 7]),
        ([4], [4]),
    ]
    assert where(game, "jp-inf-43rd") is None
    assert legal(game) == {"lose us-mar-2nd", "lose us-mar-4th", "lose us-inf-27th", "auto"}
    do(game, "lose us-mar-4th")
    do(game, "lose us-inf-27th")
    assert [left(game, name) for name in ("us-mar-2nd", "us-mar-4th", "us-inf-27th")] == [2, 2, 2]
    assert {"jp-btn-t", "jp-lba-l"} <= here(game, "MAR")
    assert game.state.areas["MAR"].holder == JAPAN


# Withdrawal


@pytest.mark.rule("3.11.7")
def test_where_the_player_may_withdraw_to() -> None:
    game = battle(
        {"MID": "CRU A", "NCA": "GAR N", "NHB": "GAR H", "NBR": "GAR R"},
        {"MID": "CRU Z", "AUS": "DD 5", "CAR": "BTN T"},
        stage="withdrawal",
    )
    assert legal(game) == {"stay", "withdraw USA", "withdraw HAW", "withdraw NCA", "withdraw NBR", "auto"}
    assert refused(game, "withdraw NHB").rule == "3.11.7"  # friendly, but no repair port
    assert refused(game, "withdraw AUS").rule == "3.11.7"  # real Japanese Forces
    assert refused(game, "withdraw CAR").rule == "3.11.7"  # not friendly
    assert refused(game, "withdraw MID").rule == "3.11.7"
    assert refused(game, "withdraw NOWHERE").rule == "3.11.7"


@pytest.mark.rule("3.11.7")
def test_a_base_with_japanese_submarines_is_open() -> None:
    game = battle("CRU A", {"MID": "CRU Z", "HAW": "SS 1"}, stage="withdrawal")
    assert "withdraw HAW" in legal(game)


@pytest.mark.rule("3.11.7")
def test_any_ships_and_submarines_go_all_to_one_area() -> None:
    game = battle("CRU A, B; SS 1; GAR G; LBA L", "CRU Z", stage="withdrawal")
    do(game, "withdraw HAW")
    assert legal(game) == {"add us-cru-a", "add us-cru-b", "add us-ss-1", "add_all", "auto"}
    assert refused(game, "add us-gar-g").rule == "3.11.7"
    assert refused(game, "go").rule == "3.11.7"
    do(game, "add us-cru-b")
    assert refused(game, "add us-cru-b").rule == "3.11.7"
    do(game, "add us-ss-1", "go")
    assert where(game, "us-cru-b") == where(game, "us-ss-1") == "HAW"
    assert where(game, "us-gar-g") == where(game, "us-lba-l") == "MID"
    assert where(game, "us-cru-a") == "MID"


@pytest.mark.rule("3.11.7")
def test_all_go_at_a_word_and_a_single_ship_is_not_asked_about() -> None:
    game = battle("CRU A, B; GAR G", "CRU Z", stage="withdrawal")
    do(game, "withdraw USA", "add_all")
    assert where(game, "us-cru-a") == where(game, "us-cru-b") == "USA"
    assert where(game, "us-gar-g") == "MID"
    game = battle("CRU A; GAR G", "CRU Z", stage="withdrawal")
    do(game, "withdraw USA")
    assert where(game, "us-cru-a") == "USA"


@pytest.mark.rule("3.11.7", "2.11")
def test_ground_and_lba_never_withdraw() -> None:
    game = battle("GAR G; LBA L", "CRU Z; BTN B", stage="withdrawal", until="Japanese withdrawal")
    assert kind(game) == "battle"


@pytest.mark.rule("3.11.7")
def test_example_n17() -> None:
    for us, stays in (("FBB A; CRU B", False), ("FBB A; DD 1", True)):
        game = battle(
            us,
            {"MID": "BB Y; DD 1; SS 1", "CAR": "BTN T"},
            stage="Japanese withdrawal",
            start={US: 9, JAPAN: 9},
            until="after withdrawal",
        )
        assert (where(game, "jp-bb-y") == "MID") is stays
        assert (where(game, "jp-ss-1") == "MID") is stays


@pytest.mark.rule("3.11.7")
@pytest.mark.parametrize(("start", "us", "stays"), [(8, "FBB A; CRU B", False), (7, "FBB A; CRU B", True)])
def test_japan_stays_with_more_than_half(start: int, us: str, stays: bool) -> None:
    game = battle(
        us,
        {"MID": "BB Y; DD 1", "CAR": "BTN T"},
        stage="Japanese withdrawal",
        start={US: 9, JAPAN: start},
        until="after withdrawal",
    )
    assert (where(game, "jp-bb-y") == "MID") is stays


@pytest.mark.rule("3.11.7")
def test_japan_withdraws_to_the_nearest_base_with_its_cargo() -> None:
    japan = {"WAK": "DD 1 ; BTN B [on=dd-1]; INF I", "CAR": "BTN T", "NBR": "BTN R", "JPN": "BTN J"}
    # From WAK: CAR and IWO are two links away, NBR three, JPN three.
    game = battle("BB A", japan, area="WAK", stage="Japanese withdrawal", start={US: 9, JAPAN: 9}, until="over")
    assert where(game, "jp-dd-1") == where(game, "jp-btn-b") == "CAR"
    assert where(game, "jp-inf-i") == "WAK"
    # A base with US ships is none; of NBR and JPN, equally far, the larger port.
    game = battle(
        {"WAK": "BB A", "CAR": "DD 9"},
        japan,
        area="WAK",
        stage="Japanese withdrawal",
        start={US: 9, JAPAN: 9},
        until="over",
    )
    assert where(game, "jp-dd-1") == "JPN"


@pytest.mark.rule("3.11.7", "2.8")
def test_of_bases_equally_far_with_equal_ports_the_lower_index() -> None:
    # From MAR: CAR 1; with US ships there PHI and JPN are two links away, both with port 3.
    japan = {"MAR": "DD 1; INF I", "PHI": "BTN P"}
    game = battle(
        {"MAR": "BB A", "CAR": "DD 9"},
        japan,
        area="MAR",
        stage="Japanese withdrawal",
        start={US: 9, JAPAN: 9},
        until="over",
    )
    assert where(game, "jp-dd-1") == "PHI"


@pytest.mark.rule("3.11.7")
def test_japan_does_not_leave_the_base_it_fights_in_for_itself() -> None:
    game = battle(
        {"CAR": "BB A"},
        {"CAR": "DD 1; INF I", "NBR": "BTN R"},
        area="CAR",
        stage="Japanese withdrawal",
        start={US: 9, JAPAN: 9},
        until="over",
    )
    assert where(game, "jp-dd-1") == "NBR"


@pytest.mark.rule("3.11.7", "10.2")
def test_when_japan_withdraws_is_data() -> None:
    with replaced("charts", battle={"retreat_steps": (2, 3)}):
        game = battle(
            "FBB A; CRU B",
            {"MID": "BB Y; DD 1", "CAR": "BTN T"},
            stage="Japanese withdrawal",
            start={US: 9, JAPAN: 7},
            until="after withdrawal",
        )
        assert where(game, "jp-bb-y") == "CAR"


# The end


@pytest.mark.rule("3.11.8")
def test_the_battle_ends_when_a_side_has_no_force_after_step_8() -> None:
    game = battle("GAR G; DD 1", "BTN B", stage="ground combat", rounds=4, dice=[1, 9])
    assert told(game.opening, "battle_ended")
    assert not told(game.opening, "round")
    assert kind(game) != "withdrawal_choice"


@pytest.mark.rule("3.11.8")
def test_or_after_step_9() -> None:
    game = battle("DD 1", {"MID": "BTN B; CRU C"}, stage="withdrawal", rounds=4)
    events = do(game, "withdraw HAW")
    assert told(events, "battle_ended")
    assert not told(events, "round")


@pytest.mark.rule("3.11.8")
def test_submarines_alone_keep_a_battle_going() -> None:
    game = battle("GAR G; DD 1", "SS 1", stage="after ground combat", rounds=4)
    assert kind(game) == "withdrawal_choice"


@pytest.mark.rule("3.11.8", "3.8.7")
def test_it_ends_after_its_last_round() -> None:
    game = battle("GAR G", "BTN B", stage="withdrawal", rounds=2, dice=[9] * 4)
    assert [event.data["number"] for event in told(game.opening, "round")] == [2]
    assert told(game.opening, "battle_ended")


@pytest.mark.rule("3.11.8")
@pytest.mark.parametrize(
    ("us", "japan", "holder", "goes"),
    [
        ("CRU A", "DD 1", None, JAPAN),
        ("CRU A", "DD 1; BTN B", JAPAN, JAPAN),
        ("DD 1", "CRU A", None, US),
        ("DD 1", "DD 1", None, JAPAN),
        ("DD 1; GAR G", "DD 1", US, JAPAN),
        ("DD 1", "DD 1; BTN B", JAPAN, US),
    ],
)
def test_after_the_last_round_the_weaker_fleet_leaves(us: str, japan: str, holder: str | None, goes: str) -> None:
    game = battle(us, {"MID": japan + "; SS 7", "CAR": "BTN T"}, stage="last withdrawal", holders={"MID": holder})
    if goes == US:
        assert kind(game) == "last_withdrawal"
        assert legal(game) == {"withdraw USA", "withdraw HAW", "withdraw AUS", "auto"}
        assert refused(game, "withdraw CAR").rule == "3.11.7"
        assert refused(game, "stay").rule == "3.11.8"
        do(game, "withdraw AUS")
        assert where(game, "us-dd-1") == "AUS"
        assert where(game, "jp-ss-7") == "MID"
    else:
        assert where(game, "jp-ss-7") == "CAR"
        assert [each for each in here(game, "MID") if "jp-cru" in each or "jp-dd" in each] == []


@pytest.mark.rule("3.11.8")
def test_two_refuges_are_a_choice() -> None:
    game = battle("DD 1", {"MID": "BB Z", "USA": "DD 7"}, stage="last withdrawal")
    assert legal(game) == {"withdraw HAW", "withdraw AUS", "auto"}


@pytest.mark.rule("3.11.7", "3.11.8", "2.11")
def test_without_a_refuge_ships_stay_unasked() -> None:
    bases = {"USA": "DD 7", "HAW": "DD 8", "AUS": "DD 9"}
    game = battle("DD 1", {"MID": "BB Z", **bases}, stage="last withdrawal")
    assert where(game, "us-dd-1") == "MID"
    game = battle("DD 1", {"MID": "BB Z", **bases}, stage="withdrawal", until="Japanese withdrawal")
    assert where(game, "us-dd-1") == "MID"
    game = battle("DD 1", {"MID": "BB Z", "USA": "DD 7", "HAW": "DD 8"}, stage="last withdrawal")
    assert where(game, "us-dd-1") == "AUS"  # the only one: not asked for either


@pytest.mark.rule("3.11.8")
def test_everything_else_stays() -> None:
    game = battle("CRU A; GAR G", "INF I; LBA L", area="MAR", stage="last withdrawal", forts={"MAR": 2})
    assert here(game, "MAR") == {"us-cru-a", "us-gar-g", "jp-inf-i", "jp-lba-l"}
    assert game.state.areas["MAR"].holder == JAPAN
    assert game.state.areas["MAR"].fort == 2


@pytest.mark.rule("3.6.7", "3.11.8")
def test_cargo_goes_ashore_by_itself_when_no_real_enemy_is_left() -> None:
    game = battle(
        ABOARD,
        {"MID": "DD 1; SS 1", "CAR": "BTN T"},
        stage="Japanese withdrawal",
        start={US: 9, JAPAN: 9},
        until="last withdrawal",
    )
    assert game.state.forces["us-mar-m"].carried_by == "us-trn-1"  # one step is not below one
    game = battle(
        f"{ABOARD}; DD 1",
        {"MID": "DD 1", "CAR": "BTN T"},
        stage="Japanese withdrawal",
        start={US: 9, JAPAN: 9},
        until="last withdrawal",
    )
    assert game.state.forces["us-mar-m"].carried_by is None
    assert game.state.areas["MID"].holder == US
