"""Supply of HQs and units, sources, what being out of supply does (rule 4), command range (1.2)."""

from typing import Any

import pytest

from tests.titles.liberty_roads.kit import (
    ALLIED,
    BOARD,
    GERMAN,
    GRID,
    at,
    do,
    legal,
    place,
    position,
    refused,
    unit,
)
from wargame_tui.board.hexes import members
from wargame_tui.core.game import Game
from wargame_tui.core.step import Refusal
from wargame_tui.titles.liberty_roads import TITLE
from wargame_tui.titles.liberty_roads.rules.reach import allowance, reach
from wargame_tui.titles.liberty_roads.rules.strengths import attack_strength, defence_strength
from wargame_tui.titles.liberty_roads.rules.supply import FRONT, command_range, in_supply_hexes, pontoons
from wargame_tui.titles.liberty_roads.state import Unit

CHERBOURG, CARENTAN, SAINT_LO, BARNEVILLE = "1007", "1008", "1109", "0908"
"""The only road out of the Cotentin is 1007, 1008, 1109 (and 1009); Barneville has none and lies beside both."""


def checked(*units: Unit, ashore: tuple[str, ...] = (), **changes: Any) -> Game:
    """A game after the supply phase of the active side; the Allies have Beachheads `ashore`."""
    game = supplying(*units, ashore=ashore, **changes)
    if at(game, "supply"):
        do(game, "end")
    return game


def supplying(*units: Unit, ashore: tuple[str, ...] = (), **changes: Any) -> Game:
    """A game in the supply phase of the active side."""
    return position(*units, phase="supply", campaign={"beachheads": ashore}, **changes)


def spent(game: Game, name: str, to: str) -> int:
    """Half points that a unit pays for its cheapest way to a hex."""
    return reach(game.state, game.state.units[name], "normal").spent[BOARD.index[to]]


def oos(game: Game, name: str) -> bool:
    """Whether a unit has an Out of Supply marker."""
    return bool(game.state.units[name].oos)


def ranged(game: Game, hq: str) -> set[str]:
    """The hexes in command range of an HQ."""
    return {BOARD.names[hex_] for hex_ in members(command_range(game.state, hq))}


# Command range (1.2)


def counted(origin: str, most: float) -> set[str]:
    """The hexes within a count from a hex on an empty map: a half along roads and railways, else one (1.2.1, 1.2.3)."""
    found, edge = {origin: 0.0}, [origin]
    while edge:
        hex_ = edge.pop()
        for turn, there in enumerate(BOARD.grid.neighbours[BOARD.index[hex_]]):
            key = 6 * BOARD.index[hex_] + turn
            road = bool(BOARD.road[key])
            if there is None or BOARD.barred[key] or (BOARD.water[key] == "major" and not road):
                continue
            count, name = found[hex_] + (0.5 if road else 1), BOARD.names[there]
            if count <= most and count < found.get(name, 99):
                found[name] = count
                edge.append(name)
    return {*found}


@pytest.mark.rule("1.2.1", "1.2.3", "1.1.5")
@pytest.mark.parametrize(("hq", "hex_", "most"), [("HQ-1US", "0908", 4), ("HQ-SHAEF", "2113", 5), ("HQ-7G", "1412", 5)])
def test_command_range_counts_hexes_without_the_first_and_half_of_those_along_roads(
    hq: str, hex_: str, most: int
) -> None:
    found = ranged(position(unit(hq, hex_)), hq)
    assert found == counted(hex_, most)


@pytest.mark.rule("1.2.2")
@pytest.mark.parametrize("enemies", [(CARENTAN,), (BARNEVILLE,)])
def test_command_range_passes_neither_enemies_nor_hexes_beside_them(enemies: tuple[str, ...]) -> None:
    names = ("G-352", "G-77")
    game = position(
        unit("HQ-1US", CHERBOURG),
        *(unit(name, hex_) for name, hex_ in zip(names, enemies, strict=False)),
    )
    assert SAINT_LO not in ranged(game, "HQ-1US")
    assert SAINT_LO in ranged(position(unit("HQ-1US", CHERBOURG)), "HQ-1US")


@pytest.mark.rule("1.2.2")
def test_command_range_passes_beside_enemies_where_a_friend_stands() -> None:
    game = position(unit("HQ-1US", CHERBOURG), unit("G-352", BARNEVILLE), unit("US-30", CARENTAN))
    assert SAINT_LO in ranged(game, "HQ-1US")


