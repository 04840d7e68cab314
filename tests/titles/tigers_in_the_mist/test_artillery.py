"""Rule 9.4: calls for artillery, where the counters are laid, what they hit."""

from collections.abc import Sequence
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.titles.tigers_in_the_mist.battles import (
    CLERVAUX,
    DASBURG,
    HIT,
    MARNACH,
    MISS,
    ST_VITH,
    allied,
    fight,
    german,
    joined,
    losses,
    modifiers,
    ring,
    shots,
    skip_impulse,
    stage,
    start_battle,
)
from tests.titles.tigers_in_the_mist.kit import ALLIED, GERMAN, do, legal, position, refused, rolls
from wargame_tui.core.game import Game
from wargame_tui.titles.tigers_in_the_mist.rules import artillery
from wargame_tui.titles.tigers_in_the_mist.state import SpecialForces, State, Unit

SILENT = [MISS] * 99


def calls_of_attacker(*units: Unit, **changes: object) -> int:
    """How many calls the German attacker is offered against one infantry unit."""
    game = joined(*units, allied("A1", "infantry", 1), dice=SILENT, **changes)  # type: ignore[arg-type]
    if stage(game) == "defender calls":
        do(game, "call 0")
    return len(legal(game)) - 1 if stage(game) == "attacker calls" else 0


def calls_of_defender(*units: Unit, **changes: object) -> int:
    """How many calls the Allied defender is offered against one infantry unit."""
    game = joined(german("G1", "infantry", 1), *units, dice=SILENT, **changes)  # type: ignore[arg-type]
    return len(legal(game)) - 1 if stage(game) == "defender calls" else 0


# Calls


