"""Text that somebody else may have made, fit to be shown: in files, letters, arguments and names anything can stand.

A terminal obeys control characters (titles, colours, clearing the screen), turns the order of letters round where it is
told to, and shows some characters not at all, so that two names look alike. `harmless` takes all of that out. It is
applied where text leaves the program, whoever wrote it, so that no caller can forget it: to the standard streams of
commands, to every line of the app (`wargame_tui.tui.harmless_cells`), where reports, pictures and films are written;
and to what is quoted in sentences.
"""

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO

LONGEST = 4_000
"""Characters of a line."""
REPLACED, CUT = "?", "…"
_UNFIT = (
    r"\x00-\x1f\x7f-\x9f\ud800-\udfff"  # control characters, halves of characters
    r"\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"  # direction, joining and parting, blanks without width
    r"\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\ufe00-\ufe0f"  # not seen
    r"\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\ufff0-\ufffb\ufffe\uffff"
    r"\U000110bd\U000110cd\U00013430-\U0001345f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    r"\U000e0000-\U000e0fff\ue000-\uf8ff\U000f0000-\U0010ffff"  # tags, private use
)
_MARK = r"[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
_UNFIT_SEEN = re.compile(f"[{_UNFIT}]|(?<={_MARK}{_MARK}){_MARK}")
"""Also the third and further marks upon one letter: they reach into other lines."""


def is_harmless(text: str) -> bool:
    """Whether a text of one line can be shown as it is, however long it is."""
    return (text.isascii() and text.isprintable()) or _UNFIT_SEEN.search(text) is None


def replaced(text: str, by: str | Callable[[re.Match[str]], str] = REPLACED) -> str:
    """A line without what does harm."""
    return text if is_harmless(text) else _UNFIT_SEEN.sub(by, text)


def harmless(text: str, most: int = LONGEST) -> str:
    """A line to be shown, without what does harm; cut if it is too long."""
    return replaced(text if len(text) <= most else text[: most - 1] + CUT)


def harmless_lines(text: str, most: int = LONGEST) -> str:
    """Lines to be shown, each without what does harm, and cut if it is too long."""
    return "\n".join(harmless(line.replace("\t", " "), most) for line in text.split("\n"))


class _Stream:
    """A stream of text that lets nothing harmful through; everything else is as with the stream behind it."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write what is harmless of a text."""
        self._stream.write(harmless_lines(text))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def harmless_streams() -> Iterator[None]:
    """Meanwhile nothing harmful is printed, whoever prints it."""
    streams = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = map(_Stream, streams)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = streams
