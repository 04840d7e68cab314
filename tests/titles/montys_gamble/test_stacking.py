"""Rule 7: the stacking limit, control and link-up; contested, Vacant and Free areas."""

import pytest

from tests.titles.montys_gamble.kit import ALLIED, BOOK, GERMAN, TITLE, do, legal, place, position, refused, told, unit
from wargame_tui.core.game import Game
from wargame_tui.titles.montys_gamble.rules import supply
from wargame_tui.titles.montys_gamble.rules.areas import is_contested, is_free, is_vacant

TEN = ("4Wilts", "5Wilts", "4SLI", "7Hamps", "4Dorset", "5Dorset", "7SLI", "1Worcs", "5DCLI", "1Hamps")
GERMAN_TEN = ("Rink", "HGErs", "Henke", "Melitz", "Eindh", "Kerutt", "Hoff2", "Hoff3", "Penal6", "LdsMW")


def crowd(space: str, number: int = 10, state: str = "fresh"):
    """Allied units in a space."""
    return [unit(name, space, state) for name in TEN[:number]]


# 7.1 Stacking


@pytest.mark.rule("7.1", "9.61")
@pytest.mark.parametrize(("number", "room"), [(9, True), (10, False)])
def test_no_move_into_an_area_with_ten_own_units(number: int, room: bool) -> None:
    game = position(*crowd("65", number), unit("1Gren", "64"), unit("Rink", "55"))
    do(game, "assault 64")
    if room:
        do(game, "move 1Gren 65")
        assert place(game, "1Gren") == "65"
    else:
        assert refused(game, "move 1Gren 65").rule == "9.61"


@pytest.mark.rule("7.1", "9.61")
def test_not_even_in_passing() -> None:
    game = position(*crowd("65"), unit("1Gren", "64"), unit("Rink", "55"), control={"60": "XXX"})
    do(game, "assault 64")
    assert "move 1Gren 65" not in legal(game)


@pytest.mark.rule("7.1", "10.1")
def test_no_attack_into_an_area_with_ten_own_units() -> None:
    game = position(*crowd("65"), unit("1Gren", "64"), unit("Rink", "65"))
    do(game, "assault 64")
    assert refused(game, "move 1Gren 65").rule == "9.61"
    game = position(*crowd("65", 9), unit("1Gren", "64"), unit("Rink", "65"))
    do(game, "assault 64", "move 1Gren 65", "attack 65")


@pytest.mark.rule("7.1", "6.5")
@pytest.mark.parametrize(("number", "room"), [(9, True), (10, False)])
def test_no_regroup_into_an_area_with_ten_own_units(number: int, room: bool) -> None:
    game = position(*crowd("65", number), unit("1Gren", "64", "spent"), phase="regroup")
    assert ("regroup 1Gren 65" in legal(game)) == room
    if not room:
        assert refused(game, "regroup 1Gren 65").rule == "7.1"


@pytest.mark.rule("7.1", "10.9")
@pytest.mark.parametrize(("number", "refuge"), [(9, "65"), (10, "64")])
def test_no_retreat_ends_in_an_area_with_ten_own_units(number: int, refuge: str) -> None:
    """The defender of 61 goes to 65, or on beyond it."""
    units = *crowd("65", number, "spent"), unit("1Gren", "61", "spent"), unit("Rink", "57", attack=5)
    game = position(*units, side=GERMAN, control={"64": "XXX", "65": "XXX"}, dice=(6, 1, 3, 3))
    do(game, "assault 57", "move Rink 61", "attack 61", "point Rink", "fight")
    found = {text.split()[2] for text in legal(game, "retreat")}
    assert found == ({"64", "65"} if number == 9 else {"64"})
    assert refuge in found


@pytest.mark.rule("7.1", "14.3")
def test_zones_have_no_limit() -> None:
    game = position(*crowd("F"), unit("1Gren", "64"), unit("Rink", "55"))
    assert len([each for each in game.state.units.values() if each.location == "F"]) == 10
    germans = [unit(name, "H") for name in GERMAN_TEN]
    game = position(*germans, unit("1036-59", "45"), unit("1Gren", "64"), side=GERMAN)
    do(game, "assault 45", "move 1036-59 H")
    assert place(game, "1036-59") == "H"


@pytest.mark.rule("7.1")
def test_each_side_has_its_own_ten() -> None:
    germans = [unit(name, "65") for name in GERMAN_TEN]
    game = position(*germans, *crowd("65", 9), unit("1Gren", "64"))
    do(game, "assault 64", "move 1Gren 65")
    assert len([each for each in game.state.units.values() if each.location == "65"]) == 20


