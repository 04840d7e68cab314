"""The commands of Ardennes '44: one class a verb, in the order of the sequence of play."""

from typing import ClassVar

from wargame_tui.core.command import Command, command, commands_of


class Order(Command):
    """A command of this title, with what front ends want to know of it."""

    __slots__ = ()
    heading: ClassVar[str | None] = None
    """The line for all of them where the list is long, as it is at night."""
    of_dump: ClassVar[bool] = False
    """Whether it is about the fuel dump, wherever that is."""


@command("end", "4", "{ending}", key="E")
class End(Order):
    """End the phase, or the action begun."""

    may: ClassVar[str] = "stop here"


@command("place", "3.4", "{starts} {hex}")
class Place(Order):
    """Set up a German unit, or move it elsewhere in the set-up."""

    may: ClassVar[str] = "be placed"
    unit: str
    hex: str


@command("historical", "3.7", "Set up all remaining units historically", key="H")
class Historical(Order):
    """Set up all remaining units historically."""


@command("take_off", "12.7", "Remove the {its_marker} marker from {unit}")
class TakeOff(Order):
    """Remove a strategic movement marker from a unit (5.1)."""

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


@command("ship", "32.2", "Ship the captured fuel: -2 to every fuel roll from now on", key="S")
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


@command("blow_dump", "32.3", "Destroy the fuel dump ({burns})", key="B")
class BlowDump(Order):
    """Try to destroy the fuel dump."""

    of_dump: ClassVar[bool] = True


@command("move", "11.1", "Move {unit}")
class Move(Order):
    """Select a unit to move."""

    may: ClassVar[str] = "move"
    unit: str


@command(
    "mode",
    "11.1",
    "{mode}{allowance}",
    key={"normal": "M", "extended": "D", "tactical": "T", "strategic": "S", "shift": "H"},
)
class How(Order):
    """How the units move: `normal`, `extended`, `tactical`, `strategic` or `shift` (11.2, 11.3, 12.1, 22.2)."""

    may: ClassVar[str] = "change its kind of movement"
    mode: str


@command("with", "11.1", "{joins}")
class With(Order):
    """Another unit joins the move, the attack or the withdrawal."""

    may: ClassVar[str] = "take part"
    unit: str


@command("to", "11.1", "To {hex}{spent}")
class To(Order):
    """The selected units move to a hex, by the cheapest path."""

    may: ClassVar[str] = "keep moving"
    hex: str


@command("leave", "11.9", "Leave the map {way_out}", key="L")
class Leave(Order):
    """The selected units leave the map: into a box, or by an exit hex for victory."""

    may: ClassVar[str] = "leave the map"
    place: str


@command("ignore", "27.1", "Ignore the EZOC in disguise ({deceives}; else revealed)", key="I")
class Ignore(Order):
    """The 150th Panzer Brigade tries to ignore an EZOC."""

    may: ClassVar[str] = "ignore the EZOC"


@command("prime", "22.3", "Limber {unit}: may move, may not fire")
class Prime(Order):
    """Limber a German artillery unit, for a prime mover."""

    aside: ClassVar[bool] = True
    may: ClassVar[str] = "limber"
    unit: str


@command("board", "12.6", "{unit} boards trucks: its entire move")
class Board(Order):
    """An Allied unit boards trucks."""

    aside: ClassVar[bool] = True
    may: ClassVar[str] = "board trucks"
    unit: str


@command("enter", "13.1", "{unit} enters at {letter}, {mode}")
class Enter(Order):
    """A unit enters the map at an entry hex."""

    may: ClassVar[str] = "enter the map"
    unit: str
    letter: str
    mode: str


@command("arrive", "13.2", "{unit} arrives at {hex}{crowd}")
class Arrive(Order):
    """A unit arrives on the map: engineers, late airborne divisions (31)."""

    may: ClassVar[str] = "arrive in a town"
    unit: str
    hex: str


@command("box", "13.1", "{unit} moves to {box}")
class Box(Order):
    """A unit off the map moves to an off-map box (11.9)."""

    may: ClassVar[str] = "move to a box"
    unit: str
    box: str


@command("seal", "13.4", "{unit} seals entry hex {letter}")
class Seal(Order):
    """A unit off the map seals an entry hex that the enemy holds."""

    may: ClassVar[str] = "seal an entry hex"
    unit: str
    letter: str


@command("drop", "27.2", "Von der Heydte drops in {hex}")
class Drop(Order):
    """Choose where von der Heydte drops."""

    aside: ClassVar[bool] = True
    hex: str


@command("dig", "15.8", "Dig in: {unit} starts an improved position{here}")
class Dig(Order):
    """A unit starts an improved position in its hex."""

    aside: ClassVar[bool] = True
    may: ClassVar[str] = "dig in"
    unit: str


