"""The rules, each with its number in rules.md: written from there, not from the code."""

import pytest
from wargame_tui.core.game import Game

from skeleton import TITLE
from skeleton.printed.book import neighbours

SEED = 1


@pytest.fixture
def game() -> Game:
    return Game(TITLE, "skeleton/crossroads", SEED)


def beside(game: Game, unit: str, enemy: str) -> None:
    """Put a unit next to an enemy by hand."""
    space = next(iter(neighbours()[game.state.units[enemy].location]))
    game.edit([{"op": "replace", "path": f"/units/{unit}/location", "value": space}])


@pytest.mark.rule("1.1", "1.2")
def test_red_gives_orders_then_blue(game: Game) -> None:
    assert game.side == "Red"
    game.apply("end")
    assert game.side == "Blue"
    game.apply("end")
    assert (game.side, game.state.turn) == ("Red", 2)


@pytest.mark.rule("1.3", "4.1")
def test_after_the_last_turn_nobody_wins_without_the_objective(game: Game) -> None:
    for _ in range(12):
        game.apply("end")
    assert game.over is not None
    assert (game.over.winner, game.over.level) == (None, "draw")


@pytest.mark.rule("2.1", "4.2")
def test_a_unit_moves_to_a_space_next_to_its_own(game: Game) -> None:
    space = next(iter(neighbours()[game.state.units["R1"].location]))
    game.apply(f"move R1 {space}")
    assert game.state.units["R1"].location == space
    assert game.state.control[space] == "Red"
    far = game.state.units["B2"].location
    refusal = game.refusal(game.parse(f"move R2 {far}"))
    assert refusal is not None
    assert refusal.rule == "2.1"


@pytest.mark.rule("2.2")
def test_no_unit_enters_a_space_with_an_enemy(game: Game) -> None:
    beside(game, "R1", "B1")
    refusal = game.refusal(game.parse(f"move R1 {game.state.units['B1'].location}"))
    assert refusal is not None
    assert refusal.rule == "2.2"


@pytest.mark.rule("2.3")
def test_a_unit_acts_once_a_turn(game: Game) -> None:
    here = game.state.units["R1"].location
    game.apply(f"move R1 {next(iter(neighbours()[here]))}")
    refusal = game.refusal(game.parse(f"move R1 {here}"))
    assert refusal is not None
    assert refusal.rule == "2.3"


@pytest.mark.rule("3.1", "3.2")
@pytest.mark.parametrize(("unit", "die", "hit"), [("R1", 4, False), ("R1", 5, True), ("R2", 3, False), ("R2", 4, True)])
def test_the_die_decides_an_attack(game: Game, unit: str, die: int, hit: bool) -> None:
    beside(game, unit, "B1")
    game.script([die])
    game.apply(f"attack {unit} B1")
    assert (game.state.units["B1"].location == "eliminated") is hit


@pytest.mark.rule("3.2")
def test_the_odds_are_those_of_the_die(game: Game) -> None:
    beside(game, "R2", "B1")
    odds = game.odds(game.parse("attack R2 B1"))
    assert odds is not None
    assert [(round(chance.p, 3), chance.text) for chance in odds.outcomes] == [
        (0.5, "B1 is eliminated"),
        (0.5, "nothing happens"),
    ]


@pytest.mark.rule("4.3")
def test_whoever_has_no_enemy_left_wins(game: Game) -> None:
    for unit in ("B1", "B2"):
        beside(game, "R2", unit)
        game.edit([{"op": "replace", "path": "/units/R2/moved", "value": False}])
        game.script([6])
        game.apply(f"attack R2 {unit}")
    assert game.over is not None
    assert game.over.winner == "Red"
