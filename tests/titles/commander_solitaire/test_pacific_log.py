"""Pacific Commander: what the player does in steps 1 and 2 stands in the log, with its rule and what it came to."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.titles.commander_solitaire.pacific_battles import battle
from tests.titles.commander_solitaire.pacific_kit import do, legal, position, refused, told
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game


def facts(events: Sequence[Event], kind: str, *names: str) -> list[tuple[Any, ...]]:
    """The rule and some facts of all events of a kind."""
    return [(event.rule, *(event.data.get(name) for name in names)) for event in told(events, kind)]


def resupply() -> Game:
    us = {"HAW": "CV A [airloss=3]; BB B [hits=1]; INF C [hits=1]; DD 9"}
    return position(us=us, turn=2, stage="us_resupply", sp=20)


def operations(us: dict[str, str], *dice: int) -> Game:
    return position(us={"HAW": "DD 9", **us}, stage="us_special_ops", sp=20, dice=dice)


@pytest.mark.rule("3.4.4", "3.4.5", "3.4.6", "3.4.7")
def test_what_sp_were_spent_on() -> None:
    game = resupply()
    assert facts(do(game, "buy_force DD"), "bought", "cls", "sp") == [("3.4.4", "DD", 16)]
    assert facts(do(game, "repair_ship us-bb-b"), "repaired", "name", "area", "hits") == [("3.4.5", "B", "HAW", 0)]
    assert facts(do(game, "restore_step us-inf-c"), "restored", "name", "area") == [("3.4.6", "C", "HAW")]
    assert facts(do(game, "restore_air us-cv-a 2"), "air_restored", "name", "airloss", "points") == [
        ("3.4.7", "A", 1, 2)
    ]


@pytest.mark.rule("3.4.5", "3.4.6", "3.4.7")
def test_strangers_are_not_mended() -> None:
    game = resupply()
    for command, rule in (("restore_air us-cv-z 1", "3.4.7"), ("restore_step us-inf-z", "3.4.6")):
        assert refused(game, command).rule == rule
    assert refused(game, "restore_air us-dd-9 1").rule == "3.4.7"


@pytest.mark.rule("3.5.2", "3.5.5")
@pytest.mark.parametrize(("face", "success"), [(7, True), (9, False)])
def test_whether_an_operation_succeeded(face: int, success: bool) -> None:
    signals = do(operations({"MID": "GAR A"}, face), "code_break CAR")
    assert facts(signals, "code_break", "area", "success") == [("3.5.2", "CAR", success)]
    seabees = do(operations({"MID": "GAR A"}, face), "seabees MID")
    assert facts(seabees, "seabees", "area", "success") == [("3.5.5", "MID", success)]


@pytest.mark.rule("3.5.5", "3.5.6")
@pytest.mark.parametrize(("verb", "rule"), [("seabees", "3.5.5"), ("dig_in", "3.5.6")])
def test_nobody_builds_where_there_is_no_area(verb: str, rule: str) -> None:
    refusal = refused(operations({"MID": "GAR A"}), f"{verb} XYZ")
    assert (refusal.rule, refusal.reason) == (rule, "no such Area")


@pytest.mark.rule("3.5.8")
def test_who_was_flown_where() -> None:
    events = do(operations({"ALE": "GAR B", "MID": "GAR A"}), "air_lift us-gar-a ALE")
    assert facts(events, "air_lift", "name", "origin", "area") == [("3.5.8", "A", "MID", "ALE")]


@pytest.mark.rule("3.12.3", "5.3")
def test_damage_control_is_told_and_auto_takes_the_first_ship() -> None:
    game = battle("BB A [hits=1], B [hits=1]", "CRU Z", stage="damage control", chits=["damage_control"])
    assert legal(game) == {"repair_hit us-bb-a", "repair_hit us-bb-b", "auto"}
    thumb = [command.notation() for command in game.state.stack[-1].thumb(game.state)]
    assert thumb == ["repair_hit us-bb-a"]
    assert facts(do(game, "auto"), "repaired", "name", "side") == [("3.12.3", "A", "US")]
