"""Decisions made in secret: bids for sides (Monty's Gamble 23.51) cannot be read before both are made, nor changed."""

import base64
import json
import zlib
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from tests.mail.kit import Pair, begun, twin, written
from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.core.step import IllegalCommand
from wargame_tui.core.title import view
from wargame_tui.mail import armour, proof, secret
from wargame_tui.mail.correspondence import Correspondence, NotNow
from wargame_tui.mail.enclosed import Absent
from wargame_tui.mail.letters import MODES, BadLetter, Entry, Letter, Mode, plain, shaped

FIRST, SECOND = "bid Allied 17", "bid Allied 23"


def bidding(mode: Mode = "sealed") -> Pair:
    """A game that begins with bids; the host makes the first one."""
    return begun("montys_gamble/basic", mode, {"bidding": "on"})


def send(pair: Pair) -> Letter:
    """The writer's letter, sent and opened."""
    writer, reader = pair.writer, pair.reader
    letter = writer.letter()
    pair.texts.append(armour.sealed(letter))
    writer.sent(letter)
    reader.open(pair.last())
    return pair.last()


def both_bid(pair: Pair, first: str = FIRST, second: str = SECOND) -> Pair:
    """Both bids made; the host has to write the letter that shows his."""
    pair.writer.apply(first)
    send(pair)
    pair.writer.apply(second)
    send(pair)
    return pair


def content(text: str) -> str:
    """What is packed in a letter."""
    rows = text[text.index(armour.BEGIN) :].split("\n")
    return zlib.decompress(base64.b64decode("".join(rows[rows.index("") : -2]))).decode()


def bids(player: Correspondence) -> Any:
    """The bids in a player's game."""
    assert player.game is not None
    return player.game.title.dump(player.game.state)["bids"]


@pytest.mark.parametrize("mode", MODES)
def test_the_first_bid_is_not_in_its_letter(mode: Mode) -> None:
    pair = bidding(mode)
    pair.writer.apply(FIRST)
    send(pair)
    text = content(pair.texts[-1])
    assert json.loads(text)["letters"][-1]["veil"]
    assert "bid Allied" not in text
    assert len(json.loads(text)["journal"]) == pair.guest.base  # nothing is written of it


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("second", [SECOND, FIRST, "bid German 5"])
def test_both_bids_are_known_to_both_in_the_end(mode: Mode, second: str) -> None:
    pair = both_bid(bidding(mode), FIRST, second)
    while len(pair.texts) < 4:
        written(pair.writer, RandomPlayer(1), Random(1))
        send(pair)
    assert (
        bids(pair.host)
        == bids(pair.guest)
        == {"German": ["Allied", 17], "Allied": [*second.split()[1:2], int(second.split()[2])]}
    )
    assert proof.verify(pair.last()).game.lines() == pair.last().lines


def test_equal_bids_are_decided_by_dice_of_both() -> None:
    pair = both_bid(bidding("sealed"), FIRST, FIRST)
    assert pair.host.game is not None
    assert [line.text.split()[0] for line in pair.host.game.lines()[1:]] == ["bid", "seed", "bid", "seed"]
    assert pair.host.game.state.dice.count >= 1


def test_the_second_player_does_not_see_what_stands_in() -> None:
    pair = bidding()
    pair.writer.apply(FIRST)
    send(pair)
    guest = pair.guest
    assert guest.table.side == guest.side
    assert view(guest.table.title, guest.table.state, guest.side)["bids"] == {}
    assert len(guest.table.legal()) == 200
    assert "Second player: bid" in guest.standing


def test_a_bid_can_be_taken_back_until_it_is_sent() -> None:
    pair = bidding()
    for player, other in ((pair.host, "bid German 0"), (pair.guest, "bid German 1")):
        with pytest.raises(IllegalCommand):
            player.apply("end")
        player.apply(other)
        with pytest.raises(NotNow):
            player.apply(other)
        player.undo()
        player.apply(FIRST)
        assert player.ready
        send(pair)
    assert bids(pair.host) == {"German": ["Allied", 17], "Allied": ["Allied", 17]}


