"""Combats by odds: columns, what a step of a combat tells as it stands."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from wargame_tui.board import files
from wargame_tui.board.combat import OddsChart, level
from wargame_tui.board.plain import DataError

ROWS: dict[int, Any] = dict.fromkeys(range(1, 7), ("A", "A", "-", "D"))
CHART = OddsChart(columns=("1-2", "1-1", "2-1", "3-1"), results=ROWS)


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


@pytest.mark.parametrize(
    ("columns", "rows", "field", "words"),
    [
        ("1-2 1-1 2-1 4-1", ROWS, "columns", "4-1 stands where 3-1 belongs"),
        ("2-1 1-1 1-2 1-3", ROWS, "columns", "2-1 stands where 1-2 belongs"),
        ("1-2 1-1 2-1 3:1", ROWS, "columns", "3:1 stands where 3-1 belongs"),
        ("2-1 3-1 4-1 5-1", ROWS, "columns", "there is no column 1-1"),
        ("1-2 1-1 2-1 3-1", {**ROWS, 3: ("A", "D")}, "results", "row 3 has 2 results, but there are 4 columns"),
        ("1-2 1-1 2-1 3-1", {**ROWS, 7: ROWS[1]}, "results", "an entry for 7: there must be one for each of 1, 2, 3"),
        ("1-2 1-1 2-1 3-1", {die: ROWS[die] for die in (1, 2, 3, 4, 6)}, "results", "no entry for 5: there must be"),
    ],
)
def test_a_table_that_cannot_be_read_is_refused_with_its_field(
    columns: str, rows: dict[int, Any], field: str, words: str, tmp_path: Path
) -> None:
    path = tmp_path / "charts.yaml"
    path.write_text(yaml.safe_dump({"columns": columns.split(), "results": {die: [*row] for die, row in rows.items()}}))
    with pytest.raises(DataError) as found:
        files.load(path, OddsChart)
    ((place, said),) = found.value.problems
    assert place.endswith(f": {field}")
    assert words in said
