"""The commands of Desert Commander: one class a verb, in the order of the sequence of play (5.2)."""

from typing import ClassVar, Literal

from wargame_tui.core.command import Command, command, commands_of

Answer = Literal["yes", "no"]


@command("veteran", "4.6.3")
class PickVeteran(Command):
    """Make a force of the set-up a Veteran."""

    force: str


@command("refit", "4.3.12")
class Refit(Command):
    """Bring a reduced force back to full strength."""

    force: str


@command("buy_plan", "4.3.13")
class BuyPlan(Command):
    """Draw a Battle Plan from the cup."""


@command("operation", "4.3.5")
class Operation(Command):
    """Begin an operation from an Area to a linked one; name forces with `add`, then `go`."""

    adds: ClassVar[bool] = True
    origin: str
    area: str


@command("blitz", "4.3.9")
class Blitz(Command):
    """Begin an operation of forces that won an assault; name them with `add`, then `go`."""

    origin: str
    area: str


@command("add", "4.3.5")
class Add(Command):
    """Add a force to the operation being formed."""

    adds: ClassVar[bool] = True
    force: str


@command("go", "4.3.5")
class Go(Command):
    """Carry out the operation."""


@command("dig_in", "4.3.14")
class DigIn(Command):
    """Put a dig marker into an Area."""

    area: str


@command("recon", "4.3.15")
class Recon(Command):
    """Look into a linked Area."""

    area: str


@command("air_support", "4.3.10")
class AirSupport(Command):
    """Whether aircraft support the assault."""

    answer: Answer


@command("play_plan", "4.4.3")
class PlayPlan(Command):
    """Play a Battle Plan from the hand."""

    chit: str


@command("pass_plan", "4.4.3")
class PassPlan(Command):
    """Play no Battle Plan this round."""


@command("lose", "4.4.7")
class Lose(Command):
    """A force takes the next hit."""

    force: str


@command("retreat", "4.4.8")
class Retreat(Command):
    """The defenders retreat to an Area."""

    area: str


@command("stand", "4.4.8")
class Stand(Command):
    """The defenders stay."""


@command("press_on", "4.3.11")
class PressOn(Command):
    """Fight one more round of the assault."""


@command("break_off", "4.4.10")
class BreakOff(Command):
    """End the assault."""


@command("auto", "5.3")
class Auto(Command):
    """Leave the decision in hand to a rule of thumb (2.12)."""


@command("end", "2.11")
class End(Command):
    """End this step of the turn."""


ALL = commands_of(__name__)
"""Every verb."""
