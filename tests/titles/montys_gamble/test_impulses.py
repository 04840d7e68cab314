"""Rule 8: the kinds of impulses, the steps of an assault, infiltration, passes, who acts and how often."""

from typing import Any

import pytest

from tests.titles.montys_gamble.kit import (
    ALLIED,
    BOOK,
    GERMAN,
    condition,
    do,
    legal,
    place,
    position,
    quietly,
    refused,
    told,
    unit,
)
from wargame_tui.core.game import Game, NoUndo


def is_day(game: Game) -> bool:
    """Whether the Daylight Phase goes on."""
    return any(step.kind == "daylight" for step in game.state.stack)


# 8.1, 8.2 What a side may do


@pytest.mark.rule("8.1", "14.2")
def test_a_player_activates_one_area_or_zone() -> None:
    game = position(unit("Rink", "61"), unit("Kerutt", "H"), unit("1Gren", "64"), side=GERMAN)
    assert {"assault 61", "assault H"} <= legal(game)
    do(game, "assault H", "move Kerutt 45")
    assert refused(game, "assault 61").rule == "8.1"
    do(game, "end")
    assert game.side == ALLIED


@pytest.mark.rule("8.1", "18.4")
def test_only_the_allies_activate_the_uk_box() -> None:
    units = unit("1Pol", "UK", drop="17"), unit("Rink", "61"), unit("1Gren", "64")
    assert "assault UK" in legal(position(*units))
    game = position(*units, side=GERMAN)
    assert "assault UK" not in legal(game)
    assert refused(game, "assault UK").rule == "18.4"


@pytest.mark.rule("8.1", "12.3", "14.5")
def test_two_impulses_in_a_row_only_by_a_double_impulse_or_by_zone_f() -> None:
    units = unit("1Gren", "64"), unit("4Wilts", "65"), unit("2Irish", "F"), unit("Rink", "55")
    game = position(*units, dice=(6, 6))
    do(game, "assault 64", "end")
    assert legal(game) == {"assault F", "end"}
    do(game, "assault F", "end")
    assert game.side == GERMAN
    game = position(*units, holder=ALLIED, dice=(6, 6))
    do(game, "assault 64", "end", "keep")
    assert legal(game) == {"assault F", "double", "end"}
    do(game, "double")
    assert refused(game, "pass").rule == "8.24", "the second half of an impulse is no pass"
    do(game, "assault 65", "end")
    assert game.side == GERMAN


@pytest.mark.rule("8.2", "16.4")
def test_the_kinds_of_german_impulses() -> None:
    units = unit("Rink", "61"), unit("SSArt10", "61"), unit("1Gren", "64")
    game = position(*units, side=GERMAN)
    assert {text.split()[0] for text in legal(game)} == {"assault", "infiltration", "bombard", "interdict", "pass"}
    assert refused(game, "air RAF2 64").rule == "16.1"


@pytest.mark.rule("8.2", "8.22", "16.1")
def test_the_kinds_of_allied_impulses() -> None:
    units = unit("1Gren", "64"), unit("55Fd", "64"), unit("Rink", "61")
    game = position(*units)
    assert {text.split()[0] for text in legal(game)} == {"assault", "bombard", "air", "pass"}
    assert refused(game, "infiltration 64").rule == "8.22"
    assert refused(game, "interdict 33").rule == "16.1"


# 8.21 Assault


@pytest.mark.rule("8.21")
def test_only_units_that_began_the_impulse_in_the_activated_area_act() -> None:
    game = position(unit("1Gren", "64"), unit("4Wilts", "65"), unit("5Wilts", "64", "spent"), unit("Rink", "55"))
    do(game, "assault 64")
    assert {text.split()[1] for text in legal(game, "move")} == {"1Gren"}
    assert refused(game, "move 4Wilts 64").rule == "8.21"
    assert refused(game, "move 5Wilts 65").rule == "8.21"
    do(game, "move 1Gren 65")
    assert refused(game, "move 4Wilts 64").rule == "8.21"


@pytest.mark.rule("8.21")
def test_without_a_fresh_unit_or_a_bridge_to_work_on_an_area_is_not_activated() -> None:
    game = position(unit("1Gren", "61", "spent"), unit("4Wilts", "65"), unit("Rink", "55"))
    assert refused(game, "assault 61").rule == "8.21"
    assert refused(game, "assault 44").rule == "8.21"
    assert refused(game, "assault 99").rule == "8.1"


