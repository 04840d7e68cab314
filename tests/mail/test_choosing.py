"""Choosing by trying: what is of no use, what is refused and named, and what the terms say that cannot be prevented."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.mail.kit import begun, decide, exchange, twin, written
from tests.mail.test_adversary import fault_of, pair_of
from tests.mail.test_secret import bidding
from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.cli import main
from wargame_tui.mail import armour, proof
from wargame_tui.mail.box import Box, Case
from wargame_tui.mail.correspondence import Correspondence, NotNow
from wargame_tui.mail.letters import CHOOSING, MODES, PROMISES, BadLetter, Letter, Mode, plain

SCENARIO = "montys_gamble/basic"


def answers(host: Correspondence, count: int) -> list[Correspondence]:
    return [Correspondence.accept(host.invitation, "Bert") for _ in range(count)]


def position(player: Correspondence) -> str:
    assert player.game is not None
    return json.dumps([player.game.lines(), player.game.title.dump(player.game.state)])


@pytest.mark.parametrize("mode", MODES)
def test_an_invitation_leads_nowhere_without_its_answer(mode: Mode) -> None:
    """Cobra is set up with markers drawn: each answer leads to another draw, and the inviter's link is needed, too."""
    host = Correspondence.invite("liberty_roads/cobra", "Allied", "Anna", mode, {})
    seeds = set()
    for guest in answers(host, 8):
        other = replace(host)
        other.take_answer(guest.answer)  # type: ignore[arg-type]
        assert other.game is not None
        seeds.add(other.game.states[0].dice.seed)
        assert host.link(1) not in json.dumps(plain(guest.answer))  # type: ignore[arg-type]
    assert len(seeds) == 8


def test_the_better_of_two_answers_cannot_be_taken() -> None:
    """Neither by the inviter, since the guest knows which one he sent; nor by a guest who accepts anew."""
    host = Correspondence.invite(SCENARIO, "German", "Anna", "sealed", {})
    sent, other = answers(host, 2)
    cheat = replace(host)
    cheat.take_answer(other.answer)  # type: ignore[arg-type]
    lot = RandomPlayer(1)
    assert fault_of(plain(written(cheat, lot, Random(1))), sent) == "changed terms"
    host.take_answer(sent.answer)  # type: ignore[arg-type]
    with pytest.raises(NotNow, match="answered already"):
        host.take_answer(other.answer)  # type: ignore[arg-type]


def test_an_invitation_is_accepted_once(tmp_path: Path) -> None:
    text = armour.sealed(Correspondence.invite(SCENARIO, "German", "Anna", "sealed", {}).invitation)
    box = Box(tmp_path)
    box.receive(text, "Bert")
    with pytest.raises(BadLetter, match="in your box already"):
        box.receive(text, "Bert")


# ------------------------------------------------------------------ an old copy of the letter box put back


@pytest.mark.parametrize("mode", ["sealed", "batch"])
def test_who_opens_a_letter_again_has_the_same_dice(mode: Mode, tmp_path: Path) -> None:
    pair = pair_of(mode)
    letter = written(pair.writer, RandomPlayer(1), Random(1))
    box = Box(tmp_path)
    box.keep(Case("game", pair.reader))
    copy, found = box.path("game").read_bytes(), set[str]()
    for _ in range(3):
        box.path("game").write_bytes(copy)
        found.add(position(Box(tmp_path).receive(armour.sealed(letter), "")[0].mail))
    assert len(found) == 1


@pytest.mark.parametrize("mode", MODES)
def test_who_writes_a_letter_again_is_named(mode: Mode, tmp_path: Path) -> None:
    """The result of what he declared displeases him: he puts back the box of before, and decides otherwise."""
    pair, lot, more, again = begun(SCENARIO, mode, seed=11), RandomPlayer(11), Random(11), None
    while again is None:
        old, honest = twin(pair.writer), pair.reader
        exchange(pair, lot, more)
        sent = pair.last()
        others = (_again(old, seed) for seed in range(5))
        again = next((each for each in others if plain(each) != plain(sent)), None)
    exchange(pair, lot, more)
    assert fault_of(plain(again), honest) in ("already read", "fork")
    longer = plain(pair.last())
    longer["letters"][-2] = plain(again)["letters"][-1] | {"seq": longer["letters"][-2]["seq"] - 1}
    assert fault_of(longer, honest) in ("already read", "fork")


def _again(player: Correspondence, seed: int) -> Letter:
    other = twin(player)
    decide(other, RandomPlayer(seed), Random(seed))
    return other.letter()


def test_a_bid_cannot_be_made_again() -> None:
    pair = bidding("sealed")
    old = twin(pair.writer)
    writer, reader = pair.writer, pair.reader
    first = written(writer, RandomPlayer(1), Random(1))
    writer.sent(first)
    reader.open(first)
    others = [_again(old, seed) for seed in range(12)]
    other = next(each for each in others if each.letters[-1].veil != first.letters[-1].veil)
    assert fault_of(plain(other), reader) in ("already read", "fork")


# ------------------------------------------------------------------ given up and begun again


def test_a_game_begun_again_is_another() -> None:
    """Same players, same terms: no letter of the one goes on in the other, and `verify` names each by its number."""
    one, other = (begun(SCENARIO, "sealed") for _ in range(2))
    assert one.host.invitation.game != other.host.invitation.game
    lot, more = RandomPlayer(1), Random(1)
    exchange(one, lot, more)
    exchange(other, lot, more)
    again = plain(one.last()) | {"answer": plain(other.last())["answer"]}
    assert fault_of(again, other.guest) in ("already read", "forged secret", "fork")
    with pytest.raises(BadLetter) as caught:
        proof.verify(Letter.model_validate(again))
    assert caught.value.fault == "forged secret"


@pytest.mark.parametrize("mode", MODES)
def test_what_cannot_be_prevented_is_said(mode: Mode, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "beginning it again" in PROMISES[mode] or "As sealed" in PROMISES[mode]
    pair = begun(SCENARIO, mode)
    exchange(pair, RandomPlayer(1), Random(1))
    path = tmp_path / "one.letter"
    path.write_text(pair.texts[-1])
    assert main(["verify", str(path)]) == 0
    said = capsys.readouterr().out
    assert f"game {pair.host.invitation.game}" in said
    assert "begun other games, and gave them up" in said
    assert main(["mail", "dice"]) == 0
    assert CHOOSING in capsys.readouterr().out


@pytest.mark.parametrize("words", ["give it up and offer another", "an answer counts once"])
def test_the_manual_says_it_too(words: str) -> None:
    manual = Path(__file__).parents[2] / "README.md"
    assert words in " ".join(manual.read_text().split())
    assert words in CHOOSING
