"""What the players of a live game say to each other, and how their line stands."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input

from wargame_tui.core.harmless import harmless
from wargame_tui.live.line import Live, Watcher
from wargame_tui.live.wire import LONGEST_SAID
from wargame_tui.tui.live_session import OverLine
from wargame_tui.tui.screens.mail_dialog import MailDialog
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import DIM, HEAD, keyed

REFRESH = 0.3
"""Seconds between two looks whether something new was said."""


class TalkScreen(MailDialog[None]):
    """A page of talk: Enter says a line, Esc goes back to the table."""

    BINDINGS = [Binding("escape", "dismiss(None)", "back")]

    DEFAULT_CSS = """
    TalkScreen {
        & VerticalScroll { height: auto; min-height: 3; max-height: 16; margin: 1 0; background: $surface; }
        &.-low VerticalScroll { max-height: 8; }
    }
    """

    def __init__(self, line: Live | Watcher, session: OverLine) -> None:
        super().__init__()
        self._line, self._session = line, session
        self._known: object = None

    def compose(self) -> ComposeResult:
        """How the line stands, what was said, a line to write into, the keys."""
        with Vertical():
            yield Words(Content.styled("Talk", HEAD))
            yield Words(id="talk-line")
            if isinstance(self._line, Live):
                codes = [Content.assemble((f"{name}  ", DIM), code) for name, code in self._line.codes]
                yield Words(Content("\n").join(codes))
            with VerticalScroll():
                yield Words(id="talk-said")
            if isinstance(self._line, Live):
                yield Input(placeholder="say something", max_length=LONGEST_SAID, compact=True)
                yield Words(Content("  ").join([keyed("Enter", "say it"), keyed("Esc", "back")]))
            else:
                yield Words(keyed("Esc", "back"))

    def on_mount(self) -> None:
        """Write at once."""
        for line in self.query(Input):
            line.focus()
        self._show()
        self.set_interval(REFRESH, self._show)

    def _show(self) -> None:
        said, stands = self._line.talk.said, self._session.standing_words or "The line stands. The decision is yours"
        if self._known == (said, stands):
            return
        self._known = ([*said], stands)
        watching = len(self._line.gallery.lines) if isinstance(self._line, Live) and self._line.gallery else 0
        watched = f"  ·  watching: {watching}" if watching else ""
        self.query_one("#talk-line", Words).update(Content.styled(f"{stands}{watched}", DIM))
        lines = [Content.assemble((f"{name}  ", "bold"), text) for name, text in said]
        self.query_one("#talk-said", Words).update(Content("\n").join(lines) if lines else Content.styled("–", DIM))
        self.query_one(VerticalScroll).scroll_end(animate=False)

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        text = harmless(event.value.strip(), LONGEST_SAID)
        event.input.value = ""
        if text and isinstance(self._line, Live):
            self._line.say(text)
            self._show()