def _works(**changes: Any) -> Game:
    """An Allied impulse at 64 with one bridge blown and another held next to the enemy."""
    given: dict[str, Any] = {
        "control": {"64": "XXX"},
        "blown": ("63-64",),
        "holders": {"62-64": ALLIED, "63-64": ALLIED},
        "dice": (1, 1, 1, 6, 6),
    }
    return position(unit("1Gren", "64"), unit("Rink", "62"), **(given | changes))


@pytest.mark.rule("8.21", "19.2", "19.4")
def test_repair_then_movement_then_demolition() -> None:
    game = _works()
    do(game, "assault 64", "repair 63-64")
    assert {"move 1Gren 65", "blow 62-64"} <= legal(game)
    do(game, "move 1Gren 65")
    assert refused(game, "repair 63-64").rule == "8.21"
    do(game, "blow 62-64")
    for late in ("move 1Gren 60", "repair 63-64", "attack 62", "seize 1Gren 60-65"):
        assert refused(game, late).rule == "8.21"
    assert legal(game) == {"end"}


@pytest.mark.rule("8.21")
def test_steps_may_be_left_out() -> None:
    game = _works()
    do(game, "assault 64", "blow 62-64")
    assert refused(game, "repair 63-64").rule == "8.21"
    do(game, "end")
    assert condition(game, "1Gren") == "fresh"


@pytest.mark.rule("8.21", "19.2")
def test_repairs_only_if_the_activated_area_is_ones_own() -> None:
    units = unit("1Gren", "64"), unit("Henke", "64"), unit("Rink", "62")
    game = position(*units, blown=("63-64",), control={"64": "German", "63": "XXX"})
    do(game, "assault 64")
    assert refused(game, "repair 63-64").rule == "19.2"
    game = position(*units, blown=("63-64",), control={"64": "XXX"})
    do(game, "assault 64")
    assert "repair 63-64" in legal(game)


@pytest.mark.rule("8.21", "19.4", "19.5")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_w7_in_an_enemy_area_without_enemies_only_demolition(side: str) -> None:
    """Steps 1 and 2 are skipped."""
    mine, theirs = ("German", "XXX") if side == GERMAN else ("XXX", "German")
    control = dict.fromkeys(BOOK.ground, mine) | {"54": theirs}
    holders = dict.fromkeys(BOOK.waters, side)
    units = unit("Rink", "45"), unit("1Gren", "64")
    game = position(*units, side=side, control=control, holders=holders, blown=("54-63",))
    do(game, "assault 54")
    assert legal(game) == {"blow 53-54", "end"}
    assert refused(game, "repair 54-63").rule == "19.2"
    game = position(
        *units, side=side, control=control, holders=dict.fromkeys(BOOK.waters, ALLIED if side == GERMAN else GERMAN)
    )
    assert refused(game, "assault 54").rule == "8.21"  # no bridge of its own to blow


@pytest.mark.rule("8.21", "19.5")
@pytest.mark.parametrize(("die", "down"), [(3, False), (4, True)])
def test_v21_demolition_between_a_free_and_an_enemy_area_needs_a_4(die: int, down: bool) -> None:
    game = position(unit("Rink", "45"), unit("1Gren", "64"), side=GERMAN, control={"54": "XXX"}, dice=(die,))
    do(game, "assault 54", "blow 53-54")
    assert game.state.crossings["53-54"].blown == down


@pytest.mark.rule("8.21", "19.4")
def test_any_number_of_bridges_may_be_blown_each_once() -> None:
    game = position(unit("Rink", "45"), unit("1Gren", "64"), side=GERMAN, control={"54": "XXX"}, dice=(3, 4))
    do(game, "assault 54", "blow 53-54", "blow 54-63")
    assert [game.state.crossings[border].blown for border in ("53-54", "54-63")] == [False, True]
    assert refused(game, "blow 53-54").rule == "19.4"


# 8.22 Infiltration


def infiltrators(*units, space: str = "61", **changes: Any) -> Game:
    """A German impulse that has activated a space for infiltration into 64 and 65 (TEM 2)."""
    allies = unit("1Gren", "64"), unit("4Wilts", "65")
    game = position(*(units or (unit("Rink", "61"), unit("Henke", "61"))), *allies, side=GERMAN, **changes)
    do(game, f"infiltration {space}")
    return game


