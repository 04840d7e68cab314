"""What lies face down (Liberty Roads 13.6, 5.1.4, 18.1.1) stands in no letter in words, and is played and proved all
the same."""

import json
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import pytest

from tests.mail.kit import Pair, begun, twins
from tests.mail.test_secret import content, fault_of
from wargame_tui.core.command import Command
from wargame_tui.core.journal import follows
from wargame_tui.mail import armour, face_down, proof
from wargame_tui.mail.correspondence import Correspondence
from wargame_tui.mail.letters import MODES, BadLetter, Letter, Mode, plain

HEX = "1109"
PLAN = "assign naval 1109"


def decide(player: Correspondence) -> None:
    """Play on simply up to the letter; the first landing is planned with a marker."""
    while not player.ready:
        table = player.table
        kinds = {each.verb: each.notation() for each in table.legal()}
        planned = [line.text for line in table.lines()]
        if table.state.stack[-1].kind != "planning":
            player.apply(kinds.get("end") or table.legal(1)[0])
        elif not any(text.startswith("land ") for text in planned):
            player.apply(f"land {HEX}")
        elif not any(text.startswith("assault ") for text in planned):
            player.apply(next(each for each in table.legal() if each.verb == "assault"))
        elif PLAN not in planned:
            player.apply(PLAN)
        else:
            player.apply("end")


@cache
def _planned(mode: Mode) -> Pair:
    """D-Day up to the letter that has the plan: not sent yet."""
    pair = begun("liberty_roads/campaign", mode, seed=3)
    while True:
        writer, reader = pair.writer, pair.reader
        decide(writer)
        assert writer.game is not None
        if PLAN in [line.text for line in writer.game.lines()]:
            return pair
        letter = writer.letter()
        pair.texts.append(armour.sealed(letter))
        writer.sent(letter)
        reader.open(pair.last())


def planned(mode: Mode = "sealed") -> tuple[Pair, Letter]:
    """A copy of that game, and the letter."""
    pair = twins(_planned(mode))
    return pair, pair.writer.letter()


def number_of(letter: Letter) -> int:
    """The number of the line with the plan, from 0."""
    return next(number for number, line in enumerate(letter.lines) if not line.text)


@pytest.mark.parametrize("mode", MODES)
def test_the_letter_does_not_tell_what_lies_face_down(mode: Mode) -> None:
    _, letter = planned(mode)
    text = content(armour.sealed(letter))
    assert "assign" not in text
    assert "naval" not in text
    assert f"land {HEX}" in text  # what lies open stands there
    assert sum(not line[1] for line in json.loads(text)["journal"]) == 1


@pytest.mark.parametrize("mode", MODES)
def test_the_reader_plays_on_with_it(mode: Mode) -> None:
    pair, letter = planned(mode)
    writer, reader = pair.writer, pair.reader
    writer.sent(letter)
    reader.open(letter)
    assert writer.game is not None
    assert reader.game is not None
    lines = writer.game.lines()
    assert reader.game.lines()[: len(lines)] == lines
    number = number_of(letter)
    assert not reader.game.is_open(number, reader.side)
    assert reader.game.is_open(number, writer.side)
    for _ in range(2):  # The other player's letter has it covered too, and so has the one after that.
        decide(pair.writer)
        answer = pair.writer.letter()
        assert not answer.lines[number].text
        writer, reader = pair.writer, pair.reader
        writer.sent(answer)
        reader.open(answer)


def test_it_is_proved_to_have_been_legal() -> None:
    _, letter = planned()
    found = proof.verify(letter)
    assert PLAN in [line.text for line in found.game.lines()]
    assert face_down.PROMISE in found.open


def test_where_nothing_lies_face_down_nothing_is_said_of_it() -> None:
    pair = begun("tigers_in_the_mist/seventh_army", "trust", seed=1)
    assert pair.host.game is not None
    assert not face_down.has_some(pair.host.game.title)
    decide(pair.writer)
    assert face_down.PROMISE not in proof.verify(pair.writer.letter()).open


def test_what_lies_open_is_not_covered() -> None:
    pair, letter = planned()
    assert pair.writer.game is not None
    for line in pair.writer.game.lines():
        assert face_down.covered(pair.writer.game.title, line).text == ("" if line.text == PLAN else line.text)
    forged = plain(letter)
    number = next(n for n, line in enumerate(letter.lines) if line.text.startswith("land "))
    forged["journal"][number][1] = ""
    assert fault_of(forged, pair.reader) == "edited history"


@pytest.mark.parametrize("words", ["assign partisans 1109", "assign wall 1109", "store tank", "end"])
def test_other_words_do_not_fit_the_line(words: str) -> None:
    pair, letter = planned()
    forged = plain(letter)
    forged["journal"][number_of(letter)][1] = words
    assert fault_of(forged, pair.reader) == "edited history"


