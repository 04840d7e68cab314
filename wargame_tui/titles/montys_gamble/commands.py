"""The commands of Monty's Gamble: one class a verb, in the order of the sequence of play."""

from collections.abc import Sequence
from typing import ClassVar

from wargame_tui.board.phrases import first_up
from wargame_tui.core.command import Command, command, commands_of
from wargame_tui.core.wording import Name
from wargame_tui.titles.montys_gamble.printed.names import depot_name


class Order(Command):
    """What the commands of this title say of themselves."""

    __slots__ = ()
    closes: ClassVar[bool] = False
    """Whether it carries out what has been declared so far."""
    chances: ClassVar[bool] = False
    """Whether it stands for the next roll, whose odds are its own."""


class Rolling(Order):
    """A command that may lead straight to dice."""

    __slots__ = ()
    rolls: ClassVar[bool] = True


@command("bid", "23.51", "{points:point} for the {side} side")
class Bid(Order):
    """Bid secretly for a side."""

    side: str
    points: int


@command("bomb", "20.2")
class Bomb(Rolling):
    """Bomb a FLAK tower's area with the 8th Air Force; the tower is the primary target."""

    may: ClassVar[str] = "be bombed"
    chances: ClassVar[bool] = True
    unit: str


@command("choose", "23.2", "{unit} drops in {area} instead")
class ChooseDrop(Order):
    """Choose another drop area for a D-Day airborne unit."""

    may: ClassVar[str] = "drop elsewhere"
    unit: str
    area: str


@command("area", "20.4")
class DropArea(Rolling):
    """Choose the next drop area to act."""

    may: ClassVar[str] = "act with the others of its drop area"
    area: str


@command("act", "20.4", key={"attack": "K", "seize": "S", "move": "M", "pass": "X"})
class DropAction(Rolling):
    """Choose what the units of a drop area do: `attack`, `seize`, `move` or `pass`."""

    action: str

    def words(self, name: Name, /) -> str:
        return {
            "attack": "Attack the Germans there",
            "seize": "Seize a bridge with one unit",
            "move": "Move units to adjacent Vacant areas",
            "pass": "Pass: the units stay Fresh",
        }.get(self.action, self.action)


@command("assault", "8.21")
class Assault(Order):
    """Activate an area, zone or the UK box for an assault impulse."""

    may: ClassVar[str] = "act in an assault from here"
    space: str


@command("infiltration", "8.22", "Infiltrate from {space}")
class Infiltration(Order):
    """Activate a Free area or zone for infiltration."""

    space: str


@command("bombard", "11.1")
class Bombard(Order):
    """Activate a target area for an artillery bombardment."""

    space: str


@command("air", "16.2", "{marker} bombs {space}")
class AirBombard(Order):
    """Bomb an area with an air bombardment marker."""

    marker: str
    space: str


@command("interdict", "16.4", "Air interdiction over {area}")
class Interdict(Order):
    """Place an air interdiction marker."""

    area: str


@command("pass", "8.24", "Pass", key="X")
class Pass(Rolling):
    """Take no action in this impulse."""

    chances: ClassVar[bool] = True


@command("double", "12.3", "Double impulse with the Advantage", key="D")
class Double(Order):
    """Use the Advantage for a double impulse."""


@command("repair", "19.2")
class Repair(Order):
    """Try to repair a blown bridge."""

    chances: ClassVar[bool] = True
    border: str


@command("move", "9.2")
class Move(Order):
    """Move a unit to an adjacent area or zone, by road and bridge where there are any."""

    may: ClassVar[str] = "move"
    unit: str
    space: str


@command("cross", "9.2")
class Cross(Order):
    """Move infantry across a canal without a bridge (M1)."""

    may: ClassVar[str] = "cross the canal"
    unit: str
    space: str


@command("ferry", "9.63")
class Ferry(Order):
    """Move a unit by ferry."""

    may: ClassVar[str] = "take the ferry"
    unit: str
    space: str


@command("boat", "9.5")
class Boat(Order):
    """Move infantry across a river by assault boat."""

    may: ClassVar[str] = "cross by assault boat"
    unit: str
    space: str


@command("infiltrate", "8.222")
class Infiltrate(Order):
    """Try to infiltrate an area with a unit."""

    may: ClassVar[str] = "infiltrate"
    chances: ClassVar[bool] = True
    unit: str
    space: str


@command("seize", "9.22")
class Seize(Order):
    """Try to seize a bridge with a unit."""

    may: ClassVar[str] = "seize a bridge"
    chances: ClassVar[bool] = True
    unit: str
    border: str


@command("attack", "10.1")
class Attack(Order):
    """Attack the enemies in an area or zone."""

    space: str


@command("join", "10.3")
class Join(Order):
    """Add a unit to the attack."""

    may: ClassVar[str] = "take part"
    unit: str


@command("point", "10.72")
class Point(Order):
    """Choose the point unit, whose attack factor counts (10.72A)."""

    may: ClassVar[str] = "be point unit"
    unit: str


