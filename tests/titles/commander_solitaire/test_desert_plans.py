"""Desert Commander: Battle Plans (4.4.12 to 4.4.14)."""

from dataclasses import replace

import pytest

from tests.titles.commander_solitaire.desert_kit import (
    AFRICA,
    NORMANDY,
    NOTHING,
    TITLE,
    book,
    do,
    fighting,
    history,
    legal,
    operate,
    owner,
    position,
    reduced,
    replaced,
    told,
    where,
)
from wargame_tui.core.game import Game
from wargame_tui.titles.commander.checks import full_cup
from wargame_tui.titles.desert_commander.rules.battle import dig, hit_number, terrain
from wargame_tui.titles.desert_commander.rules.plans import enemy_cup

STAND_FAST, MINEFIELD, GUN_LINE, COUNTERSTROKE, RESERVE, AIR_COVER, FALL_BACK = 1, 3, 5, 7, 9, 11, 13
"""The die that draws the first copy of each chit from the enemy's full cup."""
WAY = "HOU MCH DIN PHI"


def numbers(game: Game) -> dict[str, int]:
    """The hit numbers of all forces in the battle in hand."""
    return {name: hit_number(game.state, fighting(game), game.state.forces[name]) for name in fighting(game).start}


def rolled_against(game: Game) -> dict[str, int]:
    """The hit number with which each force has fired last."""
    fire = [event.data for event in told(history(game), "fire")]
    return {name: number for data in fire for name, number in zip(data["forces"], data["needed"], strict=True)}


def assault(
    axis: str, enemy: str, area: str = "LEC", start: str = "AVE", *, dig: bool = False, hand: tuple[str, ...] = ()
) -> Game:
    """A supplied assault on an Area, before the player's chit of round 1."""
    game = position(
        {start: axis}, {area: enemy}, sp=20, hand=(*hand, "feint", "feint"), owned=WAY, dig=area if dig else ""
    )
    operate(game, start, area, *[word.split()[0].lower() for word in axis.split("; ")])
    do(game, "air_support no")
    return game


@pytest.mark.rule("4.4.12")
def test_the_cups() -> None:
    axis = {chit: entry.copies for chit, entry in book().plans("Axis").items()}
    assert list(axis) == [
        "blitzkrieg", "flank_march", "feint", "eighty_eights",
        "leader_forward", "night_assault", "engineers", "pursuit",
    ]  # fmt: skip
    assert set(axis.values()) == {2}
    enemy = {chit: entry.copies for chit, entry in book().plans("Enemy").items()}
    assert list(enemy) == [
        "stand_fast", "minefield", "gun_line", "counterstroke", "local_reserve", "air_cover", "fall_back", "fog",
    ]  # fmt: skip
    assert list(enemy.values()) == [2] * 7 + [4]


@pytest.mark.rule("4.4.12")
def test_every_campaign_begins_with_a_full_cup_and_every_battle_with_a_full_enemy_cup() -> None:
    game = position({"EIF": "PZ A"}, stage="axis_resupply", sp=9)
    assert game.state.cup == full_cup({chit: entry.copies for chit, entry in book().plans("Axis").items()})
    assert len(enemy_cup(game.state, ())) == 18


@pytest.mark.rule("4.4.12")
def test_a_chit_works_in_its_round_only_unless_it_says_battle() -> None:
    game = assault("PZ A", "INF E", hand=("blitzkrieg",))
    do(game, "play_plan blitzkrieg", dice=(NOTHING, 6, 6))
    assert told(history(game), "fire")[0].data["needed"] == [5]
    assert numbers(game)["ax-pz-a"] == 4


@pytest.mark.rule("4.4.13")
def test_blitzkrieg_helps_axis_armour() -> None:
    game = assault("IAR A; MOT B; INF C", "TNK E, F, G", hand=("blitzkrieg",))
    do(game, "play_plan blitzkrieg", dice=(NOTHING, *(6,) * 6))
    needed = {
        name: n for e in told(history(game), "fire") for name, n in zip(e.data["forces"], e.data["needed"], strict=True)
    }
    assert needed == {
        "ax-iar-a": 4, "ax-mot-b": 3, "ax-inf-c": 3, "en-tnk-e": 4, "en-tnk-f": 4, "en-tnk-g": 4,
    }  # fmt: skip


