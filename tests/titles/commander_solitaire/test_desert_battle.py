"""Desert Commander: battle (4.4.1 to 4.4.11) and the player's answers in it (5.2, 5.3)."""

import pytest

from tests.titles.commander_solitaire.desert_kit import (
    AFRICA,
    FRANCE,
    NORMANDY,
    NOTHING,
    do,
    fighting,
    here,
    history,
    legal,
    operate,
    owner,
    position,
    reduced,
    refused,
    replaced,
    told,
    where,
)
from wargame_tui.core.game import Game
from wargame_tui.titles.desert_commander.state import room


def attacked(axis: str, enemy: str, dice: tuple[int, ...] = (), **changes: object) -> Game:
    """Forces in Cambrai under attack from Le Cateau: the order die comes first."""
    given = {"turn": 8, "stage": "enemy_orders", "dice": (6, *dice), **changes}
    return position({"CAM": axis}, {"LEC": enemy}, **given)  # type: ignore[arg-type]


@pytest.mark.rule("4.4.5", "4.4.6", "4.4.7", "4.4.8", "4.3.2", "4.3.7", "4.4.11")
def test_r1_assault_on_dinant() -> None:
    game = position(
        {"MCH": "PZ I/25 Pz, II/25 Pz; MOT 6 Schutzen; ART 78 Art"},
        {"DIN": "IN2 1 DLC, 18 DI; INF 5 DIM"},
        sp=9,
        owned="HOU",
    )
    operate(game, "MCH", "DIN", "i-25", "ii-25", "6-sch", "78-art")
    assert game.state.sp == 7
    do(game, "air_support no", dice=(NOTHING, 2, 5, 2, 4, 3, 1, 6, 3))
    assert legal(game) == {
        f"lose {name}" for name in ("ax-pz-i-25-pz", "ax-pz-ii-25-pz", "ax-mot-6-schutzen", "ax-art-78-art")
    } | {"auto"}
    do(game, "lose ax-art-78-art", "lose ax-mot-6-schutzen")
    assert here(game, "PHI") == {"en-inf-5-dim", "en-in2-1-dlc", "en-in2-18-di"}
    assert reduced(game) == {"en-in2-1-dlc", "en-in2-18-di", "ax-art-78-art", "ax-mot-6-schutzen"}
    assert len(here(game, "DIN")) == 4
    assert owner(game, "DIN") == "Axis"
    fire = [(event.data["speed"], event.data["side"], event.data["needed"]) for event in told(history(game), "fire")]
    assert fire == [(5, "Axis", [3, 3]), (4, "Axis", [2]), (3, "Axis", [2]), (2, "Enemy", [3, 1, 1])]


@pytest.mark.rule("4.4.1")
def test_all_enemies_of_the_area_defend_for_3_rounds() -> None:
    game = attacked("PZ A; INF B [spent]", "INF E, F", (NOTHING, *(6, 6, 6, 6) * 3), stop="axis_resupply")
    begins = told(list(game.opening), "battle_begins")[0].data
    assert set(begins["defenders"]) == {"ax-pz-a", "ax-inf-b"}
    fired = [event.data["round"] for event in told(list(game.opening), "fire")]
    assert (min(fired), max(fired)) == (1, 3)


@pytest.mark.rule("4.4.2")
@pytest.mark.parametrize(("forces", "chits"), [("E", 1), ("E, F", 1), ("E, F, G", 2), ("A, B, C, D, E, F", 3)])
def test_chits_of_the_enemy(forces: str, chits: int) -> None:
    game = position({"EIF": "PZ A"}, {"HOU": f"INF {forces}"}, sp=9)
    operate(game, "EIF", "HOU")
    assert fighting(game).chits == chits


@pytest.mark.rule("4.4.2", "4.6.1")
def test_the_plan_limit_of_the_campaign() -> None:
    crowd = "INF A, B, C, D, E, F, G; FRT H, I"
    game = position({"EIF": "PZ A"}, {"HOU": crowd}, sp=9)
    operate(game, "EIF", "HOU")
    assert fighting(game).chits == 3
    africa = position({"SIR": "PZ A"}, {"AGH": crowd}, campaign=AFRICA, sp=9)
    operate(africa, "SIR", "AGH")
    assert fighting(africa).chits == 4


