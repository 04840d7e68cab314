"""Rule 6: the phases of a turn, dawn and its weather, impulses in turn, the sunset DR, what is put back when."""

from collections.abc import Callable
from itertools import groupby

import pytest

from tests.titles.montys_gamble.kit import (
    ALLIED,
    BOOK,
    GERMAN,
    TITLE,
    condition,
    do,
    legal,
    place,
    play_on,
    position,
    quietly,
    refused,
    told,
    unit,
)
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.titles.montys_gamble.rules import impulses, sequence

DECIDING = {"impulse": "Daylight", "refit": "Refit", "regroup": "Regroup"}
"""The steps in which players decide, by the phases to which they belong."""


def until(kind: str) -> Callable[[Game], bool]:
    """Whether a step of a kind is on the stack."""
    return lambda game: any(step.kind == kind for step in game.state.stack)


def dawn(date: int, *dice: int, **changes) -> Game:
    """A day that begins, with one unit of each side far from the other, up to the first decision."""
    units = unit("Rink", "55"), unit("1Gren", "64")
    return position(*units, at=f"{date - 1}-5", dice=dice, stack=(sequence.Day(date),), **changes)


def daylight(*units, at: str = "19-6", **changes) -> Game:
    """An Allied impulse in which the units of Zone F and 64 can do many things, and the Germans in 61 little."""
    here = units or (unit("1Gren", "64"), unit("Rink", "61", "spent", spent=0))
    return position(*here, at=at, **changes)


def kinds(events: list[Event], *wanted: str) -> list[str]:
    """The events of some kinds, in order."""
    return [event.kind for event in events if event.kind in wanted]


# 6.1 A turn


@pytest.mark.rule("6.1", "6.4", "6.5", "13.3")
def test_the_phases_of_a_turn_in_order() -> None:
    """Dawn, Daylight, Refit and Regroup, the Germans first in each."""
    units = unit("Rink", "55"), unit("1Gren", "64")
    game = position(*units, at="18-0", control={"65": "XXX"}, stack=(sequence.Day(18),))
    seen = []
    while game.state.date == 18:
        if game.state.stack[-1].kind in DECIDING:  # not a roll that might be made again
            seen.append((DECIDING[game.state.stack[-1].kind], game.side))
        play_on(game, lambda game, before=game.state: game.state is not before)
    assert [key for key, _ in groupby(seen)] == [
        *[("Daylight", GERMAN), ("Daylight", ALLIED)],
        *[("Refit", GERMAN), ("Refit", ALLIED)],
        *[("Regroup", GERMAN), ("Regroup", ALLIED)],
    ]


@pytest.mark.rule("6.1", "21.2")
def test_four_turns_and_victory_is_checked_at_the_end_of_the_fourth() -> None:
    game = Game(TITLE, "montys_gamble/basic", 3)
    events = [*game.opening, *play_on(game, lambda game: False)]
    assert [event.data["date"] for event in told(events, "turn")] == [17, 18, 19, 20]
    assert kinds(events, "turn", "victory_check") == ["turn"] * 4 + ["victory_check"]


@pytest.mark.rule("6.22", "20.1", "20.6")
def test_four_phases_take_the_place_of_the_first_dawn() -> None:
    game = Game(TITLE, "montys_gamble/basic", 3)
    events = [*game.opening, *play_on(game, lambda game: game.state.date == 18)]
    marks = "turn", "air_phase", "artillery_phase", "airborne_phase", "ground_phase", "arrived", "daylight"
    in_order = [key for key, _ in groupby(kinds(events, *marks))]
    assert in_order == [*marks[:5], "daylight", "turn", "arrived", "daylight"]


# 6.2 Dawn


@pytest.mark.rule("6.2", "18.1", "18.2", "18.4")
def test_at_dawn_the_germans_place_reinforcements_first() -> None:
    game = Game(TITLE, "montys_gamble/basic", 3)
    events = play_on(game, lambda game: game.state.date == 18)
    arrived = told(events, "arrived")
    sides = [game.state.units[event.data["units"][0]].side for event in arrived]
    assert [key for key, _ in groupby(sides)] == [GERMAN, ALLIED]
    assert place(game, "Bruhn") == "B"
    assert place(game, "10Para") == "UK"
    assert place(game, "StuG280") == "off"  # tomorrow's


