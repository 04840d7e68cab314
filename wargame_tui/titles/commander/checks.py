"""The common engine's dice: checks, table rolls, draws from a cup (2.1 to 2.6)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wargame_tui.core.event import Event, Modifier
from wargame_tui.core.state import Draft
from wargame_tui.engine.spread import Spread, successes


@dataclass(frozen=True, slots=True)
class Check:
    """A die tested against a number (2.1)."""

    needed: int
    """Face or less that succeeds, within the limits of 2.2."""
    face: int

    @property
    def hit(self) -> bool:
        """Whether it shows the number or less."""
        return self.face <= self.needed


def within_limits(number: int, faces: int) -> int:
    """A number to be reached after all modifiers: the face 1 always succeeds, the highest never (2.2)."""
    return min(max(number, 1), faces - 1)


def chance_of(number: int, faces: int) -> float:
    """The probability that a die shows a number or less, within the limits of 2.2."""
    return within_limits(number, faces) / faces


def hits_on(numbers: Iterable[int], faces: int) -> Spread:
    """How many dice succeed, each against its number (2.1), with the probabilities."""
    return successes(chance_of(number, faces) for number in numbers)


Kind = Callable[..., Event]
"""The title's own event of a roll, which takes what `commander.events` has for it and more."""


def roll_checks(g: Draft[Any], kind: Kind, faces: int, numbers: Iterable[int], **about: Any) -> tuple[Check, ...]:
    """Roll a die for each number, in order, and record all of them as one event (2.3 to 2.5); no dice, no event."""
    needed = [within_limits(number, faces) for number in numbers]
    checks = tuple(Check(number, face) for number, face in zip(needed, g.roll(faces, len(needed)), strict=True))
    if checks:
        shown = [check.face for check in checks]
        hits = hits_of(checks)
        g.tell(kind(faces=faces, needed=needed, dice=shown, hits=hits, **about))
    return checks


def hits_of(checks: Iterable[Check]) -> int:
    """Successes among checks."""
    return sum(check.hit for check in checks)


def roll_on_table(
    g: Draft[Any], kind: Kind, faces: int, rows: int, modifiers: Sequence[Modifier], **about: Any
) -> tuple[int, int]:
    """Roll a die on a table of numbered rows; the die, and the row after modifiers and the table's limits (2.2)."""
    die = g.roll(faces)[0]
    row = min(max(die + sum(modifier.value for modifier in modifiers), 1), rows)
    listed = [[modifier.name, modifier.value, modifier.rule] for modifier in modifiers]
    g.tell(kind(dice=[die], modifiers=listed, row=row, **about))
    return die, row


def full_cup(copies: Mapping[str, int]) -> tuple[str, ...]:
    """All chits of a cup in the order of the data file, copies side by side (2.6)."""
    return tuple(chit for chit, count in copies.items() for _ in range(count))


def less(cup: Sequence[str], chits: Iterable[str]) -> tuple[str, ...]:
    """A cup without some of its chits, one copy for each."""
    left = list(cup)
    for chit in chits:
        left.remove(chit)
    return tuple(left)


def draw(g: Draft[Any], kind: Kind, cup: Sequence[str]) -> str:
    """The chit drawn from a cup: a roll of k on a die with a face for each takes the k-th (2.6); recorded (2.5)."""
    die = g.roll(len(cup))[0]
    g.tell(kind(faces=len(cup), dice=[die], chit=cup[die - 1]))
    return cup[die - 1]
