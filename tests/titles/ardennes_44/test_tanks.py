"""Rules 21.1 to 21.6: armour shifts, tank destroyers, recon units, silhouettes (tables TA3, TA14, T7)."""

from typing import Any

import pytest

from tests.titles.ardennes_44.fights import (
    WIDE,
    ahead,
    around,
    assault,
    combat,
    distance,
    flee,
    is_bare,
    is_dry,
    pair,
    reduced,
    settled,
    shifts,
    spot,
    strike,
)
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
from wargame_tui.titles.ardennes_44.rules.stacking import points
from wargame_tui.titles.ardennes_44.rules.zones import zone
from wargame_tui.titles.ardennes_44.state import Works

N, NE, SE, S, SW, NW = around(WIDE)
GI, LANDSER = "28-112-2", "12VG-27"
RIGHT, LEFT = {"armour": 1}, {"defender's armour": -1}


def shift(
    attackers: Any, defenders: Any, *, here: str = N, hex_: str = WIDE, side: Any = GERMAN, **changes: Any
) -> dict[str, int]:
    """The column shifts of an attack by units of one hex on those of another."""
    mine = [unit(name, here) if isinstance(name, str) else name for name in attackers]
    theirs = [unit(name, hex_) if isinstance(name, str) else name for name in defenders]
    return shifts(assault(*mine, *theirs, target=hex_, side=side, **changes))


def tank(name: str, hex_: str = N, **mark: Any) -> Any:
    return unit(name, hex_, **mark)


# The attacker's shift (21.1a to 21.1c)


@pytest.mark.rule("21.1", "21.1a")
@pytest.mark.parametrize(
    ("side", "attackers", "defenders"),
    [
        (GERMAN, ("2Pz-3-2",), (GI,)),
        (GERMAN, ("2Pz-3-1", "2Pz-2"), (GI, "28-110-1")),
        # NATO symbols are tank units
        (ALLIED, ("9Arm-CCB",), (LANDSER,)),
        (ALLIED, ("707Tnk",), (LANDSER, "2Pz-2Rec")),
        (GERMAN, ("150PzBde",), (GI,)),
        # Against artillery, too
        (GERMAN, ("2Pz-3-2",), ("VIII-402",)),
        # A tank unit without a quality is no unit with one
        (ALLIED, ("707Tnk",), ("217StrmPz",)),
    ],
)
def test_a_tank_against_units_without_quality(side, attackers, defenders):
    assert shift(attackers, defenders, side=side) == RIGHT


@pytest.mark.rule("21.1")
def test_one_shift_however_many_tanks():
    assert shift(("2Pz-3-1", "2Pz-3-2", "506Tiger"), (GI,)) == RIGHT


@pytest.mark.rule("21.1", "21.1b")
@pytest.mark.parametrize(
    ("attacker", "defenders", "found"),
    [
        # E21-1, E21-2, equal
        ("2Pz-3-1", ("707Tnk",), RIGHT),
        ("2Pz-3-2", ("814TD",), {}),
        ("2Pz-3-2", ("707Tnk",), {}),
        # Red or grey, the highest counts
        ("2Pz-3-1", ("630TD",), RIGHT),
        ("2Pz-3-1", ("814TD",), {}),
        ("506Tiger", ("814TD",), RIGHT),
        ("2Pz-3-1", ("707Tnk", "814TD"), {}),
        ("2Pz-3-1", ("3Arm-32-1",), RIGHT),
        # Recon with a quality of 1
        ("2Pz-3-2", ("14Cav-18",), RIGHT),
    ],
)
def test_a_higher_quality(attacker, defenders, found):
    assert shift((attacker,), defenders) == found


@pytest.mark.rule("21.1b")
def test_the_best_of_the_attackers_is_enough():
    assert shift(("2Pz-3-2", "2Pz-3-1"), ("707Tnk",)) == RIGHT


@pytest.mark.rule("21.1c", "21.2")
@pytest.mark.parametrize("name", ["2Pz-38Jpz", "741Jpz"])
def test_a_red_quality_earns_nothing_in_attack(name):
    assert shift((name,), (GI,)) == {}
    assert shift((name,), ("3Arm-32-1",)) == {}