@pytest.mark.rule("8.22")
def test_infiltration_starts_from_a_free_area_or_zone_with_fresh_infantry_or_armour() -> None:
    ally, other = unit("1Gren", "64"), unit("Henke", "55")
    for here, legal_now in (
        ([unit("Rink", "61")], True),
        ([unit("2107Pz", "65")], True),
        ([unit("Rink", "61", "spent")], False),
        ([unit("FlakBetu", "61")], False),
        ([unit("SSArt10", "61")], False),
        ([unit("Rink", "61"), unit("5Wilts", "61")], False),
    ):
        game = position(*here, ally, other, side=GERMAN)
        space = here[0].location
        assert (f"infiltration {space}" in legal(game)) == legal_now
        if not legal_now:
            assert refused(game, f"infiltration {space}").rule == "8.22"


@pytest.mark.rule("8.22", "14.1")
def test_infiltration_from_a_zone() -> None:
    game = position(unit("Rink", "G"), unit("1-506", "55"), side=GERMAN, dice=(1,))
    do(game, "infiltration G", "infiltrate Rink 55")
    assert place(game, "Rink") == "55"


@pytest.mark.rule("8.22")
def test_the_target_is_allied_and_not_contested() -> None:
    game = infiltrators(unit("Rink", "61"), unit("Henke", "65"), control={"57": "German"})
    assert legal(game, "infiltrate") == {"infiltrate Rink 64"}
    assert refused(game, "infiltrate Rink 65").rule == "8.22"  # contested
    assert refused(game, "infiltrate Rink 57").rule == "8.22"  # German
    assert refused(game, "infiltrate Rink 60").rule == "8.22"  # not adjacent


@pytest.mark.rule("8.22", "9.21")
def test_an_attempt_takes_the_whole_movement_factor() -> None:
    """The least move is always enough for it, on 17 September too."""
    game = infiltrators(unit("Rink", "61", mf=1), at="17-3", dice=(1,))
    do(game, "infiltrate Rink 65")
    assert condition(game, "Rink") == "spent"
    game = infiltrators(dice=(6,))
    do(game, "infiltrate Rink 65")
    assert refused(game, "infiltrate Rink 64").rule == "8.22"
    assert not legal(game, "move")


@pytest.mark.rule("8.221")
@pytest.mark.parametrize(
    ("start", "closed", "open_to"),
    [("63", "64", "56"), ("28", "27", "30"), ("31", "20", "32"), ("13", "17", "12")],
    ids=["canal", "high ground", "polder", "river"],
)
def test_only_over_plain_boundaries_and_not_into_high_ground_or_polder(start: str, closed: str, open_to: str) -> None:
    game = position(unit("Rink", start), unit("1Gren", closed), unit("4Wilts", open_to), side=GERMAN)
    do(game, f"infiltration {start}")
    assert legal(game, "infiltrate") == {f"infiltrate Rink {open_to}"}
    assert refused(game, f"infiltrate Rink {closed}").rule == "8.221"
    game = position(unit("Rink", start), unit("1Gren", closed), side=GERMAN)
    assert refused(game, f"infiltration {start}").rule == "8.22"


@pytest.mark.rule("8.221", "9.4", "9.6", "9.61")
def test_movement_restrictions_bind_infiltrators() -> None:
    """Armour needs a road; a full area takes nobody."""
    game = infiltrators(unit("2107Pz", "61"))
    assert legal(game, "infiltrate") == {"infiltrate 2107Pz 65"}
    assert refused(game, "infiltrate 2107Pz 64").rule == "8.221"
    names = [name for name, entry in BOOK.roster.items() if entry.side == GERMAN and entry.type == "infantry"]
    game = infiltrators(*(unit(name, "61") for name in names[:11]), dice=[1] * 10)
    do(game, *(f"infiltrate {name} 64" for name in names[:10]))
    assert refused(game, f"infiltrate {names[10]} 64").rule == "9.61"
    assert f"infiltrate {names[10]} 65" in legal(game)


