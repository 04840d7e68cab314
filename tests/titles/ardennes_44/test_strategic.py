"""Chapter 12, TA15: strategic movement, its markers, trucks; prime movers as their backs."""

from itertools import pairwise

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
    near,
    on_road,
    open_country,
    road,
    steps,
    straight_road,
)
from wargame_tui.titles.ardennes_44.rules import modifiers, movement_phase, sequence, transport
from wargame_tui.titles.ardennes_44.rules.battle import Battle
from wargame_tui.titles.ardennes_44.rules.moving import ways
from wargame_tui.titles.ardennes_44.rules.zones import in_enemy_zone
from wargame_tui.titles.ardennes_44.state import Mover

ROW = straight_road(14)
"""A primary road."""
TANK, TRUCKED, GUN = "741Tnk", "2-9", "V-187"
LOOSE = next(name for name in QUIET if not on_road(name))
FIELD = next(open_country(3))


def side_of(name: str):
    """Whose unit it is."""
    return BOOK.pieces[name].side


def column(name: str, here: str, *others, **given):
    """A game with a unit taken up in strategic movement."""
    game = position(unit(name, here, **given.pop("unit", {})), *others, **{"side": side_of(name)} | given)
    do(game, f"move {name}")
    if game.state.stack[-1].mode != "strategic":
        do(game, "mode strategic")
    return game


def goals(name: str, here: str, *others, **given) -> set[str]:
    """Where it can go."""
    return {text.split()[1] for text in legal(column(name, here, *others, **given), "to")}


def why(name: str, here: str, *others, **given) -> str | None:
    """The rule that forbids strategic movement."""
    game = position(unit(name, here, **given.pop("unit", {})), *others, **{"side": side_of(name)} | given)
    do(game, f"move {name}")
    return refused(game, "mode strategic").rule


# 12.1


@pytest.mark.rule("12.1")
@pytest.mark.parametrize(
    ("name", "unit_changes", "points"),
    [
        ("801TD", {}, 16),
        (TANK, {}, 20),
        ("9Arm-CCA1", {}, 20),
        ("12SS-25", {}, 16),
        ("3PG-8", {}, 16),
        (GUN, {"fired": True}, 16),
    ],
)
def test_twice_the_movement_allowance(name, unit_changes, points):
    """Some hex costs all the points, none costs more."""
    game = column(name, ROW[0], unit=unit_changes)
    spent = ways(game.state, game.state.stack[-1]).spent
    assert {f"to {NAMES[hex_]}" for hex_ in spent} == legal(game, "to")
    assert max(spent.values()) == 2 * points


@pytest.mark.rule("12.1")
@pytest.mark.parametrize("name", ["2-9", "254Eng", "101-501", "101-327G", "26VG-77", "44Fest"])
def test_not_for_units_on_foot(name):
    assert why(name, ROW[0]) == "12.1"


@pytest.mark.rule("12.1")
def test_not_for_prime_movers():
    game = position(unit("405VAK", ROW[0], marker="PM"))
    do(game, "move 405VAK")
    assert refused(game, "mode strategic").rule == "22.1"


@pytest.mark.rule("12.1")
@pytest.mark.parametrize("changes", [{"oos": True}, {"status": "disrupted"}, {"status": "routed"}])
def test_not_out_of_supply_nor_disrupted(changes):
    assert why(TANK, ROW[0], unit=changes) in ("23.4", "18.2")


@pytest.mark.rule("12.1")
def test_allied_artillery_does():
    game = column(GUN, ROW[0])
    do(game, f"to {ROW[5]}")
    assert game.state.units[GUN].marker == "SM"
    assert game.state.units[GUN].fired


@pytest.mark.rule("12.1")
def test_along_roads_only():
    """Every step of every way has its road; nothing off the roads is in reach."""
    game = column(TANK, ROW[0])
    reached = {text.split()[1] for text in legal(game, "to")}
    assert all(on_road(name) for name in reached)
    for goal in sorted(reached)[::15]:
        twin = game.branch()
        (moved,) = told(do(twin, f"to {goal}"), "moved")
        way = [ROW[0], *moved.data["path"]]
        assert all(BOARD.road[key(one, other)] for one, other in pairwise(way))


