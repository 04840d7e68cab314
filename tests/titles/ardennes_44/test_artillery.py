"""Artillery: supply of ammunition (rule 5) and artillery units (rule 22, T3, T8, TA8)."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.titles.ardennes_44.kit import (
    ALLIED,
    BOOK,
    GERMAN,
    TITLE,
    at,
    do,
    legal,
    place,
    position,
    refused,
    told,
    unit,
)
from tests.titles.ardennes_44.logistics import around, at_distance, distance, plains, road_ways, run_to, step
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.titles.ardennes_44.rules.night_turn import NightTurn
from wargame_tui.titles.ardennes_44.rules.sequence import Turn
from wargame_tui.titles.ardennes_44.state import Unit

TARGET = "W2239"
"""A plain hex of the West map in the middle of others."""
FRONT = around(TARGET)
GERMAN_GUNS = ("388VAK", "402VAK", "405VAK", "401VAK", "766VAK", "406VAK", "408VAK")
"""Volksartillerie: not Nebelwerfer."""
ROCKETS = ("4NW", "9NW", "15NW", "16NW")
US_GUNS = ("V-187", "V-406", "VIII-333", "VIII-402", "VIII-422")


def fired(game: Game, *names: str) -> list[bool]:
    return [game.state.units[name].fired for name in names]


def spread(names: Sequence[str], **changes: Any) -> list[Unit]:
    """Units in plain hexes of their own, far from each other's enemies."""
    return [unit(name, hex_, **changes) for name, hex_ in zip(names, plains(), strict=False)]


# Artillery supply (5)


@pytest.mark.rule("5.1", "5.2", "22.5b")
def test_german_readies_three_fired_units_of_his_choice():
    game = position(*spread(GERMAN_GUNS[:5], fired=True), phase="supply")
    assert at(game, "artillery_supply")
    assert legal(game, "ready") == {f"ready {name}" for name in GERMAN_GUNS[:5]}
    do(game, "ready 388VAK", "ready 405VAK", "ready 766VAK")
    assert fired(game, *GERMAN_GUNS[:5]) == [False, True, False, True, False]
    assert step(game) == "movement"


@pytest.mark.rule("5.2")
def test_three_fired_units_are_readied_unasked():
    game = position(*spread(GERMAN_GUNS[:3], fired=True), phase="supply")
    assert fired(game, *GERMAN_GUNS[:3]) == [False] * 3
    assert step(game) == "movement"


@pytest.mark.rule("5.2")
def test_fourth_german_unit_is_refused():
    guns = spread(GERMAN_GUNS[:4], fired=True)
    game = position(*guns, unit("1SS-1Pz", "1129", marker="SM"), phase="supply")
    do(game, "ready 388VAK", "ready 402VAK", "ready 405VAK")
    assert at(game, "artillery_supply")
    assert refused(game, "ready 401VAK").rule == "5.2"


@pytest.mark.rule("5.1", "22.5b")
@pytest.mark.parametrize(
    ("command", "rule"), [("ready 1SS-1Pz", "5.1"), ("ready 408VAK", "5.1"), ("ready V-187", "5.1")]
)
def test_only_own_artillery_that_has_fired_is_readied(command: str, rule: str):
    others = [unit("408VAK", "1108"), unit("V-187", "1936", fired=True), unit("1SS-1Pz", "1129", fired=True)]
    game = position(*spread(GERMAN_GUNS[:4], fired=True), *others, phase="supply")
    assert refused(game, command).rule == rule


@pytest.mark.rule("5.2")
def test_artillery_supply_cannot_be_saved():
    game = position(*spread(GERMAN_GUNS[:4], fired=True), turn=3, phase="supply")
    do(game, "end")
    assert not any(not each for each in fired(game, *GERMAN_GUNS[:4]))
    run_to(game, "artillery_supply")
    assert game.state.turn == 4
    do(game, *(f"ready {name}" for name in GERMAN_GUNS[:3]))
    assert fired(game, *GERMAN_GUNS[:4]) == [False, False, False, True]
    assert step(game) == "movement"


@pytest.mark.rule("5.2", "22.5b", "5.3")
def test_allied_player_readies_all_eligible_artillery():
    game = position(*spread(US_GUNS, fired=True), side=ALLIED, phase="supply")
    assert fired(game, *US_GUNS) == [False] * 5
    assert set(told(game.opening, "readied")[0].data["units"]) == set(US_GUNS)


NOT_READIED: list[dict[str, Any]] = [{"status": "disrupted"}, {"status": "routed"}, {"oos": True}]


@pytest.mark.rule("5.3", "23.4d", "22.9e", "22.5b")
@pytest.mark.parametrize("why", NOT_READIED)
def test_disrupted_and_unsupplied_artillery_is_not_readied(why: dict[str, Any]):
    game = position(*spread(GERMAN_GUNS[:4], fired=True), unit("408VAK", "1108", fired=True, **why), phase="supply")
    assert refused(game, "ready 408VAK").rule == "5.3"
    allied = position(unit("V-187", "1936", fired=True, **why), side=ALLIED, phase="supply")
    assert fired(allied, "V-187") == [True]


@pytest.mark.rule("5.3", "22.5b")
def test_artillery_that_used_strategic_movement_is_not_readied():
    guns = [unit("V-187", "1936", fired=True, marker="SM"), unit("V-406", "1834", fired=True)]
    game = position(*guns, side=ALLIED, phase="supply")
    assert fired(game, "V-187", "V-406") == [True, False]


