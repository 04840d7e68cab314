"""What a dishonest player might send: every manipulation is found out and named, and nothing of the game is lost.

A forger knows the program: he writes all checksums, checks of lines and counts anew. What he lacks are the other's
secret and a second past.
"""

import base64
import json
import zlib
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from hashlib import sha256
from typing import Any

import pytest

from tests.mail.kit import Pair, begun, play, twin, twins
from wargame_tui.core import journal
from wargame_tui.core.game import Game
from wargame_tui.mail import armour, chain, proof
from wargame_tui.mail.correspondence import Correspondence, NotNow
from wargame_tui.mail.enclosed import Absent
from wargame_tui.mail.letters import FORMAT, Answer, BadLetter, Invitation, Letter, Mode, plain, shaped

SCENARIO = "montys_gamble/basic"
Json = dict[str, Any]
Forgery = Callable[[Json, Pair], None]


@cache
def _pair(mode: Mode) -> Pair:
    """A game in which the writer's next letter carries out rolls, plays on and, but for trust, declares again."""
    return play(SCENARIO, mode, 11, until=_interesting)


def _interesting(pair: Pair) -> bool:
    if len(pair.texts) < 6 or pair.guest.game is None:
        return False
    last = pair.last()
    return bool(last.letters[-1].pending) or last.invitation.mode == "trust"


def pair_of(mode: Mode) -> Pair:
    """A copy of that game."""
    return twins(_pair(mode))


def next_letter(pair: Pair) -> Json:
    """The honest letter that is due, as JSON values."""
    writer = pair.writer
    assert writer.game is not None
    while not writer.ready:
        writer.apply(writer.game.legal(1)[0])
    return plain(writer.letter())


def rechained(letter: Json, start: int = 0) -> None:
    """Make all checks of lines fit again from a line on, the outcomes as they are."""
    game = proof.begin(shaped(letter).answer, "00" * 32)  # type: ignore[union-attr]
    root = game.root
    if letter["journal"] and start == 0:
        answer, first = letter["answer"], _first_link(letter)
        root = proof.begin(Answer.model_validate(answer), first).root
    last = letter["journal"][start - 1][2] if start else root
    for line in letter["journal"][start:]:
        line[2] = journal._linked(last, line[0], line[1], line[2][: journal.OUTCOME])
        last = line[2]


def _first_link(letter: Json) -> str:
    side = letter["answer"]["invitation"]["side"]
    written = sum(entry["side"] == side for entry in letter["letters"])
    bond = Invitation.model_validate(letter["answer"]["invitation"]).bond(side)
    return chain.onward(letter["links"][side], written - 1, bond)


def fault_of(given: Json | str, reader: Correspondence) -> str:
    """The fault that a reader finds; his game stays as it was."""
    before = deepcopy(_record(reader))
    with pytest.raises(BadLetter) as caught:
        _take_in(given, reader)
    assert _record(reader) == before
    assert str(caught.value)[0].islower() or str(caught.value)[0] == "`"
    return caught.value.fault


def _take_in(given: Json | str, reader: Correspondence) -> None:
    post = armour.opened(given) if isinstance(given, str) else shaped(given)
    if isinstance(post, Letter):
        reader.open(post)
    elif isinstance(post, Answer):
        reader.take_answer(post)


def _record(player: Correspondence) -> tuple[Any, ...]:
    game = player.game
    state = game.title.dump(game.state) if game else None
    return state, game.lines() if game else None, player.letters, player.links, player.pending, player.base


# ------------------------------------------------------------------ the text


def _text(mode: Mode = "sealed") -> str:
    return armour.sealed(shaped(next_letter(pair_of(mode))))


def packed(values: object) -> str:
    """Any values as an armoured letter whose checksum is right."""
    data = zlib.compress(values if isinstance(values, bytes) else json.dumps(values).encode(), 9)
    body = base64.b64encode(data).decode()
    checksum = sha256(data).hexdigest()
    return f"{armour.BEGIN}\nVersion: {FORMAT}\nGame: x\nChecksum: {checksum}\n\n{body}\n{armour.END}\n"


