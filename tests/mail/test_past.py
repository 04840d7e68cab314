"""A game goes from one table to letters and live play, and back, at any moment; its past is told as such."""

from pathlib import Path
from random import Random

import pytest

from tests.mail.kit import Pair, exchange
from tests.mail.test_adversary import Json, fault_of
from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.core import save
from wargame_tui.core.game import Game
from wargame_tui.core.title import find_title
from wargame_tui.live import meeting
from wargame_tui.mail import armour, chain, past, proof
from wargame_tui.mail.box import Box
from wargame_tui.mail.correspondence import Correspondence, NotNow
from wargame_tui.mail.letters import MODES, BadLetter, Mode, plain, shaped

SCENARIOS = ("montys_gamble/basic", "liberty_roads/to_the_rhine")


def at_table(scenario: str, lines: int) -> Game:
    """A game at one table, so far at random."""
    game, lot = Game.new(scenario, 5, {"undo": "free"}), RandomPlayer(5)
    while game.seq < lines and not game.over:
        game.apply(lot.choose(game.legal()))
    return game


def by_letters(game: Game, mode: Mode = "sealed", side: int = 0) -> Pair:
    """The same game, offered and accepted."""
    sides = find_title(game.title.id).sides
    host = Correspondence.invite(game.scenario, sides[side], "Anna", mode, game.options, game)  # type: ignore[arg-type]
    guest = Correspondence.accept(armour.opened(armour.sealed(host.invitation)), "Bert")  # type: ignore[arg-type]
    assert guest.answer is not None
    host.take_answer(guest.answer)
    return Pair(host, guest)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_game_at_one_table_goes_on_by_letters(scenario: str, side: int, mode: Mode) -> None:
    table = at_table(scenario, 60)
    pair = by_letters(table, mode, side)
    assert pair.host.game is not None
    assert pair.host.game.lines()[:60] == table.lines()
    assert pair.host.game.state.stack == table.state.stack
    assert (pair.host.game.state.dice.seed is None) == (mode != "trust")
    assert pair.host.game.state.dice.seed != table.state.dice.seed, "the old dice are known to both"
    lot, more = RandomPlayer(2), Random(2)
    for _ in range(6):
        exchange(pair, lot, more)
    found = proof.verify(pair.last())
    assert found.proved[0].startswith("Since the first letter, after 60 lines: ")
    assert any("stands as both players have agreed" in words for words in found.open)


def test_of_a_game_without_a_past_nothing_of_the_kind_is_said() -> None:
    pair = by_letters(Game.new("montys_gamble/basic", 5))
    assert pair.host.invitation.past == []
    assert "past" not in plain(pair.host.invitation)
    exchange(pair, RandomPlayer(2), Random(2))
    assert proof.PAST not in proof.verify(pair.last()).open


def test_what_is_taken_back_stops_at_the_first_letter() -> None:
    pair = by_letters(at_table("montys_gamble/basic", 60))
    while True:
        exchange(pair, RandomPlayer(2), Random(2))
        writer = pair.writer
        assert writer.game is not None
        mine = [n for n, entry in enumerate(writer.game.entries[:60]) if entry.side == writer.side]
        if writer.game.side == writer.side and mine:
            break
    with pytest.raises(NotNow, match="before the first letter"):
        writer.ask_back(mine[-1])


def test_over_and_tampered_games_do_not_go_over() -> None:
    table = at_table("first_command/mortain", 10_000)
    assert table.over
    with pytest.raises(past.NoPast, match="over"):
        past.brought(table)
    table = at_table("montys_gamble/basic", 20)
    table.script([6, 6])
    with pytest.raises(past.NoPast, match="laid down by hand"):
        past.brought(table)


def _another_seed(terms: Json) -> None:
    terms["past_seed"] += 1


def _another_command(terms: Json) -> None:
    terms["past"][-1][1] = "end"


def _a_line_less(terms: Json) -> None:
    del terms["past"][10]


def _nothing_but_a_seed(terms: Json) -> None:
    terms["past"] = []


@pytest.mark.parametrize("forge", [_another_seed, _another_command, _a_line_less, _nothing_but_a_seed])
def test_a_past_changed_on_its_way_is_found(forge: object) -> None:
    """By who accepts, or by who has offered: a game under other terms comes to nothing."""
    host = by_letters(at_table("montys_gamble/basic", 60)).host
    terms = plain(host.invitation)
    forge(terms)  # type: ignore[operator]
    host.answer = host.game = None
    try:
        guest = Correspondence.accept(shaped(terms), "Bert")  # type: ignore[arg-type]
    except BadLetter:
        return
    assert guest.answer is not None
    assert fault_of(plain(guest.answer), host) == "foreign game"


def test_a_letter_that_tells_another_past_is_found() -> None:
    pair = by_letters(at_table("montys_gamble/basic", 60))
    while not pair.writer.ready:
        pair.writer.apply(pair.writer.table.legal(1)[0])
    for change in ("journal", "terms"):
        letter = plain(pair.writer.letter())
        if change == "journal":
            letter["journal"][5][1] = "end"
        else:
            letter["answer"]["invitation"]["past"][5][1] = "end"
        with pytest.raises(BadLetter) as caught:
            pair.reader.open(shaped(letter))  # type: ignore[arg-type]
        assert caught.value.fault in {"edited history", "changed terms"}


def test_the_chains_are_bound_to_the_past() -> None:
    """Nobody can show an answer to one past as the answer to another."""
    one = by_letters(at_table("montys_gamble/basic", 60)).host.invitation
    other = one.model_copy(update={"past": one.past[:-1]})
    assert one.bond(one.side) != other.bond(one.side)
    assert chain.link("00" * 32, 5, one.bond(one.side)) != chain.link("00" * 32, 5, other.bond(one.side))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_game_by_letters_comes_back_to_one_table_and_goes_out_again(
    scenario: str, mode: Mode, tmp_path: Path
) -> None:
    pair, lot = by_letters(at_table(scenario, 40), mode), RandomPlayer(2)
    for _ in range(5):
        exchange(pair, lot, Random(2))
    table = pair.writer.at_one_table()
    save.write(table, tmp_path / "table.json")
    back = save.read(tmp_path / "table.json")
    assert back.lines() == table.lines()
    assert not back.unverified
    for _ in range(40):
        if not back.over:
            back.apply(lot.choose(back.legal()))
    if not back.over:
        again = by_letters(back, mode)
        exchange(again, lot, Random(3))
        proof.verify(again.last())


def test_a_game_at_one_table_goes_on_live(tmp_path: Path) -> None:
    table = at_table("montys_gamble/basic", 60)
    side = find_title("montys_gamble").sides[0]
    exchange_ = meeting.offered(Box(tmp_path), table.scenario, side, "Anna", "sealed", {"undo": "free"}, table)
    assert exchange_.mail.invitation.past == [list(line) for line in table.lines()]
    again = meeting.taken_up(Box(tmp_path), exchange_.case.name)
    assert again.mail.invitation == exchange_.mail.invitation
