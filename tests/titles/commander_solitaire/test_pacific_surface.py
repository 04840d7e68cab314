"""Pacific Commander: submarines, surface fights, pursuit, bombardment, damaged ships (3.10, 3.3.5)."""

import pytest

from tests.titles.commander_solitaire.pacific_battles import battle, left, needed, rolled, spent
from tests.titles.commander_solitaire.pacific_kit import JAPAN, US, do, legal, refused, replaced, told, where
from wargame_tui.core.game import Game


def kind(game: Game) -> str:
    """The kind of the decision in hand."""
    return str(game.state.stack[-1].kind)


# Submarines


@pytest.mark.rule("3.10.1")
def test_each_us_submarine_may_attack_a_ship_in_any_box() -> None:
    game = battle("SS 1, 2", "CV A; CRU B; TRN 1; SS 9; LBA L", stage="submarines")
    assert legal(game) == {"torpedo jp-cv-a", "torpedo jp-cru-b", "torpedo jp-trn-1", "hold_back", "auto"}
    assert refused(game, "torpedo jp-ss-9").rule == "3.10.1"
    assert refused(game, "torpedo us-ss-1").rule == "3.10.1"
    events = do(game, "hold_back")
    assert not told(events, "check")
    assert kind(game) == "submarine_attack"
    events = do(game, "torpedo jp-trn-1", dice=[2])
    assert rolled(events, "torpedo") == [([2], [2])]
    assert where(game, "jp-trn-1") is None
    assert not rolled(events, "asw")  # nothing there has asw dice


@pytest.mark.rule("3.10.1")
@pytest.mark.parametrize(("face", "steps"), [(1, 1), (2, 2), (3, 3)])
def test_a_one_is_two_hits_on_any_ship(face: int, steps: int) -> None:
    game = battle("SS 1", "BB A", stage="submarines")
    do(game, "torpedo jp-bb-a", dice=[face])
    assert left(game, "jp-bb-a") == steps


@pytest.mark.rule("3.10.1")
def test_the_two_best_asw_dice_answer_and_any_hit_destroys_the_submarine() -> None:
    game = battle("SS 1; DD 1, 2; CVE A; TRN 1", "SS 1; DD 1, 2, 3", stage="submarines")
    events = do(game, "torpedo jp-dd-1", dice=[9, 3, 2, 9, 5, 4])
    assert rolled(events, "asw") == [([2, 2], [3, 2]), ([4, 4], [5, 4])]
    assert where(game, "us-ss-1") is None
    assert where(game, "jp-ss-1") is None
    game = battle("DD 1; CVE A", "SS 1", stage="submarines", dice=[9, 5, 9])
    assert rolled(game.opening, "asw") == [([4, 3], [5, 9])]
    assert where(game, "jp-ss-1") == "MID"


@pytest.mark.rule("3.10.1")
def test_hits_count_at_once_a_sunk_escort_does_not_answer() -> None:
    game = battle("SS 1", "DD 1; CRU C", stage="submarines")
    events = do(game, "torpedo jp-dd-1", dice=[2])
    assert not rolled(events, "asw")


@pytest.mark.rule("3.10.1", "2.4")
def test_us_submarines_attack_first_and_every_one_is_answered() -> None:
    game = battle("SS 1, 2; DD 1", "SS 1; DD 1", stage="submarines", rounds=1)
    events = do(game, "torpedo jp-dd-1", "torpedo jp-dd-1", dice=[9, 9, 9, 9, 9, 9])
    assert [event.data["side"] for event in told(events, "check")[:6]] == [US, JAPAN, US, JAPAN, JAPAN, US]


@pytest.mark.rule("3.10.1")
def test_japanese_submarines_always_attack_in_their_order() -> None:
    order = ["CV A", "CVL B", "TRN 1", "FBB D", "CVE C", "BB E", "CRU F", "DD 1"]
    names = ["us-" + force.lower().replace(" ", "-") for force in order]
    # CVL and TRN are one group in Force order, so are BB and CVE: class order puts CVE before BB.
    for number in range(len(order)):
        game = battle("; ".join(reversed(order[number:])), "SS 1", stage="submarines", dice=[10, 10, 10])
        shots = [event for event in told(game.opening, "check") if event.data["purpose"] == "torpedo"]
        assert shots[0].data["targets"] == [names[number]]


