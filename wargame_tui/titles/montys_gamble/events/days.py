"""The days (6, 8, 12, 16.4, 17, 18, 20 to 23.5): turns, impulses, rolls, the Advantage, arrivals, victory."""

from collections.abc import Mapping, Sequence

from wargame_tui.board.phrases import first_up
from wargame_tui.core.event import Event, event
from wargame_tui.core.wording import Name, plural
from wargame_tui.titles.montys_gamble.events import OverArea
from wargame_tui.titles.montys_gamble.printed.charts import landing
from wargame_tui.titles.montys_gamble.printed.data import Side
from wargame_tui.titles.montys_gamble.printed.names import names

# Before the game (23.5)


@event("bid_tie", "23.51", "The bids are equal; the die shows {die}", weight="quiet")
class BidTie(Event):
    """Both players bid the same for the same side."""

    die: int


@event("seats", "23.51", weight="quiet")
class Seats(Event):
    """The bids are granted: who plays which side, and the Reserve of the side that nobody wanted."""

    seats: Mapping[Side, str]
    reserve: int

    def words(self, name: Name, /) -> str:
        who = ", ".join(f"the {player} plays the {side} side" for side, player in self.seats.items())
        paid = f"; {plural(self.reserve, 'Reserve point')} for the other" if self.reserve else ""
        return first_up(who + paid)


# The turn (6, 17)


@event("turn", "6.1", "{date} September 1944", block="apart")
class Turn(Event):
    """A turn begins."""

    date: int


@event("weather", block="apart", weight="headline")
class Weather(Event):
    """The weather of the day, by the die at dawn; without a die it changes in the course of the day."""

    weather: str
    die: int | None = None

    def words(self, name: Name, /) -> str:
        rolled = "The weather changes" if self.die is None else f"The weather die shows {self.die}"
        return f"{rolled}: {self.weather.capitalize()}"


@event("weather_change", "17.4", "The roll of {roll} equals the impulse: the weather changes next impulse")
class WeatherChange(Event):
    """The sunset DR announces a change of weather."""

    roll: int


@event("daylight", "6.3", "Daylight begins with impulse {impulse}, {weather}", block="apart", weight="quiet")
class Daylight(Event):
    """The Daylight Phase begins."""

    impulse: int
    weather: str


@event("daylight_ended", "6.3", "The Daylight Phase ends", short="", block="apart", weight="quiet")
class DaylightEnded(Event):
    """The Daylight Phase is over."""


@event("impulse", "6.3", "{side} impulse {impulse}", short="", block="apart", weight="quiet")
class Impulse(Event):
    """An impulse begins."""

    side: Side
    impulse: int


@event("impulse_ended", "6.3", "The {side} impulse ends", short="", block="apart", weight="quiet")
class ImpulseEnded(Event):
    """An impulse is over."""

    side: Side
    impulse: int


@event("sunset", "6.31", block="apart", weight="headline")
class SunsetRoll(Event):
    """The sunset DR of an Allied impulse counts."""

    roll: int
    drm: int
    impulse: int
    over: bool

    def words(self, name: Name, /) -> str:
        drm = f" {self.drm:+d}" if self.drm else ""
        result = "the day ends" if self.over else "the day goes on"
        return f"Sunset roll {self.roll}{drm} against impulse {self.impulse}: {result}"


# D-Day (20)


@event("air_phase", "20.2", "D-Day: Air Bombardment Phase", weight="quiet")
class AirPhase(Event):
    """The 8th Air Force begins its bombing."""


@event("artillery_phase", "20.3", "D-Day: Artillery Bombardment Phase", weight="quiet")
class ArtilleryPhase(Event):
    """XXX Corps begins its barrage."""


@event("airborne_phase", "20.4", "D-Day: Airborne Phase", weight="quiet")
class AirbornePhase(Event):
    """The airborne divisions begin to land."""


@event("ground_phase", "20.5", "D-Day: XXX Corps Ground Assault Phase", weight="quiet")
class GroundPhase(Event):
    """The ground assault of XXX Corps begins."""


@event("drop_pass", "20.4", "{area} passes", weight="quiet")
class DropPass(OverArea):
    """The units of a drop area do nothing."""

    area: str


# Impulses (8, 12)


@event("activated", form="{side} {how} from {space}", block="apart", weight="quiet")
class Activated(Event):
    """A space is activated for an assault or infiltration."""

    space: str
    side: Side
    how: str


@event("pass", "8.24", "The {side} player passes", block="apart", weight="quiet")
class Passed(Event):
    """An impulse without action."""

    side: Side


@event("spent", "8.3", "Spent: {units}", block="apart", weight="quiet")
class Spent(Event):
    """Who moved or fought is Spent."""

    units: Sequence[str]


