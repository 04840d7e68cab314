"""The odds against sums done by hand and against every roll of the dice played through the rules."""

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from itertools import product
from random import Random
from typing import Any

import pytest

from tests.titles.montys_gamble.kit import ALLIED, BOOK, GERMAN, TITLE, do, legal, refused, told, unit
from tests.titles.montys_gamble.kit import position as bare_position
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.core.title import Chance, Odds
from wargame_tui.engine.spread import evenly
from wargame_tui.titles.montys_gamble.rules.casualties import Absorb
from wargame_tui.titles.montys_gamble.rules.impulses import Daylight
from wargame_tui.titles.montys_gamble.shown import odds as calculator
from wargame_tui.titles.montys_gamble.state import Advantage, Crossing, Unit

FACES = range(1, 7)
PAIRS = [(a + b, c + d) for a, b, c, d in product(FACES, repeat=4)]
"""Every DR of one side with every DR of the other."""
DECK = [a + b for a, b in product(FACES, repeat=2)]


GONE = [unit(name, "eliminated", "eliminated") for name in BOOK.roster]


def position(*units: Unit, **changes: Any) -> Game:
    """A position of the kit in which all other counters are eliminated."""
    return bare_position(*GONE, *units, **changes)


def share(good: Sequence[bool]) -> float:
    return sum(good) / len(good)


def by_margin(test: range | list[int], edge: int) -> float:
    """How likely the margin is among some numbers."""
    return share([edge + a - d in test for a, d in PAIRS])


def asked(game: Game, notation: str) -> Odds:
    """The odds of a command; each of their distributions is whole."""
    odds = game.odds(game.parse(notation))
    assert odds is not None
    assert odds.outcomes
    for chances in (odds.outcomes, *(chances for _, chances in odds.details)):
        assert sum(chance.p for chance in chances) == pytest.approx(1)
        assert all(chance.p > 0 for chance in chances)
    return odds


def silent(game: Game, notation: str) -> bool:
    return game.odds(game.parse(notation)) is None


def texts(odds: Odds) -> dict[str, float]:
    return {chance.text: chance.p for chance in odds.outcomes}


def results(odds: Odds) -> dict[str, float]:
    """Of one die."""
    return {chance.data["result"]: chance.p for chance in odds.outcomes}


def terms(odds: Odds, *rules: str) -> list[int]:
    """The modifiers of some rules."""
    return [modifier.value for modifier in odds.modifiers if modifier.rule in rules]


AV = ("10.72A", "10.72B", "10.72C", "10.72D", "10.72E")
DV = ("10.73A", "10.73B", "10.73C", "10.73D", "10.73E")


def detail(odds: Odds, heading: str) -> tuple[Chance, ...]:
    return next(chances for name, chances in odds.details if name.startswith(heading))


# Every roll, played


def dice(total: int) -> list[int]:
    """Two dice that show a DR."""
    return [min(total - 1, 6), total - min(total - 1, 6)]


def played(game: Game, notation: str, faces: Sequence[int]) -> tuple[Game, list[Event]]:
    """A second game in which the command meets these dice."""
    twin = game.branch()
    twin.script(faces)
    return twin, list(twin.apply(notation))


def attack_class(game: Game, events: list[Event]) -> Hashable:
    """What an attack came to, read off what happened."""
    result = str(told(events, "attack_result")[0].data["result"])
    if result != "success":
        return result
    if told(events, "overrun"):
        return "overrun"
    taken = len([event for event in told(events, "condition") if event.rule == "10.8"])
    step = game.state.stack[-1]
    if isinstance(step, Absorb):
        return taken + step.points
    return taken or ("eliminated" if told(events, "eliminated") else 0)


def attack_key(chance: Chance) -> Hashable:
    data = chance.data
    if data["result"] != "success":
        return str(data["result"])
    return "overrun" if data["overrun"] else "eliminated" if data["eliminated"] else int(data["points"])


def every_attack(game: Game, notation: str) -> dict[Hashable, float]:
    """The results of every pair of DRs; two or more defend, so that points wait for a decision, none Dis2."""
    ways: Counter[Hashable] = Counter()
    for (attacker, defender), n in Counter(PAIRS).items():
        ways[attack_class(*played(game, notation, [*dice(attacker), *dice(defender)]))] += n
    return {key: n / len(PAIRS) for key, n in ways.items()}


def agree(game: Game, notation: str) -> Odds:
    """The odds of a forward unit, after a comparison with the game."""
    odds = asked(game, notation)
    assert not odds.assumptions
    assert {attack_key(chance): chance.p for chance in odds.outcomes} == pytest.approx(every_attack(game, notation))
    return odds


def every_die(game: Game, notation: str, kind: str) -> dict[Hashable, float]:
    """How often each face of a die succeeds."""
    good = [told(played(game, notation, [face])[1], kind)[0].data["success"] for face in FACES]
    return {key: p for key, p in {"success": share(good), "failure": 1 - share(good)}.items() if p}


