"""T3, T4: the reconstructed tables as players read them in the rules are those by which the game is played."""

import pytest

from tests.titles.ardennes_44.kit import BOOK
from wargame_tui.titles.ardennes_44.printed.book import DATA

CHARTS = BOOK.charts


def cells(number: str) -> list[list[str]]:
    """What stands beside each die in a table of the rules, a row for one die."""
    rule = DATA.rulebook.find(number)
    assert rule is not None
    found = list[list[str]]()
    for line in [line for line in rule.text.splitlines() if line.startswith("|") and not line.startswith("|-")][1:]:
        dice, *results = (cell.strip() for cell in line.strip("|").split("|"))
        first, _, last = dice.removesuffix(" and less").partition(" to ")
        assert int(first) == len(found) + 1
        found += [results] * (int(last or first) - len(found))
    return found


@pytest.mark.rule("T3")
def test_the_defensive_artillery_table() -> None:
    columns = [CHARTS.combat.defensive_artillery[side] for side in ("Allied", "German")]
    assert cells("T3") == [[str(result) for result in row] for row in zip(*columns, strict=True)]


@pytest.mark.rule("T4")
def test_the_surrender_table() -> None:
    # The lowest line says what it stands for.
    assert [row[0].split()[0] for row in cells("T4")] == [str(points) for points in CHARTS.supply.surrender]
