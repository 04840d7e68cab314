"""What a step says of itself without a method for it."""

from dataclasses import dataclass
from typing import Any

import pytest

from wargame_tui.core.step import Decision, Prompt, Step


@dataclass(frozen=True, slots=True)
class Orders(Decision[Any, Any]):
    side: str
    heading = "Orders"
    asks = Prompt("What to do?", "1.1")


class Bare(Step[Any, Any]):
    pass


def test_a_decision_is_that_of_its_side() -> None:
    step = Orders("Red")
    assert (step.decider(None), step.title(None), step.prompt(None).rule) == ("Red", "Orders", "1.1")


def test_a_step_works_by_itself_unless_it_says_otherwise() -> None:
    step = Bare()
    assert (step.decider(None), step.title(None), step.problem(None), step.upon) == (None, "", None, None)
    with pytest.raises(AttributeError):
        step.prompt(None)
