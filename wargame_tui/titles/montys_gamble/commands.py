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
    may: ClassVar[str] = ""
    """What it lets a unit do, as the unit's sheet says."""
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
    """A player's secret bid for a side."""

    side: str
    points: int


@command("bomb", "20.2")
class Bomb(Rolling):
    """The 8th Air Force bombs the area of a FLAK tower, the tower as primary target."""

    may: ClassVar[str] = "be bombed"
    chances: ClassVar[bool] = True
    unit: str


@command("choose", "23.2", "{unit} drops in {area} instead")
class ChooseDrop(Order):
    """Another drop area for a D-Day airborne unit."""

    may: ClassVar[str] = "drop elsewhere"
    unit: str
    area: str


@command("area", "20.4")
class DropArea(Rolling):
    """The next drop area to act."""

    may: ClassVar[str] = "act with the others of its drop area"
    area: str


@command("act", "20.4")
class DropAction(Rolling):
    """What the units of a drop area do: `attack`, `seize`, `move` or `pass`."""

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
    """An air bombardment marker against a target area."""

    marker: str
    space: str


@command("interdict", "16.4", "Air interdiction over {area}")
class Interdict(Order):
    """Place an air interdiction marker."""

    area: str


@command("pass", "8.24", "Pass")
class Pass(Rolling):
    """No action in this impulse."""

    chances: ClassVar[bool] = True


@command("double", "12.3", "Use the Advantage: double impulse")
class Double(Order):
    """Use the Advantage for a double impulse."""


@command("repair", "19.2")
class Repair(Order):
    """Try to repair a blown bridge."""

    chances: ClassVar[bool] = True
    border: str


@command("move", "9.2")
class Move(Order):
    """A unit moves to an adjacent space, by road and bridge where there are."""

    may: ClassVar[str] = "move"
    unit: str
    space: str


@command("cross", "9.2")
class Cross(Order):
    """Infantry crosses a canal without using a bridge (M1)."""

    may: ClassVar[str] = "cross the canal"
    unit: str
    space: str


@command("ferry", "9.63")
class Ferry(Order):
    """A unit crosses by ferry."""

    may: ClassVar[str] = "take the ferry"
    unit: str
    space: str


@command("boat", "9.5")
class Boat(Order):
    """Infantry crosses a river by boat assault."""

    may: ClassVar[str] = "cross by assault boat"
    unit: str
    space: str


@command("infiltrate", "8.222")
class Infiltrate(Order):
    """A unit tries to infiltrate an area."""

    may: ClassVar[str] = "infiltrate"
    chances: ClassVar[bool] = True
    unit: str
    space: str


@command("seize", "9.22")
class Seize(Order):
    """A unit tries to seize a bridge."""

    may: ClassVar[str] = "seize a bridge"
    chances: ClassVar[bool] = True
    unit: str
    border: str


@command("attack", "10.1")
class Attack(Order):
    """Attack the enemies in a space."""

    space: str


@command("join", "10.3")
class Join(Order):
    """A unit takes part in the attack."""

    may: ClassVar[str] = "take part"
    unit: str


@command("point", "10.72")
class Point(Order):
    """The point unit, whose attack factor counts (10.72A)."""

    may: ClassVar[str] = "be point unit"
    unit: str


@command("support", "15.12", "{unit} supports with its guns (+1)")
class Support(Order):
    """An artillery unit gives support (10.72C, 11.2)."""

    may: ClassVar[str] = "support"
    unit: str


@command("fight", "10.7")
class Fight(Rolling):
    """All is declared: resolve the attack."""

    closes: ClassVar[bool] = True


@command("forward", "10.73")
class Forward(Rolling):
    """The defender's forward unit (10.73A)."""

    may: ClassVar[str] = "be forward unit"
    chances: ClassVar[bool] = True
    unit: str


@command("reroll", "12.2", "Use the Advantage: roll again")
class Reroll(Order):
    """Use the Advantage to have a roll made again."""

    chances: ClassVar[bool] = True


@command("keep", "12.2", "Let it stand")
class Keep(Rolling):
    """Let a roll stand."""


@command("quiet", "12.2")
class Quiet(Rolling):
    """Let a roll stand, and do not ask again in this impulse."""


@command("take", "10.8")
class Take(Rolling):
    """A unit takes a step of loss: a casualty point, attrition points (11.41)."""

    may: ClassVar[str] = "take a loss"
    unit: str


@command("retreat", "10.92", "{unit} retreats to {space}")
class Retreat(Rolling):
    """A unit retreats."""

    may: ClassVar[str] = "retreat"
    unit: str
    space: str


@command("stay", "10.93", "Stay: no more retreats")
class Stay(Rolling):
    """No more retreats."""

    closes: ClassVar[bool] = True


@command("lead", "11.2")
class Lead(Order):
    """The lead unit of a bombardment."""

    may: ClassVar[str] = "lead the bombardment"
    unit: str


@command("barrage", "11.112", "Make it a barrage: the lead's attack doubled, all guns Spent afterwards")
class Barrage(Order):
    """Make the bombardment a barrage."""


@command("aim", "11.12")
class Aim(Order):
    """The primary target: a unit, a construction marker `work/13-17` or a ferry `ferry/15-16`."""

    may: ClassVar[str] = "be primary target"
    target: str


@command("drop", "18.42")
class Drop(Order):
    """A unit leaves the UK box for a drop area."""

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
    """Refit a unit from several depots together, at the price of the farthest; further ones as `F2+F3`."""

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


@command("reorganize", "23.6", "{unit} recovers; {other} is eliminated for it")
class Reorganize(Order):
    """A unit recovers a step by eliminating another."""

    may: ClassVar[str] = "be reorganized"
    unit: str
    other: str


@command("regroup", "6.5", "{unit} regroups to {space}")
class Regroup(Order):
    """A unit regroups to an adjacent Free area or zone."""

    may: ClassVar[str] = "regroup"
    unit: str
    space: str


@command("end", "6.1")
class End(Rolling):
    """Nothing more in this step."""

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
