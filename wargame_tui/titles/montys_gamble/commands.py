"""The commands of Monty's Gamble: one class a verb, in the order of the sequence of play."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from wargame_tui.core.command import Command


@dataclass(frozen=True, slots=True)
class Bid(Command):
    """A player's secret bid for a side (23.51)."""

    verb: ClassVar[str] = "bid"
    side: str
    points: int


@dataclass(frozen=True, slots=True)
class Bomb(Command):
    """The 8th Air Force bombs the area of a FLAK tower, the tower as primary target (20.2)."""

    verb: ClassVar[str] = "bomb"
    unit: str


@dataclass(frozen=True, slots=True)
class ChooseDrop(Command):
    """Another drop area for a D-Day airborne unit (23.2)."""

    verb: ClassVar[str] = "choose"
    unit: str
    area: str


@dataclass(frozen=True, slots=True)
class DropArea(Command):
    """The next drop area to act (20.4)."""

    verb: ClassVar[str] = "area"
    area: str


@dataclass(frozen=True, slots=True)
class DropAction(Command):
    """What the units of a drop area do: `attack`, `seize`, `move` or `pass` (20.4)."""

    verb: ClassVar[str] = "act"
    action: str


@dataclass(frozen=True, slots=True)
class Assault(Command):
    """Activate an area, zone or the UK box for an assault impulse (8.21)."""

    verb: ClassVar[str] = "assault"
    space: str


@dataclass(frozen=True, slots=True)
class Infiltration(Command):
    """Activate a Free area or zone for infiltration (8.22)."""

    verb: ClassVar[str] = "infiltration"
    space: str


@dataclass(frozen=True, slots=True)
class Bombard(Command):
    """Activate a target area for an artillery bombardment (11)."""

    verb: ClassVar[str] = "bombard"
    space: str


@dataclass(frozen=True, slots=True)
class AirBombard(Command):
    """An air bombardment marker against a target area (16.2)."""

    verb: ClassVar[str] = "air"
    marker: str
    space: str


@dataclass(frozen=True, slots=True)
class Interdict(Command):
    """Place an air interdiction marker (16.4)."""

    verb: ClassVar[str] = "interdict"
    area: str


@dataclass(frozen=True, slots=True)
class Pass(Command):
    """No action in this impulse (8.24)."""

    verb: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Double(Command):
    """Use the Advantage for a double impulse (12.3)."""

    verb: ClassVar[str] = "double"


@dataclass(frozen=True, slots=True)
class Repair(Command):
    """Try to repair a blown bridge (19.2)."""

    verb: ClassVar[str] = "repair"
    border: str


@dataclass(frozen=True, slots=True)
class Move(Command):
    """A unit moves to an adjacent space, by road and bridge where there are (9.2)."""

    verb: ClassVar[str] = "move"
    unit: str
    space: str


@dataclass(frozen=True, slots=True)
class Cross(Command):
    """Infantry crosses a canal without using a bridge (M1)."""

    verb: ClassVar[str] = "cross"
    unit: str
    space: str


@dataclass(frozen=True, slots=True)
class Ferry(Command):
    """A unit crosses by ferry (9.63)."""

    verb: ClassVar[str] = "ferry"
    unit: str
    space: str


@dataclass(frozen=True, slots=True)
class Boat(Command):
    """Infantry crosses a river by boat assault (9.5)."""

    verb: ClassVar[str] = "boat"
    unit: str
    space: str


@dataclass(frozen=True, slots=True)
class Infiltrate(Command):
    """A unit tries to infiltrate an area (8.222)."""

    verb: ClassVar[str] = "infiltrate"
    unit: str
    space: str


@dataclass(frozen=True, slots=True)
class Seize(Command):
    """A unit tries to seize a bridge (9.22)."""

    verb: ClassVar[str] = "seize"
    unit: str
    border: str


@dataclass(frozen=True, slots=True)
class Attack(Command):
    """Attack the enemies in a space (10)."""

    verb: ClassVar[str] = "attack"
    space: str


@dataclass(frozen=True, slots=True)
class Join(Command):
    """A unit takes part in the attack (10.3)."""

    verb: ClassVar[str] = "join"
    unit: str


@dataclass(frozen=True, slots=True)
class Point(Command):
    """The point unit, whose attack factor counts (10.72A)."""

    verb: ClassVar[str] = "point"
    unit: str


@dataclass(frozen=True, slots=True)
class Support(Command):
    """An artillery unit gives support (10.72C, 11.2)."""

    verb: ClassVar[str] = "support"
    unit: str


@dataclass(frozen=True, slots=True)
class Fight(Command):
    """All is declared: resolve the attack (10.7)."""

    verb: ClassVar[str] = "fight"


@dataclass(frozen=True, slots=True)
class Forward(Command):
    """The defender's forward unit (10.73A)."""

    verb: ClassVar[str] = "forward"
    unit: str


@dataclass(frozen=True, slots=True)
class Reroll(Command):
    """Use the Advantage to have a roll made again (12.2)."""

    verb: ClassVar[str] = "reroll"


@dataclass(frozen=True, slots=True)
class Keep(Command):
    """Let a roll stand (12.2)."""

    verb: ClassVar[str] = "keep"


