"""Pacific Commander: odds, against sums by hand and against many games played from the same position."""

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tests.titles.commander_solitaire.pacific_battles import battle
from tests.titles.commander_solitaire.pacific_kit import JAPAN, US, do, position, replaced
from wargame_tui.core.dice import Dice
from wargame_tui.core.game import Game
from wargame_tui.core.state import changed
from wargame_tui.core.title import Chance, Odds
from wargame_tui.titles.commander import checks
from wargame_tui.titles.pacific_commander.shown import battle_odds
from wargame_tui.titles.pacific_commander.state import steps_left

rule = pytest.mark.rule
GAMES = 400
NEAR = 0.075
"""How far frequencies of so many games may be from the probabilities."""


def look(game: Game, command: str) -> Odds | None:
    return game.odds(game.parse(command))


def odds_of(game: Game, command: str) -> Odds:
    odds = look(game, command)
    assert odds is not None
    for chances in (odds.outcomes, *(chances for _, chances in odds.details)):
        assert not chances or sum(chance.p for chance in chances) == pytest.approx(1)
    return odds


def shares(chances: tuple[Chance, ...]) -> dict[str, float]:
    return {chance.text: round(chance.p, 4) for chance in chances}


def detail(odds: Odds, heading: str) -> dict[str, float]:
    return shares(dict(odds.details)[heading])


def frequencies(game: Game, commands: list[str], measure: Callable[[Game], Any]) -> Mapping[Any, float]:
    """What comes of the same commands in many games with other dice."""
    found: Counter[Any] = Counter()
    for seed in range(GAMES):
        trial = game.branch()
        trial.states[-1] = changed(trial.state, dice=Dice(seed))
        do(trial, *commands)
        found[measure(trial)] += 1
    return {value: count / GAMES for value, count in found.items()}


def steps_of(game: Game, side: str) -> int:
    return sum(steps_left(game.state, force) for force in game.state.forces.values() if force.side == side)


def lost(game: Game, side: str) -> Callable[[Game], int]:
    before = steps_of(game, side)
    return lambda after: before - steps_of(after, side)


def agrees(chances: tuple[Chance, ...], seen: Mapping[Any, float], words: Callable[[Any], str]) -> None:
    told = {chance.text: chance.p for chance in chances}
    heard: dict[str, float] = {}
    for value, share in seen.items():
        heard[words(value)] = heard.get(words(value), 0.0) + share
    for text in told.keys() | heard.keys():
        assert told.get(text, 0.0) == pytest.approx(heard.get(text, 0.0), abs=NEAR), (text, told, heard)


def steps(count: int) -> str:
    return "nothing" if not count else f"{count} step{'s' if count > 1 else ''}"


def japan_loses(count: int) -> str:
    return f"Japan loses {steps(count)}"


# Sums


def test_distributions() -> None:
    assert checks.chance_of(4, 10) == 0.4
    assert checks.chance_of(-2, 10) == 0.1  # 2.2
    assert checks.chance_of(12, 10) == 0.9
    assert checks.hits_on([5, 5], 10) == {0: 0.25, 1: 0.5, 2: 0.25}
    assert battle_odds.hits_of_die(position().state, 3, None) == {0: 0.7, 1: 0.2, 2: 0.1}
    assert battle_odds.hits_of_die(position().state, 3, "DD") == {0: 0.7, 1: 0.3}


# Special Operations


@rule("3.5.1")
@pytest.mark.parametrize(("command", "p"), [("code_break CAR", 0.7), ("seabees HAW", 0.8)])
def test_operations_by_a_die(command: str, p: float) -> None:
    game = position({"HAW": "INF A"}, stage="us_special_ops", sp=9)
    assert odds_of(game, command).outcomes[0].p == p


@rule("3.5.3")
def test_commerce_raid() -> None:
    game = position({"HAW": "SS A, B"}, stage="us_special_ops", sp=9)
    do(game, "commerce_raid", "add us-ss-a")
    chances = shares(odds_of(game, "add us-ss-b").outcomes)
    assert chances == {
        "nothing": 0.64,
        "1 repairs, 2 air points, 1 battalions fewer": 0.32,
        "2 repairs, 4 air points, 2 battalions fewer": 0.04,
    }
    assert sum(shares(odds_of(game, "go").outcomes).values()) == 1
    assert shares(odds_of(game, "go").outcomes)["nothing"] == 0.8


