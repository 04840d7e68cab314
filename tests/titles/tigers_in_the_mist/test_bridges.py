"""Chapter 10 of Tigers in the Mist with 8.4: demolition during the enemy's movement, and the building of bridges.

Most demolitions are tried at Trois Ponts (83), which bridges join with Stavelot (81), Stoumont (82) and Vielsalm (84),
as in the rulebook's own example (QA-15). Bridges are built at Dasburg-Marnach (51-70), destroyed at the start (5.1).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.titles.tigers_in_the_mist.kit import ALLIED, GERMAN, TITLE, do, legal, position, refused, rolls, unit
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.titles.tigers_in_the_mist.printed.book import DATA
from wargame_tui.titles.tigers_in_the_mist.state import Unit

# Demolition (8.4, 10.2)


def at_the_bridge(*defenders: Unit, mover: str = "armour", at: str = "17-1", **more: Any) -> Game:
    """A German unit `G` in Vielsalm (84) about to cross the Salm to Trois Ponts (83), where the defenders stand."""
    given = defenders or (unit("US", "Allied infantry 3 @83"),)
    return position(unit("G", f"German {mover} 3 @84"), *given, at=at, **more)


def asked(game: Game) -> bool:
    """Whether the question now is whether a bridge is to be blown."""
    return game.state.stack[-1].kind == "demolition"


def check(events: Sequence[Event]) -> tuple[int, bool]:
    """The number needed in the one demolition check of these events, and whether it succeeded."""
    (roll,) = rolls(events, "demolition")
    return roll.data["needed"], bool(roll.data["successes"])


@pytest.mark.rule("8.41", "10.21")
def test_the_player_who_does_not_move_is_asked_at_the_moment_of_crossing() -> None:
    game = at_the_bridge()
    do(game, "move G")
    assert game.side == GERMAN  # taking up a unit is not crossing
    do(game, "to 83")
    assert asked(game)
    assert game.side == ALLIED
    assert legal(game) == {"blow 83-84 US", "pass"}
    assert game.state.units["G"].location == "84"  # the step has not been made


@pytest.mark.rule("10.2")
def test_standing_orders_can_name_who_crosses_units_of_no_formation_too() -> None:
    game = at_the_bridge()
    do(game, "move G", "to 83")
    assert game.state.stack[-1].particulars(game.state) == {"mover": ("G",), "formation": ()}
    known = next(name for name, entry in DATA.units.units.items() if entry.side == GERMAN)
    draft = TITLE.draft(game.state)
    draft.units = {known if name == "G" else name: each for name, each in draft.units.items()}
    draft.stack = (*draft.stack[:-2], replace(draft.stack[-2], units=(known,)), draft.stack[-1])
    found = draft.stack[-1].particulars(draft)
    assert found == {"mover": (known,), "formation": (DATA.units.units[known].formation,)}


@pytest.mark.rule("10.21")
def test_that_moment_is_the_only_opportunity() -> None:
    game = at_the_bridge(dice=[1])
    do(game, "move G", "to 83", "pass")
    assert game.state.units["G"].location == "83"
    assert game.side == GERMAN
    assert game.state.bridges["83-84"].intact
    assert not any(command.startswith("blow") for command in legal(game))


@pytest.mark.rule("8.41", "10.22")
def test_a_unit_that_is_not_next_to_the_bridge_has_no_say() -> None:
    game = at_the_bridge(unit("US", "Allied infantry 3 @87"))  # Grandmenil, one area further on
    do(game, "move G", "to 83")
    assert not asked(game)
    assert game.state.units["G"].location == "83"


@pytest.mark.rule("10.22")
def test_the_unit_named_must_be_next_to_the_bridge() -> None:
    game = at_the_bridge(unit("US", "Allied infantry 3 @83"), unit("far", "Allied engineer 1 @87"))
    do(game, "move G", "to 83")
    refusal = refused(game, "blow 83-84 far")
    assert refusal.rule == "10.22"
    assert "next to the" in refusal.reason
    assert refused(game, "blow 84-86 US").rule == "10.21"  # nobody is crossing that one


@pytest.mark.rule("8.41", "10.21")
def test_both_players_may_blow_bridges_in_the_other_ones_impulse() -> None:
    game = position(unit("US", "Allied armour 3 @83"), unit("G", "German infantry 3 @84"), side=ALLIED, dice=[1])
    do(game, "move US", "to 84")
    assert game.side == GERMAN
    do(game, "blow 83-84 G")
    assert not game.state.bridges["83-84"].intact
    assert game.side == ALLIED


@pytest.mark.rule("10.22")
@pytest.mark.parametrize("kind", ["engineer", "mechanized", "motorized", "infantry"])
def test_every_infantry_type_may_try(kind: str) -> None:
    game = at_the_bridge(unit("US", f"Allied {kind} 2 @83"))
    do(game, "move G", "to 83")
    assert "blow 83-84 US" in legal(game)


@pytest.mark.rule("10.22")
def test_armour_may_not_try() -> None:
    alone = at_the_bridge(unit("tanks", "Allied armour 3 @83"))
    do(alone, "move G", "to 83")
    assert not asked(alone)
    assert alone.state.units["G"].location == "83"
    together = at_the_bridge(unit("tanks", "Allied armour 3 @83"), unit("US", "Allied infantry 1 @83"))
    do(together, "move G", "to 83")
    refusal = refused(together, "blow 83-84 tanks")
    assert refusal.rule == "10.22"
    assert "armour" in refusal.reason


@pytest.mark.rule("10.29")
@pytest.mark.parametrize(
    ("kind", "moved", "needed"),
    [
        ("engineer", False, 8),
        ("engineer", True, 4),
        ("mechanized", False, 4),
        ("mechanized", True, 2),
        ("motorized", False, 4),
        ("motorized", True, 2),
        ("infantry", False, 4),
        ("infantry", True, 2),
    ],
)
def test_demolition_check_t9(kind: str, moved: bool, needed: int) -> None:
    for die in (needed, needed + 1):
        game = at_the_bridge(unit("US", f"Allied {kind} 2 @83", moved=moved, marked=moved), at="17-2", dice=[die])
        events = do(game, "move G", "to 83", "blow 83-84 US")
        assert check(events) == (needed, die == needed)
        assert game.state.bridges["83-84"].intact == (die > needed)


@pytest.mark.rule("10.29")
def test_attacking_entrenching_or_standing_aside_is_not_moving() -> None:
    """A16: only movement to another space makes demolition harder."""
    busy = unit("US", "Allied engineer 2 @83", attacked=True, marked=True, entrenched=True, mp_spent=4)
    game = at_the_bridge(busy, at="17-2", dice=[8])
    assert check(do(game, "move G", "to 83", "blow 83-84 US")) == (8, True)


@pytest.mark.rule("10.29")
def test_a_unit_that_moved_this_turn_blows_less_well_until_the_next_turn() -> None:
    game = position(
        unit("G", "German armour 3 @84"), unit("US", "Allied infantry 3 @32"), side=ALLIED, at="17-1", dice=[3]
    )
    do(game, "move US", "to 83", "stop", "end")
    later = game.branch()
    assert check(do(game, "move G", "to 83", "blow 83-84 US")) == (2, False)
    do(later, "end", "end", "end")  # 17-2 and 17-3, to 18-1
    while later.state.date == 17:
        do(later, "end")
    assert check(do(later, "move G", "to 83", "blow 83-84 US")) == (4, True)


@pytest.mark.rule("10.27")
def test_entrenchment_does_not_hinder_demolition() -> None:
    game = at_the_bridge(unit("US", "Allied infantry 3 @83", entrenched=True), dice=[4])
    events = do(game, "move G", "to 83", "blow 83-84 US")
    assert check(events) == (4, True)
    assert not rolls(events, "demolition")[0].data["modifiers"]
    assert game.state.units["US"].entrenched


@pytest.mark.rule("8.36", "8.42")
def test_a_blown_bridge_costs_one_point_and_the_group_may_go_elsewhere() -> None:
    game = at_the_bridge(dice=[1])
    do(game, "move G", "to 83", "blow 83-84 US")
    assert game.side == GERMAN
    assert game.state.units["G"].location == "84"
    assert game.state.units["G"].mp_spent == 1
    refusal = refused(game, "to 83")  # armour cannot wade
    assert refusal.rule == "8.33"
    do(game, "to 73")  # back to St. Vith, a primary road
    assert game.state.units["G"].mp_spent == 2


@pytest.mark.rule("8.36", "8.42")
def test_a_stack_pays_the_point_once_for_each_unit() -> None:
    game = at_the_bridge(unit("US", "Allied infantry 3 @83"), unit("G2", "German armour 2 @84"), dice=[1])
    do(game, "move G", "with G2", "to 83", "blow 83-84 US")
    assert {game.state.units[name].mp_spent for name in ("G", "G2")} == {1}


@pytest.mark.rule("8.42")
def test_a_failed_check_costs_nothing_and_the_group_crosses() -> None:
    game = at_the_bridge(dice=[10])
    do(game, "move G", "to 83", "blow 83-84 US")
    assert game.state.units["G"].location == "83"
    assert game.state.units["G"].mp_spent == 2  # primary road 1, units in the area 1


@pytest.mark.rule("QA-5", "8.36")
def test_x12_infantry_stopped_at_the_bridge_wades_into_the_enemys_area() -> None:
    """X12: 5 points, 1 lost with the bridge; crossing 3 and the enemy 1 are the other four."""
    game = at_the_bridge(mover="infantry", dice=[1])
    do(game, "move G", "to 83", "blow 83-84 US", "to 83")
    assert game.state.units["G"].location == "83"
    assert game.state.units["G"].mp_spent == 5


@pytest.mark.rule("QA-5")
def test_infantry_that_came_from_further_away_cannot_wade_any_more() -> None:
    game = position(unit("G", "German infantry 3 @73"), unit("US", "Allied infantry 3 @83"), dice=[1])
    do(game, "move G", "to 84", "to 83", "blow 83-84 US")  # 1 and 1 spent, 3 left, 4 needed
    assert refused(game, "to 83").rule == "8.38"


@pytest.mark.rule("10.23", "QA-15")
def test_x23_one_unit_tries_two_bridges_in_an_impulse_two_units_all_three() -> None:
    """X23, the example of QA-15: Germans enter Trois Ponts from Vielsalm, Stavelot and Stoumont."""
    germans = [unit(f"G{area}", f"German armour 2 @{area}") for area in ("84", "81", "82")]
    game = position(*germans, unit("US", "Allied infantry 3 @83"), dice=[1, 1])
    for area in ("84", "81"):
        do(game, f"move G{area}", "to 83", f"blow {bridge(area)} US", "stop")
    do(game, "move G82", "to 83")
    assert not asked(game)
    assert game.state.units["G82"].location == "83"

    game = position(*germans, unit("US", "Allied infantry 3 @83"), unit("US2", "Allied infantry 1 @83"), dice=[1] * 3)
    for area in ("84", "81"):
        do(game, f"move G{area}", "to 83", f"blow {bridge(area)} US", "stop")
    do(game, "move G82", "to 83")
    refusal = refused(game, "blow 82-83 US")
    assert refusal.rule == "10.23"
    assert "2 bridges" in refusal.reason
    do(game, "blow 82-83 US2")
    assert not any(game.state.bridges[bridge(area)].intact for area in ("81", "82", "84"))


def bridge(area: str) -> str:
    """The bridge between an area and Trois Ponts."""
    return "-".join(sorted((area, "83")))


@pytest.mark.rule("10.23")
def test_d23_a_unit_that_tried_twice_may_try_again_in_the_next_impulse() -> None:
    germans = [unit(f"G{area}", f"German armour 2 @{area}") for area in ("84", "81", "82")]
    game = position(*germans, unit("US", "Allied infantry 3 @83"), dice=[1, 1])
    for area in ("84", "81"):
        do(game, f"move G{area}", "to 83", f"blow {bridge(area)} US", "stop")
    do(game, "end", "end")
    assert (game.state.impulse, game.side) == (2, GERMAN)
    do(game, "move G82", "to 83")
    assert legal(game) == {"blow 82-83 US", "pass"}


@pytest.mark.rule("10.23")
def test_demolition_is_not_movement() -> None:
    game = at_the_bridge(dice=[1])
    do(game, "move G", "to 83", "blow 83-84 US", "stop", "end")
    us = game.state.units["US"]
    assert (us.moved, us.marked, us.mp_spent) == (False, False, 0)
    assert "move US" in legal(game)
    assert "entrench US" in legal(game)


@pytest.mark.rule("10.24")
def test_a_unit_with_enemies_in_its_area_at_the_start_of_the_impulse_cannot_try() -> None:
    game = at_the_bridge(unit("US", "Allied infantry 3 @83"), unit("G2", "German infantry 1 @83"))
    do(game, "move G", "to 83")
    assert not asked(game)
    assert game.state.units["G"].location == "83"


@pytest.mark.rule("10.24")
def test_it_cannot_even_if_the_enemies_have_left_since() -> None:
    """A15: the test is at the start of the impulse."""
    game = at_the_bridge(unit("US", "Allied infantry 3 @83"), unit("G2", "German infantry 1 @83"))
    do(game, "move G2", "to 32", "stop", "move G", "to 83")
    assert game.state.units["G"].location == "83"


@pytest.mark.rule("10.24", "QA-16")
def test_x24_enemies_that_entered_in_the_same_impulse_do_not_prevent_demolition() -> None:
    """X24: A enters over one bridge, B tries another."""
    game = at_the_bridge(unit("US", "Allied infantry 3 @83"), unit("A", "German armour 2 @81"), dice=[4])
    do(game, "move A", "to 83", "pass", "move G", "to 83")
    assert game.side == ALLIED
    do(game, "blow 83-84 US")
    assert not game.state.bridges["83-84"].intact


@pytest.mark.rule("10.25", "QA-14")
def test_x22_one_check_for_a_bridge_in_an_impulse_however_many_units_there_are() -> None:
    """X22: three units next to one bridge."""
    us = [unit(f"US{number}", "Allied infantry 1 @83") for number in (1, 2, 3)]
    game = at_the_bridge(*us, unit("G2", "German armour 2 @84"), dice=[10])
    events = do(game, "move G", "to 83", "blow 83-84 US1")
    assert len(rolls(events, "demolition")) == 1
    assert not asked(game)
    do(game, "move G2", "to 83")  # the bridge is closed to checks for every other mover too
    assert not asked(game)
    assert game.state.units["G2"].location == "83"


@pytest.mark.rule("10.25")
def test_a_bridge_left_standing_may_be_tried_when_the_next_group_comes() -> None:
    game = at_the_bridge(unit("US", "Allied infantry 3 @83"), unit("G2", "German armour 2 @84"))
    do(game, "move G", "to 83", "pass", "move G2", "to 83")
    assert asked(game)


@pytest.mark.rule("10.25")
def test_a_bridge_may_be_tried_again_in_the_next_impulse() -> None:
    game = at_the_bridge(unit("US", "Allied infantry 3 @83"), unit("G2", "German armour 2 @84"), dice=[10])
    do(game, "move G", "to 83", "blow 83-84 US")
    state = game.state.bridges["83-84"]
    assert state.intact
    assert state.checked
    fight(game)
    assert not game.state.bridges["83-84"].checked


def fight(game: Game) -> list[Event]:
    """End movement, fight the forced battles without artillery; stop in the other player's impulse."""
    events, half = list[Event](), game.state.active
    while game.state.active == half:
        commands = sorted(legal(game))
        wanted = ("end", "call 0", "done")
        events += do(game, next((command for command in commands if command in wanted), commands[0]))
    return events


