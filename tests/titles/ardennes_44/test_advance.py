"""Rules 19.1 to 19.6: advance after combat, breakthrough combat (table TA16)."""

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
    is_inland,
    pairs,
    spot,
    strike,
)
from tests.titles.ardennes_44.kit import BOARD, GERMAN, GRID, at, do, legal, place, position, refused, unit
from wargame_tui.core.game import Game
from wargame_tui.core.step import Refusal
from wargame_tui.titles.ardennes_44.commands import Advance
from wargame_tui.titles.ardennes_44.rules.advance import Advancing
from wargame_tui.titles.ardennes_44.rules.sequence import PlayerTurn, Turn
from wargame_tui.titles.ardennes_44.state import Unit, Works

N, NE, SE, S, SW, NW = around(WIDE)
GI, LANDSER = "28-112-2", "12VG-27"
PZG, TANK = "2Pz-2", "2Pz-3-1"
"""Mechanized infantry and a vehicle of one division."""


def advancing(extent: str, vacated: str, *units: Unit, foes: Any = (), group: Any = (), **changes: Any) -> Game:
    """Units that won a combat for a hex are about to advance."""
    given = {"turn": 5} | changes
    side = units[0].side
    names = tuple(each.id for each in units)
    step = Advancing(side, names, extent, vacated, group)  # type: ignore[arg-type]
    stage = "Allied" if side == GERMAN else "night"
    stack = (Turn(given["turn"], stage), PlayerTurn(side, "traffic"), step)  # type: ignore[arg-type]
    return position(*units, *foes, side=side, phase="combat", stack=stack, **given)


def goals(game: Game, name: str) -> set[str]:
    """The hexes into which a unit may advance next."""
    return {command.split()[2] for command in legal(game, "advance") if command.split()[1] == name}


def farthest(game: Game, name: str, start: str) -> int:
    """How far from where it stood a unit may get."""
    best = 0
    for hex_ in goals(game, name):
        twin = game.branch()
        do(twin, f"advance {name} {hex_}")
        on = farthest(twin, name, start) if at(twin, "advancing") else 0
        best = max(best, distance(start, hex_), on)
    return best


def why(game: Game, name: str, hex_: str) -> Refusal | None:
    """Why a unit may not advance into a hex; None if it may."""
    return game.refusal(Advance(name, hex_))


# Kinds of advance (19.1, TA16)


@pytest.mark.rule("19.1")
def test_the_vacated_hex_is_offered_first():
    for vacated in (N, SE, NW):
        game = advancing("normal", vacated, unit(LANDSER, WIDE))
        offered = [command.notation() for command in game.legal() if command.verb == "advance"]
        hexes = [text.split()[2] for text in offered]
        assert hexes[0] == vacated
        assert [distance(hex_, vacated) for hex_ in hexes] == sorted(distance(hex_, vacated) for hex_ in hexes)


@pytest.mark.rule("19.1a")
@pytest.mark.parametrize("name", [LANDSER, PZG, TANK])
def test_limited_into_the_vacated_hex_only(name):
    game = advancing("limited", WIDE, unit(name, N))
    assert goals(game, name) == {WIDE}
    assert why(game, name, NE).rule == "19.1"
    do(game, f"advance {name} {WIDE}")
    assert not at(game, "advancing")


@pytest.mark.rule("19.1b", "19.1f")
@pytest.mark.parametrize("name", [LANDSER, PZG, TANK])
def test_normal_one_hex_in_any_direction(name):
    # Free direction (Ambiguity 24); no road is near
    game = advancing("normal", WIDE, unit(name, N))
    assert goals(game, name) == {*around(N)}
    assert farthest(game, name, N) == 1


@pytest.mark.rule("19.1c", "19.1f")
@pytest.mark.parametrize("name", [LANDSER, PZG, TANK])
def test_bonus_two_hexes_in_any_direction(name):
    game = advancing("bonus", WIDE, unit(name, S))
    assert goals(game, name) == {*around(S)}
    assert farthest(game, name, S) == 2


