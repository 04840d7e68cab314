"""Games by letters alone: both players end with the same game, and the last letter proves it."""

import pytest

from tests.mail.kit import Pair, play, two_player_scenarios
from wargame_tui.mail import proof
from wargame_tui.mail.letters import MODES, Mode

SHORT: dict[str, tuple[int, dict[str, str]]] = {
    "tigers_in_the_mist/seventh_army": (1_000_000, {}),
    "montys_gamble/basic": (250, {"bidding": "on"}),
    "ardennes_44/three_days": (120, {}),
    "liberty_roads/cobra": (120, {}),
    "first_command/mortain": (1_000_000, {}),
}
"""One scenario of each title here: lines of the journal after which it breaks off, options.

All of them, and many more games to the end, in tests/benchmarks/mail_games.py.
"""


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("scenario", SHORT)
def test_a_game_by_letters_is_the_same_for_both_and_verifies(scenario: str, mode: Mode) -> None:
    lines, options = SHORT[scenario]
    pair = play(scenario, mode, 5, lambda each: bool(each.host.game and each.host.game.seq > lines), options)
    reader, letter = pair.writer, pair.last()  # who read the last letter writes next
    host, guest = pair.host.game, pair.guest.game
    assert reader.game is not None
    assert host is not None
    assert guest is not None
    found = proof.verify(letter).game
    known = min(host.seq, guest.seq)
    assert host.lines()[:known] == guest.lines()[:known] == reader.game.lines()[:known]
    assert found.lines() == letter.lines
    if pair.over:
        assert host.title.dump(host.state) == guest.title.dump(guest.state) == host.title.dump(found.state)
        assert pair.host.settled or pair.guest.settled


def test_a_title_that_says_nothing_of_mail_is_played_by_letters(new_title: str) -> None:
    pair = play(f"{new_title}/crossroads", "batch", 5)
    assert pair.over
    assert pair.host.game is not None
    assert proof.verify(pair.last()).game.lines() == pair.host.game.lines()


def test_there_is_a_short_scenario_of_every_title() -> None:
    assert {name.partition("/")[0] for name in SHORT} == {name.partition("/")[0] for name in two_player_scenarios()}


def test_what_was_declared_in_vain_is_told() -> None:
    """In a batch an earlier roll may make a later command illegal: it is left out, and both can say which."""

    def in_vain(pair: Pair) -> bool:
        return bool(pair.texts) and bool(pair.writer.left_out())

    pair = play("montys_gamble/basic", "batch", 4, until=in_vain)
    left = pair.writer.left_out()
    assert left
    for text in left:
        assert any(text in entry.pending for entry in pair.writer.letters[-2:])
    told = pair.last().letters[-1]
    assert pair.writer.game is not None
    done = [line.text for line in pair.writer.game.lines()[told.seq :]]
    assert {*told.pending} - {*done} <= {*left}
    assert pair.reader.left_out() != left  # The other player has not seen these rolls yet.
