"""Pacific Commander: search and air step, air points, special attacks (3.9, 3.3.6, 3.3.7, 3.3.9, 3.3.10)."""

from typing import Any

import pytest

from tests.titles.commander_solitaire.pacific_battles import airloss, battle, left, needed, now, rolled, spent
from tests.titles.commander_solitaire.pacific_kit import JAPAN, US, do, legal, position, refused, replaced, told, where
from wargame_tui.core.game import Game
from wargame_tui.titles.pacific_commander.state import air_points


def kind(game: Game) -> str:
    """The kind of the decision in hand."""
    return str(game.state.stack[-1].kind)


def strike(us: Any, japan: Any, us_dice: int, jp_dice: int = 0, **given: Any) -> Game:
    """A battle whose strikes are about to begin, with STRIKE dice, without CAP unless `cap` is given."""
    cap = given.pop("cap", (0, 0))
    located = given.pop("located", ())
    fields = {
        "located": located,
        "at_once": len(located) != 1,
        "cap": {US: cap[0], JAPAN: cap[1]},
        "strike": {US: us_dice, JAPAN: jp_dice},
        **given.pop("now", {}),
    }
    return battle(us, japan, stage="strikes", now=fields, **given)


# Air points


@pytest.mark.rule("3.3.5", "3.3.6")
@pytest.mark.parametrize(
    ("force", "points"),
    [
        ("CV A", 4),
        ("CV A [hits=1]", 2),
        ("CV A [airloss=1]", 3),
        ("CV A [hits=1 airloss=1]", 1),
        ("CV A [hits=1 airloss=3]", 0),
        ("CVL A", 2),
        ("CVL A [airloss=1]", 1),
        ("CVE A", 1),
        ("CVE A [airloss=1]", 0),
        ("LBA A", 2),
        ("LBA A [hits=1]", 1),
        ("BB A", 0),
    ],
)
def test_air_points(force: str, points: int) -> None:
    game = position({"MID": force})
    (there,) = game.state.forces.values()
    assert air_points(game.state, there) == points


@pytest.mark.rule("3.3.7", "3.9.12")
def test_the_force_with_most_air_points_loses_one_the_first_of_several() -> None:
    # Two of four US STRIKE dice are cancelled by CAP.
    game = strike("CV A [airloss=2]; CVL B; LBA C", "CRU D; LBA E", 4, cap=(0, 2), dice=[9, 9, 1, 1])
    assert airloss(game, "us-cv-a") == 3
    assert airloss(game, "us-cvl-b") == 1
    assert left(game, "us-lba-c") == 2


@pytest.mark.rule("3.3.7")
def test_an_lba_loses_a_step_and_leaves_play_with_its_last() -> None:
    game = strike("LBA C [hits=1]; GAR G", "CRU D; LBA E", 1, cap=(0, 1), dice=[1])
    assert where(game, "us-lba-c") is None


@pytest.mark.rule("3.3.7")
def test_nothing_happens_when_no_air_point_is_left() -> None:
    game = strike("CVE C; CRU K", "CRU D; LBA E", 3, cap=(0, 3), dice=[9, 1, 1, 1])
    assert airloss(game, "us-cve-c") == 1
    assert spent(game)


