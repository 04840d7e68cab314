"""Counters as characters on coloured grounds, for painted maps shown in cells."""

from collections.abc import Sequence
from typing import NamedTuple

from wargame_tui.board.scene import Counter, Flag
from wargame_tui.tui.map.glyphs import GlyphSet
from wargame_tui.tui.map.labels import FLAG_ORDER, strength_of
from wargame_tui.tui.paint.canvas import mixed
from wargame_tui.tui.paint.counter_face import (
    CHOSEN,
    DARK,
    DIM,
    OFFERED,
    PAPER,
    SHADE,
    TONES,
    CounterStyle,
    Face,
    face_of,
)
from wargame_tui.tui.paint.symbols import BADGES


class Run(NamedTuple):
    """Characters on one ground in one ink, both `#rrggbb`."""

    text: str
    ground: str
    ink: str


def counter_cells(
    counter: Counter, width: int, height: int, glyphs: GlyphSet, style: CounterStyle, below: Sequence[Counter] = ()
) -> list[list[Run]]:
    """A counter in so many cells; `below` are the others of its stack.

    From two rows on: sign, size and name over the numbers, the marks of states at the right. In one row: sign, numbers
    or strength (that of the whole stack), marks. In fewer than four columns: sign and strength.
    """
    face = face_of(counter, style, len(below) + 1 if below else 0)
    printed = _Cells(face, glyphs, _symbol(counter, glyphs, style))
    if height > 1:
        return printed.lines(width, height)
    total = strength_of([counter, *below])
    strength = str(total) if below and total else counter.strength
    return [printed.chip(width, strength) if width > 3 else printed.speck(width, strength)]


def _symbol(counter: Counter, glyphs: GlyphSet, style: CounterStyle) -> str:
    return glyphs.symbol(style.symbol or counter.symbol)


class _Cells(NamedTuple):
    """A counter on its way to characters."""

    face: Face
    glyphs: GlyphSet
    symbol: str

    @property
    def colors(self) -> tuple[str, str]:
        """Ground and ink; in the shade once it has moved."""
        card = self.face.card
        dim = DIM if "moved" in self.face.flags else 0
        return mixed(card.ground, SHADE, dim), mixed(card.ink, SHADE, dim * 0.7)

    def lines(self, width: int, height: int) -> list[list[Run]]:
        """Two rows and, if there is room, a third for what else is printed."""
        face, (ground, ink) = self.face, self.colors
        count = f"{self.glyphs.times}{face.depth}" if face.depth else ""
        inner = width - bool(face.style.stripe)
        name = self._name(inner - len(count) - bool(count)) if count else self._name(inner)
        numbers = self._numbers(inner)
        marks = self._marks(max(inner - len(numbers) - 1, 1))
        quality = face.quality
        if height == 2 and quality and len(numbers) + len(quality) + len(marks) + 2 <= inner:
            numbers = f"{numbers} {quality}"
        low = mixed(ground, DARK, 0.10)
        field = (PAPER, DARK) if "reduced" in face.flags else (low, ink)
        upper = Run(name.ljust(inner - len(count)) + count, mixed(ground, PAPER, 0.10), ink)
        marks = marks[: inner - len(numbers)]
        lower = Run(numbers.ljust(inner - len(marks)), *field)
        rows = [[upper], [lower, *marks]]
        others = [text for text in (face.formation, quality) if text][: height - 2]
        rows += [[Run(_cut(text, inner).ljust(inner), low, ink)] for text in others]
        rows += [[Run(" " * inner, low, ink)]] * (height - 2 - len(others))
        return [[*self._band(n, height), *row] for n, row in enumerate(rows)]

    def chip(self, width: int, strength: str) -> list[Run]:
        """One row."""
        face, (ground, ink) = self.face, self.colors
        inner = width - bool(face.style.stripe)
        count = f"{self.glyphs.times}{face.depth}" if face.depth else ""
        room = inner - len(self.symbol)
        wanted = len(self._marks(2))
        whole = "" if face.strength else face.numbers
        texts = (f"{whole}{count}" if whole else "", f"{strength}{count}", strength)
        number = next((text for text in texts if text and len(text) <= room - wanted), strength[:room])
        marks = self._marks(room - len(number))
        field = (PAPER, DARK) if "reduced" in face.flags else (ground, ink)
        sign = Run(self.symbol[:inner], ground, ink)
        rest = inner - len(sign.text) - len(marks)
        return [*self._band(0, 1), sign, Run(number[:rest].ljust(rest), *field), *marks]

    def speck(self, width: int, strength: str) -> list[Run]:
        """Sign and strength; a chosen one in gold."""
        ground, ink = (CHOSEN, DARK) if "selected" in self.face.flags else self.colors
        sign = self.symbol[: max(1, width - len(strength))] if len(strength) < width else ""
        return [Run((sign + strength)[:width].ljust(width), ground, ink)]

    def _name(self, room: int) -> str:
        """Sign, size and name: the name whole before all, cut off with a point if it must be."""
        size, label = self.glyphs.sizes.get(self.face.size, ""), self.face.label
        symbol = f"{self.symbol} " if self.symbol.isalpha() else self.symbol
        sized = [f"{symbol}{size} {label}"] * bool(size) + [f"{symbol}{size}{label}"] * label[:1].isdigit()
        names = [*sized, f"{self.symbol} {label}", symbol + label]
        found = next((name for name in names if len(name) <= room), names[-1])
        return found if len(found) <= room else found[: room - 1] + "."

    def _numbers(self, room: int) -> str:
        """What stands in the second row, as many whole words of it as fit."""
        words = f"{self.face.word} {self.face.strength} {self.face.numbers}".split()
        return next((text for n in range(len(words), 0, -1) if len(text := " ".join(words[:n])) <= room), "")

    def _marks(self, room: int) -> list[Run]:
        """The states, the most important first, each in a cell of its tone."""
        flags = [flag for flag in FLAG_ORDER if flag in self.face.flags]
        return [Run(self.glyphs.flags[flag], *_tones(flag)) for flag in flags[: max(0, room)]]

    def _band(self, row: int, height: int) -> list[Run]:
        """The cell at the left edge: half of it in the colour of the band, or all of it where halves are unsafe."""
        stripe = self.face.style.stripe
        if not stripe:
            return []
        color, (ground, ink) = stripe[row * len(stripe) // height], self.colors
        return [Run("▌", ground, color) if self.glyphs.halves.strip() else Run(" ", color, ink)]


def _cut(text: str, room: int) -> str:
    """As many whole words as fit, or as much as fits of the first."""
    words = text.split()
    whole = (" ".join(words[:n]) for n in range(len(words), 0, -1))
    return next((said for said in whole if len(said) <= room), text[:room])


def _tones(flag: Flag) -> tuple[str, str]:
    match flag:
        case "selected":
            return CHOSEN, DARK
        case "choice":
            return OFFERED, DARK
        case "reduced":
            return PAPER, DARK
    return TONES[BADGES[flag].tone]
