"""The steps of a game as what is shown of it asks for them: the one in hand, and those that lead to it."""

from collections.abc import Callable, Container
from typing import Any, Protocol

from wargame_tui.core.command import Command
from wargame_tui.core.game import leads_to_dice
from wargame_tui.core.state import Draft, Outcome


class Stepped(Protocol):
    """A state or a draft as far as its steps go."""

    @property
    def stack(self) -> tuple[Any, ...]:
        """The steps from the turn down to the decision in hand."""

    @property
    def over(self) -> Outcome | None:
        """The result, once there is one."""


def top(state: Stepped) -> Any:
    """The step in hand; None once the game is over."""
    return state.stack[-1] if state.stack and state.over is None else None


def kind_in_hand(state: Stepped) -> str:
    """The kind of the step in hand; empty once the game is over."""
    step = top(state)
    return str(step.kind) if step is not None else ""


def step_of(state: Stepped, kind: type[Any]) -> Any:
    """The step of a kind that is nearest to the decision in hand; None if there is none."""
    return next((step for step in reversed(state.stack) if isinstance(step, kind)), None)


ROLLS, ALSO_ROLLS = "; rolls the dice", " - rolls the dice"
"""What the words of a command end with that leads straight to dice; behind a reason or an amount."""


def with_dice(
    words: str,
    state: Any,
    command: Command,
    verbs: Container[str],
    draft: Callable[[Any], Draft[Any]],
    told: str = ROLLS,
) -> str:
    """The words of a command; where it is of certain verbs and leads straight to dice, they say so.

    It may be the last gun that was to be named, or the last question before somebody else's roll: what cannot be taken
    back takes a key that says so.
    """
    step = top(state)
    if command.verb not in verbs or step is None or step.decider(state) is None or step.refusal(state, command):
        return words
    return words + told if leads_to_dice(draft(state), command) else words


def and_dice(words: str, state: Any, command: Command, draft: Callable[[Any], Draft[Any]]) -> str:
    """The same for a command that says of itself that it may lead to dice (`Command.rolls`)."""
    return with_dice(words, state, command, (command.verb,) if command.rolls else (), draft)
