"""A short game to be written down."""

import pytest

from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.core.game import Game
from wargame_tui.tui.session import Session


def played(scenario: str, seed: int, most: int = 1000) -> Game:
    """A game by lot, to its end or so many commands."""
    game, player = Game.new(scenario, seed), RandomPlayer(seed)
    while game.over is None and game.seq < most:
        game.apply(player.choose(game.legal()))
    return game


@pytest.fixture(scope="session")
def game() -> Game:
    """A whole practice scenario."""
    return played("tigers_in_the_mist/seventh_army", 5)


@pytest.fixture
def session(game: Game) -> Session:
    """That game to be looked at."""
    return Session(game, replayed=True)
