"""Chapter 13 of Tigers in the Mist: what is in supply, when that is tested, and what it costs not to be.

Two small traps serve again and again. Vianden (57) has two roads, to Diekirch (22) and Hoscheid (58): whoever stands
there with the enemy in both is out of supply. Trois Ponts (83) has five: 32, 33, 81, 82, 84.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.titles.tigers_in_the_mist.kit import ALLIED, GERMAN, TITLE, do, legal, position, refused, rolls, unit
from wargame_tui.board.files import load
from wargame_tui.board.plain import scenarios_folder
from wargame_tui.board.title import BoardTitle
from wargame_tui.core.dice import Dice
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.titles.tigers_in_the_mist.printed.data import MapFile, Side
from wargame_tui.titles.tigers_in_the_mist.rules import supply
from wargame_tui.titles.tigers_in_the_mist.start import start
from wargame_tui.titles.tigers_in_the_mist.state import Bridge, State, Unit

MAP = load(scenarios_folder() / "tigers_in_the_mist" / "map.yaml", MapFile)
SOURCES: dict[Side, str] = {"German": "ABC", "Allied": "DEFGHIJKLMNP"}
TROIS_PONTS = ("87", "32", "81", "82", "84")
VIANDEN = ("22", "56", "58")
BESIDE_THE_ROAD = ("87", "32", "81", "82", "79", "85", "86", "72", "74", "77")
"""With these the enemy's, one road leads east from Trois Ponts: by Vielsalm (84), St. Vith (73), Habscheid (49)."""


def ring(side: str, areas: Iterable[str], strength: int = 1, kind: str = "infantry") -> list[Unit]:
    """A unit of a side in each of the areas, named after it."""
    return [unit(f"{side[0]}{area}", f"{side} {kind} {strength} @{area}") for area in areas]


def supplied(*units: Unit, name: str = "U", **more: Any) -> bool:
    """Whether a unit of the position is in supply."""
    table = position(*units, **more).state
    return supply.in_supply(table, table.units[name])


def end_of_turn(*units: Unit, at: str = "17-3", **more: Any) -> Game:
    """The position of the last Allied impulse of a turn, played into the next turn with no battle and no move."""
    game = position(*units, at=at, side=ALLIED, **more)
    date = game.state.date
    while game.state.date == date and not game.over:
        do(game, "end" if "end" in legal(game) else "done")
    return game


def play(game: Game, until: Callable[[Sequence[Event]], bool], *choices: str) -> list[Event]:
    """Play on, by these choices where they are legal, else without artillery; the events up to a moment."""
    events: list[Event] = []
    while not until(events):
        commands = sorted(legal(game))
        wanted = [*choices, "end", "ready", "call 0"]
        events += do(game, next((command for command in wanted if command in commands), commands[0]))
    return events


def after(kind: str) -> Callable[[Sequence[Event]], bool]:
    """Whether something of the kind has happened."""
    return lambda events: bool(rolls(events, kind))


def rules_of(roll: Event) -> set[str]:
    """The rules of a roll's modifiers."""
    return {rule for _, _, rule in roll.data["modifiers"]}


# 13.1 What is in supply


@pytest.mark.rule("13.11")
@pytest.mark.parametrize("side", ["German", "Allied"])
def test_supply_comes_along_roads_from_the_zones_of_the_side(side: Side) -> None:
    """Cut off every zone but one by enemy units around them: the unit is in supply just if that zone is its own."""
    spaces, foe = [*SOURCES["German"], *SOURCES["Allied"]], ALLIED if side == GERMAN else GERMAN
    for zone in spaces:
        beside = near(zone)
        others = {area for other in spaces if other != zone for area in near(other)} - beside
        where = min(beside)
        assert supplied(unit("U", f"{side} infantry 1 @{where}"), *ring(foe, others - {where})) == (
            zone in SOURCES[side]
        ), zone


def near(space: str) -> set[str]:
    """The spaces to which roads lead."""
    return {a if b == space else b for a, b in (link.between for link in MAP.links if link.road) if space in (a, b)}


