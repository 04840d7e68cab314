"""Chapter 13 with 11.9 and 17.6: reinforcements, off-map boxes, sealing, attacks onto the map, leaving the map."""

import pytest

from tests.titles.ardennes_44.fights import lost, shifts, strike
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
from wargame_tui.core.game import Game
from wargame_tui.titles.ardennes_44.state import ELIMINATED, EXITED, OFF_MAP, Unit

UNITS = BOOK.units.units
ENTRIES = BOARD.map.entries
A, B, C, D, F, H, K, M = (ENTRIES[letter].hex for letter in "ABCDFHKM")


def due(name: str, turn: int, **changes) -> Unit:
    """A reinforcement off the map that comes, or came, on a turn."""
    return unit(name, OFF_MAP, due=turn, **changes)


def allied(*units: Unit, turn: int = 5, **more) -> Game:
    """An Allied movement phase."""
    return position(*units, side=ALLIED, turn=turn, **more)


def near(hex_: str) -> list[str]:
    return [BOARD.names[to] for to in GRID.near[BOARD.index[hex_]]]


def moving(game: Game):
    """The move in hand."""
    assert at(game, "moving")
    return game.state.stack[-1]


def reach(game: Game) -> set[str]:
    """Where the units on the move may go."""
    return {text.split()[1] for text in legal(game, "to")}


def ways_in(game: Game, name: str) -> set[str]:
    """The entry hexes by which a unit may come in now."""
    return {text.split()[2] for text in legal(game, "enter") if text.split()[1] == name}


# 13.1


@pytest.mark.rule("13.1")
def test_a_reinforcement_arrives_in_its_turn_not_before():
    game = allied(due("4-8-2", 3), turn=2)
    assert refused(game, "enter 4-8-2 A normal").rule == "13.1"
    assert ways_in(allied(due("4-8-2", 3), turn=3), "4-8-2") == {"A", "B"}
    assert ways_in(allied(due("4-8-2", 3), turn=4), "4-8-2") == {"A", "B"}, "it may come later"


@pytest.mark.rule("13.1", "2.6")
@pytest.mark.parametrize(
    ("name", "turn", "letters"),
    [("VIII-174", 2, "B"), ("10Arm-CCA", 4, "BC"), ("9-47", 4, "J"), ("602TD", 17, "CD"), ("29Ind", 11, "FG")],
)
def test_it_comes_by_the_entry_hexes_printed_on_it(name: str, turn: int, letters: str):
    game = allied(due(name, turn), turn=turn)
    assert ways_in(game, name) == {*letters}
    for letter in set(ENTRIES) - {*letters}:
        assert refused(game, f"enter {name} {letter} normal").rule == "13.1"


@pytest.mark.rule("13.1")
@pytest.mark.parametrize(("name", "letters"), [("9Pz-10", "L"), ("2SS-3", "LK"), ("FGB-99", "M"), ("44Fest", "MN")])
def test_german_reinforcements_too(name: str, letters: str):
    turn = UNITS[name].arrival.turn  # type: ignore[union-attr]
    assert ways_in(position(due(name, turn), turn=turn), name) == {*letters}


@pytest.mark.rule("13.1")
def test_infantry_pays_a_point_for_the_first_road_hex_and_has_the_rest_of_its_allowance():
    """4/8/2 with 4 points: 1 for the entry hex, 3 more of road and open ground."""
    game = allied(due("4-8-2", 3), turn=3)
    (event,) = told(do(game, "enter 4-8-2 A normal"), "entered")
    assert event.data["points"] == 1
    assert place(game, "4-8-2") == A
    assert max(GRID.distance(BOARD.index[A], BOARD.index[to]) for to in reach(game)) == 3


@pytest.mark.rule("13.1", "11.7")
def test_vehicles_pay_half_a_point_for_a_primary_road():
    game = allied(due("7Arm-CCA", 3), turn=3)
    (event,) = told(do(game, "enter 7Arm-CCA H normal"), "entered")
    assert event.data["points"] == 0.5
    assert moving(game).halves == 1


@pytest.mark.rule("13.1", "24.2")
def test_the_first_hex_costs_more_with_an_enemy_traffic_marker():
    game = allied(due("7Arm-CCA", 3), turn=3, traffic={"German1": H})
    (event,) = told(do(game, "enter 7Arm-CCA H normal"), "entered")
    assert event.data["points"] == 2.5


@pytest.mark.rule("13.1")
def test_extended_and_tactical_movement_may_bring_it_in():
    game = allied(due("4-8-2", 3), turn=3)
    do(game, "enter 4-8-2 A extended")
    assert max(GRID.distance(BOARD.index[A], BOARD.index[to]) for to in reach(game)) == 5, "MA 4 and 2, less 1"
    game = allied(due("4-8-2", 3), turn=3)
    do(game, "enter 4-8-2 A tactical")
    assert reach(game) <= {*near(A)}, "the entry hex is the first of two"
    assert reach(game)


@pytest.mark.rule("13.1")
def test_it_enters_once_and_is_a_unit_like_others_from_then_on():
    game = allied(due("4-8-2", 3), turn=3)
    do(game, "enter 4-8-2 A normal", "end")
    assert refused(game, "enter 4-8-2 B normal").rule == "11.1"
    assert refused(game, "move 4-8-2").rule == "11.1"
    assert game.state.units["4-8-2"].due is None