@pytest.mark.rule("4.4.13")
def test_flank_march_takes_1_off_terrain_for_the_battle() -> None:
    fort = assault("PZ A", "INF E", "MAU", "AVE", hand=("flank_march", "flank_march"))
    assert numbers(fort)["ax-pz-a"] == 2
    do(fort, "play_plan flank_march", dice=(NOTHING, 6, 6))
    assert numbers(fort)["ax-pz-a"] == 3
    do(fort, "play_plan flank_march", dice=(6, 6))
    assert (fighting(fort).round, numbers(fort)["ax-pz-a"]) == (3, 4)
    plain = assault("PZ A", "INF E", hand=("flank_march",))
    do(plain, "play_plan flank_march", dice=(NOTHING, 6, 6))
    assert terrain(plain.state, fighting(plain)) == 0
    river = assault("PZ A", "INF E", "DIN", "MCH", hand=("flank_march",))
    do(river, "play_plan flank_march", dice=(NOTHING, 6, 6))
    twice = replace(fighting(river), played=fighting(river).played[:1] * 2)
    assert [terrain(river.state, battle) for battle in (fighting(river), twice)] == [0, 0]  # not below 0


@pytest.mark.rule("4.4.13")
def test_feint_takes_a_chit_before_the_enemy_draws() -> None:
    game = assault("PZ A", "INF E")
    do(game, "play_plan feint", dice=(6, 6))
    assert not told(history(game), "enemy_plan")
    assert fighting(game).chits == 0
    do(game, "play_plan feint", dice=(6, 6))
    assert fighting(game).chits == 0


@pytest.mark.rule("4.4.13")
def test_eighty_eights_roll_two_dice() -> None:
    game = assault("FLK A; PZ B", "TNK E, F", hand=("eighty_eights",))
    do(game, "play_plan eighty_eights", dice=(NOTHING, 6, 1, 2, 6, 6))
    assert told(history(game), "fire")[1].data["forces"] == ["ax-flk-a", "ax-flk-a"]
    assert reduced(game) == {"en-tnk-e", "en-tnk-f"}
    do(game, "pass_plan", dice=(6, 6, 6, 6))
    assert [len(e.data["dice"]) for e in told(history(game), "fire") if e.data["speed"] == 4] == [2, 1]


@pytest.mark.rule("4.4.13", "2.4")
def test_leader_forward_rolls_the_first_two_axis_misses_again_at_once() -> None:
    game = assault("PZ A; MOT B; INF C", "INF E, F, G", hand=("leader_forward",))
    # PZ A misses with 6 and hits with 2; MOT B hits; INF C misses with 5 and again with 4.
    do(game, "play_plan leader_forward", dice=(NOTHING, 6, 2, 1, 5, 4, 6, 6))
    fire = [e.data for e in told(history(game), "fire") if e.data["side"] == "Axis"]
    assert [(data["dice"], data["missed"]) for data in fire] == [([2], [[0, 6]]), ([1], []), ([4], [[0, 5]])]
    assert reduced(game) == {"en-inf-e", "en-inf-f"}


@pytest.mark.rule("4.4.13")
def test_leader_forward_is_for_two_misses_of_its_round() -> None:
    game = assault("PZ A, B, C", "TNK E, F, G", hand=("leader_forward",))
    do(game, "play_plan leader_forward", dice=(NOTHING, 6, 6, 6, 6, 6, 6, 6, 6))
    assert [len(e.data["missed"]) for e in told(history(game), "fire")] == [1, 0]
    triple = position({"AVE": "PZ A, B, C"}, {"LEC": "TNK E, F, G"}, sp=20, hand=("leader_forward", "feint"), owned=WAY)
    operate(triple, "AVE", "LEC", "pz-a", "pz-b", "pz-c")
    do(triple, "air_support no", "play_plan leader_forward", dice=(NOTHING, 6, 1, 6, 6, 6, 6, 6, 6))
    assert told(history(triple), "fire")[0].data["missed"] == [[0, 6], [1, 6]]
    do(triple, "pass_plan", dice=(NOTHING, 6, 6, 6, 6, 6, 6))
    assert told(history(triple), "fire")[2].data["missed"] == []


@pytest.mark.rule("4.4.13")
def test_leader_forward_counts_the_misses_of_all_speeds_together() -> None:
    game = assault("PZ A; MOT B; INF C", "INF E, F, G", hand=("leader_forward",))
    do(game, "play_plan leader_forward", dice=(NOTHING, *(6,) * 8))
    missed = [event.data["missed"] for event in told(history(game), "fire") if event.data["side"] == "Axis"]
    assert missed == [[[0, 6]], [[0, 6]], []]


