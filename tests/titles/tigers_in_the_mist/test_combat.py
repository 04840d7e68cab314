"""Rule 9 but for artillery and targets: who attacks, hits, the order of a battle, combined arms, modifiers."""

import pytest

from tests.titles.tigers_in_the_mist.battles import (
    CLERVAUX,
    DASBURG,
    HIT,
    MARNACH,
    MISS,
    ST_VITH,
    allied,
    end_movement,
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
from wargame_tui.core.step import Refusal
from wargame_tui.titles.tigers_in_the_mist.state import ELIMINATED, SpecialForces, Unit

RIVER, ARMS, SUPPLY, ENTRENCHED, SUPPORT = "9.71", "9.6", "13.22", "8.56", "14.24"


# 9.1 Who attacks


@pytest.mark.rule("9.0", "9.12")
def test_battles_follow_all_movement_in_the_order_of_the_moving_player() -> None:
    game = position(
        german("G1", "infantry", 2, "71"), german("G2", "infantry", 2, "69"), allied("A1", "infantry", 1),
        allied("A2", "infantry", 1, MARNACH), dice=[MISS] * 20,
    )  # fmt: skip
    do(game, "move G1", "to 68")
    assert not stage(game)  # nothing is fought before G2 has moved
    do(game, "move G2", "to 70", "end")
    assert legal(game) == {"battle 68", "battle 70"}
    assert game.side == GERMAN
    events = fight(game, "battle 70")
    assert [event.data["space"] for event in rolls(events, "battle")] == ["70"]
    assert game.state.units["G1"].attacked  # the last battle that must be fought follows by itself


@pytest.mark.rule("9.12", "8.23")
def test_units_that_entered_an_enemy_area_must_attack() -> None:
    game = position(
        german("G1", "infantry", 2, "71"), german("G2", "infantry", 2), allied("A1", "infantry", 2),
        german("G3", "infantry", 1, ST_VITH), allied("A3", "infantry", 1, ST_VITH),
    )  # fmt: skip
    do(game, "move G1", "to 68", "end")
    refusal = refused(game, "done")
    assert (refusal.rule, refusal.reason) == ("9.12", "units that entered 68 Clervaux must attack")
    fight(game, "battle 68", "ready")
    assert game.state.units["G1"].attacked
    assert "done" in legal(game)  # St. Vith, where nobody entered, may be left alone


@pytest.mark.rule("9.13")
def test_a_unit_that_starts_with_the_enemy_attacks_or_moves_or_stays() -> None:
    units = (german("G1", "infantry", 2), german("G2", "infantry", 2), allied("A1", "infantry", 2))
    game = position(*units)
    do(game, "move G1", "to 70", "stop", "end")  # (b)
    assert game.state.units["G1"].location == MARNACH
    assert legal(game) == {"battle 68", "done"}
    fight(game, "battle 68")  # (a)
    assert game.state.units["G2"].attacked

    game = position(*units)
    events = do(game, "end", "done")  # (c)
    assert not rolls(events, "battle")
    assert not game.state.units["G1"].marked
    skip_impulse(game)
    assert "move G1" in legal(game)  # its activation is still to come


@pytest.mark.rule("9.13")
def test_the_attacker_chooses_who_of_those_already_there_attacks() -> None:
    away = german("G3", "infantry", 2, "70")
    game = position(german("G1", "infantry", 1), german("G2", "infantry", 2), away, allied("A1", "infantry", 2))
    do(game, "end")
    assert refused(game, "battle 9999") == Refusal("there is no area `9999`", "9.13")
    do(game, "battle 68")
    assert (game.side, legal(game)) == (GERMAN, {"attack G1", "attack G2"})
    assert refused(game, "ready").rule == "9.13"  # somebody has to attack
    assert refused(game, "attack A1").rule == "9.13"
    assert "is not in" in refused(game, "attack G3").reason
    do(game, "attack G2")
    assert refused(game, "attack G2").reason == "G2 is already attacking"
    do(game, "ready")
    assert game.side == ALLIED
    assert not game.state.units["G1"].attacked
    assert game.state.stack[-1].attackers == ("G2",)


@pytest.mark.rule("9.14")
def test_d43_who_stays_out_when_others_enter_is_marked() -> None:
    """D43: the unit already there does not attack, and is marked like one that has moved."""
    game = position(german("G1", "infantry", 2, "71"), german("G2", "infantry", 2), allied("A1", "infantry", 3))
    do(game, "move G1", "to 68", "end")
    assert legal(game) == {"attack G2", "ready"}
    events = do(game, "ready")
    assert [event.data["unit"] for event in rolls(events, "stays_out")] == ["G2"]
    fight(game)
    assert game.state.units["G2"].marked
    assert not game.state.units["G2"].attacked
    skip_impulse(game)  # the Allied player in 17-1
    assert (game.state.impulse, game.side) == (2, GERMAN)
    assert refused(game, "move G2").rule == "8.25"
    assert "battle 68" not in legal(game)


@pytest.mark.rule("9.14")
def test_who_stays_out_where_nobody_entered_is_not_marked() -> None:
    game = position(german("G1", "infantry", 2), german("G2", "infantry", 2), allied("A1", "infantry", 3))
    do(game, "end", "battle 68", "attack G1", "ready")
    assert not game.state.units["G2"].marked


@pytest.mark.rule("9.14")
def test_an_attacker_does_not_stay_out() -> None:
    game = position(german("G1", "infantry", 2, "71"), german("G2", "infantry", 2), allied("A1", "infantry", 3))
    do(game, "move G1", "to 68", "end")
    events = do(game, "attack G2")
    assert rolls(events, "battle")
    assert not rolls(events, "stays_out")


@pytest.mark.rule("9.14")
def test_who_was_there_may_join_those_who_enter() -> None:
    game = position(german("G1", "infantry", 2, "71"), german("G2", "infantry", 2), allied("A1", "infantry", 3))
    do(game, "move G1", "to 68", "end", "attack G2")
    assert set(game.state.stack[-1].attackers) == {"G1", "G2"}


@pytest.mark.rule("8.25")
def test_a_unit_activated_in_an_earlier_impulse_cannot_attack() -> None:
    game = position(
        german("G1", "infantry", 2, marked=True), german("G2", "infantry", 2), german("G3", "infantry", 1, "71"),
        allied("A1", "infantry", 2),
    )  # fmt: skip
    do(game, "move G3", "to 68", "end")
    refusal = refused(game, "attack G1")
    assert (refusal.rule, refusal.reason) == ("8.25", "G1 has already been activated this turn")
    assert legal(game) == {"attack G2", "ready"}


@pytest.mark.rule("10.14")
def test_an_engineer_that_tried_to_build_cannot_attack() -> None:
    game = position(
        german("G1", "engineer", 1, bridging_attempted=True), german("G2", "infantry", 2), allied("A1", "infantry", 2)
    )
    start_battle(game, CLERVAUX)
    assert game.state.stack[-1].attackers == ("G2",)

    game = position(german("G1", "engineer", 1, bridging_attempted=True), german("G2", "infantry", 2),
                    german("G3", "infantry", 1), allied("A1", "infantry", 2))  # fmt: skip
    start_battle(game, CLERVAUX)
    assert refused(game, "attack G1").rule == "10.14"


@pytest.mark.rule("9.11", "9.16")
def test_a_unit_attacks_once_a_turn_and_does_not_move_afterwards() -> None:
    game = joined(german("G1", "infantry", 3), allied("A1", "infantry", 3), dice=[MISS] * 9)
    fight(game)
    skip_impulse(game)  # Allied 17-1
    assert (game.state.impulse, game.state.active) == (2, GERMAN)
    refusal = refused(game, "move G1")
    assert (refusal.rule, refusal.reason) == ("9.16", "G1 has attacked this turn")
    do(game, "end")  # no battle is offered
    assert game.state.active == ALLIED


@pytest.mark.rule("9.11")
def test_the_second_attack_of_a_turn_is_refused() -> None:
    game = position(german("G1", "infantry", 3, attacked=True, marked=True), german("G2", "infantry", 1),
                    german("G3", "infantry", 1), allied("A1", "infantry", 3))  # fmt: skip
    do(game, "end", "battle 68")
    assert refused(game, "attack G1").rule == "9.11"


@pytest.mark.rule("9.11")
def test_a_unit_defends_in_each_of_the_three_enemy_impulses() -> None:
    allies = [allied(f"A{number}", "infantry", 2) for number in (1, 2, 3)]
    game = position(german("G1", "infantry", 4), *allies, side=ALLIED, dice=[MISS] * 60)
    for impulse in (1, 2, 3):
        assert (game.state.impulse, game.state.active) == (impulse, ALLIED)
        start_battle(game, CLERVAUX)
        if stage(game) == "attackers":  # in the third impulse only one is left
            do(game, f"attack A{impulse}", "ready")
        events = fight(game)
        assert [shot[0] for shot in shots(events)] == ["G1", f"A{impulse}"]
        if impulse < 3:
            assert game.state.active == GERMAN  # with nothing left to do, the Allied impulse has ended
            skip_impulse(game)


@pytest.mark.rule("9.15")
def test_the_defender_is_never_asked_whether_he_fights() -> None:
    defenders = (allied("A1", "infantry", 1, marked=True), allied("A2", "engineer", 1, entrenched=True))
    game = joined(german("G1", "infantry", 3), *defenders, dice=[1])
    asked = set()
    while stage(game):
        if game.side == ALLIED:
            asked |= {command.split()[0] for command in legal(game)}
            assert refused(game, "done").reason
            assert refused(game, "pass").reason
        game.apply(next(game.iter_legal()))
    assert asked <= {"call", "lay", "fire"}
    assert "call" in asked


@pytest.mark.rule("9.17")
def test_no_combat_in_zones() -> None:
    game = position(german("G1", "armour", 4, "28"), german("G2", "infantry", 1, "71"),
                    allied("A1", "infantry", 2, "I"), allied("A2", "infantry", 1))  # fmt: skip
    do(game, "move G1", "to I", "pass")
    assert game.state.units["G1"].location == "I"
    if "stop" in legal(game):
        do(game, "stop")
    do(game, "move G2", "to 68", "end")
    assert game.state.stack[-1].area == CLERVAUX  # Dinant is no battle
    game = position(german("G1", "armour", 4, "I"), allied("A1", "infantry", 2, "I"),
                    german("G2", "infantry", 1), allied("A2", "infantry", 1))  # fmt: skip
    end_movement(game)
    assert legal(game) == {"battle 68", "done"}
    refusal = refused(game, "battle I")
    assert (refusal.rule, refusal.reason) == ("9.17", "there is no combat in zones")


# 9.2 Hits


@pytest.mark.rule("9.21")
@pytest.mark.parametrize(("die", "hit"), [(2, True), (3, True), (4, False), (10, False)])
def test_the_attacker_hits_on_his_attack_value_or_less(die: int, hit: bool) -> None:
    game = joined(
        german("G1", "infantry", 1, attack=3, defence=9), allied("A1", "infantry", 2), dice=[MISS] * 2 + [die]
    )
    events = fight(game, "call 0")
    assert losses(events) == ({"A1": 1} if hit else {})


@pytest.mark.rule("9.21")
@pytest.mark.parametrize(("die", "hit"), [(5, True), (6, False)])
def test_the_defender_hits_on_his_defence_value_or_less(die: int, hit: bool) -> None:
    """Defence 4, and -1 to the die for want of combined arms."""
    game = joined(german("G1", "infantry", 2), allied("A1", "infantry", 1, attack=9, defence=4), dice=[die, MISS, MISS])
    assert losses(fight(game, "call 0")) == ({"G1": 1} if hit else {})


@pytest.mark.rule("9.21")
def test_one_die_for_each_strength_point() -> None:
    game = joined(german("G1", "infantry", 4), allied("A1", "infantry", 3), dice=[1, MISS, MISS, 3, 3, 4])
    events = fight(game, "call 0", "call 0")
    assert [(event.data["unit"], event.data["dice"]) for event in rolls(events, "fire")] == [
        ("A1", [1, 10, 10]),
        ("G1", [3, 3, 4]),  # with the strength that is left
    ]
    assert game.state.units["A1"].strength == 1


@pytest.mark.rule("9.21", "9.23")
def test_a_unit_of_strength_one_is_eliminated_by_one_hit() -> None:
    game = joined(german("G1", "infantry", 1), allied("A1", "infantry", 1, entrenched=True), dice=[MISS, 2])
    fight(game, "call 0")
    assert game.state.units["A1"].location == ELIMINATED
    assert not game.state.units["A1"].entrenched


@pytest.mark.rule("9.22")
def test_hits_left_over_do_not_go_to_another_unit() -> None:
    game = joined(german("G1", "infantry", 4), allied("A1", "infantry", 1), allied("A2", "infantry", 3),
                  dice=[MISS] * 4 + [HIT] * 4)  # fmt: skip
    do(game, "call 0", "call 0")
    assert (game.side, legal(game)) == (GERMAN, {"fire G1 A1", "fire G1 A2"})
    events = fight(game, "fire G1 A1")
    assert losses(events) == {"A1": 1}
    assert game.state.units["A2"].strength == 3


@pytest.mark.rule("9.23")
@pytest.mark.parametrize(("hits", "left"), [(0, 4), (1, 3), (2, 2), (3, 1), (4, 0)])
def test_x3_each_hit_takes_one_strength(hits: int, left: int) -> None:
    """X3: 4 is flipped to 3, replaced by 2, then 1; the fourth hit eliminates."""
    dice = [MISS] * 4 + [HIT] * hits + [MISS] * (4 - hits)
    game = joined(german("G1", "infantry", 4), allied("A1", "infantry", 4), dice=dice)
    fight(game, "call 0", "call 0")
    assert game.state.units["A1"].strength == left
    assert (game.state.units["A1"].location == ELIMINATED) == (left == 0)
    assert game.state.units["A1"].start_strength == 4


# 9.3 The order


@pytest.mark.rule("9.3", "9.31", "9.32", "9.33", "9.34", "9.35", "9.36", "9.37", "9.38", "9.59")
def test_the_order_of_a_battle_step_by_step() -> None:
    game = joined(
        german("Gt", "armour", 3), german("Gi", "infantry", 3),
        allied("A1", "infantry", 3), allied("A2", "infantry", 2),
        dice=[8, 4, 5, 5, 4, 5, 10, 4, 5, 3, 5, 3, 4],
    )  # fmt: skip
    strengths = lambda: [game.state.units[name].strength for name in ("Gt", "Gi", "A1", "A2")]  # noqa: E731
    # 9.31 artillery of both sides, the defender first (A12)
    assert (game.side, legal(game)) == (ALLIED, {"call 0", "call 1"})
    events = do(game, "call 1")  # 8: answered
    assert (game.side, legal(game)) == (ALLIED, {"lay Gt", "lay Gi"})
    events += do(game, "lay Gt")
    assert (game.side, legal(game)) == (GERMAN, {"call 0", "call 1", "call 2"})
    events += do(game, "call 2")  # 4: answered, 5: not
    assert (game.side, legal(game)) == (GERMAN, {"lay A1", "lay A2"})
    assert strengths() == [3, 3, 3, 2]  # nobody fires before all counters are laid
    # 9.32 the defender's artillery, 9.33 his targets
    events += do(game, "lay A1")
    assert strengths() == [2, 3, 3, 2]
    assert (game.side, legal(game)) == (ALLIED, {"fire A1 Gi", "fire A2 Gi"})
    # 9.34 his fire; A2 has to take Gt. 9.35 the attacker's artillery, 9.36 his targets
    events += do(game, "fire A1 Gi")
    assert strengths() == [1, 2, 2, 2]
    assert (game.side, legal(game)) == (GERMAN, {"fire Gt A1", "fire Gt A2"})
    # 9.37 his fire, with what is left of it; Gi has to take A1. 9.38 the end
    events += do(game, "fire Gt A2")
    assert strengths() == [1, 2, 1, 1]
    assert [event.kind for event in events if event.kind not in ("aimed", "loss", "artillery_laid")][:8] == [
        "calls", "calls", "artillery", "fire", "fire", "artillery", "fire", "fire",
    ]  # fmt: skip
    assert shots(events) == [
        ("Allied artillery", "Gt", 5), ("A1", "Gi", 4), ("A2", "Gt", 4),
        ("German artillery", "A1", 3), ("Gt", "A2", 5), ("Gi", "A1", 3),
    ]  # fmt: skip
    assert [len(event.data["dice"]) for event in rolls(events, "fire")] == [3, 2, 1, 2]
    assert [event.kind for event in events].count("battle_ended") == 1


@pytest.mark.rule("9.59", "9.33")
def test_nobody_fires_before_all_targets_are_chosen() -> None:
    defenders = [allied(f"A{number}", "infantry", 1) for number in (1, 2, 3)]
    game = joined(german("G1", "infantry", 2), german("G2", "infantry", 2), *defenders, dice=[MISS] * 20)
    do(game, "call 0", "call 0")
    for command in ("fire A1 G1", "fire A3 G2"):
        assert not rolls(do(game, command), "fire")
    assert len(rolls(do(game, "fire A2 G2"), "fire")) == 3


@pytest.mark.rule("9.34", "9.36")
def test_attackers_killed_by_the_defender_do_not_fire() -> None:
    game = joined(german("G1", "infantry", 1), german("G2", "infantry", 1), allied("A1", "infantry", 2),
                  dice=[HIT, HIT, HIT])  # fmt: skip
    events = fight(game, "call 0", "fire A1 G1")
    assert losses(events) == {"G1": 1, "A1": 1}
    assert [shot[:2] for shot in shots(events)] == [("A1", "G1"), ("G2", "A1")]


@pytest.mark.rule("9.37")
def test_defenders_killed_in_a_battle_have_fired_already() -> None:
    game = joined(german("G1", "infantry", 2), allied("A1", "infantry", 1), dice=[HIT, HIT])
    assert losses(fight(game, "call 0")) == {"G1": 1, "A1": 1}


@pytest.mark.rule("9.35", "9.36")
def test_no_targets_are_chosen_when_the_attackers_artillery_has_killed_everybody() -> None:
    game = joined(german("G1", "infantry", 4), allied("A1", "infantry", 1), dice=[HIT, MISS, HIT])
    events = fight(game, "call 0", "call 1")
    assert game.state.units["A1"].location == ELIMINATED
    assert [shot[0] for shot in shots(events)] == ["A1", "German artillery"]


@pytest.mark.rule("9.38", "9.39")
def test_one_round_an_impulse_and_then_the_next_area() -> None:
    game = position(
        german("G1", "infantry", 2), german("G2", "infantry", 2), allied("A1", "infantry", 2),
        german("G3", "infantry", 2, ST_VITH), allied("A3", "infantry", 2, ST_VITH), dice=[MISS] * 20,
    )  # fmt: skip
    do(game, "end", "battle 68", "attack G1", "ready")
    fight(game, "call 0")
    assert (game.side, legal(game)) == (GERMAN, {"battle 73", "done"})
    refusal = refused(game, "battle 68")  # G2 could still attack, but not in this impulse
    assert (refusal.rule, refusal.reason) == ("9.38", "the battle of 68 Clervaux has been fought in this impulse")


def test_a_player_is_told_when_it_is_not_his_turn_in_a_battle() -> None:
    game = joined(german("G1", "infantry", 1), german("G2", "infantry", 1), allied("A1", "infantry", 2))
    do(game, "call 0")
    assert game.side == ALLIED
    refusal = refused(game, "fire G1 A1")
    assert (refusal.rule, refusal.reason) == ("9.33", "the Allied units in this battle choose their targets now")


# 9.6 Combined arms


def attack_with(*attackers: Unit, dice: list[int], calls: tuple[str, ...] = ("call 1",)) -> dict[str, int]:
    """The modifiers of the defending infantry when attacked so."""
    game = joined(*attackers, allied("A1", "infantry", 1), dice=dice)
    do(game, "call 0")
    return modifiers(fight(game, *calls), "A1")


@pytest.mark.rule("9.6")
@pytest.mark.parametrize("kind", ["engineer", "mechanized", "motorized", "infantry"])
def test_infantry_armour_and_artillery_are_combined_arms(kind: str) -> None:
    """Every infantry-type unit is infantry here (A9)."""
    attackers = german("G1", "armour", 2), german("G2", kind, 1)
    assert attack_with(*attackers, dice=[4]) == {}


@pytest.mark.rule("9.6")
def test_without_one_of_the_three_the_defender_has_minus_one() -> None:
    armour, infantry = german("G1", "armour", 3), german("G2", "infantry", 3)
    assert attack_with(armour, dice=[1]) == {ARMS: -1}
    assert attack_with(infantry, dice=[1]) == {ARMS: -1}
    small = german("G1", "armour", 1), german("G2", "infantry", 1)
    assert attack_with(*small, dice=[1], calls=()) == {ARMS: -1}


@pytest.mark.rule("9.6")
def test_d9_artillery_counts_only_if_a_call_is_answered() -> None:
    """D9: two calls, both fail: all defender fire -1, his artillery hits on a natural 6."""
    attackers = german("G1", "armour", 3), german("G2", "infantry", 3)
    for die, hits in ((6, 1), (7, 0)):
        game = joined(*attackers, allied("A1", "infantry", 1), dice=[8, 5, 5, die])
        events = fight(game, "call 1", "lay G1", "call 2")
        assert shots(events)[:2] == [("Allied artillery", "G1", 6), ("A1", "G2", 5)]
        assert losses(events).get("G1", 0) == hits
    # one of the two answered is enough, and not calling is as good as failing
    assert attack_with(*attackers, dice=[5, 4], calls=("call 2",)) == {}
    assert attack_with(*attackers, dice=[1], calls=("call 0",)) == {ARMS: -1}


@pytest.mark.rule("9.6")
def test_combined_arms_last_for_the_battle_though_the_armour_dies() -> None:
    """Judged when artillery has been called, like the number of calls (A10)."""
    game = joined(german("Gt", "armour", 1), german("Gm", "mechanized", 1), german("Gi", "infantry", 1),
                  allied("A1", "infantry", 1), dice=[8, 4, 5])  # fmt: skip
    events = fight(game, "call 1", "lay Gt", "call 1")
    assert losses(events)["Gt"] == 1
    assert modifiers(events, "A1") == {}


@pytest.mark.rule("9.6")
def test_units_that_stay_out_do_not_make_combined_arms() -> None:
    game = position(german("G1", "infantry", 3), german("G2", "armour", 1), allied("A1", "infantry", 1), dice=[1] * 9)
    do(game, "end", "battle 68", "attack G1", "ready")
    events = fight(game, "call 0", "call 1")
    assert modifiers(events, "A1") == {ARMS: -1}
    assert "G2" not in {name for shot in shots(events) for name in shot}  # neither fires nor is fired at (A11)


# 9.7 Modifiers


@pytest.mark.rule("9.71", "8.56")
@pytest.mark.parametrize("kind", ["engineer", "mechanized", "motorized", "infantry"])
def test_attackers_have_plus_one_against_entrenched_units(kind: str) -> None:
    game = joined(german("G1", "infantry", 1), allied("A1", kind, 1, entrenched=True), dice=[MISS] * 2)
    assert modifiers(fight(game, "call 0"), "G1") == {ENTRENCHED: 1}


@pytest.mark.rule("9.71", "8.56")
def test_an_entrenchment_covers_its_own_unit_only() -> None:
    game = joined(german("G1", "infantry", 1), german("G2", "infantry", 1),
                  allied("A1", "infantry", 1, entrenched=True), allied("A2", "infantry", 1),
                  dice=[MISS] * 4)  # fmt: skip
    events = fight(game, "call 0", "fire A1 G1", "fire G1 A2")
    assert (modifiers(events, "G1"), modifiers(events, "G2")) == ({}, {ENTRENCHED: 1})


@pytest.mark.rule("8.59")
def test_attackers_leave_their_entrenchments() -> None:
    game = position(german("G1", "infantry", 1, entrenched=True), german("G2", "infantry", 1, entrenched=True),
                    allied("A1", "infantry", 1), dice=[MISS] * 5)  # fmt: skip
    do(game, "end", "battle 68", "attack G1", "ready")
    assert not game.state.units["G1"].entrenched
    assert game.state.units["G2"].entrenched  # it stays out
    assert modifiers(fight(game, "call 0"), "A1") == {ARMS: -1}


@pytest.mark.rule("9.71", "13.22")
def test_plus_one_for_fire_of_units_out_of_supply() -> None:
    game = joined(german("G1", "infantry", 1), allied("A1", "infantry", 1), *ring(CLERVAUX, ALLIED), dice=[MISS] * 2)
    events = fight(game, "call 0")
    assert (modifiers(events, "G1"), modifiers(events, "A1")) == ({SUPPLY: 1}, {ARMS: -1})
    game = joined(german("G1", "infantry", 1), allied("A1", "infantry", 1), *ring(CLERVAUX, GERMAN), dice=[MISS] * 2)
    events = fight(game)
    assert (modifiers(events, "G1"), modifiers(events, "A1")) == ({}, {SUPPLY: 1, ARMS: -1})


def over_rivers(*units: Unit, moves: tuple[str, ...], area: str = ST_VITH, at: str = "16-2", **changes: object) -> Game:
    """A battle into which the units have moved; on the 16th no Allied unit blows bridges."""
    game = position(*units, at=at, **changes)  # type: ignore[arg-type]
    for name in moves:
        do(game, f"move {name}", f"to {area}")
    start_battle(game, area)
    return game


RIVER_1, RIVER_2 = german("G1", "infantry", 1, "49"), german("G2", "infantry", 1, "77")
DRY = german("G4", "infantry", 1, "74")
DEFENDER = allied("A1", "infantry", 1, ST_VITH)


@pytest.mark.rule("9.71")
def test_minus_one_for_the_defender_against_attackers_over_a_river() -> None:
    game = over_rivers(RIVER_1, DEFENDER, moves=("G1",), dice=[MISS] * 2)
    events = fight(game, "call 0")
    assert modifiers(events, "A1") == {ARMS: -1, RIVER: -1}
    assert modifiers(events, "G1") == {}
    game = over_rivers(DRY, DEFENDER, moves=("G4",), dice=[MISS] * 2)
    assert modifiers(fight(game, "call 0"), "A1") == {ARMS: -1}


@pytest.mark.rule("9.71")
def test_a_river_counts_without_a_bridge_too() -> None:
    """On foot over the destroyed bridge of Dasburg."""
    wader = german("G1", "infantry", 1, DASBURG)
    game = over_rivers(wader, allied("A1", "infantry", 1, MARNACH), moves=("G1",), area=MARNACH, dice=[MISS] * 2)
    assert modifiers(fight(game, "call 0"), "A1") == {ARMS: -1, RIVER: -1}


@pytest.mark.rule("9.71", "9.74")
@pytest.mark.parametrize(("die", "hit"), [(7, True), (8, False)])
def test_d11_two_rivers_and_no_combined_arms(die: int, hit: bool) -> None:
    """D11: over rivers from two areas, no combined arms: -2, artillery hits on a natural 7."""
    game = over_rivers(RIVER_1, RIVER_2, DEFENDER, moves=("G1", "G2"), dice=[8, die, MISS, MISS, MISS])
    events = fight(game, "call 1", "lay G1")
    assert shots(events)[0] == ("Allied artillery", "G1", 7)
    assert losses(events) == ({"G1": 1} if hit else {})
    assert modifiers(events, "A1") == {ARMS: -1, RIVER: -1}


@pytest.mark.rule("9.72")
def test_no_river_modifier_if_one_group_came_dry() -> None:
    game = over_rivers(RIVER_1, DRY, DEFENDER, moves=("G1", "G4"), dice=[MISS] * 3)
    assert modifiers(fight(game, "call 0"), "A1") == {ARMS: -1}


@pytest.mark.rule("9.73")
@pytest.mark.parametrize("marked", [True, False])
def test_d13_no_river_modifier_if_an_attacker_was_there_before(marked: bool) -> None:
    """D13: whether or not that unit can take part in the attack."""
    there = german("G3", "infantry", 1, ST_VITH, marked=marked)
    game = over_rivers(RIVER_1, RIVER_2, there, DEFENDER, moves=("G1", "G2"), dice=[MISS] * 4)
    if not marked:
        do(game, "ready")
    assert modifiers(fight(game, "call 0"), "A1") == {ARMS: -1}


@pytest.mark.rule("9.73")
def test_no_river_modifier_even_if_who_was_there_has_left_again() -> None:
    there = german("G3", "infantry", 1, ST_VITH)
    game = position(there, RIVER_1, DEFENDER, at="16-2", dice=[MISS] * 4)
    do(game, "move G3", "to 74", "stop", "move G1", "to 73")
    start_battle(game, ST_VITH)
    assert modifiers(fight(game, "call 0"), "A1") == {ARMS: -1}


@pytest.mark.rule("9.71")
def test_only_the_last_river_counts() -> None:
    """Over the Our at Ouren, then along the Skyline Drive into Marnach: no river before Marnach."""
    game = position(german("G1", "armour", 1, "50"), allied("A1", "infantry", 1, MARNACH), at="16-2", dice=[MISS] * 2)
    do(game, "move G1", "to 71", "to 70")
    start_battle(game, MARNACH)
    assert modifiers(fight(game, "call 0"), "A1") == {ARMS: -1}


@pytest.mark.rule("9.71", "9.6")
def test_a_river_does_not_undo_combined_arms() -> None:
    units = german("G1", "armour", 2, "49"), german("G2", "infantry", 1, "49")
    game = over_rivers(*units, DEFENDER, moves=("G1", "G2"), dice=[4, *[MISS] * 5])
    assert modifiers(fight(game, "call 0", "call 1"), "A1") == {RIVER: -1}


@pytest.mark.rule("9.74")
def test_all_modifiers_add_up() -> None:
    """Out of supply, without combined arms, against an entrenched unit, with battlefield support."""
    defender = allied("A1", "infantry", 1, CLERVAUX, entrenched=True)
    game = joined(german("G1", "infantry", 1), defender, *ring(CLERVAUX, ALLIED), dice=[MISS] * 2,
                  special=SpecialForces(area=CLERVAUX, effect="battlefield support"))  # fmt: skip
    assert game.side == GERMAN
    assert refused(game, "support perhaps") == Refusal("the answer is yes or no", "14.24")
    events = fight(game, "support yes", "call 0")
    assert modifiers(events, "G1") == {ENTRENCHED: 1, SUPPLY: 1}
    assert modifiers(events, "A1") == {ARMS: -1, SUPPORT: 1}
    assert shots(events) == [("A1", "G1", 4), ("G1", "A1", 1)]


@pytest.mark.rule("14.24")
@pytest.mark.parametrize("attacker", [GERMAN, ALLIED])
def test_battlefield_support_is_the_germans_choice_and_burdens_all_allied_fire(attacker: str) -> None:
    units = german("G1", "infantry", 3), allied("A1", "infantry", 3)
    game = joined(*units, side=attacker, dice=[1] * 2 + [MISS] * 8,  # type: ignore[arg-type]
                  special=SpecialForces(area=CLERVAUX, effect="battlefield support"))  # fmt: skip
    assert (game.side, legal(game)) == (GERMAN, {"support yes", "support no"})
    twin = game.branch()
    events = fight(game, "support yes")
    assert modifiers(events, "A1")[SUPPORT] == modifiers(events, ALLIED)[SUPPORT] == 1
    assert SUPPORT not in modifiers(events, "G1")
    assert SUPPORT not in modifiers(events, GERMAN)
    assert SUPPORT not in modifiers(fight(twin, "support no"), "A1")


@pytest.mark.rule("14.24")
def test_battlefield_support_is_for_one_battle_in_the_area_of_the_special_forces() -> None:
    special = SpecialForces(area=CLERVAUX, effect="battlefield support")
    elsewhere = joined(german("G1", "infantry", 1, MARNACH), allied("A1", "infantry", 1, MARNACH), area=MARNACH,
                       special=special)  # fmt: skip
    assert stage(elsewhere) == "defender calls"
    game = joined(german("G1", "infantry", 2), allied("A1", "infantry", 2), special=special, dice=[MISS] * 9)
    fight(game, "support yes")
    assert game.state.active == ALLIED
    start_battle(game, CLERVAUX)
    assert stage(game) == "defender calls"  # not offered again
