"""Desert Commander: odds, against sums by hand and against many games played from the same position."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tests.titles.commander_solitaire.desert_kit import NORMANDY, NOTHING, do, legal, position
from wargame_tui.core.dice import Dice
from wargame_tui.core.game import Game
from wargame_tui.core.state import changed
from wargame_tui.core.title import Chance, Odds

rule = pytest.mark.rule
GAMES = 400
NEAR = 0.075
"""How far frequencies of so many games may be from the probabilities."""

STOPPED = {"aircraft stop it": 0.3333, "it gets through": 0.6667}


def look(game: Game, command: str) -> Odds | None:
    return game.odds(game.parse(command))


def odds_of(game: Game, command: str) -> Odds:
    odds = look(game, command)
    assert odds is not None
    for chances in (odds.outcomes, *(chances for _, chances in odds.details)):
        assert sum(chance.p for chance in chances) == pytest.approx(1)
    return odds


def shares(chances: tuple[Chance, ...]) -> dict[str, float]:
    return {chance.text: round(chance.p, 4) for chance in chances}


def detail(odds: Odds, heading: str) -> dict[str, float]:
    return shares(dict(odds.details)[heading])


def frequencies(game: Game, commands: list[str], measure: Callable[[Game], Any]) -> Mapping[Any, float]:
    """What comes of the same commands in many games with other dice; the player breaks off and takes `auto` losses."""
    found: Counter[Any] = Counter()
    for seed in range(GAMES):
        trial = game.branch()
        trial.states[-1] = changed(trial.state, dice=Dice(seed))
        do(trial, *commands)
        while any(step.kind == "battle" for step in trial.state.stack):
            open_to = legal(trial)
            wishes = ("pass_plan", "air_support no", "stand", "break_off", "auto")
            do(trial, next(text for text in wishes if text in open_to))
        found[measure(trial)] += 1
    return {value: count / GAMES for value, count in found.items()}


def agrees(told: Mapping[str, float], heard: Mapping[str, float]) -> None:
    for text in told.keys() | heard.keys():
        assert told.get(text, 0.0) == pytest.approx(heard.get(text, 0.0), abs=NEAR), (text, told, heard)


def steps(game: Game, side: str) -> int:
    return sum(1 if force.reduced else 2 for force in game.state.forces.values() if force.side == side)


def lost(game: Game, side: str) -> Callable[[Game], str]:
    before = steps(game, side)

    def words(after: Game) -> str:
        count = max(0, before - steps(after, side))
        return "nothing" if not count else f"{count} step{'s' if count > 1 else ''}"

    return words


def owner_of(area: str) -> Callable[[Game], str]:
    return lambda game: str(game.state.areas[area].owner)


# Draws and aircraft


@rule("4.3.13", "2.6")
def test_drawing_a_plan() -> None:
    game = position({"EIF": "PZ A"}, sp=3, stage="axis_resupply", cup=["feint", "feint", "pursuit"])
    found = odds_of(game, "buy_plan").outcomes
    assert [round(chance.p, 3) for chance in found] == [0.667, 0.333]
    assert found[0].text == "Feint: the enemy has one chit fewer"


@rule("4.9.10")
def test_interdiction_of_a_march() -> None:
    game = position({"PAR": "INF A, B"}, campaign=NORMANDY, sp=9)
    assert shares(odds_of(game, "operation PAR ROU").outcomes) == {
        "aircraft stop it": 0.3333,
        "it gets through": 0.6667,
    }
    storm = position({"PAR": "INF A, B"}, campaign=NORMANDY, sp=9, turn=4)
    assert look(storm, "operation PAR ROU") is None


@rule("4.9.10")
def test_interdiction_of_an_assault() -> None:
    game = position({"FAL": "PZ A, B"}, {"CAE": "INF C"}, campaign=NORMANDY, sp=9)
    odds = odds_of(game, "operation FAL CAE")
    assert shares(odds.outcomes)["aircraft stop it"] == 0.3333
    assert odds.details[0][0] == "Your step losses, if there is a fight"


def test_what_rolls_nothing_has_no_odds() -> None:
    game = position({"EIF": "PZ A"}, sp=9)
    assert look(game, "operation EIF HOU") is None
    assert look(game, "dig_in EIF") is None
    assert look(game, "end") is None


# Sums by hand


@rule("4.4.5", "4.4.6")
def test_the_last_round_of_a_duel() -> None:
    """A PZ (CV 4, Speed 5) against a reduced GAR (CV 1, Speed 1) in a forest (-1): one round is left."""
    game = position({"EIF": "PZ A"}, {"HOU": "GAR E [reduced]"}, sp=2)
    do(game, "operation EIF HOU", dice=[NOTHING, 6, 6, 6, 6, 6, 6])
    # The panzer hits at 3 and fires first, the garrison at 1; it is static, so that it never retreats.
    odds = odds_of(game, "press_on")
    half, held = 1 / 2, 1 / 2
    outcomes = shares(odds.outcomes)
    assert outcomes == {"you take Houffalize": round(half, 4), "Houffalize holds out": round(held, 4)}
    assert detail(odds, "Your step losses") == {
        "nothing": round(half + held * 5 / 6, 4),
        "1 step": round(held / 6, 4),
    }
    assert "you do not press on" in odds.assumptions


@rule("4.4.8")
def test_the_retreat_test_counts() -> None:
    """The same with infantry that can go: after a miss it retreats by 4 or less."""
    game = position({"EIF": "PZ A"}, {"HOU": "IN2 E [reduced]"}, sp=2)
    do(game, "operation EIF HOU", dice=[NOTHING, *[6] * 9])
    outcomes = shares(odds_of(game, "press_on").outcomes)
    # It fires at Speed 2: the panzer that it reduces to CV 2 is not more than twice 1, so that it stays.
    stays = 1 / 2 * (5 / 6 * 2 / 6 + 1 / 6)
    assert outcomes == {
        "you take Houffalize": 0.5,
        "the Allies retreat, you take Houffalize": round(1 / 2 * 5 / 6 * 4 / 6, 4),
        "Houffalize holds out": round(stays, 4),
    }


@rule("4.4.4", "4.3.10")
def test_aircraft_alone() -> None:
    game = position({"EIF": "PZ A"}, {"HOU": "GAR E [reduced], F [reduced]"}, sp=9)
    do(game, "operation EIF HOU")
    with_air, without = odds_of(game, "air_support yes"), odds_of(game, "air_support no")
    assert with_air.outcomes[0].p > without.outcomes[0].p + 0.1
    assert look(game, "auto") == without  # CV 2 is too little to call for


@rule("4.4.13")
def test_what_each_plan_is_worth() -> None:
    game = position({"EIF": "PZ A; INF B, C"}, {"HOU": "INF E, F"}, sp=1, hand=["blitzkrieg", "flank_march", "pursuit"])
    do(game, "operation EIF HOU", "add ax-pz-a", "add ax-inf-b", "go")
    won = {}
    for command in ("play_plan blitzkrieg", "play_plan flank_march", "pass_plan"):
        won[command] = sum(chance.p for chance in odds_of(game, command).outcomes if "you take" in chance.text)
    assert won["play_plan flank_march"] > won["play_plan blitzkrieg"] > won["pass_plan"]


@rule("4.4.7")
def test_who_takes_the_hit_matters() -> None:
    game = position({"CAM": "PZ A; INF B"}, {"LEC": "INF E, F, G"}, turn=8, stage="enemy_orders",
                    dice=(6, NOTHING, 6, 1, 6, 6, 6))  # fmt: skip
    panzer, infantry = odds_of(game, "lose ax-pz-a"), odds_of(game, "lose ax-inf-b")
    held = [sum(chance.p for chance in odds.outcomes if "hold" in chance.text) for odds in (panzer, infantry)]
    assert held[1] > held[0]
    assert "you stand" in panzer.assumptions
    for odds in (panzer, infantry, odds_of(game, "auto")):
        assert "nothing" not in detail(odds, "Your step losses"), "the hit in hand is a loss already"


# Against games


@rule("4.4.2", "4.4.5", "4.4.8", "4.4.12", "4.4.14")
@pytest.mark.parametrize(
    ("axis", "enemy"),
    [
        ("PZ A, B; ART C", "INF E, F; TNK G"),
        ("PZ A, B; MOT C; INF D", "INF E; CAV F; GAR G; IN2 H"),
        ("INF A, B", "FRT E"),
    ],
)
def test_an_assault_against_games(axis: str, enemy: str) -> None:
    game = position({"EIF": f"{axis}; REC Z"}, {"HOU": enemy, "MCH": "IN2 Z"}, sp=9)
    names = sorted(force.id for force in game.state.forces.values() if force.side == "Axis")
    do(game, "operation EIF HOU", *(f"add {name}" for name in names if "rec" not in name))
    odds = odds_of(game, "go")
    told = sum(chance.p for chance in odds.outcomes if "you take" in chance.text)
    agrees({"Axis": told, "Enemy": 1 - told}, frequencies(game, ["go"], owner_of("HOU")))
    agrees(detail(odds, "Your step losses"), frequencies(game, ["go"], lost(game, "Axis")))


@rule("4.4.13", "4.4.14")
def test_a_defence_against_games() -> None:
    game = position({"CAM": "PZ A; FLK B; INF C", "AMI": "INF Z"}, {"LEC": "INF E, F, G; ART H"}, turn=8,
                    stage="enemy_orders", dice=(6,), hand=["eighty_eights", "leader_forward"])  # fmt: skip
    for plan in ("play_plan eighty_eights", "play_plan leader_forward"):
        odds = odds_of(game, plan)
        told = sum(chance.p for chance in odds.outcomes if "hold" in chance.text)
        agrees({"Axis": told, "Enemy": 1 - told}, frequencies(game, [plan], owner_of("CAM")))


@rule("4.9.5")
def test_a_contested_area_against_games() -> None:
    game = position({"SWO": "STA A", "CAE": "PZ B"}, {"SWO": "INF C; ARM D [reduced]"}, campaign=NORMANDY, turn=4,
                    contested="SWO", dig="SWO", sp=9)  # fmt: skip
    odds = odds_of(game, "operation CAE SWO")
    assert "Juno-Sword Beaches stays contested" in {chance.text for chance in odds.outcomes}
    assert odds.modifiers == ()  # neither beach nor dig marker counts


@rule("9.1")
def test_nothing_is_told_of_forces_that_are_not_seen() -> None:
    game = position({"FAL": "PZ A"}, {"CAE": "INF B"}, campaign=NORMANDY, sp=9, options=["fog"])
    odds = odds_of(game, "operation FAL CAE")
    assert shares(odds.outcomes) == STOPPED
    assert odds.assumptions == ("the Allied forces are not seen",)