@pytest.mark.rule("1.2.3")
def test_command_range_crosses_major_rivers_by_bridges_only_and_minor_ones_anywhere() -> None:
    """The Rhine at Wesel, 2802 to 2902, has a bridge on the map or not; the Vire between 1009 and 1109 is minor."""
    west, east = "1114", "1115"
    assert BOARD.water[6 * BOARD.index[west] + _turn(west, east)] == "major"
    assert not BOARD.road[6 * BOARD.index[west] + _turn(west, east)]
    walls = (unit("G-352", "1214"), unit("G-77", "0915"))
    friends = (unit("HQ-3US", west), unit("US-30", east))
    assert east not in ranged(position(*friends, *walls), "HQ-3US")
    bridged = position(unit("HQ-3US", west, pontoon=_turn(west, east)), friends[1], *walls)
    assert east in ranged(bridged, "HQ-3US")
    by_road = position(unit("HQ-3US", "1014"))
    assert "1015" in ranged(by_road, "HQ-3US")
    minor = position(unit("HQ-3US", "1110"), unit("G-352", "1209"), unit("G-77", "1011"), unit("US-30", "1111"))
    assert "1111" in ranged(minor, "HQ-3US")


def _turn(one: str, other: str) -> int:
    found = BOARD.grid.direction(BOARD.index[one], BOARD.index[other])
    assert found is not None
    return found


@pytest.mark.rule("1.2.2", "1.2.3")
def test_ex_2a_two_germans_keep_1015_and_1016_out_of_first_armys_range() -> None:
    free = position(unit("HQ-1US", "1014"))
    assert {"1015", "1016"} <= ranged(free, "HQ-1US")
    game = position(unit("HQ-1US", "1014"), unit("G-352", "1116"), unit("G-77", "0916"))
    assert not {"1015", "1016"} & ranged(game, "HQ-1US")


@pytest.mark.rule("1.2.3", "4.1.3", "4.2.1")
def test_ex_2b_third_army_on_its_pontoon_side_supplies_the_30th_division_over_the_river() -> None:
    walls = (unit("G-352", "1214"), unit("G-77", "0915"))
    dry = checked(unit("HQ-3US", "1114"), unit("US-30", "1115"), *walls, ashore=("1114",))
    assert oos(dry, "US-30")
    game = checked(
        unit("HQ-3US", "1114", pontoon=_turn("1114", "1115")), unit("US-30", "1115"), *walls, ashore=("1114",)
    )
    assert not oos(game, "US-30")


# HQ supply (4.1)


@pytest.mark.rule("4.1.1")
def test_an_hq_on_a_source_or_joined_to_one_by_road_is_in_supply() -> None:
    for hex_ in (CHERBOURG, CARENTAN, SAINT_LO, "2028", "2926"):
        assert place(checked(unit("HQ-1US", hex_), ashore=(CHERBOURG,)), "HQ-1US") == hex_
    assert BOARD.index[BARNEVILLE] not in BOARD.on_road
    assert place(checked(unit("HQ-1US", BARNEVILLE), ashore=(CHERBOURG,)), "HQ-1US") == "off"
    assert place(checked(unit("HQ-1US", BARNEVILLE), ashore=(BARNEVILLE,)), "HQ-1US") == BARNEVILLE


@pytest.mark.rule("4.1.1")
@pytest.mark.parametrize("enemy", [CARENTAN, BARNEVILLE])
def test_no_path_of_an_hq_through_enemies_or_beside_them(enemy: str) -> None:
    guard = unit("US-4", CHERBOURG)
    game = checked(unit("HQ-1US", SAINT_LO), guard, unit("G-352", enemy), ashore=(CHERBOURG,))
    assert place(game, "HQ-1US") == "off"
    held = checked(
        unit("HQ-1US", SAINT_LO),
        guard,
        unit("US-30", CARENTAN),
        unit("G-352", BARNEVILLE),
        ashore=(CHERBOURG,),
    )
    assert place(held, "HQ-1US") == SAINT_LO


@pytest.mark.rule("4.1.2")
def test_an_unsupplied_hq_leaves_the_map_and_comes_back_in_the_same_turn_for_nothing() -> None:
    game = checked(unit("HQ-1US", BARNEVILLE), ashore=(CHERBOURG,))
    assert place(game, "HQ-1US") == "off"
    assert game.state.units["HQ-1US"].due == game.state.turn
    flipped = checked(unit("HQ-1US", BARNEVILLE, pontoon=3), ashore=(CHERBOURG,))
    assert flipped.state.units["HQ-1US"].pontoon is None
    back = position(unit("HQ-1US", "off", due=8), phase="replacements")
    assert legal(back, "place") == {"place HQ-1US England", "place HQ-1US Mediterranean"}
    do(back, "place HQ-1US England")
    assert place(back, "HQ-1US") == "England"


