"""The commands of Tigers in the Mist: one class a verb, in the order of the sequence of play."""

from typing import ClassVar

from wargame_tui.board.phrases import plural
from wargame_tui.core.command import Command, command, commands_of
from wargame_tui.core.wording import Name


@command("release", "11.3", "Release the reserve {group}")
class Release(Command):
    """Release a reserve earned by superiority."""

    group: str


@command("place", "11.11", "{unit} arrives in {zone}")
class Place(Command):
    """Choose the entry zone of a reinforcement that has several."""

    may: ClassVar[str] = "be placed"
    unit: str
    zone: str


@command("move", "8.2", "Move {unit}")
class Move(Command):
    """Select a unit to move."""

    may: ClassVar[str] = "move"
    unit: str


@command("with", "8.21", "Stack with {unit}")
class With(Command):
    """Add a unit of the same area to the moving stack."""

    may: ClassVar[str] = "join the move"
    unit: str


@command("to", "8.33", "To {space}")
class To(Command):
    """Move the stack along a road to the next area."""

    space: str


@command("shift", "11.14", "Enter from {zone} instead")
class Shift(Command):
    """Enter the map from another zone than scheduled."""

    zone: str


@command("abandon", "8.35", "{unit} abandons its vehicles")
class Abandon(Command):
    """Abandon the vehicles of a moving unit: it goes on on foot."""

    may: ClassVar[str] = "abandon vehicles"
    aside: ClassVar[bool] = True
    unit: str


@command("entrench", "8.51", "{unit} entrenches")
class Entrench(Command):
    """Entrench a unit."""

    may: ClassVar[str] = "entrench"
    aside: ClassVar[bool] = True
    unit: str


@command("stop", "8.24", "Halt here", key="E")
class Stop(Command):
    """End the move of the stack."""


@command("special", "14.21", "Use special forces: {effect}")
class UseSpecial(Command):
    """Use the special forces of the day for one of their effects."""

    effect: str


@command("at", "14.12", "Special forces at {area}")
class PlaceSpecial(Command):
    """Place the special forces in an area."""

    area: str


@command("end", "8.39", "End movement", key="E")
class EndMovement(Command):
    """End your movement."""

    rolls: ClassVar[bool] = True


@command("blow", "10.21")
class Blow(Command):
    """Try to blow the bridge that the enemy is about to cross."""

    may: ClassVar[str] = "try to blow the bridge"
    bridge: str
    unit: str


@command("pass", "10.21", "Let them cross", key="X")
class PassBlow(Command):
    """Let the enemy cross."""


@command("remove", "7.2", "Eliminate {unit}")
class Remove(Command):
    """Eliminate a unit in an overstacked area."""

    may: ClassVar[str] = "be removed"
    unit: str


@command("battle", "9.3", "Attack {area}")
class Fight(Command):
    """Resolve the battle in an area next."""

    rolls: ClassVar[bool] = True
    area: str


@command("attack", "9.13", "{unit} joins the attack")
class Attack(Command):
    """Add a unit that was already in the area to the attack."""

    may: ClassVar[str] = "join the attack"
    rolls: ClassVar[bool] = True
    unit: str


@command("ready", "9.13", "No one else", key="0")
class Ready(Command):
    """Attack with no further unit."""

    rolls: ClassVar[bool] = True


@command("support", "14.24", key={"yes": "U", "no": "X"})
class Support(Command):
    """Use battlefield support in this battle (`support yes`) or save it (`support no`)."""

    rolls: ClassVar[bool] = True
    answer: str

    def words(self, name: Name, /) -> str:
        """What the answer means."""
        return "Support this battle" if self.answer == "yes" else "Save the support for another battle"


@command("call", "9.42")
class Call(Command):
    """Call artillery: so many requests."""

    rolls: ClassVar[bool] = True
    calls: int


@command("lay", "9.46", "Artillery at {unit}")
class Lay(Command):
    """Choose the target of a battery."""

    may: ClassVar[str] = "be fired at by artillery"
    adds: ClassVar[bool] = True
    rolls: ClassVar[bool] = True
    unit: str


@command("fire", "9.57", "{firer} fires at {target}")
class Fire(Command):
    """Choose the target of a unit."""

    may: ClassVar[str] = "fire"
    rolls: ClassVar[bool] = True
    firer: str
    target: str


@command("build", "10.11")
class Build(Command):
    """Try to rebuild a bridge with an engineer."""

    may: ClassVar[str] = "build a bridge"
    unit: str
    bridge: str


@command("done", "6.0", "Done", key="E")
class Done(Command):
    """Do nothing more in this phase."""


@command("gaps", "A30")
class Gaps(Command):
    """A player's count of the gaps in the Allied line ("The First Three Days", A30)."""

    count: int

    def words(self, name: Name, /) -> str:
        """`2 gaps`."""
        return plural(self.count, "gap")


ALL = commands_of(__name__)
"""Every verb."""
