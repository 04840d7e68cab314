"""A page over the table: order of battle, calendar, losses, victory, hand. Enter goes there on the map."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from wargame_tui.tui.screens.over_table import OverTable
from wargame_tui.tui.widgets.pages import PAGES, Line, Page, Section, drawn, filtered, widths
from wargame_tui.tui.widgets.text import Words
from wargame_tui.tui.words import DIM, HEAD, KEY, action, keyed

TO_PAGE = "page "
"""Before the name of another page, in what a page returns."""
NARROW = 100
"""Columns from which the names of all pages fit beside each other."""
TO_UNIT = "unit "
"""Before the id of a unit."""


def page_tabs(name: str, width: int) -> Content:
    """The pages by their keys, the one on view marked; on narrow terminals by the first word of their names."""
    lit, parts = "bold #14171a on #e3b652", list[Content]()
    for other, page in PAGES.items():
        told = page.name if width >= NARROW else page.name.partition(" ")[0]
        parts.append(action(f" {page.key.upper()} {told} ", f"screen.page({other!r})", lit if other == name else DIM))
    return Content("").join(parts)


PAGE_KEYS = [Binding(page.key, f"page({name!r})", show=False, priority=True) for name, page in PAGES.items()]


class LookUpScreen(OverTable[str | None]):
    """Returns where to go: a space, a unit (`unit ID`) or another page (`page NAME`); None: nowhere."""

    BINDINGS = [
        Binding("escape,q", "dismiss(None)", "back"),
        Binding("tab,right", "next(1)", "next part", priority=True),
        Binding("shift+tab,left", "next(-1)", "part before", priority=True),
        Binding("r", "rule", "rule"),
        Binding("space", "page_down", show=False),
        *PAGE_KEYS,
    ]

    DEFAULT_CSS = """
    LookUpScreen {
        & > Vertical { width: 100%; height: 100%; background: $panel; padding: 0 1; }
        & #look-pages, & #look-columns { height: 1; }
        & #look-tabs { height: 1; }
        & #look-facts { height: auto; max-height: 12; padding: 0 0 1 0; }
        & OptionList {
            height: 1fr; border: none; background: $panel; padding: 0; scrollbar-size-vertical: 1;
            &:focus { border: none; background-tint: 0%; }
            & > .option-list--option { padding: 0; }
        }
    }
    """

    def __init__(self, page: Page) -> None:
        super().__init__()
        self._page = page
        self._at = 0
        self._filter: str | None = None
        self._rows: list[Line] = []

    def compose(self) -> ComposeResult:
        """Pages, parts, facts, the rows, the keys."""
        with Vertical():
            yield Words(page_tabs(self._page.name, self.app.size.width), id="look-pages")
            yield Words(id="look-tabs")
            yield Words(id="look-facts")
            yield Words(id="look-columns")
            yield OptionList()
            yield Words(id="look-keys")

    def on_mount(self) -> None:
        """Fill it, once more when its width is known; begin at what counts now."""
        self.query_one(OptionList).focus()
        self._draw()
        self.call_after_refresh(self._draw)
        self.call_after_refresh(self._to_now)

    def on_resize(self) -> None:
        """Columns follow the width."""
        self.call_after_refresh(self._draw)

    @property
    def page(self) -> str:
        """The name of the page on view."""
        return self._page.name

    @property
    def section(self) -> Section:
        """The part on view."""
        return self._page.sections[self._at]

    @property
    def rows(self) -> Sequence[Line]:
        """The rows on view."""
        return self._rows

    def _draw(self) -> None:
        section, listed = self.section, self.query_one(OptionList)
        room = max(20, (listed.size.width or self.app.size.width - 2) - 1)
        self._rows = filtered(section.lines, self._filter)
        wide = widths(section, self._rows, room)
        listed.set_options(Option(drawn(line, section, wide, room), disabled=line.head) for line in self._rows)
        if not self._rows:
            listed.add_option(Option(Content.styled(self._page.empty, DIM), disabled=True))
        first = next((n for n, line in enumerate(self._rows) if not line.head), None)
        listed.highlighted = first
        heads = (column.name.ljust(width)[:width] for column, width in zip(section.columns, wide, strict=True))
        columns = self.query_one("#look-columns", Words)
        columns.update(Content.styled(" ".join(heads), DIM))
        columns.display = bool(self._rows)
        facts = self.query_one("#look-facts", Words)
        facts.update(Content("\n").join(_columns(section.facts, room)))
        facts.display = bool(section.facts)
        self._show_tabs()
        self._show_keys()

    def _to_now(self) -> None:
        """Bring what counts now into view."""
        now = next((n for n, line in enumerate(self._rows) if line.lit), None)
        if now is not None:
            listed = self.query_one(OptionList)
            after = (n for n in range(now, len(self._rows)) if not self._rows[n].head)
            listed.highlighted = next(after, listed.highlighted)
            listed.scroll_to_highlight(top=False)

    def _show_tabs(self) -> None:
        parts = [Content.styled(f"{self._page.heading}  ", HEAD)]
        for number, section in enumerate(self._page.sections):
            rows = [line for line in section.lines if not line.head]
            count = len(rows) if self._filter is None else sum(self._filter in line.tags for line in rows)
            style = "bold #101418 on #e3b652" if number == self._at else section.color or DIM
            parts.append(action(f" {number + 1} {section.name} {count} ", f"screen.part({number})", style))
        self.query_one("#look-tabs", Words).update(Content("").join(parts))

    def _show_keys(self) -> None:
        keys = [keyed("↑↓", "row"), keyed("Enter", "show on the map")]
        if len(self._page.sections) > 1:
            keys.append(keyed("Tab", "next part", "screen.next(1)"))
        rows = [line for line in self.section.lines if not line.head]
        for letter, tag in self._page.filters.items():
            count = sum(tag in line.tags for line in rows)
            if count:
                style = "bold #101418 on #e3b652" if tag == self._filter else KEY
                switch = f"screen.only({tag!r})"
                keys.append(Content.assemble(action(letter, switch, style), action(f" {tag} {count}", switch, DIM)))
        keys += [keyed("r", "rule", "screen.rule"), keyed("Esc", "back", "screen.dismiss(None)")]
        self.query_one("#look-keys", Words).update(Content("  ").join(keys))

    def on_key(self, event: events.Key) -> None:
        """Digits open parts, letters switch filters."""
        character = event.character or ""
        if character.isdigit() and 1 <= int(character) <= len(self._page.sections):
            self.action_part(int(character) - 1)
        elif character in self._page.filters and character:
            self.action_only(self._page.filters[character])
        else:
            return
        event.stop()
        event.prevent_default()

    def action_only(self, tag: str) -> None:
        """List only what has a tag, or everything again."""
        self._filter = None if tag == self._filter else tag
        self._draw()

    def action_part(self, number: int) -> None:
        """Open a part of the page."""
        self._at = number
        self._draw()
        self._to_now()

    def action_next(self, by: int) -> None:
        """The next part of the page, or the one before."""
        self.action_part((self._at + by) % len(self._page.sections))

    def action_page(self, name: str) -> None:
        """Another page; the key of this one closes it."""
        self.dismiss(None if name == self._page.name else f"{TO_PAGE}{name}")

    def action_page_down(self) -> None:
        """On by a page."""
        self.query_one(OptionList).scroll_page_down(animate=False)

    def action_rule(self) -> None:
        """Open the rule of the row."""
        number = self.query_one(OptionList).highlighted
        rule = self._rows[number].rule if number is not None and number < len(self._rows) else None
        if rule:
            self.app.call_later(self.app.run_action, f"rule({rule!r})")

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        if event.option_index < len(self._rows):
            line = self._rows[event.option_index]
            if line.unit is not None or line.space is not None:
                self.dismiss(f"{TO_UNIT}{line.unit}" if line.unit is not None else line.space)


def _columns(facts: Sequence[Content], room: int) -> list[Content]:
    """The first fact on a line of its own, the others as many to a line as fit."""
    lines = [*facts[:1]]
    row = Content("")
    for fact in facts[1:]:
        longer = fact if not row else Content.assemble(row, ("  ·  ", DIM), fact)
        if row and longer.cell_length > room:
            lines.append(row)
            longer = fact
        row = longer
    return [*lines, row] if row else lines