def test_a_check_that_no_decision_fits() -> None:
    pair, letter = planned()
    forged: dict[str, Any] = deepcopy(plain(letter))
    line = forged["journal"][number_of(letter)]
    line[2] = line[2][:-1] + ("0" if line[2][-1] != "0" else "1")
    assert fault_of(forged, pair.reader) == "edited history"


def test_the_line_cannot_be_changed_afterwards() -> None:
    """The writer sends another plan under the same number: the reader has the old one."""
    pair, letter = planned()
    writer, reader = pair.writer, pair.reader
    writer.sent(letter)
    reader.open(letter)
    decide(reader)
    answer = reader.letter()
    reader.sent(answer)
    forged = plain(answer)
    number = number_of(letter)
    line = forged["journal"][number]
    line[2] = line[2][:-1] + ("0" if line[2][-1] != "0" else "1")
    assert fault_of(forged, writer) == "edited history"


RETURNING = {"sealed": 4, "batch": 18}
"""Seeds of games in which a marker goes back before the end."""


def test_who_damages_a_letter_is_not_told_what_lies_face_down() -> None:
    """The reader changes a character of what he was sent, so that his program compares it with what it knows."""
    pair, letter = planned()
    writer, reader = pair.writer, pair.reader
    for _ in range(2):
        writer.sent(letter)
        reader.open(letter)
        decide(reader)
        writer, reader, letter = reader, writer, reader.letter()
    forged = plain(letter)
    line = forged["journal"][number_of(letter)]
    line[2] = line[2][:-1] + ("0" if line[2][-1] != "0" else "1")
    with pytest.raises(BadLetter) as caught:
        reader.open(Letter.model_validate(forged))
    assert reader.side != pair.writer.side
    assert "assign" not in str(caught.value)
    assert "naval" not in str(caught.value)
    assert face_down.UNTOLD in str(caught.value)


def returning(mode: Mode) -> Pair:
    """Cobra up to an Allied marker that goes back into the pool (5.2.3), after which markers are drawn with dice."""
    seed = RETURNING[mode]
    pair, lot = begun("liberty_roads/cobra", mode, seed=seed), Random(seed)
    while True:
        writer, reader = pair.writer, pair.reader
        while not writer.ready:
            verbs: dict[str, list[Command]] = {}
            for each in writer.table.legal():
                verbs.setdefault(each.verb, []).append(each)
            wanted = next((verb for verb in ("give_back", "keep", "play") if verb in verbs), None)
            command = lot.choice(verbs[wanted or ("end" if "end" in verbs else lot.choice(list(verbs)))])
            writer.apply(command)
            if command.face_down and writer.pending:
                return pair
        letter = writer.letter()
        pair.texts.append(armour.sealed(letter))
        writer.sent(letter)
        reader.open(pair.last())


@pytest.mark.parametrize("mode", ["sealed", "batch"])
def test_what_is_declared_face_down_is_not_told_either(mode: Mode) -> None:
    """A marker given back takes dice with it, as the next markers are drawn at once (5.2.3, 5.3.3)."""
    pair = returning(mode)
    writer, reader = pair.writer, pair.reader
    (plain_text,) = writer.pending
    assert plain_text.startswith("give_back ")
    letter = writer.letter()
    assert plain_text.split()[1] not in json.dumps(letter.letters[-1].pending)
    assert face_down.is_tag(letter.letters[-1].pending[0])
    writer.sent(letter)
    reader.open(letter)
    assert reader.game is not None
    assert plain_text in [line.text for line in reader.game.lines()]
    assert reader.left_out() == []
    forged = plain(letter)
    forged["letters"][-1]["pending"] = ["?" + "0" * 64]
    assert fault_of(forged, twins(returning(mode)).reader) == "illegal command"


def test_a_covered_line_shows_its_words_to_who_plays_the_game() -> None:
    pair, letter = planned()
    assert pair.writer.game is not None
    game, number = pair.writer.game.branch(), number_of(letter)
    game.undo(game.seq - number, agreed=True)
    line = face_down.uncovered(game, letter.lines[number])
    assert line.text == PLAN
    assert follows(game.last_check, line)


def test_what_was_declared_face_down_in_vain_is_not_told_by_its_tag() -> None:
    """The same marker cannot go back twice: the second declaration is left out when it comes to that."""
    pair = returning("batch")
    writer, reader = pair.writer, pair.reader
    writer.apply(writer.pending[0])
    assert len(writer.pending) == 2
    letter = writer.letter()
    writer.sent(letter)
    reader.open(letter)
    assert reader.left_out() == [face_down.UNTOLD]
