"""Weather and storms (rule 3)."""

from typing import Any

import pytest

from tests.titles.liberty_roads.kit import (
    ALLIED,
    BOARD,
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
from wargame_tui.titles.liberty_roads.rules import sequence
from wargame_tui.titles.liberty_roads.state import Unit

KINDS = ("Clear", "Overcast", "Bad", "Storm")
STORMY = 11
"""A turn on which 12 is a storm."""


def begun(*units: Unit, turn: int = STORMY, dice: tuple[int, ...] = (6, 6), **changes: Any) -> Game:
    """A game at the beginning of a turn, with the dice from the weather roll on."""
    return position(*units, stack=(sequence.Turn(turn),), turn=turn, dice=dice, **changes)


def in_weather(kind: str, *units: Unit, phase: str, **changes: Any) -> Game:
    """A game in a phase under a weather."""
    return position(*units, phase=phase, weather=kind, **changes)


@pytest.mark.rule("3.1.1", "3.1.2")
@pytest.mark.parametrize("turn", [2, 8, 17])
def test_two_dice_and_the_turn_track_give_the_weather(turn: int) -> None:
    for one, other in ((1, 1), (3, 3), (4, 4), (5, 5), (6, 6)):
        game = begun(turn=turn, dice=(one, other))
        told_ = told(game.opening, "weather")
        assert len(told_) == 1
        assert told_[0].data["dice"] == [one, other]
        assert game.state.weather == BOOK.row(turn).weather[one + other] == told_[0].data["weather"]


@pytest.mark.rule("3.1.1")
def test_every_turn_has_a_weather_for_every_roll() -> None:
    assert all({*row.weather} == {*range(2, 13)} for row in BOOK.charts.turns)


@pytest.mark.rule("3.2")
@pytest.mark.parametrize(("kind", "by"), [("Clear", 1), ("Overcast", 0), ("Bad", -2), ("Storm", -2)])
def test_weather_modifies_the_allied_support_roll(kind: str, by: int) -> None:
    game = in_weather(kind, phase="support")
    while not (found := told(game.opening, "support")):
        found = told(do(game, "end"), "support")
        if found:
            break
    assert found[0].data["weather"] == by


@pytest.mark.rule("3.2", "5.5.5")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("marker", ["air_support-1", "carpet_bombing-1"])
def test_no_air_events_in_bad_weather_and_storm(kind: str, marker: str) -> None:
    game = in_weather(
        kind,
        unit("US-30", "1109"),
        unit("G-352", "1110"),
        phase="support",
        hand=[marker],
        campaign={"pluto": ("1109",)},
    )
    while not legal(game, "spend"):
        do(game, "end")
    assert (f"play {marker} 1110" in legal(game)) is (kind in ("Clear", "Overcast"))
    assert f"spend {marker}" in legal(game)


@pytest.mark.rule("3.2")
@pytest.mark.parametrize("kind", KINDS)
def test_no_landings_in_bad_weather_and_storm(kind: str) -> None:
    game = in_weather(kind, unit("US-1", "England"), phase="landing", turn=8)
    assert at(game, "planning") is (kind in ("Clear", "Overcast"))


@pytest.mark.rule("3.2")
@pytest.mark.parametrize("kind", KINDS)
def test_no_drops_in_a_storm(kind: str) -> None:
    game = in_weather(kind, unit("US-82AB", "England-Air"), unit("US-30", "1109"), phase="drops")
    assert at(game, "drops") is (kind != "Storm")


@pytest.mark.rule("3.2", "7.6.3")
@pytest.mark.parametrize("kind", KINDS)
def test_germans_use_their_elite_bonus_in_attack_in_bad_weather_and_storm(kind: str) -> None:
    game = in_weather(kind, unit("G-2Pz", "1211"), unit("US-30", "1111", reduced=True), side=GERMAN, phase="combat")
    do(game, "attack 1111", "with G-2Pz", "go")
    while game.side == ALLIED:
        do(game, min(legal(game)))
    able = at(game, "battle") and "elite" in legal(game)
    assert able is (kind in ("Bad", "Storm"))


# Storms


BEACHES = ("1208", "1109")


@pytest.mark.rule("3.2")
def test_a_storm_removes_a_beachhead_on_9_or_more() -> None:
    game = begun(dice=(6, 6, 4, 5, 4, 4), campaign={"beachheads": BEACHES})
    assert game.state.weather == "Storm"
    rolls = told(game.opening, "storm")
    assert [(event.data["hex"], event.data["lost"]) for event in rolls] == [("1208", True), ("1109", False)]
    assert game.state.campaign.beachheads == ("1109",)


@pytest.mark.rule("3.2")
def test_no_roll_for_beachheads_without_a_storm() -> None:
    game = begun(turn=8, dice=(6, 6), campaign={"beachheads": BEACHES})
    assert game.state.weather == "Bad"
    assert not told(game.opening, "storm")
    assert game.state.campaign.beachheads == BEACHES


FOUR = ("US-30", "US-35", "US-4", "US-8")


def swept(*more: Unit, **changes: Any) -> Game:
    """A storm has taken the Beachhead of 1208, where four divisions stand."""
    units = (unit(name, "1208") for name in FOUR)
    return begun(*units, *more, dice=(6, 6, 6, 6), campaign={"beachheads": ("1208",)}, **changes)


@pytest.mark.rule("3.2")
def test_units_too_many_go_to_coastal_hexes_next_door_or_into_the_box() -> None:
    game = swept(unit("HQ-1US", "1208"), unit("ENG-1056", "1208"))
    assert at(game, "relocating")
    assert game.side == ALLIED
    coast = {BOARD.names[there] for there in BOARD.land[BOARD.index["1208"]] if BOARD.coast >> there & 1}
    assert {text.split()[1] for text in legal(game)} == {*FOUR}
    assert {text.split()[2] for text in legal(game)} == coast | {"England"}
    assert refused(game, "place US-30 Mediterranean").rule == "3.2"
    assert refused(game, "place HQ-1US England").rule == "3.2"
    do(game, "place US-30 1109")
    assert place(game, "US-30") == "1109"
    assert not at(game, "relocating")


@pytest.mark.rule("3.2")
def test_not_among_enemies_nor_where_there_is_no_room() -> None:
    crowd = (unit(name, "1109") for name in ("US-5", "US-28", "US-79"))
    game = swept(unit("G-352", "1309"), *crowd)
    targets = {text.split()[2] for text in legal(game)}
    assert "England" in targets
    assert not targets & {"1309", "1109"}
    do(game, "place US-8 England")
    assert place(game, "US-8") == "England"


@pytest.mark.rule("3.2")
def test_on_the_mediterranean_the_box_is_the_other() -> None:
    units = (unit(name, "2926") for name in FOUR)
    game = begun(*units, dice=(6, 6, 6, 6), campaign={"beachheads": ("2926",)})
    boxes = {text.split()[2] for text in legal(game)} & {"England", "Mediterranean"}
    assert boxes == {"Mediterranean"}


@pytest.mark.rule("3.2")
def test_nobody_goes_where_three_are_left() -> None:
    units = (unit(name, "1208") for name in FOUR[:3])
    game = begun(*units, dice=(6, 6, 6, 6), campaign={"beachheads": ("1208",)})
    assert not at(game, "relocating")
    assert not game.state.campaign.beachheads
