"""The commands of Ardennes '44: one class a verb, in the order of the sequence of play."""

from typing import ClassVar

from wargame_tui.core.command import Command, command, commands_of


class Order(Command):
    """A command of this title, with what front ends want to know of it."""

    __slots__ = ()
    aside: ClassVar[bool] = False
    """Whether a player who picks what it is about has rarely this in mind: he wants to move."""
    heading: ClassVar[str | None] = None
    """The line for all of them where the list is long, as it is at night."""
    may: ClassVar[str] = ""
    """What a unit may do with it, in the unit's sheet."""
    of_dump: ClassVar[bool] = False
    """Whether it is about the fuel dump, wherever that is."""


@command("end", "4", "{ending}")
class End(Order):
    """End the phase, or what is in hand."""

    may: ClassVar[str] = "stop here"


@command("place", "3.4", "{unit} {starts} in {hex}")
class Place(Order):
    """Place a German unit at start."""

    may: ClassVar[str] = "be placed"
    unit: str
    hex: str


@command("historical", "3.7", "Place all units that are left where history had them")
class Historical(Order):
    """Place all units that are left where history had them."""


@command("take_off", "12.7", "Take the {its_marker} marker off {unit}")
class TakeOff(Order):
    """Take a strategic movement marker off a unit (5.1)."""

    aside: ClassVar[bool] = True
    may: ClassVar[str] = "lose its marker"
    unit: str


@command("ready", "5.2", "Ready {unit}")
class Ready(Order):
    """Turn artillery to its ready side."""

    may: ClassVar[str] = "be readied"
    unit: str


@command("short", "6.1", "{division} is short of fuel ({struck})")
class Short(Order):
    """Which division is short of fuel (6.5)."""

    division: str


@command("ship", "32.2", "Ship the captured fuel: -2 on every fuel roll from now on")
class Ship(Order):
    """Ship the captured fuel dump."""

    of_dump: ClassVar[bool] = True


@command("blow", "7.2", "{unit} blows {bridge}{blown}")
class Blow(Order):
    """A unit tries to blow a bridge (7.3, 7.4)."""

    may: ClassVar[str] = "blow a bridge"
    bridge: str
    unit: str


@command("rebuild", "7.9", "Begin to rebuild {bridge}")
class Rebuild(Order):
    """Begin to rebuild a bridge."""

    bridge: str


@command("blow_dump", "32.3", "Destroy the fuel dump ({burns})")
class BlowDump(Order):
    """Try to destroy the fuel dump."""

    of_dump: ClassVar[bool] = True


@command("move", "11.1", "Move {unit}")
class Move(Order):
    """Take a unit up to move it."""

    may: ClassVar[str] = "move"
    unit: str


@command("mode", "11.1", "{mode}{allowance}")
class How(Order):
    """How the units in hand move: `normal`, `extended`, `tactical`, `strategic` or `shift` (11.2, 11.3, 12.1, 22.2)."""

    may: ClassVar[str] = "move in another way"
    mode: str


@command("with", "11.1", "{unit} {joins}")
class With(Order):
    """Another unit goes along, attacks too, withdraws too."""

    may: ClassVar[str] = "take part"
    unit: str


@command("to", "11.1", "To {hex}{spent}")
class To(Order):
    """The units in hand go to a hex, by the cheapest way."""

    may: ClassVar[str] = "go on"
    hex: str


@command("leave", "11.9", "Leave the map {way_out}")
class Leave(Order):
    """The units in hand leave the map: into a box, or by an exit hex for victory."""

    may: ClassVar[str] = "leave the map"
    place: str


@command("ignore", "27.1", "Ignore the zone of control in disguise ({deceives}; else it is known)")
class Ignore(Order):
    """The 150th Panzer Brigade tries to ignore a zone of control."""

    may: ClassVar[str] = "ignore the zone of control"


@command("prime", "22.3", "A prime mover for {unit}: it may move, but not fire")
class Prime(Order):
    """A prime mover for a German artillery unit."""

    aside: ClassVar[bool] = True
    may: ClassVar[str] = "get a prime mover"
    unit: str


@command("board", "12.6", "{unit} boards trucks: its whole move")
class Board(Order):
    """An Allied unit boards trucks."""

    aside: ClassVar[bool] = True
    may: ClassVar[str] = "board trucks"
    unit: str


@command("enter", "13.1", "{unit} enters at {letter}, {mode}")
class Enter(Order):
    """A unit comes onto the map by an entry hex."""

    may: ClassVar[str] = "enter the map"
    unit: str
    letter: str
    mode: str


@command("arrive", "13.2", "{unit} arrives in {hex}{crowd}")
class Arrive(Order):
    """A unit comes onto the map at a hex: engineers, late airborne divisions (31)."""

    may: ClassVar[str] = "arrive in a town"
    unit: str
    hex: str


@command("box", "13.1", "{unit} goes into {box}")
class Box(Order):
    """A unit off the map goes into an off-map box (11.9)."""

    may: ClassVar[str] = "go into a box"
    unit: str
    box: str


@command("seal", "13.4", "{unit} seals entry hex {letter}")
class Seal(Order):
    """A unit goes just off the map beside an entry hex that the enemy holds."""

    may: ClassVar[str] = "seal an entry hex"
    unit: str
    letter: str


@command("drop", "27.2", "Von der Heydte drops in {hex}")
class Drop(Order):
    """Where von der Heydte's men come down."""

    aside: ClassVar[bool] = True
    hex: str


