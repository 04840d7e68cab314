"""The four scenarios of Tigers in the Mist: their length, section and sources, and how each of them is decided.

S1 "Attack of the Seventh Army", S2 "Fifth Panzer Army", S3 "The First Three Days", S4 campaign game. What is in the
scenarios' files is tested in test_order_of_battle and test_map, the victory levels in points (T13) in test_victory.
"""

from collections.abc import Iterable
from itertools import combinations
from typing import Any

import pytest

from tests.titles.tigers_in_the_mist.kit import ALLIED, GERMAN, do, legal, position, refused, unit
from wargame_tui.board.files import load
from wargame_tui.board.plain import scenarios_folder
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.titles.tigers_in_the_mist.printed.data import MapFile
from wargame_tui.titles.tigers_in_the_mist.rules import supply, victory
from wargame_tui.titles.tigers_in_the_mist.shown import looked_up
from wargame_tui.titles.tigers_in_the_mist.state import Unit

S1, S2, S3, S4 = "seventh_army", "fifth_panzer_army", "first_three_days", "campaign"
MAP = load(scenarios_folder() / "tigers_in_the_mist" / "map.yaml", MapFile)
AREAS = [space for space, entry in MAP.spaces.items() if entry.kind == "area"]
GREEN = {space for space, entry in MAP.spaces.items() if "green" in entry.sections}
RED = {space for space, entry in MAP.spaces.items() if "red" in entry.sections}
ROADS = [link for link in MAP.links if link.road]


def ring(side: str, areas: Iterable[str]) -> list[Unit]:
    """A unit of a side in each of the areas, named after it."""
    return [unit(f"{side[0]}{area}", f"{side} infantry 1 @{area}") for area in areas]


def play_on(game: Game, box: str = "over", gaps: str = "gaps 0") -> list[Event]:
    """Pass until the first decision of a box, or to the end of the game; what happened."""
    events: list[Event] = []
    while not game.over and f"{game.state.date}-{game.state.impulse}" != box:
        commands = legal(game)
        events += do(game, next(command for command in ("end", "done", gaps) if command in commands))
    return events


def supplied(scenario: str, words: str, *others: Unit, **more: Any) -> bool:
    """Whether a unit is in supply in a scenario."""
    table = position(unit("U", words), *others, scenario=scenario, **more).state
    return supply.in_supply(table, table.units["U"])


# Length (6.0, S1 to S4)

BOXES = [f"{date}-{impulse}" for date in range(16, 22) for impulse in (1, 2, 3)] + ["22-1"]


@pytest.mark.parametrize(
    ("scenario", "last", "only_german"),
    [(S1, "18-3", False), (S2, "22-1", True), (S3, "18-3", False), (S4, "22-1", False)],
)
def test_length_of_the_scenarios(scenario: str, last: str, only_german: bool) -> None:
    """S2 ends after the German half of 22-1; every other game with the Allied half of its last box."""
    game = position(unit("G", "German infantry 1 @9"), at="16-1", scenario=scenario, reserves={})
    events = play_on(game)
    halves = [("16-1", GERMAN)] + [(e.data["box"], e.data["side"]) for e in events if e.kind == "half"]
    expected = [(box, side) for box in BOXES[: BOXES.index(last) + 1] for side in (GERMAN, ALLIED)]
    assert halves == (expected[:-1] if only_german else expected)
    turns = int(last[:2]) - 15
    assert len([event for event in events if event.kind == "victory_phase"]) == turns
    without = 0 if scenario == S1 else 1  # no attrition phase on the last date (A27, A29); S1 has one
    assert len([event for event in events if event.kind == "attrition_phase"]) == turns - without


@pytest.mark.parametrize("scenario", [S1, S2, S3, S4])
def test_all_scenarios_start_with_16_1_and_no_points(scenario: str) -> None:
    game = Game.new(f"tigers_in_the_mist/{scenario}", 1)
    assert (game.state.date, game.state.impulse, game.state.active, game.state.vp) == (16, 1, GERMAN, 0)


def test_s2_the_allied_player_has_no_22_1() -> None:
    game = position(unit("G", "German armour 3 @73"), unit("US", "Allied armour 3 @64"), at="22-1", scenario=S2)
    assert game.side == GERMAN
    do(game, "end")
    assert game.over