def _flipped(text: str) -> str:
    middle = len(text) // 2
    while not text[middle].isalpha():
        middle += 1
    return text[:middle] + ("a" if text[middle] != "a" else "b") + text[middle + 1 :]


def _rows(text: str, change: Callable[[list[str]], list[str]]) -> str:
    return "\n".join(change(text.split("\n")))


TEXTS: dict[str, tuple[Callable[[str], str], str]] = {
    "cut off": (lambda text: text[: len(text) // 2], "damaged"),
    "a character changed": (_flipped, "damaged"),
    "a row missing": (lambda text: _rows(text, lambda rows: rows[:6] + rows[7:]), "damaged"),
    "rows swapped": (lambda text: _rows(text, lambda rows: [*rows[:6], rows[7], rows[6], *rows[8:]]), "damaged"),
    "no frame": (lambda text: text.replace(armour.BEGIN, ""), "no letter"),
    "another version": (lambda text: text.replace(f"Version: {FORMAT}", "Version: 9"), "format"),
    "no checksum": (lambda text: "\n".join(row for row in text.split("\n") if "Checksum" not in row), "damaged"),
    "something else": (lambda text: "Dear Bert, the letter follows tomorrow.", "no letter"),
    "not packed": (lambda text: _rows(packed({}), lambda rows: [*rows[:5], "eHh4", rows[6]]), "damaged"),
    "too large": (lambda text: packed(b" " * (armour.MOST_BYTES + 1)), "damaged"),
    "no values": (lambda text: packed(b"{"), "malformed"),
    "no kind": (lambda text: packed({"kind": "postcard"}), "no letter"),
    "a name twice": (lambda text: packed(b'{"kind": "letter", "kind": "letter"}'), "malformed"),
}  # fmt: skip


@pytest.mark.parametrize("manipulation", TEXTS)
def test_texts_that_are_no_sound_letter(manipulation: str) -> None:
    change, fault = TEXTS[manipulation]
    assert fault_of(change(_text()), pair_of("sealed").reader) == fault


# ------------------------------------------------------------------ the game it belongs to


def _set(*path: str | int, to: Any) -> Forgery:
    def change(letter: Json, pair: Pair) -> None:
        place: Any = letter
        for key in path[:-1]:
            place = place[key]
        assert place[path[-1]] != to
        place[path[-1]] = to

    return change


def _extra(letter: Json, pair: Pair) -> None:
    letter["postscript"] = "hello"


TERMS: dict[str, tuple[Forgery, str]] = {
    "another game": (_set("answer", "invitation", "game", to="0" * 16), "foreign game"),
    "another scenario": (_set("answer", "invitation", "scenario", to="montys_gamble/extended"), "changed terms"),
    "other options": (_set("answer", "invitation", "options", to={"fog": "on"}), "changed terms"),
    "another way to roll": (_set("answer", "invitation", "mode", to="trust"), "changed terms"),
    "sides exchanged": (_set("answer", "invitation", "side", to="Allied"), "changed terms"),
    "other rules": (_set("answer", "invitation", "rules_version", to="0"), "changed terms"),
    "other data": (_set("answer", "invitation", "data_digest", to="0" * 64), "changed terms"),
    "a new secret for the game": (_set("answer", "invitation", "tip", to="0" * 64), "changed terms"),
    "the reader's secret changed": (_set("answer", "tip", to="0" * 64), "changed terms"),
    "a field too many": (_extra, "malformed"),
    "a field of the wrong kind": (_set("links", to=[]), "malformed"),
}


@pytest.mark.parametrize("manipulation", TERMS)
def test_letters_of_another_game(manipulation: str) -> None:
    pair = pair_of("sealed")
    letter = next_letter(pair)
    TERMS[manipulation][0](letter, pair)
    assert fault_of(letter, pair.reader) == TERMS[manipulation][1]


def test_a_letter_of_another_game_between_the_same_players() -> None:
    assert fault_of(next_letter(begun(SCENARIO, "sealed")), pair_of("sealed").reader) == "foreign game"


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("scenario", "montys_gamble/nowhere", "unknown title"),
        ("scenario", "chess/classic", "unknown title"),
        ("rules_version", "0", "other rules"),
        ("data_digest", "0" * 64, "other data"),
        ("side", "French", "malformed"),
    ],
)
def test_invitations_to_what_is_not_here(field: str, value: str, fault: str) -> None:
    terms = plain(begun(SCENARIO, "sealed").host.invitation) | {field: value}
    with pytest.raises(BadLetter) as caught:
        Correspondence.accept(Invitation.model_validate(terms), "Bert")
    assert caught.value.fault == fault


