"""Rule 17: what Clear and Overcast weather allow, and when it changes."""

import pytest

from tests.titles.montys_gamble.kit import (
    ALLIED,
    GERMAN,
    condition,
    do,
    legal,
    place,
    position,
    quietly,
    refused,
    told,
    unit,
)
from wargame_tui.core.game import Game
from wargame_tui.titles.montys_gamble.rules import sequence
from wargame_tui.titles.montys_gamble.rules.areas import allowance

CLEAR, OVERCAST = "clear", "overcast"


def mf(game: Game, name: str) -> float:
    """A unit's movement factor in this impulse."""
    return allowance(game.state, game.state.units[name]) / 2


def germans(at: str, weather: str) -> Game:
    """A German impulse with one unit of 4 MF that could reach 51 over two plain boundaries."""
    units = unit("Rink", "49", mf=4), unit("1Gren", "64")
    return position(*units, at=at, side=GERMAN, weather=weather)


# Weather of the impulse (WX2)


@pytest.mark.rule("17.2", "17.3", "16.2")
@pytest.mark.parametrize("weather", [CLEAR, OVERCAST])
def test_air_bombardment_in_clear_weather_only(weather: str) -> None:
    game = position(unit("1Gren", "64"), unit("Rink", "61"), weather=weather)
    if weather == CLEAR:
        assert "air RAF2 61" in legal(game)
    else:
        assert not legal(game, "air")
        assert refused(game, "air RAF2 61").rule == "17.3"


@pytest.mark.rule("17.2", "17.3", "18.4")
@pytest.mark.parametrize("weather", [CLEAR, OVERCAST])
def test_reinforcements_drop_in_clear_weather_only(weather: str) -> None:
    game = position(unit("1Pol", "UK", drop="17"), unit("Rink", "61"), weather=weather)
    if weather == CLEAR:
        do(game, "assault UK")
        assert legal(game, "drop") == {"drop 1Pol 17"}
    else:
        assert refused(game, "assault UK").rule == "17.3"


@pytest.mark.rule("17.2", "17.3", "17.41")
@pytest.mark.parametrize("weather", [CLEAR, OVERCAST])
def test_it_is_the_weather_of_the_impulse_that_counts_for_aircraft(weather: str) -> None:
    """Not that in which the turn began."""
    other = OVERCAST if weather == CLEAR else CLEAR
    units = unit("1Gren", "64"), unit("Rink", "61"), unit("1Pol", "UK", drop="17")
    game = position(*units, start_weather=other, weather=weather)
    assert bool(legal(game, "air")) == ("assault UK" in legal(game)) == (weather == CLEAR)


@pytest.mark.rule("17.3", "17.2")
@pytest.mark.parametrize(("weather", "expected"), [(CLEAR, 4), (OVERCAST, 5)])
def test_germans_have_one_more_movement_point_in_overcast_weather(weather: str, expected: int) -> None:
    game = germans("19-3", weather)
    assert mf(game, "Rink") == expected
    assert mf(game, "1Gren") == 7  # the Allies have not
    do(game, "assault 49", "move Rink 53", "move Rink 50", "move Rink 51", "move Rink 53")
    assert ("move Rink 50" in legal(game)) == (weather == OVERCAST)


@pytest.mark.rule("17.3", "16.4")
@pytest.mark.parametrize("weather", [CLEAR, OVERCAST])
def test_interdiction_markers_are_placed_in_any_weather(weather: str) -> None:
    game = position(unit("Rink", "55"), side=GERMAN, weather=weather, start_weather=weather)
    do(game, "interdict 33")
    assert game.state.interdiction == ("33",)


@pytest.mark.rule("17.3", "8.222")
@pytest.mark.parametrize(("weather", "success"), [(CLEAR, False), (OVERCAST, True)])
def test_infiltration_is_easier_in_overcast_weather(weather: str, success: bool) -> None:
    """A 2 against TEM 2."""
    game = position(unit("Rink", "61"), unit("1Gren", "64"), side=GERMAN, weather=weather, dice=(2,))
    [event] = told(do(game, "infiltration 61", "infiltrate Rink 64"), "infiltration")
    assert event.data["success"] == success


# 17 September


@pytest.mark.rule("17.3", "20.61")
@pytest.mark.parametrize(("weather", "expected"), [(CLEAR, 1), (OVERCAST, 5)])
def test_on_17_september_germans_have_one_movement_point_unless_it_is_overcast(weather: str, expected: int) -> None:
    assert mf(germans("17-3", weather), "Rink") == expected
    assert mf(germans("18-3", weather), "Rink") == (4 if weather == CLEAR else 5)


