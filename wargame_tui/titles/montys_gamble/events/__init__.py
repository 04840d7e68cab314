"""What happens in a game of Monty's Gamble, in words: what the classes of its events have in common."""

from collections.abc import Iterable, Sequence

from wargame_tui.board.phrases import first_up, made_of
from wargame_tui.core.event import Event, Modifier
from wargame_tui.core.wording import Name, worded
from wargame_tui.titles.montys_gamble.printed.names import depot_name, term_name

Term = tuple[str, int, str]
"""A modifier as an event tells it: name, value, rule."""


def told(terms: Iterable[Modifier]) -> list[Term]:
    """Modifiers as events tell them."""
    return [(term.name, term.value, term.rule) for term in terms]


class Journey(Event):
    """Something goes from one space to another, and is looked for where it goes."""

    __slots__ = ()
    to: str

    def place(self) -> str:
        return self.to


class OverArea(Event):
    """Something happens in an area."""

    __slots__ = ()
    area: str

    def place(self) -> str:
        return self.area


class AtWater(Event):
    """Something happens on a boundary over water; it is shown at its first bank."""

    __slots__ = ()
    border: str

    def words(self, name: Name, /) -> str:
        """By the form, which may begin with the name of a bridge or river."""
        return first_up(worded(self.template, self.data, name))

    def place(self) -> str:
        return self.border.partition("-")[0]


class OfDepot(Event):
    """Something about a depot; some have the number of an area, which their words must not name."""

    __slots__ = ()
    depot: str

    def words(self, name: Name, /) -> str:
        return first_up(worded(self.template, {**self.data, "depot": depot_name(self.depot)}, name))


class Attempt(AtWater):
    """Somebody is about to roll a die for a bridge (9.22, 19)."""

    __slots__ = ()
    needs: int
    modifiers: Sequence[Term]

    def words(self, name: Name, /) -> str:
        """By the form; then the number to be reached, and how it came about: `needs 3+ (4, no enemy -1)`."""
        changes = [(-value, term_name(term)) for term, value, _ in self.modifiers]
        printed = self.needs - sum(by for by, _ in changes)
        return f"{AtWater.words(self, name)}: needs {self.needs}+{made_of(printed, changes)}"


class Compared(Event):
    """Two values with their dice are compared (10.74, 11.4)."""

    __slots__ = ()
    space: str
    dice: tuple[int, int]
    av: Sequence[Term]
    dv: Sequence[Term]

    def sums(self) -> str:
        """AV and DV with the dice: `9 + 7 = 16 against 8 + 5 = 13`."""
        av, dv = (sum(value for _, value, _ in terms) for terms in (self.av, self.dv))
        attacker, defender = self.dice
        return f"{av} + {attacker} = {av + attacker} against {dv} + {defender} = {dv + defender}"

    @property
    def summed(self) -> str:
        """The totals of both sides: `16 to 13`."""
        av, dv = (sum(value for _, value, _ in terms) for terms in (self.av, self.dv))
        return f"{av + self.dice[0]} to {dv + self.dice[1]}"
