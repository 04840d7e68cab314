"""The Fuehrer's approval and the dismissals (rule 9)."""

from typing import Any

import pytest

from tests.titles.liberty_roads.kit import (
    ALLIED,
    BOOK,
    GERMAN,
    do,
    legal,
    place,
    position,
    refused,
    told,
    unit,
)
from wargame_tui.core.game import Game
from wargame_tui.titles.liberty_roads import TITLE
from wargame_tui.titles.liberty_roads.commands import Armour
from wargame_tui.titles.liberty_roads.rules import approval, sequence
from wargame_tui.titles.liberty_roads.rules.losses import Losing
from wargame_tui.titles.liberty_roads.rules.reach import allowance
from wargame_tui.titles.liberty_roads.state import Unit

HOME = "2904"
CHART = BOOK.charts.approval
STRATEGIC = BOOK.map.strategic


def value(game: Game) -> int:
    """Where the marker stands."""
    return int(game.state.approval.value)


def fallen(by: int, *units: Unit, start: int = 1, **changes: Any) -> Game:
    """A game in which approval has fallen by so much in the Allied turn."""
    game = position(*units, approval=start, **changes)
    draft = TITLE.draft(game.state)
    approval.change(draft, -by, "9.2", "test")
    game.states[:] = [draft.freeze()]
    return game


def attack_of(*names: str, phase: str = "combat", **changes: Any) -> Game:
    """Germans from 1211 attack a weak division in 1111 and are asked for their declarations."""
    units = [unit(name, "1211") for name in names]
    game = position(*units, unit("US-30", "1111", reduced=True, oos=True), side=GERMAN, phase=phase, **changes)
    do(game, "attack 1111", *(f"with {name}" for name in names), "go")
    while game.side == ALLIED:
        do(game, min(legal(game)))
    return game


# The track (9.1)


@pytest.mark.rule("9.1.1", "9.1.2", "9.2.1", "9.2.2")
@pytest.mark.parametrize("hex_", ["1309", "1910"])
def test_a_strategic_hex_lost_lowers_the_track_and_retaken_raises_it(hex_: str) -> None:
    before, worth = 5, STRATEGIC[hex_].value
    lost = position(unit("US-30", hex_), phase="supply", approval=before)
    assert value(lost) == before - worth
    won = position(unit("G-352", hex_), side=GERMAN, phase="supply", approval=before, allied=(hex_,))
    assert value(won) == before + worth
    held = position(unit("G-352", hex_), side=GERMAN, phase="supply", approval=before)
    assert value(held) == before


@pytest.mark.rule("9.1.3")
def test_the_box_gives_the_markers_and_points_of_the_turn() -> None:
    for box in (10, 5, 2):
        drawn = told(position(side=GERMAN, phase="support", approval=box).opening, "german_support")[0]
        assert drawn.data["count"] == CHART.draws[box]
        points = told(position(side=GERMAN, phase="replacements", approval=box).opening, "replacement_points")[0]
        assert points.data["points"] == {"German": CHART.replacements[box - 1]}


@pytest.mark.rule("9.1.4")
def test_the_campaign_begins_at_10_and_a_scenario_where_it_says() -> None:
    for scenario, entry in TITLE.data.scenarios.items():
        assert value(Game(TITLE, f"liberty_roads/{scenario}", 1, {})) == entry.approval
    assert TITLE.data.scenarios["campaign"].approval == 10


# Changes (9.2)


@pytest.mark.rule("9.2.1")
def test_a_german_hq_eliminated_costs_a_box() -> None:
    step = Losing(GERMAN, ("HQ-7G",), 1)
    stack = (sequence.Turn(8, "German"), sequence.PlayerTurn(ALLIED, 6), step)
    game = position(unit("HQ-7G", "1412"), stack=stack, approval=5)
    assert place(game, "HQ-7G") == "eliminated"
    assert value(game) == 4
    allied = (sequence.Turn(8, "German"), sequence.PlayerTurn(ALLIED, 6), Losing(ALLIED, ("HQ-1US",), 1))
    assert value(position(unit("HQ-1US", "1412"), stack=allied, approval=5)) == 5


@pytest.mark.rule("9.2.1")
def test_each_turn_costs_a_box() -> None:
    assert value(position(side=GERMAN, phase="replacements", approval=5)) == 4


@pytest.mark.rule("9.2.2")
def test_an_attack_of_two_armoured_divisions_with_exploitation_declared_pleases_whatever_comes_of_it() -> None:
    game = attack_of("G-21Pz", "G-9Pz", approval=5, dice=[1, 1])
    assert value(game) == 5
    assert "approval +1" in TITLE.command_text(game.state, Armour())
    do(game, "armour")
    assert value(game) == 6
    again = attack_of("G-21Pz", "G-9Pz", approval=5)
    do(again, "go")
    assert value(again) == 5


@pytest.mark.rule("9.2.2")
def test_dv_19_an_armoured_division_and_an_armoured_kampfgruppe_may_declare_but_do_not_please() -> None:
    game = attack_of("G-21Pz", "KG-A1", approval=5)
    assert "armour" in legal(game)
    assert "approval" not in TITLE.command_text(game.state, Armour())
    do(game, "armour")
    assert value(game) == 5


