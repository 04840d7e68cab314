"""Rules 2 and 5: the sides, and the position before the first phase of 17 September."""

import pytest

from tests.titles.montys_gamble.kit import ALLIED, BOOK, GERMAN, TITLE, play_on
from wargame_tui.core.game import Game
from wargame_tui.titles.montys_gamble.printed.book import open_book
from wargame_tui.titles.montys_gamble.rules import victory

SCENARIOS = ("basic", "extended")


def start_of(scenario: str = "basic", **options: str) -> Game:
    """A scenario from its beginning."""
    return Game(TITLE, f"montys_gamble/{scenario}", 1, options)


@pytest.mark.rule("2.0")
def test_two_sides_of_which_only_one_scores() -> None:
    """The Allies must win by the end of 20 September; preventing it is enough for the Germans."""
    assert TITLE.sides == (GERMAN, ALLIED)
    game = start_of()
    play_on(game, lambda game: False)
    assert game.over is not None
    assert (game.state.date, game.over.winner) == (20, GERMAN)


@pytest.mark.rule("5.1")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_markers_at_the_start(scenario: str) -> None:
    state = start_of(scenario).state
    assert (state.date, state.weather, state.start_weather) == (17, "clear", "clear")
    assert (state.impulse, state.sunset_drm) == (0, 0)
    assert state.advantage.holder == ALLIED
    assert state.reserve == {GERMAN: 0, ALLIED: 0}
    assert state.air == {"RAF2": "ready", "RAF83": "ready", "8AF": "bomb"}
    assert list(state.ferries.values()) == ["ready"] * 3
    assert state.boat
    assert state.interdiction == ()


@pytest.mark.rule("5.1", "21.3", "12.1")
def test_the_allies_start_with_the_point_of_the_advantage() -> None:
    assert victory.points(start_of().state) == 1


@pytest.mark.rule("5.1", "7.2", "19.1", "9.62")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_everything_is_german_at_the_start(scenario: str) -> None:
    state = start_of(scenario).state
    assert set(state.control) == set(BOOK.ground)
    assert set(state.control.values()) == {"German"}
    assert all(water.holder == GERMAN and not water.blown for water in state.crossings.values())


@pytest.mark.rule("5.2")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_units_stand_fresh_where_the_card_puts_them(scenario: str) -> None:
    state, book = start_of(scenario).state, open_book(f"montys_gamble/{scenario}")
    on_map = {name: each.location for name, each in state.units.items() if each.location != "off"}
    assert on_map == dict(book.setup)
    assert {each.condition for each in state.units.values()} == {"fresh"}


@pytest.mark.rule("5.2")
def test_units_due_after_20_september_are_left_out_of_the_basic_game() -> None:
    late = {name for arrival in BOOK.arrivals if arrival.date > 20 for name in arrival.units}
    assert late
    assert not late & start_of("basic").state.units.keys()
    assert late <= start_of("extended").state.units.keys()


@pytest.mark.rule("5.3", "6.22", "20.1")
def test_the_game_starts_with_the_phases_of_d_day() -> None:
    game = start_of()
    assert game.side == ALLIED
    assert game.trail[:3] == ["17 September", "D-Day", "Air Bombardment Phase"]
    assert [event.kind for event in game.opening] == ["turn", "air_phase"]