@pytest.mark.rule("5.3", "22.5b")
def test_artillery_next_to_the_enemy_or_engaged_is_readied():
    guns = [unit("V-187", "1936", fired=True), unit("V-406", "1834", fired=True, eng=True)]
    game = position(*guns, unit("277VG-989", around("1936")[0]), side=ALLIED, phase="supply")
    assert fired(game, "V-187", "V-406") == [False, False]
    german = [*spread(GERMAN_GUNS[:3], fired=True), unit("408VAK", "1108", fired=True, eng=True)]
    game = position(*german, unit("4-12-2", around("1108")[0]), phase="supply")
    do(game, "ready 408VAK")
    assert fired(game, "408VAK") == [False]


@pytest.mark.rule("5.4", "5.2", "22.5b")
def test_six_on_the_afternoon_of_the_16th():
    game = position(*spread(GERMAN_GUNS, fired=True), unit("1SS-1Pz", "1129", marker="SM"), turn=2, phase="supply")
    do(game, *(f"ready {name}" for name in GERMAN_GUNS[:6]))
    assert fired(game, *GERMAN_GUNS) == [False] * 6 + [True]
    assert refused(game, "ready 408VAK").rule == "5.2"


@pytest.mark.rule("5.1", "22.3e", "22.3d")
def test_prime_movers_return_and_strategic_movement_markers_may():
    tanks = [unit("1SS-1Pz", "1129", marker="SM"), unit("1SS-501", "1030", marker="SM")]
    towed = [unit("388VAK", "1132", marker="PM", fired=True), unit("408VAK", "1108", marker="PM")]
    game = position(*tanks, *towed, phase="supply")
    assert [game.state.units[name].marker for name in ("388VAK", "408VAK")] == ["none", "none"]
    assert at(game, "artillery_supply")
    do(game, "take_off 1SS-1Pz", "end")
    assert game.state.units["1SS-1Pz"].marker == "none"


@pytest.mark.rule("5.1", "5.3", "22.3e")
def test_artillery_that_was_towed_is_readied_in_the_same_phase():
    game = position(unit("388VAK", "1132", marker="PM", fired=True), phase="supply")
    assert fired(game, "388VAK") == [False]


@pytest.mark.rule("5.1")
def test_prime_movers_stay_on_in_the_allied_phase():
    game = position(unit("388VAK", "1132", marker="PM", fired=True), side=ALLIED, phase="supply")
    assert game.state.units["388VAK"].marker == "PM"
    assert fired(game, "388VAK") == [True]


# Moving (22.1 to 22.3)

WAY = next(road_ways("primary", 4, lambda hex_: BOOK.board.terrain[BOOK.board.index[hex_]] == "clear"))
"""Five hexes along a primary road in clear ground."""
OFF_ROAD = [hex_ for hex_ in plains() if BOOK.board.index[hex_] not in BOOK.board.on_road]
MEADOW = next(hex_ for hex_ in OFF_ROAD if all(other in OFF_ROAD for other in around(hex_)))
"""A plain hex without a road among others."""
BEYOND = next(hex_ for hex_ in at_distance(MEADOW, 2) if hex_ in OFF_ROAD)
"""Two hexes from it, as plain."""


@pytest.mark.rule("22.1", "22.1a", "22.5", "22.5a", "22.2")
def test_allied_artillery_stays_ready_for_one_hex_and_flips_for_two():
    game = position(unit("V-187", WAY[0]), side=ALLIED)
    do(game, "move V-187", f"to {WAY[1]}")
    assert fired(game, "V-187") == [False]
    game = position(unit("V-187", WAY[0]), side=ALLIED)
    do(game, "move V-187", "mode normal", f"to {WAY[2]}")
    assert place(game, "V-187") == WAY[2]
    assert fired(game, "V-187") == [True]


@pytest.mark.rule("22.1a", "22.2")
def test_one_hex_and_then_another_flips_too():
    game = position(unit("V-187", WAY[0]), side=ALLIED)
    do(game, "move V-187", "mode normal", f"to {WAY[1]}")
    assert fired(game, "V-187") == [False]
    do(game, f"to {WAY[2]}")
    assert fired(game, "V-187") == [True]


@pytest.mark.rule("22.1", "22.1a", "22.6")
def test_artillery_that_moved_gives_no_support_in_its_turn():
    hexes = at_distance(TARGET, 5)
    way = next((one, other) for one in hexes for other in at_distance(one, 2) if distance(TARGET, other) < 7)
    attack = [unit("99-394", FRONT[0]), unit("277VG-989", TARGET), unit("V-406", hexes[0])]
    game = position(unit("V-187", way[0]), *attack, side=ALLIED)
    do(game, "move V-187", "mode tactical", f"to {way[1]}")
    assert fired(game, "V-187") == [True]
    run_to(game, "combat")
    declare(game, "99-394")
    assert refused(game, "fire V-187").rule == "22.6"


@pytest.mark.rule("22.1b", "22.2c")
@pytest.mark.parametrize("name", ["388VAK", "408VAK"])
def test_german_artillery_does_not_move_without_a_prime_mover(name: str):
    game = position(unit(name, MEADOW))
    assert refused(game, f"move {name}").rule == "22.1"