@pytest.mark.rule("19.1b", "19.1f")
def test_hexes_are_counted_not_points():
    woods = next(
        (one, other)
        for one, other in pairs(lambda one, other, key: is_bare(one) and is_bare(other, "forest") and is_dry(key))
    )
    # A hex of forest costs a motorized unit 4 points
    game = advancing("normal", woods[1], unit(PZG, woods[0]))
    assert woods[1] in goals(game, PZG)


@pytest.mark.rule("19.1")
def test_units_may_stay():
    game = advancing("bonus", WIDE, unit(LANDSER, N), unit("12VG-48", N))
    do(game, f"advance {LANDSER} {WIDE}", "end")
    assert place(game, "12VG-48") == N


@pytest.mark.rule("19.1")
def test_only_units_of_the_attack_advance():
    game = advancing("bonus", WIDE, unit(LANDSER, N), foes=[unit("12VG-48", N)])
    assert why(game, "12VG-48", WIDE).rule == "19.1"


@pytest.mark.rule("19.1")
@pytest.mark.parametrize(
    ("result", "extent"), [("DR2", "normal"), ("DR3", "bonus"), ("DR4*", "bonus"), ("Eng", None), ("A1/Eng", None)]
)
def test_the_results_kinds_of_advance(result, extent):
    strong = ("12SS-25", "12SS-26") if extent else (LANDSER,)
    foe = GI if extent else "99-395"
    game = assault(*(unit(name, N) for name in strong), unit(foe, WIDE), target=WIDE)
    strike(game, result)
    flee(game)
    assert at(game, "advancing") == bool(extent)
    assert not extent or game.state.stack[-1].extent == extent


@pytest.mark.rule("19.1")
def test_artillery_never_advances():
    game = advancing("bonus", WIDE, unit("388VAK", N), unit(LANDSER, N))
    assert why(game, "388VAK", WIDE).rule == "19.1"
    assert not goals(game, "388VAK")


# Roads (19.1d)


def stretch(kind: str, *terrains: str, hexes: int = 4) -> list[str]:
    """A road of one kind through terrain without water: its hexes in a row, in a straight enough line."""
    wanted = terrains or ("clear", "light_woods")

    def go(path: list[int]) -> list[int] | None:
        if len(path) == hexes:
            return path
        for turn, to in enumerate(GRID.neighbours[path[-1]]):
            key = 6 * path[-1] + turn
            if to is None or to in path or BOARD.road[key] != kind or BOARD.water[key]:
                continue
            if BOARD.terrain[to] in wanted and GRID.distance(path[0], to) == len(path):
                found = go([*path, to])
                if found:
                    return found
        return None

    for hex_ in range(GRID.size):
        if is_inland(hex_) and BOARD.terrain[hex_] in wanted:
            found = go([hex_])
            if found:
                return [BOARD.names[each] for each in found]
    raise LookupError(kind)


PRIMARY, SECONDARY = stretch("primary"), stretch("secondary")


def drive(game: Game, name: str, road: list[str]) -> int:
    """How many hexes of a road a unit may follow in its advance."""
    done = 0
    for hex_ in road[1:]:
        if not at(game, "advancing") or why(game, name, hex_) is not None:
            break
        do(game, f"advance {name} {hex_}")
        done += 1
    return done


@pytest.mark.rule("19.1d")
@pytest.mark.parametrize("road", [PRIMARY, SECONDARY])
@pytest.mark.parametrize(("extent", "hexes"), [("normal", 2), ("bonus", 3)])
@pytest.mark.parametrize("name", [PZG, TANK, "2Pz-2Rec"])
def test_e35_along_a_road_mechanized_units_go_a_hex_farther(road, extent, hexes, name):
    game = advancing(extent, road[1], unit(name, road[0]))
    assert drive(game, name, road) == hexes


@pytest.mark.rule("19.1d")
@pytest.mark.parametrize(("extent", "hexes"), [("limited", 1), ("normal", 1), ("bonus", 2)])
def test_others_do_not(extent, hexes):
    assert drive(advancing(extent, PRIMARY[1], unit(LANDSER, PRIMARY[0])), LANDSER, PRIMARY) == hexes