@command("support", "15.12", "{unit} supports with its guns (+1)")
class Support(Order):
    """Support with an artillery unit (10.72C, 11.2)."""

    may: ClassVar[str] = "support"
    unit: str


@command("fight", "10.7", key="0")
class Fight(Rolling):
    """Resolve the attack as declared."""

    closes: ClassVar[bool] = True


@command("forward", "10.73")
class Forward(Rolling):
    """Choose the defender's forward unit (10.73A)."""

    may: ClassVar[str] = "be forward unit"
    chances: ClassVar[bool] = True
    unit: str


@command("reroll", "12.2", "Reroll with the Advantage", key="R")
class Reroll(Order):
    """Use the Advantage to reroll."""

    chances: ClassVar[bool] = True


@command("keep", "12.2", "Keep", key="X")
class Keep(Rolling):
    """Keep the roll."""


@command("quiet", "12.2", key="Z")
class Quiet(Rolling):
    """Keep the roll, and do not ask again in this impulse."""


@command("take", "10.8")
class Take(Rolling):
    """Take a step loss: a casualty point, or attrition points (11.41)."""

    may: ClassVar[str] = "take a loss"
    unit: str


@command("retreat", "10.92", "{unit} retreats to {space}")
class Retreat(Rolling):
    """Retreat a unit."""

    may: ClassVar[str] = "retreat"
    unit: str
    space: str


@command("stay", "10.93", "Hold: no more retreats", key="X")
class Stay(Rolling):
    """No more retreats."""

    closes: ClassVar[bool] = True


@command("lead", "11.2")
class Lead(Order):
    """Choose the lead unit of a bombardment."""

    may: ClassVar[str] = "lead the bombardment"
    unit: str


@command("barrage", "11.112", "Barrage: lead's attack doubled, all guns Spent after it", key="B")
class Barrage(Order):
    """Make the bombardment a barrage."""


@command("aim", "11.12")
class Aim(Order):
    """Choose the primary target: a unit, a construction marker `work/13-17` or a ferry `ferry/15-16`."""

    may: ClassVar[str] = "be primary target"
    target: str


@command("drop", "18.42")
class Drop(Order):
    """Drop a unit from the UK box in a drop area."""

    may: ClassVar[str] = "drop"
    unit: str
    area: str


@command("blow", "19.4")
class Blow(Order):
    """Try to blow a bridge."""

    chances: ClassVar[bool] = True
    border: str


@command("sunset", "12.41")
class Sunset(Order):
    """Move the sunset DRM marker."""

    spaces: int


@command("depot", "13.4")
class PlaceDepot(Order):
    """Place a supply depot."""

    depot: str
    space: str

    def words(self, name: Name, /) -> str:
        return first_up(f"{depot_name(self.depot)} in {name(self.space)}")


@command("haul", "13.41")
class MoveDepot(Order):
    """Move a depot along the road net (13.421, 13.423)."""

    depot: str
    space: str

    def words(self, name: Name, /) -> str:
        return f"{depot_name(self.depot)} to {name(self.space)}"


@command("refit", "13.6")
class Refit(Rolling):
    """Refit a unit from a depot by the cheapest route."""

    may: ClassVar[str] = "be refitted"
    unit: str
    depot: str


@command("share", "13.6")
class Share(Rolling):
    """Refit a unit from several depots together at the price of the farthest; more of them as `F2+F3`."""

    may: ClassVar[str] = "be refitted"
    unit: str
    depot: str
    other: str


@command("night", "19.23")
class NightRepair(Order):
    """Try to repair a bridge by night with supply points."""

    chances: ClassVar[bool] = True
    border: str
    depot: str


@command("raise", "23.4", "Raise the airborne depots by {points:point} from the Reserve")
class Raise(Order):
    """Raise each airborne depot by this many points from the Reserve (23.4, Q30)."""

    points: int


@command("buy", "13.7")
class Buy(Rolling):
    """Move the start of the next day by impulses, forward or (negative) backward."""

    impulses: int


@command("reorganize", "23.6", "{unit} recovers a level; {other} is eliminated")
class Reorganize(Order):
    """Let a unit recover a level by eliminating another."""

    may: ClassVar[str] = "be reorganized"
    unit: str
    other: str


@command("regroup", "6.5", "{unit} regroups to {space}")
class Regroup(Order):
    """Regroup a unit to an adjacent Free area or zone."""

    may: ClassVar[str] = "regroup"
    unit: str
    space: str


@command("end", "6.1", key="E")
class End(Rolling):
    """Do nothing more here."""

    closes: ClassVar[bool] = True
    chances: ClassVar[bool] = True


def refitting(unit: str, depots: Sequence[str]) -> Command:
    """The command that refits a unit from these depots; all but the last give everything."""
    first, *others = depots
    return Share(unit, first, "+".join(others)) if others else Refit(unit, first)


def payers(command: Refit | Share) -> tuple[str, ...]:
    """The depots that pay for a refit."""
    return (command.depot, *command.other.split("+")) if isinstance(command, Share) else (command.depot,)


ALL = commands_of(__name__)
"""Every verb."""