@pytest.mark.rule("10.26")
@pytest.mark.parametrize("box", ["16-1", "16-2", "16-3"])
def test_allied_units_blow_no_bridge_on_16_december(box: str) -> None:
    game = at_the_bridge(at=box)
    do(game, "move G", "to 83")
    assert not asked(game)
    assert game.state.units["G"].location == "83"


@pytest.mark.rule("10.26")
def test_german_units_may_on_16_december() -> None:
    game = position(
        unit("US", "Allied armour 3 @83", yellow=True), unit("G", "German infantry 3 @84"), side=ALLIED, at="16-1"
    )
    do(game, "move US", "to 84")
    assert game.side == GERMAN
    assert "blow 83-84 G" in legal(game)


@pytest.mark.rule("QA-13")
def test_x21_a_unit_in_a_zone_may_blow_the_bridge_that_leads_there() -> None:
    """X21: the Meuse bridge between Celles (28) and zone I."""
    game = position(unit("G", "German armour 3 @28"), unit("US", "Allied infantry 2 @I"), dice=[4])
    do(game, "move G", "to I")
    assert game.side == ALLIED
    do(game, "blow 28-I US")
    assert not game.state.bridges["28-I"].intact
    assert game.state.units["G"].location == "28"


@pytest.mark.rule("13.24")
def test_units_out_of_supply_blow_no_bridge() -> None:
    ring = [unit(f"ring{area}", f"German infantry 1 @{area}") for area in ("87", "32", "81", "82")]
    game = at_the_bridge(unit("US", "Allied infantry 3 @83"), *ring)
    do(game, "move G", "to 83")
    assert not asked(game)
    assert game.state.units["G"].location == "83"


