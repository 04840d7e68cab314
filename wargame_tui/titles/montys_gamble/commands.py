"""The commands of Monty's Gamble: one class a verb, in the order of the sequence of play."""

from collections.abc import Sequence

from wargame_tui.core.command import Command, command, commands_of


@command("bid", "23.51")
class Bid(Command):
    """A player's secret bid for a side."""

    side: str
    points: int


@command("bomb", "20.2")
class Bomb(Command):
    """The 8th Air Force bombs the area of a FLAK tower, the tower as primary target."""

    unit: str


@command("choose", "23.2")
class ChooseDrop(Command):
    """Another drop area for a D-Day airborne unit."""

    unit: str
    area: str


@command("area", "20.4")
class DropArea(Command):
    """The next drop area to act."""

    area: str


@command("act", "20.4")
class DropAction(Command):
    """What the units of a drop area do: `attack`, `seize`, `move` or `pass`."""

    action: str


@command("assault", "8.21")
class Assault(Command):
    """Activate an area, zone or the UK box for an assault impulse."""

    space: str


@command("infiltration", "8.22")
class Infiltration(Command):
    """Activate a Free area or zone for infiltration."""

    space: str


@command("bombard", "11.1")
class Bombard(Command):
    """Activate a target area for an artillery bombardment."""

    space: str


@command("air", "16.2")
class AirBombard(Command):
    """An air bombardment marker against a target area."""

    marker: str
    space: str


@command("interdict", "16.4")
class Interdict(Command):
    """Place an air interdiction marker."""

    area: str


@command("pass", "8.24")
class Pass(Command):
    """No action in this impulse."""


@command("double", "12.3")
class Double(Command):
    """Use the Advantage for a double impulse."""


@command("repair", "19.2")
class Repair(Command):
    """Try to repair a blown bridge."""

    border: str


@command("move", "9.2")
class Move(Command):
    """A unit moves to an adjacent space, by road and bridge where there are."""

    unit: str
    space: str


@command("cross", "9.2")
class Cross(Command):
    """Infantry crosses a canal without using a bridge (M1)."""

    unit: str
    space: str


@command("ferry", "9.63")
class Ferry(Command):
    """A unit crosses by ferry."""

    unit: str
    space: str


@command("boat", "9.5")
class Boat(Command):
    """Infantry crosses a river by boat assault."""

    unit: str
    space: str


@command("infiltrate", "8.222")
class Infiltrate(Command):
    """A unit tries to infiltrate an area."""

    unit: str
    space: str


@command("seize", "9.22")
class Seize(Command):
    """A unit tries to seize a bridge."""

    unit: str
    border: str


@command("attack", "10.1")
class Attack(Command):
    """Attack the enemies in a space."""

    space: str


@command("join", "10.3")
class Join(Command):
    """A unit takes part in the attack."""

    unit: str


@command("point", "10.72")
class Point(Command):
    """The point unit, whose attack factor counts (10.72A)."""

    unit: str


@command("support", "15.12")
class Support(Command):
    """An artillery unit gives support (10.72C, 11.2)."""

    unit: str


@command("fight", "10.7")
class Fight(Command):
    """All is declared: resolve the attack."""


@command("forward", "10.73")
class Forward(Command):
    """The defender's forward unit (10.73A)."""

    unit: str


@command("reroll", "12.2")
class Reroll(Command):
    """Use the Advantage to have a roll made again."""


@command("keep", "12.2")
class Keep(Command):
    """Let a roll stand."""


@command("quiet", "12.2")
class Quiet(Command):
    """Let a roll stand, and do not ask again in this impulse."""


@command("take", "10.8")
class Take(Command):
    """A unit takes a step of loss: a casualty point, attrition points (11.41)."""

    unit: str


@command("retreat", "10.92")
class Retreat(Command):
    """A unit retreats."""

    unit: str
    space: str


@command("stay", "10.93")
class Stay(Command):
    """No more retreats."""


@command("lead", "11.2")
class Lead(Command):
    """The lead unit of a bombardment."""

    unit: str


@command("barrage", "11.112")
class Barrage(Command):
    """Make the bombardment a barrage."""


@command("aim", "11.12")
class Aim(Command):
    """The primary target: a unit, a construction marker `work/13-17` or a ferry `ferry/15-16`."""

    target: str


@command("drop", "18.42")
class Drop(Command):
    """A unit leaves the UK box for a drop area."""

    unit: str
    area: str


@command("blow", "19.4")
class Blow(Command):
    """Try to blow a bridge."""

    border: str


@command("sunset", "12.41")
class Sunset(Command):
    """Move the sunset DRM marker."""

    spaces: int


@command("depot", "13.4")
class PlaceDepot(Command):
    """Place a supply depot."""

    depot: str
    space: str


@command("haul", "13.41")
class MoveDepot(Command):
    """Move a depot along the road net (13.421, 13.423)."""

    depot: str
    space: str


@command("refit", "13.6")
class Refit(Command):
    """Refit a unit from a depot by the cheapest route."""

    unit: str
    depot: str


@command("share", "13.6")
class Share(Command):
    """Refit a unit from several depots together, at the price of the farthest; further ones as `F2+F3`."""

    unit: str
    depot: str
    other: str


@command("night", "19.23")
class NightRepair(Command):
    """Try to repair a bridge by night with supply points."""

    border: str
    depot: str


@command("raise", "23.4")
class Raise(Command):
    """Raise each airborne depot by this many points from the Reserve (23.4, Q30)."""

    points: int


@command("buy", "13.7")
class Buy(Command):
    """Move the start of the next day by impulses, forward or (negative) backward."""

    impulses: int


@command("reorganize", "23.6")
class Reorganize(Command):
    """A unit recovers a step by eliminating another."""

    unit: str
    other: str


@command("regroup", "6.5")
class Regroup(Command):
    """A unit regroups to an adjacent Free area or zone."""

    unit: str
    space: str


@command("end", "6.1")
class End(Command):
    """Nothing more in this step."""


def refitting(unit: str, depots: Sequence[str]) -> Command:
    """The command that refits a unit from these depots; all but the last give everything."""
    first, *others = depots
    return Share(unit, first, "+".join(others)) if others else Refit(unit, first)


def payers(command: Refit | Share) -> tuple[str, ...]:
    """The depots that pay for a refit."""
    return (command.depot, *command.other.split("+")) if isinstance(command, Share) else (command.depot,)


ALL = commands_of(__name__)
"""Every verb."""
