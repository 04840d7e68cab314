"""The turn and its phases, weather, supply, support markers, approval, the Resistance, the end (2 to 5, 9, 16, 20)."""

from typing import ClassVar

from wargame_tui.board.phrases import plural
from wargame_tui.core.event import event
from wargame_tui.core.wording import Name
from wargame_tui.titles.liberty_roads.events.told import InCombat, Told, dice_words
from wargame_tui.titles.liberty_roads.printed import names
from wargame_tui.titles.liberty_roads.printed.book import TURN, open_board
from wargame_tui.titles.liberty_roads.printed.charts import Weather
from wargame_tui.titles.liberty_roads.printed.data import Side

# The sequence of play (2), weather (3)


@event("turn", "2")
class TurnBegun(Told):
    """A game turn begins."""

    turn: int

    def words(self, name: Name) -> str:
        return f"Turn {self.turn}, {names.turn_name(self.turn)}"


@event("phase", "2", weight="quiet")
class PhaseBegun(Told):
    """A phase of a player turn begins."""

    side: Side
    phase: names.Phase

    def words(self, name: Name) -> str:
        return f"{self.side} {names.PHASES[self.phase].lower()}"


@event("weather", "3.1.1")
class WeatherRolled(Told):
    """The weather of the turn."""

    dice: list[int]
    weather: Weather

    def words(self, name: Name) -> str:
        return f"Weather: {dice_words(self.dice)}, {self.weather.lower()}"


@event("storm", "3.2", weight="headline")
class StormRolled(Told):
    """A storm over a Beachhead."""

    hex: str
    dice: list[int]
    lost: bool

    def words(self, name: Name) -> str:
        ends = "is lost" if self.lost else "holds"
        return f"Storm on {name(self.hex)}, {dice_words(self.dice)}: the Beachhead {ends}"


@event("relocated", "3.2", "{unit} is put in {place_}", weight="quiet")
class Relocated(Told):
    """A unit leaves a Beachhead that a storm has taken."""

    spot: ClassVar[str] = "place_"
    unit: str
    place_: str


@event("over", "T41", weight="headline")
class GameOver(Told):
    """The game is over."""

    winner: str | None
    points: int | None

    def words(self, name: Name) -> str:
        winner = f"{self.winner} victory" if self.winner else "a draw"
        return f"The game is over with {self.points} points: {winner}"


# Supply (4)


@event("hq_lost", "4.1.2", "{unit} {at} is out of supply: off the map, returns as a reinforcement")
class HqLost(Told):
    """An HQ without supply is taken off the map."""

    unit: str
    hex: str


@event("oos", "4.2.2", "{unit} {at} is out of supply", short="{unit} out of supply")
class OutOfSupply(InCombat):
    """A unit gets an Out of Supply marker."""

    unit: str
    hex: str


@event("in_supply", "4.2.2", "{unit} {at} is back in supply", short="{unit} in supply", weight="quiet")
class InSupply(Told):
    """A unit loses it."""

    unit: str
    hex: str


@event("pontoon", "4.1.3", "{unit} {at} bridges the river toward {toward}", weight="quiet")
class PontoonLaid(Told):
    """An HQ turns to its pontoon side."""

    unit: str
    hex: str
    toward: str


@event("unpontoon", "4.1.4", "{unit} {at} removes its pontoon bridge", weight="quiet")
class PontoonTakenUp(Told):
    """It turns back."""

    unit: str
    hex: str


# Support markers (5)


@event("kept", "5.2.2", weight="quiet")
class MarkerKept(Told):
    """A played marker stays where it is."""

    spot: ClassVar[str] = "place_"
    marker: str
    place_: str | None
    """None: it holds for the turn."""

    def words(self, name: Name) -> str:
        return f"{names.marker_name(self.marker)} stays {names.whereto(self.place_ or TURN)}"


@event("given_back", "5.1.4", "{who} return a support marker to the pool", weight="quiet")
class MarkerGivenBack(Told):
    """A marker in hand goes back; the enemy is not told which."""

    side: Side


@event("free_air", "5.3.1", "The Allies take the free Air Support", weight="quiet")
class FreeAirTaken(Told):
    """The free Air Support of the turn comes to hand."""


@event("support", "5.3.3")
class SupportRolled(Told):
    """How many markers the Allies draw."""

    dice: list[int]
    weather: int
    ports: float
    count: int

    def words(self, name: Name) -> str:
        """The dice, the weather, the ports, what comes of them."""
        by = f" {self.weather:+d} weather" if self.weather else ""
        drawn = plural(self.count, "marker")
        return f"Allied support: rolls {dice_words(self.dice)}{by} with {names.amount(self.ports, 'port')}: {drawn}"


@event("german_support", "5.4.1")
class GermanSupport(Told):
    """How many markers the Germans draw."""

    count: int

    def words(self, name: Name) -> str:
        return f"The Germans draw {plural(self.count, 'support marker')}"


@event("new_marker", "10.1", weight="quiet")
class MarkerArrived(Told):
    """A marker joins the game by the schedule."""

    marker: str
    where: str

    def words(self, name: Name) -> str:
        ends = "received" if self.where == "available" else "joins the pool"
        return f"{names.marker_name(self.marker)} {ends}"