@pytest.mark.rule("12.1")
def test_nowhere_from_a_hex_without_a_road():
    assert goals(TANK, LOOSE) == set()


@pytest.mark.rule("12.1")
def test_secondary_roads_will_do():
    row = road(4, "secondary")
    assert row[3] in goals(TANK, row[0])


# 12.2


@pytest.mark.rule("12.2")
def test_it_does_not_begin_in_an_enemy_zone():
    foe = next(name for name in near(ROW[0]) if name != ROW[1])
    assert why(TANK, ROW[0], unit("12SS-25", foe)) == "12.2"


@pytest.mark.rule("12.2")
def test_it_does_not_enter_an_enemy_zone():
    """Zones lie on the road ahead: it goes as far as the hex before them."""
    foe = next(
        name
        for name in near(ROW[5])
        if name not in ROW and all(GRID.distance(INDEX[name], INDEX[hex_]) > 1 for hex_ in ROW[:4])
    )
    game = column(TANK, ROW[0], unit("12SS-25", foe))
    found = {text.split()[1] for text in legal(game, "to")}
    assert not {*near(foe)} & found
    assert ROW[3] in found
    assert refused(game, f"to {ROW[5]}").rule == "11.1"


@pytest.mark.rule("12.2")
def test_it_may_begin_stacked_and_pass_others_but_not_end_stacked():
    game = column(TANK, ROW[0], unit("2-23", ROW[0]), unit("2-38", ROW[2]))
    found = {text.split()[1] for text in legal(game, "to")}
    assert {ROW[1], ROW[3]} <= found
    assert ROW[2] not in found


@pytest.mark.rule("12.2")
def test_units_go_one_by_one():
    game = column(TANK, ROW[0], unit("709Tnk", ROW[0]))
    assert legal(game, "with") == set()
    assert refused(game, "with 709Tnk").rule == "12.2"
    game = position(unit(TANK, ROW[0]), unit("709Tnk", ROW[0]), side=ALLIED)
    do(game, f"move {TANK}", "with 709Tnk")
    assert refused(game, "mode strategic").rule == "12.2"


@pytest.mark.rule("12.2")
def test_it_does_not_end_next_to_another_one_along_the_road():
    game = column(TANK, ROW[0], unit("709Tnk", ROW[1]))
    do(game, f"to {ROW[8]}", "end", "move 709Tnk", "mode strategic")
    found = {text.split()[1] for text in legal(game, "to")}
    assert {ROW[6], ROW[10]} <= found
    assert not {ROW[7], ROW[8], ROW[9]} & found


@pytest.mark.rule("12.2")
def test_on_another_road_is_not_next_to_it():
    """Two adjacent road hexes with no road between them."""
    one, other = next(
        (name, beside)
        for name in QUIET
        for beside in near(name)
        if on_road(name) and on_road(beside) and not BOARD.road[key(name, beside)]
        if beside in QUIET
        and not any(BOARD.road[key(beside, third)] and third == name for third in near(beside))
        and _starts(beside)
    )
    start = _starts(other)
    assert start is not None
    assert other in goals(TANK, start, unit("709Tnk", one, marker="SM"), now={"movers": {"709Tnk": Mover("strategic")}}
                          , stack=_in_hand(TANK))  # fmt: skip


def _starts(goal: str) -> str | None:
    """A hex from which a road leads to another one, two steps away."""
    for middle in near(goal):
        for start in near(middle):
            if (
                BOARD.road[key(goal, middle)]
                and BOARD.road[key(middle, start)]
                and GRID.distance(INDEX[start], INDEX[goal]) == 2
            ):
                return start
    return None


def _in_hand(name: str):
    """A movement phase that has begun: markers of this phase lie on the map."""
    return (sequence.Turn(3, "night"), sequence.PlayerTurn(ALLIED, "excess"), movement_phase.MovementPhase(ALLIED))


