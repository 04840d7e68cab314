"""What the events of this title have in common: where they happen, whose they are."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from wargame_tui.core.event import Event, Modifier
from wargame_tui.titles.liberty_roads.printed.book import ALLIED, open_board
from wargame_tui.titles.liberty_roads.printed.names import SOLDIERS, at, signed


class Told(Event):
    """Something that happened, most of it in a hex."""

    __slots__ = ()
    spot: ClassVar[str] = "hex"
    """The field with the hex or box."""

    @property
    def at(self) -> str:
        """Where it happened: `at 1309 Caen`, `in England`."""
        return at(getattr(self, "hex", ""))

    @property
    def who(self) -> str:
        """Whose it is: `The Allies`."""
        return SOLDIERS[getattr(self, "side", ALLIED)]

    def place(self) -> str | None:
        """The hex or box; None if it is neither."""
        board, found = open_board(), getattr(self, self.spot, None)
        return found if found in board.index or found in board.map.boxes else None


class InCombat(Told):
    """What may follow the opening of a combat or landing before it is over."""

    __slots__ = ()


Term = list[Any]
"""A modifier as events tell it: its name, what it adds, its rule."""


def terms(modifiers: Iterable[Modifier]) -> list[Term]:
    """Modifiers as events tell them."""
    return [[each.name, each.value, each.rule] for each in modifiers]


def dice_words(dice: Sequence[int]) -> str:
    """Dice that are added: `3 and 5`."""
    return " and ".join(map(str, dice))


def die_words(die: int, modifiers: Sequence[Term], result: int) -> str:
    """A die with its modifiers: `rolls 2 -1 marsh = 1`."""
    added = signed(modifiers)
    return f"rolls {die}{f' {added}' if added else ''} = {result}"
