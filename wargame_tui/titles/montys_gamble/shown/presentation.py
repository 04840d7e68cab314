"""What front ends ask for beside the table: the rules in words, and where things happened."""

import re
from functools import cache

from wargame_tui.board.rulebook import Rulebook
from wargame_tui.core.event import Event
from wargame_tui.titles.montys_gamble.printed.book import DATA
from wargame_tui.titles.montys_gamble.rules.advantage import COMBAT

_LISTED = re.compile(r"^- (?P<number>\d+\.\d+[a-z]?) ", re.MULTILINE)
"""How the reference numbers its rules."""


@cache
def rulebook() -> Rulebook:
    """The rules in words; a rule's number stands in bold, as the rulebook's reader looks for it."""
    return Rulebook(_LISTED.sub(r"- **\g<number>** ", (DATA.path / "rules.md").read_text("utf-8")))


def event_place(event: Event) -> str | None:
    """The space where something happened."""
    data, known = event.data, DATA.map.spaces
    for key in ("space", "to", "area", "origin"):
        if data.get(key) in known:
            return str(data[key])
    if event.kind == "roll":
        subject = str(data["subject"])
        return subject if data["purpose"] in COMBAT else _bank(subject)
    return _bank(str(data.get("border", "")))


def _bank(border: str) -> str | None:
    """The first bank of a boundary."""
    bank, dash, _ = border.partition("-")
    return bank if dash and bank in DATA.map.spaces else None