@pytest.mark.rule("13.11")
def test_neighbouring_areas_without_a_road_give_no_supply() -> None:
    """Wasserbillig (7) touches Welschbillig (8) across the Sauer; there is no bridge."""
    assert not supplied(unit("U", "German infantry 2 @7"), *ring("Allied", ["6", "12"]))


@pytest.mark.rule("13.11")
def test_a_line_may_be_of_any_length() -> None:
    assert supplied(unit("U", "German armour 1 @28"))  # Celles, before the Meuse


@pytest.mark.rule("13.12")
def test_no_line_through_an_area_with_enemy_units() -> None:
    assert supplied(unit("U", "German infantry 2 @57"), *ring("Allied", ["22"]))
    assert not supplied(unit("U", "German infantry 2 @57"), *ring("Allied", VIANDEN))


@pytest.mark.rule("13.12")
def test_no_line_to_a_zone_that_enemy_units_hold() -> None:
    """Celles (28) with the Meuse at its back, and the Germans in Rochefort and Ciney."""
    cut = [unit("U", "Allied infantry 2 @28"), *ring("German", ["27", "29"])]
    assert supplied(*cut)
    assert supplied(*cut, unit("I", "German armour 1 @I"))  # by zone J
    assert not supplied(*cut, unit("I", "German armour 1 @I"), unit("J", "German armour 1 @J"))


@pytest.mark.rule("13.12")
def test_a_zone_with_units_of_both_sides_is_closed_to_the_allied_side() -> None:
    """A38."""
    cut = [unit("U", "Allied infantry 2 @28"), *ring("German", ["27", "29"]), unit("J", "German armour 1 @J")]
    assert not supplied(*cut, unit("I", "German armour 1 @I"), unit("I2", "Allied infantry 3 @I"))


@pytest.mark.rule("13.13")
def test_a_line_may_start_in_a_contested_area() -> None:
    assert supplied(unit("U", "German infantry 2 @57"), unit("A", "Allied infantry 3 @57"))


@pytest.mark.rule("13.13")
def test_d27_a_contested_area_has_supply_but_hands_on_none() -> None:
    """D27: the unit in contested Hoscheid (58) is in supply, the one behind it in Vianden (57) is not."""
    units = [
        unit("front", "German infantry 2 @58"), unit("behind", "German infantry 2 @57"), *ring("Allied", VIANDEN)
    ]  # fmt: skip
    assert supplied(*units, name="front")
    assert not supplied(*units, name="behind")


@pytest.mark.rule("13.14")
@pytest.mark.parametrize(
    ("kind", "over_one"),
    [("engineer", True), ("mechanized", True), ("motorized", True), ("infantry", True), ("armour", False)],
)
def test_infantry_types_trace_over_one_destroyed_bridge_armour_over_none(kind: str, over_one: bool) -> None:
    """Marnach (70) with the bridge to Dasburg (51) destroyed, and the Allied in 68, 69 and 71."""
    blocked = ring("Allied", ["68", "69", "71"])
    assert supplied(unit("U", f"German {kind} 2 @70"), *blocked) == over_one
    assert supplied(unit("U", f"German {kind} 2 @70"), *blocked, intact=["51-70"])


@pytest.mark.rule("13.14")
def test_nobody_traces_over_two_destroyed_bridges() -> None:
    """From Trois Ponts (83) over the Salm (83-84), by Vielsalm and St. Vith, and over the Our (49-73)."""
    units = unit("U", "German infantry 2 @83"), *ring("Allied", BESIDE_THE_ROAD)
    assert supplied(*units)
    assert supplied(*units, destroyed=["83-84"])
    assert supplied(*units, destroyed=["49-73"])
    assert not supplied(*units, destroyed=["83-84", "49-73"])


# The search against a naive one

