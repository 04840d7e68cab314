"""The battle as a player follows it: who fires at whom, each die against its number."""

from typing import Any

import pytest

from tests.titles.tigers_in_the_mist.battles import (
    CLERVAUX,
    HIT,
    MISS,
    ST_VITH,
    allied,
    german,
    joined,
    ring,
    stage,
    start_battle,
)
from tests.titles.tigers_in_the_mist.kit import ALLIED, GERMAN, TITLE, do, legal, position
from wargame_tui.board.title import Battle, Shot
from wargame_tui.core.game import Game
from wargame_tui.titles.tigers_in_the_mist import events
from wargame_tui.titles.tigers_in_the_mist.state import SpecialForces


def view(game: Game) -> Battle | None:
    """The battle on the screen after everything that has happened."""
    return TITLE.battle(game.state, [event for entry in game.entries for event in entry.events])


def seen(game: Game) -> Battle:
    battle = view(game)
    assert battle is not None
    return battle


def shot(battle: Battle, firer: str) -> Shot:
    """The only shot of a unit or of a side's artillery."""
    (found,) = (shot for shot in battle.shots if shot.firer == firer)
    return found


def strengths(battle: Battle) -> dict[str, tuple[int, int]]:
    """Strength at the start and now."""
    return {row.counter.unit: (row.start_strength, row.strength) for row in (*battle.attackers, *battle.defenders)}


def test_there_is_no_battle_before_the_first() -> None:
    assert view(position(german("G1", "infantry", 1), allied("A1", "infantry", 1))) is None


def test_a_battle_from_the_first_call_to_the_last_shot() -> None:
    game = joined(
        german("Gt", "armour", 3), german("Gi", "infantry", 3), allied("A1", "infantry", 3),
        allied("A2", "infantry", 2), dice=[8, 4, 5, 5, 4, 5, 10, 4, 5, 3, 5, 3, 4],
    )  # fmt: skip
    battle = seen(game)
    assert (battle.space, battle.heading, battle.stage) == (CLERVAUX, "Battle of Clervaux", "defender calls")
    assert (battle.attacker, battle.defender, battle.finished) == (GERMAN, ALLIED, False)
    assert strengths(battle) == {"Gt": (3, 3), "Gi": (3, 3), "A1": (3, 3), "A2": (2, 2)}
    assert battle.shots == ()

    do(game, "call 1", "lay Gt")
    assert {row.counter.unit: row.marks for row in seen(game).attackers} == {"Gt": "artillery x1", "Gi": ""}

    do(game, "call 2", "lay A1")
    battle = seen(game)
    assert battle.stage == "defender aims"
    assert battle.shots == (Shot("Allied artillery", "Gt", 5, 5, (), (5,), 1),)
    assert strengths(battle)["Gt"] == (3, 2)
    # the defender's artillery has fired, the attacker's still lies on A1
    assert {row.counter.unit: row.marks for row in (*battle.attackers, *battle.defenders)} == {
        "Gt": "", "Gi": "", "A1": "artillery x1", "A2": "",
    }  # fmt: skip

    do(game, "fire A1 Gi")
    battle = seen(game)
    assert battle.stage == "attacker aims"
    assert battle.shots[1:] == (
        Shot("A1", "Gi", 4, 4, (), (4, 5, 10), 1),
        Shot("A2", "Gt", 4, 4, (), (4, 5), 1),
        Shot("German artillery", "A1", 3, 3, (), (3,), 1),
    )
    assert all(row.marks == "" for row in (*battle.attackers, *battle.defenders))

    do(game, "fire Gt A2")
    battle = seen(game)
    assert (battle.finished, battle.stage) == (True, "over")
    assert strengths(battle) == {"Gt": (3, 1), "Gi": (3, 2), "A1": (3, 1), "A2": (2, 1)}
    assert battle.shots[-2:] == (Shot("Gt", "A2", 5, 5, (), (5,), 1), Shot("Gi", "A1", 3, 3, (), (3, 4), 1))
    assert len(battle.shots) == 6


