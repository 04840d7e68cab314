"""Pacific Commander: sequence of play (3.1), the end of a turn (3.11.9 to 3.11.11), experience (3.13.1, 3.13.2)."""

from typing import Any

import pytest

from tests.titles.commander_solitaire.pacific_kit import book, do, here, legal, play_on, position, replaced, told, where
from wargame_tui.core.game import Game
from wargame_tui.core.title import BadState
from wargame_tui.titles.pacific_commander.rules.sequence import STAGES
from wargame_tui.titles.pacific_commander.state import Victory

LEAST = ("end", "keep_order", "auto")


@pytest.mark.rule("3.1.1")
def test_a_turn_has_eight_steps_in_order() -> None:
    game = Game.new("pacific_commander/1942", 1)
    events = [*game.opening, *play_on(game, lambda game: game.state.turn == 2, LEAST)]
    stages = [event.data["stage"] for event in told(events, "stage")]
    assert stages == [*STAGES, "us_resupply"]
    assert STAGES == (
        "us_resupply",
        "us_special_ops",
        "us_move",
        "jp_resupply",
        "jp_orders",
        "battles",
        "post_battle",
        "next_turn",
    )


@pytest.mark.rule("3.1.1")
@pytest.mark.parametrize(("campaign", "turns"), [("1942", 6), ("1943", 6), ("1944", 6), ("1945", 4)])
def test_a_campaign_has_its_number_of_turns(campaign: str, turns: int) -> None:
    assert len(book(campaign).campaign.turns) == turns


@pytest.mark.rule("3.1.1", "3.16.1")
def test_the_programs_steps_come_piece_by_piece() -> None:
    game = position(
        japan={"JPN": "BB A [hits=1]; CV B [airloss=1]; INF C", "CAR": "INF D; SS E"}, stage="jp_resupply",
        stop="battles", turn=2,
    )  # fmt: skip
    kinds = [event.kind for event in game.opening if event.kind not in ("stage", "table_roll")]
    assert kinds == ["arrival"] * 3 + ["enemy_repair", "enemy_air", "submarine_order"] + ["order"] * 3


@pytest.mark.rule("3.1.2", "3.4.2")
def test_turn_1_is_a_full_turn_from_the_set_up() -> None:
    game = Game.new("pacific_commander/1942", 1)
    assert (game.state.turn, game.state.sp, game.state.stack[-1].kind) == (1, 14, "resupply")
    assert not told(game.opening, "arrival"), "arrivals begin with turn 2"
    assert all(1 not in book(year).campaign.arrivals for year in ("1942", "1943", "1944", "1945"))


@pytest.mark.rule("3.1.3")
def test_us_marks_are_cleared_at_the_start_of_step_1() -> None:
    game = position(
        us={"HAW": "CV A [moved]; LBA B [moved air_used]"}, japan={"JPN": "CV C [moved]"}, turn=2, whole=True
    )
    forces = game.state.forces
    assert not any(force.moved or force.air_used for force in forces.values() if force.side == "US")
    assert forces["jp-cv-c"].moved, "those of Japan at the start of step 5"


@pytest.mark.rule("3.1.1", "2.11")
def test_a_step_ends_by_command() -> None:
    game = position(us={"HAW": "DD A; SS B"}, sp=9)
    do(game, "end")
    assert game.state.stack[-1].kind == "special_ops"
    do(game, "end")
    assert game.state.stack[-1].kind == "movement"


# After the battles


def after(us: dict[str, str], japan: dict[str, str] | None = None, **about: Any) -> Game:
    """The position after step 7."""
    return position(us=us, japan=japan, stage="post_battle", stop="next_turn", **about)


@pytest.mark.rule("3.11.9", "3.13.2", "2.4")
def test_those_who_won_a_battle_roll_in_force_order() -> None:
    game = after(
        {
            "SOL": "CV A; CVE B; CRU C; TRN T; MAR D; INF E [level=Green]; GAR F [level=Veteran]; LBA G",
            "NHB": "LBA H; LBA I; INF J",
        },
        dice=[9, 8, 10, 9, 1, 10],
        victories=(Victory("SOL", ("us-lba-h",)),),
    )
    levels = {name[-1]: force.level for name, force in game.state.forces.items()}
    assert levels == {
        "a": "Veteran",
        "b": "Regular",
        "c": "Regular",
        "t": "Regular",
        "d": "Veteran",
        "e": "Regular",
        "f": "Veteran",
        "g": "Regular",
        "h": "Veteran",
        "i": "Regular",
        "j": "Regular",
    }
    rolled = told(game.opening, "experience")[0].data["rolled"]
    assert [(name[-1], die) for name, _, _, die, _ in rolled] == [
        ("a", 9), ("b", 8), ("d", 10), ("e", 9), ("g", 1), ("h", 10),
    ]  # fmt: skip
    assert game.state.dice.count == 6, "Veterans do not roll"


@pytest.mark.rule("3.11.9")
def test_battles_count_in_the_order_fought() -> None:
    game = after({"SOL": "GAR A", "MAR": "GAR B"}, dice=[1, 10], victories=(Victory("MAR", ()), Victory("SOL", ())))
    assert [event.data["area"] for event in told(game.opening, "experience")] == ["MAR", "SOL"]
    assert game.state.forces["us-gar-a"].level == "Veteran"


@pytest.mark.rule("3.13.1", "3.13.2")
def test_only_us_ground_lba_and_carriers_ashore_or_there_have_a_level() -> None:
    game = after(
        {"SOL": "BB A; SS B; TRN C; INF D [on=trn-c]"}, {"SOL": "BTN E"}, dice=[10], victories=(Victory("SOL", ()),)
    )
    assert not told(game.opening, "experience"), "embarked Forces did not fight"
    start = Game.new("pacific_commander/1944", 1)
    assert {force.level for force in start.state.forces.values()} == {"Regular"}


