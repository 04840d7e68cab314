"""The commands of Liberty Roads: one class a verb, in the order of the sequence of play."""

from typing import ClassVar

from wargame_tui.core.command import Command, command, commands_of


@command("end", "2")
class End(Command):
    """End the phase, or what is in hand."""


@command("go", "7.3.1")
class Go(Command):
    """Go ahead with what has been declared."""


@command("pass", "2")
class Pass(Command):
    """Leave it at that: decline what is offered."""


@command("pontoon", "4.1.3")
class Pontoon(Command):
    """Flip a supplied HQ to its pontoon side, toward a neighbouring hex."""

    unit: str
    hex: str


@command("unpontoon", "4.1.4")
class Unpontoon(Command):
    """Flip an HQ back from its pontoon side."""

    unit: str


@command("keep", "5.2.2")
class Keep(Command):
    """Keep a played marker where it is; two others go back for it."""

    marker: str


@command("take_air", "5.3.1")
class TakeAir(Command):
    """Take the free Air Support marker."""


@command("draw", "5.3.3")
class Draw(Command):
    """Draw support markers (5.4.1)."""


@command("move_pluto", "5.6.5")
class MovePluto(Command):
    """Move a PLUTO marker, for markers to be spent."""

    pluto: int
    hex: str


@command("place_pluto", "5.6.2")
class PlacePluto(Command):
    """Place a new PLUTO marker in any hex."""

    hex: str


@command("play", "5.5.1")
class Play(Command):
    """Play a support marker as an event, on a hex or unit or for the turn."""

    marker: str
    place: str


@command("spend", "1.5.2")
class Spend(Command):
    """Spend a support marker for what is in hand."""

    marker: str


@command("give_back", "5.1.4")
class GiveBack(Command):
    """Return an available marker to the pool (5.2.3)."""

    face_down: ClassVar[bool] = True
    marker: str


@command("store", "18.1.1")
class Store(Command):
    """Put a marker received this turn into the Strategic Reserve."""

    face_down: ClassVar[bool] = True
    marker: str


@command("ship", "11.2")
class Ship(Command):
    """Carry a unit by sea from a box to a port or beachhead, back, or between boxes."""

    unit: str
    place: str


@command("land_hq", "11.3.1")
class LandHq(Command):
    """Carry an HQ directly to a supplied hex."""

    unit: str
    hex: str


@command("return", "11.4.1")
class Return(Command):
    """An airborne unit on a port goes back to an Airborne zone."""

    unit: str


@command("zone", "12.3.4")
class Zone(Command):
    """The Airborne zone in which a drop marker is to lie again."""

    marker: str
    zone: str


@command("release", "14.1.4")
class Release(Command):
    """Release an armoured division under Operation Fortitude."""

    unit: str


@command("counteroffensive", "18.2.1")
class Counteroffensive(Command):
    """Declare the strategic counter-offensive."""


@command("festung", "6.5.4")
class Festung(Command):
    """Declare a port a Festung, or put a further division under its marker."""

    hex: str
    unit: str


@command("withdraw", "19.1.1")
class Withdraw(Command):
    """Declare the Withdrawal from France."""


@command("move", "6.1.1")
class Move(Command):
    """Take a unit up to move it."""

    unit: str


@command("with", "6.1.1")
class With(Command):
    """Another unit goes along, or takes part."""

    unit: str


@command("mode", "6.1.2")
class How(Command):
    """How the units in hand move: `normal`, `strategic` or `rail` (6.2, 6.3)."""

    mode: str


@command("to", "6.1.2")
class To(Command):
    """The units in hand go to a hex, by the cheapest way."""

    hex: str


@command("reserve", "18.1.1")
class Reserve(Command):
    """A unit goes to the Strategic Reserve."""

    unit: str


@command("place", "10.1")
class Place(Command):
    """Put a unit that has to be placed into a hex or box."""

    unit: str
    place: str


@command("drop", "12.2.7")
class Drop(Command):
    """Drop an airborne unit on a hex."""

    unit: str
    hex: str


@command("attack", "7.3.1")
class Attack(Command):
    """Name the hex to be attacked."""

    hex: str


@command("elite", "7.6.1")
class Elite(Command):
    """Use the elite bonus."""


@command("armour", "7.6.4")
class Armour(Command):
    """Declare armour exploitation."""


@command("terrain", "1.7.1")
class Terrain(Command):
    """Which terrain of the hex, or which river, counts (7.9.4, 7.9.5)."""

    ground: str


@command("first_loss", "7.8.1")
class FirstLoss(Command):
    """Whether the attacker's first loss is `elite` or `armour`."""

    of: str


@command("lose", "7.8.2")
class Lose(Command):
    """A unit loses a step."""

    unit: str


@command("result", "7.9.3")
class Result(Command):
    """The tactical result to be carried out."""

    code: str


@command("retreat", "7.10.2")
class Retreat(Command):
    """A unit retreats to a hex."""

    unit: str
    hex: str


@command("advance", "7.11.2")
class Advance(Command):
    """A unit advances after combat."""

    unit: str
    hex: str


@command("kampfgruppe", "7.13.1")
class Kampfgruppe(Command):
    """Replace an eliminated elite unit by a Kampfgruppe."""

    unit: str


@command("mark", "7.12.1")
class Mark(Command):
    """Put an Exploitation marker on a unit."""

    unit: str


@command("land", "13.6")
class Land(Command):
    """Declare a landing on a beach hex."""

    hex: str


@command("call_off", "13.6")
class CallOff(Command):
    """Call off a landing that was declared, when the invasion cannot be made as planned."""

    hex: str


@command("assault", "13.6")
class Assault(Command):
    """An assault unit for a landing."""

    unit: str
    hex: str


@command("assign", "13.6")
class Assign(Command):
    """A D-Day or Atlantic Wall marker for a landing."""

    face_down: ClassVar[bool] = True
    marker: str
    hex: str


@command("cancel", "13.4.2")
class Cancel(Command):
    """Which marker is cancelled (13.5.2, A52)."""

    marker: str


@command("follow_up", "13.6")
class FollowUp(Command):
    """A follow-up unit goes ashore on a beachhead."""

    unit: str
    hex: str


@command("repair", "15.1.4")
class Repair(Command):
    """Try to make a major port work again."""

    port: str


@command("replace", "10.3.4")
class Replace(Command):
    """Spend replacement points on a unit: one step, or two."""

    unit: str
    steps: int


@command("rebuild", "10.3.6")
class Rebuild(Command):
    """Bring an eliminated unit back, in a hex or box (10.3.4)."""

    unit: str
    steps: int
    place: str


@command("leave", "17.2.1")
class Leave(Command):
    """A division leaves the game by the schedule (17.3)."""

    unit: str


@command("remove", "1.10.2")
class Remove(Command):
    """Eliminate an overstacked unit."""

    unit: str


ALL = commands_of(__name__)
"""Every verb."""
