"""What is laid over the ground: read from a view as tints of spaces and as strokes."""

from collections.abc import Sequence
from typing import Protocol

from wargame_tui.tui.map.view import Box
from wargame_tui.tui.paint.tiles import Stroke, Tints


class Over(Protocol):
    """What is laid over the ground of a kind of map."""

    def tints(self) -> Tints:
        """The tints of all spaces."""

    def strokes(self) -> Sequence[Stroke]:
        """The lines above them."""

    def extent(self, space: str) -> Box:
        """Where the ground of a space, with what is drawn along its outline, may change."""