@pytest.mark.rule("4.4.13", "4.2.5")
def test_night_assault_ignores_the_dig_marker_for_the_battle() -> None:
    game = assault("PZ A", "INF E", dig=True, hand=("night_assault",))
    assert numbers(game)["ax-pz-a"] == 3
    do(game, "play_plan night_assault", dice=(NOTHING, 6, 6))
    assert (fighting(game).round, dig(game.state, fighting(game)), numbers(game)["ax-pz-a"]) == (2, 0, 4)


@pytest.mark.rule("4.4.13")
@pytest.mark.parametrize(
    ("axis", "area", "after"),
    [("PZ A; ENG B", "DIN", 4), ("PZ A; ART B", "DIN", 4), ("PZ A; INF B", "DIN", 3), ("PZ A; ENG B", "NAM", 2)],
)
def test_engineers_cross_rivers(axis: str, area: str, after: int) -> None:
    game = assault(axis, "INF E, F", area, "MCH", hand=("engineers",))
    do(game, "play_plan engineers", dice=(NOTHING, 6, 6, 6, 6))
    assert numbers(game)["ax-pz-a"] == after
    played = told(history(game), "plan_played")[0].data
    assert played["works"] == (axis != "PZ A; INF B" and area == "DIN")


@pytest.mark.rule("4.4.13", "4.4.9")
def test_pursuit_hits_who_retreats() -> None:
    game = assault("PZ A; MOT B", "IN2 E [reduced], F [reduced]", hand=("pursuit",))
    do(game, "play_plan pursuit", dice=(NOTHING, 6, 6, 6, 6, 4))
    hits = [event.data["force"] for event in told(history(game), "hit")]
    assert hits == ["en-in2-e"]
    assert where(game, "en-in2-f") not in (None, "LEC")
    assert owner(game, "LEC") == "Axis"


@pytest.mark.rule("4.4.12", "4.4.13")
@pytest.mark.parametrize("chit", ["flank_march", "night_assault", "engineers", "pursuit"])
def test_attackers_chits_are_wasted_in_defence(chit: str) -> None:
    game = position(
        {"CAM": "PZ A; ENG B"}, {"LEC": "INF E, F, G"}, turn=8, stage="enemy_orders", dice=(6,), hand=[chit]
    )  # fmt: skip
    do(game, f"play_plan {chit}", dice=(NOTHING, 6, 6, 6, 6, 6))
    assert told(history(game), "plan_played")[0].data["works"] is False
    assert game.state.discard == (chit,)


IDLE = "; no effect here"


def offered(game: Game, chit: str) -> str:
    """The words in which a chit is offered."""
    return TITLE.command_text(game.state, game.parse(f"play_plan {chit}"))


@pytest.mark.rule("4.4.12", "4.4.13")
@pytest.mark.parametrize(
    ("chit", "axis", "enemy", "area", "dig", "works"),
    [
        ("blitzkrieg", "PZ A", "INF E", "LEC", False, True),
        ("blitzkrieg", "INF A", "INF E", "LEC", False, False),
        ("flank_march", "PZ A", "INF E", "MAU", False, True),
        ("flank_march", "PZ A", "INF E", "LEC", False, False),
        ("eighty_eights", "FLK A", "INF E", "LEC", False, True),
        ("eighty_eights", "PZ A", "INF E", "LEC", False, False),
        ("night_assault", "PZ A", "INF E", "LEC", True, True),
        ("night_assault", "PZ A", "INF E", "LEC", False, False),
        ("engineers", "ENG A", "INF E", "MAU", False, False),
        ("leader_forward", "PZ A", "INF E", "LEC", False, True),
        ("pursuit", "PZ A", "INF E", "LEC", False, True),
    ],
)
def test_a_chit_without_anything_to_work_on_says_so_when_it_is_offered_and_played(
    chit: str, axis: str, enemy: str, area: str, dig: bool, works: bool
) -> None:
    game = assault(axis, enemy, area, dig=dig, hand=(chit,))
    assert offered(game, chit).endswith(IDLE) == (not works)
    do(game, f"play_plan {chit}", dice=(NOTHING, 6, 6, 6, 6))
    (played,) = told(history(game), "plan_played")
    assert played.data["works"] == works
    assert TITLE.event_text(played).endswith(IDLE) == (not works)


