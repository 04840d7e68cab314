"""Pacific Commander: `auto` in battles, and what is not asked (2.11, 2.12, 5.3)."""

from typing import Any

import pytest

from tests.titles.commander_solitaire.pacific_battles import battle, left, rolled
from tests.titles.commander_solitaire.pacific_kit import (
    JAPAN,
    TITLE,
    US,
    do,
    legal,
    play_on,
    position,
    replaced,
    told,
    where,
)
from wargame_tui.core.command import Command
from wargame_tui.core.game import Game
from wargame_tui.titles.pacific_commander.rules.engagement import in_hand


def kind(game: Game) -> str:
    """The kind of the decision in hand."""
    return str(game.state.stack[-1].kind)


@pytest.mark.rule("5.3", "2.12")
def test_place_rear_all_damaged_ships() -> None:
    game = battle("BB A [hits=1], B [hits=1], C", "BTN B", dice=[1])
    do(game, "auto", dice=[1])
    assert in_hand(game.state).rear == ("us-bb-a", "us-bb-b")
    game = battle("BB A [hits=1], B [hits=1], C", "BTN B")
    do(game, "rear us-bb-b", "auto", dice=[1])
    assert in_hand(game.state).rear == ("us-bb-b", "us-bb-a")


@pytest.mark.rule("5.3")
def test_commit_air_all_that_can() -> None:
    game = battle({"MID": "CRU A", "HAW": "LBA L, K", "ALE": "LBA M [air_used]"}, "CRU Z", stage="air support")
    do(game, "support us-lba-k", "auto", dice=[1])
    assert in_hand(game.state).support == ("us-lba-k", "us-lba-l")


@pytest.mark.rule("5.3")
def test_play_plan_passes() -> None:
    game = battle("CRU A", "CRU Z", stage="US plan", hand=["smoke"])
    do(game, "auto")
    assert game.state.hand == ("smoke",)


@pytest.mark.rule("5.3", "2.9")
@pytest.mark.parametrize(("us", "cap"), [("CV A", 2), ("CV A; CVE B", 3), ("CVE A", 1)])
def test_split_air_half_up(us: str, cap: int) -> None:
    events = do(battle(us, "CV Z; CRU Y, X", stage="split"), "auto", dice=[10] * 9)
    assert told(events, "split")[0].data["cap"][US] == cap


@pytest.mark.rule("5.3")
def test_assign_strike_as_japan_would() -> None:
    now: dict[str, Any] = {"located": (US,), "cap": {US: 0, JAPAN: 0}, "strike": {US: 14, JAPAN: 0}}
    japan = "CV Y [hits=1]; CRU X; DD 1; LBA L"
    events = do(battle("CV A", japan, stage="strikes", now=now), "auto", dice=[10] * 40)
    assert told(events, "targets")[0].data["targets"] == [
        ["jp-cv-y", 3],
        ["jp-cru-x", 6],
        ["jp-dd-1", 3],
        ["jp-lba-l", 2],
    ]
    game = battle("CV A", japan, stage="strikes", now=now)
    events = do(game, "target jp-dd-1", "dice 1", "auto", dice=[10] * 40)
    assert told(events, "targets")[0].data["targets"] == [
        ["jp-dd-1", 1],
        ["jp-cv-y", 3],
        ["jp-cru-x", 6],
        ["jp-lba-l", 4],
    ]
    game = battle("CV A", japan, stage="strikes", now=now)
    events = do(game, "target jp-dd-1", "auto", dice=[10] * 40)
    assert told(events, "targets")[0].data["targets"] == [
        ["jp-dd-1", 3],
        ["jp-cv-y", 3],
        ["jp-cru-x", 6],
        ["jp-lba-l", 2],
    ]


@pytest.mark.rule("5.3")
def test_assign_sub_always_attacks_in_the_order_of_japan() -> None:
    game = battle("SS 1", "CRU X; TRN 1; BB Y", stage="submarines")
    events = do(game, "auto", dice=[9])
    assert told(events, "check")[0].data["targets"] == ["jp-trn-1"]