@pytest.mark.rule("22.1b", "22.3", "22.3a", "22.3d", "22.1c")
@pytest.mark.parametrize("side_up", [False, True])
def test_prime_mover_gives_five_points_at_vehicle_rates_and_leaves_the_side_as_it_is(side_up: bool):
    game = position(unit("388VAK", MEADOW, fired=side_up))
    do(game, "prime 388VAK", "move 388VAK")
    reached = {text.split()[1] for text in legal(game, "to")}
    # clear ground costs a vehicle 2 points in mud: 5 points are two hexes, but for roads
    assert {*at_distance(MEADOW, 1), *at_distance(MEADOW, 2)} <= reached
    [moved] = told(do(game, f"to {BEYOND}"), "moved")
    assert moved.data["points"] == 4
    assert fired(game, "388VAK") == [side_up]
    assert game.state.units["388VAK"].marker == "PM"


@pytest.mark.rule("22.1c", "22.3")
def test_prime_mover_on_a_primary_road_goes_ten_hexes():
    way = next(road_ways("primary", 11))
    game = position(unit("388VAK", way[0]), turn=21)
    do(game, "prime 388VAK", "move 388VAK")
    assert f"to {way[10]}" in legal(game)
    assert f"to {way[11]}" not in legal(game)


@pytest.mark.rule("22.1c")
def test_artillery_on_the_move_enters_woods_by_road_only():
    board = BOOK.board
    pair = next(
        (board.names[hex_], board.names[other])
        for hex_ in range(board.grid.size)
        if board.terrain[hex_] == "clear"
        for turn, other in enumerate(board.grid.neighbours[hex_])
        if other is not None
        and board.terrain[other] == "forest"
        and board.road[6 * hex_ + turn] is None
        and not board.water[6 * hex_ + turn]
    )
    gun = position(unit("388VAK", pair[0], marker="PM"))
    assert f"to {pair[1]}" not in _ways_of(gun, "388VAK", "tactical")
    gun = position(unit("V-187", pair[0], fired=True), side=ALLIED)
    assert f"to {pair[1]}" not in _ways_of(gun, "V-187", "tactical")


def _ways_of(game: Game, name: str, mode: str) -> set[str]:
    do(game, f"move {name}")
    if f"mode {mode}" in legal(game):
        do(game, f"mode {mode}")
    return legal(game, "to")


@pytest.mark.rule("22.1c")
def test_allied_artillery_on_its_fired_side_moves_at_vehicle_rates():
    game = position(unit("V-187", MEADOW, fired=True), side=ALLIED)
    do(game, "move V-187")
    [moved] = told(do(game, f"to {BEYOND}"), "moved")
    assert moved.data["points"] == 4


@pytest.mark.rule("22.1d", "22.3c")
def test_strategic_movement_is_for_allied_artillery_only():
    game = position(unit("V-187", WAY[0], fired=True), side=ALLIED)
    do(game, "move V-187", "mode strategic", f"to {WAY[4]}")
    assert game.state.units["V-187"].marker == "SM"
    game = position(unit("388VAK", WAY[0]))
    do(game, "prime 388VAK", "move 388VAK")
    assert refused(game, "mode strategic").rule in ("22.1", "22.3")


@pytest.mark.rule("22.2", "22.2a", "22.2b")
@pytest.mark.parametrize(("name", "side"), [("4NW", GERMAN), ("V-187", ALLIED)])
def test_shift_of_position_is_one_hex_and_keeps_the_ready_side(name: str, side: Any):
    way = next(road_ways("primary", 2))
    game = position(unit(name, way[0]), side=side)
    do(game, f"move {name}")
    if "mode shift" in legal(game):
        do(game, "mode shift")
    assert legal(game, "to") <= {f"to {hex_}" for hex_ in around(way[0])}
    assert refused(game, f"to {way[2]}")
    do(game, f"to {way[1]}")
    assert (place(game, name), fired(game, name)) == (way[1], [False])
    assert f"to {way[2]}" not in legal(game)
    assert refused(game, f"move {name}")


@pytest.mark.rule("22.2a")
def test_shift_costs_nothing_whatever_the_ground():
    """Light woods cost a vehicle 3 points in mud; the allowance of the counter is 1."""
    board = BOOK.board
    woods = next(
        (hex_, other)
        for hex_ in plains_edge()
        for other in around(hex_)
        if board.terrain[board.index[other]] == "light_woods" and _is_open(hex_, other)
    )
    for name, side in (("4NW", GERMAN), ("V-187", ALLIED)):
        game = position(unit(name, woods[0]), side=side)
        assert f"to {woods[1]}" in _ways_of(game, name, "shift")


def plains_edge() -> list[str]:
    """Clear hexes without buildings."""
    board = BOOK.board
    return [
        name
        for hex_, name in enumerate(board.names)
        if board.terrain[hex_] == "clear" and hex_ not in board.built and hex_ not in board.on_road
    ]


def _is_open(one: str, other: str) -> bool:
    board = BOOK.board
    key = board.key(board.index[one], board.index[other])
    return board.water[key] is None and board.road[key] is None and board.index[other] not in board.built


@pytest.mark.rule("22.2a")
def test_shift_goes_nowhere_where_the_unit_could_not_go_at_all():
    board = BOOK.board
    river = next(
        (board.names[hex_], board.names[other])
        for hex_ in range(board.grid.size)
        for turn, other in enumerate(board.grid.neighbours[hex_])
        if other is not None and board.water[6 * hex_ + turn] == "river" and not board.bridge[6 * hex_ + turn]
    )
    game = position(unit("4NW", river[0]))
    assert f"to {river[1]}" not in _ways_of(game, "4NW", "shift")