@pytest.mark.rule("3.3.9")
@pytest.mark.parametrize(
    ("campaign", "us", "japan"),
    [
        ("1942", (4, 3, 3, 5, 2, 0), (5, 4, 3, 5, 3, 0)),
        ("1943", (5, 4, 4, 5, 3, 1), (4, 3, 3, 4, 2, 0)),
        ("1944", (6, 4, 4, 6, 4, 2), (3, 2, 2, 4, 2, 0)),
        ("1945", (7, 5, 5, 7, 4, 2), (2, 2, 2, 3, 1, 1)),
    ],
)
def test_values_of_the_year(campaign: str, us: tuple[int, ...], japan: tuple[int, ...]) -> None:
    """CAP, strike vs ship and ashore, search, torpedo, flak: as they are rolled for."""
    # Strike dice at each other's LINE and shore, with CAP 1 each; every die shows a 10.
    game = strike(
        "CV A; CRU C; LBA L; GAR G",
        "CV B; CRU D; LBA L; BTN B, C",
        6,
        6,
        cap=(2, 2),
        campaign=campaign,
        dice=[10] * 4,
    )
    events = list(game.opening)
    while kind(game) == "strike_aim":
        verb = "dice 2" if "dice 2" in legal(game) else sorted(legal(game, "target"))[0]
        events += do(game, verb, dice=[10] * 4)
    assert rolled(events, "escort")[0][0] == [us[0]] * 2
    assert rolled(events, "cap")[0][0] == [japan[0]] * 2
    search = battle("CV A", "CV B", stage="search", campaign=campaign, dice=[10, 10])
    assert needed(search.opening, "search") == [us[3], japan[3]]
    sub = battle("SS 1; TRN 1", "SS 1; TRN 1", stage="submarines", campaign=campaign)
    shots = do(sub, "auto", dice=[10, 10])
    assert needed(shots, "torpedo") == [us[4], japan[4]]
    for target, number in (("jp-cru-d", us[1]), ("jp-lba-l", us[2])):
        game = strike("CV A", "CRU D; LBA L", 1, campaign=campaign)
        shots = do(game, f"target {target}", dice=[10, 10])
        assert needed(shots, "strike") == [number]
    special = 4  # 3.3.10
    for us_forces, number in (("CRU C", special if campaign == "1945" else japan[1]), ("LBA L", japan[2])):
        game = strike(us_forces, "CV B", 0, 1, campaign=campaign, dice=[10, 10])
        assert needed(game.opening, "strike") == [number]
    flak = strike("CV A", "CRU D", 2, campaign=campaign, dice=[10] * 3)
    assert needed(flak.opening, "flak") == [1 + japan[5]]
    flak = strike("CRU C", "CV B", 0, 2, campaign=campaign, dice=[10] * 3)
    assert needed(flak.opening, "flak") == [2 + us[5]]


# Search


@pytest.mark.rule("3.9.3")
def test_without_air_points_on_either_side_nobody_searches() -> None:
    game = battle("CV A [airloss=4]; CRU C", "CVL B [airloss=2]", stage="search", until="submarines")
    assert not told(game.opening, "check")


@pytest.mark.rule("3.9.3", "3.9.4")
def test_one_air_point_is_enough_and_the_other_side_searches_at_a_disadvantage() -> None:
    game = battle("CRU C", "CVL B", stage="search", until="split", dice=[3, 5])
    assert rolled(game.opening, "search") == [([3], [3]), ([5], [5])]
    assert now(game).located == (US, JAPAN)


@pytest.mark.rule("3.9.4")
def test_search_numbers() -> None:
    game = battle(
        {"MID": "CV A", "HAW": "LBA L"}, "CV B; LBA K", stage="search", until="split", support=["us-lba-l"], dice=[7, 6]
    )
    assert needed(game.opening, "search") == [6, 6]
    assert now(game).located == (JAPAN,)
    game = battle("CV A", "CV B", stage="search", until="split", code_break="MID", dice=[6, 6])
    assert needed(game.opening, "search") == [6, 5]
    game = battle("CV A", "CV B", stage="search", until="split", coastwatchers=True, dice=[6, 6])
    assert needed(game.opening, "search") == [5, 5]
    for area in ("SOL", "NBR", "NGN"):
        game = battle("CV A", "CV B", area=area, stage="search", until="split", coastwatchers=True, dice=[7, 6])
        assert needed(game.opening, "search") == [7, 5]


@pytest.mark.rule("3.9.4", "10.2")
def test_search_by_changed_numbers() -> None:
    with replaced("charts", battle={"search_lba": 3, "search_no_air": -4}):
        game = battle("LBA L", "CRU C", stage="search", until="split", dice=[9, 9])
        assert needed(game.opening, "search") == [8, 1]


