"""Movement: general, strategic, by rail, over rivers; Festungen (rule 6)."""

from itertools import pairwise
from typing import Any

import pytest

from tests.titles.liberty_roads.kit import (
    BOARD,
    BOOK,
    GERMAN,
    at,
    do,
    legal,
    place,
    position,
    refused,
    told,
    unit,
)
from wargame_tui.board.hexes import members
from wargame_tui.core.game import Game
from wargame_tui.core.step import Refusal
from wargame_tui.titles.liberty_roads.rules.rail import net
from wargame_tui.titles.liberty_roads.rules.reach import allowance, reach
from wargame_tui.titles.liberty_roads.rules.strengths import defence_strength, hex_grounds
from wargame_tui.titles.liberty_roads.rules.supply import command_range
from wargame_tui.titles.liberty_roads.state import Unit

INDEX, NAMES, GRID = BOARD.index, BOARD.names, BOARD.grid
HOME = "2904"
"""Köln, a German supply source."""
ASHORE = {"beachheads": ("1109",)}
"""Saint-Lô is a Beachhead, and 1st US Army stands there."""
FIRST_ARMY = unit("HQ-1US", "1109")


def hexes(game: Game) -> set[str]:
    """Where the units in hand may go."""
    return {text.split()[1] for text in legal(game, "to")}


def spent(game: Game, name: str) -> dict[str, int]:
    """Half points by hex that a unit can reach."""
    return {NAMES[hex_]: cost for hex_, cost in reach(game.state, game.state.units[name], "normal").spent.items()}


def on_rails(*more: Unit, **changes: Any) -> Game:
    """A German movement phase with 5 points of rail capacity."""
    now = {"rail": 5 - BOOK.row(changes.get("turn", 8)).rail}
    return position(*more, side=GERMAN, now=now, **changes)


# General (6.1)


@pytest.mark.rule("6.1.1")
def test_any_number_of_units_move_or_none_alone_or_as_stacks_from_one_hex() -> None:
    game = position(unit("US-30", "1109"), unit("US-35", "1109"), unit("US-4", "1110"))
    assert legal(game) == {"move US-30", "move US-35", "move US-4", "end"}
    do(game, "move US-30", "with US-35")
    assert refused(game, "with US-4").rule == "6.1.1"
    assert refused(game, "move US-4") == Refusal("move first, or end the move", "6.1.3")
    do(game, "to 1009")
    assert refused(game, "move US-35") == Refusal("end this move first", "6.1.3")
    do(game, "end")
    assert place(game, "US-30") == place(game, "US-35") == "1009"
    assert legal(game, "move") == {"move US-4"}
    do(game, "end")
    assert not at(game, "movement")


@pytest.mark.rule("6.1.1")
def test_a_stack_goes_as_far_as_its_slowest_unit() -> None:
    alone = position(unit("US-2A", "2113"), unit("US-82AB", "2113"))
    do(alone, "move US-82AB")
    slow = hexes(alone)
    do(alone, "end", "move US-2A")
    fast = hexes(alone)
    do(alone, "with US-82AB")
    assert hexes(alone) == slow & fast < fast


@pytest.mark.rule("6.1.1", "6.1.3")
def test_nobody_joins_a_stack_on_its_way() -> None:
    game = position(unit("US-30", "1109"), unit("US-35", "1109"), unit("US-4", "1110"))
    do(game, "move US-30", "to 1110")
    assert refused(game, "with US-35").rule == refused(game, "with US-4").rule == "6.1.1"


@pytest.mark.rule("6.1.2")
def test_a_unit_moves_within_its_printed_allowance() -> None:
    game = position(unit("US-30", "2113"))
    most = 2 * BOOK.pieces["US-30"].movement
    costs = spent(game, "US-30")
    assert max(costs.values()) == most
    do(game, "move US-30")
    assert hexes(game) == {*costs}
    far = next(
        NAMES[hex_] for hex_ in range(GRID.size) if NAMES[hex_] not in costs and GRID.distance(INDEX["2113"], hex_) == 8
    )
    assert refused(game, f"to {far}").rule == "6.1.2"
    assert refused(game, "mode flying").rule == "6.1.2"


@pytest.mark.rule("6.1.3")
def test_a_unit_is_finished_before_another_begins() -> None:
    game = position(unit("US-30", "2113"), unit("US-35", "2113"))
    do(game, "move US-30", "to 2114", "move US-35", "to 2114", "end")
    assert refused(game, "move US-30").rule == "6.1.3"
    assert refused(game, "move US-35").rule == "6.1.3"


