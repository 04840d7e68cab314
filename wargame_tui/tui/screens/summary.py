"""The page before a turn: what the other side has done."""

from collections.abc import Iterator

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content

from wargame_tui.tui.export.summary import Summary
from wargame_tui.tui.screens.over_table import OverTable
from wargame_tui.tui.widgets.text import Words, hung
from wargame_tui.tui.words import HEAD, KEY, keyed, linked


class SummaryScreen(OverTable[bool]):
    """Returns whether the film is wanted."""

    BINDINGS = [
        Binding("enter,escape,q", "dismiss(False)", "go on", priority=True),
        Binding("t", "dismiss(True)", "film"),
        Binding("down,j", "scroll(1)", show=False, priority=True),
        Binding("up,k", "scroll(-1)", show=False, priority=True),
        Binding("pagedown,space", "page(1)", show=False, priority=True),
        Binding("pageup,backspace", "page(-1)", show=False, priority=True),
    ]

    DEFAULT_CSS = """
    SummaryScreen {
        align: center middle;
        background: $background 40%;
        & > Vertical { width: 100; max-width: 96%; height: auto; max-height: 96%; background: $panel; padding: 0 2; }
        & .head { text-align: center; padding: 1 0 0 0; }
        & VerticalScroll { height: auto; max-height: 70vh; scrollbar-size-vertical: 1; margin: 1 0; }
        & .keys { padding: 0 0 1 0; }
    }
    """

    def __init__(self, summary: Summary) -> None:
        super().__init__()
        self._summary = summary

    def compose(self) -> ComposeResult:
        """What happened, and the keys."""
        with Vertical():
            yield Words(Content.styled(self._summary.heading, HEAD), classes="head")
            with VerticalScroll():
                yield Words(hung(self._lines()))
            keys = [
                keyed("Enter", "go on", "screen.dismiss(False)"),
                keyed("t", "the film of it", "screen.dismiss(True)"),
                keyed("↑↓ Space", "scroll"),
            ]
            yield Words(Content("   ").join(keys), classes="keys")

    def _lines(self) -> Iterator[tuple[Content, int]]:
        for section in self._summary.sections:
            yield Content.styled(section.heading, KEY), 0
            for line in section.lines:
                yield linked(line), 2

    def action_scroll(self, by: int) -> None:
        """Up or down by a line."""
        self.query_one(VerticalScroll).scroll_relative(y=by, animate=False)

    def action_page(self, by: int) -> None:
        """Up or down by a page."""
        scroll = self.query_one(VerticalScroll)
        scroll.scroll_relative(y=by * max(1, scroll.size.height - 1), animate=False)
