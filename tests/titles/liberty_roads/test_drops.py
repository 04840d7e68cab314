"""Paratroop drops (rule 12)."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.titles.liberty_roads.kit import (
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
from tests.titles.liberty_roads.test_combat import ELSEWHERE, NORTH_WEST, PLAIN, SOUTH_WEST, attack, rig
from wargame_tui.core.game import Game
from wargame_tui.titles.liberty_roads.printed.book import fixed_unit
from wargame_tui.titles.liberty_roads.rules import drops, sequence, supply
from wargame_tui.titles.liberty_roads.rules.control import is_active
from wargame_tui.titles.liberty_roads.rules.rail import net
from wargame_tui.titles.liberty_roads.state import ELIMINATED, Drop, Unit

CHART = BOOK.charts.drops
AIR, SOUTH_AIR = "England-Air", "Mediterranean-Air"
HQ = unit("HQ-1US", "1512")
OMAHA, GOLD = "1109", "1208"
MOUNTAIN = next(BOARD.names[hex_] for hex_ in range(GRID.size) if BOARD.grounds[hex_] == ("mountain",))
ROUGH = next(BOARD.names[hex_] for hex_ in range(GRID.size) if BOARD.grounds[hex_] == ("rough",))


def markers(*zones: str | None) -> dict[str, Drop]:
    """Paratroop Drop markers in Airborne zones."""
    return {f"drop-{number}": Drop(f"drop-{number}", zone) for number, zone in enumerate(zones, 1)}


def dropping(*units: Unit, **changes: Any) -> Game:
    """The paratroop drop phase."""
    return position(*units, **({"phase": "drops"} | changes))


def targets(game: Game, name: str) -> set[str]:
    """Where a unit may drop."""
    return {text.split()[2] for text in legal(game, "drop") if text.split()[1] == name}


# Who drops where (12.1, 12.2)


@pytest.mark.rule("12.1.1", "12.1.2", "11.1.3")
def test_allied_airborne_divisions_drop_from_an_airborne_zone() -> None:
    assert {name for name, each in BOOK.pieces.items() if each.airborne} == {
        "US-82AB", "US-101AB", "UK-6AB", "UK-1AB", "US-1ABTF", "PL-1P", "US-17AB",
    }  # fmt: skip
    game = dropping(
        HQ, unit("US-82AB", AIR), unit("UK-6AB", "England"), unit("US-30", "England"), unit("US-101AB", "1007")
    )
    assert {text.split()[1] for text in legal(game, "drop")} == {"US-82AB"}
    assert {refused(game, f"drop {name} {PLAIN}").rule for name in ("UK-6AB", "US-30", "US-101AB", "G-2FJ")} == {
        "12.1.2"
    }


@pytest.mark.rule("12.1.2")
@pytest.mark.parametrize(("weather", "able"), [("Overcast", True), ("Bad", True), ("Storm", False)])
def test_nobody_drops_in_a_storm(weather: str, able: bool) -> None:
    assert at(dropping(HQ, unit("US-82AB", AIR), weather=weather), "drops") == able


@pytest.mark.rule("12.1.3", "12.2.6")
def test_every_drop_takes_a_marker_from_the_same_zone() -> None:
    there = (HQ, unit("US-82AB", AIR), unit("UK-6AB", AIR), unit("US-101AB", SOUTH_AIR))
    game = dropping(*there, drops=markers(AIR, None), dice=(5,))
    assert {text.split()[1] for text in legal(game, "drop")} == {"US-82AB", "UK-6AB"}
    do(game, f"drop US-82AB {PLAIN}")
    assert game.state.drops["drop-1"].zone is None
    assert not at(game, "drops"), "the marker was the last"


@pytest.mark.rule("12.2.1", "12.2.8")
def test_drops_are_made_one_after_the_other() -> None:
    game = dropping(HQ, unit("US-82AB", AIR), unit("UK-6AB", AIR), dice=(1, 6))
    first = do(game, f"drop US-82AB {PLAIN}")
    assert told(first, "drop")[0].data["result"] == 1
    assert at(game, "drops")
    second = do(game, f"drop UK-6AB {PLAIN}")
    assert told(second, "drop")[0].data["modifiers"] == [], "friends who dropped before do not count"
    assert [game.state.units[name].drop for name in ("US-82AB", "UK-6AB")] == [True, True]
    assert place(game, "UK-6AB") == PLAIN


@pytest.mark.rule("12.2.2")
def test_a_drop_is_made_near_an_hq_or_on_a_coast_with_fighters() -> None:
    """A9: either will do."""
    game = dropping(HQ, unit("US-82AB", AIR))
    found = targets(game, "US-82AB")
    near = {hex_ for hex_ in BOARD.names if GRID.distance(BOARD.index["1512"], BOARD.index[hex_]) <= CHART.range == 5}
    coast = {BOARD.index[hex_] for zone in BOOK.map.zones.values() if zone.aircraft for hex_ in zone.coast}
    coast |= {there for hex_ in coast for there in GRID.near[hex_]}
    shore = {BOARD.names[hex_] for hex_ in coast}
    land = {hex_ for hex_ in near | shore if not BOARD.closed >> BOARD.index[hex_] & 1}
    assert found == {hex_ for hex_ in land if int(hex_[2:]) <= 23}
    assert {OMAHA, "1209"} <= found
    assert "0511" not in found
    assert refused(game, "drop US-82AB 0511").rule == "12.2.2"


@pytest.mark.rule("12.2.3")
def test_never_on_german_cities_or_the_siegfried_line() -> None:
    game = dropping(unit("HQ-1US", "2706"), unit("US-82AB", AIR), allied=("2705",))
    line = [hex_ for hex_ in BOOK.map.siegfried if GRID.distance(BOARD.index["2706"], BOARD.index[hex_]) <= 5]
    cities = [BOARD.names[h] for h in BOARD.german_cities if GRID.distance(BOARD.index["2706"], h) <= 5]
    assert line
    assert cities
    assert not targets(game, "US-82AB") & {*line, *cities}
    assert refused(game, f"drop US-82AB {line[0]}").rule == refused(game, f"drop US-82AB {cities[0]}").rule == "12.2.3"


@pytest.mark.rule("12.2.4", "12.2.5")
def test_each_zone_has_its_half_of_the_map() -> None:
    hqs = (unit("HQ-1US", "2023"), unit("HQ-3US", "2123"))
    game = dropping(*hqs, unit("US-82AB", AIR), unit("US-1ABTF", SOUTH_AIR), drops=markers(AIR, SOUTH_AIR))
    assert {int(hex_[2:]) for hex_ in targets(game, "US-82AB")} <= {*range(24)}
    assert {int(hex_[2:]) for hex_ in targets(game, "US-1ABTF")} <= {*range(24, 30)}
    assert {"2023", "2022"} <= targets(game, "US-82AB")
    assert "2024" in targets(game, "US-1ABTF")
    assert refused(game, "drop US-82AB 2024").rule == refused(game, "drop US-1ABTF 2023").rule == "12.2.4"


# The roll (12.2.7)


def modified(hex_: str, *units: Unit, on_friends: bool = False, **changes: Any) -> list[int]:
    """The modifiers of a drop on a hex."""
    return [int(each.value) for each in drops.modifiers(position(*units, **changes).state, hex_, on_friends=on_friends)]


@pytest.mark.rule("12.2.7")
@pytest.mark.parametrize(
    ("hex_", "by"),
    [
        ("1810", [-3]), ("1607", [-3]), ("1007", [-3]), ("1412", [-2]), (MOUNTAIN, [-2]),
        ("1311", [-1]), ("1209", [-1]), ("1008", [-1]), (ROUGH, [-1]), (PLAIN, []),
    ],
    ids=["city", "port", "city and port", "minor city", "mountain", "forest", "bocage", "marsh", "rough", "clear"],
)  # fmt: skip
def test_terrain_makes_a_drop_harder(hex_: str, by: Sequence[int]) -> None:
    assert modified(hex_, campaign={"deactivated": tuple(BOOK.map.beaches)}) == [*by]


@pytest.mark.rule("12.2.7")
@pytest.mark.parametrize(
    ("hex_", "units", "by"),
    [
        (PLAIN, (unit("G-352", NORTH_WEST),), [-1]),
        (PLAIN, (unit("G-352", PLAIN),), [-2]),
        (PLAIN, (unit("G-352", PLAIN), unit("G-77", NORTH_WEST)), [-2]),
        (OMAHA, (), [-1, -2]),
        (OMAHA, (unit("G-352", "1209"),), [-1, -2]),
        (GOLD, (unit("G-352", GOLD),), [-2]),
        ("1706", (), [-2]),
    ],
    ids=["beside", "on", "on and beside", "level 3", "the worst of two", "on an enemy", "level 4"],
)
def test_only_the_worst_situation_counts(hex_: str, units: Sequence[Unit], by: Sequence[int]) -> None:
    """A10: beside the terrain."""
    assert modified(hex_, *units) == [*by]


@pytest.mark.rule("12.2.7")
def test_dv_9_an_intact_beach_of_level_5_and_a_die_of_2_destroy_the_unit() -> None:
    """All beaches of level 5 are ports: the coast alone makes it -1."""
    hex_ = "1804"
    assert modified(hex_)[-1] == -3
    assert 2 + modified(hex_)[-1] < CHART.destroyed_below
    game = dropping(unit("US-82AB", AIR), dice=(2,))
    do(game, f"drop US-82AB {hex_}")
    assert place(game, "US-82AB") == ELIMINATED


@pytest.mark.rule("12.2.7")
@pytest.mark.parametrize(
    ("hex_", "die", "fate"),
    [
        (PLAIN, 1, "reduced"), (PLAIN, 2, "reduced"), (PLAIN, 3, "whole"), (PLAIN, 6, "whole"),
        ("1412", 1, "gone"), ("1412", 2, "reduced"), ("1412", 4, "reduced"), ("1412", 5, "whole"),
    ],
)  # fmt: skip
def test_below_0_a_unit_is_lost_and_below_3_a_step(hex_: str, die: int, fate: str) -> None:
    game = dropping(HQ, unit("US-82AB", AIR), dice=(die,))
    do(game, f"drop US-82AB {hex_}")
    found = game.state.units["US-82AB"]
    shown = "gone" if found.location == ELIMINATED else "reduced" if found.reduced else "whole"
    assert shown == fate


@pytest.mark.rule("12.2.7")
def test_a_drop_on_friends_ignores_all_this_and_adds_one() -> None:
    """A70."""
    game = dropping(
        unit("US-30", "1412"), unit("HQ-1US", "1412"), unit("G-352", "1413"), unit("US-82AB", AIR), dice=(2,)
    )
    shown = told(do(game, "drop US-82AB 1412"), "drop")[0].data
    assert shown["result"] == 3
    assert not game.state.units["US-82AB"].reduced


@pytest.mark.rule("12.2.8", "13.2.5", "1.9.1")
def test_who_drops_among_enemies_or_on_an_active_coast_gains_no_control() -> None:
    there = (unit("HQ-1US", "1510"), unit("US-82AB", AIR), unit("UK-6AB", AIR), unit("US-101AB", AIR))
    game = dropping(*there, unit("G-352", "1412"), dice=(6, 6, 6))
    before = game.state.approval.value
    do(game, "drop US-82AB 1412", "drop UK-6AB 1109", "drop US-101AB 1608")
    assert game.state.control["1412"] == game.state.control["1109"] == GERMAN
    assert game.state.control["1608"] == ALLIED
    assert game.state.approval.value == before - BOOK.map.strategic["1608"].value


# Fighting where one has dropped (12.2.9 to 12.2.13)


@pytest.mark.rule("12.2.9")
def test_a_unit_that_dropped_on_enemies_fights_them_there_alone_or_with_friends() -> None:
    there = (unit("G-3Flak", PLAIN), unit("G-77", SOUTH_WEST), unit("HQ-7G", "1814"))
    para = unit("US-82AB", PLAIN, drop=True)
    alone = position(*there, para, phase="combat")
    assert legal(alone, "attack") == {f"attack {PLAIN}"}
    shown = told(attack(alone, PLAIN, "US-82AB"), "odds")[0].data
    assert [shift[1] for shift in shown["shifts"]] == [CHART.alone] == [-2]
    helped = position(*there, para, unit("US-30", NORTH_WEST), phase="combat")
    do(helped, f"attack {SOUTH_WEST}")
    assert refused(helped, "with US-82AB").rule == "12.2.9"
    do(helped, "pass")
    assert told(attack(helped, PLAIN, "US-82AB", "US-30"), "odds")[0].data["shifts"] == []


@pytest.mark.rule("12.2.9", "7.1.3")
def test_it_may_also_leave_it() -> None:
    game = position(unit("G-352", PLAIN), unit("US-82AB", PLAIN, drop=True), phase="combat")
    assert "end" in legal(game)


@pytest.mark.rule("12.2.9")
def test_the_defender_keeps_his_terrain() -> None:
    there = (unit("G-719", "1311", oos=True), unit("US-82AB", "1311", drop=True), unit("US-30", "1310"))
    events = attack(position(*there, phase="combat"), "1311", "US-82AB", "US-30")
    assert told(events, "terrain")[0].data["ground"] == "forest"
    half = BOOK.pieces["G-719"].defence[0] / 2
    assert told(events, "odds")[0].data["defence"] == -(-half * BOOK.charts.ground["forest"].defence // 1)


@pytest.mark.rule("12.2.10")
def test_a_unit_that_dropped_beside_enemies_attacks_only_with_friends_who_did_not() -> None:
    there = (unit("G-352", PLAIN), unit("US-82AB", NORTH_WEST, drop=True), unit("UK-6AB", PLAIN, drop=True))
    game = position(*there, unit("US-30", SOUTH_WEST), phase="combat")
    do(game, f"attack {PLAIN}", "with US-82AB")
    assert refused(game, "go").rule == "12.2.10"
    do(game, "with UK-6AB")
    assert refused(game, "go").rule == "12.2.10", "who dropped on the enemy is no such friend"
    do(game, "with US-30")
    assert "go" in legal(game)
    alone = position(*there[:2], unit("UK-6AB", PLAIN, drop=True), *ELSEWHERE, phase="combat")
    assert "attack " + PLAIN in legal(alone)
    nobody = position(*there[:2], *ELSEWHERE, phase="combat")
    assert refused(nobody, f"attack {PLAIN}").rule == "12.2.10"


@pytest.mark.rule("12.2.11", "1.1.10", "7.1.3")
def test_on_an_active_coast_it_must_attack_the_defence_and_does_not_open_the_coast(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A11."""
    rig(monkeypatch, losses=(0, 3))
    game = position(unit("US-82AB", GOLD, drop=True), unit("G-712", GOLD), *ELSEWHERE, phase="combat")
    assert refused(game, "end").rule == "12.2.11"
    do(game, f"attack {GOLD}", "with US-82AB")
    shown = do(game, "go")
    odds = told(shown, "odds")[0].data
    assert set(odds["defenders"]) == {"G-712", fixed_unit(GOLD)}
    do(game, "end")
    assert is_active(game.state, GOLD)
    assert not any(BOOK.pieces[name].fixed and each.location == GOLD for name, each in game.state.units.items())