def test_answers_that_do_not_fit() -> None:
    one, other = begun(SCENARIO, "sealed"), begun(SCENARIO, "sealed")
    inviter = Correspondence.invite(SCENARIO, one.host.side, "Anna", "sealed", {})
    assert other.guest.answer is not None
    assert fault_of(plain(other.guest.answer), inviter) == "foreign game"
    changed = plain(Correspondence.accept(inviter.invitation, "Bert").answer)  # type: ignore[arg-type]
    changed["invitation"]["mode"] = "trust"
    assert fault_of(changed, inviter) == "foreign game"


def test_an_answer_counts_once() -> None:
    pair = begun(SCENARIO, "sealed")
    answer = Correspondence.accept(pair.host.invitation, "Eve").answer
    assert answer is not None
    with pytest.raises(NotNow):
        pair.host.take_answer(answer)


# ------------------------------------------------------------------ its place in the correspondence


def test_a_letter_counts_once() -> None:
    pair = pair_of("sealed")
    assert fault_of(pair.texts[-1], pair.writer) == "already read"
    assert fault_of(pair.texts[-3], pair.writer) == "already read"


def test_a_letter_that_was_not_sent_is_missed() -> None:
    pair = pair_of("sealed")
    reader, texts = twin(pair.reader), len(pair.texts)
    play_on = play(SCENARIO, "sealed", 11, until=lambda each: len(each.texts) == texts + 3)
    later = play_on.last()
    assert later.number == texts + 3
    forged = plain(later)
    forged["answer"] = plain(reader.answer)  # type: ignore[arg-type]
    assert fault_of(forged, reader) in ("fork", "letter missing")
    honest = next_letter(pair)
    for entry in (
        {"side": pair.reader.side, "seq": 900, "pending": []},
        {"side": pair.writer.side, "seq": 950, "pending": []},
    ):
        honest["letters"].append(entry)
    assert fault_of(honest, reader) == "letter missing"


def test_a_second_version_of_a_letter_is_a_fork() -> None:
    pair = pair_of("sealed")
    honest = next_letter(pair)
    honest["letters"][-2]["pending"] = []
    assert fault_of(honest, pair.reader) == "fork"


def test_a_letter_out_of_turn() -> None:
    pair = pair_of("sealed")
    writer, reader = pair.writer, pair.reader
    letter = next_letter(pair)
    reader.open(shaped(letter))  # type: ignore[arg-type]
    again = deepcopy(letter)
    again["letters"].append({"side": writer.side, "seq": len(again["journal"]), "pending": []})
    assert fault_of(again, reader) == "out of turn"


def test_a_letter_after_the_end() -> None:
    pair = play("tigers_in_the_mist/seventh_army", "trust", 5)
    last = plain(pair.last())
    reader = next(each for each in (pair.host, pair.guest) if each.side != pair.last().side)
    last["letters"].append(last["letters"][-1])
    last["links"][pair.last().side] = chain.new_secret()
    assert fault_of(last, reader) == "out of turn"


def test_a_letter_in_the_readers_name() -> None:
    pair = pair_of("sealed")
    letter = next_letter(pair)
    letter["letters"][-1]["side"] = pair.reader.side
    assert fault_of(letter, pair.reader) == "wrong player"


# ------------------------------------------------------------------ the past


def _past(letter: Json) -> int:
    return next(number for number, line in enumerate(letter["journal"]) if number > 4 and line[0] != "*")


def _line_changed(letter: Json, pair: Pair) -> None:
    letter["journal"][_past(letter)][1] = "end"
    rechained(letter, _past(letter))


def _line_removed(letter: Json, pair: Pair) -> None:
    del letter["journal"][_past(letter)]
    rechained(letter, _past(letter))