@pytest.mark.rule("22.2")
def test_fired_rockets_shift_and_stay_fired_but_fired_us_guns_have_no_shift():
    """Ambiguity A-34."""
    game = position(unit("4NW", MEADOW, fired=True))
    goal = around(MEADOW)[0]
    assert f"to {goal}" in _ways_of(game, "4NW", "shift")
    do(game, f"to {goal}")
    assert fired(game, "4NW") == [True]
    game = position(unit("V-187", MEADOW, fired=True), side=ALLIED)
    do(game, "move V-187")
    assert refused(game, "mode shift").rule == "22.2"


@pytest.mark.rule("22.3", "22.3f")
@pytest.mark.parametrize(
    ("army", "guns", "most"),
    [
        ("6Pz", ("388VAK", "402VAK", "405VAK"), 2),
        ("5Pz", ("401VAK", "766VAK", "15NW"), 2),
        ("7A", ("406VAK", "408VAK"), 1),
    ],
)
def test_each_army_has_its_own_prime_movers(army: str, guns: Sequence[str], most: int):
    assert {BOOK.pieces[name].army for name in guns} == {army}
    others = [name for name in (*GERMAN_GUNS, *ROCKETS) if BOOK.pieces[name].army != army]
    game = position(*spread([*guns, *others]))
    do(game, *(f"prime {name}" for name in guns[:most]))
    assert refused(game, f"prime {guns[most]}").rule == "22.3"
    assert any(f"prime {name}" in legal(game) for name in others)


@pytest.mark.rule("22.3", "22.3f")
def test_five_prime_movers_in_all_leave_one_strategic_movement():
    guns = ("388VAK", "402VAK", "401VAK", "766VAK", "406VAK")
    tanks = [unit("1SS-1Pz", WAY[0]), unit("2Pz-3-1", "0112")]
    game = position(*spread(guns), *tanks, turn=6)
    do(game, *(f"prime {name}" for name in guns))
    do(game, "move 1SS-1Pz", "mode strategic", f"to {WAY[3]}", "end")
    do(game, "move 2Pz-3-1")
    assert refused(game, "mode strategic").rule == "12.4"


@pytest.mark.rule("22.3f")
def test_prime_mover_needs_a_free_strategic_movement_marker():
    """Markers of the last turn come off as the phase begins, so all six are used in this one."""
    ways = list(road_ways("primary", 3, lambda hex_: BOOK.board.terrain[BOOK.board.index[hex_]] == "clear"))
    chosen: list[list[str]] = []
    for way in ways:
        if all(distance(a, b) > 2 for other in chosen for a in way for b in other):
            chosen.append(way)
    tanks = ("1SS-1Pz", "1SS-501", "2Pz-3-1", "2Pz-3-2", "116Pz-16-1", "116Pz-16-2")
    units = [unit(name, way[0]) for name, way in zip(tanks, chosen, strict=False)]
    game = position(*units, unit("388VAK", TARGET), turn=6)
    for name, way in zip(tanks, chosen, strict=False):
        do(game, f"move {name}", "mode strategic", f"to {way[1]}")
        if not at(game, "movement"):
            do(game, "end")
    assert refused(game, "prime 388VAK").rule == "12.4"


@pytest.mark.rule("22.3")
@pytest.mark.parametrize("name", ["1SS-1Pz", "V-187"])
def test_prime_movers_are_for_german_artillery(name: str):
    game = position(unit("1SS-1Pz", MEADOW), unit("V-187", "1936"))
    assert refused(game, f"prime {name}").rule in ("22.3", "12.4")


@pytest.mark.rule("22.3b")
def test_towed_artillery_may_move_two_hexes_tactically():
    game = position(unit("388VAK", MEADOW, marker="PM"))
    assert _ways_of(game, "388VAK", "tactical") == {
        f"to {hex_}" for hex_ in (*at_distance(MEADOW, 1), *at_distance(MEADOW, 2))
    }


# Combat (22.4 to 22.9)


def stage(game: Game) -> str:
    return str(game.state.stack[-1].stage) if at(game, "battle") else ""


def declare(game: Game, *names: str, target: str = TARGET) -> list[Event]:
    """Attack a hex with units, up to the first question of the combat."""
    return do(game, f"attack {target}", *(f"with {name}" for name in names), "roll")


def fire(game: Game, *names: str) -> list[Event]:
    """Guns support, and no others."""
    here = stage(game)
    events = do(game, *(f"fire {name}" for name in names))
    return events + (do(game, "roll") if stage(game) == here else [])


def battle(*units: Unit, dice: Sequence[int] = (), side: Any = GERMAN, turn: int = 3, **more: Any) -> Game:
    return position(*units, side=side, turn=turn, phase="combat", dice=dice, **more)


def shifts(events: Sequence[Event]) -> dict[str, int]:
    """The shifts of a combat by their rule."""
    [combat] = told(events, "combat")
    return {rule: value for _, value, rule in combat.data["shifts"]}


NEAR = at_distance(TARGET, 4)
"""Hexes for guns, in range and next to nobody."""
INFANTRY = [unit("277VG-989", FRONT[0]), unit("106-422", TARGET)]


@pytest.mark.rule("22.4", "2.2b")
@pytest.mark.parametrize(("name", "range_"), [("402VAK", 6), ("4NW", 3)])
def test_range_counts_the_target_hex(name: str, range_: int):
    assert BOOK.pieces[name].entry.range == range_
    for hexes, in_range in ((range_, True), (range_ + 1, False)):
        gun = unit(name, next(hex_ for hex_ in at_distance(TARGET, hexes)))
        game = battle(*INFANTRY, unit("388VAK", NEAR[0]), gun)
        declare(game, "277VG-989")
        assert stage(game) == "support"
        if in_range:
            do(game, f"fire {name}")
        else:
            assert refused(game, f"fire {name}").rule == "22.4"