@pytest.mark.rule("9.41", "9.42")
@pytest.mark.parametrize("strength", range(1, 11))
def test_one_call_for_every_three_strength_points(strength: int) -> None:
    parts = [min(4, strength - start) for start in range(0, strength, 4)]
    germans = [german(f"G{index}", "infantry", part) for index, part in enumerate(parts)]
    allies = [allied(f"A{index}", "infantry", part) for index, part in enumerate(parts)]
    assert calls_of_attacker(*germans) == strength // 3
    assert calls_of_defender(*allies) == max(1, strength // 3)  # the defender always has one


@pytest.mark.rule("9.42")
def test_x4_five_strength_make_one_call() -> None:
    """X4: the remainder of 2 is not saved for the next battle."""
    game = position(
        *[german(name, "infantry", 3, area) for name, area in (("G1", CLERVAUX), ("G3", ST_VITH))],
        *[german(name, "infantry", 2, area) for name, area in (("G2", CLERVAUX), ("G4", ST_VITH))],
        allied("A1", "infantry", 1), allied("A2", "infantry", 1, ST_VITH), dice=SILENT,
    )  # fmt: skip
    do(game, "end")
    for command, names in (("battle 68", "G1 G2"), ("battle 73", "G3 G4")):
        do(game, command, *[f"attack {name}" for name in names.split()], "call 0")
        assert legal(game) == {"call 0", "call 1"}
        refusal = refused(game, "call 2")
        assert (refusal.rule, refusal.reason) == ("9.42", "German has 1 artillery request here")
        fight(game)


@pytest.mark.rule("9.41", "9.42")
def test_a_stack_calls_in_every_battle_in_which_it_takes_part() -> None:
    """The same defender is attacked in the German impulses 17-1 and 17-2."""
    game = position(german("G1", "infantry", 1), german("G2", "infantry", 1), allied("A1", "infantry", 3), dice=SILENT)
    for name in ("G1", "G2"):
        start_battle(game, CLERVAUX)
        if stage(game) == "attackers":
            do(game, f"attack {name}", "ready")
        assert (game.side, legal(game)) == (ALLIED, {"call 0", "call 1"})
        fight(game)
        skip_impulse(game)


@pytest.mark.rule("9.42")
def test_calls_are_counted_before_the_defender_fires() -> None:
    """Three strength points call once, though the defender's fire and artillery would leave none of them."""
    game = joined(german("G1", "infantry", 3), allied("A1", "infantry", 4), dice=[HIT] * 20)
    do(game, "call 1")
    assert (game.side, legal(game)) == (GERMAN, {"call 0", "call 1"})


@pytest.mark.rule("9.42", "9.13")
def test_units_that_stay_out_of_the_attack_do_not_call() -> None:
    game = position(german("G1", "infantry", 2), german("G2", "infantry", 4), allied("A1", "infantry", 1), dice=SILENT)
    do(game, "end", "battle 68", "attack G1", "ready")
    assert (game.side, legal(game)) == (ALLIED, {"call 0", "call 1"})
    assert not rolls(fight(game, "call 0"), "calls")


@pytest.mark.rule("9.42", "13.22")
def test_units_out_of_supply_get_no_artillery() -> None:
    """A13: on either side; a defender all of whose units are out of supply has not even the one call."""
    assert calls_of_attacker(german("G1", "infantry", 4), *ring(CLERVAUX, ALLIED)) == 0
    assert calls_of_defender(allied("A1", "infantry", 4), *ring(CLERVAUX, GERMAN)) == 0


@pytest.mark.rule("13.22")
def test_in_a_mixed_stack_only_units_in_supply_count() -> None:
    """A13. In Marnach, cut off but for the destroyed bridge of Dasburg: infantry is in supply, armour is not."""
    game = mixed_stack(dice=SILENT)
    assert game.state.unsupplied_for_combat == ("G2",)
    do(game, "call 0")
    assert legal(game) == {"call 0", "call 1"}


def mixed_stack(dice: Sequence[int]) -> Game:
    """Infantry in supply and armour out of supply, 3 strength points each, attack in Marnach."""
    blockers = [allied(f"B{area}", "infantry", 1, area) for area in ("68", "69", "71")]
    units = german("G1", "infantry", 3, MARNACH), german("G2", "armour", 3, MARNACH)
    return joined(*units, allied("A1", "infantry", 1, MARNACH), *blockers, area=MARNACH, dice=dice)


@pytest.mark.rule("9.43")
@pytest.mark.parametrize("area", [CLERVAUX, MARNACH, DASBURG])
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_allied_calls_succeed_on_8_anywhere(area: str, side: str) -> None:
    for die, answered in ((8, 1), (9, 0)):
        units = german("G1", "infantry", 3, area), allied("A1", "infantry", 3, area)
        game = joined(*units, area=area, side=side, dice=[die])  # type: ignore[arg-type]
        if side == ALLIED:
            do(game, "call 0")
        events = do(game, "call 1")
        (call,) = rolls(events, "calls")
        assert (call.data["side"], call.data["needed"], call.data["successes"]) == (ALLIED, 8, answered)
        assert call.rule == "9.43"


@pytest.mark.parametrize(
    ("area", "needed", "rule"),
    [
        pytest.param(MARNACH, 6, "9.44", marks=pytest.mark.rule("9.44"), id="the Allied start line"),
        pytest.param(CLERVAUX, 4, "9.45", marks=pytest.mark.rule("9.45"), id="west of it"),
        pytest.param(DASBURG, 4, "9.45", marks=pytest.mark.rule("9.45"), id="east of it"),
    ],
)
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_german_calls_depend_on_the_area(area: str, needed: int, rule: str, side: str) -> None:
    """As attacker and as defender."""
    for die, answered in ((needed, 1), (needed + 1, 0)):
        units = german("G1", "infantry", 3, area), allied("A1", "infantry", 3, area)
        game = joined(*units, area=area, side=side, dice=[die])  # type: ignore[arg-type]
        if side == GERMAN:
            do(game, "call 0")
        assert game.side == GERMAN
        assert f"1 request on {needed}-" in game.prompt.text
        (call,) = rolls(do(game, "call 1"), "calls")
        assert (call.data["needed"], call.data["successes"], call.rule) == (needed, answered, rule)


@pytest.mark.rule("9.41", "9.43")
def test_one_die_for_every_call() -> None:
    game = joined(german("G1", "infantry", 1), *[allied(f"A{n}", "infantry", 3) for n in (1, 2, 3)], dice=[8, 9, 1])
    (call,) = rolls(do(game, "call 3"), "calls")
    assert (call.data["dice"], call.data["successes"]) == ([8, 9, 1], 2)


# Where the counters are laid


@pytest.mark.rule("9.46")
def test_the_unit_type_with_the_greatest_strength_is_the_target() -> None:
    """Two infantry units of 2 outweigh the armour of 3; among them the firing player chooses."""
    attackers = german("Ga", "armour", 3), german("G1", "infantry", 2), german("G2", "infantry", 2)
    game = joined(*attackers, allied("A1", "infantry", 1), dice=[HIT])
    do(game, "call 1")
    assert (game.side, legal(game)) == (ALLIED, {"lay G1", "lay G2"})
    refusal = refused(game, "lay Ga")
    assert refusal.rule == "9.46"
    assert "greatest strength" in refusal.reason
    assert refused(game, "lay A1").rule == "9.46"


@pytest.mark.rule("9.46")
def test_counters_are_laid_before_anybody_fires() -> None:
    game = joined(german("G1", "infantry", 3), german("G2", "infantry", 3), allied("A1", "infantry", 3),
                  allied("A2", "infantry", 3), dice=[HIT, HIT, HIT, HIT])  # fmt: skip
    events = do(game, "call 2", "lay G2")
    assert (game.side, stage(game)) == (GERMAN, "attacker calls")
    events += do(game, "call 2")
    assert (game.side, legal(game)) == (GERMAN, {"lay A1", "lay A2"})
    assert not rolls(events, "artillery")


@pytest.mark.rule("9.46")
def test_no_second_counter_on_a_unit_before_everybody_has_one() -> None:
    """Armour 4 stays the heaviest type, but the second counter must go to the infantry."""
    game = joined(german("G1", "armour", 4), german("G2", "infantry", 1), german("G3", "infantry", 1),
                  *[allied(f"A{n}", "infantry", 3) for n in (1, 2, 3, 4)], dice=[HIT] * 4)  # fmt: skip
    do(game, "call 4")  # the first goes to the armour without question
    assert game.state.stack[-1].laid == {"G1": 1}
    assert legal(game) == {"lay G2", "lay G3"}
    refusal = refused(game, "lay G1")
    assert (refusal.rule, refusal.reason) == ("9.46", "target every enemy unit once before G1 again")
    do(game, "lay G3")  # then G2, then G1 again
    assert [event.data["unit"] for event in rolls(fight(game), "artillery_laid")][:4] == ["G1", "G3", "G2", "G1"]


@pytest.mark.rule("9.46")
def test_d15_a_counter_lessens_the_weight_of_its_type() -> None:
    """D15: infantry A 3, infantry B 2, armour C 4, four answered calls."""
    enemies = german("A", "infantry", 3), german("B", "infantry", 2), german("C", "armour", 4)
    defenders = [allied(f"A{n}", "infantry", 3) for n in (1, 2, 3, 4)]
    game = joined(*enemies, *defenders, dice=[HIT] * 4)
    do(game, "call 4")
    assert legal(game) == {"lay A", "lay B"}  # 5 against 4
    do(game, "lay A")
    assert legal(game) == {"lay B", "lay C"}  # 4 against 4: B, the infantry without a counter, or C
    do(game, "lay C")  # the third must go to B
    assert legal(game) == {"lay A", "lay B", "lay C"}  # 5 - 2 = 3 against 4 - 1 = 3
    assert game.state.stack[-1].laid == {"A": 1, "B": 1, "C": 1}


@pytest.mark.rule("QA-12", "9.46")
def test_x19_a_tie_is_the_firing_players_choice() -> None:
    """X19: attackers of strength 1 each; the defender's artillery may be laid on the engineer."""
    attackers = [german(f"G-{kind}", kind, 1) for kind in ("engineer", "mechanized", "armour", "infantry")]
    game = joined(*attackers, allied("A1", "infantry", 1), dice=[HIT])
    do(game, "call 1")
    assert legal(game) == {"lay G-engineer", "lay G-mechanized", "lay G-armour", "lay G-infantry"}


@pytest.mark.rule("9.46")
def test_artillery_is_not_laid_on_units_that_stay_out() -> None:
    """A11: they are no targets and have no weight."""
    game = position(german("G1", "infantry", 1), german("G2", "armour", 4), allied("A1", "infantry", 1), dice=[HIT])
    do(game, "end", "battle 68", "attack G1", "ready")
    events = fight(game, "call 1")
    assert [event.data["unit"] for event in rolls(events, "artillery_laid")] == ["G1"]


def reference_targets(enemies: Sequence[Unit], counters: dict[str, int]) -> set[str]:
    """The reference's pseudo-code with a counter's strength of 1 (A5)."""
    low = min(counters.values())
    candidates = [unit for unit in enemies if counters[unit.id] == low]
    weight = {
        kind: sum(unit.strength - counters[unit.id] for unit in enemies if unit.type == kind)
        for kind in {unit.type for unit in enemies}
    }
    best = max(weight[unit.type] for unit in candidates)
    return {unit.id for unit in candidates if weight[unit.type] == best}


KINDS = st.sampled_from(["engineer", "armour", "mechanized", "motorized", "infantry"])


@pytest.mark.rule("9.46")
@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(KINDS, st.integers(1, 4)), min_size=1, max_size=5),
    st.integers(1, 12),
    st.randoms(use_true_random=False),
)
def test_counters_are_laid_as_the_reference_says(units, counters, random) -> None:  # type: ignore[no-untyped-def]
    enemies = [german(f"G{index}", kind, strength) for index, (kind, strength) in enumerate(units)]
    laid = {unit.id: 0 for unit in enemies}
    for _ in range(counters):
        found = {unit.id for unit in artillery.targets(a_table(), enemies, {k: v for k, v in laid.items() if v})}
        assert found == reference_targets(enemies, laid)
        laid[random.choice(sorted(found))] += 1
    assert max(laid.values()) - min(laid.values()) <= 1


