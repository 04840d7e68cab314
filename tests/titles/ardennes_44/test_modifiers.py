"""Rules 15.1 to 15.9: terrain, halving, air support, the Westwall, improved positions, column shifts (TA3, TA4)."""

from typing import Any

import pytest

from tests.titles.ardennes_44.fights import (
    OPEN,
    around,
    assault,
    combat,
    is_bare,
    is_dry,
    pair,
    pairs,
    roll,
    shifts,
    spot,
    strike,
)
from tests.titles.ardennes_44.kit import ALLIED, BOARD, GERMAN, GRID, at, do, legal, position, refused, told, unit
from wargame_tui.core.game import Game
from wargame_tui.titles.ardennes_44.rules.night_turn import NightTurn
from wargame_tui.titles.ardennes_44.rules.sequence import Turn
from wargame_tui.titles.ardennes_44.state import Advantage, Position, Works

N, NE, SE, S, SW, NW = around(OPEN)
GI, LANDSER = "28-110-1", "12VG-27"
"""A US battalion of 2-3, a German regiment of 5-4."""
US_TANK, US_RECON, US_TD = "707Tnk", "14Cav-18", "803TD"
PANZER, RECON, FLAK = "2Pz-3-2", "26VG-26Rec", "1SS-84Flak"
"""Attack 4, 2 and 1."""


# The defensive combat bonus (15.1)


def ground(*kinds: str, built: str | None = None) -> tuple[str, str]:
    """A clear hex, or failing that any, and beside it one of a terrain with the buildings wanted: from, to."""

    def fits(one: int, other: int, key: int) -> bool:
        wanted = BOARD.terrain[other] in kinds if kinds else not (built and BOARD.terrain[other] == "westwall")
        return wanted and BOARD.built.get(other) == built and BOARD.water[key] is None and one not in BOARD.built

    return pair(fits)


def defended(here: str, hex_: str, *defenders: Any, side: Any = GERMAN, **changes: Any) -> int:
    """The strength of a hex that is attacked from another one."""
    attacker = unit(LANDSER if side == GERMAN else "106-424", here)
    game = assault(attacker, *defenders, target=hex_, side=side, **changes)
    return int(combat(game)["defence"])


def bonus(here: str, hex_: str, side: Any = GERMAN, **changes: Any) -> int:
    """The DCB of an infantry battalion (3) or regiment (4) there."""
    if side == GERMAN:
        return defended(here, hex_, unit(GI, hex_), **changes) - 3
    return defended(here, hex_, unit(LANDSER, hex_), side=side, **changes) - 4


@pytest.mark.rule("15.1")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
@pytest.mark.parametrize(
    ("kinds", "built", "dcb"),
    [
        (("clear",), None, 0),
        (("light_woods",), None, 1),
        (("forest",), None, 1),
        (("forest_ravine",), None, 1),
        ((), "village", 2),
        ((), "town", 3),
        # Only the best one: the hex's wood adds nothing
        (("light_woods",), "village", 2),
        (("forest",), "village", 2),
        (("light_woods",), "town", 3),
    ],
)
def test_terrain_gives_a_bonus(kinds, built, dcb, side):
    assert bonus(*ground(*kinds, built=built), side=side) == dcb


@pytest.mark.rule("15.1")
def test_the_bonus_is_added_once_to_the_hex_and_is_no_shift():
    here, hex_ = ground(built="village")
    assert defended(here, hex_, unit(GI, hex_), unit("28-110-2", hex_), unit("28-110-3", hex_)) == 9 + 2
    assert shifts(assault(unit(LANDSER, here), unit(GI, hex_), target=hex_)) == {}


@pytest.mark.rule("15.1a")
def test_an_engineer_in_a_town():
    # Allied engineers defend with 2, printed 1 in the example, 2 by 27.10
    here, hex_ = ground(built="town")
    assert defended(here, hex_, unit("291Eng", hex_)) == 2 + 3


@pytest.mark.rule("15.1b")
def test_units_in_parentheses_never_get_a_bonus():
    here, hex_ = ground(built="town")
    assert defended(here, hex_, unit("VIII-402", hex_)) == 2
    # Beside another unit the hex has its bonus (Ambiguity 13)
    assert defended(here, hex_, unit("VIII-402", hex_), unit(GI, hex_)) == 2 + 3 + 3
    assert defended(here, hex_, unit("VIII-402", hex_), unit("VIII-333", hex_)) == 4


