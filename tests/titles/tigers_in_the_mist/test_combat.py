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
from wargame_tui.titles.tigers_in_the_mist.table import ELIMINATED, SpecialForces, Unit

RIVER, ARMS, SUPPLY, ENTRENCHED, SUPPORT = "9.71", "9.6", "13.22", "8.56", "14.24"


# 9.1 Who attacks


@pytest.mark.rule("9.0", "9.12")
def test_battles_follow_all_movement_in_the_order_of_the_moving_player() -> None:
    game = position(
        german("G1", "infantry", 2, "71"), german("G2", "infantry", 2, "69"), allied("A1", "infantry", 1, "68"),
        allied("A2", "infantry", 1, "70"),
    )  # fmt: skip
    do(game, "move G1", "to 68")
    assert not stage(game)  # nothing is fought before G2 has moved
    do(game, "move G2", "to 70", "end")
    assert legal(game) == {"battle 68", "battle 70"}
    assert game.side == GERMAN
    events = fight(game, "battle 70")
    assert [event.data["space"] for event in rolls(events, "battle")] == ["70"]
    assert stage(game)  # the other one, the last that must be fought, follows by itself
    assert game.state.stack[-1].area == "68"
    assert refused(game, "battle 70").rule


@pytest.mark.rule("9.12", "8.23")
def test_units_that_entered_an_enemy_area_must_attack() -> None:
    game = position(
        german("G1", "infantry", 2, "71"), german("G2", "infantry", 2), allied("A1", "infantry", 2),
        german("G3", "infantry", 1, ST_VITH), allied("A3", "infantry", 1, ST_VITH),
    )  # fmt: skip
    do(game, "move G1", "to 68", "end")
    refusal = refused(game, "done")
    assert (refusal.rule, refusal.reason) == ("9.12", "units that entered Clervaux must attack")
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
    game = position(german("G1", "infantry", 1), german("G2", "infantry", 2), allied("A1", "infantry", 2))
    do(game, "end", "battle 68")
    assert (game.side, legal(game)) == (GERMAN, {"attack G1", "attack G2"})
    assert refused(game, "ready").rule == "9.13"  # somebody has to attack
    assert refused(game, "attack A1").rule == "9.13"
    do(game, "attack G2", "ready")
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
    assert refused(game, "attack G1").rule  # the battle has begun with G2 alone
    assert game.state.stack[-1].attackers == ("G2",)


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
        do(game, *[f"attack A{impulse}"] * (impulse < 3), *["ready"] * (impulse < 3))
        events = fight(game)
        assert [shot[0] for shot in shots(events)] == ["G1", f"A{impulse}"]
        while (game.state.date, game.state.impulse, game.state.active) == (17, impulse, ALLIED):
            do(game, "end" if "end" in legal(game) else "done")
        if impulse < 3:
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
    game = position(german("G1", "armour", 4, "28"), german("G2", "infantry", 1, "71"), allied("A1", "infantry", 2, "I"),
                    allied("A2", "infantry", 1, CLERVAUX), intact=["28-I"] * 0)  # fmt: skip
    do(game, "move G1", "to I", "pass")
    assert game.state.units["G1"].location == "I"
    do(game, "stop") if "stop" in legal(game) else None
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
    game = joined(german("G1", "infantry", 1, attack=3, defence=9), allied("A1", "infantry", 2), dice=[MISS] * 2 + [die])
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
    game = joined(german("G1", "infantry", 4), allied("A1", "infantry", 3), dice=[1, MISS, MISS] + [3, 3, 4])
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
    events = fight(game, "call 0", "call 0", "fire G1 A1")
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
        german("Gt", "armour", 3), german("Gi", "infantry", 3), allied("Am", "mechanized", 3),
        allied("Ai", "infantry", 2), dice=[8, 4, 5, 3, 3, 4, 10, 4, 3, 3, 5, 5, 3, 10],
    )  # fmt: skip
    # 9.31 artillery of both sides, the defender first (A12)
    assert (game.side, legal(game)) == (ALLIED, {"call 0", "call 1"})
    events = do(game, "call 1")  # 8: answered
    assert (game.side, legal(game)) == (ALLIED, {"lay Gt", "lay Gi"})  # armour 3, infantry 3
    events += do(game, "lay Gt")
    assert (game.side, legal(game)) == (GERMAN, {"call 0", "call 1", "call 2"})
    more = do(game, "call 2")  # 4 answered, 5 not: laid on the mechanized, the greatest type; combined arms
    # 9.32 the defender's artillery, before anybody aims
    assert [event.kind for event in more] == ["calls", "artillery_laid", "artillery", "loss"] or stage(game)
    events += more
    if stage(game) == "attacker lays":
        events += do(game, "lay Am")
    assert game.state.units["Gt"].strength == 2  # hit on a 3
    # 9.33 the defender aims with all his units before one fires
    assert (game.side, stage(game)) == (ALLIED, "defender aims")
    assert legal(game) == {"fire Am Gi"}  # the best quality first: nobody of its own, the infantry is below it
