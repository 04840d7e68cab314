"""Why the program does something, or what it would do: a page over the table."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content

from wargame_tui.tui.screens.over_table import OverTable
from wargame_tui.tui.widgets.text import Words, hung
from wargame_tui.tui.words import HEAD, KEY, keyed


class WhyScreen(OverTable[None]):
    """Headings with lines."""

    BINDINGS = [
        Binding("enter,escape,q", "dismiss(None)", "back", priority=True),
        Binding("down,j", "scroll(1)", show=False, priority=True),
        Binding("up,k", "scroll(-1)", show=False, priority=True),
    ]

    DEFAULT_CSS = """
    WhyScreen {
        align: center middle;
        background: $background 40%;
        & > Vertical { width: 84; max-width: 96%; height: auto; max-height: 96%; background: $panel; padding: 1 2; }
        & VerticalScroll { height: auto; max-height: 70vh; scrollbar-size-vertical: 1; margin: 1 0; }
    }
    """

    def __init__(self, heading: str, sections: Sequence[tuple[str, Sequence[str]]]) -> None:
        super().__init__()
        self._heading, self._sections = heading, sections

    def compose(self) -> ComposeResult:
        """The heading, the sections, the keys."""
        with Vertical():
            yield Words(Content.styled(self._heading, HEAD))
            with VerticalScroll():
                yield Words(hung(self._lines()))
            yield Words(Content("   ").join([keyed("Esc", "back", "screen.dismiss(None)"), keyed("↑↓", "scroll")]))

    def _lines(self) -> list[tuple[Content, int]]:
        found = []
        for heading, lines in self._sections:
            found.append((Content.styled(heading, KEY), 0))
            found += [(Content(line), 2) for line in lines]
        return found

    def action_scroll(self, by: int) -> None:
        """Move what is read."""
        self.query_one(VerticalScroll).scroll_relative(y=by, animate=False)