@pytest.mark.rule("13.1a")
def test_it_may_enter_in_an_enemy_zone_but_must_stop():
    game = allied(due("4-8-2", 3), unit("26VG-39", "1602"), turn=3)
    do(game, "enter 4-8-2 A normal")
    assert place(game, "4-8-2") == A
    assert at(game, "movement"), "it goes no further"


@pytest.mark.rule("13.1a")
def test_never_between_two_entry_hexes():
    game = allied(due("10Arm-CCA", 4), turn=4)
    entered = {text for text in legal(game) if text.split()[1:2] == ["10Arm-CCA"]}
    assert {text.split()[0] for text in entered} == {"enter", "box"}
    assert refused(game, "arrive 10Arm-CCA 1801").rule == "13.1"


@pytest.mark.rule("13.1b")
def test_mechanized_reinforcements_may_use_strategic_movement():
    game = allied(due("7Arm-CCA", 3), turn=3)
    do(game, "enter 7Arm-CCA H strategic")
    assert game.state.units["7Arm-CCA"].marker == "SM"
    assert max(GRID.distance(BOARD.index[H], BOARD.index[to]) for to in reach(game)) > 15


@pytest.mark.rule("13.1b", "12.2")
@pytest.mark.parametrize(("letter", "name"), [("A", "4-8-2"), ("C", "10Arm-CCA"), ("H", "7Arm-CCA")])
def test_not_where_another_in_strategic_movement_is_next_along_a_road(letter: str, name: str):
    """In an adjacent hex on a different road it does not count as adjacent."""
    first = ENTRIES[letter].hex
    begun = allied(turn=7).state.stack
    for beside in near(first):
        game = allied(due(name, 3), unit("7Arm-CCR", beside, marker="SM"), turn=7, stack=begun)
        joined = BOARD.road[BOARD.key(BOARD.index[first], BOARD.index[beside])] is not None
        entering = f"enter {name} {letter} strategic"
        if joined:
            assert refused(game, entering).rule == "12.2"
        else:
            assert entering in legal(game), beside


@pytest.mark.rule("13.1b", "12.6a")
def test_non_mechanized_allied_reinforcements_may_come_in_trucks_at_once():
    game = allied(due("1-26", 3), turn=3)
    do(game, "enter 1-26 H strategic")
    assert game.state.units["1-26"].marker == "truck"
    assert moving(game).halves == 1, "at the rates of mechanized infantry"
    assert max(GRID.distance(BOARD.index[H], BOARD.index[to]) for to in reach(game)) > 12


@pytest.mark.rule("13.1b", "29.4")
def test_not_on_the_first_turn():
    game = allied(due("7Arm-CCA", 1), turn=1)
    assert refused(game, "enter 7Arm-CCA H strategic").rule == "29.4"
    assert "enter 7Arm-CCA H normal" in legal(game)


@pytest.mark.rule("13.1b", "12.4")
def test_only_if_a_marker_is_available():
    names = [name for name, entry in UNITS.items() if entry.side == ALLIED and entry.movement == 10][:10]
    used = [unit(name, hex_, marker="SM") for name, hex_ in zip(names, BOARD.names[900:1100:20], strict=True)]
    begun = allied(turn=3).state.stack
    game = allied(due("1-26", 3), due("7Arm-CCB", 3), *used, turn=3, stack=begun)
    assert refused(game, "enter 1-26 H strategic").rule == "12.4"
    assert refused(game, "enter 7Arm-CCB H strategic").rule == "12.4"
    assert "enter 1-26 H normal" in legal(game)
    game = allied(due("1-26", 3), due("7Arm-CCB", 3), *used[1:], turn=3, stack=begun)
    assert "enter 1-26 H strategic" in legal(game)


@pytest.mark.rule("13.1b", "12.1")
def test_german_infantry_has_no_trucks():
    game = position(due("246VG-352", 19), turn=19)
    assert refused(game, "enter 246VG-352 K strategic").rule == "12.1"


@pytest.mark.rule("13.1c", "11.9")
def test_instead_of_entering_it_may_go_into_the_box_joined_to_its_entry_hex():
    """E41: US 4/8/2 on GT3 enters at A or B, or goes into the south-east box (Ambiguity 10)."""
    game = allied(due("4-8-2", 3), turn=3)
    assert ways_in(game, "4-8-2") == {"A", "B"}
    assert legal(game, "box") == {"box 4-8-2 SE"}
    do(game, "box 4-8-2 SE")
    assert place(game, "4-8-2") == "SE"
    assert refused(game, "enter 4-8-2 A normal").rule == "11.1", "its move is over"
    assert refused(game, "box 4-8-2 SW").rule == "11.1"


@pytest.mark.rule("13.1c", "11.9")
def test_from_the_box_it_enters_later_at_any_entry_hex_joined_to_it():
    game = allied(unit("4-8-2", "SE"), turn=4)
    assert ways_in(game, "4-8-2") == {"A", "B", "C"}
    assert refused(game, "enter 4-8-2 D normal").rule == "13.1"
    do(game, "enter 4-8-2 C normal")
    assert place(game, "4-8-2") == C


