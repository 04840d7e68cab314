"""Chapter 11 and TA4: points and terrain, extended and tactical movement, rivers, ravines, roads, the map's edge."""

import pytest

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
from tests.titles.ardennes_44.terrain import (
    INDEX,
    NAMES,
    QUIET,
    far_from,
    is_open,
    key,
    lines,
    near,
    on_road,
    open_country,
    road,
    step,
    steps,
    straight_road,
    terrain,
)
from wargame_tui.core.step import IllegalCommand
from wargame_tui.titles.ardennes_44.rules import movement_phase, night_turn, sequence
from wargame_tui.titles.ardennes_44.rules.moving import Moving
from wargame_tui.titles.ardennes_44.rules.reach import open_steps, tactical_moves
from wargame_tui.titles.ardennes_44.rules.retreat import Retreating
from wargame_tui.titles.ardennes_44.rules.zones import bonds, in_enemy_zone
from wargame_tui.titles.ardennes_44.state import Works

FOOT, MECH, TANK, ARMOUR, RECON, FLAK = "2-9", "9Arm-CCA1", "741Tnk", "9Arm-CCB", "14Cav-18", "1SS-84Flak"
MUD, FROZEN = 10, 11
"""The last turn of mud and the first one of frozen ground (28.1)."""
FIELD = next(open_country(3))
OPEN = ("clear", "light_woods")


def side_of(name: str):
    """Whose unit it is."""
    return BOOK.pieces[name].side


def moving(name: str, here: str, *others, mode: str = "normal", **given):
    """A game with a unit taken up in a hex, in a way of moving."""
    game = position(unit(name, here, **given.pop("unit", {})), *others, **{"side": side_of(name)} | given)
    do(game, f"move {name}")
    if game.state.stack[-1].mode != mode:
        do(game, f"mode {mode}")
    return game


def direct(name: str, here: str, to: str, *others, **given) -> float | None:
    """The points of the step from a hex into the next one; None if the unit cannot take it, or only goes round."""
    try:
        game = moving(name, here, *others, **given)
    except IllegalCommand as error:
        if error.refusal.reason != "it cannot leave its hex":
            raise
        return None
    if f"to {to}" not in legal(game, "to"):
        return None
    (moved,) = told(do(game, f"to {to}"), "moved")
    points: float = moved.data["points"]
    return points if moved.data["path"] == [to] else None


def goals(name: str, here: str, *others, **given) -> set[str]:
    """Where a unit can go."""
    return {text.split()[1] for text in legal(moving(name, here, *others, **given), "to")}


# 11.1


@pytest.mark.rule("11.1")
def test_a_unit_moves_as_far_as_its_points_allow():
    """Infantry along a straight road: a point a hex, four hexes."""
    row = straight_road(7)
    found = goals(FOOT, row[0])
    assert row[4] in found
    assert not any(GRID.distance(INDEX[row[0]], INDEX[hex_]) > 4 for hex_ in found)
    assert row[5] not in found


@pytest.mark.rule("11.1")
def test_units_move_one_after_the_other_and_once():
    here, there = FIELD, far_from(FIELD)
    game = position(unit(FOOT, here), unit("2-23", there), side=ALLIED)
    do(game, f"move {FOOT}")
    assert refused(game, "move 2-23").rule == "11.1"
    do(game, f"to {near(here)[0]}", "end")
    assert refused(game, f"move {FOOT}").rule == "11.1"
    assert legal(game, "move") == {"move 2-23"}


@pytest.mark.rule("11.1")
def test_a_move_may_be_made_in_parts():
    row = straight_road(5)
    game = moving(FOOT, row[0])
    do(game, f"to {row[1]}", f"to {row[3]}", f"to {row[4]}")
    assert place(game, FOOT) == row[4]
    assert game.state.now.movers[FOOT].halves == 8
    assert at(game, "movement")  # nothing is left of its points


@pytest.mark.rule("11.1")
def test_a_unit_put_down_where_it_was_has_not_moved():
    game = moving(FOOT, FIELD)
    do(game, "end")
    assert f"move {FOOT}" in legal(game, "move")


@pytest.mark.rule("11.1")
def test_a_stack_moves_together():
    to = near(FIELD)[0]
    game = position(unit("28-110-1", FIELD), unit("28-110-2", FIELD), unit(TANK, FIELD), side=ALLIED)
    do(game, "move 28-110-1")
    assert refused(game, f"with {TANK}").rule == "11.1"  # it pays other costs
    do(game, "with 28-110-2", f"to {to}")
    assert {place(game, name) for name in ("28-110-1", "28-110-2")} == {to}
    assert place(game, TANK) == FIELD


@pytest.mark.rule("11.1")
def test_a_stack_has_the_points_of_its_slowest_unit():
    row = straight_road(12)
    game = position(unit("801TD", row[0]), unit(TANK, row[0]), side=ALLIED)
    do(game, "move 801TD", f"with {TANK}")
    slow = legal(game, "to")
    alone = position(unit("801TD", row[0]), unit(TANK, row[0]), side=ALLIED)
    do(alone, "move 801TD")
    assert slow == legal(alone, "to")
    do(alone, "end", f"move {TANK}")
    assert legal(alone, "to") > slow


@pytest.mark.rule("11.1")
def test_nobody_enters_a_hex_with_enemies():
    to = near(FIELD)[0]
    game = moving(FOOT, FIELD, unit("12SS-25", to))
    assert f"to {to}" not in legal(game, "to")
    assert refused(game, f"to {to}").rule == "11.1"
    assert refused(game, "to 9999").rule == "11.1"


@pytest.mark.rule("11.1")
def test_a_unit_that_moved_may_attack():
    to = near(FIELD)[0]
    enemy = next(name for name in near(to) if GRID.distance(INDEX[name], INDEX[FIELD]) == 2)
    game = moving(FOOT, FIELD, unit("12SS-25", enemy))
    do(game, f"to {to}", "end")
    while not at(game, "combat"):
        do(game, "end")
    assert f"attack {enemy}" in legal(game, "attack")