@pytest.mark.rule("3.10.1", "2.11")
def test_a_submarine_without_targets_is_not_asked() -> None:
    game = battle("SS 1; GAR G", "BTN B; SS 2", stage="submarines", until="surface")
    assert not told(game.opening, "check")
    assert kind(game) == "battle"


@pytest.mark.rule("3.10.1", "10.2")
def test_asw_dice_and_order_are_data() -> None:
    with replaced("charts", battle={"asw_dice": 1, "submarine_order": (("DD",), ("CV",))}):
        game = battle("CV A; DD 1, 2", "SS 1", stage="submarines", dice=[9, 9])
    shots = [event for event in told(game.opening, "check") if event.data["purpose"] == "torpedo"]
    assert shots[0].data["targets"] == ["us-dd-1"]
    assert needed(game.opening, "asw") == [4]


# Consent


@pytest.mark.rule("3.10.2")
def test_both_want_and_fire() -> None:
    game = battle("CRU A", "CRU B", stage="surface")
    assert legal(game) == {"accept_surface yes", "accept_surface no", "auto"}
    events = do(game, "accept_surface yes", dice=[9, 9, 9])
    assert told(events, "consent")[0].data["wishes"] == {US: True, JAPAN: True}
    assert not told(events, "roll")
    assert [purpose for purpose in ("gun", "torp") if rolled(events, purpose)] == ["gun", "torp"]


@pytest.mark.rule("3.10.2")
@pytest.mark.parametrize(("face", "fight"), [(4, False), (5, True), (10, True)])
def test_one_wants_and_needs_a_five(face: int, fight: bool) -> None:
    game = battle("CRU A", "CRU B", stage="surface")
    events = do(game, "accept_surface no", dice=[face, 9, 9, 9])
    assert told(events, "roll")[0].data["dice"] == [face]
    assert bool(rolled(events, "gun")) is fight
    assert bool(told(events, "roll")[0].data["hits"]) is fight


@pytest.mark.rule("3.10.2")
def test_none_wants_no_fire() -> None:
    game = battle("FBB A, B", "DD 1", stage="surface")
    events = do(game, "accept_surface no")
    assert told(events, "consent")[0].data["wishes"] == {US: False, JAPAN: False}
    assert not told(events, "roll")
    assert not rolled(events, "gun")


@pytest.mark.rule("3.10.2")
@pytest.mark.parametrize(
    ("us", "japan", "number", "wants"),
    [
        ("FBB A", "DD 1", 1, False),  # 10 x 6 < 7 x 10
        ("FBB A", "DD 1", 2, True),  # 13 x 6 >= 7 x 10
        ("BB A", "DD 1", 1, True),  # 10 x 6 >= 7 x 8
        ("BB A; CRU B", "CRU C [hits=1]", 1, False),  # printed: 10 x 9 = 90 < 7 x 13 = 91
        ("BB A; DD 1", "CRU C [hits=1]", 1, False),  # with a US torpedo: 8 + 2 + 3 = 13
        ("BB A [hits=1]", "DD 1", 1, True),
        ("FBB A, B", "BB C; DD 1", 1, True),  # 10 x 14 = 7 x 20
    ],
)
def test_whether_japan_wants_it(us: str, japan: str, number: int, wants: bool) -> None:
    game = battle(us, japan, stage="surface", number=number)
    events = do(game, "accept_surface no", dice=[1, 9, 9, 9, 9, 9, 9])
    assert told(events, "consent")[0].data["wishes"][JAPAN] is wants


@pytest.mark.rule("3.10.2", "10.2")
def test_the_factors_are_data() -> None:
    with replaced("charts", battle={"surface_ratio": {"day": (1, 9)}, "surface_one_wants": 9}):
        game = battle("CRU A", "CRU B", stage="surface")
        events = do(game, "accept_surface yes", dice=[8])
    assert told(events, "consent")[0].data["wishes"][JAPAN] is False
    assert told(events, "roll")[0].data["hits"] == 0


