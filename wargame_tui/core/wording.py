"""Sentences from a form and fields: `{unit} moves to {space}`."""

from collections.abc import Callable, Mapping, Sequence
from string import Formatter
from typing import Any

Name = Callable[[str], str]
"""How a unit or space is called in a sentence, by its id; anything else is called by itself."""


def worded(form: str, fields: Mapping[str, Any], name: Name) -> str:
    """The form with the fields in it; lists with commas, names for ids. Raises KeyError for a field that is not.

    A number may bring its word, `{points:point}`: `2 points`; yes or no choose words: `{held:holds|falls}`.
    """
    return _FORMS.vformat(form, (), {field: _called(value, name) for field, value in fields.items()})


class _Forms(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, bool) and "|" in format_spec:
            yes, _, no = format_spec.partition("|")
            return yes if value else no
        if isinstance(value, int) and len(format_spec) > 1 and format_spec[0].isalpha():
            return plural(value, format_spec)
        return str(super().format_field(value, format_spec))


_FORMS = _Forms()


def fields_in(form: str) -> set[str]:
    """The fields that a form names."""
    return {name for _, name, _, _ in Formatter().parse(form) if name is not None}


def _called(value: Any, name: Name) -> Any:
    if isinstance(value, str):
        return name(value)
    return ", ".join(str(_called(one, name)) for one in value) if isinstance(value, list | tuple) else value


def listed(words: Sequence[str]) -> str:
    """Words one after the other: `A, B and C`."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def plural(number: int, word: str, many: str = "") -> str:
    """A number with its word: `1 hex`, `3 hexes`; `many` where adding letters does not do: `3 dice`."""
    return f"{number} {word if number == 1 else many or word + ('es' if word.endswith('x') else 's')}"