@pytest.mark.rule("15.1c")
@pytest.mark.parametrize("marker", ["SM", "truck"])
def test_units_in_strategic_movement_never_get_a_bonus(marker):
    here, hex_ = ground(built="town")
    assert defended(here, hex_, unit("30-526Mech", hex_, marker=marker)) == 3
    # Unless another unit that is not artillery is in good order (Ambiguity 12)
    assert defended(here, hex_, unit("30-526Mech", hex_, marker=marker), unit(GI, hex_)) == 3 + 3 + 3
    assert defended(here, hex_, unit("30-526Mech", hex_, marker=marker), unit("VIII-402", hex_)) == 3 + 2


@pytest.mark.rule("15.1d", "21.6")
@pytest.mark.parametrize("name", [US_TANK, "630TD"])
def test_silhouettes_get_one_at_most(name):
    strength = {US_TANK: 3, "630TD": 2}[name]
    for place in (ground(built="town"), ground(built="village"), ground("light_woods")):
        assert defended(*place, unit(name, place[1])) == strength + 1
    here, hex_ = ground("clear")
    assert defended(here, hex_, unit(name, hex_)) == strength
    # With infantry the hex has all of it (Ambiguity 13)
    here, hex_ = ground(built="town")
    assert defended(here, hex_, unit(name, hex_), unit(GI, hex_)) == strength + 3 + 3
    assert defended(here, hex_, unit(name, hex_), unit("VIII-402", hex_)) == strength + 2 + 1


@pytest.mark.rule("15.1d")
def test_a_nato_symbol_is_no_silhouette():
    here, hex_ = ground(built="town")
    assert defended(here, hex_, unit("9Arm-CCB", hex_)) == 6 + 3
    assert defended(here, hex_, unit(US_RECON, hex_)) == 2 + 3


# Halving (15.2 to 15.5, 15.7)


def strength(here: str, hex_: str, *names: str, side: Any = GERMAN, **changes: Any) -> int:
    """The attack strength of units in one hex against another."""
    foe = GI if side == GERMAN else LANDSER
    game = assault(*(unit(name, here) for name in names), unit(foe, hex_), target=hex_, side=side, **changes)
    return int(combat(game)["attack"])


def crossing(water: str, bridge: bool) -> tuple[str, str]:
    """Two hexes that are neither woods nor Westwall with water between them."""

    def fits(one: int, other: int, key: int) -> bool:
        dry = {"clear", "light_woods"}
        there = (BOARD.bridge[key] is not None) == bridge
        return BOARD.water[key] == water and there and {BOARD.terrain[one], BOARD.terrain[other]} <= dry

    return pair(fits)


@pytest.mark.rule("15.2")
def test_each_unit_is_halved_and_rounded_up():
    place = crossing("river", bridge=False)
    assert strength(*place, LANDSER) == 3
    assert strength(*place, LANDSER, "12VG-48") == 6
    assert strength(*place, LANDSER, "62VG-164") == 3 + 2
    assert strength(*place, "106-424", side=ALLIED) == 3


@pytest.mark.rule("15.2")
def test_only_units_that_attack_over_it_are_halved():
    here, hex_ = crossing("river", bridge=False)
    other = next(to for to in around(hex_) if is_dry(BOARD.key(spot(to), spot(hex_))))
    game = assault(unit(LANDSER, here), unit("12VG-48", other), unit(GI, hex_), target=hex_)
    expected = 3 if BOARD.terrain[spot(other)] == "forest_ravine" else 5
    assert combat(game)["attack"] == 3 + expected


@pytest.mark.rule("15.2")
def test_a_unit_is_halved_once():
    # E5: out of a forest-ravine hex, over a hexside along which a river runs
    place = pair(lambda one, _, key: BOARD.terrain[one] == "forest_ravine" and BOARD.water[key] == "river")
    assert strength(*place, LANDSER) == 3
    # A vehicle out of a forest-ravine hex (15.4, 15.5, Ambiguity 14)
    place = pair(lambda one, other, key: BOARD.terrain[one] == "forest_ravine" and BOARD.road[key] is None)
    assert strength(*place, PANZER) == 2
    # A vehicle out of a wood over a river
    place = pair(lambda one, _, key: BOARD.terrain[one] == "forest" and BOARD.water[key] == "river")
    assert strength(*place, PANZER) == 2


@pytest.mark.rule("15.3")
@pytest.mark.parametrize("water", ["river", "meuse"])
@pytest.mark.parametrize("bridge", [False, True])
def test_across_a_river_units_are_halved(water, bridge):
    place = crossing(water, bridge)
    assert strength(*place, LANDSER) == 3
    assert strength(*place, PANZER) == 2


@pytest.mark.rule("15.3")
def test_a_blown_bridge_changes_nothing():
    one, other = crossing("river", bridge=True)
    name = GRID.hexside(spot(one), spot(other))
    assert strength(one, other, LANDSER, bridges={name: Works()}) == 3


