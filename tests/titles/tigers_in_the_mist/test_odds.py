"""The odds calculator against every outcome of the dice played through the rules, and against sums done by hand."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import pytest

from tests.titles.tigers_in_the_mist.battles import (
    CLERVAUX,
    HIT,
    MARNACH,
    MISS,
    ST_VITH,
    allied,
    end_movement,
    german,
    joined,
    ring,
    stage,
    start_battle,
)
from tests.titles.tigers_in_the_mist.kit import ALLIED, GERMAN, TITLE, do, legal, position
from wargame_tui.core.command import Command
from wargame_tui.core.dice import Dice
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.core.title import Chance, Odds
from wargame_tui.titles.tigers_in_the_mist.commands import Fight, Ready, Support
from wargame_tui.titles.tigers_in_the_mist.rules.combat import Battle
from wargame_tui.titles.tigers_in_the_mist.state import Bridge, SpecialForces, State, Unit

Losses = tuple[tuple[str, int], ...]
"""Strength lost by each unit that lost any, by name."""
FACES = 10


# Every outcome of the dice


@dataclass(frozen=True, slots=True)
class Run:
    """One way in which the dice may fall."""

    events: tuple[Event, ...]
    dice: tuple[int, ...]
    chances: tuple[float, ...]
    """Of success of each die, by its number and modifiers."""

    @property
    def losses(self) -> Losses:
        lost: defaultdict[str, int] = defaultdict(int)
        for event in self.events:
            if event.kind == "loss":
                lost[event.data["unit"]] += event.data["lost"]
        return tuple(sorted(lost.items()))


def run(state: State, command: Command, faces: Sequence[int]) -> Run:
    """Play a battle from a command to its end by the rules; the dice show the faces and then tens.

    Decisions still open are taken as the odds assume: all calls, the first choice listed, no special forces, and
    nobody joins the attack but those who must; if nobody must, everybody.
    """
    draft = TITLE.draft(state)
    draft.dice = Dice(0, 0, (*faces, *[FACES] * 99))
    draft.stack[-1].do(draft, command)
    everybody = isinstance(command, Fight) and not draft.stack[-1].attackers
    while not any(event.kind == "battle_ended" for event in draft.events):
        step = draft.stack[-1]
        if step.decider(draft) is None:
            step.proceed(draft)
        elif step.stage == "attackers" and not everybody:
            step.do(draft, Ready())
        elif step.stage == "support":
            step.do(draft, Support("no"))
        else:
            step.do(draft, next(step.legal(draft)))
    dice, chances = [], []
    for event in draft.events:
        if "needed" in event.data:
            needed = event.data["needed"] - sum(drm for _, drm, _ in event.data["modifiers"])
            dice += event.data["dice"]
            chances += [min(max(needed, 0), FACES) / FACES] * len(event.data["dice"])
    return Run(tuple(draft.events), tuple(dice), tuple(chances))


def by_success(state: State, command: Command) -> Iterator[tuple[float, Run]]:
    """Every combination of successes and failures, with its probability."""
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        faces = waiting.pop()
        played = run(state, command, faces)
        p = 1.0
        for index, (die, chance) in enumerate(zip(played.dice, played.chances, strict=True)):
            if index >= len(faces) and 0 < chance < 1:  # so far a failure; once more with a success
                waiting.append((*played.dice[:index], HIT))
            p *= chance if die <= round(chance * FACES) else 1 - chance
        yield p, played


def by_face(state: State, command: Command) -> Iterator[tuple[float, Run]]:
    """Every combination of faces: slower, and takes no number from the rules."""
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        faces = waiting.pop()
        played = run(state, command, faces)
        if len(played.dice) == len(faces):
            yield FACES ** -len(faces), played
        else:
            waiting += [(*faces, face) for face in range(1, FACES + 1)]


Spread = dict[tuple[int, ...], float]
Method = Callable[[State, Command], Iterator[tuple[float, Run]]]


def agree(game: Game, notation: str, method: Method = by_success) -> Odds:
    """The odds of a command, after comparing all that they say with what the dice can do."""
    command = game.parse(notation)
    odds = game.odds(command)
    assert odds is not None
    results: defaultdict[Losses, float] = defaultdict(float)
    for p, played in method(game.state, command):
        results[played.losses] += p
    assert sum(results.values()) == pytest.approx(1)
    units = game.state.units
    attacker = game.state.active

    def of_side(losses: Losses, attacks: bool) -> int:
        return sum(lost for name, lost in losses if (units[name].side == attacker) == attacks)

    def spread(of: Callable[[Losses], tuple[int, ...]]) -> Spread:
        found: defaultdict[tuple[int, ...], float] = defaultdict(float)
        for losses, p in results.items():
            found[of(losses)] += p
        return found

    if "answered" not in odds.outcomes[0].data:
        same(
            {(chance.data["attacker_loses"], chance.data["defender_loses"]): chance.p for chance in odds.outcomes},
            spread(lambda losses: (of_side(losses, True), of_side(losses, False))),
        )
    (_, taken), *losses_told = odds.details
    step = TITLE.draft(game.state)
    step.stack[-1].do(step, command)
    battle = step.stack[-1]
    if isinstance(battle, Battle) and battle.attackers:
        whole = {name: units[name].strength for name in (*battle.attackers, *battle.defenders)}

        def takes(losses: Losses) -> tuple[int, ...]:
            left = {name: whole[name] - dict(losses).get(name, 0) for name in whole}
            return (int(any(left[n] for n in battle.attackers) and not any(left[n] for n in battle.defenders)),)

        same({(int(chance.data["takes"]),): chance.p for chance in taken}, spread(takes))
    details: dict[str, Spread] = {
        heading: {(chance.data["lost"],): chance.p for chance in chances} for heading, chances in losses_told
    }
    same(details.pop(f"{attacker} loses"), spread(lambda losses: (of_side(losses, True),)))
    foe = ALLIED if attacker == GERMAN else GERMAN
    same(details.pop(f"{foe} loses"), spread(lambda losses: (of_side(losses, False),)))
    for name, found in details.items():
        same(found, spread(lambda losses, name=name: (dict(losses).get(name, 0),)))  # type: ignore[misc]
    assert {name for losses in results for name, _ in losses} <= details.keys()
    return odds


def same(found: Mapping[tuple[int, ...], float], expected: Mapping[tuple[int, ...], float]) -> None:
    """Two distributions are the same, and all of it."""
    assert sum(found.values()) == pytest.approx(1)
    assert {key: p for key, p in found.items() if p > 1e-12} == pytest.approx(
        {key: p for key, p in expected.items() if p > 1e-12}
    )


# Battles


def before(*units: Unit, **changes: object) -> Game:
    """The attacker is about to choose his battle; both sides have been in Clervaux since the impulse began."""
    game = position(*units, **changes)  # type: ignore[arg-type]
    end_movement(game)
    return game


I1, I2, T1, E1 = (
    german("G1", "infantry", 1),
    german("G2", "infantry", 2),
    german("Gt", "armour", 1),
    german("Ge", "engineer", 1),
)
A1, A2, AT = allied("A1", "infantry", 1), allied("A2", "infantry", 2), allied("At", "armour", 1)
DUG_IN = allied("A1", "infantry", 1, entrenched=True)

SMALL: dict[str, tuple[Unit, ...]] = {
    "one against one": (I1, A1),
    "one against two points": (I1, A2),
    "two points against one": (I2, A1),
    "two points against two": (I2, A2),
    "two units against one": (I1, german("G3", "infantry", 1), A1),
    "one unit against two": (I1, A1, AT),
    "two units against two": (I1, T1, A1, AT),
    "unequal quality": (E1, I2, A1, AT),
    "strength 1 passed over": (german("Gm", "mechanized", 1), I2, allied("Am", "mechanized", 1), A1),
    "entrenched": (I2, DUG_IN),
    "one of two entrenched": (I2, DUG_IN, A2),
    "a call of the attacker's": (german("G3", "infantry", 3), A1),
    "his call kills whom he would fire at": (german("G3", "infantry", 3), A1, allied("A3", "infantry", 1)),
    "combined arms if the call is answered": (T1, I2, A1),
    "combined arms against two": (T1, I2, A1, AT),
    "attackers who may all die": (german("G3", "infantry", 3), allied("At", "armour", 2, defence=8)),
    "two calls of the defender's": (I1, T1, allied("A3", "infantry", 3, attack=1), allied("At", "armour", 3)),
    "attackers who never hit": (german("G1", "infantry", 2, attack=0), A1),
    "attackers who always hit": (german("G1", "infantry", 2, attack=10), A2),
    "defenders who always hit": (I2, allied("A1", "infantry", 1, defence=9)),
}  # fmt: skip


@pytest.mark.parametrize("name", SMALL)
def test_whole_battles(name: str) -> None:
    agree(before(*SMALL[name]), "battle 68")


@pytest.mark.parametrize("name", ["one against one", "two points against one", "entrenched"])
def test_the_last_shots_face_by_face(name: str) -> None:
    """All ten faces of every die, so that no number of the rules is taken for granted."""
    game = joined(*SMALL[name], dice=[MISS])
    agree(game, "call 0", by_face)


def test_a_whole_battle_face_by_face() -> None:
    agree(before(I1, A1), "battle 68", by_face)


@pytest.mark.parametrize("name", ["one against one", "two units against two", "a call of the attacker's"])
def test_allied_attacks(name: str) -> None:
    agree(before(*SMALL[name], side=ALLIED), "battle 68")


def test_artillery_on_the_start_line() -> None:
    units = german("G3", "infantry", 3, MARNACH), allied("A1", "infantry", 1, MARNACH)
    agree(before(*units), "battle 70")


@pytest.mark.parametrize("cut_off", [GERMAN, ALLIED])
def test_units_out_of_supply(cut_off: str) -> None:
    enemy = ALLIED if cut_off == GERMAN else GERMAN
    game = before(german("G3", "infantry", 3), A1, *ring(CLERVAUX, enemy))
    assert game.state.unsupplied_for_combat
    agree(game, "battle 68")


def test_a_mixed_stack() -> None:
    """Armour out of supply, infantry in supply over one destroyed bridge."""
    blockers = [allied(f"B{area}", "infantry", 1, area) for area in ("68", "69", "71")]
    units = (
        german("G3", "infantry", 3, MARNACH),
        german("Gt", "armour", 1, MARNACH),
        allied("A1", "infantry", 1, MARNACH),
    )
    game = before(*units, *blockers)
    assert game.state.unsupplied_for_combat == ("Gt",)
    agree(game, "battle 70")


@pytest.mark.parametrize("sources", [("49",), ("49", "77"), ("49", "74")])
def test_attackers_over_rivers(sources: tuple[str, ...]) -> None:
    """One battle, forced, that begins by itself: asked when it stands at the defender's call."""
    units = [german(f"G{area}", "infantry", 1, area) for area in sources]
    game = position(*units, allied("A1", "infantry", 1, ST_VITH), at="16-2")
    for area in sources:
        do(game, f"move G{area}", "to 73")
    start_battle(game, ST_VITH)
    odds = agree(game, "call 1")
    assert ("Allied fire hits on: attackers crossed a river" in {m.name for m in odds.modifiers}) == (
        "74" not in sources
    )


