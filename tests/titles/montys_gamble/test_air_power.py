"""Rule 16: air bombardment, friendly fire, air supply, air interdiction.

Most bombs fall on Johannahoeve (8, TEM 2) beside Wolfheze (5).
"""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.titles.montys_gamble.battles import settle, stage
from tests.titles.montys_gamble.kit import ALLIED, BOOK, GERMAN, condition, do, legal, position, refused, told, unit
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.titles.montys_gamble.rules import impulses, sequence
from wargame_tui.titles.montys_gamble.rules.reinforcements import interdiction_value
from wargame_tui.titles.montys_gamble.state import Unit

READY = {"RAF2": "ready", "RAF83": "ready", "8AF": "supply"}
EVEN = (3, 4, 3, 4)
"""The same DR, 7, on both sides."""


def skies(*units: Unit, **more: Any) -> Game:
    """A position with the air markers as they are after D-Day."""
    return position(*units, **{"air": dict(READY), **more})


def bombed(game: Game, space: str, marker: str = "RAF2", aim: str | None = None) -> list[Event]:
    """An air bombardment; what happens in it."""
    events = do(game, f"air {marker} {space}")
    if aim:
        events += do(game, f"aim {aim}")
    return events + do(game, "fight")


def result(events: Sequence[Event]) -> Event:
    [event] = told(events, "bombardment_result")
    return event


# Air bombardment (16.1, 16.2; C4)


@pytest.mark.rule("16.2", "11.2", "11.3", "11.4", "4.31")
def test_v31_eight_against_terrain_and_fresh_flak():
    game = skies(unit("1Para", "4"), unit("FlakEin", "8"), dice=(4, 5, 3, 3))
    found = result(bombed(game, "8"))
    assert [value for _, value, _ in found.data["av"]] == [8]
    assert [value for _, value, _ in found.data["dv"]] == [4, 1]
    assert found.data["points"] == 6


@pytest.mark.rule("16.2", "11.3", "4.124", "4.125")
def test_only_fresh_flak_and_towers_of_the_target_area_count():
    foes = [unit("FlakEin", "8"), unit("TwrDeelen", "8"), unit("FlakNij", "8", "spent"), unit("Art191", "8")]
    game = skies(unit("1Para", "4"), *foes, unit("Gropp", "9"), dice=EVEN)
    assert [value for _, value, _ in result(bombed(game, "8", aim="FlakNij")).data["dv"]] == [4, 2]


@pytest.mark.rule("16.2", "11.4", "11.41")
def test_bombs_cost_attrition_points_as_shells_do():
    game = skies(unit("1Para", "4"), unit("Rink", "8"), unit("Grabner", "8"), dice=EVEN)  # 8 - 4 points
    bombed(game, "8", aim="Rink")  # the other two points do not harm armour
    assert [condition(game, name) for name in ("Rink", "Grabner")] == ["spent", "fresh"]
    game = skies(unit("1Para", "4"), unit("Rink", "8"), unit("Grabner", "8"), dice=EVEN)
    bombed(game, "8", aim="Grabner")
    assert [condition(game, name) for name in ("Rink", "Grabner")] == ["fresh", "spent"]


@pytest.mark.rule("16.2", "11.12")
def test_artillery_is_no_primary_target_of_bombs_while_another_type_is_there():
    game = skies(unit("1Para", "4"), unit("Art191", "8"), unit("Rink", "8"), unit("Krafft", "8"))
    do(game, "air RAF2 8")
    assert legal(game, "aim") == {"aim Rink", "aim Krafft"}
    assert refused(game, "aim Art191").rule == "11.12"


@pytest.mark.rule("16.1", "16.2", "4.31")
def test_each_marker_is_used_once_in_a_turn():
    game = skies(unit("1Para", "4"), unit("Rink", "8"), at="19-1")
    assert {"air RAF2 8", "air RAF83 8"} <= legal(game)
    bombed(game, "8")
    assert game.state.air["RAF2"] == "used"
    settle(game)
    do(game, "pass")
    assert legal(game, "air") == {"air RAF83 8"}
    assert refused(game, "air RAF2 8").rule == "16.2"
    bombed(game, "8", "RAF83")
    settle(game)
    do(game, "pass")
    assert game.side == ALLIED
    assert not legal(game, "air")