@pytest.mark.rule("8.222", "17.3")
@pytest.mark.parametrize(("weather", "highest"), [("clear", 2), ("overcast", 3)])
def test_v27_the_die_against_tem_3(weather: str, highest: int) -> None:
    """Clear: below the TEM. Overcast: not above it."""
    assert BOOK.spaces["63"].tem == 3
    for die in range(1, 7):
        game = position(unit("Rink", "56"), unit("1Gren", "63"), side=GERMAN, weather=weather, dice=(die,))
        [event] = told(do(game, "infiltration 56", "infiltrate Rink 63"), "infiltration")
        assert event.data["success"] == (die <= highest)
        assert place(game, "Rink") == "63"  # in either case
        assert condition(game, "Rink") == ("spent" if die <= highest else "fresh")


@pytest.mark.rule("8.222", "10.2")
def test_those_who_fail_attack_together_at_the_end() -> None:
    units = unit("Rink", "61"), unit("Henke", "61"), unit("Melitz", "61")
    game = infiltrators(*units, dice=(1, 6, 6, 1, 1, 6, 6))
    do(game, *(f"infiltrate {name} 64" for name in ("Rink", "Henke", "Melitz")))
    assert refused(game, "end").rule == "10.2"
    events = do(game, "attack 64", "point Henke", "fight")
    assert told(events, "attack")[0].data["attackers"] == ("Henke", "Melitz")
    events += quietly(game)
    assert told(events, "attack_result")[0].data["result"] == "failed"
    # the success of the other is not touched by it
    assert (place(game, "Rink"), condition(game, "Rink")) == ("64", "spent")
    assert {(place(game, name), condition(game, name)) for name in ("Henke", "Melitz")} == {("61", "dis1")}
    do(game, "end")


@pytest.mark.rule("8.222")
def test_each_attempt_may_wait_for_the_result_of_the_last() -> None:
    game = infiltrators(dice=(1,))
    do(game, "infiltrate Rink 64")
    assert condition(game, "Henke") == "fresh"
    assert {"infiltrate Henke 64", "infiltrate Henke 65", "end"} <= legal(game)
    do(game, "end")
    assert (place(game, "Henke"), condition(game, "Henke")) == ("61", "fresh")


@pytest.mark.rule("8.222")
def test_after_the_attack_there_are_no_more_attempts() -> None:
    game = infiltrators(dice=(6, 1, 1, 6, 6))
    do(game, "infiltrate Rink 64", "attack 64", "point Rink", "fight")
    quietly(game)
    assert refused(game, "infiltrate Henke 65").rule == "8.22"


@pytest.mark.rule("8.22", "8.222", "10.2")
def test_several_targets_each_with_its_own_attack() -> None:
    """Q27."""
    game = infiltrators(dice=(6, 6, 1, 1, 6, 6, 1, 1, 6, 6))
    do(game, "infiltrate Rink 64", "infiltrate Henke 65")
    assert legal(game, "attack") == {"attack 64", "attack 65"}
    do(game, "attack 64", "point Rink", "fight")
    quietly(game)
    assert refused(game, "end").rule == "10.2"
    do(game, "attack 65", "point Henke", "fight")
    quietly(game)
    do(game, "end")
    assert {place(game, "Rink"), place(game, "Henke")} == {"61"}


@pytest.mark.rule("8.222", "15.12")
def test_artillery_may_support_the_attack() -> None:
    """Q27."""
    game = infiltrators(unit("Heinke", "61"), unit("SSArt10", "61"), dice=(6, 1, 1, 6, 6))
    do(game, "infiltrate Heinke 64", "attack 64", "point Heinke", "support SSArt10", "fight")
    quietly(game)
    do(game, "end")
    assert condition(game, "SSArt10") == "fresh"


@pytest.mark.rule("8.222", "10.5")
def test_no_further_movement_after_an_overrun() -> None:
    """Q27: the movement factor is gone."""
    allies = unit("1Gren", "64", "dis2"), unit("4Wilts", "65")
    game = position(unit("Rink", "61", attack=9), *allies, side=GERMAN, control={"57": "XXX"}, dice=(6, 6, 6, 1, 1))
    do(game, "infiltration 61", "infiltrate Rink 64", "attack 64", "point Rink", "fight")
    assert place(game, "1Gren") == "eliminated"
    assert legal(game) == {"end"}
    do(game, "end")
    assert condition(game, "Rink") == "spent"


@pytest.mark.rule("8.222", "8.22")
def test_an_allied_area_without_units_is_simply_entered() -> None:
    game = position(unit("Rink", "61"), unit("1Gren", "64"), side=GERMAN, control={"65": "XXX"}, dice=(6,))
    do(game, "infiltration 61", "infiltrate Rink 65", "end")
    assert game.state.control["65"] == "German"
    assert condition(game, "Rink") == "spent"


