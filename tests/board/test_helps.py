"""Help in a title's own words, found by the step in hand and its stage."""

from types import SimpleNamespace
from typing import Any

from wargame_tui.board.helps import HelpEntry, HelpFile, said
from wargame_tui.core.title import find_title

TEXTS = HelpFile(
    title="A",
    steps=(
        HelpEntry(of=("move", "battle dice"), heading="one", lines=("a (1.1)",), rules=("1.1",)),
        HelpEntry(of=("battle",), heading="two", lines=()),
        HelpEntry(of=("over",), heading="three", lines=()),
    ),
).texts


def found(*steps: Any, over: Any = None) -> str | None:
    told = said(TEXTS, SimpleNamespace(stack=steps, over=over))
    return told and told.heading


def test_the_stage_comes_before_the_kind() -> None:
    assert found(SimpleNamespace(kind="move")) == "one"
    assert found(SimpleNamespace(kind="battle", stage="dice")) == "one"
    assert found(SimpleNamespace(kind="battle", stage="losses")) == "two"
    assert found(SimpleNamespace(kind="other")) is None
    assert found(SimpleNamespace(kind="move"), over="won") == "three"
    assert found() == "three"


def test_every_text_of_tigers_is_of_a_step_and_names_rules() -> None:
    title = find_title("tigers_in_the_mist")
    text = str(title.schema())
    for of, told in title.data.help.items():
        kind, _, stage = of.partition(" ")
        assert of == "over" or f"'const': '{kind}'" in text, of
        assert stage == "" or stage in text, of
        assert all(title.rulebook().find(rule) for rule in told.rules), of