@pytest.mark.rule("16.1", "6.2")
def test_markers_are_restored_at_dawn():
    day = (sequence.Day(18),)
    air = {"RAF2": "used", "RAF83": "used", "8AF": "supply"}
    game = position(unit("1Para", "4"), unit("Rink", "8"), at="17-6", air=air, stack=day)
    assert dict(game.state.air) == READY


@pytest.mark.rule("16.1", "16.3")
def test_the_eighth_air_force_bombs_nobody_after_d_day():
    game = skies(unit("1Para", "4"), unit("Rink", "8"))
    assert legal(game, "air") == {"air RAF2 8", "air RAF83 8"}
    assert refused(game, "air 8AF 8").rule == "16.2"


@pytest.mark.rule("16.2", "17.2", "17.3")
def test_there_is_no_bombing_in_overcast_weather():
    game = skies(unit("1Para", "4"), unit("Rink", "8"), weather="overcast", start_weather="clear")
    assert not legal(game, "air")
    assert refused(game, "air RAF2 8").rule == "17.3"
    game = skies(unit("1Para", "4"), unit("Rink", "8"), weather="clear", start_weather="overcast")
    assert "air RAF2 8" in legal(game)


# The impulse of an air bombardment (16.2, 16.21, 14.5, 17.4)


@pytest.mark.rule("16.2", "6.31")
def test_q24_bombing_does_not_advance_the_impulse_marker():
    game = skies(unit("1Para", "4"), unit("Rink", "8"), at="19-3", dice=EVEN)
    bombed(game, "8")
    assert (game.side, game.state.impulse) == (GERMAN, 3)
    do(game, "pass")
    assert (game.side, game.state.impulse) == (ALLIED, 3)
    game.script((6, 6, 6, 6))
    bombed(game, "8", "RAF83")
    settle(game)
    assert (game.side, game.state.impulse) == (GERMAN, 3)
    shelling = position(unit("55Fd", "4"), unit("Rink", "8"), at="19-3", dice=EVEN)
    do(shelling, "bombard 8", "lead 55Fd", "fight")
    assert (shelling.side, shelling.state.impulse) == (GERMAN, 4)


@pytest.mark.rule("16.2", "6.31")
def test_the_dice_of_the_attacker_are_the_sunset_dr():
    game = skies(unit("1Para", "4"), unit("Rink", "8"), at="19-6", dice=(1, 4, 6, 6))
    events = bombed(game, "8")
    assert told(events, "sunset")[0].data["roll"] == 5
    assert told(events, "daylight_ended")
    game = skies(unit("1Para", "4"), unit("Rink", "8"), at="19-6", dice=(6, 6, 1, 4))
    events = bombed(game, "8")
    assert told(events, "sunset")[0].data["roll"] == 12
    assert not told(events, "daylight_ended")


@pytest.mark.rule("16.2", "17.4")
def test_weather_changes_in_the_impulse_of_an_air_bombardment_too():
    game = skies(unit("1Para", "4"), unit("Rink", "8"), at="19-6", dice=(2, 4, 6, 6))
    assert told(bombed(game, "8"), "weather_change")
    assert (game.state.weather, game.state.impulse) == (
        "overcast",
        6,
    )  # with the German impulse, the marker where it was


@pytest.mark.rule("16.2", "8.24")
def test_q24_bombing_breaks_a_chain_of_passes():
    game = skies(unit("1Para", "4"), unit("Rink", "8"), at="19-3", passes=1, dice=EVEN)
    bombed(game, "8")
    events = do(game, "pass")
    assert not told(events, "daylight_ended")
    assert game.side == ALLIED
    game = skies(unit("1Para", "4"), unit("Rink", "8"), at="19-3", passes=1, dice=EVEN)
    assert told(do(game, "pass"), "daylight_ended")


@pytest.mark.rule("16.21", "12.3")
def test_bombing_is_no_part_of_a_double_impulse():
    game = skies(unit("1Para", "4"), unit("Rink", "8"), holder=ALLIED, dice=EVEN)
    bombed(game, "8")
    do(game, "keep")
    assert game.side == GERMAN  # the impulse is over: nothing was offered
    assert game.state.advantage.holder == ALLIED
    game = skies(unit("1Para", "4"), unit("Rink", "8"), holder=ALLIED, dice=(6, 6))
    do(game, "assault 4", "end")
    settle(game)
    do(game, "double")
    assert not legal(game, "air")
    assert refused(game, "air RAF2 8").rule == "16.21"