@pytest.mark.rule("3.9.4")
def test_line_and_ashore_are_always_located_rear_only_by_a_success() -> None:
    forces = "CV B; TRN 1; CRU D; LBA L; INF I; SS 1"
    game = strike("CV A", forces, 3)
    assert legal(game, "target") == {"target jp-cru-d", "target jp-lba-l", "target jp-inf-i"}
    assert refused(game, "target jp-cv-b").rule == "3.9.10"
    game = strike("CV A", forces, 3, located=(US,))
    assert legal(game, "target") >= {"target jp-cv-b", "target jp-trn-1"}
    assert "target jp-ss-1" not in legal(game)


@pytest.mark.rule("3.9.4")
def test_a_search_counts_for_its_round_only() -> None:
    game = battle("CRU C", "CV B", stage="round", now={"located": (US, JAPAN)}, number=1, until="submarines")
    assert now(game).number == 2
    assert now(game).located == ()


# Who strikes first


@pytest.mark.rule("3.9.5")
@pytest.mark.parametrize(
    ("dice", "first", "at_once"), [([4, 7], US, False), ([7, 4], JAPAN, False), ([4, 4], US, True), ([9, 9], US, True)]
)
def test_who_alone_succeeds_strikes_first(dice: list[int], first: str, at_once: bool) -> None:
    game = battle("CV A; CRU C", "CV B; CRU D", stage="search", dice=dice)
    assert now(game).at_once is at_once
    strikers = [event.data["side"] for event in told(do(game, "split_air 0", dice=[10] * 20), "targets")]
    assert next(iter(strikers), US) == first  # with two targets a US strike waits for the player


@pytest.mark.rule("3.9.5")
def test_strikes_at_once_count_together() -> None:
    game = strike("CV A; CRU C", "CV B; CRU D [hits=1]", 2, 3, dice=[10, 1, 1, 10, 1, 1, 1])
    assert rolled(game.opening, "strike") == [([3, 3], [1, 1]), ([4, 4, 4], [1, 1, 1])]
    assert where(game, "jp-cru-d") is None
    assert where(game, "us-cru-c") is None


@pytest.mark.rule("3.9.5")
def test_hits_of_the_first_strike_count_before_the_second() -> None:
    game = strike("CRU C", "CV B [hits=1]", 1, 2, located=(US,), dice=[10, 1])
    assert where(game, "jp-cv-b") is None
    assert len(rolled(game.opening, "strike")) == 1


# The split


@pytest.mark.rule("3.9.6")
def test_the_player_divides_as_he_likes() -> None:
    game = battle("CV A; LBA L", "CV B", stage="split")
    assert legal(game) == {*(f"split_air {cap}" for cap in range(7)), "auto"}
    assert refused(game, "split_air 7").rule == "3.9.6"
    events = do(game, "split_air 2")
    assert told(events, "split")[0].data["cap"] == {US: 2, JAPAN: 2}
    assert told(events, "split")[0].data["strike"] == {US: 4, JAPAN: 2}


@pytest.mark.rule("3.9.6", "2.9")
@pytest.mark.parametrize(
    ("turn", "campaign", "japan", "cap"),
    [
        (1, "1942", "CV B, C", 3),
        (4, "1942", "CV B, C", 3),
        (4, "1943", "CVL B", 1),
        (1, "1944", "CV B; CVL C", 3),
        (1, "1945", "CV B, C", 0),
    ],
)
def test_the_japanese_share_of_cap(turn: int, campaign: str, japan: str, cap: int) -> None:
    game = battle("CV A", japan, stage="split", campaign=campaign, turn=turn)
    events = do(game, "split_air 0")
    assert told(events, "split")[0].data["cap"][JAPAN] == cap


@pytest.mark.rule("3.9.6", "10.2")
def test_the_japanese_share_is_data() -> None:
    with replaced("charts", orders={"postures": {"Offensive": {"cap_percent": 51}}}):
        events = do(battle("CV A", "CV B, C", stage="split"), "split_air 0")
        assert told(events, "split")[0].data["cap"][JAPAN] == 5


