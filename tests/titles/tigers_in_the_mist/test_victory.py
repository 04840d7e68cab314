"""Chapter 12 of Tigers in the Mist: control, victory points and the victory levels.

St. Vith (73) is worth 2 points, Bastogne (61) 3; the Meuse zone I (Dinant), beyond Celles (28), multiplies by 3.
"""

from collections.abc import Iterable
from typing import Any

import pytest

from tests.titles.tigers_in_the_mist.kit import ALLIED, GERMAN, do, legal, position, refused, unit
from wargame_tui.board.files import load
from wargame_tui.board.plain import scenarios_folder
from wargame_tui.core.game import Game
from wargame_tui.titles.tigers_in_the_mist.printed.data import MapFile
from wargame_tui.titles.tigers_in_the_mist.state import Unit

MAP = load(scenarios_folder() / "tigers_in_the_mist" / "map.yaml", MapFile)
POINTS = {space: entry.vp for space, entry in MAP.spaces.items() if entry.kind == "area" and entry.vp}
MULTIPLIERS = {space: entry.multiplier for space, entry in MAP.spaces.items() if entry.kind == "zone"}
SCENARIOS = ("campaign", "fifth_panzer_army", "first_three_days", "seventh_army")


def play_on(game: Game, box: str = "over") -> Game:
    """Pass until the German impulse of a box, or to the end of the game."""
    while not game.over and f"{game.state.date}-{game.state.impulse}" != box:
        commands = legal(game)
        do(game, next(command for command in ("end", "done", "gaps 0") if command in commands))
    return game


def ring(side: str, areas: Iterable[str]) -> list[Unit]:
    """A unit of a side in each of the areas, named after it."""
    return [unit(f"{side[0]}{area}", f"{side} infantry 1 @{area}") for area in areas]


def log(game: Game) -> list[tuple[str, str, int]]:
    """The account of victory points: box, source, points."""
    return [(score.turn, score.source, score.points) for score in game.state.vp_log]


# 12.1 Principles


@pytest.mark.rule("12.11")
def test_points_are_counted_at_the_end_of_every_turn() -> None:
    game = position(unit("G", "German armour 3 @72"), at="19-1", control={"73": GERMAN})
    totals = {}
    while not game.over:
        totals.setdefault(f"{game.state.date}-{game.state.impulse}", game.state.vp)
        do(game, "end")
    assert totals == {
        "19-1": 0, "19-2": 0, "19-3": 0, "20-1": 2, "20-2": 2, "20-3": 2, "21-1": 4, "21-2": 4, "21-3": 4, "22-1": 6,
    }  # fmt: skip
    assert game.state.vp == 8


@pytest.mark.rule("12.12")
def test_only_the_german_gets_points() -> None:
    allied = [*ring("Allied", sorted(POINTS)), unit("US", "Allied armour 4 @I")]
    game = play_on(position(*allied, at="21-3", side=ALLIED, control=dict.fromkeys(POINTS, ALLIED)))
    assert game.state.vp == 0
    assert log(game) == []


@pytest.mark.rule("12.13")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_total_at_the_start_is_nothing(scenario: str) -> None:
    assert Game.new(f"tigers_in_the_mist/{scenario}", 1).state.vp == 0


# 12.2 Control


@pytest.mark.rule("12.21")
def test_every_vp_area_gives_its_points() -> None:
    game = position(at="22-1", side=ALLIED, control=dict.fromkeys(MAP.spaces, GERMAN))
    assert {source: points for _, source, points in log(game)} == POINTS
    assert game.state.vp == sum(POINTS.values())


@pytest.mark.rule("12.22")
def test_d33_an_area_scores_in_every_turn_in_which_it_is_controlled() -> None:
    """D33: 2 points on four turn ends, with a German unit in supply there."""
    game = play_on(position(unit("G", "German infantry 2 @73"), at="19-3", side=ALLIED))
    assert log(game) == [("19-3", "73", 2), ("20-3", "73", 2), ("21-3", "73", 2), ("22-1", "73", 2)]
    assert game.state.vp == 8


@pytest.mark.rule("12.22")
def test_control_goes_to_whoever_stands_alone_in_the_area_at_the_end_of_his_impulse() -> None:
    game = position(unit("G", "German armour 3 @74"), unit("other", "German armour 1 @45"))
    assert game.state.control["73"] == ALLIED
    do(game, "move G", "to 73", "stop")
    assert game.state.control["73"] == ALLIED  # the impulse goes on
    told = [(event.data["space"], event.data["side"]) for event in do(game, "end") if event.kind == "control"]
    assert ("73", GERMAN) in told
    assert game.state.control["73"] == GERMAN