@pytest.mark.rule("12.2")
def test_its_own_marker_does_not_keep_it_from_going_on():
    """A move in parts: the hex next to where it halted for a moment."""
    game = column(TANK, ROW[0])
    do(game, f"to {ROW[3]}")
    assert {f"to {ROW[4]}", f"to {ROW[2]}"} <= legal(game, "to")
    do(game, f"to {ROW[4]}")
    assert place(game, TANK) == ROW[4]


@pytest.mark.rule("12.2", "12.6c")
def test_nor_do_the_trucks_in_which_it_begins():
    assert ROW[1] in goals(TRUCKED, ROW[0], unit={"marker": "truck"})


@pytest.mark.rule("12.2")
def test_a_unit_in_trucks_counts_as_one_with_a_marker():
    found = goals(TANK, ROW[0], unit(TRUCKED, ROW[5], marker="truck"))
    assert not {ROW[4], ROW[5], ROW[6]} & found
    assert {ROW[3], ROW[7]} <= found


# 12.3


@pytest.mark.rule("12.3")
@pytest.mark.parametrize(
    ("markers", "more"), [({"German1": 4}, 2), ({"German1": 4, "German2": 6}, 4), ({"Allied1": 4}, 0)]
)
def test_traffic_markers_cost_their_points(markers, more):
    game = column(TANK, ROW[0], traffic={name: ROW[number] for name, number in markers.items()})
    (moved,) = told(do(game, f"to {ROW[8]}"), "moved")
    assert moved.data["path"] == ROW[1:9]
    assert moved.data["points"] == 4 + more


@pytest.mark.rule("12.3")
def test_congestion_costs_its_points():
    jam = next(
        NAMES[hex_] for hex_ in sorted(BOARD.congestion) if any(BOARD.road[6 * hex_ + turn] for turn in range(6))
    )
    here = next(name for name in near(jam) if BOARD.road[key(name, jam)] and INDEX[name] not in BOARD.congestion)
    control = dict.fromkeys(BOOK.map.st_vith, ALLIED)
    free = dict.fromkeys(BOOK.map.st_vith, GERMAN)
    costs = []
    for held in (control, free):
        game = column("12SS-25", here, turn=5, control=held)
        costs += [event.data["points"] for event in told(do(game, f"to {jam}"), "moved")]
    assert costs[0] == costs[1] + 2


@pytest.mark.rule("12.3")
def test_it_stops_at_an_enemy_roadblock():
    game = column(TANK, ROW[0], roadblocks={"German1": ROW[4]})
    found = {text.split()[1] for text in legal(game, "to")}
    assert ROW[4] in found
    assert ROW[5] not in found or _length(game, ROW[5]) > 5
    (moved,) = told(do(game, f"to {ROW[4]}"), "moved")
    assert moved.data["points"] == 4  # four half points, and two for the roadblock
    assert at(game, "movement")


def _length(game, goal: str) -> int:
    """Hexes on the way to a hex."""
    (moved,) = told(do(game.branch(), f"to {goal}"), "moved")
    return len(moved.data["path"])


@pytest.mark.rule("12.3")
def test_own_roadblocks_do_not_stop_it():
    game = column(TANK, ROW[0], roadblocks={"Allied1": ROW[4]})
    (moved,) = told(do(game, f"to {ROW[6]}"), "moved")
    assert moved.data["points"] == 3


# 12.4


def crowd(side, number: int) -> list:
    """Units far from each other that have used strategic movement in this phase, or sit in trucks."""
    kind = "armour" if side == ALLIED else "recon"
    mechanized = [piece.id for piece in BOOK.pieces.values() if piece.side == side and piece.type == kind]
    places = [name for name in QUIET if GRID.distance(INDEX[name], INDEX[ROW[0]]) > 25][::40]
    return [unit(name, hex_, marker="SM") for name, hex_ in zip(mechanized[:number], places, strict=False)]


def begun(side, *units):
    """A movement phase in which these units have moved by strategic movement."""
    used = {each.id: Mover("strategic", 2, 2) for each in units if each.marker == "SM"}
    stack = (
        sequence.Turn(3, "Allied" if side == GERMAN else "night"),
        sequence.PlayerTurn(side, "excess"),
        movement_phase.MovementPhase(side),
    )
    return position(*units, side=side, stack=stack, now={"movers": used})


