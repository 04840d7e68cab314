"""The greedy players of the commander titles: whole games, what they do in them, determinism."""

from functools import cache

import pytest

from tests.bots.kit import MOST_COMMANDS, go_on, kinds
from wargame_tui.core.game import Game
from wargame_tui.titles.desert_commander import bot as desert_commander
from wargame_tui.titles.pacific_commander import bot as pacific_commander

CHOOSERS = {"pacific_commander": pacific_commander.choose, "desert_commander": desert_commander.choose}
CAMPAIGNS = (
    "pacific_commander/1942",
    "pacific_commander/1943",
    "pacific_commander/1944",
    "pacific_commander/1945",
    "desert_commander/france_1940",
    "desert_commander/north_africa",
    "desert_commander/normandy_1944",
)


def played(scenario: str, seed: int, most: int = MOST_COMMANDS) -> Game:
    """A game in which the greedy player has decided until its end, or so many times."""
    game = Game.new(scenario, seed)
    go_on(game, CHOOSERS[scenario.split("/")[0]], most)
    return game


@cache
def whole_game(scenario: str) -> Game:
    """A whole game, played once for all tests."""
    return played(scenario, 1)


def texts(game: Game) -> list[str]:
    """The commands of a game."""
    return [entry.text for entry in game.entries]


@pytest.mark.parametrize("scenario", CAMPAIGNS)
def test_it_plays_a_whole_game(scenario: str) -> None:
    """Every command is legal, as an illegal one would have been refused, and the campaign ends."""
    game = whole_game(scenario)
    assert game.over
    assert game.over.level


@pytest.mark.parametrize("scenario", ["pacific_commander/1945", "desert_commander/north_africa"])
def test_the_same_seed_is_the_same_game(scenario: str) -> None:
    again = played(scenario, 1, 60)
    assert texts(again) == texts(whole_game(scenario))[: len(texts(again))]


@pytest.mark.parametrize("scenario", ["pacific_commander/1945", "desert_commander/north_africa"])
def test_it_follows_from_the_state_alone(scenario: str) -> None:
    """Whoever comes in the middle of a game decides as who played it from the start."""
    choose = CHOOSERS[scenario.split("/")[0]]
    game = played(scenario, 1, 40)
    expected = choose(game)
    played(scenario, 2, 25)
    assert choose(game) == expected


@pytest.mark.parametrize("scenario", [each for each in CAMPAIGNS if each.startswith("pacific")])
def test_in_the_pacific_it_sails_and_lands(scenario: str) -> None:
    verbs = {text.split()[0] for text in texts(whole_game(scenario))}
    assert {"task_force", "add", "load"} <= verbs
    events = [event for entry in whole_game(scenario).entries for event in entry.events]
    assert any(event.kind == "landed" and event.data["side"] == "US" for event in events)


@pytest.mark.parametrize("scenario", [each for each in CAMPAIGNS if each.startswith("desert")])
def test_on_land_it_attacks_and_refits(scenario: str) -> None:
    verbs = {text.split()[0] for text in texts(whole_game(scenario))}
    assert {"operation", "add", "go", "refit"} <= verbs
    assert "battle_begins" in kinds(whole_game(scenario))