# TA4


@pytest.mark.rule("11.1", "28.1", "28.1a")
@pytest.mark.parametrize("turn", [MUD, FROZEN])
@pytest.mark.parametrize(
    ("ground", "name", "mud", "frozen"),
    [
        ("clear", FOOT, 1, 1),
        ("clear", MECH, 2, 1),
        ("clear", "3PG-8", 2, 1),
        ("clear", TANK, 2, 1),
        ("clear", ARMOUR, 2, 1),
        ("clear", RECON, 2, 1),
        ("clear", FLAK, 2, 1),
        ("light_woods", FOOT, 1, 1),
        ("light_woods", MECH, 3, 2),
        ("light_woods", TANK, 3, 2),
        ("light_woods", ARMOUR, 3, 2),
        ("forest", FOOT, 2, 2),
        ("forest", MECH, 4, 3),
        ("forest", "3PG-8", 4, 3),
        ("forest", TANK, None, None),
        ("forest", ARMOUR, None, None),
        ("forest", RECON, None, None),
        ("forest", FLAK, None, None),
        ("forest_ravine", FOOT, None, None),
        ("forest_ravine", MECH, None, None),
        ("forest_ravine", TANK, None, None),
        ("westwall", "12SS-25", 2, 1),
        ("westwall", "26VG-77", 1, 1),
        ("westwall", "1SS-1Pz", None, None),
        ("westwall", "1SS-1Rec", None, None),
    ],
)
def test_costs_of_terrain(ground, name, mud, frozen, turn):
    here, to = step(OPEN, (ground,))
    assert direct(name, here, to, turn=turn) == (mud if turn == MUD else frozen)


@pytest.mark.rule("11.1", "11.7")
@pytest.mark.parametrize("turn", [MUD, FROZEN])
@pytest.mark.parametrize(
    ("kind", "ground", "name", "cost"),
    [
        ("primary", "clear", FOOT, 1),
        ("primary", "clear", MECH, 0.5),
        ("primary", "clear", TANK, 0.5),
        ("primary", "forest", FOOT, 1),
        ("primary", "forest", MECH, 0.5),
        ("primary", "forest", ARMOUR, 0.5),
        ("primary", "forest_ravine", TANK, 0.5),
        ("secondary", "clear", FOOT, 1),
        ("secondary", "clear", MECH, 1),
        ("secondary", "light_woods", TANK, 1),
        ("secondary", "forest", FOOT, 1),
    ],
)
def test_costs_along_roads(kind, ground, name, cost, turn):
    here, to = step(OPEN, (ground,), road=kind)
    assert direct(name, here, to, turn=turn) == cost


@pytest.mark.rule("11.7a")
@pytest.mark.parametrize("turn", [MUD, FROZEN])
@pytest.mark.parametrize("ground", ["forest", "forest_ravine"])
@pytest.mark.parametrize(("name", "cost"), [(MECH, 2), (TANK, 2), (RECON, 2), (FOOT, 1)])
def test_secondary_roads_through_forest(ground, name, cost, turn):
    """Found where no way round along a better road is cheaper."""
    found = {direct(name, here, to, turn=turn) for here, to in [*steps(OPEN, (ground,), road="secondary")][:6]}
    assert found - {None} == {cost}


@pytest.mark.rule("11.7")
def test_the_road_rate_is_for_steps_along_the_road_only():
    """Onto a road, and off it, over a hexside that it does not cross: the cost of the ground."""
    state = position(unit(TANK, FIELD), side=ALLIED).state
    costs = open_steps(state, "vehicle")
    onto = off = 0
    for name in QUIET:
        for turn, other in enumerate(GRID.neighbours[INDEX[name]]):
            side = 6 * INDEX[name] + turn
            plain = other is not None and not BOARD.road[side] and not BOARD.water[side] and NAMES[other] in QUIET
            if plain and terrain(name) == "clear" == BOARD.terrain[other]:  # type: ignore[index]
                assert costs[side] == 4
                onto += on_road(NAMES[other])  # type: ignore[index]
                off += on_road(name)
    assert onto
    assert off


@pytest.mark.rule("11.7", "9.2")
def test_the_road_rate_holds_out_of_and_into_a_zone():
    """Along a primary road out of one zone of control into another: 1/2 and 1."""
    row = road(3)
    behind = next(name for name in near(row[0]) if GRID.distance(INDEX[name], INDEX[row[1]]) == 2)
    ahead = next(
        name
        for name in near(row[1])
        if GRID.distance(INDEX[name], INDEX[row[0]]) == 2
        and name != row[2]
        and GRID.distance(INDEX[name], INDEX[behind]) > 2
    )
    foes = unit("12SS-25", behind), unit("12SS-26", ahead)
    assert direct(TANK, row[0], row[1], *foes) == 1.5
    assert direct(TANK, row[0], row[1], foes[1]) == 0.5


@pytest.mark.rule("11.1")
def test_villages_and_towns_cost_what_the_ground_under_them_costs():
    state = position(unit(TANK, FIELD), side=ALLIED, turn=MUD).state
    costs = {mover: open_steps(state, mover) for mover in ("foot", "mech", "vehicle")}
    expected = {"clear": (2, 4, 4), "light_woods": (2, 6, 6), "forest": (4, 8, None)}
    seen = set()
    for to, kind in BOARD.built.items():
        for turn, other in enumerate(GRID.neighbours[to]):
            side = None if other is None else 6 * other + (turn + 3) % 6
            free = side is not None and not (BOARD.road[side] or BOARD.water[side] or BOARD.ravine[side])
            ground = BOARD.terrain[to]
            if free and kind != "city" and ground in expected and BOARD.terrain[other] in OPEN:  # type: ignore[index]
                assert tuple(costs[mover][side] for mover in costs) == expected[ground]  # type: ignore[index]
                seen.add((kind, ground))
    assert {kind for kind, _ in seen} == {"village", "town"}