def _line_added(letter: Json, pair: Pair) -> None:
    place = _past(letter)
    letter["journal"].insert(place, list(letter["journal"][place]))
    rechained(letter, place)


def _lines_swapped(letter: Json, pair: Pair) -> None:
    place = _past(letter)
    lines = letter["journal"]
    lines[place], lines[place + 1] = lines[place + 1], lines[place]
    rechained(letter, place)


def _history_shortened(letter: Json, pair: Pair) -> None:
    del letter["journal"][3:]


def _roll_improved(letter: Json, pair: Pair) -> None:
    place = _past(letter)
    letter["journal"][place][2] = "0" * journal.OUTCOME + letter["journal"][place][2][journal.OUTCOME :]
    rechained(letter, place)


PAST: dict[str, Forgery] = {
    "a command changed": _line_changed,
    "a command removed": _line_removed,
    "a command added": _line_added,
    "two commands swapped": _lines_swapped,
    "history shortened": _history_shortened,
    "a roll improved": _roll_improved,
}


@pytest.mark.parametrize("manipulation", PAST)
@pytest.mark.parametrize("mode", ["trust", "sealed", "batch"])
def test_the_past_cannot_be_changed(manipulation: str, mode: Mode) -> None:
    pair = pair_of(mode)
    letter = next_letter(pair)
    PAST[manipulation](letter, pair)
    assert fault_of(letter, pair.reader) == "edited history"


# ------------------------------------------------------------------ what is new


def _new(letter: Json, pair: Pair) -> int:
    """The first line that the writer decided himself."""
    assert pair.reader.game is not None
    start = pair.reader.game.seq
    return next(n for n, line in enumerate(letter["journal"]) if n >= start and line[0] == pair.writer.side)


def _append(letter: Json, side: str, text: str) -> None:
    letter["journal"].append([side, text, "0" * 24])
    rechained(letter, len(letter["journal"]) - 1)
    letter["letters"][-1]["seq"] = len(letter["journal"])


def _by_hand(text: str) -> Forgery:
    return lambda letter, pair: _append(letter, "*", text)


def _careless(letter: Json, pair: Pair) -> None:
    letter["journal"][_new(letter, pair)][1] = "end"


def _illegal(letter: Json, pair: Pair) -> None:
    place = _new(letter, pair)
    letter["journal"][place][1] = "pass nothing at all"
    rechained(letter, place)


def _for_the_reader(letter: Json, pair: Pair) -> None:
    _append(letter, pair.reader.side, "end")


def _other_outcome(letter: Json, pair: Pair) -> None:
    place = _new(letter, pair)
    letter["journal"][place][2] = "0" * journal.OUTCOME + letter["journal"][place][2][journal.OUTCOME :]
    rechained(letter, place)


def _short_count(letter: Json, pair: Pair) -> None:
    letter["letters"][-1]["seq"] -= 1


def _breaks_off(letter: Json, pair: Pair) -> None:
    place = _new(letter, pair)
    del letter["journal"][place:]
    letter["letters"][-1] |= {"seq": place, "pending": []}


NEW: dict[str, tuple[Mode, Forgery, str]] = {
    "a line changed without care": ("trust", _careless, "edited history"),
    "an illegal command": ("trust", _illegal, "illegal command"),
    "a command in the reader's name": ("trust", _for_the_reader, "wrong player"),
    "dice forced by hand": ("trust", _by_hand("dice [6]"), "forbidden"),
    "a position set up by hand": ("sealed", _by_hand("edit []"), "forbidden"),
    "a seed of one's own": ("sealed", _by_hand("seed 7"), "forbidden"),
    "an outcome of one's own": ("trust", _other_outcome, "edited dice"),
    "a wrong count": ("trust", _short_count, "malformed"),
    "breaking off in the middle": ("trust", _breaks_off, "incomplete"),
}


@pytest.mark.parametrize("manipulation", NEW)
def test_new_lines_must_follow_the_rules(manipulation: str) -> None:
    mode, forge, fault = NEW[manipulation]
    pair = pair_of(mode)
    letter = next_letter(pair)
    forge(letter, pair)
    assert fault_of(letter, pair.reader) == fault


