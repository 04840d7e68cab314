"""Movement, the Festungen, the sea, drops, Fortitude, ports, what comes and goes (6, 10 to 12, 14, 15, 17 to 19)."""

from typing import ClassVar

from wargame_tui.board.phrases import after, plural
from wargame_tui.core.event import Leg, event
from wargame_tui.core.wording import Name
from wargame_tui.titles.liberty_roads.events.told import InCombat, Term, Told, dice_words, die_words
from wargame_tui.titles.liberty_roads.printed import names
from wargame_tui.titles.liberty_roads.printed.book import DATA, GERMAN, RESERVE
from wargame_tui.titles.liberty_roads.printed.data import Nationality, Side

# Movement (6)


@event("strategic", "6.2.4", "The Germans spend {marker}: strategic movement in this phase", weight="quiet")
class StrategicPaid(Told):
    """A marker pays for the strategic movement of a phase."""

    marker: str


@event("move", "6.1.2", block="apart", weight="quiet")
class Moved(Told):
    """A unit moves."""

    unit: str
    origin: str
    path: list[str]
    """The hexes entered."""
    mode: str

    def words(self, name: Name) -> str:
        """From where, whereto, how far and how."""
        how = "" if self.mode == "normal" else f", {names.MODES[self.mode]}"
        far = plural(len(self.path), "hex") if self.mode != "rail" else ""
        notes = f"{far}{how}".removeprefix(", ")
        return f"{name(self.unit)} from {name(self.origin)} to {name(self.path[-1])}{after(notes)}"

    def place(self) -> str | None:
        return self.path[-1]

    def leg(self) -> Leg:
        return Leg((self.unit,), self.path[-1], "" if self.mode == "normal" else self.mode)


@event("festung", "6.5.4", weight="headline")
class FestungDeclared(InCombat):
    """A division goes under a Festung marker."""

    hex: str
    unit: str
    die: int
    """0 if none was rolled."""

    def words(self, name: Name) -> str:
        words = f"{name(self.unit)} {names.at(self.hex)} goes under a Festung marker"
        return f"{words}, die {self.die}" if self.die else words


@event("festung_left", "6.5.9", "{unit} {at} leaves the Festung marker", weight="quiet")
class FestungLeft(InCombat):
    """A division is no longer under it."""

    unit: str
    hex: str


# Sea transport (11)


@event("sea_points", "11.2.1", weight="quiet")
class SeaPoints(Told):
    """Sea transport points of the turn."""

    points: float

    def words(self, name: Name) -> str:
        return f"Sea transport: {names.amount(self.points, 'point')}"


@event("shipped", "11.2", weight="quiet")
class Shipped(Told):
    """A unit goes by sea."""

    spot: ClassVar[str] = "place_"
    unit: str
    origin: str
    place_: str
    points: float

    def words(self, name: Name) -> str:
        price = names.amount(self.points, "point")
        return f"{name(self.unit)} by sea from {name(self.origin)} to {name(self.place_)} ({price})"


@event("hq_landed", "11.3", "{unit} by sea directly to {hex}", weight="quiet")
class HqLanded(Told):
    """An HQ goes by sea to a hex inland."""

    unit: str
    hex: str


@event("returned", "11.4.1", "{unit} returns from {hex} to {zone}", weight="quiet")
class AirborneReturned(Told):
    """An airborne unit goes back to its Airborne zone."""

    unit: str
    hex: str
    zone: str


# Paratroop drops (12)


@event("drop", "12.2.7", weight="headline")
class Dropped(Told):
    """A unit drops on a hex."""

    unit: str
    hex: str
    die: int
    modifiers: list[Term]
    result: int

    def words(self, name: Name) -> str:
        """Who, where, the die and what became of the unit."""
        rolled = die_words(self.die, self.modifiers, self.result)
        return f"{name(self.unit)} drops on {name(self.hex)}, {rolled}: {DATA.charts.drops.fate(self.result)}"


@event("drop_marker", "12.3.4", "A drop marker returns to {zone}", weight="quiet")
class DropMarkerPlaced(Told):
    """A Paratroop Drop marker can be used again."""

    spot: ClassVar[str] = "zone"
    marker: str
    zone: str


@event("drop_back", "12.3.4", weight="quiet")
class DropMarkerUsed(Told):
    """A Paratroop Drop marker has been used: when it comes back."""

    marker: str
    dice: list[int]
    turn: int

    def words(self, name: Name) -> str:
        return f"A drop marker: {dice_words(self.dice)}, available again on turn {self.turn}"


@event("deactivated", "13.2.5", "The coast defence of {hexes} is permanently removed", weight="quiet")
class CoastDeactivated(Told):
    """Beaches lose their coast defence."""

    hexes: list[str]