@pytest.mark.rule("13.24")
def test_supply_for_demolition_is_that_at_the_start_of_the_impulse() -> None:
    """A17: the last road out of Trois Ponts is cut in the impulse in which the bridge is crossed."""
    ring = [unit(f"ring{area}", f"German infantry 1 @{area}") for area in ("87", "81", "82")]
    game = at_the_bridge(unit("US", "Allied infantry 3 @83"), *ring, unit("cut", "German armour 1 @82"))
    do(game, "move cut", "to 32", "stop", "move G", "to 83")
    assert asked(game)


@pytest.mark.rule("10.28", "9.71")
@pytest.mark.parametrize("over", ["a standing bridge", "a destroyed bridge"])
def test_x26_the_game_remembers_that_a_unit_crossed_a_river_into_the_enemys_area(over: str) -> None:
    """X26: the defender fires with the river modifier, over a bridge or on foot."""
    destroyed = ["83-84"] if over == "a destroyed bridge" else []
    game = at_the_bridge(mover="infantry", destroyed=destroyed, at="16-2", dice=[9] * 20)
    shots = rolls([*do(game, "move G", "to 83"), *fight(game)], "fire")
    shot = shots[0]
    assert shot.data["unit"] == "US"
    assert "9.71" in {rule for _, _, rule in shot.data["modifiers"]}


