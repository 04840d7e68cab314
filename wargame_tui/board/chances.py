"""Exact chances from equally likely values: what titles share where they work out odds."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, TypeVar

from wargame_tui.core.title import Chance

Key = TypeVar("Key", bound=Hashable)
FACES = range(1, 7)
"""Of a die."""
TWO_DICE: Sequence[int] = tuple(sum(dice) for dice in product(FACES, repeat=2))
"""The sums of two dice, each as often as it is thrown."""


def spread_of(values: Sequence[Key]) -> dict[Key, Fraction]:
    """Equally likely values, the same ones together."""
    return {value: Fraction(n, len(values)) for value, n in Counter(values).items()}


def span(faces: Sequence[int]) -> str:
    """Neighbouring faces in order: `3`, `4-6`."""
    return str(faces[0]) if len(faces) == 1 else f"{faces[0]}-{faces[-1]}"


def chances(spread: Mapping[Key, Fraction], show: Callable[[Key], tuple[str, Mapping[str, Any]]]) -> tuple[Chance, ...]:
    """Values in words, with how likely each is; those that cannot be are left out."""
    return tuple(Chance(float(p), *show(key)) for key, p in spread.items() if p)