@pytest.mark.rule("11.1")
def test_mechanized_units_pay_half_a_point_along_a_primary_road_through_a_city():
    """Note 6 of TA4."""
    state = position(unit(TANK, FIELD), side=ALLIED, turn=MUD).state
    sides = [
        6 * other + (turn + 3) % 6
        for to, kind in BOARD.built.items()
        if kind == "city"
        for turn, other in enumerate(GRID.neighbours[to])
        if other is not None and BOARD.road[6 * other + (turn + 3) % 6] == "primary"
    ]
    assert sides
    assert {open_steps(state, "mech")[side] for side in sides} == {1}
    assert {open_steps(state, "vehicle")[side] for side in sides} == {1}


@pytest.mark.rule("11.7a")
def test_example_e11_forest_road_with_an_enemy_traffic_marker():
    here, to = next(
        (here, to)
        for here, to in steps(OPEN, ("forest",), road="secondary")
        if direct(MECH, here, to) == 2 and sum(map(bool, BOARD.road[6 * INDEX[to] : 6 * INDEX[to] + 6])) == 2
    )
    assert direct(MECH, here, to, traffic={"German1": to}) == 4
    assert direct(MECH, here, to, traffic={"Allied1": to}) == 2


# 11.2


@pytest.mark.rule("11.2")
def test_extended_movement_adds_two_points():
    row = straight_road(8)
    found = goals(FOOT, row[0], mode="extended")
    assert row[6] in found
    assert row[7] not in found
    assert max(GRID.distance(INDEX[row[0]], INDEX[hex_]) for hex_ in found) == 6


@pytest.mark.rule("11.2")
def test_example_e13_three_points_become_five():
    row = straight_road(7)
    assert max(GRID.distance(INDEX[row[0]], INDEX[hex_]) for hex_ in goals("44Fest", row[0])) == 3
    found = goals("44Fest", row[0], mode="extended")
    assert max(GRID.distance(INDEX[row[0]], INDEX[hex_]) for hex_ in found) == 5


@pytest.mark.rule("11.2")
@pytest.mark.parametrize("name", [MECH, TANK, ARMOUR, RECON, "12SS-25", "3PG-8", FLAK])
def test_mechanized_units_have_none(name):
    game = moving(name, FIELD)
    assert "mode extended" not in legal(game, "mode")
    assert refused(game, "mode extended").rule == "11.2"


@pytest.mark.rule("11.2")
@pytest.mark.parametrize("name", [FOOT, "101-501", "101-327G", "254Eng", "26VG-77", "44Fest", "3FJ-5"])
def test_everybody_on_foot_has(name):
    assert "mode extended" in legal(moving(name, FIELD), "mode")


@pytest.mark.rule("11.2")
def test_it_does_not_end_next_to_an_enemy():
    foe = next(name for name in NAMES if GRID.distance(INDEX[name], INDEX[FIELD]) == 3 and terrain(name) in OPEN)
    found = goals(FOOT, FIELD, unit("12SS-25", foe), mode="extended")
    assert found
    assert not {*near(foe)} & found
    assert {*near(foe)} & goals(FOOT, FIELD, unit("12SS-25", foe))


@pytest.mark.rule("11.2")
def test_not_even_next_to_silhouettes_that_have_no_zone_there():
    """Adjacent is adjacent, whether or not the enemy has a zone of control there (9.4): a road into a ravine."""
    here, ravine, tanks = next(
        (here, ravine, tanks)
        for kind in ("primary", "secondary")
        for here, ravine in steps(OPEN, ("forest_ravine",), road=kind)
        for tanks in near(ravine)
        if GRID.distance(INDEX[tanks], INDEX[here]) == 2 and not BOARD.road[key(tanks, ravine)]
    )
    foe = unit("1SS-1Pz", tanks)
    assert ravine in goals(FOOT, here, foe)
    assert ravine not in goals(FOOT, here, foe, mode="extended")
    assert ravine in goals(FOOT, here, mode="extended")


@pytest.mark.rule("11.2")
def test_it_may_begin_next_to_an_enemy():
    foe = near(FIELD)[0]
    found = goals(FOOT, FIELD, unit("12SS-25", foe), mode="extended")
    assert found
    assert not {*near(foe)} & found


# 11.3


@pytest.mark.rule("11.3")
def test_tactical_movement_goes_two_hexes_at_no_cost():
    game = moving(FOOT, FIELD, mode="tactical")
    found = {text.split()[1] for text in legal(game, "to")}
    assert found == {NAMES[hex_] for hex_ in GRID.within(INDEX[FIELD], 2)} - {FIELD}
    to = next(hex_ for hex_ in found if GRID.distance(INDEX[hex_], INDEX[FIELD]) == 2)
    (moved,) = told(do(game, f"to {to}"), "moved")
    assert moved.data["points"] == 0
    assert at(game, "movement")


@pytest.mark.rule("11.3")
def test_whatever_the_hexes_cost():
    """Three points, two forest hexes at two points each."""
    one, two, three = next(
        line
        for line in lines()
        if terrain(line[1]) == terrain(line[2]) == "forest"
        and not on_road(line[1])
        and not on_road(line[2])
        and not any(BOARD.water[key(*pair)] or BOARD.ravine[key(*pair)] for pair in ((line[0], line[1]), line[1:]))
    )
    assert three not in goals("44Fest", one) or direct("44Fest", two, three) == 2
    assert three in goals("44Fest", one, mode="tactical")


@pytest.mark.rule("11.3")
def test_it_stops_in_a_zone_of_control():
    foe = next(name for name in NAMES if GRID.distance(INDEX[name], INDEX[FIELD]) == 2 and is_open(name))
    game = moving(FOOT, FIELD, unit("12SS-25", foe), mode="tactical")
    to = next(name for name in near(foe) if name in near(FIELD))
    do(game, f"to {to}")
    assert at(game, "movement")


