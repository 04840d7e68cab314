"""Chapter 9: zones of control, where they stop units, what leaving them costs, and those of silhouettes."""

import pytest

from tests.titles.ardennes_44.kit import ALLIED, BOARD, GERMAN, GRID, do, legal, place, position, refused, told, unit
from tests.titles.ardennes_44.terrain import INDEX, NAMES, far_from, lines, near, on_road, open_country, steps
from wargame_tui.board.hexes import members
from wargame_tui.titles.ardennes_44.rules.zones import in_enemy_zone, zone

FIELD = next(open_country(3))
"""The middle of open country: one point a hex for infantry, three hexes around."""
NORTH, NORTH_EAST, _, SOUTH = (NAMES[hex_] for hex_ in GRID.neighbours[INDEX[FIELD]][:4])  # type: ignore[index]
FAR = NAMES[GRID.neighbours[INDEX[NORTH]][0]]  # type: ignore[index]


def zone_of(*units, side=GERMAN) -> set[str]:
    """The hexes in the zone of control of a side's units."""
    return {NAMES[hex_] for hex_ in members(zone(position(*units, side=side).state, side))}


def spent(game, name: str) -> float:
    """Movement points that a unit has used."""
    return game.state.now.movers[name].halves / 2


# 9.1


@pytest.mark.rule("9.1")
@pytest.mark.parametrize("name", ["12SS-25", "1SS-1Pz", "405VAK", "17NW", "1SS-84Flak", "150PzBde", "44Fest"])
def test_the_six_hexes_around_every_combat_unit(name):
    assert zone_of(unit(name, FIELD)) == {*near(FIELD)}


@pytest.mark.rule("9.1")
@pytest.mark.parametrize("changes", [{"status": "disrupted"}, {"status": "routed"}, {"eng": True}, {"oos": True}])
def test_markers_take_no_zone_away(changes):
    assert zone_of(unit("12SS-25", FIELD, **changes)) == {*near(FIELD)}


@pytest.mark.rule("9.1")
def test_zones_of_both_sides_and_of_several_units():
    other = far_from(FIELD)
    game = position(unit("12SS-25", FIELD), unit("12SS-26", other), unit("2-9", NORTH))
    assert {NAMES[hex_] for hex_ in members(zone(game.state, GERMAN))} == {*near(FIELD), *near(other)}
    assert {NAMES[hex_] for hex_ in members(zone(game.state, ALLIED))} == {*near(NORTH)}
    assert in_enemy_zone(game.state, GERMAN, INDEX[FIELD])
    assert in_enemy_zone(game.state, ALLIED, INDEX[NORTH])
    assert not in_enemy_zone(game.state, GERMAN, INDEX[other])


@pytest.mark.rule("9.1")
def test_units_off_the_map_have_no_zone():
    assert zone_of(unit("2-9", "SE"), side=ALLIED) == set()


# 9.2


@pytest.mark.rule("9.2")
def test_example_e17_a_unit_that_enters_a_zone_stops():
    """The enemy in FIELD; the mover comes from the north."""
    game = position(unit("2-9", FAR), unit("12SS-25", FIELD), side=ALLIED)
    do(game, "move 2-9", f"to {NORTH}")
    assert place(game, "2-9") == NORTH
    assert game.state.stack[-1].kind == "movement"  # its move is over
    assert "move 2-9" not in legal(game)


@pytest.mark.rule("9.2")
def test_no_way_leads_on_through_a_zone():
    """From two hexes north, the hexes beyond the zone are out of reach except round it."""
    game = position(unit("2-9", FAR), unit("12SS-25", FIELD), side=ALLIED)
    do(game, "move 2-9")
    goals = legal(game, "to")
    assert {f"to {NORTH}", f"to {NORTH_EAST}"} <= goals
    assert not {f"to {SOUTH}", f"to {FIELD}"} & goals
    assert refused(game, f"to {FIELD}").rule == "11.1"


@pytest.mark.rule("9.2")
def test_entering_a_zone_costs_nothing_extra():
    game = position(unit("2-9", FAR), unit("12SS-25", FIELD), side=ALLIED)
    assert told(do(game, "move 2-9", f"to {NORTH}"), "moved")[0].data["points"] == 1