# Building (10.1)

DASBURG = "51-70"


def building(*units: Unit, dice: Sequence[int] = (), **more: Any) -> Game:
    """The German bridging step of an impulse: `Pi` in Dasburg (51), `Gr` on the other bank in Marnach (70).

    A second engineer, `other`, could always build Gemund-Holzhum (55-69), so that the step waits.
    """
    names = {each.id for each in units}
    usual = [
        unit("Pi", "German engineer 2 @51"),
        unit("Gr", "German infantry 2 @70"),
        unit("other", "German engineer 1 @55"),
        unit("bank", "German infantry 1 @69"),
    ]
    return position(*units, *(each for each in usual if each.id not in names), dice=dice, **more)


def to_bridging(game: Game, *moves: str) -> None:
    """Make the moves and end movement; fight no battle that is not forced."""
    do(game, *moves, "end")
    if game.state.stack[-1].kind == "battles":
        do(game, "done")
    assert game.state.stack[-1].kind == "bridging"


def attempt(game: Game, bridge: str = DASBURG, engineer: str = "Pi") -> tuple[int, bool]:
    """An attempt to build: the highest natural roll that would do, and whether it succeeded."""
    (roll,) = rolls(do(game, f"build {engineer} {bridge}"), "bridging")
    return roll.data["needed"] - sum(value for _, value, _ in roll.data["modifiers"]), bool(roll.data["successes"])


