"""What both titles tell of their dice (2.1 to 2.6)."""

from collections.abc import Sequence
from dataclasses import dataclass

from wargame_tui.core.event import Event
from wargame_tui.titles.commander.phrases import rolled


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked(Event):
    """Dice, each against a number (2.1 to 2.5)."""

    purpose: str
    faces: int
    needed: Sequence[int]
    dice: Sequence[int]
    hits: int

    @property
    def dice_words(self) -> str:
        """Faces and numbers: `rolled 7 (4 or less)`."""
        return rolled(self.needed, self.dice, self.faces)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRolled(Event):
    """A die read in a row of a table (2.2)."""

    purpose: str
    dice: Sequence[int]
    modifiers: Sequence[Sequence[str | int]]
    """Each its name, what it adds, its rule."""
    row: int

    @property
    def added(self) -> str:
        """The modifiers behind the die: ` (+1 easy)`."""
        told = ", ".join(f"{value:+d} {name}" for name, value, _ in self.modifiers)
        return f" ({told})" if told else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn(Event):
    """A chit drawn from a cup (2.6)."""

    faces: int
    dice: Sequence[int]
    chit: str
