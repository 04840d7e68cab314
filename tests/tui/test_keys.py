"""Keys: on each screen one has one meaning, and none of the table's own is one of the list."""

import pkgutil
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from inspect import isclass

import pytest
from textual.binding import Binding, BindingType
from textual.dom import DOMNode

from wargame_tui import tui
from wargame_tui.tui.screens.table import TableScreen
from wargame_tui.tui.screens.table.keymap import DEEDS
from wargame_tui.tui.table.listing import LIST_KEYS, RESERVED


def keys_of(bindings: list[BindingType]) -> list[tuple[str, str]]:
    """Every key of a screen, with what it does."""
    bound = [each if isinstance(each, Binding) else Binding(*each[:2]) for each in bindings]
    return [(key.strip(), binding.action) for binding in bound for key in binding.key.split(",")]


def screens() -> Iterator[type[DOMNode]]:
    """Whatever in the app has keys of its own."""
    for module in pkgutil.walk_packages(tui.__path__, f"{tui.__name__}."):
        for found in vars(import_module(module.name)).values():
            if isclass(found) and issubclass(found, DOMNode) and found.__module__ == module.name and found.BINDINGS:
                yield found


KEYS = keys_of(TableScreen.BINDINGS)


@pytest.mark.parametrize("screen", [*screens()], ids=lambda screen: screen.__name__)
def test_no_two_actions_of_a_screen_share_a_key(screen: type[DOMNode]) -> None:
    keys = keys_of(vars(screen).get("BINDINGS", []))
    shared = {key for key, count in Counter(key for key, _ in keys).items() if count > 1}
    assert not shared, [(key, action) for key, action in keys if key in shared]


def test_no_key_of_the_table_is_one_of_the_list() -> None:
    assert not [(key, action) for key, action in KEYS if key in LIST_KEYS]


def test_capitals_kept_from_the_list_are_keys_of_the_table() -> None:
    assert {*RESERVED} - {"F"} <= {key for key, _ in KEYS}


def test_every_key_of_the_table_has_one_doer() -> None:
    actions = {action.partition("(")[0] for _, action in KEYS}
    assert [action for action in sorted(actions) if (action in DEEDS) == hasattr(TableScreen, f"action_{action}")] == []