def agree_on_die(game: Game, notation: str, kind: str) -> Odds:
    odds = asked(game, notation)
    assert results(odds) == pytest.approx(every_die(game, notation, kind))
    return odds


# Two dice against two dice


@pytest.mark.rule("6.1", "10.7")
def test_two_dice_and_their_difference() -> None:
    assert evenly(DECK) == calculator.DR
    assert evenly([a - d for a, d in PAIRS]) == calculator.DICE_AGAINST_DICE


# Attacks (10): Grave, TEM 1, beyond the river bridge from Overasselt

GUARDS = [
    unit("1Gren", "32", attack=6),
    unit("3Irish", "32"),
    unit("5Cold", "32"),
    unit("55Fd", "32"),
    unit("7Med", "32"),
]
GARRISON = [
    unit("Krafft", "36", "spent", spent=4),
    unit("Henke", "36", defence=4),
    unit("Melitz", "36", defence=4),
]


def at_grave(*defenders: Unit) -> Game:
    """Three battalions of the Guards have crossed; their guns stand behind the river."""
    game = position(*GUARDS, *(defenders or GARRISON), at="19-6")
    do(game, "assault 32", *(f"move {name} 36" for name in ("1Gren", "3Irish", "5Cold")))
    return game


def declared(*defenders: Unit) -> Game:
    game = at_grave(*defenders)
    do(game, "attack 36", "point 1Gren", "support 55Fd", "support 7Med")
    return game


@pytest.mark.rule("10.72", "10.73", "10.74", "10.743")
def test_the_worked_attack() -> None:
    """V1: AV 11. V3: DV 10. V7: DRs of 8 and 5 make 4 CP."""
    game = declared()
    odds = asked(game, "fight")
    assert terms(odds, *AV) == [6, 2, 2, 1]
    assert terms(odds, *DV) == [-4, -1, -1, -1, -1, -2]
    shown = texts(odds)
    assert shown["repulsed"] == pytest.approx(by_margin(range(-20, 0), 1))
    assert shown["stalemate"] == pytest.approx(by_margin([0], 1))
    for points in range(1, 12):
        assert shown[f"{points} CP"] == pytest.approx(by_margin([points], 1))
    assert len(shown) == 2 + 11  # the capacity of 11 cannot be exceeded by a margin of 1 + 10
    twin, events = played(game, "fight", [])
    twin, events = played(twin, "forward Krafft", [*dice(8), *dice(5)])
    assert attack_class(twin, events) == 4


@pytest.mark.rule("10.73")
def test_the_defender_is_taken_to_choose_his_best_forward_unit() -> None:
    game = declared()
    fight = asked(game, "fight")
    assert fight.assumptions == ("the forward unit is Krafft, which gives the highest defence value",)
    do(game, "fight")
    exact = {name: agree(game, f"forward {name}") for name in ("Krafft", "Henke")}
    assert exact["Krafft"].outcomes == fight.outcomes
    assert texts(exact["Henke"])["repulsed"] < texts(fight)["repulsed"]
    assert sum(terms(exact["Henke"], *DV)) == -9


@pytest.mark.rule("10.73")
def test_an_only_forward_unit_is_no_assumption() -> None:
    assert asked(declared(unit("Krafft", "36")), "fight").assumptions == ()


@pytest.mark.rule("15.1")
def test_artillery_is_no_forward_unit_beside_others() -> None:
    game = declared(unit("Krafft", "36", "dis2"), unit("Schwapp", "36", defence=9))
    assert "Krafft" in [modifier.name for modifier in asked(game, "fight").modifiers]


@pytest.mark.rule("10.5", "10.743")
def test_capacity_and_overrun() -> None:
    """V9: one Fresh and one Dis1 absorb 6; the seventh point is an overrun, over an own bridge."""
    game = declared(unit("Krafft", "36", defence=4), unit("Henke", "36", "dis1"))
    odds = asked(game, "fight")
    edge = sum(terms(odds, *AV, *DV))
    assert edge == 11 - (4 + 1 + 3)
    assert texts(odds)["6 CP"] == pytest.approx(by_margin([6], edge))
    assert texts(odds)["overrun (7 CP or more)"] == pytest.approx(by_margin(range(7, 20), edge))
    do(game, "fight")
    agree(game, "forward Krafft")
    agree(game, "forward Henke")


@pytest.mark.rule("10.742")
def test_a_stalemate() -> None:
    """V13: the point unit Dis1, two Spent; as likely as the odds say."""
    game = declared()
    do(game, "fight")
    assert texts(asked(game, "forward Krafft"))["stalemate"] == pytest.approx(by_margin([-1], 0))
    twin, _ = played(game, "forward Krafft", [*dice(6), *dice(7)])
    assert [twin.state.units[name].condition for name in ("1Gren", "3Irish", "5Cold")] == ["dis1", "spent", "spent"]