@pytest.mark.rule("12.2.11")
def test_beside_friends_who_came_by_land_there_is_no_coast_to_attack() -> None:
    game = position(unit("US-82AB", GOLD, drop=True), unit("US-30", GOLD), *ELSEWHERE, phase="combat")
    assert legal(game, "attack") == {"attack 2125"}
    assert "end" in legal(game)


@pytest.mark.rule("12.2.12")
def test_who_is_among_enemies_at_the_end_of_the_landing_phase_is_lost() -> None:
    game = position(
        unit("US-82AB", PLAIN, drop=True),
        unit("G-352", PLAIN),
        unit("UK-6AB", "1314", drop=True),
        phase="landing",
        turn=4,
        campaign={"invasions": 1},
    )
    assert (place(game, "US-82AB"), place(game, "UK-6AB")) == (ELIMINATED, "1314")
    assert not game.state.units["US-82AB"].drop


@pytest.mark.rule("12.2.13")
def test_in_an_invasion_they_weaken_the_wall_and_fight_along() -> None:
    """With `test_landing`: here the drop alone, whose coast stays active."""
    game = position(unit("US-82AB", GOLD, drop=True), unit("UK-3", "England"), phase="landing", turn=1, dice=(15, 6, 6))
    do(game, f"land {GOLD}", f"assault UK-3 {GOLD}")
    events = do(game, "end")
    assert len(told(events, "revealed")[0].data["wall"]) == BOOK.map.beaches[GOLD].level - 1
    assert set(told(events, "odds")[0].data["attackers"]) == {"UK-3", "US-82AB"}


