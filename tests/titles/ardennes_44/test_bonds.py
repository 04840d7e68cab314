"""Chapter 10: hex bonds, hexside bonds, terrain that breaks them, cancelling, crossing, the map edge."""

import pytest

from tests.titles.ardennes_44.kit import ALLIED, BOARD, GERMAN, GRID, do, legal, place, position, refused, unit
from tests.titles.ardennes_44.terrain import INDEX, NAMES, bends, inner, is_open, key, lines, near, terrain
from wargame_tui.board.hexes import members
from wargame_tui.titles.ardennes_44.rules.zones import bonds

GERMANS = ("12SS-25", "12SS-26", "2SS-3", "2SS-4")
AMERICANS = ("2-9", "2-23", "2-38", "99-393")
LINE = next(line for line in lines() if is_open(*line))
"""Three open hexes in one straight line."""
BEND = next(bend for bend in bends() if is_open(*bend))
"""Two open hexes, two apart, not in line, the two between them in the middle."""


def bonded(*hexes: str, side=GERMAN, enemies: tuple[str, ...] = (), scenario="campaign"):
    """The bonds of a side with units in some hexes: hex bonds, and hexside bonds as pairs of hexes."""
    own, other = (GERMANS, AMERICANS) if side == GERMAN else (AMERICANS, GERMANS)
    units = [unit(name, hex_) for name, hex_ in zip(own, hexes, strict=False)]
    units += [unit(name, hex_) for name, hex_ in zip(other, enemies, strict=False)]
    found = bonds(position(*units, side=side, scenario=scenario).state, side)
    sides = {frozenset((NAMES[side_ // 6], NAMES[GRID.neighbours[side_ // 6][side_ % 6]])) for side_ in found.sides}  # type: ignore[index]
    for hexside in found.sides:  # each hexside is known from both hexes
        other_hex = GRID.neighbours[hexside // 6][hexside % 6]
        assert other_hex is not None
        assert BOARD.key(other_hex, hexside // 6) in found.sides
    return {NAMES[hex_] for hex_ in members(found.hexes)}, sides


def pair(one: str, other: str) -> frozenset[str]:
    """A hexside."""
    return frozenset((one, other))


NONE: tuple[set[str], set[frozenset[str]]] = (set(), set())


# 10.1


@pytest.mark.rule("10.1", "10.1a")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_a_hex_bond_is_the_hex_between_two_units_in_line(side):
    one, middle, other = LINE
    assert bonded(one, other, side=side) == ({middle}, set())


@pytest.mark.rule("10.1", "10.1b")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_a_hexside_bond_is_the_hexside_between_the_two_common_neighbours(side):
    one, left, right, other = BEND
    assert bonded(one, other, side=side) == (set(), {pair(left, right)})


@pytest.mark.rule("10.1")
def test_no_bond_between_neighbours_nor_three_hexes_apart():
    one, middle, _ = LINE
    assert bonded(one, middle) == NONE
    three = next(NAMES[hex_] for hex_ in GRID.within(INDEX[one], 3) if GRID.distance(hex_, INDEX[one]) == 3)
    assert bonded(one, three) == NONE


@pytest.mark.rule("10.1a", "10.1b")
def test_all_twelve_hexes_two_away_make_a_bond_in_the_open():
    """Six in line make hex bonds, six between the lines hexside bonds."""
    here = next(name for name in inner(4) if is_open(*(NAMES[hex_] for hex_ in GRID.within(INDEX[name], 2))))
    ring = [NAMES[hex_] for hex_ in GRID.within(INDEX[here], 2) if GRID.distance(hex_, INDEX[here]) == 2]
    found = [bonded(here, other) for other in ring]
    assert sorted(len(hexes) for hexes, _ in found) == [0] * 6 + [1] * 6
    assert all(len(hexes) + len(sides) == 1 for hexes, sides in found)
    assert {next(iter(hexes)) for hexes, _ in found if hexes} == {*near(here)}
    assert len({next(iter(sides)) for _, sides in found if sides}) == 6


@pytest.mark.rule("10.1")
def test_every_kind_of_unit_forms_bonds():
    """Silhouettes and artillery, disrupted and routed units as well (18.3)."""
    one, middle, other = LINE
    for names, changes in ((("1SS-1Pz", "405VAK"), {}), (("12SS-25", "12SS-26"), {"status": "routed"})):
        units = [unit(names[0], one, **changes), unit(names[1], other, **changes)]
        assert bonds(position(*units).state, GERMAN).hexes == 1 << INDEX[middle]


@pytest.mark.rule("10.1")
def test_units_of_both_sides_make_no_bond_together():
    one, _, other = LINE
    state = position(unit("12SS-25", one), unit("2-9", other)).state
    assert bonds(state, GERMAN).hexes == bonds(state, ALLIED).hexes == 0


# 10.2


@pytest.mark.rule("10.2")
@pytest.mark.parametrize("mode", ["normal", "extended", "tactical"])
def test_no_unit_enters_an_enemy_hex_bond(mode):
    one, middle, other = LINE
    beside = next(name for name in near(middle) if name not in (one, other) and is_open(name))
    game = position(unit("12SS-25", one), unit("12SS-26", other), unit("2-9", beside), side=ALLIED)
    do(game, "move 2-9")
    if mode != "normal":
        do(game, f"mode {mode}")
    assert f"to {middle}" not in legal(game, "to")
    assert refused(game, f"to {middle}").rule == "10.2"
    free = position(unit("12SS-25", one), unit("2-9", beside), side=ALLIED)
    do(free, "move 2-9")
    if mode == "tactical":
        do(free, f"mode {mode}")
    assert f"to {middle}" in legal(free, "to")


@pytest.mark.rule("10.2")
@pytest.mark.parametrize("mode", ["normal", "tactical"])
def test_no_unit_crosses_an_enemy_hexside_bond(mode):
    one, left, right, other = BEND
    game = position(unit("12SS-25", one), unit("12SS-26", other), unit("2-9", left), side=ALLIED)
    do(game, "move 2-9")
    if mode != "normal":
        do(game, f"mode {mode}")
    goals = legal(game, "to")
    assert f"to {right}" not in goals
    assert goals
    game = position(unit("12SS-25", one), unit("2-9", left), side=ALLIED)
    do(game, "move 2-9")
    assert f"to {right}" in legal(game, "to")


@pytest.mark.rule("10.2")
def test_own_bonds_bar_nobody_of_the_own_side():
    one, middle, other = LINE
    beside = next(name for name in near(middle) if name not in (one, other) and is_open(name))
    game = position(unit("12SS-25", one), unit("12SS-26", other), unit("2SS-3", beside), side=GERMAN)
    do(game, "move 2SS-3", f"to {middle}")
    assert place(game, "2SS-3") == middle


@pytest.mark.rule("10.2", "11.1")
def test_a_unit_shut_in_by_bonds_is_not_taken_up():
    """Enemies on every second neighbour: the hexes between are occupied or hex bonds of enemies opposite."""
    here = next(name for name in inner(4) if is_open(*(NAMES[hex_] for hex_ in GRID.within(INDEX[name], 2))))
    around = [NAMES[hex_] for hex_ in GRID.neighbours[INDEX[here]]]  # type: ignore[index]
    germans = [unit(name, hex_) for name, hex_ in zip(("12SS-25", "12SS-26", "2SS-3"), around[::2], strict=True)]
    game = position(*germans, unit("2-9", here), side=ALLIED)
    assert "move 2-9" not in legal(game, "move")
    assert refused(game, "move 2-9").rule == "11.1"


# 10.3


def line_sides(line: tuple[str, str, str]) -> tuple[int, int]:
    """The hexsides from each unit to the hex between."""
    return key(line[0], line[1]), key(line[1], line[2])


def bend_sides(bend: tuple[str, str, str, str]) -> list[int]:
    """The hexsides from each unit to the two hexes between."""
    one, left, right, other = bend
    return [key(one, left), key(one, right), key(other, left), key(other, right)]


def is_river(side: int) -> bool:
    """Whether a hexside is a river, the Meuse included."""
    return BOARD.water[side] in ("river", "meuse")


@pytest.mark.rule("10.3")
def test_no_hex_bond_across_two_rivers():
    dry = [line for line in lines() if not any(BOARD.ravine[side] for side in line_sides(line))]
    both = [line for line in dry if all(map(is_river, line_sides(line)))]
    assert both
    for line in both[:12]:
        assert bonded(line[0], line[2]) == NONE


@pytest.mark.rule("10.3")
def test_a_hex_bond_across_one_river_exists():
    line = next(
        line
        for line in lines()
        if [is_river(side) for side in line_sides(line)] == [True, False]
        and not any(BOARD.ravine[side] for side in line_sides(line))
    )
    assert bonded(line[0], line[2]) == ({line[1]}, set())


@pytest.mark.rule("10.3")
def test_no_hex_bond_across_two_forest_ravine_hexsides():
    both = [line for line in lines() if all(BOARD.ravine[side] for side in line_sides(line))]
    assert both
    for line in both[:12]:
        assert bonded(line[0], line[2]) == NONE


@pytest.mark.rule("10.3")
def test_a_hex_bond_across_one_forest_ravine_hexside_exists():
    """Also with a river on the other side (Ambiguity 4)."""
    one_ravine = [
        line
        for line in lines()
        if [BOARD.ravine[side] for side in line_sides(line)] == [True, False] and not BOARD.water[line_sides(line)[0]]
    ]
    dry = next(line for line in one_ravine if not BOARD.water[line_sides(line)[1]])
    assert bonded(dry[0], dry[2]) == ({dry[1]}, set())
    wet = [line for line in one_ravine if is_river(line_sides(line)[1])]
    for line in wet[:3]:
        assert bonded(line[0], line[2]) == ({line[1]}, set())
    assert wet


@pytest.mark.rule("10.3")
def test_no_hexside_bond_where_the_river_passes_both_ends():
    """Ambiguity 4: at each end both hexsides to the two middle hexes are river."""
    shut = [bend for bend in bends() if all(map(is_river, bend_sides(bend)))]
    deep = [bend for bend in bends() if terrain(bend[1]) == terrain(bend[2]) == "forest_ravine"]
    for bend in shut[:6]:
        assert bonded(bend[0], bend[3]) == NONE
    one_end = next(
        bend
        for bend in bends()
        if [is_river(side) for side in bend_sides(bend)] == [True, True, False, False] and bend not in deep
    )
    assert bonded(one_end[0], one_end[3]) == (set(), {pair(one_end[1], one_end[2])})


@pytest.mark.rule("10.3")
def test_a_hexside_bond_along_a_river_exists():
    along = next(
        bend
        for bend in bends()
        if BOARD.water[key(bend[1], bend[2])] == "river"
        and not all(is_river(side) for side in bend_sides(bend))
        and "forest_ravine" not in map(terrain, bend)
    )
    assert bonded(along[0], along[3]) == (set(), {pair(along[1], along[2])})


@pytest.mark.rule("10.3a")
def test_a_bond_may_run_along_a_forest_ravine_hexside():
    bend = next(
        bend for bend in bends() if (terrain(bend[1]) == "forest_ravine") != (terrain(bend[2]) == "forest_ravine")
    )
    assert bonded(bend[0], bend[3]) == (set(), {pair(bend[1], bend[2])})


@pytest.mark.rule("10.3a")
def test_but_not_between_two_forest_ravine_hexes():
    between = [bend for bend in bends() if terrain(bend[1]) == terrain(bend[2]) == "forest_ravine"]
    assert between
    for bend in between[:12]:
        assert bonded(bend[0], bend[3]) == NONE


@pytest.mark.rule("10.3a")
@pytest.mark.parametrize("hexes", [("1305", "1505"), ("1506", "1305"), ("1505", "1305")])
def test_example_e49_the_gorge_of_1305(hexes):
    assert GRID.distance(INDEX[hexes[0]], INDEX[hexes[1]]) == 2
    assert bonded(*hexes) == NONE
    assert bonded(*hexes, side=ALLIED) == NONE


@pytest.mark.rule("10.3")
def test_a_road_restores_no_bond():
    """Ambiguity 5: no bond across two forest-ravine hexsides although a road leads over both."""
    with_road = [
        line
        for line in lines()
        if all(BOARD.ravine[side] for side in line_sides(line)) and any(BOARD.road[side] for side in line_sides(line))
    ]
    assert with_road
    for line in with_road[:3]:
        assert bonded(line[0], line[2]) == NONE


@pytest.mark.rule("10.3b")
def test_bonds_exist_across_lakes():
    every = [
        (name, NAMES[middle], NAMES[end])
        for name in NAMES
        for turn, middle in enumerate(GRID.neighbours[INDEX[name]])
        if middle is not None and (end := GRID.neighbours[middle][turn]) is not None
    ]
    lake = next(
        line
        for line in every
        if "lake" in [BOARD.water[side] for side in line_sides(line)]
        and not all(BOARD.ravine[side] for side in line_sides(line))
    )
    hexes, _ = bonded(lake[0], lake[2])
    assert lake[1] in hexes


@pytest.mark.rule("10.3b", "10.3")
def test_a_lake_is_no_river():
    """Lines and bends that would have no bond if the lakes on their way were rivers."""

    def drowned(sides: list[int]) -> bool:
        waters = [BOARD.water[side] for side in sides]
        return all(waters) and "lake" in waters

    found = 0
    for hex_, name in enumerate(NAMES):
        around = GRID.neighbours[hex_]
        for turn, middle in enumerate(around):
            second = around[(turn + 1) % 6]
            straight = None if middle is None else GRID.neighbours[middle][turn]
            bent = None if middle is None else GRID.neighbours[middle][(turn + 1) % 6]
            if middle is not None and straight is not None:
                line = name, NAMES[middle], NAMES[straight]
                if drowned([*line_sides(line)]) and not all(BOARD.ravine[side] for side in line_sides(line)):
                    assert bonded(line[0], line[2])[0] == {line[1]}
                    found += 1
            if middle is not None and second is not None and bent is not None:
                bend = name, NAMES[middle], NAMES[second], NAMES[bent]
                deep = terrain(bend[1]) == terrain(bend[2]) == "forest_ravine"
                if drowned(bend_sides(bend)) and not deep:
                    assert pair(bend[1], bend[2]) in bonded(bend[0], bend[3])[1]
                    found += 1
    assert found


# 10.4


@pytest.mark.rule("10.4")
def test_example_e29_an_enemy_in_the_hex_between_cancels_a_hex_bond():
    one, middle, other = LINE
    assert bonded(one, other, enemies=(middle,)) == NONE


@pytest.mark.rule("10.4")
def test_enemies_on_both_sides_cancel_a_hexside_bond_one_does_not():
    one, left, right, other = BEND
    held = (set(), {pair(left, right)})
    assert bonded(one, other, enemies=(left,)) == held
    assert bonded(one, other, enemies=(right,)) == held
    assert bonded(one, other, enemies=(left, right)) == NONE


@pytest.mark.rule("10.4")
def test_the_second_unit_crosses_once_the_bond_is_cancelled():
    one, left, right, other = BEND
    game = position(
        unit("12SS-25", one), unit("12SS-26", other), unit("99-395", left), unit("2-23", right), unit("254Eng", left),
        side=ALLIED,
    )  # fmt: skip
    do(game, "move 254Eng", f"to {right}")
    assert place(game, "254Eng") == right


# 10.5


@pytest.mark.rule("10.5", "10.2")
def test_example_e27_crossing_bonds_both_stay_in_force():
    """Germans at both ends of a hexside bond; an Allied bond from one hex beside it over the other one."""
    one, left, right, other, beyond = next(
        (*bend, straight)
        for bend in bends()
        if is_open(*bend)
        for line in lines()
        if line[:2] == bend[1:3] and is_open(straight := line[2])
    )
    units = [unit("12SS-25", one), unit("12SS-26", other), unit("2-9", left), unit("2-23", beyond)]
    state = position(*units).state
    assert key(left, right) in bonds(state, GERMAN).sides
    assert bonds(state, ALLIED).hexes >> INDEX[right] & 1
    for name, side in (("2-9", ALLIED), ("12SS-25", GERMAN)):
        game = position(*units, side=side)
        do(game, f"move {name}")
        assert f"to {right}" not in legal(game, "to")


@pytest.mark.rule("10.5")
def test_crossing_hex_bonds_of_both_sides_over_one_hex():
    one, middle, other = LINE
    cross = next(
        (a, b) for a in near(middle) for b in near(middle)
        if {a, b}.isdisjoint(LINE) and GRID.distance(INDEX[a], INDEX[b]) == 2 and middle in bonded(a, b)[0]
    )  # fmt: skip
    state = position(unit("12SS-25", one), unit("12SS-26", other), unit("2-9", cross[0]), unit("2-23", cross[1])).state
    assert bonds(state, GERMAN).hexes >> INDEX[middle] & 1
    assert bonds(state, ALLIED).hexes >> INDEX[middle] & 1
    for name, side in (("12SS-25", GERMAN), ("2-9", ALLIED)):
        game = position(*state.units.values(), side=side)
        do(game, f"move {name}")
        assert f"to {middle}" not in legal(game, "to")


# 10.6


def west_edge() -> tuple[str, str, str]:
    """A hex in the last column but one, and the two edge hexes beside it that touch the same place outside."""
    column = GRID.columns - 1
    for row in range(12, 24):
        here = GRID.at(column, row)
        assert here is not None
        edge = [hex_ for hex_ in GRID.near[here] if GRID.column_row(hex_)[0] == GRID.columns]
        if len(edge) == 2 and is_open(NAMES[here], *(NAMES[hex_] for hex_ in edge)):
            return NAMES[here], NAMES[edge[0]], NAMES[edge[1]]
    raise LookupError


@pytest.mark.rule("10.6", "10.6a")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_a_hexside_bond_with_the_map_edge(side):
    here, one, other = west_edge()
    assert bonded(here, side=side) == (set(), {pair(one, other)})


@pytest.mark.rule("10.6")
def test_no_hex_bond_with_the_map_edge():
    """A unit one hex from the edge, and one on it: no hex is barred."""
    here, one, _ = west_edge()
    assert bonded(here)[0] == set()
    assert bonded(one)[0] == set()


@pytest.mark.rule("10.6")
def test_no_edge_bond_two_hexes_from_the_edge():
    here = GRID.at(GRID.columns - 2, 20)
    assert here is not None
    assert bonded(NAMES[here]) == NONE


@pytest.mark.rule("10.6", "10.4")
def test_enemies_on_both_edge_hexes_cancel_an_edge_bond():
    here, one, other = west_edge()
    assert bonded(here, enemies=(one,)) == (set(), {pair(one, other)})
    assert bonded(here, enemies=(one, other)) == NONE


@pytest.mark.rule("10.6", "10.2")
def test_an_edge_bond_bars_the_enemy():
    here, one, other = west_edge()
    game = position(unit("12SS-25", here), unit("2-9", one), side=ALLIED)
    do(game, "move 2-9")
    assert f"to {other}" not in legal(game, "to")


@pytest.mark.rule("10.6")
def test_the_edge_of_the_east_map_is_the_map_edge_of_a_short_scenario():
    """Column 36 is the last one in play in the scenarios of rule 31."""
    candidates = []
    for row in range(5, 40):
        here = GRID.at(35, row)
        assert here is not None
        edge = [hex_ for hex_ in GRID.near[here] if GRID.column_row(hex_)[0] == 36]
        if not all(BOARD.terrain[hex_] == "forest_ravine" for hex_ in edge):
            candidates.append((NAMES[here], pair(*(NAMES[hex_] for hex_ in edge))))
    here, hexside = candidates[0]
    assert bonded(here, scenario="three_days") == (set(), {hexside})
    assert bonded(here) == NONE