@pytest.mark.rule("6.1.4")
def test_ex_5_four_clear_hexes_or_two_of_forest_for_an_armoured_division_of_4() -> None:
    chart = BOARD.charts.ground
    assert chart["clear"].armour == 1
    assert chart["forest"].armour == 2
    game = position(unit("US-2A", "1713"))
    assert allowance(game.state, game.state.units["US-2A"], "normal") == 2 * 4
    # Step by step over ground without roads and rivers.
    for kind, count in (("clear", 4), ("forest", 2)):
        way = line(kind, count)
        game = position(unit("US-2A", way[0]), *walls(way))
        costs = spent(game, "US-2A")
        assert [costs[name] for name in way[1:]] == [2 * chart[kind].armour * each for each in range(1, count + 1)]  # type: ignore[index]


def line(kind: str, steps: int) -> list[str]:
    """Hexes of one kind of ground in a row, joined neither by road nor over a river."""

    def grow(way: list[int]) -> list[int] | None:
        if len(way) > steps:
            return way
        for turn, there in enumerate(GRID.neighbours[way[-1]]):
            key = 6 * way[-1] + turn
            if there is None or there in way or BOARD.barred[key] or BOARD.road[key] or BOARD.water[key]:
                continue
            if BOARD.grounds[there] == (kind,) and all(there not in GRID.near[each] for each in way[:-1]):
                found = grow([*way, there])
                if found:
                    return found
        return None

    starts = (hex_ for hex_ in range(GRID.size) if BOARD.grounds[hex_] == (kind,))
    ways = (grow([start]) for start in starts)
    return [NAMES[hex_] for hex_ in next(way for way in ways if way)]


def walls(way: list[str]) -> list[Unit]:
    """Enemies on every hex beside a way, so that there is no other."""
    names = iter(name for name, piece in BOOK.pieces.items() if piece.side == GERMAN and piece.division)
    beside = {there for name in way for there in GRID.near[INDEX[name]]} - {INDEX[name] for name in way}
    return [unit(next(names), NAMES[hex_]) for hex_ in sorted(beside) if not BOARD.closed >> hex_ & 1]


@pytest.mark.rule("6.1.4", "1.7.1")
def test_the_dearest_ground_of_a_hex_counts_and_a_river_comes_on_top() -> None:
    chart = BOARD.charts
    mixed = [hex_ for hex_, kinds in enumerate(BOARD.grounds) if len(kinds) > 1 and "siegfried" not in kinds]
    checked = 0
    for hex_ in mixed:
        for turn, origin in enumerate(GRID.neighbours[hex_]):
            key = 6 * hex_ + turn
            if origin is None or BOARD.barred[key] or BOARD.road[key]:
                continue
            game = position(unit("US-2A", NAMES[origin]), *walls([NAMES[origin], NAMES[hex_]]))
            cost = max(chart.ground[each].armour for each in BOARD.grounds[hex_])
            water = BOARD.water[key]
            cost += chart.water["major" if water == "major" else "river"].armour if water else 0
            assert spent(game, "US-2A")[NAMES[hex_]] == 2 * cost
            checked += 1
        if checked > 20:
            break
    assert checked


@pytest.mark.rule("6.1.5")
def test_points_are_neither_saved_nor_lent_and_friends_cost_nothing() -> None:
    alone = position(unit("US-30", "2113"))
    among = position(unit("US-30", "2113"), unit("US-35", "2114"), unit("US-4", "2112"))
    assert spent(alone, "US-30") == spent(among, "US-30")
    do(among, "move US-35", "to 2113", "end", "move US-30")
    assert hexes(among) == {*spent(alone, "US-30")}


@pytest.mark.rule("6.1.5", "6.1.2")
def test_points_spent_are_gone_when_a_move_goes_on() -> None:
    game = position(unit("US-30", "2113"))
    costs = spent(game, "US-30")
    do(game, "move US-30", "to 2114")
    assert hexes(game) <= {*costs} | {"2113"}
    most = 2 * BOOK.pieces["US-30"].movement
    left = reach(game.state, game.state.units["US-30"], "normal", costs["2114"]).spent
    assert max(left.values()) <= most
    assert hexes(game) == {NAMES[hex_] for hex_ in left}


@pytest.mark.rule("6.1.6")
def test_a_hex_with_an_enemy_is_not_entered() -> None:
    game = position(unit("US-30", "2113"), unit("HQ-7G", "2114"), unit("G-352", "2112"))
    do(game, "move US-30")
    assert not {"2114", "2112"} & hexes(game)
    assert refused(game, "to 2114").rule == "6.1.2"


@pytest.mark.rule("6.1.4")
def test_sea_high_mountains_and_wide_water_are_not_crossed() -> None:
    """The Seine below Le Havre; the Alps east of Grenoble; the land abroad."""
    assert "1408" not in spent(position(unit("US-2A", "1309"), *walls(["1309", "1408"])), "US-2A")
    for start in ("2621", "1326", "2926"):
        reached = {INDEX[name] for name in spent(position(unit("US-2A", start)), "US-2A")}
        assert not any(BOARD.closed >> hex_ & 1 for hex_ in reached)
        assert any(BOARD.closed >> hex_ & 1 for hex_ in GRID.within(INDEX[start], 2))