@pytest.mark.rule("7.1")
def test_towers_and_every_condition_count() -> None:
    names = "Grabner", *GERMAN_TEN[1:9]
    stack = [unit(name, "13", state) for name, state in zip(names, ("fresh", "spent", "dis2") * 3, strict=True)]
    game = position(*stack, unit("TwrArnhem", "13"), unit("Rink", "12"), unit("1Gren", "64"), side=GERMAN)
    do(game, "assault 12")
    assert refused(game, "move Rink 13").rule == "9.61"


@pytest.mark.rule("7.1")
def test_enemy_stacks_are_open() -> None:
    """Nothing of the table is kept from either side."""
    game = position(unit("1Gren", "64"), unit("Rink", "61"), unit("Henke", "61", "dis1"))
    whole = TITLE.dump(game.state)
    assert TITLE.dump(game.state, GERMAN) == TITLE.dump(game.state, ALLIED) == whole
    assert {sheet.counter.unit for sheet in TITLE.unit_sheets(game.state, "61")} == {"Rink", "Henke"}


# 7.2 Control


@pytest.mark.rule("7.2", "4.5")
@pytest.mark.parametrize(
    ("name", "start", "to", "who"), [("1Gren", "64", "61", "XXX"), ("1-506", "54", "55", "airborne")]
)
def test_who_enters_a_vacant_enemy_area_controls_it(name: str, start: str, to: str, who: str) -> None:
    game = position(unit(name, start), unit("Rink", "45"))
    assert game.state.control[to] == "German"
    events = do(game, f"assault {start}", f"move {name} {to}")
    assert game.state.control[to] == who
    assert [(event.rule, event.data["space"]) for event in told(events, "control")] == [("7.2", to)]


@pytest.mark.rule("7.2", "4.5")
def test_germans_take_control_back() -> None:
    game = position(unit("Rink", "61"), unit("1Gren", "F"), side=GERMAN, control={"65": "XXX", "64": "airborne"})
    do(game, "assault 61", "move Rink 65")
    assert game.state.control["65"] == "German"
    assert game.state.control["64"] == "airborne"


@pytest.mark.rule("7.2")
def test_passing_through_is_enough() -> None:
    game = position(unit("1Gren", "64"), unit("Rink", "55"))
    do(game, "assault 64", "move 1Gren 65", "move 1Gren 61")
    assert [game.state.control[area] for area in ("64", "65", "61")] == ["XXX"] * 3


@pytest.mark.rule("7.2", "7.3")
def test_entering_an_area_with_enemies_changes_no_control() -> None:
    game = position(unit("1Gren", "64"), unit("Rink", "61"))
    do(game, "assault 64", "move 1Gren 61")
    assert is_contested(game.state, "61")
    assert game.state.control["61"] == "German"
    game = position(unit("Rink", "61"), unit("1Gren", "64"), side=GERMAN)
    do(game, "assault 61", "move Rink 64")
    assert game.state.control["64"] == "XXX"


@pytest.mark.rule("7.2")
def test_control_follows_when_the_last_enemy_is_gone() -> None:
    game = position(unit("1Gren", "64", attack=9), unit("Rink", "61", "dis2"), dice=(6, 6, 1, 1))
    do(game, "assault 64", "move 1Gren 61", "attack 61", "point 1Gren", "fight")
    assert place(game, "Rink") == "eliminated"
    assert game.state.control["61"] == "XXX"


@pytest.mark.rule("7.2")
def test_an_area_stays_whose_it_is_when_its_units_leave() -> None:
    game = position(unit("1Gren", "64"), unit("Rink", "55"))
    do(game, "assault 64", "move 1Gren 65", "move 1Gren 60")
    assert game.state.control["64"] == "XXX"


@pytest.mark.rule("7.2", "7.4", "6.5")
@pytest.mark.parametrize("phase", ["impulse", "regroup"])
def test_who_is_left_alone_in_an_enemy_area_controls_it(phase: str) -> None:
    """The enemy has marched off: the area has become Vacant."""
    units = unit("1Gren", "64"), unit("Rink", "64")
    game = position(*units, side=GERMAN, phase=phase, control={"64": "German"})
    do(game, *(["assault 64", "move Rink 61"] if phase == "impulse" else ["regroup Rink 61"]))
    assert place(game, "Rink") == "61"
    assert game.state.control["64"] == "XXX"