@pytest.mark.rule("19.1d", "19.1a")
def test_not_in_a_limited_advance():
    assert drive(advancing("limited", PRIMARY[1], unit(TANK, PRIMARY[0])), TANK, PRIMARY) == 1


@pytest.mark.rule("19.1d")
def test_nor_along_forest_roads():
    road = stretch("secondary", "forest", "forest_ravine", hexes=3)
    assert drive(advancing("normal", road[1], unit(TANK, road[0])), TANK, road) == 1
    # Into the wood, and out of it
    road = next(
        [ahead_, one, other]
        for one, other in pairs(
            lambda one, other, key: (
                BOARD.terrain[one] == "clear" and BOARD.terrain[other] == "forest" and BOARD.road[key] == "secondary"
            )
        )
        for ahead_ in around(one)
        if BOARD.road[BOARD.key(spot(ahead_), spot(one))] == "secondary"
        and BOARD.terrain[spot(ahead_)] in ("clear", "light_woods")
        and not BOARD.water[BOARD.key(spot(ahead_), spot(one))]
        and ahead_ != other
    )
    assert drive(advancing("normal", road[1], unit(TANK, road[0])), TANK, road) == 1
    assert drive(advancing("normal", road[1], unit(TANK, road[2])), TANK, road[::-1]) == 1


@pytest.mark.rule("19.1d")
def test_but_along_primary_roads_through_woods():
    road = stretch("primary", "forest", "forest_ravine", hexes=3)
    assert drive(advancing("normal", road[1], unit(TANK, road[0])), TANK, road) == 2


@pytest.mark.rule("19.1d")
def test_all_of_the_advance_is_along_roads():
    start = next(
        hex_
        for hex_ in around(PRIMARY[0])
        if not BOARD.road[BOARD.key(spot(hex_), spot(PRIMARY[0]))]
        and BOARD.terrain[spot(hex_)] in ("clear", "light_woods")
        and is_dry(BOARD.key(spot(hex_), spot(PRIMARY[0])))
    )
    assert drive(advancing("normal", PRIMARY[0], unit(TANK, start)), TANK, [start, *PRIMARY]) == 1
    assert drive(advancing("bonus", PRIMARY[0], unit(TANK, start)), TANK, [start, *PRIMARY]) == 2


@pytest.mark.rule("19.1e")
def test_traffic_markers_and_roadblocks_do_not_matter():
    given = {"traffic": {"Allied1": PRIMARY[1]}, "roadblocks": {"Allied1": PRIMARY[2], "Allied2": None}}
    game = advancing("bonus", PRIMARY[1], unit(TANK, PRIMARY[0]), **given)
    assert drive(game, TANK, PRIMARY) == 3


# Terrain (19.2)


def step_over(test: Any) -> tuple[str, str]:
    return next(pairs(test))


@pytest.mark.rule("19.2")
def test_no_advance_onto_enemies_or_over_lakes():
    game = advancing("normal", WIDE, unit(LANDSER, N), foes=[unit(GI, NE)])
    assert why(game, LANDSER, NE).rule == "19.2"
    here, hex_ = step_over(lambda one, other, key: BOARD.water[key] == "lake")
    assert why(advancing("normal", hex_, unit(LANDSER, here)), LANDSER, hex_).rule == "19.2"


@pytest.mark.rule("19.2")
@pytest.mark.parametrize(("turn", "able"), [(4, False), (5, True)])
def test_no_advance_over_the_army_boundary(turn, able):
    here, hex_ = step_over(lambda one, other, key: key in BOARD.boundary and is_bare(other) and is_dry(key))
    game = advancing("normal", hex_, unit(LANDSER, here), turn=turn)
    no = why(game, LANDSER, hex_)
    assert (no is None) == able
    assert able or no.rule == "11.10"


CLOSED = {
    "forest": lambda one, other, key: is_bare(one) and is_bare(other, "forest") and is_dry(key) and not BOARD.road[key],
    "forest_ravine": lambda one, other, key: (
        is_bare(one) and BOARD.terrain[other] == "forest_ravine" and not BOARD.road[key]
    ),
    "out of forest_ravine": lambda one, other, key: (
        BOARD.terrain[one] == "forest_ravine" and is_bare(other) and not BOARD.road[key]
    ),
    "river": lambda one, other, key: (
        is_bare(one) and is_bare(other) and BOARD.water[key] == "river" and not BOARD.bridge[key]
    ),
    "meuse": lambda one, other, key: (
        is_bare(one) and is_bare(other) and BOARD.water[key] == "meuse" and not BOARD.bridge[key]
    ),
}


