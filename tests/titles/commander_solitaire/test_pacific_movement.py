"""Pacific Commander: US movement (3.6), cargo (3.3.8)."""

from typing import Any

import pytest

from tests.titles.commander_solitaire.pacific_kit import (
    TITLE,
    book,
    do,
    here,
    legal,
    position,
    refused,
    replaced,
    told,
    where,
)
from wargame_tui.core.game import Game


def ready(us: dict[str, str], japan: dict[str, str] | None = None, **about: Any) -> Game:
    """A position in step 3."""
    return position(us=us, japan=japan, stage="us_move", **about)


@pytest.mark.rule("3.6.1")
def test_ships_and_submarines_go_to_any_area_that_is_not_closed() -> None:
    game = ready({"HAW": "CV A; SS B; DD C"}, {"CAR": "YBB X; INF Y"})
    assert refused(game, "task_force XYZ").rule == "3.6.1"
    do(game, "task_force HAW")
    assert refused(game, "sail CAR").rule == "3.6.1", "without ships"
    do(game, "add us-cv-a", "add us-ss-b")
    open_areas = {*book().areas} - {"JPN", "EAS", "HAW"}
    assert legal(game, "sail") == {f"sail {area}" for area in open_areas}
    do(game, "sail CAR")
    assert where(game, "us-cv-a") == where(game, "us-ss-b") == "CAR"
    assert where(game, "us-dd-c") == "HAW"


@pytest.mark.rule("3.6.1", "3.6.2")
def test_each_ship_moves_once_a_turn() -> None:
    game = ready({"HAW": "CV A; DD B, C"})
    do(game, "task_force HAW", "add us-dd-b", "sail MID")
    assert refused(game, "task_force MID").rule == "3.6.2"
    do(game, "task_force HAW", "add us-dd-c")
    assert refused(game, "add us-dd-b").rule == "3.6.1", "not in the Area"
    assert refused(game, "add us-dd-c").rule == "3.6.2", "there already"


@pytest.mark.rule("3.6.2")
@pytest.mark.parametrize(
    ("force", "command", "rule"),
    [
        ("DD A [moved]", "task_force HAW", "3.6.2"),
        ("INF A [moved]", "shuttle us-inf-a AUS", "3.6.2"),
        ("LBA A [moved]", "fly us-lba-a AUS", "3.6.2"),
    ],
)
def test_what_has_moved_does_nothing_more(force: str, command: str, rule: str) -> None:
    game = ready({"HAW": force, "AUS": "DD Z"})
    assert refused(game, command).rule == rule


@pytest.mark.rule("3.6.8")
def test_what_is_embarked_moves_with_its_ship() -> None:
    game = ready({"HAW": "TRN 1; INF A [on=trn-1]; INF B", "AUS": "DD Z"})
    assert refused(game, "shuttle us-inf-a AUS").rule == "3.6.8"
    loading = ready({"HAW": "TRN 1, 2; INF A [on=trn-1]; INF B; DD C"})
    do(loading, "task_force HAW", "add us-trn-2")
    assert refused(loading, "load us-trn-2 us-inf-a").reason == "the Force is embarked already"
    assert "shuttle us-inf-b AUS" in legal(game)


@pytest.mark.rule("3.6.2", "3.4.5")
def test_what_was_repaired_or_raided_stays_where_it_is() -> None:
    game = position(us={"HAW": "BB A [hits=1]; DD B; SS C"}, sp=9)
    do(game, "repair_ship us-bb-a", "end", "commerce_raid", dice=[10])
    do(game, "end", "task_force HAW")
    assert refused(game, "add us-bb-a").rule == refused(game, "add us-ss-c").rule == "3.6.2"


@pytest.mark.rule("3.6.2")
def test_every_warship_that_can_go_is_added_at_once() -> None:
    game = ready({"HAW": "CV A; BB B [moved]; DD C; TRN D; SS E"})
    do(game, "task_force HAW", "add_all")
    assert game.state.stack[-1].ships == ("us-cv-a", "us-dd-c")
    assert refused(game, "add_all").rule == "3.6.2"


# Transport


