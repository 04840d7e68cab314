"""Chapter 28: mud and frozen ground, overcast and clear sky, all by the calendar."""

import pytest

from tests.titles.ardennes_44.kit import ALLIED, GERMAN, position, told, unit
from tests.titles.ardennes_44.terrain import far_from, key, open_country, step
from wargame_tui.titles.ardennes_44.printed.names import turn_name
from wargame_tui.titles.ardennes_44.rules import fuel, night_turn, sequence, surrender, weather
from wargame_tui.titles.ardennes_44.rules.reach import open_steps

FIELD = next(open_country(2))
TURNS = range(1, 23)


def state(turn: int, side=ALLIED, **given):
    """A position in a turn."""
    return position(unit("2-9", FIELD), unit("12SS-25", far_from(FIELD)), side=side, turn=turn, **given).state


def new_turn(turn: int):
    """The events with which a turn begins."""
    game = position(unit("2-9", FIELD), unit("12SS-25", far_from(FIELD)), turn=turn, stack=(sequence.Turn(turn),))
    return game.opening


@pytest.mark.rule("28.1", "28.1a")
@pytest.mark.parametrize("turn", TURNS)
def test_mud_until_20pm_then_frozen(turn):
    assert weather.ground(state(turn)) == ("mud" if turn <= 10 else "frozen")


@pytest.mark.rule("28.2")
@pytest.mark.parametrize("turn", TURNS)
def test_overcast_until_22pm_then_clear(turn):
    assert weather.is_clear(state(turn)) == (turn >= 15)
    assert turn_name(15) == "23AM"
    assert turn_name(11) == "21AM"


@pytest.mark.rule("28.1a")
@pytest.mark.parametrize(
    ("ground", "mover", "mud", "frozen"),
    [
        ("clear", "mech", 2, 1),
        ("clear", "vehicle", 2, 1),
        ("light_woods", "mech", 3, 2),
        ("light_woods", "vehicle", 3, 2),
        ("forest", "mech", 4, 3),
        ("clear", "foot", 1, 1),
        ("forest", "foot", 2, 2),
    ],
)
def test_frozen_ground_costs_mechanized_units_less(ground, mover, mud, frozen):
    side = key(*step(("clear", "light_woods"), (ground,)))
    assert open_steps(state(10), mover)[side] == 2 * mud
    assert open_steps(state(11), mover)[side] == 2 * frozen


@pytest.mark.rule("28.1a")
@pytest.mark.parametrize("turn", [10, 11, 22])
def test_vehicles_still_do_not_enter_forest_off_the_road(turn):
    side = key(*step(("clear",), ("forest",)))
    assert open_steps(state(turn), "vehicle")[side] is None


@pytest.mark.rule("28.1", "28.2", "28.2d")
@pytest.mark.parametrize("turn", [2, 5, 10, 11, 12, 15, 16])
def test_the_weather_changes_by_date_and_no_die_is_rolled_for_it(turn):
    events = new_turn(turn)
    changes = [(event.data["ground"], event.data["sky"]) for event in told(events, "weather")]
    assert changes == {11: [("frozen", "overcast")], 15: [("frozen", "clear")]}.get(turn, [])
    assert all("die" not in event.data for event in told(events, "weather"))


@pytest.mark.rule("28.2a")
@pytest.mark.parametrize("turn", [14, 15, 22])
def test_air_markers_come_with_clear_weather_in_the_allied_movement_phase(turn):
    game = position(unit("2-9", FIELD), side=ALLIED, turn=turn, dice=[5])
    assert game.state.now.air == (3 if turn >= 15 else 0)
    assert len(told(game.opening, "air")) == (turn >= 15)
    german = position(unit("12SS-25", FIELD), side=GERMAN, turn=turn)
    assert told(german.opening, "air") == []


@pytest.mark.rule("28.2a", "15.6a")
@pytest.mark.parametrize(("die", "markers"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_example_e7_half_the_die_rounded_up(die, markers):
    game = position(unit("2-9", FIELD), side=ALLIED, turn=15, dice=[die])
    assert [(event.data["die"], event.data["markers"]) for event in told(game.opening, "air")] == [(die, markers)]
    assert game.state.now.air == markers


@pytest.mark.rule("28.2a")
def test_no_markers_at_night():
    units = [unit("2-9", FIELD, night=True), unit("12SS-25", far_from(FIELD))]
    stack = (sequence.Turn(16, "end"), night_turn.NightTurn())
    game = position(*units, side=ALLIED, turn=16, night=True, stack=stack)
    assert told(game.opening, "air") == []


@pytest.mark.rule("28.2b")
@pytest.mark.parametrize(("turn", "modifier"), [(14, 0), (15, -2)])
def test_allied_surrender_rolls(turn, modifier):
    def value(side) -> int:
        return sum(each.value for each in surrender.modifiers(state(turn), side))

    assert value(ALLIED) == modifier
    assert value(GERMAN) == 0


@pytest.mark.rule("28.2c")
@pytest.mark.parametrize(("turn", "modifier"), [(14, 0), (15, 1)])
def test_fuel_shortage_rolls(turn, modifier):
    assert sum(each.value for each in fuel.modifiers(state(turn, GERMAN))) == modifier
