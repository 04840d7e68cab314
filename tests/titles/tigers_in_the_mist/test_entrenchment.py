"""Rule 8.5: who digs in, where, at what price, what it is good for, and when it is lost."""

import pytest

from tests.titles.tigers_in_the_mist.kit import ALLIED, GERMAN, do, legal, position, rolls, unit
from tests.titles.tigers_in_the_mist.referee import barred, go, has_stopped, markers, of, play_on, spent, where
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game

FOOT = ("infantry", "motorized", "mechanized", "engineer")


def entrenched(game: Game, name: str) -> bool:
    """Whether an entrenchment lies on a unit."""
    return of(game, name).entrenched


def modifiers(event: Event) -> dict[str, int]:
    """The modifiers of a roll by their rule."""
    return {rule: value for _, value, rule in event.data["modifiers"]}


def all_events(game: Game, kind: str) -> list[Event]:
    """Every event of a kind since the position was set up."""
    return rolls([event for entry in game.entries for event in entry.events], kind)


@pytest.mark.parametrize(("side", "area"), [(GERMAN, "46"), (ALLIED, "61")])
@pytest.mark.parametrize("kind", FOOT)
@pytest.mark.rule("8.51")
def test_every_infantry_type_digs_in_during_its_own_impulse(side: str, area: str, kind: str) -> None:
    other = ALLIED if side == GERMAN else GERMAN
    units = [unit("U", f"{side} {kind} 2 @{area}"), unit("V", f"{side} {kind} 2 @{area}")]
    foe = unit("Foe", f"{other} armour 1 @{'1' if other == ALLIED else '9'}")
    game = position(*units, foe, side=side)
    do(game, "entrench U")
    assert entrenched(game, "U")
    assert "entrenched" in markers(game, "U")
    game = position(*units, foe, side=other)
    assert not any(command.startswith("entrench") for command in legal(game))
    barred(game, "entrench U", "8.1", "U", "enemy unit")


@pytest.mark.rule("8.51")
def test_each_unit_builds_its_own_and_no_unit_uses_anothers() -> None:
    game = position(*(unit(name, "German infantry 2 @46") for name in ("P", "Q", "R")))
    do(game, "entrench P")
    assert [entrenched(game, name) for name in ("P", "Q", "R")] == [True, False, False]
    do(game, "entrench Q")
    assert [entrenched(game, name) for name in ("P", "Q", "R")] == [True, True, False]


@pytest.mark.rule("8.51", "8.56")
def test_only_the_entrenched_unit_of_a_stack_is_hard_to_hit() -> None:
    game = position(
        unit("G", "German infantry 3 @70"),
        unit("H", "German infantry 3 @70"),
        unit("In", "Allied infantry 3 @68", entrenched=True),
        unit("Out", "Allied infantry 3 @68"),
        dice=[10] * 99,
    )
    do(game, "move G", "with H", "to 68")
    play_on(game, lambda game: game.side == ALLIED and "end" in legal(game))
    shots = {event.data["target"]: modifiers(event) for event in all_events(game, "fire") if event.data["unit"] in "GH"}
    assert shots == {"In": {"8.56": 1}, "Out": {}}


@pytest.mark.rule("8.51")
def test_digging_in_is_the_activation_of_the_turn() -> None:
    """A36."""
    game = position(unit("U", "German engineer 2 @46"), unit("V", "German infantry 2 @46"))
    do(game, "entrench U")
    barred(game, "move U", "8.25", "activated this turn")
    barred(game, "entrench U", "8.25")


@pytest.mark.rule("8.51")
def test_who_is_entrenched_needs_no_second_entrenchment() -> None:
    game = position(unit("U", "German infantry 2 @46", entrenched=True))
    barred(game, "entrench U", "8.51", "U", "entrenched already")


@pytest.mark.rule("8.52", "8.36")
def test_x7_an_engineer_moves_4_points_and_digs_in() -> None:
    """X7."""
    for steps in range(1, 5):
        game = position(unit("Eng", "German engineer 2 @42"), unit("V", "German infantry 2 @9"))
        do(game, "move Eng", *(f"to {area}" for area in ("43", "76", "44", "45")[:steps]))
        assert spent(game, "Eng") == steps
        do(game, "entrench Eng")
        assert entrenched(game, "Eng")
        assert spent(game, "Eng") == steps + 4


@pytest.mark.rule("8.52")
def test_an_engineer_that_has_moved_5_points_does_not_dig_in() -> None:
    game = position(unit("Eng", "German engineer 2 @42"))
    do(game, "move Eng", *(f"to {area}" for area in ("43", "76", "44", "45", "46")))
    barred(game, "entrench Eng", "8.52", "Eng", "4 movement points")