@pytest.mark.rule("3.10.2")
def test_only_ships_in_line_fight() -> None:
    game = battle("CV A; TRN 1", "CVL B; TRN 1", stage="surface", until="bombardment")
    assert not told(game.opening, "consent")
    game = battle("CRU A; BB B [hits=1]", "CRU C", stage="surface", rear=["us-bb-b"], number=2)
    events = do(game, "accept_surface yes", dice=[9, 9, 9])
    assert {event.data["force"] for event in told(events, "check")} >= {"us-cru-a", "jp-cru-c"}
    assert "us-bb-b" not in {event.data.get("force") for event in told(events, "check")}


# Fire


@pytest.mark.rule("3.10.3", "3.10.4", "3.10.5")
def test_example_n8() -> None:
    game = battle("CRU A; DD 1", "CRU C; DD 2", stage="surface", number=2)
    do(game, "accept_surface yes")
    assert legal(game) == {"aim jp-cru-c", "aim jp-dd-2", "aim_rest jp-cru-c", "aim_rest jp-dd-2", "auto"}
    game.script([4, 2, 3, 6, 5, 2, 9])
    events = do(game, "aim jp-cru-c", "aim jp-dd-2", "aim jp-cru-c")
    assert rolled(events, "gun") == [([4], [4]), ([1], [2]), ([5], [6]), ([2], [2])]
    assert rolled(events, "torp") == [([3], [3]), ([5], [5]), ([5], [9])]
    japanese = [event.data for event in told(events, "check") if event.data["side"] == JAPAN]
    assert [(shot["force"], shot["targets"]) for shot in japanese] == [
        ("jp-cru-c", ["us-cru-a"]),
        ("jp-cru-c", ["us-dd-1"]),
        ("jp-dd-2", ["us-cru-a"]),
        ("jp-dd-2", ["us-dd-1"]),
    ]
    assert where(game, "jp-cru-c") is None
    assert left(game, "jp-dd-2") == 1
    assert where(game, "us-dd-1") is None
    assert left(game, "us-cru-a") == 1


@pytest.mark.rule("3.10.3")
def test_fire_is_simultaneous_and_hits_on_sunk_ships_are_lost() -> None:
    game = battle("DD 1, 2", "DD 1", stage="surface", number=2)
    events = do(game, "accept_surface yes", dice=[1, 1, 1, 1, 1, 1])
    assert len(needed(events, "gun")) == 3
    assert len(needed(events, "torp")) == 3
    assert where(game, "jp-dd-1") is None
    assert where(game, "us-dd-1") is None
    assert where(game, "us-dd-2") is None


@pytest.mark.rule("3.10.3", "2.4")
def test_ships_roll_in_force_order_guns_before_torpedoes() -> None:
    game = battle("DD 1; CRU B; FBB A", "CRU C", stage="surface")
    events = do(game, "accept_surface yes", dice=[9] * 8)
    shots = [(event.data["force"], event.data["purpose"], len(event.data["dice"])) for event in told(events, "check")]
    assert shots[:6] == [
        ("us-fbb-a", "gun", 2),
        ("us-cru-b", "gun", 1),
        ("us-dd-1", "gun", 1),
        ("us-dd-1", "torp", 1),
        ("jp-cru-c", "gun", 1),
        ("jp-cru-c", "torp", 1),
    ]


@pytest.mark.rule("3.10.3")
def test_each_die_has_its_own_target() -> None:
    game = battle("FBB A", "CRU C; DD 1; CV Z", stage="surface", number=2)
    do(game, "accept_surface yes")
    assert refused(game, "aim jp-cv-z").rule == "3.10.3"
    events = do(game, "aim jp-cru-c", "aim jp-dd-1", dice=[1, 1, 9, 9, 9])
    gun = next(event for event in told(events, "check") if event.data["purpose"] == "gun")
    assert gun.data["targets"] == ["jp-cru-c", "jp-dd-1"]
    assert left(game, "jp-cru-c") == 1
    assert where(game, "jp-dd-1") is None


