"""Special rules of the first turn (rule 29)."""

from collections.abc import Sequence
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
from tests.titles.ardennes_44.logistics import INDEX, NAMES, around, at_distance, distance, plains, run_to
from wargame_tui.core.game import Game
from wargame_tui.titles.ardennes_44.rules import special
from wargame_tui.titles.ardennes_44.rules.advance import Advancing
from wargame_tui.titles.ardennes_44.rules.results import TakeLoss
from wargame_tui.titles.ardennes_44.rules.sequence import Turn
from wargame_tui.titles.ardennes_44.state import Unit

RED = [name for name, each in BOOK.pieces.items() if each.entry.setup and each.entry.setup.red]
TARGET = "W2239"
FRONT = around(TARGET)
NEAR = at_distance(TARGET, 4)


def stage(game: Game) -> str:
    return str(game.state.stack[-1].stage) if at(game, "battle") else ""


@pytest.mark.rule("29.1")
def test_who_has_a_red_box():
    assert {"V-187", "V-406", "28-110-2"} <= set(RED)
    assert {BOOK.pieces[name].side for name in RED} == {GERMAN, ALLIED}
    guns = {name for name in RED if BOOK.pieces[name].artillery}
    assert guns == {"V-187", "V-406"}


@pytest.mark.rule("29.1")
@pytest.mark.parametrize("name", RED)
def test_red_boxes_do_not_move_on_the_first_turn(name: str):
    setup = BOOK.pieces[name].entry.setup
    assert setup is not None
    side = BOOK.pieces[name].side
    game = position(unit(name, setup.hex), side=side, turn=1)
    assert refused(game, f"move {name}").rule == "29.1"
    game = position(unit(name, setup.hex), side=side, turn=2)
    assert f"move {name}" in legal(game)


@pytest.mark.rule("29.1", "20.1f")
@pytest.mark.parametrize(("turn", "able"), [(1, False), (2, True)])
def test_red_boxes_do_not_withdraw_on_the_first_turn(turn: int, able: bool):
    units = [unit("106-422", TARGET, eng=True), unit("106-424", FRONT[1], eng=True), unit("277VG-989", FRONT[0])]
    game = position(*units, side=ALLIED, turn=turn, phase="withdrawal")
    assert "withdraw 106-424" in legal(game)
    assert ("withdraw 106-422" in legal(game)) == able
    if not able:
        assert refused(game, "withdraw 106-422").rule == "29.1"


@pytest.mark.rule("29.1a")
def test_they_retreat_normally_and_the_restriction_stays():
    units = [unit("2Pz-2", FRONT[0]), unit("2Pz-304", FRONT[1]), unit("28-110-2", TARGET)]
    # 12 against 3 are 4-1: a two is DR3
    game = position(*units, turn=1, phase="combat", dice=[2])
    do(game, f"attack {TARGET}", "with 2Pz-2", "with 2Pz-304", "roll")
    while at(game, "retreating"):
        do(game, min(legal(game, "retreat")))
    assert distance(place(game, "28-110-2"), TARGET) in (2, 3)
    while game.side != ALLIED or not at(game, "movement"):
        do(game, "end" if "end" in legal(game) else min(legal(game)))
    assert refused(game, "move 28-110-2").rule == "29.1"


@pytest.mark.rule("29.1b")
@pytest.mark.parametrize(("turn", "able"), [(1, False), (2, True)])
def test_they_attack_but_do_not_advance(turn: int, able: bool):
    units = [unit("272VG-980", FRONT[0]), unit("277VG-989", FRONT[0]), unit("106-422", TARGET)]
    game = position(*units, turn=turn, phase="combat", dice=[6])
    do(game, f"attack {TARGET}", "with 272VG-980", "with 277VG-989", "roll")
    assert not at(game, "combat") or f"attack {TARGET}" not in legal(game)
    stack = [Turn(turn, "Allied"), Advancing(GERMAN, ("272VG-980", "277VG-989"), "normal", TARGET)]
    game = position(*units[:2], turn=turn, stack=stack)
    assert f"advance 277VG-989 {TARGET}" in legal(game)
    assert (f"advance 272VG-980 {TARGET}" in legal(game)) == able
    if not able:
        assert refused(game, f"advance 272VG-980 {TARGET}").rule == "29.1"


