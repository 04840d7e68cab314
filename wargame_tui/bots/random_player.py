"""A player without a plan: chooses among the legal commands by lot."""

from collections.abc import Sequence
from random import Random

from wargame_tui.core.command import Command, field_names


class RandomPlayer:
    """Draws from a generator of its own, so that its seed and the game's fix every choice."""

    def __init__(self, seed: int, haste: float = 1.0, even: bool = False) -> None:
        """Plain, every legal command is equally likely; the parameters make play less aimless.

        `haste` weighs commands without arguments (`end`, `pass`), which move the game on, against all others: games
        get shorter above 1, and busier below. `even` gives each verb the same chance, so that what can be done in
        few ways, as blowing a bridge, is not lost among the many ways to move.
        """
        self._random = Random(seed)
        self._haste = haste
        self._even = even

    def choose(self, commands: Sequence[Command]) -> Command:
        """One of the commands, of which there must be at least one."""
        if self._even:
            verb = self._random.choice(sorted({command.verb for command in commands}))
            commands = [command for command in commands if command.verb == verb]
        if self._haste == 1.0:
            return self._random.choice(commands)
        weights = [1.0 if field_names(type(command)) else self._haste for command in commands]
        return self._random.choices(commands, weights)[0]