def before(hex_: str, to: str) -> str:
    """An open hex beside one, from which that is reached without hindrance, and not beside the next."""
    return next(
        other
        for other in around(hex_)
        if BOARD.terrain[spot(other)] in ("clear", "light_woods")
        and is_dry(BOARD.key(spot(other), spot(hex_)))
        and distance(other, to) == 2
    )


@pytest.mark.rule("19.2a", "19.2b")
@pytest.mark.parametrize("kind", CLOSED)
def test_infantry_with_the_first_hex_only(kind):
    here, hex_ = step_over(CLOSED[kind])
    for name in (LANDSER, PZG):
        assert why(advancing("normal", hex_, unit(name, here)), name, hex_) is None
    if kind.startswith("out"):
        return
    starts = [(one, to) for one, to in pairs(CLOSED[kind]) if any(_is_start(other, one, to) for other in around(one))]
    here, hex_ = starts[0]
    start = before(here, hex_)
    for name in (LANDSER, PZG):
        game = advancing("bonus", here, unit(name, start))
        do(game, f"advance {name} {here}")
        assert why(game, name, hex_).rule == "19.2"


def _is_start(other: str, one: str, to: str) -> bool:
    key = BOARD.key(spot(other), spot(one))
    return BOARD.terrain[spot(other)] in ("clear", "light_woods") and is_dry(key) and distance(other, to) == 2


@pytest.mark.rule("19.2a", "19.2b", "21.5a", "21.5b")
@pytest.mark.parametrize("kind", CLOSED)
@pytest.mark.parametrize("name", [TANK, "2Pz-2Rec", "150PzBde"])
def test_vehicles_never(kind, name):
    here, hex_ = step_over(CLOSED[kind])
    game = advancing("bonus", hex_, unit(name, here), unit(LANDSER, here))
    assert why(game, name, hex_).rule == "19.2"


def _is_wooded_road(one: int, other: int, key: int, kind: str) -> bool:
    open_ = BOARD.terrain[one] in ("clear", "light_woods")
    return open_ and BOARD.terrain[other] == kind and BOARD.road[key] is not None and not BOARD.water[key]


@pytest.mark.rule("19.2a", "21.5b")
@pytest.mark.parametrize("kind", ["forest", "westwall", "forest_ravine"])
def test_but_along_roads_everybody_even_later(kind):
    here, hex_, start = next(
        (one, other, start)
        for one, other in pairs(lambda one, other, key: _is_wooded_road(one, other, key, kind))
        for start in around(one)
        if _is_start(start, one, other)
    )
    for name in (LANDSER, TANK):
        assert why(advancing("normal", hex_, unit(name, here)), name, hex_) is None
        game = advancing("bonus", here, unit(name, start))
        do(game, f"advance {name} {here}")
        assert why(game, name, hex_) is None


def _is_off_road(one: str, other: str) -> bool:
    """Whether a clear hex lies beyond a dry hexside without a road."""
    key = BOARD.key(spot(one), spot(other))
    return is_bare(spot(other)) and is_dry(key) and not BOARD.road[key]


@pytest.mark.rule("19.2a")
def test_out_of_a_forest_infantry_goes_on():
    # Only entering is limited
    start, wood, beyond = next(
        (one, other, to)
        for one, other in pairs(CLOSED["forest"])
        for to in around(other)
        if distance(one, to) == 2 and _is_off_road(other, to)
    )
    for name in (LANDSER, PZG):
        game = advancing("bonus", wood, unit(name, start))
        do(game, f"advance {name} {wood}")
        assert why(game, name, beyond) is None