@pytest.mark.rule("29.1", "26.1a")
def test_split_units_of_a_red_box_are_held_with_it():
    """A-36: a task force does not get away, nor what is left when both have split off."""
    game = position(unit("9Arm-CCR", "2518"), side=ALLIED, turn=1)
    (first,) = told(do(game, "split 9Arm-CCR"), "split")
    assert refused(game, f"move {first.data['unit']}").rule == "29.1"
    events = do(game, "split 9Arm-CCR")
    parts = [event.data["unit"] for kind in ("split", "remnant") for event in told(events, kind)]
    assert [refused(game, f"move {name}").rule for name in parts] == ["29.1", "29.1"]
    free = position(unit("9Arm-CCR", "2518"), side=ALLIED, turn=2)
    (later,) = told(do(free, "split 9Arm-CCR"), "split")
    assert f"move {later.data['unit']}" in legal(free)


@pytest.mark.rule("29.1a", "16.4a")
def test_so_is_the_remnant_of_one():
    """A-36."""
    units = [unit("2Pz-2", FRONT[0]), unit("106-422", TARGET, reduced=True)]
    game = position(*units, turn=1, stack=[Turn(1, "Allied"), TakeLoss(ALLIED, ("106-422",))])
    (left,) = told(game.opening, "remnant")
    assert special.is_bound(game.state, game.state.units[left.data["unit"]])


GUNS = {"V-187": "1936", "V-406": "1834"}


@pytest.mark.rule("29.1c")
@pytest.mark.parametrize("name", list(GUNS))
@pytest.mark.parametrize("how", ["move", "advance"])
def test_artillery_next_to_which_a_german_comes_is_released(name: str, how: str):
    """A-25: that unit only, by movement or by an advance."""
    hex_ = GUNS[name]
    board = BOARD
    ways = (
        (start, goal)
        for goal in around(hex_)
        for start in around(goal)
        if distance(start, hex_) == 2
        and board.terrain[INDEX[start]] == board.terrain[INDEX[goal]] != "forest_ravine"
        and board.water[board.key(INDEX[start], INDEX[goal])] is None
        and all(
            distance(start, other) > 1 and distance(goal, other) > 1 for each, other in GUNS.items() if each != name
        )
    )
    start, goal = next(ways)
    units = [unit("277VG-989", start), *(unit(each, place_) for each, place_ in GUNS.items()), unit("106-422", "1426")]
    if how == "move":
        game = position(*units, turn=1)
        do(game, "move 277VG-989", "mode tactical", f"to {goal}")
    else:
        stack = [Turn(1, "Allied"), Advancing(GERMAN, ("277VG-989",), "normal", goal)]
        game = position(*units, turn=1, stack=stack)
        do(game, f"advance 277VG-989 {goal}")
    assert game.state.specials.released == (name,)
    while game.side != ALLIED or not at(game, "movement"):
        do(game, "end" if "end" in legal(game) else min(legal(game)))
    other = next(each for each in GUNS if each != name)
    assert refused(game, f"move {other}").rule == "29.1"
    assert refused(game, "move 106-422").rule == "29.1"
    assert f"move {name}" in legal(game)


@pytest.mark.rule("29.1c")
def test_released_artillery_may_use_all_its_movement():
    meadow = next(plains(lambda hex_: hex_.startswith("W2")))
    game = position(unit("V-187", meadow), side=ALLIED, turn=1, specials={"released": ("V-187",)})
    do(game, "move V-187")
    if "mode normal" in legal(game):
        do(game, "mode normal")
    assert {distance(meadow, text.split()[1]) for text in legal(game, "to")} >= {1, 2}


# The Sauer (29.2)


def sauer(turn: int = 1, *more: Unit, name: str = "212VG-320") -> Game:
    """The front below Echternach on the morning of 16 December."""
    allied = [unit("4-12-2", "1105"), unit("4-12-3", "0904")]
    return position(unit(name, "1006"), *allied, *more, turn=turn)


@pytest.mark.rule("29.2")
def test_one_unit_of_212th_division_crosses_to_1005_and_stops():
    game = sauer()
    do(game, "move 212VG-320")
    if "to 1005" not in legal(game):
        do(game, "mode tactical")
    do(game, "to 1005")
    assert place(game, "212VG-320") == "1005"
    assert not legal(game, "to")


@pytest.mark.rule("29.2")
def test_only_on_the_first_turn_and_only_that_division():
    """On the next turn, and for other divisions, the enemies' bond across 1005 bars the way (10.2)."""
    for turn, name in ((2, "212VG-320"), (1, "276VG-986")):
        game = sauer(turn, name=name)
        do(game, f"move {name}")
        assert "to 1005" not in _tactical(game)


