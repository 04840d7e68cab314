"""Chapter 25.2: replacement points, who may receive them, where rebuilt units stand."""

import pytest

from tests.titles.ardennes_44.fights import WIDE, ahead, around, distance
from tests.titles.ardennes_44.kit import (
    ALLIED,
    BOARD,
    BOOK,
    GERMAN,
    GRID,
    at,
    do,
    legal,
    place,
    position,
    refused,
    told,
    unit,
)
from tests.titles.ardennes_44.terrain import steps
from wargame_tui.core.game import Game
from wargame_tui.core.step import Refusal
from wargame_tui.titles.ardennes_44.rules import sequence
from wargame_tui.titles.ardennes_44.rules.night_turn import NightTurn
from wargame_tui.titles.ardennes_44.state import ELIMINATED, OFF_MAP, SURRENDERED, Unit

POINTS = BOOK.charts.night.replacements
NEXT = ahead(WIDE, 0)
ENTRIES = BOARD.map.entries
K, L, M, N = (ENTRIES[letter].hex for letter in "KLMN")
TOWNS = {BOARD.names[hex_] for hex_, kind in BOARD.built.items() if kind in ("town", "city")}
BEHIND = {BOARD.names[hex_] for hex_ in BOARD.german_at_start}
"""Hexes behind the German front of 16 December."""


def turn_with(german: int | None, allied: int | None, first: int = 2) -> int:
    """A PM turn whose night gives the sides so many points; None: any."""
    for turn, points in sorted(POINTS.items()):
        if turn >= first and german in (None, points[GERMAN]) and allied in (None, points[ALLIED]):
            return turn
    raise LookupError


ONE, TWO = turn_with(None, 1), turn_with(None, 2)
"""Nights in which the Allies receive one point, or two."""
GERMAN_ONE, GERMAN_TWO = turn_with(1, None), turn_with(2, None)


def night(*units: Unit, turn: int = TWO, **more) -> Game:
    """The replacement phase of a night."""
    return position(*units, turn=turn, night=True, stack=(sequence.Turn(turn, "end"), NightTurn()), **more)


def goals(game: Game, name: str) -> set[str]:
    """Where a unit may receive a point now."""
    return {text.split()[2] for text in legal(game, "replace") if text.split()[1] == name}


def dead(name: str, **changes) -> Unit:
    return unit(name, ELIMINATED, **changes)


# 25.21: points


@pytest.mark.rule("25.21")
def test_points_of_the_nights_on_the_turn_track():
    assert {*POINTS} == {*range(2, 22, 2)}, "ten nights"
    assert all(0 <= number <= 2 for points in POINTS.values() for number in points.values())
    assert all(points.keys() == {GERMAN, ALLIED} for points in POINTS.values())


@pytest.mark.rule("25.21", "25.1a")
@pytest.mark.parametrize("turn", sorted(POINTS))
def test_both_sides_receive_the_points_of_the_night(turn: int):
    game = night(unit("2-9", "3413", reduced=True), turn=turn)
    found = told(game.opening, "replacements")
    if any(POINTS[turn].values()):
        assert found[0].data["points"] == POINTS[turn]
    else:
        assert not found


@pytest.mark.rule("25.21a", "25.21d")
def test_a_point_flips_a_reduced_unit_to_full_strength():
    game = night(unit("2-9", "3413", reduced=True), turn=ONE)
    do(game, "replace 2-9 3413")
    assert not game.state.units["2-9"].reduced
    assert game.state.now.replacements.get(ALLIED, 0) == 0


@pytest.mark.rule("25.21a", "25.21d", "25.22c")
def test_or_brings_a_unit_back_from_the_dead_pile_on_its_reduced_side():
    game = night(dead("99-395", reduced=True), turn=ONE)
    do(game, "replace 99-395 3413")
    assert place(game, "99-395") == "3413"
    assert game.state.units["99-395"].reduced
    assert game.state.units["99-395"].replaced, "25.25"


@pytest.mark.rule("25.22c")
def test_a_one_step_unit_on_its_front_side():
    game = night(dead("254Eng"), turn=ONE)
    do(game, "replace 254Eng 3413")
    assert not game.state.units["254Eng"].reduced


