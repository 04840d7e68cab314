"""What happens in combat and where it leads: withdrawal, dice, losses, retreat, advance (14 to 22)."""

from collections.abc import Iterator
from typing import ClassVar

from wargame_tui.board.phrases import first_up, plural
from wargame_tui.core.event import Leg, event
from wargame_tui.core.wording import Name
from wargame_tui.titles.ardennes_44.events.kinds import (
    Added,
    Aftermath,
    CombatDie,
    Happening,
    InHex,
    OfUnit,
    OfUnits,
    WayBack,
    added_short,
    drm_words,
    rolls,
)
from wargame_tui.titles.ardennes_44.printed.book import GERMAN
from wargame_tui.titles.ardennes_44.printed.data import Side
from wargame_tui.titles.ardennes_44.printed.names import RESULTS, STANDS, WITHDRAWALS, at, names, unit_name

TIME_ON_TARGET = "ToT"
"""The result of defensive artillery that cancels the attack (22.8)."""


def shifts_left(number: int) -> str:
    """Column shifts to the left, in words."""
    return f"{plural(number, 'shift')} left" if number else "no effect"


# Before combat (15.6, 20)


@event("air", "15.6", "Air support: die {die}, {markers:marker}")
class AirSupportRolled(Happening):
    """The die for the air support markers of the Allied turn."""

    die: int
    markers: int


@event("withdrawal", "20.2")
class WithdrawalTried(OfUnit):
    """A unit tried to withdraw."""

    die: int
    modifiers: Added
    result: str

    def words(self, name: Name) -> str:
        roll = rolls(self.die, self.modifiers)
        return f"Withdrawal of {unit_name(self.unit)} from {name(self.hex)}, {roll}: {WITHDRAWALS[self.result]}"


@event("withdrew", "20.3", "{unit} withdraws from {from_}")
class Withdrew(WayBack):
    """A unit withdrew."""

    def leg(self) -> Leg | None:
        return Leg((self.unit,), self.path[-1], "withdraws") if self.path else None


@event("disengaged", "20.5", "No longer engaged: {units}", weight="quiet")
class Disengaged(Happening):
    """Engaged markers came off."""

    units: list[str]


# The combat itself (14.4, 15.6, 22.8)


@event("attack", "14.4", short="{sort_short} {hex}", block="opens")
class AttackOpened(OfUnits):
    """A combat opened: all is declared."""

    side: Side
    sort: str

    def words(self, name: Name) -> str:
        verb = {"breakthrough": "break through to", "counter": "counterattack"}.get(self.sort, "attack")
        who = "The Germans" if self.side == GERMAN else "The Allies"
        return f"{who} {verb} {name(self.hex)}: {names(self.units)}"

    @property
    def sort_short(self) -> str:
        """What it is, in a word."""
        return {"breakthrough": "Breakthrough", "counter": "Counterattack"}.get(self.sort, "Attack")


@event(
    "called_off",
    "14.4",
    "The {side} player calls off the attack on {hex}",
    short="called off",
    block="ends",
    weight="quiet",
)
class CalledOff(InHex):
    """An attack was called off, since a bridge was blown."""

    side: Side


@event("shelling", "22.8", short="Defensive artillery {die}{added}: {effect}")
class Shelled(CombatDie):
    """The die of the defender's artillery."""

    purpose: ClassVar[str] = "defensive artillery"
    by_defender: ClassVar[bool] = True
    die: int
    modifiers: Added
    result: str | int
    """Shifts to the left, or `ToT`."""
    units: list[str]
    side: Side

    def words(self, name: Name) -> str:
        cancelled = "time on target, the attack is cancelled"
        result = cancelled if self.result == TIME_ON_TARGET else shifts_left(int(self.result))
        return f"Defensive artillery, {names(self.units)}, {rolls(self.die, self.modifiers)}: {result}"

    @property
    def added(self) -> str:
        """What is added to the die: ` +1`."""
        return added_short(self.modifiers)

    @property
    def effect(self) -> str:
        """Its result in short."""
        return str(self.result) if self.result == TIME_ON_TARGET else shifts_left(int(self.result))


@event("jabo", "15.6")
class JabosCame(CombatDie):
    """The die of Allied fighter-bombers against a German attack."""

    purpose: ClassVar[str] = "Jabos"
    by_defender: ClassVar[bool] = True
    die: int
    shifts: int

    def words(self, name: Name) -> str:
        return f"Jabos over the battlefield, die {self.die}: {shifts_left(self.shifts)}"


@event("combat", "14.4", short="{column}, {die}: {result}", block="result")
class CombatRolled(InHex, CombatDie):
    """The die on the combat results table."""

    purpose: ClassVar[str] = "CRT"
    die: int
    attack: int
    defence: int
    shifts: Added
    column: str
    result: str

    def words(self, name: Name) -> str:
        shifts = f", shifts {drm_words(self.shifts)}" if self.shifts else ""
        odds = f"{self.attack} to {self.defence}{shifts}, column {self.column}"
        meaning = RESULTS.get(self.result, self.result)
        return f"{first_up(at(self.hex))}: {odds}, rolls {self.die}: {self.result}, {meaning}"