@pytest.mark.rule("6.2", "6.21", "18.1", "17.1")
def test_reinforcements_are_placed_before_the_weather_is_known() -> None:
    """Q2."""
    game = Game(TITLE, "montys_gamble/basic", 3)
    play_on(game, lambda game: game.state.date == 18 and until("regroup")(game))
    events = play_on(game, lambda game: game.state.date == 19 and until("daylight")(game))
    in_order = [key for key, _ in groupby(kinds(events, "turn", "arrived", "weather", "daylight"))]
    assert in_order == ["turn", "arrived", "weather", "daylight"]


@pytest.mark.rule("6.2", "3.9", "3.10", "4.31", "4.7")
def test_at_dawn_markers_become_available_again() -> None:
    used = {
        "air": {"RAF2": "used", "RAF83": "used", "8AF": "supply"},
        "construction_used": {GERMAN: 1, ALLIED: 2},
        "repairs": {GERMAN: ("13-17",), ALLIED: ("63-64", "54-63")},
        "boat": False,
        "ferries": {"15-16": "used", "15-25": "destroyed", "7-24": "ready"},
    }
    state = dawn(18, **used).state
    assert state.air == {"RAF2": "ready", "RAF83": "ready", "8AF": "supply"}
    assert state.construction_used == {GERMAN: 0, ALLIED: 0}
    assert state.repairs == {GERMAN: (), ALLIED: ()}
    assert state.boat
    assert state.ferries == {"15-16": "ready", "15-25": "destroyed", "7-24": "ready"}


@pytest.mark.rule("6.2", "8.3")
def test_dawn_does_not_refresh_units() -> None:
    game = position(unit("Rink", "55", "spent"), unit("1Gren", "64", "dis1"), at="17-5", stack=(sequence.Day(18),))
    assert (condition(game, "Rink"), condition(game, "1Gren")) == ("spent", "dis1")


# 6.21 The weather die (WX1)


@pytest.mark.rule("6.21", "17.1")
@pytest.mark.parametrize(("dice", "weather"), [((1, 2, 3), "overcast"), ((4, 5, 6), "clear")])
@pytest.mark.parametrize("date", [19, 20])
def test_wx1_the_weather_die(date: int, dice: tuple[int, ...], weather: str) -> None:
    for die in dice:
        game = dawn(date, die)
        quietly(game)
        assert (game.state.start_weather, game.state.weather) == (weather, weather)
        assert not game.state.dice.scripted


@pytest.mark.rule("6.21", "17.1")
def test_18_september_starts_clear_without_a_die() -> None:
    game = dawn(18, 1, start_weather="overcast", weather="overcast", weather_turns=True)
    assert (game.state.start_weather, game.state.weather) == ("clear", "clear")
    assert game.state.dice.scripted == (1,)
    play_on(game, lambda game: game.side == ALLIED)
    assert game.state.weather == "clear"  # yesterday's change is forgotten


@pytest.mark.rule("6.21", "17.1", "5.1")
def test_17_september_starts_clear_without_a_die() -> None:
    game = Game(TITLE, "montys_gamble/basic", 3)
    events = play_on(game, until("daylight"))
    assert game.state.weather == "clear"
    assert not told(events, "weather")


# 6.3 Impulses


@pytest.mark.rule("6.3", "8.1", "3.7")
def test_germans_first_and_the_marker_moves_when_both_have_played() -> None:
    game = dawn(18, *[6] * 20, holder=ALLIED)
    seen = []
    for _ in range(3):
        seen.append((game.state.impulse, game.side))
        do(game, "assault 55", "end")
        seen.append((game.state.impulse, game.side))
        do(game, "pass")
        quietly(game)
    assert seen == [(0, GERMAN), (0, ALLIED), (1, GERMAN), (1, ALLIED), (2, GERMAN), (2, ALLIED)]