@pytest.mark.rule("19.2a")
def test_the_westwall_is_no_forest_for_infantry():
    here, wall, start = next(
        (one, other, start)
        for one, other in pairs(
            lambda one, other, key: is_bare(one) and is_bare(other, "westwall") and is_dry(key) and not BOARD.road[key]
        )
        for start in around(one)
        if _is_start(start, one, other)
    )
    game = advancing("bonus", here, unit(LANDSER, start))
    do(game, f"advance {LANDSER} {here}")
    assert why(game, LANDSER, wall) is None


@pytest.mark.rule("19.2b", "21.5a")
@pytest.mark.parametrize("blown", [False, True])
def test_over_a_bridge_while_it_stands(blown):
    here, hex_ = step_over(lambda one, other, key: is_bare(one) and is_bare(other) and BOARD.bridge[key] is not None)
    name = GRID.hexside(spot(here), spot(hex_))
    game = advancing("normal", hex_, unit(TANK, here), bridges={name: Works()} if blown else {})
    assert (why(game, TANK, hex_) is None) != blown


# Bonds and zones (19.3)


@pytest.mark.rule("19.3")
def test_hex_bonds_are_not_entered_but_for_the_vacated_hex():
    foes = [unit(GI, SE), unit("4-12-1", NW)]
    assert WIDE in goals(advancing("normal", WIDE, unit(LANDSER, N), foes=foes), LANDSER)
    game = advancing("normal", NE, unit(LANDSER, N), foes=foes)
    assert why(game, LANDSER, WIDE).rule == "19.3"


@pytest.mark.rule("19.3")
def test_hexside_bonds_are_not_crossed_but_into_the_vacated_hex():
    # NW and NE are two apart, N and WIDE between them
    foes = [unit(GI, NW), unit("4-12-1", NE)]
    assert WIDE in goals(advancing("normal", WIDE, unit(LANDSER, N), foes=foes), LANDSER)
    game = advancing("normal", ahead(N, 0), unit(LANDSER, N), foes=foes)
    assert why(game, LANDSER, WIDE).rule == "19.3"


@pytest.mark.rule("19.3a")
def test_zones_do_not_stop_an_advance():
    # Through the zone of one unit into that of another
    foes = [unit(GI, ahead(NE, 0)), unit("4-12-1", ahead(S, 3, 2))]
    game = advancing("bonus", WIDE, unit(LANDSER, NE), foes=foes)
    do(game, f"advance {LANDSER} {WIDE}")
    assert S in goals(game, LANDSER)


@pytest.mark.rule("19.3a")
def test_e37_not_from_a_zone_of_a_unit_into_another_zone_of_the_same_unit():
    # 12/89 Regiment; S and SW are both beside the American
    foe = unit(GI, ahead(S, 4))
    assert {distance(S, foe.location), distance(SW, foe.location)} == {1}
    game = advancing("bonus", WIDE, unit("12VG-89", WIDE), foes=[foe])
    do(game, f"advance 12VG-89 {S}")
    assert why(game, "12VG-89", SW).rule == "19.3"
    assert why(game, "12VG-89", SE) is None
    # But with the first hex
    game = advancing("bonus", SW, unit("12VG-89", S), foes=[foe])
    assert SW in goals(game, "12VG-89")


@pytest.mark.rule("19.3a")
def test_from_the_zone_of_one_unit_into_that_of_another():
    foes = [unit(GI, ahead(S, 4)), unit("4-12-1", ahead(SE, 1))]
    game = advancing("bonus", WIDE, unit(LANDSER, WIDE), foes=foes)
    do(game, f"advance {LANDSER} {S}")
    assert SE in goals(game, LANDSER)


# Breakthrough combat (19.4)

NEXT = ahead(S, 3)
"""Two hexes behind WIDE."""


def broken(*attackers: Unit, foes: Any = (), result: str = "DR4*", **changes: Any) -> Game:
    """An attack with an asterisk; the defender is gone, the advance has begun."""
    game = assault(*attackers, unit(GI, WIDE), *foes, target=WIDE, **changes)
    strike(game, result)
    flee(game)
    assert at(game, "advancing")
    return game


SS = unit("12SS-25", N), unit("12SS-12Pz", N)
BEHIND = unit("4-12-1", NEXT)


def finish(game: Game) -> None:
    """End the advance, if anybody could go on."""
    if at(game, "advancing"):
        do(game, "end")


