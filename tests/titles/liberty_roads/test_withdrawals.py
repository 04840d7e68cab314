"""Conversions of Ersatz divisions, withdrawals of both sides (rule 17)."""

from typing import Any

import pytest

from tests.titles.liberty_roads.kit import (
    ALLIED,
    BOOK,
    GERMAN,
    at,
    do,
    legal,
    place,
    position,
    refused,
    told,
    unit,
)
from wargame_tui.core.game import Game
from wargame_tui.titles.liberty_roads.state import Unit

HOME = "2904"
LUFTWAFFE, TANKS = 3, 12
"""Turns on which one Luftwaffe division of attack 2, and two armoured ones of attack 3, are withdrawn."""


def german(*units: Unit, turn: int, **changes: Any) -> Game:
    """The German reinforcement and replacement phase of a turn."""
    return position(unit("HQ-7G", HOME), *units, side=GERMAN, phase="replacements", turn=turn, **changes)


def allied(*units: Unit, turn: int, **changes: Any) -> Game:
    """The Allied one; Saint-Lô is a Beachhead."""
    campaign = {"beachheads": ("1109",)}
    return position(*units, phase="replacements", turn=turn, campaign=campaign, **changes)


def due(turn: int) -> tuple[int, int, bool | None]:
    """Count, least attack and type of the German withdrawal of a turn."""
    entry = next(each for each in BOOK.units.withdrawals if each.turn == turn and each.side == GERMAN)
    return entry.count, entry.attack, entry.armour


def test_the_schedule_is_what_these_tests_assume() -> None:
    assert due(LUFTWAFFE) == (1, 2, False)
    assert due(TANKS) == (2, 3, True)


# Conversions (17.1)

CONVERSIONS = {name: entry for name, entry in BOOK.units.units.items() if entry.becomes}


@pytest.mark.rule("17.1.2")
@pytest.mark.parametrize("name", CONVERSIONS)
@pytest.mark.parametrize("reduced", [False, True])
def test_an_ersatz_division_becomes_the_named_one_on_its_turn(name: str, reduced: bool) -> None:
    entry = CONVERSIONS[name]
    assert entry.becomes
    assert entry.becomes_on
    assert entry.type in ("ersatz", "ersatz_mountain")
    other = unit("G-352", "2904")  # who may be withdrawn on that turn
    game = german(unit(name, "1713", reduced=reduced), other, turn=entry.becomes_on)
    assert place(game, name) == "removed"
    named = game.state.units[entry.becomes]
    assert named.location == "1713"
    assert named.reduced is reduced
    early = german(unit(name, "1713"), turn=entry.becomes_on - 1)
    assert place(early, entry.becomes) == "off"


@pytest.mark.rule("17.1.2")
def test_an_eliminated_ersatz_division_is_not_converted() -> None:
    entry = CONVERSIONS["G-165R"]
    game = german(unit("G-165R", "eliminated"), turn=entry.becomes_on or 0)
    assert place(game, "G-165R") == "eliminated"
    assert place(game, "G-70") == "off"


@pytest.mark.rule("17.1.2")
def test_it_is_converted_in_the_german_phase_and_not_in_the_basic_game() -> None:
    turn = CONVERSIONS["G-165R"].becomes_on or 0
    assert place(allied(unit("G-165R", "1713"), turn=turn), "G-165R") == "1713"
    assert place(german(unit("G-165R", "1713"), turn=turn, scenario="cobra"), "G-165R") == "1713"


@pytest.mark.rule("17.1.2", "1.3.4")
def test_the_ersatz_division_is_never_rebuilt() -> None:
    game = german(unit("G-165R", "2202"), turn=CONVERSIONS["G-165R"].becomes_on or 0, approval=8)
    assert not [text for text in legal(game) if "G-165R" in text]


# German withdrawals (17.2)


@pytest.mark.rule("17.2.1")
def test_the_german_chooses_among_divisions_of_the_type_strength_and_service() -> None:
    game = german(
        unit("G-16LF", "2904"),
        unit("G-18LF", "2903"),
        unit("G-17LF", "2903", reduced=True),  # attack 1 (A69)
        unit("G-352", "2903"),  # of the Wehrmacht
        unit("G-5FJ", "2904", oos=True),
        turn=LUFTWAFFE,
    )
    assert legal(game) == {"leave G-16LF", "leave G-18LF"}
    for name in ("G-17LF", "G-352", "G-5FJ"):
        assert refused(game, f"leave {name}").rule == "17.2.1"
    do(game, "leave G-18LF")
    assert place(game, "G-18LF") == "removed"
    assert place(game, "G-16LF") == "2904"
    assert not game.state.campaign.rps_lost


