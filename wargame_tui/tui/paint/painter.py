"""What a painter is and what is lettered over its ground: the two halves of a painted map."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from wargame_tui.tui.map.view import Box
from wargame_tui.tui.paint.canvas import Grain, Pixels, Spot


class Painter(Protocol):
    """Paints the ground of a map at one zoom: what never changes while a game is played."""

    @property
    def spaces(self) -> Sequence[str]:
        """The spaces by number."""

    def paint(self, box: Box, grain: Grain) -> Pixels:
        """The ground of some cells."""

    def owners(self, box: Box, across: int, down: int) -> npt.NDArray[np.int32]:
        """The number of the space of every pixel, `across` and `down` pixels a cell; -1 beside the map."""

    def outline(self, space: str) -> list[Spot]:
        """A line around a space, not closed: the cursor's."""


class Text(NamedTuple):
    """A run of characters over the ground of a row."""

    x: int
    words: str
    ink: str
    """A colour, #rrggbb."""
    ground: str | None = None
    """A colour; None: what is painted there, softened so that letters read."""
    bold: bool = False
    unit: str | None = None
    """Whose counter it is part of."""
    printed: bool = False
    """In cells the ground is not softened, but shows through the ink: for what is on every space."""
    listed: bool = False
    """Part of a list beside the space: the counter itself stands elsewhere."""


class Lettering(Protocol):
    """Names, numbers, counters and marks in characters: what is read from the view changes with the game."""

    def forget_all(self) -> None:
        """Letter everything anew."""

    def forget(self, spaces: Iterable[str]) -> list[Box]:
        """Letter these spaces anew; returns the rectangles in which anything may have changed."""

    def rest(self) -> None:
        """Keep nothing that can be had again at once: the map is not shown."""

    def row(self, y: int) -> Sequence[Text]:
        """The texts of a row; later ones cover earlier ones."""
