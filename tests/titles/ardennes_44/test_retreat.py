"""Rules 17.1 to 17.8: retreats, their priorities, who is eliminated."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.titles.ardennes_44.fights import (
    OPEN,
    WIDE,
    ahead,
    alive,
    arena,
    around,
    assault,
    combat,
    distance,
    flee,
    is_bare,
    is_inland,
    is_plain,
    lost,
    settled,
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
from wargame_tui.core.game import Game
from wargame_tui.titles.ardennes_44 import TITLE, commands
from wargame_tui.titles.ardennes_44.rules import off_map
from wargame_tui.titles.ardennes_44.state import Unit, Works

N, NE, SE, S, SW, NW = around(WIDE)
GI, REGIMENT, LANDSER = "28-112-2", "28-112", "12VG-27"
GERMANS = [
    name
    for name, printed in BOOK.pieces.items()
    if printed.side == GERMAN and printed.infantry and not printed.split and not printed.remnant
]
STRONG = ("12SS-25", "12SS-26", "1SS-1PzG", "1SS-2PzG")
OTHERS = [name for name in GERMANS if name not in STRONG]
US_STRONG = ("30-117", "30-119", "1-26", "1-16")


def posted(*hexes: str) -> list[Unit]:
    """German units that hold hexes."""
    return [unit(name, hex_) for name, hex_ in zip(OTHERS, hexes, strict=False)]


def beaten(result: str, *defenders: Unit, frm: str = N, target: str = WIDE, more: Any = (), **changes: Any) -> Game:
    """Defenders who must retreat after an attack out of one hex."""
    side = changes.pop("side", GERMAN)
    strong = STRONG if side == GERMAN else US_STRONG
    units = [unit(name, frm) for name in strong]
    game = position(*units, *defenders, *more, side=side, phase="combat", **{"turn": 5} | changes)
    do(game, f"attack {target}", f"with {strong[0]}", f"with {strong[1]}")
    if result in ("DR3", "DR4*", "D1*"):
        do(game, f"with {strong[2]}", f"with {strong[3]}")
    strike(game, result)
    return game


# How far and where to (17.1)


@pytest.mark.rule("17.1")
@pytest.mark.parametrize(("result", "hexes"), [("DR2", 2), ("DR3", 3), ("DR4*", 4)])
def test_a_unit_retreats_the_number_of_hexes_shown(result, hexes):
    game = beaten(result, unit(GI, WIDE))
    assert game.side == ALLIED
    (event,) = told(flee(game), "retreated")
    path = event.data["path"]
    assert len(path) == len({*path, WIDE}) - 1 == hexes
    assert all(distance(one, to) == 1 for one, to in zip([WIDE, *path], path, strict=False))
    assert place(game, GI) == path[-1]


@pytest.mark.rule("17.1")
def test_the_hexes_still_to_go_are_told():
    game = beaten("DR3", unit(GI, WIDE))
    step = game.state.stack[-1]
    assert step.prompt(game.state).text == f"Retreat from {WIDE}: 3 hexes"
    game.apply(game.legal()[0])
    step = game.state.stack[-1]
    assert step.prompt(game.state).text == f"Retreat from {WIDE}: 2 more hexes"


@pytest.mark.rule("17.1")
def test_attackers_never_retreat():
    for result in ("DR2", "DR3"):
        game = beaten(result, unit(GI, WIDE))
        events = flee(game)
        assert {event.data["unit"] for event in told(events, "retreated")} == {GI}
        assert place(game, STRONG[0]) == N


@pytest.mark.rule("17.1")
def test_units_of_a_stack_may_go_to_different_hexes_in_any_order():
    game = beaten("DR2", unit(GI, WIDE), unit("4-12-1", WIDE))
    ways = legal(game)
    assert {way.split()[1] for way in ways} == {GI, "4-12-1"}
    one, other = sorted({way.split()[2] for way in ways})[:2]
    do(game, f"retreat 4-12-1 {one}")
    # The one that is on its way goes on
    assert {way.split()[1] for way in legal(game)} == {"4-12-1"}
    assert refused(game, f"retreat {GI} {other}").rule == "17.1"
    do(game, sorted(legal(game))[0])
    assert f"retreat {GI} {other}" in legal(game)


@pytest.mark.rule("17.1")
def test_no_hex_twice():
    game = beaten("DR3", unit(GI, WIDE))
    do(game, f"retreat {GI} {S}")
    assert refused(game, f"retreat {GI} {WIDE}").rule == "17.1"
    do(game, f"retreat {GI} {ahead(S, 3)}")
    assert refused(game, f"retreat {GI} {S}").rule == "17.1"


@pytest.mark.rule("17.1", "17.2")
@pytest.mark.parametrize(("result", "lives"), [("DR3", True), ("DR4*", False)])
def test_nor_to_stay_alive(result, lives):
    """Its first step may lead into an enemy zone; behind that two hexes are free, and no third one."""
    free = S, ahead(S, 3)
    ring = [hex_ for hex_ in BOARD.names if min(distance(hex_, each) for each in free) == 2 and hex_ != N]
    assert alive(beaten(result, unit(GI, WIDE), more=posted(*ring)), GI) == lives


@pytest.mark.rule("17.1a")
@pytest.mark.parametrize(("result", "hexes"), [("DR2", 2), ("DR3", 3)])
def test_the_retreat_ends_as_far_away_as_the_result_says(result, hexes):
    ends = {path[-1] for path in all_ways(beaten(result, unit(GI, WIDE)))}
    assert ends
    assert {distance(end, WIDE) for end in ends} == {hexes}


def ring(radius: int, middle: str = WIDE) -> list[str]:
    """The hexes so far from a hex."""
    return [
        BOARD.names[hex_] for hex_ in GRID.within(spot(middle), radius) if GRID.distance(hex_, spot(middle)) == radius
    ]


@pytest.mark.rule("17.1a")
def test_if_it_cannot_it_goes_the_number_of_hexes_all_the_same():
    # Ambiguity 21: all hexes at distance 2 are German but for two in the north-west and north; a friend holds SW
    friend = unit("28-110-1", SW)
    game = beaten("DR2", unit(GI, WIDE), more=(friend, *posted(*(hex_ for hex_ in ring(2) if hex_ != ahead(N, 0)))))
    assert {path for path in all_ways(game) if path[-1] == SW} == set(all_ways(game))
    assert {len(path) for path in all_ways(game)} == {2}


def all_ways(game: Game) -> list[tuple[str, ...]]:
    """Every path on which the first unit of a retreat may go."""
    (*_, step) = game.state.stack
    name = step.units[0]
    found: list[tuple[str, ...]] = []

    def go(here: Game, path: tuple[str, ...]) -> None:
        for command in sorted(legal(here)):
            verb, who, hex_ = command.split()
            if verb != "retreat" or who != name:
                continue
            twin = here.branch()
            do(twin, command)
            whole = (*path, hex_)
            on = twin.state.stack[-1]
            if on.kind == "retreating" and on.visited:
                go(twin, whole)
            else:
                found.append(whole)

    go(game, ())
    return found


@pytest.mark.rule("17.1b")
def test_empty_hexes_in_enemy_zones_are_avoided():
    game = beaten("DR2", unit(GI, WIDE))
    # N's zone covers NE and NW
    assert {path[0] for path in all_ways(game)} == {SE, S, SW}
    assert refused(game, f"retreat {GI} {NE}").rule == "17.1"


@pytest.mark.rule("17.1b")
def test_e39_the_way_without_zones_must_be_taken():
    # A tank unit: zones of units in the south-east and south-west leave one way
    more = posted(ahead(SE, 2), ahead(SW, 4))
    game = beaten("DR2", unit("707Tnk", WIDE), more=more)
    zoned = {hex_ for each in (N, *(foe.location for foe in more)) for hex_ in around(each)}
    ways = all_ways(game)
    assert ways
    assert not any(hex_ in zoned for path in ways for hex_ in path)


@pytest.mark.rule("17.1b", "17.2")
def test_if_that_is_impossible_only_the_first_hex_may_be_in_a_zone():
    # Germans two hexes away in the south: SE, S and SW are in their zones, too
    more = posted(ahead(S, 3), ahead(SE, 3), ahead(SW, 3))
    game = beaten("DR2", unit(GI, WIDE), more=more)
    foes = {N, *(foe.location for foe in more)}
    zoned = {hex_ for each in foes for hex_ in around(each)}
    assert {NE, SE, S, SW, NW} <= zoned
    ways = all_ways(game)
    assert ways
    for path in ways:
        assert path[0] in zoned
        assert path[1] not in zoned


@pytest.mark.rule("17.1b")
def test_a_zone_does_not_count_where_friends_are():
    game = beaten("DR2", unit(GI, WIDE), more=(unit("28-110-1", NE),))
    assert NE in {path[0] for path in all_ways(game)}


@pytest.mark.rule("17.1b")
def test_nor_do_units_that_retreat_from_the_same_combat_help():
    # 1 hex by a counterattack result; every hex around is in a German zone
    village = settled("village")
    near = around(village)
    more = posted(ahead(village, 3, 2), ahead(near[2], 2), ahead(near[4], 4))
    game = beaten("DR2", unit(GI, village), unit("4-12-1", village), frm=near[0], target=village, more=more)
    game.script([4])
    do(game, f"stand {GI}")
    before = {way.split()[2] for way in legal(game) if way.split()[1] == "4-12-1"}
    assert len(before) > 1
    do(game, f"retreat {GI} {sorted(before)[0]}")
    assert {way.split()[2] for way in legal(game)} == before


@pytest.mark.rule("17.1c")
def test_toward_a_supply_source():
    game = beaten("DR2", unit(LANDSER, WIDE), side=ALLIED)
    ways = all_ways(game)
    sources = [BOARD.names[hex_] for hex_ in BOOK.sources(GERMAN)]
    assert ways
    for path in ways:
        assert any(distance(path[-1], hex_) < distance(WIDE, hex_) for hex_ in sources)
    # South-west is as far from the Americans, but away from Germany
    west = ahead(SW, 4)
    assert west not in {path[-1] for path in ways}
    assert distance(west, WIDE) == 2


@pytest.mark.rule("17.1c")
def test_supply_sources_held_by_the_enemy_do_not_count():
    held = [unit(name, BOARD.names[hex_]) for name, hex_ in zip(US_NAMES, sorted(BOOK.sources(GERMAN)), strict=False)]
    ways = all_ways(beaten("DR2", unit(LANDSER, WIDE), side=ALLIED, more=held))
    assert ahead(SW, 4) in {path[-1] for path in ways}


US_NAMES = [
    name
    for name, printed in BOOK.pieces.items()
    if printed.side == ALLIED and printed.infantry and name not in US_STRONG and not printed.split
]


# The priorities together, against an enumeration of all ways (17.1e)

ROADS = next(
    BOARD.names[hex_]
    for hex_ in range(GRID.size)
    if is_inland(hex_, 5)
    and sum(road is not None for road in BOARD.road[6 * hex_ : 6 * hex_ + 6]) >= 2
    and all(
        BOARD.terrain[each] in ("clear", "light_woods")
        and not any(BOARD.water[6 * each + turn] or BOARD.ravine[6 * each + turn] for turn in range(6))
        for each in GRID.within(hex_, 3)
    )
)
"""The middle of open ground with a road through it."""


def ways_of(game: Game, name: str, hexes: int, target: str) -> Iterator[tuple[str, ...]]:
    """All ways that do not eliminate, on open ground and without regard to bonds (17.1, 17.2)."""
    side = game.state.units[name].side
    foes = {each.location for each in game.state.units.values() if each.side != side}
    friends = {each.location for each in game.state.units.values() if each.side == side and each.id != name}
    zoned = {hex_ for foe in foes if foe in BOARD.index for hex_ in around(foe)} - friends

    def go(path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if len(path) == hexes:
            yield path
            return
        for to in around(path[-1] if path else target):
            if to not in foes and to not in path and to != target and (to not in zoned or not path):
                yield from go((*path, to))

    yield from go(())


def best_of(game: Game, name: str, hexes: int, target: str) -> set[tuple[str, ...]]:
    """Those that the priorities leave."""
    side = game.state.units[name].side
    foes = {each.location for each in game.state.units.values() if each.side != side}
    friends = {each.location for each in game.state.units.values() if each.side == side and each.id != name}
    zoned = {hex_ for foe in foes if foe in BOARD.index for hex_ in around(foe)} - friends
    sources = [BOARD.names[hex_] for hex_ in BOOK.sources(side)]

    def worth(path: tuple[str, ...]) -> tuple[int, bool, bool, int]:
        end = path[-1]
        nearer = any(distance(end, hex_) < distance(target, hex_) for hex_ in sources)
        steps = zip([target, *path], path, strict=False)
        roads = sum(BOARD.road[BOARD.key(spot(one), spot(to))] is not None for one, to in steps)
        mechanized = BOOK.pieces[name].mechanized
        return distance(end, target), not any(hex_ in zoned for hex_ in path), nearer, roads if mechanized else 0

    ways = list(ways_of(game, name, hexes, target))
    best = max(map(worth, ways), default=None)
    return {path for path in ways if worth(path) == best}


@pytest.mark.rule("17.1a", "17.1b", "17.1c", "17.1d", "17.1e")
@pytest.mark.parametrize("seed", range(24))
def test_the_priorities_leave_the_best_ways(seed):
    dice = random.Random(seed)
    name = dice.choice(["2Pz-2", LANDSER, "2Pz-3-2", "12VG-48"])
    result, hexes = dice.choice([("DR2", 2), ("DR3", 3)])
    middle = ROADS if seed % 2 else WIDE
    frm = dice.choice(around(middle))
    # Single units that are too far from each other, and from the attackers, to form bonds
    more: list[Unit] = []
    far = dice.sample([hex_ for radius in (2, 3) for hex_ in ring(radius, middle)], 30)
    for hex_ in far:
        if all(distance(hex_, other) != 2 for other in (frm, *(foe.location for foe in more))) and len(more) < 3:
            more.append(unit(US_NAMES[len(more)], hex_))
    game = beaten(result, unit(name, middle), frm=frm, target=middle, side=ALLIED, more=more)
    expected = best_of(game, name, hexes, middle)
    assert (set(all_ways(game)) if at(game, "retreating") else set()) == expected
    assert alive(game, name) == bool(expected)


def road_steps(path: tuple[str, ...]) -> int:
    """Steps along roads on the way from ROADS."""
    steps = zip((ROADS, *path), path, strict=False)
    return sum(BOARD.road[BOARD.key(spot(one), spot(to))] is not None for one, to in steps)


@pytest.mark.rule("17.1d")
def test_mechanized_units_use_roads_and_others_need_not():
    frm = next(hex_ for turn, hex_ in enumerate(around(ROADS)) if not BOARD.road[6 * spot(ROADS) + turn])
    found = {}
    for name in ("2Pz-2", LANDSER):
        game = beaten("DR2", unit(name, ROADS), frm=frm, target=ROADS, side=ALLIED)
        found[name] = {road_steps(path) for path in all_ways(game)}
    assert len(found["2Pz-2"]) == 1
    assert min(found[LANDSER]) < max(found["2Pz-2"])


@pytest.mark.rule("17.1e")
def test_distance_beats_a_zone_in_the_first_hex():
    # A German in NE covers SE, the only way to get two hexes away; S, SW and NW are free, but lead nowhere
    goal = ahead(SE, 2)
    more = posted(*(hex_ for hex_ in ring(3) if distance(hex_, goal) > 1))
    game = beaten("DR2", unit(GI, WIDE), frm=NE, more=more)
    assert all_ways(game) == [(SE, goal)]
    gestures = TITLE.gestures
    for hex_ in (SE, goal):
        assert gestures.idle(game.state) == commands.Retreat(GI, hex_), "nobody is asked for the only way"
        do(game, f"retreat {GI} {hex_}")
    assert gestures.idle(game.state) is None


@pytest.mark.rule("17.1")
def test_where_there_is_a_choice_of_ways_it_is_asked():
    game = beaten("DR2", unit(LANDSER, WIDE), frm=NE, side=ALLIED)
    assert len({path[0] for path in all_ways(game)}) > 1
    assert TITLE.gestures.idle(game.state) is None


@pytest.mark.rule("17.1e")
def test_avoiding_a_zone_beats_the_direction_of_supply():
    game = beaten("DR2", unit(LANDSER, WIDE), frm=NE, side=ALLIED)
    ways = all_ways(game)
    # East, through SE, which NE covers, would be toward Germany
    assert SE not in {path[0] for path in ways}
    assert {path[0] for path in ways} <= {S, SW, NW}


@pytest.mark.rule("17.1e")
def test_the_direction_of_supply_beats_roads():
    # A road hex from which roads lead away from Germany only
    sources = [BOARD.names[hex_] for hex_ in BOOK.sources(GERMAN)]
    for middle in range(GRID.size):
        name = BOARD.names[middle]
        if not is_inland(middle) or not any(BOARD.road[6 * middle : 6 * middle + 6]):
            continue
        if not all(is_plain(each, ("clear", "light_woods"), True) for each in GRID.within(middle, 2)):
            continue
        for frm in around(name):
            game = position(unit("2Pz-2", name), unit("30-117", frm), turn=5)
            best = best_of(game, "2Pz-2", 2, name)
            far = [path for path in ways_of(game, "2Pz-2", 2, name) if distance(path[-1], name) == 2]
            free = [path for path in far if not {*path} & {*around(frm)}]
            most = max(map(roads_on(name), free), default=0)
            if most > max(map(roads_on(name), best), default=0):
                game = beaten("DR2", unit("2Pz-2", name), frm=frm, target=name, side=ALLIED)
                assert set(all_ways(game)) == best
                for path in best:
                    assert any(distance(path[-1], hex_) < distance(name, hex_) for hex_ in sources)
                return
    raise AssertionError("no such hex")


def roads_on(start: str) -> Callable[[tuple[str, ...]], int]:
    """Counts the steps along roads on a way out of a hex."""
    return lambda path: sum(
        BOARD.road[BOARD.key(spot(one), spot(to))] is not None for one, to in zip((start, *path), path, strict=False)
    )


# Eliminated (17.2, 17.3)


@pytest.mark.rule("17.2")
def test_a_unit_without_a_way_is_eliminated():
    # Bonds between N, SE and SW close every way
    game = assault(
        unit("12SS-25", N), unit("12SS-26", SE), unit("3FJ-9", SW), unit(GI, WIDE), target=WIDE
    )  # fmt: skip
    events = strike(game, "DR2")
    assert lost(events) == [GI]
    assert place(game, GI) == "eliminated"


@pytest.mark.rule("17.2")
def test_not_into_enemy_units_bonds_or_zones_beyond_the_first_hex():
    more = posted(S, ahead(SW, 4))
    game = beaten("DR2", unit(GI, WIDE), more=more)
    # An enemy unit; the bond between S and the unit two hexes west of it
    for hex_ in (S, SW):
        assert refused(game, f"retreat {GI} {hex_}").rule == "17.1"
    ways = all_ways(game)
    zoned = {hex_ for foe in (N, *(each.location for each in more)) for hex_ in around(foe)}
    assert all(path[-1] not in zoned for path in ways)


@pytest.mark.rule("17.2")
def test_not_across_an_enemy_bond():
    # NW and S are two apart: the bond between WIDE and SW is not crossed; SE would be
    game = beaten("DR2", unit(GI, WIDE), frm=NW, more=posted(S))
    ways = all_ways(game)
    assert ways
    assert SW not in {path[0] for path in ways}
    # With a friend in SW it is cancelled
    game = beaten("DR2", unit(GI, WIDE), frm=NW, more=(*posted(S), unit("28-110-1", SW)))
    assert SW in {path[0] for path in all_ways(game)}


@pytest.mark.rule("17.2")
def test_not_into_an_enemy_hex_bond():
    foes = posted(ahead(S, 2), ahead(S, 5))
    game = beaten("DR2", unit(GI, WIDE), more=foes)
    assert refused(game, f"retreat {GI} {S}").rule == "17.1"


def cornered(kind: str) -> tuple[str, list[str], list[str]]:
    """A clear hex with three neighbours in a row beyond something, and the other three: hex, beyond, others."""

    def is_beyond(key: int, to: int) -> bool:
        if kind in ("river", "meuse"):
            return BOARD.water[key] == kind and not BOARD.bridge[key] and BOARD.terrain[to] in ("clear", "light_woods")
        wooded = BOARD.terrain[to] == kind and not BOARD.road[key] and not BOARD.water[key]
        return wooded and to not in BOARD.built

    for hex_ in range(GRID.size):
        if not is_inland(hex_) or not is_bare(hex_, "clear", "light_woods"):
            continue
        near = [to or 0 for to in GRID.neighbours[hex_]]
        for turn in range(6):
            row = [(turn + more) % 6 for more in range(6)]
            dry = not any(BOARD.water[6 * hex_ + each] for each in row[3:])
            if dry and all(is_beyond(6 * hex_ + each, near[each]) for each in row[:3]):
                names = [BOARD.names[near[each]] for each in row]
                return BOARD.names[hex_], names[:3], names[3:]
    raise LookupError(kind)


def driven(kind: str, name: str, **changes: Any) -> Game:
    """A unit with its back to something is told to retreat 2."""
    hex_, _, others = cornered(kind)
    units = unit("12SS-25", others[1]), unit("12SS-26", others[1]), unit("3FJ-9", others[0]), unit("3FJ-8", others[2])
    game = assault(*units, unit(name, hex_), target=hex_, **changes)
    strike(game, "DR2")
    return game


@pytest.mark.rule("17.2", "11.4a")
@pytest.mark.parametrize("name", [GI, "14Cav-18"])
def test_nobody_retreats_over_the_unbridged_meuse(name):
    game = driven("meuse", name)
    assert not alive(game, name)


@pytest.mark.rule("17.2a", "21.5a", "21.5b")
@pytest.mark.parametrize("kind", ["river", "forest"])
@pytest.mark.parametrize("name", ["14Cav-18", "630TD", "9Arm-CCR"])
def test_vehicles_are_eliminated_where_they_cannot_go(kind, name):
    game = driven(kind, name)
    assert not alive(game, name)


@pytest.mark.rule("17.2b")
@pytest.mark.parametrize("kind", ["river", "forest"])
def test_infantry_goes_over_rivers_and_into_woods(kind):
    game = driven(kind, GI)
    assert at(game, "retreating")
    assert {path[0] for path in all_ways(game)} <= {*cornered(kind)[1]}
    flee(game)
    assert alive(game, GI)


@pytest.mark.rule("17.2b", "17.2a", "21.5b")
@pytest.mark.parametrize(("name", "able"), [(GI, True), ("14Cav-18", False), ("630TD", False)])
def test_infantry_retreats_into_forest_ravine(name, able):
    # A friend holds it, so that no zone matters
    for hex_, to, frm in ravines():
        game = beaten("DR2", unit(name, hex_), frm=frm, target=hex_, more=(unit("28-110-1", to),))
        goes = {path[0] for path in all_ways(game)} if at(game, "retreating") else set()
        if able and to in goes:
            return
        assert able or to not in goes
    assert not able


def ravines() -> Iterator[tuple[str, str, str]]:
    """Some clear hexes beside forest-ravine, without a road, and a hex on the other side: hex, ravine, from."""
    found = 0
    for hex_ in range(GRID.size):
        if not is_inland(hex_) or not is_bare(hex_):
            continue
        for turn, to in enumerate(GRID.neighbours[hex_]):
            back = GRID.neighbours[hex_][(turn + 3) % 6]
            open_ = back is not None and is_bare(back) and not BOARD.water[6 * hex_ + (turn + 3) % 6]
            if to is None or back is None or not open_ or BOARD.road[6 * hex_ + turn]:
                continue
            if BOARD.terrain[to] == "forest_ravine" and found < 12:
                found += 1
                yield BOARD.names[hex_], BOARD.names[to], BOARD.names[back]


@pytest.mark.rule("17.2a")
def test_over_a_bridge_a_vehicle_retreats_but_not_over_a_blown_one():
    crossed = 0
    for hex_, to, frm in bridgeheads():
        goes = {}
        name = GRID.hexside(spot(hex_), spot(to))
        for bridges in ((), (name,)):
            # A friend beyond holds the bridgehead, so that no zone matters
            down = {each: Works() for each in bridges}
            given = {"more": (unit(GI, to),), "bridges": down, "now": {"tried": (name,)}}
            game = beaten("DR2", unit("14Cav-18", hex_), frm=frm, target=hex_, **given)
            goes[bridges] = {path[0] for path in all_ways(game)} if at(game, "retreating") else set()
        crossed += to in goes[()]
        assert to not in goes[(name,)]
    assert crossed


def bridgeheads() -> Iterator[tuple[str, str, str]]:
    """Open hexes with a bridge out of them, and an open hex on the other side: hex, over the bridge, from."""
    for hex_ in range(GRID.size):
        if not is_inland(hex_) or not is_bare(hex_, "clear", "light_woods"):
            continue
        for turn, to in enumerate(GRID.neighbours[hex_]):
            back = GRID.neighbours[hex_][(turn + 3) % 6]
            if to is None or back is None or BOARD.water[6 * hex_ + (turn + 3) % 6] or not is_bare(back):
                continue
            if BOARD.bridge[6 * hex_ + turn] and BOARD.terrain[to] in ("clear", "light_woods"):
                yield BOARD.names[hex_], BOARD.names[to], BOARD.names[back]


@pytest.mark.rule("17.2")
@pytest.mark.parametrize(("result", "dead"), [("DR2", False), ("DR3", True), ("DR4*", True)])
def test_allied_engineers_do_not_survive_long_retreats(result, dead):
    game = beaten(result, unit("291Eng", WIDE))
    if not dead:
        flee(game)
    assert alive(game, "291Eng") != dead


@pytest.mark.rule("17.3")
@pytest.mark.parametrize(("result", "extent"), [("DR2", "normal"), ("DR3", "bonus")])
def test_if_nobody_can_retreat_the_attacker_has_his_whole_advance(result, extent):
    units = [unit(name, hex_) for name, hex_ in zip(STRONG, (N, N, SE, SW), strict=True)]
    game = position(*units, unit(GI, WIDE), phase="combat", turn=5)
    do(game, f"attack {WIDE}", f"with {STRONG[0]}", f"with {STRONG[1]}", f"with {STRONG[2]}")
    strike(game, result)
    assert not alive(game, GI)
    assert game.state.stack[-1].extent == extent


# Stacks, friends, edges, artillery (17.4 to 17.8)


@pytest.mark.rule("17.4")
def test_a_retreat_may_overstack_a_hex():
    full = unit("106-424", ahead(S, 3)), unit("106-423", S), unit("99-394", SE), unit("99-393", SW)
    game = beaten("DR2", unit(REGIMENT, WIDE), more=full)
    goal = ahead(S, 3)
    do(game, f"retreat {REGIMENT} {S}", f"retreat {REGIMENT} {goal}")
    assert {place(game, REGIMENT), place(game, "106-424")} == {goal}
    assert not at(game, "too_many")


@pytest.mark.rule("17.4")
def test_its_owner_puts_it_right_by_the_end_of_his_next_movement_phase():
    units = unit(REGIMENT, WIDE), unit("106-424", WIDE)
    game = position(*units, side=GERMAN, phase="movement", turn=5)
    do(game, "end")
    assert not at(game, "too_many")
    game = position(*units, side=ALLIED, phase="movement", turn=5)
    do(game, "end")
    assert at(game, "too_many")


def joined(*more: str) -> tuple[Game, str]:
    """28-112-2 and others have retreated onto 99-395, which is attacked next."""
    goal = ahead(S, 3)
    attackers = unit("26VG-39", ahead(goal, 3)), unit("26VG-77", ahead(goal, 3)), unit("26VG-78", ahead(goal, 3))
    friends = unit("99-395", goal), *attackers
    game = beaten("DR2", unit(GI, WIDE), *(unit(name, WIDE) for name in more), more=friends)
    for name in (GI, *more):
        do(game, f"retreat {name} {S}", f"retreat {name} {goal}")
    do(game, "end")
    return game, goal


@pytest.mark.rule("17.5")
def test_a_unit_that_retreated_onto_friends_adds_no_strength():
    game, goal = joined()
    assert place(game, GI) == goal
    do(game, f"attack {goal}", "with 26VG-39")
    assert combat(game)["defence"] == 4


@pytest.mark.rule("17.5")
def test_even_alone_it_can_be_attacked():
    game = assault(unit(LANDSER, N), unit(GI, WIDE), target=WIDE, now={"retreated": (GI,)})
    assert combat(game)["column"] == "5-1"


@pytest.mark.rule("17.5")
def test_and_is_eliminated_if_it_must_retreat_again():
    game, goal = joined()
    do(game, f"attack {goal}", "with 26VG-39", "with 26VG-77", "with 26VG-78")
    events = strike(game, "DR2")
    assert lost(events) == [GI]
    events = flee(game)
    assert alive(game, "99-395")


@pytest.mark.rule("17.5", "18.1")
def test_units_that_retreated_to_an_empty_hex_together_keep_their_strength():
    # Ambiguity 23: there 18.1 applies; a stack is no friend of its own
    goal = ahead(S, 3)
    game = beaten("DR2", unit(GI, WIDE), unit("4-12-1", WIDE))
    for name in (GI, "4-12-1"):
        do(game, f"retreat {name} {S}", f"retreat {name} {goal}")
    assert {place(game, name) for name in (GI, "4-12-1")} == {goal}
    assert game.state.now.retreated == ()


def at_edge(side: str) -> str:
    """A hex at an edge of the map, on land without water around."""
    for hex_ in range(GRID.size):
        column, row = GRID.column_row(hex_)
        there = {"south": row == 1, "north": row == GRID.rows, "east": column == 1, "west": column == GRID.columns}
        if not there[side] or sum(there.values()) > 1 or not is_bare(hex_, "clear", "light_woods"):
            continue
        near = GRID.near[hex_]
        dry = not any(BOARD.water[6 * hex_ + turn] or BOARD.ravine[6 * hex_ + turn] for turn in range(6))
        if (
            dry
            and all(is_bare(to, "clear", "light_woods", "forest") for to in near)
            and hex_ not in {spot(entry.hex) for entry in BOOK.map.entries.values()}
        ):
            return BOARD.names[hex_]
    raise LookupError(side)


def pushed_off(side: str, name: str, result: str = "DR2", **mark: Any) -> Game:
    """A unit at the map's edge, with enemies in all hexes around it, must retreat."""
    hex_ = at_edge(side)
    near = [BOARD.names[to] for to in GRID.near[spot(hex_)]]
    attacker = GERMAN if BOOK.pieces[name].side == ALLIED else ALLIED
    strong = STRONG if attacker == GERMAN else US_STRONG
    others = OTHERS if attacker == GERMAN else US_NAMES
    units = [unit(each, near[0]) for each in strong] + [
        unit(each, to) for each, to in zip(others, near[1:], strict=False)
    ]
    game = position(*units, unit(name, hex_, **mark), side=attacker, phase="combat", turn=5)
    do(game, f"attack {hex_}", *(f"with {each}" for each in strong[: 2 if result == "DR2" else 3]))
    strike(game, result)
    return game