@pytest.mark.rule("3.3.5")
def test_damaged_ships_shoot_worse() -> None:
    game = battle("BB A [hits=2]; CRU B [hits=1]", "CRU C [hits=1]", stage="surface")
    events = do(game, "accept_surface yes", dice=[9] * 5)
    assert needed(events, "gun") == [3, 3, 4, 4]
    assert needed(events, "torp") == [3]
    game = battle("BB A [hits=2]; CRU B [hits=1]; DD 1", "BTN B, C", stage="bombardment", number=2)
    events = do(game, "bombard yes", dice=[9] * 4)
    assert needed(events, "bombard") == [3, 3, 3, 2]


@pytest.mark.rule("3.3.5", "10.2")
def test_what_damage_costs_is_data() -> None:
    with replaced("charts", damage=-2):
        game = battle("BB A [hits=2]", "CRU C", stage="surface")
        events = do(game, "accept_surface yes", dice=[9] * 4)
        assert needed(events, "gun")[:2] == [2, 2]


@pytest.mark.rule("3.10.4")
@pytest.mark.parametrize(
    ("campaign", "us_gun", "jp_torp"), [("1942", 4, 5), ("1943", 6, 5), ("1944", 6, 4), ("1945", 6, 4)]
)
def test_night_modifiers(campaign: str, us_gun: int, jp_torp: int) -> None:
    game = battle("CRU A", "CRU B", stage="surface", number=2, campaign=campaign)
    events = do(game, "accept_surface yes", dice=[9] * 3)
    assert needed(events, "gun") == [us_gun, 5]
    assert needed(events, "torp") == [jp_torp]
    game = battle("CRU A", "CRU B", stage="surface", number=1, campaign=campaign)
    events = do(game, "accept_surface yes", dice=[9] * 3)
    assert needed(events, "gun") == [5, 5]
    assert needed(events, "torp") == [4]


@pytest.mark.rule("3.10.5")
def test_the_program_spreads_its_dice_going_round_the_strongest_first() -> None:
    game = battle("DD 1; CRU A [hits=1]; CRU B; BB C", "BB Z; CRU Y; CRU X", stage="surface")
    events = do(game, "accept_surface yes", "auto", dice=[9] * 20)
    targets = [
        target for event in told(events, "check") if event.data["side"] == JAPAN for target in event.data["targets"]
    ]
    assert targets == ["us-bb-c", "us-cru-b", "us-cru-a", "us-dd-1", "us-bb-c", "us-cru-b"]


# Pursuit


@pytest.mark.rule("3.10.6")
@pytest.mark.parametrize(("face", "fires"), [(4, True), (5, False)])
def test_the_player_may_pursue(face: int, fires: bool) -> None:
    game = battle("CRU A; DD 1", "CV Z; TRN 1", stage="surface")
    assert legal(game) == {"pursue yes", "pursue no", "auto"}
    events = do(game, "pursue yes", dice=[face])
    assert rolled(events, "pursuit") == [([4], [face])]
    assert (kind(game) == "gun_aim") is fires
    if fires:
        assert legal(game) == {"aim jp-cv-z", "aim jp-trn-1", "aim_rest jp-cv-z", "aim_rest jp-trn-1", "auto"}
        events = do(game, "aim jp-trn-1", "aim jp-trn-1", dice=[4, 1])
        assert rolled(events, "gun") == [([4], [4]), ([1], [1])]
        assert not rolled(events, "torp")
        assert where(game, "jp-trn-1") is None


@pytest.mark.rule("3.10.3")
def test_all_dice_that_are_left_can_be_aimed_at_one_ship() -> None:
    game = battle("BB A, B", "CRU C, D", stage="surface")
    do(game, "accept_surface yes", "aim jp-cru-c")
    assert game.title.command_text(game.state, game.parse("aim_rest jp-cru-d")) == "All 3 dice at CRU D (2 steps)"
    events = do(game, "aim_rest jp-cru-d", dice=[9] * 8)
    aimed = [event.data["targets"] for event in told(events, "check") if event.data["side"] == US]
    assert aimed == [["jp-cru-c", "jp-cru-d"], ["jp-cru-d", "jp-cru-d"]]
    assert kind(game) != "gun_aim"


@pytest.mark.rule("3.10.3")
def test_one_die_is_not_many() -> None:
    game = battle("CRU A", "CRU C, D", stage="surface")
    do(game, "accept_surface yes")
    assert refused(game, "aim_rest jp-cru-c").reason == "only one die left to aim"


