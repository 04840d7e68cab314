"""A key and what it does now, as the last line of a screen has it."""

from typing import NamedTuple


class Hint(NamedTuple):
    """A key, what it does now, and the action that a click runs."""

    key: str
    words: str
    action: str = ""
    kept: bool = False
    """Whether it is shown however little room there is for others."""