@pytest.mark.rule("17.6")
@pytest.mark.parametrize("side", ["south", "west", "north"])
def test_allied_units_go_into_the_off_map_box_disrupted(side):
    game = pushed_off(side, GI)
    assert legal(game) == {f"retreat {GI} off"}
    events = do(game, f"retreat {GI} off")
    (event,) = told(events, "retreated_off")
    assert event.data["box"] in BOOK.boxes
    assert place(game, GI) == event.data["box"]
    assert game.state.units[GI].status == "disrupted"


@pytest.mark.rule("17.6", "11.9")
@pytest.mark.parametrize("scenario", ["three_days", "campaign"])
def test_at_every_edge_but_the_east_there_is_a_box_to_go_into(scenario):
    game = position(scenario=scenario)
    edges = {hex_: off_map.edges_of(game.state, hex_) for hex_ in BOARD.names}
    assert {off_map.box_at(game.state, hex_) for hex_, sides in edges.items() if sides - {"east"}} <= {*BOOK.boxes}
    assert {off_map.box_at(game.state, hex_) for hex_, sides in edges.items() if not sides - {"east"}} == {None}


@pytest.mark.rule("17.6", "18.1")
@pytest.mark.parametrize(
    ("result", "before", "after"),
    [("DR2", "fresh", "disrupted"), ("DR2", "disrupted", "routed"), ("DR3", "fresh", "routed")],
)
def test_beyond_the_edge_18_1_holds_too(result, before, after):
    # Ambiguity 54
    game = pushed_off("south", GI, result, status=before)
    do(game, f"retreat {GI} off")
    assert game.state.units[GI].status == after