@pytest.mark.rule("13.1c", "11.9")
@pytest.mark.parametrize(("box", "next_boxes"), [("SE", {"SW"}), ("SW", {"SE", "NW"})])
def test_or_it_moves_to_an_adjacent_box_and_ends_its_turn_there(box: str, next_boxes: set[str]):
    game = allied(unit("4-8-2", box), turn=4)
    assert {text.split()[2] for text in legal(game, "box")} == next_boxes
    do(game, f"box 4-8-2 {min(next_boxes)}")
    assert place(game, "4-8-2") == min(next_boxes)
    assert not legal(game, "enter")
    assert not legal(game, "box")


@pytest.mark.rule("11.9")
def test_not_to_a_box_that_is_not_adjacent():
    assert refused(allied(unit("4-8-2", "SE"), turn=4), "box 4-8-2 NW").rule == "11.9"


# 13.2, 27.10: engineers


def towns(game: Game, name: str) -> set[str]:
    """Where an engineer may be placed."""
    return {text.split()[2] for text in legal(game, "arrive") if text.split()[1] == name}


@pytest.mark.rule("13.2", "27.10")
@pytest.mark.parametrize("name", ["35Eng", "44Eng", "146Eng", "159Eng", "168Eng"])
def test_engineers_arrive_in_friendly_town_and_city_hexes(name: str):
    game = allied(due(name, 3), turn=3)
    assert not legal(game, "enter")
    assert not legal(game, "box")
    found = towns(game, name)
    urban = {BOARD.names[hex_] for hex_, kind in BOARD.built.items() if kind in ("town", "city")}
    german = {BOARD.names[hex_] for hex_ in BOARD.german_at_start}
    assert found == urban - german
    assert {"3413", "3313"} <= found, "both Bastogne hexes"
    assert {*BOARD.map.liege} <= found
    do(game, f"arrive {name} 3413")
    assert place(game, name) == "3413"


@pytest.mark.rule("13.2", "27.10")
def test_not_in_villages_nor_in_the_open():
    game = allied(due("35Eng", 3), turn=3)
    village = next(BOARD.names[hex_] for hex_, kind in BOARD.built.items() if kind == "village")
    assert refused(game, f"arrive 35Eng {village}").rule == "13.2"
    assert refused(game, "arrive 35Eng 3512").rule == "13.2"


@pytest.mark.rule("13.2", "27.10")
def test_not_in_enemy_zones_nor_where_the_enemy_was_last():
    game = allied(due("35Eng", 3), unit("26VG-39", "3414"), turn=3, control={"2126": GERMAN})
    found = towns(game, "35Eng")
    assert not {"3413", "2126"} & found
    assert refused(game, "arrive 35Eng 3413").rule == "13.2"
    assert refused(game, "arrive 35Eng 2126").rule == "13.2"
    assert "2532" in found


@pytest.mark.rule("13.1", "13.2")
def test_only_engineers_that_are_just_coming_arrive_in_a_town():
    game = allied(due("35Eng", 3), due("4-8-2", 3), unit("44Eng", "SE"), turn=3)
    assert refused(game, "arrive 4-8-2 3413").rule == "13.1", "it enters at its entry hex"
    assert refused(game, "arrive 44Eng 3413").rule == "13.2", "it is in a box"
    assert refused(game, "arrive 35Eng 9999").rule == "13.2", "no such hex"
    do(game, "arrive 35Eng 3413")


@pytest.mark.rule("13.2", "27.10")
def test_one_engineer_in_each_hex_two_in_bastogne():
    game = allied(due("35Eng", 3), due("44Eng", 3), due("159Eng", 3), turn=3)
    do(game, "arrive 35Eng 3413")
    assert refused(game, "arrive 44Eng 3413").rule == "13.2"
    do(game, "arrive 44Eng 3313")
    assert not {"3413", "3313"} & towns(game, "159Eng")


@pytest.mark.rule("13.2", "27.10")
def test_placement_may_exceed_stacking_until_the_end_of_the_phase():
    game = allied(due("35Eng", 3), unit("101-501", "3413"), turn=3)
    do(game, "arrive 35Eng 3413")
    assert {place(game, "35Eng"), place(game, "101-501")} == {"3413"}
    do(game, "end")
    assert at(game, "too_many"), "8.3: then the owner removes units"


@pytest.mark.rule("13.2a", "27.10")
@pytest.mark.parametrize("mode", ["normal", "extended", "tactical"])
def test_an_engineer_moves_two_hexes_at_most_in_its_turn_of_arrival(mode: str):
    game = allied(due("35Eng", 3), turn=3)
    do(game, "arrive 35Eng 3413", "move 35Eng")
    if mode != moving(game).mode:
        do(game, f"mode {mode}")
    hexes = {GRID.distance(BOARD.index["3413"], BOARD.index[to]) for to in reach(game)}
    assert hexes == {1, 2}
    do(game, f"to {next(to for to in reach(game) if GRID.distance(BOARD.index['3413'], BOARD.index[to]) == 2)}")
    assert at(game, "movement"), "it has moved its two hexes"