@pytest.mark.rule("17.2.1")
def test_a_reduced_division_strong_enough_may_go_and_no_kampfgruppe() -> None:
    game = german(
        unit("G-2Pz", "2903", reduced=True),
        unit("G-21Pz", "2904"),
        unit("G-116Pz", "2904"),
        unit("KG-A1", "2903"),
        turn=TANKS,
    )
    assert BOOK.pieces["KG-A1"].attack[0] == 3
    assert BOOK.pieces["G-2Pz"].attack[1] >= 3
    assert legal(game) == {"leave G-2Pz", "leave G-21Pz", "leave G-116Pz"}
    do(game, "leave G-2Pz", "leave G-116Pz")
    assert place(game, "G-2Pz") == place(game, "G-116Pz") == "removed"
    assert place(game, "G-21Pz") == "2904"


@pytest.mark.rule("17.2.1")
def test_who_cannot_withdraw_enough_loses_all_points_for_good() -> None:
    game = german(unit("G-21Pz", "2904"), unit("G-77", "2904", reduced=True), turn=TANKS, approval=8)
    assert place(game, "G-21Pz") == "removed"  # what can go goes
    assert game.state.campaign.rps_lost
    assert told(game.opening, "replacement_points")[0].data["points"] == {"German": 0}
    later = german(unit("G-77", "2904", reduced=True), turn=TANKS + 3, approval=8, campaign={"rps_lost": True})
    assert not at(later, "replacements")


@pytest.mark.rule("17.2.1", "1.3.4")
def test_withdrawn_divisions_are_removed_from_play() -> None:
    game = german(unit("G-16LF", "2904"), turn=LUFTWAFFE, approval=8)
    assert place(game, "G-16LF") == "removed"
    assert not [text for text in legal(game) if "G-16LF" in text]


@pytest.mark.rule("17.2.1")
def test_other_turns_take_nobody() -> None:
    game = german(unit("G-16LF", "2904"), unit("G-2Pz", "2903"), turn=8)
    assert place(game, "G-16LF") == "2904"
    assert not game.state.campaign.rps_lost


# Allied withdrawals (17.3)


@pytest.mark.rule("17.3.1")
def test_on_turn_9_a_british_division_in_supply_leaves() -> None:
    game = allied(
        unit("UK-59", "1208", reduced=True),
        unit("UK-7A", "1309"),
        unit("CA-2", "1309"),
        unit("UK-3", "1310", oos=True),
        unit("US-30", "1109"),
        unit("HQ-2UK", "1208"),
        unit("UK-49", "England"),
        turn=9,
    )
    assert at(game, "withdrawals")
    assert game.side == ALLIED
    assert legal(game) == {"leave UK-59", "leave UK-7A", "leave CA-2"}
    for name in ("UK-3", "US-30", "HQ-2UK", "UK-49"):
        assert refused(game, f"leave {name}")
    do(game, "leave UK-59")
    assert place(game, "UK-59") == "removed"
    assert not at(game, "withdrawals")
    assert not at(allied(unit("UK-59", "1208"), unit("UK-3", "1208"), turn=8), "withdrawals")


@pytest.mark.rule("17.3.1", "17.3.2")
def test_a_reduced_division_of_ones_choice_costs_no_point() -> None:
    game = allied(unit("UK-59", "1208", reduced=True), unit("CA-2", "1309"), turn=9)
    events = do(game, "leave UK-59")
    assert told([*game.opening, *events], "replacement_points")[0].data["points"] == BOOK.row(9).replacements


@pytest.mark.rule("17.3.2")
@pytest.mark.parametrize("where", ["1208", "England"])
def test_on_turn_16_the_50th_leaves_even_out_of_supply(where: str) -> None:
    game = allied(unit("UK-50", where, oos=where == "1208"), unit("UK-3", "1208"), turn=16)
    assert place(game, "UK-50") == "removed"
    assert not game.state.units["UK-3"].reduced
    assert told(game.opening, "replacement_points")[0].data["points"] == BOOK.row(16).replacements


@pytest.mark.rule("17.3.2")
def test_reduced_it_costs_a_british_point_of_the_turn() -> None:
    game = allied(unit("UK-50", "1208", reduced=True), unit("UK-3", "1208"), turn=16)
    found = told(game.opening, "replacement_points")[0].data["points"]
    row = BOOK.row(16).replacements
    assert found == {**row, "British": max(0, row["British"] - 1)}
    assert row["British"] > 0
    assert place(game, "UK-50") == "removed"


@pytest.mark.rule("17.3.2")
@pytest.mark.parametrize("gone", ["eliminated", "removed"])
def test_gone_before_it_costs_two_steps_of_other_british_divisions_in_supply(gone: str) -> None:
    game = allied(
        unit("UK-50", gone),
        unit("UK-3", "1208"),
        unit("CA-2", "1309"),
        unit("UK-43", "1310", oos=True),
        unit("US-30", "1109"),
        turn=16,
    )
    assert legal(game) == {"lose UK-3", "lose CA-2"}
    do(game, "lose UK-3")
    do(game, "lose UK-3")
    assert place(game, "UK-3") == "eliminated"
    assert not game.state.units["CA-2"].reduced
