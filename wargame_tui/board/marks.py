"""Counters as they look while something is chosen: marks on those named, and on those that can be named."""

from collections.abc import Collection, Iterable

from wargame_tui.board.scene import Counter, Flag
from wargame_tui.core.state import changed


def flags_of(conditions: Iterable[tuple[Flag, bool]]) -> frozenset[Flag]:
    """The flags whose condition holds."""
    return frozenset(flag for flag, holds in conditions if holds)


def marked(shown: Counter, choices: Collection[str], chosen: Collection[str]) -> Counter:
    """A counter with the marks of the moment: it has been chosen, it can be chosen."""
    marks = flags_of((("selected", shown.unit in chosen), ("choice", shown.unit in choices)))
    return changed(shown, flags=shown.flags | marks) if marks else shown