# 8.23, 8.24


@pytest.mark.rule("8.23", "11.1")
def test_a_bombardment_activates_its_target() -> None:
    game = position(unit("55Fd", "64"), unit("Rink", "61"), unit("Henke", "55"), dice=(6, 6, 1, 1))
    assert legal(game, "bombard") == {"bombard 61"}
    assert refused(game, "bombard 55").rule == "11.111"
    [event] = told(do(game, "bombard 61", "lead 55Fd", "fight"), "bombardment_result")
    assert event.data["space"] == "61"
    assert place(game, "55Fd") == "64"


@pytest.mark.rule("8.24")
@pytest.mark.parametrize("first", [GERMAN, ALLIED])
def test_two_passes_in_a_row_end_the_phase(first: str) -> None:
    game = position(unit("1Gren", "64"), unit("Rink", "55"), side=first, holder=ALLIED, dice=[6] * 4)
    do(game, "pass")
    quietly(game)
    assert is_day(game)
    do(game, "pass")
    quietly(game)
    assert not is_day(game)


@pytest.mark.rule("8.24")
@pytest.mark.parametrize("deed", ["assault 55", "interdict 33", "infiltration 55"])
def test_any_action_between_two_passes_keeps_the_day_going(deed: str) -> None:
    """Q54: placing an interdiction marker is no pass."""
    units = unit("1Gren", "64"), unit("1-506", "54"), unit("Rink", "55")
    game = position(*units, holder=ALLIED, dice=[6] * 8)
    do(game, "pass", "keep", deed)
    while game.side == GERMAN:
        do(game, "end")
    do(game, "pass", "keep")
    assert is_day(game)
    do(game, "pass")
    assert not is_day(game)


@pytest.mark.rule("8.24", "16.2")
def test_an_air_bombardment_is_no_pass_either() -> None:
    """Q24."""
    game = position(unit("1Gren", "64"), unit("Rink", "61"), side=GERMAN, holder=GERMAN, dice=[6] * 4)
    do(game, "pass", "air RAF2 61", "fight", "keep")
    do(game, "pass")
    assert is_day(game)


@pytest.mark.rule("8.24", "6.31")
def test_an_allied_pass_is_a_sunset_dr_and_nothing_else() -> None:
    game = position(unit("1Gren", "64"), unit("2Irish", "F"), unit("Rink", "55"), at="19-6", holder=ALLIED, dice=(1, 1))
    do(game, "pass", "keep")
    assert not is_day(game)  # there is no second half after a pass
    assert condition(game, "1Gren") == "fresh"
    game = position(unit("1Gren", "64"), unit("Rink", "55"), dice=(6, 6))
    do(game, "assault 64")
    assert refused(game, "pass").rule == "8.21"
    do(game, "end")


# 8.3 to 8.6


@pytest.mark.rule("8.3")
@pytest.mark.parametrize("state", ["spent", "dis1", "dis2"])
def test_only_fresh_units_act(state: str) -> None:
    game = position(unit("1Gren", "64", state), unit("5Wilts", "64"), unit("Rink", "61"))
    do(game, "assault 64")
    assert refused(game, "move 1Gren 65").rule == "8.21"
    assert "move 5Wilts 65" in legal(game)


@pytest.mark.rule("8.3", "13.1", "13.2")
def test_who_moved_is_spent_and_who_stayed_is_fresh() -> None:
    game = position(unit("1Gren", "64"), unit("5Wilts", "64"), unit("Rink", "55"), dice=(6, 6))
    do(game, "assault 64", "move 1Gren 65", "end")
    assert (condition(game, "1Gren"), condition(game, "5Wilts")) == ("spent", "fresh")


@pytest.mark.rule("8.3", "9.22", "13.2")
def test_a_seizure_is_activity_enough() -> None:
    game = position(unit("1Gren", "64"), unit("Rink", "55"), dice=(1, 6, 6))
    do(game, "assault 64", "seize 1Gren 63-64", "end")
    assert condition(game, "1Gren") == "spent"