ROADS: dict[str, list[tuple[str, str | None]]] = defaultdict(list)
for link in MAP.links:
    if link.road:
        one, other = link.between
        name = "-".join(sorted(link.between, key=lambda s: (s.isalpha(), s.zfill(3)))) if link.bridge else None
        ROADS[one].append((other, name))
        ROADS[other].append((one, name))


def naive(side: Side, start: str, infantry_type: bool, hostile: set[str], blown: set[str]) -> bool:
    """Rule 13.11 to 13.14 word for word: from the unit outwards, depth first, every way tried."""
    seen: set[tuple[str, int]] = set()

    def reaches(space: str, crossed: int) -> bool:
        if space in SOURCES[side] and space not in hostile:
            return True
        if (space, crossed) in seen or (space != start and (space in hostile or space.isalpha())):
            return False
        seen.add((space, crossed))
        return any(
            reaches(there, crossed + (bridge in blown))
            for there, bridge in ROADS[space]
            if bridge not in blown or (infantry_type and crossed == 0)
        )

    return reaches(start, 0)


def simple_paths(side: Side, start: str, infantry_type: bool, hostile: set[str], blown: set[str]) -> bool:
    """The same by walking every simple path; for positions with few free areas."""

    def walk(path: tuple[str, ...], crossed: int) -> bool:
        here = path[-1]
        if here in SOURCES[side] and here not in hostile:
            return True
        if len(path) > 1 and (here in hostile or here.isalpha()):
            return False
        return any(
            walk((*path, there), crossed + (bridge in blown))
            for there, bridge in ROADS[here]
            if there not in path and crossed + (bridge in blown) <= (1 if infantry_type else 0)
        )

    return walk((start,), 0)


BEGUN = start("tigers_in_the_mist/campaign", Dice(1))


def random_position(dice: random.Random, enemies: int) -> tuple[State, dict[Side, set[str]], set[str]]:
    """The real map with units of both sides in random spaces and random bridges down."""
    held: dict[Side, set[str]] = {}
    for side in (GERMAN, ALLIED):
        closed = "LMNP" if side == GERMAN else "ABC"
        held[side] = set(dice.sample(sorted(set(MAP.spaces) - set(closed)), enemies))
    blown = {name for name in BEGUN.bridges if dice.random() < 0.3}
    units = {each.id: each for side, spaces in held.items() for each in ring(side, sorted(spaces))}
    bridges = {name: Bridge(name not in blown) for name in BEGUN.bridges}
    return replace(BEGUN, units=units, bridges=bridges), held, blown


@pytest.mark.rule("13.11", "13.12", "13.13", "13.14")
@pytest.mark.parametrize("enemies", [12, 20, 40])
def test_supply_as_a_naive_search_finds_it(enemies: int) -> None:
    dice, answers = random.Random(enemies), set()
    for _ in range(60):
        table, held, blown = random_position(dice, enemies)
        for side, foe in ((GERMAN, ALLIED), (ALLIED, GERMAN)):
            for space in dice.sample(sorted(MAP.spaces), 10):
                for kind in ("infantry", "armour"):
                    probe = unit("probe", f"{side} {kind} 1 @{space}")
                    expected = naive(side, space, kind == "infantry", held[foe], blown)
                    assert supply.supplied_at(table, probe, space) == expected, (side, kind, space)
                    answers.add((side, kind, expected))
    assert len(answers) == 8  # both answers for both sides and both kinds


@pytest.mark.rule("13.11", "13.12", "13.13", "13.14")
def test_supply_as_walking_every_simple_path_finds_it() -> None:
    dice = random.Random(13)
    for _ in range(60):
        table, held, blown = random_position(dice, 62)
        for side, foe in ((GERMAN, ALLIED), (ALLIED, GERMAN)):
            for space in dice.sample(sorted(MAP.spaces), 12):
                for kind in ("infantry", "armour"):
                    probe = unit("probe", f"{side} {kind} 1 @{space}")
                    expected = simple_paths(side, space, kind == "infantry", held[foe], blown)
                    assert supply.supplied_at(table, probe, space) == expected, (side, kind, space)


