"""Rule 9.5: who may fire at whom."""

from collections.abc import Sequence
from functools import cache
from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.titles.tigers_in_the_mist.battles import (
    MISS,
    allied,
    fight,
    german,
    joined,
    losses,
    shots,
    stage,
)
from tests.titles.tigers_in_the_mist.kit import ALLIED, GERMAN, do, legal, position, refused, rolls
from wargame_tui.core.game import Game
from wargame_tui.titles.tigers_in_the_mist.rules import fire
from wargame_tui.titles.tigers_in_the_mist.state import State, Unit

QUALITY = ("engineer", "armour", "mechanized", "motorized", "infantry")
"""9.51, high to low."""
KINDS = st.sampled_from(QUALITY)
SILENT = [MISS] * 99


def defending(*units: Unit) -> Game:
    """The defender is about to choose his targets; no artillery anywhere."""
    game = joined(*units, dice=SILENT)
    while stage(game).endswith("calls"):
        do(game, "call 0")
    return game


def attacking(*units: Unit) -> Game:
    """The attacker is about to choose his targets; nobody has been hit. One defender of strength 1 does not matter."""
    game = defending(*units)
    while stage(game) == "defender aims":
        game.apply(next(game.iter_legal()))
    return game


def aims(game: Game) -> set[str]:
    """The targets that may be chosen now, as `firer target`."""
    return {command.removeprefix("fire ") for command in legal(game)}


# Who decides


@pytest.mark.rule("9.33", "9.36")
def test_each_side_chooses_the_targets_of_its_own_units() -> None:
    units = (
        german("G1", "infantry", 2),
        german("G2", "infantry", 2),
        allied("A1", "infantry", 2),
        allied("A2", "infantry", 2),
    )
    game = defending(*units)
    assert game.side == ALLIED
    assert aims(game) == {"A1 G1", "A1 G2", "A2 G1", "A2 G2"}
    do(game, "fire A2 G1")  # A1 has to take G2
    assert game.side == GERMAN
    assert aims(game) == {"G1 A1", "G1 A2", "G2 A1", "G2 A2"}
    assert refused(game, "fire A1 G1").rule == "9.36"
    assert refused(game, "fire G1 G2").rule == "9.52"


# Quality


@pytest.mark.rule("9.51", "9.57")
@pytest.mark.parametrize("attacker", QUALITY)
def test_units_choose_in_the_order_of_quality(attacker: str) -> None:
    """The better unit chooses first: engineer, armour, mechanized, motorized, infantry."""
    better = QUALITY[: QUALITY.index(attacker)]
    for kind in better:
        game = attacking(
            german("Gx", attacker, 1), german("Gy", kind, 1), allied("A1", "infantry", 1), allied("A2", "infantry", 1)
        )
        assert aims(game) == {"Gy A1", "Gy A2"}
        refusal = refused(game, "fire Gx A1")
        assert (refusal.rule, refusal.reason) == ("9.57", "units of higher quality choose targets before Gx")


@pytest.mark.rule("9.57")
def test_units_of_one_quality_choose_in_any_order() -> None:
    game = attacking(german("G1", "infantry", 1), german("G2", "infantry", 3), allied("A1", "infantry", 1),
                     allied("A2", "infantry", 1))  # fmt: skip
    assert aims(game) == {"G1 A1", "G1 A2", "G2 A1", "G2 A2"}


@pytest.mark.rule("9.52", "9.54")
@pytest.mark.parametrize("firer", QUALITY)
def test_a_lone_unit_fires_at_any_unit_of_its_quality_or_lower(firer: str) -> None:
    targets = [allied(f"A-{kind}", kind, 1) for kind in QUALITY]
    game = position(german("G1", firer, 1), *targets)
    found = fire.choices(game.state, german("G1", firer, 1), [german("G1", firer, 1)], targets, (), defending=False)
    assert [unit.type for unit in found] == list(QUALITY[QUALITY.index(firer) :])


@pytest.mark.rule("9.52", "9.54")
def test_a_lone_unit_may_not_fire_upwards_if_it_need_not() -> None:
    game = attacking(german("G1", "motorized", 2), allied("A1", "armour", 1), allied("A2", "infantry", 1),
                     allied("A3", "motorized", 1))  # fmt: skip
    assert aims(game) == {"G1 A2", "G1 A3"}
    refusal = refused(game, "fire G1 A1")
    assert (refusal.rule, refusal.reason) == ("9.52", "G1 must fire at A2, A3")


