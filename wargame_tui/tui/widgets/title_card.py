"""A card over the map for a moment: a new turn, other weather, a town that has fallen."""

from collections.abc import Sequence

from textual.content import Content
from textual.timer import Timer

from wargame_tui.tui.widgets.text import Words

STANDS, A_LINE = 1.5, 0.7
"""Seconds that a card stands, unless a key comes first, and for each line more."""


class TitleCard(Words):
    """Lies over the upper part of the map; only one at a time, and never in the way of a key."""

    DEFAULT_CSS = """
    TitleCard {
        dock: top;
        layer: above;
        width: 1fr;
        height: auto;
        margin: 2 4;
        padding: 1 2;
        text-align: center;
        background: $panel;
        border-left: thick #e3b652;
        border-right: thick #e3b652;
        display: none;
        &.-shown { display: block; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._going: Timer | None = None

    def tell(self, lines: Sequence[str]) -> None:
        """Show a card in place of the one before; none without lines."""
        self.hush()
        if not lines:
            return
        head, *rest = lines
        self.update(Content("\n").join([Content.styled(head, "bold #f0e6c8"), *map(Content, rest)]))
        self.add_class("-shown")
        self._going = self.set_timer(STANDS + A_LINE * len(rest), self.hush)

    def hush(self) -> None:
        """Take the card away."""
        if self._going is not None:
            self._going.stop()
            self._going = None
        self.remove_class("-shown")
