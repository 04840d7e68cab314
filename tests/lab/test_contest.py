"""One game under the oracles: what players see, what is counted, and what is found."""

import json
from pathlib import Path

import pytest

from tests.lab.kit import SCENARIO, task
from wargame_tui.bots import opponent
from wargame_tui.core import save
from wargame_tui.core.command import Command
from wargame_tui.core.game import Game
from wargame_tui.core.title import find_title
from wargame_tui.lab import contest, seats
from wargame_tui.lab.contest import play
from wargame_tui.titles.first_command.commands import Move

COUNTED = ("winner", "level", "reason", "points", "turn", "commands", "most", "faults", "annals")


def test_the_same_task_gives_the_same_game() -> None:
    one, other = (play(task("recruit", "random", 4)) for _ in range(2))
    assert [one[name] for name in COUNTED] == [other[name] for name in COUNTED]
    third = play(task("recruit", "random", 5))
    assert [one[name] for name in COUNTED] != [third[name] for name in COUNTED]
    assert one["faults"] == []
    assert one["memory"] > 10
    assert one["longest"]["German"] <= one["seconds"]["German"]
    json.dumps(one)


def test_a_game_is_kept_as_a_save_that_replays(tmp_path: Path) -> None:
    played = play(task("random", "recruit", 2, saves=str(tmp_path)))
    (path,) = tmp_path.iterdir()
    game = save.read(path)
    assert game.over is not None
    assert (game.over.winner, game.seq, game.seed) == (played["winner"], played["commands"], 3)


def test_the_story_is_told() -> None:
    told: list[str] = []
    play(task("random", "random"), told.append)
    assert len(told) > 20


def test_players_of_the_program_see_only_what_their_side_may_see(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = []

    def watching(game: Game) -> Command:
        seeds.append(game.state.dice.seed)
        return opponent.plain(game)

    monkeypatch.setattr(seats, "player", lambda title, level: watching)
    play(task("recruit", "recruit"))
    assert {*seeds} == {None}


def test_wrong_choices_are_found_and_cost_the_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "player", lambda title, level: lambda game: Move("nobody", "0101"))
    game = play(task("random", "recruit"))
    assert game["over"]
    assert game["level"] != "forfeit"
    assert {(fault["oracle"], fault["side"]) for fault in game["faults"]} == {("trouble", "American")}
    assert "nobody" in game["faults"][0]["text"]
    assert len(game["faults"]) <= contest.MOST_FAULTS


def test_a_game_without_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contest, "MOST_COMMANDS", 30)
    game = play(task("random", "random"))
    assert (game["over"], game["winner"], game["level"]) == (False, None, "not over")
    assert game["faults"][0]["oracle"] == "endless"
    assert game["annals"] is None


def test_a_dead_end_and_a_crash_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "legal", lambda self, limit=None: [])
    assert play(task("random", "random"))["faults"][0]["oracle"] == "dead end"
    monkeypatch.undo()

    def breaks(self: Game, given: object) -> None:
        raise ZeroDivisionError("half a battalion")

    monkeypatch.setattr(Game, "apply", breaks)
    (fault,) = play(task("random", "random"))["faults"]
    assert fault["oracle"] == "crash"
    assert fault["text"].strip().endswith("half a battalion")


def test_a_long_turn_ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """After so many decisions a random player only ends what can be ended; that is no fault of his."""
    monkeypatch.setattr(contest, "MOST_DECISIONS", 3)
    game = play(task("random", "random"))
    assert game["over"]
    assert game["most"] > 3
    assert game["faults"] == []


def test_a_decision_that_takes_too_long_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contest, "MOST_SECONDS", 0.0)
    game = play(task("random", "random"))
    assert game["over"]
    assert {fault["oracle"] for fault in game["faults"]} == {"slow"}


@pytest.mark.parametrize("words", ["colonel", "", "program:", "RANDOM"])
def test_players_that_do_not_exist(words: str) -> None:
    title = find_title(SCENARIO.partition("/")[0])
    with pytest.raises(Exception, match=r"recruit, .*random|stands the command"):
        seats.known(title, words)


def test_habits_are_a_player_of_the_laboratory_where_a_title_has_a_staff() -> None:
    habits, recruit = (play(task(words, words, 4)) for words in ("habits", "recruit"))
    assert habits["over"]
    assert habits["faults"] == []
    assert habits["commands"] != recruit["commands"], "they are the recruit's"
    with pytest.raises(seats.UnknownPlayer, match=r"no player `habits`; there are recruit, random"):
        seats.known(find_title("pacific_commander"), "habits")
