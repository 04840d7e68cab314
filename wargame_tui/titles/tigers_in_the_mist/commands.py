"""The commands of Tigers in the Mist: one class a verb, in the order of the sequence of play."""

from dataclasses import dataclass
from typing import ClassVar

from wargame_tui.core.command import Command


@dataclass(frozen=True, slots=True)
class Release(Command):
    """The German releases a reserve group that superiority has earned (11.3)."""

    verb: ClassVar[str] = "release"
    group: str


@dataclass(frozen=True, slots=True)
class Place(Command):
    """The owner chooses the entry zone of a reinforcement whose card lists several (11.11)."""

    verb: ClassVar[str] = "place"
    unit: str
    zone: str


@dataclass(frozen=True, slots=True)
class Move(Command):
    """Take up a unit to move it (8.2)."""

    verb: ClassVar[str] = "move"
    unit: str


@dataclass(frozen=True, slots=True)
class With(Command):
    """Add a unit of the same area to the group about to move (8.21)."""

    verb: ClassVar[str] = "with"
    unit: str


@dataclass(frozen=True, slots=True)
class To(Command):
    """One step of the moving group along a road (8.33)."""

    verb: ClassVar[str] = "to"
    space: str


@dataclass(frozen=True, slots=True)
class Shift(Command):
    """The moving reinforcements will enter from another zone than the one on the card (11.14)."""

    verb: ClassVar[str] = "shift"
    zone: str


@dataclass(frozen=True, slots=True)
class Abandon(Command):
    """A unit of the moving group leaves its vehicles behind (8.35)."""

    verb: ClassVar[str] = "abandon"
    unit: str


@dataclass(frozen=True, slots=True)
class Entrench(Command):
    """A unit digs in (8.51)."""

    verb: ClassVar[str] = "entrench"
    unit: str


@dataclass(frozen=True, slots=True)
class Stop(Command):
    """The moving group ends its move (8.24)."""

    verb: ClassVar[str] = "stop"


@dataclass(frozen=True, slots=True)
class UseSpecial(Command):
    """The German uses the special forces unit of the date with one of its effects (14.21)."""

    verb: ClassVar[str] = "special"
    effect: str


@dataclass(frozen=True, slots=True)
class PlaceSpecial(Command):
    """The German puts the special forces unit in an area (14.12)."""

    verb: ClassVar[str] = "at"
    area: str


@dataclass(frozen=True, slots=True)
class EndMovement(Command):
    """The active player has finished his movement (6.0)."""

    verb: ClassVar[str] = "end"


@dataclass(frozen=True, slots=True)
class Blow(Command):
    """The other player tries to blow the bridge that the moving group is about to cross (10.21)."""

    verb: ClassVar[str] = "blow"
    bridge: str
    unit: str


@dataclass(frozen=True, slots=True)
class PassBlow(Command):
    """The other player lets the group cross (10.21)."""

    verb: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Remove(Command):
    """The owner of an overstack eliminates a unit of his choice (7.2)."""

    verb: ClassVar[str] = "remove"
    unit: str


@dataclass(frozen=True, slots=True)
class Fight(Command):
    """The active player resolves the battle in an area next (9.3)."""

    verb: ClassVar[str] = "battle"
    area: str


@dataclass(frozen=True, slots=True)
class Attack(Command):
    """A unit that was in the area already takes part in the attack (9.13)."""

    verb: ClassVar[str] = "attack"
    unit: str


@dataclass(frozen=True, slots=True)
class Ready(Command):
    """No further unit takes part in the attack (9.13)."""

    verb: ClassVar[str] = "ready"


@dataclass(frozen=True, slots=True)
class Support(Command):
    """The German designates the battle for battlefield support (14.24): `support yes` or `support no`."""

    verb: ClassVar[str] = "support"
    answer: str


@dataclass(frozen=True, slots=True)
class Call(Command):
    """A player makes this many artillery calls (9.42)."""

    verb: ClassVar[str] = "call"
    calls: int


@dataclass(frozen=True, slots=True)
class Lay(Command):
    """A player lays an artillery counter on an enemy unit (9.46)."""

    verb: ClassVar[str] = "lay"
    adds: ClassVar[bool] = True
    unit: str


@dataclass(frozen=True, slots=True)
class Fire(Command):
    """A unit is given its target (9.57)."""

    verb: ClassVar[str] = "fire"
    firer: str
    target: str


@dataclass(frozen=True, slots=True)
class Build(Command):
    """An engineer tries to build a bridge (10.11)."""

    verb: ClassVar[str] = "build"
    unit: str
    bridge: str


@dataclass(frozen=True, slots=True)
class Done(Command):
    """Nothing more in this step."""

    verb: ClassVar[str] = "done"


@dataclass(frozen=True, slots=True)
class Gaps(Command):
    """A player's count of the gaps in the Allied line ("The First Three Days", A30)."""

    verb: ClassVar[str] = "gaps"
    count: int


ALL: tuple[type[Command], ...] = (
    Release,
    Place,
    Move,
    With,
    To,
    Shift,
    Abandon,
    Entrench,
    Stop,
    UseSpecial,
    PlaceSpecial,
    EndMovement,
    Blow,
    PassBlow,
    Remove,
    Fight,
    Attack,
    Ready,
    Support,
    Call,
    Lay,
    Fire,
    Build,
    Done,
    Gaps,
)
