"""What can happen, and how it is told."""

from collections.abc import Sequence
from dataclasses import dataclass

from wargame_tui.board.events import UnitEvent
from wargame_tui.board.phrases import made_of, plural
from wargame_tui.core.event import Event, Leg, event
from wargame_tui.core.wording import Name
from wargame_tui.titles.tigers_in_the_mist.printed.book import DATA, company
from wargame_tui.titles.tigers_in_the_mist.printed.data import Side

Told = tuple[str, int, str]
"""A modifier of a die: its name, what it adds, its rule."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tested(Event):
    """Dice rolled against a number: low is good."""

    dice: Sequence[int]
    needed: int
    modifiers: Sequence[Sequence[str | int]]
    """Each a Told."""
    successes: int

    @property
    def changes(self) -> list[tuple[int, str, str]]:
        """By how much each modifier raises the number needed: what makes a die less makes its number greater."""
        return [(-int(value), str(name), str(rule)) for name, value, rule in self.modifiers]

    @property
    def hits_on(self) -> int:
        """The number needed once the modifiers are counted in."""
        return self.needed + sum(by for by, _, _ in self.changes)

    def roll_words(self, verb: str = "succeeds on") -> str:
        """A roll: the number needed, how modifiers of the die have changed it, the dice.

        `hits on 7- (5, no combined arms +1, attackers crossed a river +1): rolled 6`
        """
        changes = made_of(self.needed, [(by, name) for by, name, _ in self.changes])
        return f"{verb} {self.hits_on}-{changes}: rolled {' '.join(map(str, self.dice))}"

    @property
    def tried(self) -> str:
        """Of one die: the roll, and what it came to."""
        return f"{self.roll_words()}, {'success' if self.successes else 'failure'}"

    @property
    def fired(self) -> str:
        """Of dice that hit: the roll, and how often they did."""
        return f"{self.roll_words('hits on')}, {plural(self.successes, 'hit') if self.successes else 'no hit'}"

    @property
    def thrown(self) -> str:
        """The number needed and the dice: `7- rolls 3 9`."""
        return f"{self.hits_on}- rolls {' '.join(map(str, self.dice))}"


def bridge_name(bridge: str) -> str:
    """Both banks by name, `Dasburg-Marnach`."""
    return "-".join(DATA.map.spaces[bank].name for bank in bridge.split("-"))


@dataclass(frozen=True, slots=True, kw_only=True)
class AtBridge(Event):
    """Something that happened to a bridge."""

    bridge: str

    @property
    def called(self) -> str:
        """The bridge."""
        return bridge_name(self.bridge)

    def place(self) -> str | None:
        return self.bridge.partition("-")[0]


# The sequence of play (6, 8.1)


@event("turn", "8.1", "{date} December 1944", block="apart")
class Turn(Event):
    """A date begins."""

    date: int


@event("impulse", "8.1", "Impulse {box}", short="", block="apart", weight="quiet")
class Impulse(Event):
    """A game impulse begins."""

    box: str


@event("half", "6.0", "{side} impulse {box}", short="", block="apart", weight="quiet")
class Half(Event):
    """A player impulse begins."""

    side: Side
    box: str


@event("impulse_ended", "6.0", "The {side} impulse {box} ends", short="", block="apart", weight="quiet")
class ImpulseEnded(Event):
    """A player impulse ends."""

    side: Side
    box: str


@event("attrition_phase", "13.17", "Attrition phase", block="apart", weight="quiet")
class AttritionPhase(Event):
    """It begins."""


@event("left_outside", "A44", "{unit} is eliminated: not in supply inside the map section")
class LeftOutside(UnitEvent):
    """A unit is lost outside the map section."""


@event("victory_phase", "12.11", "Victory phase", block="apart", weight="quiet")
class VictoryPhase(Event):
    """It begins."""


# Movement (8), stacking (7), supply (13)


@event("moved", "8.33", block="apart", weight="quiet")
class Moved(Event):
    """A stack goes along a road."""

    units: list[str]
    origin: str
    space: str
    cost: int
    on_foot: bool
    """Over the river of a destroyed bridge."""
    fights: bool

    def words(self, name: Name) -> str:
        wading = " on foot over the river" if self.on_foot else ""
        fight = " and must attack" if self.fights else ""
        return f"{company(self.units)}: {name(self.origin)} to {name(self.space)}{wading} ({self.cost} MP){fight}"

    def leg(self) -> Leg:
        return Leg(tuple(self.units), self.space)


@event("move_ended", "8.24", short="", block="apart", weight="quiet")
class MoveEnded(Event):
    """A stack halts."""

    units: list[str]
    space: str

    def words(self, name: Name) -> str:
        return f"{company(self.units)} {'halts' if len(self.units) == 1 else 'halt'} at {name(self.space)}"


@event("zone_shifted", "11.14", weight="quiet")
class ZoneShifted(Event):
    """A stack that has not entered goes to another zone."""

    units: list[str]
    origin: str
    zone: str
    cost: int

    def words(self, name: Name) -> str:
        return f"{company(self.units)} will enter from {name(self.zone)} ({self.cost} MP)"

    def place(self) -> str | None:
        return self.zone


@event("entrenched", "8.51", "{unit} entrenches at {space}", short="{unit} digs in, {space}", weight="quiet")
class Entrenched(UnitEvent):
    """A unit entrenches."""


@event("vehicles_abandoned", "8.35", "{unit} abandons its vehicles", short="{unit} on foot", weight="quiet")
class VehiclesAbandoned(UnitEvent):
    """A unit goes on on foot."""


@event(
    "vehicles_recovered",
    "8.35",
    "{unit} recovers its vehicles",
    short="{unit} back on wheels",
    block="apart",
    weight="quiet",
)
class VehiclesRecovered(UnitEvent):
    """A unit rides again."""


@event("movement_ended", "8.39", "{side} movement ends", short="", block="apart", weight="quiet")
class MovementEnded(Event):
    """A side has moved."""

    side: Side


@event("removed", "7.2", "{unit} at {space} is eliminated: over the stacking limit", weight="headline")
class Removed(UnitEvent):
    """A unit is lost to the stacking limit."""


# Combat (9)


@event(
    "battle",
    "9.3",
    "Battle of {space}: {attackers} against {defenders}",
    short="Battle of {space}",
    block="opens",
)
class BattleBegun(Event):
    """A battle begins."""

    space: str
    side: Side
    attackers: list[str]
    defenders: list[str]
    strengths: dict[str, int]
    """Of each unit, as it begins."""


@event("stays_out", "9.14", "{unit} stays out of the attack", weight="quiet")
class StaysOut(UnitEvent):
    """A unit does not attack with those that entered."""


@event("battlefield_support", "14.24", "Special forces support the battle of {space}")
class BattlefieldSupport(Event):
    """Special forces support a battle."""

    space: str


@event("calls", short="{side} artillery {thrown}: {successes} available", weight="quiet")
class Calls(Tested):
    """Artillery is called (9.43)."""

    side: Side
    space: str

    def words(self, name: Name) -> str:
        asked, found = plural(len(self.dice), "request"), plural(self.successes, "battery", "batteries")
        thrown = " ".join(map(str, self.dice))
        return f"{self.side} artillery, {asked} on {self.hits_on}-: rolled {thrown}, {found} available"


@event("artillery_laid", "9.46", "{side} artillery targets {unit}", short="", weight="quiet")
class ArtilleryLaid(Event):
    """A counter is laid."""

    side: Side
    unit: str
    space: str


@event("artillery", "9.48", short="{side} artillery > {unit}: {thrown}, {successes:hit}")
class ArtilleryFire(Tested):
    """Artillery fires."""

    side: Side
    unit: str
    """At which it fires."""
    space: str

    def words(self, name: Name) -> str:
        return f"{self.side} artillery fires at {self.unit}: {self.fired}"


@event("aimed", "9.57", "{unit} targets {target}", short="", weight="quiet")
class Aimed(Event):
    """A unit is given its target."""

    unit: str
    target: str
    space: str


@event("fire", "9.21", short="{unit} > {target}: {thrown}, {successes:hit}")
class UnitFire(Tested):
    """A unit fires."""

    unit: str
    target: str
    space: str

    def words(self, name: Name) -> str:
        return f"{self.unit} fires at {self.target}: {self.fired}"


@event("loss", short="{unit} -{lost}{fate}", block="result")
class Loss(Event):
    """A unit loses strength (9.21, 9.47, 13.17)."""

    unit: str
    lost: int
    left: int
    space: str

    def words(self, name: Name) -> str:
        return f"{self.unit} loses {plural(self.lost, 'step')}: " + (
            f"strength {self.left} left" if self.left else "eliminated"
        )

    @property
    def fate(self) -> str:
        """Of what is eliminated that it is."""
        return "" if self.left else ", eliminated"


@event("battle_ended", "9.38", "The battle of {space} is over", short="", block="ends")
class BattleEnded(Event):
    """A battle is over."""

    space: str
    left: dict[str, int]
    """Of each unit, at its end."""


# Bridges (10)


@event("bridge_left", "10.21", weight="quiet")
class BridgeLeft(AtBridge):
    """Nobody tries to blow a bridge."""

    side: Side

    def words(self, name: Name) -> str:
        return f"The {self.side} player does not blow the {self.called} bridge"


@event("demolition")
class DemolitionTried(Tested):
    """A unit tries to blow a bridge (10.29, 14.23)."""

    unit: str
    bridge: str
    space: str

    def words(self, name: Name) -> str:
        return f"{self.unit} tries to blow the {bridge_name(self.bridge)} bridge: {self.tried}"


@event("bridge_blown", "10.29", weight="headline")
class BridgeBlown(AtBridge):
    """A bridge is blown."""

    def words(self, name: Name) -> str:
        return f"The {self.called} bridge is blown"


@event("bridging", "10.15")
class BridgingTried(Tested):
    """An engineer tries to build a bridge."""

    unit: str
    bridge: str
    space: str

    def words(self, name: Name) -> str:
        return f"{self.unit} tries to rebuild the {bridge_name(self.bridge)} bridge: {self.tried}"


@event("bridge_built", "10.15", weight="headline")
class BridgeBuilt(AtBridge):
    """A bridge stands again."""

    def words(self, name: Name) -> str:
        return f"The {self.called} bridge is rebuilt"


# Reinforcements (11), special forces (14)


@event("arrived", "11.11", "{unit} arrives in {space}")
class Arrived(UnitEvent):
    """A unit is placed in its zone."""


@event("released", "11.3", "The reserve {name} is released")
class Released(Event):
    """A reserve comes."""

    group: str
    name: str


@event("reserve_earned", "11.3", "Superiority at {space} earns the reserve {name}", weight="headline")
class ReserveEarned(Event):
    """A reserve may be released from now on."""

    group: str
    name: str
    space: str


@event("special_placed", "14.12", "Special forces at {space}: {effect}")
class SpecialPlaced(Event):
    """Special forces land."""

    space: str
    effect: str


@event("special_removed", "14.3", "Special forces at {space} removed")
class SpecialRemoved(Event):
    """Special forces are gone."""

    space: str


# Control and victory (12)


@event("control", "12.22", "{space} is now {side}", short="{space} {side}", weight="headline")
class Control(Event):
    """A space changes hands."""

    space: str
    side: Side


@event("points", weight="headline")
class Points(Event):
    """Victory points (12.11, 12.12, A30)."""

    source: str
    """A space, or `gaps`."""
    points: int
    total: int

    def words(self, name: Name) -> str:
        source = "Gaps in the Allied line" if self.source == "gaps" else name(self.source)
        return f"{source}: {self.points} VP, {self.total} in all"


@event("gaps_claimed", "A30", "The {side} player counts {count} gaps", weight="quiet")
class GapsClaimed(Event):
    """A side has counted the gaps."""

    side: Side
    count: int


@event("game_over", "2.0", "The game is over: {level}", weight="headline")
class GameOver(Event):
    """The game ends."""

    winner: str | None
    level: str
    points: int | None
