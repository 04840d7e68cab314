"""The commands of Ardennes '44: one class a verb, in the order of the sequence of play."""

from typing import ClassVar

from wargame_tui.core.command import Command, command, commands_of


@command("end", "4")
class End(Command):
    """End the phase, or what is in hand."""


@command("place", "3.4")
class Place(Command):
    """Place a German unit at start."""

    unit: str
    hex: str


@command("historical", "3.7")
class Historical(Command):
    """Place all units that are left where history had them."""


@command("take_off", "12.7")
class TakeOff(Command):
    """Take a strategic movement marker off a unit (5.1)."""

    unit: str


@command("ready", "5.2")
class Ready(Command):
    """Turn artillery to its ready side."""

    unit: str


@command("short", "6.1")
class Short(Command):
    """Which division is short of fuel (6.5)."""

    division: str


@command("ship", "32.2")
class Ship(Command):
    """Ship the captured fuel dump."""


@command("blow", "7.2")
class Blow(Command):
    """A unit tries to blow a bridge (7.3, 7.4)."""

    bridge: str
    unit: str


@command("rebuild", "7.9")
class Rebuild(Command):
    """Begin to rebuild a bridge."""

    bridge: str


@command("blow_dump", "32.3")
class BlowDump(Command):
    """Try to destroy the fuel dump."""


@command("move", "11.1")
class Move(Command):
    """Take a unit up to move it."""

    unit: str


@command("mode", "11.1")
class How(Command):
    """How the units in hand move: `normal`, `extended`, `tactical`, `strategic` or `shift` (11.2, 11.3, 12.1, 22.2)."""

    mode: str


@command("with", "11.1")
class With(Command):
    """Another unit goes along, attacks too, withdraws too."""

    unit: str


@command("to", "11.1")
class To(Command):
    """The units in hand go to a hex, by the cheapest way."""

    hex: str


@command("leave", "11.9")
class Leave(Command):
    """The units in hand leave the map: into a box, or by an exit hex for victory."""

    place: str


@command("ignore", "27.1")
class Ignore(Command):
    """The 150th Panzer Brigade tries to ignore a zone of control."""


@command("prime", "22.3")
class Prime(Command):
    """A prime mover for a German artillery unit."""

    unit: str


@command("board", "12.6")
class Board(Command):
    """An Allied unit boards trucks."""

    unit: str


@command("enter", "13.1")
class Enter(Command):
    """A unit comes onto the map by an entry hex."""

    unit: str
    letter: str
    mode: str


@command("arrive", "13.2")
class Arrive(Command):
    """A unit comes onto the map at a hex: engineers, late airborne divisions (31)."""

    unit: str
    hex: str


@command("box", "13.1")
class Box(Command):
    """A unit off the map goes into an off-map box (11.9)."""

    unit: str
    box: str


@command("seal", "13.4")
class Seal(Command):
    """A unit goes just off the map beside an entry hex that the enemy holds."""

    unit: str
    letter: str


@command("drop", "27.2")
class Drop(Command):
    """Where von der Heydte's men come down."""

    hex: str


@command("dig", "15.8")
class Dig(Command):
    """A unit begins an improved position in its hex."""

    unit: str


@command("split", "26.1")
class Split(Command):
    """A unit gives a step as a split unit."""

    unit: str


@command("absorb", "26.4")
class Absorb(Command):
    """A split unit goes back into the unit from which it came."""

    unit: str


@command("night", "25.3")
class Night(Command):
    """A night marker on the stack in a hex."""

    hex: str


@command("remove", "8.3")
class Remove(Command):
    """Remove a unit that is too many."""

    unit: str


@command("withdraw", "20.2")
class Withdraw(Command):
    """Units of a hex try to withdraw, this one first."""

    unit: str


@command("roll", "14.4")
class Roll(Command):
    """Roll, now that all is declared."""


@command("attack", "14.1")
class Attack(Command):
    """Attack a hex."""

    hex: str


@command("stage", "13.5")
class Stage(Command):
    """Attack an entry hex from off the map."""

    letter: str


@command("call_off", "14.4")
class CallOff(Command):
    """Call the attack off, since a bridge was blown."""


@command("fire", "22.6")
class Fire(Command):
    """An artillery unit supports the combat."""

    adds: ClassVar[bool] = True
    unit: str


@command("air", "15.6")
class Air(Command):
    """An air support marker for the attack."""

    adds: ClassVar[bool] = True


@command("surprise", "27.1")
class Surprise(Command):
    """The 150th Panzer Brigade tries to surprise."""


@command("engage", "16.1")
class Engage(Command):
    """Take a firefight result as engaged."""


@command("duel", "16.2")
class Duel(Command):
    """Go on with a firefight under a lead unit."""

    unit: str


@command("slip_away", "21.4")
class SlipAway(Command):
    """A lone recon unit retreats a hex instead of being engaged."""


@command("lose", "16.3")
class Lose(Command):
    """Which unit loses a step."""

    unit: str


@command("stand", "16.7")
class Stand(Command):
    """Try a last stand under a lead unit."""

    unit: str


@command("retreat", "17.1")
class Retreat(Command):
    """A unit retreats to a hex: an adjacent one, the next on its way."""

    unit: str
    hex: str


@command("advance", "19.1")
class Advance(Command):
    """A unit advances into a hex."""

    unit: str
    hex: str


@command("counter", "16.7")
class Counter(Command):
    """A unit counterattacks the hex that it lost, or goes back into it if it is empty."""

    unit: str


@command("breakthrough", "19.4")
class Breakthrough(Command):
    """The breakthrough group in a hex attacks again."""

    hex: str
    target: str


@command("hold", "16.6")
class Hold(Command):
    """The attacker advantage marker goes on this unit's stack (16.2i)."""

    unit: str


@command("pick", "24.3")
class Pick(Command):
    """Another traffic marker of the holding box is placed next."""

    marker: str


@command("traffic", "24.3")
class Traffic(Command):
    """Place a traffic marker."""

    marker: str
    hex: str


@command("block", "24.8")
class Block(Command):
    """Place or re-place a roadblock."""

    marker: str
    hex: str


@command("first", "25.23")
class First(Command):
    """Which side replaces first."""

    side: str


@command("replace", "25.22")
class Replace(Command):
    """A replacement point for a unit; the hex is where it then stands."""

    unit: str
    hex: str


@command("infiltrate", "34.1")
class Infiltrate(Command):
    """A stack moves a hex in the night."""

    hex: str
    to: str


ALL = commands_of(__name__)
