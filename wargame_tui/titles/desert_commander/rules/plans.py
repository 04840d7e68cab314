"""Battle Plans (4.4.12 to 4.4.14): chits played and shown, and what those in force do, read from the charts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from wargame_tui.core.codec import STRICT
from wargame_tui.titles.commander.checks import draw, full_cup, less
from wargame_tui.titles.desert_commander import events
from wargame_tui.titles.desert_commander.printed.book import AXIS, ENEMY
from wargame_tui.titles.desert_commander.printed.data import PlanEntry, Role, Side
from wargame_tui.titles.desert_commander.state import Draft, Force, Table, book_of


@dataclass(frozen=True, slots=True)
class Played:
    """A chit on the table of a battle."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    side: Side
    chit: str
    round: int
    """In which it was played or shown."""
    works: bool
    """Whether it found something to work on; otherwise it is wasted (4.4.12)."""


def fits(entry: PlanEntry, role: Role, forces: Iterable[Force]) -> bool:
    """Whether a chit is for a side in this role with these forces (4.4.13, 4.4.14)."""
    if entry.when not in (None, role):
        return False
    return not entry.with_ or any(force.cls in entry.with_ for force in forces)


def in_force(table: Table, side: Side, played: Sequence[Played], round_: int) -> list[PlanEntry]:
    """A side's chits that count in a round: those of the round, and those that last for the battle (4.4.12)."""
    entries = book_of(table).plans(side)
    return [entries[chit.chit] for chit in played if chit.side == side and counts(table, chit, round_)]


def counts(table: Table, chit: Played, round_: int) -> bool:
    """Whether a chit counts in a round: one of the round, or one that lasts for the battle (4.4.12)."""
    return chit.works and (chit.round == round_ or book_of(table).plans(chit.side)[chit.chit].lasts == "battle")


def enemy_cup(table: Table, played: Sequence[Played]) -> tuple[str, ...]:
    """The full enemy cup less the chits drawn in the battle (4.4.3, 4.4.12)."""
    full = full_cup({chit: plan.copies for chit, plan in book_of(table).plans(ENEMY).items()})
    return less(full, [chit.chit for chit in played if chit.side == ENEMY])


def draw_enemy_chit(g: Draft, played: Sequence[Played]) -> str:
    """The enemy's next chit (4.4.3)."""
    return draw(g, events.Draw, enemy_cup(g, played))


def number_of_chits(table: Table, forces: int) -> int:
    """Chits of the enemy in a battle with so many of his forces (4.4.2)."""
    book = book_of(table)
    return min(book.campaign.plan_limit, book.charts.battle.plans_base + forces // book.charts.battle.plans_forces)


def playable(table: Table) -> list[str]:
    """The chits in the hand, each once, in the order of the table."""
    return [chit for chit in book_of(table).plans(AXIS) if chit in table.hand]