@pytest.mark.rule("3.9.6", "2.11")
def test_against_an_enemy_without_air_points_all_strike_unasked() -> None:
    game = battle("CV A; CRU K", "CRU C; DD 1", stage="split")
    assert kind(game) == "strike_aim"
    assert told(game.opening, "split")[0].data == {
        "cap": {US: 0, JAPAN: 0},
        "strike": {US: 4, JAPAN: 0},
        "experience": 0,
    }
    game = battle("CRU C", "CV B", stage="split", dice=[10] * 6)
    assert told(game.opening, "split")[0].data["strike"] == {US: 0, JAPAN: 4}


@pytest.mark.rule("3.9.7")
def test_no_strike_without_dice_or_located_target() -> None:
    game = strike("CV A", "CV B", 4, 0, until="submarines")
    assert [event.data["side"] for event in told(game.opening, "no_strike")] == [US, JAPAN]
    assert not told(game.opening, "check")


# Escort, CAP, flak


@pytest.mark.rule("3.9.8")
@pytest.mark.parametrize(("dice", "cap", "escorts"), [(5, 3, 2), (6, 1, 1), (1, 3, 0), (4, 0, 0), (8, 4, 4)])
def test_escort_dice(dice: int, cap: int, escorts: int) -> None:
    game = strike("CV A, B", "CV C, D; CRU E; DD 1", dice, cap=(0, cap), dice=[10] * 12)
    assert len(needed(game.opening, "escort")) == escorts


@pytest.mark.rule("3.9.8", "3.9.9", "3.9.12")
def test_escort_cancels_cap_and_cap_cancels_strike_dice_with_their_air_points() -> None:
    game = strike("CV A", "CV B; CRU E, F", 4, cap=(0, 3), dice=[4, 5, 5, 6])
    assert rolled(game.opening, "escort") == [([4, 4], [4, 5])]
    assert rolled(game.opening, "cap") == [([5, 5], [5, 6])]
    assert airloss(game, "jp-cv-b") == 1
    assert airloss(game, "us-cv-a") == 1
    assert now(game).strike[US] == 3
    assert now(game).cap[JAPAN] == 2


@pytest.mark.rule("3.9.9", "3.9.12")
def test_no_more_dice_are_cancelled_than_there_are() -> None:
    game = strike("CV A; CRU X", "CV B, C; CRU E", 1, cap=(0, 3), dice=[1, 1, 1])
    assert airloss(game, "us-cv-a") == 1
    assert not rolled(game.opening, "flak")


@pytest.mark.rule("3.9.10")
def test_targets_are_named_once_with_dice_and_the_last_takes_all() -> None:
    game = strike("CV A, B", "CRU C, D; DD 1", 6, dice=[])
    assert legal(game) == {"target jp-cru-c", "target jp-cru-d", "target jp-dd-1", "auto"}
    do(game, "target jp-cru-d")
    assert legal(game) == {*(f"dice {count}" for count in range(1, 7)), "auto"}
    assert refused(game, "dice 7").rule == "3.9.10"
    assert refused(game, "target jp-cru-c").rule == "3.9.10"
    do(game, "dice 2")
    assert legal(game) == {"target jp-cru-c", "target jp-dd-1", "auto"}
    assert refused(game, "target jp-cru-d").rule == "3.9.10"
    events = do(game, "target jp-dd-1", "dice 1", dice=[10] * 9)
    assert told(events, "targets")[0].data["targets"] == [["jp-cru-d", 2], ["jp-dd-1", 1], ["jp-cru-c", 3]]


@pytest.mark.rule("3.9.10", "2.11")
def test_a_single_target_or_die_is_not_asked_for() -> None:
    game = strike("CV A", "CRU C", 4, dice=[10] * 5)
    assert told(game.opening, "targets")[0].data["targets"] == [["jp-cru-c", 4]]
    game = strike("CV A", "CRU C; DD 1", 1)
    events = do(game, "target jp-dd-1", dice=[10] * 3)
    assert told(events, "targets")[0].data["targets"] == [["jp-dd-1", 1]]


@pytest.mark.rule("3.9.10")
def test_flak_of_rear_has_the_help_of_line_and_line_only_its_own() -> None:
    game = strike("CV A", "CV B; YBB Y; DD 1", 4, located=(US,))
    events = do(game, "target jp-cv-b", "dice 2", "target jp-dd-1", "dice 2", dice=[10] * 9)
    assert rolled(events, "flak") == [([2, 1, 1], [10, 10, 10]), ([2, 1], [10, 10])]


