"""Building and blowing bridges (rule 7, table TA5)."""

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
from tests.titles.ardennes_44.logistics import INDEX, NAMES, around, at_distance, distance, run_to
from wargame_tui.core.game import Game
from wargame_tui.titles.ardennes_44.printed.book import enemy
from wargame_tui.titles.ardennes_44.rules.night_turn import NightTurn
from wargame_tui.titles.ardennes_44.rules.sequence import Turn
from wargame_tui.titles.ardennes_44.state import Unit, Works

OUREN, OUREN_EAST, OUREN_WEST = "2020-2119", "2020", "2119"
DASBURG, GEMUEND = "2115-2215", "2013-2113"
MINE = {GERMAN: "277VG-989", ALLIED: "99-394"}
OTHER = {GERMAN: "277VG-990", ALLIED: "99-393"}
TANK = {GERMAN: "1SS-1Pz", ALLIED: "709Tnk"}
"""Infantry and tanks of each side."""


def _open_bridges() -> list[tuple[str, str, str]]:
    """Bridges between clear hexes in the middle of the East map, both without buildings."""
    found = []
    for bridge, (one, other) in BOARD.bridges.items():
        both = (one, other)
        clear = all(BOARD.terrain[hex_] == "clear" and hex_ not in BOARD.built for hex_ in both)
        if clear and all(len(at_distance(NAMES[hex_], 2)) == 12 for hex_ in both) and bridge != OUREN:
            found.append((bridge, NAMES[one], NAMES[other]))
    return found


BRIDGE, NEAR, FAR = _open_bridges()[1]
"""A bridge, and the two hexes that it joins."""
BEHIND = next(hex_ for hex_ in around(NEAR) if distance(hex_, FAR) == 2)
"""Next to one end of it, two hexes from the other."""
BEYOND = next(hex_ for hex_ in around(FAR) if distance(hex_, NEAR) == 2)


def phase(*units: Unit, side: Any = ALLIED, dice: Sequence[int] = (), turn: int = 3, **changes: Any) -> Game:
    """A bridge phase."""
    return position(*units, side=side, phase="bridges", turn=turn, dice=dice, **changes)


def guard(side: Any, mine: str = NEAR, theirs: str = BEYOND, **changes: Any) -> list[Unit]:
    """A unit of a side near the bridge, and an enemy."""
    return [unit(MINE[side], mine, **changes), unit(MINE[enemy(side)], theirs)]


# Demolition in the own bridge phase (7.1 to 7.3)


@pytest.mark.rule("7.1", "7.2", "7.3")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
@pytest.mark.parametrize(("die", "blown"), [(1, True), (4, True), (5, False), (6, False)])
def test_both_sides_blow_bridges_with_a_four(side: Any, die: int, blown: bool):
    """Example E25."""
    game = phase(*guard(side), side=side, dice=[die])
    [event] = told(do(game, f"blow {BRIDGE} {MINE[side]}"), "demolition")
    assert event.data["modifiers"] == []
    assert (BRIDGE in game.state.bridges) == blown
    if blown:
        assert game.state.bridges[BRIDGE] == Works()


@pytest.mark.rule("7.3")
def test_no_attempt_without_an_enemy_within_a_hex():
    """Example E23, Ambiguities 6 and 7."""
    second = next(hex_ for hex_ in at_distance(FAR, 2) if distance(hex_, NEAR) > 2)
    game = phase(*guard(ALLIED, theirs=second), *_rebuildable())
    assert refused(game, f"blow {BRIDGE} {MINE[ALLIED]}").rule == "7.3"
    for theirs in (FAR, BEYOND):
        game = phase(*guard(ALLIED, theirs=theirs))
        assert f"blow {BRIDGE} {MINE[ALLIED]}" in legal(game)


def _rebuildable() -> list[Unit]:
    """Nothing: a phase without a choice passes; a second bridge keeps it open."""
    _, near, far = next(each for each in _open_bridges() if distance(each[1], NEAR) > 8)
    beyond = next(hex_ for hex_ in around(far) if distance(hex_, near) == 2)
    return [unit(OTHER[ALLIED], near), unit(OTHER[GERMAN], beyond)]


