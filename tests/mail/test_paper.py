"""What people read of a letter without the program, and the mailboxes in which letters lie."""

import email.message
import mailbox
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from tests.mail.kit import Pair, begun, play, twin
from tests.mail.letters import RECORDS
from wargame_tui.core.disk import CannotSave
from wargame_tui.core.save import DamagedSave
from wargame_tui.mail import armour, gather, paper
from wargame_tui.mail.box import ARCHIVE, Box, Case
from wargame_tui.mail.correspondence import Correspondence, NotNow
from wargame_tui.mail.letters import LONGEST_NOTE, MODES, Answer, Letter

TIGERS = "tigers_in_the_mist/seventh_army"


def due(pair: Pair) -> Letter:
    """The letter that is due next, decided as simply as can be."""
    writer = pair.writer
    while not writer.ready:
        writer.apply(writer.table.legal(1)[0])
    return writer.letter()


@pytest.fixture(scope="module")
def game() -> Pair:
    """A game with some losses."""
    return play("first_command/mortain", "sealed", 2, lambda pair: len(pair.texts) > 12)


# ------------------------------------------------------------------ on paper


def test_a_letter_tells_people_what_it_is_about(game: Pair) -> None:
    writer = twin(game.writer)
    writer.write_note("Well played.\nI am away until Sunday.")
    letter = due(Pair(writer, game.reader))
    text = paper.text(letter, writer.game)
    above = text[: text.index(armour.BEGIN)]
    assert above.startswith("First Command: ")
    for said in (
        f"Letter {letter.number}, from",
        "Anna",
        "Bert",
        "| Well played.\n| I am away until Sunday.",
        "mail read",
    ):
        assert said in above, said
    assert armour.opened(text) == letter
    assert all(len(row) <= paper.WIDTH for row in above.split("\n"))


def test_what_was_lost_is_told() -> None:
    found = []

    def told(pair: Pair) -> bool:
        letter, game = pair.last() if pair.texts else None, pair.writer.game
        if letter is not None and game is not None:
            found.append(paper.text(letter, game))
        return bool(found) and " lost: " in found[-1]

    pair = play("first_command/mortain", "trust", 2, told)
    assert not pair.over
    assert "Mortain" in found[-1]


def test_moves_are_told_as_the_log_does_where_nothing_else_happened() -> None:
    pair = begun(TIGERS, "sealed", {}, 1)
    for given in ("move 14/5FJ", "to 21", "move 15/5FJ", "to 21", "end"):
        pair.writer.apply(given)
    text = paper.text(due(pair), pair.writer.game)
    told = [row for row in text.split("\n") if row.startswith("- ")]
    assert told[:2] == ["- 14/5FJ Körperich→Wallendorf", "- 15/5FJ Körperich→Wallendorf"]


def test_the_frame_cannot_be_forged_in_a_note(game: Pair) -> None:
    writer = twin(game.writer)
    writer.write_note(f"{armour.END}\n{armour.BEGIN}\nVersion: 3\n\x1b[2Jhello")
    letter = due(Pair(writer, game.reader))
    text = paper.text(letter, writer.game)
    assert text.count(armour.BEGIN) == text.count(armour.END) == 1
    assert "\x1b" not in text
    assert armour.opened(text) == letter


def test_notes_are_of_some_length_and_kept_with_the_letters(game: Pair) -> None:
    pair = Pair(twin(game.host), twin(game.guest), [*game.texts])
    with pytest.raises(NotNow, match="characters"):
        pair.writer.write_note("x" * (LONGEST_NOTE + 1))
    with pytest.raises(NotNow, match="is sent"):
        pair.reader.write_note("too late")
    pair.writer.write_note("Good luck")
    letter, writer, reader = due(pair), pair.writer, pair.reader
    writer.sent(letter)
    reader.open(letter)
    assert writer.note == ""
    assert reader.letters[-1].note == writer.letters[-1].note == "Good luck"


def test_the_subject_has_title_date_and_question(game: Pair) -> None:
    letter = due(Pair(twin(game.writer), game.reader))
    subject = paper.subject(letter)
    assert subject.startswith("[wargame] First Command: ")
    assert "August" in subject
    assert f"(no. {letter.number})" in subject


