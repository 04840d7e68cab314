"""The commands of Ardennes '44: one class a verb, in the order of the sequence of play."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from wargame_tui.core.command import Command


@dataclass(frozen=True, slots=True)
class End(Command):
    """End the phase, or what is in hand."""

    verb: ClassVar[str] = "end"


@dataclass(frozen=True, slots=True)
class Place(Command):
    """Place a German unit at start (3.4)."""

    verb: ClassVar[str] = "place"
    unit: str
    hex: str


@dataclass(frozen=True, slots=True)
class Historical(Command):
    """Place all units that are left where history had them (3.7)."""

    verb: ClassVar[str] = "historical"


@dataclass(frozen=True, slots=True)
class TakeOff(Command):
    """Take a strategic movement marker off a unit (5.1)."""

    verb: ClassVar[str] = "take_off"
    unit: str


@dataclass(frozen=True, slots=True)
class Ready(Command):
    """Turn artillery to its ready side (5.2)."""

    verb: ClassVar[str] = "ready"
    unit: str


@dataclass(frozen=True, slots=True)
class Short(Command):
    """Which division is short of fuel (6.1, 6.5)."""

    verb: ClassVar[str] = "short"
    division: str


@dataclass(frozen=True, slots=True)
class Ship(Command):
    """Ship the captured fuel dump (32.2)."""

    verb: ClassVar[str] = "ship"


@dataclass(frozen=True, slots=True)
class Blow(Command):
    """A unit tries to blow a bridge (7.3, 7.4)."""

    verb: ClassVar[str] = "blow"
    bridge: str
    unit: str


@dataclass(frozen=True, slots=True)
class Rebuild(Command):
    """Begin to rebuild a bridge (7.9)."""

    verb: ClassVar[str] = "rebuild"
    bridge: str


@dataclass(frozen=True, slots=True)
class BlowDump(Command):
    """Try to destroy the fuel dump (32.3)."""

    verb: ClassVar[str] = "blow_dump"


@dataclass(frozen=True, slots=True)
class Move(Command):
    """Take a unit up to move it (11.1)."""

    verb: ClassVar[str] = "move"
    unit: str


@dataclass(frozen=True, slots=True)
class How(Command):
    """How the units in hand move: `normal`, `extended`, `tactical`, `strategic` or `shift` (11, 12, 22.2)."""

    verb: ClassVar[str] = "mode"
    mode: str


@dataclass(frozen=True, slots=True)
class With(Command):
    """Another unit goes along, attacks too, withdraws too."""

    verb: ClassVar[str] = "with"
    unit: str


@dataclass(frozen=True, slots=True)
class To(Command):
    """The units in hand go to a hex, by the cheapest way (11.1)."""

    verb: ClassVar[str] = "to"
    hex: str


@dataclass(frozen=True, slots=True)
class Leave(Command):
    """The units in hand leave the map: into a box, or by an exit hex for victory (11.9)."""

    verb: ClassVar[str] = "leave"
    place: str


@dataclass(frozen=True, slots=True)
class Ignore(Command):
    """The 150th Panzer Brigade tries to ignore a zone of control (27.1)."""

    verb: ClassVar[str] = "ignore"


@dataclass(frozen=True, slots=True)
class Prime(Command):
    """A prime mover for a German artillery unit (22.3)."""

    verb: ClassVar[str] = "prime"
    unit: str


@dataclass(frozen=True, slots=True)
class Board(Command):
    """An Allied unit boards trucks (12.6)."""

    verb: ClassVar[str] = "board"
    unit: str


@dataclass(frozen=True, slots=True)
class Enter(Command):
    """A unit comes onto the map by an entry hex (13.1)."""

    verb: ClassVar[str] = "enter"
    unit: str
    letter: str
    mode: str


@dataclass(frozen=True, slots=True)
class Arrive(Command):
    """A unit comes onto the map at a hex: engineers, late airborne divisions (13.2, 31)."""

    verb: ClassVar[str] = "arrive"
    unit: str
    hex: str


@dataclass(frozen=True, slots=True)
class Box(Command):
    """A unit off the map goes into an off-map box (11.9, 13.1)."""

    verb: ClassVar[str] = "box"
    unit: str
    box: str


@dataclass(frozen=True, slots=True)
class Seal(Command):
    """A unit goes just off the map beside an entry hex that the enemy holds (13.4)."""

    verb: ClassVar[str] = "seal"
    unit: str
    letter: str


@dataclass(frozen=True, slots=True)
class Drop(Command):
    """Where von der Heydte's men come down (27.2)."""

    verb: ClassVar[str] = "drop"
    hex: str


@dataclass(frozen=True, slots=True)
class Dig(Command):
    """A unit begins an improved position in its hex (15.8)."""

    verb: ClassVar[str] = "dig"
    unit: str


@dataclass(frozen=True, slots=True)
class Split(Command):
    """A unit gives a step as a split unit (26)."""

    verb: ClassVar[str] = "split"
    unit: str


@dataclass(frozen=True, slots=True)
class Absorb(Command):
    """A split unit goes back into the unit from which it came (26.4)."""

    verb: ClassVar[str] = "absorb"
    unit: str


@dataclass(frozen=True, slots=True)
class Night(Command):
    """A night marker on the stack in a hex (25.3)."""

    verb: ClassVar[str] = "night"
    hex: str


@dataclass(frozen=True, slots=True)
class Remove(Command):
    """Remove a unit that is too many (8.3)."""

    verb: ClassVar[str] = "remove"
    unit: str


