"""Taking back by consent of both: asked for, granted or refused, proved from the last letter; forgers are found."""

from collections.abc import Callable
from functools import cache
from random import Random

import pytest

from tests.mail.kit import Pair, exchange, play, twins
from tests.mail.test_adversary import Json, fault_of
from tests.mail.test_ahead import handed_over
from wargame_tui.bots.random_player import RandomPlayer
from wargame_tui.mail import armour, proof
from wargame_tui.mail.correspondence import NotNow
from wargame_tui.mail.letters import MODES, Mode, plain, shaped

SCENARIO = "montys_gamble/basic"


def _asking(pair: Pair) -> bool:
    """Whether the writer could ask to take his last letter back."""
    writer = pair.writer
    if len(pair.texts) < 24 or writer.game is None or not _known(pair):
        return False
    try:
        writer.ask_back()
    except NotNow:
        return False
    return True


def _known(pair: Pair) -> list[int]:
    """Lines that the writer decided while the seed of dice was known: what he had declared."""
    game = pair.writer.game
    assert game is not None
    mine = [n for n, entry in enumerate(game.entries) if entry.side == pair.writer.side]
    return [n for n in mine if game.states[n].dice.seed is not None]


@cache
def _asked(mode: Mode) -> Pair:
    return play(SCENARIO, mode, 11, until=_asking)


def asked(mode: Mode = "sealed") -> Pair:
    """A game whose writer has decided to ask for his last letter back."""
    pair = twins(_asked(mode))
    pair.writer.ask_back()
    return pair


def answered(mode: Mode = "sealed", *, grant: bool = True) -> Pair:
    """A game whose writer has made up his mind what he says to that."""
    pair = asked(mode)
    handed_over(pair)
    pair.writer.answer_back(grant=grant)
    return pair


@pytest.mark.parametrize("mode", MODES)
def test_what_is_granted_is_taken_back_and_the_game_goes_on(mode: Mode) -> None:
    pair = asked(mode)
    line, before = pair.writer.asks, pair.writer.game
    assert before is not None
    assert line is not None
    asker = pair.writer
    handed_over(pair)
    assert not pair.writer.ready
    assert not pair.writer.may_decide
    pair.writer.answer_back(grant=True)
    handed_over(pair)
    assert pair.writer is asker
    assert asker.game is not None
    assert asker.game.seq == line
    assert asker.game.side == asker.side
    assert asker.game.lines() == before.lines()[:line]
    assert pair.reader.game is not None
    assert pair.reader.game.lines() == asker.game.lines()
    lot, more = RandomPlayer(5), Random(5)
    for _ in range(6):
        exchange(pair, lot, more)
    found = proof.verify(pair.last())
    assert any("taken back, once" in words for words in found.proved)
    assert found.game.lines() == pair.last().lines


@pytest.mark.parametrize("mode", MODES)
def test_what_is_refused_stands(mode: Mode) -> None:
    pair = asked(mode)
    asker = pair.writer
    assert asker.game is not None
    lines = asker.game.lines()
    handed_over(pair)
    pair.writer.answer_back(grant=False)
    handed_over(pair)
    assert asker.game.lines() == lines
    assert asker.may_decide
    lot, more = RandomPlayer(5), Random(5)
    for _ in range(4):
        exchange(pair, lot, more)
    assert not any("taken back" in words for words in proof.verify(pair.last()).proved)


def test_it_can_be_done_again_and_again() -> None:
    pair = asked()
    for grant in (True, True, False, True):
        handed_over(pair)
        pair.writer.answer_back(grant=grant)
        handed_over(pair)
        lot, more = RandomPlayer(3), Random(3)
        while True:
            exchange(pair, lot, more)
            try:
                pair.writer.ask_back()
            except NotNow:
                continue
            break
    found = proof.verify(pair.last())
    assert any("3 times" in words for words in found.proved)