@pytest.mark.rule("9.2.2")
def test_an_allied_attack_pleases_nobody() -> None:
    game = position(
        unit("US-3A", "1211"), unit("US-5A", "1211"), unit("G-352", "1111", reduced=True), phase="combat", approval=5
    )
    do(game, "attack 1111", "with US-3A", "with US-5A", "go")
    while "armour" not in legal(game):
        do(game, min(legal(game)))
    do(game, "armour")
    assert value(game) == 5


@pytest.mark.rule("9.2.2")
def test_the_marker_never_passes_maximum_satisfaction() -> None:
    game = position(unit("G-352", "1910"), side=GERMAN, phase="supply", allied=("1910",), approval=9)
    assert STRATEGIC["1910"].value > 1
    assert value(game) == 10


# Dismissals (9.2.3)


@pytest.mark.rule("9.2.3")
def test_a_dismissal_loses_the_markers_at_hand_but_not_those_in_reserve() -> None:
    game = fallen(3, start=2, hand=["flak-1", "nebelwerfer-1", "air_support-1"])
    assert value(game) == 10
    assert game.state.approval.dismissals == 1
    after = game.state.approval
    assert after.one_marker
    assert after.no_replacements
    assert after.halved
    support = game.state.support
    assert support["flak-1"].where == support["nebelwerfer-1"].where == "pool"  # A24
    assert support["air_support-1"].where == "available"
    stored = position(approval=1)
    draft = TITLE.draft(stored.state)
    draft.put("flak-1", "reserve")
    approval.change(draft, -1, "9.2", "test")
    assert draft.freeze().support["flak-1"].where == "reserve"


@pytest.mark.rule("9.2.3")
def test_what_would_fall_below_0_is_lost() -> None:
    assert value(fallen(3, start=1)) == 10  # A61


@pytest.mark.rule("9.2.3")
def test_the_next_german_movement_is_halved_up_and_not_strategic() -> None:
    game = dismissed("movement")
    units = game.state.units
    assert allowance(game.state, units["G-77"], "normal") == 2 * 2  # 3, halved up
    assert allowance(game.state, units["G-2Pz"], "normal") == 2 * 2
    assert allowance(game.state, Unit("G-77", GERMAN, HOME, oos=True), "normal") == 2 * 1  # A48
    assert refused(game, "spend flak-1").rule == "9.2.3"
    do(game, "move G-77")
    assert refused(game, "mode strategic").rule == "9.2.3"
    assert not game.state.approval.halved  # not in the phase after that


def dismissed(phase: str) -> Game:
    """A German phase after a dismissal in the Allied turn; a marker has come to hand since."""
    names = ("HQ-7G", "G-2Pz", "G-77")
    base = position(*(unit(name, HOME) for name in names), side=GERMAN, hand=["flak-1"], approval=5)
    draft = TITLE.draft(base.state)
    draft.esteem(value=10, dismissals=1, one_marker=True, no_replacements=True, halved=True, flipped=True)
    draft.now = type(draft.now)(GERMAN)
    draft.events = []
    draft.stack = (
        sequence.Turn(8, "end"),
        sequence.PlayerTurn(GERMAN, sequence.ORDER.index(phase)),
    )
    Game._settle(draft)
    base.states[:] = [draft.freeze()]
    base.opening = tuple(draft.events)
    return base


@pytest.mark.rule("9.2.3", "5.4.1")
def test_the_next_support_phase_draws_one_marker() -> None:
    game = dismissed("support")
    assert told(game.opening, "german_support")[0].data["count"] == 1
    assert not game.state.approval.one_marker


@pytest.mark.rule("9.2.3", "10.3.2")
def test_the_next_replacement_phase_has_no_points() -> None:
    game = dismissed("replacements")
    assert told(game.opening, "replacement_points")[0].data["points"] == {"German": 0}
    assert not game.state.approval.no_replacements


@pytest.mark.rule("9.2.3")
@pytest.mark.parametrize(("before", "reset"), [(0, 10), (1, 9), (2, 8), (3, 7), (4, 7), (6, 7)])
def test_the_marker_and_the_maximum_come_back_lower_each_time(before: int, reset: int) -> None:
    base = position(approval=1)
    draft = TITLE.draft(base.state)
    draft.esteem(dismissals=before)
    approval.change(draft, -1, "9.2", "test")
    after_ = draft.freeze().approval
    assert (after_.value, after_.maximum, after_.dismissals) == (reset, reset, before + 1)
    approval.change(draft, 5, "9.2", "test")
    assert draft.freeze().approval.value == reset


@pytest.mark.rule("9.2.3")
def test_the_flipped_marker_is_turned_back_at_the_start_of_the_next_turn() -> None:
    game = fallen(1)
    assert game.state.approval.flipped
    draft = TITLE.draft(game.state)
    draft.stack = (sequence.Turn(9),)
    Game._settle(draft)
    assert draft.turn == 9
    assert not draft.freeze().approval.flipped


@pytest.mark.rule("9.2.1", "19.1.3")
def test_after_the_withdrawal_strategic_hexes_of_france_count_less() -> None:
    game = position(unit("US-30", "1910"), phase="supply", approval=8, campaign={"withdrawn": True})
    assert value(game) == 8 - STRATEGIC["1910"].withdrawn
    assert STRATEGIC["1910"].withdrawn < STRATEGIC["1910"].value