@pytest.mark.rule("4.4.2", "4.9.7")
def test_support_dice_come_before_round_1_and_hit_on_2() -> None:
    game = position(
        {"CAE": "INF A, B"},
        {"SWO": "INF E, F, G"},
        campaign=NORMANDY,
        turn=5,
        stage="enemy_orders",
        dice=(3, 2, 3),
        lost="TRO",
        hand=["feint"],
    )
    # Order 3 is ATTACK: 4 x 9 / (6 x 5) = 120. Two support dice: 2 hits, 3 does not.
    check = told(list(game.opening), "check")[0].data
    assert (check["purpose"], check["needed"], check["dice"], check["hits"]) == ("support", [2, 2], [2, 3], 1)
    assert legal(game) == {"lose ax-inf-a", "lose ax-inf-b", "auto"}
    do(game, "lose ax-inf-b")
    assert legal(game) == {"play_plan feint", "pass_plan", "auto"}
    assert fighting(game).round == 1


@pytest.mark.rule("4.4.3")
def test_the_player_plays_first_then_the_enemy_draws_from_the_cup_less_what_was_drawn() -> None:
    game = position({"EIF": "PZ A"}, {"HOU": "INF E, F, G"}, sp=9, hand=["feint", "blitzkrieg", "blitzkrieg"])
    operate(game, "EIF", "HOU")
    assert legal(game) >= {"air_support yes"}
    do(game, "air_support no")
    assert legal(game) == {"play_plan feint", "play_plan blitzkrieg", "pass_plan", "auto"}
    assert refused(game, "play_plan nothing").rule == "4.4.3"
    do(game, "play_plan blitzkrieg", dice=(1, 6, 6, 6, 6))
    kinds = [event.kind for event in history(game)]
    assert kinds.index("plan_played") < kinds.index("enemy_plan")
    do(game, "pass_plan", dice=(1, 6, 6, 6, 6))
    draws = [(event.data["faces"], event.data["chit"]) for event in told(history(game), "draw")]
    assert draws == [(18, "stand_fast"), (17, "stand_fast")]
    do(game, "pass_plan", dice=(6, 6, 6, 6))
    assert len(told(history(game), "draw")) == 2  # 1 + 3/3 chits, no more


@pytest.mark.rule("4.4.3", "5.3")
def test_auto_passes_the_plan() -> None:
    game = position({"EIF": "PZ A"}, {"HOU": "INF E"}, sp=9, hand=["feint"])
    operate(game, "EIF", "HOU")
    do(game, "air_support no", "auto", dice=(NOTHING, 6, 6))
    assert game.state.hand == ("feint",)


@pytest.mark.rule("4.4.4")
def test_air_support_fires_in_round_1_before_the_gun_line() -> None:
    game = position({"EIF": "PZ A, B"}, {"HOU": "IN2 E, F"}, sp=9)
    operate(game, "EIF", "HOU", "pz-a", "pz-b")
    do(game, "air_support yes", dice=(5, 3, 4, 3, 4))  # 5 is the first gun_line
    purposes = [event.data["purpose"] for event in told(history(game), "check")]
    assert purposes == ["air_support", "guns"]
    assert reduced(game) == {"en-in2-e"}
    assert legal(game) == {"lose ax-pz-a", "lose ax-pz-b", "auto"}


@pytest.mark.rule("4.4.4", "4.4.5")
def test_the_battle_ends_at_once_when_aircraft_destroy_all() -> None:
    game = position({"EIF": "PZ A"}, {"HOU": "IN2 E [reduced]"}, sp=9)
    operate(game, "EIF", "HOU")
    do(game, "air_support yes", dice=(5, 1, 1))
    assert where(game, "ax-pz-a") == "HOU"
    assert not told(history(game), "fire")