@pytest.mark.rule("10.73")
def test_bridge_and_canal_count_once() -> None:
    """V5: one over the enemy's canal bridge (C 2), one across the canal beside it (D 2): 2."""
    units = unit("1-501", "45"), unit("2-501", "45"), unit("1034-59", "50"), unit("1035-59", "50")
    game = position(*units)
    do(game, "assault 45", "move 1-501 50", "cross 2-501 50")
    odds = asked(game, "attack 50")
    assert sum(terms(odds, "10.73C", "10.73D")) == -2
    do(game, "attack 50", "point 1-501", "fight")
    odds = agree(game, "forward 1034-59")
    assert not any(chance.data.get("overrun") for chance in odds.outcomes)


@pytest.mark.rule("10.81", "10.5")
@pytest.mark.parametrize("space", ["10", "23"])
def test_high_ground_and_polder_save_a_point_and_know_no_overrun(space: str) -> None:
    guards = [unit(name, space, attack=9) for name in ("1Gren", "3Irish", "5Cold")]
    game = position(*guards, unit("Krafft", space, defence=0), unit("Henke", space, defence=0))
    do(game, f"assault {space}", f"attack {space}", "point 1Gren", "join 3Irish", "join 5Cold", "fight")
    odds = agree(game, "forward Krafft")
    edge = sum(terms(odds, *AV, *DV))
    assert texts(odds)["success, no CP"] == pytest.approx(by_margin([1], edge))
    assert texts(odds)["all eliminated (9 CP or more)"] == pytest.approx(by_margin(range(10, 40), edge))


@pytest.mark.rule("10.72E")
def test_dis_and_mixed_units() -> None:
    units = unit("Krafft", "13"), unit("Bruhn", "13"), unit("1Para", "13", "dis2"), unit("2Para", "13", "dis1")
    game = position(*units, side=GERMAN, control={"13": "airborne"})
    do(game, "assault 13", "attack 13", "point Krafft", "join Bruhn", "fight")
    odds = agree(game, "forward 2Para")
    assert terms(odds, *AV) == [3, 1, -1]
    assert terms(odds, *DV) == [-3, 1, -4]
    assert terms(asked(game, "forward 1Para"), *DV) == [-3, 2, -4]


@pytest.mark.rule("10.72")
def test_each_declaration_shows_the_attack_fought_at_once() -> None:
    game = at_grave()
    do(game, "attack 36")
    for name in ("1Gren", "3Irish"):
        odds = asked(game, f"point {name}")
        assert sum(terms(odds, *AV)) == (6 if name == "1Gren" else 5) + 2 + 1
        assert odds.assumptions[0].startswith("attack now: 1Gren, 3Irish, 5Cold; point unit")
    do(game, "point 3Irish")
    assert "without it AV 8, DV 10" in asked(game, "support 55Fd").details[-1][0]
    assert terms(asked(game, "support 55Fd"), "10.72C", "10.72D") == [1, 1]
    assert terms(asked(game, "point 1Gren"), "10.72A") == [6]
    before = asked(game, "support 7Med")
    do(game, "support 7Med")
    assert asked(game, "fight").outcomes == before.outcomes


@pytest.mark.rule("10.72")
def test_joining_before_there_is_a_point_unit() -> None:
    game = position(unit("1Para", "13"), unit("2Para", "13"), unit("1ALtRA", "13"), unit("Krafft", "13"))
    do(game, "assault 13", "attack 13")
    assert silent(game, "join 1ALtRA")  # no attack without infantry or armour
    do(game, "join 1Para")
    odds = asked(game, "join 2Para")
    assert "2Para is the point unit" in odds.assumptions
    assert terms(odds, *AV) == [5, 1]


@pytest.mark.rule("10.7")
def test_an_attack_before_it_is_declared() -> None:
    """All in their best parts: the strongest in front, artillery in support."""
    odds = asked(at_grave(), "attack 36")
    assert terms(odds, *AV) == [6, 2, 2, 1]
    assert odds.assumptions[0] == ("everyone who can joins: 1Gren, 3Irish, 5Cold; point unit 1Gren; support 55Fd, 7Med")
    assert odds.outcomes == asked(declared(), "fight").outcomes


@pytest.mark.rule("8.222")
def test_only_those_who_failed_attack_after_an_infiltration() -> None:
    germans = unit("Spindler", "13"), unit("Harder", "13"), unit("Moeller", "13")
    game = position(*germans, unit("1Para", "7"), side=GERMAN, dice=[6, 6, 1])
    do(game, "infiltration 13", "infiltrate Spindler 7", "infiltrate Harder 7", "infiltrate Moeller 7")
    odds = asked(game, "attack 7")
    assert "everyone who can joins: Spindler, Harder; point unit Spindler" in odds.assumptions
    assert terms(odds, *AV) == [4, 1]


# Cards (23.7)


