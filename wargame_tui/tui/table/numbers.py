"""The numbers of what can be picked in the list: each object keeps its own as long as the decision lasts."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

PAGE = 9
"""Numbers that digits can give at a time."""


@dataclass(slots=True)
class Scope:
    """Objects that are numbered together: those of a decision, of a space, of a group."""

    numbers: dict[Hashable, int] = field(default_factory=dict)
    folded: bool | None = None
    """Whether pieces that can go to several spaces have a line each; None until that was asked."""

    def number(self, what: Hashable) -> int:
        """Its number, from 1: that which it had before, or the next one."""
        return self.numbers.setdefault(what, len(self.numbers) + 1)


@dataclass(slots=True)
class Decision:
    """What the list remembers of a decision as long as it lasts."""

    trail: tuple[str, ...]
    """The words of its steps, from the turn down."""
    what: Hashable
    """What tells it from others under the same words: the kind of its step, and its stage."""
    scopes: dict[Hashable, Scope] = field(default_factory=dict)
    scattered: bool | None = None
    """Whether it is about too much for one list, so that the list follows the cursor; None until that was asked."""


class Numbers:
    """The decision in hand, and those around it, to which play comes back."""

    def __init__(self) -> None:
        self._open: list[Decision] = [Decision((), None)]
        self.page = 0
        """The nine of the numbers that digits give now."""
        self.chosen = False
        """Whether the player has turned to them."""

    def begin(self, trail: Sequence[str], what: Hashable) -> None:
        """A decision is in hand: the same as before, one within it, or the one around it."""
        words = tuple(trail)
        known = [each for each in self._open if each.trail == words[: len(each.trail)]]
        kept = [each for each in known if len(each.trail) < len(words) or each.what == what]
        found = next((each for each in kept if (each.trail, each.what) == (words, what)), None)
        if found is not self._open[-1]:
            self.page, self.chosen = 0, False
        self._open = [*(each for each in kept if each is not found), found or Decision(words, what)]

    @property
    def decision(self) -> Decision:
        """The decision in hand."""
        return self._open[-1]

    def scope(self, where: Hashable = None) -> Scope:
        """Those of the decision, or those that are numbered by themselves within it."""
        return self.decision.scopes.setdefault(where, Scope())

    def digit(self, number: int) -> str:
        """The digit that gives a number now; empty if it is on another page."""
        return str(number - self.page * PAGE) if 1 <= number - self.page * PAGE <= PAGE else ""

    def follow(self, left: Sequence[int]) -> bool:
        """Turn to the first nine of which any is left, unless the player has turned to others; whether that changed."""
        page = (min(left, default=1) - 1) // PAGE
        if page == self.page or (self.chosen and any(self.digit(number) for number in left)):
            return False
        self.page, self.chosen = page, False
        return True

    def turn(self, by: int, most: int) -> bool:
        """Turn to the next nine of so many numbers, or to those before; whether there are any."""
        page = max(0, min(self.page + by, (most - 1) // PAGE))
        turned, self.page, self.chosen = page != self.page, page, True
        return turned
