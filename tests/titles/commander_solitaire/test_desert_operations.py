"""Desert Commander: operations, blitz, dig in, recon (4.3.5 to 4.3.15)."""

import pytest

from tests.titles.commander_solitaire.desert_kit import (
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
    refused,
    replaced,
    told,
    where,
)


@pytest.mark.rule("4.3.5")
def test_1_to_6_forces_of_one_area_go_along_one_link() -> None:
    game = position({"EIF": "PZ A, B, C, D, E, F, G", "HOU": "PZ X"}, sp=9)
    do(game, "operation EIF HOU")
    assert "add ax-pz-x" not in legal(game)
    assert refused(game, "go").rule == "4.3.5"
    do(game, *(f"add ax-pz-{letter}" for letter in "abcdef"))
    assert where(game, "ax-pz-f") == "HOU"  # with six it goes
    assert where(game, "ax-pz-g") == "EIF"
    assert game.state.sp == 7
    assert [game.state.forces[f"ax-pz-{letter}"].operations for letter in "afg"] == [1, 1, 0]


@pytest.mark.rule("4.3.5")
def test_refusals_of_an_operation() -> None:
    game = position({"EIF": "PZ A, B", "HOU": "PZ X [spent]"}, sp=9)
    assert refused(game, "operation EIF MCH").rule == "4.3.5"
    assert refused(game, "operation MCH HOU").rule == "4.3.5"
    assert refused(game, "operation HOU MCH").rule == "4.3.7"
    worn = position({"EIF": "PZ A, B", "HOU": "PZ X [spent], Y [spent]"}, sp=9)
    assert refused(worn, "operation HOU MCH").reason.startswith("no force in Houffalize")
    assert refused(game, "add ax-pz-a").rule == "4.3.5"
    do(game, "operation EIF HOU", "add ax-pz-a")
    assert refused(game, "add ax-pz-a").rule == "4.3.5"
    assert refused(game, "add ax-pz-x").rule == "4.3.5"


@pytest.mark.rule("4.3.5", "4.9.5")
def test_only_own_forces_of_the_area_leave_a_contested_one() -> None:
    game = position(
        {"BAY": "PZ A, B", "CAE": "PZ C"}, {"BAY": "INF E"}, campaign=NORMANDY, contested="BAY", owned="VIL", sp=9
    )
    do(game, "operation BAY VIL")
    assert legal(game, "add") == {"add ax-pz-a", "add ax-pz-b"}
    for stranger in ("en-inf-e", "ax-pz-c", "ax-pz-z"):
        refusal = refused(game, f"add {stranger}")
        assert (refusal.rule, refusal.reason) == ("4.3.5", f"you have no force `{stranger}` in Bayeux")


@pytest.mark.rule("4.3.6")
def test_into_an_area_without_enemies_they_move_and_own_it() -> None:
    game = position({"EIF": "PZ A"}, sp=9)
    operate(game, "EIF", "HOU")
    assert (where(game, "ax-pz-a"), owner(game, "HOU")) == ("HOU", "Axis")
    assert not told(history(game), "battle_begins")


@pytest.mark.rule("4.3.7", "4.4.11")
def test_a_won_assault_moves_in() -> None:
    game = position({"EIF": "PZ A, B"}, {"HOU": "IN2 E [reduced]"}, sp=9)
    operate(game, "EIF", "HOU", "pz-a", "pz-b")
    do(game, "air_support no", dice=(NOTHING, 1, 6))
    assert here(game, "HOU") == {"ax-pz-a", "ax-pz-b"}
    assert owner(game, "HOU") == "Axis"
    assert game.state.forces["ax-pz-a"].won
    assert not game.state.forces["ax-pz-a"].spent


@pytest.mark.rule("4.3.7", "4.4.10")
def test_a_lost_assault_leaves_them_spent_in_their_area() -> None:
    game = position({"EIF": "PZ A, B, C"}, {"HOU": "INF E"}, sp=3)
    operate(game, "EIF", "HOU", "pz-a", "pz-b")
    do(game, "air_support no", dice=(NOTHING, *(6, 6, 6, 6) * 3))  # the last of each round is the retreat test
    do(game, "break_off")
    assert here(game, "EIF") == {"ax-pz-a", "ax-pz-b", "ax-pz-c"}
    assert {f.id for f in game.state.forces.values() if f.spent} == {"ax-pz-a", "ax-pz-b"}
    do(game, "operation EIF HOU")  # the only one that is ready goes by itself
    assert told(history(game), "battle_begins")[-1].data["attackers"] == ["ax-pz-c"]


@pytest.mark.rule("4.3.9")
def test_blitz_is_for_m_forces_that_won_and_used_up_their_operations() -> None:
    marks = "A [won operations=2], B [won operations=1], C [operations=2], D [won operations=2 blitzed]"
    game = position({"HOU": f"PZ {marks}, E [won operations=2 spent]; INF F [won operations=1]"}, sp=9)
    do(game, "blitz HOU MCH")
    assert where(game, "ax-pz-a") == "MCH"  # only A is ready
    assert game.state.sp == 7  # 1 for the forces and 1 more
    assert game.state.forces["ax-pz-a"].blitzed
    assert game.state.forces["ax-pz-a"].operations == 2
    for force, area in (("B", "won operations=1"), ("C", "operations=2"), ("D", "won operations=2 blitzed")):
        alone = position({"HOU": f"PZ {force} [{area}]"}, sp=9)
        assert refused(alone, "blitz HOU MCH").rule == "4.3.9"
    infantry = position({"HOU": "INF F [won operations=1]"}, sp=9)
    assert refused(infantry, "blitz HOU MCH").rule == "4.3.9"