@pytest.mark.rule("7.3")
@pytest.mark.parametrize(("hexes", "able"), [(0, True), (1, True), (2, False)])
def test_own_unit_within_a_hex_of_the_bridge(hexes: int, able: bool):
    where = NEAR if hexes == 0 else next(h for h in at_distance(NEAR, hexes) if distance(h, FAR) == hexes + 1)
    game = phase(*guard(ALLIED, mine=where), *_rebuildable())
    if able:
        assert f"blow {BRIDGE} {MINE[ALLIED]}" in legal(game)
    else:
        assert refused(game, f"blow {BRIDGE} {MINE[ALLIED]}").rule == "7.3"


@pytest.mark.rule("7.3")
def test_the_hex_may_be_in_an_enemy_zone_but_not_held_by_an_enemy():
    zoned = [hex_ for hex_ in around(NEAR) if hex_ not in (BEHIND, FAR) and distance(hex_, BEHIND) == 2]
    game = phase(*guard(ALLIED, mine=BEHIND, theirs=zoned[0]))
    assert f"blow {BRIDGE} {MINE[ALLIED]}" in legal(game)
    game = phase(*guard(ALLIED, mine=BEHIND, theirs=NEAR), *_rebuildable())
    assert refused(game, f"blow {BRIDGE} {MINE[ALLIED]}").rule == "7.3"


def _bond_hex() -> tuple[str, str, str, str]:
    """A bridge, a unit next to one end of it only, and two enemies whose hex bond is that end."""
    for bridge, ends in BOARD.bridges.items():
        for near, far in (ends, ends[::-1]):
            for one in GRID_NEAR[near]:
                for other, between in BOARD.bonds_of(one).items():
                    if between != (near,) or far in (one, other):
                        continue
                    for own in GRID_NEAR[near]:
                        if own not in (one, other, far) and own not in GRID_NEAR[far]:
                            return bridge, NAMES[own], NAMES[one], NAMES[other]
    raise AssertionError


def _bond_side() -> tuple[str, str, str, str]:
    """A bridge, a unit next to one end of it only, and two enemies whose hexside bond lies before it."""
    for bridge, ends in BOARD.bridges.items():
        for near, far in (ends, ends[::-1]):
            for own in GRID_NEAR[near]:
                if own == far or own in GRID_NEAR[far]:
                    continue
                for one in GRID_NEAR[near]:
                    for other, between in BOARD.bonds_of(one).items():
                        if {*between} == {near, own} and far not in (one, other):
                            return bridge, NAMES[own], NAMES[one], NAMES[other]
    raise AssertionError


GRID_NEAR = BOARD.grid.near


@pytest.mark.rule("7.3")
@pytest.mark.parametrize("find", [_bond_hex, _bond_side])
def test_no_way_into_or_across_an_enemy_bond(find: Any):
    bridge, own, one, other = find()
    both = [unit(MINE[GERMAN], one), unit("12VG-27", other)]
    game = phase(unit(MINE[ALLIED], own), both[0], *_rebuildable())
    assert f"blow {bridge} {MINE[ALLIED]}" in legal(game)
    game = phase(unit(MINE[ALLIED], own), *both, *_rebuildable())
    assert refused(game, f"blow {bridge} {MINE[ALLIED]}").rule == "7.3"


@pytest.mark.rule("7.2")
def test_one_attempt_a_bridge_and_player_turn():
    game = phase(*guard(ALLIED), unit(OTHER[ALLIED], BEHIND), *_second_pair(), dice=[6, 6])
    do(game, f"blow {BRIDGE} {MINE[ALLIED]}")
    assert refused(game, f"blow {BRIDGE} {MINE[ALLIED]}").rule == "7.2"
    assert refused(game, f"blow {BRIDGE} {OTHER[ALLIED]}").rule == "7.2"
    do(game, "end")
    run_to(game, "bridges")
    assert f"blow {BRIDGE} {MINE[game.side]}" in legal(game)  # type: ignore[index]


def _second_pair() -> list[Unit]:
    _, near, far = next(each for each in _open_bridges() if distance(each[1], NEAR) > 8)
    beyond = next(hex_ for hex_ in around(far) if distance(hex_, near) == 2)
    return [unit("2-9", near), unit("12VG-48", beyond)]