@pytest.mark.rule("25.21d")
def test_a_unit_at_full_strength_needs_none():
    game = night(unit("2-9", "3413"), unit("2-38", "3313", reduced=True))
    assert refused(game, "replace 2-9 3413").rule == "25.21"


@pytest.mark.rule("25.21b")
@pytest.mark.parametrize("name", ["741Tnk", "9Arm-CCB"])
def test_a_single_point_is_for_infantry(name: str):
    game = night(unit(name, "3413", reduced=True), unit("2-9", "3313", reduced=True), turn=ONE)
    assert refused(game, f"replace {name} 3413").rule == "25.21"
    assert goals(game, "2-9") == {"3313"}


@pytest.mark.rule("25.21b")
@pytest.mark.parametrize(("name", "may"), [("2Pz-2", True), ("26VG-39", True), ("2Pz-2Rec", False), ("2Pz-3-2", False)])
def test_panzergrenadiers_are_infantry_recon_and_tanks_are_not(name: str, may: bool):
    game = night(unit(name, "1123", reduced=True), unit("26VG-77", "0712", reduced=True), turn=GERMAN_ONE)
    assert bool(goals(game, name)) == may


@pytest.mark.rule("25.21c")
def test_of_two_points_one_may_be_for_a_tank_recon_or_flak_unit():
    units = (unit("741Tnk", "3413", reduced=True), unit("743Tnk", "2126", reduced=True))
    game = night(*units, unit("2-9", "3313", reduced=True), turn=TWO)
    do(game, "replace 741Tnk 3413")
    assert refused(game, "replace 743Tnk 2126").rule == "25.21"
    do(game, "replace 2-9 3313")
    assert not game.state.units["741Tnk"].reduced
    assert not game.state.units["2-9"].reduced


@pytest.mark.rule("25.21c")
def test_or_both_for_infantry():
    units = (unit("2-38", "3413", reduced=True), unit("2-9", "3313", reduced=True), unit("2-23", "2126", reduced=True))
    game = night(*units, turn=TWO)
    do(game, "replace 2-38 3413", "replace 2-9 3313")
    assert not at(game, "replacements"), "both points are used"
    assert game.state.units["2-23"].reduced


@pytest.mark.rule("25.21c")
@pytest.mark.parametrize("name", ["1SS-84Flak", "2Pz-2Rec", "2Pz-3-2"])
def test_flak_recon_and_tanks_of_the_german(name: str):
    game = night(dead(name, reduced=BOOK.pieces[name].steps > 1), turn=GERMAN_TWO)
    assert goals(game, name) >= {K, L, M}


@pytest.mark.rule("25.21e")
def test_unused_points_are_lost():
    game = night(unit("2-9", "3413", reduced=True), turn=ONE)
    do(game, "end")
    for _ in range(200):
        if game.state.turn > ONE + 1 and at(game, "replacements"):
            break
        do(game, "end" if "end" in legal(game) else min(legal(game)))
    assert game.state.turn == ONE + 2
    assert game.state.now.replacements[ALLIED] == POINTS[ONE + 2][ALLIED]


# 25.22: who, on the map


@pytest.mark.rule("25.22")
@pytest.mark.parametrize("changes", [{"oos": True}, {"status": "disrupted"}, {"status": "routed"}])
def test_units_on_the_map_must_be_supplied_and_in_order(changes):
    game = night(unit("2-9", "3413", reduced=True, **changes), unit("2-38", "3313", reduced=True))
    assert refused(game, "replace 2-9 3413").rule == "25.22"
    assert not goals(game, "2-9")


@pytest.mark.rule("25.22")
@pytest.mark.parametrize("where", ["SE", OFF_MAP, "edgeA"])
def test_units_off_the_map_receive_none(where: str):
    game = night(unit("2-9", where, reduced=True), unit("2-38", "3313", reduced=True))
    assert refused(game, "replace 2-9 3413").rule == "25.22"


