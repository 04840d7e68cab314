"""What lies on the table, and the draft on which the rules write."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from wargame_tui.board.drafts import UnitDraft, UnitTable
from wargame_tui.core.dice import Dice
from wargame_tui.core.state import STRICT, Outcome, state
from wargame_tui.core.step import StepsOf

from skeleton.printed.data import Side


@dataclass(frozen=True, slots=True)
class Unit:
    """A counter on the table; what is printed on it is in units.yaml."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    id: str
    side: Side
    location: str
    """A space, or `eliminated`."""
    moved: bool = False
    """It has acted in this turn (2.3)."""


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
