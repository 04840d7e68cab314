"""How the titles are built: what is said once, and can be said at all."""

import importlib
import pkgutil
from statistics import median
from typing import Any

import pytest

from tests import house
from wargame_tui.core.command import field_names
from wargame_tui.core.event import events_of
from wargame_tui.core.title import find_title, title_ids
from wargame_tui.core.wording import fields_in


def parts_of(title: str) -> set[str]:
    """What forms of a title's commands may name beside their fields: it depends on the state."""
    if not (house.TITLES / title / "shown" / "words.py").exists():
        return set()
    words: Any = importlib.import_module(f"wargame_tui.titles.{title}.shown.words")
    return {*getattr(words, "PARTS", ())}


@pytest.mark.parametrize("title", title_ids())
def test_the_words_of_a_command_name_fields_that_it_has(title: str) -> None:
    for kind in find_title(title).command_kinds:
        assert fields_in(kind.template) <= {*field_names(kind), *parts_of(title)}, kind


@pytest.mark.parametrize("title", title_ids())
def test_every_event_has_words_and_they_name_fields_that_it_has(title: str) -> None:
    package: Any = importlib.import_module(type(find_title(title)).__module__.rpartition(".")[0])
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(module.name)
    kinds = [kind for kind in events_of(package.__name__) if kind.__module__ != __name__]
    names = [kind.kind for kind in kinds]
    assert len(names) == len(set(names))
    for kind in kinds:
        assert kind.template or kind.words is not house.Event.words, f"{kind} has a form or a method"
        assert all(hasattr(kind, name) for name in fields_in(kind.template)), kind


@pytest.mark.parametrize("title", title_ids())
def test_a_number_is_compared_with_a_printed_one_in_one_place(title: str) -> None:
    assert house.compared_twice(title) == {}


@pytest.mark.parametrize("title", title_ids())
def test_half_of_the_commands_are_named_in_three_files_at_most(title: str) -> None:
    assert median(map(len, house.files_of_commands(title).values())) <= 3
