"""Events for tests of words: what is not said of them stays open."""

from dataclasses import MISSING, fields
from types import ModuleType
from typing import Any

from wargame_tui.core.event import Event, events_of


def event_of(module: ModuleType, kind: str, /, **said: Any) -> Event:
    """An event of a title's module, by its kind; fields that have to be there and are not said are None."""
    declared = {each.kind: each for each in events_of(module.__name__.rpartition(".")[0])}[kind]
    needed = [each.name for each in fields(declared) if each.default is MISSING and each.default_factory is MISSING]
    return declared(**{**dict.fromkeys(needed), **said})