@pytest.mark.rule("6.1.1")
def test_nobody_moves_what_is_not_his_or_not_on_the_map() -> None:
    game = position(unit("US-30", "2113"), unit("US-35", "England"), unit("G-352", "1111"))
    for name in ("G-352", "US-35", "US-999"):
        assert refused(game, f"move {name}").rule == "6.1.1"


@pytest.mark.rule("6.1.6")
def test_an_enemy_beside_the_way_neither_stops_nor_costs() -> None:
    game = position(unit("US-30", "2113"), unit("G-352", "2213"))
    free = spent(position(unit("US-30", "2113")), "US-30")
    costs = spent(game, "US-30")
    assert all(costs[name] == free[name] for name in ("2114", "2112", "2015") if name in free)


@pytest.mark.rule("6.1.7")
def test_one_hex_is_always_possible() -> None:
    """Into mountains over a river with two points for three and more."""
    dear = next(
        (NAMES[hex_], NAMES[there])
        for hex_ in range(GRID.size)
        for turn, there in enumerate(GRID.neighbours[hex_])
        if there is not None
        and not BOARD.barred[6 * hex_ + turn]
        and not BOARD.road[6 * hex_ + turn]
        and BOARD.water[6 * hex_ + turn] == "major"
        and "siegfried" not in BOARD.grounds[there]
    )
    game = position(unit("US-2A", dear[0], oos=False), *walls([*dear]))
    cost = spent(game, "US-2A")[dear[1]]
    tired = position(
        unit("US-2A", dear[0], oos=True), unit("HQ-1US", dear[1]), *walls([*dear]), campaign={"beachheads": (dear[1],)}
    )
    assert cost > allowance(tired.state, tired.state.units["US-2A"], "normal")
    do(tired, "move US-2A", f"to {dear[1]}")
    assert place(tired, "US-2A") == dear[1]
    assert not hexes(tired) - {dear[0]}


@pytest.mark.rule("6.1.7")
def test_a_garrison_of_one_point_moves_one_hex_over_any_ground() -> None:
    game = position(unit("KM-Lor", "0513"), side=GERMAN)
    around = {NAMES[there] for there in BOARD.land[INDEX["0513"]]}
    assert around <= {*spent(game, "KM-Lor")}


@pytest.mark.rule("6.1.7", "1.1.9", "1.1.5")
def test_pontoon_hqs_and_units_of_movement_0_do_not_move() -> None:
    game = position(unit("HQ-1US", "1109", pontoon=3), unit("US-30", "1109"), campaign=ASHORE)
    assert refused(game, "move HQ-1US").rule == "6.1.7"
    fixed = position(unit("fixed-1208", "1208"), unit("G-352", "1208"), side=GERMAN)
    assert legal(fixed, "move") == {"move G-352"}


@pytest.mark.rule("6.1.8")
def test_along_roads_and_railways_a_hex_costs_a_half_whatever_lies_there() -> None:
    """1015 to 1014: over the Loire into the city; the N7 through the Rhône valley; the railway of the same rule."""
    game = position(unit("US-30", "1015"))
    assert spent(game, "US-30")["1014"] == 1
    rails = [
        (one, other)
        for road in BOARD.map.roads
        if road.kind == "railway"
        for one, other in pairwise(road.path)
        if not any(
            {one, other} == {*pair}
            for each in BOARD.map.roads
            if each.kind != "railway"
            for pair in pairwise(each.path)
        )
    ]
    assert rails
    for one, other in rails[:5]:
        assert spent(position(unit("US-2A", one)), "US-2A")[other] == 1
    far = spent(position(unit("US-30", "2113")), "US-30")
    assert max(GRID.distance(INDEX["2113"], INDEX[name]) for name in far) == 6


@pytest.mark.rule("6.1.8")
def test_crossing_a_road_is_not_following_it() -> None:
    """From 0908 to Cherbourg and Carentan, which lie on a road that does not come from there."""
    game = position(unit("US-30", "0908"))
    ground = max(BOARD.charts.ground[each].infantry for each in BOARD.grounds[INDEX["1007"]])
    assert spent(game, "US-30")["1007"] == 2 * ground
    assert spent(game, "US-30")["1008"] == spent(game, "US-30")["1007"] + 1  # round by the road


@pytest.mark.rule("6.1.9")
def test_an_hq_does_not_end_its_movement_out_of_supply() -> None:
    game = position(FIRST_ARMY, campaign=ASHORE)
    do(game, "move HQ-1US")
    assert refused(game, "to 0908").rule == "6.1.9"  # off the roads
    assert {"1110", "1008", "1007"} <= hexes(game)
    assert all(INDEX[name] in BOARD.on_road for name in hexes(game))


