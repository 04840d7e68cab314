"""Counters in characters: the unit's box and size, its factors in the printed order, its marks; what fits is told."""

import sys
from collections.abc import Sequence

from wargame_tui.board.scene import Counter
from wargame_tui.tui.map.glyphs import GlyphSet
from wargame_tui.tui.map.labels import marks_of_one, shares, stacks_of, strength_of
from wargame_tui.tui.map.palette import Sides
from wargame_tui.tui.map.view import Box
from wargame_tui.tui.paint.lettering.inks import Inks, paint_of
from wargame_tui.tui.paint.lettering.sheet import Line
from wargame_tui.tui.paint.painter import Text

MOST = 9
"""The greatest strength that a single cell can tell."""
CARDS = (10, 16)
"""Columns of a counter of two rows in a label, at least and at most."""
NARROWEST = 9
"""Columns of one of a single row."""


def two_rows(counter: Counter, width: int, glyphs: GlyphSet) -> list[str]:
    """Unit box, size and name; below them the factors, and the marks at the right. Width 0: as wide as they are."""
    first = _titled(counter, width or sys.maxsize, glyphs)
    marks = marks_of_one(counter, glyphs)
    words = counter.numbers or counter.strength
    width = width or max(len(first), len(words) + len(marks) + 2)
    if counter.quality and len(words) + 2 + len(counter.quality) + len(marks) <= width:
        words = f"{words} {counter.quality}"
    lead = " " if len(words) + 1 + len(marks) <= width else ""
    return [first.ljust(width), _ended(lead + words, marks, width)]


def _titled(counter: Counter, width: int, glyphs: GlyphSet) -> str:
    """Unit box, size and name: the size goes before the name is cut."""
    sign, size, label = glyphs.symbol(counter.symbol), glyphs.sizes.get(counter.size, ""), counter.label
    lettered = sign[-1:].isalnum()
    heads = [f"{sign} {size}"] if lettered and size else [sign + size]
    for head in [*heads, sign] if size else [sign]:
        for gap in (" ",) if lettered else (" ", ""):
            if len(head) + len(gap) + len(label) <= width:
                return head + gap + label
    return f"{sign}{' ' if lettered else ''}{label}"[:width]


def one_row(counter: Counter, width: int, glyphs: GlyphSet) -> str:
    """All of it in a row, the dearest first: unit box, factors, marks, name, size."""
    sign, size = glyphs.symbol(counter.symbol), glyphs.sizes.get(counter.size, "")
    factors = counter.numbers or counter.strength
    end = marks_of_one(counter, glyphs)
    room = width - len(sign) - len(factors) - len(end)
    if sign[-1:].isalnum() and factors:
        room -= 1
    if room < 3:
        gap = " " if sign[-1:].isalnum() and room >= 0 else ""
        words = sign + gap + factors
        return _ended(words if len(words) <= width else sign + counter.strength, end, width)
    label = counter.label[: room - 2]
    head = sign + size + " " if len(label) + 2 + len(size) <= room else sign + " "
    if counter.quality and len(head) + len(label) + len(factors) + len(counter.quality) + len(end) + 3 <= width:
        factors = f"{factors} {counter.quality}"
    return _ended(f"{head}{label} {factors}", end, width)


def _ended(words: str, end: str, width: int) -> str:
    """Words at the left, others at the right; the ones at the right give way."""
    left = words[:width]
    end = end[: width - len(left)]
    return left.ljust(width - len(end)) + end


def card(counters: Sequence[Counter], width: int, rows: int, glyphs: GlyphSet) -> list[tuple[int, list[str]]]:
    """A stack in a hex of so many rows, by the row where each counter begins: as many whole ones as there is room for,
    then one more in a single row, with how many all are if some are left.
    """
    slots = (rows - 2) // 2
    whole = counters[:slots]
    top = rows // 2 - len(whole)
    found = [(top + 2 * n, two_rows(counter, width, glyphs)) for n, counter in enumerate(whole)]
    if len(counters) > slots:
        tail = f"{glyphs.times}{len(counters)}" if len(counters) > slots + 1 else ""
        found.append((top + 2 * slots, [one_row(counters[slots], width - len(tail), glyphs) + tail]))
    return found