@pytest.mark.rule("16.21", "14.5")
@pytest.mark.parametrize("space", ["8", "F"])
def test_zone_f_is_not_activated_beside_an_air_bombardment(space):
    foe = unit("Rink", "8") if space == "8" else unit("Hoff2", "F")
    units = [unit("1Para", "4"), unit("1Gren", "F"), foe]
    game = skies(*units, control={"F": "XXX"}, dice=EVEN)
    bombed(game, space)
    assert (game.side, stage(game)) == (GERMAN, "impulse")
    after = skies(*units, control={"F": "XXX"}, dice=(6, 6))
    do(after, "assault F", "end")
    assert "assault 4" in legal(after)
    assert not legal(after, "air")
    assert refused(after, f"air RAF2 {space}").rule == "16.21"


@pytest.mark.rule("16.21", "16.2")
def test_nobody_supports_an_air_bombardment():
    game = skies(unit("1Para", "4"), unit("55Fd", "4"), unit("7Med", "4"), unit("Rink", "8"))
    do(game, "air RAF2 8")
    assert legal(game) == {"fight"}
    for command in ("lead 55Fd", "support 55Fd", "support 7Med", "barrage"):
        assert refused(game, command).rule == "16.21"
    do(game, "fight")
    assert game.state.air["RAF83"] == "ready"
    assert condition(game, "7Med") == "fresh"


# The target (16.22, 14.4)


@pytest.mark.rule("16.22")
def test_the_target_area_has_or_adjoins_allied_units_or_adjoins_an_allied_controlled_area():
    foes = [unit("Rink", "4"), unit("Krafft", "8"), unit("Gropp", "12"), unit("Eindh", "63"), unit("Hoff3", "62")]
    game = skies(unit("1Para", "4"), *foes, control={"56": "XXX"})
    assert legal(game, "air") == {
        f"air {marker} {area}" for marker in ("RAF2", "RAF83") for area in ("4", "8", "63", "62")
    }
    assert refused(game, "air RAF2 12").rule == "16.22"
    assert refused(game, "air RAF2 5").rule == "16.22"  # there is nobody to hit


@pytest.mark.rule("16.22")
def test_contested_but_german_controlled_areas_beside_the_target_count_by_the_units_in_them():
    game = skies(unit("1Para", "4"), unit("Kussin", "4"), unit("Rink", "8"))
    assert game.state.control["4"] == "German"
    assert "air RAF2 8" in legal(game)
    game = skies(unit("Kussin", "4"), unit("1Para", "3"), unit("Rink", "8"))
    assert refused(game, "air RAF2 8").rule == "16.22"


@pytest.mark.rule("14.4", "16.22")
def test_a_zone_is_bombed_under_the_same_conditions():
    there = skies(unit("1Gren", "J"), unit("Helle", "J"))
    assert legal(there, "air") == {"air RAF2 J", "air RAF83 J"}
    beside = skies(unit("1Para", "3"), unit("Helle", "J"))
    assert "air RAF2 J" in legal(beside)
    controlled = skies(unit("1Para", "4"), unit("Helle", "J"), control={"1": "airborne"})
    assert "air RAF2 J" in legal(controlled)
    neither = skies(unit("1Para", "4"), unit("Helle", "J"))
    assert refused(neither, "air RAF2 J").rule == "16.22"


@pytest.mark.rule("14.1", "16.22")
def test_an_allied_controlled_zone_beside_the_target_will_do():
    game = skies(unit("Hoff3", "64"), unit("1Para", "4"), control={"F": "XXX"})
    assert "air RAF2 64" in legal(game)
    game = skies(unit("Hoff3", "64"), unit("1Para", "4"))
    assert refused(game, "air RAF2 64").rule == "16.22"


# Friendly fire (16.23)


ALLIES = (unit("1Para", "8"), unit("2Para", "8"), unit("1ALtRA", "8"))


