"""Letters where mail programs and synchronised folders leave them: read one after the other, as they are due.

A place is a file with letters or mails in it, an mbox, a Maildir, or any folder with such files.
"""

import email
import mailbox
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message
from pathlib import Path

from wargame_tui.core.disk import CannotSave
from wargame_tui.core.errors import ForPlayers
from wargame_tui.core.save import DamagedSave
from wargame_tui.mail import armour
from wargame_tui.mail.box import Box, Case
from wargame_tui.mail.letters import Answer, BadLetter, Invitation, Letter, Post, digest, terms_of

MOST_MESSAGES = 20_000
MOST_FILES = 5_000
_MBOX = "From "
_MAIL = (
    _MBOX,
    "Return-Path:",
    "Received:",
    "Delivered-To:",
    "MIME-Version:",
    "Date:",
    "To:",
    "Subject:",
    "X-",
)


@dataclass(frozen=True, slots=True)
class Found:
    """A letter that was found, and what it is to the letter box."""

    post: Post
    text: str
    place: str
    """`new`, `mine`, `old`, `early` or `foreign`."""
    origin: str
    """The file in which it was found."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A letter that was opened, or why it was not."""

    post: Post
    case: Case | None
    start: int
    """The first line of the journal that it brought."""
    fault: str = ""


def found(place: Path, box: Box) -> list[Found]:
    """Every letter in a place, each once, in the order in which they are to be read. Raises OSError, DamagedSave."""
    seen: dict[str, Found] = {}
    for origin, text in _texts(place, box):
        for block in _blocks(text):
            try:
                post = armour.opened(block)
            except BadLetter:
                continue  # Damaged on the way, or something that only looks like one.
            seen.setdefault(digest(post), Found(post, block, "", origin))
    ordered = sorted(seen.values(), key=lambda each: _order(each.post))
    return [Found(each.post, each.text, box.place_of(each.post), each.origin) for each in ordered]


def read(place: Path, box: Box, name: str) -> list[Opened]:
    """Open every letter in a place that is due; the box is asked anew before each. Raises OSError, DamagedSave.

    Invitations wait for somebody to accept them.
    """
    done: list[Opened] = []
    for each in found(place, box):
        if isinstance(each.post, Invitation) or box.place_of(each.post) != "new":
            continue
        try:
            case, start = box.receive(each.text, name)
            if isinstance(each.post, Letter):
                box.put_by(case, start)
        except (ForPlayers, CannotSave, DamagedSave) as error:
            done.append(Opened(each.post, None, 0, str(error)))
        else:
            done.append(Opened(each.post, case, start))
    return done


def holds_many(path: Path) -> bool:
    """Whether a place is a folder or an mbox, and no letter in a file of its own. Raises OSError."""
    if path.is_dir():
        return True
    with path.open("rb") as opened:
        return opened.read(len(_MBOX)) == _MBOX.encode()


def stamp(place: Path) -> tuple[tuple[int, int], ...]:
    """What changes as soon as something comes into a place. Raises OSError."""
    times = [path.stat() for path in [place, *_inside(place)][:MOST_FILES]]
    return tuple((each.st_mtime_ns, each.st_size) for each in times)


def _inside(place: Path) -> list[Path]:
    if _is_maildir(place):
        return [place / "new", place / "cur"]
    return [*place.iterdir()] if place.is_dir() else []


def invitations(place: Path, box: Box) -> int:
    """How many invitations in a place wait for somebody to accept them. Raises OSError, DamagedSave."""
    return sum(isinstance(each.post, Invitation) and each.place == "new" for each in found(place, box))


def _order(post: Post) -> tuple[str, int, int]:
    kind = {Invitation: 0, Answer: 1, Letter: 2}[type(post)]
    return terms_of(post).game, kind, post.number if isinstance(post, Letter) else 0


def _blocks(text: str) -> Iterator[str]:
    """The letters in a text, each with what stands before it."""
    *pieces, _ = text.split(armour.END)
    yield from (piece + armour.END for piece in pieces if armour.BEGIN in piece)


def _texts(place: Path, box: Box) -> Iterator[tuple[str, str]]:
    """Texts in which letters may stand, with the file that each comes from."""
    if _is_maildir(place):
        yield from _messages(str(place), mailbox.Maildir(place, create=False))
    elif place.is_dir():
        files = sorted(path for path in place.iterdir() if path.is_file())[:MOST_FILES]
        for path in files:
            yield from _in_file(path)
    elif place != box.tray or place.exists():  # Nobody has to make that one before he writes.
        yield from _in_file(place)


def _is_maildir(place: Path) -> bool:
    return (place / "cur").is_dir() and (place / "new").is_dir()


def _in_file(path: Path) -> Iterator[tuple[str, str]]:
    """What stands in a file: a letter, a mail, or many mails. A file that is none of these has no letter."""
    with path.open("rb") as opened:
        head = opened.read(200).decode("utf-8", "replace")
    if head.startswith(_MBOX):
        yield from _messages(str(path), mailbox.mbox(path, create=False))
    elif head.startswith(_MAIL):
        with path.open("rb") as opened:
            yield from _parts(str(path), email.message_from_bytes(opened.read(armour.MOST_BYTES)))
    elif armour.BEGIN in (text := armour.text_of(path)):
        yield str(path), text


def _messages(origin: str, box: "mailbox.Maildir | mailbox.mbox") -> Iterator[tuple[str, str]]:
    try:
        for number, message in enumerate(box):
            if number >= MOST_MESSAGES:
                return
            yield from _parts(origin, message)
    finally:
        box.close()


def _parts(origin: str, message: Message) -> Iterator[tuple[str, str]]:
    """The texts in a mail and its attachments."""
    for part in message.walk():
        if part.is_multipart():
            continue
        payload = part.get_payload(decode=True)
        if isinstance(payload, bytes) and armour.BEGIN.encode() in payload[: armour.MOST_BYTES]:
            yield origin, payload[: armour.MOST_BYTES].decode("utf-8", "replace")
