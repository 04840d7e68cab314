"""The commands of Tigers in the Mist: one class a verb, in the order of the sequence of play."""

from typing import ClassVar

from wargame_tui.core.command import Command, command, commands_of


@command("release", "11.3")
class Release(Command):
    """The German releases a reserve group that superiority has earned."""

    group: str


@command("place", "11.11")
class Place(Command):
    """The owner chooses the entry zone of a reinforcement whose card lists several."""

    unit: str
    zone: str


@command("move", "8.2")
class Move(Command):
    """Take up a unit to move it."""

    unit: str


@command("with", "8.21")
class With(Command):
    """Add a unit of the same area to the group about to move."""

    unit: str


@command("to", "8.33")
class To(Command):
    """One step of the moving group along a road."""

    space: str


@command("shift", "11.14")
class Shift(Command):
    """The moving reinforcements will enter from another zone than the one on the card."""

    zone: str


@command("abandon", "8.35")
class Abandon(Command):
    """A unit of the moving group leaves its vehicles behind."""

    unit: str


@command("entrench", "8.51")
class Entrench(Command):
    """A unit digs in."""

    unit: str


@command("stop", "8.24")
class Stop(Command):
    """The moving group ends its move."""


@command("special", "14.21")
class UseSpecial(Command):
    """The German uses the special forces unit of the date with one of its effects."""

    effect: str


@command("at", "14.12")
class PlaceSpecial(Command):
    """The German puts the special forces unit in an area."""

    area: str


@command("end", "8.39")
class EndMovement(Command):
    """The active player has finished his movement."""


@command("blow", "10.21")
class Blow(Command):
    """The other player tries to blow the bridge that the moving group is about to cross."""

    bridge: str
    unit: str


@command("pass", "10.21")
class PassBlow(Command):
    """The other player lets the group cross."""


@command("remove", "7.2")
class Remove(Command):
    """The owner of an overstack eliminates a unit of his choice."""

    unit: str


@command("battle", "9.3")
class Fight(Command):
    """The active player resolves the battle in an area next."""

    area: str


@command("attack", "9.13")
class Attack(Command):
    """A unit that was in the area already takes part in the attack."""

    unit: str


@command("ready", "9.13")
class Ready(Command):
    """No further unit takes part in the attack."""


@command("support", "14.24")
class Support(Command):
    """The German designates the battle for battlefield support: `support yes` or `support no`."""

    answer: str


@command("call", "9.42")
class Call(Command):
    """A player makes this many artillery calls."""

    calls: int


@command("lay", "9.46")
class Lay(Command):
    """A player lays an artillery counter on an enemy unit."""

    adds: ClassVar[bool] = True
    unit: str


@command("fire", "9.57")
class Fire(Command):
    """A unit is given its target."""

    firer: str
    target: str


@command("build", "10.11")
class Build(Command):
    """An engineer tries to build a bridge."""

    unit: str
    bridge: str


@command("done", "6.0")
class Done(Command):
    """Nothing more in this step."""


@command("gaps", "A30")
class Gaps(Command):
    """A player's count of the gaps in the Allied line ("The First Three Days", A30)."""

    count: int


ALL = commands_of(__name__)
"""Every verb."""