@dataclass(frozen=True, slots=True)
class Withdraw(Command):
    """Units of a hex try to withdraw, this one first (20.2)."""

    verb: ClassVar[str] = "withdraw"
    unit: str


@dataclass(frozen=True, slots=True)
class Roll(Command):
    """Roll, now that all is declared."""

    verb: ClassVar[str] = "roll"


@dataclass(frozen=True, slots=True)
class Attack(Command):
    """Attack a hex (14.1)."""

    verb: ClassVar[str] = "attack"
    hex: str


@dataclass(frozen=True, slots=True)
class Stage(Command):
    """Attack an entry hex from off the map (13.5)."""

    verb: ClassVar[str] = "stage"
    letter: str


@dataclass(frozen=True, slots=True)
class CallOff(Command):
    """Call the attack off, since a bridge was blown (14.4)."""

    verb: ClassVar[str] = "call_off"


@dataclass(frozen=True, slots=True)
class Fire(Command):
    """An artillery unit supports the combat (22.6)."""

    verb: ClassVar[str] = "fire"
    adds: ClassVar[bool] = True
    unit: str


@dataclass(frozen=True, slots=True)
class Air(Command):
    """An air support marker for the attack (15.6)."""

    verb: ClassVar[str] = "air"
    adds: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Surprise(Command):
    """The 150th Panzer Brigade tries to surprise (27.1)."""

    verb: ClassVar[str] = "surprise"


@dataclass(frozen=True, slots=True)
class Engage(Command):
    """Take a firefight result as engaged (16.1)."""

    verb: ClassVar[str] = "engage"


@dataclass(frozen=True, slots=True)
class Duel(Command):
    """Go on with a firefight under a lead unit (16.2)."""

    verb: ClassVar[str] = "duel"
    unit: str


@dataclass(frozen=True, slots=True)
class SlipAway(Command):
    """A lone recon unit retreats a hex instead of being engaged (21.4)."""

    verb: ClassVar[str] = "slip_away"


@dataclass(frozen=True, slots=True)
class Lose(Command):
    """Which unit loses a step (16.3)."""

    verb: ClassVar[str] = "lose"
    unit: str


@dataclass(frozen=True, slots=True)
class Stand(Command):
    """Try a last stand under a lead unit (16.7)."""

    verb: ClassVar[str] = "stand"
    unit: str


@dataclass(frozen=True, slots=True)
class Retreat(Command):
    """A unit retreats to a hex: an adjacent one, the next on its way (17.1)."""

    verb: ClassVar[str] = "retreat"
    unit: str
    hex: str


@dataclass(frozen=True, slots=True)
class Advance(Command):
    """A unit advances into a hex (19)."""

    verb: ClassVar[str] = "advance"
    unit: str
    hex: str


@dataclass(frozen=True, slots=True)
class Counter(Command):
    """A unit counterattacks the hex that it lost, or goes back into it if it is empty (16.7)."""

    verb: ClassVar[str] = "counter"
    unit: str


@dataclass(frozen=True, slots=True)
class Breakthrough(Command):
    """The breakthrough group in a hex attacks again (19.4)."""

    verb: ClassVar[str] = "breakthrough"
    hex: str
    target: str


@dataclass(frozen=True, slots=True)
class Hold(Command):
    """The attacker advantage marker goes on this unit's stack (16.2)."""

    verb: ClassVar[str] = "hold"
    unit: str


@dataclass(frozen=True, slots=True)
class Pick(Command):
    """Another traffic marker of the holding box is placed next (24.3)."""

    verb: ClassVar[str] = "pick"
    marker: str


@dataclass(frozen=True, slots=True)
class Traffic(Command):
    """Place a traffic marker (24.3)."""

    verb: ClassVar[str] = "traffic"
    marker: str
    hex: str


@dataclass(frozen=True, slots=True)
class Block(Command):
    """Place or re-place a roadblock (24.8)."""

    verb: ClassVar[str] = "block"
    marker: str
    hex: str


@dataclass(frozen=True, slots=True)
class First(Command):
    """Which side replaces first (25.23)."""

    verb: ClassVar[str] = "first"
    side: str


@dataclass(frozen=True, slots=True)
class Replace(Command):
    """A replacement point for a unit; the hex is where it then stands (25.22)."""

    verb: ClassVar[str] = "replace"
    unit: str
    hex: str


@dataclass(frozen=True, slots=True)
class Infiltrate(Command):
    """A stack moves a hex in the night (34)."""

    verb: ClassVar[str] = "infiltrate"
    hex: str
    to: str


ALL: Sequence[type[Command]] = (
    End,
    Place,
    Historical,
    TakeOff,
    Ready,
    Short,
    Ship,
    Blow,
    Rebuild,
    BlowDump,
    Move,
    How,
    With,
    To,
    Leave,
    Ignore,
    Prime,
    Board,
    Enter,
    Arrive,
    Box,
    Seal,
    Drop,
    Dig,
    Split,
    Absorb,
    Night,
    Remove,
    Withdraw,
    Roll,
    Attack,
    Stage,
    CallOff,
    Fire,
    Air,
    Surprise,
    Engage,
    Duel,
    SlipAway,
    Lose,
    Stand,
    Retreat,
    Advance,
    Counter,
    Breakthrough,
    Hold,
    Pick,
    Traffic,
    Block,
    First,
    Replace,
    Infiltrate,
)