@pytest.mark.rule("6.1.9", "4.1.1")
def test_the_hq_itself_opens_the_hex_to_which_it_goes_and_closes_the_one_that_it_leaves() -> None:
    """A German in 1211 menaces 1111: nobody else stands there, but the HQ may; beyond it there is no path back."""
    game = position(FIRST_ARMY, unit("G-352", "1211"), campaign=ASHORE)
    do(game, "move HQ-1US")
    assert "1111" in hexes(game)
    guard, enemy = unit("US-4", "1007"), unit("G-352", "0908")
    forward = position(unit("HQ-1US", "1008"), guard, enemy, campaign={"beachheads": ("1007",)})
    do(forward, "move HQ-1US")
    assert not {"1109", "1009"} & hexes(forward)
    held = position(unit("HQ-1US", "1008"), unit("US-30", "1008"), guard, enemy, campaign={"beachheads": ("1007",)})
    do(held, "move HQ-1US")
    assert {"1109", "1009"} <= hexes(held)


@pytest.mark.rule("6.1.9", "4.3.1")
def test_an_hq_may_go_into_an_empty_port_which_becomes_its_source() -> None:
    """Of all hexes about Rouen only minor ports would supply it: Dieppe, Caen, Granville."""
    game = position(unit("HQ-1US", "1608"))
    do(game, "move HQ-1US")
    assert "1607" in hexes(game)
    assert all(BOARD.ports[name].size == "minor" for name in hexes(game))


# Strategic (6.2)


@pytest.mark.rule("6.2.1")
def test_strategic_movement_stays_in_command_range_of_supplied_hqs_of_the_nationality() -> None:
    game = position(FIRST_ARMY, unit("US-30", "1109"), unit("UK-3", "1110"), campaign=ASHORE)
    inside = {NAMES[hex_] for hex_ in members(command_range(game.state, "HQ-1US"))}
    do(game, "move US-30")
    normal = hexes(game)
    do(game, "mode strategic")
    assert hexes(game) <= inside
    assert hexes(game) - normal
    do(game, "end", "move UK-3")
    assert refused(game, "mode strategic").rule == "6.2.1"  # no British HQ
    cut = position(FIRST_ARMY, unit("US-30", "1109"))
    do(cut, "move US-30")
    assert refused(cut, "mode strategic").rule == "6.2.1"  # the HQ is out of supply


@pytest.mark.rule("6.2.1")
def test_hqs_have_no_strategic_movement_and_engineers_have() -> None:
    game = position(FIRST_ARMY, unit("HQ-3US", "1008"), unit("ENG-1056", "1109"), campaign=ASHORE)
    do(game, "move HQ-3US")
    assert refused(game, "mode strategic").rule == "6.2.1"
    do(game, "end", "move ENG-1056", "mode strategic")
    assert hexes(game)


@pytest.mark.rule("6.2.1")
def test_strategic_movement_is_never_adjacent_to_an_enemy_not_even_at_its_start() -> None:
    game = position(FIRST_ARMY, unit("US-30", "1109"), unit("US-35", "1110"), unit("G-352", "1210"), campaign=ASHORE)
    do(game, "move US-30", "mode strategic")
    beside = {NAMES[there] for there in GRID.near[INDEX["1210"]]}
    assert hexes(game)
    assert not hexes(game) & beside
    do(game, "end", "move US-35")
    assert refused(game, "mode strategic").rule == "6.2.1"


@pytest.mark.rule("6.2.1", "20.1.3")
def test_allied_strategic_movement_does_not_enter_the_closed_reich() -> None:
    """2604, 2705: Aachen, a German city on the Siegfried Line; closed until the Allies have been there."""
    place_ = {"beachheads": ("2605",), "vaterland": "placed"}
    closed = position(unit("HQ-1US", "2605"), unit("US-30", "2605"), campaign=place_)
    do(closed, "move US-30", "mode strategic")
    assert not {"2705", "2804"} & hexes(closed)
    assert hexes(closed)
    once = position(unit("HQ-1US", "2605"), unit("US-30", "2605"), campaign=place_, allied=("2705",))
    do(once, "move US-30", "mode strategic")
    assert "2705" in hexes(once)


@pytest.mark.rule("6.2.1", "6.3.2")
def test_a_stack_moves_strategically_but_not_by_rail() -> None:
    game = position(FIRST_ARMY, unit("US-30", "1109"), unit("US-29", "1109"), campaign=ASHORE)
    do(game, "move US-30", "with US-29")
    assert refused(game, "mode rail").rule == "6.3.2"
    assert "mode strategic" in legal(game)


