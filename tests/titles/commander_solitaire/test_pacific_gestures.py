"""What players of Pacific Commander mean as one thing: fleets that sail, with an estimate of what comes of it."""

from typing import Any

from tests.titles.commander_solitaire.pacific_battles import battle
from tests.titles.commander_solitaire.pacific_kit import JAPAN, US, position
from wargame_tui.core.game import Game
from wargame_tui.titles.pacific_commander import TITLE
from wargame_tui.titles.pacific_commander.shown import estimate
from wargame_tui.titles.pacific_commander.shown.gestures import PacificGestures

G = PacificGestures(TITLE)
FLEET = {"HAW": "CV Hornet, Wasp; DD 1; TRN 1; SS Pearl 1; INF 24th Inf, 25th Inf, 27th Inf; LBA 7th AF"}


def texts(commands: Any) -> list[str]:
    return [command.notation() for command in commands]


def moving(us: dict[str, str], japan: dict[str, str] | None = None, **given: Any) -> Game:
    return position(us, japan, stage="us_move", **{"sp": 12, **given})


def first(game: Game, space: str, to: str) -> list[str]:
    return texts(G.ways(game.state, G.movable(game.state, space))[to][0].commands)


def test_the_warships_of_an_area_sail_home_without_the_troops_by_one_gesture() -> None:
    game = moving(FLEET)
    assert first(game, "HAW", "USA") == ["task_force HAW", "add_all", "sail USA"]


def test_where_something_is_to_be_taken_transports_load_those_with_most_steps() -> None:
    game = moving(FLEET, {"WAK": "BTN SNLF 4"})
    there = G.ways(game.state, G.movable(game.state, "HAW"))["WAK"]
    laden = texts(there[0].commands)
    assert laden[:3] == ["task_force HAW", "add_all", "add us-trn-1"]
    assert [words.split()[0] for words in laden[3:]] == ["load", "load", "sail"], "a transport carries two (3.6.3)"
    assert texts(there[1].commands) == ["task_force HAW", "add_all", "sail WAK"], "or the warships alone"
    assert there[0].fights
    assert there[0].costs == ("2 Forces to land for 6 SP",)
    assert "SS Pearl 1" in there[0].mode
    assert "LBA 7th AF" in there[0].mode


def test_a_landing_that_is_too_dear_leaves_the_troops_ashore() -> None:
    game = moving(FLEET, {"WAK": "BTN SNLF 4"}, sp=2)
    assert first(game, "HAW", "WAK") == ["task_force HAW", "add_all", "sail WAK"]


def test_the_only_ship_of_an_area_joins_by_itself() -> None:
    game = moving({"HAW": "DD 1"})
    found = first(game, "HAW", "MID")
    assert "add_all" not in found
    assert found[-1] == "sail MID"
    state: Any = G.after(game.state, [game.parse(each) for each in found])
    assert state.forces["us-dd-1"].area == "MID"


def test_a_division_alone_goes_by_the_transport_that_is_there() -> None:
    game = moving(FLEET, {"WAK": "BTN SNLF 4"})
    (found,) = G.ways(game.state, ["us-inf-24th-inf"])["WAK"]
    assert texts(found.commands) == [
        "task_force HAW", "add us-trn-1", "load us-trn-1 us-inf-24th-inf", "sail WAK",
    ]  # fmt: skip
    assert "no warship escorts the transports" in found.warning


def test_aircraft_fly_by_themselves() -> None:
    game = moving({**FLEET, "MID": "GAR 1"})
    (found,) = G.ways(game.state, ["us-lba-7th-af"])["MID"]
    assert texts(found.commands) == ["fly us-lba-7th-af MID"]


def test_fleets_that_have_sailed_are_no_longer_looked_for() -> None:
    game = moving({"HAW": "CV Hornet; DD 1", "USA": "LBA 7th AF; INF 24th Inf"})
    assert {*G.unmoved(game.state)} == {"HAW"}, "what stands ashore stays as a rule"
    for command in first(game, "HAW", "MID"):
        game.apply(command)
    assert G.unmoved(game.state) == {}


def test_enemy_air_beside_an_unescorted_landing_is_warned_of() -> None:
    game = moving({"HAW": "TRN 1; INF 24th Inf", "USA": "DD 1"}, {"GIL": "BTN 1", "MSH": "LBA 24th AF"})
    (found,) = G.ways(game.state, ["us-trn-1", "us-inf-24th-inf"])["GIL"]
    assert found.warning == "no warship escorts the transports, 2 air points of Japan in reach"
    for command in found.commands:
        game.apply(command)
    assert any(words.startswith("Gilbert Islands: no warship escorts") for words in G.warnings(game.state))