@pytest.mark.rule("17.6", "18.1")
def test_a_routed_unit_is_eliminated_there_too():
    game = pushed_off("south", GI, status="routed")
    assert place(game, GI) == "eliminated"


@pytest.mark.rule("17.6")
def test_nobody_gets_away_over_the_east_edge():
    game = pushed_off("east", GI)
    assert place(game, GI) == "eliminated"


@pytest.mark.rule("17.6")
@pytest.mark.parametrize("side", ["south", "west", "north", "east"])
def test_germans_are_eliminated_at_every_edge(side):
    game = pushed_off(side, LANDSER)
    assert place(game, LANDSER) == "eliminated"


@pytest.mark.rule("17.6")
def test_units_in_a_box_recover():
    game = position(unit(GI, "SE", status="disrupted"), side=ALLIED, turn=5, phase="movement")
    do(game, "end")
    assert game.state.units[GI].status == "fresh"


@pytest.mark.rule("17.7")
def test_artillery_that_retreats_is_turned_to_its_fired_side():
    game = beaten("DR2", unit("VIII-402", WIDE))
    flee(game)
    gun = game.state.units["VIII-402"]
    assert (gun.fired, gun.status, distance(gun.location, WIDE)) == (True, "disrupted", 2)


@pytest.mark.rule("17.7", "20.3a", "18.2c")
@pytest.mark.parametrize("name", ["388VAK", "4NW"])
@pytest.mark.parametrize(("marker", "dead"), [("none", True), ("PM", False)])
def test_german_artillery_needs_a_prime_mover_to_retreat_more_than_a_hex(name, marker, dead):
    game = beaten("DR2", unit(name, WIDE, marker=marker), side=ALLIED)
    flee(game)
    assert alive(game, name) != dead
    if not dead:
        # The marker stays, to show that it cannot fire
        assert (game.state.units[name].marker, game.state.units[name].fired) == ("PM", True)