@pytest.mark.rule("16.23")
@pytest.mark.parametrize(("dice", "points"), [((1, 1), 1), ((1, 2), 2), ((3, 4), 4), ((5, 6), 6), ((6, 6), 6)])
def test_equal_drs_in_a_contested_area_hit_the_allies_with_half_the_dr_rounded_up(dice, points):
    game = skies(*ALLIES, unit("Rink", "8"), control={"8": "airborne"}, dice=[*dice, *dice])
    bombed(game, "8")
    assert game.side == GERMAN
    assert legal(game) == {"aim 1Para", "aim 2Para"}  # 11.12: no artillery while another type is there
    assert refused(game, "aim 1ALtRA").rule == "11.12"
    assert refused(game, "aim Rink").rule == "11.12"
    events = do(game, "aim 2Para")
    assert told(events, "friendly_fire")[0].data["points"] == points
    assert condition(game, "2Para") == ("spent" if points >= 2 else "fresh")


@pytest.mark.rule("16.23")
def test_different_drs_and_other_areas_spare_the_allies():
    game = skies(*ALLIES, unit("Rink", "8"), control={"8": "airborne"}, dice=(3, 4, 3, 3))
    assert not told(bombed(game, "8"), "friendly_fire")
    assert game.side == GERMAN
    assert stage(game) == "impulse"
    game = skies(unit("1Para", "4"), unit("Rink", "8"), dice=EVEN)
    assert not told(bombed(game, "8"), "friendly_fire")
    assert condition(game, "1Para") == "fresh"


@pytest.mark.rule("16.23", "11.4")
def test_artillery_never_hits_its_own_side():
    game = position(unit("1Para", "8"), unit("55Fd", "8"), unit("Rink", "8"), control={"8": "XXX"}, dice=EVEN)
    do(game, "bombard 8", "lead 55Fd", "fight")
    assert [condition(game, name) for name in ("1Para", "55Fd")] == ["fresh", "fresh"]


@pytest.mark.rule("16.23")
def test_german_losses_are_as_usual():
    game = skies(*ALLIES, unit("Rink", "8"), control={"8": "airborne"}, dice=EVEN)
    found = result(bombed(game, "8"))
    assert found.data["points"] == 8 - 4
    assert condition(game, "Rink") == "spent"


@pytest.mark.rule("16.23", "11.41")
def test_q42_the_allies_distribute_what_their_primary_target_does_not_take():
    allies = [unit("1Para", "8"), unit("2Para", "8", "spent"), unit("3Para", "8", "spent")]
    game = skies(*allies, unit("Rink", "8"), control={"8": "airborne"}, dice=(2, 3, 2, 3))  # 3 points
    bombed(game, "8")
    do(game, "aim 1Para")
    assert game.side == ALLIED
    assert legal(game) == {"take 2Para", "take 3Para"}
    assert refused(game, "take 1Para").rule == "11.41"
    do(game, "take 3Para")
    assert [condition(game, each.id) for each in allies] == ["spent", "spent", "dis1"]


@pytest.mark.rule("16.23", "11.4")
def test_friendly_fire_too_weak_for_its_target_is_wasted():
    allies = [unit("1Gren", "8"), unit("2Gren", "8"), unit("1Para", "8", "spent")]
    game = skies(*allies, unit("Rink", "8"), control={"8": "XXX"}, dice=(1, 2, 1, 2))  # 2 points
    bombed(game, "8")
    do(game, "aim 2Gren")
    assert [condition(game, each.id) for each in allies] == ["fresh", "fresh", "spent"]


# Air supply (16.3)


@pytest.mark.rule("16.3", "4.32", "13.424")
def test_the_air_supply_marker_is_a_depot_in_an_allied_area_of_low_terrain():
    units = [unit("1Para", "4"), unit("2Para", "8"), unit("3Para", "7")]
    game = position(*units, at="20-3", phase="refit")
    spaces = {text.split()[2] for text in legal(game, "depot") if text.split()[1] == "AIR"}
    assert {"4", "8"} <= spaces
    assert "7" not in spaces  # TEM 3
    assert "13" not in spaces  # German
    assert refused(game, "depot AIR 7").rule == "13.424"


# Air interdiction (16.4)


def to_interdict(*units: Unit, **more: Any) -> Game:
    return position(*(units or (unit("Rink", "13"), unit("1Para", "4"))), **{"side": GERMAN, "at": "19-3", **more})