@pytest.mark.rule("6.2.2", "6.2.3")
@pytest.mark.parametrize(
    ("name", "factor"),
    [("US-2A", 2), ("US-82AB", 2), ("US-30", 3), ("ENG-1056", 3), ("G-2Pz", 2), ("G-352", 2), ("KM-Lor", 2)],
)
def test_strategic_movement_multiplies_the_allowance(name: str, factor: int) -> None:
    game = position(unit(name, "2113"), side=BOOK.pieces[name].side)
    printed = BOOK.pieces[name].movement
    assert printed in (2, 4) or factor != 2 or BOOK.pieces[name].side == GERMAN
    assert allowance(game.state, game.state.units[name], "strategic") == 2 * printed * factor


@pytest.mark.rule("6.2.4", "1.5.2")
def test_the_german_spends_one_marker_for_all_strategic_moves_of_the_phase() -> None:
    units = (unit("HQ-7G", HOME), unit("G-77", HOME), unit("G-352", HOME))
    game = position(*units, side=GERMAN, hand=["flak-1", "nebelwerfer-1"])
    do(game, "move G-77")
    assert refused(game, "mode strategic").rule == "6.2.4"
    do(game, "end", "spend flak-1")
    assert game.state.support["flak-1"].where == "pool"
    assert refused(game, "spend nebelwerfer-1").rule == "6.2.4"
    for name in ("G-77", "G-352"):
        do(game, f"move {name}", "mode strategic", "to 2903", "end")
    assert game.state.support["nebelwerfer-1"].where == "available"
    poor = position(*units, side=GERMAN)
    assert not legal(poor, "spend")
    do(poor, "move G-77")
    assert "mode strategic" not in legal(poor)


@pytest.mark.rule("6.2.4")
def test_the_allies_pay_nothing_for_strategic_movement() -> None:
    game = position(FIRST_ARMY, unit("US-30", "1109"), campaign=ASHORE, hand=["air_support-1"])
    assert refused(game, "spend air_support-1").rule == "6.2.4"
    do(game, "move US-30", "mode strategic")
    assert hexes(game)


# By rail (6.3)


@pytest.mark.rule("6.3.1")
def test_only_the_germans_move_by_rail() -> None:
    game = position(FIRST_ARMY, unit("US-30", "1109"), campaign=ASHORE)
    do(game, "move US-30")
    assert refused(game, "mode rail").rule == "6.3.1"


@pytest.mark.rule("6.3.2", "6.3.5")
def test_rail_movement_goes_any_distance_along_railways_joined_to_a_german_source() -> None:
    game = on_rails(unit("G-77", "2028"))
    do(game, "move G-77", "mode rail")
    found = hexes(game)
    assert HOME in found
    assert "1007" in found
    assert all(
        any(BOARD.rail[6 * INDEX[name] : 6 * INDEX[name] + 6]) or INDEX[name] in BOARD.german_sources for name in found
    )
    do(game, f"to {HOME}")
    assert place(game, "G-77") == HOME
    assert not hexes(game)
    off = on_rails(unit("G-77", "0908"))
    do(off, "move G-77")
    assert refused(off, "mode rail").rule == "6.3.2"


@pytest.mark.rule("6.3.2")
def test_a_line_is_cut_by_allied_units_and_the_hexes_beside_them() -> None:
    """The line to Cherbourg passes 1109: a unit beside it at 1108 or on it cuts off the Cotentin."""
    free = on_rails(unit("G-77", "1007"))
    do(free, "move G-77", "mode rail")
    for hex_ in ("1109", "1208"):
        cut = on_rails(unit("G-77", "1007"), unit("US-30", hex_))
        do(cut, "move G-77")
        assert refused(cut, "mode rail").rule == "6.3.2"
    start = on_rails(unit("G-77", "1713"), unit("US-30", "1812"))
    do(start, "move G-77")
    assert refused(start, "mode rail").rule == "6.3.2"


@pytest.mark.rule("6.3.2")
def test_no_rail_movement_into_or_through_a_major_city_where_the_allies_have_been() -> None:
    """Lille, a major city: retaken, its hex stays closed to trains."""
    free = on_rails(unit("G-77", "1713"))
    once = on_rails(unit("G-77", "1713"), ever=("2105", "2705"))
    assert net(free.state) >> INDEX["2105"] & 1
    assert not net(once.state) >> INDEX["2105"] & 1
    assert net(once.state) >> INDEX["2705"] & 1 == net(free.state) >> INDEX["2705"] & 1  # a minor city


@pytest.mark.rule("6.3.2")
def test_a_train_does_not_leap_from_one_free_line_to_another() -> None:
    """A unit in 3209 cuts Stuttgart off from the other cities of Germany; both lines have a source."""
    game = on_rails(unit("G-77", HOME), unit("US-30", "3209"))
    lines = net(game.state)
    assert lines >> INDEX[HOME] & 1
    assert lines >> INDEX["3410"] & 1
    do(game, "move G-77", "mode rail")
    assert "3410" not in hexes(game)
    assert "2903" in hexes(game)