@pytest.mark.rule("7.2", "23.5")
def test_supply_has_no_influence():
    game = phase(*guard(ALLIED, oos=True), dice=[4])
    [event] = told(do(game, f"blow {BRIDGE} {MINE[ALLIED]}"), "demolition")
    assert event.data["modifiers"] == []
    assert BRIDGE in game.state.bridges


@pytest.mark.rule("7.1")
@pytest.mark.parametrize("bridge", ["2416-2515", "2226-2227"])
def test_there_must_be_a_bridge(bridge: str):
    game = phase(*guard(ALLIED))
    assert refused(game, f"blow {bridge} {MINE[ALLIED]}").rule == "7.1"


@pytest.mark.rule("7.3")
def test_only_own_units_on_the_map():
    game = phase(*guard(ALLIED), unit("7Arm-CCA", "N"))
    assert refused(game, f"blow {BRIDGE} {MINE[GERMAN]}").rule == "7.3"
    assert refused(game, f"blow {BRIDGE} 7Arm-CCA").rule == "7.3"


HAMPERED: list[dict[str, Any]] = [{"status": "disrupted"}, {"status": "routed"}, {"eng": True}, {"marker": "SM"}]


@pytest.mark.rule("7.5")
@pytest.mark.parametrize("why", [*HAMPERED, {"eng": True, "status": "disrupted"}, {"marker": "truck"}])
@pytest.mark.parametrize(("die", "blown"), [(2, True), (3, False)])
def test_two_more_for_a_hampered_unit(why: dict[str, Any], die: int, blown: bool):
    game = phase(*guard(ALLIED, **why), dice=[die])
    [event] = told(do(game, f"blow {BRIDGE} {MINE[ALLIED]}"), "demolition")
    assert event.data["result"] == die + 2
    assert (BRIDGE in game.state.bridges) == blown


# Demolition in the enemy combat phase (7.4, 7.5)


def assault(
    side: Any, *attackers: str, dice: Sequence[int] = (), defender: dict[str, Any] | None = None, turn: int = 3
) -> Game:
    """An attack over the bridge, up to the question whether it is blown."""
    units = [unit(name, NEAR) for name in attackers]
    units.append(unit(OTHER[enemy(side)], FAR, **(defender or {})))
    game = position(*units, side=side, phase="combat", turn=turn, dice=dice)
    do(game, f"attack {FAR}", *(f"with {name}" for name in attackers), "roll")
    return game


def stage(game: Game) -> str:
    return str(game.state.stack[-1].stage) if at(game, "battle") else ""


@pytest.mark.rule("7.4", "7.5", "7.2")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
@pytest.mark.parametrize(("die", "blown"), [(3, True), (4, False)])
def test_defender_blows_the_bridge_with_a_three(side: Any, die: int, blown: bool):
    game = assault(side, MINE[side], dice=[die, 6])
    assert (stage(game), game.side) == ("bridges", enemy(side))
    [event] = told(do(game, f"blow {BRIDGE} {OTHER[enemy(side)]}"), "demolition")
    assert event.data["modifiers"] == [["enemy combat phase", 1, "7.5"]]
    assert (BRIDGE in game.state.bridges) == blown


@pytest.mark.rule("7.5")
@pytest.mark.parametrize("why", HAMPERED)
@pytest.mark.parametrize(("die", "blown"), [(1, True), (2, False)])
def test_modifiers_add_up(why: dict[str, Any], die: int, blown: bool):
    game = assault(GERMAN, MINE[GERMAN], dice=[die, 6], defender=why)
    [event] = told(do(game, f"blow {BRIDGE} {OTHER[ALLIED]}"), "demolition")
    assert event.data["result"] == die + 3
    assert (BRIDGE in game.state.bridges) == blown


@pytest.mark.rule("7.4")
def test_only_bridges_over_which_the_attack_comes():
    side = next(hex_ for hex_ in around(FAR) if distance(hex_, NEAR) == 2)
    units = [unit(MINE[GERMAN], side), unit(OTHER[GERMAN], NEAR), unit(OTHER[ALLIED], FAR)]
    game = position(*units, phase="combat", dice=[6])
    do(game, f"attack {FAR}", f"with {MINE[GERMAN]}", "roll")
    assert stage(game) != "bridges"
    game = position(*units, phase="combat", dice=[6])
    do(game, f"attack {FAR}", f"with {MINE[GERMAN]}", f"with {OTHER[GERMAN]}", "roll")
    assert stage(game) == "bridges"