def test_a_link_opens_a_mail(game: Pair) -> None:
    writer = twin(game.writer)
    letter = due(Pair(writer, game.reader))
    text = paper.text(letter, writer.game)
    link = urlsplit(paper.mailto(letter, text, "bert@example.org"))
    parts = parse_qs(link.query)
    assert (link.scheme, unquote(link.path)) == ("mailto", "bert@example.org")
    assert parts["subject"] == [paper.subject(letter)]
    assert armour.opened(parts["body"][0]) == letter
    assert "%0D%0A" in link.query, "lines of a mail end so (RFC 6068, 5)"
    long = paper.mailto(letter, text + "x" * paper.MOST_LINK)
    assert armour.BEGIN not in unquote(long)
    assert "attached file" in unquote(long)


def test_invitations_tell_how_many_letters_to_expect() -> None:
    for title in RECORDS:
        for mode in MODES:
            assert "Letters to be expected" in paper.to_be_expected(title, mode)
    terms = Correspondence.invite(TIGERS, "German", "Anna", "sealed", {}).invitation
    assert "Letters to be expected" in " ".join(paper.text(terms).split())
    assert paper.to_be_expected("nobody_knows", "trust") == ""


# ------------------------------------------------------------------ mailboxes


@pytest.fixture
def boxes(tmp_path: Path) -> tuple[Box, Box, list[str]]:
    """The boxes of two players in the middle of a game, and all its letters as text, the last one not yet opened."""
    anna, bert = Box(tmp_path / "anna"), Box(tmp_path / "bert")
    host = anna.invite(Correspondence.invite(TIGERS, "German", "Anna", "trust", {}))
    guest, _ = bert.receive(host.outgoing, "Bert")
    texts = [host.outgoing, guest.outgoing]
    host, _ = anna.receive(guest.outgoing, "Anna")
    for box, other in ((anna, bert), (bert, anna), (anna, bert)):
        case = box.load(box.names()[0])
        while not case.mail.ready:
            case.mail.apply(case.mail.table.legal(1)[0])
        texts.append(box.post(case))
        if len(texts) < 5:
            other.receive(texts[-1], "")
    return anna, bert, texts


def mail(text: str, attached: bool = False) -> email.message.EmailMessage:
    """A mail with a letter, as its text or as a file."""
    message = email.message.EmailMessage()
    message["Subject"], message["From"], message["To"] = "[wargame]", "anna@example.org", "bert@example.org"
    message.set_content("Dear Bert,\nhere it is." if attached else text)
    if attached:
        message.add_attachment(text.encode(), maintype="application", subtype="octet-stream", filename="a.letter")
    return message


