"""The commands of Liberty Roads: one class a verb, in the order of the sequence of play."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from wargame_tui.core.command import Command


@dataclass(frozen=True, slots=True)
class End(Command):
    """End the phase, or what is in hand."""

    verb: ClassVar[str] = "end"


@dataclass(frozen=True, slots=True)
class Go(Command):
    """Go ahead with what has been declared."""

    verb: ClassVar[str] = "go"


@dataclass(frozen=True, slots=True)
class Pass(Command):
    """Leave it at that: decline what is offered."""

    verb: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Pontoon(Command):
    """Flip a supplied HQ to its pontoon side, toward a neighbouring hex (4.1.3)."""

    verb: ClassVar[str] = "pontoon"
    unit: str
    hex: str


@dataclass(frozen=True, slots=True)
class Unpontoon(Command):
    """Flip an HQ back from its pontoon side (4.1.4)."""

    verb: ClassVar[str] = "unpontoon"
    unit: str


@dataclass(frozen=True, slots=True)
class Keep(Command):
    """Keep a played marker where it is; two others go back for it (5.2.2)."""

    verb: ClassVar[str] = "keep"
    marker: str


@dataclass(frozen=True, slots=True)
class TakeAir(Command):
    """Take the free Air Support marker (5.3.1)."""

    verb: ClassVar[str] = "take_air"


@dataclass(frozen=True, slots=True)
class Draw(Command):
    """Draw support markers (5.3.3, 5.4.1)."""

    verb: ClassVar[str] = "draw"


@dataclass(frozen=True, slots=True)
class MovePluto(Command):
    """Move a PLUTO marker, for markers to be spent (5.6.5)."""

    verb: ClassVar[str] = "move_pluto"
    pluto: int
    hex: str


@dataclass(frozen=True, slots=True)
class PlacePluto(Command):
    """Place a new PLUTO marker in any hex (5.6.2)."""

    verb: ClassVar[str] = "place_pluto"
    hex: str


@dataclass(frozen=True, slots=True)
class Play(Command):
    """Play a support marker as an event, on a hex or unit or for the turn (5.5)."""

    verb: ClassVar[str] = "play"
    marker: str
    place: str


@dataclass(frozen=True, slots=True)
class Spend(Command):
    """Spend a support marker for what is in hand (1.5.2)."""

    verb: ClassVar[str] = "spend"
    marker: str


@dataclass(frozen=True, slots=True)
class GiveBack(Command):
    """Return an available marker to the pool (5.1.4, 5.2.3)."""

    verb: ClassVar[str] = "give_back"
    face_down: ClassVar[bool] = True
    marker: str


@dataclass(frozen=True, slots=True)
class Store(Command):
    """Put a marker received this turn into the Strategic Reserve (18.1.1)."""

    verb: ClassVar[str] = "store"
    face_down: ClassVar[bool] = True
    marker: str


@dataclass(frozen=True, slots=True)
class Ship(Command):
    """Carry a unit by sea from a box to a port or beachhead, back, or between boxes (11.2)."""

    verb: ClassVar[str] = "ship"
    unit: str
    place: str


@dataclass(frozen=True, slots=True)
class LandHq(Command):
    """Carry an HQ directly to a supplied hex (11.3)."""

    verb: ClassVar[str] = "land_hq"
    unit: str
    hex: str


@dataclass(frozen=True, slots=True)
class Return(Command):
    """An airborne unit on a port goes back to an Airborne zone (11.4)."""

    verb: ClassVar[str] = "return"
    unit: str


@dataclass(frozen=True, slots=True)
class Zone(Command):
    """The Airborne zone in which a drop marker is to lie again (12.3.4)."""

    verb: ClassVar[str] = "zone"
    marker: str
    zone: str


@dataclass(frozen=True, slots=True)
class Release(Command):
    """Release an armoured division under Operation Fortitude (14.1.4)."""

    verb: ClassVar[str] = "release"
    unit: str


@dataclass(frozen=True, slots=True)
class Counteroffensive(Command):
    """Declare the strategic counter-offensive (18.2)."""

    verb: ClassVar[str] = "counteroffensive"


@dataclass(frozen=True, slots=True)
class Festung(Command):
    """Declare a port a Festung, or put a further division under its marker (6.5)."""

    verb: ClassVar[str] = "festung"
    hex: str
    unit: str


@dataclass(frozen=True, slots=True)
class Withdraw(Command):
    """Declare the Withdrawal from France (19)."""

    verb: ClassVar[str] = "withdraw"


@dataclass(frozen=True, slots=True)
class Move(Command):
    """Take a unit up to move it (6.1)."""

    verb: ClassVar[str] = "move"
    unit: str


@dataclass(frozen=True, slots=True)
class With(Command):
    """Another unit goes along, or takes part."""

    verb: ClassVar[str] = "with"
    unit: str


@dataclass(frozen=True, slots=True)
class How(Command):
    """How the units in hand move: `normal`, `strategic` or `rail` (6.2, 6.3)."""

    verb: ClassVar[str] = "mode"
    mode: str


@dataclass(frozen=True, slots=True)
class To(Command):
    """The units in hand go to a hex, by the cheapest way (6.1.2)."""

    verb: ClassVar[str] = "to"
    hex: str


@dataclass(frozen=True, slots=True)
class Reserve(Command):
    """A unit goes to the Strategic Reserve (18.1.1)."""

    verb: ClassVar[str] = "reserve"
    unit: str


@dataclass(frozen=True, slots=True)
class Place(Command):
    """Put a unit that has to be placed into a hex or box."""

    verb: ClassVar[str] = "place"
    unit: str
    place: str


@dataclass(frozen=True, slots=True)
class Drop(Command):
    """Drop an airborne unit on a hex (12.2)."""

    verb: ClassVar[str] = "drop"
    unit: str
    hex: str


@dataclass(frozen=True, slots=True)
class Attack(Command):
    """Name the hex to be attacked (7.3.1)."""

    verb: ClassVar[str] = "attack"
    hex: str


@dataclass(frozen=True, slots=True)
class Elite(Command):
    """Use the elite bonus (7.6.1)."""

    verb: ClassVar[str] = "elite"


@dataclass(frozen=True, slots=True)
class Armour(Command):
    """Declare armour exploitation (7.6.4)."""

    verb: ClassVar[str] = "armour"


@dataclass(frozen=True, slots=True)
class Terrain(Command):
    """Which terrain of the hex, or which river, counts (1.7.1, 7.9.4, 7.9.5)."""

    verb: ClassVar[str] = "terrain"
    ground: str


@dataclass(frozen=True, slots=True)
class FirstLoss(Command):
    """Whether the attacker's first loss is `elite` or `armour` (7.8.1)."""

    verb: ClassVar[str] = "first_loss"
    of: str


