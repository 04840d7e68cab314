"""Combats by odds: columns, what a step of a combat tells as it stands."""

import pytest

from wargame_tui.board.combat import OddsChart, level

CHART = OddsChart(columns=("1-2", "1-1", "2-1", "3-1"), results={1: ("A", "A", "-", "D")})


@pytest.mark.parametrize(
    ("attack", "defence", "found"),
    [(6, 2, 2), (7, 2, 2), (5, 5, 0), (9, 5, 0), (4, 5, -1), (5, 10, -1), (4, 10, -2), (3, 0, 30), (0, 3, -30)],
)
def test_fractions_favour_the_defender(attack: int, defence: int, found: int) -> None:
    assert level(attack, defence) == found


@pytest.mark.parametrize(
    ("attack", "defence", "column"), [(1, 3, None), (1, 2, 0), (2, 3, 0), (3, 3, 1), (6, 3, 2), (30, 3, 3), (3, 0, 3)]
)
def test_odds_below_the_table_are_none_above_it_the_best(attack: int, defence: int, column: int | None) -> None:
    assert CHART.column(attack, defence) == column