@pytest.mark.rule("23.7", "23.71")
def test_cards_left_in_the_decks() -> None:
    """The Allies have drawn all but 12 and 2, the Germans nothing."""
    out = tuple(range(1, 35))
    units = unit("1Para", "13"), unit("Krafft", "13"), unit("Henke", "13")
    game = position(*units, options=("cards",), cards={ALLIED: out, GERMAN: ()}, at="19-6")
    do(game, "assault 13", "attack 13", "point 1Para", "fight")
    odds = asked(game, "forward Krafft")
    edge = sum(terms(odds, *AV, *DV))
    expected = share([edge + card - d < 0 for card in (2, 12) for d in DECK])
    assert texts(odds)["repulsed"] == pytest.approx(expected)
    sunset = {chance.text: chance.p for chance in detail(odds, "Sunset")}
    assert sunset == {"the day goes on": 0.5, "the day ends": 0.5}  # the card is the sunset DR (Q60)


@pytest.mark.rule("23.71")
def test_a_spent_deck_is_shuffled() -> None:
    units = unit("1Para", "13"), unit("Krafft", "13"), unit("Henke", "13")
    spent = {ALLIED: tuple(range(36)), GERMAN: tuple(range(36))}
    games = [
        position(*units, options=("cards",), cards=spent),
        position(*units),
    ]
    for game in games:
        do(game, "assault 13", "attack 13", "point 1Para", "fight")
    new, usual = (asked(game, "forward Krafft") for game in games)
    assert texts(new) == pytest.approx(texts(usual))


@pytest.mark.rule("23.71")
def test_cards_of_a_roll_made_again_stay_out() -> None:
    units = unit("1Para", "13"), unit("Krafft", "13"), unit("Henke", "13")
    out = tuple(range(1, 35))
    cards = {ALLIED: out, GERMAN: out}
    game = position(*units, options=("cards",), cards=cards, holder=ALLIED, dice=[1, 1, 6, 6])
    do(game, "assault 13", "attack 13", "point 1Para", "fight", "forward Krafft")
    odds = asked(game, "reroll")
    assert [chance.data["margin"] for chance in detail(odds, "Margin")] == [sum(terms(odds, *AV, *DV)) + 12 - 2]


# The Advantage (12.2)


@pytest.mark.rule("12.2")
def test_an_attack_rolled_again() -> None:
    units = unit("1Para", "13"), unit("Krafft", "13"), unit("Henke", "13")
    game = position(*units, holder=ALLIED, dice=[1, 1, 6, 6])
    do(game, "assault 13", "attack 13", "point 1Para", "fight")
    before = asked(game, "forward Krafft")
    do(game, "forward Krafft")
    assert legal(game) == {"keep", "reroll", "quiet"}
    assert agree(game, "reroll") == before
    assert silent(game, "keep")
    assert silent(game, "quiet")


@pytest.mark.rule("12.2")
def test_single_dice_rolled_again() -> None:
    """The seizure failed; the holder rolls again."""
    game = position(unit("1-504", "32"), holder=ALLIED, dice=[1])
    do(game, "assault 32")
    before = asked(game, "seize 1-504 32-36")
    do(game, "seize 1-504 32-36")
    assert agree_on_die(game, "reroll", "seizure") == before


@pytest.mark.rule("12.2", "6.31")
def test_the_sunset_rolled_again() -> None:
    game = position(unit("1-504", "32"), holder=ALLIED, at="19-6", dice=[1, 1])
    before = asked(game, "pass")
    do(game, "pass")
    assert asked(game, "reroll").outcomes == before.outcomes


# Sunset (6.31, 17.4)


def fates(odds: Odds) -> dict[tuple[bool, bool], float]:
    return {(chance.data["ends"], chance.data["weather_changes"]): chance.p for chance in odds.outcomes}


@pytest.mark.rule("6.31", "12.41", "17.4")
def test_the_worked_sunset() -> None:
    """V15: impulse 6, DRM -2: 6 ends the day and changes the weather, 7 ends it, 8 does neither."""
    game = position(unit("1-504", "32"), at="19-6", sunset_drm=-2)
    odds = asked(game, "pass")
    assert fates(odds) == pytest.approx({(True, True): 5 / 36, (True, False): 16 / 36, (False, False): 15 / 36})
    assert [(modifier.value, modifier.rule) for modifier in odds.modifiers] == [(-2, "12.41")]
    ends: Counter[tuple[bool, bool]] = Counter()
    for roll, n in Counter(DECK).items():
        events = played(game, "pass", dice(roll))[1]
        ends[bool(told(events, "daylight_ended")), bool(told(events, "weather_change"))] += n
    assert fates(odds) == pytest.approx({fate: n / 36 for fate, n in ends.items()})


@pytest.mark.rule("6.31")
def test_the_usual_sunset() -> None:
    odds = asked(position(unit("1-504", "32"), at="19-6"), "pass")
    assert texts(odds) == pytest.approx({
        "the day goes on": 21 / 36, "the weather changes": 5 / 36, "the day ends": 10 / 36,
    })  # fmt: skip
    assert odds.modifiers == ()


