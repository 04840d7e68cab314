"""Two players have two secrets: no chain stands for both of them or for two games, and older games go on."""

from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest

from tests.mail.kit import Pair, begun, exchange, written
from tests.mail.test_adversary import SCENARIO, fault_of
from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.core.title import StandingOrder
from wargame_tui.mail import armour, chain, enclosed, proof
from wargame_tui.mail.box import Box, Case
from wargame_tui.mail.correspondence import Correspondence
from wargame_tui.mail.letters import FORMAT, MODES, Answer, BadLetter, Letter, Lock, Mode, plain

OLDEST = 1
"""The format in which chains are bound to nobody."""
FORMATS = range(OLDEST, FORMAT + 1)


class Echo(Correspondence):
    """A guest who shows the inviter's links as his own."""

    def link(self, number: int) -> str:
        return chain.link(self.secret, number, self.invitation.bond(self.invitation.side))


def inviting(form: int, mode: Mode = "sealed") -> Correspondence:
    """A game that is offered in a format."""
    new = Correspondence.invite(SCENARIO, "German", "Anna", mode, {})
    terms = new.invitation.model_copy(update={"format": form})
    tip = chain.link(new.secret, 0, terms.bond(new.side))
    return Correspondence(new.side, new.secret, terms.model_copy(update={"tip": tip}))


def guest_of(host: Correspondence, secret: str, tip: str | None = None) -> Correspondence:
    """Who accepts it by hand, with a secret and perhaps a tip of his choice."""
    terms = host.invitation
    tip = tip or chain.link(secret, 0, terms.bond(terms.guest))
    return Correspondence(terms.guest, secret, terms, Answer(invitation=terms, name="Eve", tip=tip))


def answer_of(player: Correspondence) -> Answer:
    assert player.answer is not None
    return player.answer


def reflected(form: int) -> tuple[Pair, Letter]:
    """A guest answers with the inviter's tip and echoes his links; his first letter, to one who does not mind."""
    host = inviting(form)
    eve = guest_of(host, host.secret, host.invitation.tip)
    pair = Pair(host, Echo(eve.side, eve.secret, eve.invitation, eve.answer))
    with patch.object(proof, "insist_on_two_secrets"):
        host.take_answer(answer_of(eve))
        lot, more = RandomPlayer(7), Random(7)
        exchange(pair, lot, more)
        return pair, written(pair.guest, lot, more)


def fault_in(letter: Letter) -> str:
    with pytest.raises(BadLetter) as caught:
        proof.verify(letter)
    assert "one and the same" in str(caught.value)
    return caught.value.fault


# ------------------------------------------------------------------ one chain for both players


@pytest.mark.parametrize("form", FORMATS)
def test_an_answer_with_the_inviters_own_secret(form: int) -> None:
    host = inviting(form)
    assert fault_of(plain(answer_of(guest_of(host, host.secret, host.invitation.tip))), host) == "one secret"


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("steps", [1, 57, chain.LINKS])
def test_an_answer_whose_secret_follows_from_the_inviters(form: int, steps: int) -> None:
    """What is public makes a chain, too: everybody knows its links before they are shown."""
    host = inviting(form)
    terms = host.invitation
    later = chain.onward(terms.tip, steps, terms.bond(terms.guest))
    assert fault_of(plain(answer_of(guest_of(host, terms.tip, later))), host) == "one secret"


@pytest.mark.parametrize("form", FORMATS)
def test_links_that_are_echoed_are_found_in_every_letter(form: int) -> None:
    pair, letter = reflected(form)
    assert fault_in(letter) == "one secret"
    assert fault_of(plain(letter), pair.host) == "one secret"


def test_an_old_game_with_one_secret_goes_on_no_more() -> None:
    """It may lie in boxes from before: there, too, `verify` says what it is, and no letter continues it."""
    pair, letter = reflected(OLDEST)
    with patch.object(proof, "insist_on_two_secrets"):
        pair.guest.sent(letter)
        pair.host.open(letter)
        answer = written(pair.host, RandomPlayer(1), Random(1))
        assert answer.links[pair.guest.side] == pair.host.link(1)  # all dice of letter 1 were the inviter's to know
    assert fault_in(answer) == "one secret"
    assert fault_of(plain(answer), pair.guest) == "one secret"