PURPOSES: Mapping[str, tuple[str, str]] = {
    "attack": ("10.71", "Attack at {}"),
    "bombardment": ("11.4", "Bombardment of {}"),
    "sunset": ("6.31", "Sunset of impulse {}"),
    "seizure": ("9.22", "Seizure of {}"),
    "repair": ("19.2", "Repair of {}"),
    "demolition": ("19.4", "Demolition of {}"),
    "infiltration": ("8.222", "Infiltration by {}"),
    "interdiction": ("18.44", "Interdiction of {}"),
    "weather": ("6.21", "Weather of {} September"),
    "surrender": ("13.9", "Surrender of {}"),
}
"""What is rolled for: the rule, and the words for a unit, a boundary or a space."""


@event("roll")
class Rolled(Event):
    """Dice are on the table, which may not stand: in combat attacker's and defender's, else those of one roll."""

    purpose: str
    subject: str
    """Unit, boundary or space that it is about."""
    faces: tuple[int, ...]
    totals: tuple[int, ...]

    @property
    def combat(self) -> bool:
        """Whether both sides roll."""
        return self.purpose in ("attack", "bombardment")

    def words(self, name: Name, /) -> str:
        # The subjects of these are dates and impulses, whose numbers areas have too.
        subject = self.subject if self.purpose in ("sunset", "weather") else name(self.subject)
        thrown = f"{PURPOSES[self.purpose][1].format(subject)}: "
        if len(self.totals) == 1:
            return f"{thrown}rolled {_sum(self.faces, self.totals[0])}"
        sides = zip(("attacker", "defender"), self.halves(), self.totals, strict=True)
        return thrown + ", ".join(f"{who} {_sum(shown, total)}" for who, shown, total in sides)

    def brief(self, name: Name, /) -> str:
        """How a unit came through interdiction tells the die again."""
        return "" if self.purpose == "interdiction" else self.words(name)

    def halves(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The dice of attacker and defender."""
        half = len(self.faces) // 2
        return tuple(self.faces[:half]), tuple(self.faces[half:])

    def place(self) -> str | None:
        """The space of a battle, the first bank of a boundary."""
        if self.combat:
            return self.subject
        return self.subject.partition("-")[0] if self.purpose in ("seizure", "repair", "demolition") else None


def _sum(faces: Sequence[int], total: int) -> str:
    return str(total) if len(faces) == 1 else f"{' + '.join(map(str, faces))} = {total}"


@event("advantage_used", "12.5", "The {side} player uses the Advantage", short="{side}: Advantage used")
class AdvantageUsed(Event):
    """The Advantage is used for a reroll or a double impulse."""

    side: Side


@event("advantage", form="The Advantage passes to the {side} player", block="apart")
class AdvantagePassed(Event):
    """The Advantage passes on, after its use or after heavy losses."""

    side: Side


@event("sunset_drm", "12.41", "The {side} player moves the sunset DRM by {spaces:+d}: now {drm:+d}")
class SunsetMoved(Event):
    """The enemy's losses have moved the sunset DRM marker."""

    spaces: int
    drm: int
    side: Side


@event("shuffled", "23.71", "The {side} combat cards are shuffled", weight="quiet")
class Shuffled(Event):
    """A deck all of whose cards were out is shuffled."""

    side: Side


# Reinforcements (18)


@event("arrived", "18.1", block="apart", weight="quiet")
class Arrived(Event):
    """Reinforcements arrive."""

    units: Sequence[str]
    space: str

    def words(self, name: Name, /) -> str:
        return f"{names(self.units)} arrive{'s' if len(self.units) == 1 else ''} in {name(self.space)}"


@event("dropped", form="{unit} drops in {space}", block="apart", weight="headline")
class Dropped(Event):
    """A unit comes down from the air."""

    unit: str
    space: str


@event("interdiction_roll", "18.44", "{unit} drops under interdiction {value}", block="apart", short="", weight="quiet")
class InterdictionRoll(Event):
    """A die is about to be rolled against a unit that drops."""

    unit: str
    space: str
    value: int


@event("interdiction", "18.44", block="apart")
class Interdiction(Event):
    """How a unit came through interdiction."""

    unit: str
    space: str
    die: int
    value: int

    def words(self, name: Name, /) -> str:
        worse = landing(self.die, self.value)
        result = f"it lands {name(worse)}" if worse else "no effect"
        return f"{name(self.unit)} at {name(self.space)}, interdiction {self.value}, rolled {self.die}: {result}"


# Victory (21, 22)


@event("breakout", "21.1", "Breakout: a supplied Fresh Allied unit is in {space}", weight="headline")
class Breakout(Event):
    """The Allies have broken out, and win at once."""

    space: str


@event("eindhoven", "21.31", "XXX Corps has {reached:|not }reached Eindhoven on 17 September", weight="headline")
class Eindhoven(Event):
    """Whether Eindhoven is reached is noted at the end of 17 September."""

    reached: bool


@event("victory_check", form="Victory check: {points} VP, {needed} needed", weight="headline")
class VictoryCheck(Event):
    """A date on which victory is checked is over."""

    points: int
    needed: int