# S1 Attack of the Seventh Army


def test_s1_every_combination_of_the_two_towns() -> None:
    """Luxembourg (5) and Mersch (4), each German, Allied or contested at the end."""
    expected = {
        ("German", "German"): (GERMAN, "German decisive victory"),
        ("German", "contested"): (GERMAN, "German tactical victory"),
        ("German", "Allied"): (None, "Both sides lose"),
        ("contested", "contested"): (None, "Draw"),
        ("contested", "Allied"): (ALLIED, "Allied tactical victory"),
        ("Allied", "Allied"): (ALLIED, "Allied decisive victory"),
    }
    states = {"German": ["German"], "Allied": ["Allied"], "contested": ["German", "Allied"]}
    for luxembourg in states:
        for mersch in states:
            units = [
                unit(f"{side}{town}", f"{side} infantry 2 @{town}")
                for town, state in (("5", luxembourg), ("4", mersch))
                for side in states[state]
            ]
            game = position(*units, at="18-3", side=ALLIED, scenario=S1)
            play_on(game)
            assert game.over
            result = expected.get((luxembourg, mersch)) or expected[mersch, luxembourg]
            assert (game.over.winner, game.over.level) == result, (luxembourg, mersch)
            assert f"Luxembourg: {luxembourg}, Mersch: {mersch}" in game.over.reason
            forecast = looked_up.forecast(game.state)
            assert forecast.forecast.startswith(result[1])
            reached = [level.name for level in forecast.levels if level.reached]
            assert reached == [result[1].removesuffix(" victory")], "and what every other level takes"


@pytest.mark.parametrize(("holder", "level"), [(GERMAN, "German decisive"), (ALLIED, "Allied decisive")])
def test_s1_empty_towns_go_by_control(holder: str, level: str) -> None:
    game = position(at="18-3", side=ALLIED, scenario=S1, control={"5": holder, "4": holder})
    assert game.over
    assert game.over.level == f"{level} victory"


def test_s1_a28_a_controlled_town_with_units_of_both_sides_is_contested() -> None:
    units = unit("G", "German infantry 2 @5"), unit("US", "Allied infantry 2 @5")
    game = position(*units, at="18-3", side=ALLIED, scenario=S1, control={"5": GERMAN, "4": GERMAN})
    play_on(game)
    assert game.over
    assert game.over.level == "German tactical victory"


def test_s1_points_play_no_part() -> None:
    game = position(at="18-3", side=ALLIED, scenario=S1, vp=60)
    assert game.over
    assert game.over.level == "Allied decisive victory"


def test_s1_ends_with_attrition() -> None:
    game = position(
        unit("G", "German infantry 3 @7"), *ring("Allied", ["6", "12"]), at="18-3", side=ALLIED, scenario=S1
    )
    play_on(game)
    assert game.state.units["G"].strength == 2


def test_s1_supply_comes_from_c_and_p_alone() -> None:
    assert supplied(S1, "German infantry 2 @14")
    assert not supplied(S1, "German infantry 2 @14", *ring("Allied", ["8", "9"]))  # all roads to C
    assert supplied(S1, "Allied infantry 2 @14")
    assert not supplied(S1, "Allied infantry 2 @14", *ring("German", ["5", "6"]))  # all roads to P; 23-60 lies outside
    assert supplied(S4, "Allied infantry 2 @14", *ring("German", ["5", "6"]))


def test_s1_no_unit_moves_out_of_the_green_section() -> None:
    """Mersch (4) and Ettelbruck (23) are in it, Arlon (2), Wiltz (60) and Redange (3) are not."""
    for start, outside in (("4", ["3"]), ("23", ["3", "60"]), ("5", ["2", "N"]), ("9", ["46", "53", "54"])):
        side = GERMAN if start == "9" else ALLIED
        game = position(unit("U", f"{side} armour 2 @{start}"), side=side, scenario=S1)
        do(game, "move U")
        assert {command.split()[1] for command in legal(game) if command.startswith("to ")} <= GREEN
        for space in outside:
            if any({start, space} == set(link.between) for link in ROADS):
                assert "outside the map section" in refused(game, f"to {space}").reason


