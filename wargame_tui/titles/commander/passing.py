"""What a command sets off because nothing is left to decide after it (2.11)."""

from typing import Any

from wargame_tui.core.command import Command
from wargame_tui.core.game import unasked
from wargame_tui.core.state import Draft


def goes_by_itself(trial: Draft[Any], command: Command, verb: str = "go") -> bool:
    """Whether, after a legal command, the one that starts what is being formed is carried out unasked.

    The draft is spoilt by it.
    """
    return any(follows.verb == verb for _, follows in unasked(trial, command))
