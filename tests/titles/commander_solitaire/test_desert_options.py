"""Desert Commander: optional rules (9.1, 9.3, 9.4)."""

import pytest

from tests.titles.commander_solitaire.desert_kit import (
    AFRICA,
    FRANCE,
    NORMANDY,
    NOTHING,
    TITLE,
    do,
    history,
    legal,
    operate,
    position,
    reduced,
    refused,
    told,
    where,
)
from wargame_tui.core.dice import Dice
from wargame_tui.core.title import BadOption
from wargame_tui.titles.desert_commander.printed.book import TITLE_ID

SCENARIO = f"{TITLE_ID}/{FRANCE}"


@pytest.mark.rule("9.1")
def test_the_player_sees_only_the_number_of_enemy_forces() -> None:
    game = position({"EIF": "PZ A"}, {"DIN": "INF E, F"}, options=["fog"], sp=9)
    seen = TITLE.dump(game.state, "Axis")
    assert seen["hidden"] == {"DIN": 2}
    assert set(seen["forces"]) == {"ax-pz-a"}
    assert set(TITLE.dump(game.state, "Enemy")["forces"]) == {"ax-pz-a", "en-inf-e", "en-inf-f"}
    open_game = position({"EIF": "PZ A"}, {"DIN": "INF E, F"}, sp=9)
    assert "en-inf-e" in TITLE.dump(open_game.state, "Axis")["forces"]


@pytest.mark.rule("9.1")
def test_until_a_battle_there() -> None:
    game = position({"EIF": "PZ A"}, {"HOU": "INF E"}, options=["fog"], sp=9)
    operate(game, "EIF", "HOU")
    assert "en-inf-e" in TITLE.dump(game.state, "Axis")["forces"]


@pytest.mark.rule("9.1", "4.3.15")
def test_what_was_seen_is_seen_until_the_enemy_moves() -> None:
    game = position({"HOU": "REC A"}, {"MCH": "FRT E"}, options=["fog"], sp=9)
    do(game, "recon MCH")
    assert "en-frt-e" in TITLE.dump(game.state, "Axis")["forces"]
    do(game, "end")
    assert "en-frt-e" not in TITLE.dump(game.state, "Axis")["forces"]


@pytest.mark.rule("9.1")
def test_who_attacks_is_seen_while_he_does() -> None:
    game = position(
        {"CAM": "PZ A"}, {"LEC": "INF E, F; FRT G"}, turn=8, stage="enemy_orders", dice=(6,), hand=["feint"],
        options=["fog"],
    )  # fmt: skip
    seen = TITLE.dump(game.state, "Axis")
    assert set(seen["forces"]) == {"ax-pz-a", "en-inf-e", "en-inf-f"}
    assert seen["hidden"] == {"LEC": 1}
    assert seen["orders"][0]["forces"] == []
    assert "FRT G" not in str([event.data for event in history(game)])


@pytest.mark.rule("9.1")
def test_reports_of_moves_out_of_sight_name_nobody() -> None:
    given = {"turn": 8, "stage": "enemy_orders", "dice": (5,), "stop": "axis_resupply"}
    hidden = position({"CAM": "PZ A"}, {"ROU": "INF B, C"}, options=["fog"], **given)  # type: ignore[arg-type]
    moved = told(history(hidden), "moved")[0].data
    assert (moved["labels"], moved["forces"], moved["count"]) == ([], [], 1)
    open_game = position({"CAM": "PZ A"}, {"ROU": "INF B, C"}, **given)  # type: ignore[arg-type]
    assert told(history(open_game), "moved")[0].data["labels"] == ["INF C"]


@pytest.mark.rule("9.1")
def test_fog_changes_no_rule() -> None:
    given = {"turn": 8, "stage": "enemy_orders", "dice": (6, NOTHING, 1, 1, 6, 3, 3, 6, 6), "stop": "axis_resupply"}
    games = [
        position({"CAM": "PZ A, B"}, {"ARR": "INF C, D, E"}, options=options, **given)  # type: ignore[arg-type]
        for options in ([], ["fog"])
    ]
    assert games[0].state.forces == games[1].state.forces
    assert games[0].state.dice == games[1].state.dice


def fire_at(axis: str, *dice: int, options: tuple[str, ...] = ("armour",)) -> list[str]:
    """Who loses a step when three INF fire at a force in Cambrai: the player answers `auto`."""
    game = position(
        {"CAM": axis}, {"LEC": "INF E, F, G"}, turn=8, stage="enemy_orders", dice=(6, NOTHING, *dice), options=options
    )
    while "auto" in legal(game):
        do(game, "auto")
    return [event.data["force"] for event in told(history(game), "hit") if event.data["side"] == "Axis"]