# 13.15, 13.23 Movement


@pytest.mark.rule("13.15", "13.23")
def test_a_unit_in_supply_may_not_move_out_of_it() -> None:
    """Hoscheid (58) and Diekirch (22) are held by the enemy too: a unit from 58 would be cut off in Vianden (57)."""
    game = position(unit("U", "German infantry 2 @58"), *ring("Allied", VIANDEN))
    do(game, "move U")
    assert "to 69" in legal(game)
    refusal = refused(game, "to 57")
    assert refusal.rule == "8.28"
    assert "out of supply" in refusal.reason


@pytest.mark.rule("13.23")
def test_a_unit_out_of_supply_moves_one_area_only_even_into_one_without_supply() -> None:
    """Vianden (57) to Diekirch (22), with the enemy all around both."""
    game = position(
        unit("U", "German mechanized 2 @57"),
        *ring("Allied", ["15", "20", "21", "23", "56", "58"]),
        unit("V", "German armour 1 @54"),
    )
    do(game, "move U", "to 22")
    assert not supply.in_supply(game.state, game.state.units["U"])
    assert game.state.units["U"].mp_spent == 2  # of 8; but its movement for the turn is over
    assert refused(game, "move U").rule == "8.25"


@pytest.mark.rule("13.15", "13.23")
def test_movement_is_bound_by_the_supply_before_the_move() -> None:
    """With two bridges down between it and its zones the unit wades over the first, and is in supply, but halts."""
    game = position(
        unit("U", "German infantry 2 @83"), unit("V", "German armour 1 @54"), *ring("Allied", BESIDE_THE_ROAD),
        destroyed=["83-84", "49-73"],
    )  # fmt: skip
    do(game, "move U", "to 84")
    assert supply.in_supply(game.state, game.state.units["U"])
    assert game.state.units["U"].mp_spent == 3  # of 5
    assert refused(game, "move U").rule == "8.25"


@pytest.mark.rule("13.23")
def test_an_engineer_out_of_supply_may_move_one_area_and_entrench() -> None:
    game = position(unit("U", "German engineer 2 @57"), *ring("Allied", ["15", "20", "21", "23", "56", "58"]))
    do(game, "move U", "to 22")
    assert refused(game, "to 57").rule == "8.29"
    do(game, "entrench U")
    assert game.state.units["U"].entrenched


@pytest.mark.rule("13.23")
@pytest.mark.parametrize("kind", ["engineer", "mechanized", "motorized", "infantry"])
def test_an_infantry_type_out_of_supply_may_entrench_instead_of_moving(kind: str) -> None:
    game = position(unit("U", f"German {kind} 2 @57"), *ring("Allied", VIANDEN))
    assert not supply.in_supply(game.state, game.state.units["U"])
    do(game, "entrench U")
    assert game.state.units["U"].entrenched


# 13.16, 13.22 Combat


@pytest.mark.rule("13.22", "13.16")
def test_attackers_out_of_supply_fire_worse_and_without_artillery() -> None:
    game = position(
        unit("U", "German infantry 6 @57"), unit("A", "Allied infantry 3 @57"), *ring("Allied", VIANDEN), dice=[10] * 40
    )
    events = play(game, after("battle_ended"), "battle 57", "call 1", "attack U")
    assert {roll.data["side"] for roll in rolls(events, "calls")} == {ALLIED}
    assert {roll.data["unit"]: "13.22" in rules_of(roll) for roll in rolls(events, "fire")} == {"U": True, "A": False}


