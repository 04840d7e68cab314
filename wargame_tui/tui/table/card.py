"""The ground of a space as a table: what it costs to enter it, what it does in combat, what lies on each side."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from wargame_tui.board.title import Entering, SpaceSheet

_COST = re.compile(r"(?:, |^)cost \S+$")
"""What the sheet says of the way out: the table says what the way in costs."""
OFF_ROAD = "off the road"


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table."""

    label: str
    words: str
    cells: tuple[str, ...] = ()
    """Under the ways of moving."""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """The table."""

    heading: str
    modes: tuple[str, ...]
    """Heads of the columns of costs; empty if there are none."""
    rule: str
    """Of the costs."""
    facts: tuple[Row, ...]
    sides: tuple[Row, ...]


def card(sheet: SpaceSheet, entering: Entering | None) -> Card:
    """The table of a space from its sheet and what it costs to enter it."""
    return Card(
        sheet.heading,
        entering.modes if entering else (),
        entering.rule if entering else "",
        tuple(_facts(sheet, entering)),
        tuple(_sides(sheet, entering)),
    )


def _facts(sheet: SpaceSheet, entering: Entering | None) -> Iterator[Row]:
    """What costs stand in columns comes first; the sheet's words of it are left out."""
    if entering is not None and entering.ground:
        yield Row("to enter it", "", entering.ground, entering.rule)
    for fact in sheet.facts:
        if not (entering is not None and entering.ground and fact.label == OFF_ROAD):
            yield Row(fact.label, fact.value, (), fact.rule or "")


def _sides(sheet: SpaceSheet, entering: Entering | None) -> Iterator[Row]:
    costs = entering.sides if entering is not None and len(entering.sides) == len(sheet.links) else ()
    for number, link in enumerate(sheet.links):
        words = _COST.sub("", link.value) if costs else link.value
        yield Row(link.label, "" if words == "adjacent" else words, costs[number] if costs else (), link.rule or "")