@pytest.mark.rule("29.2")
def test_americans_may_walk_through_1005():
    game = position(unit("4-12-2", "1004"), side=ALLIED, turn=1)
    do(game, "move 4-12-2", "to 1005")
    assert legal(game, "to")


def _tactical(game: Game) -> set[str]:
    found = legal(game, "to")
    if "mode tactical" in legal(game):
        do(game, "mode tactical")
        found |= legal(game, "to")
    return found


# Division boundaries (29.3)


@pytest.mark.rule("29.3")
@pytest.mark.parametrize("name", ["12VG-27", "62VG-183", "26VG-78", "5FJ-13", "1SS-1PzG"])
def test_no_german_enters_another_divisions_area_or_rear_on_the_first_turn(name: str):
    setup = BOOK.pieces[name].entry.setup
    assert setup is not None
    assert setup.area is not None
    own = _land(setup.area)
    others = {hex_ for area in BOOK.map.start_areas if area != setup.area for hex_ in _land(area)} - own
    game = position(unit(name, setup.hex), turn=1)
    do(game, f"move {name}")
    first = {text.split()[1] for text in legal(game, "to")}
    assert first
    assert not first & others
    later = position(unit(name, setup.hex), turn=2)
    do(later, f"move {name}")
    barred = {text.split()[1] for text in legal(later, "to")} & others
    assert {refused(game, f"to {hex_}").rule for hex_ in barred} == {"29.3"}


def _land(area: str) -> set[str]:
    entry = BOOK.map.start_areas[area]
    return {*entry.hexes, *entry.west, *entry.rear}


@pytest.mark.rule("29.3")
def test_us_territory_is_open_to_all():
    """Two divisions side by side may go to the same hexes west of the front."""
    lands = {hex_ for area in BOOK.map.start_areas for hex_ in _land(area)}
    reached = []
    for name in ("18VG-295", "18VG-294"):
        setup = BOOK.pieces[name].entry.setup
        assert setup is not None
        game = position(unit(name, setup.hex), turn=1)
        do(game, f"move {name}")
        reached.append({text.split()[1] for text in legal(game, "to")} - lands)
    assert reached[0]
    assert reached[1]


@pytest.mark.rule("29.3")
def test_no_advance_into_another_divisions_area_either():
    area = BOOK.map.start_areas["12VG"]
    pairs = (
        (one, other)
        for one in area.hexes
        for other in around(one)
        if other not in _land("12VG") and any(other in _land(name) for name in ("277VG", "3FJ"))
        if BOARD.road[BOARD.key(INDEX[one], INDEX[other])]
    )
    one, other = next(pairs)
    for turn, able in ((1, False), (2, True)):
        stack = [Turn(turn, "Allied"), Advancing(GERMAN, ("12VG-27",), "normal", other)]
        game = position(unit("12VG-27", one), turn=turn, stack=stack)
        assert (f"advance 12VG-27 {other}" in legal(game)) == able


# Surprise (29.4, 29.5)


@pytest.mark.rule("29.4")
@pytest.mark.parametrize(("turn", "able"), [(1, False), (2, True)])
def test_us_units_use_no_strategic_movement_on_the_first_turn(turn: int, able: bool):
    road = next(hex_ for hex_ in plains() if INDEX[hex_] in BOARD.on_road)
    game = position(unit("707Tnk", road), side=ALLIED, turn=turn)
    do(game, "move 707Tnk")
    assert ("mode strategic" in legal(game)) == able
    if not able:
        assert refused(game, "mode strategic").rule == "29.4"


@pytest.mark.rule("29.4")
def test_german_units_may_use_strategic_movement():
    game = position(unit("1SS-1Pz", "1129"), turn=1)
    do(game, "move 1SS-1Pz")
    assert "mode strategic" in legal(game)


@pytest.mark.rule("29.4")
@pytest.mark.parametrize(("name", "side"), [("277VG-989", GERMAN), ("99-394", ALLIED)])
def test_extended_movement_is_allowed_on_the_first_turn(name: str, side: Any):
    game = position(unit(name, next(plains())), side=side, turn=1)
    do(game, f"move {name}")
    assert "mode extended" in legal(game)