@pytest.mark.rule("13.22", "13.16")
def test_a_defender_out_of_supply_has_not_even_the_guaranteed_call() -> None:
    """A13; supply is that after the attacker's movement: his last move closes the trap."""
    trap = ring("German", ["87", "81", "84"], 2)
    game = position(
        unit("A", "Allied infantry 3 @83"), *trap, unit("U", "German armour 3 @82"), unit("V", "German armour 1 @82"),
        unit("W", "German infantry 1 @82"), at="16-2", dice=[10] * 40,
    )  # fmt: skip
    assert supply.in_supply(game.state, game.state.units["A"])  # by Werbomont (33)
    do(game, "move V", "to 32", "stop", "move U", "to 83")
    events = play(game, after("battle_ended"), "battle 83", "call 1")
    assert {roll.data["side"] for roll in rolls(events, "calls")} == {GERMAN}
    assert "13.22" in rules_of(next(roll for roll in rolls(events, "fire") if roll.data["unit"] == "A"))


@pytest.mark.rule("13.22")
def test_only_the_strength_in_supply_counts_for_artillery_calls() -> None:
    """A13: infantry traces over a destroyed bridge, the tanks beside it do not."""
    game = position(
        unit("tanks", "German armour 5 @70"), unit("U", "German infantry 4 @70"), unit("A", "Allied infantry 1 @70"),
        *ring("Allied", ["68", "69", "71"]), dice=[10] * 40,
    )  # fmt: skip
    assert supply.in_supply(game.state, game.state.units["U"])
    assert not supply.in_supply(game.state, game.state.units["tanks"])
    do(game, "end", "battle 70", "attack tanks", "attack U")
    while game.side == ALLIED or "call 0" not in legal(game):
        commands = legal(game)
        do(game, "ready" if "ready" in commands else "call 0")
    assert game.side == GERMAN
    assert legal(game) == {"call 0", "call 1"}  # 4 of the 9 points


@pytest.mark.rule("13.16")
def test_d25_a_bridge_blown_behind_an_attacker_puts_it_out_of_supply_for_the_battle() -> None:
    """D25: A crossed unhindered; the bridge is blown under B's nose."""
    game = position(
        unit("A", "German armour 3 @84"), unit("B", "German armour 3 @84"), unit("US", "Allied infantry 2 @83"),
        *ring("Allied", ["87", "32", "81", "82"]), dice=[1, *[10] * 40],
    )  # fmt: skip
    do(game, "move A", "to 83", "pass", "move B", "to 83", "blow 83-84 US", "stop")
    events = play(game, after("battle_ended"), "battle 83", "call 1")
    assert {roll.data["side"] for roll in rolls(events, "calls")} == {ALLIED}
    assert "13.22" in rules_of(next(roll for roll in rolls(events, "fire") if roll.data["unit"] == "A"))


@pytest.mark.rule("13.16")
def test_supply_for_combat_is_found_once_before_the_first_battle() -> None:
    """A50: the first battle opens the road again; in the second the unit is out of supply all the same."""
    game = position(
        unit("U", "German infantry 3 @57"), unit("A57", "Allied infantry 3 @57"), *ring("Allied", ["22", "56"]),
        unit("V", "German infantry 3 @58"), unit("A58", "Allied infantry 1 @58"), dice=[10, 1, 1, 1, *[10] * 40],
    )  # fmt: skip
    do(game, "end")
    play(game, after("battle_ended"), "battle 58", "attack V")
    assert game.state.units["A58"].strength == 0
    assert supply.in_supply(game.state, game.state.units["U"])
    events = play(game, after("battle_ended"), "battle 57", "attack U")
    assert "13.22" in rules_of(next(roll for roll in rolls(events, "fire") if roll.data["unit"] == "U"))


# 13.17, 13.21 Attrition


@pytest.mark.rule("13.21")
@pytest.mark.parametrize(("side", "foe"), [("German", "Allied"), ("Allied", "German")])
def test_a_unit_out_of_supply_in_the_attrition_phase_loses_one(side: str, foe: str) -> None:
    game = end_of_turn(unit("U", f"{side} infantry 3 @57"), *ring(foe, VIANDEN, 2))
    assert game.state.units["U"].strength == 2
    assert all(game.state.units[f"{foe[0]}{area}"].strength == 2 for area in VIANDEN)