@pytest.mark.rule("8.3", "11.112", "11.1", "15.13")
@pytest.mark.parametrize(("barrage", "after"), [(False, "fresh"), (True, "spent")])
def test_artillery_is_spent_by_a_barrage_only(barrage: bool, after: str) -> None:
    game = position(unit("7Med", "64"), unit("55Fd", "64"), unit("Rink", "61"), dice=(1, 1, 6, 6))
    do(game, "bombard 61", "lead 7Med", "support 55Fd", *(["barrage"] if barrage else []))
    if "aim Rink" in legal(game):
        do(game, "aim Rink")
    do(game, "fight")
    assert {condition(game, name) for name in ("7Med", "55Fd")} == {after}


@pytest.mark.rule("8.3", "15.12", "10.72")
def test_artillery_that_supported_stays_fresh() -> None:
    units = unit("1Gren", "64"), unit("55Fd", "64"), unit("Rink", "61", "dis2")
    game = position(*units, dice=(6, 6, 1, 1))
    do(game, "assault 64", "move 1Gren 61", "attack 61", "point 1Gren", "support 55Fd", "fight", "end")
    assert (condition(game, "55Fd"), condition(game, "1Gren")) == ("fresh", "spent")


@pytest.mark.rule("8.3")
def test_a_unit_acts_in_one_impulse_of_a_day() -> None:
    game = position(unit("1Gren", "64"), unit("Rink", "55"), dice=(6, 6), holder=GERMAN)
    do(game, "assault 64", "move 1Gren 65", "end", "keep", "pass")
    assert refused(game, "assault 65").rule == "8.21"
    assert condition(game, "1Gren") == "spent"


@pytest.mark.rule("8.4")
def test_british_and_americans_attack_together() -> None:
    units = unit("1Gren", "54", attack=6), unit("1-506", "54"), unit("Rink", "55", "spent")
    game = position(*units, dice=(3, 3, 3, 3))
    events = do(game, "assault 54", "move 1Gren 55", "move 1-506 55", "attack 55", "point 1Gren", "fight")
    quietly(game)
    assert told(events, "attack")[0].data["attackers"] == ("1Gren", "1-506")


@pytest.mark.rule("8.4", "11.2")
def test_but_their_guns_do_not_bombard_together() -> None:
    game = position(unit("55Fd", "54"), unit("153Fd", "54"), unit("321GFA", "54"), unit("Rink", "55"))
    do(game, "bombard 55", "lead 55Fd")
    assert refused(game, "support 321GFA").rule == "11.2"
    assert "support 153Fd" in legal(game)


@pytest.mark.rule("8.5")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_enemy_units_do_not_move_in_ones_impulse(side: str) -> None:
    game = position(unit("1Gren", "64"), unit("Rink", "64"), side=side, control={"64": "XXX", "65": "XXX"})
    do(game, "assault 64")
    mine, theirs = ("1Gren", "Rink") if side == ALLIED else ("Rink", "1Gren")
    assert refused(game, f"move {theirs} 65").rule == "8.21"
    assert not any(theirs in text for text in legal(game))
    assert any(mine in text for text in legal(game))


@pytest.mark.rule("8.5", "10.93")
def test_except_retreats_from_combat() -> None:
    units = unit("1Gren", "64"), unit("Rink", "61")
    game = position(*units, dice=(1, 1, 6, 6))
    do(game, "assault 64", "move 1Gren 61", "attack 61", "point 1Gren", "fight")
    assert game.side == GERMAN
    assert "retreat Rink 57" in legal(game)
    do(game, "retreat Rink 57")
    assert place(game, "Rink") == "57"


@pytest.mark.rule("8.6")
def test_a_move_is_final_once_dice_were_rolled_or_the_opponent_acted() -> None:
    game = position(unit("1Gren", "64"), unit("Rink", "55"), dice=(1, 6, 6))
    game.options["undo"] = "limited"
    do(game, "assault 64", "move 1Gren 65")
    game.undo()
    assert place(game, "1Gren") == "64"
    do(game, "seize 1Gren 63-64")
    assert not game.can_undo()
    with pytest.raises(NoUndo):
        game.undo()
    do(game, "end", "pass")
    assert not game.can_undo()


@pytest.mark.rule("8.6")
def test_illegal_moves_are_refused_and_change_nothing() -> None:
    game = position(unit("1Gren", "64"), unit("Rink", "55"))
    do(game, "assault 64")
    before = game.state
    refused(game, "move 1Gren 55")
    assert game.state is before