@pytest.mark.rule("4.4.4")
def test_aircraft_fly_in_round_1_only() -> None:
    game = position({"EIF": "PZ A"}, {"HOU": "INF E"}, sp=9)
    operate(game, "EIF", "HOU")
    do(game, "air_support yes", dice=(NOTHING, 4, 4, 6, 6, 6, 6, 6, 6))
    assert len(told(history(game), "check")) == 1
    assert fighting(game).round == 3


@pytest.mark.rule("4.4.5", "2.4")
def test_speeds_from_6_down_attackers_first_in_force_order() -> None:
    axis = "IIN A; REC B; ART C; PZ D; MOT F"
    enemy = "GAR G; IN2 H; CAV I; MOT J; TNK K"
    game = position({"EIF": axis}, {"HOU": enemy}, sp=9)
    operate(game, "EIF", "HOU", "iin", "rec", "art", "pz", "mot")
    do(game, "air_support no", dice=(NOTHING, *(6,) * 10))
    fire = [(event.data["speed"], event.data["forces"]) for event in told(history(game), "fire")[:10]]
    assert fire[:8] == [
        (6, ["ax-rec-b"]),
        (5, ["ax-pz-d"]),
        (5, ["en-cav-i"]),
        (4, ["ax-mot-f"]),
        (3, ["ax-art-c"]),
        (3, ["en-mot-j"]),
        (2, ["en-tnk-k", "en-in2-h"]),
        (1, ["ax-iin-a"]),
    ]


@pytest.mark.rule("4.4.5")
def test_hits_of_a_speed_count_for_both_sides_together() -> None:
    game = position({"EIF": "PZ A [reduced]"}, {"HOU": "CAV E [reduced]"}, sp=9, owned="HOU")
    with replaced(FRANCE, campaign={"plan_limit": 0}):
        game = position({"EIF": "PZ A [reduced]"}, {"MCH": "FRT X", "HOU": "CAV E [reduced]"}, sp=9)
        operate(game, "EIF", "HOU")
        do(game, "air_support no", dice=(1, 1))
    assert where(game, "ax-pz-a") is None
    assert where(game, "en-cav-e") is None
    assert owner(game, "HOU") == "Enemy"  # 4.4.11: both destroyed


@pytest.mark.rule("4.4.5")
def test_a_force_destroyed_by_a_faster_one_does_not_fire() -> None:
    game = position({"EIF": "PZ A"}, {"HOU": "IN2 E [reduced]"}, sp=9)
    operate(game, "EIF", "HOU")
    do(game, "air_support no", dice=(NOTHING, 1))
    assert [event.data["side"] for event in told(history(game), "fire")] == ["Axis"]


@pytest.mark.rule("4.4.6", "2.1", "2.2")
def test_hit_numbers_stay_between_1_and_5() -> None:
    game = position({"MCH": "IIN A [reduced]; PZ B"}, {"NAM": "FRT E"}, sp=9, dig="NAM", owned="HOU")
    operate(game, "MCH", "NAM", "iin", "pz")
    do(game, "air_support no", dice=(NOTHING, 2, 2, 3))
    fire = told(history(game), "fire")
    assert fire[0].data["needed"] == [1]  # 4 - 2 fort - 1 dig
    assert fire[1].data["needed"] == [1]  # 1 - 3 counts as 1
    with replaced("units", classes={"Axis": {}}):
        strong = position(
            {"CAM": "PZA A [veteran]"}, {"LEC": "INF E"}, sp=9, hand=["blitzkrieg"], owned="HOU MCH DIN PHI AVE"
        )
        operate(strong, "CAM", "LEC")
        do(strong, "air_support no", "play_plan blitzkrieg", dice=(NOTHING, 6, 6, 6, 6, 6, 6))
        assert told(history(strong), "fire")[0].data["needed"] == [5]  # 5 + 1 counts as 5