@command("split", "26.1", "Detach a {detached} from {unit}{here} (1 step)")
class Split(Order):
    """Detach a battalion or task force, for a step of the unit."""

    aside: ClassVar[bool] = True
    heading: ClassVar[str | None] = "Detach battalions and task forces"
    may: ClassVar[str] = "split"
    unit: str


@command("absorb", "26.4", "{unit} rejoins {parent}")
class Absorb(Order):
    """A split unit rejoins its parent."""

    aside: ClassVar[bool] = True
    may: ClassVar[str] = "rejoin its parent"
    unit: str


@command("night", "25.3", "Place a night marker on {hex}")
class Night(Order):
    """Place a night marker on a stack."""

    aside: ClassVar[bool] = True
    may: ClassVar[str] = "get a night marker"
    hex: str


@command("remove", "8.3", "Eliminate {unit} (overstacked)")
class Remove(Order):
    """Eliminate an overstacked unit."""

    may: ClassVar[str] = "be removed"
    unit: str


@command("withdraw", "20.2", "{unit} {withdraws}")
class Withdraw(Order):
    """Units of a hex try to withdraw, this one first."""

    may: ClassVar[str] = "try to withdraw"
    unit: str


@command("roll", "14.4", "{rolling}", key="0")
class Roll(Order):
    """Roll the dice, with all that is declared."""


@command("attack", "14.1", "Attack {hex}{defended}")
class Attack(Order):
    """Attack a hex."""

    hex: str


@command("stage", "13.5", "Attack entry hex {letter} from off the map")
class Stage(Order):
    """Attack an entry hex from off the map."""

    letter: str


@command("call_off", "14.4", "Call off the attack: the bridge is blown", key="X")
class CallOff(Order):
    """Call off the attack, since a bridge was blown."""


@command("fire", "22.6", "{unit} fires in {fires}")
class Fire(Order):
    """An artillery unit supports the combat."""

    may: ClassVar[str] = "support"
    adds: ClassVar[bool] = True
    unit: str


@command("air", "15.6", "Air support (1 shift right; {air_left}){last_air}", key="U")
class Air(Order):
    """An air support marker for the attack."""

    adds: ClassVar[bool] = True


@command("surprise", "27.1", "150th Panzer Brigade surprise ({deceives}; then revealed)", key="S")
class Surprise(Order):
    """The 150th Panzer Brigade tries to gain surprise."""


@command("engage", "16.1", "Accept the Engaged result", key="Y")
class Engage(Order):
    """Accept a firefight result as Engaged."""


@command("duel", "16.2", "Firefight, lead unit {unit}{firefight}")
class Duel(Order):
    """Roll for a firefight under a lead unit."""

    may: ClassVar[str] = "lead the firefight"
    unit: str


@command("slip_away", "21.4", "Slip away: retreat 1 hex instead of being engaged", key="S")
class SlipAway(Order):
    """A recon unit alone in its hex retreats 1 hex instead of being engaged."""


@command("lose", "16.3", "{unit} loses {a_step}")
class Lose(Order):
    """Choose the unit that loses a step."""

    may: ClassVar[str] = "lose a step"
    unit: str


@command("stand", "16.7", "Last stand, lead unit {unit}{last_stand}")
class Stand(Order):
    """Try a last stand under a lead unit."""

    may: ClassVar[str] = "lead a last stand"
    unit: str


@command("retreat", "17.1", "{unit} {goes_back}")
class Retreat(Order):
    """A unit retreats to an adjacent hex, the next on its retreat path."""

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
    """A unit counterattacks the hex that it lost, or returns to it if it is empty."""

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
    """Place another traffic marker from the holding box next."""

    marker: str


@command("traffic", "24.3", "{marker} in {hex} (+{traffic_cost} MP for the enemy){removal}")
class Traffic(Order):
    """Place a traffic marker."""

    marker: str
    hex: str


@command("block", "24.8", "{roadblock} to {hex}{removal}")
class Block(Order):
    """Place or move a roadblock."""

    marker: str
    hex: str


@command("first", "25.23", "The {side} player replaces first")
class First(Order):
    """Which side replaces first."""

    side: str


@command("replace", "25.22", "{unit} {comes_back}")
class Replace(Order):
    """Spend a replacement point on a unit; the hex is where it will be."""

    may: ClassVar[str] = "be rebuilt"
    unit: str
    hex: str


@command("infiltrate", "34.1", "Stack in {hex} infiltrates to {to}")
class Infiltrate(Order):
    """A stack infiltrates: it moves one hex at night."""

    may: ClassVar[str] = "infiltrate"
    hex: str
    to: str


ALL = commands_of(__name__)
