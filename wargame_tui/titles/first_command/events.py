"""What happens, with its rule and its words."""

from typing import ClassVar

from wargame_tui.board.combat import OddsCombat
from wargame_tui.board.events import UnitEvent
from wargame_tui.core.event import Event, event
from wargame_tui.core.wording import Name
from wargame_tui.titles.first_command.printed import DATA, Side, Weather


@event("turn", "3.1")
class TurnBegins(Event):
    """A turn with its weather, and the die for it if one was rolled."""

    turn: int
    weather: Weather
    die: int | None

    def words(self, name: Name) -> str:
        """The turn, the sky, the die."""
        sky = {"dark": "it is dark", "fog": "there is fog", "clear": "the sky is clear"}[self.weather]
        return f"Turn {self.turn}: {sky}" + (f" (die {self.die})" if self.die else "")


@event("moved", "4.1", "{unit} moves to {space}")
class Moved(UnitEvent):
    """A unit has moved."""


@event("arrived", "10.2", "{unit} arrives at {space}")
class Arrived(Moved):
    """A reinforcement has been placed."""


@event("retreated", "8.3", "{unit} retreats to {space}")
class Retreated(Moved):
    """A beaten unit has gone back."""


@event("advanced", "8.6", "{unit} advances to {space}")
class Advanced(Moved):
    """An attacker has followed."""


@event("taken", "11.2", "{space} is in {side} hands")
class Taken(Event):
    """A place has changed hands."""

    space: str
    side: Side


@event("attacked", "7.1", "{side} attack on {space}")
class Attacked(Event):
    """An attack is declared."""

    space: str
    side: Side


@event("supported", "7.7", "{side} support")
class Supported(Event):
    """A support point shifts the column."""

    side: Side


@event("fought", "7.8")
class Fought(OddsCombat):
    """A combat."""

    assumed: ClassVar[tuple[str, ...]] = ("no further support",)

    @property
    def meaning(self) -> str:
        """The result in words."""
        return DATA.charts.effects[self.result][2]


@event("lost", "8.2", "{unit} loses a step")
class Lost(UnitEvent):
    """A unit is reduced, or out of the game."""


@event("stood", "8.5", "The defenders of {space} stand fast")
class Stood(Event):
    """Defenders do not retreat."""

    space: str