# Operation Fortitude (14), the Withdrawal from France (19)


@event("fortitude", "14.1.3")
class FortitudeRolled(Told):
    """The roll of the turn."""

    die: int
    result: int
    over: bool

    def words(self, name: Name) -> str:
        words = f"Operation Fortitude: die {self.die}, result {self.result}"
        return f"{words}: it is over" if self.over else f"{words}: {plural(self.result, 'armoured division')} released"


@event("fortitude_over", "14.1.7", "Operation Fortitude is over: all German units may move", weight="headline")
class FortitudeOver(Told):
    """It ends by the calendar."""


@event("released", "14.1.4", "{unit} is released and may move", weight="quiet")
class Released(Told):
    """An armoured division may move."""

    unit: str


@event("withdrawal", "19.1.3")
class WithdrawalDeclared(Told):
    """The Germans withdraw from France."""

    before: int
    """Approval."""
    after: int

    def words(self, name: Name) -> str:
        return (
            f"The Germans withdraw from France: approval from {self.before} to {self.after}, its coasts are undefended"
        )


# Ports (15)


@event("repair", "15.1.4", weight="quiet")
class RepairRolled(Told):
    """A try to make a major port work."""

    hex: str
    die: int
    modifiers: list[Term]
    result: int
    works: bool

    def words(self, name: Name) -> str:
        rolled = die_words(self.die, self.modifiers, self.result)
        return f"Port repair at {name(self.hex)}, {rolled}: {'repaired' if self.works else 'not yet'}"


# Reinforcements, replacements (10), the schedule (17)


def _unseen(unit: str, where: str) -> str:
    """A unit by name; not what is in the Strategic Reserve, since both players read the log (18)."""
    return "A German unit" if where == RESERVE else names.unit_name(unit)


@event("arrived", weight="quiet")
class Arrived(Told):
    """A reinforcement arrives (10.1, 10.2.2)."""

    spot: ClassVar[str] = "place_"
    unit: str
    place_: str

    def words(self, name: Name) -> str:
        return f"{_unseen(self.unit, self.place_)} arrives in {names.place(self.place_)}"


@event("converted", "17.1.2", "{unit} {at} becomes {into}", weight="quiet")
class Converted(Told):
    """The schedule turns a unit into another."""

    unit: str
    into: str
    hex: str


@event("withdrawn", None, "{unit} {at} is permanently withdrawn")
class Withdrawn(Told):
    """The schedule takes a unit away (17.2, 17.3)."""

    unit: str
    hex: str


@event("not_withdrawn", weight="quiet")
class NotWithdrawn(Told):
    """A side has not what the schedule asks for (17.2.1, 17.3)."""

    side: Side

    def words(self, name: Name) -> str:
        if self.side == GERMAN:
            return "The Germans cannot meet the withdrawal schedule: no more replacement points"
        return "The Allies cannot meet the withdrawal schedule"


@event("replacement_points", "10.3", weight="quiet")
class ReplacementPoints(Told):
    """Replacement points of the turn."""

    side: Side
    points: dict[Nationality, int]

    def words(self, name: Name) -> str:
        left = ", ".join(f"{number} {nation}" for nation, number in self.points.items() if number)
        return f"{self.side} replacement points: {left or 'none'}"


@event("replaced", "10.3.4", weight="quiet")
class Replaced(Told):
    """A reduced unit is made full."""

    unit: str
    hex: str

    def words(self, name: Name) -> str:
        return f"{_unseen(self.unit, self.hex)} {names.at(self.hex)} returns to full strength"


@event("rebuilt", "10.3.4", weight="quiet")
class Rebuilt(Told):
    """An eliminated unit comes back."""

    spot: ClassVar[str] = "place_"
    unit: str
    place_: str
    steps: int

    def words(self, name: Name) -> str:
        return f"{name(self.unit)} is rebuilt {names.size_words(self.steps)} in {name(self.place_)}"


# The Strategic Reserve (18)


@event("reserved", "18.1.1", "A German unit goes from {hex} to the Strategic Reserve", weight="quiet")
class WentToReserve(Told):
    """A unit goes to the Strategic Reserve; both players read the log."""

    unit: str
    hex: str


@event("counteroffensive", "18.2", weight="headline")
class CounteroffensiveDeclared(Told):
    """The Strategic Reserve is used."""

    units: int
    markers: int

    def words(self, name: Name) -> str:
        found = f"{plural(self.units, 'unit')} and {plural(self.markers, 'marker')}"
        return f"Strategic counter-offensive: {found} of the reserve"


@event("placed", "18.2.3", "{unit} arrives from the reserve at {hex}", weight="quiet")
class CameOutOfReserve(Told):
    """A unit of the reserve comes to the front."""

    unit: str
    hex: str
