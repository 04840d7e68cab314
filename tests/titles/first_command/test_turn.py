"""The game, the turn, the weather, victory (1, 2, 3, 11)."""

import pytest

from tests.titles.first_command.kit import SCENARIO, do, goals, kinds, legal, position, refused, unit, where
from wargame_tui.board.rulebook import Rulebook
from wargame_tui.core.game import Game
from wargame_tui.titles.first_command import TITLE
from wargame_tui.titles.first_command.printed import AMERICAN, DATA, GERMAN

RULES = TITLE.rulebook()


def new(*dice: int) -> Game:
    return Game(TITLE, SCENARIO, 1, dice=dice)


@pytest.mark.rule("1.1", "2.2")
def test_the_german_begins() -> None:
    game = new()
    assert TITLE.sides == (GERMAN, AMERICAN)
    assert game.side == GERMAN
    do(game, "end", "end")
    assert game.side == AMERICAN
    do(game, "end", "end")
    assert (game.state.turn, game.side) == (2, GERMAN)


@pytest.mark.rule("1.2")
def test_the_map_has_63_hexes_of_26_kilometres() -> None:
    assert (DATA.board.grid.columns, DATA.board.grid.rows) == (9, 7)
    assert DATA.map.grid.scale == 2.6
    east, west = (
        DATA.board.grid.whereabouts(DATA.board.index["0905"]),
        DATA.board.grid.whereabouts(DATA.board.index["0105"]),
    )
    assert east[1] > west[1]


@pytest.mark.rule("1.3")
def test_a_unit_has_two_steps() -> None:
    game = position({"304": "0402", "39": "0401"}, phase="combat", dice=[1], side=AMERICAN)
    assert unit(game, "304").strength == 5
    do(game, "attack 0402", "roll")
    assert unit(game, "39").reduced
    assert unit(game, "39").strength == 3
    game = position({"304": "0402", "39": "0401"}, phase="combat", dice=[1], side=AMERICAN, reduced=["39"])
    do(game, "attack 0402", "roll")
    assert where(game, "39") == "eliminated"


@pytest.mark.rule("1.4")
def test_there_is_one_die_with_six_sides_and_high_is_good() -> None:
    assert TITLE.largest_die == 6
    order = ["A1", "-", "EX", "DR", "D1", "D2"]
    for column in range(len(DATA.charts.columns)):
        results = [order.index(DATA.charts.results[die][column]) for die in range(1, 7)]
        assert results == sorted(results)


@pytest.mark.rule("2.1")
def test_six_turns() -> None:
    game = new(*[6] * 5)
    turns = []
    while not game.over:
        turns.append(TITLE.turn_words(SCENARIO, TITLE.turn(game.state)))
        do(game, "end", "end", "end", "end")
    assert turns == [entry[0] for entry in DATA.scenarios["mortain"].track]
    assert len(turns) == 6


@pytest.mark.rule("2.3", "7.1")
def test_first_moves_then_attacks() -> None:
    game = position({"304": "0402", "39": "0301"})
    assert not legal(game, "attack")
    assert refused(game, "attack 0301").rule == "4.1"
    do(game, "end")
    assert not legal(game, "move")
    assert refused(game, "move 304 0502").rule == "7.1"
    do(game, "end")
    assert game.side == AMERICAN


@pytest.mark.rule("3.1")
@pytest.mark.parametrize(("die", "weather"), [(1, "fog"), (5, "fog"), (6, "clear")])
def test_the_morning_is_foggy_on_five_or_less(die: int, weather: str) -> None:
    game = new(die)
    assert game.state.weather == "dark"
    events = do(game, "end", "end", "end", "end")
    assert game.state.weather == weather
    assert [(event.data["die"], event.data["weather"]) for event in events if event.kind == "turn"] == [(die, weather)]
    assert [fog for _, fog in DATA.scenarios["mortain"].track] == [None, 5, 1, 2, 4, 1]


