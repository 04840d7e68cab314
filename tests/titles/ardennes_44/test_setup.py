"""Chapter 3: what stands on the map at the start, and the German set-up."""

from collections import Counter

import pytest

from tests.titles.ardennes_44.kit import ALLIED, BOOK, GERMAN, TITLE, at, do, legal, place, refused, told
from wargame_tui.core.event import Event
from wargame_tui.core.game import Game
from wargame_tui.titles.ardennes_44.printed.book import open_book
from wargame_tui.titles.ardennes_44.state import OFF_MAP

UNITS, MAP, GRID = BOOK.units.units, BOOK.map, BOOK.board.grid
SCENARIOS = ("campaign", "three_days", "four_days")


def begin(scenario: str = "campaign", **options: str) -> Game:
    """A new game, before the German has placed anything."""
    return Game(TITLE, f"ardennes_44/{scenario}", 1, {"undo": "free"} | options)


def begun(scenario: str = "campaign") -> tuple[Game, list[Event]]:
    """The historical set-up, and the first decision after it."""
    game = begin(scenario)
    return game, do(game, "historical", "end")


def area(name: str) -> set[str]:
    """The hexes of a division's start area."""
    return {*MAP.start_areas[name].hexes}


def placings(game: Game, unit: str) -> set[str]:
    """Where a unit may be placed now."""
    return {text.split()[2] for text in legal(game, "place") if text.split()[1] == unit}


# 3.1 to 3.3


@pytest.mark.rule("3.1")
def test_who_commands_whom():
    nations = {GERMAN: {"Army", "SS", "Luftwaffe"}, ALLIED: {"US", "British"}}
    for name, unit in begin().state.units.items():
        assert BOOK.pieces[name].nation in nations[unit.side]
    game = begin()
    assert at(game, "set_up")
    assert refused(game, "place 106-422 1332").rule == "3.4"


@pytest.mark.rule("3.2")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_only_units_with_a_set_up_box_start_on_the_map_the_others_wait_for_their_turn(scenario: str):
    game, _ = begun(scenario)
    book = open_book(f"ardennes_44/{scenario}")
    late = book.scenario.late
    for name, unit in game.state.units.items():
        entry = book.pieces[name].entry
        on_map = unit.location in book.board.index
        assert on_map == (entry.setup is not None), name
        if entry.arrival is not None and unit.due is not None:
            assert unit.due == (late.turn if late and name in late.units else entry.arrival.turn), name


@pytest.mark.rule("3.2")
def test_reinforcements_wait_for_their_turns():
    game = begin()
    due = Counter(unit.due for unit in game.state.units.values() if unit.due is not None)
    assert due[2] == 4
    assert due[3] == 16
    assert game.state.units["653HvJpz"].due is None, "that is rolled for (27.9)"
    assert sum(due.values()) == 132 + 65 - 1


@pytest.mark.rule("3.3")
def test_allied_units_stand_in_the_hexes_printed_on_them_before_the_german_places_any():
    game = begin()
    for name, entry in UNITS.items():
        if entry.setup is not None:
            assert place(game, name) == (entry.setup.hex if entry.side == ALLIED else OFF_MAP), name


@pytest.mark.rule("3.3")
def test_a_dot_is_an_improved_position():
    state = begin().state
    wanted = {entry.setup.hex for entry in UNITS.values() if entry.setup and entry.setup.ip}
    assert wanted
    assert state.ips.keys() == wanted
    assert all(ip.built and ip.side == ALLIED for ip in state.ips.values())


# 3.4


@pytest.mark.rule("3.4")
@pytest.mark.parametrize("unit", ["12VG-89", "116Pz-60", "212VG-316", "18VG-293", "1SS-1PzG"])
def test_a_german_unit_starts_anywhere_in_the_area_of_its_division(unit: str):
    setup = UNITS[unit].setup
    assert setup is not None
    assert setup.area is not None
    assert placings(begin(), unit) == area(setup.area) | ({"1331"} if setup.area == "277VG" else set())


@pytest.mark.rule("3.4")
def test_not_in_the_area_of_another_division_nor_beyond_the_front():
    game = begin()
    assert refused(game, "place 12VG-89 1332").rule == "3.4"
    assert refused(game, "place 12VG-89 1431").rule == "3.4"
    assert refused(game, "place 12VG-89 9999").rule == "3.4"
    assert refused(game, "place 3FJ-8 1328").rule == "3.4", "a reinforcement does not start on the map"


@pytest.mark.rule("3.4")
@pytest.mark.parametrize(
    ("unit", "corps"), [("388VAK", "I SS"), ("766VAK", "XLVII"), ("406VAK", "LXXXV"), ("405VAK", "LXVII")]
)
def test_corps_artillery_starts_in_any_area_of_a_division_of_its_corps(unit: str, corps: str):
    """Guns keep to roads in woods and bunkers, as all vehicles (11.5)."""
    found = placings(begin(), unit)
    every = {hex_ for each in MAP.start_areas.values() if each.corps == corps for hex_ in each.hexes}
    board = BOOK.board
    stuck = {name for name in every if board.is_closed(board.index[name]) and board.index[name] not in board.on_road}
    assert found == every - stuck - {*MAP.start_areas["26VG"].west}
    areas = {name for name, each in MAP.start_areas.items() if each.corps == corps}
    assert all(found & area(name) for name in areas)


