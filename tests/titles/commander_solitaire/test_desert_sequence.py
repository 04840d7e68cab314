"""Desert Commander: the sequence of play (4.1), and what the common engine says of it (2.5 to 2.14)."""

import pytest

from tests.titles.commander_solitaire.desert_kit import (
    AFRICA,
    FRANCE,
    NORMANDY,
    TITLE,
    do,
    history,
    legal,
    position,
    refused,
    replaced,
    told,
)
from wargame_tui.core.game import Game
from wargame_tui.titles.desert_commander.printed.book import TITLE_ID


def stages(events: list) -> list[str]:
    return [event.data["stage"] for event in told(events, "stage")]


@pytest.mark.rule("4.1.1")
def test_a_turn_has_five_steps_in_order() -> None:
    game = position({"EIF": "INF 12 ID"}, turn=4, stage="next_turn")
    assert game.state.turn == 5
    do(game, "end")
    assert game.trail[-1] == "Axis operations"
    do(game, "end")
    assert stages(history(game)) == [
        "next_turn",
        "enemy_reinforce", "enemy_orders", "axis_resupply", "axis_operations", "next_turn",
        "enemy_reinforce", "enemy_orders", "axis_resupply",
    ]  # fmt: skip


@pytest.mark.rule("4.1.1", "4.3.16")
def test_step_5_takes_sp_above_6() -> None:
    game = position({"EIF": "INF 12 ID"}, stage="next_turn", sp=9, stop="axis_resupply")
    assert game.state.sp == 6
    assert position({"EIF": "INF 12 ID"}, stage="next_turn", sp=5, stop="axis_resupply").state.sp == 5


@pytest.mark.rule("4.1.1", "4.6.2")
def test_step_5_notes_the_vp_total_in_africa_only() -> None:
    # BEN 2, DER 1, TOB 4
    africa = position({"BEN": "INF A"}, campaign=AFRICA, stage="next_turn", owned="DER TOB", stop="enemy_reinforce")
    assert africa.state.best == 7
    assert position(campaign=AFRICA, stage="next_turn", best=9, stop="enemy_reinforce").state.best == 9
    assert position({"ARR": "INF A"}, stage="next_turn", stop="enemy_reinforce").state.best == 0


@pytest.mark.rule("4.1.2")
@pytest.mark.parametrize("campaign", [FRANCE, AFRICA])
def test_turn_1_begins_with_step_3(campaign: str) -> None:
    game = Game(TITLE, f"{TITLE_ID}/{campaign}", 5)
    assert stages(list(game.opening)) == ["axis_resupply"]
    assert game.state.turn == 1
    assert not told(list(game.opening), "arrived")


@pytest.mark.rule("4.1.2", "4.9.3")
def test_turn_1_of_normandy_begins_with_the_landings() -> None:
    game = Game(TITLE, f"{TITLE_ID}/{NORMANDY}", 5)
    while len(stages(history(game))) < 2:
        do(game, "auto")
    assert stages(history(game)) == ["landings", "axis_resupply"]
    assert not told(history(game), "table_roll")


@pytest.mark.rule("4.1.3", "4.5.3")
def test_after_the_last_turn_the_enemy_has_one_more_step_2_and_no_arrivals() -> None:
    with replaced(AFRICA, campaign={"arrivals": {12: ()}}):
        game = position(
            {"ALX": "INF A"}, {"QAT": "INF E"}, campaign=AFRICA, turn=12, stage="next_turn", dice=(1, 6), sp=9
        )  # fmt: skip
        # die 1, +2 on T12 (pursuit): row 3 = DIG_IN
        events = list(game.opening)
        assert stages(events) == ["next_turn", "final_orders", "evaluation"]
        roll = told(events, "table_roll")[0].data
        assert (roll["area"], roll["row"]) == ("QAT", 3)
        assert [modifier[1] for modifier in roll["modifiers"]] == [2]
        assert not told(events, "arrived")
        assert game.over


