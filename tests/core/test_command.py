"""Commands: notation and objects, there and back."""

from dataclasses import FrozenInstanceError, dataclass
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.skirmish import TITLE, Bid, End, Fire
from wargame_tui.core.command import LONGEST_NOTATION, BadNotation, Command, Grammar, command, commands_of

grammar = TITLE.grammar
ids = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=20)
numbers = st.integers(-(10**18), 10**18)


@dataclass(frozen=True, slots=True)
class Lay(Command):
    """A command of words and numbers, for the round trip."""

    verb: ClassVar[str] = "lay"
    unit: str
    amount: int
    space: str


mixed = Grammar([Lay, End])
commands = st.one_of(st.builds(Lay, unit=ids, amount=numbers, space=ids), st.just(End()))


@command("dig", "15.8")
class Dig(Command):
    """A command with a rule."""

    adds: ClassVar[bool] = True
    unit: str


@command("rest")
class Rest(Command):
    """A command whose rule depends on the step."""


def test_a_command_is_declared_in_one_place() -> None:
    assert (Dig.verb, Dig.rule, Dig.adds, Dig("A").notation()) == ("dig", "15.8", True, "dig A")
    assert (Rest.verb, Rest.rule, Rest.adds, Rest().notation()) == ("rest", None, False, "rest")
    with pytest.raises(FrozenInstanceError):
        setattr(Dig("A"), "unit", "B")  # noqa: B010


def test_a_modules_commands_are_those_it_defines_in_their_order() -> None:
    assert commands_of(__name__) == (Lay, Dig, Rest)


@given(commands)
def test_notation_and_object_parse_back_to_the_same_command(command: Command) -> None:
    assert mixed.parse(command.notation()) == command
    assert mixed.parse(command.as_json()) == command


@given(st.text(max_size=60))
def test_any_text_is_a_command_with_one_canonical_form_or_bad_notation(text: str) -> None:
    try:
        command = mixed.parse(text)
    except BadNotation:
        return
    assert mixed.parse(command.notation()) == command


def test_fields_stand_in_the_order_of_their_declaration() -> None:
    assert Fire("r1", "b2").notation() == "fire r1 b2"
    assert Fire("r1", "b2").as_json() == {"verb": "fire", "unit": "r1", "target": "b2"}
    assert End().notation() == "end"


def test_what_a_player_types_need_not_be_canonical() -> None:
    assert grammar.parse("  bid   +02 ") == Bid(2)
    assert Bid(2).notation() == "bid 2"


@pytest.mark.parametrize(
    ("given_", "reason"),
    [
        ("", "empty command"),
        ("   ", "empty command"),
        ("march r1", "no command begins with `march`; verbs are fire, hide, bid, end, dodge, stand"),
        ("Fire r1 b1", "no command begins with `Fire`"),
        ("fire r1", "`fire UNIT TARGET` is the form; 1 arguments were given"),
        ("fire r1 b1 b2", "3 arguments were given"),
        ("bid many", "`bid AMOUNT`: amount"),
        ("bid 1.5", "`bid AMOUNT`: amount"),
        ("bid " + "9" * 30, "at most 18 digits"),
        ("fire " + "x" * LONGEST_NOTATION + " b1", "at most 500 characters"),
        ({}, "no `verb`"),
        ({"verb": 3}, "no `verb`"),
        ({"verb": "march"}, "no command begins with `march`"),
        ({"verb": "end", "unit": "r1"}, "`end` has no field unit"),
        ({"verb": "fire", "unit": "r1"}, "`fire UNIT TARGET`: target"),
        ({"verb": "fire", "unit": "r1", "target": "b 1"}, "one word without spaces"),
        ({"verb": "fire", "unit": "r1", "target": "b\n1"}, "one word without spaces"),
        ({"verb": "fire", "unit": "r1", "target": ""}, "one word without spaces"),
        ({"verb": "fire", "unit": "r1", "target": 5}, "`fire UNIT TARGET`: target"),
        ({"verb": "fire", "unit": "r1", "target": "x" * 600}, "at most 500 characters"),
        ({"verb": "bid", "amount": 10**5000}, "at most 18 digits"),
        ({"verb": "bid", "amount": float("nan")}, "`bid AMOUNT`: amount"),
        (["fire", "r1", "b1"], "a command is a text such as `end`"),
        (None, "a command is a text such as `end`"),
    ],
    ids=lambda value: str(value)[:30] if not isinstance(value, dict) else "object",
)
def test_bad_notation_says_what_was_expected(given_: Any, reason: str) -> None:
    with pytest.raises(BadNotation) as caught:
        grammar.parse(given_)
    assert reason in str(caught.value)