WALLED = ("forest", "westwall")


@pytest.mark.rule("15.4")
@pytest.mark.parametrize("kind", WALLED)
@pytest.mark.parametrize("inward", [True, False])
def test_vehicles_attack_into_and_out_of_woods_and_westwall_at_half_strength(kind, inward):
    def fits(one: int, other: int, key: int) -> bool:
        wooded, open_ = (other, one) if inward else (one, other)
        return is_bare(wooded, kind) and is_bare(open_) and is_dry(key) and BOARD.road[key] is None

    place = pair(fits)
    for name, half in ((PANZER, 2), (RECON, 1), (FLAK, 1), ("2Pz-3-1", 3)):
        assert strength(*place, name) == half
    # Not infantry, on foot or motorized
    assert strength(*place, LANDSER) == 5
    assert strength(*place, "9Pz-10") == 5


@pytest.mark.rule("15.4")
def test_e21_a_tank_battalion_beside_forest_ravine_without_a_road():
    place = pair(lambda one, other, key: is_bare(one) and is_bare(other, "forest_ravine") and not BOARD.road[key])
    assert strength(*place, PANZER) == 2
    assert strength(*place, US_TANK, side=ALLIED) == 2


@pytest.mark.rule("15.4")
@pytest.mark.parametrize("kind", ["forest", "westwall"])
@pytest.mark.parametrize("inward", [True, False])
def test_but_not_along_a_road(kind, inward):
    def fits(one: int, other: int, key: int) -> bool:
        wooded, open_ = (other, one) if inward else (one, other)
        return (
            BOARD.terrain[wooded] == kind
            and BOARD.terrain[open_] in ("clear", "light_woods")
            and is_dry(key)
            and BOARD.road[key] is not None
        )

    assert strength(*pair(fits), PANZER) == 4


@pytest.mark.rule("15.5")
@pytest.mark.parametrize("name", [LANDSER, "9Pz-10"])
def test_e19_out_of_forest_ravine_every_unit_is_halved(name):
    here = next(
        hex_
        for hex_, kind in enumerate(BOARD.terrain)
        if kind == "forest_ravine"
        and all(to is not None for to in GRID.neighbours[hex_])
        and not any(BOARD.water[6 * hex_ + turn] == "lake" for turn in range(6))
    )
    for to in around(BOARD.names[here]):
        assert strength(BOARD.names[here], to, name) == 3


@pytest.mark.rule("15.5")
def test_from_one_forest_ravine_hex_into_another():
    deep = "forest_ravine"
    assert strength(*pair(lambda one, other, _: {BOARD.terrain[one], BOARD.terrain[other]} == {deep}), LANDSER) == 3


@pytest.mark.rule("15.5")
def test_even_along_a_road():
    place = pair(lambda one, _, key: BOARD.terrain[one] == "forest_ravine" and BOARD.road[key] is not None)
    assert strength(*place, LANDSER) == 3
    assert strength(*place, PANZER) == 2


@pytest.mark.rule("15.5")
def test_high_ground_into_forest_ravine():
    def fits(one: int, other: int, key: int) -> bool:
        return (
            is_bare(one)
            and BOARD.terrain[other] == "forest_ravine"
            and BOARD.water[key] is None
            and BOARD.road[key] is None
        )

    assert strength(*pair(fits), LANDSER) == 5


@pytest.mark.rule("15.5", "15.4")
def test_vehicles_have_the_high_ground_along_a_road_only():
    def fits(one: int, other: int, key: int) -> bool:
        return (
            BOARD.terrain[one] in ("clear", "light_woods")
            and BOARD.terrain[other] == "forest_ravine"
            and BOARD.water[key] is None
            and BOARD.road[key] is not None
        )

    assert strength(*pair(fits), PANZER) == 4


@pytest.mark.rule("15.5a")
def test_rivers_at_forest_ravine_hexes_are_ignored():
    def fits(one: int, other: int, key: int) -> bool:
        deep = BOARD.terrain[other] == "forest_ravine" and BOARD.terrain[one] != "forest_ravine"
        return deep and BOARD.water[key] == "river" and BOARD.bridge[key] is None

    assert strength(*pair(fits), LANDSER) == 5


@pytest.mark.rule("15.5a")
@pytest.mark.parametrize("blown", [False, True])
def test_but_over_a_bridge_into_forest_ravine_a_unit_is_always_halved(blown):
    # From 2828 to 2928
    bridges = {GRID.hexside(spot("2828"), spot("2928")): Works()} if blown else {}
    assert strength("2828", "2928", LANDSER, bridges=bridges) == 3
    assert strength("2828", "2928", PANZER, bridges=bridges) == 2