@pytest.mark.rule("3.11.10", "3.6.7")
def test_cargo_goes_ashore_after_the_battles() -> None:
    game = after({"SOL": "TRN A; INF B [on=trn-a]", "WAK": "TRN C; INF D [on=trn-c]"}, {"WAK": "BTN X"})
    assert game.state.forces["us-inf-b"].carried_by is None
    assert game.state.forces["us-inf-d"].carried_by == "us-trn-c"


@pytest.mark.rule("3.11.11")
def test_excess_moves_to_the_nearest_own_area_with_room() -> None:
    game = after(
        {"MID": "GAR A, B, C; LBA D, E, F", "HAW": "INF G, H, I, J", "ALE": "GAR K", "USA": "LBA L; GAR Z"},
        {"MAR": "BTN N, O, P, Q", "IWO": "LBA R", "PAL": "BTN S, T"},
    )
    assert where(game, "us-gar-c") == "ALE", "HAW is as near, but full"
    assert where(game, "us-lba-f") == "HAW", "tie: the lower index"
    assert where(game, "jp-btn-q") == "IWO"
    moved = [event.data["force"] for event in told(game.opening, "excess")]
    assert moved == ["us-gar-c", "us-lba-f", "jp-btn-q"], "in index order, ground before LBA"


@pytest.mark.rule("3.11.11")
def test_the_us_clears_its_excess_before_japan() -> None:
    game = after({"SOL": "GAR A, B, C, D", "NHB": "GAR E"}, {"SOL": "BTN N, O, P, Q", "NBR": "BTN R"})
    assert [event.data["force"] for event in told(game.opening, "excess")] == ["us-gar-d", "jp-btn-q"]
    assert (where(game, "us-gar-d"), where(game, "jp-btn-q")) == ("NHB", "NBR")


@pytest.mark.rule("3.11.11")
def test_excess_without_a_place_to_go_is_destroyed() -> None:
    game = after({"MID": "GAR A, B, C", "SOL": "INF D"}, {"SOL": "BTN X"})
    assert here(game, "MID") == {"us-gar-a", "us-gar-b"}
    assert where(game, "us-gar-c") is None
    assert told(game.opening, "excess")[0].data["target"] is None


@pytest.mark.rule("3.11.11", "3.5.5")
def test_an_enlarged_airfield_has_room_for_one_more() -> None:
    game = after({"MID": "GAR A; LBA D, E, F"}, enlarged=["MID"])
    assert len(here(game, "MID")) == 4


@pytest.mark.rule("10.1", "10.2")
def test_the_number_for_experience_is_data() -> None:
    with replaced("charts", experience={"gain_from": 2}):
        game = after({"SOL": "GAR A, B"}, dice=[2, 1], victories=(Victory("SOL", ()),))
        assert [force.level for force in game.state.forces.values()] == ["Veteran", "Regular"]


# Positions set up by hand


def edited(game: Game, path: str, value: Any) -> str:
    """What the refusal of an edit says."""
    with pytest.raises(BadState) as refusal:
        game.edit([{"op": "replace", "path": path, "value": value}])
    return str(refusal.value)


@pytest.mark.rule("3.1.1")
def test_an_edit_may_set_any_step_of_the_turn() -> None:
    game = position(us={"HAW": "DD A; SS B"}, sp=9)
    game.edit([{"op": "replace", "path": "/stack", "value": [{"kind": "turn", "stage": "us_move"}]}])
    assert game.state.stack[-1].kind == "movement"
    assert legal(game, "task_force") == {"task_force HAW"}


@pytest.mark.rule("3.1.1")
@pytest.mark.parametrize(
    ("stack", "place"),
    [
        ([{"kind": "resupply"}], "/stack/0"),
        ([{"kind": "turn", "stage": "us_move"}, {"kind": "resupply"}], "/stack/1"),
        ([{"kind": "turn", "stage": "next_turn"}, {"kind": "resupply"}], "/stack/1"),
        ([{"kind": "turn", "stage": "us_move"}, {"kind": "turn"}], "/stack/1"),
        ([{"kind": "next_campaign"}, {"kind": "resupply"}], "/stack/1"),
        (
            [{"kind": "turn", "stage": "us_move"}, {"kind": "movement"}, {"kind": "task_force", "area": "ATL"}],
            "/stack/2/area",
        ),
        (
            [
                {"kind": "turn", "stage": "us_move"},
                {"kind": "movement"},
                {"kind": "task_force", "area": "HAW", "ships": ["us-dd-z"]},
            ],
            "/stack/2/ships/0",
        ),
        (
            [{"kind": "turn", "stage": "us_move"}, {"kind": "movement"}, {"kind": "task_force", "area": "MID"}],
            "/stack/2",
        ),
        (
            [
                {"kind": "turn", "stage": "us_special_ops"},
                {"kind": "special_ops"},
                {"kind": "commerce_raiding", "ships": ["us-dd-a"]},
            ],
            "/stack/2/ships/0",
        ),
        (
            [{"kind": "turn", "stage": "jp_orders"}, {"kind": "orders", "submarines": ["us-ss-b"]}],
            "/stack/1/submarines/0",
        ),
        (
            [
                {"kind": "turn", "stage": "jp_orders"},
                {"kind": "orders", "groups": [{"kind": "garrison", "area": "CAR"}], "rolled": {"die": 3, "row": 11}},
            ],
            "/stack/1/rolled/row",
        ),
    ],
)
def test_steps_that_do_not_fit_are_refused_with_their_place(stack: list[Any], place: str) -> None:
    game = position(us={"HAW": "DD A; SS B"}, sp=9)
    assert edited(game, "/stack", stack).startswith(place + ":")
