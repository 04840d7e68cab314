"""Pacific Commander: the common engine as this title shows it (chapter 2)."""

import json
import random

import pytest

from tests.titles.commander_solitaire.pacific_kit import (
    TITLE,
    do,
    legal,
    play_on,
    position,
    refused,
    replaced,
    told,
    where,
)
from wargame_tui.core.game import Game, NoUndo
from wargame_tui.core.step import IllegalCommand
from wargame_tui.titles.commander.checks import within_limits
from wargame_tui.titles.commander.levels import LEVELS, WON, level_of
from wargame_tui.titles.pacific_commander.state import all_forces

START = "pacific_commander/1942"


@pytest.mark.rule("2.1")
@pytest.mark.parametrize("face", range(1, 11))
def test_a_check_succeeds_when_the_die_shows_the_number_or_less(face: int) -> None:
    game = position(us={"MID": "GAR A"}, stage="us_special_ops", sp=9)
    do(game, "seabees MID", dice=[face])
    assert game.state.areas["MID"].enlarged == (face <= 8)


@pytest.mark.rule("2.1")
def test_the_die_has_ten_faces() -> None:
    game = position(us={"MID": "GAR A"}, stage="us_special_ops", sp=9)
    game.script([11])
    with pytest.raises(IllegalCommand):
        game.apply("seabees MID")


@pytest.mark.rule("2.2")
@pytest.mark.parametrize(("number", "face", "success"), [(0, 1, True), (0, 2, False), (14, 9, True), (14, 10, False)])
def test_the_face_1_always_hits_and_the_highest_never(number: int, face: int, success: bool) -> None:
    with replaced("charts", operations={"seabees": {"success": number}}):
        game = position(us={"MID": "GAR A"}, stage="us_special_ops", sp=9)
        do(game, "seabees MID", dice=[face])
        assert game.state.areas["MID"].enlarged == success


@pytest.mark.rule("2.2")
def test_limits_of_a_d6_and_a_d10() -> None:
    assert [within_limits(number, 10) for number in (-3, 1, 9, 12)] == [1, 1, 9, 9]
    assert [within_limits(number, 6) for number in (-3, 1, 5, 12)] == [1, 1, 5, 5]


@pytest.mark.rule("2.4")
def test_every_die_that_the_text_calls_for_is_rolled() -> None:
    game = position(us={"HAW": "SS A, B"}, stage="us_special_ops", sp=9, pool=0, repair_cut=9, air_cut=99)
    do(game, "commerce_raid", "add us-ss-a", "add us-ss-b", dice=[1, 1])
    assert game.state.dice.count == 2


@pytest.mark.rule("2.5", "2.17")
def test_one_seeded_generator_supplies_every_die() -> None:
    def played(seed: int) -> list[list[int]]:
        game = Game(TITLE, START, seed)
        events = play_on(game, lambda game: game.state.turn == 2, ("end", "keep_order", "auto"))
        return [event.data["dice"] for event in events if "dice" in event.data]

    assert played(1) == played(1)
    assert played(1) != played(2)


@pytest.mark.rule("2.5")
def test_each_die_is_logged_with_step_purpose_number_and_face() -> None:
    game = position(japan={"CAR": "DD A"}, stage="jp_orders", stop="battles", dice=[4])
    stage, roll = told(game.opening, "stage")[0], told(game.opening, "table_roll")[0]
    assert (stage.data["stage"], stage.data["turn"]) == ("jp_orders", 1)
    assert (roll.data["purpose"], roll.data["dice"], roll.data["row"], roll.data["modifiers"]) == ("order", [4], 4, [])


@pytest.mark.rule("2.6")
@pytest.mark.parametrize(("die", "chit"), [(1, "smoke"), (2, "smoke"), (3, "cap_high")])
def test_a_draw_rolls_a_die_with_a_face_for_each_chit(die: int, chit: str) -> None:
    game = position(us={"HAW": "DD A"}, sp=9, cup=["smoke", "smoke", "cap_high"], dice=[die])
    do(game, "draw_plan")
    assert game.state.hand == (chit,)
    small = position(us={"HAW": "DD A"}, sp=9, cup=["smoke", "smoke", "cap_high"], dice=[4])
    with pytest.raises(IllegalCommand):
        small.apply("draw_plan")


@pytest.mark.rule("2.7")
def test_force_order_is_class_order_then_the_order_of_entry() -> None:
    game = position(
        us={"MID": "DD C; CV D; LBA E", "HAW": "DD A; INF B; CV F"}, turn=2, whole=True, due=[],
    )  # fmt: skip
    order = [force.name for force in all_forces(game.state, "US")]
    assert order == ["D", "F", "Hornet", "C", "A", "B", "27th Inf", "Americal", "41st Inf", "E", "5th AF"]