@pytest.mark.rule("21.1c", "21.2")
def test_nor_a_tank_without_one():
    assert shift(("217StrmPz",), (GI,)) == {}
    assert shift(("803TD",), (LANDSER,), side=ALLIED) == {}


# The defender's shift (21.1d, 21.1e)


@pytest.mark.rule("21.1d")
@pytest.mark.parametrize(
    ("defenders", "found"),
    [
        (("28-110-1", "707Tnk"), LEFT),
        # A red quality will do (21.2)
        (("28-110-1", "630TD"), LEFT),
        (("28-110-1",), {}),
        # Tanks alone, or beside artillery
        (("707Tnk",), {}),
        (("707Tnk", "VIII-402"), {}),
        (("707Tnk", "630TD"), {}),
        # Engineers are infantry
        (("291Eng", "707Tnk"), LEFT),
        (("30-526Mech", "743Tnk"), LEFT),
    ],
)
def test_infantry_and_tank_against_an_attacker_without_tanks(defenders, found):
    assert shift((LANDSER,), defenders) == found


@pytest.mark.rule("21.1d")
def test_the_german_defender_likewise():
    assert shift(("28-110-1",), (LANDSER, "2Pz-38Jpz"), side=ALLIED) == LEFT
    # Without a quality it earns nothing
    assert shift(("28-110-1",), (LANDSER, "217StrmPz"), side=ALLIED) == {}


@pytest.mark.rule("21.1d", "21.1f")
@pytest.mark.parametrize("attacker", ["2Pz-3-2", "2Pz-38Jpz", "217StrmPz", "150PzBde"])
def test_any_tank_of_the_attacker_denies_it(attacker):
    # A red one, or one without quality, too
    assert shift((attacker, LANDSER), ("28-110-1", "707Tnk")) == {}


@pytest.mark.rule("21.1d")
def test_attacking_recon_with_a_quality_denies_it_but_earns_nothing():
    #
    assert shift(("28-110-1", "14Cav-18"), (LANDSER, "2Pz-3-2"), side=ALLIED) == {}
    assert shift(("14Cav-18",), (LANDSER,), side=ALLIED) == {}
    # German recon has none
    assert shift((LANDSER, "2Pz-2Rec"), ("28-110-1", "707Tnk")) == LEFT


@pytest.mark.rule("21.1e")
@pytest.mark.parametrize(
    ("side", "defender", "mark", "found"),
    [
        (GERMAN, "9Arm-CCB", {}, LEFT),
        (GERMAN, "9Arm-CCB", {"reduced": True}, LEFT),
        (GERMAN, "14Cav-18", {}, LEFT),
        # Task forces, remnants, British brigades are not in the list
        (GERMAN, "USTF-1", {}, {}),
        (GERMAN, "USArmR-1", {}, {}),
        (GERMAN, "Gds-5", {}, {}),
        # Recon without a quality
        (ALLIED, "2Pz-2Rec", {}, {}),
        (ALLIED, "150PzBde", {}, LEFT),
        (ALLIED, "150PzBde", {"reduced": True}, {}),
    ],
)
def test_units_that_count_as_infantry_and_tank(side, defender, mark, found):
    attacker = "12SS-25" if side == GERMAN else "28-110-1"
    assert shift((attacker,), (unit(defender, WIDE, **mark),), side=side) == found


@pytest.mark.rule("21.1f")
@pytest.mark.parametrize("defenders", [("28-110-1", "707Tnk"), ("28-110-1", "814TD")])
def test_if_the_attackers_tank_is_not_better_nobody_has_a_shift(defenders):
    assert shift(("2Pz-3-2", LANDSER), defenders) == {}