@pytest.mark.rule("13.2a")
def test_it_may_move_its_two_hexes_in_two_steps_and_no_third():
    game = allied(due("35Eng", 3), turn=3)
    do(game, "arrive 35Eng 3413", "move 35Eng", f"to {near('3413')[0]}")
    if at(game, "moving"):
        assert reach(game) <= {name for hex_ in near("3413") for name in near(hex_)}


@pytest.mark.rule("13.2a", "27.10")
def test_in_later_turns_it_moves_as_others():
    game = allied(unit("35Eng", "3413", due=3), turn=4)
    do(game, "move 35Eng")
    assert max(GRID.distance(BOARD.index["3413"], BOARD.index[to]) for to in reach(game)) > 2


# 13.3


@pytest.mark.rule("13.3")
@pytest.mark.parametrize("mode", ["normal", "strategic", "tactical"])
def test_artillery_reinforcements_arrive_fired(mode: str):
    game = allied(due("VIII-174", 2), turn=2)
    do(game, f"enter VIII-174 B {mode}")
    assert game.state.units["VIII-174"].fired


@pytest.mark.rule("13.3")
def test_in_a_box_too():
    game = allied(due("VIII-174", 2), turn=2)
    do(game, "box VIII-174 SE")
    assert game.state.units["VIII-174"].fired


# 13.4: sealing


HOLDER = unit("26VG-39", A)
"""A German regiment on entry hex A."""


@pytest.mark.rule("13.4")
def test_nobody_walks_onto_an_entry_hex_that_the_enemy_holds():
    game = allied(HOLDER, due("4-8-2", 3), turn=3)
    assert refused(game, "enter 4-8-2 A normal").rule == "13.4"
    do(game, "box 4-8-2 SE")
    assert place(game, "4-8-2") == "SE", "it may wait in the box"


@pytest.mark.rule("13.4")
def test_german_reinforcements_do_not_either():
    game = position(unit("101-501", K), due("9Pz-10", 14), due("2SS-3", 8), turn=14)
    assert refused(game, "enter 2SS-3 K normal").rule == "13.4"
    assert "enter 2SS-3 L normal" in legal(game), "no sector is closed to the German: he has none"


@pytest.mark.rule("13.4a")
def test_the_whole_sector_is_closed_until_the_german_is_sealed_off():
    game = allied(HOLDER, due("4-8-2", 3), due("10Arm-CCA", 4), due("101-501", 5), due("7Arm-CCA", 3), turn=5)
    for command in ("enter 4-8-2 B normal", "enter 10Arm-CCA B normal", "enter 10Arm-CCA C normal"):
        assert refused(game, command).rule == "13.4"
    assert ways_in(game, "101-501") == {"E"}, "another sector"
    assert ways_in(game, "7Arm-CCA") == {"H"}


@pytest.mark.rule("13.4a", "11.9")
def test_units_of_the_box_are_barred_as_well():
    """Ambiguity 55."""
    game = allied(HOLDER, unit("101-501", "SE"), turn=6)
    assert refused(game, "enter 101-501 B normal").rule == "13.4"
    assert refused(game, "enter 101-501 C normal").rule == "13.4"


@pytest.mark.rule("13.4a")
def test_units_just_beside_an_entry_hex_close_nothing():
    game = allied(unit("26VG-39", near(A)[0]), due("4-8-2", 3), turn=3)
    assert ways_in(game, "4-8-2") == {"A", "B"}


@pytest.mark.rule("13.4b")
def test_six_defence_points_seal_an_entry_hex():
    """One regiment of 6: at once the rest of the sector is open."""
    game = allied(HOLDER, unit("26-101", "SE"), due("10Arm-CCA", 4), turn=5)
    assert UNITS["26-101"].defence[0] == 6
    do(game, "seal 26-101 A")
    assert place(game, "26-101") == "edgeA"
    assert ways_in(game, "10Arm-CCA") == {"B", "C"}


@pytest.mark.rule("13.4b")
def test_less_than_six_do_not_two_or_three_units_together_may():
    """4/8/2, 2/22 and 803 TD: 2 each."""
    names = ("4-8-2", "4-22-2", "803TD")
    assert [UNITS[name].defence[0] for name in names] == [2, 2, 2]
    game = allied(HOLDER, *(due(name, 3) for name in names), due("10Arm-CCA", 4), turn=5)
    do(game, "seal 4-8-2 A", "seal 4-22-2 A")
    assert refused(game, "enter 10Arm-CCA B normal").rule == "13.4"
    do(game, "seal 803TD A")
    assert ways_in(game, "10Arm-CCA") == {"B", "C"}


@pytest.mark.rule("13.4b")
def test_three_units_at_most():
    names = ("4-8-2", "4-22-2", "803TD", "4-70Tnk")
    game = allied(HOLDER, *(due(name, 2) for name in names), turn=5)
    do(game, *(f"seal {name} A" for name in names[:3]))
    assert refused(game, "seal 4-70Tnk A").rule == "13.4"