@dataclass(frozen=True, slots=True)
class Quiet(Command):
    """Let a roll stand, and do not ask again in this impulse (12.2)."""

    verb: ClassVar[str] = "quiet"


@dataclass(frozen=True, slots=True)
class Take(Command):
    """A unit takes a step of loss: a casualty point (10.8), attrition points (11.41)."""

    verb: ClassVar[str] = "take"
    unit: str


@dataclass(frozen=True, slots=True)
class Retreat(Command):
    """A unit retreats (10.9)."""

    verb: ClassVar[str] = "retreat"
    unit: str
    space: str


@dataclass(frozen=True, slots=True)
class Stay(Command):
    """No more retreats (10.93)."""

    verb: ClassVar[str] = "stay"


@dataclass(frozen=True, slots=True)
class Lead(Command):
    """The lead unit of a bombardment (11.2)."""

    verb: ClassVar[str] = "lead"
    unit: str


@dataclass(frozen=True, slots=True)
class Barrage(Command):
    """Make the bombardment a barrage (11.112)."""

    verb: ClassVar[str] = "barrage"


@dataclass(frozen=True, slots=True)
class Aim(Command):
    """The primary target: a unit, a construction marker `work/13-17` or a ferry `ferry/15-16` (11.12)."""

    verb: ClassVar[str] = "aim"
    target: str


@dataclass(frozen=True, slots=True)
class Drop(Command):
    """A unit leaves the UK box for a drop area (18.42)."""

    verb: ClassVar[str] = "drop"
    unit: str
    area: str


@dataclass(frozen=True, slots=True)
class Blow(Command):
    """Try to blow a bridge (19.4)."""

    verb: ClassVar[str] = "blow"
    border: str


@dataclass(frozen=True, slots=True)
class Sunset(Command):
    """Move the sunset DRM marker (12.41)."""

    verb: ClassVar[str] = "sunset"
    spaces: int


@dataclass(frozen=True, slots=True)
class PlaceDepot(Command):
    """Place a supply depot (13.4)."""

    verb: ClassVar[str] = "depot"
    depot: str
    space: str


@dataclass(frozen=True, slots=True)
class MoveDepot(Command):
    """Move a depot along the road net (13.41, 13.421, 13.423)."""

    verb: ClassVar[str] = "haul"
    depot: str
    space: str


@dataclass(frozen=True, slots=True)
class Refit(Command):
    """Refit a unit from a depot by the cheapest route (13.6)."""

    verb: ClassVar[str] = "refit"
    unit: str
    depot: str


@dataclass(frozen=True, slots=True)
class Share(Command):
    """Refit a unit from several depots together, at the price of the farthest (13.6); further ones as `F2+F3`."""

    verb: ClassVar[str] = "share"
    unit: str
    depot: str
    other: str


@dataclass(frozen=True, slots=True)
class NightRepair(Command):
    """Try to repair a bridge by night with supply points (19.23)."""

    verb: ClassVar[str] = "night"
    border: str
    depot: str


@dataclass(frozen=True, slots=True)
class Raise(Command):
    """Raise each airborne depot by this many points from the Reserve (23.4, Q30)."""

    verb: ClassVar[str] = "raise"
    points: int


@dataclass(frozen=True, slots=True)
class Buy(Command):
    """Move the start of the next day by impulses, forward or (negative) backward (13.7)."""

    verb: ClassVar[str] = "buy"
    impulses: int


@dataclass(frozen=True, slots=True)
class Reorganize(Command):
    """A unit recovers a step by eliminating another (23.6)."""

    verb: ClassVar[str] = "reorganize"
    unit: str
    other: str


@dataclass(frozen=True, slots=True)
class Regroup(Command):
    """A unit regroups to an adjacent Free area or zone (6.5)."""

    verb: ClassVar[str] = "regroup"
    unit: str
    space: str


@dataclass(frozen=True, slots=True)
class End(Command):
    """Nothing more in this step."""

    verb: ClassVar[str] = "end"


def refitting(unit: str, depots: Sequence[str]) -> Command:
    """The command that refits a unit from these depots; all but the last give everything."""
    first, *others = depots
    return Share(unit, first, "+".join(others)) if others else Refit(unit, first)


def payers(command: Refit | Share) -> tuple[str, ...]:
    """The depots that pay for a refit."""
    return (command.depot, *command.other.split("+")) if isinstance(command, Share) else (command.depot,)


ALL: tuple[type[Command], ...] = (
    Bid,
    Bomb,
    ChooseDrop,
    DropArea,
    DropAction,
    Assault,
    Infiltration,
    Bombard,
    AirBombard,
    Interdict,
    Pass,
    Double,
    Repair,
    Move,
    Cross,
    Ferry,
    Boat,
    Infiltrate,
    Seize,
    Attack,
    Join,
    Point,
    Support,
    Fight,
    Forward,
    Reroll,
    Keep,
    Quiet,
    Take,
    Retreat,
    Stay,
    Lead,
    Barrage,
    Aim,
    Drop,
    Blow,
    Sunset,
    PlaceDepot,
    MoveDepot,
    Refit,
    Share,
    NightRepair,
    Raise,
    Buy,
    Reorganize,
    Regroup,
    End,
)