@pytest.mark.rule("8.52", "8.36")
def test_additional_costs_count_towards_the_engineers_points() -> None:
    """From enemies (1 + 1) to friends over a secondary road (2 + 1): 5 points, one too many."""
    game = position(
        unit("Eng", "German engineer 2 @70"),
        unit("A", "Allied armour 1 @70"),
        unit("H", "German infantry 1 @69"),
    )
    do(game, "move Eng", "to 68", "to 69")
    assert spent(game, "Eng") == 5
    barred(game, "entrench Eng", "8.52")


@pytest.mark.rule("8.52")
def test_who_has_dug_in_does_not_go_on() -> None:
    game = position(unit("Eng", "German engineer 2 @42"), unit("Sap", "German engineer 2 @42"))
    do(game, "move Eng", "with Sap")
    barred(game, "entrench Eng", "8.51", "without selecting")
    do(game, "to 43")
    barred(game, "entrench U", "8.51", "is not moving")
    do(game, "entrench Eng")
    barred(game, "to 76", "8.52", "entrenching")
    do(game, "entrench Sap")  # each its own
    assert entrenched(game, "Eng")
    assert entrenched(game, "Sap")


@pytest.mark.rule("QA-8", "8.52")
def test_x15_an_engineer_that_crossed_on_foot_does_not_dig_in() -> None:
    """X15: 5 points less 3 for the river leave 2; an entrenchment takes 4."""
    game = position(unit("Eng", "German engineer 2 @51"))
    do(game, "move Eng", "abandon Eng", "to 70")
    barred(game, "entrench Eng", "8.52", "4 movement points")


@pytest.mark.rule("QA-8")
def test_an_engineer_on_foot_that_did_not_cross_may_still_dig_in() -> None:
    """5 points less 1 for a primary road leave 4."""
    game = position(unit("Eng", "German engineer 2 @42", on_foot=True))
    do(game, "move Eng", "abandon Eng", "to 43", "entrench Eng")
    assert entrenched(game, "Eng")


@pytest.mark.parametrize("kind", ["infantry", "motorized", "mechanized"])
@pytest.mark.rule("8.53", "8.36")
def test_all_others_pay_their_whole_allowance(kind: str) -> None:
    game = position(unit("U", f"German {kind} 2 @42"), unit("V", f"German {kind} 2 @42"))
    do(game, "entrench U")
    assert spent(game, "U") == (5 if kind == "infantry" else 8)
    barred(game, "move U", "8.25")
    do(game, "move V", "to 43")
    barred(game, "entrench V", "8.53", "V", "all its movement points")


@pytest.mark.parametrize("box", ["17-2", "17-3"])
@pytest.mark.rule("QA-9", "8.53")
def test_x16_no_digging_after_a_move_earlier_in_the_day(box: str) -> None:
    """X16."""
    game = position(unit("U", "German infantry 2 @42"), unit("V", "German infantry 2 @42"))
    go(game, "U", "43")
    do(game, "stop", "end")
    play_on(game, lambda game: game.side == GERMAN and f"{game.state.date}-{game.state.impulse}" == box)
    assert "entrench V" in legal(game)
    barred(game, "entrench U", "8.25", "activated this turn")
    play_on(game, lambda game: game.side == GERMAN and game.state.date == 18)
    assert "entrench U" in legal(game)


@pytest.mark.parametrize(("side", "area"), [(GERMAN, "46"), (ALLIED, "61")])
@pytest.mark.rule("8.54")
def test_armour_does_not_dig_in(side: str, area: str) -> None:
    game = position(unit("Arm", f"{side} armour 4 @{area}"), side=side)
    barred(game, "entrench Arm", "8.54", "Arm", "armour")


@pytest.mark.parametrize("kind", FOOT)
@pytest.mark.parametrize(("side", "foe"), [(GERMAN, ALLIED), (ALLIED, GERMAN)])
@pytest.mark.rule("8.55")
def test_nobody_digs_in_among_enemies(side: str, foe: str, kind: str) -> None:
    game = position(unit("U", f"{side} {kind} 2 @68"), unit("X", f"{foe} armour 1 @68"), side=side)
    barred(game, "entrench U", "8.55", "enemy units", "Clervaux")


