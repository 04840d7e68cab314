"""What lies on the table, and the draft on which the rules write."""

from collections.abc import Mapping
from typing import Annotated, Any

from wargame_tui.board.drafts import UnitDraft, UnitTable
from wargame_tui.core.dice import Dice
from wargame_tui.core.state import Outcome, record, state
from wargame_tui.core.step import StepsOf

from skeleton.printed.book import DATA
from skeleton.printed.data import Side, UnitEntry


@record
class Unit:
    """A counter on the table."""

    id: str
    side: Side
    location: str
    """A space, or `eliminated`."""
    moved: bool = False
    """It has acted in this turn (2.3)."""

    @property
    def printed(self) -> UnitEntry:
        """What is printed on it: its entry in units.yaml."""
        return DATA.units.units[self.id]


@state
class State(UnitTable[Unit]):
    """Everything that commands change. Collections are never changed in place."""

    scenario: str
    stack: Annotated[tuple[Any, ...], StepsOf(__name__)]
    dice: Dice
    over: Outcome | None
    turn: int
    units: Mapping[str, Unit]
    control: Mapping[str, Side]
    """Whose unit was the last in each space (4.2)."""


class Draft(UnitDraft, State):
    """A state of this title in the making."""
