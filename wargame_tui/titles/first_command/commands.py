"""What a player may do."""

from wargame_tui.core.command import Command, command, commands_of


@command("move", None, "{unit} to {space}")
class Move(Command):
    """Move, bring in, retreat or advance a unit, as the phase asks."""

    unit: str
    space: str


@command("attack", "7.1", "Attack {space}")
class Attack(Command):
    """Attack an enemy hex with all adjacent units; hold some back before the dice if you like."""

    space: str


@command("hold", "7.2", "Hold {unit} back")
class Hold(Command):
    """Leave a unit out of the attack."""

    unit: str


@command("support", "7.7", "Spend a support point: one column shift, then roll", key="U")
class Support(Command):
    """Spend a support point for one column shift, then roll."""


@command("roll", "7.7", "Roll without support", key="0")
class Roll(Command):
    """Roll without support."""


@command("stand", "8.5", "Stand fast: lose a step instead of retreating", key="K")
class Stand(Command):
    """Lose a step instead of retreating."""


@command("end", "2.3", "End the phase or the advance", key="E")
class End(Command):
    """End the phase or the advance."""


ALL = commands_of(__name__)