@pytest.mark.rule("12.22")
def test_passing_through_gives_no_control() -> None:
    game = position(unit("G", "German armour 3 @74"), unit("other", "German armour 1 @45"))
    do(game, "move G", "to 73", "to 72", "stop", "end")
    assert game.state.control["73"] == ALLIED
    assert game.state.control["72"] == GERMAN


@pytest.mark.rule("12.22")
def test_x28_control_stays_when_the_unit_leaves() -> None:
    """X28."""
    game = position(unit("G", "German armour 3 @73"), unit("other", "German armour 1 @45"), at="19-3", reserves={})
    do(game, "end")
    assert game.state.control["73"] == GERMAN
    do(game, "move G", "to 74", "stop")
    play_on(game)
    assert game.state.control["73"] == GERMAN
    assert log(game) == [(box, "73", 2) for box in ("19-3", "20-3", "21-3", "22-1")]


@pytest.mark.rule("12.22")
def test_d35_a_contested_area_belongs_to_whoever_was_last_alone_in_it() -> None:
    """D35: held alone by Germans, now contested, Germans in supply: it scores; the other way round it does not."""
    both = unit("G", "German infantry 2 @73"), unit("US", "Allied infantry 2 @73")
    for holder, points in ((GERMAN, 2), (ALLIED, 0)):
        game = play_on(position(*both, at="20-3", side=ALLIED, control={"73": holder}), "21-1")
        assert game.state.control["73"] == holder
        assert game.state.vp == points


@pytest.mark.rule("12.22")
def test_entering_an_area_with_enemies_does_not_change_control() -> None:
    game = position(unit("G", "German armour 3 @74"), unit("US", "Allied infantry 3 @73"), dice=[10] * 20)
    do(game, "move G", "to 73")
    while game.state.active == GERMAN:
        do(game, sorted(legal(game))[0])
    assert game.state.units["US"].strength == 3
    assert game.state.control["73"] == ALLIED


@pytest.mark.rule("12.22")
def test_control_changes_when_the_enemies_have_been_eliminated() -> None:
    game = position(unit("G", "German armour 3 @74"), unit("US", "Allied infantry 1 @73"), dice=[10, *[1] * 3])
    do(game, "move G", "to 73")
    while game.state.active == GERMAN and game.state.impulse == 1 and game.side:
        do(game, sorted(legal(game))[0])
    assert game.state.units["US"].strength == 0
    assert game.state.control["73"] == GERMAN


@pytest.mark.rule("12.22")
def test_the_end_of_the_other_players_impulse_counts_too() -> None:
    """The Allied unit leaves contested St. Vith in its own impulse: the German is alone there at its end."""
    game = position(
        unit("G", "German infantry 2 @73"), unit("US", "Allied armour 2 @73"), unit("US2", "Allied armour 2 @84"),
        side=ALLIED, control={"73": ALLIED},
    )  # fmt: skip
    do(game, "move US", "to 84", "stop")
    assert game.state.control["73"] == ALLIED
    do(game, "end")
    assert game.state.control["73"] == GERMAN


@pytest.mark.rule("12.22")
def test_the_allied_side_takes_an_area_back_by_standing_alone_in_it() -> None:
    game = position(unit("US", "Allied armour 2 @84"), at="20-3", side=ALLIED, control={"73": GERMAN})
    do(game, "move US", "to 73", "stop")
    play_on(game, "21-1")
    assert game.state.control["73"] == ALLIED
    assert game.state.vp == 0


# 12.22 with A24: supply. Bastogne (61) between Ortheuville (62), Noville (66), Longvilly (67), Wiltz (60), 24 and 25.

ROUND_BASTOGNE = ("24", "25", "60", "62", "66", "67")


@pytest.mark.rule("12.22")
def test_a_vp_area_scores_only_while_the_unit_in_it_is_in_supply() -> None:
    for walls, points in (((), 3), (ROUND_BASTOGNE, 0)):
        game = position(
            unit("G", "German infantry 3 @61"), *ring("Allied", ("5", *walls)), at="20-3", side=ALLIED,
            control={"61": GERMAN},
        )  # fmt: skip
        play_on(game, "21-1")
        assert game.state.vp == points
        assert game.state.control["61"] == GERMAN  # control is another matter