@pytest.mark.rule("11.3", "9.2")
def test_its_second_hex_is_not_reached_through_a_zone():
    around = GRID.neighbours[INDEX[FIELD]]
    north = around[0]
    assert north is not None
    beyond, foe = (NAMES[hex_] for hex_ in GRID.neighbours[north][:2])  # type: ignore[index]
    assert beyond in goals(FOOT, FIELD, mode="tactical")
    found = goals(FOOT, FIELD, unit("12SS-25", foe), mode="tactical")
    assert NAMES[north] in found
    assert beyond not in found


@pytest.mark.rule("11.3")
def test_it_does_not_leave_a_zone_and_go_on_through_another():
    """Ambiguity 35: leaving a zone costs nothing, and two hexes are two hexes."""
    foe = near(FIELD)[0]
    found = goals(FOOT, FIELD, unit("12SS-25", foe), mode="tactical")
    away = [hex_ for hex_ in found if GRID.distance(INDEX[hex_], INDEX[FIELD]) == 2]
    assert away
    assert direct(FOOT, FIELD, near(FIELD)[3], unit("12SS-25", foe), mode="tactical") == 0


@pytest.mark.rule("11.3")
def test_prohibited_terrain_stays_prohibited():
    """Lakes, and rivers for vehicles."""
    state = position(unit(TANK, FIELD), side=ALLIED).state
    lakes = [side for side, water in enumerate(BOARD.water) if water == "lake"]
    assert lakes
    for mover in ("foot", "mech", "vehicle"):
        for first in (True, False):
            assert {tactical_moves(state, mover, first)[side] for side in lakes} == {None}


@pytest.mark.rule("11.3a")
def test_vehicles_do_not_go_through_forest():
    here, woods = step(OPEN, ("forest",))
    for name in (TANK, ARMOUR, RECON):
        assert direct(name, here, woods, mode="tactical") is None
    assert direct(MECH, here, woods, mode="tactical") == 0
    one, other = step(OPEN, ("forest",), road="secondary")
    assert direct(TANK, one, other, mode="tactical") == 0


@pytest.mark.rule("11.3b")
def test_it_ignores_traffic_markers_and_roadblocks():
    to = near(FIELD)[0]
    markers = {"traffic": {"German1": to}, "roadblocks": {"German1": to}}
    assert direct(FOOT, FIELD, to, mode="tactical", **markers) == 0
    assert direct(FOOT, FIELD, to, **markers) is None  # 1 + 2 + 2 are more than 4
    assert direct(FOOT, FIELD, to, traffic={"German1": to}) == 3


@pytest.mark.rule("11.3b")
def test_it_ignores_the_congestion_at_st_vith():
    jam = NAMES[min(BOARD.congestion)]
    here, kind = next(
        (name, kind)
        for name in near(jam)
        if (kind := BOARD.road[key(name, jam)]) and INDEX[name] not in BOARD.congestion
    )
    rate = {"primary": 0.5, "secondary": 2 if terrain(jam) in ("forest", "forest_ravine") else 1}[kind]
    control = dict.fromkeys(BOOK.map.st_vith, ALLIED)
    assert direct("12SS-25", here, jam, turn=5, control=control) == rate + 4
    assert direct("12SS-25", here, jam, turn=5, control=dict.fromkeys(BOOK.map.st_vith, GERMAN)) == rate + 2
    assert direct("12SS-25", here, jam, turn=5, control=control, mode="tactical") == 0
    assert direct(MECH, here, jam, turn=5, control=control) == rate


# 11.4 Rivers


@pytest.mark.rule("11.4")
@pytest.mark.parametrize("water", ["river", "meuse"])
@pytest.mark.parametrize("name", [TANK, ARMOUR, RECON, "1SS-1Pz", FLAK])
def test_vehicles_cross_rivers_over_bridges_only(name, water):
    here, to = next(steps(OPEN, OPEN, water=water))
    for mode in ("normal", "tactical"):
        assert direct(name, here, to, mode=mode, turn=5) is None


@pytest.mark.rule("11.4", "11.4a")
@pytest.mark.parametrize("water", ["river", "meuse"])
@pytest.mark.parametrize("name", [TANK, ARMOUR, MECH, FOOT])
def test_a_bridge_carries_everybody_until_it_is_down(name, water):
    kinds = [(name_, *pair) for name_, pair in BOARD.bridges.items() if BOARD.water[BOARD.key(*pair)] == water]
    bridge_, one, other = next(found for found in kinds if found[0] != BOOK.map.ouren)
    here, to = NAMES[one], NAMES[other]
    assert direct(name, here, to, turn=5) in (0.5, 1, 2)
    assert direct(name, here, to, turn=5, bridges={bridge_: Works()}) is None
    assert direct(name, here, to, turn=5, bridges={bridge_: Works(GERMAN, 4)}) is None


@pytest.mark.rule("11.4", "7.6")
def test_tactical_movement_over_a_bridge_that_is_down():
    """Vehicles not at all; infantry as over any river, with its first step only."""
    name, one, other = next(
        (name, NAMES[one], NAMES[other])
        for name, (one, other) in BOARD.bridges.items()
        if BOARD.water[BOARD.key(one, other)] == "river" and not BOARD.ravine[BOARD.key(one, other)]
    )
    down = {"bridges": {name: Works()}, "mode": "tactical", "turn": 5}
    assert direct(TANK, one, other, mode="tactical", turn=5) == 0
    assert direct(TANK, one, other, **down) is None
    assert direct(FOOT, one, other, **down) == 0
    state = position(unit(FOOT, FIELD), side=ALLIED, bridges={name: Works()}).state
    assert tactical_moves(state, "foot", False)[key(one, other)] is None
    assert tactical_moves(state, "foot", True)[key(one, other)] == 0
    assert tactical_moves(state, "vehicle", True)[key(one, other)] is None