@pytest.mark.rule("7.4")
def test_a_unit_of_the_attacked_hex_does_it():
    """Ambiguity 37."""
    units = [unit(MINE[GERMAN], NEAR), unit(OTHER[ALLIED], FAR), unit(MINE[ALLIED], BEYOND)]
    game = position(*units, phase="combat")
    do(game, f"attack {FAR}", f"with {MINE[GERMAN]}", "roll")
    assert refused(game, f"blow {BRIDGE} {MINE[ALLIED]}").rule == "7.4"
    assert legal(game, "blow") == {f"blow {BRIDGE} {OTHER[ALLIED]}"}
    elsewhere = next(name for name in BOARD.bridges if name != BRIDGE)
    assert refused(game, f"blow {elsewhere} {OTHER[ALLIED]}").reason == "no attack crosses that bridge, or it is blown"


@pytest.mark.rule("7.2", "7.4")
def test_once_a_player_turn_in_combat_too():
    """Ambiguity 38: nor after the attack was called off."""
    game = assault(GERMAN, MINE[GERMAN], dice=[6, 6])
    do(game, f"blow {BRIDGE} {OTHER[ALLIED]}")
    assert stage(game) != "bridges"
    tried = position(
        unit(MINE[GERMAN], NEAR), unit(OTHER[ALLIED], FAR), phase="combat", dice=[6], now={"tried": (BRIDGE,)}
    )
    do(tried, f"attack {FAR}", f"with {MINE[GERMAN]}", "roll")
    assert stage(tried) != "bridges"


@pytest.mark.rule("7.4")
def test_attacker_may_call_off_and_attack_again():
    """14.4, Ambiguity 38."""
    game = assault(GERMAN, MINE[GERMAN], dice=[1])
    do(game, f"blow {BRIDGE} {OTHER[ALLIED]}")
    assert (stage(game), game.side) == ("call_off", GERMAN)
    events = do(game, "call_off")
    assert told(events, "called_off")
    assert not told(events, "combat")
    assert at(game, "combat")
    assert f"attack {FAR}" in legal(game)


@pytest.mark.rule("7.4")
def test_no_calling_off_if_the_bridge_stands():
    game = assault(GERMAN, MINE[GERMAN], dice=[6, 6])
    do(game, f"blow {BRIDGE} {OTHER[ALLIED]}")
    assert stage(game) != "call_off"
    game = assault(GERMAN, MINE[GERMAN], dice=[6])
    do(game, "end")
    assert stage(game) != "call_off"


@pytest.mark.rule("7.4")
def test_tanks_lose_the_armour_shift_and_cannot_advance():
    """21.3, 19.2. 10 against 4, halved: 5 against 4 are 1-1."""
    shifts: dict[str, list[str]] = {}
    for act, dice in (("blow", [1, 1, 1]), ("end", [1, 1])):
        game = assault(GERMAN, "1SS-1Pz", "12VG-27", dice=dice)
        if act == "blow":
            do(game, f"blow {BRIDGE} {OTHER[ALLIED]}")
            events = do(game, "roll")
        else:
            events = do(game, "end")
        [combat] = told(events, "combat")
        shifts[act] = [rule for _, _, rule in combat.data["shifts"]]
        # a one gives FF or better: DR2 with the infantry as lead unit
        if stage(game) == "firefight":
            do(game, "duel 12VG-27")
        while not at(game, "advancing"):
            choices = sorted(legal(game))
            do(game, next((text for text in choices if text.startswith(("retreat", "lose"))), choices[0]))
        advances = {text.split()[1] for text in legal(game, "advance") if text.split()[2] == FAR}
        assert advances == ({"12VG-27"} if act == "blow" else {"1SS-1Pz", "12VG-27"})
    assert shifts == {"blow": [], "end": ["21.1"]}


@pytest.mark.rule("7.6")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
@pytest.mark.parametrize("works", [Works(), Works(GERMAN, 2), Works(ALLIED, 2)])
def test_blown_bridge_is_an_unbridged_river_for_both(side: Any, works: Works):
    for name, mode in ((TANK[side], "normal"), (MINE[side], "normal"), (TANK[side], "tactical")):
        standing = _reached(side, name, mode, {})
        down = _reached(side, name, mode, {BRIDGE: works})
        assert FAR in standing
        assert FAR not in down
    assert FAR in _reached(side, MINE[side], "tactical", {BRIDGE: works})


