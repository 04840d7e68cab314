"""What a player may do."""

from wargame_tui.core.command import Command, command, commands_of


@command("move", None, "{unit} to {space}")
class Move(Command):
    """Move a unit, bring it in, take it back, let it advance: whatever the step in hand asks for."""

    unit: str
    space: str


@command("attack", "7.1", "Attack {space}")
class Attack(Command):
    """Attack an enemy hex with all units next to it; before the dice some may be held back."""

    space: str


@command("hold", "7.2", "Hold {unit} back")
class Hold(Command):
    """Leave a unit out of the attack."""

    unit: str


@command("support", "7.7", "Use a support point, then roll")
class Support(Command):
    """Shift the column by one with a support point, and go on to the dice."""


@command("roll", "7.7", "Roll without support")
class Roll(Command):
    """Go on to the dice without support."""


@command("stand", "8.5", "Stand fast and lose a step")
class Stand(Command):
    """Lose a step instead of retreating."""


@command("end", "2.3", "Go on to the next phase")
class End(Command):
    """End the phase, or the advance."""


ALL = commands_of(__name__)