@pytest.mark.rule("3.4")
def test_set_up_next_to_enemies_is_allowed():
    """3/9 Parachute in 1329 stands beside the cavalry in 1428."""
    game = begin()
    assert GRID.distance(GRID.index["1328"], GRID.index["1428"]) == 1
    do(game, "place 3FJ-5 1328")
    assert place(game, "3FJ-5") == "1328"


@pytest.mark.rule("3.4", "8.1")
def test_stacking_limits_hold_at_set_up():
    game = begin()
    do(game, "place 12VG-89 1330")
    assert "1330" not in placings(game, "12VG-27")
    assert refused(game, "place 12VG-27 1330").rule == "8.1"
    do(game, "place 12VG-89 1131", "place 12VG-27 1330")


@pytest.mark.rule("3.4")
def test_a_unit_may_be_placed_again_until_the_set_up_ends():
    game = begin()
    do(game, "place 12VG-89 1330", "place 12VG-89 1131")
    assert place(game, "12VG-89") == "1131"
    assert refused(game, "place 12VG-89 1131").rule == "3.4"


@pytest.mark.rule("3.4")
def test_the_set_up_ends_when_all_units_are_placed():
    game = begin()
    assert refused(game, "end").rule == "3.4"
    do(game, "historical")
    assert all(place(game, name) != OFF_MAP for name, entry in UNITS.items() if entry.setup)
    do(game, "end")
    assert at(game, "movement")


@pytest.mark.rule("3.4a")
@pytest.mark.parametrize("unit", ["277VG-989", "12VG-48"])
def test_units_of_two_divisions_may_start_in_1331(unit: str):
    assert "1331" in placings(begin(), unit)


@pytest.mark.rule("3.4a")
def test_no_other_division_may():
    game = begin()
    others = {text.split()[1] for text in legal(game, "place") if text.endswith(" 1331")}
    divisions = {UNITS[name].division for name in others if UNITS[name].setup and not UNITS[name].setup.corps}  # type: ignore[union-attr]
    assert divisions == {"277VG", "12VG"}


@pytest.mark.rule("3.4b")
def test_two_regiments_of_the_26th_may_start_west_of_the_our_the_other_two_units_not():
    game = begin()
    west = {*MAP.start_areas["26VG"].west}
    assert west == {"2113", "2114"}
    for unit in ("26VG-39", "26VG-77"):
        assert placings(game, unit) == area("26VG") | west
    for unit in ("26VG-78", "26VG-26Rec"):
        found = placings(game, unit)
        assert found
        assert not found & west
        assert refused(game, f"place {unit} 2113").rule == "3.4"


@pytest.mark.rule("3.4b")
def test_nobody_else_starts_west_of_the_our():
    game = begin()
    found = {text.split()[1] for text in legal(game, "place") if text.split()[2] in MAP.start_areas["26VG"].west}
    assert found == {"26VG-39", "26VG-77"}


# 3.5 to 3.7


@pytest.mark.rule("3.5")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_game_begins_on_16am_with_six_bridges_down(scenario: str):
    state = begun(scenario)[0].state
    assert (state.turn, state.night, state.now.side) == (1, False, GERMAN)
    assert len(state.bridges) == 6
    assert all(name in BOOK.board.bridges for name in state.bridges)
    built = {name for name, works in state.bridges.items() if works.builder is not None}
    assert {name for name in built if "2115" in name or "2013" in name} == built
    assert len(built) == 2, "Dasburg and Gemünd are under construction (7.10)"


@pytest.mark.rule("3.6")
def test_all_artillery_on_the_map_starts_ready():
    game, _ = begun()
    guns = [unit for name, unit in game.state.units.items() if BOOK.pieces[name].artillery and UNITS[name].setup]
    assert len(guns) > 15
    assert not any(unit.fired for unit in guns)


@pytest.mark.rule("3.6")
def test_every_unit_starts_at_full_strength_without_markers():
    game, _ = begun()
    for unit in game.state.units.values():
        assert not any((unit.reduced, unit.eng, unit.oos, unit.night, unit.replaced))
        assert (unit.status, unit.marker, unit.points) == ("fresh", "none", 0)


@pytest.mark.rule("3.7")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_historical_placement_puts_every_unit_where_history_had_it(scenario: str):
    game, events = begun(scenario)
    for name, entry in UNITS.items():
        if entry.setup is not None and entry.side == GERMAN:
            assert place(game, name) == entry.setup.hex, name
    (event,) = told(events, "placed_all")
    assert len(event.data["hexes"]) == sum(entry.side == GERMAN for entry in UNITS.values() if entry.setup)


@pytest.mark.rule("3.7")
def test_the_historical_placement_leaves_units_alone_that_are_placed():
    game = begin()
    do(game, "place 12VG-89 1330", "historical")
    assert place(game, "12VG-89") == "1330"
    assert place(game, "12VG-27") in area("12VG") - {"1330"}, "its own hex is full"
    assert refused(game, "historical").rule == "3.7"


@pytest.mark.rule("3.5", "24.8")
def test_allied_roadblocks_stand_and_no_other_marker():
    state = begin().state
    assert {name: hex_ for name, hex_ in state.roadblocks.items() if hex_} == {"Allied1": "2312", "Allied2": "2111"}
    assert not any(state.traffic.values())
    assert len(state.traffic) == 12
    assert state.exits == {}
    assert state.advantages == ()