@pytest.mark.rule("5.3")
@pytest.mark.parametrize(("us", "wants"), [("CRU A", False), ("BB A; DD 1", True), ("CRU A; DD 1, 2", True)])
def test_accept_surface_if_the_own_sum_is_not_below(us: str, wants: bool) -> None:
    # The Japanese sum is 9; the US sums are 5, 13, 15.
    events = do(battle(us, "CRU Z", stage="surface"), "auto", dice=[1, 9, 9, 9, 9, 9, 9, 9])
    assert told(events, "consent")[0].data["wishes"][US] is wants


@pytest.mark.rule("5.3", "3.10.5")
def test_assign_guns_goes_round_the_strongest_first() -> None:
    game = battle("BB A; CRU B", "BB Y; CRU X; DD 1", stage="surface")
    events = do(game, "accept_surface yes", "auto", dice=[5, *[9] * 12])
    assert _aims(events) == ["jp-bb-y", "jp-cru-x", "jp-dd-1"]
    game = battle("BB A; CRU B", "BB Y; CRU X; DD 1", stage="surface")
    events = do(game, "accept_surface yes", "aim jp-dd-1", "auto", dice=[9] * 12)
    assert _aims(events) == ["jp-dd-1", "jp-bb-y", "jp-cru-x"]


@pytest.mark.rule("5.3", "3.10.6")
def test_assign_guns_in_pursuit_in_force_order() -> None:
    game = battle("BB A; CRU B", "CV Y [hits=1]; TRN 1; BB Z", stage="surface", rear=["jp-bb-z"])
    events = do(game, "pursue yes", dice=[1])
    events = do(game, "auto", dice=[9] * 3)
    assert _aims(events) == ["jp-cv-y", "jp-bb-z", "jp-trn-1"]


def _aims(events: Any) -> list[str]:
    guns = [event for event in told(events, "check") if event.data["purpose"] == "gun" and event.data["side"] == US]
    return [target for event in guns for target in event.data["targets"]]


@pytest.mark.rule("5.3")
def test_pursue_bombard_and_land_yes_all() -> None:
    game = battle("CRU A", "CV Y", stage="surface")
    assert rolled(do(game, "auto", dice=[9]), "pursuit")
    assert kind(game) == "withdrawal_choice"
    assert rolled(do(battle("CRU A", "INF I", stage="bombardment"), "auto", dice=[9]), "bombard")
    game = battle("TRN 1; MAR M [on=trn-1]; MAR N [on=trn-1]", "BTN B", stage="landing")
    events = do(game, "land us-mar-n", "auto", dice=[9] * 8)
    assert told(events, "landed")[0].data["forces"] == ["us-mar-m", "us-mar-n"]


@pytest.mark.rule("5.3", "3.11.5")
def test_assign_loss_as_japan() -> None:
    game = battle("MAR A [hits=1]; INF B, C", "INF I", stage="ground combat", dice=[9] * 8 + [1, 1, 1, 9])
    assert kind(game) == "losses"
    events = do(game, "lose us-inf-c", "auto")
    assert [event.data["force"] for event in told(events, "hit")] == ["us-inf-c", "us-inf-b", "us-mar-a"]


@pytest.mark.rule("5.3")
def test_repair_hit_the_first_ship() -> None:
    game = battle("BB A [hits=1], B [hits=1]", "CRU Z", stage="damage control", chits=["damage_control"])
    do(game, "auto")
    assert left(game, "us-bb-a") == 3
    assert left(game, "us-bb-b") == 2