def test_dice_that_were_seen_do_not_come_again() -> None:
    """What is asked for anew, with the same words at the same place, takes a seed of links that nobody had shown."""
    pair = answered()
    handed_over(pair)
    writer = pair.writer
    assert writer.game is not None
    seeds = {line.text for line in _asked("sealed").writer.game.lines() if line.text.startswith("seed ")}  # type: ignore[union-attr]
    lot, more = RandomPlayer(5), Random(5)
    for _ in range(4):
        exchange(pair, lot, more)
    assert pair.host.game is not None
    fresh = [line.text for line in pair.host.game.lines(_asked("sealed").writer.asks or 0)]
    new = {text for text in fresh if text.startswith("seed ") and text != "seed null"}
    assert new
    assert not new & seeds


def test_what_cannot_be_asked_for() -> None:
    pair = asked()
    writer = pair.writer
    writer.undo()
    assert writer.asks is None
    assert writer.game is not None
    theirs = next(n for n, entry in enumerate(writer.game.entries) if entry.side == pair.reader.side)
    for line in (theirs, writer.game.seq, -1):
        with pytest.raises(NotNow):
            writer.ask_back(line)
    with pytest.raises(NotNow):
        pair.reader.ask_back()
    with pytest.raises(NotNow, match="has not asked"):
        writer.answer_back(grant=True)
    writer.apply(writer.game.legal(1)[0])
    with pytest.raises(NotNow, match="undo first"):
        writer.ask_back()


# ------------------------------------------------------------------ manipulations


def _honest(pair: Pair) -> Json:
    return plain(pair.writer.letter())


def _grants_another_line(letter: Json, pair: Pair) -> None:
    """Further back than was asked for."""
    entry = letter["letters"][-1]
    to = entry["seq"] - 1
    entry["lost"] = [*letter["journal"][to:], *entry["lost"]]
    entry["seq"] = to
    del letter["journal"][to:]


def _grants_and_plays(letter: Json, pair: Pair) -> None:
    """It keeps lines of the other that it likes."""
    entry = letter["letters"][-1]
    letter["journal"].append(entry["lost"].pop(0))
    entry["seq"] += 1


def _lies_about_the_past(letter: Json, pair: Pair) -> None:
    letter["letters"][-1]["lost"][0][1] = "end"


def _forgets_the_past(letter: Json, pair: Pair) -> None:
    letter["letters"][-1]["lost"] = []


def _drops_the_past(letter: Json, pair: Pair) -> None:
    del letter["letters"][-1]["lost"]


def _refuses_and_goes_back(letter: Json, pair: Pair) -> None:
    letter["letters"][-1]["granted"] = False


def _says_nothing(letter: Json, pair: Pair) -> None:
    for name in ("granted", "lost"):
        del letter["letters"][-1][name]


def _declares(letter: Json, pair: Pair) -> None:
    letter["letters"][-1]["pending"] = ["end"]


def _asks_in_turn(letter: Json, pair: Pair) -> None:
    letter["letters"][-1]["asks"] = 3


def _changes_the_request(letter: Json, pair: Pair) -> None:
    """It answers another request than the one that was made."""
    _grants_another_line(letter, pair)
    letter["letters"][-2]["asks"] = letter["letters"][-1]["seq"]


ANSWERS: dict[str, tuple[Callable[[Json, Pair], None], set[str]]] = {
    "more is taken back than was asked for": (_grants_another_line, {"forged consent"}),
    "less is taken back": (_grants_and_plays, {"forged consent"}),
    "what was taken back is told otherwise": (_lies_about_the_past, {"edited history"}),
    "what was taken back is forgotten": (_forgets_the_past, {"edited history"}),
    "what was taken back is left out": (_drops_the_past, {"edited history"}),
    "refused, and gone back all the same": (_refuses_and_goes_back, {"forged consent", "edited history"}),
    "neither yes nor no": (_says_nothing, {"incomplete", "edited history"}),
    "a declaration with the answer": (_declares, {"forged consent"}),
    "a request with the answer": (_asks_in_turn, {"forged consent"}),
    "an answer to another request": (_changes_the_request, {"fork"}),
}


@pytest.mark.parametrize("manipulation", ANSWERS)
@pytest.mark.parametrize("mode", MODES)
def test_a_forged_answer_is_found(manipulation: str, mode: Mode) -> None:
    forge, faults = ANSWERS[manipulation]
    pair = answered(mode)
    letter = _honest(pair)
    forge(letter, pair)
    assert fault_of(letter, pair.reader) in faults