def go(game: Game, name: str, *hexes: str) -> None:
    do(game, *(f"advance {name} {hex_}" for hex_ in hexes))


@pytest.mark.rule("19.4", "19.4c")
def test_after_the_advance_the_attackers_may_attack_again():
    game = broken(*SS, foes=[BEHIND])
    go(game, "12SS-25", WIDE, S)
    go(game, "12SS-12Pz", WIDE, S)
    finish(game)
    assert legal(game) == {f"breakthrough {S} {NEXT}", "end"}
    do(game, f"breakthrough {S} {NEXT}", "with 12SS-25", "with 12SS-12Pz")
    assert combat(game)["attack"] == 13


@pytest.mark.rule("19.4")
def test_it_is_voluntary():
    game = broken(*SS, foes=[BEHIND])
    go(game, "12SS-25", WIDE, S)
    do(game, "end", "end")
    assert not at(game, "battle")


@pytest.mark.rule("19.4")
def test_not_without_an_asterisk():
    game = broken(*SS, foes=[BEHIND], result="DR3")
    go(game, "12SS-25", WIDE, S)
    finish(game)
    assert not legal(game, "breakthrough")


@pytest.mark.rule("19.4a")
def test_only_one_stack_takes_part():
    game = broken(*SS, foes=[BEHIND])
    go(game, "12SS-25", WIDE, S)
    go(game, "12SS-12Pz", WIDE, SE)
    finish(game)
    # Ambiguity 25: the attacker chooses
    assert legal(game, "breakthrough") == {f"breakthrough {S} {NEXT}"} | (
        {f"breakthrough {SE} {NEXT}"} if distance(SE, NEXT) == 1 else set()
    )
    do(game, f"breakthrough {S} {NEXT}")
    assert refused(game, "with 12SS-12Pz")
    assert legal(game, "with") == {"with 12SS-25"}


@pytest.mark.rule("19.4a")
def test_the_group_may_be_formed_during_the_advance():
    game = broken(unit("12SS-25", N), unit("12SS-12Pz", NE), foes=[BEHIND])
    go(game, "12SS-25", WIDE, S)
    go(game, "12SS-12Pz", WIDE, S)
    finish(game)
    do(game, f"breakthrough {S} {NEXT}")
    assert legal(game, "with") == {"with 12SS-25", "with 12SS-12Pz"}


@pytest.mark.rule("19.4b")
def test_units_on_foot_attack_again_after_one_hex_only():
    feet = unit("3FJ-5", N), unit("3FJ-8", N), unit("3FJ-9", NE), unit("12VG-27", NE)
    near = unit("4-12-1", S)
    game = broken(*feet, foes=[near])
    go(game, "3FJ-5", WIDE)
    do(game, "end")
    assert f"breakthrough {WIDE} {S}" in legal(game)
    game = broken(*feet, foes=[BEHIND])
    go(game, "3FJ-5", WIDE, S)
    finish(game)
    assert not legal(game, "breakthrough")


@pytest.mark.rule("19.4b")
def test_a_mixed_group_likewise():
    mixed = unit("12SS-12Pz", N), unit("3FJ-8", N), unit("3FJ-9", N)
    game = broken(*mixed, foes=[BEHIND])
    for name in ("12SS-12Pz", "3FJ-8"):
        go(game, name, WIDE, S)
    finish(game)
    do(game, f"breakthrough {S} {NEXT}")
    # The mechanized unit alone
    assert legal(game, "with") == {"with 12SS-12Pz"}
    game = broken(*mixed, foes=[unit("4-12-1", S)])
    for name in ("12SS-12Pz", "3FJ-8"):
        go(game, name, WIDE)
    finish(game)
    do(game, f"breakthrough {WIDE} {S}")
    assert legal(game, "with") == {"with 12SS-12Pz", "with 3FJ-8"}


@pytest.mark.rule("19.4b")
def test_the_limit_binds_the_group_only():
    # Ambiguity 41
    game = broken(unit("3FJ-5", N), unit("3FJ-8", N), unit("3FJ-9", N), foes=[unit("4-12-1", ahead(SE, 2))])
    go(game, "3FJ-5", WIDE)
    go(game, "3FJ-8", WIDE, SW)
    assert place(game, "3FJ-8") == SW