@pytest.mark.rule("4.1.2", "9.2.1")
def test_a_german_hq_that_leaves_so_is_not_eliminated() -> None:
    game = checked(unit("HQ-7G", BARNEVILLE), side=GERMAN)
    assert place(game, "HQ-7G") == "off"
    assert game.state.approval.value == 8
    back = position(unit("HQ-7G", "off", due=8), side=GERMAN, phase="replacements")
    assert "place HQ-7G 2904" in legal(back, "place")


@pytest.mark.rule("4.1.2", "4.2.1")
def test_hqs_are_checked_before_other_units() -> None:
    """The division would be in range of its HQ, which is gone by then."""
    game = checked(unit("HQ-1US", BARNEVILLE), unit("US-30", BARNEVILLE), ashore=("1408",))
    assert oos(game, "US-30")


@pytest.mark.rule("4.1.3")
def test_a_supplied_hq_beside_a_river_may_go_to_its_pontoon_side() -> None:
    front = unit("G-352", "1316")
    game = supplying(unit("HQ-1US", "1114"), front, ashore=("1114",))
    assert legal(game, "pontoon") == {"pontoon HQ-1US 1115", "pontoon HQ-1US 1213"}
    assert refused(game, "pontoon HQ-1US 1013").rule == "4.1.3"  # no river there
    assert refused(game, "pontoon HQ-1US 1117").rule == "4.1.3"
    assert refused(game, "pontoon HQ-1US 1214").rule == "6.4"  # a bridge
    american = supplying(unit("HQ-1US", "1114"), unit("US-30", "1114"), front, ashore=("1114",))
    assert refused(american, "pontoon US-30 1115").rule == "4.1.3"
    assert refused(game, "unpontoon HQ-1US").rule == "4.1.4"
    turned = supplying(unit("HQ-1US", "1114", pontoon=_turn("1114", "1213")), front, ashore=("1114",))
    assert refused(turned, "pontoon HQ-1US 1115") == Refusal("it is on its pontoon side already", "4.1.3")
    do(game, "pontoon HQ-1US 1115")
    assert game.state.units["HQ-1US"].pontoon == _turn("1114", "1115")


@pytest.mark.rule("4.1.3")
def test_far_behind_the_front_nobody_is_asked_about_pontoons() -> None:
    far, near = unit("G-352", "1121"), unit("G-352", "1120")
    assert [GRID.distance(BOARD.index["1114"], BOARD.index[foe.location]) - FRONT for foe in (far, near)] == [1, 0]
    assert not at(supplying(unit("HQ-1US", "1114"), far, ashore=("1114",)), "supply")
    assert at(supplying(unit("HQ-1US", "1114"), near, ashore=("1114",)), "supply")


@pytest.mark.rule("4.1.3")
def test_hqs_far_behind_the_front_are_listed_last_and_aside() -> None:
    near, far = unit("HQ-3US", "1114"), unit("HQ-1US", "1024")
    game = supplying(far, near, unit("G-352", "1316"), ashore=("1114", "1024"))
    flips = [each for each in game.legal() if each.verb == "pontoon"]
    asides = [(each.unit, TITLE.target(game.state, each).aside) for each in flips]  # type: ignore[attr-defined]
    assert asides == sorted(asides, key=lambda each: each[1])
    assert set(asides) == {("HQ-3US", False), ("HQ-1US", True)}


@pytest.mark.rule("4.1.3", "6.4")
def test_a_pontoon_cancels_what_crossing_costs() -> None:
    """1114 to 1115: the Loire, a major river without a bridge; enemies stand on the bridges to both sides."""
    one, other = "1114", "1115"
    walls = (unit("G-352", "1214"), unit("G-77", "1015"))
    pontoon = unit("HQ-1US", one, pontoon=_turn(one, other))
    for start, to in ((one, other), (other, one)):
        ground = 2 * max(BOARD.charts.ground[each].armour for each in BOARD.grounds[BOARD.index[to]])
        river = 2 * BOARD.charts.water["major"].armour
        dry, wet = position(unit("US-2A", start), *walls), position(unit("US-2A", start), pontoon, *walls)
        assert spent(dry, "US-2A", to) == ground + river
        assert spent(wet, "US-2A", to) == ground


@pytest.mark.rule("6.4", "4.1.3")
def test_a_pontoon_serves_its_own_side_only() -> None:
    turn = _turn("1114", "1115")
    assert pontoons(position(unit("HQ-1US", "1114", pontoon=turn)).state, ALLIED)
    assert not pontoons(position(unit("HQ-1US", "1114", pontoon=turn)).state, GERMAN)