@pytest.mark.rule("21.1g")
@pytest.mark.parametrize(
    ("mine", "theirs", "found"),
    [
        ({"oos": True}, {}, {"attacker out of supply": -1}),
        ({}, {"oos": True}, {"armour": 1, "defenders out of supply": 1}),
        ({"oos": True}, {"oos": True}, {"attacker out of supply": -1, "defenders out of supply": 1}),
    ],
)
def test_out_of_supply_the_quality_is_one_less(mine, theirs, found):
    # 3 against 3
    assert shift((tank("2Pz-3-2", **mine),), (unit("707Tnk", WIDE, **theirs),)) == found


@pytest.mark.rule("21.1g")
def test_four_out_of_supply_does_not_beat_three():
    assert shift((tank("2Pz-3-1", oos=True),), ("707Tnk",)) == {"attacker out of supply": -1}


@pytest.mark.rule("21.1h")
def test_strategic_movement_does_not_change_the_quality():
    marked = unit("707Tnk", WIDE, marker="SM")
    assert shift(("2Pz-3-2",), (marked,)) == {"defender in strategic movement": 1}
    assert shift((LANDSER,), (marked, "28-110-1")) == LEFT | {"defender in strategic movement": 1}


@pytest.mark.rule("21.1i")
def test_after_ex_the_defenders_recon_that_earned_the_shift_is_hit():
    game = assault(unit("12SS-25", N), unit("14Cav-18", WIDE), unit("28-110-1", WIDE), target=WIDE)
    assert shifts(game.branch()) == LEFT
    game = assault(unit("2Pz-3-1", N), unit("2Pz-2", N), unit("99-395", WIDE), target=WIDE)
    assert reduced(strike(game, "EX")) == ["2Pz-3-1", "99-395"]


@pytest.mark.rule("21.2")
def test_tank_destroyers_defend():
    assert shift((LANDSER,), ("28-110-1", "630TD")) == LEFT
    assert shift(("630TD",), (LANDSER,), side=ALLIED) == {}


@pytest.mark.rule("21.2a")
@pytest.mark.parametrize(("attacker", "found"), [("2Pz-3-2", {}), ("2Pz-3-1", {}), ("506Tiger", RIGHT)])
def test_a_red_quality_cancels_the_attackers_shift(attacker, found):
    # 814th: a red 4
    assert shift((attacker,), ("28-110-1", "814TD")) == found


@pytest.mark.rule("21.2b")
def test_a_red_quality_helps_a_stand_but_no_firefight():
    village = settled("village")
    near = around(village)
    game = assault(unit("12SS-25", near[0]), unit("12SS-26", near[5]), unit("630TD", village), target=village)
    strike(game, "DR2")
    (event,) = told(do(game, "stand 630TD"), "stand")
    assert sum(value for _, value, _ in event.data["modifiers"]) == -1
    game = assault(unit("2Pz-38Jpz", N), unit("2Pz-304", N), unit("99-395", WIDE), target=WIDE)
    strike(game, "FF")
    (event,) = told(do(game, "duel 2Pz-38Jpz"), "firefight")
    assert event.data["modifiers"] == []


# Where there is none (21.3)


def road_into(kind: str) -> tuple[str, str]:
    """An open hex and one of a terrain, with a road but no water between them."""
    return pair(
        lambda one, other, key: (
            BOARD.terrain[one] in ("clear", "light_woods")
            and BOARD.terrain[other] == kind
            and other not in BOARD.built
            and BOARD.road[key] is not None
            and BOARD.water[key] is None
        )
    )


@pytest.mark.rule("21.3")
@pytest.mark.parametrize(
    ("kind", "able"),
    [("clear", True), ("light_woods", True), ("forest", False), ("forest_ravine", False), ("westwall", False)],
)
def test_ground_without_armour_shifts(kind, able):
    here, hex_ = road_into(kind)
    given = {"here": here, "hex_": hex_}
    assert shift(("2Pz-3-2",), ("28-110-1",), **given) == (RIGHT if able else {})
    assert shift((LANDSER,), ("28-110-1", "707Tnk"), **given) == (LEFT if able else {})


