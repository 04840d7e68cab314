"""The list of saves says the turn of a game in its title's words, from the header of the save alone."""

from pathlib import Path

import pytest

from wargame_tui.core import save
from wargame_tui.core.game import Game
from wargame_tui.core.title import find_title, title_ids
from wargame_tui.tui.library import saved_games


@pytest.mark.parametrize(
    ("scenario", "turn", "words"),
    [
        ("pacific_commander/1942", "1942-4", "July and August 1942, turn 4 of 6"),
        ("pacific_commander/war_from_1942", "1945-1", "January and February 1945, turn 1 of 4"),
        ("desert_commander/north_africa", "africa-3", "North Africa 1941-42, June and July 1941, turn 3 of 12"),
        ("desert_commander/career", "france-1", "France 1940, 10 to 12 May 1940, turn 1 of 14"),
        ("montys_gamble/basic", "17-3", "17 September, impulse 3"),
        ("montys_gamble/basic", "18-0", "18 September"),
        ("tigers_in_the_mist/campaign", "16-1", "16 December, impulse 1"),
        ("ardennes_44/campaign", "17PMn", "17 December, night"),
        ("ardennes_44/campaign", "16AM", "16 December, morning"),
        ("liberty_roads/campaign", "6-10 June", "6-10 June 1944"),
    ],
)
def test_turns_in_words(scenario: str, turn: str, words: str) -> None:
    assert find_title(scenario.partition("/")[0]).turn_words(scenario, turn) == words


def test_every_title_knows_the_turn_with_which_its_scenarios_begin() -> None:
    for name in title_ids():
        title = find_title(name)
        for info in title.scenarios():
            turn = title.turn(Game.new(info.id, 1).state)
            assert title.turn_words(info.id, turn) not in ("", turn)


def test_the_list_of_saves_has_turns_in_words(tmp_path: Path) -> None:
    game = Game.new("desert_commander/north_africa", 1)
    save.write(game, tmp_path / "first.json")
    text = (tmp_path / "first.json").read_text("utf-8")
    (tmp_path / "unknown.json").write_text(text.replace('"turn": "africa-1"', '"turn": "moon-7"', 1), "utf-8")
    words = {kept.name: kept.words for kept in saved_games(tmp_path)[0]}
    assert words["first"] == "North Africa 1941-42, February and March 1941, turn 1 of 12, Axis to play"
    assert words["unknown"] == "turn moon-7, Axis to play"