@pytest.mark.rule("3.6.1", "3.6.3")
def test_the_question_says_what_a_task_force_is_so_far() -> None:
    game = position({"HAW": "CV A; DD 1; TRN 1; INF B; INF C"}, stage="us_move")

    def asked() -> str:
        return str(game.state.stack[-1].prompt(game.state).text)

    do(game, "task_force HAW")
    assert asked() == "Task force: add ships"
    do(game, "add us-cv-a")
    assert asked() == "Task force of CV 1: add more, or sail"
    do(game, "add us-trn-1", "load us-trn-1 us-inf-b")
    assert asked() == "Task force of CV 1, TRN 1 with B: load ground Forces, add more, or sail"


@pytest.mark.rule("3.6.3", "3.6.7")
def test_a_transport_takes_two_ground_forces_to_another_area() -> None:
    game = ready({"HAW": "TRN A, Z; INF B, C, D"})
    do(game, "task_force HAW", "add us-trn-a", "load us-trn-a us-inf-b", "load us-trn-a us-inf-c")
    assert refused(game, "load us-trn-a us-inf-d").rule == "3.6.3", "full"
    assert refused(game, "load us-trn-z us-inf-d").rule == "3.6.3", "not of the task force"
    assert refused(game, "sail XYZ").rule == "3.6.1"
    assert game.state.forces["us-inf-b"].carried_by is None, "nothing is carried out before it sails"
    do(game, "sail NCA")
    assert here(game, "NCA") == {"us-trn-a", "us-inf-b", "us-inf-c"}
    for name in here(game, "NCA"):
        assert game.state.forces[name].moved
        assert game.state.forces[name].carried_by is None, "no enemy: Ashore at once"


@pytest.mark.rule("3.6.3")
def test_cargo_is_loaded_in_the_own_area_or_a_friendly_one() -> None:
    game = ready(
        {"OKI": "TRN A; INF B", "AUS": "INF C", "SOL": "INF D", "IWO": "INF E", "HAW": "INF F [moved]; DD G"},
        {"SOL": "BTN X", "WAK": "SS S"},
    )
    do(game, "task_force OKI")  # the transport is added unasked
    assert legal(game, "load") == {"load us-trn-a us-inf-b", "load us-trn-a us-inf-c"}
    assert refused(game, "load us-trn-a us-inf-d").rule == "3.6.3", "contested"
    assert refused(game, "load us-trn-a us-inf-e").rule == "3.6.3", "out of supply"
    assert refused(game, "load us-trn-a us-inf-f").rule == "3.6.2"
    do(game, "load us-trn-a us-inf-c")
    assert refused(game, "load us-trn-a us-inf-b").rule == "3.6.3", "from one Area only"
    assert refused(game, "sail AUS").rule == "3.6.3", "where it was loaded"
    do(game, "sail OKI")
    assert where(game, "us-inf-c") == "OKI", "its own Area, since it loaded elsewhere"
    assert game.state.forces["us-trn-a"].moved


@pytest.mark.rule("3.6.3")
def test_ships_that_load_nothing_elsewhere_do_not_stay() -> None:
    game = ready({"HAW": "TRN A, B; DD C; INF D", "AUS": "INF E"})
    do(game, "task_force HAW", "add us-trn-a", "load us-trn-a us-inf-e", "add us-dd-c")
    assert refused(game, "sail HAW").rule == "3.6.3"
    other = ready({"HAW": "TRN A, B; INF D", "AUS": "INF E"})
    do(other, "task_force HAW", "add us-trn-a", "load us-trn-a us-inf-d")
    assert refused(other, "sail HAW").rule == "3.6.3", "loaded here"


@pytest.mark.rule("3.6.3")
def test_lba_submarines_and_the_enemy_are_no_cargo() -> None:
    game = ready({"HAW": "TRN A; LBA B; SS C; INF D"}, {"HAW": "BTN X"})
    do(game, "task_force HAW", "add us-trn-a")
    for cargo in ("us-lba-b", "us-ss-c", "jp-btn-x", "nobody"):
        assert refused(game, f"load us-trn-a {cargo}").rule == "3.6.3"