# Under the marker (12.3)


@pytest.mark.rule("12.3.1")
def test_a_unit_under_the_marker_is_in_supply() -> None:
    state = position(unit("US-82AB", PLAIN, drop=True), unit("US-101AB", "1613")).state
    assert supply.supplied(state, state.units["US-82AB"])
    assert not supply.supplied(state, state.units["US-101AB"])


@pytest.mark.rule("12.3.1", "12.3.2")
@pytest.mark.parametrize("drop", [True, False])
def test_it_does_not_disturb_the_enemy_in_hexes_beside_it(drop: bool) -> None:
    """Command range, supply paths, strategic movement, railways."""
    hex_, beside = "1712", "1713"
    para = unit("US-82AB", hex_, drop=drop)
    state = position(unit("HQ-7G", "1814"), unit("G-352", PLAIN), para, side=GERMAN).state
    assert bool(supply.command_range(state, "HQ-7G") >> BOARD.index[beside] & 1) == drop
    assert bool(supply.open_hexes(state, GERMAN) >> BOARD.index[beside] & 1) == drop
    assert bool(supply.near_enemy(state, GERMAN) >> BOARD.index[beside] & 1) != drop
    assert bool(net(state) >> BOARD.index[beside] & 1) == drop
    assert not supply.open_hexes(state, GERMAN) >> BOARD.index[hex_] & 1, "its own hex is closed"