@pytest.mark.rule("17.7")
def test_it_survives_a_retreat_of_one_hex():
    # Ambiguity 22
    village = settled("village")
    guns = unit("388VAK", village), unit(LANDSER, village, reduced=True)
    game = beaten("DR2", *guns, frm=around(village)[0], target=village, side=ALLIED)
    game.script([4])
    do(game, f"stand {LANDSER}")
    flee(game)
    assert distance(place(game, "388VAK"), village) == 1
    assert game.state.units["388VAK"].fired


@pytest.mark.rule("17.8")
def test_a_unit_that_retreats_loses_its_eng_marker():
    game = beaten("DR2", unit(GI, WIDE, eng=True))
    flee(game)
    left = game.state.units[GI]
    assert (left.eng, left.status, distance(left.location, WIDE)) == (False, "disrupted", 2)


@pytest.mark.rule("17.8")
@pytest.mark.parametrize("marker", ["SM", "truck"])
def test_and_its_strategic_movement_marker(marker):
    game = beaten("DR2", unit("30-526Mech", WIDE, marker=marker))
    flee(game)
    assert game.state.units["30-526Mech"].marker == "none"


def test_the_open_hexes_are_open():
    assert OPEN != WIDE
    assert arena(3, ("clear", "light_woods")) == WIDE