@pytest.mark.rule("4.1.3", "4.6.2")
def test_the_score_is_taken_after_the_last_enemy_step() -> None:
    # The French garrison's neighbour walks into empty Arras before the score is taken.
    game = position({"CAM": "INF A"}, {"BET": "INF E"}, turn=14, stage="next_turn", owned="ARR", dice=(6,))
    assert game.over is not None
    assert game.over.points == 1  # Cambrai; Arras (2) is lost


@pytest.mark.rule("4.1.4")
def test_axis_marks_are_cleared_at_the_start_of_step_3() -> None:
    axis = {"EIF": "PZ A [operations=2 spent won blitzed]"}
    game = position(axis, stage="enemy_orders")
    force = game.state.forces["ax-pz-a"]
    assert (force.operations, force.spent, force.won, force.blitzed) == (0, False, False, False)


@pytest.mark.rule("4.1.4", "4.5.1")
def test_enemy_forces_are_unused_at_the_start_of_step_2() -> None:
    game = position({"EIF": "PZ A"}, {"CHE": "FRT E [used]"}, stage="enemy_orders", dice=(4,))
    assert told(list(game.opening), "table_roll")


@pytest.mark.rule("2.5")
def test_every_die_is_recorded_and_a_seed_fixes_all_of_them() -> None:
    games = [Game(TITLE, f"{TITLE_ID}/{NORMANDY}", 77) for _ in range(2)]
    for game in games:
        while game.state.turn == 1:
            do(game, sorted(legal(game))[0])
    assert history(games[0]) == history(games[1])
    shown = sum(
        len(event.data["dice"]) + len(event.data.get("missed", ()))
        for event in history(games[0])
        if event.kind in ("check", "fire", "draw", "table_roll")
    )
    assert shown == games[0].state.dice.count > 20


@pytest.mark.rule("2.11")
def test_a_step_with_one_legal_command_passes_by_itself() -> None:
    # Without SP there is nothing to buy or to begin: both steps of the last turn pass.
    with replaced(FRANCE, campaign={"sp": (0,) * 14}):
        game = position({"EIF": "INF 12 ID"}, {"CHE": "FRT E"}, turn=13)
        assert legal(game) == {"end"}
        do(game, "end")
    assert game.over is not None


@pytest.mark.rule("2.13", "5.1")
def test_an_illegal_command_names_its_rule_and_changes_nothing() -> None:
    game = position({"EIF": "PZ A"}, sp=5)
    assert refused(game, "operation EIF DUN").rule == "4.3.5"
    assert refused(game, "lose ax-pz-a").reason


@pytest.mark.rule("2.14")
def test_an_operation_once_begun_must_be_carried_out() -> None:
    game = position({"EIF": "PZ A, B"}, sp=5)
    do(game, "operation EIF HOU")
    assert legal(game) == {"add ax-pz-a", "add ax-pz-b"}
    do(game, "add ax-pz-a")
    assert legal(game) == {"add ax-pz-b", "go"}


@pytest.mark.rule("2.19", "9.4")
@pytest.mark.parametrize(("option", "row"), [("easy", 2), (None, 3), ("hard", 4)])
def test_difficulty_is_a_modifier_of_the_order_die(option: str | None, row: int) -> None:
    options = [option] if option else []
    game = position({"EIF": "PZ A"}, {"CHE": "FRT E"}, turn=7, stage="enemy_orders", dice=(3,), options=options)
    assert told(list(game.opening), "table_roll")[0].data["row"] == row


@pytest.mark.rule("5.4")
def test_the_state_survives_its_json() -> None:
    game = position({"MCH": "PZ A, B"}, {"DIN": "IN2 C, D, E; INF F"}, sp=8, hand=["feint"], owned="HOU")
    do(game, "operation MCH DIN", "add ax-pz-a", "add ax-pz-b", "air_support yes", "pass_plan")
    assert TITLE.restore(TITLE.dump(game.state)) == game.state