@pytest.mark.rule("12.3.1", "1.2.2", "4.1.1", "4.2.1")
def test_who_is_dropped_upon_stays_in_supply_but_nothing_passes_his_hex() -> None:
    """In the Cotentin: beside 0908 paths of command pass 1008 only, where a friend stands."""
    there = (unit("HQ-7G", "1007"), unit("G-352", "1008"), unit("US-30", "0908"))
    free = position(*there, side=GERMAN).state
    state = position(*there, unit("US-82AB", "1008", drop=True), side=GERMAN).state
    ranged = [
        [bool(supply.command_range(each, "HQ-7G") >> BOARD.index[hex_] & 1) for hex_ in ("1008", "1109")]
        for each in (free, state)
    ]
    assert ranged == [[True, True], [True, False]]


@pytest.mark.rule("4.2.1", "7.4.3")
def test_he_is_not_halved_when_he_defends() -> None:
    units = unit("HQ-7G", "1412"), unit("G-352", "1413"), unit("US-82AB", "1413", drop=True)
    state = position(*units, side=GERMAN).state
    assert supply.supplied(state, state.units["G-352"])


@pytest.mark.rule("12.3.1", "4.1.1")
def test_an_hq_that_is_dropped_upon_keeps_its_path_of_supply() -> None:
    para = unit("US-82AB", "1412", drop=True)
    state = position(unit("HQ-7G", "1412"), unit("G-352", "1413"), para, side=GERMAN).state
    assert supply.hq_supplied(state, state.units["HQ-7G"])
    assert supply.supplied(state, state.units["G-352"]), "its command range begins there all the same"