@pytest.mark.rule("4.4.7", "5.2")
def test_full_forces_take_hits_first_and_the_player_picks() -> None:
    game = attacked("PZ A; INF B, C [reduced]", "INF E, F, G", (NOTHING, 6, 6, 1, 1, 1, 6))
    assert legal(game) == {"lose ax-pz-a", "lose ax-inf-b", "auto"}
    assert refused(game, "lose ax-inf-c").reason == "INF C is reduced: full forces take hits first"
    assert refused(game, "lose ax-inf-c").rule == "4.4.7"
    assert refused(game, "lose en-inf-e").reason == "`en-inf-e` is no force of yours in this battle"
    assert refused(game, "lose en-inf-e").rule == "4.4.7"
    do(game, "lose ax-inf-b")
    # The next hit must go to the only full force; then all three are reduced.
    assert legal(game) == {"lose ax-pz-a", "lose ax-inf-b", "lose ax-inf-c", "auto"}
    assert "ax-pz-a" in reduced(game)


@pytest.mark.rule("4.4.7", "2.11")
def test_hits_that_leave_nothing_to_choose_are_taken_at_once() -> None:
    # Enemy INF E, F attack first; the PZ and INF misses are 6, four hits on two full forces destroy both.
    game = attacked("IIN A, B", "TNK E, F, G, H", (NOTHING, 1, 1, 1, 1), stop="axis_resupply")
    assert where(game, "ax-iin-a") is None
    assert where(game, "ax-iin-b") is None
    assert owner(game, "CAM") == "Enemy"


@pytest.mark.rule("4.4.7")
def test_the_program_takes_the_lowest_cv_of_its_full_forces() -> None:
    game = position({"EIF": "PZ A, B, C"}, {"HOU": "INF E; IN2 F, G; GAR H [reduced]"}, sp=9)
    operate(game, "EIF", "HOU", "pz-a", "pz-b", "pz-c")
    do(game, "air_support no", dice=(NOTHING, 1, 1, 6, 6, 6, 6, 6, 6))
    assert reduced(game) == {"en-in2-f", "en-in2-g", "en-gar-h"}


@pytest.mark.rule("4.4.7", "5.3")
def test_auto_takes_the_lowest_cv() -> None:
    game = attacked("PZ A; INF B; IIN C", "INF E, F, G, H", (NOTHING, 6, 6, 1, 1, 6, 6))
    events = do(game, "auto")
    assert [event.data["force"] for event in told(events, "hit")[:2]] == ["ax-iin-c", "ax-inf-b"]


@pytest.mark.rule("4.4.8")
def test_the_enemy_retreats_on_4_or_less_to_where_most_of_its_forces_are() -> None:
    enemy = {"HOU": "IN2 E", "MCH": "INF F"}
    game = position({"EIF": "PZ A, B"}, enemy, sp=9)
    operate(game, "EIF", "HOU", "pz-a", "pz-b")
    do(game, "air_support no", dice=(NOTHING, 6, 6, 6, 4))
    assert where(game, "en-in2-e") == "MCH"
    stays = position({"EIF": "PZ A, B"}, enemy, sp=9)
    operate(stays, "EIF", "HOU", "pz-a", "pz-b")
    do(stays, "air_support no", dice=(NOTHING, *(6, 6, 6, 5) * 3))
    assert where(stays, "en-in2-e") == "HOU"
    assert fighting(stays).round == 3


@pytest.mark.rule("4.4.8")
def test_of_several_areas_most_forces_then_the_index() -> None:
    game = position({"DIN": "PZ A, B"}, {"PHI": "IN2 E", "AVE": "INF F", "MAU": "INF G, H"}, sp=9)
    operate(game, "DIN", "PHI", "pz-a", "pz-b")
    do(game, "air_support no", dice=(NOTHING, 6, 6, 6, 1))
    assert where(game, "en-in2-e") == "MAU"
    tie = position({"DIN": "PZ A, B"}, {"PHI": "IN2 E"}, sp=9)
    operate(tie, "DIN", "PHI", "pz-a", "pz-b")
    do(tie, "air_support no", dice=(NOTHING, 6, 6, 6, 1))
    assert where(tie, "en-in2-e") == "NAM"