@pytest.mark.rule("21.3")
@pytest.mark.parametrize(("built", "able"), [("village", True), ("town", True), ("city", False)])
def test_e21_4_buildings(built, able):
    hex_ = next(
        BOARD.names[hex_]
        for hex_, kind in BOARD.built.items()
        if kind == built and BOARD.terrain[hex_] in ("clear", "light_woods")
    )
    here = next(to for to in around(hex_) if BOARD.road[BOARD.key(spot(to), spot(hex_))])
    given = {"here": here, "hex_": hex_}
    assert shift(("2Pz-3-2",), ("28-110-1",), **given) == (RIGHT if able else {})
    assert shift((LANDSER,), ("28-110-1", "707Tnk"), **given) == (LEFT if able else {})


@pytest.mark.rule("21.3")
def test_a_village_in_the_woods_is_woods():
    here, hex_ = pair(
        lambda one, other, key: (
            BOARD.terrain[other] == "forest" and BOARD.built.get(other) == "village" and bool(BOARD.road[key])
        )
    )
    assert shift(("2Pz-3-2",), ("28-110-1",), here=here, hex_=hex_) == {}


@pytest.mark.rule("21.3a")
@pytest.mark.parametrize("water", ["river", "meuse"])
def test_no_shift_over_an_unbridged_river(water):
    here, hex_ = pair(
        lambda one, other, key: (
            is_bare(one) and is_bare(other) and BOARD.water[key] == water and BOARD.bridge[key] is None
        )
    )
    assert shift(("2Pz-3-2",), ("28-110-1",), here=here, hex_=hex_) == {}
    # But it takes part: the defender has none either
    assert shift(("2Pz-3-2",), ("28-110-1", "707Tnk"), here=here, hex_=hex_) == {}


@pytest.mark.rule("21.3a")
@pytest.mark.parametrize("kind", ["forest", "forest_ravine", "westwall"])
def test_nor_out_of_woods_without_a_road(kind):
    here, hex_ = pair(
        lambda one, other, key: (
            BOARD.terrain[one] == kind and is_bare(other) and not BOARD.road[key] and not BOARD.water[key]
        )
    )
    assert shift(("2Pz-3-2",), ("28-110-1",), here=here, hex_=hex_) == {}


@pytest.mark.rule("21.3a", "21.3b", "21.3c", "7.4")
@pytest.mark.parametrize("blown", [False, True])
def test_over_a_bridge_while_it_stands(blown):
    here, hex_ = pair(lambda one, other, key: is_bare(one) and is_bare(other) and BOARD.bridge[key] is not None)
    name = GRID.hexside(spot(here), spot(hex_))
    given: dict[str, Any] = {"bridges": {name: Works()}} if blown else {"now": {"tried": (name,)}}
    game = assault(unit("2Pz-3-2", here), unit("28-110-1", hex_), target=hex_, **given)
    found = combat(game)
    assert {each: value for each, value, _ in found["shifts"]} == ({} if blown else RIGHT)
    # The halving holds all the same
    assert found["attack"] == 2


@pytest.mark.rule("21.3b")
def test_out_of_forest_ravine_along_a_road():
    here, hex_ = pair(
        lambda one, other, key: (
            BOARD.terrain[one] == "forest_ravine"
            and BOARD.terrain[other] in ("clear", "light_woods")
            and other not in BOARD.built
            and BOARD.road[key] is not None
            and BOARD.water[key] is None
        )
    )
    assert shift(("2Pz-3-2",), ("28-110-1",), here=here, hex_=hex_) == RIGHT


@pytest.mark.rule("21.3a")
def test_a_tank_elsewhere_may_earn_it():
    here, hex_ = pair(
        lambda one, other, key: (
            is_bare(one)
            and is_bare(other)
            and BOARD.water[key] == "river"
            and BOARD.bridge[key] is None
            and any(
                to is not None and is_bare(to) and is_dry(6 * other + turn)
                for turn, to in enumerate(GRID.neighbours[other])
            )
        )
    )
    dry = next(to for to in around(hex_) if is_bare(spot(to)) and is_dry(BOARD.key(spot(hex_), spot(to))))
    assert shift(("2Pz-3-2", unit("2Pz-3-1", dry)), ("28-110-1",), here=here, hex_=hex_) == RIGHT