@pytest.mark.rule("12.3.3")
def test_the_markers_come_off_at_the_end_of_the_game_turn() -> None:
    para = unit("US-82AB", PLAIN, drop=True)
    assert position(para, unit("G-352", "1109"), side=GERMAN).state.units["US-82AB"].drop
    game = position(para, unit("US-30", OMAHA), stack=(sequence.Turn(8, "end"),), campaign={"beachheads": (OMAHA,)})
    assert game.state.turn == 9
    assert not game.state.units["US-82AB"].drop


@pytest.mark.rule("12.3.4")
@pytest.mark.parametrize(
    ("turn", "dice", "back"), [(3, (3, 4), 8), (3, (1, 1), 3), (5, (6, 6), 15)], ids=["DV-11", "0", "10"]
)
def test_dv_11_a_marker_comes_back_two_dice_less_two_turns_later(turn: int, dice: tuple[int, int], back: int) -> None:
    game = position(turn=turn, stack=(sequence.Turn(turn, "end"),), drops=markers(None, AIR), dice=dice)
    assert told(game.opening, "drop_back")[0].data["turn"] == back
    assert game.state.drops["drop-2"].zone == AIR


@pytest.mark.rule("12.3.4")
@pytest.mark.parametrize(("turn", "able"), [(7, False), (8, True), (9, True)])
def test_the_allied_player_then_picks_its_zone(turn: int, able: bool) -> None:
    game = dropping(turn=turn, drops={"drop-1": Drop("drop-1", None, 8)}, campaign={"invasions": 1})
    assert at(game, "pick_zone") == able
    if able:
        assert (game.side, legal(game)) == (ALLIED, {f"zone drop-1 {AIR}", f"zone drop-1 {SOUTH_AIR}"})
        do(game, f"zone drop-1 {SOUTH_AIR}")
        assert game.state.drops["drop-1"] == Drop("drop-1", SOUTH_AIR)
