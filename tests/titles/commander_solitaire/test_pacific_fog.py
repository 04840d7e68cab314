"""Pacific Commander: fog of war (9.1), what the player sees of the enemy."""

import pytest

from tests.titles.commander_solitaire.pacific_kit import JAPAN, TITLE, US, position, replaced
from wargame_tui.core.game import Game
from wargame_tui.core.state import Outcome, changed
from wargame_tui.titles.pacific_commander.rules import fog
from wargame_tui.titles.pacific_commander.rules.orders import Orders
from wargame_tui.titles.pacific_commander.rules.sequence import Turn
from wargame_tui.titles.pacific_commander.state import OrderLine

rule = pytest.mark.rule
FLEET = {"CAR": "CV Shokaku; DD 1; TRN 1", "MSH": "BTN SNLF 2", "HAW": "SS 1"}
"""Caroline Islands are three links from Hawaii, the Marshall Islands one."""


def foggy(us: dict[str, str], japan: dict[str, str] | None = None, option: str = "fog", **given: object) -> Game:
    return position(us, FLEET if japan is None else japan, options=[option] if option else [], **given)  # type: ignore[arg-type]


def labels(game: Game, area: str, side: str | None = None) -> list[str]:
    return [counter.label for counter in TITLE.scene(game.state, side).spaces[area].counters if counter.side == JAPAN]


@rule("9.1")
def test_only_the_number_of_enemy_forces_is_seen() -> None:
    game = foggy({"HAW": "INF 24th Inf; CV Hornet"})
    assert labels(game, "CAR") == ["3 hidden"]
    assert labels(game, "MSH") == ["1 hidden"]
    assert fog.hidden(game.state, US) == {"HAW": 1, "MSH": 1, "CAR": 3}


@rule("9.1")
def test_without_the_option_everything_is_seen() -> None:
    game = foggy({"HAW": "INF 24th Inf"}, option="")
    assert labels(game, "CAR") == ["Shokaku", "DD 1", "TRN 1"]
    assert fog.hidden(game.state, US) == {}


@rule("9.1")
@pytest.mark.parametrize(
    ("where", "seen"),
    [
        ({"HAW": "LBA 7th AF"}, {"HAW", "MSH", "CAR"}),  # CAR is at distance 2 of HAW: HAW, MSH, CAR
        ({"USA": "LBA 7th AF"}, {"HAW", "MSH"}),
        ({"AUS": "LBA RAAF"}, set()),
        ({"AUS": "INF 7th Inf"}, set()),
        ({"NGN": "LBA RAAF"}, {"CAR"}),
    ],
)
def test_us_aircraft_see_to_distance_two(where: dict[str, str], seen: set[str]) -> None:
    game = foggy(where)
    assert {area for area in FLEET if fog.seen(game.state, area)} == seen


@rule("9.1")
@rule("10.2")
def test_how_far_they_see_is_in_the_data() -> None:
    with replaced("charts", fog_range=1):
        game = foggy({"HAW": "LBA 7th AF"})
        assert {area for area in FLEET if fog.seen(game.state, area)} == {"HAW", "MSH"}


@rule("9.1")
def test_a_battle_shows_who_is_there() -> None:
    game = foggy({"CAR": "SS Pearl 1"}, {"CAR": "CV Shokaku; DD 1"}, stage="battles")
    assert "CAR" in game.state.revealed
    assert fog.seen(game.state, "CAR")
    assert labels(game, "CAR") == ["Shokaku", "DD 1"]


@rule("9.1")
def test_the_player_sees_his_own_and_japan_sees_everything() -> None:
    game = foggy({"HAW": "CV Hornet"})
    assert [counter.label for counter in TITLE.scene(game.state).spaces["HAW"].counters] == ["Hornet", "1 hidden"]
    assert labels(game, "CAR", JAPAN) == ["Shokaku", "DD 1", "TRN 1"]


@rule("9.1")
def test_when_the_game_is_over_all_is_shown() -> None:
    state = changed(foggy({"HAW": "CV Hornet"}).state, over=Outcome(US, "Good", "", 7))
    assert fog.hidden(state, US) == {}