@pytest.mark.rule("22.4")
@pytest.mark.parametrize(("hexes", "in_range"), [(6, True), (7, False)])
def test_defender_traces_to_the_attacked_hex_too(hexes: int, in_range: bool):
    guns = [unit("V-406", NEAR[0]), unit("V-187", at_distance(TARGET, hexes)[0])]
    game = battle(*INFANTRY, *guns)
    declare(game, "277VG-989")
    assert (stage(game), game.side) == ("defence", ALLIED)
    if in_range:
        do(game, "fire V-187")
    else:
        assert refused(game, "fire V-187").rule == "22.4"


@pytest.mark.rule("22.5")
def test_every_artillery_unit_has_one_step():
    guns = [piece for piece in BOOK.pieces.values() if piece.artillery]
    assert len(guns) > 20
    assert {piece.steps for piece in guns} == {1}


@pytest.mark.rule("22.5c", "5.1")
def test_artillery_is_ready_at_start_and_arrives_fired():
    game = Game(TITLE, "ardennes_44/campaign", 1, {"undo": "free"})
    do(game, "historical")
    assert not any(each.fired for each in game.state.units.values())
    gun = unit("VIII-174", "off", due=2)
    game = position(gun, turn=2, side=ALLIED)
    do(game, "enter VIII-174 B normal")
    assert fired(game, "VIII-174") == [True]


@pytest.mark.rule("22.6", "22.5a", "22.7")
def test_firing_flips_the_guns():
    game = battle(*INFANTRY, unit("388VAK", NEAR[0]), unit("402VAK", NEAR[1]), dice=[6])
    declare(game, "277VG-989")
    do(game, "fire 388VAK", "roll")
    assert fired(game, "388VAK", "402VAK") == [True, False]


CANNOT: list[tuple[dict[str, Any], str]] = [
    ({"fired": True}, "22.6"),
    ({"eng": True}, "22.6"),
    ({"status": "disrupted"}, "22.6"),
    ({"status": "routed"}, "22.6"),
]


@pytest.mark.rule("22.6", "22.3d", "22.3h")
@pytest.mark.parametrize(("why", "rule"), [*CANNOT, ({"marker": "PM"}, "22.3")])
def test_attackers_gun_that_gives_no_support(why: dict[str, Any], rule: str):
    game = battle(*INFANTRY, unit("388VAK", NEAR[0]), unit("402VAK", NEAR[1], **why))
    declare(game, "277VG-989")
    assert legal(game, "fire") == {"fire 388VAK"}
    assert refused(game, "fire 402VAK").rule == rule


@pytest.mark.rule("22.6")
@pytest.mark.parametrize(("why", "rule"), CANNOT)
def test_defenders_gun_that_gives_no_support(why: dict[str, Any], rule: str):
    game = battle(*INFANTRY, unit("V-187", NEAR[0]), unit("V-406", NEAR[1], **why))
    declare(game, "277VG-989")
    assert legal(game, "fire") == {"fire V-187"}
    assert refused(game, "fire V-406").rule == rule


@pytest.mark.rule("22.6", "23.4d", "22.9e")
def test_unsupplied_artillery_that_is_ready_may_fire():
    game = battle(*INFANTRY, unit("388VAK", NEAR[0], oos=True), unit("V-187", NEAR[3], oos=True))
    declare(game, "277VG-989")
    fire(game, "388VAK")
    do(game, "fire V-187")


@pytest.mark.rule("22.6a")
def test_a_gun_supports_one_combat_only():
    other = next(hex_ for hex_ in at_distance(TARGET, 4) if is_apart(hex_))
    beside = next(hex_ for hex_ in around(other) if distance(hex_, TARGET) > 3)
    second = [unit("277VG-990", beside), unit("106-423", other)]
    guns = [unit("388VAK", at_distance(TARGET, 2)[0]), unit("402VAK", at_distance(TARGET, 2)[1])]
    game = battle(*INFANTRY, *second, *guns, dice=[6])
    declare(game, "277VG-989")
    do(game, "fire 388VAK", "roll")
    run_to(game, "combat")
    declare(game, "277VG-990", target=other)
    assert legal(game, "fire") == {"fire 402VAK"}
    assert refused(game, "fire 388VAK").rule == "22.6"


def is_apart(hex_: str) -> bool:
    return distance(hex_, FRONT[0]) > 3


@pytest.mark.rule("22.6b")
def test_two_guns_a_side_and_combat():
    german = [unit(name, hex_) for name, hex_ in zip(GERMAN_GUNS[:3], NEAR, strict=False)]
    allied = [unit(name, hex_) for name, hex_ in zip(US_GUNS[:3], NEAR[5:], strict=False)]
    game = battle(*INFANTRY, *german, *allied, turn=16)
    do(game, f"attack {TARGET}", "with 277VG-989", "roll", "fire 388VAK", "fire 402VAK")
    # with both named there is nothing left to choose
    assert stage(game) == "defence"
    do(game, "fire V-187", "fire V-406")
    assert fired(game, *GERMAN_GUNS[:3]) == [True, True, False]
    assert fired(game, *US_GUNS[:3]) == [True, True, False]


