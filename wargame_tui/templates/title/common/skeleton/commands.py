"""What players may tell the game to do: verb, rule and words of each command stand here alone."""

from typing import ClassVar

from wargame_tui.core.command import Command, command, commands_of


@command("move", "2.1", "{unit} moves to {space}")
class Move(Command):
    """Move a unit to a space next to its own."""

    unit: str
    space: str


@command("attack", "3.1", "{unit} attacks {target}")
class Attack(Command):
    """Attack an enemy unit in a space next to your own."""

    rolls: ClassVar[bool] = True
    unit: str
    target: str


@command("end", "1.2", "Go on to the next phase")
class End(Command):
    """End the phase."""


ALL = commands_of(__name__)