@pytest.mark.rule("9.3")
def test_the_hit_goes_to_another_force() -> None:
    # The PZ and the MOT miss; one INF shows exactly 3.
    assert fire_at("PZ A; MOT B", 6, 6, 3, 6, 6)[:1] == ["ax-mot-b"]
    game = position(
        {"CAM": "PZ A; MOT B, C"}, {"LEC": "INF E, F, G, H, I"}, turn=8, stage="enemy_orders",
        dice=(6, NOTHING, 6, 6, 6, 3, 6, 6, 6, 6), options=["armour"],
    )  # fmt: skip
    assert legal(game) == {"lose ax-mot-b", "lose ax-mot-c", "auto"}
    assert refused(game, "lose ax-pz-a").rule == "9.3"


@pytest.mark.rule("9.3")
def test_other_dice_harm_armour_as_ever() -> None:
    assert fire_at("PZ A; MOT B [reduced]", 6, 6, 2, 6, 6)[:1] == ["ax-pz-a"]
    assert fire_at("PZ A; MOT B [reduced]", 6, 6, 3, 6, 6, options=())[:1] == ["ax-pz-a"]


@pytest.mark.rule("9.3", "4.4.7")
def test_the_hit_passes_over_full_armour_to_a_reduced_force() -> None:
    assert fire_at("PZ A; MOT B [reduced]", 6, 6, 3, 6, 6)[:1] == ["ax-mot-b"]


@pytest.mark.rule("9.3")
def test_with_only_armour_the_hit_is_lost() -> None:
    game = position(
        {"CAM": "PZ A, B"}, {"LEC": "INF E, F, G"}, turn=8, stage="enemy_orders", options=["armour"],
        dice=(6, NOTHING, 6, 6, 3, 6, 6, NOTHING, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6), stop="axis_resupply",
    )  # fmt: skip
    assert not told(history(game), "hit")
    assert reduced(game) == set()


@pytest.mark.rule("9.3")
def test_the_hit_after_it_is_not_lost() -> None:
    game = position(
        {"CAM": "PZ A, B"}, {"LEC": "INF E, F, G"}, turn=8, stage="enemy_orders", options=["armour"],
        dice=(6, NOTHING, 6, 6, 3, 2, 6, NOTHING, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6),
    )  # fmt: skip
    while "auto" in legal(game):
        do(game, "auto")
    assert len([event for event in told(history(game), "hit") if event.data["side"] == "Axis"]) == 1


@pytest.mark.rule("9.3")
def test_the_enemys_armour_is_spared_alike() -> None:
    game = position({"EIF": "INF A, B"}, {"MCH": "GAR X", "HOU": "CRU E"}, sp=9, options=["armour"])
    operate(game, "EIF", "HOU", "inf-a", "inf-b")
    do(game, "air_support no", dice=(NOTHING, 6, 2, 1))  # INF 3 - forest = 2: 2 does no harm, 1 does
    assert [event.data["force"] for event in told(history(game), "hit")][:1] == ["en-cru-e"]
    assert told(history(game), "fire")[1].data["hits"] == 2
    assert where(game, "en-cru-e") is not None


@pytest.mark.rule("9.3")
def test_tanks_and_guns_are_no_small_arms() -> None:
    game = position({"EIF": "PZ A"}, {"HOU": "CRU E"}, sp=9, options=["armour"])
    operate(game, "EIF", "HOU")
    do(game, "air_support no", dice=(NOTHING, 3, *[6] * 9))  # PZ 4 - 1 = 3
    assert [event.data["force"] for event in told(history(game), "hit")] == ["en-cru-e"]


@pytest.mark.rule("9.4", "2.19")
def test_a_game_is_easy_or_hard_not_both() -> None:
    assert TITLE.start(SCENARIO, {"easy": "on"}, Dice(1)).difficulty == "easy"
    assert TITLE.start(SCENARIO, {"hard": "on"}, Dice(1)).difficulty == "hard"
    assert TITLE.start(SCENARIO, {}, Dice(1)).difficulty == "normal"
    with pytest.raises(BadOption):
        TITLE.start(SCENARIO, {"easy": "on", "hard": "on"}, Dice(1))


@pytest.mark.rule("9.4", "2.19")
@pytest.mark.parametrize("campaign", [FRANCE, AFRICA, NORMANDY])
def test_difficulty_is_added_before_the_limits(campaign: str) -> None:
    area = {FRANCE: "CHE", AFRICA: "ALX", NORMANDY: "LHV"}[campaign]
    game = position(
        {}, {area: "FRT E"}, campaign=campaign, turn=9, stage="enemy_orders", dice=(6,), options=["hard"],
        stop="axis_resupply",
    )  # fmt: skip
    assert told(history(game), "table_roll")[0].data["row"] == 6


@pytest.mark.rule("9.1", "9.3")
def test_unknown_options_are_refused() -> None:
    with pytest.raises(BadOption):
        TITLE.start(SCENARIO, {"single_ships": "on"}, Dice(1))
    with pytest.raises(BadOption):
        TITLE.start(SCENARIO, {"fog": "maybe"}, Dice(1))
