"""The sequence of play (rule 2)."""

import pytest

from tests.titles.liberty_roads.kit import ALLIED, GERMAN, at, do, legal, position, told, unit
from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.titles.liberty_roads.rules import sequence

COMMON = ["supply", "support", "movement", "combat", "exploitation", "replacements"]
WHOLE = ["supply", "support", "sea", "movement", "drops", "combat", "exploitation", "landing", "ports", "replacements"]


def turn_of(scenario: str) -> list[Event]:
    """The events of turn 6 of a scenario with few units, played by chance until the next turn begins."""
    game = position(
        unit("US-30", "1109"),
        unit("G-352", "1111"),
        scenario=scenario,
        stack=(sequence.Turn(6),),
        turn=6,
        campaign={"beachheads": ("1109",)},
    )
    player, events = RandomPlayer(3), list(game.opening)
    while not game.over and not (game.state.turn == 7 and told(events, "weather")[1:]):
        events += game.apply(player.choose(game.legal()))
    return events


@pytest.mark.parametrize(
    ("scenario", "allied"), [("campaign", WHOLE), ("cobra", [name for name in WHOLE if name in (*COMMON, "sea")])]
)
def test_weather_then_the_allied_then_the_german_phases_in_their_order(scenario: str, allied: list[str]) -> None:
    events = turn_of(scenario)
    kinds = [event.kind for event in events]
    assert kinds.index("turn") < kinds.index("weather") < kinds.index("phase")
    last = kinds.index("turn", kinds.index("turn") + 1) if kinds.count("turn") > 1 else len(kinds)
    phases = [(event.data["side"], event.data["phase"]) for event in events[:last] if event.kind == "phase"]
    assert phases == [*((ALLIED, name) for name in allied), *((GERMAN, name) for name in COMMON)]


def test_fortitude_and_declarations_open_the_german_movement_phase() -> None:
    game = position(unit("G-2Pz", "1412"), side=GERMAN, turn=3, campaign={"fortitude": True}, dice=[4])
    assert told(game.opening, "fortitude")
    assert at(game, "movement")


def test_approval_falls_before_arrivals_and_points() -> None:
    game = position(unit("G-59", "off", due=8), side=GERMAN, phase="replacements")
    assert [event.kind for event in game.opening if event.kind != "phase"] == ["approval"]
    assert at(game, "arrivals")
    events = do(game, "place G-59 reserve")
    assert told(events, "replacement_points")


def test_withdrawals_come_before_points_are_spent() -> None:
    game = position(unit("UK-3", "1109"), unit("UK-59", "1109"), phase="replacements", turn=9)
    assert at(game, "withdrawals")
    assert not told(game.opening, "replacement_points")
    assert legal(game)


def test_the_end_of_the_turn_takes_drop_markers_and_insurrections() -> None:
    game = position(
        unit("US-82AB", "1109", drop=True),
        stack=(sequence.Turn(8, "end"),),
        played={"insurrection-1": "1910"},
        campaign={"beachheads": ("1109",)},
    )
    assert game.state.turn == 9
    assert not game.state.units["US-82AB"].drop
    assert game.state.support["insurrection-1"].where == "removed"


def test_the_last_turn_ends_the_game() -> None:
    game: Game = position(unit("US-30", "1109"), stack=(sequence.Turn(21, "end"),), turn=21, allied=("1309",))
    assert game.over