@pytest.mark.rule("3.10.6")
def test_the_player_may_leave_it() -> None:
    game = battle("CRU A", "CV Z", stage="surface", until="bombardment")
    events = do(game, "pursue no")
    assert not told(events, "check")
    assert kind(game) == "withdrawal_choice"


@pytest.mark.rule("3.10.6", "3.10.4")
def test_japan_always_pursues_in_force_order_without_answer() -> None:
    game = battle("CV A [hits=1]; CVL B; TRN 1", "BB Y; CRU Z", stage="surface", number=2, dice=[4, 4, 3, 9])
    assert rolled(game.opening, "gun") == [([3, 3], [4, 3]), ([4], [9])]
    shots = [event.data for event in told(game.opening, "check") if event.data["purpose"] == "gun"]
    assert [shot["targets"] for shot in shots] == [["us-cv-a", "us-cvl-b"], ["us-trn-1"]]
    assert where(game, "us-cvl-b") is None
    assert left(game, "us-cv-a") == 1


@pytest.mark.rule("3.10.6", "3.10.4")
def test_pursuit_by_night_has_the_modifiers_of_night() -> None:
    game = battle("CRU A", "CV Z", stage="surface", number=2)
    events = do(game, "pursue yes", dice=[1, 9])
    assert needed(events, "gun") == [3]
    assert kind(game) == "withdrawal_choice"


@pytest.mark.rule("3.10.6")
def test_no_pursuit_in_the_round_of_a_fight() -> None:
    # LINE against LINE: that the enemy LINE is sunk opens his REAR in the next round only.
    game = battle("CRU A", "CV Z; DD 1", stage="surface")
    events = do(game, "accept_surface yes", dice=[1, 9, 9])
    assert where(game, "jp-dd-1") is None
    assert not rolled(events, "pursuit")
    assert kind(game) != "pursuit_choice"


@pytest.mark.rule("3.10.6", "10.2")
def test_numbers_of_pursuit_are_data() -> None:
    with replaced("charts", battle={"pursuit": 8, "pursuit_hit": -3}):
        game = battle("CRU A", "CV Z", stage="surface")
        events = do(game, "pursue yes", dice=[8, 9])
        assert needed(events, "pursuit") == [8]
        assert needed(events, "gun") == [2]


# Bombardment


@pytest.mark.rule("3.10.7")
def test_line_ships_bombard_if_nobody_fired() -> None:
    game = battle("BB A; CRU B; DD 1; CV C", "INF I; LBA L", stage="bombardment")
    assert legal(game) == {"bombard yes", "bombard no", "auto"}
    events = do(game, "bombard yes", dice=[9] * 4)
    assert needed(events, "bombard") == [4, 4, 4, 2]
    game = battle("BB A", "INF I", stage="bombardment", now={"fired": True}, until="landing")
    assert kind(game) == "battle"
    assert not told(game.opening, "check")


@pytest.mark.rule("3.10.7")
def test_the_player_may_decline() -> None:
    events = do(battle("BB A", "INF I", stage="bombardment"), "bombard no")
    assert not rolled(events, "bombard")


@pytest.mark.rule("3.10.7")
def test_a_fight_or_a_pursuit_leaves_no_time_to_bombard() -> None:
    game = battle("CRU A, B", "CRU C; INF I", stage="surface", number=2)
    events = do(game, "accept_surface yes", dice=[9] * 4)
    assert not rolled(events, "bombard")
    assert kind(game) != "bombardment_choice"
    game = battle("CRU A", "TRN 1; INF I", stage="surface", number=2)
    events = do(game, "pursue yes", dice=[4, 9])
    assert kind(game) != "bombardment_choice"
    game = battle("CRU A", "TRN 1; INF I", stage="surface", number=2)
    do(game, "pursue yes", dice=[5])
    assert kind(game) == "bombardment_choice"


