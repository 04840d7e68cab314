"""The two sides of a game."""

from collections.abc import Callable
from typing import TypeVar

Side = TypeVar("Side", bound=str)


def opponents(one: Side, other: Side) -> Callable[[Side], Side]:
    """A function that gives each of two sides its enemy: `enemy = opponents(GERMAN, ALLIED)`."""

    def enemy(side: Side) -> Side:
        return other if side == one else one

    return enemy