@pytest.mark.rule("4.1.4")
def test_a_pontoon_hq_may_be_flipped_back_in_the_supply_phase() -> None:
    game = supplying(unit("HQ-1US", "1109", pontoon=0), ashore=("1109",))
    assert "unpontoon HQ-1US" in legal(game)
    do(game, "unpontoon HQ-1US")
    assert game.state.units["HQ-1US"].pontoon is None
    front = unit("G-352", "1316")
    other = supplying(unit("HQ-1US", "1114", pontoon=0), unit("HQ-3US", "1014"), front, ashore=("1114",))
    do(other, "unpontoon HQ-1US")
    assert refused(other, "pontoon HQ-1US 1115").rule == "4.1.3"  # each once
    assert refused(position(unit("HQ-1US", "1109", pontoon=0)), "unpontoon HQ-1US")  # the movement phase


# Unit supply (4.2)


@pytest.mark.rule("4.2.1")
def test_a_unit_is_in_supply_on_a_source_or_in_range_of_a_supplied_hq_of_its_nationality() -> None:
    alone = checked(unit("US-30", CHERBOURG), unit("UK-3", "2028"), ashore=(CHERBOURG,))
    assert not oos(alone, "US-30")
    assert oos(alone, "UK-3")
    led = checked(
        unit("HQ-1US", SAINT_LO),
        unit("US-30", "1110"),
        unit("UK-3", "1209"),
        unit("US-82AB", "1111"),
        unit("FR-2DB", "1211"),
        ashore=(SAINT_LO,),
    )
    assert not oos(led, "US-30")
    assert not oos(led, "FR-2DB")
    assert not oos(led, "US-82AB")
    assert oos(led, "UK-3")
    supreme = checked(unit("HQ-SHAEF", SAINT_LO), unit("UK-3", "1209"), unit("US-30", "1110"), ashore=(SAINT_LO,))
    assert not oos(supreme, "UK-3")
    assert not oos(supreme, "US-30")


@pytest.mark.rule("4.2.1")
def test_a_unit_out_of_range_is_out_of_supply() -> None:
    game = checked(unit("HQ-1US", SAINT_LO), unit("US-30", "2028"), ashore=(SAINT_LO,))
    assert oos(game, "US-30")


@pytest.mark.rule("4.2.2", "4.5.1")
def test_the_marker_is_put_on_and_taken_off_in_the_own_supply_phase_alone() -> None:
    game = checked(unit("US-30", "2028"), unit("G-352", "1111", oos=True), ashore=(SAINT_LO,))
    assert oos(game, "US-30")
    assert oos(game, "G-352")  # checked in the German phase
    again = checked(unit("US-30", SAINT_LO, oos=True), ashore=(SAINT_LO,))
    assert not oos(again, "US-30")


@pytest.mark.rule("4.3.1")
@pytest.mark.parametrize(("allied", "there"), [(("1309",), True), ((), False)])
def test_ports_that_the_allies_control_are_sources(allied: tuple[str, ...], there: bool) -> None:
    """Caen, a minor port."""
    game = checked(unit("HQ-2UK", "1310"), allied=allied)
    assert (place(game, "HQ-2UK") == "1310") is there


@pytest.mark.rule("4.3.1")
def test_a_beachhead_is_a_source() -> None:
    assert place(checked(unit("HQ-2UK", "1310"), ashore=("1208",)), "HQ-2UK") == "1310"


@pytest.mark.rule("4.3.2")
def test_a_major_port_is_a_source_when_it_is_functional() -> None:
    dead = checked(unit("HQ-1US", CARENTAN), unit("ENG-1056", CHERBOURG), allied=(CHERBOURG,))
    assert place(dead, "HQ-1US") == "off"
    works = checked(unit("HQ-1US", CARENTAN), unit("ENG-1056", CHERBOURG, functional=True), allied=(CHERBOURG,))
    assert place(works, "HQ-1US") == CARENTAN


@pytest.mark.rule("4.3.2", "15.1.5")
def test_a_port_in_an_estuary_needs_the_whole_estuary() -> None:
    """Nantes, a minor port on the Loire: 0814 and 0915 close it."""
    shut = checked(unit("HQ-1US", "1114"), allied=("1014", "0814"))
    assert place(shut, "HQ-1US") == "off"
    free = checked(unit("HQ-1US", "1114"), allied=("1014", "0814", "0915"))
    assert place(free, "HQ-1US") == "1114"


