"""The legend beside the map: the signs that are on the screen just now, with their rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen

from wargame_tui.tui.map.legend import Section, Sign
from wargame_tui.tui.screens.side_panel import SidePanel
from wargame_tui.tui.session import Session
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import DIM, HEAD, keyed, rule_link

ENTRY = 36
"""Columns of an entry where several stand side by side."""


class LegendScreen(SidePanel[None]):
    """`e` at the table."""

    BINDINGS = [
        Binding("escape,q,e", "dismiss(None)", "back"),
        Binding("space", "page_down", "page down", show=False),
    ]

    DEFAULT_CSS = """
    LegendScreen {
        & VerticalScroll { height: 1fr; padding: 0 1; scrollbar-size-vertical: 1; scrollbar-gutter: stable; }
        & #legend-text { height: auto; }
    }
    """

    def __init__(self, session: Session, table: Screen[Any], sections: Sequence[Section]) -> None:
        """`sections` are the signs on view, by kind."""
        super().__init__(session, table)
        self._sections = sections

    def compose(self) -> ComposeResult:
        """The heading, the signs by kind, the keys."""
        with Vertical():
            yield Words(Content.styled("Symbols on the screen", HEAD), classes="head")
            with VerticalScroll():
                yield Words(id="legend-text")
            keys = [keyed("↑↓ Space", "scroll"), keyed("Esc", "back", "screen.dismiss(None)")]
            yield Words(Content("  ").join(keys), classes="keys")

    def on_mount(self) -> None:
        """Let the arrows scroll."""
        super().on_mount()
        self.query_one(VerticalScroll).focus()
        self.call_after_refresh(self._draw)

    def on_resize(self, event: Any) -> None:
        """As many columns as there is room for."""
        super().on_resize(event)
        self.call_after_refresh(self._draw)

    def action_page_down(self) -> None:
        """On by a page."""
        self.query_one(VerticalScroll).scroll_page_down(animate=False)

    def _draw(self) -> None:
        width = max(20, self.query_one(VerticalScroll).scrollable_content_region.width)
        columns = max(1, width // ENTRY)
        rows: list[Content] = []
        for heading, signs in self._sections:
            rows.append(Content.styled(heading, "bold"))
            for first in range(0, len(signs), columns):
                cells = [_entry(sign, width // columns) for sign in signs[first : first + columns]]
                rows.append(Content("").join(cells))
        if not rows:
            rows.append(Content.styled("None of the map is in view: scroll to it, or zoom in with +.", DIM))
        self.query_one("#legend-text", Words).update(Content("\n").join(rows))


def _entry(sign: Sign, width: int) -> Content:
    """A sign in its colours, its words, the link to its rule; cut or filled to a width."""
    link = rule_link(sign.rule)
    room = width - 6 - (len(sign.rule) + 1 if sign.rule else 0)
    words = sign.words if len(sign.words) <= room else f"{sign.words[: room - 1]}…"
    shown = Content.assemble(" ", (sign.sign, sign.style), " ", words, " ", link)
    return shown.pad_right(max(0, width - shown.cell_length))