def next_bridging(game: Game, side: str = GERMAN) -> None:
    """Play on without doing anything to the side's next bridging step."""
    while game.state.stack[-1].kind == "bridging":
        do(game, "done")
    while not (game.state.stack[-1].kind == "bridging" and game.side == side):
        do(game, "done" if "done" in legal(game) else "end")


@pytest.mark.rule("10.11", "10.15")
@pytest.mark.parametrize(("die", "built"), [(1, True), (4, True), (5, False), (0, False)])
def test_an_engineer_builds_a_bridge_on_1_to_4(die: int, built: bool) -> None:
    game = building(dice=[die])
    to_bridging(game)
    assert attempt(game) == (4, built)
    assert game.state.bridges[DASBURG].intact == built


@pytest.mark.rule("10.11")
@pytest.mark.parametrize("kind", ["armour", "mechanized", "motorized", "infantry"])
def test_no_other_type_builds(kind: str) -> None:
    game = building(unit("Pi", f"German {kind} 2 @51"))
    to_bridging(game)
    refusal = refused(game, f"build Pi {DASBURG}")
    assert refusal.rule == "10.11"
    assert "engineer" in refusal.reason


@pytest.mark.rule("10.11")
def test_a_standing_bridge_is_not_built() -> None:
    game = building(intact=[DASBURG])
    to_bridging(game)
    assert "is intact" in refused(game, f"build Pi {DASBURG}").reason