def _reached(side: Any, name: str, mode: str, bridges: dict[str, Works]) -> set[str]:
    """Hexes next to the bridge's end that a unit can go to from there."""
    game = position(unit(name, NEAR), side=side, turn=6, bridges=bridges)
    do(game, f"move {name}")
    if mode != "normal":
        do(game, f"mode {mode}")
    by_bridge = {text.split()[1] for text in legal(game, "to")}
    if mode != "normal":
        return by_bridge
    # a short way only: other bridges may lead round
    cost = {hex_: told(do(game.branch(), f"to {hex_}"), "moved")[0].data["path"] for hex_ in by_bridge & {FAR}}
    return {hex_ for hex_, path in cost.items() if len(path) == 1}


@pytest.mark.rule("7.6")
def test_a_bridge_that_is_down_is_not_blown_again():
    game = phase(*guard(ALLIED), *_rebuildable(), bridges={BRIDGE: Works()})
    assert refused(game, f"blow {BRIDGE} {MINE[ALLIED]}").rule == "7.6"
    game = position(
        unit(MINE[GERMAN], NEAR), unit(OTHER[ALLIED], FAR), phase="combat", dice=[6], bridges={BRIDGE: Works()}
    )
    do(game, f"attack {FAR}", f"with {MINE[GERMAN]}", "roll")
    assert stage(game) != "bridges"


# The first turns, towns, Ouren (7.7, 7.8)


@pytest.mark.rule("7.7", "29.6")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
@pytest.mark.parametrize(("turn", "able"), [(1, False), (2, False), (3, True), (4, True)])
def test_no_demolition_on_the_first_day(side: Any, turn: int, able: bool):
    down, near, _ = next(each for each in _open_bridges() if distance(each[1], NEAR) > 8)
    game = phase(*guard(side), unit(OTHER[side], near), side=side, turn=turn, bridges={down: Works()})
    assert at(game, "bridges")
    command = f"blow {BRIDGE} {MINE[side]}"
    if able:
        assert command in legal(game)
    else:
        assert refused(game, command).rule == "7.7"
        assert not legal(game, "blow")
    game = assault(side, MINE[side], dice=[6], turn=turn)
    assert (stage(game) == "bridges") == able


@pytest.mark.rule("7.7", "29.6", "7.4")
@pytest.mark.parametrize(("turn", "able"), [(2, False), (4, True)])
def test_demolition_at_night_but_not_in_the_first(turn: int, able: bool):
    stack = [Turn(turn, "end"), NightTurn("German combat")]
    units = [unit(MINE[GERMAN], NEAR, night=True), unit(OTHER[ALLIED], FAR)]
    game = position(*units, turn=turn, night=True, stack=stack, dice=[6])
    do(game, f"attack {FAR}", f"with {MINE[GERMAN]}", "roll")
    assert (stage(game) == "bridges") == able


@pytest.mark.rule("7.7a")
@pytest.mark.parametrize("town", ["2416", "3219", "2532"])
def test_no_demolition_in_towns_through_which_a_river_flows(town: str):
    """Clervaux and Houffalize; Malmedy's river flows through the town as well (11.4b)."""
    assert BOARD.built[INDEX[town]] == "town"
    assert not [bridge for bridge in BOARD.bridges if town in bridge.split("-")]
    roads = [hex_ for hex_ in around(town) if BOARD.road[BOARD.key(INDEX[town], INDEX[hex_])]]
    game = phase(*guard(ALLIED), unit(OTHER[ALLIED], town))
    for hex_ in roads:
        assert refused(game, f"blow {BOARD.grid.hexside(INDEX[town], INDEX[hex_])} {OTHER[ALLIED]}").rule == "7.1"