@pytest.mark.rule("9.52")
def test_where_all_are_better_the_worst_of_them_is_the_target() -> None:
    game = defending(german("G1", "engineer", 2), german("G2", "mechanized", 2), german("G3", "armour", 2),
                     german("G4", "mechanized", 2), allied("A1", "infantry", 1))  # fmt: skip
    assert aims(game) == {"A1 G2", "A1 G4"}
    assert refused(game, "fire A1 G1").rule == "9.52"


@pytest.mark.rule("QA-11", "9.51")
def test_x18_abandoned_vehicles_do_not_change_the_quality() -> None:
    """X18: a mechanized unit on foot is still mechanized, as firer and as target."""
    walker = german("G1", "mechanized", 1, on_foot=True)
    game = attacking(walker, allied("A1", "armour", 1), allied("A2", "motorized", 1), allied("A3", "mechanized", 1))
    assert aims(game) == {"G1 A2", "G1 A3"}
    game = attacking(walker, german("G2", "infantry", 1), allied("A1", "infantry", 1), allied("A2", "motorized", 1))
    assert shots(fight(game))[-2:] == [("G1", "A2", 4), ("G2", "A1", 3)]  # forced: no choice was asked


@pytest.mark.rule("QA-12", "9.52", "9.53")
def test_x20_a_lone_infantry_unit_of_the_defender_may_not_pick_the_engineer() -> None:
    """X19, X20: four attackers of strength 1; quality goes before the freedom towards strength 1."""
    attackers = [german(f"G-{kind}", kind, 1) for kind in ("engineer", "mechanized", "armour", "infantry")]
    game = joined(*attackers, allied("A1", "infantry", 1), dice=SILENT)
    do(game, "call 0", "call 0")
    assert next(shot[:2] for shot in shots(fight(game))) == ("A1", "G-infantry")


# Several units


@pytest.mark.rule("9.55", "9.56", "9.57")
def test_x5_the_printed_example() -> None:
    """X5: armour, mechanized, two infantry fire at engineer, motorized, armour."""
    game = attacking(
        german("Ga", "armour", 1), german("Gm", "mechanized", 1), german("G1", "infantry", 1),
        german("G2", "infantry", 1), allied("Ae", "engineer", 1), allied("Am", "motorized", 1),
        allied("Aa", "armour", 1),
    )  # fmt: skip
    # armour takes the armour and mechanized the motorized without being asked; one of the infantry the engineer
    assert game.state.stack[-1].assigned == (("Ga", "Aa"), ("Gm", "Am"))
    assert aims(game) == {"G1 Ae", "G2 Ae"}
    assert refused(game, "fire G1 Am").rule == "9.55"
    do(game, "fire G2 Ae")
    assert aims(game) == {"G1 Ae", "G1 Am", "G1 Aa"}


@pytest.mark.rule("9.55")
def test_d19_three_units_against_two_targets() -> None:
    """D19: one each, the third is free; never three on one and none on the other."""
    attackers = [german(f"G{number}", "infantry", 1) for number in (1, 2, 3)]
    game = attacking(*attackers, allied("A1", "infantry", 2), allied("A2", "infantry", 2))
    do(game, "fire G1 A1")
    assert aims(game) == {"G2 A2", "G3 A2"}
    refusal = refused(game, "fire G2 A1")
    assert (refusal.rule, refusal.reason) == ("9.55", "G2 must fire at A2")
    do(game, "fire G3 A2")
    assert aims(game) == {"G2 A1", "G2 A2"}


@pytest.mark.rule("9.55")
def test_two_on_each_before_a_third_on_one() -> None:
    attackers = [german(f"G{number}", "infantry", 1) for number in range(1, 6)]
    targets = allied("A1", "infantry", 2), allied("A2", "infantry", 2)
    state = position(*attackers, *targets).state
    made: fire.Assignments = (("G1", "A1"), ("G2", "A2"), ("G3", "A1"))
    assert fire.choices(state, attackers[3], attackers, targets, made, defending=False) == [targets[1]]
    made = (*made, ("G4", "A2"))
    assert fire.choices(state, attackers[4], attackers, targets, made, defending=False) == [*targets]


@pytest.mark.rule("9.56")
def test_once_everybody_is_covered_quality_does_not_matter() -> None:
    attackers = [german(f"G{number}", "infantry", 1) for number in (1, 2, 3)]
    game = attacking(*attackers, allied("A1", "engineer", 1), allied("A2", "infantry", 1))
    assert aims(game) == {"G1 A2", "G2 A2", "G3 A2"}  # 9.57: its own quality first
    do(game, "fire G1 A2")
    assert aims(game) == {"G2 A1", "G3 A1"}
    do(game, "fire G2 A1")
    assert aims(game) == {"G3 A1", "G3 A2"}