@pytest.mark.rule("11.4", "11.4a")
@pytest.mark.parametrize("water", ["river", "meuse"])
@pytest.mark.parametrize("name", [FOOT, MECH, "12SS-25", "26VG-77", "3PG-8"])
def test_example_e15_infantry_crosses_by_tactical_movement(name, water):
    here, to = next(steps(OPEN, OPEN, water=water))
    assert direct(name, here, to, mode="tactical", turn=5) == 0
    assert direct(name, here, to, turn=5) is None
    if not BOOK.pieces[name].mechanized:
        assert direct(name, here, to, mode="extended", turn=5) is None


@pytest.mark.rule("11.4")
def test_infantry_crosses_if_it_began_next_to_the_hexside_and_goes_a_hex_on():
    """Behind the bank: two hexes would do, but the river is not next to where it began."""
    behind, bank, over, beyond = next(
        (behind, bank, over, beyond)
        for bank, over in steps(OPEN, OPEN, water="river")
        for behind in near(bank)
        for beyond in near(over)
        if GRID.distance(INDEX[behind], INDEX[over]) == 2
        and GRID.distance(INDEX[beyond], INDEX[bank]) == 2
        and is_dry(behind, bank)
        and is_dry(over, beyond)
        and not any(is_dry(name, over) for name in near(behind) if name in near(over))
    )
    game = moving(FOOT, behind, mode="tactical")
    assert f"to {over}" not in legal(game, "to")
    do(game, f"to {bank}")
    assert f"to {over}" not in legal(game, "to")
    game = moving(FOOT, bank, mode="tactical")
    do(game, f"to {over}")
    assert f"to {beyond}" in legal(game, "to")


def is_dry(one: str, other: str) -> bool:
    """Whether infantry may step from hex to hex in the second step of tactical movement."""
    side = key(one, other)
    return bool(BOARD.road[side]) or not (BOARD.water[side] or BOARD.ravine[side])


@pytest.mark.rule("11.4", "11.6")
def test_never_two_rivers_or_ravine_hexsides_in_one_phase():
    """No second step of tactical movement crosses either without a road, be it from where it may."""
    state = position(unit(FOOT, FIELD), side=ALLIED).state
    for mover in ("foot", "mech"):
        later = tactical_moves(state, mover, False)
        wet = [side for side in range(len(later)) if (BOARD.water[side] or BOARD.ravine[side]) and not BOARD.road[side]]
        assert {later[side] for side in wet} == {None}


@pytest.mark.rule("11.4")
def test_a_river_then_another_one_takes_two_turns():
    bank, island, beyond = next(
        (bank, island, beyond)
        for bank, island in steps(OPEN, OPEN, water="river")
        for beyond in near(island)
        if GRID.distance(INDEX[bank], INDEX[beyond]) == 2
        and BOARD.water[key(island, beyond)] == "river"
        and not BOARD.road[key(island, beyond)]
        and not any(is_dry(name, beyond) and name in near(bank) for name in near(beyond))
    )
    game = moving(FOOT, bank, mode="tactical")
    assert f"to {beyond}" not in legal(game, "to")
    do(game, f"to {island}")
    assert f"to {beyond}" not in legal(game, "to")


@pytest.mark.rule("11.4b")
@pytest.mark.parametrize("town", ["2532", "2416", "3219"])
def test_a_river_through_a_town_is_ignored(town):
    """Malmedy, Clervaux, Houffalize: vehicles come in and leave by every road with all bridges down."""
    down = dict.fromkeys(BOARD.bridges, Works())
    ways = [name for name in near(town) if BOARD.road[key(town, name)]]
    assert len(ways) >= 2
    for name in ways:
        assert direct(TANK, name, town, bridges=down) is not None
        assert direct(TANK, town, name, bridges=down) is not None


# 11.5, 11.6


@pytest.mark.rule("11.5")
@pytest.mark.parametrize("ground", ["forest", "westwall"])
def test_vehicles_enter_and_leave_woods_and_westwall_along_roads_only(ground):
    here, to = step(OPEN, (ground,))
    out = next(steps((ground,), OPEN))
    for name in ("1SS-1Pz", "12SS-12Rec"):
        for mode in ("normal", "tactical"):
            assert direct(name, here, to, mode=mode, turn=5) is None
            assert direct(name, *out, mode=mode, turn=5) is None
    one, other = next(found for kind in ("primary", "secondary") for found in steps(OPEN, (ground,), road=kind))
    assert direct("1SS-1Pz", one, other, turn=5) in (0.5, 1, 2)
    assert direct("1SS-1Pz", other, one, turn=5) in (0.5, 1)
    assert direct("26VG-77", here, to, turn=5) is not None


@pytest.mark.rule("11.6")
@pytest.mark.parametrize("grounds", [(OPEN, ("forest_ravine",)), (("forest_ravine",), OPEN), (("forest_ravine",),) * 2])
def test_ravine_hexsides_are_like_rivers(grounds):
    here, to = step(*grounds)
    for name in (FOOT, MECH):
        assert direct(name, here, to) is None
        assert direct(name, here, to, mode="tactical") == 0
    for name in (TANK, ARMOUR, RECON):
        assert direct(name, here, to) is None
        assert direct(name, here, to, mode="tactical") is None


@pytest.mark.rule("11.6")
def test_into_a_ravine_and_out_again_takes_two_turns():
    here, ravine = step(OPEN, ("forest_ravine",))
    game = moving(FOOT, here, mode="tactical")
    do(game, f"to {ravine}")
    out = {text.split()[1] for text in legal(game, "to")} if at(game, "moving") else set()
    assert all(BOARD.road[key(ravine, name)] for name in out)


@pytest.mark.rule("11.6")
def test_out_of_a_ravine_and_a_hex_on():
    ravine, beyond = next(
        (ravine, beyond)
        for ravine, here in steps(("forest_ravine",), OPEN)
        for beyond in near(here)
        if GRID.distance(INDEX[ravine], INDEX[beyond]) == 2 and is_dry(here, beyond)
    )
    assert beyond in goals(FOOT, ravine, mode="tactical")


