"""Dice: fair, the same everywhere, and part of the state."""

from collections import Counter

import pytest

from wargame_tui.core.dice import Dice, number

CRITICAL = {2: 10.8, 6: 20.5, 10: 27.9, 20: 43.8}
"""Chi-square for 1, 5, 9 and 19 degrees of freedom at p = 0.001; the streams are fixed, so this cannot flicker."""

GOLDEN_D6 = [1, 6, 1, 1, 1, 1, 4, 3, 1, 5, 1, 6, 1, 1, 6, 6, 2, 6, 5, 5]
GOLDEN_D10 = [3, 6, 7, 7, 5, 7, 9, 10, 5, 8]


@pytest.mark.parametrize("faces", CRITICAL)
@pytest.mark.parametrize("seed", [0, 1, 1944, -7, 2**63])
def test_every_face_comes_equally_often(faces: int, seed: int) -> None:
    rolls = 6_000
    shown = Counter(number(seed, counter, faces) for counter in range(rolls))
    assert sorted(shown) == list(range(1, faces + 1))
    expected = rolls / faces
    assert sum((count - expected) ** 2 / expected for count in shown.values()) < CRITICAL[faces]


def test_successive_dice_are_independent() -> None:
    pairs = Counter((number(5, 2 * n, 6), number(5, 2 * n + 1, 6)) for n in range(7_200))
    assert sum((pairs[a, b] - 200) ** 2 / 200 for a in range(1, 7) for b in range(1, 7)) < 66.6  # 35 degrees, 0.001


def test_golden_values_hold_on_every_machine_and_version() -> None:
    assert [number(1, counter, 6) for counter in range(20)] == GOLDEN_D6
    assert [number(1944, counter, 10) for counter in range(10)] == GOLDEN_D10


def test_a_value_beyond_the_last_full_span_is_drawn_again() -> None:
    # More than half of all 64-bit values must be rejected for this die, so within 64 rolls some are.
    faces = (1 << 63) + 1
    shown = [number(3, counter, faces) for counter in range(64)]
    assert all(1 <= value <= faces for value in shown)
    assert len(set(shown)) == 64


def test_rolling_leaves_the_dice_rolled_from_alone() -> None:
    dice = Dice(7)
    value, after = dice.roll(6)
    assert (dice.count, after.count) == (0, 1)
    assert dice.roll(6) == (value, after)


def test_scripted_values_come_first_and_the_stream_goes_on_where_it_would_have_been() -> None:
    dice = Dice(7).script((6, 1)).script((2,))
    shown = []
    for _ in range(5):
        value, dice = dice.roll(6)
        shown.append(value)
    assert shown == [6, 1, 2, number(7, 3, 6), number(7, 4, 6)]
    assert (dice.count, dice.scripted) == (5, ())
