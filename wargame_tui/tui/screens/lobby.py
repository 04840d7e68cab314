"""Where a player waits until the other one is there: the codes to read out, and how the line stands."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen

from wargame_tui.live import meeting
from wargame_tui.live.line import WAITING, Live
from wargame_tui.live.meeting import Meeting
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import BAD, DIM, HEAD, keyed

COPIED = (meeting.PLAY, "the code"), (meeting.WATCH, "the code to watch"), (meeting.TYPES, "what he types")
"""What a key copies."""
WIDTH = 15
"""Columns of the names."""


class LobbyScreen(Screen[None]):
    """Stands until the game can be seen."""

    BINDINGS = [
        Binding("escape,q", "leave", "leave"),
        Binding("c", "copy(0)", "copy the code"),
        Binding("w", "copy(1)", "copy the code to watch"),
        Binding("l", "copy(2)", "copy the command line"),
        Binding("enter", "sit_down", "to the table"),
    ]

    DEFAULT_CSS = """
    LobbyScreen {
        align: center middle;
        & Vertical { width: 100; max-width: 100%; height: auto; background: $panel; padding: 1 2; }
        & Words { height: auto; margin-bottom: 1; }
    }
    """

    def __init__(self, met: Meeting, ready: Callable[[], None], left: Callable[[], None]) -> None:
        """`ready` is called once the game can be seen, `left` when the player does not want to wait."""
        super().__init__()
        self._meeting, self._ready, self._left = met, ready, left
        self._line = met.line
        self._done = False

    def compose(self) -> ComposeResult:
        """What to read out, how the line stands, the key."""
        rows = [Content.assemble((f"{name:{WIDTH}}", DIM), value) for name, value in self._meeting.told]
        hosts = isinstance(self._line, Live) and self._line.exchange is not None
        with Vertical():
            yield Words(Content.styled("Your game waits for its other player" if hosts else "Joining a game", HEAD))
            yield Words(Content("\n").join(rows))
            yield Words(id="lobby-line")
            keys = zip("cwl", COPIED, strict=True)
            copied = [keyed(key, f"copy {words}", f"screen.copy({n})") for n, (key, (_, words)) in enumerate(keys)]
            if self._seen:
                copied.append(keyed("Enter", "to the table", "screen.sit_down"))
            yield Words(Content("  ").join([*(copied if hosts else []), keyed("Esc", "leave", "screen.leave")]))

    def on_mount(self) -> None:
        """Listen to the line."""
        self._line.tell = self._heard
        self.set_interval(1, self._look)
        self._look()

    def _heard(self, what: str) -> None:
        self.call_later(self._look)

    def _look(self) -> None:
        if self._done:
            return
        line = self._line
        # A host whose game has begun before has its codes to read out first.
        if self._seen and not (isinstance(line, Live) and line.gallery and line.status == WAITING):
            self.action_sit_down()
            return
        words = {"waiting": "waiting …", "connected": "connected", "cut": "not connected: trying again …"}
        stands = Content(words.get(line.status, ""))
        trouble = Content.styled(f"  {line.trouble}", BAD) if line.trouble else Content("")
        self.query_one("#lobby-line", Words).update(Content.assemble(stands, trouble))

    @property
    def _seen(self) -> bool:
        """Whether the game can be seen here."""
        line = self._line
        if isinstance(line, Live):
            return line.exchange is not None and line.exchange.table is not None
        return line.watching.game is not None

    def action_sit_down(self) -> None:
        """Go to the table, if there is anything on it; the other player may come later."""
        if self._seen and not self._done:
            self._done = True
            self._ready()

    def action_copy(self, which: int) -> None:
        """Give the terminal something to be pasted into a message to the other player."""
        value = dict(self._meeting.told).get(COPIED[which][0])
        if value is not None:
            self.app.copy_to_clipboard(value)
            self.notify(f"{value}\nis in the clipboard, if your terminal allows that.", title="Copied")

    def action_leave(self) -> None:
        """Leave; a hosted game stays in the letter box."""
        self._done = True
        self._line.close()
        self._left()