@pytest.mark.rule("13.4b")
def test_each_occupied_entry_hex_needs_its_own_seal():
    """Ambiguity 11."""
    game = allied(HOLDER, unit("26VG-77", B), unit("26-101", "SE"), unit("26-104", "SE"), due("10Arm-CCA", 4), turn=5)
    do(game, "seal 26-101 A")
    assert refused(game, "enter 10Arm-CCA C normal").rule == "13.4"
    do(game, "seal 26-104 B")
    assert ways_in(game, "10Arm-CCA") == {"C"}


@pytest.mark.rule("13.4b", "13.4c")
def test_reduced_units_seal_with_what_they_have_left():
    game = allied(HOLDER, unit("26-101", "SE", reduced=True), due("10Arm-CCA", 4), turn=5)
    do(game, "seal 26-101 A")
    assert refused(game, "enter 10Arm-CCA C normal").rule == "13.4"


@pytest.mark.rule("13.4c")
def test_who_may_seal():
    """Reinforcements that could enter there, and the sector's box, artillery with its parenthesised strength."""
    units = (due("4-8-2", 3), due("10Arm-CCA", 4), unit("VIII-174", "SE", fired=True), unit("26-101", "SW"))
    game = allied(HOLDER, *units, due("4-22-2", 6), turn=5)
    assert legal(game, "seal") == {"seal 4-8-2 A", "seal VIII-174 A"}
    assert refused(game, "seal 10Arm-CCA A").rule == "13.4", "it comes by B or C"
    assert refused(game, "seal 26-101 A").rule == "13.4", "another sector's box"
    assert refused(game, "seal 4-22-2 A").rule == "13.1", "it is not due"


@pytest.mark.rule("13.4c")
def test_artillery_counts_with_its_parenthesised_strength():
    guns = ("VIII-174", "III-193", "III-203")
    game = allied(HOLDER, *(unit(name, "SE") for name in guns), due("10Arm-CCA", 4), turn=5)
    do(game, "seal VIII-174 A", "seal III-193 A")
    assert refused(game, "enter 10Arm-CCA B normal").rule == "13.4"
    do(game, "seal III-203 A")
    assert "enter 10Arm-CCA B normal" in legal(game)


@pytest.mark.rule("13.4c")
def test_nothing_to_seal_where_no_german_stands():
    assert refused(allied(due("4-8-2", 3), turn=3), "seal 4-8-2 A").rule == "13.4"


@pytest.mark.rule("13.4d")
def test_sealing_units_do_not_move_until_the_hex_is_free():
    game = allied(HOLDER, unit("26-101", "edgeA"), turn=6)
    assert refused(game, "enter 26-101 A normal").rule == "13.4"
    assert refused(game, "box 26-101 SE").rule == "13.4"
    assert refused(game, "enter 26-101 B normal").rule == "13.1"


@pytest.mark.rule("13.4d")
def test_then_they_enter_there_or_go_to_the_box():
    game = allied(unit("26-101", "edgeA"), turn=6)
    assert ways_in(game, "26-101") == {"A"}
    assert legal(game, "box") == {"box 26-101 SE"}
    do(game, "enter 26-101 A normal")
    assert place(game, "26-101") == A
    game = allied(unit("26-101", "edgeA"), turn=6)
    do(game, "box 26-101 SE")
    assert place(game, "26-101") == "SE"
    assert not legal(game, "enter"), "elsewhere in a later turn"


@pytest.mark.rule("13.4d")
def test_or_when_others_take_over_the_sealing():
    game = allied(HOLDER, unit("26-101", "edgeA"), unit("26-104", "SE"), turn=6)
    assert refused(game, "box 26-101 SE").rule == "13.4"
    do(game, "seal 26-104 A")
    assert refused(game, "enter 26-101 A normal").rule == "13.4", "the hex is still held"
    do(game, "box 26-101 SE")
    assert place(game, "26-101") == "SE"
    assert refused(game, "box 26-104 SE").rule == "11.1"


# 13.5: attacks onto the map


def staged(*units: Unit, holder: Unit = HOLDER, **more) -> Game:
    """An Allied combat phase with a German on entry hex A."""
    return position(holder, *units, side=ALLIED, phase="combat", **{"turn": 6} | more)


@pytest.mark.rule("13.5", "13.4")
def test_units_sealing_the_hex_of_the_box_and_just_arriving_may_attack_onto_the_map():
    game = staged(unit("26-101", "edgeA"), unit("26-104", "SE"), due("4-8-2", 3), due("10Arm-CCA", 4))
    assert "stage A" in legal(game)
    do(game, "stage A")
    assert legal(game, "with") == {"with 26-101", "with 26-104", "with 4-8-2"}, "10Arm comes by B or C"


@pytest.mark.rule("13.5")
def test_only_entry_hexes_that_germans_hold():
    game = staged(unit("26-101", "SE"))
    assert refused(game, "stage B").rule == "13.5"
    assert refused(game, "stage D").rule == "13.5"
    assert refused(game, "stage X").rule == "13.5"


@pytest.mark.rule("13.5")
def test_two_stacks_attack_1601_onto_which_two_roads_lead():
    game = staged(unit("26-101", "SE"), unit("26-104", "SE"), unit("26-328", "SE"))
    do(game, "stage A", "with 26-101", "with 26-104")
    assert refused(game, "with 26-328").rule == "13.5", "each regiment fills a stack"


