"""Branches of a game go their own way; a side's view keeps the coming dice to itself."""

from tests.core.skirmish import TITLE
from wargame_tui.core.game import Game
from wargame_tui.core.title import view


def test_a_branch_leaves_the_game_alone() -> None:
    game = Game(TITLE, "skirmish/duel", 1)
    game.apply("bid 2")
    state, checks = game.state, list(game.checks())
    twin = game.branch()
    assert (twin.state, twin.checks(), twin.legal()) == (state, checks, game.legal())
    twin.apply("end")
    twin.options["undo"] = "free"
    assert (game.seq, twin.seq) == (1, 2)
    assert (game.state, game.checks(), game.options) == (state, checks, {})


def test_a_branch_rolls_the_same_dice() -> None:
    game = Game(TITLE, "skirmish/duel", 1)
    twin = game.branch()
    for one in (game, twin):
        one.apply("fire r1 b1")
        one.apply("stand")
    assert game.state == twin.state


def test_marks_stay_when_what_made_them_is_taken_back() -> None:
    game = Game(TITLE, "skirmish/duel", 1)
    game.edit([{"op": "replace", "path": "/bid", "value": 3}])
    game.script([1])
    game.undo(2)
    assert game.seq == 0
    assert game.edited
    assert game.scripted


def test_no_side_sees_the_seed() -> None:
    game = Game(TITLE, "skirmish/duel", 123_456_789)
    for side in TITLE.sides:
        seen = view(TITLE, game.state, side)
        assert "123456789" not in str(seen)
        assert seen["units"] == TITLE.dump(game.state)["units"]
    assert TITLE.dump(game.state)["dice"]["seed"] == 123_456_789
