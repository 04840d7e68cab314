"""The record of games between two: written once, never for known dice, added up by side and opponent."""

from pathlib import Path
from random import Random

import pytest

from wargame_tui.board.results import Results
from wargame_tui.core.game import Game
from wargame_tui.tui.players import HANDED, HINTS
from wargame_tui.tui.results import standing_after
from wargame_tui.tui.screens.record import result_lines
from wargame_tui.tui.session import Session


def over(seed: int) -> Session:
    session, random = Session(Game.new("first_command/mortain", seed)), Random(seed)
    while session.game.over is None:
        session.apply(random.choice(list(session.game.iter_legal())))
    return session


@pytest.fixture(scope="module")
def game() -> Game:
    return over(5).game


def test_a_game_against_the_program_is_written_once(game: Game, tmp_path: Path) -> None:
    session = Session(game)
    assert game.over is not None
    winner = game.over.winner
    for side in session.title.sides:
        session.players.levels = {other: "staff" for other in session.title.sides if other != side}
        word = "won" if side == winner else "drawn" if winner is None else "lost"
        folder = tmp_path / side
        assert standing_after(session, folder) == [f"{side} against staff: {word} 1"]
        assert standing_after(session, folder) == [f"{side} against staff: {word} 1"]
        (line,), problems = Results(folder).read()
        assert (line.side, line.winner, line.level, problems) == (side, winner, game.over.level, [])


def test_games_with_help_of_the_program_say_so_and_are_counted_apart(game: Game, tmp_path: Path) -> None:
    alone, hinted, handed = Session(game), Session(over(6).game), Session(over(7).game)
    for session in (alone, hinted, handed):
        session.players.levels = {"American": "staff"}
    hinted.players.mark(HINTS)
    hinted.players.mark(HINTS)
    handed.players.mark(HANDED)
    for session in (alone, hinted, handed):
        told = standing_after(session, tmp_path)
    assert [line.partition(": ")[0] for line in told] == ["German against staff", "German against staff, with help"]
    lines, _ = Results(tmp_path).read()
    assert [line.help for line in lines] == ["", "2 hints", "1 side handed over during the game"]
    shown = "\n".join(line.plain for line in result_lines(lines))
    assert "2 hints" in shown
    assert "1 side handed over during the game" in shown


def test_a_record_of_before_says_nothing_of_help(game: Game, tmp_path: Path) -> None:
    session = Session(game)
    session.players.levels = {"American": "staff"}
    standing_after(session, tmp_path)
    path = tmp_path / "results.jsonl"
    path.write_text(path.read_text().replace('"help":"",', "").replace(',"help":""', ""))
    assert "help" not in path.read_text()
    (line,), problems = Results(tmp_path).read()
    assert (line.help, problems) == ("", [])


def test_games_of_two_here_count_for_who_won_them(tmp_path: Path) -> None:
    games = [over(seed) for seed in (5, 6, 7)]
    won = [session.game.over.winner for session in games if session.game.over is not None]
    for session in games:
        told = standing_after(session, tmp_path)
    counts = {side: won.count(side) for side in dict.fromkeys(sorted(filter(None, won)))}
    assert told == [f"{side}, two at this table: won {count}" for side, count in counts.items()]


def test_what_was_tampered_with_or_only_looked_at_leaves_nothing(game: Game, tmp_path: Path) -> None:
    again, branch, forced = Session(game, replayed=True), Session(game, branched=True), Session(game.branch())
    forced.game.scripted = True
    both = Session(game)
    both.players.levels = dict.fromkeys(both.title.sides, "recruit")
    for session in (again, branch, forced, both):
        assert standing_after(session, tmp_path) == []
    assert Results(tmp_path).read() == ([], [])


def test_a_record_that_cannot_be_written_does_not_keep_the_story_from_being_told(game: Game, tmp_path: Path) -> None:
    (tmp_path / "results.jsonl").mkdir()
    assert standing_after(Session(game), tmp_path) == []