@pytest.mark.rule("2.8")
def test_a_tie_goes_to_the_lower_area_index_or_the_earlier_force() -> None:
    game = position(us={"MAR": "DD A", "NBR": "DD B"}, japan={"CAR": "SS S"}, stage="jp_orders", stop="battles")
    assert where(game, "jp-ss-s") == "NBR"
    repaired = position(
        japan={"PHI": "DD Q; BB A [hits=1]; INF I", "CAR": "BB B [hits=1]; BB C [hits=2]; INF J"},
        stage="jp_resupply", stop="jp_orders",
    )  # fmt: skip
    hits = {force.name: force.hits for force in repaired.state.forces.values() if force.cls == "BB"}
    assert hits == {"A": 0, "B": 0, "C": 1}


@pytest.mark.rule("2.9")
def test_fractions_are_rounded_up_or_down_in_whole_numbers() -> None:
    game = position(us={"HAW": "CV A [airloss=3]; DD B"}, sp=9)
    do(game, "restore_air us-cv-a 3")
    assert game.state.sp == 7, "3 points at 2 a SP, up"


@pytest.mark.rule("2.11")
def test_the_program_stops_only_where_the_player_has_a_decision() -> None:
    game = position(us={"MID": "GAR A"}, sp=0)
    do(game, "end")
    assert (game.state.turn, game.state.stack[-1].kind) == (2, "resupply"), "nothing to do in steps 2 and 3"
    single = position(us={"HAW": "SS A", "MID": "DD B"}, stage="us_special_ops", sp=3)
    do(single, "commerce_raid", dice=[10])
    assert single.state.forces["us-ss-a"].moved, "the only submarine goes unasked"


@pytest.mark.rule("2.13")
def test_an_illegal_command_changes_nothing_and_names_the_rule() -> None:
    game = position(us={"HAW": "DD A; CV B"}, sp=1)
    before = game.state
    refusal = refused(game, "buy_force DD")
    assert (refusal.rule, game.state) == ("3.4.4", before)
    assert "4 SP" in refusal.reason
    assert refused(game, "sail MID").rule == "3.4.4", "what has to be decided now"


@pytest.mark.rule("2.14")
@pytest.mark.parametrize("seed", range(6))
def test_no_chain_of_commands_is_endless(seed: int) -> None:
    rng, game = random.Random(seed), Game(TITLE, "pacific_commander/1944", seed)
    for _ in range(400):
        commands = sorted(legal(game) - {"end"})
        if not commands:
            break
        do(game, rng.choice(commands))
    assert legal(game) == {"end"} or game.state.turn > 1


@pytest.mark.rule("2.15")
def test_undo_until_a_die_is_rolled() -> None:
    game = Game(TITLE, START, 1)
    do(game, "buy_force DD")
    game.undo()
    assert game.state.due == ()
    do(game, "draw_plan")
    with pytest.raises(NoUndo):
        game.undo()


@pytest.mark.rule("2.16")
def test_the_program_plans_nothing_in_advance() -> None:
    game = Game(TITLE, START, 1)
    do(game, "end", "end")
    assert game.state.dice.count == 0, "orders are rolled when their turn comes"
    assert game.state.orders == ()


@pytest.mark.rule("2.17")
def test_seed_options_and_commands_rebuild_the_game() -> None:
    rng, game = random.Random(3), Game(TITLE, START, 3, {"easy": "on"})
    commands = []
    for _ in range(60):
        if game.over:
            break
        commands.append(rng.choice(sorted(legal(game))))
        do(game, commands[-1])
    again = Game(TITLE, START, 3, {"easy": "on"})
    do(again, *commands)
    assert again.state == game.state
    assert again.checks() == game.checks()
    assert TITLE.restore(json.loads(json.dumps(TITLE.dump(game.state)))) == game.state


@pytest.mark.rule("2.18")
def test_levels_of_victory() -> None:
    assert LEVELS == ("Dismal", "Poor", "Adequate", "Good", "Great")
    assert WON == ("Good", "Great")
    thresholds = {"Poor": 2, "Adequate": 4, "Good": 6, "Great": 8}
    assert [level_of(score, thresholds) for score in (0, 2, 5, 6, 99)] == [*LEVELS]  # type: ignore[arg-type]


@pytest.mark.rule("2.20")
def test_limits_by_choice_are_not_checked_for_arrivals() -> None:
    full = {"MID": "GAR A", "HAW": "CV B", "AUS": "LBA C, D, E, F", "USA": "LBA G"}
    game = position(us=full, turn=2, whole=True)
    assert where(game, "us-lba-5th-af") == "AUS"
    do(game, "end", "end")
    assert refused(game, "fly us-lba-g AUS").rule == "3.2.2"
