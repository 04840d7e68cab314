"""The program's players: whole games without a slip, what they are shown, and what becomes of nonsense."""

import os
from typing import Any

import pytest

from wargame_tui.board.sight import MOST_DECISIONS, seen_by, seen_game, sight, turn_so_far
from wargame_tui.board.title import BoardTitle
from wargame_tui.bots.opponent import Decision, checked, decide, has_player, plain, side_of
from wargame_tui.bots.thinker import NICENESS, Thinker
from wargame_tui.core.command import Command
from wargame_tui.core.game import Game
from wargame_tui.core.title import UnknownScenario, find_title
from wargame_tui.titles.first_command.commands import Move

SHORT = {
    "first_command/mortain": 1_000,
    "tigers_in_the_mist/seventh_army": 1_500,
    "tigers_in_the_mist/fifth_panzer_army": 250,
    "montys_gamble/basic": 300,
    "ardennes_44/three_days": 300,
    "liberty_roads/cobra": 300,
    "liberty_roads/overlord": 120,
}
"""Scenarios with the most commands that are played of them here; the first two are played to their end."""
WHOLE = ("first_command/mortain", "tigers_in_the_mist/seventh_army")


class Sights:
    """What both sides have seen of a game, each state restored once."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._known: dict[tuple[int, str], tuple[Any, Any]] = {}

    def of(self, side: str) -> Game:
        """The game as a side knows it."""
        game, title = self._game, self._game.title
        assert isinstance(title, BoardTitle)
        found = []
        for state in turn_so_far(game):
            if (id(state), side) not in self._known:
                self._known[id(state), side] = state, title.restore(sight(title, state, side))
            found.append(self._known[id(state), side][1])
        return seen_game(title, game.scenario, game.options, found)


def player(game: Game) -> Any:
    """The program's player of its title."""
    title = game.title
    assert isinstance(title, BoardTitle)
    choose = title.bot()
    assert choose is not None
    return choose


def play(scenario: str, seed: int, most: int) -> Game:
    """Recruit against recruit, each with what its side sees; no choice may be illegal, nor a turn endless."""
    game = Game.new(scenario, seed)
    sights, choose = Sights(game), player(game)
    for _ in range(most):
        if game.over:
            break
        decision = checked(game, decide(choose, sights.of(game.side or "")))
        assert decision.trouble is None, (game.trail, decision)
        game.apply(decision.command)
    return game


@pytest.mark.parametrize(("scenario", "most"), SHORT.items())
def test_recruit_against_recruit_without_a_slip(scenario: str, most: int) -> None:
    game = play(scenario, 3, most)
    assert bool(game.over) == (scenario in WHOLE)


def test_a_process_decides_as_the_player_does_and_begins_again_after_an_undo() -> None:
    game, thinker = Game.new("first_command/mortain", 2, {"undo": "free"}), Thinker()
    choose = player(game)
    try:
        for number in range(12):
            told = thinker.ask(game)
            assert told == decide(choose, seen_by(game, game.side or ""))
            game.apply(told.command)
            if number == 5:
                game.undo(3)
    finally:
        thinker.stop()


@pytest.mark.skipif(not hasattr(os, "nice"), reason="a system without it")
def test_the_process_gives_way_to_the_one_that_shows_the_game() -> None:
    thinker = Thinker()
    try:
        thinker.ask(Game.new("first_command/mortain", 1))
        assert thinker._process is not None
        theirs, mine = (os.getpriority(os.PRIO_PROCESS, pid) for pid in (thinker._process.pid, 0))
        assert theirs == min(19, mine + NICENESS)
    finally:
        thinker.stop()


def test_the_process_is_told_neither_seed_nor_secrets() -> None:
    game = Game.new("liberty_roads/cobra", 77)
    title = game.title
    assert isinstance(title, BoardTitle)
    for side in title.sides:
        seen = title.restore(sight(title, game.state, side))
        assert seen.dice.seed is None
        theirs = [name for name, each in title.dump(game.state, side)["support"].items() if each["where"] == "hidden"]
        assert theirs
        assert {seen.support[name].where for name in theirs} == {"pool"}


def test_nonsense_costs_the_choice_and_not_the_game() -> None:
    game = Game.new("first_command/mortain", 1)

    def fails(game: Game) -> Command:
        raise ZeroDivisionError("half a battalion")

    def cheats(game: Game) -> Command:
        return Move("nobody", "0101")

    expected = plain(game).notation()
    assert decide(fails, game) == Decision(expected, "ZeroDivisionError: half a battalion")
    told = decide(cheats, game)
    assert told.command == expected
    assert "nobody" in (told.trouble or "")
    assert checked(game, Decision("gibberish")).command == expected
    endless = seen_game(game.title, game.scenario, {}, [game.state] * MOST_DECISIONS)
    assert decide(cheats, endless).trouble == f"{MOST_DECISIONS} decisions in one turn"


def test_decisions_of_the_other_side_count_against_nobody_else() -> None:
    game = Game.new("first_command/mortain", 1)
    while game.side == "German":
        before = game.state
        game.apply(plain(game))
    long = seen_game(game.title, game.scenario, {}, [*[before] * MOST_DECISIONS, game.state])
    assert decide(plain, long).trouble is None


def test_sides_are_named_as_players_write_them() -> None:
    title = find_title("first_command")
    assert has_player(title)
    assert side_of(title, "american") == "American"
    with pytest.raises(UnknownScenario, match="German, American"):
        side_of(title, "british")