@pytest.mark.parametrize(("scenario", "section"), [(S1, GREEN), (S2, RED)])
def test_s1_s2_every_road_out_of_the_section_is_closed(scenario: str, section: set[str]) -> None:
    out = [
        tuple(sorted(link.between, key=section.__contains__)) for link in ROADS if len(section & set(link.between)) == 1
    ]
    assert out
    for there, here in out:
        for side in (GERMAN, ALLIED):
            game = position(unit("U", f"{side} armour 2 @{here}"), side=side, scenario=scenario, reserves={})
            if "move U" in legal(game):  # from some zones there is no other road
                do(game, "move U")
            assert f"to {there}" not in legal(game)


def test_s1_the_28th_division_at_vianden_and_diekirch_is_not_used() -> None:
    game = Game.new(f"tigers_in_the_mist/{S1}", 1)
    assert not {"2/109", "1/109"} & set(game.state.units)
    assert not [each for each in game.state.units.values() if each.side == ALLIED and each.location in ("57", "22")]


def test_s1_special_forces_on_the_17th_and_18th() -> None:
    for date in (17, 18):
        game = position(unit("G", "German infantry 2 @9"), at=f"{date}-1", scenario=S1)
        assert "special support" in legal(game)


# S2 Fifth Panzer Army


def test_s2_supply_comes_from_b_and_c_and_from_g_to_k() -> None:
    """Prüm (46) with its road to Stadtkyll and zone A outside the section; Grandmenil (87) with its roads north."""
    east = ["9", "53", "48"]
    assert supplied(S2, "German infantry 2 @46", *ring("Allied", east))  # zone B
    german = unit("B", "Allied armour 1 @9")
    assert supplied(S2, "German infantry 2 @46", german)
    assert supplied(S2, "German infantry 2 @9", *ring("Allied", ["46", "53", "54"]))  # zone C
    assert supplied(S2, "Allied infantry 2 @87")
    west = ["31", "32", "64", "83", "86"]  # all roads from Grandmenil within the section
    assert not supplied(S2, "Allied infantry 2 @87", *ring("German", west))
    west.remove("32")
    assert supplied(S4, "Allied infantry 2 @87", *ring("German", west))  # by Werbomont to Liège
    assert not supplied(S2, "Allied infantry 2 @25", *ring("German", ["26", "61"]))  # Neufchâteau lies outside
    assert supplied(S4, "Allied infantry 2 @25", *ring("German", ["26", "61"]))


def test_s2_every_unit_in_the_section_is_in_supply_at_set_up_and_so_are_those_outside() -> None:
    game = Game.new(f"tigers_in_the_mist/{S2}", 1)
    assert [each for each in game.state.units.values() if each.location in ("75", "78")]  # outside
    assert supply.unsupplied(game.state) == ()


def test_s2_reinforcements_are_in_supply_in_their_entry_zone() -> None:
    late = unit("late", "Allied armour 3 @off", scheduled="18-1", entry_zones=("N",))
    game = position(late, unit("US", "Allied infantry 1 @64"), at="17-3", side=ALLIED, scenario=S2)
    play_on(game, "18-1")
    assert game.state.units["late"].location == "N"
    assert supply.in_supply(game.state, game.state.units["late"])


def test_s2_the_bridge_of_diekirch_is_down_there_only() -> None:
    for scenario in (S1, S2, S3, S4):
        game = Game.new(f"tigers_in_the_mist/{scenario}", 1)
        assert game.state.bridges["22-23"].intact == (scenario != S2)
        assert not any(game.state.bridges[name].intact for name in ("40-41", "51-70", "55-69", "19-20", "10-11"))


def outsider(space: str, **changes: Any) -> Unit:
    """A unit that appeared outside the section on the 17th."""
    return unit("late", f"Allied armour 2 @{space}", outside_since=17, **changes)


def test_s2_a_unit_that_is_not_inside_by_the_end_of_its_first_turn_is_eliminated() -> None:
    game = position(outsider("78"), at="17-3", side=ALLIED, scenario=S2)
    play_on(game, "18-1")
    assert game.state.units["late"].location == "eliminated"