@pytest.mark.rule("7.8")
@pytest.mark.parametrize(("die", "stands"), [(1, False), (4, False), (5, True), (6, True)])
@pytest.mark.parametrize("turn", [1, 2, 3])
def test_first_german_move_over_the_bridge_of_ouren(die: int, stands: bool, turn: int):
    game = position(unit("116Pz-60", OUREN_EAST), dice=[die], turn=turn)
    do(game, "move 116Pz-60")
    [event] = told(do(game, f"to {OUREN_WEST}"), "ouren")
    assert (event.data["die"], event.data["blown"]) == (die, not stands)
    assert place(game, "116Pz-60") == (OUREN_WEST if stands else OUREN_EAST)
    assert (OUREN in game.state.bridges) == (not stands)
    assert game.state.specials.ouren == ("intact" if stands else "blown")


@pytest.mark.rule("7.8")
def test_unit_that_finds_it_blown_goes_on_in_another_way():
    """Ambiguity 47."""
    game = position(unit("116Pz-60", OUREN_EAST), dice=[1])
    do(game, "move 116Pz-60", f"to {OUREN_WEST}")
    assert at(game, "moving")
    assert f"to {OUREN_WEST}" not in legal(game)
    goal = min(legal(game, "to"))
    do(game, goal)
    assert place(game, "116Pz-60") == goal.split()[1]


@pytest.mark.rule("7.8")
def test_rolled_once_in_the_game():
    game = position(unit("116Pz-60", OUREN_EAST), unit("116Pz-156", OUREN_EAST), dice=[5])
    do(game, "move 116Pz-60", f"to {OUREN_WEST}")
    if at(game, "moving"):
        do(game, "end")
    assert not told(do(game, "move 116Pz-156", f"to {OUREN_WEST}"), "ouren")
    # rebuilt it is a bridge like others
    game = position(unit("116Pz-60", OUREN_EAST), turn=6, specials={"ouren": "blown"})
    assert not told(do(game, "move 116Pz-60", f"to {OUREN_WEST}"), "ouren")
    assert place(game, "116Pz-60") == OUREN_WEST


@pytest.mark.rule("7.8")
def test_allied_units_use_it_without_a_roll():
    game = position(unit("707Tnk", OUREN_WEST), side=ALLIED, turn=6)
    assert not told(do(game, "move 707Tnk", f"to {OUREN_EAST}"), "ouren")
    assert place(game, "707Tnk") == OUREN_EAST


@pytest.mark.rule("7.8", "7.4")
@pytest.mark.parametrize(("die", "stands"), [(4, False), (5, True)])
def test_first_german_attack_over_the_bridge_of_ouren(die: int, stands: bool):
    """Ambiguity 47: the roll at step 2 of the combat, by 7.7 even on the first day; the attack may be called off."""
    units = [unit("116Pz-60", OUREN_EAST), unit("28-112", OUREN_WEST)]
    game = position(*units, phase="combat", turn=1, dice=[die, 6])
    events = do(game, f"attack {OUREN_WEST}", "with 116Pz-60", "roll")
    assert [event.data["blown"] for event in told(events, "ouren")] == [not stands]
    assert (stage(game) == "call_off") == (not stands)


@pytest.mark.rule("7.8")
@pytest.mark.parametrize(("die", "stands"), [(4, False), (5, True)])
def test_first_german_advance_over_the_bridge_of_ouren(die: int, stands: bool):
    """The attack comes from elsewhere; the advance leads over the bridge."""
    from wargame_tui.titles.ardennes_44.rules.advance import Advancing

    stack = [Turn(3, "Allied"), Advancing(GERMAN, ("116Pz-60",), "normal", OUREN_WEST)]
    game = position(unit("116Pz-60", OUREN_EAST), stack=stack, dice=[die])
    events = do(game, f"advance 116Pz-60 {OUREN_WEST}")
    assert [event.data["blown"] for event in told(events, "ouren")] == [not stands]
    assert place(game, "116Pz-60") == (OUREN_WEST if stands else OUREN_EAST)


@pytest.mark.rule("7.8", "7.7")
@pytest.mark.parametrize(("turn", "able"), [(2, False), (3, True)])
@pytest.mark.parametrize("ouren", ["intact", "untried"])
def test_ouren_is_blown_like_others_from_17am(turn: int, able: bool, ouren: Any):
    units = [unit("28-112", OUREN_WEST), unit("116Pz-60", OUREN_EAST)]
    down, near, _ = next(each for each in _open_bridges() if distance(each[1], OUREN_EAST) > 8)
    more = unit(OTHER[ALLIED], near)
    game = phase(*units, more, turn=turn, dice=[4], specials={"ouren": ouren}, bridges={down: Works()})
    if not able:
        assert refused(game, f"blow {OUREN} 28-112").rule == "7.7"
        return
    do(game, f"blow {OUREN} 28-112")
    assert OUREN in game.state.bridges
    # when it is rebuilt it is a bridge like others: no more roll
    assert game.state.specials.ouren != "untried"


