"""`wargame-tui mail conduct`: orders given, refused, taken back, and what they would answer today."""

from tests.mail.test_commands import Players, begun
from tests.mail.test_commands import players as players


def test_orders_are_given_listed_replaced_and_taken_back(players: Players) -> None:
    game = begun(players)
    said = players.do("anna", "conduct", game)
    assert "Your orders" not in said
    assert "  demolition   Bridges about to be crossed (10.21)" in said
    assert "never: let them cross" in said
    assert "attack-support" in said, "she plays the German"
    players.do("anna", "conduct", game, "demolition", "always")
    players.do("anna", "conduct", game, "demolition", "never", "at", "Vianden", "turn", "17")
    said = players.do("anna", "conduct", game, "demolition", "chance:40")
    assert "1. demolition never at 57 turn 17\n  2. demolition chance:40\n" in said, "the general order is replaced"
    said = players.do("anna", "conduct", game, "--remove", "1")
    assert "1. demolition chance:40" in said
    assert "never at" not in said


def test_an_impossible_order_is_refused_and_nothing_is_changed(players: Players) -> None:
    game = begun(players)
    players.do("anna", "conduct", game, "demolition", "always")
    said = players.do("anna", "conduct", game, "demolition", "never", "at", "Viandn", status=1)
    assert "do you mean `Vianden`?" in said
    assert "there is no order 4" in players.do("anna", "conduct", game, "--remove", "4", status=1)
    assert "1. demolition always\n" in players.do("anna", "conduct", game)


def test_the_preview_says_what_would_be_answered(players: Players) -> None:
    game = begun(players)
    before = players.do("anna", "conduct", game, "--preview")
    assert "Bridges about to be crossed" in before
    assert "blow it?  asks you" in before
    players.do("anna", "conduct", game, "demolition", "never")
    after = players.do("anna", "conduct", game, "--preview")
    assert "blow it?  Let them cross" in after
    assert "asks you" not in after.partition("Artillery")[0]


def test_orders_wait_for_the_game_to_begin(players: Players) -> None:
    players.post("anna", "new", "tigers_in_the_mist/seventh_army", "--side", "German", "--name", "Anna")
    said = players.do("anna", "conduct", "tigers_in_the_mist-seventh_army", "demolition", "always", status=1)
    assert "the game has not begun" in said
