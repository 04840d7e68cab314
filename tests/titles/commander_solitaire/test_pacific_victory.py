"""Pacific Commander: victory, the blockade, linked campaigns, rank (3.15, 3.13.4, 3.2.13)."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.titles.commander_solitaire.pacific_kit import JAPAN, US, book, position, replaced, told, where
from wargame_tui.core.game import Game
from wargame_tui.titles.pacific_commander.printed.book import open_book
from wargame_tui.titles.pacific_commander.rules.victory import RELIEVED, RETIRED, blockading
from wargame_tui.titles.pacific_commander.state import Grade, Purchase, owner_of

LEVELS = {
    "1942": (4, 6, 7, 9),
    "1943": (4, 6, 7, 9),
    "1944": (4, 6, 8, 10),
    "1945": (4, 6, 8, 10),
}
BY_SCORE = ["Dismal", "Poor", "Adequate", "Good", "Great"]


def last_turn(campaign: str, held: int, **about: Any) -> Game:
    """The end of a campaign with so many Objectives Held, and chains of supply to all of them."""
    objectives = [*book(campaign).objectives]
    between = [area for area in book(campaign).areas if area not in objectives and area not in ("JPN", "EAS")]
    holding = [*objectives[:held], *between]
    us = {area: f"GAR {area}" for area in holding}
    turn = len(book(campaign).campaign.turns)
    return position(us=us, campaign=campaign, turn=turn, stage="next_turn", **about)


@pytest.mark.rule("3.15.1", "2.18")
@pytest.mark.parametrize("campaign", LEVELS)
def test_levels_by_objectives_held(campaign: str) -> None:
    thresholds = LEVELS[campaign]
    for held in range(len(book(campaign).objectives) + 1):
        over = last_turn(campaign, held).over
        assert over is not None
        level = BY_SCORE[sum(held >= needed for needed in thresholds)]
        assert (over.level, over.points) == (level, held)
        assert over.winner == (US if level in ("Good", "Great") else JAPAN)


@pytest.mark.rule("3.15.1")
def test_n12_seven_objectives_of_1942_are_good() -> None:
    over = last_turn("1942", 7).over
    assert over is not None
    assert (over.level, over.winner) == ("Good", US)


@pytest.mark.rule("3.15.1", "10.1", "10.2")
def test_an_objective_may_be_worth_more_and_levels_are_data() -> None:
    campaign = book("1942").campaign
    other = campaign.model_copy(update={"worth": {"HAW": 3}, "levels": {**campaign.levels, "Great": 3}})
    with replaced("1942", campaign=other):
        over = last_turn("1942", 1).over
        assert over is not None
        assert (over.level, over.points) == ("Great", 3)


@pytest.mark.rule("3.15.2", "3.15.3")
@pytest.mark.parametrize("turn", range(1, 6))
def test_a_campaign_lasts_all_its_turns(turn: int) -> None:
    game = position(us={"MID": "GAR A"}, turn=turn, stage="next_turn", stop="us_resupply")
    assert game.over is None
    assert game.state.turn == turn + 1


@pytest.mark.rule("3.2.13", "3.15.2", "3.15.3")
@pytest.mark.parametrize(
    ("us", "japan", "falls"),
    [
        ("DD A", "BTN X", True),
        ("LBA A", "BTN X", True),
        ("GAR A", "BTN X", False),
        ("", "LBA X", False),
        ("", "TRN T; BTN X [on=trn-t]", False),
    ],
)
def test_the_fall_of_hawaii_ends_the_campaign(us: str, japan: str, falls: bool) -> None:
    here = {"MID": "GAR G; DD H", **({"HAW": us} if us else {"HAW": "SS S; DD Z"})}
    game = position(us=here, japan={"HAW": japan}, turn=2, stage="next_turn", stop="us_resupply")
    if not falls:
        assert game.over is None
        return
    assert game.over is not None
    assert (game.over.level, game.over.winner) == ("Dismal", JAPAN)


# The blockade


@pytest.mark.rule("3.15.5")
def test_n19_three_objectives_near_japan() -> None:
    us = {area: f"GAR {area}" for area in ("NGN", "MAR", "PAL", "PHI", "MOL", "IWO", "BOR")}
    game = position(us=us, campaign="1945", turn=1, stage="next_turn", stop="us_resupply", track=2)
    assert game.state.track == 5
    assert told(game.opening, "blockade")[0].data["areas"] == ["MAR", "IWO", "BOR"]


@pytest.mark.rule("3.15.5")
@pytest.mark.parametrize(("track", "points"), [(4, 2), (5, 2), (6, 3), (9, 3)])
def test_a_track_of_8_adds_1_to_the_score(track: int, points: int) -> None:
    us = {"MAR": "GAR A", "IWO": "GAR B"}
    game = position(us=us, campaign="1945", turn=4, stage="next_turn", track=track)
    assert game.state.track == track + 2
    assert game.over is not None
    assert game.over.points == points


@pytest.mark.rule("3.15.5")
@pytest.mark.parametrize("campaign", ["1942", "1943", "1944"])
def test_there_is_no_blockade_before_1945(campaign: str) -> None:
    game = position(us={"MAR": "GAR A", "IWO": "GAR B"}, campaign=campaign, stage="next_turn", stop="us_resupply")
    assert game.state.track == 0
    assert not blockading(game.state)


# Linked campaigns


def linked(us: Mapping[str, str], japan: Mapping[str, str] | None = None, **about: Any) -> Game:
    """The first decision of 1943 in a war that began in 1942."""
    return position(us=us, japan=japan, campaign="war_from_1942", turn=6, stage="next_turn", **about)


SURVIVORS = {
    "HAW": "CV Hornet [hits=1 airloss=1 level=Veteran moved]; INF 24th Inf [hits=2]",
    **{area: f"GAR {area}" for area in ("ALA", "ALE", "MID", "FIJ", "NCA", "NHB")},
}


@pytest.mark.rule("3.15.6")
@pytest.mark.parametrize(
    ("scenario", "years"),
    [
        ("war_from_1942", [1942, 1943, 1944, 1945]),
        ("war_from_1943", [1943, 1944, 1945]),
        ("war_from_1944", [1944, 1945]),
    ],
)
def test_a_career_runs_through_the_following_years(scenario: str, years: list[int]) -> None:
    assert [campaign.year for campaign in book(scenario).campaigns] == years


@pytest.mark.rule("3.15.6")
def test_what_goes_on_in_the_next_campaign() -> None:
    game = linked(
        SURVIVORS,
        {"GIL": "BTN X"},
        sp=14,
        hand=["smoke"],
        cup=["flak_wall", "cap_high"],
        discard=["scout_line"],
        due=(Purchase("GAR"),),
        bought={"GAR": 3},
        enlarged=["MID"],
        forts={"MID": 1},
        pool=2,
        track=5,
        bomber_successes=2,
    )
    state = game.state
    hornet = state.forces["us-cv-hornet"]
    assert (hornet.hits, hornet.airloss, hornet.level, hornet.moved) == (1, 1, "Veteran", False)
    assert state.forces["us-inf-24th-inf"].hits == 2
    assert (state.hand, state.cup, state.discard) == (("smoke",), ("flak_wall", "cap_high"), ("scout_line",))
    assert where(game, "us-gar-gar-n4") == "USA", "purchases arrive"
    assert state.sp == 10 + 20
    assert (state.areas["MID"].enlarged, state.areas["MID"].fort) == (True, 1)
    assert (state.index, state.turn, state.pool, state.track, state.bomber_successes) == (1, 1, 10, 0, 0)
    assert game.prompt.rule == "3.4.4"
    assert open_book(state.scenario, state.index).campaign.year == 1943
    assert [event.data for event in told(game.opening, "campaign")] == [{"year": 1943}]


@pytest.mark.rule("3.15.7")
def test_only_counters_with_new_names_join() -> None:
    game = linked(SURVIVORS)
    names = {(force.side, force.cls, force.name) for force in game.state.forces.values()}
    assert (US, "CV", "Enterprise") not in names, "it stood in the data of 1942 and is lost"
    assert (US, "CRU", "Nashville/Helena") not in names, "Helena stood there"
    assert (US, "CRU", "New Orleans/San Francisco") not in names
    assert (US, "FBB", "Indiana") not in names, "it arrived in 1942"
    assert (US, "INF", "7th Inf") in names
    assert (US, "TRN", "1") not in names
    assert (US, "SS", "Pearl 1") not in names
    assert (US, "SS", "Fremantle 2") in names
    assert (JAPAN, "INF", "19th Army") in names
    assert (JAPAN, "BB", "Nagato") not in names
    arrivals = {
        (each.cls, each.name)
        for turn in open_book("pacific_commander/war_from_1942", 1).arrivals.values()
        for each in turn
    }
    assert ("CV", "Essex") in arrivals
    assert ("TRN", "5") not in arrivals, "it arrived in 1942"
    assert ("TRN", "6") in arrivals


@pytest.mark.rule("3.15.7", "3.4.3", "3.4.14")
def test_new_counters_are_placed_as_arrivals_are() -> None:
    game = linked({**SURVIVORS, "NBR": "CRU Z"}, {"CAR": "INF A", "NBR": "INF B", "SOL": "BTN C"})
    assert where(game, "us-inf-7th-inf") == "USA"
    assert where(game, "us-mar-2nd-marine") is None, "an arrival of 1942"
    assert where(game, "us-lba-cactus-af") == "HAW", "SOL is Japanese-held"
    assert where(game, "jp-btn-truk-gar") == "CAR"
    assert where(game, "jp-inf-8th-area-army") == "JPN", "US ships are in NBR"
    assert where(game, "jp-inf-19th-army") == "JPN", "nobody is Ashore in MOL"


@pytest.mark.rule("3.15.8")
def test_areas_that_japan_holds_have_at_least_the_start_forts_of_the_new_campaign() -> None:
    game = linked({**SURVIVORS, "SOL": "GAR S"}, {"CAR": "INF A", "NBR": "INF B", "MSH": "BTN C"}, forts={"CAR": 2})
    forts = {area: game.state.areas[area].fort for area in ("CAR", "NBR", "MSH", "SOL", "GIL")}
    assert forts == {"CAR": 2, "NBR": 1, "MSH": 1, "SOL": 0, "GIL": 0}
    assert owner_of(game.state, "GIL") == "empty"


@pytest.mark.rule("3.15.6", "3.13.4")
def test_a_career_stops_at_dismal() -> None:
    game = linked({"MID": "GAR A"}, points=3)
    assert game.over is not None
    assert (game.over.level, game.over.winner, game.over.points) == (RELIEVED, JAPAN, 3)
    assert game.state.grades == (Grade(1942, 1, "Dismal"),)


@pytest.mark.rule("3.13.4")
def test_a_career_starts_with_no_points() -> None:
    assert Game.new("pacific_commander/war_from_1943", 1).state.points == 0


@pytest.mark.rule("3.13.4")
@pytest.mark.parametrize(("level", "points"), [("Poor", -1), ("Adequate", 1), ("Good", 2), ("Great", 3)])
def test_points_of_a_level(level: str, points: int) -> None:
    held = {"Poor": 4, "Adequate": 6, "Good": 8, "Great": 10}[level]
    objectives = [*book("1944").objectives]
    between = [area for area in book("1944").areas if area not in objectives and area not in ("JPN", "EAS")]
    us = {area: f"GAR {area}" for area in [*objectives[:held], *between]}
    game = position(us=us, campaign="war_from_1944", turn=6, stage="next_turn", points=0)
    assert game.state.grades == (Grade(1944, held, level),)  # type: ignore[arg-type]
    assert game.state.points == points
    assert game.state.index == 1


@pytest.mark.rule("3.13.4")
@pytest.mark.parametrize(
    ("points", "rank"),
    [
        (8, "Fleet Admiral"),
        (7, "Chief of Naval Operations"),
        (5, "Chief of Naval Operations"),
        (4, "Admiral"),
        (2, "Admiral"),
        (1, RETIRED),
        (-2, RETIRED),
    ],
)
def test_ranks_after_1945(points: int, rank: str) -> None:
    us = {area: f"GAR {area}" for area in ("NGN", "MAR", "PAL", "PHI", "MOL", "IWO")}
    game = position(
        us=us, campaign="war_from_1944", index=1, turn=4, stage="next_turn", points=points - 1,
        grades=(Grade(1944, 8, "Good"),),
    )  # fmt: skip
    assert game.state.grades[-1].level == "Adequate"
    assert game.over is not None
    assert (game.over.level, game.over.points) == (rank, points)
    assert game.over.winner == (JAPAN if rank == RETIRED else US)