def test_s2_a_unit_that_is_inside_and_in_supply_stays() -> None:
    game = position(outsider("73"), at="17-3", side=ALLIED, scenario=S2)
    play_on(game, "18-1")
    late = game.state.units["late"]
    assert (late.location, late.strength) == ("73", 2)
    play_on(game, "19-1")  # and is like any other from now on
    assert game.state.units["late"].location == "73"


def test_s2_a_unit_that_is_inside_without_supply_is_eliminated() -> None:
    cut = ring("German", ["49", "72", "74", "84"])  # within the section these are all the roads from St. Vith (73)
    game = position(outsider("73"), *cut, at="17-3", side=ALLIED, scenario=S2)
    play_on(game, "18-1")
    assert game.state.units["late"].location == "eliminated"


def test_s2_it_is_not_tested_before_the_end_of_that_turn() -> None:
    game = position(outsider("78"), at="17-1", side=ALLIED, scenario=S2)
    play_on(game, "17-3")
    assert game.state.units["late"].location == "78"


@pytest.mark.rule("13.21")
def test_s2_losses_by_attrition_do_not_save_it() -> None:
    """The one German who cuts the unit off loses his last point in the same attrition phase."""
    game = position(
        unit("late", "Allied infantry 2 @57", outside_since=17), unit("A", "German infantry 1 @22"),
        *ring("Allied", ["20", "23", "58"]), unit("C", "German infantry 2 @58"), unit("D", "German infantry 2 @56"),
        at="17-3", side=ALLIED, scenario=S2,
    )  # fmt: skip
    play_on(game, "18-1")
    assert game.state.units["A"].location == "eliminated"
    assert game.state.units["late"].location == "eliminated"


def test_s2_a44_a_unit_outside_may_move_outside_to_come_in_and_does_not_leave_again() -> None:
    """From Bütgenbach (78) by Büllingen (77), both outside, to St. Vith (73)."""
    game = position(outsider("78"), at="17-1", side=ALLIED, scenario=S2)
    do(game, "move late", "to 77", "to 73")
    assert "outside the map section" in refused(game, "to 77").reason
    assert "to 84" in legal(game)


# S3 The First Three Days

TOWNS = {
    "Luxembourg", "Arlon", "Martelange", "Bastogne", "Noville", "Houffalize", "Vielsalm", "Stavelot", "Malmedy",
    "Hoffrai", "Monschau",
}  # fmt: skip
TOWN_AREAS = [space for space, entry in MAP.spaces.items() if entry.name in TOWNS]


def three_days(*units: Unit, gaps: str = "gaps 0", **more: Any) -> Game:
    """The end of S3: the last Allied impulse passed, both players with the same count of gaps."""
    game = position(*units, at="18-3", side=ALLIED, scenario=S3, **more)
    play_on(game, gaps=gaps)
    assert game.over
    return game


def test_s3_two_points_for_a_town_that_the_german_controls() -> None:
    assert len(TOWN_AREAS) == 11
    for town in TOWN_AREAS:
        assert three_days(control={town: GERMAN}).state.vp == 2
    assert three_days(control=dict.fromkeys(TOWN_AREAS, GERMAN)).state.vp == 22


def test_s3_one_point_for_a_contested_town() -> None:
    for town in TOWN_AREAS:
        for holder in (GERMAN, ALLIED):
            both = unit("G", f"German infantry 2 @{town}"), unit("US", f"Allied infantry 2 @{town}")
            assert three_days(*both, control={town: holder}).state.vp == 1  # A45


def test_s3_the_points_printed_on_the_map_do_not_count() -> None:
    others = [a for a in AREAS if MAP.spaces[a].vp and a not in TOWN_AREAS]
    assert others
    assert three_days(control=dict.fromkeys(others, GERMAN)).state.vp == 0


def test_s3_towns_are_counted_once_at_the_end() -> None:
    """A29."""
    game = position(unit("G", "German infantry 2 @9"), at="16-3", scenario=S3, control={"61": GERMAN})
    play_on(game, "17-1")
    assert game.state.vp == 0
    play_on(game)
    assert [(score.turn, score.source, score.points) for score in game.state.vp_log] == [("18-3", "61", 2)]


