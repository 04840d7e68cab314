"""The texts of a map by what they belong to and by row: what changes is told, row by row."""

from collections.abc import Iterable, Sequence

from wargame_tui.tui.map.view import Box
from wargame_tui.tui.paint.painter import Text

LEADERS, NAMES, EXTRAS, COUNTERS, CURSOR, FAN, JUMPS = range(7)
"""Layers: later ones cover earlier ones."""

Line = tuple[int, Text]
"""A text and its row."""
Key = tuple[int, str]
"""Layer, and the space to which a piece belongs."""


class Sheet:
    """All texts of a map."""

    def __init__(self) -> None:
        self._pieces: dict[Key, Sequence[Line]] = {}
        self._rows: dict[int, dict[Key, list[Text]]] = {}

    def clear(self) -> None:
        """Nothing is written."""
        self._pieces.clear()
        self._rows.clear()

    def piece(self, key: Key) -> Sequence[Line]:
        """What is written under a key."""
        return self._pieces.get(key, ())

    def write(self, key: Key, lines: Sequence[Line]) -> list[Box]:
        """Write a piece in place of what was there; returns where anything changed."""
        before = self._pieces.get(key, ())
        if lines == before:
            return []
        for y, _ in before:
            self._rows[y].pop(key, None)
        self._pieces.pop(key, None)
        for y, text in lines:
            self._rows.setdefault(y, {}).setdefault(key, []).append(text)
        if lines:
            self._pieces[key] = lines
        return [box for box in (extent(before), extent(lines)) if box]

    def keys(self, layer: int) -> list[str]:
        """The spaces with a piece in a layer."""
        return [space for at, space in self._pieces if at == layer]

    def row(self, y: int) -> list[Text]:
        """The texts of a row from below to above."""
        pieces = self._rows.get(y)
        if not pieces:
            return []
        order = sorted(pieces, key=lambda key: (key[0], pieces[key][0].x))
        return [text for key in order for text in pieces[key]]


def extent(lines: Iterable[Line]) -> Box | None:
    """The rectangle around some texts."""
    found = [(y, text.x, text.x + len(text.words)) for y, text in lines]
    if not found:
        return None
    left, top = min(x for _, x, _ in found), min(y for y, _, _ in found)
    right, bottom = max(x for _, _, x in found), max(y for y, _, _ in found)
    return Box(left, top, right - left, bottom - top + 1)


def cells_of(lines: Iterable[Line]) -> list[tuple[int, int, int, bool]]:
    """Row, column and length of some texts, and whether they are counters: what is in the way of names."""
    return [(y, text.x, len(text.words), text.unit is not None) for y, text in lines]