@pytest.mark.rule("8.24")
def test_a_second_pass_ends_the_day_whatever_the_dice() -> None:
    game = position(unit("1-504", "32"), at="19-6", passes=1)
    assert fates(asked(game, "pass")) == pytest.approx({(True, False): 31 / 36, (True, True): 5 / 36})


@pytest.mark.rule("6.31")
def test_the_end_of_the_track() -> None:
    game = position(unit("1-504", "32"), at=f"19-{BOOK.charts.track.last}", sunset_drm=20)
    assert fates(asked(game, "pass")) == {(True, False): 1}


@pytest.mark.rule("6.31", "16.2")
def test_an_attack_or_bombardment_is_the_sunset_roll_too() -> None:
    game = position(unit("1Para", "13"), unit("Krafft", "13"), unit("Henke", "13"), at="19-6")
    usual = asked(game, "pass").outcomes
    assert detail(asked(game, "air RAF2 13"), "Sunset") == usual
    do(game, "assault 13")
    assert asked(game, "end").outcomes == usual
    assert detail(asked(game, "attack 13"), "Sunset") == usual
    game.script([*dice(7), *dice(12)])
    do(game, "attack 13", "point 1Para", "fight", "forward Krafft", "stay", "end")
    assert told(game.entries[-1].events, "sunset")
    assert game.state.now.side == GERMAN


@pytest.mark.rule("6.31")
def test_no_sunset_for_germans_or_after_the_first_roll() -> None:
    germans = unit("Krafft", "13"), unit("Henke", "13"), unit("1Para", "13")
    game = position(*germans, side=GERMAN, control={"13": "airborne"})
    assert silent(game, "pass")
    do(game, "assault 13")
    assert silent(game, "end")
    assert [heading.split(":")[0] for heading, _ in asked(game, "attack 13").details] == ["Margin"]
    game = position(unit("1-504", "32"), unit("1Para", "13"), unit("Krafft", "13"), unit("2Irish", "F"), at="19-6",
                    dice=[*dice(7), *dice(12)])  # fmt: skip
    do(game, "assault 13", "attack 13", "point 1Para", "fight", "stay", "end")
    assert legal(game, "end")  # Zone F may still be activated
    assert silent(game, "end")


# Bombardments (11, 16.2)


@pytest.mark.rule("11.2", "11.3", "11.4", "16.2")
def test_the_worked_air_bombardment() -> None:
    """V31: 8 against TEM 2 and one Fresh FLAK: 5; DRs of 9 and 6 make 6 AP."""
    game = position(unit("1-505", "30"), unit("FlakNij", "46"), unit("Krafft", "46"), unit("Weber", "46", "dis2"),
                    unit("1Gren", "41"), weather="clear")  # fmt: skip
    do(game, "air RAF2 46", "aim Krafft")
    odds = asked(game, "fight")
    assert [modifier.value for modifier in odds.modifiers] == [8, -4, -1]
    shown = {chance.data["points"]: chance.p for chance in odds.outcomes}
    assert shown[0] == pytest.approx(by_margin(range(-20, 1), 3))
    for points in range(1, 14):
        assert shown[points] == pytest.approx(by_margin([points], 3))
    hit = {chance.data["hit"]: chance.p for chance in detail(odds, "Primary target Krafft")}
    assert hit == pytest.approx({True: by_margin(range(2, 20), 3), False: by_margin(range(-20, 2), 3)})
    events = played(game, "fight", [*dice(9), *dice(6)])[1]
    assert told(events, "bombardment_result")[0].data["points"] == 6
    assert [heading for heading, _ in odds.details if heading.startswith("Friendly")] == []  # nobody to hit
    assert "absorbs nothing: it is Dis2" in [chance.text for _, chances in asked(game, "aim Weber").details
                                             for chance in chances]  # fmt: skip


@pytest.mark.rule("11.4", "11.41")
def test_every_roll_of_a_bombardment() -> None:
    game = position(unit("1Para", "13"), unit("Mielke", "13"), unit("Swoboda", "13"), weather="clear")
    do(game, "air RAF2 13", "aim Mielke")
    odds = asked(game, "fight")
    points: Counter[int] = Counter()
    hits = friendly = 0
    for (attacker, defender), n in Counter(PAIRS).items():
        events = played(game, "fight", [*dice(attacker), *dice(defender)])[1]
        points[told(events, "bombardment_result")[0].data["points"]] += n
        hits += n * any(event.data.get("unit") == "Mielke" for event in told(events, "condition"))
        friendly += n * bool(told(events, "friendly_fire"))
    assert {chance.data["points"]: chance.p for chance in odds.outcomes} == pytest.approx(
        {number: n / len(PAIRS) for number, n in points.items()}
    )
    assert detail(odds, "Primary target")[0].p == pytest.approx(hits / len(PAIRS))
    assert 1 - detail(odds, "Friendly fire")[0].p == pytest.approx(friendly / len(PAIRS))