@pytest.mark.rule("3.6.4")
def test_ground_forces_go_from_base_to_base_without_transports() -> None:
    game = ready({"HAW": "INF A; LBA B; SS C", "MID": "GAR D", "AUS": "GAR E"})
    assert legal(game, "shuttle") == {
        "shuttle us-inf-a USA",
        "shuttle us-inf-a AUS",
        "shuttle us-gar-e USA",
        "shuttle us-gar-e HAW",
    }
    assert refused(game, "shuttle us-inf-a MID").rule == refused(game, "shuttle us-gar-d HAW").rule == "3.6.4"
    assert refused(game, "shuttle us-lba-b AUS").rule == refused(game, "shuttle us-ss-c AUS").rule == "3.6.4"
    do(game, "shuttle us-inf-a AUS")
    assert (where(game, "us-inf-a"), game.state.forces["us-inf-a"].moved) == ("AUS", True)


@pytest.mark.rule("3.6.4", "3.2.2")
def test_a_shuttle_needs_room() -> None:
    game = ready({"USA": "INF A", "HAW": "INF B, C, D, E"})
    assert refused(game, "shuttle us-inf-a HAW").rule == "3.2.2"


@pytest.mark.rule("3.6.5")
@pytest.mark.parametrize(("enemy", "paid"), [("BTN X", 6), ("LBA X", 6), ("DD X", 0), ("SS X", 0)])
def test_a_landing_costs_3_sp_for_each_ground_force_where_japanese_are_ashore(enemy: str, paid: int) -> None:
    game = ready({"HAW": "TRN A; INF B, C; DD D"}, {"WAK": enemy}, sp=7)
    do(game, "task_force HAW", "add us-trn-a", "load us-trn-a us-inf-b", "load us-trn-a us-inf-c")
    sail = do(game, "sail WAK")
    assert told(sail, "sail")[0].data["paid"] == paid
    assert game.state.sp == 7 - paid
    assert (game.state.forces["us-inf-b"].carried_by is None) == (enemy == "SS X"), "3.6.7"


@pytest.mark.rule("3.6.5", "3.6.3")
def test_n13_two_landings_are_too_dear_one_is_not() -> None:
    def loaded(*cargo: str) -> Game:
        game = ready(
            {"HAW": "TRN 1; DD 1; MAR 2nd Marine; INF 7th Inf"}, {"MAR": "INF 43rd Div"}, campaign="1944", sp=5
        )
        do(game, "task_force HAW", "add us-trn-1", *(f"load us-trn-1 {force}" for force in cargo))
        return game

    assert refused(loaded("us-mar-2nd-marine", "us-inf-7th-inf"), "sail MAR").rule == "3.6.5"
    game = loaded("us-mar-2nd-marine")
    do(game, "sail MAR")
    assert game.state.sp == 2
    assert game.state.forces["us-mar-2nd-marine"].carried_by == "us-trn-1"
    assert where(game, "us-mar-2nd-marine") == "MAR"


@pytest.mark.rule("3.6.5", "3.6.8")
def test_cargo_that_stayed_embarked_moves_with_its_transport_and_pays_too() -> None:
    us = {"WAK": "TRN A; INF B [on=trn-a]; INF C [on=trn-a]; DD D", "HAW": "INF E"}
    game = ready(us, {"WAK": "BTN X", "GIL": "BTN Y"}, sp=5)
    do(game, "task_force WAK", "add us-trn-a")
    assert refused(game, "load us-trn-a us-inf-e").rule == "3.6.3", "it still carries cargo"
    assert refused(game, "sail GIL").rule == "3.6.5", "6 SP"
    do(game, "sail MID")
    assert (where(game, "us-inf-b"), game.state.forces["us-inf-b"].carried_by) == ("MID", None)
    assert game.state.forces["us-inf-c"].moved
    assert game.state.sp == 5


@pytest.mark.rule("3.6.6")
def test_lba_fly_to_friendly_areas_with_a_free_place() -> None:
    game = ready({"OKI": "LBA A", "MID": "LBA B, C", "ALE": "GAR D", "SOL": "INF E", "HAW": "DD F"}, {"SOL": "BTN X"})
    assert legal(game, "fly") == {
        f"fly us-lba-{name} {area}" for name in "abc" for area in ("USA", "HAW", "AUS", "ALE")
    }
    assert refused(game, "fly us-lba-a MID").rule == "3.2.2", "full"
    assert refused(game, "fly us-lba-a SOL").rule == refused(game, "fly us-lba-a WAK").rule == "3.6.6"
    do(game, "fly us-lba-a ALE")
    assert (where(game, "us-lba-a"), game.state.forces["us-lba-a"].moved) == ("ALE", True)
    assert refused(game, "fly us-lba-b ALE").rule == "3.2.2"