@pytest.mark.rule("12.4")
@pytest.mark.parametrize(("side", "most", "name"), [(GERMAN, 6, "12SS-25"), (ALLIED, 10, TANK)])
def test_as_many_units_as_markers(side, most, name):
    game = begun(side, *crowd(side, most - 1), unit(name, ROW[0]))
    do(game, f"move {name}", "mode strategic", f"to {ROW[2]}")
    assert game.state.units[name].marker == "SM"
    full = begun(side, *crowd(side, most), unit(name, ROW[0]))
    do(full, f"move {name}")
    assert "mode strategic" not in legal(full, "mode")
    assert refused(full, "mode strategic").rule == "12.4"


@pytest.mark.rule("12.4")
def test_a_unit_that_uses_it_gets_a_marker_one_that_does_not_gets_none():
    game = column(TANK, ROW[0])
    assert game.state.units[TANK].marker == "none"
    do(game, f"to {ROW[2]}")
    assert game.state.units[TANK].marker == "SM"
    game = position(unit(TANK, ROW[0]), side=ALLIED)
    do(game, f"move {TANK}", f"to {ROW[2]}")
    assert game.state.units[TANK].marker == "none"


@pytest.mark.rule("12.4", "12.1")
def test_reinforcements_get_one_too():
    name = next(
        piece.id
        for piece in BOOK.pieces.values()
        if piece.side == ALLIED and piece.type == "armour" and piece.entry.arrival and "C" in piece.entry.arrival.entry
    )
    arrival = BOOK.pieces[name].entry.arrival
    assert arrival is not None
    game = position(unit(name, "off", due=arrival.turn), side=ALLIED, turn=arrival.turn)
    do(game, f"enter {name} C strategic")
    assert game.state.units[name].marker == "SM"
    full = position(unit(name, "SE"), *crowd_trucks(10), side=ALLIED, turn=arrival.turn)
    assert f"enter {name} C strategic" not in legal(full, "enter")
    assert refused(full, f"enter {name} C strategic").rule == "12.4"


def crowd_trucks(number: int) -> list:
    """Units in trucks, far from everything."""
    names = [piece.id for piece in BOOK.pieces.values() if piece.side == ALLIED and piece.type == "infantry"]
    places = [name for name in QUIET if GRID.distance(INDEX[name], INDEX[ROW[0]]) > 25][::40]
    return [unit(name, hex_, marker="truck") for name, hex_ in zip(names[5:], places, strict=False)][:number]


# 12.5


def fight(*defenders, target: str, attacker: str = "12SS-25"):
    """Germans next to a hex with Allied units, and the fight between them."""
    foe = next(name for name in near(target) if is_open(name))
    game = position(unit(attacker, foe), *defenders, phase="combat")
    return game.state, Battle(target=target, side=GERMAN, attackers=(attacker,))


@pytest.mark.rule("12.5")
@pytest.mark.parametrize("marker", ["SM", "truck"])
def test_attacked_in_strategic_movement_no_dcb_and_a_shift(marker):
    town = "3413"
    name = TANK if marker == "SM" else TRUCKED
    state, battle = fight(unit(name, town, marker=marker), target=town)
    assert modifiers.dcb(state, town, ALLIED) == 0
    shifts = [(each.value, each.rule) for each in modifiers.shifts(state, battle)]
    assert (1, "12.5") in shifts
    state, battle = fight(unit(name, town), target=town)
    assert modifiers.dcb(state, town, ALLIED) > 0
    assert "12.5" not in [each.rule for each in modifiers.shifts(state, battle)]


@pytest.mark.rule("12.5")
def test_in_a_mixed_hex_the_dcb_stands_and_the_shift_applies():
    """Ambiguity 12."""
    town = "3413"
    state, battle = fight(unit(TANK, town, marker="SM"), unit("99-395", town), target=town)
    assert modifiers.dcb(state, town, ALLIED) == 3
    assert "12.5" in [each.rule for each in modifiers.shifts(state, battle)]