@pytest.mark.rule("3.9.10")
def test_flak_only_where_a_target_is() -> None:
    game = strike("CV A", "CV B; YBB Y; LBA L", 4, located=(US,))
    events = do(game, "target jp-lba-l", "dice 4", dice=[10] * 9)
    assert not rolled(events, "flak")


@pytest.mark.rule("3.9.10")
def test_at_most_six_flak_dice_the_best_first() -> None:
    game = strike("FBB A, B; CV C, D; DD 1, 2; CVE E", "CV B", 0, 4, located=(JAPAN,), dice=[10] * 20)
    assert rolled(game.opening, "flak")[0][0] == [3, 3, 3, 3, 2, 2]
    game = strike("CRU A; CVE E; TRN 1", "CV B", 0, 4, located=(JAPAN,), dice=[10] * 20)
    assert rolled(game.opening, "flak")[0][0] == [2, 1]


@pytest.mark.rule("3.9.10", "3.3.5")
def test_damaged_ships_fire_flak_as_before() -> None:
    game = strike("FBB A [hits=2]", "CV B", 0, 4, dice=[10] * 6)
    assert rolled(game.opening, "flak")[0][0] == [3, 3]


@pytest.mark.rule("3.9.10")
def test_flak_cancels_the_dice_assigned_last_to_its_box() -> None:
    game = strike("CV A; CRU K", "CV B; CRU C; DD 1; LBA L", 6, located=(US,))
    aims = ["target jp-cru-c", "dice 2", "target jp-cv-b", "dice 1", "target jp-dd-1"]
    events = do(game, *aims, "dice 1", dice=[10, 10, 10, 1, 1, 9, 9, 9, 9])
    # REAR: three dice, none hits; LINE: two dice at 1 cancel the die at the DD and one at the CRU.
    assert rolled(events, "flak") == [([1, 1, 1], [10, 10, 10]), ([1, 1], [1, 1])]
    checks = [event for event in told(events, "check") if event.data["purpose"] == "strike"]
    strikes = [(event.data["force"], len(event.data["dice"])) for event in checks]
    assert strikes == [("jp-cru-c", 1), ("jp-cv-b", 1), ("jp-lba-l", 2)]
    assert airloss(game, "us-cv-a") == 2


# The strike


@pytest.mark.rule("3.9.11")
def test_a_one_is_two_hits_against_large_carriers_only() -> None:
    for target, us_side, steps in (("CV B", US, 0), ("CRU B", US, 1)):
        game = strike("CV A", target, 1, located=(us_side,), dice=[10, 1])
        assert left(game, "jp-" + target.lower().replace(" ", "-")) == steps
    game = strike("CVE B, C", "CV D", 0, 2, located=(JAPAN,), dice=[10, 10, 1, 9])
    assert left(game, "us-cve-b") == 0
    assert left(game, "us-cve-c") == 1


@pytest.mark.rule("3.9.11", "3.2.11")
@pytest.mark.parametrize(("holder", "fort", "number"), [(JAPAN, 2, 1), (JAPAN, 1, 2), (US, 2, 3), (None, 2, 3)])
def test_the_fort_helps_ground_forces_of_the_holder(holder: Any, fort: int, number: int) -> None:
    game = strike("CV A; GAR G", "INF I; LBA L", 2, holders={"MID": holder}, forts={"MID": fort})
    events = do(game, "target jp-inf-i", "dice 1", dice=[9, 9])
    assert rolled(events, "strike") == [([number], [9]), ([3], [9])]


@pytest.mark.rule("3.9.11")
def test_dice_roll_in_the_order_assigned_and_hits_beyond_the_last_step_are_lost() -> None:
    game = strike("CV A", "DD 1, 2", 4)
    events = do(game, "target jp-dd-2", "dice 3", dice=[10, 10, 1, 1, 1, 9])
    strikes = [event for event in told(events, "check") if event.data["purpose"] == "strike"]
    assert [(event.data["force"], event.data["dice"]) for event in strikes] == [("jp-dd-2", [1] * 3), ("jp-dd-1", [9])]
    assert where(game, "jp-dd-2") is None
    assert left(game, "jp-dd-1") == 1


