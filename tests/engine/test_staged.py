"""Steps that go through stages."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import pytest

from tests.core import skirmish
from wargame_tui.core.command import Command
from wargame_tui.core.state import changed
from wargame_tui.core.step import Prompt, Refusal, steps_of
from wargame_tui.core.title import find_title, title_ids
from wargame_tui.engine import staged
from wargame_tui.engine.sides import opponents
from wargame_tui.engine.staged import Stage, Staged


class Question(Stage["Shooting", Any, Any]):
    """Is it dodged?"""

    def decider(self, step: "Shooting", table: Any) -> str:
        return "blue"

    def prompt(self, step: "Shooting", table: Any) -> Prompt:
        return Prompt("Dodge?", "4.2")

    def candidates(self, step: "Shooting", table: Any) -> Iterator[Command]:
        yield skirmish.Dodge()

    def refusal(self, step: "Shooting", table: Any, command: Command) -> Refusal | None:
        return None if isinstance(command, skirmish.Dodge) else super().refusal(step, table, command)

    def do(self, step: "Shooting", g: Any, command: Command) -> None:
        g.told.append("dodged")
        step.onward(g)


class Work(Stage["Shooting", Any, Any]):
    """Nothing to decide."""

    def enter(self, step: "Shooting", g: Any) -> None:
        g.told.append(f"after {step.stage}")

    def proceed(self, step: "Shooting", g: Any) -> None:
        g.told.append("shot")
        super().proceed(step, g)


@dataclass(frozen=True, slots=True)
class Shooting(Staged[Any, Any]):
    """A step of three stages."""

    stage: Literal["aim", "question", "shot"] = "aim"
    kind: Literal["shooting"] = "shooting"
    stages: ClassVar = {"aim": Stage(), "question": Question(), "shot": Work()}


class Sheet(skirmish.TableDraft):
    """A draft that notes what was done."""

    def __init__(self) -> None:
        super().__init__(skirmish.Game(skirmish.TITLE, "skirmish/duel", 1).state)
        self.told: list[str] = []
        self.push(Shooting())


def test_a_stage_without_anything_to_do_gives_way_to_the_next() -> None:
    g = Sheet()
    step = g.stack[-1]
    assert step.decider(g) is None
    step.proceed(g)
    assert g.stack[-1] == Shooting("question")
    assert g.stack[-1].begun("aim")
    assert g.stack[-1].begun("question")
    assert not g.stack[-1].begun("shot")


def test_a_stage_asks_and_refuses_what_belongs_elsewhere() -> None:
    g = Sheet()
    g.stack = (Shooting("question"),)
    step = g.stack[-1]
    assert step.decider(g) == "blue"
    assert list(step.legal(g)) == [skirmish.Dodge()]
    refusal = step.refusal(g, skirmish.End())
    assert refusal is not None
    assert refusal.rule == "4.2"
    step.do(g, skirmish.Dodge())
    assert g.stack[-1].stage == "shot"
    assert g.told == ["dodged", "after question"]


def test_the_last_stage_ends_the_step() -> None:
    g = Sheet()
    g.stack = (*g.stack[:-1], Shooting("shot"))
    below = g.stack[:-1]
    g.stack[-1].proceed(g)
    assert (g.told, g.stack) == (["shot"], below)


@dataclass(frozen=True, slots=True)
class Waiting(Staged[Any, Any]):
    """A step that has another carried out, and takes its result in the stage after it."""

    stage: Literal["send", "take"] = "send"
    kind: Literal["waiting"] = "waiting"
    stages: ClassVar = {}


class Take(Stage[Waiting, Any, Any]):
    """Takes a result."""

    def resumed(self, step: Waiting, g: Any, result: Any) -> None:
        g.told.append(result)


def test_work_is_done_when_the_step_has_gone_on_and_its_result_goes_to_the_stage() -> None:
    Waiting.stages = {"send": staged.Work(lambda step, g: g.push(Shooting())), "take": Take()}
    g = Sheet()
    g.stack = (Waiting(),)
    g.stack[-1].proceed(g)
    assert [step.stage for step in g.stack] == ["take", "aim"]
    g.finish("hit")
    assert g.told == ["hit"]


def test_no_step_takes_a_field_that_it_has_not() -> None:
    """A slip of the pen in `g.swap` would be a decision that nobody finds again."""
    for title in title_ids():
        find_title(title)
    steps: list[Any] = [*steps_of("wargame_tui.titles"), *steps_of(__name__)]
    assert len(steps) > 50
    assert [step.__qualname__ for step in steps if step.__dictoffset__] == []
    g = Sheet()
    for write in (lambda: g.swap(stge="shot"), lambda: changed(Shooting(), asks="?")):
        with pytest.raises(AttributeError):
            write()
    assert g.stack[-1] == Shooting()


def test_nor_does_one_of_a_new_title(new_title: str) -> None:
    steps: list[Any] = [*steps_of(type(find_title(new_title)).__module__)]
    assert len(steps) > 1
    assert [step.__qualname__ for step in steps if step.__dictoffset__] == []


def test_opponents() -> None:
    enemy = opponents("German", "Allied")
    assert (enemy("German"), enemy("Allied")) == ("Allied", "German")
