"""What a command sets off because nothing is left to decide after it (2.11)."""

from itertools import islice
from typing import Any

from wargame_tui.core.command import Command
from wargame_tui.core.state import Draft


def goes_by_itself(trial: Draft[Any], command: Command, verb: str = "go") -> bool:
    """Whether, after a legal command, the one that starts what is being formed is carried out unasked.

    The draft is spoilt by it.
    """
    trial.stack[-1].do(trial, command)
    while (step := trial.stack[-1]).passes_alone and step.decider(trial) is not None:
        legal = list(islice(step.legal(trial), 2))
        if len(legal) != 1:
            return False
        if legal[0].verb == verb:
            return True
        step.do(trial, legal[0])
    return False
