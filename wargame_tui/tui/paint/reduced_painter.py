"""The whole of a large area map for a small screen: the far map, painted and then made smaller."""

from collections.abc import Sequence
from math import ceil, floor

import numpy as np
import numpy.typing as npt
from PIL import Image

from wargame_tui.tui.map.reduced import ReducedLayout
from wargame_tui.tui.map.view import Box
from wargame_tui.tui.paint.area_painter import AreaPainter
from wargame_tui.tui.paint.canvas import Grain, Pixels, Spot

FINE = Grain(4, 8, 2, 4)
"""How finely the far map is painted: what is made smaller needs no more."""


class ReducedPainter:
    """Paints a reduced layout by the painter of its far one."""

    def __init__(self, layout: ReducedLayout, far: AreaPainter) -> None:
        self.layout = layout
        self._far = far

    @property
    def spaces(self) -> Sequence[str]:
        """The spaces by number."""
        return self._far.spaces

    def outline(self, space: str) -> list[Spot]:
        """A line around a space."""
        return [(x / self.layout.across, y / self.layout.down) for x, y in self._far.outline(space)]

    def paint(self, box: Box, grain: Grain) -> Pixels:
        """The ground of some cells."""
        beneath, (left, top, right, bottom) = self._beneath(box)
        image = Image.fromarray(np.asarray(self._far.paint(beneath, FINE)))
        across, down = FINE.shown_across, FINE.shown_down
        part = ((left - beneath.x) * across, (top - beneath.y) * down,
                (right - beneath.x) * across, (bottom - beneath.y) * down)  # fmt: skip
        size = box.width * grain.shown_across, box.height * grain.shown_down
        found: Pixels = np.asarray(image.resize(size, Image.Resampling.BOX, box=part))
        return found

    def owners(self, box: Box, across: int, down: int) -> npt.NDArray[np.int32]:
        """The space of every pixel of some cells, by its place in `spaces`; -1 beside the map."""
        beneath, (left, top, _, _) = self._beneath(box)
        far = self._far.owners(beneath, 2, 2)
        columns = (left - beneath.x + (np.arange(box.width * across) + 0.5) * self.layout.across / across) * 2
        rows = (top - beneath.y + (np.arange(box.height * down) + 0.5) * self.layout.down / down) * 2
        found: npt.NDArray[np.int32] = far[rows.astype(int)[:, None], columns.astype(int)[None]]
        return found

    def _beneath(self, box: Box) -> tuple[Box, tuple[float, float, float, float]]:
        """The cells of the far map under some cells, and what of them it is exactly: left, top, right, bottom."""
        across, down = self.layout.across, self.layout.down
        left, top = box.x * across, box.y * down
        right, bottom = (box.x + box.width) * across, (box.y + box.height) * down
        x, y = floor(left), floor(top)
        return Box(x, y, ceil(right) - x, ceil(bottom) - y), (left, top, right, bottom)