@pytest.mark.rule("5.3", "3.11.7")
@pytest.mark.parametrize(
    ("us", "start", "goes"), [("CRU A", 4, True), ("CRU A", 3, False), ("BB A", 9, False), ("CRU A; SS 1", 9, True)]
)
def test_withdraw_when_japan_would_in_the_players_place(us: str, start: int, goes: bool) -> None:
    game = battle(us, {"MID": "BB Z", "CAR": "BTN T"}, stage="withdrawal", rounds=2, start={US: start, JAPAN: 3})
    do(game, "auto")
    names = ["us-" + part.lower().replace(" ", "-") for part in us.split("; ")]
    assert [where(game, name) for name in names] == ["HAW" if goes else "MID"] * len(names)


@pytest.mark.rule("5.3")
def test_withdraw_from_hawaii_to_the_west_coast() -> None:
    game = battle("CRU A", "BB Z", area="HAW", stage="withdrawal", start={US: 9, JAPAN: 3})
    do(game, "auto")
    assert where(game, "us-cru-a") == "USA"


@pytest.mark.rule("5.3")
def test_the_rest_goes_when_only_some_were_named() -> None:
    game = battle("CRU A, B", "BB Z", stage="withdrawal")
    do(game, "withdraw AUS", "add us-cru-b", "auto")
    assert where(game, "us-cru-a") == where(game, "us-cru-b") == "AUS"


@pytest.mark.rule("5.3", "3.11.8")
def test_who_has_to_go_goes_to_hawaii() -> None:
    game = battle("CRU A", {"MID": "BB Z"}, stage="last withdrawal")
    do(game, "auto")
    assert where(game, "us-cru-a") == "HAW"


@pytest.mark.rule("5.3", "10.2")
def test_the_share_of_cap_is_data() -> None:
    with replaced("charts", battle={"auto_cap_percent": 75}):
        events = do(battle("CV A", "CV Z; CRU Y", stage="split"), "auto", dice=[10] * 9)
    assert told(events, "split")[0].data["cap"][US] == 3


EVERYTHING: dict[str, Any] = {
    "us": {
        "MID": "CV A; BB B [hits=1]; CRU C; DD 1, 2; TRN 1; MAR M [on=trn-1]; INF I [on=trn-1]; SS 1",
        "HAW": "LBA L",
    },
    "japan": {"MID": "CV Z; CRU Y; DD 1; SS 1; INF J; BTN K; LBA V", "WAK": "LBA W"},
}


@pytest.mark.rule("2.12")
def test_auto_is_legal_in_every_decision_of_a_battle() -> None:
    game = position(**EVERYTHING, stage="battles", hand=["damage_control", "smoke"])
    seen = set()
    while _fighting(game):
        seen.add(kind(game))
        assert "auto" in legal(game)
        do(game, "stay" if kind(game) == "withdrawal_choice" else "auto")
    assert {"boxes", "air_support", "plan_choice", "split", "submarine_attack", "landing_choice"} <= seen


@pytest.mark.rule("2.12", "2.14")
def test_auto_alone_ends_every_battle() -> None:
    game = position(**EVERYTHING, stage="battles", hand=["damage_control", "smoke"])
    events = play_on(game, lambda g: not _fighting(g), ["auto"])
    assert told(events, "battle_ended")


def _fighting(game: Game) -> bool:
    return any(step.kind == "battle" for step in game.state.stack)


@pytest.mark.rule("2.11")
def test_every_decision_of_a_battle_has_more_than_one_answer_beside_auto() -> None:
    for seed in range(6):
        game = position(**EVERYTHING, stage="battles", hand=["damage_control", "smoke", "beach_teams"])
        game.script([(seed * 7 + number * 3) % 10 + 1 for number in range(400)])
        for number in range(1000):
            if not _fighting(game):
                break
            answers = sorted(legal(game) - {"auto"})
            assert len(answers) > 1
            do(game, answers[(seed + number) % len(answers)])
        assert not _fighting(game)


@pytest.mark.rule("5.1", "2.13")
def test_what_is_not_asked_is_refused_with_a_rule() -> None:
    game = position(**EVERYTHING, stage="battles")
    strange: Command = TITLE.grammar.parse("bombard yes")
    refusal = game.refusal(strange)
    assert refusal is not None
    assert refusal.rule == "3.8.4"
