"""What a sensible player does, and does not do, in situations that everybody who has played Mortain has met."""

from collections.abc import Callable

import pytest

from tests.titles.first_command.kit import position, unit
from wargame_tui.board.staff import Choose
from wargame_tui.bots.search import Searcher
from wargame_tui.core.game import Game
from wargame_tui.titles.first_command.bot import STAFF, choose
from wargame_tui.titles.first_command.printed import AMERICAN, GERMAN
from wargame_tui.titles.first_command.rules.movement import in_supply

HILL, MORTAIN, JUVIGNY = "0804", "0705", "0503"
WORK = 300
LEVELS: dict[str, Callable[[], Choose]] = {
    "recruit": lambda: choose,
    "veteran": lambda: Searcher(STAFF, "veteran", WORK),
}
levels = pytest.mark.parametrize("level", LEVELS)


def play(game: Game, player: Choose, phase: str = "") -> Game:
    """The player turn in hand, or a phase of it: its side by a player, the other by a recruit."""
    turn = game.state.stack[1]
    while not game.over and len(game.state.stack) > 1:
        now = game.state.stack[1]
        if now.side != turn.side or (phase and now.stage != phase):
            break
        game.apply(player(game) if game.side == turn.side else choose(game))
    return game


def attacks(game: Game) -> list[str]:
    """The hexes that were attacked."""
    return [entry.text.split()[1] for entry in game.entries if entry.text.startswith("attack ")]


@levels
def test_hill_314_is_attacked_on_the_first_morning(level: str) -> None:
    game = Game.new("first_command/mortain", 3)
    play(game, LEVELS[level]())
    assert HILL in attacks(game)


@levels
def test_a_place_that_counts_is_not_walked_out_of(level: str) -> None:
    game = position({"2-120": HILL, "120": MORTAIN, "D": "0806", "DF": "0904"}, side=AMERICAN)
    play(game, LEVELS[level](), "movement")
    assert unit(game, "2-120").location == HILL
    assert unit(game, "120").location == MORTAIN


@levels
def test_reserves_come_as_soon_as_they_may(level: str) -> None:
    game = position({"119": "0403", "39": "0601", "304": "0702"}, side=AMERICAN, turn=2)
    play(game, LEVELS[level](), "movement")
    assert unit(game, "CCB").location not in ("off", "eliminated")


@levels
@pytest.mark.parametrize(("defender", "attacked"), [("823", True), ("39", False)])
def test_attacks_gain_more_than_they_lose(level: str, defender: str, attacked: bool) -> None:
    strong, weak = {"3Pz": "0702", "2PG": "0702", "304": "0802"}, {"17SS": "0702"}
    game = position({**(strong if attacked else weak), defender: "0703"}, phase="combat")
    play(game, LEVELS[level]())
    assert bool(attacks(game)) == attacked


@levels
def test_nobody_marches_out_of_supply(level: str) -> None:
    game = position(
        {"D": "0805", "2SS": "0805", "119": "0403", "743": "0503", "117": "0603", "1-120": "0704"}, side=GERMAN
    )
    play(game, LEVELS[level](), "movement")
    assert all(in_supply(game.state, each) for each in game.state.on_map(GERMAN))