@rule("3.4.9", "2.6")
def test_drawing_a_plan() -> None:
    game = position({"HAW": "INF A"}, sp=3, cup=["smoke", "smoke", "cap_high"])
    found = odds_of(game, "draw_plan").outcomes
    assert [round(chance.p, 3) for chance in found] == [0.667, 0.333]
    assert found[0].text.startswith("Smoke: ")


@rule("3.5.2", "3.7.4", "3.7.5")
def test_an_order_rolled_again() -> None:
    """A fleet in the empty Caroline Islands: its cruisers can carry a battalion, and nothing can be reinforced."""
    game = position(
        {"MSH": "CRU A"}, {"CAR": "CV B; CRU C"}, stage="jp_orders", code_break="CAR", reroll_left=True, dice=[8]
    )
    found = shares(odds_of(game, "reroll_order").outcomes)
    assert found == {
        "INVADE Hawaii": 0.4,  # no US ground there
        "SORTIE Marshall Islands": 0.2,
        "PATROL Marshall Islands": 0.1,
        "HOLD Japan": 0.3,  # REINFORCE and AIR cannot be carried out either
    }
    assert shares(odds_of(game, "keep_order").outcomes) == {"HOLD Japan": 1.0}


# Submarines


@rule("3.10.1", "3.3.9")
def test_torpedo() -> None:
    game = battle("SS A; DD 1", "CV B; DD 2, 3", stage="submarines")
    odds = odds_of(game, "torpedo jp-cv-b")
    assert shares(odds.outcomes) == {"it misses": 0.8, "CV B loses 1 step": 0.1, "CV B sinks": 0.1}
    assert detail(odds, "The escorts' answer") == {"the submarine is lost": 0.36, "it gets away": 0.64}


# The air step


@rule("3.9.6", "3.9.8", "3.9.9")
def test_strike_dice_after_cap_by_hand() -> None:
    """Four strike dice against two CAP dice: two escort dice at 4, then what is left of CAP at 5."""
    from wargame_tui.titles.pacific_commander.shown import battle_odds

    game = battle("CV A", "CV B", stage="split")
    expected: dict[int, Fraction] = {}
    for escort in product((True, False), repeat=2):
        p = Fraction(1)
        for hit in escort:
            p *= Fraction(4, 10) if hit else Fraction(6, 10)
        cap = 2 - sum(escort)
        for shot in product((True, False), repeat=cap):
            left = 4 - sum(shot)
            expected[left] = expected.get(left, Fraction(0)) + p * Fraction(1, 2) ** cap
    found = battle_odds.strike_dice(game.state, US, 4, 2)
    assert {number: pytest.approx(float(p)) for number, p in expected.items()} == dict(found)


@rule("3.9.6", "3.9.10", "3.9.11")
@pytest.mark.parametrize("cap", [0, 2])
def test_the_strike_of_a_split(cap: int) -> None:
    located = {"located": (US,), "at_once": False}
    game = battle("CV A; DD 1", "CV B; CRU C", stage="split", now=located)
    odds = odds_of(game, f"split_air {cap}")
    assert sum(detail(odds, "US strike dice past CAP").values()) == pytest.approx(1, abs=0.001)

    def finished(trial: Game) -> int:
        while trial.state.stack[-1].kind == "strike_aim":
            do(trial, "auto")
        return lost(game, JAPAN)(trial)

    agrees(odds.outcomes, frequencies(game, [f"split_air {cap}"], finished), japan_loses)