def test_attackers_over_a_river_with_another_battle_to_come() -> None:
    units = [
        german("G1", "infantry", 1, "49"),
        german("G2", "infantry", 1, "71"),
        allied("A1", "infantry", 1, ST_VITH),
        A2,
    ]
    game = position(*units, at="16-2")
    do(game, "move G1", "to 73", "move G2", "to 68")
    assert legal(game) == {"battle 68", "battle 73"}
    agree(game, "battle 73")
    agree(game, "battle 68")


def test_those_already_there_who_may_join() -> None:
    game = position(german("G3", "infantry", 1, "71"), I1, A1, german("G4", "infantry", 1, "69"),
                    german("G5", "infantry", 1, MARNACH), allied("A5", "infantry", 1, MARNACH))  # fmt: skip
    do(game, "move G3", "to 68", "move G4", "to 68", "end")
    agree(game, "battle 68")
    do(game, "battle 68")
    for command in sorted(legal(game)):  # attack G1, ready
        agree(game, command)


@pytest.mark.parametrize("attacker", [GERMAN, ALLIED])
def test_battlefield_support(attacker: str) -> None:
    special = SpecialForces(area=CLERVAUX, effect="battlefield support")
    game = before(german("G3", "infantry", 3), A2, side=attacker, special=special)
    without = agree(game, "battle 68")
    assert "without special forces" in without.assumptions
    do(game, "battle 68")
    assert agree(game, "support no").outcomes == without.outcomes
    assert "Allied fire hits on: German battlefield support" in {m.name for m in agree(game, "support yes").modifiers}