@rule("9.1")
def test_sheets_say_no_more_than_the_number() -> None:
    game = foggy({"AUS": "INF 7th Inf"})
    sheets = TITLE.unit_sheets(game.state, "CAR")
    assert [sheet.name for sheet in sheets] == ["3 Japanese Forces"]
    facts = {fact.label: fact.value for fact in TITLE.space_sheet(game.state, "CAR").facts}
    assert facts["Japanese Forces"] == "3, not seen"
    assert "Shokaku" not in str(sheets) + str(facts) + str(TITLE.desk(game.state))


@rule("9.1")
def test_the_view_of_the_us_holds_no_hidden_force() -> None:
    game = foggy({"USA": "LBA 7th AF", "HAW": "CV Hornet"})
    view = TITLE.dump(game.state, US)
    assert set(view["forces"]) == {"us-lba-7th-af", "us-cv-hornet", "jp-ss-1", "jp-btn-snlf-2"}
    assert view["hidden"] == {"CAR": 3}
    assert "shokaku" not in str(view).lower()
    assert TITLE.dump(game.state, JAPAN) == TITLE.dump(game.state)


@rule("9.1")
def test_the_track_of_orders_names_no_hidden_force() -> None:
    line = OrderLine("CAR", "carrier fleet", 5, 5, "SORTIE", "SORTIE", "PAL", ("jp-cv-shokaku",))
    game = foggy({"AUS": "INF 7th Inf"}, orders=(line,))
    assert TITLE.dump(game.state, US)["orders"][0]["forces"] == []
    assert TITLE.dump(game.state, US)["orders"][0]["group"] == "fleet"
    seen = foggy({"NGN": "LBA RAAF"}, orders=(line,))
    assert TITLE.dump(seen.state, US)["orders"][0]["forces"] == ["jp-cv-shokaku"]


@rule("9.1")
@pytest.mark.parametrize(
    ("aircraft", "said", "unsaid"),
    [
        ("ALA", "Fleet at Caroline Islands", "Shokaku"),
        ("MSH", "Carrier fleet at Caroline Islands", "hidden"),
    ],
)
def test_reports_of_orders_name_only_what_is_seen(aircraft: str, said: str, unsaid: str) -> None:
    """PATROL leads the fleet to the Marshall Islands, the linked Area nearest to US Forces (3.7.14)."""
    game = foggy(
        {aircraft: "LBA RAAF"},
        {"CAR": "CV Shokaku; DD 1; LBA Truk AG", "PAL": "BTN SNLF 6"},
        stack=(Turn("jp_orders"), Orders()),
        stop="battles",
        dice=[7, 10, 10],
    )
    told = " ".join(TITLE.event_text(event) for event in game.opening)
    assert said in told
    assert unsaid not in told
    assert ("Shokaku" in told) != ("hidden" in told)


@rule("9.1")
def test_repairs_out_of_sight_name_no_ship() -> None:
    damaged = {"JPN": "CV Shokaku [hits=1 airloss=2]; BTN SNLF 6"}
    hidden = foggy({"AUS": "LBA RAAF"}, damaged, stage="jp_resupply", stop="jp_orders")
    told = " ".join(TITLE.event_text(event) for event in hidden.opening)
    assert "A Japanese ship is repaired at Japan" in told
    assert "Shokaku" not in told
    seen = foggy({"AUS": "LBA RAAF"}, damaged, option="", stage="jp_resupply", stop="jp_orders")
    assert "CV Shokaku is repaired" in " ".join(TITLE.event_text(event) for event in seen.opening)


@rule("9.1")
def test_it_changes_no_rule() -> None:
    """The same dice lead to the same table, whether the player sees it or not."""
    open_game = Game(TITLE, "pacific_commander/1942", 5, {})
    dark_game = Game(TITLE, "pacific_commander/1942", 5, {"fog": "on"})
    for _ in range(3):
        for game in (open_game, dark_game):
            game.apply("end")
    assert open_game.state.forces == dark_game.state.forces
    assert [line.carried_out for line in open_game.state.orders] == [
        line.carried_out for line in dark_game.state.orders
    ]