@pytest.mark.rule("20.61", "17.4")
def test_w6_the_limit_of_17_september_comes_back_with_clear_weather() -> None:
    game = position(unit("Rink", "49"), unit("1Gren", "64"), at="17-6", dice=(3, 3, 3, 4))
    seen = []
    for _ in range(2):
        do(game, "pass")  # the Allies: 6 in impulse 6, 7 in impulse 7
        quietly(game)
        seen.append((game.state.weather, mf(game, "Rink")))
        do(game, "interdict 33" if not game.state.interdiction else "interdict 54")
        while game.side == GERMAN:
            do(game, "end")
    assert seen == [(OVERCAST, 5), (CLEAR, 1)]


# 17.4 Change


@pytest.mark.rule("17.4", "6.31")
@pytest.mark.parametrize("weather", [CLEAR, OVERCAST])
def test_weather_changes_with_the_next_german_impulse(weather: str) -> None:
    """Not within the Allied impulse in which the DR was made."""
    units = unit("1Gren", "64"), unit("2Irish", "F"), unit("Rink", "61", "spent")
    game = position(*units, at="19-7", weather=weather, start_weather=weather, dice=(3, 4))
    events = do(game, "assault 64", "end")
    assert game.state.now.sunset == 7
    assert game.state.weather == weather
    events += do(game, "assault F", "end")
    assert game.side == GERMAN
    assert game.state.weather == (OVERCAST if weather == CLEAR else CLEAR)
    assert game.state.start_weather == weather
    assert [event.kind for event in events if event.kind in ("weather_change", "impulse", "weather")] == [
        "weather_change",
        "weather",
        "impulse",
    ]


@pytest.mark.rule("17.4")
def test_new_weather_stays_until_another_such_dr() -> None:
    game = position(unit("1Gren", "64"), unit("Rink", "55"), at="19-5", holder=ALLIED, dice=(2, 3, 6, 6, 3, 4))
    seen = []
    for _ in range(3):
        do(game, "pass")
        quietly(game)
        seen.append(game.state.weather)
        do(game, "assault 55", "end")
    assert seen == [OVERCAST, OVERCAST, CLEAR]


@pytest.mark.rule("17.4", "17.1", "6.21")
def test_new_weather_ends_with_the_next_dawn() -> None:
    game = position(
        *(unit("1Gren", "64"), unit("Rink", "55")),
        at="19-7",
        weather=OVERCAST,
        weather_turns=True,
        dice=(1,),
        stack=(sequence.Day(20),),
    )
    quietly(game)
    assert (game.state.weather, game.state.start_weather) == (OVERCAST, OVERCAST)


@pytest.mark.rule("17.4", "16.2")
def test_after_an_air_bombardment_the_weather_changes_but_the_marker_stays() -> None:
    game = position(unit("1Gren", "64"), unit("Rink", "61"), at="19-6", dice=(2, 4, 6, 6))
    do(game, "air RAF2 61", "fight")
    assert (game.state.impulse, game.side, game.state.weather) == (6, GERMAN, OVERCAST)


@pytest.mark.rule("17.4", "12.41")
def test_the_drm_does_not_change_the_weather() -> None:
    game = position(unit("1Gren", "64"), unit("Rink", "61"), at="19-6", sunset_drm=-1, dice=(3, 4))
    do(game, "pass")  # 7 - 1 = 6
    assert game.state.weather == CLEAR
    assert game.state.impulse == 7


@pytest.mark.rule("17.4", "17.41")
@pytest.mark.parametrize("weather", [CLEAR, OVERCAST])
def test_w14_a_change_alters_no_capacity_of_depots(weather: str) -> None:
    """They go by the weather at the start of the turn, and so does air supply."""
    other = OVERCAST if weather == CLEAR else CLEAR
    day = {"at": "20-3", "phase": "refit", "start_weather": weather, "weather": other}
    game = position(unit("1Para", "4"), unit("Rink", "55"), **day)
    [event] = told(do(game, "depot 1 4"), "depot_placed")
    assert event.data["points"] == (10 if weather == CLEAR else 5)
    assert ("depot AIR 4" in legal(game)) == (weather == CLEAR)
    game = position(unit("1Para", "4"), unit("Rink", "55"), side=GERMAN, **day)
    [event] = told(do(game, "depot G1 A"), "depot_placed")
    assert event.data["points"] == (5 if weather == CLEAR else 6)


@pytest.mark.rule("17.3", "17.2")
def test_attacks_know_no_weather() -> None:
    game = position(unit("1Gren", "64", attack=9), unit("Rink", "61", "dis2"), weather=OVERCAST, dice=(3, 3, 1, 1))
    do(game, "assault 64", "move 1Gren 61", "attack 61", "point 1Gren", "fight", "end")
    assert place(game, "Rink") == "eliminated"
    assert condition(game, "1Gren") == "spent"
    assert game.state.control["61"] == "XXX"