def test_building_is_the_active_players_decision() -> None:
    game = building(unit("US", "Allied engineer 1 @20"))
    to_bridging(game)
    assert game.side == GERMAN
    assert refused(game, "build US 19-20").rule == "10.11"


@pytest.mark.rule("10.12")
def test_a_friend_must_stand_on_the_other_bank() -> None:
    game = building(unit("Gr", "German infantry 2 @69"))
    to_bridging(game)
    refusal = refused(game, f"build Pi {DASBURG}")
    assert refusal.rule == "10.12"
    assert "other bank" in refusal.reason


@pytest.mark.rule("10.12")
@pytest.mark.parametrize("kind", ["infantry", "armour"])
def test_the_friend_may_have_moved_there_in_the_same_impulse(kind: str) -> None:
    game = building(unit("Gr", f"German {kind} 2 @69"))
    to_bridging(game, "move Gr", "to 70", "stop")
    assert f"build Pi {DASBURG}" in legal(game)


@pytest.mark.rule("10.12")
def test_the_engineer_must_have_been_there_at_the_start_of_the_turn() -> None:
    game = building(unit("Pi", "German engineer 2 @52"))
    to_bridging(game, "move Pi", "to 51", "stop")
    refusal = refused(game, f"build Pi {DASBURG}")
    assert refusal.rule == "10.12"
    assert "start of the turn" in refusal.reason


@pytest.mark.rule("10.12")
def test_the_engineer_must_still_be_there() -> None:
    game = building(unit("Pi", "German engineer 2 @52", area_at_turn_start="51"))
    to_bridging(game)
    assert refused(game, f"build Pi {DASBURG}").rule == "10.12"


@pytest.mark.rule("10.12", "10.14")
def test_an_engineer_that_came_in_an_earlier_impulse_waits_for_the_next_turn() -> None:
    game = building(unit("Pi", "German engineer 2 @52"), at="17-2")
    to_bridging(game, "move Pi", "to 51", "stop")
    next_bridging(game)
    assert (game.state.date, game.state.impulse) == (17, 3)
    assert f"build Pi {DASBURG}" not in legal(game)
    next_bridging(game)
    assert (game.state.date, game.state.impulse) == (18, 1)
    assert f"build Pi {DASBURG}" in legal(game)