@pytest.mark.rule("8.55", "8.22")
def test_an_engineer_that_moves_among_enemies_does_not_dig_in_either() -> None:
    game = position(
        unit("Eng", "German engineer 2 @70"), unit("X", "Allied infantry 1 @68"), unit("V", "German infantry 1 @9")
    )
    do(game, "move Eng", "to 68")
    assert has_stopped(game, "Eng")
    assert not entrenched(game, "Eng")
    assert not any("Eng" in command for command in legal(game))


@pytest.mark.rule("8.56", "9.71")
def test_entrenchment_is_worth_1_against_fire_and_artillery() -> None:
    """The same dice, in the open and entrenched: artillery and an attack value of 3 do not hit with a 3 any more."""
    lost = {}
    for dug_in in (False, True):
        game = position(
            unit("G", "German infantry 3 @70", attack=3),
            unit("US", "Allied infantry 4 @68", entrenched=dug_in),
            dice=[10, 1] + [10] * 4 + [3] + [3] * 3,  # calls, the defender's fire, the attacker's gun and fire
        )
        do(game, "move G", "to 68", "end", "call 1", "call 1")
        [gun] = all_events(game, "artillery")
        [shot] = [event for event in all_events(game, "fire") if event.data["unit"] == "G"]
        assert modifiers(gun) == modifiers(shot) == ({"8.56": 1} if dug_in else {})
        lost[dug_in] = 4 - of(game, "US").strength
    assert lost == {False: 4, True: 0}


@pytest.mark.rule("8.56")
def test_entrenchment_does_not_help_its_own_fire() -> None:
    game = position(
        unit("G", "German infantry 3 @70"), unit("US", "Allied infantry 3 @68", entrenched=True), dice=[10] * 99
    )
    do(game, "move G", "to 68")
    play_on(game, lambda game: game.side == ALLIED and "end" in legal(game))
    [shot] = [event for event in all_events(game, "fire") if event.data["unit"] == "US"]
    assert "8.56" not in modifiers(shot)


@pytest.mark.rule("8.57")
def test_markers_never_run_out() -> None:
    units = [unit(f"U{k}", f"German infantry 1 @{area}") for k, area in enumerate(("9", "45", "46", "53") * 15)]
    game = position(*units, unit("A", "Allied armour 1 @1"))
    for each in units:
        do(game, f"entrench {each.id}")
    assert all(entrenched(game, each.id) for each in units)


@pytest.mark.rule("8.58")
def test_who_leaves_loses_the_entrenchment() -> None:
    game = position(unit("U", "German infantry 2 @42", entrenched=True), unit("V", "German infantry 2 @43"))
    go(game, "U", "43")
    assert not entrenched(game, "U")
    do(game, "to 42", "stop")
    assert where(game, "U") == "42"
    assert not entrenched(game, "U")  # nothing was kept for its return


@pytest.mark.rule("8.58")
def test_it_stays_as_long_as_the_unit_does() -> None:
    game = position(unit("U", "German infantry 2 @42"), unit("A", "Allied infantry 2 @61"))
    do(game, "entrench U")
    play_on(game, lambda game: game.state.date == 20)
    assert entrenched(game, "U")


@pytest.mark.rule("8.58")
def test_it_goes_with_its_unit() -> None:
    game = position(
        unit("G", "German armour 4 @70"), unit("US", "Allied infantry 1 @68", entrenched=True), dice=[10] * 2 + [1] * 9
    )
    do(game, "move G", "to 68")
    play_on(game, lambda game: of(game, "US").strength == 0)
    assert of(game, "US").location == "eliminated"
    assert not entrenched(game, "US")


@pytest.mark.rule("8.59", "8.58")
def test_who_attacks_abandons_the_entrenchment() -> None:
    """Two entrenched units beside an enemy that came to them: one attacks, the other stays in its hole."""
    game = position(
        unit("P", "Allied infantry 3 @68", entrenched=True),
        unit("Q", "Allied infantry 3 @68", entrenched=True),
        unit("G", "German infantry 3 @68"),
        side=ALLIED,
        dice=[10] * 99,
    )
    do(game, "end", "battle 68", "attack P", "ready")
    assert not entrenched(game, "P")
    assert entrenched(game, "Q")
    play_on(game, lambda game: game.side == GERMAN and "end" in legal(game))
    assert not entrenched(game, "P")
    assert entrenched(game, "Q")


@pytest.mark.rule("8.59")
def test_who_defends_keeps_it() -> None:
    game = position(
        unit("G", "German infantry 3 @70"), unit("US", "Allied infantry 3 @68", entrenched=True), dice=[10] * 99
    )
    do(game, "move G", "to 68")
    play_on(game, lambda game: game.side == ALLIED and "end" in legal(game))
    assert entrenched(game, "US")