@pytest.mark.rule("4.4.12", "4.4.13")
def test_a_pursuit_without_a_way_out_and_a_feint_against_no_chit_are_idle() -> None:
    game = position({"HOU": "PZ A"}, {"MCH": "INF E"}, sp=9, owned="DIN NAM", hand=("pursuit", "feint"))
    operate(game, "HOU", "MCH", "pz")
    do(game, "air_support no")
    assert offered(game, "pursuit").endswith(IDLE)
    assert not offered(game, "feint").endswith(IDLE)
    do(game, "pass_plan", dice=(NOTHING, 6, 6))
    assert offered(game, "feint").endswith(IDLE), "his only chit is drawn"


@pytest.mark.rule("4.4.12", "4.4.14")
@pytest.mark.parametrize(("die", "works"), [(AIR_COVER, False), (FALL_BACK, False), (COUNTERSTROKE, True)])
def test_the_enemy_s_chits_too(die: int, works: bool) -> None:
    game = assault("PZ A", "FRT E; IN2 F" if die != FALL_BACK else "FRT E")
    do(game, "pass_plan", dice=(die, 6, 6, 6))
    (shown,) = told(history(game), "enemy_plan")
    assert shown.data["works"] == works
    assert TITLE.event_text(shown).endswith(IDLE) == (not works)


@pytest.mark.rule("4.4.14")
def test_stand_fast_forbids_retreat_and_fall_back_for_the_battle() -> None:
    with replaced("charts", battle={"plans_base": 2}):
        game = assault("PZ A; MOT B", "IN2 E")
        do(game, "pass_plan", dice=(STAND_FAST, 6, 6, 6))
        do(game, "pass_plan", dice=(FALL_BACK - 1, 6, 6, 6))
        assert [e.data["chit"] for e in told(history(game), "enemy_plan")] == ["stand_fast", "fall_back"]
        assert where(game, "en-in2-e") == "LEC"
        assert not told(history(game), "check")


@pytest.mark.rule("4.4.14")
def test_minefield_lowers_the_attackers() -> None:
    game = assault("PZ A; INF B", "INF E, F")
    do(game, "pass_plan", dice=(MINEFIELD, 6, 6, 6, 6))
    assert [e.data["needed"] for e in told(history(game), "fire")] == [[3], [2], [3, 3]]
    assert numbers(game)["ax-pz-a"] == 4


@pytest.mark.rule("4.4.14")
def test_gun_line_fires_before_speed_6() -> None:
    game = assault("REC A; PZ B", "INF E, F")
    do(game, "pass_plan", dice=(GUN_LINE, 3, 4))
    check = told(history(game), "check")[0].data
    assert (check["purpose"], check["needed"], check["hits"]) == ("guns", [3, 3], 1)
    assert legal(game) == {"lose ax-rec-a", "lose ax-pz-b", "auto"}
    assert not told(history(game), "fire")


@pytest.mark.rule("4.4.14")
def test_gun_line_fires_in_enemy_attacks_too() -> None:
    game = position(
        {"CAM": "PZ A, B"}, {"LEC": "INF E, F, G"}, turn=8, stage="enemy_orders", dice=(6, GUN_LINE, 3, 4)
    )  # fmt: skip
    assert legal(game) == {"lose ax-pz-a", "lose ax-pz-b", "auto"}


@pytest.mark.rule("4.4.14")
def test_counterstroke_helps_all_enemy_forces() -> None:
    game = assault("PZ A; INF B", "TNK C; INF E; FRT F")
    do(game, "pass_plan", dice=(COUNTERSTROKE, 6, 6, 6, 6, 6))
    needed = {
        name: n for e in told(history(game), "fire") for name, n in zip(e.data["forces"], e.data["needed"], strict=True)
    }
    assert needed == {"ax-pz-a": 4, "ax-inf-b": 3, "en-tnk-c": 5, "en-inf-e": 4, "en-frt-f": 4}


@pytest.mark.rule("4.4.14", "4.2.7")
def test_local_reserve_joins_the_defenders() -> None:
    game = assault("PZ A", "INF " + ", ".join("CDEFGHIJ"))
    do(game, "pass_plan", dice=(RESERVE, *(6,) * 10))
    force = game.state.forces["en-in2-local-reserve-1"]
    assert (force.area, force.reduced, force.used) == ("LEC", True, True)
    assert told(history(game), "fire")[1].data["forces"][-1] == force.id