def test_shots_that_are_aimed_and_not_yet_fired() -> None:
    defenders = [allied(f"A{n}", "infantry", 1, entrenched=n == 2) for n in (1, 2, 3)]
    game = joined(german("G1", "infantry", 1), german("G2", "infantry", 1), *defenders, dice=[MISS] * 20)
    do(game, "call 0", "fire A2 G1")
    assert seen(game).shots == (Shot("A2", "G1", 5, 4, ("no combined arms +1 (9.6)",), None, 0),)
    while stage(game) == "defender aims":
        game.apply(next(game.iter_legal()))
    do(game, "fire G1 A2")
    assert shot(seen(game), "G1") == Shot("G1", "A2", 2, 3, ("target entrenched -1 (8.56)",), None, 0)
    assert [row.marks for row in seen(game).defenders] == ["", "entrenched", ""]


@pytest.mark.rule("9.71", "9.74")
def test_every_modifier_is_shown_with_its_rule() -> None:
    game = position(german("G1", "infantry", 2, "49"), allied("A1", "infantry", 2, ST_VITH), at="16-2",
                    dice=[HIT, MISS, 6, 7, MISS, MISS])  # fmt: skip
    do(game, "move G1", "to 73")
    start_battle(game, ST_VITH)
    assert [(fact.label, fact.value, fact.rule) for fact in seen(game).modifiers] == [
        ("over a river", "defender hits on 1 more", "9.71"),
    ]
    do(game, "call 1")
    words = ("no combined arms +1 (9.6)", "attackers crossed a river +1 (9.71)")
    battle = seen(game)
    assert shot(battle, "Allied artillery") == Shot("Allied artillery", "G1", 7, 5, words, (10,), 0)
    assert shot(battle, "A1") == Shot("A1", "G1", 6, 4, words, (6, 7), 1)


@pytest.mark.rule("9.71", "14.24")
def test_supply_and_battlefield_support_are_shown() -> None:
    game = joined(german("G1", "infantry", 1), allied("A1", "infantry", 1, entrenched=True), *ring(CLERVAUX, ALLIED),
                  dice=[MISS] * 2, special=SpecialForces(area=CLERVAUX, effect="battlefield support"))  # fmt: skip
    do(game, "support yes")
    assert ("special forces", "Allies hit on 1 less", "14.24") in [
        (f.label, f.value, f.rule) for f in seen(game).modifiers
    ]
    do(game, "call 0")
    battle = seen(game)
    assert shot(battle, "A1").modifiers == ("no combined arms +1 (9.6)", "German battlefield support -1 (14.24)")
    assert shot(battle, "G1") == Shot(
        "G1", "A1", 1, 3, ("target entrenched -1 (8.56)", "out of supply -1 (13.22)"), (10,), 0
    )


@pytest.mark.rule("9.6")
def test_want_of_combined_arms_is_told_once_artillery_has_been_called() -> None:
    units = (
        german("Gt", "armour", 3),
        german("Gi", "infantry", 1),
        allied("A1", "infantry", 1),
        allied("A2", "infantry", 1),
    )
    game = joined(*units, dice=[MISS] * 20)
    assert seen(game).modifiers == ()
    do(game, "call 0", "call 1")
    assert [(fact.label, fact.rule) for fact in seen(game).modifiers] == [("no combined arms", "9.6")]


def test_the_next_battle_does_not_show_the_shots_of_the_last() -> None:
    game = position(
        german("G1", "infantry", 1), allied("A1", "infantry", 1), german("G2", "infantry", 1, ST_VITH),
        german("G3", "infantry", 1, ST_VITH), allied("A2", "infantry", 2, ST_VITH), dice=[MISS] * 20,
    )  # fmt: skip
    do(game, "end", "battle 68", "call 0")
    assert seen(game).finished
    assert [shot.firer for shot in seen(game).shots] == ["A1", "G1"]
    do(game, "battle 73")
    assert (seen(game).space, seen(game).stage, seen(game).shots) == (ST_VITH, "attackers", ())
    do(game, "attack G2", "ready")
    assert seen(game).shots == ()
    assert [row.counter.unit for row in seen(game).attackers] == ["G2"]


