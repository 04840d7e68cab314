"""Traffic markers, congestion hexes, roadblocks (rule 24)."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.titles.ardennes_44.kit import (
    ALLIED,
    BOARD,
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
from tests.titles.ardennes_44.logistics import (
    INDEX,
    NAMES,
    Line,
    around,
    at_distance,
    distance,
    plains,
    road_kind,
    road_ways,
    run_to,
)
from wargame_tui.core.game import Game
from wargame_tui.titles.ardennes_44.printed.book import enemy
from wargame_tui.titles.ardennes_44.rules.advance import Advancing
from wargame_tui.titles.ardennes_44.rules.night_turn import NightTurn
from wargame_tui.titles.ardennes_44.rules.sequence import Turn
from wargame_tui.titles.ardennes_44.state import Unit

SIDES = (GERMAN, ALLIED)
MINE = {GERMAN: "277VG-989", ALLIED: "99-394"}
TANK = {GERMAN: "1SS-1Pz", ALLIED: "709Tnk"}
MEADOW = next(hex_ for hex_ in plains(lambda hex_: hex_.startswith("W") and INDEX[hex_] not in BOARD.on_road))
PLAIN = around(MEADOW)[0]
"""Two plain hexes; the second one without a road too, or entered off it."""
CONGESTION = ("2026", "1926", "2025")


def markers(**placed: str) -> dict[str, str | None]:
    """All traffic markers, some of them on the map."""
    return {f"{side}{number}": placed.get(f"{side}{number}") for side in SIDES for number in range(1, 7)}


def blocks(**placed: str) -> dict[str, str | None]:
    """All roadblocks, some of them on the map."""
    return {f"{side}{number}": placed.get(f"{side}{number}") for side in SIDES for number in (1, 2)}


def phase(*units: Unit, side: Any = ALLIED, turn: int = 3, dice: Sequence[int] = (), **changes: Any) -> Game:
    """The traffic phase of a side."""
    return position(*units, side=side, turn=turn, phase="traffic", dice=dice, **changes)


def cost(name: str, way: Sequence[str], mode: str = "normal", turn: int = 6, **changes: Any) -> float:
    """What a unit pays from the first hex of a way to the last one."""
    game = position(unit(name, way[0]), side=BOOK.pieces[name].side, turn=turn, **changes)
    do(game, f"move {name}")
    if f"mode {mode}" in legal(game):
        do(game, f"mode {mode}")
    [moved] = told(do(game, f"to {way[-1]}"), "moved")
    assert moved.data["path"] == list(way[1:])
    return float(moved.data["points"])


# What a marker does (24.1, 24.2)


@pytest.mark.rule("24.1", "24.2")
@pytest.mark.parametrize("side", SIDES)
def test_two_points_more_for_the_enemy_and_nothing_for_the_own_side(side: Any):
    way = [MEADOW, PLAIN]
    theirs, ours = f"{enemy(side)}1", f"{side}1"
    free = cost(MINE[side], way)
    assert cost(MINE[side], way, traffic=markers(**{theirs: PLAIN})) == free + 2
    assert cost(MINE[side], way, traffic=markers(**{ours: PLAIN})) == free
    assert cost(MINE[side], way, traffic=markers(**{theirs: MEADOW})) == free


@pytest.mark.rule("24.2", "24.1")
@pytest.mark.parametrize("side", SIDES)
def test_on_a_road_too(side: Any):
    way = next(road_ways("primary", 1, lambda hex_: BOARD.terrain[INDEX[hex_]] == "clear"))
    free = cost(TANK[side], way)
    assert free == 0.5
    assert cost(TANK[side], way, traffic=markers(**{f"{enemy(side)}3": way[1]})) == 2.5


@pytest.mark.rule("24.2")
@pytest.mark.parametrize("side", SIDES)
def test_forest_road_with_a_marker_costs_four(side: Any):
    """Examples E24-2, E11."""

    def fits(hex_: str) -> bool:
        return INDEX[hex_] not in BOARD.built and len(BOARD.grid.near[INDEX[hex_]]) == 6

    way = next(
        way
        for way in road_ways("secondary", 1, fits)
        if BOARD.terrain[INDEX[way[1]]] == "forest" and BOARD.terrain[INDEX[way[0]]] == "clear" and not bridge(*way)
    )
    infantry = {GERMAN: "12SS-25", ALLIED: "30-526Mech"}[side]
    assert cost(infantry, way, traffic=markers(**{f"{enemy(side)}1": way[1]})) == 4


def bridge(one: str, other: str) -> str | None:
    return BOARD.bridge[BOARD.key(INDEX[one], INDEX[other])]


@pytest.mark.rule("24.2a", "24.8", "24.7b")
@pytest.mark.parametrize("side", SIDES)
def test_tactical_movement_ignores_markers_and_roadblocks(side: Any):
    way = [MEADOW, PLAIN]
    foe = enemy(side)
    changes = {"traffic": markers(**{f"{foe}1": PLAIN}), "roadblocks": blocks(**{f"{foe}1": PLAIN})}
    assert cost(MINE[side], way, "tactical", **changes) == 0
    further = next(hex_ for hex_ in around(PLAIN) if distance(hex_, MEADOW) == 2)
    game = position(unit(MINE[side], MEADOW), side=side, **changes)
    do(game, f"move {MINE[side]}", "mode tactical")
    assert f"to {further}" in legal(game)


@pytest.mark.rule("24.2b")
@pytest.mark.parametrize("side", SIDES)
def test_no_effect_on_combat_and_advance(side: Any):
    foe = enemy(side)
    everywhere = {"traffic": markers(**{f"{foe}1": PLAIN, f"{side}1": PLAIN})}
    game = position(unit(MINE[side], MEADOW), unit(MINE[foe], PLAIN), side=side, phase="combat", dice=[6], **everywhere)
    [combat] = told(do(game, f"attack {PLAIN}", f"with {MINE[side]}", "roll"), "combat")
    assert combat.data["shifts"] == []
    game = advancing(side, **everywhere)
    do(game, f"advance {MINE[side]} {PLAIN}")
    assert place(game, MINE[side]) == PLAIN


def advancing(side: Any, **changes: Any) -> Game:
    stack = [Turn(3, "end"), Advancing(side, (MINE[side],), "normal", PLAIN)]
    return position(unit(MINE[side], MEADOW), side=side, stack=stack, **changes)


@pytest.mark.rule("24.2b")
def test_retreat_leads_over_markers():
    target = PLAIN
    hexes = [*at_distance(target, 1), *at_distance(target, 2)]
    spots = [hex_ for hex_ in hexes if hex_ != MEADOW]
    changes = {"traffic": markers(**{f"German{number}": hex_ for number, hex_ in enumerate(spots[:6], start=1)})}
    units = [unit("2Pz-2", MEADOW), unit("2Pz-304", MEADOW), unit("28-109-1", target)]
    game = position(*units, phase="combat", dice=[5], **changes)
    do(game, f"attack {target}", "with 2Pz-2", "with 2Pz-304", "roll")
    while at(game, "retreating"):
        do(game, min(legal(game, "retreat")))
    assert distance(place(game, "28-109-1"), target) == 2


@pytest.mark.rule("24.2c")
@pytest.mark.parametrize("side", SIDES)
def test_strategic_movement_pays(side: Any):
    way = next(road_ways("primary", 4, lambda hex_: BOARD.terrain[INDEX[hex_]] == "clear"))
    assert cost(TANK[side], way, "strategic") == 2
    assert cost(TANK[side], way, "strategic", traffic=markers(**{f"{enemy(side)}1": way[2]})) == 4


# Placing and removing them (24.3 to 24.6)


@pytest.mark.rule("24.3", "24.4c", "24.5")
def test_allied_player_places_all_six_on_the_first_turn():
    game = Game(TITLE, "ardennes_44/campaign", 1, {"undo": "free"})
    assert {game.state.traffic[f"{side}{number}"] for side in SIDES for number in range(1, 7)} == {None}
    game = phase(turn=1, dice=[1, 1])
    spots = ["2222", "2225", "2228", "2231", "2234", "2237"]
    do(game, *(f"traffic Allied{number} {hex_}" for number, hex_ in enumerate(spots, start=1)))
    assert [game.state.traffic[f"Allied{number}"] for number in range(2, 7)] == spots[1:]
    # he rolls for their removal in the same phase
    assert game.state.traffic["Allied1"] is None


@pytest.mark.rule("24.3a", "24.3b")
@pytest.mark.parametrize(
    ("dice", "gone"),
    [([2, 4], {2, 4}), ([3, 3], {3}), ([6, 1], {6, 1}), ([5, 5], {5})],
)
@pytest.mark.parametrize("side", SIDES)
def test_two_dice_take_markers_with_their_numbers_off(dice: list[int], gone: set[int], side: Any):
    """Example E24-1."""
    spots = {f"{each}{number}": f"22{20 + 3 * number}" for each in SIDES for number in range(1, 7)}
    game = phase(unit(MINE[side], "1330"), side=side, turn=5, dice=dice, traffic=markers(**spots))
    if at(game, "traffic"):
        do(game, "end")
    assert {number for number in range(1, 7) if game.state.traffic[f"{side}{number}"] is None} == gone
    assert None not in {game.state.traffic[f"{enemy(side)}{number}"] for number in range(1, 7)}


@pytest.mark.rule("24.3a")
def test_numbers_that_are_not_on_the_map_have_no_effect():
    game = phase(traffic=markers(Allied1="2222", Allied2="2226"), dice=[5, 6])
    do(game, "end")
    assert (game.state.traffic["Allied1"], game.state.traffic["Allied2"]) == ("2222", "2226")


@pytest.mark.rule("24.3b", "24.3")
def test_a_marker_taken_off_may_be_placed_in_the_next_turn():
    game = phase(traffic=markers(Allied1="2222"), dice=[1, 1])
    do(game, "end")
    assert game.state.traffic["Allied1"] is None
    run_to(game, "traffic")
    while game.side != ALLIED:
        do(game, "end")
        run_to(game, "traffic")
    assert "traffic Allied1 2225" in legal(game)


@pytest.mark.rule("24.3c", "24.4c")
def test_a_marker_on_the_map_stays_there():
    game = phase(traffic=markers(Allied1="2222"))
    assert refused(game, "traffic Allied1 2230").rule == "24.3"
    assert refused(game, "traffic German1 2230").rule == "24.4"


@pytest.mark.rule("24.3c")
def test_a_marker_that_has_left_the_game_is_not_placed():
    left = {name: hex_ for name, hex_ in markers().items() if name != "German1"}
    game = phase(side=GERMAN, turn=9, traffic=left)
    assert refused(game, "traffic German1 2230").rule == "24.4"


@pytest.mark.rule("24.3d", "24.3a")
def test_german_dice_may_remove_nothing_when_numbers_have_left_the_game():
    left = {name: hex_ for name, hex_ in markers(German5="2222", German6="2226").items() if name[-1] in "56"}
    game = phase(side=GERMAN, turn=15, traffic=left, dice=[1, 3])
    if at(game, "traffic"):
        do(game, "end")
    assert (game.state.traffic["German5"], game.state.traffic["German6"]) == ("2222", "2226")


@pytest.mark.rule("24.4")
@pytest.mark.parametrize("side", SIDES)
def test_not_on_or_next_to_another_marker_of_the_side(side: Any):
    own, foe = f"{side}1", f"{enemy(side)}1"
    game = phase(side=side, turn=5, traffic=markers(**{own: "2230", foe: "2236"}))
    for hex_ in ("2230", *around("2230")):
        assert refused(game, f"traffic {side}2 {hex_}").rule == "24.4"
    allowed = {text.split()[2] for text in legal(game, "traffic")}
    assert {*at_distance("2230", 2), "2236", *around("2236")} <= allowed


@pytest.mark.rule("24.4a")
def test_no_allied_marker_in_a_congestion_hex():
    game = phase()
    for hex_ in CONGESTION:
        assert refused(game, f"traffic Allied1 {hex_}").rule == "24.4"
    beside = {other for hex_ in CONGESTION for other in around(hex_)} - {*CONGESTION}
    assert {f"traffic Allied1 {hex_}" for hex_ in beside} <= legal(game)
    german = phase(side=GERMAN)
    assert {f"traffic German1 {hex_}" for hex_ in CONGESTION} <= legal(german)


@pytest.mark.rule("24.4b")
def test_otherwise_any_hex_of_the_map():
    units = [unit("277VG-989", "1332"), unit("99-394", "1631"), unit("V-187", "1834")]
    for side, closed in ((GERMAN, ()), (ALLIED, CONGESTION)):
        game = phase(*units, side=side)
        assert {text.split()[2] for text in legal(game, "traffic")} == {*NAMES} - {*closed}


@pytest.mark.rule("24.4")
def test_no_hex_out_of_play():
    game = position(side=ALLIED, phase="traffic", scenario="three_days")
    assert refused(game, "traffic Allied1 W2239").rule == "24.4"
    assert refused(game, "traffic Allied1 9999").rule == "24.4"


@pytest.mark.rule("24.5", "24.5a", "24.8n", "29.6")
@pytest.mark.parametrize(("turn", "there"), [(1, False), (2, False), (3, True), (4, True)])
def test_german_has_his_markers_from_17am(turn: int, there: bool):
    game = phase(unit("277VG-989", "1129"), side=GERMAN, turn=turn)
    assert at(game, "traffic") == there
    if there:
        assert legal(game, "traffic")
        assert legal(game, "block")
    assert at(phase(turn=turn), "traffic")


LEAVES = {8: 1, 10: 2, 12: 3, 14: 4, 16: 5, 18: 6}


@pytest.mark.rule("24.6", "24.6a")
@pytest.mark.parametrize("turn", range(3, 23))
@pytest.mark.parametrize("on_map", [False, True])
def test_german_markers_leave_one_by_one_from_19pm(turn: int, on_map: bool):
    """A-19: from the map or from the box."""
    gone = {number for due, number in LEAVES.items() if due < turn}
    spots = {f"German{number}": f"22{20 + 3 * number}" for number in range(1, 7)} if on_map else {}
    left = {name: hex_ for name, hex_ in markers(**spots).items() if name not in {f"German{number}" for number in gone}}
    game = phase(unit("277VG-989", "1330"), side=GERMAN, turn=turn, traffic=left, dice=[1, 1])
    if at(game, "traffic"):
        do(game, "end")
    expected = gone | ({LEAVES[turn]} if turn in LEAVES else set())
    assert {number for number in range(1, 7) if f"German{number}" not in game.state.traffic} == expected
    assert all(f"Allied{number}" in game.state.traffic for number in range(1, 7))


@pytest.mark.rule("24.6a")
@pytest.mark.parametrize("turn", [8, 10, 18])
def test_no_allied_marker_ever_leaves_the_game(turn: int):
    game = phase(turn=turn)
    do(game, "end")
    assert all(f"{side}{number}" in game.state.traffic for side in SIDES for number in range(1, 7))


# Congestion (24.7)


def jam() -> list[str]:
    """A way along a primary road into a congestion hex."""
    return next(
        [other, hex_]
        for hex_ in CONGESTION
        for other in around(hex_)
        if other not in CONGESTION and road_kind(other, hex_) == "primary" and INDEX[other] not in BOARD.built
    )


@pytest.mark.rule("24.7", "24.7b")
def test_three_congestion_hexes_cost_four_more_for_german_units():
    assert set(BOOK.map.congestion) == {*CONGESTION}
    assert len(BOARD.congestion) == 3
    way = jam()
    assert cost(TANK[GERMAN], way) == 4.5
    assert cost(TANK[ALLIED], way) == 0.5


@pytest.mark.rule("24.7a")
def test_two_more_while_the_german_controls_st_vith():
    way = jam()
    town = BOOK.map.st_vith
    assert cost(TANK[GERMAN], way, control=dict.fromkeys(town, GERMAN)) == 2.5
    assert cost(TANK[GERMAN], way, control=dict.fromkeys(town, ALLIED)) == 4.5
    assert cost(TANK[ALLIED], way, control=dict.fromkeys(town, GERMAN)) == 0.5


@pytest.mark.rule("24.7a")
def test_control_of_st_vith_goes_to_who_was_there_last():
    """A-15."""
    [town] = BOOK.map.st_vith
    beside = next(hex_ for hex_ in around(town) if road_kind(hex_, town) and hex_ not in CONGESTION)
    game = position(unit(TANK[GERMAN], beside), turn=6)
    do(game, f"move {TANK[GERMAN]}", f"to {town}")
    assert game.state.control[town] == GERMAN
    game = position(unit(TANK[ALLIED], beside), side=ALLIED, turn=6, control={town: GERMAN})
    do(game, f"move {TANK[ALLIED]}", f"to {town}")
    assert game.state.control[town] == ALLIED


@pytest.mark.rule("24.7b", "24.7c")
def test_strategic_movement_pays_for_congestion_and_tactical_does_not():
    way = jam()
    assert cost(TANK[GERMAN], way, "strategic") == 4.5
    assert cost(MINE[GERMAN], way, "tactical") == 0


# Roadblocks (24.8)


@pytest.mark.rule("24.8")
@pytest.mark.parametrize("side", SIDES)
def test_roadblock_costs_the_enemy_two_more(side: Any):
    way = [MEADOW, PLAIN]
    free = cost(MINE[side], way)
    assert cost(MINE[side], way, roadblocks=blocks(**{f"{enemy(side)}2": PLAIN})) == free + 2
    assert cost(MINE[side], way, roadblocks=blocks(**{f"{side}2": PLAIN})) == free


@pytest.mark.rule("24.8", "24.8a", "24.3a")
def test_dice_do_not_remove_roadblocks():
    units = [unit("99-394", "2231")]
    changes = {"roadblocks": blocks(Allied1="2312", Allied2="2111"), "traffic": markers(Allied1="2222", Allied2="2226")}
    game = phase(*units, dice=[1, 2], **changes)
    do(game, "end")
    assert (game.state.roadblocks["Allied1"], game.state.roadblocks["Allied2"]) == ("2312", "2111")


@pytest.mark.rule("24.8b")
@pytest.mark.parametrize("side", SIDES)
def test_advance_into_a_roadblock_is_free_and_removes_it(side: Any):
    name = f"{enemy(side)}1"
    game = advancing(side, roadblocks=blocks(**{name: PLAIN}))
    do(game, f"advance {MINE[side]} {PLAIN}")
    assert place(game, MINE[side]) == PLAIN


@pytest.mark.rule("24.8c")
@pytest.mark.parametrize("side", SIDES)
def test_strategic_movement_stops_at_a_roadblock(side: Any):
    way = next(road_ways("primary", 4, lambda hex_: BOARD.terrain[INDEX[hex_]] == "clear"))
    block = blocks(**{f"{enemy(side)}1": way[2]})
    game = position(unit(TANK[side], way[0]), side=side, turn=6, roadblocks=block)
    do(game, f"move {TANK[side]}", "mode strategic")
    assert f"to {way[2]}" in legal(game)
    do(game, f"to {way[2]}")
    assert not legal(game, "to")
    # with normal movement it goes on
    game = position(unit(TANK[side], way[0]), side=side, turn=6, roadblocks=block)
    do(game, f"move {TANK[side]}", f"to {way[2]}")
    assert f"to {way[3]}" in legal(game)


@pytest.mark.rule("24.8d")
def test_supply_lines_do_not_pass_a_roadblock():
    roads = Line(position(roadblocks=blocks()), GERMAN).roads()
    source = next(iter(sorted(BOOK.sources(GERMAN))))
    assert source in roads
    game = position(roadblocks=blocks(Allied1=NAMES[source]))
    assert source not in Line(game, GERMAN).roads()
    from wargame_tui.titles.ardennes_44.rules.supply import road_supplied

    assert not road_supplied(game.state, GERMAN) >> source & 1
    assert road_supplied(position(roadblocks=blocks(German1=NAMES[source])).state, GERMAN) >> source & 1


@pytest.mark.rule("24.8e")
def test_no_replacement_in_a_town_with_an_enemy_roadblock():
    dead = [unit("28-110-1", "eliminated"), unit("99-393", "1934")]
    seen = []
    for block in ({}, {"German1": "2126"}, {"Allied1": "2126"}):
        game = position(*dead, turn=6, night=True, stack=[Turn(6, "end"), NightTurn()], roadblocks=blocks(**block))
        if at(game, "replacements") and game.side != ALLIED:
            do(game, next(text for text in ("first Allied", "end") if text in legal(game)))
        seen.append("replace 28-110-1 2126" in legal(game))
    assert seen == [True, False, True]


def expected(game: Game, side: Any, moved: str) -> set[str]:
    """Where a roadblock may be placed, from the words of 24.8g to 24.8k."""
    state = game.state
    mine = {each.location for each in state.units.values() if each.side == side and each.location in INDEX}
    theirs = {each.location for each in state.units.values() if each.side != side and each.location in INDEX}
    foes = theirs | {hex_ for name, hex_ in state.roadblocks.items() if hex_ and name.startswith(enemy(side))}
    own = {hex_ for name, hex_ in state.traffic.items() if hex_ and name.startswith(side)}
    own |= {hex_ for name, hex_ in state.roadblocks.items() if hex_ and name.startswith(side) and name != moved}
    roads = Line(game, side).roads()
    near = {other for hex_ in mine for other in (NAMES[found] for found in BOARD.grid.within(INDEX[hex_], 4))}

    def apart(hex_: str, others: set[str]) -> bool:
        return all(distance(hex_, other) > 1 for other in others)

    return {
        hex_
        for hex_ in near
        if INDEX[hex_] in BOARD.on_road and INDEX[hex_] in roads and hex_ not in mine
        if apart(hex_, foes) and apart(hex_, own)
    }


SCENES: dict[str, Mapping[str, Any]] = {
    "alone": {},
    "traffic": {"traffic": markers(Allied1="2722", German1="2720", Allied2="2521", German2="2521")},
    "roadblocks": {"roadblocks": blocks(Allied1="2721", German1="2519", Allied2="2520", German2="2724")},
}


@pytest.mark.rule("24.8f", "24.8g", "24.8h", "24.8i", "24.8j", "24.8k", "24.3")
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("scene", list(SCENES))
@pytest.mark.parametrize("foes", [(), ("2722", "2518", "2917"), ("2721", "2621", "2821")])
def test_where_roadblocks_may_be_placed(side: Any, scene: str, foes: tuple[str, ...]):
    names = [name for name, each in BOOK.pieces.items() if each.infantry and each.side != side and not each.split]
    enemies = [unit(name, hex_) for name, hex_ in zip(names, foes, strict=False)]
    game = phase(unit(MINE[side], "2720"), *enemies, side=side, **SCENES[scene])
    for marker in (f"{side}1", f"{side}2"):
        found = {text.split()[2] for text in legal(game, "block") if text.split()[1] == marker}
        here = game.state.roadblocks[marker]
        if marker.endswith("1") or here:
            assert found == expected(game, side, marker) - {here}


@pytest.mark.rule("24.8g", "24.8h", "24.8i", "24.8j", "24.8k")
@pytest.mark.parametrize("side", SIDES)
def test_refusals_of_roadblocks(side: Any):
    units = [unit(MINE[side], "2720"), unit(MINE[enemy(side)], "2724")]
    game = phase(*units, side=side, traffic=markers(**{f"{side}1": "2718"}))
    off_road = next(hex_ for hex_ in at_distance("2720", 2) if INDEX[hex_] not in BOARD.on_road)
    far = next(hex_ for hex_ in at_distance("2720", 6) if INDEX[hex_] in BOARD.on_road)
    own = "2720"
    assert INDEX[own] in BOARD.on_road or True
    beside_foe = [hex_ for hex_ in around("2724") if INDEX[hex_] in BOARD.on_road]
    beside_own = [hex_ for hex_ in around("2718") if INDEX[hex_] in BOARD.on_road and distance(hex_, "2720") < 5]
    for hex_ in (off_road, far, own, *beside_foe, *beside_own):
        assert refused(game, f"block {side}1 {hex_}").rule == "24.8"
    assert refused(game, f"block {enemy(side)}1 2721").rule == "24.8"
    assert refused(game, f"block {side}1 9999").reason == "no such hex in play"
    assert "lower number" in refused(game, f"block {side}2 2721").reason


@pytest.mark.rule("24.8g")
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("hexes", "able"), [(4, True), (5, False)])
def test_within_four_hexes_of_a_friend(side: Any, hexes: int, able: bool):
    hex_ = next(each for each in at_distance("2720", hexes) if INDEX[each] in BOARD.on_road)
    game = phase(unit(MINE[side], "2720"), side=side)
    assert (f"block {side}1 {hex_}" in legal(game)) == able


@pytest.mark.rule("24.8a", "24.3")
def test_a_roadblock_may_be_placed_again_once_a_phase():
    game = phase(unit("99-394", "2720"), roadblocks=blocks(Allied1="2312", Allied2="2111"))
    goal = min(legal(game, "block"))
    do(game, goal)
    marker, hex_ = goal.split()[1:]
    assert game.state.roadblocks[marker] == hex_
    assert not [text for text in legal(game, "block") if text.split()[1] == marker]
    assert refused(game, f"block {marker} {hex_}").rule == "24.3"
    still = phase(unit("99-394", "2720"), roadblocks=blocks(Allied1=hex_))
    assert refused(still, f"block Allied1 {hex_}").reason == "it is already there"
    other = next(text for text in legal(game, "block") if text.split()[1] != marker)
    do(game, other)
    assert not legal(game, "block")


@pytest.mark.rule("24.8l")
@pytest.mark.parametrize("side", SIDES)
def test_removed_at_the_end_of_the_movement_phase_in_which_the_enemy_passed_or_ended(side: Any):
    way = next(road_ways("primary", 4, lambda hex_: BOARD.terrain[INDEX[hex_]] == "clear"))
    for goal, gone in ((way[2], True), (way[3], True), (way[1], False)):
        block = {f"{enemy(side)}1": way[2]}
        game = position(unit(TANK[side], way[0]), side=side, turn=6, roadblocks=blocks(**block))
        do(game, f"move {TANK[side]}", f"to {goal}")
        assert game.state.roadblocks[f"{enemy(side)}1"] == way[2]
        while not at(game, "movement"):
            do(game, "end")
        events = do(game, "end")
        assert bool(told(events, "roadblock_removed")) == gone
        assert (game.state.roadblocks[f"{enemy(side)}1"] is None) == gone


@pytest.mark.rule("24.8l")
def test_the_owners_units_do_not_remove_it():
    way = next(road_ways("primary", 4, lambda hex_: BOARD.terrain[INDEX[hex_]] == "clear"))
    game = position(unit(TANK[ALLIED], way[0]), side=ALLIED, turn=6, roadblocks=blocks(Allied1=way[2]))
    do(game, f"move {TANK[ALLIED]}", f"to {way[3]}")
    run_to(game, "traffic")
    assert game.state.roadblocks["Allied1"] == way[2]


@pytest.mark.rule("24.8l", "24.8b")
@pytest.mark.parametrize("side", SIDES)
def test_removed_at_the_end_of_the_combat_phase_in_which_the_enemy_advanced(side: Any):
    foe = enemy(side)
    strong = ("2Pz-2", "2Pz-304") if side == GERMAN else ("2-9", "2-38")
    weak = "28-109-1" if side == GERMAN else "GGren-1"
    units = [unit(name, MEADOW) for name in strong]
    block = blocks(**{f"{foe}1": PLAIN})
    parents = {} if side == GERMAN else {"GGren-1": "277VG-989"}
    game = position(*units, unit(weak, PLAIN), side=side, phase="combat", dice=[1], roadblocks=block, parents=parents)
    do(game, f"attack {PLAIN}", *(f"with {name}" for name in strong), "roll")
    while not at(game, "advancing"):
        do(game, min(legal(game)))
    do(game, f"advance {strong[0]} {PLAIN}")
    assert game.state.roadblocks[f"{foe}1"] == PLAIN
    for _ in range(20):
        if game.state.roadblocks[f"{foe}1"] is None:
            return
        assert game.state.now.side == side
        do(game, "end")
    raise AssertionError


@pytest.mark.rule("24.8m")
def test_a_removed_roadblock_is_placed_again():
    game = phase(unit("99-394", "2720"), roadblocks=blocks())
    assert {text.split()[1] for text in legal(game, "block")} == {"Allied1"}
    do(game, min(legal(game, "block")))
    assert {text.split()[1] for text in legal(game, "block")} == {"Allied2"}


@pytest.mark.rule("24.8n", "24.5")
def test_allied_roadblocks_stand_in_2312_and_2111_at_start():
    for scenario in ("campaign", "three_days", "four_days"):
        game = Game(TITLE, f"ardennes_44/{scenario}", 1)
        blocks_ = game.state.roadblocks
        assert {blocks_["Allied1"], blocks_["Allied2"]} == {"2312", "2111"}
        assert blocks_["German1"] is None
        assert blocks_["German2"] is None
    assert {INDEX["2312"], INDEX["2111"]} <= BOARD.on_road


@pytest.mark.rule("24.3")
def test_any_marker_of_the_holding_box_may_be_placed():
    """The lowest comes first unless another is picked; one on the map cannot be picked."""
    game = position(unit(MINE[GERMAN], MEADOW), turn=7, phase="traffic", traffic=markers(German2=PLAIN))
    assert refused(game, f"traffic German3 {MEADOW}").rule == "24.3"
    assert refused(game, "pick German2").rule == "24.3"
    assert refused(game, "pick German1").rule == "24.3"
    assert refused(game, "pick Allied3").rule == "24.4"
    goal = next(text.split()[2] for text in legal(game, "traffic"))
    do(game, "pick German3", f"traffic German3 {goal}")
    assert game.state.traffic["German3"] == goal
    assert {text.split()[1] for text in legal(game, "traffic")} == {"German1"}