@pytest.mark.rule("6.3.5", "1.9.1")
def test_a_train_goes_hex_by_hex_along_the_railway_and_controls_what_it_passes() -> None:
    game = on_rails(unit("G-77", "1007"), allied=("1309",))
    do(game, "move G-77", "mode rail")
    (move,) = told(do(game, "to 1713"), "move")
    path = ["1007", *move.data["path"]]
    assert path[-1] == "1713"
    assert all(BOARD.rail[6 * INDEX[one] + _turn(one, other)] for one, other in pairwise(path))
    assert "1309" in path
    assert game.state.control["1309"] == GERMAN


@pytest.mark.rule("6.3.3", "6.3.4")
def test_dv_17_two_armoured_and_two_infantry_divisions_are_too_much_for_a_capacity_of_5() -> None:
    game = on_rails(*(unit(name, HOME) for name in ("G-2Pz", "G-9Pz", "G-77")), unit("G-84", "2903", reduced=True))
    for name, left in (("G-2Pz", 3), ("G-9Pz", 1), ("G-77", 0)):
        do(game, f"move {name}", "mode rail", "to 1713", "end")
        assert game.state.now.rail == left
    do(game, "move G-84")
    assert refused(game, "mode rail").rule == "6.3.4"


@pytest.mark.rule("6.3.3")
def test_reduced_units_cost_the_same_and_kampfgruppen_as_what_they_are() -> None:
    game = on_rails(unit("G-2Pz", HOME, reduced=True), unit("KG-A1", HOME), unit("KG-I1", HOME))
    for name, left in (("G-2Pz", 3), ("KG-A1", 1), ("KG-I1", 0)):
        do(game, f"move {name}", "mode rail", "to 1713", "end")
        assert game.state.now.rail == left


@pytest.mark.rule("6.3.4")
def test_the_turn_track_gives_the_capacity_and_what_is_left_is_lost() -> None:
    for turn in (7, 12):
        game = position(unit("G-77", HOME), side=GERMAN, turn=turn)
        assert game.state.now.rail == BOOK.row(turn).rail


@pytest.mark.rule("6.3.2", "6.1.1")
def test_units_go_by_rail_one_at_a_time() -> None:
    game = on_rails(unit("G-77", HOME), unit("G-84", HOME))
    do(game, "move G-77", "mode rail")
    assert refused(game, "with G-84").rule == "6.3.2"
    do(game, "end", "move G-77", "with G-84")
    assert refused(game, "mode rail").rule == "6.3.2"


@pytest.mark.rule("6.3.2", "4.5.5")
def test_out_of_supply_a_train_goes_toward_an_hq_or_source_too() -> None:
    game = on_rails(unit("G-77", "1713", oos=True))
    start = min(GRID.distance(INDEX["1713"], hex_) for hex_ in BOARD.german_sources)
    do(game, "move G-77", "mode rail")
    assert hexes(game)
    assert all(min(GRID.distance(INDEX[name], hex_) for hex_ in BOARD.german_sources) < start for name in hexes(game))


@pytest.mark.rule("6.3.6", "10.2.3")
def test_a_reinforcement_goes_on_by_rail_from_the_capacity_of_the_turn() -> None:
    game = position(unit("G-59", "off", due=8), side=GERMAN, phase="replacements", now={"rail": 1})
    do(game, f"place G-59 {HOME}")
    assert "to 1713" in legal(game)
    do(game, "to 1713")
    assert place(game, "G-59") == "1713"
    assert game.state.now.rail == 0
    none = position(unit("G-59", "off", due=8), side=GERMAN, phase="replacements", now={"rail": 0})
    do(none, f"place G-59 {HOME}")
    assert not at(none, "arrivals")


@pytest.mark.rule("6.3.6")
def test_one_kind_of_movement_a_phase_in_any_order_of_units() -> None:
    game = on_rails(unit("G-77", HOME), unit("G-84", HOME))
    do(game, "move G-84", "to 2903", "end", "move G-77", "mode rail", "to 1713", "end")
    assert refused(game, "move G-77").rule == "6.1.3"


# Rivers (6.4)


@pytest.mark.rule("6.4")
def test_a_printed_bridge_cancels_the_crossing_penalty_for_roads_and_railways() -> None:
    crossed = [
        (NAMES[hex_], NAMES[there], bool(BOARD.road[6 * hex_ + turn]))
        for hex_ in range(GRID.size)
        for turn, there in enumerate(GRID.neighbours[hex_])
        if there is not None and BOARD.water[6 * hex_ + turn] and not BOARD.barred[6 * hex_ + turn]
        and "siegfried" not in BOARD.grounds[there]
    ]  # fmt: skip
    for one, other, bridge in [
        *[each for each in crossed if each[2]][:6],
        *[each for each in crossed if not each[2]][:6],
    ]:
        costs = spent(position(unit("G-352", one), *allied_walls([one, other]), side=GERMAN), "G-352")
        kind = "major" if BOARD.water[6 * INDEX[one] + _turn(one, other)] == "major" else "river"
        ground = max(BOARD.charts.ground[each].infantry for each in BOARD.grounds[INDEX[other]])
        assert costs[other] == (1 if bridge else 2 * (ground + BOARD.charts.water[kind].infantry))  # type: ignore[index]


