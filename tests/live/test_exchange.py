"""What two ends make of each other's messages: live, by letter and back; drafts; forged letters."""

from pathlib import Path

import pytest

from tests.benchmarks.fuzz_live import exchanges, exchanges_go_on, run
from tests.benchmarks.kill_live import run as kill
from tests.live.kit import SMALL, offered, taken_up
from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.live.exchange import Exchange, Parted
from wargame_tui.live.wire import BadMessage, Delta, Draft, Message, read, written
from wargame_tui.mail import proof
from wargame_tui.mail.box import Box
from wargame_tui.mail.letters import BadLetter


def by_letter(one: Exchange, other: Exchange, lot: RandomPlayer, letters: int) -> None:
    """Go on with a live game by letters."""
    for _ in range(letters):
        writer, reader = (one, other) if one.mail.my_turn else (other, one)
        while not writer.mail.ready:
            if writer.mail.settled or not writer.mail.my_turn:
                return
            writer.mail.apply(lot.choose(writer.mail.table.legal()))
        text = writer.box.post(writer.case)
        case, _ = reader.box.receive(text, "")
        reader.case = case


def live(one: Exchange, other: Exchange, lot: RandomPlayer, decisions: int) -> None:
    """Go on with a game live."""
    queue: list[tuple[Exchange, Message]] = [(other, each) for each in one.greeting()]
    queue += [(one, each) for each in other.greeting()]
    for _ in range(decisions):
        while queue:
            end, message = queue.pop(0)
            back = one if end is other else other
            queue += [(back, each) for each in end.take(read(written(message)))]
        decider = next((end for end in (one, other) if end.mail.game is not None and end.mail.may_decide), None)
        if decider is None:
            return
        decider.mail.apply(lot.choose(decider.mail.table.legal()))
        decider.box.keep(decider.case)
        queue += [(one if decider is other else other, each) for each in decider.decided()]
    while queue:
        end, message = queue.pop(0)
        queue += [(one if end is other else other, each) for each in end.take(message)]


def test_a_game_goes_from_live_to_letters_and_back(tmp_path: Path) -> None:
    lot = RandomPlayer(8)
    one, other, _ = exchanges(tmp_path, lot, 40)
    by_letter(one, other, lot, 5)
    letters = len(one.mail.letters)
    one, other = taken_up(tmp_path / "host"), taken_up(tmp_path / "guest")
    live(one, other, lot, 30)
    assert len(one.mail.letters) > letters
    by_letter(one, other, lot, 3)
    live(taken_up(tmp_path / "host"), taken_up(tmp_path / "guest"), lot, 1_000)
    one, other = taken_up(tmp_path / "host"), taken_up(tmp_path / "guest")
    assert one.mail.game is not None
    assert one.mail.game.over
    assert other.mail.game is not None
    assert one.mail.game.lines() == other.mail.game.lines()
    assert proof.verify(one.mail.last_letter()).letters == len(one.mail.letters)


def test_a_letter_that_did_not_arrive_goes_again(tmp_path: Path) -> None:
    lot = RandomPlayer(4)
    one, other, _ = exchanges(tmp_path, lot, 10)
    sent: list[Message] = []
    while not any(isinstance(each, Delta) for each in sent):
        decider = one if one.mail.may_decide else other
        decider.mail.apply(lot.choose(decider.mail.table.legal()))
        decider.box.keep(decider.case)
        sent = decider.decided()
    assert len(one.mail.letters) != len(other.mail.letters)
    assert exchanges_go_on(taken_up(tmp_path / "host"), taken_up(tmp_path / "guest"))
    one, other = taken_up(tmp_path / "host"), taken_up(tmp_path / "guest")
    live(one, other, lot, 0)
    assert one.mail.letters == other.mail.letters


def test_a_letter_with_other_dice_is_refused(tmp_path: Path) -> None:
    lot = RandomPlayer(4)
    _, _, said = exchanges(tmp_path / "a", lot, 70)
    one, other, again = exchanges(tmp_path / "b", RandomPlayer(4), 12)
    foreign = next(read(line) for line in said if read(line).kind == "delta")
    writer = other if one.mail.my_turn else one
    reader = one if one.mail.my_turn else other
    assert isinstance(foreign, Delta)
    before = reader.mail.game.lines() if reader.mail.game else []
    entry = foreign.entry.model_copy(update={"side": reader.other})
    forged = foreign.model_copy(update={"number": len(writer.mail.letters) + 1, "entry": entry})
    with pytest.raises((BadLetter, Parted)):
        reader.take(forged)
    assert (reader.mail.game.lines() if reader.mail.game else []) == before
    assert again


def test_a_draft_is_only_shown(tmp_path: Path) -> None:
    one, other, _ = exchanges(tmp_path, RandomPlayer(1), 3)
    writer, reader = (one, other) if one.mail.my_turn else (other, one)
    assert reader.preview is not None
    shown = reader.preview.lines()
    assert writer.mail.game is not None
    assert shown == writer.mail.game.lines()
    number = len(writer.mail.letters) + 1
    reader.take(Draft(number=number, keep=0, lines=[["*", 'edit {"patch": []}', "0" * 24]]))
    assert len(reader.preview.lines()) < len(shown)
    assert reader.mail.game is None or reader.mail.game.lines() != shown
    with pytest.raises(BadMessage):
        reader.take(Draft(number=number, keep=1, lines=[["*", "seed 1", ""]] * 6_000))


def test_an_old_copy_of_a_letter_box_is_found_out(tmp_path: Path) -> None:
    lot = RandomPlayer(6)
    one, other, _ = exchanges(tmp_path, lot, 12)
    box = Box(tmp_path / "host")
    path = box.path(one.case.name)
    old = path.read_bytes()
    live(one, other, lot, 40)
    path.write_bytes(old)
    with pytest.raises(Parted, match="old copy"):
        live(taken_up(tmp_path / "host"), taken_up(tmp_path / "guest"), lot, 5)


def test_another_cannot_accept_what_is_accepted(tmp_path: Path) -> None:
    one, _, _ = exchanges(tmp_path, RandomPlayer(6), 2)
    late = Exchange(Box(tmp_path / "late"), Box(tmp_path / "late")._accept(one.mail.invitation, "Carl"))
    accepted, _ = late.greeting()
    with pytest.raises(Parted, match="somebody else"):
        one.take(accepted)


def test_malformed_messages_do_no_harm() -> None:
    report = run(1_000, 3)
    assert report.refused > 500


def test_killed_ends_lose_nothing() -> None:
    report = kill(4, 3)
    assert report.kills == 4
    assert report.letters > 10


def test_a_new_offer_needs_a_side_that_there_is(tmp_path: Path) -> None:
    assert offered(tmp_path, SMALL, side="American").mail.side == "American"
