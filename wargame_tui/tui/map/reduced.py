"""An area map laid out to be seen as a whole on a small screen: the far layout, reduced."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import ceil

from wargame_tui.tui.map.layout import Layout
from wargame_tui.tui.map.view import SMALL, TINY, Box, Cells

BROADER = 1.3
"""By how much a reduced map may be broader than the far one for its height."""


@dataclass(frozen=True)
class ReducedLayout:
    """A layout in which every cell shows several of the far layout."""

    far: Layout
    across: float
    """Columns of the far layout in a cell."""
    down: float
    """Rows of it."""

    @property
    def width(self) -> int:
        """Width in cells."""
        return ceil(self.far.width / self.across - TINY)

    @property
    def height(self) -> int:
        """Height in cells."""
        return ceil(self.far.height / self.down - TINY)

    @cached_property
    def boxes(self) -> Mapping[str, Box]:
        """The cell that stands for every space."""
        return {
            space: Box(int((box.x + box.width / 2) / self.across), int((box.y + box.height / 2) / self.down), 1, 1)
            for space, box in self.far.boxes.items()
        }

    def space_on(self, x: float, y: float) -> str | None:
        """The space at a spot."""
        return self.far.space_at(int(x * self.across), int(y * self.down))

    def space_at(self, x: int, y: int) -> str | None:
        """The space in the middle of a cell."""
        return self.space_on(x + 0.5, y + 0.5)


def reduced(far: Layout, room: Cells = SMALL) -> ReducedLayout | None:
    """A map as a whole in so many cells; None if the far layout fits there."""
    if far.width <= room.width and far.height <= room.height:
        return None
    down = max(1.0, far.height / room.height)
    return ReducedLayout(far, max(1.0, far.width / room.width, down / BROADER), down)