@pytest.mark.rule("11.6")
def test_roads_lead_through_ravines():
    here, to = next(found for kind in ("primary", "secondary") for found in steps(OPEN, ("forest_ravine",), road=kind))
    for name in (FOOT, MECH, TANK, ARMOUR):
        assert direct(name, here, to) is not None


# 11.8


@pytest.mark.rule("11.8")
def test_artillery_does_not_move_like_other_units():
    game = position(unit("405VAK", FIELD), unit("17NW", far_from(FIELD)))
    assert "move 405VAK" not in legal(game, "move")
    assert refused(game, "move 405VAK").rule is not None
    do(game, "move 17NW")
    assert game.state.stack[-1].mode == "shift"
    game = moving("V-187", FIELD, mode="shift")
    assert {text.split()[1] for text in legal(game, "to")} <= {*near(FIELD)}


# 11.9 Off the map


SOUTH_EDGE = next(
    NAMES[hex_] for hex_ in range(GRID.size) if GRID.column_row(hex_)[1] == 1 and BOARD.terrain[hex_] == "clear"
)


@pytest.mark.rule("11.9")
def test_leaving_the_map_costs_a_point():
    game = moving(FOOT, SOUTH_EDGE)
    assert legal(game, "leave") == {"leave SE"}
    do(game, "leave SE")
    assert place(game, FOOT) == "SE"
    assert at(game, "movement")
    assert f"move {FOOT}" not in legal(game, "move")


@pytest.mark.rule("11.9")
@pytest.mark.parametrize(("halves", "leaves"), [(0, True), (6, True), (7, False), (8, False)])
def test_who_has_no_point_left_stays(halves, leaves):
    """Infantry with four points that has spent so many half points on its way to the edge."""
    steps_ = (
        sequence.Turn(3, "night"),
        sequence.PlayerTurn(ALLIED, "excess"),
        movement_phase.MovementPhase(ALLIED),
        Moving((FOOT,), "normal", SOUTH_EDGE, halves, 1),
    )
    game = position(unit(FOOT, SOUTH_EDGE), side=ALLIED, stack=steps_)
    assert ("leave SE" in legal(game, "leave")) == leaves
    if not leaves and at(game, "moving"):
        assert refused(game, "leave SE").rule == "11.9"


@pytest.mark.rule("11.9", "9.2")
def test_out_of_a_zone_it_costs_one_point_more():
    """A regiment in a zone of control with all its points leaves; an engineer with a night marker has one only."""
    foe = next(name for name in near(SOUTH_EDGE) if GRID.column_row(INDEX[name])[1] == 2)
    evening = {"turn": 4, "unit": {"night": True}}
    assert legal(moving("254Eng", SOUTH_EDGE, **evening), "leave") == {"leave SE"}
    assert legal(moving("254Eng", SOUTH_EDGE, unit("12SS-25", foe), **evening), "leave") == set()
    assert legal(moving("254Eng", SOUTH_EDGE, unit("12SS-25", foe)), "leave") == {"leave SE"}


@pytest.mark.rule("11.9")
@pytest.mark.parametrize(
    ("hex_", "box"),
    [("1601", "SE"), ("3101", "SE"), ("W0901", "SW"), ("W3410", "SW"), ("W3437", "NW"), ("2443", "N"), ("0101", "SE")],
)
def test_the_box_is_the_one_joined_to_that_edge(hex_, box):
    assert legal(moving(FOOT, hex_), "leave") == {f"leave {box}"}


@pytest.mark.rule("11.9")
@pytest.mark.parametrize("name", [FOOT, "26VG-77"])
def test_nobody_leaves_by_the_east_edge(name):
    east = next(
        NAMES[hex_]
        for hex_ in range(GRID.size)
        if GRID.column_row(hex_)[0] == 1 and 5 < GRID.column_row(hex_)[1] < 38 and BOARD.terrain[hex_] == "clear"
    )
    game = moving(name, east)
    assert legal(game, "leave") == set()
    assert refused(game, "leave SE").rule == "11.9"


@pytest.mark.rule("11.9")
def test_a_unit_in_a_box_enters_by_any_hex_joined_to_it_or_goes_to_the_next_box():
    game = position(unit(FOOT, "SE"), side=ALLIED)
    enter = {text.split()[2] for text in legal(game, "enter")}
    assert enter == {"A", "B", "C"}
    assert legal(game, "box") == {f"box {FOOT} SW"}
    do(game, f"box {FOOT} SW")
    assert place(game, FOOT) == "SW"
    assert legal(game, "enter") == legal(game, "box") == set()
    assert refused(game, f"enter {FOOT} D normal").rule == "11.1"


@pytest.mark.rule("11.9")
def test_not_in_the_turn_in_which_it_left():
    game = moving(FOOT, SOUTH_EDGE)
    do(game, "leave SE")
    assert legal(game, "enter") == legal(game, "box") == set()


@pytest.mark.rule("11.9a")
@pytest.mark.parametrize("hex_", ["1601", "2443", "W3410", "W0901"])
def test_german_units_never_go_into_a_box(hex_):
    game = moving("26VG-77", hex_)
    assert legal(game, "leave") == set()
    assert refused(game, "leave SE").rule == "11.9"


@pytest.mark.rule("11.9a", "11.9b")
@pytest.mark.parametrize("letter", ["F", "G"])
def test_german_units_leave_for_victory_between_w3420_and_liege_and_never_return(letter):
    hex_ = BOOK.map.entries[letter].hex
    game = moving("12SS-25", hex_)
    assert legal(game, "leave") == {f"leave {letter}"}
    do(game, f"leave {letter}")
    assert place(game, "12SS-25") == "exited"
    assert game.state.exits[hex_] == 7
    assert not any("12SS-25" in text for text in legal(game))


@pytest.mark.rule("11.9c")
@pytest.mark.parametrize("status", ["disrupted", "routed"])
def test_disrupted_units_do_not_leave_the_map(status):
    game = moving(FOOT, SOUTH_EDGE, mode="tactical", unit={"status": status})
    assert legal(game, "leave") == set()
    assert refused(game, "leave SE").rule == "11.9"


