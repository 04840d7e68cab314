"""Which battle is shown, and how many of its rolls are still covered."""

from collections.abc import Sequence
from typing import NamedTuple

from wargame_tui.board.title import Battle
from wargame_tui.tui.session import Session
from wargame_tui.tui.table.rolls import Rolls


class Shown(NamedTuple):
    """A battle as it comes on view."""

    battle: Battle | None
    covered: int
    """Rolls at its end that are to be uncovered one by one."""
    live: bool
    """Whether it is followed as it happens: then its end is to be read."""
    rolls: Rolls | None = None
    """Dice of no battle that come first."""


class BattleShow:
    """Remembers which rolls have been seen. Battles that ended before the one in hand come first."""

    def __init__(self) -> None:
        self.seen_before = False
        """Whether the next table to be shown has been seen before, dice and all."""
        self._gone: list[Battle | Rolls] = []
        self._last: Battle | None = None
        self._seen: tuple[str, int] = ("", 0)
        """The battle on view and how many of its rolls have been uncovered."""

    def follow(self, gone: Sequence[Battle | Rolls]) -> None:
        """Battles that the last commands ended, and other dice, are to be looked at before what is now."""
        self._gone = list(gone)

    def recall(self) -> None:
        """The battle that was read last may be shown again."""
        self._last = None

    @property
    def waits(self) -> bool:
        """Whether anything is left that came before what is now."""
        return bool(self._gone)

    @property
    def is_more(self) -> bool:
        """Whether something else comes after what is on view and before what is now."""
        return len(self._gone) > 1

    def is_before(self, battle: Battle | None) -> bool:
        """Whether what is on view came before that battle, whose rolls are still to be seen."""
        return bool(self._gone and battle is not None and battle.rolls) and battle != self._gone[0]

    def next(self) -> None:
        """The first of what came before has been read."""
        self._gone = self._gone[1:]

    def show(self, session: Session, *, step: bool) -> Shown:
        """The battle to be shown of the table on view; `step`: its new rolls are covered."""
        first = self._gone[0] if self._gone else session.battle()
        if isinstance(first, Rolls):
            return Shown(None, 0, True, first)
        battle = first
        present, seen_before, self.seen_before = session.viewed is None, self.seen_before, False
        if battle is not None and battle.finished and present and (seen_before or battle == self._last):
            battle = None  # It was over before, and its dice have been seen.
        else:
            self._last = battle
        rolled = battle.rolls if battle else 0
        key = f"{battle.space} {battle.heading}" if battle else ""
        seen = self._seen[1] if self._seen[0] == key else 0
        seen = seen if seen <= rolled else 0  # Another battle at the same place.
        self._seen = (key, rolled)
        live = step and present and not seen_before
        return Shown(battle, max(0, rolled - seen) if live else 0, live)
