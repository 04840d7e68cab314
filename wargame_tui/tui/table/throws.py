"""What lies rolled on the table in a battle, throw by throw."""

from collections.abc import Sequence
from typing import NamedTuple

from wargame_tui.board.title import Battle, Shot, Tally


class Throw(NamedTuple):
    """Dice that are rolled together."""

    dice: tuple[int, ...]
    needed: int | None
    """They hit on this or less; None where they do not hit one by one."""
    of: tuple[Shot | Tally, ...]


def throws(battle: Battle) -> list[Throw]:
    """Everything that lies rolled on the table, in the order in which it is uncovered."""
    found = [Throw(tuple(shot.dice or ()), shot.needed, (shot,)) for shot in rolled(battle)]
    thrown = [tally for tally in battle.tallies if tally.dice is not None]
    if battle.singly:
        return [*found, *(Throw(tuple(tally.dice or ()), None, (tally,)) for tally in thrown)]
    together = tuple(die for tally in thrown for die in tally.dice or ())
    return [*found, Throw(together, None, tuple(thrown))] if thrown else found


def covered_parts(battle: Battle, hidden: int) -> set[int]:
    """The shots and totals, by their identity, whose dice are among the last `hidden` throws."""
    found = throws(battle)
    return {id(part) for throw in found[max(0, len(found) - hidden) :] for part in throw.of} if hidden else set()


def rolled(battle: Battle) -> Sequence[Shot]:
    """The shots whose dice lie on the table."""
    return [shot for shot in battle.shots if shot.dice is not None]


def is_thrown(battle: Battle) -> bool:
    """Whether the dice of the totals lie on the table."""
    return any(tally.dice is not None for tally in battle.tallies)