@pytest.mark.rule("13.21")
def test_every_type_suffers_and_the_last_point_is_the_unit() -> None:
    units = [unit(kind, f"German {kind} 1 @57") for kind in ("armour", "infantry")]
    game = end_of_turn(*units, *ring("Allied", VIANDEN))
    assert {game.state.units[kind].location for kind in ("armour", "infantry")} == {"eliminated"}


@pytest.mark.rule("13.21")
def test_units_in_supply_lose_nothing() -> None:
    game = end_of_turn(unit("U", "German infantry 3 @57"), *ring("Allied", ["22"]))
    assert game.state.units["U"].strength == 3


@pytest.mark.rule("13.17")
@pytest.mark.parametrize("box", ["17-1", "17-2"])
def test_attrition_is_counted_at_the_end_of_the_turn_only(box: str) -> None:
    game = position(unit("U", "German infantry 3 @57"), *ring("Allied", VIANDEN), at=box, side=ALLIED)
    do(game, "end")
    assert game.state.units["U"].strength == 3


@pytest.mark.rule("13.17")
def test_supply_for_attrition_is_that_of_the_phase_itself() -> None:
    """Out of supply in the German impulse, relieved by his own last move before the turn ends."""
    game = position(unit("U", "Allied infantry 3 @57"), *ring("German", VIANDEN), at="17-3", side=GERMAN)
    assert not supply.in_supply(game.state, game.state.units["U"])
    do(game, "move G58", "to 69", "stop")
    while game.state.date == 17:
        do(game, "end")
    assert game.state.units["U"].strength == 3


@pytest.mark.rule("13.21")
def test_d29_attrition_strikes_both_sides_at_once() -> None:
    """D29: German A, cut off with its last point in Diekirch (22), blocks the road of Allied B in Vianden (57)."""
    game = end_of_turn(
        unit("A", "German infantry 1 @22"), unit("B", "Allied infantry 2 @57"), unit("C", "German infantry 2 @58"),
        unit("D", "German infantry 2 @56"), *ring("Allied", ["15", "20", "21", "23", "58"]),
    )  # fmt: skip
    assert game.state.units["A"].strength == 0
    assert game.state.units["B"].strength == 1
    assert game.state.units["C"].strength == 2  # contested Hoscheid is in supply from the north


# The other moments at which supply is tested (13.24 see test_bridges, 12.22 and 12.24 test_victory, S2 test_scenarios)


@pytest.mark.rule("11.33")
def test_germans_out_of_supply_release_no_reserve() -> None:
    """Superiority in Clervaux (68) from 17-3 on would earn the Fuehrer-Begleit-Brigade."""
    for beside, expected in (["69"], "earned"), (["67", "69", "70", "71"], "locked"):
        units = unit("U", "German armour 3 @68"), *ring("Allied", beside)
        game = position(*units, at="17-3", side=ALLIED, reserves={"FBB": "locked"})
        do(game, "end")
        assert game.state.reserves["FBB"] == expected


# Vehicles (8.35, A34)


def walker(*others: Unit, dice: Sequence[int] = (), **more: Any) -> Game:
    """A mechanized unit on foot in Marnach (70), whose only line crosses the destroyed bridge of Dasburg."""
    return position(
        unit("U", "German mechanized 3 @70", on_foot=True), *ring("Allied", ["68", "69", "71"]), *others,
        dice=dice, **more,
    )  # fmt: skip


@pytest.mark.rule("8.35", "QA-4")
def test_a_unit_stays_on_foot_while_its_line_crosses_a_destroyed_bridge() -> None:
    game = walker()
    assert supply.in_supply(game.state, game.state.units["U"])
    assert game.state.units["U"].on_foot
    while game.state.date == 17:
        do(game, "end")
    assert game.state.units["U"].on_foot


@pytest.mark.rule("8.35", "QA-4")
def test_vehicles_are_back_at_the_start_of_an_impulse() -> None:
    assert not walker(intact=["51-70"]).state.units["U"].on_foot
    assert not walker(intact=["51-70"], side=ALLIED).state.units["U"].on_foot  # of either side (A34)


