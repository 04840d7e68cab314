"""Counters and markers as they lie in spaces, with marks on counters named, and on those that can be named."""

from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import TypeVar

from wargame_tui.board.scene import Counter, Flag
from wargame_tui.core.state import changed

Lying = TypeVar("Lying")
Place = TypeVar("Place", bound=Hashable)


def flags_of(conditions: Iterable[tuple[Flag, bool]]) -> frozenset[Flag]:
    """The flags whose condition holds."""
    return frozenset(flag for flag, holds in conditions if holds)


def marked(shown: Counter, choices: Collection[str], chosen: Collection[str]) -> Counter:
    """A counter with the marks of the moment: it has been chosen, it can be chosen."""
    marks = flags_of((("selected", shown.unit in chosen), ("choice", shown.unit in choices)))
    return changed(shown, flags=shown.flags | marks) if marks else shown


def marked_in(
    shown: Mapping[str, tuple[Counter, ...]],
    spaces: Collection[str | None],
    choices: Collection[str],
    chosen: Collection[str],
) -> dict[str, tuple[Counter, ...]]:
    """The counters of every space, those in some spaces with the marks of the moment."""
    touched = {space for space in spaces if space in shown}
    return {
        space: tuple(marked(each, choices, chosen) for each in there) if space in touched else there
        for space, there in shown.items()
    }


def by_space(pairs: Iterable[tuple[Place, Lying]]) -> Mapping[Place, tuple[Lying, ...]]:
    """What lies in each space, in the order in which it is told."""
    found: dict[Place, list[Lying]] = {}
    for space, lying in pairs:
        found.setdefault(space, []).append(lying)
    return {space: tuple(here) for space, here in found.items()}