HARMLESS = {"attack": 0, "defence": -9}
WALKS: dict[str, tuple[Unit, ...]] = {
    "choices for everybody": (I1, german("G2", "infantry", 2), A1, A2),
    "combined arms": (german("Gt", "armour", 1), german("G2", "infantry", 2), DUG_IN, allied("A3", "infantry", 1)),
    "two counters": (
        I1, german("Gm", "mechanized", 1),
        allied("A3", "infantry", 3, **HARMLESS), allied("A4", "infantry", 3, **HARMLESS),
    ),
}  # fmt: skip
LUCK = ([HIT] * 20, [MISS, *[HIT] * 20], [8, 4, 6, 3, 9, 2, 5, 3, 4, 10, 1, 1])


@pytest.mark.parametrize(("name", "dice"), [*product(WALKS, LUCK)])
def test_every_decision_of_a_battle(name: str, dice: list[int]) -> None:
    """At each stage each command has the odds of what can still happen, decisions made and losses taken counted in."""
    game = before(*WALKS[name], dice=dice)
    seen = []
    while (game.state.impulse, game.state.active) == (1, GERMAN):
        commands = sorted(legal(game) - {"done"})
        for command in commands:
            agree(game, command)
        seen.append(stage(game))
        everybody = stage(game) == "attackers"
        do(game, commands[0 if everybody else -1])  # then all calls, and not the first target
    assert seen[:4] == ["", "attackers", "attackers", "defender calls"]
    assert name != "choices for everybody" or {"defender aims", "attacker aims"} & {*seen}
    assert name != "two counters" or dice == LUCK[1] or "defender lays" in seen


