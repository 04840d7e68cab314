"""Counters in characters: the unit's box and size, its factors in the printed order, its marks; what fits is told."""

from collections.abc import Sequence
from functools import cached_property

from wargame_tui.board.scene import Counter
from wargame_tui.tui.map.glyphs import GlyphSet
from wargame_tui.tui.map.labels import marks_of_one, shares, stacks_of, strength_of
from wargame_tui.tui.map.palette import SHADOW, Sides
from wargame_tui.tui.map.view import Box, View
from wargame_tui.tui.paint.canvas import mixed
from wargame_tui.tui.paint.counter_cells import counter_cells
from wargame_tui.tui.paint.counter_face import DARK, CounterStyle, face_of, strength_apart, style_of
from wargame_tui.tui.paint.lettering.inks import Inks, readable
from wargame_tui.tui.paint.lettering.sheet import Line
from wargame_tui.tui.paint.painter import Text

MOST = 9
"""The greatest strength that a single cell can tell."""
CARDS = (10, 16)
"""Columns of a counter of two rows in a label, at least and at most."""
NARROWEST = 9
"""Columns of one of a single row."""


class Press:
    """Prints the counters of a table in characters."""

    def __init__(self, glyphs: GlyphSet, view: View, sides: Sides) -> None:
        self.glyphs = glyphs
        self.sides = sides
        self._view = view

    @cached_property
    def _apart(self) -> bool:
        """Whether strengths are printed for themselves."""
        return strength_apart(each for here in self._view.scene.spaces.values() for each in here.counters)

    def _style(self, counter: Counter) -> CounterStyle:
        stripe = self._view.stripe(counter) if self._view.stripe else ()
        return style_of(counter, self.sides, self._view.look, stripe, apart=self._apart)

    def colors(self, counter: Counter, *, low: bool = False) -> tuple[str, str]:
        """Ground and ink of a counter; `low`: of one that lies below another."""
        ((run, *_),) = counter_cells(counter, 2, 1, self.glyphs, self._style(counter))
        return shaded(run.ground, run.ink) if low else (run.ground, run.ink)

    def factors(self, counter: Counter) -> str:
        """The numbers of a counter in the printed order."""
        face = face_of(counter, self._style(counter))
        return " ".join(filter(None, (face.word, face.strength, face.numbers)))

    # -- whole counters -------------------------------------------------------------------------------

    def whole(self, counter: Counter, width: int, x: int, y: int, *, low: bool = False) -> list[Line]:
        """A counter of two rows: box, size and name over the factors; marks at the right, the band at the left."""
        lines: list[Line] = []
        for n, row in enumerate(counter_cells(counter, width, 2, self.glyphs, self._style(counter))):
            at = x
            for run in row:
                ground, ink = shaded(run.ground, run.ink) if low else (run.ground, run.ink)
                lines.append((y + n, Text(at, run.text, ink, ground, True, counter.unit)))
                at += len(run.text)
        return lines

    def row(self, counter: Counter, width: int, x: int, y: int, tail: str = "", *, low: bool = False) -> list[Line]:
        """A counter of one row, its band at the left; a tail stands at the right."""
        stripe = self._style(counter).stripe
        ground, ink = self.colors(counter, low=low)
        lines: list[Line] = []
        if stripe:
            half = self.glyphs.halves.strip()
            band = ("▌", stripe[0], ground) if half else (" ", ink, stripe[0])
            lines.append((y, Text(x, band[0], band[1], band[2], True, counter.unit)))
            x, width = x + 1, width - 1
        words = one_row(counter, width - len(tail), self.glyphs, self.factors(counter)) + tail
        return [*lines, (y, Text(x, words, ink, ground, True, counter.unit))]

    def stack(self, counters: Sequence[Counter], width: int, rows: int, x: int, y: int) -> list[Line]:
        """A stack in a hex of so many rows: as many whole counters as there is room for, then one more in a row.

        That one has the number of all behind it, if some are left.
        """
        slots = (rows - 2) // 2
        shown = counters[:slots]
        top = y + rows // 2 - len(shown)
        lines: list[Line] = []
        for n, counter in enumerate(shown):
            lines += self.whole(counter, width, x, top + 2 * n, low=n > 0)
        if len(counters) > slots:
            tail = f"{self.glyphs.times}{len(counters)}" if len(counters) > slots + 1 else ""
            lines += self.row(counters[slots], width, x, top + 2 * slots, tail, low=True)
        return lines

    def are_whole(self, lines: Sequence[Line], counters: Sequence[Counter]) -> bool:
        """Whether each of some counters stands there with its name and its factors."""
        read: dict[str, str] = {}
        for _, text in lines:
            if text.unit:
                read[text.unit] = read.get(text.unit, "") + text.words
        return all(each.label in read.get(each.unit, "") and self.factors(each) in read[each.unit] for each in counters)

    # -- small ones -----------------------------------------------------------------------------------

    def chip(self, counters: Sequence[Counter], width: int, rows: int, x: int, y: int) -> list[Line]:
        """A stack in small: box and size of the topmost, below them the strength of all and how many they are."""
        return self._texts(chip(counters, width, rows, self.glyphs), counters[0], x, y)

    def sign(self, counters: Sequence[Counter], x: int, y: int) -> list[Line]:
        """A stack in two cells: the arm of the topmost, and the strength of all."""
        return self._texts([sign(counters, self.glyphs)], counters[0], x, y)

    def _texts(self, rows: Sequence[str], counter: Counter, x: int, y: int) -> list[Line]:
        ground, ink = self.colors(counter)
        return [(y + n, Text(x, words, ink, ground, True, counter.unit)) for n, words in enumerate(rows)]

    # -- many counters --------------------------------------------------------------------------------

    def card_width(self, counters: Sequence[Counter], room: Box) -> int:
        """How wide counters of two rows are in a rectangle that has room for all of them; 0 if it has not."""
        stacks, (least, most) = stacks_of(counters, self.sides), CARDS
        wanted = max(map(self._title_width, counters))
        for width in range(min(room.width, max(least, min(most, wanted))), least - 1, -1):
            if 2 * _rows(stacks, (room.width + 1) // (width + 1)) <= room.height:
                return width
        return 0

    def _title_width(self, counter: Counter) -> int:
        size = self.glyphs.sizes.get(counter.size, "")
        band = bool(self._style(counter).stripe)
        return band + len(self.glyphs.symbol(counter.symbol)) + len(size) + 1 + len(counter.label)

    def holds(self, counters: Sequence[Counter], room: Box) -> bool:
        """Whether a rectangle has room for counters in rows of their own, as narrow as may be."""
        most = max(1, (room.width + 1) // (NARROWEST + 1))
        return _rows(stacks_of(counters, self.sides), most) <= room.height

    def grid(self, counters: Sequence[Counter], room: Box, inks: Inks) -> list[Line]:
        """Counters in a rectangle: of two rows if all of them have room, else in a row each; `+3` for the rest."""
        stacks, width = stacks_of(counters, self.sides), self.card_width(counters, room)
        if not width:
            columns = 1
            while (room.width + 1) // (columns + 1) > NARROWEST and _rows(stacks, columns) > room.height:
                columns += 1
            return self.listed(counters, room, columns, inks)
        across, y = (room.width + 1) // (width + 1), room.y
        lines: list[Line] = []
        for stack in stacks:
            for n, counter in enumerate(stack):
                down, column = divmod(n, across)
                wide = min(len(stack) - down * across, across) * (width + 1) - 1
                x = room.x + (room.width - wide) // 2 + column * (width + 1)
                lines += self.whole(counter, width, x, y + 2 * down)
            y += 2 * -(-len(stack) // across)
        return lines

    def listed(self, counters: Sequence[Counter], room: Box, columns: int, inks: Inks) -> list[Line]:
        """Counters one a row in some columns of a rectangle, each side in rows of its own; `+3` for the rest."""
        x, y, _, rows = room
        width = (room.width + 1) // columns - 1
        stacks = stacks_of(counters, self.sides)
        lines: list[Line] = []
        for stack, share in zip(stacks, shares([-(-len(stack) // columns) for stack in stacks], rows), strict=True):
            fits = share * columns
            shown = stack if len(stack) <= fits else stack[: max(0, fits - 1)]
            for n, counter in enumerate(shown):
                down, across = divmod(n, columns)
                lines += self.row(counter, width, x + across * (width + 1), y + down)
            if share and len(shown) < len(stack):
                down, across = divmod(len(shown), columns)
                words, ground = f"+{len(stack) - len(shown)} more"[:width].ljust(width), inks.style.zone.fill
                at = x + across * (width + 1)
                lines.append((y + down, Text(at, words, inks.ink("badge", ground), ground, True)))
            y += share
        return lines


def shaded(ground: str, ink: str) -> tuple[str, str]:
    """Ground and ink of a counter below another."""
    ground = mixed(ground, DARK, SHADOW)
    return ground, readable(ink, (ground,))


def _rows(stacks: Sequence[Sequence[Counter]], columns: int) -> int:
    """Rows that counters take in so many columns."""
    return sum(-(-len(stack) // columns) for stack in stacks)


def one_row(counter: Counter, width: int, glyphs: GlyphSet, factors: str) -> str:
    """All of it in a row, the dearest first: unit box, factors, marks, name, size."""
    sign, size = glyphs.symbol(counter.symbol), glyphs.sizes.get(counter.size, "")
    end = marks_of_one(counter, glyphs)
    room = width - len(sign) - len(factors) - len(end)
    if sign[-1:].isalnum() and factors:
        room -= 1
    if room < 3:
        gap = " " if (sign[-1:].isalnum() and room >= 0) or (" " in factors and room > 0) else ""
        words = sign + gap + factors
        return _ended(words if len(words) <= width else sign + counter.strength, end, width)
    label = counter.label[: room - 2]
    head = sign + size + " " if len(label) + 2 + len(size) <= room else sign + " "
    if counter.quality and len(head) + len(label) + len(factors) + len(counter.quality) + len(end) + 3 <= width:
        factors = f"{factors} {counter.quality}"
    return _ended(head + " ".join(filter(None, (label, factors))), end, width)


def _ended(words: str, end: str, width: int) -> str:
    """Words at the left, others at the right; the ones at the right give way."""
    left = words[:width]
    end = end[: width - len(left)]
    return left.ljust(width - len(end)) + end


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
