"""Dice that are uncovered one by one: nothing else is decided before they have been seen."""

from wargame_tui.board.title import Battle
from wargame_tui.tui.table.rolls import Rolls
from wargame_tui.tui.table.throws import Throw, throws

OVER = "The battle is over. Space goes on."
READ = "The dice have been rolled. Space goes on."
COVERED = "The dice are rolled. Space uncovers them one by one, End all at once."


class CoveredDice:
    """The battle on view, or dice beside one, and how much of it a player has not seen yet."""

    def __init__(self) -> None:
        self.battle: Battle | None = None
        self.rolls: Rolls | None = None
        """Dice of no battle that are on view instead of one."""
        self.beside: Rolls | None = None
        """Dice that fell in the battle without being its own: they lie beside it, open."""
        self.outcome = ""
        """What a battle that is over has come to, in words."""
        self.hidden = 0
        """Throws at the end that are still covered; with one more for what stays to be read."""

    def lay(
        self,
        battle: Battle | None,
        fresh: int = 0,
        *,
        live: bool = False,
        outcome: str = "",
        beside: Rolls | None = None,
    ) -> None:
        """Show a battle, its last `fresh` rolls still covered; the outcome of one that goes on `live` is to be read."""
        self.battle, self.rolls, self.outcome, self.beside = battle, None, outcome, beside
        if battle is None:
            self.hidden = 0
            return
        self.hidden = min(fresh, len(throws(battle)))
        self.hidden += self.stays if self.hidden or live else 0

    def lay_rolls(self, rolls: Rolls) -> None:
        """Show dice of no battle, still covered, which stay until the player goes on."""
        self.battle, self.rolls, self.outcome, self.beside = None, rolls, "", None
        self.hidden = 1 + rolls.fresh

    @property
    def is_laid(self) -> bool:
        """Whether there is anything to be seen."""
        return self.battle is not None or self.rolls is not None

    @property
    def place(self) -> str | None:
        """The space where it happened, if anywhere."""
        return self.battle.space if self.battle is not None else self.rolls.place if self.rolls is not None else None

    @property
    def heading(self) -> str:
        """Which battle it is, or what the dice are for."""
        return self.battle.heading if self.battle is not None else self.rolls.heading if self.rolls is not None else ""

    @property
    def stays(self) -> int:
        """1 for what stays on view once its dice are seen: a battle that is over, dice of no battle."""
        return int(self.rolls is not None or (self.battle is not None and self.battle.finished))

    @property
    def dice(self) -> int:
        """Throws at the end that are still covered."""
        return max(0, self.hidden - self.stays)

    @property
    def is_read(self) -> bool:
        """Whether all dice have been seen; the outcome may still be on view."""
        return self.hidden <= self.stays

    @property
    def on_view(self) -> Throw | None:
        """The throw that was uncovered last; before the first the one that comes next."""
        rolled = throws(self.battle) if self.battle is not None else []
        return rolled[max(0, len(rolled) - self.dice - 1)] if rolled else None

    @property
    def next_throw(self) -> Throw | None:
        """The throw that is uncovered next; None if all are seen."""
        rolled = throws(self.battle) if self.battle is not None else []
        return rolled[len(rolled) - self.dice] if rolled and self.dice else None

    @property
    def words(self) -> str:
        """What is asked instead of a decision while dice are covered, or an outcome is to be read."""
        if not self.is_read:
            return COVERED
        return READ if self.rolls is not None else OVER

    @property
    def first(self) -> str:
        """What is to be done before anything else."""
        return self.words if self.is_read else "The dice come first: Space uncovers the next, End all"

    def next(self) -> None:
        """Uncover the next throw; after the last one leave the outcome."""
        self.hidden = max(0, self.hidden - 1)

    def all(self) -> None:
        """Uncover all throws; once that is done, leave the outcome."""
        self.hidden = min(self.hidden, 1 + (self.stays if self.hidden > self.stays else 0))
        self.next()