# Building (7.9, 7.10)


def site(side: Any, *units: Unit, **changes: Any) -> Game:
    """A bridge phase with the bridge down, and another one that keeps the phase open."""
    bridge, near, _ = next(each for each in _open_bridges() if distance(each[1], NEAR) > 8)
    more = unit(OTHER[side], near)
    return phase(*units, more, side=side, bridges={BRIDGE: Works(), bridge: Works()}, **changes)


@pytest.mark.rule("7.9", "7.1")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
@pytest.mark.parametrize("turn", [1, 2, 3])
def test_either_side_rebuilds_bridges_without_unit_and_die(side: Any, turn: int):
    game = site(side, turn=turn)
    before = game.state.dice.count
    do(game, f"rebuild {BRIDGE}")
    assert game.state.bridges[BRIDGE] == Works(side, turn)
    assert game.state.dice.count == before


@pytest.mark.rule("7.9")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
@pytest.mark.parametrize("end", [NEAR, FAR])
def test_no_enemy_in_either_hex(side: Any, end: str):
    game = site(side, unit(MINE[enemy(side)], end))
    assert refused(game, f"rebuild {BRIDGE}").rule == "7.9"


@pytest.mark.rule("7.9")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_empty_hex_in_an_enemy_zone_forbids_and_a_friend_in_it_allows(side: Any):
    """Example E45."""
    foe = unit(MINE[enemy(side)], BEYOND)
    assert refused(site(side, foe), f"rebuild {BRIDGE}").rule == "7.9"
    assert refused(site(side, foe, unit(MINE[side], NEAR)), f"rebuild {BRIDGE}").rule == "7.9"
    assert f"rebuild {BRIDGE}" in legal(site(side, foe, unit(MINE[side], FAR)))
    both = [unit(MINE[side], FAR), unit(TANK[side], NEAR), unit("12VG-27" if side == ALLIED else "2-9", BEHIND)]
    assert f"rebuild {BRIDGE}" in legal(site(side, foe, *both))


@pytest.mark.rule("7.9", "23.3k")
def test_road_supply_line_to_one_of_the_hexes():
    """The roads to both hexes of the bridge at Gemünd are cut, though the hexes are held; then one is opened."""
    own = [unit("26VG-78", "2013"), unit("26VG-77", "2113")]
    cut = {
        hex_
        for end in ("2013", "2113")
        for hex_ in around(end)
        if BOARD.road[BOARD.key(INDEX[end], INDEX[hex_])] and hex_ not in ("2013", "2113")
    }
    foes = {hex_: unit(name, hex_) for hex_, name in zip(sorted(cut), ("2-9", "2-38", "2-23"), strict=True)}
    down = {GEMUEND: Works(), "0303-0404": Works()}
    game = phase(*own, *foes.values(), side=GERMAN, bridges=down)
    assert refused(game, f"rebuild {GEMUEND}").rule == "7.9"
    del foes["1913"]
    game = phase(*own, *foes.values(), side=GERMAN, bridges=down)
    assert f"rebuild {GEMUEND}" in legal(game)


@pytest.mark.rule("7.9a")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_two_bridge_phases_and_the_bridge_is_used_in_that_very_turn(side: Any):
    game = site(side, unit(TANK[side], NEAR), turn=5)
    do(game, f"rebuild {BRIDGE}", "end")
    assert BRIDGE in game.state.bridges
    do(game, f"move {TANK[side]}")
    assert _first_step(game) != FAR
    do(game, "end")
    run_to_turn(game, 6, side)
    assert BRIDGE not in game.state.bridges
    run_to(game, "movement")
    do(game, f"move {TANK[side]}", f"to {FAR}")
    assert place(game, TANK[side]) == FAR


def _first_step(game: Game) -> str | None:
    if f"to {FAR}" not in legal(game):
        return None
    path: list[str] = told(do(game.branch(), f"to {FAR}"), "moved")[0].data["path"]
    return path[0]