@pytest.mark.rule("6.3", "8.1")
def test_one_area_in_an_impulse() -> None:
    game = daylight(unit("1Gren", "64"), unit("2Irish", "65"), unit("Rink", "55"))
    do(game, "assault 64", "move 1Gren 61")
    assert refused(game, "assault 65").rule == "14.5"
    do(game, "end")
    assert game.side == GERMAN


@pytest.mark.rule("6.3", "12.3", "14.5")
@pytest.mark.parametrize("second", ["double", "zone f"])
def test_the_marker_moves_only_when_both_halves_are_complete(second: str) -> None:
    game = daylight(unit("1Gren", "64"), unit("2Irish", "F"), unit("Rink", "55"), holder=ALLIED, dice=[6, 6])
    do(game, "assault 64", "move 1Gren 61", "end", "keep")
    assert (game.state.impulse, game.side) == (6, ALLIED)
    do(game, *(["double"] if second == "double" else []), "assault F", "move 2Irish 64")
    assert game.state.impulse == 6
    do(game, "end")
    assert (game.state.impulse, game.side) == (7, GERMAN)


@pytest.mark.rule("6.3", "11.1", "11.2")
def test_a_bombardment_has_one_target_but_any_number_of_guns_in_range() -> None:
    guns = [unit(name, "64") for name in ("55Fd", "153Fd", "7Med")]
    game = daylight(*guns, unit("Rink", "61"), unit("Eindh", "65"), dice=[1, 1, 6, 6])
    do(game, "bombard 61", "lead 55Fd", "support 153Fd", "support 7Med")
    assert refused(game, "aim Eindh").rule == "11.12"
    [event] = told(do(game, "fight"), "bombardment_result")
    assert [term[1] for term in event.data["av"]] == [5, 2]


# 6.31 The sunset DR


def sunset(game: Game, *commands: str) -> dict:
    """The sunset of an impulse that commands bring to its end."""
    [event] = told([*do(game, *commands), *quietly(game)], "sunset")
    return dict(event.data)


def attack(game: Game, name: str = "1Gren", space: str = "61") -> None:
    """A unit of 64 moves on and attacks; the rest of the impulse is still to come."""
    do(game, f"move {name} {space}", f"attack {space}", f"point {name}", "fight")
    while game.state.stack[-1].kind != "operations":
        hit = next((text for text in sorted(legal(game)) if text.startswith("take")), "keep")
        do(game, "stay" if "stay" in legal(game) else hit)


@pytest.mark.rule("6.31")
@pytest.mark.parametrize(("dice", "over"), [((1, 1), True), ((2, 3), True), ((3, 3), False), ((3, 4), False)])
def test_a_dr_below_the_impulse_number_ends_the_phase(dice: tuple[int, int], over: bool) -> None:
    game = daylight(at="19-6", dice=dice)
    assert sunset(game, "assault 64", "end")["over"] == over
    assert until("daylight")(game) != over
    if not over:
        assert game.state.impulse == 7


@pytest.mark.rule("6.31", "17.4")
@pytest.mark.parametrize(("dice", "turns"), [((1, 4), False), ((3, 3), True), ((3, 4), False)])
def test_an_unmodified_dr_equal_to_the_impulse_number_turns_the_weather(dice: tuple[int, int], turns: bool) -> None:
    game = daylight(at="19-6", dice=dice)
    do(game, "pass")
    assert game.state.weather == ("overcast" if turns else "clear")
    if turns:
        assert game.state.impulse == 7  # the marker moves on all the same (note 6a)


@pytest.mark.rule("6.31", "12.41")
@pytest.mark.parametrize(
    ("roll", "weather", "ends"), [((3, 3), True, True), ((3, 4), False, True), ((4, 4), False, False)]
)
def test_v15_the_drm_counts_for_the_phase_and_not_for_the_weather(
    roll: tuple[int, int], weather: bool, ends: bool
) -> None:
    """N = 6, DRM -2; with 8, D' = N has no effect of its own."""
    game = daylight(at="19-6", sunset_drm=-2, dice=roll)
    events = do(game, "pass")
    assert bool(told(events, "weather_change")) == weather
    assert told(events, "sunset")[0].data["over"] == ends
    assert until("daylight")(game) != ends
    if not ends:
        assert game.state.impulse == 7