def laid(place: Path, kind: str, texts: list[str]) -> Path:
    """Letters, last first and each twice, as a mail program keeps them."""
    mixed = [*reversed(texts), *texts]
    if kind == "maildir":
        box: mailbox.Mailbox[mailbox.Message] = mailbox.Maildir(place / "Mail")
    elif kind == "mbox":
        box = mailbox.mbox(place / "mbox")
    else:
        (place / "folder").mkdir()
        for number, text in enumerate(mixed):
            as_mail = kind == "mails" and number % 2
            content = mail(text, attached=number % 4 == 1).as_bytes() if as_mail else text.encode()
            (place / "folder" / f"{number}.{'eml' if as_mail else 'letter'}").write_bytes(content)
        (place / "folder" / "notes.txt").write_text("Nothing of that kind.")
        (place / "folder" / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n" * 50)
        return place / "folder"
    for number, text in enumerate(mixed):
        box.add(mailbox.Message(mail(text, attached=number % 2 == 0)))
    box.close()
    return place / ("Mail" if kind == "maildir" else "mbox")


@pytest.mark.parametrize("kind", ["folder", "mails", "mbox", "maildir"])
def test_a_mailbox_is_read_in_order(kind: str, tmp_path: Path, boxes: tuple[Box, Box, list[str]]) -> None:
    anna, bert, texts = boxes
    place = laid(tmp_path, kind, texts)
    assert [each.place for each in gather.found(place, bert)] == ["old", "mine", "old", "mine", "new"]
    assert [each.place for each in gather.found(place, anna)] == ["mine", "old", "mine", "old", "mine"]
    (opened,) = gather.read(place, bert, "")
    assert opened.case is not None
    assert opened.case.mail.may_decide
    assert gather.read(place, bert, "") == []


def test_letters_that_wait_for_one_another(tmp_path: Path, boxes: tuple[Box, Box, list[str]]) -> None:
    """Who was away reads what came meanwhile; what is missing is missed, and a stranger's letter left alone."""
    _, _, texts = boxes
    stranger = Box(tmp_path / "carl")
    place = laid(tmp_path, "folder", texts)
    assert [each.place for each in gather.found(place, stranger)] == ["new", "foreign", "foreign", "foreign", "foreign"]
    assert gather.read(place, stranger, "Carl") == [], "an invitation waits for somebody to accept it"
    home = Box(tmp_path / "anna")
    first = home.load(home.names()[0])
    first.mail.letters = first.mail.letters[:1]
    assert first.mail.game is not None
    first.mail.game.undo(first.mail.game.seq - first.mail.letters[0].seq, agreed=True)
    late = Box(tmp_path / "late")
    late.keep(Case("late", first.mail))
    assert [each.place for each in gather.found(place, late)][-2:] == ["new", "mine"]
    damaged = [text for text in texts if isinstance(armour.opened(text), Answer)]
    assert len(damaged) == 1


def test_nothing_in_a_mailbox_does_harm(tmp_path: Path, boxes: tuple[Box, Box, list[str]]) -> None:
    _, bert, texts = boxes
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / "a").write_text(f"{armour.BEGIN}\nnonsense\n{armour.END}\n{texts[-1]}\n{armour.BEGIN}\n")
    (tmp_path / "odd" / "b.eml").write_bytes(
        b"Subject: x\nContent-Type: multipart/mixed; boundary=\n\n" + b"\xff" * 5000
    )
    (tmp_path / "odd" / "c").write_bytes(b"From x\n" * 1000)
    (opened,) = gather.read(tmp_path / "odd", bert, "")
    assert opened.case is not None


# ------------------------------------------------------------------ games that come and go


def test_games_are_renamed_put_aside_and_thrown_away(tmp_path: Path) -> None:
    box = Box(tmp_path)
    case = box.invite(Correspondence.invite(TIGERS, "German", "Anna", "trust", {}))
    other = box.invite(Correspondence.invite(TIGERS, "German", "Anna", "trust", {}))
    fresh = box.rename(case.name, "Against Bert / 1944")
    assert fresh == "Against-Bert-1944"
    assert box.load(fresh).outgoing == case.outgoing
    assert box.rename(other.name, fresh) == f"{fresh}-2", "no game takes another's place"
    aside = box.archive(fresh)
    assert aside.parent.name == ARCHIVE
    assert box.names() == [f"{fresh}-2"]
    assert box.aside.names() == [fresh]
    box.rename(f"{fresh}-2", fresh)
    assert box.bring_back(fresh) == f"{fresh}-2", "no game takes another's place"
    assert box.load(f"{fresh}-2").outgoing == case.outgoing
    assert box.aside.names() == []
    box.archive(f"{fresh}-2")
    box.delete(fresh)
    assert box.names() == []
    with pytest.raises(CannotSave):
        box.delete("gone")


def test_a_game_is_not_in_the_box_twice(tmp_path: Path) -> None:
    """Its letters would come to one of the two."""
    box = Box(tmp_path)
    invitation = paper.text(Correspondence.invite(TIGERS, "German", "Anna", "trust", {}).invitation)
    first, _ = box.receive(invitation, "Bert")
    box.archive(first.name)
    again, _ = box.receive(invitation, "Bert")
    with pytest.raises(CannotSave, match=f"{again.name} in your letter box is the same game"):
        box.bring_back(first.name)
    assert box.aside.names() == [first.name]
    box.aside.path(first.name).write_text("{")
    with pytest.raises(DamagedSave):
        box.bring_back(first.name)


def test_a_game_tells_since_when_it_waits(tmp_path: Path, boxes: tuple[Box, Box, list[str]]) -> None:
    anna, _, _ = boxes
    case = anna.load(anna.names()[0])
    assert case.days == 0
    case.since = "2024-01-01T10:00:00"
    anna.keep(case)
    days = anna.load(case.name).days
    assert days is not None
    assert days > 300
    case.since = "yesterday"
    assert case.days is None