@pytest.mark.rule("25.22")
def test_a_unit_away_from_the_enemy_is_rebuilt_where_it_is():
    game = night(unit("2-9", WIDE, reduced=True))
    assert goals(game, "2-9") == {WIDE}
    assert refused(game, f"replace 2-9 {NEXT}").rule == "25.22"


@pytest.mark.rule("25.22a")
def test_next_to_an_enemy_only_with_a_retreat_of_a_hex_out_of_all_zones():
    game = night(unit("2-9", WIDE, reduced=True), unit("26VG-39", NEXT))
    clear = {hex_ for hex_ in around(WIDE) if distance(hex_, NEXT) > 1}
    assert goals(game, "2-9") == clear
    assert refused(game, f"replace 2-9 {WIDE}").rule == "25.22"
    assert refused(game, f"replace 2-9 {ahead(WIDE, 1)}").rule == "25.22", "in the enemy's zone"
    assert refused(game, f"replace 2-9 {ahead(WIDE, 3, 2)}").rule == "25.22", "two hexes away"
    goal = min(clear)
    do(game, f"replace 2-9 {goal}")
    assert place(game, "2-9") == goal
    assert not game.state.units["2-9"].reduced


def opposite(one: str, other: str) -> str:
    """The neighbour of a hex on the far side from another one."""
    turn = GRID.neighbours[BOARD.index[one]].index(BOARD.index[other])
    return ahead(one, turn + 3)


@pytest.mark.rule("25.22a", "17.2")
def test_the_retreat_does_not_cross_the_meuse_without_a_bridge():
    one, other = next(steps(("clear",), ("clear", "light_woods"), water="meuse"))
    game = night(unit("2-9", one, reduced=True), unit("26VG-39", opposite(one, other)))
    assert other not in goals(game, "2-9")
    assert refused(game, f"replace 2-9 {other}").rule == "17.2"


@pytest.mark.rule("25.22a", "17.2")
def test_infantry_may_retreat_over_a_river_a_tank_battalion_not():
    one, other = next(steps(("clear",), ("clear", "light_woods"), water="river"))
    enemy = unit("26VG-39", opposite(one, other))
    assert other in goals(night(unit("2-9", one, reduced=True), enemy), "2-9")
    game = night(unit("741Tnk", one, reduced=True), enemy, turn=TWO)
    assert other not in goals(game, "741Tnk")
    assert refused(game, f"replace 741Tnk {other}").rule == "17.2"


@pytest.mark.rule("25.22a", "8.1")
def test_the_retreat_ends_in_a_hex_not_held_by_the_enemy():
    game = night(unit("2-9", WIDE, reduced=True), unit("26VG-39", NEXT))
    assert refused(game, f"replace 2-9 {NEXT}").rule == "25.22"


@pytest.mark.rule("25.22b")
def test_an_engaged_unit_next_to_an_enemy_receives_none():
    game = night(unit("2-9", WIDE, reduced=True, eng=True), unit("26VG-39", NEXT), unit("2-38", "3413", reduced=True))
    assert not goals(game, "2-9")
    assert refused(game, f"replace 2-9 {ahead(WIDE, 3)}").rule == "25.22"


# 25.22c to 25.22g: out of the dead pile


@pytest.mark.rule("25.22c")
def test_allied_units_come_back_in_friendly_towns_and_cities():
    game = night(dead("254Eng"), turn=ONE)
    assert goals(game, "254Eng") == TOWNS - BEHIND
    village = next(BOARD.names[hex_] for hex_, kind in BOARD.built.items() if kind == "village")
    assert refused(game, f"replace 254Eng {village}").rule == "25.22"
    assert refused(game, f"replace 254Eng {WIDE}").rule == "25.22"


@pytest.mark.rule("25.22c", "25.22e")
def test_german_units_in_towns_behind_their_front_or_at_k_l_and_m():
    game = night(dead("26VG-39", reduced=True), turn=6)
    assert goals(game, "26VG-39") == (TOWNS & BEHIND) | {K, L, M}
    assert refused(game, f"replace 26VG-39 {N}").rule == "25.22"


