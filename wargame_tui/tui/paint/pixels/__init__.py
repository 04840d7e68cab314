"""Pictures on real terminals: tiles of pixels where cells of text stand, by kitty's graphics protocol or as sixels.

A widget that shows tiles gives each one to a `PixelSurface` once (`put`), puts the segments of `cells` into its lines
where a tile is to be seen and its own characters where not, and lets `Pictures` (`pictures.py`) do the rest: what
follows each frame, other widgets above it, suspension, the end. A tile's key stands for its content: tiles that
changed come under another key, and the old ones are forgotten by themselves.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple, Protocol

from rich.segment import Segment

from wargame_tui.tui.paint.canvas import Pixels

Write = Callable[[str], object]
"""What takes text to the terminal, as it is and in order: the driver of the app."""

LIMIT = 96 << 20
"""Bytes of pixels that the terminal keeps (kitty gives 320 MB to all pictures of a screen)."""


class Run(NamedTuple):
    """Cells of one line of the screen in which part of one row of a tile is to be seen."""

    x: int
    y: int
    width: int
    key: Hashable
    row: int
    column: int
    """The cell of the tile that is seen first."""


class PixelSurface(Protocol):
    """A way to show tiles."""

    def learn(self, sample: Pixels) -> None:
        """Choose the colours of all tiles by a sample of everything, where there can be but few, before the first."""

    def fits(self, columns: int, rows: int) -> bool:
        """Whether the terminal takes pictures as large as so many cells."""

    def has(self, key: Hashable) -> bool:
        """Whether a tile need not be given again."""

    def put(self, key: Hashable, pixels: Pixels, columns: int, rows: int) -> None:
        """Give a tile of so many cells, red, green, blue (and how dense) by line and column, before its cells."""

    def cells(self, key: Hashable, row: int, start: int, end: int) -> Segment:
        """Cells of one row of a tile, from one column to before another, to stand in a line of the widget."""

    def prepare(self, runs: Sequence[Run]) -> None:
        """All that will be seen of the widget in the next frame, if nothing lies over it: time to encode it."""

    def lay(self, runs: Sequence[Run], rewritten: frozenset[int]) -> None:
        """After a frame: all that is seen of the widget, and the lines in which characters were written since."""

    def clear(self) -> None:
        """Take everything from the terminal."""