# ------------------------------------------------------------------ dice of both


def _results(letter: Json, pair: Pair) -> int:
    """The line with the seed of what the reader had declared."""
    assert pair.reader.game is not None
    return pair.reader.game.seq


def _own_seed(letter: Json, pair: Pair) -> None:
    """The receiver rolls with another seed, and does everything else right."""
    start = _results(letter, pair)
    game: Game = pair.reader.game.branch()  # type: ignore[union-attr]
    proof.carry_out(game, Absent("", "", pair.reader.side, ()), letter["letters"][-2]["pending"], 12345)
    letter["journal"] = [list(line) for line in game.lines()]
    assert letter["journal"][start][1] == "seed 12345"
    letter["letters"][-1] |= {"seq": len(letter["journal"]), "pending": []}


def _results_left_out(letter: Json, pair: Pair) -> None:
    del letter["journal"][_results(letter, pair) :]
    letter["letters"][-1] |= {"seq": len(letter["journal"]), "pending": []}


def _new_secret(letter: Json, pair: Pair) -> None:
    letter["links"][pair.writer.side] = chain.new_secret()


def _old_secret(letter: Json, pair: Pair) -> None:
    letter["links"][pair.writer.side] = pair.reader.links[pair.writer.side]


def _readers_secret(letter: Json, pair: Pair) -> None:
    letter["links"][pair.reader.side] = chain.new_secret()


def _no_secret(letter: Json, pair: Pair) -> None:
    del letter["links"][pair.writer.side]


def _declares(*commands: str) -> Forgery:
    def change(letter: Json, pair: Pair) -> None:
        letter["letters"][-1]["pending"] = [*commands]

    return change


SECRETS: dict[str, tuple[Mode, Forgery, set[str]]] = {
    "rolled with a seed of one's own": ("sealed", _own_seed, {"edited dice"}),
    "rolled with a seed of one's own, batch": ("batch", _own_seed, {"edited dice"}),
    "results left out": ("sealed", _results_left_out, {"edited dice"}),
    "a new secret": ("sealed", _new_secret, {"forged secret"}),
    "an old secret": ("sealed", _old_secret, {"forged secret"}),
    "the reader's secret": ("sealed", _readers_secret, {"forged secret"}),
    "no secret": ("sealed", _no_secret, {"malformed"}),
    "declaring two things in a sealed game": ("sealed", _declares("end", "end"), {"wrong dice mode"}),
    "declaring where dice are common": ("trust", _declares("end"), {"wrong dice mode"}),
    "declaring nonsense": ("batch", _declares("fly to the moon"), {"illegal command", "wrong player"}),
}


@pytest.mark.parametrize("manipulation", SECRETS)
def test_the_dice_of_both_cannot_be_steered(manipulation: str) -> None:
    mode, forge, faults = SECRETS[manipulation]
    pair = pair_of(mode)
    letter = next_letter(pair)
    forge(letter, pair)
    assert fault_of(letter, pair.reader) in faults


def test_who_tries_again_locally_gains_nothing() -> None:
    """Sealed: whatever else the sender tries before he writes, the same command has no result yet; the receiver's
    result is the same as often as he opens the letter."""
    pair = pair_of("sealed")
    writer, reader = pair.writer, pair.reader
    letter: Any = shaped(next_letter(pair))
    ends = set()
    for _ in range(20):
        again = twin(reader)
        again.open(letter)
        assert again.game is not None
        ends.add(json.dumps(again.game.lines()))
    assert len(ends) == 1
    assert writer.game is not None
    assert writer.game.state.dice.seed is None
    assert writer.secret[:16] not in armour.sealed(letter)


def test_forty_manipulations_at_least() -> None:
    assert len(TEXTS) + len(TERMS) + len(PAST) + len(NEW) + len(SECRETS) >= 45


def test_verifying_finds_what_opening_finds() -> None:
    pair = pair_of("sealed")
    for forge in (_line_changed, _line_removed, _own_seed, _new_secret):
        letter = next_letter(twins(pair))
        forge(letter, pair)
        with pytest.raises(BadLetter):
            proof.verify(shaped(letter))  # type: ignore[arg-type]