@pytest.mark.rule("13.5")
def test_one_stack_where_one_road_leads_in():
    holder = unit("26VG-39", B)
    game = staged(unit("26-101", "SE"), unit("26-104", "SE"), unit("735Tnk", "SE"), holder=holder)
    do(game, "stage B", "with 26-101")
    assert refused(game, "with 26-104").rule == "13.5"
    do(game, "with 735Tnk")


@pytest.mark.rule("13.5", "14.3")
def test_all_combat_rules_apply():
    """Two divisions at most; disrupted units and artillery do not attack."""
    units = (unit("4-8-2", "SE"), unit("609TD", "SE"), unit("702Tnk", "SE"))
    game = staged(*units, unit("80-317", "SE", status="disrupted"), unit("VIII-174", "SE"))
    do(game, "stage A")
    assert legal(game, "with") == {"with 4-8-2", "with 609TD", "with 702Tnk"}
    do(game, "with 4-8-2", "with 609TD")
    assert refused(game, "with 702Tnk").rule == "14.3"


@pytest.mark.rule("13.5a")
def test_ready_artillery_in_the_box_supports_the_attack():
    game = staged(unit("26-101", "SE"), unit("VIII-174", "SE"), unit("III-193", "SE", fired=True))
    do(game, "stage A", "with 26-101")
    trial = game.branch()
    do(trial, "roll")
    assert legal(trial, "fire") == {"fire VIII-174"}
    assert shifts(game, "fire VIII-174")["artillery"] == 1
    assert game.state.units["VIII-174"].fired


@pytest.mark.rule("13.5", "14.1")
def test_whoever_has_attacked_in_this_phase_does_not_attack_onto_the_map():
    game = staged(unit("26-101", "SE"), unit("26-104", "SE"), now={"fought": ("26-104",)})
    do(game, "stage A")
    assert legal(game, "with") == {"with 26-101"}
    assert "stage A" not in legal(staged(unit("26-104", "SE"), now={"fought": ("26-104",)}))


@pytest.mark.rule("13.5", "14.1")
def test_an_entry_hex_is_attacked_once_in_a_phase():
    units = unit("26-101", "SE"), unit("28-109-1", "3217"), unit("2Pz-304", "3218")
    assert {"stage A", "attack 3218"} <= legal(staged(*units))
    game = staged(*units, now={"attacked": (A,)})
    assert "attack 3218" in legal(game)
    assert refused(game, "stage A").rule == "14.1"


@pytest.mark.rule("13.5", "11.9")
def test_nor_does_who_came_from_another_box_in_this_turn():
    """A unit that moves to an adjacent box ends its turn there."""
    game = allied(HOLDER, unit("26-101", "SE"), unit("26-104", "SW"), turn=6)
    do(game, "box 26-104 SE", "end")
    while "stage A" not in legal(game):
        do(game, "end")
    do(game, "stage A")
    assert legal(game, "with") == {"with 26-101"}


@pytest.mark.rule("13.5")
def test_every_unit_is_offered_once_wherever_it_waits():
    game = staged(unit("26-101", "edgeA"), unit("26-104", "SE"), due("4-8-2", 3))
    do(game, "stage A")
    offered = [command.notation() for command in game.legal() if command.verb == "with"]
    assert sorted(offered) == ["with 26-101", "with 26-104", "with 4-8-2"]


@pytest.mark.rule("13.5a", "22.6")
@pytest.mark.parametrize("state", [{"eng": True}, {"status": "disrupted"}, {"status": "routed"}])
def test_artillery_in_the_box_that_is_engaged_disrupted_or_routed_does_not(state: dict):
    game = staged(unit("26-101", "SE"), unit("VIII-174", "SE", **state), unit("III-193", "SE"))
    do(game, "stage A", "with 26-101", "roll")
    assert legal(game, "fire") == {"fire III-193"}
    assert refused(game, "fire VIII-174").rule == "22.6"


@pytest.mark.rule("13.5a")
def test_artillery_of_another_sectors_box_does_not():
    game = staged(unit("26-101", "SE"), unit("VIII-174", "SW"))
    do(game, "stage A", "with 26-101", "roll")
    assert not legal(game, "fire")


@pytest.mark.rule("13.5a", "15.6")
def test_air_support_may_be_used():
    game = staged(unit("26-101", "SE"), turn=16, now={"air": 1})
    do(game, "stage A", "with 26-101")
    assert shifts(game, "air")["air support"] == 1


@pytest.mark.rule("13.5b")
def test_not_while_another_entry_hex_of_the_sector_is_unsealed():
    elsewhere = (unit("101-501", "2410"), unit("26VG-78", "2411"))
    game = staged(unit("26-101", "SE"), unit("26VG-77", B), *elsewhere)
    assert refused(game, "stage A").rule == "13.5"
    game = staged(unit("26-101", "SE"), unit("26VG-77", B), unit("26-104", "edgeB"))
    assert "stage A" in legal(game)
    assert "stage B" not in legal(game), "A is not sealed"


