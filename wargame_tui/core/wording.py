"""Sentences from a form and fields: `{unit} moves to {space}`."""

from collections.abc import Callable, Mapping
from string import Formatter
from typing import Any

Name = Callable[[str], str]
"""How a unit or space is called in a sentence, by its id; anything else is called by itself."""


def worded(form: str, fields: Mapping[str, Any], name: Name) -> str:
    """The form with the fields in it; lists with commas, names for ids. Raises KeyError for a field that is not."""
    return Formatter().vformat(form, (), {field: _called(value, name) for field, value in fields.items()})


def fields_in(form: str) -> set[str]:
    """The fields that a form names."""
    return {name for _, name, _, _ in Formatter().parse(form) if name is not None}


def _called(value: Any, name: Name) -> Any:
    if isinstance(value, str):
        return name(value)
    return ", ".join(str(_called(one, name)) for one in value) if isinstance(value, list | tuple) else value