@pytest.mark.rule("22.6b")
def test_third_gun_is_refused_while_an_air_marker_keeps_the_question_open():
    german = [unit("277VG-989", TARGET), unit("99-394", FRONT[0])]
    guns = [unit(name, hex_) for name, hex_ in zip(US_GUNS[:3], NEAR, strict=False)]
    game = battle(*german, *guns, side=ALLIED, turn=16, now={"air": 1})
    declare(game, "99-394")
    do(game, "fire V-187", "fire V-406")
    assert stage(game) == "support"
    assert refused(game, "fire VIII-333").rule == "22.6"
    assert refused(game, "fire V-187").rule == "22.6"


@pytest.mark.rule("22.6c")
def test_attacker_declares_first():
    game = battle(*INFANTRY, unit("388VAK", NEAR[0]), unit("V-187", NEAR[5]))
    declare(game, "277VG-989")
    assert (stage(game), game.side) == ("support", GERMAN)
    fire(game, "388VAK")
    assert (stage(game), game.side) == ("defence", ALLIED)


@pytest.mark.rule("22.6d")
def test_army_and_corps_do_not_matter_after_the_first_turn():
    assert BOOK.pieces["408VAK"].army != BOOK.pieces["277VG-989"].army
    game = battle(*INFANTRY, unit("408VAK", NEAR[0]), unit("VIII-333", NEAR[5]))
    declare(game, "277VG-989")
    fire(game, "408VAK")
    assert "fire VIII-333" in legal(game)


@pytest.mark.rule("22.6d")
def test_british_guns_support_british_units_only():
    """27.3, A-27."""
    guns = [unit("XXX-4AGRA", NEAR[5]), unit("V-187", NEAR[6])]
    game = battle(unit("277VG-989", FRONT[0]), unit("43-129", TARGET), *guns, turn=16)
    declare(game, "277VG-989")
    assert legal(game, "fire") == {"fire XXX-4AGRA"}
    assert refused(game, "fire V-187").rule == "27.3"


@pytest.mark.rule("22.6e")
def test_guns_are_outside_the_limit_of_two_divisions():
    attackers = [
        unit("277VG-989", FRONT[0]),
        unit("12VG-27", FRONT[1]),
        unit("388VAK", NEAR[0]),
        unit("408VAK", NEAR[1]),
    ]
    game = battle(*attackers, unit("106-422", TARGET), dice=[6])
    declare(game, "277VG-989", "12VG-27")
    assert legal(game, "fire") == {"fire 388VAK", "fire 408VAK"}


@pytest.mark.rule("22.7")
@pytest.mark.parametrize("number", [1, 2])
def test_each_supporting_gun_shifts_right_by_one(number: int):
    guns = [unit(name, hex_) for name, hex_ in zip(GERMAN_GUNS[:number], NEAR, strict=False)]
    game = battle(*INFANTRY, *guns, dice=[6])
    declare(game, "277VG-989")
    events = fire(game, *GERMAN_GUNS[:number])
    assert shifts(events) == {"22.7": number}


def defended(number: int, dice: Sequence[int], side: Any = GERMAN) -> tuple[Game, list[Event]]:
    """An attack by two regiments on a hex that guns defend."""
    names = US_GUNS if side == GERMAN else GERMAN_GUNS
    strong = ("277VG-989", "277VG-990") if side == GERMAN else ("99-394", "99-393")
    weak = "106-422" if side == GERMAN else "12VG-27"
    guns = [unit(name, hex_) for name, hex_ in zip(names[:number], NEAR[8:], strict=False)]
    attackers = [unit(name, hex_) for name, hex_ in zip(strong, FRONT, strict=False)]
    game = battle(*attackers, *guns, unit(weak, TARGET), dice=dice, side=side)
    events = declare(game, *strong)
    return game, events + fire(game, *names[:number])


@pytest.mark.rule("22.8", "22.8a")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_one_die_for_the_defenders_guns_and_one_less_for_two(side: Any):
    for number, value in ((1, 0), (2, -1)):
        game, events = defended(number, [4, 5], side)
        [shelling] = told(events, "shelling")
        assert shelling.data["die"] == 4
        assert sum(entry[1] for entry in shelling.data["modifiers"]) == value
        assert told(events, "combat")[0].data["die"] == 5
        names = US_GUNS if side == GERMAN else GERMAN_GUNS
        assert fired(game, *names[:number]) == [True] * number


@pytest.mark.rule("22.8", "22.8b")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
@pytest.mark.parametrize("die", [2, 3, 4, 5, 6])
def test_result_is_so_many_shifts_left(side: Any, die: int):
    _, events = defended(1, [die, 5], side)
    result = told(events, "shelling")[0].data["result"]
    assert result in (0, 1, 2)
    assert shifts(events).get("22.8", 0) == -result
    _, events = defended(2, [die + 1, 5] if die < 6 else [die, 5], side)
    if die < 6:
        assert told(events, "shelling")[0].data["result"] == result


@pytest.mark.rule("22.8", "22.8b")
def test_defensive_artillery_table_has_shifts_of_two_and_one():
    for side in (GERMAN, ALLIED):
        table = BOOK.charts.combat.defensive_artillery[side]
        assert {1, 2} <= set(table)
        numbers = [value for value in table if value != "ToT"]
        assert numbers == sorted(numbers, reverse=True)


@pytest.mark.rule("22.8a")
def test_guns_flip_even_when_they_do_nothing():
    game, events = defended(1, [6, 5])
    assert told(events, "shelling")[0].data["result"] == 0
    assert fired(game, "V-187") == [True]