def allied_walls(way: list[str]) -> list[Unit]:
    """Allied units on every hex beside a way."""
    names = iter(name for name, piece in BOOK.pieces.items() if piece.side != GERMAN and piece.division)
    beside = {there for name in way for there in GRID.near[INDEX[name]]} - {INDEX[name] for name in way}
    return [unit(next(names), NAMES[hex_]) for hex_ in sorted(beside) if not BOARD.closed >> hex_ & 1]


def _turn(one: str, other: str) -> int:
    found = GRID.direction(INDEX[one], INDEX[other])
    assert found is not None
    return found


# Festungen (6.5)

BREST, LORIENT, DIEPPE = "0311", "0513", "1607"


def fortress(*units: Unit, **changes: Any) -> Game:
    """A German movement phase."""
    return position(*units, side=GERMAN, **changes)


@pytest.mark.rule("6.5.1")
def test_festungen_are_declared_before_anything_moves() -> None:
    game = fortress(unit("G-343", BREST), unit("G-265", LORIENT), unit("G-77", "1713"), dice=[1, 1])
    do(game, f"festung {BREST} G-343", "move G-77", "to 1613", "end")
    assert refused(game, f"festung {LORIENT} G-265").rule == "6.5.1"


@pytest.mark.rule("6.5.2")
def test_only_ports_with_the_fortress_symbol_become_festungen() -> None:
    game = fortress(unit("G-348", DIEPPE), unit("G-77", "1713"))
    assert not BOARD.ports[DIEPPE].fortress
    assert refused(game, f"festung {DIEPPE} G-348").rule == "6.5.2"
    assert refused(game, "festung 1713 G-77").rule == "6.5.2"
    minor = fortress(unit("G-77", "0911"), dice=[1])
    do(minor, "festung 0911 G-77")  # Saint-Malo, a minor port
    assert minor.state.units["G-77"].festung


@pytest.mark.rule("6.5.3")
def test_a_german_division_must_be_there() -> None:
    game = fortress(unit("HQ-7G", BREST), unit("G-343", "0410"))
    assert not legal(game, "festung")
    assert refused(game, f"festung {BREST} HQ-7G").rule == "6.5.3"
    assert refused(game, f"festung {BREST} G-343").rule == "6.5.3"
    group = fortress(unit("KG-I1", BREST), dice=[1])
    do(group, f"festung {BREST} KG-I1")  # A64
    assert group.state.units["KG-I1"].festung


@pytest.mark.rule("6.5.4")
@pytest.mark.parametrize(("die", "ffl", "approval"), [(1, 0, 0), (3, 0, 0), (4, 1, 0), (5, 1, 0), (6, 1, -1)])
def test_the_roll_of_a_festung(die: int, ffl: int, approval: int) -> None:
    game = fortress(unit("G-343", BREST), dice=[die], approval=5, campaign={"ffi": 3})
    events = do(game, f"festung {BREST} G-343")
    assert told(events, "festung")[0].data["die"] == die
    assert (game.state.campaign.ffi, game.state.approval.value) == (3 + ffl, 5 + approval)


@pytest.mark.rule("6.5.4")
def test_dv_7_a_6_with_approval_5_and_ffl_3_gives_approval_4_and_ffl_4() -> None:
    game = fortress(unit("G-343", BREST), dice=[6], approval=5, campaign={"ffi": 3})
    do(game, f"festung {BREST} G-343")
    assert game.state.approval.value == 4
    assert game.state.campaign.ffi == 4


@pytest.mark.rule("6.5.4")
def test_one_roll_for_all_divisions_that_are_declared_together() -> None:
    game = fortress(unit("G-343", BREST), unit("G-2FJ", BREST), dice=[6, 6], approval=5)
    do(game, f"festung {BREST} G-343", f"festung {BREST} G-2FJ")
    assert game.state.units["G-343"].festung
    assert game.state.units["G-2FJ"].festung
    assert game.state.approval.value == 4


@pytest.mark.rule("6.5.4", "6.5.1")
def test_every_port_has_its_own_marker_and_roll() -> None:
    game = fortress(unit("G-343", BREST), unit("G-265", LORIENT), dice=[6, 6], approval=5)
    do(game, f"festung {BREST} G-343", f"festung {LORIENT} G-265")
    assert game.state.approval.value == 3


