"""The tiles of one zoom as a terminal's pixels: each is drawn when it is first seen, and again when it changed."""

from collections.abc import Hashable, Iterable, Iterator
from time import monotonic
from typing import Protocol

from wargame_tui.tui.map.view import Box, MapLayout
from wargame_tui.tui.paint.canvas import Pixels
from wargame_tui.tui.paint.pixels import PixelSurface, Run

FEW = 6
"""Tiles that are drawn however long it takes: as many as a cursor changes that moves."""
COLUMNS, ROWS = 16, 8
"""Cells of a tile: few, as one is sent anew whenever anything in it changes."""


class Drawn(Protocol):
    """What tiles are cut from."""

    @property
    def layout(self) -> MapLayout:
        """Its size in cells."""

    def image(self, box: Box) -> Pixels:
        """Some cells of it."""

    def rest(self) -> None:
        """Keep nothing that can be had again at once."""


class Sheet:
    """The tiles of one zoom."""

    def __init__(self, name: Hashable, drawn: Drawn, surface: PixelSurface) -> None:
        """`name`: by which it is told from the sheets of other zooms and maps."""
        self._name = name
        self._drawn = drawn
        self._surface = surface
        self._version = self._base = 0
        self._versions: dict[tuple[int, int], int] = {}

    def rest(self) -> None:
        """Another zoom is shown."""
        self._drawn.rest()

    def forget_all(self) -> None:
        """Everything changed."""
        self._version += 1
        self._base = self._version
        self._versions.clear()

    def forget(self, boxes: Iterable[Box]) -> None:
        """Some cells changed."""
        self._version += 1
        for box in boxes:
            for place in self._under(box):
                self._versions[place] = self._version

    def make(self, box: Box, seconds: float) -> bool:
        """Draw the tiles that some cells want, many of them until the time is up; whether they are all there."""
        end = monotonic() + seconds
        missing = [place for place in self._under(box) if not self._surface.has(self._key(place))]
        for n, place in enumerate(missing):
            if len(missing) - n > FEW and monotonic() > end:
                return False
            tile = self._tile(place)
            self._surface.put(self._key(place), self._drawn.image(tile), tile.width, tile.height)
        return True

    def runs(self, y: int, left: int, right: int) -> Iterator[Run]:
        """The tiles that are there in a row of the map from one column to another, in the map's cells."""
        for place in self._under(Box(left, y, right - left, 1)):
            key = self._key(place)
            if self._surface.has(key):
                tile = self._tile(place)
                start, end = max(left, tile.x), min(right, tile.x + tile.width)
                yield Run(start, y, end - start, key, y - tile.y, start - tile.x)

    def _key(self, place: tuple[int, int]) -> Hashable:
        return self._name, place, self._versions.get(place, self._base)

    def _tile(self, place: tuple[int, int]) -> Box:
        layout, (column, row) = self._drawn.layout, place
        x, y = column * COLUMNS, row * ROWS
        return Box(x, y, min(COLUMNS, layout.width - x), min(ROWS, layout.height - y))

    def _under(self, box: Box) -> Iterator[tuple[int, int]]:
        layout = self._drawn.layout
        for row in range(max(0, box.y) // ROWS, (min(box.y + box.height, layout.height) - 1) // ROWS + 1):
            for column in range(max(0, box.x) // COLUMNS, (min(box.x + box.width, layout.width) - 1) // COLUMNS + 1):
                yield column, row