# What the artillery hits


@pytest.mark.rule("9.47", "9.48")
@pytest.mark.parametrize(("die", "hit"), [(3, 1), (4, 0)])
def test_the_attackers_artillery_hits_on_3(die: int, hit: int) -> None:
    game = joined(german("G1", "infantry", 3), allied("A1", "infantry", 1), dice=[HIT, MISS, die, MISS, MISS, MISS])
    events = fight(game, "call 0", "call 1")
    assert shots(events)[1] == ("German artillery", "A1", 3)
    assert losses(events) == ({"A1": hit} if hit else {})


@pytest.mark.rule("9.47", "9.48")
@pytest.mark.parametrize(("die", "hit"), [(5, 1), (6, 0)])
def test_the_defenders_artillery_hits_on_5(die: int, hit: int) -> None:
    """Against combined arms, so that nothing modifies it."""
    game = joined(german("Ga", "armour", 2), german("Gi", "infantry", 1), allied("A1", "infantry", 1),
                  dice=[HIT, HIT, die, *SILENT])  # fmt: skip
    events = fight(game, "call 1", "call 1")
    assert shots(events)[0] == ("Allied artillery", "Ga", 5)
    assert losses(events) == ({"Ga": hit} if hit else {})


@pytest.mark.rule("9.47")
def test_one_die_for_every_counter() -> None:
    """A49. Two counters on a unit of strength 4, both hit."""
    game = joined(german("G1", "infantry", 4), german("G2", "infantry", 2), allied("A1", "infantry", 4),
                  dice=[HIT, HIT, *[MISS] * 4, HIT, HIT, *SILENT])  # fmt: skip
    events = fight(game, "call 0", "call 2")
    assert [event.data["dice"] for event in rolls(events, "artillery")] == [[HIT], [HIT]]
    assert losses(events) == {"A1": 2}