@pytest.mark.rule("9.57")
def test_own_quality_then_the_best_below_then_the_worst_above() -> None:
    firers = [german("G1", "mechanized", 1), german("G2", "mechanized", 1), german("G3", "mechanized", 1),
              german("G4", "mechanized", 1)]  # fmt: skip
    targets = {kind: allied(f"A-{kind}", kind, 1) for kind in QUALITY if kind != "motorized"}
    state = position(*firers, *targets.values()).state
    made: fire.Assignments = ()
    for firer, kind in zip(firers, ("mechanized", "infantry", "armour", "engineer"), strict=True):
        assert fire.choices(state, firer, firers, [*targets.values()], made, defending=False) == [targets[kind]]
        made = (*made, (firer.id, targets[kind].id))


@pytest.mark.rule("9.57")
def test_strength_does_not_matter_to_the_attacker() -> None:
    game = attacking(german("G1", "armour", 1), german("G2", "infantry", 4), allied("A1", "armour", 1),
                     allied("A2", "infantry", 4))  # fmt: skip
    assert [shot[:2] for shot in shots(fight(game))][-2:] == [("G1", "A1"), ("G2", "A2")]


# Attackers of strength 1


@pytest.mark.rule("9.53")
def test_a_defender_may_pass_over_attackers_of_strength_one() -> None:
    units = german("Gm", "mechanized", 1), german("Gi", "infantry", 3), german("Gj", "infantry", 3)
    game = defending(*units, allied("A1", "mechanized", 1), allied("A2", "infantry", 1))
    assert aims(game) == {"A1 Gm", "A1 Gi", "A1 Gj"}
    assert refused(game, "fire A2 Gi").rule == "9.57"  # A1 chooses first


@pytest.mark.rule("9.53")
def test_a_defender_may_not_pass_over_strength_two_nor_fire_upwards_instead() -> None:
    firers = [allied("A1", "mechanized", 1), allied("A2", "mechanized", 1)]

    def open_to(*targets: Unit) -> set[str]:
        state = position(*firers, *targets).state
        return {unit.id for unit in fire.choices(state, firers[0], firers, targets, (), defending=True)}

    assert open_to(german("Gm", "mechanized", 2), german("Gi", "infantry", 3)) == {"Gm"}
    assert open_to(german("Gm", "mechanized", 1), german("Ga", "armour", 3)) == {"Gm"}
    assert open_to(german("Ge", "engineer", 3), german("Ga", "armour", 1)) == {"Ga"}


@pytest.mark.rule("9.53")
def test_a_defender_may_pass_over_one_of_them_and_not_the_next() -> None:
    """A7: it need not fire at strength 1, but it may; what it passes over is as if it were not there."""
    firers = [allied("A1", "mechanized", 1), allied("A2", "mechanized", 1)]
    targets = [german("Gm", "mechanized", 1), german("Go", "motorized", 1), german("Gi", "infantry", 1)]
    state = position(*firers, *targets).state
    assert fire.choices(state, firers[0], firers, targets, (), defending=True) == targets
    assert fire.choices(state, firers[0], firers, targets, (), defending=False) == targets[:1]


@pytest.mark.rule("9.53", "9.55")
def test_covering_every_target_goes_before_sparing_strength_one() -> None:
    game = defending(german("Gm", "infantry", 1), german("Gi", "infantry", 3), allied("A1", "infantry", 1),
                     allied("A2", "infantry", 1))  # fmt: skip
    do(game, "fire A1 Gi")
    assert shots(fight(game))[:2] == [("A1", "Gi", 5), ("A2", "Gm", 5)]


@pytest.mark.rule("9.53", "9.55")
def test_with_fewer_units_than_targets_a_defender_may_leave_strength_one_alone() -> None:
    """A47: 9.55 forbids doubling before everybody is covered, nothing else."""
    units = german("G1", "infantry", 1), german("G2", "infantry", 3), german("G3", "infantry", 3)
    game = defending(*units, allied("A1", "infantry", 1), allied("A2", "infantry", 1))
    do(game, "fire A1 G2")
    assert aims(game) == {"A2 G1", "A2 G3"}


@pytest.mark.rule("9.53")
def test_attackers_have_no_such_freedom() -> None:
    game = attacking(german("G1", "armour", 1), german("G2", "armour", 1), allied("A1", "armour", 1),
                     allied("A2", "infantry", 3))  # fmt: skip
    assert aims(game) == {"G1 A1", "G2 A1"}


# One target each, all chosen before any fire