@pytest.mark.rule("12.5")
def test_tank_quality_and_zone_are_as_ever():
    state = position(unit(TANK, FIELD, marker="SM"), unit("12SS-25", far_from(FIELD)), phase="combat").state
    assert state.tank_quality(state.units[TANK]) == 3
    assert all(in_enemy_zone(state, GERMAN, INDEX[name]) for name in near(FIELD))


@pytest.mark.rule("12.5", "12.7")
@pytest.mark.parametrize("die", [1, 4])
def test_it_loses_the_marker_when_it_retreats_or_is_engaged(die):
    """8 to 6, shifts for armour and for the trucks: 3-1. A retreat on a 1; EX on a 4, the survivors engaged."""
    foe = next(name for name in near(FIELD) if is_open(name))
    units = [unit("12SS-25", foe), unit("12SS-12Pz", foe), unit("12SS-12Jpz", foe)]
    game = position(*units, unit(TRUCKED, FIELD, marker="truck"), phase="combat", dice=[die])
    do(game, f"attack {FIELD}", "with 12SS-12Pz", "with 12SS-12Jpz", "roll")
    if die == 1:
        do(game, min(legal(game, "retreat")))
    after = game.state.units[TRUCKED]
    assert after.marker == "none"
    assert (after.location != FIELD) == (die == 1)
    assert after.eng == (die == 4)


# 12.6 Trucks


@pytest.mark.rule("12.6", "12.6a")
def test_boarding_takes_the_whole_move():
    game = position(unit(TRUCKED, ROW[0]), side=ALLIED)
    do(game, f"board {TRUCKED}")
    assert game.state.units[TRUCKED].marker == "truck"
    assert place(game, TRUCKED) == ROW[0]
    assert f"move {TRUCKED}" not in legal(game, "move")
    assert refused(game, f"move {TRUCKED}").rule == "11.1"


@pytest.mark.rule("12.6")
@pytest.mark.parametrize("name", [TANK, "9Arm-CCA1", "9Arm-CCB", GUN])
def test_trucks_are_for_units_on_foot(name):
    game = position(unit(name, ROW[0]), side=ALLIED)
    assert legal(game, "board") == set()
    assert refused(game, f"board {name}").rule == "12.6"


@pytest.mark.rule("12.6")
def test_trucks_are_allied():
    game = position(unit("26VG-77", ROW[0]))
    assert legal(game, "board") == set()
    assert refused(game, "board 26VG-77").rule == "12.6"


@pytest.mark.rule("12.6", "12.1")
@pytest.mark.parametrize("changes", [{"oos": True}, {"status": "disrupted"}, {"status": "routed"}])
def test_nobody_boards_who_could_not_use_strategic_movement(changes):
    game = position(unit(TRUCKED, ROW[0], **changes), side=ALLIED)
    assert legal(game, "board") == set()
    assert refused(game, f"board {TRUCKED}").rule == "12.1"


@pytest.mark.rule("12.6a")
@pytest.mark.parametrize(("distance", "boards"), [(1, False), (2, True), (3, True)])
def test_boarding_at_least_two_hexes_from_any_enemy(distance, boards):
    foe = next(name for name in QUIET if GRID.distance(INDEX[name], INDEX[ROW[0]]) == distance and name not in ROW[:2])
    game = position(unit(TRUCKED, ROW[0]), unit("12SS-25", foe), side=ALLIED)
    assert (f"board {TRUCKED}" in legal(game, "board")) == boards
    if not boards:
        assert refused(game, f"board {TRUCKED}").rule == "12.6"


@pytest.mark.rule("12.6a")
def test_boarding_on_a_road_or_in_a_box():
    game = position(unit(TRUCKED, LOOSE), unit("2-23", "SE"), unit("2-38", ROW[0]), side=ALLIED)
    assert legal(game, "board") == {"board 2-23", "board 2-38"}
    assert refused(game, f"board {TRUCKED}").rule == "12.6"
    do(game, "board 2-23")
    assert game.state.units["2-23"].marker == "truck"
    assert not any("2-23" in text for text in legal(game, "enter"))


