"""What tests of greedy players share."""

from collections.abc import Callable

from wargame_tui.core.command import Command
from wargame_tui.core.game import Game

MOST_COMMANDS = 4_000


def go_on(game: Game, choose: Callable[[Game], Command], most: int = MOST_COMMANDS) -> list[Command]:
    """Play with a player on all sides until the game is over, or for so many commands; the commands."""
    chosen: list[Command] = []
    while not game.over and len(chosen) < most:
        chosen.append(choose(game))
        game.apply(chosen[-1])
    return chosen


def kinds(game: Game) -> set[str]:
    """The kinds of events that have happened."""
    return {event.kind for entry in game.entries for event in entry.events}