@pytest.mark.rule("11.9c")
@pytest.mark.parametrize("status", ["disrupted", "routed"])
def test_nor_do_they_come_back_before_they_have_recovered(status):
    """Ambiguity 48."""
    game = position(unit(FOOT, "SE", status=status), side=ALLIED)
    assert legal(game, "enter") == set()
    assert refused(game, f"enter {FOOT} A tactical").rule == "17.6"


@pytest.mark.rule("11.9c")
def test_a_unit_in_a_box_recovers_by_itself():
    game = position(unit(FOOT, "SE", status="disrupted"), side=ALLIED)
    do(game, "end")
    assert game.state.units[FOOT].status == "fresh"


# 11.10 The army boundary


def over_boundary(name: str = "6Pz-5Pz") -> tuple[str, str]:
    """Two hexes on the two sides of an army boundary, one step of infantry apart, far from its ends."""
    return next(
        (one, other)
        for hexside in BOOK.map.army_boundary[name][5:-5]
        for one, other in [hexside.split("-")]
        if {terrain(one), terrain(other)} <= {*OPEN} and not BOARD.water[key(one, other)]
    )


@pytest.mark.rule("11.10")
@pytest.mark.parametrize("boundary", ["6Pz-5Pz", "5Pz-7A"])
@pytest.mark.parametrize("mode", ["normal", "tactical", "extended"])
def test_no_german_crosses_it_before_18am(boundary, mode):
    one, other = over_boundary(boundary)
    for here, to in ((one, other), (other, one)):
        assert direct("26VG-77", here, to, turn=4, mode=mode) is None
        assert direct("26VG-77", here, to, turn=5, mode=mode) is not None


@pytest.mark.rule("11.10")
def test_allied_units_do():
    one, other = over_boundary()
    assert direct(FOOT, one, other, turn=4) == 1