@pytest.mark.rule("9.47")
def test_d17_the_rest_aimed_at_a_destroyed_unit_is_lost() -> None:
    """D17: strength 1, two counters, the first hits: no second die."""
    game = joined(german("G1", "infantry", 4), german("G2", "infantry", 2), allied("A1", "infantry", 1),
                  dice=[HIT, HIT, MISS, HIT, 7])  # fmt: skip
    events = fight(game, "call 0", "call 2")
    assert [event.data["unit"] for event in rolls(events, "artillery_laid")] == ["A1", "A1"]
    assert len(rolls(events, "artillery")) == 1
    assert losses(events) == {"A1": 1}


@pytest.mark.rule("QA-10", "9.35")
def test_x17_artillery_of_attackers_who_are_all_dead_still_fires() -> None:
    """X17: the defender's fire kills everybody; the answered call is fired all the same."""
    game = joined(german("G1", "infantry", 3), allied("A1", "infantry", 4), dice=[HIT, *[HIT] * 4, HIT])
    events = fight(game, "call 0", "call 1")
    assert game.state.units["G1"].strength == 0
    assert shots(events)[-1] == ("German artillery", "A1", 3)
    assert losses(events) == {"G1": 3, "A1": 1}


# Modifiers


@pytest.mark.rule("9.49")
def test_entrenchments_protect_from_the_attackers_artillery() -> None:
    game = joined(german("G1", "infantry", 3), allied("A1", "infantry", 1, entrenched=True), dice=[HIT, *SILENT])
    events = fight(game, "call 0", "call 1")
    assert modifiers(events, GERMAN) == {"8.56": 1}
    assert ("German artillery", "A1", 2) in shots(events)