@pytest.mark.rule("13.5c")
def test_attackers_that_do_not_clear_the_hex_seal_it():
    game = staged(unit("26-101", "SE"), unit("735Tnk", "SE"))
    do(game, "stage A", "with 26-101", "with 735Tnk")
    events = strike(game, "Eng")
    assert place(game, "26-101") == place(game, "735Tnk") == "edgeA"
    assert told(events, "seals")


@pytest.mark.rule("13.5d")
def test_attackers_that_clear_it_advance_into_it_first_or_go_back_to_the_box():
    game = staged(unit("26-101", "edgeA"), unit("26-104", "SE"))
    do(game, "stage A", "with 26-101", "with 26-104")
    strike(game, "DR2")
    while not at(game, "advancing"):
        do(game, "end" if "end" in legal(game) else min(legal(game)))
    steps = legal(game, "advance")
    assert steps
    assert {text.split()[2] for text in steps} == {A}, "the first hex is the entry hex"
    do(game, "advance 26-101 1601")
    while not at(game, "combat") and game.state.stack[-1].kind in ("advancing", "battle", "too_many"):
        do(game, "end" if "end" in legal(game) else min(legal(game)))
    assert place(game, "26-101") in {A, *near(A)}
    assert place(game, "26-104") == "SE"


@pytest.mark.rule("13.5e")
def test_nobody_off_the_map_can_be_attacked():
    game = position(HOLDER, unit("26-101", "edgeA"), unit("26-104", "SE"), phase="combat", side=GERMAN, turn=6)
    assert not legal(game, "attack")


# 11.9: leaving the map


def edge_unit(name: str, hex_: str, **more) -> Game:
    return allied(unit(name, hex_), turn=5, **more)


@pytest.mark.rule("11.9")
@pytest.mark.parametrize(
    ("hex_", "box"), [("1601", "SE"), ("3601", "SE"), ("W0101", "SW"), ("W3410", "SW"), ("W3430", "NW"), ("2443", "N")]
)
def test_allied_units_leave_into_the_box_joined_to_that_edge(hex_: str, box: str):
    game = edge_unit("101-501", hex_)
    do(game, "move 101-501")
    assert legal(game, "leave") == {f"leave {box}"}
    (event,) = told(do(game, f"leave {box}"), "left")
    assert place(game, "101-501") == event.data["box"] == box
    assert refused(game, "enter 101-501 A normal").rule in ("11.1", "13.1"), "next turn"


@pytest.mark.rule("11.9")
def test_leaving_costs_a_point():
    """MA 4: with 3 points or less spent on the way to the edge it can leave, with 4 it cannot."""
    seen = set()
    for start in ("2404", "2405"):
        game = edge_unit("101-501", start)
        do(game, "move 101-501")
        for to in reach(game):
            trial = game.branch()
            (event,) = told(do(trial, f"to {to}"), "moved")
            if to.endswith("01"):
                leaves = at(trial, "moving") and bool(legal(trial, "leave"))
                assert leaves == (event.data["points"] <= 3)
                seen.add(event.data["points"])
    assert {3, 4} <= seen


@pytest.mark.rule("11.9", "9.2")
def test_a_unit_that_stopped_in_an_enemy_zone_does_not_leave():
    game = allied(unit("101-501", "2402"), unit("26VG-39", "2501"), turn=5)
    do(game, "move 101-501", "to 2401")
    assert at(game, "movement")
    assert place(game, "101-501") == "2401"


@pytest.mark.rule("11.9", "17.6")
def test_nobody_leaves_by_the_east_edge():
    game = edge_unit("101-501", "0120")
    do(game, "move 101-501")
    assert not legal(game, "leave")
    for box in ("SE", "N"):
        assert refused(game, f"leave {box}").rule == "11.9"
    game = position(unit("26VG-39", "0120"), turn=5)
    do(game, "move 26VG-39")
    assert not legal(game, "leave")


@pytest.mark.rule("11.9a")
def test_germans_never_enter_a_box():
    game = position(unit("26VG-39", A), due("9Pz-10", 5), turn=5)
    do(game, "move 26VG-39")
    assert not legal(game, "leave")
    assert refused(game, "leave SE").rule == "11.9"
    do(game, "end")
    assert refused(game, "box 9Pz-10 SE").rule == "11.9"


@pytest.mark.rule("11.9a", "11.9b", "30.2a")
@pytest.mark.parametrize("letter", ["F", "G"])
def test_they_leave_by_f_and_g_for_victory_and_never_come_back(letter: str):
    hex_ = ENTRIES[letter].hex
    game = position(unit("2Pz-2", hex_), turn=5)
    do(game, "move 2Pz-2", f"leave {letter}")
    assert place(game, "2Pz-2") == EXITED
    assert game.state.exits == {hex_: 6}
    later = position(unit("2Pz-2", EXITED), unit("2Pz-304", "2115"), turn=6)
    assert refused(later, "move 2Pz-2").rule == "11.1"
    assert refused(later, f"enter 2Pz-2 {letter} normal").rule == "13.1"
    assert refused(later, "box 2Pz-2 NW").rule == "13.1"