@pytest.mark.rule("15.5b")
def test_forest_ravine_is_no_good_position():
    # No better than any wood for the defender, whose own attacks are halved
    assert bonus(*ground("forest_ravine")) == bonus(*ground("forest"))


WALL = next(
    pairs(
        lambda one, other, key: (
            is_bare(one) and is_bare(other, "westwall") and is_dry(key) and other not in BOARD.on_road
        )
    )
)
"""A clear hex and one of the Westwall beside it, without a road."""


@pytest.mark.rule("15.7")
def test_only_germans_get_the_bonus_of_the_westwall():
    assert bonus(*WALL, side=ALLIED) == 3
    assert bonus(*WALL, side=GERMAN) == 0


@pytest.mark.rule("15.7", "21.5e")
def test_allied_tank_and_recon_units_attack_the_westwall_at_half_strength():
    assert strength(*WALL, US_TANK, side=ALLIED) == 2
    assert strength(*WALL, US_RECON, side=ALLIED) == 1
    assert strength(*WALL, "9Arm-CCB", side=ALLIED) == 4
    assert strength(*WALL, "106-424", side=ALLIED) == 6
    assert strength(*WALL, "30-526Mech", side=ALLIED) == 2


@pytest.mark.rule("15.7", "21.5e")
def test_even_along_a_road_but_not_germans():
    place = pair(
        lambda one, other, key: (
            BOARD.terrain[one] in ("clear", "light_woods")
            and BOARD.terrain[other] == "westwall"
            and is_dry(key)
            and BOARD.road[key] is not None
        )
    )
    assert strength(*place, US_TANK, side=ALLIED) == 2
    assert strength(*place, PANZER, side=GERMAN) == 4


@pytest.mark.rule("15.7")
@pytest.mark.parametrize(("side", "vehicle", "infantry"), [(GERMAN, PANZER, LANDSER), (ALLIED, US_TANK, "4-12-1")])
def test_the_westwall_hinders_the_vehicles_of_both_sides(side, vehicle, infantry):
    here, wall = WALL
    game = position(unit(vehicle, here), unit(infantry, here), side=side, turn=5)
    do(game, f"move {vehicle}", "mode tactical")
    assert f"to {wall}" not in legal(game)
    do(game, "end")
    do(game, f"move {infantry}")
    assert f"to {wall}" in legal(game)


# Air support (15.6)


def skies(die: int, turn: int = 15, side: Any = ALLIED) -> Game:
    """The begin of a movement phase."""
    return position(unit("4-12-1", N), unit(LANDSER, OPEN), turn=turn, side=side, dice=[die])