@pytest.mark.rule("4.4.1")
def test_major_cities_of_germany_are_german_sources_while_they_are_german() -> None:
    """Köln 2904 and every other; Aachen is a minor city, Lille no German one."""
    home = {BOARD.names[hex_] for hex_ in BOARD.german_sources}
    assert "2904" in home
    assert "2705" not in home
    assert "2105" not in home
    game = checked(unit("HQ-7G", "2904"), unit("G-77", "3002"), side=GERMAN)
    assert place(game, "HQ-7G") == "2904"
    assert not oos(game, "G-77")
    lost = checked(unit("HQ-7G", "2105"), side=GERMAN, allied=tuple(home))
    assert place(lost, "HQ-7G") == "off"


@pytest.mark.rule("4.4.2", "6.5.5")
def test_divisions_in_a_festung_are_always_in_supply() -> None:
    game = checked(unit("G-343", "0311", festung=True), unit("G-77", "0311"), side=GERMAN)
    assert not oos(game, "G-343")
    assert oos(game, "G-77")


# Out of supply (4.5)


@pytest.mark.rule("4.5.2")
def test_dv_3_a_5_3_unit_of_3_movement_points_is_a_3_2_unit_of_2() -> None:
    game = position(unit("US-30", "2028", oos=True), unit("US-35", "2113", oos=True, reduced=True))
    strong, weak = game.state.units["US-30"], game.state.units["US-35"]
    assert attack_strength(game.state, [strong]) == 3
    assert defence_strength(game.state, "2113", [weak], "clear") == 2
    assert allowance(game.state, strong, "normal") == 2 * 2


@pytest.mark.rule("4.5.3")
def test_an_allied_unit_in_a_beach_hex_defends_in_full() -> None:
    game = position(unit("US-30", "1208", oos=True), unit("US-35", "2113", oos=True), unit("G-352", "1309", oos=True))
    units = game.state.units
    assert defence_strength(game.state, "1208", [units["US-30"]], "clear") == 5
    assert attack_strength(game.state, [units["US-30"]]) == 3
    assert defence_strength(game.state, "2113", [units["US-35"]], "clear") == 3
    assert defence_strength(game.state, "1309", [units["G-352"]], "clear") == 3


@pytest.mark.rule("4.5.4")
def test_dv_5_an_exploiting_unit_out_of_supply_has_one_movement_point() -> None:
    game = position(unit("US-2A", "2113", oos=True, exploiting=True), unit("US-3A", "2113", exploiting=True))
    units = game.state.units
    assert allowance(game.state, units["US-2A"], "normal", exploiting=True) == 2 * 1
    assert allowance(game.state, units["US-3A"], "normal", exploiting=True) == 2 * 2
    patton = position(unit("US-2A", "2113", oos=True, exploiting=True), now={"patton": True})
    assert allowance(patton.state, patton.state.units["US-2A"], "normal", exploiting=True) == 2 * 1


@pytest.mark.rule("4.5.4", "10.1")
def test_with_patton_american_armour_exploits_with_its_whole_allowance() -> None:
    tanks = [unit(name, "2113", exploiting=True) for name in ("US-3A", "UK-7A", "US-30")]
    for patton, points in ((False, (2, 2, 2)), (True, (4, 2, 2))):
        table = position(*tanks, now={"patton": patton}).state
        found = [allowance(table, table.units[each.id], "normal", exploiting=True) for each in tanks]
        assert found == [2 * each for each in points]


@pytest.mark.rule("4.5.5")
def test_units_out_of_supply_move_toward_an_hq_or_source_alone() -> None:
    game = position(
        unit("US-30", "2113", oos=True),
        unit("HQ-1US", "2117"),
        unit("US-1", "2113", oos=True),
        campaign={"beachheads": ("1007",)},
    )
    do(game, "move US-30")
    where = BOARD.index["2117"]
    hexes = {text.split()[1] for text in legal(game, "to")}
    assert hexes
    assert all(BOARD.grid.distance(BOARD.index[name], where) < 4 for name in hexes)
    assert refused(game, "to 2112")
    do(game, "end", "move US-1")  # elite: any direction
    assert "to 2112" in legal(game, "to")


@pytest.mark.rule("4.2.1", "1.2.1")
def test_the_overlay_shows_where_a_sides_units_are_in_supply() -> None:
    game = checked(unit("HQ-1US", CARENTAN), unit("HQ-7G", "2503"), ashore=(CARENTAN,))
    allied, german = (set(in_supply_hexes(game.state, side)) for side in (ALLIED, GERMAN))
    assert ranged(game, "HQ-1US") <= allied
    assert ranged(game, "HQ-7G") <= german
