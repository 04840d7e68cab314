"""Supply, out of supply, lines of communication (rules 23.1 to 23.6).

What a supply line may do is written down here a second time, hex by hex and clause by clause, and compared with the
engine in positions in which a clause decides: there the answer changes if the clause is left out.
"""

from random import Random
from typing import Any

import pytest

from tests.titles.ardennes_44.kit import (
    ALLIED,
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
from tests.titles.ardennes_44.logistics import (
    HOLE,
    INDEX,
    NAMES,
    RIM,
    Line,
    around,
    at_distance,
    distance,
    plains,
    roads_cut,
    run_to,
)
from wargame_tui.board.hexes import members
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.titles.ardennes_44.printed.book import enemy
from wargame_tui.titles.ardennes_44.rules.supply import in_supply
from wargame_tui.titles.ardennes_44.state import Position, Unit, Works

INFANTRY = {
    GERMAN: tuple(
        name for name, each in BOOK.pieces.items() if each.infantry and each.side == GERMAN and not each.split
    ),
    ALLIED: tuple(
        name for name, each in BOOK.pieces.items() if each.infantry and each.nation == "US" and not each.split
    ),
}
MINE = {GERMAN: "277VG-989", ALLIED: "99-394"}
SIDES = (GERMAN, ALLIED)


def check(*units: Unit, side: Any = GERMAN, **changes: Any) -> Game:
    """The supply and surrender phase of a side, just over."""
    return position(*units, side=side, phase="status", **changes)


def oos(game: Game, name: str) -> bool:
    return bool(game.state.units[name].oos)


# Sources and markers (23.1, 23.2)


@pytest.mark.rule("23.1", "23.1a", "23.2", "23.3")
@pytest.mark.parametrize("side", SIDES)
def test_markers_are_put_on_who_cannot_trace_and_on_nobody_else(side: Any):
    game = check(*roads_cut(side), unit(MINE[side], HOLE), unit(INFANTRY[side][5], RIM), side=side)
    assert oos(game, MINE[side])
    assert not oos(game, INFANTRY[side][5])


@pytest.mark.rule("23.1", "23.1b")
@pytest.mark.parametrize("side", SIDES)
def test_markers_come_off_who_can_trace_again(side: Any):
    units = [unit(MINE[side], RIM, oos=True), unit(INFANTRY[side][5], HOLE, oos=True)]
    game = check(*roads_cut(side), *units, side=side)
    assert not oos(game, MINE[side])
    assert oos(game, INFANTRY[side][5])
    assert [event.data["supplied"] for event in told(game.opening, "supply")] == [[MINE[side]]]


@pytest.mark.rule("23.1a")
def test_a_marker_already_there_changes_nothing():
    game = check(*roads_cut(GERMAN), unit(MINE[GERMAN], HOLE, oos=True), dice=[2])
    assert not told(game.opening, "supply")
    assert oos(game, MINE[GERMAN])


@pytest.mark.rule("23.1", "23.1c")
@pytest.mark.parametrize("side", SIDES)
def test_only_the_active_player_checks(side: Any):
    other = enemy(side)
    units = [unit(MINE[other], HOLE), unit(INFANTRY[other][5], RIM, oos=True)]
    game = check(*roads_cut(other), *units, side=side, turn=3)
    assert not told([event for event in game.opening if event.data.get("side") == other], "supply")


@pytest.mark.rule("23.2")
def test_sources_are_edge_hexes_and_the_allied_ones_entry_hexes():
    for side in SIDES:
        assert BOOK.sources(side)
        assert all(len(BOARD.grid.near[hex_]) < 6 for hex_ in BOOK.sources(side))
    entries = {INDEX[entry.hex] for entry in BOOK.map.entries.values() if entry.side == ALLIED}
    assert BOOK.sources(ALLIED) == entries


def closed(side: Any, but: int = 0) -> list[Unit]:
    """Enemy units on all sources of a side, but for some."""
    sources = sorted(BOOK.sources(side))
    return [unit(name, NAMES[hex_]) for name, hex_ in zip(INFANTRY[enemy(side)][20:], sources[but:], strict=False)]


@pytest.mark.rule("23.2", "23.2a", "23.3f")
@pytest.mark.parametrize("side", SIDES)
def test_a_source_is_closed_by_a_unit_in_its_hex(side: Any):
    middle = unit(MINE[side], "2717" if side == GERMAN else "W1519")
    assert oos(check(middle, *closed(side), side=side), MINE[side])
    assert not oos(check(middle, *closed(side, but=1), side=side), MINE[side])


@pytest.mark.rule("23.2a")
def test_having_passed_through_does_not_close_a_source():
    sources = {NAMES[hex_]: ALLIED for hex_ in BOOK.sources(GERMAN)}
    assert not oos(check(unit(MINE[GERMAN], "2717"), control=sources), MINE[GERMAN])


# The supply line, clause by clause (23.3)


def _scene(number: int) -> tuple[Any, list[Unit], dict[str, Any]]:
    """A small position: one side's unit or two, enemies around it, bridges down, roadblocks; by its number."""
    chance = Random(number)
    side = SIDES[number % 2]
    quiet = [hex_ for hex_ in range(BOARD.grid.size) if len(BOARD.grid.near[hex_]) == 6]
    middle = chance.choice(quiet)
    near = BOARD.grid.within(middle, chance.choice((2, 3, 4)))[1:]
    chance.shuffle(near)
    own, foes = chance.choice((1, 2, 3)), chance.choice((2, 3, 4, 5, 6, 7))
    mine = [middle, *near[: own - 1]]
    names = INFANTRY[side][3:], INFANTRY[enemy(side)][3:]
    units = [unit(name, NAMES[hex_]) for name, hex_ in zip(names[0], mine, strict=False)]
    units += [unit(name, NAMES[hex_]) for name, hex_ in zip(names[1], near[own - 1 : own - 1 + foes], strict=False)]
    blocks = dict.fromkeys(("German1", "German2", "Allied1", "Allied2"))
    spots = [NAMES[hex_] for hex_ in near[-2:]]
    blocks |= dict(zip((f"{enemy(side)}1", f"{enemy(side)}2"), spots, strict=True))
    around_here = {name for name, ends in BOARD.bridges.items() if BOARD.grid.distance(middle, ends[0]) < 9}
    down = {name: Works() for name in sorted(around_here) if chance.random() < 0.7}
    return side, units, {"roadblocks": blocks, "bridges": down}


SCENES = {
    "length": (75, 105, 118),
    "no river": (0, 5, 31),
    "land enemy": (2, 10, 16),
    "land bond": (22, 25, 33),
    "two zones": (16, 56, 75),
    "no zone at all": (1, 7, 12),
    "land friend": (31, 47, 55),
    "road zone": (56, 75, 105),
    "road friend": (376,),
    "road bridge": (22, 123, 139),
    "land roadblock": (2, 222, 280),
}
"""For each clause the numbers of positions in which it decides: without it a unit's supply would be another."""


@pytest.mark.rule("23.3", "23.3a", "23.3b", "23.3c", "23.3d", "23.3f", "23.3g", "23.3h", "23.3i", "23.3j")
@pytest.mark.parametrize("clause", list(SCENES))
def test_supply_line_where_a_clause_decides(clause: str):
    for number in SCENES[clause]:
        side, units, more = _scene(number)
        game = check(*units, side=side, **more)
        stayed = [each for each in units if each.side == side and place(game, each.id) == each.location]
        before = position(*units, **more)
        lines = Line(before, side), Line(before, side, without=clause)
        whole, lacking = ([line.supplied(each.location, line.roads()) for each in stayed] for line in lines)
        assert [not oos(game, each.id) for each in stayed] == whole, (clause, number)
        assert whole != lacking, f"it does not decide in {number}"


@pytest.mark.rule("23.3", "23.3e", "23.3k")
@pytest.mark.parametrize("number", range(1000, 1012))
def test_supply_lines_in_positions_of_all_sorts(number: int):
    side, units, more = _scene(number)
    game = check(*units, side=side, **more)
    line = Line(position(*units, **more), side)
    roads = line.roads()
    for each in units:
        after = game.state.units[each.id]
        if each.side == side and after.location == each.location:
            assert after.oos != line.supplied(each.location, roads)


@pytest.mark.rule("23.3a", "23.3e")
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(
    ("hex_", "hexes"), [(RIM, 4), ("W3042", 4), ("W3142", 4), (HOLE, 5), ("W3043", 5), ("W3143", 5)]
)
def test_four_hexes_to_the_road_and_no_fifth(side: Any, hexes: int, hex_: str):
    foes = roads_cut(side)
    roads = Line(position(*foes), side).roads()
    assert min(distance(hex_, NAMES[road]) for road in roads) == hexes
    assert oos(check(*foes, unit(MINE[side], hex_), side=side), MINE[side]) == (hexes > 4)


@pytest.mark.rule("23.3a", "23.3e", "11.7")
@pytest.mark.parametrize("side", SIDES)
def test_nobody_alone_on_the_map_is_out_of_supply(side: Any):
    """Where the roads are open none of its hexes is further than four from one."""
    cut = BOOK.inside & ~in_supply(position().state, side)
    assert [NAMES[hex_] for hex_ in members(cut)] == []


@pytest.mark.rule("23.3e")
def test_road_part_may_have_any_length_on_primary_and_secondary_roads():
    kinds = {kind for kind in BOARD.road if kind}
    assert kinds == {"primary", "secondary"}
    assert not oos(check(unit(MINE[GERMAN], "W3420")), MINE[GERMAN])
    assert not oos(check(unit(MINE[ALLIED], "0108"), side=ALLIED), MINE[ALLIED])


@pytest.mark.rule("23.3i", "24.2b")
def test_traffic_markers_do_not_cut_supply_lines():
    traffic = {f"Allied{number}": hex_ for number, hex_ in enumerate(sorted(around("2717")), start=1)}
    game = check(unit(MINE[GERMAN], "2717"), traffic={**traffic, **{f"German{n}": None for n in range(1, 7)}})
    assert not oos(game, MINE[GERMAN])


@pytest.mark.rule("23.3b", "23.3c", "23.3d")
def test_encircled_unit_and_the_friend_who_opens_the_ring():
    """Example E23-1: either way will do; a friend in the enemies' zone cancels it."""
    middle = next(plains(lambda hex_: all(other in set(plains()) for other in around(hex_))))
    ring = [hex_ for hex_ in at_distance(middle, 2) if len(set(around(hex_)) & set(around(middle))) == 1]
    foes = [unit(name, hex_) for name, hex_ in zip(INFANTRY[ALLIED][20:], ring, strict=False)]
    assert len(foes) == 6
    assert oos(check(unit(MINE[GERMAN], middle), *foes), MINE[GERMAN])
    assert not oos(check(unit(MINE[GERMAN], middle), *foes[:3]), MINE[GERMAN])


# Out of supply (23.4, 23.5)

TARGET = "W2239"
FRONT = around(TARGET)


def fight(*units: Unit, side: Any = GERMAN, dice: tuple[int, ...] = (6,), **changes: Any) -> list[Event]:
    game = position(*units, side=side, phase="combat", dice=dice, **changes)
    names = [each.id for each in units if each.side == side]
    return do(game, f"attack {TARGET}", *(f"with {name}" for name in names), "roll")


def shifts(events: list[Event]) -> dict[str, int]:
    [combat] = told(events, "combat")
    return {name: value for name, value, _ in combat.data["shifts"]}


@pytest.mark.rule("23.4", "23.4a")
@pytest.mark.parametrize(("first", "second", "shift"), [(False, False, 0), (True, False, -1), (True, True, -1)])
def test_any_attacker_out_of_supply_shifts_left(first: bool, second: bool, shift: int):
    attackers = [unit("277VG-989", FRONT[0], oos=first), unit("277VG-990", FRONT[1], oos=second)]
    assert sum(shifts(fight(*attackers, unit("106-422", TARGET))).values()) == shift


@pytest.mark.rule("23.4", "23.4a")
@pytest.mark.parametrize(("first", "second", "shift"), [(False, False, 0), (True, False, 0), (True, True, 1)])
def test_all_defenders_out_of_supply_shift_right(first: bool, second: bool, shift: int):
    defenders = [unit("28-109-1", TARGET, oos=first), unit("28-109-2", TARGET, oos=second)]
    assert sum(shifts(fight(unit("277VG-989", FRONT[0]), *defenders)).values()) == shift


@pytest.mark.rule("23.4b", "21.1g")
@pytest.mark.parametrize(
    ("ours", "theirs", "shift"), [(False, False, 1), (True, False, 0), (False, True, 1), (True, True, 1)]
)
def test_tank_quality_is_one_lower(ours: bool, theirs: bool, shift: int):
    """A Panther battalion of 4 against tanks of 3."""
    units = [unit("12SS-12Pz", FRONT[0], oos=ours), unit("707Tnk", TARGET, oos=theirs)]
    assert shifts(fight(*units)).get("armour", 0) == shift


@pytest.mark.rule("23.4", "23.4c")
@pytest.mark.parametrize("side", SIDES)
def test_tactical_movement_only(side: Any):
    tank = "1SS-1Pz" if side == GERMAN else "709Tnk"
    game = position(unit(tank, TARGET, oos=True), side=side)
    do(game, f"move {tank}")
    for mode in ("normal", "strategic"):
        assert refused(game, f"mode {mode}").rule in ("23.4", "12.1")
    assert {distance(TARGET, text.split()[1]) for text in legal(game, "to")} == {1, 2}
    game = position(unit(MINE[side], TARGET, oos=True), side=side)
    do(game, f"move {MINE[side]}")
    assert refused(game, "mode extended").rule == "23.4"


@pytest.mark.rule("23.4c")
def test_no_trucks_for_unsupplied_units():
    road = next(hex_ for hex_ in plains() if INDEX[hex_] in BOARD.on_road)
    game = position(unit("99-394", road, oos=True), side=ALLIED)
    assert refused(game, "board 99-394").rule in ("12.1", "23.4")


def advance(units: list[Unit], dice: tuple[int, ...]) -> Game:
    """Attack the target and retreat its defenders, up to the advance."""
    game = position(*units, phase="combat", dice=dice)
    do(game, f"attack {TARGET}", *(f"with {each.id}" for each in units if each.side == GERMAN), "roll")
    while not at(game, "advancing"):
        choices = sorted(legal(game))
        first = [text for text in choices if text.startswith(("retreat", "lose"))]
        do(game, first[0] if first else next(text for text in ("end", "roll") if text in choices))
    return game


@pytest.mark.rule("23.4e")
@pytest.mark.parametrize("without", [False, True])
def test_no_bonus_advance_and_no_breakthrough_out_of_supply(without: bool):
    """25 against 2 with a one: D1*, a bonus advance of two hexes and breakthrough combat."""
    units = [unit(name, hex_, oos=without) for name, hex_ in zip(("12SS-25", "1SS-1PzG"), FRONT, strict=False)]
    other = next(hex_ for hex_ in FRONT if min(distance(hex_, each) for each in FRONT[:2]) > 1)
    game = advance([*units, unit("28-109-1", TARGET), unit("28-109-2", other)], (1,))
    do(game, f"advance 12SS-25 {TARGET}")
    further = {text for text in legal(game, "advance") if text.startswith("advance 12SS-25")}
    assert bool(further) == (not without)
    do(game, "end")
    assert bool(legal(game, "breakthrough")) == (not without)


@pytest.mark.rule("23.4f")
def test_no_position_begun_and_no_night_marker():
    game = position(unit("277VG-989", TARGET, oos=True), unit("277VG-990", "W2339"), turn=4)
    assert refused(game, "dig 277VG-989").rule == "23.4"
    assert "dig 277VG-990" in legal(game)
    assert refused(game, f"night {TARGET}").rule in ("25.3", "23.4")
    assert "night W2339" in legal(game)


@pytest.mark.rule("23.4f")
def test_no_replacement_on_the_map():
    from wargame_tui.titles.ardennes_44.rules.night_turn import NightTurn
    from wargame_tui.titles.ardennes_44.rules.sequence import Turn

    units = [unit("12VG-27", "1129", reduced=True, oos=True), unit("12VG-48", "1230", reduced=True)]
    game = position(*units, turn=4, night=True, stack=[Turn(4, "end"), NightTurn()])
    while game.side != GERMAN:
        do(game, "end")
    assert "replace 12VG-48 1230" in legal(game)
    assert "replace 12VG-27 1129" not in legal(game)
    assert refused(game, "replace 12VG-27 1129").rule in ("25.22", "23.4")


@pytest.mark.rule("23.5")
def test_a_position_begun_is_completed_and_units_split_out_of_supply():
    ip = {TARGET: Position(GERMAN, built=False, begun=2)}
    game = position(unit("12SS-25", TARGET, oos=True), turn=3, ips=ip)
    assert game.state.ips[TARGET].built
    assert "split 12SS-25" in legal(game)


# Lines of communication (23.6)


def rolls(game: Game) -> list[set[str]]:
    """The groups that rolled for surrender."""
    return [set(event.data["units"]) for event in told(game.opening, "surrender_roll")]


@pytest.mark.rule("23.6", "23.6b", "23.6c")
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("before", [False, True])
def test_unit_without_communications_is_a_group_of_one_and_rolls_at_once(side: Any, before: bool):
    game = check(*roads_cut(side), unit(MINE[side], HOLE, oos=before), side=side, dice=[3])
    assert rolls(game) == [{MINE[side]}]


@pytest.mark.rule("23.6", "23.6a")
@pytest.mark.parametrize("side", SIDES)
def test_a_chain_to_a_supplied_unit_saves_from_isolation(side: Any):
    friend = INFANTRY[side][5]
    game = check(*roads_cut(side), unit(MINE[side], HOLE), unit(friend, RIM), side=side)
    assert oos(game, MINE[side])
    assert not oos(game, friend)
    assert rolls(game) == []
    far = next(hex_ for hex_ in at_distance(HOLE, 5) if INDEX[hex_] in BOARD.on_road)
    game = check(*roads_cut(side), unit(MINE[side], HOLE), unit(friend, far), side=side, dice=[3])
    assert not oos(game, friend)
    assert rolls(game) == [{MINE[side]}]


@pytest.mark.rule("23.6", "23.6a", "23.6c")
@pytest.mark.parametrize("side", SIDES)
def test_two_groups_linked_within_themselves(side: Any):
    """Example E23-2: A and B; C, D and E, each within four hexes of another one."""
    a, b = ("2717", "2317") if side == GERMAN else ("W1519", "W1119")
    assert distance(a, b) == 4
    c = next(hex_ for hex_ in at_distance(b, 9) if distance(a, hex_) > 9 and len(at_distance(hex_, 4)) == 24)
    d = next(hex_ for hex_ in at_distance(c, 4) if min(distance(hex_, a), distance(hex_, b)) > 6)
    e = next(
        hex_ for hex_ in at_distance(d, 4) if distance(hex_, c) > 5 and min(distance(hex_, a), distance(hex_, b)) > 6
    )
    names = INFANTRY[side][:5]
    units = [unit(name, hex_) for name, hex_ in zip(names, (a, b, c, d, e), strict=True)]
    game = check(*units, *closed(side), side=side, dice=[3, 3])
    assert sorted(map(sorted, rolls(game))) == sorted([sorted(names[:2]), sorted(names[2:])])
    assert all(oos(game, name) for name in names)


@pytest.mark.rule("23.6a", "23.6c")
@pytest.mark.parametrize(("hexes", "groups"), [(4, 1), (5, 2)])
def test_four_hexes_from_unit_to_unit(hexes: int, groups: int):
    other = next(hex_ for hex_ in at_distance("2717", hexes))
    units = [unit("277VG-989", "2717"), unit("277VG-990", other)]
    game = check(*units, *closed(GERMAN), dice=[3, 3])
    assert len(rolls(game)) == groups


@pytest.mark.rule("23.6a")
def test_communications_keep_to_the_rules_of_the_overland_part():
    """23.3b: enemies around one of two units four hexes apart part them."""
    middle = next(plains(lambda hex_: all(other in set(plains()) for other in around(hex_))))
    ring = [hex_ for hex_ in at_distance(middle, 2) if len(set(around(hex_)) & set(around(middle))) == 1]
    friend = at_distance(middle, 4)[0]
    units = [unit("277VG-989", middle), unit("277VG-990", friend)]
    foes = [unit(name, hex_) for name, hex_ in zip(INFANTRY[ALLIED][40:], ring, strict=False)]
    game = check(*units, *closed(GERMAN), dice=[3, 3])
    assert len(rolls(game)) == 1
    game = check(*units, *foes, *closed(GERMAN), dice=[3, 3])
    assert len(rolls(game)) == 2


@pytest.mark.rule("23.1", "23.6")
def test_units_off_the_map_are_not_tested():
    game = check(unit("7Arm-CCA", "N"), unit("7Arm-CCB", "off", due=9), side=ALLIED)
    assert not oos(game, "7Arm-CCA")
    assert not oos(game, "7Arm-CCB")
    assert rolls(game) == []
    assert place(game, "7Arm-CCA") == "N"
    run_to(game, "movement")