@pytest.mark.rule("15.6", "15.6a")
@pytest.mark.parametrize(("die", "markers"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_air_markers_are_half_a_die(die, markers):
    # E7: 5 gives 3
    game = skies(die)
    assert told(game.opening, "air")[0].data == {"die": die, "markers": markers}
    assert game.state.now.air == markers


@pytest.mark.rule("15.6")
def test_there_is_no_air_support_before_23am():
    game = skies(6, turn=14)
    assert not told(game.opening, "air")
    assert game.state.now.air == 0


@pytest.mark.rule("15.6", "15.6a")
def test_the_german_has_none():
    assert not told(skies(6, side=GERMAN).opening, "air")


def allied_attack(*more: Any, turn: int = 15, air: int = 1, **changes: Any) -> Game:
    units = unit("4-12-1", N), unit("4-12-2", NE), unit(LANDSER, OPEN), *more
    game = position(*units, side=ALLIED, turn=turn, phase="combat", now={"air": air}, **changes)
    do(game, f"attack {OPEN}", "with 4-12-1")
    return game


@pytest.mark.rule("15.6a", "15.9")
def test_an_air_marker_gives_a_shift_and_is_used_up():
    game = allied_attack(unit("12VG-48", around(NE)[1]), air=2)
    do(game, "roll")
    assert legal(game) == {"air", "roll"}
    events = do(game, "air")
    # One a combat
    assert told(events, "combat")[0].data["shifts"] == [["air support", 1, "15.6"]]
    assert game.state.now.air == 1


@pytest.mark.rule("15.6a")
def test_at_most_one_marker_a_combat():
    game = allied_attack(unit("VIII-402", around(N)[0]), air=2)
    do(game, "roll", "air")
    assert refused(game, "air").rule == "15.6"
    assert legal(game) == {"fire VIII-402", "roll"}


@pytest.mark.rule("15.6a")
def test_no_marker_no_air_support():
    game = allied_attack(unit("VIII-402", around(N)[0]), air=0)
    do(game, "roll")
    assert refused(game, "air").rule == "15.6"


@pytest.mark.rule("15.6a")
def test_markers_that_were_not_used_are_lost():
    game = position(turn=15, side=ALLIED, phase="traffic", now={"air": 3})
    while game.state.now.side == ALLIED and game.state.turn == 15:
        do(game, "end")
    assert game.state.now.air == 0


@pytest.mark.rule("15.6")
@pytest.mark.parametrize("turn", [1, 14])
def test_air_markers_are_no_good_under_clouds(turn):
    game = allied_attack(unit("VIII-402", around(N)[0]), turn=turn, air=1)
    do(game, "roll")
    assert refused(game, "air").rule == "15.6"


@pytest.mark.rule("15.6b")
@pytest.mark.parametrize("die", range(1, 7))
def test_every_german_attack_rolls_for_jabos(die):
    game = assault(unit("12SS-25", N), unit("12VG-48", N), unit(GI, OPEN), unit("28-110-2", NE), target=OPEN, turn=15)
    game.script([die])
    events = roll(game)
    (jabo,) = told(events, "jabo")
    assert jabo.data["die"] == die
    left = jabo.data["shifts"]
    assert 0 <= left <= 2
    found = told(events, "combat")[0].data
    assert found["shifts"] == ([["Jabos", -left, "15.6"]] if left else [])
    # 12 to 3 is 4-1
    assert found["column"] == f"{4 - left}-1"


@pytest.mark.rule("15.6b")
def test_in_each_of_several_attacks():
    units = unit(LANDSER, N), unit("12VG-48", N), unit(GI, OPEN), unit("28-110-2", NE)
    game = position(*units, turn=15, phase="combat")
    for hex_, name in ((OPEN, LANDSER), (NE, "12VG-48")):
        do(game, f"attack {hex_}", f"with {name}")
        game.script([1, 6])
        assert told(roll(game), "jabo")
        while not at(game, "combat") and at(game, "battle"):
            do(game, "engage")


@pytest.mark.rule("15.6b")
def test_jabos_come_after_the_artillery():
    # Ambiguity 49: the first die is the guns', the second the aircraft's
    game = assault(unit(LANDSER, N), unit(GI, OPEN), unit("VIII-402", around(S)[3]), target=OPEN, turn=15)
    do(game, "roll")
    game.script([6, 1, 1])
    events = do(game, "fire VIII-402")
    assert [event.kind for event in events][:4] == ["attack", "shelling", "jabo", "combat"]
    assert told(events, "shelling")[0].data["die"] == 6


@pytest.mark.rule("15.6b")
def test_no_jabos_before_23am_or_over_allied_attacks():
    assert not told(roll(assault(unit(LANDSER, N), unit(GI, OPEN), target=OPEN, turn=14)), "jabo")
    game = assault(unit("4-12-1", N), unit(LANDSER, OPEN), target=OPEN, side=ALLIED, turn=15)
    assert not told(roll(game), "jabo")


@pytest.mark.rule("15.6c")
def test_no_air_support_at_night():
    stack = (Turn(16, "end"), NightTurn("German combat"))
    game = assault(
        unit(LANDSER, N, night=True), unit(GI, OPEN), target=OPEN, turn=16, night=True, stack=stack
    )  # fmt: skip
    assert not told(roll(game), "jabo")
    stack = (Turn(16, "end"), NightTurn("Allied combat"))
    units = unit("4-12-1", N, night=True), unit(LANDSER, OPEN), unit("VIII-402", around(N)[0])
    game = assault(*units, target=OPEN, side=ALLIED, turn=16, night=True, stack=stack, now={"air": 3})
    do(game, "roll")
    assert legal(game) == {"fire VIII-402", "roll"}
    assert refused(game, "air").rule == "15.6"


# Improved positions (15.8)


def dug(hex_: str, side: Any = ALLIED, *, built: bool = True) -> dict[str, dict[str, Position]]:
    """An improved position in a hex."""
    return {"ips": {hex_: Position(side, built=built)}}


@pytest.mark.rule("15.8")
def test_an_improved_position_gives_two():
    place = ground("clear")
    assert bonus(*place, **dug(place[1])) == 2
    assert bonus(*place, side=ALLIED, **dug(place[1], GERMAN)) == 2
    # Not under construction, not the enemy's
    assert bonus(*place, **dug(place[1], built=False)) == 0
    assert bonus(*place, **dug(place[1], GERMAN)) == 0


@pytest.mark.rule("15.8")
def test_it_is_not_added_to_that_of_the_terrain():
    for kind in ("light_woods", "forest", "forest_ravine"):
        place = ground(kind)
        assert bonus(*place, **dug(place[1])) == 2


@pytest.mark.rule("15.8")
def test_it_allows_a_last_stand():
    for built in (True, False):
        units = unit("12SS-25", N), unit("12SS-26", NE), unit("28-112-2", OPEN)
        game = assault(*units, target=OPEN, **dug(OPEN, built=built))
        strike(game, "DR2")
        assert ("stand 28-112-2" in legal(game)) == built


@pytest.mark.rule("15.8a")
def test_who_has_no_benefit_from_it():
    here, hex_ = ground("clear")
    assert defended(here, hex_, unit("30-526Mech", hex_, marker="SM"), **dug(hex_)) == 3
    assert defended(here, hex_, unit("VIII-402", hex_), **dug(hex_)) == 2
    assert defended(here, hex_, unit(US_TANK, hex_), **dug(hex_)) == 3 + 1


@pytest.mark.rule("15.8a")
@pytest.mark.parametrize(
    "doomed", [{"name": "30-526Mech", "marker": "SM"}, {"name": "VIII-402"}, {"name": "30-526Mech", "marker": "truck"}]
)
def test_nor_do_they_lead_a_last_stand_there(doomed):
    given = dict(doomed)
    name = str(given.pop("name"))
    units = unit("12SS-25", N), unit("12SS-26", NE), unit(name, OPEN, **given), unit(GI, OPEN)
    game = assault(*units, target=OPEN, **dug(OPEN))
    strike(game, "DR2")
    assert legal(game, "stand") == {f"stand {GI}"}
    assert refused(game, f"stand {name}").rule == "15.8"


@pytest.mark.rule("15.8a", "16.7a")
@pytest.mark.parametrize("given", [{"name": "30-526Mech", "marker": "SM"}, {"name": "VIII-402"}])
def test_they_lead_it_where_the_ground_allows_it(given):
    """In a village no position is needed."""
    village = next(
        BOARD.names[hex_]
        for hex_, kind in BOARD.built.items()
        if kind == "village" and all(is_dry(6 * hex_ + turn) for turn in range(6))
    )
    given = dict(given)
    name = str(given.pop("name"))
    units = [unit(each, here) for each, here in zip(("12SS-25", "12SS-26"), around(village), strict=False)]
    game = assault(*units, unit(name, village, **given), target=village)
    strike(game, "DR2")
    assert legal(game, "stand") == {f"stand {name}"}


def digging(*units: Any, side: Any = GERMAN, **changes: Any) -> Game:
    return position(*units, side=side, **{"turn": 5} | changes)


@pytest.mark.rule("15.8b")
@pytest.mark.parametrize(("side", "name"), [(GERMAN, LANDSER), (ALLIED, GI)])
def test_both_sides_build(side, name):
    game = digging(unit(name, OPEN), side=side)
    events = do(game, f"dig {name}")
    assert told(events, "ip_begun")
    position_ = game.state.ips[OPEN]
    assert (position_.side, position_.built) == (side, False)


@pytest.mark.rule("15.8b")
@pytest.mark.parametrize("built", ["village", "town", "city"])
def test_not_where_there_are_buildings(built):
    hex_ = next(BOARD.names[hex_] for hex_, kind in BOARD.built.items() if kind == built)
    game = digging(unit(LANDSER, hex_))
    assert refused(game, f"dig {LANDSER}").rule == "15.8"


@pytest.mark.rule("15.8b")
def test_nor_in_the_westwall():
    assert refused(digging(unit(LANDSER, WALL[1])), f"dig {LANDSER}").rule == "15.8"
    assert f"dig {LANDSER}" in legal(digging(unit(LANDSER, ground("forest")[1])))


@pytest.mark.rule("15.8c", "21.6")
@pytest.mark.parametrize("name", [PANZER, RECON, FLAK, "388VAK", "4NW", "150PzBde"])
def test_only_infantry_builds(name):
    assert refused(digging(unit(name, OPEN)), f"dig {name}").rule == "15.8"


@pytest.mark.rule("15.8c")
@pytest.mark.parametrize("name", ["2Pz-2", "3PG-8", "3FJ-5", "44Fest"])
def test_all_kinds_of_infantry_build(name):
    assert f"dig {name}" in legal(digging(unit(name, OPEN)))


@pytest.mark.rule("15.8c")
@pytest.mark.parametrize(
    ("marker", "rule"),
    [
        ({"status": "disrupted"}, "15.8"),
        ({"status": "routed"}, "15.8"),
        ({"eng": True}, "15.8"),
        ({"oos": True}, "23.4"),
    ],
)
def test_only_in_good_order_and_in_supply(marker, rule):
    assert refused(digging(unit(LANDSER, OPEN, **marker)), f"dig {LANDSER}").rule == rule


@pytest.mark.rule("15.8d")
def test_a_builder_does_not_move():
    game = digging(unit(LANDSER, OPEN))
    do(game, f"dig {LANDSER}")
    assert refused(game, f"move {LANDSER}")
    game = digging(unit(LANDSER, OPEN))
    do(game, f"move {LANDSER}", f"to {N}", "end")
    assert refused(game, f"dig {LANDSER}").rule == "15.8"


@pytest.mark.rule("15.8d")
def test_and_does_not_attack_in_the_following_combat_phase():
    game = digging(unit(LANDSER, OPEN, reduced=True), unit("12VG-48", OPEN, reduced=True), unit(GI, N))
    do(game, f"dig {LANDSER}", "end")
    while not at(game, "combat"):
        do(game, "end")
    do(game, f"attack {N}")
    assert refused(game, f"with {LANDSER}").rule == "15.8"
    # The other units of the hex are free to (Ambiguity 51)
    assert legal(game, "with") == {"with 12VG-48"}


@pytest.mark.rule("15.8e")
def test_it_is_completed_in_the_next_movement_phase_and_the_unit_may_move_then():
    game = digging(unit(LANDSER, OPEN), **dug(OPEN, GERMAN, built=False))
    assert [event.data["hex"] for event in told(game.opening, "ip_built")] == [OPEN]
    assert game.state.ips[OPEN].built
    assert f"move {LANDSER}" in legal(game)


@pytest.mark.rule("15.8e")
def test_not_in_the_enemys_movement_phase():
    game = digging(unit(GI, OPEN), **dug(OPEN, ALLIED, built=False))
    assert not game.state.ips[OPEN].built


@pytest.mark.rule("15.8f", "15.8e")
@pytest.mark.parametrize("marker", [{"status": "disrupted"}, {"status": "routed"}, {"eng": True}])
def test_disorder_delays_it(marker):
    game = digging(unit(LANDSER, OPEN, **marker), **dug(OPEN, GERMAN, built=False))
    assert not game.state.ips[OPEN].built
    # The marker stays


@pytest.mark.rule("15.8f")
def test_it_is_delayed_if_all_are_disrupted_or_one_is_engaged():
    one, two = unit(LANDSER, OPEN, status="disrupted"), unit("12VG-48", OPEN)
    assert digging(one, two, **dug(OPEN, GERMAN, built=False)).state.ips[OPEN].built
    one = unit(LANDSER, OPEN, eng=True)
    assert not digging(one, two, **dug(OPEN, GERMAN, built=False)).state.ips[OPEN].built


@pytest.mark.rule("15.8f")
def test_another_unit_may_complete_it():
    game = digging(unit(LANDSER, N), **dug(OPEN, GERMAN, built=False))
    assert not game.state.ips[OPEN].built
    # An abandoned one stays (Ambiguity 50)
    do(game, f"move {LANDSER}", f"to {OPEN}", "end")
    game = digging(unit(LANDSER, OPEN), ips=game.state.ips, turn=6)
    assert game.state.ips[OPEN].built


@pytest.mark.rule("15.8g")
def test_supply_no_longer_matters():
    assert digging(unit(LANDSER, OPEN, oos=True), **dug(OPEN, GERMAN, built=False)).state.ips[OPEN].built


@pytest.mark.rule("15.8g")
def test_an_abandoned_one_is_removed_by_the_enemy_only():
    game = digging(unit(LANDSER, S), side=GERMAN, **dug(OPEN, ALLIED, built=False))
    do(game, "end")
    assert OPEN in game.state.ips
    game = digging(unit(LANDSER, N), side=GERMAN, **dug(OPEN, ALLIED, built=False))
    do(game, f"move {LANDSER}", f"to {OPEN}")
    while at(game, "moving") or at(game, "movement"):
        do(game, "end")
    assert OPEN not in game.state.ips


@pytest.mark.rule("15.8h")
def test_empty_ones_are_removed_at_the_end_of_every_movement_phase():
    for side in (GERMAN, ALLIED):
        game = digging(unit(LANDSER, S), side=side, **dug(OPEN, GERMAN))
        assert OPEN in game.state.ips
        events = do(game, "end")
        assert OPEN not in game.state.ips
        assert told(events, "ip_removed")
    game = digging(unit(LANDSER, OPEN), **dug(OPEN, GERMAN))
    do(game, "end")
    assert OPEN in game.state.ips


@pytest.mark.rule("15.8h", "15.8g")
@pytest.mark.parametrize("built", [True, False])
def test_in_combat_it_goes_at_once_when_its_occupants_are_driven_out(built):
    game = assault(unit("12SS-25", N), unit("12SS-26", N), unit("99-395", OPEN), target=OPEN, **dug(OPEN, built=built))
    strike(game, "DR2")
    if built:
        do(game, "end")
    assert OPEN in game.state.ips
    events = []
    while at(game, "retreating"):
        events += do(game, sorted(legal(game))[0])
    assert OPEN not in game.state.ips
    assert told(events, "ip_removed")
    assert at(game, "advancing")


@pytest.mark.rule("15.8h")
def test_or_eliminated():
    game = assault(unit("12SS-25", N), unit("12SS-26", N), unit("28-112-2", OPEN), target=OPEN, **dug(OPEN))
    strike(game, "EX")
    assert OPEN in game.state.ips
    events = do(game, "lose 12SS-25")
    assert OPEN not in game.state.ips
    assert told(events, "ip_removed")


@pytest.mark.rule("15.8h")
def test_not_while_some_stay():
    game = assault(unit("12SS-25", N), unit(GI, OPEN), unit("28-112-2", OPEN), target=OPEN, **dug(OPEN))
    strike(game, "EX")
    do(game, f"lose {GI}")
    assert OPEN in game.state.ips


# All shifts together (15.9, TA3)


@pytest.mark.rule("15.9")
@pytest.mark.parametrize(
    ("mine", "theirs", "found"),
    [
        ({}, {}, {}),
        ({}, {"marker": "SM"}, {"defender in strategic movement": 1}),
        ({}, {"marker": "truck"}, {"defender in strategic movement": 1}),
        ({}, {"status": "disrupted"}, {"defender disrupted": 1}),
        ({}, {"status": "routed"}, {"defender routed": 2}),
        ({}, {"oos": True}, {"defenders out of supply": 1}),
        ({"oos": True}, {}, {"attacker out of supply": -1}),
        ({"oos": True}, {"oos": True}, {"attacker out of supply": -1, "defenders out of supply": 1}),
        (
            {"oos": True},
            {"marker": "SM", "status": "routed", "oos": True},
            {
                "attacker out of supply": -1,
                "defenders out of supply": 1,
                "defender in strategic movement": 1,
                "defender routed": 2,
            },
        ),
    ],
)
def test_shifts_by_the_state_of_the_units(mine, theirs, found):
    game = assault(unit(LANDSER, N, **mine), unit("30-526Mech", OPEN, **theirs), target=OPEN)
    assert shifts(game) == found


@pytest.mark.rule("15.9")
def test_all_defenders_must_be_out_of_supply_and_one_attacker():
    game = assault(unit(LANDSER, N), unit(GI, OPEN, oos=True), unit("28-110-2", OPEN), target=OPEN)
    assert shifts(game) == {}
    game = assault(unit(LANDSER, N, oos=True), unit("12VG-48", NE), unit(GI, OPEN), target=OPEN)
    assert shifts(game) == {"attacker out of supply": -1}


@pytest.mark.rule("15.9")
def test_one_disrupted_or_routed_or_marked_unit_is_enough_and_counts_once():
    others = unit(GI, OPEN), unit("28-110-2", OPEN, status="disrupted")
    assert shifts(assault(unit(LANDSER, N), *others, target=OPEN)) == {"defender disrupted": 1}
    more = unit("28-110-3", OPEN, status="routed")
    assert shifts(assault(unit(LANDSER, N), *others, more, target=OPEN)) == {"defender routed": 2}
    twice = unit("30-526Mech", OPEN, marker="SM"), unit("TFThrasher", OPEN, marker="SM")
    assert shifts(assault(unit(LANDSER, N), unit(GI, OPEN), *twice, target=OPEN)) == {
        "defender in strategic movement": 1
    }


@pytest.mark.rule("15.9")
@pytest.mark.parametrize("guns", [1, 2])
def test_artillery_of_the_attacker(guns):
    far = around(N)[0]
    units = unit(LANDSER, N), unit("388VAK", far), unit("402VAK", far), unit("405VAK", far), unit(GI, OPEN)
    fire = ["fire 388VAK", "fire 402VAK"][:guns]
    assert shifts(assault(*units, target=OPEN), *fire) == {"artillery": guns}


@pytest.mark.rule("15.9")
def test_shifts_add_up_and_move_the_column():
    far = around(N)[0]
    units = unit(LANDSER, N), unit("388VAK", far), unit("405VAK", far), unit(GI, OPEN, status="disrupted", oos=True)
    mark = Advantage(GERMAN, N, OPEN, (LANDSER,), 1)
    found = combat(assault(*units, target=OPEN, advantages=(mark,)), "fire 388VAK")
    # 5 to 3 is 1-1
    assert {name: value for name, value, _ in found["shifts"]} == {
        "artillery": 1,
        "attacker advantage": 1,
        "defender disrupted": 1,
        "defenders out of supply": 1,
    }
    assert found["column"] == "5-1"
