"""What is shown on a terminal too small for the table."""

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from wargame_tui.tui.words import DIM

SMALLEST = (80, 24)


class TooSmallScreen(Screen[None]):
    """Covers everything until the terminal is enlarged; what lies below stays as it is."""

    DEFAULT_CSS = """
    TooSmallScreen {
        align: center middle;
        & Static { width: auto; text-align: center; }
    }
    """

    def compose(self) -> ComposeResult:
        """The message."""
        yield Static()

    def on_resize(self, event: events.Resize) -> None:
        """Say both sizes."""
        width, height = SMALLEST
        rows = [
            Content.styled("The terminal is too small", "bold"),
            Content(f"{event.size.width}x{event.size.height} now, {width}x{height} needed"),
            Content.styled("Enlarge it to continue; the game is as you left it.", DIM),
            Content.styled("Ctrl+Q quits", DIM),
        ]
        self.query_one(Static).update(Content("\n").join(rows))