@rule("3.9.10", "3.9.11")
def test_dice_at_targets() -> None:
    now = {"located": (US,), "cap": {US: 0, JAPAN: 0}, "strike": {US: 6, JAPAN: 0}}
    game = battle("CV A, E", "CV B; CVL C; CRU D", stage="strikes", now=now)
    do(game, "target jp-cvl-c")
    odds = odds_of(game, "dice 2")
    agrees(odds.outcomes, frequencies(game, ["dice 2", "auto"], lost(game, JAPAN)), japan_loses)
    sunk = frequencies(game, ["dice 2", "auto"], lambda trial: "jp-cvl-c" not in trial.state.forces)
    assert detail(odds, "CVL C")["lost"] == pytest.approx(sunk[True], abs=NEAR)
    assert odds.assumptions == ("remaining dice are aimed as `auto` does",)


@rule("3.9.15")
def test_bombs_take_a_ground_step_at_most() -> None:
    now = {"cap": {US: 0, JAPAN: 0}, "strike": {US: 6, JAPAN: 0}}
    game = battle("CV A, E", "INF B; BTN C", stage="strikes", now=now)
    do(game, "target jp-inf-b")
    odds = odds_of(game, "dice 6")
    assert set(shares(odds.outcomes)) == {"Japan loses nothing", "Japan loses 1 step"}
    assert shares(odds.outcomes)["Japan loses nothing"] == round(0.7**6, 4)


# Battle Plans


@rule("3.9.2", "3.12.3", "3.9.4")
def test_what_each_plan_changes() -> None:
    game = battle(
        "CV A; DD 1", "CV B; DD 2", stage="US plan", hand=["scout_line", "cap_high", "dive_bombers", "radar_guns"]
    )
    found = {name: odds_of(game, name) for name in ("pass_plan", *(f"play_plan {chit}" for chit in game.state.hand))}
    only_us = {name: odds.outcomes[0].p for name, odds in found.items()}
    assert only_us["pass_plan"] == pytest.approx(0.5 * 0.5)
    assert only_us["play_plan scout_line"] == pytest.approx(0.8 * 0.5)
    none = {name: detail(odds, "Japanese strike")["nothing"] for name, odds in found.items()}
    assert none["play_plan cap_high"] > none["pass_plan"]
    hurt = {name: detail(odds, "US strike")["nothing"] for name, odds in found.items()}
    assert hurt["play_plan dive_bombers"] < hurt["pass_plan"]
    guns = {name: detail(odds, "US fire, if there is a fight")["nothing"] for name, odds in found.items()}
    assert guns["play_plan radar_guns"] < guns["pass_plan"] == guns["play_plan cap_high"]
    assert "Japan's plan is not known" in found["pass_plan"].assumptions


# Surface


@rule("3.10.2", "3.10.3")
def test_a_surface_fight() -> None:
    game = battle("CRU A; DD 1", "CRU B; DD 2", stage="surface")
    odds = odds_of(game, "accept_surface yes")
    assert shares(odds.outcomes) == {"there is a fight": 1.0}
    seen = frequencies(game, ["accept_surface yes", "auto"], lost(game, US))
    agrees(dict(odds.details)["In a fight: US losses"], seen, steps)


@rule("3.10.2")
def test_one_side_may_force_the_fight() -> None:
    game = battle("CRU A, C; FBB D", "DD 2", stage="surface")  # Japan does not want it
    assert shares(odds_of(game, "accept_surface yes").outcomes) == {"there is a fight": 0.6, "nobody fires": 0.4}
    assert shares(odds_of(game, "accept_surface no").outcomes) == {"nobody fires": 1.0}


@rule("3.10.3")
def test_aimed_guns() -> None:
    game = battle("CRU A; DD 1", "CRU B; DD 2", stage="surface")
    do(game, "accept_surface yes", "aim jp-dd-2")
    odds = odds_of(game, "aim jp-dd-2")
    seen = frequencies(game, ["aim jp-dd-2", "auto"], lost(game, JAPAN))
    agrees(odds.outcomes, seen, japan_loses)


@rule("3.10.6")
def test_pursuit() -> None:
    game = battle("CRU A; DD 1", "TRN 1, 2", stage="surface")
    odds = odds_of(game, "pursue yes")
    assert shares(odds.outcomes) == {"they are caught": 0.4, "they get away": 0.6}
    # guns at 5 - 1 and 2 - 1, one at each transport
    assert detail(odds, "If they are caught: Japan loses") == {"nothing": 0.54, "1 step": 0.42, "2 steps": 0.04}
    assert look(game, "pursue no") is None


