"""Chances of numbers and other things: what dice come to, added, changed, mixed, and told in words.

A spread gives each value its probability, as a float or as a Fraction; the probabilities add up to 1.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import product
from math import comb
from typing import Any, TypeVar

from wargame_tui.core.title import Chance, Figures

Key = TypeVar("Key", bound=Hashable)
Other = TypeVar("Other", bound=Hashable)
P = TypeVar("P", float, Fraction)
Spread = Mapping[int, float]
"""Of numbers."""

FACES = range(1, 7)
"""Of a die with six faces."""
TWO_DICE: Sequence[int] = tuple(sum(dice) for dice in product(FACES, repeat=2))
"""The sums of two dice, each as often as it is thrown."""
NOTHING: Mapping[int, Any] = {0: 1}
"""Certainly none."""


def evenly(values: Sequence[Key]) -> dict[Key, Fraction]:
    """Equally likely values, the same ones together."""
    return {value: Fraction(n, len(values)) for value, n in Counter(values).items()}


def merged(pairs: Iterable[tuple[Key, P]]) -> dict[Key, P]:
    """Values that may come more than once, each with its share."""
    found: dict[Key, P] = {}
    for value, p in pairs:
        if p:
            found[value] = found[value] + p if value in found else p
    return found


def mapped(part: Mapping[Key, P], change: Callable[[Key], Other]) -> dict[Other, P]:
    """The spread of a function of a value."""
    return merged((change(value), p) for value, p in part.items())


def mixed(parts: Iterable[tuple[P, Mapping[Key, P]]]) -> dict[Key, P]:
    """One of several spreads, each with its probability."""
    return merged((value, share * p) for share, part in parts for value, p in part.items())


def plus(one: Mapping[int, P], other: Mapping[int, P]) -> dict[int, P]:
    """The sum of two independent numbers, in ascending order."""
    return dict(sorted(merged((a + b, p * q) for a, p in one.items() for b, q in other.items()).items()))


def total(parts: Iterable[Mapping[int, P]]) -> Mapping[int, P]:
    """The sum of independent numbers."""
    return reduce(plus, parts, NOTHING)


def successes(ps: Iterable[P]) -> Mapping[int, P]:
    """How many of some independent things come about, each with its probability."""
    return total({0: 1 - p, 1: p} for p in ps)


def binomial(number: int, p: float) -> dict[int, float]:
    """How many of so many equal things come about, each with the same probability; impossible numbers too."""
    return {k: comb(number, k) * p**k * (1 - p) ** (number - k) for k in range(number + 1)}


def mean(part: Mapping[int, float]) -> float:
    """The mean."""
    return sum(number * p for number, p in part.items())


def at_least(part: Mapping[int, float], number: int) -> float:
    """The probability of a number or more."""
    return sum(p for value, p in part.items() if value >= number)


def span(faces: Sequence[int]) -> str:
    """Neighbouring faces in order: `3`, `4-6`."""
    return str(faces[0]) if len(faces) == 1 else f"{faces[0]}-{faces[-1]}"


def chances(
    part: Mapping[Key, float] | Mapping[Key, Fraction], show: Callable[[Key], str | tuple[str, Mapping[str, Any]]]
) -> tuple[Chance, ...]:
    """Values in words, or in words and data, with how likely each is.

    Values with the same words share a line; those that cannot be are left out.
    """
    shown: dict[str, tuple[float, Mapping[str, Any]]] = {}
    for value, p in part.items():
        found = show(value)
        words, data = (found, {}) if isinstance(found, str) else found
        if p:
            shown[words] = shown.get(words, (0.0, data))[0] + float(p), data
    # Sums of many floats may come out a hair over 1.
    return tuple(Chance(min(p, 1.0), words, data) for words, (p, data) in shown.items())


def two(p: float, yes: str, no: str) -> tuple[Chance, ...]:
    """Something that happens or not."""
    return chances({yes: p, no: 1 - p}, str)


def weighed(parts: Sequence[tuple[float, Figures | None]]) -> Figures | None:
    """The figures of results by their probabilities; None if there are none."""
    known = [(p, each) for p, each in parts if each is not None]

    def average(name: str) -> float | None:
        values = [(p, getattr(each, name)) for p, each in known]
        return None if any(value is None for _, value in values) else sum(p * value for p, value in values)

    return Figures(average("success"), average("attacker_loses"), average("defender_loses")) if known else None
