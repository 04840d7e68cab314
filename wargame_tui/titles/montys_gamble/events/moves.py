"""Units and spaces, movement, bridges (4, 7, 8.22, 9, 10.9, 19)."""

from collections.abc import Sequence

from wargame_tui.core.event import Event, Leg, event
from wargame_tui.core.wording import Name
from wargame_tui.titles.montys_gamble.events import Attempt, AtWater, Journey, Term
from wargame_tui.titles.montys_gamble.printed.data import Side
from wargame_tui.titles.montys_gamble.printed.names import bridge_name

# Units and spaces (4, 7)


@event("condition", form="{unit} is {condition}", short="{unit} {condition}", block="result")
class Worsened(Event):
    """A unit is Spent, Dis1 or Dis2."""

    unit: str
    condition: str
    space: str


@event(
    "eliminated", form="{unit} is eliminated at {space}", short="{unit} eliminated", block="result", weight="headline"
)
class Eliminated(Event):
    """A unit is off the map for good."""

    unit: str
    space: str


@event("control", "7.2", "{space} is now {control}", short="{space} {control}", weight="headline")
class Control(Event):
    """A space passes to another side, or to XXX Corps."""

    space: str
    control: str


@event("held", form="{border} is now {side}-held", weight="quiet")
class Held(AtWater):
    """A boundary over water, with its bridge, passes to a side."""

    border: str
    side: Side


# Movement (8.22, 9, 10.9)


@event("moved", "9.2", block="apart", weight="quiet")
class Moved(Journey):
    """A unit makes a step."""

    unit: str
    origin: str
    to: str
    how: str
    mandatory: bool

    def words(self, name: Name, /) -> str:
        fights = " and must attack" if self.mandatory else ""
        way = {"cross": " across the canal", "ferry": " by ferry", "boat": " by assault boat"}.get(self.how, "")
        return f"{name(self.unit)}: {name(self.origin)} to {name(self.to)}{way}{fights}"

    def leg(self) -> Leg:
        return Leg(
            (self.unit,), self.to, {"cross": "over the canal", "ferry": "by ferry", "boat": "by boat"}.get(self.how, "")
        )


@event("retreated", form="{unit} retreats from {origin} to {to}")
class Retreated(Journey):
    """A unit retreats."""

    unit: str
    origin: str
    to: str

    def leg(self) -> Leg:
        return Leg((self.unit,), self.to, "retreats")


@event("infiltration_attempt", "8.222", short="", weight="quiet")
class InfiltrationAttempt(Event):
    """A unit is about to roll for its infiltration."""

    unit: str
    space: str
    limit: int

    def words(self, name: Name, /) -> str:
        return f"{name(self.unit)} tries to infiltrate {name(self.space)}: succeeds on {up_to(self.limit)}"


def up_to(limit: int) -> str:
    """The numbers on a die up to a limit."""
    return "nothing" if limit < 1 else "a 1" if limit == 1 else "1 or 2" if limit == 2 else f"1 to {limit}"


@event(
    "infiltration",
    "8.222",
    "{unit} rolled {die}: it {success:slips into|is spotted in} {space}{success:| and must attack}",
    short="{unit} {success:infiltrates|spotted in} {space}, {die}",
)
class Infiltrated(Event):
    """A unit that tried to infiltrate is in the area, seen or not."""

    unit: str
    space: str
    success: bool
    die: int


# Bridges and ferries (9.22, 19, 4.7)


@event("seizure_attempt", "9.22", "{unit} tries to seize {border}", short="", weight="quiet")
class SeizureAttempt(Attempt):
    """A unit tries to seize a bridge."""

    unit: str
    border: str
    needs: int
    modifiers: Sequence[Term]


@event("seizure", "9.22", "{border} is {success:seized|not seized}", weight="headline")
class SeizureResult(AtWater):
    """What came of trying to seize a bridge."""

    border: str
    success: bool
    die: int
    needs: int


@event("demolition_attempt", "19.4", "The {side} player tries to blow {border}", short="", weight="quiet")
class DemolitionAttempt(Attempt):
    """A side tries to blow a bridge."""

    border: str
    side: Side
    needs: int
    modifiers: Sequence[Term]


@event("demolition", "19.4", "{border} is {success:blown|not blown}", weight="headline")
class DemolitionResult(AtWater):
    """What came of trying to blow a bridge."""

    border: str
    success: bool
    die: int


@event("repair_attempt", "19.2", "The {side} player tries to repair {border}", short="", weight="quiet")
class RepairAttempt(Attempt):
    """A side tries to repair a bridge."""

    border: str
    side: Side
    needs: int
    modifiers: Sequence[Term]


@event("repair", "19.2", "{border} is {success:repaired|not repaired}")
class RepairResult(AtWater):
    """What came of trying to repair a bridge."""

    border: str
    success: bool
    die: int
    side: Side


@event("construction", weight="quiet")
class Construction(AtWater):
    """A construction marker is placed, raised, lowered or removed."""

    border: str
    side: Side
    level: int

    def words(self, name: Name, /) -> str:
        level = f"construction marker +{self.level}" if self.level else "construction marker removed"
        return f"{self.side} {level} at {bridge_name(self.border)}"


@event("ferry_destroyed", "4.7")
class FerryDestroyed(AtWater):
    """A bombardment has hit a ferry."""

    border: str

    def words(self, name: Name, /) -> str:
        return f"The ferry {self.border} is destroyed"