@pytest.mark.rule("12.6a")
def test_reinforcements_come_in_trucks_without_boarding():
    name, letter, turn = next(
        (piece.id, piece.entry.arrival.entry[0], piece.entry.arrival.turn)
        for piece in BOOK.pieces.values()
        if piece.side == ALLIED and piece.type == "infantry" and piece.nation == "US" and not piece.optional
        and piece.entry.arrival and piece.entry.arrival.entry
    )  # fmt: skip
    game = position(unit(name, "off", due=turn), side=ALLIED, turn=turn)
    do(game, f"enter {name} {letter} strategic")
    assert game.state.units[name].marker == "truck"
    assert at(game, "moving")
    assert legal(game, "to")
    full = position(unit(name, "off", due=turn), *crowd_trucks(10), side=ALLIED, turn=turn)
    assert refused(full, f"enter {name} {letter} strategic").rule == "12.4"


@pytest.mark.rule("12.6b")
def test_each_truck_is_one_marker_less():
    state = position(*crowd_trucks(4), side=ALLIED).state
    assert transport.free_markers(state, ALLIED) == 6
    game = position(*crowd_trucks(10), unit(TANK, ROW[0]), unit(TRUCKED, ROW[3]), side=ALLIED)
    assert legal(game, "board") == set()
    assert refused(game, f"board {TRUCKED}").rule == "12.4"
    do(game, f"move {TANK}")
    assert refused(game, "mode strategic").rule == "12.4"


@pytest.mark.rule("12.6c")
def test_twelve_points_at_mechanized_rates_24_hexes_along_a_primary_road():
    game = column(TRUCKED, ROW[0], unit={"marker": "truck"})
    assert {f"to {name}" for name in ROW[1:]} <= legal(game, "to")
    (moved,) = told(do(game, f"to {ROW[13]}"), "moved")
    assert moved.data["points"] == 6.5
    assert moved.data["mode"] == "strategic"


@pytest.mark.rule("12.6c")
def test_the_example_of_24_hexes_along_a_primary_road():
    game = column(TRUCKED, ROW[0], unit={"marker": "truck"})
    found = ways(game.state, game.state.stack[-1])
    far = max((len(found.path(hex_)), hex_) for hex_ in found.spent)
    assert far[0] == 24
    assert found.spent[far[1]] == 24
    row = [INDEX[ROW[0]], *found.path(far[1])]
    assert {BOARD.road[BOARD.key(one, other)] for one, other in pairwise(row)} == {"primary"}


@pytest.mark.rule("12.6c")
def test_in_forest_a_truck_pays_what_a_vehicle_of_infantry_pays():
    one, other = next(found for found in steps(("clear", "light_woods"), ("forest",), road="secondary"))
    game = column(TRUCKED, one, unit={"marker": "truck"})
    (moved,) = told(do(game, f"to {other}"), "moved")
    assert moved.data["points"] == 2


@pytest.mark.rule("12.6c")
def test_all_rules_of_strategic_movement_hold_for_trucks():
    foe = next(name for name in near(ROW[0]) if name != ROW[1])
    game = position(unit(TRUCKED, ROW[0], marker="truck"), unit("12SS-25", foe), side=ALLIED)
    assert f"move {TRUCKED}" not in legal(game, "move")  # it would begin in a zone of control
    do(game, f"take_off {TRUCKED}")
    assert f"move {TRUCKED}" in legal(game, "move")


@pytest.mark.rule("12.6c")
def test_a_unit_in_trucks_moves_in_no_other_way():
    game = column(TRUCKED, ROW[0], unit={"marker": "truck"})
    assert legal(game, "mode") == set()
    assert refused(game, "mode normal").rule == "12.6"
    assert refused(game, "mode tactical").rule == "12.6"


# 12.7


@pytest.mark.rule("12.7")
def test_markers_stay_until_the_owners_next_movement_phase():
    """Through the enemy's movement phase; then it is free for another unit at once."""
    game = position(unit(TANK, ROW[0], marker="SM"), unit("12SS-25", far_from(ROW[0])))
    assert game.state.units[TANK].marker == "SM"
    do(game, "end")
    assert game.state.units[TANK].marker == "SM"
    game = position(unit(TANK, ROW[0], marker="SM"), side=ALLIED)
    assert game.state.units[TANK].marker == "none"
    assert transport.free_markers(game.state, ALLIED) == 10