@pytest.mark.rule("3.3", "4.3")
def test_under_a_clear_sky_german_vehicles_do_not_gain_by_roads() -> None:
    start = {"304": "0104"}
    assert "0603" in goals(position(start, weather="fog"), "304")
    clear = position(start)
    assert "0603" not in goals(clear, "304")
    assert "0304" in goals(clear, "304")
    assert "0603" in goals(position({"743": "0104"}, side=AMERICAN), "743")
    bridge = position({"DF": "0801"})
    assert "0802" in goals(bridge, "DF")


@pytest.mark.rule("3.4", "3.5")
def test_support_points_by_the_sky() -> None:
    game = new(1, 6)
    assert game.state.support == {GERMAN: 2, AMERICAN: 1}
    do(game, *["end"] * 4)
    assert game.state.support == {GERMAN: 1, AMERICAN: 1}
    do(game, *["end"] * 4)
    assert game.state.support == {GERMAN: 1, AMERICAN: 4}, "with the eyes on Hill 314"
    lost = position({"304": "0804"}, side=AMERICAN, phase="combat", dice=[6], turn=2)
    do(lost, "end")
    assert lost.state.support == {GERMAN: 1, AMERICAN: 3}


@pytest.mark.rule("3.4")
def test_points_are_not_kept() -> None:
    game = position({"304": "0804"}, side=AMERICAN, phase="combat", dice=[1], turn=2, support=(3, 3))
    do(game, "end")
    assert game.state.support == {GERMAN: 1, AMERICAN: 1}


@pytest.mark.rule("11.1", "11.2")
def test_places_belong_to_who_was_there_last() -> None:
    game = position({"304": "0502", "119": "0104"})
    assert game.state.points == 0
    assert "taken" in kinds(do(game, "move 304 0303"))
    assert game.state.points == 3
    assert sum(DATA.scenarios["mortain"].places.values()) == 20
    events = do(position({"304": "0402"}, weather="fog"), "move 304 0204")
    assert [event.data["space"] for event in events if event.kind == "taken"] == ["0303", "0204"], "on its way, too"


@pytest.mark.rule("11.3")
def test_losses_count() -> None:
    game = position({"304": "0402", "823": "0401"}, over_map={"0705": GERMAN})
    game.edit([{"op": "replace", "path": "/units/823/location", "value": "eliminated"}])
    assert game.state.points == 3
    game.edit([{"op": "replace", "path": "/units/304/location", "value": "eliminated"}])
    assert game.state.points == 2


@pytest.mark.rule("11.4")
@pytest.mark.parametrize(
    ("places", "winner", "level"),
    [
        (("0204", "0303", "0503", "0804"), GERMAN, "great German victory"),
        (("0204", "0303", "0703"), GERMAN, "German victory"),
        (("0204", "0303"), AMERICAN, "American victory"),
        (("0204",), AMERICAN, "American victory"),
        (("0303",), AMERICAN, "great American victory"),
    ],
)
def test_the_levels(places: tuple[str, ...], winner: str, level: str) -> None:
    game = position({"304": "0905"}, turn=6, side=AMERICAN, phase="combat", over_map=dict.fromkeys(places, GERMAN))
    do(game, "end")
    assert game.over is not None
    assert (game.over.winner, game.over.level) == (winner, level)


@pytest.mark.rule("11.5")
def test_the_road_to_avranches() -> None:
    game = position({"304": "0104"}, phase="combat")
    do(game, "end")
    assert game.over is not None
    assert (game.over.winner, game.over.level) == (GERMAN, "great German victory")
    unsupplied = position({"304": "0104", "12": "0302", "134": "0305", "320": "0307"}, phase="combat")
    do(unsupplied, "end")
    assert unsupplied.over is None
    elsewhere = position({"304": "0103"}, phase="combat")
    do(elsewhere, "end")
    assert elsewhere.over is None
    later = position({"304": "0104"}, phase="combat", side=AMERICAN)
    do(later, "end")
    assert later.over is None, "at the end of a German player turn only"


def test_every_rule_is_in_the_book_and_cited_numbers_are_rules() -> None:
    assert isinstance(RULES, Rulebook)
    numbers = [number for number in RULES.rules if "." in number]
    assert len(numbers) >= 40
    for kind in TITLE.command_kinds:
        assert kind.rule is None or kind.rule in numbers