@pytest.mark.rule("6.31")
@pytest.mark.parametrize(("dice", "roll"), [((2, 2, 6, 6), 4), ((6, 4, 1, 1), 10)])
def test_the_first_dr_of_the_allies_is_the_sunset_dr(dice: tuple[int, ...], roll: int) -> None:
    """Whatever it was for, and whichever DR the Germans made."""
    game = daylight(dice=(*dice, 1, 1))
    do(game, "assault 64")
    attack(game)
    assert sunset(game, "end")["roll"] == roll
    assert game.state.dice.scripted == (1, 1)


@pytest.mark.rule("6.31")
def test_v41_the_die_of_a_seizure_is_no_dr() -> None:
    units = unit("1Gren", "64"), unit("2Irish", "64"), unit("Rink", "61", "spent", spent=0)
    game = daylight(*units, dice=(1, 6, 5, 1, 1))
    do(game, "assault 64", "seize 2Irish 63-64")
    attack(game)
    assert sunset(game, "end")["roll"] == 11


@pytest.mark.rule("6.31")
def test_only_the_first_of_several_drs() -> None:
    units = unit("1Gren", "64"), unit("2Irish", "64"), unit("Rink", "61", "spent"), unit("Eindh", "65", "spent")
    game = daylight(*units, dice=(6, 3, 1, 1, 1, 1, 6, 6))
    do(game, "assault 64")
    attack(game)
    attack(game, "2Irish", "65")
    assert sunset(game, "end")["roll"] == 9


@pytest.mark.rule("6.31", "11.4")
def test_the_dr_of_a_bombardment_is_the_sunset_dr_too() -> None:
    game = daylight(unit("55Fd", "64"), unit("Rink", "61"), dice=(1, 1, 6, 6))
    assert sunset(game, "bombard 61", "lead 55Fd", "fight")["roll"] == 2
    assert not until("daylight")(game)


@pytest.mark.rule("6.31", "8.24")
def test_without_a_dr_one_is_rolled_at_the_end() -> None:
    game = daylight(dice=(5, 6))
    assert sunset(game, "assault 64", "move 1Gren 65", "end")["roll"] == 11
    assert not game.state.dice.scripted


@pytest.mark.rule("6.31")
def test_the_phase_ends_only_when_the_impulse_is_finished() -> None:
    units = unit("1Gren", "64"), unit("2Irish", "64"), unit("Rink", "61", "spent", spent=0)
    game = daylight(*units, dice=(1, 1, 1, 1))
    do(game, "assault 64")
    attack(game)
    do(game, "move 2Irish 65")  # the day is over already, but not this impulse
    assert until("daylight")(game)
    do(game, "end")
    assert not until("daylight")(game)


@pytest.mark.rule("6.31", "12.3")
def test_having_seen_a_dr_that_ends_the_day_the_allies_may_declare_a_double_impulse() -> None:
    game = daylight(unit("1Gren", "64"), unit("2Irish", "65"), unit("Rink", "55"), holder=ALLIED, dice=(1, 1))
    do(game, "assault 64", "move 1Gren 61", "end", "keep")
    assert game.state.now.sunset == 2
    do(game, "double", "assault 65", "move 2Irish 60")
    do(game, "end")
    assert not until("daylight")(game)


@pytest.mark.rule("6.31")
def test_the_germans_never_roll_for_the_sunset() -> None:
    units = unit("Rink", "55", attack=9), unit("1-506", "54", "dis2"), unit("1Gren", "64")
    game = position(*units, at="19-9", side=GERMAN, dice=(1, 1, 1, 1))
    events = do(game, "assault 55", "move Rink 54", "attack 54", "point Rink", "fight", "end")
    assert told(events, "overrun")
    assert not told(events, "sunset")
    assert (game.side, game.state.impulse) == (ALLIED, 9)
    game = position(*units, at="19-9", side=GERMAN, dice=(1, 1))
    do(game, "pass")
    assert game.state.dice.scripted == (1, 1)