@pytest.mark.rule("12.22")
def test_a_contested_vp_area_out_of_supply_scores_nothing() -> None:
    game = position(
        unit("G", "German infantry 3 @61"), unit("US", "Allied infantry 3 @61"), *ring("Allied", ROUND_BASTOGNE),
        at="20-3", side=ALLIED, control={"61": GERMAN},
    )  # fmt: skip
    assert play_on(game, "21-1").state.vp == 0


@pytest.mark.rule("12.22")
def test_a24_an_empty_controlled_area_scores() -> None:
    game = position(*ring("Allied", ROUND_BASTOGNE), at="20-3", side=ALLIED, control={"61": GERMAN})
    assert play_on(game, "21-1").state.vp == 3


@pytest.mark.rule("12.22", "13.21")
@pytest.mark.parametrize("strength", [1, 2])
def test_a24_who_dies_of_attrition_scores_no_more_than_who_lives(strength: int) -> None:
    game = position(
        unit("G", f"German infantry {strength} @61"), *ring("Allied", ROUND_BASTOGNE), at="20-3", side=ALLIED,
        control={"61": GERMAN},
    )  # fmt: skip
    play_on(game, "21-1")
    assert game.state.units["G"].strength == strength - 1
    assert game.state.control["61"] == GERMAN
    assert game.state.vp == 0


@pytest.mark.rule("12.22")
def test_a24_one_unit_in_supply_is_enough() -> None:
    """Both in Bastogne; over the destroyed bridge to Ortheuville (62) and round by Noville only infantry has a line."""
    walls = [area for area in ROUND_BASTOGNE if area != "62"]
    units = unit("tanks", "German armour 3 @61"), unit("foot", "German infantry 3 @61")
    given: dict[str, Any] = {"at": "20-3", "side": ALLIED, "control": {"61": GERMAN}, "destroyed": ["61-62"]}
    game = play_on(position(*units, *ring("Allied", walls), **given), "21-1")
    assert (game.state.units["tanks"].strength, game.state.units["foot"].strength) == (2, 3)  # attrition
    assert game.state.vp == 3
    game = play_on(position(units[0], *ring("Allied", walls), **given), "21-1")
    assert game.state.vp == 0


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a48_vp_areas_are_allied_at_the_start(scenario: str) -> None:
    """None of them has Germans set up in it."""
    game = Game.new(f"tigers_in_the_mist/{scenario}", 1)
    german = {each.location for each in game.state.units.values() if each.side == GERMAN}
    assert not german & set(POINTS)
    assert {game.state.control[area] for area in POINTS} == {ALLIED}
    assert all(game.state.control[area] == GERMAN for area in german if area in game.state.control)


# 12.23 to 12.25 Zones


@pytest.mark.rule("12.23")
@pytest.mark.parametrize("zone", "DEFGHIJK")
def test_strength_in_an_allied_zone_counts_by_its_multiplier(zone: str) -> None:
    multiplier = MULTIPLIERS[zone]
    units = unit("G", f"German armour 4 @{zone}"), unit("G2", f"German infantry 3 @{zone}")
    game = play_on(position(*units, at="22-1", side=ALLIED))
    assert log(game) == ([("22-1", zone, 7 * multiplier)] if multiplier else [])


@pytest.mark.rule("12.23")
def test_a26_zones_are_counted_once_at_the_end_of_the_game() -> None:
    game = position(unit("G", "German armour 4 @I"), at="20-1")
    play_on(game)
    assert log(game) == [("22-1", "I", 12)]


@pytest.mark.rule("12.23")
def test_a25_allied_units_in_the_zone_do_not_matter() -> None:
    game = play_on(position(unit("G", "German armour 2 @I"), unit("US", "Allied armour 4 @I"), at="22-1", side=ALLIED))
    assert game.state.vp == 6


@pytest.mark.rule("12.23")
def test_german_zones_give_nothing() -> None:
    game = play_on(position(*[unit(f"G{zone}", f"German armour 4 @{zone}") for zone in "ABC"], at="22-1"))
    assert game.state.vp == 0


@pytest.mark.rule("12.24")
def test_units_out_of_supply_at_the_end_score_nothing_in_a_zone() -> None:
    """Zone I with the Allied behind it in Celles (28) and Ciney (29)."""
    units = unit("G", "German armour 4 @I"), *ring("Allied", ["28", "29"])
    game = play_on(position(*units, at="22-1", side=ALLIED))
    assert game.state.vp == 0