# Recon units (21.4)


@pytest.mark.rule("21.4")
@pytest.mark.parametrize(("side", "recon", "foe"), [(GERMAN, "14Cav-18", LANDSER), (ALLIED, "2Pz-2Rec", "28-110-1")])
def test_a_lone_recon_unit_may_slip_away(side, recon, foe):
    game = assault(unit(foe, N), unit(recon, WIDE), target=WIDE, side=side)
    strike(game, "Eng")
    assert (game.side, legal(game)) == (BOOK.pieces[recon].side, {"slip_away", "end"})
    do(game, "slip_away")
    (event,) = told(flee(game), "retreated")
    assert len(event.data["path"]) == 1
    left = game.state.units[recon]
    assert (distance(left.location, WIDE), left.status, left.eng) == (1, "fresh", False)
    # A normal advance
    assert at(game, "advancing")
    assert game.state.stack[-1].extent == "normal"


@pytest.mark.rule("21.4")
def test_or_be_engaged():
    game = assault(unit(LANDSER, N), unit("14Cav-18", WIDE), target=WIDE)
    strike(game, "Eng")
    events = do(game, "end")
    assert told(events, "engaged")
    assert not at(game, "advancing")


@pytest.mark.rule("21.4")
@pytest.mark.parametrize("more", [GI, "14Cav-32", "VIII-402"])
def test_not_in_company(more):
    game = assault(unit(LANDSER, N), unit("14Cav-18", WIDE), unit(more, WIDE), target=WIDE)
    strike(game, "Eng")
    assert not legal(game, "slip_away")
    assert game.state.units["14Cav-18"].eng


@pytest.mark.rule("21.4")
@pytest.mark.parametrize("name", ["707Tnk", "28-110-1"])
def test_not_others(name):
    game = assault(unit(LANDSER, N), unit(name, WIDE), target=WIDE)
    strike(game, "Eng")
    assert game.state.units[name].eng


@pytest.mark.rule("21.4")
def test_a1_eng_counts_and_its_loss_stays():
    #
    game = assault(unit(LANDSER, N), unit("14Cav-18", WIDE), target=WIDE)
    strike(game, "A1/Eng")
    events = do(game, "slip_away")
    assert reduced(events) == [LANDSER]
    flee(game)
    assert distance(place(game, "14Cav-18"), WIDE) == 1


@pytest.mark.rule("21.4")
def test_ff_taken_as_engaged_counts():
    game = assault(unit(LANDSER, N), unit("14Cav-18", WIDE), target=WIDE)
    strike(game, "FF")
    assert game.side == GERMAN
    do(game, "engage")
    assert legal(game) == {"slip_away", "end"}


@pytest.mark.rule("21.4")
@pytest.mark.parametrize(("die", "hits"), [(5, 0), (6, 1)])
def test_so_do_the_results_of_the_firefight(die, hits):
    game = assault(unit(LANDSER, N), unit("14Cav-18", WIDE), target=WIDE)
    strike(game, "FF", die)
    do(game, f"duel {LANDSER}")
    assert legal(game) == {"slip_away", "end"}
    events = do(game, "slip_away")
    assert len(reduced(events)) == hits
    flee(game)
    # Nobody to hold: no advantage marker
    assert not legal(game, "hold")


@pytest.mark.rule("21.4")
def test_but_not_ex():
    game = assault(unit("28-110-1", N), unit("2Pz-2Rec", WIDE), target=WIDE, side=ALLIED)
    strike(game, "EX")
    assert not legal(game, "slip_away")
    assert game.state.units["2Pz-2Rec"].eng


# Collected properties (21.5, 21.6)


def is_cut_off(one: int, other: int) -> bool:
    """Whether a river without bridges lies between two hexes, and on every way round by one more hex."""
    for middle in {*GRID.near[one]} & {*GRID.near[other]}:
        ways = BOARD.key(one, middle), BOARD.key(middle, other)
        if not any(BOARD.water[key] and not BOARD.bridge[key] for key in ways):
            return False
    return True