def test_s3_a45_a_controlled_town_needs_supply_a_contested_one_does_not() -> None:
    walls = ring("Allied", ["24", "25", "60", "62", "66", "67"])  # round Bastogne
    german = unit("G", "German infantry 2 @61")
    assert three_days(german, control={"61": GERMAN}).state.vp == 2
    assert three_days(german, *walls, control={"61": GERMAN}).state.vp == 0
    assert three_days(german, unit("US", "Allied infantry 1 @61"), *walls, control={"61": GERMAN}).state.vp == 1


def test_s3_a29_no_attrition_on_the_last_date() -> None:
    game = three_days(unit("G", "German infantry 2 @57"), *ring("Allied", ["22", "56", "58"]))
    assert game.state.units["G"].strength == 2


def test_s3_strength_beyond_the_map_counts_as_usual() -> None:
    assert three_days(unit("G", "German armour 4 @I")).state.vp == 12


# The gaps of S3: the Allied hold every area but a few


def gaps(free: Iterable[str], *units: Unit, **more: Any) -> int:
    """The program's count of gaps when only these areas are free of Allied units."""
    allied = ring("Allied", [area for area in AREAS if area not in set(free)])
    game = position(*allied, *units, scenario=S3, at="18-3", side=ALLIED, **more)
    return victory.count_gaps(game.state)


NORTH = ["42", "43", "76", "77", "78", "80", "37", "36"]
"""From zone A by Losheimergraben, Malmedy and Eupen to zone D."""
MIDDLE = ["46", "53", "50", "71", "85", "65", "64", "30"]
"""From zone B by Weiswampach, Houffalize and Marche to zone G."""
SOUTH = ["9", "54", "55", "69", "60", "61", "25", "26"]
"""From zone C by Wiltz, Bastogne and St. Hubert to zone K, over the destroyed bridge of Gemund."""
FAR_SOUTH = ["8", "10", "11", "13", "14", "5", "2", "1"]
"""From zone C by Echternach, Luxembourg and Arlon to zone K."""


def test_s3_a_gap_is_a_line_without_allied_units_from_a_german_zone_to_zones_d_to_k() -> None:
    assert gaps([]) == 0
    assert [gaps(line) for line in (NORTH, MIDDLE, SOUTH, FAR_SOUTH)] == [1, 1, 1, 1]
    assert gaps(NORTH + MIDDLE) == 2
    assert gaps(NORTH + MIDDLE + SOUTH) == 3
    assert gaps(NORTH + MIDDLE + SOUTH + FAR_SOUTH) == 4


@pytest.mark.parametrize("line", [NORTH, MIDDLE, SOUTH])
def test_s3_one_allied_unit_anywhere_on_the_line_closes_it(line: list[str]) -> None:
    for area in line:
        assert gaps([each for each in line if each != area]) == 0
        # in a contested area too
        assert gaps([each for each in line if each != area], unit("G", f"German armour 4 @{area}")) == 0


def test_s3_gaps_share_no_area() -> None:
    """Two lines, from zone A round by Auw and from zone B by Pronsfeld, must both pass Habscheid (49)."""
    neck = ["49", "73", "84", "86", "64", "30"]
    assert gaps(["45", "44", "47", "48", "46", "53", *neck]) == 1


def test_s3_gaps_may_share_zones() -> None:
    """Both from zone C, both to zone K."""
    assert gaps(SOUTH + FAR_SOUTH) == 2


def test_s3_the_state_of_bridges_does_not_matter() -> None:
    assert gaps(MIDDLE, destroyed=["50-71", "30-64", "30-G"]) == 1


def test_s3_zones_l_to_p_are_no_goal() -> None:
    assert gaps(FAR_SOUTH[:-1]) == 0  # from Luxembourg and Arlon roads lead to M, N and P


def test_s3_supply_and_german_units_do_not_matter() -> None:
    assert gaps(MIDDLE, *[unit(f"G{area}", f"German infantry 1 @{area}") for area in MIDDLE]) == 1


