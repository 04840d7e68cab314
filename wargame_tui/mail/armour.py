"""Letters as text to paste into any mail: a frame, a few readable lines, the content compressed, a checksum.

What mail programs do to text (quote signs, changed line ends, spaces at line ends, words around it) does no harm; what
damages the content is found out.
"""

import base64
import binascii
import json
import zlib
from hashlib import sha256
from pathlib import Path

from wargame_tui.core.save import DamagedSave, has_too_many_values, parse
from wargame_tui.mail.letters import FORMAT, Answer, BadLetter, Invitation, Letter, Post, plain, shaped, terms_of

BEGIN, END = "-----BEGIN WARGAME-TUI LETTER-----", "-----END WARGAME-TUI LETTER-----"
WIDTH = 76
MOST_BYTES = 8 * 1024 * 1024
"""Of a letter as text, and of its content."""
MOST_VALUES = 500_000
"""Of a letter's content: five for a line of the journal."""
CHECKSUM, DIGITS = "checksum", 64
"""The last of the readable lines, and the length of what it says."""
_QUOTES = "> |"


def sealed(post: Post) -> str:
    """The letter as a block of text."""
    data = json.dumps(plain(post), separators=(",", ":"), ensure_ascii=True).encode()
    packed = zlib.compress(data, 9)
    body = base64.b64encode(packed).decode()
    rows = [body[start : start + WIDTH] for start in range(0, len(body), WIDTH)]
    head = [
        f"Version: {terms_of(post).format}",
        f"Game: {_ascii(_words(post))}",
        f"Checksum: {sha256(packed).hexdigest()}",
    ]
    return "\n".join([BEGIN, *head, "", *rows, END, ""])


def _words(post: Post) -> str:
    match post:
        case Invitation():
            return f"{post.scenario}, invitation by {post.name}"
        case Answer():
            return f"{post.invitation.scenario}, answer by {post.name}"
        case Letter():
            return f"{post.invitation.scenario}, {post.turn}, letter {post.number} by {post.side}"


def _ascii(words: str) -> str:
    """Words that fit on a line of any mail."""
    found = "".join(letter if letter.isascii() and letter.isprintable() else "?" for letter in words)
    return found[: WIDTH - len("Game: ")]


def text_of(path: Path) -> str:
    """What stands in a file, as far as a letter can go. Raises OSError."""
    with path.open(encoding="utf-8", errors="replace") as file:
        return file.read(MOST_BYTES + 1)


def opened(text: str) -> Post:
    """The letter in a text. Raises BadLetter."""
    head, body = _parts(text)
    if head.get("version") not in {str(number) for number in range(1, FORMAT + 1)}:
        raise BadLetter(
            "format", f"it has version {head.get('version', 'none')[:20]}; this program reads 1 to {FORMAT}"
        )
    try:
        packed = base64.b64decode("".join(body), validate=True)
    except (binascii.Error, ValueError):
        raise BadLetter("damaged", "its text has been damaged on the way: characters are missing or changed") from None
    if sha256(packed).hexdigest() != head.get(CHECKSUM):
        raise BadLetter("damaged", "it has been damaged on the way: the checksum does not fit; have it sent again")
    return shaped(_values(packed))


def _values(packed: bytes) -> object:
    """The JSON values in compressed data, not more than there may be."""
    unpacker = zlib.decompressobj()
    try:
        data = unpacker.decompress(packed, MOST_BYTES)
    except zlib.error:
        raise BadLetter("damaged", "its content cannot be unpacked") from None
    if unpacker.unconsumed_tail or not unpacker.eof:
        raise BadLetter("damaged", "its content is too large, or breaks off")
    if has_too_many_values(data, MOST_VALUES):
        raise BadLetter("malformed", f"it holds more than {MOST_VALUES} values")
    try:
        values: object = parse(data)
    except DamagedSave as error:
        raise BadLetter("malformed", f"its content is no letter: {error}") from None
    return values


def _parts(text: str) -> tuple[dict[str, str], list[str]]:
    """The readable lines by name, and the rows of content."""
    if len(text) > MOST_BYTES:
        raise BadLetter("damaged", f"it is larger than {MOST_BYTES // 1024 // 1024} MB, so it is no letter")
    given = [row.strip() for row in text.splitlines()]
    rows = [row.lstrip(_QUOTES) for row in given]
    if BEGIN not in rows:
        raise BadLetter("no letter", f"there is no line `{BEGIN}` in it")
    # In an answer that quotes the letter before, the letter without quote signs is the new one.
    rows = rows[(given if BEGIN in given else rows).index(BEGIN) + 1 :]
    if END not in rows:
        raise BadLetter("damaged", f"it breaks off: there is no line `{END}`")
    return _split([row for row in rows[: rows.index(END)] if row])


def _split(rows: list[str]) -> tuple[dict[str, str], list[str]]:
    """The readable lines by name, and the rows after them: the checksum is the last, however they were wrapped."""
    head: dict[str, str] = {}
    last = ""
    for number, row in enumerate(rows):
        if len(head.get(CHECKSUM, "")) >= DIGITS:
            return head, rows[number:]
        name, colon, value = row.partition(":")
        if colon:
            last = name.strip().lower()
        head[last] = head.get(last, "") + (value if colon else row).strip()
    return head, []