@pytest.mark.rule("7.2", "13.81", "13.82", "14.1")
def test_q25_zone_f_is_german_until_the_last_of_them_is_gone() -> None:
    """But it is the Allied source of supply from the start; and a contested German zone is one of theirs."""
    units = unit("1Gren", "F", attack=30), unit("Rink", "F", "dis2"), unit("1036-59", "H"), unit("1-501", "H")
    game = position(*units, control={"H": "German"}, dice=(6, 6, 1, 1))
    assert game.state.control["F"] == "German"
    assert supply.sources(game.state, ALLIED) == ["F"]
    assert set(supply.sources(game.state, GERMAN)) == set("ABCDEFGHIJ")
    do(game, "assault F", "attack F", "point 1Gren", "fight")
    assert game.state.control["F"] == "XXX"
    assert set(supply.sources(game.state, GERMAN)) == set("ABCDEGHIJ")


@pytest.mark.rule("7.2", "9.2")
def test_w17_such_an_area_costs_two_points_throughout_the_impulse() -> None:
    """Also for those who follow when it has changed hands."""
    game = position(unit("4Wilts", "64", mf=2), unit("5Wilts", "64", mf=3), unit("Rink", "55"))
    do(game, "assault 64", "move 4Wilts 65", "move 5Wilts 65")
    assert game.state.now.movers["5Wilts"].halves == 4
    assert refused(game, "move 4Wilts 61").rule == "9.2"  # it has nothing left
    assert refused(game, "move 5Wilts 61").rule == "9.2"  # one point left of three
    game = position(unit("5Wilts", "64", mf=3), unit("Rink", "55"), control={"65": "XXX"})
    do(game, "assault 64", "move 5Wilts 65", "move 5Wilts 61")  # 1 + 2


@pytest.mark.rule("7.2", "12.3")
def test_w17_also_in_the_second_half_of_a_double_impulse() -> None:
    units = unit("4Wilts", "64"), unit("5Wilts", "61", mf=3), unit("Rink", "55")
    game = position(*units, holder=ALLIED, dice=(6, 6))
    do(game, "assault 64", "move 4Wilts 65", "end", "keep", "double", "assault 61", "move 5Wilts 65")
    assert game.state.control["65"] == "XXX"
    assert game.state.now.movers["5Wilts"].halves == 4
    assert refused(game, "move 5Wilts 60").rule == "9.2"


@pytest.mark.rule("7.2")
def test_in_the_next_impulse_it_costs_one() -> None:
    game = position(unit("4Wilts", "64"), unit("5Wilts", "61", mf=3), unit("Rink", "55"), holder=GERMAN, dice=[6] * 8)
    do(game, "assault 64", "move 4Wilts 65", "end", "keep", "pass", "assault 61", "move 5Wilts 65")
    assert game.state.now.movers["5Wilts"].halves == 2


@pytest.mark.rule("7.2")
def test_every_area_and_zone_is_controlled_by_one_of_three() -> None:
    game = position(unit("1Gren", "64"), unit("1Para", "4"), unit("Rink", "55"))
    assert set(game.state.control) == set(BOOK.ground)
    assert set(game.state.control.values()) == {"German", "airborne", "XXX"}


# 7.21 Link-up


@pytest.mark.rule("7.21", "4.5")
def test_a_xxx_corps_unit_makes_an_airborne_area_its_own() -> None:
    """At once, and although airborne units are there."""
    game = position(unit("1Gren", "55"), unit("1-506", "54"), unit("Rink", "45"), control={"54": "airborne"})
    events = do(game, "assault 55", "move 1Gren 54")
    assert game.state.control["54"] == "XXX"
    assert [event.rule for event in told(events, "control")] == ["7.21"]


@pytest.mark.rule("7.21")
def test_link_up_in_passing_and_in_an_empty_area() -> None:
    game = position(
        unit("1Gren", "56"), unit("Rink", "45"), control=dict.fromkeys(("62", "64"), "airborne") | {"56": "XXX"}
    )
    do(game, "assault 56", "move 1Gren 62")
    assert game.state.control["62"] == "XXX"


@pytest.mark.rule("7.21")
def test_link_up_in_a_contested_area() -> None:
    units = unit("1Gren", "55"), unit("1-506", "54"), unit("Rink", "54")
    game = position(*units, control={"54": "airborne", "55": "XXX"})
    do(game, "assault 55", "move 1Gren 54")
    assert game.state.control["54"] == "XXX"


