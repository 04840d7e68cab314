"""The German fuel shortage (rule 6, table TA7)."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.titles.ardennes_44.kit import (
    ALLIED,
    BOOK,
    GERMAN,
    TITLE,
    at,
    do,
    legal,
    place,
    position,
    refused,
    told,
    unit,
)
from tests.titles.ardennes_44.logistics import HOLE, distance, plains, roads_cut, run_to, step
from wargame_tui.core.game import Game
from wargame_tui.titles.ardennes_44.commands import Short
from wargame_tui.titles.ardennes_44.state import Unit

FIRST, SECOND = 0, 1
"""The two tables, as places of their dice."""
NAMED = ("15PG", "FuhBglt", "FuhGr", "2Pz", "PzLehr", "116Pz", "9Pz", "3PG", "2SS", "9SS", "1SS", "12SS")
"""Divisions of the tables."""
CLEAR = 15
"""23AM."""


def members(division: str) -> list[str]:
    """The German units of a division."""
    return [name for name, piece in BOOK.pieces.items() if piece.division == division and piece.side == GERMAN]


def army(*but: str, hexes: Sequence[str] = ()) -> list[Unit]:
    """All units of all the divisions, but for some, stacked anyhow in plain hexes of the West map."""
    names = [name for division in NAMED if division not in but for name in members(division)]
    spots = list(hexes or plains(lambda hex_: hex_.startswith("W")))
    return [unit(name, spots[index % len(spots)]) for index, name in enumerate(names)]


def short(game: Game) -> set[str]:
    """Divisions with units out of supply."""
    return {str(BOOK.pieces[name].division) for name, each in game.state.units.items() if each.oos}


def roll(table: int, die: int, *units: Unit, turn: int = 7, **changes: Any) -> Game:
    """A fuel shortage phase in which one table shows a die and the other no shortage."""
    dice = [die, 1] if table == FIRST else [1, die]
    return position(*units, turn=turn, phase="fuel", dice=dice, **changes)


EAST = [hex_ for hex_ in BOOK.board.names if hex_.isdigit() and int(hex_[:2]) < 20][::3]
"""Hexes east of the Ourthe."""


@pytest.mark.rule("6.1")
@pytest.mark.parametrize(
    ("table", "die", "hit"),
    [(FIRST, 3, "15PG"), (FIRST, 6, "116Pz"), (SECOND, 3, "3PG")],
)
def test_result_with_one_division(table: int, die: int, hit: str):
    game = roll(table, die, *army())
    assert short(game) == {hit}
    assert all(game.state.units[name].oos for name in members(hit))


CHOICES = [
    (FIRST, 4, ("FuhBglt", "FuhGr")),
    (FIRST, 5, ("2Pz", "PzLehr")),
    (SECOND, 4, ("2SS", "9SS")),
    (SECOND, 5, ("1SS", "12SS")),
]


@pytest.mark.rule("6.1", "6.1a")
@pytest.mark.parametrize(("table", "die", "named"), CHOICES)
@pytest.mark.parametrize("which", [0, 1])
def test_german_chooses_between_two_divisions(table: int, die: int, named: tuple[str, str], which: int):
    game = roll(table, die, *army())
    assert (step(game), game.side) == ("fuel_choice", GERMAN)
    assert legal(game) == {f"short {division}" for division in named}
    assert refused(game, "short 116Pz").rule == "6.4"
    text = TITLE.command_text(game.state, Short(named[which]))
    assert text.endswith(f" is short of fuel ({len(members(named[which]))} units)")
    do(game, f"short {named[which]}")
    assert short(game) == {named[which]}
    assert all(game.state.units[name].oos for name in members(named[which]))


@pytest.mark.rule("6.1")
@pytest.mark.parametrize(("die", "turn", "hit"), [(6, 7, {"2SS", "9SS"}), (6, CLEAR, {"1SS", "12SS"})])
def test_both_divisions_of_an_ss_corps(die: int, turn: int, hit: set[str]):
    game = position(*army(), turn=turn, phase="fuel", dice=[1, die])
    if at(game, "fuel_choice"):  # a one is a two in clear weather
        do(game, min(legal(game)))
    assert hit <= short(game)
    assert all(game.state.units[name].oos for division in hit for name in members(division))


@pytest.mark.rule("6.1", "6.3")
@pytest.mark.parametrize("table", [FIRST, SECOND])
def test_one_is_no_shortage(table: int):
    game = roll(table, 1, *army())
    assert short(game) == set()
    assert len(told(game.opening, "fuel_roll")) == 2


@pytest.mark.rule("6.1", "6.3")
def test_seven_is_9th_panzer():
    game = position(*army(), turn=CLEAR, phase="fuel", dice=[6, 2])
    assert short(game) - {"3PG"} == {"9Pz"}


@pytest.mark.rule("6.1")
@pytest.mark.parametrize(("turn", "rolls"), [(1, 0), (2, 0), (5, 0), (6, 0), (7, 2), (8, 2), (22, 2)])
def test_from_19am_on(turn: int, rolls: int):
    game = position(*army(), turn=turn, phase="fuel", dice=[6, 2] if turn > 14 else [3, 3])
    assert len(told(game.opening, "fuel_roll")) == rolls


@pytest.mark.rule("6.1")
def test_no_shortage_in_allied_turns_or_for_allied_units():
    game = position(*army(), unit("106-422", "1727"), turn=7, side=ALLIED, phase="fuel")
    assert not told(game.opening, "fuel_roll")
    game = roll(FIRST, 3, *army(), unit("106-422", "1727"))
    assert not game.state.units["106-422"].oos


@pytest.mark.rule("6.1")
def test_panzer_brigades_are_divisions():
    game = roll(FIRST, 4, *army())
    do(game, "short FuhGr")
    assert {name for name, each in game.state.units.items() if each.oos} == set(members("FuhGr"))
    assert len(members("FuhGr")) == 4


@pytest.mark.rule("6.1")
def test_split_units_belong_to_the_division_of_their_parent():
    game = roll(FIRST, 6, *army(), unit("GPzG-1", "2222"), parents={"GPzG-1": "116Pz-60"})
    assert game.state.units["GPzG-1"].oos
    game = roll(FIRST, 3, *army(), unit("GPzG-1", "2222"), parents={"GPzG-1": "116Pz-60"})
    assert not game.state.units["GPzG-1"].oos


@pytest.mark.rule("6.1", "6.1a", "23.1c")
def test_marker_comes_at_once_binds_and_goes_in_the_supply_phase_of_the_same_turn():
    game = roll(FIRST, 6, unit("116Pz-16-1", "0124"), unit("116Pz-60", "2222"))
    assert game.state.units["116Pz-60"].oos
    assert at(game, "movement")
    do(game, "move 116Pz-60")
    assert game.state.stack[-1].mode == "tactical"
    assert refused(game, "mode normal").rule == "23.4"
    do(game, "end")
    while game.state.now.side == GERMAN:
        do(game, "end")
    assert not game.state.units["116Pz-60"].oos
    assert not game.state.units["116Pz-16-1"].oos


@pytest.mark.rule("6.1a", "23.1c")
def test_marker_stays_on_units_that_cannot_trace_supply():
    cut_off = unit("116Pz-60", HOLE)
    game = roll(FIRST, 6, cut_off, unit("116Pz-16-1", "0124"), *roads_cut(GERMAN))
    while game.state.now.side == GERMAN:
        do(game, "end")
    assert game.state.units["116Pz-60"].oos
    assert not game.state.units["116Pz-16-1"].oos


@pytest.mark.rule("6.3")
@pytest.mark.parametrize(("turn", "added"), [(14, 0), (15, 1), (16, 1), (22, 1)])
def test_one_more_on_both_tables_from_23am(turn: int, added: int):
    game = position(*army(hexes=EAST), turn=turn, phase="fuel", dice=[2, 2])
    rolls = told(game.opening, "fuel_roll")
    assert [event.data["die"] for event in rolls] == [2, 2]
    assert [event.data["result"] for event in rolls] == [2 + added] * 2
    assert short(game) == ({"15PG", "3PG"} if added else set())


@pytest.mark.rule("6.3")
def test_captured_dump_and_clear_weather_add_up():
    game = position(
        *army(hexes=EAST),
        turn=CLEAR,
        phase="fuel",
        dice=[4, 4],
        specials={"dump": "2832", "dump_state": "shipped", "dump_seen": True},
    )
    assert [event.data["result"] for event in told(game.opening, "fuel_roll")] == [3, 3]
    assert short(game) == {"15PG", "3PG"}


# Divisions that come in this turn, or are not there (6.4)


@pytest.mark.rule("6.4")
def test_reinforcement_that_is_hit_arrives_out_of_supply():
    """Example E43."""
    game = roll(SECOND, 3, *[unit(name, "off", due=7) for name in members("3PG")])
    assert all(game.state.units[name].oos for name in members("3PG"))
    assert refused(game, "enter 3PG-8 K normal").rule == "23.4"
    do(game, "enter 3PG-8 K tactical")
    assert game.state.units["3PG-8"].oos
    hexes = {text.split()[1] for text in legal(game, "to")}
    assert hexes
    assert {distance("0137", hex_) for hex_ in hexes} == {1}
    do(game, f"to {min(hexes)}")
    assert not at(game, "moving")


@pytest.mark.rule("6.4")
@pytest.mark.parametrize(("table", "die", "named"), CHOICES)
@pytest.mark.parametrize("which", [0, 1])
def test_the_only_division_that_has_arrived_is_hit(table: int, die: int, named: tuple[str, str], which: int):
    game = roll(table, die, *army(named[1 - which]))
    assert at(game, "movement")
    assert short(game) == {named[which]}


@pytest.mark.rule("6.4")
def test_division_due_now_has_arrived_and_the_german_chooses():
    """Ambiguity 52."""
    due = [unit(name, "off", due=8) for name in members("9SS")]
    game = roll(SECOND, 4, *army("9SS"), *due, turn=8)
    assert at(game, "fuel_choice")
    do(game, "short 9SS")
    assert all(game.state.units[name].oos for name in members("9SS"))
    later = [unit(name, "off", due=9) for name in members("9SS")]
    game = roll(SECOND, 4, *army("9SS"), *later, turn=8)
    assert short(game) == {"2SS"}


@pytest.mark.rule("6.4")
@pytest.mark.parametrize(
    ("table", "die", "missing"),
    [(FIRST, 3, ["15PG"]), (FIRST, 4, ["FuhBglt", "FuhGr"]), (SECOND, 6, ["2SS", "9SS"])],
)
def test_no_shortage_if_nobody_named_has_arrived(table: int, die: int, missing: list[str]):
    game = roll(table, die, *army(*missing))
    assert short(game) == set()
    assert at(game, "movement")
    assert [event.data["table"] for event in told(game.opening, "fuel_spared")] == [table + 1]


@pytest.mark.rule("6.4")
@pytest.mark.parametrize("gone", ["eliminated", "surrendered", "exited"])
def test_division_of_which_nothing_is_left_counts_as_not_there(gone: str):
    """Ambiguity 52."""
    dead = [unit(name, gone) for name in members("2SS")]
    game = roll(SECOND, 4, *army("2SS"), *dead)
    assert short(game) == {"9SS"}


@pytest.mark.rule("6.4", "6.1")
def test_both_with_one_of_them_there_hits_that_one():
    game = roll(SECOND, 6, *army("9SS"))
    assert short(game) == {"2SS"}


# West of the Ourthe (6.5)


@pytest.mark.rule("6.5")
@pytest.mark.parametrize(
    ("hex_", "west"),
    [
        ("W1925", True),
        ("W2523", True),
        ("W1122", True),
        ("W1519", True),
        ("2126", False),
        ("3413", False),
        ("2826", False),
    ],
)
def test_what_is_west_of_the_ourthe(hex_: str, west: bool):
    """Ciney, Dinant, Marche and Rochefort are; St. Vith, Bastogne and Vielsalm are not."""
    assert BOOK.board.is_west_of_ourthe[BOOK.board.index[hex_]] == west


WEST = ("W1925", "W1519")


@pytest.mark.rule("6.5")
@pytest.mark.parametrize(
    ("table", "ours", "theirs"),
    [(FIRST, ("2Pz-2", "116Pz-60"), ("2SS-3", "9SS-19")), (SECOND, ("2SS-3", "9SS-19"), ("2Pz-2", "116Pz-60"))],
)
@pytest.mark.parametrize("which", [0, 1])
def test_allied_player_chooses_a_division_of_the_army_there(
    table: int, ours: tuple[str, str], theirs: tuple[str, str], which: int
):
    units = [unit(name, WEST[index]) for names in (ours, theirs) for index, name in enumerate(names)]
    game = roll(table, 2, *units)
    assert (step(game), game.side) == ("fuel_choice", ALLIED)
    divisions = [str(BOOK.pieces[name].division) for name in ours]
    assert {text.removeprefix("short ") for text in legal(game)} == set(divisions)
    assert refused(game, f"short {BOOK.pieces[theirs[0]].division}").rule == "6.5"
    do(game, f"short {divisions[which]}")
    assert {name for name, each in game.state.units.items() if each.oos} == {ours[which]}


@pytest.mark.rule("6.5")
def test_only_units_that_are_in_the_west_are_hit():
    game = roll(FIRST, 2, unit("2Pz-2", "W1925"), unit("2Pz-304", "3413"), unit("2Pz-3-1", "W1519"))
    assert {name for name, each in game.state.units.items() if each.oos} == {"2Pz-2", "2Pz-3-1"}


@pytest.mark.rule("6.5")
def test_nobody_in_the_west_no_shortage():
    game = roll(FIRST, 2, unit("2Pz-2", "3413"), unit("2SS-3", "W1925"))
    assert short(game) == set()
    assert told(game.opening, "fuel_spared")


@pytest.mark.rule("6.5")
def test_seventh_army_is_never_named():
    game = roll(FIRST, 2, unit("5FJ-13", "W1925"))
    assert short(game) == set()


@pytest.mark.rule("6.1", "6.5")
def test_tables_are_those_of_the_rulebook():
    first, second = BOOK.charts.fuel.tables
    assert {die: set(named) for die, named in first.items()} == {
        2: {"west 5Pz"},
        3: {"15PG"},
        4: {"FuhBglt", "FuhGr"},
        5: {"2Pz", "PzLehr"},
        6: {"116Pz"},
        7: {"9Pz"},
    }
    assert {die: set(named) for die, named in second.items()} == {
        2: {"west 6Pz"},
        3: {"3PG"},
        4: {"2SS", "9SS"},
        5: {"1SS", "12SS"},
        6: {"2SS", "9SS"},
        7: {"1SS", "12SS"},
    }
    assert all(members(division) for division in NAMED)


@pytest.mark.rule("6.1a", "23.4")
def test_second_table_is_rolled_after_the_choice_on_the_first():
    game = position(*army(hexes=EAST), turn=7, phase="fuel", dice=[5, 5])
    assert len(told(game.opening, "fuel_roll")) == 1
    events = do(game, "short PzLehr")
    assert [event.data["table"] for event in told(events, "fuel_roll")] == [2]
    do(game, "short 12SS")
    assert short(game) == {"PzLehr", "12SS"}
    assert place(game, members("12SS")[0]) in EAST
    run_to(game, "movement")
