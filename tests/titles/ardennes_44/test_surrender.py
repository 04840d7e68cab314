"""Surrender of isolated groups (rules 23.6 to 23.9, tables T4, T5, TA11)."""

from typing import Any

import pytest

from tests.titles.ardennes_44.kit import ALLIED, BOOK, GERMAN, do, legal, place, position, refused, told, unit
from tests.titles.ardennes_44.logistics import BESIDE, HOLE, RIM, around, distance, plains, roads_cut
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.titles.ardennes_44.rules.night_turn import NightTurn
from wargame_tui.titles.ardennes_44.rules.sequence import Turn
from wargame_tui.titles.ardennes_44.rules.surrender import level
from wargame_tui.titles.ardennes_44.state import Unit

RECRUIT, VETERAN, ELITE = "277VG-989", "12VG-27", "1SS-1PzG"
US_RECRUIT, US_VETERAN, US_ELITE = "106-422", "99-394", "101-501"
ONE = next(die for die, points in enumerate(BOOK.charts.supply.surrender, start=1) if points == 1)
"""A die that adds one point."""
NONE = next(die for die, points in enumerate(BOOK.charts.supply.surrender, start=1) if points == 0)
"""A die that adds nothing."""


def check(*units: Unit, side: Any = GERMAN, **changes: Any) -> Game:
    """The supply and surrender phase of a side, just over; its units beyond Perwez are cut off."""
    return position(*roads_cut(side), *units, side=side, phase="status", **changes)


def rolls(game: Game) -> list[Event]:
    return told(game.opening, "surrender_roll")


def pocket(hex_: str, points: int, *names: str) -> list[Unit]:
    """The units of an isolated group with the points of its earlier rolls."""
    return [unit(name, hex_, points=points, pocket=names[0]) for name in names]


def points(game: Game, *names: str) -> list[int]:
    return [game.state.units[name].points for name in names]


@pytest.mark.rule("23.7", "23.6b")
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_the_die_gives_the_points_that_the_group_gets(die: int, side: Any):
    name = VETERAN if side == GERMAN else US_VETERAN
    game = check(unit(name, HOLE, points=1), side=side, dice=[die])
    [event] = rolls(game)
    assert (event.data["die"], event.data["modifiers"]) == (die, [])
    assert points(game, name) == [max(1 + BOOK.charts.supply.surrender[die - 1], 0)]


@pytest.mark.rule("23.7b")
def test_lowest_line_is_an_air_drop_of_minus_one():
    """A-8: for both sides, and never below nothing."""
    assert BOOK.charts.supply.surrender[0] == -1
    assert min(BOOK.charts.supply.surrender[1:]) >= 0
    for side, name in ((GERMAN, VETERAN), (ALLIED, US_VETERAN)):
        for before, after in ((2, 1), (1, 0), (0, 0)):
            game = check(unit(name, HOLE, points=before), side=side, dice=[1])
            assert points(game, name) == [after]


@pytest.mark.rule("23.7")
def test_all_units_of_a_group_surrender_together():
    units = [unit(VETERAN, HOLE, points=3), unit("12VG-48", BESIDE, points=3), unit("12VG-89", BESIDE, points=3)]
    game = check(*units, dice=[ONE])
    assert len(rolls(game)) == 1
    assert [place(game, each.id) for each in units] == ["surrendered"] * 3
    game = check(*units, dice=[NONE])
    assert [place(game, each.id) for each in units] == [HOLE, BESIDE, BESIDE]
    assert points(game, *(each.id for each in units)) == [3, 3, 3]


@pytest.mark.rule("23.7", "23.6b")
def test_one_die_for_each_group():
    far = "W1519"
    sources = [BOOK.board.names[hex_] for hex_ in sorted(BOOK.sources(GERMAN))]
    foes = [name for name, each in BOOK.pieces.items() if each.infantry and each.nation == "US" and not each.split]
    closed = [unit(name, hex_) for name, hex_ in zip(foes, sources, strict=False)]
    game = check(unit(VETERAN, HOLE), unit("12VG-48", far), *closed, dice=[ONE, NONE])
    assert sorted(event.data["die"] for event in rolls(game)) == sorted([ONE, NONE])
    assert sorted(points(game, VETERAN, "12VG-48")) == [0, 1]


@pytest.mark.rule("23.7a", "28.2")
@pytest.mark.parametrize(("turn", "drm"), [(14, 0), (15, -2), (22, -2)])
def test_two_less_for_the_allies_in_clear_weather(turn: int, drm: int):
    game = check(unit(US_VETERAN, HOLE, points=1), side=ALLIED, turn=turn, dice=[3])
    [event] = rolls(game)
    assert sum(value for _, value, _ in event.data["modifiers"]) == drm
    assert event.data["result"] == 3 + drm
    game = check(unit(VETERAN, HOLE, points=1), turn=turn, dice=[3])
    assert rolls(game)[0].data["modifiers"] == []