@event("spent", "5.6.6", "{who} spend {marker}")
class MarkerSpent(Told):
    """A marker is spent for something."""

    side: Side
    marker: str


@event("stored", "18.1.1", "The Germans put a support marker into the Strategic Reserve", weight="quiet")
class MarkerStored(Told):
    """A marker goes into the Strategic Reserve."""


@event("played", "5.5.1")
class MarkerPlayed(InCombat):
    """A marker is played as an event."""

    spot: ClassVar[str] = "place_"
    side: Side
    marker: str
    place_: str

    def words(self, name: Name) -> str:
        return f"{names.SOLDIERS[self.side]} play {names.marker_name(self.marker)} {names.whereto(self.place_)}"


@event("detached", "5.5.6", "{marker} of {unit} returns to the pool", weight="quiet")
class MarkerDetached(InCombat):
    """A marker loses the unit to which it was attached."""

    marker: str
    unit: str


@event("montgomery", "5.5.2")
class MontgomeryRolled(InCombat):
    """What the Montgomery marker gives."""

    die: int
    columns: int

    def words(self, name: Name) -> str:
        columns = f"{plural(self.columns, 'column')} for British attacks" if self.columns else "not ready yet"
        return f"Montgomery: die {self.die}, {columns}"


@event("pluto", weight="headline")
class PlutoLaid(Told):
    """A PLUTO marker is placed (5.6.2), or moves (5.6.6)."""

    number: int
    origin: str
    """Empty for a new one."""
    hex: str

    def words(self, name: Name) -> str:
        before = f" from {name(self.origin)}" if self.origin else ""
        return f"PLUTO {self.number}{before} to {name(self.hex)}"


# The Fuehrer's approval (9)


@event("approval")
class ApprovalChanged(InCombat):
    """The approval marker moves."""

    spot: ClassVar[str] = "cause"
    cause: str
    """`turn`, a unit that is lost, a hex, or the name of a strategic place."""
    before: int
    after: int

    def words(self, name: Name) -> str:
        return f"The Führer's approval {'rises' if self.rises else 'falls'} to {self.after}: {self._why()}"

    @property
    def rises(self) -> bool:
        """Whether it goes up."""
        return self.after > self.before

    def _why(self) -> str:
        if self.cause == "turn":
            return "another turn"
        if names.is_unit(self.cause):
            return f"{names.called(self.cause)} is lost"
        if self.cause in open_board().index:
            where = names.place(self.cause)
            return f"armour attacks {where}" if self.rises else f"unrest in the Festung {where}"
        return f"{self.cause} is retaken" if self.rises else f"{self.cause} is lost"


@event("dismissal", "9.2.3", weight="headline")
class Dismissal(InCombat):
    """The commander in the West is replaced."""

    number: int
    reset: int
    """The approval with which the next one begins."""
    markers: int
    """Support markers that are lost."""

    def words(self, name: Name) -> str:
        words = f"The Commander-in-Chief West is dismissed (number {self.number}): approval back to {self.reset}"
        return f"{words}, {plural(self.markers, 'support marker')} lost" if self.markers else words


# Control (1.9), the Resistance (16)


@event("control", "1.9.1", "{hex} is now {side}", short="{hex} {side}", weight="headline")
class ControlPassed(InCombat):
    """A hex changes hands."""

    hex: str
    side: Side


@event("beachhead_lost", "15.2.3", "The Beachhead {at} is overrun", weight="headline")
class BeachheadLost(InCombat):
    """The Germans take a Beachhead."""

    hex: str


@event("ffi", "16.1.2")
class FfiMoved(InCombat):
    """The FFI marker moves on the FFL track."""

    spot: ClassVar[str] = "cause"
    points: int
    cause: str
    marker: int
    """The box in which it stands then."""

    def words(self, name: Name) -> str:
        return f"{name(self.cause)}: FFI {self.points:+d}, marker at {self.marker}"


@event("ffl", "16.1.3", "The Resistance raises {unit} for the Allied pool")
class FflRaised(InCombat):
    """An FFL unit joins the Allied support markers."""

    unit: str


@event("ffl_wasted", "16.2.1", "{unit} finds no liberated city: the draw is wasted", weight="quiet")
class FflWasted(Told):
    """An FFL unit was drawn that cannot be placed."""

    unit: str


@event("ffl_placed", "16.2.1", "{unit} is raised in {hex}")
class FflPlaced(Told):
    """An FFL unit comes into play."""

    unit: str
    hex: str


@event("insurrection_over", "16.2.2", "The insurrection in {hex} is over", weight="headline")
class InsurrectionOver(Told):
    """An Insurrection marker leaves the map."""

    marker: str
    hex: str | None


# The Reich (20)


@event(
    "vaterland", "20.2.1", "Allied units enter the Reich {at}: the Vaterland divisions are called up", weight="headline"
)
class VaterlandCalled(InCombat):
    """The Allies are in the Reich for the first time."""

    hex: str


@event("vaterland_placed", "20.2.1", "{unit}, {name}, defends {hex}")
class VaterlandPlaced(Told):
    """One of the divisions called up."""

    unit: str
    hex: str
    name: str