@pytest.mark.rule("9.58")
def test_a_unit_does_not_split_its_strength() -> None:
    game = attacking(german("G1", "infantry", 3), german("G2", "infantry", 3), allied("A1", "infantry", 1),
                     allied("A2", "infantry", 1), allied("A3", "infantry", 1))  # fmt: skip
    do(game, "fire G1 A1")
    refusal = refused(game, "fire G1 A2")
    assert (refusal.rule, refusal.reason) == ("9.58", "G1 already has a target: fire may not be split")
    fired = rolls(fight(game, "fire G2 A2"), "fire")
    assert [(event.data["unit"], len(event.data["dice"])) for event in fired[-2:]] == [("G1", 3), ("G2", 3)]


@pytest.mark.rule("9.59", "9.22")
def test_a_target_that_an_earlier_unit_killed_is_not_changed_for_another() -> None:
    game = joined(german("G1", "infantry", 1), german("G2", "infantry", 1), german("G3", "infantry", 1),
                  allied("A1", "infantry", 1), allied("A2", "infantry", 1), dice=[MISS, MISS, 1, MISS, 1])  # fmt: skip
    do(game, "call 0", "call 0", "fire A1 G1")
    events = fight(game, "fire A2 G2", "fire G1 A1", "fire G2 A2", "fire G3 A1")
    assert losses(events) == {"A1": 1}
    assert shots(events)[-1][:2] == ("G3", "A1")


# The whole algorithm against an independent one


def reference_choices(
    firer: Unit, firers: Sequence[Unit], targets: Sequence[Unit], count: dict[str, int], defender: bool
) -> set[str]:
    """The reference's pseudo-code; a defender declines any set of strength-1 targets of equal or lower quality."""
    rank = {unit.id: QUALITY.index(unit.type) for unit in (*firers, *targets)}
    own = rank[firer.id]

    def lowest(units: Sequence[Unit]) -> set[str]:
        worst = max(rank[unit.id] for unit in units)
        return {unit.id for unit in units if rank[unit.id] == worst}

    def forced(units: Sequence[Unit]) -> set[str]:
        same = {unit.id for unit in units if rank[unit.id] == own}
        below = [rank[unit.id] for unit in units if rank[unit.id] > own]
        return same or {unit.id for unit in units if below and rank[unit.id] == min(below)} or lowest(units)

    if len(firers) == 1:
        return {unit.id for unit in targets if rank[unit.id] >= own} or lowest(targets)
    low = min(count[unit.id] for unit in targets)
    candidates = [unit for unit in targets if count[unit.id] == low]
    if low:
        return {unit.id for unit in candidates}
    small = [unit for unit in candidates if defender and unit.strength == 1 and rank[unit.id] >= own]
    found = forced(candidates)
    for declined in chain.from_iterable(combinations(small, size) for size in range(1, len(small) + 1)):
        rest = [unit for unit in candidates if unit not in declined]
        if any(rank[unit.id] >= own for unit in rest):
            found |= forced(rest)
    return found


SIDE_UNITS = st.lists(st.tuples(KINDS, st.integers(1, 3)), min_size=1, max_size=5)


@pytest.mark.rule("9.52", "9.53", "9.54", "9.55", "9.56", "9.57")
@settings(max_examples=200, deadline=None)
@given(SIDE_UNITS, SIDE_UNITS, st.booleans(), st.randoms(use_true_random=False))
def test_targets_are_those_of_the_reference(firing, fired_at, defender, random) -> None:  # type: ignore[no-untyped-def]
    firers = [allied(f"F{index}", kind, strength) for index, (kind, strength) in enumerate(firing)]
    targets = [german(f"T{index}", kind, strength) for index, (kind, strength) in enumerate(fired_at)]
    made: fire.Assignments = ()
    for _ in firers:
        left = [unit for unit in firers if unit.id not in {name for name, _ in made}]
        best = min(QUALITY.index(unit.type) for unit in left)
        ready = fire.next_firers(a_table(), firers, made)
        assert ready == [unit for unit in left if QUALITY.index(unit.type) == best]
        count = {unit.id: [target for _, target in made].count(unit.id) for unit in targets}
        firer = random.choice(ready)
        found = fire.choices(a_table(), firer, firers, targets, made, defending=defender)
        assert {unit.id for unit in found} == reference_choices(firer, firers, targets, count, defender)
        assert len(found) == len(set(found))
        made = (*made, (firer.id, random.choice(found).id))
    spread = [[target for _, target in made].count(unit.id) for unit in targets]
    assert max(spread) - min(spread) <= 1 or len(firers) == 1  # 9.55
    assert fire.next_firers(a_table(), firers, made) == []


@cache
def a_table() -> State:
    """Any state: the rules look up what the types of units are worth."""
    state: State = position().state
    return state