def test_the_only_player_of_a_secret_step_decides_openly() -> None:
    """Who bids second hides nothing: the other's bid is fixed already."""
    game = both_bid(bidding("trust")).host.game
    assert game is not None
    before = game.branch()
    before.undo(agreed=True)
    assert before.state.stack[-1].secret
    assert not secret.is_first_of_two(before)


# ------------------------------------------------------------------ who cheats


def shown(pair: Pair) -> dict[str, Any]:
    """The host's letter that shows his bid, as JSON values."""
    return plain(written(pair.host, RandomPlayer(1), Random(1)))


def fault_of(letter: dict[str, Any], reader: Correspondence) -> str:
    """What a reader finds."""
    with pytest.raises(BadLetter) as caught:
        reader.open(shaped(letter))  # type: ignore[arg-type]
    return caught.value.fault


def test_another_bid_than_the_veiled_one() -> None:
    """The host learns the guest's bid, and would now rather have bid more: he plays it all out anew."""
    pair = both_bid(bidding())
    honest = twin(pair.guest)
    cheat = pair.host
    assert cheat.game is not None
    cheat.game.undo(cheat.game.seq - 1, agreed=True)
    cheat.game.apply("bid Allied 24")
    links = proof.links_of(pair.last())
    seed = proof.dice_of(cheat.invitation, cheat.game, 2, [SECOND], links.newest["Allied"], cheat.link(2))
    proof.carry_out(cheat.game, Absent("", "", "Allied", ()), [SECOND], seed)
    assert fault_of(shown(pair), honest) == "broken seal"


def test_a_bid_that_is_not_shown() -> None:
    pair = both_bid(bidding())
    letter = shown(pair)
    del letter["journal"][1:]
    letter["letters"][-1]["seq"] = 1
    assert fault_of(letter, pair.guest) == "broken seal"


def test_the_answer_cannot_be_changed_by_who_shows_his_bid() -> None:
    pair = both_bid(bidding("trust"))
    letter = shown(pair)
    letter["letters"][1]["pending"] = ["bid German 0"]
    assert fault_of(letter, pair.guest) == "fork"
    letter = shown(pair)
    letter["journal"][1][1] = "bid German 0"
    assert fault_of(letter, pair.guest) == "edited dice"


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"pending": []}, "incomplete"),
        ({"pending": ["bid German 1", "bid German 2"]}, "incomplete"),
        ({"veil": "0" * 64}, "incomplete"),
        ({"pending": ["end"]}, "illegal command"),
        ({"pending": ["fly to the moon"]}, "illegal command"),
        ({"pending": ["bid German 100"]}, "illegal command"),
    ],
)
def test_answers_that_are_none(change: dict[str, Any], fault: str) -> None:
    pair = bidding()
    pair.writer.apply(FIRST)
    send(pair)
    pair.writer.apply(SECOND)
    letter = plain(pair.writer.letter())
    letter["letters"][-1] |= change
    assert fault_of(letter, pair.host) == fault


def test_only_secret_decisions_can_be_veiled() -> None:
    pair = begun("montys_gamble/basic", "trust")
    letter = shown(pair)
    open_one = deepcopy(letter)
    letter["letters"][-1]["veil"] = "0" * 64
    assert fault_of(letter, pair.guest) == "forbidden"
    assert Entry.model_validate(open_one["letters"][-1]).veil is None


def test_verifying_finds_a_broken_veil() -> None:
    pair = both_bid(bidding("trust"))
    letter = shown(pair)
    letter["letters"][0]["veil"] = "0" * 64
    with pytest.raises(BadLetter) as caught:
        proof.verify(shaped(letter))  # type: ignore[arg-type]
    assert caught.value.fault == "broken seal"


def test_a_bid_is_told_as_soon_as_both_are_made() -> None:
    game = both_bid(bidding("trust")).host.game
    assert game is not None
    number = next(n for n, entry in enumerate(game.entries) if entry.text == FIRST)
    assert game.is_open(number, "Allied")
    first = game.branch()
    first.undo(len(game.entries) - number - 1, agreed=True)
    assert not first.is_open(number, "Allied")
    assert first.is_open(number, "German")