@pytest.mark.rule("10.13")
def test_no_attempt_with_an_enemy_in_the_engineers_area() -> None:
    game = building(unit("US", "Allied infantry 1 @51"))
    to_bridging(game)
    refusal = refused(game, f"build Pi {DASBURG}")
    assert refusal.rule == "10.13"
    assert "enemy" in refusal.reason


@pytest.mark.rule("10.13")
def test_enemies_on_the_other_bank_do_not_prevent_it() -> None:
    game = building(unit("US", "Allied infantry 1 @70"), dice=[4])
    to_bridging(game)
    assert attempt(game) == (4, True)


@pytest.mark.rule("10.14")
def test_an_engineer_that_has_entrenched_or_attacked_in_the_turn_does_not_build() -> None:
    game = building()
    to_bridging(game, "entrench Pi")
    assert refused(game, f"build Pi {DASBURG}").rule == "10.14"
    game = building(unit("Pi", "German engineer 2 @51", attacked=True, marked=True), at="17-2")
    to_bridging(game)
    assert refused(game, f"build Pi {DASBURG}").rule == "10.14"


@pytest.mark.rule("10.14", "8.36")
def test_the_attempt_binds_the_engineer_for_the_turn() -> None:
    game = building(dice=[10])
    to_bridging(game)
    attempt(game)
    do(game, "done")
    assert (game.state.impulse, game.side) == (2, GERMAN)
    assert refused(game, "move Pi").rule == "10.14"
    assert refused(game, "entrench Pi").rule == "10.14"


@pytest.mark.rule("10.14")
def test_an_engineer_that_tried_does_not_attack_later_in_the_turn() -> None:
    game = position(
        unit("Pi", "German engineer 2 @83"), unit("Gr", "German infantry 1 @84"), unit("US", "Allied infantry 1 @32"),
        destroyed=["83-84"], dice=[10] * 20,
    )  # fmt: skip
    to_bridging(game)
    attempt(game, "83-84")
    do(game, "move US", "to 83")
    fight(game)
    assert game.state.units["US"].location == game.state.units["Pi"].location == "83"
    assert (game.state.impulse, game.side) == (2, GERMAN)
    do(game, "end")
    assert game.state.impulse == 3  # no battle was offered to the German, and the Allied unit has moved already


@pytest.mark.rule("10.14")
def test_no_attempt_in_an_impulse_with_combat_in_the_engineers_area() -> None:
    """A35: not even when the enemy is dead; but in the next impulse."""
    fighters = [unit("US", "Allied infantry 1 @51"), unit("Gr2", "German infantry 3 @51")]
    game = building(*fighters, dice=[10, 1, 1, 1])
    do(game, "end", "battle 51", "attack Gr2", "ready", "call 0", "call 0")
    assert game.state.units["US"].strength == 0
    while game.state.stack[-1].kind != "bridging":
        do(game, "done")
    refusal = refused(game, f"build Pi {DASBURG}")
    assert refusal.rule == "10.14"
    assert "combat" in refusal.reason
    next_bridging(game)
    assert game.state.impulse == 2
    assert f"build Pi {DASBURG}" in legal(game)


@pytest.mark.rule("10.16")
def test_x6_every_failure_makes_the_next_attempt_easier() -> None:
    """X6: 1 to 4, then 1 to 5, then 1 to 6, one attempt an impulse."""
    game = building(dice=[5, 6, 6])
    seen = []
    for _ in range(3):
        to_bridging(game) if game.state.stack[-1].kind == "movement" else next_bridging(game)
        seen.append(attempt(game))
        assert f"build Pi {DASBURG}" not in legal(game)
    assert seen == [(4, False), (5, False), (6, True)]
    assert game.state.bridges[DASBURG].intact
    assert game.state.bridges[DASBURG].failures == 0  # A18: the marker is gone with the success


