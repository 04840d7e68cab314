"""What can happen, and how it is told."""

from collections.abc import Sequence
from dataclasses import dataclass

from wargame_tui.board.events import UnitEvent
from wargame_tui.board.phrases import made_of, plural
from wargame_tui.core.event import Event, event
from wargame_tui.core.wording import Name
from wargame_tui.titles.tigers_in_the_mist.printed.book import DATA
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

    def roll_words(self, verb: str = "needs") -> str:
        """A roll: the number needed, how modifiers of the die have changed it, the dice.

        `hits on 7- (5, +1 no combined arms, +1 attackers crossed a river): rolled 6`
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


@event("turn", "8.1", "{date} December 1944")
class Turn(Event):
    """A date begins."""

    date: int


@event("impulse", "8.1", "Game impulse {box}")
class Impulse(Event):
    """A game impulse begins."""

    box: str


@event("half", "6.0", "{side} impulse {box}")
class Half(Event):
    """A player impulse begins."""

    side: Side
    box: str


@event("impulse_ended", "6.0", "The {side} impulse {box} ends")
class ImpulseEnded(Event):
    """A player impulse ends."""

    side: Side
    box: str


@event("attrition_phase", "13.17", "Attrition phase")
class AttritionPhase(Event):
    """It begins."""


@event("left_outside", "A44", "{unit} did not reach the map section in supply and is lost")
class LeftOutside(UnitEvent):
    """A unit is lost outside the map section."""


@event("victory_phase", "12.11", "Victory phase")
class VictoryPhase(Event):
    """It begins."""


# Movement (8), stacking (7), supply (13)


@event("moved", "8.33")
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
        wading = ", on foot over the river" if self.on_foot else ""
        fight = " and must fight" if self.fights else ""
        return f"{'+'.join(self.units)}: {name(self.origin)} to {name(self.space)}, {self.cost} MP{wading}{fight}"


@event("move_ended", "8.24")
class MoveEnded(Event):
    """A stack halts."""

    units: list[str]
    space: str

    def words(self, name: Name) -> str:
        return f"{'+'.join(self.units)} halts at {name(self.space)}"


@event("zone_shifted", "11.14")
class ZoneShifted(Event):
    """A stack that has not entered goes to another zone."""

    units: list[str]
    origin: str
    zone: str
    cost: int

    def words(self, name: Name) -> str:
        return f"{'+'.join(self.units)} goes to {name(self.zone)}, {self.cost} MP"

    def place(self) -> str | None:
        return self.zone


@event("entrenched", "8.51", "{unit} entrenches at {space}")
class Entrenched(UnitEvent):
    """A unit entrenches."""


@event("vehicles_abandoned", "8.35", "{unit} abandons its vehicles")
class VehiclesAbandoned(UnitEvent):
    """A unit goes on on foot."""


@event("vehicles_recovered", "8.35", "{unit} has its vehicles again")
class VehiclesRecovered(UnitEvent):
    """A unit rides again."""


@event("movement_ended", "8.39", "{side} movement ends")
class MovementEnded(Event):
    """A side has moved."""

    side: Side


@event("removed", "7.2", "{unit} is removed from {space}: too many units there")
class Removed(UnitEvent):
    """A unit is lost to the stacking limit."""


# Combat (9)


@event("battle", "9.3", "Battle of {space}: {attackers} against {defenders}")
class BattleBegun(Event):
    """A battle begins."""

    space: str
    side: Side
    attackers: list[str]
    defenders: list[str]
    strengths: dict[str, int]
    """Of each unit, as it begins."""


@event("stays_out", "9.14", "{unit} stays out of the attack")
class StaysOut(UnitEvent):
    """A unit does not attack with those that entered."""


@event("battlefield_support", "14.24", "The special forces support the battle of {space}")
class BattlefieldSupport(Event):
    """Special forces support a battle."""

    space: str


@event("calls")
class Calls(Tested):
    """Artillery is called (9.43)."""

    side: Side
    space: str

    def words(self, name: Name) -> str:
        return f"{self.side} artillery is called: {self.roll_words('answers on')}, {self.successes} answered"


@event("artillery_laid", "9.46", "{side} artillery is laid on {unit}")
class ArtilleryLaid(Event):
    """A counter is laid."""

    side: Side
    unit: str
    space: str


@event("artillery", "9.48")
class ArtilleryFire(Tested):
    """Artillery fires."""

    side: Side
    unit: str
    """At which it fires."""
    space: str

    def words(self, name: Name) -> str:
        return f"{self.side} artillery fires at {self.unit}: {self.fired}"


@event("aimed", "9.57", "{unit} aims at {target}")
class Aimed(Event):
    """A unit is given its target."""

    unit: str
    target: str
    space: str


@event("fire", "9.21")
class UnitFire(Tested):
    """A unit fires."""

    unit: str
    target: str
    space: str

    def words(self, name: Name) -> str:
        return f"{self.unit} fires at {self.target}: {self.fired}"


@event("loss")
class Loss(Event):
    """A unit loses strength (9.21, 9.47, 13.17)."""

    unit: str
    lost: int
    left: int
    space: str

    def words(self, name: Name) -> str:
        return f"{self.unit} loses {self.lost}: " + (f"strength {self.left} left" if self.left else "eliminated")


@event("battle_ended", "9.38", "The battle of {space} is over")
class BattleEnded(Event):
    """A battle is over."""

    space: str
    left: dict[str, int]
    """Of each unit, at its end."""


# Bridges (10)


@event("bridge_left", "10.21")
class BridgeLeft(AtBridge):
    """Nobody tries to blow a bridge."""

    side: Side

    def words(self, name: Name) -> str:
        return f"The {self.side} player leaves the bridge {self.called} alone"


@event("demolition")
class DemolitionTried(Tested):
    """A unit tries to blow a bridge (10.29, 14.23)."""

    unit: str
    bridge: str
    space: str

    def words(self, name: Name) -> str:
        return f"{self.unit} tries to blow the bridge {bridge_name(self.bridge)}: {self.tried}"


@event("bridge_blown", "10.29")
class BridgeBlown(AtBridge):
    """A bridge is blown."""

    def words(self, name: Name) -> str:
        return f"The bridge {self.called} is blown"


@event("bridging", "10.15")
class BridgingTried(Tested):
    """An engineer tries to build a bridge."""

    unit: str
    bridge: str
    space: str

    def words(self, name: Name) -> str:
        return f"{self.unit} tries to build the bridge {bridge_name(self.bridge)}: {self.tried}"


@event("bridge_built", "10.15")
class BridgeBuilt(AtBridge):
    """A bridge stands again."""

    def words(self, name: Name) -> str:
        return f"The bridge {self.called} stands again"


# Reinforcements (11), special forces (14)


@event("arrived", "11.11", "{unit} arrives in {space}")
class Arrived(UnitEvent):
    """A unit is placed in its zone."""


@event("released", "11.3", "The reserve {name} is released")
class Released(Event):
    """A reserve comes."""

    group: str
    name: str


@event("reserve_earned", "11.3", "Superiority at {space} earns the reserve {name}")
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


@event("special_removed", "14.3", "The special forces leave {space}")
class SpecialRemoved(Event):
    """Special forces are gone."""

    space: str


# Control and victory (12)


@event("control", "12.22", "{space} is now {side}")
class Control(Event):
    """A space changes hands."""

    space: str
    side: Side


@event("points")
class Points(Event):
    """Victory points (12.11, 12.12, A30)."""

    source: str
    """A space, or `gaps`."""
    points: int
    total: int

    def words(self, name: Name) -> str:
        source = "Gaps in the Allied line" if self.source == "gaps" else name(self.source)
        return f"{source}: {self.points} VP, {self.total} in all"


@event("gaps_claimed", "A30", "The {side} player counts {count} gaps")
class GapsClaimed(Event):
    """A side has counted the gaps."""

    side: Side
    count: int


@event("game_over", "2.0", "The game is over: {level}")
class GameOver(Event):
    """The game ends."""

    winner: str | None
    level: str
    points: int | None
