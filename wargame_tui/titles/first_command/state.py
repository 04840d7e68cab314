"""What lies on the table, and the draft for the rules."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import Field

from wargame_tui.board.drafts import UnitDraft, UnitTable
from wargame_tui.board.positions import ELIMINATED, NOWHERE
from wargame_tui.core.dice import Dice
from wargame_tui.core.state import STRICT, Outcome, state
from wargame_tui.core.step import StepsOf
from wargame_tui.titles.first_command.events import Lost, Moved, Taken
from wargame_tui.titles.first_command.printed import AMERICAN, DATA, GERMAN, Side, UnitEntry, Weather


@dataclass(frozen=True, slots=True)
class Unit:
    """A counter; what is printed on it is its entry in units.yaml."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    id: str
    side: Side
    location: str
    reduced: bool = False
    moved: bool = False
    fought: bool = False

    @property
    def printed(self) -> UnitEntry:
        """What is printed on it."""
        return DATA.units.units[self.id]

    @property
    def strength(self) -> int:
        """With the steps that are left (1.3)."""
        return self.printed.strength[self.reduced]


@state
class State(UnitTable[Unit]):
    """Everything that commands change."""

    scenario: str
    stack: Annotated[tuple[Any, ...], StepsOf(__name__)]
    dice: Dice
    over: Outcome | None
    turn: int
    weather: Weather
    units: Mapping[str, Unit]
    control: Mapping[str, Side]
    """Who was last in a place (11.2)."""
    support: Mapping[Side, Annotated[int, Field(ge=0)]]
    """Points left in this turn (3.4)."""
    attacked: tuple[str, ...] = ()
    """Hexes attacked in this phase (7.3)."""

    @property
    def notes(self) -> tuple[str, ...]:
        """The sky and the support left, for the bar."""
        return self.weather, f"support: {', '.join(f'{side} {points}' for side, points in self.support.items())}"

    @property
    def points(self) -> int:
        """German points (11.1, 11.3)."""
        lost = [unit.side for unit in self.units.values() if unit.location == ELIMINATED]
        places = DATA.scenario(self.scenario).places.items()
        held = sum(points for place, points in places if self.control.get(place) == GERMAN)
        return held + lost.count(AMERICAN) - lost.count(GERMAN)


class Draft(UnitDraft, State):
    """A state in the making."""

    def put(self, event: Moved, *path: str, **changes: Any) -> None:
        """Tell that a unit goes somewhere, and take it there; places on its way change hands (11.2)."""
        self.tell(event)
        self.change(event.unit, location=event.space, **changes)
        side = self.units[event.unit].side
        for place in (*path, event.space):
            if self.control.get(place, side) != side:
                self.control = {**self.control, place: side}
                self.tell(Taken(space=place, side=side))

    def lose_step(self, units: Iterable[str]) -> None:
        """The strongest of some units loses a step (8.2)."""
        alive = [self.units[unit] for unit in units if self.units[unit].location not in NOWHERE]
        if alive:
            loser = max(alive, key=lambda unit: (unit.strength, not unit.reduced))
            self.tell(Lost(unit=loser.id, space=loser.location))
            self.change(loser.id, **({"location": ELIMINATED} if loser.reduced else {"reduced": True}))