def test_that_no_fleet_has_sailed_is_warned_of() -> None:
    game = moving({"HAW": "CV Hornet; DD 1", "USA": "DD 2"})
    assert "No fleet has sailed yet (3.6.2)" in G.warnings(game.state)
    for command in first(game, "HAW", "MID"):
        game.apply(command)
    assert not any("has sailed" in words for words in G.warnings(game.state)), "one is enough"
    ashore = G.warnings(moving({"HAW": "GAR 1"}).state)
    assert not any("has sailed" in words for words in ashore), "nobody can"


# The estimate


def test_lit_areas_tell_how_often_a_landing_takes_them() -> None:
    game = moving(FLEET, {"WAK": "BTN SNLF 4"})
    units = G.movable(game.state, "HAW")
    ((to, promise),) = G.promised(game.state, units, G.ways(game.state, units))
    assert to == "WAK"
    assert promise.short.startswith("~")
    assert promise.short.endswith("%")
    assert promise.words.startswith("estimate: taken ")
    assert "you lose" in promise.words


def test_the_sail_line_has_the_odds_of_the_battle_and_says_that_they_are_an_estimate() -> None:
    game = moving(FLEET, {"WAK": "BTN SNLF 4"})
    for command in ("task_force HAW", "add_all"):
        game.apply(command)
    odds = TITLE.odds(game.state, game.parse("sail WAK"))
    assert odds is not None
    assert abs(sum(chance.p for chance in odds.outcomes) - 1) < 1e-9
    assert odds.assumptions[0] == f"an estimate: {estimate.FOUGHT} battles fought by `auto`"
    assert TITLE.odds(game.state, game.parse("sail MID")) is None, "nobody is there"


def test_an_estimate_is_the_same_every_time_and_leaves_the_dice_of_the_game_alone() -> None:
    game = moving({"WAK": "CV Hornet, Wasp; DD 1"}, {"WAK": "CV Akagi; DD 1"})
    one, other = (estimate.of_area(game.state, "WAK", 8) for _ in range(2))
    assert one == other
    assert one is not None
    assert one.mean(US) > 0
    assert one.mean(JAPAN) > 0
    assert game.state.dice == moving({}, {}).state.dice


def test_a_stronger_fleet_promises_more() -> None:
    weak = moving({"WAK": "DD 1"}, {"WAK": "CV Akagi, Kaga; DD 1, 2"})
    strong = moving({"WAK": "CV Hornet, Wasp, Yorktown; CRU Chicago; DD 1, 2"}, {"WAK": "CV Akagi, Kaga; DD 1, 2"})
    lost = [estimate.of_area(game.state, "WAK", estimate.FOUGHT) for game in (weak, strong)]
    assert lost[0]
    assert lost[1]
    assert lost[0].mean(JAPAN) < lost[1].mean(JAPAN)


def test_nothing_is_promised_where_japan_is_not_seen() -> None:
    game = moving({"WAK": "DD 1"}, {"WAK": "DD 1"}, options=("fog",))
    assert estimate.of_area(game.state, "WAK", 4) is None


# Answers side by side


def test_the_split_of_cap_is_one_table() -> None:
    game = battle("CV Hornet, Wasp", "CV Akagi", stage="split")
    found = G.compared(game.state)
    assert found is not None
    assert found.heading == "Steps lost by this strike: Japan, you"
    of = {command.notation(): [*map(float, columns)] for command, columns in found.of.items()}
    caps = [of[f"split_air {cap}"] for cap in range(len(of) - 1)]
    assert caps == sorted(caps, reverse=True), "the more fly CAP, the less both lose"
    assert "auto" in of


def test_a_decision_that_is_fought_out_compares_all_answers() -> None:
    game = battle("CRU Chicago; DD 1", "CRU Aoba; DD 1", stage="surface")
    assert game.state.stack[-1].kind == "surface_consent"
    found = G.compared(game.state)
    assert found is not None
    assert {each.notation() for each in found.of} == {
        "accept_surface yes",
        "accept_surface no",
        "auto",
    }


def test_movement_compares_nothing() -> None:
    assert G.compared(moving(FLEET).state) is None
