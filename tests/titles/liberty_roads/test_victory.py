"""T41: what counts for victory, in the rules that players read and in the scenarios; who has won."""

import re

import pytest

from tests.titles.liberty_roads.kit import BOOK, position, unit
from wargame_tui.core.game import Game
from wargame_tui.titles.liberty_roads.printed.book import ALLIED, DATA, GERMAN, TITLE_ID
from wargame_tui.titles.liberty_roads.printed.data import Goal
from wargame_tui.titles.liberty_roads.rules import victory
from wargame_tui.titles.liberty_roads.state import Approval, Draft

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


def scored(game: Game, *names: str) -> list[int]:
    """The points for some rows of T41."""
    found = dict(victory.tally(game.state))
    return [found[name] for name in names]


@pytest.mark.rule("T41")
@pytest.mark.parametrize(
    ("allied", "paris", "atlantic", "rouen"),
    [
        ((), 0, 0, 0),
        (("1910", "1810"), 0, 0, 0),
        (("1910", "1810", "1911"), 3, 0, 0),
        (("0513",), 0, 2, 0),
        (("0513", "0814", "1608"), 0, 2, 1),
    ],
)
def test_all_of_a_city_or_any_of_several_ports(
    allied: tuple[str, ...], paris: int, atlantic: int, rouen: int
) -> None:
    game = position(scenario="cobra", allied=allied)
    assert scored(game, "Paris", "Lorient or Saint-Nazaire", "Rouen") == [paris, atlantic, rouen]


@pytest.mark.rule("T41")
@pytest.mark.parametrize(("count", "points"), [(1, 1), (2, 2), (3, 3), (4, 3)])
def test_some_count_each_up_to_a_limit(count: int, points: int) -> None:
    sites = ("1804", "1805", "1806", "1905")
    assert scored(position(scenario="overlord", allied=sites[:count]), "V-1 launching sites") == [points]
    edge = ("3401", "3402", "3403", "3404")
    game = position(scenario="campaign", allied=edge)
    assert scored(game, "The east edge of the map") == [0], "control of a hex is not enough"


@pytest.mark.rule("T41", "4.3")
@pytest.mark.parametrize(("ashore", "points"), [(("1408",), 2), ((), 0)])
def test_beyond_the_seine_a_unit_must_be_in_supply(ashore: tuple[str, ...], points: int) -> None:
    units = [unit("HQ-1US", "1408"), unit("US-30", "1407"), unit("US-1", "1609"), unit("US-29", "1707")]
    game = position(*units, scenario="cobra", campaign={"beachheads": ashore})
    assert scored(game, "Beyond the Seine") == [points]
    german = position(unit("HQ-7G", "1707"), unit("G-77", "1707"), scenario="cobra")
    assert scored(german, "Beyond the Seine") == [0]


@pytest.mark.rule("T41", "15.1")
@pytest.mark.parametrize(("works", "points"), [(True, 4), (False, 0)])
def test_the_port_of_antwerp_must_work(works: bool, points: int) -> None:
    sure = ("2403", "2202", "2303")
    game = position(unit("ENG-1056", "2403", functional=works), scenario="to_the_rhine", allied=sure)
    assert scored(game, "Antwerp", "The port of Antwerp") == [1, points]


@pytest.mark.rule("T41", "T34")
def test_the_campaign_counts_strategic_hexes_and_dismissals_beyond_two() -> None:
    held = position(scenario="campaign", allied=("1007", "1910"))
    assert scored(held, "Paris", "Cherbourg", "Dismissals") == [3, 2, 0]
    assert "Caen" not in dict(victory.tally(held.state))
    for dismissals, points in ((0, 0), (2, 0), (3, 1), (5, 3)):
        game = position(scenario="campaign")
        draft = Draft(game.state)
        draft.approval = Approval(8, 10, dismissals=dismissals)
        assert dict(victory.tally(draft.freeze()))["Dismissals"] == points


def ended(game: Game, turn: int) -> Draft:
    """The end of a turn."""
    draft = Draft(game.state)
    draft.turn, draft.events = turn, []
    victory.end_of_turn(draft)
    return draft


@pytest.mark.rule("T41")
@pytest.mark.parametrize(
    ("turn", "ashore", "allied", "over"),
    [
        (2, (), (), False),
        (3, (), (), True),
        (20, (), (), True),
        (3, ("1208",), (), False),
        (3, (), ("1010",), False),  # Granville, a minor port
        (3, (), ("1007",), True),  # Cherbourg does not work
    ],
)
def test_from_turn_3_the_germans_win_at_once_without_allied_port_or_beachhead(
    turn: int, ashore: tuple[str, ...], allied: tuple[str, ...], over: bool
) -> None:
    for scenario in ("campaign", "overlord"):
        game = position(scenario=scenario, campaign={"beachheads": ashore}, allied=allied)
        draft = ended(game, turn if scenario == "campaign" else min(turn, 8))
        assert (draft.over and draft.over.winner) == (GERMAN if over else None)
        assert [event.kind for event in draft.events] == (["over"] if over else [])


@pytest.mark.rule("T41")
def test_three_major_cities_of_germany_win_the_campaign_at_once() -> None:
    cities = ("3307", "3309", "3102")
    two = position(scenario="campaign", campaign={"beachheads": ("1208",)}, allied=cities[:2])
    assert ended(two, 20).over is None
    three = ended(position(scenario="campaign", campaign={"beachheads": ("1208",)}, allied=cities), 20)
    assert three.over is not None
    assert three.over.winner == ALLIED
    assert [(event.rule, event.data["winner"]) for event in three.events] == [("T41", ALLIED)]
    rhine = position(scenario="to_the_rhine", campaign={"beachheads": ("1208",)}, allied=cities)
    assert ended(rhine, 15).over is None, "in the campaign only"


@pytest.mark.rule("T41")
@pytest.mark.parametrize(("scenario", "last"), [("cobra", 9), ("to_the_rhine", 16), ("overlord", 9), ("campaign", 21)])
def test_the_last_turn_ends_the_game(scenario: str, last: int) -> None:
    game = position(scenario=scenario, campaign={"beachheads": ("1208",)})
    assert ended(game, last - 1).over is None
    draft = ended(game, last)
    assert draft.over is not None
    assert [(event.kind, event.data["points"]) for event in draft.events] == [("over", draft.over.points)]
    assert draft.over.winner == GERMAN
