"""Desert Commander: campaigns, score, levels, the career (4.6), and what a replaced data file changes (10)."""

import pytest

from tests.titles.commander_solitaire.desert_kit import (
    AFRICA,
    FRANCE,
    NORMANDY,
    TITLE,
    book,
    do,
    fighting,
    history,
    legal,
    operate,
    position,
    refused,
    replaced,
    told,
)
from wargame_tui.core.game import Game
from wargame_tui.core.title import BadState
from wargame_tui.titles.commander.levels import WON
from wargame_tui.titles.desert_commander.printed.book import AXIS, TITLE_ID, open_book
from wargame_tui.titles.desert_commander.rules.battle import hit_number
from wargame_tui.titles.desert_commander.rules.victory import level_now
from wargame_tui.titles.desert_commander.state import Grade, cv, score

CAREER = "career"


@pytest.mark.rule("4.6.1")
@pytest.mark.parametrize(
    ("campaign", "turns", "bases", "limit", "levels"),
    [
        (FRANCE, 14, ("EIF",), 3, (4, 8, 12, 18)),
        (AFRICA, 12, ("TRI",), 4, (6, 10, 15, 22)),
        (NORMANDY, 14, ("PAR", "PDC"), 3, (4, 8, 12, 17)),
    ],
)
def test_campaigns(
    campaign: str, turns: int, bases: tuple[str, ...], limit: int, levels: tuple[int, int, int, int]
) -> None:
    entry = book(campaign).campaign
    assert (len(entry.turns), entry.bases, entry.plan_limit) == (turns, bases, limit)
    assert tuple(entry.levels[level] for level in ("Poor", "Adequate", "Good", "Great")) == levels


@pytest.mark.rule("4.6.1")
def test_sp_of_the_turns() -> None:
    assert book(FRANCE).campaign.sp == (10,) * 14
    assert book(AFRICA).campaign.sp == (8, 8, 7, 7, 7, 6, 9, 10, 10, 8, 6, 6)
    assert book(AFRICA).campaign.sp_for == {"TOB": 2, "BEN": 1}
    assert book(NORMANDY).campaign.sp == (7, 8, 8, 8, *(9,) * 10)


@pytest.mark.rule("4.6.1")
def test_dates_of_the_turns() -> None:
    assert (book(FRANCE).campaign.turns[0], book(FRANCE).campaign.turns[-1]) == (
        "10 to 12 May 1940",
        "18 to 20 June 1940",
    )
    assert book(AFRICA).campaign.turns[0].startswith("February")
    assert book(AFRICA).campaign.turns[-1].endswith("January 1943")
    assert (book(NORMANDY).campaign.turns[0], book(NORMANDY).campaign.turns[-1]) == (
        "6 to 9 June 1944",
        "28 to 31 July 1944",
    )


@pytest.mark.rule("4.6.2")
def test_r4_the_score_in_africa() -> None:
    game = position(campaign=AFRICA, owned="BEN DER MEC GAZ TOB", best=19)
    assert score(game.state) == 18
    assert level_now(game.state) == "Good"


@pytest.mark.rule("4.6.2", "2.18")
def test_contested_areas_count_for_nobody() -> None:
    game = position({"UTA": "STA A"}, {"UTA": "INF E"}, campaign=NORMANDY, contested="UTA")
    assert score(game.state) == 31 - 2


@pytest.mark.rule("4.6.2", "2.18")
@pytest.mark.parametrize(
    ("owned", "have", "level", "winner"),
    [
        ("DUN", 3, "Dismal", "Enemy"),
        ("CHE", 4, "Poor", "Enemy"),
        ("CHE DUN DIN", 8, "Adequate", "Enemy"),
        ("CHE DUN VAL DIN", 11, "Adequate", "Enemy"),
        ("CHE DUN VAL DIN NAM", 12, "Good", "Axis"),
        ("CHE DUN VAL HAV ROU LIL ARR", 18, "Great", "Axis"),
    ],
)
def test_the_level_is_the_highest_reached(owned: str, have: int, level: str, winner: str) -> None:
    game = position({"EIF": "PZ A"}, turn=14, stage="final_orders", owned=owned)
    assert game.over is not None
    assert (game.over.points, game.over.level, game.over.winner) == (have, level, winner)