@pytest.mark.rule("22.8c", "22.8", "22.8a")
@pytest.mark.parametrize(("number", "die"), [(1, 1), (2, 1), (2, 2)])
def test_time_on_target_costs_a_step_of_the_attackers_choice_and_ends_the_attack(number: int, die: int):
    """Example E22-2."""
    game, events = defended(number, [die])
    assert told(events, "shelling")[0].data["result"] == "ToT"
    assert game.side == GERMAN
    assert legal(game, "lose") == {"lose 277VG-989", "lose 277VG-990"}
    events = do(game, "lose 277VG-990")
    assert not told(events, "combat")
    units = game.state.units
    assert (units["277VG-989"].reduced, units["277VG-990"].reduced) == (False, True)
    assert not units["277VG-989"].eng
    assert not units["106-422"].eng
    assert place(game, "106-422") == TARGET
    assert fired(game, *US_GUNS[:number]) == [True] * number
    # it counts as an attack that was made
    assert step(game) != "combat" or not legal(game, "attack")


@pytest.mark.rule("22.8c")
def test_time_on_target_is_for_the_allies_only():
    assert "ToT" not in BOOK.charts.combat.defensive_artillery[GERMAN]
    assert BOOK.charts.combat.defensive_artillery[ALLIED].count("ToT") == 1
    for number, die in ((1, 1), (2, 2), (2, 1)):
        _, events = defended(number, [die, 5], ALLIED)
        assert told(events, "shelling")[0].data["result"] in (0, 1, 2)
        assert told(events, "combat")


@pytest.mark.rule("22.9")
def test_artillery_does_not_attack():
    game = battle(unit("388VAK", FRONT[0]), unit("277VG-989", FRONT[1]), unit("106-422", TARGET))
    do(game, f"attack {TARGET}")
    assert refused(game, "with 388VAK").rule == "22.9"
    game = battle(unit("388VAK", FRONT[0]), unit("106-422", TARGET))
    assert not at(game, "combat")


@pytest.mark.rule("22.9a", "22.9e", "2.2b")
@pytest.mark.parametrize(("name", "side", "enemy"), [("V-187", GERMAN, "277VG-989"), ("388VAK", ALLIED, "99-394")])
def test_attacked_artillery_has_its_printed_defence_and_no_bonus(name: str, side: Any, enemy: str):
    board = BOOK.board
    village = next(
        board.names[hex_] for hex_, kind in board.built.items() if kind == "town" and board.terrain[hex_] == "clear"
    )
    beside = next(hex_ for hex_ in around(village) if _is_open(village, hex_))
    guns = ("V-187", "V-406") if side == GERMAN else ("388VAK", "402VAK")
    game = battle(
        unit(enemy, beside), unit(guns[0], village), unit(guns[1], at_distance(village, 4)[0]), side=side, dice=[6, 6]
    )
    declare(game, enemy, target=village)
    assert stage(game) == "defence"
    assert refused(game, f"fire {name}").rule == "22.9"
    [combat] = told(do(game, "roll"), "combat")
    assert combat.data["defence"] == BOOK.pieces[name].defence[0]


@pytest.mark.rule("22.9b", "22.9c")
def test_artillery_next_to_the_enemy_defends_another_hex_and_then_itself():
    target = FRONT[3]
    attackers = [
        unit("277VG-989", FRONT[0]),
        unit("277VG-990", next(h for h in around(target) if distance(h, TARGET) == 2)),
    ]
    game = battle(*attackers, unit("106-422", TARGET), unit("V-187", target), dice=[6, 6, 6])
    declare(game, "277VG-989")
    events = fire(game, "V-187")
    assert shifts(events) == {}
    run_to(game, "combat")
    events = declare(game, "277VG-990", target=target)
    assert told(events, "combat")[0].data["defence"] == BOOK.pieces["V-187"].defence[0]


@pytest.mark.rule("22.9d", "22.6")
def test_artillery_that_was_engaged_first_gives_no_more_support():
    target = FRONT[3]
    attackers = [
        unit("277VG-989", FRONT[0]),
        unit("277VG-990", next(h for h in around(target) if distance(h, TARGET) == 2)),
    ]
    guns = [unit("V-187", target), unit("V-406", NEAR[9])]
    # 4 against 2 are 2-1, where a five is Eng
    game = battle(*attackers, unit("106-422", TARGET), *guns, dice=[5])
    declare(game, "277VG-990", target=target)
    if stage(game) == "defence":
        do(game, "roll")
    run_to(game, "combat")
    assert game.state.units["V-187"].eng
    declare(game, "277VG-989")
    assert refused(game, "fire V-187").rule == "22.6"


@pytest.mark.rule("22.9e")
def test_artillery_has_a_zone_of_control():
    start, middle, goal = (
        MEADOW,
        around(MEADOW)[0],
        next(h for h in at_distance(MEADOW, 2) if h in around(around(MEADOW)[0])),
    )
    gun = next(hex_ for hex_ in around(middle) if distance(hex_, start) == 2 and hex_ != goal)
    assert gun in around(middle)
    game = position(unit("12VG-27", start), unit("V-187", gun))
    do(game, "move 12VG-27", f"to {middle}")
    assert not at(game, "moving")
    assert place(game, "12VG-27") == middle


@pytest.mark.rule("22.3g", "22.9e", "22.5a")
def test_german_artillery_that_retreats_two_hexes_needs_its_prime_mover():
    """17.7, A-24."""
    assert place(retreat_by_two("none"), "388VAK") == "eliminated"
    game = retreat_by_two("PM")
    assert distance(place(game, "388VAK"), TARGET) == 2
    assert fired(game, "388VAK") == [True]