@pytest.mark.rule("3.9.13")
@pytest.mark.parametrize(
    ("losses", "cap", "dice", "rolls"), [(0, 3, 5, 5), (2, 3, 5, 3), (7, 1, 5, 0), (0, 0, 10, 8), (6, 3, 5, 0)]
)
def test_a_second_strike_has_no_more_dice_than_air_points_left_beside_cap(
    losses: int, cap: int, dice: int, rolls: int
) -> None:
    first, second = min(losses, 4), max(losses - 4, 0)
    game = strike(
        "CRU A",
        f"CV B [airloss={first}], C [airloss={second}]",
        0,
        dice,
        cap=(0, cap),
        located=(US,),
        dice=[10] * 20,
    )
    assert len(needed(game.opening, "strike")) == rolls


@pytest.mark.rule("3.9.14")
def test_japanese_targets_in_their_order_three_dice_a_step() -> None:
    us = "CV A [hits=1]; CVL B; CVE C; FBB D; BB E; CRU F; DD 1; TRN 1; GAR G; LBA L; MAR M"
    game = strike(us, "CV Z", 0, 60, located=(JAPAN,), dice=[10] * 80)
    assert told(game.opening, "targets")[0].data["targets"] == [
        ["us-cv-a", 3],
        ["us-cvl-b", 3],
        ["us-trn-1", 3],
        ["us-cve-c", 3],
        ["us-fbb-d", 9],
        ["us-bb-e", 9],
        ["us-cru-f", 6],
        ["us-dd-1", 3],
        ["us-lba-l", 6],
        ["us-mar-m", 9],
        ["us-gar-g", 6],
    ]


@pytest.mark.rule("3.9.14")
def test_only_located_targets_and_inside_a_group_in_force_order() -> None:
    game = strike("CV A; CRU F, G [hits=1]", "CV Z", 0, 8, dice=[10] * 20)
    assert told(game.opening, "targets")[0].data["targets"] == [["us-cru-f", 6], ["us-cru-g", 2]]


@pytest.mark.rule("3.9.14", "10.2")
def test_dice_a_step_and_order_are_data() -> None:
    with replaced("charts", battle={"strike_dice_per_step": 1, "strike_order": (("CRU",), ("CV",), ("DD",))}):
        game = strike("CV A; CRU F; DD 1", "CV Z", 0, 6, located=(JAPAN,), dice=[10] * 20)
        assert told(game.opening, "targets")[0].data["targets"] == [["us-cru-f", 2], ["us-cv-a", 2], ["us-dd-1", 2]]


# Ground Forces


@pytest.mark.rule("3.9.15")
def test_one_ground_step_a_round_and_never_the_last_ashore() -> None:
    game = strike("CV A", "INF I; BTN B", 4)
    events = do(game, "target jp-inf-i", "dice 3", dice=[1, 1, 1, 1])
    assert left(game, "jp-inf-i") == 3
    assert left(game, "jp-btn-b") == 1
    assert len(told(events, "no_effect")) == 3


@pytest.mark.rule("3.9.15")
def test_a_step_lost_to_bombs_leaves_none_for_shells() -> None:
    game = battle("BB A", "INF I", stage="bombardment", now={"bombed": {JAPAN: 1}})
    do(game, "bombard yes", dice=[1, 1])
    assert left(game, "jp-inf-i") == 4


@pytest.mark.rule("3.9.15", "10.2")
def test_the_limit_on_ground_steps_is_data() -> None:
    with replaced("charts", battle={"bomb_ground_most": 3}):
        game = strike("CV A", "INF I", 4, dice=[1, 1, 1, 1])
        assert left(game, "jp-inf-i") == 1


@pytest.mark.rule("3.9.15")
def test_example_n15() -> None:
    game = strike("CV A, B", "BTN B; LBA L", 5, campaign="1944")
    events = do(game, "target jp-btn-b", "dice 3", dice=[1, 2, 4, 3, 9])
    assert rolled(events, "strike") == [([4, 4, 4], [1, 2, 4]), ([4, 4], [3, 9])]
    assert left(game, "jp-btn-b") == 1
    assert left(game, "jp-lba-l") == 1