def test_s3_the_most_disjoint_lines_are_as_many_as_areas_that_would_close_them_all() -> None:
    """Menger's theorem, by trying: so many more Allied units close the front, and one fewer do not."""
    free = set(NORTH + MIDDLE + SOUTH) | {"44", "45", "47", "48", "49", "73", "84", "86"}
    found = gaps(free)

    def closed(blocked: frozenset[str]) -> bool:
        reached = {a for link in ROADS for a in link.between if set(link.between) & {"A", "B", "C"}} - {"A", "B", "C"}
        reached &= free - blocked
        grown = True
        while grown:
            more = {
                there
                for link in ROADS
                for here, there in (link.between, link.between[::-1])
                if here in reached and (there in free - blocked or there in set("DEFGHIJK"))
            }
            grown = not more <= reached
            reached |= more
        return not reached & set("DEFGHIJK")

    assert any(closed(frozenset(wall)) for wall in combinations(sorted(free), found))
    assert not any(closed(frozenset(wall)) for wall in combinations(sorted(free), found - 1))


def test_s3_both_players_count_the_gaps_the_german_first() -> None:
    game = position(*ring("Allied", ["42", "45", "46", "8"]), at="18-3", side=ALLIED, scenario=S3)
    do(game, "end")
    assert game.side == GERMAN
    assert "gaps 1" in legal(game)
    assert "The program counts 1" in game.prompt.text
    do(game, "gaps 1")
    assert not game.over
    assert game.side == ALLIED
    do(game, "gaps 1")
    assert game.state.vp == 3
    assert game.over


def test_s3_a30_what_both_agree_on_stands_otherwise_the_programs_count() -> None:
    walls = ring("Allied", ["42", "45", "46", "8"])  # one way out is left, by Bitburg (9)
    for german, allied, points in ((2, 2, 6), (0, 0, 0), (2, 0, 3), (1, 0, 3)):
        game = position(*walls, at="18-3", side=ALLIED, scenario=S3)
        do(game, "end", f"gaps {german}", f"gaps {allied}")
        assert game.state.vp == points


def test_s3_there_cannot_be_more_gaps_than_ways_out_of_the_german_zones() -> None:
    """Five areas lie at zones A to C: 42, 45, 46, 8 and 9."""
    game = position(*ring("Allied", ["61"]), at="18-3", side=ALLIED, scenario=S3)
    do(game, "end")
    assert legal(game) == {f"gaps {number}" for number in range(6)}
    refusal = refused(game, "gaps 6")
    assert refusal.rule == "A30"
    assert "0 to 5" in refusal.reason
    assert refused(game, "gaps -1").rule == "A30"


def test_d37_four_towns_two_contested_one_gap() -> None:
    """D37: 8 + 2 + 3 = 13, German decisive."""
    contested = [
        unit(f"{side}{town}", f"{side} infantry 2 @{town}") for town in ("81", "80") for side in (GERMAN, ALLIED)
    ]
    game = three_days(
        *contested, *ring("Allied", ["42", "45", "46", "8"]), gaps="gaps 1",
        control=dict.fromkeys(["61", "66", "65", "84"], GERMAN),
    )  # fmt: skip
    assert game.over
    assert sorted(score.points for score in game.state.vp_log) == [1, 1, 2, 2, 2, 2, 3]
    assert (game.over.points, game.over.level) == (13, "German decisive victory")


def test_s3_uses_all_units_of_the_campaign() -> None:
    three, campaign = (Game.new(f"tigers_in_the_mist/{name}", 1).state for name in (S3, S4))
    assert three.units.keys() == campaign.units.keys()


# S4 Campaign game


def test_s4_areas_every_turn_and_zones_at_the_end() -> None:
    """St. Vith for three turns 6, three strength points beyond the Meuse 9."""
    game = position(unit("G", "German armour 3 @I"), at="20-3", side=ALLIED, control={"73": GERMAN})
    play_on(game)
    assert game.over
    assert [(score.turn, score.source, score.points) for score in game.state.vp_log] == [
        ("20-3", "73", 2), ("21-3", "73", 2), ("22-1", "73", 2), ("22-1", "I", 9),
    ]  # fmt: skip
    assert (game.over.winner, game.over.level, game.over.points) == (ALLIED, "Allied limited victory", 15)


def test_s4_a_game_that_is_over_takes_no_commands() -> None:
    game = position(at="22-1", side=ALLIED)
    assert game.over
    assert game.side is None
    assert legal(game) == set()
