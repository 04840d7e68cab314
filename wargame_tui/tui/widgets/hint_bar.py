"""The last line: what the useful keys do now, or what just went wrong."""

from collections.abc import Sequence
from time import monotonic

from textual.content import Content

from wargame_tui.tui.hint import Hint
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import BAD, keyed

BETWEEN = "  "
READ = 1.5
"""Seconds that a notice stands however the mouse moves."""


class HintBar(Words):
    """Shows hints; a notice replaces them until the next key."""

    DEFAULT_CSS = """
    HintBar {
        height: 1;
        background: $panel;
        padding: 0 1;
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._hints: Sequence[Hint] = ()
        self._notice: Content | None = None
        self._since = 0.0
        """When it was said."""

    def hints(self, hints: Sequence[Hint]) -> None:
        """Say what keys do now; the most important first, as only those that fit are shown."""
        if list(hints) != list(self._hints):
            self._hints = hints
            self._draw()

    def notice(self, words: Content | str, *, bad: bool = False) -> None:
        """Say something until the next key or click."""
        content = words if isinstance(words, Content) else Content.styled(words, BAD if bad else "bold")
        if bad and isinstance(words, Content):
            content = Content.assemble(("✗ ", BAD), content)
        self._notice, self._since = content, monotonic()
        self._draw()

    def outlive(self) -> None:
        """The player goes on without a key: what has stood long enough to be read goes."""
        if monotonic() - self._since > READ:
            self.forget()

    def renew(self, old: str, new: str) -> None:
        """Say something else, if the old is still being said."""
        if self._notice is not None and self._notice.plain == old:
            self.notice(new)

    @property
    def words(self) -> str:
        """What the line says."""
        return self._line().plain

    def forget(self) -> None:
        """Take the notice away."""
        if self._notice is not None:
            self._notice = None
            self._draw()

    def on_resize(self) -> None:
        """Fit the hints into the new width."""
        self._draw()

    def _draw(self) -> None:
        self.update(self._line(), layout=False)

    def _line(self) -> Content:
        if self._notice is not None:
            return self._notice
        room = (self.content_size.width or self.app.size.width - 2) if self.is_attached else 200
        longest = max(20, room // 4)
        pieces: dict[int, Content] = {}
        left = room
        for number, hint in sorted(enumerate(self._hints), key=lambda item: not item[1].kept):
            most = 2 * longest if hint.kept else longest
            words = hint.words if len(hint.words) <= most else hint.words[: most - 1] + "…"
            piece = keyed(hint.key, words, hint.action)
            needed = piece.cell_length + len(BETWEEN) * bool(pieces)
            if needed <= left:
                pieces[number] = piece
                left -= needed
        return Content(BETWEEN).join(pieces[number] for number in sorted(pieces))