@event("firefight", "16.2", short="Firefight, {unit}: {die}{added}: {result}")
class FirefightRolled(OfUnit, CombatDie):
    """The die of a firefight under a lead unit."""

    purpose: ClassVar[str] = "firefight"
    die: int
    modifiers: Added
    result: str

    def words(self, name: Name) -> str:
        roll = f"{unit_name(self.unit)} {rolls(self.die, self.modifiers)}"
        return f"Firefight {at(self.hex)}, {roll}: {self.result}, {RESULTS[self.result]}"

    @property
    def added(self) -> str:
        """What is added to the die: ` +1`."""
        return added_short(self.modifiers)


@event("stand", "16.7", short="Last stand, {unit}: {die}{added}: {result}")
class LastStandRolled(OfUnit, CombatDie):
    """The die of a last stand under a lead unit."""

    purpose: ClassVar[str] = "last stand"
    by_defender: ClassVar[bool] = True
    die: int
    modifiers: Added
    result: str

    def words(self, name: Name) -> str:
        roll = f"{unit_name(self.unit)} {rolls(self.die, self.modifiers)}"
        return f"Last stand in {name(self.hex)}, {roll}: {STANDS[self.result]}"

    @property
    def added(self) -> str:
        """What is added to the die: ` +1`."""
        return added_short(self.modifiers)


# What it does (16 to 19)


@event("engaged", "16.1", "Engaged {at}: {units}", short="engaged: {units}", weight="quiet")
class EngagedNow(OfUnits, Aftermath):
    """Units are engaged."""

    def fates(self, name: Name) -> Iterator[tuple[str, str]]:
        yield from ((unit, "engaged") for unit in self.units)


@event("reduced", None, "{unit} {at} loses a step", short="{unit} loses a step", block="result")
class Reduced(OfUnit, Aftermath):
    """A unit lost a step and is left with one."""

    def fates(self, name: Name) -> Iterator[tuple[str, str]]:
        yield self.unit, "loses a step"


@event(
    "eliminated",
    None,
    "{unit} {surrendered:is lost for good|is eliminated} {at}",
    short="{unit} {surrendered:lost for good|eliminated}",
    block="result",
    weight="headline",
)
class Eliminated(OfUnit, Aftermath):
    """A unit was eliminated."""

    surrendered: bool
    """It never comes back."""

    def fates(self, name: Name) -> Iterator[tuple[str, str]]:
        yield self.unit, "lost for good" if self.surrendered else "eliminated"


@event("remnant", "16.4", "{of} {at} leaves {unit}", short="{of} leaves {unit}")
class RemnantLeft(OfUnit, Aftermath):
    """A remnant took the place of a large unit."""

    of: str

    def fates(self, name: Name) -> Iterator[tuple[str, str]]:
        yield self.unit, f"remnant of {unit_name(self.of)}"


@event("status", None, "{unit} {at} is {status}", short="{unit} {status}")
class Shaken(OfUnit, Aftermath):
    """A unit is disrupted or routed."""

    status: str

    def fates(self, name: Name) -> Iterator[tuple[str, str]]:
        yield self.unit, self.status


@event("retreated", "17.1", "{unit} retreats from {from_}")
class Retreated(WayBack, Aftermath):
    """A unit retreated from a combat."""

    def fates(self, name: Name) -> Iterator[tuple[str, str]]:
        yield self.unit, f"→ {self.path[-1]}"

    def leg(self) -> Leg | None:
        return Leg((self.unit,), self.path[-1], "retreats") if self.path else None


@event("retreated_off", "17.6", "{unit} retreats off the map {at} into {box}")
class RetreatedOff(OfUnit, Aftermath):
    """A unit retreated off the map into a box."""

    box: str

    def fates(self, name: Name) -> Iterator[tuple[str, str]]:
        yield self.unit, f"→ {name(self.box)}"


@event("returned", "16.7", "{unit} returns to {hex}", weight="quiet")
class Returned(OfUnit, Aftermath):
    """A unit went back into the hex that it had lost, since it is empty."""

    def fates(self, name: Name) -> Iterator[tuple[str, str]]:
        yield self.unit, f"back in {self.hex}"

    def leg(self) -> Leg:
        return Leg((self.unit,), self.hex, "returns")


@event("advanced", "19.1", "{unit} advances from {from_} to {hex}")
class Advanced(OfUnit, Aftermath):
    """A unit advanced a hex."""

    from_: str

    def fates(self, name: Name) -> Iterator[tuple[str, str]]:
        yield self.unit, f"→ {self.hex}"

    def leg(self) -> Leg:
        return Leg((self.unit,), self.hex, "advances")


@event(
    "advantage",
    "16.6",
    "Attacker advantage for {units} in {hex} against {target}",
    short="Attacker advantage: {units} against {target}",
)
class AdvantageGained(OfUnits, Aftermath):
    """Units got the attacker advantage marker."""

    target: str
