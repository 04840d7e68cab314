"""Chances of numbers."""

from fractions import Fraction

import pytest

from wargame_tui.core.title import Chance
from wargame_tui.engine import spread


def test_equally_likely_values_that_are_the_same_go_together() -> None:
    assert spread.evenly(["a", "b", "a", "a"]) == {"a": Fraction(3, 4), "b": Fraction(1, 4)}
    assert spread.evenly(spread.TWO_DICE)[7] == Fraction(1, 6)


def test_sums_of_independent_numbers() -> None:
    die = spread.evenly(spread.FACES)
    assert spread.plus(die, die) == spread.evenly(spread.TWO_DICE)
    assert list(spread.plus({2: 0.5, 1: 0.5}, {0: 1.0})) == [1, 2]
    assert spread.total([]) == {0: 1.0}
    assert spread.successes([0.5, 0.5]) == {0: 0.25, 1: 0.5, 2: 0.25}
    assert spread.successes([1.0, 0.0]) == {1: 1.0}
    assert spread.successes([Fraction(1, 3)]) == {0: Fraction(2, 3), 1: Fraction(1, 3)}


def test_changed_and_mixed() -> None:
    assert spread.mapped({1: 0.25, 2: 0.25, 3: 0.5}, lambda n: min(n, 2)) == {1: 0.25, 2: 0.75}
    assert spread.mixed([(0.5, {"a": 1.0}), (0.5, {"a": 0.5, "b": 0.5})]) == {"a": 0.75, "b": 0.25}


def test_mean_and_at_least() -> None:
    assert spread.mean({0: 0.5, 3: 0.5}) == 1.5
    assert spread.at_least({0: 0.5, 1: 0.25, 2: 0.25}, 1) == 0.5


def test_words_share_a_line_and_what_cannot_be_is_left_out() -> None:
    told = spread.chances({1: 0.25, 2: 0.25, 3: 0.5, 4: 0.0}, lambda n: "few" if n < 3 else "many")
    assert told == (Chance(0.5, "few"), Chance(0.5, "many"))
    assert spread.chances({1: Fraction(1)}, lambda n: (f"{n} hit", {"hits": n})) == (Chance(1.0, "1 hit", {"hits": 1}),)
    assert spread.two(1.0, "yes", "no") == (Chance(1.0, "yes"),)
    assert [chance.p for chance in spread.two(0.25, "yes", "no")] == [0.25, 0.75]


@pytest.mark.parametrize(("faces", "words"), [([3], "3"), ([4, 5, 6], "4-6")])
def test_span(faces: list[int], words: str) -> None:
    assert spread.span(faces) == words


def test_binomial() -> None:
    assert spread.binomial(2, 0.5) == {0: 0.25, 1: 0.5, 2: 0.25}
    assert spread.binomial(2, 1.0) == {0: 0.0, 1: 0.0, 2: 1.0}
    assert spread.binomial(0, 0.3) == {0: 1.0}
