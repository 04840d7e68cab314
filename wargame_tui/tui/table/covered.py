"""Dice that are uncovered one by one: nothing else is decided before they have been seen."""

from collections.abc import Sequence

from wargame_tui.board.title import Battle, Shot

OVER = "The battle is over. Space goes on."
COVERED = "The dice are rolled. Space uncovers them one by one, End all at once."


class CoveredDice:
    """The battle on view, and how much of it a player has not seen yet."""

    def __init__(self) -> None:
        self.battle: Battle | None = None
        self.hidden = 0
        """Rolls at the end that are still covered: shots, or the dice of the totals; with one more if it stays."""

    def lay(self, battle: Battle | None, fresh: int = 0, *, live: bool = False) -> None:
        """Show a battle, its last `fresh` rolls still covered; the outcome of one that goes on `live` is to be read."""
        self.battle = battle
        if battle is None:
            self.hidden = 0
            return
        self.hidden = min(fresh, len(rolled(battle)) + is_thrown(battle))
        self.hidden += self.stays if self.hidden or live else 0

    @property
    def stays(self) -> int:
        """1 for a battle that is over: it stays on view once its dice are seen."""
        return int(self.battle is not None and self.battle.finished)

    @property
    def dice(self) -> int:
        """Rolls at the end that are still covered."""
        return max(0, self.hidden - self.stays)

    @property
    def is_read(self) -> bool:
        """Whether all dice have been seen; the outcome may still be on view."""
        return self.hidden <= self.stays

    @property
    def words(self) -> str:
        """What is asked instead of a decision while dice are covered, or an outcome is to be read."""
        return OVER if self.is_read else COVERED

    @property
    def first(self) -> str:
        """What is to be done before anything else."""
        return OVER if self.is_read else "The dice come first: Space uncovers the next, End all"

    def next(self) -> None:
        """Uncover the next roll; after the last one leave the outcome."""
        self.hidden = max(0, self.hidden - 1)

    def all(self) -> None:
        """Uncover all rolls; once that is done, leave the outcome."""
        self.hidden = min(self.hidden, 1 + (self.stays if self.hidden > self.stays else 0))
        self.next()


def rolled(battle: Battle) -> Sequence[Shot]:
    """The shots whose dice lie on the table."""
    return [shot for shot in battle.shots if shot.dice is not None]


def is_thrown(battle: Battle) -> bool:
    """Whether the dice of the totals lie on the table."""
    return any(tally.dice is not None for tally in battle.tallies)