# By hand


def chances(odds: Odds) -> dict[tuple[int, int], float]:
    return {(chance.data["attacker_loses"], chance.data["defender_loses"]): chance.p for chance in odds.outcomes}


def of(odds: Odds, heading: str) -> list[float]:
    """The chances of losing 0, 1, ..."""
    found: tuple[Chance, ...] = dict(odds.details)[heading]
    assert [chance.data["lost"] for chance in found] == list(range(len(found)))
    return [chance.p for chance in found]


def test_one_against_one_by_hand() -> None:
    """Call .8; without combined arms artillery hits on 5 + 1: .6, fire on 4 + 1: .5; the attacker hits on 3."""
    odds = game_odds(before(I1, A1), "battle 68")
    attacker_dies = 1 - (1 - 0.8 * 0.6) * (1 - 0.5)
    assert chances(odds) == pytest.approx({
        (1, 0): attacker_dies, (0, 0): (1 - attacker_dies) * 0.7, (0, 1): (1 - attacker_dies) * 0.3,
    })  # fmt: skip
    assert [(m.name, m.value, m.rule) for m in odds.modifiers] == []  # known once artillery has been called


def test_combined_arms_by_hand() -> None:
    """Armour and 2 infantry against one entrenched unit, no call of the defender's: the call is answered with .4."""
    units = german("Gt", "armour", 1), german("G2", "infantry", 2), DUG_IN
    game = joined(*units, dice=[MISS])
    odds = game_odds(game, "call 0")
    hit = 0.4 * 0.4 + 0.6 * 0.5  # defence 4 with combined arms, 5 without
    assert of(odds, "German loses") == pytest.approx([1 - hit, hit])
    assert of(odds, "G2") == pytest.approx([1 - hit, hit])  # infantry fires at infantry
    # the defender survives: no gun hits (.4 x .2), nor armour on 5 - 1, nor infantry on 3 - 1
    spared = 0.6 * ((1 - 0.5) * 0.6 * 0.8**2 + 0.5 * 0.6 * 0.8)
    spared += 0.4 * 0.8 * ((1 - 0.4) * 0.6 * 0.8**2 + 0.4 * 0.6 * 0.8)
    assert of(odds, "Allied loses") == pytest.approx([spared, 1 - spared])


def test_calls_by_hand() -> None:
    game = joined(german("G1", "infantry", 1), *[allied(f"A{n}", "infantry", 3) for n in (1, 2)])
    odds = game_odds(game, "call 2")
    assert {chance.data["answered"]: chance.p for chance in odds.outcomes} == pytest.approx({0: 0.04, 1: 0.32, 2: 0.64})
    odds = game_odds(game, "call 1")
    assert [chance.p for chance in odds.outcomes] == pytest.approx([0.2, 0.8])
    assert chances(game_odds(game, "call 0"))  # nothing is rolled for calls: the losses instead


def game_odds(game: Game, notation: str) -> Odds:
    odds = game.odds(game.parse(notation))
    assert odds is not None
    assert sum(chance.p for chance in odds.outcomes) == pytest.approx(1)
    return odds


