"""Lines of a journal, chained: every line's check vouches for itself, for what it led to and for all lines before.

A check is `OUTCOMELINK`: a digest of the events that the line led to, and a digest of the line before's check, this
line's side and text, and the outcome. Whoever holds the lines alone can tell whether they are as they were written
(`follows`); whoever replays them can tell, line by line, whether the rules still lead where they led then.
"""

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256
from json.encoder import encode_basestring_ascii
from typing import Any, NamedTuple

from wargame_tui.core.event import Event

OUTCOME, LINK = 8, 16
"""Hexadecimal digits of the two parts of a check."""
KERNEL = "*"
"""Stands for a side in lines that no side decided: edits and scripted dice."""


class Line(NamedTuple):
    """A command, edit or scripting of dice as the journal keeps it."""

    side: str
    """The side that decided, or `*`."""
    text: str
    """A command's notation; as JSON `edit PATCH`, `edit {"patch": PATCH, "settle": false}` (no step runs on), `dice
    VALUES`, `dice null` (none any more) or `seed NUMBER`."""
    check: str


def root(scenario: str, seed: int, options: Mapping[str, Any]) -> str:
    """What the check of the first line builds upon."""
    return _digest([scenario, seed, dict(options)])


def check(last: str, side: str, text: str, events: Iterable[Event]) -> str:
    """The check of a line that led to these events, after a line whose check was `last`."""
    told = [[event.kind, event.rule, event.data] for event in events]
    return _linked(last, side, text, _digest(told)[:OUTCOME])


def follows(last: str, line: Line) -> bool:
    """Whether a line is as it was written, and was written after the line whose check was `last`."""
    return line.check == _linked(last, line.side, line.text, line.check[:OUTCOME])


def _linked(last: str, side: str, text: str, outcome: str) -> str:
    # What `_text` makes of the four, at a third of its cost: every line is linked twice, when it is read and played.
    four = ",".join(map(encode_basestring_ascii, (last, side, text, outcome)))
    return outcome + sha256(f"[{four}]".encode()).hexdigest()[:LINK]


def _digest(plain: Any) -> str:
    return sha256(_text(plain).encode()).hexdigest()


_text = json.JSONEncoder(sort_keys=True, separators=(",", ":"), check_circular=False).encode
"""What `json.dumps` gives, with one encoder for thousands of lines; events hold no circles."""
