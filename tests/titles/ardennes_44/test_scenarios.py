"""The short scenarios (rule 31, Scenarios and victory)."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.titles.ardennes_44.kit import ALLIED, BOARD, GERMAN, TITLE, do, legal, place, position, refused, told, unit
from tests.titles.ardennes_44.logistics import INDEX, NAMES, run_to, step
from wargame_tui.core.game import Game
from wargame_tui.titles.ardennes_44.printed.book import open_book
from wargame_tui.titles.ardennes_44.state import Unit

SIX, EIGHT = "three_days", "four_days"
LAST = {SIX: 6, EIGHT: 8}
NEEDED = {SIX: 10, EIGHT: 14}
RULE = {SIX: "31.1", EIGHT: "31.2"}
BOTH = (SIX, EIGHT)
BOOK = open_book(f"ardennes_44/{SIX}")
EAST = [entry.hex for entry in BOOK.map.victory if entry.hex.isdigit()]
AIRBORNE = [name for name, each in BOOK.pieces.items() if each.division in ("101", "82")]
WEST_EDGE = [name for name in NAMES if name.startswith("36")]
WEST_ROADS = [name for name in WEST_EDGE if INDEX[name] in BOARD.on_road]


def final(scenario: str, *units: Unit, hexes: int = 0, **changes: Any) -> Game:
    """The end of a scenario's last turn."""
    control = dict.fromkeys(EAST[:hexes], GERMAN)
    return position(
        *units, side=ALLIED, phase="victory", turn=LAST[scenario], scenario=scenario, control=control, **changes
    )


def winner(game: Game) -> str | None:
    return game.over.winner if game.over else None


@pytest.mark.rule("31.1", "31.2")
@pytest.mark.parametrize("scenario", BOTH)
def test_length_and_map(scenario: str):
    book = open_book(f"ardennes_44/{scenario}")
    assert book.scenario.last == LAST[scenario]
    assert all(book.is_inside(INDEX[name]) == name.isdigit() for name in NAMES)
    game = Game(TITLE, f"ardennes_44/{scenario}", 1, {"undo": "free"})
    assert not [each for each in game.state.units.values() if each.location.startswith("W")]


@pytest.mark.rule("31.1", "31.2")
@pytest.mark.parametrize("scenario", BOTH)
def test_set_up_is_that_of_the_full_game_on_the_east_map(scenario: str):
    games = [Game(TITLE, f"ardennes_44/{name}", 1, {"undo": "free"}) for name in (scenario, "campaign")]
    places = [
        {each.id: each.location for each in game.state.units.values() if each.location.isdigit()} for game in games
    ]
    assert places[0] == places[1]
    assert games[0].state.bridges == games[1].state.bridges


@pytest.mark.rule("31.1", "31.2", "29.6")
@pytest.mark.parametrize("scenario", BOTH)
def test_first_german_turn_starts_with_movement(scenario: str):
    game = Game(TITLE, f"ardennes_44/{scenario}", 1, {"undo": "free"})
    do(game, "historical", "end")
    assert (step(game), game.side, game.state.turn) == ("movement", GERMAN, 1)


@pytest.mark.rule("31.1", "31.2")
@pytest.mark.parametrize("scenario", BOTH)
@pytest.mark.parametrize("missing", [0, 1])
def test_points_for_victory_hexes(scenario: str, missing: int):
    game = final(scenario, hexes=NEEDED[scenario] - missing)
    assert winner(game) == (ALLIED if missing else GERMAN)
    [event] = told(game.opening, "final_points")
    assert (event.data["points"], event.data["needed"]) == (NEEDED[scenario] - missing, NEEDED[scenario])


@pytest.mark.rule("31.1", "31.2")
@pytest.mark.parametrize("scenario", BOTH)
def test_decided_after_the_last_allied_turn_only(scenario: str):
    control = dict.fromkeys(EAST, GERMAN)
    changes: dict[str, Any] = {"scenario": scenario, "control": control}
    assert winner(position(side=ALLIED, phase="victory", turn=LAST[scenario] - 1, **changes)) is None
    assert winner(position(side=GERMAN, phase="status", turn=LAST[scenario], **changes)) is None
    assert winner(position(side=ALLIED, phase="victory", turn=LAST[scenario], **changes)) == GERMAN