# Special attacks


@pytest.mark.rule("3.3.10")
def test_special_attacks_hit_at_four_and_cost_an_air_point_a_die() -> None:
    game = strike("CRU A, B", "CV Y, Z", 0, 3, campaign="1944", turn=5, dice=[10, 10, 4, 5, 4])
    assert rolled(game.opening, "strike") == [([4, 4, 4], [4, 5, 4])]
    assert airloss(game, "jp-cv-y") + airloss(game, "jp-cv-z") == 3
    assert where(game, "us-cru-a") is None


@pytest.mark.rule("3.3.10")
@pytest.mark.parametrize(
    ("campaign", "turn", "number"), [("1944", 4, 2), ("1944", 5, 4), ("1944", 6, 4), ("1945", 1, 4), ("1943", 6, 3)]
)
def test_special_attacks_begin_in_1944_turn_5(campaign: str, turn: int, number: int) -> None:
    game = strike("CRU A", "CV Z", 0, 1, campaign=campaign, turn=turn, dice=[10, 10])
    assert needed(game.opening, "strike") == [number]
    assert airloss(game, "jp-cv-z") == (1 if number == 4 else 0)


@pytest.mark.rule("3.3.10")
def test_special_attacks_are_made_on_ships_only_and_whatever_the_plans_say() -> None:
    game = strike("LBA A", "CV Z", 0, 2, campaign="1945", dice=[10, 10])
    assert needed(game.opening, "strike") == [2, 2]
    assert airloss(game, "jp-cv-z") == 0
    with replaced("charts", plans={JAPAN: {"ace_pilots": {"strike_ship": 3}}}):
        game = strike("CRU A", "CV Z", 0, 1, campaign="1945", chits=["ace_pilots"], dice=[10, 10])
        assert needed(game.opening, "strike") == [4]


@pytest.mark.rule("3.3.10", "3.3.7")
def test_lba_spend_themselves_in_special_attacks() -> None:
    game = strike("CRU A", "LBA L; BTN B", 0, 2, campaign="1945", dice=[10, 9, 9])
    assert where(game, "jp-lba-l") is None


# The worked example


@pytest.mark.rule("3.9.4", "3.9.5", "3.9.6", "3.9.7", "3.9.8", "3.9.9", "3.9.10", "3.9.11", "3.9.12", "3.9.13")
def test_example_n7() -> None:
    game = battle("CV Enterprise, Yorktown; CRU C", "CV Shokaku, Zuikaku; DD 1", stage="search", dice=[4, 7])
    assert now(game).located == (US,)
    events = do(game, "split_air 3", dice=[3, 8, 2, 6])
    assert told(events, "split")[0].data["cap"] == {US: 3, JAPAN: 3}
    assert told(events, "split")[0].data["strike"] == {US: 5, JAPAN: 5}
    assert rolled(events, "escort") == [([4, 4], [3, 8])]
    assert rolled(events, "cap") == [([5, 5], [2, 6])]
    assert airloss(game, "jp-cv-shokaku") == 1
    assert airloss(game, "us-cv-enterprise") == 1
    aims = ["target jp-cv-shokaku", "dice 2", "target jp-cv-zuikaku", "dice 2"]
    game.script([5, 1, 9, 1, 5, 3])
    events = do(game, *aims)
    assert rolled(events, "flak") == [([1, 1, 1], [5, 1, 9])]
    assert rolled(events, "strike") == [([3, 3], [1, 5]), ([3], [3])]
    assert airloss(game, "us-cv-yorktown") == 1
    assert airloss(game, "us-cv-enterprise") == 1
    assert where(game, "jp-cv-shokaku") is None
    assert left(game, "jp-cv-zuikaku") == 1
    limited = told(events, "fewer_dice")[0].data
    assert limited == {"side": JAPAN, "left": 0}
    assert told(events, "no_strike")[0].data["side"] == JAPAN