@pytest.mark.rule("9.49")
def test_river_and_combined_arms_help_the_defenders_artillery() -> None:
    game = position(
        german("G1", "infantry", 1, "49"), allied("A1", "infantry", 1, ST_VITH), at="16-2", dice=[HIT, 7, HIT]
    )
    do(game, "move G1", "to 73")
    start_battle(game, ST_VITH)
    events = fight(game, "call 1")
    assert modifiers(events, ALLIED) == {"9.6": -1, "9.71": -1}
    assert losses(events) == {"G1": 1}  # 5, 6, 7: hit


@pytest.mark.rule("9.49", "9.71")
def test_want_of_supply_does_not_touch_artillery() -> None:
    """The attacker's mixed stack: the call is the supplied unit's, the gun's die has no modifier."""
    game = mixed_stack(dice=[HIT, *SILENT])
    events = fight(game, "call 0", "call 1")
    assert modifiers(events, GERMAN) == {}
    assert modifiers(events, "G2") == {"13.22": 1}
    assert modifiers(events, "G1") == {}


@pytest.mark.rule("14.24", "9.49")
def test_battlefield_support_burdens_allied_artillery_only() -> None:
    game = joined(german("G1", "infantry", 3), allied("A1", "infantry", 3), dice=[HIT, HIT, *SILENT],
                  special=SpecialForces(area=CLERVAUX, effect="battlefield support"))  # fmt: skip
    events = fight(game, "support yes", "call 1", "call 1")
    assert modifiers(events, ALLIED) == {"9.6": -1, "14.24": 1}
    assert modifiers(events, GERMAN) == {}


# Whose choice


@pytest.mark.rule("9.41", "9.46")
@pytest.mark.parametrize("attacker", [GERMAN, ALLIED])
def test_each_side_calls_and_lays_for_itself_and_may_call_less(attacker: str) -> None:
    units = [german(f"G{n}", "infantry", 3) for n in (1, 2)] + [allied(f"A{n}", "infantry", 3) for n in (1, 2)]
    defender = ALLIED if attacker == GERMAN else GERMAN
    game = joined(*units, side=attacker, dice=[HIT] * 9)  # type: ignore[arg-type]
    assert stages(game) == [
        ("defender calls", defender), ("defender lays", defender), ("attacker calls", attacker),
        ("attacker lays", attacker),
    ]  # fmt: skip


def stages(game: Game) -> list[tuple[str, str | None]]:
    """The decisions about artillery, with who makes them, when one call fewer than possible is made."""
    seen: list[tuple[str, str | None]] = []
    while stage(game).endswith(("calls", "lays")):
        seen.append((stage(game), game.side))
        do(game, "call 1") if stage(game).endswith("calls") else game.apply(next(game.iter_legal()))
    return seen


@cache
def a_table() -> State:
    """Any state: the rules look up what the types of units are worth."""
    state: State = position().state
    return state