@pytest.mark.rule("10.16")
def test_d31_failures_are_kept_over_the_night() -> None:
    """D31: failed 18-1, 18-2 and 18-3; the attempt of 19-1 succeeds on 1 to 7."""
    game = building(at="18-1", dice=[10, 10, 10, 7])
    to_bridging(game)
    for _ in range(3):
        attempt(game)
        next_bridging(game)
    assert (game.state.date, game.state.impulse) == (19, 1)
    assert attempt(game) == (7, True)


@pytest.mark.rule("10.16")
def test_the_marker_stays_when_the_engineer_leaves() -> None:
    game = building(unit("Pi2", "German engineer 1 @51"), at="17-3", dice=[10])
    to_bridging(game)
    attempt(game)
    do(game, "done")
    while game.state.date == 17:
        do(game, "end")
    to_bridging(game, "move Pi", "to 52", "stop")
    assert attempt(game, engineer="Pi2")[0] == 5


@pytest.mark.rule("10.16")
def test_the_marker_belongs_to_the_bridge_and_helps_the_enemy_too() -> None:
    """A18."""
    game = position(
        unit("eng", "Allied engineer 1 @20"), unit("friend", "Allied infantry 1 @19"), side=ALLIED, dice=[5, 10]
    )
    game.edit([{"op": "replace", "path": "/bridges/19-20/failures", "value": 1}])
    do(game, "end")
    assert attempt(game, "19-20", "eng") == (5, True)


@pytest.mark.rule("10.16")
def test_an_engineer_makes_one_attempt_in_an_impulse_whatever_bridges_are_near() -> None:
    friends = [unit("Gr", "German infantry 1 @84"), unit("Gr2", "German infantry 1 @82")]
    game = building(
        unit("Pi", "German engineer 2 @83"), *friends, unit("bank", "German infantry 1 @69"),
        destroyed=["83-84", "82-83"], dice=[10],
    )  # fmt: skip
    to_bridging(game)
    attempt(game, "83-84")
    refusal = refused(game, "build Pi 82-83")
    assert refusal.rule == "10.16"
    assert "impulse" in refusal.reason
    next_bridging(game)
    assert "build Pi 82-83" in legal(game)


@pytest.mark.rule("10.17")
def test_a_second_engineer_neither_helps_nor_tries_again() -> None:
    game = building(unit("Pi2", "German engineer 2 @51"), dice=[5])
    to_bridging(game)
    assert attempt(game) == (4, False)
    refusal = refused(game, f"build Pi2 {DASBURG}")
    assert refusal.rule == "10.17"
    assert "this impulse" in refusal.reason


@pytest.mark.rule("10.17")
def test_an_engineer_on_the_other_bank_does_not_try_again_either() -> None:
    game = building(unit("Gr", "German engineer 2 @70"), dice=[5])
    to_bridging(game)
    attempt(game)
    assert refused(game, f"build Gr {DASBURG}").rule == "10.17"


@pytest.mark.rule("13.24")
def test_an_engineer_out_of_supply_does_not_build() -> None:
    ring = [unit(f"ring{area}", f"Allied infantry 1 @{area}") for area in ("87", "32", "81", "82", "84")]
    game = building(
        unit("Pi", "German engineer 2 @83"), unit("Gr", "German infantry 1 @84"), *ring, destroyed=["83-84"]
    )
    to_bridging(game)
    refusal = refused(game, "build Pi 83-84")
    assert refusal.rule == "13.24"
    assert "out of supply" in refusal.reason


@pytest.mark.rule("10.16")
def test_a_bridge_blown_anew_begins_without_markers() -> None:
    """A18."""
    game = at_the_bridge(dice=[1])
    game.edit([{"op": "replace", "path": "/bridges/83-84/failures", "value": 2}])
    do(game, "move G", "to 83", "blow 83-84 US")
    assert game.state.bridges["83-84"].failures == 0