def chip(counters: Sequence[Counter], width: int, rows: int, glyphs: GlyphSet) -> list[str]:
    """A stack in small: unit box and size of the topmost, below them the strength of all and how many they are."""
    top = counters[0]
    sign, strength = glyphs.symbol(top.symbol), str(strength_of(counters) or top.strength)
    several = f"{glyphs.times}{len(counters)}" if len(counters) > 1 else ""
    shared = frozenset.intersection(*(counter.flags for counter in counters))
    marks = marks_of_one(top, glyphs, shared)
    if rows == 1:
        return [_ended(sign + strength, (several + marks)[: max(0, width - len(sign + strength))], width)]
    size = glyphs.sizes.get(top.size, "")
    second = strength + (several if len(strength) + len(several) <= width else "")
    return [f"{sign}{size}"[:width].ljust(width), _ended(second, marks[: max(0, width - len(second))], width)]


def sign(counters: Sequence[Counter], glyphs: GlyphSet) -> str:
    """A stack in two cells: the arm of the topmost, and the strength of all."""
    strength = strength_of(counters)
    arm = glyphs.symbol(counters[0].symbol)[:1]
    return arm + (str(strength) if 0 < strength <= MOST else "+" if strength else " ")


def counter_texts(
    rows: Sequence[str], x: int, y: int, counter: Counter, sides: Sides, *, low: bool = False
) -> list[Line]:
    """Rows of a counter on its ground."""
    paint = paint_of(counter, sides, low=low)
    return [(y + n, Text(x, words, paint.ink, paint.ground, True, counter.unit)) for n, words in enumerate(rows)]


def holds(counters: Sequence[Counter], room: Box, sides: Sides) -> bool:
    """Whether a rectangle has room for counters in rows of their own, as narrow as may be."""
    most = max(1, (room.width + 1) // (NARROWEST + 1))
    return _rows(stacks_of(counters, sides), most) <= room.height


def card_width(counters: Sequence[Counter], room: Box, glyphs: GlyphSet, sides: Sides) -> int:
    """How wide counters of two rows are in a rectangle that has room for all of them; 0 if it has not."""
    stacks = stacks_of(counters, sides)
    wanted = max(len(two_rows(counter, 0, glyphs)[0]) for counter in counters)
    least, most = CARDS
    for width in range(min(room.width, max(least, min(most, wanted))), least - 1, -1):
        if 2 * _rows(stacks, (room.width + 1) // (width + 1)) <= room.height:
            return width
    return 0


def grid(counters: Sequence[Counter], room: Box, glyphs: GlyphSet, sides: Sides, inks: Inks) -> list[Line]:
    """Counters in a rectangle: as cards of two rows if all of them have room, else in a row each; `+3` for the rest."""
    stacks = stacks_of(counters, sides)
    width = card_width(counters, room, glyphs, sides)
    if not width:
        columns = 1
        while (room.width + 1) // (columns + 1) > NARROWEST and _rows(stacks, columns) > room.height:
            columns += 1
        return listed(counters, room, columns, glyphs, sides, inks)
    across = (room.width + 1) // (width + 1)
    lines: list[Line] = []
    y = room.y
    for stack in stacks:
        for n, counter in enumerate(stack):
            down, column = divmod(n, across)
            wide = min(len(stack) - down * across, across) * (width + 1) - 1
            x = room.x + (room.width - wide) // 2 + column * (width + 1)
            lines += counter_texts(two_rows(counter, width, glyphs), x, y + 2 * down, counter, sides)
        y += 2 * -(-len(stack) // across)
    return lines


def _rows(stacks: Sequence[Sequence[Counter]], columns: int) -> int:
    """Rows that counters take in so many columns."""
    return sum(-(-len(stack) // columns) for stack in stacks)


def listed(
    counters: Sequence[Counter],
    box: Box,
    columns: int,
    glyphs: GlyphSet,
    sides: Sides,
    inks: Inks,
) -> list[Line]:
    """Counters one a row in some columns of a rectangle, each side in rows of its own; `+3` for what does not fit."""
    x, y, width, rows = box
    room = (width + 1) // columns - 1
    stacks = stacks_of(counters, sides)
    needs = [-(-len(stack) // columns) for stack in stacks]
    lines: list[Line] = []
    for stack, share in zip(stacks, shares(needs, rows), strict=True):
        fits = share * columns
        shown = stack if len(stack) <= fits else stack[: max(0, fits - 1)]
        for n, counter in enumerate(shown):
            down, across = divmod(n, columns)
            words = [one_row(counter, room, glyphs)]
            lines += counter_texts(words, x + across * (room + 1), y + down, counter, sides)
        if share and len(shown) < len(stack):
            down, across = divmod(len(shown), columns)
            left = f"+{len(stack) - len(shown)} more"
            ground = inks.style.zone.fill
            text = Text(x + across * (room + 1), left[:room].ljust(room), inks.ink("badge", ground), ground, True)
            lines.append((y + down, text))
        y += share
    return lines
