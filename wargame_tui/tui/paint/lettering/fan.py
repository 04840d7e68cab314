"""A stack fanned out at the cursor: its counters one a row, where they cover least."""

from collections.abc import Iterator, Sequence
from math import ceil, inf

from wargame_tui.board.scene import Counter
from wargame_tui.tui.map.labels import marks_of_one
from wargame_tui.tui.map.view import Box
from wargame_tui.tui.paint.lettering.cards import Press
from wargame_tui.tui.paint.lettering.inks import Inks, best
from wargame_tui.tui.paint.lettering.placer import Cells
from wargame_tui.tui.paint.lettering.sheet import Line
from wargame_tui.tui.paint.painter import Text

TALL = 4
"""Counters in a column before there had better be a second one."""
MOST_FAR = 4
"""Counters that are fanned out over the whole map in small: more of them would hide it."""
MOST = 16
"""Rows that are fanned out; the rest is counted."""
PART = 3
"""Of what is seen of a map a fan covers one part of so many, as long as it is not higher than `LEAST`."""
LEAST = 3
"""Rows that a fan may always have."""
WIDEST = 26
"""Columns of a counter in a fan."""
COUNTER, NAME, FAR, TOWER = 6.0, 2.0, 0.6, 1.0
"""What a fan pays for a cell of counters that it covers, for one of names, for a column away from its space, and for a
row more than `TALL` in one column alone."""


def fanned(
    counters: Sequence[Counter],
    beside: Box,
    area: Box,
    counters_at: Cells,
    names_at: Cells,
    press: Press,
    inks: Inks,
    heading: str = "",
) -> list[Line]:
    """The counters of a space beside its box, within an area of the map; a heading above them, if there is one."""
    head = 1 if heading else 0
    room = max((min(WIDEST, _wanted(counter, press)) for counter in counters), default=1)
    best_price, columns, (x, y, width, rows) = inf, 1, beside
    for across in (1,) if len(counters) <= TALL else (2, 1):
        wide = max(across * (room + 1) - 1, len(heading))
        most = max(LEAST, area.width * area.height // (PART * wide) - head)
        down = head + min(MOST, most, sum(ceil(count / across) for count in _by_side(counters)))
        tower = TOWER * max(0, down - head - TALL) if across == 1 else 0.0
        for box in _inside(area, beside, wide, down) if tower < best_price else ():
            price = tower + _away(box, beside)
            if price < best_price:  # What it covers is counted only where it may be the best.
                price += COUNTER * counters_at.covered(box) + NAME * names_at.covered(box)
                if price < best_price:
                    best_price, columns, (x, y, width, rows) = price, across, box
    reverse = inks.style.cursor
    title = [(y, Text(x, heading.ljust(width), best(reverse), reverse, True))] if heading else []
    lines = [*title, *press.listed(counters, Box(x, y + head, width, rows - head), columns, inks)]
    return [(row, text._replace(listed=True)) for row, text in lines]


def _inside(area: Box, beside: Box, width: int, rows: int) -> Sequence[Box]:
    """Where a fan of a size may lie: around a box, or wherever there is room within an area."""
    found = [
        box for box in _around(beside, width, rows)
        if area.x <= box.x and box.x + width <= area.x + area.width
        and area.y <= box.y and box.y + rows <= area.y + area.height
    ]  # fmt: skip
    x = min(max(area.x, beside.x + beside.width), max(area.x, area.x + area.width - width))
    y = min(max(area.y, beside.y), max(area.y, area.y + area.height - rows))
    return found or [Box(x, y, width, rows)]


def _away(box: Box, beside: Box) -> float:
    """What a fan pays for lying apart from its space."""
    apart = max(box.x - beside.x - beside.width, beside.x - box.x - box.width, 0)
    return FAR * (apart + 2 * max(box.y - beside.y - beside.height, beside.y - box.y - box.height, 0))


def _by_side(counters: Sequence[Counter]) -> list[int]:
    present = {counter.side for counter in counters}
    return [sum(counter.side == side for counter in counters) for side in present]


def _wanted(counter: Counter, press: Press) -> int:
    """Columns in which a counter is told whole."""
    glyphs = press.glyphs
    parts = (counter.label, press.factors(counter), counter.quality)
    head = glyphs.symbol(counter.symbol) + glyphs.sizes.get(counter.size, "")
    return len(head) + sum(1 + len(part) for part in parts if part) + len(marks_of_one(counter, glyphs)) + 2


def _around(beside: Box, width: int, rows: int) -> Iterator[Box]:
    """Right and left of a box, above and below it, shifted."""
    for out in (0, 2, 5):
        for y in range(beside.y - rows, beside.y + beside.height + 1):
            yield Box(beside.x + beside.width + out, y, width, rows)
            yield Box(beside.x - width - out, y, width, rows)
        for x in range(beside.x - width, beside.x + beside.width + 1, 2):
            yield Box(x, beside.y + beside.height + out // 2, width, rows)
            yield Box(x, beside.y - rows - out // 2, width, rows)