@pytest.mark.rule("3.6.7")
def test_cargo_stays_embarked_where_the_enemy_has_real_forces() -> None:
    game = ready({"HAW": "TRN A; INF B; TRN C; INF D"}, {"WAK": "DD X", "NHB": "SS Y"})
    do(game, "task_force HAW", "add us-trn-a", "load us-trn-a us-inf-b", "sail WAK")
    do(game, "task_force HAW", "load us-trn-c us-inf-d", "sail NHB")
    assert game.state.forces["us-inf-b"].carried_by == "us-trn-a"
    assert game.state.forces["us-inf-d"].carried_by is None, "submarines do not matter"


@pytest.mark.rule("3.6.7")
def test_cargo_goes_ashore_at_every_moment_for_both_sides() -> None:
    game = ready({"WAK": "TRN A; INF B [on=trn-a]", "HAW": "DD Z"}, {"WAK": "DD X", "SOL": "TRN Y; BTN Z [on=trn-y]"})
    draft = TITLE.draft(game.state)
    draft.remove("jp-dd-x")
    assert draft.forces["us-inf-b"].carried_by is None
    draft.settle(["SOL"])
    assert draft.forces["jp-btn-z"].carried_by is None


@pytest.mark.rule("3.6.9")
def test_ground_forces_move_in_no_other_way_and_may_leave_an_area_empty() -> None:
    game = ready({"MID": "GAR A; LBA B; TRN C", "HAW": "GAR D; DD E"})
    assert not {command for command in legal(game) if "us-gar-a" in command}
    do(game, "fly us-lba-b HAW", "task_force MID", "load us-trn-c us-gar-a", "sail HAW")
    assert not here(game, "MID")


@pytest.mark.rule("3.3.8")
def test_cargo_moves_with_its_ship_and_sinks_with_it() -> None:
    game = ready({"WAK": "TRN A; INF B [on=trn-a]; DD C"}, {"WAK": "BTN X"}, sp=3)
    draft = TITLE.draft(game.state)
    draft.hit("us-trn-a", 1, "test")
    assert {*draft.forces} == {"us-dd-c", "jp-btn-x"}
    assert told(draft.events, "hit")[0].data["cargo"] == ["B"]


@pytest.mark.rule("2.14", "3.6.5")
def test_a_task_force_can_always_sail() -> None:
    everywhere = {area: "BTN X" + area for area in book().areas if area != "HAW"}
    game = ready({"HAW": "TRN A; INF B; DD C; INF E"}, everywhere, sp=3)
    do(game, "task_force HAW", "add us-trn-a", "load us-trn-a us-inf-b")
    assert refused(game, "load us-trn-a us-inf-e").rule == "3.6.5", "no Area could be paid for"
    assert legal(game, "sail")


@pytest.mark.rule("2.14", "3.6.5")
def test_ships_that_would_leave_a_task_force_without_a_target_are_not_added() -> None:
    elsewhere = {area: "BTN X" + area for area in book().areas if area not in ("HAW", "AUS")}
    game = ready({"HAW": "TRN A; DD B, C", "AUS": "INF D"}, elsewhere, sp=0)
    do(game, "task_force HAW", "add us-trn-a", "load us-trn-a us-inf-d")
    assert where(game, "us-inf-d") == "HAW", "nothing else is legal: it sails unasked"
    assert not game.state.forces["us-dd-b"].moved


@pytest.mark.rule("10.1", "10.2")
def test_the_landing_cost_and_loads_are_data() -> None:
    with replaced("charts", economy={"landing": 1}):
        game = ready({"HAW": "TRN A; INF B; DD C"}, {"WAK": "BTN X"}, sp=7)
        do(game, "task_force HAW", "add us-trn-a", "load us-trn-a us-inf-b", "sail WAK")
        assert game.state.sp == 6
    classes = book().units.classes["US"]
    with replaced("units", classes={"US": {**classes, "TRN": classes["TRN"].model_copy(update={"load": 1})}}):
        game = ready({"HAW": "TRN A; INF B, C; DD D"})
        do(game, "task_force HAW", "add us-trn-a", "load us-trn-a us-inf-b")
        assert refused(game, "load us-trn-a us-inf-c").rule == "3.6.3"
