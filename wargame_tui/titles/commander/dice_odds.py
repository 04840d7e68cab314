"""Distributions of dice: how many of some checks succeed, what several of them come to (2.1 to 2.3)."""

from collections.abc import Callable, Iterable, Mapping
from functools import reduce

from wargame_tui.core.title import Chance
from wargame_tui.titles.commander.checks import within_limits

Spread = Mapping[int, float]
"""Numbers to their probabilities, which add up to 1."""
NOTHING: Spread = {0: 1.0}


def chance_of(number: int, faces: int) -> float:
    """The probability that a die shows a number or less, within the limits of 2.2."""
    return within_limits(number, faces) / faces


def successes(numbers: Iterable[int], faces: int) -> Spread:
    """How many dice succeed, each against its own number."""
    return total([{0: 1 - p, 1: p} for p in (chance_of(number, faces) for number in numbers)])


def doubled(number: int, faces: int, face: int, hits: int) -> Spread:
    """Hits of a die of which the lowest faces are worth more (3.9.11, 3.10.1)."""
    within = within_limits(number, faces)
    much = min(face, within)
    return _merged([(0, (faces - within) / faces), (1, (within - much) / faces), (hits, much / faces)])


def total(parts: Iterable[Spread]) -> Spread:
    """The sum of independent numbers."""
    return reduce(_plus, parts, NOTHING)


def times(part: Spread, count: int) -> Spread:
    """The sum of so many independent numbers of one kind."""
    return total([part] * count)


def _plus(one: Spread, other: Spread) -> Spread:
    return _merged((a + b, p * q) for a, p in one.items() for b, q in other.items())


def _merged(pairs: Iterable[tuple[int, float]]) -> Spread:
    found: dict[int, float] = {}
    for number, p in pairs:
        if p:
            found[number] = found.get(number, 0.0) + p
    return dict(sorted(found.items()))


def mapped(part: Spread, change: Callable[[int], int]) -> Spread:
    """The distribution of a function of a number."""
    return _merged((change(number), p) for number, p in part.items())


def mixed(parts: Iterable[tuple[float, Spread]]) -> Spread:
    """One of several distributions, each with its probability."""
    return _merged((number, share * p) for share, part in parts for number, p in part.items())


def mean(part: Spread) -> float:
    """The mean."""
    return sum(number * p for number, p in part.items())


def at_least(part: Spread, number: int) -> float:
    """The probability of a number or more."""
    return sum(p for value, p in part.items() if value >= number)


def chances(part: Spread, words: Callable[[int], str]) -> tuple[Chance, ...]:
    """A distribution in words; numbers with the same words share a line."""
    found: dict[str, float] = {}
    for number, p in part.items():
        found[words(number)] = found.get(words(number), 0.0) + p
    return tuple(Chance(min(p, 1.0), text) for text, p in found.items())  # Sums may be off by a rounding.


def two(p: float, yes: str, no: str) -> tuple[Chance, ...]:
    """Something that happens or not."""
    return tuple(Chance(share, text) for share, text in ((p, yes), (1 - p, no)) if share > 0)