def run_to_turn(game: Game, turn: int, side: Any) -> None:
    """On to the first decision of a side's player turn."""
    while (game.state.turn, game.state.now.side) != (turn, side) or game.state.night:
        choices = legal(game)
        do(game, "end" if "end" in choices else min(choices))


@pytest.mark.rule("7.9a")
def test_interrupted_building_begins_anew():
    """Ambiguity 8."""
    works = {BRIDGE: Works(ALLIED, 4)}
    game = phase(unit(MINE[GERMAN], BEYOND), unit(MINE[ALLIED], BEHIND), turn=5, bridges=works)
    assert game.state.bridges[BRIDGE] == Works()
    assert told(game.opening, "bridge_given_up")
    game = phase(unit(MINE[ALLIED], BEHIND), turn=5, bridges=works)
    assert BRIDGE not in game.state.bridges
    assert [event.rule for event in told(game.opening, "bridge_built")] == ["7.9"]


@pytest.mark.rule("7.9a")
def test_the_enemy_does_not_complete_it():
    game = phase(unit(MINE[ALLIED], BEHIND), turn=5, bridges={BRIDGE: Works(GERMAN, 4)})
    assert game.state.bridges[BRIDGE] == Works(GERMAN, 4)


@pytest.mark.rule("7.9")
def test_only_blown_bridges_are_rebuilt_at_their_sites():
    down, near, _ = next(each for each in _open_bridges() if distance(each[1], NEAR) > 8)
    game = phase(unit(MINE[ALLIED], near), bridges={down: Works(), BRIDGE: Works(GERMAN, 3)})
    assert refused(game, f"rebuild {OUREN}").rule == "7.9"
    assert refused(game, "rebuild 2226-2227").rule == "7.9"
    assert refused(game, f"rebuild {BRIDGE}").rule == "7.9"


@pytest.mark.rule("7.10", "29.6")
def test_dasburg_and_gemuend_are_under_construction_at_start():
    game = Game(TITLE, "ardennes_44/campaign", 1)
    assert {name: works.builder for name, works in game.state.bridges.items() if works.builder} == {
        DASBURG: GERMAN,
        GEMUEND: GERMAN,
    }
    assert len(game.state.bridges) == 6


@pytest.mark.rule("7.10", "29.6")
@pytest.mark.parametrize("hexes", [(), ("2215", "2113"), ("2115", "2013")])
def test_dasburg_and_gemuend_are_complete_on_16pm_whoever_stands_there(hexes: tuple[str, ...]):
    """Ambiguity 9: in the German phase."""
    foes = [unit(name, hex_) for name, hex_ in zip(("28-110-1", "28-110-3"), hexes, strict=False)]
    works = {DASBURG: Works(GERMAN, 1), GEMUEND: Works(GERMAN, 1), BRIDGE: Works()}
    game = phase(*foes, side=GERMAN, turn=2, bridges=works)
    assert set(game.state.bridges) == {BRIDGE}
    assert {event.rule for event in told(game.opening, "bridge_built")} == {"7.10"}


@pytest.mark.rule("7.10")
def test_not_before_and_blown_later_they_are_rebuilt_like_others():
    works = {DASBURG: Works(GERMAN, 1), GEMUEND: Works(GERMAN, 1)}
    game = position(side=ALLIED, turn=1, phase="bridges", bridges=works)
    assert set(game.state.bridges) == {DASBURG, GEMUEND}
    foe = unit("28-110-1", "2215")
    game = phase(foe, unit("2Pz-2", "2115"), side=GERMAN, turn=4, bridges={DASBURG: Works(), GEMUEND: Works()})
    assert refused(game, f"rebuild {DASBURG}").rule == "7.9"
    assert set(game.state.bridges) == {DASBURG, GEMUEND}
    do(game, f"rebuild {GEMUEND}")
    assert game.state.bridges[GEMUEND] == Works(GERMAN, 4)


@pytest.mark.rule("7.3", "7.5", "7.8")
def test_numbers_of_the_demolition_table():
    chart = BOOK.charts.bridges
    assert (chart.blown, chart.enemy_turn, chart.hampered, chart.ouren, chart.first) == (4, 1, 2, 4, 3)