@command("dig", "15.8", "{unit} begins an improved position{here}")
class Dig(Order):
    """A unit begins an improved position in its hex."""

    aside: ClassVar[bool] = True
    may: ClassVar[str] = "begin an improved position"
    unit: str


@command("split", "26.1", "{unit} gives a step as a split unit{here}")
class Split(Order):
    """A unit gives a step as a split unit."""

    aside: ClassVar[bool] = True
    heading: ClassVar[str | None] = "Split off battalions and task forces"
    may: ClassVar[str] = "split"
    unit: str


@command("absorb", "26.4", "{unit} goes back into {parent}")
class Absorb(Order):
    """A split unit goes back into the unit from which it came."""

    aside: ClassVar[bool] = True
    may: ClassVar[str] = "rejoin its parent"
    unit: str


@command("night", "25.3", "A night marker on the stack in {hex}")
class Night(Order):
    """A night marker on the stack in a hex."""

    aside: ClassVar[bool] = True
    may: ClassVar[str] = "get a night marker"
    hex: str


@command("remove", "8.3", "Remove {unit}: it is eliminated")
class Remove(Order):
    """Remove a unit that is too many."""

    may: ClassVar[str] = "be removed"
    unit: str


@command("withdraw", "20.2", "{unit} {withdraws}")
class Withdraw(Order):
    """Units of a hex try to withdraw, this one first."""

    may: ClassVar[str] = "try to withdraw"
    unit: str


@command("roll", "14.4", "{rolling}")
class Roll(Order):
    """Roll, now that all is declared."""


@command("attack", "14.1", "Attack {hex}{defended}")
class Attack(Order):
    """Attack a hex."""

    hex: str


@command("stage", "13.5", "Attack entry hex {letter}, from off the map")
class Stage(Order):
    """Attack an entry hex from off the map."""

    letter: str


@command("call_off", "14.4", "Call the attack off, since the bridge is blown")
class CallOff(Order):
    """Call the attack off, since a bridge was blown."""


@command("fire", "22.6", "{unit} fires in {fires}")
class Fire(Order):
    """An artillery unit supports the combat."""

    may: ClassVar[str] = "support"
    adds: ClassVar[bool] = True
    unit: str


@command("air", "15.6", "Air support (1 shift right; {air_left}){last_air}")
class Air(Order):
    """An air support marker for the attack."""

    adds: ClassVar[bool] = True


@command("surprise", "27.1", "The 150th Panzer Brigade surprises ({deceives}; it is known afterwards)")
class Surprise(Order):
    """The 150th Panzer Brigade tries to surprise."""


@command("engage", "16.1", "Take it as engaged")
class Engage(Order):
    """Take a firefight result as engaged."""


@command("duel", "16.2", "Firefight: {unit} leads{firefight}")
class Duel(Order):
    """Go on with a firefight under a lead unit."""

    may: ClassVar[str] = "lead the firefight"
    unit: str


@command("slip_away", "21.4", "Slip away: retreat 1 hex instead of being engaged")
class SlipAway(Order):
    """A lone recon unit retreats a hex instead of being engaged."""


@command("lose", "16.3", "{unit} loses {a_step}")
class Lose(Order):
    """Which unit loses a step."""

    may: ClassVar[str] = "lose a step"
    unit: str


@command("stand", "16.7", "Last stand: {unit} leads{last_stand}")
class Stand(Order):
    """Try a last stand under a lead unit."""

    may: ClassVar[str] = "lead a last stand"
    unit: str


@command("retreat", "17.1", "{unit} {goes_back}")
class Retreat(Order):
    """A unit retreats to a hex: an adjacent one, the next on its way."""

    may: ClassVar[str] = "retreat"
    unit: str
    hex: str


@command("advance", "19.1", "{unit} advances to {hex}{crowd}")
class Advance(Order):
    """A unit advances into a hex."""

    may: ClassVar[str] = "advance"
    unit: str
    hex: str


@command("counter", "16.7", "{unit} {counters}")
class Counter(Order):
    """A unit counterattacks the hex that it lost, or goes back into it if it is empty."""

    may: ClassVar[str] = "counterattack"
    unit: str


@command("breakthrough", "19.4", "Breakthrough combat: {group}{hex} against {target}")
class Breakthrough(Order):
    """The breakthrough group in a hex attacks again."""

    hex: str
    target: str


@command("hold", "16.6", "Attacker advantage for {unit}")
class Hold(Order):
    """The attacker advantage marker goes on this unit's stack (16.2i)."""

    may: ClassVar[str] = "hold the advantage"
    unit: str


@command("pick", "24.3", "Place {marker} next")
class Pick(Order):
    """Another traffic marker of the holding box is placed next."""

    marker: str


@command("traffic", "24.3", "{marker} in {hex} (+{traffic_cost} MP for the enemy){removal}")
class Traffic(Order):
    """Place a traffic marker."""

    marker: str
    hex: str


@command("block", "24.8", "{roadblock} to {hex}{removal}")
class Block(Order):
    """Place or re-place a roadblock."""

    marker: str
    hex: str


@command("first", "25.23", "The {side} player replaces first")
class First(Order):
    """Which side replaces first."""

    side: str


@command("replace", "25.22", "{unit} {comes_back}")
class Replace(Order):
    """A replacement point for a unit; the hex is where it then stands."""

    may: ClassVar[str] = "be rebuilt"
    unit: str
    hex: str


@command("infiltrate", "34.1", "{hex}: the stack infiltrates to {to}")
class Infiltrate(Order):
    """A stack moves a hex in the night."""

    may: ClassVar[str] = "infiltrate"
    hex: str
    to: str


ALL = commands_of(__name__)
