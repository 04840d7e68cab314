"""The question in hand as orders name it: its kind and fields, the places and units that it is about."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from wargame_tui.core.command import Command
from wargame_tui.core.game import Game


def question(game: Game) -> dict[str, str]:
    """The kind, the fields and the particulars of the step that asks, as orders name them.

    Spaces are underlines there, and what has several values joins them with `+`.
    """
    step = game.state.stack[-1]
    values = {each.name: getattr(step, each.name) for each in fields(step)}
    plain = {name: str(value) for name, value in values.items() if isinstance(value, str | int) and value != ""}
    several = {name: "+".join(parts) for name, parts in step.particulars(game.state).items() if parts}
    return {name: value.replace(" ", "_") for name, value in (plain | several).items()}


def readings(value: str) -> list[str]:
    """What an order can name of a value in a question: all of it, or a part, `XXX_Corps` of `XXX_Corps+82nd`."""
    return list(dict.fromkeys([value, *value.split("+")]))


@dataclass(frozen=True)
class About:
    """What a question is about, beside its fields."""

    places: frozenset[str]
    """Spaces; of a bridge both banks."""
    units: frozenset[str]
    """Those that the step itself names."""
    named: Mapping[Command, frozenset[str]]
    """The units that each answer names."""


def about(title: Any, game: Game, legal: Sequence[Command]) -> About:
    """What the question in hand is about: what its step names, or the step below it that names a place at all."""
    state = game.state
    spaces, units = title.spaces(state), getattr(state, "units", {})
    places: set[str] = set()
    concerned: set[str] = set()
    for step in reversed(state.stack):
        words = list(_words(step))
        concerned |= {word for word in words if word in units}
        places |= {word for word in words if word in spaces}
        places |= {bank for word in words for bank in word.split("-") if "-" in word and bank in spaces}
        if places:
            break
    named = {command: frozenset(word for word in _words(command) if word in units) for command in legal}
    if not places:
        targets = (title.target(state, command) for command in legal)
        places = {at.space for at in targets if at.space is not None}
    return About(frozenset(places), frozenset(concerned), named)


def _words(thing: Any) -> Iterator[str]:
    """Every word in the fields of a step or a command."""
    for each in fields(thing):
        value = getattr(thing, each.name)
        if isinstance(value, str):
            yield value
        elif isinstance(value, tuple):
            yield from (word for word in value if isinstance(word, str))