@pytest.mark.rule("16.4", "4.33")
def test_a_marker_is_placed_in_a_drop_area_or_an_airhead_supply_area():
    game = to_interdict()
    fit = {area for area in BOOK.areas if BOOK.spaces[area].drop or BOOK.spaces[area].airhead}
    assert legal(game, "interdict") == {f"interdict {area}" for area in fit}
    for elsewhere in ("13", "F", "UK"):
        assert refused(game, f"interdict {elsewhere}").rule == "16.4"
    do(game, "interdict 4")
    assert game.state.interdiction == ("4",)


@pytest.mark.rule("16.4")
def test_placing_a_marker_is_the_whole_impulse():
    game = to_interdict()
    do(game, "interdict 4")
    assert (game.side, game.state.impulse) == (ALLIED, 3)
    assert refused(game, "interdict 8").rule == "16.1"  # the markers are German


@pytest.mark.rule("16.4")
def test_two_markers_take_two_impulses_and_two_areas():
    game = to_interdict(dice=(6, 6, 6, 6))  # two sunset DRs
    do(game, "interdict 4", "pass")
    settle(game)
    assert game.side == GERMAN
    assert refused(game, "interdict 4").rule == "16.4"
    do(game, "interdict 8", "pass")
    settle(game)
    assert game.state.interdiction == ("4", "8")
    assert not legal(game, "interdict")
    assert refused(game, "interdict 2").rule == "16.4"


@pytest.mark.rule("16.4", "12.3")
def test_with_the_advantage_the_germans_may_do_something_else_besides():
    game = to_interdict(holder=GERMAN)
    do(game, "interdict 4")
    assert game.side == GERMAN
    do(game, "double")
    assert refused(game, "interdict 8").rule == "16.4"  # both in one impulse
    do(game, "assault 13", "end")
    assert game.side == ALLIED
    assert game.state.advantage.holder == ALLIED
    without = to_interdict(holder=ALLIED)
    do(without, "interdict 4")
    assert without.side == ALLIED


@pytest.mark.rule("16.4", "12.3")
def test_a_marker_may_be_the_second_half_of_a_double_impulse():
    game = to_interdict(holder=GERMAN)
    do(game, "assault 13", "end", "double", "interdict 4")
    assert game.state.interdiction == ("4",)
    assert game.side == ALLIED


@pytest.mark.rule("16.4", "8.24")
def test_q54_placing_a_marker_is_no_pass():
    game = to_interdict(passes=1)
    assert not told(do(game, "interdict 4"), "daylight_ended")
    assert game.state.passes == 0


@pytest.mark.rule("17.3", "16.4")
def test_markers_are_placed_in_any_weather():
    assert "interdict 4" in legal(to_interdict(weather="overcast", start_weather="overcast"))


@pytest.mark.rule("16.4", "18.44")
def test_a_marker_raises_the_interdiction_value_there_and_in_adjacent_areas():
    game = to_interdict(unit("FlakEin", "8"), unit("1Para", "4"))
    before = {area: interdiction_value(game.state, None, area) for area in BOOK.areas}
    assert {area for area in before if before[area]} == {"8", *BOOK.edges["8"]}
    do(game, "interdict 4")
    after = {area: interdiction_value(game.state, None, area) for area in BOOK.areas}
    assert {area for area in after if after[area] > before[area]} == {"4", *BOOK.edges["4"]}
    assert after["4"] == before["4"] + 1 == 2


@pytest.mark.rule("16.4", "6.4", "13.5")
def test_a_marker_stays_until_the_end_of_the_refit_phase():
    end = (sequence.Day(20, "refit"), impulses.Daylight(over=True))
    game = position(unit("Rink", "13", "spent"), unit("1Para", "4", "spent"), at="20-3", interdiction=("4",), stack=end)
    assert stage(game) == "refit"
    assert game.state.interdiction == ("4",)
    do(game, "depot G1 A", "end", "end")  # the German half
    assert game.side == ALLIED
    do(game, "depot 1 4")
    assert game.state.depots["1"].points == 10 - 1
    do(game, "end", "end")
    assert stage(game) == "regroup"
    assert game.state.interdiction == ()
