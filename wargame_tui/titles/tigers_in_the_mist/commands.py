"""The commands of Tigers in the Mist: one class a verb, in the order of the sequence of play."""

from typing import ClassVar

from wargame_tui.core.command import Command, command, commands_of


@command("release", "11.3", "Release the reserve {group}")
class Release(Command):
    """The German releases a reserve group that superiority has earned."""

    group: str


@command("place", "11.11", "{unit} arrives in {zone}")
class Place(Command):
    """The owner chooses the entry zone of a reinforcement whose card lists several."""

    unit: str
    zone: str


@command("move", "8.2", "Move {unit}")
class Move(Command):
    """Take up a unit to move it."""

    unit: str


@command("with", "8.21", "Together with {unit}")
class With(Command):
    """Add a unit of the same area to the group about to move."""

    unit: str


@command("to", "8.33", "To {space}")
class To(Command):
    """One step of the moving group along a road."""

    space: str


@command("shift", "11.14", "Enter from {zone} instead")
class Shift(Command):
    """The moving reinforcements will enter from another zone than the one on the card."""

    zone: str


@command("abandon", "8.35", "{unit} abandons its vehicles")
class Abandon(Command):
    """A unit of the moving group leaves its vehicles behind."""

    unit: str


@command("entrench", "8.51", "{unit} entrenches")
class Entrench(Command):
    """A unit digs in."""

    unit: str


@command("stop", "8.24", "End this move here")
class Stop(Command):
    """The moving group ends its move."""


@command("special", "14.21", "Use special forces: {effect}")
class UseSpecial(Command):
    """The German uses the special forces unit of the date with one of its effects."""

    effect: str


@command("at", "14.12", "Special forces at {area}")
class PlaceSpecial(Command):
    """The German puts the special forces unit in an area."""

    area: str


@command("end", "8.39", "End movement")
class EndMovement(Command):
    """The active player has finished his movement."""

    rolls: ClassVar[bool] = True


@command("blow", "10.21")
class Blow(Command):
    """The other player tries to blow the bridge that the moving group is about to cross."""

    bridge: str
    unit: str


@command("pass", "10.21", "Let them cross")
class PassBlow(Command):
    """The other player lets the group cross."""


@command("remove", "7.2", "Eliminate {unit}")
class Remove(Command):
    """The owner of an overstack eliminates a unit of his choice."""

    unit: str


@command("battle", "9.3", "Battle of {area}")
class Fight(Command):
    """The active player resolves the battle in an area next."""

    rolls: ClassVar[bool] = True
    area: str


@command("attack", "9.13", "{unit} attacks too")
class Attack(Command):
    """A unit that was in the area already takes part in the attack."""

    rolls: ClassVar[bool] = True
    unit: str


@command("ready", "9.13", "Nobody else attacks")
class Ready(Command):
    """No further unit takes part in the attack."""

    rolls: ClassVar[bool] = True


@command("support", "14.24")
class Support(Command):
    """The German designates the battle for battlefield support: `support yes` or `support no`."""

    rolls: ClassVar[bool] = True
    answer: str


@command("call", "9.42")
class Call(Command):
    """A player makes this many artillery calls."""

    rolls: ClassVar[bool] = True
    calls: int


@command("lay", "9.46", "Artillery on {unit}")
class Lay(Command):
    """A player lays an artillery counter on an enemy unit."""

    adds: ClassVar[bool] = True
    rolls: ClassVar[bool] = True
    unit: str


@command("fire", "9.57", "{firer} fires at {target}")
class Fire(Command):
    """A unit is given its target."""

    rolls: ClassVar[bool] = True
    firer: str
    target: str


@command("build", "10.11")
class Build(Command):
    """An engineer tries to build a bridge."""

    unit: str
    bridge: str


@command("done", "6.0", "Done")
class Done(Command):
    """Nothing more in this step."""


@command("gaps", "A30")
class Gaps(Command):
    """A player's count of the gaps in the Allied line ("The First Three Days", A30)."""

    count: int


ALL = commands_of(__name__)
"""Every verb."""
