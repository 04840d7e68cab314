"""Victory in the campaign (rule 30)."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.titles.ardennes_44.kit import (
    ALLIED,
    BOARD,
    BOOK,
    GERMAN,
    at,
    do,
    legal,
    place,
    position,
    refused,
    told,
    unit,
)
from tests.titles.ardennes_44.logistics import INDEX, NAMES, around, distance, road_kind
from wargame_tui.core.game import Game
from wargame_tui.titles.ardennes_44.rules.sequence import PlayerTurn, Turn
from wargame_tui.titles.ardennes_44.state import Unit

EAST = [entry.hex for entry in BOOK.map.victory if entry.hex.isdigit()]
WEST = [entry.hex for entry in BOOK.map.victory if not entry.hex.isdigit()]
EXIT_F, EXIT_G = BOOK.map.entries["F"].hex, BOOK.map.entries["G"].hex
GERMANS = [name for name, each in BOOK.pieces.items() if each.infantry and each.side == GERMAN and not each.split]
AMERICANS = [name for name, each in BOOK.pieces.items() if each.infantry and each.nation == "US" and not each.split]
MEUSE = ("Givet", "Dinant", "Namur", "Andenne", "Huy", "Amay")


def held(east: int = 20, west: int = 0) -> Mapping[str, Any]:
    """German control of so many victory hexes."""
    return dict.fromkeys((*EAST[:east], *WEST[:west]), GERMAN)


def check(*units: Unit, turn: int = 9, control: Mapping[str, Any] | None = None, **changes: Any) -> Game:
    """The victory phase, just over."""
    return position(
        *units, side=ALLIED, turn=turn, phase="victory", control=held() if control is None else control, **changes
    )


def winner(game: Game) -> str | None:
    return game.over.winner if game.over else None


def closed() -> list[Unit]:
    """Allied units on all German sources: no German is in supply."""
    return [unit(name, NAMES[hex_]) for name, hex_ in zip(AMERICANS[20:], sorted(BOOK.sources(GERMAN)), strict=False)]


@pytest.mark.rule("30.1")
def test_checked_in_the_allied_player_turn_only():
    control = held(20, 8)
    game = position(side=GERMAN, turn=9, phase="status", control=control)
    assert winner(game) is None
    assert not told(game.opening, "victory_check")
    assert winner(check(control=control)) == GERMAN


@pytest.mark.rule("30.1")
def test_the_game_ends_at_once():
    game = check(control=held(20, 8), turn=3)
    assert game.over is not None
    assert game.over.level == "German victory"
    assert legal(game) == set()
    assert game.state.turn == 3


@pytest.mark.rule("30.2", "30.2d")
@pytest.mark.parametrize(
    ("east", "west", "won"), [(20, 8, True), (19, 8, False), (20, 7, False), (38, 0, False), (19, 16, False)]
)
def test_twenty_hexes_in_the_east_and_eight_in_the_west(east: int, west: int, won: bool):
    assert winner(check(control=held(east, west))) == (GERMAN if won else None)


@pytest.mark.rule("30.2", "30.2d")
def test_control_is_of_who_was_there_last():
    """A-15: passing through is enough, and the Allies take it back in the same way."""
    hex_ = next(each for each in WEST if each not in BOOK.map.meuse_towns.values() and len(around(each)) == 6)
    way = next(
        [one, hex_, other]
        for one in around(hex_)
        for other in around(hex_)
        if distance(one, other) == 2 and road_kind(one, hex_) and road_kind(hex_, other)
    )
    for name, side in (("1SS-1Pz", GERMAN), ("709Tnk", ALLIED)):
        game = position(unit(name, way[0]), side=side, turn=13, control={hex_: ALLIED if side == GERMAN else GERMAN})
        do(game, f"move {name}", f"to {hex_}", f"to {way[2]}")
        assert place(game, name) == way[2]
        assert game.state.control[hex_] == side


@pytest.mark.rule("30.2")
def test_victory_hexes_behind_the_allied_front_are_allied_at_first():
    game = check(control={})
    [event] = told(game.opening, "victory_check")
    assert event.data["east"] == sum(INDEX[hex_] in BOARD.german_at_start for hex_ in EAST)
    assert event.data["west"] == 0


# Goal A (30.2a)


@pytest.mark.rule("30.2", "30.2a")
@pytest.mark.parametrize(
    ("exits", "won"),
    [
        ({EXIT_F: 24}, True),
        ({EXIT_G: 24}, True),
        ({EXIT_F: 12, EXIT_G: 12}, True),
        ({EXIT_F: 23}, False),
        ({EXIT_F: 12, EXIT_G: 11}, False),
        ({}, False),
    ],
)
def test_twenty_four_strength_points_by_f_and_g(exits: Mapping[str, int], won: bool):
    assert winner(check(exits=exits)) == (GERMAN if won else None)
    assert winner(check(exits=exits, control=held(19))) is None


@pytest.mark.rule("30.2a", "23.3k")
def test_a_road_supply_line_from_one_of_the_exits_used():
    """Holding the exit, or its roads in a zone of control, cuts it; one of two exits is enough."""
    foe = unit(AMERICANS[0], EXIT_F)
    assert winner(check(foe, exits={EXIT_F: 30})) is None
    assert winner(check(foe, exits={EXIT_F: 20, EXIT_G: 10})) == GERMAN
    assert winner(check(foe, exits={EXIT_G: 30})) == GERMAN
    beside = unit(AMERICANS[0], next(hex_ for hex_ in around(EXIT_F)))
    assert winner(check(beside, exits={EXIT_F: 30})) is None
    assert winner(check(*closed(), exits={EXIT_F: 30, EXIT_G: 30})) is None


@pytest.mark.rule("30.2a")
@pytest.mark.parametrize(("letter", "hex_"), [("F", EXIT_F), ("G", EXIT_G)])
@pytest.mark.parametrize(("reduced", "strength"), [(False, 7), (True, 4)])
def test_units_leave_by_f_and_g_with_the_strength_they_show(letter: str, hex_: str, reduced: bool, strength: int):
    """A-16."""
    game = position(unit("1SS-1Pz", hex_, reduced=reduced), turn=13)
    do(game, "move 1SS-1Pz", f"leave {letter}")
    assert place(game, "1SS-1Pz") == "exited"
    assert game.state.exits == {hex_: strength}


@pytest.mark.rule("30.2a")
def test_no_german_leaves_elsewhere():
    """A-31."""
    west = [hex_ for hex_ in BOARD.names if hex_.startswith("W34") and hex_ != EXIT_F]
    for hex_ in (west[20], west[30], "0112", "1601"):
        game = position(unit("1SS-1Pz", hex_), turn=13)
        do(game, "move 1SS-1Pz")
        assert not legal(game, "leave")
        assert refused(game, "leave F").rule == "11.9"


@pytest.mark.rule("30.2a")
@pytest.mark.parametrize(("letter", "exits"), [("F", {EXIT_F: 3}), ("G", {EXIT_G: 3})])
def test_an_exit_hex_that_was_used_is_no_entry_hex_any_more(letter: str, exits: Mapping[str, int]):
    assert BOOK.pieces["43-129"].entry.arrival is not None
    game = position(unit("43-129", "off", due=13), side=ALLIED, turn=13, exits=exits)
    other = "G" if letter == "F" else "F"
    assert refused(game, f"enter 43-129 {letter} normal").rule == "30.2"
    assert f"enter 43-129 {other} normal" in legal(game)


# Goals B and C (30.2b, 30.2c)


def towns(hexes: Sequence[str], **changes: Any) -> list[Unit]:
    return [unit(name, hex_, **changes) for name, hex_ in zip(GERMANS, hexes, strict=False)]


@pytest.mark.rule("30.2", "30.2b")
def test_all_four_hexes_of_liege_with_supplied_units():
    liege = BOOK.map.liege
    assert len(liege) == 4
    assert winner(check(*towns(liege))) == GERMAN
    assert winner(check(*towns(liege), control=held(19))) is None
    assert winner(check(*towns(liege[:3]))) is None
    assert winner(check(*towns(liege[:3]), control={**held(), liege[3]: GERMAN})) is None
    assert winner(check(*towns(liege), *closed())) is None


@pytest.mark.rule("30.2", "30.2c")
def test_four_of_the_six_towns_on_the_meuse_with_supplied_units():
    assert set(BOOK.map.meuse_towns) == {*MEUSE}
    hexes = [BOOK.map.meuse_towns[town] for town in MEUSE]
    assert all(INDEX[hex_] in BOARD.urban for hex_ in hexes)
    for four in (hexes[:4], hexes[2:], [hexes[0], hexes[2], hexes[4], hexes[5]]):
        assert winner(check(*towns(four))) == GERMAN
        assert winner(check(*towns(four[:3]))) is None
        assert winner(check(*towns(four[:3]), control={**held(), four[3]: GERMAN})) is None
        assert winner(check(*towns(four), *closed())) is None


@pytest.mark.rule("30.2c", "30.2")
def test_amay_is_a_victory_hex():
    assert BOOK.map.meuse_towns["Amay"] in WEST


# The Allies (30.3)


@pytest.mark.rule("30.3")
def test_the_allies_win_if_the_german_has_not_won_by_the_end():
    game = check(turn=22)
    assert winner(game) == ALLIED
    assert winner(check(turn=21)) is None
    assert winner(check(turn=22, control=held(20, 8))) == GERMAN


AREAS = {name: sorted(hexes)[0] for name, hexes in BOOK.areas.items()}


def inside(*names: str) -> list[Unit]:
    """Allied units in German start areas, with their own supply through the German lines."""
    return [unit(each, NAMES[AREAS[name]]) for each, name in zip(AMERICANS, names, strict=False)]


THREE, OTHERS = ("277VG", "18VG", "26VG"), ("326VG", "62VG", "212VG")


@pytest.mark.rule("30.3", "30.3a")
@pytest.mark.parametrize(("names", "before", "after"), [(THREE, 0, 1), (THREE[:2], 0, 0), (THREE[:2], 1, 0)])
def test_three_start_areas_are_counted_from_check_to_check(names: tuple[str, ...], before: int, after: int):
    game = check(*inside(*names), held=before)
    assert winner(game) is None
    assert game.state.held == after


@pytest.mark.rule("30.3a")
@pytest.mark.parametrize("names", [THREE, OTHERS, (*THREE, *OTHERS)])
def test_two_victory_phases_in_a_row_win_whichever_areas(names: tuple[str, ...]):
    """A-11: any three at each check."""
    game = check(*inside(*names), held=1)
    assert winner(game) == ALLIED


@pytest.mark.rule("30.3a")
def test_it_overrides_a_german_victory():
    assert winner(check(*inside(*THREE), held=1, control=held(20, 8))) == ALLIED
    assert winner(check(*inside(*THREE), held=0, control=held(20, 8))) == GERMAN


@pytest.mark.rule("30.3a")
def test_the_units_must_be_in_supply():
    closed_off = [
        unit(name, NAMES[hex_]) for name, hex_ in zip(GERMANS[30:], sorted(BOOK.sources(ALLIED)), strict=False)
    ]
    game = check(*inside(*THREE), *closed_off, held=1)
    assert winner(game) is None
    assert game.state.held == 0


@pytest.mark.rule("30.3a")
def test_three_units_in_one_area_or_in_rear_zones_are_not_three_areas():
    hexes = [NAMES[hex_] for hex_ in sorted(BOOK.areas["18VG"])[:3]]
    game = check(*(unit(name, hex_) for name, hex_ in zip(AMERICANS, hexes, strict=False)), held=1)
    assert winner(game) is None
    rear = [BOOK.map.start_areas[name].rear[0] for name in ("277VG", "272VG", "326VG")]
    game = check(*(unit(name, hex_) for name, hex_ in zip(AMERICANS, rear, strict=False)), held=1)
    assert winner(game) is None


@pytest.mark.rule("30.3a")
def test_two_checks_in_play():
    """From one Allied turn to the next, with nothing else on the map."""
    stack = [Turn(9, "night"), PlayerTurn(ALLIED, "victory")]
    game = position(*inside(*THREE), side=ALLIED, turn=9, stack=stack, control=held())
    assert game.state.held == 1
    for _ in range(80):
        if game.over:
            break
        choices = legal(game)
        do(game, "end" if "end" in choices else min(choices))
    assert winner(game) == ALLIED
    assert game.state.turn == 10
    assert not at(game, "movement")