@pytest.mark.rule("11.9b")
@pytest.mark.parametrize("hex_", ["W3420", "W3436", "W1643", H, B])
def test_nowhere_else(hex_: str):
    """A-31."""
    game = position(unit("2Pz-2", hex_), turn=5)
    do(game, "move 2Pz-2")
    assert not legal(game, "leave")


@pytest.mark.rule("30.2a", "13.1")
def test_an_exit_once_used_by_germans_is_no_allied_entry_hex_any_more():
    game = allied(due("29Ind", 11), turn=11, exits={F: 6})
    assert refused(game, "enter 29Ind F normal").rule == "30.2"
    assert ways_in(game, "29Ind") == {"G"}


@pytest.mark.rule("11.9c", "18.2")
@pytest.mark.parametrize("status", ["disrupted", "routed"])
def test_a_disrupted_unit_does_not_leave_by_movement(status: str):
    game = allied(unit("101-501", A, status=status), turn=5)
    do(game, "move 101-501")
    assert not legal(game, "leave")
    assert refused(game, "leave SE").rule == "11.9"


@pytest.mark.rule("11.9c", "17.6")
@pytest.mark.parametrize("status", ["disrupted", "routed"])
def test_nor_enter_the_map_before_it_has_recovered(status: str):
    """Ambiguity 48."""
    game = allied(unit("101-501", "SE", status=status), turn=5)
    assert refused(game, "enter 101-501 A normal").rule == "17.6"
    assert refused(game, "enter 101-501 A tactical").rule == "17.6"


# 17.6: retreat off the map


def cornered(name: str, hex_: str, **more) -> Game:
    """An Allied unit at the edge with Germans on all sides, attacked."""
    germans = ("116Pz-60", "116Pz-156", "2Pz-2", "2Pz-304", "9Pz-10")
    ring = [unit(german, to) for german, to in zip(germans, near(hex_), strict=False)]
    game = position(unit(name, hex_, **more), *ring, side=GERMAN, phase="combat", turn=6)
    do(game, f"attack {hex_}", *(f"with {each.id}" for each in ring[:4]))
    return game


@pytest.mark.rule("17.6", "11.9c")
@pytest.mark.parametrize(("hex_", "box"), [("2401", "SE"), ("W0701", "SW"), ("W3410", "SW"), ("2543", "N")])
def test_allied_units_that_retreat_off_the_map_are_disrupted_in_the_box(hex_: str, box: str):
    game = cornered("28-110-1", hex_)
    strike(game, "DR2")
    while not at(game, "retreating"):
        do(game, "end")
    assert legal(game, "retreat") == {"retreat 28-110-1 off"}
    do(game, "retreat 28-110-1 off")
    assert place(game, "28-110-1") == box
    assert game.state.units["28-110-1"].status == "disrupted"


@pytest.mark.rule("17.6", "18.1")
@pytest.mark.parametrize(("result", "before", "after"), [("DR4*", "fresh", "routed"), ("DR2", "disrupted", "routed")])
def test_where_18_1_gives_more_they_are_routed(result: str, before: str, after: str):
    """Ambiguity 54."""
    game = cornered("28-110-1", "2401", status=before)
    strike(game, result)
    while not at(game, "retreating"):
        do(game, "end")
    do(game, "retreat 28-110-1 off")
    assert (place(game, "28-110-1"), game.state.units["28-110-1"].status) == ("SE", after)


@pytest.mark.rule("17.6")
def test_off_the_east_edge_they_are_eliminated():
    game = cornered("28-110-1", "0120")
    events = strike(game, "DR2")
    while not lost(events):
        events = do(game, "end")
    assert lost(events) == ["28-110-1"]


@pytest.mark.rule("17.6")
@pytest.mark.parametrize("hex_", ["2401", "W3410", "2543", "0120"])
def test_germans_are_eliminated_off_any_edge(hex_: str):
    americans = ("101-501", "101-502", "101-506", "82-504")
    ring = [unit(name, to) for name, to in zip(americans, near(hex_), strict=False)]
    game = position(unit("26VG-39", hex_), *ring, side=ALLIED, phase="combat", turn=6)
    do(game, f"attack {hex_}", *(f"with {each.id}" for each in ring))
    events = strike(game, "DR2")
    while not lost(events):
        events = do(game, "end")
    assert lost(events) == ["26VG-39"]
    assert place(game, "26VG-39") == ELIMINATED


@pytest.mark.rule("17.6", "18.4")
def test_a_unit_recovers_in_its_box_and_comes_back():
    game = position(unit("101-501", "SE", status="disrupted"), unit("82-504", "3413"), side=ALLIED, turn=6)
    do(game, "end")
    assert game.state.units["101-501"].status == "fresh", "no enemy is adjacent: by itself"


# Worked examples


@pytest.mark.rule("6.4", "13.1")
def test_e43_a_division_short_of_fuel_on_its_arrival_moves_two_hexes_at_most():
    game = position(due("2SS-3", 8, oos=True), turn=8)
    assert {text.split()[3] for text in legal(game, "enter") if "2SS-3" in text} == {"tactical"}
    do(game, "enter 2SS-3 K tactical")
    assert reach(game) <= {*near(K)}
    do(game, f"to {min(reach(game))}")
    assert at(game, "movement")