@pytest.mark.rule("25.22c")
def test_in_towns_that_they_have_taken_too():
    game = night(dead("26VG-39", reduced=True), dead("254Eng"), turn=6, control={"2126": GERMAN, "1123": ALLIED})
    do(game, "first German")
    assert "2126" in goals(game, "26VG-39")
    assert "1123" not in goals(game, "26VG-39")
    do(game, "end")
    assert "2126" not in goals(game, "254Eng")


@pytest.mark.rule("25.22c")
def test_not_next_to_an_enemy():
    game = night(dead("254Eng"), unit("26VG-39", "3414"), turn=ONE)
    assert refused(game, "replace 254Eng 3413").rule == "25.22"
    assert "3313" in goals(game, "254Eng") or distance("3313", "3414") == 1


@pytest.mark.rule("25.22c")
def test_not_even_where_friends_hold_the_town_and_its_supply():
    units = (unit("28-110-1", "3413"), unit("26VG-39", "3414"))
    assert refused(night(dead("254Eng"), *units, turn=ONE), "replace 254Eng 3413").rule == "25.22"


@pytest.mark.rule("25.22c")
def test_not_without_a_road_supply_line():
    """Germans all round Bastogne."""
    ring = [hex_ for hex_ in BOARD.names if distance(hex_, "3413") == 3]
    names = [name for name, piece in BOOK.pieces.items() if piece.side == GERMAN and piece.entry.size == "III"]
    units = [unit(name, hex_) for name, hex_ in zip(names, ring, strict=False)]
    assert len(units) == len(ring)
    game = night(dead("254Eng"), *units, turn=ONE)
    assert refused(game, "replace 254Eng 3413").rule == "25.22"
    assert "2532" in goals(game, "254Eng")


@pytest.mark.rule("25.22d", "24.8")
def test_not_in_a_town_with_an_enemy_roadblock():
    game = night(dead("254Eng"), turn=ONE, roadblocks={"German1": "3413", "German2": None, "Allied1": "2532"})
    assert "3413" not in goals(game, "254Eng")
    assert "2532" in goals(game, "254Eng"), "an own roadblock does no harm"


@pytest.mark.rule("25.22e")
@pytest.mark.parametrize(("letter", "hex_"), [("K", K), ("L", L), ("M", M)])
def test_not_at_an_entry_hex_in_an_enemy_zone(letter: str, hex_: str):
    near = around(hex_)[0]
    game = night(dead("26VG-39", reduced=True), unit("101-501", near), turn=6)
    assert refused(game, f"replace 26VG-39 {hex_}").rule == "25.22"
    assert {K, L, M} - {hex_} <= goals(game, "26VG-39")


@pytest.mark.rule("25.22e")
def test_entry_hexes_are_for_germans():
    game = night(dead("254Eng"), turn=ONE)
    assert refused(game, f"replace 254Eng {K}").rule == "25.22"
    assert refused(game, f"replace 254Eng {ENTRIES['A'].hex}").rule == "25.22"


@pytest.mark.rule("25.22f", "11.10e")
@pytest.mark.parametrize(("name", "entry"), [("12VG-27", K), ("26VG-39", L), ("352VG-914", M)])
def test_before_18am_on_the_own_armys_side_of_the_boundary(name: str, entry: str):
    game = night(dead(name, reduced=True), turn=4)
    found = goals(game, name)
    assert found & {K, L, M} == {entry}
    for other in {K, L, M} - {entry}:
        assert refused(game, f"replace {name} {other}").rule == "25.22"


@pytest.mark.rule("25.22f", "11.10e")
@pytest.mark.parametrize("name", ["12VG-27", "26VG-39", "352VG-914"])
def test_from_18am_on_everywhere(name: str):
    assert goals(night(dead(name, reduced=True), turn=6), name) >= {K, L, M}


@pytest.mark.rule("25.22g", "8.1")
def test_stacking_limits_apply():
    game = night(dead("254Eng"), unit("2-9", "3413"), turn=ONE)
    assert "3413" not in goals(game, "254Eng")
    assert refused(game, "replace 254Eng 3413").rule == "8.1"
    assert "3313" in goals(game, "254Eng")