@pytest.mark.rule("21.5", "21.5a", "21.5b")
@pytest.mark.parametrize("name", ["2Pz-3-2", "2Pz-2Rec", "150PzBde"])
@pytest.mark.parametrize("kind", ["river", "forest", "westwall", "forest_ravine"])
def test_tank_and_recon_units_do_not_move_there(name, kind):
    def fits(one: int, other: int, key: int) -> bool:
        if not is_bare(one) or other in BOARD.on_road:
            return False
        if kind == "river":
            return BOARD.water[key] == "river" and is_bare(other) and is_cut_off(one, other)
        return BOARD.terrain[other] == kind and not BOARD.water[key]

    here, hex_ = pair(fits)
    game = position(unit(name, here), unit(LANDSER, here), turn=5)
    do(game, f"move {LANDSER}", "mode tactical")
    assert f"to {hex_}" in legal(game)
    do(game, "end", f"move {name}", "mode tactical")
    assert f"to {hex_}" not in legal(game)


@pytest.mark.rule("21.5c")
@pytest.mark.parametrize(("name", "value"), [("707Tnk", -1), ("14Cav-18", -1), ("28-110-1", 0)])
def test_withdrawal_is_easier(name, value):
    game = position(unit(name, WIDE, eng=True), unit(LANDSER, N), side=ALLIED, phase="withdrawal", turn=5, dice=[6])
    (event,) = told(do(game, f"withdraw {name}"), "withdrawal")
    assert sum(number for _, number, _ in event.data["modifiers"]) == value


@pytest.mark.rule("21.5d")
def test_a_qualified_tank_helps_firefight_and_stand():
    game = assault(unit("2Pz-3-2", N), unit("2Pz-304", N), unit("707Tnk", WIDE), unit("28-110-1", WIDE), target=WIDE)
    strike(game, "FF")
    (event,) = told(do(game, "duel 2Pz-3-2"), "firefight")
    assert [value for _, value, _ in event.data["modifiers"]] == [-1]
    village = settled("village")
    near = around(village)
    game = assault(unit("12SS-25", near[0]), unit("12SS-26", near[5]), unit("707Tnk", village), target=village)
    strike(game, "DR2")
    (event,) = told(do(game, "stand 707Tnk"), "stand")
    assert [value for _, value, _ in event.data["modifiers"]] == [-1]


SILHOUETTES = ["707Tnk", "630TD", "2Pz-3-1", "2Pz-38Jpz", "217StrmPz", "1001"]


@pytest.mark.rule("21.6")
@pytest.mark.parametrize("name", SILHOUETTES)
def test_silhouettes_have_no_stacking_points(name):
    state = position(unit(name, WIDE), turn=5).state
    assert points(state.book, [state.units[name]]) == 0


@pytest.mark.rule("21.6")
@pytest.mark.parametrize(("name", "reaches"), [("2Pz-3-1", False), ("2Pz-2", True), ("2Pz-2Rec", True)])
def test_silhouettes_have_no_zone_into_or_out_of_forest_ravine(name, reaches):
    for road in (False, True):
        here, hex_ = pair(
            lambda one, other, key, road=road: (
                is_bare(one) and BOARD.terrain[other] == "forest_ravine" and bool(BOARD.road[key]) == road
            )
        )
        for start, to in ((here, hex_), (hex_, here)):
            state = position(unit(name, start), turn=5).state
            assert bool(zone(state, GERMAN) >> spot(to) & 1) == (reaches or road)


@pytest.mark.rule("21.6")
@pytest.mark.parametrize("name", SILHOUETTES[2:])
def test_silhouettes_build_no_positions(name):
    assert refused(position(unit(name, WIDE), turn=5), f"dig {name}").rule == "15.8"


@pytest.mark.rule("21.6")
def test_their_shifts():
    assert shift(("2Pz-3-2",), (GI,)) == RIGHT
    assert shift(("2Pz-3-1",), ("707Tnk",)) == RIGHT
    assert shift((LANDSER,), ("707Tnk", "28-110-1")) == LEFT
    assert ahead(WIDE, 0) == N
