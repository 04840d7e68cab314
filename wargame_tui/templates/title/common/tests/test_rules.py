"""The rules, each with its number in rules.md: written from there, not from the code."""

import pytest
from kit import SCENARIO, do, position, refused, told
from wargame_tui.core.game import Game

from skeleton import TITLE
from skeleton.printed.book import DATA, near

HERE = DATA.scenario(SCENARIO).objective
THERE = next(iter(near(HERE)))
FAR = next(space for space in near(THERE) if space not in (HERE, *near(HERE)))


@pytest.mark.rule("1.1", "1.2")
def test_red_moves_and_attacks_then_blue() -> None:
    game = Game(TITLE, SCENARIO, 1)
    seen = []
    for _ in range(4):
        seen.append((game.side, game.state.stack[-1].stage))
        do(game, "end")
    assert seen == [("Red", "movement"), ("Red", "combat"), ("Blue", "movement"), ("Blue", "combat")]
    assert (game.side, game.state.turn) == ("Red", 2)


@pytest.mark.rule("1.3", "4.1")
@pytest.mark.parametrize(("orders", "winner"), [([], None), ([f"move R1 {HERE}"], "Red")])
def test_after_the_last_turn_the_objective_decides(orders: list[str], winner: str | None) -> None:
    game = position({"R1": THERE, "B1": FAR}, turn=DATA.scenario(SCENARIO).turns)
    do(game, *orders, *["end"] * 4)
    assert game.over is not None
    assert game.over.winner == winner


@pytest.mark.rule("2.1", "4.2")
def test_a_unit_moves_to_a_space_next_to_its_own() -> None:
    game = position({"R1": HERE, "B1": FAR})
    assert refused(game, f"move R1 {FAR}").rule == "2.1"
    assert told(do(game, f"move R1 {THERE}")) == ["moved"]
    assert game.state.units["R1"].location == THERE
    assert game.state.control[THERE] == "Red"


@pytest.mark.rule("2.2")
def test_no_unit_enters_a_space_with_an_enemy() -> None:
    assert refused(position({"R1": HERE, "B1": THERE}), f"move R1 {THERE}").rule == "2.2"


@pytest.mark.rule("2.3")
def test_a_unit_acts_once_a_turn() -> None:
    game = position({"R1": HERE, "B1": FAR})
    do(game, f"move R1 {THERE}")
    assert refused(game, f"move R1 {HERE}").rule == "2.3"
    do(game, "end")
    assert refused(game, "attack R1 B1").rule == "2.3"


@pytest.mark.rule("3.1", "3.2")
@pytest.mark.parametrize(("unit", "die", "hit"), [("R1", 4, False), ("R1", 5, True), ("R2", 3, False), ("R2", 4, True)])
def test_the_die_decides_an_attack(unit: str, die: int, hit: bool) -> None:
    game = position({unit: HERE, "B1": THERE, "B2": FAR}, phase="combat", dice=[die])
    assert refused(game, f"attack {unit} B2").rule == "3.1"
    assert told(do(game, f"attack {unit} B1")) == ["hit" if hit else "missed"]
    assert (game.state.units["B1"].location == "eliminated") is hit


@pytest.mark.rule("3.2")
def test_the_odds_are_those_of_the_die() -> None:
    game = position({"R2": HERE, "B1": THERE}, phase="combat")
    odds = game.odds(game.parse("attack R2 B1"))
    assert odds is not None
    assert [(round(chance.p, 3), chance.text) for chance in odds.outcomes] == [
        (0.5, "B1 is eliminated"),
        (0.5, "nothing happens"),
    ]


@pytest.mark.rule("4.3")
def test_whoever_has_no_enemy_left_wins() -> None:
    game = position({"R2": HERE, "B1": THERE}, phase="combat", dice=[6])
    do(game, "attack R2 B1")
    assert game.over is not None
    assert game.over.winner == "Red"
