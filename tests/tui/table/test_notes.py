"""What is told once of keeping a game, of its end and of letters, without a screen."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.tui.table.test_following import session
from wargame_tui.board.record import Medal, Run
from wargame_tui.tui.mail_session import MailSession
from wargame_tui.tui.recording import Entered
from wargame_tui.tui.session import Session
from wargame_tui.tui.table.letters import Letters
from wargame_tui.tui.table.notes import Notes


@pytest.fixture
def game(skirmish: Any, tmp_path: Path) -> Session:
    return session(tmp_path)


def test_a_disk_that_takes_nothing_is_told_of_once_until_it_does_again(game: Session) -> None:
    notes = Notes(game)
    assert notes.trouble() == []
    game.trouble = "no space left"
    [note] = notes.trouble()
    assert note.severity == "error"
    assert note.words == f"no space left\n{game.remedy}"
    assert notes.trouble() == []
    game.trouble = None
    assert notes.trouble() == []
    game.trouble = "no space left"
    assert notes.trouble()


def test_the_record_is_told_of_once(game: Session) -> None:
    run = Run.model_construct(name="Alone", level="Victory", score=3, why_not="it was branched")
    game.entered = Entered(run, (Medal.model_construct(name="Iron", words="for holding"),), "line 3 cannot be read")
    notes = Notes(game)
    trouble, entered = notes.record()
    assert (trouble.severity, trouble.words) == ("warning", "line 3 cannot be read")
    assert (
        entered.words
        == "Alone: Victory, 3. It does not count for bests and medals: it was branched.\n★ Iron: for holding"
    )
    assert notes.record() == []


def test_a_record_that_cannot_be_written_is_all_that_is_told(game: Session) -> None:
    game.entered = Entered(None, trouble="it is read-only")
    [note] = Notes(game).record()
    assert note.words == "it is read-only"


def letters(*, ready: bool = False, deciding: bool = False, settled: bool = False, **case: list[str]) -> Letters:
    told = SimpleNamespace(answered=case.get("answered", []), left_out=case.get("left_out", []), said="", granted=None)
    mail = SimpleNamespace(ready=ready, settled=settled, is_asked=False)
    return Letters(cast(MailSession, SimpleNamespace(mail=mail, deciding=deciding, case=told, is_live=False)))


def test_the_key_of_letters_says_what_it_does() -> None:
    assert letters(ready=True).hint.words == "send the letter"
    assert letters(deciding=True).hint.words == "letters"
    assert letters(settled=True).hint.words == "letters"
    assert letters().hint.words == "open the answer"
    assert letters().hint.kept


def test_a_letter_is_shown_once_nothing_is_left_to_decide() -> None:
    assert letters(ready=True).is_due
    assert not letters(ready=True, deciding=True).is_due
    assert not letters().is_due


def test_what_orders_answered_is_told_once() -> None:
    mine = letters(answered=["spare", "spare"], left_out=["blow 2-3"])
    assert [note.words for note in mine.notes()] == ["spare\nspare", "blow 2-3"]
    assert mine.notes() == []
