"""T41: what counts for victory, in the rules that players read and in the scenarios; who has won."""

import re

import pytest

from tests.titles.liberty_roads.kit import BOOK, position, unit
from wargame_tui.titles.liberty_roads.printed.book import ALLIED, DATA, GERMAN, TITLE_ID
from wargame_tui.titles.liberty_roads.printed.data import Goal
from wargame_tui.titles.liberty_roads.rules import victory

NAMES = {"cobra": "Cobra", "to_the_rhine": "To the Rhine", "overlord": "Overlord", "campaign": "Campaign"}
TANKS = [name for name, piece in BOOK.pieces.items() if piece.side == GERMAN and piece.armour and piece.division]
AMERICANS = [name for name, piece in BOOK.pieces.items() if name.startswith("US-") and piece.division]


def table_of(name: str) -> tuple[str, dict[str, tuple[str, str]]]:
    """A scenario's part of T41: the sentence above its table, and its rows by their first column."""
    rule = DATA.rulebook.find("T41")
    assert rule is not None
    part = rule.text.partition(f"**{NAMES[name]}**")[2].partition("\n**")[0]
    rows = re.findall(r"^\| (.+?) \| (.+?) \| (.+?) \|$", part, re.MULTILINE)
    return part, {words: (points, hexes) for words, points, hexes in rows[1:]}


def row_of(goal: Goal) -> tuple[str, str]:
    """What T41 says of a goal."""
    points = f"{goal.points} each, {goal.most} at most" if goal.count == "each" else str(goal.points)
    several = {"any": " (any)", "all": " (all)" * (len(goal.hexes) > 1), "each": ""}[goal.count]
    wants = "; the port must work" if goal.works else "; a supplied unit must stand there" if goal.held else ""
    return points, ", ".join(goal.hexes) + several + wants


@pytest.mark.rule("T41")
@pytest.mark.parametrize("name", NAMES)
def test_players_read_what_the_scenario_counts(name: str) -> None:
    scenario = DATA.scenario(f"{TITLE_ID}/{name}")
    entry, (sentence, rows) = scenario.victory, table_of(name)
    assert entry is not None
    assert f"turns {scenario.first} to {scenario.last}: the Allies win with {entry.allied} points or more" in sentence
    assert f"the Germans if there are no more than {entry.german};" in sentence
    expected = {goal.name: row_of(goal) for goal in entry.goals}
    if entry.strategic:
        expected["Strategic hexes in Allied hands"] = "their values", "T34"
    if entry.german_armour:
        expected["German armoured divisions eliminated"] = f"1 for {entry.german_armour}", "-"
    if entry.allied_divisions:
        expected["Allied divisions eliminated"] = f"-1 for {entry.allied_divisions}", "-"
    if entry.dismissals is not None:
        expected[f"Dismissals beyond {entry.dismissals}"] = "1 each", "-"
    assert rows == expected
    assert (f"From turn {entry.driven_out} on the Germans win at once" in sentence) == (entry.driven_out is not None)
    assert (f"win at once with {entry.reich} major cities" in sentence) == (entry.reich is not None)


@pytest.mark.rule("T41")
@pytest.mark.parametrize(("tanks", "americans", "points"), [(3, 0, 1), (4, 2, 2), (0, 3, -1), (2, 7, -1)])
def test_divisions_that_are_gone_count(tanks: int, americans: int, points: int) -> None:
    lost = [unit(name, "eliminated") for name in (*TANKS[:tanks], *AMERICANS[:americans])]
    game = position(*lost, unit("G-77", "eliminated"), turn=8, scenario="cobra", control={})
    assert victory.points(game.state) == points


@pytest.mark.rule("T41")
@pytest.mark.parametrize(("tanks", "winner"), [(16, GERMAN), (18, None), (22, None), (24, ALLIED)])
def test_who_has_won_at_the_end(tanks: int, winner: str | None) -> None:
    """Between the two numbers nobody has."""
    count = {name: unit(name, "eliminated") for name in TANKS}
    assert len(count) >= tanks
    game = position(*[*count.values()][:tanks], turn=9, scenario="cobra", control={})
    assert victory.result(game.state).winner == winner