@pytest.mark.rule("3.10.7")
def test_nothing_ashore_or_no_guns_no_bombardment() -> None:
    game = battle("BB A", "DD 1", stage="bombardment", until="landing")
    assert kind(game) == "battle"
    game = battle("CV A; GAR G, H", "DD 1; INF I", stage="bombardment", until="landing")
    assert kind(game) == "battle"
    assert not told(game.opening, "check")


@pytest.mark.rule("3.10.7", "2.4")
def test_both_sides_bombard_the_us_first_and_hits_count_afterwards() -> None:
    game = battle("CRU A; MAR M", "BB B; INF I", stage="bombardment", now={"fired": False}, number=2)
    events = do(game, "bombard yes", dice=[4, 4, 9])
    assert [(event.data["side"], event.data["dice"]) for event in told(events, "check")[:2]] == [
        (US, [4]),
        (JAPAN, [4, 9]),
    ]
    assert [event.data["force"] for event in told(events, "hit")[:2]] == ["jp-inf-i", "us-mar-m"]


@pytest.mark.rule("3.10.8")
@pytest.mark.parametrize(
    ("hits", "fort", "counted", "through", "level"),
    [(1, 0, 1, 1, 0), (2, 1, 2, 1, 1), (2, 2, 2, 0, 2), (4, 2, 4, 2, 1), (6, 1, 4, 3, 0), (6, 0, 4, 4, 0)],
)
def test_hits_counted_and_the_fort(hits: int, fort: int, counted: int, through: int, level: int) -> None:
    game = battle("BB A, B, C", "INF I; LBA L, K, M", stage="bombardment", forts={"MID": fort})
    events = do(game, "bombard yes", dice=[1] * hits + [10] * (6 - hits))
    told_of = told(events, "bombarded")[0].data
    assert (told_of["counted"], told_of["left"]) == (counted, through)
    assert game.state.areas["MID"].fort == level
    assert sum(event.data["lost"] for event in told(events, "hit")) == through


@pytest.mark.rule("3.10.8")
def test_the_fort_helps_its_holder_only() -> None:
    game = battle("BB A; GAR G", "INF I", stage="bombardment", holders={"MID": US}, forts={"MID": 2}, number=2)
    events = do(game, "bombard yes", dice=[1, 1])
    assert told(events, "bombarded")[0].data["left"] == 2
    game = battle(
        "GAR G; INF H",
        "BB A, B; INF I",
        stage="bombardment",
        holders={"MID": US},
        forts={"MID": 2},
        number=2,
        until="landing",
        dice=[1] * 4,
    )
    assert told(game.opening, "bombarded")[0].data["left"] == 2
    assert game.state.areas["MID"].fort == 1


@pytest.mark.rule("3.10.8", "3.9.15")
def test_the_strongest_ground_force_then_the_strongest_lba() -> None:
    game = battle("BB A, B", "BTN B; INF I [hits=1]; INF J; LBA L [hits=1]; LBA K", stage="bombardment", number=2)
    events = do(game, "bombard yes", dice=[1, 1, 1, 1])
    assert [event.data["force"] for event in told(events, "hit")[:4]] == [
        "jp-inf-j",
        "jp-lba-k",
        "jp-lba-l",
        "jp-lba-k",
    ]


@pytest.mark.rule("3.10.8", "3.9.15")
def test_shells_never_take_the_last_ground_step() -> None:
    game = battle("BB A, B", "BTN B", stage="bombardment", number=2)
    events = do(game, "bombard yes", dice=[1, 1, 1, 1])
    assert not told(events, "hit")
    assert left(game, "jp-btn-b") == 1


@pytest.mark.rule("3.10.8", "10.2")
def test_limits_of_bombardment_are_data() -> None:
    with replaced("charts", battle={"bombard_most": 2, "bombard_fort": 2}):
        game = battle("BB A, B", "INF I; LBA L", stage="bombardment", forts={"MID": 2})
        events = do(game, "bombard yes", dice=[1, 1, 1, 1])
    assert told(events, "bombarded")[0].data["counted"] == 2
    assert game.state.areas["MID"].fort == 1


@pytest.mark.rule("3.10.3")
def test_no_die_is_left_unrolled() -> None:
    game = battle("CRU A", "CRU B", stage="surface", number=2)
    do(game, "accept_surface yes", dice=[9, 9, 9])
    assert spent(game)