@pytest.mark.rule("19.4c")
def test_one_attack_on_one_hex():
    game = broken(*SS, foes=[BEHIND, unit("4-12-2", ahead(S, 2))])
    for name in ("12SS-25", "12SS-12Pz"):
        go(game, name, WIDE, S)
    finish(game)
    assert legal(game) == {f"breakthrough {S} {NEXT}", f"breakthrough {S} {ahead(S, 2)}", "end"}
    do(game, f"breakthrough {S} {NEXT}", "with 12SS-25")
    assert refused(game, f"breakthrough {S} {ahead(S, 2)}")
    do(game, "with 12SS-12Pz")
    strike(game, "D1*")
    finish(game)
    # No third one, however well the second went (19.4f), and none with the rest of the group
    assert not legal(game, "breakthrough")
    assert not at(game, "combat")


@pytest.mark.rule("19.4c")
def test_it_may_be_against_a_hex_that_was_attacked_before():
    game = broken(*SS, foes=[unit("4-12-1", S)], now={"attacked": (S,)})
    go(game, "12SS-25", WIDE)
    do(game, "end")
    assert f"breakthrough {WIDE} {S}" in legal(game)


@pytest.mark.rule("19.4d")
def test_the_advance_is_over_first_and_the_next_combat_waits():
    game = broken(*SS, foes=[BEHIND, unit(LANDSER, ahead(S, 2)), unit("4-12-2", ahead(ahead(S, 2), 2))])
    go(game, "12SS-25", WIDE, S)
    assert not legal(game, "breakthrough")
    assert not legal(game, "attack")
    do(game, "end")
    assert not legal(game, "attack")
    do(game, "end")
    assert legal(game, "attack")


@pytest.mark.rule("19.4e")
def test_it_follows_the_rules_of_ordinary_combat():
    guns = unit("388VAK", ahead(N, 0)), unit("405VAK", ahead(N, 0)), unit("VIII-402", ahead(NEXT, 3))
    game = assault(*SS, unit(GI, WIDE), BEHIND, *guns, target=WIDE)
    do(game, "roll", "roll")
    game.script([4])
    do(game, "roll")
    flee(game)
    for name in ("12SS-25", "12SS-12Pz"):
        go(game, name, WIDE, S)
    finish(game)
    do(game, f"breakthrough {S} {NEXT}", "with 12SS-25", "with 12SS-12Pz", "roll")
    assert legal(game) == {"fire 388VAK", "fire 405VAK", "roll"}
    do(game, "fire 388VAK", "roll")
    assert legal(game) == {"fire VIII-402", "roll"}


@pytest.mark.rule("19.4f")
def test_a_second_bonus_advance_is_a_normal_one_for_the_group():
    game = broken(*SS, foes=[BEHIND])
    for name in ("12SS-25", "12SS-12Pz"):
        go(game, name, WIDE, S)
    finish(game)
    do(game, f"breakthrough {S} {NEXT}", "with 12SS-25", "with 12SS-12Pz")
    strike(game, "DR4*")
    flee(game)
    assert game.state.stack[-1].extent == "bonus"
    assert farthest(game, "12SS-25", S) == 1
    go(game, "12SS-25", NEXT)
    finish(game)
    assert not legal(game, "breakthrough")


@pytest.mark.rule("19.4c")
def test_the_group_does_not_attack_once_more_in_the_phase():
    game = broken(*SS, foes=[BEHIND, unit("4-12-2", ahead(S, 2))])
    for name in ("12SS-25", "12SS-12Pz"):
        go(game, name, WIDE, S)
    finish(game)
    do(game, f"breakthrough {S} {NEXT}", "with 12SS-25", "with 12SS-12Pz")
    strike(game, "DR2")
    flee(game)
    finish(game)
    assert not at(game, "combat")


# Joining another attack (19.5), out of supply (19.6)