@pytest.mark.rule("9.2")
@pytest.mark.parametrize(("name", "side", "cost"), [("2-9", ALLIED, 2), ("9Arm-CCB", ALLIED, None)])
def test_leaving_a_zone_costs_a_point_more(name, side, cost):
    """Out of NORTH, into FAR: the hex's own cost and one point."""
    game = position(unit(name, NORTH), unit("12SS-25", FIELD), side=side)
    do(game, f"move {name}", f"to {FAR}")
    free = position(unit(name, NORTH), side=side)
    do(free, f"move {name}", f"to {FAR}")
    assert spent(game, name) == spent(free, name) + 1
    assert cost is None or spent(game, name) == cost


@pytest.mark.rule("9.2")
def test_the_point_is_paid_once_and_only_for_the_first_step():
    game = position(unit("2-9", NORTH), unit("12SS-25", FIELD), side=ALLIED)
    do(game, "move 2-9", f"to {FAR}")
    beyond = next(
        NAMES[hex_]
        for hex_ in GRID.near[INDEX[FAR]]
        if GRID.distance(hex_, INDEX[FIELD]) == 3 and BOARD.terrain[hex_] in ("clear", "light_woods")
    )
    do(game, f"to {beyond}")
    assert spent(game, "2-9") == 3


@pytest.mark.rule("9.2")
def test_who_cannot_pay_the_point_cannot_leave_by_points():
    """MA 4 in a zone: three more clear hexes at most."""
    game = position(unit("2-9", NORTH), unit("12SS-25", FIELD), side=ALLIED)
    do(game, "move 2-9")
    far = {NAMES[hex_] for hex_ in GRID.within(INDEX[NORTH], 4) if GRID.distance(hex_, INDEX[NORTH]) == 4}
    assert not {f"to {hex_}" for hex_ in far} & legal(game, "to")
    three = {hex_ for hex_ in GRID.within(INDEX[NORTH], 3) if GRID.distance(hex_, INDEX[FIELD]) == 4}
    assert any(f"to {NAMES[hex_]}" in legal(game, "to") for hex_ in three)


@pytest.mark.rule("9.2", "27.6", "27.6a")
def test_who_may_move_only_so_many_hexes_pays_the_point_too():
    """38th Infantry on turn 2: a hex; with the Germans in Monschau two, of which the first one costs more."""
    game = position(unit("2-38", NORTH), unit("12SS-25", FIELD), side=ALLIED, turn=2)
    assert told(do(game, "move 2-38", f"to {FAR}"), "moved")[0].data["points"] == 2
    released = {"rrd_released": 1}
    game = position(unit("2-38", NORTH), unit("12SS-25", FIELD), side=ALLIED, turn=2, specials=released)
    beyond = NAMES[GRID.neighbours[INDEX[FAR]][0]]  # type: ignore[index]
    free = position(unit("2-38", NORTH), side=ALLIED, turn=2, specials=released)
    (one,), (other,) = (told(do(each, "move 2-38", f"to {beyond}"), "moved") for each in (game, free))
    assert len(one.data["path"]) == 2
    assert one.data["points"] == other.data["points"] + 1


# 9.3


@pytest.mark.rule("9.3")
def test_from_zone_to_zone_of_the_same_unit_and_stop():
    game = position(unit("2-9", NORTH), unit("12SS-25", FIELD), side=ALLIED)
    events = do(game, "move 2-9", f"to {NORTH_EAST}")
    assert told(events, "moved")[0].data["path"] == [NORTH_EAST]
    assert told(events, "moved")[0].data["points"] == 2
    assert game.state.stack[-1].kind == "movement"


@pytest.mark.rule("9.3")
def test_from_zone_to_zone_of_another_unit():
    """Enemies in FIELD and three hexes north of it: from the zone of the one into that of the other."""
    second = NAMES[GRID.neighbours[INDEX[FAR]][0]]  # type: ignore[index]
    game = position(unit("2-9", NORTH), unit("12SS-25", FIELD), unit("12SS-26", second), side=ALLIED)
    do(game, "move 2-9", f"to {FAR}")
    assert place(game, "2-9") == FAR
    assert game.state.stack[-1].kind == "movement"