@pytest.mark.rule("4.6.2")
@pytest.mark.parametrize(
    ("owned", "best", "told"),
    [
        (
            "BEN DER MEC GAZ TOB",
            19,
            "score 18: 9 of the 27 VP on the map, and 9 for the highest total of 19 VP (4.6.2)",
        ),
        ("BEN", 0, "score 2: 2 of the 27 VP on the map (4.6.2)"),
    ],
)
def test_the_end_says_where_the_score_comes_from(owned: str, best: int, told: str) -> None:
    """With half of the highest total it may be more than the VP on the map."""
    game = position(campaign=AFRICA, owned=owned, best=best, turn=12, stage="evaluation")
    assert game.over is not None
    assert game.over.reason == told


@pytest.mark.rule("4.6.2")
def test_the_best_total_does_not_count_in_france() -> None:
    assert score(position(owned="CHE", best=20).state) == 4


@pytest.mark.rule("4.6.3")
def test_the_career_has_the_three_campaigns_in_order() -> None:
    assert book(CAREER).scenario.career == (FRANCE, AFRICA, NORMANDY)
    assert [open_book(f"{TITLE_ID}/{CAREER}", index).campaign.map for index in range(3)] == [
        "france",
        "africa",
        "normandy",
    ]


def ended(owned: str, **changes: object) -> Game:
    """The career at the end of its first campaign, and on to the next decision."""
    given = {"campaign": CAREER, "turn": 14, "stage": "final_orders", "owned": owned, **changes}
    return position({"EIF": "PZ A"}, **given)  # type: ignore[arg-type]


@pytest.mark.rule("4.6.3")
def test_a_campaign_won_gives_2_sp_and_a_veteran_to_the_next() -> None:
    game = ended("CHE DUN VAL DIN NAM")
    assert game.state.grades == (Grade("France 1940", 12, "Good"),)
    assert (game.state.index, game.state.turn) == (1, 1)
    assert refused(game, "veteran en-inf-9-australian").rule == "4.6.3"
    setup = {counter.id for counter in book(AFRICA).setup if counter.side == AXIS}
    assert legal(game) == {f"veteran {name}" for name in setup}
    do(game, "veteran ax-mot-mg-bn-8")
    assert game.state.sp == 8 + 2
    veteran = game.state.forces["ax-mot-mg-bn-8"]
    assert (veteran.veteran, cv(game.state, veteran)) == (True, 4)


@pytest.mark.rule("4.6.3")
def test_the_veteran_is_never_above_5() -> None:
    game = position({"EIF": "PZ A [veteran], B [veteran reduced]; PZA C [veteran]"})
    assert [cv(game.state, force) for force in game.state.forces.values()] == [5, 3, 5]
    with replaced("charts", career={"veteran": 3}):
        assert cv(game.state, game.state.forces["ax-pz-a"]) == 5


@pytest.mark.rule("4.6.3", "4.4.6")
def test_a_veteran_hits_better() -> None:
    game = position({"EIF": "MOT A [veteran]"}, {"HOU": "INF E"}, sp=9, hand=["feint"])
    operate(game, "EIF", "HOU")
    do(game, "air_support no")
    assert hit_number(game.state, fighting(game), game.state.forces["ax-mot-a"]) == 3  # 3 + 1 - forest


@pytest.mark.rule("4.6.3")
def test_a_campaign_lost_gives_nothing_but_the_career_goes_on() -> None:
    game = ended("CHE")
    assert (game.state.index, game.state.sp, game.trail[-1]) == (1, 8, "Axis resupply")
    assert not any(force.veteran for force in game.state.forces.values())