@pytest.mark.rule("12.7")
def test_one_who_uses_it_again_has_it_again():
    game = column(TANK, ROW[0], unit={"marker": "SM"})
    do(game, f"to {ROW[4]}")
    assert game.state.units[TANK].marker == "SM"


@pytest.mark.rule("12.7")
def test_trucks_come_off_in_the_next_phase_if_they_are_not_used():
    """Boarded in this phase they stay; left standing in the next one they go."""
    game = position(unit(TRUCKED, ROW[0]), unit("2-23", ROW[6], marker="truck"), side=ALLIED)
    do(game, f"board {TRUCKED}", "end")
    assert game.state.units[TRUCKED].marker == "truck"
    assert game.state.units["2-23"].marker == "none"


@pytest.mark.rule("12.7")
def test_trucks_that_were_used_stay():
    game = column(TRUCKED, ROW[0], unit={"marker": "truck"})
    do(game, f"to {ROW[4]}", "end", "end")
    assert game.state.units[TRUCKED].marker == "truck"


@pytest.mark.rule("12.7")
def test_trucks_may_be_left_at_once_and_used_for_another_unit():
    game = position(*crowd_trucks(10), unit(TRUCKED, ROW[3]), side=ALLIED)
    first = crowd_trucks(1)[0].id
    do(game, f"take_off {first}")
    assert f"board {TRUCKED}" in legal(game, "board")
    do(game, f"board {TRUCKED}")
    assert refused(game, f"take_off {TRUCKED}").rule == "11.1"


@pytest.mark.rule("12.7")
def test_the_german_takes_markers_off_in_his_artillery_supply_phase():
    units = unit("12SS-25", ROW[0], marker="SM"), unit("405VAK", FIELD, fired=True), unit("2-9", ROW[9], marker="SM")
    game = position(*units, phase="supply")
    assert "take_off 12SS-25" in legal(game)
    assert refused(game, "take_off 2-9").rule == "12.7"
    do(game, "take_off 12SS-25")
    assert game.state.units["12SS-25"].marker == "none"
    assert refused(game, "take_off 12SS-25").rule == "12.7"


# TA15


@pytest.mark.rule("12.4", "22.3")
def test_prime_movers_are_the_backs_of_the_markers():
    """Ambiguity 29: at most six markers in all, at most five prime movers."""
    guns = ["405VAK", "388VAK", "401VAK", "766VAK", "406VAK"]
    units = [unit(name, hex_, marker="PM") for name, hex_ in zip(guns, ROW[::2], strict=False)]
    state = position(*units).state
    assert transport.free_markers(state, GERMAN) == 1
    assert BOOK.charts.movement.prime_movers == {"6Pz": 2, "5Pz": 2, "7A": 1}
    assert sum(BOOK.charts.movement.prime_movers.values()) == 5


@pytest.mark.rule("22.3", "11.8")
def test_a_prime_mover_moves_artillery_five_points_at_vehicle_rates_or_two_hexes():
    game = position(unit("405VAK", ROW[0]), turn=5)
    do(game, "prime 405VAK", "move 405VAK")
    assert {f"to {name}" for name in ROW[1:11]} <= legal(game, "to")
    (moved,) = told(do(game.branch(), f"to {ROW[10]}"), "moved")
    assert moved.data["points"] == 5
    assert f"to {ROW[11]}" not in legal(game, "to")
    do(game, "mode tactical")
    assert max(GRID.distance(INDEX[text.split()[1]], INDEX[ROW[0]]) for text in legal(game, "to")) == 2


@pytest.mark.rule("22.3")
def test_each_army_has_its_own():
    game = position(unit("405VAK", ROW[0]), unit("388VAK", ROW[2]), unit("402VAK", ROW[4]), unit("401VAK", ROW[6]))
    do(game, "prime 405VAK", "prime 388VAK")
    assert legal(game, "prime") == {"prime 401VAK"}
    assert refused(game, "prime 402VAK").rule == "22.3"