@pytest.mark.rule("4.4.14", "4.5.1")
def test_local_reserve_joins_the_attackers_used_for_this_turn() -> None:
    game = position(
        {"CAM": "PZ A"},
        {"LEC": "INF E, F"},
        turn=8,
        stage="enemy_orders",
        dice=(6, RESERVE, *(6, 6, 6, 6) * 3),
        stop="axis_resupply",
    )
    force = game.state.forces["en-in2-local-reserve-1"]
    assert (force.area, force.used) == ("LEC", True)
    assert len(game.state.orders) == 1


@pytest.mark.rule("4.4.14", "4.9.3")
def test_local_reserve_lands_with_the_landing() -> None:
    game = position(
        {"UTA": "STA A [reduced]"}, {"sea UTA": "INF E, F"}, campaign=NORMANDY, turn=1, stage="landings",
        dice=(6, 6, 6, RESERVE, 1, 1, 1, 6), stop="axis_resupply",
    )  # fmt: skip
    assert where(game, "en-in2-local-reserve-1") == "UTA"


@pytest.mark.rule("4.4.14", "4.4.4")
def test_air_cover_takes_the_aircraft_and_their_sp_in_round_1() -> None:
    game = position({"EIF": "PZ A"}, {"HOU": "INF E"}, sp=9, hand=["feint"])
    operate(game, "EIF", "HOU")
    do(game, "air_support yes", "pass_plan", dice=(AIR_COVER, 6, 6))
    assert told(history(game), "air_called_off")
    assert not told(history(game), "check")
    assert game.state.sp == 6


@pytest.mark.rule("4.4.14")
def test_fall_back_retreats_before_the_dice() -> None:
    game = assault("PZ A", "INF E, F; FRT G")
    do(game, "pass_plan", dice=(FALL_BACK,))
    assert not told(history(game), "fire")
    assert where(game, "en-inf-e") == where(game, "en-inf-f") != "LEC"
    assert where(game, "en-frt-g") is None
    assert owner(game, "LEC") == "Axis"
    stuck = assault("PZ A", "FRT G")
    do(stuck, "pass_plan", dice=(FALL_BACK, 6, 6))
    assert where(stuck, "en-frt-g") == "LEC"


@pytest.mark.rule("4.4.14")
@pytest.mark.parametrize("die", [STAND_FAST, MINEFIELD, FALL_BACK])
def test_defenders_chits_are_wasted_in_an_attack(die: int) -> None:
    game = position(
        {"CAM": "PZ A"}, {"LEC": "INF E, F"}, turn=8, stage="enemy_orders", dice=(6, die, 6, 6, 6), hand=["feint"]
    )  # fmt: skip
    do(game, "pass_plan")
    assert told(history(game), "enemy_plan")[0].data["works"] is False
    assert where(game, "en-inf-e") == "LEC"


@pytest.mark.rule("4.4.14")
def test_fog_does_nothing() -> None:
    game = assault("PZ A", "INF E")
    before = numbers(game)
    do(game, "pass_plan", dice=(NOTHING, 6, 6))
    assert told(history(game), "enemy_plan")[0].data["chit"] == "fog"
    assert numbers(game) == before


@pytest.mark.rule("4.4.12", "10.2")
def test_the_effect_of_a_chit_is_data() -> None:
    blitzkrieg = book().plans("Axis")["blitzkrieg"].model_copy(update={"armour_hit": 0, "hit": -2, "lasts": "battle"})
    with replaced("charts", plans={"Axis": {"blitzkrieg": blitzkrieg}}):
        game = assault("PZ A", "INF E", hand=("blitzkrieg",))
        do(game, "play_plan blitzkrieg", dice=(NOTHING, 6, 6))
        assert numbers(game)["ax-pz-a"] == 2
    guns = book().plans("Enemy")["gun_line"].model_copy(update={"gun_dice": 3, "gun_hit": 1})
    with replaced("charts", plans={"Enemy": {"gun_line": guns}}):
        game = assault("PZ A", "INF E")
        do(game, "pass_plan", dice=(GUN_LINE, 6, 6, 6, 6, 6))
        assert told(history(game), "check")[0].data["needed"] == [1, 1, 1]


@pytest.mark.rule("4.4.12")
def test_chits_work_alike_in_africa() -> None:
    game = position({"SIR": "FLK A"}, {"AGH": "TNK E"}, campaign=AFRICA, sp=9, hand=["eighty_eights"])
    operate(game, "SIR", "AGH")
    do(game, "air_support no", "play_plan eighty_eights", dice=(NOTHING, 1, 1))
    assert where(game, "ax-flk-a") == "AGH"
