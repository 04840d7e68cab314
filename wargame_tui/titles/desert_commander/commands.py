"""The commands of Desert Commander: one class a verb, in the order of the sequence of play (5.2)."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from wargame_tui.core.command import Command

Answer = Literal["yes", "no"]


@dataclass(frozen=True, slots=True)
class PickVeteran(Command):
    """Make a force of the set-up a Veteran (4.6.3)."""

    verb: ClassVar[str] = "veteran"
    force: str


@dataclass(frozen=True, slots=True)
class Refit(Command):
    """Bring a reduced force back to full strength (4.3.12)."""

    verb: ClassVar[str] = "refit"
    force: str


@dataclass(frozen=True, slots=True)
class BuyPlan(Command):
    """Draw a Battle Plan from the cup (4.3.13)."""

    verb: ClassVar[str] = "buy_plan"


@dataclass(frozen=True, slots=True)
class Operation(Command):
    """Begin an operation from an Area to a linked one; name forces with `add`, then `go` (4.3.5)."""

    verb: ClassVar[str] = "operation"
    adds: ClassVar[bool] = True
    origin: str
    area: str


@dataclass(frozen=True, slots=True)
class Blitz(Command):
    """Begin an operation of forces that won an assault; name them with `add`, then `go` (4.3.9)."""

    verb: ClassVar[str] = "blitz"
    origin: str
    area: str


@dataclass(frozen=True, slots=True)
class Add(Command):
    """Add a force to the operation being formed (4.3.5)."""

    verb: ClassVar[str] = "add"
    adds: ClassVar[bool] = True
    force: str


@dataclass(frozen=True, slots=True)
class Go(Command):
    """Carry out the operation (4.3.5)."""

    verb: ClassVar[str] = "go"


@dataclass(frozen=True, slots=True)
class DigIn(Command):
    """Put a dig marker into an Area (4.3.14)."""

    verb: ClassVar[str] = "dig_in"
    area: str


@dataclass(frozen=True, slots=True)
class Recon(Command):
    """Look into a linked Area (4.3.15)."""

    verb: ClassVar[str] = "recon"
    area: str


@dataclass(frozen=True, slots=True)
class AirSupport(Command):
    """Whether aircraft support the assault (4.3.10)."""

    verb: ClassVar[str] = "air_support"
    answer: Answer


@dataclass(frozen=True, slots=True)
class PlayPlan(Command):
    """Play a Battle Plan from the hand (4.4.3)."""

    verb: ClassVar[str] = "play_plan"
    chit: str


@dataclass(frozen=True, slots=True)
class PassPlan(Command):
    """Play no Battle Plan this round (4.4.3)."""

    verb: ClassVar[str] = "pass_plan"


@dataclass(frozen=True, slots=True)
class Lose(Command):
    """A force takes the next hit (4.4.7)."""

    verb: ClassVar[str] = "lose"
    force: str


@dataclass(frozen=True, slots=True)
class Retreat(Command):
    """The defenders retreat to an Area (4.4.8)."""

    verb: ClassVar[str] = "retreat"
    area: str


@dataclass(frozen=True, slots=True)
class Stand(Command):
    """The defenders stay (4.4.8)."""

    verb: ClassVar[str] = "stand"


@dataclass(frozen=True, slots=True)
class PressOn(Command):
    """Fight one more round of the assault (4.3.11)."""

    verb: ClassVar[str] = "press_on"


@dataclass(frozen=True, slots=True)
class BreakOff(Command):
    """End the assault (4.4.10)."""

    verb: ClassVar[str] = "break_off"


@dataclass(frozen=True, slots=True)
class Auto(Command):
    """Leave the decision in hand to the rule of thumb of 5.3 (2.12)."""

    verb: ClassVar[str] = "auto"


@dataclass(frozen=True, slots=True)
class End(Command):
    """End this step of the turn (2.11)."""

    verb: ClassVar[str] = "end"


ALL: tuple[type[Command], ...] = (
    PickVeteran,
    Refit,
    BuyPlan,
    Operation,
    Blitz,
    Add,
    Go,
    DigIn,
    Recon,
    AirSupport,
    PlayPlan,
    PassPlan,
    Lose,
    Retreat,
    Stand,
    PressOn,
    BreakOff,
    Auto,
    End,
)