@pytest.mark.rule("6.31", "3.7")
def test_the_phase_ends_when_the_marker_leaves_the_track() -> None:
    last = BOOK.charts.track.last
    game = daylight(at=f"19-{last - 1}", sunset_drm=9, dice=(6, 6))
    do(game, "pass")
    assert (game.state.impulse, game.side) == (last, GERMAN)
    game = daylight(at=f"19-{last}", sunset_drm=9, dice=(6, 6))
    do(game, "pass")
    assert not until("daylight")(game)


@pytest.mark.rule("6.31", "16.2")
def test_an_air_bombardment_does_not_move_the_marker_but_its_dr_counts() -> None:
    units = unit("1Gren", "64"), unit("Rink", "61")
    game = daylight(*units, dice=(3, 3, 6, 6))
    found = sunset(game, "air RAF2 61", "fight")
    assert (found["roll"], found["over"]) == (6, False)
    assert (game.state.impulse, game.side) == (6, GERMAN)  # Q24: the Germans follow at the same number
    assert game.state.weather == "overcast"
    game = daylight(*units, dice=(1, 1, 6, 6))
    assert sunset(game, "air RAF2 61", "fight")["over"]
    assert not until("daylight")(game)


@pytest.mark.rule("6.31")
def test_impulses_below_0_know_no_sunset() -> None:
    """Q51: unless the DRM is very low."""
    game = daylight(at="19--1", dice=(1, 1))
    assert not sunset(game, "pass")["over"]
    assert game.state.impulse == 0
    game = daylight(at="19--1", sunset_drm=-4, dice=(1, 1))
    assert sunset(game, "pass")["over"]


# 6.4, 6.5 The night


def night(date: int = 18, **changes) -> Game:
    """The first decision of a Refit Phase."""
    units = unit("Rink", "55"), unit("1Gren", "64")
    stack = (sequence.Day(date, "refit"),)
    return position(*units, at=f"{date}-7", side=GERMAN, control={"65": "XXX"}, stack=stack, **changes)


@pytest.mark.rule("6.4", "4.10", "4.7")
def test_markers_are_put_back_at_the_start_of_the_refit_phase() -> None:
    game = night(sunset_drm=-3, ferries={"15-16": "used", "15-25": "destroyed", "7-24": "ready"}, holder=ALLIED)
    assert game.state.stack[-1].kind == "refit"
    assert (game.state.impulse, game.state.sunset_drm) == (0, 0)
    assert game.state.ferries == {"15-16": "ready", "15-25": "destroyed", "7-24": "ready"}
    assert game.state.advantage.holder == ALLIED  # who holds it does not change


@pytest.mark.rule("6.4", "16.4")
def test_interdiction_markers_go_back_when_both_have_refitted() -> None:
    game = night(interdiction=("33", "54"))
    play_on(game, lambda game: game.side == ALLIED)
    assert game.state.interdiction == ("33", "54")
    play_on(game, until("regroup"))
    assert game.state.interdiction == ()


@pytest.mark.rule("6.4", "13.7")
def test_bought_impulses_move_the_start_of_the_next_day_only() -> None:
    game = night(shift={GERMAN: 1, ALLIED: -3}, date=18)
    play_on(game, lambda game: game.state.date == 19 and until("daylight")(game))
    assert game.state.impulse == -2
    assert game.state.shift == {GERMAN: 0, ALLIED: 0}


@pytest.mark.rule("6.5", "3.6")
def test_the_turn_marker_advances_when_both_have_regrouped() -> None:
    game = night()
    play_on(game, until("regroup"))
    assert (game.state.date, game.side) == (18, GERMAN)
    do(game, "end")
    assert (game.state.date, game.side) == (18, ALLIED)
    do(game, "end")
    assert game.state.date == 19


@pytest.mark.rule("6.3", "8.1")
def test_impulses_of_a_day_go_on_until_it_ends() -> None:
    game = position(unit("Rink", "55"), unit("1Gren", "64"), at="19-0", stack=(sequence.Day(19, "daylight"),))
    assert isinstance(game.state.stack[-1], impulses.Impulse)
    assert (game.state.impulse, game.side) == (0, GERMAN)