# Ashore

LAST_STEP = "the last ground step Ashore falls to an assault only (3.9.15)"
BOMBED = "bombs and shells took their one ground step of this round already (3.9.15)"


@rule("3.10.8")
def test_bombardment() -> None:
    game = battle("FBB A, B", "INF C; LBA D", stage="bombardment", forts={"MID": 1})
    odds = odds_of(game, "bombard yes")
    # four dice at 5; the fort takes one off; four hits lower it
    assert detail(odds, "Hits that count") == {
        "no hit": 0.0625, "1 hit": 0.25, "2 hits": 0.375, "3 hits": 0.25, "4 hits": 0.0625,
    }  # fmt: skip
    assert detail(odds, "Hits past the fort")["no hit"] == 0.3125
    # a step of the division, then two of the aircraft
    assert shares(odds.outcomes) == {
        "Japan loses nothing": 0.3125, "Japan loses 1 step": 0.375, "Japan loses 2 steps": 0.25,
        "Japan loses 3 steps": 0.0625,
    }  # fmt: skip
    assert odds.assumptions == ()
    assert detail(odds, "The fort")["falls by a level"] == 0.0625
    assert look(game, "bombard no") is None


@rule("3.9.15", "3.10.8")
@pytest.mark.parametrize(
    ("japan", "now", "most", "why"),
    [
        ("BTN C", {}, 0, "the last ground step Ashore falls to an assault only (3.9.15)"),
        ("BTN C; LBA D", {}, 2, "the last ground step Ashore falls to an assault only (3.9.15)"),
        (
            "INF C",
            {"bombed": {JAPAN: 1}},
            0,
            "bombs and shells took their one ground step of this round already (3.9.15)",
        ),
        ("INF C", {}, 1, ""),
    ],
)
def test_shells_take_no_last_ground_step(japan: str, now: dict[str, Any], most: int, why: str) -> None:
    game = battle("FBB A, B", japan, stage="bombardment", now=now)
    odds = odds_of(game, "bombard yes")
    assert {*shares(odds.outcomes)} == {
        f"Japan loses {words}" for words in ("nothing", "1 step", "2 steps")[: most + 1]
    }
    assert odds.assumptions == ((why,) if why else ())
    assert (f"Hits would have no effect: {why}" in game.prompt.text) == (bool(why) and most == 0)


@rule("3.9.15", "3.10.8")
def test_shells_that_take_nothing_may_still_lower_a_fort() -> None:
    game = battle("FBB A, B", "BTN C", stage="bombardment", forts={"MID": 1})
    assert f"Hits would have no effect, but 4 of them lower the fort: {LAST_STEP}." in game.prompt.text


@rule("3.11.2", "3.11.3", "3.11.4")
def test_landing() -> None:
    game = battle("TRN 1; MAR A [on=trn-1]; INF B [on=trn-1]", "BTN C", stage="landing")
    odds = odds_of(game, "land us-mar-a")
    assert shares(odds.outcomes) == {"no hit by landing fire": 0.7, "1 hit by landing fire": 0.3}
    # three dice at 4 against one step
    assert detail(odds, "Ground combat: Japanese losses") == {"nothing": 0.216, "1 step": 0.784}
    both = odds_of(game, "auto")
    assert detail(both, "Ground combat: Japanese losses")["nothing"] == round(0.6**3 * 0.7**3, 4)
    assert both.assumptions == ("ground combat as if the landing fire hit nobody",)
    assert look(game, "done") is None


# Data, and what has no odds


@rule("10.2")
def test_changed_data_change_the_odds() -> None:
    with replaced("charts", operations={"code_break": {"success": 3}}):
        game = position({"HAW": "INF A"}, stage="us_special_ops", sp=9)
        assert odds_of(game, "code_break CAR").outcomes[0].p == 0.3


@pytest.mark.parametrize("command", ["end", "dig_in HAW", "coastwatchers"])
def test_where_nothing_is_rolled_there_are_no_odds(command: str) -> None:
    game = position({"HAW": "INF A"}, stage="us_special_ops", sp=9)
    assert look(game, command) is None