@pytest.mark.rule("4.4.8")
@pytest.mark.parametrize(
    ("enemy", "owned"),
    [
        ({"HOU": "FRT E [reduced]"}, ""),  # only S forces
        ({"HOU": "IN2 E [reduced]"}, "MCH"),  # no Area of its own
        ({"HOU": "IN2 E [reduced]", "MCH": "INF A, B, C, D, F, G, H, I"}, ""),  # no room
        ({"HOU": "INF E"}, ""),  # 2 x 3 is not below 4
        ({"HOU": "IN2 E"}, ""),  # nor is 2 x 2
    ],
)
def test_without_the_chance_to_retreat_no_die_is_rolled(enemy: dict[str, str], owned: str) -> None:
    game = position({"EIF": "PZ A"}, enemy, sp=9, owned=owned)
    operate(game, "EIF", "HOU")
    do(game, "air_support no", dice=(NOTHING, 6, 6, 6, 6, 6, 6))
    assert not [event for event in told(history(game), "check") if event.data["purpose"] == "retreat"]
    assert legal(game) == {"press_on", "break_off", "auto"}


@pytest.mark.rule("4.4.8", "5.2")
def test_the_player_retreats_as_he_likes() -> None:
    game = attacked("INF A [reduced]", "INF E, F", (NOTHING, 6, 6, 6), owned="ARR AMI")
    assert legal(game) == {"retreat ARR", "retreat AMI", "stand", "auto"}
    assert refused(game, "retreat LEC").rule == "4.4.8"
    do(game, "retreat AMI", dice=(1, 1, 1))
    assert where(game, "ax-inf-a") == "AMI"
    assert here(game, "CAM") == {"en-inf-e", "en-inf-f"}
    assert owner(game, "CAM") == "Enemy"


@pytest.mark.rule("4.4.8", "5.3")
def test_auto_retreats_to_most_vp_then_most_own_forces() -> None:
    game = attacked("INF A [reduced]", "INF E, F", (NOTHING, 6, 6, 6), owned="ARR AMI")
    do(game, "auto", dice=(1, 1, 1))
    assert where(game, "ax-inf-a") == "ARR"  # 2 VP against 1


@pytest.mark.rule("4.4.8")
def test_who_stands_fights_on() -> None:
    game = attacked("INF A [reduced]", "INF E, F", (NOTHING, 6, 6, 6), owned="ARR AMI")
    do(game, "stand", dice=(6, 6, 6))
    assert legal(game) >= {"retreat ARR", "stand"}
    assert fighting(game).round == 2


@pytest.mark.rule("4.4.9")
def test_in_a_retreat_s_forces_and_those_without_room_are_destroyed() -> None:
    enemy = {"HOU": "IN2 E, F; GAR G [reduced]", "MCH": "INF A, B, C, D, H, I, J"}
    game = position({"EIF": "PZ A, B, C, D"}, enemy, sp=9)
    operate(game, "EIF", "HOU", "pz-a", "pz-b", "pz-c", "pz-d")
    do(game, "air_support no", dice=(NOTHING, *(6,) * 7, 1))
    assert where(game, "en-in2-e") == "MCH"
    assert where(game, "en-in2-f") is None
    assert where(game, "en-gar-g") is None
    destroyed = [(event.data["force"], event.data["destroyed"]) for event in told(history(game), "hit")]
    assert destroyed == [("en-in2-f", True), ("en-gar-g", True)]
    assert room(game.state, "MCH", "Enemy") == 0
    assert owner(game, "HOU") == "Axis"


@pytest.mark.rule("4.4.10")
def test_an_enemy_attacker_breaks_off_after_round_3() -> None:
    game = attacked("PZ A", "INF E, F", (NOTHING, *(6, 6, 6) * 3), stop="axis_resupply")
    assert here(game, "LEC") == {"en-inf-e", "en-inf-f"}
    assert (where(game, "ax-pz-a"), owner(game, "CAM")) == ("CAM", "Axis")