# 25.23: the order


@pytest.mark.rule("25.23")
@pytest.mark.parametrize("first", [GERMAN, ALLIED])
def test_if_it_matters_the_german_says_who_is_first(first: str):
    game = night(unit("2-9", "3413", reduced=True), unit("26VG-39", "1123", reduced=True))
    assert legal(game) == {"first German", "first Allied"}
    assert game.state.stack[-1].decider(game.state) == GERMAN
    do(game, f"first {first}")
    own, other = ("26VG-39", "2-9") if first == GERMAN else ("2-9", "26VG-39")
    assert goals(game, own)
    assert not goals(game, other)
    do(game, "end")
    assert goals(game, other)


@pytest.mark.rule("25.23")
def test_nobody_is_asked_if_only_one_side_can_do_anything():
    game = night(unit("2-9", "3413", reduced=True))
    assert "end" in legal(game)
    assert goals(game, "2-9")


# 25.24: large units


@pytest.mark.rule("25.24")
def test_a_large_unit_comes_back_in_place_of_a_remnant_of_its_kind():
    game = night(dead("2-9", reduced=True), unit("USInfR-1", WIDE), turn=ONE)
    assert goals(game, "2-9") == {WIDE}
    (event,) = told(do(game, f"replace 2-9 {WIDE}"), "rebuilt")
    assert event.data["remnant"] == "USInfR-1"
    assert (place(game, "2-9"), place(game, "USInfR-1")) == (WIDE, OFF_MAP)
    assert game.state.units["2-9"].reduced
    assert game.state.units["2-9"].replaced


@pytest.mark.rule("25.24")
def test_e25_1_without_a_remnant_on_the_map_it_does_not():
    game = night(dead("2-9", reduced=True), unit("2-38", "3413", reduced=True))
    assert refused(game, "replace 2-9 3413").rule == "25.24"
    assert not goals(game, "2-9")


@pytest.mark.rule("25.24")
@pytest.mark.parametrize("changes", [{"oos": True}, {"status": "disrupted"}, {"status": "routed"}])
def test_the_remnant_must_be_supplied_and_in_order(changes):
    game = night(dead("2-9", reduced=True), unit("USInfR-1", WIDE, **changes), unit("2-38", "3413", reduced=True))
    assert refused(game, f"replace 2-9 {WIDE}").rule == "25.24"


@pytest.mark.rule("25.24")
@pytest.mark.parametrize(
    ("name", "remnant", "may"),
    [
        ("2-9", "USArmR-1", False),
        ("7Arm-CCA", "USInfR-1", False),
        ("7Arm-CCA", "USArmR-1", True),
        ("2-9", "USInfR-1", True),
    ],
)
def test_of_the_same_type(name: str, remnant: str, may: bool):
    game = night(dead(name, reduced=True), unit(remnant, WIDE), unit("2-38", "3413", reduced=True), turn=TWO)
    assert (goals(game, name) == {WIDE}) == may


@pytest.mark.rule("25.24", "25.21d")
def test_a_unit_that_is_not_large_needs_no_remnant():
    assert not BOOK.pieces["26VG-39"].entry.large
    assert goals(night(dead("26VG-39", reduced=True), turn=6), "26VG-39")


@pytest.mark.rule("25.24", "25.26")
def test_remnants_and_split_units_are_not_rebuilt():
    game = night(dead("USInfR-1"), dead("USInf-1"), unit("2-38", "3413", reduced=True))
    assert refused(game, "replace USInfR-1 3413").rule == "25.24"
    assert refused(game, "replace USInf-1 3413").rule == "25.24"


# 25.25: no movement in the morning


def morning(*names: str, turn: int = 5) -> Game:
    return position(*(unit(name, WIDE, replaced=True) for name in names), side=ALLIED, turn=turn)


@pytest.mark.rule("25.25")
def test_a_rebuilt_unit_bears_a_marker():
    game = night(unit("2-9", "3413", reduced=True), turn=ONE)
    do(game, "replace 2-9 3413")
    assert game.state.units["2-9"].replaced


