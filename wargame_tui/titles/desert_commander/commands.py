"""The commands of Desert Commander: one class a verb, in the order of the sequence of play (5.2).

What their forms have beside the fields is in `shown/words.py`, since it depends on the state.
"""

from typing import ClassVar, Literal

from wargame_tui.core.command import Command, command, commands_of

Answer = Literal["yes", "no"]


class Order(Command):
    """A command of this title, with what front ends want to know of it."""

    __slots__ = ()
    aside: ClassVar[bool] = False
    """Whether a player who picks what it is about has rarely this in mind."""
    may: ClassVar[str] = ""
    """What a force may do with it, in the force's sheet."""
    foretold: ClassVar[bool] = False
    """Whether dice may follow whose odds are told."""


class Sortie(Order):
    """An operation or a blitz."""

    __slots__ = ()
    foretold: ClassVar[bool] = True
    blitz: ClassVar[bool] = False
    origin: str
    area: str


@command("veteran", "4.6.3", "{force} becomes the Veteran{higher}")
class PickVeteran(Order):
    """Make a force of the set-up a Veteran."""

    may: ClassVar[str] = "become the Veteran"
    force: str


@command("refit", "4.3.12", "Refit {force}{full_again}")
class Refit(Order):
    """Bring a reduced force back to full strength."""

    may: ClassVar[str] = "be refitted"
    force: str


@command("buy_plan", "4.3.13", "Draw 1 of the {in_cup} Battle Plans in the cup ({price})", key="D")
class BuyPlan(Order):
    """Draw a Battle Plan from the cup."""

    foretold: ClassVar[bool] = True


@command("operation", "4.3.5", "Operation {origin} to {area}{meets}")
class Operation(Sortie):
    """Begin an operation from an Area to a linked one; name forces with `add`, then `go`."""

    adds: ClassVar[bool] = True
    may: ClassVar[str] = "take part in an operation"
    origin: str
    area: str


@command("blitz", "4.3.9", "Blitz {origin} to {area}{meets}")
class Blitz(Sortie):
    """Begin an operation of forces that won an assault; name them with `add`, then `go`."""

    blitz: ClassVar[bool] = True
    may: ClassVar[str] = "blitz"
    origin: str
    area: str


@command("add", "4.3.5", "{force} {joins}")
class Add(Order):
    """Add a force to the operation being formed."""

    adds: ClassVar[bool] = True
    may: ClassVar[str] = "join the operation"
    foretold: ClassVar[bool] = True
    force: str


@command("go", "4.3.5", "{goes}", key="0")
class Go(Order):
    """Carry out the operation."""

    foretold: ClassVar[bool] = True


@command("dig_in", "4.3.14", "Dig in at {area}: {worse} ({price}{turn_ends})")
class DigIn(Order):
    """Put a dig marker into an Area."""

    aside: ClassVar[bool] = True
    area: str


@command("recon", "4.3.15", "Reconnoitre {area} ({price}{turn_ends})")
class Recon(Order):
    """Look into a linked Area."""

    area: str


@command("air_support", "4.3.10", "Call {aircraft}", key={"yes": "Y", "no": "X"})
class AirSupport(Order):
    """Whether aircraft support the assault."""

    foretold: ClassVar[bool] = True
    answer: Answer


@command("play_plan", "4.4.3", "Play {plan}{idle}")
class PlayPlan(Order):
    """Play a Battle Plan from the hand."""

    foretold: ClassVar[bool] = True
    chit: str


@command("pass_plan", "4.4.3", "Play no Battle Plan", key="X")
class PassPlan(Order):
    """Play no Battle Plan this round."""

    foretold: ClassVar[bool] = True


@command("lose", "4.4.7", "{force} takes the hit{fate}")
class Lose(Order):
    """A force takes the next hit."""

    may: ClassVar[str] = "take the hit"
    foretold: ClassVar[bool] = True
    force: str


@command("retreat", "4.4.8", "Retreat to {area}{left_behind}")
class Retreat(Order):
    """The defenders retreat to an Area."""

    area: str


@command("stand", "4.4.8", "Stand and fight on", key="X")
class Stand(Order):
    """The defenders stay."""

    foretold: ClassVar[bool] = True


@command("press_on", "4.3.11", "Press on for one more round ({price})", key="Y")
class PressOn(Order):
    """Fight one more round of the assault."""

    foretold: ClassVar[bool] = True


@command("break_off", "4.4.10", "Break off: back to where they started, spent", key="X")
class BreakOff(Order):
    """End the assault."""


@command("auto", "5.3", "Auto: {thumb}", key="A")
class Auto(Order):
    """Leave this decision to a rule of thumb (2.12)."""

    foretold: ClassVar[bool] = True


@command("end", "2.11", "{ending}", key="E")
class End(Order):
    """End this step of the turn."""


ALL = commands_of(__name__)
"""Every verb."""