@pytest.mark.rule("6.5.5")
def test_a_division_in_a_festung_neither_attacks_nor_is_replaced() -> None:
    game = fortress(
        unit("G-2FJ", BREST, festung=True, reduced=True), unit("US-30", "0411"), unit("HQ-7G", BREST), phase="combat"
    )
    assert not at(game, "combat")
    poor = fortress(
        unit("G-343", BREST, festung=True, reduced=True), unit("HQ-7G", BREST), phase="replacements", approval=8
    )
    assert not at(poor, "replacements")


@pytest.mark.rule("6.5.5", "1.3.4")
def test_a_division_eliminated_in_a_festung_is_gone_for_good() -> None:
    game = overstacked_fortress()
    do(game, "end")
    assert at(game, "too_many")
    do(game, "remove G-343")
    assert place(game, "G-343") == "removed"


def overstacked_fortress() -> Game:
    """Four divisions in Brest which cannot leave it: enemies stand on the hexes beside."""
    around = [NAMES[there] for there in BOARD.land[INDEX[BREST]]]
    enemies = ("US-30", "US-35", "US-4", "US-8", "US-5", "US-28")
    own = ("G-343", "G-2FJ", "G-266", "G-353")
    return fortress(
        *(unit(name, BREST, festung=name == "G-343") for name in own),
        *(unit(name, hex_) for name, hex_ in zip(enemies, around, strict=False)),
    )


@pytest.mark.rule("6.5.5", "6.5.6")
def test_the_fortress_helps_those_under_the_marker_and_others_only_by_its_tactical_row() -> None:
    """Brest is a minor city on rough ground or clear: the others may not use the city."""
    game = fortress(unit("G-343", BREST, festung=True), unit("G-353", BREST))
    units = [game.state.units[name] for name in ("G-343", "G-353")]
    chart = BOARD.charts.ground
    assert hex_grounds(game.state, BREST) == ["festung"]
    natural = max(
        chart[each].defence for each in BOARD.grounds[INDEX[BREST]] if each not in ("minor_city", "major_city")
    )
    walled, free = (BOOK.pieces[name].defence[0] for name in ("G-343", "G-353"))
    expected = walled * chart["festung"].defence + free * natural
    assert defence_strength(game.state, BREST, units, "festung") == -(-expected // 1)
    alone = fortress(unit("G-353", BREST))
    assert "minor_city" in hex_grounds(alone.state, BREST)


@pytest.mark.rule("6.5.6")
def test_others_in_the_hex_may_be_replaced_and_attack() -> None:
    game = fortress(
        unit("G-343", LORIENT, festung=True),
        unit("G-275", LORIENT, reduced=True),
        unit("HQ-7G", LORIENT),
        unit("G-77", HOME),
        phase="replacements",
        allied=(),
    )
    # In range of a supplied HQ: the railway to Lorient is open.
    assert "replace G-275 1" in legal(game)


@pytest.mark.rule("6.5.8")
def test_a_further_division_rolls_again_to_join() -> None:
    game = fortress(
        unit("G-343", BREST, festung=True), unit("G-2FJ", BREST), unit("G-77", "1713"), dice=[6], approval=5
    )
    do(game, "move G-77", "to 1613", "end", f"festung {BREST} G-2FJ")
    assert game.state.units["G-2FJ"].festung
    assert game.state.approval.value == 4
    assert refused(game, f"festung {BREST} G-2FJ").rule == "6.5.8"


@pytest.mark.rule("6.5.9")
def test_the_marker_goes_with_its_last_division() -> None:
    game = fortress(unit("G-343", BREST, festung=True), unit("G-266", BREST))
    do(game, "move G-343")
    to = min(hexes(game))
    events = do(game, f"to {to}", "end")
    assert told(events, "festung_left")
    assert not game.state.units["G-343"].festung
    assert hex_grounds(game.state, BREST) != ["festung"]
    assert refused(game, f"festung {BREST} G-266").rule == "6.5.1"  # a new one, too late


@pytest.mark.rule("6.5.10")
def test_a_port_that_the_allies_have_held_becomes_no_festung() -> None:
    game = fortress(unit("G-343", BREST), ever=(BREST,))
    assert refused(game, f"festung {BREST} G-343").rule == "6.5.10"


@pytest.mark.rule("13.8.3")
def test_the_21st_panzer_division_reaches_utah_from_caen_on_the_turn_of_the_landing() -> None:
    landed = [unit(name, hex_) for name, hex_ in (("US-4", "1008"), ("US-29", "1109"), ("UK-50", "1208"))]
    game = position(unit("G-21Pz", "1309"), *landed, turn=1, side=GERMAN)
    assert INDEX["1009"] in BOARD.land[INDEX["1008"]]
    assert spent(game, "G-21Pz")["1009"] <= 2 * 4
