"""Combat and its results (7, 8), landings and what follows them (13)."""

from wargame_tui.board.phrases import first_up, plural
from wargame_tui.core.event import Leg, event
from wargame_tui.core.wording import Name
from wargame_tui.titles.liberty_roads.events.told import InCombat, Term, Told, dice_words
from wargame_tui.titles.liberty_roads.printed import names
from wargame_tui.titles.liberty_roads.printed.book import BOXES, FIXED
from wargame_tui.titles.liberty_roads.printed.charts import AttackerResult, DefenderResult
from wargame_tui.titles.liberty_roads.printed.data import Side


class Opening(InCombat):
    """With which a combat or the landings of a turn begin."""

    __slots__ = ()
    hex: str


@event("attack", "7.3.1", "{who} attack {hex}: {units}", short="Attack {hex}", block="opens")
class Attacked(Opening):
    """A combat is opened."""

    side: Side
    hex: str
    units: list[str]
    origins: list[str]


@event("odds", short="{attack} to {defence}: {column}", weight="quiet")
class OddsFound(InCombat):
    """With what odds a combat (7.5) or a round of a landing (13.6) is fought."""

    hex: str
    side: Side
    """The attacker."""
    attackers: list[str]
    defenders: list[str]
    attack: int
    defence: int
    shifts: list[Term]
    """In columns."""
    column: str
    cancelled: bool
    """Below the table."""

    def words(self, name: Name) -> str:
        """Who against whom, the strengths, the column."""
        shifts = names.signed(self.shifts)
        words = f"{names.SOLDIERS[self.side]} against {names.place(self.hex)}: {names.names(self.attackers)} against "
        words += f"{names.names(self.defenders) or 'the coast defence'}, {self.attack} to {self.defence}"
        words += f", {shifts}" if shifts else ""
        return f"{words}: {self.column}{', odds too low, cancelled' if self.cancelled else ''}"


@event("terrain", weight="quiet")
class TerrainChosen(InCombat):
    """What counts for the defenders: in the odds (1.7.1), for the tactical results (7.9.4)."""

    hex: str
    ground: str
    side: Side

    def words(self, name: Name) -> str:
        return f"{first_up(names.ground_name(self.ground))} protects the defenders of {names.place(self.hex)}"


@event("elite", "7.6.1", "{who} use their elite bonus", weight="quiet")
class EliteUsed(InCombat):
    """A side uses its elite bonus."""

    side: Side


@event("armour_exploitation", "7.6.4", "{who} declare armour exploitation")
class ArmourDeclared(InCombat):
    """The attacker declares armour exploitation."""

    side: Side


@event("combat", short="{column}, {total}: {outcome}", block="result")
class CombatRolled(InCombat):
    """The dice of a combat (7.7.3) or of a round of a landing (13.6)."""

    hex: str
    side: Side
    dice: list[int]
    modifier: int | None = None
    """Of a landing."""
    column: str
    losses: list[int]
    """Of the attacker, of the defender."""
    attacker: AttackerResult
    defender: DefenderResult

    def words(self, name: Name) -> str:
        by = self.modifier or 0
        rolled = f"{dice_words(self.dice)}{f' {by:+d}' if by else ''} = {sum(self.dice) + by} on {self.column}"
        mine, theirs = self.losses
        words = f"{names.place(self.hex)}: {rolled}, attacker loses {plural(mine, 'step')}, defender {theirs}"
        if self.attacker != "-":
            words += f"; {self.attacker}: {names.ATTACKER_RESULTS[self.attacker]}"
        if self.defender != "-":
            words += f"; {self.defender}: {names.DEFENDER_RESULTS[self.defender]}"
        return words

    @property
    def total(self) -> int:
        """The dice with what is added."""
        return sum(self.dice) + (self.modifier or 0)

    @property
    def outcome(self) -> str:
        """Steps lost and tactical results in short: `A 1 / D 2 steps, DR`."""
        codes = (code for code in (self.attacker, self.defender) if code != "-")
        return ", ".join([names.losses(*self.losses), *codes])


@event("first_loss", "7.8.1", weight="quiet")
class FirstLossChosen(InCombat):
    """Whose the attacker's first loss is."""

    of: str

    def words(self, name: Name) -> str:
        return names.first_loss_words(self.of)


@event("softened", "7.9.2")
class Softened(InCombat):
    """Terrain changes the defender's tactical result."""

    hex: str
    ground: str
    before: DefenderResult
    after: DefenderResult

    def words(self, name: Name) -> str:
        ground = first_up(names.ground_name(self.ground or "terrain"))
        turned = f"turns {self.before} into {self.after}" if self.after != "-" else f"cancels {self.before}"
        return f"{ground} at {names.place(self.hex)} {turned}"