def test_big_battles_add_up_to_one() -> None:
    kinds = ("armour", 4), ("mechanized", 2), ("infantry", 3), ("engineer", 1)
    units = [german(f"G{n}", kind, strength) for n, (kind, strength) in enumerate(kinds)]
    units += [allied(f"A{n}", kind, strength) for n, (kind, strength) in enumerate(kinds)]
    odds = game_odds(before(*units), "battle 68")
    assert sum(p * a for (a, _), p in chances(odds).items()) > 0
    for _, spread in odds.details:
        assert sum(chance.p for chance in spread) == pytest.approx(1)


# Bridges, and what is not rolled


def shares(game: Game, command: str, kind: str) -> float:
    """How many of the ten faces succeed when the command is given."""
    good = 0
    for face in range(1, FACES + 1):
        twin = game.branch()
        twin.script([face])
        (roll,) = [event for event in twin.apply(command) if event.kind == kind]
        good += roll.data["successes"]
    return good / FACES


@pytest.mark.parametrize(
    ("kind", "moved", "p"),
    [("engineer", False, 0.8), ("engineer", True, 0.4), ("infantry", False, 0.4), ("motorized", True, 0.2)],
)
def test_demolition(kind: str, moved: bool, p: float) -> None:
    game = position(german("G1", "infantry", 1, "49"), allied("A1", kind, 1, ST_VITH, moved=moved))
    do(game, "move G1")
    crossing = game_odds(game, "to 73")
    assert [chance.p for chance in crossing.outcomes] == pytest.approx([p, 1 - p])
    assert crossing.assumptions
    do(game, "to 73")
    assert game.side == ALLIED
    (blow,) = (command for command in legal(game) if command.startswith("blow"))
    odds = game_odds(game, blow)
    assert [chance.p for chance in odds.outcomes] == pytest.approx([p, 1 - p])
    assert shares(game, blow, "demolition") == p
    assert game.odds(game.parse("pass")) is None


def test_crossing_reckons_with_the_best_unit_that_may_try() -> None:
    units = allied("A1", "infantry", 1, ST_VITH), allied("A2", "engineer", 1, ST_VITH)
    game = position(german("G1", "infantry", 1, "49"), german("G2", "infantry", 1, "49"), *units)
    do(game, "move G1")
    assert [chance.p for chance in game_odds(game, "to 73").outcomes] == pytest.approx([0.8, 0.2])
    do(game, "to 73")
    game.script([MISS])
    (blow,) = (command for command in legal(game) if command.endswith("A2"))
    do(game, blow, "move G2")
    assert game.odds(game.parse("to 73")) is None  # one check a bridge and impulse (10.25)


def test_special_forces_that_prevent_demolition() -> None:
    special = SpecialForces(area="71", effect="prevent demolition")
    game = position(german("G1", "infantry", 1, "50"), allied("A1", "engineer", 1, "71"), special=special)
    do(game, "move G1")
    assert [chance.p for chance in game_odds(game, "to 71").outcomes] == pytest.approx([0.1, 0.9])
    do(game, "to 71")
    (blow,) = (command for command in legal(game) if command.startswith("blow"))
    assert [chance.p for chance in game_odds(game, blow).outcomes] == pytest.approx([0.1, 0.9])
    assert shares(game, blow, "demolition") == 0.1


@pytest.mark.parametrize(("failures", "p"), [(0, 0.4), (1, 0.5), (2, 0.6), (6, 1.0), (9, 1.0)])
def test_building(failures: int, p: float) -> None:
    game = position(german("G1", "engineer", 1, "51"), german("G2", "infantry", 1, MARNACH))
    bridge = next(name for name in game.state.bridges if set(name.split("-")) == {"51", "70"})
    game.edit([{"op": "replace", "path": f"/bridges/{bridge}/failures", "value": failures}])
    assert game.state.bridges[bridge] == Bridge(intact=False, failures=failures)
    end_movement(game)
    command = f"build G1 {bridge}"
    assert [chance.p for chance in game_odds(game, command).outcomes] == pytest.approx([p, 1 - p])
    assert shares(game, command, "bridging") == p


def test_nothing_is_said_where_nothing_is_rolled() -> None:
    game = position(german("G1", "infantry", 1, "71"), german("G2", "infantry", 1))
    for command in ("move G1", "end"):
        assert game.odds(game.parse(command)) is None
    do(game, "move G1")
    assert game.odds(game.parse("to 68")) is None
    assert not isinstance(game.state.stack[-1], Battle)