@pytest.mark.rule("23.7a", "23.7b")
def test_a_modified_roll_below_one_reads_the_lowest_line():
    game = check(unit(US_VETERAN, HOLE, points=2), side=ALLIED, turn=15, dice=[1])
    assert points(game, US_VETERAN) == [1]


@pytest.mark.rule("23.7c", "23.1a")
def test_units_with_points_are_out_of_supply():
    game = check(unit(VETERAN, HOLE, points=1), dice=[NONE])
    assert game.state.units[VETERAN].oos


@pytest.mark.rule("23.8")
@pytest.mark.parametrize(("name", "needed"), [(RECRUIT, 3), (VETERAN, 4), (ELITE, 5)])
@pytest.mark.parametrize("below", [1, 2])
def test_surrender_levels(name: str, needed: int, below: int):
    """Example E23-4: recruits with two points and one more surrender."""
    game = check(unit(name, HOLE, points=needed - below), dice=[ONE])
    assert rolls(game)[0].data["level"] == needed
    assert (place(game, name) == "surrendered") == (below == 1)


@pytest.mark.rule("23.8", "23.8a")
@pytest.mark.parametrize(
    ("names", "needed"),
    [
        ([RECRUIT, "277VG-990"], 3),
        ([RECRUIT, VETERAN], 4),
        ([VETERAN, "12VG-48"], 4),
        ([RECRUIT, ELITE], 5),
        ([RECRUIT, VETERAN, ELITE], 5),
        ([VETERAN, ELITE], 5),
        ([US_RECRUIT, "106-423"], 3),
        ([US_RECRUIT, US_VETERAN], 4),
        ([US_RECRUIT, US_ELITE], 5),
    ],
)
def test_level_of_a_mixed_group(names: list[str], needed: int):
    side = BOOK.pieces[names[0]].side
    hexes = [HOLE, BESIDE, "W3043"]
    game = check(*(unit(name, hex_) for name, hex_ in zip(names, hexes, strict=False)), side=side, dice=[NONE])
    [event] = rolls(game)
    assert event.data["level"] == needed
    assert level(game.state, names) == needed


@pytest.mark.rule("23.8b", "23.9")
def test_points_are_recorded_and_parts_of_a_group_keep_them():
    sources = [BOOK.board.names[hex_] for hex_ in sorted(BOOK.sources(GERMAN))]
    foes = [name for name, each in BOOK.pieces.items() if each.infantry and each.nation == "US" and not each.split]
    closed = [unit(name, hex_) for name, hex_ in zip(foes, sources, strict=False)]
    together = [unit(VETERAN, "2717"), unit("12VG-48", "2317")]
    game = check(*together, *closed, dice=[ONE])
    assert points(game, VETERAN, "12VG-48") == [1, 1]
    apart = [unit(VETERAN, "2717", points=1), unit("12VG-48", "W1519", points=1)]
    game = check(*apart, *closed, dice=[ONE, ONE])
    assert points(game, VETERAN, "12VG-48") == [2, 2]
    assert len(rolls(game)) == 2


@pytest.mark.rule("23.9a")
@pytest.mark.parametrize(
    ("first", "second", "counted"),
    [
        ((["12VG-27"], 3), (["277VG-989"], 1), 3),
        ((["12VG-27"], 1), (["277VG-989"], 2), 1),
        ((["12VG-27"], 3), (["277VG-989", "277VG-990"], 1), 1),
        ((["12VG-27"], 3), (["12VG-48"], 2), 2),
        ((["12VG-27"], 2), (["12VG-48"], 0), 0),
    ],
)
def test_when_groups_join_the_larger_one_counts(
    first: tuple[list[str], int], second: tuple[list[str], int], counted: int
):
    """5 against 4: larger; 5 against 4 + 4: smaller; 5 against 5: the lower number."""
    units = [*pocket(HOLE, first[1], *first[0]), *pocket(BESIDE, second[1], *second[0])]
    game = check(*units, dice=[NONE])
    assert rolls(game)[0].data["points"] == counted
    assert points(game, *(each.id for each in units)) == [counted] * len(units)