def test_the_artillery_lost_with_its_target_is_not_shown_as_fired() -> None:
    game = joined(german("G1", "infantry", 4), german("G2", "infantry", 2), allied("A1", "infantry", 1),
                  dice=[HIT, HIT, MISS, HIT])  # fmt: skip
    do(game, "call 0", "call 2", "fire A1 G1")
    battle = seen(game)
    assert [shot.firer for shot in battle.shots] == ["A1", "German artillery"]
    assert battle.finished
    assert "battle 68" not in legal(game)


@pytest.mark.parametrize(
    ("kind", "data", "told"),
    [
        (
            events.UnitFire,
            {"unit": "US1", "target": "G1", "space": "68", "needed": 5, "dice": [6], "successes": 1,
             "modifiers": [["no combined arms", -1, "9.6"], ["attackers crossed a river", -1, "9.71"]]},
            "US1 fires at G1: hits on 7- (5, no combined arms +1, attackers crossed a river +1): rolled 6, 1 hit",
        ),
        (
            events.ArtilleryFire,
            {"side": "German", "unit": "US1", "space": "68", "needed": 5, "dice": [6, 9], "successes": 0,
             "modifiers": [["target entrenched", 1, "8.56"]]},
            "German artillery fires at US1: hits on 4- (5, target entrenched -1): rolled 6 9, no hit",
        ),
        (
            events.Calls,
            {"side": "Allied", "space": "68", "needed": 8, "dice": [3, 9], "successes": 1, "modifiers": []},
            "Allied artillery, 2 requests on 8-: rolled 3 9, 1 battery available",
        ),
        (
            events.BridgingTried,
            {"unit": "Pi", "bridge": "19-20", "space": "19", "needed": 4, "dice": [5], "successes": 1,
             "modifiers": [["earlier attempts", -1, "10.16"]]},
            "Pi tries to rebuild the Nusbaum-Beaufort bridge: "
            "succeeds on 5- (4, earlier attempts +1): rolled 5, success",
        ),
    ],
)  # fmt: skip
def test_signs_of_modifiers_agree_with_the_number_needed(
    kind: type[events.Tested], data: dict[str, Any], told: str
) -> None:
    assert TITLE.event_text(kind(**data)) == told


def words(game: Game) -> dict[str, str]:
    """What each legal command is said to do."""
    return {command.notation(): TITLE.command_text(game.state, command) for command in game.iter_legal()}


def test_the_last_gun_says_that_the_dice_roll() -> None:
    defenders = [allied(f"A{n}", "infantry", 1, entrenched=n == 2) for n in (1, 2, 3)]
    game = joined(german("G1", "infantry", 1), german("G2", "infantry", 1), *defenders, dice=[MISS] * 20)
    do(game, "call 0")
    assert words(game)["fire A1 G1"] == "A1 fires at G1"
    said = False
    while not said:
        command, told = next(iter(words(game).items()))
        said = told.endswith("; rolls the dice")
        before = game.state.dice.count
        do(game, command)
        assert (game.state.dice.count > before) == said


def test_every_shot_is_found_in_the_hit_table() -> None:
    """Numbers and their changes as the fire itself has them; lit among the charts before it is aimed (9.21, 9.74)."""
    game = joined(
        german("Gt", "armour", 3), german("Gi", "infantry", 3), allied("A1", "infantry", 3),
        allied("A2", "infantry", 2), dice=[8, 4, 5, 5, 4, 5],
    )  # fmt: skip
    do(game, "call 1", "lay Gt", "call 0")
    battle = seen(game)
    assert battle.hits is not None
    for shot in battle.shots:
        chart = battle.hits.of(shot)
        assert chart.row is not None
        assert chart.column is not None
        assert chart.rows[chart.row][1][chart.column] == f"1-{shot.needed}"
    assert stage(game) == "defender aims"
    hit = TITLE.charts(game.state)[0]
    assert hit.heading == "Hit table"
    assert hit.row is not None
    assert hit.column is not None
    defence = game.state.units["A1"].defence
    assert hit.rows[hit.row][0] == str(defence)
    assert hit.rows[0][hit.column] == "+1", "no artillery, so no combined arms"