@pytest.mark.rule("4.3.11", "4.4.10")
def test_nobody_presses_on_an_attack_of_the_enemy() -> None:
    game = attacked("PZ A", "INF E, F", (NOTHING, *(6, 6, 6) * 3), stop="axis_resupply", sp=9)
    assert [event.data["won"] for event in told(list(game.opening), "battle_ends")] == [False]
    assert max(event.data["round"] for event in told(list(game.opening), "fire")) == 3


@pytest.mark.rule("4.4.11")
def test_an_enemy_who_wins_moves_in_with_all() -> None:
    game = attacked("IIN A [reduced]", "INF E, F, G", (NOTHING, 1, 6, 6), stop="axis_resupply")
    assert here(game, "CAM") == {"en-inf-e", "en-inf-f", "en-inf-g"}
    assert owner(game, "CAM") == "Enemy"


@pytest.mark.rule("5.3")
@pytest.mark.parametrize(("enemy", "called"), [("INF E, F", True), ("INF E; IN2 F", False)])
def test_auto_calls_aircraft_against_6_and_more(enemy: str, called: bool) -> None:
    game = position({"EIF": "PZ A"}, {"HOU": enemy}, sp=9, hand=["feint"])
    operate(game, "EIF", "HOU")
    do(game, "auto")
    assert fighting(game).air == called


@pytest.mark.rule("5.3", "4.3.11")
@pytest.mark.parametrize(("axis", "rounds"), [("PZ A", 5), ("INF A; IIN B [reduced]", 5), ("INF A", 3)])
def test_auto_presses_on_with_the_upper_hand(axis: str, rounds: int) -> None:
    # Own CV 4 or 4 or 3 against 3: 40 and 40 are above 36, 30 is not.
    game = position({"EIF": axis}, {"HOU": "INF E"}, sp=9)
    operate(game, "EIF", "HOU", *(["inf", "iin"] if ";" in axis else ["ax"]))
    do(game, "air_support no", dice=(NOTHING, *(6,) * 9))
    while "press_on" in legal(game):
        do(game, "auto", dice=(6,) * (3 if ";" in axis else 2) if fighting(game).round < rounds else ())
    assert max(event.data["round"] for event in told(history(game), "fire")) == rounds


@pytest.mark.rule("5.3", "4.3.11")
@pytest.mark.parametrize(("least", "presses"), [(9, False), (10, True)])
def test_an_equal_share_is_no_upper_hand(least: int, presses: bool) -> None:
    # Own CV 3 against 3.
    with replaced("charts", battle={"auto_press_on": (least, 9)}):
        game = position({"EIF": "INF A"}, {"HOU": "INF E"}, sp=9)
        operate(game, "EIF", "HOU")
        do(game, "air_support no", dice=(NOTHING, *(6,) * 6))
        events = do(game, "auto", dice=(6, 6))
        assert bool(told(events, "press_on")) == presses
        assert bool(told(events, "battle_ends")) != presses


@pytest.mark.rule("4.4.1", "4.4.4", "4.4.8", "10.2")
def test_numbers_of_the_battle_are_data() -> None:
    with replaced("charts", battle={"rounds": 1, "air_dice": 3, "air_hit": 1, "press_on": 0, "plans_base": 0}):
        game = position({"EIF": "PZ A", "DUN": "PZ B"}, {"HOU": "INF E"}, sp=9)
        operate(game, "EIF", "HOU")
        do(game, "air_support yes", dice=(2, 2, 2, 6, 6))
        assert told(history(game), "check")[0].data["needed"] == [1, 1, 1]
        assert told(history(game), "battle_ends")
        assert not told(history(game), "draw")


@pytest.mark.rule("4.4.8", "10.2")
def test_the_retreat_test_is_data() -> None:
    with replaced("charts", battle={"retreat_test": 1, "retreat_ratio": 1}):
        game = position({"EIF": "PZ A"}, {"HOU": "INF E"}, sp=9)
        operate(game, "EIF", "HOU")
        do(game, "air_support no", dice=(NOTHING, 6, 6, 1))
        assert where(game, "en-inf-e") == "MCH"