def test_a_grant_that_nobody_asked_for_is_found() -> None:
    """With the consent of an old request, too: it counts for the letter before it alone."""
    for pair in (twins(_asked("sealed")), _after_an_old_request()):
        pair.writer.asks = None
        lot = RandomPlayer(4)
        while not pair.writer.ready:
            pair.writer.apply(lot.choose(pair.writer.table.legal()))
        letter = _honest(pair)
        letter["letters"][-1] |= {"granted": True, "lost": []}
        assert fault_of(letter, pair.reader) in {"forged consent", "edited history"}
        letter = _honest(pair)
        letter["letters"][-1] |= {"granted": False}
        assert fault_of(letter, pair.reader) == "forged consent"


def _after_an_old_request() -> Pair:
    pair = answered(grant=False)
    handed_over(pair)
    exchange(pair, RandomPlayer(4), Random(4))
    return pair


def _asks_for_the_others_decision(letter: Json, pair: Pair) -> None:
    game = pair.writer.game
    assert game is not None
    theirs = [n for n, entry in enumerate(game.entries) if entry.side == pair.reader.side]
    letter["letters"][-1]["asks"] = theirs[-1]


def _asks_for_known_dice(letter: Json, pair: Pair) -> None:
    """Back to a decision that came while the seed was known: it would be known again."""
    letter["letters"][-1]["asks"] = _known(pair)[-1]


def _asks_beyond_the_end(letter: Json, pair: Pair) -> None:
    letter["letters"][-1]["asks"] = letter["letters"][-1]["seq"]


def _asks_and_plays(letter: Json, pair: Pair) -> None:
    game = pair.writer.game
    assert game is not None
    ahead = game.branch()
    ahead.reseed(5)
    ahead.apply(ahead.legal(1)[0])
    letter["journal"] = [list(line) for line in ahead.lines()]
    letter["letters"][-1]["seq"] = len(letter["journal"])


def _asks_and_declares(letter: Json, pair: Pair) -> None:
    letter["letters"][-1]["pending"] = ["end"]


def _asks_and_takes(letter: Json, pair: Pair) -> None:
    """It grants itself what it asks for."""
    to = letter["letters"][-1]["asks"]
    letter["letters"][-1] |= {"granted": True, "lost": letter["journal"][to:], "seq": to}
    del letter["journal"][to:]


REQUESTS: dict[str, Callable[[Json, Pair], None]] = {
    "for the other's decision": _asks_for_the_others_decision,
    "for a decision among known dice": _asks_for_known_dice,
    "for what has not been played": _asks_beyond_the_end,
    "with a decision": _asks_and_plays,
    "with a declaration": _asks_and_declares,
    "granted by itself": _asks_and_takes,
}


@pytest.mark.parametrize("manipulation", REQUESTS)
def test_a_forged_request_is_found(manipulation: str) -> None:
    pair = asked()
    letter = _honest(pair)
    REQUESTS[manipulation](letter, pair)
    assert fault_of(letter, pair.reader) in {"forged request", "forged consent", "edited history", "malformed"}


def test_a_later_letter_cannot_change_what_was_taken_back() -> None:
    """`verify` plays every letter as it was, with what was taken back: whoever writes that anew is found."""
    pair = answered()
    handed_over(pair)
    lot, more = RandomPlayer(5), Random(5)
    exchange(pair, lot, more)
    for change in ("granted", "lost", "asks"):
        letter = plain(pair.last())
        entry = next(each for each in letter["letters"] if each.get(change) is not None)
        entry[change] = {"granted": False, "lost": entry.get("lost", [])[:-1], "asks": 1}[change]
        with pytest.raises(proof.BadLetter):
            proof.verify(shaped(letter))  # type: ignore[arg-type]


def test_a_letter_with_a_request_reads_well_and_goes_as_text() -> None:
    pair = answered()
    text = armour.sealed(pair.writer.letter())
    assert armour.opened(text) == pair.writer.letter()