@pytest.mark.rule("4.6.3", "4.4.12")
def test_every_campaign_begins_afresh_on_its_own_map() -> None:
    game = ended("CHE", hand=["feint"], best=30, sp=6)
    assert (game.state.hand, game.state.best, len(game.state.cup)) == ((), 0, 16)
    assert game.state.areas.keys() == book(AFRICA).areas.keys()
    assert {force.area for force in game.state.forces.values()} <= set(book(AFRICA).areas)
    assert TITLE.map_of(game.state).spaces.keys() == book(AFRICA).areas.keys()
    assert TITLE.map_entry(f"{TITLE_ID}/{NORMANDY}").spaces.keys() == book(NORMANDY).areas.keys()


@pytest.mark.rule("4.6.3")
@pytest.mark.parametrize(
    ("levels", "winner"), [(("Good", "Poor"), "Axis"), (("Poor", "Dismal"), "Enemy"), (("Great", "Good"), "Axis")]
)
def test_a_career_is_won_with_two_campaigns(levels: tuple[str, str], winner: str) -> None:
    grades = tuple(Grade(name, 10, level) for name, level in zip("AB", levels, strict=True))  # type: ignore[arg-type]
    game = position(
        {"PAR": "INF A"}, campaign=CAREER, index=2, turn=14, stage="final_orders", grades=grades
    )  # fmt: skip
    assert game.over is not None
    assert game.state.grades[2].level in WON
    assert (game.over.winner, game.over.points) == (winner, 20 + 31)


@pytest.mark.rule("4.6.1", "4.6.2", "10.1", "10.2")
def test_levels_and_the_share_of_the_best_total_are_data() -> None:
    with replaced(AFRICA, campaign={"best_total_divisor": 3, "levels": {"Great": 7, "Good": 6}}):
        game = position(campaign=AFRICA, owned="DER", best=19)
        assert (score(game.state), level_now(game.state)) == (7, "Great")


@pytest.mark.rule("4.6.3", "10.2")
def test_the_bonus_of_the_career_is_data() -> None:
    with replaced("charts", career={"sp": 5}):
        game = ended("CHE DUN VAL DIN NAM")
        do(game, sorted(legal(game))[0])
        assert game.state.sp == 13


@pytest.mark.rule("2.17", "5.4")
def test_states_that_make_no_sense_are_refused() -> None:
    game = position({"EIF": "PZ A"}, {"DIN": "INF E"}, sp=9)
    plain = TITLE.dump(game.state)
    assert TITLE.restore(plain) == game.state
    for path, value in [
        (("forces", "ax-pz-a", "area"), "XXX"),
        (("forces", "ax-pz-a", "area"), "sea"),
        (("forces", "ax-pz-a", "cls"), "CRU"),
        (("forces", "ax-pz-a", "area"), "DIN"),
        (("turn",), 15),
        (("sp",), -1),
        (("hand",), ["kido_butai"]),
        (("index",), 1),
        (("stack",), [{"kind": "operations"}]),
    ]:
        broken = TITLE.dump(game.state)
        inner = broken
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = value
        with pytest.raises(BadState):
            TITLE.restore(broken)


@pytest.mark.rule("4.2.6", "5.4")
def test_after_an_edit_areas_belong_to_who_stands_in_them() -> None:
    game = position({"EIF": "PZ A"}, sp=9)
    game.edit([{"op": "replace", "path": "/forces/ax-pz-a/area", "value": "CAM"}])
    assert game.state.areas["CAM"].owner == "Axis"


@pytest.mark.rule("10.1", "10.2")
def test_the_order_of_events_of_a_campaign() -> None:
    game = ended("CHE DUN VAL DIN NAM")
    kinds = [event.kind for event in history(game)]
    assert kinds.index("campaign_over") < kinds.index("campaign")
    assert told(history(game), "campaign")[0].data["bonus"] == 2