@dataclass(frozen=True, slots=True)
class Lose(Command):
    """A unit loses a step (7.8.2)."""

    verb: ClassVar[str] = "lose"
    unit: str


@dataclass(frozen=True, slots=True)
class Result(Command):
    """The tactical result to be carried out (7.9.3)."""

    verb: ClassVar[str] = "result"
    code: str


@dataclass(frozen=True, slots=True)
class Retreat(Command):
    """A unit retreats to a hex (7.10)."""

    verb: ClassVar[str] = "retreat"
    unit: str
    hex: str


@dataclass(frozen=True, slots=True)
class Advance(Command):
    """A unit advances after combat (7.11)."""

    verb: ClassVar[str] = "advance"
    unit: str
    hex: str


@dataclass(frozen=True, slots=True)
class Kampfgruppe(Command):
    """Replace an eliminated elite unit by a Kampfgruppe (7.13)."""

    verb: ClassVar[str] = "kampfgruppe"
    unit: str


@dataclass(frozen=True, slots=True)
class Mark(Command):
    """Put an Exploitation marker on a unit (7.12)."""

    verb: ClassVar[str] = "mark"
    unit: str


@dataclass(frozen=True, slots=True)
class Land(Command):
    """Declare a landing on a beach hex (13.6)."""

    verb: ClassVar[str] = "land"
    hex: str


@dataclass(frozen=True, slots=True)
class CallOff(Command):
    """Call off a landing that was declared, when the invasion cannot be made as planned (13.6)."""

    verb: ClassVar[str] = "call_off"
    hex: str


@dataclass(frozen=True, slots=True)
class Assault(Command):
    """An assault unit for a landing (13.6)."""

    verb: ClassVar[str] = "assault"
    unit: str
    hex: str


@dataclass(frozen=True, slots=True)
class Assign(Command):
    """A D-Day or Atlantic Wall marker for a landing (13.6)."""

    verb: ClassVar[str] = "assign"
    face_down: ClassVar[bool] = True
    marker: str
    hex: str


@dataclass(frozen=True, slots=True)
class Cancel(Command):
    """Which marker is cancelled (13.6, A52)."""

    verb: ClassVar[str] = "cancel"
    marker: str


@dataclass(frozen=True, slots=True)
class FollowUp(Command):
    """A follow-up unit goes ashore on a beachhead (13.6)."""

    verb: ClassVar[str] = "follow_up"
    unit: str
    hex: str


@dataclass(frozen=True, slots=True)
class Repair(Command):
    """Try to make a major port work again (15.1.4)."""

    verb: ClassVar[str] = "repair"
    port: str


@dataclass(frozen=True, slots=True)
class Replace(Command):
    """Spend replacement points on a unit: one step, or two (10.3)."""

    verb: ClassVar[str] = "replace"
    unit: str
    steps: int


@dataclass(frozen=True, slots=True)
class Rebuild(Command):
    """Bring an eliminated unit back, in a hex or box (10.3.4, 10.3.6)."""

    verb: ClassVar[str] = "rebuild"
    unit: str
    steps: int
    place: str


@dataclass(frozen=True, slots=True)
class Leave(Command):
    """A division leaves the game by the schedule (17.2, 17.3)."""

    verb: ClassVar[str] = "leave"
    unit: str


@dataclass(frozen=True, slots=True)
class Remove(Command):
    """Eliminate an overstacked unit (1.10.2)."""

    verb: ClassVar[str] = "remove"
    unit: str


ALL: Sequence[type[Command]] = (
    End,
    Go,
    Pass,
    Pontoon,
    Unpontoon,
    Keep,
    TakeAir,
    Draw,
    MovePluto,
    PlacePluto,
    Play,
    Spend,
    GiveBack,
    Store,
    Ship,
    LandHq,
    Return,
    Zone,
    Release,
    Counteroffensive,
    Festung,
    Withdraw,
    Move,
    With,
    How,
    To,
    Reserve,
    Place,
    Drop,
    Attack,
    Elite,
    Armour,
    Terrain,
    FirstLoss,
    Lose,
    Result,
    Retreat,
    Advance,
    Kampfgruppe,
    Mark,
    Land,
    CallOff,
    Assault,
    Assign,
    Cancel,
    FollowUp,
    Repair,
    Replace,
    Rebuild,
    Leave,
    Remove,
)
"""Every verb."""