@pytest.mark.rule("19.5")
def test_the_group_joins_the_next_attack_of_other_units():
    game = broken(*SS, foes=[BEHIND, unit(LANDSER, ahead(NEXT, 3))])
    for name in ("12SS-25", "12SS-12Pz"):
        go(game, name, WIDE, S)
    finish(game)
    do(game, f"breakthrough {S} {NEXT}", "with 12SS-25", "with 12SS-12Pz")
    assert f"with {LANDSER}" in legal(game)
    do(game, f"with {LANDSER}")
    assert combat(game.branch())["attack"] == 13 + 5
    strike(game, "DR4*")
    flee(game)
    # The others have their bonus advance, the group a normal one (19.4f)
    assert farthest(game, LANDSER, ahead(NEXT, 3)) == 2
    assert farthest(game, "12SS-25", S) == 1


@pytest.mark.rule("19.5")
def test_within_command_control():
    more = unit(LANDSER, ahead(NEXT, 3)), unit("26VG-39", ahead(NEXT, 3))
    game = broken(*SS, foes=[BEHIND, *more])
    for name in ("12SS-25", "12SS-12Pz"):
        go(game, name, WIDE, S)
    finish(game)
    do(game, f"breakthrough {S} {NEXT}", "with 12SS-25", f"with {LANDSER}")
    assert refused(game, "with 26VG-39").rule == "14.3"


@pytest.mark.rule("19.5")
def test_others_do_not_attack_without_the_group_or_a_hex_twice():
    game = broken(*SS, foes=[BEHIND, unit(LANDSER, ahead(NEXT, 3))])
    go(game, "12SS-25", WIDE, S)
    finish(game)
    do(game, f"breakthrough {S} {NEXT}", f"with {LANDSER}")
    assert refused(game, "roll").rule == "19.4"
    game = broken(*SS, foes=[BEHIND, unit(LANDSER, ahead(NEXT, 3))], now={"attacked": (NEXT,)})
    go(game, "12SS-25", WIDE, S)
    finish(game)
    do(game, f"breakthrough {S} {NEXT}")
    assert refused(game, f"with {LANDSER}").rule == "14.1"


@pytest.mark.rule("19.6")
@pytest.mark.parametrize("name", [LANDSER, TANK])
def test_units_out_of_supply_advance_one_hex(name):
    assert drive(advancing("bonus", PRIMARY[1], unit(name, PRIMARY[0], oos=True)), name, PRIMARY) == 1
    assert drive(advancing("normal", PRIMARY[1], unit(name, PRIMARY[0], oos=True)), name, PRIMARY) == 1


@pytest.mark.rule("19.6")
def test_and_make_no_breakthrough_combat():
    game = broken(unit("12SS-25", N, oos=True), unit("12SS-12Pz", N), foes=[unit("4-12-1", S)])
    go(game, "12SS-25", WIDE)
    finish(game)
    assert not legal(game, "breakthrough")


@pytest.mark.rule("19.1")
def test_stacking_is_enforced_when_the_whole_advance_is_over():
    # Ambiguity 40
    game = advancing("normal", WIDE, unit("12SS-25", N), unit("12SS-26", N))
    do(game, f"advance 12SS-25 {WIDE}", f"advance 12SS-26 {WIDE}")
    assert at(game, "too_many")


@pytest.mark.rule("19.1d")
@pytest.mark.parametrize(("blown", "hexes"), [(False, 2), (True, 1)])
def test_a_road_over_a_blown_bridge_is_no_road(blown, hexes):
    dry = {"clear", "light_woods"}
    road = next(
        [one, other, to]
        for one, other in pairs(
            lambda one, other, key: BOARD.bridge[key] is not None and {BOARD.terrain[one], BOARD.terrain[other]} <= dry
        )
        for to in around(other)
        if BOARD.road[BOARD.key(spot(other), spot(to))]
        and not BOARD.water[BOARD.key(spot(other), spot(to))]
        and BOARD.terrain[spot(to)] in dry
        and distance(one, to) == 2
    )
    name = GRID.hexside(spot(road[0]), spot(road[1]))
    game = advancing("normal", road[1], unit(PZG, road[0]), bridges={name: Works()} if blown else {})
    assert drive(game, PZG, road) == hexes
