"""What happens, with its rule and its words."""

from typing import ClassVar

from wargame_tui.board.combat import OddsChart, OddsCombat
from wargame_tui.board.events import UnitEvent
from wargame_tui.core.event import Event, Leg, event
from wargame_tui.core.title import Figures
from wargame_tui.core.wording import Name
from wargame_tui.titles.first_command.printed import DATA, Side, Weather


@event("turn", "3.1", block="apart", weight="headline")
class TurnBegins(Event):
    """A turn with its weather, and the die for it if one was rolled."""

    turn: int
    weather: Weather
    die: int | None

    def words(self, name: Name) -> str:
        """The turn, the sky, the die."""
        sky = {"dark": "darkness", "fog": "fog", "clear": "clear sky"}[self.weather]
        return f"Turn {self.turn}: {sky}" + (f" (rolled {self.die})" if self.die else "")


@event("moved", "4.1", "{unit} moves to {space}", block="apart", weight="quiet")
class Moved(UnitEvent):
    """A unit has moved."""

    def leg(self) -> Leg:
        return Leg((self.unit,), self.space)


@event("arrived", "10.2", "{unit} arrives at {space}", block="apart")
class Arrived(Moved):
    """A reinforcement has been placed."""

    def leg(self) -> Leg:
        return Leg((self.unit,), self.space, "arrives")


@event("retreated", "8.3", "{unit} retreats to {space}")
class Retreated(Moved):
    """A beaten unit has gone back."""

    def leg(self) -> Leg:
        return Leg((self.unit,), self.space, "retreats")


@event("advanced", "8.6", "{unit} advances to {space}")
class Advanced(Moved):
    """An attacker has followed."""

    def leg(self) -> Leg:
        return Leg((self.unit,), self.space, "advances")


@event("taken", "11.2", "{space} is now {side}", short="{space} {side}", weight="headline")
class Taken(Event):
    """A place has changed hands."""

    space: str
    side: Side


@event("attacked", "7.1", "{side} attack on {space}", short="Attack {space}", block="opens")
class Attacked(Event):
    """An attack is declared."""

    space: str
    side: Side


@event("supported", "7.7", "{side} support: one column shift", weight="quiet")
class Supported(Event):
    """A support point shifts the column."""

    side: Side


@event("fought", "7.8", short="{column}, {die}: {result}", block="result")
class Fought(OddsCombat):
    """A combat."""

    assumed: ClassVar[tuple[str, ...]] = ("no further support",)

    @property
    def meaning(self) -> str:
        """The result in words."""
        return DATA.charts.effects[self.result][2]

    @property
    def figures(self) -> Figures:
        """The defenders go, or they do not; the steps that both lose."""
        mine, theirs, _ = DATA.charts.effects[self.result]
        return Figures(float(self.result[0] == "D"), mine, theirs)

    def chart(self) -> OddsChart:
        """The CRT."""
        return DATA.charts


@event("lost", "8.2", "{unit} loses a step", short="{unit} loses a step", block="result")
class Lost(UnitEvent):
    """A unit is reduced, or out of the game."""


@event("stood", "8.5", "The defenders of {space} stand fast", short="stand fast", block="result")
class Stood(Event):
    """Defenders do not retreat."""

    space: str