@pytest.mark.rule("8.35")
def test_vehicles_are_back_at_the_end_of_the_impulse_in_which_the_bridge_is_built() -> None:
    game = walker(unit("Pi", "German engineer 1 @51"), dice=[4])
    events = do(game, "end", "build Pi 51-70")
    kinds = [event.kind for event in events if event.kind in ("bridge_built", "vehicles_recovered", "impulse_ended")]
    assert kinds == ["bridge_built", "vehicles_recovered", "impulse_ended"]
    assert game.side == ALLIED
    assert not game.state.units["U"].on_foot


@pytest.mark.rule("8.35")
def test_vehicles_are_back_in_the_attrition_phase() -> None:
    """A34: the last German point that cuts the road of the unit in Vianden (57) is lost in the same phase."""
    cut = (
        unit("A", "German infantry 1 @22"),
        unit("C", "German infantry 2 @58"),
        unit("D", "German infantry 2 @56"),
        *ring("Allied", ["15", "20", "21", "23", "58"]),
    )
    game = position(unit("U", "Allied mechanized 3 @57", on_foot=True), *cut, at="17-3", side=ALLIED)
    events = play(game, after("victory_phase"), "end", "done")
    kinds = [event.kind for event in events if event.kind in ("impulse_ended", "attrition_phase", "vehicles_recovered")]
    assert kinds == ["impulse_ended", "attrition_phase", "vehicles_recovered"]
    assert not game.state.units["U"].on_foot


@pytest.mark.rule("8.35")
def test_vehicles_once_recovered_are_not_lost_with_the_line() -> None:
    """A34."""
    game = walker(intact=["51-70"])
    game.edit([{"op": "replace", "path": "/bridges/51-70/intact", "value": False}])
    do(game, "end")
    assert not game.state.units["U"].on_foot


@pytest.mark.rule("8.35")
def test_vehicles_do_not_come_back_in_the_middle_of_a_move() -> None:
    """A34: over the destroyed bridge of Dasburg, on to Marnach, from where Clervaux and the intact bridges are open."""
    game = position(unit("U", "German mechanized 3 @51"))
    do(game, "move U", "abandon U", "to 70")
    assert game.state.units["U"].on_foot
    do(game, "to 68", "stop")
    assert game.state.units["U"].mp_spent == 4
    assert game.state.units["U"].on_foot
    do(game, "end")
    assert not game.state.units["U"].on_foot  # but at the end of the impulse


@pytest.mark.rule("8.3", "9.1", "7.1")
def test_a_layer_shows_the_best_attacks_of_either_side() -> None:
    state = position(unit("a", "German armour 4 @18"), unit("b", "Allied infantry 2 @20")).state
    assert isinstance(TITLE, BoardTitle)
    mine = TITLE.overlay(state, "odds German").notes
    assert mine.keys() == {"20"}
    assert mine == TITLE.gestures.odds_at(state), "those that movement tells, before anybody has moved"
    other = TITLE.overlay(state, "odds Allied").notes
    assert other.keys() == {"18"}, "also of the side that does not move now"
    weak = position(unit("a", "German armour 1 @18"), unit("b", "Allied infantry 2 @20")).state
    assert TITLE.overlay(weak, "odds German").notes != mine


@pytest.mark.rule("13.1", "8.33")
def test_layers_show_routes_and_threats() -> None:
    state = position(unit("a", "German armour 4 @18"), unit("b", "Allied infantry 2 @20")).state
    assert isinstance(TITLE, BoardTitle)
    route = next(line.spaces for line in TITLE.overlay(state, "supply German").lines)
    assert route[0] == "18"
    assert route[-1] in SOURCES["German"]
    threat = TITLE.overlay(state, "threat German").highlights
    assert threat["20"] == "unsupplied"
    assert TITLE.overlay(state, "front").hexsides
    entering = TITLE.entering(state, "20")
    assert entering is not None
    assert len(entering.sides) == len(TITLE.space_sheet(state, "20").links)