def retreat_by_two(marker: Any) -> Game:
    """DR2 against an artillery unit: 12 against 2, with an Allied gun 7-1, on a six."""
    units = [unit("2-9", FRONT[0]), unit("2-38", FRONT[1]), unit("V-187", NEAR[0])]
    game = battle(*units, unit("388VAK", TARGET, marker=marker), side=ALLIED, dice=[6])
    declare(game, "2-9", "2-38")
    events = fire(game, "V-187")
    assert told(events, "combat")[0].data["result"] == "DR2"
    while at(game, "retreating"):
        do(game, min(legal(game, "retreat")))
    return game


@pytest.mark.rule("22.3h")
def test_disrupted_artillery_keeps_its_prime_mover():
    game = retreat_by_two("PM")
    gun = game.state.units["388VAK"]
    assert (gun.status, gun.marker) == ("disrupted", "PM")


@pytest.mark.rule("22.9e", "22.5a")
def test_allied_artillery_that_retreats_is_flipped():
    units = [unit("2Pz-304", FRONT[0]), unit("2Pz-2", FRONT[1]), unit("388VAK", NEAR[0])]
    game = battle(*units, unit("V-187", TARGET), dice=[6])
    declare(game, "2Pz-304", "2Pz-2")
    fire(game, "388VAK")
    while at(game, "retreating"):
        do(game, min(legal(game, "retreat")))
    gun = game.state.units["V-187"]
    assert (gun.fired, gun.status) == (True, "disrupted")


@pytest.mark.rule("22.9f", "29.4")
@pytest.mark.parametrize(
    ("turn", "able"), [(1, {"fire V-187", "fire V-406"}), (2, {"fire V-187", "fire V-406", "fire VIII-333"})]
)
def test_on_the_first_turn_only_the_guns_near_monschau_defend(turn: int, able: set[str]):
    guns = [unit(name, hex_) for name, hex_ in zip(US_GUNS[:3], NEAR, strict=False)]
    game = battle(*INFANTRY, *guns, turn=turn)
    declare(game, "277VG-989")
    assert legal(game, "fire") == able
    if turn == 1:
        assert refused(game, "fire VIII-333").rule == "29.4"


@pytest.mark.rule("22.9g")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_ready_artillery_supports_at_night_without_a_marker(side: Any):
    marked = unit("277VG-989", FRONT[0], night=True) if side == GERMAN else unit("99-394", FRONT[0], night=True)
    other = unit("106-422", TARGET) if side == GERMAN else unit("12VG-27", TARGET)
    guns = [unit("388VAK", NEAR[0]), unit("V-187", NEAR[9])]
    stack = [Turn(4, "end"), NightTurn(f"{side} combat")]  # type: ignore[arg-type]
    game = position(marked, other, *guns, turn=4, night=True, side=side, stack=stack)
    declare(game, marked.id)
    own, foe = ("388VAK", "V-187") if side == GERMAN else ("V-187", "388VAK")
    assert legal(game, "fire") == {f"fire {own}"}
    fire(game, own)
    assert legal(game, "fire") == {f"fire {foe}"}


@pytest.mark.rule("22.9g")
def test_guns_in_the_box_of_the_sector_support_an_attack_onto_the_map():
    """13.5: from off the map beside entry hex A, whose box is the south-east one."""
    units = [unit("10Arm-CCA", "SE"), unit("277VG-989", "1601"), unit("III-193", "SE"), unit("III-203", "SW")]
    game = battle(*units, side=ALLIED, turn=6, dice=[6])
    do(game, "stage A", "with 10Arm-CCA", "roll")
    assert legal(game, "fire") == {"fire III-193"}
    assert refused(game, "fire III-203").rule in ("13.5", "22.6")
    assert shifts(fire(game, "III-193"))["22.7"] == 1


@pytest.mark.rule("22.9g")
def test_guns_support_breakthrough_combat():
    """14 against 2 with a one: D1*, then the group attacks again (19.4)."""
    second = next(hex_ for hex_ in FRONT if min(distance(hex_, each) for each in FRONT[:2]) > 1)
    units = [unit("12SS-25", FRONT[0]), unit("1SS-1PzG", FRONT[1]), unit("28-109-1", TARGET), unit("28-109-2", second)]
    game = battle(*units, unit("388VAK", NEAR[0]), dice=[1, 6])
    declare(game, "12SS-25", "1SS-1PzG")
    do(game, "roll")
    while not at(game, "advancing"):
        do(game, min(legal(game)))
    do(game, f"advance 12SS-25 {TARGET}", "end")
    do(game, next(text for text in legal(game, "breakthrough") if text.endswith(second)))
    if stage(game) == "declare":
        choices = legal(game)
        do(game, *(["with 12SS-25"] if "with 12SS-25" in choices else []), "roll")
    assert stage(game) == "support"
    do(game, "fire 388VAK")
    assert fired(game, "388VAK") == [True]


@pytest.mark.rule("22.9g")
def test_no_guns_in_a_counterattack():
    """16.7."""
    from wargame_tui.titles.ardennes_44.rules.battle import Battle

    fight = Battle(TARGET, GERMAN, "counter", ("277VG-989",), attackers=("277VG-989",))
    units = [*INFANTRY, unit("388VAK", NEAR[0]), unit("V-187", NEAR[9])]
    game = position(*units, stack=[Turn(3, "Allied"), fight], dice=[6])
    do(game, "roll")
    assert fired(game, "388VAK", "V-187") == [False, False]
    assert stage(game) not in ("support", "defence")
