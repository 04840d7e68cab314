"""Where the numbers come from: of what is under the cursor, of the charts, and the works on which the title rests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content

from wargame_tui.board.origins import Origins, Printed
from wargame_tui.board.phrases import percent
from wargame_tui.tui.screens.over_table import OverTable
from wargame_tui.tui.table.sourced import ESTIMATED
from wargame_tui.tui.widgets.here_pane import ESTIMATE
from wargame_tui.tui.widgets.text import Words, hung
from wargame_tui.tui.words import DIM, HEAD, KEY, action, keyed

PAGES = ("Here", "Charts", "Works")


class SourcesScreen(OverTable[None]):
    """`s` at the table: three pages."""

    BINDINGS = [
        Binding("escape,q,s", "dismiss(None)", "back"),
        Binding("tab,right", "next(1)", "next page", priority=True),
        Binding("shift+tab,left", "next(-1)", "previous page", priority=True),
        *(Binding(str(number), f"page({number - 1})", show=False) for number in range(1, len(PAGES) + 1)),
        Binding("space", "page_down", "page down", show=False),
    ]

    DEFAULT_CSS = """
    SourcesScreen {
        align: center middle;
        background: $background 40%;
        & > Vertical { width: 100; max-width: 96%; height: 90%; background: $panel; padding: 1 2; }
        & #sources-tabs { height: 2; }
        & VerticalScroll { height: 1fr; scrollbar-size-vertical: 1; scrollbar-gutter: stable; }
        & #sources-text { height: auto; }
        & #sources-keys { margin-top: 1; height: auto; }
    }
    """

    def __init__(self, title: str, place: str, here: Sequence[Printed], origins: Origins) -> None:
        """`here` is what is printed under the cursor, at the place of that name."""
        super().__init__()
        self._title, self._place, self._here, self._origins = title, place, here, origins
        self._page = 0

    def compose(self) -> ComposeResult:
        """Tabs, the page, the keys."""
        with Vertical():
            yield Words(id="sources-tabs")
            with VerticalScroll():
                yield Words(id="sources-text")
            keys = [keyed("↑↓ Space", "scroll"), keyed("Tab 1-3", "page"), keyed("Esc", "back", "screen.dismiss(None)")]
            mark = Content.assemble((f"{ESTIMATED} ", ESTIMATE), ("rests on an estimate", DIM))
            yield Words(Content("   ").join([Content("  ").join(keys), mark]), id="sources-keys")

    def on_mount(self) -> None:
        """Let the arrows scroll."""
        self.query_one(VerticalScroll).focus()
        self._show_tabs()
        self._draw()

    def action_next(self, by: int) -> None:
        """To the next page, or the one before."""
        self.action_page((self._page + by) % len(PAGES))

    def action_page(self, page: int) -> None:
        """To a page."""
        self._page = page
        self._show_tabs()
        self._draw()
        self.query_one(VerticalScroll).scroll_home(animate=False)

    def action_page_down(self) -> None:
        """On by a page of the screen."""
        self.query_one(VerticalScroll).scroll_page_down(animate=False)

    def _show_tabs(self) -> None:
        tabs = [Content.styled(self._title, HEAD)]
        for number, name in enumerate(PAGES):
            style = "bold #101418 on #e3b652" if number == self._page else DIM
            tab = action(f" {name} ", f"screen.page({number})", style)
            tabs.append(Content.assemble((f"{number + 1}", KEY), tab))
        self.query_one("#sources-tabs", Words).update(Content("  ").join(tabs))

    def _draw(self) -> None:
        self.query_one("#sources-text", Words).update(hung(self._lines()))

    def _lines(self) -> Iterator[tuple[Content, int]]:
        """The lines of the page with their indents."""
        if self._page == PAGES.index("Works"):
            yield from self._works()
            return
        charts = self._page == PAGES.index("Charts")
        yield Content.styled("The charts" if charts else self._place, HEAD), 0
        printed = self._origins.charts if charts else self._here
        for each in printed:
            yield from _printed(each)
        if not printed:
            yield Content.styled("Nothing is printed here.", DIM), 0

    def _works(self) -> Iterator[tuple[Content, int]]:
        yield Content.styled("Values, and how many of them rest on an estimate, if only in part", HEAD), 0
        for name, (count, estimated) in self._origins.shares.items():
            share = percent(estimated / count) if count else "none"
            yield Content.assemble((f"{name} ", "bold"), f"{count}, estimated {estimated} ", (f"({share})", DIM)), 1
        yield Content(" "), 0
        yield Content.styled("Works", HEAD), 0
        for work in self._origins.works:
            yield Content.assemble(("• ", DIM), work), 1
        if not self._origins.works:
            yield Content.styled("This title has no list of works yet: sources are shown as they stand.", DIM), 1


def _printed(printed: Printed) -> Iterator[tuple[Content, int]]:
    """An entry: its name, then values and what they rest on."""
    yield Content.styled(printed.heading, "bold"), 0
    for origin in printed.origins:
        mark = (f"{ESTIMATED} ", ESTIMATE) if origin.estimated else ("", "")
        yield Content.assemble(mark, origin.words), 1
        for source in origin.sources:
            yield Content.assemble(("← ", DIM), (source, DIM)), 3