def _lost_at(place_: str) -> str:
    """Where a unit has losses: in a box only those have any that fight on the beaches (13.6)."""
    return "in the landing" if place_ in BOXES else names.at(place_)


@event("step", short="{unit} loses a step", block="result")
class StepLost(InCombat):
    """A unit loses a step."""

    unit: str
    hex: str

    def words(self, name: Name) -> str:
        return f"{name(self.unit)} {_lost_at(self.hex)} loses a step"


@event("eliminated", short="{unit} eliminated", block="result", weight="headline")
class Eliminated(InCombat):
    """A unit is lost."""

    unit: str
    hex: str
    gone: bool
    """For good."""

    def words(self, name: Name) -> str:
        lost = f"{first_up(name(self.unit))} is eliminated"
        if self.unit.startswith(FIXED):
            return lost
        return f"{lost}{' for good' if self.gone else ''} {_lost_at(self.hex)}"


@event("kampfgruppe", "7.13.1")
class KampfgruppeFormed(InCombat):
    """A Kampfgruppe takes the place of an elite unit, or nothing is left of it."""

    unit: str
    kg: str
    hex: str
    none: bool

    def words(self, name: Name) -> str:
        if self.none:
            return f"Only Hiwis are left of {name(self.unit)} {names.at(self.hex)}: no Kampfgruppe"
        return f"{name(self.kg)} replaces {name(self.unit)} {names.at(self.hex)}"


@event("retreat", "7.10", "{unit} retreats from {origin} to {hex}")
class Retreated(InCombat):
    """A unit retreats a hex."""

    unit: str
    origin: str
    hex: str

    def leg(self) -> Leg:
        return Leg((self.unit,), self.hex, "retreats")


@event("advance", "7.11", "{unit} advances from {origin} to {hex}")
class Advanced(InCombat):
    """A unit advances after combat."""

    unit: str
    origin: str
    hex: str

    def leg(self) -> Leg:
        return Leg((self.unit,), self.hex, "advances")


@event("marked", "7.12.1", "{unit} {at} may exploit", weight="quiet")
class Marked(InCombat):
    """A unit gets an Exploitation marker."""

    unit: str
    hex: str


# Landings (13)


@event("landing_declared", "13.6", "A landing is declared at {hex}", short="Landing {hex}", block="opens")
class LandingDeclared(Told):
    """A beach is to be landed on."""

    hex: str


@event("called_off", "13.6", "The landing at {hex} is called off")
class LandingCalledOff(Told):
    """It is not."""

    hex: str


@event("assault_unit", "13.6", "{unit} assaults {hex}", weight="quiet")
class AssaultUnitNamed(Told):
    """A unit is to land."""

    unit: str
    hex: str


@event("revealed", "13.6")
class MarkersRevealed(Opening):
    """The D-Day and Atlantic Wall markers of a landing are turned up."""

    hex: str
    dday: list[str]
    wall: list[str]

    def words(self, name: Name) -> str:
        return (
            f"{names.place(self.hex)}: D-Day markers {names.kinds(self.dday)}; Atlantic Wall {names.kinds(self.wall)}"
        )


@event("cancelled")
class MarkerCancelled(InCombat):
    """A marker cancels another: an Atlantic Wall marker (13.5.2), or Partisans (13.4.2)."""

    hex: str
    by: str
    marker: str

    def words(self, name: Name) -> str:
        by, verb = names.kind_name(self.by), "cancel" if names.kind_name(self.by).endswith("s") else "cancels"
        return f"{names.place(self.hex)}: {by} {verb} {names.kind_name(self.marker)}"


@event("reserve", "13.5.2", "{unit} moves up from {origin} to {hex}", weight="quiet")
class ReserveBroughtUp(InCombat):
    """A Reserve marker brings a division to a beach."""

    unit: str
    origin: str
    hex: str


@event(
    "landed",
    "13.1.6",
    "The landing at {hex} succeeds: {units} ashore",
    short="ashore",
    block="result",
    weight="headline",
)
class Landed(InCombat):
    """A landing succeeds."""

    hex: str
    units: list[str]


@event(
    "landing_failed",
    "13.1.7",
    "The landing at {hex} fails",
    short="the landing fails",
    block="result",
    weight="headline",
)
class LandingFailed(InCombat):
    """All of it is lost."""

    hex: str


@event("follow_up", "13.6", "{unit} follows up at {hex}", weight="quiet")
class FollowedUp(Told):
    """A follow-up unit goes ashore."""

    unit: str
    hex: str


@event("reaction", "13.8.1")
class ReactionRolled(Told):
    """How many German divisions may react."""

    die: int
    beachheads: int
    divisions: int

    def words(self, name: Name) -> str:
        able = plural(self.divisions, "division")
        return f"German reaction: die {self.die} +{self.beachheads} Beachheads: {able} may move"
