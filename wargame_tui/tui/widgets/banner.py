"""A line over the map for what must not be overlooked: another side decides, this is the past, the game is over."""

from textual.content import Content
from textual.timer import Timer

from wargame_tui.tui.widgets.text import Words

FLASH = 2.5
"""Seconds that a flash stands."""


class Banner(Words):
    """Lies over the top of the map, so that nothing moves when it comes and goes."""

    DEFAULT_CSS = """
    Banner {
        dock: top;
        height: 1;
        width: 1fr;
        text-align: center;
        text-style: bold;
        color: #101418;
        display: none;
        text-wrap: nowrap;
        text-overflow: ellipsis;
        &.-shown { display: block; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._standing: tuple[str, str] | None = None
        self._flashing: Timer | None = None

    def stand(self, words: str, color: str) -> None:
        """Say something until told otherwise."""
        self._standing = (words, color)
        self._end_flash()

    def clear(self) -> None:
        """Say nothing; a flash ends by itself."""
        self._standing = None
        if self._flashing is None:
            self.remove_class("-shown")

    def flash(self, words: str, color: str) -> None:
        """Say something for a moment."""
        if self._flashing is not None:
            self._flashing.stop()
        self._show(words, color)
        self._flashing = self.set_timer(FLASH, self._end_flash)

    def hush(self) -> None:
        """End a flash: what it says has been answered."""
        if self._flashing is not None:
            self._end_flash()

    def _end_flash(self) -> None:
        if self._flashing is not None:
            self._flashing.stop()
            self._flashing = None
        if self._standing is None:
            self.remove_class("-shown")
        else:
            self._show(*self._standing)

    def _show(self, words: str, color: str) -> None:
        self.add_class("-shown")
        self.styles.background = color
        self.update(Content(words), layout=False)
