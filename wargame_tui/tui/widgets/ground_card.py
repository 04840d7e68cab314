"""A small card over the map, on the side away from the cursor: the ground of a space as a table."""

from collections.abc import Iterator

from textual.content import Content

from wargame_tui.tui.table.card import Card, Row
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import DIM, HEAD, KEY, rule_link

WIDTH = 50
CELL = 5
"""Columns of a cost."""


class GroundCard(Words):
    """`i` at the table shows and hides it."""

    DEFAULT_CSS = """
    GroundCard {
        layer: above;
        width: 50;
        max-width: 100%;
        height: auto;
        max-height: 100%;
        padding: 0 1;
        background: $panel;
        border-left: thick #e3b652;
        display: none;
    }
    GroundCard.-shown { display: block; }
    """

    def show(self, card: Card | None, *, left: bool) -> None:
        """Show a card, at the left edge of the map or at the right one; nothing if there is no space."""
        self.styles.dock = "left" if left else "right"
        self.update(Content("\n").join(card_rows(card, WIDTH - 4)) if card is not None else Content(""))


def card_rows(card: Card, width: int) -> list[Content]:
    """The lines of a card."""
    cell = max([CELL, *(len(mode) + 1 for mode in card.modes)])
    wide = cell * len(card.modes)
    modes = Content.assemble(*((mode.rjust(cell), KEY) for mode in card.modes))
    head = Content.styled(card.heading, HEAD).truncate(width - wide - 1, ellipsis=True)
    rows = [Content.assemble(_filled(head, width - wide), modes)]
    for row in card.facts:
        rows += _lines(row, width, cell, wide)
    if card.sides:
        rows.append(Content.assemble(("from " if card.modes else "beside it ", "bold"), rule_link(card.rule)))
    for row in card.sides:
        rows += _lines(row, width, cell, wide)
    return rows


def _filled(line: Content, width: int) -> Content:
    return line.pad_right(max(0, width - line.cell_length))


def _lines(row: Row, width: int, cell: int, wide: int) -> Iterator[Content]:
    """Label and words with the costs in their columns, or with the rule at the end; wrapped under each other."""
    words = Content.assemble((f"{row.label} ", DIM) if row.label else "", row.words)
    if row.cells:
        costs = Content.assemble(*((value.rjust(cell), "bold") for value in row.cells))
        first, *rest = words.wrap(width - wide - 1) or [Content("")]
        yield Content.assemble(_filled(first, width - wide), costs)
    else:
        link = rule_link(row.rule)
        first, *rest = (Content.assemble(words, " ", link) if row.rule else words).wrap(width)
        yield first
    for more in rest:
        yield from (line.pad_left(2) for line in more.wrap(width - 2))