@pytest.mark.rule("31.1", "31.2")
@pytest.mark.parametrize("scenario", BOTH)
def test_the_conditions_of_the_campaign_do_not_hold(scenario: str):
    inside = [
        unit(name, BOOK.map.start_areas[area].hexes[0])
        for name, area in zip(("2-9", "2-38", "2-23"), ("277VG", "18VG", "26VG"), strict=True)
    ]
    game = position(*inside, side=ALLIED, phase="victory", turn=3, scenario=scenario, held=1)
    assert winner(game) is None


ROAD = WEST_ROADS[len(WEST_ROADS) // 2]


@pytest.mark.rule("31.1", "31.2")
@pytest.mark.parametrize("scenario", BOTH)
@pytest.mark.parametrize(
    ("exits", "points"),
    [({ROAD: 3}, 0), ({ROAD: 4}, 1), ({ROAD: 7}, 1), ({ROAD: 8}, 2), ({ROAD: 3, WEST_ROADS[0]: 5}, 2)],
)
def test_a_point_for_four_strength_off_the_west_edge(scenario: str, exits: Mapping[str, int], points: int):
    """A-17: the sum divided by four, rounded down."""
    game = final(scenario, hexes=NEEDED[scenario] - 2, exits=exits)
    assert told(game.opening, "final_points")[0].data["points"] == NEEDED[scenario] - 2 + points
    assert winner(game) == (GERMAN if points == 2 else ALLIED)


@pytest.mark.rule("31.1", "31.2")
@pytest.mark.parametrize("scenario", BOTH)
def test_without_a_road_supply_line_all_exit_points_are_lost(scenario: str):
    foe = unit("2-9", ROAD)
    game = final(scenario, foe, hexes=NEEDED[scenario] - 2, exits={ROAD: 20})
    assert told(game.opening, "final_points")[0].data["points"] == NEEDED[scenario] - 2
    full = NEEDED[scenario]
    other = next(
        hex_
        for hex_ in WEST_ROADS
        if abs(int(hex_) - int(ROAD)) > 4 and winner(final(scenario, foe, hexes=full - 2, exits={hex_: 8})) == GERMAN
    )
    game = final(scenario, foe, hexes=NEEDED[scenario] - 2, exits={ROAD: 4, other: 4})
    assert told(game.opening, "final_points")[0].data["points"] == NEEDED[scenario]


@pytest.mark.rule("31.1", "31.2")
@pytest.mark.parametrize("scenario", BOTH)
def test_german_units_leave_by_the_west_edge(scenario: str):
    game = position(unit("1SS-1Pz", ROAD), unit("2Pz-2", "2717"), turn=5, scenario=scenario)
    do(game, "move 1SS-1Pz", "leave west")
    assert place(game, "1SS-1Pz") == "exited"
    assert game.state.exits == {ROAD: 7}
    game = position(unit("1SS-1Pz", "0112"), turn=5, scenario=scenario)
    do(game, "move 1SS-1Pz")
    assert not legal(game, "leave")


# The airborne divisions


@pytest.mark.rule("31.1", "31.2")
@pytest.mark.parametrize("scenario", BOTH)
def test_eight_airborne_units_come_in_the_allied_turn_of_18pm(scenario: str):
    assert len(AIRBORNE) == 8
    game = Game(TITLE, f"ardennes_44/{scenario}", 1, {"undo": "free"})
    assert {game.state.units[name].due for name in AIRBORNE} == {6}
    assert {Game(TITLE, "ardennes_44/campaign", 1).state.units[name].due for name in AIRBORNE} == {5}
    early = position(*(unit(name, "off", due=6) for name in AIRBORNE), side=ALLIED, turn=5, scenario=scenario)
    assert not legal(early, "arrive")
    assert not legal(early, "enter")


@pytest.mark.rule("31.1", "31.2")
@pytest.mark.parametrize("scenario", BOTH)
def test_airborne_units_come_on_any_road_hex_of_the_west_edge_with_four_points_spent(scenario: str):
    game = position(*(unit(name, "off", due=6) for name in AIRBORNE), side=ALLIED, turn=6, scenario=scenario)
    hexes = {text.split()[2] for text in legal(game, "arrive") if text.split()[1] == "101-501"}
    assert hexes == {*WEST_ROADS}
    do(game, f"arrive 101-501 {ROAD}")
    moving = game.state.stack[-1]
    assert moving.kind == "moving"
    assert (moving.mode, moving.halves) == ("strategic", 8)
    assert game.state.units["101-501"].marker == "truck"
    off_road = next(hex_ for hex_ in WEST_EDGE if hex_ not in WEST_ROADS)
    do(game, "end")
    assert refused(game, f"arrive 101-502 {off_road}")


@pytest.mark.rule("31.1", "31.2")
@pytest.mark.parametrize("scenario", BOTH)
def test_airborne_units_reach_eight_points_farther(scenario: str):
    """Trucks have 12 points (12.6), four of which are spent: 16 hexes of primary road at the most."""
    game = position(*(unit(name, "off", due=6) for name in AIRBORNE), side=ALLIED, turn=6, scenario=scenario)
    do(game, f"arrive 101-501 {ROAD}")
    points = []
    for text in legal(game, "to"):
        points += [event.data["points"] for event in told(do(game.branch(), text), "moved")]
    assert max(points) <= 12
    assert max(points) > 10


@pytest.mark.rule("31.1", "31.2")
@pytest.mark.parametrize("scenario", BOTH)
@pytest.mark.parametrize(("turn", "free"), [(4, 10), (5, 2), (6, 2)])
def test_eight_markers_are_kept_for_them_on_the_18th(scenario: str, turn: int, free: int):
    """A-17: in both turns of the 18th."""
    from wargame_tui.titles.ardennes_44.rules.transport import free_markers

    game = position(*(unit(name, "off", due=6) for name in AIRBORNE), side=ALLIED, turn=turn, scenario=scenario)
    assert free_markers(game.state, ALLIED) == free


@pytest.mark.rule("31.1", "31.2")
def test_markers_kept_are_refused_to_others():
    waiting = [unit(name, "off", due=6) for name in AIRBORNE]
    tanks = [unit(name, hex_) for name, hex_ in zip(("709Tnk", "741Tnk", "707Tnk"), _apart(), strict=False)]
    game = position(*waiting, *tanks, side=ALLIED, turn=5, scenario=SIX)
    for name, hex_ in zip(("709Tnk", "741Tnk"), _apart(), strict=False):
        assert place(game, name) == hex_
        do(game, f"move {name}", "mode strategic")
        do(game, min(legal(game, "to")))
        run_to(game, "movement") if step(game) != "movement" else None
    do(game, "move 707Tnk")
    assert refused(game, "mode strategic").rule == "12.4"


def _apart() -> list[str]:
    """Road hexes far from each other."""
    chosen: list[str] = []
    for hex_ in sorted(BOARD.on_road):
        name = NAMES[hex_]
        clear = name.isdigit() and BOARD.terrain[hex_] == "clear" and 1 < BOARD.grid.column_row(hex_)[0] < 36
        if clear and all(BOARD.grid.distance(hex_, INDEX[other]) > 20 for other in chosen):
            chosen.append(name)
    return chosen[:3]


@pytest.mark.rule("31.2")
def test_fuel_shortage_and_the_first_greif_removal_in_the_longer_scenario():
    game = position(unit("116Pz-60", "2222"), turn=7, phase="fuel", scenario=EIGHT, dice=[6, 1])
    assert game.state.units["116Pz-60"].oos
    game = position(unit("116Pz-60", "2222"), turn=8, phase="traffic", scenario=EIGHT)
    do(game, "end")
    assert "German1" not in game.state.traffic