@pytest.mark.rule("29.4")
def test_last_stands_are_allowed_on_the_first_turn():
    village = next(
        NAMES[hex_]
        for hex_, kind in BOARD.built.items()
        if kind == "village"
        and BOARD.terrain[hex_] == "clear"
        and not BOARD.water[6 * hex_ : 6 * hex_ + 6].count("river")
    )
    beside = [hex_ for hex_ in around(village) if BOARD.terrain[INDEX[hex_]] in ("clear", "light_woods")]
    for side, strong, weak in (
        (GERMAN, ("12SS-25", "1SS-1PzG", "2Pz-2"), "28-110-1"),
        (ALLIED, ("2-9", "2-38", "2-23"), "12VG-27"),
    ):
        units = [unit(name, beside[index % len(beside)]) for index, name in enumerate(strong[:2])]
        for die in range(1, 7):
            game = position(*units, unit(weak, village), side=side, turn=1, phase="combat", dice=[die])
            events = do(game, f"attack {village}", *(f"with {name}" for name in strong[:2]), "roll")
            if told(events, "combat")[0].data["result"] == "DR2":
                assert stage(game) == "stand"
                assert f"stand {weak}" in legal(game)
                break
        else:
            raise AssertionError("no DR2")


def support(guns: Sequence[str], attackers: Sequence[str], turn: int) -> Game:
    units = [unit(name, FRONT[index]) for index, name in enumerate(attackers)]
    units += [unit(name, NEAR[index]) for index, name in enumerate(guns)]
    game = position(*units, unit("106-422", TARGET), turn=turn, phase="combat", dice=[6])
    do(game, f"attack {TARGET}", *(f"with {name}" for name in attackers), "roll")
    return game


@pytest.mark.rule("29.5", "22.6d")
def test_german_artillery_supports_its_own_corps_on_the_first_turn():
    """388th (I SS), 766th (XLVII) and 408th Corps (LXXX) behind regiments of I SS and LXXX Corps."""
    guns = ("388VAK", "766VAK", "408VAK")
    game = support(guns, ["277VG-989"], 1)
    assert legal(game, "fire") == {"fire 388VAK"}
    assert refused(game, "fire 766VAK").rule == "29.5"
    game = support(guns, ["277VG-989", "212VG-316"], 1)
    assert legal(game, "fire") == {"fire 388VAK", "fire 408VAK"}
    game = support(guns, ["277VG-989"], 2)
    assert legal(game, "fire") == {f"fire {name}" for name in guns}


@pytest.mark.rule("29.5")
def test_the_limit_is_for_offensive_support_only():
    units = [unit("99-394", FRONT[0]), unit("766VAK", NEAR[0]), unit("277VG-989", TARGET)]
    game = position(*units, turn=1, side=ALLIED, phase="combat", dice=[6, 6])
    do(game, f"attack {TARGET}", "with 99-394", "roll")
    assert legal(game, "fire") == {"fire 766VAK"}


@pytest.mark.rule("29.5", "22.6d")
def test_the_limit_is_for_germans_only():
    """V/187 supports an attack by a unit of VIII Corps."""
    units = [unit("106-422", FRONT[0]), unit("V-187", NEAR[0]), unit("277VG-989", TARGET)]
    game = position(*units, turn=1, side=ALLIED, phase="combat", dice=[6, 6])
    do(game, f"attack {TARGET}", "with 106-422", "roll")
    assert legal(game, "fire") == {"fire V-187"}


@pytest.mark.rule("29.6")
def test_the_first_player_turn_of_a_game_starts_with_movement():
    game = Game(TITLE, "ardennes_44/campaign", 1, {"undo": "free"})
    events = do(game, "historical", "end")
    assert [event.data["phase"] for event in told(events, "phase")] == ["movement"]
    run_to(game, "movement")
    assert (game.state.turn, game.side) == (1, GERMAN)


@pytest.mark.rule("29.6")
@pytest.mark.parametrize(("turn", "crosses"), [(1, False), (4, False), (5, True)])
def test_army_boundaries_bind_until_18am(turn: int, crosses: bool):
    """11.10."""
    pair = next(
        (NAMES[key // 6], NAMES[other])
        for key in sorted(BOARD.boundary)
        if (other := BOARD.grid.neighbours[key // 6][key % 6]) is not None
        and BOARD.terrain[key // 6] == BOARD.terrain[other] == "clear"
        and BOARD.water[key] is None
        and NAMES[key // 6] not in {hex_ for area in BOOK.map.start_areas for hex_ in _land(area)}
    )
    game = position(unit("277VG-989", pair[0]), turn=turn, specials={"jpz653": "never"})
    do(game, "move 277VG-989")
    near = {text.split()[1] for text in legal(game, "to")}
    paths = [told(do(game.branch(), f"to {pair[1]}"), "moved")[0].data["path"]] if pair[1] in near else []
    assert ([pair[1]] in paths) == crosses