@pytest.mark.rule("16.23")
def test_friendly_fire() -> None:
    """Equal DRs over a contested area: half of it, rounded up."""
    game = position(unit("1Para", "13"), unit("2Para", "13"), unit("Krafft", "13"), weather="clear")
    odds = asked(game, "air RAF2 13")
    found = {chance.data["points"]: chance.p for chance in detail(odds, "Friendly fire")}
    expected: Counter[int] = Counter((a + 1) // 2 if a == d else 0 for a, d in PAIRS)
    assert found == pytest.approx({points: n / len(PAIRS) for points, n in expected.items()})
    assert "fired now, without further support" in odds.assumptions
    game.script([*dice(7), *dice(7)])
    do(game, "air RAF2 13", "fight")
    assert told(game.entries[-1].events, "bombardment_result")
    assert silent(game, "aim 1Para")  # the Germans choose whom the friendly fire hits: nothing more is rolled


@pytest.mark.rule("11.112", "11.2")
def test_the_worked_barrage() -> None:
    """V33: corps lead 5, two supporters: 12; without the barrage 7."""
    guns = unit("7Med", "36", attack=5), unit("64Med", "36"), unit("94Fd", "36")
    game = position(*guns, unit("Krafft", "38"), unit("Schwapp", "38"))
    do(game, "bombard 38")
    assert asked(game, "lead 7Med").modifiers[0].value == 5
    do(game, "lead 7Med")
    assert asked(game, "barrage").modifiers[0].value == 10
    assert [modifier.value for modifier in asked(game, "support 64Med").modifiers] == [5, 1, -2, -1]
    do(game, "barrage", "support 64Med", "support 94Fd")
    odds = asked(game, "fight")
    assert [modifier.value for modifier in odds.modifiers] == [10, 2, -2, -1]
    assert odds.assumptions == ()
    assert detail(odds, "Primary target Krafft")
    do(game, "fight")
    assert {game.state.units[gun.id].condition for gun in guns} == {"spent"}


@pytest.mark.rule("11.12", "11.4")
def test_markers_as_targets() -> None:
    """A ferry is destroyed by one point, a construction marker lowered."""
    works = {"13-17": Crossing(ALLIED, True, {GERMAN: 2})}
    game = position(unit("7Med", "17"), unit("Krafft", "13"), unit("Henke", "13"))
    crossings = {**game.state.crossings, **works}
    game = position(unit("7Med", "17"), unit("Krafft", "13"), unit("Henke", "13"), crossings=crossings)
    do(game, "bombard 13", "lead 7Med")
    odds = asked(game, "aim work/13-17")
    assert detail(odds, "Primary target work/13-17")[0].text == "hit (1 AP or more)"
    edge = sum(modifier.value for modifier in odds.modifiers)
    assert detail(odds, "Primary target")[0].p == pytest.approx(by_margin(range(1, 20), edge))


# Bridges (9.22, 19)


@pytest.mark.rule("9.22")
def test_the_worked_seizure() -> None:
    """V17: canal bridge, nobody beyond: 3 or more."""
    game = position(unit("1-504", "32"))
    do(game, "assault 32")
    odds = agree_on_die(game, "seize 1-504 30-32", "seizure")
    assert results(odds) == pytest.approx({"success": 4 / 6, "failure": 2 / 6})
    assert odds.outcomes[0].text == "the bridge is seized (3-6)"
    assert [modifier.value for modifier in odds.modifiers] == [1]
    river = agree_on_die(game, "seize 1-504 32-36", "seizure")
    assert results(river)["success"] == 0.5


@pytest.mark.rule("9.22")
def test_the_impossible_seizure() -> None:
    """V19: river bridge, two Fresh beyond."""
    game = position(unit("1-504", "32"), unit("Krafft", "36"), unit("Henke", "36"))
    do(game, "assault 32")
    assert refused(game, "seize 1-504 32-36").rule == "9.22"
    game = position(unit("1-504", "32"), unit("Krafft", "36"))
    do(game, "assault 32")
    odds = agree_on_die(game, "seize 1-504 32-36", "seizure")
    assert results(odds)["success"] == pytest.approx(1 / 6)
    assert odds.outcomes[0].text.endswith("(6)")


@pytest.mark.rule("19.4", "19.5")
def test_the_worked_demolition() -> None:
    """V21: canal bridge, one side Free, the other the enemy's: 4 or more. V23: impossible."""
    game = position(unit("Henke", "30"), unit("1-504", "32"), side=GERMAN)
    do(game, "assault 30")
    odds = agree_on_die(game, "blow 30-32", "demolition")
    assert results(odds) == {"success": 0.5, "failure": 0.5}
    assert [modifier.value for modifier in odds.modifiers] == [3]
    contested = unit("Henke", "36"), unit("1Gren", "36"), unit("1-504", "32")
    game = position(*contested, side=GERMAN, control={"36": "XXX"})
    do(game, "assault 36")
    assert refused(game, "blow 32-36").rule == "19.5"


SUPPLIED = dict.fromkeys(["F", *BOOK.areas], "XXX")
HELD = dict.fromkeys(BOOK.waters, ALLIED)


@pytest.mark.rule("19.2", "19.21", "19.5")
def test_the_worked_repair() -> None:
    """V25: own Free, enemy beyond, river: 6 only; a marker makes it 5."""
    units = unit("1Gren", "32"), unit("Krafft", "36")
    control = {**SUPPLIED, "36": GERMAN}
    game = position(*units, control=control, holders=HELD, blown=["32-36"], advantage=Advantage(None))
    do(game, "assault 32")
    odds = agree_on_die(game, "repair 32-36", "repair")
    assert results(odds)["success"] == pytest.approx(1 / 6)
    assert odds.outcomes[1].text == "a construction marker +1 (1-5)"
    assert sorted(modifier.value for modifier in odds.modifiers) == [-1, -1, 3]
    game.script([1, *dice(12)])
    do(game, "repair 32-36", "end", "pass")
    do(game, "assault 32")
    odds = agree_on_die(game, "repair 32-36", "repair")
    assert results(odds)["success"] == pytest.approx(2 / 6)
    assert odds.outcomes[1].text == "a construction marker +2 (1-4)"


@pytest.mark.rule("19.23")
def test_night_repair() -> None:
    """Canal bridge, both banks Free: 3 + 3 - 1 against 7."""
    units = unit("1Gren", "64"), unit("2Irish", "F")
    game = position(*units, phase="refit", control=SUPPLIED, holders=HELD, blown=["63-64"])
    do(game, "end")
    odds = agree_on_die(game, sorted(legal(game, "night"))[0], "repair")
    assert results(odds)["success"] == pytest.approx(5 / 6)
    assert sorted(modifier.value for modifier in odds.modifiers) == [-1, 3, 3]


# Infiltration (8.222), drops (18.44), weather (6.21), surrender (13.9)


@pytest.mark.rule("8.222")
@pytest.mark.parametrize(("weather", "good"), [("clear", 2), ("overcast", 3)])
def test_the_worked_infiltration(weather: str, good: int) -> None:
    """V27: TEM 3: 1 and 2, in Overcast weather 3 too."""
    game = position(unit("Spindler", "13"), unit("1Para", "7"), side=GERMAN, weather=weather)
    do(game, "infiltration 13")
    odds = agree_on_die(game, "infiltrate Spindler 7", "infiltration")
    assert results(odds)["success"] == pytest.approx(good / 6)
    assert sum(modifier.value for modifier in odds.modifiers) == good


LIFT = unit("10Para", "UK", drop="2"), unit("156Para", "UK", drop="2"), unit("11Para", "UK", drop="5")


@pytest.mark.rule("18.44")
def test_interdiction() -> None:
    """IV 2 at Ginkelse Heide: 3 to 6 unhurt, 2 Spent, 1 Dis1; nobody shoots at Renkum."""
    flak = unit("Swoboda", "9"), unit("Gropp", "4"), unit("FlakNij", "4", "spent")
    game = position(*LIFT, *flak, at="18-3", weather="clear")
    do(game, "assault UK")
    odds = asked(game, "drop 10Para 2")
    assert results(odds) == pytest.approx({"unhurt": 4 / 6, "spent": 1 / 6, "dis1": 1 / 6})
    assert [modifier.value for modifier in odds.modifiers] == [-2]
    for face in FACES:
        twin = game.branch()
        do(twin, "drop 10Para 2")
        twin.script([face])
        do(twin, "end")
        expected = "dis1" if face < 2 else "spent" if face == 2 else "fresh"
        assert twin.state.units["10Para"].condition == expected
    odds_there = asked(game, "drop 11Para 5")
    assert results(odds_there) == pytest.approx({"unhurt": 5 / 6, "spent": 1 / 6})  # Wolfheze is next door


@pytest.mark.rule("18.44")
def test_several_that_drop() -> None:
    game = position(*LIFT, unit("Swoboda", "9"), at="18-3", weather="clear")
    do(game, "assault UK", "drop 11Para 5")
    assert silent(game, "end")
    do(game, "drop 10Para 2")
    assert results(asked(game, "end")) == pytest.approx({"unhurt": 5 / 6, "spent": 1 / 6})
    do(game, "drop 156Para 2")
    odds = asked(game, "end")
    assert {chance.data["hit"]: chance.p for chance in odds.outcomes} == pytest.approx(
        {0: 25 / 36, 1: 10 / 36, 2: 1 / 36}
    )
    assert [heading for heading, _ in odds.details] == ["10Para at 2 Ginkelse Heide", "156Para at 2 Ginkelse Heide"]


@pytest.mark.rule("18.44", "12.2")
def test_interdiction_rolled_again() -> None:
    game = position(*LIFT, unit("Swoboda", "9"), at="18-3", weather="clear", holder=ALLIED, dice=[1])
    do(game, "assault UK", "drop 10Para 2", "end")
    assert results(asked(game, "reroll")) == pytest.approx({"unhurt": 5 / 6, "spent": 1 / 6})


@pytest.mark.rule("6.21")
def test_the_weather_of_the_next_day() -> None:
    game = position(unit("1Gren", "32"), unit("Krafft", "36"), at="18-5", phase="regroup", control={"31": "XXX"})
    assert results(asked(game, "end")) == {"clear": 0.5, "overcast": 0.5}
    game = position(unit("1Gren", "32"), unit("Krafft", "36"), at="17-5", phase="regroup", control={"31": "XXX"})
    assert silent(game, "end")  # Clear on the 18th without a die


@pytest.mark.rule("13.9")
def test_surrender() -> None:
    """Level 3: 1 and 2 surrender, 3 Dis2."""
    cut_off = unit("1Para", "7", "dis1"), unit("2Para", "8", "spent"), unit("1Gren", "F")
    game = position(*cut_off, phase="refit", at="19-5")
    while not any(legal(game, verb) == {"end"} for verb in ("end",) if game.odds(game.parse("end"))):
        do(game, "end")
    odds = asked(game, "end")
    single = {name: {chance.data["result"]: chance.p for chance in chances} for name, chances in odds.details}
    assert single["1Para"] == pytest.approx({"holds": 3 / 6, "dis2": 1 / 6, "eliminated": 2 / 6})
    assert single["2Para"] == pytest.approx({"holds": 4 / 6, "dis1": 1 / 6, "eliminated": 1 / 6})
    assert {chance.data["hit"]: chance.p for chance in odds.outcomes} == pytest.approx(
        {0: 12 / 36, 1: (3 * 4 + 3 * 2) / 36, 2: 6 / 36}
    )


# D-Day (20)


def d_day(*options: str) -> Game:
    return Game(TITLE, f"{TITLE.id}/basic", 3, {"undo": "free", **dict.fromkeys(options, "on")})


@pytest.mark.rule("20.2")
def test_bombs_on_the_towers() -> None:
    game = d_day()
    for command in sorted(legal(game, "bomb")):
        odds = asked(game, command)
        name = command.split()[1]
        space = game.state.units[name].location
        fresh = [
            each for each in game.state.units.values() if each.location == space and each.type in ("flak", "tower")
        ]
        edge = 8 - 2 * BOOK.spaces[space].tem - len(fresh)
        assert sum(modifier.value for modifier in odds.modifiers) == edge
        assert detail(odds, f"Primary target {name}")[0].p == pytest.approx(by_margin(range(2, 30), edge))


@pytest.mark.rule("23.2", "18.44")
def test_drop_areas_to_choose() -> None:
    game = d_day("drop_choice")
    rng = Random(1)
    while not legal(game, "choose"):
        do(game, rng.choice(sorted(legal(game))))
    for command in sorted(legal(game, "choose")):
        odds = game.odds(game.parse(command))
        assert odds is None or odds.modifiers[0].rule == "18.44"
    odds = game.odds(game.parse("end"))
    assert odds is None or sum(chance.p for chance in odds.outcomes) == pytest.approx(1)


@pytest.mark.rule("20.4", "20.5")
def test_attacks_on_d_day() -> None:
    """Airborne troops know no overrun; the sunset is far."""
    game, rng = d_day(), Random(4)
    game.edit([{"op": "replace", "path": "/units/Krafft/location", "value": "4"}])
    seen = set()
    while game.state.impulse == 0 and not isinstance(game.state.stack[1], Daylight):
        for command in sorted(legal(game)):
            odds = game.odds(game.parse(command))
            if odds is None:
                continue
            asked(game, command)
            seen.add(command.split()[0])
            assert not any(heading.startswith("Sunset") for heading, _ in odds.details)
            if command == "act attack":
                assert not any(chance.data.get("overrun") for chance in odds.outcomes)
        choices = sorted(legal(game))
        do(game, "act attack" if "act attack" in choices else rng.choice(choices))
    assert {"bomb", "act", "fight", "point"} <= seen


# What is not rolled, and everything at once


def test_nothing_is_rolled() -> None:
    game = position(unit("1-504", "32"), unit("Krafft", "36"))
    assert silent(game, "assault 32")
    do(game, "assault 32")
    assert silent(game, "move 1-504 36")


def every(game: Game) -> Iterator[Odds]:
    for command in game.legal(60):
        odds = game.odds(command)
        if odds is not None:
            yield odds


@pytest.mark.parametrize("options", [(), ("cards", "drop_choice")])
def test_all_odds_of_a_game_add_up(options: tuple[str, ...]) -> None:
    game, rng = d_day(*options), Random(7)
    for _ in range(250):
        if game.over:
            break
        before = game.state
        for odds in every(game):
            assert odds.outcomes
            for chances in (odds.outcomes, *(chances for _, chances in odds.details)):
                assert sum(chance.p for chance in chances) == pytest.approx(1)
        assert game.state is before
        game.apply(rng.choice(game.legal(200)))