@pytest.mark.rule("12.24")
def test_each_unit_in_a_zone_counts_by_its_own_supply() -> None:
    """The Meuse bridges down: infantry has a line over one of them, tanks have none."""
    units = unit("tanks", "German armour 4 @I"), unit("foot", "German infantry 3 @I")
    game = play_on(position(*units, at="22-1", side=ALLIED, destroyed=["28-I", "29-I"]))
    assert log(game) == [("22-1", "I", 9)]


@pytest.mark.rule("12.25")
def test_a_german_unit_in_an_allied_zone_does_not_come_back() -> None:
    game = position(unit("G", "German armour 4 @I"), unit("other", "German armour 1 @45"))
    refusal = refused(game, "move G")
    assert refusal.rule == "12.25"
    assert "return to the map" in refusal.reason


@pytest.mark.rule("12.25")
def test_a43_nor_does_it_go_on_to_another_zone() -> None:
    game = position(unit("G", "German armour 4 @28"), unit("other", "German armour 1 @45"))
    do(game, "move G", "to I")
    assert not [command for command in legal(game) if command.startswith(("to", "shift"))]
    assert refused(game, "move G").rule == "8.25"  # its move is over
    arrived = unit("G", "German armour 4 @I", scheduled="16-2", entry_zones=("B",))
    game = position(arrived, unit("other", "German armour 1 @45"))
    assert refused(game, "move G").rule == "12.25"


@pytest.mark.rule("12.26")
@pytest.mark.parametrize(("scenario", "side"), [("campaign", ALLIED), ("fifth_panzer_army", GERMAN)])
def test_the_22nd_counts_as_a_turn_that_ends_with_its_first_impulse(scenario: str, side: str) -> None:
    game = position(at="22-1", side=side, scenario=scenario, control={"73": GERMAN})
    assert game.over
    assert log(game) == [("22-1", "73", 2)]


@pytest.mark.rule("12.26")
@pytest.mark.parametrize(("scenario", "side"), [("campaign", ALLIED), ("fifth_panzer_army", GERMAN)])
def test_a27_for_points_only_there_is_no_attrition_on_the_22nd(scenario: str, side: str) -> None:
    """Supply is tested for points all the same."""
    units = unit("G", "German infantry 3 @61"), *ring("Allied", ROUND_BASTOGNE)
    game = play_on(position(*units, at="22-1", side=side, scenario=scenario, control={"61": GERMAN}))
    assert game.state.units["G"].strength == 3
    assert game.state.vp == 0


# T13 Victory levels

LEVELS = {
    "fifth_panzer_army": [
        (0, 6, ALLIED, "Allied decisive victory"),
        (7, 9, ALLIED, "Allied tactical victory"),
        (10, 12, None, "Draw"),
        (13, 15, GERMAN, "German tactical victory"),
        (16, 60, GERMAN, "German decisive victory"),
    ],
    "first_three_days": [
        (0, 5, ALLIED, "Allied decisive victory"),
        (6, 7, ALLIED, "Allied tactical victory"),
        (8, 9, None, "Draw"),
        (10, 12, GERMAN, "German tactical victory"),
        (13, 60, GERMAN, "German decisive victory"),
    ],
    "campaign": [
        (0, 14, ALLIED, "Allied decisive victory"),
        (15, 24, ALLIED, "Allied limited victory"),
        (25, 29, None, "Draw"),
        (30, 39, GERMAN, "German limited victory"),
        (40, 60, GERMAN, "German decisive victory"),
    ],
}
LAST = {"fifth_panzer_army": ("22-1", GERMAN), "first_three_days": ("18-3", ALLIED), "campaign": ("22-1", ALLIED)}


@pytest.mark.parametrize(
    ("scenario", "points", "winner", "level"),
    [
        (scenario, points, winner, level)
        for scenario, levels in LEVELS.items()
        for lowest, highest, winner, level in levels
        for points in (lowest, highest)
    ],
)
def test_t13_both_ends_of_every_victory_level(scenario: str, points: int, winner: str | None, level: str) -> None:
    at, side = LAST[scenario]
    game = play_on(position(at=at, side=side, scenario=scenario, vp=points))
    assert game.over
    assert (game.over.winner, game.over.level, game.over.points) == (winner, level, points)
    assert str(points) in game.over.reason
