"""Shares, intervals and ratings against values known from elsewhere."""

from random import Random

import pytest

from wargame_tui.lab.figures import Duel, interval, middle, ratings, share


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [(0, 10, 0.0, 0.278), (10, 10, 0.722, 1.0), (5, 10, 0.237, 0.763), (120, 200, 0.531, 0.665), (0, 0, 0.0, 1.0)],
)
def test_wilsons_interval(count: int, of: int, low: float, high: float) -> None:
    assert interval(count, of) == pytest.approx((low, high), abs=0.001)


def test_a_share_in_words() -> None:
    assert share(120, 200) == " 60.0% (53 to 67)"


def test_the_middle_of_some_numbers() -> None:
    assert middle([*range(1, 11)]) == (2, 9)
    assert middle([7]) == (7, 7)


def test_ratings_find_the_strength_and_the_side_that_made_the_results() -> None:
    true, advantage, lot = {"a": 1500.0, "b": 1700.0, "c": 1350.0}, 80.0, Random(1)
    duels = []
    for _ in range(4000):
        first, second = lot.sample(sorted(true), 2)
        expected = 1 / (1 + 10 ** ((true[second] - true[first] - advantage) / 400))
        duels.append(Duel(first, second, float(lot.random() < expected)))
    rated, (side, spread) = ratings([*true], duels)
    assert [rating.player for rating in rated] == ["a", "b", "c"]
    for rating in rated:
        assert rating.points == pytest.approx(true[rating.player], abs=max(rating.spread, 0.01) * 1.5)
    assert 5 < rated[1].spread < 25
    assert side == pytest.approx(advantage, abs=1.5 * spread)


def test_somebody_who_wins_every_game_has_a_finite_rating() -> None:
    rated, _ = ratings(["a", "b"], [Duel("a", "b", 1.0), Duel("b", "a", 0.0)] * 100)
    assert 500 < rated[0].points - rated[1].points < 3000
    assert rated[1].spread > 200


def test_draws_make_equals() -> None:
    rated, (side, _) = ratings(["a", "b"], [Duel("a", "b", 0.5)] * 20)
    assert rated[1].points == pytest.approx(1500, abs=1)
    assert side == pytest.approx(0, abs=1)