@pytest.mark.rule("4.3.9")
def test_one_blitz_a_turn() -> None:
    game = position({"HOU": "PZ A [won operations=2]"}, sp=9)
    do(game, "blitz HOU MCH")
    assert refused(game, "blitz MCH DIN").rule == "4.3.9"
    assert legal(game, "operation") == set()


@pytest.mark.rule("4.3.10", "5.2")
def test_air_support_is_asked_before_an_assault_with_the_sp_for_it() -> None:
    game = position({"EIF": "PZ A"}, {"HOU": "INF E"}, sp=3, hand=["feint"])
    operate(game, "EIF", "HOU")
    assert legal(game) == {"air_support yes", "air_support no", "auto"}
    do(game, "air_support yes")
    assert game.state.sp == 0
    do(game, "pass_plan", dice=(NOTHING, 1, 4, 6, 6))
    assert told(history(game), "check")[0].data["needed"] == [3, 3]
    poor = position({"EIF": "PZ A"}, {"HOU": "INF E"}, sp=2, hand=["feint"])
    operate(poor, "EIF", "HOU")
    assert "air_support yes" not in legal(poor)


@pytest.mark.rule("4.3.10")
def test_no_air_support_in_normandy_nor_in_defence() -> None:
    game = position({"ISI": "PZ A"}, {"OMA": "INF E"}, campaign=NORMANDY, turn=4, sp=9, hand=["feint"])
    operate(game, "ISI", "OMA")
    assert legal(game) == {"play_plan feint", "pass_plan", "auto"}
    attacked = position(
        {"CAM": "PZ A"}, {"LEC": "INF E, F"}, turn=8, stage="enemy_orders", dice=(6,), sp=9, hand=["feint"]
    )
    assert legal(attacked) == {"play_plan feint", "pass_plan", "auto"}


@pytest.mark.rule("4.3.11", "4.4.1")
def test_press_on_adds_a_round_at_most_twice() -> None:
    game = position({"EIF": "PZ A"}, {"HOU": "INF E"}, sp=9)
    operate(game, "EIF", "HOU")
    do(game, "air_support no", dice=(NOTHING, 6, 6, 6, 6, 6, 6))
    assert legal(game) == {"press_on", "break_off", "auto"}
    do(game, "press_on", dice=(6, 6))
    assert (fighting(game).round, game.state.sp) == (4, 7)
    do(game, "press_on", dice=(6, 6))
    assert game.state.sp == 6
    assert told(history(game), "battle_ends")
    assert game.state.forces["ax-pz-a"].spent


@pytest.mark.rule("4.3.11")
def test_without_sp_there_is_no_pressing_on() -> None:
    game = position({"EIF": "PZ A, B", "DUN": "PZ C"}, {"HOU": "INF E"}, sp=1)
    operate(game, "EIF", "HOU", "pz-a", dice=(NOTHING, 6, 6, 6, 6, 6, 6))
    assert told(history(game), "battle_ends")


@pytest.mark.rule("4.3.14")
def test_dig_in() -> None:
    game = position({"EIF": "PZ A", "HOU": "PZ B"}, {"MCH": "INF E"}, sp=9, owned="DIN")
    do(game, "dig_in HOU")
    assert game.state.areas["HOU"].dig
    assert game.state.sp == 8
    assert refused(game, "dig_in DIN").rule == "4.3.14"  # no forces there
    assert refused(game, "dig_in XYZ").reason == "no Area `XYZ`"
    assert refused(game, "dig_in MCH").rule == "4.3.14"
    contested = position({"UTA": "STA A"}, {"UTA": "INF E"}, campaign=NORMANDY, turn=4, contested="UTA", sp=9)
    assert refused(contested, "dig_in UTA").rule == "4.3.14"


@pytest.mark.rule("4.3.15", "9.1")
def test_recon_shows_a_linked_area() -> None:
    game = position({"HOU": "REC A"}, {"MCH": "INF E", "NAM": "FRT F"}, sp=9, options=["fog"])
    assert legal(game, "recon") == {"recon MCH"}
    assert refused(game, "recon DIN").reason == "there is no enemy in `DIN`"
    do(game, "recon MCH")
    assert (game.state.revealed, game.state.sp) == (("MCH",), 8)
    assert told(history(game), "recon")[0].data["labels"] == ["INF E"]
    assert refused(game, "recon MCH").rule == "4.3.15"
    blind = position({"HOU": "PZ A"}, {"MCH": "INF E"}, sp=9, options=["fog"])
    assert refused(blind, "recon MCH").rule == "4.3.15"
    plain = position({"HOU": "REC A"}, {"MCH": "INF E"}, sp=9)
    assert refused(plain, "recon MCH").rule == "4.3.15"


@pytest.mark.rule("5.2", "4.1.1")
def test_end_closes_the_step() -> None:
    game = position({"EIF": "PZ A"}, turn=3, stage="axis_resupply", sp=9)
    do(game, "end")
    assert game.trail[-1] == "Axis operations"
    do(game, "end")
    assert game.state.turn == 4


@pytest.mark.rule("4.3.5", "4.3.9", "4.3.14", "10.2")
def test_sizes_and_costs_are_data() -> None:
    with replaced("charts", economy={"most_forces": 2, "forces_per_sp": 1, "dig_in": 2, "blitz": 4}):
        game = position({"EIF": "PZ A, B, C; INF D [won]", "HOU": "PZ X [won operations=2]"}, sp=10)
        do(game, "operation EIF HOU", "add ax-pz-a", "add ax-pz-b")
        assert (game.state.sp, here(game, "EIF")) == (8, {"ax-pz-c", "ax-inf-d"})
        do(game, "dig_in EIF")
        assert game.state.sp == 6
        do(game, "blitz HOU MCH")
        assert game.state.sp == 1