@pytest.mark.rule("9.3", "10.2")
def test_not_into_a_bond_from_zone_to_zone():
    """Enemies at both ends of a line: the hex between them is barred even from a hex in their zones."""
    first, middle, second = next(
        line for line in lines() if INDEX[line[1]] in GRID.near[INDEX[FIELD]] and line[0] == FIELD
    )
    beside = next(name for name in near(middle) if name in near(first) and name != second)
    game = position(unit("2-9", beside), unit("12SS-25", first), unit("12SS-26", second), side=ALLIED)
    do(game, "move 2-9")
    assert f"to {middle}" not in legal(game, "to")
    assert legal(game, "to")


# 9.4


def ravine_sides(road: bool) -> tuple[str, str]:
    """A hex of open ground beside a forest-ravine hex, with or without a road between them."""
    kinds = ("primary", "secondary") if road else (None,)
    return next(
        found
        for kind in kinds
        for found in steps(("clear", "light_woods", "forest"), ("forest_ravine",), road=kind)
        if not road or (on_road(found[0]) and on_road(found[1]))
    )


@pytest.mark.rule("9.4")
@pytest.mark.parametrize(("name", "side"), [("1SS-1Pz", GERMAN), ("741Tnk", ALLIED), ("644TD", ALLIED)])
def test_the_zone_of_silhouettes_does_not_reach_into_forest_ravine(name, side):
    here, ravine = ravine_sides(road=False)
    assert ravine not in zone_of(unit(name, here), side=side)
    assert here not in zone_of(unit(name, ravine), side=side)


@pytest.mark.rule("9.4")
def test_it_does_along_a_road():
    here, ravine = ravine_sides(road=True)
    assert ravine in zone_of(unit("1SS-1Pz", here))
    assert here in zone_of(unit("1SS-1Pz", ravine))


@pytest.mark.rule("9.4")
def test_between_two_forest_ravine_hexes_too():
    one, other = next(steps(("forest_ravine",), ("forest_ravine",)))
    assert other not in zone_of(unit("1SS-1Pz", one))
    assert other in zone_of(unit("12SS-25", one))


@pytest.mark.rule("9.4")
@pytest.mark.parametrize("company", ["12SS-25", "405VAK", "1SS-1Rec", "150PzBde"])
def test_other_units_in_the_hex_have_a_full_zone(company):
    here, ravine = ravine_sides(road=False)
    assert ravine in zone_of(unit(company, here))
    assert ravine in zone_of(unit("1SS-1Pz", here), unit(company, here))


@pytest.mark.rule("9.4")
def test_the_other_hexes_around_silhouettes_are_in_their_zone():
    here, ravine = ravine_sides(road=False)
    outside = zone_of(unit("1SS-1Pz", here))
    open_sides = {
        NAMES[to]
        for turn, to in enumerate(GRID.neighbours[INDEX[here]])
        if to is not None and not BOARD.ravine[6 * INDEX[here] + turn]
    }
    assert open_sides <= outside
    assert outside <= {*near(here)} - {ravine}


@pytest.mark.rule("9.4", "9.2")
def test_a_unit_need_not_stop_next_to_silhouettes_without_a_zone_there():
    """Infantry goes along a forest-ravine hex's far side: in the ravine hex it is not in the tanks' zone."""
    here, ravine = ravine_sides(road=False)
    game = position(unit("1SS-1Pz", here), unit("2-9", ravine), side=ALLIED)
    assert not in_enemy_zone(game.state, ALLIED, INDEX[ravine])
    zoned = position(unit("12SS-25", here), unit("2-9", ravine), side=ALLIED)
    assert in_enemy_zone(zoned.state, ALLIED, INDEX[ravine])


# 9.5


@pytest.mark.rule("9.5", "12.2")
def test_zones_bar_strategic_movement():
    """The other effects are in the chapters of supply, retreat and advance; here the one on movement."""
    first = position(unit("9Arm-CCB", NORTH), unit("12SS-25", FIELD), side=ALLIED)
    do(first, "move 9Arm-CCB")
    assert "mode strategic" not in legal(first)
    assert refused(first, "mode strategic").rule == "12.2"
