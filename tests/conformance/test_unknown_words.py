"""At every kind of step, words that name nothing, or something of another kind, are refused in words."""

from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from typing import Any

import pytest

from tests.golden.record import path_of, scenarios
from wargame_tui.core import save
from wargame_tui.core.command import BadNotation, Command
from wargame_tui.core.game import Game
from wargame_tui.core.title import find_scenario

UNKNOWN = ("nobody", "no-where", "0000", "1-2-3", "-", "none")
"""Words in the forms that ids and fields of commands have; none of them is one."""


@cache
def golden(scenario: str) -> Game:
    return save.read(path_of(scenario))


def steps(game: Game) -> dict[tuple[Any, ...], int]:
    """The first moment at every kind of step, in every stage and for each side, of a recorded game."""
    found: dict[tuple[Any, ...], int] = {}
    for at, state in enumerate(game.states):
        if state.stack and state.over is None:
            step = state.stack[-1]
            found.setdefault((step.kind, getattr(step, "stage", ""), step.decider(state)), at)
    return found


def given(game: Game) -> dict[str, dict[str, Any]]:
    """An example of every command that was given in a recorded game, as an object."""
    found: dict[str, dict[str, Any]] = {}
    for entry in game.entries:
        command = game.parse(entry.text)
        found.setdefault(command.verb, command.as_json())
    return found


def strange(kind: type[Command], examples: dict[str, dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """A kind of command with unknown words in all its text fields, and with unknown or foreign ones in one of them."""
    for word in UNKNOWN:
        for number in (0, 1, -1):
            yield {"verb": kind.verb, **{each.name: number if each.type is int else word for each in fields(kind)}}
    example = examples.get(kind.verb, {})
    foreign = {word for other in examples.values() for name, word in other.items() if name != "verb"}
    for name in example.keys() - {"verb"}:
        if isinstance(example[name], str):
            yield from ({**example, name: word} for word in (*UNKNOWN, *sorted(map(str, foreign))))


@pytest.mark.parametrize("scenario", scenarios())
def test_unknown_words_are_refused_at_every_step(scenario: str) -> None:
    game, title = golden(scenario), find_scenario(scenario)[0]
    examples = given(game)
    for at in steps(game).values():
        state = game.states[at]
        step = state.stack[-1]
        for kind in title.grammar.kinds.values():
            for words in strange(kind, examples):
                try:
                    command = title.grammar.parse(words)
                except BadNotation:
                    continue
                refusal = step.refusal(state, command)
                if refusal is None:
                    assert command in step.legal(state), f"{step.kind}, line {at}: `{command.notation()}` is accepted"
                else:
                    assert refusal.reason