@pytest.mark.parametrize("form", FORMATS)
def test_chains_that_meet_further_on(form: int) -> None:
    """Two who hold together, or one who writes both letters: no link may be shown by both."""
    shared = chain.new_secret()
    courses = [[chain.new_secret(), shared], [shared, chain.new_secret()]]
    host = inviting(form)
    with pytest.raises(BadLetter, match="one and the same"):
        proof.insist_on_two_secrets(answer_of(guest_of(host, chain.new_secret())), courses)


def test_bound_chains_of_one_secret_have_nothing_in_common() -> None:
    """Links are bound to a player: what one shows is no link of the other's, even from the same secret."""
    host = inviting(FORMAT)
    guest = guest_of(host, host.secret)
    assert {host.link(n) for n in range(200)}.isdisjoint(guest.link(n) for n in range(200))
    assert host.link(3) == chain.onward(host.link(5), 2, host.invitation.bond(host.side))


# ------------------------------------------------------------------ one chain for two games


def test_a_chain_stands_for_one_game_only() -> None:
    """A secret, and a tip, taken from another game: the first letter is refused, since no link leads to that tip."""
    one, other = begun(SCENARIO, "sealed"), inviting(FORMAT)
    borrowed = guest_of(other, one.guest.secret, answer_of(one.guest).tip)
    assert borrowed.link(0) != answer_of(borrowed).tip
    other.take_answer(answer_of(borrowed))
    pair = Pair(other, borrowed)
    lot, more = RandomPlayer(7), Random(7)
    exchange(pair, lot, more)
    assert fault_of(plain(written(borrowed, lot, more)), other) == "forged secret"


def test_a_chain_is_bound_to_what_was_agreed() -> None:
    terms = inviting(FORMAT).invitation
    bonds = {terms.bond(side) for side in (terms.side, terms.guest)}
    for change in (
        {"game": "0" * 16},
        {"scenario": "montys_gamble/extended"},
        {"options": {"fog": "on"}},
        {"mode": "trust"},
        {"name": "Eve"},
        {"side": terms.guest, "guest": terms.side},
    ):
        bonds.add(terms.model_copy(update=change).bond(terms.side))
    assert len(bonds) == 8
    assert terms.model_copy(update={"tip": "0" * 64}).bond(terms.side) == terms.bond(terms.side)


# ------------------------------------------------------------------ games of before


def test_links_of_before_are_what_they_were() -> None:
    assert chain.link("11" * 32, 0, "") == "f0d642a34ef86c77ad2e0a0da2667ea1838e9b927c4f8e39e7d1d613ac02334a"
    assert chain.link("11" * 32, 9_999, "") == "8b26810d3e27fe631e8769c24cd30489c83b3567f98552e764bdb4b837ac1905"


def test_locks_of_before_are_what_they_were() -> None:
    order = StandingOrder("demolition", "blow *", {"formation": "XXX_Corps"}, enclosed=True)
    assert enclosed.locked(order, "11" * 32, "0" * 16, "") == Lock(
        fields=["formation"],
        salt="d91ddc71057ac9aeacf1e171424fa97c",
        tag="0de397c56fecc81c4e492e790e03118e6caade98eb162222bcc584e905605217",
    )


@pytest.mark.parametrize("mode", MODES)
def test_games_of_before_go_on(mode: Mode, tmp_path: Path) -> None:
    """Answered, played, kept, verified: in letters that the program of before reads, too."""
    host = inviting(OLDEST, mode)
    guest = guest_of(host, chain.new_secret())
    host.take_answer(answer_of(guest))
    pair, lot, more = Pair(host, guest), RandomPlayer(5), Random(5)
    for _ in range(6):
        exchange(pair, lot, more)
    assert "Version: 1\n" in pair.texts[-1]
    assert proof.verify(pair.last()).letters == 6
    box = Box(tmp_path)
    box.keep(Case("old", pair.guest))
    assert Box(tmp_path).load("old").mail.link(3) == pair.guest.link(3)


def test_no_game_begins_as_before() -> None:
    with pytest.raises(BadLetter, match="Anna should bring the program up to date") as caught:
        Correspondence.accept(inviting(OLDEST).invitation, "Bert")
    assert caught.value.fault == "format"


def test_letters_of_a_later_program() -> None:
    later = armour.sealed(inviting(FORMAT).invitation).replace(f"Version: {FORMAT}", f"Version: {FORMAT + 1}")
    with pytest.raises(BadLetter, match=f"this program reads 1 to {FORMAT}"):
        armour.opened(later)