@pytest.mark.rule("23.9a")
def test_units_that_were_never_isolated_are_no_group():
    """A-35: a stronger regiment that comes into a pocket does not wipe its points out."""
    for fresh in ([], ["12VG-48"], ["12VG-48", "12VG-89"]):
        units = [*pocket(HOLE, 2, RECRUIT), *(unit(name, BESIDE) for name in fresh)]
        game = check(*units, dice=[NONE])
        assert points(game, *(each.id for each in units)) == [2] * len(units)
        assert {game.state.units[each.id].pocket for each in units} == {rolls(game)[0].data["units"][0]}
    assert points(check(unit(VETERAN, HOLE), unit(RECRUIT, BESIDE), dice=[ONE]), VETERAN, RECRUIT) == [1, 1]


@pytest.mark.rule("23.9a")
def test_of_three_groups_that_join_the_largest_counts():
    """5 with 3 points against 4 and 4 with 1 each: those are two groups, not one of 8."""
    largest, others = pocket(HOLE, 3, "12VG-27"), [*pocket(BESIDE, 1, RECRUIT), *pocket("W3043", 1, "277VG-990")]
    game = check(*largest, *others, dice=[NONE])
    assert rolls(game)[0].data["points"] == 3
    equal = [*pocket("W3043", 2, "12VG-48")]
    game = check(*largest, *others[:1], *equal, dice=[NONE])
    assert rolls(game)[0].data["points"] == 2


@pytest.mark.rule("23.9b")
def test_who_has_escaped_brings_no_group_of_his_own_back():
    """A group without points leaves its pocket: cut off again later it is a new one."""
    game = check(*pocket(RIM, 0, VETERAN))
    assert game.state.units[VETERAN].pocket is None
    assert [event.data["units"] for event in told(game.opening, "escaped")] == [[VETERAN]]


@pytest.mark.rule("23.9b")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
def test_all_points_go_as_soon_as_one_unit_can_trace(side: Any):
    names = (VETERAN, "12VG-48") if side == GERMAN else (US_VETERAN, "99-393")
    game = check(unit(names[0], HOLE, points=2), unit(names[1], RIM, points=2), side=side)
    assert rolls(game) == []
    assert points(game, *names) == [0, 0]
    assert game.state.units[names[0]].oos
    assert not game.state.units[names[1]].oos


@pytest.mark.rule("23.9b")
def test_points_do_not_go_in_the_enemys_phase():
    game = check(unit(US_VETERAN, RIM, points=2))
    assert points(game, US_VETERAN) == [2]


@pytest.mark.rule("23.9c", "23.7")
def test_who_surrendered_or_died_with_points_never_comes_back():
    game = check(unit(RECRUIT, HOLE, points=2), dice=[ONE])
    assert place(game, RECRUIT) == "surrendered"
    target = next(plains(lambda hex_: hex_.startswith("W22")))
    front = around(target)
    units = [unit(name, hex_) for name, hex_ in zip(("2Pz-2", "2Pz-304", "1SS-1PzG"), front, strict=False)]
    for given, end in ((0, "eliminated"), (1, "surrendered")):
        game = position(*units, unit("28-109-1", target, points=given), phase="combat", dice=[1])
        do(game, f"attack {target}", "with 2Pz-2", "with 2Pz-304", "roll")
        assert place(game, "28-109-1") == end


@pytest.mark.rule("23.9c")
def test_the_surrender_box_gives_no_replacements():
    dead = [unit("12VG-27", "surrendered"), unit("12VG-48", "eliminated"), unit("12VG-89", "1230")]
    game = position(*dead, turn=4, night=True, stack=[Turn(4, "end"), NightTurn()])
    while game.side != GERMAN:
        do(game, "end")
    texts = legal(game, "replace")
    assert any("12VG-48" in text for text in texts)
    assert not any("12VG-27" in text for text in texts)
    assert refused(game, "replace 12VG-27 1230")


@pytest.mark.rule("23.7", "23.9c")
def test_large_units_surrender_whole_without_a_remnant():
    """A group surrenders as a whole: nothing of it stays."""
    large = next(name for name, each in BOOK.pieces.items() if each.entry.large and each.side == GERMAN)
    game = check(unit(large, HOLE, points=5), dice=[ONE])
    assert place(game, large) == "surrendered"
    assert not [each for each in game.state.units.values() if each.side == GERMAN and each.location == HOLE]
    assert distance(HOLE, BESIDE) == 1


@pytest.mark.rule("23.7", "23.9a", "23.9c")
def test_who_had_just_joined_a_group_surrenders_with_it_for_good():
    units = [unit(RECRUIT, HOLE, points=2), unit("277VG-990", BESIDE, reduced=True)]
    game = check(*units, dice=[ONE])
    assert [place(game, each.id) for each in units] == ["surrendered", "surrendered"]