@pytest.mark.rule("25.25", "4.0f")
def test_it_does_not_move_in_the_next_am_movement_phase_and_then_the_marker_comes_off():
    game = morning("2-9")
    assert refused(game, "move 2-9").rule == "25.25"
    assert not legal(game, "move")
    do(game, "end")
    assert not game.state.units["2-9"].replaced


@pytest.mark.rule("25.25")
def test_it_may_fight_in_the_am_turn():
    units = (unit("2-9", WIDE, replaced=True), unit("26VG-39", NEXT))
    game = position(*units, side=ALLIED, turn=5, phase="combat")
    do(game, f"attack {NEXT}", "with 2-9")


@pytest.mark.rule("25.25")
def test_only_the_owners_am_phase_takes_it_off():
    game = position(unit("2-9", WIDE, replaced=True), side=GERMAN, turn=5)
    do(game, "end")
    assert game.state.units["2-9"].replaced


# 25.26: never rebuilt


@pytest.mark.rule("25.26", "27.1f", "27.2b")
@pytest.mark.parametrize(
    "name",
    ["1SS-501", "653HvJpz", "519HvJpz", "301Tiger", "559Jpz", "217StrmPz", "1001", "Heydte", "150PzBde", "766VAK"],
)
def test_german_units_that_are_never_rebuilt(name: str):
    gone = dead(name, reduced=BOOK.pieces[name].steps > 1)
    game = night(gone, unit("26VG-39", "1123", reduced=True), turn=GERMAN_TWO)
    assert refused(game, f"replace {name} {K}").rule == "25.26"
    assert not goals(game, name)


@pytest.mark.rule("25.26", "27.3c")
@pytest.mark.parametrize(
    "name", ["101-501", "82-325G", "509Para", "551Para", "517Para", "VIII-174", "43-129", "29Arm-23H"]
)
def test_allied_units_that_are_never_rebuilt(name: str):
    game = night(dead(name), unit("2-9", "3413", reduced=True), unit("USInfR-1", WIDE), unit("BrInfR-1", "W2532"))
    assert refused(game, f"replace {name} 2532").rule in ("25.26", "27.3")
    assert not goals(game, name)


@pytest.mark.rule("25.26", "27.3c")
@pytest.mark.parametrize("name", ["101-501", "43-129", "29Arm-23H"])
def test_nor_when_they_are_reduced_on_the_map(name: str):
    game = night(unit(name, "W2532", reduced=True), unit("2-9", "3413", reduced=True))
    assert not goals(game, name)


@pytest.mark.rule("25.26")
@pytest.mark.parametrize("name", ["2Pz-3-1", "12SS-12Pz", "3FJ-5", "5FJ-13"])
def test_german_tanks_of_quality_4_and_parachutists_are_rebuilt(name: str):
    game = night(unit(name, "1123", reduced=True), turn=GERMAN_TWO)
    assert goals(game, name) == {"1123"}


@pytest.mark.rule("25.26", "23.9c")
def test_units_that_surrendered_are_not():
    game = night(unit("99-395", SURRENDERED, reduced=True), unit("2-9", "3413", reduced=True))
    assert refused(game, "replace 99-395 3313").rule == "25.22"
    assert not goals(game, "99-395")


@pytest.mark.rule("25.22", "25.21")
def test_nobody_rebuilds_the_enemys_units():
    game = night(unit("2-9", "3413", reduced=True), unit("26VG-39", "1123", reduced=True))
    do(game, "first Allied")
    assert refused(game, "replace 26VG-39 1123").rule == "25.2"


@pytest.mark.rule("25.22", "25.23", "25.26")
def test_points_are_for_some_kinds_of_units_in_some_hexes_by_turns():
    game = night(unit("2-9", "3413", reduced=True), dead("VIII-174"), unit("26VG-39", "1123", reduced=True))
    assert refused(game, "first Nobody").rule == "25.23"
    do(game, "first Allied")
    assert refused(game, "replace 2-9 9999") == Refusal("no such hex", "25.22")
    assert refused(game, "replace VIII-174 3413").rule == "25.26"