@pytest.mark.rule("11.10")
def test_no_way_leads_over_it_before_18am_along_its_whole_length():
    state_sides = {NAMES[key_ // 6] for key_ in BOARD.boundary}
    one, _ = over_boundary()
    found = goals("12SS-25", one, turn=4)
    crossed = [name for name in found if name in state_sides and not _same_side(one, name)]
    assert crossed == []


def _same_side(one: str, other: str) -> bool:
    """Whether two hexes near each other are on one side of the boundaries: a way between them crosses none."""
    ring, seen = [INDEX[one]], {INDEX[one]}
    while ring:
        here = ring.pop()
        for turn, to in enumerate(GRID.neighbours[here]):
            if to is None or to in seen or 6 * here + turn in BOARD.boundary or GRID.distance(to, INDEX[one]) > 10:
                continue
            seen.add(to)
            ring.append(to)
    return INDEX[other] in seen


@pytest.mark.rule("11.10a")
def test_west_of_its_end_everybody_goes_where_he_likes():
    last = BOOK.map.army_boundary["6Pz-5Pz"][-1]
    column = max(GRID.column_row(hex_)[0] for hex_ in GRID.pair(last))
    beyond = [side for side in BOARD.boundary if GRID.column_row(side // 6)[0] > column + 20]
    assert beyond == []
    west = next(
        (one, other)
        for one, other in ((name, NAMES[GRID.neighbours[INDEX[name]][0]]) for name in QUIET)  # type: ignore[index]
        if GRID.column_row(INDEX[one])[0] > column + 3 and GRID.column_row(INDEX[one])[1] == 27 and is_open(one, other)
    )
    assert direct("26VG-77", *west, turn=3) == 1


@pytest.mark.rule("11.10b")
def test_germans_attack_over_it():
    one, other = over_boundary()
    game = position(unit("12SS-25", one), unit(FOOT, other), turn=3, phase="combat")
    assert f"attack {other}" in legal(game, "attack")


@pytest.mark.rule("11.10b")
def test_but_do_not_advance_over_it():
    """Seven to one or better, die 1: the defenders retreat, nobody follows over the boundary."""
    one, other = over_boundary()
    strong = [unit(name, one) for name in ("12SS-25", "12SS-12Pz")]
    weak = unit("254Eng", other, status="disrupted")
    for turn, advances in ((4, False), (6, True)):
        game = position(*strong, weak, turn=turn, phase="combat", dice=[1, 1, 1, 1])
        do(game, f"attack {other}", "with 12SS-12Pz")
        _resolve(game)
        assert any(text.split()[2] == other for text in legal(game, "advance")) == advances


def _resolve(game) -> None:
    """Roll, and let the defender retreat, up to the advance."""
    for _ in range(12):
        open_to = legal(game)
        chosen = next((text for text in sorted(open_to) if text.split()[0] in ("roll", "retreat", "lose")), None)
        if chosen is None:
            return
        do(game, chosen)


def driven_over(**state):
    """A German regiment that has to retreat one hex and may go over a boundary, and the hex behind it."""
    sides = [side for sides in BOOK.map.army_boundary.values() for side in sides]
    for here, to in (pair for side in sides for pair in (side.split("-"), side.split("-")[::-1])):
        retreat = Retreating(GERMAN, ("26VG-77",), 1, here, disrupts=False)
        game = position(unit("26VG-77", here, **state), stack=[sequence.Turn(3, "night"), retreat])
        if f"retreat 26VG-77 {to}" in legal(game):
            return game, to
    raise AssertionError("nobody retreats over it")


@pytest.mark.rule("11.10c")
def test_a_retreat_over_it_disrupts_until_a_retreat_leads_back():
    game, to = driven_over()
    do(game, f"retreat 26VG-77 {to}")
    assert game.state.units["26VG-77"].cut_off
    assert game.state.units["26VG-77"].status == "disrupted"
    game, to = driven_over(status="disrupted", cut_off=True)
    do(game, f"retreat 26VG-77 {to}")
    assert not game.state.units["26VG-77"].cut_off


@pytest.mark.rule("11.10c")
def test_who_comes_back_over_it_may_recover():
    """Driven over it: no recovery. Back again: it recovers like any other."""
    one, other = over_boundary()
    game = position(unit("26VG-77", other, status="disrupted", cut_off=True), turn=3)
    do(game, "end")
    assert game.state.units["26VG-77"].status == "disrupted"
    assert game.state.units["26VG-77"].cut_off
    game = moving("26VG-77", other, mode="tactical", unit={"status": "disrupted", "cut_off": True}, turn=3)
    do(game, f"to {one}")
    assert not game.state.units["26VG-77"].cut_off
    while at(game, "moving") or at(game, "movement"):
        do(game, "end")
    assert game.state.units["26VG-77"].status == "fresh"


@pytest.mark.rule("11.10c")
def test_from_18am_on_it_recovers_where_it_is():
    _, other = over_boundary()
    game = position(unit("26VG-77", other, status="disrupted", cut_off=True), turn=5)
    do(game, "end")
    assert game.state.units["26VG-77"].status == "fresh"
    assert not game.state.units["26VG-77"].cut_off


@pytest.mark.rule("11.10d")
def test_it_does_not_affect_zones_and_bonds():
    one, other = over_boundary()
    state = position(unit("26VG-77", one), unit(FOOT, far_from(one)), turn=2).state
    assert in_enemy_zone(state, ALLIED, INDEX[other])
    first, middle, last = next(
        line
        for line in lines()
        if (key(line[0], line[1]) in BOARD.boundary) != (key(line[1], line[2]) in BOARD.boundary) and is_open(*line)
    )
    state = position(unit("26VG-77", first), unit("12SS-25", last), turn=2).state
    assert bonds(state, GERMAN).hexes == 1 << INDEX[middle]


@pytest.mark.rule("11.10e")
@pytest.mark.parametrize(("turn", "both"), [(4, False), (6, True)])
def test_rebuilt_units_stay_on_their_side_while_it_is_in_force(turn, both):
    """A regiment of the Fifth Panzer Army: in Prüm, and in Schleiden only from 18AM on."""
    own, other = "1123", "1038"
    dead = unit("26VG-77", "eliminated", reduced=True)
    stack = (sequence.Turn(turn, "end"), night_turn.NightTurn())
    control = dict.fromkeys(BOARD.tracked, GERMAN)
    game = position(dead, unit("2-9", "W1425"), turn=turn, night=True, stack=stack, control=control)
    assert game.side == GERMAN
    assert f"replace 26VG-77 {own}" in legal(game, "replace")
    assert (f"replace 26VG-77 {other}" in legal(game, "replace")) == both
    if not both:
        assert refused(game, f"replace 26VG-77 {other}").rule == "25.22"


@pytest.mark.rule("11.10f")
def test_each_army_starts_on_its_own_side():
    areas = [(area.army, area.hexes) for area in BOOK.map.start_areas.values()]
    borders = {
        name: {BOARD.key(*pair) for side in sides for pair in (GRID.pair(side), GRID.pair(side)[::-1])}
        for name, sides in BOOK.map.army_boundary.items()
    }
    last = max(GRID.column_row(side // 6)[0] for side in BOARD.boundary)
    for name, sides in borders.items():
        north, south = name.split("-")
        start = next(INDEX[hexes[0]] for army, hexes in areas if army == north)
        seen, ring = {start}, [start]
        while ring:
            here = ring.pop()
            for turn, to in enumerate(GRID.neighbours[here]):
                if to is None or to in seen or 6 * here + turn in sides or GRID.column_row(to)[0] > last - 10:
                    continue
                seen.add(to)
                ring.append(to)
        near_side = {NAMES[hex_] for hex_ in seen}
        for army, hexes in areas:
            inside = {hex_ for hex_ in hexes if GRID.column_row(INDEX[hex_])[0] <= last - 10}
            if army == north:
                assert inside <= near_side, name
            elif army == south:
                assert inside.isdisjoint(near_side), name


# TA12: the bridge of Ouren (7.8)


@pytest.mark.rule("7.8")
@pytest.mark.parametrize(("die", "crossed"), [(1, False), (4, False), (5, True), (6, True)])
def test_the_first_german_at_ouren_finds_out(die, crossed):
    one, other = (NAMES[hex_] for hex_ in GRID.pair(BOOK.map.ouren))
    west, east = (one, other) if GRID.column_row(INDEX[one])[0] > GRID.column_row(INDEX[other])[0] else (other, one)
    game = position(unit("116Pz-16-1", east), turn=2, dice=[die])
    events = do(game, "move 116Pz-16-1", f"to {west}")
    assert place(game, "116Pz-16-1") == (west if crossed else east)
    assert [event.data["die"] for event in told(events, "ouren")] == [die]
    assert bool(game.state.bridges) != crossed
    if not crossed:
        assert at(game, "moving")  # it may go on in any other way (Ambiguity 47)
        assert game.state.now.movers == {}


@pytest.mark.rule("7.8", "12.2")
def test_a_column_halted_at_ouren_has_paid_its_way():
    """It stops before the bridge, in a hex where it could not have ended, and goes on with the points that are left."""
    one, other = (NAMES[hex_] for hex_ in GRID.pair(BOOK.map.ouren))
    west, east = (one, other) if GRID.column_row(INDEX[one])[0] > GRID.column_row(INDEX[other])[0] else (other, one)
    start = next(name for name in near(east) if name != west and BOARD.road[key(name, east)])
    friend = unit("26VG-77", east)
    game = moving("116Pz-16-1", start, friend, mode="strategic", turn=3, dice=[1])
    assert f"to {west}" in legal(game, "to")
    (moved,) = told(do(game, f"to {west}"), "moved")
    assert moved.data["path"] == [east]
    assert moved.data["points"] > 0
    assert game.state.stack[-1].halves == game.state.now.movers["116Pz-16-1"].halves == 2 * moved.data["points"]
    assert f"to {start}" in legal(game, "to")