@pytest.mark.rule("7.21")
def test_an_airborne_unit_changes_nothing_in_a_xxx_corps_area() -> None:
    game = position(unit("1-506", "54"), unit("Rink", "45"), control={"55": "XXX"})
    do(game, "assault 54", "move 1-506 55")
    assert game.state.control["55"] == "XXX"
    assert game.state.control["54"] == "airborne"


@pytest.mark.rule("7.21")
def test_if_both_kinds_are_there_xxx_corps_gains_control() -> None:
    units = unit("1Gren", "54"), unit("1-506", "54", attack=9), unit("Rink", "54", "dis2")
    game = position(*units, control={"54": "German"}, dice=(6, 6, 1, 1))
    do(game, "assault 54", "attack 54", "point 1-506", "fight")
    assert game.state.control["54"] == "XXX"


@pytest.mark.rule("7.21", "21.3")
@pytest.mark.parametrize(("who", "points"), [("airborne", 0), ("XXX", 1)])
def test_only_xxx_corps_control_scores(who: str, points: int) -> None:
    corridor = dict.fromkeys(("F", "64", "63"), "XXX") | {"54": who}
    held = dict.fromkeys(("63-64", "54-63"), ALLIED)
    game = position(unit("Rink", "45"), unit("1Gren", "64"), control=corridor, holders=held)
    assert TITLE.points(game.state) == f"{points} VP"


@pytest.mark.rule("7.21", "4.11")
@pytest.mark.parametrize(
    ("name", "who"), [("1Para", "airborne"), ("1Pol", "airborne"), ("5HLI", "XXX"), ("PrIrene", "XXX")]
)
def test_every_allied_unit_that_is_not_airborne_counts_as_xxx_corps(name: str, who: str) -> None:
    """Q11: the Airlanding Division too, whose counter carries no division symbol."""
    game = position(unit(name, "4"), unit("Rink", "45"), scenario="extended")
    do(game, "assault 4", f"move {name} 7")
    assert game.state.control["7"] == who


# 7.3 to 7.5


def states(game: Game, space: str, side: str) -> tuple[bool, bool, bool]:
    """Contested, Vacant for a side, Free for it."""
    state = game.state
    return is_contested(state, space), is_vacant(state, space, side), is_free(state, space, side)


@pytest.mark.rule("7.3", "7.4", "7.5")
@pytest.mark.parametrize(
    ("who", "germans", "allies", "for_germans", "for_allies"),
    [
        ("German", False, False, (False, True, True), (False, True, False)),
        ("German", True, False, (False, True, True), (False, False, False)),
        ("German", True, True, (True, False, False), (True, False, False)),
        ("XXX", False, False, (False, True, False), (False, True, True)),
        ("airborne", False, True, (False, False, False), (False, True, True)),
        ("XXX", True, True, (True, False, False), (True, False, False)),
    ],
)
def test_contested_vacant_and_free(who, germans, allies, for_germans, for_allies) -> None:
    """Contested: units of both. Vacant: no enemies, whoever controls it. Free: Vacant and own-controlled."""
    there = [unit("Rink", "54")] * germans + [unit("1-506", "54")] * allies
    game = position(*there, unit("Henke", "45"), unit("1Gren", "64"), control={"54": who})
    assert states(game, "54", GERMAN) == for_germans
    assert states(game, "54", ALLIED) == for_allies


@pytest.mark.rule("7.5", "6.5", "13.421")
def test_regrouping_units_and_depots_enter_only_free_areas() -> None:
    control = dict.fromkeys(("F", "64", "61", "37", "40"), "XXX")
    units = unit("1Gren", "64", "spent"), unit("2Irish", "61"), unit("Rink", "61"), unit("4Wilts", "37")
    game = position(*units, phase="regroup", control=control)
    assert refused(game, "regroup 1Gren 65").rule == "6.5"  # Vacant, but the enemy's
    assert refused(game, "regroup 1Gren 61").rule == "6.5"  # own, but contested
    game = position(*units, phase="regroup", control=control | {"65": "XXX"})
    assert "regroup 1Gren 65" in legal(game)
    game = position(*units, phase="refit", at="20-3", control=control)
    if "depot F1 F" in legal(game):
        do(game, "depot F1 F")
    assert "haul F1 64" in legal(game)
    assert refused(game, "haul F1 65").rule == "13.421"
    assert refused(game, "haul F1 61").rule == "13.421"
